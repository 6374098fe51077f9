"""What callbacks are, and how a Model calls them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.common._default_text import DefaultText
from msjax.log import warning

if TYPE_CHECKING:
    from msjax.nn.cell import Cell

_EVENTS = ("begin", "end", "epoch_begin", "epoch_end", "step_begin", "step_end")


class Callback(DefaultText):
    """Base of what a Model calls while it trains and evaluates.

    Override the methods for the events of interest; each gets a `RunContext`. The methods without
    `on_train_` or `on_eval_` in their names serve both. A callback is also a context manager, which
    is entered before the first event and left after the last one, also if there is an error.

    Examples:
        >>> import msjax as ms
        >>> class Stop(ms.Callback):
        ...     def on_train_step_end(self, run_context):
        ...         if run_context.original_args().cur_step_num == 10:
        ...             run_context.request_stop()
    """

    def __enter__(self) -> Callback:
        """Called before the first event; returns the callback."""
        return self

    def __exit__(self, *err: Any) -> None:
        """Called after the last event, with the error if there is one."""

    def begin(self, run_context: RunContext) -> None:
        """Called before training or evaluation."""

    def epoch_begin(self, run_context: RunContext) -> None:
        """Called before each epoch."""

    def epoch_end(self, run_context: RunContext) -> None:
        """Called after each epoch."""

    def step_begin(self, run_context: RunContext) -> None:
        """Called before each step."""

    def step_end(self, run_context: RunContext) -> None:
        """Called after each step."""

    def end(self, run_context: RunContext) -> None:
        """Called after training or evaluation."""

    def on_train_begin(self, run_context: RunContext) -> None:
        """Called before training."""
        self.begin(run_context)

    def on_train_epoch_begin(self, run_context: RunContext) -> None:
        """Called before each epoch of training."""
        self.epoch_begin(run_context)

    def on_train_epoch_end(self, run_context: RunContext) -> None:
        """Called after each epoch of training."""
        self.epoch_end(run_context)

    def on_train_step_begin(self, run_context: RunContext) -> None:
        """Called before each training step."""
        self.step_begin(run_context)

    def on_train_step_end(self, run_context: RunContext) -> None:
        """Called after each training step."""
        self.step_end(run_context)

    def on_train_end(self, run_context: RunContext) -> None:
        """Called after training."""
        self.end(run_context)

    def on_eval_begin(self, run_context: RunContext) -> None:
        """Called before evaluation."""
        self.begin(run_context)

    def on_eval_epoch_begin(self, run_context: RunContext) -> None:
        """Called before the pass of an evaluation."""
        self.epoch_begin(run_context)

    def on_eval_epoch_end(self, run_context: RunContext) -> None:
        """Called after the pass of an evaluation."""
        self.epoch_end(run_context)

    def on_eval_step_begin(self, run_context: RunContext) -> None:
        """Called before each step of an evaluation."""
        self.step_begin(run_context)

    def on_eval_step_end(self, run_context: RunContext) -> None:
        """Called after each step of an evaluation."""
        self.step_end(run_context)

    def on_eval_end(self, run_context: RunContext) -> None:
        """Called after evaluation."""
        self.end(run_context)


class CallbackManager(Callback):
    """Several callbacks as one, called in their order.

    Args:
        callbacks: Callback, list of them, or None.

    Raises:
        TypeError: `callbacks` is, or contains, something else.
    """

    def __init__(self, callbacks: Callback | list[Callback] | None):
        if isinstance(callbacks, Callback):
            callbacks = [callbacks]
        elif callbacks is not None and not isinstance(callbacks, list):
            raise TypeError("The 'callbacks' is not a Callback or a list of Callback.")
        self._callbacks = list(callbacks or ())
        if not all(isinstance(callback, Callback) for callback in self._callbacks):
            raise TypeError(
                "When the 'callbacks' is a list, the elements in 'callbacks' must be Callback "
                "functions."
            )
        self._stack: ExitStack | None = None

    def __enter__(self) -> CallbackManager:
        if self._stack is None:
            with ExitStack() as stack:
                self._callbacks = [_entered(stack, callback) for callback in self._callbacks]
                self._stack = stack.pop_all()
        return self

    def __exit__(self, *err: Any) -> Any:
        return None if self._stack is None else self._stack.__exit__(*err)


def _entered(stack: ExitStack, callback: Callback) -> Callback:
    target = stack.enter_context(callback)
    if isinstance(target, Callback):
        return target
    warning("Please return 'self' or a Callback as the enter target.")
    return callback


def _for_all(name: str) -> Callable:
    def call(self: CallbackManager, run_context: RunContext) -> None:
        for callback in self._callbacks:
            getattr(callback, name)(run_context)

    call.__name__, call.__qualname__ = name, f"CallbackManager.{name}"
    return call


for _prefix in ("", "on_train_", "on_eval_"):
    for _event in _EVENTS:
        setattr(CallbackManager, _prefix + _event, _for_all(_prefix + _event))


class _NoSuchParam(KeyError, AttributeError):
    """What a run does not have: MindSpore raises KeyError, `hasattr` needs AttributeError."""


_NoSuchParam.__name__ = _NoSuchParam.__qualname__ = "KeyError"


class InternalCallbackParam(dict):
    """What a run tells its callbacks: a dict whose keys are also attributes."""

    def __getattr__(self, key: str) -> Any:
        try:
            return self[key]
        except KeyError:
            raise _NoSuchParam(key) from None

    def __setattr__(self, key: str, value: Any) -> None:
        self[key] = value


class RunContext(DefaultText):
    """What a callback gets: the state of the run, and a way to stop it.

    Args:
        original_args: dict with the state of the run.

    Raises:
        TypeError: `original_args` is not a dict.

    Examples:
        >>> import msjax as ms
        >>> context = ms.RunContext({"cur_step_num": 3})
        >>> context.original_args()["cur_step_num"], context.get_stop_requested()
        (3, False)
    """

    def __init__(self, original_args: dict):
        if not isinstance(original_args, dict):
            raise TypeError(
                "The argument 'original_args' of RunContext should be dict type, "
                f"but got {type(original_args)}."
            )
        self._original_args = original_args
        self._stop_requested = False

    def original_args(self) -> Any:
        """The state of the run; its keys are also attributes.

        For training these are among others `train_network`, `epoch_num`, `batch_num`,
        `cur_epoch_num`, `cur_step_num` (counted from the beginning), `net_outputs`, `optimizer`,
        `train_dataset`, `train_dataset_element`, `loss_fn`, `network` and `dataset_sink_mode`.
        """
        return self._original_args

    def request_stop(self) -> None:
        """Let training or evaluation end after this step."""
        self._stop_requested = True

    def get_stop_requested(self) -> bool:
        """Whether a callback has asked to stop."""
        return self._stop_requested


@dataclass
class Reached:
    """How far a training was when it was cut off; callbacks give it as `resume_from`."""

    epochs: int  # complete ones
    steps: int = 0  # of the one after
    restore: Callable[[], None] = lambda: None  # called where the training goes on


def _handle_loss(loss: Any) -> Any:
    """The mean of a loss Tensor as a float; of several outputs the first, as it is."""
    if isinstance(loss, (tuple, list)):
        return loss[0] if isinstance(loss[0], Tensor) else loss
    return float(np.mean(loss.asnumpy())) if isinstance(loss, Tensor) else loss


_network: Any = None


def set_cur_net(net: Cell | None) -> None:
    """Name the network that `checkpoint_cb_for_save_op` writes to."""
    global _network
    _network = net


def checkpoint_cb_for_save_op(parameter_list: list[dict[str, Any]]) -> bool:
    """Write values into the Parameters of the network that `set_cur_net` named, and forget it.

    Args:
        parameter_list: dictionaries with a "name" and, as "data", a Tensor.

    Returns:
        Whether there was a network.
    """
    from msjax.train.serialization import load_param_into_net

    if _network is None:
        warning("No network was named; nothing is updated.")
        return False
    values = {
        entry["name"]: Parameter(Tensor(entry["data"].asnumpy()), name=entry["name"])
        for entry in parameter_list
    }
    load_param_into_net(_network, values, strict_load=True)
    set_cur_net(None)
    return True
