"""Reductions over groups of rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax

from msjax._core.base.checks import integer, positive
from msjax._core.base.errors import must
from msjax._core.op.publish import Array, op, primitive
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import accept
from msjax.kernels.index.scatter_core import COMBINE


def _least(dtype: np.dtype) -> Any:
    if jnp.issubdtype(dtype, jnp.inexact):
        return jnp.finfo(dtype).min
    return jnp.iinfo(dtype).min


def _greatest(dtype: np.dtype) -> Any:
    if jnp.issubdtype(dtype, jnp.inexact):
        return jnp.finfo(dtype).max
    return jnp.iinfo(dtype).max


_EMPTY: dict[str, Callable] = {
    "add": lambda dtype: 0,
    "mul": lambda dtype: 1,
    "max": _least,
    "min": _greatest,
}


def _reduce(combine: str, x: Any, ids: Any, count: int, empty: Any) -> Any:
    """Combine the parts of `x` that `ids` (the shape of its leading dimensions) sends together."""
    if ids.dtype not in (np.int16, np.int32, np.int64):
        raise TypeError(must("segment_ids", "of type int16, int32 or int64", ids.dtype))
    if ids.shape != x.shape[: ids.ndim]:
        raise ValueError(must("segment_ids", f"of a shape that {x.shape} begins with", ids.shape))
    rest = x.shape[ids.ndim :]
    start = jnp.full((count, *rest), empty, x.dtype)
    flat = ids.reshape(-1)
    places = jnp.where(flat < 0, count, flat)  # negative ids take no part
    return COMBINE[combine](start, (places,), x.reshape(-1, *rest))


def _unsorted(combine: str, x: Any, ids: Any, count: Any) -> Any:
    integer("num_segments", count)
    positive("num_segments", count)
    return _reduce(combine, x, ids, count, _EMPTY[combine](x.dtype))


@primitive("UnsortedSegmentSum")
@op("ops.unsorted_segment_sum", label="UnsortedSegmentSum")
def unsorted_segment_sum(input_x: Array, segment_ids: Array, num_segments: int | Tensor):
    """Sums over groups of elements.

    Args:
        input_x: Tensor.
        segment_ids: Tensor of int16, int32 or int64, the group of each element (or slice); its
            shape is that of the leading dimensions of `input_x`. Elements with negative ids take
            no part.
        num_segments: int or Tensor of one int, the number of groups.

    Returns:
        Tensor of shape `(num_segments,) + input_x.shape[segment_ids.ndim:]`, 0 for empty groups.

    Raises:
        TypeError: `segment_ids` or `num_segments` is of a wrong type.
        ValueError: `num_segments` is not positive, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., 2., 3.])
        >>> print(ms.ops.unsorted_segment_sum(x, ms.Tensor([0, 0, 2]), 3))
        [3. 0. 3.]
    """
    return _unsorted("add", input_x, segment_ids, num_segments)


@primitive("UnsortedSegmentMax", counts="missing")
@op("ops.unsorted_segment_max", "Tensor.unsorted_segment_max", label="UnsortedSegmentMax")
def unsorted_segment_max(x: Array, segment_ids: Array, num_segments: int | Tensor):
    """Greatest elements of groups; the least value of the dtype for empty groups.

    Args:
        x: Tensor.
        segment_ids: Tensor of int16, int32 or int64, the group of each element (or slice); its
            shape is that of the leading dimensions of `x`. Elements with negative ids take no part.
        num_segments: int or Tensor of one int, the number of groups.

    Returns:
        Tensor of shape `(num_segments,) + x.shape[segment_ids.ndim:]`.

    Raises:
        TypeError: `segment_ids` or `num_segments` is of a wrong type.
        ValueError: `num_segments` is not positive, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., 2., 3.])
        >>> print(ms.ops.unsorted_segment_max(x, ms.Tensor([0, 0, 1]), 2))
        [2. 3.]
    """
    return _unsorted("max", x, segment_ids, num_segments)


@primitive("UnsortedSegmentMin", counts="missing")
@op("ops.unsorted_segment_min", "Tensor.unsorted_segment_min", label="UnsortedSegmentMin")
def unsorted_segment_min(x: Array, segment_ids: Array, num_segments: int | Tensor):
    """Least elements of groups; the greatest value of the dtype for empty groups.

    Args:
        x: Tensor.
        segment_ids: Tensor of int16, int32 or int64, the group of each element (or slice); its
            shape is that of the leading dimensions of `x`. Elements with negative ids take no part.
        num_segments: int or Tensor of one int, the number of groups.

    Returns:
        Tensor of shape `(num_segments,) + x.shape[segment_ids.ndim:]`.

    Raises:
        TypeError: `segment_ids` or `num_segments` is of a wrong type.
        ValueError: `num_segments` is not positive, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., 2., 3.])
        >>> print(ms.ops.unsorted_segment_min(x, ms.Tensor([0, 0, 1]), 2))
        [1. 3.]
    """
    return _unsorted("min", x, segment_ids, num_segments)


@primitive("UnsortedSegmentProd", counts="missing")
@op("ops.unsorted_segment_prod", "Tensor.unsorted_segment_prod", label="UnsortedSegmentProd")
def unsorted_segment_prod(x: Array, segment_ids: Array, num_segments: int | Tensor):
    """Products of groups; 1 for empty groups.

    Args:
        x: Tensor.
        segment_ids: Tensor of int16, int32 or int64, the group of each element (or slice); its
            shape is that of the leading dimensions of `x`. Elements with negative ids take no part.
        num_segments: int or Tensor of one int, the number of groups.

    Returns:
        Tensor of shape `(num_segments,) + x.shape[segment_ids.ndim:]`.

    Raises:
        TypeError: `segment_ids` or `num_segments` is of a wrong type.
        ValueError: `num_segments` is not positive, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., 2., 3.])
        >>> print(ms.ops.unsorted_segment_prod(x, ms.Tensor([0, 0, 1]), 2))
        [2. 3.]
    """
    return _unsorted("mul", x, segment_ids, num_segments)


def _sorted_ids(x: Any, ids: Any) -> tuple[Any, int]:
    """Checked ids of a sorted reduction and the number of groups; they must be concrete."""
    values = np.asarray(ids)
    if values.dtype not in (np.int32, np.int64):
        raise TypeError(must("segment_ids", "of type int32 or int64", values.dtype))
    if values.ndim != 1 or values.size != x.shape[0]:
        raise ValueError(must("segment_ids", f"of shape ({x.shape[0]},)", values.shape))
    if values.size and values[0] < 0:
        raise ValueError(must("segment_ids", "not negative", values[0]))
    if (np.diff(values) < 0).any():
        raise ValueError(must("segment_ids", "sorted in ascending order", values))
    return ids, int(values[-1]) + 1 if values.size else 0


@primitive(
    "SegmentSum",
    accepts={"input_x": "Tensor[int float16 float32 float64 complex64 complex128]"},
    counts="all",
)
@op(eager=True, label="SegmentSum")
def segment_sum(input_x: Array, segment_ids: Array):
    """Sums over groups of rows that stand together; the number of groups is the last id plus one.

    Args:
        input_x: Tensor of rank at least 1.
        segment_ids: Tensor of int32 or int64 of shape (rows,), ascending, not negative.

    Returns:
        Tensor of shape `(groups,) + input_x.shape[1:]`, 0 for empty groups.

    Raises:
        TypeError: `segment_ids` is of another dtype.
        ValueError: `segment_ids` is of another shape, unsorted or negative.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.SegmentSum()(ms.Tensor([1., 2., 3.]), ms.Tensor([0, 0, 1])))
        [3. 3.]
    """
    ids, count = _sorted_ids(input_x, segment_ids)
    return _reduce("add", input_x, ids, count, 0)


@primitive("SegmentProd", counts="all")
@op(eager=True, label="SegmentProd")
def segment_prod(input_x: Array, segment_ids: Array):
    """Products over groups of rows that stand together.

    The number of groups is the last id plus one.

    Inputs:
        - **input_x** (Tensor) - rank at least 1.
        - **segment_ids** (Tensor) - Int32 or Int64 of shape (rows,), ascending, not negative.

    Outputs:
        Tensor of shape `(groups,) + input_x.shape[1:]`, 1 for empty groups.

    Raises:
        TypeError: `segment_ids` is of another dtype.
        ValueError: `segment_ids` is of another shape, unsorted or negative.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.SegmentProd()(ms.Tensor([2., 3., 4.]), ms.Tensor([0, 0, 1])))
        [6. 4.]
    """
    ids, count = _sorted_ids(input_x, segment_ids)
    return _reduce("mul", input_x, ids, count, 1)


def _filled(reduced: Any, ids: Any, count: int) -> Any:
    """Zeros for groups without rows."""
    filled = np.bincount(np.asarray(ids), minlength=count) > 0
    return jnp.where(filled.reshape(-1, *[1] * (reduced.ndim - 1)), reduced, 0)


@primitive(
    "SegmentMax",
    accepts={"input_x": "Tensor[int float16 float32 float64 complex64 complex128]"},
    counts="all",
)
@op(eager=True, label="SegmentMax")
def segment_max(input_x: Array, segment_ids: Array):
    """Greatest elements of groups of rows that stand together.

    The number of groups is the last id plus one.

    Inputs:
        - **input_x** (Tensor) - rank at least 1.
        - **segment_ids** (Tensor) - Int32 or Int64 of shape (rows,), ascending, not negative.

    Outputs:
        Tensor of shape `(groups,) + input_x.shape[1:]`, 0 for empty groups.

    Raises:
        TypeError: `segment_ids` is of another dtype.
        ValueError: `segment_ids` is of another shape, unsorted or negative.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.SegmentMax()(ms.Tensor([2., 3., 4.]), ms.Tensor([0, 0, 2])))
        [3. 0. 4.]
    """
    ids, count = _sorted_ids(input_x, segment_ids)
    out = _reduce("max", input_x, ids, count, _least(input_x.dtype))
    return _filled(out, ids, count)


@primitive(
    "SegmentMin",
    accepts={"input_x": "Tensor[int float16 float32 float64 complex64 complex128]"},
    counts="all",
)
@op(eager=True, label="SegmentMin")
def segment_min(input_x: Array, segment_ids: Array):
    """Least elements of groups of rows that stand together.

    The number of groups is the last id plus one.

    Inputs:
        - **input_x** (Tensor) - rank at least 1.
        - **segment_ids** (Tensor) - Int32 or Int64 of shape (rows,), ascending, not negative.

    Outputs:
        Tensor of shape `(groups,) + input_x.shape[1:]`, 0 for empty groups.

    Raises:
        TypeError: `segment_ids` is of another dtype.
        ValueError: `segment_ids` is of another shape, unsorted or negative.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.SegmentMin()(ms.Tensor([2., 3., 4.]), ms.Tensor([0, 0, 2])))
        [2. 0. 4.]
    """
    ids, count = _sorted_ids(input_x, segment_ids)
    out = _reduce("min", input_x, ids, count, _greatest(input_x.dtype))
    return _filled(out, ids, count)


@primitive(
    "SegmentMean",
    accepts={"input_x": "Tensor[int float16 float32 float64 complex64 complex128]"},
    counts="all",
)
@op(eager=True, label="SegmentMean")
def segment_mean(input_x: Array, segment_ids: Array):
    """Means over groups of rows that stand together.

    The number of groups is the last id plus one.

    Inputs:
        - **input_x** (Tensor) - rank at least 1; means of integers are truncated.
        - **segment_ids** (Tensor) - Int32 or Int64 of shape (rows,), ascending, not negative.

    Outputs:
        Tensor of shape `(groups,) + input_x.shape[1:]`, 0 for empty groups.

    Raises:
        TypeError: `segment_ids` is of another dtype.
        ValueError: `segment_ids` is of another shape, unsorted or negative.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.operations.array_ops import SegmentMean
        >>> print(SegmentMean()(ms.Tensor([2., 4., 5.]), ms.Tensor([0, 0, 2])))
        [3. 0. 5.]
    """
    ids, count = _sorted_ids(input_x, segment_ids)
    sums = _reduce("add", input_x, ids, count, 0)
    rows = np.maximum(np.bincount(np.asarray(ids), minlength=count), 1)
    rows = jnp.asarray(rows.reshape(-1, *[1] * (sums.ndim - 1)), sums.dtype)
    if jnp.issubdtype(sums.dtype, jnp.integer):
        return lax.div(sums, jnp.broadcast_to(rows, sums.shape))
    return sums / rows


def segment_scale(segment_ids: Array, rows: Array, power: float) -> Array:
    """What divides `rows`, one of each segment: its length (at least 1) to a power."""
    sizes = jnp.zeros(rows.shape[0], rows.dtype).at[segment_ids].add(1)
    return (jnp.maximum(sizes, 1) ** power).reshape(-1, *(1,) * (rows.ndim - 1))


@op("ops.sparse_segment_mean", eager=True, label="SparseSegmentMean")
def sparse_segment_mean(x: Array, indices: Array, segment_ids: Array):
    """Means over groups of rows that are picked by index first.

    Args:
        x: Tensor of rank at least 1.
        indices: Tensor of int32 or int64 of rank 1, the picked rows.
        segment_ids: Tensor of the same shape, ascending, the group of each picked row.

    Returns:
        Tensor of shape `(groups,) + x.shape[1:]`, 0 for empty groups.

    Raises:
        ValueError: the shapes differ, or `segment_ids` is unsorted or negative.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.], [5., 6.]])
        >>> print(ms.ops.sparse_segment_mean(x, ms.Tensor([0, 2]), ms.Tensor([0, 0])))
        [[3. 4.]]
    """
    accept(x, "f", "x")
    return segment_mean(x[indices], segment_ids)
