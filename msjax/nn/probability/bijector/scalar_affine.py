"""Affine transformation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from msjax import ops
from msjax._core.tensor.tensor import Tensor
from msjax.nn.probability.bijector.bijector import Bijector

if TYPE_CHECKING:
    from msjax._types import ArrayLike


class ScalarAffine(Bijector):
    """The transformation `scale * x + shift`.

    Args:
        scale: float, list, array or Tensor.
        shift: the same.
        name: str, shown in messages.

    Raises:
        TypeError: a parameter is not floating, or their dtypes differ.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability import bijector as msb
        >>> affine = msb.ScalarAffine(2.0, 1.0)
        >>> print(affine.forward(ms.Tensor([3.0])), affine.inverse(ms.Tensor([7.0])))
        [7.] [3.]
    """

    def __init__(
        self,
        scale: ArrayLike | np.ndarray = 1.0,
        shift: ArrayLike | np.ndarray = 0.0,
        name: str = "ScalarAffine",
    ):
        values = {"scale": scale, "shift": shift}
        super().__init__(
            is_constant_jacobian=True,
            name=name,
            param={**values, "name": name, "param_dict": values},
        )
        self._scale = self._add_parameter(scale, "scale")
        self._shift = self._add_parameter(shift, "shift")

    @property
    def scale(self) -> Tensor:
        """The factor."""
        return self._scale

    @property
    def shift(self) -> Tensor:
        """What is added."""
        return self._shift

    def _both(self, value: Tensor) -> tuple[Tensor, Tensor]:
        value = self._check_value_dtype(value)
        return tuple(self.cast_param_by_value(value, p) for p in (self.scale, self.shift))

    def _forward(self, x: Tensor) -> Tensor:
        scale, shift = self._both(x)
        return scale * x + shift

    def _inverse(self, y: Tensor) -> Tensor:
        scale, shift = self._both(y)
        return (y - shift) / scale

    def _forward_log_jacobian(self, x: Tensor) -> Tensor:
        return ops.log(ops.abs(self._both(x)[0]))

    def _inverse_log_jacobian(self, y: Tensor) -> Tensor:
        return -ops.log(ops.abs(self._both(y)[0]))
