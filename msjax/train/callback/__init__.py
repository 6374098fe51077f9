"""What a Model calls while it trains and evaluates."""

from __future__ import annotations

from msjax.train.callback._backup_and_restore import BackupAndRestore
from msjax.train.callback._callback import Callback, RunContext
from msjax.train.callback._callback import CallbackManager as _CallbackManager
from msjax.train.callback._callback import InternalCallbackParam as _InternalCallbackParam
from msjax.train.callback._callback import checkpoint_cb_for_save_op as _checkpoint_cb_for_save_op
from msjax.train.callback._callback import set_cur_net as _set_cur_net
from msjax.train.callback._checkpoint import CheckpointConfig, ModelCheckpoint
from msjax.train.callback._checkpoint import CheckpointManager as _CheckpointManager
from msjax.train.callback._early_stop import EarlyStopping
from msjax.train.callback._flops_collector import FlopsUtilizationCollector
from msjax.train.callback._history import History
from msjax.train.callback._lambda_callback import LambdaCallback
from msjax.train.callback._loss_monitor import LossMonitor
from msjax.train.callback._lr_scheduler_callback import LearningRateScheduler
from msjax.train.callback._on_request_exit import OnRequestExit
from msjax.train.callback._progress_bar import ProgressBar
from msjax.train.callback._reduce_lr_on_plateau import ReduceLROnPlateau
from msjax.train.callback._resume import Resume
from msjax.train.callback._summary_collector import SummaryCollector
from msjax.train.callback._time_monitor import TimeMonitor
from msjax.train.callback._unsupported import (
    SummaryLandscape,
    TFTRegister,
    TrainFaultTolerance,
)

__all__ = [
    "BackupAndRestore",
    "Callback",
    "CheckpointConfig",
    "EarlyStopping",
    "FlopsUtilizationCollector",
    "History",
    "LambdaCallback",
    "LearningRateScheduler",
    "LossMonitor",
    "ModelCheckpoint",
    "OnRequestExit",
    "ReduceLROnPlateau",
    "RunContext",
    "SummaryCollector",
    "SummaryLandscape",
    "TFTRegister",
    "TimeMonitor",
    "TrainFaultTolerance",
    "_CallbackManager",
    "_CheckpointManager",
    "_InternalCallbackParam",
    "_checkpoint_cb_for_save_op",
    "_set_cur_net",
]
