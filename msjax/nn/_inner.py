"""The primitives that MindSpore's layers keep as attributes, for subclasses that call them.

A layer here computes with kernels and keeps no primitives. A subclass or a training script may
still say `self.matmul` or `net.dense.matmul.shard(...)`; the primitive is made on demand.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

from msjax.nn._inner_table import entries

_MADE: weakref.WeakKeyDictionary = weakref.WeakKeyDictionary()
_TABLE: dict[type, dict[str, Callable[[Any], Any]]] = {}


def declares(cell: Any, name: str) -> bool:
    """Whether a layer has an inner primitive of this name."""
    return any(name in _TABLE.get(cls, ()) for cls in type(cell).__mro__)


def inner(cell: Any, name: str) -> Any:
    """The inner primitive of a layer, or None."""
    made = _MADE.get(cell, {})
    if name in made:
        return made[name]
    for cls in type(cell).__mro__:
        if make := _TABLE.get(cls, {}).get(name):
            found = _MADE.setdefault(cell, {})[name] = make(cell)
            return found
    return None


def fill() -> None:
    """Say which class has which primitives; called when all of them exist."""
    from msjax import nn

    _TABLE.update((getattr(nn, name), table) for name, table in entries().items())
