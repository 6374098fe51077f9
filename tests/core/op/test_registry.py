"""The published names."""

from __future__ import annotations

import pytest

from msjax._core.op import registry
from msjax._core.op.registry import enter, published, resolve


@pytest.fixture(autouse=True)
def empty(monkeypatch):
    monkeypatch.setattr(registry, "SURFACES", {})
    monkeypatch.setattr(registry, "_RESOLVED", set())


class Maker:
    """Makes an object and counts how often."""

    made = 0

    def make(self):
        self.made += 1
        return ["made"]


def test_what_makes_an_object_is_asked_once():
    maker = Maker()
    enter("ops.one", maker)
    assert maker.made == 0
    first = resolve("ops.one")
    assert first == ["made"] and resolve("ops.one") is first and maker.made == 1


def test_other_objects_are_published_as_they_are():
    thing = object()
    enter("ops.thing", thing)
    assert resolve("ops.thing") is thing
    with pytest.raises(KeyError):
        resolve("ops.other")


def test_names_under_a_path():
    for name in ("ops.b", "ops.a", "ops.inner.c", "mint.a"):
        enter(name, name)
    assert published("ops") == ["b", "a", "inner.c"]
    assert published("ops.inner") == ["c"] and published("op") == []


def test_a_name_is_published_once():
    enter("ops.one", 1)
    with pytest.raises(ValueError, match=r"^'ops.one' is published twice\.$"):
        enter("ops.one", 2)
    assert resolve("ops.one") == 1
