"""Compilation and tuning of Ascend kernels."""

from __future__ import annotations

from .._setting import applies, keep_once

__all__ = ["aclnn_cache", "aoe_job_type", "aoe_tune_mode", "op_compile"]


def op_compile(value: bool) -> None:
    """Whether kernels are compiled on line; TypeError if no bool."""
    if not applies("Ascend"):
        return
    if value not in (True, False):
        raise TypeError(
            "For 'op_compile', the type of input value must be one of [True, False], "
            f"but got {value}."
        )
    keep_once("ascend.op_compile", bool(value))


def aoe_tune_mode(tune_mode: str) -> None:
    """Tuning "online" or "offline"; ValueError for anything else."""
    if not applies("Ascend"):
        return
    if tune_mode not in ("online", "offline"):
        raise ValueError(
            "For 'device_context.ascend.op_tuning.aoe_tune_mode', the argument 'tune_mode' must "
            f"be in ['online', 'offline'], but got {tune_mode}."
        )
    keep_once("ascend.aoe_tune_mode", tune_mode)


def aoe_job_type(config: str) -> None:
    """Tuning of subgraphs ("1") or kernels ("2"); ValueError for anything else."""
    if not applies("Ascend"):
        return
    if config not in ("1", "2"):
        raise ValueError(
            f"For 'aoe_job_type', the config must be one of ['1', '2'], but got {config}."
        )
    keep_once("ascend.aoe_job_type", config)


def aclnn_cache(enable_global_cache: bool = False, cache_queue_length: int = 10000) -> None:
    """Cache of kernel launches; ValueError for a value that is no bool or a negative length."""
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
