"""Parts of lists and tuples at places that are known only when compiled code runs.

`rewriting` puts these functions where code reads or replaces `a[i]`; whatever is no list at an
unknown place is read and replaced as it stands.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.interop import known_value
from msjax._core.base.network import Network
from msjax._core.base.state import STATE
from msjax._core.base.x64 import x64
from msjax._core.gradient.hooks import lasting_hooks
from msjax._core.tensor.links import memory_of
from msjax._core.tensor.number import KINDS, Number
from msjax._core.tensor.tensor import Tensor, box


def item(held: Any, at: Any) -> Any:
    """`held[at]`."""
    kind = type(held)
    if not _is_unknown(at) or not (kind in (list, tuple) or _is_cells(held, at)):
        return held[at]
    at = _place(at, len(held), f"{kind.__name__} index out of range")
    parts = list(held)
    arrays = _alike(parts)
    if arrays is None:  # each part on its own path
        return next((part for i, part in enumerate(parts[:-1]) if at == i), parts[-1])
    with x64():
        found = jnp.stack(arrays)[at.tensor._read()]
    if not isinstance(parts[0], Tensor):
        return Number(box(found))
    made = box(found)
    _freeze([made, *parts])
    return made


def set_item(value: Any, held: Any, at: Any) -> None:
    """`held[at] = value`, computed in that order."""
    if not _is_unknown(at) or type(held) is not list:
        held[at] = value
        return
    at = _place(at, len(held), "list assignment index out of range")
    arrays = _alike([*held, value])
    if arrays is None:
        held[next((i for i in range(len(held) - 1) if at == i), len(held) - 1)] = value
        return
    tensors = isinstance(value, Tensor)
    before = list(held)
    with x64():
        for i, array in enumerate(arrays[:-1]):
            made = box(jnp.where(at.tensor._read() == i, arrays[-1], array))
            held[i] = made if tensors else Number(made)
    if tensors:
        _freeze([*before, *held, value])


def _is_unknown(at: Any) -> bool:
    if type(at) is Number:
        return at.kind is int
    if not isinstance(at, Tensor) or at.size != 1 or np.dtype(at.dtype.np).kind not in "iu":
        return False
    return isinstance(at._value, jax.core.Tracer) and known_value(at._value) is None


def _is_cells(held: Any, at: Any) -> bool:
    """Whether it is a CellList, or the like where a number picks a part."""
    if not isinstance(held, Network) or not hasattr(held, "__getitem__"):
        return False
    return type(at) is Number or held._takes_tensors


def _place(at: Any, count: int, refusal: str) -> Number:
    at = Number.made(at)
    at.hold(lambda i: (i >= -count) & (i < count), lambda: IndexError(refusal))
    with x64():
        array = at.tensor._read()
        return Number(box(jnp.where(array < 0, array + count, array)))


def _alike(parts: list[Any]) -> list[Any] | None:
    """The arrays of Tensors of one shape and dtype or of numbers of one kind, None of others."""
    first = parts[0]
    if type(first) is Tensor:
        like = first.shape, first.dtype
        if all(type(p) is Tensor and (p.shape, p.dtype) == like for p in parts):
            return None if any(map(lasting_hooks, parts)) else [p._read() for p in parts]
        return None
    kinds = {p.kind if type(p) is Number else type(p) for p in parts}
    if len(kinds) > 1 or not kinds <= KINDS.keys():
        return None
    if any(type(p) is int and not -(2**63) <= p < 2**63 for p in parts):
        return None
    return [Number.made(p).tensor._read() for p in parts]


def _freeze(tensors: list[Tensor]) -> None:
    """Tensors that may now have two names are not written to any more."""
    for t in tensors:
        STATE.frame.frozen |= {id(t): t, id(memory_of(t)): memory_of(t)}
