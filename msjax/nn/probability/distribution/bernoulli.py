"""Bernoulli distribution."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.base.dtype import Type
from msjax.nn.probability.distribution._family import (
    TrialFamily,
    entropy_plus_kl,
    formula,
    stored,
)

if TYPE_CHECKING:
    from msjax._types import ArrayLike


class Bernoulli(TrialFamily):
    """Bernoulli distribution: 1 with a probability, or else 0.

    Args:
        probs: number, list, array or Tensor, the probability of 1; None if it is given at every
            call.
        seed: int, the seed of samples; None and 0 mean the global stream.
        dtype: number dtype of samples.
        name: str, shown in messages.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: `probs` is not strictly between 0 and 1.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability import distribution as msd
        >>> coin = msd.Bernoulli(0.25)
        >>> print(coin.prob(ms.Tensor([0, 1])), coin.mode())
        [0.75 0.25] 0
    """

    _type = "Bernoulli"

    def __init__(
        self,
        probs: ArrayLike | np.ndarray | None = None,
        seed: int | None = None,
        dtype: Type = mstype.int32,
        name: str = "Bernoulli",
    ):
        self._setup({"probs": probs}, seed, dtype, name)

    probs = stored("probs", "The probability of 1.")

    @formula
    def _mean(self, probs1=None):
        return probs1

    @formula
    def _mode(self, probs1=None):
        return ops.cast(probs1 > 0.5, self.dtype)

    @formula
    def _var(self, probs1=None):
        return probs1 * (1.0 - probs1)

    @formula
    def _entropy(self, probs1=None):
        probs0 = 1.0 - probs1
        return -probs0 * ops.log(probs0) - probs1 * ops.log(probs1)

    @formula
    def _log_prob(self, value, probs1=None):
        eps = float(np.finfo(np.float32 if probs1.itemsize > 2 else np.float16).eps)
        probs1 = ops.clamp(probs1, eps, 1 - eps)
        return ops.log(probs1) * value + ops.log(1.0 - probs1) * (1.0 - value)

    @formula
    def _cdf(self, value, probs1=None):
        value = ops.floor(value)
        below_one = ops.where(value < 0, 0.0, 1.0 - probs1)
        return ops.where(value < 1, below_one, 1.0)

    @formula
    def _kl_loss(self, dist, probs1_b, probs1=None):
        probs0, probs0_b = 1.0 - probs1, 1.0 - probs1_b
        return probs1 * ops.log(probs1 / probs1_b) + probs0 * ops.log(probs0 / probs0_b)

    _cross_entropy = entropy_plus_kl

    @formula
    def _sample(self, shape=(), probs1=None):
        return ops.cast(self._uniform(shape + probs1.shape) < probs1, self.dtype)
