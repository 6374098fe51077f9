"""Conditions on values fork the trace: a function is traced once per answer.

The truth of an unknown Tensor is asked of the oracle of the path that is traced. It says True
first; then the last True is flipped until none is left. `merge` joins the paths.
"""

from __future__ import annotations

import contextlib
import linecache
import os
import sys
import types
from collections.abc import Callable
from typing import Any, Protocol

import jax
import jax.numpy as jnp
from jax.ad_checkpoint import checkpoint_name

from msjax._core.base.errors import TraceBreak
from msjax._core.base.interop import known_value, primal, trace_of
from msjax._core.base.network import Network
from msjax._core.base.state import STATE
from msjax._core.compile.merge import Path, Traced, joined
from msjax._core.compile.printing import PRINTED, Printing
from msjax._core.runtime.agreement import host_values
from msjax._core.tensor.tensor import Tensor
from msjax._core.tensor.traced_text import TRACED

MARK = "msjax condition"
_MOST_FORKS, _MOST_PATHS = 31, 32
_MOST_AT_FIRST = 8  # paths, before statements are joined where they end
_PATHS_BEFORE_LONGEST = 4  # so many are traced before the one with the most conditions is tried
_MOST_EQUATIONS = 40_000  # of all paths: tracing one takes time too
BREAKS = (
    TraceBreak,
    jax.errors.ConcretizationTypeError,
    jax.errors.TracerArrayConversionError,
    jax.errors.TracerIntegerConversionError,
    jax.errors.NonConcreteBooleanIndexError,
)
_NOT_THE_USERS = frozenset(("msjax", "jax", "jaxlib", "numpy"))


class Watch(Protocol):
    """What paths must not change; `watched.Snapshot` is one."""

    whole: set[Any]  # code of statements whose paths are not joined
    lines: set[tuple[Any, int]]  # code and lines at which conditions were met
    left: list[str] | None  # where regions left paths untraced; None unless conditions are sought
    prints: bool  # whether text is printed whenever compiled code comes by, not while tracing
    compares_types: bool  # whether code may ask if the class of a value is that of a number

    def difference(self, frame: Any) -> str:
        """What changed, restored then; empty if nothing did."""
        ...

    def lasting(self) -> str:
        """What code that reads it has changed; empty if nothing."""
        ...


def forking() -> bool:
    """Whether conditions on values are compiled: not with MSJAX_CONTROL_FLOW=off."""
    return os.environ.get("MSJAX_CONTROL_FLOW", "") != "off"


OUTERMOST: dict[str, Any] = {}  # the code of what starts to trace; frames around are not traced


class Oracle:
    """Answers the conditions on values that the code of one path meets."""

    def __init__(
        self,
        given: tuple[bool, ...],
        printing: Printing,
        watch: Watch,
        joins: dict[int, Any],
        otherwise: bool = True,
    ):
        self.given, self.printing, self.watch = given, printing, watch
        self.otherwise = otherwise  # the answer to conditions beyond those given
        self.hasty = getattr(watch, "hasty", False)  # whether loops are given up after few turns
        self.joins = joins  # Cells whose paths are joined where they are called
        self.asking: dict[int, Any] = {}  # Cells in whose code conditions were met
        self.turned = False  # whether there is a loop
        self.looped = False  # whether there is a loop or a statement that is traced on its own
        self.whole: set[Any] = watch.whole  # code of statements whose paths are not joined
        self.lines: set[tuple[Any, int]] = set()  # code and lines at which conditions were met
        self.replaced = False  # whether the last condition was met in code of `rewriting`
        self.begin([])

    def begin(self, tracers: list[Any]) -> None:
        """A trace starts over, with these inputs."""
        self.trace = trace_of(tracers[0]) if tracers else None
        self.raised = False  # whether the path is one on which a round of a loop raises
        self.explained = False  # whether an exception was made whose text shows a value
        self.answers: list[bool] = []
        self.guards: list[Any] = []  # what has to hold, or eager code raises
        self.places: list[str] = []
        self._news = 0  # how many conditions there were when one was met in code not met before
        self._known: dict[int, tuple[Any, bool]] = {}

    def ask(self, frame: Any, box: Tensor) -> bool | None:
        """The truth of a Tensor of one element on this path; None where it cannot be asked."""
        frame.note_read(box)
        data = box._value
        if not isinstance(data, jax.core.Tracer):
            # A Tensor from outside that is not an input yet: the trace will be repeated.
            return bool(host_values(data).reshape(())) if frame.unsettled(box) else None
        if known_value(data) is not None:
            return None
        value = primal(data)
        if not isinstance(value, jax.core.Tracer) or trace_of(value) is not self.trace:
            return None
        known = self._known.get(id(value))
        if known is not None:
            return known[1]
        if self.printing.early and not self.printing.later:
            raise frame.break_off(PRINTED)
        n, met = len(self.answers), len(self.lines) + len(self.asking)
        place, cell = self._place()
        if cell is not None and not frame.makes(cell):  # each trace makes another
            self.asking[id(cell)] = cell
        if len(self.lines) + len(self.asking) > met:
            self._news = n
        if self.hasty and not self.replaced and _heads_loop(place):
            raise placed(frame.break_off(LOOP), place)
        if n - (0 if self.watch.left is None else self._news) >= _MOST_FORKS:
            raise placed(frame.break_off(TOO_MANY), place)
        answer = self.given[n] if n < len(self.given) else self.otherwise
        self.answers.append(answer)
        self.places.append(place)
        self._known[id(value)] = value, answer
        flag = jnp.not_equal(data.reshape(()), 0) if data.dtype != bool else data.reshape(())
        checkpoint_name(flag, f"{MARK} {n}")
        return answer

    def require(self, box: Tensor) -> bool:
        """Let a bool of one element be what has to hold, or the call runs eagerly, where it raises.

        False if it is not known here that compiled code can look at it; then it has to be asked.
        """
        value = primal(box._value)
        if not isinstance(value, jax.core.Tracer) or trace_of(value) is not self.trace:
            return False
        self.guards.append(value.reshape(()))
        return True

    def _place(self) -> tuple[str, Any]:
        """File and line of the innermost frame of the user's code, and the Cell whose code runs."""
        place, cell, frame = "", None, sys._getframe(2)
        self.replaced = False
        while frame is not None and frame.f_code is not OUTERMOST.get("code"):
            if runs_users_code(frame):
                if not place:
                    place = f"{frame.f_code.co_filename}:{frame.f_lineno}"
                    self.replaced |= _is_rewritten(frame.f_code)
                self.lines.add((frame.f_code, frame.f_lineno))
            elif not place:
                self.replaced |= frame.f_globals.get("__name__") == "msjax._core.compile.turns"
            if cell is None and frame.f_code.co_name == "construct":
                owner = frame.f_locals.get("self")
                cell = owner if isinstance(owner, Network) else None
            frame = frame.f_back
        return place, cell


LOOP = "the number of turns of a loop is not known"
NOT_ASKED = "a Python condition needs the value of a Tensor"  # of a row of `vmap`, for instance
TOO_MANY = "too many conditions on values follow one another"


def placed(error: TraceBreak, place: str) -> TraceBreak:
    """The break with the file and line that it is about."""
    error.place = place
    return error


def runs_users_code(frame: types.FrameType) -> bool:
    """Whether a function that is running is of the user or of another package."""
    return (frame.f_globals.get("__name__") or "").partition(".")[0] not in _NOT_THE_USERS


def _is_rewritten(code: Any) -> bool:
    """Whether `rewriting` made some code, in which no loop is left."""
    names = (code.co_name, *code.co_varnames, *code.co_cellvars)
    return any(name.startswith("_msjax_") for name in names)


def _heads_loop(place: str) -> bool:
    """Whether a place is the head of a `while`."""
    name, _, line = place.rpartition(":")
    return bool(line) and linecache.getline(name, int(line)).lstrip().startswith("while")


def explore(
    trace: Callable[[Oracle], Traced],
    snapshot: Watch,
    arrays: list[Any],
    joins: dict[int, Any] | None = None,
) -> Traced:
    """Trace every path of a function and join them; one without conditions as it is.

    When there are too many, the paths of the Cells in which conditions were met are joined where
    these are called; `joins` are such Cells if that has been found out.

    Raises:
        TraceBreak: what the paths do cannot be joined.
    """
    asking: dict[int, Any] = {}
    if joins is not None:
        printing = Printing(later=True)
        return _explore(trace, snapshot, arrays, printing, joins, asking, False)
    printing, joins = Printing(later=snapshot.prints), {}
    kept: Traced | None = None
    failed: Exception | None = None
    while True:
        try:
            traced = _explore(trace, snapshot, arrays, printing, joins, asking, True)
        except Exception as reason:
            told = str(reason) if isinstance(reason, TraceBreak) else ""
            if told == TOO_MANY and asking.keys() > joins.keys():
                printing, joins = Printing(printing.later), dict(asking)
            elif told == PRINTED and not printing.later:
                if kept is not None:
                    return kept
                if failed is not None:
                    raise failed from None
                printing = Printing(later=True)
            elif printing.printed and failed is None and _may_be_of_printing(reason):
                failed, printing = reason, Printing()
                snapshot.difference(None)
            else:
                raise
            continue
        if not (printing.printed and traced.guarded) or kept is not None:
            break
        kept, printing = traced, Printing()  # code that raises would print once more
        snapshot.difference(None)  # what the trace has changed, the next one changes
    printing.show()
    return traced


def _may_be_of_printing(error: Exception) -> bool:
    """Whether code might be traced if it did not print, or show text before it raises."""
    return not isinstance(error, BREAKS) or str(error).startswith("print()")


def _explore(
    trace: Callable[[Oracle], Traced],
    watch: Watch,
    arrays: list[Any],
    printing: Printing,
    joins: dict[int, Any],
    asking: dict[int, Any],
    chooses: bool,
) -> Traced:
    try:
        return _paths(trace, watch, arrays, printing, joins, asking, chooses)
    except BREAKS:  # it will be run again, by another attempt or eagerly
        watch.difference(None)
        raise


def _paths(
    trace: Callable[[Oracle], Traced],
    watch: Watch,
    arrays: list[Any],
    printing: Printing,
    joins: dict[int, Any],
    asking: dict[int, Any],
    chooses: bool,
) -> Traced:
    paths: list[Path] = []
    pending: list[tuple[bool, ...]] = [()]
    traced_so_far = 0
    while pending:
        oracle = Oracle(pending.pop(), printing, watch, joins)
        traced, error = None, None
        try:
            with printing:
                traced = trace(oracle)
        except Exception as raised:
            asking |= oracle.asking
            watch.lines |= oracle.lines
            if isinstance(raised, BREAKS):
                if str(raised) == TOO_MANY:
                    _seek(trace, watch, printing, joins, asking)
                raise
            if not oracle.answers:
                if TRACED in str(raised):
                    raise TraceBreak("an exception shows a Tensor") from raised
                printing.show()
                raise
            error = raised
        asking |= oracle.asking
        watch.lines |= oracle.lines
        answers = tuple(oracle.answers)
        if traced is not None and oracle.raised:
            raise TraceBreak("an exception of a loop is caught", place=oracle.places[-1])
        if traced is not None and oracle.explained:
            raise TraceBreak("the text of an exception that is caught needs the value of a Tensor")
        if traced is not None and not answers and not paths:
            if oracle.looped and printing.early and not printing.later:
                raise TraceBreak(PRINTED)
            changed = watch.lasting() if chooses else ""
            if not changed:
                return traced
            raise TraceBreak(f"{changed} is changed", filling=True)
        if printing.early and not printing.later:
            raise TraceBreak(PRINTED)
        place = oracle.places[-1] if oracle.places else ""
        difference = watch.difference(None if traced is None else traced.run.frame)
        if difference:
            text = f"{difference} changes in code that depends on the value of a Tensor"
            raise TraceBreak(text, filling=chooses and not paths, place=place)
        paths.append(Path(answers, tuple(oracle.places), traced, error))
        pending += [(*answers[:i], False) for i in range(len(oracle.given), len(answers))]
        traced_so_far += 0 if traced is None else len(traced.closed.jaxpr.eqns)
        least = len(paths) + len(pending)
        most = _MOST_PATHS if watch.left is None else _MOST_AT_FIRST
        many = least > most or traced_so_far * least / len(paths) > _MOST_EQUATIONS
        if watch.left is not None and pending and (many or (oracle.turned and not chooses)):
            if chooses or place not in watch.left:
                _seek(trace, watch, printing, joins, asking)
            if not chooses:  # the other paths have to wait until statements are joined
                watch.left.append(place)
                break
        if many:
            raise TraceBreak(TOO_MANY, place=place)
        if watch.left is None and pending and len(paths) == _PATHS_BEFORE_LONGEST:
            # A condition that ends a loop makes a path for each number of turns: if the one with
            # the most turns breaks, the others need not be traced.
            given = pending[-1]
            longest = _last_path(trace, watch, printing, joins, asking, given)
            if least + len(longest.answers) - len(given) > most:
                raise TraceBreak(TOO_MANY, place=place)
    return joined(paths, arrays, MARK, chooses)


def _seek(
    trace: Callable[[Oracle], Traced],
    watch: Watch,
    printing: Printing,
    joins: dict[int, Any],
    asking: dict[int, Any],
) -> None:
    """Trace the path on which no condition holds, for what it asks.

    So that all statements are found at once that are to be joined.
    """
    if watch.left is None:
        return
    frame = STATE.frame
    breaks = None if frame is None else frame.breaks()
    with contextlib.suppress(*BREAKS):  # what was asked before matters
        _last_path(trace, watch, printing, joins, asking)
    if frame is not None:
        frame.mend(breaks)


def _last_path(
    trace: Callable[[Oracle], Traced],
    watch: Watch,
    printing: Printing,
    joins: dict[int, Any],
    asking: dict[int, Any],
    given: tuple[bool, ...] = (),
) -> Oracle:
    """Trace the path on which no condition holds after given answers, and take its effects back.

    Raises:
        TraceBreak: what breaks it.
    """
    oracle = Oracle(given, printing, watch, joins, False)
    traced = None
    try:
        with printing:
            traced = trace(oracle)
    except BREAKS:
        raise
    except Exception:
        pass  # a path may raise
    finally:
        asking |= oracle.asking
        watch.lines |= oracle.lines
        watch.difference(None if traced is None else traced.run.frame)
    return oracle
