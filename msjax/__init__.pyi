"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

import builtins
from typing import Any

from msjax import amp as amp
from msjax import autograd as autograd
from msjax import boost as boost
from msjax import common as common
from msjax import communication as communication
from msjax import context as context
from msjax import dataset as dataset
from msjax import device_context as device_context
from msjax import device_manager as device_manager
from msjax import dtype as dtype
from msjax import experimental as experimental
from msjax import graph as graph
from msjax import hal as hal
from msjax import kernels as kernels
from msjax import log as log
from msjax import mindrecord as mindrecord
from msjax import mint as mint
from msjax import msrun as msrun
from msjax import multiprocessing as multiprocessing
from msjax import nn as nn
from msjax import numpy as numpy
from msjax import ops as ops
from msjax import parallel as parallel
from msjax import profiler as profiler
from msjax import rewrite as rewrite
from msjax import runtime as runtime
from msjax import safeguard as safeguard
from msjax import scipy as scipy
from msjax import train as train
from msjax import utils as utils
from msjax import version as version
from msjax._core.base.dtype import Bool as Bool
from msjax._core.base.dtype import Float as Float
from msjax._core.base.dtype import Int as Int
from msjax._core.base.dtype import QuantDtype as QuantDtype
from msjax._core.base.dtype import TensorType as TensorType
from msjax._core.base.dtype import Type as Type
from msjax._core.base.dtype import bfloat16 as bfloat16
from msjax._core.base.dtype import bool_ as _bool
from msjax._core.base.dtype import bool_ as bool_
from msjax._core.base.dtype import complex64 as _cfloat
from msjax._core.base.dtype import complex64 as complex64
from msjax._core.base.dtype import complex128 as _cdouble
from msjax._core.base.dtype import complex128 as complex128
from msjax._core.base.dtype import dtype_to_nptype as dtype_to_nptype
from msjax._core.base.dtype import dtype_to_pytype as dtype_to_pytype
from msjax._core.base.dtype import env_type as env_type
from msjax._core.base.dtype import float8_e4m3fn as float8_e4m3fn
from msjax._core.base.dtype import float8_e5m2 as float8_e5m2
from msjax._core.base.dtype import float16 as _half
from msjax._core.base.dtype import float16 as float16
from msjax._core.base.dtype import float32 as _float
from msjax._core.base.dtype import float32 as _single
from msjax._core.base.dtype import float32 as float32
from msjax._core.base.dtype import float64 as _double
from msjax._core.base.dtype import float64 as float64
from msjax._core.base.dtype import float_ as float_
from msjax._core.base.dtype import function as function
from msjax._core.base.dtype import hifloat8 as hifloat8
from msjax._core.base.dtype import int8 as _byte
from msjax._core.base.dtype import int8 as int8
from msjax._core.base.dtype import int16 as _short
from msjax._core.base.dtype import int16 as int16
from msjax._core.base.dtype import int32 as _int
from msjax._core.base.dtype import int32 as _intc
from msjax._core.base.dtype import int32 as int32
from msjax._core.base.dtype import int64 as _intp
from msjax._core.base.dtype import int64 as _long
from msjax._core.base.dtype import int64 as int64
from msjax._core.base.dtype import int_ as int_
from msjax._core.base.dtype import list_ as list_
from msjax._core.base.dtype import number as number
from msjax._core.base.dtype import pytype_to_dtype as pytype_to_dtype
from msjax._core.base.dtype import qint4x2 as qint4x2
from msjax._core.base.dtype import string as string
from msjax._core.base.dtype import symbolic_key as symbolic_key
from msjax._core.base.dtype import tensor_type as tensor_type
from msjax._core.base.dtype import tuple_ as tuple_
from msjax._core.base.dtype import type_none as type_none
from msjax._core.base.dtype import type_type as type_type
from msjax._core.base.dtype import uint as uint
from msjax._core.base.dtype import uint8 as _ubyte
from msjax._core.base.dtype import uint8 as uint8
from msjax._core.base.dtype import uint16 as _ushort
from msjax._core.base.dtype import uint16 as uint16
from msjax._core.base.dtype import uint32 as _uintc
from msjax._core.base.dtype import uint32 as uint32
from msjax._core.base.dtype import uint64 as _uintp
from msjax._core.base.dtype import uint64 as uint64
from msjax._core.compile.jit import jit as jit
from msjax._core.compile.jit import ms_function as ms_function
from msjax._core.compile.jit_config import JitConfig as JitConfig
from msjax._core.compile.markers import constexpr as constexpr
from msjax._core.compile.markers import enable_dynamic as enable_dynamic
from msjax._core.compile.markers import jit_class as _ms_class
from msjax._core.compile.markers import jit_class as jit_class
from msjax._core.compile.markers import lazy_inline as lazy_inline
from msjax._core.compile.markers import ms_memory_recycle as ms_memory_recycle
from msjax._core.compile.markers import no_inline as no_inline
from msjax._core.compile.mutable import mutable as mutable
from msjax._core.gradient.saved_tensors import saved_tensors_hooks as saved_tensors_hooks
from msjax._core.op.dispatch import MsDispatchMode as MsDispatchMode
from msjax._core.op.methods import install_methods as install_methods
from msjax._core.op.object_types import get_py_obj_dtype as get_py_obj_dtype
from msjax._core.runtime.context import DeviceCtx as DeviceCtx
from msjax._core.runtime.context import get_context as get_context
from msjax._core.runtime.context import get_current_device as get_current_device
from msjax._core.runtime.context import set_context as set_context
from msjax._core.runtime.context import set_deterministic as set_deterministic
from msjax._core.runtime.context import set_device as set_device
from msjax._core.runtime.context import set_recursion_limit as set_recursion_limit
from msjax._core.runtime.queue import Event as Event
from msjax._core.runtime.queue import Stream as Stream
from msjax._core.runtime.queue import StreamCtx as StreamCtx
from msjax._core.runtime.queue import communication_stream as communication_stream
from msjax._core.runtime.queue import current_stream as current_stream
from msjax._core.runtime.queue import default_stream as default_stream
from msjax._core.runtime.queue import empty_cache as empty_cache
from msjax._core.runtime.queue import set_cur_stream as set_cur_stream
from msjax._core.runtime.queue import synchronize as synchronize
from msjax._core.tensor.parameter import Parameter as Parameter
from msjax._core.tensor.parameter import ParameterTuple as ParameterTuple
from msjax._core.tensor.random import Generator as Generator
from msjax._core.tensor.random import default_generator as default_generator
from msjax._core.tensor.random import get_rng_state as get_rng_state
from msjax._core.tensor.random import get_seed as get_seed
from msjax._core.tensor.random import initial_seed as initial_seed
from msjax._core.tensor.random import manual_seed as manual_seed
from msjax._core.tensor.random import seed as seed
from msjax._core.tensor.random import set_rng_state as set_rng_state
from msjax._core.tensor.random import set_seed as set_seed
from msjax._core.tensor.symbols import Symbol as Symbol
from msjax._core.tensor.tensor import Tensor as Tensor
from msjax._core.tensor.tensor import tensor as tensor
from msjax._core.transform.from_jax import from_jax as from_jax
from msjax._core.transform.grad import get_grad as get_grad
from msjax._core.transform.grad import grad as grad
from msjax._core.transform.grad import value_and_grad as value_and_grad
from msjax._core.transform.jacobian import jacfwd as jacfwd
from msjax._core.transform.jacobian import jacrev as jacrev
from msjax._core.transform.jvp import jvp as jvp
from msjax._core.transform.vjp import vjp as vjp
from msjax._core.transform.vmap import vmap as vmap
from msjax._coverage import coverage as coverage
from msjax._dropin import install as install
from msjax._dropin import load_ipython_extension as load_ipython_extension
from msjax._dropin import uninstall as uninstall
from msjax._dropin import unload_ipython_extension as unload_ipython_extension
from msjax.common.api import flops_collection as flops_collection
from msjax.common.dump import set_dump as set_dump
from msjax.common.file_system import mindio_preload as mindio_preload
from msjax.common.file_system import set_mindio_server_info as set_mindio_server_info
from msjax.common.recompute import recompute as recompute
from msjax.common.tensor_tools import from_numpy as from_numpy
from msjax.common.tensor_tools import frombuffer as frombuffer
from msjax.common.tensor_tools import swap_tensors as swap_tensors
from msjax.context import ParallelMode as ParallelMode
from msjax.context import get_auto_parallel_context as get_auto_parallel_context
from msjax.context import get_offload_context as get_offload_context
from msjax.context import get_ps_context as get_ps_context
from msjax.context import reset_auto_parallel_context as reset_auto_parallel_context
from msjax.context import reset_ps_context as reset_ps_context
from msjax.context import set_auto_parallel_context as set_auto_parallel_context
from msjax.context import set_offload_context as set_offload_context
from msjax.context import set_ps_context as set_ps_context
from msjax.graph.saved_tensors import register_saved_tensors_hooks as register_saved_tensors_hooks
from msjax.kernels.sparse.tensors import COOTensor as COOTensor
from msjax.kernels.sparse.tensors import CSRTensor as CSRTensor
from msjax.kernels.sparse.tensors import RowTensor as RowTensor
from msjax.kernels.sparse.tensors import SparseTensor as SparseTensor
from msjax.kernels.tensor.storage import UntypedStorage as UntypedStorage
from msjax.log import get_level as get_level
from msjax.log import get_log_config as get_log_config
from msjax.mindrecord.config import set_dec_mode as set_dec_mode
from msjax.mindrecord.config import set_enc_key as set_enc_key
from msjax.mindrecord.config import set_enc_mode as set_enc_mode
from msjax.mindrecord.filereader import FileReader as FileReader
from msjax.mindrecord.filewriter import FileWriter as FileWriter
from msjax.mindrecord.mindpage import MindPage as MindPage
from msjax.mindrecord.tools.cifar10_to_mr import Cifar10ToMR as Cifar10ToMR
from msjax.mindrecord.tools.cifar100_to_mr import Cifar100ToMR as Cifar100ToMR
from msjax.mindrecord.tools.csv_to_mr import CsvToMR as CsvToMR
from msjax.mindrecord.tools.imagenet_to_mr import ImageNetToMR as ImageNetToMR
from msjax.mindrecord.tools.mnist_to_mr import MnistToMR as MnistToMR
from msjax.mindrecord.tools.tfrecord_to_mr import TFRecordToMR as TFRecordToMR
from msjax.nn.cell.table import summary as summary
from msjax.nn.optim._thor_network import ConvertNetUtils as ConvertNetUtils
from msjax.ops import is_tensor as is_tensor
from msjax.parallel._layout import Layout as Layout
from msjax.parallel.algo_parameter_config import get_algo_parameters as get_algo_parameters
from msjax.parallel.algo_parameter_config import reset_algo_parameters as reset_algo_parameters
from msjax.parallel.algo_parameter_config import set_algo_parameters as set_algo_parameters
from msjax.parallel.shard import shard as shard
from msjax.profiler.profiler import Profiler as Profiler
from msjax.rewrite._node import Node as Node
from msjax.rewrite._tree import SymbolTree as SymbolTree
from msjax.rewrite._values import NodeType as NodeType
from msjax.rewrite._values import ScopedValue as ScopedValue
from msjax.run_check import run_check as run_check
from msjax.runtime.executor import dispatch_threads_num as dispatch_threads_num
from msjax.runtime.executor import launch_blocking as launch_blocking
from msjax.runtime.executor import set_cpu_affinity as set_cpu_affinity
from msjax.runtime.executor import set_kernel_launch_capture as set_kernel_launch_capture
from msjax.runtime.executor import set_kernel_launch_group as set_kernel_launch_group
from msjax.runtime.executor import set_memory as set_memory
from msjax.runtime.memory import max_memory_allocated as max_memory_allocated
from msjax.runtime.memory import max_memory_reserved as max_memory_reserved
from msjax.runtime.memory import memory_allocated as memory_allocated
from msjax.runtime.memory import memory_reserved as memory_reserved
from msjax.runtime.memory import memory_stats as memory_stats
from msjax.runtime.memory import memory_summary as memory_summary
from msjax.runtime.memory import reset_max_memory_allocated as reset_max_memory_allocated
from msjax.runtime.memory import reset_max_memory_reserved as reset_max_memory_reserved
from msjax.runtime.memory import reset_peak_memory_stats as reset_peak_memory_stats
from msjax.runtime.unsupported import MemPool as MemPool
from msjax.runtime.unsupported import PluggableAllocator as PluggableAllocator
from msjax.runtime.unsupported import StreamLimitCtx as StreamLimitCtx
from msjax.runtime.unsupported import get_device_limit as get_device_limit
from msjax.runtime.unsupported import get_stream_limit as get_stream_limit
from msjax.runtime.unsupported import memory_replay as memory_replay
from msjax.runtime.unsupported import reset_stream_limit as reset_stream_limit
from msjax.runtime.unsupported import set_device_limit as set_device_limit
from msjax.runtime.unsupported import set_stream_limit as set_stream_limit
from msjax.runtime.unsupported import use_mem_pool as use_mem_pool
from msjax.safeguard.rewrite_obfuscation import load_obf_params_into_net as load_obf_params_into_net
from msjax.safeguard.rewrite_obfuscation import obfuscate_ckpt as obfuscate_ckpt
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
from msjax.train.callback._reduce_lr_on_plateau import ReduceLROnPlateau as ReduceLROnPlateau
from msjax.train.callback._summary_collector import SummaryCollector as SummaryCollector
from msjax.train.callback._time_monitor import TimeMonitor as TimeMonitor
from msjax.train.callback._unsupported import SummaryLandscape as SummaryLandscape
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
from msjax.train.serialization._distributed import (
    load_segmented_checkpoints as load_segmented_checkpoints,
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
from msjax.train.serialization._processes import parameter_broadcast as parameter_broadcast
from msjax.train.serialization._processes import (
    sync_pipeline_shared_parameters as sync_pipeline_shared_parameters,
)
from msjax.train.serialization._read import load_checkpoint as load_checkpoint
from msjax.train.serialization._read import load_checkpoint_async as load_checkpoint_async
from msjax.train.serialization._strategy import build_searched_strategy as build_searched_strategy
from msjax.train.serialization._strategy import merge_pipeline_strategys as merge_pipeline_strategys
from msjax.train.serialization._strategy import restore_group_info_list as restore_group_info_list
from msjax.train.serialization._torch import load_torch_checkpoint as load_torch_checkpoint
from msjax.train.serialization._transform import rank_list_for_transform as rank_list_for_transform
from msjax.train.serialization._transform import (
    transform_checkpoint_by_rank as transform_checkpoint_by_rank,
)
from msjax.train.serialization._transform import transform_checkpoints as transform_checkpoints
from msjax.train.serialization._unified import unified_safetensors as unified_safetensors
from msjax.train.serialization._write import async_ckpt_thread_status as async_ckpt_thread_status
from msjax.train.serialization._write import save_checkpoint as save_checkpoint
from msjax.train.summary.summary_record import SummaryRecord as SummaryRecord
from msjax.train.train_thor.convert_utils import ConvertModelUtils as ConvertModelUtils
from msjax.utils.sdc_detect import get_sdc_detect_result as get_sdc_detect_result
from msjax.utils.sdc_detect import sdc_detect_start as sdc_detect_start
from msjax.utils.sdc_detect import sdc_detect_stop as sdc_detect_stop

COMPATIBLE: builtins.int
GRAPH_MODE: builtins.int
LAX: builtins.int
PYNATIVE_MODE: builtins.int
STRICT: builtins.int
__version__: str
bool = _bool
byte = _byte
cdouble = _cdouble
cfloat = _cfloat

def check(*paths: Any) -> Any:
    """Tell what programs written for MindSpore will meet here, without running them."""
    ...

double = _double
float = _float
half = _half
int = _int
intc = _intc
intp = _intp
long = _long
ms_class = _ms_class
short = _short
single = _single
ubyte = _ubyte
uintc = _uintc
uintp = _uintp
ushort = _ushort
