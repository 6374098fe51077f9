"""Distribution of the image of random numbers under a bijector."""

from __future__ import annotations

from typing import Any

import numpy as np

from msjax import _checkparam as validator
from msjax import ops
from msjax._core.tensor.tensor import Tensor
from msjax.nn.probability.bijector.bijector import Bijector, transforms
from msjax.nn.probability.distribution.distribution import FLOATS, Distribution


class TransformedDistribution(Distribution):
    """Distribution of `bijector(x)` for random `x`.

    Args:
        bijector: Bijector.
        distribution: Distribution of `x`; samples are drawn with its seed.
        seed: int; kept.
        name: str, shown in messages.

    Raises:
        TypeError: an argument has a wrong type, or `distribution` has no floating dtype.
        ValueError: `mean` is called and the bijector is not linear.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability import bijector as msb
        >>> from msjax.nn.probability import distribution as msd
        >>> lognormal = msd.TransformedDistribution(msb.Exp(), msd.Normal(0.0, 1.0))
        >>> print(lognormal.cdf(ms.Tensor([1.0])))
        [0.5]
    """

    def __init__(
        self,
        bijector: Bijector,
        distribution: Distribution,
        seed: int | None = None,
        name: str = "transformed_distribution",
    ):
        owner = type(self).__name__
        validator.check_value_type("bijector", bijector, [Bijector], owner)
        validator.check_value_type("distribution", distribution, [Distribution], owner)
        validator.check_type_name("dtype", distribution.dtype, FLOATS, owner)
        given = {"bijector": bijector, "distribution": distribution, "seed": seed, "name": name}
        super().__init__(seed, distribution.dtype, name, given)
        self._bijector = bijector
        self._distribution = distribution
        self._is_linear_transformation = bijector.is_constant_jacobian
        self._is_scalar_batch = distribution.is_scalar_batch and bijector.is_scalar_batch
        self._batch_shape = distribution.batch_shape
        self.default_parameters = distribution.default_parameters
        self.parameter_names = distribution.parameter_names
        self.parameter_type = distribution.parameter_type
        shapes = (bijector.batch_shape, distribution.batch_shape)
        self._broadcast_shape = None if None in shapes else np.broadcast_shapes(*shapes)

    @property
    def bijector(self) -> Bijector:
        """The transformation."""
        return self._bijector

    @property
    def distribution(self) -> Distribution:
        """The distribution before the transformation."""
        return self._distribution

    @property
    def is_linear_transformation(self) -> bool:
        """Whether the transformation is linear."""
        return self._is_linear_transformation

    def _cdf(self, value: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        return self.distribution("cdf", self.bijector("inverse", value), *args, **kwargs)

    def _log_prob(self, value: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        before = self.distribution("log_prob", self.bijector("inverse", value), *args, **kwargs)
        whole = before + self.bijector("inverse_log_jacobian", value)
        return ops.where(before == float("-inf"), before, whole)

    def _sample(self, *args: Any, **kwargs: Any) -> Tensor:
        return self.bijector("forward", self.distribution("sample", *args, **kwargs))

    def _mean(self, *args: Any, **kwargs: Any) -> Tensor:
        if not self.is_linear_transformation:
            raise ValueError("mean function must be implemented for non-linear transformation")
        return self.bijector("forward", self.distribution("mean", *args, **kwargs))


transforms(Distribution, TransformedDistribution)
