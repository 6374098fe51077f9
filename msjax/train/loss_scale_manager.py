"""Managers of the loss scale, as Model and build_train_network take them."""

from __future__ import annotations

from msjax import _checkparam as validator
from msjax.common._default_text import DefaultText
from msjax.nn.cell import Cell
from msjax.nn.wrap.loss_scale import DynamicLossScaleUpdateCell, FixedLossScaleUpdateCell


class LossScaleManager(DefaultText):
    """Base of the managers of a loss scale; derive from it and write all methods.

    Examples:
        >>> import msjax as ms
        >>> class Halving(ms.train.LossScaleManager):
        ...     scale = 1024.0
        ...     def get_loss_scale(self):
        ...         return self.scale
        ...     def update_loss_scale(self, overflow):
        ...         self.scale /= 2 if overflow else 1
        ...     def get_update_cell(self):
        ...         return None
        >>> manager = Halving()
        >>> manager.update_loss_scale(True)
        >>> manager.get_loss_scale()
        512.0
    """

    def get_loss_scale(self) -> float:
        """The loss scale."""

    def update_loss_scale(self, overflow: bool) -> None:
        """Adapt the loss scale.

        Args:
            overflow: whether a gradient overflowed.
        """

    def get_update_cell(self) -> Cell | None:
        """The Cell that adapts the loss scale in the training step, or None."""


class FixedLossScaleManager(LossScaleManager):
    """A constant loss scale.

    Args:
        loss_scale: number, 1 or more. If `drop_overflow_update` is False, the optimizer needs it
            too.
        drop_overflow_update: leave out steps whose gradients overflow.

    Raises:
        ValueError: `loss_scale` is below 1.

    Examples:
        >>> import msjax as ms
        >>> ms.amp.FixedLossScaleManager(1024).get_loss_scale()
        1024
    """

    def __init__(self, loss_scale: float = 128.0, drop_overflow_update: bool = True):
        if loss_scale < 1:
            raise ValueError(f"The argument 'loss_scale' must be >= 1, but got {loss_scale}")
        self._loss_scale = loss_scale
        self._drop_overflow_update = drop_overflow_update

    def get_loss_scale(self) -> float:
        """The loss scale."""
        return self._loss_scale

    def get_drop_overflow_update(self) -> bool:
        """Whether steps whose gradients overflow are left out."""
        return self._drop_overflow_update

    def update_loss_scale(self, overflow: bool) -> None:
        """Nothing: the scale is constant."""

    def get_update_cell(self) -> FixedLossScaleUpdateCell | None:
        """The Cell for the training step; None if no steps are left out."""
        if not self._drop_overflow_update:
            return None
        return FixedLossScaleUpdateCell(self._loss_scale)


class DynamicLossScaleManager(LossScaleManager):
    """A loss scale that shrinks after overflows and grows after steps without.

    Args:
        init_loss_scale: number, 1 or more.
        scale_factor: number above 0, the factor of each change.
        scale_window: int above 0, the number of steps without overflow before the scale grows.

    Raises:
        ValueError: an argument is out of range.
        TypeError: `scale_window` is not an int.

    Examples:
        >>> import msjax as ms
        >>> manager = ms.amp.DynamicLossScaleManager(1024)
        >>> manager.update_loss_scale(True)
        >>> manager.get_loss_scale()
        512.0
    """

    def __init__(
        self, init_loss_scale: float = 2**24, scale_factor: float = 2, scale_window: int = 2000
    ):
        if init_loss_scale < 1.0:
            raise ValueError(
                f"The argument 'init_loss_scale' must be > 1, but got {init_loss_scale}"
            )
        self.loss_scale = init_loss_scale
        validator.check_positive_int(scale_window, "scale_window", type(self).__name__)
        self.scale_window = scale_window
        if scale_factor <= 0:
            raise ValueError(f"The argument 'scale_factor' must be > 0, but got {scale_factor}")
        self.scale_factor = self.increase_ratio = scale_factor
        self.decrease_ratio = 1 / scale_factor
        self.cur_iter = 1
        self.last_overflow_iter = 0
        self.bad_step_max = 1000
        self.bad_step = 0

    def get_loss_scale(self) -> float:
        """The loss scale."""
        return self.loss_scale

    def update_loss_scale(self, overflow: bool) -> None:
        """Adapt the loss scale to a step.

        Args:
            overflow: whether a gradient overflowed.

        Raises:
            RuntimeError: more than 1000 steps overflowed one after the other.
        """
        if overflow:
            self.loss_scale = max(self.loss_scale * self.decrease_ratio, 1)
            self.last_overflow_iter = self.cur_iter
            self.bad_step += 1
        else:
            if (self.cur_iter - self.last_overflow_iter) % self.scale_window == 0:
                self.loss_scale *= self.increase_ratio
            self.bad_step = 0
        if self.bad_step > self.bad_step_max:
            raise RuntimeError(
                "Dynamic loss scale Continuous overflow ",
                self.bad_step,
                " times, has exceeded maximum threshold.",
            )
        self.cur_iter += 1

    def get_drop_overflow_update(self) -> bool:
        """Whether steps whose gradients overflow are left out: yes."""
        return True

    def get_update_cell(self) -> DynamicLossScaleUpdateCell:
        """The Cell for the training step."""
        return DynamicLossScaleUpdateCell(self.loss_scale, self.scale_factor, self.scale_window)


__all__ = ["DynamicLossScaleManager", "FixedLossScaleManager", "LossScaleManager"]
