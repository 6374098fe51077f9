"""Gumbel distribution."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from msjax import _checkparam as validator
from msjax import ops
from msjax._core.base import dtype as mstype
from msjax.nn.probability.bijector.gumbel_cdf import GumbelCDF
from msjax.nn.probability.bijector.invert import Invert
from msjax.nn.probability.distribution._family import (
    DescribedFamily,
    constant,
    entropy_plus_kl,
    formula,
    stored,
)
from msjax.nn.probability.distribution.distribution import FLOATS
from msjax.nn.probability.distribution.transformed_distribution import TransformedDistribution
from msjax.nn.probability.distribution.uniform import Uniform

if TYPE_CHECKING:
    from msjax._types import ArrayLike


class Gumbel(TransformedDistribution, DescribedFamily):
    """Gumbel distribution, whose parameters are given at construction only.

    Args:
        loc: number, list, array or Tensor, the mode.
        scale: the scale, given in the same ways.
        seed: int, the seed of samples; 0 means the global stream.
        dtype: floating dtype of samples.
        name: str, shown in messages.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: `scale` is not positive.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability import distribution as msd
        >>> gumbel = msd.Gumbel(1.0, 2.0)
        >>> print(gumbel.mode(), gumbel.cdf(ms.Tensor([1.0])))
        1.0 [0.3678794...]
    """

    _type = "Gumbel"

    def __init__(
        self,
        loc: ArrayLike | np.ndarray,
        scale: ArrayLike | np.ndarray,
        seed: int = 0,
        dtype: mstype.Type = mstype.float32,
        name: str = "Gumbel",
    ):
        validator.check_type_name("dtype", dtype, FLOATS, type(self).__name__)
        gumbel_cdf = GumbelCDF(loc, scale)
        uniform = Uniform(0.0, 1.0, seed, dtype)
        super().__init__(Invert(gumbel_cdf), uniform, seed, name)
        self._reset_parameters()
        self._keep({"loc": loc, "scale": scale})
        self._gumbel_bijector = gumbel_cdf

    loc = stored("loc", "The mode.")
    scale = stored("scale", "The scale.")

    def _whole_scale(self):
        return ops.broadcast_to(self.scale, self.broadcast_shape)

    def _mean(self):
        return self.loc + self.scale * np.euler_gamma

    def _mode(self):
        return ops.broadcast_to(self.loc, self.broadcast_shape)

    def _sd(self):
        return self._whole_scale() * math.pi / constant(math.sqrt(6))

    def _entropy(self):
        return 1.0 + ops.log(self._whole_scale()) + np.euler_gamma

    @formula
    def _log_prob(self, value):
        z = (value - self.loc) / self.scale
        return -(z + ops.exp(-z)) - ops.log(self.scale)

    @formula
    def _cdf(self, value):
        return self._gumbel_bijector("forward", value)

    @formula
    def _kl_loss(self, dist, loc_b, scale_b):
        ratio = self.scale / scale_b
        distance = (loc_b - self.loc) / scale_b
        return (
            np.euler_gamma * (ratio - 1.0)
            - ops.log(ratio)
            - distance
            + ops.expm1(distance + ops.lgamma(ratio + 1.0))
        )

    _cross_entropy = entropy_plus_kl

    @formula
    def _sample(self, shape=()):
        drawn = self.distribution("sample", shape + self.broadcast_shape)
        return self.bijector("forward", drawn)
