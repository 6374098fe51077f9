"""Stateful Python as pure functions of arrays.

`Run` executes a function inside a frame and reports its result together with every change it made
to things from outside: boxes written, and Tensors stored as attributes of Cells. All JAX
transformations of msjax are `Run` plus one JAX call. `Lifted` is a whole function as one jaxpr over
explicit inputs.
"""

from __future__ import annotations

import collections
import copy
import functools
import inspect
import itertools
import types
from _thread import _count  # type: ignore[attr-defined]
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import jax
import jax.extend
import jax.numpy as jnp
import numpy as np

from msjax._core.base.dtype import Type
from msjax._core.base.functions import wrapped
from msjax._core.base.interop import is_literal
from msjax._core.base.network import UNSEEN, Network
from msjax._core.base.state import STATE, Frame, changed
from msjax._core.base.x64 import x64
from msjax._core.compile import ranks
from msjax._core.compile.counters import Counter
from msjax._core.compile.forks import BREAKS, Oracle, Watch, explore
from msjax._core.compile.merge import ATOMS, Traced, alike, parts_alike
from msjax._core.compile.sums import summing
from msjax._core.gradient.hooks import copy_hooks
from msjax._core.op.replaced import is_inferred
from msjax._core.runtime.slices import traced_value
from msjax._core.tensor import random
from msjax._core.tensor.links import BeingTraced, Lazy, is_viewed, memory_of
from msjax._core.tensor.number import Number
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.structure import (
    put_together,
    refilled,
    take_apart,
    tensors_in,
    with_python_scalars,
    with_sequences,
)
from msjax._core.tensor.tensor import Tensor, box

_MAX_TRACES = 20


class Run:
    """One execution of Python code inside a frame, with its outside effects collected as arrays."""

    def __init__(self, captures: bool = False, inputs: Sequence[Tensor] = (), knows: bool = False):
        self.frame = Frame(STATE.frame, captures, inputs, knows)
        self.written: list[Tensor] = []
        self.attributes: list[tuple[Any, str, Any, int]] = []
        self.plain: list[tuple[Any, str, Any]] = []  # Python values without Tensors given to Cells
        self.kept: set[int] = set()  # lists and dicts among them that Cells had before
        # What finds these, and Tensors from outside among them, at each call, by their ids.
        self.places: dict[int, Callable[[], Any]] = {}
        self.structure: Any = None
        # Lists and dicts in the result: where, themselves, and where the arguments have them. Also
        # a Parameter that is the result.
        self.returned: list[tuple[tuple, Any, tuple | None]] = []

    def __call__(
        self,
        body: Callable[[], Any],
        swaps: Iterable[tuple[Tensor, Any]] = (),
        split: Callable[[Any], Any] = lambda out: out,
    ) -> tuple[list[Any], list[Any]]:
        """Run `body()` with boxes temporarily holding other arrays.

        Returns the arrays of its result (after `split`) and those of its effects.
        """
        frame = self.frame
        swapped = list(swaps)
        hidden = BeingTraced() if frame.captures and _count() else None
        result: list[Any] = []
        previous, frame.ended = STATE.enter(None, frame), False
        try:
            for b, array in swapped:
                frame.saved.setdefault(id(b), (b, b._data, b._node))
                frame.entered[id(b)] = id(array)
                b._data, b._node = array, None
                if hidden is not None and b._view is None:
                    b._view = hidden
            for thing in frame.objects:
                frame.note_object(thing)
            self.structure = take_apart(split(with_sequences(body())), result, Tensor._read)
            if frame.broken is not None:
                raise frame.broken
            effects = self._collect_attributes()
            if frame.captures and self._hides_tensors(self.structure):
                raise frame.break_off("an object or function that is returned keeps a Tensor")
        except BaseException:
            for seen in frame.cells.values():
                seen.restore()
            raise
        finally:
            written = frame.restore()
            for b, _ in swapped if hidden is not None else ():
                if b._view is hidden:
                    b._view = None
            STATE.leave(previous)
        unchanged = {id(b): array for b, array in swapped}
        for b, array in written:
            if unchanged.get(id(b)) is not array:
                self.written.append(b)
                effects.append(array)
        return result, effects

    def _collect_attributes(self) -> list[Any]:
        effects: list[Any] = []
        for seen in self.frame.cells.values():
            cell, now = seen.cell, seen.cell.__dict__
            for name, values in seen.containers.items():
                if now.get(name) is seen.attributes[name] and not parts_alike(now[name], values):
                    raise self.frame.break_off(
                        f"the {type(now[name]).__name__} '{name}' of '{type(cell).__name__}' "
                        "is changed",
                        filling=True,
                    )
            for name in seen.attributes.keys() - now.keys() - UNSEEN if self.frame.captures else ():
                raise self.frame.break_off(
                    f"the attribute '{name}' of '{type(cell).__name__}' is deleted", filling=True
                )
            for name, value in list(now.items()):
                old = seen.attributes.get(name, _ABSENT)
                if value is old or name in UNSEEN:
                    continue
                if type(value) in ATOMS:
                    if type(value) is type(old) and value == old:
                        continue
                    self.plain.append((cell, name, value))
                elif any(self.frame.owns(t) for t in tensors_in(value)):
                    start = len(effects)
                    structure = take_apart(value, effects, Tensor._read)
                    self.attributes.append((cell, name, structure, len(effects) - start))
                elif self.frame.captures and self._hides_tensors(value):
                    raise self.frame.break_off(
                        f"the attribute '{name}' of '{type(cell).__name__}' becomes an object that "
                        "keeps a Tensor"
                    )
                elif not _same(value, old):
                    self.plain.append((cell, name, value))
                    if self._knew(value):
                        self.kept.add(id(value))
                if old is _ABSENT:
                    del now[name]
                else:
                    now[name] = old
        return effects

    def _knew(self, value: Any) -> bool:
        """Whether a Cell had a list, dict, set or array before: it may change under both names."""
        return type(value) in _CHANGEABLE and any(
            value is v for seen in self.frame.cells.values() for v in seen.attributes.values()
        )

    def _hides_tensors(self, value: Any) -> bool:
        """Whether an object or function within `value` keeps a traced Tensor that was made inside.

        Such an object could not be made again by the compiled code.
        """
        met = set(self.frame.cells)  # these have the attributes of before
        stack = [value]
        while stack:
            value = stack.pop()
            if type(value) in ATOMS or id(value) in met:
                continue
            met.add(id(value))
            if isinstance(value, Tensor):
                if isinstance(value._data, jax.core.Tracer) and self.frame.owns(value):
                    return True
            elif isinstance(value, dict):
                stack.extend(value.values())
            elif isinstance(value, (list, tuple, set)):
                stack.extend(value)
            elif isinstance(value, types.FunctionType):
                stack.extend(_enclosed(value))
            elif isinstance(value, types.MethodType):
                stack.append(value.__self__)
            elif id(value) in self.frame.made or not isinstance(
                value, (type, types.ModuleType, Network)
            ):
                stack.extend(getattr(value, "__dict__", {}).values())
        return False

    def replay(
        self,
        effects: Iterable[Any],
        make: Callable[[Any], Tensor] = box,
        once: bool = True,
    ) -> None:
        """Make the changes outside the frame, given the arrays of the effects.

        Args:
            effects: the arrays.
            make: makes the Tensors of attributes.
            once: as for `write`.
        """
        arrays = iter(effects)
        given = [
            (cell, name, put_together(structure, arrays, make))
            for cell, name, structure, _ in self.attributes
        ]
        for cell, name, value in self.plain:
            now = self._now(value) if self.places else value
            if not _same(now, cell.__dict__.get(name, _ABSENT)):
                given.append((cell, name, now if id(value) in self.kept else _made_anew(now)))
        for cell, name, value in given:
            if not _stands_for(value, cell.__dict__.get(name, _ABSENT)):
                STATE.bump()
            cell.__dict__[name] = value
        self.write(arrays, once)

    def _now(self, value: Any) -> Any:
        """A value of the trace with what is now where its parts were."""
        if id(value) in self.places:
            return self.places[id(value)]()
        if isinstance(value, (tuple, list)):
            return refilled(value, [self._now(v) for v in value])
        if isinstance(value, dict):
            return refilled(value, {k: self._now(v) for k, v in value.items()})
        return value

    def write(self, arrays: Iterable[Any], once: bool = True) -> None:
        """Give the Tensors that were written from outside their arrays.

        Args:
            arrays: one for each.
            once: whether the code ran, which a loop without turns does not.

        Raises:
            TraceBreak: whether a Tensor took over other memory depends on values, and there are
                views of the memory that it had.
        """
        inner, outer = self.frame, STATE.frame
        for b, array in zip(self.written, arrays, strict=True):
            if once and id(b) in inner.replaced:
                b._rebind(array)
                continue
            if outer is not None and (id(b) in inner.at_times or id(b) in inner.replaced):
                if is_viewed(b):
                    raise outer.break_off(OTHER_MEMORY)
                outer.at_times[id(b)] = b
            b._assign(array)


OTHER_MEMORY = "a Tensor that has views is given other memory on some paths only, or after a write"
_ABSENT = object()


def _stands_for(value: Any, old: Any) -> bool:
    """Whether code that was compiled for an attribute's old value is right for the new one."""
    if type(value) is Tensor and type(old) is Tensor:
        return (value.shape, value.dtype) == (old.shape, old.dtype)
    return alike(value, old)


_EQUAL = (*ATOMS, np.generic, np.dtype, Type, range, slice, set, frozenset)
_DEPTH = 8  # of objects in objects
_CHANGEABLE = frozenset({list, dict, set, collections.deque, bytearray, np.ndarray})


def _same(a: Any, b: Any, depth: int = _DEPTH) -> bool:
    """Whether two values without Tensors that were made inside are the same to code."""
    t = type(a)
    if a is b or t is not type(b) or depth == 0:
        return a is b
    if isinstance(a, (tuple, list, collections.deque)):
        return len(a) == len(b) and all(_same(x, y, depth - 1) for x, y in zip(a, b, strict=True))
    if isinstance(a, dict):
        return _same(list(a.items()), list(b.items()), depth)
    if t is np.ndarray:
        same = (a.shape, a.dtype) == (b.shape, b.dtype) and a.dtype != object
        return same and a.tobytes() == b.tobytes()
    if isinstance(a, _EQUAL):
        return repr(a) == repr(b) if t in ATOMS else bool(a == b)
    if t is types.FunctionType:
        held = [(f.__code__, f.__defaults__, f.__kwdefaults__, _enclosed(f)) for f in (a, b)]
        return _same(*held, depth - 1)
    if isinstance(a, (Tensor, Network, type)) or not hasattr(a, "__dict__"):
        return False
    return bool(vars(a)) and _same(vars(a), vars(b), depth - 1)


class Lifted:
    """A function as a jaxpr: arguments and outside boxes in, results and effects out.

    Given a snapshot of what its paths must not change, conditions on values fork the trace. With
    `joins` it is a Cell called in such a trace, which has told in which Cells paths are joined.
    """

    __slots__ = ("arg_hooks", "arg_writes", "closed", "fun", "guarded", "inputs", "read", "run")

    def __init__(
        self,
        fn: Callable,
        structure: Any,
        arrays: Sequence[Any],
        seeds: Sequence[Tensor],
        cells: Sequence[Any] = (),
        givers: Sequence[Tensor | None] = (),
        objects: Sequence[Any] = (),
        snapshot: Watch | None = None,
        joins: dict[int, Any] | None = None,
        counters: Sequence[Counter] = (),
    ):
        known = [*seeds, *(c.tensor for c in counters)]

        def trace(oracle: Oracle | None = None) -> Traced:
            for _ in range(_MAX_TRACES):
                inputs = list(known)
                run = Run(captures=True, inputs=inputs)
                try:
                    *traced, guarded = _trace(
                        run, fn, structure, arrays, inputs, cells, givers, objects, oracle, counters
                    )
                except Exception:
                    missed = [b for b in run.frame.found.values() if traced_value(b) is not b._data]
                    if not missed:
                        raise
                    known.extend(missed)  # whose parts were taken for the whole
                    continue
                found = list(traced[0].frame.found.values())
                if not found:
                    return Traced(*traced, inputs, guarded)
                known.extend(found)
            raise RuntimeError("The compiled function reads new Tensors every time it is traced.")

        traced = trace() if snapshot is None else explore(trace, snapshot, list(arrays), joins)
        self.run, closed, self.arg_writes, self.arg_hooks, inputs, self.guarded = traced
        if counters:
            places = {id(b): len(arrays) + i for i, b in enumerate(inputs)}
            closed = _without_unchanged(self.run, closed, counters, places)
        self.closed = closed
        used = {v for eqn in closed.jaxpr.eqns for v in eqn.invars if not is_literal(v)}
        used |= {v for v in closed.jaxpr.outvars if not is_literal(v)}
        keep = [v in used for v in closed.jaxpr.invars[len(arrays) :]]
        self.inputs = [b for b, kept in zip(inputs, keep, strict=True) if kept]
        variables = closed.jaxpr.invars[len(arrays) :]
        self.read = [v for v, kept in zip(variables, keep, strict=True) if kept]  # of `inputs`
        evaluate, count = jax.extend.core.jaxpr_as_fun(closed), len(arrays)

        def fun(*flat: Any) -> tuple:
            boxes = iter(flat[count:])
            filled = [next(boxes) if kept else None for kept in keep]
            return tuple(evaluate(*flat[:count], *filled))

        self.fun = fun


def _without_unchanged(
    run: Run, closed: Any, counters: Sequence[Counter], places: dict[int, int]
) -> Any:
    """The jaxpr without the effects that would give Cells the numbers back that they keep."""
    given = {(id(c.cell), c.name): closed.jaxpr.invars[places[id(c.tensor)]] for c in counters}
    outvars = list(closed.jaxpr.outvars)
    at = len(outvars) - len(run.written) - sum(count for *_, count in run.attributes)
    kept = []
    for cell, name, structure, count in run.attributes:
        if count == 1 and outvars[at] is given.get((id(cell), name)):
            del outvars[at]
        else:
            kept.append((cell, name, structure, count))
            at += count
    run.attributes[:] = kept
    return closed.replace(jaxpr=closed.jaxpr.replace(outvars=outvars))


def _containers(value: Any) -> list[Any]:
    """The lists and dicts inside the arguments of a call."""
    parts = list(value.values()) if isinstance(value, dict) else value
    found = [c for p in parts if isinstance(p, (dict, list, tuple)) for c in _containers(p)]
    return [value, *found] if isinstance(value, (dict, list)) else found


def _made_anew(value: Any) -> Any:
    """A value of the trace as a call gives it: not the lists, dicts, sets and arrays of others."""
    if type(value) in (set, collections.deque, bytearray, np.ndarray):
        return copy.copy(value)
    if isinstance(value, (tuple, list)):
        return refilled(value, [_made_anew(v) for v in value])
    if isinstance(value, dict):
        return refilled(value, {k: _made_anew(v) for k, v in value.items()})
    return value


def placed(value: Any, path: tuple = (), depth: int = _DEPTH) -> Iterator[tuple[tuple, Any]]:
    """Lists, dicts, sets and arrays in a value, with the keys that lead there, outer ones first."""
    if type(value) in _CHANGEABLE:
        yield path, value
    if type(value) in (list, tuple, dict) and depth:
        for key, part in value.items() if type(value) is dict else enumerate(value):
            yield from placed(part, (*path, key), depth - 1)


def own_attributes(tensor: Tensor) -> list[str]:
    """The attributes that a program gave a Tensor, apart from those that Tensors have."""
    return [n for n in vars(tensor) if n[:1] != "_" and not hasattr(type(tensor), n)]


def _trace(
    run: Run,
    fn: Callable,
    structure: Any,
    arrays: Sequence[Any],
    inputs: list[Tensor],
    cells: Sequence[Any],
    givers: Sequence[Tensor | None],
    objects: Sequence[Any],
    oracle: Oracle | None,
    counters: Sequence[Counter],
) -> tuple:
    run.frame.objects, run.frame.oracle = objects, oracle
    owner = getattr(fn, "__self__", None)
    arg_writes: list[int] = []
    arg_hooks: list[int] = []
    guarded: list[Any] = []
    # Bare arrays among the arguments have no giver.
    places = [i for i in range(len(arrays)) if not givers or givers[i] is not None]

    had = {id(b): {n: vars(b)[n] for n in own_attributes(b)} for b in inputs}
    broken: list[BaseException] = []  # not through JAX, which would look at each of its frames

    def pure(arg_arrays: list, box_arrays: list) -> list:
        if oracle is not None:
            oracle.begin([*arg_arrays, *box_arrays])
        try:
            return traced(arg_arrays, box_arrays)
        except BREAKS as reason:
            broken.append(reason)
            return []

    def traced(arg_arrays: list, box_arrays: list) -> list:
        made: list[tuple[Tensor, Any]] = []

        def make(array: Any) -> Tensor:
            made.append((box(array), array))
            if givers:
                copy_hooks(givers[places[len(made) - 1]], made[-1][0])
            return made[-1][0]

        def body() -> Any:
            args, kwargs = put_together(structure, iter(arg_arrays), make)
            for cell in cells:
                run.frame.note_cell(cell)
            if isinstance(owner, Network):  # a Cell's own method: its attributes matter
                run.frame.note_cell(owner)
            for counter in counters:
                run.frame.note_cell(counter.cell)
                counter.stand_in()
            given = () if getattr(fn, "keeps_arguments", False) else _containers((args, kwargs))
            held = [(part, part.copy()) for part in given]
            out = fn(*args, **kwargs)
            if type(out) is types.GeneratorType and out.gi_code.co_name != "<genexpr>":
                raise run.frame.break_off("a generator is returned")
            if any(changed(part, before) for part, before in held):
                raise run.frame.break_off("a list or dict among the arguments is changed")
            places = {id(part): path for path, part in placed((args, kwargs))}
            out = with_python_scalars(out, places)
            run.returned = [(path, part, places.get(id(part))) for path, part in placed(out)]
            if isinstance(out, Parameter):
                run.returned.append(((), out, None))
            return out

        def split(out: Any) -> Any:
            writes = [i for i, (b, array) in enumerate(made) if b._value is not array]
            arg_writes.extend(places[i] for i in writes)
            for t in (*(b for b, _ in made), *tensors_in(out)):
                for name in itertools.filterfalse(is_inferred, own_attributes(t)):
                    if had.get(id(t), {}).get(name, made) is vars(t)[name]:
                        continue  # a Parameter had it before
                    raise run.frame.break_off(
                        f"a Tensor that is given or returned gets the attribute '{name}'"
                    )
            looked_at = [i for i, (b, _) in enumerate(made) if run.frame.hooks.pop(id(b), None)]
            arg_hooks.extend(places[i] for i in looked_at)
            return out, [made[i][0] for i in writes]

        result, effects = run(body, zip(inputs, box_arrays, strict=True), split)
        guards = [] if oracle is None else oracle.guards
        guarded.extend(guards[:1])
        return [*result, *([functools.reduce(jnp.logical_and, guards)] if guards else ()), *effects]

    with x64(), ranks.tracing(), summing():
        closed = jax.make_jaxpr(pure)(list(arrays), [traced_value(b) for b in inputs])
    if broken:
        raise broken.pop()
    return run, closed, arg_writes, arg_hooks, bool(guarded)


def reachable(*roots: Any, cells: list | None = None) -> list[Tensor]:
    """Boxes that code holding the given objects is likely to read: a guess saves a retrace.

    The Cells among the objects are appended to `cells`.
    """
    found: dict[int, Tensor] = {}
    seen: set[int] = set()
    stack = list(roots)

    def visit_tensor(tensor: Tensor) -> None:
        tensor = memory_of(tensor)
        if type(tensor._view) is Lazy and not tensor._view.known():
            return
        tensor._value  # noqa: B018 - gives lazy Parameters their values
        found.setdefault(id(tensor), tensor)

    while stack:
        obj = stack.pop()
        if isinstance(obj, Tensor) or type(obj) is Number:
            visit_tensor(obj.tensor if type(obj) is Number else obj)
            continue
        if id(obj) in seen or obj is None or isinstance(obj, (int, float, str, type)):
            continue
        seen.add(id(obj))
        if isinstance(obj, Network):
            if cells is not None:
                cells.extend(_cells(obj))
            for param in obj.get_parameters():
                visit_tensor(param)
            stack.extend(v for c in _cells(obj) for v in c.__dict__.values() if _interesting(v))
        elif isinstance(obj, (list, tuple)):
            stack.extend(obj)
        elif isinstance(obj, dict) and len(obj) < 1000:
            stack.extend(obj.values())
        elif isinstance(obj, functools.partial):
            stack += [obj.func, obj.args, obj.keywords]
        elif isinstance(obj, types.MethodType):
            stack += [obj.__self__, obj.__func__]
        elif isinstance(obj, types.FunctionType):
            if not (obj.__module__ or "").startswith("msjax._"):
                stack.extend(_held_by(obj))
        elif "__wrapped__" in getattr(obj, "__dict__", ()):  # not by an object's own __getattr__
            stack.append(obj.__wrapped__)
    generator = random.default_generator._state
    found.setdefault(id(generator), generator)
    return list(found.values())


def _cells(cell: Any) -> list[Any]:
    return [c for _, c in cell.cells_and_names()]


def _interesting(value: Any) -> bool:
    return isinstance(value, (Tensor, list, tuple, dict, types.FunctionType, functools.partial))


def _enclosed(function: types.FunctionType) -> list[Any]:
    """The values of a function's closure."""
    values = []
    for entry in function.__closure__ or ():
        try:
            values.append(entry.cell_contents)
        except ValueError:  # a variable that has no value yet
            continue
    return values


def _held_by(function: types.FunctionType) -> list[Any]:
    """What a Python function refers to: defaults, closure, and the globals that its code names."""
    held = list(function.__defaults__ or ())
    held += [wrapped(function), *_enclosed(function)]
    scope = function.__globals__
    for name in function.__code__.co_names:
        value = scope.get(name)
        if value is not None and not inspect.ismodule(value) and not inspect.isclass(value):
            held.append(value)
    return held
