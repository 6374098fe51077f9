"""How loops of rewritten code run outside traces; `test_rewriting` has the programs."""

from __future__ import annotations

import pytest
from every_mode import plain
from interpreted import op_by_op

import msjax as ms
from msjax import Tensor
from msjax._core.compile.turns import run_range, run_while
from msjax._core.compile.variables import BROKEN, FINISHED, assigned


def test_loops_outside_traces_are_python_loops():
    seen = []
    assert run_range(range, (3,), seen.append, ()) == FINISHED and seen == [0, 1, 2]
    assert run_range(range, (3,), lambda i: BROKEN, ()) == BROKEN
    assert run_while(lambda: len(seen) > 1, lambda: seen.pop() and FINISHED, ()) == FINISHED
    assert seen == [0]


def test_the_variables_that_a_body_assigns():
    a = b = 0

    def body():
        nonlocal a
        a = b

    assert assigned(body.__code__) == {"a"}


def ends_where_it_begins(x):
    prev = x * 0 + 100
    while prev > 10:
        x = x * 0.5
        prev = x
    return x, prev


def two_names(x):
    t, s = x - 50, x + 3
    while t < 3:
        s = s + 1
        t = s
    return t, s


def swapped(x):
    a, b = x, x + 20
    while a < 10:
        a, b = b, a + 1
    return a, b


def flag_of_another_kind(x):
    go, n = x < 100, 0
    while go:
        x = x + 1
        go = x < 5
        n += 1
    return x, n


def broken_off(x):
    for _ in range(Tensor(3)):
        x = x + 1
        if x > 3:
            break
    return x


@pytest.mark.parametrize("value", [1.0, 3.0, 12.0, 40.0])
@pytest.mark.parametrize(
    "function", [ends_where_it_begins, two_names, swapped, flag_of_another_kind, broken_off]
)
def test_the_test_before_the_first_round_is_that_of_the_loop(function, value):
    with op_by_op():
        assert plain(ms.jit(function)(Tensor(value))) == plain(function(Tensor(value)))


def sums_a_range(x, start, stop, step):
    total, last = x * 0, None
    for i in range(start, stop, step):
        total = total + x * i if x > i else total - i
        last = i
        if total > 100:
            break
    else:
        total = total + 1000
    return total, last


@pytest.mark.parametrize("values", [(5, 1, -2), (1, 5, 2), (1, 5, -1), (7, -7, -5), (1, 9, 0)])
@pytest.mark.parametrize("unknown", ["step", "start and step", "all"])
def test_a_range_whose_step_is_a_tensor(values, unknown):
    start, stop, step = values
    step = Tensor(step, ms.int32)
    start = start if unknown == "step" else Tensor(start, ms.int32)
    stop = Tensor(stop, ms.int32) if unknown == "all" else stop
    compiled = ms.jit(sums_a_range)

    def answer(function):
        try:
            return plain(function(Tensor(3.0), start, stop, step))
        except ValueError as error:
            return str(error)

    with op_by_op():
        want = answer(sums_a_range)
        assert [answer(compiled), answer(compiled)] == [want, want]


class Body:
    def __init__(self, x):
        self.x, self.n = x, 0


def object_of_its_own(x, n):
    body, i = Body(x), 0
    for i in range(n):
        x = x * 0.5 + i
    k = 0
    while (k := k + 1) < 4:
        if body.n > 1:
            return x
        if i % 2 == 0:
            x = x * 0.75
    body.y = body.x
    body.x = x * 2
    return body.x, body.y


def test_an_object_that_was_made_inside_is_nobody_elses(caplog):
    compiled = ms.jit(object_of_its_own)
    with op_by_op():
        for n in (2, 0, 1, 3):
            want = plain(object_of_its_own(Tensor(3.0), Tensor(n)))
            assert plain(compiled(Tensor(3.0), Tensor(n))) == want
    assert not caplog.records
