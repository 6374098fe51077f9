"""Training: Model and its callbacks, metrics, loss scales, mixed precision and checkpoints."""

from __future__ import annotations

from msjax._missing import lazy_getattr as _lazy_getattr
from msjax.train.amp import build_train_network
from msjax.train.data_sink import data_sink
from msjax.train.dataset_helper import DatasetHelper, connect_network_with_dataset
from msjax.train.loss_scale_manager import (
    DynamicLossScaleManager,
    FixedLossScaleManager,
    LossScaleManager,
)

__all__ = [
    "Accuracy",
    "BackupAndRestore",
    "BleuScore",
    "Callback",
    "CheckpointConfig",
    "ConfusionMatrix",
    "ConfusionMatrixMetric",
    "ConvertModelUtils",
    "ConvertNetUtils",
    "CosineSimilarity",
    "DatasetHelper",
    "Dice",
    "DynamicLossScaleManager",
    "EarlyStopping",
    "F1",
    "Fbeta",
    "FixedLossScaleManager",
    "FlopsUtilizationCollector",
    "HausdorffDistance",
    "History",
    "LambdaCallback",
    "LearningRateScheduler",
    "Loss",
    "LossMonitor",
    "LossScaleManager",
    "MAE",
    "MSE",
    "MeanSurfaceDistance",
    "Metric",
    "Model",
    "ModelCheckpoint",
    "OcclusionSensitivity",
    "OnRequestExit",
    "Perplexity",
    "Precision",
    "ROC",
    "Recall",
    "ReduceLROnPlateau",
    "RootMeanSquareDistance",
    "RunContext",
    "SummaryCollector",
    "SummaryLandscape",
    "SummaryRecord",
    "TFTRegister",
    "TimeMonitor",
    "Top1CategoricalAccuracy",
    "Top5CategoricalAccuracy",
    "TopKCategoricalAccuracy",
    "TrainFaultTolerance",
    "async_ckpt_thread_status",
    "auc",
    "build_searched_strategy",
    "build_train_network",
    "ckpt_to_safetensors",
    "connect_network_with_dataset",
    "data_sink",
    "export",
    "export_split_mindir",
    "get_ckpt_path_with_strategy",
    "get_metric_fn",
    "load",
    "load_checkpoint",
    "load_checkpoint_async",
    "load_distributed_checkpoint",
    "load_mindir",
    "load_param_into_net",
    "merge_sliced_parameter",
    "names",
    "rearrange_inputs",
    "restore_group_info_list",
    "safetensors_to_ckpt",
    "save_checkpoint",
    "save_mindir",
]

__getattr__ = _lazy_getattr(
    __name__,
    {
        "msjax.train.callback": "callback BackupAndRestore Callback CheckpointConfig EarlyStopping"
        " FlopsUtilizationCollector History LambdaCallback LearningRateScheduler LossMonitor"
        " ModelCheckpoint OnRequestExit ProgressBar ReduceLROnPlateau Resume RunContext"
        " SummaryCollector SummaryLandscape TFTRegister TimeMonitor TrainFaultTolerance",
        "msjax.train.metrics": "metrics F1 MAE MSE ROC Accuracy BleuScore ConfusionMatrix"
        " ConfusionMatrixMetric CosineSimilarity Dice Fbeta HausdorffDistance Loss"
        " MeanSurfaceDistance Metric OcclusionSensitivity Perplexity Precision Recall"
        " RootMeanSquareDistance Top1CategoricalAccuracy Top5CategoricalAccuracy"
        " TopKCategoricalAccuracy auc get_metric_fn names rearrange_inputs",
        "msjax.train.model": "model Model",
        "msjax.train.serialization": "serialization async_ckpt_thread_status"
        " build_searched_strategy ckpt_to_safetensors export export_split_mindir"
        " get_ckpt_path_with_strategy load load_checkpoint load_checkpoint_async"
        " load_distributed_checkpoint load_mindir"
        " load_param_into_net merge_sliced_parameter restore_group_info_list safetensors_to_ckpt"
        " save_checkpoint save_mindir",
        "msjax.train.summary": "summary SummaryRecord",
        "msjax.train.train_thor": "train_thor ConvertModelUtils ConvertNetUtils",
    },
)
