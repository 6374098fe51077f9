"""Cumulative distribution function of the Gumbel distribution as a bijector."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from msjax import ops
from msjax._core.tensor.tensor import Tensor
from msjax.nn.probability._values import check_positive
from msjax.nn.probability.bijector.bijector import Bijector

if TYPE_CHECKING:
    from msjax._types import ArrayLike


class GumbelCDF(Bijector):
    """The transformation `exp(-exp(-(x - loc) / scale))`.

    Args:
        loc: float, list, array or Tensor.
        scale: the same.
        name: str, shown in messages.

    Raises:
        TypeError: a parameter is not floating, or their dtypes differ.
        ValueError: `scale` is not positive.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability import bijector as msb
        >>> print(msb.GumbelCDF(1.0, 2.0).forward(ms.Tensor([1.0])))
        [0.3678794...]
    """

    def __init__(
        self,
        loc: ArrayLike | np.ndarray = 0.0,
        scale: ArrayLike | np.ndarray = 1.0,
        name: str = "GumbelCDF",
    ):
        values = {"loc": loc, "scale": scale}
        super().__init__(name=name, param={**values, "name": name, "param_dict": values})
        self._loc = self._add_parameter(loc, "loc")
        self._scale = self._add_parameter(scale, "scale")
        check_positive(self._scale, "scale")

    @property
    def loc(self) -> Tensor:
        """The place where the image is `exp(-1)`."""
        return self._loc

    @property
    def scale(self) -> Tensor:
        """The scale."""
        return self._scale

    def _both(self, value: Tensor) -> tuple[Tensor, Tensor]:
        value = self._check_value_dtype(value)
        return tuple(self.cast_param_by_value(value, p) for p in (self.loc, self.scale))

    def _forward(self, x: Tensor) -> Tensor:
        loc, scale = self._both(x)
        return ops.exp(-ops.exp(-(x - loc) / scale))

    def _inverse(self, y: Tensor) -> Tensor:
        loc, scale = self._both(y)
        return loc - scale * ops.log(-ops.log(y))

    def _forward_log_jacobian(self, x: Tensor) -> Tensor:
        loc, scale = self._both(x)
        z = (x - loc) / scale
        return -z - ops.exp(-z) - ops.log(scale)

    def _inverse_log_jacobian(self, y: Tensor) -> Tensor:
        _, scale = self._both(y)
        return ops.log(scale / (-y * ops.log(y)))
