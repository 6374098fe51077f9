"""Gamma distribution."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from msjax import ops
from msjax._core.base import dtype as mstype
from msjax.nn.layer.math import DiGamma
from msjax.nn.probability.distribution._family import (
    DescribedFamily,
    entropy_plus_kl,
    formula,
    stored,
)

if TYPE_CHECKING:
    from msjax._types import ArrayLike


class Gamma(DescribedFamily):
    """Gamma distribution.

    Args:
        concentration: list, array or Tensor, often called alpha; None if it is given at every call.
        rate: the inverse of the scale, often called beta, given in the same ways.
        seed: int, the seed of samples; None and 0 mean the global stream.
        dtype: floating dtype of samples.
        name: str, shown in messages.

    Raises:
        TypeError: an argument has a wrong type; a parameter is a plain number.
        ValueError: a parameter is not positive.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability import distribution as msd
        >>> gamma = msd.Gamma([3.0], [2.0])
        >>> print(gamma.mean(), gamma.mode(), gamma.var())
        [1.5] [1.] [0.75]
    """

    _type = "Gamma"
    _positive = {"concentration": "concentration", "rate": "rate"}

    def __init__(
        self,
        concentration: ArrayLike | np.ndarray | None = None,
        rate: ArrayLike | np.ndarray | None = None,
        seed: int | None = None,
        dtype: mstype.Type = mstype.float32,
        name: str = "Gamma",
    ):
        values = {"concentration": concentration, "rate": rate}
        for arg, value in values.items():
            if isinstance(value, (int, float)):
                raise TypeError(f"Input {arg} can't be scalar")
        self._setup(values, seed, dtype, name)
        self.digamma = DiGamma()

    concentration = stored("concentration", "The shape parameter.")
    rate = stored("rate", "The rate.")

    @formula
    def _mean(self, concentration=None, rate=None):
        return concentration / rate

    @formula
    def _var(self, concentration=None, rate=None):
        return concentration / ops.square(rate)

    @formula
    def _sd(self, concentration=None, rate=None):
        return ops.sqrt(concentration) / rate

    @formula
    def _mode(self, concentration=None, rate=None):
        return ops.where(concentration > 1, (concentration - 1.0) / rate, float("nan"))

    @formula
    def _entropy(self, concentration=None, rate=None):
        return (
            concentration
            - ops.log(rate)
            + ops.lgamma(concentration)
            + (1.0 - concentration) * self.digamma(concentration)
        )

    @formula
    def _log_prob(self, value, concentration=None, rate=None):
        unscaled = (concentration - 1.0) * ops.log(value) - rate * value
        return unscaled - (ops.lgamma(concentration) - concentration * ops.log(rate))

    @formula
    def _cdf(self, value, concentration=None, rate=None):
        return ops.igamma(concentration, rate * value)

    @formula
    def _kl_loss(self, dist, concentration_b, rate_b, concentration_a=None, rate_a=None):
        return (
            (concentration_a - concentration_b) * self.digamma(concentration_a)
            + ops.lgamma(concentration_b)
            - ops.lgamma(concentration_a)
            + concentration_b * (ops.log(rate_a) - ops.log(rate_b))
            + concentration_a * (rate_b / rate_a - 1.0)
        )

    _cross_entropy = entropy_plus_kl

    @formula
    def _sample(self, shape=(), concentration=None, rate=None):
        drawn = ops.gamma(shape + rate.shape, concentration, rate, self.seed)
        return ops.cast(drawn, self.dtype)
