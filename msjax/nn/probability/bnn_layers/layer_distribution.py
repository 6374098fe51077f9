"""Prior and posterior distributions of the weights of Bayesian layers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.nn.cell import Cell
from msjax.nn.probability.distribution.normal import Normal

__all__ = ["NormalPosterior", "NormalPrior"]


class NormalPrior(Cell):
    """Normal distribution with fixed parameters, for the weights of a Bayesian layer.

    Args:
        dtype: floating dtype.
        mean: float or int, the mean.
        std: float or int, the standard deviation.

    Inputs:
        - **inputs** (Any) - the name of a quantity, and its arguments, as `Normal` takes them.

    Outputs:
        What `Normal` returns.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: `std` is not positive.

    Examples:
        >>> from msjax.nn.probability.bnn_layers import NormalPrior
        >>> prior = NormalPrior(std=0.5)
        >>> print(prior("var"))
        0.25
    """

    def __init__(self, dtype: mstype.Type = mstype.float32, mean: float = 0, std: float = 0.1):
        super().__init__()
        self.normal = Normal(mean, std, dtype=dtype)

    def construct(self, *inputs: Any) -> Any:
        """A quantity of the distribution, as `Normal` gives it."""
        return self.normal(*inputs)


class NormalPosterior(Cell):
    """Normal distributions with trainable parameters, for the weights of a Bayesian layer.

    The Parameters are `mean` and `untransformed_std`; the standard deviation is the softplus of
    the latter. Both are drawn from NumPy's normal distribution.

    Args:
        name: str, the first part of the names of the Parameters.
        shape: tuple or list of ints, the shape of the weight.
        dtype: floating dtype.
        loc_mean: number, the mean of the numbers that `mean` starts with.
        loc_std: number, their standard deviation.
        untransformed_scale_mean: number, the same for `untransformed_std`.
        untransformed_scale_std: number, the same for `untransformed_std`.

    Inputs:
        - **inputs** (Any) - the name of a quantity, and its arguments, as `Normal` takes them.

    Outputs:
        What `Normal` returns.

    Raises:
        TypeError: an argument has a wrong type; a standard deviation is negative.

    Examples:
        >>> from msjax.nn.probability.bnn_layers import NormalPosterior
        >>> NormalPosterior("weight", (2, 3))("sample").shape
        (2, 3)
    """

    def __init__(
        self,
        name: str,
        shape: Sequence[int],
        dtype: mstype.Type = mstype.float32,
        loc_mean: float = 0,
        loc_std: float = 0.1,
        untransformed_scale_mean: float = -5,
        untransformed_scale_std: float = 0.1,
    ):
        super().__init__()
        if not isinstance(name, str):
            raise TypeError("The type of `name` must be `str`")
        if not isinstance(shape, (tuple, list)):
            raise TypeError("The type of `shape` must be `tuple` or `list`")
        numbers = {
            "loc_mean": loc_mean,
            "untransformed_scale_mean": untransformed_scale_mean,
            "loc_std": loc_std,
            "untransformed_scale_std": untransformed_scale_std,
        }
        for arg, value in numbers.items():
            if isinstance(value, bool) or not isinstance(value, (int, float)):
                raise TypeError(f"The type of `{arg}` must be `int` or `float`")
            if arg.endswith("_std") and not value >= 0:
                raise TypeError(f"The value of `{arg}` must be >= 0")
        drawn = np.random.normal(loc_mean, loc_std, shape)
        self.mean = Parameter(Tensor(drawn, dtype=dtype), name=name + "_mean")
        drawn = np.random.normal(untransformed_scale_mean, untransformed_scale_std, shape)
        self.untransformed_std = Parameter(
            Tensor(drawn, dtype=dtype), name=name + "_untransformed_std"
        )
        self.normal = Normal()

    def construct(self, *inputs: Any) -> Any:
        """A quantity of the distribution, as `Normal` gives it."""
        sd = 1e-6 + ops.log(ops.exp(self.untransformed_std) + 1)
        return self.normal(*inputs, mean=self.mean, sd=sd)


def normal_post_fn(name: str, shape: Sequence[int]) -> NormalPosterior:
    """The posterior distribution that layers have by default."""
    return NormalPosterior(name=name, shape=shape)
