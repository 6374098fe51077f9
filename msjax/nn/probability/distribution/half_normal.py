"""Half-normal distribution."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from msjax import ops
from msjax._core.base import dtype as mstype
from msjax.nn.probability.distribution._family import Family, constant, formula

if TYPE_CHECKING:
    from msjax._types import ArrayLike


class HalfNormal(Family):
    """Density of the half-normal distribution; it has `prob` and `log_prob` only.

    Args:
        mean: number, list, array or Tensor; None if it is given at every call.
        sd: the standard deviation of the whole normal distribution, given in the same ways.
        seed: int; kept.
        dtype: floating dtype that values are cast to.
        name: str, shown in messages.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: `sd` is not positive.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability import distribution as msd
        >>> print(msd.HalfNormal(0.0, 1.0).prob(ms.Tensor([-1.0, 0.0])))
        [0.        0.7978846]
    """

    _positive = {"sd": "Standard deviation"}
    _suffix = "_value"

    def __init__(
        self,
        mean: ArrayLike | np.ndarray | None = None,
        sd: ArrayLike | np.ndarray | None = None,
        seed: int | None = None,
        dtype: mstype.Type = mstype.float32,
        name: str = "HalfNormal",
    ):
        self._setup({"mean": mean, "sd": sd}, seed, dtype, name)

    @formula
    def _prob(self, value, mean=None, sd=None):
        bell = ops.exp(-0.5 * ops.square((value - mean) / sd))
        return constant(math.sqrt(2 / math.pi)) / sd * bell * ops.cast(value >= 0, self.dtype)
