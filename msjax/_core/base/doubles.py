"""Python floats that kernels receive in double precision, though JAX would narrow them."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np


def parts(value: float) -> np.ndarray:
    """Three Float32 numbers whose sum is a double."""
    high = np.float32(value)
    middle = np.float32(value - float(high))
    return np.array([high, middle, value - float(high) - float(middle)], np.float32)


def exact(value: Any, dtype: np.dtype) -> jax.Array:
    """A kernel's `Exact` or other number as a 0-d array."""
    if not isinstance(value, jax.Array):
        return jax.lax.full((), value, dtype)
    if not value.ndim:
        return value.astype(dtype)
    if dtype == np.float32:
        return value[0]
    high, middle, low = value.astype(np.float64)
    return (high + middle + low).astype(dtype)
