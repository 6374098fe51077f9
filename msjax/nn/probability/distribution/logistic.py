"""Logistic distribution."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from msjax import ops
from msjax._core.base import dtype as mstype
from msjax.nn.probability.distribution._family import DescribedFamily, formula, stored

if TYPE_CHECKING:
    from msjax._types import ArrayLike


class Logistic(DescribedFamily):
    """Logistic distribution.

    Args:
        loc: number, list, array or Tensor, the mean; None if it is given at every call.
        scale: the scale, given in the same ways.
        seed: int, the seed of samples; None and 0 mean the global stream.
        dtype: floating dtype of samples.
        name: str, shown in messages.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: `scale` is not positive.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability import distribution as msd
        >>> logistic = msd.Logistic(1.0, 2.0)
        >>> print(logistic.cdf(ms.Tensor([1.0])), logistic.prob(ms.Tensor([1.0])))
        [0.5] [0.125]
    """

    _type = "Logistic"
    _titles = ("location", "scale")
    _positive = {"scale": "scale"}

    def __init__(
        self,
        loc: ArrayLike | np.ndarray | None = None,
        scale: ArrayLike | np.ndarray | None = None,
        seed: int | None = None,
        dtype: mstype.Type = mstype.float32,
        name: str = "Logistic",
    ):
        self._setup({"loc": loc, "scale": scale}, seed, dtype, name)

    loc = stored("loc", "The mean.")
    scale = stored("scale", "The scale.")

    @formula
    def _mean(self, loc=None, scale=None):
        return loc

    _mode = _mean

    @formula
    def _sd(self, loc=None, scale=None):
        return scale * (math.pi / math.sqrt(3))

    @formula
    def _entropy(self, loc=None, scale=None):
        return ops.log(scale) + 2.0

    @formula
    def _log_prob(self, value, loc=None, scale=None):
        z = (value - loc) / scale
        return -z + 2.0 * ops.logsigmoid(z) - ops.log(scale)

    @formula
    def _cdf(self, value, loc=None, scale=None):
        return ops.sigmoid((value - loc) / scale)

    @formula
    def _log_cdf(self, value, loc=None, scale=None):
        return ops.logsigmoid((value - loc) / scale)

    @formula
    def _survival_function(self, value, loc=None, scale=None):
        return ops.sigmoid((loc - value) / scale)

    @formula
    def _log_survival(self, value, loc=None, scale=None):
        return ops.logsigmoid((loc - value) / scale)

    @formula
    def _sample(self, shape=(), loc=None, scale=None):
        drawn = self._uniform(shape + loc.shape)
        drawn = ops.log(drawn) - ops.log1p(-drawn)
        return ops.cast(drawn * scale + loc, self.dtype)
