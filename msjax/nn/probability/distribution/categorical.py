"""Categorical distribution."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.base.dtype import Type
from msjax._core.tensor.tensor import Tensor
from msjax.nn.probability._values import check_classes
from msjax.nn.probability.distribution._family import (
    DescribedFamily,
    entropy_plus_kl,
    formula,
    stored,
)
from msjax.nn.probability.distribution.distribution import NUMBERS

if TYPE_CHECKING:
    from msjax._types import ArrayLike


class Categorical(DescribedFamily):
    """Categorical distribution: an index, with the probabilities in the last dimension.

    Args:
        probs: list, array or Tensor of the probabilities, which sum to 1; None if they are given
            at every call.
        seed: int, the seed of samples; None and 0 mean the global stream.
        dtype: number dtype of samples.
        name: str, shown in messages.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: `probs` has no dimension, does not sum to 1, or is not strictly between 0 and 1.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability import distribution as msd
        >>> die = msd.Categorical([0.5, 0.25, 0.25])
        >>> print(die.prob(ms.Tensor([0, 2])), die.cdf(ms.Tensor([0, 2])), die.mode())
        [0.5  0.25] [0.5 1. ] 0
    """

    _type = "Categorical"
    _dtypes = NUMBERS

    def __init__(
        self,
        probs: ArrayLike | np.ndarray | None = None,
        seed: int | None = None,
        dtype: Type = mstype.int32,
        name: str = "Categorical",
    ):
        self._setup({"probs": probs}, seed, dtype, name)
        if self.probs is not None:
            check_classes(self.probs, probs)
            self._is_scalar_batch = len(self.probs.shape) == 1
            self._broadcast_shape = self._broadcast_shape[:-1]

    probs = stored("probs", "The probabilities.")

    @property
    def _value_dtype(self) -> Any:
        return self.parameter_type

    @formula
    def _mean(self, probs=None):
        return ops.sum(_classes(probs) * probs, -1, keepdim=True)

    @formula
    def _mode(self, probs=None):
        return ops.cast(ops.argmax(probs, -1), self.dtype)

    @formula
    def _var(self, probs=None):
        index = _classes(probs)
        mean = ops.sum(index * probs, -1, keepdim=True)
        return ops.sum(ops.square(index) * probs, -1, keepdim=True) - ops.square(mean)

    @formula
    def _entropy(self, probs=None):
        return ops.squeeze(-ops.sum(ops.log(probs) * probs, -1))

    @formula
    def _kl_loss(self, dist, probs_b, probs=None):
        log_a = ops.log_softmax(ops.log(probs), -1)
        log_b = ops.log_softmax(ops.log(probs_b), -1)
        return ops.squeeze(ops.sum(ops.exp(log_a) * (log_a - log_b), -1))

    _cross_entropy = entropy_plus_kl

    @formula
    def _log_prob(self, value, probs=None):
        index = _index(value)
        found = _taken(ops.log(probs), index)
        outside = ops.logical_or(index < 0, index > probs.shape[-1] - 1)
        return ops.where(outside, float("nan"), found)

    @formula
    def _cdf(self, value, probs=None):
        index = _index(value)
        return ops.where(index < 0, 0.0, _taken(ops.cumsum(probs, -1), index))

    @formula
    def _sample(self, shape=(), probs=None):
        batch, classes = probs.shape[:-1], probs.shape[-1]
        count = int(np.prod(shape))
        rows = ops.reshape(probs, (-1, classes))
        drawn = ops.multinomial(rows, count, seed=self.seed)
        drawn = ops.reshape(ops.transpose(drawn, (1, 0)), shape + batch)
        return ops.cast(drawn, self.dtype)


def _classes(probs: Tensor) -> Tensor:
    return ops.arange(probs.shape[-1], dtype=mstype.float32)


def _index(value: Tensor) -> Tensor:
    """Numbers as indices: rounded down, but those in (-1, 0) mean 0."""
    near_zero = ops.logical_and(value < 0, value > -1)
    return ops.where(near_zero, 0.0, ops.floor(value))


def _taken(table: Tensor, index: Tensor) -> Tensor:
    """`table[..., index]`, with the other dimensions broadcast against those of `index`."""
    *batch, classes = table.shape
    shape = np.broadcast_shapes(batch, index.shape)
    place = ops.cast(ops.clamp(index, 0, classes - 1), mstype.int32)
    place = ops.expand_dims(ops.broadcast_to(place, shape), -1)
    table = ops.broadcast_to(table, (*shape, classes))
    return ops.squeeze(ops.gather_elements(table, -1, place), -1)
