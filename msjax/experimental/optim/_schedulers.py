"""The base of the learning-rate schedulers, and those that are a function of the epoch."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np

from msjax import _checkparam as validator
from msjax._core.base import dtype as mstype
from msjax._core.compile.markers import jit_class
from msjax._core.op.publish import Array, Arrays, call, op
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.experimental.optim.optimizer import Optimizer


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
    ratio = (1.0 - inside / total) / (1.0 - (inside - 1) / total)
    # Fused, the difference at the last step would be a rounding error instead of 0.
    ratio = jnp.where(epoch == total, 0.0, ratio)
    return jnp.where(still, 1.0, ratio**power)


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


def epoch_counter(owner: Any, value: float, dtype: Any = mstype.float32) -> Parameter:
    return Parameter(Tensor(value, dtype=dtype), name="last_epoch_" + type(owner).__name__)


def add_to(counter: Parameter, number: float) -> None:
    counter.assign_value((counter + number).astype(counter.dtype))


@jit_class
class LRScheduler:
    """Base of the schedulers: derive from it and write `get_lr`.

    Args:
        optimizer: an optimizer of this package.
        last_epoch: int, -1 to start, else the epoch to go on from.

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
        self.last_epoch = epoch_counter(self, last_epoch)
        self.step()

    def get_lr(self) -> Sequence[Tensor]:
        """The learning rates of the groups at `last_epoch`; to be written by derived classes.

        Returns:
            list[Tensor]: one of shape () for each group.

        Raises:
            NotImplementedError: the derived class has no `get_lr`.
        """
        raise NotImplementedError(f"For '{type(self).__name__}', 'get_lr' must be overridden.")

    def get_last_lr(self) -> list[Tensor]:
        """The learning rates of the groups.

        Returns:
            list[Tensor]: one of shape () for each group.
        """
        return [lr.value() for lr in self._last_lr]

    def step(self, epoch: int | None = None) -> bool:
        """Go on to the next epoch and set its learning rates.

        Args:
            epoch: int or None, go to this epoch instead.

        Returns:
            True.
        """
        if epoch is None:
            add_to(self.last_epoch, 1)
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


def _check_type(cls_name: str, name: str, value: Any, kind: type) -> None:
    if not isinstance(value, kind):
        raise TypeError(
            f"For '{cls_name}', the '{name}' must be {kind.__name__}, but got {type(value)}."
        )


class StepLR(_Factors):
    """Multiply the rates by `gamma` every `step_size` epochs.

    Args:
        optimizer: an optimizer of this package.
        step_size: int.
        gamma: float.
        last_epoch: int, -1 to start, else the epoch to go on from.

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
        _check_type("StepLR", "step_size", step_size, int)
        _check_type("StepLR", "gamma", gamma, float)
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer, last_epoch)

    def _factor(self, closed: bool) -> Tensor:
        return call(_step_factor)(self.last_epoch, self.step_size, self.gamma, closed)


class LinearLR(_Factors):
    """Multiply the rates by factors that go from `start_factor` to `end_factor` in equal steps.

    Args:
        optimizer: an optimizer of this package.
        start_factor: float above 0, at most 1.
        end_factor: float from 0 to 1.
        total_iters: int, the number of steps.
        last_epoch: int, -1 to start, else the epoch to go on from.

    Raises:
        TypeError: `total_iters` is not an int.
        ValueError: a factor is out of range.

    Examples:
        >>> import msjax as ms
        >>> from msjax.experimental import optim
        >>> opt = optim.SGD([ms.Parameter(ms.Tensor([1.0]), name="w")], 1.0)
        >>> scheduler = optim.lr_scheduler.LinearLR(opt, 0.5, 1.0, 2)
        >>> _ = scheduler.step()
        >>> round(float(scheduler.get_last_lr()[0]), 4)
        0.75
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
        _check_type("LinearLR", "total_iters", total_iters, int)
        self.start_factor, self.end_factor = start_factor, end_factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def _factor(self, closed: bool) -> Tensor:
        settings = self.start_factor, self.end_factor, self.total_iters
        return call(_linear_factor)(self.last_epoch, *settings, closed)


class ExponentialLR(_Factors):
    """Multiply the rates by `gamma` every epoch.

    Args:
        optimizer: an optimizer of this package.
        gamma: float.
        last_epoch: int, -1 to start, else the epoch to go on from.

    Raises:
        TypeError: `gamma` is not a float.

    Examples:
        >>> import msjax as ms
        >>> from msjax.experimental import optim
        >>> opt = optim.SGD([ms.Parameter(ms.Tensor([1.0]), name="w")], 1.0)
        >>> scheduler = optim.lr_scheduler.ExponentialLR(opt, 0.5)
        >>> _ = scheduler.step()
        >>> round(float(scheduler.get_last_lr()[0]), 4)
        0.5
    """

    def __init__(self, optimizer: Optimizer, gamma: float, last_epoch: int = -1):
        _check_type("ExponentialLR", "gamma", gamma, float)
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def _factor(self, closed: bool) -> Tensor:
        return call(_exponential_factor)(self.last_epoch, self.gamma, closed)


class PolynomialLR(_Factors):
    """Multiply the rates by factors that fall to 0 along a power of the share of steps left.

    Args:
        optimizer: an optimizer of this package.
        total_iters: int, the number of steps.
        power: float, 0 or more.
        last_epoch: int, -1 to start, else the epoch to go on from.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: `power` is below 0.

    Examples:
        >>> import msjax as ms
        >>> from msjax.experimental import optim
        >>> opt = optim.SGD([ms.Parameter(ms.Tensor([1.0]), name="w")], 1.0)
        >>> scheduler = optim.lr_scheduler.PolynomialLR(opt, total_iters=4)
        >>> _ = scheduler.step()
        >>> round(float(scheduler.get_last_lr()[0]), 4)
        0.75
    """

    def __init__(
        self, optimizer: Optimizer, total_iters: int = 5, power: float = 1.0, last_epoch: int = -1
    ):
        _check_type("PolynomialLR", "power", power, float)
        if power < 0:
            raise ValueError(f"For 'PolynomialLR', the 'power' must be >= 0, but got {power}.")
        _check_type("PolynomialLR", "total_iters", total_iters, int)
        self.total_iters, self.power = total_iters, power
        super().__init__(optimizer, last_epoch)

    def _factor(self, closed: bool) -> Tensor:
        return call(_polynomial_factor)(self.last_epoch, self.total_iters, self.power, closed)


class MultiStepLR(_Factors):
    """Multiply the rates by `gamma` at the epochs of a list.

    Args:
        optimizer: an optimizer of this package.
        milestones: list of ints; one that occurs twice counts twice.
        gamma: number.
        last_epoch: int, -1 to start, else the epoch to go on from.

    Raises:
        TypeError: an argument has a wrong type.

    Examples:
        >>> import msjax as ms
        >>> from msjax.experimental import optim
        >>> opt = optim.SGD([ms.Parameter(ms.Tensor([1.0]), name="w")], 1.0)
        >>> scheduler = optim.lr_scheduler.MultiStepLR(opt, [1], 0.5)
        >>> _ = scheduler.step()
        >>> round(float(scheduler.get_last_lr()[0]), 4)
        0.5
    """

    def __init__(
        self, optimizer: Optimizer, milestones: list[int], gamma: float = 0.1, last_epoch: int = -1
    ):
        validator.check_value_type("milestones", milestones, [list])
        for milestone in milestones:
            _check_type("MultiStepLR", "elements of milestones", milestone, int)
        validator.check_value_type("gamma", gamma, [float, int])
        self.milestones = Counter(milestones)
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def _factor(self, closed: bool) -> Tensor:
        milestones = tuple(self.milestones.items())
        return call(_milestone_factor)(self.last_epoch, milestones, self.gamma, closed)


class ConstantLR(_Factors):
    """Multiply the rates by `factor` for some epochs.

    Args:
        optimizer: an optimizer of this package.
        factor: float from 0 to 1.
        total_iters: int, the number of epochs.
        last_epoch: int, -1 to start, else the epoch to go on from.

    Raises:
        TypeError: `total_iters` is not an int.
        ValueError: `factor` is out of range.

    Examples:
        >>> import msjax as ms
        >>> from msjax.experimental import optim
        >>> opt = optim.SGD([ms.Parameter(ms.Tensor([1.0]), name="w")], 1.0)
        >>> scheduler = optim.lr_scheduler.ConstantLR(opt, 0.5, 2)
        >>> _ = scheduler.step()
        >>> round(float(scheduler.get_last_lr()[0]), 4)
        0.5
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
        _check_type("ConstantLR", "total_iters", total_iters, int)
        self.factor, self.total_iters = factor, total_iters
        super().__init__(optimizer, last_epoch)

    def _factor(self, closed: bool) -> Tensor:
        return call(_constant_factor)(self.last_epoch, self.factor, self.total_iters, closed)


def for_each(optimizer: Optimizer, value: Any, what: str) -> list:
    """One value for each group."""
    count = len(optimizer.param_groups)
    if not isinstance(value, (list, tuple)):
        return [value] * count
    if len(value) != count:
        raise ValueError(f"Expected {count} {what}, but got {len(value)}")
    return list(value)


class _OwnFactors(LRScheduler):
    """A scheduler whose factors are functions of the user's."""

    def __init__(
        self,
        optimizer: Optimizer,
        lr_lambda: Callable[[int], float] | Sequence[Callable[[int], float]],
        last_epoch: int = -1,
    ):
        self.lr_lambdas = for_each(optimizer, lr_lambda, "lr_lambdas")
        super().__init__(optimizer, last_epoch)


class LambdaLR(_OwnFactors):
    """Multiply the first rates by a function of the epoch.

    Args:
        optimizer: an optimizer of this package.
        lr_lambda: function of the epoch (a Parameter), or a list of one for each group.
        last_epoch: int, -1 to start, else the epoch to go on from.

    Raises:
        ValueError: the list has another length than the groups.

    Examples:
        >>> import msjax as ms
        >>> from msjax.experimental import optim
        >>> opt = optim.SGD([ms.Parameter(ms.Tensor([1.0]), name="w")], 1.0)
        >>> scheduler = optim.lr_scheduler.LambdaLR(opt, lambda epoch: 0.5**epoch)
        >>> _ = scheduler.step()
        >>> round(float(scheduler.get_last_lr()[0]), 4)
        0.5
    """

    def get_lr(self) -> Sequence[Tensor]:
        """The learning rates of the groups at `last_epoch`.

        Returns:
            list[Tensor]: one of shape () for each group.
        """
        pairs = zip(self.lr_lambdas, self.base_lrs, strict=True)
        return [base * function(self.last_epoch) for function, base in pairs]


class MultiplicativeLR(_OwnFactors):
    """Multiply the rates by a function of the epoch.

    Args:
        optimizer: an optimizer of this package.
        lr_lambda: function of the epoch (a Parameter), or a list of one for each group.
        last_epoch: int, -1 to start, else the epoch to go on from.

    Raises:
        ValueError: the list has another length than the groups.

    Examples:
        >>> import msjax as ms
        >>> from msjax.experimental import optim
        >>> opt = optim.SGD([ms.Parameter(ms.Tensor([1.0]), name="w")], 1.0)
        >>> scheduler = optim.lr_scheduler.MultiplicativeLR(opt, lambda epoch: 0.5)
        >>> _ = scheduler.step()
        >>> round(float(scheduler.get_last_lr()[0]), 4)
        0.5
    """

    def get_lr(self) -> Sequence[Tensor]:
        """The learning rates of the groups at `last_epoch`.

        Returns:
            list[Tensor]: one of shape () for each group.
        """
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
        last_epoch: int, -1 to start, else the epoch to go on from.

    Raises:
        TypeError: an argument has a wrong type.

    Examples:
        >>> import msjax as ms
        >>> from msjax.experimental import optim
        >>> opt = optim.SGD([ms.Parameter(ms.Tensor([1.0]), name="w")], 1.0)
        >>> scheduler = optim.lr_scheduler.CosineAnnealingLR(opt, T_max=2)
        >>> _ = scheduler.step()
        >>> round(float(scheduler.get_last_lr()[0]), 4)
        0.5

    References:
        Loshchilov, Hutter: SGDR: Stochastic Gradient Descent with Warm Restarts, 2016.
    """

    def __init__(
        self, optimizer: Optimizer, T_max: int, eta_min: float = 0.0, last_epoch: int = -1
    ):
        if not isinstance(eta_min, (float, int)):
            raise TypeError(
                "For 'CosineAnnealingLR', the 'eta_min' must be float or int, "
                f"but got {type(eta_min)}."
            )
        _check_type("CosineAnnealingLR", "T_max", T_max, int)
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer, last_epoch)

    def _rates(self, closed: bool) -> Sequence[Tensor]:
        rates = self._last_lr, self.base_lrs
        return call(_cosine_rates)(self.last_epoch, *rates, self.T_max, self.eta_min, closed)

    def get_lr(self) -> Sequence[Tensor]:
        """The learning rates of the groups at `last_epoch`.

        Returns:
            list[Tensor]: one of shape () for each group.
        """
        return self._rates(False)

    def _get_closed_form_lr(self) -> Sequence[Tensor]:
        return self._rates(True)
