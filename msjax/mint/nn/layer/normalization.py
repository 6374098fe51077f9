"""Normalization."""

from __future__ import annotations

from typing import Any

import numpy as np

from msjax import _checkparam as validator
from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.base.dtype import Type
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.common.initializer import initializer
from msjax.communication._comm_helper import HCCL_WORLD_COMM_GROUP
from msjax.communication.management import get_group_size
from msjax.kernels.comm import batch_norm as across
from msjax.mint.nn import functional as F
from msjax.mint.nn.layer._functions import _SyncBatchNorm
from msjax.nn.cell import Cell
from msjax.nn.layer.normalization import LayerNormExt as LayerNorm

__all__ = ["BatchNorm1d", "BatchNorm2d", "BatchNorm3d", "GroupNorm", "LayerNorm", "SyncBatchNorm"]


class _NormBase(Cell):
    """What the batch norm layers share: weight, bias and running statistics."""

    _msj_inner = {"shape": "Shape"}

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        dtype: Type | None = None,
    ) -> None:
        super().__init__()
        self.num_features, self.eps, self.momentum = num_features, eps, momentum
        self.affine, self.track_running_stats = affine, track_running_stats
        self.dtype = mstype.float32 if dtype is None else dtype
        self.weight = self.bias = None
        self.running_mean = self.running_var = self.num_batches_tracked = None
        ones, zeros = np.ones(num_features), np.zeros(num_features)
        if affine:
            self.weight = self._parameter(ones, "weight", True)
            self.bias = self._parameter(zeros, "bias", True)
        if track_running_stats:
            self.running_mean = self._parameter(zeros, "running_mean", False)
            self.running_var = self._parameter(ones, "running_var", False)
            count = Tensor(0, mstype.int64)
            self.num_batches_tracked = Parameter(
                count, name="num_batches_tracked", requires_grad=False
            )

    def _parameter(self, values: Any, name: str, trained: bool) -> Parameter:
        return Parameter(Tensor(values, self.dtype), name=name, requires_grad=trained)

    def reset_running_stats(self) -> None:
        """Make the running mean and the number of batches 0, the running variance 1."""
        if self.track_running_stats:
            for parameter, value in (
                (self.running_mean, 0),
                (self.running_var, 1),
                (self.num_batches_tracked, 0),
            ):
                parameter.set_data(ops.full_like(parameter, value))

    def reset_parameters(self) -> None:
        """Make the weight 1 and the bias 0, and reset the running statistics."""
        self.reset_running_stats()
        if self.affine:
            self.weight.set_data(ops.ones_like(self.weight))
            self.bias.set_data(ops.zeros_like(self.bias))

    def _check_input_dim(self, input: Tensor) -> None:
        raise NotImplementedError

    def _begin(self) -> tuple[bool, Any, Any, Any]:
        """Whether the batch's statistics count, the running ones, and the share of the batch."""
        mean, variance, share = self.running_mean, self.running_var, self.momentum
        if self.training:
            if not self.track_running_stats:
                return True, None, None, 0.0 if share is None else share
            self.num_batches_tracked.assign_value(self.num_batches_tracked + 1)
            if share is None:
                share = 1.0 / self.num_batches_tracked.astype(mstype.float32)
            return True, mean, variance, share
        return mean is None and variance is None, mean, variance, 0.0 if share is None else share

    def extend_repr(self) -> str:
        """The settings, for printing."""
        return (
            f"num_features={self.num_features}, eps={self.eps}, momentum={self.momentum}, "
            f"affine={self.affine}, track_running_stats={self.track_running_stats}"
        )


class _BatchNorm(_NormBase):
    def construct(self, input: Tensor) -> Tensor:
        """Normalize; in training mode also update the running statistics."""
        self._check_input_dim(input)
        by_batch, mean, variance, share = self._begin()
        settings = (self.weight, self.bias, by_batch, share, self.eps)
        return F.batch_norm(input, mean, variance, *settings)


def _check_dim(count: int, *expected: int) -> None:
    if count not in expected:
        allowed = " or ".join(f"{n}D" for n in expected)
        raise ValueError(f"expected {allowed} input, but got {count}D input")


class BatchNorm1d(_BatchNorm):
    """Batch norm of (N, C) or (N, C, L).

    Args:
        num_features: int, number of channels.
        eps: float added to the variance.
        momentum: float, share of the batch in the new running statistics; None for the mean of all
            batches.
        affine: bool, have a weight and a bias.
        track_running_stats: bool, have running statistics, for use without training; otherwise the
            batch's are always used.
        dtype: dtype of the Parameters; None means Float32.

    Inputs:
        - **input** (Tensor) - of shape (N, C) or (N, C, L); Float16, BFloat16 or Float32.

    Outputs:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: an argument has a wrong type, or `input` is not a Tensor, or is of another dtype.
        ValueError: `num_features` is negative, or `input` has another rank or number of channels.

    Examples:
        >>> import msjax as ms
        >>> net = ms.mint.nn.BatchNorm1d(1, eps=0.0).set_train()
        >>> print(net(ms.Tensor([1., 3.]).reshape((2, 1))).reshape(-1))
        [-1.  1.]
        >>> print(net.running_mean.asnumpy(), net.num_batches_tracked.asnumpy())
        [0.2] 1

    References:
        Ioffe, Szegedy: Batch Normalization: Accelerating Deep Network Training by Reducing Internal
        Covariate Shift, 2015.
    """

    def _check_input_dim(self, input: Tensor) -> None:
        _check_dim(input.ndim, 2, 3)


class BatchNorm2d(_BatchNorm):
    """Batch norm of (N, C, H, W).

    Args:
        num_features: int, number of channels.
        eps: float added to the variance.
        momentum: float, share of the batch in the new running statistics; None for the mean of all
            batches.
        affine: bool, have a weight and a bias.
        track_running_stats: bool, have running statistics, for use without training; otherwise the
            batch's are always used.
        dtype: dtype of the Parameters; None means Float32.

    Inputs:
        - **input** (Tensor) - of shape (N, C, H, W); Float16, BFloat16 or Float32.

    Outputs:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: an argument has a wrong type, or `input` is not a Tensor, or is of another dtype.
        ValueError: `num_features` is negative, or `input` has another rank or number of channels.

    Examples:
        >>> import msjax as ms
        >>> net = ms.mint.nn.BatchNorm2d(1, eps=0.0).set_train()
        >>> print(net(ms.Tensor([1., 3.]).reshape((1, 1, 1, 2))).reshape(-1))
        [-1.  1.]
        >>> print(net.running_mean.asnumpy(), net.num_batches_tracked.asnumpy())
        [0.2] 1

    References:
        Ioffe, Szegedy: Batch Normalization: Accelerating Deep Network Training by Reducing Internal
        Covariate Shift, 2015.
    """

    def _check_input_dim(self, input: Tensor) -> None:
        _check_dim(input.ndim, 4)


class BatchNorm3d(_BatchNorm):
    """Batch norm of (N, C, D, H, W).

    Args:
        num_features: int, number of channels.
        eps: float added to the variance.
        momentum: float, share of the batch in the new running statistics; None for the mean of all
            batches.
        affine: bool, have a weight and a bias.
        track_running_stats: bool, have running statistics, for use without training; otherwise the
            batch's are always used.
        dtype: dtype of the Parameters; None means Float32.

    Inputs:
        - **input** (Tensor) - of shape (N, C, D, H, W); Float16, BFloat16 or Float32.

    Outputs:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: an argument has a wrong type, or `input` is not a Tensor, or is of another dtype.
        ValueError: `num_features` is negative, or `input` has another rank or number of channels.

    Examples:
        >>> import msjax as ms
        >>> net = ms.mint.nn.BatchNorm3d(1, eps=0.0).set_train()
        >>> print(net(ms.Tensor([1., 3.]).reshape((1, 1, 1, 1, 2))).reshape(-1))
        [-1.  1.]
        >>> print(net.running_mean.asnumpy(), net.num_batches_tracked.asnumpy())
        [0.2] 1

    References:
        Ioffe, Szegedy: Batch Normalization: Accelerating Deep Network Training by Reducing Internal
        Covariate Shift, 2015.
    """

    def _check_input_dim(self, input: Tensor) -> None:
        _check_dim(input.ndim, 5)


class GroupNorm(Cell):
    """Group norm: groups of channels of each sample are moved to mean 0 and variance 1.

    Args:
        num_groups: int, number of groups.
        num_channels: int, number of channels, a multiple of `num_groups`.
        eps: float added to the variance.
        affine: bool, train the weight and the bias.
        dtype: dtype of the Parameters; None means Float32.

    Inputs:
        - **input** (Tensor) - of shape (N, num_channels, ...); Float16, BFloat16 or Float32.

    Outputs:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: an argument has a wrong type, or `input` is not a Tensor, or is of another dtype.
        ValueError: a number is not positive, `num_channels` is no multiple of `num_groups`, or
            `input` has another number of channels.

    Examples:
        >>> import msjax as ms
        >>> net = ms.mint.nn.GroupNorm(1, 2, eps=0.0)
        >>> print(net(ms.Tensor([[1., 3.]])))
        [[-1.  1.]]

    References:
        Wu, He: Group Normalization, 2018.
    """

    def __init__(
        self,
        num_groups: int,
        num_channels: int,
        eps: float = 1e-5,
        affine: bool = True,
        dtype: Type | None = None,
    ):
        super().__init__()
        name = self.cls_name
        self.num_groups = validator.check_positive_int(num_groups, "num_groups", name)
        self.num_channels = validator.check_positive_int(num_channels, "num_channels", name)
        if num_channels % num_groups:
            raise ValueError(
                f"For '{name}', the 'num_channels' must be a multiple of 'num_groups', but got "
                f"{num_channels} and {num_groups}."
            )
        self.eps = validator.check_value_type("eps", eps, (float,), name)
        self.affine = validator.check_bool(affine, "affine", name)
        kind = mstype.float32 if dtype is None else dtype
        ones, zeros = (initializer(i, num_channels, dtype=kind) for i in ("ones", "zeros"))
        self.weight = Parameter(ones, name="weight", requires_grad=affine)
        self.bias = Parameter(zeros, name="bias", requires_grad=affine)

    def construct(self, input: Tensor) -> Tensor:
        """Normalize a batch."""
        return ops.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extend_repr(self) -> str:
        """The settings, for printing."""
        return (
            f"num_groups={self.num_groups}, num_channels={self.num_channels}, eps={self.eps}, "
            f"affine={self.affine}"
        )


class SyncBatchNorm(_BatchNorm):
    """Batch norm by the statistics of all processes of a group.

    Args:
        num_features: int, number of channels.
        eps: float added to the variance.
        momentum: float, share of the batch in the new running statistics; None for the mean of all
            batches.
        affine: bool, have a weight and a bias.
        track_running_stats: bool, have running statistics; without them there is no result.
        process_group: str, the group; None means all processes.
        dtype: dtype of the Parameters; None means Float32.

    Inputs:
        - **input** (Tensor) - of shape (N, C, ...); Float16, BFloat16 or Float32.

    Outputs:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: an argument has a wrong type, or `input` is not a Tensor, or is of another dtype.
        ValueError: `num_features` is negative, there are no running statistics, or `input` has less
            than 2 dimensions, no or another number of channels.

    Examples:
        >>> import msjax as ms
        >>> net = ms.mint.nn.SyncBatchNorm(1, eps=1e-6).set_train()
        >>> print(net(ms.Tensor([[1.], [3.]])).asnumpy().round(3))
        [[-1.]
         [ 1.]]

    References:
        Ioffe, Szegedy: Batch Normalization: Accelerating Deep Network Training by Reducing Internal
        Covariate Shift, 2015.
    """

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        process_group: str | None = None,
        dtype: Type | None = None,
    ):
        super().__init__(num_features, eps, momentum, affine, track_running_stats, dtype)
        self.process_group = process_group or HCCL_WORLD_COMM_GROUP
        self.world_size = get_group_size(self.process_group)
        self.sync_batch_norm = _SyncBatchNorm(num_features, self.world_size, self.dtype)

    def _check_input_dim(self, input: Tensor) -> None:
        if input.ndim < 2:
            raise ValueError(f"expected at least 2D input (got {input.ndim}D input)")

    def construct(self, input: Tensor) -> Tensor:
        """Normalize; in training mode also update the running statistics."""
        self._check_input_dim(input)
        if input.shape[1] == 0:
            raise ValueError(f"For '{self.cls_name}', the input must have channels.")
        by_batch, mean, variance, share = self._begin()
        if by_batch and self.world_size > 1:
            running = (mean, variance)
            settings = (self.eps, share, self.process_group)
            return across.batch_norm(input, self.weight, self.bias, running, *settings)
        if mean is None or variance is None:
            raise ValueError(f"For '{self.cls_name}', there must be running statistics.")
        weight, bias = self.weight, self.bias
        if weight is None:
            weight, bias = ops.ones_like(mean), ops.zeros_like(mean)
        settings = (weight, bias, by_batch, share, self.eps)
        return ops.batch_norm(input, mean, variance, *settings)
