"""Stopping in good order at a signal."""

from __future__ import annotations

import json
import os
import signal
from typing import Any

from msjax import _checkparam as validator
from msjax._core.runtime.context import get_context
from msjax.communication import get_group_size
from msjax.log import warning
from msjax.train._utils import _make_directory
from msjax.train.callback._callback import Callback, RunContext
from msjax.train.serialization import load_checkpoint, save_checkpoint


class OnRequestExit(Callback):
    """Ends training or evaluation at a signal, and saves a checkpoint that the next run starts
    from.

    Args:
        save_ckpt: save the checkpoint `<directory>/rank_<id>/<file_name>_train.ckpt` (or `_eval`).
        save_mindir: MindSpore would also save a MindIR file; msjax warns and does not.
        file_name: first part of the file's name.
        directory: str, or None for the current one.
        config_file: a JSON file; training also ends when it has `"GracefulExit": 1`. With
            MS_ENABLE_GRACEFUL_EXIT=1 in the environment the checkpoint of training also has
            `epoch_num`, `step_num`, `batch_num` and, with a loss scale manager, `loss_scale`.
        sig: the signal, any but SIGKILL.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: `sig` is SIGKILL.

    Examples:
        >>> import msjax as ms
        >>> callback = ms.train.OnRequestExit(save_mindir=False, file_name="lenet")
    """

    def __init__(
        self,
        save_ckpt: bool = True,
        save_mindir: bool = True,
        file_name: str = "Net",
        directory: str | None = "./",
        config_file: str | None = None,
        sig: int = signal.SIGTERM,
    ):
        super().__init__()
        self.save_ckpt = validator.check_isinstance("save_ckpt", save_ckpt, bool)
        self.save_mindir = validator.check_isinstance("save_mindir", save_mindir, bool)
        self.sig = validator.check_isinstance("sig", sig, int)
        if sig == getattr(signal, "SIGKILL", None):
            raise ValueError("Not support send exit request by signal SIGKILL.")
        if save_mindir:
            warning("For 'OnRequestExit', msjax saves no MindIR files; set 'save_mindir' to False.")
        self.exit = False
        self.use_graceful = os.environ.get("MS_ENABLE_GRACEFUL_EXIT") == "1"
        # the next two are kept for programs that read them
        self.save_path = directory
        self.is_distributed = get_group_size() > 1
        self.remote_config_file = config_file
        self._previous: Any = None
        if save_ckpt or save_mindir:
            folder = os.path.join(directory or os.getcwd(), f"rank_{get_context('device_id')}")
            path = os.path.join(_make_directory(folder), file_name)
            self.train_name, self.eval_name = f"{path}_train", f"{path}_eval"

    def __exit__(self, *err: Any) -> None:
        if self._previous is not None:
            signal.signal(self.sig, self._previous)
            self._previous = None

    def on_train_begin(self, run_context: RunContext) -> None:
        """Listen to the signal and load the checkpoint of an earlier run."""
        self._listen()
        self._load(run_context.original_args().train_network, self.save_ckpt and [self.train_name])

    def on_train_step_begin(self, run_context: RunContext) -> None:
        """Look into the configuration file."""
        self.exit = self.exit or self._asked_by_file()

    def on_train_step_end(self, run_context: RunContext) -> None:
        """Stop if asked to."""
        if self.exit:
            run_context.request_stop()

    def on_train_epoch_end(self, run_context: RunContext) -> None:
        """Stop if asked to."""
        self.on_train_step_end(run_context)

    def on_train_end(self, run_context: RunContext) -> None:
        """Save the checkpoint if asked to stop, with how far training came if
        MS_ENABLE_GRACEFUL_EXIT is 1."""
        if self.exit and self.save_ckpt:
            params = run_context.original_args()
            reached = _progress(params) if self.use_graceful else None
            save_checkpoint(params.train_network, self.train_name, append_dict=reached)

    def on_eval_begin(self, run_context: RunContext) -> None:
        """Listen to the signal and load the checkpoint of an earlier run."""
        self._listen()
        names = self.save_ckpt and [self.eval_name, self.train_name]
        self._load(run_context.original_args().eval_network, names)

    def on_eval_step_end(self, run_context: RunContext) -> None:
        """Stop if asked to."""
        if self.exit:
            run_context.request_stop()

    def on_eval_end(self, run_context: RunContext) -> None:
        """Save the checkpoint if asked to stop."""
        if self.exit and self.save_ckpt:
            save_checkpoint(run_context.original_args().eval_network, self.eval_name)

    def _listen(self) -> None:
        previous = signal.signal(self.sig, self._handle_signal)
        if self._previous is None:
            self._previous = previous

    def _handle_signal(self, signum: int, frame: Any) -> None:
        self.exit = True

    def _load(self, network: Any, names: Any) -> None:
        for name in names or ():
            if os.path.isfile(f"{name}.ckpt"):
                load_checkpoint(f"{name}.ckpt", net=network)
                return

    def _asked_by_file(self) -> bool:
        path = self.remote_config_file
        if path is None or not os.path.exists(path):
            return False
        with open(path, encoding="utf-8") as file:
            try:
                return json.load(file).get("GracefulExit") == 1
            except json.JSONDecodeError as e:
                warning(f"Parse json file failed: {e}, please check json file: {path}")
                return False


def _progress(params: Any) -> dict[str, Any]:
    """What a program needs to go on where training stopped."""
    reached = {
        "epoch_num": params.cur_epoch_num,
        "step_num": params.cur_step_num,
        "batch_num": params.batch_num,
    }
    if params.loss_scale_mananger is not None:
        reached["loss_scale"] = params.loss_scale_mananger.get_loss_scale()
    return reached
