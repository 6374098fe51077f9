"""Beta distribution."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from msjax import ops
from msjax._core.base import dtype as mstype
from msjax.nn.layer.math import DiGamma, LBeta
from msjax.nn.probability.distribution._family import (
    DescribedFamily,
    entropy_plus_kl,
    formula,
    stored,
)

if TYPE_CHECKING:
    from msjax._types import ArrayLike


class Beta(DescribedFamily):
    """Beta distribution.

    Args:
        concentration1: list, array or Tensor, often called alpha; None if it is given at every
            call.
        concentration0: the second parameter, often called beta, given in the same ways.
        seed: int, the seed of samples; None and 0 mean the global stream.
        dtype: floating dtype of samples.
        name: str, shown in messages.

    Raises:
        TypeError: an argument has a wrong type; a concentration is a float.
        ValueError: a concentration is not positive.

    Examples:
        >>> from msjax.nn.probability import distribution as msd
        >>> beta = msd.Beta([3.0], [3.0])
        >>> print(beta.mean(), beta.mode())
        [0.5] [0.5]
    """

    _type = "Beta"
    _positive = {"concentration1": "concentration1", "concentration0": "concentration0"}

    def __init__(
        self,
        concentration1: ArrayLike | np.ndarray | None = None,
        concentration0: ArrayLike | np.ndarray | None = None,
        seed: int | None = None,
        dtype: mstype.Type = mstype.float32,
        name: str = "Beta",
    ):
        values = {"concentration1": concentration1, "concentration0": concentration0}
        for arg, value in values.items():
            if isinstance(value, float):
                raise TypeError(f"Input {arg} can't be scalar")
        self._setup(values, seed, dtype, name)
        self.digamma = DiGamma()
        self.lbeta = LBeta()

    concentration1 = stored("concentration1", "The first parameter.")
    concentration0 = stored("concentration0", "The second parameter.")

    @formula
    def _mean(self, concentration1=None, concentration0=None):
        return concentration1 / (concentration1 + concentration0)

    @formula
    def _var(self, concentration1=None, concentration0=None):
        total = concentration1 + concentration0
        return concentration1 * concentration0 / (ops.square(total) * (total + 1.0))

    @formula
    def _mode(self, concentration1=None, concentration0=None):
        inside = ops.logical_and(concentration1 > 1, concentration0 > 1)
        found = (concentration1 - 1.0) / (concentration1 + concentration0 - 2.0)
        return ops.where(inside, found, float("nan"))

    @formula
    def _entropy(self, concentration1=None, concentration0=None):
        total = concentration1 + concentration0
        return (
            self.lbeta(concentration1, concentration0)
            - (concentration1 - 1.0) * self.digamma(concentration1)
            - (concentration0 - 1.0) * self.digamma(concentration0)
            + (total - 2.0) * self.digamma(total)
        )

    @formula
    def _log_prob(self, value, concentration1=None, concentration0=None):
        powers = (concentration1 - 1.0) * ops.log(value)
        powers = powers + (concentration0 - 1.0) * ops.log1p(-value)
        return powers - self.lbeta(concentration1, concentration0)

    @formula
    def _kl_loss(
        self, dist, concentration1_b, concentration0_b, concentration1_a=None, concentration0_a=None
    ):
        more1 = concentration1_b - concentration1_a
        more0 = concentration0_b - concentration0_a
        return (
            self.lbeta(concentration1_b, concentration0_b)
            - self.lbeta(concentration1_a, concentration0_a)
            - self.digamma(concentration1_a) * more1
            - self.digamma(concentration0_a) * more0
            + self.digamma(concentration1_a + concentration0_a) * (more1 + more0)
        )

    _cross_entropy = entropy_plus_kl

    @formula
    def _sample(self, shape=(), concentration1=None, concentration0=None):
        shape, one = shape + concentration1.shape, ops.ones_like(concentration1)
        first = ops.gamma(shape, concentration1, one, self.seed)
        second = ops.gamma(shape, concentration0, one, self.seed)
        return ops.cast(first / (first + second), self.dtype)
