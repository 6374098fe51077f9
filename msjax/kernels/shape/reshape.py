"""Operations that only change the shape or the order of dimensions; most results are views."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.cast import as_bits
from msjax._core.base.checks import check_axis, integer, integers
from msjax._core.base.errors import Clause, describe, must, prefixed
from msjax._core.op.publish import Array, Single, call, op, primitive, public, spelling
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.attributes import as_tuple, stored
from msjax.kernels.checks import accept, with_dimensions


def packed(name: str, arg: str, given: tuple, named: dict[str, Any]) -> Any:
    """The one argument that a method takes as separate values, as one sequence, or by its name.

    Raises:
        TypeError: it is given in none of these ways.
    """
    if named:
        if given or set(named) != {arg}:
            raise TypeError(f"{name}() got an unexpected keyword argument {sorted(named)}.")
        return named[arg]
    single = len(given) == 1 and isinstance(given[0], (tuple, list, Tensor))
    return given[0] if single and getattr(given[0], "ndim", 1) else given


# -- reshaping -------------------------------------------------------------------------------------


@primitive("Reshape")
@op(
    "ops.reshape",
    "mint.reshape",
    view="strided",
    label="Reshape",
    formerly={"ops.reshape": "input_x=input input_shape=shape"},
)
def reshape(input: Array, shape: Sequence[Any] | Tensor):
    """Give a Tensor another shape over the same elements in the same order.

    Args:
        input: Tensor.
        shape: tuple, list or Tensor of ints; one of them may be -1, which stands for what remains.

    Returns:
        Tensor that shares the memory of `input` where its strides allow it, else a copy.

    Raises:
        TypeError: `shape` is not a tuple or list of ints.
        ValueError: the shape does not fit the number of elements.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.reshape(ms.Tensor([[1, 2, 3], [4, 5, 6]]), (3, -1)).shape
        (3, 2)
    """
    return input.reshape(_fitted(input, integers("shape", shape)))


def _fitted(x: Any, shape: tuple[int, ...]) -> tuple[int, ...]:
    """`shape` with -1 resolved for the elements of `x`."""
    if any(n < -1 for n in shape):
        raise ValueError(must("shape", "free of numbers below -1", shape))
    if shape.count(-1) > 1:
        raise ValueError(Clause(f"only one dimension can be inferred, but got {shape}."))
    known = math.prod(n for n in shape if n != -1)
    if -1 in shape and known:
        shape = tuple(x.size // known if n == -1 else n for n in shape)
    elif -1 in shape:
        shape = tuple(0 if n == -1 else n for n in shape)
    if math.prod(shape) != x.size:
        raise ValueError(Clause(f"the shape {shape} is invalid for input of size {x.size}."))
    return shape


@op(view=True, label="view")
def _bitcast(x: Array, dtype):
    try:
        return as_bits(x, dtype)
    except ValueError as error:
        pair = f"{mstype.from_np(x.dtype)} as {mstype.from_np(dtype)}"
        raise ValueError(
            Clause(f"the last dimension must hold whole elements to see {pair}, but got {error}.")
        ) from None


_reshape, _view_as_type = call(reshape), call(_bitcast)


@public("Tensor.reshape", label="")
def tensor_reshape(self: Tensor, *shape: int | Sequence[int] | Tensor, **named: Any) -> Tensor:
    """The same elements in another shape: `x.reshape(2, 3)` or `x.reshape((2, 3))`.

    Args:
        shape: ints, or one tuple or list of ints; one may be -1.

    Returns:
        Tensor that shares memory with this one.

    Raises:
        TypeError: `shape` is not made of ints.
        ValueError: the shape has another number of elements.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([1, 2, 3, 4]).reshape(2, -1))
        [[1 2]
         [3 4]]
    """
    if not shape and not named:
        raise TypeError("reshape() missing 1 required positional argument: shape.")
    return _reshape(self, packed("reshape", "shape", shape, named))


@public("Tensor.view", label="")
def tensor_view(self: Tensor, *shape: Any, **named: Any) -> Tensor:
    """The same memory in another shape, or, given a dtype, as other elements.

    Args:
        shape: ints, or one tuple or list of ints, or one dtype. Elements of another width lie side
            by side in the last dimension.

    Returns:
        Tensor that shares memory with this one.

    Raises:
        TypeError: `shape` is missing, or none of these.
        ValueError: `shape` does not fit the elements, or the last dimension not the dtype's width.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1, 2, 3, 4])
        >>> x.view(2, 2)[0, 1] = 7
        >>> print(x)
        [1 7 3 4]
        >>> print(ms.Tensor([1., -2.]).view(ms.int16))
        [     0  16256      0 -16384]
    """
    if not shape and not named:
        raise TypeError("view() missing 1 required positional argument: shape.")
    given = [*shape, *named.values()]
    target = given[0] if len(given) == 1 else None
    if set(named) == {"dtype"} and not shape and not isinstance(target, mstype.Type):
        raise TypeError(prefixed("view", must("dtype", "a dtype", describe(target))))
    if isinstance(target, mstype.Type):
        steps = self.stride()
        if self.ndim and target.np.itemsize != self.itemsize and steps[-1] != 1:
            text = f"the elements of the last dimension must be neighbours to see {self.dtype} as "
            raise ValueError(prefixed("view", f"{text}{target}, but got strides {steps}."))
        return _view_as_type(self, target)
    return _reshape(self, packed("view", "shape", shape, named))


@op("ops.view_as", "Tensor.view_as", view="strided")
def view_as(input: Array, other: Array):
    """View a Tensor in the shape of another one.

    Args:
        input: Tensor.
        other: Tensor with as many elements.

    Returns:
        Tensor that shares the memory of `input`.

    Raises:
        ValueError: `other` has another number of elements.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.view_as(ms.Tensor([1, 2, 3, 4]), ms.ops.zeros((2, 2))))
        [[1 2]
         [3 4]]
    """
    return reshape(input, other.shape)


@op("Tensor.reshape_as", view="strided")
def reshape_as(input: Array, other: Array):
    """View the Tensor in the shape of another one.

    Args:
        other: Tensor with as many elements.

    Returns:
        Tensor that shares memory with this one.

    Raises:
        ValueError: `other` has another number of elements.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([1, 2, 3, 4]).reshape_as(ms.ops.zeros((2, 2))))
        [[1 2]
         [3 4]]
    """
    return reshape(input, other.shape)


@op("ops.reshape_", write="input")
def reshape_(input: Array, shape: Sequence[int]):
    """Change the shape of a Tensor itself.

    Args:
        input: Tensor.
        shape: tuple or list of ints; one may be -1.

    Returns:
        `input`.

    Raises:
        TypeError: `shape` is not made of ints.
        ValueError: the shape has another number of elements.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1, 2, 3, 4])
        >>> _ = ms.ops.reshape_(x, (2, 2))
        >>> print(x)
        [[1 2]
         [3 4]]
    """
    return reshape(input, shape)


@op("ops.ravel", "Tensor.ravel", view="dense")
def ravel(input: Array):
    """All elements in one dimension; the result shares memory with `input`.

    Args:
        input: Tensor.

    Returns:
        Tensor of one dimension.

    Raises:
        TypeError: `input` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.ravel(ms.Tensor([[1, 2], [3, 4]])))
        [1 2 3 4]
    """
    return input.reshape(-1)


def flattened(x: Any, order: Any, start: Any, end: Any) -> Any:
    """The dimensions `start` to `end` merged into one."""
    if not isinstance(order, str):
        raise TypeError(must("order", "a string", describe(order)))
    if order not in ("C", "F"):
        raise ValueError(must("order", "'C' or 'F'", repr(order)))
    start, end = integer("start_dim", start), integer("end_dim", end)
    if order == "F":
        x = x.transpose()
    if x.ndim < 2 and start in (0, 1, -1) and end in (0, 1, -1):
        return x.reshape(-1)
    first = check_axis(start, x.ndim, "start_dim")
    last = check_axis(end, x.ndim, "end_dim")
    if first > last:
        raise ValueError(Clause("'start_dim' cannot come after 'end_dim'."))
    middle = math.prod(x.shape[first : last + 1])
    return x.reshape(x.shape[:first] + (middle,) + x.shape[last + 1 :])


@op("ops.flatten", accepts={"start_dim": "int"})
def flatten(input: Array, order: str = "C", *, start_dim: int = 1, end_dim: int = -1):
    """Merge dimensions `start_dim` to `end_dim` into one.

    Args:
        input: Tensor.
        order: "C" reads the elements row by row, "F" column by column (dimensions reversed first).
        start_dim: first dimension to merge.
        end_dim: last dimension to merge.

    Returns:
        Tensor.

    Raises:
        ValueError: a dimension is out of range, or `order` is neither "C" nor "F".

    Examples:
        >>> import msjax as ms
        >>> ms.ops.flatten(ms.ops.ones((2, 3, 4))).shape
        (2, 12)
    """
    return flattened(input, order, start_dim, end_dim)


@primitive("Flatten")
@op(label="Flatten")
def _flatten_rows(input_x: Array):
    """Keep the first dimension and merge all others; a vector becomes a column.

    Inputs:
        - **input_x** (Tensor) - at least one dimension.

    Outputs:
        Tensor of two dimensions.

    Raises:
        RuntimeError: a 0-d Tensor.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.Flatten()(ms.Tensor([[[1, 2], [3, 4]]])))
        [[1 2 3 4]]
    """
    if not input_x.ndim:
        raise RuntimeError(must("input_x", "of at least one dimension", "a 0-d Tensor"))
    return input_x.reshape(input_x.shape[0], -1 if input_x.size else math.prod(input_x.shape[1:]))


@op(view="dense", label="flatten")
def _flatten_method(x: Array, order, start_dim, end_dim):
    return flattened(x, order, start_dim, end_dim)


@public("Tensor.flatten")
def tensor_flatten(self: Tensor, *args: Any, **named: Any) -> Tensor:
    """Merge neighbouring dimensions into one; see `ops.flatten`.

    Args:
        order: "C", or "F" for the order of the reversed dimensions; may stand first.
        start_dim: int, the first dimension to merge, 0 by default.
        end_dim: int, the last one, -1 by default.

    Returns:
        Tensor that shares memory with this one.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: another order, or a dimension is out of range.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1, 2], [3, 4]])
        >>> print(x.flatten(), x.flatten("F"))
        [1 2 3 4] [1 3 2 4]
    """
    order = "C"
    if args and not isinstance(args[0], int):
        order, args = args[0], args[1:]
    order = named.pop("order", order)
    start, end = (*args, 0, -1)[:2] if len(args) != 1 else (args[0], -1)
    start, end = named.pop("start_dim", start), named.pop("end_dim", end)
    if named or len(args) > 2:
        raise TypeError(f"flatten() got unexpected arguments {args[2:]} {sorted(named)}.")
    return _FLATTEN(self, order, start, end)


_FLATTEN = call(_flatten_method)


# -- dimensions of length 1 ------------------------------------------------------------------------


@primitive("ExpandDims")
@op("ops.expand_dims", view=True, label="ExpandDims")
def expand_dims(input_x: Array, axis: Single):
    """Insert a dimension of length 1.

    Args:
        input_x: Tensor.
        axis: where the new dimension stands in the result, in [-rank - 1, rank].

    Returns:
        Tensor that shares the memory of `input_x`.

    Raises:
        TypeError: `axis` is not an int.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.expand_dims(ms.Tensor([1, 2]), 0).shape
        (1, 2)
    """
    axis = integer("axis", axis)
    return jnp.expand_dims(input_x, check_axis(axis, input_x.ndim + 1))


@op("Tensor.expand_dims", view=True, label="ExpandDims", accepts={"axis": "int"})
def _expand_dims_method(input: Array, axis: int):
    """Insert a dimension of length 1.

    Args:
        axis: int, the place of the new dimension.

    Returns:
        Tensor that shares memory with this one.

    Raises:
        TypeError: `axis` is not an int.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([1, 2]).expand_dims(0))
        [[1 2]]
    """
    return expand_dims(input, axis)


@spelling("Tensor.unsqueeze", axis="dim")
@op("ops.unsqueeze", "mint.unsqueeze", view=True)
def unsqueeze(input: Array, dim: Single):
    """Insert a dimension of length 1 at `dim`; the result shares memory with `input`.

    Args:
        input: Tensor of n dimensions.
        dim: int in [-n - 1, n], the place of the new dimension.

    Returns:
        Tensor of n + 1 dimensions.

    Raises:
        TypeError: `dim` is not an int.
        ValueError: `dim` is out of range.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.unsqueeze(ms.Tensor([1, 2]), -1).shape
        (2, 1)
    """
    return expand_dims(input, dim)


@op(
    "ops.squeeze",
    view=True,
    label="Squeeze",
    accepts={"axis": "int tuple list Tensor[int] None"},
    formerly={"ops.squeeze": "input_x=input"},
)
def squeeze(input: Array, axis: int | Sequence[int] | Tensor | None = None):
    """Remove dimensions of length 1.

    Args:
        input: Tensor.
        axis: int, or tuple or list of ints: which ones; those that are longer stay. All by default.

    Returns:
        Tensor that shares the memory of `input`.

    Raises:
        TypeError: `axis` is not made of ints.
        ValueError: an axis is out of range, and `input` has any.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.squeeze(ms.ops.ones((1, 2, 1)), 0).shape
        (2, 1)
    """
    if axis is None or axis == ():
        axis = tuple(range(input.ndim))
    elif not isinstance(axis, tuple):
        axis = (integer("axis", axis),)
    axis = integers("axis", axis)
    if not input.ndim:  # has every axis for MindSpore
        return input.reshape(())
    axes = {check_axis(a, input.ndim) for a in axis}
    return input.reshape([n for i, n in enumerate(input.shape) if n != 1 or i not in axes])


@op(
    "Tensor.squeeze",
    view=True,
    label="Squeeze",
    accepts={"axis": "int tuple list Tensor[int] None"},
)
def _squeeze_method(input: Array, axis: int | Sequence[int] | Tensor | None = None):
    """Remove dimensions of length 1.

    Args:
        axis: int, or tuple or list of ints: which ones; those that are longer stay. All by default.

    Returns:
        Tensor that shares memory with this one.

    Raises:
        TypeError: `axis` is of another type.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([[[1, 2]]]).squeeze(0))
        [[1 2]]
    """
    return squeeze(input, axis)


def _check_squeeze(axis: Any) -> None:
    if not isinstance(axis, (tuple, list)):
        axis = (axis,)
    integers("axis", axis)


@primitive("Squeeze", check=_check_squeeze, normal=stored(axis=as_tuple), axis=())
@op(view=True, label="Squeeze")
def _squeeze_primitive(input: Array, axis: int | Sequence[int]):
    """Remove dimensions of length 1.

    Args:
        axis: int, or tuple or list of ints: which ones; those that are longer stay. All if empty,
            as by default.

    Inputs:
        - **input** (Tensor) - any dtype.

    Outputs:
        Tensor.

    Raises:
        TypeError: `axis` is of another type.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.Squeeze()(ms.Tensor([[[1, 2]]])))
        [1 2]
    """
    return squeeze(input, axis)


# -- order of dimensions ---------------------------------------------------------------------------


@primitive("Transpose", accepts={"dims": "tuple[int] list"})
@op(
    "ops.transpose",
    view=True,
    label="Transpose",
    accepts={"dims": "tuple[int] list"},
    formerly={"ops.transpose": "input_x=input input_perm=dims"},
)
def transpose(input: Array, dims: Sequence[int]):
    """Reorder the dimensions.

    Args:
        input: Tensor.
        dims: tuple or list of ints: for each dimension of the result, which one of `input` it is.

    Returns:
        Tensor that shares the memory of `input`.

    Raises:
        TypeError: `dims` is not a tuple or list of ints.
        ValueError: `dims` is no permutation of the dimensions.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.transpose(ms.Tensor([[1, 2], [3, 4]]), (1, 0)))
        [[1 3]
         [2 4]]
    """
    dims = integers("dims", dims)
    if len(dims) != input.ndim:
        raise ValueError(
            Clause(f"size of perm should equal to rank of x, but got {len(dims)} and {input.ndim}!")
        )
    axes = tuple(check_axis(d, input.ndim, "dims") for d in dims)
    if len(set(axes)) != len(axes):
        raise ValueError(must("dims", "free of duplicates", dims))
    return input.transpose(axes)


_transpose = call(transpose)


@primitive("TransposeView", accepts={"input_perm": "tuple[int]"})
@op(view=True, label="TransposeView")
def _transpose_view(input: Array, input_perm: tuple[int, ...]):
    """Reorder the dimensions.

    Inputs:
        - **input** (Tensor) - any dtype.
        - **input_perm** (tuple) - the dimensions in their new order.

    Outputs:
        Tensor that shares the memory of `input`.

    Raises:
        TypeError: `input_perm` is not a tuple of ints.
        ValueError: `input_perm` does not name each dimension once.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.auto_generate import TransposeView
        >>> print(TransposeView()(ms.Tensor([[1, 2], [3, 4]]), (1, 0)))
        [[1 3]
         [2 4]]
    """
    return transpose(input, input_perm)


@public("Tensor.transpose", label="")
def tensor_transpose(self: Tensor, *axes: Any, **named: Any) -> Tensor:
    """Swap two dimensions, or reorder all of them.

    Args:
        axes: two ints (also called `dim0` and `dim1`) swap those dimensions, so that
            `x.transpose(0, 1)` of a matrix is its transpose. Other numbers of ints, or one tuple or
            list, give for each dimension of the result which one of this Tensor it is. By default
            the order is reversed.

    Returns:
        Tensor that shares memory with this one.

    Raises:
        TypeError: `axes` are not ints.
        ValueError: `axes` are out of range, or no permutation of the dimensions.

    Examples:
        >>> import msjax as ms
        >>> x = ms.ops.ones((2, 3))
        >>> x.transpose(0, 1).shape, x.transpose((0, 1)).shape
        ((3, 2), (2, 3))
    """
    names = ("dim0", "dim1")[len(axes) :]
    if len(axes) <= 2 and set(named) == set(names):
        return _swap(self, *axes, *(named[name] for name in names))
    order = packed("transpose", "axes", axes, named)
    return _reversed(self) if order in ((), (None,), None) else _transpose(self, order)


@op("ops.permute", view=True, label="Transpose", accepts={"axis": "tuple[int] list"})
def permute(input: Array, axis: Sequence[int]):
    """Reorder the dimensions by `axis`; the result shares memory with `input`.

    Args:
        input: Tensor.
        axis: tuple or list of ints, the dimension of `input` that each one of the result is.

    Returns:
        Tensor.

    Raises:
        TypeError: `axis` is not a tuple or list of ints.
        ValueError: `axis` does not name each dimension once.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.permute(ms.ops.ones((2, 3, 4)), (2, 0, 1)).shape
        (4, 2, 3)
    """
    return transpose(input, axis)


@public("Tensor.permute", label="")
def tensor_permute(self: Tensor, *dims: int | Sequence[int] | Tensor, **named: Any) -> Tensor:
    """Reorder the dimensions.

    Args:
        dims: ints, or one tuple or list of ints: the dimensions in their new order (also as
            `axis`).

    Returns:
        Tensor that shares memory with this one.

    Raises:
        TypeError: `dims` is not made of ints.
        ValueError: `dims` does not name each dimension once.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([[1, 2], [3, 4]]).permute(1, 0))
        [[1 3]
         [2 4]]
    """
    if "axis" in named:
        named = {"dims": named["axis"]}
    order = packed("permute", "dims", dims, named)
    return _transpose(self, order) if order != () else _reversed(self)


@op(
    "ops.swapaxes", "Tensor.swapaxes", view=True, accepts={"axis0": "int bool", "axis1": "int bool"}
)
def swapaxes(input: Array, axis0: int, axis1: int):
    """Swap two dimensions.

    Args:
        input: Tensor.
        axis0: int, the one.
        axis1: int, the other.

    Returns:
        Tensor that shares the memory of `input`.

    Raises:
        TypeError: an axis is not an int.
        ValueError: an axis is out of range.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.swapaxes(ms.ops.ones((2, 3, 4)), 0, 2).shape
        (4, 3, 2)
    """
    pair = [integer("axis", a) for a in (axis0, axis1)]
    if input.ndim == 0:
        raise ValueError(must("input", "of one dimension or more", "a 0-d Tensor"))
    first, second = (check_axis(a, input.ndim) for a in pair)
    return jnp.swapaxes(input, first, second)


@primitive("TransposeExtView")
@op("ops.swapdims", "Tensor.swapdims", view=True, accepts={"dim0": "int bool", "dim1": "int bool"})
def swapdims(input: Array, dim0: int, dim1: int):
    """Swap two dimensions; another name of `ops.swapaxes`.

    Args:
        input: Tensor.
        dim0: int, the one dimension.
        dim1: int, the other.

    Returns:
        Tensor that shares the memory of `input`.

    Raises:
        TypeError: a dimension is not an int.
        ValueError: a dimension is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.swapdims(ms.Tensor([[1, 2], [3, 4]]), 0, 1))
        [[1 3]
         [2 4]]
    """
    return swapaxes(input, dim0, dim1)


_swap = call(swapaxes)


@op(view=True, label="Transpose")
def _reverse_dims(x: Array):
    return x.transpose()


_reversed = call(_reverse_dims)


@op(
    "ops.movedim",
    "ops.moveaxis",
    "Tensor.movedim",
    "Tensor.moveaxis",
    view=True,
    accepts={
        "source": "int bool tuple list !ValueError None",
        "destination": "int bool tuple list !ValueError None",
    },
)
def movedim(x: Array, source: int | Sequence[int], destination: int | Sequence[int]):
    """Move dimensions to other places; the others keep their order.

    Args:
        x: Tensor.
        source: int or sequence of ints.
        destination: int or sequence of ints, as many.

    Returns:
        Tensor that shares the memory of `x`.

    Raises:
        ValueError: a dimension is out of range or named twice, or the counts differ.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.movedim(ms.ops.ones((2, 3, 4)), 0, 2).shape
        (3, 4, 2)
    """
    start = source if isinstance(source, tuple) else (source,)
    end = destination if isinstance(destination, tuple) else (destination,)
    if len(start) != len(end):
        raise ValueError(
            Clause(
                "'source' and 'destination' must have the same number of elements, but "
                f"got {len(start)} and {len(end)}."
            )
        )
    start = [check_axis(a, x.ndim) for a in integers("source", start)]
    end = [check_axis(a, x.ndim) for a in integers("destination", end)]
    for arg, axes in (("source", start), ("destination", end)):
        if len(set(axes)) != len(axes):
            raise ValueError(must(arg, "free of duplicates", axes))
    return jnp.moveaxis(x, start, end)


@op("ops.t", "Tensor.t", view=True)
def t(input: Array):
    """Transpose of a matrix; Tensors of another rank come back as they are.

    Args:
        input: Tensor.

    Returns:
        Tensor.

    Raises:
        TypeError: `input` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.t(ms.ops.ones((2, 3))).shape
        (3, 2)
    """
    return input.transpose() if input.ndim == 2 else input


@op("ops.adjoint", "Tensor.adjoint", view=True)
def adjoint(x: Array):
    """Conjugate transpose of the last two dimensions.

    Args:
        x: Tensor of at least two dimensions.

    Returns:
        Tensor of the same dtype.

    Raises:
        ValueError: fewer than two dimensions.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.adjoint(ms.Tensor([[1, 2 + 1j], [3, 4]])))
        [[1.-0.j 3.-0.j]
         [2.-1.j 4.-0.j]]
    """
    return jnp.conj(_matrix_transpose(x))


def _matrix_transpose(x: Any) -> Any:
    with_dimensions("input", x, 2)
    return jnp.swapaxes(x, -1, -2)


@primitive("ConjugateTranspose", accepts={"perm": "tuple[int]"}, counts="all")
@op(label="ConjugateTranspose")
def _conjugate_transpose(x: Array, perm: tuple[int, ...]):
    """Reorder the dimensions and take complex conjugates.

    Inputs:
        - **x** (Tensor) - any dtype.
        - **perm** (tuple) - the dimensions in their new order.

    Outputs:
        Tensor of the same dtype.

    Raises:
        TypeError: `perm` is not a tuple of ints.
        ValueError: `perm` does not name each dimension once.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.operations.array_ops import ConjugateTranspose
        >>> print(ConjugateTranspose()(ms.Tensor([[1, 2 + 1j], [3, 4]]), (1, 0)))
        [[1.-0.j 3.-0.j]
         [2.-1.j 4.-0.j]]
    """
    return jnp.conj(transpose(x, perm))


@op(view=True, label="mT")
def _swap_last(x: Array):
    return _matrix_transpose(x)


_mt, _adjoint, _t = call(_swap_last), call(adjoint), call(t)


def _h(self: Tensor) -> Tensor:
    """The conjugate transpose of a matrix; a number stays as it is.

    Raises:
        ValueError: the Tensor has neither 0 nor 2 dimensions.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([[1, 2 + 1j]]).H)
        [[1.-0.j]
         [2.-1.j]]
    """
    if self.ndim not in (0, 2):
        raise ValueError(prefixed("H", must("input", "of 2 dimensions", self.ndim)))
    return _adjoint(self) if self.ndim else self


def _all_reversed(self: Tensor) -> Tensor:
    """The Tensor with its dimensions in reversed order, which shares its memory.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.ones((2, 3, 4)).T.shape
        (4, 3, 2)
    """
    return _reversed(self) if self.ndim > 1 else self


def _last_two(self: Tensor) -> Tensor:
    """The Tensor with its last two dimensions swapped, which shares its memory.

    Raises:
        ValueError: the Tensor has fewer than two dimensions.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.ones((2, 3, 4)).mT.shape
        (2, 4, 3)
    """
    return _mt(self)


def _adjoint_of(self: Tensor) -> Tensor:
    """The conjugate transposes of the matrices in the last two dimensions.

    Raises:
        ValueError: the Tensor has fewer than two dimensions.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([[1, 2 + 1j]]).mH)
        [[1.-0.j]
         [2.-1.j]]
    """
    return _adjoint(self)


public("Tensor.T")(property(_all_reversed))
public("Tensor.mT")(property(_last_two))
public("Tensor.mH")(property(_adjoint_of))
public("Tensor.H")(property(_h))


def _check_formats(src_format: Any, dst_format: Any) -> None:
    for arg, text in (("src_format", src_format), ("dst_format", dst_format)):
        if text not in ("NHWC", "NCHW"):
            raise ValueError(must(arg, "'NHWC' or 'NCHW'", repr(text)))


@primitive(
    "DataFormatDimMap", check=_check_formats, counts="missing", src_format="NHWC", dst_format="NCHW"
)
@op(label="DataFormatDimMap")
def _format_axes(input_x: Array, src_format: str, dst_format: str):
    """For each axis of `dst_format`, which axis of `src_format` it is.

    Args:
        input_x: Int32 or Int64 Tensor, the axes.
        src_format: "NHWC" or "NCHW", the format that they are of.
        dst_format: the format wanted.

    Returns:
        Tensor of the shape and dtype of `input_x`.

    Raises:
        TypeError: `input_x` is no such Tensor.
        ValueError: a format is another.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.DataFormatDimMap()(ms.Tensor([0, 1, 2, 3])))
        [0 3 1 2]
    """
    accept(input_x, "int32 int64", "input_x")
    table = np.array([src_format.index(letter) for letter in dst_format])
    return jnp.asarray(table)[input_x % 4].astype(input_x.dtype)


@primitive(
    "DataFormatVecPermute", check=_check_formats, counts="all", src_format="NHWC", dst_format="NCHW"
)
@op(label="DataFormatVecPermute")
def _permute_format(input_x: Array, src_format: str, dst_format: str):
    """Numbers (or rows) that belong to the axes of `src_format`, in the order of `dst_format`.

    Args:
        input_x: Int32 or Int64 Tensor of shape (4,) or (4, 2).
        src_format: "NHWC" or "NCHW", the format that it is of.
        dst_format: the format wanted.

    Returns:
        Tensor of the shape and dtype of `input_x`.

    Raises:
        TypeError: `input_x` is no such Tensor.
        ValueError: it has another shape, or a format is another.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.DataFormatVecPermute()(ms.Tensor([1, 2, 3, 4])))
        [1 4 2 3]
    """
    accept(input_x, "int32 int64", "input_x")
    if input_x.shape not in ((4,), (4, 2)):
        raise ValueError(must("input_x", "of shape (4,) or (4, 2)", input_x.shape))
    return input_x[np.array([src_format.index(letter) for letter in dst_format])]
