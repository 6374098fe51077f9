"""Cells as JAX pytrees: the Parameters are the children, everything else is the static structure.

The structure (`Spec`) is a frozen description of the whole tree of Cells. It is kept with the Cell
until something changes, so that flattening costs one look-up per Parameter, and it compares by
content, so that a clone made by `unflatten` is the same to `jax.jit` as its original.
"""

from __future__ import annotations

import copy
import functools
import types
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import jax
import numpy as np

from msjax._core.base.network import BOOKKEEPING, COMPILED
from msjax._core.base.state import STATE, changed
from msjax._core.compile.jit import Compiled
from msjax._core.op.primitive import Primitive
from msjax._core.tensor.parameter import Parameter, ParameterTuple
from msjax._core.tensor.structure import tensors_in
from msjax._core.tensor.tensor import Tensor

_OMITTED = COMPILED | {"_params", "_cells"}
_EXACT = (int, float, complex, bool, str, bytes, type(None))


class Registry(OrderedDict):
    """The Parameters or the sub-Cells of a Cell: changing it makes compiled code look again."""

    def __setitem__(self, key: str, value: Any) -> None:
        if self.get(key, self) is not value:
            STATE.bump()
        super().__setitem__(key, value)

    def __delitem__(self, key: str) -> None:
        STATE.bump()
        super().__delitem__(key)

    def pop(self, key: str, *default: Any) -> Any:
        STATE.bump()
        return super().pop(key, *default)

    def clear(self) -> None:
        STATE.bump()
        super().clear()


_put = OrderedDict.__setitem__


class _Ref:
    """Stands in an attribute for a Parameter or Cell of the tree, or for a method of one."""

    __slots__ = ("function", "index", "kind")

    def __init__(self, kind: str, index: int, function: Any = None):
        self.kind, self.index, self.function = kind, index, function

    def __eq__(self, other: Any) -> bool:
        return (
            isinstance(other, _Ref)
            and (self.kind, self.index) == (other.kind, other.index)
            and self.function is other.function
        )

    __hash__ = None  # type: ignore[assignment]


class _Part:
    """One Cell of the tree: its class, attributes, and where its Parameters and sub-Cells are."""

    __slots__ = ("attributes", "cells", "cls", "params", "refs", "slots", "table")

    def __init__(self, cell: Any, items: dict[int, _Ref]):
        self.cls = type(cell)
        self.attributes = {}
        self.refs = []
        for name, value in cell.__dict__.items():
            if name in _OMITTED:
                continue
            frozen = _freeze(value, items)
            self.attributes[name] = frozen
            if frozen is not value:
                self.refs.append(name)
        self.params = _places(cell._params, items)
        self.cells = _places(cell._cells, items)
        self.slots = (cell._msj_plain, cell._msj_checked, cell._msj_cast, cell._msj_recomputed)
        self.table = cell._msj_table

    def __eq__(self, other: Any) -> bool:
        return (
            self.cls is other.cls
            and self.params == other.params
            and self.cells == other.cells
            and self.slots[2:] == other.slots[2:]
            and _hook_key(self.table) == _hook_key(other.table)
            and _same_attributes(self.attributes, other.attributes)
        )

    __hash__ = None  # type: ignore[assignment]


def _places(held: dict[str, Any], items: dict[int, _Ref]) -> tuple:
    return tuple((k, None if v is None else items[id(v)].index) for k, v in held.items())


def _hook_key(table: Any) -> Any:
    return table.key() if table else None


def _freeze(value: Any, items: dict[int, _Ref]) -> Any:
    """An attribute's value with references in place of the tree's Parameters and Cells.

    Lists and dicts are copied, because they can change.
    """
    ref = items.get(id(value))
    if ref is not None:
        return ref
    t = type(value)
    if isinstance(value, Tensor):
        return value if isinstance(value, Parameter) else _Held(value)
    if t is list:
        return [_freeze(v, items) for v in value]
    if t is dict or t is OrderedDict:
        return t((k, _freeze(v, items)) for k, v in value.items())
    if t is tuple or t is ParameterTuple:
        parts = [_freeze(v, items) for v in value]
        if all(p is v for p, v in zip(parts, value, strict=True)):
            return value
        return tuple.__new__(t, parts)
    return _freeze_callable(value, items) if callable(value) else value


def _freeze_callable(value: Any, items: dict[int, _Ref]) -> Any:
    """A callable that holds one of the tree's Parameters or Cells, so that clones get their own."""
    t = type(value)
    if t is types.MethodType:
        owner = items.get(id(value.__self__))
        return value if owner is None else _Ref(owner.kind, owner.index, value.__func__)
    if isinstance(value, Compiled):
        inner = _freeze_callable(value._fn, items)
        if inner is value._fn:
            return value
        return _Made(t, [inner], lambda parts: t(parts[0], value._fullgraph))
    if t is functools.partial:
        held = [value.func, value.args, value.keywords]
        parts = [_freeze(part, items) for part in held]
        if parts[0] is held[0] and parts[1] is held[1] and parts[2] == held[2]:
            return value
        return _Made(t, parts, lambda parts: t(parts[0], *parts[1], **parts[2]))
    if t is types.FunctionType and value.__closure__:
        filled = [c for c in value.__closure__ if c != _EMPTY]
        if len(filled) == len(value.__closure__):
            held = [c.cell_contents for c in filled]
            parts = [items.get(id(h), h) for h in held]
            if any(p is not h for p, h in zip(parts, held, strict=True)):
                return _Made(value.__code__, parts, functools.partial(_with_closure, value))
    return value


_EMPTY = types.CellType()


def _with_closure(function: types.FunctionType, contents: list) -> types.FunctionType:
    """The function with other values in place of those it was defined among."""
    twin = types.FunctionType(
        function.__code__,
        function.__globals__,
        function.__name__,
        function.__defaults__,
        tuple(types.CellType(c) for c in contents),
    )
    twin.__kwdefaults__ = function.__kwdefaults__
    twin.__dict__.update(function.__dict__)
    return twin


class _Held:
    """A Tensor that is not a Parameter: clones get a Tensor of their own with its values."""

    __slots__ = ("array", "tensor")

    def __init__(self, tensor: Tensor):
        self.tensor, self.array = tensor, tensor._value

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, _Held) and _same_array(self.array, other.array)

    __hash__ = None  # type: ignore[assignment]

    def renewed(self) -> Tensor:
        """A Tensor of the same kind with the values of then."""
        twin = self.tensor._twin()
        twin._data, twin._node, twin._view = self.array, None, None
        return twin


class _Made:
    """A callable to be made anew from its frozen parts; `key` says what is made."""

    __slots__ = ("key", "make", "parts")

    def __init__(self, key: Any, parts: list, make: Callable[[list], Any]):
        self.key, self.parts, self.make = key, parts, make

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, _Made) and self.key is other.key and _same(self.parts, other.parts)

    __hash__ = None  # type: ignore[assignment]


def _thaw(value: Any, children: list, cells: list) -> Any:
    """The inverse of `_freeze`, for the Parameters and Cells of a clone."""
    t = type(value)
    if t is _Ref:
        owner = (children if value.kind == "param" else cells)[value.index]
        return owner if value.function is None else types.MethodType(value.function, owner)
    if t is _Held:
        return value.renewed()
    if t is _Made:
        return value.make([_thaw(part, children, cells) for part in value.parts])
    if t is list or t is tuple:
        return t(_thaw(v, children, cells) for v in value)
    if t is ParameterTuple:
        return tuple.__new__(t, [_thaw(v, children, cells) for v in value])
    if t is dict or t is OrderedDict:
        return t((k, _thaw(v, children, cells)) for k, v in value.items())
    return value


class Spec:
    """The static structure of a tree of Cells."""

    __slots__ = ("_hash", "names", "parts", "watches")

    def __init__(self, params: list, names: list[str], cells: list, watched: list):
        items = {id(p): _Ref("param", i) for i, p in enumerate(params)}
        items |= {id(c): _Ref("cell", i) for i, c in enumerate(cells)}
        self.names = tuple(names)
        self.parts = [_Part(c, items) for c in cells]
        self.watches = bool(watched)
        self._hash = hash((type(cells[0]), self.names, len(cells)))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: Any) -> bool:
        if self is other:
            return True
        return (
            isinstance(other, Spec)
            and self._hash == other._hash
            and self.names == other.names
            and self.parts == other.parts
        )

    def __repr__(self) -> str:
        return f"{self.parts[0].cls.__name__}({len(self.names)} parameters)"


def _same_attributes(a: dict[str, Any], b: dict[str, Any]) -> bool:
    if a.keys() - BOOKKEEPING != b.keys() - BOOKKEEPING:
        return False
    return all(_same(v, b[k]) for k, v in a.items() if k not in BOOKKEEPING)


def _same(a: Any, b: Any) -> bool:
    """Whether two attribute values mean the same to compiled code."""
    if a is b:
        return True
    if type(a) is not type(b):
        return False
    if isinstance(a, _EXACT):
        return repr(a) == repr(b)
    if isinstance(a, Tensor):
        return _same_array(a._value, b._value)
    if isinstance(a, (np.ndarray, jax.Array)):
        return _same_array(a, b)
    if isinstance(a, (tuple, list)):
        return len(a) == len(b) and all(_same(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, dict):
        return list(a) == list(b) and all(_same(v, b[k]) for k, v in a.items())
    if isinstance(a, Primitive):
        return _same_attributes(vars(a), vars(b))
    try:
        return bool(a == b)
    except (TypeError, ValueError):
        return False


def _same_array(a: Any, b: Any) -> bool:
    if a is b:
        return True
    if isinstance(a, jax.core.Tracer) or isinstance(b, jax.core.Tracer):
        return False
    return a.dtype == b.dtype and a.shape == b.shape and np.array_equal(a, b)


def _describe(root: Any) -> tuple[Spec, list[tuple[dict, str]], list[tuple]]:
    """The structure of a Cell, dictionary and key of each unique Parameter, and what to watch."""
    params: list[Any] = []
    names: list[str] = []
    slots: list[tuple[dict, str]] = []
    cells: list[Any] = []
    seen: set[int] = set()
    stack = [("", root)]
    while stack:
        prefix, cell = stack.pop()
        if id(cell) in seen:
            continue
        seen.add(id(cell))
        cells.append(cell)
        for key, param in cell._params.items():
            if param is not None and id(param) not in seen:
                seen.add(id(param))
                params.append(param)
                names.append(prefix + key)
                slots.append((cell._params, key))
        children = [(prefix + k + ".", c) for k, c in cell._cells.items() if c is not None]
        stack.extend(reversed(children))
    watched = _watched(cells)
    return Spec(params, names, cells, watched), slots, watched


def _current(cell: Any) -> tuple:
    known = cell._msj_tree
    if known is not None and known[0] == STATE.version and not any(map(_moved, known[3])):
        return known
    spec, slots, watched = _describe(cell)
    if known is not None and known[1] == spec:
        spec = known[1]  # an equal object, so that comparison stays a matter of identity
    cell._msj_tree = known = (STATE.version, spec, slots, watched)
    return known


def _watched(cells: list[Any]) -> list[tuple]:
    """What can change without notice: Tensors held as attributes, lists and dicts."""
    found: list[tuple] = []
    for cell in cells:
        for name, value in cell.__dict__.items():
            if name in _OMITTED or name in BOOKKEEPING:
                continue
            if type(value) in (list, dict) and value:
                found.append((value, value.copy(), None))
            for tensor in tensors_in(value):
                if not isinstance(tensor, Parameter):
                    found.append((cell.__dict__, name, (value, tensor, tensor._data)))
    return found


def _moved(entry: tuple) -> bool:
    holder, before, tensor = entry
    if tensor is None:
        return changed(holder, before)
    return holder.get(before) is not tensor[0] or tensor[1]._value is not tensor[2]


def flatten(cell: Any) -> tuple[list[Any], Spec]:
    """Parameters and structure of a Cell."""
    _, spec, slots, _ = _current(cell)
    return [holder[key] for holder, key in slots], spec


def flatten_with_keys(cell: Any) -> tuple[list[tuple[Any, Any]], Spec]:
    """Parameters with their names as keys, and structure, of a Cell."""
    children, spec = flatten(cell)
    keys = [jax.tree_util.DictKey(name) for name in spec.names]
    return list(zip(keys, children, strict=True)), spec


def unflatten(spec: Spec, children: Any) -> Any:
    """A clone of the Cells with other Parameters; runs no constructor and checks nothing."""
    children = list(children)
    cells = [part.cls.__new__(part.cls) for part in spec.parts]
    slots: list[Any] = [None] * len(children)
    for part, cell in zip(spec.parts, cells, strict=True):
        own = cell.__dict__
        own["_params"] = params = Registry()
        for name, i in part.params:
            _put(params, name, None if i is None else children[i])
            if i is not None and slots[i] is None:
                slots[i] = (params, name)
        own["_cells"] = below = Registry()
        for name, i in part.cells:
            _put(below, name, None if i is None else cells[i])
        own.update(part.attributes)
        for name in part.refs:
            own[name] = _thaw(own[name], children, cells)
        cell._msj_plain, cell._msj_checked, cell._msj_cast, cell._msj_recomputed = part.slots
        cell._msj_table = None if part.table is None else copy.deepcopy(part.table)
        cell._msj_tree = None
    cells[0]._msj_tree = (STATE.version, spec, slots, _watched(cells) if spec.watches else ())
    return cells[0]
