"""Rarely used operations without a CPU kernel in MindSpore, against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, ops

RNG = np.random.default_rng(7)
X, Y = (RNG.standard_normal((2, 3)).astype(np.float32) for _ in range(2))
V, W = (RNG.standard_normal(3).astype(np.float32) for _ in range(2))
IMAGE = RNG.standard_normal((1, 2, 4, 4)).astype(np.float32)
KERNEL = RNG.standard_normal((1, 2, 2, 2)).astype(np.float32)
LOWEST = np.finfo(np.float32).min


def t(x: np.ndarray) -> Tensor:
    return Tensor(np.asarray(x))


def i32(*values: int) -> Tensor:
    return Tensor(np.array(values, np.int32))


def at(x: np.ndarray, places: tuple, values: np.ndarray, add: bool = False) -> np.ndarray:
    out = x.copy()
    if add:
        np.add.at(out, places, values)
    else:
        out[places] = values
    return out


def normalised(x: np.ndarray) -> np.ndarray:
    x = x.astype(np.float64)
    return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5)


def rms(x: np.ndarray) -> np.ndarray:
    return x / np.sqrt((x.astype(np.float64) ** 2).mean(-1, keepdims=True) + 1e-6)


def depthwise(x: np.ndarray, kernel: np.ndarray) -> np.ndarray:
    rows = [
        [(x[..., i : i + 2, j : j + 2] * kernel).sum((2, 3)) for j in range(3)] for i in range(3)
    ]
    return np.moveaxis(np.array(rows), (0, 1), (2, 3))


def spread(x: np.ndarray, kernel: np.ndarray) -> np.ndarray:
    """Transposed convolution of (1, 2, 4, 4) by (2, 1, 2, 2)."""
    out = np.zeros((1, 1, 5, 5))
    for c, i, j in np.ndindex(2, 4, 4):
        out[0, 0, i : i + 2, j : j + 2] += x[0, c, i, j] * kernel[c, 0]
    return out


def triplets(a: np.ndarray, p: np.ndarray, n: np.ndarray) -> float:
    def far(x: np.ndarray, y: np.ndarray) -> np.ndarray:
        return (np.abs(x.astype(np.float64) - y + 1e-6) ** 2).sum(-1) ** 0.5

    return np.maximum(far(a, p) - far(a, n) + 1, 0).mean()


CASES = {
    "LerpScalar": (lambda: ops.LerpScalar()(t(X), t(Y), 0.3), X + 0.3 * (Y - X)),
    "AccumulateNV2": (lambda: ops.AccumulateNV2()([t(X), t(Y), t(X)]), 2 * X + Y),
    "GatherV2": (lambda: ops.GatherV2()(t(X), i32(2, 0), 1), X[:, [2, 0]]),
    "RmsNorm": (lambda: ops.RmsNorm()(t(X), t(V))[0], rms(X) * V),
    "add_layer_norm": (
        lambda: ops.add_layer_norm(t(X), t(Y), t(V), t(W))[0],
        normalised(X + Y) * V + W,
    ),
    "add_layer_norm sum": (
        lambda: ops.add_layer_norm(t(X), t(Y), t(V), t(W), additional_output=True)[3],
        X + Y,
    ),
    "DepthwiseConv2dNative": (
        lambda: ops.DepthwiseConv2dNative(1, (2, 2))(t(IMAGE), t(KERNEL)),
        depthwise(IMAGE, KERNEL),
    ),
    "conv_transpose2d": (
        lambda: ops.conv_transpose2d(t(IMAGE), t(KERNEL.reshape(2, 1, 2, 2))),
        spread(IMAGE, KERNEL.reshape(2, 1, 2, 2)),
    ),
    "triplet_margin_loss": (
        lambda: ops.triplet_margin_loss(t(X), t(Y), t(Y[::-1].copy())),
        triplets(X, Y, Y[::-1]),
    ),
    "soft_margin_loss": (
        lambda: ops.soft_margin_loss(t(X), t(np.sign(Y))),
        np.log1p(np.exp(-np.sign(Y) * X.astype(np.float64))).mean(),
    ),
    "mse_loss_ext": (lambda: ops.mse_loss_ext(t(X), t(Y)), ((X - Y) ** 2).mean()),
    "DynamicShape": (lambda: ops.DynamicShape()(t(IMAGE)), [1, 2, 4, 4]),
    "FloatStatus": (lambda: ops.FloatStatus()(t(np.float32([1, np.inf]))), [1]),
    "FloatStatus finite": (lambda: ops.FloatStatus()(t(X)), [0]),
    "accidental hits": (
        lambda: ops.ComputeAccidentalHits()(Tensor([[1], [3]]), Tensor([3, 1, 3]))[1],
        [1, 0, 2],
    ),
    "accidental examples": (
        lambda: ops.ComputeAccidentalHits()(Tensor([[1], [3]]), Tensor([3, 1, 3]))[0],
        [0, 1, 1],
    ),
    "accidental weights": (
        lambda: ops.ComputeAccidentalHits()(Tensor([[1], [3]]), Tensor([3, 1, 3]))[2],
        [LOWEST] * 3,
    ),
    "csr2coo": (lambda: ops.csr2coo(i32(0, 1, 1, 3), 3), [0, 2, 2]),
    "coo2csr": (lambda: ops.coo2csr(i32(0, 2, 2), 3), [0, 1, 1, 3]),
    "csr_gather": (
        lambda: ops.csr_gather(i32(0, 1, 3), i32(1, 0, 2), t(X), (2, 3)),
        X[[0, 1, 1], [1, 0, 2]],
    ),
    "ScatterNonAliasingAdd": (
        lambda: ops.ScatterNonAliasingAdd()(
            ms.Parameter(t(V), name="v"), Tensor([[0], [2]], ms.int32), t(W[:2])
        ),
        at(V, ([0, 2],), W[:2], True),
    ),
    "soft_shrink": (lambda: ops.soft_shrink(t(X)), np.sign(X) * np.maximum(np.abs(X) - 0.5, 0)),
    "baddbmm_ext": (
        lambda: ops.baddbmm_ext(t(X[None]), t(X[None]), t((X.T @ Y)[None]), beta=2, alpha=3),
        (2 * X + 3 * X @ (X.T @ Y))[None],
    ),
    "einsum_ext": (lambda: ops.einsum_ext("ij,kj->ik", t(X), t(Y)), X @ Y.T),
    "lu_solve": (
        lambda: t(V[:2, None]).lu_solve(t(np.float32([[2, 1], [0.5, 3]])), i32(1, 2)),
        np.linalg.solve([[2, 1], [1, 3.5]], V[:2, None]),
    ),
    "Randperm": (lambda: ops.Randperm(5)(i32(5)).sort()[0], [0, 1, 2, 3, 4]),
}


@pytest.mark.parametrize("name", CASES)
def test_value(name: str) -> None:
    made, want = CASES[name]
    np.testing.assert_allclose(made().asnumpy(), want, rtol=2e-5, atol=2e-6)


MASK = np.array([[True, False, True], [False, True, False]])
WRITES = {
    "fill_diagonal_": ((5.0,), at(X, ([0, 1], [0, 1]), 5)),
    "index_add_": ((1, i32(0, 2), t(Y[:, :2]), ), at(X.T, ([0, 2],), Y[:, :2].T, True).T),
    "index_copy_": ((1, i32(0, 2), t(Y[:, :2])), at(X.T, ([0, 2],), Y[:, :2].T).T),
    "index_fill_": ((1, i32(0, 2), 7.0), at(X.T, ([0, 2],), 7).T),
    "index_put_": (((i32(0, 1), i32(2, 0)), t(W[:2])), at(X, ([0, 1], [2, 0]), W[:2])),
    "masked_scatter_": ((t(MASK), t(W)), at(X, (MASK,), W)),
    "scatter_": (
        (1, Tensor([[2], [0]]), t(Y[:, :1])),
        at(X, ([0, 1], [2, 0]), Y[:, 0]),
    ),
    "scatter_add_": (
        (1, Tensor([[2, 2], [0, 1]]), t(Y[:, :2])),
        at(X, ([[0, 0], [1, 1]], [[2, 2], [0, 1]]), Y[:, :2], True),
    ),
    "sigmoid_": ((), 1 / (1 + np.exp(-X.astype(np.float64)))),
}  # fmt: skip


@pytest.mark.parametrize("name", WRITES)
def test_method_writes(name: str) -> None:
    given, want = WRITES[name]
    x = t(X)
    assert getattr(x, name)(*given) is x
    np.testing.assert_allclose(x.asnumpy(), want, rtol=1e-5)


def test_writes_that_add_or_scale() -> None:
    x = t(X)
    x.index_put_((i32(0, 0), i32(1, 1)), t(W[:2]), accumulate=True)
    np.testing.assert_allclose(x.asnumpy(), at(X, ([0, 0], [1, 1]), W[:2], True), rtol=1e-5)
    x = t(X).index_add_(0, i32(1), t(Y[:1]), alpha=2)
    np.testing.assert_allclose(x.asnumpy(), at(X, ([1],), 2 * Y[:1], True), rtol=1e-5)
    tall = t(np.zeros((5, 2), np.float32)).fill_diagonal_(1, wrap=True)
    want = np.zeros((5, 2))
    np.fill_diagonal(want, 1, wrap=True)
    np.testing.assert_array_equal(tall.asnumpy(), want)
    y = t(X)
    assert ops.inplace_sigmoid(y) is y
    np.testing.assert_allclose(y.asnumpy(), t(X).sigmoid().asnumpy())


@pytest.mark.parametrize(
    "call, error",
    [
        (lambda: t(X).index_add_(2, i32(0), t(Y[:1])), ValueError),
        (lambda: t(X).index_fill_(1, t(V), 7.0), TypeError),
        (lambda: t(X).scatter_(1, t(V), t(Y)), TypeError),
        (lambda: t(X).masked_scatter_(t(X), t(W)), TypeError),
        (lambda: t(V).fill_diagonal_(1), ValueError),
    ],
)
def test_refused_writes(call, error: type) -> None:
    with pytest.raises(error, match="For '"):
        call()
