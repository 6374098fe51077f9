"""The base class of losses."""

from __future__ import annotations

from typing import Any

from msjax._core.op import call
from msjax._core.tensor import Tensor
from msjax.nn.cell import Cell
from msjax.ops import loss_distance
from msjax.ops._losses import check_reduction

_weighted = call(loss_distance.weighted)


class LossBase(Cell):
    """Base class of losses.

    A subclass computes an element-wise loss in `construct` and returns `self.get_loss(loss)`.

    Args:
        reduction: "mean", "sum" or "none".

    Raises:
        ValueError: `reduction` is none of the above.

    Examples:
        >>> import msjax as ms
        >>> class Error(ms.nn.LossBase):
        ...     def construct(self, base, target):
        ...         return self.get_loss(ms.ops.abs(base - target))
        >>> print(Error()(ms.Tensor([1., 2.]), ms.Tensor([1., 4.])))
        1.0
    """

    def __init__(self, reduction: str = "mean"):
        super().__init__()
        check_reduction(type(self).__name__, reduction, ("mean", "sum", "none"))
        self.average = reduction != "sum"
        self.reduce = reduction != "none"
        self._reduction = reduction

    def get_axis(self, x: Tensor) -> tuple[int, ...]:
        """All axes of a Tensor."""
        return tuple(range(x.ndim))

    def get_loss(self, x: Tensor, weights: Any = 1.0) -> Tensor:
        """Weight and reduce an element-wise loss, in float32, back to the dtype of `x`.

        Args:
            x: the losses.
            weights: a number, or a Tensor that broadcasts.

        Returns:
            Tensor, a scalar unless the reduction is "none".
        """
        if self.reduce:
            return _weighted(x, weights, "mean" if self.average else "sum")
        return _weighted(x, weights, "none")

    def construct(self, logits, labels):
        raise NotImplementedError
