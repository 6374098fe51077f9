"""Python numbers as arrays that stay on the device.

An executable that is called with a Python number makes an array of it at each call, which takes as
long as calling it does. Programs call with the same few numbers again and again: the first ones
of a process are kept.
"""

from __future__ import annotations

from typing import Any

import jax
import numpy as np

from msjax._core.base.forked import check_process
from msjax._core.base.interop import weakly_typed

_MOST = 256
_ARRAYS: dict[tuple, Any] = {}
_DTYPES = {  # of numbers, with 64 bits or not
    (float, False): np.float32,
    (float, True): np.float64,
    (int, False): np.int32,
    (int, True): np.int64,
}


def resident(values: list[Any]) -> None:
    """Put arrays into the places of the numbers among an executable's arguments.

    The arrays are what the executable would make: of JAX's default dtype, and weakly typed. It is
    not for code that is traced, which is to see the numbers.
    """
    wide = jax.enable_x64.value  # then the arrays are others
    for i, value in enumerate(values):
        kind = type(value)
        if kind is float or kind is int:
            # 0.0 equals -0.0, NaN not itself, and 1 equals 1.0
            key = value if value and value == value else str(value), kind, wide
            array = _ARRAYS.get(key)
            if array is None:
                if len(_ARRAYS) >= _MOST:  # to make one for a number that does not come again
                    continue  # takes longer than an executable that is given it
                array = _made(key, value)
            values[i] = array


def _made(key: tuple, value: float) -> Any:
    check_process()
    with np.errstate(over="ignore"):  # to infinity, as in the executable
        host = np.asarray(value).astype(_DTYPES[key[1:]])
    array = jax.device_put(host)
    if isinstance(array, jax.core.Tracer):  # within code that JAX traces
        return value
    array = _ARRAYS[key] = weakly_typed(array)
    return array
