"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from msjax.nn.optim._thor_network import ConvertNetUtils as ConvertNetUtils
from msjax.train import amp as amp
from msjax.train import callback as callback
from msjax.train import checkpoint_pb2 as checkpoint_pb2
from msjax.train import dataset_helper as dataset_helper
from msjax.train import loss_scale_manager as loss_scale_manager
from msjax.train import metrics as metrics
from msjax.train import model as model
from msjax.train import node_strategy_pb2 as node_strategy_pb2
from msjax.train import serialization as serialization
from msjax.train import summary as summary
from msjax.train import train_thor as train_thor
from msjax.train.amp import build_train_network as build_train_network
from msjax.train.callback._backup_and_restore import BackupAndRestore as BackupAndRestore
from msjax.train.callback._callback import Callback as Callback
from msjax.train.callback._callback import RunContext as RunContext
from msjax.train.callback._checkpoint import CheckpointConfig as CheckpointConfig
from msjax.train.callback._checkpoint import ModelCheckpoint as ModelCheckpoint
from msjax.train.callback._early_stop import EarlyStopping as EarlyStopping
from msjax.train.callback._flops_collector import (
    FlopsUtilizationCollector as FlopsUtilizationCollector,
)
from msjax.train.callback._history import History as History
from msjax.train.callback._lambda_callback import LambdaCallback as LambdaCallback
from msjax.train.callback._loss_monitor import LossMonitor as LossMonitor
from msjax.train.callback._lr_scheduler_callback import (
    LearningRateScheduler as LearningRateScheduler,
)
from msjax.train.callback._on_request_exit import OnRequestExit as OnRequestExit
from msjax.train.callback._progress_bar import ProgressBar as ProgressBar
from msjax.train.callback._reduce_lr_on_plateau import ReduceLROnPlateau as ReduceLROnPlateau
from msjax.train.callback._resume import Resume as Resume
from msjax.train.callback._summary_collector import SummaryCollector as SummaryCollector
from msjax.train.callback._time_monitor import TimeMonitor as TimeMonitor
from msjax.train.callback._unsupported import SummaryLandscape as SummaryLandscape
from msjax.train.callback._unsupported import TFTRegister as TFTRegister
from msjax.train.callback._unsupported import TrainFaultTolerance as TrainFaultTolerance
from msjax.train.data_sink import data_sink as data_sink
from msjax.train.dataset_helper import DatasetHelper as DatasetHelper
from msjax.train.dataset_helper import connect_network_with_dataset as connect_network_with_dataset
from msjax.train.loss_scale_manager import DynamicLossScaleManager as DynamicLossScaleManager
from msjax.train.loss_scale_manager import FixedLossScaleManager as FixedLossScaleManager
from msjax.train.loss_scale_manager import LossScaleManager as LossScaleManager
from msjax.train.metrics import get_metric_fn as get_metric_fn
from msjax.train.metrics import names as names
from msjax.train.metrics.accuracy import Accuracy as Accuracy
from msjax.train.metrics.auc import auc as auc
from msjax.train.metrics.bleu_score import BleuScore as BleuScore
from msjax.train.metrics.confusion_matrix import ConfusionMatrix as ConfusionMatrix
from msjax.train.metrics.confusion_matrix import ConfusionMatrixMetric as ConfusionMatrixMetric
from msjax.train.metrics.cosine_similarity import CosineSimilarity as CosineSimilarity
from msjax.train.metrics.dice import Dice as Dice
from msjax.train.metrics.error import MAE as MAE
from msjax.train.metrics.error import MSE as MSE
from msjax.train.metrics.fbeta import F1 as F1
from msjax.train.metrics.fbeta import Fbeta as Fbeta
from msjax.train.metrics.hausdorff_distance import HausdorffDistance as HausdorffDistance
from msjax.train.metrics.loss import Loss as Loss
from msjax.train.metrics.mean_surface_distance import MeanSurfaceDistance as MeanSurfaceDistance
from msjax.train.metrics.metric import Metric as Metric
from msjax.train.metrics.metric import rearrange_inputs as rearrange_inputs
from msjax.train.metrics.occlusion_sensitivity import OcclusionSensitivity as OcclusionSensitivity
from msjax.train.metrics.perplexity import Perplexity as Perplexity
from msjax.train.metrics.precision import Precision as Precision
from msjax.train.metrics.recall import Recall as Recall
from msjax.train.metrics.roc import ROC as ROC
from msjax.train.metrics.root_mean_square_surface_distance import (
    RootMeanSquareDistance as RootMeanSquareDistance,
)
from msjax.train.metrics.topk import Top1CategoricalAccuracy as Top1CategoricalAccuracy
from msjax.train.metrics.topk import Top5CategoricalAccuracy as Top5CategoricalAccuracy
from msjax.train.metrics.topk import TopKCategoricalAccuracy as TopKCategoricalAccuracy
from msjax.train.model import Model as Model
from msjax.train.serialization._convert import ckpt_to_safetensors as ckpt_to_safetensors
from msjax.train.serialization._convert import safetensors_to_ckpt as safetensors_to_ckpt
from msjax.train.serialization._distributed import (
    load_distributed_checkpoint as load_distributed_checkpoint,
)
from msjax.train.serialization._distributed import merge_sliced_parameter as merge_sliced_parameter
from msjax.train.serialization._export import export as export
from msjax.train.serialization._export import export_split_mindir as export_split_mindir
from msjax.train.serialization._export import load as load
from msjax.train.serialization._export import load_mindir as load_mindir
from msjax.train.serialization._export import save_mindir as save_mindir
from msjax.train.serialization._net import load_param_into_net as load_param_into_net
from msjax.train.serialization._processes import (
    get_ckpt_path_with_strategy as get_ckpt_path_with_strategy,
)
from msjax.train.serialization._read import load_checkpoint as load_checkpoint
from msjax.train.serialization._read import load_checkpoint_async as load_checkpoint_async
from msjax.train.serialization._strategy import build_searched_strategy as build_searched_strategy
from msjax.train.serialization._strategy import restore_group_info_list as restore_group_info_list
from msjax.train.serialization._write import async_ckpt_thread_status as async_ckpt_thread_status
from msjax.train.serialization._write import save_checkpoint as save_checkpoint
from msjax.train.summary.summary_record import SummaryRecord as SummaryRecord
from msjax.train.train_thor.convert_utils import ConvertModelUtils as ConvertModelUtils
