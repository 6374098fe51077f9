"""Operations that put Tensors together or take them apart along a dimension."""

from __future__ import annotations

import math
from typing import Any

import jax.numpy as jnp
import numpy as np

from msjax._core import dtype as mstype
from msjax._core.errors import check_axis, describe, must
from msjax._core.op import Array, Arrays, call, op, public
from msjax._core.primitive import REQUIRED, Primitive, primitive
from msjax._core.tensor import Tensor
from msjax.ops.shape import integer, ints

# -- together --------------------------------------------------------------------------------------


@primitive("Concat", axis=0)
@op("ops.concat", "ops.cat", label="Concat")
def concat(tensors: Arrays, axis=0):
    """Join Tensors along an existing dimension.

    Args:
        tensors: tuple or list of Tensors of one rank whose other dimensions agree; different dtypes
            are promoted to a common one.
        axis: int, the dimension to join along.

    Returns:
        Tensor.

    Raises:
        TypeError: `tensors` is not a tuple or list of Tensors, or `axis` no int.
        ValueError: ranks or shapes do not fit, or `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.concat((ms.Tensor([1, 2]), ms.Tensor([3]))))
        [1 2 3]
    """
    axis = integer("Concat", "axis", axis)
    if not tensors:
        raise ValueError(must("Concat", "tensors", "one Tensor or more", "none"))
    shapes = [x.shape for x in tensors]
    rank = len(shapes[0])
    if not rank:
        raise ValueError("For 'Concat', the tensors must have at least one dimension.")
    if any(len(s) != rank for s in shapes):
        raise ValueError(f"For 'Concat', the ranks must be the same, but got shapes {shapes}.")
    axis = check_axis("Concat", axis, rank)
    if len({s[:axis] + s[axis + 1 :] for s in shapes}) > 1:
        raise ValueError(
            f"For 'Concat', shapes must match except in axis {axis}, but got shapes {shapes}."
        )
    dtype = mstype.promote("Concat", [x.dtype for x in tensors])
    return jnp.concatenate([x.astype(dtype) for x in tensors], axis)


@op("ops.stack", label="Stack")
def stack(tensors: Arrays, axis=0):
    """Join Tensors of one shape along a new dimension.

    Args:
        tensors: tuple or list of Tensors of one shape and dtype.
        axis: int, where the new dimension stands in the result.

    Returns:
        Tensor of one rank more.

    Raises:
        TypeError: `axis` is no int, or the dtypes differ.
        ValueError: the shapes differ, there is no Tensor, or `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.stack([ms.Tensor([1, 2]), ms.Tensor([3, 4])], 1))
        [[1 3]
         [2 4]]
    """
    axis = integer("Stack", "axis", axis)
    if not tensors:
        raise ValueError(must("Stack", "tensors", "one Tensor or more", "none"))
    if len({x.dtype for x in tensors}) > 1:
        names = [str(mstype.from_np(x.dtype)) for x in tensors]
        raise TypeError(must("Stack", "tensors", "of one dtype", names))
    if len({x.shape for x in tensors}) > 1:
        raise ValueError(must("Stack", "tensors", "of one shape", [x.shape for x in tensors]))
    return jnp.stack(tensors, check_axis("Stack", axis, tensors[0].ndim + 1))


class _Joining(Primitive):
    """A Primitive on several Tensors, given as one sequence or one by one."""

    def _sequence(self, inputs: tuple) -> Any:
        single = len(inputs) == 1 and isinstance(inputs[0], (tuple, list))
        return inputs[0] if single else inputs


@public("ops.Stack", "ops.Pack")
class Stack(_Joining):
    """Join Tensors of one shape along a new dimension `axis`."""

    def __init__(self, axis: int = 0):
        super().__init__("Stack")
        self._set_init(axis=integer("Stack", "axis", axis))

    def __call__(self, *input_x: Any) -> Tensor:
        return _stack(self._sequence(input_x), self.axis)


_stack, _concat = call(stack), call(concat)


@public("ops.ParallelConcat")
class ParallelConcat(_Joining):
    """Join Tensors whose first dimension is 1 along it."""

    def __init__(self) -> None:
        super().__init__("ParallelConcat")

    def __call__(self, *values: Any) -> Tensor:
        tensors = self._sequence(values)
        for x in tensors:
            if not isinstance(x, Tensor) or x.ndim < 1 or x.shape[0] != 1:
                got = x.shape if isinstance(x, Tensor) else describe(x)
                raise ValueError(must(self.name, "values", "Tensors of first dimension 1", got))
        return _concat(tensors)


def _some(name: str, tensors: Any) -> None:
    if not tensors:
        raise ValueError(must(name, "tensors", "one Tensor or more", "none"))


@op("ops.hstack")
def hstack(tensors: Arrays):
    """Join Tensors along the second dimension, vectors and 0-d Tensors along their only one.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.hstack([ms.Tensor([1, 2]), ms.Tensor([3])]))
        [1 2 3]
    """
    _some("hstack", tensors)
    parts = [x.reshape(1) if x.ndim == 0 else x for x in tensors]
    return concat(parts, 0 if parts[0].ndim == 1 else 1)


@op("ops.vstack")
def vstack(inputs: Arrays):
    """Join Tensors along the first dimension; vectors count as rows.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.vstack([ms.Tensor([1, 2]), ms.Tensor([3, 4])]).shape
        (2, 2)
    """
    _some("vstack", inputs)
    return concat([jnp.atleast_2d(x) for x in inputs], 0)


@op("ops.row_stack")
def row_stack(tensors: Arrays):
    """Join Tensors along the first dimension; vectors count as rows."""
    return vstack(tensors)


@op("ops.dstack")
def dstack(tensors: Arrays):
    """Join Tensors along the third dimension, which those of lower rank get with length 1.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.dstack([ms.Tensor([1, 2]), ms.Tensor([3, 4])]).shape
        (1, 2, 2)
    """
    _some("dstack", tensors)
    return concat([jnp.atleast_3d(x) for x in tensors], 2)


@op("ops.column_stack")
def column_stack(tensors: Arrays):
    """Join Tensors along the second dimension; vectors count as columns.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.column_stack([ms.Tensor([1, 2]), ms.Tensor([3, 4])]))
        [[1 3]
         [2 4]]
    """
    _some("column_stack", tensors)
    return concat([x.reshape(-1, 1) if x.ndim <= 1 else x for x in tensors], 1)


@op("ops.block_diag", label="block_diag")
def block_diag(*inputs: Arrays):
    """Matrix with the given matrices on its diagonal and zeros elsewhere.

    Args:
        inputs: Tensors of at most two dimensions; vectors count as rows.

    Returns:
        Tensor of two dimensions.

    Raises:
        TypeError: an input is not a Tensor.
        ValueError: an input has more than two dimensions.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.block_diag(ms.Tensor([[1, 2]]), ms.Tensor([3])))
        [[1 2 0]
         [0 0 3]]
    """
    if any(x.ndim > 2 for x in inputs):
        ranks = [x.ndim for x in inputs]
        raise ValueError(must("block_diag", "inputs", "of 0, 1 or 2 dimensions", ranks))
    dtype = mstype.promote("block_diag", [x.dtype for x in inputs])
    blocks = [jnp.atleast_2d(x).astype(dtype) for x in inputs]
    width = sum(b.shape[1] for b in blocks)
    rows, left = [], 0
    for b in blocks:
        rows.append(jnp.pad(b, ((0, 0), (left, width - left - b.shape[1]))))
        left += b.shape[1]
    return jnp.concatenate(rows)


# -- apart -----------------------------------------------------------------------------------------


def _cut(x: Any, axis: int, lengths: Any) -> tuple:
    """Consecutive pieces of the given lengths along `axis`."""
    stops = np.cumsum(lengths).tolist()
    starts = [0, *stops[:-1]]
    before = (slice(None),) * axis
    return tuple(x[(*before, slice(a, b))] for a, b in zip(starts, stops, strict=True))


@op("ops.split", view=True)
def split(tensor: Array, split_size_or_sections, axis=0):
    """Cut a Tensor into pieces along a dimension.

    Args:
        tensor: Tensor.
        split_size_or_sections: int, the length of each piece (the last may be shorter), or a tuple
            or list with the length of every piece.
        axis: int, the dimension to cut.

    Returns:
        Tuple of Tensors that share the memory of `tensor`.

    Raises:
        TypeError: an argument is of another type, or a length is negative.
        ValueError: lengths do not add up, the size is not positive, or `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> [p.shape for p in ms.ops.split(ms.ops.arange(5), 2)]
        [(2,), (2,), (1,)]
    """
    axis = check_axis("split", integer("split", "axis", axis), tensor.ndim)
    if not tensor.ndim:
        raise ValueError(must("split", "tensor", "of at least one dimension", "a 0-d Tensor"))
    length, given = tensor.shape[axis], split_size_or_sections
    if isinstance(given, tuple):
        lengths = ints("split", "split_size_or_sections", given)
        if any(n < 0 for n in lengths):
            raise TypeError(must("split", "split_size_or_sections", "non-negative", lengths))
        if sum(lengths) != length:
            raise ValueError(
                f"For 'split', the sum of 'split_size_or_sections' should be equal to {length}, "
                f"but got {sum(lengths)}."
            )
        return _cut(tensor, axis, lengths)
    size = integer("split", "split_size_or_sections", given)
    if size <= 0:
        raise ValueError(must("split", "split_size_or_sections", "more than zero", size))
    whole, rest = divmod(length, size)
    return _cut(tensor, axis, [size] * whole + [rest] * (rest > 0 or not length))


_split = call(split)


@public("Tensor.split")
def tensor_split_method(self: Tensor, *args: Any, **named: Any) -> tuple[Tensor, ...]:
    """Cut into pieces: `split(split_size_or_sections, axis=0)` or `split(split_size, dim=0)`.

    Returns:
        Tuple of Tensors that share memory with this one.
    """
    given = dict(zip(("split_size_or_sections", "axis"), args, strict=False))
    for name, value in named.items():
        name = {"split_size": "split_size_or_sections", "dim": "axis"}.get(name, name)
        if name in given or name not in ("split_size_or_sections", "axis"):
            raise TypeError(f"split() got an unexpected argument '{name}'.")
        given[name] = value
    if len(args) > 2 or "split_size_or_sections" not in given:
        raise TypeError("split() takes a size or a sequence of lengths, and an axis.")
    return _split(self, **given)


@primitive("Split", axis=0, output_num=1)
@op(view=True, label="Split")
def _split_evenly(input_x: Array, axis, output_num):
    """Cut a Tensor into `output_num` pieces of equal length along `axis`.

    Raises:
        ValueError: the length is not divisible by `output_num`, or `axis` is out of range.
    """
    axis = check_axis("Split", integer("Split", "axis", axis), input_x.ndim)
    count, length = integer("Split", "output_num", output_num), input_x.shape[axis]
    if count < 1 or length % count:
        raise ValueError(
            f"For 'Split', x_shape[{axis}] must be divisible by output_num = {count}, "
            f"but got {length}."
        )
    return _cut(input_x, axis, [length // count] * count)


@primitive("SplitV", size_splits=REQUIRED, split_dim=REQUIRED, num_split=REQUIRED)
@op(view=True, label="SplitV")
def _split_v(input_x: Array, size_splits, split_dim, num_split):
    """Cut a Tensor along `split_dim` into pieces of lengths `size_splits`; one may be -1."""
    axis = check_axis("SplitV", split_dim, input_x.ndim, "split_dim")
    lengths, total = ints("SplitV", "size_splits", size_splits), input_x.shape[axis]
    if len(lengths) != num_split:
        raise ValueError(must("SplitV", "num_split", f"{len(lengths)}", num_split))
    if lengths.count(-1) == 1:
        rest = total - sum(n for n in lengths if n != -1)
        lengths = tuple(rest if n == -1 else n for n in lengths)
    if sum(lengths) != total or min(lengths) < 0:
        raise ValueError(must("SplitV", "size_splits", f"lengths with sum {total}", size_splits))
    return _cut(input_x, axis, lengths)


def _sections(name: str, x: Any, given: Any, axis: int) -> tuple:
    """Pieces by a number of sections or by the indices to cut at."""
    length = x.shape[axis]
    if isinstance(given, tuple):
        stops = [*ints(name, "indices_or_sections", given), length]
        before = (slice(None),) * axis
        starts = [0, *stops[:-1]]
        return tuple(x[(*before, slice(a, b))] for a, b in zip(starts, stops, strict=True))
    count = integer(name, "indices_or_sections", given)
    if count <= 0:
        raise ValueError(must(name, "indices_or_sections", "more than zero", count))
    each, rest = divmod(length, count)
    return _cut(x, axis, [each + 1] * rest + [each] * (count - rest))


@op("ops.tensor_split", "Tensor.tensor_split", view=True)
def tensor_split(input: Array, indices_or_sections, axis=0):
    """Cut a Tensor into a number of nearly equal pieces, or at given places.

    Args:
        input: Tensor.
        indices_or_sections: int, how many pieces (the first ones may be longer by one), or a tuple
            or list of the indices where the second and later pieces start.
        axis: int, the dimension to cut.

    Returns:
        Tuple of Tensors that share the memory of `input`.

    Raises:
        TypeError: `indices_or_sections` is of another type.
        ValueError: the number of pieces is not positive, or `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> [p.shape for p in ms.ops.tensor_split(ms.ops.arange(7), 3)]
        [(3,), (2,), (2,)]
    """
    axis = check_axis("tensor_split", integer("tensor_split", "axis", axis), input.ndim)
    if not input.ndim:
        raise ValueError(must("tensor_split", "input", "of at least one dimension", "0-d"))
    return _sections("tensor_split", input, indices_or_sections, axis)


def _rank_at_least(name: str, x: Any, rank: int) -> None:
    if x.ndim < rank:
        raise ValueError(f"{name} expects a Tensor of at least {rank} dimensions, but got {x.ndim}")


@op("ops.hsplit", "Tensor.hsplit", view=True)
def hsplit(input: Array, indices_or_sections):
    """`tensor_split` along the second dimension."""
    _rank_at_least("hsplit", input, 2)
    return _sections("hsplit", input, indices_or_sections, 1)


@op("ops.vsplit", "Tensor.vsplit", view=True)
def vsplit(input: Array, indices_or_sections):
    """`tensor_split` along the first dimension."""
    _rank_at_least("vsplit", input, 1)
    return _sections("vsplit", input, indices_or_sections, 0)


@op("ops.dsplit", "Tensor.dsplit", view=True)
def dsplit(input: Array, indices_or_sections):
    """`tensor_split` along the third dimension."""
    _rank_at_least("dsplit", input, 3)
    return _sections("dsplit", input, indices_or_sections, 2)


@op("ops.chunk", view=True)
def chunk(input: Array, chunks, axis=0):
    """Cut a Tensor into at most `chunks` pieces of one length, the last one perhaps shorter.

    Args:
        input: Tensor.
        chunks: int, the number of pieces wanted.
        axis: int, the dimension to cut.

    Returns:
        Tuple of Tensors that share the memory of `input`.

    Raises:
        TypeError: `chunks` is not an int.
        ValueError: `chunks` is not positive, or `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> [p.shape for p in ms.ops.chunk(ms.ops.arange(7), 3)]
        [(3,), (3,), (1,)]
    """
    count = integer("chunk", "chunks", chunks)
    axis = check_axis("chunk", integer("chunk", "axis", axis), input.ndim)
    if count <= 0:
        raise ValueError(must("chunk", "chunks", "greater than 0", count))
    return split(input, max(1, math.ceil(input.shape[axis] / count)), axis)


_chunk = call(chunk)


@public("Tensor.chunk")
def tensor_chunk(self: Tensor, chunks: int, *args: Any, **named: Any) -> tuple[Tensor, ...]:
    """Cut into at most `chunks` pieces along `axis` (or `dim`) that share this Tensor's memory."""
    if "dim" in named:
        named["axis"] = named.pop("dim")
    return _chunk(self, chunks, *args, **named)


@op("ops.unbind", "Tensor.unbind", view=True)
def unbind(input: Array, dim=0):
    """All slices of a Tensor along a dimension, which they lose.

    Args:
        input: Tensor.
        dim: int, the dimension.

    Returns:
        Tuple of Tensors that share the memory of `input`.

    Raises:
        ValueError: `dim` is out of range, or `input` has no dimension.

    Examples:
        >>> import msjax as ms
        >>> [p.tolist() for p in ms.ops.unbind(ms.Tensor([[1, 2], [3, 4]]))]
        [[1, 2], [3, 4]]
    """
    if not input.ndim:
        raise ValueError("For 'Unstack', the rank of input must be at least 1, but got 0.")
    axis = check_axis("Unstack", integer("Unstack", "axis", dim), input.ndim)
    before = (slice(None),) * axis
    return tuple(input[(*before, i)] for i in range(input.shape[axis]))


@op("ops.unstack", view=True, label="Unstack")
def unstack(input_x: Array, axis=0):
    """All slices of a Tensor along `axis`, which they lose, as a tuple."""
    return unbind(input_x, axis)


@primitive("Unstack", axis=0, num=None)
@op(view=True, label="Unstack")
def _unstack_primitive(input_x: Array, axis, num):
    """All slices of a Tensor along `axis`, as a tuple. Their number follows from the shape."""
    return unbind(input_x, axis)


@primitive("Unpack", axis=0)
@op(view=True, label="Unstack")
def _unpack_primitive(input_x: Array, axis):
    """All slices of a Tensor along `axis`, as a tuple; an older name of `Unstack`."""
    return unbind(input_x, axis)
