"""The CPU as a device."""

__all__ = ["device_count", "is_available"]


def device_count() -> int:
    """Number of CPU devices.

    Returns:
        1, as in MindSpore.

    Examples:
        >>> from msjax.device_context import cpu
        >>> cpu.device_count() >= 1
        True
    """
    return 1


def is_available() -> bool:
    """Whether there is a CPU device.

    Returns:
        True.

    Examples:
        >>> from msjax.device_context import cpu
        >>> cpu.is_available()
        True
    """
    return True
