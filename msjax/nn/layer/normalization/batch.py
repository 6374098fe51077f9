"""Normalization with the statistics of a batch."""

from __future__ import annotations

from typing import Any

import jax

from msjax import _checkparam as validator
from msjax._core.base import dtype as mstype
from msjax._core.base.dtype import Type
from msjax._core.base.errors import Speaker, describe, must, prefixed
from msjax._core.op.older import without
from msjax._core.op.publish import call
from msjax._core.op.registry import resolve
from msjax._core.runtime import devices
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.common._init_base import InitialValue
from msjax.common.initializer import initializer
from msjax.communication.management import (
    HCCL_WORLD_COMM_GROUP,
    create_group,
    get_group_size,
    get_rank,
)
from msjax.kernels.comm import batch_norm as across
from msjax.kernels.comm.collective import world
from msjax.kernels.nn.batch_norm import (
    batch_norm_infer,
    batch_norm_train,
    check_batch_settings,
    update_running,
)
from msjax.nn.cell import Cell
from msjax.parallel._utils import _get_parallel_mode

_train, _infer = call(batch_norm_train), call(batch_norm_infer)


def _shape_of(x: Any, owner: str) -> tuple[int, ...]:
    """Shape of the argument of a layer, which must be an array."""
    if not isinstance(x, (Tensor, jax.Array)):
        raise TypeError(prefixed(owner, must("x", "a Tensor", describe(x))))
    return x.shape


def _check_dim(dim: int, expected: int, owner: str) -> None:
    if dim != expected:
        raise ValueError(f"For '{owner}', the in_shape must have {expected} dims, but got {dim}.")


def _check_statistics(owner: str, num_features: Any, momentum: Any) -> None:
    validator.check_value_type("num_features", num_features, [int], owner)
    if num_features < 1:
        raise ValueError(
            f"For '{owner}', the 'num_features' must be at least 1, but got {num_features}."
        )
    if not isinstance(momentum, (int, float)):
        validator.check_value_type("momentum", momentum, [int, float], owner)
    if momentum < 0 or momentum > 1:
        raise ValueError(
            f"For '{owner}', the 'momentum' must be a number in range [0, 1], but got {momentum}."
        )


def _check_flat_or(rank: int, other: int, owner: str) -> None:
    if rank not in (2, other):
        raise ValueError(f"For '{owner}', the must have 2 dims or {other} dims, but got {rank}.")


class _BatchNorm(Cell):
    """What the batch norm layers share."""

    _msj_inner = {
        "assign_sub_mean": "AssignSub",
        "assign_sub_var": "AssignSub",
        "cast": "Cast",
        "dtype": "DType",
        "mul_mean": "Mul",
        "mul_var": "Mul",
        "reshape": "Reshape",
        "shape": "Shape",
        "sqrt": "Sqrt",
        "square": "Square",
        "sub_mean": "Sub",
        "sub_var": "Sub",
        "reduce_mean": ("ReduceMean", True),
        "parallel_mode": lambda c: _get_parallel_mode(),
    }

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float = 0.9,
        affine: bool = True,
        gamma_init: InitialValue = "ones",
        beta_init: InitialValue = "zeros",
        moving_mean_init: InitialValue = "zeros",
        moving_var_init: InitialValue = "ones",
        use_batch_statistics: bool | None = None,
        data_format: str = "NCHW",
        dtype: Type = mstype.float32,
    ):
        super().__init__()
        name = self.cls_name
        _check_statistics(name, num_features, momentum)
        self.format = validator.check_string(data_format, ["NCHW", "NHWC"], "format", name)
        if not (use_batch_statistics is None or isinstance(use_batch_statistics, bool)):
            raise ValueError(
                f"For '{name}', the 'use_batch_statistics' must be a boolean value or None, "
                f"but got {use_batch_statistics}."
            )
        self.use_batch_statistics = use_batch_statistics
        self.num_features, self.eps = num_features, eps
        self.momentum = 1.0 - momentum
        self.gamma_init, self.beta_init = gamma_init, beta_init
        self.moving_mean_init, self.moving_var_init = moving_mean_init, moving_var_init

        def parameter(init: Any, label: str, trained: bool) -> Parameter:
            values = initializer(init, num_features, dtype=dtype)
            return Parameter(values, name=label, requires_grad=trained)

        self.moving_mean = parameter(moving_mean_init, "mean", False)
        self.moving_variance = parameter(moving_var_init, "variance", False)
        self.gamma = parameter(gamma_init, "gamma", affine)
        self.beta = parameter(beta_init, "beta", affine)
        primitive = resolve("ops.BatchNorm")
        self.bn_train = primitive(True, eps, self.momentum, data_format)
        self.bn_infer = primitive(False, eps, data_format=data_format)

    def _check_input_dim(self, shape: tuple[int, ...], owner: str) -> None:
        raise NotImplementedError

    def construct(self, x: Tensor) -> Tensor:
        """Normalize; in training mode also update the running statistics."""
        self._check_input_dim(_shape_of(x, self.cls_name), self.cls_name)
        with Speaker("BatchNorm"):
            check_batch_settings(self.eps, self.momentum)
        by_batch = self.use_batch_statistics
        mean, variance = self.moving_mean, self.moving_variance
        if self.training if by_batch is None else by_batch:
            return self._normalized_by_batch(x)
        return _infer(x, self.gamma, self.beta, mean, variance, self.eps, self.format)

    def _normalized_by_batch(self, x: Tensor) -> Tensor:
        running = (self.moving_mean, self.moving_variance)
        settings = (self.eps, self.momentum, self.format)
        results = _train(x, self.gamma, self.beta, *running, *settings)
        update_running(running, results[1:3])
        return results[0]

    def extend_repr(self) -> str:
        """The settings, for printing."""
        return (
            f"num_features={self.num_features}, eps={self.eps}, momentum={1.0 - self.momentum}, "
            f"gamma={self.gamma}, beta={self.beta}, moving_mean={self.moving_mean}, "
            f"moving_variance={self.moving_variance}"
        )


class BatchNorm1d(_BatchNorm):
    """Batch norm of (N, C) or (N, C, L).

    Args:
        num_features: int, number of channels.
        eps: number added to the variance.
        momentum: share of the old values in the new running statistics.
        affine: train gamma and beta.
        gamma_init: initializer of the scale.
        beta_init: initializer of the shift.
        moving_mean_init: initializer of the running mean.
        moving_var_init: initializer of the running variance.
        use_batch_statistics: use the batch's statistics: always, never, or (None) in training.
        data_format: "NCHW" or "NHWC".
        dtype: dtype of the Parameters.

    Inputs:
        - **x** (Tensor) - of shape (N, C) or (N, C, L); Float16, BFloat16 or Float32.

    Outputs:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: an argument has a wrong type, or `x` is of another dtype.
        ValueError: an argument is out of range, or `x` has another rank or number of channels.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.BatchNorm1d(2)(ms.Tensor([[1., 2.]])).asnumpy().round(3))
        [[1. 2.]]

    References:
        Ioffe, Szegedy: Batch Normalization: Accelerating Deep Network Training by Reducing Internal
        Covariate Shift, 2015.
    """

    def _check_input_dim(self, shape: tuple[int, ...], owner: str) -> None:
        _check_flat_or(len(shape), 3, owner)


class BatchNorm2d(_BatchNorm):
    """Batch norm of (N, C, H, W).

    Args:
        num_features: int, number of channels.
        eps: number added to the variance.
        momentum: share of the old values in the new running statistics.
        affine: train gamma and beta.
        gamma_init: initializer of the scale.
        beta_init: initializer of the shift.
        moving_mean_init: initializer of the running mean.
        moving_var_init: initializer of the running variance.
        use_batch_statistics: use the batch's statistics: always, never, or (None) in training.
        data_format: "NCHW" or "NHWC".
        dtype: dtype of the Parameters.

    Inputs:
        - **x** (Tensor) - of shape (N, C, H, W), or (N, H, W, C) with "NHWC"; Float16, BFloat16 or
          Float32.

    Outputs:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: an argument has a wrong type, or `x` is of another dtype.
        ValueError: an argument is out of range, or `x` has another rank or number of channels.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.BatchNorm2d(2)
        >>> _ = net.set_train()(ms.ops.ones((1, 2, 3, 3)))
        >>> print(net.moving_mean.asnumpy())
        [0.1 0.1]

    References:
        Ioffe, Szegedy: Batch Normalization: Accelerating Deep Network Training by Reducing Internal
        Covariate Shift, 2015.
    """

    def _check_input_dim(self, shape: tuple[int, ...], owner: str) -> None:
        _check_dim(len(shape), 4, owner)


class BatchNorm3d(Cell):
    """Batch norm of (N, C, D, H, W).

    Args:
        num_features: int, number of channels.
        eps: number added to the variance.
        momentum: float, share of the old values in the new running statistics.
        affine: bool, train gamma and beta.
        gamma_init: initializer of the scale.
        beta_init: initializer of the shift.
        moving_mean_init: initializer of the running mean.
        moving_var_init: initializer of the running variance.
        use_batch_statistics: bool, use the batch's statistics: always, never, or (None) in
            training.
        dtype: dtype of the Parameters.

    Inputs:
        - **x** (Tensor) - of shape (N, C, D, H, W); Float16, BFloat16 or Float32.

    Outputs:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: an argument has a wrong type, or `x` is of another dtype.
        ValueError: an argument is out of range, or `x` has another rank or number of channels.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.BatchNorm3d(2)
        >>> net(ms.ops.ones((1, 2, 3, 3, 3))).shape
        (1, 2, 3, 3, 3)

    References:
        Ioffe, Szegedy: Batch Normalization: Accelerating Deep Network Training by Reducing Internal
        Covariate Shift, 2015.
    """

    _msj_inner = {"reshape": "Reshape", "shape": "Shape"}

    @without(data_format="NCDHW")  # 1.10
    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float = 0.9,
        affine: bool = True,
        gamma_init: InitialValue = "ones",
        beta_init: InitialValue = "zeros",
        moving_mean_init: InitialValue = "zeros",
        moving_var_init: InitialValue = "ones",
        use_batch_statistics: bool | None = None,
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__()
        self.bn2d = BatchNorm2d(
            num_features,
            eps,
            momentum,
            affine,
            gamma_init,
            beta_init,
            moving_mean_init,
            moving_var_init,
            use_batch_statistics,
            dtype=dtype,
        )

    def construct(self, x: Tensor) -> Tensor:
        """Normalize; in training mode also update the running statistics."""
        shape = _shape_of(x, self.cls_name)
        _check_dim(len(shape), 5, self.cls_name)
        return self.bn2d(x.reshape((*shape[:2], shape[2] * shape[3], shape[4]))).reshape(shape)


class SyncBatchNorm(_BatchNorm):
    """Batch norm by the statistics of the batches of all processes, or of those of a group.

    Args:
        num_features: int, number of channels.
        eps: number added to the variance.
        momentum: float, share of the old values in the new running statistics.
        affine: bool, train gamma and beta.
        gamma_init: initializer of the scale.
        beta_init: initializer of the shift.
        moving_mean_init: initializer of the running mean.
        moving_var_init: initializer of the running variance.
        use_batch_statistics: bool, use the batch's statistics: always, never, or (None) in
            training.
        process_groups: lists of the ranks that share statistics.
        dtype: dtype of the Parameters.

    Inputs:
        - **x** (Tensor) - of shape (N, C) or (N, C, H, W); Float16, BFloat16 or Float32.

    Outputs:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: an argument has a wrong type, or `x` is of another dtype.
        ValueError: an argument is out of range, a rank does not exist or comes twice, or `x` has
            another rank or number of channels.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.SyncBatchNorm(2).set_train()
        >>> print(net(ms.ops.ones((4, 2))))
        [[0. 0.]
         [0. 0.]
         [0. 0.]
         [0. 0.]]

    References:
        Ioffe, Szegedy: Batch Normalization: Accelerating Deep Network Training by Reducing Internal
        Covariate Shift, 2015.
    """

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float = 0.9,
        affine: bool = True,
        gamma_init: InitialValue = "ones",
        beta_init: InitialValue = "zeros",
        moving_mean_init: InitialValue = "zeros",
        moving_var_init: InitialValue = "ones",
        use_batch_statistics: bool | None = None,
        process_groups: list | int | None = None,
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__(
            num_features,
            eps,
            momentum,
            affine,
            gamma_init,
            beta_init,
            moving_mean_init,
            moving_var_init,
            use_batch_statistics,
            dtype=dtype,
        )
        self.process_groups = process_groups
        self.is_global, self.group_name = False, None
        self.rank_id, self.rank_size = get_rank(), get_group_size()
        if process_groups not in (None, 0):
            name = self.cls_name
            if not isinstance(process_groups, list):
                raise ValueError(
                    f"For '{name}', the 'process_groups' must be a list of lists, "
                    f"but got {process_groups}."
                )
            for group in process_groups:
                validator.check_value_type("process_groups", group, [list, tuple], name)
            _check_ranks(process_groups, self.rank_size)
        if self.rank_size > 1 and process_groups != 0:
            self._join(process_groups)

    def _join(self, process_groups: list | None) -> None:
        """Choose the group whose statistics this process shares."""
        self.is_global, self.group_name = True, world(HCCL_WORLD_COMM_GROUP)
        if process_groups is None:
            return
        ranks = next((list(g) for g in process_groups if self.rank_id in g), [self.rank_id])
        self.is_global = len(ranks) > 1
        if self.is_global:
            self.group_name = "sync_batch_norm_" + "_".join(map(str, ranks))
            create_group(self.group_name, ranks)

    def _normalized_by_batch(self, x: Tensor) -> Tensor:
        if not self.is_global or devices.dividing() is not None:  # then the batch is that of all
            return super()._normalized_by_batch(x)
        running = (self.moving_mean, self.moving_variance)
        settings = (self.eps, self.momentum, self.group_name)
        return across.batch_norm(x, self.gamma, self.beta, running, *settings)

    def _check_input_dim(self, shape: tuple[int, ...], owner: str) -> None:
        _check_flat_or(len(shape), 4, owner)


class GlobalBatchNorm(SyncBatchNorm):
    """Batch norm over groups of devices; a layer of MindSpore 1.x.

    Args:
        num_features: int, number of channels.
        eps: number added to the variance.
        momentum: float, share of the old values in the new running statistics.
        affine: bool, train gamma and beta.
        gamma_init: initializer of the scale.
        beta_init: initializer of the shift.
        moving_mean_init: initializer of the running mean.
        moving_var_init: initializer of the running variance.
        use_batch_statistics: bool, use the batch's statistics: always, never, or (None) in
            training.
        device_num_each_group: int, devices of a group; one device's batch is the whole batch here.

    Inputs:
        - **x** (Tensor) - of shape (N, C) or (N, C, H, W); Float16, BFloat16 or Float32.

    Outputs:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: an argument has a wrong type, or `x` is of another dtype.
        ValueError: an argument is out of range, or `x` has another rank or number of channels.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.GlobalBatchNorm(2)
        >>> net(ms.ops.ones((1, 2, 3, 3))).shape
        (1, 2, 3, 3)

    References:
        Ioffe, Szegedy: Batch Normalization: Accelerating Deep Network Training by Reducing Internal
        Covariate Shift, 2015.
    """

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float = 0.9,
        affine: bool = True,
        gamma_init: InitialValue = "ones",
        beta_init: InitialValue = "zeros",
        moving_mean_init: InitialValue = "zeros",
        moving_var_init: InitialValue = "ones",
        use_batch_statistics: bool | None = None,
        device_num_each_group: int = 2,
    ):
        super().__init__(
            num_features,
            eps,
            momentum,
            affine,
            gamma_init,
            beta_init,
            moving_mean_init,
            moving_var_init,
            use_batch_statistics,
        )
        self.device_num_each_group = device_num_each_group


def _check_ranks(groups: list, size: int) -> None:
    ranks = [rank for group in groups for rank in group]
    for rank in ranks:
        validator.check_int_range(rank, 0, size, validator.INC_LEFT, "rank id in process_groups")
    if len(set(ranks)) != len(ranks):
        raise ValueError("rank id in process_groups should not be duplicated.")
