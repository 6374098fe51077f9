"""Compiled functions: `jit`, its older spelling `ms_function`, and Cells in GRAPH_MODE.

One entry of a function's cache is one executable, see `entry.py`.
"""

from __future__ import annotations

import functools
import logging
import os
import sys
from collections.abc import Callable
from typing import Any, overload

import jax
import numpy as np

from msjax._core.base.errors import TraceBreak, only_known, unsupported
from msjax._core.base.functions import F
from msjax._core.base.network import Network
from msjax._core.base.product_precision import asked
from msjax._core.base.reword import refused_by_tpu
from msjax._core.base.state import LOCK, STATE
from msjax._core.compile import wholes
from msjax._core.compile.cache_key import (
    identify,
    structure_of,
)
from msjax._core.compile.counters import Counter, Counters
from msjax._core.compile.dynamic_inputs import check_inputs
from msjax._core.compile.entry import Entry, PathRaises
from msjax._core.compile.fallbacks import (
    ONLY_RAISES,
    advice,
    line_that_names,
    place_of,
    reason_of,
    user_frame,
)
from msjax._core.compile.forks import BREAKS, LOOP, OUTERMOST, TOO_MANY, forking
from msjax._core.compile.held_state import drawing_aside
from msjax._core.compile.lift import Lifted, reachable
from msjax._core.compile.merge import UNSTEADY
from msjax._core.compile.printing import Printing
from msjax._core.compile.rewriting import Rewriting, hindrance
from msjax._core.compile.stand_ins import holds_iterator, keeps_stand_in, standing_in
from msjax._core.compile.surroundings import Surroundings
from msjax._core.compile.watched import Snapshot
from msjax._core.runtime import context, devices, launch, slices
from msjax._core.tensor.tensor import Tensor

_log = logging.getLogger("msjax.jit")
WARNED: set[tuple[str, str]] = set()  # places and reasons of fallbacks that were told
_TWICE = "it compares objects by 'is', and arguments are one Tensor or share memory"
_MOST_CHANGES = 4
_MOST_RAISED = 8
_MOST_RARELY_USED = 16  # executables in a row that few calls used
_MANY_KINDS = 50  # then it is said once
_MOST_ENTRIES, _MOST_KEYS = 8, 256  # code made for constants that keep changing is forgotten


class Compiled:
    """A Python function that runs compiled; attribute `__wrapped__` is the function."""

    forks = True  # whether conditions on values are compiled
    spreads = True  # whether processes with strategies run it together
    joins = False  # whether it does the same with many arrays, and is called eagerly

    def __init__(self, fn: Callable, fullgraph: bool = False):
        self._fn, self._fullgraph = fn, fullgraph
        self._cache: dict[tuple, list[Entry | None]] = {}
        self._described: dict[str, str] | None = None
        self._warned = False
        self._filled: set[tuple] = set()  # kinds of calls at which it changed what it reads
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
            bound.spreads, bound.joins = self.spreads, self.joins
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
        if entry.parts_arguments and entry.overlap(boxes):
            if entry.compares:
                self._warn(TraceBreak(_TWICE))
            return self._run_eagerly(args, kwargs)
        try:
            with LOCK:
                result = entry.run(arrays, boxes)
            if entry.prints:  # other threads need not wait for the text
                jax.effects_barrier()
            return entry.with_originals(result, args, kwargs) if entry.originals else result
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
        return slices.arrangement() if self.spreads or not launch.several() else None

    def _note_raising(self, key: tuple, entry: Entry) -> None:
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
    ) -> Entry | None:
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
    ) -> Entry | None:
        structure = (
            tuple(structure_of(a) for a in args),
            {k: structure_of(a) for k, a in kwargs.items()},
        )
        together, given, around = self._together(), None, None
        if isinstance(together, slices.Ranks):
            given = together.arguments(boxes, arrays)
            pairs = zip(given, arrays, strict=True)
            arrays = [jax.ShapeDtypeStruct(part.shape, a.dtype) for part, a in pairs]
        try:
            cells: list[Any] = []
            seeds = reachable(self._fn, args, kwargs, cells=cells)
            around = Surroundings((self._fn, args, kwargs, cells))
            seeds = {id(b): b for b in (*seeds, *reachable(around.tensors))}.values()
            tagged = around.read_of(boxes)
            if tagged:
                raise TraceBreak(f"the attribute '{tagged}' of an argument is read")
            if around.binds_iterator:
                raise TraceBreak("an iterator from outside is bound to a function")
            if holds_iterator((args, kwargs)):
                raise TraceBreak("an iterator is among the arguments")
            snapshot: Snapshot | None = None
            counters: list[Counter] = []
            if not around.asks_types:  # which shows a Number for what it is
                made = [e for e in self._cache.get(key, ()) if e is not None]
                counters = self._counters.found(made)
            places = [*around.kept_by(cells), *around.sources()]
            with (
                devices.tracing(together),
                drawing_aside(around.draws) as drawn,
                standing_in(places, around.asks_types) as stand_ins,
            ):
                if self.forks and forking():
                    snapshot = Snapshot(around, cells, (self._fn, args, kwargs), seeds)
                    snapshot.prints = together is None and not launch.several()
                    snapshot.lenient = isinstance(together, slices.Ranks)
                    snapshot.compares_types = around.compares_types
                lift = functools.partial(
                    Lifted,
                    *(self._fn, structure, arrays, list(seeds), cells, boxes, around.objects),
                    snapshot,
                )
                lifted = self._counted(lift, around, snapshot, counters)
                changed = [state.described() for state in drawn if state.changed()]
                if changed:
                    raise TraceBreak(f"{changed[0]} is changed", filling=True)
                if stand_ins and keeps_stand_in((lifted.run.structure, lifted.run.plain)):
                    raise TraceBreak("an iterator from outside is returned or kept")
            plan = None
            if isinstance(together, slices.Ranks):
                plan = wholes.Plan(self.__name__, lifted, together, given)
            entry = Entry(
                *(self.__name__, lifted, arrays, boxes, around, counters, together, plan),
                self.joins,
            )
            self._limit_changes(entry, key)
        except BREAKS as reason:
            filling = isinstance(reason, TraceBreak) and reason.filling
            if filling and key not in self._filled:
                self._filled.add(key)  # a table that is filled once is full when it is called again
                return None
            if isinstance(reason, TraceBreak) and around is not None:
                if not (reason.place or user_frame(reason)):
                    reason.place = line_that_names(str(reason), around.functions)
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
                if snapshot is None:
                    return _lifted_once(attempt)
                return self._lifted(attempt, around, snapshot)
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
        snapshot.hasty, snapshot.left = True, []
        failed: BaseException
        while True:
            loops.swap(around.functions)
            apart = len(snapshot.whole)
            try:
                lifted = attempt()
                if snapshot.left:
                    raise TraceBreak(TOO_MANY, place=snapshot.left[0])
            except BREAKS as reason:
                if str(reason) == UNSTEADY and len(snapshot.whole) > apart:
                    snapshot.left = []
                    continue  # the first path found out what cannot be joined, the others knew
                many = str(reason) == TOO_MANY or bool(snapshot.left)
                hurried |= many or str(reason) == LOOP
                snapshot.left = []
                found = (snapshot.lines, snapshot.whole) if many else ()
                if not loops.extend(reason, *found):
                    failed = reason
                    break
            except Exception as error:
                if not loops.codes:
                    raise
                snapshot.difference(None)
                reason = "a loop whose number of turns is not known cannot be compiled"
                failed = TraceBreak(reason, place=user_frame(error))
                failed.__cause__ = error
                break
            else:
                self._loops = loops if loops.codes else None
                return lifted
            finally:
                loops.restore()
        if not hurried:
            raise failed
        snapshot.hasty, snapshot.left = False, None  # more paths and all turns are tried
        told: BaseException | None = None if str(failed) in (LOOP, TOO_MANY) else failed
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
        if told is not None and str(told) in (LOOP, TOO_MANY):
            place = getattr(told, "place", "") or user_frame(told)
            many = place if str(told) == TOO_MANY else ""
            why = hindrance(failed, snapshot.lines, many)
            if why:
                raise TraceBreak(f"{told}, and {why}", place=place) from None
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

    def _limit_changes(self, entry: Entry, key: tuple) -> None:
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
        where, text = place_of(reason, self._fn), reason_of(reason)
        told = f"{where}: {text}" if where else text
        self._reason = told
        if isinstance(self._together(), slices.Ranks):
            return  # which is an error
        if text.startswith(ONLY_RAISES):
            return  # the exception that eager code raises tells enough
        if self._fullgraph:
            raise RuntimeError(
                f"'{self.__qualname__}' cannot be compiled as a whole: {told}."
            ) from reason
        if self._warned or (where, text) in WARNED:
            return
        self._warned = True
        if where:
            WARNED.add((where, text))
        name = getattr(self, "__qualname__", self._fn)
        _log.warning("%s", f"'{name}' runs eagerly: {told}. {advice(text)}".rstrip())

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


def _lifted_once(attempt: Callable) -> Lifted:
    """Trace without conditions on values, and print what was printed if that succeeds."""
    printing = Printing(strict=True)
    try:
        with printing:
            lifted = attempt()
    except BREAKS:
        raise
    except Exception:
        printing.show()
        raise
    printing.show()
    return lifted


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


class Store(dict):
    """Compiled functions that belong to an object; its copies and pickles make their own."""

    def __reduce__(self) -> tuple:
        return Store, ()

    def __deepcopy__(self, memo: dict | None = None) -> Store:
        return Store()

    __copy__ = __deepcopy__


OUTERMOST["code"] = Compiled._lifted.__code__


def _describe(value: Any) -> str:
    if isinstance(value, Tensor):
        return f"{value.dtype}{list(value.shape)}"
    return f"{type(value).__name__} {value!r:.60}"


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
    "fn obj mode input_signature hash_args jit_config compile_once jit_syntax_level "
    "disable_format_transform exec_order ge_options infer_boost debug_level exc_mode enable_ge"
).split()


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
        TypeError: `fullgraph` is not a bool, `dynamic` no int, or an option is unknown.

    Examples:
        >>> import msjax as ms
        >>> @ms.jit
        ... def f(x, y):
        ...     return x * y + 1
        >>> print(f(ms.Tensor([1., 2.]), ms.Tensor([3., 4.])))
        [4. 9.]
    """
    only_known(jit, options, _OPTIONS)
    for name, value, allowed, older in (
        ("capture_mode", capture_mode, ["ast", "bytecode", "trace"], ()),
        ("jit_level", jit_level, ["O0", "O1"], ("", "O2", "O3")),
    ):
        if value not in (*allowed, *older):
            raise ValueError(
                f"For 'jit', the '{name}' must be str and must be in '{allowed}', "
                f"but got {value!r}."
            )
    if isinstance(dynamic, bool) or not isinstance(dynamic, int):
        kind = type(dynamic).__name__
        raise TypeError(f"For 'jit', the 'dynamic' must be 'int', but got '{kind}'.")
    if dynamic not in (0, 1):
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


def check_hook_fn(hook_fn: Callable) -> None:
    """TypeError unless the hook can be called and is no compiled function."""
    if not callable(hook_fn):
        raise TypeError(f"Expected a callable hook function, but got {type(hook_fn).__name__}.")
    if isinstance(hook_fn, Compiled):
        raise TypeError(
            f"Decorating hook function {hook_fn.__name__} with '@jit' is not supported."
        )
