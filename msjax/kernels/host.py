"""Helpers for operations that are Python functions instead of kernels."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.errors import must
from msjax._core.base.x64 import to_device
from msjax._core.runtime import context
from msjax._core.tensor.tensor import Tensor, box


def np_dtype(dtype: Any, default: Any = None) -> np.dtype:
    """The NumPy dtype of a dtype argument, which must be a MindSpore dtype or None.

    Raises:
        TypeError: it is something else.
    """
    if dtype is None:
        return np.dtype(default)
    if not isinstance(dtype, mstype.Type):
        raise TypeError(must("dtype", "a mindspore dtype", repr(dtype)))
    return dtype.np


def placed(tensor: Tensor) -> Tensor:
    """A new Tensor moved to the device of the context."""
    device = context.device()
    if device is not None and not isinstance(tensor._data, jax.core.Tracer):
        tensor._data = jax.device_put(tensor._data, device)
    return tensor


def from_host(array: np.ndarray) -> Tensor:
    """A Tensor with the contents of a NumPy array, on the device of the context."""
    return box(to_device(array, context.device()))
