"""Parameters of MindSpore's search for parallel strategies. Kept; JAX's partitioner has no use."""

from __future__ import annotations

from typing import Any

from msjax._core.runtime.settings import Settings

__all__ = ["get_algo_parameters", "reset_algo_parameters", "set_algo_parameters"]


def _align_size(value: int) -> int:
    if not 1 <= value <= 1024:
        raise ValueError(f"Align_size must be in [1, 1024], but got {value}")
    return value


def _epsilon(value: float) -> float:
    if not 0 < value <= 1:
        raise RuntimeError("'epsilon' must be in (0, 1]")
    return value


_settings = Settings(
    {
        "fully_use_devices": False,
        "elementwise_op_strategy_follow": False,
        "tensor_slice_align_enable": False,
        "tensor_slice_align_size": 16,
        "enable_algo_approxi": False,
        "algo_approxi_epsilon": 0.10000000149011612,
    },
    {
        "fully_use_devices": bool,
        "elementwise_op_strategy_follow": bool,
        "tensor_slice_align_enable": bool,
        "tensor_slice_align_size": int,
        "enable_algo_approxi": bool,
        "algo_approxi_epsilon": float,
    },
    {"tensor_slice_align_size": _align_size, "algo_approxi_epsilon": _epsilon},
)


def set_algo_parameters(**kwargs: Any) -> None:
    """Set parameters of the strategy search; msjax keeps them and searches nothing.

    Args:
        **kwargs: `fully_use_devices`, `elementwise_op_strategy_follow`,
            `tensor_slice_align_enable`, `enable_algo_approxi` (bool), `tensor_slice_align_size`
            (int in [1, 1024]), `algo_approxi_epsilon` (float in (0, 1]).

    Raises:
        TypeError: if a value has the wrong type.
        ValueError: if a name is unknown or the align size out of range.
        RuntimeError: `algo_approxi_epsilon` is out of range.

    Examples:
        >>> import msjax as ms
        >>> ms.set_algo_parameters(fully_use_devices=True)
        >>> ms.get_algo_parameters("fully_use_devices")
        True
        >>> ms.reset_algo_parameters()
    """
    _settings.set(**kwargs)


def get_algo_parameters(attr_key: str) -> Any:
    """One parameter of the strategy search.

    Args:
        attr_key: its name.

    Returns:
        What was set, or the default.

    Raises:
        ValueError: the name is unknown.

    Examples:
        >>> import msjax as ms
        >>> ms.get_algo_parameters("fully_use_devices")
        False
    """
    return _settings.get(attr_key)


def reset_algo_parameters() -> None:
    """All parameters of the strategy search back to their defaults.

    Examples:
        >>> import msjax as ms
        >>> ms.set_algo_parameters(fully_use_devices=True)
        >>> ms.reset_algo_parameters()
        >>> ms.get_algo_parameters("fully_use_devices")
        False
    """
    _settings.reset()
