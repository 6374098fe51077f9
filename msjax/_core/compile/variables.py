"""What regions of rewritten code change: variables of closures, attributes, parts of containers.

A region is the body of a loop, or a statement with conditions: a function whose assigned variables
are cells of its closure, which is how they are read and given back.
"""

from __future__ import annotations

import dis
import functools
import sys
import types
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.interop import known_value
from msjax._core.base.network import Network
from msjax._core.base.state import STATE
from msjax._core.base.x64 import x64
from msjax._core.compile.lift import ATOMS, reachable
from msjax._core.compile.stand_ins import StandIn
from msjax._core.compile.surroundings import Surroundings, is_empty
from msjax._core.compile.watched import Snapshot
from msjax._core.tensor.links import memory_of, owns_memory
from msjax._core.tensor.number import Number
from msjax._core.tensor.structure import is_record, tensors_in
from msjax._core.tensor.tensor import Tensor, box

FINISHED, BROKEN, RETURNED, CONTINUED = 0, 1, 2, 3  # how a loop, a round or a statement ended
RESULT = "_msjax_result"  # the variable of what a `return` in a region returns
CONTAINERS = (list, dict, np.ndarray)
NOTHING = object()  # the value of a variable that has none


class Ended:
    """How a region ended, where only compiled code knows: a number, which is one of some codes."""

    __slots__ = ("codes", "number")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, number: Any, codes: Iterable[int]):
        self.number, self.codes = number, frozenset(codes)

    @staticmethod
    def made(number: Any, codes: Iterable[int]) -> Any:
        """The code itself where there is but one."""
        codes = frozenset(codes)
        return next(iter(codes)) if len(codes) == 1 else Ended(number, codes)

    def __eq__(self, code: Any) -> Any:
        return code in self.codes and self.number == code

    def known(self) -> int:
        """The code on the path that is traced."""
        *others, last = sorted(self.codes, reverse=True)
        return next((code for code in others if self.number == code), last)

    def passed_on(self, ways: dict[int, int]) -> Any:
        """What a region around gives: some codes as others, and else that it finished."""
        array = self.number.tensor._read()
        with x64():
            found = jnp.full_like(array, FINISHED)
            for code in self.codes & ways.keys():
                found = jax.lax.select(array == code, jnp.full_like(array, ways[code]), found)
            return Ended.made(Number(box(found)), {ways.get(c, FINISHED) for c in self.codes})


def known_end(code: Any) -> Any:
    """How a region ended, on the path that is traced."""
    return code.known() if type(code) is Ended else code


def is_unknown(value: Any) -> bool:
    """Whether the truth of a value is known only to compiled code."""
    if type(value) is Number:
        return True
    if not isinstance(value, Tensor) or value.size != 1:
        return False
    data = value._value
    return isinstance(data, jax.core.Tracer) and known_value(data) is None


def flag(value: Any) -> Tensor:
    """The truth of a test as a 0-d Tensor of bool."""
    if type(value) is Number:
        value = value.tensor
    if isinstance(value, jax.Array):
        return box(value)
    if isinstance(value, Tensor) and value.size == 1:
        return box(jnp.not_equal(value._read().reshape(()), 0))
    return box(jnp.asarray(np.bool_(bool(value))))


class RoundRaises(Exception):
    """Stands in a traced path for the exception that a round of a loop raises."""


class Variable:
    """A variable that a region assigns: in the cell of a closure."""

    def __init__(self, name: str, cell: Any):
        self.name, self.cell = name, cell
        self.moved = False  # whether a round gives it another Tensor
        self.shared = False  # whether that Tensor may be another variable's too

    def get(self) -> Any:
        """What it holds, `NOTHING` if it has no value."""
        if type(self.cell) is types.CellType and is_empty(self.cell):
            return NOTHING
        return self.cell.cell_contents

    def set(self, value: Any) -> None:
        """Give it a value, or take its value away."""
        if value is not NOTHING:
            self.cell.cell_contents = value
        elif not is_empty(self.cell):
            del self.cell.cell_contents


class Attribute(Variable):
    """An attribute of a Cell, or of an object, that a loop assigns."""

    def __init__(self, name: str, owner: Any):
        super().__init__(f"{type(owner).__name__}.{name}", owner)
        self.key = name

    def get(self) -> Any:
        return self.cell.__dict__.get(self.key, NOTHING)

    def set(self, value: Any) -> None:
        if isinstance(self.cell, Network):
            STATE.frame.note_cell(self.cell)
        if value is NOTHING:
            self.cell.__dict__.pop(self.key, None)
        else:
            self.cell.__dict__[self.key] = value


class Slot(Variable):
    """A part of a list or dict that a region replaces."""

    def __init__(self, container: Any, key: Any):
        super().__init__(f"[{key!r}] of a {type(container).__name__}", container)
        self.key = key

    def get(self) -> Any:
        return self.cell[self.key]

    def set(self, value: Any) -> None:
        self.cell[self.key] = value


class Watch:
    """What paths must not change: of the region itself, and of the function around it."""

    def __init__(self, outer: Any, inner: Snapshot):
        self.outer, self.inner = outer, inner
        self.whole, self.lines, self.left = outer.whole, outer.lines, outer.left
        self.prints, self.compares_types = outer.prints, outer.compares_types

    def lasting(self) -> str:
        """Nothing: what a round of a loop changes is found by `difference`."""
        return ""

    def difference(self, frame: Any) -> str:
        """What changed, restored then; empty if nothing did."""
        inside = self.inner.difference(None)
        around = self.outer.difference(frame)
        self.inner.only_slots &= not around
        return around or inside

    def new_variables(self, known: list[Variable]) -> list[Variable]:
        """The parts of containers and the variables of other functions that changed.

        There are none if something else changed, or what the function around was given.
        """
        inner = self.inner
        moved = [cell for _, cell in inner.moved.values()]
        if not inner.only_slots or any(map(self.outer.knows, (*inner.slots.values(), *moved))):
            return []
        slots = {(id(v.cell), v.key) for v in known if isinstance(v, Slot)}
        cells = {id(v.cell) for v in known}
        return [
            *(Slot(c, key) for (at, key), c in inner.slots.items() if (at, key) not in slots),
            *(Variable(name, c) for name, c in inner.moved.values() if id(c) not in cells),
        ]


class Region:
    """The functions that a region was made into, and the variables that they assign."""

    def __init__(self, *functions: Callable):
        self.frame = STATE.frame
        self.oracle = self.frame.oracle_in_force()
        self.functions = functions
        self.line = line_of(functions[0])
        cells: dict[str, Any] = {}
        for function in functions:
            found = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
            stored = assigned(function.__code__)
            cells |= {name: cell for name, cell in found if name in stored}
        self.result = cells.pop(RESULT, None)
        self.variables = [Variable(name, cell) for name, cell in cells.items()]
        self.returned = None if self.result is None else Variable(RESULT, self.result)
        self.result_is_shared = False
        self.outside: dict[int, Tensor] = {}  # memory from outside that variables may hold after it

    def note_result(self, result: Any, others: Any, new: bool = True) -> None:
        """Note whether what is returned may have another name.

        Args:
            result: what is returned.
            others: what may hold the same Tensors.
            new: whether the region itself returns it, not one before.
        """
        held = {id(memory_of(t)) for t in tensors_in(others)}
        for t in tensors_in(result):
            memory = memory_of(t)
            if not new:
                self.result_is_shared |= not STATE.frame.frozen.keys().isdisjoint(
                    (id(t), id(memory))
                )
                continue
            if not STATE.frame.owns(memory) or id(memory) in STATE.frame.frozen:
                self.outside[id(memory)] = memory
                self.result_is_shared = True
            self.result_is_shared |= id(memory) in held or hasattr(t._view, "base")

    def freeze_result(self) -> None:
        """Let what is returned not be written to, if it may have another name."""
        if self.result_is_shared:
            for t in tensors_in(self.result.cell_contents):
                self.frame.frozen |= {id(t): t, id(memory_of(t)): memory_of(t)}

    def hold(self, guard: Tensor) -> None:
        """Let a path be left on which the region raises, given whether it did not."""
        if not self.frame.require(guard) and not guard:
            self.oracle.raised = True
            raise RoundRaises

    def watch(self) -> tuple[Watch, list[Tensor], list[Any], Surroundings]:
        """What must not change, and the Tensors, Cells and names that the region reads."""
        held = [
            cell.cell_contents
            for f in self.functions
            for cell in f.__closure__ or ()
            if not is_empty(cell)
        ]
        for value in held:
            if isinstance(value, Iterator) and type(value) is not StandIn:
                raise self.frame.break_off("an iterator is used in code that depends on values")
        cells: list[Any] = []
        seeds = [b for b in reachable(*self.functions, *held, cells=cells) if owns_memory(b)]
        around = Surroundings((*self.functions, held))
        outer = self.oracle.watch
        outer = outer.outer if type(outer) is Watch else outer  # not what a loop around changes
        return Watch(outer.now(), Snapshot(around, cells, held)), seeds, cells, around


def given_values(function: Callable) -> set[str]:
    """The variables of a function's closure that have a value now."""
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    return {name for name, cell in cells if not is_empty(cell)}


def line_of(function: Callable) -> str:
    """File and line of a function, as `forks` names places."""
    code = function.__code__
    return f"{code.co_filename}:{code.co_firstlineno}"


def containers_in(value: Any) -> list[Any]:
    """The lists, dicts, arrays and dataclass instances in a value, which others may hold too."""
    if isinstance(value, np.ndarray):
        return [value]
    if isinstance(value, (list, tuple)):
        inner = [c for v in value for c in containers_in(v)]
        return [value, *inner] if isinstance(value, list) else inner
    if isinstance(value, dict):
        return [value, *(c for v in value.values() for c in containers_in(v))]
    if is_record(value) and tensors_in(value):
        return [value, *(c for v in vars(value).values() for c in containers_in(v))]
    return []


def held_alone(values: list[Any], kinds: tuple[type, ...] = (object,)) -> list[bool]:
    """Which values nothing holds but one variable or container each, nor what is in them.

    With `kinds` only objects of these matter.
    """
    counts = _references(values)
    return [
        type(v) in ATOMS
        or ((n <= _ALONE or not (isinstance(v, kinds) or is_record(v))) and _alone_inside(v, kinds))
        for v, n in zip(values, counts, strict=True)
    ]


def _alone_inside(value: Any, kinds: tuple[type, ...]) -> bool:
    if isinstance(value, dict):
        return all(held_alone(list(value.values()), kinds))
    if isinstance(value, (list, tuple)):
        return all(held_alone(list(value), kinds))
    return not is_record(value) or all(held_alone(list(vars(value).values()), kinds))


def _references(values: list[Any]) -> list[int]:
    return [sys.getrefcount(values[i]) for i in range(len(values))]


_ALONE = _references([object()])[0] + 1


@functools.lru_cache(maxsize=1024)
def assigned(code: types.CodeType) -> frozenset[str]:
    """The variables from outside that a region assigns, also in regions inside it."""
    names = {
        i.argval
        for i in dis.get_instructions(code)
        if i.opname in ("STORE_DEREF", "DELETE_DEREF") and i.argval in code.co_freevars
    }
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType) and inner.co_name.startswith("_msjax_"):
            names |= assigned(inner) & set(code.co_freevars)
    return frozenset(names)


@functools.lru_cache(maxsize=1024)
def counted(code: types.CodeType) -> frozenset[str]:
    """The variables from outside that a region only changes by statements such as `i += 1`."""
    by_steps, otherwise, before = set(), set(), None
    for i in dis.get_instructions(code):
        if i.opname in ("STORE_DEREF", "DELETE_DEREF"):
            stepped = (
                before is not None and before.argrepr.endswith("=") and "BINARY" in before.opname
            )
            (by_steps if stepped else otherwise).add(i.argval)
        before = i
    return frozenset(by_steps - otherwise) & frozenset(code.co_freevars)
