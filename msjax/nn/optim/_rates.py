"""Constant and listed learning rates, and scaled weight decay, as Cells that take the step."""

from __future__ import annotations

from typing import Any

from msjax._core import dtype as mstype
from msjax._core.op import Array, call, op
from msjax._core.parameter import Parameter
from msjax._core.tensor import Tensor
from msjax.nn.cell import Cell
from msjax.nn.learning_rate_schedule import LearningRateSchedule


@op(label="constant_rate")
def _constant(rate: Array):
    return rate + 1.0 - 1.0  # the rounding is MindSpore's


@op(label="listed_rate")
def _listed(rates: Array, step: Array):
    return rates.at[step].get(mode="fill", fill_value=0, wrap_negative_indices=False)


@op(label="scaled_decay")
def _scale(decay: Array, factor: Array):
    return decay * factor


class ConstantRate(LearningRateSchedule):
    """A constant learning rate among schedules."""

    def __init__(self, learning_rate: Parameter):
        super().__init__()
        self.learning_rate = learning_rate

    def construct(self, global_step: Tensor) -> Tensor:
        return call(_constant)(self.learning_rate)


class ListedRate(LearningRateSchedule):
    """A learning rate for each step, 0 after the last."""

    def __init__(self, learning_rate: Tensor, name: str):
        super().__init__()
        self.learning_rate = Parameter(learning_rate, name)

    def construct(self, global_step: Tensor) -> Tensor:
        return call(_listed)(self.learning_rate, global_step)


class ScaledDecay(Cell):
    """A scheduled weight decay times the loss scale."""

    def __init__(self, weight_decay: Cell, loss_scale: float = 1.0):
        super().__init__()
        self.weight_decay = weight_decay
        self.loss_scale = Tensor(loss_scale, mstype.float32)

    def construct(self, global_step: Tensor) -> Any:
        decay = self.weight_decay(global_step)
        if not isinstance(decay, Tensor):
            decay = Tensor(decay, mstype.float32)
        return call(_scale)(decay, self.loss_scale)
