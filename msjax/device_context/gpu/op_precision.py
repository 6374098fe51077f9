"""Precision of float32 kernels on GPUs."""

from __future__ import annotations

from msjax._core.runtime.context import set_context

from ..._checkparam import args_type_check
from .._setting import applies

__all__ = ["conv_allow_tf32", "matmul_allow_tf32"]


@args_type_check(value=bool)
def matmul_allow_tf32(value: bool) -> None:
    """Whether a float32 matrix product may round its inputs to TF32.

    Args:
        value (bool): whether it may.

    Raises:
        TypeError: `value` is not a bool.
    """
    if applies("GPU"):
        set_context(matmul_allow_tf32=value)


@args_type_check(value=bool)
def conv_allow_tf32(value: bool) -> None:
    """Whether a float32 convolution may round its inputs to TF32.

    Args:
        value (bool): whether it may.

    Raises:
        TypeError: `value` is not a bool.
    """
    if applies("GPU"):
        set_context(conv_allow_tf32=value)
