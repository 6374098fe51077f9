"""Half types: results are rounded once, and gradients of what is broadcast add up in float32."""

from __future__ import annotations

import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, mint, nn, ops

RNG = np.random.default_rng(0)
X = (RNG.standard_normal((40, 50)) * 2).astype(np.float16)
POSITIVE = np.abs(X) + np.float16(0.1)

# Along with MindSpore's CPU kernels, which compute these in float32.
ONCE = {
    "hardsigmoid": ops.hardsigmoid,
    "hardswish": ops.hardswish,
    "HSigmoid": nn.HSigmoid(),
    "softsign": ops.softsign,
    "softplus": ops.softplus,
    "Softplus": ops.Softplus(),
    "mish": ops.mish,
    "elu": ops.elu,
    "celu": lambda x: ops.celu(x, 0.7),
    "fast_gelu": ops.fast_gelu,
    "softshrink": lambda x: ops.softshrink(x, 0.3),
    "tan": ops.tan,
    "asinh": ops.asinh,
    "lerp": lambda x: ops.lerp(x, x[:1], 0.3),
    "mint.softplus": mint.nn.functional.softplus,
    "mint.elu": mint.nn.functional.elu,
}


@pytest.mark.parametrize("name", ONCE)
def test_rounded_once(name):
    function = ONCE[name]
    for compiled in (lambda f: f, ms.jit):
        found = compiled(function)(Tensor(X))
        exact = function(Tensor(X.astype(np.float32))).asnumpy().astype(np.float16)
        assert found.dtype == ms.float16
        assert (found.asnumpy() == exact).all()


QUOTIENTS = {
    "x / 3": lambda x, y: x / 3,
    "x / y[0, 0]": lambda x, y: x / y[0, 0],
    "x / y[:1]": lambda x, y: x / y[:1],
    "x / y[:, :1]": lambda x, y: x / y[:, :1],
    "ops.div": lambda x, y: ops.div(x, y[:1]),
    "ops.RealDiv": lambda x, y: ops.RealDiv()(x, y[:1]),
    "ops.DivNoNan": lambda x, y: ops.DivNoNan()(x, y[:1]),
    "mint.div": lambda x, y: mint.div(x, y[:1]),
    "numpy.divide": lambda x, y: ms.numpy.divide(x, y[:1]),
}
DIVISORS = {"x / 3": 3, "x / y[0, 0]": POSITIVE[0, 0], "x / y[:, :1]": POSITIVE[:, :1]}


@pytest.mark.parametrize("name", QUOTIENTS)
def test_quotients_by_what_is_broadcast(name):
    exact = X.astype(np.float64) / DIVISORS.get(name, POSITIVE[:1])
    for compiled in (lambda f: f, ms.jit):
        found = compiled(QUOTIENTS[name])(Tensor(X), Tensor(POSITIVE))
        assert (found.asnumpy() == exact.astype(np.float16)).all()


MANY = np.full((5000, 3), 0.7, np.float16)

# A function of `b`, the shape of `b`, the gradient by each of its elements; float16(0.7) is 0.7002.
SUMS = {
    "x * b": ((3,), 3501),
    "x + b * x": ((), 10503),
    "x - x * b": ((3,), -3501),
    "x / b": ((), -10503),
    "ops.mul(x, b)": ((1, 3), 3501),
    "ops.broadcast_to(b, (5000, 3)) * x": ((3,), 3501),
    "ops.maximum(x, b)": ((), 15000),
    "ops.where(x > 0, b, x)": ((), 15000),
    "ops.pow(b, x)": ((), 10503),
    "ms.numpy.multiply(x, b)": ((3,), 3501),
}


@pytest.mark.parametrize("text", SUMS)
@pytest.mark.parametrize("dtype", [ms.float16, ms.bfloat16], ids=str)
def test_gradients_of_what_is_broadcast(text, dtype):
    shape, each = SUMS[text]
    x = Tensor(MANY).astype(dtype)

    def function(b):
        return eval(text, {"ms": ms, "ops": ops, "x": x, "b": b})

    for compiled in (lambda f: f, ms.jit):
        slope = compiled(ms.grad(function))(ops.ones(shape, dtype))
        assert (slope.dtype, slope.shape) == (dtype, shape)
        near = 1e-3 if dtype == ms.float16 else 8e-3
        assert np.allclose(slope.astype(ms.float32).asnumpy(), each, rtol=near)


def test_gradients_through_mean_and_deviation_cancel():
    slope = ms.grad(lambda x: (x - x.mean()) / x.std())(Tensor(X))
    assert abs(slope.asnumpy()).max() == 0
