"""Poisson distribution."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.base.dtype import Type
from msjax.nn.probability.distribution._family import DescribedFamily, formula, stored
from msjax.nn.probability.distribution.distribution import NUMBERS

if TYPE_CHECKING:
    from msjax._types import ArrayLike


class Poisson(DescribedFamily):
    """Poisson distribution.

    Args:
        rate: list, array or Tensor, the mean; None if it is given at every call.
        seed: int, the seed of samples; None and 0 mean the global stream.
        dtype: number dtype of samples.
        name: str, shown in messages.

    Raises:
        TypeError: an argument has a wrong type; `rate` is a plain number.
        ValueError: `rate` is not positive.

    Examples:
        >>> from msjax.nn.probability import distribution as msd
        >>> calls = msd.Poisson([2.5])
        >>> print(calls.mode(), calls.var())
        [2.] [2.5]
    """

    _type = "Poisson"
    _dtypes = NUMBERS
    _positive = {"rate": "rate"}

    def __init__(
        self,
        rate: ArrayLike | np.ndarray | None = None,
        seed: int | None = None,
        dtype: Type = mstype.float32,
        name: str = "Poisson",
    ):
        if isinstance(rate, (int, float)):
            raise TypeError("Input rate can't be scalar")
        self._setup({"rate": rate}, seed, dtype, name)

    rate = stored("rate", "The mean.")

    @formula
    def _mean(self, rate=None):
        return rate

    _var = _mean

    @formula
    def _mode(self, rate=None):
        return ops.floor(rate)

    @formula
    def _log_prob(self, value, rate=None):
        count = ops.clamp(value, 0)
        found = ops.log(rate) * count - ops.lgamma(count + 1.0)
        return ops.where(value < 0, float("-inf"), found) - rate

    @formula
    def _cdf(self, value, rate=None):
        found = 1.0 - ops.igamma(1.0 + ops.clamp(value, 0), rate)
        return ops.where(value < 0, 0.0, found)

    @formula
    def _sample(self, shape=(), rate=None):
        rate = ops.cast(rate, mstype.float32)
        return ops.cast(ops.poisson(shape + rate.shape, rate, self.seed), self.dtype)
