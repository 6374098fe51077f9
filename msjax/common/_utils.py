"""Questions about shapes in which -1 and -2 stand for what is not known."""

from __future__ import annotations

from types import MethodType
from typing import Any

from msjax.ops._utils.utils import is_dim_unknown, is_shape_unknown

__all__ = ["get_func", "is_dim_unknown", "is_shape_unknown"]


def get_func(func: Any) -> Any:
    """The function behind a bound method; anything else as it is."""
    return func.__func__ if isinstance(func, MethodType) else func
