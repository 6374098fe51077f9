"""Which GPUs there are."""

from .._setting import count

__all__ = ["device_count", "is_available"]


def device_count() -> int:
    """Number of GPUs of this process.

    Returns:
        int.

    Raises:
        RuntimeError: there are none.
    """
    if not is_available():
        raise RuntimeError("Device_target GPU not exist.")
    return count("GPU")


def is_available() -> bool:
    """Whether there is a GPU.

    Returns:
        bool.
    """
    return count("GPU") > 0
