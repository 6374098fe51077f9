"""Settings of the runtime. Each may be made once, as in MindSpore; most mean nothing to XLA."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from msjax._core.runtime.context import remark, state

from .._checkparam import args_type_check, check_positive_int, check_str_by_regular

_SIZE = r"[1-9][0-9]*(\.)?[0-9]*GB|0\.[0-9]*GB"
_RESERVE = r"[0-9][0-9]*(\.)?[0-9]*GB|0\.[0-9]*GB"


def _once(name: str, value: Any, shown: str | None = None, can: str = "can not") -> None:
    if name in state.configured:
        raise RuntimeError(f"The '{shown or name}' {can} be set repeatedly.")
    state.configured[name] = value


def _no_effect(name: str, instead: str = "") -> None:
    remark(name, f"{name} is stored but has no effect in msjax{instead}.", logging.INFO)


def launch_blocking() -> None:
    """Wait for every eager op, so that an error surfaces where it was made.

    Examples:
        >>> import msjax as ms
        >>> ms.runtime.launch_blocking()
    """
    state.configured["launch_blocking"] = True


@args_type_check(threads_num=int)
def dispatch_threads_num(threads_num: int) -> None:
    """Number of threads that launch kernels; stored, XLA has its own.

    Args:
        threads_num: int, 1 or more.

    Raises:
        TypeError: it is not an int.
        ValueError: it is not positive.
        RuntimeError: it was set before.
    """
    if "dispatch_threads_num" not in state.configured:
        check_positive_int(threads_num, "threads_num")
    _once("dispatch_threads_num", threads_num)
    _no_effect("dispatch_threads_num")


def set_cpu_affinity(
    enable_affinity: bool,
    affinity_cpu_list: Sequence[str | int] | None = None,
    module_to_cpu_dict: dict | None = None,
    bind_file: str | None = None,
) -> None:
    """Bind threads to cores; stored, start Python under `taskset` instead.

    Args:
        enable_affinity: bool.
        affinity_cpu_list: list of the cores. Default: ``None``.
        module_to_cpu_dict: dict of lists of cores, by what runs on them. Default: ``None``.
        bind_file: path of a file with the same. Default: ``None``.

    Raises:
        RuntimeError: it was set before.
    """
    value = (enable_affinity, affinity_cpu_list, module_to_cpu_dict, bind_file)
    _once("set_cpu_affinity", value, "mindspore.runtime.set_cpu_affinity", "cannot")
    if enable_affinity:
        remark(
            "set_cpu_affinity",
            "set_cpu_affinity is stored but has no effect in msjax; start Python under taskset.",
        )


@args_type_check(thread_num=int, kernel_group_num=int)
def set_kernel_launch_group(thread_num: int = 2, kernel_group_num: int = 8) -> None:
    """Launch kernels in groups by several threads; stored, XLA launches whole programs.

    Args:
        thread_num: int, 1 or more. Default: ``2``.
        kernel_group_num: int, a multiple of `thread_num`. Default: ``8``.

    Raises:
        TypeError: a number is not an int.
        ValueError: a number is below 1, or the groups do not divide among the threads.
        RuntimeError: it was set before, or kernels are captured.
    """
    if "kernel_launch_group" in state.configured:
        raise RuntimeError("The 'kernel_launch_group' can not be set repeatedly.")
    if state.configured.get("kernel_launch_capture"):
        raise RuntimeError(
            "The kernel launch group and kernel launch capture can not be set together"
        )
    for name, value in (("thread_num", thread_num), ("kernel_group_num", kernel_group_num)):
        if value < 1:
            raise ValueError(f"The value of {name} should be at least 1, but got {value}")
    if kernel_group_num % thread_num:
        raise ValueError(
            f"Invalid parameter value, kernel_group_num: {kernel_group_num} cannot be evenly "
            f"divisible by thread_num: {thread_num}"
        )
    _once("kernel_launch_group", (thread_num, kernel_group_num))
    _no_effect("set_kernel_launch_group")


@args_type_check(enable_capture_graph=bool)
def set_kernel_launch_capture(
    enable_capture_graph: bool, op_capture_skip: list | None = None
) -> None:
    """Replay captured kernel launches; stored, XLA launches whole programs.

    Args:
        enable_capture_graph: bool.
        op_capture_skip: list of the names of operations that are not captured. Default: ``None``.

    Raises:
        TypeError: an argument has the wrong type.
        RuntimeError: kernels are launched in groups.
    """
    if "kernel_launch_group" in state.configured:
        raise RuntimeError(
            "The kernel launch group and kernel launch capture can not be set together"
        )
    if op_capture_skip is not None and not isinstance(op_capture_skip, list):
        raise TypeError("op_capture_skip must be a list")
    state.configured["kernel_launch_capture"] = enable_capture_graph
    _no_effect("set_kernel_launch_capture")


@args_type_check(
    init_size=str,
    increase_size=str,
    max_size=str,
    optimize_level=str,
    huge_page_reserve_size=str,
)
def set_memory(
    init_size: str = "2GB",
    increase_size: str = "2GB",
    max_size: str = "1024GB",
    optimize_level: str = "O0",
    huge_page_reserve_size: str = "0GB",
) -> None:
    """Sizes of the device memory pool; stored, XLA reads XLA_PYTHON_CLIENT_MEM_FRACTION.

    Args:
        init_size, increase_size, max_size, huge_page_reserve_size (str): such as "2GB".
        optimize_level (str): "O0" or "O1".

    Raises:
        TypeError: an argument is not a string.
        ValueError: a size or the level is malformed.
        RuntimeError: it was set before.
    """
    if "set_memory" not in state.configured:
        for size in (init_size, increase_size, max_size):
            check_str_by_regular(size, _SIZE)
        check_str_by_regular(huge_page_reserve_size, _RESERVE)
        if optimize_level not in ("O0", "O1"):
            raise ValueError(
                f"The optimize_level must be one of ['O0', 'O1'], but got {optimize_level}."
            )
    value = (init_size, increase_size, max_size, optimize_level, huge_page_reserve_size)
    _once("set_memory", value)
    remark(
        "set_memory",
        "set_memory is stored but has no effect in msjax; set the environment variable "
        "XLA_PYTHON_CLIENT_MEM_FRACTION.",
    )
