"""Jacobians by columns and by rows."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, ops
from tests.every_mode import agree, arrays

X, Y = np.array([1.0, 2.0], np.float32), np.array([3.0, 4.0], np.float32)


def square_times(a, b):
    return a * a * b


@pytest.mark.parametrize("wrap", [lambda f: f, ms.jit])
class TestJacobians:
    def test_forward_and_reverse(self, wrap):
        for transform in (ms.jacfwd, ms.jacrev):
            got = wrap(transform(square_times, (0, 1)))(Tensor(X), Tensor(Y))
            agree(arrays(got), (np.diag(2 * X * Y), np.diag(X * X)))
            agree(arrays(wrap(transform(square_times, (1,)))(Tensor(X), Tensor(Y))), np.diag(X * X))

    def test_several_outputs_and_aux(self, wrap):
        two = wrap(ms.jacfwd(lambda a: (a, a * 2)))(Tensor(X))
        agree(arrays(two), (np.eye(2), 2 * np.eye(2)))
        agree(
            arrays(wrap(ms.jacrev(lambda a: (a * a, a), has_aux=True))(Tensor(X))),
            (np.diag(2 * X), X),
        )

    def test_hessian(self, wrap):
        def f(x):
            return (ops.exp(x) * x.sum()).sum()

        def raw(x):
            return (jnp.exp(x) * x.sum()).sum()

        for hessian in (ms.jacfwd(ms.jacrev(f)), ms.jacrev(ms.jacrev(f)), ms.jacrev(ms.grad(f))):
            agree(arrays(wrap(hessian)(Tensor(X))), np.asarray(jax.hessian(raw)(X)))

    def test_rectangular(self, wrap):
        m = np.arange(6, dtype=np.float32).reshape(2, 3)
        for transform in (ms.jacfwd, ms.jacrev):
            got = wrap(transform(ops.matmul, (0, 1)))(Tensor(m), Tensor(np.ones(3, np.float32)))
            want = jax.jacfwd(jnp.matmul, (0, 1))(m, np.ones(3, np.float32))
            agree(arrays(got), tuple(np.asarray(w) for w in want))


def test_integer_outputs_have_zeros_of_their_dtype():
    x = Tensor(np.array([1.0, 2.0], np.float32))
    smooth, whole = ms.jacfwd(lambda a: (a * 2, a.astype(ms.int32)))(x)
    assert (smooth.dtype, whole.dtype) == (ms.float32, ms.int32)
    assert whole.shape == (2, 2) and not whole.asnumpy().any()


@pytest.mark.parametrize("wrap", [lambda f: f, ms.jit])
def test_jacobians_by_integers_are_those_of_floats(wrap):
    whole = Tensor(np.array([1, 2], np.int32))
    rows = wrap(ms.jacrev(lambda x: x.astype(ms.float32) * 3))(whole)
    agree(arrays(rows), np.diag([3, 3]).astype(np.int32))
    columns = wrap(ms.jacfwd(lambda x: x.astype(ms.float32) * 3))(whole)
    agree(arrays(columns), np.diag([3, 3]).astype(np.int32))
    both = wrap(ms.jacrev(lambda x, n: x * n, (0, 1)))(Tensor(X), whole)
    agree(arrays(both), (np.diag([1.0, 2.0]).astype(np.float32), np.diag([1, 2]).astype(np.int32)))


def test_columns_have_the_dtype_of_the_output():
    found = ms.jacfwd(lambda x: (x > 1, x.argmax(), x * 2))(Tensor(X))
    wanted = np.zeros((2, 2), bool), np.zeros(2, np.int64), 2 * np.eye(2, dtype=np.float32)
    agree(arrays(found), wanted)
