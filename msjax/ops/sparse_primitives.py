"""Operations on the parts of sparse matrices."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

from msjax._core.errors import describe, must
from msjax._core.op import Array, op
from msjax._core.primitive import primitive
from msjax.ops._accept import accept
from msjax.ops._sparse import added, check_index_dtype


def _check_shape(name: str, shape: Any) -> tuple[int, ...]:
    if not isinstance(shape, tuple) or not all(type(n) is int for n in shape):
        raise TypeError(must(name, "sparse_shape", "a tuple of int", describe(shape)))
    if min(shape, default=0) < 1:
        raise ValueError(must(name, "sparse_shape", "positive sizes", shape))
    return shape


@primitive("SparseToDense")
@op(label="SparseToDense")
def sparse_to_dense(indices: Array, values: Array, sparse_shape):
    """Dense Tensor of the given values at the given places; equal places add up.

    Inputs:
        - **indices** (Tensor): shape (n, rank), int32 or int64: place of each value.
        - **values** (Tensor): shape (n,).
        - **sparse_shape** (tuple of int): shape of the result.

    Returns:
        Tensor of that shape.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: shapes do not fit.
        RuntimeError: `indices` have another rank than `sparse_shape`.

    Examples:
        >>> import msjax as ms
        >>> places, values = ms.Tensor([[0, 1], [1, 2]]), ms.Tensor([1., 2.])
        >>> print(ms.ops.SparseToDense()(places, values, (2, 3)))
        [[0. 1. 0.]
         [0. 0. 2.]]
    """
    accept("SparseToDense", values, "biuf", "values")
    name = "SparseToDense"
    shape = _check_shape(name, sparse_shape)
    check_index_dtype(name, "indices", indices, np.int32, np.int64)
    if indices.ndim != 2 or values.shape != indices.shape[:1]:
        raise ValueError(
            must(name, "indices", "of shape (n, rank) for n values", (indices.shape, values.shape))
        )
    if indices.shape[1] != len(shape):
        raise RuntimeError(must(name, "indices", f"of {len(shape)} columns", indices.shape))
    return jnp.zeros(shape, values.dtype).at[tuple(indices.T)].add(values)


def _check_flag(**given: Any) -> None:
    for name, value in given.items():
        if not isinstance(value, bool):
            raise TypeError(must("SparseTensorDenseMatmul", name, "a bool", describe(value)))


@primitive(
    "SparseTensorDenseMatmul",
    check=_check_flag,
    normal=lambda adjoint_st, adjoint_dt: {"adjoint_a": adjoint_st, "adjoint_b": adjoint_dt},
    adjoint_st=False,
    adjoint_dt=False,
)
@op(label="SparseTensorDenseMatmul")
def sparse_tensor_dense_matmul(
    indices: Array, values: Array, sparse_shape, dense: Array, adjoint_st, adjoint_dt
):
    """Product of a sparse matrix and a dense one.

    Args:
        adjoint_st (bool): whether to transpose and conjugate the sparse matrix.
        adjoint_dt (bool): whether to transpose and conjugate the dense one.

    Inputs:
        - **indices** (Tensor): shape (n, 2), int32 or int64: row and column of each value.
        - **values** (Tensor): shape (n,).
        - **sparse_shape** (tuple of int): shape of the sparse matrix.
        - **dense** (Tensor): rank 2.

    Returns:
        Tensor of rank 2.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> places, values = ms.Tensor([[0, 1], [1, 2]]), ms.Tensor([1., 2.])
        >>> matmul = ms.ops.SparseTensorDenseMatmul()
        >>> print(matmul(places, values, (2, 3), ms.ops.ones((3, 2))))
        [[1. 1.]
         [2. 2.]]
    """
    name = "SparseTensorDenseMatmul"
    shape = _check_shape(name, sparse_shape)
    if len(shape) != 2:
        raise ValueError(must(name, "sparse_shape", "two sizes", shape))
    rows, columns = shape
    check_index_dtype(name, "indices", indices, np.int32, np.int64)
    if indices.ndim != 2 or indices.shape[1] != 2 or values.shape != indices.shape[:1]:
        raise ValueError(
            must(name, "indices", "of shape (n, 2) for n values", (indices.shape, values.shape))
        )
    if values.dtype != dense.dtype:
        raise TypeError(must(name, "dense", f"of dtype {values.dtype}", dense.dtype))
    to, source = indices[:, 0], indices[:, 1]
    if adjoint_st:
        to, source, rows, columns, values = source, to, columns, rows, values.conj()
    if adjoint_dt and dense.ndim == 2:
        dense = dense.T.conj()
    if dense.ndim != 2 or dense.shape[0] != columns:
        raise ValueError(must(name, "dense", f"of shape ({columns}, k)", dense.shape))
    product = values[:, None] * dense[source]
    return added(jnp.zeros((rows, dense.shape[1]), product.dtype), to, product)


@primitive("SparseTensorDenseAdd")
@op(label="SparseTensorDenseAdd")
def sparse_tensor_dense_add(x1_indices: Array, x1_values: Array, x1_shape: Array, x2: Array):
    """Sum of a sparse and a dense Tensor.

    Inputs:
        - **x1_indices** (Tensor): shape (n, ndim), int32 or int64.
        - **x1_values** (Tensor): shape (n,).
        - **x1_shape** (Tensor): shape (ndim,), the shape of `x2`.
        - **x2** (Tensor): the dense one.

    Returns:
        Tensor.
    """
    name = "SparseTensorDenseAdd"
    check_index_dtype(name, "x1_indices", x1_indices, np.int32, np.int64)
    if x1_shape.shape != (x2.ndim,) or x1_indices.shape[1:] != (x2.ndim,):
        raise ValueError(must(name, "x1_shape", f"of {x2.ndim} elements", x1_shape.shape))
    return x2.at[tuple(x1_indices.T)].add(x1_values)


@primitive("SparseSlice")
@op(label="SparseSlice", eager=True)
def sparse_slice(indices: Array, values: Array, shape: Array, start: Array, size: Array):
    """Part of a sparse Tensor.

    Inputs:
        - **indices** (Tensor): shape (n, ndim), int64.
        - **values** (Tensor): shape (n,).
        - **shape** (Tensor): shape (ndim,), int64.
        - **start** (Tensor): shape (ndim,), int64: where the part begins.
        - **size** (Tensor): shape (ndim,), int64: its size.

    Returns:
        tuple of Tensors: places within the part, values, its shape.
    """
    given = {"indices": indices, "shape": shape, "start": start, "size": size}
    for arg, x in given.items():
        check_index_dtype("SparseSlice", arg, x, np.int64)
    places, low = np.asarray(indices), np.asarray(start)
    extent = np.maximum(np.minimum(np.asarray(size), np.asarray(shape) - low), 0)
    inside = np.flatnonzero(((places >= low) & (places < low + extent)).all(1))
    kept = jnp.asarray(inside)
    return jnp.asarray(places[inside] - low, np.int64), values[kept], jnp.asarray(extent, np.int64)
