"""The one definition of an operation, and the gateway that every call goes through.

A kernel is a pure function on `jax.Array`. Its annotations (kept as text, so kernel files start
with `from __future__ import annotations`) say what each argument is:

    Array      a Tensor                       Array | None   a Tensor or nothing
    Arrays     a sequence of Tensors
    Operand    a Tensor or a Python number; all Operands of a kernel promote to one dtype
    Operands   a sequence of those
    Value      a Tensor or a Python number, not promoted
    float      a Python number that may change without recompiling (`float | None` likewise)
    Finite     like `float` for finite Python floats; any other value arrives as it is, so that the
               kernel can refuse it or treat it apart (`Positive`, `Fraction`: in (0, 1), and
               `Order`: positive, not 1, not 2, likewise); `settled` tells the two
    Exact      like `Finite` in double precision, for `exact` to read (`Power`: of either sign,
               not 0, 1 or 2, likewise)
    Key        a PRNG key that the gateway draws; `key` is hidden, `generator` is public
    anything else: static, part of what is compiled
"""

from __future__ import annotations

import functools
import inspect
import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core import autograd
from msjax._core import dtype as mstype
from msjax._core.doubles import parts
from msjax._core.errors import describe, must
from msjax._core.functions import make_function
from msjax._core.reword import REWORDED, reworded
from msjax._core.state import LOCK, STATE
from msjax._core.static_values import PLAIN, big_int, freeze, skip_static, static_value
from msjax._core.x64 import x64

Array = jax.Array
Arrays = Sequence[jax.Array]
Operand = jax.Array
Operands = Sequence[jax.Array]
Value = jax.Array
Key = jax.Array
Finite = Positive = Fraction = Order = Exact = Power = float

STATIC, ARRAY, OPERAND, ARRAYS, OPERANDS, VALUE, FLOAT, KEY = range(8)
_KINDS = {
    "Array": ARRAY,
    "Operand": OPERAND,
    "Arrays": ARRAYS,
    "Operands": OPERANDS,
    "Value": VALUE,
    "float": FLOAT,
    "Key": KEY,
    "Finite": -1,
    "Positive": -2,
    "Fraction": -3,
    "Order": -4,
    "Exact": -5,
    "Power": -6,
}
_EXACT = (-5, -6)
_TRACED: dict[int, Callable[[float], bool]] = {  # the values that need no compilation of their own
    -1: math.isfinite,
    -2: lambda v: 0 < v < math.inf,
    -3: lambda v: 0 < v < 1,
    -4: lambda v: 0 < v < math.inf and v != 1 and v != 2,
    -5: lambda v: v == 0 or 1e-20 < abs(v) < 1e38,
    -6: lambda v: 1e-20 < abs(v) < 1e38 and abs(v) != 1 and abs(v) != 2,
}
_NUMBERS = {float: float, int: int, bool: bool, complex: complex}
_INT32 = range(-(1 << 31), 1 << 31)

SURFACES: dict[str, Any] = {}  # dotted public name -> object, or what makes it
KERNELS: dict[Callable, Op] = {}


_serials = itertools.count()


class Exec:
    """A compiled form of one op for one set of static arguments, and its derivative's."""

    __slots__ = ("bwd", "eager", "flat", "fn", "name", "serial", "trees")

    def __init__(self, name: str, flat: Callable, eager: bool = False):
        self.name, self.flat, self.eager = name, flat, eager
        self.serial = next(_serials)
        self.bwd: dict = {}
        self.trees: dict[int, Any] = {}  # structure of the results, by number of arrays

        def run(*arrays: Any) -> Any:
            with x64():
                return flat(*arrays)

        run.__name__ = run.__qualname__ = name
        self.fn = run if eager else jax.jit(run, inline=True)


class Op:
    """One pure kernel plus the rules to call it with Tensors."""

    __slots__ = (
        "cache",
        "eager",
        "kernel",
        "kinds",
        "label",
        "loose",
        "params",
        "tensors",
        "view",
        "write",
    )
    kinds: list[int]
    params: list[inspect.Parameter]

    def __init__(
        self, kernel: Callable, label: str, write: str | None, view: bool, eager: bool, loose: bool
    ):
        self.kernel, self.label, self.loose = kernel, label, loose
        self.view, self.eager = view, eager
        self.tensors = 0
        if write is not None:
            code = kernel.__code__
            self.write = code.co_varnames[: code.co_argcount].index(write)
        else:
            self.write = None
        self.cache: dict[tuple, Exec] = {}

    def __getattr__(self, name: str) -> Any:
        """The signature, looked at when first needed: a thousand would slow the import."""
        if name not in ("params", "kinds"):
            raise AttributeError(name)
        self.params = list(inspect.signature(self.kernel).parameters.values())
        self.kinds = [_kind(p) for p in self.params]
        return getattr(self, name)

    def apply(self, values: Sequence[Any]) -> Any:
        """Run on a complete, ordered list of argument values."""
        arrays: list[Any] = []
        boxes: list[Any] = []
        key: list[Any] = []
        state = None
        for kind, v in zip(self.kinds, values, strict=True):
            t = type(v)
            if kind > STATIC and kind != KEY and (t is Tensor or t is Parameter):
                if kind == ARRAYS or kind == OPERANDS:
                    self._reject(kind, values, v)
                arrays.append(v._data if v._view is None else v._value)
                boxes.append(v)
                key.append(ARRAY)
            elif kind == STATIC:
                if t in PLAIN:
                    key.append(t)
                    key.append(v)
                else:
                    freeze(v, key)
            elif kind == KEY:
                state = state_of(v, self.label)
            elif v is None and kind > STATIC:
                key.append(None)
            elif t in _NUMBERS and (kind == OPERAND or kind >= VALUE):
                arrays.append(v if t is not int or v in _INT32 else big_int(v))
                boxes.append(None)
                key.append(t)
            else:
                self._unusual(kind, v, arrays, boxes, key, values)
        if state is not None:
            arrays.append(state._value)
            boxes.append(state)
        key = tuple(key)
        try:
            exe = self.cache.get(key)
        except TypeError:
            raise TypeError(
                f"For '{self.label}', an argument of unhashable type was given: {key}."
            ) from None
        if exe is None:
            exe = self.cache[key] = self._build(key, values)
        if STATE.slow or self.view or self.write is not None or state is not None:
            return self._run_slow(exe, arrays, boxes, values, state)
        try:
            outs = exe.fn(*arrays)
        except (jax.errors.UnexpectedTracerError, RuntimeError) as error:
            outs = self._again(exe, arrays, boxes, error)
        if len(outs) == 1 and exe.trees[1] is None:
            return box(outs[0])
        return _box_tree(exe, outs, None)

    def _run_slow(
        self, exe: Exec, arrays: list, boxes: list, values: Sequence[Any], state: Tensor | None
    ) -> Any:
        """Run while recording, tracing, casting, drawing random keys or linking views."""
        if STATE.modes:
            from msjax._core.dispatch import dispatched

            return dispatched(self, values)
        if STATE.cast is not None and self.write is None:
            from msjax._core.precision import recast

            found = recast(self, values, STATE.cast)
            if found is not None:
                return found
        if STATE.frame is not None:
            for b in boxes:
                if b is not None:
                    STATE.frame.note_read(b)
        if self.eager and any(isinstance(a, jax.core.Tracer) for a in arrays):
            reason = f"the shape of the result of '{self.label}' depends on values"
            if STATE.frame is None:
                raise RuntimeError(f"Under a bare jax transformation, {reason}.")
            raise STATE.frame.break_off(reason)
        if state is not None and STATE.frame is None:
            with LOCK:  # no two threads draw the same numbers
                arrays[-1] = state._value
                *outs, new_state = exe.fn(*arrays)
                advance(state, new_state, self.label)
            state = None
        else:
            try:
                outs = exe.fn(*arrays)
            except (jax.errors.UnexpectedTracerError, RuntimeError) as error:
                outs = self._again(exe, arrays, boxes, error)
        refs = None
        if STATE.tape is not None:
            parents, tracked = [], False
            for b in boxes:
                ref = None if b is None else b._node
                if ref is not None:
                    if ref[0].tape.alive:
                        tracked = True
                    else:
                        ref = None
                parents.append(ref)
            if tracked:
                refs = autograd.attach(exe, arrays, parents, outs)
        if state is not None:
            *outs, new_state = outs
            advance(state, new_state, self.label)
        if self.write is not None:
            target = values[self.write]
            target._assign(outs[0], None if refs is None else refs[0])
            return Tensor(target) if isinstance(target, Parameter) else target
        if len(outs) == 1 and exe.trees[1] is None:
            result = box(outs[0], None if refs is None else refs[0])
        else:
            result = _box_tree(exe, outs, refs)
        if self.view and STATE.frame is None:  # compiled code makes copies, as MindSpore's
            _link(exe, arrays, boxes, result, None if self.view is True else self.view)
        return result

    def _again(self, exe: Exec, arrays: list, boxes: list, error: Exception) -> Any:
        """Run once more when no other thread is compiling or running what changes the inputs."""
        if STATE.frame is None and not isinstance(error, jax.errors.JaxRuntimeError):
            with LOCK:
                now = [a if b is None else b._value for a, b in zip(arrays, boxes, strict=True)]
                if any(a is not b for a, b in zip(arrays, now, strict=True)):
                    arrays[:] = now
                    return exe.fn(*arrays)
        if isinstance(error, jax.errors.UnexpectedTracerError):
            raise leaked_tracer(self.label) from error
        raise error

    def _unusual(
        self, kind: int, v: Any, arrays: list, boxes: list, key: list, values: Sequence[Any]
    ) -> None:
        """Collect an argument that is neither a plain Tensor, a plain number nor static."""
        if kind < 0:
            number = float(v) if isinstance(v, (float, np.floating)) else math.nan
            if _TRACED[kind](number):
                arrays.append(parts(number) if kind in _EXACT else number)
                boxes.append(None)
                key.append(FLOAT)
            else:
                freeze(v, key)
            return
        if kind in (ARRAYS, OPERANDS):
            if not isinstance(v, (list, tuple)):
                self._reject(kind, values, v)
            key.append(len(v))
            for e in v:
                if type(e) in _NUMBERS and kind == OPERANDS:
                    self._collect_number(e, arrays, boxes, key)
                else:
                    self._collect(kind, e, arrays, boxes, key, values)
            return
        self._collect(kind, v, arrays, boxes, key, values)

    def _collect(
        self, kind: int, v: Any, arrays: list, boxes: list, key: list, values: Any
    ) -> None:
        if isinstance(v, Tensor):
            arrays.append(v._value)
            boxes.append(v)
        elif isinstance(v, jax.Array):
            arrays.append(v)
            boxes.append(None)
        elif isinstance(v, np.generic) and kind in (OPERAND, OPERANDS, VALUE, FLOAT):
            self._collect_number(v.item(), arrays, boxes, key)
            return
        elif isinstance(v, (int, float)) and kind in (OPERAND, OPERANDS, VALUE, FLOAT):
            base = int if isinstance(v, int) else float  # a class of their own, as mutable(1) has
            self._collect_number(base(v), arrays, boxes, key)
            return
        else:
            self._reject(kind, values, v)
        key.append(ARRAY)

    def _collect_number(self, v: Any, arrays: list, boxes: list, key: list) -> None:
        arrays.append(v if type(v) is not int or v in _INT32 else big_int(v))
        boxes.append(None)
        key.append(type(v))

    def _reject(self, kind: int, values: Sequence[Any], v: Any) -> None:
        expected = {
            ARRAY: "a Tensor",
            ARRAYS: "a tuple or list of Tensors",
            OPERANDS: "a tuple or list of Tensors or numbers",
            FLOAT: "a number",
        }.get(kind, "a Tensor or a number")
        names = [p.name for p, given in zip(self.params, values, strict=True) if given is v]
        raise TypeError(must(self.label, names[0] if names else "input", expected, describe(v)))

    def look(self, values: Sequence[Any]) -> None:
        """Refuse arrays, at the time of tracing: for `Checked`."""

    def _build(self, key: tuple, values: Sequence[Any]) -> Exec:
        """Compile-time half of a call: where each array goes, static values, promotion."""
        plan: list[tuple[Any, Any, Any]] = []  # (kind, scalar class or count, static value)
        codes = list(key)
        for p, kind, v in zip(self.params, self.kinds, values, strict=True):
            if kind == STATIC:
                plan.append((STATIC, None, static_value(v)))
                skip_static(codes, v)
            elif kind == KEY:
                plan.append((KEY, None, None))
            elif kind < 0:
                if codes[0] == FLOAT:
                    plan.append((FLOAT, codes.pop(0), None))
                else:
                    plan.append((STATIC, None, static_value(v)))
                    skip_static(codes, v)
            elif v is None:
                if p.default is not None and not p.annotation.endswith("| None"):
                    self._reject(kind, values, v)
                codes.pop(0)
                plan.append((STATIC, None, None))
            elif kind in (ARRAYS, OPERANDS):
                count = codes.pop(0)
                plan.append((kind, [codes.pop(0) for _ in range(count)], type(v)))
            else:
                plan.append((kind, codes.pop(0), None))
        trees: dict[int, Any] = {}
        exe = Exec(self.label, _pure(self, plan, trees), self.eager)
        exe.trees = trees
        return exe


def settled(value: Any) -> bool:
    """Whether a kernel's argument arrived as a Python value, not as a traced number."""
    return not isinstance(value, jax.Array)


def _kind(param: inspect.Parameter) -> int:
    text = param.annotation
    if not isinstance(text, str):
        return STATIC
    return _KINDS.get(text.removesuffix(" | None"), STATIC)


def _pure(op: Op, plan: list, trees: dict[int, Any]) -> Callable:
    """The kernel as a function from a flat list of arrays to a flat tuple of arrays."""
    params, kernel = op.params, op.kernel
    promotes = any(kind in (OPERAND, OPERANDS) for kind, _, _ in plan)
    random = KEY in op.kinds

    def flat(*arrays: Any) -> tuple:
        state = arrays[-1] if random else None
        source = iter(arrays)
        values: list[Any] = []
        for kind, code, static in plan:
            if kind == STATIC:
                values.append(static)
            elif kind == KEY:
                values.append(jax.random.fold_in(jax.random.wrap_key_data(state[:2]), state[2]))
            elif kind in (ARRAYS, OPERANDS):
                values.append([next(source) for _ in code])
            else:
                values.append(next(source))
        op.look(values)
        if promotes:
            _promote(op, plan, values)
        args: list[Any] = []
        kwargs: dict[str, Any] = {}
        for p, v in zip(params, values, strict=True):
            if p.kind is p.VAR_POSITIONAL:
                args.extend(v)
            elif p.kind is p.KEYWORD_ONLY:
                kwargs[p.name] = v
            else:
                args.append(v)
        try:
            out = kernel(*args, **kwargs)
        except REWORDED as error:
            if op.eager and isinstance(error, jax.errors.JAXTypeError):
                raise RuntimeError(f"For '{op.label}', there is no derivative.") from None
            raise reworded(op.label, params, values, error) from error
        leaves, tree = jax.tree.flatten(out)
        trees[len(leaves)] = None if tree == _LEAF else tree
        if random:
            leaves.append(state.at[2].add(jnp.uint32(1)))
        return tuple(_strong(leaf) for leaf in leaves)

    return flat


_LEAF = jax.tree.structure(0)  # a bare array


def _strong(x: Any) -> Any:
    """Kernel results have definite dtypes: weakly typed ones would promote differently later."""
    x = jnp.asarray(x)
    return jax.lax.convert_element_type(x, x.dtype) if x.weak_type else x


def _promote(op: Op, plan: list, values: list) -> None:
    """Cast the Operands of one call to their common dtype, in place."""
    dtypes, scalars = [], []
    for (kind, code, _), v in zip(plan, values, strict=True):
        for c, e in _operands(kind, code, v):
            if c in _NUMBERS:
                scalars.append(c)
            else:
                dtypes.append(e.dtype)
    if len(dtypes) < op.tensors:
        what = f"{'one Tensor' if op.tensors == 1 else 'Tensors'} among its inputs"
        raise TypeError(f"For '{op.label}', there must be {what}, but got {scalars}.")
    target = mstype.promote(op.label, dtypes, scalars, op.loose)
    for i, (kind, _, _) in enumerate(plan):
        if kind == OPERAND:
            values[i] = jax.lax.convert_element_type(values[i], target)
        elif kind == OPERANDS:
            values[i] = [jax.lax.convert_element_type(e, target) for e in values[i]]


def _operands(kind: int, code: Any, value: Any) -> list[tuple[Any, Any]]:
    if kind == OPERAND:
        return [(code, value)]
    return list(zip(code, value, strict=True)) if kind == OPERANDS else []


def leaked_tracer(label: str) -> RuntimeError:
    """The error for a Tensor that outlived the compiled code it was made in."""
    return RuntimeError(
        f"For '{label}', an input holds a value from inside a compiled function that has already "
        "finished. Return the Tensor from the function instead of keeping it in a list or global."
    )


def _box_tree(exe: Exec, outs: Sequence[Any], refs: Sequence[Any] | None) -> Any:
    if refs is None:
        boxes = [box(o) for o in outs]
    else:
        boxes = [box(o, r) for o, r in zip(outs, refs, strict=False)]
    tree = exe.trees[len(boxes)]
    return boxes[0] if tree is None else jax.tree.unflatten(tree, boxes)


def _link(exe: Exec, arrays: list, boxes: list, result: Any, layout: str | None) -> None:
    """Tie the results of a view op to the Tensor that they show."""
    for index, out in enumerate(result if isinstance(result, (tuple, list)) else (result,)):
        out._view = View(boxes[0], exe, arrays[1:], index, boxes[0]._data, layout)


def public(*surfaces: str) -> Callable[[Callable], Callable]:
    """Publish a Python function on Tensors under each spelling, for what is not a kernel."""

    def register(function: Callable) -> Callable:
        for surface in surfaces:
            _add_surface(surface, function)
        return function

    return register


def op(
    *surfaces: str,
    write: str | None = None,
    view: bool | str = False,
    eager: bool = False,
    loose: bool = False,
    tensors: int = 0,
    label: str | None = None,
) -> Callable[[Callable], Callable]:
    """Publish a kernel under each spelling; returns the bare kernel, so that kernels call kernels.

    Args:
        surfaces: dotted public names, e.g. "ops.mean", "Tensor.mean", "mint.mean".
        write: the argument whose Tensor receives the result (in-place ops).
        view: the results show the first argument's memory: writes go both ways ("strided",
            "dense": where its layout allows it, see `links.View`).
        eager: the result's shape depends on values, so the kernel is never compiled.
        loose: unsigned tensors may meet Python numbers among the Operands.
        tensors: how many of the Operands must be Tensors.
        label: the name used in error texts and profiles (default: the kernel's name).
    """

    def register(kernel: Callable) -> Callable:
        entry = KERNELS[kernel] = Op(kernel, label or kernel.__name__, write, view, eager, loose)
        entry.tensors = tensors
        for surface in surfaces:
            _add_surface(surface, Spelling(entry, surface))
        return kernel

    return register


class Spelling:
    """A published name whose function is made when it is first asked for."""

    __slots__ = ("entry", "surface")

    def __init__(self, entry: Op, surface: str):
        self.entry, self.surface = entry, surface

    def make(self) -> Callable:
        """The public function."""
        return _spell(checked(self.entry, self.surface), self.surface)


def resolve(surface: str) -> Any:
    """The object published under a dotted name.

    Raises:
        KeyError: there is none.
    """
    found = SURFACES[surface]
    if hasattr(found, "make"):
        found = SURFACES[surface] = found.make()
    else:
        found = SURFACES[surface] = guarded(found, surface)
    return found


def published(module: str) -> list[str]:
    """Names published under a module or class, e.g. "ops" or "Tensor"."""
    prefix = module + "."
    return [s[len(prefix) :] for s in SURFACES if s.startswith(prefix)]


def _add_surface(surface: str, function: Callable) -> None:
    if surface in SURFACES:
        raise ValueError(f"'{surface}' is published twice.")
    SURFACES[surface] = function


@functools.cache
def call(kernel: Callable) -> Callable:
    """The public form of a kernel, for Python code inside msjax that works on Tensors."""
    return _spell(KERNELS[kernel], "ops." + kernel.__name__)


def _spell(entry: Op, surface: str) -> Callable:
    """A real Python function with the kernel's signature that calls the gateway."""
    module, name = surface.rsplit(".", 1)
    params = [p for p, k in zip(entry.params, entry.kinds, strict=True) if not _hidden(p, k)]
    if module.rsplit(".", 1)[-1] == "Tensor" and params:
        params[0] = params[0].replace(name="self")
    renamed = iter(params)
    values = [
        "None" if _hidden(p, k) else next(renamed).name
        for p, k in zip(entry.params, entry.kinds, strict=True)
    ]
    function = make_function(name, params, f"_apply(({', '.join(values)},))", entry)
    function.__module__, function.__qualname__ = "msjax." + module, name
    function.__doc__ = entry.kernel.__doc__
    return function


def _hidden(param: inspect.Parameter, kind: int) -> bool:
    return kind == KEY and param.name == "key"


from msjax._core.checked import checked, guarded  # noqa: E402
from msjax._core.random import advance, state_of  # noqa: E402
from msjax._core.tensor import Parameter, Tensor, View, box  # noqa: E402
