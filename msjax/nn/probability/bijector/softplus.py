"""Softplus."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from msjax import ops
from msjax._core.tensor.tensor import Tensor
from msjax.nn.layer.activation import LogSigmoid
from msjax.nn.probability.bijector.bijector import Bijector

if TYPE_CHECKING:
    from msjax._types import ArrayLike


class Softplus(Bijector):
    """The transformation `log(1 + exp(sharpness * x)) / sharpness`.

    Args:
        sharpness: float, list, array or Tensor.
        name: str, shown in messages.

    Raises:
        TypeError: `sharpness` is not floating.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability import bijector as msb
        >>> softplus = msb.Softplus(2.0)
        >>> print(softplus.inverse(softplus.forward(ms.Tensor([1.0]))))
        [1.]
    """

    def __init__(self, sharpness: ArrayLike | np.ndarray = 1.0, name: str = "Softplus"):
        values = {"sharpness": sharpness}
        super().__init__(name=name, param={**values, "name": name, "param_dict": values})
        self._sharpness = self._add_parameter(sharpness, "sharpness")
        self.log_sigmoid = LogSigmoid()

    @property
    def sharpness(self) -> Tensor:
        """The factor of the argument."""
        return self._sharpness

    def _scaled(self, value: Tensor) -> tuple[Tensor, Tensor]:
        value = self._check_value_dtype(value)
        sharpness = self.cast_param_by_value(value, self.sharpness)
        return sharpness * value, sharpness

    def _forward(self, x: Tensor) -> Tensor:
        scaled, sharpness = self._scaled(x)
        return -self.log_sigmoid(-scaled) / sharpness

    def _inverse(self, y: Tensor) -> Tensor:
        scaled, sharpness = self._scaled(y)
        return (scaled + _log_of_rest(scaled)) / sharpness

    def _forward_log_jacobian(self, x: Tensor) -> Tensor:
        return self.log_sigmoid(self._scaled(x)[0])

    def _inverse_log_jacobian(self, y: Tensor) -> Tensor:
        return -_log_of_rest(self._scaled(y)[0])


def _log_of_rest(x: Tensor) -> Tensor:
    """`log(1 - exp(-x))`"""
    return ops.log(-ops.expm1(-x))
