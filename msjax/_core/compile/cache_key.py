"""What compiled code depends on: the keys of its cache, and where its inputs are found again."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np

from msjax._core.base.dtype import Type
from msjax._core.base.network import UNSEEN
from msjax._core.compile.lift import ATOMS
from msjax._core.compile.stand_ins import is_iterator
from msjax._core.tensor.links import View
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.structure import Composite, Fields, Leaf, Opened, is_record, refilled
from msjax._core.tensor.tensor import Tensor

_TENSOR, _RAW = Leaf(False), Leaf(True)


def containers_in(value: Any) -> list[Any]:
    """The lists and dicts in an attribute's value, itself among them."""
    if not isinstance(value, (list, dict, tuple)):
        return []
    parts = value.values() if isinstance(value, dict) else value
    found = [part for v in parts for part in containers_in(v)]
    return found if isinstance(value, tuple) else [value, *found]


def source_of(b: Tensor, cells: list) -> tuple | None:
    """Where to find a captured Tensor at call time: an attribute may be given a new Tensor."""
    if not isinstance(b, Parameter):
        for cell, _ in cells:
            for name, value in cell.__dict__.items():
                path = path_to(b, value)
                if path is not None:
                    return cell.__dict__, name, *path
    return None


def path_to(b: Tensor, value: Any) -> tuple | None:
    """The keys that lead from a nested value to the Tensor `b`."""
    if value is b:
        return ()
    if isinstance(value, (list, tuple, dict)):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            path = path_to(b, part)
            if path is not None:
                return key, *path
    return None


def tensors_at(value: Any, depth: int = 4) -> list[tuple[Tensor, tuple]]:
    """The Tensors of a nested value, each with the keys that lead to it."""
    if isinstance(value, Tensor):
        return [(value, ())]
    if not isinstance(value, (list, tuple, dict)) or not depth:
        return []
    parts = dict.items(value) if isinstance(value, dict) else enumerate(value)
    return [(t, (key, *path)) for key, part in parts for t, path in tensors_at(part, depth - 1)]


def follow(source: tuple) -> Tensor:
    """The Tensor that is now at the place that `source_of` found."""
    held, *path = source
    for key in path:
        held = held[key]
    return held


def found_at(source: tuple) -> Any:
    """What is now at such a place; None if there is nothing."""
    try:
        return follow(source)
    except (KeyError, IndexError, TypeError, ValueError):
        return None


def fingerprint(cell: Any, unread: frozenset = frozenset()) -> tuple:
    """What compiled code depends on of a Cell, apart from the contents of its Tensors and from
    attributes that it does not read."""
    parts: list[Any] = [
        (name, _seen(value))
        for name, value in cell.__dict__.items()
        if name not in UNSEEN and name not in unread
    ]
    parts.extend(p.requires_grad for p in cell._params.values() if p is not None)
    hooks = cell._msj_table.key() if cell._msj_table else None
    parts.append((cell._msj_cast, cell._msj_recomputed, hooks))
    return tuple(parts)


def _seen(value: Any) -> Any:
    t = type(value)
    if t in ATOMS:
        return t, repr(value) if t is float else value
    if isinstance(value, Parameter):
        return id(value)
    if isinstance(value, Tensor):
        return value.shape, value.dtype, id(value) if type(value._view) is View else None
    if isinstance(value, dict):
        return t, tuple([(k, _seen(v)) for k, v in value.items()])
    if isinstance(value, (list, tuple)):
        return t, tuple([_seen(v) for v in value])
    return id(value)


def identify(value: Any, arrays: list, boxes: list, key: list) -> None:
    """Append an argument's part of the cache key, and its arrays."""
    t = type(value)
    if isinstance(value, Tensor):
        data = value._value
        if t is Parameter:
            key.append(value)
            return
        arrays.append(data)
        boxes.append(value)
        key.append(data.shape)
        key.append(data.dtype)
    elif isinstance(value, jax.Array):
        arrays.append(value)
        boxes.append(None)
        key.append((jax.Array, value.shape, value.dtype))
    elif t is float or isinstance(value, np.generic):
        key.append(t)
        key.append(repr(value))  # nan equals itself, -0.0 is not 0.0
    elif t in (frozenset, set):
        key.append((t, tuple(sorted(map(repr, value)))))
    elif t in ATOMS or isinstance(value, Type):
        key.append(t)
        key.append(value)
    elif isinstance(value, (tuple, list)):
        key.append((t, len(value)))
        for v in value:
            identify(v, arrays, boxes, key)
    elif isinstance(value, dict):
        key.append((t, tuple(value)))
        for v in value.values():
            identify(v, arrays, boxes, key)
    elif isinstance(value, np.ndarray):
        key.append((np.ndarray, value.shape, str(value.dtype), value.tobytes()))
    elif isinstance(value, Composite):
        key.append(t)
        for v in value._parts():
            identify(v, arrays, boxes, key)
    elif is_record(value):
        key.append(t)
        identify(vars(value), arrays, boxes, key)
    elif is_iterator(value):
        key.append(t)  # of which compiled code asks nothing
    else:
        try:
            hash(value)
            key.append(t)
            key.append(value)
        except TypeError:
            key.append(_ById(value))


class _ById:
    """Identity of an unhashable argument, which is kept alive."""

    __slots__ = ("value",)

    def __init__(self, value: Any):
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, _ById) and self.value is other.value


def structure_of(value: Any) -> Any:
    """An argument with places instead of its arrays; everything else stays as it is."""
    if isinstance(value, Tensor):
        return value if type(value) is Parameter else _TENSOR
    if isinstance(value, jax.Array):
        return _RAW
    if isinstance(value, (tuple, list)):
        return refilled(value, [structure_of(v) for v in value])
    if isinstance(value, dict):
        return refilled(value, {k: structure_of(v) for k, v in value.items()})
    if isinstance(value, Composite):
        return Opened(type(value), structure_of(value._parts()))
    if is_record(value):
        return Fields(value, structure_of(vars(value)))
    return value
