"""Power transform."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from msjax import ops
from msjax._core.tensor.tensor import Tensor
from msjax.nn.probability._values import check_not_negative
from msjax.nn.probability.bijector.bijector import Bijector

if TYPE_CHECKING:
    from msjax._types import ArrayLike


class PowerTransform(Bijector):
    """The transformation `(1 + power * x) ** (1 / power)`, which is `exp(x)` for power 0.

    Args:
        power: float, list, array or Tensor, at least 0.
        name: str, shown in messages.

    Raises:
        TypeError: `power` is not floating.
        ValueError: `power` is negative.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability import bijector as msb
        >>> print(msb.PowerTransform(0.5).forward(ms.Tensor([0.0, 2.0])))
        [1. 4.]
    """

    def __init__(self, power: ArrayLike | np.ndarray = 0.0, name: str = "PowerTransform"):
        param = {"power": power, "name": name, "param_dict": {"power": power}}
        super().__init__(name=name, param=param)
        self._power = self._add_parameter(power, "power")
        check_not_negative(self._power, "Power")

    @property
    def power(self) -> Tensor:
        """The power."""
        return self._power

    def _prepared(self, value: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The value broadcast, where the power is 0, and the power with 1 in these places."""
        value = self._check_value_dtype(value)
        power = self.cast_param_by_value(value, self.power)
        is_zero = power == 0
        return value + ops.zeros_like(power), is_zero, ops.where(is_zero, 1.0, power)

    # The zeros put in below keep what is not chosen, and its gradient, from being NaN.

    def _forward(self, x: Tensor) -> Tensor:
        x, is_zero, power = self._prepared(x)
        scaled = ops.where(is_zero, 0.0, x * power)
        return ops.where(is_zero, ops.exp(x), ops.exp(ops.log1p(scaled) / power))

    def _inverse(self, y: Tensor) -> Tensor:
        y, is_zero, power = self._prepared(y)
        scaled = ops.where(is_zero, 0.0, ops.log(y) * power)
        return ops.where(is_zero, ops.log(y), ops.expm1(scaled) / power)

    def _forward_log_jacobian(self, x: Tensor) -> Tensor:
        x, is_zero, power = self._prepared(x)
        scaled = ops.where(is_zero, 0.0, x * power)
        return ops.where(is_zero, x, (1.0 / power - 1.0) * ops.log1p(scaled))

    def _inverse_log_jacobian(self, y: Tensor) -> Tensor:
        y = self._check_value_dtype(y)
        return (self.cast_param_by_value(y, self.power) - 1.0) * ops.log(y)
