"""64-bit dtypes without touching the user's JAX configuration.

JAX narrows 64-bit dtypes unless told otherwise. The switch that allows *explicitly requested*
64-bit dtypes changes no default, so code of the user's around msjax keeps its 32-bit results.
"""

from __future__ import annotations

from typing import Any

import jax
import numpy as np
from jax._src import config as _jax_config

from msjax._core.base.forked import check_process
from msjax._core.base.memory import own_copy

_ALLOW = _jax_config.ExplicitX64Mode.ALLOW
_WIDE = frozenset(np.dtype(t) for t in ("int64", "uint64", "float64", "complex128"))


def x64():
    """Context manager under which kernels are traced: explicit 64-bit dtypes are kept."""
    return _jax_config.explicit_x64_dtypes(_ALLOW)


def is_wide(dtype: np.dtype) -> bool:
    """Whether `dtype` is one of the four 64-bit-element dtypes that JAX narrows by default."""
    return dtype in _WIDE


def to_device(array: np.ndarray, device: Any = None) -> jax.Array:
    """Copy a NumPy array to `device` (JAX's default if None), keeping its dtype."""
    return adopt(own_copy(array), device)


def adopt(array: np.ndarray, device: Any = None) -> jax.Array:
    """Put a NumPy array that nobody will write to on `device`, keeping its dtype.

    On a CPU its memory becomes that of the result if it is aligned. It is never written to:
    compiled code that is given such an array to overwrite has XLA make a copy first.
    """
    check_process()
    if array.dtype in _WIDE:
        with jax.enable_x64(True):
            return jax.device_put(array, device)
    return jax.device_put(array, device)
