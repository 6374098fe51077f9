"""Settings of GPUs."""

from . import device, op_precision, op_tuning
from .device import device_count, is_available
from .op_precision import conv_allow_tf32, matmul_allow_tf32
from .op_tuning import conv_dgrad_algo, conv_fprop_algo, conv_wgrad_algo

__all__ = [
    "conv_allow_tf32",
    "conv_dgrad_algo",
    "conv_fprop_algo",
    "conv_wgrad_algo",
    "device",
    "device_count",
    "is_available",
    "matmul_allow_tf32",
    "op_precision",
    "op_tuning",
]
