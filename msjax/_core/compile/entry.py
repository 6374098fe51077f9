"""One executable of a compiled function: whether a call is one of its own, and how it runs.

It takes the arguments' arrays and the contents of every box the code reads, and returns the results
and the new contents of every box it writes.
"""

from __future__ import annotations

import copy
import functools
import sys
from _thread import _count  # type: ignore[attr-defined]
from collections import deque
from collections.abc import Callable, Sequence
from itertools import repeat
from typing import Any

import jax
import numpy as np

from msjax._core.base import nodes
from msjax._core.base.dtype import is_inexact
from msjax._core.base.errors import TraceBreak
from msjax._core.base.executable import Exec
from msjax._core.base.interop import (
    has_order,
    inner_jaxprs,
    is_literal,
    side_effects,
    tells_of_no_reverse,
)
from msjax._core.base.network import UNSEEN, Network
from msjax._core.base.state import STATE, changed
from msjax._core.compile import ranks, wholes
from msjax._core.compile.cache_key import (
    containers_in,
    fingerprint,
    follow,
    found_at,
    source_of,
    tensors_at,
)
from msjax._core.compile.counters import Counter
from msjax._core.compile.interrupts import execute, putting_off, set_link
from msjax._core.compile.joined import Joined
from msjax._core.compile.lift import OTHER_MEMORY, Lifted, placed
from msjax._core.compile.merge import alike
from msjax._core.compile.surroundings import Surroundings
from msjax._core.compile.watched import copies_of, same_contents
from msjax._core.gradient.derivatives import check_pull, run_saving
from msjax._core.gradient.hooks import lasting_hooks
from msjax._core.runtime import devices
from msjax._core.tensor.links import BUSY, View, is_viewed, memory_of
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.random import is_state
from msjax._core.tensor.structure import Leaf, put_together, tensors_in
from msjax._core.tensor.tensor import Tensor, box

# Lists and dicts of msjax's own, whose changes are told by `STATE.bump`.
_OWN_CONTAINERS = frozenset(
    "_buffers _func_graph_flags _user_parameters init_args init_params".split()
)


_COMPARISONS = frozenset("lt le gt ge eq ne lt_to le_to is_finite".split())
_INDEX = frozenset("gather dynamic_slice scatter scatter-add scatter_add scatter_mul".split())


class PathRaises(Exception):
    """A compiled call met a condition under which its code raises; nothing was written."""


class Entry:
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
        joins: bool,
    ):
        run, self.counters = lifted.run, tuple(counters)
        self.given = lifted.closed.in_avals[: len(arrays)]  # what those of the arguments are like
        self.around, self.outdated, self.again = around, False, 0
        self.difference = ""  # what of a Cell was last another than in the trace
        self.run_info, self.arg_writes = run, lifted.arg_writes
        self.guarded, self.raised = lifted.guarded, 0
        self.structure = run.structure
        self._note_cells(lifted, boxes)
        self.donated, kept = self._divide(lifted, plan)
        found = self._note_inputs(lifted, kept)
        self._note_contents()
        self._note_identities(found, plan)
        self._make_program(name, lifted, kept, together, plan, joins)
        self._note_results(lifted, len(arrays))
        run.frame.let_go()

    def _note_cells(self, lifted: Lifted, boxes: list) -> None:
        """Note what is around the code: names that it reads, Cells, hooks of arguments."""
        run, around = lifted.run, self.around
        assigned = {(id(cell), name) for cell, name, *_ in (*run.attributes, *run.plain)}
        assigned -= run.frame.keeps
        around.note(lifted.inputs, run.written, assigned)
        self.hooked = lifted.arg_hooks  # arguments whose hooks the code looks at, and these
        self.arg_hooks = [lasting_hooks(boxes[i]) for i in self.hooked]
        self.views = list(run.frame.shown.values())
        self.checked = STATE.version
        cells = [s.cell for s in run.frame.cells.values() if isinstance(s.cell, Network)]
        self.unread = [
            around.unread(cell, assigned).union(c.name for c in self.counters if c.cell is cell)
            for cell in cells
        ]
        self.cells = [
            (cell, fingerprint(cell, unread))
            for cell, unread in zip(cells, self.unread, strict=True)
        ]
        # Whether it matters that arguments share memory, with what is written or with each other.
        self.compares = around.compares_objects
        self.parts_pairs = bool(self.arg_writes) or self.compares
        self.parts_arguments = self.parts_pairs or bool(run.written)

    def _divide(self, lifted: Lifted, plan: wholes.Plan | None) -> tuple[list, list]:
        """The boxes whose arrays are given away at a call, and those that are only read."""
        written = {id(b) for b in lifted.run.written}
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
        return donated, kept

    def _note_inputs(self, lifted: Lifted, kept: list) -> dict[int, Any]:
        """Note boxes and what they are like; gives the places where those only read are found."""
        run, inputs, again = lifted.run, lifted.inputs, self.around.found_again
        found = {id(b): source_of(b, self.cells) or again.get(id(b)) for b in kept}
        # A Tensor that is found by its place may be replaced, and is not kept alive.
        places = {
            id(b): (b if found.get(id(b)) is None else None, found.get(id(b))) for b in inputs
        }
        self.kept_sources = [places[id(b)] for b in kept]
        self.input_sources = [places[id(b)] for b in inputs]
        self.captured = frozenset(id(b) for b, _ in self.input_sources if b is not None)
        self.avals = [(*places[id(b)], b._data.shape, b._data.dtype) for b in inputs]
        self.box_hooks = [
            (*places.get(id(b), (b, None)), hooks) for b, hooks in run.frame.hooks.values()
        ]
        self.trained = [(b, b.requires_grad) for b in inputs if isinstance(b, Parameter)]
        return found

    def _note_contents(self) -> None:
        """Note what lists, dicts and slots hold, and Tensors that an argument may be one with."""
        self.containers = [
            (part, _copied(part))
            for (cell, _), unread in zip(self.cells, self.unread, strict=True)
            for name, value in cell.__dict__.items()
            if name not in _OWN_CONTAINERS and name not in unread
            for part in containers_in(value)
        ]
        around = self.around
        read = [*around.kept_by(cell for cell, _ in self.cells), *around.sources()]
        self.contents = [(name, pair) for held, name in read for pair in copies_of(held[name])]
        # Places of Tensors that an argument, or each other, may be one with, where that matters:
        # by themselves or in a list, not in tables of lists.
        self.others = [
            (*place, *path)
            for place in (read if self.compares else ())
            for _, path in tensors_at(follow(place), 1)
        ]
        self.alike = self._one_object()
        self.slots = list(around.slots())

    def _note_identities(self, found: dict[int, Any], plan: wholes.Plan | None) -> None:
        """Note which places must lead to one object and which must not, and where results are."""
        run = self.run_info
        read = () if plan is not None else (b for b, _ in self.trained)
        written = {id(b) for b in run.written}
        moved = {id(t) for *_, value in run.plain for t, _ in tensors_at(value)}
        by_place = {key: source for key, source in found.items() if source is not None}
        met = self._places_of(by_place.keys() | written | moved)
        # Places that have to lead to the same list, dict or Tensor.
        self.shared: list[list[tuple]] = [places for places in met.values() if len(places) > 1]
        self.written = {id(memory_of(b)) for b in run.written}
        # Places of Tensors that must not be one with what is written.
        self.apart = [by_place[key] for key in by_place if self.written and key not in written]
        known = self._known(run)
        run.kept |= {id(value) for *_, value in run.plain} & known.keys()
        self.shared += [known[key] for key in run.kept & known.keys() if len(known[key]) > 1]
        places = {key: met[key][0] for key in moved & met.keys()}
        places |= {key: known[key][0] for key in run.kept & known.keys()}
        run.places = {key: functools.partial(follow, place) for key, place in places.items()}
        own = {id(b) for b in read} - written  # Parameters that are what they were
        self.originals = self._originals(run.returned, known, own)
        self.replaced = [b for b in run.written if id(b) in run.frame.replaced]
        self.at_times = [b for b in run.written if id(b) in run.frame.at_times]
        sources = [(b, source_of(b, self.cells)) for b in run.written]
        self.written_sources = [(b, source) for b, source in sources if source is not None]

    def _make_program(
        self,
        name: str,
        lifted: Lifted,
        kept: list,
        together: devices.Devices | None,
        plan: wholes.Plan | None,
        joins: bool,
    ) -> None:
        """Make the executables, of the call and of the call in a recorded gradient."""
        order = {id(b): i for i, b in enumerate(self.donated + kept)}
        positions = [order[id(b)] for b in lifted.inputs]
        fun = lifted.fun

        def call(donated: list, kept: list, args: list) -> tuple:
            boxes = [*donated, *kept]
            return fun(*args, *(boxes[i] for i in positions))

        call.__name__ = call.__qualname__ = name
        self.together = lifted.run.frame.together
        self.devices, self.plan = together if plan is None else None, plan
        self.fn: Callable
        if plan is not None:
            self.fn = plan.program(call, self.donated, kept)
        elif self.together:
            if self.guarded:
                raise TraceBreak("an exception depends on the value of a Tensor in one process")
            self.fn = ranks.program(name, call, lifted.closed)
        else:
            self.fn = jax.jit(
                call, donate_argnums=(0,), keep_unused=True, out_shardings=self._places(lifted)
            )
        if joins and plan is None and not (self.together or self.devices or self.guarded):
            self.fn = self._joining(name, lifted, positions)
        self.node_exec = Exec(name, lambda *flat: fun(*flat), often=True)

    def _note_results(self, lifted: Lifted, count: int) -> None:
        """Note what kinds of effects and results the code has, which call has `count` arrays."""
        run, jaxpr = lifted.run, lifted.closed.jaxpr
        effects = side_effects(lifted.closed)
        self.has_callbacks = bool(effects)
        self.prints = has_order(effects)  # text that comes before what follows
        self.calls, self.swift = 0, not run.written
        self.traced = jaxpr, [*jaxpr.invars[:count], *lifted.read]
        self.effects_at = len(jaxpr.outvars) - len(run.written)
        self.results = len(jaxpr.outvars) - _effect_count(run)
        self.plain_writes = None if run.attributes or run.plain else list(run.written)
        self.simple = type(self.structure[0]) is Leaf and not self.arg_writes
        self.one_way = _has_while(jaxpr)
        self.loops = _has_while(jaxpr, derived=True)
        if self.guarded and self.has_callbacks:
            raise TraceBreak("code prints on a way that may end in an exception")

    def _joining(self, name: str, lifted: Lifted, positions: list[int]) -> Callable:
        """The executable, at first with arrays joined where that compiles in less time."""
        if jax.default_backend() != "cpu":
            return self.fn
        given, count = len(self.donated), len(self.given)
        boxes = [(0, i) if i < given else (1, i - given) for i in positions]
        order = [*((2, i) for i in range(count)), *boxes]
        settled = functools.partial(setattr, self, "fn")
        variables = [*lifted.closed.jaxpr.invars[:count], *lifted.read]
        return Joined.of(name, lifted.closed, variables, order, self.fn, settled) or self.fn

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
            if found_at(source) is not b:
                return False
        for first, *others in self.shared:
            if any(found_at(source) is not found_at(first) for source in others):
                return False
        for source in self.apart:
            now = found_at(source)
            if isinstance(now, Tensor) and id(memory_of(now)) in self.written:
                return False
        if self.others and self._one_object() != self.alike:
            return False
        for name, (value, before) in self.contents:
            if not same_contents(value, before):
                self.difference = name
                return False
        for thing, name, value in self.slots:
            if not alike(getattr(thing, name, None), value):
                self.difference = name
                return False
        return self.checked == STATE.version or self._still_valid()

    def _one_object(self) -> list[int]:
        """Which of the places where Tensors matter by what they are hold one and the same."""
        first: dict[int, int] = {}
        return [first.setdefault(id(found_at(s)), i) for i, s in enumerate(self.others)]

    def _known(self, run: Any) -> dict[int, list[tuple]]:
        """Where lists, dicts, sets and arrays are that were there before, as `follow` takes it.

        Only places that are compared before each call, and nothing if no use is made of them.
        """
        known: dict[int, list[tuple]] = {}
        if not (run.returned or run.plain):
            return known
        places = [
            (cell.__dict__, name)
            for (cell, _), unread in zip(self.cells, self.unread, strict=True)
            for name in cell.__dict__.keys() - unread - UNSEEN
        ]
        for source in (*places, *self.around.sources()):
            for path, part in placed(follow(source)):
                known.setdefault(id(part), []).append((*source, *path))
        return known

    def _places_of(self, wanted: set[int]) -> dict[int, list[tuple]]:
        """The places of some Tensors, by their ids, as `follow` takes them; of no Parameters."""
        held = [(cell.__dict__, name) for cell, _ in self.cells for name in cell.__dict__]
        met: dict[int, list[tuple]] = {}
        for source in (*held, *self.around.sources()) if wanted else ():
            for tensor, path in tensors_at(follow(source)):
                if id(tensor) in wanted and not isinstance(tensor, Parameter):
                    met.setdefault(id(tensor), []).append((*source, *path))
        return met

    def _originals(
        self, returned: list, known: dict, own: set[int]
    ) -> list[tuple[tuple, Callable]]:
        """What stands in the result in place of copies or of the trace's own.

        Each with its place in the result and a function of the arguments: lists and dicts that
        were there before, unless they hold Tensors, sets and arrays, of which the trace made some
        anew, and a Parameter of `own` that is the result.
        """
        found: list[tuple[tuple, Callable]] = []
        for path, part, given in returned:
            if id(part) in own:
                found.append((path, functools.partial(_itself, part)))
                continue
            if any(path[: len(outer)] == outer for outer, _ in found) or tensors_in(part):
                continue
            places = known.get(id(part), [])
            if given:
                found.append((path, functools.partial(_of_arguments, given, places)))
            elif places:
                found.append((path, functools.partial(_of_place, places[0])))
            elif type(part) not in (list, dict):
                found.append((path, functools.partial(_made_anew, part)))
            if len(places) > 1:
                self.shared.append(places)
        return found

    def with_originals(self, result: Any, args: tuple, kwargs: dict) -> Any:
        """A result with what was there before, and with new sets and arrays."""
        for path, find in self.originals:
            result = _with_part(result, path, find(args, kwargs))
        return result

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
        """Whether an argument shares memory with what the code captured, or another one."""
        seen: set[int] = {id(memory_of(follow(s))) for _, s in self.input_sources if s is not None}
        held = (found_at(s) for s in self.others)
        seen.update(id(memory_of(t)) for t in held if isinstance(t, Tensor))
        for b in boxes:
            if b is not None:
                memory = id(b if b._view is None else memory_of(b))
                if memory in seen or memory in self.captured:
                    return True
                if self.parts_pairs:
                    seen.add(memory)
        return False

    def _still_valid(self) -> bool:
        for b, source, shape, dtype in self.avals:
            now = _there(b, source)
            if not isinstance(now, Tensor):
                return False
            array = now._value  # read from files too
            if (array.shape, array.dtype) != (shape, dtype):
                return False
        if any(p.requires_grad != trained for p, trained in self.trained):
            return False
        for b, source, hooks in self.box_hooks:
            now = _there(b, source)
            if not isinstance(now, Tensor) or lasting_hooks(now) != hooks:
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
            self.devices.settle(self.inputs)
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
        kept = self.kept_arrays()
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
        self.swift = (
            self.calls >= 2
            and not self.has_callbacks
            and self.plan is None
            and not isinstance(self.fn, Joined)
        )
        return outs

    def _places(self, lifted: Lifted) -> Any:
        """On which devices results are to be: what is written stays where it is."""
        if self.devices is None:
            return None
        anywhere = [None] * (len(lifted.closed.jaxpr.outvars) - len(lifted.run.written))
        return (*anywhere, *map(self.devices.sharding_of, lifted.run.written))

    @functools.cached_property
    def _relevant(self) -> set[int]:
        """The inputs on which anything but what the code gives Parameters depends smoothly."""
        jaxpr, read = self.traced
        effects = zip(jaxpr.outvars[self.effects_at :], self.run_info.written, strict=True)
        outvars = jaxpr.outvars[: self.effects_at]
        outvars += [v for v, b in effects if not isinstance(b, Parameter)]
        used = _depended_on(jaxpr, outvars)
        return {i for i, v in enumerate(read) if v in used}

    def _leave_memory(self) -> None:
        """Let views of Tensors that take over other memory go on showing what they show."""
        for b in self.replaced:
            b._leave_memory()

    def _check_guard(self, outs: Any) -> None:
        if not outs[self.results - 1]:
            raise PathRaises

    def _tracked(self, boxes: list) -> bool:
        return any(
            b is not None and nodes.live(b._node) is not None for b in (*boxes, *self.inputs)
        )

    @property
    def inputs(self) -> list[Tensor]:
        """The Tensors that are now where those of the trace were."""
        return [_there(b, s) for b, s in self.input_sources]

    def kept_arrays(self) -> list[Any]:
        """The arrays that are read and not given away."""
        return [b._data if s is None else follow(s)._value for b, s in self.kept_sources]

    def _run_recorded(self, arrays: list, boxes: list) -> Any:
        if (self.loops or self.prints) and STATE.tape.depth > 1:
            raise TraceBreak("a second derivative of a loop on values, or of code that prints")
        inputs = self.inputs
        flat = [*arrays, *(b._value for b in inputs)]
        parents = [
            None if b is None else nodes.live(b._node)
            for b in (*boxes, *([None] * (len(arrays) - len(boxes))), *inputs)
        ]
        mask = tuple([i for i, p in enumerate(parents) if p is not None])
        integers = {i for i in mask if not is_inexact(flat[i].dtype)}
        if integers:
            if not integers.isdisjoint(self._relevant):
                # What was compiled for integers takes no floats; the operations in it do, one by
                # one.
                raise TraceBreak("it is differentiated by integers")
            mask = tuple([i for i in mask if i not in integers])
            parents = [None if i in integers else p for i, p in enumerate(parents)]
        if self.run_info.frame.pulls or self.one_way:
            try:
                check_pull(self.node_exec, flat, mask)
            except ValueError as error:
                if not tells_of_no_reverse(error):
                    raise
                text = "a loop that prints, or a gradient of a loop, is differentiated"
                raise TraceBreak(text) from error
        outs, saved = run_saving(self.node_exec, flat, mask)
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


def _there(b: Tensor | None, source: tuple | None) -> Any:
    """A Tensor of the trace, or what is now where it was: a Tensor too if the entry is valid."""
    return b if source is None else found_at(source)


def _of_arguments(given: tuple, places: list[tuple], args: tuple, kwargs: dict) -> Any:
    """A list or dict of the arguments; a copy if the trace met it elsewhere, where another is."""
    now = follow(((args, kwargs), *given))
    return now if all(found_at(place) is now for place in places) else copy.copy(now)


def _of_place(source: tuple, *_: Any) -> Any:
    return follow(source)


def _itself(part: Any, *_: Any) -> Any:
    return part


def _made_anew(part: Any, *_: Any) -> Any:
    return copy.copy(part)


def _with_part(value: Any, path: tuple, part: Any) -> Any:
    """A nested value with another part at the end of the given keys."""
    if not path:
        return part
    inner = _with_part(value[path[0]], path[1:], part)
    if type(value) is tuple:
        return (*value[: path[0]], inner, *value[path[0] + 1 :])
    value[path[0]] = inner
    return value


def _as_traced(seen: tuple[Tensor, bool]) -> bool:
    """Whether gradients stop at a view if and only if they did in the trace."""
    view, stopped = seen
    link: Any = view._view
    return (type(link) is View and link.stops_now(view)) == stopped


def _depended_on(jaxpr: Any, outvars: Sequence[Any]) -> set[Any]:
    """The variables on which results depend by more than comparisons, conditions and indices."""
    used = {v for v in outvars if not is_literal(v)}
    for eqn in reversed(jaxpr.eqns):
        if used.isdisjoint(eqn.outvars):
            continue
        name, invars = eqn.primitive.name, eqn.invars
        if name in _COMPARISONS:
            continue
        if name in ("jit", "pjit", "cond"):
            given = invars[name == "cond" :]
            parts = eqn.params["branches"] if name == "cond" else [eqn.params["jaxpr"]]
            invars = []
            for part in parts:
                inner = part.jaxpr
                pairs = zip(inner.outvars, eqn.outvars, strict=True)
                found = _depended_on(inner, [v for v, o in pairs if o in used])
                invars += [v for v, i in zip(given, inner.invars, strict=True) if i in found]
        elif name == "select_n":
            invars = invars[1:]
        elif name in _INDEX:
            invars = [*invars[:1], *(invars[2:] if name.startswith("scatter") else ())]
        used.update(v for v in invars if not is_literal(v))
    return used


def _has_while(jaxpr: Any, derived: bool = False) -> bool:
    """Whether there is a loop of which JAX has no reverse derivative.

    With `derived`, one that has a derivative of its own, of which there is no other.
    """
    for eqn in jaxpr.eqns:
        if eqn.primitive.name == "while" and not derived:
            return True
        custom = eqn.primitive.name.startswith("custom_vjp")
        if derived or not custom:
            if any(_has_while(p, derived and not custom) for p in inner_jaxprs(eqn)):
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
    """References to an array that only one box holds, as counted in `Entry.run`."""
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
