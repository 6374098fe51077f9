"""Going on after a training that was cut off."""

from __future__ import annotations

import os
import stat

from msjax import _checkparam as validator
from msjax.train._utils import _make_directory
from msjax.train.callback._callback import Callback, RunContext
from msjax.train.serialization import load_checkpoint, save_checkpoint


class BackupAndRestore(Callback):
    """Saves the training to a file, and starts from it if there is one.

    Args:
        backup_dir: the directory of the file "backup.ckpt".
        save_freq: "epoch" to save after each epoch, int to save after so many epochs.
        delete_checkpoint: remove the file when training is over.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: `save_freq` is an int that is not above 0.

    Examples:
        >>> import msjax as ms
        >>> callback = ms.train.BackupAndRestore("backup")
    """

    def __init__(
        self, backup_dir: str, save_freq: str | int = "epoch", delete_checkpoint: bool = True
    ):
        super().__init__()
        self.backup_file = os.path.join(_make_directory(backup_dir), "backup.ckpt")
        every_epoch = save_freq == "epoch"
        self.save_freq = 1 if every_epoch else validator.check_positive_int(save_freq)
        self.delete_checkpoint = validator.check_bool(delete_checkpoint)

    def on_train_begin(self, run_context: RunContext) -> None:
        """Load the file if there is one."""
        if os.path.exists(self.backup_file):
            load_checkpoint(self.backup_file, net=run_context.original_args().train_network)

    def on_train_epoch_end(self, run_context: RunContext) -> None:
        """Save the file if it is time."""
        params = run_context.original_args()
        if params.cur_epoch_num % self.save_freq == 0:
            save_checkpoint(params.train_network, self.backup_file)

    def on_train_end(self, run_context: RunContext) -> None:
        """Remove the file."""
        if self.delete_checkpoint and os.path.exists(self.backup_file):
            os.chmod(self.backup_file, stat.S_IWRITE)
            os.remove(self.backup_file)
