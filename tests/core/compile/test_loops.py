"""Loops of an unknown number of steps: values, and gradients against unrolled loops."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import msjax as ms
from msjax import Parameter, Tensor, nn, ops
from msjax._core.compile import loops


def unrolled(x, w, steps):
    for _ in range(steps):
        x = jnp.tanh(x * w + 0.1)
    return x


def looped(x, w, steps):
    def advance(state):
        return [state[0] + 1, jnp.tanh(state[1] * w + 0.1)]

    return loops.while_loop(lambda s: s[0] < steps, advance, [np.int32(0), x])[1]


@pytest.mark.thin(6)
@pytest.mark.parametrize("slots", [2, 3, 64])
@pytest.mark.parametrize("steps", [0, 1, 2, 3, 4, 5, 9, 17])
def test_gradients_of_any_number_of_steps(monkeypatch, slots, steps):
    monkeypatch.setattr(loops, "_SLOTS", slots)
    x, w = jnp.array([0.3, -0.7]), jnp.array([1.1, 0.9])
    value, pull = jax.vjp(lambda x, w: looped(x, w, steps), x, w)
    want, back = jax.vjp(lambda x, w: unrolled(x, w, steps), x, w)
    np.testing.assert_allclose(value, want, rtol=1e-6)
    for got, expected in zip(pull(jnp.ones(2)), back(jnp.ones(2)), strict=True):
        np.testing.assert_allclose(got, expected, rtol=1e-5, atol=1e-7)


@pytest.mark.sweep
@pytest.mark.parametrize("steps", [63, 64, 65, 4095, 4096, 4097])
def test_gradients_of_many_steps(steps):
    x, w = jnp.array([0.3, -0.7]), jnp.array([1.01, 0.99])

    def scanned(x, w):
        step = lambda c, _: (jnp.tanh(c * w + 0.1), None)  # noqa: E731
        return jax.lax.scan(step, x, None, length=steps)[0].sum()

    got = jax.jit(jax.grad(lambda x, w: looped(x, w, steps).sum(), (0, 1)))(x, w)
    for g, e in zip(got, jax.grad(scanned, (0, 1))(x, w), strict=True):
        np.testing.assert_allclose(g, e, rtol=1e-4, atol=1e-7)


def test_few_states_are_kept_of_large_ones():
    assert loops._slots([np.zeros((1 << 22,), np.float32)]) == 8
    assert loops._slots([np.zeros((), np.float32)]) == 64


def test_shapes_that_change_are_refused():
    with pytest.raises(TypeError, match="a loop changes shapes or dtypes"):
        loops.while_loop(lambda s: s[0].sum() < 3, lambda s: [s[0][:1]], [jnp.ones(2)])


# -- the operations -------------------------------------------------------------------------------


def newton(x):
    """The square root by steps until they are small."""
    keep = lambda s: ops.abs(s * s - x).max() > 1e-4  # noqa: E731
    return ops.WhileLoop()(keep, lambda s: 0.5 * (s + x / s), x * 0 + 1)


def powers(x):
    return ops.ForiLoop()(0, Tensor(4), lambda i, v: v * x + i * 1.0, x, False)


class Recurrent(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = Parameter(Tensor(np.array([0.9, -1.2], np.float32)), name="w")

    def construct(self, x):
        state = (Tensor(0), x)
        step = lambda s: (s[0] + 1, ops.tanh(s[1] * self.w + 0.1))  # noqa: E731
        return ops.WhileLoop()(lambda s: s[0] < 5, step, state)[1]


X = np.array([2.0, 3.0], np.float32)


@pytest.mark.parametrize("program", [newton, powers], ids=lambda p: p.__name__)
def test_reverse_mode_of_operations(program):
    def loss(x):
        return (program(x) * Tensor(np.array([1.0, 2.0], np.float32))).sum()

    want = ms.grad(loss)(Tensor(X)).asnumpy()
    for compiled in (ms.jit(ms.grad(loss)), ms.grad(ms.jit(loss))):
        for _ in range(2):
            np.testing.assert_allclose(compiled(Tensor(X)).asnumpy(), want, rtol=2e-4)
    direction = Tensor(np.array([1.0, 0.0], np.float32))
    _, slope = ms.jvp(ms.jit(loss), Tensor(X), direction)
    np.testing.assert_allclose(slope.asnumpy(), want[0], rtol=2e-4)


def test_reverse_mode_by_weights_that_the_loop_reads():
    net = Recurrent()
    loss = lambda x: net(x).sum()  # noqa: E731
    pull = ms.value_and_grad(loss, 0, [net.w])
    want, (by_x, by_w) = pull(Tensor(X))
    got, (x, w) = ms.jit(pull)(Tensor(X))
    for g, e in ((got, want), (x, by_x), (w[0], by_w[0])):
        np.testing.assert_allclose(g.asnumpy(), e.asnumpy(), rtol=1e-5)


@pytest.mark.runs_eagerly
def test_a_second_derivative_of_a_loop_runs_eagerly():
    twice = ms.grad(lambda x: ms.grad(lambda v: newton(v).sum())(x).sum())
    want = twice(Tensor(X)).asnumpy()
    np.testing.assert_allclose(ms.jit(twice)(Tensor(X)).asnumpy(), want, rtol=1e-4)


def reading(x, n):
    """A gradient next to a loop that only the direction goes through."""

    def inner(v):
        y, k = x, 0
        while k < n:
            y = y * 1.3 + ops.sin(y)
            k += 1
        z, k = v, 0
        while k < n:
            z = z * y * 0.5
            k += 1
        return (v * z).sum()

    return ms.grad(inner)(x * 2)


@pytest.mark.parametrize(
    "program",
    [lambda x, n: ms.grad(lambda v: (newton(v) * v).sum())(x), reading],
    ids=["ops.WhileLoop", "while"],
)
def test_forward_derivatives_of_gradients_of_loops(program):
    along = lambda x, v: ms.jvp(lambda a: program(a, Tensor(3)), x, v)  # noqa: E731
    x, v, step = X, np.array([0.5, -1.0], np.float32), 1e-2
    value, slope = ms.jit(along, fullgraph=True)(Tensor(x), Tensor(v))
    np.testing.assert_allclose(value.asnumpy(), program(Tensor(x), Tensor(3)).asnumpy(), rtol=1e-5)
    there, back = (program(Tensor(x + s * v), Tensor(3)).asnumpy() for s in (step, -step))
    np.testing.assert_allclose(slope.asnumpy(), (there - back) / (2 * step), rtol=1e-2)
    np.testing.assert_allclose(along(Tensor(x), Tensor(v))[1].asnumpy(), slope.asnumpy(), rtol=1e-4)
