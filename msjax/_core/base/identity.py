"""Names of plain values that are the same in every process, and differ wherever the values do."""

from __future__ import annotations

import enum
import struct
import time
from types import EllipsisType, FunctionType
from typing import Any

import numpy as np

PROGRAM_STARTED = time.time()  # as near as this package can say: nearly all of it is imported later
_KINDS = "biufcV"  # of dtypes whose elements are their bytes; V: those of ml_dtypes


class NamelessError(Exception):
    """There is no name for a value that holds in another process."""


def name_of(value: Any) -> str:
    """A text that no other value has: of another type, of another sign of 0, of other bits.

    Args:
        value: numbers, texts, None, `...`, dtypes, members of enumerations, NumPy's arrays and
            numbers, slices; tuples and lists of these.

    Raises:
        NamelessError: it is, or holds, anything else.
    """
    parts: list[str] = []
    _spell(value, parts)
    return "".join(parts)


def _spell(value: Any, parts: list[str]) -> None:
    """Append the name of a value: a letter for its type, then what ends by itself."""
    kind = type(value)
    if value is None or kind is EllipsisType:
        parts.append("N" if value is None else "E")
    elif kind is bool or kind is int:
        parts.append(f"{'b' if kind is bool else 'i'}{int(value)};")
    elif kind is float:
        parts.append("f" + struct.pack(">d", value).hex())
    elif kind is complex:
        parts.append("c" + struct.pack(">dd", value.real, value.imag).hex())
    elif kind is str:
        parts.append(f"s{len(value)}:{value}")
    elif kind is bytes:
        parts.append(f"y{len(value)}:{value.hex()}")
    elif kind is tuple or kind is list:
        parts.append(f"{'t' if kind is tuple else 'l'}{len(value)}:")
        for item in value:
            _spell(item, parts)
    elif kind is slice:
        parts.append("S")
        for item in (value.start, value.stop, value.step):
            _spell(item, parts)
    elif isinstance(value, np.dtype):
        if not value.isbuiltin or value.kind not in _KINDS:  # structures, the other byte order
            raise NamelessError
        parts.append(f"d{value.name};")
    elif kind is np.ndarray or isinstance(value, np.generic):
        parts.append("a" if kind is np.ndarray else "g")
        _spell((value.dtype, value.shape, value.tobytes()), parts)
    elif isinstance(value, enum.Enum):
        parts.append("e")
        _spell((kind.__module__, kind.__qualname__, value.name), parts)
    else:
        raise NamelessError


def function_name(function: Any) -> tuple:
    """What tells a function of msjax's own files that uses nothing of a function around it.

    Raises:
        NamelessError: it is another function.
    """
    if (
        type(function) is not FunctionType
        or function.__closure__ is not None
        or "<" in function.__qualname__
        or not function.__module__.startswith("msjax.")
    ):
        raise NamelessError
    code = function.__code__
    return function.__module__, function.__qualname__, code.co_firstlineno
