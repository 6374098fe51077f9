"""Slices by primitives, and reversed, rotated or shifted elements."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from msjax._core.errors import check_axis, must
from msjax._core.op import Array, op
from msjax._core.primitive import REQUIRED, primitive
from msjax.ops._accept import accept
from msjax.ops._attributes import as_tuple, stored
from msjax.ops._wrap import renaming
from msjax.ops.shape import integer, ints

# -- slices ----------------------------------------------------------------------------------------


@primitive("Slice")
@op("ops.tensor_slice", view=True, label="Slice")
def slice_(input: Array, begin, size):
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
    begin, size = ints("Slice", "begin", begin), ints("Slice", "size", size)
    if not len(begin) == len(size) == input.ndim:
        raise ValueError(
            f"For 'Slice', the rank of input and the lengths of 'begin' and 'size' must be equal, "
            f"but got {input.ndim}, {len(begin)} and {len(size)}."
        )
    if any(s < -1 for s in size):
        raise RuntimeError(must("Slice", "size", "of numbers not less than -1", size))
    stops = [n if s == -1 else b + s for n, b, s in zip(input.shape, begin, size, strict=True)]
    for n, b, stop in zip(input.shape, begin, stops, strict=True):
        if b < 0 or stop > n:
            raise ValueError(
                f"For 'Slice', begin {begin} and size {size} reach beyond shape {input.shape}."
            )
    return input[tuple(slice(b, e) for b, e in zip(begin, stops, strict=True))]


@op("ops.slice", view=True, label="Slice")
def _slice_function(input_x: Array, begin, size):
    """Cut the block at `begin` of lengths `size` out of a Tensor; the result shares its memory.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.slice(ms.Tensor([1, 2, 3]), (1,), (2,)))
        [2 3]
    """
    return slice_(input_x, begin, size)


@primitive(
    "StridedSlice",
    begin_mask=0,
    end_mask=0,
    ellipsis_mask=0,
    new_axis_mask=0,
    shrink_axis_mask=0,
)
@op("ops.strided_slice", view=True, label="StridedSlice")
def strided_slice(
    input_x: Array,
    begin,
    end,
    strides,
    begin_mask=0,
    end_mask=0,
    ellipsis_mask=0,
    new_axis_mask=0,
    shrink_axis_mask=0,
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
    name = "StridedSlice"
    begin, end = ints(name, "begin", begin), ints(name, "end", end)
    strides = ints(name, "strides", strides)
    if not len(begin) == len(end) == len(strides):
        raise ValueError(
            f"For '{name}', 'begin', 'end' and 'strides' must have the same length, but got "
            f"{len(begin)}, {len(end)} and {len(strides)}."
        )
    if 0 in strides:
        raise ValueError(f"For '{name}', input 'strides' can not contain 0.")
    if ellipsis_mask & (ellipsis_mask - 1):
        raise ValueError(must(name, "ellipsis_mask", "a mask of at most one bit", ellipsis_mask))
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
        raise ValueError(must(name, "begin", f"at most {input_x.ndim} indices", taken))
    _check_shrunk(name, input_x.shape, index, taken)
    return input_x[tuple(index)]


def _check_shrunk(name: str, shape: tuple[int, ...], index: list, taken: int) -> None:
    """Raise IndexError where a single index lies outside (jax would clamp it)."""
    place = 0
    for part in index:
        if part is ...:
            place += len(shape) - taken
        elif part is not None:
            if isinstance(part, int) and not -shape[place] <= part < shape[place]:
                bounds = f"in [-{shape[place]}, {shape[place]})"
                raise IndexError(must(name, "begin", bounds, part))
            place += 1


@op("ops.narrow", view=True)
def narrow(input: Array, axis, start, length):
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
    axis = check_axis("narrow", integer("narrow", "axis", axis), input.ndim)
    total = input.shape[axis]
    start, length = integer("narrow", "start", start), integer("narrow", "length", length)
    if not 0 <= start < max(total, 1):
        raise ValueError(must("narrow", "start", f"in range of [0, {total})", start))
    if not 1 <= length <= total - start:
        raise ValueError(must("narrow", "length", f"in range of [1, {total - start}]", length))
    return input[(*(slice(None),) * axis, slice(start, start + length))]


@op(view=True)
def _narrow_method(input: Array, dim, start, length):
    """`length` elements along `dim`, from `start`; the result shares memory with this Tensor."""
    return narrow(input, dim, start, length)


renaming("Tensor.narrow", _narrow_method, axis="dim")


# -- other orders of elements ----------------------------------------------------------------------


def _flip(x: Any, axis: Any) -> Any:
    axes = [check_axis("ReverseV2", a, x.ndim) for a in ints("ReverseV2", "axis", axis)]
    if len(set(axes)) != len(axes):
        raise ValueError(must("ReverseV2", "axis", "free of duplicates", axis))
    if not x.ndim:
        raise ValueError(must("ReverseV2", "input", "of at least one dimension", "0-d"))
    return jnp.flip(x, axes) if axes else x


@op("ops.flip", "Tensor.flip", label="ReverseV2")
def flip(input: Array, dims):
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


@op("ops.reverse", "Tensor.reverse", label="ReverseV2")
def reverse(x: Array, axis):
    """Reverse the order of elements along the dimensions `axis` (tuple or list of ints)."""
    return _flip(x, axis)


def _check_reverse(axis: Any) -> None:
    ints("ReverseV2", "axis", axis)


@primitive("ReverseV2", check=_check_reverse, normal=stored("ReverseV2", axis=tuple), axis=REQUIRED)
@op(label="ReverseV2")
def _reverse_primitive(input: Array, axis):
    """Reverse the order of elements along the dimensions `axis` (tuple or list of ints)."""
    return _flip(input, axis)


@op("ops.fliplr", "Tensor.fliplr")
def fliplr(input: Array):
    """Reverse the order of columns: elements along the second dimension.

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

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.flipud(ms.Tensor([1, 2])))
        [2 1]
    """
    return _flip(input, (0,))


@op("ops.rot90", "Tensor.rot90")
def rot90(input: Array, k, dims):
    """Rotate by 90 degrees in the plane of two dimensions.

    Args:
        input: Tensor of at least two dimensions.
        k: int, how often to rotate, from the first towards the second dimension.
        dims: tuple or list of two ints, the plane.

    Returns:
        Tensor.

    Raises:
        TypeError: `k` is no int, or `dims` is not a tuple or list of ints.
        ValueError: `dims` has not two elements.
        RuntimeError: the two dimensions are the same or out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.rot90(ms.Tensor([[1, 2], [3, 4]]), 1, (0, 1)))
        [[2 4]
         [1 3]]
    """
    k, dims = integer("rot90", "k", k), ints("rot90", "dims", dims)
    if len(dims) != 2:
        raise ValueError(must("rot90", "dims", "two dimensions", len(dims)))
    rank = input.ndim
    if any(not -rank <= d < rank for d in dims) or (dims[0] - dims[1]) % rank == 0:
        raise RuntimeError(must("rot90", "dims", f"two different ones in [-{rank}, {rank})", dims))
    return jnp.rot90(input, k, dims)


def _check_roll(shifts: Any, dims: Any) -> None:
    for arg, given in (("shifts", shifts), ("dims", dims)):
        if given is not None:
            ints("Roll", arg, given if isinstance(given, (tuple, list)) else (given,))


@primitive(
    "Roll",
    check=_check_roll,
    normal=lambda shifts, dims: {
        "shifts": as_tuple(shifts),
        "dims": None if dims is None else as_tuple(dims),
    },
    shifts=REQUIRED,
    dims=None,
)
@op("ops.roll", label="Roll")
def roll(input: Array, shifts, dims=None):
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
    steps = ints("Roll", "shifts", shifts if isinstance(shifts, tuple) else (shifts,))
    if dims is None:
        return jnp.roll(input.reshape(-1), sum(steps)).reshape(input.shape)
    axes = ints("Roll", "dims", dims if isinstance(dims, tuple) else (dims,))
    if len(axes) != len(steps):
        raise ValueError(must("Roll", "dims", f"as many as 'shifts', {len(steps)}", len(axes)))
    return jnp.roll(input, steps, [check_axis("Roll", a, input.ndim, "dims") for a in axes])


@op("Tensor.roll", label="Roll")
def _roll_method(input: Array, shifts, dims=None):
    """Elements shifted by `shifts` along `dims`; those that leave come in at the other end."""
    return roll(input, shifts, dims)


def _reverse_sequence(x: Any, lengths: Any, seq_dim: int, batch_dim: int) -> Any:
    name = "ReverseSequence"
    accept(name, lengths, "int32 int64", "seq_lengths")
    for arg, axis in (("seq_dim", seq_dim), ("batch_dim", batch_dim)):
        if not 0 <= integer(name, arg, axis) < x.ndim:
            raise ValueError(must(name, arg, f"in range of [0, {x.ndim})", axis))
    if seq_dim == batch_dim:
        raise ValueError(must(name, "batch_dim", f"different from seq_dim, {seq_dim}", batch_dim))
    if lengths.shape != (x.shape[batch_dim],):
        raise ValueError(
            must(name, "seq_lengths", f"of shape ({x.shape[batch_dim]},)", lengths.shape)
        )
    places = jnp.arange(x.shape[seq_dim])
    count = jnp.minimum(lengths.astype(places.dtype), x.shape[seq_dim])[:, None]
    source = jnp.where(places < count, count - 1 - places, places)
    moved = jnp.moveaxis(x, (batch_dim, seq_dim), (0, 1))
    source = source.reshape(source.shape + (1,) * (x.ndim - 2))
    out = jnp.take_along_axis(moved, source, 1)
    return jnp.moveaxis(out, (0, 1), (batch_dim, seq_dim))


@op("ops.reverse_sequence", label="ReverseSequence")
def reverse_sequence(x: Array, seq_lengths: Array, seq_dim, batch_dim=0):
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
def _reverse_sequence_method(x: Array, seq_lengths: Array, seq_dim=0, batch_dim=0):
    """The first `seq_lengths` elements of each sequence reversed; see `ops.reverse_sequence`."""
    return _reverse_sequence(x, seq_lengths, seq_dim, batch_dim)


@primitive("ReverseSequence", seq_dim=REQUIRED, batch_dim=0)
@op(label="ReverseSequence")
def _reverse_sequence_primitive(x: Array, seq_lengths: Array, seq_dim, batch_dim):
    """Reverse the first `seq_lengths` elements of each sequence in a batch."""
    return _reverse_sequence(x, seq_lengths, seq_dim, batch_dim)
