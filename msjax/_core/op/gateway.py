"""The one definition of an operation, and the gateway that every call goes through."""

from __future__ import annotations

import copy
import functools
import inspect
import math
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.extend.core.primitives import convert_element_type_p

from msjax._core.base import dtype as mstype
from msjax._core.base import nodes
from msjax._core.base.doubles import parts
from msjax._core.base.errors import Clause, describe, must, named, prefixed
from msjax._core.base.executable import Exec
from msjax._core.base.functions import make_function, shows
from msjax._core.base.identity import function_name
from msjax._core.base.lengths import is_unknown
from msjax._core.base.product_precision import products
from msjax._core.base.recent import Recent
from msjax._core.base.resident import resident
from msjax._core.base.reword import check_tpu, refused_by_tpu, reworded
from msjax._core.base.state import LOCK, STATE
from msjax._core.op import replaced
from msjax._core.op.dispatch import dispatched
from msjax._core.op.kinds import (
    ARRAY,
    ARRAYS,
    FLOAT,
    KEY,
    NUMBERS,
    OPERAND,
    OPERANDS,
    STATIC,
    FloatKind,
    Kind,
    kind_of,
)
from msjax._core.op.static_values import PLAIN, big_int, freeze, skip_static, static_value
from msjax._core.runtime.agreement import wait_for
from msjax._core.tensor.links import View
from msjax._core.tensor.number import Number
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.random import advance, row_state, state_of
from msjax._core.tensor.tensor import Tensor, box, eager_box

_NUMBERS = {float: float, int: int, bool: bool, complex: complex}
_F32 = np.dtype(np.float32)
_INT32 = range(-(1 << 31), 1 << 31)

KERNELS: dict[Callable, Op] = {}


_recasts: list[Callable] = []


def recasts(function: Callable) -> Callable:
    """Decorator of what runs operations under `STATE.cast`, which is made of operations itself."""
    _recasts.append(function)
    return function


class Op:
    """One pure kernel plus the rules to call it with Tensors."""

    __slots__ = (
        "amp",
        "cache",
        "compiled_as",
        "eager",
        "kernel",
        "kinds",
        "label",
        "listed_as",
        "loose",
        "params",
        "sized_by",
        "stays",
        "tensors",
        "to_float",
        "view",
        "write",
    )
    kinds: list[Kind]
    params: list[inspect.Parameter]
    amp: str | Callable | None  # what mixed precision does; see `publish.op`
    compiled_as: str | None
    listed_as: str | None
    sized_by: int | None
    stays: bool
    to_float: str | None

    def __init__(
        self, kernel: Callable, label: str, write: str | None, view: bool, eager: bool, loose: bool
    ):
        self.kernel, self.label, self.loose = kernel, label, loose
        self.view, self.eager = view, eager
        self.tensors, self.stays = 0, False
        self.amp = self.compiled_as = self.listed_as = self.sized_by = self.to_float = None
        self.write = None if write is None else self.place(write)
        self.cache = Recent()

    def __getattr__(self, name: str) -> Any:
        """The signature, looked at when first needed: a thousand would slow the import."""
        if name not in ("params", "kinds"):
            raise AttributeError(name)
        self.params = list(inspect.signature(self.kernel).parameters.values())
        self.kinds = [kind_of(p) for p in self.params]
        return getattr(self, name)

    def place(self, argument: str) -> int:
        """The place of an argument among those of the kernel."""
        code = self.kernel.__code__
        return code.co_varnames[: code.co_argcount].index(argument)

    def labelled(self, label: str) -> Op:
        """The same operation under another label."""
        made = copy.copy(self)
        made.label, made.cache = label, Recent()
        return made

    def apply(self, values: Sequence[Any]) -> Any:
        """Run on a complete, ordered list of argument values."""
        arrays: list[Any] = []
        boxes: list[Any] = []
        key: list[Any] = []
        state, numbers = None, False
        kinds = self.kinds
        if len(kinds) != len(values):
            list(zip(kinds, values, strict=True))  # raises
        # A strict zip takes a fifth of the time that everything here takes for two Tensors.
        for kind, v in zip(kinds, values):  # noqa: B905
            t = type(v)
            if (t is Tensor or t is Parameter) and kind.takes_one:
                arrays.append(v._data if v._view is None else v._value)
                boxes.append(v)
                key.append(ARRAY)
            elif kind is STATIC:
                if t in PLAIN:
                    key.append(t)
                    key.append(v)
                else:
                    freeze(v, key)
            elif kind is KEY:
                state = state_of(v, self.label)
            elif v is None and kind.placed:
                key.append(None)
            elif t in _NUMBERS and kind.number:
                if t is bool and kind is FLOAT:
                    self._accept(values, v)
                    v, t = int(v), int
                arrays.append(v if t is not int or v in _INT32 else big_int(v))
                boxes.append(None)
                key.append(t)
                numbers = True
            elif t is float and isinstance(kind, FloatKind) and kind.traced(v):
                arrays.append(parts(v) if kind.double else v)
                boxes.append(None)
                key.append(FLOAT)
                numbers = True
            else:
                self._unusual(kind, v, arrays, boxes, key, values)
                numbers = True  # perhaps
        if state is not None:
            arrays.append(state._value)
            boxes.append(state)
        key = tuple(key)
        try:
            exe = self.cache.get(key) or self.cache.again(key)
        except TypeError:
            raise TypeError(
                f"For '{self.label}', an argument of unhashable type was given: {key}."
            ) from None
        if exe is None:
            try:
                exe = self.cache[key] = self._build(key, values)
            except Exception as error:
                named(self.label, error)
                raise
        if numbers and not self.eager and STATE.frame is None:
            resident(arrays)
        if STATE.slow or self.view or self.write is not None or state is not None:
            return self._run_slow(exe, arrays, boxes, values, state)
        try:
            outs = exe.fn(*arrays)
        except (jax.errors.UnexpectedTracerError, RuntimeError) as error:
            outs = self._again(exe, arrays, boxes, error)
        if len(outs) == 1 and exe.trees[1] is None:
            return eager_box(outs[0])
        return _box_tree(exe, outs, None)

    def _run_slow(
        self, exe: Exec, arrays: list, boxes: list, values: Sequence[Any], state: Tensor | None
    ) -> Any:
        """Run while recording, tracing, casting, drawing random keys or linking views."""
        if STATE.records is not None and STATE.packing is None:
            if state is None and self.write is None and not self.eager:
                return self._run_recorded(exe, arrays, boxes)
        if STATE.modes:
            return dispatched(self, values)
        if STATE.cast is not None and self.write is None:
            found = _recasts[-1](self, values, STATE.cast)
            if found is not None:
                return found
        if STATE.frame is not None:
            if replaced.applies(self):
                return replaced.run(self, values)
            for b in boxes:
                if b is not None:
                    STATE.frame.note_read(b)
        if self.eager and any(isinstance(a, jax.core.Tracer) for a in arrays):
            reason = f"the shape of the result of '{self.label}' depends on values"
            if STATE.frame is None:
                raise RuntimeError(f"Under a bare jax transformation, {reason}.")
            raise STATE.frame.break_off(reason)
        packing, tensors = STATE.packing, ()
        if packing is not None:  # the random state is not what hooks are for
            tensors = [i for i, b in enumerate(boxes) if b is not None and b is not state]
        if state is not None and STATE.frame is None:
            with LOCK:  # no two threads draw the same numbers
                arrays[-1] = state._value
                *outs, new_state = exe.fn(*arrays)
                advance(state, new_state, self.label)
            state = None
        else:
            rows = None if state is None else row_state(state)
            if rows is not None:
                arrays[-1] = rows
            try:
                if STATE.frame is None:
                    outs = exe.fn(*arrays)
                else:
                    with jax.named_scope(self.label):
                        if packing is None:
                            outs = exe.fn(*arrays)
                        else:
                            outs = packing.run(exe, arrays, tensors)
                    if STATE.stops:
                        outs = [jax.lax.stop_gradient(out) for out in outs]
            except (jax.errors.UnexpectedTracerError, RuntimeError) as error:
                outs = self._again(exe, arrays, boxes, error)
        refs = None
        if STATE.tape is not None:
            refs = _recorded(exe, arrays, boxes, outs)
            if packing is not None and refs is not None:
                made = next((ref[0] for ref in refs if ref is not None), None)
                if made is not None:
                    packing.keep(made, outs, tensors)
        if state is not None:
            *outs, new_state = outs
            if rows is not None:  # it moves on for all rows as one
                new_state = jnp.asarray(state._value).at[2].add(jnp.uint32(1))
            advance(state, new_state, self.label)
        if self.write is not None:
            node = None if refs is None else refs[0]
            return values[self.write]._written(outs[0], node, self.stays)
        return self._result(exe, arrays, boxes, outs, refs)

    def _accept(self, values: Sequence[Any], v: Any) -> None:
        """Look at a bool that counts as an int, for which nothing more may be compiled."""

    def _run_recorded(self, exe: Exec, arrays: list, boxes: list) -> Any:
        """Run where recording is all that is to be done besides."""
        try:
            outs = exe.fn(*arrays)
        except (jax.errors.UnexpectedTracerError, RuntimeError) as error:
            outs = self._again(exe, arrays, boxes, error)
        refs = _recorded(exe, arrays, boxes, outs)
        if self.view or len(outs) > 1 or exe.trees[1] is not None:
            return self._result(exe, arrays, boxes, outs, refs)
        return eager_box(outs[0], None if refs is None else refs[0])

    def _result(self, exe: Exec, arrays: list, boxes: list, outs: Sequence, refs: Any) -> Any:
        """What the caller gets."""
        if len(outs) == 1 and exe.trees[1] is None:
            result = box(outs[0], None if refs is None else refs[0])
        else:
            result = _box_tree(exe, outs, refs)
        if self.view:
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
        told = refused_by_tpu(self.label, error)
        if told is error:
            raise error
        raise told from error

    def _unusual(
        self, kind: Kind, v: Any, arrays: list, boxes: list, key: list, values: Sequence[Any]
    ) -> None:
        """Collect an argument that is neither a Tensor, a plain number nor static."""
        if isinstance(kind, FloatKind):
            number = float(v) if isinstance(v, (float, np.floating)) else math.nan
            if kind.traced(number):
                arrays.append(parts(number) if kind.double else number)
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
                if type(e) in _NUMBERS and kind is OPERANDS:
                    self._collect_number(e, arrays, boxes, key)
                else:
                    self._collect(kind, e, arrays, boxes, key, values)
            return
        self._collect(kind, v, arrays, boxes, key, values)

    def _collect(
        self, kind: Kind, v: Any, arrays: list, boxes: list, key: list, values: Any
    ) -> None:
        if isinstance(v, Tensor):
            arrays.append(v._value)
            boxes.append(v)
        elif isinstance(v, jax.Array):
            arrays.append(v)
            boxes.append(None)
        elif kind is NUMBERS and isinstance(v, (tuple, list)):
            arrays.append(Tensor(v)._value)
            boxes.append(None)
        elif isinstance(v, np.generic) and (kind.number or kind is OPERANDS):
            self._collect_number(v.item(), arrays, boxes, key)
            return
        elif type(v) is Number and (kind.number or kind is OPERANDS):
            arrays.append(v.tensor._value)
            boxes.append(v.tensor)
            key.append(v.kind)
            return
        elif isinstance(v, (int, float)) and (kind.number or kind is OPERANDS):
            base = int if isinstance(v, int) else float  # a class of their own, as mutable(1) has
            self._collect_number(base(v), arrays, boxes, key)
            return
        elif is_unknown(v) and (kind.number or kind is OPERANDS):
            arrays.append(jax.numpy.asarray(v))
            boxes.append(None)
            key.append(int)
            return
        else:
            self._reject(kind, values, v)
        key.append(ARRAY)

    def _collect_number(self, v: Any, arrays: list, boxes: list, key: list) -> None:
        arrays.append(v if type(v) is not int or v in _INT32 else big_int(v))
        boxes.append(None)
        key.append(type(v))

    def _reject(self, kind: Kind, values: Sequence[Any], v: Any) -> None:
        expected = {
            ARRAY: "a Tensor",
            ARRAYS: "a tuple or list of Tensors",
            OPERANDS: "a tuple or list of Tensors or numbers",
            NUMBERS: "a Tensor, or a tuple or list of numbers",
            FLOAT: "a number",
        }.get(kind, "a Tensor or a number")
        names = [p.name for p, given in zip(self.params, values, strict=True) if given is v]
        text = must(names[0] if names else "input", expected, describe(v))
        raise TypeError(prefixed(self.label, text))

    def look(self, values: Sequence[Any]) -> None:
        """Refuse arrays, at the time of tracing: for `Checked`."""

    def _build(self, key: tuple, values: Sequence[Any]) -> Exec:
        """Compile-time half of a call: where each array goes, static values, promotion."""
        plan: list[tuple[Any, Any, Any]] = []  # (kind, scalar class or count, static value)
        codes = list(key)
        for p, kind, v in zip(self.params, self.kinds, values, strict=True):
            if kind is STATIC:
                plan.append((STATIC, None, static_value(v, p.annotation)))
                skip_static(codes, v)
            elif kind is KEY:
                plan.append((KEY, None, None))
            elif isinstance(kind, FloatKind):
                if codes[0] is FLOAT:
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
        exe = Exec(
            *(self.label, _pure(self, plan, trees), self.eager),
            identity=lambda: self.identity(plan),
            sized_by=self.sized_by,
        )
        exe.trees = trees
        return exe

    def identity(self, plan: list) -> tuple:
        """Everything that `_pure` reads, as plain values that hold in every process.

        Raises:
            NamelessError: the kernel, or a static argument, has no such name.
        """
        arguments = [
            (kind.name, _code_names(code), static if kind is STATIC else None)
            for kind, code, static in plan
        ]
        rules = (self.label, self.loose, self.tensors)
        return "operation", function_name(self.kernel), rules, arguments


def _code_names(code: Any) -> Any:
    """The names of what stands for an argument in a cache key."""
    if isinstance(code, list):
        return [_code_names(c) for c in code]
    if code is None:
        return None
    return code.name if isinstance(code, Kind) else code.__name__


def _pure(op: Op, plan: list, trees: dict[int, Any]) -> Callable:
    """The kernel as a function from a flat list of arrays to a flat tuple of arrays."""
    params, kernel = op.params, op.kernel
    promotes = any(kind in (OPERAND, OPERANDS) for kind, _, _ in plan)
    random = KEY in op.kinds

    def flat(*arrays: Any) -> tuple:
        if op.eager:
            wait_for(arrays)  # whose values decide shapes
        state = arrays[-1] if random else None
        source = iter(arrays)
        values: list[Any] = []
        for kind, code, static in plan:
            if kind is STATIC:
                values.append(static)
            elif kind is KEY:
                drawn = jax.random.wrap_key_data(state[:2])
                for word in state[2:]:  # the position, and the rows of `vmap`
                    drawn = jax.random.fold_in(drawn, word)
                values.append(drawn)
            elif kind in (ARRAYS, OPERANDS):
                values.append([_as_number(c, next(source)) for c in code])
            else:
                values.append(_as_number(code, next(source)))
        args: list[Any] = []
        kwargs: dict[str, Any] = {}
        try:
            op.look(values)
            if promotes:
                _promote(op, plan, values)
            for p, v in zip(params, values, strict=True):
                if p.kind is p.VAR_POSITIONAL:
                    args.extend(v)
                elif p.kind is p.KEYWORD_ONLY:
                    kwargs[p.name] = v
                else:
                    args.append(v)
            with products():
                out = kernel(*args, **kwargs)
        except Exception as error:
            if op.eager and isinstance(error, jax.errors.JAXTypeError):
                raise RuntimeError(prefixed(op.label, "there is no derivative.")) from None
            named(op.label, error)
            other = reworded(op.label, params, values, error)
            if other is error:
                raise
            raise other from error
        leaves, tree = jax.tree.flatten(out)
        check_tpu(op.label, (*arrays, *leaves))
        trees[len(leaves)] = None if tree == _LEAF else tree
        if random:
            leaves.append(state.at[2].add(jnp.uint32(1)))
        return tuple(_strong(leaf) for leaf in leaves)

    return flat


_LEAF = jax.tree.structure(0)  # a bare array


def _as_number(code: Any, x: Any) -> Any:
    """A number that a loop changes, or a large one, of the kind that Python's own numbers are."""
    dtype = getattr(x, "dtype", None)  # kernels that are not traced get Python's own
    if code is float and dtype == np.float64:
        return convert_element_type_p.bind(x, new_dtype=_F32, weak_type=True, sharding=None)
    if code is int and dtype == np.int64:
        return convert_element_type_p.bind(x, new_dtype=dtype, weak_type=True, sharding=None)
    return x


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
        raise TypeError(Clause(f"there must be {what}, but got {scalars}."))
    target = mstype.promote(dtypes, scalars, op.loose)
    for i, (kind, _, _) in enumerate(plan):
        if kind is OPERAND:
            values[i] = jax.lax.convert_element_type(values[i], target)
        elif kind is OPERANDS:
            values[i] = [jax.lax.convert_element_type(e, target) for e in values[i]]


def _operands(kind: Kind, code: Any, value: Any) -> list[tuple[Any, Any]]:
    if kind is OPERAND:
        return [(code, value)]
    return list(zip(code, value, strict=True)) if kind is OPERANDS else []


def _recorded(exe: Exec, arrays: list, boxes: list, outs: Sequence[Any]) -> list | None:
    """The references of an operation's results, None if nothing that it was given has any."""
    parents, tracked = [], False
    for b in boxes:
        ref = None if b is None else b._node
        if ref is not None:
            if ref[0].tape.alive:
                tracked = True
            else:
                ref = None
        parents.append(ref)
    return nodes.attach(exe, arrays, parents, outs) if tracked else None


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
    if boxes[0] is None:  # an array of JAX's, which nobody writes to
        return
    for index, out in enumerate(result if isinstance(result, (tuple, list)) else (result,)):
        out._view = View(boxes[0], exe, arrays[1:], index, boxes[0]._data, layout)


@functools.cache
def call(kernel: Callable, label: str | None = None) -> Callable:
    """The public form of a kernel, for Python code inside msjax that works on Tensors.

    Args:
        kernel: the kernel.
        label: who speaks in its errors, where that is not the kernel's own label.
    """
    entry = KERNELS[kernel]
    return spell(entry if label is None else entry.labelled(label), "ops." + kernel.__name__)


def spell(entry: Op, surface: str) -> Callable:
    """A real Python function with the kernel's signature that calls the gateway."""
    module, name = surface.rsplit(".", 1)
    params = [p for p, k in zip(entry.params, entry.kinds, strict=True) if not hidden(p, k)]
    if module.rsplit(".", 1)[-1] in ("Tensor", "Parameter") and params:
        params[0] = params[0].replace(name="self")
    renamed = iter(params)
    values = [
        "None" if hidden(p, k) else next(renamed).name
        for p, k in zip(entry.params, entry.kinds, strict=True)
    ]
    function = make_function(name, params, f"_apply(({', '.join(values)},))", entry)
    function.__module__, function.__qualname__ = "msjax." + module, name
    function.__doc__ = entry.kernel.__doc__
    shows(function, entry.kernel)
    return function


def hidden(param: inspect.Parameter, kind: Kind) -> bool:
    """Whether the gateway gives an argument that callers do not see."""
    return kind is KEY and param.name == "key"
