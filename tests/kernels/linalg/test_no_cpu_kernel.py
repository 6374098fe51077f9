"""Reductions and linear algebra that MindSpore's CPU build does not have, against NumPy."""

from __future__ import annotations

from typing import Any

import jax.scipy.linalg
import numpy as np
import pytest

import msjax as ms
from msjax import ops
from msjax._core.op.registry import resolve
from msjax._core.transform.grad import grad
from msjax.ops.operations.math_ops import Lu

RNG = np.random.default_rng(3)
A = RNG.standard_normal((4, 3)).astype(np.float32)
B = RNG.standard_normal((3, 5)).astype(np.float32)
S = (A.T @ A + np.eye(3)).astype(np.float32)
HOLES = np.array([[1.0, np.nan, 7.0], [3.0, 2.0, 5.0]], np.float32)
NUMBERS = np.array([3, 1, 2, 3, 1])


def t(x: np.ndarray) -> ms.Tensor:
    return ms.Tensor(x)


def mint(name: str) -> Any:
    return resolve("mint." + name)


EINSUMS = [
    ("ij,jk->ik", (A, B)),
    ("ij,jk", (A, B)),
    ("ij->", (A,)),
    ("ij->ji", (A,)),
    ("ii->i", (S,)),
    ("...ij,...jk->...ik", (A[None], B[None])),
]

CASES = {
    "quantile": (lambda: ops.quantile(t(A), 0.3), np.quantile(A, 0.3)),
    "quantile along": (
        lambda: ops.quantile(t(A), t(np.float32([0.25, 0.9])), 1, True),
        np.quantile(A, [0.25, 0.9], 1, keepdims=True),
    ),
    "quantile nan": (lambda: ops.quantile(t(HOLES), 0.5, 1), [np.nan, 3]),
    "nanquantile": (lambda: ops.nanquantile(t(HOLES), 0.5, 1), np.nanquantile(HOLES, 0.5, 1)),
    "matrix_exp": (lambda: ops.matrix_exp(t(S)), np.asarray(jax.scipy.linalg.expm(S))),
    "kthvalue": (lambda: t(A).kthvalue(2, 0)[0], np.sort(A, 0)[1]),
    "kthvalue index": (lambda: t(A).kthvalue(2, 0)[1], np.argsort(A, 0)[1]),
    "unique": (lambda: t(NUMBERS).unique(), [1, 2, 3]),
    "unique inverse": (lambda: t(NUMBERS).unique(return_inverse=True)[1], [2, 0, 1, 2, 0]),
    "unique counts": (lambda: mint("unique")(t(NUMBERS), True, False, True)[1], [2, 1, 2]),
    "unique rows": (lambda: mint("unique")(t(np.array([[3, 1], [3, 1]])), dim=0), [[3, 1]]),
    "any": (lambda: ops.any(t(np.array([[0.0, 1.0], [0.0, 0.0]])), 1), [True, False]),
    "fixed width": (
        lambda: ops.HistogramFixedWidth(5)(t(np.float32([0, 1, 2, 7, -1])), t(np.float32([0, 5]))),
        [2, 1, 1, 0, 1],
    ),
    "EuclideanNorm": (
        lambda: ops.EuclideanNorm(True)(t(A), t(np.array([1]))),
        np.linalg.norm(A, axis=1, keepdims=True),
    ),
    "mint.sort": (lambda: mint("sort")(t(A), dim=0, descending=True)[0], -np.sort(-A, 0)),
    "mint.topk": (lambda: mint("topk")(t(A), 2, dim=0)[1], np.argsort(-A, 0)[:2]),
    "mint.var": (lambda: mint("var")(t(A), 0), np.var(A, 0, ddof=1)),
    "mint.std_mean": (lambda: mint("std_mean")(t(A), 0)[1], np.mean(A, 0)),
    "mint.median": (lambda: mint("median")(t(A[:3])), np.median(A[:3])),
    "mint.norm": (lambda: mint("norm")(t(A)), np.linalg.norm(A)),
    "mint.norm p": (lambda: mint("norm")(t(A), 1, 0), np.abs(A).sum(0)),
    "mint.max other": (lambda: mint("max")(t(A), t(-A)), np.abs(A)),
    "mint.cumsum": (lambda: mint("cumsum")(t(A), 0), np.cumsum(A, 0)),
    "mint.count_nonzero": (lambda: mint("count_nonzero")(t(NUMBERS - 1)), 3),
    "mint.bincount": (lambda: mint("bincount")(t(NUMBERS)), [0, 2, 1, 2]),
    "mint.dot": (lambda: mint("dot")(t(A[0]), t(A[1])), A[0] @ A[1]),
    "mint.inverse": (lambda: mint("inverse")(t(S)), np.linalg.inv(S)),
    "mint.triangular_solve": (
        lambda: mint("triangular_solve")(t(B), t(np.triu(S)))[0],
        np.linalg.solve(np.triu(S), B),
    ),
    "Tensor.searchsorted": (lambda: t(np.array([1.0, 3, 5])).searchsorted(3.5), 2),
    "batches broadcast": (lambda: ops.BatchMatMul()(t(A[None]), t(np.stack([B, B]))), [A @ B] * 2),
}


@pytest.mark.parametrize("name", CASES)
def test_value(name: str) -> None:
    call, want = CASES[name]
    np.testing.assert_allclose(call().asnumpy(), want, rtol=2e-5, atol=1e-5)


@pytest.mark.parametrize(("equation", "arrays"), EINSUMS)
def test_einsum(equation: str, arrays: tuple) -> None:
    want = np.einsum(equation, *arrays)
    for result in (
        ops.einsum(equation, *map(t, arrays)),
        ops.Einsum(equation)([t(a) for a in arrays]),
        mint("einsum")(equation, [t(a) for a in arrays]),
    ):
        np.testing.assert_allclose(result.asnumpy(), want, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize(
    ("equation", "arrays"), [("i->", (A[0],)), ("ij,ij", (A, A)), ("ii", (S,))]
)
def test_einsum_without_a_label_left(equation: str, arrays: tuple) -> None:
    given = [t(a) for a in arrays]
    want = np.einsum(equation, *arrays)
    for result in (
        ops.einsum(equation, *given),
        ops.Einsum(equation)(given),
        ms.jit(ops.einsum)(equation, *given),
    ):
        assert result.shape == (1,)
        np.testing.assert_allclose(result.asnumpy(), [want], rtol=1e-5)
    assert mint("einsum")(equation, *given).shape == ops.einsum_ext(equation, *given).shape == ()


def test_einsum_of_a_number() -> None:
    with pytest.raises(ValueError, match="one dimension"):
        ops.Einsum("...->...")((ms.Tensor(1.0),))


def test_einsum_with_label_lists() -> None:
    want = A @ B
    result = ops.einsum(t(A), [0, 1], t(B), [1, 2], [0, 2])
    np.testing.assert_allclose(result.asnumpy(), want, rtol=1e-5, atol=1e-5)
    implicit = ops.einsum(t(A), [0, 1], t(B), [1, 2])
    np.testing.assert_allclose(implicit.asnumpy(), want, rtol=1e-5, atol=1e-5)
    with pytest.raises(TypeError, match="equation"):
        ops.Einsum(3)


def test_factors_give_the_matrix_back() -> None:
    values, left, right = ops.svd(t(A))
    np.testing.assert_allclose((left * values) @ right.T, A, atol=1e-5)
    values, columns = ops.eig(t(A[:3]))
    lhs, rhs = A[:3] @ columns.asnumpy(), columns.asnumpy() * values.asnumpy()
    np.testing.assert_allclose(lhs, rhs, atol=1e-4)
    assert np.all(np.diff(values.asnumpy().real) >= 0)


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex64, np.complex128])
def test_lu_gives_the_rows_back_in_its_order(dtype: Any) -> None:
    rows = np.stack([A[:3], A[1:]]).astype(dtype) * (1 + 2j if np.dtype(dtype).kind == "c" else 1)
    packed, order = Lu(ms.int64)(t(rows.astype(dtype)))
    assert order.dtype == ms.int64 and packed.dtype == t(rows).dtype
    lower, upper = np.tril(packed.asnumpy(), -1) + np.eye(3), np.triu(packed.asnumpy())
    want = np.take_along_axis(rows, order.asnumpy()[..., None], -2)
    np.testing.assert_allclose(lower @ upper, want, atol=1e-5)
    assert np.abs(np.tril(packed.asnumpy(), -1)).max() <= 1  # rows are exchanged for the largest


@pytest.mark.parametrize("shape", [(3,), (2, 3)])
def test_lu_refuses_what_is_not_square(shape: tuple) -> None:
    with pytest.raises(ValueError, match="Lu"):
        Lu(ms.int32)(t(np.ones(shape, np.float32)))
    with pytest.raises(TypeError, match="output_idx_type"):
        Lu(ms.float32)


def test_ormqr_multiplies_by_q() -> None:
    vectors, tau = ops.geqrf(t(A))
    q = np.linalg.qr(A, mode="complete")[0]
    other = RNG.standard_normal((4, 2)).astype(np.float32)
    np.testing.assert_allclose(ops.ormqr(vectors, tau, t(other)).asnumpy(), q @ other, atol=1e-5)
    transposed = ops.ormqr(vectors, tau, t(other.T), False, True)
    np.testing.assert_allclose(transposed.asnumpy(), other.T @ q.T, atol=1e-5)


def test_sorter_orders_the_sequence() -> None:
    sequence, places = ms.Tensor([5, 1, 3]), ms.Tensor([1, 2, 0])
    found = ops.searchsorted(sequence, ms.Tensor([2, 9]), sorter=places)
    assert found.asnumpy().tolist() == [1, 3]


class TestExtremum:
    """`Tensor.max(axis)` answers as MindSpore up to 2.3 and as later releases at once."""

    def test_it_unpacks_into_values_and_indices(self) -> None:
        values, index = t(A).max(1)
        assert np.array_equal(values.asnumpy(), A.max(1))
        assert np.array_equal(index.asnumpy(), A.argmax(1))
        assert np.array_equal(t(A).min(0)[1].asnumpy(), A.argmin(0))
        assert len(t(A).max(1, True)) == 2

    def test_it_is_the_tensor_of_values(self) -> None:
        found = t(A).max(1, True)
        assert isinstance(found, ms.Tensor) and found.shape == (4, 1)
        assert np.array_equal((t(A) - found).asnumpy(), A - A.max(1, keepdims=True))
        assert np.array_equal(ops.exp(found).shape, (4, 1))
        assert np.array_equal(found[:, 0].asnumpy(), A.max(1))

    def test_gradients_pass(self) -> None:
        by_values = grad(lambda x: x.max(1).sum())(t(A)).asnumpy()
        by_pair = grad(lambda x: x.max(1)[0].sum())(t(A)).asnumpy()
        want = np.eye(3)[A.argmax(1)]
        assert np.array_equal(by_values, want) and np.array_equal(by_pair, want)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_half_types_accumulate_in_float32(dtype: str) -> None:
    ones = ms.Tensor(np.full(5000, 0.1, np.float32), getattr(ms, dtype))
    exact = float(ops.sum(ones).float().asnumpy())
    assert abs(exact - 5000 * float(ones[0].float().asnumpy())) < exact * 4e-3
    assert abs(float(ops.mean(ones).float().asnumpy()) - 0.1) < 1e-3
    assert abs(float(ops.CumSum()(ones, 0)[-1].float().asnumpy()) - exact) < exact * 4e-3


def test_gradients_of_roots_at_zero_are_finite() -> None:
    zeros = ms.Tensor(np.zeros((2, 3), np.float32))
    for f in (
        lambda x: ops.norm(x).sum(),
        lambda x: ops.std(x).sum(),
        lambda x: ops.cdist(x, x).sum(),
        lambda x: ops.norm(x, 3, 1).sum(),
    ):
        assert np.array_equal(grad(f)(zeros).asnumpy(), np.zeros((2, 3)))
