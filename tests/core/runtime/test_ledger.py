"""What processes write down of their calls; processes that differ are in tests/ranks."""

from __future__ import annotations

import json
import types

import jax
import pytest

from msjax._core.runtime import launch, ledger
from tests.core.runtime.test_spread import Store

RANKS = (0, 1)


@pytest.fixture
def store(monkeypatch):
    """Of a job of two processes, of which this one is rank 0."""
    store = Store()
    monkeypatch.setattr(ledger, "job_store", lambda: store)
    monkeypatch.setattr(ledger, "_courses", {})
    monkeypatch.setattr(ledger, "_late", {})
    monkeypatch.setattr(ledger, "_begin", lambda: None)
    monkeypatch.setattr(jax, "process_count", lambda: 2)
    monkeypatch.setattr(launch, "member", types.SimpleNamespace(left=set()))
    return store


def _other(store, *calls):
    course = ledger.Course(RANKS)
    for call in calls:
        course.note(call)
    told = {ledger.name_of(RANKS): course.told()}
    store.key_value_set(f"{ledger._SHELF}/1", json.dumps(told))


def _own(*calls):
    for call in calls:
        ledger.note(RANKS, call)


@pytest.mark.parametrize(
    "own, other, found",
    [
        ([], [], None),
        (["a", "b"], ["a", "b"], None),
        (["a", "b", "c"], ["a", "b"], None),  # the other has yet to come to it
        (["a", "b"], ["a", "b", "c"], None),
        (["a", "b"], ["a", "c"], "rank 0 calls b where rank 1 calls c"),
        (["a", "b", "c"], ["a", "c"], "rank 0 calls b where rank 1 calls c"),
        (["b"] + ["a"] * 99, ["c"] + ["a"] * 99, "have called different collectives"),
    ],
)
def test_calls_are_compared(own, other, found, store):
    _own(*own)
    _other(store, *other)
    ledger._tell()
    text = ledger.difference()
    assert text is None if found is None else text.endswith(found)


def test_who_has_ended_is_not_waited_for(store):
    _own("a", "b")
    _other(store, "a")
    assert ledger.difference() is None
    launch.member.left.add(1)
    assert ledger.difference() == "rank 1 has ended, and rank 0 waits for it in b"
    assert ledger.absent(1, RANKS) == "rank 1 has ended already"


def test_who_has_gone_on_will_not_come(store):
    _own("a")
    assert ledger.absent(1, RANKS) is None
    _other(store, "a")
    assert ledger.absent(1, RANKS) is None
    _other(store, "a", "b", "c")
    assert ledger.absent(1, RANKS) == "rank 1 calls b"


def test_a_difference_ends_the_process(store, monkeypatch):
    said = []
    monkeypatch.setattr(launch, "give_up", said.append)
    _own("a")
    _other(store, "a")
    ledger._compare()
    assert said == []
    _other(store, "b")
    ledger._compare()
    assert "rank 0 calls a where rank 1 calls b; all processes of a group" in said[0]


def test_a_difference_that_calls_have_met_ends_the_process(store, monkeypatch):
    said = []
    monkeypatch.setattr(launch, "give_up", said.append)

    def look():
        raise RuntimeError("rank 0 calls a where rank 1 calls b.")

    monkeypatch.setattr(ledger, "LOOKS", [look])
    ledger._compare()
    assert said == ["rank 0 calls a where rank 1 calls b"]


def test_who_is_waited_for_long_is_told_once(store):
    _own("a", "b", "c")
    _other(store, "a")
    assert ledger.delay(0.0) is None
    assert ledger.delay(59.0) is None
    assert ledger.delay(60.0) == "rank 0 has waited 60 s for rank 1 in b"
    assert ledger.delay(200.0) is None
    _other(store, "a", "b")
    assert ledger.delay(300.0) is None
    assert ledger.delay(360.0) == "rank 0 has waited 60 s for rank 1 in c"
    _other(store, "a", "b", "c")
    assert ledger.delay(361.0) is None
    _own("d")
    assert ledger.delay(362.0) is None
    assert ledger.delay(421.0) is None
    assert ledger.delay(422.0).endswith("in d")
