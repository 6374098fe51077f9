"""Inverse of a bijector."""

from __future__ import annotations

from msjax import _checkparam as validator
from msjax._core.tensor.tensor import Tensor
from msjax.nn.probability.bijector.bijector import Bijector


class Invert(Bijector):
    """The inverse of a transformation.

    Args:
        bijector: Bijector.
        name: str, shown in messages; by default "Invert" and the name of `bijector`.

    Raises:
        TypeError: `bijector` is no Bijector.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability import bijector as msb
        >>> print(msb.Invert(msb.Exp()).forward(ms.Tensor([1.0])))
        [0.]
    """

    def __init__(self, bijector: Bijector, name: str = ""):
        validator.check_value_type("bijector", bijector, [Bijector], "Invert")
        name = name or "Invert" + bijector.name
        super().__init__(
            bijector.is_constant_jacobian,
            bijector.is_injective,
            name,
            bijector.dtype,
            {"bijector": bijector, "name": name},
        )
        self._bijector = bijector
        self._batch_shape = bijector.batch_shape
        self._is_scalar_batch = bijector.is_scalar_batch

    @property
    def bijector(self) -> Bijector:
        """The transformation that is inverted."""
        return self._bijector

    def forward(self, x: Tensor) -> Tensor:
        """The inverse image of `x`.

        Args:
            x: Tensor of a floating dtype.

        Returns:
            Tensor of the common shape.

        Raises:
            TypeError: `x` is not a Tensor, or is of another dtype.
        """
        return self.bijector("inverse", x)

    def inverse(self, y: Tensor) -> Tensor:
        """The image of `y`.

        Args:
            y: Tensor of a floating dtype.

        Returns:
            Tensor of the common shape.

        Raises:
            TypeError: `y` is not a Tensor, or is of another dtype.
        """
        return self.bijector("forward", y)

    def forward_log_jacobian(self, x: Tensor) -> Tensor:
        """`inverse_log_jacobian` of the transformation that is inverted.

        Args:
            x: Tensor of a floating dtype.

        Returns:
            Tensor of the common shape.

        Raises:
            TypeError: `x` is not a Tensor, or is of another dtype.
        """
        return self.bijector("inverse_log_jacobian", x)

    def inverse_log_jacobian(self, y: Tensor) -> Tensor:
        """`forward_log_jacobian` of the transformation that is inverted.

        Args:
            y: Tensor of a floating dtype.

        Returns:
            Tensor of the common shape.

        Raises:
            TypeError: `y` is not a Tensor, or is of another dtype.
        """
        return self.bijector("forward_log_jacobian", y)
