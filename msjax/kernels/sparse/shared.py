"""Kernels on the parts of sparse matrices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.op.publish import Array, Arrays, op
from msjax.kernels.checks import accept


def rows_of(indptr: jax.Array, count: int) -> jax.Array:
    """The row of each of `count` values, given where the rows begin."""
    places = jnp.arange(count, dtype=indptr.dtype)
    return (jnp.searchsorted(indptr, places, side="right") - 1).astype(indptr.dtype)


def added(target: jax.Array, rows: jax.Array, values: jax.Array) -> jax.Array:
    return target.at[rows].add(values.astype(target.dtype))


@op("ops.csr2coo")
def csr2coo(indptr: Array, nnz: int):
    """The row of each value of a sparse matrix in compressed-row form.

    Args:
        indptr: Tensor of ints of shape (rows + 1,): where each row begins, and the end.
        nnz: int, how many values there are.

    Returns:
        Tensor of shape (nnz,) and the dtype of `indptr`.

    Raises:
        TypeError: `indptr` is not a Tensor, or `nnz` not an int.
        ValueError: `indptr` does not have one dimension.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.csr2coo(ms.Tensor([0, 2, 3]), 3))
        [0 0 1]
    """
    return rows_of(indptr, nnz)


@op("ops.coo2csr")
def coo2csr(row_indices: Array, height: int):
    """Where each row begins in a sorted list of row numbers, and the list's end.

    Args:
        row_indices: 1-d Tensor of int16, int32 or int64, in ascending order.
        height: int, how many rows there are.

    Returns:
        Tensor of shape (height + 1,) and the dtype of `row_indices`.

    Raises:
        TypeError: `row_indices` has another dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.coo2csr(ms.Tensor([0, 0, 1]), 2))
        [0 2 3]
    """
    accept(row_indices, "int32 int64 int16", "row_indices")
    starts = jnp.searchsorted(row_indices, jnp.arange(height + 1, dtype=row_indices.dtype))
    return starts.astype(row_indices.dtype)


@op(label="SparseSort")
def coo_sorted_by_row(indices: Array, values: Array):
    """Rows, columns and values of a list of places, in the order of the rows."""
    order = jnp.argsort(indices[:, 0], stable=True)
    return indices[order, 0], indices[order, 1], values[order]


@op(label="CSRSparseMatrixToSparseTensor")
def csr_places(indptr: Array, indices: Array):
    rows = rows_of(indptr, indices.shape[0])
    return jnp.stack([rows, indices.astype(rows.dtype)], 1)


@op(label="CSRMV")
def csr_dense_product(indptr: Array, indices: Array, values: Array, dense: Array, height: int):
    rows = rows_of(indptr, indices.shape[0])
    product = values[:, None] * dense[indices]
    return added(jnp.zeros((height, dense.shape[1]), product.dtype), rows, product)


@op(label="CSRGather")
def csr_at_places(indptr: Array, indices: Array, dense: Array, shape: Sequence[int]):
    rows = rows_of(indptr, indices.shape[0])
    return jnp.broadcast_to(dense, shape)[rows, indices]


@op(label="CSRReduceSum")
def csr_row_sums(indptr: Array, values: Array):
    rows = rows_of(indptr, values.shape[0])
    shape = (indptr.shape[0] - 1, 1, *values.shape[1:])
    return jnp.zeros(shape, values.dtype).at[rows, 0].add(values)


@op(label="SparseMatrixSoftmax")
def csr_row_softmax(indptr: Array, values: Array):
    rows, height = rows_of(indptr, values.shape[0]), indptr.shape[0] - 1
    tops = jax.ops.segment_max(values, rows, height)
    exps = jnp.exp(values - jax.lax.stop_gradient(tops)[rows])
    return exps / jax.ops.segment_sum(exps, rows, height)[rows]


def unique(places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Distinct (row, column) pairs in order, and the number of each given pair among them."""
    found, inverse = np.unique(places, axis=0, return_inverse=True)
    return found, inverse.reshape(-1)


@op(label="SparseAdd", eager=True)
def coo_sum(
    x1_indices: Array, x1_values: Array, x2_indices: Array, x2_values: Array, thresh: Array
):
    """Places and values of a sum; sums below `thresh` in absolute value are dropped."""
    found, inverse = unique(np.concatenate([x1_indices, x2_indices]))
    values = jnp.concatenate([x1_values, x2_values])
    total = added(jnp.zeros(len(found), values.dtype), jnp.asarray(inverse), values)
    kept = np.flatnonzero(np.abs(np.asarray(jax.lax.stop_gradient(total))) >= np.asarray(thresh))
    return jnp.asarray(found[kept], x1_indices.dtype), total[jnp.asarray(kept)]


@op(label="SparseMatrixAdd", eager=True)
def csr_sum(
    a_indptr: Array,
    a_indices: Array,
    a_values: Array,
    b_indptr: Array,
    b_indices: Array,
    b_values: Array,
    alpha: Array,
    beta: Array,
):
    rows = np.concatenate([rows_of(a_indptr, len(a_indices)), rows_of(b_indptr, len(b_indices))])
    columns = np.concatenate([a_indices, b_indices])
    found, inverse = unique(np.stack([rows, columns], 1))
    values = jnp.concatenate([a_values * alpha, b_values * beta])
    total = added(jnp.zeros(len(found), values.dtype), jnp.asarray(inverse), values)
    starts = np.searchsorted(found[:, 0], np.arange(len(a_indptr)))
    dtype = a_indptr.dtype
    return jnp.asarray(starts, dtype), jnp.asarray(found[:, 1], a_indices.dtype), total


@op(label="SparseMatrixSparseMatMul", eager=True)
def csr_sparse_product(
    a_places: Array, a_values: Array, b_places: Array, b_values: Array, height: int
):
    """Product of two sparse matrices given by places: all pairs that meet in a middle index."""
    left, right = np.asarray(a_places), np.asarray(b_places)
    order = np.argsort(right[:, 0], kind="stable")
    starts = np.searchsorted(right[order, 0], left[:, 1])
    counts = np.searchsorted(right[order, 0], left[:, 1], side="right") - starts
    first = np.repeat(np.arange(len(left)), counts)
    within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    second = order[np.repeat(starts, counts) + within]
    found, inverse = unique(np.stack([left[first, 0], right[second, 1]], 1))
    products = a_values[jnp.asarray(first)] * b_values[jnp.asarray(second)]
    total = added(jnp.zeros(len(found), products.dtype), jnp.asarray(inverse), products)
    starts = np.searchsorted(found[:, 0], np.arange(height + 1))
    dtype = a_places.dtype
    return jnp.asarray(starts, dtype), jnp.asarray(found[:, 1], dtype), total


@op(label="SparseConcat")
def coo_joined(indices: Arrays, values: Arrays, offsets: Sequence[int], axis: Any):
    moved = [i.at[:, axis].add(o) for i, o in zip(indices, offsets, strict=True)]
    places, data = jnp.concatenate(moved), jnp.concatenate(values)
    order = jnp.lexsort((places[:, 1], places[:, 0]))
    return places[order], data[order]
