"""Normalization over the features of one sample: layer and group norm."""

from __future__ import annotations

import numbers
from typing import Any

import numpy as np

from msjax import _checkparam as validator
from msjax._core import dtype as mstype
from msjax._core.op import call
from msjax._core.parameter import Parameter
from msjax._core.tensor import Tensor
from msjax.common.initializer import initializer
from msjax.nn.cell import Cell
from msjax.ops.norm import (
    group_norm,
    layer_norm,
    layer_norm_only,
)

_layer_norm, _layer_norm_ext = call(layer_norm_only), call(layer_norm)
_group_norm = call(group_norm)


class LayerNorm(Cell):
    """Layer norm: the last dimensions are moved to mean 0 and variance 1, then scaled and shifted.

    Args:
        normalized_shape: tuple or list, the shape of gamma and beta.
        begin_norm_axis: the first dimension that is averaged over.
        begin_params_axis: the first dimension of gamma and beta.
        gamma_init: initializer of the scale.
        beta_init: initializer of the shift.
        epsilon: number added to the variance.
        dtype: dtype of the Parameters.

    Raises:
        TypeError: `normalized_shape` is no tuple or list.
        ValueError: `normalized_shape` is empty.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.LayerNorm((2,), epsilon=0.0)(ms.Tensor([[1., 3.]])))
        [[-1.  1.]]
    """

    def __init__(
        self,
        normalized_shape: Any,
        begin_norm_axis: int = -1,
        begin_params_axis: int = -1,
        gamma_init: Any = "ones",
        beta_init: Any = "zeros",
        epsilon: float = 1e-7,
        dtype: Any = mstype.float32,
    ):
        super().__init__()
        _check_normalized(self.cls_name, normalized_shape)
        self.normalized_shape = normalized_shape
        self.begin_norm_axis, self.begin_params_axis = begin_norm_axis, begin_params_axis
        self.epsilon = epsilon
        gamma = initializer(gamma_init, normalized_shape, dtype=dtype)
        self.gamma = Parameter(gamma, name="gamma")
        self.beta = Parameter(initializer(beta_init, normalized_shape, dtype=dtype), name="beta")

    def construct(self, input_x: Tensor) -> Tensor:
        """Normalize a Tensor of a floating dtype."""
        axes = (self.begin_norm_axis, self.begin_params_axis)
        return _layer_norm(input_x, self.gamma, self.beta, *axes, self.epsilon)

    def extend_repr(self) -> str:
        """The settings, for printing."""
        return (
            f"normalized_shape={self.normalized_shape}, begin_norm_axis={self.begin_norm_axis}, "
            f"begin_params_axis={self.begin_params_axis}, gamma{self.gamma}, beta={self.beta}"
        )


def _check_normalized(owner: str, shape: Any) -> None:
    if not isinstance(shape, (tuple, list)):
        raise TypeError(
            f"For '{owner}', the type of 'normalized_shape' must be tuple[int] or list[int], but "
            f"got {shape} and the type is {type(shape)}."
        )
    if not shape:
        raise ValueError(
            "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one "
            f"element, but got normalized_shape = {shape}"
        )


class LayerNormExt(Cell):
    """Layer norm over the dimensions of `normalized_shape`.

    Args:
        normalized_shape: int, tuple or list.
        eps: number added to the variance.
        elementwise_affine: have a weight and a bias.
        bias: have a bias, if there is a weight.
        dtype: dtype of the Parameters.
    """

    def __init__(
        self,
        normalized_shape: Any,
        eps: float = 1e-5,
        elementwise_affine: bool = True,
        bias: bool = True,
        dtype: Any = None,
    ):
        super().__init__()
        if isinstance(normalized_shape, numbers.Integral):
            normalized_shape = (int(normalized_shape),)
        _check_normalized(self.cls_name, normalized_shape)
        self.normalized_shape = tuple(normalized_shape)
        self.eps, self.elementwise_affine = eps, elementwise_affine
        kind = mstype.float32 if dtype is None else dtype
        self.weight = self.bias = None
        if elementwise_affine:
            self.weight = Parameter(Tensor(np.ones(self.normalized_shape), kind), name="weight")
            if bias:
                self.bias = Parameter(Tensor(np.zeros(self.normalized_shape), kind), name="bias")

    def construct(self, input: Tensor) -> Tensor:
        """Normalize a Tensor of a floating dtype."""
        return _layer_norm_ext(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extend_repr(self) -> str:
        """The settings, for printing."""
        return (
            f"normalized_shape={self.normalized_shape}, eps={self.eps}, "
            f"elementwise_affine={self.elementwise_affine}"
        )


class GroupNorm(Cell):
    """Group norm: each group of channels of each sample is moved to mean 0 and variance 1.

    Args:
        num_groups: number of groups, which divides `num_channels`.
        num_channels: number of channels.
        eps: number added to the variance.
        affine: train gamma and beta.
        gamma_init: initializer of the scale.
        beta_init: initializer of the shift.
        dtype: dtype of the Parameters.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument does not fit.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.GroupNorm(2, 4)
        GroupNorm(num_groups=2, num_channels=4)
    """

    def __init__(
        self,
        num_groups: int,
        num_channels: int,
        eps: float = 1e-5,
        affine: bool = True,
        gamma_init: Any = "ones",
        beta_init: Any = "zeros",
        dtype: Any = mstype.float32,
    ):
        super().__init__()
        name = self.cls_name
        self.num_groups = validator.check_positive_int(num_groups, "num_groups", name)
        self.num_channels = validator.check_positive_int(num_channels, "num_channels", name)
        if num_channels % num_groups:
            raise ValueError(
                f"For '{name}', the 'num_channels' must be divided by 'num_groups', but got "
                f"'num_channels': {num_channels}, 'num_groups': {num_groups}."
            )
        self.eps = validator.check_value_type("eps", eps, (float,), name)
        self.affine = validator.check_bool(affine, arg_name="affine", prim_name=name)
        gamma = initializer(gamma_init, num_channels, dtype=dtype)
        beta = initializer(beta_init, num_channels, dtype=dtype)
        self.gamma = Parameter(gamma, name="gamma", requires_grad=affine)
        self.beta = Parameter(beta, name="beta", requires_grad=affine)

    def construct(self, x: Tensor) -> Tensor:
        """Normalize a Tensor of shape (N, C, ...)."""
        return _group_norm(x, self.num_groups, self.gamma, self.beta, self.eps)

    def extend_repr(self) -> str:
        """The settings, for printing."""
        return f"num_groups={self.num_groups}, num_channels={self.num_channels}"
