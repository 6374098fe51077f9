"""Copies of a Tensor with a slice, or a diagonal, replaced."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import check_axis, integer
from msjax._core.base.errors import Clause, must
from msjax._core.op.publish import Array, op
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import accept, check_rank, same_dtype


def _insert(x: Any, src: Any, axis: int, places: slice) -> Any:
    same_dtype(x, src)
    where = (slice(None),) * axis + (places,)
    count = len(range(*places.indices(x.shape[axis])))
    wanted = (*x.shape[:axis], count, *x.shape[axis + 1 :])
    if src.shape != wanted:
        raise ValueError(must("src", f"of the slice's shape {wanted}", src.shape))
    return x.at[where].set(src)


@op(
    "ops.slice_scatter",
    "Tensor.slice_scatter",
    accepts={
        "ops.slice_scatter.start": "int Tensor ndarray None !ValueError bool",
        "end": "int Tensor ndarray None !ValueError bool",
        "step": "int Tensor ndarray !ValueError bool",
    },
)
def slice_scatter(
    input: Array,
    src: Array,
    axis: int = 0,
    start: int | Tensor | None = None,
    end: int | Tensor | None = None,
    step: int | Tensor = 1,
):
    """A copy of a Tensor with a slice along one dimension replaced.

    Args:
        input: Tensor.
        src: Tensor of the same dtype, in the shape of the slice.
        axis: int, the dimension.
        start: int, where the slice starts; at the beginning if None.
        end: int, where it ends; at the end if None.
        step: positive int.

    Returns:
        Tensor.

    Raises:
        TypeError: the dtypes differ, or a number is not an int.
        ValueError: `src` has another shape, or `step` is not positive.
        IndexError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.slice_scatter(ms.Tensor([1, 2, 3, 4]), ms.Tensor([8, 9]), 0, 0, 4, 2))
        [8 2 9 4]
    """
    axis = integer("axis", axis)
    if not -input.ndim <= axis < input.ndim:
        raise IndexError(must("axis", f"in [-{input.ndim}, {input.ndim})", axis))
    for arg, value in (("start", start), ("end", end)):
        if value is not None:
            integer(arg, value)
    if integer("step", step) < 1:
        raise ValueError(must("step", "positive", step))
    return _insert(input, src, axis % input.ndim, slice(start, end, step))


@op("ops.select_scatter", "Tensor.select_scatter", accepts={"ops.select_scatter.axis": "int"})
def select_scatter(input: Array, src: Array, axis: int, index: int):
    """A copy of a Tensor with one index of a dimension replaced.

    Args:
        input: Tensor.
        src: Tensor of the same dtype, in the shape of `input` without the dimension.
        axis: int, the dimension.
        index: int.

    Returns:
        Tensor.

    Raises:
        TypeError: the dtypes differ, or a number is not an int.
        ValueError: `src` has another shape, or `axis` or `index` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.select_scatter(ms.Tensor([[1, 2], [3, 4]]), ms.Tensor([8, 9]), 0, 1))
        [[1 2]
         [8 9]]
    """
    axis = check_axis(integer("axis", axis), input.ndim)
    index, count = integer("index", index), input.shape[axis]
    if not -count <= index < count:
        raise ValueError(must("index", f"in [-{count}, {count})", index))
    place = index % count
    check_rank(src, input.ndim - 1, "src")
    return _insert(input, jnp.expand_dims(src, axis), axis, slice(place, place + 1))


@op(
    "ops.diagonal_scatter",
    "Tensor.diagonal_scatter",
    accepts={"offset": "int", "dim1": "int", "dim2": "int"},
)
def diagonal_scatter(input: Array, src: Array, offset: int = 0, dim1: int = 0, dim2: int = 1):
    """A copy of a Tensor with a diagonal replaced.

    Args:
        input: Tensor of at least two dimensions.
        src: Tensor in the shape of `ops.diagonal(input, offset, dim1, dim2)`.
        offset: int, how far above (positive) or below the main diagonal.
        dim1: int, the dimension of rows.
        dim2: int, the dimension of columns.

    Returns:
        Tensor of the common dtype of both.

    Raises:
        TypeError: a bool or complex Tensor, or the dtypes have no common one.
        ValueError: `src` has another shape, or a dimension is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.diagonal_scatter(ms.Tensor([[1, 2], [3, 4]]), ms.Tensor([8, 9])))
        [[8 2]
         [3 9]]
    """
    accept(input, "iuf")
    accept(src, "iuf", "src")
    first = check_axis(integer("dim1", dim1), input.ndim, "dim1")
    second = check_axis(integer("dim2", dim2), input.ndim, "dim2")
    if first == second:
        raise ValueError(Clause(f"dim1 and dim2 cannot be identical, but got {dim1}."))
    moved = jnp.moveaxis(input, (first, second), (-2, -1))
    above, below = max(integer("offset", offset), 0), max(-offset, 0)
    count = max(min(moved.shape[-2] - below, moved.shape[-1] - above), 0)
    if src.shape != (*moved.shape[:-2], count):
        wanted = (*moved.shape[:-2], count)
        raise ValueError(must("src", f"of the diagonal's shape {wanted}", src.shape))
    rows = jnp.arange(count)
    dtype = mstype.promote((input.dtype, src.dtype))
    out = moved.astype(dtype).at[..., rows + below, rows + above].set(src.astype(dtype))
    return jnp.moveaxis(out, (-2, -1), (first, second))
