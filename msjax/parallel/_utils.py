"""Questions about the parallel settings that published models ask under this private path."""

from __future__ import annotations

from msjax._core.runtime import devices

from ..communication.management import get_group_size, get_rank
from ._auto_parallel_context import auto_parallel_context

_BATCH_STRATEGIES = ("data_parallel", "full_batch")


def _get_parallel_mode() -> str:
    """The parallel mode."""
    return auto_parallel_context().get_parallel_mode()


def _get_full_batch():
    """Whether every device gets the whole batch."""
    return auto_parallel_context().get_full_batch()


def _get_gradients_mean() -> bool:
    """Whether reduced gradients are divided by the number of devices."""
    return auto_parallel_context().get_gradients_mean()


def _get_pipeline_stages() -> int:
    """The number of pipeline stages."""
    return auto_parallel_context().get_pipeline_stages()


def _get_enable_parallel_optimizer() -> bool:
    """Whether optimizer state is cut over devices."""
    return auto_parallel_context().get_enable_parallel_optimizer()


def _get_grad_accumulation_shard():
    """Whether accumulated gradients are cut over devices."""
    return auto_parallel_context().get_grad_accumulation_shard()


def _get_parameter_broadcast():
    """Whether rank 0's parameters are sent to all before training."""
    return auto_parallel_context().get_parameter_broadcast()


def _get_device_num() -> int:
    """How many devices train together: 1 when stand-alone, else as set, else the group's size.

    A process that shares its batches over its own devices counts as one: it has all of a batch.
    """
    if _get_parallel_mode() == "stand_alone" or devices.shared() is not None:
        return 1
    context = auto_parallel_context()
    return context.get_device_num() if context.get_device_num_is_set() else get_group_size()


def _get_global_rank():
    """This process's rank: 0 when stand-alone, else as set, else the communication's."""
    if _get_parallel_mode() == "stand_alone":
        return 0
    context = auto_parallel_context()
    return context.get_global_rank() if context.get_global_rank_is_set() else get_rank()


def _get_stage_device_num():
    """How many devices one pipeline stage has."""
    return _get_device_num() // _get_pipeline_stages()


def _is_in_auto_parallel_mode():
    return _get_parallel_mode() in ("semi_auto_parallel", "auto_parallel")


def _is_in_data_parallel_mode():
    return _get_parallel_mode() == "data_parallel"


def _is_in_hybrid_parallel_mode():
    return _get_parallel_mode() == "hybrid_parallel"


def _is_sharding_propagation():
    """Whether strategies spread from the operators that have one."""
    context = auto_parallel_context()
    return (
        context.get_strategy_search_mode() == "sharding_propagation"
        or context.get_sharding_propagation()
    )


def _check_full_batch():
    """RuntimeError if full_batch is on in a mode that has no use for it."""
    if _get_full_batch() and not _is_in_auto_parallel_mode():
        raise RuntimeError(
            "full_batch could only be used under semi_auto_parallel or auto_parallel."
        )


def _need_to_full():
    """Whether a device's batch is part of a larger one."""
    if not _is_in_auto_parallel_mode():
        return False
    strategy = auto_parallel_context().get_dataset_strategy()
    if strategy and strategy not in _BATCH_STRATEGIES:
        return True
    return not _get_full_batch()


def _to_full_shapes(shapes, device_num):
    """Shapes of the whole batch, from the shapes on one device."""
    strategy = auto_parallel_context().get_dataset_strategy()
    if strategy in _BATCH_STRATEGIES or not strategy:
        strategy = [[device_num] + [1] * (len(s) - 1) for s in shapes]
    if len(shapes) != len(strategy):
        raise ValueError(
            f"The input shapes size {len(shapes)} is not equal to dataset strategy size "
            f"{len(strategy)}"
        )
    full = []
    for shape, cuts in zip(shapes, strategy, strict=True):
        if len(shape) != len(cuts):
            raise ValueError(
                f"The input shapes item size {len(shape)} is not equal to dataset strategy item "
                f"size {len(cuts)}"
            )
        full.append([s * c if s > 0 else s for s, c in zip(shape, cuts, strict=True)])
    return full


def _device_number_check(parallel_mode, device_number):
    """ValueError for more than one device when stand-alone."""
    if parallel_mode == "stand_alone" and device_number != 1:
        raise ValueError(
            "If parallel_mode is stand_alone, device_number must be 1, "
            f"device_number: {device_number}, parallel_mode:{parallel_mode}"
        )


def _parameter_broadcast_check(parallel_mode, parameter_broadcast):
    """ValueError for a broadcast in a mode that does not do it."""
    modes = ("stand_alone", "semi_auto_parallel", "auto_parallel")
    if parameter_broadcast is True and parallel_mode in modes:
        raise ValueError(
            "stand_alone, semi_auto_parallel and auto_parallel do not support parameter "
            f"broadcast, parallel_mode: {parallel_mode}, parameter_broadcast:{parameter_broadcast}"
        )
