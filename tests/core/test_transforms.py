"""vmap, jvp, vjp and Jacobians."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import msjax as ms
from msjax import Parameter, Tensor, ops

X, Y = np.array([1.0, 2.0], np.float32), np.array([3.0, 4.0], np.float32)


def square_times(a, b):
    return a * a * b


def check(value, expected):
    if isinstance(expected, tuple):
        assert isinstance(value, tuple) and len(value) == len(expected)
        for v, e in zip(value, expected, strict=True):
            check(v, e)
    else:
        np.testing.assert_allclose(value.asnumpy(), expected, rtol=1e-6)


@pytest.mark.parametrize("wrap", [lambda f: f, ms.jit])
class TestJacobians:
    def test_forward_and_reverse(self, wrap):
        for transform in (ms.jacfwd, ms.jacrev):
            got = wrap(transform(square_times, (0, 1)))(Tensor(X), Tensor(Y))
            check(got, (np.diag(2 * X * Y), np.diag(X * X)))
            check(wrap(transform(square_times, (1,)))(Tensor(X), Tensor(Y)), np.diag(X * X))

    def test_several_outputs_and_aux(self, wrap):
        two = wrap(ms.jacfwd(lambda a: (a, a * 2)))(Tensor(X))
        check(two, (np.eye(2), 2 * np.eye(2)))
        check(wrap(ms.jacrev(lambda a: (a * a, a), has_aux=True))(Tensor(X)), (np.diag(2 * X), X))

    def test_hessian(self, wrap):
        def f(x):
            return (ops.exp(x) * x.sum()).sum()

        def raw(x):
            return (jnp.exp(x) * x.sum()).sum()

        for hessian in (ms.jacfwd(ms.jacrev(f)), ms.jacrev(ms.jacrev(f)), ms.jacrev(ms.grad(f))):
            check(wrap(hessian)(Tensor(X)), np.asarray(jax.hessian(raw)(X)))

    def test_rectangular(self, wrap):
        m = np.arange(6, dtype=np.float32).reshape(2, 3)
        for transform in (ms.jacfwd, ms.jacrev):
            got = wrap(transform(ops.matmul, (0, 1)))(Tensor(m), Tensor(np.ones(3, np.float32)))
            want = jax.jacfwd(jnp.matmul, (0, 1))(m, np.ones(3, np.float32))
            check(got, tuple(np.asarray(w) for w in want))


def test_jvp():
    check(
        ms.jvp(lambda a, b: a * b, (Tensor(X), Tensor(Y)), (Tensor(X), Tensor(Y))),
        (X * Y, 2 * X * Y),
    )
    check(ms.jvp(lambda a: a * a, Tensor(X), Tensor(X)), (X * X, 2 * X * X))
    out = ms.jvp(lambda a: (a, a * 2), Tensor(X), Tensor(X))
    check(out, ((X, 2 * X), (X, 2 * X)))
    aux = ms.jvp(lambda a: (a * a, a), Tensor(X), Tensor(X), has_aux=True)
    check(aux, (X * X, 2 * X * X, X))
    with pytest.raises(ValueError, match="invalid length"):
        ms.jvp(lambda a, b: a, (Tensor(X), Tensor(Y)), (Tensor(X),))


@pytest.mark.parametrize("wrap", [lambda f: f, ms.jit])
def test_vjp(wrap):
    def both(x, y, g):
        out, pull = ops.vjp(square_times, x, y)
        return out, pull(g), pull(g * 2)

    got = wrap(both)(Tensor(X), Tensor(Y), Tensor(X))
    once = (2 * X * Y * X, X * X * X)
    check(got, (X * X * Y, once, tuple(2 * o for o in once)))


def test_vjp_with_weights_and_aux():
    p = Parameter(Tensor(Y), name="p")
    out, pull, aux = ms.vjp(lambda a: (a * p, a), Tensor(X), weights=[p], has_aux=True)
    check((out, aux), (X * Y, X))
    check(pull(Tensor(np.ones(2, np.float32))), ((Y,), (X,)))
    with pytest.raises(RuntimeError, match="same as out of network"):
        pull(Tensor(X), Tensor(X))
    with pytest.raises(ValueError, match="shape should be"):
        pull(Tensor(np.ones(3, np.float32)))


@pytest.mark.parametrize("wrap", [lambda f: f, ms.jit])
class TestVmap:
    def test_axes(self, wrap):
        def mul(a, b):
            return a * b

        m = np.arange(6, dtype=np.float32).reshape(2, 3)
        check(wrap(ms.vmap(mul, (0, None)))(Tensor(X), Tensor(Y)), np.outer(X, Y))
        check(wrap(ms.vmap(mul, (0, None)))(Tensor(X), 3.0), X * 3)
        check(wrap(ms.vmap(lambda a: a, -1, 0))(Tensor(m)), m.T)
        check(wrap(ms.vmap(lambda a: a, 0, 1))(Tensor(m)), m.T)
        check(
            wrap(ms.vmap(lambda t: (t[0] + t[1], t[0]), ((0, 1),), (0, 1)))(
                (Tensor(m), Tensor(m.T))
            ),
            (2 * m, m.T),
        )

    def test_nested_with_gradients(self, wrap):
        m = np.arange(6, dtype=np.float32).reshape(2, 3)
        per_example = ms.vmap(ms.grad(lambda v: (v * v * v).sum()))
        check(wrap(per_example)(Tensor(m)), 3 * m * m)
        check(wrap(ms.vmap(ms.vmap(lambda v: v * 2)))(Tensor(m)), 2 * m)
        outer = ms.grad(lambda x: ms.vmap(lambda v: v * v)(x).sum())
        check(wrap(outer)(Tensor(m)), 2 * m)

    def test_cells(self, wrap):
        net = ms.nn.Dense(3, 2)
        m = np.arange(6, dtype=np.float32).reshape(2, 1, 3)
        check(wrap(ms.vmap(net))(Tensor(m)), net(Tensor(m)).asnumpy())


VMAP_ERRORS = [
    (lambda: ms.vmap(lambda a: a, 1)(Tensor(X)), "out of bounds"),
    (lambda: ms.vmap(lambda a, b: a, (0,))(Tensor(X), Tensor(Y)), "size must be equal"),
    (lambda: ms.vmap(lambda a: (a, a), 0, (0, None))(Tensor(X)), "dst is None"),
    (lambda: ms.vmap(lambda a: a, None)(Tensor(X)), "single None"),
    (lambda: ms.vmap(lambda a, b: a, 0)(Tensor(X), Tensor(np.ones(3))), "should be equal, but got"),
]


@pytest.mark.parametrize("call,text", VMAP_ERRORS)
def test_vmap_errors(call, text):
    with pytest.raises(RuntimeError, match=text):
        call()
