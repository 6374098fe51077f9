"""Settings of Ascend devices: checked and stored when the device target is Ascend."""

from . import device, op_debug, op_precision, op_tuning
from .device import device_count, is_available
from .op_debug import aclinit_config, debug_option, execute_timeout
from .op_precision import conv_allow_hf32, matmul_allow_hf32, op_precision_mode, precision_mode
from .op_tuning import aclnn_cache, aoe_job_type, aoe_tune_mode, op_compile

__all__ = [
    "aclinit_config",
    "aclnn_cache",
    "aoe_job_type",
    "aoe_tune_mode",
    "conv_allow_hf32",
    "debug_option",
    "device",
    "device_count",
    "execute_timeout",
    "is_available",
    "matmul_allow_hf32",
    "op_compile",
    "op_debug",
    "op_precision",
    "op_precision_mode",
    "op_tuning",
    "precision_mode",
]
