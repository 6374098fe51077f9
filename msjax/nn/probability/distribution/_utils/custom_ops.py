"""Functions of Tensors that distributions compute with."""

from __future__ import annotations

from msjax import ops
from msjax._core.tensor.tensor import Tensor
from msjax.nn.probability._values import check_tensor

__all__ = ["broadcast_to", "exp_generic", "log1p_generic", "log_generic", "log_generic_with_check"]


def exp_generic(input_x: Tensor) -> Tensor:
    """e to the power of each element.

    Args:
        input_x: Tensor of any shape.

    Returns:
        Tensor of the shape of `input_x`.

    Raises:
        TypeError: `input_x` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability.distribution._utils.custom_ops import exp_generic
        >>> print(exp_generic(ms.Tensor([0.0])))
        [1.]
    """
    return ops.exp(check_tensor(input_x, "input of exp_generic"))


def log_generic(input_x: Tensor) -> Tensor:
    """Natural logarithm: -inf at 0 and NaN below.

    Args:
        input_x: Tensor of any shape.

    Returns:
        Tensor of the shape of `input_x`.

    Raises:
        TypeError: `input_x` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability.distribution._utils.custom_ops import log_generic
        >>> print(log_generic(ms.Tensor([1.0, 0.0])))
        [  0. -inf]
    """
    return ops.log(check_tensor(input_x, "input of log_generic"))


log_generic_with_check = log_generic


def log1p_generic(x: Tensor) -> Tensor:
    """Natural logarithm of 1 + x.

    Args:
        x: Tensor of any shape.

    Returns:
        Tensor of the shape of `x`.

    Raises:
        TypeError: `x` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability.distribution._utils.custom_ops import log1p_generic
        >>> print(log1p_generic(ms.Tensor([0.0])))
        [0.]
    """
    return log_generic(x + 1.0)


def broadcast_to(x: Tensor, target: Tensor) -> Tensor:
    """`x` repeated to the shape of `target`.

    Args:
        x: Tensor.
        target: Tensor of a shape that `x` broadcasts to.

    Returns:
        Tensor of the shape of `target` and the dtype of `x`.

    Raises:
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability.distribution._utils.custom_ops import broadcast_to
        >>> print(broadcast_to(ms.Tensor([1.0]), ms.ops.ones(2)))
        [1. 1.]
    """
    return x if x.shape == target.shape else ops.broadcast_to(x, target.shape)
