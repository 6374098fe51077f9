"""Settings of the CPU."""

from . import op_tuning
from .op_tuning import threads_num

__all__ = ["device_count", "is_available", "op_tuning", "threads_num"]


def device_count() -> int:
    """Number of CPU devices: 1, as in MindSpore."""
    return 1


def is_available() -> bool:
    """Whether there is a CPU device: always."""
    return True
