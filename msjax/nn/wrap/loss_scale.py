"""Training with a scaled loss, for gradients in half precision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp

from msjax._core.base import dtype as mstype
from msjax._core.base.state import STATE
from msjax._core.compile.lift import Run
from msjax._core.op.publish import Array, Value, call, op
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.context import ParallelMode
from msjax.nn.cell import Cell
from msjax.nn.wrap._scaling import (
    accumulated,
    overflowed,
    shard_accumulated,
    status,
    unscaled,
    unscaled_all,
)
from msjax.nn.wrap.cell_wrapper import TrainOneStepCell, loss_and_gradients
from msjax.ops.composite import MultitypeFuncGraph

# Names that training steps written for MindSpore import; the steps here use whole tuples instead.
_grad_scale = MultitypeFuncGraph("grad_scale")
_grad_scale.register("Tensor", "Tensor")(unscaled)
_grad_overflow = MultitypeFuncGraph("_grad_overflow")
_grad_overflow.register("Tensor")(status)
grad_overflow = status
grad_scale = MultitypeFuncGraph("grad_scale")
grad_scale.register("Tensor", "Tensor", "Tensor")(accumulated)
shard_grad_scale = MultitypeFuncGraph("shard_grad_scale")
shard_grad_scale.register("Tensor", "Tensor", "Tensor")(shard_accumulated)
tensor_grad_scale = unscaled


@op(label="DynamicLossScaleUpdateCell")
def _next_scale(
    scale: Array, overflow: Value, now: Array, last: Array, window: Array, factor: Array
):
    """New loss scale, step and step of the last change."""
    overflow = jnp.asarray(overflow).reshape(()).astype(bool)
    lower = jnp.where(overflow, jnp.maximum(scale * (1 / factor), 1.0), scale)
    due = window <= now - last
    last = jnp.where(overflow | due, now, last)
    new = jnp.where(due & ~overflow, lower * factor, lower)
    return new.astype(scale.dtype), now + jnp.int32(1), last


class DynamicLossScaleUpdateCell(Cell):
    """Adapt a loss scale: smaller after an overflow, larger after steps without one.

    Args:
        loss_scale_value: float, the first loss scale.
        scale_factor: int, the factor of each change.
        scale_window: int, the number of steps without overflow before the scale grows.

    Inputs:
        - **loss_scale** (Parameter) - the loss scale; updated in place.
        - **overflow** (Tensor) - Bool, whether this step overflowed.

    Outputs:
        `overflow`.

    Raises:
        TypeError: `scale_factor` or `scale_window` is not a number.

    Examples:
        >>> import msjax as ms
        >>> scale = ms.Parameter(ms.Tensor(8.0), name="scale")
        >>> _ = ms.nn.DynamicLossScaleUpdateCell(8.0, 2, 100)(scale, ms.Tensor(True))
        >>> print(scale.asnumpy())
        4.0
    """

    _msj_inner = {
        "less_equal": "LessEqual",
        "logic_and": "LogicalAnd",
        "logic_not": "LogicalNot",
        "logic_or": "LogicalOr",
        "max": "Maximum",
        "reciprocal": "Reciprocal",
        "select": "Select",
        "const_true": lambda c: Tensor(True),
    }

    def __init__(self, loss_scale_value: float, scale_factor: int, scale_window: int):
        super().__init__()
        self.scale_window = Tensor(scale_window, dtype=mstype.int32)
        self.scale_factor = Tensor(scale_factor, dtype=mstype.float32)
        self.loss_scale_value = loss_scale_value
        self.cur_iter = Parameter(Tensor(1, dtype=mstype.int32), name="current_iterator_step")
        self.last_overflow_iter = Parameter(
            Tensor(0, dtype=mstype.int32), name="last_overflow_iterator_step"
        )
        self.minimum_loss_scale = Tensor(1.0, dtype=mstype.float32)

    def get_loss_scale(self) -> float:
        """The first loss scale.

        Returns:
            float: the argument `loss_scale_value`.
        """
        return self.loss_scale_value

    def construct(self, loss_scale: Tensor, overflow: Tensor) -> Tensor:
        """Update the loss scale."""
        steps = self.cur_iter, self.last_overflow_iter
        settings = self.scale_window, self.scale_factor
        new = call(_next_scale)(loss_scale, overflow, *steps, *settings)
        for target, value in zip((loss_scale, *steps), new, strict=True):
            target._overwrite(value)
        return overflow


class FixedLossScaleUpdateCell(Cell):
    """Keep the loss scale; steps that overflow are left out.

    Args:
        loss_scale_value: float, the loss scale.

    Inputs:
        - **_** (Tensor) - the loss scale.
        - **overflow** (Tensor) - Bool, whether this step overflowed.

    Outputs:
        `overflow`.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.FixedLossScaleUpdateCell(1024.0)
        >>> print(net.get_loss_scale(), net(ms.Tensor(1024.0), ms.Tensor(True)))
        1024.0 True
    """

    def __init__(self, loss_scale_value: float):
        super().__init__()
        self.loss_scale_value = loss_scale_value

    def get_loss_scale(self) -> float:
        """The loss scale.

        Returns:
            float: the argument `loss_scale_value`.
        """
        return self.loss_scale_value

    def construct(self, _: Tensor, overflow: Tensor) -> Tensor:
        """Pass on whether the step overflowed."""
        return overflow


def update_unless(skip: Any, optimizer: Any, grads: tuple) -> None:
    """Run the optimizer unless `skip` is true; in compiled code, its writes are taken back then.

    Args:
        skip: bool or Bool Tensor of one element.
        optimizer: Optimizer, or another function of the gradients.
        grads: tuple of Tensors.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.wrap.loss_scale import update_unless
        >>> update_unless(False, lambda grads: print(len(grads)), (ms.Tensor(1.0),))
        1
    """
    if STATE.frame is None or not isinstance(skip, Tensor):
        if not skip:
            optimizer(grads)
        return
    run = Run()
    _, effects = run(lambda: optimizer(grads))
    STATE.frame.note_read(skip)
    flag = skip._value.reshape(())
    first = len(effects) - len(run.written)
    for i, box in enumerate(run.written):
        STATE.frame.note_read(box)
        effects[first + i] = jnp.where(flag, box._value, effects[first + i])
    run.replay(effects)


class TrainOneStepWithLossScaleCell(TrainOneStepCell):
    """One training step with a scaled loss, left out when a gradient overflows.

    Args:
        network: Cell whose output is the loss.
        optimizer: Optimizer.
        scale_sense: Cell that updates the loss scale (`DynamicLossScaleUpdateCell` or
            `FixedLossScaleUpdateCell`), or Tensor of shape () or (1,) for a constant one.

    Inputs:
        - **inputs** (tuple[Tensor]) - those of the network.

    Outputs:
        Tuple of the loss, whether a gradient overflowed, and the loss scale of the step.

    Raises:
        TypeError: `scale_sense` is neither a Cell nor a Tensor.
        ValueError: `scale_sense` is a Tensor of another shape.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.Dense(1, 1, weight_init="ones", has_bias=False)
        >>> loss = ms.nn.WithLossCell(net, lambda x, y: ((x - y) ** 2).sum())
        >>> opt = ms.nn.SGD(net.trainable_params(), 0.25)
        >>> step = ms.nn.TrainOneStepWithLossScaleCell(loss, opt, ms.Tensor(1024.0))
        >>> _, overflow, scale = step(ms.Tensor([[1.0]]), ms.Tensor([[3.0]]))
        >>> print(overflow, scale, net.weight.asnumpy())
        False 1024.0 [[2.]]
    """

    _msj_inner = {
        "equal": "Equal",
        "hyper_map": "HyperMap",
        "less_equal": "LessEqual",
        "logic_not": "LogicalNot",
        "reduce_all": ("ReduceAll", False),
        "reduce_sum": ("ReduceSum", False),
        "allreduce": "AllReduce",
        "base": lambda c: Tensor(1, mstype.float32),
        "base0": lambda c: Tensor(0, mstype.int32),
        "gpu_target": lambda c: False,
        "ascend_910a_target": lambda c: False,
        "ascend_910b_target": lambda c: False,
        "enable_allfinite": lambda c: False,
    }

    def __init__(self, network: Cell, optimizer: Cell, scale_sense: Tensor | Cell):
        super().__init__(network, optimizer, sens=None)
        self.is_distributed = self.parallel_mode != ParallelMode.STAND_ALONE
        self.loss_scaling_manager = None
        self._init_scale(scale_sense)

    def _init_scale(self, scale_sense: Any) -> None:
        if isinstance(scale_sense, Cell):
            self.loss_scaling_manager = scale_sense
            value = Tensor(scale_sense.get_loss_scale(), dtype=mstype.float32)
            self.scale_sense = Parameter(value, name="scale_sense")
        elif not isinstance(scale_sense, Tensor):
            raise TypeError(
                f"For '{self.cls_name}', the 'scale_sense' must be Cell or Tensor, but got "
                f"'scale_sense' type: {type(scale_sense)}."
            )
        elif scale_sense.shape not in ((1,), ()):
            raise ValueError(
                f"For '{self.cls_name}', the shape of 'scale_sense' must be (1,) or (), "
                f"but got {scale_sense.shape}."
            )
        else:
            self.scale_sense = Parameter(scale_sense, name="scale_sense")

    def construct(self, *inputs: Any) -> tuple:
        """Run the step."""
        scale = self.scale_sense.value()
        loss, grads = loss_and_gradients(self.network, self.weights, inputs, scale)
        grads = self.grad_reducer(unscaled_all(scale, grads))
        cond = self.get_overflow_status(None, grads)
        update_unless(self.process_loss_scale(cond), self.optimizer, grads)
        return loss, cond, scale

    def set_sense_scale(self, sens: Tensor) -> None:
        """Set the loss scale.

        Args:
            sens: Tensor of the shape of the scale.

        Raises:
            TypeError: `sens` is not a Tensor.
        """
        if not isinstance(sens, Tensor):
            raise TypeError(
                "For 'TrainOneStepWithLossScaleCell', the type of 'sens' must be Tensor, "
                f"but got {type(sens)}"
            )
        self.scale_sense.set_data(sens)

    def start_overflow_check(self, pre_cond: object, compute_input: object) -> tuple:
        """Nothing has to be cleared before a check here.

        Args:
            pre_cond: kept for compatibility.
            compute_input: what is computed next.

        Returns:
            Pair of a status for `get_overflow_status` and `compute_input`.
        """
        return Tensor([0] * 8, mstype.int32), compute_input

    def get_overflow_status(
        self, status: object, compute_output: Tensor | Sequence[Tensor]
    ) -> Tensor:
        """Whether an element of the gradients is not finite.

        Args:
            status: kept for compatibility.
            compute_output: Tensor or tuple of Tensors.

        Returns:
            0-d bool Tensor.
        """
        several = isinstance(compute_output, (tuple, list))
        return overflowed(compute_output if several else (compute_output,))

    def process_loss_scale(self, overflow: Tensor) -> Tensor:
        """Let the scale be updated.

        Args:
            overflow: bool Tensor.

        Returns:
            bool Tensor, whether the step is left out.
        """
        if self.loss_scaling_manager is not None:
            return self.loss_scaling_manager(self.scale_sense, overflow)
        return overflow


class _TrainGradAccuWithLossScaleCell(TrainOneStepWithLossScaleCell):
    """A training step with a scaled loss of a network that adds up the losses of parts."""

    def __init__(self, network: Cell, optimizer: Cell, scale_sense: Tensor | Cell):
        super().__init__(network, optimizer, scale_sense)
        modes = [ParallelMode.SEMI_AUTO_PARALLEL, ParallelMode.AUTO_PARALLEL]
        if self.parallel_mode not in modes:
            raise ValueError(
                "ParallelMode must be one of [ParallelMode.SEMI_AUTO_PARALLEL, "
                f"ParallelMode.AUTO_PARALLEL], but found {self.parallel_mode}."
            )


__all__ = [
    "DynamicLossScaleUpdateCell",
    "FixedLossScaleUpdateCell",
    "TrainOneStepWithLossScaleCell",
]
