"""Uniform distribution."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from msjax import ops
from msjax._core.base import dtype as mstype
from msjax.nn.probability._values import check_order
from msjax.nn.probability.distribution._family import (
    DescribedFamily,
    entropy_plus_kl,
    formula,
    stored,
)

if TYPE_CHECKING:
    from msjax._types import ArrayLike


class Uniform(DescribedFamily):
    """Uniform distribution between two bounds.

    Args:
        low: number, list, array or Tensor; None if it is given at every call.
        high: the upper bound, given in the same ways.
        seed: int, the seed of samples; None and 0 mean the global stream.
        dtype: floating dtype of samples.
        name: str, shown in messages.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: `low` is not below `high`.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability import distribution as msd
        >>> uniform = msd.Uniform(0.0, 4.0)
        >>> print(uniform.cdf(ms.Tensor([-1.0, 1.0, 5.0])), uniform.mean())
        [0.   0.25 1.  ] 2.0
    """

    _type = "Uniform"

    def __init__(
        self,
        low: ArrayLike | np.ndarray | None = None,
        high: ArrayLike | np.ndarray | None = None,
        seed: int | None = None,
        dtype: mstype.Type = mstype.float32,
        name: str = "Uniform",
    ):
        self._setup({"low": low, "high": high}, seed, dtype, name)
        check_order(self.low, self.high, "low", "high")

    low = stored("low", "The lower bound.")
    high = stored("high", "The upper bound.")

    @formula
    def _mean(self, low=None, high=None):
        return (low + high) / 2.0

    @formula
    def _var(self, low=None, high=None):
        return ops.square(high - low) / 12.0

    @formula
    def _range(self, low=None, high=None):
        return high - low

    @formula
    def _entropy(self, low=None, high=None):
        return ops.log(high - low)

    @formula
    def _prob(self, value, low=None, high=None):
        inside = ops.logical_and(value >= low, value <= high)
        return ops.where(inside, 1.0 / (high - low), 0.0)

    @formula
    def _cdf(self, value, low=None, high=None):
        return ops.clamp((value - low) / (high - low), 0.0, 1.0)

    @formula
    def _kl_loss(self, dist, low_b, high_b, low=None, high=None):
        inside = ops.logical_and(low_b <= low, high <= high_b)
        return ops.where(inside, ops.log(high_b - low_b) - ops.log(high - low), float("inf"))

    _cross_entropy = entropy_plus_kl

    @formula
    def _sample(self, shape=(), low=None, high=None):
        drawn = self._uniform(shape + low.shape)
        return ops.cast((high - low) * drawn + low, self.dtype)
