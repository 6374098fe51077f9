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
from collections.abc import Callable
from typing import Any

import jax
import numpy as np

from msjax._core import autograd, context
from msjax._core.dtype import Type
from msjax._core.errors import TraceBreak
from msjax._core.lift import ATOMS, Lifted, reachable
from msjax._core.op import SOURCE, Exec
from msjax._core.parameter import Parameter
from msjax._core.state import LOCK, STATE
from msjax._core.structure import Composite, Fields, Leaf, Opened, is_record, put_together, refilled
from msjax._core.tensor import Tensor, box

_log = logging.getLogger("msjax.jit")
_BREAKS = (
    TraceBreak,
    jax.errors.ConcretizationTypeError,
    jax.errors.TracerArrayConversionError,
    jax.errors.TracerIntegerConversionError,
    jax.errors.NonConcreteBooleanIndexError,
)
_TENSOR, _RAW = Leaf(False), Leaf(True)
_MOST_CHANGES = 4
_MOST_ENTRIES, _MOST_KEYS = 8, 256  # code made for constants that keep changing is forgotten


class Compiled:
    """A Python function that runs compiled; attribute `__wrapped__` is the function."""

    def __init__(self, fn: Callable, fullgraph: bool = False):
        self._fn, self._fullgraph = fn, fullgraph
        self._cache: dict[tuple, list[_Entry | None]] = {}
        self._described: dict[str, str] | None = None
        self._warned = False
        self.__name__ = self.__qualname__ = getattr(fn, "__name__", type(fn).__name__)
        functools.update_wrapper(self, fn, updated=())

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        """Methods: one compiled function for each instance."""
        if instance is None:
            return self
        if isinstance(instance, type) or not hasattr(instance, "__dict__"):
            return functools.partial(self, instance)
        store = instance.__dict__.setdefault("_compiled_methods", {})
        bound = store.get(self)
        if bound is None:
            bound = store[self] = Compiled(self._fn.__get__(instance, owner), self._fullgraph)
        return bound

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if STATE.frame is not None:
            return self._fn(*args, **kwargs)
        arrays: list[Any] = []
        boxes: list[Tensor | None] = []
        key: list[Any] = [context.state.version]
        for a in args:
            if type(a) is Tensor:
                data = a._data if a._view is None else a._value
                arrays.append(data)
                boxes.append(a)
                key.append(data.shape)
                key.append(data.dtype)
            else:
                _identify(a, arrays, boxes, key)
        if kwargs:
            for name, a in kwargs.items():
                key.append(name)
                _identify(a, arrays, boxes, key)
        key = tuple(key)
        entries = self._cache.get(key)
        if entries is not None:
            for entry in entries:
                if entry is None:
                    return self._fn(*args, **kwargs)
                if entry.valid():
                    if entry.arg_writes and len({id(b) for b in boxes}) < len(boxes):
                        return self._fn(*args, **kwargs)  # one Tensor given twice and written
                    with LOCK:
                        return entry.run(arrays, boxes)
        return self._first_call(key, args, kwargs, arrays, boxes)

    def _first_call(self, key: tuple, args: tuple, kwargs: dict, arrays: list, boxes: list) -> Any:
        if os.environ.get("MSJAX_LOG_RECOMPILES", "0") not in ("", "0"):
            self._log_reason(args, kwargs)
        with LOCK:
            entry = self._build(key, args, kwargs, arrays)
        if entry is None or (entry.arg_writes and len({id(b) for b in boxes}) < len(boxes)):
            return self._fn(*args, **kwargs)
        with LOCK:
            return entry.run(arrays, boxes)

    def _build(self, key: tuple, args: tuple, kwargs: dict, arrays: list) -> _Entry | None:
        """Compile for one kind of arguments; None if the function has to run eagerly."""
        structure = (
            tuple(_structure(a) for a in args),
            {k: _structure(a) for k, a in kwargs.items()},
        )
        try:
            seeds = reachable(self._fn, args, kwargs)
            entry = _Entry(self.__name__, Lifted(self._fn, structure, arrays, seeds))
            self._limit_changes(entry, key)
        except _BREAKS as reason:
            self._warn(reason)
            self._cache[key] = [None]
            return None
        entries = self._cache.setdefault(key, [])
        entries.insert(0, entry)
        del entries[_MOST_ENTRIES:]
        if len(self._cache) > _MOST_KEYS:
            del self._cache[next(iter(self._cache))]
        return entry

    def _limit_changes(self, entry: _Entry, key: tuple) -> None:
        """Give up on code that gives a Cell another Python number at every call."""
        if entry.run_info.plain:
            before = [e for e in self._cache.get(key, ()) if e is not None and e.run_info.plain]
            if len(before) >= _MOST_CHANGES:
                cell, name, _ = entry.run_info.plain[0]
                raise TraceBreak(
                    f"the Python value '{name}' of '{type(cell).__name__}' changes at every call"
                )

    def prepare(self, args: tuple, kwargs: dict) -> None:
        """Compile for these arguments without running."""
        arrays: list[Any] = []
        key: list[Any] = [context.state.version]
        for a in args:
            _identify(a, arrays, [], key)
        for name, a in kwargs.items():
            key.append(name)
            _identify(a, arrays, [], key)
        if tuple(key) not in self._cache:
            self._build(tuple(key), args, kwargs, arrays)

    def _warn(self, reason: Exception) -> None:
        where = _user_frame(reason)
        if self._warned and not self._fullgraph:
            return
        self._warned = True
        if self._fullgraph:
            raise RuntimeError(
                f"'{self.__qualname__}' cannot be compiled as a whole: "
                f"{f'{where}: ' if where else ''}{_reason(reason)}."
            ) from reason
        _log.warning(
            "'%s' runs eagerly: %s%s. Use ops.cond, ops.while_loop or ops.where to compile it.",
            getattr(self, "__qualname__", self._fn),
            f"{where}: " if where else "",
            _reason(reason),
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


class _Entry:
    """One executable with the boxes it reads and writes."""

    def __init__(self, name: str, lifted: Lifted):
        run = lifted.run
        self.checked = STATE.version
        self.cells = [(s.cell, fingerprint(s.cell)) for s in run.frame.cells.values()]
        self.run_info, self.arg_writes = run, lifted.arg_writes
        self.structure = run.structure
        written = {id(b) for b in run.written}
        shapes = {id(b): (v.aval.shape, v.aval.dtype) for b, v in _effects(lifted)}
        donated, kept = [], []
        for b in lifted.inputs:
            same = id(b) in written and shapes[id(b)] == (b._data.shape, b._data.dtype)
            (donated if same else kept).append(b)
        self.donated, self.kept = donated, kept
        self.kept_sources = [(b, _source(b, self.cells)) for b in kept]
        self.avals = [(b, b._data.shape, b._data.dtype) for b in lifted.inputs]
        self.containers = [
            (value, _ids(value))
            for cell, _ in self.cells
            for value in cell.__dict__.values()
            if type(value) in (list, dict)
        ]
        order = {id(b): i for i, b in enumerate(donated + kept)}
        positions = [order[id(b)] for b in lifted.inputs]
        fun = lifted.fun

        def call(donated: list, kept: list, args: list) -> tuple:
            boxes = [*donated, *kept]
            return fun(*args, *(boxes[i] for i in positions))

        call.__name__ = call.__qualname__ = name
        self.fn = jax.jit(call, donate_argnums=(0,), keep_unused=True)
        self.node_exec = Exec(name, lambda *flat: fun(*flat))
        self.inputs = lifted.inputs
        self.results = len(lifted.closed.jaxpr.outvars) - _effect_count(run)
        self.plain_writes = None if run.attributes or run.plain else list(run.written)
        self.simple = type(self.structure[0]) is Leaf and not self.arg_writes

    def valid(self) -> bool:
        """Whether everything that was a constant of the trace is as it was."""
        if self.checked == STATE.version and not self.containers:
            return True
        if any(_ids(value) != seen for value, seen in self.containers):
            self.checked = None
        return self.checked == STATE.version or self._still_valid()

    def _still_valid(self) -> bool:
        if any((b._data.shape, b._data.dtype) != (shape, dtype) for b, shape, dtype in self.avals):
            return False
        if all(fingerprint(cell) == seen for cell, seen in self.cells):
            self.checked = STATE.version
            self.containers = [(value, _ids(value)) for value, _ in self.containers]
            return True
        return False

    def run(self, arrays: list, boxes: list) -> Any:
        """Execute on the arguments' arrays and write everything back."""
        if STATE.tape is not None and self._tracked(boxes):
            return self._run_recorded(arrays, boxes)
        donated = [b._data for b in self.donated]
        kept = [b._data if s is None else _follow(s)._value for b, s in self.kept_sources]
        if donated and max(map(sys.getrefcount, donated)) > _ALONE:
            for i, count in enumerate(map(sys.getrefcount, donated)):
                if count > _ALONE:
                    donated[i] = jax.numpy.array(donated[i], copy=True)
        outs = self.fn(donated, kept, arrays)
        n = self.results
        if self.plain_writes is not None:
            for b, a in zip(self.plain_writes, outs[n:], strict=True):
                b._data = a
                b._node = None
        else:
            self.run_info.replay(outs[n:])
            self.checked = None
        if self.simple:
            return box(outs[0])
        result, arg_values = put_together(self.structure, iter(outs[:n]))
        for i, value in zip(self.arg_writes, arg_values, strict=True):
            boxes[i]._assign(value._data)
        return result

    def _tracked(self, boxes: list) -> bool:
        return any(
            b is not None and autograd.live(b._node) is not None for b in (*boxes, *self.inputs)
        )

    def _run_recorded(self, arrays: list, boxes: list) -> Any:
        flat = [*arrays, *(b._value for b in self.inputs)]
        outs = self.node_exec.fn(*flat)
        parents = [
            None if b is None else autograd.live(b._node)
            for b in (*boxes, *([None] * (len(arrays) - len(boxes))), *self.inputs)
        ]
        refs = autograd.attach(self.node_exec, flat, parents, outs)
        n = self.results
        nodes = iter(refs)

        def make(array: Any) -> Tensor:
            return box(array, next(nodes))

        result, arg_values = put_together(self.structure, iter(outs[:n]), make)
        self.run_info.replay(outs[n:], make)
        if self.plain_writes is None:
            self.checked = None
        for b, ref in zip(
            self.run_info.written, refs[len(refs) - len(self.run_info.written) :], strict=True
        ):
            if not isinstance(b, Parameter):
                b._node = ref
        for i, value in zip(self.arg_writes, arg_values, strict=True):
            boxes[i]._assign(value._data, value._node)
        return result


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


def _ids(value: Any) -> list[int]:
    return [id(v) for v in (value.values() if type(value) is dict else value)]


def _source(b: Tensor, cells: list) -> tuple | None:
    """Where to find a captured Tensor at call time: an attribute may be given a new Tensor."""
    if not isinstance(b, Parameter):
        for cell, _ in cells:
            for name, value in cell.__dict__.items():
                path = _path_to(b, value)
                if path is not None:
                    return cell.__dict__, name, *path
    return None


def _path_to(b: Tensor, value: Any) -> tuple | None:
    """The keys that lead from a nested value to the Tensor `b`."""
    if value is b:
        return ()
    if type(value) in (list, tuple) or type(value) is dict:
        for key, part in value.items() if type(value) is dict else enumerate(value):
            path = _path_to(b, part)
            if path is not None:
                return key, *path
    return None


def _follow(source: tuple) -> Tensor:
    held, *path = source
    for key in path:
        held = held[key]
    return held


# Attributes of a Cell that say nothing about what it computes.
_UNSEEN = frozenset(
    "_create_time _id _param_prefix _scope _graph_function _compiled_methods".split()
)


def fingerprint(cell: Any) -> tuple:
    """What compiled code depends on of a Cell, apart from the contents of its Tensors."""
    parts: list[Any] = [
        (name, _seen(value)) for name, value in cell.__dict__.items() if name not in _UNSEEN
    ]
    parts.extend(p.requires_grad for p in cell._params.values() if p is not None)
    hooks = cell._msj_table.key() if cell._msj_table else None
    parts.append((cell._msj_cast, cell._msj_recomputed, hooks))
    return tuple(parts)


def _seen(value: Any) -> Any:
    t = type(value)
    if t in ATOMS:
        return t, value
    if isinstance(value, Parameter):
        return id(value)
    if isinstance(value, Tensor):
        return value.shape, value.dtype, None if value._view is None else id(value)
    if isinstance(value, dict):
        return t, tuple([(k, _seen(v)) for k, v in value.items()])
    if isinstance(value, (list, tuple)):
        return t, tuple([_seen(v) for v in value])
    return id(value)


def _identify(value: Any, arrays: list, boxes: list, key: list) -> None:
    """Append an argument's part of the cache key, and its arrays."""
    t = type(value)
    if isinstance(value, Tensor):
        data = value._value
        if t is Parameter:
            key.append(value)
            return
        arrays.append(data)
        boxes.append(value)
        key.append(data.shape)
        key.append(data.dtype)
    elif isinstance(value, jax.Array):
        arrays.append(value)
        boxes.append(None)
        key.append((jax.Array, value.shape, value.dtype))
    elif t is float or isinstance(value, np.generic):
        key.append(t)
        key.append(repr(value))  # nan equals itself, -0.0 is not 0.0
    elif t in ATOMS or isinstance(value, Type):
        key.append(t)
        key.append(value)
    elif isinstance(value, (tuple, list)):
        key.append((t, len(value)))
        for v in value:
            _identify(v, arrays, boxes, key)
    elif isinstance(value, dict):
        key.append((t, tuple(value)))
        for v in value.values():
            _identify(v, arrays, boxes, key)
    elif isinstance(value, np.ndarray):
        key.append((np.ndarray, value.shape, str(value.dtype), value.tobytes()))
    elif isinstance(value, Composite):
        key.append(t)
        for v in value._parts():
            _identify(v, arrays, boxes, key)
    elif is_record(value):
        key.append(t)
        _identify(vars(value), arrays, boxes, key)
    else:
        try:
            hash(value)
            key.append(value)
        except TypeError:
            key.append(_ById(value))


class _ById:
    """Identity of an unhashable argument, which is kept alive."""

    __slots__ = ("value",)

    def __init__(self, value: Any):
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, _ById) and self.value is other.value


def _structure(value: Any) -> Any:
    if isinstance(value, Tensor):
        return value if type(value) is Parameter else _TENSOR
    if isinstance(value, jax.Array):
        return _RAW
    if isinstance(value, (tuple, list)):
        return refilled(value, [_structure(v) for v in value])
    if isinstance(value, dict):
        return refilled(value, {k: _structure(v) for k, v in value.items()})
    if isinstance(value, Composite):
        return Opened(type(value), _structure(value._parts()))
    if is_record(value):
        return Fields(value, _structure(vars(value)))
    return value


def _describe(value: Any) -> str:
    if isinstance(value, Tensor):
        return f"{value.dtype}{list(value.shape)}"
    return f"{type(value).__name__} {value!r:.60}"


def _reason(error: Exception) -> str:
    if isinstance(error, TraceBreak):
        return str(error)
    return "a Python condition or conversion needs the value of a Tensor"


def _user_frame(error: BaseException) -> str:
    """File and line of the innermost frame outside msjax and its dependencies."""
    own = os.path.dirname(os.path.dirname(__file__))
    inside = (own + os.sep, os.path.dirname(jax.__file__) + os.sep, os.path.dirname(np.__file__))
    for entry in reversed(traceback.extract_tb(error.__traceback__)):
        if not entry.filename.startswith(inside) and entry.filename != SOURCE:
            return f"{entry.filename}:{entry.lineno}"
    return ""


def graph_call(cell: Any, args: tuple, kwargs: dict) -> Any:
    """Run a Cell compiled, as GRAPH_MODE does for the outermost one."""
    return _graph_function(cell)(*args, **kwargs)


def graph_compile(cell: Any, args: tuple, kwargs: dict) -> None:
    """Compile a Cell for these arguments without running it."""
    _graph_function(cell).prepare(args, kwargs)


def _graph_function(cell: Any) -> Compiled:
    compiled = cell.__dict__.get("_graph_function")
    if compiled is None:
        compiled = Compiled(cell._run_construct)
        compiled.__name__ = compiled.__qualname__ = type(cell).__name__
        cell.__dict__["_graph_function"] = compiled
    return compiled


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
    the code changes are changed as if it had run eagerly. Code whose path depends on the value of a
    Tensor runs eagerly, with one warning.

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
        TypeError: `fullgraph` is not a bool.

    Examples:
        >>> import msjax as ms
        >>> @ms.jit
        ... def f(x, y):
        ...     return x * y + 1
        >>> print(f(ms.Tensor([1., 2.]), ms.Tensor([3., 4.])))
        [4. 9.]
    """
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
    from msjax.nn.cell import Cell

    if isinstance(target, Compiled) or not callable(target):
        return target
    if isinstance(target, type):
        if issubclass(target, Cell):
            target.construct = Compiled(target.construct, fullgraph=fullgraph)
        return target
    if isinstance(target, Cell):
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
