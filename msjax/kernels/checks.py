"""Checks of arguments that kernels share: dtypes, shapes, ranks, windows.

Their errors are Clauses, which the gateway completes; see `msjax._core.base.errors.Clause`. Types
of Python values and axes are checked by `msjax._core.base.checks`.
"""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import either, string
from msjax._core.base.errors import Clause, describe, must
from msjax._core.op.kinds import is_python

_GROUPS = {
    "b": (mstype.bool_,),
    "i": mstype.int_type,
    "u": mstype.uint_type,
    "f": mstype.float_type,
    "r": (mstype.float16, mstype.float32, mstype.float64),
    "c": mstype.complex_type,
}


# What several families allow, for `accept` and `among`.
INDICES = "int32 int64"
INDEX_TYPES = (mstype.int32, mstype.int64)
REDUCTIONS = ("none", "mean", "sum")


def accept(x: Any, kinds: str, arg: str = "input") -> None:
    """Raise TypeError unless the dtype of `x` is of one of the kinds.

    Args:
        x: an array.
        kinds: letters among b(ool), i(nt), u(nsigned), f(loat), r (float but
            bfloat16), c(omplex), or names of dtypes.
        arg: the argument's name.
    """
    allowed: list[str] = []
    for kind in kinds.split():
        if kind in mstype.PATHS:
            allowed.append(kind)
        else:
            allowed += [t._path for letter in kind for t in _GROUPS[letter]]
    if x.dtype.name not in allowed:
        raise TypeError(
            Clause(
                f"the dtype of '{arg}' must be one of [{', '.join(allowed)}], "
                f"but got {mstype.from_np(x.dtype)}."
            )
        )


def broadcast(*arrays: Any) -> tuple[int, ...]:
    """The shape that the arrays broadcast to; it raises ValueError unless they do."""
    first = arrays[0].shape
    if all(a.shape == first for a in arrays):
        return first
    try:
        return jnp.broadcast_shapes(*(a.shape for a in arrays))
    except ValueError:
        shapes = " and ".join(str(a.shape) for a in arrays)
        raise ValueError(
            Clause(f"the shapes of the inputs need to broadcast, but got {shapes}.")
        ) from None


def same_dtype(*arrays: Any) -> None:
    """Raise TypeError unless all arrays have one dtype."""
    names = [str(mstype.from_np(a.dtype)) for a in arrays]
    if len(set(names)) > 1:
        raise TypeError(
            Clause(f"the dtypes of the inputs should be same, but got {', '.join(names)}.")
        )


def of_shape(arg: str, x: Any, shape: Any) -> None:
    """Raise ValueError unless an array has the shape."""
    if x.shape != shape:
        raise ValueError(must(arg, f"of shape {shape}", x.shape))


def of_dtype(arg: str, x: Any, dtype: Any) -> None:
    """Raise TypeError unless an array has the dtype."""
    if x.dtype != dtype:
        raise TypeError(must(arg, f"of dtype {dtype}", x.dtype))


def with_elements(arg: str, x: Any) -> None:
    """Raise ValueError for an array without elements."""
    if not x.size:
        raise ValueError(must(arg, "a Tensor with elements", f"shape {x.shape}"))


def with_dimensions(arg: str, x: Any, least: int = 1, error: type[Exception] = ValueError) -> None:
    """Raise an error unless an array or Tensor has at least `least` dimensions."""
    if x.ndim < least:
        wanted = "one dimension" if least == 1 else f"{least} dimensions"
        raise error(must(arg, f"of at least {wanted}", f"shape {tuple(x.shape)}"))


def check_matrices(x: Any, arg: str = "input", square: bool = True) -> None:
    """Raise ValueError unless the last two dimensions are (square) matrices."""
    with_dimensions(arg, x, 2)
    if square and x.shape[-1] != x.shape[-2]:
        raise ValueError(must(arg, "square matrices", f"shape {x.shape}"))


def check_rank(
    x: Any, ranks: int | tuple[int, ...], arg: str = "input", error: type[Exception] = ValueError
) -> None:
    """Raise an error unless an array or Tensor has the rank, or one of the ranks."""
    if x.ndim != ranks if isinstance(ranks, int) else x.ndim not in ranks:
        wanted = either((ranks,) if isinstance(ranks, int) else ranks)
        raise error(must(arg, f"of rank {wanted}", f"shape {tuple(x.shape)}"))


def number(arg: str, value: Any, *kinds: type) -> None:
    """Raise TypeError unless an argument is an int or float, or of one of `kinds`.

    Numbers that arrive traced are.
    """
    if is_python(value):
        kinds = kinds or (int, float)
        if isinstance(value, bool) or not isinstance(value, kinds):
            raise TypeError(must(arg, "float", describe(value)))


def single(**given: Any) -> None:
    """Raise TypeError where a Tensor stands for a number and is not of shape ()."""
    for arg, value in given.items():
        if np.ndim(value):
            raise TypeError(must(arg, "a number", f"a Tensor of shape {np.shape(value)}"))


Pads = tuple[tuple[int, int], ...]


def sizes(
    arg: str, value: Any, count: int, minimum: int = 1, longer: bool = True
) -> tuple[int, ...]:
    """`count` ints from an int or a tuple (with `longer`, also from one for all dimensions).

    Raises:
        TypeError: `value` is neither int nor tuple.
        ValueError: wrong length, or an element below `minimum`.
    """
    if isinstance(value, bool) or not isinstance(value, (int, tuple, list)):
        raise TypeError(must(arg, "int or tuple of int", describe(value)))
    items = (value,) * count if isinstance(value, int) else tuple(value)
    if longer and len(items) == count + 2:
        items = items[2:]
    good = all(isinstance(e, int) and not isinstance(e, bool) and e >= minimum for e in items)
    if len(items) != count or not good:
        raise ValueError(must(arg, f"an int >= {minimum} or a tuple of {count} such ints", value))
    return items


def pairs(arg: str, value: Any, count: int) -> Pads:
    """Padding before and after each dimension, from an int or a tuple of 2 * count ints."""
    if isinstance(value, bool) or not isinstance(value, (int, tuple, list)):
        raise TypeError(must(arg, "int or tuple of int", describe(value)))
    items = (value,) * (2 * count) if isinstance(value, int) else tuple(value)
    for item in items:
        if isinstance(item, bool) or not isinstance(item, int):
            raise TypeError(must(arg, "made of ints", describe(item)))
    if len(items) != 2 * count or min(items) < 0:
        raise ValueError(
            must(arg, f"a non-negative int or a tuple of {2 * count} such ints", value)
        )
    return tuple(zip(items[::2], items[1::2], strict=True))


def check_pad_mode(pad_mode: Any, pads: Pads, arg: str = "pad") -> str:
    """The mode in lower case; explicit padding is for mode "pad" only."""
    mode = string("pad_mode", pad_mode).lower()
    if mode not in ("valid", "same", "pad"):
        raise ValueError(must("pad_mode", "'valid', 'same' or 'pad'", repr(pad_mode)))
    if mode != "pad" and any(a or b for a, b in pads):
        raise ValueError(
            Clause(
                f"the '{arg}' must be zero when 'pad_mode' is not 'pad', but got "
                f"{pads} and {pad_mode!r}."
            )
        )
    return mode


def check_dtype(dtype: Any) -> None:
    """Raise TypeError unless `dtype` is a dtype or None."""
    if dtype is not None and not isinstance(dtype, np.dtype):
        raise TypeError(must("dtype", "a mindspore dtype or None", repr(dtype)))
