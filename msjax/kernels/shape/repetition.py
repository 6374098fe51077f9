"""Operations that repeat a Tensor or its elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import check_axis, integer, integers
from msjax._core.base.errors import must
from msjax._core.op.publish import Array, call, op, primitive, public
from msjax._core.op.static_values import static_value
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import accept
from msjax.kernels.shape.reshape import packed


@primitive("Tile", accepts={"dims": "tuple[int] Tensor"})
@op(
    "ops.tile",
    label="Tile",
    accepts={"dims": "tuple[int] Tensor"},
    formerly={"ops.tile": "input_x=input multiples=dims"},
)
def tile(input: Array, dims: tuple[int, ...] | Tensor):
    """Repeat a Tensor as a whole along its dimensions.

    Args:
        input: Tensor.
        dims: tuple or list of ints: how often along each of the last dimensions, or more of them
            than the Tensor has.

    Returns:
        Tensor.

    Raises:
        TypeError: `dims` is not made of ints.
        ValueError: a number is negative.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.tile(ms.Tensor([1, 2]), (2, 2)))
        [[1 2 1 2]
         [1 2 1 2]]
    """
    dims = integers("dims", dims)
    if any(n < 0 for n in dims):
        raise ValueError(must("dims", "free of negative numbers", dims))
    return jnp.tile(input, dims)


_tile = call(tile)


@public("Tensor.tile")
def tensor_tile(self: Tensor, *reps: int | Sequence[int] | Tensor, **named: Any) -> Tensor:
    """Repeat the Tensor as a whole along its dimensions; see `ops.tile`.

    Args:
        reps: ints, or one tuple or list of ints: how often along each of the last dimensions (also
            as `dims`).

    Returns:
        Tensor of the same dtype.

    Raises:
        TypeError: `reps` is not made of ints.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([[1, 2]]).tile((2, 2)))
        [[1 2 1 2]
         [1 2 1 2]]
    """
    if "dims" in named:
        named = {"reps": named["dims"]}
    return _tile(self, packed("tile", "reps", reps, named))


@op(label="repeat")
def _repeat_each(x: Array, repeats, axis):
    if axis is None:
        x, axis = x.reshape(-1), 0
    axis = check_axis(integer("axis", axis), x.ndim)
    counts = integers("repeats", repeats if isinstance(repeats, tuple) else (repeats,))
    return repeated(x, counts, axis)


def repeated(x: Any, counts: tuple[int, ...], axis: int) -> Any:
    """Each element along a dimension repeated, by one count or one of its own."""
    length = x.shape[axis]
    if any(n < 0 for n in counts):
        raise ValueError(must("repeats", "free of negative numbers", counts))
    if len(counts) == 1:
        counts = counts * length
    if len(counts) != length:
        raise ValueError(must("repeats", f"of length 1 or {length}", len(counts)))
    return jnp.take(x, np.repeat(np.arange(length), counts), axis)


_repeat = call(_repeat_each)


def _is_count_and_axis(given: tuple, ndim: int) -> bool:
    """Whether positional arguments are a count and an axis, as older releases took them.

    Two numbers are, where they could not be the counts of all dimensions.
    """
    if len(given) != 2 or isinstance(given[1], bool) or not isinstance(given[1], int | None):
        return False
    count, axis = given
    if isinstance(count, (tuple, list)) or axis is None:
        return True
    return isinstance(count, int) and count >= 0 and (ndim > 2 or axis < 0)


@public("Tensor.repeat")
def tensor_repeat(self: Tensor, *repeats: int | Sequence[int] | Tensor, **named: Any) -> Tensor:
    """Repeat the Tensor as a whole, or, given `axis`, each of its elements along a dimension.

    Args:
        repeats: ints, or one tuple or list of them, one for each dimension of the result.
        axis: int or None; with it, `repeats` is how often each element along it (of all elements in
            one dimension, if None) is repeated.

    Returns:
        Tensor.

    Raises:
        TypeError: `repeats` is not made of ints.
        ValueError: there are fewer of them than the Tensor has dimensions.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([1, 2]).repeat(2))
        [1 2 1 2]
        >>> print(ms.Tensor([1, 2]).repeat(2, axis=0))
        [1 1 2 2]
    """
    if "axis" in named:
        axis = named.pop("axis")
        return _repeat(self, packed("repeat", "repeats", repeats, named), axis)
    if not named and _is_count_and_axis(repeats, self.ndim):
        return _repeat(self, *repeats)
    counts = static_value(packed("repeat", "repeats", repeats, named))
    counts = integers("repeats", (counts,) if isinstance(counts, int) else counts)
    if len(counts) < self.ndim:
        raise ValueError(must("repeats", f"{self.ndim} numbers or more", counts))
    return _tile(self, counts)


@op("ops.repeat_interleave", label="repeat_interleave", accepts={"axis": "int None"})
def repeat_interleave(input: Array, repeats: int | Sequence[int] | Tensor, axis: int | None = None):
    """Repeat each element along a dimension.

    Args:
        input: Tensor.
        repeats: how often; int, or tuple, list or Tensor of ints, one for each place along `axis`.
        axis: int, the dimension; by default the elements are taken in one dimension first.

    Returns:
        Tensor.

    Raises:
        TypeError: `repeats` is not made of ints.
        ValueError: the number of repeats does not fit, or `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.repeat_interleave(ms.Tensor([1, 2]), 2))
        [1 1 2 2]
    """
    accept(input, "iufc")
    if axis is None:
        input, axis = input.reshape(-1), 0
    axis = check_axis(integer("axis", axis), input.ndim)
    counts = repeats if isinstance(repeats, tuple) else (repeats,)
    return repeated(input, integers("repeats", counts), axis)


@op("Tensor.repeat_interleave", label="repeat_interleave", accepts={"dim": "int None"})
def _repeat_interleave_method(
    input: Array,
    repeats: int | Sequence[int] | Tensor,
    dim: int | None = None,
    *,
    output_size: int | None = None,
):
    """Repeat each element along a dimension; see `ops.repeat_interleave`.

    Args:
        repeats: int, or tuple, list or Tensor of ints, one for each element: how often.
        dim: int, the dimension; None for the flattened Tensor.
        output_size: int, the length of the result along `dim`, if known: it is checked.

    Returns:
        Tensor of the same dtype.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: `output_size` is another length, a number is negative, or `dim` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([1, 2]).repeat_interleave(2))
        [1 1 2 2]
    """
    out = repeat_interleave(input, repeats, dim)
    if output_size is not None and output_size != out.shape[dim or 0]:
        raise ValueError(must("output_size", f"{out.shape[dim or 0]}", output_size))
    return out


@op("ops.repeat_elements", label="repeat_elements", accepts={"rep": "int ndarray", "axis": "int"})
def repeat_elements(x: Array, rep: int, axis: int = 0):
    """Repeat each element `rep` times along `axis`.

    Args:
        x: Tensor.
        rep: int, at least 1.
        axis: int, the dimension.

    Returns:
        Tensor of the dtype of `x`.

    Raises:
        TypeError: `rep` or `axis` is not an int.
        ValueError: `rep` is less than 1, or `axis` out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.repeat_elements(ms.Tensor([1, 2]), 2))
        [1 1 2 2]
    """
    rep = integer("rep", rep)
    if rep < 1:
        raise ValueError(must("rep", "in range of (0, 2147483647]", rep))
    axis = check_axis(integer("axis", axis), x.ndim)
    return jnp.repeat(x, rep, axis)
