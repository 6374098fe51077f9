"""Callbacks of map operations."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from msjax.dataset import config
from msjax.dataset._checks import check_positive
from msjax.train.callback import Callback

if TYPE_CHECKING:
    from msjax.train.callback import RunContext


class DSRunContext:
    """Where a pipeline is: epoch, step in the epoch and step at all, from 1."""

    def __init__(self) -> None:
        self.cur_epoch_num = 0
        self.cur_step_num_in_epoch = 0
        self.cur_step_num = 0


class DSCallback:
    """Base of callbacks for `Dataset.map`; define at least one of its methods.

    Args:
        step_size: the steps from one call of `ds_step_begin` and `ds_step_end` to the next.
            Default: ``1``.

    Raises:
        TypeError: `step_size` is not an int.
        ValueError: `step_size` is not positive.

    Examples:
        >>> import msjax.dataset as ds
        >>> class Show(ds.DSCallback):
        ...     def ds_step_begin(self, ds_run_context):
        ...         print("step", ds_run_context.cur_step_num)
        >>> data = ds.NumpySlicesDataset([1, 2]).map(lambda x: x, callbacks=Show())
        >>> for row in data:
        ...     pass
        step 1
        step 2
    """

    def __init__(self, step_size: int = 1):
        check_positive(step_size, "step_size")
        self.step_size = step_size

    def ds_begin(self, ds_run_context: DSRunContext) -> None:
        """Called before the first row."""

    def ds_epoch_begin(self, ds_run_context: DSRunContext) -> None:
        """Called before an epoch."""

    def ds_epoch_end(self, ds_run_context: DSRunContext) -> None:
        """Called after an epoch."""

    def ds_step_begin(self, ds_run_context: DSRunContext) -> None:
        """Called before a row."""

    def ds_step_end(self, ds_run_context: DSRunContext) -> None:
        """Called after a row."""

    def _check(self) -> None:
        names = ("ds_begin", "ds_epoch_begin", "ds_epoch_end", "ds_step_begin", "ds_step_end")
        if all(getattr(type(self), name) is getattr(DSCallback, name) for name in names):
            raise AttributeError("A DSCallback must define at least one of its methods.")


class WaitedDSCallback(Callback, DSCallback):
    """Base of callbacks that let a pipeline wait for the training; give it to both.

    Args:
        step_size: the steps from one synchronisation to the next. Default: ``1``.

    Raises:
        TypeError: `step_size` is not an int.
        ValueError: `step_size` is not positive.
    """

    def __init__(self, step_size: int = 1):
        DSCallback.__init__(self, step_size)
        self.step_event = threading.Event()
        self.step_run_context: Any = None
        self.epoch_event = threading.Event()
        self.epoch_run_context: Any = None
        self.training_ended = False

    def sync_epoch_begin(self, train_run_context: RunContext, ds_run_context: DSRunContext) -> None:
        """Called before each epoch but the first, after the training's epoch."""

    def sync_step_begin(self, train_run_context: RunContext, ds_run_context: DSRunContext) -> None:
        """Called before each step but the first, after the training's step."""

    def epoch_end(self, run_context: RunContext) -> None:
        """The training's epoch is over."""
        self.epoch_run_context = run_context
        self.epoch_event.set()

    def step_end(self, run_context: RunContext) -> None:
        """The training's step is over."""
        self.step_run_context = run_context
        self.step_event.set()

    def end(self, run_context: RunContext) -> None:
        """The training is over."""
        self.epoch_end(run_context)
        self.step_end(run_context)
        self.training_ended = True

    def _wait(self, event: threading.Event, where: str) -> None:
        if self.training_ended:
            return
        limit = config.get_callback_timeout()
        arrived = event.wait(limit)
        event.clear()
        if not arrived:
            raise RuntimeError(f"{where} timed out after {limit} second(s).")

    def ds_epoch_begin(self, ds_run_context: DSRunContext) -> None:
        if ds_run_context.cur_epoch_num > 1 and self._defines("sync_epoch_begin"):
            self._wait(self.epoch_event, "ds_epoch_begin")
            self.sync_epoch_begin(self.epoch_run_context, ds_run_context)

    def ds_step_begin(self, ds_run_context: DSRunContext) -> None:
        if ds_run_context.cur_step_num > self.step_size and self._defines("sync_step_begin"):
            self._wait(self.step_event, "ds_step_begin")
            self.sync_step_begin(self.step_run_context, ds_run_context)

    def _defines(self, name: str) -> bool:
        return getattr(type(self), name) is not getattr(WaitedDSCallback, name)

    def _check(self) -> None:
        if not (self._defines("sync_epoch_begin") or self._defines("sync_step_begin")):
            raise AttributeError("A WaitedDSCallback must define at least one of its methods.")
