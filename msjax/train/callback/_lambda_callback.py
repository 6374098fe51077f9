"""Callbacks made of functions."""

from __future__ import annotations

from collections.abc import Callable

from msjax.train.callback._callback import Callback, RunContext


def _nothing(run_context: RunContext) -> None:
    """What is called for an event without a function."""


class LambdaCallback(Callback):
    """A callback made of functions of a `RunContext`.

    Args:
        on_train_epoch_begin: called before each epoch of training.
        on_train_epoch_end: called after each epoch of training.
        on_train_step_begin: called before each training step.
        on_train_step_end: called after each training step.
        on_train_begin: called before training.
        on_train_end: called after training.
        on_eval_epoch_begin: called before the pass of an evaluation.
        on_eval_epoch_end: called after the pass of an evaluation.
        on_eval_step_begin: called before each step of an evaluation.
        on_eval_step_end: called after each step of an evaluation.
        on_eval_begin: called before evaluation.
        on_eval_end: called after evaluation.

    Examples:
        >>> import msjax as ms
        >>> shout = ms.train.LambdaCallback(on_train_end=lambda run_context: print("done"))
        >>> shout.on_train_end(ms.RunContext({}))
        done
    """

    def __init__(
        self,
        on_train_epoch_begin: Callable | None = None,
        on_train_epoch_end: Callable | None = None,
        on_train_step_begin: Callable | None = None,
        on_train_step_end: Callable | None = None,
        on_train_begin: Callable | None = None,
        on_train_end: Callable | None = None,
        on_eval_epoch_begin: Callable | None = None,
        on_eval_epoch_end: Callable | None = None,
        on_eval_step_begin: Callable | None = None,
        on_eval_step_end: Callable | None = None,
        on_eval_begin: Callable | None = None,
        on_eval_end: Callable | None = None,
    ):
        super().__init__()
        self.on_train_epoch_begin = on_train_epoch_begin or _nothing
        self.on_train_epoch_end = on_train_epoch_end or _nothing
        self.on_train_step_begin = on_train_step_begin or _nothing
        self.on_train_step_end = on_train_step_end or _nothing
        self.on_train_begin = on_train_begin or _nothing
        self.on_train_end = on_train_end or _nothing
        self.on_eval_epoch_begin = on_eval_epoch_begin or _nothing
        self.on_eval_epoch_end = on_eval_epoch_end or _nothing
        self.on_eval_step_begin = on_eval_step_begin or _nothing
        self.on_eval_step_end = on_eval_step_end or _nothing
        self.on_eval_begin = on_eval_begin or _nothing
        self.on_eval_end = on_eval_end or _nothing
