"""Loops on values in compiled code: a table of programs in every mode, and what falls back."""

from __future__ import annotations

import functools
import logging

import numpy as np
import pytest

import msjax as ms
from msjax import Parameter, Tensor, nn, ops


def t(*values, dtype=np.float32):
    return Tensor(np.array(values if len(values) != 1 else values[0], dtype))


# -- programs: a Tensor of two numbers and a count in, a value out --------------------------------


def doubled(x, n):
    while x.sum() < n:
        x = x * 2
    return x


def counted(x, n):
    i = 0
    while i < n:
        x = x + i
        i = i + 1
    return x, i


def counted_by_tensor(x, n):
    i = Tensor(0, ms.int32)
    while i < n:
        x = ops.tanh(x) + i
        i = i + 1
    return x, i


def ranged(x, n):
    s = x * 0
    for i in range(n):
        s = s + x * i
    return s


def ranged_twice(x, n):
    for i in range(1, n + 1):
        for j in range(i):
            x = x + 0.5 * j
    return x


def stepped(x, n):
    for i in range(n, 0, -2):
        x = x - i
    return x


def last_position(x, n):
    i = -1
    for i in range(n):
        x = x + 1
    return x, i


def broken(x, n):
    k = 0
    while x.sum() < 50:
        if k >= n:
            break
        x = x * 1.5
        k += 1
    return x, k


def broken_with_else(x, n):
    while x.sum() < 40:
        x = x + 3
        if x.max() > n * 3:
            break
    else:
        x = -x
    return x


def endless(x, n):
    while True:
        x = x * 2
        if x.sum() > n:
            break
    return x


def continued(x, n):
    s = x * 0
    for i in range(n):
        if i % 2 == 1:
            continue
        s = s + i
    return s + x


def returned(x, n):
    for i in range(n):
        x = x + 1
        if x.sum() > 8:
            return x * 100
    return x


def returned_from_two(x, n):
    i = 0
    while i < n:
        for j in range(n):
            x = x + j
            if x.sum() > 20:
                return x, True
        i += 1
    return x, False


def first_set_inside(x, n):
    i = 0
    while i < n:
        y = x * i
        x = y + 1
        i += 1
    return x


def settling(x, n):
    total = 0
    i = 0
    while i < n:
        total = total + x.sum()
        i += 1
    return x + total


def branches_inside(x, n):
    for i in range(n):
        if x.sum() > 4:
            x = x - i
        elif x.max() > 1:
            x = x * 2
        else:
            x = x + 3
    return x


def inside_a_branch(x, n):
    if x.sum() > 0:
        while x.sum() < n * 4:
            x = x + 1
    else:
        for _ in range(n):
            x = x - 1
    return x


def connectives(x, n):
    i = 0
    while x.sum() < 30 and i < n:
        x = x + i
        i += 1
    return x


def walrus(x, n):
    while (s := x.sum()) < n:
        x = x + s.abs() + 1
    return x


def random_inside(x, n):
    for _ in range(n):
        x = x + ops.rand(2)
    return x + ops.rand(2)


def closed_over(x, n):
    bias = x * 0.5

    def run(y):
        nonlocal bias
        i = 0
        while i < n:
            y = y + bias
            i += 1
        bias = bias + y
        return y

    return run(x) + run(x) + bias


def tuples(x, n):
    pair = (x, x * 2)
    i = 0
    while i < n:
        a, b = pair
        pair = (b, a + b)
        i += 1
    return pair


def swapped(x, n):
    y = x * 2
    for _ in range(n):
        x, y = y, x + y
    return x, y


def fibonacci(x, n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return x * a, a, b


def in_place(x, n):
    y = x * 1
    for i in range(n):
        y[0] = y[0] + i
        y += 1
    return y


def previous(x, n):
    y, before, i = x * 1, x, 0
    while ((y - before).abs().max() > 0.01 or i < 1) and i < n:
        before = y
        y = (y + 2 / (y.abs() + 1)) / 2
        i += 1
    return y, before


def differentiated_inside(x, n):
    i = 0
    while i < n:
        x = x - 0.1 * ms.grad(lambda v: (v * v * v).sum())(x)
        i += 1
    return x


def gradient_around(x, n):
    def loss(v):
        for i in range(n):
            v = v * v * 0.5 + i
        return v.sum()

    return ms.grad(loss)(x)


def static_and_unknown(x, n):
    for k in range(3):
        while x.sum() < n * k:
            x = x + 1
    return x


def many_rounds(x, n):
    for _ in range(40):
        if x.sum() < n * 5:
            x = x + 0.25
    return x


def floats(x, n):
    rate = 1.0
    while x.sum() > 0 and rate > 0.1:
        x = x - rate
        rate = rate * 0.5
    return x, rate


def called(x, n):
    return helper(x, n) + helper(-x, n)


def helper(x, n, *, by=0.5):
    while x.abs().sum() > by * n + 0.5:
        x = x * by
    return x


def decorated(function):
    @functools.wraps(function)
    def call(*args):
        return function(*args) + 1

    return call


@decorated
def wrapped(x, n, by=2.0):
    """With a docstring."""
    for i in range(n):
        x = x / by + i
    return x


def flags(x, n):
    done, i = False, 0
    while not done:
        x = x + 1
        i += 1
        done = (x.sum() > 12) or i > n
    return x, i


def read_at(x, n):
    s = x[0] * 0
    for i in range(n):
        s = s + x[i % 2] * i
    return s


PROGRAMS = [
    doubled, counted, counted_by_tensor, ranged, ranged_twice, stepped, last_position, broken,
    broken_with_else, endless, continued, returned, returned_from_two, first_set_inside, settling,
    branches_inside, inside_a_branch, connectives, walrus, random_inside, closed_over, tuples,
    swapped, fibonacci, in_place, previous, differentiated_inside, gradient_around,
    static_and_unknown, many_rounds, floats, called, wrapped, flags, read_at,
]  # fmt: skip
INPUTS = [((1.5, 0.25), 4), ((1.0, -0.5), 0), ((4.0, 3.0), 3), ((0.5, 0.75), 7), ((2.0, 1.0), 1)]


def plain(value):
    """A result as nested Python values with types, shapes and dtypes."""
    if isinstance(value, Tensor):
        return "Tensor", value.shape, str(value.dtype), value.asnumpy()
    if isinstance(value, (tuple, list)):
        return [type(value).__name__, *map(plain, value)]
    return type(value).__name__, value


def agree(got, want):
    if isinstance(want, np.ndarray):
        np.testing.assert_allclose(got, want, rtol=5e-6, atol=1e-6)
    elif isinstance(want, (tuple, list)):
        assert len(got) == len(want) and type(got) is type(want)
        for g, w in zip(got, want, strict=True):
            agree(g, w)
    elif isinstance(want, float):
        assert got == pytest.approx(want)
    else:
        assert got == want


def results(function, inputs=INPUTS):
    ms.set_seed(11)
    return [plain(function(t(*v), Tensor(n, ms.int32))) for v, n in inputs]


class Whole(nn.Cell):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def construct(self, x, n):
        return self.function(x, n)


@pytest.fixture
def graph_mode():
    before = ms.get_context("mode")
    yield lambda: ms.set_context(mode=ms.GRAPH_MODE)
    ms.set_context(mode=before)


@pytest.mark.thin(3)
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.__name__)
def test_loops_are_compiled_as_they_run_eagerly(program, graph_mode):
    want = results(program)
    agree(results(ms.jit(program, fullgraph=True)), want)
    cell = Whole(program)
    graph_mode()
    agree(results(cell), want)


DIFFERENTIATED = [
    doubled, counted, ranged, ranged_twice, broken, endless, returned, settling, branches_inside,
    inside_a_branch, first_set_inside, swapped, in_place, previous, differentiated_inside,
]  # fmt: skip


@pytest.mark.thin(3)
@pytest.mark.parametrize("program", DIFFERENTIATED, ids=lambda p: p.__name__)
def test_gradients_from_outside_and_inside(program):
    def loss(x, n, function=program):
        out = function(x, n)
        return ((out[0] if isinstance(out, tuple) else out) * t(1.0, 2.0)).sum()

    compiled = ms.jit(program, fullgraph=True)
    want = results(ms.grad(loss))
    agree(results(ms.jit(ms.grad(loss), fullgraph=True)), want)
    agree(results(ms.grad(lambda x, n: loss(x, n, compiled))), want)
