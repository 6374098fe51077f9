"""Operations that only change the shape or the order of dimensions; most results are views."""

from __future__ import annotations

import math
from typing import Any

import jax
import jax.numpy as jnp

from msjax._core import dtype as mstype
from msjax._core.errors import check_axis, describe, must
from msjax._core.op import Array, call, op, public
from msjax._core.primitive import primitive
from msjax._core.tensor import Tensor
from msjax.ops._attributes import as_tuple, stored
from msjax.ops._wrap import renaming


def ints(name: str, arg: str, value: Any) -> tuple[int, ...]:
    """A static argument that must be a tuple or list of ints.

    Raises:
        TypeError: it is something else.
    """
    if not isinstance(value, (tuple, list)):
        raise TypeError(must(name, arg, "a tuple or list of int", describe(value)))
    for v in value:
        if isinstance(v, bool) or not isinstance(v, int):
            raise TypeError(must(name, arg, "a tuple or list of int", describe(value)))
    return tuple(value)


def integer(name: str, arg: str, value: Any) -> int:
    """A static argument that must be an int (bool is none).

    Raises:
        TypeError: it is something else.
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(must(name, arg, "int", describe(value)))
    return value


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
@op("ops.reshape", view="strided", label="Reshape")
def reshape(input: Array, shape):
    """Give a Tensor another shape over the same elements in the same order.

    Args:
        input: Tensor.
        shape: tuple or list of ints; one of them may be -1, which stands for what remains.

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
    return input.reshape(_fitted("Reshape", input, ints("Reshape", "shape", shape)))


def _fitted(name: str, x: Any, shape: tuple[int, ...]) -> tuple[int, ...]:
    """`shape` with -1 resolved for the elements of `x`."""
    if any(n < -1 for n in shape):
        raise ValueError(must(name, "shape", "free of numbers below -1", shape))
    if shape.count(-1) > 1:
        raise ValueError(f"For '{name}', only one dimension can be inferred, but got {shape}.")
    known = math.prod(n for n in shape if n != -1)
    if -1 in shape and known:
        shape = tuple(x.size // known if n == -1 else n for n in shape)
    elif -1 in shape:
        shape = tuple(0 if n == -1 else n for n in shape)
    if math.prod(shape) != x.size:
        raise ValueError(f"For '{name}', the shape {shape} is invalid for input of size {x.size}.")
    return shape


@op(view=True, label="view")
def _bitcast(x: Array, dtype):
    out = jax.lax.bitcast_convert_type(x, dtype)
    if out.ndim == x.ndim:
        return out
    raise ValueError(must("view", "dtype", f"as wide as {mstype.from_np(x.dtype)}", dtype))


_reshape, _view_as_type = call(reshape), call(_bitcast)


@public("Tensor.reshape")
def tensor_reshape(self: Tensor, *shape: Any, **named: Any) -> Tensor:
    """The same elements in another shape: `x.reshape(2, 3)` or `x.reshape((2, 3))`.

    Args:
        shape: ints, or one tuple or list of ints; one may be -1.

    Returns:
        Tensor that shares memory with this one.
    """
    if not shape and not named:
        raise TypeError("reshape() missing 1 required positional argument: shape.")
    return _reshape(self, packed("reshape", "shape", shape, named))


@public("Tensor.view")
def tensor_view(self: Tensor, *shape: Any, **named: Any) -> Tensor:
    """The same memory in another shape, or, given a dtype of the same width, as other elements.

    Args:
        shape: ints, or one tuple or list of ints, or one dtype.

    Returns:
        Tensor that shares memory with this one.
    """
    if not shape and not named:
        raise TypeError("view() missing 1 required positional argument: shape.")
    target = named.get("dtype") if set(named) == {"dtype"} else None
    if len(shape) == 1 and isinstance(shape[0], mstype.Type):
        target = shape[0]
    if target is not None:
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
    """
    return reshape(input, other.shape)


@op("Tensor.reshape_as", view="strided")
def reshape_as(input: Array, other: Array):
    """View the Tensor in the shape of `other`; the result shares its memory."""
    return reshape(input, other.shape)


@op("ops.reshape_", write="input")
def reshape_(input: Array, shape):
    """Change the shape of `input` itself; returns it."""
    return reshape(input, shape)


@op("ops.ravel", "Tensor.ravel", view="dense")
def ravel(input: Array):
    """All elements in one dimension; the result shares memory with `input`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.ravel(ms.Tensor([[1, 2], [3, 4]])))
        [1 2 3 4]
    """
    return input.reshape(-1)


def _flattened(x: Any, order: Any, start: Any, end: Any) -> Any:
    if not isinstance(order, str):
        raise TypeError(must("flatten", "order", "a string", describe(order)))
    if order not in ("C", "F"):
        raise ValueError(must("flatten", "order", "'C' or 'F'", repr(order)))
    start, end = integer("flatten", "start_dim", start), integer("flatten", "end_dim", end)
    if order == "F":
        x = x.transpose()
    if x.ndim < 2 and start in (0, 1, -1) and end in (0, 1, -1):
        return x.reshape(-1)
    first = check_axis("flatten", start, x.ndim, "start_dim")
    last = check_axis("flatten", end, x.ndim, "end_dim")
    if first > last:
        raise ValueError("For 'flatten', 'start_dim' cannot come after 'end_dim'.")
    middle = math.prod(x.shape[first : last + 1])
    return x.reshape(x.shape[:first] + (middle,) + x.shape[last + 1 :])


@op("ops.flatten")
def flatten(input: Array, order="C", *, start_dim=1, end_dim=-1):
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
    return _flattened(input, order, start_dim, end_dim)


@primitive("Flatten")
@op(label="Flatten")
def _flatten_rows(input_x: Array):
    """Keep the first dimension and merge all others (a vector becomes a column)."""
    if not input_x.ndim:
        raise RuntimeError(must("Flatten", "input_x", "of at least one dimension", "a 0-d Tensor"))
    return input_x.reshape(input_x.shape[0], -1 if input_x.size else math.prod(input_x.shape[1:]))


@op(view="dense", label="flatten")
def _flatten_method(x: Array, order, start_dim, end_dim):
    return _flattened(x, order, start_dim, end_dim)


@public("Tensor.flatten")
def tensor_flatten(self: Tensor, *args: Any, **named: Any) -> Tensor:
    """Merge dimensions `start_dim` (0) to `end_dim` (-1); an `order`, "C" or "F", may stand first.

    Returns:
        Tensor that shares memory with this one.
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
def expand_dims(input_x: Array, axis):
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
    axis = integer("ExpandDims", "axis", axis)
    return jnp.expand_dims(input_x, check_axis("ExpandDims", axis, input_x.ndim + 1))


@op("Tensor.expand_dims", view=True, label="ExpandDims")
def _expand_dims_method(input: Array, axis):
    """Insert a dimension of length 1 at `axis`; the result shares memory with this Tensor."""
    return expand_dims(input, axis)


@op("ops.unsqueeze", view=True)
def unsqueeze(input: Array, dim):
    """Insert a dimension of length 1 at `dim`; the result shares memory with `input`.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.unsqueeze(ms.Tensor([1, 2]), -1).shape
        (2, 1)
    """
    return expand_dims(input, dim)


renaming("Tensor.unsqueeze", unsqueeze, axis="dim")


@op("ops.squeeze", view=True, label="Squeeze")
def squeeze(input: Array, axis=None):
    """Remove dimensions of length 1.

    Args:
        input: Tensor.
        axis: int, or tuple or list of ints: which ones; those that are longer stay. All by default.

    Returns:
        Tensor that shares the memory of `input`.

    Raises:
        TypeError: `axis` is not made of ints.
        ValueError: an axis is out of range.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.squeeze(ms.ops.ones((1, 2, 1)), 0).shape
        (2, 1)
    """
    if axis is None or axis == ():
        axis = tuple(range(input.ndim))
    elif not isinstance(axis, tuple):
        axis = (integer("Squeeze", "axis", axis),)
    axes = {check_axis("Squeeze", a, input.ndim) for a in ints("Squeeze", "axis", axis)}
    return input.reshape([n for i, n in enumerate(input.shape) if n != 1 or i not in axes])


@op("Tensor.squeeze", view=True, label="Squeeze")
def _squeeze_method(input: Array, axis=None):
    """Remove the dimensions of length 1 (those in `axis`, all by default); shares memory."""
    return squeeze(input, axis)


def _check_squeeze(axis: Any) -> None:
    if not isinstance(axis, (tuple, list)):
        axis = (axis,)
    ints("Squeeze", "axis", axis)


@primitive("Squeeze", check=_check_squeeze, normal=stored("Squeeze", axis=as_tuple), axis=())
@op(view=True, label="Squeeze")
def _squeeze_primitive(input: Array, axis):
    """Remove the dimensions of length 1 (those in `axis`, all by default)."""
    return squeeze(input, axis)


# -- order of dimensions ---------------------------------------------------------------------------


@primitive("Transpose")
@op("ops.transpose", view=True, label="Transpose")
def transpose(input: Array, dims):
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
    dims = ints("Transpose", "dims", dims)
    if len(dims) != input.ndim:
        raise ValueError(
            f"For 'Transpose', size of perm should equal to rank of x, but got {len(dims)} and "
            f"{input.ndim}!"
        )
    axes = tuple(check_axis("Transpose", d, input.ndim, "dims") for d in dims)
    if len(set(axes)) != len(axes):
        raise ValueError(must("Transpose", "dims", "free of duplicates", dims))
    return input.transpose(axes)


_transpose = call(transpose)


@primitive("TransposeView")
@op(view=True, label="TransposeView")
def _transpose_view(input: Array, input_perm):
    """Reorder the dimensions by `input_perm`; the result shares memory with `input`."""
    return transpose(input, input_perm)


@public("Tensor.transpose")
def tensor_transpose(self: Tensor, *axes: Any, **named: Any) -> Tensor:
    """Reorder the dimensions: all of them by `axes` (reversed by default), or swap two.

    `x.transpose(0, 1)` on a Tensor that has not two dimensions swaps those two.

    Args:
        axes: ints, or one tuple or list of them.

    Returns:
        Tensor that shares memory with this one.
    """
    if set(named) == {"dim0", "dim1"} and not axes:
        return _swap(self, named["dim0"], named["dim1"])
    order = packed("transpose", "axes", axes, named)
    if order in ((), (None,), None):
        return _reversed(self)
    if order is axes and len(axes) == 2 and self.ndim != 2:
        return _swap(self, *axes)
    return _transpose(self, order)


@op("ops.permute", view=True, label="Transpose")
def permute(input: Array, axis):
    """Reorder the dimensions by `axis`; the result shares memory with `input`.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.permute(ms.ops.ones((2, 3, 4)), (2, 0, 1)).shape
        (4, 2, 3)
    """
    return transpose(input, axis)


@public("Tensor.permute")
def tensor_permute(self: Tensor, *dims: Any, **named: Any) -> Tensor:
    """Reorder the dimensions by `dims` (reversed by default); the result shares memory."""
    if "axis" in named:
        named = {"dims": named["axis"]}
    order = packed("permute", "dims", dims, named)
    return _transpose(self, order) if order != () else _reversed(self)


@op("ops.swapaxes", "Tensor.swapaxes", view=True)
def swapaxes(input: Array, axis0, axis1):
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
    pair = [integer("swapaxes", "axis", a) for a in (axis0, axis1)]
    if input.ndim == 0:
        raise ValueError(must("swapaxes", "input", "of one dimension or more", "a 0-d Tensor"))
    first, second = (check_axis("swapaxes", a, input.ndim) for a in pair)
    return jnp.swapaxes(input, first, second)


@primitive("TransposeExtView")
@op("ops.swapdims", "Tensor.swapdims", view=True)
def swapdims(input: Array, dim0, dim1):
    """Swap dimensions `dim0` and `dim1`; the result shares memory with `input`."""
    return swapaxes(input, dim0, dim1)


_swap = call(swapaxes)


@op(view=True, label="Transpose")
def _reverse_dims(x: Array):
    return x.transpose()


_reversed = call(_reverse_dims)


@op("ops.movedim", "ops.moveaxis", "Tensor.movedim", "Tensor.moveaxis", view=True)
def movedim(x: Array, source, destination):
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
            "For 'movedim', 'source' and 'destination' must have the same number of elements, but "
            f"got {len(start)} and {len(end)}."
        )
    start = [check_axis("movedim", a, x.ndim) for a in ints("movedim", "source", start)]
    end = [check_axis("movedim", a, x.ndim) for a in ints("movedim", "destination", end)]
    for arg, axes in (("source", start), ("destination", end)):
        if len(set(axes)) != len(axes):
            raise ValueError(must("movedim", arg, "free of duplicates", axes))
    return jnp.moveaxis(x, start, end)


@op("ops.t", "Tensor.t", view=True)
def t(input: Array):
    """Transpose of a matrix; Tensors of another rank come back as they are.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.t(ms.ops.ones((2, 3))).shape
        (3, 2)
    """
    return input.transpose() if input.ndim == 2 else input


@op("ops.adjoint", "Tensor.adjoint", view=True)
def adjoint(x: Array):
    """Conjugate transpose of the last two dimensions."""
    return jnp.conj(_matrix_transpose("adjoint", x))


def _matrix_transpose(name: str, x: Any) -> Any:
    if x.ndim < 2:
        raise ValueError(must(name, "input", "of at least two dimensions", f"{x.ndim}"))
    return jnp.swapaxes(x, -1, -2)


@primitive("ConjugateTranspose")
@op(label="ConjugateTranspose")
def _conjugate_transpose(x: Array, perm):
    """Reorder the dimensions by `perm` and take complex conjugates."""
    return jnp.conj(transpose(x, perm))


@op(view=True, label="mT")
def _swap_last(x: Array):
    return _matrix_transpose("mT", x)


_mt, _adjoint, _t = call(_swap_last), call(adjoint), call(t)


def _h(self: Tensor) -> Tensor:
    """Conjugate transpose of a matrix."""
    if self.ndim not in (0, 2):
        raise ValueError(f"For tensor.H, only 2-D Tensor is supported, but got {self.ndim}-D.")
    return _adjoint(self) if self.ndim else self


public("Tensor.T")(property(lambda self: _reversed(self), doc="Dimensions in reversed order."))
public("Tensor.mT")(property(lambda self: _mt(self), doc="Last two dimensions swapped."))
public("Tensor.mH")(property(lambda self: _adjoint(self), doc="Adjoint of the matrices."))
public("Tensor.H")(property(_h))
