"""Ascend devices: there are none under JAX."""

__all__ = ["device_count", "is_available"]


def device_count() -> int:
    """JAX has no Ascend devices to count.

    Raises:
        RuntimeError: always.
    """
    raise RuntimeError("Device Ascend not exist.")


def is_available() -> bool:
    """Whether there is an Ascend device.

    Returns:
        False.

    Examples:
        >>> from msjax.device_context import ascend
        >>> ascend.is_available()
        False
    """
    return False
