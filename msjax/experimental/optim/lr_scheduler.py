"""Schedulers that change the learning rates of an optimizer's groups."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np

from msjax import _checkparam as validator
from msjax._core import dtype as mstype
from msjax._core.op import Array, Arrays, call, op
from msjax._core.parameter import Parameter
from msjax._core.tensor import Tensor
from msjax.experimental.optim.optimizer import Optimizer
from msjax.graph.markers import jit_class

__all__ = [
    "StepLR",
    "LinearLR",
    "LRScheduler",
    "ExponentialLR",
    "PolynomialLR",
    "MultiplicativeLR",
    "ConstantLR",
    "MultiStepLR",
    "LambdaLR",
    "SequentialLR",
    "ReduceLROnPlateau",
    "CyclicLR",
    "CosineAnnealingWarmRestarts",
    "CosineAnnealingLR",
]


@op(label="lr_scheduler")
def _times(rates: Arrays, factor: Array):
    return [r * factor.astype(np.float32).reshape(()) for r in rates]


@op(label="StepLR")
def _step_factor(epoch: Array, size=1, gamma=0.1, closed=False):
    if closed:
        return gamma ** jnp.floor(epoch / size)
    return jnp.where((epoch == 0) | (epoch % size != 0), 1.0, gamma)


@op(label="LinearLR")
def _linear_factor(epoch: Array, start=1.0, end=1.0, total=1, closed=False):
    if closed:
        return start + (end - start) * jnp.minimum(total, epoch) / total
    later = 1.0 + (end - start) / (total * start + (epoch - 1) * (end - start))
    return jnp.where(epoch == 0, start, jnp.where(epoch > total, 1.0, later))


@op(label="ExponentialLR")
def _exponential_factor(epoch: Array, gamma=0.1, closed=False):
    return gamma**epoch if closed else jnp.where(epoch == 0, 1.0, gamma)


@op(label="PolynomialLR")
def _polynomial_factor(epoch: Array, total=1, power=1.0, closed=False):
    if closed:
        return (1.0 - jnp.minimum(total, epoch) / total) ** power
    still = (epoch == 0) | (epoch > total)
    inside = jnp.where(still, 1.0, epoch)
    return jnp.where(still, 1.0, ((1.0 - inside / total) / (1.0 - (inside - 1) / total)) ** power)


@op(label="MultiStepLR")
def _milestone_factor(epoch: Array, milestones=(), gamma=0.1, closed=False):
    factor = jnp.ones_like(epoch)
    for milestone, count in milestones:
        due = epoch >= milestone if closed else epoch == milestone
        factor = factor * jnp.where(due, gamma**count, 1.0)
    return factor


@op(label="ConstantLR")
def _constant_factor(epoch: Array, factor=1.0, total=1, closed=False):
    if closed:
        return factor + (epoch >= total) * (1 - factor)
    return jnp.where(epoch == 0, factor, jnp.where(epoch == total, 1 / factor, 1.0))


@op(label="CosineAnnealingLR")
def _cosine_rates(epoch: Array, rates: Arrays, bases: Arrays, period=1, least=0.0, closed=False):
    wave = jnp.cos(math.pi * epoch / period)
    if closed:
        return [least + (b - least) * (1 + wave) / 2 for b in bases]
    restart = (epoch - 1 - period) % (2 * period) == 0
    before = 1 + jnp.cos(math.pi * (epoch - 1) / period)
    ratio = (1 + wave) / jnp.where(restart, 1.0, before)
    rise = (1 - math.cos(math.pi / period)) / 2
    result = []
    for rate, base in zip(rates, bases, strict=True):
        later = jnp.where(restart, rate + (base - least) * rise, ratio * (rate - least) + least)
        result.append(jnp.where(epoch == 0, rate, later))
    return result


@op(label="CyclicLR")
def _cycle(epoch: Array, size=1.0, up=0.5):
    cycle = jnp.floor(1 + epoch / size)
    x = 1.0 + epoch / size - cycle
    return cycle, jnp.where(x <= up, x / up, (x - 1) / (up - 1))


@op(label="CosineAnnealingWarmRestarts")
def _warm_rates(current: Array, period: Array, bases: Arrays, least=0.0):
    wave = 1 + jnp.cos(math.pi * current / period)
    return [least + (b - least) * wave / 2 for b in bases]


def _counter(owner: Any, value: float, dtype: Any = mstype.float32) -> Parameter:
    return Parameter(Tensor(value, dtype=dtype), name="last_epoch_" + type(owner).__name__)


def _add(counter: Parameter, number: float) -> None:
    counter.assign_value((counter + number).astype(counter.dtype))


@jit_class
class LRScheduler:
    """Base of the schedulers: derive from it and write `get_lr`.

    Args:
        optimizer: an optimizer of this package.
        last_epoch: -1 to start, else the epoch to go on from.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: `last_epoch` is below -1.
        KeyError: `last_epoch` is not -1 and a group has no "initial_lr".

    Examples:
        >>> import msjax as ms
        >>> from msjax.experimental import optim
        >>> class Halving(optim.lr_scheduler.LRScheduler):
        ...     def get_lr(self):
        ...         return [lr * 0.5 for lr in self._last_lr]
        >>> opt = optim.SGD([ms.Parameter(ms.Tensor([1.0]), name="w")], 1.0)
        >>> scheduler = Halving(opt)
        >>> _ = scheduler.step()
        >>> print(opt.lrs[0].asnumpy())
        0.25
    """

    def __init__(self, optimizer: Optimizer, last_epoch: int = -1):
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
        validator.check_value_type("last_epoch", last_epoch, [int])
        if last_epoch < -1:
            raise ValueError(f"Invalid last_epoch: {last_epoch}")
        for i, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", group["lr"].value())
            elif "initial_lr" not in group:
                raise KeyError(
                    f"param 'initial_lr' is not specified in param_groups[{i}] when resuming an "
                    "optimizer"
                )
        self.base_lrs = [group["initial_lr"] for group in optimizer.param_groups]
        self.optimizer = optimizer
        self._last_lr = list(optimizer.lrs)
        self.groups_num = len(optimizer.param_groups)
        self.last_epoch = _counter(self, last_epoch)
        self.step()

    def get_lr(self) -> Sequence[Tensor]:
        """The learning rates of the groups at `last_epoch`; to be written by derived classes."""
        raise NotImplementedError(f"For '{type(self).__name__}', 'get_lr' must be overridden.")

    def get_last_lr(self) -> list[Tensor]:
        """The learning rates of the groups."""
        return [lr.value() for lr in self._last_lr]

    def step(self, epoch: int | None = None) -> bool:
        """Go on to the next epoch and set its learning rates.

        Args:
            epoch: go to this epoch instead.

        Returns:
            True.
        """
        if epoch is None:
            _add(self.last_epoch, 1)
            values = self.get_lr()
        else:
            self.last_epoch.set_data(Tensor(epoch, mstype.float32))
            closed = getattr(self, "_get_closed_form_lr", None)
            values = self.get_lr() if closed is None else closed()
        for target, value in zip(self._last_lr, values, strict=False):
            if not isinstance(value, Tensor):
                value = Tensor(value, mstype.float32)
            target.set_data(value.reshape(()))
        return True


class _Factors(LRScheduler):
    """A scheduler that multiplies all rates by a function of the epoch."""

    def _factor(self, closed: bool) -> Tensor:
        raise NotImplementedError

    def get_lr(self) -> Sequence[Tensor]:
        return call(_times)(self._last_lr, self._factor(False))

    def _get_closed_form_lr(self) -> Sequence[Tensor]:
        return call(_times)(self.base_lrs, self._factor(True))


def _check_int(cls_name: str, name: str, value: Any) -> None:
    if not isinstance(value, int):
        raise TypeError(f"For '{cls_name}', the '{name}' must be int, but got {type(value)}.")


def _check_float(cls_name: str, name: str, value: Any) -> None:
    if not isinstance(value, float):
        raise TypeError(f"For '{cls_name}', the '{name}' must be float, but got {type(value)}.")


class StepLR(_Factors):
    """Multiplies the rates by `gamma` every `step_size` epochs.

    Args:
        optimizer: an optimizer of this package.
        step_size: int.
        gamma: float.
        last_epoch: -1 to start, else the epoch to go on from.

    Raises:
        TypeError: an argument has a wrong type.

    Examples:
        >>> import msjax as ms
        >>> from msjax.experimental import optim
        >>> opt = optim.SGD([ms.Parameter(ms.Tensor([1.0]), name="w")], 1.0)
        >>> scheduler = optim.lr_scheduler.StepLR(opt, 2, 0.5)
        >>> _ = scheduler.step(), scheduler.step()
        >>> print(opt.lrs[0].asnumpy())
        0.5
    """

    def __init__(
        self, optimizer: Optimizer, step_size: int, gamma: float = 0.1, last_epoch: int = -1
    ):
        _check_int("StepLR", "step_size", step_size)
        _check_float("StepLR", "gamma", gamma)
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer, last_epoch)

    def _factor(self, closed: bool) -> Tensor:
        return call(_step_factor)(self.last_epoch, self.step_size, self.gamma, closed)


class LinearLR(_Factors):
    """Factors that go from `start_factor` to `end_factor` in equal steps.

    Args:
        optimizer: an optimizer of this package.
        start_factor: float above 0, at most 1.
        end_factor: float from 0 to 1.
        total_iters: int, the number of steps.
        last_epoch: -1 to start, else the epoch to go on from.

    Raises:
        TypeError: `total_iters` is not an int.
        ValueError: a factor is out of range.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        start_factor: float = 1.0 / 3,
        end_factor: float = 1.0,
        total_iters: int = 5,
        last_epoch: int = -1,
    ):
        if not 0 < start_factor <= 1.0:
            raise ValueError(
                "Starting multiplicative factor expected to be greater than 0 and less than or "
                "equal to 1."
            )
        if not 0 <= end_factor <= 1.0:
            raise ValueError("Ending multiplicative factor expected to be between 0 and 1.")
        _check_int("LinearLR", "total_iters", total_iters)
        self.start_factor, self.end_factor = start_factor, end_factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def _factor(self, closed: bool) -> Tensor:
        settings = self.start_factor, self.end_factor, self.total_iters
        return call(_linear_factor)(self.last_epoch, *settings, closed)


class ExponentialLR(_Factors):
    """Multiplies the rates by `gamma` every epoch.

    Args:
        optimizer: an optimizer of this package.
        gamma: float.
        last_epoch: -1 to start, else the epoch to go on from.

    Raises:
        TypeError: `gamma` is not a float.
    """

    def __init__(self, optimizer: Optimizer, gamma: float, last_epoch: int = -1):
        _check_float("ExponentialLR", "gamma", gamma)
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def _factor(self, closed: bool) -> Tensor:
        return call(_exponential_factor)(self.last_epoch, self.gamma, closed)


class PolynomialLR(_Factors):
    """Factors that fall to 0 along a power of the share of steps left.

    Args:
        optimizer: an optimizer of this package.
        total_iters: int, the number of steps.
        power: float, 0 or more.
        last_epoch: -1 to start, else the epoch to go on from.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: `power` is below 0.
    """

    def __init__(
        self, optimizer: Optimizer, total_iters: int = 5, power: float = 1.0, last_epoch: int = -1
    ):
        _check_float("PolynomialLR", "power", power)
        if power < 0:
            raise ValueError(f"For 'PolynomialLR', the 'power' must be >= 0, but got {power}.")
        _check_int("PolynomialLR", "total_iters", total_iters)
        self.total_iters, self.power = total_iters, power
        super().__init__(optimizer, last_epoch)

    def _factor(self, closed: bool) -> Tensor:
        return call(_polynomial_factor)(self.last_epoch, self.total_iters, self.power, closed)


class MultiStepLR(_Factors):
    """Multiplies the rates by `gamma` at the epochs of a list.

    Args:
        optimizer: an optimizer of this package.
        milestones: list of ints; one that occurs twice counts twice.
        gamma: number.
        last_epoch: -1 to start, else the epoch to go on from.

    Raises:
        TypeError: an argument has a wrong type.
    """

    def __init__(
        self, optimizer: Optimizer, milestones: list[int], gamma: float = 0.1, last_epoch: int = -1
    ):
        validator.check_value_type("milestones", milestones, [list])
        for milestone in milestones:
            _check_int("MultiStepLR", "elements of milestones", milestone)
        validator.check_value_type("gamma", gamma, [float, int])
        self.milestones = Counter(milestones)
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def _factor(self, closed: bool) -> Tensor:
        milestones = tuple(self.milestones.items())
        return call(_milestone_factor)(self.last_epoch, milestones, self.gamma, closed)


class ConstantLR(_Factors):
    """Multiplies the rates by `factor` for some epochs.

    Args:
        optimizer: an optimizer of this package.
        factor: float from 0 to 1.
        total_iters: int, the number of epochs.
        last_epoch: -1 to start, else the epoch to go on from.

    Raises:
        TypeError: `total_iters` is not an int.
        ValueError: `factor` is out of range.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        factor: float = 1.0 / 3,
        total_iters: int = 5,
        last_epoch: int = -1,
    ):
        if not 0 <= factor <= 1.0:
            raise ValueError("Constant multiplicative factor expected to be between 0 and 1.")
        _check_int("ConstantLR", "total_iters", total_iters)
        self.factor, self.total_iters = factor, total_iters
        super().__init__(optimizer, last_epoch)

    def _factor(self, closed: bool) -> Tensor:
        return call(_constant_factor)(self.last_epoch, self.factor, self.total_iters, closed)


def _for_each(optimizer: Optimizer, value: Any, what: str) -> list:
    """One value for each group."""
    count = len(optimizer.param_groups)
    if not isinstance(value, (list, tuple)):
        return [value] * count
    if len(value) != count:
        raise ValueError(f"Expected {count} {what}, but got {len(value)}")
    return list(value)


class LambdaLR(LRScheduler):
    """Multiplies the first rates by a function of the epoch.

    Args:
        optimizer: an optimizer of this package.
        lr_lambda: function of the epoch (a Parameter), or a list of one for each group.
        last_epoch: -1 to start, else the epoch to go on from.

    Raises:
        ValueError: the list has another length than the groups.
    """

    def __init__(self, optimizer: Optimizer, lr_lambda: Any, last_epoch: int = -1):
        self.lr_lambdas = _for_each(optimizer, lr_lambda, "lr_lambdas")
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> Sequence[Tensor]:
        pairs = zip(self.lr_lambdas, self.base_lrs, strict=True)
        return [base * function(self.last_epoch) for function, base in pairs]


class MultiplicativeLR(LRScheduler):
    """Multiplies the rates by a function of the epoch.

    Args:
        optimizer: an optimizer of this package.
        lr_lambda: function of the epoch (a Parameter), or a list of one for each group.
        last_epoch: -1 to start, else the epoch to go on from.

    Raises:
        ValueError: the list has another length than the groups.
    """

    def __init__(self, optimizer: Optimizer, lr_lambda: Any, last_epoch: int = -1):
        self.lr_lambdas = _for_each(optimizer, lr_lambda, "lr_lambdas")
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> Sequence[Tensor]:
        if not self.last_epoch > 0:
            return [lr * 1.0 for lr in self._last_lr]
        pairs = zip(self.lr_lambdas, self._last_lr, strict=True)
        return [lr * function(self.last_epoch) for function, lr in pairs]


class CosineAnnealingLR(LRScheduler):
    """Cosine waves between the first rates and `eta_min`.

    Args:
        optimizer: an optimizer of this package.
        T_max: int, the number of epochs from top to bottom.
        eta_min: number.
        last_epoch: -1 to start, else the epoch to go on from.

    Raises:
        TypeError: an argument has a wrong type.
    """

    def __init__(
        self, optimizer: Optimizer, T_max: int, eta_min: float = 0.0, last_epoch: int = -1
    ):
        if not isinstance(eta_min, (float, int)):
            raise TypeError(
                "For 'CosineAnnealingLR', the 'eta_min' must be float or int, "
                f"but got {type(eta_min)}."
            )
        _check_int("CosineAnnealingLR", "T_max", T_max)
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer, last_epoch)

    def _rates(self, closed: bool) -> Sequence[Tensor]:
        rates = self._last_lr, self.base_lrs
        return call(_cosine_rates)(self.last_epoch, *rates, self.T_max, self.eta_min, closed)

    def get_lr(self) -> Sequence[Tensor]:
        return self._rates(False)

    def _get_closed_form_lr(self) -> Sequence[Tensor]:
        return self._rates(True)


class CyclicLR(LRScheduler):
    """Rates that go up and down between two bounds.

    Args:
        optimizer: an optimizer of this package.
        base_lr: number or list of one for each group, the lower bound.
        max_lr: number or list of one for each group, the upper bound.
        step_size_up: number of steps up.
        step_size_down: number of steps down; None for `step_size_up`.
        mode: "triangular", "triangular2" (half the height every cycle) or "exp_range" (`gamma **
            step`).
        gamma: float.
        scale_fn: function that gives the factor of the height in the place of `mode`.
        scale_mode: whether `scale_fn` is called with the "cycle" or with the "iterations".
        last_epoch: -1 to start, else the epoch to go on from.

    Raises:
        ValueError: an unknown mode, or a list of another length than the groups.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        base_lr: Any,
        max_lr: Any,
        step_size_up: float = 2000,
        step_size_down: float | None = None,
        mode: str = "triangular",
        gamma: float = 1.0,
        scale_fn: Callable | None = None,
        scale_mode: str = "cycle",
        last_epoch: int = -1,
    ):
        base_lrs = _for_each(optimizer, base_lr, "values for base_lr")
        if last_epoch == -1:
            for value, group in zip(base_lrs, optimizer.param_groups, strict=True):
                group["lr"].set_data(Tensor(value, mstype.float32))
        max_lrs = _for_each(optimizer, max_lr, "values for max_lr")
        self.max_lrs = [Tensor(value, mstype.float32) for value in max_lrs]
        step_size_up = float(step_size_up)
        down = step_size_up if step_size_down is None else float(step_size_down)
        self.total_step_size = step_size_up + down
        self.step_up_ratio = step_size_up / self.total_step_size
        if mode not in ("triangular", "triangular2", "exp_range") and scale_fn is None:
            raise ValueError("mode is invalid and scale_fn is None")
        self.mode, self.gamma = mode, gamma
        self._scale_fn_custom = scale_fn
        if scale_fn is None:
            scale_mode = "iterations" if mode == "exp_range" else "cycle"
        self.scale_mode = scale_mode
        super().__init__(optimizer, last_epoch)
        self.base_lrs = [Tensor(value, mstype.float32) for value in base_lrs]

    def scale_fn(self, x: Any) -> Any:
        """The factor of the height.

        Args:
            x: number of the cycle or of the step.
        """
        if self._scale_fn_custom is not None:
            return self._scale_fn_custom(x)
        if self.mode == "triangular":
            return 1.0
        return self.gamma**x if self.mode == "exp_range" else 1 / 2.0 ** (x - 1)

    def get_lr(self) -> Sequence[Tensor]:
        cycle, height = call(_cycle)(self.last_epoch, self.total_step_size, self.step_up_ratio)
        factor = height * self.scale_fn(cycle if self.scale_mode == "cycle" else self.last_epoch)
        pairs = zip(self.base_lrs, self.max_lrs, strict=True)
        return [base + (top - base) * factor for base, top in pairs]


class CosineAnnealingWarmRestarts(LRScheduler):
    """Half cosine waves from the first rates to `eta_min`, over and over.

    Args:
        optimizer: an optimizer of this package.
        T_0: int above 0, the length of the first wave.
        T_mult: int, 1 or more, how much longer every wave is than the one before.
        eta_min: number.
        last_epoch: -1 to start, else the epoch to go on from.

    Raises:
        TypeError: `eta_min` is not a number.
        ValueError: another argument is out of range.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        T_0: int,
        T_mult: int = 1,
        eta_min: float = 0,
        last_epoch: int = -1,
    ):
        if not isinstance(T_0, int) or T_0 <= 0:
            raise ValueError(f"T_0 should be an integer and equal or greater than 0, but got {T_0}")
        if not isinstance(T_mult, int) or T_mult < 1:
            raise ValueError(
                f"T_mult should be an integer and equal or greater than 1, but got {T_mult}"
            )
        validator.check_value_type("eta_min", eta_min, [float, int])
        self.T_0 = Parameter(Tensor(T_0, dtype=mstype.float32), name="T_0")
        self.T_i = Parameter(Tensor(T_0, dtype=mstype.float32), name="T_i")
        self.T_cur = Parameter(Tensor(last_epoch, dtype=mstype.float32), name="T_cur")
        self.T_mult, self.eta_min = T_mult, eta_min
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> Sequence[Tensor]:
        return call(_warm_rates)(self.T_cur, self.T_i, self.base_lrs, self.eta_min)

    def _set(self, current: float, period: float) -> None:
        self.T_cur.set_data(Tensor(current, mstype.float32))
        self.T_i.set_data(Tensor(period, mstype.float32))

    def step(self, epoch: Any = None) -> None:
        """Go on to the next epoch and set its learning rates.

        Args:
            epoch: go to this epoch instead, which may be between two.

        Raises:
            ValueError: `epoch` is below 0.
        """
        last, first = float(self.last_epoch), float(self.T_0)
        if epoch is None and last >= 0:
            epoch, current, period = last + 1, float(self.T_cur) + 1, float(self.T_i)
            if current >= period:
                current, period = current - period, period * self.T_mult
        else:
            epoch = 0.0 if epoch is None else float(epoch)
            if epoch < 0:
                raise ValueError(f"epoch should be a non-negative integer, but got {epoch}")
            current, period = epoch, first
            if epoch >= first and self.T_mult == 1:
                current = epoch % first
            elif epoch >= first:
                waves = int(math.log(epoch / first * (self.T_mult - 1) + 1, self.T_mult))
                current = epoch - first * (self.T_mult**waves - 1) / (self.T_mult - 1)
                period = first * self.T_mult**waves
        self._set(current, period)
        self.last_epoch.set_data(Tensor(math.floor(epoch), mstype.float32))
        for target, rate in zip(self._last_lr, self.get_lr(), strict=True):
            target.set_data(rate)


@jit_class
class SequentialLR:
    """Schedulers one after the other.

    Args:
        optimizer: an optimizer of this package.
        schedulers: list of its schedulers.
        milestones: list of ints, the epochs at which the next scheduler starts.
        last_epoch: -1 to start, else the epoch to go on from.

    Raises:
        ValueError: a scheduler belongs to another optimizer, or the lengths do not fit.
    """

    def __init__(
        self, optimizer: Optimizer, schedulers: list, milestones: list[int], last_epoch: int = -1
    ):
        for index, scheduler in enumerate(schedulers):
            if scheduler.optimizer is not optimizer:
                raise ValueError(
                    "Sequential Schedulers expects all schedulers to belong to the same optimizer, "
                    f"but got scheduler at index {index} is different from the optimizer passed in."
                )
        if len(milestones) != len(schedulers) - 1:
            raise ValueError(
                "Sequential Schedulers expects number of schedulers provided to be one more than "
                f"the number of milestone points, but got number of schedulers {len(schedulers)} "
                f"and the number of milestones {len(milestones)}"
            )
        self._schedulers, self.milestones = schedulers, milestones
        self.milestones_len = len(milestones)
        self.last_epoch = _counter(self, last_epoch + 1)
        self.optimizer = optimizer
        for group in optimizer.param_groups:
            group["lr"].set_data(group["initial_lr"])
        for scheduler in schedulers:
            _add(scheduler.last_epoch, -1)
        schedulers[0].step()
        self._last_lr = schedulers[0]._last_lr

    def step(self) -> None:
        """Go on to the next epoch and set its learning rates."""
        _add(self.last_epoch, 1)
        epoch = int(self.last_epoch)
        current = bisect_right(self.milestones, epoch)
        if current > 0 and self.milestones[current - 1] == epoch:
            self._schedulers[current].step(0)
        else:
            self._schedulers[current].step()

    def get_last_lr(self) -> list[Tensor]:
        """The learning rates of the groups."""
        return [lr.value() for lr in self._last_lr]


@jit_class
class ReduceLROnPlateau:
    """Reduces the rates when a metric has stopped improving.

    Args:
        optimizer: an optimizer of this package.
        mode: "min" or "max", what is better.
        factor: float below 1.
        patience: number of epochs without improvement that are waited for.
        threshold: how much counts as improvement.
        threshold_mode: "rel" for a share of the best, "abs" for a difference.
        cooldown: number of epochs after a reduction in which nothing is counted.
        min_lr: number or list of one for each group, the least rate.
        eps: reductions smaller than this are left out.

    Raises:
        TypeError: `optimizer` is not one of this package.
        ValueError: an argument is out of range.

    Examples:
        >>> import msjax as ms
        >>> from msjax.experimental import optim
        >>> opt = optim.SGD([ms.Parameter(ms.Tensor([1.0]), name="w")], 1.0)
        >>> scheduler = optim.lr_scheduler.ReduceLROnPlateau(opt, factor=0.5, patience=0)
        >>> _ = scheduler.step(ms.Tensor(3.0)), scheduler.step(ms.Tensor(3.0))
        >>> print(opt.lrs[0].asnumpy())
        0.5
    """

    def __init__(
        self,
        optimizer: Optimizer,
        mode: str = "min",
        factor: float = 0.1,
        patience: int = 10,
        threshold: float = 1e-4,
        threshold_mode: str = "rel",
        cooldown: int = 0,
        min_lr: Any = 0,
        eps: float = 1e-8,
    ):
        if factor >= 1.0:
            raise ValueError("The lr factor should be less than 1.0.")
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f"Expected an `Optimizer`, but got type {type(optimizer).__name__}")
        if mode not in ("min", "max"):
            raise ValueError(f"`mode` should be 'min' or 'max', but got {mode}.")
        if threshold_mode not in ("rel", "abs"):
            raise ValueError(
                f"`threshold mode` should be 'rel' or 'abs', but got {threshold_mode}."
            )
        self.optimizer = optimizer
        least = _for_each(optimizer, min_lr, "min_lrs")
        self.min_lrs = [Tensor(lr, mstype.float32) for lr in least]
        self.mode, self.factor, self.patience = mode, factor, patience
        self.threshold, self.threshold_mode = threshold, threshold_mode
        self.cooldown, self.eps = cooldown, eps
        self.mode_worse = float("inf") if mode == "min" else float("-inf")
        self.last_epoch = _counter(self, 0, mstype.int32)
        self.best = Parameter(Tensor(self.mode_worse, dtype=mstype.float32), name="best")
        self.cooldown_counter = Parameter(Tensor(0, dtype=mstype.float32), name="cooldown_counter")
        self.wait = Parameter(Tensor(0, dtype=mstype.float32), name="wait")
        self._last_lr = [group["lr"] for group in optimizer.param_groups]

    def step(self, metrics: Any) -> bool:
        """Take note of the metric of an epoch.

        Args:
            metrics: number or one-element Tensor.

        Returns:
            True.
        """
        _add(self.last_epoch, 1)
        current = float(np.float32(float(metrics)))
        if self._is_improvement(current, float(self.best)):
            self.best.set_data(Tensor(current, mstype.float32))
            self.wait.set_data(0.0)
        else:
            _add(self.wait, 1)
        if self.in_cooldown():
            _add(self.cooldown_counter, -1)
            self.wait.set_data(0.0)
        if float(self.wait) > self.patience:
            self._reduce_lr()
            self.cooldown_counter.set_data(float(self.cooldown))
            self.wait.set_data(0.0)
        return True

    def _reduce_lr(self) -> None:
        for rate, least in zip(self._last_lr, self.min_lrs, strict=True):
            old = float(rate)
            new = max(old * self.factor, float(least))
            if old > new + self.eps:
                rate.set_data(Tensor(new, mstype.float32))

    def in_cooldown(self) -> bool:
        """Whether epochs are not counted for now."""
        return float(self.cooldown_counter) > 0

    def _is_improvement(self, current: float, best: float) -> bool:
        sign = -1.0 if self.mode == "min" else 1.0
        if self.threshold_mode == "rel":
            bound = best * (1.0 + sign * self.threshold)
        else:
            bound = best + sign * self.threshold
        return current < bound if self.mode == "min" else current > bound

    def get_last_lr(self) -> list[Tensor]:
        """The learning rates of the groups."""
        return [lr.value() for lr in self._last_lr]
