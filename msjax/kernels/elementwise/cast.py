"""Conversion of element types, and operations that only pass values on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.cast import cast_array
from msjax._core.base.checks import of_type
from msjax._core.base.errors import Clause, describe, must
from msjax._core.base.recording import paused
from msjax._core.base.state import STATE
from msjax._core.op.primitive import Primitive
from msjax._core.op.publish import Array, Arrays, Value, call, op, primitive, public
from msjax._core.tensor.links import View
from msjax._core.tensor.tensor import Tensor, box
from msjax.kernels.elementwise.arithmetic import identity_kernel
from msjax.kernels.update.float_status import after

if TYPE_CHECKING:
    from msjax._types import DType, Number

HALVES = ("float16", "bfloat16")


def wider(x: jax.Array) -> jax.Array:
    """The array in the dtype that its elements are computed in: float32 for half types."""
    return x.astype(np.float32) if x.dtype.name in HALVES else x


@op(label="Cast")
def _cast(input: Value, dtype):
    return cast_array(jnp.asarray(input), dtype)


@public("ops.cast", label="Cast")
def cast(input: Tensor | complex | np.number, dtype: mstype.Type) -> Tensor:
    """Convert elements to another dtype.

    Floats are truncated towards zero when converted to integers.

    Args:
        input: Tensor or number.
        dtype: a MindSpore dtype.

    Returns:
        Tensor of the same shape.

    Raises:
        TypeError: `input` is neither a Tensor nor a number, or `dtype` is not a MindSpore dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.cast(ms.Tensor([1.5, -2.5]), ms.int32))
        [ 1 -2]
    """
    if not isinstance(dtype, mstype.Type):
        raise TypeError(must("dtype", "a MindSpore dtype", describe(dtype)))
    if dtype._np is None and dtype is not mstype.uint:
        raise TypeError(Clause(f"Tensors cannot have the dtype {dtype}."))
    return _CAST(input, mstype.from_np(dtype.np))


_CAST = call(_cast)


class Cast(Primitive):
    """Convert elements to another dtype, as `ops.cast`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.Cast()(ms.Tensor([1.5]), ms.int32))
        [1]
    """

    def __init__(self):
        super().__init__("Cast")

    def __call__(self, input_x: Tensor | Number, dtype: DType) -> Tensor:
        return cast(input_x, dtype)


public("ops.Cast")(Cast)

_NAMES = {
    name: t
    for name, t in vars(mstype).items()
    if isinstance(t, mstype.Type) and t in mstype.ARRAY_TYPES
}
_NAMES |= {"bool": mstype.bool_, "int": mstype.int64, "float": mstype.float64}
_NAMES |= {"complex": mstype.complex128}
_PYTHON = {bool: mstype.bool_, int: mstype.int64, float: mstype.float64, complex: mstype.complex128}


def method_type(dtype: Any) -> mstype.Type:
    """The dtype meant by an argument of a Tensor method: also strings, Python and NumPy types."""
    if isinstance(dtype, mstype.Type) and dtype in mstype.ARRAY_TYPES:
        return dtype
    if isinstance(dtype, str) and dtype in _NAMES:
        return _NAMES[dtype]
    if isinstance(dtype, type):
        if dtype in _PYTHON:
            return _PYTHON[dtype]
        if issubclass(dtype, np.generic):
            return mstype.from_np(np.dtype(dtype))
    allowed = ", ".join(repr(t) for t in mstype.all_types)
    raise TypeError(must("dtype", f"one of [{allowed}] or a name of those", describe(dtype)))


@public("Tensor.astype")
def astype(self, dtype: DType, copy: bool = True) -> Tensor:
    """Convert elements to another dtype.

    Args:
        dtype: a MindSpore dtype, its name, a Python type or a NumPy scalar type.
        copy: with False, a Tensor that has the dtype already is returned itself.

    Returns:
        Tensor of the same shape.

    Raises:
        TypeError: `dtype` is none of the above.

    Examples:
        >>> import msjax as ms
        >>> ms.Tensor([1.5]).astype("int32").dtype
        mindspore.int32
    """
    dtype = method_type(dtype)
    if not copy and dtype == self.dtype:
        return self
    return _CAST(self, dtype)


@public("Tensor.type")
def type_(self, dtype: DType | None = None) -> Tensor | str:
    """Convert elements to another dtype, or tell the name of the present one.

    Args:
        dtype: a MindSpore dtype, its name, a Python type or a NumPy scalar type; None to ask.

    Returns:
        Tensor of the same shape and the new dtype; without `dtype`, a str such as "Float32".

    Raises:
        TypeError: `dtype` is none of the above.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1.5, -2.5])
        >>> x.type()
        'Float32'
        >>> print(x.type(ms.int32))
        [ 1 -2]
    """
    return str(self.dtype) if dtype is None else astype(self, dtype)


@public("ops.type_as")
def type_as(input: Tensor | complex | np.number, other: Tensor) -> Tensor:
    """`input` in the dtype of `other`.

    Args:
        input: Tensor or number.
        other: Tensor whose dtype is taken over.

    Returns:
        Tensor of the shape of `input` and the dtype of `other`.

    Raises:
        TypeError: `input` is neither a Tensor nor a number.
        AttributeError: `other` has no dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.type_as(ms.Tensor([1.5, -2.5]), ms.Tensor([1])))
        [ 1 -2]
    """
    return _CAST(input, other.dtype)


@public("Tensor.type_as")
def type_as_method(self, other: Tensor) -> Tensor:
    """The Tensor in the dtype of `other`, as `ops.type_as`.

    Args:
        other: Tensor whose dtype is taken over.

    Returns:
        Tensor of the same shape.

    Raises:
        AttributeError: `other` has no dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([1.5, -2.5]).type_as(ms.Tensor([1])))
        [ 1 -2]
    """
    return _CAST(self, other.dtype)


def _converter(name: str, dtype: mstype.Type) -> Any:
    def method(self: Tensor) -> Tensor:
        return _CAST(self, dtype)

    method.__name__, method.__qualname__ = name, f"Tensor.{name}"
    method.__doc__ = f"""The Tensor converted to {dtype}.

    Returns:
        Tensor of the same shape.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([2.5, 0.]).{name}().dtype)
        {dtype}
    """
    return method


for _name, _dtype in (
    ("float", mstype.float32),
    ("half", mstype.float16),
    ("bfloat16", mstype.bfloat16),
    ("double", mstype.float64),
    ("int", mstype.int32),
    ("long", mstype.int64),
    ("short", mstype.int16),
    ("byte", mstype.uint8),
    ("bool", mstype.bool_),
):
    public(f"Tensor.{_name}")(_converter(_name, _dtype))

_DEVICES = ("CPU", "GPU", "Ascend", "NPU", "CUDA", "TPU")


def _on_device(tensor: Tensor, name: str) -> Tensor:
    """The Tensor on a device given by name, e.g. "CPU" or "GPU:1"."""
    kind, _, index = name.partition(":")
    known = {d.lower(): d for d in _DEVICES}
    if kind.lower() not in known or (index and not index.isdigit()):
        raise ValueError(f"Failed to convert the value \"{name}\" of input 'device' of 'to'.")
    if STATE.frame is not None or isinstance(tensor._value, jax.core.Tracer):
        return tensor
    platform = known[kind.lower()].lower()
    if platform in ("ascend", "npu"):
        return _CAST(tensor, tensor.dtype)
    try:
        devices = jax.devices(platform)
    except RuntimeError:
        raise ValueError(Clause(f"there is no device '{name}'.")) from None
    return call(_put)(tensor, devices[int(index or 0)])


@op(label="To")
def _put(x: Array, device):
    return jax.device_put(x, device)


@public("Tensor.to")
def to(self, *args: Any, **kwargs: Any) -> Tensor:
    """Convert the dtype, the device, or both.

    Called as `to(dtype)`, `to(device, dtype=None)` or `to(other)`, where the dtype of the Tensor
    `other` is taken over; each with the options `non_blocking` and `copy`.

    Args:
        dtype: a MindSpore dtype.
        device: name of a device, e.g. "CPU" or "GPU:0".
        other: Tensor.
        non_blocking: transfers never block here.
        copy: whether to copy a Tensor that is already as wanted; results never share writes anyway.

    Returns:
        Tensor.

    Raises:
        TypeError: the arguments fit none of the forms.
        ValueError: there is no such device.

    Examples:
        >>> import msjax as ms
        >>> ms.Tensor([1.5]).to(ms.int32).dtype
        mindspore.int32
    """
    names = ["dtype", "non_blocking", "copy"]
    if args and (isinstance(args[0], str) or args[0] is None) or "device" in kwargs:
        names.insert(0, "device")
    elif (args and isinstance(args[0], Tensor)) or "other" in kwargs:
        names[0] = "other"
    values = dict(zip(names, args, strict=False)) | kwargs
    if len(args) + len(kwargs) != len(values) or not set(values) <= set(names):
        raise TypeError(f"Failed calling to with arguments {args} and {kwargs}.")
    other = values.get("other")
    dtype = values.get("dtype") if other is None else other.dtype
    if dtype is not None and not isinstance(dtype, mstype.Type):
        raise TypeError(f"Failed calling to: the 'dtype' {dtype!r} is not a MindSpore dtype.")
    out = self if values.get("device") is None else _on_device(self, values["device"])
    return _CAST(out, self.dtype if dtype is None else dtype)


@public("ops.is_floating_point", accepts={"input": "Tensor"})
def is_floating_point(input: Tensor) -> bool:
    """Whether the elements are floating point numbers.

    Args:
        input: Tensor.

    Returns:
        bool: True for Float16, Float32, Float64 and BFloat16.

    Raises:
        TypeError: `input` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.is_floating_point(ms.Tensor([1.]))
        True
    """
    return input.dtype in mstype.float_type


@public("ops.is_complex")
def is_complex(input: Tensor) -> bool:
    """Whether the elements are complex.

    Args:
        input: Tensor.

    Returns:
        bool: True for Complex64 and Complex128.

    Raises:
        TypeError: `input` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.is_complex(ms.Tensor([1j]))
        True
    """
    of_type("input", input, Tensor)
    return input.dtype in mstype.complex_type


@public("Tensor.is_floating_point")
def is_floating_point_method(self) -> bool:
    """Whether the elements are floating point numbers, as `ops.is_floating_point`.

    Returns:
        bool: True for Float16, Float32, Float64 and BFloat16.

    Examples:
        >>> import msjax as ms
        >>> ms.Tensor([1]).is_floating_point()
        False
    """
    return is_floating_point(self)


@public("Tensor.is_complex")
def is_complex_method(self) -> bool:
    """Whether the elements are complex, as `ops.is_complex`.

    Returns:
        bool: True for Complex64 and Complex128.

    Examples:
        >>> import msjax as ms
        >>> ms.Tensor([1.]).is_complex()
        False
    """
    return is_complex(self)


@public("Tensor.is_signed")
def is_signed(self) -> bool:
    """Whether the dtype has negative numbers.

    Returns:
        bool: False for bool and the unsigned integer dtypes, and for Float16, as in MindSpore.

    Examples:
        >>> import msjax as ms
        >>> ms.Tensor([1.]).is_signed()
        True
        >>> ms.Tensor([1], ms.uint8).is_signed()
        False
    """
    return self.dtype not in (mstype.bool_, mstype.float16, *mstype.uint_type)


@public("ops.is_nonzero")
def is_nonzero(input: Tensor) -> bool:
    """Whether the only element of a Tensor is not 0.

    Args:
        input: Tensor with one element.

    Returns:
        bool.

    Raises:
        TypeError: `input` is not a Tensor.
        ValueError: there is more or less than one element.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.is_nonzero(ms.Tensor([2.]))
        True
    """
    of_type("input", input, Tensor)
    if input.size != 1:
        raise ValueError(must("input", "of 1 element", input.size))
    return bool(input)


@public("ops.identity")
def identity(x: Any) -> Any:
    """The argument itself.

    Args:
        x: anything.

    Returns:
        `x`.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.identity(3)
        3
    """
    return x


primitive("Identity")(identity_kernel)


@primitive("IdentityN", counts="all")
@op(label="IdentityN")
def identity_n(x: Arrays):
    """The Tensors of a sequence, as a tuple.

    Args:
        x: tuple or list of Tensors of any shapes and dtypes.

    Returns:
        Tuple of Tensors with the same values.

    Raises:
        TypeError: `x` is not a tuple or list of Tensors.
        ValueError: the number of arguments is not 1.

    Examples:
        >>> import msjax as ms
        >>> a, b = ms.ops.IdentityN()((ms.Tensor([1.]), ms.Tensor([2, 3])))
        >>> print(a, b)
        [1.] [2 3]
    """
    return tuple(x)


@op(label="StopGradient")
def _stopped(x: Array):
    return jax.lax.stop_gradient(x)


@public("ops.stop_gradient", primitive="StopGradient")
def stop_gradient(value: Tensor | Sequence[Tensor]) -> Any:
    """The value, cut off from the computation of gradients.

    Args:
        value: Tensor, or tuple or list of Tensors; anything else is returned as it is.

    Returns:
        Value of the same structure, through which no gradient flows.

    Examples:
        >>> import msjax as ms
        >>> print(ms.grad(lambda x: x * ms.ops.stop_gradient(x))(ms.Tensor(3.)))
        3.0
    """
    if isinstance(value, Tensor):
        if STATE.frame is None and not isinstance(value._value, jax.core.Tracer):
            return box(value._value)
        with paused():
            return call(_stopped)(value)
    if isinstance(value, (tuple, list)):
        return type(value)([stop_gradient(e) for e in value])
    return value


@public("ops.stop_gradient_")
def stop_gradient_(input: Tensor) -> Any:
    """Cut a Tensor itself off from what it was computed from, in place.

    Args:
        input: Tensor.

    Returns:
        `input`, through which no gradient flows any more.

    Raises:
        TypeError: `input` is not a Tensor.
        RuntimeError: `input` is a view.

    Examples:
        >>> import msjax as ms
        >>> def f(x):
        ...     y = x * 2
        ...     ms.ops.stop_gradient_(y)
        ...     return x * y
        >>> print(ms.grad(f)(ms.Tensor(3.)))
        6.0
    """
    of_type("input", input, Tensor)
    if type(input._view) is View:
        raise RuntimeError(
            "Cannot stop_gradient view inplace, call 'stop_gradient' to get a Tensor of its own."
        )
    # not as a Parameter, which stays the point that it was when it is written to
    Tensor._assign(input, stop_gradient(input)._value)
    return input


@public("ops.depend", primitive="Depend")
def depend(value: Any, expr: object) -> Any:
    """`value`, after `expr` has been computed.

    Operations run in the order of the program, so nothing else needs to be done.

    Args:
        value: the result, anything.
        expr: what must come first. The flag of `NPUAllocFloatStatus` will look at the Tensors in
            it.

    Returns:
        `value`.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1.])
        >>> print(ms.ops.depend(x, x + 1))
        [1.]
        >>> print(ms.ops.Depend()(x, x + 1))
        [1.]
    """
    return after(value, expr)
