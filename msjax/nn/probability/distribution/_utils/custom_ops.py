"""Functions of Tensors that distributions compute with."""

from __future__ import annotations

from msjax import ops
from msjax._core.tensor import Tensor
from msjax.nn.probability._values import check_tensor

__all__ = ["broadcast_to", "exp_generic", "log1p_generic", "log_generic", "log_generic_with_check"]


def exp_generic(input_x: Tensor) -> Tensor:
    """e to the power of each element."""
    return ops.exp(check_tensor(input_x, "input of exp_generic"))


def log_generic(input_x: Tensor) -> Tensor:
    """Natural logarithm: -inf at 0 and NaN below."""
    return ops.log(check_tensor(input_x, "input of log_generic"))


log_generic_with_check = log_generic


def log1p_generic(x: Tensor) -> Tensor:
    """Natural logarithm of 1 + x."""
    return log_generic(x + 1.0)


def broadcast_to(x: Tensor, target: Tensor) -> Tensor:
    """`x` repeated to the shape of `target`."""
    return x if x.shape == target.shape else ops.broadcast_to(x, target.shape)
