"""Compiled functions: `jit`, its older spelling `ms_function`, and Cells in GRAPH_MODE.

One entry of a function's cache is one executable: it takes the arguments' arrays and the contents
of every box the code reads, and returns the results and the new contents of every box it writes.
"""

from __future__ import annotations

import functools
import logging
import os
import sys
import traceback
from _thread import _count  # type: ignore[attr-defined]
from collections import deque
from collections.abc import Callable, Sequence
from itertools import repeat
from typing import Any, TypeVar, overload

import jax
import numpy as np

from msjax._core.base import nodes
from msjax._core.base.dtype import is_inexact
from msjax._core.base.errors import TraceBreak, only_known, unsupported
from msjax._core.base.executable import Exec
from msjax._core.base.interop import side_effects
from msjax._core.base.network import Network
from msjax._core.base.product_precision import asked
from msjax._core.base.reword import refused_by_tpu
from msjax._core.base.state import LOCK, STATE, changed
from msjax._core.compile import ranks, wholes
from msjax._core.compile.cache_key import (
    containers_in,
    fingerprint,
    follow,
    identify,
    source_of,
    structure_of,
)
from msjax._core.compile.counters import Counter, Counters
from msjax._core.compile.dynamic_inputs import check_inputs
from msjax._core.compile.forks import (
    BESIDE,
    BREAKS,
    LOOP,
    NOT_THE_USERS,
    OUTERMOST,
    TOO_MANY,
    forking,
    placed,
)
from msjax._core.compile.interrupts import execute, putting_off, set_link
from msjax._core.compile.lift import OTHER_MEMORY, Lifted, reachable
from msjax._core.compile.rewriting import Rewriting
from msjax._core.compile.surroundings import Surroundings
from msjax._core.compile.watched import Snapshot
from msjax._core.gradient.derivatives import check_pull, run_saving
from msjax._core.gradient.hooks import lasting_hooks
from msjax._core.runtime import context, devices, launch, slices
from msjax._core.tensor.links import BUSY, View, is_viewed, memory_of
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.random import is_state
from msjax._core.tensor.structure import Leaf, put_together
from msjax._core.tensor.tensor import Tensor, box

F = TypeVar("F", bound=Callable)

_log = logging.getLogger("msjax.jit")
WARNED: set[tuple[str, str]] = set()  # places and reasons of fallbacks that were told
_ADVICE = {  # what to write where a reason has these words
    "paths differ": "Give them the same structure, shapes and dtypes",
    "conditions on values follow": "Use ops.where, or ops.WhileLoop for a loop,",
    "changes in code that depends": "Keep such things in Parameters",
    "value of a Tensor": "Use ops.where, ops.WhileLoop or ops.ForiLoop",
    "on values": "Use ops.where",
}
_MOST_CHANGES = 4
_MOST_RAISED = 8
_MOST_RARELY_USED = 16  # executables in a row that few calls used
_MANY_KINDS = 50  # then it is said once
_MOST_ENTRIES, _MOST_KEYS = 8, 256  # code made for constants that keep changing is forgotten


class PathRaises(Exception):
    """A compiled call met a condition under which its code raises; nothing was written."""


class Compiled:
    """A Python function that runs compiled; attribute `__wrapped__` is the function."""

    forks = True  # whether conditions on values are compiled
    spreads = True  # whether processes with strategies run it together

    def __init__(self, fn: Callable, fullgraph: bool = False):
        self._fn, self._fullgraph = fn, fullgraph
        self._cache: dict[tuple, list[_Entry | None]] = {}
        self._described: dict[str, str] | None = None
        self._warned = False
        self._counters = Counters()
        self._loops: Rewriting | None = None  # once a trace has broken inside a loop
        self._changes = 0  # executables in a row that few calls used
        self._kinds = 0  # of arguments that it was compiled for
        self._reason = ""  # why it runs eagerly
        self.__name__ = self.__qualname__ = getattr(fn, "__name__", type(fn).__name__)
        functools.update_wrapper(self, fn, updated=())

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        """Methods: one compiled function for each instance."""
        if instance is None:
            return self
        if isinstance(instance, type) or not hasattr(instance, "__dict__"):
            return functools.partial(self, instance)
        store = instance.__dict__.setdefault("_compiled_methods", Store())
        bound = store.get(self)
        if bound is None:
            bound = store[self] = Compiled(self._fn.__get__(instance, owner), self._fullgraph)
            bound.spreads = self.spreads
        return bound

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        if STATE.frame is not None:
            return self._fn(*args, **kwargs)
        key, arrays, boxes = _key(args, kwargs)
        for entry in self._cache.get(key, ()):
            if entry is None:
                break
            if entry.valid() and entry.fits(arrays, boxes):
                entry.again += 1
                break
        else:
            entry = self._build(key, args, kwargs, arrays, boxes)
        if entry is None:
            return self._run_eagerly(args, kwargs)
        if entry.writes and entry.overlap(boxes):
            return self._run_eagerly(args, kwargs)
        try:
            with LOCK:
                return entry.run(arrays, boxes)
        except PathRaises:
            self._note_raising(key, entry)
        except TraceBreak as reason:  # of the way back, found before anything ran
            self._warn(reason)
        except jax.errors.JaxRuntimeError as error:
            told = refused_by_tpu(self.__name__, error)
            if told is error:
                raise
            raise told from error
        return self._run_eagerly(args, kwargs)

    def _together(self) -> devices.Devices | None:
        """The devices that run this, if several do."""
        if launch.several():
            return slices.ranks() if self.spreads else None
        return devices.shared()

    def _note_raising(self, key: tuple, entry: _Entry) -> None:
        """A path was taken that raises: eager code will; where that is usual it runs always."""
        entry.raised += 1
        if entry.raised >= _MOST_RAISED:
            self._warn(TraceBreak("an exception that depends on the value of a Tensor is usual"))
            self._cache[key] = [None]

    def _run_eagerly(self, args: tuple, kwargs: dict) -> Any:
        if isinstance(self._together(), slices.Ranks):
            raise unsupported(
                f"'{self.__qualname__}' between processes with strategies: "
                f"{self._reason or 'it cannot be compiled for these arguments'}, and code that "
                "runs eagerly",
                "compile the whole step, or use 'data_parallel', or one process for all devices",
            )
        STATE.fallback += 1
        try:
            return self._fn(*args, **kwargs)
        finally:
            STATE.fallback -= 1

    def _build(
        self, key: tuple, args: tuple, kwargs: dict, arrays: list, boxes: list
    ) -> _Entry | None:
        """Compile for one kind of arguments; None if the function has to run eagerly."""
        if os.environ.get("MSJAX_LOG_RECOMPILES", "0") not in ("", "0"):
            self._log_reason(args, kwargs)
        packing, STATE.packing = STATE.packing, None  # hooks of eager code around are no part of it
        try:
            with LOCK:
                return self._trace(key, args, kwargs, arrays, boxes)
        finally:
            STATE.packing = packing

    def _trace(
        self, key: tuple, args: tuple, kwargs: dict, arrays: list, boxes: list
    ) -> _Entry | None:
        structure = (
            tuple(structure_of(a) for a in args),
            {k: structure_of(a) for k, a in kwargs.items()},
        )
        together, given = self._together(), None
        if isinstance(together, slices.Ranks):
            given = together.arguments(boxes, arrays)
            pairs = zip(given, arrays, strict=True)
            arrays = [jax.ShapeDtypeStruct(part.shape, a.dtype) for part, a in pairs]
        try:
            cells: list[Any] = []
            seeds = reachable(self._fn, args, kwargs, cells=cells)
            around = Surroundings((self._fn, args, kwargs, cells))
            seeds = {id(b): b for b in (*seeds, *reachable(around.tensors))}.values()
            snapshot = None
            if self.forks and forking():
                snapshot = Snapshot(around, cells, (args, kwargs))
            lift = functools.partial(
                Lifted,
                *(self._fn, structure, arrays, list(seeds), cells, boxes, around.objects, snapshot),
            )
            counters: list[Counter] = []
            if not around.asks_types:  # which shows a Number for what it is
                made = [e for e in self._cache.get(key, ()) if e is not None]
                counters = self._counters.found(made)
            with devices.tracing(together):
                lifted = self._counted(lift, around, snapshot, counters)
            plan = None
            if isinstance(together, slices.Ranks):
                plan = wholes.Plan(self.__name__, lifted, together, given)
            entry = _Entry(self.__name__, lifted, arrays, boxes, around, counters, together, plan)
            self._limit_changes(entry, key)
        except BREAKS as reason:
            self._warn(reason)
            self._cache[key] = [None]
            return None
        if key not in self._cache:
            self._kinds += 1
            if self._kinds == _MANY_KINDS:
                self._tell_of_many(key)
        entries = self._cache.setdefault(key, [])
        entries.insert(0, entry)
        del entries[_MOST_ENTRIES:]
        if len(self._cache) > _MOST_KEYS:
            older = list(self._cache)[: -_MOST_KEYS // 4]
            del self._cache[min(older, key=self._uses)]
        return entry

    def _counted(
        self,
        lift: Callable,
        around: Surroundings,
        snapshot: Snapshot | None,
        counters: list[Counter],
    ) -> Lifted:
        """Trace with the numbers that change as inputs, or without them where code needs values."""
        while True:
            attempt = functools.partial(lift, counters=tuple(counters)) if counters else lift
            try:
                return attempt() if snapshot is None else self._lifted(attempt, around, snapshot)
            except Exception:
                if not counters:
                    raise
                if snapshot is not None:
                    snapshot.difference(None)
                self._counters.give_up(counters)
                counters.clear()

    def _lifted(self, attempt: Callable, around: Surroundings, snapshot: Snapshot) -> Lifted:
        """Trace, where that breaks inside loops once more with these rewritten."""
        loops, hurried = self._loops or Rewriting(), False
        snapshot.hasty, snapshot.beside = True, []
        failed: BaseException
        while True:
            loops.swap(around.functions)
            try:
                lifted = attempt()
                if snapshot.beside:
                    raise placed(TraceBreak(BESIDE), snapshot.beside[0])
            except BREAKS as reason:
                many = str(reason) == TOO_MANY or bool(snapshot.beside)
                hurried |= many or str(reason) == LOOP
                snapshot.beside = []
                if not loops.extend(reason, snapshot.lines if many else ()):
                    failed = reason
                    break
            except Exception as error:
                if not loops.codes:
                    raise
                snapshot.difference(None)
                failed = TraceBreak("a loop whose number of turns is not known cannot be compiled")
                failed.__cause__ = error
                failed.place = _user_frame(error)  # type: ignore[attr-defined]
                break
            else:
                self._loops = loops if loops.codes else None
                return lifted
            finally:
                loops.restore()
        if not hurried:
            raise failed
        snapshot.hasty, snapshot.beside = False, None  # more paths and all turns are tried
        told: BaseException | None = None if str(failed) in (LOOP, TOO_MANY, BESIDE) else failed
        for codes in (loops, Rewriting()) if loops.codes else (loops,):
            codes.swap(around.functions)
            try:
                lifted = attempt()
            except BREAKS as reason:
                told = told or reason
            except Exception:
                if not codes.codes:
                    raise
                snapshot.difference(None)  # code that is not rewritten tells whether it raises
            else:
                self._loops = codes if codes.codes else None
                return lifted
            finally:
                codes.restore()
        raise told or failed from None

    def _uses(self, key: tuple) -> int:
        return sum(entry.again for entry in self._cache[key] if entry is not None)

    def _tell_of_many(self, key: tuple) -> None:
        """One hint for a function that is compiled again and again."""
        arrays = [part for part in key if isinstance(part, np.dtype)]
        numbers = [part for part in key if part is int or part is float]
        advice = []
        if arrays:
            advice.append("bring Tensors to few shapes (padded_batch, bucket_batch_by_length)")
        if numbers:
            advice.append("give numbers that change as Tensors, or as ms.mutable(number)")
        _log.warning(
            "'%s' has been compiled for %d kinds of arguments, and is for every new shape, dtype "
            "or Python value: %s.",
            self.__qualname__,
            _MANY_KINDS,
            "; ".join(advice) or "MSJAX_LOG_RECOMPILES=1 tells what changes",
        )

    def _limit_changes(self, entry: _Entry, key: tuple) -> None:
        """Give up on what is another Python number, or another hook, at every call."""
        before = [e for e in self._cache.get(key, ()) if e is not None and any(e.arg_hooks)]
        stale = [e for e in self._cache.get(key, ()) if e is not None and e.outdated]
        if sum(e.again == 0 for e in stale) >= _MOST_CHANGES:
            name = stale[0].around.difference
            raise TraceBreak(f"'{name}', which it reads, changes at every call")
        newest = next((e for e in self._cache.get(key, ()) if e is not None), None)
        if newest is not None and (newest.difference or newest.outdated):
            self._changes = 0 if newest.again >= _MOST_CHANGES else self._changes + 1
            if self._changes >= _MOST_RARELY_USED:
                name = newest.difference or newest.around.difference
                raise TraceBreak(f"'{name}', which it reads, changes at every call")
        if any(entry.arg_hooks) and len(before) >= _MOST_CHANGES:
            raise TraceBreak("an argument has other hooks at every call")
        if entry.run_info.plain:
            before = [e for e in self._cache.get(key, ()) if e is not None and e.run_info.plain]
            if len(before) >= _MOST_CHANGES:
                cell, name, _ = entry.run_info.plain[0]
                raise TraceBreak(
                    f"the Python value '{name}' of '{type(cell).__name__}' changes at every call"
                )

    def prepare(self, args: tuple, kwargs: dict) -> None:
        """Compile for these arguments without running."""
        key, arrays, boxes = _key(args, kwargs)
        if key not in self._cache:
            self._build(key, args, kwargs, arrays, boxes)

    def _warn(self, reason: Exception) -> None:
        where = getattr(reason, "place", "") or _user_frame(reason)
        self._reason = f"{f'{where}: ' if where else ''}{_reason(reason)}"
        if isinstance(self._together(), slices.Ranks):
            return  # which is an error
        if self._fullgraph:
            raise RuntimeError(
                f"'{self.__qualname__}' cannot be compiled as a whole: "
                f"{f'{where}: ' if where else ''}{_reason(reason)}."
            ) from reason
        text = _reason(reason)
        if self._warned or (where, text) in WARNED:
            return
        self._warned = True
        if where:
            WARNED.add((where, text))
        _log.warning(
            "'%s' runs eagerly: %s%s.%s",
            getattr(self, "__qualname__", self._fn),
            f"{where}: " if where else "",
            text,
            next((f" {say} to compile it." for part, say in _ADVICE.items() if part in text), ""),
        )

    def _log_reason(self, args: tuple, kwargs: dict) -> None:
        described = {f"argument {i}": _describe(a) for i, a in enumerate(args)}
        described |= {f"argument '{k}'": _describe(a) for k, a in kwargs.items()}
        before, self._described = self._described, described
        name = getattr(self, "__qualname__", repr(self._fn))
        if before is None:
            print(f"[msjax] compiling '{name}'", file=sys.stderr)
            return
        changed = [
            f"{k}: {before.get(k, 'absent')} -> {described.get(k, 'absent')}"
            for k in {**before, **described}
            if before.get(k) != described.get(k)
        ]
        text = "; ".join(changed) or "an attribute of a Cell, a hook or the context changed"
        print(f"[msjax] recompiling '{name}' because of {text}", file=sys.stderr)


def _key(args: tuple, kwargs: dict) -> tuple[tuple, list, list]:
    """What tells arguments apart in a cache, their arrays, and the Tensors these came from."""
    arrays: list[Any] = []
    boxes: list[Tensor | None] = []
    key: list[Any] = [context.state.version, asked()]
    for a in args:
        if type(a) is Tensor:  # as `identify` does, without the call
            data = a._data if a._view is None else a._value
            arrays.append(data)
            boxes.append(a)
            key.append(data.shape)
            key.append(data.dtype)
        else:
            identify(a, arrays, boxes, key)
    for name, a in kwargs.items():
        key.append(name)
        identify(a, arrays, boxes, key)
    return tuple(key), arrays, boxes


# Lists and dicts of msjax's own, whose changes are told by `STATE.bump`.
_OWN_CONTAINERS = frozenset(
    "_buffers _func_graph_flags _user_parameters init_args init_params".split()
)


class Store(dict):
    """Compiled functions that belong to an object; its copies and pickles make their own."""

    def __reduce__(self) -> tuple:
        return Store, ()

    def __deepcopy__(self, memo: dict | None = None) -> Store:
        return Store()

    __copy__ = __deepcopy__


_FLOW = frozenset({"cond", "while"})


class _Entry:
    """One executable with the boxes it reads and writes."""

    def __init__(
        self,
        name: str,
        lifted: Lifted,
        arrays: list,
        boxes: list,
        around: Surroundings,
        counters: Sequence[Counter],
        together: devices.Devices | None,
        plan: wholes.Plan | None,
    ):
        run, self.counters = lifted.run, tuple(counters)
        self.given = lifted.closed.in_avals[: len(arrays)]  # what those of the arguments are like
        self.around, self.outdated, self.again = around, False, 0
        self.difference = ""  # what of a Cell was last another than in the trace
        around.note(lifted.inputs, run.written)
        self.hooked = lifted.arg_hooks  # arguments whose hooks the code looks at, and these
        self.arg_hooks = [lasting_hooks(boxes[i]) for i in self.hooked]
        self.box_hooks = list(run.frame.hooks.values())
        self.views = list(run.frame.shown.values())
        self.checked = STATE.version
        cells = [s.cell for s in run.frame.cells.values() if isinstance(s.cell, Network)]
        self.unread = [
            around.unread(cell).union(c.name for c in counters if c.cell is cell) for cell in cells
        ]
        self.cells = [
            (cell, fingerprint(cell, unread))
            for cell, unread in zip(cells, self.unread, strict=True)
        ]
        self.run_info, self.arg_writes = run, lifted.arg_writes
        self.guarded, self.raised = lifted.guarded, 0
        self.structure = run.structure
        self.writes = bool(self.arg_writes or run.written)
        self.captured = frozenset(id(b) for b in lifted.inputs)
        written = {id(b) for b in run.written}
        shapes = {id(b): (v.aval.shape, v.aval.dtype) for b, v in _effects(lifted)}
        donated, kept = [], []
        for b in lifted.inputs:
            shape = b._data.shape if plan is None else plan.of(b).shape
            same = (
                not self.guarded
                and id(b) in written
                and shapes[id(b)] == (shape, b._data.dtype)
                and not (plan is not None and is_state(b))
            )
            (donated if same else kept).append(b)
        self.donated, self.kept = donated, kept
        found = {id(b): source_of(b, self.cells) or around.found_again.get(id(b)) for b in kept}
        self.kept_sources = [(b, found[id(b)]) for b in kept]
        self.input_sources = [(b, found.get(id(b))) for b in lifted.inputs]
        self.avals = [(b, b._data.shape, b._data.dtype) for b in lifted.inputs]
        self.trained = [(b, b.requires_grad) for b in lifted.inputs if isinstance(b, Parameter)]
        self.containers = [
            (part, _copied(part))
            for cell, unread in zip(cells, self.unread, strict=True)
            for name, value in cell.__dict__.items()
            if name not in _OWN_CONTAINERS and name not in unread
            for part in containers_in(value)
        ]
        self.replaced = [b for b in run.written if id(b) in run.frame.replaced]
        self.at_times = [b for b in run.written if id(b) in run.frame.at_times]
        sources = [(b, source_of(b, self.cells)) for b in run.written]
        self.written_sources = [(b, source) for b, source in sources if source is not None]
        order = {id(b): i for i, b in enumerate(donated + kept)}
        positions = [order[id(b)] for b in lifted.inputs]
        fun = lifted.fun

        def call(donated: list, kept: list, args: list) -> tuple:
            boxes = [*donated, *kept]
            return fun(*args, *(boxes[i] for i in positions))

        call.__name__ = call.__qualname__ = name
        self.together = run.frame.together
        self.devices, self.plan = together if plan is None else None, plan
        self.fn: Callable
        if plan is not None:
            self.fn = plan.program(call, donated, kept)
        elif self.together:
            if self.guarded:
                raise TraceBreak("an exception depends on the value of a Tensor in one process")
            self.fn = ranks.program(name, call, lifted.closed)
        else:
            self.fn = jax.jit(
                call, donate_argnums=(0,), keep_unused=True, out_shardings=self._places(lifted)
            )
        self.node_exec = Exec(name, lambda *flat: fun(*flat), often=True)
        self.has_callbacks = bool(side_effects(lifted.closed))
        self.calls, self.swift = 0, not run.written
        self.effects_at = len(lifted.closed.jaxpr.outvars) - len(run.written)
        self.inputs = lifted.inputs
        self.results = len(lifted.closed.jaxpr.outvars) - _effect_count(run)
        self.plain_writes = None if run.attributes or run.plain else list(run.written)
        self.simple = type(self.structure[0]) is Leaf and not self.arg_writes
        self.one_way = _has_while(lifted.closed.jaxpr)
        self.branches = any(e.primitive.name in _FLOW for e in lifted.closed.jaxpr.eqns)
        if self.guarded and self.has_callbacks:
            raise TraceBreak("code prints on a way that may end in an exception")

    def valid(self) -> bool:
        """Whether everything that was a constant of the trace is as it was."""
        if not self.around.same():
            self.outdated = True
            return False
        if not all(c.fits() for c in self.counters):
            return False
        for part, before in self.containers:
            if changed(part, before):
                self.checked = None
                break
        for b, source in self.written_sources:
            if follow(source) is not b:
                return False
        return self.checked == STATE.version or self._still_valid()

    def fits(self, arrays: list, boxes: list) -> bool:
        """Whether arguments have the hooks, and views the gradients, that were traced."""
        if self.plan is not None and not self.plan.fits(arrays, boxes):
            return False
        if self.views and STATE.tape is not None and not all(map(_as_traced, self.views)):
            return False
        if not self.hooked:
            return True
        return all(
            lasting_hooks(boxes[i]) == seen
            for i, seen in zip(self.hooked, self.arg_hooks, strict=True)
        )

    def overlap(self, boxes: list) -> bool:
        """Whether an argument shares memory with another one, or with what the code captured."""
        seen: set[int] = set()
        for b in boxes:
            if b is not None:
                memory = id(b if b._view is None else memory_of(b))
                if memory in seen or memory in self.captured:
                    return True
                seen.add(memory)
        return False

    def _still_valid(self) -> bool:
        arrays = [(b._value, shape, dtype) for b, shape, dtype in self.avals]  # read from files too
        if any((array.shape, array.dtype) != (shape, dtype) for array, shape, dtype in arrays):
            return False
        if any(p.requires_grad != trained for p, trained in self.trained):
            return False
        if any(lasting_hooks(b) != seen for b, seen in self.box_hooks):
            return False
        for (cell, seen), unread in zip(self.cells, self.unread, strict=True):
            now = fingerprint(cell, unread)
            if now != seen:
                self.difference = _differing(cell, now, seen)
                return False
        self.checked = STATE.version
        self.containers = [(part, _copied(part)) for part, _ in self.containers]
        return True

    def run(self, arrays: list, boxes: list) -> Any:
        """Execute on the arguments' arrays and write everything back."""
        for counter in self.counters:
            counter.read()
        if self.at_times and any(map(is_viewed, self.at_times)):
            raise TraceBreak(OTHER_MEMORY)
        if self.devices is not None:
            self.devices.settle(self._now())
            arrays = self.devices.batch(arrays)
        if STATE.tape is not None and self._tracked(boxes):
            if self.together or self.plan is not None:
                raise TraceBreak("a program of several processes is differentiated from outside")
            return self._run_recorded(arrays, boxes)
        if not self.guarded:
            self._leave_memory()
        shared = _count() > 0 and bool(self.donated) and not self.has_callbacks
        if shared:  # before looking who else holds the arrays
            deque(map(set_link, self.donated, repeat(BUSY)), 0)
        donated = [b._data for b in self.donated]
        kept = [b._data if s is None else follow(s)._value for b, s in self.kept_sources]
        if donated and max(map(sys.getrefcount, donated)) > _ALONE:
            with putting_off():  # JAX's caches do not survive an interrupt in their Python code
                for i, count in enumerate(map(sys.getrefcount, donated)):
                    if count > _ALONE:
                        donated[i] = jax.numpy.array(donated[i], copy=True)
        outs = self._execute(donated, kept, arrays)
        if shared:
            deque(map(set_link, self.donated, repeat(None)), 0)
        n = self.results
        if self.plain_writes is None or self.guarded:
            with putting_off():
                if self.guarded:
                    self._leave_memory()
                self.run_info.replay(outs[n:])
            self.checked = None
        make = box if self.plan is None else self.plan.marked(outs[:n], box)
        if self.simple:
            return make(outs[0])
        result, arg_values = put_together(self.structure, iter(outs[:n]), make)
        for i, value in zip(self.arg_writes, arg_values, strict=True):
            boxes[i]._assign(value._data)
        return result

    def _execute(self, donated: list, kept: list, arrays: list) -> Any:
        """Run the executable and write its effects on boxes back, both or neither."""
        if self.guarded:
            outs = self.fn(donated, kept, arrays)
            self._check_guard(outs)
            return outs
        groups, written = (donated, kept, arrays), self.run_info.written
        if self.swift:
            return execute(self.fn, groups, written, self.effects_at)
        with putting_off():  # JAX's own Python code runs around the executable
            outs = execute(self.fn, groups, written, self.effects_at)
        self.calls += 1
        self.swift = self.calls >= 2 and not self.has_callbacks and self.plan is None
        return outs

    def _places(self, lifted: Lifted) -> Any:
        """On which devices results are to be: what is written stays where it is."""
        if self.devices is None:
            return None
        anywhere = [None] * (len(lifted.closed.jaxpr.outvars) - len(lifted.run.written))
        return (*anywhere, *map(self.devices.sharding_of, lifted.run.written))

    def _leave_memory(self) -> None:
        """Let views of Tensors that take over other memory go on showing what they show."""
        for b in self.replaced:
            b._leave_memory()

    def _check_guard(self, outs: Any) -> None:
        if not outs[self.results - 1]:
            raise PathRaises

    def _tracked(self, boxes: list) -> bool:
        return any(
            b is not None and nodes.live(b._node) is not None for b in (*boxes, *self._now())
        )

    def _now(self) -> list[Tensor]:
        """The Tensors that are now where those of the trace were."""
        return [b if s is None else follow(s) for b, s in self.input_sources]

    def _run_recorded(self, arrays: list, boxes: list) -> Any:
        inputs = self._now()
        flat = [*arrays, *(b._value for b in inputs)]
        parents = [
            None if b is None else nodes.live(b._node)
            for b in (*boxes, *([None] * (len(arrays) - len(boxes))), *inputs)
        ]
        mask = tuple([i for i, p in enumerate(parents) if p is not None])
        if self.branches and not all(is_inexact(flat[i].dtype) for i in mask):
            raise TraceBreak("a gradient by integers depends on conditions on values")
        if self.run_info.frame.pulls or self.one_way:
            try:
                check_pull(self.node_exec, flat, mask)
            except ValueError as error:
                if "Reverse-mode differentiation does not work" not in str(error):
                    raise
                text = "a loop that prints, or a gradient of a loop, is differentiated"
                raise TraceBreak(text) from error
        if all(is_inexact(flat[i].dtype) for i in mask):
            outs, saved = run_saving(self.node_exec, flat, mask)
        else:
            outs, saved = self.node_exec.fn(*flat), None
        if self.guarded:
            self._check_guard(outs)
        refs = nodes.attach(self.node_exec, flat, parents, outs)
        made = next((ref[0] for ref in refs if ref is not None), None)
        if made is not None:
            made.saved = saved
        n = self.results
        made_by = iter(refs)

        def make(array: Any) -> Tensor:
            return box(array, next(made_by))

        result, arg_values = put_together(self.structure, iter(outs[:n]), make)
        self._leave_memory()
        self.run_info.replay(outs[n:], make)
        if self.plain_writes is None:
            self.checked = None
        note_written(self.run_info, refs)
        for i, value in zip(self.arg_writes, arg_values, strict=True):
            boxes[i]._assign(value._data, value._node)
        return result


OUTERMOST["code"] = Compiled._lifted.__code__


def _as_traced(seen: tuple[Tensor, bool]) -> bool:
    """Whether gradients stop at a view if and only if they did in the trace."""
    view, stopped = seen
    link: Any = view._view
    return (type(link) is View and link.stops_now(view)) == stopped


def _has_while(jaxpr: Any) -> bool:
    """Whether there is a loop of which JAX has no reverse derivative."""
    for eqn in jaxpr.eqns:
        if eqn.primitive.name == "while":
            return True
        if not eqn.primitive.name.startswith("custom_vjp"):
            parts = [p for v in eqn.params.values() for p in (v if type(v) is tuple else (v,))]
            inner = (getattr(p, "jaxpr", p) for p in parts)
            if any(_has_while(p) for p in inner if hasattr(p, "eqns")):
                return True
    return False


def _copied(part: Any) -> Any:
    return dict(part) if isinstance(part, dict) else list(part)


def _differing(cell: Any, now: tuple, seen: tuple) -> str:
    """What differs in two fingerprints of a Cell: an attribute by its name."""
    for part, before in zip(now, seen, strict=False):
        if part != before:
            return f"{type(cell).__name__}.{part[0]}" if isinstance(part[0], str) else "a setting"
    return f"an attribute of {type(cell).__name__}"


def note_written(run: Any, refs: list) -> None:
    """Let the boxes that a recorded run wrote depend on it, given the references of its results."""
    for b, ref in zip(run.written, refs[len(refs) - len(run.written) :], strict=True):
        if not isinstance(b, Parameter):
            b._node = ref


def _count_alone() -> int:
    """References to an array that only one box holds, as counted in `_Entry.run`."""
    holder = box(np.zeros(1))
    arrays = [b._data for b in [holder]]
    return max(map(sys.getrefcount, arrays))


_ALONE = _count_alone()


def _effect_count(run: Any) -> int:
    return sum(n for *_, n in run.attributes) + len(run.written)


def _effects(lifted: Lifted) -> list:
    outvars = lifted.closed.jaxpr.outvars
    written = lifted.run.written
    return list(zip(written, outvars[len(outvars) - len(written) :], strict=True))


def _describe(value: Any) -> str:
    if isinstance(value, Tensor):
        return f"{value.dtype}{list(value.shape)}"
    return f"{type(value).__name__} {value!r:.60}"


def _reason(error: Exception) -> str:
    if isinstance(error, TraceBreak):
        return str(error)
    return "a Python condition or conversion needs the value of a Tensor"


def _user_frame(error: BaseException) -> str:
    """File and line of the innermost frame of a module outside msjax and its dependencies."""
    found = ""
    for frame, line in traceback.walk_tb(error.__traceback__):
        module = frame.f_globals.get("__name__") or ""
        if module.partition(".")[0] not in NOT_THE_USERS:
            found = f"{frame.f_code.co_filename}:{line}"
    return found


def graph_call(cell: Any, args: tuple, kwargs: dict) -> Any:
    """Run a Cell compiled, as GRAPH_MODE does for the outermost one."""
    expected = cell.__dict__.get("_dynamic_shape_inputs")
    if expected:
        check_inputs(expected, args)
    return _graph_function(cell)(*args, **kwargs)


def graph_compile(cell: Any, args: tuple, kwargs: dict) -> None:
    """Compile a Cell for these arguments without running it."""
    _graph_function(cell).prepare(args, kwargs)


# Options of `jit` in MindSpore's releases that say how to compile, not what.
_OPTIONS = (
    *(
        "fn",
        "obj",
        "mode",
        "input_signature",
        "hash_args",
        "jit_config",
        "compile_once",
        "jit_syntax_level",
    ),
    *("disable_format_transform", "exec_order", "ge_options", "infer_boost", "debug_level"),
    *("exc_mode", "enable_ge"),
)


def _graph_function(cell: Any) -> Compiled:
    compiled = cell.__dict__.get("_graph_function")
    if compiled is None:
        compiled = Compiled(cell._run_construct)
        compiled.__name__ = compiled.__qualname__ = type(cell).__name__
        cell.__dict__["_graph_function"] = compiled
    return compiled


@overload
def jit(
    function: F,
    *,
    capture_mode: str = "ast",
    jit_level: str = "O0",
    dynamic: int = 0,
    fullgraph: bool = False,
    backend: str = "",
    **options: Any,
) -> F: ...
@overload
def jit(
    function: None = None,
    *,
    capture_mode: str = "ast",
    jit_level: str = "O0",
    dynamic: int = 0,
    fullgraph: bool = False,
    backend: str = "",
    **options: Any,
) -> Callable[[F], F]: ...
def jit(
    function: Callable | None = None,
    *,
    capture_mode: str = "ast",
    jit_level: str = "O0",
    dynamic: int = 0,
    fullgraph: bool = False,
    backend: str = "",
    **options: Any,
) -> Any:
    """Compile a function, a method or a Cell: the decorator of MindSpore's graph execution.

    The first call with new shapes, dtypes, Python values or Cell settings traces and compiles;
    later ones run the executable. Parameters, batch statistics, random state and other Tensors that
    the code changes are changed as if it had run eagerly. Conditions on Tensors are compiled; code
    that needs values in other ways runs eagerly, with one warning.

    Args:
        function: what to compile; without it, a decorator is returned.
        capture_mode: "ast", "bytecode" or "trace"; msjax always traces.
        jit_level: "O0" or "O1"; XLA optimises in either case.
        dynamic: 0 or 1; new shapes compile anew in either case.
        fullgraph: raise instead of running eagerly.
        backend: the name of MindSpore's backend; XLA is the one here.
        options: accepted for compatibility (`mode`, `input_signature`, `jit_config`, ...).

    Returns:
        The compiled function; for a Cell, a function with its `construct` compiled.

    Raises:
        ValueError: an argument is not one of the values above.
        TypeError: `fullgraph` is not a bool, or an option is unknown.

    Examples:
        >>> import msjax as ms
        >>> @ms.jit
        ... def f(x, y):
        ...     return x * y + 1
        >>> print(f(ms.Tensor([1., 2.]), ms.Tensor([3., 4.])))
        [4. 9.]
    """
    only_known(jit, options, _OPTIONS)
    for name, value, allowed in (
        ("capture_mode", capture_mode, ["ast", "bytecode", "trace"]),
        ("jit_level", jit_level, ["O0", "O1"]),
    ):
        if value not in allowed and not (name == "jit_level" and value in ("", "O2", "O3")):
            raise ValueError(
                f"For 'jit', the '{name}' must be str and must be in '{allowed}', "
                f"but got {value!r}."
            )
    if isinstance(dynamic, bool) or not isinstance(dynamic, int) or dynamic not in (0, 1):
        raise ValueError(
            f"For 'jit', the 'dynamic' must be in range of [0, 1], but got {dynamic!r} "
            f"with type '{type(dynamic).__name__}'."
        )
    if not isinstance(fullgraph, bool):
        raise TypeError(
            f"For 'jit', the 'fullgraph' must be a bool, but got {type(fullgraph).__name__}."
        )
    function = options.get("fn", function)

    def compile_it(target: Any) -> Any:
        return _compiled_form(target, fullgraph)

    return compile_it if function is None else compile_it(function)


def _compiled_form(target: Any, fullgraph: bool) -> Any:
    if isinstance(target, Compiled) or not callable(target):
        return target
    if isinstance(target, type):
        if issubclass(target, Network):
            target.construct = Compiled(target.construct, fullgraph=fullgraph)
        return target
    if isinstance(target, Network):
        compiled = Compiled(target, fullgraph=fullgraph)
        compiled.__name__ = compiled.__qualname__ = type(target).__name__
        return compiled
    return Compiled(target, fullgraph=fullgraph)


def ms_function(
    fn: Callable | None = None,
    obj: Any = None,
    input_signature: Any = None,
    hash_args: Any = None,
    jit_config: Any = None,
) -> Any:
    """The name of `jit` in MindSpore 1.x."""
    return jit(fn, obj=obj, input_signature=input_signature) if fn is not None else jit()


def check_hook_fn(hook_fn: Any) -> None:
    """TypeError unless the hook can be called and is no compiled function."""
    if not callable(hook_fn):
        raise TypeError(f"Expected a callable hook function, but got {type(hook_fn).__name__}.")
    if isinstance(hook_fn, Compiled):
        raise TypeError(
            f"Decorating hook function {hook_fn.__name__} with '@jit' is not supported."
        )
