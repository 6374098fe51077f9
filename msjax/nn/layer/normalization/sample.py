"""Normalization of every sample by itself: instance, layer and group norm."""

from __future__ import annotations

import numbers
from typing import TYPE_CHECKING, Any

import numpy as np

from msjax import _checkparam as validator
from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.base.dtype import Type
from msjax._core.op.publish import call
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.common._init_base import InitialValue
from msjax.common.initializer import Initializer, initializer
from msjax.kernels.nn.batch_norm import instance_norm_layer, update_running
from msjax.kernels.nn.normalization import group_norm, layer_norm, layer_norm_only
from msjax.nn.cell import Cell
from msjax.nn.layer.normalization.batch import _check_dim, _check_statistics, _shape_of

if TYPE_CHECKING:
    from msjax._types import Sizes

_instance_norm = call(instance_norm_layer)
_layer_norm, _layer_norm_ext = call(layer_norm_only), call(layer_norm)
_group_norm = call(group_norm)


class _InstanceNorm(Cell):
    """What the instance norm layers share."""

    _msj_inner = {"reshape": "Reshape", "shape": "Shape"}

    _rank = 0

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float = 0.1,
        affine: bool = True,
        gamma_init: InitialValue = "ones",
        beta_init: InitialValue = "zeros",
        dtype: Type = mstype.float32,
    ):
        super().__init__()
        name = self.cls_name
        validator.check_value_type("num_features", num_features, [int], name)
        validator.check_value_type("eps", eps, [float], name)
        validator.check_value_type("momentum", momentum, [float], name)
        validator.check_value_type("affine", affine, [bool], name)
        for arg, value in (("gamma_init", gamma_init), ("beta_init", beta_init)):
            if not isinstance(value, (Tensor, numbers.Number, str, Initializer)):
                raise TypeError(
                    f"For '{name}', the type of '{arg}' must be in [Tensor, numbers.Number, str, "
                    f"Initializer], but got type {type(value).__name__}."
                )
            if isinstance(value, Tensor) and value.dtype != mstype.float32:
                raise TypeError(
                    f"For '{name}', the type of '{arg}' must be float32, but got {value.dtype}."
                )
        _check_statistics(name, num_features, momentum)
        validator.check_float_range(eps, 0.0, 1.0, validator.INC_RIGHT, "eps", name)
        self.num_features, self.eps, self.momentum = num_features, eps, momentum

        def parameter(init: Any, label: str, trained: bool) -> Parameter:
            values = initializer(init, num_features, dtype=dtype)
            return Parameter(values, name=label, requires_grad=trained)

        self.moving_mean = parameter("zeros", "mean", False)
        self.moving_variance = parameter("ones", "variance", False)
        self.gamma = parameter(gamma_init, "gamma", affine)
        self.beta = parameter(beta_init, "beta", affine)

    def construct(self, x: Tensor) -> Tensor:
        """Normalize each channel of each sample, and update the running statistics."""
        _check_dim(len(_shape_of(x, self.cls_name)), self._rank, self.cls_name)
        mean, variance = self.moving_mean, self.moving_variance
        results = _instance_norm(x, self.gamma, self.beta, mean, variance, self.eps, self.momentum)
        update_running((mean, variance), results[1:3])
        return results[0]

    def extend_repr(self) -> str:
        """The settings, for printing."""
        return (
            f"num_features={self.num_features}, eps={self.eps}, momentum={self.momentum}, "
            f"gamma={self.gamma}, beta={self.beta}, moving_mean={self.moving_mean}, "
            f"moving_variance={self.moving_variance}"
        )


class InstanceNorm1d(_InstanceNorm):
    """Move each channel of each sample of (N, C, L) to mean 0 and variance 1.

    Args:
        num_features: int, number of channels.
        eps: number added to the variance.
        momentum: share of the batch in the new running statistics.
        affine: train gamma and beta.
        gamma_init: initializer of the scale.
        beta_init: initializer of the shift.
        dtype: dtype of the Parameters.

    Inputs:
        - **x** (Tensor) - of shape (N, C, L); Float16, BFloat16, Float32 or Float64.

    Outputs:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: an argument has a wrong type, or `x` is of another dtype.
        ValueError: an argument is out of range, or `x` has another rank or number of channels.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.InstanceNorm1d(2)
        >>> net(ms.ops.ones((1, 2, 4))).shape
        (1, 2, 4)

    References:
        Ulyanov, Vedaldi, Lempitsky: Instance Normalization: The Missing Ingredient for Fast
        Stylization, 2016.
    """

    _rank = 3


class InstanceNorm2d(_InstanceNorm):
    """Move each channel of each sample of (N, C, H, W) to mean 0 and variance 1.

    Args:
        num_features: int, number of channels.
        eps: number added to the variance.
        momentum: share of the batch in the new running statistics.
        affine: train gamma and beta.
        gamma_init: initializer of the scale.
        beta_init: initializer of the shift.
        dtype: dtype of the Parameters.

    Inputs:
        - **x** (Tensor) - of shape (N, C, H, W); Float16, BFloat16, Float32 or Float64.

    Outputs:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: an argument has a wrong type, or `x` is of another dtype.
        ValueError: an argument is out of range, or `x` has another rank or number of channels.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.InstanceNorm2d(2)
        >>> net(ms.ops.ones((1, 2, 3, 3))).shape
        (1, 2, 3, 3)

    References:
        Ulyanov, Vedaldi, Lempitsky: Instance Normalization: The Missing Ingredient for Fast
        Stylization, 2016.
    """

    _rank = 4


class InstanceNorm3d(_InstanceNorm):
    """Move each channel of each sample of (N, C, D, H, W) to mean 0 and variance 1.

    Args:
        num_features: int, number of channels.
        eps: number added to the variance.
        momentum: share of the batch in the new running statistics.
        affine: train gamma and beta.
        gamma_init: initializer of the scale.
        beta_init: initializer of the shift.
        dtype: dtype of the Parameters.

    Inputs:
        - **x** (Tensor) - of shape (N, C, D, H, W); Float16, BFloat16, Float32 or Float64.

    Outputs:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: an argument has a wrong type, or `x` is of another dtype.
        ValueError: an argument is out of range, or `x` has another rank or number of channels.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.InstanceNorm3d(2)
        >>> net(ms.ops.ones((1, 2, 2, 3, 3))).shape
        (1, 2, 2, 3, 3)

    References:
        Ulyanov, Vedaldi, Lempitsky: Instance Normalization: The Missing Ingredient for Fast
        Stylization, 2016.
    """

    _rank = 5


class LayerNorm(Cell):
    """Layer norm: the last dimensions are moved to mean 0 and variance 1, then scaled and shifted.

    Args:
        normalized_shape: tuple or list, the shape of gamma and beta.
        begin_norm_axis: int, the first dimension that is averaged over.
        begin_params_axis: int, the first dimension of gamma and beta.
        gamma_init: initializer of the scale.
        beta_init: initializer of the shift.
        epsilon: number added to the variance.
        dtype: dtype of the Parameters.

    Inputs:
        - **input_x** (Tensor) - at least one dimension, the last ones `normalized_shape`; Float16,
          BFloat16, Float32 or Float64.

    Outputs:
        Tensor of the shape and dtype of `input_x`.

    Raises:
        TypeError: `normalized_shape` is not a tuple or list, or `input_x` is not a Tensor or of
            another dtype.
        ValueError: `normalized_shape` is empty or does not fit `input_x`.
        RuntimeError: an axis is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.LayerNorm((2,), epsilon=0.0)(ms.Tensor([[1., 3.]])))
        [[-1.  1.]]

    References:
        Ba, Kiros, Hinton: Layer Normalization, 2016.
    """

    _msj_inner = {
        "layer_norm": lambda c: ops.LayerNorm(c.begin_norm_axis, c.begin_params_axis, c.epsilon)
    }

    def __init__(
        self,
        normalized_shape: Sizes,
        begin_norm_axis: int = -1,
        begin_params_axis: int = -1,
        gamma_init: InitialValue = "ones",
        beta_init: InitialValue = "zeros",
        epsilon: float = 1e-7,
        dtype: mstype.Type = mstype.float32,
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
        normalized_shape: int, or tuple or list of ints.
        eps: float added to the variance.
        elementwise_affine: bool, have a weight.
        bias: bool, have a bias, if there is a weight.
        dtype: dtype of the Parameters; None means Float32.

    Inputs:
        - **input** (Tensor) - the last dimensions are `normalized_shape`; Float16, BFloat16,
          Float32 or Float64.

    Outputs:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: `normalized_shape` is not an int, tuple or list, or `input` is not a Tensor or of
            another dtype.
        ValueError: `normalized_shape` is empty or does not fit `input`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.LayerNormExt(2, eps=0.0)(ms.Tensor([[1., 3.]])))
        [[-1.  1.]]

    References:
        Ba, Kiros, Hinton: Layer Normalization, 2016.
    """

    def __init__(
        self,
        normalized_shape: Sizes,
        eps: float = 1e-5,
        elementwise_affine: bool = True,
        bias: bool = True,
        dtype: mstype.Type | None = None,
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
        num_groups: int, number of groups, which divides `num_channels`.
        num_channels: int, number of channels.
        eps: number added to the variance.
        affine: bool, train gamma and beta.
        gamma_init: initializer of the scale.
        beta_init: initializer of the shift.
        dtype: dtype of the Parameters.

    Inputs:
        - **x** (Tensor) - of shape (N, num_channels, ...); Float16, BFloat16, Float32 or Float64.

    Outputs:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: an argument has a wrong type, or `x` is not a Tensor, or is of another dtype.
        ValueError: a number is not positive, `num_groups` does not divide `num_channels`, or `x`
            has another number of channels.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.GroupNorm(2, 4)
        >>> print(net(ms.ops.ones((1, 4, 1, 1))).reshape(-1))
        [0. 0. 0. 0.]

    References:
        Wu, He: Group Normalization, 2018.
    """

    def __init__(
        self,
        num_groups: int,
        num_channels: int,
        eps: float = 1e-5,
        affine: bool = True,
        gamma_init: InitialValue = "ones",
        beta_init: InitialValue = "zeros",
        dtype: mstype.Type = mstype.float32,
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
