"""Slices by primitives, and reversed, rotated or shifted elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp

from msjax._core.base.checks import check_axis, integer, integers
from msjax._core.base.errors import Clause, must
from msjax._core.op.primitive import REQUIRED
from msjax._core.op.publish import Array, op, primitive, spelling
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.attributes import as_tuple, stored
from msjax.kernels.checks import accept, with_dimensions

# -- slices ----------------------------------------------------------------------------------------


@primitive("Slice")
@op("ops.tensor_slice", view=True, label="Slice")
def slice_(input: Array, begin: Sequence[int], size: Sequence[int]):
    """Cut a block out of a Tensor.

    Args:
        input: Tensor.
        begin: tuple or list of ints, where the block starts along each dimension.
        size: tuple or list of ints, its lengths; -1 reaches to the end.

    Returns:
        Tensor that shares the memory of `input`.

    Raises:
        TypeError: `begin` or `size` is not made of ints.
        ValueError: the block reaches beyond the Tensor, or the counts do not fit.
        RuntimeError: a size is less than -1.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.Slice()(ms.Tensor([[1, 2, 3], [4, 5, 6]]), (0, 1), (2, 2)))
        [[2 3]
         [5 6]]
    """
    begin, size = integers("begin", begin), integers("size", size)
    if not len(begin) == len(size) == input.ndim:
        raise ValueError(
            Clause(
                f"the rank of input and the lengths of 'begin' and 'size' must be equal, "
                f"but got {input.ndim}, {len(begin)} and {len(size)}."
            )
        )
    if any(s < -1 for s in size):
        raise RuntimeError(must("size", "of numbers not less than -1", size))
    stops = [n if s == -1 else b + s for n, b, s in zip(input.shape, begin, size, strict=True)]
    for n, b, stop in zip(input.shape, begin, stops, strict=True):
        if b < 0 or stop > n:
            raise ValueError(
                Clause(f"begin {begin} and size {size} reach beyond shape {input.shape}.")
            )
    return input[tuple(slice(b, e) for b, e in zip(begin, stops, strict=True))]


@op("ops.slice", view=True, label="Slice")
def _slice_function(input_x: Array, begin: Sequence[int] | Tensor, size: Sequence[int] | Tensor):
    """Cut the block at `begin` of lengths `size` out of a Tensor; the result shares its memory.

    Args:
        input_x: Tensor.
        begin: ints, where the block begins, one for each dimension.
        size: ints, its lengths; -1 goes up to the end.

    Returns:
        Tensor of shape `size`.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: `begin` or `size` has another length than the rank, or the block reaches beyond.
        RuntimeError: a size is less than -1.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.slice(ms.Tensor([1, 2, 3]), (1,), (2,)))
        [2 3]
    """
    return slice_(input_x, begin, size)


@primitive(
    "StridedSlice",
    accepts={
        "begin_mask": "int Tensor[int]",
        "end_mask": "int Tensor[int]",
        "ellipsis_mask": "int Tensor[int]",
        "new_axis_mask": "int Tensor[int]",
        "shrink_axis_mask": "int Tensor[int]",
    },
    begin_mask=0,
    end_mask=0,
    ellipsis_mask=0,
    new_axis_mask=0,
    shrink_axis_mask=0,
)
@op(
    "ops.strided_slice",
    view=True,
    label="StridedSlice",
    accepts={
        "begin_mask": "int Tensor[int] ndarray",
        "end_mask": "int Tensor[int] ndarray",
        "shrink_axis_mask": "int Tensor[int] ndarray",
    },
    to_float="cast",
)
def strided_slice(
    input_x: Array,
    begin: Sequence[int],
    end: Sequence[int],
    strides: Sequence[Any],
    begin_mask: int | Tensor = 0,
    end_mask: int | Tensor = 0,
    ellipsis_mask: int | Tensor = 0,
    new_axis_mask: int | Tensor = 0,
    shrink_axis_mask: int | Tensor = 0,
):
    """Slice a Tensor as `x[b0:e0:s0, b1:e1:s1, ...]` does.

    Args:
        input_x: Tensor.
        begin: tuple or list of ints, one for each part of the index.
        end: tuple or list of ints, as many.
        strides: tuple or list of non-zero ints, as many.
        begin_mask: int; bit i set makes part i start at the beginning.
        end_mask: int; bit i set makes part i reach to the end.
        ellipsis_mask: int with at most one bit: that part stands for `...`.
        new_axis_mask: int; bit i set makes part i a new dimension of length 1.
        shrink_axis_mask: int; bit i set makes part i the single index `begin[i]`.

    Returns:
        Tensor that shares the memory of `input_x`.

    Raises:
        TypeError: an argument is not made of ints.
        ValueError: counts differ, a stride is 0, or two parts are ellipses.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1, 2, 3], [4, 5, 6]])
        >>> print(ms.ops.strided_slice(x, (0, 2), (2, 0), (1, -1)))
        [[3 2]
         [6 5]]
    """
    begin, end = integers("begin", begin), integers("end", end)
    strides = integers("strides", strides)
    if not len(begin) == len(end) == len(strides):
        raise ValueError(
            Clause(
                f"'begin', 'end' and 'strides' must have the same length, but got "
                f"{len(begin)}, {len(end)} and {len(strides)}."
            )
        )
    if 0 in strides:
        raise ValueError(Clause("input 'strides' can not contain 0."))
    if ellipsis_mask & (ellipsis_mask - 1):
        raise ValueError(must("ellipsis_mask", "a mask of at most one bit", ellipsis_mask))
    index: list[Any] = []
    for i, (b, e, s) in enumerate(zip(begin, end, strides, strict=True)):
        bit = 1 << i
        if ellipsis_mask & bit:
            index.append(...)
        elif new_axis_mask & bit:
            index.append(None)
        elif shrink_axis_mask & bit:
            index.append(b)
        else:
            first = None if begin_mask & bit else b
            index.append(slice(first, None if end_mask & bit else e, s))
    taken = sum(part is not None and part is not ... for part in index)
    if taken > input_x.ndim:
        raise ValueError(must("begin", f"at most {input_x.ndim} indices", taken))
    _check_shrunk(input_x.shape, index, taken)
    return input_x[tuple(index)]


def _check_shrunk(shape: tuple[int, ...], index: list, taken: int) -> None:
    """Raise IndexError where a single index lies outside (jax would clamp it)."""
    place = 0
    for part in index:
        if part is ...:
            place += len(shape) - taken
        elif part is not None:
            if isinstance(part, int) and not -shape[place] <= part < shape[place]:
                bounds = f"in [-{shape[place]}, {shape[place]})"
                raise IndexError(must("begin", bounds, part))
            place += 1


@op(
    "ops.narrow",
    view=True,
    accepts={"axis": "int bool", "start": "int ndarray", "length": "int ndarray"},
)
def narrow(input: Array, axis: int, start: int, length: int):
    """Cut `length` elements out of a dimension.

    Args:
        input: Tensor.
        axis: int, the dimension.
        start: int, the first element.
        length: int, how many.

    Returns:
        Tensor that shares the memory of `input`.

    Raises:
        ValueError: the range reaches beyond the dimension.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.narrow(ms.Tensor([1, 2, 3, 4]), 0, 1, 2))
        [2 3]
    """
    axis = check_axis(integer("axis", axis), input.ndim)
    total = input.shape[axis]
    start, length = integer("start", start), integer("length", length)
    if not 0 <= start < max(total, 1):
        raise ValueError(must("start", f"in range of [0, {total})", start))
    if not 1 <= length <= total - start:
        raise ValueError(must("length", f"in range of [1, {total - start}]", length))
    return input[(*(slice(None),) * axis, slice(start, start + length))]


@spelling("Tensor.narrow", axis="dim")
@op(view=True)
def _narrow_method(input: Array, dim: int, start: int, length: int):
    """Cut consecutive elements out of a dimension; see `ops.narrow`.

    Args:
        dim: int, the dimension (also as `axis`).
        start: int, the first element.
        length: int, how many.

    Returns:
        Tensor that shares memory with this one.

    Raises:
        TypeError: an argument is not an int.
        ValueError: the elements are out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([1, 2, 3, 4]).narrow(0, 1, 2))
        [2 3]
    """
    return narrow(input, dim, start, length)


# -- other orders of elements ----------------------------------------------------------------------


def _flip(x: Any, axis: Any) -> Any:
    axes = [check_axis(a, x.ndim) for a in integers("axis", axis)]
    if len(set(axes)) != len(axes):
        raise ValueError(must("axis", "free of duplicates", axis))
    with_dimensions("input", x)
    return jnp.flip(x, axes) if axes else x


@op("ops.flip", "Tensor.flip", label="ReverseV2", accepts={"dims": "tuple[int] list"})
def flip(input: Array, dims: Sequence[int]):
    """Reverse the order of elements along dimensions.

    Args:
        input: Tensor.
        dims: tuple or list of ints, the dimensions.

    Returns:
        Tensor.

    Raises:
        TypeError: `dims` is not a tuple or list of ints.
        ValueError: a dimension is out of range or named twice.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.flip(ms.Tensor([[1, 2], [3, 4]]), (0,)))
        [[3 4]
         [1 2]]
    """
    return _flip(input, dims)


@op("ops.reverse", "Tensor.reverse", label="ReverseV2", accepts={"axis": "tuple list[int]"})
def reverse(x: Array, axis: Sequence[int]):
    """Reverse the order of elements along dimensions; another name of `ops.flip`.

    Args:
        x: Tensor of at least one dimension.
        axis: tuple or list of ints, the dimensions.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: `axis` is of another type.
        ValueError: a dimension is out of range or named twice.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.reverse(ms.Tensor([[1, 2], [3, 4]]), [1]))
        [[2 1]
         [4 3]]
    """
    return _flip(x, axis)


@primitive(
    "ReverseV2", check=lambda axis: integers("axis", axis), normal=stored(axis=tuple), axis=REQUIRED
)
@op(label="ReverseV2")
def _reverse_primitive(input: Array, axis: Sequence[int]):
    """Reverse the order of elements along dimensions.

    Args:
        axis: tuple or list of ints, the dimensions.

    Inputs:
        - **input** (Tensor) - at least one dimension.

    Outputs:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: `axis` is of another type.
        ValueError: a dimension is out of range or named twice.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.ReverseV2([0])(ms.Tensor([[1, 2], [3, 4]])))
        [[3 4]
         [1 2]]
    """
    return _flip(input, axis)


@op("ops.fliplr", "Tensor.fliplr")
def fliplr(input: Array):
    """Reverse the order of columns: elements along the second dimension.

    Args:
        input: Tensor of at least two dimensions.

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        ValueError: `input` has fewer dimensions.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.fliplr(ms.Tensor([[1, 2], [3, 4]])))
        [[2 1]
         [4 3]]
    """
    return _flip(input, (1,))


@op("ops.flipud", "Tensor.flipud")
def flipud(input: Array):
    """Reverse the order of rows: elements along the first dimension.

    Args:
        input: Tensor of at least one dimension.

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        ValueError: `input` has no dimension.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.flipud(ms.Tensor([1, 2])))
        [2 1]
    """
    return _flip(input, (0,))


@op("ops.rot90", "Tensor.rot90", accepts={"k": "int bool", "dims": "tuple[int tuple] list"})
def rot90(input: Array, k: int, dims: Sequence[int | tuple[Any, ...]]):
    """Rotate by 90 degrees in the plane of two dimensions.

    Args:
        input: Tensor of at least two dimensions.
        k: int, how often to rotate, from the first towards the second dimension.
        dims: tuple or list of two ints, the plane.

    Returns:
        Tensor.

    Raises:
        TypeError: `k` is not an int, or `dims` is not a tuple or list of ints.
        ValueError: `dims` does not have two elements.
        RuntimeError: the two dimensions are the same or out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.rot90(ms.Tensor([[1, 2], [3, 4]]), 1, (0, 1)))
        [[2 4]
         [1 3]]
    """
    k, dims = integer("k", k), integers("dims", dims)
    if len(dims) != 2:
        raise ValueError(must("dims", "two dimensions", len(dims)))
    rank = input.ndim
    if any(not -rank <= d < rank for d in dims) or (dims[0] - dims[1]) % rank == 0:
        raise RuntimeError(must("dims", f"two different ones in [-{rank}, {rank})", dims))
    return jnp.rot90(input, k, dims)


def _check_roll(shifts: Any, dims: Any) -> None:
    for arg, given in (("shifts", shifts), ("dims", dims)):
        if given is not None:
            integers(arg, given if isinstance(given, (tuple, list)) else (given,))


@primitive(
    "Roll",
    formerly="shift=shifts axis=dims",
    check=_check_roll,
    normal=lambda shifts, dims: {
        "shifts": as_tuple(shifts),
        "dims": None if dims is None else as_tuple(dims),
    },
    shifts=REQUIRED,
    dims=None,
)
@op("ops.roll", label="Roll")
def roll(input: Array, shifts: int | Sequence[int], dims: int | Sequence[int] | None = None):
    """Shift elements along dimensions; those that leave at one end come in at the other.

    Args:
        input: Tensor.
        shifts: int, or tuple or list of ints: how far.
        dims: int, or tuple or list of ints, one for each shift; by default the elements are shifted
            in one dimension.

    Returns:
        Tensor.

    Raises:
        TypeError: the arguments are not made of ints.
        ValueError: the counts differ, or a dimension is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.roll(ms.Tensor([1, 2, 3]), 1))
        [3 1 2]
    """
    steps = integers("shifts", shifts if isinstance(shifts, tuple) else (shifts,))
    if dims is None:
        return jnp.roll(input.reshape(-1), sum(steps)).reshape(input.shape)
    axes = integers("dims", dims if isinstance(dims, tuple) else (dims,))
    if len(axes) != len(steps):
        raise ValueError(must("dims", f"as many as 'shifts', {len(steps)}", len(axes)))
    return jnp.roll(input, steps, [check_axis(a, input.ndim, "dims") for a in axes])


@op("Tensor.roll", label="Roll")
def _roll_method(
    input: Array, shifts: int | Sequence[int], dims: int | Sequence[int] | None = None
):
    """Shift elements along dimensions; those that leave at one end come in at the other.

    Args:
        shifts: int, or tuple or list of ints: how far.
        dims: int, or tuple or list of ints: along which dimensions; None for the flattened Tensor.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: a dimension is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([1, 2, 3]).roll(1))
        [3 1 2]
    """
    return roll(input, shifts, dims)


def _reverse_sequence(x: Any, lengths: Any, seq_dim: int, batch_dim: int) -> Any:
    accept(lengths, "int32 int64", "seq_lengths")
    for arg, axis in (("seq_dim", seq_dim), ("batch_dim", batch_dim)):
        if not 0 <= integer(arg, axis) < x.ndim:
            raise ValueError(must(arg, f"in range of [0, {x.ndim})", axis))
    if seq_dim == batch_dim:
        raise ValueError(must("batch_dim", f"different from seq_dim, {seq_dim}", batch_dim))
    if lengths.shape != (x.shape[batch_dim],):
        raise ValueError(must("seq_lengths", f"of shape ({x.shape[batch_dim]},)", lengths.shape))
    places = jnp.arange(x.shape[seq_dim])
    count = jnp.minimum(lengths.astype(places.dtype), x.shape[seq_dim])[:, None]
    source = jnp.where(places < count, count - 1 - places, places)
    moved = jnp.moveaxis(x, (batch_dim, seq_dim), (0, 1))
    source = source.reshape(source.shape + (1,) * (x.ndim - 2))
    out = jnp.take_along_axis(moved, source, 1)
    return jnp.moveaxis(out, (0, 1), (batch_dim, seq_dim))


@op("ops.reverse_sequence", label="ReverseSequence")
def reverse_sequence(x: Array, seq_lengths: Array, seq_dim: int, batch_dim: int = 0):
    """Reverse the first elements of each sequence in a batch.

    Args:
        x: Tensor.
        seq_lengths: 1-d Tensor of int32 or int64: how many elements of each sequence to reverse, at
            most the length of the sequence.
        seq_dim: int, the dimension along which the sequences run.
        batch_dim: int, the dimension that counts them.

    Returns:
        Tensor.

    Raises:
        TypeError: `seq_lengths` is of another dtype.
        ValueError: shapes do not fit, or a dimension is out of range.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1, 2, 3], [4, 5, 6]])
        >>> print(ms.ops.reverse_sequence(x, ms.Tensor([2, 3]), 1))
        [[2 1 3]
         [6 5 4]]
    """
    return _reverse_sequence(x, seq_lengths, seq_dim, batch_dim)


@op("Tensor.reverse_sequence", label="ReverseSequence")
def _reverse_sequence_method(x: Array, seq_lengths: Array, seq_dim: int = 0, batch_dim: int = 0):
    """Reverse the first elements of each sequence in a batch; see `ops.reverse_sequence`.

    Args:
        seq_lengths: Int32 or Int64 Tensor, how many elements of each sequence are reversed.
        seq_dim: int, the dimension along the sequences.
        batch_dim: int, the dimension that counts the sequences; another than `seq_dim`.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: `seq_lengths` is of another dtype.
        ValueError: a dimension is out of range, both are the same, or the number of lengths is
            wrong.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1, 2, 3], [4, 5, 6]])
        >>> print(x.reverse_sequence(ms.Tensor([2, 3]), seq_dim=1))
        [[2 1 3]
         [6 5 4]]
    """
    return _reverse_sequence(x, seq_lengths, seq_dim, batch_dim)


@primitive(
    "ReverseSequence",
    accepts={"seq_dim": "int", "batch_dim": "int"},
    counts="all",
    seq_dim=REQUIRED,
    batch_dim=0,
)
@op(label="ReverseSequence")
def _reverse_sequence_primitive(x: Array, seq_lengths: Array, seq_dim: int, batch_dim: int):
    """Reverse the first elements of each sequence in a batch.

    Args:
        seq_dim: int, the dimension along the sequences.
        batch_dim: int, the dimension that counts the sequences; another than `seq_dim`.

    Inputs:
        - **x** (Tensor) - at least two dimensions.
        - **seq_lengths** (Tensor) - Int32 or Int64, how many elements of each sequence are
          reversed.

    Outputs:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: `seq_lengths` is of another dtype.
        ValueError: a dimension is out of range, both are the same, or the number of lengths is
            wrong.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1, 2, 3], [4, 5, 6]])
        >>> print(ms.ops.ReverseSequence(seq_dim=1)(x, ms.Tensor([2, 3])))
        [[2 1 3]
         [6 5 4]]
    """
    return _reverse_sequence(x, seq_lengths, seq_dim, batch_dim)
