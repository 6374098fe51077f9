"""Which devices there are."""

from __future__ import annotations

from typing import Any

from msjax._core.runtime import context

valid_targets = context.DEVICE_TARGETS


def _check_named(func: str, device_target: Any) -> None:
    if device_target not in valid_targets:
        raise ValueError(
            f"For 'hal.{func}', the argument 'device_target' must be one of {valid_targets}, "
            f"but got {device_target}."
        )


def _device(device_id: Any, device_target: Any) -> Any:
    devices = context.local_devices(context.check_target(device_target))
    if not isinstance(device_id, int):
        raise TypeError(
            f"The argument 'device_id' must be int, but got {device_id}, type is {type(device_id)}."
        )
    if device_id < 0:
        raise ValueError(f"The argument 'device_id' should not be negative, but got {device_id}.")
    if device_id >= len(devices):
        raise ValueError(
            f"The argument 'device_id' must be less than device count: {len(devices)}, "
            f"but got {device_id}."
        )
    return devices[device_id]


def is_initialized(device_target: str) -> bool:
    """Whether JAX has started the backend of a device target (asking starts none).

    Args:
        device_target: "CPU", "GPU", "TPU" or "Ascend".

    Returns:
        bool.

    Raises:
        ValueError: for any other name.

    Examples:
        >>> import msjax as ms
        >>> ms.hal.is_initialized("CPU")
        True
    """
    _check_named("is_initialized", device_target)
    if not context.backend_started():
        return False
    return device_target in context.platforms() or device_target == context.target()


def is_available(device_target: str) -> bool:
    """Whether there is a device of a target. No device is an Ascend one.

    Args:
        device_target (str): "CPU", "GPU", "TPU" or "Ascend".

    Returns:
        bool.

    Raises:
        ValueError: for any other name.

    Examples:
        >>> import msjax as ms
        >>> ms.hal.is_available("CPU")
        True
    """
    _check_named("is_available", device_target)
    return device_target in context.platforms()


def device_count(device_target: str | None = None) -> int:
    """Number of devices that this process has of a target.

    Args:
        device_target: "CPU", "GPU" or "TPU". Default: ``None``, the current one.

    Returns:
        int.

    Raises:
        TypeError: `device_target` is not a str.
        ValueError: JAX has no such device.

    Examples:
        >>> import msjax as ms
        >>> ms.hal.device_count("CPU") >= 1
        True
    """
    return len(context.local_devices(context.check_target(device_target)))


def get_device_name(device_id: int, device_target: str | None = None) -> str:
    """Name of a device.

    Args:
        device_id: int, its number.
        device_target: "CPU", "GPU" or "TPU". Default: ``None``, the current one.

    Returns:
        "CPU", or what the vendor calls it.

    Raises:
        TypeError: `device_id` is not an int, or `device_target` not a str.
        ValueError: there is no such device.

    Examples:
        >>> import msjax as ms
        >>> ms.hal.get_device_name(0, "CPU")
        'CPU'
    """
    device = _device(device_id, device_target)
    return "CPU" if device.platform == "cpu" else device.device_kind


def get_device_capability(
    device_id: int, device_target: str | None = None
) -> tuple[int, ...] | None:
    """Compute capability of a GPU.

    Args:
        device_id: int, its number.
        device_target: "CPU", "GPU" or "TPU". Default: ``None``, the current one.

    Returns:
        (major, minor) of a GPU; ``None`` for other devices.

    Raises:
        TypeError: `device_id` is not an int, or `device_target` not a str.
        ValueError: there is no such device.

    Examples:
        >>> import msjax as ms
        >>> print(ms.hal.get_device_capability(0, "CPU"))
        None
    """
    capability = getattr(_device(device_id, device_target), "compute_capability", None)
    return tuple(int(part) for part in capability.split(".")) if capability else None


def get_device_properties(
    device_id: int, device_target: str | None = None
) -> dict[str, Any] | None:
    """What is known of a device.

    Args:
        device_id: int, its number.
        device_target: "CPU", "GPU" or "TPU". Default: ``None``, the current one.

    Returns:
        dict with `name` and, in bytes, `total_memory`; ``None`` for a CPU.

    Raises:
        TypeError: `device_id` is not an int, or `device_target` not a str.
        ValueError: there is no such device.
    """
    device = _device(device_id, device_target)
    if device.platform == "cpu":
        return None
    limit = (device.memory_stats() or {}).get("bytes_limit", 0)
    return {"name": device.device_kind, "total_memory": limit}


def get_arch_list(device_target: str | None = None) -> None:
    """``None``: XLA compiles for the device it finds.

    Args:
        device_target: "CPU", "GPU" or "TPU". Default: ``None``, the current one.

    Raises:
        TypeError: `device_target` is not a str.
        ValueError: JAX has no such device.

    Examples:
        >>> import msjax as ms
        >>> print(ms.hal.get_arch_list("CPU"))
        None
    """
    context.check_target(device_target)
