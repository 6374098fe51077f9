"""Geometric distribution."""

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


class Geometric(TrialFamily):
    """Geometric distribution: how many failures come before the first success.

    Args:
        probs: number, list, array or Tensor, the probability of success; None if it is given at
            every call.
        seed: int, the seed of samples; None and 0 mean the global stream.
        dtype: number dtype of samples.
        name: str, shown in messages.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: `probs` is not strictly between 0 and 1.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability import distribution as msd
        >>> trials = msd.Geometric(0.5)
        >>> print(trials.mean(), trials.cdf(ms.Tensor([0.0, 1.0])))
        1.0 [0.5  0.75]
    """

    _type = "Geometric"

    def __init__(
        self,
        probs: ArrayLike | np.ndarray | None = None,
        seed: int | None = None,
        dtype: Type = mstype.int32,
        name: str = "Geometric",
    ):
        self._setup({"probs": probs}, seed, dtype, name)

    probs = stored("probs", "The probability of success.")

    @formula
    def _mean(self, probs1=None):
        return (1.0 - probs1) / probs1

    @formula
    def _mode(self, probs1=None):
        return ops.zeros(probs1.shape, self.dtype)

    @formula
    def _var(self, probs1=None):
        return (1.0 - probs1) / ops.square(probs1)

    @formula
    def _entropy(self, probs1=None):
        probs0 = 1.0 - probs1
        return (-probs0 * ops.log(probs0) - probs1 * ops.log(probs1)) / probs1

    @formula
    def _prob(self, value, probs1=None):
        value = ops.floor(value)
        found = ops.exp(ops.log(1.0 - probs1) * value + ops.log(probs1))
        return ops.where(value < 0, 0.0, found)

    @formula
    def _cdf(self, value, probs1=None):
        value = ops.floor(value)
        return ops.where(value < 0, 0.0, 1.0 - ops.pow(1.0 - probs1, value + 1.0))

    @formula
    def _kl_loss(self, dist, probs1_b, probs1=None):
        probs0, probs0_b = 1.0 - probs1, 1.0 - probs1_b
        return ops.log(probs1 / probs1_b) + probs0 / probs1 * ops.log(probs0 / probs0_b)

    _cross_entropy = entropy_plus_kl

    @formula
    def _sample(self, shape=(), probs1=None):
        drawn = ops.log(self._uniform(shape + probs1.shape))
        return ops.cast(ops.floor(drawn / ops.log(1.0 - probs1)), self.dtype)
