"""Exponential function as a bijector."""

from __future__ import annotations

from msjax.nn.probability.bijector.power_transform import PowerTransform


class Exp(PowerTransform):
    """The transformation `exp(x)`.

    Args:
        name: str, shown in messages.

    Raises:
        TypeError: `name` is not a str.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability import bijector as msb
        >>> print(msb.Exp().inverse_log_jacobian(ms.Tensor([1.0])))
        [-0.]
    """

    def __init__(self, name: str = "Exp"):
        super().__init__(name=name)

    def extend_repr(self) -> str:
        """The name, for printing."""
        return "exp"
