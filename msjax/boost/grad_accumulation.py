"""Training steps whose gradients are added up before an optimizer uses them."""

from __future__ import annotations

from typing import Any

from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.nn.cell import Cell
from msjax.nn.wrap.loss_scale import update_unless

__all__ = ["GradientAccumulation", "gradient_accumulation_op", "gradient_clear_op"]

gradient_accumulation_op = ops.MultitypeFuncGraph("gradient_accumulation_op")
gradient_clear_op = ops.MultitypeFuncGraph("gradient_clear_op")


@gradient_accumulation_op.register("Int64", "Tensor", "Tensor")
def cumulative_grad_process(accumulation_step: int, cumulative_grad: Tensor, grad: Tensor) -> Any:
    """Add a gradient's part of a mean over several steps to a Parameter, which is returned."""
    ops.assign_add(cumulative_grad, grad / accumulation_step)
    return cumulative_grad


@gradient_clear_op.register("Tensor")
def clear_grad(cumulative_grad: Tensor) -> Any:
    """Set a Parameter to zeros."""
    return ops.assign(cumulative_grad, ops.zeros_like(cumulative_grad))


class GradientAccumulation(Cell):
    """Give an optimizer the mean of the gradients of several steps.

    Args:
        max_accumulation_step: int, number of steps.
        optimizer: Optimizer.

    Inputs:
        - **loss** (Tensor) - what to return.
        - **grads** (tuple[Tensor]) - the gradients of the optimizer's Parameters.

    Outputs:
        Tensor, the loss.

    Raises:
        AttributeError: `optimizer` has no Parameters.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.Dense(1, 1, weight_init="ones", has_bias=False)
        >>> opt = ms.nn.SGD(net.trainable_params(), 0.5)
        >>> accumulate = ms.boost.GradientAccumulation(2, opt)
        >>> for grad in ([[1.0]], [[2.0]]):
        ...     loss = accumulate(ms.Tensor(0.0), (ms.Tensor(grad),))
        ...     print(net.weight.asnumpy())
        [[1.]]
        [[0.25]]
    """

    def __init__(self, max_accumulation_step: int, optimizer: Cell):
        super().__init__()
        self._max_accumulation_step = max_accumulation_step
        self.optimizer = optimizer
        self.weights = optimizer.parameters
        self.hyper_map = ops.HyperMap()
        self._grad_accumulation = self.weights.clone(prefix="grad_accumulation", init="zeros")
        self._accumulation_step = Parameter(Tensor(0, dtype=mstype.int32), name="accumulation_step")

    def construct(self, loss: Tensor, grads: tuple) -> Tensor:
        """Add gradients up, and run the optimizer at every last step."""
        for total, grad in zip(self._grad_accumulation, grads, strict=True):
            gradient_accumulation_op(self._max_accumulation_step, total, grad)
        ops.assign_add(self._accumulation_step, 1)
        waiting = self._accumulation_step < self._max_accumulation_step
        update_unless(waiting, self._update, self._grad_accumulation)
        return loss

    def _update(self, gradients: Any) -> None:
        self.optimizer(gradients)
        ops.assign(self._accumulation_step, 0)
        for total in gradients:
            gradient_clear_op(total)
