"""Loops as operations, higher derivatives, and operations made of Python functions.

Loops are Python loops when eager, so that every step sees concrete values, and XLA loops inside
compiled code.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import at_least, integer
from msjax._core.base.errors import Clause, describe, must, prefixed
from msjax._core.base.state import STATE
from msjax._core.compile.lift import Run
from msjax._core.compile.loops import while_loop
from msjax._core.compile.merge import same_constant
from msjax._core.gradient.bprop import run_with_bprop
from msjax._core.op.primitive import Primitive
from msjax._core.op.publish import public, resolve
from msjax._core.runtime.agreement import host_values
from msjax._core.tensor.structure import (
    Fields,
    Leaf,
    Opened,
    put_together,
    take_apart,
    tensors_in,
)
from msjax._core.tensor.tensor import Tensor, box
from msjax._core.transform.jvp import jvp
from msjax.kernels.graph.debug import call_back
from msjax.kernels.graph.hybrid import inferred
from msjax.kernels.graph.shared_objects import SharedFunction
from msjax.kernels.host import from_host


def _leaves(value: Any) -> tuple[list, Any]:
    leaves: list[Any] = []

    def read(tensor: Tensor) -> Any:
        STATE.frame.note_read(tensor)
        return tensor._value

    return leaves, take_apart(value, leaves, read)


class _Step:
    """A loop body as a pure function: carried arrays and carried boxes in and out."""

    def __init__(
        self,
        body: Callable[[Any, Any], Any],
        structure: Any,
        carry: list,
        extra: Any,
        carried: Callable[[Any], Any] = lambda out: out,
    ):
        self.body, self.structure, self.boxes = body, structure, []
        self.out: Any = None
        while True:
            run = Run()
            start = [b._value for b in self.boxes]
            jax.eval_shape(lambda c, w, x, run=run: self._once(run, c, w, x), carry, start, extra)
            if run.attributes or run.plain:
                cell, name, *_ = (run.attributes or run.plain)[0]
                raise STATE.frame.break_off(
                    f"a loop changes the attribute '{name}' of '{type(cell).__name__}'"
                )
            fresh = [b for b in run.written if all(b is not k for k in self.boxes)]
            if not fresh:
                break
            self.boxes += fresh
        if not _same_constants(structure, carried(self.out)):
            raise STATE.frame.break_off("a loop changes a Python value that it carries")

    def _once(self, run: Run, carry: list, written: list, extra: Any) -> tuple[list, list]:
        value = put_together(self.structure, iter(carry))
        swaps = list(zip(self.boxes, written, strict=True))
        leaves, effects = run(lambda: self.body(value, extra), swaps)
        self.out = run.structure
        changed = {
            id(b): a
            for b, a in zip(run.written, effects[len(effects) - len(run.written) :], strict=True)
        }
        return leaves, [changed.get(id(b), w) for b, w in swaps]

    def __call__(self, carry: list, written: list, extra: Any) -> tuple[list, list]:
        return self._once(Run(), carry, written, extra)

    def start(self) -> list:
        """Contents of the carried boxes before the loop."""
        return [b._value for b in self.boxes]

    def finish(self, written: list) -> None:
        """Give the carried boxes their contents after the loop."""
        for b, array in zip(self.boxes, written, strict=True):
            b._assign(array)


def _same_constants(before: Any, after: Any) -> bool:
    """Whether what is not a Tensor, which a compiled loop cannot change, stays as it is."""
    if isinstance(before, (tuple, list)) and isinstance(after, (tuple, list)):
        return len(before) != len(after) or all(map(_same_constants, before, after))
    if isinstance(before, dict) and isinstance(after, dict):
        return before.keys() != after.keys() or all(
            _same_constants(value, after[key]) for key, value in before.items()
        )
    if type(before) is type(after) and type(before) in (Leaf, Opened, Fields):
        return True
    return before is after or same_constant([before, after])


def _check_function(name: str, value: Any) -> None:
    if not callable(value):
        raise TypeError(must(name, "a function", type(value).__name__))


def _carried(leaves: list, likes: list) -> list:
    if [(a.shape, a.dtype) for a in leaves] != [(b.shape, b.dtype) for b in likes]:
        raise TypeError(
            Clause("the loop function must return values of its input's shapes and dtypes.")
        )
    return leaves


@public("ops.WhileLoop")
class WhileLoop(Primitive):
    """Repeat a function while a condition holds.

    Call it with `cond_func` (takes the value, returns a bool or 0-d Tensor), `loop_func` (takes and
    returns the value, with unchanged shapes and dtypes) and `init_val` (Tensor or nested tuple of
    them).

    Raises:
        TypeError: `cond_func` or `loop_func` is not a function.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.WhileLoop()(lambda x: x < 10, lambda x: x * 2, ms.Tensor(1)))
        16
    """

    def __init__(self) -> None:
        super().__init__("WhileLoop")

    def __call__(self, cond_func: Callable, loop_func: Callable, init_val: Any) -> Any:
        _check_function("cond_func", cond_func)
        _check_function("loop_func", loop_func)
        if STATE.frame is None:
            value = init_val
            while cond_func(value):
                value = loop_func(value)
            return value
        carry, structure = _leaves(init_val)
        step = _Step(lambda v, _: loop_func(v), structure, carry, None)

        count = len(carry)

        def proceed(state: list) -> Any:
            run = Run()
            value = put_together(structure, iter(state[:count]))
            swaps = zip(step.boxes, state[count:], strict=True)
            (flag,), _ = run(lambda: _as_tensor(cond_func(value)), swaps)
            return flag.reshape(()).astype(bool)

        def advance(state: list) -> list:
            leaves, written = step(state[:count], state[count:], None)
            return [*_carried(leaves, carry), *written]

        end = while_loop(proceed, advance, [*carry, *step.start()])
        step.finish(end[count:])
        return put_together(structure, iter(end[:count]))


def _as_tensor(value: Any) -> Tensor:
    return value if isinstance(value, Tensor) else Tensor(value)


def _bound(name: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, Tensor)):
        raise TypeError(
            Clause(
                f"the type of '{name}' should be one of '['int', 'Tensor']', "
                f"but got type '{type(value).__name__}'."
            )
        )
    return value


@public("ops.ForiLoop")
class ForiLoop(Primitive):
    """Repeat `val = loop_func(i, val)` for i from `lower` up to `upper` (exclusive).

    Call it with `lower`, `upper` (int or 0-d Tensor), `loop_func`, `init_val` and `unroll` (whether
    compiled code repeats the body instead of looping).

    Raises:
        TypeError: a bound is neither an int nor a Tensor, or `loop_func` is not a function.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.ForiLoop()(0, 3, lambda i, x: x + i, ms.Tensor(1.)))
        4.0
    """

    def __init__(self) -> None:
        super().__init__("ForiLoop")

    def __call__(
        self,
        lower: Tensor | int,
        upper: Tensor | int,
        loop_func: Callable,
        init_val: Any,
        unroll: bool = True,
    ) -> Any:
        lower, upper = _bound("lower", lower), _bound("upper", upper)
        _check_function("loop_func", loop_func)
        if STATE.frame is None or (unroll and isinstance(lower, int) and isinstance(upper, int)):
            value = init_val
            for i in range(int(lower), int(upper)):
                value = loop_func(i, value)
            return value
        carry, structure = _leaves(init_val)
        (first, last), _ = _leaves((_as_tensor(lower), _as_tensor(upper)))
        index = first.astype(np.int64)
        step = _Step(lambda v, i: loop_func(box(i), v), structure, carry, index)

        count, bound = len(carry) + 1, last.astype(np.int64)

        def advance(state: list) -> list:
            leaves, written = step(state[1:count], state[count:], state[0])
            return [state[0] + 1, *_carried(leaves, carry), *written]

        end = while_loop(lambda s: s[0] < bound, advance, [index, *carry, *step.start()])
        step.finish(end[count:])
        return put_together(structure, iter(end[1:count]))


def _pair(result: Any) -> tuple[Any, Any]:
    if not isinstance(result, (tuple, list)) or len(result) != 2:
        raise ValueError(must("loop_func", "a function of two results", result))
    return result[0], result[1]


@public("ops.Scan")
class Scan(Primitive):
    """Thread a value through a sequence: `carry, y = loop_func(carry, x)` for each x.

    Call it with `loop_func`, `init`, `xs` (tuple or list, or None with `length`), `length` (which
    counts for none other) and `unroll`. Returns the last carry and the list of all y.

    Raises:
        TypeError: `loop_func` is not a function, or `xs` neither a tuple, a list nor None.

    Examples:
        >>> import msjax as ms
        >>> xs = [ms.Tensor(1.), ms.Tensor(2.)]
        >>> carry, ys = ms.ops.Scan()(lambda c, x: (c + x, c * x), ms.Tensor(1.), xs)
        >>> print(carry, ys[1])
        4.0 4.0
    """

    def __init__(self) -> None:
        super().__init__("Scan")

    def __call__(
        self,
        loop_func: Callable,
        init: Any,
        xs: Any,
        length: int | None = None,
        unroll: bool = True,
    ) -> tuple:
        _check_function("loop_func", loop_func)
        if xs is None:
            if isinstance(length, bool) or not isinstance(length, int):
                raise ValueError(Clause("'length' must be an int when 'xs' is None."))
            xs = [None] * length
        elif not isinstance(xs, (tuple, list)):
            raise TypeError(must("xs", "a tuple, a list or None", type(xs).__name__))
        uniform = len({(t.shape, t.dtype) for t in xs if isinstance(t, Tensor)}) == 1
        loop = STATE.frame is not None and not unroll and uniform and len(tensors_in(xs)) == len(xs)
        if not loop:
            carry, ys = init, []
            for x in xs:
                carry, y = _pair(loop_func(carry, x))
                ys.append(y)
            return carry, ys
        return self._compiled(loop_func, init, xs)

    @staticmethod
    def _compiled(loop_func: Callable, init: Any, xs: Any) -> tuple:
        carry, structure = _leaves(init)
        rows, _ = _leaves(xs)
        step = _Step(
            lambda v, x: loop_func(v, box(x)), structure, carry, rows[0], lambda out: _pair(out)[0]
        )
        count = len(carry)

        def advance(state: tuple, x: Any) -> tuple:
            leaves, written = step(*state, x)
            return (_carried(leaves[:count], carry), written), leaves[count:]

        (leaves, written), stacked = jax.lax.scan(advance, (carry, step.start()), jnp.stack(rows))
        step.finish(written)
        out_structure = step.out[1]
        ys = [put_together(out_structure, iter([s[i] for s in stacked])) for i in range(len(rows))]
        return put_together(structure, iter(leaves)), ys


_MOVED = (mstype.int32, mstype.int64, mstype.float32, mstype.float64)


def _as_float(x: Any) -> Tensor:
    """Where derivatives of higher order are asked for; integers become float32."""
    if not isinstance(x, Tensor):
        raise TypeError(must("primals", "Tensors or tuples of Tensors", describe(x)))
    if x.dtype not in _MOVED:
        raise TypeError(must("primals", "of int32, int64, float32 or float64", str(x.dtype)))
    return x if x.is_floating_point() else x.astype(mstype.float32)


@public("ops.derivative")
def derivative(fn: Callable, primals: Tensor | tuple[Tensor, ...], order: int) -> tuple:
    """Value of a function and its derivative of some order, element by element.

    Args:
        fn: function or Cell.
        primals: Tensor or tuple of Tensors of int32, int64, float32 or float64; integers become
            float32.
        order: a positive int.

    Returns:
        (output, derivative of the given order along directions of ones); each a list where the
        function gives several.

    Raises:
        TypeError: `order` is not an int, or `primals` are no Tensors of these dtypes.
        ValueError: `order` is less than 1.

    Examples:
        >>> import msjax as ms
        >>> out, second = ms.ops.derivative(lambda x: x ** 3, ms.Tensor(2.), 2)
        >>> print(out, second)
        8.0 12.0
    """
    integer("order", order)
    at_least("order", order, 1)
    inputs = tuple(map(_as_float, primals if isinstance(primals, tuple) else (primals,)))
    ones = tuple(Tensor(np.ones(p.shape, p.dtype.np)) for p in inputs)

    def slope(function: Callable) -> Callable:
        return lambda *args: jvp(function, args, ones)[1]

    nth = fn
    for _ in range(order):
        nth = slope(nth)
    return _listed(fn(*inputs)), _listed(nth(*inputs))


def _listed(out: Any) -> Any:
    """Several outputs as a list."""
    return list(out) if isinstance(out, tuple) and len(out) > 1 else out


@public("ops.jet")
def jet(
    fn: Callable, primals: Tensor | tuple[Tensor, ...], series: Tensor | tuple[Tensor, ...]
) -> tuple:
    """Derivatives of a function along a curve, given the curve's derivatives.

    Args:
        fn: function or Cell.
        primals: Tensor or tuple of Tensors of int32, int64, float32 or float64: where. Integers
            become float32.
        series: for each primal a Tensor whose first axis holds the curve's first, second, ...
            derivatives, or that has the primal's shape and is the first.

    Returns:
        (output, derivatives of the output along the curve, stacked on a first axis); each a list
        where the function gives several.

    Raises:
        TypeError: `primals` and `series` are not Tensors or tuples of Tensors.
        ValueError: their numbers or shapes differ.

    Examples:
        >>> import msjax as ms
        >>> out, terms = ms.ops.jet(lambda x: x ** 3, ms.Tensor(2.), ms.Tensor([1., 0.]))
        >>> print(out, terms)
        8.0 [12. 12.]
    """
    inputs = tuple(primals) if isinstance(primals, (tuple, list)) else (primals,)
    terms = tuple(series) if isinstance(series, (tuple, list)) else (series,)
    if not all(isinstance(t, Tensor) for t in inputs + terms):
        raise TypeError(Clause("'primals' and 'series' must be Tensors or tuples of Tensors."))
    if len(inputs) != len(terms):
        raise ValueError(Clause(f"{len(inputs)} primals need as many series, got {len(terms)}."))
    inputs, terms = tuple(map(_as_float, inputs)), tuple(map(_as_float, terms))
    terms = tuple(
        t.expand_dims(0) if t.shape == p.shape else t for p, t in zip(inputs, terms, strict=True)
    )
    for primal, term in zip(inputs, terms, strict=True):
        if not term.ndim or term.shape[1:] != primal.shape:
            raise ValueError(must("series", f"of shape (n, *{primal.shape})", term.shape))
    order = terms[0].shape[0]

    def along(time: Tensor) -> Any:
        moved, power, factorial = list(inputs), time, 1.0
        for k in range(order):
            factorial *= k + 1
            moved = [m + t[k] * (power / factorial) for m, t in zip(moved, terms, strict=True)]
            power = power * time
        return fn(*moved)

    out, found = fn(*inputs), []
    curve: Callable = along
    zero, one = Tensor(np.float32(0)), Tensor(np.float32(1))
    for _ in range(order):
        curve = (lambda function: lambda time: jvp(function, time, one)[1])(curve)
        found.append(curve(zero))
    stack = resolve("ops.stack")
    if isinstance(out, tuple):
        return _listed(out), _listed(tuple(stack(each) for each in zip(*found, strict=True)))
    return out, stack(found)


class WithBackward:
    """An operation of the user's with its derivative."""

    def __init__(self, operation: Custom):
        self.operation = operation

    def __call__(self, *inputs: Tensor) -> Any:
        return run_with_bprop(self, inputs, {})

    def construct(self, *inputs: Tensor) -> Any:
        """The results of the operation."""
        return self.operation._run(*inputs)

    def bprop(self, *given: Any) -> Any:
        """The gradients of its inputs."""
        if self.operation.bprop is None:
            raise RuntimeError(prefixed("Custom", "there is no derivative; give it a 'bprop'."))
        grads = self.operation.bprop(*given)
        return grads if isinstance(grads, tuple) else (grads,)


@public("ops.Custom")
class Custom(Primitive):
    """An operation made of a Python function on NumPy arrays, or of one in C or C++.

    A function in C has the signature `int name(int nparam, void **params, int *ndims,
    int64_t **shapes, const char **dtypes, void *stream, void *extra)`: inputs and then outputs,
    with the names of their dtypes as NumPy has them. It fills the outputs in and returns 0.
    `stream` and `extra` are null. It runs on the host, whatever the device.

    Args:
        func: takes and returns NumPy arrays; for "aot" the text "file:name" of a function in a
            shared object, or in a source (.cc, .cpp, .c) that is compiled at once.
        out_shape: shape of the result, or a function from the input shapes; a tuple of them for
            several results.
        out_dtype: dtype of the result, or a function from the input dtypes; a tuple as well.
        func_type: "pyfunc", "aot", or "hybrid" for a function decorated with `ops.kernel`, which
            needs no out_shape and out_dtype; the other kinds have no counterpart here.
        bprop: `bprop(*inputs, out, dout)` returning the gradients of the inputs.
        reg_info: accepted for compatibility; attributes in it are refused for "aot".

    Raises:
        NotImplementedError: another `func_type` of MindSpore's, or an "aot" function that needs
            MindSpore's C++ classes.
        TypeError: `func` is not a function, or for "hybrid" not one made by `ops.kernel`, or for
            "aot" not of the form "file:name".
        ValueError: any other `func_type`.
        RuntimeError: a source does not compile, a function returns another number than 0, or a
            gradient is asked for and there is no `bprop`.

    Examples:
        >>> import msjax as ms
        >>> op = ms.ops.Custom(lambda a: a * 2, lambda s: s, lambda d: d, "pyfunc")
        >>> print(op(ms.Tensor([1., 2.])))
        [2. 4.]
    """

    def __init__(
        self,
        func: Callable | str,
        out_shape: Any = None,
        out_dtype: Any = None,
        func_type: str = "pyfunc",
        bprop: Callable | None = None,
        reg_info: Any = None,
    ):
        super().__init__("Custom")
        kinds = ["hybrid", "akg", "tbe", "aicpu", "aot", "pyfunc"]
        if func_type not in kinds:
            raise ValueError(must("func_type", f"one of {kinds}", func_type))
        if func_type not in ("pyfunc", "hybrid", "aot"):
            raise NotImplementedError(
                Clause(
                    f"the func_type {func_type!r} is not supported by msjax; "
                    "use 'pyfunc', or write the operation with ops functions."
                )
            )
        self._native = None
        if func_type == "aot":
            self._native = SharedFunction(func)
            if out_shape is None or out_dtype is None:
                raise NotImplementedError(
                    Clause("shapes are not asked of C++; give 'out_shape' and 'out_dtype'.")
                )
            if isinstance(reg_info, dict) and reg_info.get("attr"):
                raise NotImplementedError(
                    Clause("attributes do not reach C++; give their values as Tensors.")
                )
        else:
            _check_function("func", func)
        if func_type == "hybrid" and not hasattr(func, "ms_kernel_flag"):
            raise TypeError(must("func", "decorated with ops.kernel", func))
        self._inferred = func_type == "hybrid" and (out_shape is None or out_dtype is None)
        self.func, self.out_shape, self.out_dtype, self.bprop = func, out_shape, out_dtype, bprop

    def __call__(self, *args: Any) -> Any:
        if self._native is not None:
            args = tuple(a if isinstance(a, Tensor) else Tensor(a) for a in args)
        return WithBackward(self)(*args)

    def _run(self, *args: Tensor) -> Any:
        traced = any(isinstance(t._value, jax.core.Tracer) for t in tensors_in(args))
        if not traced and self._native is None:
            return _boxed(self.func(*(a.asnumpy() for a in args)))
        shape, dtype = self.out_shape, self.out_dtype
        if self._inferred:
            shape, dtype = inferred(self.func, args)
        shape = shape(*(a.shape for a in args)) if callable(shape) else shape
        dtype = dtype(*(a.dtype for a in args)) if callable(dtype) else dtype
        if shape is None or dtype is None:
            raise ValueError(Clause("compiled code needs 'out_shape' and 'out_dtype'."))
        many = isinstance(dtype, (tuple, list))
        templates = _templates(shape, dtype) if many else _templates([shape], [dtype])

        def run(*contents: np.ndarray) -> tuple[np.ndarray, ...]:
            if self._native is not None:
                return self._native(contents, [s for _, s in templates], [d for d, _ in templates])
            out = self.func(*contents)
            return tuple(np.asarray(o) for o in (out if many else (out,)))

        if traced:
            results = [box(r) for r in call_back(run, [a._value for a in args], templates, False)]
        else:
            results = [from_host(r) for r in run(*(host_values(a._value) for a in args))]
        return tuple(results) if many else results[0]


def _templates(shapes: Any, dtypes: Sequence) -> list[tuple[np.dtype, tuple[int, ...]]]:
    """NumPy's dtypes and the shapes of outputs, of what a program said of them."""
    for d in dtypes:
        if not isinstance(d, mstype.Type):
            raise TypeError(must("out_dtype", "dtypes of mindspore, or a function of them", d))
    if not isinstance(shapes, (tuple, list)) or len(shapes) != len(dtypes):
        raise ValueError(must("out_shape", f"a shape for each of {len(dtypes)} outputs", shapes))
    for s in shapes:
        if not isinstance(s, (tuple, list)) or not all(map(_is_length, s)):
            raise TypeError(
                must("out_shape", "lengths, or a function of shapes that gives them", s)
            )
    return [(d.np, tuple(s)) for s, d in zip(shapes, dtypes, strict=True)]


def _is_length(n: Any) -> bool:
    """Whether `n` is a length; that of an exported program may be no int."""
    return n >= 0 if isinstance(n, int) else not isinstance(n, (float, str, type(None)))


def _boxed(result: Any) -> Any:
    if isinstance(result, (tuple, list)):
        return tuple(Tensor(np.asarray(r)) for r in result)
    return Tensor(np.asarray(result))
