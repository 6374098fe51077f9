"""Helpers for writing distributions, under the paths of MindSpore's own files."""

from msjax.nn.probability.distribution._utils.custom_ops import (
    broadcast_to,
    exp_generic,
    log_generic,
)
from msjax.nn.probability.distribution._utils.utils import (
    CheckTensor,
    CheckTuple,
    cast_to_tensor,
    check_greater,
    check_greater_equal_zero,
    check_greater_zero,
    check_prob,
    set_param_type,
)

__all__ = [
    "CheckTensor",
    "CheckTuple",
    "broadcast_to",
    "cast_to_tensor",
    "check_greater",
    "check_greater_equal_zero",
    "check_greater_zero",
    "check_prob",
    "exp_generic",
    "log_generic",
    "set_param_type",
]
