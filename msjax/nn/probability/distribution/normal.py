"""Normal distribution."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.tensor.tensor import Tensor
from msjax.nn.probability.distribution._family import (
    DescribedFamily,
    constant,
    entropy_plus_kl,
    formula,
)

if TYPE_CHECKING:
    from msjax._types import ArrayLike


class Normal(DescribedFamily):
    """Normal distribution.

    Args:
        mean: number, list, array or Tensor; None if it is given at every call.
        sd: the standard deviation, given in the same ways.
        seed: int, the seed of samples; None and 0 mean the global stream.
        dtype: floating dtype of samples.
        name: str, shown in messages.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: `sd` is not positive.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability import distribution as msd
        >>> normal = msd.Normal(1.0, 2.0)
        >>> print(normal.cdf(ms.Tensor([1.0])), normal.var())
        [0.5] 4.0
        >>> print(normal.kl_loss("Normal", ms.Tensor(0.0), ms.Tensor(2.0)))
        0.125
        >>> normal.sample((3,)).shape
        (3,)
    """

    _type = "Normal"
    _titles = ("mean", "standard deviation")
    _positive = {"sd": "Standard deviation"}
    _suffix = "_value"

    def __init__(
        self,
        mean: ArrayLike | np.ndarray | None = None,
        sd: ArrayLike | np.ndarray | None = None,
        seed: int | None = None,
        dtype: mstype.Type = mstype.float32,
        name: str = "Normal",
    ):
        self._setup({"mean": mean, "sd": sd}, seed, dtype, name)

    @formula
    def _mean(self, mean=None, sd=None):
        return mean

    _mode = _mean

    @formula
    def _sd(self, mean=None, sd=None):
        return sd

    @formula
    def _entropy(self, mean=None, sd=None):
        return constant(0.5 * math.log(2 * math.pi * math.e)) + ops.log(sd)

    @formula
    def _log_prob(self, value, mean=None, sd=None):
        norm = Tensor(-0.5 * math.log(2 * math.pi), dtype=self.dtype) - ops.log(sd)
        return -0.5 * ops.square((value - mean) / sd) + norm

    @formula
    def _cdf(self, value, mean=None, sd=None):
        return 0.5 * (1.0 + ops.erf((value - mean) / (sd * constant(math.sqrt(2)))))

    @formula
    def _kl_loss(self, dist, mean_b, sd_b, mean=None, sd=None):
        log_ratio = ops.log(sd) - ops.log(sd_b)
        distance = 0.5 * ops.square(mean / sd_b - mean_b / sd_b)
        return distance + 0.5 * ops.expm1(2 * log_ratio) - log_ratio

    _cross_entropy = entropy_plus_kl

    @formula
    def _sample(self, shape=(), mean=None, sd=None):
        return ops.cast(ops.normal(shape + mean.shape, mean, sd, self.seed), self.dtype)
