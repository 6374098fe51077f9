"""No operation narrows Float64 or Int64 on the way, and half precision keeps large arguments."""

from __future__ import annotations

import math

import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, ops

X = np.array([[-1.3, 0.2, 0.7], [2.1, -0.4, 1 / 3]])
IMAGE = np.arange(35, dtype=np.float64).reshape(1, 5, 7) ** 1.3 / 7
BIG = 9_007_199_254_740_993  # no float64 holds it
ERF = np.vectorize(math.erf)


def image_means(a, rows, columns):
    """Adaptive average pooling, window by window."""
    ends = [
        [(i * n // m, -(-(i + 1) * n // m)) for i in range(m)]
        for n, m in zip(a.shape[-2:], (rows, columns), strict=True)
    ]
    return np.array([[[a[0, b:e, c:f].mean() for c, f in ends[1]] for b, e in ends[0]]])


def resized(a, size):
    """Linear resizing of the last dimension, corners staying in place."""
    where = np.arange(size) * ((a.shape[-1] - 1) / (size - 1))
    low = np.minimum(where.astype(int), a.shape[-1] - 2)
    return a[..., low] * (low + 1 - where) + a[..., low + 1] * (where - low)


TANH = math.sqrt(2 / math.pi)
FLOAT64 = {
    "gelu": (lambda x: ops.gelu(x), X * (1 + ERF(X / math.sqrt(2))) / 2),
    "gelu tanh": (
        lambda x: ops.gelu(x, "tanh"),
        X * (1 + np.tanh(TANH * (X + 0.044715 * X**3))) / 2,
    ),
    "norm of order 3": (lambda x: ops.norm(x, 3, 1), (np.abs(X) ** 3).sum(1) ** (1 / 3)),
    "dist of order 3": (
        lambda x: ops.dist(x, x * 0, 3),
        (np.abs(X) ** 3).sum() ** (1 / 3),
    ),
    "pad with 0.1": (
        lambda x: ops.pad(x, (1, 2), value=0.1),
        np.pad(X, ((0, 0), (1, 2)), constant_values=0.1),
    ),
    "pad and cut": (lambda x: ops.pad(x, (-1, 1)), np.pad(X[:, 1:], ((0, 0), (0, 1)))),
    "linear resizing": (
        lambda x: ops.interpolate(x[None], 7, mode="linear", align_corners=True)[0],
        resized(X, 7),
    ),
}


@pytest.mark.parametrize("name", FLOAT64)
def test_float64(name):
    function, want = FLOAT64[name]
    got = function(Tensor(X))
    assert got.dtype == ms.float64
    np.testing.assert_allclose(got.asnumpy(), want, rtol=1e-14, atol=1e-16)


def test_float64_adaptive_pooling():
    got = ops.adaptive_avg_pool2d(Tensor(IMAGE), (3, 4)).asnumpy()
    np.testing.assert_allclose(got, image_means(IMAGE, 3, 4), rtol=1e-14)


def test_float64_fractional_pooling():
    x = Tensor(np.arange(20.0).reshape(1, 1, 4, 5) / 3)
    samples = Tensor(np.full((1, 1, 2), 0.5, np.float32))
    out, index = ops.fractional_max_pool2d(
        x, 2, (2, 2), return_indices=True, _random_samples=samples
    )
    np.testing.assert_array_equal(out.asnumpy(), index.asnumpy() / 3)


def test_incomplete_beta_is_differentiated_by_its_bound():
    a, b, x = (Tensor(np.array(v)) for v in ([0.5, 2.0], [1.5, 0.7], [0.3, 0.6]))
    by = ms.grad(lambda a, b, x: ops.Betainc()(a, b, x).sum(), (0, 1, 2))(a, b, x)
    assert not by[0].asnumpy().any() and not by[1].asnumpy().any()
    step = 1e-6
    values = [ops.Betainc()(a, b, Tensor(x.asnumpy() + s)).asnumpy() for s in (-step, step)]
    np.testing.assert_allclose(by[2].asnumpy(), (values[1] - values[0]) / 2 / step, rtol=1e-7)


@pytest.mark.parametrize("dtype", [np.int32, np.int64])
def test_quotients_of_integers_are_rounded_once(dtype):
    rng = np.random.default_rng(0)
    a, b = rng.integers(-(2**30), 2**30, 200), rng.integers(1, 2**28, 200)
    want = (a / b).astype(np.float32)
    for got in (Tensor(a.astype(dtype)) / Tensor(b.astype(dtype)), ops.div(Tensor(a), Tensor(b))):
        assert got.dtype == ms.float32
        np.testing.assert_array_equal(got.asnumpy(), want)


INT64 = {
    "hardswish": (ops.hardswish, BIG),
    "abs": (lambda x: ops.abs(-x), BIG),
    "relu": (ops.relu, BIG),
    "maximum": (lambda x: ops.maximum(x, BIG - 1), BIG),
    "clamp": (lambda x: ops.clamp(x, 0, BIG - 2), BIG - 2),
    "sum": (lambda x: x.sum(), BIG),
    "masked_fill": (lambda x: ops.masked_fill(x, x > 0, BIG - 2), BIG - 2),
    "floor_mod": (lambda x: ops.floor_mod(x, 7), BIG % 7),
    "pow": (lambda x: ops.pow(x, 1), BIG),
    "full_like": (lambda x: ops.full_like(x, BIG), BIG),
    "tensor_scatter_add": (
        lambda x: ops.tensor_scatter_add(x, Tensor([[0]]), Tensor([1])),
        BIG + 1,
    ),
}


@pytest.mark.parametrize("name", INT64)
def test_int64(name):
    function, want = INT64[name]
    got = function(Tensor([BIG]))
    assert got.dtype == ms.int64 and got.asnumpy().reshape(()).item() == want


def result_dtypes(*rows):
    return [(name, dtype, want) for name, dtypes in rows for dtype, want in dtypes.items()]


F16, BF16, F32, F64 = ms.float16, ms.bfloat16, ms.float32, ms.float64
WHOLE = {F16: F16, BF16: F32, F32: F32, F64: F32}
SINGLE = {F16: F32, BF16: F32, F32: F32, F64: F32}
DTYPES = {
    "trapz": lambda x: ops.trapz(x),
    "trapz x": lambda x: ops.trapz(x, x),
    "cov": lambda x: ops.cov(x),
    "combinations": lambda x: ops.combinations(x[0], 5),
    "norm 2": lambda x: ops.norm(x, 2, (0, 1)),
    "norm nuc": lambda x: ops.norm(x, "nuc"),
    "matrix_norm 2": lambda x: ops.matrix_norm(x, 2),
    "cond": lambda x: ops.cond(x),
    "cond 1": lambda x: ops.cond(x, 1),
    "randn_like": lambda x: ops.randn_like(x),
    "cauchy": lambda x: x.cauchy(),
}


@pytest.mark.parametrize(
    ("name", "dtype", "want"),
    result_dtypes(
        ("trapz", WHOLE),
        ("trapz x", SINGLE),
        ("cov", {F16: F32, F64: F64}),
        ("combinations", SINGLE),
        ("norm 2", SINGLE),
        ("norm nuc", SINGLE),
        ("matrix_norm 2", SINGLE),
        ("cond", {F32: F32, F64: F32}),
        ("cond 1", {F32: F32, F64: F64}),
        ("randn_like", SINGLE),
        ("cauchy", {F16: F16, F64: F64, ms.int8: ms.int8}),
    ),
)
def test_result_dtypes_are_mindspores(name, dtype, want):
    x = Tensor([[2.0, 1.0], [1.0, 3.0]], ms.float32).astype(dtype)
    assert DTYPES[name](x).dtype == want


def test_half_precision_keeps_large_arguments():
    x = Tensor([[1e4, -1e4, 0.0], [1e4, 9e3, 1e4]], ms.float16)
    wide = x.astype(ms.float32)
    labels = Tensor([0, 1], ms.int32)
    for function in (
        lambda x: ops.logsumexp(x, 1),
        ops.softplus,
        lambda x: ops.norm(x, dim=1),
        lambda x: ops.norm(x, 3, 1),
        lambda x: ops.std(x, 1),
        lambda x: ops.cosine_similarity(x, x),
        lambda x: ops.cross_entropy(x, labels),
        ops.mish,
        lambda x: ops.gelu(x, "tanh"),
        lambda x: ops.clip_by_norm(x, 5.0),
        lambda x: ops.cov(x) / 1e8,
    ):
        got = function(x).astype(ms.float32).asnumpy()
        np.testing.assert_allclose(got, function(wide).asnumpy(), rtol=1e-2, atol=1e-2)


def test_families_of_dtypes():
    assert ops.zeros((2,), ms.int_).dtype == ms.int32
    assert ops.cast(Tensor([1.5]), ms.int_).dtype == ms.int32
    assert ops.ones((2,), ms.float_).dtype == ms.float32
    for make in (lambda: ops.zeros((2,), ms.uint), lambda: ops.cast(Tensor([1.5]), ms.uint)):
        with pytest.raises(RuntimeError, match="Not support the type: uint"):
            make()
    for family in (ms.int_, ms.uint, ms.float_):
        with pytest.raises(KeyError):
            ms.dtype_to_nptype(family)
        with pytest.raises(TypeError):
            Tensor([1], family)
    with pytest.raises(KeyError):
        ms.dtype_to_pytype(ms.uint)
    assert ms.dtype_to_pytype(ms.int_) is int and ms.dtype_to_pytype(ms.float_) is float
