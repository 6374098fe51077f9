"""Stopping when training does not help any more."""

from __future__ import annotations

import copy
from typing import Any

from msjax import _checkparam as validator
from msjax.train.callback._callback import RunContext
from msjax.train.callback._monitored import Monitored
from msjax.train.serialization import load_param_into_net


class EarlyStopping(Monitored):
    """Stops training when a value has not improved for some epochs.

    Args:
        monitor: "loss", "eval_loss" or the name of a metric; the last two need `Model.fit`.
        min_delta: number, the least change that counts.
        patience: int, after so many epochs without improvement training stops.
        verbose: print when training stops.
        mode: "min" if smaller is better, "max" if larger is, "auto" to know by the name.
        baseline: number that the value must beat.
        restore_best_weights: go back to the Parameters of the best epoch.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: `mode` is unknown, `patience` negative, or the watched value not a scalar.

    Examples:
        >>> import msjax as ms
        >>> callback = ms.train.EarlyStopping("loss", patience=3)
    """

    _purpose = "Early stopping"

    def __init__(
        self,
        monitor: str = "eval_loss",
        min_delta: float = 0,
        patience: int = 0,
        verbose: bool = False,
        mode: str = "auto",
        baseline: float | None = None,
        restore_best_weights: bool = False,
    ):
        super().__init__()
        self.patience = validator.check_non_negative_int(patience)
        self.verbose = validator.check_bool(verbose)
        if baseline is not None:
            baseline = validator.check_value_type("baseline", baseline, [float, int])
        self.baseline = baseline
        self.restore_best_weights = validator.check_bool(restore_best_weights)
        self.stopped_epoch = 0
        self.best_weights_param_dict: Any = None
        self._init_monitor(monitor, mode, min_delta)

    def on_train_begin(self, run_context: RunContext) -> None:
        """Forget an earlier training."""
        self._forget_best()
        self.stopped_epoch = 0
        self.best_weights_param_dict = None

    def on_train_epoch_end(self, run_context: RunContext) -> None:
        """Compare with the best epoch."""
        params = run_context.original_args()
        current = self._current(params)
        if current is None:
            return
        network = params.train_network
        better = self.is_improvement(current, self.best)
        if self.restore_best_weights and (better or self.best_weights_param_dict is None):
            self.best_weights_param_dict = copy.deepcopy(network.parameters_dict())
        self.wait += 1
        if better:
            self.best = current
            if self.baseline is None or self.is_improvement(current, self.baseline):
                self.wait = 0
        if self.wait < self.patience:
            return
        self.stopped_epoch = params.get("cur_epoch_num")
        run_context.request_stop()
        if self.restore_best_weights:
            if self.verbose:
                print("Restoring model weights from the end of the best epoch.")
            load_param_into_net(network, self.best_weights_param_dict)

    def on_train_end(self, run_context: RunContext) -> None:
        """Tell when training was stopped."""
        if self.stopped_epoch > 0 and self.verbose:
            print(f"Epoch {self.stopped_epoch:05d}: early stopping")
