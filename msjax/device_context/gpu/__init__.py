"""Settings of GPUs."""

from .._setting import count
from . import op_precision, op_tuning
from .op_precision import conv_allow_tf32, matmul_allow_tf32
from .op_tuning import conv_dgrad_algo, conv_fprop_algo, conv_wgrad_algo

__all__ = [
    "conv_allow_tf32",
    "conv_dgrad_algo",
    "conv_fprop_algo",
    "conv_wgrad_algo",
    "device_count",
    "is_available",
    "matmul_allow_tf32",
    "op_precision",
    "op_tuning",
]


def device_count() -> int:
    """Number of GPUs of this process; RuntimeError if there are none."""
    if not is_available():
        raise RuntimeError("Device_target GPU not exist.")
    return count("GPU")


def is_available() -> bool:
    """Whether there is a GPU."""
    return count("GPU") > 0
