"""Schedulers that change the learning rates of an optimizer's groups."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Sequence

import jax.numpy as jnp
import numpy as np

from msjax import _checkparam as validator
from msjax._core.base import dtype as mstype
from msjax._core.compile.markers import jit_class
from msjax._core.op.publish import Array, Arrays, call, op
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.experimental.optim._schedulers import (
    ConstantLR,
    CosineAnnealingLR,
    ExponentialLR,
    LambdaLR,
    LinearLR,
    LRScheduler,
    MultiplicativeLR,
    MultiStepLR,
    PolynomialLR,
    StepLR,
    add_to,
    epoch_counter,
    for_each,
)
from msjax.experimental.optim.optimizer import Optimizer

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
    "ChainedScheduler",
    "ReduceLROnPlateau",
    "CyclicLR",
    "CosineAnnealingWarmRestarts",
    "CosineAnnealingLR",
]


@op(label="CyclicLR")
def _cycle(epoch: Array, size=1.0, up=0.5):
    cycle = jnp.floor(1 + epoch / size)
    x = 1.0 + epoch / size - cycle
    return cycle, jnp.where(x <= up, x / up, (x - 1) / (up - 1))


@op(label="CosineAnnealingWarmRestarts")
def _warm_rates(current: Array, period: Array, bases: Arrays, least=0.0):
    wave = 1 + jnp.cos(math.pi * current / period)
    return [least + (b - least) * wave / 2 for b in bases]


class CyclicLR(LRScheduler):
    """Rates that go up and down between two bounds.

    Args:
        optimizer: an optimizer of this package.
        base_lr: float or int, or list of one for each group, the lower bound.
        max_lr: float or int, or list of one for each group, the upper bound.
        step_size_up: float or int, number of steps up.
        step_size_down: float or int, number of steps down; None for `step_size_up`.
        mode: str, "triangular", "triangular2" (half the height every cycle) or "exp_range"
            (`gamma**step`).
        gamma: float, the base of "exp_range".
        scale_fn: function that gives the factor of the height in the place of `mode`, or None.
        scale_mode: str, whether `scale_fn` is called with the "cycle" or with the "iterations".
        last_epoch: int, -1 to start, else the epoch to go on from.

    Raises:
        ValueError: an unknown mode, or a list of another length than the groups.

    Examples:
        >>> import msjax as ms
        >>> from msjax.experimental import optim
        >>> opt = optim.SGD([ms.Parameter(ms.Tensor([1.0]), name="w")], 1.0)
        >>> scheduler = optim.lr_scheduler.CyclicLR(opt, 0.0, 1.0, 2)
        >>> _ = scheduler.step()
        >>> round(float(scheduler.get_last_lr()[0]), 4)
        0.5

    References:
        Smith: Cyclical Learning Rates for Training Neural Networks, 2015.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        base_lr: float | Sequence[float],
        max_lr: float | Sequence[float],
        step_size_up: float = 2000,
        step_size_down: float | None = None,
        mode: str = "triangular",
        gamma: float = 1.0,
        scale_fn: Callable | None = None,
        scale_mode: str = "cycle",
        last_epoch: int = -1,
    ):
        base_lrs = for_each(optimizer, base_lr, "values for base_lr")
        if last_epoch == -1:
            for value, group in zip(base_lrs, optimizer.param_groups, strict=True):
                group["lr"].set_data(Tensor(value, mstype.float32))
        max_lrs = for_each(optimizer, max_lr, "values for max_lr")
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

    def scale_fn(self, x: float | Tensor) -> float | Tensor:
        """The factor of the height.

        Args:
            x: number of the cycle or of the step.

        Returns:
            float or Tensor: the factor.
        """
        if self._scale_fn_custom is not None:
            return self._scale_fn_custom(x)
        if self.mode == "triangular":
            return 1.0
        return self.gamma**x if self.mode == "exp_range" else 1 / 2.0 ** (x - 1)

    def get_lr(self) -> Sequence[Tensor]:
        """The learning rates of the groups at `last_epoch`.

        Returns:
            list[Tensor]: one of shape () for each group.
        """
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
        last_epoch: int, -1 to start, else the epoch to go on from.

    Raises:
        TypeError: `eta_min` is not a number.
        ValueError: another argument is out of range.

    Examples:
        >>> import msjax as ms
        >>> from msjax.experimental import optim
        >>> opt = optim.SGD([ms.Parameter(ms.Tensor([1.0]), name="w")], 1.0)
        >>> scheduler = optim.lr_scheduler.CosineAnnealingWarmRestarts(opt, 2)
        >>> _ = scheduler.step()
        >>> round(float(scheduler.get_last_lr()[0]), 4)
        0.5

    References:
        Loshchilov, Hutter: SGDR: Stochastic Gradient Descent with Warm Restarts, 2016.
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
        """The learning rates of the groups at `last_epoch`.

        Returns:
            list[Tensor]: one of shape () for each group.
        """
        return call(_warm_rates)(self.T_cur, self.T_i, self.base_lrs, self.eta_min)

    def _set(self, current: float, period: float) -> None:
        self.T_cur.set_data(Tensor(current, mstype.float32))
        self.T_i.set_data(Tensor(period, mstype.float32))

    def step(self, epoch: float | None = None) -> None:
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
        last_epoch: int, -1 to start, else the epoch to go on from.

    Raises:
        ValueError: a scheduler belongs to another optimizer, or the lengths do not fit.

    Examples:
        >>> import msjax as ms
        >>> from msjax.experimental import optim
        >>> opt = optim.SGD([ms.Parameter(ms.Tensor([1.0]), name="w")], 1.0)
        >>> halved = optim.lr_scheduler.ConstantLR(opt, factor=0.5, total_iters=2)
        >>> falling = optim.lr_scheduler.ExponentialLR(opt, gamma=0.5)
        >>> scheduler = optim.lr_scheduler.SequentialLR(opt, [halved, falling], milestones=[2])
        >>> scheduler.step()
        >>> round(float(scheduler.get_last_lr()[0]), 4)
        0.5
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
        self.last_epoch = epoch_counter(self, last_epoch + 1)
        self.optimizer = optimizer
        for group in optimizer.param_groups:
            group["lr"].set_data(group["initial_lr"])
        for scheduler in schedulers:
            add_to(scheduler.last_epoch, -1)
        schedulers[0].step()
        self._last_lr = schedulers[0]._last_lr

    def step(self) -> None:
        """Go on to the next epoch and set its learning rates."""
        add_to(self.last_epoch, 1)
        epoch = int(self.last_epoch)
        current = bisect_right(self.milestones, epoch)
        if current > 0 and self.milestones[current - 1] == epoch:
            self._schedulers[current].step(0)
        else:
            self._schedulers[current].step()

    def get_last_lr(self) -> list[Tensor]:
        """The learning rates of the groups.

        Returns:
            list[Tensor]: one of shape () for each group.
        """
        return [lr.value() for lr in self._last_lr]


@jit_class
class ChainedScheduler:
    """Schedulers whose steps are taken together, as MindSpore 2.2 had it.

    Args:
        schedulers: list of schedulers of one optimizer.

    Raises:
        ValueError: the schedulers belong to different optimizers, or there are none.

    Examples:
        >>> import msjax as ms
        >>> from msjax.experimental import optim
        >>> opt = optim.SGD(ms.nn.Dense(2, 1).trainable_params(), 1.0)
        >>> halved = optim.lr_scheduler.ConstantLR(opt, factor=0.5, total_iters=2)
        >>> both = [halved, optim.lr_scheduler.ExponentialLR(opt, gamma=0.9)]
        >>> scheduler = optim.lr_scheduler.ChainedScheduler(both)
        >>> scheduler.step()
        >>> round(float(scheduler.get_last_lr()[0]), 4)
        0.45
    """

    def __init__(self, schedulers: list):
        if not schedulers:
            raise ValueError("For 'ChainedScheduler', the 'schedulers' must not be empty.")
        self._schedulers, self.optimizer = list(schedulers), schedulers[0].optimizer
        for index, scheduler in enumerate(schedulers):
            if scheduler.optimizer is not self.optimizer:
                raise ValueError(
                    "For 'ChainedScheduler', all schedulers must belong to one optimizer, but "
                    f"those at index 0 and {index} are of different ones."
                )

    def step(self) -> None:
        """Take a step of every scheduler, in order."""
        for scheduler in self._schedulers:
            scheduler.step()

    def get_last_lr(self) -> list[Tensor]:
        """The learning rates of the groups.

        Returns:
            list[Tensor]: one of shape () for each group.
        """
        return [group["lr"].value() for group in self.optimizer.param_groups]


@jit_class
class ReduceLROnPlateau:
    """Reduce the rates when a metric has stopped improving.

    Args:
        optimizer: an optimizer of this package.
        mode: "min" or "max", what is better.
        factor: float below 1.
        patience: number of epochs without improvement that are waited for.
        threshold: float, how much counts as improvement.
        threshold_mode: "rel" for a share of the best, "abs" for a difference.
        cooldown: number of epochs after a reduction in which nothing is counted.
        min_lr: number or list of one for each group, the least rate.
        eps: float, reductions smaller than this are left out.

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
        min_lr: float | Sequence[float] = 0,
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
        least = for_each(optimizer, min_lr, "min_lrs")
        self.min_lrs = [Tensor(lr, mstype.float32) for lr in least]
        self.mode, self.factor, self.patience = mode, factor, patience
        self.threshold, self.threshold_mode = threshold, threshold_mode
        self.cooldown, self.eps = cooldown, eps
        self.mode_worse = float("inf") if mode == "min" else float("-inf")
        self.last_epoch = epoch_counter(self, 0, mstype.int32)
        self.best = Parameter(Tensor(self.mode_worse, dtype=mstype.float32), name="best")
        self.cooldown_counter = Parameter(Tensor(0, dtype=mstype.float32), name="cooldown_counter")
        self.wait = Parameter(Tensor(0, dtype=mstype.float32), name="wait")
        self._last_lr = [group["lr"] for group in optimizer.param_groups]

    def step(self, metrics: float | Tensor) -> bool:
        """Take note of the metric of an epoch.

        Args:
            metrics: number or one-element Tensor.

        Returns:
            True.
        """
        add_to(self.last_epoch, 1)
        current = float(np.float32(float(metrics)))
        if self._is_improvement(current, float(self.best)):
            self.best.set_data(Tensor(current, mstype.float32))
            self.wait.set_data(0.0)
        else:
            add_to(self.wait, 1)
        if self.in_cooldown():
            add_to(self.cooldown_counter, -1)
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
        """Whether epochs are not counted for now.

        Returns:
            bool: whether a reduction was less than `cooldown` epochs ago.
        """
        return float(self.cooldown_counter) > 0

    def _is_improvement(self, current: float, best: float) -> bool:
        change = -self.threshold if self.mode == "min" else self.threshold
        if self.threshold_mode == "rel":
            bound = np.float32(best) * np.float32(1.0 + change)
        else:
            bound = np.float32(best) + np.float32(change)
        return bool(current < bound if self.mode == "min" else current > bound)

    def get_last_lr(self) -> list[Tensor]:
        """The learning rates of the groups.

        Returns:
            list[Tensor]: one of shape () for each group.
        """
        return [lr.value() for lr in self._last_lr]
