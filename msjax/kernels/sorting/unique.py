"""Distinct elements. The shapes of the results depend on the values: little here is compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import among, boolean, check_axis
from msjax._core.base.errors import must
from msjax._core.op.publish import Array, Value, op, primitive
from msjax.kernels.checks import INDEX_TYPES, accept, check_rank, of_dtype

if TYPE_CHECKING:
    from msjax._core.base.dtype import Type


def _first_seen(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Distinct elements in the order of their first occurrence, and the index of each element."""
    flat = x.reshape(-1)
    _, first, inverse = np.unique(flat, return_index=True, return_inverse=True, equal_nan=False)
    by_place = np.argsort(first, kind="stable")
    rank = np.empty_like(by_place)
    rank[by_place] = np.arange(len(by_place))
    return flat[first[by_place]], rank[inverse.reshape(-1)].reshape(x.shape)


def _array(values: np.ndarray, dtype: Any) -> jax.Array:
    return jnp.asarray(values.astype(dtype), dtype)


def _index_dtype(x: Any) -> np.dtype:
    return np.dtype(np.int64 if x.dtype == np.int64 else np.int32)


@primitive("Unique")
@op(eager=True, label="Unique")
def unique_kernel(x: Array):
    """Distinct elements in the order of their first occurrence.

    Inputs:
        - **x** (Tensor) - integer or floating-point dtype.

    Outputs:
        Tuple of the distinct elements and of the index among them of each element of `x`, which is
        Int64 for Int64 elements and Int32 for others.

    Raises:
        TypeError: `x` is not a Tensor.
        RuntimeError: `x` does not have one dimension.

    Examples:
        >>> import msjax as ms
        >>> values, index = ms.ops.Unique()(ms.Tensor([3, 1, 3]))
        >>> print(values, index)
        [3 1] [0 1 0]
    """
    accept(x, "iuf", "x")
    check_rank(x, 1, "x", RuntimeError)
    values, inverse = _first_seen(np.asarray(x))
    return _array(values, x.dtype), _array(inverse, _index_dtype(x))


@op("ops.unique", eager=True, label="Unique")
def unique(input: Array):
    """Distinct elements in the order of their first occurrence; see `ops.Unique`.

    Args:
        input: Tensor of integers or floating-point numbers.

    Returns:
        Tuple of the distinct elements and of the index among them of each element of `input`.

    Raises:
        TypeError: `input` is of bools or complex numbers.

    Examples:
        >>> import msjax as ms
        >>> values, index = ms.ops.unique(ms.Tensor([3, 1, 3]))
        >>> print(values, index)
        [3 1] [0 1 0]
    """
    values, inverse = unique_kernel(input.reshape(-1))
    return values, inverse.reshape(input.shape)


@op("Tensor.unique", "mint.unique", eager=True, label="unique")
def unique_ext(
    input: Array,
    sorted: bool = True,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
):
    """Distinct elements, or distinct slices along a dimension, in ascending order.

    Args:
        input: Tensor.
        sorted: whether they must be in order (they always are).
        return_inverse: whether to return the index among them of each element.
        return_counts: whether to return how often each occurs.
        dim: the dimension of the slices; None for elements.

    Returns:
        Tensor, or tuple of it and the Int64 Tensors asked for.

    Raises:
        TypeError: a flag is not a bool, or `dim` not an int.
        ValueError: `dim` is out of range.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([3, 1, 3])
        >>> print(x.unique())
        [1 3]
        >>> values, inverse = ms.mint.unique(x, return_inverse=True)
        >>> print(inverse)
        [1 0 1]
    """
    for name, flag in (("sorted", sorted), ("return_inverse", return_inverse)):
        boolean(name, flag)
    boolean("return_counts", return_counts)
    axis = None if dim is None else check_axis(dim, input.ndim, "dim")
    x = np.asarray(input)
    values, inverse, counts = np.unique(x, return_inverse=True, return_counts=True, axis=axis)
    inverse = inverse.reshape(x.shape if axis is None else -1)
    return _chosen(values, inverse, counts, return_inverse, return_counts)


def _chosen(values: Any, inverse: Any, counts: Any, want_inverse: bool, want_counts: bool) -> Any:
    parts = [_array(values, values.dtype)]
    if want_inverse:
        parts.append(_array(inverse, np.int64))
    if want_counts:
        parts.append(_array(counts, np.int64))
    return parts[0] if len(parts) == 1 else tuple(parts)


def _runs(x: np.ndarray, axis: int | None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Without repetitions of the neighbour: values, index of each element, lengths of the runs."""
    rows = x.reshape(-1) if axis is None else np.moveaxis(x, axis, 0)
    if not len(rows):
        return x.reshape(-1) if axis is None else x, np.zeros(0, int), np.zeros(0, int)
    differs = (rows[1:] != rows[:-1]).any(tuple(range(1, rows.ndim)))
    starts = np.concatenate([[True], differs])
    index = np.cumsum(starts) - 1
    counts = np.bincount(index)
    kept = rows[starts]
    if axis is None:
        return kept, index.reshape(x.shape), counts
    return np.moveaxis(kept, 0, axis), index, counts


@op(
    "ops.unique_consecutive",
    "Tensor.unique_consecutive",
    "mint.unique_consecutive",
    eager=True,
    label="UniqueConsecutive",
    accepts={
        "ops.unique_consecutive.return_inverse": "bool",
        "Tensor.unique_consecutive.return_inverse": "bool",
        "ops.unique_consecutive.return_counts": "bool",
        "Tensor.unique_consecutive.return_counts": "bool",
    },
    formerly={
        "ops.unique_consecutive": "x=input return_idx=return_inverse axis=dim",
        "Tensor.unique_consecutive": "return_idx=return_inverse axis=dim",
    },
)
def unique_consecutive(
    input: Array, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None
):
    """Elements, or slices along a dimension, without repetitions of the one before.

    Args:
        input: Tensor.
        return_inverse: whether to return the index in the result of each element.
        return_counts: whether to return the lengths of the runs.
        dim: the dimension of the slices; None for the elements of the flattened Tensor.

    Returns:
        Tensor, or tuple of it and the Int64 Tensors asked for.

    Raises:
        TypeError: a flag is not a bool, or `dim` not an int.
        ValueError: `dim` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.unique_consecutive(ms.Tensor([1, 1, 2, 1])))
        [1 2 1]
    """
    values, index, counts = _consecutive(input, return_inverse, return_counts, dim)
    return _chosen(values, index, counts, return_inverse, return_counts)


def _consecutive(x: Any, return_inverse: Any, return_counts: Any, dim: Any) -> tuple:
    boolean("return_inverse", return_inverse)
    boolean("return_counts", return_counts)
    if dim is not None and (isinstance(dim, bool) or not isinstance(dim, int)):
        raise TypeError(must("dim", "int or None", repr(dim)))
    axis = None if dim is None else check_axis(dim, x.ndim, "dim")
    return _runs(np.asarray(x), axis)


@primitive(
    "UniqueConsecutive",
    accepts={"return_inverse": "bool", "return_counts": "bool"},
    return_inverse=False,
    return_counts=False,
    dim=None,
)
@op(eager=True, label="UniqueConsecutive")
def unique_consecutive_kernel(
    input: Array, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None
):
    """Elements, or slices along a dimension, without repetitions of the one before.

    Args:
        return_inverse: whether the second result is the index in the first of each element.
        return_counts: whether the third result holds the lengths of the runs.
        dim: the dimension of the slices; None for the elements of the flattened Tensor.

    Inputs:
        - **input** (Tensor) - any dtype.

    Outputs:
        Tuple of three Tensors; one that was not asked for is a 0-d zero.

    Raises:
        TypeError: a flag is not a bool, or `dim` not an int.
        ValueError: `dim` is out of range.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.operations.array_ops import UniqueConsecutive
        >>> values, index, counts = UniqueConsecutive(return_counts=True)(ms.Tensor([1, 1, 2, 1]))
        >>> print(values, index, counts)
        [1 2 1] 0 [2 1 1]
    """
    values, index, counts = _consecutive(input, return_inverse, return_counts, dim)
    absent = jnp.zeros((), np.int64)
    return (
        _array(values, values.dtype),
        _array(index, np.int64) if return_inverse else absent,
        _array(counts, np.int64) if return_counts else absent,
    )


@primitive("UniqueWithPad", accepts={"x": "Tensor[int32 int64 float32]"}, counts="all")
@op(
    "ops.unique_with_pad",
    "Tensor.unique_with_pad",
    label="UniqueWithPad",
    accepts={"x": "Tensor[int32 int64 float32]"},
)
def unique_with_pad(x: Array, pad_num: Value):
    """Distinct elements of a vector in the order of their first occurrence, padded to its length.

    Args:
        x: vector.
        pad_num: number or 0-d Tensor to pad with.

    Returns:
        Tuple of the padded distinct elements and of the index among them of each element of `x`,
        which is Int64 for Int64 elements and Int32 for others.

    Raises:
        ValueError: `x` is not a vector.

    Examples:
        >>> import msjax as ms
        >>> values, index = ms.ops.unique_with_pad(ms.Tensor([3, 1, 3]), 0)
        >>> print(values, index)
        [3 1 0] [0 1 0]
    """
    accept(x, "iuf", "x")
    check_rank(x, 1, "x")
    count = x.shape[0]
    if not count:
        return x, jnp.zeros((0,), _index_dtype(x))
    by_value = jnp.argsort(x, stable=True)
    ordered = x[by_value]
    starts = jnp.concatenate([jnp.ones((1,), bool), ordered[1:] != ordered[:-1]])
    group = jnp.cumsum(starts, dtype=np.int32) - 1
    first = jnp.full((count,), count, np.int32).at[group].min(by_value.astype(np.int32))
    places = jnp.argsort(first, stable=True)
    rank = jnp.zeros((count,), np.int32).at[places].set(jnp.arange(count, dtype=np.int32))
    index = jnp.zeros((count,), np.int32).at[by_value].set(rank[group])
    kept = jnp.arange(count, dtype=np.int32) < group[-1] + 1
    chosen = x[jnp.minimum(first[places], count - 1)]
    padded = jnp.where(kept, chosen, jnp.asarray(pad_num).astype(x.dtype))
    return padded, index.astype(_index_dtype(x))


@primitive(
    "ListDiff",
    check=lambda out_idx: among("out_idx", out_idx, INDEX_TYPES, TypeError),
    counts="all",
    out_idx=mstype.int32,
)
@op(label="ListDiff", eager=True)
def list_diff(x: Array, y: Array, out_idx: Type):
    """Elements of a list that are not in another.

    Args:
        out_idx: int32 or int64, dtype of the places.

    Inputs:
        - **x** (Tensor): rank 1.
        - **y** (Tensor): rank 1, same dtype.

    Returns:
        tuple of Tensors: the elements, and their places in `x`.

    Raises:
        TypeError: the dtypes differ.
        ValueError: a Tensor has another rank.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.ListDiff()(ms.Tensor([1, 2, 3, 2]), ms.Tensor([2]))[0])
        [1 3]
    """
    of_dtype("y", y, x.dtype)
    for arg, array in (("x", x), ("y", y)):
        check_rank(array, 1, arg)
    places = np.flatnonzero(~np.isin(np.asarray(x), np.asarray(y)))
    return x[jnp.asarray(places)], jnp.asarray(places, out_idx)
