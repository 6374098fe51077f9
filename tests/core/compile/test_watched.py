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


ADDING = [grow_list, grow_deque]


@pytest.mark.thin(3)
@pytest.mark.runs_eagerly
@pytest.mark.parametrize("change", CHANGES, ids=lambda c: c.__name__)
@pytest.mark.parametrize("where", ["before", "inside", "after", "alone"])
def test_changes_happen_once_per_call(change, where):
    if where == "alone" and change in ADDING:
        pytest.skip("what code only adds to is not looked at")

    def program(x):
        if where == "alone":
            change(x)
            return x * 2
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


NUMBERS, NESTED = [1, 2, 3], {"a": ([4, 5], 6)}


def reverse(x):
    NUMBERS.reverse()
    return x + NUMBERS[0]


def replace(x):
    NUMBERS[1] = NUMBERS[1] + x.shape[0]
    return x + NUMBERS[1]


def deep(x):
    NESTED["a"][0].append(x.shape[0])
    return x * len(NESTED["a"][0])


@pytest.mark.runs_eagerly
@pytest.mark.parametrize("program", [reverse, replace, deep], ids=lambda f: f.__name__)
def test_code_without_conditions_changes_what_it_reads_at_every_call(program):
    found = []
    for function in (program, ms.jit(program)):
        NUMBERS[:], NESTED["a"][0][:] = [1, 2, 3], [4, 5]
        values = [function(Tensor([1.0])).tolist() for _ in range(3)]
        found.append((values, list(NUMBERS), list(NESTED["a"][0])))
    assert found[0] == found[1]


def test_a_table_that_is_filled_once_is_no_change():
    table, runs = {}, []

    @ms.jit(fullgraph=True)
    def program(x):
        runs.append(1)
        n = x.shape[0]
        if n not in table:
            table[n] = np.arange(n, dtype=np.float32)
        return x + Tensor(table[n])

    for n in (2, 3, 3, 3):
        assert program(Tensor([0.0] * n)).tolist() == list(range(n))
    assert sorted(table) == [2, 3]
    assert len(runs) == 3  # two first calls run eagerly: their traces took back what they added


@pytest.mark.parametrize("many", [False, True])
def test_the_first_call_is_the_first(many):
    state, seen = [], []

    @ms.jit(fullgraph=True)
    def program(x):
        if not state:
            state.append(1)
            return x * 2
        return x * 3

    for factor in (2, 3, 3):
        assert program(Tensor([1.0] * (1 + many))).tolist() == [factor] * (1 + many)
        seen.append(len(state))
    assert seen == [1, 1, 1]


def test_a_list_that_is_another_now_is_not_that_of_before():
    net = ms.nn.Cell()
    net.parts = [1, 2]
    program = ms.jit(lambda x: (x, net.parts), fullgraph=True)
    program(Tensor([1.0]))
    old, net.parts = net.parts, [1, 2]
    old.append(99)
    assert program(Tensor([1.0]))[1] == [1, 2]


@pytest.mark.runs_eagerly
def test_exceptions_that_show_tensors_show_their_values():
    @ms.jit
    def text(x):
        raise TypeError(f"got {[x, x + 1]}")

    @ms.jit
    def argument(x):
        raise ValueError("got", x)

    x = Tensor([1])
    for function, kind in ((text, TypeError), (argument, ValueError)):
        for _ in range(2):
            with pytest.raises(kind, match=r"value= \[1\]") as found:
                function(x)
            assert "traced" not in str(found.value)
