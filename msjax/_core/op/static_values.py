"""Static arguments of operations: their part of the cache key, and what kernels see of them."""

from __future__ import annotations

import math
from types import NoneType
from typing import Any

import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.x64 import to_device
from msjax._core.tensor.tensor import Tensor

_ASKS: dict[str, type] = {  # annotations of arguments that are one int, or a sequence of ints
    f"{kind}{other}": asked
    for kind, asked in (
        *(("Single", int), ("Sequence[int]", tuple)),
        *(("Sequence[Any]", tuple), ("tuple[int, ...]", tuple)),
    )
    for other in ("", " | Tensor", " | None", " | Tensor | None")
}
_LIMIT = 1 << 63
PLAIN = {int, bool, str, NoneType, type(Ellipsis)}  # their type and value say everything


def big_int(value: int) -> Any:
    """An integer that does not fit the 32 bits that jit gives Python numbers."""
    try:
        return to_device(np.asarray(value, np.int64))
    except OverflowError:
        raise _too_big(value) from None


def _too_big(value: int) -> RuntimeError:
    return RuntimeError(f"The integer {value} does not fit 64 bits.")


def freeze(v: Any, key: list) -> None:
    """Append the identity of a static value; numbers that compare equal but differ stay apart."""
    if isinstance(v, Tensor):
        key.append((Tensor, v.dtype))  # rules of arguments may tell it from a list
        v = v.tolist()
    t = type(v)
    if t in (tuple, list):
        key.append((t, len(v)))
        for e in v:
            freeze(e, key)
    elif t is float:
        key.append(t)
        key.append((v, math.copysign(1.0, v)) if v == v else "nan")
    elif t is slice:
        key.append(t)
        freeze((v.start, v.stop, v.step), key)
    elif isinstance(v, np.ndarray):
        key.append((np.ndarray, v.dtype, v.shape, v.tobytes()))
    elif isinstance(v, np.generic):
        freeze(v.item(), key)
    else:
        key.append(t)
        key.append(v)


def skip_static(codes: list, v: Any) -> None:
    """Drop what `freeze` appended for a static value from the start of `codes`."""
    taken: list[Any] = []
    if type(v) in PLAIN:
        taken = [None, None]
    else:
        freeze(v, taken)
    del codes[: len(taken)]


def static_value(v: Any, annotation: Any = "") -> Any:
    """What a kernel sees of a static argument: tuples, Python numbers, NumPy dtypes.

    One integer in a Tensor of any shape is an int where the annotation asks for one, and a 0-d
    Tensor a sequence of one where it asks for a sequence.
    """
    if isinstance(v, Tensor):
        kind = _ASKS.get(annotation)
        if kind is not None and v.size == 1 and isinstance(v.dtype, (mstype.Int, mstype.UInt)):
            v = _only(v) if kind is int else [_only(v)]
        else:
            v = v.tolist()
    if isinstance(v, (tuple, list)) and type(v) in (tuple, list):
        return tuple(map(_part, v))
    if isinstance(v, mstype.Type):
        return v.np if v._np is not None else v
    if type(v) is int and not -_LIMIT <= v < 2 * _LIMIT:
        raise _too_big(v)
    return v.item() if isinstance(v, np.generic) else v


def _only(tensor: Tensor) -> int:
    value = tensor.tolist()
    while isinstance(value, list):
        value = value[0]
    return value


def _part(v: Any) -> Any:
    """A part of a static tuple or list; one integer in a Tensor or array counts as that integer."""
    if isinstance(v, Tensor):
        if v.ndim and v.size == 1 and isinstance(v.dtype, (mstype.Int, mstype.UInt)):
            return _only(v)
    elif isinstance(v, np.ndarray) and v.ndim == 0 and v.dtype.kind in "iu":
        return v.item()
    return static_value(v)
