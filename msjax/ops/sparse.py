"""Operations on sparse matrices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core import dtype as mstype
from msjax._core.errors import describe, must
from msjax._core.op import Array, Arrays, call, op, public, resolve
from msjax._core.primitive import primitive
from msjax._core.tensor import Tensor
from msjax.common.sparse_tensor import (
    COOTensor,
    CSRTensor,
    RowTensorInner,
    SparseTensor,
)

# ---- values one by one

_ELEMENTWISE = (
    "abs acos acosh asin asinh atan atanh ceil cos cosh exp expm1 floor inv isfinite isinf isnan "
    "log log1p neg relu relu6 round sigmoid sin sinh softsign sqrt square tan tanh"
).split()


def _on_values(prefix: str, kind: type, name: str) -> None:
    """Publish an elementwise operation for one form of sparse matrices."""

    def function(x: Any) -> Any:
        if not isinstance(x, kind):
            raise TypeError(f"Expects {kind.__name__} for {prefix}_{name}")
        return x._with(resolve("ops." + name)(x.values))

    function.__name__ = function.__qualname__ = f"{prefix}_{name}"
    function.__module__ = "msjax.ops"
    function.__doc__ = f"""`ops.{name}` of the values of a {kind.__name__}; its zeros stay zeros.

    Args:
        x ({kind.__name__}): the matrix.

    Returns:
        {kind.__name__} with the same places.

    Raises:
        TypeError: `x` is something else.
    """
    public(f"ops.{prefix}_{name}")(function)


for _name in _ELEMENTWISE:
    _on_values("coo", COOTensor, _name)
    _on_values("csr", CSRTensor, _name)


# ---- kernels


def _rows(indptr: jax.Array, count: int) -> jax.Array:
    """The row of each of `count` values, given where the rows begin."""
    places = jnp.arange(count, dtype=indptr.dtype)
    return (jnp.searchsorted(indptr, places, side="right") - 1).astype(indptr.dtype)


def _added(target: jax.Array, rows: jax.Array, values: jax.Array) -> jax.Array:
    return target.at[rows].add(values.astype(target.dtype))


def _check_index_dtype(name: str, arg: str, x: jax.Array, *allowed: Any) -> None:
    if x.dtype not in allowed:
        names = ", ".join(str(mstype.from_np(np.dtype(a))) for a in allowed)
        raise TypeError(must(name, arg, f"of dtype {names}", mstype.from_np(x.dtype)))


def _check_shape(name: str, shape: Any) -> tuple[int, int]:
    if not isinstance(shape, tuple) or not all(type(n) is int for n in shape):
        raise TypeError(must(name, "sparse_shape", "a tuple of int", describe(shape)))
    if len(shape) != 2 or min(shape) < 1:
        raise ValueError(must(name, "sparse_shape", "two positive sizes", shape))
    return shape


@primitive("SparseToDense")
@op(label="SparseToDense")
def sparse_to_dense(indices: Array, values: Array, sparse_shape):
    """Dense matrix of the given values at the given places; equal places add up.

    Inputs:
        - **indices** (Tensor): shape (n, 2), int32 or int64: row and column of each value.
        - **values** (Tensor): shape (n,).
        - **sparse_shape** (tuple of int): shape of the matrix.

    Returns:
        Tensor of that shape.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> places, values = ms.Tensor([[0, 1], [1, 2]]), ms.Tensor([1., 2.])
        >>> print(ms.ops.SparseToDense()(places, values, (2, 3)))
        [[0. 1. 0.]
         [0. 0. 2.]]
    """
    name = "SparseToDense"
    shape = _check_shape(name, sparse_shape)
    _check_index_dtype(name, "indices", indices, np.int32, np.int64)
    if indices.ndim != 2 or indices.shape[1] != 2 or values.shape != indices.shape[:1]:
        raise ValueError(
            must(name, "indices", "of shape (n, 2) for n values", (indices.shape, values.shape))
        )
    return jnp.zeros(shape, values.dtype).at[indices[:, 0], indices[:, 1]].add(values)


def _check_flag(**given: Any) -> None:
    for name, value in given.items():
        if not isinstance(value, bool):
            raise TypeError(must("SparseTensorDenseMatmul", name, "a bool", describe(value)))


@primitive("SparseTensorDenseMatmul", check=_check_flag, adjoint_st=False, adjoint_dt=False)
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
    rows, columns = _check_shape(name, sparse_shape)
    _check_index_dtype(name, "indices", indices, np.int32, np.int64)
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
    return _added(jnp.zeros((rows, dense.shape[1]), product.dtype), to, product)


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
    _check_index_dtype(name, "x1_indices", x1_indices, np.int32, np.int64)
    if x1_shape.shape != (x2.ndim,) or x1_indices.shape[1:] != (x2.ndim,):
        raise ValueError(must(name, "x1_shape", f"of {x2.ndim} elements", x1_shape.shape))
    return x2.at[tuple(x1_indices.T)].add(x1_values)


@op("ops.csr2coo")
def csr2coo(indptr: Array, nnz):
    """The row of each of `nnz` values, given where the rows begin."""
    return _rows(indptr, nnz)


@op("ops.coo2csr")
def coo2csr(row_indices: Array, height):
    """Where each of `height` rows begins in a sorted list of row numbers, and the list's end."""
    _check_index_dtype("COO2CSR", "row_indices", row_indices, np.int32, np.int64, np.int16)
    starts = jnp.searchsorted(row_indices, jnp.arange(height + 1, dtype=row_indices.dtype))
    return starts.astype(row_indices.dtype)


@op("ops.coo_sorted_by_row")
def coo_sorted_by_row(indices: Array, values: Array):
    """Rows, columns and values of a list of places, in the order of the rows."""
    order = jnp.argsort(indices[:, 0], stable=True)
    return indices[order, 0], indices[order, 1], values[order]


@op(label="SparseSort")
def _row_major(indices: Array, values: Array):
    order = jnp.lexsort((indices[:, 1], indices[:, 0]))
    return indices[order], values[order]


@op(label="CSRSparseMatrixToSparseTensor")
def _csr_places(indptr: Array, indices: Array):
    rows = _rows(indptr, indices.shape[0])
    return jnp.stack([rows, indices.astype(rows.dtype)], 1)


@op(label="CSRMV")
def _csr_product(indptr: Array, indices: Array, values: Array, dense: Array, height):
    rows = _rows(indptr, indices.shape[0])
    product = values[:, None] * dense[indices]
    return _added(jnp.zeros((height, dense.shape[1]), product.dtype), rows, product)


@op(label="CSRGather")
def _csr_at_places(indptr: Array, indices: Array, dense: Array, shape):
    rows = _rows(indptr, indices.shape[0])
    return jnp.broadcast_to(dense, shape)[rows, indices]


@op(label="CSRReduceSum")
def _csr_row_sums(indptr: Array, values: Array):
    rows = _rows(indptr, values.shape[0])
    shape = (indptr.shape[0] - 1, 1, *values.shape[1:])
    return jnp.zeros(shape, values.dtype).at[rows, 0].add(values)


@op(label="SparseMatrixSoftmax")
def _csr_softmax(indptr: Array, values: Array):
    rows, height = _rows(indptr, values.shape[0]), indptr.shape[0] - 1
    tops = jax.ops.segment_max(values, rows, height)
    exps = jnp.exp(values - jax.lax.stop_gradient(tops)[rows])
    return exps / jax.ops.segment_sum(exps, rows, height)[rows]


def _unique(places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Distinct (row, column) pairs in order, and the number of each given pair among them."""
    found, inverse = np.unique(places, axis=0, return_inverse=True)
    return found, inverse.reshape(-1)


@primitive("Coalesce")
@op("ops.coalesce", label="Coalesce", eager=True)
def coalesce(x_indices: Array, x_values: Array, x_shape: Array):
    """Sort the places of a sparse Tensor, and add up values of equal places.

    Args:
        x_indices (Tensor): shape (ndims, n), int64.
        x_values (Tensor): shape (n,).
        x_shape (Tensor): shape (ndims,), int64.

    Returns:
        tuple of Tensors: places, values, `x_shape`.

    Raises:
        TypeError: `x_indices` or `x_shape` is not int64.
        ValueError: shapes do not fit, or a place is outside.

    Examples:
        >>> import msjax as ms
        >>> places, values = ms.Tensor([[0, 0, 1], [1, 1, 2]]), ms.Tensor([1., 2., 3.])
        >>> places, values, _ = ms.ops.coalesce(places, values, ms.Tensor([3, 3]))
        >>> print(values)
        [3. 3.]
    """
    name = "Coalesce"
    _check_index_dtype(name, "x_indices", x_indices, np.int64)
    _check_index_dtype(name, "x_shape", x_shape, np.int64)
    if x_indices.ndim != 2 or x_values.ndim != 1 or x_shape.ndim != 1:
        ranks = (x_indices.ndim, x_values.ndim, x_shape.ndim)
        raise ValueError(must(name, "inputs", "of ranks 2, 1 and 1", ranks))
    if x_indices.shape != (*x_shape.shape, *x_values.shape):
        wanted = f"of shape {(*x_shape.shape, *x_values.shape)}"
        raise ValueError(must(name, "x_indices", wanted, x_indices.shape))
    places, shape = np.asarray(x_indices).T, np.asarray(x_shape)
    if places.size and (places.min() < 0 or (places >= shape).any()):
        raise ValueError(must(name, "x_indices", f"inside {tuple(shape)}", "places outside"))
    found, inverse = _unique(places)
    values = _added(jnp.zeros(len(found), x_values.dtype), jnp.asarray(inverse), x_values)
    return jnp.asarray(found.T, np.int64), values, x_shape


@op(label="SparseAdd", eager=True)
def _coo_sum(
    x1_indices: Array, x1_values: Array, x2_indices: Array, x2_values: Array, thresh: Array
):
    """Places and values of a sum; sums below `thresh` in absolute value are dropped."""
    found, inverse = _unique(np.concatenate([x1_indices, x2_indices]))
    values = jnp.concatenate([x1_values, x2_values])
    total = _added(jnp.zeros(len(found), values.dtype), jnp.asarray(inverse), values)
    kept = np.flatnonzero(np.abs(np.asarray(jax.lax.stop_gradient(total))) >= np.asarray(thresh))
    return jnp.asarray(found[kept], x1_indices.dtype), total[jnp.asarray(kept)]


@op(label="SparseMatrixAdd", eager=True)
def _csr_sum(
    a_indptr: Array,
    a_indices: Array,
    a_values: Array,
    b_indptr: Array,
    b_indices: Array,
    b_values: Array,
    alpha: Array,
    beta: Array,
):
    rows = np.concatenate([_rows(a_indptr, len(a_indices)), _rows(b_indptr, len(b_indices))])
    columns = np.concatenate([a_indices, b_indices])
    found, inverse = _unique(np.stack([rows, columns], 1))
    values = jnp.concatenate([a_values * alpha, b_values * beta])
    total = _added(jnp.zeros(len(found), values.dtype), jnp.asarray(inverse), values)
    starts = np.searchsorted(found[:, 0], np.arange(len(a_indptr)))
    dtype = a_indptr.dtype
    return jnp.asarray(starts, dtype), jnp.asarray(found[:, 1], a_indices.dtype), total


@op(label="SparseMatrixSparseMatMul", eager=True)
def _csr_product_sparse(a_places: Array, a_values: Array, b_places: Array, b_values: Array, height):
    """Product of two sparse matrices given by places: all pairs that meet in a middle index."""
    left, right = np.asarray(a_places), np.asarray(b_places)
    order = np.argsort(right[:, 0], kind="stable")
    starts = np.searchsorted(right[order, 0], left[:, 1])
    counts = np.searchsorted(right[order, 0], left[:, 1], side="right") - starts
    first = np.repeat(np.arange(len(left)), counts)
    within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    second = order[np.repeat(starts, counts) + within]
    found, inverse = _unique(np.stack([left[first, 0], right[second, 1]], 1))
    products = a_values[jnp.asarray(first)] * b_values[jnp.asarray(second)]
    total = _added(jnp.zeros(len(found), products.dtype), jnp.asarray(inverse), products)
    starts = np.searchsorted(found[:, 0], np.arange(height + 1))
    dtype = a_places.dtype
    return jnp.asarray(starts, dtype), jnp.asarray(found[:, 1], dtype), total


@op(label="SparseConcat")
def _coo_joined(indices: Arrays, values: Arrays, offsets, axis):
    moved = [i.at[:, axis].add(o) for i, o in zip(indices, offsets, strict=True)]
    places, data = jnp.concatenate(moved), jnp.concatenate(values)
    order = jnp.lexsort((places[:, 1], places[:, 0]))
    return places[order], data[order]


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
        _check_index_dtype("SparseSlice", arg, x, np.int64)
    places, low = np.asarray(indices), np.asarray(start)
    extent = np.maximum(np.minimum(np.asarray(size), np.asarray(shape) - low), 0)
    inside = np.flatnonzero(((places >= low) & (places < low + extent)).all(1))
    kept = jnp.asarray(inside)
    return jnp.asarray(places[inside] - low, np.int64), values[kept], jnp.asarray(extent, np.int64)


# ---- functions on sparse matrices


def _check_kind(name: str, x: Any, kind: type) -> None:
    if not isinstance(x, kind):
        raise TypeError(f"For functional operator {name}, inputs must be a {kind.__name__}.")


@public("ops.coo_add")
def coo_add(x1: COOTensor, x2: COOTensor, thresh: Tensor) -> COOTensor:
    """Sum of two sparse matrices.

    Args:
        x1 (COOTensor): a matrix with int64 indices.
        x2 (COOTensor): another of the same shape.
        thresh (Tensor): 0-d; sums smaller than it in absolute value are dropped.

    Returns:
        COOTensor with sorted indices.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: the shapes differ.

    Examples:
        >>> import msjax as ms
        >>> x = ms.COOTensor(ms.Tensor([[0, 1], [1, 2]]), ms.Tensor([1., 2.]), (2, 3))
        >>> print(ms.ops.coo_add(x, x, ms.Tensor(0.)).values)
        [2. 4.]
    """
    for x in (x1, x2):
        _check_kind("coo_add", x, COOTensor)
    if not isinstance(thresh, Tensor):
        raise TypeError(must("coo_add", "thresh", "a Tensor", describe(thresh)))
    if x1.shape != x2.shape:
        raise ValueError(must("coo_add", "x2", f"of shape {x1.shape}", x2.shape))
    _check_int64("SparseAdd", x1, x2)
    x1, x2 = _promoted(x1, x2)
    parts = (x1.indices, x1.values, x2.indices, x2.values, thresh.astype(x1.dtype))
    return COOTensor(*call(_coo_sum)(*parts), x1.shape)


def _check_int64(name: str, *matrices: COOTensor) -> None:
    for x in matrices:
        if x.indices.dtype != mstype.int64:
            raise TypeError(must(name, "indices", "of dtype Int64", x.indices.dtype))


def _promoted(x: Any, y: Any) -> tuple[Any, Any]:
    """Two matrices with values of their common dtype."""
    if x.dtype == y.dtype:
        return x, y
    common = mstype.from_np(jnp.promote_types(x.dtype.np, y.dtype.np))
    return x.astype(common), y.astype(common)


@public("ops.coo_concat")
def coo_concat(sp_input: Sequence[COOTensor], concat_dim: int = 0) -> COOTensor:
    """Join sparse matrices.

    Args:
        sp_input (tuple or list of COOTensor): two or more, with int64 indices.
        concat_dim (int): the axis, in [-2, 2).

    Returns:
        COOTensor with sorted indices.

    Raises:
        ValueError: there are fewer than two, the axis does not exist, or shapes do not fit.
        TypeError: an argument has the wrong type.

    Examples:
        >>> import msjax as ms
        >>> x = ms.COOTensor(ms.Tensor([[0, 1], [1, 2]]), ms.Tensor([1., 2.]), (2, 3))
        >>> ms.ops.coo_concat((x, x)).shape
        (4, 3)
    """
    if len(sp_input) < 2:
        raise ValueError("For coo_concat, not support COOTensor input number < 2.")
    matrices = [COOTensor(*x) if isinstance(x, tuple) else x for x in sp_input]
    for x in matrices:
        _check_kind("coo_concat", x, COOTensor)
    _check_int64("SparseConcat", *matrices)
    if not -2 <= concat_dim < 2:
        raise ValueError(must("coo_concat", "concat_dim", "in [-2, 2)", concat_dim))
    axis = concat_dim % 2
    sizes = [x.shape[axis] for x in matrices]
    if len({x.shape[1 - axis] for x in matrices}) > 1:
        raise ValueError(
            must("coo_concat", "sp_input", "matrices that fit", [x.shape for x in matrices])
        )
    indices, values = call(_coo_joined)(
        [x.indices for x in matrices],
        [x.values for x in matrices],
        [sum(sizes[:i]) for i in range(len(sizes))],
        axis,
    )
    other = matrices[0].shape[1 - axis]
    return COOTensor(indices, values, (other, sum(sizes)) if axis else (sum(sizes), other))


@public("ops.csr_to_coo")
def csr_to_coo(tensor: CSRTensor) -> COOTensor:
    """A sparse matrix in coordinate form.

    Raises:
        TypeError: `tensor` is no CSRTensor.
        ValueError: it has more than two axes.
    """
    _check_kind("csr_to_coo", tensor, CSRTensor)
    if tensor.ndim != 2:
        raise ValueError("Currently only support 2-D CSRTensor when converting to COOTensor.")
    places = call(_csr_places)(tensor.indptr, tensor.indices)
    return COOTensor(places, tensor.values, tensor.shape)


@public("ops.csr_to_dense")
def csr_to_dense(csr_tensor: CSRTensor) -> Tensor:
    """A sparse matrix as a Tensor.

    Raises:
        TypeError: `csr_tensor` is no CSRTensor.
        ValueError: it has more than two axes.
    """
    return csr_to_coo(csr_tensor).to_dense()


@public("ops.dense_to_sparse_coo", "Tensor.to_coo")
def dense_to_sparse_coo(tensor: Tensor) -> COOTensor:
    """The nonzero elements of a matrix, in coordinate form.

    Args:
        tensor (Tensor): rank 2.

    Returns:
        COOTensor with int32 indices.

    Raises:
        TypeError: `tensor` is no Tensor.
        ValueError: it is no matrix.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.dense_to_sparse_coo(ms.Tensor([[0, 5], [6, 0]])).values)
        [5 6]
    """
    indices = _places(tensor, "coo", "COOTensor")
    return COOTensor(indices, resolve("ops.gather_nd")(tensor, indices), tensor.shape)


def _places(tensor: Tensor, form: str, title: str) -> Tensor:
    if not isinstance(tensor, Tensor):
        raise TypeError(
            f"For functional operator dense_to_sparse_{form}, input argument must be a Tensor."
        )
    if tensor.ndim != 2:
        raise ValueError(f"Currently only support 2-D Tensor when converting to {title}.")
    return tensor.nonzero().astype(mstype.int32)


@public("ops.dense_to_sparse_csr", "Tensor.to_csr")
def dense_to_sparse_csr(tensor: Tensor) -> CSRTensor:
    """The nonzero elements of a matrix, in compressed-row form.

    Args:
        tensor (Tensor): rank 2.

    Returns:
        CSRTensor with int32 indices.

    Raises:
        TypeError: `tensor` is no Tensor.
        ValueError: it is no matrix.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.dense_to_sparse_csr(ms.Tensor([[0, 5], [6, 7]])).indptr)
        [0 1 3]
    """
    indices = _places(tensor, "csr", "CSRTensor")
    values = resolve("ops.gather_nd")(tensor, indices)
    rows, columns, values = call(coo_sorted_by_row)(indices, values)
    return CSRTensor(call(coo2csr)(rows, tensor.shape[0]), columns, values, tensor.shape)


@public("ops.csr_add")
def csr_add(a: CSRTensor, b: CSRTensor, alpha: Tensor, beta: Tensor) -> CSRTensor:
    """`alpha * a + beta * b` of sparse matrices.

    Args:
        a (CSRTensor): a matrix.
        b (CSRTensor): another of the same shape.
        alpha (Tensor): 0-d.
        beta (Tensor): 0-d.

    Returns:
        CSRTensor.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: the shapes differ.
    """
    for x in (a, b):
        _check_kind("csr_add", x, CSRTensor)
    for name, value in (("alpha", alpha), ("beta", beta)):
        if not isinstance(value, Tensor):
            raise TypeError(must("csr_add", name, "a Tensor", describe(value)))
    if a.shape != b.shape:
        raise ValueError(must("csr_add", "b", f"of shape {a.shape}", b.shape))
    a, b = _promoted(a, b)
    factors = alpha.astype(a.dtype), beta.astype(a.dtype)
    parts = (a.indptr, a.indices, a.values, b.indptr, b.indices, b.values)
    return CSRTensor(*call(_csr_sum)(*parts, *factors), a.shape)


@public("ops.csr_mm")
def csr_mm(
    a: CSRTensor,
    b: CSRTensor,
    trans_a: bool = False,
    trans_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
) -> CSRTensor:
    """Product of two sparse matrices.

    Args:
        a (CSRTensor): the left one.
        b (CSRTensor): the right one.
        trans_a (bool): whether to transpose `a`.
        trans_b (bool): whether to transpose `b`.
        adjoint_a (bool): whether to transpose and conjugate `a`.
        adjoint_b (bool): whether to transpose and conjugate `b`.

    Returns:
        CSRTensor.

    Raises:
        TypeError: `a` or `b` is no CSRTensor.
        ValueError: the shapes do not fit.
    """
    for x in (a, b):
        _check_kind("csr_mm", x, CSRTensor)
    left = _oriented(a, trans_a, adjoint_a)
    right = _oriented(b, trans_b, adjoint_b)
    if left[2][1] != right[2][0]:
        raise ValueError(must("csr_mm", "b", f"a matrix of {left[2][1]} rows", right[2]))
    shape = (left[2][0], right[2][1])
    return CSRTensor(*call(_csr_product_sparse)(*left[:2], *right[:2], shape[0]), shape)


def _oriented(x: CSRTensor, transpose: bool, adjoint: bool) -> tuple[Tensor, Tensor, tuple]:
    """Places, values and shape of a matrix or of its transpose."""
    matrix = csr_to_coo(x)
    if not (transpose or adjoint):
        return matrix.indices, matrix.values, matrix.shape
    values = resolve("ops.conj")(matrix.values) if adjoint else matrix.values
    return matrix.indices.flip((1,)), values, matrix.shape[::-1]


@public("ops.csr_mv")
def csr_mv(csr_tensor: CSRTensor, dense: Tensor) -> Tensor:
    """Product of a sparse matrix and a column vector, a Tensor of shape (columns, 1)."""
    _check_kind("csr_mv", csr_tensor, CSRTensor)
    if dense.shape != (csr_tensor.shape[1], 1):
        raise ValueError(
            must("csr_mv", "dense", f"of shape {(csr_tensor.shape[1], 1)}", dense.shape)
        )
    return csr_mm_dense(csr_tensor, dense)


def csr_mm_dense(csr_tensor: CSRTensor, dense: Tensor) -> Tensor:
    """Product of a sparse matrix and a dense one."""
    if dense.ndim != 2 or dense.shape[0] != csr_tensor.shape[1]:
        raise ValueError(
            must("CSRMM", "dense", f"of shape ({csr_tensor.shape[1]}, k)", dense.shape)
        )
    parts = (csr_tensor.indptr, csr_tensor.indices, csr_tensor.values, dense)
    return call(_csr_product)(*parts, csr_tensor.shape[0])


public("ops.csr_mm_dense")(csr_mm_dense)


@public("ops.csr_gather")
def csr_gather(indptr: Tensor, indices: Tensor, dense: Tensor, shape: tuple[int, ...]) -> Tensor:
    """Elements of a dense Tensor, broadcast to `shape`, at the places of a sparse matrix."""
    return call(_csr_at_places)(indptr, indices, dense, shape)


def _combined(name: str, x: CSRTensor, y: Any, function: Callable) -> Any:
    _check_kind(name, x, CSRTensor)
    if isinstance(y, (int, float, bool)) or (y.size == 1 and y.ndim <= 2):
        if isinstance(y, Tensor) and y.ndim > x.ndim:
            raise ValueError("dense tensor cannot broadcast to the sparse tensor.")
        y = y if isinstance(y, Tensor) else Tensor(y)
        return function(x.values, y).reshape(x.values.shape)
    return x._with(function(x.values, csr_gather(x.indptr, x.indices, y, x.shape)))


@public("ops.csr_mul")
def csr_mul(x: CSRTensor, y: Any) -> Any:
    """Product, element by element, of a sparse matrix and a Tensor that broadcasts to it.

    Returns:
        CSRTensor; for a number or a Tensor of one element, a Tensor: the products of the values.
    """
    return _combined("csr_mul", x, y, lambda a, b: a * b)


@public("ops.csr_div")
def csr_div(x: CSRTensor, y: Any) -> Any:
    """Quotient, element by element; zeros of `y` count where the matrix has values. See `csr_mul`."""
    return _combined("csr_div", x, y, lambda a, b: a / b)


@public("ops.csr_reduce_sum")
def csr_reduce_sum(csr_tensor: CSRTensor, axis: int) -> Tensor:
    """Sums of the rows of a sparse matrix, a Tensor of shape (rows, 1); `axis` is 1 or -1."""
    _check_kind("csr_reduce_sum", csr_tensor, CSRTensor)
    if axis not in (1, 1 - csr_tensor.ndim):
        raise ValueError(must("CSRReduceSum", "axis", f"1 or {1 - csr_tensor.ndim}", axis))
    return call(_csr_row_sums)(csr_tensor.indptr, csr_tensor.values)


@public("ops.csr_softmax")
def csr_softmax(logits: CSRTensor, dtype: Any) -> CSRTensor:
    """Softmax over the values of each row; absent elements stay absent.

    Args:
        logits (CSRTensor): a matrix.
        dtype: float32 or float64, the dtype of its values.

    Returns:
        CSRTensor.

    Raises:
        TypeError: `logits` is no CSRTensor, or its values have another dtype.
    """
    _check_kind("csr_softmax", logits, CSRTensor)
    if dtype not in (mstype.float32, mstype.float64):
        raise TypeError(must("csr_softmax", "dtype", "float32 or float64", dtype))
    if logits.dtype != dtype:
        raise TypeError(must("csr_softmax", "logits", f"of dtype {dtype}", logits.dtype))
    return logits._with(call(_csr_softmax)(logits.indptr, logits.values))


# ---- making and reading


@public("ops.make_coo_tensor")
def make_coo_tensor(indices: Tensor, values: Tensor, dense_shape: tuple) -> COOTensor:
    """A COOTensor of its parts."""
    return COOTensor(indices, values, dense_shape)


@public("ops.make_csr_tensor")
def make_csr_tensor(
    indptr: Tensor, indices: Tensor, values: Tensor, dense_shape: tuple
) -> CSRTensor:
    """A CSRTensor of its parts."""
    return CSRTensor(indptr, indices, values, dense_shape)


@public("ops.make_sparse_tensor")
def make_sparse_tensor(indices: Tensor, values: Tensor, dense_shape: tuple) -> SparseTensor:
    """A SparseTensor of its parts."""
    return SparseTensor(indices, values, dense_shape)


@public("ops.make_row_tensor", "ops.make_row_tensor_inner")
def make_row_tensor(indices: Tensor, values: Tensor, dense_shape: tuple) -> RowTensorInner:
    """A RowTensor of its parts."""
    return RowTensorInner(indices, values, dense_shape)


def _reader(name: str, field: str) -> None:
    def function(x: Any) -> Any:
        return getattr(x, field)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"The {field} of a sparse Tensor."
    public("ops." + name)(function)


for _kind, _fields in (
    ("coo_tensor", ("indices", "values")),
    ("csr_tensor", ("indptr", "indices", "values")),
    ("row_tensor", ("indices", "values")),
):
    for _field in _fields:
        _reader(f"{_kind}_get_{_field}", _field)
    _reader(f"{_kind}_get_dense_shape", "_shape")
