"""Operations that put Tensors together or take them apart along a dimension."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import check_axis, integer, integers, positive
from msjax._core.base.errors import Clause, describe, must
from msjax._core.op.older import Find, bind_older, taking
from msjax._core.op.primitive import REQUIRED, Primitive
from msjax._core.op.publish import Array, Arrays, call, op, primitive, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import with_dimensions

# -- together --------------------------------------------------------------------------------------


@primitive("Concat", axis=0)
@op(
    "ops.concat",
    "ops.cat",
    label="Concat",
    amp="widest",
    formerly={"ops.concat": "input_x=tensors"},
)
def concat(tensors: Arrays, axis: int = 0):
    """Join Tensors along an existing dimension.

    Args:
        tensors: tuple or list of Tensors of one rank whose other dimensions agree; different dtypes
            are promoted to a common one.
        axis: int, the dimension to join along.

    Returns:
        Tensor.

    Raises:
        TypeError: `tensors` is not a tuple or list of Tensors, or `axis` not an int.
        ValueError: ranks or shapes do not fit, or `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.concat((ms.Tensor([1, 2]), ms.Tensor([3]))))
        [1 2 3]
    """
    axis = integer("axis", axis)
    if not tensors:
        raise ValueError(must("tensors", "one Tensor or more", "none"))
    shapes = [x.shape for x in tensors]
    rank = len(shapes[0])
    if not rank:
        raise ValueError(Clause("the tensors must have at least one dimension."))
    if any(len(s) != rank for s in shapes):
        raise ValueError(Clause(f"the ranks must be the same, but got shapes {shapes}."))
    axis = check_axis(axis, rank)
    if len({s[:axis] + s[axis + 1 :] for s in shapes}) > 1:
        raise ValueError(
            Clause(f"shapes must match except in axis {axis}, but got shapes {shapes}.")
        )
    dtype = mstype.promote([x.dtype for x in tensors])
    return jnp.concatenate([x.astype(dtype) for x in tensors], axis)


def _stack_one(today: Callable, args: tuple, kwargs: dict[str, Any], resolve: Find) -> Any:
    """A Tensor in place of a sequence counts as one, as in MindSpore's eager code."""
    first = args[0] if args else kwargs.get("tensors")
    if not isinstance(first, Tensor):
        return today(*args, **kwargs)
    kwargs.pop("tensors", None)
    return today((first,), *args[1:], **kwargs)


@op("ops.stack", label="Stack", formerly={"ops.stack": ("input_x=tensors", _stack_one)})
def stack(tensors: Arrays, axis: int = 0):
    """Join Tensors of one shape along a new dimension.

    Args:
        tensors: tuple or list of Tensors of one shape and dtype.
        axis: int, where the new dimension stands in the result.

    Returns:
        Tensor of one rank more.

    Raises:
        TypeError: `axis` is not an int, or the dtypes differ.
        ValueError: the shapes differ, there is not a Tensor, or `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.stack([ms.Tensor([1, 2]), ms.Tensor([3, 4])], 1))
        [[1 3]
         [2 4]]
    """
    axis = integer("axis", axis)
    if not tensors:
        raise ValueError(must("tensors", "one Tensor or more", "none"))
    if len({x.dtype for x in tensors}) > 1:
        names = [str(mstype.from_np(x.dtype)) for x in tensors]
        raise TypeError(must("tensors", "of one dtype", names))
    if len({x.shape for x in tensors}) > 1:
        raise ValueError(must("tensors", "of one shape", [x.shape for x in tensors]))
    return jnp.stack(tensors, check_axis(axis, tensors[0].ndim + 1))


def stacked(values: Sequence[Any], dtype: mstype.Type) -> Tensor:
    """A list with Tensors that stands for one of `dtype`: beside an operator, or to be assigned.

    Numbers and lists in it become Tensors of `dtype`; its Tensors keep theirs, and have gradients.
    """
    for value in values:
        if value is None or isinstance(value, str):
            raise TypeError(f"Beside Tensors a list may hold numbers and lists, but got {value!r}.")
    parts = [v if isinstance(v, Tensor) else Tensor(v, dtype) for v in values]
    return _STACK(parts)


_STACK = call(stack)


class _Joining(Primitive):
    """A Primitive on several Tensors, given as one sequence or one by one."""

    def _sequence(self, inputs: tuple) -> Any:
        single = len(inputs) == 1 and isinstance(inputs[0], (tuple, list))
        return inputs[0] if single else inputs


@public("ops.Stack", "ops.Pack")
class Stack(_Joining):
    """Join Tensors of one shape along a new dimension.

    Args:
        axis: int, the place of the new dimension.

    Inputs:
        - **input_x** (tuple, list) - Tensors of one shape and dtype; also one by one.

    Outputs:
        Tensor of one more dimension.

    Raises:
        TypeError: the dtypes differ, or `axis` is not an int.
        ValueError: the shapes differ, or `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.Stack(axis=1)((ms.Tensor([1, 2]), ms.Tensor([3, 4]))))
        [[1 3]
         [2 4]]
    """

    def __init__(self, axis: int = 0):
        super().__init__("Stack")
        self._set_init(axis=integer("axis", axis))

    def __call__(self, *input_x: Tensor | Sequence[Tensor]) -> Tensor:
        return _stack(self._sequence(input_x), self.axis)


_stack, _concat = call(stack), call(concat)


@public("ops.ParallelConcat", counts="all")
class ParallelConcat(_Joining):
    """Join Tensors whose first dimension is 1 along it.

    Inputs:
        - **values** (tuple, list) - Tensors of one dtype and of one shape (1, ...).

    Outputs:
        Tensor; its first dimension is the number of Tensors.

    Raises:
        ValueError: the first dimension of a Tensor is not 1, or the shapes differ.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.ParallelConcat()((ms.Tensor([[1, 2]]), ms.Tensor([[3, 4]]))))
        [[1 2]
         [3 4]]
    """

    def __init__(self) -> None:
        super().__init__("ParallelConcat")

    def __call__(self, *values: Tensor | Sequence[Tensor]) -> Tensor:
        tensors = self._sequence(values)
        for x in tensors:
            if not isinstance(x, Tensor) or x.ndim < 1 or x.shape[0] != 1:
                got = x.shape if isinstance(x, Tensor) else describe(x)
                raise ValueError(must("values", "Tensors of first dimension 1", got))
        return _concat(tensors)


def _some(tensors: Any) -> None:
    if not tensors:
        raise ValueError(must("tensors", "one Tensor or more", "none"))


@op("ops.hstack")
def hstack(tensors: Arrays):
    """Join Tensors along the second dimension, vectors and 0-d Tensors along their only one.

    Args:
        tensors: tuple or list of Tensors, whose shapes agree in all dimensions but that one.

    Returns:
        Tensor.

    Raises:
        TypeError: `tensors` is not a tuple or list of Tensors.
        ValueError: it is empty, or the shapes do not agree.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.hstack([ms.Tensor([1, 2]), ms.Tensor([3])]))
        [1 2 3]
    """
    _some(tensors)
    parts = [x.reshape(1) if x.ndim == 0 else x for x in tensors]
    return concat(parts, 0 if parts[0].ndim == 1 else 1)


@op("ops.vstack")
def vstack(inputs: Arrays):
    """Join Tensors along the first dimension; vectors count as rows.

    Args:
        inputs: tuple or list of Tensors, whose shapes agree in all dimensions but the first.

    Returns:
        Tensor of at least two dimensions.

    Raises:
        TypeError: `inputs` is not a tuple or list of Tensors.
        ValueError: it is empty, or the shapes do not agree.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.vstack([ms.Tensor([1, 2]), ms.Tensor([3, 4])]).shape
        (2, 2)
    """
    _some(inputs)
    return concat([jnp.atleast_2d(x) for x in inputs], 0)


@op("ops.row_stack")
def row_stack(tensors: Arrays):
    """Join Tensors along the first dimension; vectors count as rows. Another name of `ops.vstack`.

    Args:
        tensors: tuple or list of Tensors.

    Returns:
        Tensor of at least two dimensions.

    Raises:
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.row_stack((ms.Tensor([1, 2]), ms.Tensor([3, 4]))))
        [[1 2]
         [3 4]]
    """
    return vstack(tensors)


@op("ops.dstack", formerly={"ops.dstack": "inputs=tensors"})
def dstack(tensors: Arrays):
    """Join Tensors along the third dimension, which those of lower rank get with length 1.

    Args:
        tensors: tuple or list of Tensors, whose shapes agree in all dimensions but the third.

    Returns:
        Tensor of at least three dimensions.

    Raises:
        TypeError: `tensors` is empty, or no tuple or list of Tensors.
        ValueError: the shapes do not agree.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.dstack([ms.Tensor([1, 2]), ms.Tensor([3, 4])]).shape
        (1, 2, 2)
    """
    if not tensors:
        raise TypeError(must("tensors", "one Tensor or more", "none"))
    return concat([jnp.atleast_3d(x) for x in tensors], 2)


@op("ops.column_stack")
def column_stack(tensors: Arrays):
    """Join Tensors along the second dimension; vectors count as columns.

    Args:
        tensors: tuple or list of Tensors, whose shapes agree in all dimensions but the second.

    Returns:
        Tensor of at least two dimensions.

    Raises:
        TypeError: `tensors` is not a tuple or list of Tensors.
        ValueError: it is empty, or the shapes do not agree.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.column_stack([ms.Tensor([1, 2]), ms.Tensor([3, 4])]))
        [[1 3]
         [2 4]]
    """
    _some(tensors)
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
        raise ValueError(must("inputs", "of 0, 1 or 2 dimensions", ranks))
    dtype = mstype.promote([x.dtype for x in inputs])
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


@taking("input_x axis output_num")
def _older_split(today: Callable, args: tuple, kwargs: dict[str, Any], resolve: Find) -> Any:
    """To 1.9: into a number of equal parts."""
    if "output_num" not in kwargs:
        return today(*args, **kwargs)
    bound = bind_older("split", ("input_x", "axis", "output_num"), args, kwargs, "input_x")
    return resolve("ops.Split")(bound.get("axis", 0), bound["output_num"])(bound["input_x"])


@op(
    "ops.split",
    view=True,
    accepts={"split_size_or_sections": "int tuple list", "axis": "int"},
    formerly={"ops.split": _older_split},
)
def split(tensor: Array, split_size_or_sections: int | Sequence[int], axis: int = 0):
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
    axis = check_axis(integer("axis", axis), tensor.ndim)
    with_dimensions("tensor", tensor)
    length, given = tensor.shape[axis], split_size_or_sections
    if isinstance(given, tuple):
        lengths = integers("split_size_or_sections", given)
        if any(n < 0 for n in lengths):
            raise TypeError(must("split_size_or_sections", "non-negative", lengths))
        if sum(lengths) != length:
            raise ValueError(
                Clause(
                    f"the sum of 'split_size_or_sections' should be equal to {length}, "
                    f"but got {sum(lengths)}."
                )
            )
        return _cut(tensor, axis, lengths)
    size = integer("split_size_or_sections", given)
    if size <= 0:
        raise ValueError(must("split_size_or_sections", "more than zero", size))
    whole, rest = divmod(length, size)
    return _cut(tensor, axis, [size] * whole + [rest] * (rest > 0 or not length))


_split = call(split)


@public("Tensor.split", formerly={"Tensor.split": _older_split})
def tensor_split_method(self: Tensor, *args: Any, **named: Any) -> tuple[Tensor, ...]:
    """Cut the Tensor into pieces along a dimension; see `ops.split`.

    Args:
        split_size_or_sections: int, the length of a piece, or tuple or list of the lengths of all
            (also as `split_size`).
        axis: int, the dimension, 0 by default (also as `dim`).

    Returns:
        Tuple of Tensors that share memory with this one.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: the lengths do not add up, or `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> first, second = ms.Tensor([1, 2, 3]).split([1, 2])
        >>> print(first, second)
        [1] [2 3]
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
def _split_evenly(input_x: Array, axis: int, output_num: int):
    """Cut a Tensor into pieces of equal length along a dimension.

    Args:
        axis: int, the dimension.
        output_num: int, the number of pieces.

    Inputs:
        - **input_x** (Tensor) - any dtype.

    Outputs:
        Tuple of `output_num` Tensors.

    Raises:
        ValueError: the length is not divisible by `output_num`, or `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> left, right = ms.ops.Split(axis=1, output_num=2)(ms.Tensor([[1, 2], [3, 4]]))
        >>> print(left)
        [[1]
         [3]]
    """
    axis = check_axis(integer("axis", axis), input_x.ndim)
    count, length = integer("output_num", output_num), input_x.shape[axis]
    if count < 1 or length % count:
        raise ValueError(
            Clause(f"x_shape[{axis}] must be divisible by output_num = {count}, but got {length}.")
        )
    return _cut(input_x, axis, [length // count] * count)


@primitive("SplitV", size_splits=REQUIRED, split_dim=REQUIRED, num_split=REQUIRED)
@op(view=True, label="SplitV")
def _split_v(input_x: Array, size_splits: Sequence[int], split_dim: int, num_split: int):
    """Cut a Tensor along a dimension into pieces of given lengths.

    Args:
        size_splits: tuple or list of ints, the lengths; one of them may be -1, the rest.
        split_dim: int, the dimension.
        num_split: int, the number of pieces.

    Inputs:
        - **input_x** (Tensor) - any dtype.

    Outputs:
        Tuple of `num_split` Tensors.

    Raises:
        ValueError: the lengths do not add up, their number is another one, or `split_dim` is out of
            range.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.operations.array_ops import SplitV
        >>> left, right = SplitV([1, -1], 1, 2)(ms.Tensor([[1, 2, 3], [4, 5, 6]]))
        >>> print(right)
        [[2 3]
         [5 6]]
    """
    axis = check_axis(split_dim, input_x.ndim, "split_dim")
    lengths, total = integers("size_splits", size_splits), input_x.shape[axis]
    if len(lengths) != num_split:
        raise ValueError(must("num_split", f"{len(lengths)}", num_split))
    if lengths.count(-1) == 1:
        rest = total - sum(n for n in lengths if n != -1)
        lengths = tuple(rest if n == -1 else n for n in lengths)
    if sum(lengths) != total or min(lengths) < 0:
        raise ValueError(must("size_splits", f"lengths with sum {total}", size_splits))
    return _cut(input_x, axis, lengths)


def _sections(x: Any, given: Any, axis: int) -> tuple:
    """Pieces by a number of sections or by the indices to cut at."""
    length = x.shape[axis]
    if isinstance(given, tuple):
        stops = [*integers("indices_or_sections", given), length]
        before = (slice(None),) * axis
        starts = [0, *stops[:-1]]
        return tuple(x[(*before, slice(a, b))] for a, b in zip(starts, stops, strict=True))
    count = integer("indices_or_sections", given)
    if count <= 0:
        raise ValueError(must("indices_or_sections", "more than zero", count))
    each, rest = divmod(length, count)
    return _cut(x, axis, [each + 1] * rest + [each] * (count - rest))


@op(
    "ops.tensor_split",
    "Tensor.tensor_split",
    view=True,
    accepts={"indices_or_sections": "int tuple list", "axis": "int"},
)
def tensor_split(input: Array, indices_or_sections: int | Sequence[int], axis: int = 0):
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
    axis = check_axis(integer("axis", axis), input.ndim)
    with_dimensions("input", input)
    return _sections(input, indices_or_sections, axis)


def _rank_at_least(x: Any, rank: int) -> None:
    if x.ndim < rank:
        raise ValueError(must("input", f"of at least {rank} dimensions", x.ndim))


@op("ops.hsplit", "Tensor.hsplit", view=True, accepts={"indices_or_sections": "int tuple list"})
def hsplit(input: Array, indices_or_sections: int | Sequence[int]):
    """Cut a Tensor along the second dimension; see `ops.tensor_split`.

    Args:
        input: Tensor of at least two dimensions.
        indices_or_sections: int, the number of pieces, or tuple or list of ints, where to cut.

    Returns:
        Tuple of Tensors that share the memory of `input`.

    Raises:
        TypeError: `indices_or_sections` is of another type.
        ValueError: the number of pieces is not positive, or `input` has too few dimensions.

    Examples:
        >>> import msjax as ms
        >>> left, right = ms.ops.hsplit(ms.Tensor([[1, 2, 3], [4, 5, 6]]), 2)
        >>> print(left)
        [[1 2]
         [4 5]]
    """
    _rank_at_least(input, 2)
    return _sections(input, indices_or_sections, 1)


@op("ops.vsplit", "Tensor.vsplit", view=True, accepts={"indices_or_sections": "int tuple list"})
def vsplit(input: Array, indices_or_sections: int | Sequence[int]):
    """Cut a Tensor along the first dimension; see `ops.tensor_split`.

    Args:
        input: Tensor of at least one dimension.
        indices_or_sections: int, the number of pieces, or tuple or list of ints, where to cut.

    Returns:
        Tuple of Tensors that share the memory of `input`.

    Raises:
        TypeError: `indices_or_sections` is of another type.
        ValueError: the number of pieces is not positive, or `input` has too few dimensions.

    Examples:
        >>> import msjax as ms
        >>> upper, lower = ms.ops.vsplit(ms.Tensor([[1, 2], [3, 4], [5, 6]]), (1,))
        >>> print(lower)
        [[3 4]
         [5 6]]
    """
    _rank_at_least(input, 1)
    return _sections(input, indices_or_sections, 0)


@op("ops.dsplit", "Tensor.dsplit", view=True, accepts={"indices_or_sections": "int tuple list"})
def dsplit(input: Array, indices_or_sections: int | Sequence[int]):
    """Cut a Tensor along the third dimension; see `ops.tensor_split`.

    Args:
        input: Tensor of at least three dimensions.
        indices_or_sections: int, the number of pieces, or tuple or list of ints, where to cut.

    Returns:
        Tuple of Tensors that share the memory of `input`.

    Raises:
        TypeError: `indices_or_sections` is of another type.
        ValueError: the number of pieces is not positive, or `input` has too few dimensions.

    Examples:
        >>> import msjax as ms
        >>> front, back = ms.ops.dsplit(ms.Tensor([[[1, 2], [3, 4]]]), 2)
        >>> print(front.ravel(), back.ravel())
        [1 3] [2 4]
    """
    _rank_at_least(input, 3)
    return _sections(input, indices_or_sections, 2)


@op("ops.chunk", view=True, accepts={"chunks": "int", "axis": "int"})
def chunk(input: Array, chunks: int, axis: int = 0):
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
    count = integer("chunks", chunks)
    axis = check_axis(integer("axis", axis), input.ndim)
    positive("chunks", count)
    return split(input, max(1, math.ceil(input.shape[axis] / count)), axis)


_chunk = call(chunk)


@public("Tensor.chunk")
def tensor_chunk(self: Tensor, chunks: int, *args: Any, **named: Any) -> tuple[Tensor, ...]:
    """Cut the Tensor into at most so many pieces of one length, the last one perhaps shorter.

    Args:
        chunks: positive int, the number of pieces.
        axis: int, the dimension, 0 by default (also as `dim`).

    Returns:
        Tuple of Tensors that share memory with this one.

    Raises:
        TypeError: an argument is not an int.
        ValueError: `chunks` is not positive, or `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> first, second = ms.Tensor([1, 2, 3]).chunk(2)
        >>> print(first, second)
        [1 2] [3]
    """
    if "dim" in named:
        named["axis"] = named.pop("dim")
    return _chunk(self, chunks, *args, **named)


@op("ops.unbind", "Tensor.unbind", view=True, label="Unstack", to_float="cast")
def unbind(input: Array, dim: int = 0):
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
        raise ValueError(Clause("the rank of input must be at least 1, but got 0."))
    axis = check_axis(integer("axis", dim), input.ndim)
    before = (slice(None),) * axis
    return tuple(input[(*before, i)] for i in range(input.shape[axis]))


@op("ops.unstack", view=True, label="Unstack", to_float="cast")
def unstack(input_x: Array, axis: int = 0):
    """All slices of a Tensor along a dimension, which they lose.

    Args:
        input_x: Tensor of at least one dimension.
        axis: int, the dimension.

    Returns:
        Tuple of Tensors that share the memory of `input_x`.

    Raises:
        TypeError: `axis` is not an int.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> first, second = ms.ops.unstack(ms.Tensor([[1, 2], [3, 4]]))
        >>> print(first, second)
        [1 2] [3 4]
    """
    return unbind(input_x, axis)


@primitive("Unstack", accepts={"axis": "int", "num": "int None"}, axis=0, num=None)
@op(view=True, label="Unstack", to_float="cast")
def _unstack_primitive(input_x: Array, axis: int, num: int | None):
    """All slices of a Tensor along a dimension, which they lose.

    Args:
        axis: int, the dimension.
        num: int or None; it is not used, as the number of slices follows from the shape.

    Inputs:
        - **input_x** (Tensor) - at least one dimension.

    Outputs:
        Tuple of Tensors.

    Raises:
        TypeError: `axis` is not an int.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> left, right = ms.ops.Unstack(axis=1)(ms.Tensor([[1, 2], [3, 4]]))
        >>> print(left, right)
        [1 3] [2 4]
    """
    return unbind(input_x, axis)


@primitive("Unpack", accepts={"axis": "int"}, axis=0)
@op(view=True, label="Unstack", to_float="cast")
def _unpack_primitive(input_x: Array, axis: int):
    """All slices of a Tensor along a dimension, which they lose; an older name of `ops.Unstack`.

    Args:
        axis: int, the dimension.

    Inputs:
        - **input_x** (Tensor) - at least one dimension.

    Outputs:
        Tuple of Tensors.

    Raises:
        TypeError: `axis` is not an int.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.operations.array_ops import Unpack
        >>> first, second = Unpack()(ms.Tensor([[1, 2], [3, 4]]))
        >>> print(first, second)
        [1 2] [3 4]
    """
    return unbind(input_x, axis)
