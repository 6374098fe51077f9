"""Memory of the host that JAX on a CPU uses as it is, where it copies other memory."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import BinaryIO

import numpy as np

ALIGNMENT = 64  # bytes; what XLA's code for CPUs expects
_LARGE = 1 << 16  # bytes from which a second copy costs more than asking for aligned memory


def aligned(shape: Sequence[int], dtype: np.dtype, lead: int = 0) -> np.ndarray:
    """An array that is yet to be filled, at an address that suits XLA.

    Args:
        shape: sizes.
        dtype: of the elements.
        lead: bytes after which the address suits, for contents that have something before them.

    Returns:
        numpy.ndarray: `shape` `dtype`.

    Examples:
        >>> import numpy as np
        >>> from msjax._core.base.memory import aligned
        >>> aligned((3,), np.dtype("float32")).ctypes.data % 64
        0
    """
    size = math.prod(shape) * dtype.itemsize
    memory = np.empty(size + ALIGNMENT, np.uint8)
    start = -(memory.ctypes.data + lead) % ALIGNMENT
    return memory[start : start + size].view(dtype).reshape(shape)


def own_copy(array: np.ndarray) -> np.ndarray:
    """A copy of an array, rows after rows, that suits XLA if it is large.

    Examples:
        >>> import numpy as np
        >>> from msjax._core.base.memory import own_copy
        >>> own_copy(np.ones((300, 200)).T).flags.c_contiguous
        True
    """
    if array.nbytes < _LARGE:
        return np.array(array, copy=True, order="C")
    copy = aligned(array.shape, array.dtype)
    np.copyto(copy, array)
    return copy


def fill(array: np.ndarray, file: BinaryIO) -> bool:
    """Read an array's bytes from an open file; False if the file ends before.

    Examples:
        >>> import io
        >>> import numpy as np
        >>> from msjax._core.base.memory import fill
        >>> array = np.empty((2, 1), np.int16)
        >>> fill(array, io.BytesIO(bytes([1, 0, 0, 2]))), array.tolist()
        (True, [[1], [512]])
    """
    rest = memoryview(array.reshape(-1).view(np.uint8))
    while rest.nbytes:
        count = file.readinto(rest)
        if not count:
            return False
        rest = rest[count:]
    return True
