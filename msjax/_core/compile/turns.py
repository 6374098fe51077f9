"""Loops of rewritten code: Python rounds while the test is known, then one XLA loop.

`rewriting` makes functions of the test and the body of a loop. The variables that these assign are
cells of their closures, which is how they are read and given back here.
"""

from __future__ import annotations

import builtins
import functools
import traceback
from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np

from msjax._core.base.errors import TraceBreak
from msjax._core.base.state import STATE
from msjax._core.base.x64 import x64
from msjax._core.compile.blocks import joined_test, run_rest
from msjax._core.compile.forks import BREAKS, placed
from msjax._core.compile.lift import ATOMS, Lifted, reachable
from msjax._core.compile.loops import flagged_loop
from msjax._core.compile.merge import MISSING, same_constant
from msjax._core.compile.printing import PRINTED
from msjax._core.compile.surroundings import Surroundings
from msjax._core.compile.variables import (
    BROKEN,
    CONTAINERS,
    FINISHED,
    NOTHING,
    RETURNED,
    Attribute,
    Ended,
    Region,
    RoundRaises,
    Variable,
    Watch,
    containers_in,
    counted,
    flag,
    held_alone,
    is_unknown,
    known_end,
)
from msjax._core.gradient.hooks import lasting_hooks
from msjax._core.tensor.links import memory_of
from msjax._core.tensor.number import KINDS, Number
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.structure import (
    Composite,
    Fields,
    Leaf,
    Opened,
    is_record,
    put_together,
    refilled,
    take_apart,
    tensors_in,
)
from msjax._core.tensor.tensor import Tensor, box

_MOST_CHANGES = 24  # of what is known of the variables
_MOST_ROUNDS = 8  # of a `for` with conditions that stay Python


class _Maybe(Composite):
    """A variable that is None after some rounds: whether it is something, and what."""

    def __init__(self, there: Tensor, value: Any):
        self.there, self.value = there, value

    @staticmethod
    def made(value: Any, like: tuple) -> _Maybe:
        """Of None, or of a Tensor or number; with the class, shape and dtype of these."""
        if type(value) is _Maybe:
            return value
        there = flag(value is not None)
        if value is not None:
            return _Maybe(there, Number.made(value) if type(value) in KINDS else value)
        kind, shape, dtype = like
        with x64():
            empty = box(jnp.zeros(shape, dtype))
        return _Maybe(there, Number(empty) if kind is Number else empty)

    def _parts(self) -> tuple:
        return self.there, self.value

    @classmethod
    def _of(cls, *parts: Any) -> Any:
        return cls(*parts)

    def known(self) -> Any:
        """None or the value, as it is on the path that is traced."""
        return self.value if self.there else None


class _Changes(TraceBreak):
    """A variable turned out to be of another kind: the loop is traced again."""


def run_while(
    test: Callable,
    body: Callable,
    temporaries: tuple[str, ...],
    renewed: tuple[str, ...] = (),
    simple: bool = True,
) -> Any:
    """`while test(): body()`; returns how it ended, a Python or a traced number.

    Args:
        test: gives the truth of the test.
        body: runs a round.
        temporaries: the variables that are named nowhere else.
        renewed: those of them to which every round gives a value before it reads them.
        simple: whether the test asks no conditions itself; else its paths are joined.
    """
    frame = STATE.frame
    oracle = None if frame is None else frame.oracle_in_force()
    if oracle is None:
        while test():
            code = known_end(body())
            if code:
                return code
        return FINISHED
    met = False
    while True:
        asked = frame.conditions()
        go = test() if simple else joined_test(test)
        forked = frame.conditions() > asked
        go = bool(go) if forked else go  # known on this path
        if (forked and go) or is_unknown(go):
            return _Turns(body, test, body, temporaries, renewed, simple=simple).run(go)
        if not go:
            return FINISHED
        if met:
            breaks = frame.breaks()
            try:
                return _Turns(body, test, body, temporaries, renewed, simple=simple).run(go)
            except BREAKS:
                frame.mend(breaks)
        asked = frame.conditions()
        code = known_end(body())
        if code:
            return code
        met = not met and frame.conditions() > asked


def run_range(
    make: Any,
    args: tuple,
    body: Callable,
    temporaries: tuple[str, ...],
    renewed: tuple[str, ...] = (),
) -> Any:
    """`for i in range(*args): body(i)`; returns how it ended, a Python or a traced number."""
    names = temporaries, renewed
    frame = STATE.frame
    oracle = None if frame is None else frame.oracle_in_force()
    if oracle is None or make is not builtins.range or not any(map(is_unknown, args)):
        return _run_known(frame if oracle is not None else None, make(*args), body, names)
    if not 1 <= len(args) <= 3 or any(map(_is_no_index, args)):
        return _run_known(None, make(*args), body, names)
    start, stop, step = (0, args[0], 1) if len(args) == 1 else (*args, 1)[:3]
    if type(step) is int and step:
        return _Counter(start, stop, step).loop(body, *names)
    first, by = Number.made(start), Number.made(step)
    count = -((first - Number.made(stop)) // by)  # a step of 0 is refused as a divisor
    return _Counter(0, count, 1, lambda turn: first + turn * by).loop(body, *names)


def _run_known(frame: Any, turns: Any, body: Callable, names: tuple) -> Any:
    """Python rounds; what remains after rounds with conditions on values is one XLA loop."""
    tried, asked, ended = frame is None or type(turns) is not range, False, FINISHED

    def unless_ended(rest: Callable) -> Any:
        passed = (BROKEN, BROKEN), (RETURNED, RETURNED)
        return run_rest(ended, passed, rest, names[1], body)

    for done, i in enumerate(turns):
        if not tried and done >= 2 and asked and len(turns) - done > _MOST_ROUNDS:
            tried, breaks = True, frame.breaks()
            try:
                counter = _Counter(i, turns.stop, turns.step)
                return unless_ended(functools.partial(counter.loop, body, *names))
            except BREAKS:
                frame.mend(breaks)
        before = 0 if tried else frame.conditions()
        ended = unless_ended(functools.partial(body, i))
        asked = not tried and (type(ended) is Ended or frame.conditions() > before)
        if type(ended) is not Ended and ended:
            return ended
    return ended


class _Counter:
    """The position in a range, as the variable of a loop."""

    def __init__(self, start: Any, stop: Any, step: int, value: Callable | None = None):
        self.cell_contents: Any = Number.made(start)
        self.stop = stop if type(stop) is int else Number.made(stop)
        self.step, self.value = step, value  # of the range at a position, if it is not that

    def loop(self, body: Callable, temporaries: tuple[str, ...], renewed: tuple[str, ...]) -> Any:
        """Run a function of the position while there are any."""

        def proceed() -> Any:
            at = self.cell_contents
            return at < self.stop if self.step > 0 else at > self.stop

        def turn() -> Any:
            at = self.cell_contents
            code = body(at if self.value is None else self.value(at))
            self.cell_contents = at + self.step
            return code

        return _Turns(body, proceed, turn, temporaries, renewed, self).run(proceed())


def _is_no_index(value: Any) -> bool:
    if isinstance(value, Tensor):
        return np.dtype(value.dtype.np).kind not in "iu" or value.size != 1
    return type(value) is not Number and type(value) is not int


class _Turns(Region):
    """The rounds of a loop whose number is unknown."""

    def __init__(
        self,
        source: Any,
        test: Callable,
        body: Callable,
        temporaries: tuple[str, ...],
        renewed: tuple[str, ...],
        counter: _Counter | None = None,
        simple: bool = True,
    ):
        super().__init__(source, *((test,) if counter is None else ()))
        self.asked = test
        self.test = test if simple else functools.partial(joined_test, test)
        self.body, self.temporaries, self.counter = body, temporaries, counter
        self.renewed = renewed
        if counter is not None:
            self.variables.insert(0, Variable("range", counter))

    def run(self, go: Any) -> Any:
        """All rounds, given the first test; returns how they ended."""
        frame, oracle = self.frame, self.oracle
        if oracle.printing.early and not oracle.printing.later:
            raise frame.break_off(PRINTED)
        oracle.looped = oracle.turned = True
        for first in (True, False):
            self.peeled = not first
            breaks = frame.breaks()
            try:
                return self._trace(go)
            except RoundRaises:
                raise
            except Exception as error:
                traceback.clear_frames(error.__traceback__)  # which hold what variables hold
                if not first:
                    if isinstance(error, TraceBreak):
                        place = error.place or self.line
                        raise placed(frame.break_off(str(error)), place) from None
                    raise
                frame.mend(breaks)
            if not go:  # one round in Python: then the variables have values and settled dtypes
                return FINISHED
            code = known_end(self.body())
            if code:
                return code
            go = self.test()
            if not is_unknown(go) and not go:
                return FINISHED
        raise AssertionError

    def _trace(self, go: Any) -> Any:
        for variable in self.variables:
            if variable.name in self.renewed:
                variable.set(NOTHING)  # which may be another's list, too
        entry = [v.get() for v in self.variables]
        fed: list[bool] = []
        counting = counted(self.functions[0].__code__)
        self.alone, self.sole = held_alone(entry), held_alone(entry, CONTAINERS)
        for variable, value in zip(self.variables, entry, strict=True):
            if value is NOTHING and variable.name not in self.temporaries:
                raise TraceBreak(f"'{variable.name}' has a value only inside a loop")
            steps = type(value) is int and variable.name in counting
            fed.append(steps or type(value) in (Tensor, Number))
            variable.moved = variable.shared = False
        self.outside.clear()
        watch, seeds, cells, around = self.watch()
        if self.counter is not None:
            known = {id(b) for b in seeds}
            seeds += [b for b in reachable(self.counter.stop) if id(b) not in known]
        before = entry
        entry = list(entry)
        self.deep: set[int] = set()  # variables of containers whose numbers change
        self.likes: dict[int, tuple] = {}  # what variables hold that are None at other times
        try:
            for _ in range(_MOST_CHANGES):
                breaks = self.frame.breaks()
                try:
                    return self._attempt(go, entry, fed, watch, seeds, cells, around)
                except _Changes:
                    continue
                except TraceBreak:
                    more = watch.new_variables(self.variables)
                    if not more:
                        raise
                    self.frame.mend(breaks)
                    for variable in more:
                        self._add(variable, entry, fed)
        finally:
            for variable, value in zip(self.variables, before, strict=False):
                if not getattr(self, "done", False) and variable.get() is not value:
                    variable.set(value)
        raise TraceBreak("the values of a loop do not settle")

    def _attempt(
        self,
        go: Any,
        entry: list[Any],
        fed: list[bool],
        watch: Watch,
        seeds: list[Tensor],
        cells: list[Any],
        around: Surroundings,
    ) -> Any:
        variables = self.variables
        for i, like in self.likes.items():
            entry[i] = _Maybe.made(entry[i], like)
        places = [i for i, given in enumerate(fed) if given]
        arrays: list[Any] = []
        values = [self._given(i, entry[i]) for i in places]
        givers = tensors_in(values)
        given = take_apart(values, arrays, Tensor._read)
        if len(arrays) != len(givers) or any(isinstance(t, Parameter) for t in givers):
            raise TraceBreak("a Parameter is in a variable that a loop changes")
        codes: set[int] = set()

        def step(*now: Any) -> tuple:
            held = [v.get() for v in variables]
            returned = None if self.returned is None else self.returned.get()
            inside = dict(zip(places, now, strict=True))
            try:
                for i, variable in enumerate(variables):
                    if i in inside:
                        variable.set(_known(inside[i]))
                    elif entry[i] is NOTHING:
                        variable.set(NOTHING)
                if self.result is not None:
                    self.result.cell_contents = MISSING
                code = self.body() or FINISHED
                if type(code) is Ended:
                    codes.update(code.codes)
                    proceed, code = self._test_after(code), code.number.tensor
                else:
                    codes.add(code)
                    proceed, code = False if code else self.test(), _code(code)
                ends = [self._end(i, entry, fed, inside) for i in range(len(variables))]
                self._note_shared(ends, inside)
                _check_containers(ends, watch)
                result = MISSING if self.result is None else self.result.cell_contents
                self.note_result(result, [*inside.values(), *ends])
                return flag(proceed), code, [ends[i] for i in places], result
            finally:
                if self.returned is not None:
                    self.returned.set(returned)
                for variable, value in zip(variables, held, strict=True):
                    if variable.get() is not value and not isinstance(variable, Attribute):
                        variable.set(value)

        step.keeps_arguments = True  # type: ignore[attr-defined] - nobody else has them
        frame, oracle = self.frame, self.oracle
        lifted = Lifted(
            step, (given, {}), arrays, seeds, cells, givers, around.objects, watch, oracle.joins
        )
        run = lifted.run
        difference = watch.difference(run.frame)
        if difference:
            raise TraceBreak(f"{difference} changes in a loop on values")
        self._look_at_effects(lifted, entry, fed, places, arrays)
        flags, numbers, ends, result = run.structure[0]
        for i, a, b in zip(places, given, ends, strict=True):
            if _alike(a, b):
                continue
            if i in self.deep or not (
                isinstance(entry[i], (tuple, list, dict)) or is_record(entry[i])
            ):
                raise TraceBreak(f"the values of '{variables[i].name}' in a loop do not settle")
            self.deep.add(i)
            raise _Changes("a number in a container changes")
        avals = lifted.closed.out_avals
        count = 2 + len(arrays)
        self._check_steady(arrays, avals[2:count], given, places)
        total, kept = len(avals), len(avals) - len(run.written)
        extra = kept - sum(n for *_, n in run.attributes) - count  # of the result
        guard = count + extra - 1
        likes = [(b._value.shape, b._value.dtype) for b in run.written]
        if likes != [(a.shape, a.dtype) for a in avals[kept:]]:
            raise TraceBreak("a loop changes the shape or dtype of a Tensor in place")
        for b in (*lifted.inputs, *run.written):
            frame.note_read(b)
        order = {id(b): count + extra + i for i, b in enumerate(run.written)}
        outside = [None if id(b) in order else b._value for b in lifted.inputs]
        slots = [order.get(id(b)) for b in lifted.inputs]

        def advance(state: list) -> list:
            inputs = [
                a if slot is None else state[slot] for a, slot in zip(outside, slots, strict=True)
            ]
            outs = list(lifted.fun(*state[2:count], *inputs))
            if lifted.guarded:
                outs[0] = jnp.logical_and(outs[0], outs[guard])
            return [*outs[: count + extra], *outs[kept:total]]

        with x64():
            start = [
                flag(go)._read(),
                jnp.zeros((), np.int64),
                *arrays,
                *(jnp.zeros(a.shape, a.dtype) for a in avals[count : count + extra]),
                *(b._value for b in run.written),
            ]
            if lifted.guarded:
                start[guard] = jnp.asarray(True)  # no path that raises was taken
            end = flagged_loop(advance, start, codes == {FINISHED})
        if lifted.guarded:
            self.hold(box(end[guard]))
        made = put_together(given, iter(end[2:count]), box)
        known = [_known(value) for value in made]  # which may be refused
        self.done = True
        for i, value, now in zip(places, made, known, strict=True):
            if type(value) is not Number and (variables[i].shared or not self.alone[i]):
                for t in (*tensors_in(value), *tensors_in(entry[i])):
                    frame.frozen |= {id(t): t, id(memory_of(t)): memory_of(t)}
            variables[i].set(now)
        frame.frozen |= self.outside
        run.write(end[count + extra :], once=False)
        if RETURNED in codes:
            self.result.cell_contents = put_together(result, iter(end[count : count + extra]), box)
            self.freeze_result()
        return Ended.made(Number(box(end[1])), codes | {FINISHED})

    def _test_after(self, ended: Ended) -> Any:
        """The test after a round, which is not run if that ended the loop."""
        if FINISHED not in ended.codes:
            return False
        if self.counter is None:
            return joined_test(self.asked, ended)
        return jnp.logical_and(flag(ended == FINISHED)._read(), flag(self.test())._read())

    def _add(self, variable: Variable, entry: list[Any], fed: list[bool]) -> None:
        """Note that the loop changes an attribute, or a part of a container."""
        value = variable.get()
        self.variables.append(variable)
        entry.append(value)
        fed.append(type(value) in (Tensor, Number, *KINDS))
        self.alone.append(False)
        self.sole.append(False)

    def _end(self, i: int, entry: list[Any], fed: list[bool], inside: dict[int, Any]) -> Any:
        """What a variable holds after a round, as it will be given to the next one."""
        variable, before = self.variables[i], entry[i]
        after = variable.get()
        if i in self.likes:
            return self._maybe(i, after, inside[i])
        for value in (before, after) if fed[i] else ():
            if any(map(lasting_hooks, tensors_in(value) if type(value) is not Number else ())):
                raise TraceBreak(f"'{variable.name}', which a loop changes, has hooks")
        if not fed[i]:
            if after is before or before is NOTHING:
                return None
            if type(after) in ATOMS and same_constant([after, before]):
                return None
            nested = isinstance(before, (tuple, list, dict)) or is_record(before)
            if type(before) in KINDS or nested:
                if containers_in(before) and not self.sole[i]:
                    raise TraceBreak(f"'{variable.name}' may have two names in a loop on values")
                fed[i] = True
                raise _Changes("a variable changes")
            if before is None and type(after) in (Tensor, Number, *KINDS):
                self._expect(i, after, fed)
            raise TraceBreak(f"'{variable.name}' is another object after a round of a loop")
        if after is None and type(before) in (Tensor, Number, *KINDS):
            self._expect(i, before, fed)
        if after is inside[i]:
            return after
        kind = before.kind if type(before) is Number else type(before)
        if kind in KINDS:
            if (after.kind if type(after) is Number else type(after)) is not kind:
                raise TraceBreak(f"the values of '{variable.name}' in a loop do not settle")
            if type(after) is int and not -(2**63) <= after < 2**63:
                raise TraceBreak(f"'{variable.name}' does not fit 64 bits")
            return Number.made(after)
        if type(after) is not type(before):
            raise TraceBreak(f"the values of '{variable.name}' in a loop do not settle")
        variable.moved = True
        return self._given(i, after)

    def _given(self, i: int, value: Any) -> Any:
        """A value as rounds take it: with Numbers for those that change."""
        if type(value) in KINDS:
            return Number.made(value)
        return _numbered(value) if i in self.deep else value

    def _expect(self, i: int, like: Any, fed: list[bool]) -> None:
        """A variable is None at times: the loop is traced again with both."""
        if type(like) in KINDS:
            like = Number.made(like)
        aval = (like.tensor if type(like) is Number else like)._read()
        self.likes[i] = type(like), aval.shape, aval.dtype
        fed[i] = True
        raise _Changes("a variable is None at times")

    def _maybe(self, i: int, after: Any, given: _Maybe) -> Any:
        """What a variable holds after a round that is None at times."""
        variable, like = self.variables[i], self.likes[i]
        if after is given.value:
            return _Maybe(flag(True), after)
        kinds = {type(None): Tensor, int: Number, bool: Number, float: Number}
        if after is not None and kinds.get(type(after), type(after)) is not like[0]:
            raise TraceBreak(f"the values of '{variable.name}' in a loop do not settle")
        if any(map(lasting_hooks, tensors_in(after) if type(after) is Tensor else ())):
            raise TraceBreak(f"'{variable.name}', which a loop changes, has hooks")
        variable.moved = True
        return _Maybe.made(after, like)

    def _note_shared(self, ends: list[Any], inside: dict[int, Any]) -> None:
        """Find variables whose Tensors are held elsewhere too, so that writes would show there."""
        seen: dict[int, int] = {}
        given = {id(memory_of(t)): i for i, v in inside.items() for t in tensors_in(v)}
        for i, value in enumerate(ends):
            for t in tensors_in(value) if type(value) is not Number else ():
                memory = memory_of(t)
                if not STATE.frame.owns(memory):
                    self.outside[id(memory)] = memory
                other = seen.setdefault(id(memory), i)
                if other != i:
                    self.variables[i].shared = self.variables[other].shared = True
                if given.get(id(memory), i) != i or not STATE.frame.owns(memory):
                    self.variables[i].shared = True
                if t._view is not None and hasattr(t._view, "base"):
                    self.variables[i].shared = True
                if not STATE.frame.frozen.keys().isdisjoint((id(t), id(memory))):
                    self.variables[i].shared = True

    def _look_at_effects(
        self, lifted: Lifted, entry: list[Any], fed: list[bool], places: list[int], arrays: list
    ) -> None:
        run, known = lifted.run, self.variables
        for cell, name, *_ in (*run.attributes, *run.plain):
            if any(isinstance(v, Attribute) and v.cell is cell and v.key == name for v in known):
                continue
            attribute = Attribute(name, cell)
            before = attribute.get()
            if type(before) not in (Tensor, Number, *KINDS):
                raise TraceBreak(f"a loop changes the attribute '{attribute.name}'")
            self.frame.note_kept(cell, name)  # if there is no round
            self._add(attribute, entry, fed)
            raise _Changes("an attribute changes")
        owners = [i for i in places for _ in tensors_in(entry[i])] if lifted.arg_writes else []
        before = list(fed)
        for n in lifted.arg_writes:
            i = owners[n] if len(owners) == len(arrays) else -1
            made = i >= 0 and known[i].moved and self.peeled and not known[i].shared
            if i < 0 or type(entry[i]) is not Tensor or (known[i].moved and not made):
                raise TraceBreak("a loop replaces a Tensor and also changes it in place")
            fed[i] = made  # by the round before, so that nothing else holds it
        if fed != before:
            raise _Changes("a Tensor is changed in place")
        if run.written:
            written = {id(memory_of(b)) for b in run.written}
            held = {id(memory_of(t)) for i in places for t in tensors_in(entry[i])}
            if written & (held | self.outside.keys()):
                raise TraceBreak("a loop changes a Tensor in place that may be shared")

    def _check_steady(self, arrays: list, avals: list, given: Any, places: list[int]) -> None:
        names = [
            self.variables[i].name
            for i, part in zip(places, given, strict=True)
            for _ in _leaves(part)
        ]
        for name, a, b in zip(names, arrays, avals, strict=True):
            if (a.shape, a.dtype) != (b.shape, b.dtype):
                raise TraceBreak(
                    f"'{name}' is {a.dtype}{list(a.shape)} before a round of a loop and "
                    f"{b.dtype}{list(b.shape)} after it"
                )


def _numbered(value: Any) -> Any:
    """A nested value with Numbers for its Python numbers."""
    if type(value) in KINDS:
        if type(value) is int and not -(2**63) <= value < 2**63:
            raise TraceBreak("a number does not fit 64 bits")
        return Number.made(value)
    if isinstance(value, (tuple, list)):
        return refilled(value, [_numbered(v) for v in value])
    if isinstance(value, dict):
        return refilled(value, {k: _numbered(v) for k, v in value.items()})
    if is_record(value):
        return Fields(value, {}).rebuilt({k: _numbered(v) for k, v in vars(value).items()})
    return value


def _known(value: Any) -> Any:
    return value.known() if type(value) is _Maybe else value


def _check_containers(ends: list[Any], watch: Watch) -> None:
    """Lists and dicts that variables hold after a round are nobody else's."""
    seen: set[int] = set()
    for value in ends:
        for c in containers_in(value):
            if id(c) in seen or watch.inner.knows(c):
                raise TraceBreak(f"a {type(c).__name__} may have two names in a loop on values")
            seen.add(id(c))


def _code(value: int) -> Tensor:
    with x64():
        return box(jnp.asarray(value, np.int64))


def _leaves(part: Any) -> list[Any]:
    return [leaf for leaf in _flat(part) if type(leaf) is Leaf]


def _flat(part: Any) -> list[Any]:
    if isinstance(part, (tuple, list)):
        return [leaf for p in part for leaf in _flat(p)]
    if isinstance(part, dict):
        return [leaf for p in part.values() for leaf in _flat(p)]
    if type(part) is Opened:
        return _flat(part.parts)
    return _flat(part.attributes) if type(part) is Fields else [part]


def _alike(a: Any, b: Any) -> bool:
    """Whether two structures are the same, with the same constants."""
    if type(a) is not type(b):
        return False
    if type(a) is Leaf:
        return a.raw is b.raw
    if isinstance(a, (tuple, list)):
        return len(a) == len(b) and all(map(_alike, a, b))
    if isinstance(a, dict):
        return list(a) == list(b) and all(_alike(a[k], b[k]) for k in a)
    if type(a) is Opened:
        return a.cls is b.cls and _alike(a.parts, b.parts)
    if type(a) is Fields:
        return type(a.original) is type(b.original) and _alike(a.attributes, b.attributes)
    return a is b or same_constant([a, b])
