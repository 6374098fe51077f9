"""Precision of Ascend kernels."""

from __future__ import annotations

import os

from msjax._core.runtime.context_keys import PRECISION_MODES

from ..._checkparam import args_type_check
from .._setting import applies, keep_once

__all__ = ["conv_allow_hf32", "matmul_allow_hf32", "op_precision_mode", "precision_mode"]


def precision_mode(mode: str) -> None:
    """Mixed-precision mode of the graph compiler.

    Args:
        mode (str): its name.

    Raises:
        ValueError: on Ascend, if there is no such.
        RuntimeError: on Ascend, if another one was set before.
    """
    if not applies("Ascend"):
        return
    if mode not in PRECISION_MODES:
        raise ValueError(
            f"For 'precision_mode', the value of mode {mode} must be one of {PRECISION_MODES}, "
            f"but got {mode}."
        )
    keep_once("ascend.precision_mode", mode)


@args_type_check(path=str)
def op_precision_mode(path: str) -> None:
    """File with the precision of each kernel.

    Args:
        path (str): the file.

    Raises:
        TypeError: `path` is not a str.
        ValueError: on Ascend, if it does not exist.
        RuntimeError: on Ascend, if another one was set before.
    """
    if not applies("Ascend"):
        return
    if not os.path.exists(os.path.realpath(path)):
        raise ValueError(f"For 'op_precision_mode', the 'path' is invalid, got '{path}'.")
    keep_once("ascend.op_precision_mode", path)


def _allow_hf32(name: str, value: bool) -> None:
    if not applies("Ascend"):
        return
    if value not in (True, False):
        raise ValueError(
            f"For '{name}', the type of input value must be one of [True, False], but got {value}."
        )
    keep_once(f"ascend.{name}", bool(value))


def matmul_allow_hf32(value: bool) -> None:
    """Whether a float32 matrix product may round to HF32.

    Args:
        value (bool): whether it may.

    Raises:
        ValueError: on Ascend, if it is not a bool.
        RuntimeError: on Ascend, if another one was set before.
    """
    _allow_hf32("matmul_allow_hf32", value)


def conv_allow_hf32(value: bool) -> None:
    """Whether a float32 convolution may round to HF32.

    Args:
        value (bool): whether it may.

    Raises:
        ValueError: on Ascend, if it is not a bool.
        RuntimeError: on Ascend, if another one was set before.
    """
    _allow_hf32("conv_allow_hf32", value)
