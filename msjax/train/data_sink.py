"""A function that takes its inputs from a dataset."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from msjax import _checkparam as validator
from msjax._core.compile.jit import jit
from msjax._core.compile.jit_config import JitConfig
from msjax._core.runtime.context import get_context
from msjax._core.runtime.feed import Feed
from msjax.train._batches import Batches

__all__ = ["data_sink"]


def data_sink(
    fn: Callable,
    dataset: Batches,
    sink_size: int = 1,
    jit_config: JitConfig | None = None,
    input_signature: object = None,
) -> Callable:
    """A function without arguments that runs `fn` on the next elements of a dataset.

    Args:
        fn: function of the dataset's columns.
        dataset: the dataset; it starts again when it is over.
        sink_size: int above 0, the number of steps at each call.
        jit_config: JitConfig to compile `fn`; None to run it as it is.
        input_signature: not needed: code is compiled for the shapes that come.

    Returns:
        Function that returns the output of the last step.

    Raises:
        TypeError: `sink_size` is not an int.
        ValueError: `sink_size` is not above 0, the device is the CPU, or the dataset is in use.
    """
    validator.check_value_type("sink_size", sink_size, int, "Data sink")
    if sink_size <= 0:
        raise ValueError(f"The 'sink_size' must be positive, but got sink_size {sink_size}.")
    target = get_context("device_target")
    if target == "CPU":
        raise ValueError(
            f"Data sinking supports ascend or gpu device target, but device target is {target}."
        )
    if hasattr(dataset, "__transfer_dataset__"):
        raise ValueError("The dataset has been used with network.")
    feed = dataset.__transfer_dataset__ = Feed(dataset)
    step = fn if jit_config is None else jit(fn)

    @functools.wraps(fn)
    def sink_process(*args: Any, **kwargs: Any) -> Any:
        output = None
        for _ in range(sink_size):
            output = step(*feed.next())
        return output

    return sink_process
