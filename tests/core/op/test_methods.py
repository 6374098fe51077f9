"""Methods of Tensor, made when they are first asked for."""

from __future__ import annotations

import pytest

from msjax._core.op import methods
from msjax._core.op.methods import install_methods


@pytest.fixture
def made(monkeypatch):
    """A class with two methods; how often each was made."""
    counts = {"Box.plus": 0, "Box.kind": 0}
    functions = {"Box.plus": lambda self, n: self.value + n, "Box.kind": 7}

    def resolve(surface):
        counts[surface] += 1
        return functions[surface]

    monkeypatch.setattr(methods, "resolve", resolve)
    monkeypatch.setattr(methods, "published", lambda path: ["plus", "kind"])

    monkeypatch.setattr(methods, "SURFACES", {"Box.plus": None, "Box.kind": None})

    class Box:
        value = 1

    install_methods(Box)
    return Box, counts


def test_a_method_is_made_once(made):
    box, counts = made
    assert counts == {"Box.plus": 0, "Box.kind": 0}
    assert box().plus(2) == 3 and box().plus(5) == 6
    assert counts == {"Box.plus": 1, "Box.kind": 0}
    assert box.plus(box(), 1) == 2


def test_a_class_derived_from_it_asks_the_base(made):
    box, counts = made

    class Derived(box):
        value = 10

    assert Derived().plus(1) == 11 and box().plus(1) == 2
    assert counts["Box.plus"] == 1 and "plus" not in vars(Derived)


def test_what_is_no_function_is_an_attribute(made):
    box, _ = made
    assert box().kind == box.kind == 7


def test_properties_are_there_at_once(made, monkeypatch):
    box, _ = made
    double = property(lambda self: self.value * 2)
    monkeypatch.setattr(methods, "SURFACES", {"Box.double": double})
    monkeypatch.setattr(methods, "published", lambda path: ["double"])
    install_methods(box)
    assert box.double is double and box().double == 2
