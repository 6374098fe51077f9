"""Statements with conditions of rewritten code, whose paths are joined where they end.

Where a function has so many conditions that its paths multiply, `rewriting` makes functions of the
statements that ask them, so that what follows is traced once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msjax._core.base.errors import TraceBreak
from msjax._core.base.state import STATE
from msjax._core.compile.forks import BREAKS, NOT_ASKED, TOO_MANY
from msjax._core.compile.lift import Lifted
from msjax._core.compile.merge import MISSING
from msjax._core.compile.printing import PRINTED
from msjax._core.compile.variables import (
    CONTAINERS,
    FINISHED,
    NOTHING,
    RETURNED,
    Ended,
    Region,
    Watch,
    containers_in,
    given_values,
    held_alone,
)
from msjax._core.gradient.hooks import lasting_hooks
from msjax._core.tensor.links import memory_of
from msjax._core.tensor.number import Number
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.structure import put_together, tensors_in
from msjax._core.tensor.tensor import Tensor, box

_MOST_INSIDE = 2  # of the same statement, by recursion
_RUNNING: list[Any] = []  # code of the statements that are traced; `LOCK` is held then


def run_block(body: Callable, temporaries: tuple[str, ...]) -> Any:
    """Run a statement; returns how it ended, a Python or a traced number."""
    kept = (), temporaries
    found = _joined(body, kept if temporaries else kept[:1])
    return (body() or FINISHED) if found is None else found


def run_rest(
    ended: Any,
    passed: tuple,
    rest: Callable | None,
    temporaries: tuple[str, ...] = (),
    source: Callable | None = None,
) -> Any:
    """Run what follows a region unless that ended in a way that is passed on.

    Args:
        ended: how the region ended, a Python or a traced number.
        passed: the codes that end what is around, too, and how it ends by them.
        rest: what follows.
        temporaries: the variables that nothing else reads before they are given values.
        source: the function of rewritten code that `rest` calls, if it is another one.

    Returns:
        How all of it ended.
    """
    ways = dict(passed)
    if type(ended) is not Ended:
        return ways[ended] if ended in ways else (rest() if rest else FINISHED) or FINISHED
    if rest is None or ended.codes <= ways.keys():
        return ended.passed_on(ways)
    if ended.codes.isdisjoint(ways):
        return rest() or FINISHED

    def unless_ended(before: Callable = lambda: None) -> Any:
        for code, left in ways.items():
            if ended == code:
                return left
        before()
        return rest()

    source = source or rest
    new = tuple(n for n in temporaries if n not in given_values(source))
    found = _joined(source, dict.fromkeys((new, temporaries)), unless_ended, ended)
    return (unless_ended() or FINISHED) if found is None else found


def run_next(ended: Any, part: Callable, dropped: tuple[str, ...], local: tuple[str, ...]) -> Any:
    """Run the next part of a function unless it has returned.

    Args:
        ended: how the part before ended, a Python or a traced number.
        part: the next one.
        dropped: variables that nothing reads after it.
        local: those that nothing reads once the function has returned.

    Returns:
        How all of it ended.
    """
    if type(ended) is not Ended:
        return ended or part() or FINISHED

    def unless_returned(before: Callable = lambda: None) -> Any:
        if ended == RETURNED:
            return RETURNED
        before()
        return part()

    found = _joined(part, (dropped,), unless_returned, ended, frozenset(local))
    return (unless_returned() or FINISHED) if found is None else found


def _joined(
    source: Callable,
    choices: Iterable[tuple[str, ...]],
    body: Callable | None = None,
    ended: Ended | None = None,
    local: frozenset[str] = frozenset(),
) -> Any:
    """How a statement ended, its paths being joined; None if they cannot be."""
    frame = STATE.frame
    oracle = None if frame is None else frame.oracle_in_force()
    code = source.__code__
    if oracle is None or code in oracle.whole:
        return None
    if oracle.printing.early and not oracle.printing.later:
        raise frame.break_off(PRINTED)
    if _RUNNING.count(code) >= _MOST_INSIDE:
        raise frame.break_off(TOO_MANY)
    oracle.looped = True
    _RUNNING.append(code)
    try:
        for dropped in choices:
            breaks = frame.breaks()
            try:
                return _Block(source, dropped, body, ended, local).run()
            except BREAKS as reason:
                if str(reason) in (PRINTED, TOO_MANY, NOT_ASKED):
                    raise
                frame.mend(breaks)
    finally:
        _RUNNING.pop()
    oracle.whole.add(code)  # its paths stay apart
    return None


def joined_test(test: Callable, ended: Ended | None = None) -> Any:
    """The value of a test, as a traced number where it asks conditions.

    False, without running it, if what is before it ended otherwise than by finishing.
    """

    def answer(_: Any = None) -> bool:
        return (ended is None or bool(ended == FINISHED)) and bool(test())

    frame = STATE.frame
    oracle = frame.oracle_in_force()
    code = test.__code__
    if code not in oracle.whole and not (oracle.printing.early and not oracle.printing.later):
        oracle.looped = True
        breaks = frame.breaks()
        try:
            found = _Block(test, (), answer, ended).run()
            return found.number if type(found) is Ended else found
        except BREAKS as reason:
            if str(reason) in (PRINTED, NOT_ASKED):
                raise
            frame.mend(breaks)
            oracle.whole.add(code)
    return test() if ended is None else answer()


class _Block(Region):
    """A statement, and what it assigns."""

    def __init__(
        self,
        source: Callable,
        dropped: tuple[str, ...],
        body: Callable | None = None,
        ended: Ended | None = None,
        local: frozenset[str] = frozenset(),
    ):
        super().__init__(source)
        self.dropped, self.ended = dropped, ended
        self.left_alone = [v for v in self.variables if v.name in local]
        self.body = body or (lambda before: before() or source())
        self.touched: set[int] = set()  # variables that some path gives something else
        self.shared: set[int] = set()  # those whose Tensors may be held elsewhere, too

    def run(self) -> Any:
        """Trace all paths and join them; returns how the statement ended."""
        variables, frame = self.variables, self.frame
        entry = [v.get() for v in variables]
        self.alone, self.sole = held_alone(entry), held_alone(entry, CONTAINERS)
        watch, seeds, cells, around = self.watch()
        if self.ended is not None:
            known = {id(b) for b in seeds}
            seeds += [b for b in (self.ended.number.tensor,) if id(b) not in known]
        while True:
            breaks = frame.breaks()
            try:
                return self._attempt(entry, watch, seeds, cells, around)
            except BREAKS:
                more = watch.new_variables(variables)
                if not more:
                    raise
                frame.mend(breaks)
                variables += more
                entry += [v.get() for v in more]
                self.alone += [False] * len(more)
                self.sole += [False] * len(more)

    def _attempt(
        self, entry: list[Any], watch: Watch, seeds: list[Tensor], cells: list[Any], around: Any
    ) -> Any:
        variables, frame = self.variables, self.frame
        codes: set[int] = set()

        def begin() -> None:
            self.begun = True
            if self.result is not None:
                self.result.cell_contents = MISSING

        def step() -> tuple:
            self.begun = False
            held = None if self.returned is None else self.returned.get()
            try:
                code = self.body(begin) or FINISHED
                codes.update(code.codes if type(code) is Ended else (int(code),))
                code = code.number if type(code) is Ended else int(code)
                ends = [self._end(i, entry, watch) for i in range(len(variables))]
                _check_names(ends)
                result = MISSING if self.result is None else self.result.cell_contents
                if any(isinstance(t, Parameter) or lasting_hooks(t) for t in tensors_in(result)):
                    raise TraceBreak("a statement returns a Parameter or a Tensor with hooks")
                self.note_result(result, ends, self.begun)
                return code, ends, result
            finally:
                if self.returned is not None:
                    self.returned.set(held)
                for variable, value in zip(variables, entry, strict=True):
                    variable.set(value)

        lifted = Lifted(
            step, ((), {}), [], seeds, cells, (), around.objects, watch, self.oracle.joins
        )
        run = lifted.run
        if run.plain:
            raise TraceBreak("a statement changes a Python value of a Cell")
        difference = watch.difference(run.frame)
        if difference:
            raise TraceBreak(f"{difference} changes in code that depends on values")
        for b in (*lifted.inputs, *run.written):
            frame.note_read(b)
        outs = lifted.fun(*(b._value for b in lifted.inputs))
        effects = sum(n for *_, n in run.attributes) + len(run.written)
        n = len(outs) - effects
        if lifted.guarded:
            self.hold(box(outs[n - 1]))
        code, ends, result = put_together(run.structure[0], iter(outs[:n]), box)
        for i, value in enumerate(ends):
            if variables[i].name in self.dropped:
                variables[i].set(NOTHING)
            elif i in self.touched:
                variables[i].set(NOTHING if value is _UNSET else value)
                if i in self.shared:
                    for t in (*tensors_in(value), *tensors_in(entry[i])):
                        frame.frozen |= {id(t): t, id(memory_of(t)): memory_of(t)}
        frame.frozen |= self.outside
        if result is not MISSING and self.result is not None:
            self.result.cell_contents = result
            self.freeze_result()
        run.replay(outs[n:], once=False)
        return Ended.made(code, codes) if type(code) is Number else code

    def _end(self, i: int, entry: list[Any], watch: Watch) -> Any:
        """What a variable holds at the end of a path."""
        variable, before = self.variables[i], entry[i]
        value = variable.get()
        if variable.name in self.dropped:
            return None
        if not self.begun and variable in self.left_alone:
            return MISSING
        if value is before:
            if not self.alone[i]:
                self.shared.add(i)
            if i in self.touched:
                self._check(i, value, watch)
            return _UNSET if value is NOTHING else value
        if i not in self.touched:
            self.touched.add(i)
            if containers_in(before) and not self.sole[i]:
                raise TraceBreak(f"'{variable.name}' may have two names")
        self._check(i, value, watch)
        for t in tensors_in(value):
            memory = memory_of(t)
            if not STATE.frame.owns(memory):
                self.shared.add(i)
                self.outside[id(memory)] = memory
            if t._view is not None and hasattr(t._view, "base"):
                self.shared.add(i)
            if not STATE.frame.frozen.keys().isdisjoint((id(t), id(memory))):
                self.shared.add(i)  # by a statement inside
        return _UNSET if value is NOTHING else value

    def _check(self, i: int, value: Any, watch: Watch) -> None:
        tensors = tensors_in(value)
        if any(isinstance(t, Parameter) or lasting_hooks(t) for t in tensors):
            raise TraceBreak("a variable holds a Parameter or a Tensor with hooks")
        for c in containers_in(value):
            if watch.inner.knows(c) and not self.sole[i]:
                raise TraceBreak(f"a {type(c).__name__} may have two names")


class _Unset:
    """Stands for a variable without a value among those of a path."""

    def __repr__(self) -> str:
        return "no value"


_UNSET = _Unset()


def _check_names(ends: list[Any]) -> None:
    """Lists and dicts that variables hold have one name each."""
    seen: set[int] = set()
    for value in ends:
        for c in containers_in(value):
            if id(c) in seen:
                raise TraceBreak(f"a {type(c).__name__} may have two names")
            seen.add(id(c))
