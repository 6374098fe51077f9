"""What regions change: who else holds a value, and which names code assigns."""

from __future__ import annotations

import dataclasses

import numpy as np

from msjax import Tensor
from msjax._core.compile.variables import (
    CONTAINERS,
    NOTHING,
    Slot,
    Variable,
    assigned,
    containers_in,
    held_alone,
)


@dataclasses.dataclass
class Pair:
    a: object


def cells(**values):
    """Variables of a closure that hold what is given."""
    made = []
    for name, value in values.items():

        def outer(value=value):
            held = value
            return (lambda: held).__closure__[0]

        made.append(Variable(name, outer()))
    return made


def test_variables_are_read_and_written():
    (v,) = cells(a=1)
    v.set(2)
    assert v.get() == 2
    v.set(NOTHING)
    assert v.get() is NOTHING
    held = {"k": 1}
    Slot(held, "k").set(3)
    assert Slot(held, "k").get() == 3 == held["k"]


def test_what_nothing_else_holds():
    def alone(make, kinds=(object,)):
        a = make()
        cell = (lambda: a).__closure__[0]
        del make
        return held_alone([cell.cell_contents], kinds)

    kept = [1]
    tensor = Tensor(1.0)
    assert alone(lambda: [object(), {"k": [2]}]) == [True]
    assert alone(lambda: kept) == [False]
    assert alone(lambda: [kept]) == [False]
    assert alone(lambda: (1, (kept,))) == [False]
    assert alone(lambda: [tensor]) == [False] and alone(lambda: [tensor], CONTAINERS) == [True]
    assert alone(lambda: Pair([1]), CONTAINERS) == [True]
    assert alone(lambda: Pair(kept), CONTAINERS) == [False]
    assert alone(lambda: 5) == [True]


def test_containers_of_a_value():
    array, inner = np.zeros(2), {"k": 1}
    outer = [inner, (array, 1)]
    assert [id(c) for c in containers_in(outer)] == [id(outer), id(inner), id(array)]
    assert len(containers_in(Pair(Tensor(1.0)))) == 1


def test_names_that_code_assigns():
    a = b = 0

    def body():
        nonlocal a
        a = b

    assert assigned(body.__code__) == {"a"}
