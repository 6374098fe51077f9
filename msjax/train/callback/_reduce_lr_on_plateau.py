"""Lowering the learning rate when training does not help any more."""

from __future__ import annotations

from msjax import _checkparam as validator
from msjax._core.op.registry import resolve
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.train.callback._callback import RunContext
from msjax.train.callback._monitored import Monitored


class ReduceLROnPlateau(Monitored):
    """Lowers the learning rate when a value has not improved for some epochs.

    Args:
        monitor: "loss", "eval_loss" or the name of a metric; the last two need `Model.fit`.
        factor: float between 0 and 1, the factor of each change.
        patience: int, the number of epochs without improvement before a change.
        verbose: print when the learning rate changes.
        mode: "min" if smaller is better, "max" if larger is, "auto" to know by the name.
        min_delta: number, the least change that counts.
        cooldown: int, after a change this many epochs do not count.
        min_lr: number, the learning rate does not fall below.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: `mode` is unknown, `factor` out of range, `patience` or `cooldown` negative, or
            while training the learning rate is a schedule or the watched value not a scalar.

    Examples:
        >>> import msjax as ms
        >>> callback = ms.train.ReduceLROnPlateau("loss", factor=0.5, patience=2)
    """

    _purpose = "Learning rate reduction"

    def __init__(
        self,
        monitor: str = "eval_loss",
        factor: float = 0.1,
        patience: int = 10,
        verbose: bool = False,
        mode: str = "auto",
        min_delta: float = 0.0001,
        cooldown: int = 0,
        min_lr: float = 0,
    ):
        super().__init__()
        self.factor = validator.check_float_range(factor, 0.0, 1.0, validator.INC_NEITHER)
        self.patience = validator.check_non_negative_int(patience)
        self.verbose = validator.check_bool(verbose)
        self.cooldown = validator.check_non_negative_int(cooldown)
        self.min_lr = validator.check_value_type("min_lr", min_lr, [float, int])
        self.cooldown_counter = 0
        self._init_monitor(monitor, mode, min_delta)

    def on_train_begin(self, run_context: RunContext) -> None:
        """Forget an earlier training."""
        self._forget_best()
        self.cooldown_counter = 0

    def on_train_epoch_end(self, run_context: RunContext) -> None:
        """Compare with the best epoch."""
        params = run_context.original_args()
        rate = params.optimizer.learning_rate
        if not isinstance(rate, Parameter):
            raise ValueError(
                "ReduceLROnPlateau does not support dynamic learning rate and group learning rate "
                "now."
            )
        current = self._current(params)
        if current is None:
            return
        if self.cooldown_counter > 0:
            self.cooldown_counter -= 1
            self.wait = 0
        if self.is_improvement(current, self.best):
            self.best = current
            self.wait = 0
        elif self.cooldown_counter <= 0:
            self.wait += 1
            if self.wait >= self.patience:
                self._reduce(rate, params.cur_epoch_num)
                self.cooldown_counter = self.cooldown
                self.wait = 0

    def _reduce(self, rate: Parameter, epoch: int) -> None:
        if not rate > Tensor(self.min_lr):
            return
        new = max(rate * self.factor, self.min_lr)
        resolve("ops.assign")(rate, Tensor(new, rate.dtype))
        if self.verbose:
            print(f"Epoch {epoch:05d}: ReduceLROnPlateau reducing learning rate to {new}.")
