"""Laplace distribution."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from msjax import ops
from msjax._core.base import dtype as mstype
from msjax.nn.probability.distribution._family import Family, formula

if TYPE_CHECKING:
    from msjax._types import ArrayLike


class Laplace(Family):
    """Density of the Laplace distribution; it has `prob` and `log_prob` only.

    Args:
        mean: number, list, array or Tensor; None if it is given at every call.
        sd: the scale, given in the same ways.
        seed: int; kept.
        dtype: floating dtype that values are cast to.
        name: str, shown in messages.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: `sd` is not positive.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability import distribution as msd
        >>> print(msd.Laplace(0.0, 0.5).prob(ms.Tensor([0.0])))
        [1.]
    """

    _positive = {"sd": "Standard deviation"}
    _suffix = "_value"

    def __init__(
        self,
        mean: ArrayLike | np.ndarray | None = None,
        sd: ArrayLike | np.ndarray | None = None,
        seed: int | None = None,
        dtype: mstype.Type = mstype.float32,
        name: str = "Laplace",
    ):
        self._setup({"mean": mean, "sd": sd}, seed, dtype, name)

    @formula
    def _log_prob(self, value, mean=None, sd=None):
        return -ops.abs((value - mean) / sd) - ops.log(2.0 * sd)
