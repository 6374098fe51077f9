"""Helpers that programs import from here; other names are those of `ops`."""

from __future__ import annotations

from typing import Any

from msjax._core.tensor.tensor import Tensor
from msjax._missing import module_getattr

__getattr__ = module_getattr(__name__)


def _expand(x: Tensor, ndim: int) -> Tensor:
    """`x` with further first dimensions of length 1, up to `ndim` in all."""
    if not isinstance(x, Tensor):
        raise TypeError("the input x must be Tensor!")
    return x.reshape((1,) * (ndim - x.ndim) + x.shape)


def _check_same_type(dtype1: Any, dtype2: Any) -> bool:
    """Whether two dtypes are one."""
    return dtype1 == dtype2
