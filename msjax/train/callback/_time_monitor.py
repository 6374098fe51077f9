"""Printing the time that epochs and steps take."""

from __future__ import annotations

import time

from msjax import _checkparam as validator
from msjax.train.callback._callback import Callback, RunContext


class TimeMonitor(Callback):
    """Prints after each epoch how long it and its steps took.

    Args:
        data_size: int, the number of steps in an epoch, where the Model does not know it.
        data_time: also print how long a step waited for its data.

    Raises:
        TypeError: `data_time` is not a bool; while training, `data_size` is not an int.
        ValueError: while training, `data_size` is not above 0.

    Examples:
        >>> import msjax as ms
        >>> monitor = ms.TimeMonitor(data_time=True)
    """

    def __init__(self, data_size: int | None = None, data_time: bool = False):
        super().__init__()
        self.data_size = data_size
        self.data_time = validator.check_bool(data_time, "data_time")
        self.epoch_time = time.time()
        self.data_time_sum = 0.0
        self.data_time_start = 0.0

    def _watches(self, run_context: RunContext) -> bool:
        return self.data_time and not run_context.original_args()["dataset_sink_mode"]

    def on_train_step_begin(self, run_context: RunContext) -> None:
        """The data of a step is here."""
        if self._watches(run_context):
            self.data_time_sum += time.time() - self.data_time_start

    def on_train_step_end(self, run_context: RunContext) -> None:
        """The wait for the next data begins."""
        if self._watches(run_context):
            self.data_time_start = time.time()

    def epoch_begin(self, run_context: RunContext) -> None:
        """Start the clock."""
        self.epoch_time = time.time()
        if self._watches(run_context):
            self.data_time_sum = 0.0
            self.data_time_start = time.time()

    def epoch_end(self, run_context: RunContext) -> None:
        """Print the times."""
        milliseconds = (time.time() - self.epoch_time) * 1000
        params = run_context.original_args()
        steps, given = self.data_size, params.get("batch_num")
        if isinstance(given, int) and given > 0:
            steps = given
        validator.check_positive_int(steps)
        text = (
            f"{params.get('mode', '').title()} epoch time: {milliseconds:5.3f} ms, "
            f"per step time: {milliseconds / steps:5.3f} ms"
        )
        if self.data_time:
            if self._watches(run_context):
                waited = self.data_time_sum * 1000 / steps
            else:
                sent = params["dataset_helper"].get_send_info(run_context)
                waited = sent.epoch(params["cur_epoch_num"])["fetch_data_time"]
            text += f" (data time: {waited:5.3f} ms)"
        print(text, flush=True)
