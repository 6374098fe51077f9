"""Settings of the data pipelines.

Settings that steer MindSpore's own processes and shared memory are kept and given back. Functions
of the program run in the calling thread unless an operation was given `num_parallel_workers` above
1; transforms of images that take long, and batches ahead, use the number of threads set here.
"""

from __future__ import annotations

import json
import os
import random as python_random
from enum import IntEnum
from typing import Any

import numpy as np

from msjax._core.tensor import random
from msjax.dataset._checks import (
    INT32_MAX,
    UINT32_MAX,
    check_all,
    check_bool,
    check_int,
    check_type,
)

_DEFAULT_SEED = 5489  # stands for "no seed": every iteration draws anew


class ErrorSamplesMode(IntEnum):
    """What happens to rows that a map operation fails on."""

    RETURN = 0
    REPLACE = 1
    SKIP = 2


def _initial() -> dict[str, Any]:
    return {
        "seed": _DEFAULT_SEED,
        "prefetch_size": 16,
        "num_parallel_workers": min(8, os.cpu_count() or 1),
        "numa_enable": False,
        "monitor_sampling_interval": 1000,
        "auto_num_workers": False,
        "callback_timeout": 60,
        "enable_autotune": False,
        "autotune_interval": 0,
        "enable_shared_mem": True,
        "auto_offload": False,
        "enable_watchdog": True,
        "fast_recovery": True,
        "multiprocessing_timeout_interval": 300,
        "multiprocessing_start_method": "fork",
        "error_samples_mode": ErrorSamplesMode.RETURN,
        "dynamic_shape": False,
        "debug_mode": False,
        "debug_hooks": [],
        "video_backend": "CPU",
        "sending_batches": 0,
    }


_VALUES = _initial()
_ITERATOR_MODE = {"do_copy": False, "parallel_convert": False}
_SEEDINGS = [0]  # how many calls of the package's set_seed are taken over


def set_seed(seed: int) -> None:
    """Seed the order of shuffled rows and the random transforms.

    Python's `random` and `numpy.random` are seeded too: transforms of images of Pillow use them.

    Args:
        seed: an int in [0, 4294967295]. 5489 stands for no seed.

    Raises:
        TypeError: `seed` is not an int.
        ValueError: `seed` is out of range.

    Examples:
        >>> import msjax.dataset as ds
        >>> ds.config.set_seed(1)
        >>> a, b = [[int(r[0]) for r in ds.NumpySlicesDataset([1, 2, 3, 4])] for _ in range(2)]
        >>> a == b
        True
    """
    check_int(seed, 0, UINT32_MAX, "seed")
    python_random.seed(seed)
    np.random.seed(seed)
    _VALUES["seed"] = seed
    _SEEDINGS[0] = random.seedings()


def get_seed() -> int:
    """The seed of the pipelines; also that of a later `msjax.set_seed`. 5489 if there is none.

    Returns:
        int.

    Examples:
        >>> from msjax.dataset import config
        >>> isinstance(config.get_seed(), int)
        True
    """
    if random.seedings() != _SEEDINGS[0]:
        _SEEDINGS[0] = random.seedings()
        _VALUES["seed"] = random.get_seed()
    return _VALUES["seed"]


def _chosen_seed() -> int | None:
    """The seed, or None if there is none."""
    seed = get_seed()
    return None if seed == _DEFAULT_SEED else seed


def set_prefetch_size(size: int) -> None:
    """Set how many rows a pipeline with workers runs ahead.

    Args:
        size: an int in [1, 2147483647].

    Raises:
        TypeError: `size` is not an int.
        ValueError: `size` is out of range.

    Examples:
        >>> from msjax.dataset import config
        >>> config.set_prefetch_size(16)
        >>> config.get_prefetch_size()
        16
    """
    check_int(size, 1, INT32_MAX, "size")
    _VALUES["prefetch_size"] = size


def get_prefetch_size() -> int:
    """How many rows a pipeline with workers runs ahead.

    Returns:
        int.

    Examples:
        >>> from msjax.dataset import config
        >>> config.get_prefetch_size()
        16
    """
    return _VALUES["prefetch_size"]


def set_num_parallel_workers(num: int) -> None:
    """Set the number of threads for transforms of operations that are not given one; 1 for none.

    Args:
        num: an int in [1, 2147483647].

    Raises:
        TypeError: `num` is not an int.
        ValueError: `num` is out of range.

    Examples:
        >>> import msjax.dataset as ds
        >>> before = ds.config.get_num_parallel_workers()
        >>> ds.config.set_num_parallel_workers(2)
        >>> ds.config.get_num_parallel_workers()
        2
        >>> ds.config.set_num_parallel_workers(before)
    """
    check_int(num, 1, INT32_MAX, "num")
    _VALUES["num_parallel_workers"] = num


def get_num_parallel_workers() -> int:
    """The number of workers for operations that are not given one.

    Returns:
        int.

    Examples:
        >>> from msjax.dataset import config
        >>> isinstance(config.get_num_parallel_workers(), int)
        True
    """
    return _VALUES["num_parallel_workers"]


def set_numa_enable(numa_enable: bool) -> None:
    """Keep whether memory is bound to processors; without effect here.

    Args:
        numa_enable: bool.

    Raises:
        TypeError: `numa_enable` is not a bool.

    Examples:
        >>> from msjax.dataset import config
        >>> config.set_numa_enable(False)
        >>> config.get_numa_enable()
        False
    """
    check_bool(numa_enable, "numa_enable")
    _VALUES["numa_enable"] = numa_enable


def get_numa_enable() -> bool:
    """What `set_numa_enable` kept.

    Returns:
        bool, False at first.

    Examples:
        >>> from msjax.dataset import config
        >>> config.get_numa_enable()
        False
    """
    return _VALUES["numa_enable"]


def set_monitor_sampling_interval(interval: int) -> None:
    """Keep the interval of the performance monitor in ms; without effect here.

    Args:
        interval: an int in [1, 2147483647].

    Raises:
        TypeError: `interval` is not an int.
        ValueError: `interval` is out of range.

    Examples:
        >>> from msjax.dataset import config
        >>> config.set_monitor_sampling_interval(1000)
        >>> config.get_monitor_sampling_interval()
        1000
    """
    check_int(interval, 1, INT32_MAX, "interval")
    _VALUES["monitor_sampling_interval"] = interval


def get_monitor_sampling_interval() -> int:
    """What `set_monitor_sampling_interval` kept.

    Returns:
        int, 1000 at first.

    Examples:
        >>> from msjax.dataset import config
        >>> config.get_monitor_sampling_interval()
        1000
    """
    return _VALUES["monitor_sampling_interval"]


def set_auto_num_workers(enable: bool) -> None:
    """Keep whether the number of workers is chosen automatically; without effect here.

    Args:
        enable: bool.

    Raises:
        TypeError: `enable` is not a bool.

    Examples:
        >>> from msjax.dataset import config
        >>> config.set_auto_num_workers(False)
        >>> config.get_auto_num_workers()
        False
    """
    check_bool(enable, "enable")
    _VALUES["auto_num_workers"] = enable


def get_auto_num_workers() -> bool:
    """What `set_auto_num_workers` kept.

    Returns:
        bool, False at first.

    Examples:
        >>> from msjax.dataset import config
        >>> config.get_auto_num_workers()
        False
    """
    return _VALUES["auto_num_workers"]


def set_callback_timeout(timeout: int) -> None:
    """Set how many seconds a WaitedDSCallback waits.

    Args:
        timeout: an int in [1, 2147483647].

    Raises:
        TypeError: `timeout` is not an int.
        ValueError: `timeout` is out of range.

    Examples:
        >>> from msjax.dataset import config
        >>> config.set_callback_timeout(60)
        >>> config.get_callback_timeout()
        60
    """
    check_int(timeout, 1, INT32_MAX, "timeout")
    _VALUES["callback_timeout"] = timeout


def get_callback_timeout() -> int:
    """How many seconds a WaitedDSCallback waits.

    Returns:
        int, 60 at first.

    Examples:
        >>> from msjax.dataset import config
        >>> config.get_callback_timeout()
        60
    """
    return _VALUES["callback_timeout"]


def set_enable_autotune(enable: bool, filepath_prefix: str | None = None) -> None:
    """Keep whether pipelines tune themselves; without effect here, no file is written.

    Args:
        enable: bool.
        filepath_prefix: what the name of the file would begin with. Default: ``None``.

    Raises:
        TypeError: an argument has a wrong type.
        RuntimeError: `filepath_prefix` is empty.

    Examples:
        >>> from msjax.dataset import config
        >>> config.set_enable_autotune(False)
        >>> config.get_enable_autotune()
        False
    """
    check_bool(enable, "enable")
    if filepath_prefix is not None:
        check_type(filepath_prefix, str, "filepath_prefix")
        if not filepath_prefix:
            raise RuntimeError("The argument 'filepath_prefix' must not be empty.")
    _VALUES["enable_autotune"] = enable


def get_enable_autotune() -> bool:
    """What `set_enable_autotune` kept.

    Returns:
        bool, False at first.

    Examples:
        >>> from msjax.dataset import config
        >>> config.get_enable_autotune()
        False
    """
    return _VALUES["enable_autotune"]


def set_autotune_interval(interval: int) -> None:
    """Keep the number of steps between two tunings; without effect here.

    Args:
        interval: an int in [0, 2147483647].

    Raises:
        TypeError: `interval` is not an int.
        ValueError: `interval` is out of range.

    Examples:
        >>> from msjax.dataset import config
        >>> config.set_autotune_interval(0)
        >>> config.get_autotune_interval()
        0
    """
    check_int(interval, 0, INT32_MAX, "interval")
    _VALUES["autotune_interval"] = interval


def get_autotune_interval() -> int:
    """What `set_autotune_interval` kept.

    Returns:
        int, 0 at first.

    Examples:
        >>> from msjax.dataset import config
        >>> config.get_autotune_interval()
        0
    """
    return _VALUES["autotune_interval"]


def set_enable_shared_mem(enable: bool) -> None:
    """Keep whether worker processes share memory; here they always do.

    Args:
        enable: bool.

    Raises:
        TypeError: `enable` is not a bool.

    Examples:
        >>> from msjax.dataset import config
        >>> config.set_enable_shared_mem(True)
        >>> config.get_enable_shared_mem()
        True
    """
    check_bool(enable, "enable")
    _VALUES["enable_shared_mem"] = enable


def get_enable_shared_mem() -> bool:
    """What `set_enable_shared_mem` kept.

    Returns:
        bool, True at first.

    Examples:
        >>> from msjax.dataset import config
        >>> config.get_enable_shared_mem()
        True
    """
    return _VALUES["enable_shared_mem"]


def set_sending_batches(batch_num: int) -> None:
    """Keep the number of batches sent to a device queue; there is none here.

    Args:
        batch_num: an int.

    Raises:
        TypeError: `batch_num` is not an int.
    """
    check_type(batch_num, int, "batch_num")
    _VALUES["sending_batches"] = batch_num


def set_auto_offload(offload: bool) -> None:
    """Keep whether transforms move to the device; without effect here.

    Args:
        offload: bool.

    Raises:
        TypeError: `offload` is not a bool.

    Examples:
        >>> from msjax.dataset import config
        >>> config.set_auto_offload(False)
        >>> config.get_auto_offload()
        False
    """
    check_bool(offload, "offload")
    _VALUES["auto_offload"] = offload


def get_auto_offload() -> bool:
    """What `set_auto_offload` kept.

    Returns:
        bool, False at first.

    Examples:
        >>> from msjax.dataset import config
        >>> config.get_auto_offload()
        False
    """
    return _VALUES["auto_offload"]


def set_enable_watchdog(enable: bool) -> None:
    """Keep whether worker processes are watched; here they always are.

    Args:
        enable: bool.

    Raises:
        TypeError: `enable` is not a bool.

    Examples:
        >>> from msjax.dataset import config
        >>> config.set_enable_watchdog(True)
        >>> config.get_enable_watchdog()
        True
    """
    check_bool(enable, "enable")
    _VALUES["enable_watchdog"] = enable


def get_enable_watchdog() -> bool:
    """What `set_enable_watchdog` kept.

    Returns:
        bool, True at first.

    Examples:
        >>> from msjax.dataset import config
        >>> config.get_enable_watchdog()
        True
    """
    return _VALUES["enable_watchdog"]


def set_fast_recovery(fast_recovery: bool) -> None:
    """Keep how a pipeline recovers after a failure; without effect here.

    Args:
        fast_recovery: bool.

    Raises:
        TypeError: `fast_recovery` is not a bool.

    Examples:
        >>> from msjax.dataset import config
        >>> config.set_fast_recovery(True)
        >>> config.get_fast_recovery()
        True
    """
    check_bool(fast_recovery, "fast_recovery")
    _VALUES["fast_recovery"] = fast_recovery


def get_fast_recovery() -> bool:
    """What `set_fast_recovery` kept.

    Returns:
        bool, True at first.

    Examples:
        >>> from msjax.dataset import config
        >>> config.get_fast_recovery()
        True
    """
    return _VALUES["fast_recovery"]


def set_multiprocessing_timeout_interval(interval: int) -> None:
    """Keep the seconds after which a silent worker process is reported.

    Args:
        interval: an int in [1, 2147483647].

    Raises:
        TypeError: `interval` is not an int.
        ValueError: `interval` is out of range.

    Examples:
        >>> from msjax.dataset import config
        >>> config.set_multiprocessing_timeout_interval(300)
        >>> config.get_multiprocessing_timeout_interval()
        300
    """
    check_int(interval, 1, INT32_MAX, "interval")
    _VALUES["multiprocessing_timeout_interval"] = interval


def get_multiprocessing_timeout_interval() -> int:
    """What `set_multiprocessing_timeout_interval` kept.

    Returns:
        int, 300 at first.

    Examples:
        >>> from msjax.dataset import config
        >>> config.get_multiprocessing_timeout_interval()
        300
    """
    return _VALUES["multiprocessing_timeout_interval"]


def set_multiprocessing_start_method(start_method: str = "fork") -> None:
    """Keep how worker processes start; here they are forked.

    Args:
        start_method: "fork" or "spawn". Default: ``"fork"``.

    Raises:
        TypeError: `start_method` is not a str.
        ValueError: it is another one.

    Examples:
        >>> from msjax.dataset import config
        >>> config.set_multiprocessing_start_method("fork")
        >>> config.get_multiprocessing_start_method()
        'fork'
    """
    check_type(start_method, str, "start_method")
    if start_method not in ("fork", "spawn"):
        raise ValueError(f"The start method must be 'fork' or 'spawn', but got {start_method!r}.")
    _VALUES["multiprocessing_start_method"] = start_method


def get_multiprocessing_start_method() -> str:
    """What `set_multiprocessing_start_method` kept.

    Returns:
        str, "fork" at first.

    Examples:
        >>> from msjax.dataset import config
        >>> config.get_multiprocessing_start_method()
        'fork'
    """
    return _VALUES["multiprocessing_start_method"]


def set_error_samples_mode(error_samples_mode: ErrorSamplesMode) -> None:
    """Choose what happens to rows that a map operation fails on.

    Args:
        error_samples_mode: ErrorSamplesMode.

    Raises:
        TypeError: `error_samples_mode` is none.
    """
    check_type(error_samples_mode, ErrorSamplesMode, "error_samples_mode")
    _VALUES["error_samples_mode"] = error_samples_mode


def get_error_samples_mode() -> ErrorSamplesMode:
    """What happens to rows that a map operation fails on.

    Returns:
        ErrorSamplesMode, RETURN at first.

    Examples:
        >>> from msjax.dataset import config
        >>> config.get_error_samples_mode()
        <ErrorSamplesMode.RETURN: 0>
    """
    return _VALUES["error_samples_mode"]


def set_dynamic_shape(is_dynamic: bool) -> None:
    """Keep whether shapes vary; they may here at any time.

    Args:
        is_dynamic: bool.

    Raises:
        TypeError: `is_dynamic` is not a bool.

    Examples:
        >>> from msjax.dataset import config
        >>> config.set_dynamic_shape(False)
        >>> config.get_dynamic_shape()
        False
    """
    check_bool(is_dynamic, "is_dynamic")
    _VALUES["dynamic_shape"] = is_dynamic


def get_dynamic_shape() -> bool:
    """What `set_dynamic_shape` kept.

    Returns:
        bool, False at first.

    Examples:
        >>> from msjax.dataset import config
        >>> config.get_dynamic_shape()
        False
    """
    return _VALUES["dynamic_shape"]


def set_debug_mode(debug_mode_flag: bool, debug_hook_list: list | None = None) -> None:
    """Run pipelines in the calling thread, whatever the number of workers.

    Args:
        debug_mode_flag: on or off.
        debug_hook_list: hooks of `dataset.debug` that see what operations of `map` take and give.
            Default: ``None``, no hooks.

    Raises:
        TypeError: an argument has a wrong type.

    Examples:
        >>> from msjax.dataset import config
        >>> config.set_debug_mode(False)
        >>> config.get_debug_mode()
        False
    """
    check_bool(debug_mode_flag, "debug_mode_flag")
    hooks = [] if debug_hook_list is None else debug_hook_list
    check_type(hooks, list, "debug_hook_list")
    if hooks:
        from msjax.dataset.debug.debug_hook import DebugHook

        check_all(hooks, DebugHook, "debug_hook_list")
    _VALUES["debug_mode"] = debug_mode_flag
    _VALUES["debug_hooks"] = list(hooks)


def get_debug_mode() -> bool:
    """Whether pipelines run in the calling thread.

    Returns:
        bool, False at first.

    Examples:
        >>> from msjax.dataset import config
        >>> config.get_debug_mode()
        False
    """
    return _VALUES["debug_mode"]


def _debug_hooks() -> list:
    """The hooks for operations of `map`."""
    return _VALUES["debug_hooks"] if _VALUES["debug_mode"] else []


def set_iterator_mode(do_copy: bool = False, parallel_convert: bool = False) -> None:
    """Keep how iterators convert rows; Tensors always have memory of their own here.

    Args:
        do_copy: bool. Default: ``False``.
        parallel_convert: bool. Default: ``False``.

    Raises:
        TypeError: an argument is not a bool.
    """
    check_bool(do_copy, "do_copy")
    check_bool(parallel_convert, "parallel_convert")
    _ITERATOR_MODE.update(do_copy=do_copy, parallel_convert=parallel_convert)


def get_iterator_mode() -> dict[str, bool]:
    """What `set_iterator_mode` kept.

    Returns:
        dict of two bools, by the names of its arguments.

    Examples:
        >>> from msjax.dataset import config
        >>> config.get_iterator_mode()
        {'do_copy': False, 'parallel_convert': False}
    """
    return dict(_ITERATOR_MODE)


def set_video_backend(backend: str) -> None:
    """Keep the decoder of videos.

    Args:
        backend: "CPU" or "Ascend".

    Raises:
        TypeError: `backend` is not a str.
        ValueError: it is another one.

    Examples:
        >>> from msjax.dataset import config
        >>> config.set_video_backend("CPU")
        >>> config.get_video_backend()
        'CPU'
    """
    check_type(backend, str, "backend")
    if backend not in ("CPU", "Ascend"):
        raise ValueError(f"The backend must be 'CPU' or 'Ascend', but got {backend!r}.")
    _VALUES["video_backend"] = backend


def get_video_backend() -> str:
    """What `set_video_backend` kept.

    Returns:
        str, "CPU" at first.

    Examples:
        >>> from msjax.dataset import config
        >>> config.get_video_backend()
        'CPU'
    """
    return _VALUES["video_backend"]


_FILE_KEYS = {
    "numParallelWorkers": set_num_parallel_workers,
    "seed": set_seed,
    "monitorSamplingInterval": set_monitor_sampling_interval,
}


def load(file: str) -> None:
    """Take the settings in a JSON file: numParallelWorkers, seed, monitorSamplingInterval.

    Args:
        file: its path.

    Raises:
        RuntimeError: the file cannot be read, or is not JSON.
        TypeError: a setting is not an int.
        ValueError: a setting is out of range.
    """
    try:
        with open(file, encoding="utf-8") as stream:
            values = json.load(stream)
    except (OSError, ValueError) as error:
        raise RuntimeError(f"Failed to load the settings in {file!r}: {error}.") from error
    for key, setter in _FILE_KEYS.items():
        if key in values:
            setter(values[key])


def _generator(seed: int | None = None) -> np.random.Generator:
    """A random stream: that of `seed`, else of the pipelines' seed, else a new one."""
    return np.random.default_rng(_chosen_seed() if seed is None else seed)
