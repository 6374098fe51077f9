"""LossBase: what losses have in common."""

from __future__ import annotations

from msjax._core.base.checks import among
from msjax._core.base.errors import Speaker
from msjax._core.base.functions import overridable
from msjax._core.op.publish import call
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.loss import distance as loss_distance
from msjax.nn.cell import Cell

_weighted = call(loss_distance.weighted)


class LossBase(Cell):
    """Base class of losses.

    A subclass computes an element-wise loss in `construct` and returns `self.get_loss(loss)`.

    Args:
        reduction: str, "mean", "sum" or "none".

    Inputs:
        - **logits** (Tensor) - the predictions, as the subclass takes them.
        - **labels** (Tensor) - the targets, as the subclass takes them.

    Outputs:
        Tensor, what the subclass returns.

    Raises:
        NotImplementedError: the subclass has no `construct`.
        ValueError: `reduction` is none of the above.

    Examples:
        >>> import msjax as ms
        >>> class Error(ms.nn.LossBase):
        ...     def construct(self, base, target):
        ...         return self.get_loss(ms.ops.abs(base - target))
        >>> print(Error()(ms.Tensor([1., 2.]), ms.Tensor([1., 4.])))
        1.0
    """

    _msj_inner = {
        "cast": "Cast",
        "mul": "Mul",
        "reduce_mean": "ReduceMean",
        "reduce_sum": "ReduceSum",
    }

    def __init__(self, reduction: str = "mean"):
        super().__init__()
        with Speaker(type(self).__name__):
            among("reduction", reduction, ("mean", "sum", "none"))
        self.average = reduction != "sum"
        self.reduce = reduction != "none"
        self._reduction = reduction

    def get_axis(self, x: Tensor) -> tuple[int, ...]:
        """All axes of a Tensor.

        Args:
            x: Tensor of any shape.

        Returns:
            tuple[int, ...]: the numbers from 0 to below the rank.

        Examples:
            >>> import msjax as ms
            >>> ms.nn.LossBase().get_axis(ms.ops.ones((2, 3)))
            (0, 1)
        """
        return tuple(range(x.ndim))

    def get_loss(self, x: Tensor, weights: float | Tensor = 1.0) -> Tensor:
        """Weight and reduce an element-wise loss, in float32, back to the dtype of `x`.

        Args:
            x: Tensor, the losses, any shape.
            weights: float, int, or Tensor that broadcasts.

        Returns:
            Tensor of the dtype of `x`, of shape () unless the reduction is "none".

        Raises:
            TypeError: `weights` is neither.
            ValueError: the shapes do not broadcast.

        Examples:
            >>> import msjax as ms
            >>> print(ms.nn.LossBase("sum").get_loss(ms.Tensor([1., 2.]), 2.0))
            6.0
        """
        if self.reduce:
            return _weighted(x, weights, "mean" if self.average else "sum")
        return _weighted(x, weights, "none")

    @overridable
    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        """To be defined by the subclass."""
        raise NotImplementedError
