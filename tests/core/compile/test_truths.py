"""Tests of loops with `and`, `or` and `not`, and variables that rounds do not hand on."""

from __future__ import annotations

import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, ops
from msjax._core.compile import lift
from msjax._core.compile.truths import linked, negated


def by_number(x, n):
    i = 0
    while x.sum() < 100 and i < n:
        x = x * 1.5
        i += 1
    return x, i


def none_at_first(x, n):
    i, best = 0, None
    while x.sum() < 100 and (best is None or best < 3):
        x, i = x * 1.5, i + 1
        best = x.max()
    return x, i, best


def not_done(x, n):
    i, done = 0, Tensor(False)
    while not done and i < 20:
        x, i = x * 1.5, i + 1
        done = x.max() > n
    return x, i


def neither(x, n):
    i = 0
    while not (x.sum() > 100 or i > n):
        x, i = x * 1.5, i + 1
    return x, i


def either(x, n):
    i = 0
    while x.sum() < 20 or i < n:
        x, i = x + 1, i + 1
        if x.max() > 9:
            break
    else:
        x = -x
    return x, i


def named_in_the_test(x, n):
    i = 0
    while (y := x.sum()) < 100 and (z := y * 2) < 150 and i < n:
        x, i = x + z / 8, i + 1
    return x, i, y


def of_a_list(x, n):
    i, held = 0, [Tensor(1.5), Tensor(2.5), Tensor(500.0)]
    while i < n and held[i] < 100 and x.sum() < 1000:
        x, i = x * held[i], i + 1
    return x, i


def left_out(x, n):
    seen, i = 0, 0

    def noted(value):
        nonlocal seen
        seen += 1
        return value

    while x.sum() < 30 and noted(x.max()) < 8 and i < n:
        x, i = x + 1, i + 1
    return x, i, seen


def returned(x, n):
    i = 0
    while i < 3 and x.sum() < 100:
        j = 0
        while not x.sum() > 50 and j < n or j < 2:
            x, j = x + 1, j + 1
            if x.sum() > 45:
                return x, j
        i += 1
    return x, i


def two_beams(x, n):
    beams = [(x.sum(), x, Tensor(0)), (x.max(), x * 0.5, Tensor(1))]
    length = 0
    while length < n:
        new = []
        for score, held, last in beams:
            scores, at = ops.topk(held + last, 2)
            new.append((score + scores[0], held * 0.9, at[1]))
        beams = new
        length += 1
        if beams[0][2] == 3:
            break
    return beams[0][0], beams[1][1], beams[1][2], length


def settles_later(x, n):
    total = half = i = 0
    while i < n:
        total, half, i = total + x.sum(), half + 0.5, i + 1
        if total > 30:
            break
    return total, half, i


PROGRAMS = [
    by_number,
    none_at_first,
    not_done,
    neither,
    either,
    named_in_the_test,
    of_a_list,
    left_out,
    returned,
    two_beams,
    settles_later,
]


def agree(got, want):
    """Whether results are the same, numbers and Tensors being told apart."""
    assert [type(v) for v in got] == [type(v) for v in want]
    for a, b in zip(got, want, strict=True):
        if isinstance(b, Tensor):
            assert (a.dtype, a.shape) == (b.dtype, b.shape)
            np.testing.assert_allclose(a.asnumpy(), b.asnumpy(), rtol=1e-5)
        else:
            assert a == b


@pytest.mark.thin(4)
@pytest.mark.parametrize("n", [0, 3, 60])
@pytest.mark.parametrize("function", PROGRAMS)
def test_programs_do_the_same_compiled(function, n):
    x = Tensor(np.array((1.0, 2.0, 3.0), np.float32))
    if function is of_a_list and n == 60:
        n = 2
    compiled = ms.jit(function, fullgraph=True)
    for number in (Tensor(n), n):
        want = function(x, number)
        agree(compiled(x, number), want)
        agree(compiled(x, number), want)


@pytest.mark.thin(4)
@pytest.mark.parametrize("function", PROGRAMS)
def test_gradients_are_the_same_compiled(function):
    x = Tensor(np.array((1.0, 2.0, 3.0), np.float32))

    def loss(x, n):
        return (function(x, n)[0] ** 2).sum()

    want = ms.grad(loss)(x, Tensor(2)).asnumpy()
    for make in (ms.jit(ms.grad(loss), fullgraph=True), ms.grad(ms.jit(loss, fullgraph=True))):
        np.testing.assert_allclose(make(x, Tensor(2)).asnumpy(), want, rtol=1e-5)


def test_outside_of_traces_python_decides():
    assert linked(True, 0, None, None) is False and linked(False, 2, None, None) is True
    assert linked(True, Tensor(1), lambda: 5, None) == 5
    assert negated(0) is True and negated(Tensor(2)) is False


def test_a_comparison_after_and_is_no_path_of_its_own(monkeypatch):
    runs = [0]

    class Counted(lift.Run):
        def __init__(self, *args, **options):
            runs[0] += 1
            super().__init__(*args, **options)

    monkeypatch.setattr(lift, "Run", Counted)
    x = Tensor(np.array((1.0, 2.0, 3.0), np.float32))
    compiled = ms.jit(by_number, fullgraph=True)
    agree(compiled(x, 5), by_number(x, 5))
    assert runs[0] == 3  # up to the first test, then the function and a round
