"""Functions that move elements, with the argument names and rules of mint."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import check_axis, integer, integers
from msjax._core.base.errors import Clause, describe, must
from msjax._core.op.publish import Array, Arrays, call, op, public
from msjax._core.op.static_values import static_value
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import with_dimensions
from msjax.kernels.shape import blocks, diagonals, joining, padding, repetition, reshape

# -- together and apart ----------------------------------------------------------------------------


@op("mint.cat", "mint.concat", label="Concat", amp="widest")
def cat(tensors: Arrays, dim: int = 0):
    """Join Tensors along an existing dimension.

    Args:
        tensors: tuple or list of Tensors of one rank whose other dimensions agree; different dtypes
            are promoted to a common one.
        dim: int, the dimension to join along.

    Returns:
        Tensor.

    Raises:
        TypeError: `tensors` is not a tuple or list of Tensors, or `dim` not an int.
        ValueError: ranks or shapes do not fit, or `dim` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.cat((ms.Tensor([1, 2]), ms.Tensor([3])), dim=0))
        [1 2 3]
    """
    return joining.concat(tensors, dim)


@op("mint.stack", label="StackExt")
def stack(tensors: Arrays, dim: int = 0):
    """Join Tensors of one shape along a new dimension.

    Args:
        tensors: tuple or list of Tensors of one shape; different dtypes are promoted to a common
            one.
        dim: int, where the new dimension stands in the result.

    Returns:
        Tensor of one rank more.

    Raises:
        TypeError: `tensors` is not a tuple or list of Tensors, or `dim` not an int.
        ValueError: the shapes differ, there is not a Tensor, or `dim` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.stack([ms.Tensor([1, 2]), ms.Tensor([3, 4])], dim=1))
        [[1 3]
         [2 4]]
    """
    dtype = mstype.promote([x.dtype for x in tensors]) if tensors else None
    return joining.stack([x.astype(dtype) for x in tensors], dim)


@op("mint.split", view=True, label="split", accepts={"split_size_or_sections": "int tuple list"})
def split(tensor: Array, split_size_or_sections: int | Sequence[int], dim: int = 0):
    """Cut a Tensor into pieces along a dimension.

    Args:
        tensor: Tensor.
        split_size_or_sections: int, the length of each piece (the last may be shorter), or a tuple
            or list with the length of every piece.
        dim: int, the dimension to cut.

    Returns:
        Tuple of Tensors that share the memory of `tensor`.

    Raises:
        TypeError: an argument is of another type.
        ValueError: lengths do not add up, the size is not positive, the dimension is empty, or
            `dim` is out of range.
        RuntimeError: a length is negative.

    Examples:
        >>> import msjax as ms
        >>> [p.shape for p in ms.mint.split(ms.mint.arange(5), 2)]
        [(2,), (2,), (1,)]
    """
    given = split_size_or_sections
    if (
        isinstance(given, tuple)
        and all(type(n) is int for n in given)
        and min(given, default=0) < 0
    ):
        raise RuntimeError(must("split_size_or_sections", "non-negative", given))
    if type(given) is int and tensor.ndim and not tensor.shape[check_axis(dim, tensor.ndim)]:
        raise ValueError(Clause("the dimension has no elements, so there are no pieces."))
    return joining.split(tensor, given, dim)


@op("mint.chunk", view=True, label="chunk", accepts={"chunks": "int scalar"})
def chunk(input: Array, chunks: int, dim: int = 0):
    """Cut a Tensor into at most `chunks` pieces of one length, the last one perhaps shorter.

    Args:
        input: Tensor.
        chunks: int, the number of pieces wanted.
        dim: int, the dimension to cut; one without elements gives `chunks` empty pieces.

    Returns:
        Tuple of Tensors that share the memory of `input`.

    Raises:
        TypeError: `chunks` or `dim` is not an int.
        ValueError: `chunks` is not positive, or `dim` is out of range.

    Examples:
        >>> import msjax as ms
        >>> [p.shape for p in ms.mint.chunk(ms.mint.arange(7), 3)]
        [(3,), (3,), (1,)]
    """
    pieces = joining.chunk(input, chunks, dim)
    return pieces if input.shape[check_axis(dim, input.ndim)] else pieces * chunks


@op("mint.unbind", view=True, label="Unstack", to_float="cast")
def unbind(input: Array, dim: int = 0):
    """All slices of a Tensor along a dimension, which they lose.

    Args:
        input: Tensor.
        dim: int, the dimension.

    Returns:
        Tuple of Tensors that share the memory of `input`.

    Raises:
        TypeError: `dim` is not an int.
        ValueError: `dim` is out of range, or the dimension has no elements.

    Examples:
        >>> import msjax as ms
        >>> [p.tolist() for p in ms.mint.unbind(ms.Tensor([[1, 2], [3, 4]]))]
        [[1, 2], [3, 4]]
    """
    slices = joining.unbind(input, dim)
    if not slices:
        raise ValueError(Clause("the dimension has no elements, so there are no slices."))
    return slices


@op("mint.narrow", view=True, label="narrow")
def narrow(input: Array, dim: int, start: int | Tensor, length: int):
    """Cut `length` elements out of a dimension.

    Args:
        input: Tensor.
        dim: int, the dimension.
        start: int or Tensor of one int, the first element; negative ones count from the end.
        length: int, how many.

    Returns:
        Tensor that shares the memory of `input`.

    Raises:
        TypeError: an argument is not an int.
        ValueError: the range reaches beyond the dimension, or `input` has no dimension.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.narrow(ms.Tensor([1, 2, 3, 4]), 0, 1, 2))
        [2 3]
    """
    if not input.ndim:
        raise ValueError(Clause("it cannot be applied to a 0-dim tensor."))
    axis = check_axis(integer("dim", dim), input.ndim)
    if isinstance(start, tuple) and len(start) == 1:
        start = start[0]
    total = input.shape[axis]
    start, length = integer("start", start), integer("length", length)
    if not -total <= start <= total:
        raise ValueError(must("start", f"in range of [{-total}, {total}]", start))
    start = start + total if start < 0 else start
    if not 0 <= length <= total - start:
        raise ValueError(must("length", f"in range of [0, {total - start}]", length))
    return input[(*(slice(None),) * axis, slice(start, start + length))]


# -- other shapes ----------------------------------------------------------------------------------


@op("mint.flatten", "mint.nn.functional.flatten", view="dense", label="flatten")
def flatten(input: Array, start_dim: int = 0, end_dim: int = -1):
    """Merge dimensions `start_dim` to `end_dim` into one.

    Args:
        input: Tensor.
        start_dim: int, the first dimension to merge.
        end_dim: int, the last dimension to merge.

    Returns:
        Tensor.

    Raises:
        TypeError: a dimension is not an int.
        ValueError: a dimension is out of range, or the first one stands behind the last one.

    Examples:
        >>> import msjax as ms
        >>> ms.mint.flatten(ms.mint.ones((2, 3, 4)), start_dim=1).shape
        (2, 12)
    """
    for name, dim in (("start_dim", start_dim), ("end_dim", end_dim)):
        check_axis(integer(name, dim), max(input.ndim, 1), name)
    return reshape.flattened(input, "C", start_dim, end_dim)


@op("mint.squeeze", view=True, label="Squeeze", accepts={"dim": "int tuple list Tensor[int]"})
def squeeze(input: Array, dim: int | Sequence[int] | Tensor):
    """Remove dimensions of length 1.

    Args:
        input: Tensor.
        dim: int, or tuple or list of ints: which ones; those that are longer stay.

    Returns:
        Tensor that shares the memory of `input`.

    Raises:
        TypeError: `dim` is not made of ints.
        ValueError: a dimension is out of range.

    Examples:
        >>> import msjax as ms
        >>> ms.mint.squeeze(ms.mint.ones((1, 2, 1)), 0).shape
        (2, 1)
    """
    return reshape.squeeze(input, dim)


@op("mint.permute", view=True, label="Transpose", accepts={"dims": "tuple[int]"})
def permute(input: Array, dims: tuple[int, ...]):
    """Reorder the dimensions.

    Args:
        input: Tensor.
        dims: tuple of ints, the dimensions in their new order.

    Returns:
        Tensor that shares the memory of `input`.

    Raises:
        TypeError: `dims` is not a tuple of ints.
        ValueError: `dims` does not name each dimension once.

    Examples:
        >>> import msjax as ms
        >>> ms.mint.permute(ms.mint.ones((2, 3, 4)), (2, 0, 1)).shape
        (4, 2, 3)
    """
    return reshape.transpose(input, dims)


@op(
    "mint.transpose",
    view=True,
    label="Transpose",
    accepts={"dim0": "int Tensor[int]", "dim1": "int Tensor[int]"},
)
def transpose(input: Array, dim0: int | Tensor, dim1: int | Tensor):
    """Swap two dimensions.

    Args:
        input: Tensor.
        dim0: int, the one dimension.
        dim1: int, the other.

    Returns:
        Tensor that shares the memory of `input`.

    Raises:
        TypeError: a dimension is not an int.
        ValueError: a dimension is out of range; a 0-d Tensor has the dimensions 0 and -1.

    Examples:
        >>> import msjax as ms
        >>> ms.mint.transpose(ms.mint.ones((2, 3, 4)), 0, 2).shape
        (4, 3, 2)
    """
    first, second = (check_axis(integer("dim", d), max(input.ndim, 1)) for d in (dim0, dim1))
    return jnp.swapaxes(input, first, second) if input.ndim else input


@op(
    "mint.swapaxes",
    view=True,
    label="Transpose",
    accepts={"axis0": "int Tensor[int]", "axis1": "int Tensor[int]"},
)
def swapaxes(input: Array, axis0: int | Tensor, axis1: int | Tensor):
    """Swap two dimensions, as `mint.transpose`.

    Args:
        input: Tensor.
        axis0: int, the one dimension.
        axis1: int, the other.

    Returns:
        Tensor that shares the memory of `input`.

    Raises:
        TypeError: a dimension is not an int.
        ValueError: a dimension is out of range; a 0-d Tensor has the dimensions 0 and -1.

    Examples:
        >>> import msjax as ms
        >>> ms.mint.swapaxes(ms.mint.ones((2, 3, 4)), 0, 2).shape
        (4, 3, 2)
    """
    return transpose(input, axis0, axis1)


@op("mint.t", view=True, label="t")
def t(input: Array):
    """Transpose of a matrix; vectors and 0-d Tensors come back as they are.

    Args:
        input: Tensor; of three dimensions or more, the first two are swapped.

    Returns:
        Tensor that shares the memory of `input`.

    Raises:
        TypeError: `input` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> ms.mint.t(ms.mint.ones((2, 3))).shape
        (3, 2)
    """
    return jnp.swapaxes(input, 0, 1) if input.ndim > 1 else input


# -- diagonals, repetition, padding ----------------------------------------------------------------


@op("mint.diag", label="DiagExt", accepts={"diagonal": "int bool scalar"})
def diag(input: Array, diagonal: int = 0):
    """Matrix with a vector on a diagonal, or the diagonal of a matrix.

    Args:
        input: Tensor of one or two dimensions.
        diagonal: int; positive ones lie above the main diagonal, negative ones below it.

    Returns:
        Tensor of the dtype of `input`: a matrix for a vector, a vector for a matrix.

    Raises:
        TypeError: `diagonal` is not an int.
        RuntimeError: `input` is neither a vector nor a matrix, or a matrix has no such diagonal.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.diag(ms.Tensor([1, 2]), 1))
        [[0 1 0]
         [0 0 2]
         [0 0 0]]
        >>> print(ms.mint.diag(ms.Tensor([[1, 2], [3, 4]])))
        [1 4]
    """
    k = int(diagonal)
    if input.ndim not in (1, 2):
        raise RuntimeError(Clause(f"the shape of input must 1 or 2, but got {input.ndim}."))
    if input.ndim == 2 and not -input.shape[0] <= k <= input.shape[1]:
        bounds = f"in [-{input.shape[0]}, {input.shape[1]}]"
        raise RuntimeError(must("diagonal", bounds, k))
    if input.ndim == 1:
        side = input.shape[0] + abs(k)
        rows = jnp.arange(input.shape[0], dtype="int32")
        place = (rows + max(-k, 0), rows + max(k, 0))
        return jnp.zeros((side, side), input.dtype).at[place].set(input)
    length = min(input.shape[0] + min(k, 0), input.shape[1] - max(k, 0))
    rows = jnp.arange(max(length, 0), dtype="int32")
    return input[rows + max(-k, 0), rows + max(k, 0)]


@op("mint.tril", label="TrilExt")
def tril(input: Array, diagonal: int = 0):
    """Matrices with zeros above a diagonal.

    Args:
        input: Tensor of at least two dimensions, not complex.
        diagonal: int, the highest diagonal that is kept; positive ones lie above the main one.

    Returns:
        Tensor.

    Raises:
        TypeError: `diagonal` is not an int, or `input` is complex.
        ValueError: `input` has fewer than two dimensions.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.tril(ms.Tensor([[1, 2], [3, 4]])))
        [[1 0]
         [3 4]]
    """
    with_dimensions("input", input, 2)
    return diagonals.tril(input, diagonal)


_grid = call(blocks.grid)


@public("mint.meshgrid", label="Meshgrid")
def meshgrid(
    *tensors: Tensor | Sequence[Tensor], indexing: str | None = None
) -> tuple[Tensor, ...]:
    """Coordinates of the points of a grid.

    Args:
        tensors: 1-d or 0-d Tensors of one dtype, the coordinates along each axis; also one tuple or
            list of them.
        indexing: "ij" (also for None) makes the first input run along the first dimension of the
            results, "xy" along the second.

    Returns:
        Tuple of Tensors of one shape, one for each input.

    Raises:
        TypeError: an input is not a Tensor, or `indexing` not a string.
        ValueError: there is no input, one has several dimensions, the dtypes differ, or `indexing`
            is another string.

    Examples:
        >>> import msjax as ms
        >>> x, y = ms.mint.meshgrid(ms.Tensor([1, 2]), ms.Tensor([3, 4, 5]))
        >>> print(x)
        [[1 1 1]
         [2 2 2]]
    """
    if len(tensors) == 1 and isinstance(tensors[0], (tuple, list)):
        tensors = tuple(tensors[0])
    if not tensors:
        raise ValueError(must("tensors", "one Tensor or more", "none"))
    for x in tensors:
        if not isinstance(x, Tensor):
            raise TypeError(must("tensors", "Tensors", describe(x)))
    return _grid(tensors, "ij" if indexing is None else indexing)


@op("mint.repeat_interleave", label="repeat_interleave", accepts={"dim": "int None scalar"})
def repeat_interleave(
    input: Array,
    repeats: int | Sequence[int] | Tensor,
    dim: int | None = None,
    *,
    output_size: int | None = None,
):
    """Repeat each element along a dimension.

    Args:
        input: Tensor.
        repeats: int, or tuple, list or Tensor of ints, one for each element: how often.
        dim: int, the dimension; None for the flattened Tensor.
        output_size: int, the length of the result along `dim`, if known: it is checked.

    Returns:
        Tensor of the same dtype.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: `output_size` is another length, or `dim` is out of range.
        RuntimeError: a number is negative, or there are not as many as elements.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.repeat_interleave(ms.Tensor([1, 2]), 2))
        [1 1 2 2]
    """
    x, axis = (input.reshape(-1), 0) if dim is None else (input, dim)
    axis = check_axis(integer("dim", axis), x.ndim)
    counts = integers("repeats", repeats if isinstance(repeats, tuple) else (repeats,))
    if any(n < 0 for n in counts):
        raise RuntimeError(must("repeats", "free of negative numbers", counts))
    if len(counts) not in (1, x.shape[axis]):
        raise RuntimeError(must("repeats", f"of length {x.shape[axis]}", len(counts)))
    out = repetition.repeated(x, counts, axis)
    if output_size is not None and output_size != out.shape[axis]:
        raise ValueError(must("output_size", f"{out.shape[axis]}", output_size))
    return out


_pad = call(padding.pad)


@public(
    "mint.nn.functional.pad",
    accepts={
        "pad": "tuple[int] list Tensor !ValueError str",
        "value": "int float bool None scalar",
    },
)
def pad(
    input: Tensor,
    pad: Sequence[Any] | Tensor,
    mode: str = "constant",
    value: complex | np.number | None = None,
) -> Tensor:
    """Add elements before and after the dimensions of a Tensor.

    Args:
        input: Tensor.
        pad: tuple, list or Tensor of ints: (before, after) for the last dimension, then for the
            one before it, and so on. Negative numbers cut elements off.
        mode: "constant", "reflect" (mirror at the edge elements), "replicate" (repeat the edge
            elements) or "circular" (go on at the other end). All but "constant" need numbers for
            all dimensions except the first, or the first two.
        value: number for mode "constant", 0 by default; other modes take None or 0.

    Returns:
        Tensor.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: `mode` is none of these, `value` does not go with it, or the numbers do not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.functional.pad(ms.Tensor([1, 2]), (1, 2)))
        [0 1 2 0 0]
    """
    value = static_value(value)
    if mode != "constant" and type(value) in (int, float) and value == 0:
        value = None
    return _pad(input, pad, mode, value)
