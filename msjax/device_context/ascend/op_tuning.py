"""Compilation and tuning of Ascend kernels."""

from __future__ import annotations

from .._setting import applies, keep_once

__all__ = ["aclnn_cache", "aoe_job_type", "aoe_tune_mode", "op_compile"]


def op_compile(value: bool) -> None:
    """Whether kernels are compiled on line.

    Args:
        value (bool): whether they are.

    Raises:
        TypeError: on Ascend, if it is not a bool.
        RuntimeError: on Ascend, if another one was set before.
    """
    if not applies("Ascend"):
        return
    if value not in (True, False):
        raise TypeError(
            "For 'op_compile', the type of input value must be one of [True, False], "
            f"but got {value}."
        )
    keep_once("ascend.op_compile", bool(value))


def aoe_tune_mode(tune_mode: str) -> None:
    """When kernels are tuned.

    Args:
        tune_mode (str): "online" or "offline".

    Raises:
        ValueError: on Ascend, if it is another one.
        RuntimeError: on Ascend, if another one was set before.
    """
    if not applies("Ascend"):
        return
    if tune_mode not in ("online", "offline"):
        raise ValueError(
            "For 'device_context.ascend.op_tuning.aoe_tune_mode', the argument 'tune_mode' must "
            f"be in ['online', 'offline'], but got {tune_mode}."
        )
    keep_once("ascend.aoe_tune_mode", tune_mode)


def aoe_job_type(config: str) -> None:
    """What is tuned.

    Args:
        config (str): "1" for subgraphs, "2" for kernels.

    Raises:
        ValueError: on Ascend, if it is another one.
        RuntimeError: on Ascend, if another one was set before.
    """
    if not applies("Ascend"):
        return
    if config not in ("1", "2"):
        raise ValueError(
            f"For 'aoe_job_type', the config must be one of ['1', '2'], but got {config}."
        )
    keep_once("ascend.aoe_job_type", config)


def aclnn_cache(enable_global_cache: bool = False, cache_queue_length: int = 10000) -> None:
    """Cache of kernel launches.

    Args:
        enable_global_cache (bool): whether the cache is global. Default: ``False``.
        cache_queue_length (int): how many launches it holds. Default: ``10000``.

    Raises:
        ValueError: on Ascend, if the first is not a bool or the second negative.
        RuntimeError: on Ascend, if another one was set before.
    """
    if not applies("Ascend"):
        return
    if enable_global_cache not in (True, False):
        raise ValueError(
            "For 'aclnn_cache', the config must be one of [True, False], "
            f"but got {enable_global_cache}."
        )
    if cache_queue_length < 0:
        raise ValueError(
            f"For 'aclnn_cache', the config must greater than 0, but got {cache_queue_length}."
        )
    keep_once("ascend.aclnn_cache", (enable_global_cache, cache_queue_length))
