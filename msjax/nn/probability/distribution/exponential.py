"""Exponential distribution."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from msjax import ops
from msjax._core.base import dtype as mstype
from msjax.nn.probability.distribution._family import (
    DescribedFamily,
    entropy_plus_kl,
    formula,
    stored,
)

if TYPE_CHECKING:
    from msjax._types import ArrayLike


class Exponential(DescribedFamily):
    """Exponential distribution.

    Args:
        rate: number, list, array or Tensor, the inverse of the mean; None if it is given at every
            call.
        seed: int, the seed of samples; None and 0 mean the global stream.
        dtype: floating dtype of samples.
        name: str, shown in messages.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: `rate` is not positive.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability import distribution as msd
        >>> waiting = msd.Exponential(0.5)
        >>> print(waiting.mean(), waiting.log_survival(ms.Tensor([4.0])))
        2.0 [-2.]
    """

    _type = "Exponential"
    _positive = {"rate": "rate"}

    def __init__(
        self,
        rate: ArrayLike | np.ndarray | None = None,
        seed: int | None = None,
        dtype: mstype.Type = mstype.float32,
        name: str = "Exponential",
    ):
        self._setup({"rate": rate}, seed, dtype, name)

    rate = stored("rate", "The rate.")

    @formula
    def _mean(self, rate=None):
        return 1.0 / rate

    _sd = _mean

    @formula
    def _mode(self, rate=None):
        return ops.zeros(rate.shape, self.dtype)

    @formula
    def _entropy(self, rate=None):
        return 1.0 - ops.log(rate)

    @formula
    def _log_prob(self, value, rate=None):
        return ops.where(value < 0, float("-inf"), ops.log(rate) - rate * value)

    @formula
    def _cdf(self, value, rate=None):
        return ops.where(value < 0, 0.0, 1.0 - ops.exp(-rate * value))

    @formula
    def _log_survival(self, value, rate=None):
        return ops.where(value < 0, 0.0, -rate * value)

    @formula
    def _kl_loss(self, dist, rate_b, rate=None):
        return ops.log(rate) - ops.log(rate_b) + rate_b / rate - 1.0

    _cross_entropy = entropy_plus_kl

    @formula
    def _sample(self, shape=(), rate=None):
        drawn = self._uniform(shape + rate.shape)
        return ops.cast(-ops.log(drawn) / rate, self.dtype)
