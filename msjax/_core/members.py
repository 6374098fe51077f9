"""Tensor members that speak of storage, initialisation and the host, published like operations."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np

from msjax._core import autograd, context
from msjax._core import dtype as mstype
from msjax._core.errors import must, unsupported
from msjax._core.op import Array, op, public
from msjax._core.tensor import Tensor, View, as_type, box
from msjax._core.x64 import to_device


def _places(tensor: Tensor) -> np.ndarray:
    """Which elements of the underlying storage a Tensor shows."""
    link = tensor._view
    if type(link) is not View:
        return np.arange(tensor.size, dtype=np.int32).reshape(tensor.shape)
    base = to_device(_places(link.base))
    return np.asarray(link.exe.fn(base, *link.arrays)[link.index])


def _steps(tensor: Tensor) -> list[int]:
    places, dense = _places(tensor), np.cumprod([1, *tensor.shape[:0:-1]])[::-1]
    steps = []
    for axis, length in enumerate(places.shape):
        if length > 1 and places.size:
            first = np.moveaxis(places, axis, 0).reshape(length, -1)[:, 0]
            steps.append(int(first[1] - first[0]))
        else:
            steps.append(int(dense[axis]))
    return steps


@public("Tensor.stride")
def stride(self: Tensor, dim: int | None = None) -> Any:
    """Elements to step for the next index along each dimension, or along `dim`."""
    steps = _steps(self)
    return steps if dim is None else steps[dim]


@public("Tensor.storage_offset")
def storage_offset(self: Tensor) -> int:
    """Position of the first element in the storage that the Tensor is a view of."""
    places = _places(self)
    return int(places.flat[0]) if places.size else 0


@public("Tensor.is_contiguous")
def is_contiguous(self: Tensor) -> bool:
    """Whether the elements lie densely and in order in the storage."""
    places = _places(self).reshape(-1)
    return bool((np.diff(places) == 1).all())


@op("Tensor.contiguous", label="contiguous")
def contiguous(input: Array):
    """The values in a storage of their own."""
    return input


@op("Tensor.copy", label="copy")
def copy_kernel(input: Array):
    """A copy; gradients flow to the original.

    Examples:
        >>> import msjax as ms
        >>> a = ms.Tensor([1., 2.])
        >>> b = a.copy()
        >>> b[0] = 9.
        >>> print(a)
        [1. 2.]
    """
    return input


@op("Tensor.clone", label="Clone")
def clone(input: Array):
    """A copy; gradients flow to the original."""
    return input


@op("Tensor.value", label="value")
def value(input: Array):
    """The values as a Tensor."""
    return input


@public("Tensor.data_ptr")
def data_ptr(self: Tensor) -> int:
    """Address of the first element on the device, where the device tells it."""
    return self._value.unsafe_buffer_pointer() + storage_offset(self) * self.itemsize


@public("Tensor.get_bytes")
def get_bytes(self: Tensor) -> bytes:
    """The elements as bytes in row-major order."""
    return self.asnumpy().tobytes()


def convert_bytes_to_tensor(bytes_data: bytes, dims: tuple[int, ...], data_type: Any) -> Tensor:
    """A Tensor of the given shape and dtype from the bytes of its elements.

    Raises:
        TypeError: `bytes_data` is not bytes.
    """
    if not isinstance(bytes_data, bytes):
        name = type(bytes_data).__name__
        raise TypeError(must("convert_bytes_to_tensor", "bytes_data", "bytes", name))
    wanted = as_type("convert_bytes_to_tensor", data_type).np
    return Tensor(np.frombuffer(bytes_data, wanted).reshape(dims))


public("Tensor.convert_bytes_to_tensor")(staticmethod(convert_bytes_to_tensor))


class _Capsule:
    """A DLPack capsule as an array library shows it. It does not tell its device: the default."""

    def __init__(self, capsule: Any):
        self.capsule = capsule

    def __dlpack__(self, **kwargs: Any) -> Any:
        return self.capsule

    def __dlpack_device__(self) -> tuple[int, int]:
        return jax.device_put(0, context.device()).__dlpack_device__()


def from_dlpack(dlpack: Any) -> Tensor:
    """A Tensor of an array that another library shares through DLPack: a capsule, or the array."""
    array = dlpack if hasattr(dlpack, "__dlpack__") else _Capsule(dlpack)
    return Tensor(jax.dlpack.from_dlpack(array))


public("Tensor.from_dlpack")(staticmethod(from_dlpack))


def to_dlpack(tensor: Tensor) -> Any:
    """A DLPack capsule of the values."""
    return tensor.__dlpack__()


public("Tensor.to_dlpack")(staticmethod(to_dlpack))


@public("Tensor.is_shared")
def is_shared(self: Tensor) -> bool:
    """Whether the memory is shared between processes: never."""
    return False


@public("Tensor.is_pinned")
def is_pinned(self: Tensor) -> bool:
    """Whether the memory is page-locked host memory: never."""
    return False


@public("Tensor.pin_memory")
def pin_memory(self: Tensor) -> Tensor:
    """Refused: JAX moves data to the device by itself."""
    raise unsupported("Tensor.pin_memory", "JAX transfers host arrays without it")


@public("Tensor.is_init")
def is_init(self: Tensor) -> bool:
    """The flag set by `set_init_flag`."""
    return self.__dict__.get("_init_flag", False)


@public("Tensor.set_init_flag")
def set_init_flag(self: Tensor, value: bool = False) -> None:
    """Set the flag that `is_init` reads."""
    self.__dict__["_init_flag"] = value


@public("Tensor.set_const_arg")
def set_const_arg(self: Tensor, const_arg: bool = True) -> Tensor:
    """Treat the Tensor as a constant when it is an argument of compiled code; returns it."""
    self.const_arg = const_arg
    return self


@public("Tensor.flush_from_cache")
def flush_from_cache(self: Tensor) -> None:
    """Nothing to flush: values are never cached on the host."""


@public("Tensor.data_sync")
def data_sync(self: Tensor, need_wait: bool = True) -> None:
    """Wait until the values are there."""
    if isinstance(self._value, jax.Array):
        self._value.block_until_ready()


@public("Tensor.wait_pipeline")
def wait_pipeline(self: Tensor) -> None:
    """Wait until the values are there."""
    data_sync(self)


@public("Tensor.offload")
def offload(self: Tensor, file_path: str) -> bool:
    """Refused: device memory is managed by XLA."""
    raise unsupported("Tensor.offload", "jax.device_put moves arrays to host memory")


@public("Tensor.itemset")
def itemset(self: Tensor, *args: Any) -> Tensor:
    """A copy with one element replaced: `itemset(value)`, `itemset(index, value)`.

    Args:
        args: flat index or tuple of indices (not for one-element Tensors), and the value.

    Raises:
        IndexError: no index for a Tensor of several elements, or an index out of range.
        TypeError: index or value have a wrong type.
    """
    if not args:
        raise ValueError("For 'itemset', at least the value is needed.")
    *where, new = args
    if not where:
        if self.size != 1:
            raise IndexError(
                "Only tensor which shape is (1,) support 1 arg that means omit index, "
                f"but the tensor shape is {self.shape} and got 1 input."
            )
        index: Any = (0,) * self.ndim
    elif isinstance(where[0], int) and not isinstance(where[0], bool):
        if not -self.size <= where[0] < self.size:
            raise IndexError(
                f"index {where[0]} is out of bounds for a Tensor with {self.size} elements."
            )
        index = np.unravel_index(where[0] % self.size, self.shape)
    elif isinstance(where[0], tuple):
        index = where[0]
    else:
        raise TypeError(must("itemset", "index", "int or tuple", type(where[0]).__name__))
    if not isinstance(new, (int, float, bool)):
        raise TypeError(must("itemset", "value", "a number", type(new).__name__))
    changed = self.copy()
    changed[tuple(int(i) for i in index)] = new
    return changed


@public("Tensor.resize")
def resize(self: Tensor, *new_shape: Any) -> Tensor:
    """The elements in a new shape, cut off or filled up with zeros.

    Args:
        new_shape: ints, or one tuple of ints.
    """
    shape = new_shape[0] if len(new_shape) == 1 and isinstance(new_shape[0], tuple) else new_shape
    count, flat = int(np.prod(shape)), self.reshape(-1)
    if count <= self.size:
        return flat[:count].reshape(shape)
    padding = Tensor(np.zeros(count - self.size, self.dtype.np))
    from msjax.ops import concat

    return concat([flat, padding]).reshape(shape)


@public("Tensor.move_to")
def move_to(self: Tensor, to: str, blocking: bool = True) -> Tensor:
    """A copy on another kind of device.

    Args:
        to: "CPU", "GPU", "TPU" or "Ascend".
        blocking: wait for the transfer.

    Raises:
        ValueError: `to` is none of these.
    """
    if to not in ("Ascend", "GPU", "CPU", "TPU"):
        raise ValueError(f"The value of 'to' must be one of ['Ascend', 'GPU', 'CPU'], but got {to}")
    devices = context.local_devices(to)
    if not devices:
        raise RuntimeError(f"For 'move_to', there is no device of kind {to!r} here.")
    moved = jax.device_put(self._value, devices[0])
    return box(moved.block_until_ready() if blocking else moved, autograd.live(self._node))


@public("Tensor.to_")
def to_(self: Tensor, device: str | None = None, non_blocking: bool = False) -> Tensor:
    """Move the Tensor itself to another device; returns it.

    Args:
        device: name of a device, e.g. "CPU" or "GPU:0"; None leaves the Tensor where it is.
        non_blocking: transfers never block here.

    Raises:
        TypeError: `device` is no name of a device.
        ValueError: there is no such device.
    """
    if device is not None:
        moved = self.to(device, non_blocking=non_blocking)
        self._assign(moved._value, autograd.live(self._node))
    return self


def param_info(self: Tensor) -> None:
    """Plain Tensors have no Parameter attributes."""
    return None


public("Tensor.param_info")(property(param_info))
public("Tensor.is_meta")(property(lambda self: False, doc="Whether the Tensor has no storage."))


public("Tensor.init_flag")(property(is_init, doc="The flag set by `set_init_flag`."))
public("Tensor.init_finished")(property(lambda self: True, doc="Whether the values are made."))
public("Tensor.virtual_flag")(property(lambda self: False, doc="Whether values never come."))
public("Tensor.symbolic_shape")(property(lambda self: None, doc="Shapes are numbers: None."))
public("Tensor.delta_seed")(property(lambda self: 0, doc="Offset of an initializer's seed: none."))


@public("Tensor.assign_value_cpp")
def assign_value_cpp(self: Tensor, value: Tensor) -> Tensor:
    """Take over the values of another Tensor; returns this one.

    Raises:
        TypeError: `value` is not a Tensor.
    """
    if not isinstance(value, Tensor):
        raise TypeError(must("assign_value_cpp", "value", "a Tensor", type(value).__name__))
    self._assign(value._value)
    return self


@public("Tensor.new_tensor")
def new_tensor(self: Tensor, data: Any, dtype: mstype.Type | None = None) -> Tensor:
    """A new Tensor of the given data, by default with this Tensor's dtype."""
    return Tensor(data, dtype or self.dtype)
