"""Values with the function that pulls gradients back."""

from __future__ import annotations

import numpy as np
import pytest

import msjax as ms
from msjax import Parameter, Tensor, ops
from tests.every_mode import agree, arrays

X, Y = np.array([1.0, 2.0], np.float32), np.array([3.0, 4.0], np.float32)


def square_times(a, b):
    return a * a * b


@pytest.mark.parametrize("wrap", [lambda f: f, ms.jit])
def test_vjp(wrap):
    def both(x, y, g):
        out, pull = ops.vjp(square_times, x, y)
        return out, pull(g), pull(g * 2)

    got = wrap(both)(Tensor(X), Tensor(Y), Tensor(X))
    once = (2 * X * Y * X, X * X * X)
    agree(arrays(got), (X * X * Y, once, tuple(2 * o for o in once)))


def test_vjp_with_weights_and_aux():
    p = Parameter(Tensor(Y), name="p")
    out, pull, aux = ms.vjp(lambda a: (a * p, a), Tensor(X), weights=[p], has_aux=True)
    agree(arrays((out, aux)), (X * Y, X))
    agree(arrays(pull(Tensor(np.ones(2, np.float32)))), ((Y,), (X,)))
    with pytest.raises(RuntimeError, match="same as out of network"):
        pull(Tensor(X), Tensor(X))
    with pytest.raises(ValueError, match="shape should be"):
        pull(Tensor(np.ones(3, np.float32)))
