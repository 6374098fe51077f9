"""How operations get their public names.

Four decorators publish; they stack on one function, and a name is published once:

    @op("ops.mean", "mint.mean")            a kernel, and spellings that are functions or methods
    @spelling("Tensor.mean", dim="axis")    one more spelling, with further names for arguments
    @primitive("ReduceMean", keep_dims=False)    the same kernel as a Primitive class
    @public("ops.shape", primitive="Shape")      a Python function or class that is not a kernel

`update` is a `primitive` that writes into its arguments. Everything is made when it is first asked
for: making all at import would cost a quarter of a second.

Their arguments say everything else about an operation, so that it stands at the kernel: what a
spelling accepts and counts, how older releases called it, and what becomes of float inputs under
mixed precision.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any, Protocol, TypeVar

import jax.numpy as jnp
import numpy as np

from msjax._core.base import nodes
from msjax._core.base.errors import Clause, speaks
from msjax._core.base.functions import OfClass
from msjax._core.op.checked import checked, enter_counts, enter_rules
from msjax._core.op.gateway import KERNELS, Op, call, hidden, spell
from msjax._core.op.kinds import (
    Array,
    Arrays,
    Exact,
    Finite,
    Fraction,
    Key,
    Numbers,
    Operand,
    Operands,
    Order,
    Positive,
    Power,
    Single,
    Value,
    is_python,
)
from msjax._core.op.older import Older, constructs, enter_older
from msjax._core.op.primitive import REQUIRED, Primitive, make_class
from msjax._core.op.registry import enter, resolve
from msjax._core.tensor.tensor import Tensor

__all__ = [
    "REQUIRED",
    "Array",
    "Arrays",
    "Exact",
    "Finite",
    "Fraction",
    "Key",
    "Operand",
    "Numbers",
    "Operands",
    "Order",
    "Positive",
    "Power",
    "Primitive",
    "Single",
    "Value",
    "call",
    "is_python",
    "op",
    "primitive",
    "public",
    "resolve",
    "spelling",
    "update",
]

F = TypeVar("F")


class Decorator(Protocol):
    """What publishes a function or class and gives it back."""

    def __call__(self, function: F, /) -> F: ...


_TO_FLOAT = (None, "cast", "first", "keep", "lower", "return")
_AMP = (None, "float32", "half", "widest")


# -- kernels ---------------------------------------------------------------------------------------


def op(
    *surfaces: str,
    write: str | None = None,
    stays: bool = False,
    view: bool | str = False,
    eager: bool = False,
    loose: bool = False,
    tensors: int = 0,
    label: str | None = None,
    entry: type[Op] = Op,
    accepts: Mapping[str, str] | None = None,
    to_float: str | None = None,
    amp: str | Callable | None = None,
    listed_as: str | None = None,
    formerly: Mapping[str, Older] | None = None,
    compiled_as: str | None = None,
    sized_by: str | None = None,
) -> Decorator:
    """Publish a kernel under each spelling; returns the bare kernel, so that kernels call kernels.

    Args:
        surfaces: dotted public names, e.g. "ops.mean", "Tensor.mean", "mint.mean".
        write: the argument whose Tensor receives the result (in-place ops).
        stays: a written Tensor stays what it was for gradients, as a Parameter always does; what
            is returned is another Tensor of its memory, with the gradients of the operation.
        view: the results show the first argument's memory: writes go both ways ("strided",
            "dense": where its layout allows it, see `links.View`).
        eager: the result's shape depends on values, so the kernel is never compiled.
        loose: unsigned tensors may meet Python numbers among the Operands.
        tensors: how many of the Operands must be Tensors.
        label: the name used in error texts and profiles (default: the kernel's name).
        entry: the class of the operation, for one that takes arguments in other forms.
        accepts: what may be given for arguments, where it is less than the kernel could use: a
            text of `checked.Rule` by argument, or by spelling and argument ("Tensor.mean.axis")
            where it holds for that spelling alone.
        to_float: what differs in a Cell with `to_float`, whose dtype float inputs are cast to
            otherwise, except those of views: "keep" (an operation that makes, relabels or moves
            values keeps their dtype), "cast" (a view that is cast all the same), "first" (the
            first input alone is cast), "return" (results go back to the dtypes that inputs came
            in), "lower" (results are lowered too).
        amp: in what level "auto" of mixed precision computes: "half", "float32", "widest" (the
            widest dtype among the float inputs), or a function for what is a chain of operations
            in MindSpore; see `precision.Policy`. Otherwise inputs stay as they are.
        listed_as: the Primitive whose name in a list of what computes in half precision brings
            `amp` into force: one of the chain. Without it, the label brings half precision for
            all inputs.
        formerly: by spelling, how older releases of MindSpore called it: names of arguments, each
            with its name of today ("x=input"), or a function of `older`, or both.
        compiled_as: the operation's name in MindSpore's compiled mode, where it differs.
        sized_by: the argument, an array behind other arrays, whose size says how much effort the
            compiler takes (`Exec`), for an operation that a library computes.
    """
    if to_float not in _TO_FLOAT:
        raise ValueError(f"'to_float' must be in {_TO_FLOAT}, but got '{to_float}'.")
    if amp not in _AMP and not callable(amp):
        raise ValueError(f"'amp' must be in {_AMP} or a function, but got '{amp}'.")

    def register(kernel: Callable) -> Callable:
        enter_rules(surfaces, kernel, accepts)
        enter_older(surfaces, formerly)
        made = KERNELS[kernel] = entry(kernel, label or kernel.__name__, write, view, eager, loose)
        made.tensors, made.to_float, made.amp, made.listed_as = tensors, to_float, amp, listed_as
        made.compiled_as, made.stays = compiled_as, stays
        made.sized_by = None if sized_by is None else made.place(sized_by)
        for surface in surfaces:
            enter(surface, Spelling(made, surface))
        return kernel

    return register


class Spelling:
    """A published name whose function is made when it is first asked for."""

    __slots__ = ("entry", "surface")

    def __init__(self, entry: Op, surface: str):
        self.entry, self.surface = entry, surface

    def make(self) -> Callable:
        """The public function."""
        return spell(checked(self.entry, self.surface), self.surface)


def spelling(surface: str, accepts: Mapping[str, str] | None = None, **further: str) -> Decorator:
    """Publish a kernel under one more spelling, whose arguments have further names.

    Args:
        surface: the dotted public name.
        accepts: as in `op`.
        further: an argument's name by its further one, as `other="tensor2"`.
    """

    def register(kernel: Callable) -> Callable:
        enter_rules((surface,), kernel, accepts)
        enter(surface, _Renaming(KERNELS[kernel], surface, further))
        return kernel

    return register


class _Renaming(Spelling):
    """A published name some of whose arguments have two names."""

    __slots__ = ("further",)

    def __init__(self, entry: Op, surface: str, further: dict[str, str]):
        super().__init__(entry, surface)
        self.further = further

    def make(self) -> Callable:
        """The public function."""
        function, further = super().make(), self.further
        label = function.__name__

        def renamed(self: Tensor, *args: Any, **kwargs: Any) -> Any:
            for name in further.keys() & kwargs.keys():
                if further[name] in kwargs:
                    raise TypeError(f"{label}() got both '{name}' and '{further[name]}'.")
                kwargs[further[name]] = kwargs.pop(name)
            return function(self, *args, **kwargs)

        shown = list(inspect.signature(function).parameters.values())
        first = min(i for i, p in enumerate(shown) if p.name in further.values())
        for i, p in enumerate(shown[first:], first):
            shown[i] = p.replace(default=REQUIRED) if p.default is p.empty else p
        extra = [p.replace(name=n, kind=p.KEYWORD_ONLY, default=REQUIRED) for n in further]
        functools.update_wrapper(renamed, function)
        renamed.__signature__ = inspect.Signature(shown + extra)  # type: ignore[attr-defined]
        return renamed


# -- Primitive classes -----------------------------------------------------------------------------


def primitive(
    *names: str,
    place: str = "ops",
    check: Callable[..., None] | None = None,
    normal: Callable[..., dict[str, Any]] | None = None,
    since: str | None = None,
    accepts: Mapping[str, str] | None = None,
    counts: str | None = None,
    formerly: str = "",
    **init: Any,
) -> Decorator:
    """Publish a kernel as a Primitive class; a function that is not a kernel becomes one.

    Args:
        names: the class's name and its aliases.
        place: where the names are: "ops", "auto_generate", or "unlisted" for those of
            `ops.operations._grad_ops` and its neighbours.
        check: called as `check(**init arguments)` at construction, to refuse bad ones.
        normal: called as `normal(**init arguments)` at construction; gives the attributes that
            MindSpore stores otherwise than they were given, and those it adds. The kernel
            receives the arguments as given.
        since: in place of `init`, the kernel's parameter from which on all are the constructor's,
            with the kernel's defaults.
        accepts: as in `op`, for arguments of the constructor and of the call.
        counts: the call counts its inputs, as MindSpore's does, with ValueError instead of Python's
            TypeError: "all" for a wrong number of them, "missing" for too few alone.
        formerly: arguments that the constructor had in older releases: "before=now" for each that
            has another name, and the names of those that the call has now, after its Tensor.
        init: the constructor's arguments in order with their defaults (`REQUIRED` for none); each
            is a parameter of the kernel. The kernel's other parameters are those of the call.
    """

    def register(kernel: Callable) -> Callable:
        surfaces = [f"{place}.{name}" for name in names]
        enter_rules(surfaces[:1], kernel, accepts)
        enter_counts(surfaces[:1], counts)
        if kernel not in KERNELS:
            op(label=names[0])(kernel)
        made = ClassSpelling(KERNELS[kernel], surfaces[0], init, check, normal, since, formerly)
        for surface in surfaces:
            enter(surface, made)
        return kernel

    return register


class ClassSpelling:
    """Published names of a class that is made when it is first asked for."""

    __slots__ = ("check", "entry", "formerly", "init", "made", "normal", "since", "surface")

    def __init__(
        self,
        entry: Op,
        surface: str,
        init: dict[str, Any],
        check: Callable | None,
        normal: Callable | None = None,
        since: str | None = None,
        formerly: str = "",
    ):
        self.entry, self.surface, self.init, self.formerly = entry, surface, init, formerly
        self.check, self.normal, self.since = check, normal, since
        self.made: type | None = None

    def make(self) -> type:
        """The Primitive class, the same for every alias."""
        if self.made is None:
            if self.since is not None:
                places = {p.name: i for i, p in enumerate(self.entry.params)}
                kinds = self.entry.kinds
                self.init = {
                    p.name: REQUIRED if p.default is p.empty else p.default
                    for i, p in enumerate(self.entry.params)
                    if i >= places[self.since] and not hidden(p, kinds[i])
                }
            self.made = make_class(self.entry, self.surface, self.init, self.check, self.normal)
            if self.formerly:
                constructs(self.made, self.formerly)
        return self.made


def update(
    name: str,
    written: str,
    result: bool | None = True,
    same: bool = True,
    check: Callable[..., None] | None = None,
    place: str = "ops",
    accepts: Mapping[str, str] | None = None,
    counts: str | None = None,
    **init: Any,
) -> Decorator:
    """Publish a kernel as a Primitive class that writes into its arguments.

    The kernel gets its scalars as 0-d float32 arrays and returns the new contents of the written
    arguments in their order, then perhaps a value of its own.

    Args:
        name: the class's name.
        written: names of the written arguments, separated by spaces.
        result: whether a call returns all new contents; else only the first (None: in a tuple), or
            the kernel's own value.
        same: refuse arrays whose shape is not that of the first argument.
        check: called as `check(**init arguments)` at construction, to refuse bad ones.
        place: where the name is, as in `primitive`.
        accepts: as in `primitive`.
        counts: as in `primitive`.
        init: the constructor's arguments, as in `primitive`.
    """
    names = written.split()

    def register(kernel: Callable) -> Callable:
        params = inspect.signature(kernel).parameters
        arrays = [n for n, p in params.items() if p.annotation == "Array"]
        scalars = [n for n, p in params.items() if p.annotation == "Value"]

        @functools.wraps(kernel)
        def whole(*args: Any, **kwargs: Any) -> tuple:
            given = dict(zip(params, args, strict=False)) | kwargs
            if same:
                _check_shapes(given, arrays)
            for n in scalars:
                given[n] = _scalar(n, given[n])
            outs = kernel(**given)
            kept = [o.astype(given[n].dtype) for n, o in zip(names, outs, strict=False)]
            return (*kept, *outs[len(names) :])

        surface = f"{place}.{name}"
        enter_rules((surface,), kernel, accepts)
        enter_counts((surface,), counts)
        op(label=name)(whole)
        enter(surface, _UpdateSpelling(KERNELS[whole], surface, init, check, names, result))
        return kernel

    return register


def _check_shapes(given: dict[str, Any], arrays: list[str]) -> None:
    shape = given[arrays[0]].shape
    for n in arrays[1:]:
        if given[n].shape != shape:
            raise ValueError(
                Clause(
                    f"the shape of '{n}' must be that of '{arrays[0]}', {shape}, but got "
                    f"{given[n].shape}."
                )
            )


def _scalar(argument: str, value: Any) -> Any:
    value = jnp.asarray(value)
    if value.size != 1:
        raise ValueError(
            Clause(
                f"the '{argument}' must be a number or a Tensor with one element, but "
                f"got shape {value.shape}."
            )
        )
    return value.reshape(()).astype(np.float32)


class _UpdateSpelling(ClassSpelling):
    """The published name of an update Primitive."""

    __slots__ = ("result", "written")

    def __init__(
        self,
        entry: Op,
        surface: str,
        init: dict,
        check: Any,
        written: list[str],
        result: bool | None,
    ):
        super().__init__(entry, surface, init, check)
        self.written, self.result = written, result

    def make(self) -> type:
        """The Primitive class."""
        if self.made is None:
            made = super().make()
            made.__call__ = _writing(made.__call__, self.written, self.result)
        return self.made


def _writing(pure: Callable, written: list[str], result: bool | None) -> Callable:
    """A method that stores the results of `pure` in its arguments."""
    signature = inspect.signature(pure)
    places = list(signature.parameters)
    positions = [places.index(n) for n in written]
    count = len(places)

    @functools.wraps(pure)
    def __call__(*args: Any, **kwargs: Any) -> Any:
        if kwargs or len(args) != count:
            args = signature.bind(*args, **kwargs).args
        args = [Tensor(a) if _numbers(a) else a for a in args]
        outs = pure(*args)
        for position, out in zip(positions, outs, strict=False):
            args[position]._assign(out._data, nodes.live(out._node))
        if len(outs) > len(positions):
            return outs[-1]
        if result is None:
            return (outs[0],)
        return outs if result and len(outs) > 1 else outs[0]

    return __call__


def _numbers(value: Any) -> bool:
    """Whether an argument is a list or tuple of numbers, which stands for a Tensor."""
    return isinstance(value, (list, tuple)) and not any(isinstance(v, Tensor) for v in value)


# -- Python functions and classes ------------------------------------------------------------------


def public(
    *surfaces: str,
    primitive: str | None = None,
    calls: tuple[str, ...] = (),
    accepts: Mapping[str, str] | None = None,
    counts: str | None = None,
    label: str | None = None,
    formerly: Mapping[str, Older] | None = None,
) -> Decorator:
    """Publish a Python function on Tensors, or a class, under each spelling.

    Args:
        surfaces: dotted public names.
        primitive: the name of a Primitive class without attributes whose call is the function.
        calls: the signatures of a function that has several, as "dim=<int>, index=<Tensor>"; it
            tells them if none is met. The function hands its arguments on by `chosen`.
        accepts: as in `op`.
        counts: as in `primitive`, for a class.
        label: the name used in error texts (default: the end of the first spelling; "": none, for
            what speaks for itself, or is called too often to be wrapped).
        formerly: as in `op`.
    """

    def register(function: Callable) -> Callable:
        if isinstance(function, FunctionType) and function.__name__.startswith("_"):
            spelled = surfaces[0].rpartition(".")[2] if surfaces else f"{primitive}.__call__"
            function.__qualname__ = spelled  # Python names it in its own errors
        classes: tuple[str, ...] = surfaces if primitive is None else ("ops." + primitive,)
        enter_rules({*surfaces, *classes}, function, accepts)
        enter_counts(classes, counts)
        enter_older(surfaces, formerly)
        if primitive is not None:
            enter("ops." + primitive, _speaking(function_class(primitive, function), primitive))
        found = function
        for surface in surfaces:
            if surface == surfaces[0] or calls:
                found = _one_of(surface, calls, function) if calls else function
                found = _speaking(found, surface.rsplit(".", 1)[-1] if label is None else label)
            enter(surface, found)
        return found

    return register


def _speaking(found: Any, label: str) -> Any:
    """A function, or a class when its objects are made and called, that speaks in its errors."""
    if label and isinstance(found, FunctionType):
        return speaks(label, found)
    for name in ("__init__", "__call__") if label and isinstance(found, type) else ():
        method = getattr(found, name, None)
        if isinstance(method, FunctionType) and method is not getattr(Primitive, name):
            setattr(found, name, speaks(label, method))
    return found


def function_class(name: str, function: Callable) -> type:
    """A Primitive class without attributes, whose call is a function."""

    @functools.wraps(function)
    def call(self: Primitive, *args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    told = inspect.signature(function)
    first = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    call.__signature__ = told.replace(  # type: ignore[attr-defined]
        parameters=[first, *told.parameters.values()]
    )

    def setup(self: Primitive) -> None:
        Primitive.__init__(self, name)

    body = {
        "__init__": setup,
        "__call__": call,
        "__doc__": function.__doc__,
        "__module__": "msjax.ops",
        "__signature__": OfClass(inspect.Signature()),
        "__wrapped__": OfClass(function),
    }
    return type(name, (Primitive,), body)


class _Unmet(TypeError):
    """The arguments of a call fit none of the function's signatures."""


def chosen(function: Callable, *args: Any, **kwargs: Any) -> Any:
    """Call the function that one of the signatures in `calls` stands for.

    Arguments that do not bind to it are the caller's error, and `public` answers with the
    signatures; what it raises once they are bound is its own.
    """
    try:
        return function(*args, **kwargs)
    except TypeError:
        try:
            inspect.signature(function).bind(*args, **kwargs)
        except TypeError:
            raise _Unmet from None
        raise


def _one_of(surface: str, calls: tuple[str, ...], function: Callable) -> Callable:
    """A function that names its signatures when its arguments fit none."""
    name = surface.rsplit(".", 1)[-1]
    bound = 1 if surface.startswith("Tensor.") else 0

    @functools.wraps(function)
    def called(*args: Any, **kwargs: Any) -> Any:
        try:
            return chosen(function, *args, **kwargs)
        except _Unmet:
            given = [_kind_of(a) for a in args[bound:]]
            given += [f"{k}={_kind_of(v)}" for k, v in kwargs.items()]
            lines = " ".join(f'"{surface}({signature})"' for signature in calls)
            raise TypeError(
                f'Failed calling {name} with "{name}({", ".join(given)})". The valid calling '
                f"should be: {lines}"
            ) from None

    return called


def _kind_of(value: Any) -> str:
    kind = type(value).__name__
    return {"str": "string", "NoneType": "None", "Parameter": "Tensor"}.get(kind, kind)
