"""Constant and listed learning rates, and scaled weight decay, as Cells that take the step."""

from __future__ import annotations

import weakref
from typing import Any

import jax

from msjax._core.base import dtype as mstype
from msjax._core.op.publish import Array, call, op
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
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


class _ConvertToCell(LearningRateSchedule):
    """A constant learning rate among schedules."""

    def __init__(self, learning_rate: Parameter):
        super().__init__()
        self.learning_rate = learning_rate

    def construct(self, global_step: Tensor) -> Tensor:
        return call(_constant)(self.learning_rate)


class _IteratorLearningRate(LearningRateSchedule):
    """A learning rate for each step; compiled code, which cannot raise, gets 0 after the last."""

    def __init__(self, learning_rate: Tensor, name: str):
        super().__init__()
        self.learning_rate = Parameter(learning_rate, name)

    def construct(self, global_step: Tensor) -> Tensor:
        return call(_listed)(self.learning_rate, global_step)


class StepGuard:
    """Refuses a step for which a list of learning rates has none.

    The step number lives on the device. It is read there only if something else than the
    optimizer's own steps has written it since the last look.
    """

    __slots__ = ("count", "seen")

    def __init__(self) -> None:
        self.seen: Any = None
        self.count = 0

    def __reduce__(self) -> tuple:
        return StepGuard, ()

    def check(self, optimizer: Any) -> None:
        """Raise RuntimeError if a list ends before the coming step of the optimizer."""
        rates = optimizer.learning_rate if optimizer.is_group_lr else (optimizer.learning_rate,)
        lengths = [r.learning_rate.size for r in rates if type(r) is _IteratorLearningRate]
        array = optimizer.global_step._value
        if not lengths or isinstance(array, jax.core.Tracer):
            return
        if self.seen is None or self.seen() is not array:
            self.count = int(array[0])
            self.seen = weakref.ref(array)
        if self.count >= min(lengths):
            raise RuntimeError(
                f"For '{optimizer.cls_name}', the 'learning_rate' has {min(lengths)} values, one "
                f"for each step, and this is step {self.count + 1}."
            )

    def advance(self, optimizer: Any) -> None:
        """Note that the optimizer has made the step that was checked."""
        self.count += 1
        self.seen = weakref.ref(optimizer.global_step._value)


class _WrappedWeightDecay(Cell):
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
