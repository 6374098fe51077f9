"""Parameter: a named Tensor that belongs to Cells."""

from __future__ import annotations

import operator
import re
import weakref
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import jax
import numpy as np
from jax.core import Tracer

from msjax._core.base import dtype as mstype
from msjax._core.base import nodes
from msjax._core.base.cast import as_leaf
from msjax._core.base.errors import describe, must, prefixed, unsupported
from msjax._core.base.interop import register_abstract_value
from msjax._core.base.state import LOCK, STATE, refuse_lasting
from msjax._core.base.x64 import to_device
from msjax._core.runtime import context, slices
from msjax._core.runtime.agreement import host_values
from msjax._core.tensor.construct import as_array, constant, convert, holds_tensors
from msjax._core.tensor.links import described
from msjax._core.tensor.tensor import Tensor, refuse_unrecorded

if TYPE_CHECKING:  # what the registry gives Parameters: a stub that tools/make_stubs.py writes
    from msjax._core.tensor.members import ParameterMembers
else:
    ParameterMembers = Tensor

_GENERATED = "Parameter#"
_NAME_LIMIT = 1024
_counter = [0]
_keys = [0]


def generated_name() -> str:
    """A name for a Parameter that was given none; its Cell's attribute name will replace it."""
    name = f"{_GENERATED}{_counter[0]}"
    _counter[0] += 1
    return name


def pass_names(number: int) -> None:
    """Leave out names that MindSpore gives to Parameters which are none here."""
    _counter[0] += number


def is_generated(name: str) -> bool:
    """Whether a Parameter's name was made by `generated_name`.

    Args:
        name: str.

    Returns:
        bool: whether it was.

    Examples:
        >>> from msjax._core.tensor.parameter import is_generated
        >>> is_generated("Parameter#3"), is_generated("w")
        (True, False)
    """
    return name.startswith(_GENERATED)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _truth(value: Any) -> bool:
    if not isinstance(value, (bool, int, float, np.bool_)) and value is not None:
        raise TypeError(value)
    return bool(value)


def _items(value: Any) -> list:
    if not isinstance(value, (tuple, list)):
        raise TypeError(value)
    return list(value)


# Of the attributes of a `ParamInfo` their first value and what takes another one.
_KEPT: dict[str, tuple[Any, Callable[[Any], Any]]] = {
    "name": ("Parameter", _text),
    "requires_grad": (True, _truth),
    **dict.fromkeys(("parallel_optimizer", "requires_aggr"), (True, _truth)),
    **dict.fromkeys(
        (
            *("layerwise_parallel", "parallel_optimizer_comm_recompute", "cache_enable"),
            *("use_persistent_storage", "is_param_init", "is_pipeline_shared_param"),
            *("is_in_pynative_shard", "interleaved_parallel", "is_quant_int4"),
        ),
        (False, _truth),
    ),
    "comm_fusion": (1, operator.index),
    "key": (-1, operator.index),
    "storage_format": ("", _text),
    **dict.fromkeys(
        (
            *("cache_shape", "parameter_shape", "origin_shape", "quant_shape"),
            *("alias_name", "param_strategy", "tensor_map", "device_matrix"),
        ),
        ([], _items),
    ),
}


class ParamInfo:
    """Attributes of a Parameter that distributed training and optimizers look at.

    They are the Parameter's own: what is written here is read there.
    """

    def __init__(self) -> None:
        first = {field: list(v) if v == [] else v for field, (v, _) in _KEPT.items()}
        self.__dict__.update(first, cloned_obj=[])

    @property
    def obj(self) -> Any:
        """The Parameter that has these attributes."""
        owner = self.__dict__.get("_owner")
        return owner and owner()

    @obj.setter
    def obj(self, value: Any) -> None:
        self.__dict__["_owner"] = weakref.ref(value)

    def __setattr__(self, field: str, value: Any) -> None:
        if field in _KEPT:
            try:
                value = _KEPT[field][1](value)
            except TypeError:
                wanted = f"like {_KEPT[field][0]!r}"
                text = must(field, wanted, describe(value))
                raise TypeError(prefixed("ParamInfo", text)) from None
            if value != self.__dict__[field]:
                refuse_lasting(f"'{field}' of a Parameter", self.obj)
            if field == "requires_grad":
                STATE.bump()
        object.__setattr__(self, field, value)

    def clone(self) -> ParamInfo:
        """A copy for a clone of the Parameter."""
        twin = ParamInfo()
        twin.__dict__.update(self.__dict__, cloned_obj=[])
        twin.__dict__.pop("_owner", None)
        return twin


def _info_property(
    field: str, kind: type | tuple[type, ...], doc: str, checked: Callable[[Any], Any] | None = None
) -> property:
    """An attribute of `param_info`; `checked` gives what is kept of a value of the right kind."""
    kinds = kind if isinstance(kind, tuple) else (kind,)
    wanted = " or ".join(one.__name__ for one in kinds if one is not bool or len(kinds) == 1)

    def read(self: Parameter) -> Any:
        return getattr(self._info, field)

    def write(self: Parameter, value: Any) -> None:
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            raise TypeError(f"The argument `{field}` must be {wanted} type.")
        setattr(self._info, field, value if checked is None else checked(value))

    return property(read, write, doc=doc)


def _fusion(value: int) -> int:
    if value < 0:
        raise ValueError(
            f"The input value must be int and must >= 0, but got '{value}' with type 'int'."
        )
    return value


def _key(value: int) -> int:
    if not -(2**31) <= value < 2**31:
        raise TypeError(f"The argument `key` must fit 32 bits, but got {int(value)}.")
    return int(value)


class Parameter(ParameterMembers):
    """A Tensor that a Cell owns, trains and saves under a name.

    Args:
        default_input: Tensor (its values are copied), int (Int32), float (Float32), NumPy array or
            list.
        name: str, the name; None for that of the attribute it is assigned to in a Cell.
        requires_grad: bool, whether the Parameter is trained.
        layerwise_parallel: bool, kept for distributed training.
        parallel_optimizer: bool, kept for distributed training.
        storage_format: str, kept for compatibility.
        device: str, "CPU", "Remote" or None.

    Raises:
        TypeError: `default_input` or `requires_grad` has a wrong type.
        ValueError: `default_input` is a bool, or the name is not a usable string.

    Examples:
        >>> import msjax as ms
        >>> ms.Parameter(ms.Tensor([1., 2.]), name="w")
        Parameter (name=w, shape=(2,), dtype=Float32, requires_grad=True)
    """

    __slots__ = ("_info",)
    _is_parameter = True
    _passes_on = False
    init_mode: Any = None  # in MindSpore the Tensor of an initializer that has not run

    def __init__(
        self,
        default_input: Any,
        name: str | None = None,
        requires_grad: bool = True,
        layerwise_parallel: bool = False,
        parallel_optimizer: bool = True,
        storage_format: str = "",
        device: str | None = None,
    ):
        if isinstance(default_input, bool):
            raise ValueError("Parameter data can not be `bool`")
        self._node = self._view = None
        if STATE.frame is not None:
            self._frame = STATE.frame
        self._data = _initial(default_input)
        if isinstance(default_input, Tensor):
            slices.follow(self, default_input)
        self._setup(name, requires_grad)
        self.layerwise_parallel = layerwise_parallel
        self.parallel_optimizer = parallel_optimizer
        if not isinstance(storage_format, str):
            kind = type(storage_format).__name__
            raise TypeError(f"For 'Parameter', the 'storage_format' must be str, but got {kind}.")
        self._info.storage_format = storage_format
        self._info.parameter_shape = self.shape
        if device not in (None, "CPU", "Remote"):
            raise ValueError(f"Only 'CPU' and 'Remote' is supported for device, but got ${device}.")

    def _setup(self, name: str | None, requires_grad: bool) -> None:
        self._info = ParamInfo()
        self._info.obj = self
        self.name = name
        self.requires_grad = requires_grad

    @property
    def param_info(self) -> ParamInfo:
        """What the Parameter has besides its values, to be read and written here or there."""
        return self._info

    @param_info.setter
    def param_info(self, value: ParamInfo) -> None:
        refuse_lasting("'param_info' of a Parameter", self)
        value.obj = self
        self._info = value
        STATE.bump()

    @property
    def name(self) -> str:
        """The name under which Cells, optimizers and checkpoints know the Parameter."""
        return self._info.name

    @name.setter
    def name(self, value: str | None) -> None:
        if value is None:
            value = generated_name()
        elif not isinstance(value, str):
            raise ValueError(
                "The type of the Parameter's name should be 'string' or 'None', "
                f"but got {type(value)}."
            )
        else:
            value = value.strip()
            if not value:
                value = generated_name()
            elif len(value) > _NAME_LIMIT:
                raise ValueError(
                    f"The length of the '{value}' name should be less than {_NAME_LIMIT}."
                )
        self._info.name = value

    @property
    def requires_grad(self) -> bool:
        """Whether the Parameter is trained."""
        return self._info.requires_grad

    @requires_grad.setter
    def requires_grad(self, value: bool = True) -> None:
        if not isinstance(value, bool):
            raise TypeError("The argument `requires_grad` must be bool type")
        self._info.requires_grad = value

    layerwise_parallel = _info_property(
        "layerwise_parallel", bool, "Kept for distributed training."
    )
    parallel_optimizer = _info_property(
        "parallel_optimizer", bool, "Kept for distributed training."
    )
    parallel_optimizer_comm_recompute = _info_property(
        "parallel_optimizer_comm_recompute", bool, "Kept for distributed training."
    )
    comm_fusion = _info_property("comm_fusion", int, "Kept for distributed training.", _fusion)
    cache_enable = _info_property("cache_enable", bool, "Kept for parameter-server training.")
    cache_shape = _info_property(
        "cache_shape", (tuple, list), "Kept for parameter-server training."
    )
    key = _info_property("key", (int, bool), "Kept for parameter-server training.", _key)
    # Kept for programs that set and read them; a Tensor has a method `is_init`.
    is_init = False
    requires_aggr = True
    is_in_parallel = False

    @property
    def sliced(self) -> bool:
        """Whether the values are one device's slice."""
        return self.__dict__.get("sliced", False)

    @sliced.setter
    def sliced(self, value: bool) -> None:
        self.__dict__["sliced"] = value

    @property
    def unique(self) -> bool:
        """Whether sparse gradients of the Parameter have unique indices."""
        return self.__dict__.get("unique", False)

    @unique.setter
    def unique(self, value: bool) -> None:
        self.__dict__["unique"] = value

    @property
    def inited_param(self) -> Parameter | None:
        """The Parameter that took over after `init_data`; none does here."""
        return None

    def __str__(self) -> str:
        return (
            f"Parameter (name={self.name}, shape={self.shape}, dtype={self.dtype}, "
            f"requires_grad={self.requires_grad})"
        )

    __repr__ = __str__

    def _contents(self) -> tuple[Any, nodes.Ref | None]:
        return constant(self._data), None

    def __deepcopy__(self, memo: dict) -> Parameter:
        pass_names(1)  # MindSpore names the twin before it takes this one's name
        twin = memo[id(self)] = self._twin()
        return twin

    def _twin(self) -> Parameter:
        twin = Parameter.__new__(type(self))
        twin._node = twin._view = None
        if STATE.frame is not None:
            twin._frame = STATE.frame
            STATE.frame.note_read(self)
        with LOCK:  # compiled code in another thread may be giving the array away
            twin._data = constant(self._value)
        twin._info = self._info.clone()
        twin._info.obj = twin
        twin.__dict__.update(self.__dict__)
        twin.__dict__.pop("_hook_handles", None)
        slices.follow(twin, self)
        return twin

    def __reduce__(self) -> tuple:
        return _rebuild, (host_values(self._value), self.name, self.requires_grad)

    def clone(self, init: Any = "same") -> Parameter:
        """A new Parameter with the same name and attributes.

        Args:
            init: "same" for equal values, or an initializer, its name, a Tensor or a number.

        Returns:
            Parameter of the same shape and dtype.

        Raises:
            ValueError: there is no initializer of that name, or a Tensor has another shape.

        Examples:
            >>> import msjax as ms
            >>> p = ms.Parameter(ms.Tensor([1., 2.]), name="w")
            >>> print(p.clone("zeros").asnumpy())
            [0. 0.]
        """
        twin = self._twin()
        self._info.cloned_obj.append(twin)
        if twin.cache_enable:
            twin.key = _keys[0]
            _keys[0] += 1
        if not (isinstance(init, str) and init == "same"):
            twin.set_data(described(init, self.shape, self.dtype))
        return twin

    def copy(self) -> Parameter:
        """A new Parameter with the same name, attributes and values.

        Returns:
            Parameter of the same shape and dtype.

        Examples:
            >>> import msjax as ms
            >>> p = ms.Parameter(ms.Tensor([1., 2.]), name="w")
            >>> print(p.copy().asnumpy())
            [1. 2.]
        """
        return self.clone()

    def _assign(self, array: Any, node: Any = None) -> None:
        """Replace the contents. The Parameter stays the point it was for gradients: what is read
        after a write depends on the Parameter, not on what was written."""
        old = self._data
        if STATE.frame is None and isinstance(array, Tracer) and not isinstance(old, Tracer):
            raise RuntimeError(
                f"Parameter '{self.name}' would be changed by code under a bare jax "
                "transformation. Use msjax.jit, or pass the Cell to the function."
            )
        same = old is not None and (old.shape, old.dtype) == (array.shape, array.dtype)
        if not same:
            STATE.bump()  # compiled code that reads it must be made anew
        elif STATE.frame is None:
            array = _placed_as(array, old)
        else:
            array = as_leaf(array, old)
        super()._assign(array, self._node)

    def _written(self, array: Any, node: Any = None, stays: bool = True) -> Tensor:
        self._assign(array, node)
        return self._shown(array, node)

    def requires_grad_(self, requires_grad: bool = True) -> Parameter:
        """Set `requires_grad`; if it is True, also ask for gradients by `backward`.

        Args:
            requires_grad: bool, the new value.

        Returns:
            Parameter: itself.

        Raises:
            TypeError: `requires_grad` is not a bool.

        Examples:
            >>> import msjax as ms
            >>> ms.Parameter(ms.Tensor([1.]), name="w").requires_grad_(False).requires_grad
            False
        """
        self.requires_grad = requires_grad
        return super().requires_grad_(requires_grad)

    def set_data(self, data: Tensor | jax.Array | float, slice_shape: bool = False) -> Parameter:
        """Replace the values, converted to the Parameter's dtype.

        A Parameter that was put on certain devices stays there, unless `data` was put on others.
        One of which each process has a part takes that part of a whole.

        Args:
            data: Tensor, int or float.
            slice_shape: bool, marks the Parameter as holding one device's slice.

        Returns:
            Parameter: itself.

        Raises:
            TypeError: `data` is of another type, or a float for an integer Parameter.

        Examples:
            >>> import msjax as ms
            >>> p = ms.Parameter(ms.Tensor([1., 2.]), name="w")
            >>> print(p.set_data(ms.Tensor([3, 4])).asnumpy())
            [3. 4.]
        """
        if not isinstance(data, (Tensor, jax.Array, int, float)):
            raise TypeError(
                "Parameter data must be [`Tensor`, `int`, `float`] or a kind of `Tensor` "
                f"(like `Tensor`). But with type {type(data)}."
            )
        if isinstance(data, (int, float)):
            if self.dtype in mstype.int_type and isinstance(data, float):
                raise TypeError(
                    "Incoming Parameter dtype can not be converted to current dtype implicitly. "
                    f"Current dtype is {self.dtype}, and incoming is {mstype.float_}. "
                    "Use .set_dtype(xxx) to change the dtype."
                )
            data = Tensor(data, self.dtype)
        array = convert(as_array(data), self._aval.dtype)
        self._rebind(slices.given(self, data, array))
        self.sliced = slice_shape or slices.cut_of(self) is not None
        return self

    def init_data(self, layout: object = None, set_sliced: bool = False) -> Parameter:
        """Make the initial values, which exist from the start here.

        Args:
            layout: kept for distributed training.
            set_sliced: bool, kept for distributed training.

        Returns:
            Parameter: itself.

        Examples:
            >>> import msjax as ms
            >>> p = ms.Parameter(ms.Tensor([1.]), name="w")
            >>> p.init_data() is p
            True
        """
        return self

    def register_hook(self, hook_fn: Callable) -> Any:
        """Call a function with the gradient when it is known.

        Args:
            hook_fn: function of the gradient, a Tensor, that may return another one.

        Returns:
            Handle with `remove()`.

        Raises:
            TypeError: `hook_fn` cannot be called.

        Examples:
            >>> import msjax as ms
            >>> p = ms.Parameter(ms.Tensor([1.]), name="w")
            >>> handle = p.register_hook(lambda grad: grad * 2)
            >>> print(ms.grad(lambda x: x * p, None, [p])(ms.Tensor([3.]))[0])
            [6.]
            >>> handle.remove()
        """
        return super().register_hook(hook_fn)

    def set_param_ps(self, init_in_server: bool = False) -> None:
        """Not possible here: there is no parameter server.

        Args:
            init_in_server: not used.

        Raises:
            NotImplementedError: always.

        Examples:
            >>> import msjax as ms
            >>> ms.Parameter(ms.Tensor([1.]), name="w").set_param_ps()
            Traceback (most recent call last):
            NotImplementedError: Parameter.set_param_ps is not supported by msjax; ...
        """
        raise unsupported("Parameter.set_param_ps", "there is no parameter server: leave it out")

    def add_pipeline_stage(self, stage: int) -> None:
        """Note a pipeline stage that uses the Parameter.

        Args:
            stage: int, 0 or more.

        Raises:
            TypeError: `stage` is no such int.

        Examples:
            >>> import msjax as ms
            >>> ms.Parameter(ms.Tensor([1.]), name="w").add_pipeline_stage(1)
        """
        if not isinstance(stage, int) or stage < 0:
            raise TypeError("`stage` must be a positive number of int type")
        self.__dict__.setdefault("_pipeline_stage_list", []).append(stage)


def _placed_as(new: Any, old: Any) -> Any:
    """`new` on the devices that `old` was put on, unless it was put somewhere itself."""
    if isinstance(old, jax.core.Tracer) or not getattr(old, "committed", False):
        return new
    return new if getattr(new, "committed", True) else jax.device_put(new, old.sharding)


def _initial(value: Any) -> Any:
    if isinstance(value, Tensor):
        return constant(as_array(value))
    if isinstance(value, int):
        return to_device(np.int32(value), context.device())
    if isinstance(value, float):
        return to_device(np.float32(value), context.device())
    if isinstance(value, jax.Array) or (isinstance(value, list) and holds_tensors(value)):
        return as_array(value)
    if isinstance(value, (np.ndarray, list)):
        return as_array(value)
    raise TypeError(
        "The type of the argument 'default_input' must be in ['Tensor', 'int', 'float', "
        f"'numpy.ndarray', 'list']. But got type {type(value)}."
    )


def _rebuild(values: np.ndarray, name: str, requires_grad: bool) -> Parameter:
    return Parameter(values, name, requires_grad)


class ParameterTuple(tuple[Parameter, ...]):
    """A tuple of Parameters with distinct names.

    Args:
        iterable: list or tuple of Parameters.

    Raises:
        TypeError: an element is not a Parameter.
        ValueError: two different Parameters have one name.

    Examples:
        >>> import msjax as ms
        >>> params = ms.ParameterTuple(ms.nn.Dense(2, 1).get_parameters())
        >>> [p.name for p in params]
        ['weight', 'bias']
    """

    def __new__(cls, iterable: Iterable[Parameter]) -> ParameterTuple:
        items = tuple(iterable)
        by_name: dict[str, Parameter] = {}
        for item in items:
            if not isinstance(item, Parameter):
                raise TypeError(
                    "For ParameterTuple initialization, ParameterTuple input should be "
                    "'Parameter' collection, "
                    f"but got a {type(iterable)}."
                )
            if by_name.setdefault(item.name, item) is not item:
                raise ValueError(
                    f"The value {item} , its name '{item.name}' already exists. "
                    "Please set a unique name for the parameter."
                )
        return super().__new__(cls, items)

    def clone(self, prefix: str, init: Any = "same") -> ParameterTuple:
        """Clones of all Parameters, with `prefix.` before their names.

        Args:
            prefix: str of letters, digits and underscores.
            init: as in `Parameter.clone`.

        Returns:
            ParameterTuple of the clones.

        Raises:
            TypeError: `prefix` is no string.
            ValueError: `prefix` is another string.

        Examples:
            >>> import msjax as ms
            >>> w = ms.Parameter(ms.Tensor([1.]), name="w")
            >>> ms.ParameterTuple([w]).clone("moment", "zeros")[0].name
            'moment.w'
        """
        if not isinstance(prefix, str):
            raise TypeError(prefixed("ParameterTuple.clone", must("prefix", "a str", prefix)))
        if not re.fullmatch(r"\w*[0-9a-zA-Z_.]*", prefix):
            raise ValueError(
                prefixed("ParameterTuple.clone", must("prefix", "a plain identifier", prefix))
            )
        twins = []
        for item in self:
            twin = item.clone(init)
            twin.name = f"{prefix}.{twin.name}"
            twins.append(twin)
        return ParameterTuple(twins)


def _flatten(param: Parameter) -> tuple[tuple[Any], tuple]:
    if STATE.frame is not None:
        STATE.frame.note_read(param)
    else:
        refuse_unrecorded(param)
    return (param._value,), (param.name, param.requires_grad)


def _unflatten(aux: tuple, leaves: Any) -> Any:
    if isinstance(leaves[0], (Tensor, dict, list, tuple)):
        return leaves[0]  # as with Tensors, a derivative by this Parameter
    param = Parameter.__new__(Parameter)
    param._node = param._view = None
    if STATE.frame is not None:
        param._frame = STATE.frame
    param._data = leaves[0]
    param._info = info = ParamInfo()
    info.obj = param
    info.__dict__["name"], info.__dict__["requires_grad"] = aux
    return param


jax.tree_util.register_pytree_node(Parameter, _flatten, _unflatten)
register_abstract_value(Parameter)
