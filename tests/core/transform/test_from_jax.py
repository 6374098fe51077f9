"""JAX functions among operations: recorded where they are wrapped, refused where they are not."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import msjax as ms
from msjax import Parameter, Tensor, ops

X = np.array([0.5, -1.0, 2.0], np.float32)
MODES = ["eager", "jit", "graph"]


def derivative(mode, function, *args):
    if mode == "graph":
        ms.set_context(mode=ms.GRAPH_MODE)
    found = ms.grad(function)
    try:
        return (ms.jit(found) if mode == "jit" else found)(*args)
    finally:
        ms.set_context(mode=ms.PYNATIVE_MODE)


def scanned(x):
    return jax.lax.scan(lambda carry, e: (carry + e, carry * e), x[0], x)[1]


WRAPPED = {
    "jnp": (jnp.exp, lambda x: np.exp(x)),
    "jitted": (jax.jit(lambda x: jnp.sin(x) * x), lambda x: np.cos(x) * x + np.sin(x)),
    "custom_vjp": (jax.nn.relu, lambda x: (x > 0).astype(np.float32)),
    "checkpoint": (jax.checkpoint(lambda x: x**3), lambda x: 3 * x * x),
    "vmap": (jax.vmap(lambda e: e * e), lambda x: 2 * x),
    "branches": (lambda x: x * 2 if x.shape == (3,) else x, lambda x: 0 * x + 2),
}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", WRAPPED)
def test_gradients_flow_through(name, mode):
    function, slope = WRAPPED[name]
    taken = ms.from_jax(function)
    got = derivative(mode, lambda x: ops.sum(taken(ops.mul(x, 1.0)) * 2), Tensor(X))
    np.testing.assert_allclose(got.asnumpy(), 2 * slope(X), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("mode", MODES)
def test_structures_keywords_and_weights(mode):
    w = Parameter(Tensor([2.0, 3.0, 4.0]), name="w")

    @ms.from_jax
    def affine(x, *, parts):
        return {"out": x * parts["w"] + parts["b"][0], "unused": x}

    def f(x):
        return affine(x, parts={"w": w, "b": [jnp.ones(3)]})["out"].sum()

    assert affine.__name__ == "affine"
    if mode == "graph":
        ms.set_context(mode=ms.GRAPH_MODE)
    found = ms.grad(f, 0, [w])
    found = (ms.jit(found) if mode == "jit" else found)(Tensor(X))
    ms.set_context(mode=ms.PYNATIVE_MODE)
    assert found[0].tolist() == [2.0, 3.0, 4.0]
    assert found[1][0].tolist() == X.tolist()


def test_second_gradients_forward_mode_rows_and_leaves():
    cube = ms.from_jax(lambda x: x**3)
    second = ms.grad(lambda x: ms.grad(lambda y: cube(y).sum())(x).sum())(Tensor(X))
    np.testing.assert_allclose(second.asnumpy(), 6 * X, rtol=1e-6)
    tangent = ms.jvp(cube, (Tensor(X),), (ops.ones(3),))[1]
    np.testing.assert_allclose(tangent.asnumpy(), 3 * X * X, rtol=1e-6)
    assert ms.vmap(cube)(Tensor([[1.0], [2.0]])).tolist() == [[1.0], [8.0]]
    leaf = Tensor([1.0, 2.0]).requires_grad_()
    cube(leaf * 2).sum().backward()
    assert leaf.grad.tolist() == [24.0, 96.0]
    assert cube(Tensor(np.ones(2))).dtype == ms.float64


REFUSED = {
    "ufunc": jnp.tanh,
    "numbers": lambda x: jnp.add(x, 1),
    "jit": jax.jit(lambda x: x * x),
    "checkpoint": jax.checkpoint(lambda x: x * x),
    "vmap": jax.vmap(lambda x: x * x),
    "scan": scanned,
    "tree": lambda x: jax.tree.map(lambda e: e * 2, [x])[0],
    "asarray": jnp.asarray,
}


@pytest.mark.parametrize("name", REFUSED)
def test_an_unwrapped_function_is_refused_in_eager_gradients_only(name):
    function = REFUSED[name]
    w = Parameter(Tensor(X), name="w")
    with pytest.raises(RuntimeError, match=r"msjax\.from_jax"):
        derivative("eager", lambda x: ops.sum(function(x)), Tensor(X))
    with pytest.raises(RuntimeError, match=r"msjax\.from_jax"):
        ms.grad(lambda x: ops.sum(x * function(w)), None, [w])(Tensor(X))
    for mode in ("jit", "graph"):
        assert np.abs(derivative(mode, lambda x: ops.sum(function(x)), Tensor(X)).asnumpy()).sum()
    stopped = derivative("eager", lambda x: ops.sum(x * function(ops.stop_gradient(x))), Tensor(X))
    np.testing.assert_allclose(stopped.asnumpy(), np.asarray(function(jnp.asarray(X))), rtol=1e-6)


def test_leaves_outside_of_gradients_may_be_looked_at():
    leaf = Parameter(Tensor([1.0, 2.0]), name="p").requires_grad_()
    assert jax.tree.leaves([leaf])[0].tolist() == [1.0, 2.0]
    assert float(jnp.sum(leaf)) == 3.0
    with pytest.raises(RuntimeError, match=r"msjax\.from_jax"):
        jnp.sum(leaf * 2)


def test_what_cannot_be_called_is_refused():
    with pytest.raises(TypeError, match="'function' must be callable, but got int"):
        ms.from_jax(3)
