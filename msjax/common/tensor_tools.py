"""Small functions on Tensors as objects."""

from __future__ import annotations

import numpy as np

from msjax._core.base.dtype import Type
from msjax._core.base.errors import must, prefixed
from msjax._core.tensor.tensor import Tensor


def from_numpy(array: np.ndarray) -> Tensor:
    """A Tensor with the values and dtype of a NumPy array.

    Args:
        array: np.ndarray.

    Returns:
        Tensor of the shape and dtype of `array`.

    Raises:
        TypeError: `array` is no np.ndarray.

    Examples:
        >>> import numpy as np
        >>> import msjax as ms
        >>> ms.from_numpy(np.array([1, 2], np.int32))
        Tensor(shape=[2], dtype=Int32, value= [1, 2])
    """
    return Tensor.from_numpy(array)


def frombuffer(
    buffer: bytes | bytearray | memoryview, dtype: Type, count: int = -1, offset: int = 0
) -> Tensor:
    """A 1-D Tensor of the bytes of a buffer, shared with it as `from_numpy` shares an array's.

    Args:
        buffer: any object with the buffer protocol.
        dtype: element type.
        count: int, number of elements, -1 for all.
        offset: int, bytes to skip.

    Returns:
        Tensor of shape (count,).

    Raises:
        RuntimeError: there is no buffer, nothing is asked for, the buffer does not hold that, or
            `dtype` is not a dtype.

    Examples:
        >>> import msjax as ms
        >>> ms.frombuffer(bytes([1, 2, 3]), dtype=ms.uint8)
        Tensor(shape=[3], dtype=UInt8, value= [1, 2, 3])
    """
    try:
        length = memoryview(buffer).nbytes
    except TypeError:
        raise RuntimeError("object does not implement Python buffer protocol.") from None
    if not isinstance(dtype, Type) or dtype._np is None:
        raise RuntimeError(f"dtype must be mindspore dtype object, but got {dtype!r}")
    size = np.dtype(dtype.np).itemsize
    if not length or not count:
        raise RuntimeError(f"both buffer length ({length}) and count ({count}) must not be 0")
    if not 0 <= offset < length:
        raise RuntimeError(
            f"offset ({offset} bytes) must be non-negative and no greater than buffer length "
            f"({length} bytes) minus 1."
        )
    left = f"buffer length ({length - offset} bytes) after offset ({offset} bytes)"
    if count < -1:
        raise RuntimeError(
            f"count ({count}) must be -1 or positive, but got negative value other than -1"
        )
    if count < 0 and (length - offset) % size:
        raise RuntimeError(f"{left} must be a multiple of element size ({size}).")
    if count * size > length - offset:
        raise RuntimeError(
            f"{left} is not enough for the requested count of elements ({count} elements of size "
            f"{size} bytes each, total {count * size} bytes)."
        )
    array = np.frombuffer(buffer, dtype.np, count, offset)
    if not array.flags.writeable:
        return Tensor(array)
    result = Tensor.from_numpy(array)
    result._numpy_backed = False  # unlike that of `from_numpy`, it prints as others do
    return result


def swap_tensors(t1: Tensor, t2: Tensor) -> None:
    """Exchange the contents of two Tensors.

    Args:
        t1: Tensor.
        t2: Tensor.

    Raises:
        TypeError: an argument is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> from msjax.common.tensor_tools import swap_tensors
        >>> x, y = ms.Tensor(1), ms.Tensor(2)
        >>> swap_tensors(x, y)
        >>> print(x, y)
        2 1
    """
    for name, value in (("t1", t1), ("t2", t2)):
        if not isinstance(value, Tensor):
            raise TypeError(prefixed("swap_tensors", must(name, "a Tensor", type(value).__name__)))
    first, second = t1._value, t2._value
    t1._assign(second)
    t2._assign(first)
