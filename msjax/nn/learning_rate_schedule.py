"""Learning rates and other values that follow from the number of the step."""

from __future__ import annotations

import math
from typing import Any

import jax.numpy as jnp
import numpy as np

from msjax import _checkparam as validator
from msjax._core.base.functions import overridable
from msjax._core.op.publish import Array, Value, call, op
from msjax._core.tensor.tensor import Tensor
from msjax.nn.cell import Cell
from msjax.nn.dynamic_lr import check_argument_is_float

__all__ = [
    "ExponentialDecayLR",
    "NaturalExpDecayLR",
    "InverseDecayLR",
    "CosineDecayLR",
    "PolynomialDecayLR",
    "WarmUpLR",
]


class LearningRateSchedule(Cell):
    """Base of learning rates that follow from the step; derive from it and write `construct`.

    Inputs:
        - **global_step** (Tensor) - the step, as the subclass takes it.

    Outputs:
        Tensor, the value at the step.

    Raises:
        NotImplementedError: the subclass has no `construct`.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.learning_rate_schedule import LearningRateSchedule
        >>> class Halving(LearningRateSchedule):
        ...     def construct(self, global_step):
        ...         return 0.1 * 0.5 ** global_step
        >>> print(Halving()(ms.Tensor(1, ms.float32)))
        0.05
    """

    def __init__(self) -> None:
        super().__init__()

    @overridable
    def construct(self, global_step: Tensor | int) -> Any:
        """The value at a step.

        Args:
            global_step: Tensor of integers, or a number.

        Returns:
            Tensor of the shape of `global_step`.

        Raises:
            NotImplementedError: a schedule does not define it.
        """
        raise NotImplementedError("For 'LearningRateSchedule', 'construct' must be overridden.")


def _progress(step: Array, decay_steps: int, is_stair: bool) -> Array:
    part = jnp.asarray(step).astype(np.float32) / decay_steps
    return jnp.floor(part) if is_stair else part


@op(label="ExponentialDecayLR")
def _exponential(
    global_step: Value, learning_rate: float, decay_rate: float, decay_steps=1, is_stair=False
):
    return learning_rate * decay_rate ** _progress(global_step, decay_steps, is_stair)


@op(label="NaturalExpDecayLR")
def _natural(
    global_step: Value, learning_rate: float, decay_rate: float, decay_steps=1, is_stair=False
):
    part = _progress(global_step, decay_steps, True) * decay_steps if is_stair else global_step
    return learning_rate * jnp.exp(-decay_rate * jnp.asarray(part).astype(np.float32))


@op(label="InverseDecayLR")
def _inverse(
    global_step: Value, learning_rate: float, decay_rate: float, decay_steps=1, is_stair=False
):
    return learning_rate / (1 + decay_rate * _progress(global_step, decay_steps, is_stair))


@op(label="CosineDecayLR")
def _cosine(global_step: Value, min_lr: float, delta: float, decay_steps=1):
    part = jnp.minimum(global_step, decay_steps).astype(np.float32) / decay_steps
    return min_lr + delta * (1.0 + jnp.sin(math.pi * (part + 0.5)))


@op(label="PolynomialDecayLR")
def _polynomial(
    global_step: Value,
    end: float,
    difference: float,
    power: float,
    decay_steps=1,
    update_decay_steps=False,
):
    step = jnp.asarray(global_step).astype(np.float32)
    if update_decay_steps:
        decay_steps = decay_steps * jnp.maximum(jnp.ceil(step / decay_steps), 1)
    else:
        step = jnp.minimum(step, decay_steps)
    return difference * (1.0 - step / decay_steps) ** power + end


@op(label="WarmUpLR")
def _warm_up(global_step: Value, learning_rate: float, warmup_steps=1):
    return learning_rate * (
        jnp.minimum(global_step, warmup_steps).astype(np.float32) / warmup_steps
    )


def _check_rate(name: str, value: Any, cls_name: str | None) -> None:
    validator.check_positive_float(value, name, cls_name)
    validator.check_is_float(value, name, cls_name)


def _check_start(name: str, value: Any, cls_name: str) -> None:
    check_argument_is_float(cls_name, value, name)
    validator.check_non_negative_float(value, name, cls_name)


class _Decay(LearningRateSchedule):
    """A rate that a power of the number of steps makes smaller."""

    def __init__(
        self, learning_rate: float, decay_rate: float, decay_steps: int, is_stair: bool = False
    ):
        super().__init__()
        validator.check_positive_int(decay_steps, "decay_steps", self.cls_name)
        _check_rate("learning_rate", learning_rate, self.cls_name)
        _check_rate("decay_rate", decay_rate, self.cls_name)
        validator.check_value_type("is_stair", is_stair, [bool], self.cls_name)
        self.learning_rate, self.decay_rate = learning_rate, decay_rate
        self.decay_steps, self.is_stair = decay_steps, is_stair

    def _settings(self) -> tuple:
        return self.learning_rate, self.decay_rate, self.decay_steps, self.is_stair


class ExponentialDecayLR(_Decay):
    """`learning_rate * decay_rate ** (step / decay_steps)`.

    Args:
        learning_rate: float above 0, the rate at step 0.
        decay_rate: float above 0.
        decay_steps: int above 0.
        is_stair: bool, round the exponent down to a whole number.

    Inputs:
        - **global_step** (Tensor) - the step; a number will do.

    Outputs:
        Float32 Tensor of the shape of `global_step`.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: a number is not above 0.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.ExponentialDecayLR(0.1, 0.5, 2)(ms.Tensor(4, ms.int32)))
        0.025
    """

    _msj_inner = {"cast": "Cast", "pow": "Pow"}

    def construct(self, global_step: Tensor | int) -> Tensor:
        """The rate at a step."""
        return call(_exponential)(global_step, *self._settings())


class NaturalExpDecayLR(_Decay):
    """`learning_rate * e ** (-decay_rate * step)`.

    Args:
        learning_rate: float above 0, the rate at step 0.
        decay_rate: float above 0.
        decay_steps: int above 0, the width of the stairs.
        is_stair: bool, round the step down to a multiple of `decay_steps`.

    Inputs:
        - **global_step** (Tensor) - the step; a number will do.

    Outputs:
        Float32 Tensor of the shape of `global_step`.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: a number is not above 0.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.NaturalExpDecayLR(0.1, 0.9, 4, True)(ms.Tensor(3, ms.int32)))
        0.1
    """

    _msj_inner = {"cast": "Cast", "pow": "Pow", "math_e": lambda c: math.e}

    def construct(self, global_step: Tensor | int) -> Tensor:
        """The rate at a step."""
        return call(_natural)(global_step, *self._settings())


class InverseDecayLR(_Decay):
    """`learning_rate / (1 + decay_rate * step / decay_steps)`.

    Args:
        learning_rate: float above 0, the rate at step 0.
        decay_rate: float above 0.
        decay_steps: int above 0.
        is_stair: bool, round `step / decay_steps` down to a whole number.

    Inputs:
        - **global_step** (Tensor) - the step; a number will do.

    Outputs:
        Float32 Tensor of the shape of `global_step`.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: a number is not above 0.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.InverseDecayLR(0.1, 0.5, 2)(ms.Tensor(4, ms.int32)))
        0.05
    """

    _msj_inner = {"cast": "Cast"}

    def construct(self, global_step: Tensor | int) -> Tensor:
        """The rate at a step."""
        return call(_inverse)(global_step, *self._settings())


class CosineDecayLR(LearningRateSchedule):
    """Half a cosine wave from `max_lr` down to `min_lr`, where the rate stays.

    Args:
        min_lr: float, 0 or more.
        max_lr: float above `min_lr`.
        decay_steps: int above 0.

    Inputs:
        - **global_step** (Tensor) - the step; a number will do.

    Outputs:
        Float32 Tensor of the shape of `global_step`.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: a number is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.CosineDecayLR(0.0, 0.1, 4)(ms.Tensor(0, ms.int32)))
        0.1
    """

    _msj_inner = {
        "cast": "Cast",
        "cos": "Cos",
        "min": "Minimum",
        "sin": "Sin",
        "math_pi": lambda c: math.pi,
    }

    def __init__(self, min_lr: float, max_lr: float, decay_steps: int):
        super().__init__()
        _check_start("min_lr", min_lr, self.cls_name)
        _check_rate("max_lr", max_lr, self.cls_name)
        validator.check_positive_int(decay_steps, "decay_steps", self.cls_name)
        if min_lr >= max_lr:
            raise ValueError(
                "For 'CosineDecayLR', the 'max_lr' must be greater than the 'min_lr', "
                f"but got 'max_lr' value: {max_lr}, 'min_lr' value: {min_lr}."
            )
        self.min_lr, self.max_lr, self.decay_steps = min_lr, max_lr, decay_steps
        self.delta = 0.5 * (max_lr - min_lr)

    def construct(self, global_step: Tensor | int) -> Tensor:
        """The rate at a step."""
        return call(_cosine)(global_step, self.min_lr, self.delta, self.decay_steps)


class PolynomialDecayLR(LearningRateSchedule):
    """From `learning_rate` to `end_learning_rate` along a power of the share of steps left.

    Args:
        learning_rate: float above 0.
        end_learning_rate: float, 0 or more.
        decay_steps: int above 0.
        power: float above 0.
        update_decay_steps: bool, stretch `decay_steps` to the next multiple that is not below the
            step.

    Inputs:
        - **global_step** (Tensor) - the step; a number will do.

    Outputs:
        Float32 Tensor of the shape of `global_step`.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: a number is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.PolynomialDecayLR(0.1, 0.01, 4, 1.0)(ms.Tensor(4, ms.int32)))
        0.01
    """

    _msj_inner = {"ceil": "Ceil", "max": "Maximum", "min": "Minimum", "pow": "Pow"}

    def __init__(
        self,
        learning_rate: float,
        end_learning_rate: float,
        decay_steps: int,
        power: float,
        update_decay_steps: bool = False,
    ):
        super().__init__()
        _check_rate("learning_rate", learning_rate, None)
        _check_start("end_learning_rate", end_learning_rate, self.cls_name)
        validator.check_positive_int(decay_steps, "decay_steps", self.cls_name)
        validator.check_value_type("update_decay_steps", update_decay_steps, [bool], self.cls_name)
        _check_rate("power", power, self.cls_name)
        self.decay_steps, self.power = decay_steps, power
        self.start_learning_rate, self.end_learning_rate = learning_rate, end_learning_rate
        self.diff_learning_rate = learning_rate - end_learning_rate
        self.update_decay_steps = update_decay_steps

    def construct(self, global_step: Tensor | int) -> Tensor:
        """The rate at a step."""
        rates = self.end_learning_rate, self.diff_learning_rate, self.power
        return call(_polynomial)(global_step, *rates, self.decay_steps, self.update_decay_steps)


class WarmUpLR(LearningRateSchedule):
    """From 0 up to `learning_rate` in equal steps, then constant.

    Args:
        learning_rate: float, 0 or more.
        warmup_steps: int above 0.

    Inputs:
        - **global_step** (Tensor) - the step; a number will do.

    Outputs:
        Float32 Tensor of the shape of `global_step`.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: a number is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.nn.WarmUpLR(0.1, 4)(ms.Tensor(2, ms.int32)))
        0.05
    """

    _msj_inner = {"cast": "Cast", "min": "Minimum"}

    def __init__(self, learning_rate: float, warmup_steps: int):
        super().__init__()
        _check_start("learning_rate", learning_rate, self.cls_name)
        validator.check_positive_int(warmup_steps, "warmup_steps", self.cls_name)
        self.warmup_steps, self.learning_rate = warmup_steps, learning_rate

    def construct(self, global_step: Tensor | int) -> Tensor:
        """The rate at a step."""
        return call(_warm_up)(global_step, self.learning_rate, self.warmup_steps)
