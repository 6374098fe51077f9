"""Learning-rate schedules as plain Python lists, one value per step."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any


def _reject_special(prefix: str, value: Any, word: str) -> None:
    if math.isinf(value) or math.isnan(value):
        raise ValueError(f"{prefix} must be a legal {word}, but got '{value}'.")


def _check_number(value: Any, name: str, kind: type, *, zero: bool = False) -> None:
    """Require a finite `kind` (no bool) above zero, or from zero on if `zero`."""
    prefix = f"The '{name}'"
    if not isinstance(value, kind):
        raise TypeError(f"{prefix} must be {kind.__name__}, but got '{type(value).__name__}'")
    _reject_special(prefix, value, "value")
    wrong_type = isinstance(value, bool)
    if wrong_type or not (value >= 0 if zero else value > 0):
        raise (TypeError if wrong_type else ValueError)(
            f"{prefix} must be {kind.__name__} and must {'>=' if zero else '>'} 0, "
            f"but got '{value}' with type '{type(value).__name__}'."
        )


def _check_float(value: Any, name: str) -> None:
    """Require a finite float of any sign."""
    if not isinstance(value, float):
        raise TypeError(f"The type of '{name}' must be 'float', but got '{type(value).__name__}'.")
    _reject_special(f"The '{name}'", value, "float")


def _check_type(value: Any, name: str, *kinds: type) -> None:
    """Require an instance of one of `kinds`."""
    if not isinstance(value, kinds):
        names = [kind.__name__ for kind in kinds]
        wanted = f"'{names[0]}'" if len(names) == 1 else f"one of '{names}'"
        got = type(value).__name__
        raise TypeError(f"The type of '{name}' should be {wanted}, but got type '{got}'.")


def check_argument_is_float(function: str, value: Any, name: str) -> None:
    """Raise TypeError unless an argument of a function or class is a float."""
    if not isinstance(value, float):
        raise TypeError(
            f"For '{function}', the argument '{name}' must be type of float, "
            f"but got '{name}' type: {type(value)}."
        )


def _check_steps(**steps: Any) -> None:
    for name, value in steps.items():
        _check_number(value, name, int)


def _check_decay(learning_rate, decay_rate, total_step, step_per_epoch, decay_epoch, is_stair):
    """The checks of the three schedules that share a signature."""
    _check_steps(total_step=total_step, step_per_epoch=step_per_epoch, decay_epoch=decay_epoch)
    _check_number(learning_rate, "learning_rate", float)
    _check_number(decay_rate, "decay_rate", float)
    _check_type(is_stair, "is_stair", bool)


def _epochs(total_step: int, step_per_epoch: int) -> list[int]:
    """The epoch that each step belongs to."""
    return [math.floor(step / step_per_epoch) for step in range(total_step)]


def piecewise_constant_lr(milestone: Sequence[int], learning_rates: Sequence[float]) -> list[float]:
    """Hold each rate until its milestone: `learning_rates[k]` for steps before `milestone[k]`.

    Args:
        milestone: tuple of ints or list of ints, steps at which the rates end, not decreasing.
        learning_rates: tuple of floats or list of floats, one rate per milestone.

    Returns:
        list[float] of length `milestone[-1]`.

    Raises:
        TypeError: an argument is neither tuple nor list, a milestone not an int or a rate not a
            float.
        ValueError: the lengths differ, or a milestone is not positive or smaller than the one
            before it.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.piecewise_constant_lr([2, 5], [0.1, 0.05])
        [0.1, 0.1, 0.05, 0.05, 0.05]
    """
    _check_type(milestone, "milestone", tuple, list)
    _check_type(learning_rates, "learning_rates", tuple, list)
    if len(milestone) != len(learning_rates):
        raise ValueError(
            "For 'piecewise_constant_lr', the size of 'milestone' must be same with the size of "
            f"'learning_rates', but got 'milestone' size: {len(milestone)}, "
            f"'learning_rates' size: {len(learning_rates)}."
        )
    rates: list[float] = []
    for k, (end, rate) in enumerate(zip(milestone, learning_rates, strict=True)):
        _check_number(end, f"milestone[{k}]", int)
        _check_float(rate, f"learning_rates[{k}]")
        if end < len(rates):
            raise ValueError(
                f"For 'piecewise_constant_lr', the value of milestone[{k}] must be greater than "
                f"milestone[{k - 1}], but got milestone[{k}]: {end}, "
                f"milestone[{k - 1}]: {milestone[k - 1]}."
            )
        rates += [rate] * (end - len(rates))
    return rates


def exponential_decay_lr(
    learning_rate: float,
    decay_rate: float,
    total_step: int,
    step_per_epoch: int,
    decay_epoch: int,
    is_stair: bool = False,
) -> list[float]:
    """Multiply the rate by `decay_rate` every `decay_epoch` epochs, gradually or in stairs.

    Args:
        learning_rate: float, rate of the first epoch, above 0.
        decay_rate: float, the factor, above 0.
        total_step: int, number of steps.
        step_per_epoch: int, steps per epoch.
        decay_epoch: int, epochs after which the whole factor has been applied.
        is_stair: bool, change only at multiples of `decay_epoch`.

    Returns:
        list[float] of length `total_step`.

    Raises:
        TypeError: an argument has another type.
        ValueError: a number is not positive.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.exponential_decay_lr(0.5, 0.5, 4, 2, 1)
        [0.5, 0.5, 0.25, 0.25]
    """
    _check_decay(learning_rate, decay_rate, total_step, step_per_epoch, decay_epoch, is_stair)
    rates = []
    for epoch in _epochs(total_step, step_per_epoch):
        power = epoch / decay_epoch
        rates.append(learning_rate * decay_rate ** (math.floor(power) if is_stair else power))
    return rates


def natural_exp_decay_lr(
    learning_rate: float,
    decay_rate: float,
    total_step: int,
    step_per_epoch: int,
    decay_epoch: int,
    is_stair: bool = False,
) -> list[float]:
    """Decay by `exp(-decay_rate * epoch)`; in stairs, `epoch` moves in steps of `decay_epoch`.

    Args:
        learning_rate: float, rate of the first epoch, above 0.
        decay_rate: float, rate of decay per epoch, above 0.
        total_step: int, number of steps.
        step_per_epoch: int, steps per epoch.
        decay_epoch: int, width of a stair in epochs; without stairs it has no effect.
        is_stair: bool, change only at multiples of `decay_epoch`.

    Returns:
        list[float] of length `total_step`.

    Raises:
        TypeError: an argument has another type.
        ValueError: a number is not positive.

    Examples:
        >>> [round(rate, 4) for rate in natural_exp_decay_lr(0.1, 0.9, 4, 2, 1)]
        [0.1, 0.1, 0.0407, 0.0407]
    """
    _check_decay(learning_rate, decay_rate, total_step, step_per_epoch, decay_epoch, is_stair)
    rates = []
    for epoch in _epochs(total_step, step_per_epoch):
        elapsed = math.floor(epoch / decay_epoch) * decay_epoch if is_stair else epoch
        rates.append(learning_rate * math.e ** (-decay_rate * elapsed))
    return rates


def inverse_decay_lr(
    learning_rate: float,
    decay_rate: float,
    total_step: int,
    step_per_epoch: int,
    decay_epoch: int,
    is_stair: bool = False,
) -> list[float]:
    """Divide the rate by `1 + decay_rate * epoch / decay_epoch`; stairs round the quotient down.

    Args:
        learning_rate: float, rate of the first epoch, above 0.
        decay_rate: float, rate of decay, above 0.
        total_step: int, number of steps.
        step_per_epoch: int, steps per epoch.
        decay_epoch: int, epochs per unit of decay.
        is_stair: bool, change only at multiples of `decay_epoch`.

    Returns:
        list[float] of length `total_step`.

    Raises:
        TypeError: an argument has another type.
        ValueError: a number is not positive.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.inverse_decay_lr(0.5, 1.0, 4, 2, 1)
        [0.5, 0.5, 0.25, 0.25]
    """
    _check_decay(learning_rate, decay_rate, total_step, step_per_epoch, decay_epoch, is_stair)
    rates = []
    for epoch in _epochs(total_step, step_per_epoch):
        if is_stair:
            decay = decay_rate * math.floor(epoch / decay_epoch)
        else:
            decay = decay_rate * epoch / decay_epoch
        rates.append(learning_rate / (1 + decay))
    return rates


def cosine_decay_lr(
    min_lr: float, max_lr: float, total_step: int, step_per_epoch: int, decay_epoch: int
) -> list[float]:
    """Go from `max_lr` to `min_lr` along half a cosine, then stay.

    Args:
        min_lr: float, final rate, at least 0.
        max_lr: float, first rate, above `min_lr`.
        total_step: int, number of steps.
        step_per_epoch: int, steps per epoch.
        decay_epoch: int, epochs until `min_lr` is reached.

    Returns:
        list[float] of length `total_step`.

    Raises:
        TypeError: an argument has another type.
        ValueError: a number is out of range or `min_lr` is not below `max_lr`.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.cosine_decay_lr(0.0, 0.5, 6, 2, 2)
        [0.5, 0.5, 0.25, 0.25, 0.0, 0.0]
    """
    check_argument_is_float("cosine_decay_lr", min_lr, "min_lr")
    _check_number(min_lr, "min_lr", float, zero=True)
    _check_number(max_lr, "max_lr", float)
    _check_steps(total_step=total_step, step_per_epoch=step_per_epoch, decay_epoch=decay_epoch)
    if min_lr >= max_lr:
        raise ValueError(
            "For 'cosine_decay_lr', the 'max_lr' must be greater than the 'min_lr', "
            f"but got 'max_lr' value: {max_lr}, 'min_lr' value: {min_lr}."
        )
    half = 0.5 * (max_lr - min_lr)
    return [
        min_lr + half * (1 + math.cos(math.pi * min(epoch, decay_epoch) / decay_epoch))
        for epoch in _epochs(total_step, step_per_epoch)
    ]


def polynomial_decay_lr(
    learning_rate: float,
    end_learning_rate: float,
    total_step: int,
    step_per_epoch: int,
    decay_epoch: int,
    power: float,
    update_decay_epoch: bool = False,
) -> list[float]:
    """Go from `learning_rate` to `end_learning_rate` along `(1 - epoch / decay_epoch) ** power`.

    Args:
        learning_rate: float, first rate, above 0.
        end_learning_rate: float, final rate, at least 0.
        total_step: int, number of steps.
        step_per_epoch: int, steps per epoch.
        decay_epoch: int, epochs until the final rate is reached.
        power: float, the exponent, above 0.
        update_decay_epoch: bool, when `decay_epoch` has passed, stretch it to its next multiple
            instead of staying at the final rate.

    Returns:
        list[float] of length `total_step`.

    Raises:
        TypeError: an argument has another type.
        ValueError: a number is out of range.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.polynomial_decay_lr(0.5, 0.25, 6, 2, 2, 1.0)
        [0.5, 0.5, 0.375, 0.375, 0.25, 0.25]
    """
    _check_number(learning_rate, "learning_rate", float)
    check_argument_is_float("polynomial_decay_lr", end_learning_rate, "end_learning_rate")
    _check_number(end_learning_rate, "end_learning_rate", float, zero=True)
    _check_number(power, "power", float)
    _check_steps(total_step=total_step, step_per_epoch=step_per_epoch, decay_epoch=decay_epoch)
    _check_type(update_decay_epoch, "update_decay_epoch", bool)
    delta = learning_rate - end_learning_rate
    rates = []
    for epoch in _epochs(total_step, step_per_epoch):
        if update_decay_epoch:
            span = decay_epoch * max(math.ceil(epoch / decay_epoch), 1)
        else:
            span, epoch = decay_epoch, min(epoch, decay_epoch)
        rates.append(delta * (1 - epoch / span) ** power + end_learning_rate)
    return rates


def warmup_lr(
    learning_rate: float, total_step: int, step_per_epoch: int, warmup_epoch: int
) -> list[float]:
    """Rise from 0 to `learning_rate` in equal steps per epoch, then stay.

    Args:
        learning_rate: float, final rate, at least 0.
        total_step: int, number of steps.
        step_per_epoch: int, steps per epoch.
        warmup_epoch: int, epochs until the final rate is reached.

    Returns:
        list[float] of length `total_step`.

    Raises:
        TypeError: an argument has another type.
        ValueError: a number is out of range.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.warmup_lr(0.5, 6, 2, 2)
        [0.0, 0.0, 0.25, 0.25, 0.5, 0.5]
    """
    check_argument_is_float("warmup_lr", learning_rate, "learning_rate")
    _check_number(learning_rate, "learning_rate", float, zero=True)
    _check_steps(warmup_epoch=warmup_epoch, total_step=total_step, step_per_epoch=step_per_epoch)
    return [
        learning_rate * min(epoch, warmup_epoch) / warmup_epoch
        for epoch in _epochs(total_step, step_per_epoch)
    ]


__all__ = [
    "cosine_decay_lr",
    "exponential_decay_lr",
    "inverse_decay_lr",
    "natural_exp_decay_lr",
    "piecewise_constant_lr",
    "polynomial_decay_lr",
    "warmup_lr",
]
