"""Numbers of text and of other types, made as MindSpore's C++ makes them on an x86 processor."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

_INT = re.compile(r"[ \t\n\v\f\r]*([+-]?[0-9]+)")
_FLOAT = re.compile(
    r"[ \t\n\v\f\r]*([+-]?(?:0x(?:[0-9a-f]+\.?[0-9a-f]*|\.[0-9a-f]+)(?:p[+-]?[0-9]+)?"
    r"|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?|nan|inf(?:inity)?))",
    re.IGNORECASE,
)


def to_number(text: str, dtype: np.dtype) -> Any:
    """The number at the beginning of a text, as C reads it; ValueError if there is none."""
    match = (_FLOAT if dtype.kind == "f" else _INT).match(text)
    if not match or (dtype.kind == "u" and "-" in text):
        raise ValueError(f"{text!r} is not a number of {dtype}")
    outside = ValueError(f"{text!r} is out of the range of {dtype}")
    if dtype.kind != "f":
        number = int(match[1])
        limits = np.iinfo(dtype)
        if not limits.min <= number <= limits.max:
            raise outside
        return number
    exact = float.fromhex(match[1]) if "x" in match[1].lower() else float(match[1])
    read = np.dtype(np.float32) if dtype.itemsize < 4 else dtype
    with np.errstate(over="ignore", under="ignore"):
        value = read.type(match[1]) if "x" not in match[1].lower() else read.type(exact)
    digits = re.split("[eEpP]", match[1].lower().replace("0x", ""))[0]
    zero = not re.search("[1-9a-f]", digits)
    tiny = abs(value) < np.finfo(read).tiny and not zero
    if np.isinf(value) or tiny or (dtype.itemsize < 4 and abs(value) > np.finfo(dtype).max):
        raise outside
    return value


def to_float(text: str) -> np.float32:
    """The float32 at the beginning of a text, 0 if there is none, infinity if it is too large."""
    match = _FLOAT.match(text)
    if not match:
        return np.float32(0)
    exact = float.fromhex(match[1]) if "x" in match[1].lower() else float(match[1])
    with np.errstate(over="ignore"):
        return np.float32(exact)


def cast(array: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """The values in another type.

    Floats that an integer cannot hold become what the processor's instructions give: the least
    int32 or int64, whose low bytes are those of narrower types.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        if array.dtype.kind != "f" or dtype.kind not in "iu":
            return array.astype(dtype)
        wide = np.dtype(np.int64 if dtype in (np.uint32, np.int64, np.uint64) else np.int32)
        limit = -float(np.iinfo(wide).min)
        array = array.astype(np.promote_types(array.dtype, np.float32), copy=False)
        if dtype == np.uint64 and (array >= limit).any():
            high = array >= limit
            values = _to_int(np.where(high, array - array.dtype.type(limit), array), wide)
            return values.view(dtype) ^ (high.astype(dtype) << np.uint64(63))
        return _to_int(array, wide).astype(dtype)


def _to_int(array: np.ndarray, wide: np.dtype) -> np.ndarray:
    """Floats as int32 or int64, the least of these where they do not fit."""
    least = np.iinfo(wide).min
    whole = np.trunc(array)
    inside = (whole >= least) & (whole < -float(least))
    return np.where(inside, whole, least).astype(wide)


def filler(value: Any, dtype: np.dtype) -> Any:
    """The value that fills up an array of this type: a number is a float32 on the way."""
    if isinstance(value, str | bytes):
        return value
    with np.errstate(over="ignore"):
        return cast(np.asarray(value, np.float32), dtype)
