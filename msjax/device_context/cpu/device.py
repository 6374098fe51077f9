"""The CPU as a device."""

__all__ = ["device_count", "is_available"]


def device_count() -> int:
    """Number of CPU devices.

    Returns:
        1, as in MindSpore.
    """
    return 1


def is_available() -> bool:
    """Whether there is a CPU device.

    Returns:
        True.
    """
    return True
