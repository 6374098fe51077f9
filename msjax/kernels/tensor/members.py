"""Tensor members that speak of storage, initialisation and the host, published like operations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import numpy as np

from msjax._core.base import nodes
from msjax._core.base.checks import of_type
from msjax._core.base.errors import Clause, describe, must, prefixed, unsupported
from msjax._core.base.state import LOCK, STATE
from msjax._core.base.x64 import to_device
from msjax._core.op.publish import Array, op, public, resolve
from msjax._core.runtime import context
from msjax._core.runtime.agreement import host_values
from msjax._core.tensor.construct import as_type
from msjax._core.tensor.links import Lazy, View
from msjax._core.tensor.parameter import ParamInfo
from msjax._core.tensor.tensor import Tensor, box
from msjax.kernels.tensor.storage import storage


def _places(tensor: Tensor) -> np.ndarray:
    """Which elements of the underlying storage a Tensor shows."""
    link = tensor._view
    if type(link) is not View or not link.shares(tensor.shape):  # a reshape may have to copy
        return np.arange(tensor.size, dtype=np.int32).reshape(tensor.shape)
    base = to_device(_places(link.base))
    return np.asarray(link.exe.fn(base, *link.arrays)[link.index])


def _steps(tensor: Tensor) -> list[int]:
    places = _places(tensor)
    steps = []
    for axis in reversed(range(places.ndim)):
        length = places.shape[axis]
        if length > 1 and places.size:
            first = np.moveaxis(places, axis, 0).reshape(length, -1)[:, 0]
            steps.append(int(first[1] - first[0]))
        else:  # nothing tells; MindSpore says past all of the next dimension
            steps.append(steps[-1] * places.shape[axis + 1] if steps else 1)
    return steps[::-1]


@public("Tensor.stride", accepts={"dim": "int bool None"})
def stride(self: Tensor, dim: int | None = None) -> list[int] | int:
    """Elements to step for the next index along each dimension, or along `dim`.

    Args:
        dim: int in [-ndim, ndim), or None for all dimensions.

    Returns:
        List of ints, or an int with `dim`.

    Raises:
        TypeError: `dim` is neither an int nor None.
        IndexError: `dim` is out of range.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2., 3.], [4., 5., 6.]])
        >>> x.stride()
        [3, 1]
        >>> x.T.stride(0)
        1
    """
    steps = _steps(self)
    return steps if dim is None else steps[dim]


@public("Tensor.storage_offset")
def storage_offset(self: Tensor) -> int:
    """Position of the first element in the storage that the Tensor is a view of.

    Returns:
        int, counted in elements; 0 for a Tensor that is not a view.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2., 3.], [4., 5., 6.]])
        >>> x[1].storage_offset()
        3
    """
    places = _places(self)
    return int(places.flat[0]) if places.size else 0


@public("Tensor.is_contiguous")
def is_contiguous(self: Tensor) -> bool:
    """Whether the elements lie densely and in order in the storage.

    Returns:
        bool.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2., 3.], [4., 5., 6.]])
        >>> x.is_contiguous(), x.T.is_contiguous()
        (True, False)
    """
    places = _places(self).reshape(-1)
    return bool((np.diff(places) == 1).all())


@op("Tensor.contiguous", label="contiguous", to_float="keep")
def contiguous(input: Array):
    """The values in a storage of their own, densely and in order; gradients flow to the original.

    Returns:
        Tensor of the same shape and dtype.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2., 3.], [4., 5., 6.]])
        >>> x.T.contiguous().stride()
        [2, 1]
    """
    return input


@op("Tensor.copy", label="copy", to_float="keep")
def copy_kernel(input: Array):
    """A copy; gradients flow to the original.

    Returns:
        Tensor of the same shape, dtype and values, with memory of its own.

    Examples:
        >>> import msjax as ms
        >>> a = ms.Tensor([1., 2.])
        >>> b = a.copy()
        >>> b[0] = 9.
        >>> print(a)
        [1. 2.]
    """
    return input


@op("Tensor.clone", "mint.clone", label="Clone")
def clone(input: Array):
    """A copy, as `Tensor.copy`; gradients flow to the original.

    Returns:
        Tensor of the same shape, dtype and values, with memory of its own.

    Examples:
        >>> import msjax as ms
        >>> a = ms.Tensor([1., 2.])
        >>> b = a.clone()
        >>> b[0] = 9.
        >>> print(a)
        [1. 2.]
    """
    return input


@op("Tensor.value", label="value", to_float="keep")
def value(input: Array):
    """The values as a Tensor of its own; gradients flow to the original.

    Returns:
        Tensor of the same shape and dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([1., 2.]).value())
        [1. 2.]
    """
    return input


@public("Tensor.data_ptr")
def data_ptr(self: Tensor) -> int:
    """Address of the first element on the device, where the device tells it.

    Returns:
        int. A view's address is that of its storage plus `storage_offset` elements.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., 2., 3.])
        >>> x[1:].data_ptr() - x.data_ptr()
        4
    """
    return storage(self).data_ptr() + storage_offset(self) * self.itemsize


@public("Tensor.get_bytes")
def get_bytes(self: Tensor) -> bytes:
    """The elements as bytes in row-major order.

    Returns:
        bytes, of the length `nbytes`.

    Raises:
        RuntimeError: a transformation such as `vmap` maps the Tensor, so that it has no value.

    Examples:
        >>> import msjax as ms
        >>> ms.Tensor([77, 83], ms.uint8).get_bytes()
        b'MS'
    """
    return self.asnumpy().tobytes()


def convert_bytes_to_tensor(bytes_data: bytes, dims: tuple[int, ...], data_type: Any) -> Tensor:
    """A Tensor of the given shape and dtype from the bytes of its elements, in row-major order.

    Args:
        bytes_data: bytes, as `get_bytes` gives them.
        dims: tuple of ints, the shape.
        data_type: a MindSpore dtype.

    Returns:
        Tensor.

    Raises:
        TypeError: `bytes_data` is not bytes.
        ValueError: the number of bytes does not fit the shape and the dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor.convert_bytes_to_tensor(b"MS", (2,), ms.uint8))
        [77 83]
    """
    if not isinstance(bytes_data, bytes):
        name = type(bytes_data).__name__
        raise TypeError(prefixed("convert_bytes_to_tensor", must("bytes_data", "bytes", name)))
    wanted = as_type(data_type).np
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


def from_dlpack(dlpack: object) -> Tensor:
    """A Tensor of an array that another library shares through DLPack.

    Args:
        dlpack: the array, or a capsule.

    Returns:
        Tensor of its shape, dtype and values.

    Raises:
        TypeError: `dlpack` is neither.

    Examples:
        >>> import msjax as ms
        >>> import numpy as np
        >>> print(ms.Tensor.from_dlpack(np.array([1., 2.])))
        [1. 2.]
    """
    array = dlpack if hasattr(dlpack, "__dlpack__") else _Capsule(dlpack)
    return Tensor(jax.dlpack.from_dlpack(array))


public("Tensor.from_dlpack")(staticmethod(from_dlpack))


def to_dlpack(tensor: Tensor) -> Any:
    """A DLPack capsule of the values, for another library.

    Args:
        tensor: Tensor.

    Returns:
        The capsule, which can be read once.

    Raises:
        AttributeError: `tensor` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> capsule = ms.Tensor([1., 2.]).to_dlpack()
        >>> print(ms.Tensor.from_dlpack(capsule))
        [1. 2.]
    """
    return tensor.__dlpack__()


public("Tensor.to_dlpack")(to_dlpack)


@public("Tensor.is_shared")
def is_shared(self: Tensor) -> bool:
    """Whether the memory is shared between processes: never.

    Returns:
        False.

    Examples:
        >>> import msjax as ms
        >>> ms.Tensor([1.]).is_shared()
        False
    """
    return False


@public("Tensor.is_pinned")
def is_pinned(self: Tensor) -> bool:
    """Whether the memory is page-locked host memory: never.

    Returns:
        False.

    Examples:
        >>> import msjax as ms
        >>> ms.Tensor([1.]).is_pinned()
        False
    """
    return False


@public("Tensor.pin_memory")
def pin_memory(self: Tensor) -> Tensor:
    """Refused: JAX moves data to the device by itself.

    Raises:
        NotImplementedError: always.

    Examples:
        >>> import msjax as ms
        >>> ms.Tensor([1.]).pin_memory()
        Traceback (most recent call last):
        NotImplementedError: Tensor.pin_memory is not supported by msjax; ...
    """
    raise unsupported("Tensor.pin_memory", "JAX transfers host arrays without it")


@public("Tensor.is_init")
def is_init(self: Tensor) -> bool:
    """The flag set by `set_init_flag`.

    Returns:
        bool; False unless it was set.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1.])
        >>> x.set_init_flag(True)
        >>> x.is_init()
        True
    """
    return self.__dict__.get("_init_flag", False)


@public("Tensor.set_init_flag")
def set_init_flag(self: Tensor, value: bool = False) -> None:
    """Set the flag that `is_init` reads; nothing else looks at it.

    Args:
        value: bool, the flag.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1.])
        >>> x.set_init_flag(True)
        >>> x.is_init()
        True
    """
    self.__dict__["_init_flag"] = value


@public("Tensor.set_const_arg")
def set_const_arg(self: Tensor, const_arg: bool = True) -> Tensor:
    """Treat the Tensor as a constant when it is an argument of compiled code.

    Args:
        const_arg: bool; False to treat it as a variable again.

    Returns:
        The Tensor itself.

    Raises:
        TypeError: `const_arg` is not a bool.

    Examples:
        >>> import msjax as ms
        >>> ms.Tensor([1.]).set_const_arg().const_arg
        True
    """
    self.const_arg = const_arg
    return self


@public("Tensor.flush_from_cache")
def flush_from_cache(self: Tensor) -> None:
    """Do nothing: values are never cached on the host.

    Examples:
        >>> import msjax as ms
        >>> ms.Tensor([1.]).flush_from_cache()
    """


@public("Tensor.data_sync")
def data_sync(self: Tensor, need_wait: bool = True) -> None:
    """Wait until the values are computed.

    Args:
        need_wait: accepted for compatibility: the call always waits.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1.]) + 1
        >>> x.data_sync()
    """
    if isinstance(self._value, jax.Array):
        self._value.block_until_ready()


@public("Tensor.wait_pipeline")
def wait_pipeline(self: Tensor) -> None:
    """Wait until the values are computed, as `data_sync`.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1.]) + 1
        >>> x.wait_pipeline()
    """
    data_sync(self)


@public("Tensor.offload", label="")
def offload(self: Tensor, file_path: str) -> bool:
    """Write the values to a file and free their memory; the next use reads them back.

    The file holds the elements one after the other. It has to stay as it is until then.

    Args:
        file_path: str, the file to write.

    Returns:
        True.

    Raises:
        TypeError: `file_path` is not a str.
        RuntimeError: the Tensor has no values of its own: it shows part of another one or belongs
            to a function that is being compiled.
        OSError: the file cannot be written.

    Examples:
        >>> import msjax as ms
        >>> import os, tempfile
        >>> x = ms.Tensor([1., 2.])
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     x.offload(os.path.join(folder, "values"))
        ...     print(x + 1)
        True
        [2. 3.]
    """
    if not isinstance(file_path, str):
        raise TypeError(f"argument 1 must be str, not {type(file_path).__name__}")
    array = self._value
    if isinstance(array, jax.core.Tracer) or type(self._view) is View:
        raise RuntimeError(Clause("the Tensor must have values of its own outside compiled code."))
    host_values(array).tofile(file_path)
    with LOCK:  # compiled code in another thread may be using the array
        self._data, self._view = None, Lazy(None, self.shape, self.dtype, file=file_path)
        STATE.bump()  # it looks at what it reads again
    return True


@public("Tensor.offload_file_path")
def offload_file_path(self: Tensor) -> str:
    """The file that `offload` left the values in.

    Returns:
        str; empty for a Tensor with values in memory.

    Examples:
        >>> import msjax as ms
        >>> ms.Tensor([1., 2.]).offload_file_path()
        ''
    """
    return self._view.file if type(self._view) is Lazy else ""


@public("Tensor.itemset")
def itemset(self: Tensor, *args: Any) -> Tensor:
    """A copy with one element replaced: `itemset(value)`, `itemset(index, value)`.

    Args:
        args: flat index or tuple of indices (not needed for one-element Tensors), and the value, a
            number.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        ValueError: there is no argument.
        IndexError: no index for a Tensor of several elements, or an index out of range.
        TypeError: index or value have a wrong type.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> print(x.itemset(2, 9))
        [[1. 2.]
         [9. 4.]]
        >>> print(x.itemset((0, 1), 9))
        [[1. 9.]
         [3. 4.]]
    """
    if not args:
        raise ValueError(Clause("at least the value is needed."))
    *where, new = args
    if not where:
        if self.size != 1:
            raise IndexError(
                "Only tensor which shape is (1,) support 1 arg that means omit index, "
                f"but the tensor shape is {self.shape} and got 1 input."
            )
        index: Any = (0,) * self.ndim
    elif isinstance(where[0], (int, np.integer)) and not isinstance(where[0], bool):
        if not -self.size <= where[0] < self.size:
            raise IndexError(
                f"index {where[0]} is out of bounds for a Tensor with {self.size} elements."
            )
        index = np.unravel_index(where[0] % self.size, self.shape)
    elif isinstance(where[0], tuple):
        index = where[0]
    else:
        raise TypeError(must("index", "int or tuple", type(where[0]).__name__))
    if isinstance(new, (Tensor, np.number)) and new.size == 1:
        new = new.item()
    if not isinstance(new, (int, float, bool)):
        raise TypeError(must("value", "a number", type(new).__name__))
    changed = self.copy()
    changed[tuple(int(i) for i in index)] = new
    return changed


@public("Tensor.resize")
def resize(self: Tensor, *new_shape: int | Sequence[int] | Tensor) -> Tensor:
    """The elements in a new shape, cut off or filled up with zeros.

    Args:
        new_shape: ints, or one tuple of ints. Nothing keeps the shape.

    Returns:
        Tensor of the new shape and the same dtype.

    Raises:
        TypeError: a length is not an int.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([1., 2., 3.]).resize(2, 2))
        [[1. 2.]
         [3. 0.]]
    """
    if not new_shape:
        return self
    shape = new_shape[0] if len(new_shape) == 1 and isinstance(new_shape[0], tuple) else new_shape
    count, flat = int(np.prod(shape)), self.reshape(-1)
    if count <= self.size:
        return flat[:count].reshape(shape)
    padding = Tensor(np.zeros(count - self.size, self.dtype.np))
    return resolve("ops.concat")([flat, padding]).reshape(shape)


@public("Tensor.move_to")
def move_to(self: Tensor, to: str, blocking: bool = True) -> Tensor:
    """A copy on another kind of device; gradients flow to the original.

    Args:
        to: "CPU", "GPU", "TPU" or "Ascend".
        blocking: wait for the transfer.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        ValueError: `to` is none of these.
        RuntimeError: there is no such device.

    Examples:
        >>> import msjax as ms
        >>> ms.Tensor([1., 2.]).move_to("CPU").device
        'CPU'
    """
    if to not in ("Ascend", "GPU", "CPU", "TPU"):
        raise ValueError(f"The value of 'to' must be one of ['Ascend', 'GPU', 'CPU'], but got {to}")
    devices = context.local_devices(to)
    if not devices:
        raise RuntimeError(Clause(f"there is no device of kind {to!r} here."))
    moved = jax.device_put(self._value, devices[0])
    if blocking and not isinstance(moved, jax.core.Tracer):
        moved.block_until_ready()
    return box(moved, nodes.live(self._node))


@public("Tensor.to_")
def to_(self: Tensor, device: str | None = None, non_blocking: bool = False) -> Tensor:
    """Move the Tensor itself to another device.

    Args:
        device: name of a device, e.g. "CPU" or "GPU:0"; None leaves the Tensor where it is.
        non_blocking: transfers never block here.

    Returns:
        The Tensor itself.

    Raises:
        TypeError: `device` is not a str.
        ValueError: there is no such device.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., 2.])
        >>> x.to_("CPU").device
        'CPU'
    """
    if device is not None:
        moved = self.to(device, non_blocking=non_blocking)
        self._assign(moved._value, nodes.live(self._node))
    return self


def param_info(self: Tensor) -> ParamInfo | None:
    """What a Parameter keeps besides its values; None for a Tensor that was given none.

    A program's own class of weights that derives from Tensor sets it. Where its `requires_grad`
    is False, gradients by the Tensor are 0.

    Raises:
        TypeError: what is set is neither a `ParamInfo` nor None.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([1.]).param_info)
        None
    """
    return vars(self).get("param_info")


def _keep_param_info(self: Tensor, value: ParamInfo | None) -> None:
    if isinstance(value, ParamInfo):
        value.obj = self
    elif value is not None:
        raise TypeError(must("param_info", "a ParamInfo or None", describe(value)))
    vars(self)["param_info"] = value


def is_meta(self: Tensor) -> bool:
    """Whether the Tensor has a shape and a dtype but no storage; here it never is so.

    Examples:
        >>> import msjax as ms
        >>> ms.Tensor([1.]).is_meta
        False
    """
    return False


def init_flag(self: Tensor) -> bool:
    """The flag set by `set_init_flag`, False before.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1.])
        >>> x.set_init_flag(True)
        >>> x.init_flag
        True
    """
    return is_init(self)


def init_finished(self: Tensor) -> bool:
    """Whether nothing of the Tensor's values is still being made elsewhere; here always True.

    Examples:
        >>> import msjax as ms
        >>> ms.Tensor([1.]).init_finished
        True
    """
    return True


def virtual_flag(self: Tensor) -> bool:
    """Whether the Tensor stands for one that other processes hold; here always False.

    Examples:
        >>> import msjax as ms
        >>> ms.Tensor([1.]).virtual_flag
        False
    """
    return False


def symbolic_shape(self: Tensor) -> None:
    """The lengths that are not known yet; here always None, as lengths are numbers.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([1.]).symbolic_shape)
        None
    """
    return None


def delta_seed(self: Tensor) -> int:
    """What is added to the seed of the Tensor's initializer; here always 0.

    Examples:
        >>> import msjax as ms
        >>> ms.Tensor([1.]).delta_seed
        0
    """
    return 0


for _property in (*(is_meta, init_flag, init_finished, virtual_flag, symbolic_shape, delta_seed),):
    public(f"Tensor.{_property.__name__}")(property(_property))
public("Tensor.param_info")(property(param_info, _keep_param_info))


@public("Tensor.assign_value_cpp")
def assign_value_cpp(self: Tensor, value: Tensor) -> Tensor:
    """Take over the values, shape and dtype of another Tensor.

    Args:
        value: Tensor.

    Returns:
        The Tensor itself.

    Raises:
        TypeError: `value` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., 2.])
        >>> print(x.assign_value_cpp(ms.Tensor([3.])))
        [3.]
    """
    of_type("value", value, Tensor)
    self._assign(value._value)
    return self
