"""Log-normal distribution."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from msjax import ops
from msjax._core.base import dtype as mstype
from msjax.nn.probability.bijector.exp import Exp
from msjax.nn.probability.distribution._family import (
    DescribedFamily,
    entropy_plus_kl,
    formula,
    stored,
)
from msjax.nn.probability.distribution.normal import Normal
from msjax.nn.probability.distribution.transformed_distribution import TransformedDistribution

if TYPE_CHECKING:
    from msjax._types import ArrayLike


class LogNormal(TransformedDistribution, DescribedFamily):
    """Distribution of numbers whose logarithms are normal.

    Args:
        loc: number, list, array or Tensor, the mean of the logarithm; None if it is given at every
            call.
        scale: the standard deviation of the logarithm, given in the same ways.
        seed: int, the seed of samples; 0 means the global stream.
        dtype: floating dtype of samples.
        name: str, shown in messages.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: `scale` is not positive.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability import distribution as msd
        >>> lognormal = msd.LogNormal(0.0, 1.0)
        >>> print(lognormal.cdf(ms.Tensor([-1.0, 1.0])), lognormal.mean())
        [0.  0.5] 1.6487...
    """

    _type = "LogNormal"

    def __init__(
        self,
        loc: ArrayLike | np.ndarray | None = None,
        scale: ArrayLike | np.ndarray | None = None,
        seed: int = 0,
        dtype: mstype.Type = mstype.float32,
        name: str = "LogNormal",
    ):
        super().__init__(Exp(), Normal(loc, scale, seed, dtype), seed, name)
        self._reset_parameters()
        self._keep({"loc": loc, "scale": scale})

    loc = stored("loc", "The mean of the logarithm.")
    scale = stored("scale", "The standard deviation of the logarithm.")

    @formula
    def _mean(self, loc=None, scale=None):
        return ops.exp(loc + 0.5 * ops.square(scale))

    @formula
    def _mode(self, loc=None, scale=None):
        return ops.exp(loc - ops.square(scale))

    @formula
    def _var(self, loc=None, scale=None):
        var = ops.square(scale)
        return ops.expm1(var) * ops.exp(2.0 * loc + var)

    @formula
    def _entropy(self, loc=None, scale=None):
        return loc + 0.5 + ops.log(scale) + 0.5 * math.log(2 * math.pi)

    def _cdf(self, value, loc=None, scale=None):
        found = super()._cdf(value, *self._check_param_type(loc, scale))
        return ops.where(value > 0, found, 0.0)

    def _log_prob(self, value, loc=None, scale=None):
        loc, scale = self._check_param_type(loc, scale)
        before = self.distribution("log_prob", self.bijector("inverse", value), loc, scale)
        return before + self.bijector("inverse_log_jacobian", value)

    @formula
    def _kl_loss(self, dist, loc_b, scale_b, loc_a=None, scale_a=None):
        return self.distribution("kl_loss", "Normal", loc_b, scale_b, loc_a, scale_a)

    _cross_entropy = entropy_plus_kl

    @formula
    def _sample(self, shape=(), loc=None, scale=None):
        return self.bijector("forward", self.distribution("sample", shape, loc, scale))
