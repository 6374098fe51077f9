"""Callbacks that need what msjax does not have."""

from __future__ import annotations

from typing import Any

from msjax._core.base.errors import unsupported
from msjax.train.callback._callback import Callback


class SummaryLandscape:
    """Would draw the loss around the path of a training.

    Args:
        summary_dir: directory of a SummaryCollector.

    Raises:
        NotImplementedError: always.
    """

    def __init__(self, summary_dir: str):
        raise unsupported(
            "SummaryLandscape",
            "save Parameters with ModelCheckpoint and evaluate the loss between them with "
            "Model.eval",
        )


class TrainFaultTolerance(Callback):
    """Would repair a training on Ascend devices that fails.

    Args:
        ckpt_save_path: where to save.
        **kwargs: functions that save and load.

    Raises:
        NotImplementedError: always.
    """

    def __init__(self, ckpt_save_path: str | None = None, **kwargs: Any):
        raise unsupported(
            type(self).__name__,
            "use ModelCheckpoint with CheckpointConfig(exception_save=True), BackupAndRestore or "
            "OnRequestExit",
        )


class TFTRegister(TrainFaultTolerance):
    """Older name of TrainFaultTolerance.

    Args:
        ctrl_rank_id: rank of the controller.
        ctrl_ip: its address.
        ctrl_port: its port.
        ckpt_save_path: where to save.

    Raises:
        NotImplementedError: always.
    """

    def __init__(self, ctrl_rank_id: int, ctrl_ip: str, ctrl_port: int, ckpt_save_path: str):
        super().__init__(ckpt_save_path)
