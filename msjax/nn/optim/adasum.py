"""AdaSum, a reduction of gradients over sixteen or more devices."""

from __future__ import annotations

from msjax.context import get_auto_parallel_context
from msjax.nn.cell import Cell


def _refuse(name: str) -> None:
    if get_auto_parallel_context("parallel_mode") == "stand_alone":
        raise RuntimeError("Stand alone mode is not supported to apply adasum.")
    raise NotImplementedError(
        f"nn.{name} is not supported by msjax: it needs Send and Receive between devices. Use the "
        "optimizer itself, with gradients reduced by nn.DistributedGradReducer."
    )


class AdaSumByGradWrapCell(Cell):
    """An optimizer behind AdaSum of the gradients, for sixteen or more devices.

    Args:
        optimizer: Optimizer.

    Raises:
        RuntimeError: in stand-alone mode.
        NotImplementedError: in the other modes.

    Examples:
        >>> import msjax as ms
        >>> w = ms.Parameter(ms.Tensor([1.0]), name="w")
        >>> ms.nn.AdaSumByGradWrapCell(ms.nn.SGD([w], 0.5))
        Traceback (most recent call last):
        RuntimeError: Stand alone mode is not supported to apply adasum.

    References:
        Maleki et al.: Scaling Distributed Training with Adaptive Summation, 2020.
    """

    def __init__(self, optimizer: Cell):
        super().__init__(auto_prefix=False)
        _refuse("AdaSumByGradWrapCell")


class AdaSumByDeltaWeightWrapCell(Cell):
    """An optimizer before AdaSum of the changes of the weights, for sixteen or more devices.

    Args:
        optimizer: Optimizer.

    Raises:
        RuntimeError: in stand-alone mode.
        NotImplementedError: in the other modes.

    Examples:
        >>> import msjax as ms
        >>> w = ms.Parameter(ms.Tensor([1.0]), name="w")
        >>> ms.nn.AdaSumByDeltaWeightWrapCell(ms.nn.SGD([w], 0.5))
        Traceback (most recent call last):
        RuntimeError: Stand alone mode is not supported to apply adasum.

    References:
        Maleki et al.: Scaling Distributed Training with Adaptive Summation, 2020.
    """

    def __init__(self, optimizer: Cell):
        super().__init__(auto_prefix=False)
        _refuse("AdaSumByDeltaWeightWrapCell")
