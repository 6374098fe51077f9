"""What paths change without Tensors is found and taken back; such code runs eagerly."""

from __future__ import annotations

import collections

import numpy as np
import pytest

import msjax as ms
from msjax import Tensor

LIST, DICT, SET, ARRAY = [1], {"a": 1}, {1}, np.zeros(2)
DEQUE = collections.deque([1])
COUNT = 0


class Plain:
    def __init__(self):
        self.count, self.items = 0, []


OBJECT = Plain()


def count(x):
    global COUNT
    COUNT += 1


def grow_list(x):
    LIST.append(2)


def grow_dict(x):
    DICT[len(DICT)] = 2


def grow_set(x):
    SET.add(len(SET))


def grow_deque(x):
    DEQUE.append(2)


def write_array(x):
    ARRAY[0] += 1


def count_in_object(x):
    OBJECT.count += 1


def grow_in_object(x):
    OBJECT.items.append(1)


def state():
    return (
        list(LIST), dict(DICT), set(SET), ARRAY.tolist(), list(DEQUE), COUNT, OBJECT.count,
        list(OBJECT.items),
    )  # fmt: skip


CHANGES = [
    count, grow_list, grow_dict, grow_set, grow_deque, write_array, count_in_object, grow_in_object
]  # fmt: skip


@pytest.mark.thin(3)
@pytest.mark.runs_eagerly
@pytest.mark.parametrize("change", CHANGES, ids=lambda c: c.__name__)
@pytest.mark.parametrize("where", ["before", "inside", "after"])
def test_changes_happen_once_per_call(change, where):
    def program(x):
        if where == "before":
            change(x)
        y = x * 2
        if x.sum() > 0:
            if where == "inside":
                change(x)
            y = y + 1
        if where == "after":
            change(x)
        return y

    global COUNT
    found = []
    for function in (program, ms.jit(program)):
        LIST[1:], DICT["a"], ARRAY[:], COUNT = [], 1, 0, 0
        for key in list(DICT):
            if key != "a":
                del DICT[key]
        SET.clear()
        while len(DEQUE) > 1:
            DEQUE.pop()
        OBJECT.count = 0
        OBJECT.items.clear()
        found.append(([function(Tensor([v])).tolist() for v in (1.0, -1.0, 2.0)], state()))
    assert found[0] == found[1]


def test_containers_made_inside_do_not_count():
    def program(x):
        parts, seen = [], {}
        if x.sum() > 0:
            parts.append(x)
            seen["x"] = x * 2
        return sum(parts, x) + sum(seen.values(), x)

    compiled = ms.jit(program, fullgraph=True)
    for v in (1.0, -1.0):
        assert compiled(Tensor([v])).tolist() == program(Tensor([v])).tolist()


class Peculiar(list):
    def copy(self):
        raise TypeError("not to be copied")


PECULIAR = Peculiar([1, 2])


def test_containers_that_refuse_copies():
    compiled = ms.jit(lambda x: x * len(PECULIAR) if x.sum() > 0 else x, fullgraph=True)
    assert compiled(Tensor([3.0])).tolist() == [6.0]
