"""Printing the loss."""

from __future__ import annotations

import math

from msjax import _checkparam as validator
from msjax.train.callback._callback import Callback, RunContext, _handle_loss


class LossMonitor(Callback):
    """Prints the loss while training, and after an epoch the metrics if there was an evaluation.

    Args:
        per_print_times: int, the number of steps from one line to the next; 0 for no lines.

    Raises:
        ValueError: `per_print_times` is negative; while training, the loss is NaN or infinite.
        TypeError: `per_print_times` is not an int.

    Examples:
        >>> import msjax as ms
        >>> monitor = ms.LossMonitor(per_print_times=100)
    """

    def __init__(self, per_print_times: int = 1):
        super().__init__()
        validator.check_non_negative_int(per_print_times)
        self._per_print_times = per_print_times
        self._last_print_time = 0

    def step_end(self, run_context: RunContext) -> None:
        """Print the loss if it is time."""
        params = run_context.original_args()
        epoch = params.get("cur_epoch_num", 1)
        loss = _handle_loss(params.net_outputs)
        step = (params.cur_step_num - 1) % params.batch_num + 1
        if isinstance(loss, float) and not math.isfinite(loss):
            raise ValueError(
                f"In epoch: {epoch} step: {step}, loss is NAN or INF, training process cannot "
                "continue, terminating training."
            )
        if not self._per_print_times:
            return
        now = params.cur_step_num
        while now <= self._last_print_time:  # a new training began
            in_one_step = params.batch_num if params.dataset_sink_mode else 1
            self._last_print_time -= max(self._per_print_times, in_one_step)
        if now - self._last_print_time >= self._per_print_times:
            self._last_print_time = now
            print(f"epoch: {epoch} step: {step}, loss is {loss}", flush=True)

    def on_train_epoch_end(self, run_context: RunContext) -> None:
        """Print the metrics of an evaluation during training."""
        params = run_context.original_args()
        if metrics := params.get("metrics"):
            print(f"Eval result: epoch {params.cur_epoch_num}, metrics: {metrics}")
