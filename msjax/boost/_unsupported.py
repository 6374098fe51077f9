"""Parts of the boost package that need several devices or MindSpore's compiler."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

import numpy as np

from msjax._core.base.errors import unsupported
from msjax._core.tensor.parameter import Parameter
from msjax.nn.cell import Cell

if TYPE_CHECKING:
    from msjax._core.tensor.tensor import Tensor

_INSTEAD = {
    "AdaSum": "use nn.DistributedGradReducer",
    "DimReduce": "use an optimizer of nn, such as nn.Lamb or nn.thor",
    "GroupLossScaleManager": "use amp.DynamicLossScaleManager",
}


def _refused(name: str) -> NotImplementedError:
    return unsupported(f"boost.{name}", _INSTEAD[name])


class AdaSum(Cell):
    """Would add the gradients of many devices up by their directions.

    Args:
        rank: int, number of this device.
        device_number: int, devices of a server.
        group_number: int, groups of devices.
        parameter_tuple: ParameterTuple.

    Inputs:
        - **delta_weights** (tuple[Tensor]) - no instance can be made here.
        - **parameters** (tuple[Tensor]) - no instance can be made here.
        - **old_parameters** (tuple[Tensor]) - no instance can be made here.

    Outputs:
        None: no instance can be made here.

    Raises:
        NotImplementedError: always.

    Examples:
        >>> import msjax as ms
        >>> ms.boost.AdaSum(0, 8, 2, ())
        Traceback (most recent call last):
        NotImplementedError: boost.AdaSum is not supported by msjax; use nn.DistributedGradReducer.

    References:
        Maleki et al.: Scaling Distributed Training with Adaptive Summation, 2020.
    """

    def __init__(
        self, rank: int, device_number: int, group_number: int, parameter_tuple: Sequence[Parameter]
    ):
        raise _refused("AdaSum")

    def construct(
        self,
        delta_weights: Sequence[Tensor],
        parameters: Sequence[Tensor],
        old_parameters: Sequence[Tensor],
    ) -> NoReturn:
        """Raise NotImplementedError."""
        raise _refused("AdaSum")


class DimReduce(Cell):
    """Would search steps in a subspace of earlier weights.

    Args:
        network: Cell whose output is the loss.
        optimizer: Optimizer.
        weight: the Parameters.
        pca_mat_local: matrix of the subspace.
        n_components: int, dimensions of the subspace.
        rho: float, how fast the step size shrinks in the line search.
        gamma: float, the momentum.
        alpha: float, the least decrease.
        sigma: float, the least curvature.
        rank: int, number of this device.
        rank_size: int, number of devices.

    Inputs:
        - **loss** (Tensor) - no instance can be made here.
        - **old_grad** (tuple[Tensor]) - no instance can be made here.
        - **loss_scale** (Tensor) - no instance can be made here.
        - **weight** (tuple[Tensor]) - no instance can be made here.
        - **weight_clone** (tuple[Tensor]) - no instance can be made here.
        - **inputs** (tuple[Tensor]) - no instance can be made here.

    Outputs:
        None: no instance can be made here.

    Raises:
        NotImplementedError: always.

    Examples:
        >>> import msjax as ms
        >>> ms.boost.DimReduce(*range(11))
        Traceback (most recent call last):
        NotImplementedError: boost.DimReduce is not supported by msjax; ...
    """

    def __init__(
        self,
        network: Cell,
        optimizer: Cell,
        weight: Sequence[Parameter],
        pca_mat_local: np.ndarray,
        n_components: int,
        rho: float,
        gamma: float,
        alpha: float,
        sigma: float,
        rank: int,
        rank_size: int,
    ):
        raise _refused("DimReduce")

    def construct(
        self,
        loss: Tensor,
        old_grad: Sequence[Tensor],
        loss_scale: Tensor,
        weight: Sequence[Tensor],
        weight_clone: Sequence[Tensor],
        *inputs: Tensor,
    ) -> NoReturn:
        """Raise NotImplementedError."""
        raise _refused("DimReduce")


class GroupLossScaleManager(Cell):
    """Would keep a loss scale for each group of layers.

    Args:
        init_loss_scale: float, the first value.
        loss_scale_groups: list of lists of Parameters.

    Inputs:
        - **x** (Tensor) - no instance can be made here.
        - **layer1** (int) - no instance can be made here.
        - **layer2** (int) - no instance can be made here.

    Outputs:
        None: no instance can be made here.

    Raises:
        NotImplementedError: always.

    Examples:
        >>> import msjax as ms
        >>> ms.boost.GroupLossScaleManager(1024.0, [])
        Traceback (most recent call last):
        NotImplementedError: boost.GroupLossScaleManager is not supported by msjax; ...
    """

    def __init__(self, init_loss_scale: float, loss_scale_groups: list):
        raise _refused("GroupLossScaleManager")

    def construct(self, x: Tensor, layer1: int, layer2: int) -> NoReturn:
        """Raise NotImplementedError."""
        raise _refused("GroupLossScaleManager")
