"""Primitive classes: operations whose attributes are fixed at construction."""

from __future__ import annotations

import copy
import functools
import inspect
from collections.abc import Callable
from typing import Any

from msjax._core.base.errors import Speaker, must, named, prefixed
from msjax._core.base.functions import F, OfClass, make_function, overridable
from msjax._core.base.reword import reworded
from msjax._core.base.validator import check_non_negative_int
from msjax._core.op.checked import COUNTED, checked, counting, rules
from msjax._core.op.gateway import Op, hidden
from msjax._core.op.registry import SURFACES, resolve


class _Required:
    def __repr__(self) -> str:
        return "<required>"


REQUIRED = _Required()

_WORDS: dict[str, str] = {}  # names of the compiler's operations on Python values: their functions


def words(names: str, **others: str) -> None:
    """Let Primitives of MindSpore's compiler, which have no class, be made by their names.

    Args:
        names: names of functions of `ops` that are those Primitives in MindSpore.
        others: further names of such Primitives, each with its function's.
    """
    _WORDS.update({name: name for name in names.split()} | others)


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

    _HIDDEN = ("input_names", "output_names")  # attributes that repr leaves out

    def __init__(self, name: str):
        self.name = name
        self.attrs: dict[str, Any] = {}
        self.init_attrs: dict[str, Any] = {"name": name}

    def __getattr__(self, name: str) -> Any:
        """An attribute of the operation that `add_attr` gave it."""
        held = self.__dict__.get("_held", {})
        if name in held:
            return held[name]
        if "name" not in self.__dict__:
            raise AttributeError(
                f"The '{type(self).__name__}' object has no attribute '{name}', because "
                f"super().__init__() of '{type(self).__name__}' was not called."
            )
        return self._lacks(name)

    def _lacks(self, name: str) -> Any:
        """The error for an attribute that is not there; `msjax` tells those that MindSpore has."""
        raise AttributeError(f"'{self.name}' object has no attribute '{name}'")

    # -- attributes ------------------------------------------------------------------------------

    def _set_init(self, **given: Any) -> None:
        """Keep the constructor's arguments, as attributes and in `init_attrs`."""
        self.init_attrs = given
        for name, value in given.items():
            self.add_prim_attr(name, value)

    def add_prim_attr(self, name: str, value: Any) -> Primitive:
        """Set an attribute that becomes part of the operation; returns the Primitive."""
        self.add_attr(name, value)
        setattr(self, name, value)
        self.attrs[name] = value
        return self

    def del_prim_attr(self, name: str) -> Primitive:
        """Remove an attribute set by `add_prim_attr`; returns the Primitive."""
        if name in self.__dict__ and name in self.attrs:
            del self.__dict__[name], self.attrs[name]
            self.del_attr(name)
        return self

    def add_attr(self, name: str, value: Any) -> None:
        """Set an attribute of the operation that `attrs` does not show.

        Raises:
            RuntimeError: "primitive_target" is given another value than a device kind.
        """
        if name == "primitive_target" and value not in ("CPU", "GPU", "TPU", "Ascend"):
            raise RuntimeError(
                f"For '{self.name}', the attribute 'primitive_target' must be 'CPU', 'GPU', 'TPU' "
                f"or 'Ascend', but got {value}."
            )
        self.__dict__.setdefault("_held", {})[name] = value

    def del_attr(self, name: str) -> None:
        """Remove an attribute of the operation, if it has it."""
        self.__dict__.get("_held", {}).pop(name, None)

    def get_attr_dict(self) -> dict[str, Any]:
        """The attributes set by `add_prim_attr` and `add_attr`.

        Examples:
            >>> import msjax as ms
            >>> ms.ops.Add().add_prim_attr("group", 1).get_attr_dict()
            {'group': 1}
        """
        return dict(self.__dict__.get("_held", {}))

    def init_prim_io_names(self, inputs: list[str], outputs: list[str]) -> None:
        """Name the inputs and outputs."""
        self.add_prim_attr("input_names", inputs)
        self.add_prim_attr("output_names", outputs)

    def set_prim_instance_name(self, instance_name: str) -> Primitive:
        """Name this instance in `instance_name`; returns the Primitive."""
        self.instance_name = instance_name
        return self

    def set_user_data(self, key: str, value: object) -> None:
        """Keep an object of the user's own with the Primitive."""
        self.__dict__.setdefault("_user_data", {})[key] = value

    def get_user_data(self, key: str) -> Any:
        """The object kept by `set_user_data`.

        Raises:
            RuntimeError: there is none under `key`.
        """
        kept = self.__dict__.get("_user_data", {})
        if key not in kept:
            raise RuntimeError(f"Primitive '{self.name}' has no user data '{key}'.")
        return kept[key]

    # -- notes for a compiler that places operations ----------------------------------------------

    def set_device(self, device_target: str) -> Primitive:
        """Note the device kind wanted for this operation (XLA places it); returns the Primitive."""
        return self.add_prim_attr("primitive_target", device_target)

    def set_stage(self, stage: int) -> Primitive:
        """Note a pipeline stage; returns the Primitive."""
        return self.add_prim_attr("stage", stage)

    def place(self, role: str, rank_id: int) -> None:
        """Note which process of a job runs the operation; a single process runs everything.

        Args:
            role: "MS_WORKER".
            rank_id: number of the process, not negative.

        Raises:
            TypeError: `rank_id` is not an int.
            ValueError: `role` or `rank_id` is out of range.
        """
        check_non_negative_int(rank_id, "rank_id", "Primitive.place")
        if role != "MS_WORKER":
            raise ValueError(prefixed("Primitive.place", must("role", "'MS_WORKER'", repr(role))))
        self.add_prim_attr("ms_role", role)
        self.add_prim_attr("rank_id", rank_id)

    def shard(self, in_strategy: Any = None, out_strategy: Any = None) -> Primitive:
        """Say how several devices share the work, in compiled code of the parallel modes
        "semi_auto_parallel" and "auto_parallel". Returns the Primitive.

        Args:
            in_strategy: for each input, a tuple with the number of slices of each dimension, or a
                Layout.
            out_strategy: the same for the outputs.

        Raises:
            TypeError: a strategy is not made of tuples of ints, or of Layouts.
            ValueError: there is an out_strategy only, or only one of both is of Layouts.
        """
        if in_strategy is None and out_strategy is not None:
            raise ValueError(
                f"The out_strategy of {self.name} is {out_strategy}, need to set in_strategy, "
                "but got none"
            )
        given = {"in_strategy": in_strategy, "out_strategy": out_strategy}
        given = {name: strategy for name, strategy in given.items() if strategy is not None}
        if len({_has_layouts(strategy) for strategy in given.values()}) > 1:
            raise ValueError(
                "The in_strategy type must equal to the out_strategy type, one using tuple(tuple) "
                "and the other using tuple(Layout) is not allowed."
            )
        for name, strategy in given.items():
            if _has_layouts(strategy):
                self.add_prim_attr(name.replace("strategy", "layout"), _described(name, strategy))
            else:
                self._check_strategy(name, strategy)
                self.add_prim_attr(name, strategy)
        if given:
            _dividers[-1](self, in_strategy, out_strategy)
        return self

    def _check_strategy(self, name: str, strategy: Any) -> None:
        if not isinstance(strategy, tuple):
            raise TypeError(f"{name} must be tuple type, but got:{type(strategy)}")
        for part in strategy:
            if hasattr(part, "to_dict"):
                raise TypeError(f"{name} item must be all tuple type or all Layout type.")
            if not isinstance(part, tuple):
                raise TypeError(
                    f"The element of strategy must be tuple/Layout type, but got:{type(part)}"
                )
            for value in part:
                if not isinstance(value, int):
                    raise TypeError(
                        f"The {name}: {strategy} of {self.name} is not valid, the value of "
                        f"strategy must be int type, but got:{type(value)}"
                    )

    def recompute(self, mode: bool = True) -> Primitive:
        """Note whether the result is recomputed in the backward pass; returns the Primitive.

        Raises:
            TypeError: `mode` is not a bool.
        """
        if not isinstance(mode, bool):
            raise TypeError(f"The input value must be a bool, but got {type(mode).__name__}.")
        return self.add_prim_attr("recompute", mode)

    # -- use -------------------------------------------------------------------------------------

    @overridable
    def check_elim(self, *args: object) -> tuple[bool, Any]:
        """Whether the result for these arguments is known without running, and the result.

        Operations of the user's own may override it; the base knows no result.
        """
        return False, None

    def _clone(self) -> Primitive:
        return copy.deepcopy(self)

    def set_inputs_for_graph(self, *inputs: object) -> None:
        """Accepted for compatibility: inputs are seen when the operation is called."""

    @property
    def update_parameter(self) -> bool:
        """Whether the operation was marked, as `_update_parameter`, as writing its inputs."""
        return self.__dict__.get("_update_parameter", False)

    @overridable
    def __call__(self, *args: Any) -> Any:
        """Run the operation of this name."""
        if self.name in _WORDS:
            return resolve("ops." + _WORDS[self.name])(*args)
        found = SURFACES.get("ops." + self.name)
        cls = found.make() if hasattr(found, "make") else found
        if not isinstance(cls, type) or cls.__call__ is Primitive.__call__:
            raise NotImplementedError(
                f"Primitive '{self.name}' has no implementation in msjax; define __call__ in a "
                "subclass, or write the operation with ops functions or msjax.ops.Custom."
            )
        settings = inspect.signature(cls).parameters
        given = {k: v for k, v in self.attrs.items() if k in settings}
        count = len(inspect.signature(cls.__call__).parameters) - 1
        return cls(*args[count:], **given)(*args[:count])

    def __repr__(self) -> str:
        inside = ", ".join(f"{k}={v}" for k, v in self.attrs.items() if k not in self._HIDDEN)
        return f"Prim[{self.name}]<{inside}>" if inside else f"Prim[{self.name}]"


_dividers: list[Callable] = []


def divides(function: Callable) -> Callable:
    """Decorator of what lets the strategies of a Primitive count, which is made of Primitives."""
    _dividers.append(function)
    return function


class Divided:
    """Marks the classes of Primitives with strategies that count."""


def _has_layouts(strategy: Any) -> bool:
    return isinstance(strategy, tuple) and bool(strategy) and hasattr(strategy[0], "to_dict")


def _described(name: str, layouts: tuple) -> tuple:
    """Layouts as the attribute of a Primitive shows them."""
    shown = []
    for layout in layouts:
        if not hasattr(layout, "to_dict"):
            raise TypeError(f"The {name} item should be a object of class Layout.")
        described = layout.to_dict()
        described.pop("rank_list", None)
        shown.append(described)
    return tuple(shown)


class PrimitiveWithInfer(Primitive):
    """Base of user operations that describe their result by `infer_shape` and `infer_dtype`.

    The subclass also defines `__call__`, which computes the result.

    Args:
        name: the operation's name.

    Examples:
        >>> import msjax as ms
        >>> class Twice(ms.ops.PrimitiveWithInfer):
        ...     def __init__(self):
        ...         super().__init__("Twice")
        ...     def infer_shape(self, x):
        ...         return x
        ...     def infer_dtype(self, x):
        ...         return x
        ...     def __call__(self, x):
        ...         return x + x
        >>> print(Twice()(ms.Tensor([1., 2.])))
        [2. 4.]
    """

    @overridable
    def infer_shape(self, *args: Any) -> Any:
        """The shape of the result from those of the arguments; for subclasses to define."""

    @overridable
    def infer_dtype(self, *args: Any) -> Any:
        """The dtype of the result from those of the arguments; for subclasses to define."""

    @overridable
    def infer_value(self, *args: Any) -> Any:
        """The result, where the arguments are constants; for subclasses to define."""


class PrimitiveWithCheck(Primitive):
    """Base of user operations that check their inputs by `check_shape` and `check_dtype`.

    The subclass also defines `__call__`, which computes the result.

    Args:
        name: the operation's name.

    Examples:
        >>> import msjax as ms
        >>> class Half(ms.ops.PrimitiveWithCheck):
        ...     def __init__(self):
        ...         super().__init__("Half")
        ...     def __call__(self, x):
        ...         return x / 2
        >>> print(Half()(ms.Tensor([1., 3.])))
        [0.5 1.5]
    """

    @overridable
    def check_shape(self, *args: object) -> None:
        """Refuse shapes of arguments; for subclasses to define."""

    @overridable
    def check_dtype(self, *args: object) -> None:
        """Refuse dtypes of arguments; for subclasses to define."""


def prim_attr_register(fn: F) -> F:
    """Decorator of a Primitive's `__init__` that makes each argument an attribute of the operation.

    Args:
        fn: the method `__init__`.

    Returns:
        Function: the method that is to take its place.

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
    def init(self: Primitive, /, *args: Any, **kwargs: Any) -> None:
        Primitive.__init__(self, type(self).__name__)
        self.init_attrs = {}
        bound = signature.bind(self, *args, **kwargs)
        bound.apply_defaults()
        for name, value in list(bound.arguments.items())[1:]:
            self.add_prim_attr(name, value)
            self.init_attrs[name] = value
        fn(self, *args, **kwargs)

    return init


class Unshown:
    """An attribute that the Primitive's text leaves out, or shows as it was given."""

    __slots__ = ("value",)

    def __init__(self, value: Any):
        self.value = value


class _Normalised(Primitive):
    """A Primitive that shows some attributes in another form than its kernel takes them in."""

    _given: dict[str, Any]

    def __setattr__(self, name: str, value: Any) -> None:
        self.__dict__[name] = value
        given = self.__dict__.get("_given", ())
        if name in given:
            given[name] = value  # type: ignore[index]


def make_class(
    base: Op, surface: str, init: dict[str, Any], check: Callable | None, normal: Callable | None
) -> type:
    """The Primitive class of a kernel; see `publish.primitive`."""
    entry, name = checked(base, surface), surface.rsplit(".", 1)[-1]
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

    ruled = {key: rule for key, rule in rules(surface).items() if key in init}

    def setup(self: Primitive, values: dict[str, Any]) -> None:
        Primitive.__init__(self, name)
        with Speaker(name):
            for key, rule in ruled.items():
                if not rule.fits(values[key]):
                    rule.refuse(key, values[key])
            if check is not None:
                check(**values)
        self.__dict__.update(values)
        self.attrs.update(values)
        self.init_attrs = dict(values)
        if normal is not None:
            try:
                stored = normal(**values)
            except Exception as error:
                named(name, error)
                other = reworded(name, made, list(values.values()), error)
                if other is error:
                    raise
                raise other from error
            for key, value in stored.items():
                if isinstance(value, Unshown):
                    self.__dict__[key] = value.value
                else:
                    self.__dict__[key] = self.attrs[key] = value
            self.__dict__["_given"] = values

    settings = "{" + ", ".join(f"'{k}': {k}" for k in init) + "}"
    called, values = [first], []
    for p, kind in zip(entry.params, entry.kinds, strict=True):
        if p.name in init:
            values.append(f"self.{p.name}" if normal is None else f"self._given['{p.name}']")
        elif hidden(p, kind):
            values.append("None")
        else:
            positional = p.kind is p.KEYWORD_ONLY
            called.append(p.replace(kind=p.POSITIONAL_OR_KEYWORD) if positional else p)
            values.append(p.name)
    call = make_function("__call__", called, f"_apply(({', '.join(values)},))", entry)
    construct = make_function(
        "__init__", [first, *made], f"_setup(self, {settings})", entry, _setup=setup
    )
    construct.__qualname__ = f"{name}.__init__"  # Python names it in its own errors
    body = {
        "__init__": construct,
        "__call__": counting(call, name, COUNTED[surface]) if surface in COUNTED else call,
        "__doc__": entry.kernel.__doc__,
        "__module__": "msjax.ops",
        "__signature__": OfClass(inspect.Signature(made)),
        "__wrapped__": OfClass(entry.kernel),
    }
    return type(name, (Primitive if normal is None else _Normalised,), body)
