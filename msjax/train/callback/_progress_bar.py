"""A bar that shows how far a training is."""

from __future__ import annotations

import shutil
import sys
import time
from typing import Any, TextIO

import numpy as np

from msjax import _checkparam as validator
from msjax._core.tensor.tensor import Tensor
from msjax.train.callback._callback import Callback, RunContext, _handle_loss


class ProgressBar(Callback):
    """Shows epoch, step, loss, metrics, samples per second and the time left, in one line.

    The line is redrawn on a terminal and in a notebook; where the output goes to a file or a
    program nothing is written. The loss is looked at when the line is drawn, so that steps between
    need not wait for the device. `Model.eval` has a line of its own. The class is msjax's own.

    Args:
        interval: float above 0, the seconds from one drawing to the next.
        stream: file to draw on; None for the standard error, and nothing if that is not a terminal.

    Raises:
        TypeError: `interval` is not a number, or `stream` cannot be written to.
        ValueError: `interval` is not above 0.

    Examples:
        >>> import numpy as np
        >>> import msjax as ms
        >>> net = ms.nn.Dense(1, 1)
        >>> model = ms.Model(net, ms.nn.MSELoss(), ms.nn.SGD(net.trainable_params(), 0.5))
        >>> x = np.ones((4, 1), np.float32)
        >>> data = ms.dataset.NumpySlicesDataset((x, x), shuffle=False).batch(2)
        >>> model.train(2, data, ms.train.ProgressBar())
    """

    def __init__(self, interval: float = 0.1, stream: TextIO | None = None):
        super().__init__()
        if isinstance(interval, bool) or not isinstance(interval, (int, float)):
            raise TypeError(
                "For 'ProgressBar', the type of 'interval' should be float, "
                f"but got {type(interval).__name__}."
            )
        self._interval = validator.check_positive_float(float(interval), "interval", "ProgressBar")
        if stream is not None and not callable(getattr(stream, "write", None)):
            raise TypeError(
                "For 'ProgressBar', 'stream' should be a file to write text to or None, "
                f"but got {type(stream).__name__}."
            )
        self._given, self._stream = stream, None
        self._next = np.inf  # never, unless there is somebody to look
        self._drawn = 0  # how long the line is
        self._last_epoch = 0
        self._begin = 0.0
        self._steps = 0  # of an epoch
        self._first_step = self._last_step = 0  # of this line
        self._before = 0  # steps of the epoch that an earlier program did
        self._samples = 0
        self._title = ""

    def on_train_begin(self, run_context: RunContext) -> None:
        """Find out who looks."""
        self._look()
        self._last_epoch = 0

    def on_train_epoch_begin(self, run_context: RunContext) -> None:
        """Begin a line."""
        if self._stream is None:
            return
        params = run_context.original_args()
        # `batch_num` is the sink size also where nothing sinks.
        steps = params.batch_num if params.get("dataset_sink_mode") else None
        self._start(params, "train_dataset", steps)
        if not self._last_epoch:
            before, self._before = divmod(params.cur_step_num, max(self._steps, 1))  # by `Resume`
            self._last_epoch = params.cur_epoch_num - before + params.epoch_num - 1
        self._title = f"epoch {params.cur_epoch_num}/{self._last_epoch}"

    def on_train_step_end(self, run_context: RunContext) -> None:
        """Count the samples, and draw if it is time."""
        self._count(run_context, "train")

    def on_train_epoch_end(self, run_context: RunContext) -> None:
        """Draw for the last time, with the metrics, and begin a new line."""
        self._finish(run_context)

    def on_train_end(self, run_context: RunContext) -> None:
        """The next line may be that of an evaluation."""
        self._last_epoch = 0

    def on_eval_begin(self, run_context: RunContext) -> None:
        """Begin the line of an evaluation; between epochs there is one already."""
        if not self._last_epoch:
            self._look()
            if self._stream is not None:
                self._start(run_context.original_args(), "valid_dataset", None)
                self._title = "eval"

    def on_eval_step_end(self, run_context: RunContext) -> None:
        """Count the samples, and draw if it is time."""
        if not self._last_epoch:
            self._count(run_context, "eval")

    def on_eval_end(self, run_context: RunContext) -> None:
        """Draw for the last time, with the metrics."""
        if not self._last_epoch:
            self._finish(run_context)

    def _look(self) -> None:
        self._stream = self._given or (sys.stderr if _is_watched(sys.stderr) else None)

    def _start(self, params: Any, dataset: str, steps: int | None) -> None:
        size = getattr(params.get(dataset), "get_dataset_size", lambda: params.batch_num)
        self._steps = size() if steps is None else steps
        self._first_step = self._last_step = params.cur_step_num
        self._before = self._samples = 0
        self._begin = time.perf_counter()
        self._next = self._begin + self._interval

    def _count(self, run_context: RunContext, mode: str) -> None:
        if self._stream is None:
            return
        params = run_context.original_args()
        self._samples += _samples(params, mode, params.cur_step_num - self._last_step)
        self._last_step = params.cur_step_num
        if time.perf_counter() >= self._next:
            self._draw(params)
            self._next = time.perf_counter() + self._interval

    def _finish(self, run_context: RunContext) -> None:
        if self._stream is not None:
            self._draw(run_context.original_args())
        self._end_line()

    def __exit__(self, *err: Any) -> None:
        if err[0] is not None:  # also called after an evaluation between epochs
            self._end_line()
            self._last_epoch = 0

    def _end_line(self) -> None:
        self._next = np.inf
        if self._drawn and self._stream is not None:
            self._stream.write("\n")
            self._stream.flush()
        self._drawn = 0

    def _draw(self, params: Any) -> None:
        stream = self._stream
        if stream is None:
            return
        text = self._line(params)
        columns = shutil.get_terminal_size().columns - 1
        text = text[: max(columns, 20)]
        stream.write("\r" + text.ljust(self._drawn))
        stream.flush()
        self._drawn = len(text)

    def _line(self, params: Any) -> str:
        steps, new = self._steps, params.cur_step_num - self._first_step
        done = self._before + new
        parts = [f"{self._title} {done} steps"]
        if steps > 0:
            filled = int(20 * min(done, steps) / steps)
            bar = ("=" * filled + ">" * (filled < 20)).ljust(20, ".")
            parts = [f"{self._title} [{bar}] {done}/{steps}"]
        loss = _number(_handle_loss(params.get("net_outputs"))) if self._last_epoch else None
        if loss is not None:
            parts.append(f"loss {loss:.4g}")
        for name, value in (params.get("metrics") or {}).items():
            number = _number(value)
            parts.append(f"{name} {value if number is None else format(number, '.4g')}")
        passed = time.perf_counter() - self._begin
        if new and passed > 0:
            rate = new / passed
            samples = self._samples / passed
            parts.append(f"{samples:,.0f} samples/s" if samples else f"{rate:,.1f} steps/s")
            later = self._last_epoch - params.cur_epoch_num if self._last_epoch else 0
            left = steps - done + later * steps if steps > 0 else 0
            parts.append(f"{_clock(left / rate)} left" if left > 0 else _clock(passed))
        return "  ".join(parts)


def _is_watched(stream: Any) -> bool:
    """Whether somebody sees a line being redrawn: on a terminal, or in a notebook."""
    if getattr(stream, "isatty", lambda: False)():
        return True
    return "ipykernel" in sys.modules and type(stream).__module__.startswith("ipykernel")


def _number(value: Any) -> float | None:
    if isinstance(value, Tensor):
        value = np.mean(value.asnumpy())
    return float(value) if isinstance(value, (float, int, np.number)) else None


def _samples(params: Any, mode: str, steps: int) -> int:
    """How many samples a call of the network took; 0 if that is not known."""
    element = params.get(f"{mode}_dataset_element")
    if isinstance(element, (tuple, list)) and element and getattr(element[0], "shape", ()):
        return element[0].shape[0]
    dataset = params.get("train_dataset" if mode == "train" else "valid_dataset")
    size = getattr(dataset, "get_batch_size", lambda: 0)()
    return size * steps if isinstance(size, int) else 0


def _clock(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
