"""Gradients by integers: what is tried as floats, and which errors mean that it does not fit."""

from __future__ import annotations

import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, ops
from msjax._core.base.errors import TraceBreak
from msjax._core.base.x64 import x64
from msjax._core.gradient.integers import as_kind, through_floats

INT, BOOL, FLOAT = (np.dtype(t) for t in ("int32", "bool", "float32"))


@pytest.mark.parametrize(
    ("whole", "dtypes", "tried"),
    [
        ({0}, [INT, FLOAT], [{0}]),
        ({0}, [INT, INT, FLOAT], [{0}, {0, 1}]),
        ({0, 1}, [INT, BOOL], [{0, 1}, {0}]),
        ({0, 1}, [INT, BOOL, INT], [{0, 1}, {0, 1, 2}, {0}, {0, 2}]),
    ],
)
def test_what_is_tried(whole, dtypes, tried):
    seen = []

    def attempt(places):
        seen.append(places)
        raise TypeError

    assert through_floats(attempt, whole, dtypes) is None
    assert seen == tried


def test_the_first_that_fits():
    def attempt(places):
        if len(places) == 1:
            raise ValueError("no")
        return sorted(places)

    assert through_floats(attempt, {0}, [INT, INT]) == [0, 1]


@pytest.mark.parametrize(
    "refusal", [TypeError, ValueError, KeyError, AssertionError, NotImplementedError, TraceBreak]
)
def test_refusals(refusal):
    def attempt(places):
        raise refusal("floats")

    assert through_floats(attempt, {0}, [INT]) is None


@pytest.mark.parametrize("defect", [AttributeError, RuntimeError, ZeroDivisionError])
def test_other_errors_are_not_hidden(defect):
    def attempt(places):
        raise defect("a mistake")

    with pytest.raises(defect, match="a mistake"):
        through_floats(attempt, {0}, [INT])


@pytest.mark.parametrize("error", [OSError, LookupError])
def test_errors_of_a_users_function(error):
    def function(x):
        if x.dtype != ms.int32:
            raise error("no floats")
        return (x * 3).sum()

    gradient = ms.jit(ms.grad(function))
    if error is LookupError:  # how a table of dtypes refuses one
        assert gradient(Tensor([1, 2], ms.int32)).asnumpy().tolist() == [0, 0]
    else:
        with pytest.raises(error, match="no floats"):
            gradient(Tensor([1, 2], ms.int32))


def test_what_takes_integers_alone_has_no_gradient():
    x, place = Tensor([1.0, 2.0]), Tensor([1, 0], ms.int32)
    by_x, by_place = ms.grad(lambda x, i: ops.gather(x, i, 0) * 2, (0, 1))(x, place)
    assert by_x.asnumpy().tolist() == [2.0, 2.0]
    assert by_place.asnumpy().tolist() == [0, 0]
    assert by_place.dtype == ms.int32


def sums(t, n):
    return t * 4 + t


def chosen(t, n):
    return ops.where(n < 3, t * 5, t)


def branch(t, n):
    return t * t if t > n else t


def loop(t, n):
    out = t
    while n < 3:
        out, n = out + t * 4, n + 1
    return out


@pytest.mark.runs_eagerly
@pytest.mark.parametrize("mode", [ms.PYNATIVE_MODE, ms.GRAPH_MODE])
@pytest.mark.parametrize(("function", "wanted"), [(sums, 5), (chosen, 5), (branch, 20), (loop, 13)])
def test_of_compiled_functions(function, wanted, mode):
    t, n = Tensor(10, ms.int32), Tensor(0, ms.int32)
    before = ms.get_context("mode")
    ms.set_context(mode=mode)
    try:
        for f in (function, ms.jit(function)):
            for _ in range(2):
                found = ms.grad(f)(t, n)
                assert found.dtype == ms.int32 and int(found) == wanted
    finally:
        ms.set_context(mode=before)


@pytest.mark.runs_eagerly
def test_of_compiled_functions_beside_floats():
    @ms.jit
    def f(x, i):
        return x * i + ops.gather(x, i, 0).sum()

    by_x, by_i = ms.grad(f, (0, 1))(Tensor([1.0, 2.0]), Tensor([1, 1], ms.int32))
    assert by_x.asnumpy().tolist() == [1.0, 5.0] and by_i.asnumpy().tolist() == [1, 2]


@pytest.mark.parametrize(
    ("gradient", "dtype", "kept"),
    [
        ([1.9, -1.9], INT, [1, -1]),
        ([2.9999999999, 3.0], INT, [3, 3]),
        ([0.0, 0.5], BOOL, [False, True]),
        ([0.5], FLOAT, [0.5]),
    ],
)
def test_fractions_are_cut_off(gradient, dtype, kept):
    with x64():
        found = as_kind(np.array(gradient), dtype)
    assert found.tolist() == kept
