"""Processes that wait for each other; the others are played here, real ones are in tests/ranks."""

from __future__ import annotations

import json
import threading

import jax
import pytest

from msjax._core.runtime import ledger, standoff
from msjax._core.runtime.standoff import Need
from tests.core.runtime.test_spread import Store

RANKS = (0, 1)


@pytest.fixture
def store(monkeypatch):
    """Of a job in which this process is rank 0 and has waited for two seconds in all it does."""
    store = Store()
    for module in (ledger, standoff):
        monkeypatch.setattr(module, "job_store", lambda: store)
    monkeypatch.setattr(ledger, "_courses", {})
    monkeypatch.setattr(ledger, "_begin", lambda: None)
    monkeypatch.setattr(standoff, "_found", (None, 0.0))
    monkeypatch.setattr(standoff, "_SETTLED", 0)
    monkeypatch.setattr(standoff, "_STANDS", 0)
    monkeypatch.setattr(standoff, "_IDLE", 1e9)
    main = [threading.main_thread().ident]
    monkeypatch.setattr(standoff, "_threads_of_the_program", lambda: main)
    return store


def _waits(store, rank, *needs, serial=1):
    store.key_value_set(f"msjax/waits/{rank}", json.dumps([serial, [list(n) for n in needs]]))


def _in(need):
    """What a look finds while this process waits for something."""
    with standoff.waiting(lambda: [need]):
        try:
            standoff.look()
        except RuntimeError as error:
            return str(error)
    return None


def test_two_that_wait_for_each_other(store):
    mine = Need(1, "the receipt of a message", "mail/1>0")
    assert _in(mine) is None  # the other one does something
    _waits(store, 1, Need(2, "a sum", "mail/2>1"))
    assert _in(mine) is None
    _waits(store, 1, Need(0, "a sum", "mail/0>1"))
    assert _in(mine) == (
        "rank 0 waits for rank 1 in the receipt of a message, which waits for rank 0 in a sum; "
        "none of them can go on."
    )
    assert store.held["msjax/waits/0"] == ""  # taken back
    store.key_value_set("mail/0>1", "1")
    assert _in(mine) is None


def test_more_that_wait_in_a_circle(store):
    _waits(store, 1, Need(3, "a", "x"), Need(2, "b", "x"))
    _waits(store, 2, Need(1, "c", "x"), Need(0, "d", "x"))
    text = _in(Need(1, "e", "y"))
    assert text and text.startswith(
        "rank 0 waits for rank 1 in e, which waits for rank 2 in b, which waits for rank 0 in d;"
    )


def test_calls_of_groups(store, monkeypatch):
    other = ledger.name_of((1, 0))
    _waits(store, 1, Need(0, "a sum", group=other, number=1))
    with ledger.note(RANKS, "a product"):
        with pytest.raises(RuntimeError, match="for rank 1 in a product, .* rank 0 in a sum;"):
            standoff.look()
        told = {ledger.name_of(RANKS): [1, 0, []]}
        store.key_value_set("msjax/ledger/1", json.dumps(told))  # it has come to it
        standoff.look()
    store.key_value_set("msjax/ledger/1", json.dumps({}))
    standoff.look()
    assert store.held["msjax/waits/0"] == ""
    ledger.note((1, 0), "a sum")
    ledger._tell()
    with ledger.note(RANKS, "a product"):
        standoff.look()  # the other one need not wait


def test_who_may_still_do_something(store, monkeypatch):
    _waits(store, 1, Need(0, "a sum", "x"))
    mine = Need(1, "a sum", "y")
    assert _in(mine)
    with monkeypatch.context() as patch:
        patch.setattr(standoff, "_IDLE", -1)  # it computes
        assert _in(mine) is None
    with monkeypatch.context() as patch:
        patch.setattr(standoff, "_threads_of_the_program", lambda: [1, 2])
        assert _in(mine) is None
    with monkeypatch.context() as patch:
        patch.setattr(standoff, "_STANDS", 99)
        assert _in(mine) is None


def test_a_long_wait_is_told_once(store, monkeypatch, capsys):
    monkeypatch.setattr(ledger, "LONG", -1)
    with standoff.waiting(lambda: [Need(1, "the receipt of a message", "x")]):
        for _ in range(2):
            standoff.look()
    said = capsys.readouterr().err
    assert said == "[msjax] rank 0 has waited -1 s for rank 1 in the receipt of a message.\n"


def test_waits_within_waits(store):
    with standoff.waiting(lambda: [Need(1, "a", "x")]):
        outer = dict(standoff._waits)
        with standoff.waiting(lambda: [Need(1, "b", "x")]):
            assert standoff._waits != outer
        assert standoff._waits == outer
    assert not standoff._waits and jax.process_index() == 0
