"""Comparisons, logic and sets of Tensors."""

from __future__ import annotations

from msjax._missing import lazy_getattr as _lazy_getattr

_names = (
    "not_equal less_equal less greater_equal greater equal isfinite isnan isinf isposinf isneginf"
    " isscalar logical_and logical_not logical_or logical_xor in1d isin isclose signbit sometrue"
    " array_equal array_equiv setdiff1d"
)
__getattr__ = _lazy_getattr(__name__, {"msjax.numpy": _names})
__all__ = _names.split()
