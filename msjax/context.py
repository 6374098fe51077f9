"""Running environment: execution mode, device, parallelism (the path `mindspore.context`)."""

from __future__ import annotations

from typing import Any

from msjax._core.base.errors import unsupported
from msjax._core.runtime import context as _current
from msjax._core.runtime.context import get_context, set_context
from msjax._core.runtime.context_keys import COMPATIBLE, GRAPH_MODE, LAX, PYNATIVE_MODE, STRICT
from msjax._core.runtime.settings import Settings

from .parallel._auto_parallel_context import (
    _get_auto_parallel_context,
    _reset_auto_parallel_context,
    _set_auto_parallel_context,
)
from .parallel._ps_context import _get_ps_context, _reset_ps_context, _set_ps_context

__all__ = [
    "COMPATIBLE",
    "GRAPH_MODE",
    "LAX",
    "PYNATIVE_MODE",
    "STRICT",
    "ParallelMode",
    "get_auto_parallel_context",
    "get_context",
    "get_ps_context",
    "reset_auto_parallel_context",
    "set_auto_parallel_context",
    "set_context",
    "set_ps_context",
]


class ParallelMode:
    """Names of the parallel modes, and MODE_LIST with all of them.

    Examples:
        >>> import msjax as ms
        >>> ms.ParallelMode.DATA_PARALLEL
        'data_parallel'
        >>> ms.set_auto_parallel_context(parallel_mode=ms.ParallelMode.STAND_ALONE)
    """

    STAND_ALONE = "stand_alone"
    DATA_PARALLEL = "data_parallel"
    HYBRID_PARALLEL = "hybrid_parallel"
    SEMI_AUTO_PARALLEL = "semi_auto_parallel"
    AUTO_PARALLEL = "auto_parallel"
    MODE_LIST = [
        STAND_ALONE,
        DATA_PARALLEL,
        HYBRID_PARALLEL,
        SEMI_AUTO_PARALLEL,
        AUTO_PARALLEL,
    ]


def set_auto_parallel_context(**kwargs: Any) -> None:
    """Set options of data-parallel and automatic parallel training.

    Args:
        **kwargs: MindSpore's options, such as `parallel_mode` (one of ParallelMode.MODE_LIST),
            `device_num`, `global_rank`, `gradients_mean`, `dataset_strategy`, `full_batch`,
            `enable_parallel_optimizer`, `pipeline_stages`, `comm_fusion`.

    Raises:
        TypeError: a value has the wrong type.
        ValueError: a name is unknown or a value not allowed.
        KeyError: `comm_fusion` is incomplete.

    Examples:
        >>> import msjax as ms
        >>> ms.set_auto_parallel_context(gradients_mean=True)
        >>> ms.get_auto_parallel_context("gradients_mean")
        True
        >>> ms.reset_auto_parallel_context()
    """
    _set_auto_parallel_context(**kwargs)


def get_auto_parallel_context(attr_key: str) -> Any:
    """One option of parallel training.

    Args:
        attr_key: its name.

    Returns:
        What was set, or the default.

    Raises:
        ValueError: the name is unknown.

    Examples:
        >>> import msjax as ms
        >>> ms.get_auto_parallel_context("gradients_mean")
        False
    """
    return _get_auto_parallel_context(attr_key)


def reset_auto_parallel_context() -> None:
    """All options of parallel training back to their defaults.

    Examples:
        >>> import msjax as ms
        >>> ms.set_auto_parallel_context(gradients_mean=True)
        >>> ms.reset_auto_parallel_context()
        >>> ms.get_auto_parallel_context("gradients_mean")
        False
    """
    _reset_auto_parallel_context()


def set_ps_context(**kwargs: Any) -> None:
    """Set options of parameter-server training.

    Args:
        **kwargs: `enable_ps`, `enable_ssl` (bool), `config_file_path`, `client_password`,
            `server_password` (str), and the addresses of the servers.

    Raises:
        TypeError: a value has the wrong type.
        ValueError: a name is unknown.
        NotImplementedError: for ``enable_ps=True``; JAX has no parameter server.

    Examples:
        >>> import msjax as ms
        >>> ms.set_ps_context(enable_ps=False)
        >>> ms.get_ps_context("enable_ps")
        False
        >>> ms.reset_ps_context()
    """
    _set_ps_context(**kwargs)


def get_ps_context(attr_key: str) -> Any:
    """One option of parameter-server training.

    Args:
        attr_key: its name.

    Returns:
        What was set, or the default.

    Raises:
        ValueError: the name is unknown.

    Examples:
        >>> import msjax as ms
        >>> ms.get_ps_context("enable_ps")
        False
    """
    return _get_ps_context(attr_key)


def reset_ps_context() -> None:
    """Parameter-server training off; the other options stay, as in MindSpore.

    Examples:
        >>> import msjax as ms
        >>> ms.reset_ps_context()
        >>> ms.get_ps_context("enable_ps")
        False
    """
    _reset_ps_context()


_offload = Settings(
    {
        "offload_path": "./offload/",
        "offload_cpu_size": "",
        "offload_disk_size": "",
        "offload_param": "",
        "hbm_ratio": 1.0,
        "cpu_ratio": 1.0,
        "enable_pinned_mem": True,
        "enable_aio": True,
        "aio_block_size": "",
        "aio_queue_depth": 1,
        "auto_offload": True,
        "host_mem_block_size": "1GB",
    },
    {"offload_config": dict},
    title="offload context",
)


def set_offload_context(offload_config: dict[str, Any]) -> None:
    """Set options of offloading (up to release 2.7).

    Args:
        offload_config (dict): names and values; only ``offload_param`` left empty is possible.

    Raises:
        TypeError: it is not a dict.
        ValueError: a name is unknown.
        NotImplementedError: parameters are to be offloaded; use JAX's memory kinds for that.
    """
    if not isinstance(offload_config, dict):
        raise TypeError(
            f"The parameter 'offload_config' must be {dict}, but got {type(offload_config)}"
        )
    if offload_config.get("offload_param"):
        raise unsupported(
            "set_offload_context(offload_param=...)",
            "place arrays with jax.device_put and a sharding of memory_kind 'pinned_host'",
        )
    _offload.set(**offload_config)


def get_offload_context() -> dict[str, Any]:
    """The options of offloading."""
    return dict(_offload.values)


class _Context:
    """View of the one running environment, as MindSpore's private context object gives it."""

    def get_mode(self) -> int:
        """The execution mode."""
        return _current.state.mode

    def set_mode(self, mode: int) -> None:
        """Set the execution mode."""
        set_context(mode=mode)

    def get_jit_config(self) -> dict[str, str]:
        """The options that `set_context(jit_config=...)` set last."""
        return get_context("jit_config")


K_CONTEXT: _Context | None = _Context()


def _context() -> _Context:
    """The context object, made anew if a program took it away."""
    global K_CONTEXT
    if K_CONTEXT is None:
        K_CONTEXT = _Context()
    return K_CONTEXT


def _get_mode() -> int:
    return _current.state.mode


def get_jit_config() -> dict[str, str]:
    """The options that `set_context(jit_config=...)` set last."""
    return get_context("jit_config")
