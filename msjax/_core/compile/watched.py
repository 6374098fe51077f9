"""What Python code can change without Tensors: compared after each path of a forked trace."""

from __future__ import annotations

import collections
import copy
import functools
import types
from collections.abc import Iterable
from typing import Any

import numpy as np

from msjax._core.base.network import UNSEEN, Network
from msjax._core.compile.held_state import NUMPYS, PYTHONS, HeldState
from msjax._core.compile.lift import ATOMS
from msjax._core.compile.merge import alike, items_of, parts_alike
from msjax._core.compile.surroundings import BOUND, Surroundings, is_empty, names_in
from msjax._core.tensor.tensor import Tensor

_MOST_BYTES = 1 << 26
_MOST_PARTS = 100_000
_CONTAINERS = (list, dict, set, collections.deque, bytearray)
_OF_PARTS = frozenset({"collections", "queue"})  # whose objects keep containers in attributes
_MOST_COMPARED = 1 << 12  # bytes of an array that is compared at every call
_MOST_PARTS_COMPARED = 64
_NOTHING = object()


def copies_of(value: Any, depth: int = 4) -> list[tuple[Any, Any]]:
    """Sets, deques and small arrays in a value, of which only contents tell that they changed, each
    with a copy."""
    if isinstance(value, (list, tuple, dict)):
        parts = value.values() if isinstance(value, dict) else value
        if len(value) > _MOST_PARTS_COMPARED or not depth:
            return []
        return [pair for part in parts for pair in copies_of(part, depth - 1)]
    small = (
        value.nbytes <= _MOST_COMPARED and value.dtype != object
        if isinstance(value, np.ndarray)
        else isinstance(value, (set, collections.deque)) and len(value) <= _MOST_PARTS_COMPARED
    )
    return [(value, _copied(value))] if small else []


class Snapshot:
    """Containers, NumPy arrays and variables that a function reaches, as they are now."""

    hasty = False  # whether a trace is given up at a loop that seems to have many turns
    lenient = False  # whether code may change what it reads while it is traced
    prints = False  # whether text is printed whenever compiled code comes by, not while tracing
    compares_types = False  # whether code may ask if the class of a value is that of a number

    def __init__(
        self,
        around: Surroundings,
        cells: Iterable[Network],
        roots: Iterable[Any],
        tensors: Iterable[Tensor] = (),
    ):
        self._held: dict[int, tuple[Any, Any]] = {}
        self._states: dict[int, HeldState] = {}
        self._names: list[tuple[Any, str, Any]] = []  # an owner, a name, and its value
        self._sizes: list[tuple[Any, set[str], int]] = []  # and names that may be added to it
        self._cells: list[tuple[str, Any, Any]] = []
        self._bytes = 0
        self._met: set[int] = set()
        self.slots: dict[tuple[int, Any], Any] = {}  # parts of containers that were replaced
        self.moved: dict[int, tuple[str, Any]] = {}  # variables of closures that changed
        self.only_slots = True  # whether nothing else was
        self.whole: set[Any] = set()  # code of statements whose paths are not joined
        self.lines: set[tuple[Any, int]] = set()  # code and lines at which conditions were met
        self.left: list[str] | None = None  # where regions left paths untraced, if these are sought
        self._only_added: list[Any] = []  # what code adds to and does not look at
        for root in roots:
            self._walk(root)
        for cell in {id(cell): cell for cell in (*cells, *around.cells)}.values():
            self._walk(tuple(v for name, v in vars(cell).items() if name not in UNSEEN))
        for function in around.functions:
            scope, names = function.__globals__, names_in(function.__code__)
            self._note_names(scope, names.scope & scope.keys() | names.set_globals, around)
            for name, cell in zip(
                function.__code__.co_freevars, function.__closure__ or (), strict=True
            ):
                value = _NOTHING if is_empty(cell) else cell.cell_contents
                self._cells.append((name, cell, value))
                self._walk_named(name, value, around)
            self._walk(function.__defaults__)
            self._walk(function.__kwdefaults__)
        # What plain objects keep is noted by frames, and given back to them by compiled code.
        self._kept = {id(vars(thing)) for thing in around.objects}
        functions = [vars(f) for f in around.functions if around.set_attributes]
        names = around.attributes | around.set_attributes
        for owner in (*around.owners, *around.classes, *functions):
            if isinstance(owner, types.MappingProxyType):  # of a class, which stands there itself
                continue
            held = _names_of(owner)
            self._note_names(owner, names & held.keys(), around)
            if around.set_attributes and id(owner) not in self._kept:
                self._sizes.append((owner, around.set_attributes - held.keys(), len(held)))
        for held in map(vars, tensors) if around.set_attributes else ():
            self._note_names(held, around.set_attributes & held.keys(), around)
            self._sizes.append((held, around.set_attributes - held.keys(), len(held)))
        self._names += [
            (thing, name, _named(thing, name))
            for thing in around.slotted
            for name in around.set_attributes
            if hasattr(type(thing), name)
        ]
        if around.draws:
            self._walk((PYTHONS, NUMPYS))
        self._looked_at = self._held.keys() | self._states.keys()
        for value in self._only_added:
            self._walk(value)

    def _note_names(self, held: Any, names: Iterable[str], around: Surroundings) -> None:
        for name in names:
            if name not in UNSEEN:
                value = _names_of(held).get(name, _NOTHING)
                self._names.append((held, name, value))
                self._walk_named(name, value, around)

    def _walk_named(self, name: str, value: Any, around: Surroundings) -> None:
        if around.only_adds(name, value):
            self._only_added.append(value)
        else:
            self._walk(value)

    def _walk(self, value: Any) -> None:
        stack = [value]
        while stack:
            value = stack.pop()
            t = type(value)
            if t in ATOMS or isinstance(value, (Tensor, type)) or id(value) in self._met:
                continue
            if hasattr(value, "__dict__") and (
                isinstance(value, (*_CONTAINERS, np.ndarray)) or t.__module__ in _OF_PARTS
            ):
                stack.append(vars(value))
            if isinstance(value, np.ndarray):
                self._met.add(id(value))
                self._bytes += value.nbytes
                if self._bytes <= _MOST_BYTES:
                    self._held[id(value)] = value, _copied(value)
                if value.dtype == object and value.size <= _MOST_PARTS:
                    stack.extend(value.flat)
            elif HeldState.fits(value):
                self._met.add(id(value))
                self._states[id(value)] = HeldState(value)
            elif isinstance(value, _CONTAINERS):
                self._met.add(id(value))
                if len(value) > _MOST_PARTS:
                    continue
                before = self._held[id(value)] = value, _copied(value)
                if not isinstance(value, bytearray):
                    stack.extend(before[1].values() if isinstance(value, dict) else before[1])
            elif isinstance(value, tuple):
                stack.extend(value)
            elif isinstance(value, functools.partial):
                stack += (value.func, value.args, value.keywords)
            elif isinstance(value, BOUND):
                stack.append(value.__self__)

    def now(self) -> Snapshot:
        """A snapshot of the same things as they are now."""
        twin = copy.copy(self)
        twin.slots, twin.moved, twin.only_slots = {}, {}, True
        twin._held = {
            key: (value, before if same_contents(value, before) else _copied(value))
            for key, (value, before) in self._held.items()
        }
        twin._states = {
            key: HeldState(state.value) if state.changed() else state
            for key, state in self._states.items()
        }
        twin._names = [(held, name, _named(held, name)) for held, name, _ in self._names]
        twin._sizes = [(held, names, len(_names_of(held))) for held, names, _ in self._sizes]
        twin._cells = [
            (name, cell, _NOTHING if is_empty(cell) else cell.cell_contents)
            for name, cell, _ in self._cells
        ]
        return twin

    def knows(self, value: Any) -> bool:
        """Whether a container or variable was there when the snapshot was made."""
        return id(value) in self._met or any(value is cell for _, cell, _ in self._cells)

    def lasting(self) -> str:
        """What code that reads it has changed, for good: not what it only adds to."""
        if self.lenient:
            return ""
        for key, (value, before) in self._held.items():
            if key in self._looked_at and not same_contents(value, before):
                return self._called(value)
        for key, state in self._states.items():
            if key in self._looked_at and state.changed():
                return state.described()
        for held, name, before in self._known_and_new():
            if id(held) not in self._kept and not alike(_named(held, name), before):
                return f"'{name}'"
        for name, cell, before in self._cells:
            if not alike(_NOTHING if is_empty(cell) else cell.cell_contents, before):
                return f"'{name}'"
        return ""

    def _called(self, value: Any) -> str:
        """How reasons name a container: by a name that leads to it, if there is one."""
        held = ((name, v) for _, name, v in (*self._names, *((c, n, v) for n, c, v in self._cells)))
        name = next((name for name, v in held if v is value), "")
        kind = type(value).__name__
        return f"the {kind} '{name}'" if name else f"a {kind}"

    def _known_and_new(self) -> list[tuple[Any, str, Any]]:
        """The names that were there, and those that were added since."""
        return self._names + [
            (held, name, _NOTHING)
            for held, names, size in self._sizes
            if len(_names_of(held)) != size
            for name in names & _names_of(held).keys()
        ]

    def difference(self, frame: Any) -> str:
        """What changed, restored then; empty if nothing did."""
        found = ""
        for value, before in self._held.values():
            if not same_contents(value, before):
                keys = _replaced(value, before)
                self.slots |= {(id(value), key): value for key in keys}
                self.only_slots &= bool(keys)
                _restore(value, before)
                found = self._called(value)
        for state in self._states.values():
            if state.changed():
                state.restore()
                found = state.described()
                self.only_slots = False
        for held, name, before in self._known_and_new():
            if not alike(_named(held, name), before):
                _give(held, name, before)
                found = f"'{name}'"
                self.only_slots = False
        for name, cell, before in self._cells:
            now = _NOTHING if is_empty(cell) else cell.cell_contents
            if not alike(now, before):
                if before is _NOTHING or now is _NOTHING:
                    self.only_slots = False
                self.moved[id(cell)] = name, cell
                if before is not _NOTHING:
                    cell.cell_contents = before
                found = f"'{name}'"
        if frame is not None:
            for seen in frame.cells.values():
                name = _changed_attribute(seen)
                if name:
                    seen.restore()
                    found = f"'{type(seen.cell).__name__}.{name}'"
                    self.only_slots = False
        return found


def _changed_attribute(seen: Any) -> str:
    now, before = seen.cell.__dict__, seen.attributes
    for name in {**now, **before}:
        if isinstance(seen.cell, Network) and name in UNSEEN:
            continue
        a, b = now.get(name, _NOTHING), before.get(name, _NOTHING)
        if not alike(a, b):
            return name
    return ""


def _names_of(owner: Any) -> Any:
    """The dict of names that a class keeps, or that stands for a module, function or object."""
    return vars(owner) if isinstance(owner, type) else owner


def _named(owner: Any, name: str) -> Any:
    """What a dict, a class or an object with `__slots__` has by a name."""
    if isinstance(owner, (dict, type)):
        return _names_of(owner).get(name, _NOTHING)
    return getattr(owner, name, _NOTHING)


def _give(owner: Any, name: str, value: Any) -> None:
    """Let it have a value by a name, or nothing."""
    if isinstance(owner, dict):
        if value is _NOTHING:
            owner.pop(name, None)
        else:
            owner[name] = value
        return
    kind = type if isinstance(owner, type) else object  # whatever its class makes of it
    if value is _NOTHING:
        kind.__delattr__(owner, name)
    else:
        kind.__setattr__(owner, name, value)


def _copied(value: Any) -> Any:
    """The parts of a container, whatever its class makes of copies."""
    if isinstance(value, np.ndarray):
        return np.array(value, subok=False)
    if isinstance(value, dict):
        return dict(items_of(value))
    if isinstance(value, (set, bytearray)):
        return set(value) if isinstance(value, set) else bytearray(value)
    return list(value)


def same_contents(value: Any, before: Any) -> bool:
    """Whether a container or array is as it was when it was copied."""
    if isinstance(value, np.ndarray):
        return value.shape == before.shape and np.asarray(value).tobytes() == before.tobytes()
    if isinstance(value, (set, bytearray)):
        return value == before
    return parts_alike(value, before)


def _replaced(value: Any, before: Any) -> list[Any]:
    """The indices or keys at which a container holds something else; none if these changed."""
    if type(value) not in (list, dict) or len(value) != len(before):
        return []
    if type(value) is dict:
        if not all(a is b for a, b in zip(value, before, strict=True)):
            return []
        return [k for k, v in value.items() if not alike(v, before[k])]
    return [i for i, (a, b) in enumerate(zip(value, before, strict=True)) if not alike(a, b)]


def _restore(value: Any, before: Any) -> None:
    if isinstance(value, np.ndarray):
        if value.shape != before.shape:
            value.shape = before.shape
        np.asarray(value)[...] = before
        return
    value.clear()
    if isinstance(value, (dict, set)):
        value.update(before)
    else:
        value.extend(before)
