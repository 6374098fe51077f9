"""Calls at the edge of what operations take; the answers are those of MindSpore's CPU build."""

from __future__ import annotations

import math

import numpy as np
import pytest

import msjax as ms
from msjax import Parameter, Tensor, nn, ops
from msjax._core.op.registry import resolve

INF, NAN = math.inf, math.nan
X = Tensor([[1.0, 2.0]])
EYE = np.eye(2, dtype=np.float32)


def of(values, dtype=ms.float32) -> Tensor:
    return Tensor(np.array(values), dtype)


def ones(dtype, *shape: int) -> Tensor:
    return Tensor(np.ones(shape), dtype)


def same(found, expected) -> None:
    """Equal structure, dtype, shape and values."""
    if isinstance(expected, tuple):
        assert isinstance(found, tuple) and len(found) == len(expected)
        for f, e in zip(found, expected, strict=True):
            same(f, e)
        return
    assert found.dtype == expected.dtype and found.shape == expected.shape
    np.testing.assert_allclose(found.asnumpy(), expected.asnumpy(), rtol=1e-5, atol=1e-6)


SLOPES = {
    "norm 1": (lambda x: ops.norm(x, 1), [0, -1, 0], [0, -1, 0]),
    "norm 1 dim": (lambda x: ops.norm(x, 1, dim=0), [0, -1, 0], [0, -1, 0]),
    "Tensor.norm": (lambda x: x.norm(1), [0, -1, 0], [0, -1, 0]),
    "LpNorm": (lambda x: ops.LpNorm(0, 1)(x), [0, -1, 0], [0, -1, 0]),
    "vector_norm": (lambda x: ops.vector_norm(x, 1), [0, -3], [0, -1]),
    "dist": (lambda x: ops.dist(x, of([0, 1]), p=1), [0, 0], [0, -1]),
    "cdist": (lambda x: ops.cdist(x, of([[0, 1]]), p=1.0), [[0, 0]], [[0, -1]]),
    "pdist": (lambda x: ops.pdist(x, p=1.0), [[0, 0], [0, 1]], [[0, -1], [0, 1]]),
    "renorm": (lambda x: ops.renorm(x, 1, 0, 1.0), [[0, 3], [2, 0]], [[1 / 3, 0], [0, 0.5]]),
    "norm inf ties": (lambda x: ops.norm(x, INF), [2, -2, 1], [1, 0, 0]),
    "norm -inf ties": (lambda x: ops.norm(x, -INF), [2, -2, 3], [1, 0, 0]),
    "norm inf zero": (lambda x: ops.norm(x, INF), [0, 0], [0, 0]),
    "norm inf rows": (lambda x: ops.norm(x, INF, 1), [[2, -2], [3, 3]], [[1, 0], [1, 0]]),
    "matrix 1": (lambda x: ops.matrix_norm(x, 1), [[0, -1], [1, 0]], [[0, 0], [1, 0]]),
    "axes": (lambda x: ops.vector_norm(x, INF, (0, 1)), [[2, -2], [-3, 3]], [[0, 0], [-1, 0]]),
    "cdist inf": (lambda x: ops.cdist(x, of([[1, 1]]), p=INF), [[0, 0]], [[-1, -1]]),
}


@pytest.mark.parametrize("name", SLOPES)
def test_slopes_of_norms(name):
    function, x, expected = SLOPES[name]
    same(ms.grad(function)(of(x)), of(expected))


VALUES = {
    "norm complex": (lambda: ops.norm(of([1 + 1j, 2], ms.complex64)), of(6**0.5, ms.complex64)),
    "norm 0": (lambda: ops.norm(of([1, 2], ms.uint8), 0), of(2, ms.int64)),
    "norm inf": (lambda: ops.norm(of([1, 2], ms.int8), INF), of(2, ms.int8)),
    "norm matrix": (lambda: ops.norm(of([[1, -2], [2, 3]], ms.int8), 1), of(5, ms.int64)),
    "norm large": (lambda: ops.norm(of([2**25 + 1], ms.int32), INF), of(2**25 + 1, ms.int32)),
    "mint norm": (lambda: resolve("mint.linalg.norm")(of([1, 2], ms.int8), INF), of(2)),
    "mint complex": (
        lambda: resolve("mint.linalg.vector_norm")(of([3, 4j], ms.complex64)),
        of(5),
    ),
    "diagonal_scatter": (lambda: ops.diagonal_scatter(of(EYE, ms.int32), ops.ones(2)), of(EYE)),
    "diagonal int8": (
        lambda: ops.diagonal_scatter(of(EYE, ms.int8), of([1, 1], ms.uint8)),
        of(EYE, ms.int16),
    ),
    "matrix_set_diag": (
        lambda: ops.matrix_set_diag(of([[1, 2], [3, 4]], ms.int8), of([9, 8])),
        of([[9, 2], [3, 8]]),
    ),
    "addmm": (
        lambda: ops.addmm(ones(ms.float16, 2, 2), ones(ms.float32, 2, 2), ones(ms.float32, 2, 2)),
        of([[3, 3], [3, 3]]),
    ),
    "addmm beta": (
        lambda: ops.addmm(ones(ms.int32, 1, 1), ones(ms.int64, 1, 1), ones(ms.int64, 1, 1), beta=2),
        of([[3]], ms.int64),
    ),
    "addbmm": (
        lambda: ops.addbmm(ones(ms.int64, 1, 1), ones(ms.float32, 2, 1, 1), ops.ones((2, 1, 1))),
        of([[3]]),
    ),
    "addmv": (
        lambda: ops.addmv(ones(ms.int32, 2), ones(ms.float32, 2, 2), ops.ones(2), beta=0.5),
        of([2, 2]),
    ),
    "addr": (
        lambda: ops.addr(ones(ms.float64, 1, 1), ops.ones(1), ops.ones(1)),
        of([[2]], ms.float64),
    ),
    "IndexAdd": (
        lambda: ops.IndexAdd(0)(Parameter(ops.ones((1, 2))), of([0], ms.int32), of([[1, 2]])),
        of([[2, 3]]),
    ),
    "IndexAdd half": (
        lambda: ops.index_add(
            Parameter(ops.ones((1, 2))), of([0], ms.int32), of([[1, 2]], ms.float16), 0
        ),
        of([[2, 3]]),
    ),
    "inplace_index_add": (
        lambda: ops.inplace_index_add(
            Parameter(ops.ones((1, 2))), of([0], ms.int32), of([[1, 2]], ms.int32), 0
        ),
        of([[2, 3]]),
    ),
    "max where": (lambda: ops.max(X, 1, initial=0.0, where=True), (of([2]), of([1], ms.int64))),
    "max False": (lambda: ops.max(X, 1, initial=0.0, where=False), (of([0]), of([0], ms.int64))),
    "max array": (
        lambda: ops.max(X, 1, initial=0.0, where=np.array([True, False])),
        (of([1]), of([0], ms.int64)),
    ),
    "min list": (
        lambda: ops.min(X, 1, True, initial=9.0, where=[0, 1]),
        (of([[2]]), of([[1]], ms.int64)),
    ),
    "unique nan": (
        lambda: ops.unique(of([1, NAN, NAN, 0])),
        (of([1, NAN, NAN, 0]), of([0, 1, 2, 3], ms.int32)),
    ),
    "trace bool": (lambda: ones(ms.bool_, 2, 2).trace(), of(True, ms.bool_)),
    "amax True": (lambda: ops.amax(X, 1, where=True), of([2])),
    "Tensor.max": (lambda: X.max(axis=1, initial=0.0, where=False), of([0])),
    "fill float": (lambda: ops.fill(None, (2,), 1.5), of([1.5, 1.5])),
    "fill int": (lambda: ops.fill(None, (1,), 2**40), of([2**40], ms.int64)),
    "fill bool": (lambda: ops.fill(None, (), True), of(True, ms.bool_)),
    "nansum": (lambda: ops.nansum(of([1, NAN]), dtype=np.int32), of(1, ms.int32)),
    "nansum name": (lambda: ops.nansum(of([1, NAN]), dtype="float32"), of(1)),
    "cholesky_inverse": (
        lambda: ops.cholesky_inverse(of(2 * EYE, ms.float16)),
        of(EYE / 4, ms.float16),
    ),
    "InplaceUpdateV2": (
        lambda: ops.InplaceUpdateV2()(of([1, 2, 3]), (1, -1), of([8, 9])),
        of([1, 8, 9]),
    ),
    "InplaceUpdateV2 int": (lambda: ops.InplaceUpdateV2()(of([1, 2]), 1, of([8])), of([1, 8])),
    "argmin": (lambda: ops.argmin(X, axis=1, keepdims=None), of([0], ms.int32)),
    "fft": (lambda: ops.fft(of([1, 2]), norm="Forward"), of([1.5, -0.5], ms.complex64)),
    "histc": (lambda: ops.histc(of([1, 2, 0.5]), 3, min=True, max=2.0), of([1, 0, 1])),
    "histc ints": (lambda: of([1, 2, 0.5]).histc(3, 0, 2), of([1, 1, 1])),
    "multinomial": (
        lambda: ops.multinomial(of([0, 1]), 1, replacement=None),
        of([1], ms.int32),
    ),
    "roll": (lambda: of([[1, 2], [3, 4]]).roll(1), of([[4, 1], [2, 3]])),
    "scatter none": (
        lambda: of([1, 2]).scatter(0, of([1], ms.int64), of([5]), reduce="none"),
        of([1, 5]),
    ),
    "scatter add": (lambda: of([1, 2]).scatter(0, of([1], ms.int64), of([5]), "add"), of([1, 7])),
    "vmap list": (
        lambda: ops.vmap([nn.ReLU(), nn.ReLU()])(of([[1], [-1]])),
        of([[1], [0]]),
    ),
    "vmap CellList": (
        lambda: ops.vmap(nn.CellList([nn.ReLU(), nn.ReLU()]), None)(of([1, -1])),
        of([[1, 0], [1, 0]]),
    ),
}


@pytest.mark.parametrize("name", VALUES)
def test_values(name):
    call, expected = VALUES[name]
    same(call(), expected)


def test_scan_takes_all_elements_whatever_the_length():
    out = ops.Scan()(lambda c, x: (c + x, x), Tensor(1.0), [Tensor(1.0), Tensor(2.0)], 3)
    assert out[0].item() == 4 and len(out[1]) == 2


ERRORS = {
    "diagonal_scatter bool": (
        lambda: ops.diagonal_scatter(of(EYE, ms.bool_), of([1, 1])),
        TypeError,
    ),
    "matrix_set_diag bool": (
        lambda: ops.matrix_set_diag(of(EYE, ms.bool_), of([True, True], ms.bool_)),
        TypeError,
    ),
    "index_add widens": (
        lambda: ops.index_add(Parameter(of([1], ms.int32)), of([0], ms.int32), of([1.5]), 0),
        TypeError,
    ),
    "max where": (lambda: ops.max(X, 1, where=False), ValueError),
    "fill Tensor": (lambda: ops.fill(None, (2,), Tensor(1.5)), TypeError),
    "InplaceUpdateV2": (
        lambda: ops.InplaceUpdateV2()(of([1, 2]), (5,), of([8])),
        RuntimeError,
    ),
    "scatter": (lambda: of([1]).scatter(0, of([0], ms.int64), of([5]), "foo"), ValueError),
    "scatter type": (lambda: of([1]).scatter(0, of([0], ms.int64), of([5]), 7), TypeError),
    "TupleToArray": (lambda: ops.TupleToArray()(()), ValueError),
    "HookBackward": (lambda: ops.HookBackward(lambda g: g)("abc"), TypeError),
    "jet": (lambda: ops.jet(ops.sin, of([1]), Tensor(1.0)), ValueError),
    "vmap": (lambda: ops.vmap(3)(of([1])), RuntimeError),
    "vmap []": (lambda: ops.vmap([])(of([1])), RuntimeError),
    "fused_infer_attention_score": (
        lambda: ops.fused_infer_attention_score((X,), X, X, num_heads=1),
        TypeError,
    ),
    "fused_infer_attention_score key": (
        lambda: ops.fused_infer_attention_score(X, 1, X, num_heads=1),
        TypeError,
    ),
}


@pytest.mark.parametrize("name", ERRORS)
def test_errors(name):
    call, error = ERRORS[name]
    with pytest.raises(error) as caught:
        call()
    assert type(caught.value) is error


@pytest.mark.parametrize(
    "labels, loss",
    [([0, 2], 1.489973), ([0, 9], 1.489973), ([0, -1, 2], 1.489973), ([2, 0], NAN)],
)
def test_ctc_labels_end_at_the_first_blank(labels, loss):
    x = np.random.default_rng(3).normal(size=(4, 1, 3)).astype(np.float32)
    places = np.array([[0, i] for i in range(len(labels))])
    given = of(places, ms.int64), of(labels, ms.int32), of([3], ms.int32)
    found, slope = ops.CTCLoss()(of(x), *given)
    np.testing.assert_allclose(found.asnumpy(), [loss], rtol=1e-5)
    if loss == loss:
        np.testing.assert_allclose(slope.asnumpy()[0, 0], [-0.0590079, 0.0083535, 0.0506545], 1e-4)


def test_ctc_scores_beyond_a_sequence_have_no_gradient():
    scores = of(np.random.default_rng(3).normal(size=(4, 1, 3)))
    given = of([[0, 0]], ms.int64), of([1], ms.int32), of([3], ms.int32)
    slope = ms.grad(lambda x: ops.CTCLoss()(x, *given)[0].sum())(scores).asnumpy()
    assert slope[:3].all() and not slope[3].any()
