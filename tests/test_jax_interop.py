"""msjax beside JAX: transformations, configuration, other libraries."""

from __future__ import annotations

import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import msjax as ms
from msjax import Parameter, Tensor, nn, ops


class Scale(nn.Cell):
    def __init__(self):
        super().__init__()
        self.p = Parameter(Tensor([2.0, 3.0]), name="p")

    def construct(self, x):
        return x * self.p


X = Tensor([1.0, 4.0])


def test_configuration_is_untouched():
    Tensor(np.arange(3)) + Tensor(np.ones(3))
    assert jnp.arange(3).dtype == jnp.int32
    assert not jax.config.jax_enable_x64
    assert jax.config.jax_numpy_dtype_promotion == "standard"


@pytest.mark.parametrize(
    "transform",
    [
        lambda f: f,
        jax.jit,
        lambda f: jax.jit(jax.jit(f)),
        lambda f: lambda x: jax.vmap(f)(x),
        lambda f: lambda x: jax.lax.map(f, x),
    ],
)
@pytest.mark.parametrize("dtype", [np.int64, np.float64, np.float32, np.complex128])
def test_64_bit_under_user_transformations(transform, dtype):
    x = Tensor(np.arange(3).astype(dtype))
    got = transform(lambda t: ops.add(ops.mul(t, t), t))(x)
    assert got.dtype == x.dtype
    np.testing.assert_array_equal(got.asnumpy(), np.arange(3).astype(dtype) * np.arange(1, 4))


def test_64_bit_gradients_under_user_transformations():
    x = Tensor(np.array([0.1, 0.2]))
    for f in (jax.grad, lambda g: jax.jit(jax.grad(g))):
        got = f(lambda t: (t * t * t).sum())(x)
        assert got.dtype == ms.float64
        np.testing.assert_allclose(got.asnumpy(), 3 * np.array([0.1, 0.2]) ** 2, rtol=1e-15)


def test_jnp_accepts_tensors_and_tensors_accept_arrays():
    assert float(jnp.sum(X)) == 5.0
    np.testing.assert_array_equal(jnp.where(X > 2, X, 0.0), [0, 4])
    assert (X + jnp.ones(2)).tolist() == (jnp.ones(2) + X).tolist() == [2.0, 5.0]


def test_grad_of_a_cell():
    for transform in (jax.grad, lambda f: jax.jit(jax.grad(f))):
        grads = transform(lambda net, x: net(x).sum())(Scale(), X)
        assert isinstance(grads, Scale)
        np.testing.assert_array_equal(grads.p.asnumpy(), [1, 4])
    value, grads = jax.value_and_grad(lambda net, x: jnp.sum(net(x)))(Scale(), X)
    assert float(value) == 14.0


def test_jit_and_vmap_of_a_cell():
    net = Scale()
    assert jax.jit(net)(X).tolist() == [2.0, 12.0]
    batch = Tensor(np.ones((3, 2), np.float32))
    assert jax.vmap(net)(batch).tolist() == [[2.0, 3.0]] * 3
    assert jax.jit(lambda n, x: n(x))(net, X).tolist() == [2.0, 12.0]


def test_ms_transformations_inside_jax_ones():
    net = Scale()
    slope = ms.grad(lambda x: net(x).sum())
    assert jax.jit(slope)(X).tolist() == [2.0, 3.0]
    assert jax.jit(ms.jit(net))(X).tolist() == [2.0, 12.0]
    inner = jax.vmap(ms.grad(lambda v: v * v * v))
    np.testing.assert_allclose(inner(X).asnumpy(), 3 * np.array([1.0, 16.0]))


def test_jax_transformations_inside_ms_ones():
    f = ms.jit(lambda x: Tensor(jax.grad(lambda a: jnp.sum(a**3))(x.__jax_array__())))
    np.testing.assert_allclose(f(X).asnumpy(), 3 * np.array([1.0, 16.0]))


def test_writing_a_parameter_under_a_bare_jax_transformation_is_refused():
    p = Parameter(Tensor([1.0]), name="p")

    def f(x):
        ops.assign(p, x)
        return x

    with pytest.raises(RuntimeError, match="bare jax"):
        jax.jit(f)(Tensor([2.0]))
    assert p.tolist() == [1.0]


def test_dlpack_both_ways():
    array = jnp.arange(3.0)
    tensor = Tensor(array)
    assert tensor.tolist() == [0.0, 1.0, 2.0]
    np.testing.assert_array_equal(np.from_dlpack(tensor), [0, 1, 2])
    np.testing.assert_array_equal(jnp.from_dlpack(tensor), [0, 1, 2])


def test_tree_functions():
    net = Scale()
    doubled = jax.tree.map(lambda a: a * 2, net)
    assert doubled.p.tolist() == [4.0, 6.0] and net.p.tolist() == [2.0, 3.0]
    assert jax.tree.leaves(X)[0] is X._data
    assert len(jax.tree.leaves(net)) == 1


class _Holder(nn.Cell):
    def __init__(self, kind):
        super().__init__()
        self.w = ms.Parameter(ms.Tensor(3.0), name="w")
        self.f = {
            "jit": lambda: ms.jit(self.scale),
            "partial": lambda: functools.partial(self.scale, k=1.0),
            "lambda": lambda: lambda x: x * self.w,
            "method": lambda: self.scale,
        }[kind]()

    def scale(self, x, k=1.0):
        return x * self.w * k

    def construct(self, x):
        return self.f(x)


@pytest.mark.parametrize("kind", ["jit", "partial", "lambda", "method"])
def test_clones_call_their_own_functions(kind):
    net, x = _Holder(kind), ms.Tensor(2.0)
    assert float(jax.grad(lambda n, x: n(x)._value)(net, x).w) == 2.0
    assert float(jax.tree.map(lambda a: a * 10, net)(x)) == 60.0
    assert float(net(x)) == 6.0


CUBE = np.array([1.0, 2.0, 3.0], np.float32)


@pytest.mark.parametrize("wrap", [lambda f: f, jax.jit])
def test_jacobians_and_hessians_are_tensors(wrap):
    x = Tensor(CUBE)
    for transform in (jax.jacrev, jax.jacfwd):
        got = wrap(transform(lambda t: t * t * t))(x)
        assert type(got) is Tensor
        np.testing.assert_allclose(got.asnumpy(), np.diag(3 * CUBE**2), rtol=1e-6)
    got = wrap(jax.hessian(lambda t: (t * t * t).sum()))(x)
    assert type(got) is Tensor
    np.testing.assert_allclose(got.asnumpy(), np.diag(6 * CUBE), rtol=1e-6)


def test_jacobians_of_containers():
    both = {"a": Tensor(CUBE), "b": Parameter(Tensor(CUBE), name="b")}
    got = jax.jacrev(lambda d: (d["a"] * d["b"], d["a"].sum()))(both)
    np.testing.assert_allclose(got[0]["a"].asnumpy(), np.diag(CUBE))
    np.testing.assert_allclose(got[0]["b"].asnumpy(), np.diag(CUBE))
    assert got[1]["a"].asnumpy().tolist() == [1, 1, 1]
    got = jax.hessian(lambda d: (d["a"] * d["b"]).sum())(both)
    np.testing.assert_allclose(got["a"]["b"].asnumpy(), np.eye(3))
