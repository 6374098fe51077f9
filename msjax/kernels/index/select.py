"""Choosing by condition: where, masks, nonzero."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import boolean, integer, of_type
from msjax._core.base.errors import Clause, must, unsupported_option
from msjax._core.base.state import STATE
from msjax._core.op.publish import (
    Array,
    Arrays,
    Operand,
    Value,
    call,
    chosen,
    op,
    primitive,
    public,
    spelling,
)
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import accept
from msjax.kernels.index.gather import mint_select
from msjax.kernels.promotion import spread_to


def _broadcast(*shapes: tuple) -> tuple:
    try:
        return jnp.broadcast_shapes(*shapes)
    except ValueError:
        texts = " and ".join(str(s) for s in shapes)
        raise ValueError(Clause(f"the shapes {texts} cannot be broadcast.")) from None


@primitive("Select")
@op(
    "ops.where",
    "ops.select",
    label="Select",
    formerly={"ops.select": "cond=condition x=input y=other", "ops.where": "x=input y=other"},
)
def where(condition: Array, input: Operand, other: Operand):
    """Elements of `input` where the condition holds, of `other` elsewhere.

    Args:
        condition: Tensor of bool.
        input: Tensor, bool, int or float.
        other: Tensor, bool, int or float; all three broadcast, these two promote to one dtype.

    Returns:
        Tensor.

    Raises:
        TypeError: `condition` is not a Tensor of bool, or the dtypes have no common one.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., -2., 3.])
        >>> print(ms.ops.where(x > 0, x, 0))
        [1. 0. 3.]
    """
    accept(condition, "b", "condition")
    shape = _broadcast(condition.shape, input.shape, other.shape)
    return jnp.where(condition, spread_to(input, shape), spread_to(other, shape))


@public(
    "mint.where",
    calls=(
        "condition=<Tensor>, input=<number, Tensor>, other=<number, Tensor>",
        "condition=<Tensor>",
    ),
)
def mint_where(*args: Any, **kwargs: Any) -> Any:
    """`where(condition, input, other)` is `ops.where`; `where(condition)` is `nonzero` as a tuple.

    Args:
        condition: Tensor of bool; alone, of any dtype.
        input: Tensor or number, what stands where the condition holds.
        other: Tensor or number, what stands elsewhere.

    Returns:
        The chosen elements in the common shape and dtype; of a condition alone a tuple of Tensors.

    Raises:
        TypeError: the arguments fit neither form, or `condition` is not of bool.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> c = ms.Tensor([True, False])
        >>> print(ms.mint.where(c, 1, 2))
        [1 2]
    """
    if len(args) + len(kwargs) == 1:
        return chosen(lambda condition: _nonzero_tuple(condition), *args, **kwargs)
    return chosen(_where, *args, **kwargs)


@spelling("Tensor.where", other="y")
@op(label="Select")
def where_method(input: Operand, condition: Array, y: Operand):
    """Elements of the Tensor where a condition holds, others elsewhere; see `ops.where`.

    Args:
        condition: Tensor of bool.
        y: Tensor or number (also as `other`); all three broadcast to one shape.

    Returns:
        Tensor of the common shape and dtype.

    Raises:
        TypeError: `condition` is not a Tensor of bool.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1, -2, 3])
        >>> print(x.where(x > 0, 0))
        [1 0 3]
    """
    return where(condition, input, y)


@public(
    "Tensor.select",
    calls=(
        "dim=<int>, index=<int>",
        "condition=<Tensor>, y=<number, Tensor>",
    ),
)
def tensor_select(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
    """`select(condition, y)` is `ops.where(condition, self, y)`; `select(dim, index)` is one slice.

    Args:
        condition: Tensor of bool.
        y: Tensor or number, what stands where the condition does not hold.
        dim: int, the dimension that is left out of the result.
        index: int, the place along it.

    Returns:
        Tensor.

    Raises:
        TypeError: the arguments fit neither form.
        ValueError: an argument is out of range, or the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1, 2], [3, 4]])
        >>> print(x.select(1, 0))
        [1 3]
        >>> print(x.select(x > 2, 0))
        [[0 0]
         [3 4]]
    """
    first = args[0] if args else kwargs.get("condition")
    if isinstance(first, Tensor) and (first.ndim or not isinstance(first.dtype, mstype.Int)):
        return chosen(_where_method, self, *args, **kwargs)
    return chosen(_slice, self, *args, **kwargs)


_where, _where_method, _slice = call(where), call(where_method), call(mint_select)


@op("Tensor.masked_fill", label="MaskedFill")
def masked_fill_method(input_x: Array, mask: Array, value: Value):
    """A copy of the Tensor with one value where a mask holds; see `ops.masked_fill`.

    Args:
        mask: Tensor of bool; it and this Tensor broadcast to a common shape.
        value: number, cut off for integer Tensors, or Tensor of rank 0.

    Returns:
        Tensor of the same dtype.

    Raises:
        TypeError: `mask` is not of bool.
        ValueError: the shapes do not broadcast, or `value` is a Tensor of another rank than 0.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1, 2, 3])
        >>> print(x.masked_fill(x > 1, 9.5))
        [1 9 9]
    """
    number = jnp.asarray(value)
    return masked_fill(input_x, mask, number.astype(input_x.dtype) if number.weak_type else number)


@primitive("MaskedFill")
@op("ops.masked_fill", label="MaskedFill")
def masked_fill(input_x: Array, mask: Array, value: Value):
    """A copy of the Tensor with `value` where the mask holds.

    Args:
        input_x: Tensor.
        mask: Tensor of bool; both broadcast to a common shape.
        value: number, or Tensor of rank 0; converted to the dtype of `input_x`.

    Returns:
        Tensor of the dtype of `input_x`.

    Raises:
        TypeError: `mask` is not of bool, or a float is to fill an integer Tensor.
        ValueError: the shapes do not broadcast, or `value` is a Tensor of another rank than 0.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., 2., 3.])
        >>> print(ms.ops.masked_fill(x, x > 1, 0.))
        [1. 0. 0.]
    """
    accept(mask, "b", "mask")
    value = jnp.asarray(value)
    if value.ndim:
        raise ValueError(must("value", "a number or a Tensor of rank 0", value.shape))
    if jnp.issubdtype(value.dtype, jnp.inexact) and not jnp.issubdtype(input_x.dtype, jnp.inexact):
        raise TypeError(must("value", f"of type {input_x.dtype}", value.dtype))
    _broadcast(input_x.shape, mask.shape)
    return jnp.where(mask, value.astype(input_x.dtype), input_x)


@op("Tensor.masked_fill_", write="input_x", label="masked_fill_")
def masked_fill_(input_x: Array, mask: Array, value: Value):
    """Put one value where a mask holds in place; see `ops.masked_fill`.

    Args:
        mask: Tensor of bool that broadcasts to the shape of this one.
        value: number, or Tensor of rank 0.

    Returns:
        This Tensor.

    Raises:
        TypeError: `mask` is not of bool.
        ValueError: `mask` does not broadcast to this shape.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., 2., 3.])
        >>> _ = x.masked_fill_(x > 1, 0.)
        >>> print(x)
        [1. 0. 0.]
    """
    if _broadcast(input_x.shape, mask.shape) != input_x.shape:
        raise ValueError(must("mask", f"of shape {input_x.shape}", mask.shape))
    return masked_fill(input_x, mask, value)


@primitive("MaskedSelect")
@op(
    "ops.masked_select",
    "Tensor.masked_select",
    "mint.masked_select",
    eager=True,
    label="MaskedSelect",
)
def masked_select(input: Array, mask: Array):
    """The elements where the mask holds, in order.

    Args:
        input: Tensor.
        mask: Tensor of bool; both broadcast to a common shape.

    Returns:
        Tensor of rank 1; its length depends on the values, so compiled code cannot contain it.

    Raises:
        RuntimeError: `mask` is not of bool.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1, 2, 3, 4])
        >>> print(ms.ops.masked_select(x, x > 2))
        [3 4]
    """
    if mask.dtype != np.bool_:
        raise RuntimeError(must("mask", "a Tensor of bool", mask.dtype))
    shape = _broadcast(input.shape, mask.shape)
    places = np.flatnonzero(np.broadcast_to(np.asarray(mask), shape))
    return jnp.broadcast_to(input, shape).reshape(-1)[places]


@primitive("SubAndFilter", counts="all")
@op(label="SubAndFilter", eager=True)
def sub_and_filter(input_x: Array, max_num: int, offset: int):
    """Numbers less an offset, without those outside [0, max_num).

    Inputs:
        - **input_x** (Tensor): int32 or int64, rank 1.
        - **max_num** (int): the bound.
        - **offset** (int): what is subtracted.

    Returns:
        tuple of Tensors: the numbers that stay, and their places.

    Raises:
        TypeError: an argument has the wrong type.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.SubAndFilter()(ms.Tensor([1, 5, 8, 16]), 10, 5)[0])
        [0 3]
    """
    accept(input_x, "int32 int64", "input_x")
    for arg, value in (("max_num", max_num), ("offset", offset)):
        integer(arg, value)
    moved = np.asarray(input_x) - np.asarray(offset, input_x.dtype)
    places = np.flatnonzero((moved >= 0) & (moved < max_num))
    dtype = input_x.dtype
    return jnp.asarray(moved[places], dtype), jnp.asarray(places, dtype)


@primitive("MaskedScatter")
@op(label="MaskedScatter")
def masked_scatter(input: Array, mask: Array, source: Array):
    """A copy of the Tensor whose elements under the mask are taken from `source` in order.

    Args:
        input: Tensor.
        mask: Tensor of bool that broadcasts to the shape of `input`.
        source: Tensor with at least as many elements as the mask holds, floats for floats and
            ints for ints.

    Returns:
        Tensor.

    Raises:
        TypeError: `mask` is not of bool, or one Tensor holds floats and the other does not.
        ValueError: `source` is too short.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1, 2, 3, 4])
        >>> print(x.masked_scatter(x > 2, ms.Tensor([7, 8])))
        [1 2 7 8]
    """
    accept(mask, "b", "mask")
    alike = (jnp.floating, jnp.signedinteger)
    if source.dtype != input.dtype and not any(
        jnp.issubdtype(source.dtype, kind) and jnp.issubdtype(input.dtype, kind) for kind in alike
    ):
        raise TypeError(must("source", f"of type {input.dtype}", source.dtype))
    source = source.astype(input.dtype)
    shape = _broadcast(input.shape, mask.shape)
    mask = jnp.broadcast_to(mask, shape)
    order = jnp.cumsum(mask.reshape(-1).astype(np.int32)).reshape(shape) - 1
    picked = source.reshape(-1).at[order].get(mode="clip") if source.size else input
    return jnp.where(mask, picked, input)


@public("Tensor.masked_scatter")
def tensor_masked_scatter(self: Tensor, mask: Tensor, source: Tensor) -> Tensor:
    """A copy of the Tensor whose elements under a mask are taken from another in order.

    Args:
        mask: Tensor of bool that broadcasts to this shape.
        source: Tensor with at least as many elements as the mask holds.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: `mask` is not of bool, or one Tensor holds floats and the other does not.
        ValueError: `source` is too short.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1, 2, 3, 4])
        >>> print(x.masked_scatter(x > 2, ms.Tensor([7, 8])))
        [1 2 7 8]
    """
    _check_enough(self, mask, source)
    return _masked_scatter(self, mask, source)


@public("Tensor.masked_scatter_")
def tensor_masked_scatter_(self: Tensor, mask: Tensor, source: Tensor) -> Tensor:
    """Take the elements under a mask from another Tensor in order, in place.

    Args:
        mask: Tensor of bool that broadcasts to this shape.
        source: Tensor with at least as many elements as the mask holds.

    Returns:
        This Tensor.

    Raises:
        TypeError: `mask` is not of bool, or one Tensor holds floats and the other does not.
        ValueError: `source` is too short.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1, 2, 3, 4])
        >>> _ = x.masked_scatter_(x > 2, ms.Tensor([7, 8]))
        >>> print(x)
        [1 2 7 8]
    """
    return self._overwrite(tensor_masked_scatter(self, mask, source))


def _check_enough(x: Tensor, mask: Any, source: Any) -> None:
    if STATE.frame is not None or not (isinstance(mask, Tensor) and isinstance(source, Tensor)):
        return
    data = mask._value
    if not data.is_fully_addressable or data.dtype != np.bool_:
        return
    shape = _broadcast(x.shape, mask.shape)
    count = int(np.broadcast_to(np.asarray(data), shape).sum())
    if count > source.size:
        raise ValueError(must("source", f"of at least {count} elements", source.size))


_masked_scatter = call(masked_scatter)


@primitive("NonZero")
@op("ops.argwhere", "Tensor.argwhere", eager=True, label="NonZero")
def argwhere(input: Array):
    """Positions of the elements that are not zero.

    Args:
        input: Tensor.

    Returns:
        Tensor of int64 of shape (number of them, rank); it depends on the values, so compiled code
        cannot contain it.

    Raises:
        TypeError: `input` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.argwhere(ms.Tensor([[0, 5], [6, 0]])))
        [[0 1]
         [1 0]]
    """
    return jnp.asarray(np.argwhere(np.asarray(input)).astype(np.int64), np.int64)


@op(eager=True, label="NonZero")
def nonzero_tuple(input: Array):
    """The positions as one Tensor for each dimension."""
    return tuple(jnp.asarray(p, np.int64) for p in np.nonzero(np.atleast_1d(np.asarray(input))))


@public("ops.nonzero", "mint.nonzero")
def nonzero(input: Tensor, *, as_tuple: bool = False) -> Any:
    """Positions of the elements that are not zero.

    Args:
        input: Tensor.
        as_tuple: give one Tensor for each dimension instead of one row for each position.

    Returns:
        Tensor of int64 of shape (number of them, rank), or a tuple of Tensors of rank 1. Compiled
        code cannot contain it: the shape depends on the values.

    Raises:
        TypeError: `input` is not a Tensor, or `as_tuple` is not a bool.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([0, 5, 6])
        >>> print(ms.ops.nonzero(x))
        [[1]
         [2]]
    """
    boolean("as_tuple", as_tuple)
    return _nonzero_tuple(input) if as_tuple else _argwhere(input)


@public("Tensor.nonzero")
def tensor_nonzero(self: Tensor, *, as_tuple: bool = False) -> Tensor:
    """Positions of the elements that are not zero; see `ops.nonzero`.

    Args:
        as_tuple: give one Tensor for each dimension instead of one row for each position.

    Returns:
        Int64 Tensor of shape (number of them, rank), or a tuple of Tensors of rank 1.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([0, 5, 6]).nonzero())
        [[1]
         [2]]
    """
    return nonzero(self, as_tuple=as_tuple)


_argwhere, _nonzero_tuple = call(argwhere), call(nonzero_tuple)


@op(label="sequence_mask")
def sequence_mask_kernel(lengths: Array, maxlen: int):
    """`lengths[..., None] > range(maxlen)`."""
    places = lax.broadcasted_iota(lengths.dtype, (*lengths.shape, maxlen), lengths.ndim)
    return places < lengths[..., None]


@public("ops.sequence_mask")
def sequence_mask(lengths: Tensor, maxlen: int | None = None) -> Tensor:
    """Which places of padded sequences are filled.

    Args:
        lengths: Tensor of int32 or int64, the lengths.
        maxlen: int, the padded length; by default the greatest of `lengths`.

    Returns:
        Tensor of bool of shape `lengths.shape + (maxlen,)`, true at places before the length.

    Raises:
        TypeError: `lengths` or `maxlen` is of a wrong type.
        ValueError: `maxlen` is not positive.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.sequence_mask(ms.Tensor([1, 2]), 3))
        [[ True False False]
         [ True  True False]]
    """
    of_type("lengths", lengths, Tensor)
    if lengths._aval.dtype not in (np.int32, np.int64):
        raise TypeError(must("lengths", "of type int32 or int64", lengths.dtype))
    if maxlen is None:
        maxlen = int(lengths._concrete("sequence_mask without maxlen").max())
    elif type(maxlen) is not int:
        raise TypeError(must("maxlen", "int", type(maxlen).__name__))
    elif maxlen <= 0:
        raise ValueError(must("maxlen", "greater than 0", maxlen))
    return _sequence_mask(lengths, maxlen)


_sequence_mask = call(sequence_mask_kernel)


@public("Tensor.choose", label="Tensor.choose")
def choose(self, choices: Tensor | list[Any], mode: str = "clip") -> Tensor:
    """For each element, the element of one of several Tensors at the same place.

    Args:
        choices: Tensors of one dtype, or nested lists; or one Tensor, whose first dimension counts
            them. They broadcast with each other and with the Tensor.
        mode: what becomes of numbers out of range: "wrap" counts them around, "clip" takes the
            nearest.

    Returns:
        Tensor of the broadcast shape.

    Raises:
        ValueError: the Tensor has no dimensions, there are no choices, or shapes do not broadcast.
        TypeError: the dtypes of the choices differ.
        NotImplementedError: `mode` is "raise".

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([0, 1, 0]).choose([[1, 2, 3], [4, 5, 6]]))
        [1 5 3]
    """
    if mode == "raise":
        raise unsupported_option("mode='raise'", "use 'clip'")
    if isinstance(choices, Tensor):
        options = [choices[i] for i in range(len(choices))]
    else:
        like = next((c.dtype for c in choices if isinstance(c, Tensor)), None)
        options = [c if isinstance(c, Tensor) else Tensor(c, like) for c in choices]
    if not self.ndim or not options:
        raise ValueError(
            Clause(
                "the original tensor and the argument 'choices' cannot be scalars."
                f" Their dimensions should all be > 0, but got the original tensor's dimension "
                f"{self.ndim} and {len(options)} choices."
            )
        )
    if len({c.dtype for c in options}) > 1:
        given = ", ".join(str(c.dtype) for c in options)
        raise TypeError(Clause(f"the choices must have one dtype, but got {given}."))
    return call(_choose)(self, options, mode)


@op(label="choose")
def _choose(index: Array, options: Arrays, mode):
    shape = _broadcast(index.shape, *(c.shape for c in options))
    places = index.astype(np.int32) if index.dtype == np.bool_ else index
    if mode == "wrap":
        places = jnp.mod(places, len(options))
    places = jnp.clip(places, 0, len(options) - 1).astype(np.int32)
    rows = jnp.stack([jnp.broadcast_to(c, shape) for c in options])
    return jnp.take_along_axis(rows, jnp.broadcast_to(places, shape)[None], 0)[0]


@public("Tensor.index")
def index(self, indices: Sequence[Tensor]) -> Tensor:
    """The elements at the positions that index Tensors give, as `self[tuple(indices)]`.

    Args:
        indices: list or tuple of Tensors of ints or bools, for the leading dimensions.

    Returns:
        Tensor.

    Raises:
        TypeError: `indices` is not a sequence.
        IndexError: an element of it is not an index.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1, 2], [3, 4]])
        >>> print(x.index([ms.Tensor([0, 1]), ms.Tensor([1, 0])]))
        [2 3]
    """
    return self[tuple(indices)]
