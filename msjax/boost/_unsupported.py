"""Parts of the boost package that need several devices or MindSpore's compiler."""

from __future__ import annotations

from typing import Any

from msjax._core.errors import unsupported
from msjax.nn.cell import Cell

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
        parameter_tuple: the Parameters.

    Raises:
        NotImplementedError: always.
    """

    def __init__(self, rank: int, device_number: int, group_number: int, parameter_tuple: Any):
        raise _refused("AdaSum")

    def construct(self, delta_weights: Any, parameters: Any, old_parameters: Any) -> Any:
        raise _refused("AdaSum")


class DimReduce(Cell):
    """Would search steps in a subspace of earlier weights.

    Args:
        as in MindSpore.

    Raises:
        NotImplementedError: always.
    """

    def __init__(
        self,
        network: Cell,
        optimizer: Any,
        weight: Any,
        pca_mat_local: Any,
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
        loss: Any,
        old_grad: Any,
        loss_scale: Any,
        weight: Any,
        weight_clone: Any,
        *inputs: Any,
    ) -> Any:
        raise _refused("DimReduce")


class GroupLossScaleManager(Cell):
    """Would keep a loss scale for each group of layers.

    Args:
        init_loss_scale: the first value.
        loss_scale_groups: list of lists of Parameters.

    Raises:
        NotImplementedError: always.
    """

    def __init__(self, init_loss_scale: Any, loss_scale_groups: list):
        raise _refused("GroupLossScaleManager")

    def construct(self, x: Any, layer1: int, layer2: int) -> Any:
        raise _refused("GroupLossScaleManager")
