"""Conversion of element types, and operations that only pass values on."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core import dtype as mstype
from msjax._core.errors import describe, must
from msjax._core.op import Array, Arrays, Value, call, op, public
from msjax._core.primitive import Primitive, primitive
from msjax._core.recording import paused
from msjax._core.state import STATE
from msjax._core.tensor import Tensor, box
from msjax.ops._accept import constant
from msjax.ops._wrap import as_primitive
from msjax.ops.elementwise import identity_kernel
from msjax.ops.float_status import after


def cast_array(x: jax.Array, dtype: np.dtype) -> jax.Array:
    """Convert elements as C code on x86 does: floats truncate; what does not fit wraps."""
    dtype = np.dtype(dtype)
    if jnp.issubdtype(x.dtype, jnp.complexfloating) and not jnp.issubdtype(
        dtype, jnp.complexfloating
    ):
        x = jnp.real(x)
    if not jnp.issubdtype(x.dtype, jnp.floating) or not jnp.issubdtype(dtype, jnp.integer):
        return x.astype(dtype)
    if dtype == np.uint64:
        half = 2.0**63
        high = ~(x < half)
        low = _to_signed(jnp.where(high, x - constant(half, x.dtype), x), np.dtype(np.int64))
        bits = jax.lax.bitcast_convert_type(low, np.uint64)
        return jnp.where(high & ~jnp.isnan(x), bits ^ constant(1 << 63, np.uint64), bits)
    if dtype in (np.int32, np.int64):
        return _to_signed(x, dtype)
    return _to_signed(x, np.dtype(np.int64 if dtype == np.uint32 else np.int32)).astype(dtype)


def _to_signed(x: jax.Array, dtype: np.dtype) -> jax.Array:
    """Truncate to Int32 or Int64; NaN and what does not fit become the smallest value."""
    wide = x if x.dtype in (np.float32, np.float64) else x.astype(np.float32)
    bound = 2.0 ** (8 * dtype.itemsize - 1)
    fits = (wide >= -bound) & (wide < bound)
    lowest = constant(np.iinfo(dtype).min, dtype)
    return jnp.where(fits, jnp.where(fits, wide, 0).astype(dtype), lowest)


@op(label="Cast")
def _cast(input: Value, dtype):
    return cast_array(jnp.asarray(input), dtype)


@public("ops.cast")
def cast(input, dtype):
    """Convert elements to another dtype.

    Floats are truncated towards zero when converted to integers.

    Args:
        input: Tensor or number.
        dtype: a MindSpore dtype.

    Returns:
        Tensor of the same shape.

    Raises:
        TypeError: `input` is neither a Tensor nor a number, or `dtype` is no MindSpore dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.cast(ms.Tensor([1.5, -2.5]), ms.int32))
        [ 1 -2]
    """
    if not isinstance(dtype, mstype.Type):
        raise TypeError(must("Cast", "dtype", "a MindSpore dtype", describe(dtype)))
    if dtype._np is None and dtype is not mstype.uint:
        raise TypeError(f"For 'Cast', Tensors cannot have the dtype {dtype}.")
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

    def __call__(self, input_x, dtype):
        return cast(input_x, dtype)


public("ops.Cast")(Cast)

_NAMES = {
    name: t
    for name, t in vars(mstype).items()
    if isinstance(t, mstype.Type) and t in mstype._ARRAY_TYPES
}
_NAMES |= {"bool": mstype.bool_, "int": mstype.int64, "float": mstype.float64}
_NAMES |= {"complex": mstype.complex128}
_PYTHON = {bool: mstype.bool_, int: mstype.int64, float: mstype.float64, complex: mstype.complex128}


def _method_type(name: str, dtype: Any) -> mstype.Type:
    """The dtype meant by an argument of a Tensor method: also strings, Python and NumPy types."""
    if isinstance(dtype, mstype.Type) and dtype in mstype._ARRAY_TYPES:
        return dtype
    if isinstance(dtype, str) and dtype in _NAMES:
        return _NAMES[dtype]
    if isinstance(dtype, type):
        if dtype in _PYTHON:
            return _PYTHON[dtype]
        if issubclass(dtype, np.generic):
            return mstype.from_np(np.dtype(dtype))
    allowed = ", ".join(repr(t) for t in mstype.all_types)
    raise TypeError(
        f"For Tensor.{name}, the input type must be one of [{allowed}] or a name of those, "
        f"but got {describe(dtype)}."
    )


@public("Tensor.astype")
def astype(self, dtype, copy=True):
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
    dtype = _method_type("astype", dtype)
    if not copy and dtype == self.dtype:
        return self
    return _CAST(self, dtype)


@public("Tensor.type")
def type_(self, dtype=None):
    """Convert elements to another dtype, or tell the name of the present one.

    Args:
        dtype: as in `astype`; None to ask.

    Returns:
        Tensor, or str.
    """
    return str(self.dtype) if dtype is None else astype(self, dtype)


@public("ops.type_as")
def type_as(input, other):
    """`input` in the dtype of `other`.

    Args:
        input: Tensor.
        other: Tensor.

    Returns:
        Tensor.
    """
    return _CAST(input, other.dtype)


@public("Tensor.type_as")
def type_as_method(self, other):
    """The Tensor in the dtype of `other`, as `ops.type_as`."""
    return _CAST(self, other.dtype)


def _converter(name: str, dtype: mstype.Type) -> Any:
    def method(self: Tensor) -> Tensor:
        return _CAST(self, dtype)

    method.__name__, method.__qualname__ = name, f"Tensor.{name}"
    method.__doc__ = f"The Tensor converted to {dtype}."
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
        raise ValueError(f"For 'to', there is no device '{name}'.") from None
    return call(_put)(tensor, devices[int(index or 0)])


@op(label="To")
def _put(x: Array, device):
    return jax.device_put(x, device)


@public("Tensor.to")
def to(self, *args, **kwargs):
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
        raise TypeError(f"Failed calling to: the 'dtype' {dtype!r} is no MindSpore dtype.")
    out = self if values.get("device") is None else _on_device(self, values["device"])
    return _CAST(out, self.dtype if dtype is None else dtype)


@public("ops.is_floating_point")
def is_floating_point(input):
    """Whether the elements are floating point numbers.

    Args:
        input: Tensor.

    Returns:
        bool.
    """
    return input.dtype in mstype.float_type


@public("ops.is_complex")
def is_complex(input):
    """Whether the elements are complex.

    Args:
        input: Tensor.

    Returns:
        bool.

    Raises:
        TypeError: `input` is no Tensor.
    """
    if not isinstance(input, Tensor):
        raise TypeError("The input must be Tensor!")
    return input.dtype in mstype.complex_type


@public("Tensor.is_floating_point")
def is_floating_point_method(self):
    """Whether the elements are floating point numbers, as a bool."""
    return is_floating_point(self)


@public("Tensor.is_complex")
def is_complex_method(self):
    """Whether the elements are complex, as a bool."""
    return is_complex(self)


@public("Tensor.is_signed")
def is_signed(self):
    """Whether the dtype has negative numbers, as a bool."""
    return self.dtype not in (mstype.bool_, *mstype.uint_type)


@public("ops.is_nonzero")
def is_nonzero(input):
    """Whether the only element of a Tensor is not 0.

    Args:
        input: Tensor with one element.

    Returns:
        bool.

    Raises:
        ValueError: there is more or less than one element.
    """
    if not isinstance(input, Tensor):
        raise TypeError(must("is_nonzero", "input", "a Tensor", describe(input)))
    if input.size != 1:
        raise ValueError(f"For is_nonzero, the numel of input must be 1, but got {input.size}.")
    return bool(input)


@public("ops.identity")
def identity(x):
    """The argument itself.

    Args:
        x: anything.

    Returns:
        `x`.
    """
    return x


primitive("Identity")(identity_kernel)


@primitive("IdentityN")
@op(label="IdentityN")
def identity_n(x: Arrays):
    """The Tensors of a sequence, as a tuple.

    Args:
        x: tuple or list of Tensors.

    Returns:
        Tuple of Tensors.
    """
    return tuple(x)


@op(label="StopGradient")
def _stopped(x: Array):
    return jax.lax.stop_gradient(x)


@public("ops.stop_gradient")
def stop_gradient(value):
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
def stop_gradient_(input):
    """Cut a Tensor itself off from what it was computed from; returns it.

    Args:
        input: Tensor.

    Returns:
        `input`.

    Raises:
        TypeError: `input` is no Tensor.
    """
    if not isinstance(input, Tensor):
        raise TypeError(must("stop_gradient_", "input", "a Tensor", describe(input)))
    input._assign(stop_gradient(input)._value)
    return input


@public("ops.depend")
def depend(value, expr):
    """`value`, after `expr` has been computed.

    Operations run in the order of the program, so nothing else needs to be done.

    Args:
        value: the result. The flag of `NPUAllocFloatStatus` will look at the Tensors in `expr`.
        expr: what must come first.

    Returns:
        `value`.
    """
    return after(value, expr)


as_primitive("Depend", depend)
as_primitive("StopGradient", stop_gradient)
