"""Names that NumPy 2 and 1.24 removed, put back for older programs on request.

`msjax.install(numpy_names=True)` and `python -m msjax` do that; importing msjax alone does not.
NumPy's own lookup of missing names is asked after this table, and one warning tells of the first
name that a program uses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from msjax import log

# Removed name -> the name that is left, a dotted one below numpy.
RENAMED = {
    "Inf": "inf",
    "Infinity": "inf",
    "NAN": "nan",
    "NaN": "nan",
    "PINF": "inf",
    "alltrue": "all",
    "bool8": "bool_",
    "byte_bounds": "lib.array_utils.byte_bounds",
    "bytes0": "bytes_",
    "cfloat": "complex128",
    "clongfloat": "clongdouble",
    "compare_chararrays": "char.compare_chararrays",
    "complex_": "complex128",
    "cumproduct": "cumprod",
    "float_": "float64",
    "infty": "inf",
    "int0": "intp",
    "longcomplex": "clongdouble",
    "longfloat": "longdouble",
    "mat": "asmatrix",
    "object0": "object_",
    "product": "prod",
    "round_": "round",
    "row_stack": "vstack",
    "singlecomplex": "complex64",
    "sometrue": "any",
    "str0": "str_",
    "string_": "bytes_",
    "trapz": "trapezoid",
    "uint0": "uintp",
    "unicode_": "str_",
    "void0": "void",
    **{
        name: f"exceptions.{name}"
        for name in (
            "AxisError ComplexWarning ModuleDeprecationWarning RankWarning TooHardError "
            "VisibleDeprecationWarning"
        ).split()
    },
}


def _asfarray(a: Any, dtype: Any = np.float64) -> np.ndarray:
    """An array of floats."""
    return np.asarray(a, dtype=dtype if np.issubdtype(dtype, np.inexact) else np.float64)


def _in1d(
    ar1: Any, ar2: Any, assume_unique: bool = False, invert: bool = False, *, kind: Any = None
) -> np.ndarray:
    """Which elements of a flattened array are in another."""
    return np.isin(np.ravel(ar1), ar2, assume_unique=assume_unique, invert=invert, kind=kind)


def _msort(a: Any) -> np.ndarray:
    """An array sorted along its first axis."""
    return np.sort(a, axis=0)


def _sctypes() -> dict[str, list[type]]:
    """The types of NumPy by kind."""
    return {
        "int": [np.int8, np.int16, np.int32, np.int64],
        "uint": [np.uint8, np.uint16, np.uint32, np.uint64],
        "float": [np.float16, np.float32, np.float64, np.longdouble],
        "complex": [np.complex64, np.complex128, np.clongdouble],
        "others": [bool, object, bytes, str, np.void],
    }


# Removed name -> what it was, where nothing of NumPy's is the same.
MADE = {
    "NINF": -np.inf,
    "NZERO": -0.0,
    "PZERO": 0.0,
    "asfarray": _asfarray,
    "complex": complex,
    "float": float,
    "in1d": _in1d,
    "int": int,
    "issubclass_": issubclass,
    "msort": _msort,
    "object": object,
    "sctypes": _sctypes(),
    "str": str,
    "unicode": str,
}

_original: Callable[[str], Any] | None = None
_given: list[str] = []


def _lookup(name: str) -> Any:
    """The module-level `__getattr__` of numpy while the names are back."""
    if name in RENAMED:
        found: Any = np
        for part in RENAMED[name].split("."):
            found = getattr(found, part)
    elif name in MADE:
        found = MADE[name]
    elif _original is not None:
        return _original(name)
    else:
        raise AttributeError(f"module 'numpy' has no attribute {name!r}")
    if not _given:
        log.warning(
            f"numpy.{name} was removed from NumPy; msjax puts back this and other such names "
            f"for this process, which runs with NumPy {np.__version__}."
        )
    _given.append(name)
    setattr(np, name, found)
    return found


def put_back() -> None:
    """Let numpy answer for the names that it has lost. Calling it again changes nothing."""
    global _original
    if vars(np).get("__getattr__") is not _lookup:
        _original = vars(np).get("__getattr__")
        np.__getattr__ = _lookup


def take_away() -> None:
    """Undo `put_back`."""
    if vars(np).get("__getattr__") is not _lookup:
        return
    while _given:
        delattr(np, _given.pop())
    if _original is None:
        del np.__getattr__
    else:
        np.__getattr__ = _original
