"""How MindSpore's own functions make Primitives of given settings."""

from __future__ import annotations

from collections.abc import Callable
from types import BuiltinFunctionType, FunctionType
from typing import Any

from msjax._core.base.dtype import Type
from msjax._core.base.state import STATE

_PRIM_CACHE: dict[tuple, Any] = {}
_PLAIN = (int, float, complex, str, bytes, type(None), type, Type, FunctionType)


class _Other(Exception):
    """An argument that cannot be told from others by its value."""


def _key(value: Any) -> tuple:
    if isinstance(value, (tuple, list)):
        return type(value), tuple(_key(v) for v in value)
    if isinstance(value, dict):
        return type(value), tuple((_key(k), _key(v)) for k, v in value.items())
    if isinstance(value, (*_PLAIN, BuiltinFunctionType)):
        return type(value), value if value == value else repr(value)
    raise _Other


def _get_cache_prim(cls: type) -> Callable[..., Any]:
    """What makes Primitives of a class: eagerly one object for each list of plain arguments.

    Compiled code makes a new one at each call, as do arguments like Tensors.
    """

    def cached(*args: Any, **kwargs: Any) -> Any:
        if STATE.frame is not None:
            return cls(*args, **kwargs)
        try:
            key = (cls, _key(args), _key(kwargs))
        except _Other:
            return cls(*args, **kwargs)
        if key not in _PRIM_CACHE:
            _PRIM_CACHE[key] = cls(*args, **kwargs)
        return _PRIM_CACHE[key]

    return cached
