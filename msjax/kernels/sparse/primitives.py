"""Operations on the parts of sparse matrices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import booleans
from msjax._core.base.errors import describe, must
from msjax._core.base.x64 import to_device, x64
from msjax._core.op.publish import Array, op, primitive
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import accept, of_dtype
from msjax.kernels.sparse.shared import added


def _check_shape(shape: Any) -> tuple[int, ...]:
    if not isinstance(shape, tuple) or not all(type(n) is int for n in shape):
        raise TypeError(must("sparse_shape", "a tuple of int", describe(shape)))
    if min(shape, default=0) < 1:
        raise ValueError(must("sparse_shape", "positive sizes", shape))
    return shape


@primitive("SparseToDense", counts="all")
@op(label="SparseToDense")
def sparse_to_dense(indices: Array, values: Array, sparse_shape: Sequence[int]):
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
    accept(values, "biuf", "values")
    shape = _check_shape(sparse_shape)
    accept(indices, "int32 int64", "indices")
    if indices.ndim != 2 or values.shape != indices.shape[:1]:
        raise ValueError(
            must("indices", "of shape (n, rank) for n values", (indices.shape, values.shape))
        )
    if indices.shape[1] != len(shape):
        raise RuntimeError(must("indices", f"of {len(shape)} columns", indices.shape))
    return jnp.zeros(shape, values.dtype).at[tuple(indices.T)].add(values)


@primitive(
    "SparseTensorDenseMatmul",
    check=booleans,
    normal=lambda adjoint_st, adjoint_dt: {"adjoint_a": adjoint_st, "adjoint_b": adjoint_dt},
    accepts={"sparse_shape": "tuple Tensor"},
    counts="all",
    adjoint_st=False,
    adjoint_dt=False,
)
@op(label="SparseTensorDenseMatmul")
def sparse_tensor_dense_matmul(
    indices: Array,
    values: Array,
    sparse_shape: tuple[Any, ...] | Tensor,
    dense: Array,
    adjoint_st: bool,
    adjoint_dt: bool,
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
    shape = _check_shape(sparse_shape)
    if len(shape) != 2:
        raise ValueError(must("sparse_shape", "two sizes", shape))
    rows, columns = shape
    accept(indices, "int32 int64", "indices")
    if indices.ndim != 2 or indices.shape[1] != 2 or values.shape != indices.shape[:1]:
        raise ValueError(
            must("indices", "of shape (n, 2) for n values", (indices.shape, values.shape))
        )
    of_dtype("dense", dense, values.dtype)
    to, source = indices[:, 0], indices[:, 1]
    if adjoint_st:
        to, source, rows, columns, values = source, to, columns, rows, values.conj()
    if adjoint_dt and dense.ndim == 2:
        dense = dense.T.conj()
    if dense.ndim != 2 or dense.shape[0] != columns:
        raise ValueError(must("dense", f"of shape ({columns}, k)", dense.shape))
    product = values[:, None] * dense[source]
    return added(jnp.zeros((rows, dense.shape[1]), product.dtype), to, product)


@primitive("SparseTensorDenseAdd", accepts={"x2": "Tensor[=x1_values]"}, counts="all")
@op(label="SparseTensorDenseAdd")
def sparse_tensor_dense_add(x1_indices: Array, x1_values: Array, x1_shape: Array, x2: Array):
    """Sum of a sparse and a dense Tensor.

    Inputs:
        - **x1_indices** (Tensor): shape (n, ndim), int32 or int64: the place of each value.
        - **x1_values** (Tensor): shape (n,).
        - **x1_shape** (Tensor): shape (ndim,), the shape of `x2`.
        - **x2** (Tensor): the dense one, of the dtype of `x1_values`.

    Outputs:
        Tensor of the shape and dtype of `x2`.

    Raises:
        TypeError: `x1_indices` are of another dtype, or the dtypes of the values differ.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> places, values, shape = ms.Tensor([[0, 1]]), ms.Tensor([5.]), ms.Tensor([2, 2])
        >>> print(ms.ops.SparseTensorDenseAdd()(places, values, shape, ms.ops.ones((2, 2))))
        [[1. 6.]
         [1. 1.]]
    """
    accept(x1_indices, "int32 int64", "x1_indices")
    if x1_shape.shape != (x2.ndim,) or x1_indices.shape[1:] != (x2.ndim,):
        raise ValueError(must("x1_shape", f"of {x2.ndim} elements", x1_shape.shape))
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
        - **size** (Tensor): shape (ndim,), int64: its size, cut off where the Tensor ends.

    Outputs:
        Tuple of Tensors: places within the part, values, its shape.

    Raises:
        TypeError: a Tensor other than `values` is not of int64.

    Examples:
        >>> import msjax as ms
        >>> places, values = ms.Tensor([[0, 1], [1, 2]]), ms.Tensor([5., 6.])
        >>> shape, start, size = ms.Tensor([2, 3]), ms.Tensor([1, 1]), ms.Tensor([1, 2])
        >>> for part in ms.ops.SparseSlice()(places, values, shape, start, size):
        ...     print(part)
        [[0 1]]
        [6.]
        [1 2]
    """
    given = {"indices": indices, "shape": shape, "start": start, "size": size}
    for arg, x in given.items():
        accept(x, "int64", arg)
    places, low = np.asarray(indices), np.asarray(start)
    extent = np.maximum(np.minimum(np.asarray(size), np.asarray(shape) - low), 0)
    inside = np.flatnonzero(((places >= low) & (places < low + extent)).all(1))
    kept = jnp.asarray(inside)
    return jnp.asarray(places[inside] - low, np.int64), values[kept], jnp.asarray(extent, np.int64)


@primitive(
    "Coalesce",
    accepts={
        "x_indices": "Tensor[int64]",
        "x_values": "Tensor[float16 float32 float64]",
        "x_shape": "Tensor[int64]",
    },
    counts="all",
)
@op(
    "ops.coalesce",
    eager=True,
    label="Coalesce",
    accepts={
        "x_indices": "Tensor[int64]",
        "x_values": "Tensor[float16 float32 float64]",
        "x_shape": "Tensor[int64]",
    },
)
def coalesce(x_indices: Array, x_values: Array, x_shape: Array):
    """Add up the values of a sparse Tensor that share an index, and sort them by index.

    Args:
        x_indices: Tensor of int64 of shape (rank, count).
        x_values: Tensor of shape (count,).
        x_shape: Tensor of int64 of shape (rank,).

    Returns:
        The three Tensors, with each index once.

    Raises:
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> i = ms.Tensor([[0, 0], [1, 1]])
        >>> _, values, _ = ms.ops.coalesce(i, ms.Tensor([1., 2.]), ms.Tensor([2, 2]))
        >>> print(values)
        [3.]
    """
    if (x_indices.ndim, x_values.ndim, x_shape.ndim) != (2, 1, 1):
        ranks = (x_indices.ndim, x_values.ndim, x_shape.ndim)
        raise ValueError(must("inputs", "of 2, 1 and 1 dimensions", ranks))
    if x_indices.shape != (x_shape.shape[0], x_values.shape[0]):
        wanted = (x_shape.shape[0], x_values.shape[0])
        raise ValueError(must("x_indices", f"of shape {wanted}", x_indices.shape))
    found, where = np.unique(np.asarray(x_indices), axis=1, return_inverse=True)
    with x64():
        sums = jnp.zeros((found.shape[1],), x_values.dtype).at[where.reshape(-1)].add(x_values)
    return to_device(found.astype(x_indices.dtype)), sums, x_shape
