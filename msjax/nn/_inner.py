"""The primitives that MindSpore's layers keep as attributes, for subclasses that call them.

A layer here computes with kernels and keeps no primitives. A subclass or a training script may
still say `self.matmul` or `net.dense.matmul.shard(...)`; the primitive is made on demand.

What there is stands in each layer's class, in `_msj_inner`, by attribute: the name of a Primitive
without settings, or a tuple of its name and settings, or a function that makes the value from the
layer (None where it has no such attribute).
"""

from __future__ import annotations

import weakref
from typing import Any

from msjax import ops

_MADE: weakref.WeakKeyDictionary = weakref.WeakKeyDictionary()


def declares(cell: Any, name: str) -> bool:
    """Whether a layer has an inner primitive of this name."""
    return any(name in cls.__dict__.get("_msj_inner", ()) for cls in type(cell).__mro__)


def inner(cell: Any, name: str) -> Any:
    """The inner primitive of a layer, or None."""
    made = _MADE.get(cell, {})
    if name in made:
        return made[name]
    for cls in type(cell).__mro__:
        maker = cls.__dict__.get("_msj_inner", {}).get(name)
        if maker is not None:
            found = _MADE.setdefault(cell, {})[name] = _make(cell, maker)
            return found
    return None


def _make(cell: Any, maker: Any) -> Any:
    if callable(maker):
        return maker(cell)
    kind, *settings = (maker,) if isinstance(maker, str) else maker
    return getattr(ops, kind)(*settings)
