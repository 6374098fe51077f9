"""Cauchy distribution."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from msjax import ops
from msjax._core.base import dtype as mstype
from msjax.nn.probability.distribution._family import (
    DescribedFamily,
    constant,
    entropy_plus_kl,
    formula,
    stored,
)

if TYPE_CHECKING:
    from msjax._types import ArrayLike


class Cauchy(DescribedFamily):
    """Cauchy distribution.

    Args:
        loc: number, list, array or Tensor, the median; None if it is given at every call.
        scale: half the distance of the quartiles, given in the same ways.
        seed: int, the seed of samples; None and 0 mean the global stream.
        dtype: floating dtype of samples.
        name: str, shown in messages.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: `scale` is not positive; `mean`, `sd` or `var` is called, which do not exist.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability import distribution as msd
        >>> cauchy = msd.Cauchy(3.0, 2.0)
        >>> print(cauchy.mode(), cauchy.cdf(ms.Tensor([1.0, 5.0])))
        3.0 [0.25 0.75]
    """

    _type = "Cauchy"
    _titles = ("location", "scale")
    _positive = {"scale": "scale"}

    def __init__(
        self,
        loc: ArrayLike | np.ndarray | None = None,
        scale: ArrayLike | np.ndarray | None = None,
        seed: int | None = None,
        dtype: mstype.Type = mstype.float32,
        name: str = "Cauchy",
    ):
        self._setup({"loc": loc, "scale": scale}, seed, dtype, name)

    loc = stored("loc", "The median.")
    scale = stored("scale", "The scale.")

    @formula
    def _mode(self, loc=None, scale=None):
        return loc

    def _mean(self, *args, **kwargs):
        raise ValueError("mean is undefined for Cauchy distribution.")

    def _sd(self, *args, **kwargs):
        raise ValueError("standard deviation is undefined for Cauchy distribution.")

    def _var(self, *args, **kwargs):
        raise ValueError("variance is undefined for Cauchy distribution.")

    @formula
    def _entropy(self, loc=None, scale=None):
        return ops.log(scale) + math.log(4 * math.pi)

    @formula
    def _log_prob(self, value, loc=None, scale=None):
        z = (value - loc) / scale
        return -ops.log1p(ops.square(z)) - ops.log(math.pi * scale)

    @formula
    def _cdf(self, value, loc=None, scale=None):
        return ops.atan((value - loc) / scale) / math.pi + 0.5

    @formula
    def _log_cdf(self, value, loc=None, scale=None):
        angle = ops.atan((value - loc) / scale)
        return ops.log1p(2.0 * angle / math.pi) - constant(math.log(2))

    @formula
    def _kl_loss(self, dist, loc_b, scale_b, loc_a=None, scale_a=None):
        overlap = ops.square(scale_a + scale_b) + ops.square(loc_a - loc_b)
        return ops.log(overlap) - constant(math.log(4)) - ops.log(scale_a) - ops.log(scale_b)

    _cross_entropy = entropy_plus_kl

    @formula
    def _sample(self, shape=(), loc=None, scale=None):
        turn = math.pi * (self._uniform(shape + loc.shape) - 0.5)
        return ops.cast(loc + scale * ops.tan(turn), self.dtype)
