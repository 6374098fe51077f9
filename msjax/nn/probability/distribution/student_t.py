"""Student's t distribution."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from msjax import ops
from msjax._core.base import dtype as mstype
from msjax.nn.probability.distribution._family import Family, formula

if TYPE_CHECKING:
    from msjax._types import ArrayLike


class StudentT(Family):
    """Density of Student's t distribution; it has `prob` and `log_prob` only.

    Args:
        df: number, list, array or Tensor, the degrees of freedom; None if they are given at every
            call.
        mean: the place, given in the same ways.
        sd: the scale, given in the same ways.
        seed: int; kept.
        dtype: floating dtype that values are cast to.
        name: str, shown in messages.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: `df` or `sd` is not positive.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability import distribution as msd
        >>> print(msd.StudentT(1.0, 0.0, 1.0).prob(ms.Tensor([0.0])))
        [0.3183...]
    """

    _positive = {"sd": "Standard deviation", "df": "Degrees of freedom"}
    _suffix = "_value"

    def __init__(
        self,
        df: ArrayLike | np.ndarray | None = None,
        mean: ArrayLike | np.ndarray | None = None,
        sd: ArrayLike | np.ndarray | None = None,
        seed: int | None = None,
        dtype: mstype.Type = mstype.float32,
        name: str = "StudentT",
    ):
        self._setup({"df": df, "mean": mean, "sd": sd}, seed, dtype, name)

    @formula
    def _log_prob(self, value, df=None, mean=None, sd=None):
        more = 0.5 * (df + 1.0)
        norm = ops.log(sd) + 0.5 * ops.log(df) + 0.5 * math.log(math.pi)
        norm = norm + ops.lgamma(0.5 * df) - ops.lgamma(more)
        return -more * ops.log1p(ops.square((value - mean) / sd) / df) - norm
