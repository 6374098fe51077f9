"""Python numbers as arrays that stay on the device.

An executable that is called with a Python number makes an array of it at each call, which takes as
long as calling it does. Programs call with the same few numbers again and again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax

from msjax._core.base.executable import Exec
from msjax._core.base.recent import Recent

_ARRAYS = Recent(1024)
_KEPT = (float, int)
_MAKER: list[Exec] = []


def resident(values: Sequence[Any]) -> list[Any]:
    """The arguments of an executable, with arrays for the numbers among them.

    The arrays are what the executable would make: of JAX's default dtype, and weakly typed. It is
    not for code that is traced, which is to see the numbers.
    """
    return [_resident(v) if type(v) in _KEPT else v for v in values]


def _resident(value: Any) -> Any:
    # 0.0 equals -0.0, and 1 equals 1.0; a configuration of 64 bits makes other arrays.
    key = value or str(value), type(value), jax.config.jax_enable_x64
    array = _ARRAYS.get(key)
    if array is None:
        array = _ARRAYS.again(key)
    if array is None:
        if not _MAKER:
            _MAKER.append(Exec("number", lambda number: (number,), identity=tuple))
        (array,) = _MAKER[0].fn(value)
        if isinstance(array, jax.core.Tracer):  # within code that JAX traces
            return value
        _ARRAYS[key] = array
    return array
