"""Operations on sparse matrices in compressed rows, one or a batch of them.

Such a matrix is given by five Tensors: its shape, where each matrix of the batch begins, where each
row begins, the columns, the values.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.op.publish import Array, op, primitive
from msjax.kernels.primitives.arguments import lengths
from msjax.kernels.primitives.unlisted.sparse import softmax_of_rows


def _coordinates(shape: tuple[int, ...], rows: Any, columns: Any) -> np.ndarray:
    """The place of each value, (n, rank)."""
    height = shape[-2]
    pointers = np.asarray(rows).reshape(-1, height + 1)
    sizes = np.diff(pointers, axis=1)
    batch, row = np.divmod(np.repeat(np.arange(sizes.size), sizes.reshape(-1)), height)
    parts = [row, np.asarray(columns)]
    return np.stack(([batch] if len(shape) == 3 else []) + parts, 1)


def _compressed(places: np.ndarray, values: Any, shape: tuple[int, ...], kind: Any) -> tuple:
    """The five Tensors of a matrix whose values are in the order of memory."""
    batches, height = (shape[0] if len(shape) == 3 else 1), shape[-2]
    batch = places[:, 0] if len(shape) == 3 else np.zeros(len(places), int)
    counts = np.zeros((batches, height), int)
    np.add.at(counts, (batch, places[:, -2]), 1)
    rows = np.concatenate([np.zeros((batches, 1), int), counts.cumsum(1)], 1).reshape(-1)
    starts = np.concatenate([[0], counts.sum(1).cumsum()])
    numbers = np.array(shape), starts, rows, places[:, -1]
    return (*(jnp.asarray(n, kind) for n in numbers), values)


def _dense(shape: Any, rows: Any, columns: Any, values: Any) -> jax.Array:
    whole = lengths(shape)
    return (
        jnp.zeros(whole, values.dtype).at[tuple(_coordinates(whole, rows, columns).T)].add(values)
    )


def _kept(dense: jax.Array, present: np.ndarray, kind: Any) -> tuple:
    """The five Tensors of a dense matrix, of the elements that are `present`."""
    places = np.argwhere(present)
    return _compressed(places, dense[tuple(places.T)], dense.shape, kind)


def _present(shape: Any, rows: Any, columns: Any) -> np.ndarray:
    whole = lengths(shape)
    out = np.zeros(whole, bool)
    out[tuple(_coordinates(whole, rows, columns).T)] = True
    return out


@primitive("CSRSparseMatrixToDense", place="unlisted")
@op(label="CSRSparseMatrixToDense", eager=True)
def csr_to_dense(
    x_dense_shape: Array,
    x_batch_pointers: Array,
    x_row_pointers: Array,
    x_col_indices: Array,
    x_values: Array,
):
    """The dense matrix."""
    return _dense(x_dense_shape, x_row_pointers, x_col_indices, x_values)


@primitive("CSRSparseMatrixToSparseTensor", place="unlisted")
@op(label="CSRSparseMatrixToSparseTensor", eager=True)
def csr_to_places(
    x_dense_shape: Array,
    x_batch_pointers: Array,
    x_row_pointers: Array,
    x_col_indices: Array,
    x_values: Array,
):
    """Places, values and shape."""
    places = _coordinates(lengths(x_dense_shape), x_row_pointers, x_col_indices)
    return jnp.asarray(places, x_dense_shape.dtype), x_values, x_dense_shape


@primitive("DenseToCSRSparseMatrix", place="unlisted")
@op(label="DenseToCSRSparseMatrix", eager=True)
def dense_to_csr(dense_input: Array, indices: Array):
    """The matrix in compressed rows, of the elements at `indices`."""
    places = np.asarray(indices)
    return _compressed(places, dense_input[tuple(places.T)], dense_input.shape, indices.dtype)


@primitive("SparseTensorToCSRSparseMatrix", place="unlisted")
@op(label="SparseTensorToCSRSparseMatrix", eager=True)
def places_to_csr(x_indices: Array, x_values: Array, x_dense_shape: Array):
    """The matrix in compressed rows, from places in the order of memory and values."""
    shape = lengths(x_dense_shape)
    return _compressed(np.asarray(x_indices), x_values, shape, x_dense_shape.dtype)


@primitive("SparseMatrixNNZ", place="unlisted")
def csr_count(
    x_dense_shape: Array,
    x_batch_pointers: Array,
    x_row_pointers: Array,
    x_col_indices: Array,
    x_values: Array,
):
    """The number of values of each matrix."""
    return jnp.diff(x_batch_pointers).astype(np.int32)


@primitive("SparseMatrixTranspose", place="unlisted", conjugate=False)
@op(label="SparseMatrixTranspose", eager=True)
def csr_transpose(
    x_dense_shape: Array,
    x_batch_pointers: Array,
    x_row_pointers: Array,
    x_col_indices: Array,
    x_values: Array,
    conjugate: bool = False,
):
    """The transposed matrix in compressed rows."""
    shape = lengths(x_dense_shape)
    places = _coordinates(shape, x_row_pointers, x_col_indices)
    places[:, -2:] = places[:, :-3:-1].copy()
    order = np.lexsort(places.T[::-1])
    values = (x_values.conj() if conjugate else x_values)[order]
    turned = (*shape[:-2], shape[-1], shape[-2])
    return _compressed(places[order], values, turned, x_dense_shape.dtype)


@primitive("SparseMatrixSoftmax", place="unlisted", since="dtype")
@op(label="SparseMatrixSoftmax", eager=True)
def csr_softmax(
    x_dense_shape: Array,
    x_batch_pointers: Array,
    x_row_pointers: Array,
    x_col_indices: Array,
    x_values: Array,
    dtype: Any,
):
    """Softmax of each row over the values that are there."""
    places = _coordinates(lengths(x_dense_shape), x_row_pointers, x_col_indices)
    values = softmax_of_rows(places[:, :-1], x_values)
    return x_dense_shape, x_batch_pointers, x_row_pointers, x_col_indices, values


def _turned(x: jax.Array, transpose: bool, adjoint: bool) -> jax.Array:
    x = jnp.swapaxes(x, -1, -2) if transpose or adjoint else x
    return x.conj() if adjoint else x


@primitive(
    "SparseMatrixMatMul",
    place="unlisted",
    transpose_x1=False,
    transpose_x2=False,
    adjoint_x1=False,
    adjoint_x2=False,
    transpose_output=False,
    conjugate_output=False,
)
@op(label="SparseMatrixMatMul", eager=True)
def csr_matmul(
    x1_dense_shape: Array,
    x1_batch_pointers: Array,
    x1_row_pointers: Array,
    x1_col_indices: Array,
    x1_values: Array,
    x2_dense: Array,
    transpose_x1: bool = False,
    transpose_x2: bool = False,
    adjoint_x1: bool = False,
    adjoint_x2: bool = False,
    transpose_output: bool = False,
    conjugate_output: bool = False,
):
    """Product with a dense matrix."""
    first = _dense(x1_dense_shape, x1_row_pointers, x1_col_indices, x1_values)
    first = _turned(first, transpose_x1, adjoint_x1)
    out = jnp.matmul(first, _turned(x2_dense, transpose_x2, adjoint_x2), precision="highest")
    out = jnp.swapaxes(out, -1, -2) if transpose_output else out
    return out.conj() if conjugate_output else out


@primitive(
    "SparseMatrixSparseMatMul",
    place="unlisted",
    transpose_a=False,
    transpose_b=False,
    adjoint_a=False,
    adjoint_b=False,
)
@op(label="SparseMatrixSparseMatMul", eager=True)
def csr_csr_matmul(
    x1_dense_shape: Array,
    x1_batch_pointers: Array,
    x1_row_pointers: Array,
    x1_col_indices: Array,
    x1_values: Array,
    x2_dense_shape: Array,
    x2_batch_pointers: Array,
    x2_row_pointers: Array,
    x2_col_indices: Array,
    x2_values: Array,
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
):
    """Product of two matrices in compressed rows."""
    first = x1_dense_shape, x1_row_pointers, x1_col_indices
    second = x2_dense_shape, x2_row_pointers, x2_col_indices
    out = jnp.matmul(
        _turned(_dense(*first, x1_values), transpose_a, adjoint_a),
        _turned(_dense(*second, x2_values), transpose_b, adjoint_b),
        precision="highest",
    )
    places = [_present(*first), _present(*second)]
    turns = transpose_a or adjoint_a, transpose_b or adjoint_b
    a, b = (np.swapaxes(p, -1, -2) if t else p for p, t in zip(places, turns, strict=True))
    return _kept(out, np.matmul(a, b), x1_dense_shape.dtype)


@primitive("SparseMatrixAdd", place="unlisted")
@op(label="SparseMatrixAdd", eager=True)
def csr_add(
    x1_dense_shape: Array,
    x1_batch_pointers: Array,
    x1_row_pointers: Array,
    x1_col_indices: Array,
    x1_values: Array,
    x2_dense_shape: Array,
    x2_batch_pointers: Array,
    x2_row_pointers: Array,
    x2_col_indices: Array,
    x2_values: Array,
    alpha: Array,
    beta: Array,
):
    """`alpha` times the first matrix plus `beta` times the second."""
    first = x1_dense_shape, x1_row_pointers, x1_col_indices
    second = x2_dense_shape, x2_row_pointers, x2_col_indices
    out = alpha * _dense(*first, x1_values) + beta * _dense(*second, x2_values)
    return _kept(out, _present(*first) | _present(*second), x1_dense_shape.dtype)
