"""What callbacks share that watch a value from epoch to epoch."""

from __future__ import annotations

from typing import Any

import numpy as np

from msjax import _checkparam as validator
from msjax.log import warning
from msjax.train._utils import shared_value
from msjax.train.callback._callback import Callback, _handle_loss

_SMALLER_IS_BETTER = frozenset(
    "hausdorff_distance mae mse loss perplexity mean_surface_distance root_mean_square_distance "
    "eval_loss".split()
)


class Monitored(Callback):
    """A callback that watches a value."""

    _purpose = ""

    def _init_monitor(self, monitor: str, mode: str, min_delta: float) -> None:
        self.monitor = validator.check_value_type("monitor", monitor, str)
        self.mode = validator.check_value_type("mode", mode, str)
        self.min_delta = abs(validator.check_value_type("min_delta", min_delta, [float, int]))
        if mode not in ("auto", "min", "max"):
            raise ValueError(f"mode should be 'auto', 'min' or 'max', but got {mode}.")
        self._falls = mode == "min" or (mode == "auto" and monitor in _SMALLER_IS_BETTER)
        self._forget_best()

    def _forget_best(self) -> None:
        self.best: Any = np.inf if self._falls else -np.inf
        self.wait = 0

    def is_improvement(self, a: float, b: float) -> bool:
        """Whether `a` is better than `b` by more than `min_delta`."""
        if self._falls:
            return np.less(a, b - self.min_delta)
        return np.greater(a, b + self.min_delta)

    def _get_monitor_value(self, params: Any) -> Any:
        """The value after this epoch, or None where there is none (or 0, as in MindSpore)."""
        known = {} if self.monitor == "loss" else params.get("eval_results", {})
        value = known.get(self.monitor)
        if self.monitor == "loss":
            value = _handle_loss(params.get("net_outputs"))
        if value is None:
            warning(
                "%s is conditioned on %s, which is not available. Available choices are: %s",
                self._purpose,
                self.monitor,
                {"loss", *known},
            )
        if isinstance(value, np.ndarray) and value.shape != ():
            raise ValueError(f"{type(self).__name__} only supports scalar monitor now.")
        return np.array(value) if value else None

    def _current(self, params: Any) -> Any:
        value = self._get_monitor_value(params)
        return value if value is None else shared_value(value)
