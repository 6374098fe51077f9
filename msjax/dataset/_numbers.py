"""Numbers in text, read as C does."""

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
