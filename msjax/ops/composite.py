"""Functions over structures of Tensors: HyperMap, Map, and functions chosen by argument types."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import string
from msjax._core.base.dtype import Type
from msjax._core.base.errors import Clause, describe, must
from msjax._core.base.state import STATE
from msjax._core.op.primitive import Primitive
from msjax._core.op.publish import public
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.graph.composite_values import matmul, ones_like, zeros_like  # noqa: F401

__path__: list[str] = []  # MindSpore has a package here; its modules show these same names

# -- functions chosen by the types of their arguments ----------------------------------------------


def _is_function(value: Any) -> bool:
    return callable(value) and not isinstance(value, (type, Tensor))


def _class_named(name: str) -> Callable[[Any], bool]:
    return lambda value: any(c.__name__ == name for c in type(value).__mro__)


_KINDS: dict[str, Callable[[Any], bool]] = {
    "Tensor": lambda v: isinstance(v, Tensor),
    "Number": lambda v: isinstance(v, (bool, int, float, complex, np.generic)),
    "Bool": lambda v: isinstance(v, (bool, np.bool_)),
    "Int": lambda v: isinstance(v, (int, np.signedinteger)) and not isinstance(v, bool),
    "UInt": lambda v: isinstance(v, np.unsignedinteger),
    "Float": lambda v: isinstance(v, (float, np.floating)),
    "Complex": lambda v: isinstance(v, (complex, np.complexfloating)),
    "String": lambda v: isinstance(v, str),
    "None": lambda v: v is None,
    "NoneType": lambda v: v is None,
    "Tuple": lambda v: isinstance(v, tuple),
    "List": lambda v: isinstance(v, list),
    "Dictionary": lambda v: isinstance(v, dict),
    "Ellipsis": lambda v: v is ...,
    "Slice": lambda v: isinstance(v, slice),
    "Function": _is_function,
    "TypeType": lambda v: isinstance(v, (type, mstype.Type)),
    "RowTensor": _class_named("RowTensor"),
    "COOTensor": _class_named("COOTensor"),
    "CSRTensor": _class_named("CSRTensor"),
}


def _number_of(dtype: str) -> Callable[[Any], bool]:
    """Whether a value is a number of one dtype; Python's floats are Float32 in compiled code."""

    def is_one(value: Any) -> bool:
        if type(value) is float:
            return dtype == ("float32" if STATE.compiled() else "float64")
        python = {int: "int64", complex: "complex128"}.get(type(value))
        return (value.dtype.name if isinstance(value, np.generic) else python) == dtype

    return is_one


def _tensor_of(dtype: str) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, Tensor) and str(value.dtype) == dtype


_SIZED = [
    f"{kind}{bits}"
    for kind, sizes in (
        *(("Int", (8, 16, 32, 64)), ("UInt", (8, 16, 32, 64))),
        *(("Float", (16, 32, 64)), ("BFloat", (16,)), ("Complex", (64, 128))),
    )
    for bits in sizes
]
for _sized in _SIZED:
    _KINDS[_sized] = _KINDS[_sized.lower()] = _number_of(_sized.lower())
for _sized in (*_SIZED, "Bool"):
    _KINDS[f"Tensor[{_sized}]"] = _tensor_of(_sized)
for _name in ("Int", "UInt", "Float", "Bool"):
    _KINDS[_name.lower()] = _KINDS[_name]


def _kind(signature: Any) -> str:
    name = signature if isinstance(signature, str) else str(signature)
    if name not in _KINDS:
        raise RuntimeError(f"Unsupported type name: {name}! Known are: {', '.join(_KINDS)}.")
    return name


# What compiled code does for arguments that no body is for, by the function's name.
_OPERATORS: dict[str, Callable] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": operator.truediv,
    "floordiv": operator.floordiv,
    "mod": operator.mod,
    "pow": operator.pow,
    "bitwise_and": operator.and_,
    "bitwise_or": operator.or_,
    "bitwise_xor": operator.xor,
    "equal": operator.eq,
    "not_equal": operator.ne,
    "less": operator.lt,
    "less_equal": operator.le,
    "greater": operator.gt,
    "greater_equal": operator.ge,
    "negative": operator.neg,
    "logical_not": operator.not_,
    "logical_and": lambda x, y: x and y,
    "logical_or": lambda x, y: x or y,
    "in": lambda x, y: x in y,
    "not_in": lambda x, y: x not in y,
}
_UNARY = ("negative", "logical_not")


@public("ops.MultitypeFuncGraph")
class MultitypeFuncGraph:
    """A function with several bodies, chosen by the types of the arguments.

    The first of those that fit that was registered is called, in compiled code the last, as in
    MindSpore; a single body is called unchecked. For
    arguments that none is for, compiled code does what the operator does that has the function's
    name ("add", "mul", "less", ...), as MindSpore's, unless `set_need_raise` was called.

    Args:
        name: str, the function's name.
        read_value: bool; kept for compatibility: Parameters are read where they are used.

    Raises:
        ValueError: at a call, no body was registered for the types of the arguments.

    Examples:
        >>> import msjax as ms
        >>> add = ms.ops.MultitypeFuncGraph("add")
        >>> @add.register("Number", "Number")
        ... def add_numbers(x, y):
        ...     return x + y
        >>> @add.register("Tuple", "Tuple")
        ... def add_tuples(x, y):
        ...     return len(x) + len(y)
        >>> add(1, 2), add((1,), (2, 3))
        (3, 3)
    """

    def __init__(self, name: str, read_value: bool = False):
        string("name", name)
        self._name, self._read_value = name, read_value
        self.entries: list[tuple[tuple[str, ...], Callable]] = []
        self.doc_url = ""
        self.need_raise = False

    def register(self, *type_names: str | Type) -> Callable[[Callable], Callable]:
        """Decorator that makes a function the body for arguments of the named types.

        Args:
            type_names: one name for each argument: "Tensor", "Tensor[Float32]", "Number", "Bool",
                "Int", "Float", "String", "None", "Tuple", "List", "Dictionary", "Function" and
                others, or dtypes: of numbers, where Python's are Int64 and Float64.

        Raises:
            RuntimeError: a name is unknown.
        """
        kinds = tuple(_kind(t) for t in type_names)

        def add(fn: Callable) -> Callable:
            self.entries.append((kinds, fn))
            return fn

        return add

    def set_doc_url(self, doc_url: str) -> None:
        """Note an address of documentation to show in the error for unmatched arguments."""
        self.doc_url = doc_url

    def set_need_raise(self) -> None:
        """Let arguments that no body is for raise in compiled code, whatever the name is."""
        self.need_raise = True

    def body(self, *args: Any) -> Callable | None:
        """The function that was registered for the types of the arguments, or None."""
        for kinds, fn in reversed(self.entries) if STATE.compiled() else self.entries:
            if len(kinds) == len(args) and all(
                _KINDS[kind](arg) for kind, arg in zip(kinds, args, strict=True)
            ):
                return fn
        return None

    def __call__(self, *args: Any) -> Any:
        if any(isinstance(a, np.ndarray) for a in args):
            raise TypeError(Clause("the input can not be numpy.ndarray"))
        if len(self.entries) == 1:
            return self.entries[0][1](*args)
        if (body := self.body(*args)) is not None:
            return body(*args)
        does = None if self.need_raise or not STATE.compiled() else _OPERATORS.get(self._name)
        if does is not None and len(args) == (1 if self._name in _UNARY else 2):
            return does(*args)
        known = ", ".join(str(kinds) for kinds, _ in self.entries)
        got = ", ".join(type(a).__name__ for a in args)
        hint = f" See {self.doc_url}." if self.doc_url else ""
        raise ValueError(
            Clause(
                f"'{self._name}' has no function for arguments of types "
                f"({got}); it has some for: {known}.{hint}"
            )
        )


# -- mapping ---------------------------------------------------------------------------------------


def _compiled_sequence(value: Any) -> Any:
    """A sequence as MindSpore's compiler sees it: lists of Parameters or functions are tuples."""
    if not (isinstance(value, list) and value):
        return value
    alike = all(isinstance(v, Parameter) for v in value) or all(map(_is_function, value))
    return tuple(value) if alike else value


class _Mapping:
    _title = "HyperMap"
    _kinds: tuple[type, ...] = (list, tuple, dict)

    def __init__(self, ops: Callable | None = None, reverse: bool = False):
        if ops is not None and not callable(ops):
            raise RuntimeError(must("ops", "a function or None", describe(ops)))
        self.ops, self.reverse = ops, reverse

    def _function(self, args: tuple) -> tuple[Callable, tuple]:
        fn, values = (args[0], args[1:]) if self.ops is None and args else (self.ops, args)
        if not callable(fn) or not values:
            raise TypeError(Clause("a function and its arguments must be given."))
        return fn, values

    def _each(self, fn: Callable, values: tuple) -> tuple | list:
        """`fn` on the first elements, on the second ones, ..., as many as all arguments have.

        In compiled code lists give lists.

        Raises:
            RuntimeError: in compiled code, the arguments differ in kind or length.
        """
        compiled = STATE.compiled()
        if compiled:
            values = tuple(map(_compiled_sequence, values))
        if STATE.frame is not None:
            self._check_alike(values)
        rows = list(zip(*values, strict=False))
        kind = list if isinstance(values[0], list) and compiled else tuple
        if self.reverse:
            return kind(fn(*row) for row in rows[::-1])[::-1]
        return kind(fn(*row) for row in rows)

    def _check_alike(self, values: tuple) -> None:
        kind = next((k for k in self._kinds if isinstance(values[0], k)), None)
        if kind is None:
            kinds = ", ".join(k.__name__ for k in self._kinds)
            raise RuntimeError(
                f"{self._title} can only be applied to {kinds}, but got {type(values[0]).__name__}."
            )
        if not all(isinstance(v, kind) for v in values):
            raise RuntimeError(
                Clause(
                    f"the types of arguments in {self._title} must be consistent, "
                    f"but got {', '.join(type(v).__name__ for v in values)}."
                )
            )
        if len({len(v) for v in values}) > 1:
            raise RuntimeError(
                Clause(
                    f"the length of {kind.__name__}s must be the same, but got "
                    f"{', '.join(str(len(v)) for v in values)}."
                )
            )


@public("ops.HyperMap")
class HyperMap(_Mapping):
    """Apply a function to the elements of sequences, and of sequences in them.

    Args:
        ops: the function; if None, it is the first argument of each call.
        reverse: bool, whether the last elements are worked on first.

    Returns:
        At a call: a tuple, nested like the first argument; a single result if that is not a
        sequence. In compiled code lists stay lists, and dicts are gone into.

    Raises:
        TypeError: a call has no arguments.
        RuntimeError: `ops` is neither a function nor None.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.HyperMap()(lambda x, y: x + y, (1, (2, 3)), (10, (20, 30)))
        (11, (22, 33))
    """

    def __call__(self, *args: Any) -> Any:
        fn, values = self._function(args)
        return self._recurse(fn, *values)

    def _recurse(self, fn: Callable, *values: Any) -> Any:
        if isinstance(values[0], dict) and STATE.compiled():
            return self._each_key(fn, values)
        if not isinstance(values[0], (tuple, list)):
            return fn(*values)
        return self._each(functools.partial(self._recurse, fn), values)

    def _each_key(self, fn: Callable, values: tuple[dict, ...]) -> dict:
        """A dict of what `_recurse` gives for each key; the last of `values` orders them."""
        self._check_alike(values)
        for key in values[-1]:
            if not all(key in v for v in values):
                raise ValueError(Clause(f"the key {key} does not exist in all dicts."))
        return {key: self._recurse(fn, *(v[key] for v in values)) for key in values[-1]}


@public("ops.Map")
class Map(_Mapping):
    """Apply a function to the elements of sequences, one level deep.

    Args:
        ops: the function; if None, it is the first argument of each call.
        reverse: bool, whether the last elements are worked on first.

    Returns:
        At a call: a tuple of results; in compiled code a list for lists.

    Raises:
        RuntimeError: `ops` is neither a function nor None.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.Map()(lambda x, y: x + y, (1, 2), (10, 20))
        (11, 22)
    """

    _title = "Map"
    _kinds = (list, tuple)

    def __call__(self, *args: Any) -> tuple | list:
        fn, values = self._function(args)
        return self._each(fn, values)


# -- small helpers ---------------------------------------------------------------------------------


@public("ops.Partial")
class Partial(Primitive):
    """Fix the first arguments of a function, or some by name.

    Raises:
        AttributeError: the first argument is not a function.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.Partial()(lambda a, b: a - b, 5)(3)
        2
    """

    def __init__(self) -> None:
        super().__init__("Partial")

    def __call__(self, *args: Any, **kwargs: Any) -> Callable:
        fn = args[0]
        if not callable(fn):
            raise AttributeError(must("args[0]", "a function", describe(fn)))
        return functools.partial(fn, *args[1:], **kwargs)


@public("ops.add_flags")
def add_flags(fn: Any = None, **flags: Any) -> Any:
    """Attach flags for the compiler to a function or Cell; msjax's compiler needs none of them.

    Args:
        fn: function or Cell; without it, the result is a decorator.
        flags: names and values.

    Returns:
        `fn`, with the flags in its attribute `_func_graph_flags`, or the decorator.

    Examples:
        >>> import msjax as ms
        >>> @ms.ops.add_flags(has_effect=True)
        ... def step(x):
        ...     return x
        >>> step(1)
        1
    """

    def attach(target: Any) -> Any:
        known = getattr(target, "_func_graph_flags", None)
        target._func_graph_flags = {**(known or {}), **flags}
        return target

    return attach if fn is None else attach(fn)


def core(fn: Any = None, **flags: Any) -> Any:
    """Mark a function or Cell as one the compiler shall see as one of its own; a decorator.

    Args:
        fn: function or Cell; without it, the result is a decorator.
        flags: further names and values.
    """

    def attach(target: Any) -> Any:
        target._func_graph_flags = {"core": True, **flags}
        return target

    return attach if fn is None else attach(fn)


@public("ops.Reusing")
class Reusing(Primitive):
    """Identity: a note for a memory planner that JAX does not need.

    Inputs:
        - **x** - any value.

    Outputs:
        `x`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.Reusing()(ms.Tensor([1., 2.])))
        [1. 2.]
    """

    def __init__(self) -> None:
        super().__init__("Reusing")

    def __call__(self, x: object) -> Any:
        return x
