"""`Tensor.max` and `Tensor.min`, whose answer depends on the spelling of the axis; mint.max."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msjax._core.base.checks import one_of
from msjax._core.base.errors import must
from msjax._core.op.publish import call, public
from msjax._core.op.registry import resolve
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.reduction.extremum import amax, amin, mask, max, min


class Extremum(Tensor):
    """The values that `Tensor.max(axis)` finds, which also unpack into the pair (values, indices).

    MindSpore up to 2.3 answers a positional axis with the values alone, later ones with a pair.
    This is the Tensor of values for every operation and method, and a pair for unpacking, `len` and
    the indices 0 and 1.
    """

    __slots__ = ("indices", "values")

    values: Tensor
    indices: Tensor

    def __init__(self, values: Tensor, indices: Tensor):
        self._data, self._node, self._view = values._data, values._node, None
        if hasattr(values, "_frame"):
            self._frame = values._frame
        self.values, self.indices = values, indices

    def __iter__(self) -> Iterator[Tensor]:
        return iter((self.values, self.indices))

    def __len__(self) -> int:
        return 2

    def __getitem__(self, index: Any) -> Tensor:
        if type(index) is int and -2 <= index < 2:
            return (self.values, self.indices)[index]
        return self.values[index]


def _method(
    self: Tensor,
    dim: Any,
    axis: Any,
    keepdims: bool,
    initial: Any,
    where: Any,
    return_indices: bool,
    pair: Callable,
    alone: Callable,
) -> Any:
    where = mask(where) if isinstance(where, bool) else where
    masks = {"initial": initial, "where": where}
    if dim is None and (axis is None or isinstance(axis, (tuple, list))):
        if return_indices:
            return call(pair)(self, axis, keepdims, **masks)
        return call(alone)(self, axis, keepdims and axis is not None, **masks)
    along = one_of(None, axis=axis, dim=dim)
    values, indices = call(pair)(self, along, keepdims, **masks)
    return (values, indices) if return_indices or dim is not None else values


def _publish(name: str, pair: Callable, alone: Callable, word: str) -> None:
    def method(
        self: Tensor,
        *args: Any,
        axis: Any = None,
        keepdims: bool = False,
        initial: Any = None,
        where: Any = True,
        return_indices: bool = False,
        dim: Any = None,
        keepdim: bool | None = None,
    ) -> Any:
        if len(args) > 2:
            raise TypeError(f"Tensor.{name}() takes at most 2 positional arguments.")
        if keepdim is not None and axis is not None:
            raise TypeError(f"Tensor.{name}() takes 'keepdim' with 'dim', 'keepdims' with 'axis'.")
        if args:
            one_of(None, axis=args[0], dim=axis if dim is None else dim)
        if args and keepdim is not None:
            dim, args = args[0], ()
        if len(args) == 2:
            keepdims = args[1]
        keep = keepdims if keepdim is None else keepdim
        if args and isinstance(args[0], int) and not return_indices:
            found = _method(self, args[0], None, keep, initial, where, False, pair, alone)
            return Extremum(*found)
        axis = args[0] if args else axis
        return _method(self, dim, axis, keep, initial, where, return_indices, pair, alone)

    method.__name__, method.__qualname__ = name, f"Tensor.{name}"
    method.__doc__ = f"""{word} elements, over all axes or along one.

    Args:
        axis: axis, or axes, or None for all (keyword). The result is the values alone. Given by
            position, the result is the values and also unpacks into values and indices.
        keepdims: whether the given axes stay, with length 1; beside `dim` it is called `keepdim`.
        initial: a number that takes part.
        where: bool Tensor: which elements take part; needs `initial`.
        return_indices: whether to return the pair of values and indices.
        dim: another name of `axis`, which returns the pair of values and indices.

    Returns:
        Tensor, or tuple of the values and their Int64 indices.

    Raises:
        TypeError: `axis` is neither int nor ints.
        ValueError: `axis` is out of range, or `where` is given without `initial`.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 1.], [0., 0.]])
        >>> values = x.{name}(axis=0)
        >>> values, index = x.{name}(0)
    """
    public(f"Tensor.{name}")(method)


_publish("max", max, amax, "Largest")
_publish("min", min, amin, "Smallest")


def _mint(name: str, pair: Callable, alone: Callable, both: str) -> None:
    def function(input: Tensor, *args: Any, **kwargs: Any) -> Any:
        named = set(kwargs) == {"other"} and not args
        other = args[0] if len(args) == 1 and not kwargs else kwargs["other"] if named else None
        if isinstance(other, (Tensor, float, bool)) or (named and isinstance(other, int)):
            return resolve(both)(input, other)
        if not args and not kwargs:
            return call(alone)(input)
        names = ("dim", "keepdim")
        given = dict(zip(names, args, strict=False)) | kwargs
        if set(kwargs) & set(names[: len(args)]):
            raise TypeError(f"mint.{name}() got two values for '{names[0]}' or '{names[1]}'.")
        if set(given) - set(names) or len(args) > 2 or given.get("dim") is None:
            raise TypeError(must("arguments", "(input), (input, dim, keepdim=False) or "
                                 "(input, other)", sorted(given)))  # fmt: skip
        return call(pair)(input, given["dim"], given.get("keepdim", False))

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"""The {name}imum: of all elements, along a dimension, or of two operands.

    Args:
        input: Tensor.
        dim: dimension; the result is then the pair of values and indices.
        keepdim: whether the dimension stays, with length 1.
        other: second Tensor, or a number (an int only by name, as `dim` stands in its place), for
            a result element by element.

    Returns:
        Tensor, or tuple of the values and their Int64 indices.

    Raises:
        TypeError: the arguments are none of these, or `input` is not a Tensor.
        ValueError: `dim` is out of range, or the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> values, index = ms.mint.{name}(ms.Tensor([[1., 1.], [1., 1.]]), 0)
        >>> print(values, index)
        [1. 1.] [0 0]
    """
    public(f"mint.{name}")(function)


_mint("max", max, amax, "ops.maximum")
_mint("min", min, amin, "ops.minimum")
