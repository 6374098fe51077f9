"""Directional derivatives."""

from __future__ import annotations

import jax
import numpy as np
import pytest

import msjax as ms
from msjax import Tensor
from tests.every_mode import agree, arrays

X, Y = np.array([1.0, 2.0], np.float32), np.array([3.0, 4.0], np.float32)


def test_jvp():
    agree(
        arrays(ms.jvp(lambda a, b: a * b, (Tensor(X), Tensor(Y)), (Tensor(X), Tensor(Y)))),
        (X * Y, 2 * X * Y),
    )
    agree(arrays(ms.jvp(lambda a: a * a, Tensor(X), Tensor(X))), (X * X, 2 * X * X))
    out = ms.jvp(lambda a: (a, a * 2), Tensor(X), Tensor(X))
    agree(arrays(out), ((X, 2 * X), (X, 2 * X)))
    aux = ms.jvp(lambda a: (a * a, a), Tensor(X), Tensor(X), has_aux=True)
    agree(arrays(aux), (X * X, 2 * X * X, X))
    with pytest.raises(ValueError, match="invalid length"):
        ms.jvp(lambda a, b: a, (Tensor(X), Tensor(Y)), (Tensor(X),))
    with pytest.raises(TypeError, match="'has_aux' should be bool"):
        ms.jvp(lambda a: (a, a), Tensor(X), Tensor(X), has_aux=1)  # type: ignore[arg-type]


def test_integers_among_inputs_and_outputs():
    x, n = Tensor(X), Tensor([3, 4])

    def several(a):
        return a * 2, (a > 1, a.astype(ms.int64))

    for run in (ms.jvp, ms.jit(lambda f, *given: ms.jvp(f, *given))):
        (out, (above, whole)), (slope, (flat, none)) = run(several, x, x)
        agree(arrays((out, above, whole)), (2 * X, X > 1, X.astype(int)))
        assert (flat.dtype, none.dtype) == (ms.bool_, ms.int64)
        agree(arrays((slope, flat, none)), (2 * X, X < 0, 0 * X.astype(int)))
    out, slope = ms.jvp(lambda a: a * 2, n, n)
    assert (out.dtype, slope.dtype) == (ms.int64, ms.int64)
    agree(arrays((out, slope)), (np.array([6, 8]), np.array([6, 8])))
    out, slope = ms.jvp(lambda a, b: a.astype(ms.float32) * b, (n, x), (n, x))
    agree(arrays((out, slope)), (X * Y, 2 * X * Y))
    out, slope = ms.jvp(lambda a, i: a[i], (x, Tensor([1, 0])), (x, Tensor([1, 1])))
    agree(arrays((out, slope)), (X[::-1], X[::-1]))


def test_what_integers_change_is_changed_once():
    count = ms.Parameter(Tensor(0), name="count")

    def counted(a):
        ms.ops.assign_add(count, Tensor(1))
        return a * 2

    ms.jvp(counted, Tensor([3, 4]), Tensor([1, 1]))
    assert count == 1


WHOLE = np.array([1, 2, 3], np.int32)


@pytest.mark.parametrize("wrap", [lambda f: f, ms.jit])
def test_outputs_that_are_integers_have_the_direction_zero(wrap):
    f = wrap(lambda x: (x * 2, x > 1, x.argmax()))
    _, found = ms.jvp(f, Tensor(X), Tensor(X))
    agree(arrays(found), (2 * X, np.zeros(2, bool), np.int64(0)))


@pytest.mark.parametrize("wrap", [lambda f: f, ms.jit])
def test_integers_move_as_floats_do(wrap):
    whole = Tensor(WHOLE)
    out, found = ms.jvp(wrap(lambda x: (x * x, x / 2, x > 1)), whole, whole)
    half = WHOLE.astype(np.float32) / 2
    agree(arrays(out), (WHOLE**2, half, WHOLE > 1))
    agree(arrays(found), (2 * WHOLE**2, half, np.zeros(3, bool)))
    flags = Tensor(np.array([True, False]))
    agree(arrays(ms.jvp(wrap(lambda b: b * 2), flags, flags)[1]), np.array([2, 0]))


@pytest.mark.parametrize("wrap", [lambda f: f, ms.jit])
def test_indices_have_no_direction(wrap):
    place = Tensor(np.array([1, 0], np.int32))
    f = wrap(lambda x, i: (x[i], i + 1))
    _, found = ms.jvp(f, (Tensor(X), place), (Tensor(Y), place))
    agree(arrays(found), (Y[[1, 0]], np.zeros(2, np.int32)))


def test_what_is_written_is_written_once():
    count = ms.Parameter(Tensor(0, ms.int32), name="count")

    def f(x):
        ms.ops.assign_add(count, Tensor(1, ms.int32))
        return x * count

    whole = Tensor(WHOLE)
    out, found = ms.jvp(f, whole, whole)
    agree(arrays((out, found, count)), (WHOLE, WHOLE, np.int32(1)))


def test_directions_of_integers_under_jax():
    @jax.jit
    def step(x):
        return ms.jvp(lambda a: a * a, x, x)[1]

    agree(np.asarray(step(WHOLE)), 2 * WHOLE**2)
