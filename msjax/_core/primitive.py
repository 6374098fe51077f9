"""Primitive classes: operations whose attributes are fixed at construction."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from msjax._core.op import KERNELS, Op, _add_surface, _hidden, make_function


class _Required:
    def __repr__(self) -> str:
        return "<required>"


REQUIRED = _Required()


class Primitive:
    """An operation as an object. Users may derive from it; `__call__` then runs their
    `construct`-like code.

    Args:
        name: the operation's name.

    Examples:
        >>> import msjax as ms
        >>> op = ms.ops.ReduceSum(keep_dims=True)
        >>> op.name
        'ReduceSum'
    """

    def __init__(self, name: str):
        self.name = name
        self.attrs: dict[str, Any] = {}
        self.init_attrs: dict[str, Any] = {"name": name}
        self.instance_name = name

    def add_prim_attr(self, name: str, value: Any) -> Primitive:
        """Set an attribute that becomes part of the operation; returns the Primitive."""
        self.__dict__[name] = value
        self.attrs[name] = value
        return self

    def del_prim_attr(self, name: str) -> Primitive:
        """Remove an attribute set by `add_prim_attr`; returns the Primitive."""
        self.__dict__.pop(name, None)
        self.attrs.pop(name, None)
        return self

    def init_prim_io_names(self, inputs: list[str], outputs: list[str]) -> None:
        """Name the inputs and outputs."""
        self.add_prim_attr("input_names", inputs)
        self.add_prim_attr("output_names", outputs)

    def set_prim_instance_name(self, name: str) -> Primitive:
        """Name this instance; returns the Primitive."""
        self.instance_name = name
        return self

    def set_device(self, device_target: str) -> Primitive:
        """Note the device kind wanted for this operation (XLA places it); returns the Primitive."""
        return self.add_prim_attr("primitive_target", device_target)

    def set_stage(self, stage: int) -> Primitive:
        """Note a pipeline stage; returns the Primitive."""
        return self.add_prim_attr("stage", stage)

    def shard(self, in_strategy: Any = None, out_strategy: Any = None) -> Primitive:
        """Note parallel strategies; a single device runs everything. Returns the Primitive."""
        self.add_prim_attr("in_strategy", in_strategy)
        return self.add_prim_attr("out_strategy", out_strategy)

    def recompute(self, mode: bool = True) -> Primitive:
        """Note whether the result is recomputed in the backward pass; returns the Primitive.

        Raises:
            TypeError: `mode` is not a bool.
        """
        if not isinstance(mode, bool):
            raise TypeError(f"For 'recompute', the argument 'mode' must be bool, but got {mode!r}.")
        return self.add_prim_attr("recompute", mode)

    def set_inputs_for_graph(self, *inputs: Any) -> None:
        """Accepted for compatibility: inputs are seen when the operation is called."""

    @property
    def update_parameter(self) -> bool:
        """Whether the operation writes its inputs."""
        return bool(self.attrs.get("side_effect_mem", False))

    def __call__(self, *args: Any) -> Any:
        raise NotImplementedError(
            f"Primitive '{self.name}' has no implementation in msjax; define __call__ in a "
            "subclass, or write the operation with ops functions or msjax.ops.Custom."
        )

    def __repr__(self) -> str:
        inside = ", ".join(f"{k}={v}" for k, v in self.attrs.items())
        return f"Prim[{self.name}]<{inside}>" if inside else f"Prim[{self.name}]"


class PrimitiveWithInfer(Primitive):
    """Base of user operations that describe their result by infer_shape and infer_dtype."""


class PrimitiveWithCheck(Primitive):
    """Base of user operations that check their inputs by check_shape and check_dtype."""


def prim_attr_register(fn: Callable) -> Callable:
    """Decorator of a Primitive's `__init__` that makes each argument an attribute of the operation.

    Examples:
        >>> import msjax as ms
        >>> class Scale(ms.ops.Primitive):
        ...     @ms.ops.prim_attr_register
        ...     def __init__(self, factor=2):
        ...         pass
        ...     def __call__(self, x):
        ...         return x * self.factor
        >>> print(Scale(3)(ms.Tensor([1., 2.])))
        [3. 6.]
    """
    signature = inspect.signature(fn)

    @functools.wraps(fn)
    def init(self: Primitive, *args: Any, **kwargs: Any) -> None:
        Primitive.__init__(self, type(self).__name__)
        bound = signature.bind(self, *args, **kwargs)
        bound.apply_defaults()
        for name, value in list(bound.arguments.items())[1:]:
            self.add_prim_attr(name, value)
            self.init_attrs[name] = value
        fn(self, *args, **kwargs)

    return init


def primitive(
    *names: str, check: Callable[..., None] | None = None, **init: Any
) -> Callable[[Callable], Callable]:
    """Publish a kernel as Primitive classes.

    Args:
        names: the class's name and its aliases.
        check: called as `check(**init arguments)` at construction, to refuse bad ones.
        init: the constructor's arguments in order with their defaults (`REQUIRED` for none); each
            is a parameter of the kernel. The kernel's other parameters are those of the call.
    """

    def register(kernel: Callable) -> Callable:
        spelling = _ClassSpelling(KERNELS[kernel], names, init, check)
        for name in names:
            _add_surface("ops." + name, spelling)
        return kernel

    return register


class _ClassSpelling:
    """Published names of a class that is made when it is first asked for."""

    __slots__ = ("check", "entry", "init", "made", "names")

    def __init__(self, entry: Op, names: tuple, init: dict[str, Any], check: Callable | None):
        self.entry, self.names, self.init, self.check = entry, names, init, check
        self.made: type | None = None

    def make(self) -> type:
        """The Primitive class, the same for every alias."""
        if self.made is None:
            self.made = _make_class(self.entry, self.names[0], self.init, self.check)
        return self.made


def _make_class(entry: Op, name: str, init: dict[str, Any], check: Callable | None) -> type:
    unknown = set(init) - {p.name for p in entry.params}
    if unknown:
        raise ValueError(f"'{name}': {unknown} are not parameters of the kernel.")
    first = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    made = [
        inspect.Parameter(
            k,
            inspect.Parameter.POSITIONAL_OR_KEYWORD,
            default=inspect.Parameter.empty if v is REQUIRED else v,
        )
        for k, v in init.items()
    ]

    def setup(self: Primitive, values: dict[str, Any]) -> None:
        Primitive.__init__(self, name)
        if check is not None:
            check(**values)
        for k, v in values.items():
            self.add_prim_attr(k, v)
            self.init_attrs[k] = v

    settings = "{" + ", ".join(f"'{k}': {k}" for k in init) + "}"
    called, values = [first], []
    for p, kind in zip(entry.params, entry.kinds, strict=True):
        if p.name in init:
            values.append("self." + p.name)
        elif _hidden(p, kind):
            values.append("None")
        else:
            positional = p.kind is p.KEYWORD_ONLY
            called.append(p.replace(kind=p.POSITIONAL_OR_KEYWORD) if positional else p)
            values.append(p.name)
    body = {
        "__init__": make_function(
            "__init__", [first, *made], f"_setup(self, {settings})", entry, _setup=setup
        ),
        "__call__": make_function("__call__", called, f"_apply(({', '.join(values)},))", entry),
        "__doc__": entry.kernel.__doc__,
        "__module__": "msjax.ops",
    }
    return type(name, (Primitive,), body)
