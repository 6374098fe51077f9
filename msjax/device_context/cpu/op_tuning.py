"""Threads of the CPU's kernels."""

from __future__ import annotations

import logging

from msjax._core.runtime.context import remark, state

from ..._checkparam import args_type_check, check_positive_int

__all__ = ["threads_num"]


@args_type_check(num=int)
def threads_num(num: int) -> None:
    """Number of threads per kernel; stored, XLA uses the cores it is allowed to run on.

    Args:
        num (int): the number, 1 or more.

    Raises:
        TypeError: it is not an int.
        ValueError: it is not positive.
        RuntimeError: it was set before.
    """
    if "threads_num" in state.configured:
        raise RuntimeError("The 'threads_num' can not be set repeatedly.")
    state.configured["threads_num"] = check_positive_int(num, "num")
    remark("threads_num", "threads_num is stored but has no effect in msjax.", logging.INFO)
