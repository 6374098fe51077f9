"""How MindSpore's own functions make Primitives of given settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def _get_cache_prim(cls: type) -> Callable[..., Any]:
    """What makes Primitives of a class; each is cheap and holds no compiled code of its own."""
    return cls
