"""Answers of the wheel in corners: small integers, 0-d Tensors, dtypes, Tensors as numbers."""

from __future__ import annotations

import numpy as np
import pytest
from every_mode import graph_mode

import msjax as ms
import msjax.numpy as mnp
from msjax import mint, ops

F = mint.nn.functional


def tensor(values, dtype=np.int32):
    return ms.Tensor(np.array(values, dtype))


def full(value, dtype):
    return tensor(np.full((2, 3), value), dtype)


MATRIX = [[1, -2], [3, 4]]
ROWS = np.array([[1, 2, 4], [3, 4, 1]], np.float32)
PARTS = tensor([[1.25, np.nan, 2.5], [0.5, 1.5, 1.25]], np.float32)
PLACES = tensor([2.5, 5.0], np.float32)

ANSWERS = {
    "dense of uint8": (lambda: ops.dense(full(200, np.uint8), full(3, np.uint8))[0, 0], 8, "uint8"),
    "linear of uint8": (lambda: F.linear(full(200, np.uint8), full(3, np.uint8))[0, 0], 8, "uint8"),
    "dense of int8": (lambda: ops.dense(full(100, np.int8), full(3, np.int8))[0, 0], -124, "int8"),
    "dense of int16": (
        lambda: ops.dense(full(30000, np.int16), full(3, np.int16))[0, 0],
        7856,
        "int16",
    ),
    "inv of 0": (lambda: ops.inv(tensor([0, 1, -1, 2])), [-(2**31), 1, -1, 0], "int32"),
    "inv of 0 in int16": (lambda: ops.inv(tensor([0, 1], np.int16)), [0, 1], "int16"),
    "norm of columns": (lambda: mnp.norm(tensor(MATRIX), 1), 6, "int32"),
    "norm of rows": (lambda: mnp.norm(tensor(MATRIX), np.inf), 7, "int32"),
    "norm of int8": (lambda: mnp.norm(tensor([[100, -128], [100, 3]], np.int8), 1), -56, "int8"),
    "norm of int64": (lambda: mnp.norm(tensor(MATRIX, np.int64), -1), 4, "int64"),
    "largest of int64": (
        lambda: mnp.norm(tensor(MATRIX, np.int64), np.inf, axis=1, keepdims=True),
        [[2], [4]],
        "int64",
    ),
    "smallest of uint64": (lambda: mnp.norm(tensor([3, 4], np.uint64), -np.inf), 3, "uint64"),
    "powers of int64": (
        lambda: mnp.norm(tensor(MATRIX, np.int64), -1, axis=1),
        [1, np.inf],
        "float32",
    ),
    "largest": (lambda: mnp.norm(tensor([1, -2, 3]), np.inf), 3, "int32"),
    "powers of whole numbers": (lambda: mnp.norm(tensor([1, -2, 3]), -1), 1.0, "float32"),
    "powers": (lambda: mnp.norm(tensor([1, 2, 2]), -1.0), 0.5, "float32"),
    "cov": (lambda: mnp.cov(ms.Tensor(ROWS), dtype=ms.int32), [[2, -1], [-1, 2]], "int32"),
    "corrcoef": (lambda: mnp.corrcoef(ms.Tensor(ROWS), dtype=ms.int32), [[1, 0], [0, 1]], "int32"),
    "nanmean": (lambda: mnp.nanmean(ms.Tensor(ROWS), dtype=ms.float16), 2.5, "float32"),
    "nanmean of ints": (lambda: mnp.nanmean(tensor(MATRIX), dtype=ms.int32), 1, "int32"),
    "nanmean in int64": (lambda: mnp.nanmean(PARTS, dtype=int), 1.4, "float32"),
    "nanmean in bool": (lambda: mnp.nanmean(PARTS, dtype=ms.bool_), 0.2, "float32"),
    "nanmean of halves": (lambda: mnp.nanmean(PARTS.half(), 1, "int8"), [1.5, 1], "float16"),
    "nanmean of float64": (
        lambda: mnp.nanmean(PARTS.double(), 0, ms.int16),
        [0.5, 1, 1.5],
        "float64",
    ),
    "nanmean of int64": (
        lambda: mnp.nanmean(tensor(MATRIX, np.int64), 1, ms.float16),
        [-0.5, 3.5],
        "float16",
    ),
    "nanmean of ints in bool": (lambda: mnp.nanmean(tensor(MATRIX), dtype=bool), 0, "int32"),
    "mean by name": (lambda: mnp.mean(PLACES, dtype="int16"), 3, "int16"),
    "mean in bool": (lambda: mnp.mean(PLACES, dtype=bool), True, "bool"),
    "cumprod": (lambda: mnp.cumprod(PLACES, dtype=float), [2.5, 12.5], "float64"),
    "cumsum in bool": (lambda: mnp.cumsum(PLACES - 2.5, dtype=bool), [False, True], "bool"),
    "nancumsum in bool": (lambda: mnp.nancumsum(PLACES - 5, dtype=bool), [True, True], "bool"),
    "nansum": (lambda: mnp.nansum(PARTS, 1, "int32"), [3, 3], "int32"),
    "nanvar": (lambda: mnp.nanvar(PLACES, dtype=np.float16), 1.5625, "float16"),
    "nanstd": (lambda: mnp.nanstd(PLACES, dtype=int), 1, "int64"),
    "nanmax": (lambda: mnp.nanmax(PARTS, dtype="uint8"), 2, "uint8"),
    "nanmin": (lambda: mnp.nanmin(PARTS, 1, float), [1.25, 0.5], "float64"),
    "matmul": (lambda: mnp.matmul(PLACES, PLACES, dtype="int32"), 31, "int32"),
    "cov by name": (lambda: mnp.cov(ms.Tensor(ROWS), dtype="int64"), [[2, -1], [-1, 2]], "int64"),
    "corrcoef by class": (lambda: mnp.corrcoef(PLACES, PLACES, dtype=bool), [[1, 1]] * 2, "bool"),
    "eye": (lambda: mint.eye(ms.Tensor(1), ms.Tensor(2)), [[1, 0]], "float32"),
    "squeeze": (lambda: mint.squeeze(ms.Tensor(2.0), 1), 2, "float32"),
    "squeeze of a method": (lambda: ms.Tensor(2.0).squeeze((3, -5)), 2, "float32"),
}


@pytest.mark.parametrize("key", ANSWERS)
def test_answers(key):
    call, value, dtype = ANSWERS[key]
    for compiled in (False, True):
        if compiled and key == "eye":
            continue  # sizes must be known
        found = ms.jit(call)() if compiled else call()
        assert found.asnumpy().dtype == dtype
        np.testing.assert_allclose(found.asnumpy(), value)
    with graph_mode():
        np.testing.assert_allclose(call().asnumpy(), value)


X, ONE = ms.Tensor(ROWS), ms.Tensor(np.array([0.5], np.float32))


@pytest.mark.parametrize(
    "call",
    [
        lambda: F.hardshrink(X, ONE),
        lambda: F.leaky_relu(X, ONE),
        lambda: mint.nan_to_num(X, ONE),
        lambda: mint.nan_to_num(X, 0.0, ONE),
        lambda: F.softplus(X, ONE),
        lambda: F.softplus(X, 1, ONE),
        lambda: mint.isclose(X, X, rtol=ONE),
        lambda: mint.isclose(X, X, atol=ms.Tensor(0.5)),
        lambda: F.normalize(X, dim=True),
        lambda: mnp.nanmean(X > 1, dtype=bool),
        lambda: mnp.nansum(X, dtype="real"),
        lambda: mnp.mean(X, dtype=3),
        lambda: mnp.cumsum(X, dtype="int32"),
        lambda: mnp.nancumsum(X, dtype=np.int32),
    ],
)
def test_refusals(call):
    with pytest.raises(TypeError):
        call()
