"""msjax: MindSpore's public API on JAX."""

from __future__ import annotations

import os as _os

from msjax._missing import class_getattr as _class_getattr
from msjax._missing import install_finder as _install_finder
from msjax._missing import lazy_getattr as _lazy_getattr

_install_finder()

from msjax import dtype, log
from msjax._core.base.dtype import *
from msjax._core.base.dtype import bool_ as bool
from msjax._core.base.dtype import float32 as float
from msjax._core.base.dtype import int32 as int
from msjax._core.base.recording import no_grad as _no_grad
from msjax._core.compile.jit import jit, ms_function
from msjax._core.compile.jit_config import JitConfig
from msjax._core.gradient.saved_tensors import saved_tensors_hooks
from msjax._core.op.dispatch import MsDispatchMode
from msjax._core.op.methods import install_methods
from msjax._core.op.object_types import get_py_obj_dtype
from msjax._core.op.primitive import Primitive as _Primitive
from msjax._core.runtime.context import DeviceCtx, set_recursion_limit
from msjax._core.tensor.parameter import Parameter, ParameterTuple
from msjax._core.tensor.random import (
    Generator,
    default_generator,
    get_rng_state,
    get_seed,
    initial_seed,
    manual_seed,
    seed,
    set_rng_state,
    set_seed,
)
from msjax._core.tensor.symbols import Symbol
from msjax._core.tensor.tensor import Tensor, tensor
from msjax._core.transform.from_jax import from_jax
from msjax._core.transform.grad import get_grad, grad, value_and_grad
from msjax._core.transform.jacobian import jacfwd, jacrev
from msjax._core.transform.jvp import jvp
from msjax._core.transform.vjp import vjp
from msjax._core.transform.vmap import vmap
from msjax._coverage import coverage
from msjax._dropin import (
    install,
    load_ipython_extension,
    uninstall,
    unload_ipython_extension,
)
from msjax.common._grad_function import _Function
from msjax.common.tensor_tools import (
    from_numpy,
    frombuffer,
    swap_tensors,
)
from msjax.context import (
    COMPATIBLE,
    GRAPH_MODE,
    LAX,
    PYNATIVE_MODE,
    STRICT,
    ParallelMode,
    get_auto_parallel_context,
    get_context,
    get_offload_context,
    get_ps_context,
    reset_auto_parallel_context,
    reset_ps_context,
    set_auto_parallel_context,
    set_context,
    set_offload_context,
    set_ps_context,
)
from msjax.device_manager import (
    get_current_device,
    set_deterministic,
    set_device,
)
from msjax.graph import (
    constexpr,
    enable_dynamic,
    jit_class,
    lazy_inline,
    ms_class,
    ms_memory_recycle,
    mutable,
    no_inline,
)
from msjax.graph.saved_tensors import register_saved_tensors_hooks
from msjax.kernels.tensor.storage import UntypedStorage
from msjax.log import get_level, get_log_config
from msjax.parallel import (
    get_algo_parameters,
    reset_algo_parameters,
    set_algo_parameters,
)
from msjax.run_check import run_check
from msjax.runtime import *
from msjax.version import __version__

from msjax import autograd, common, nn, ops  # isort: skip

from msjax import amp  # isort: skip
from msjax.ops import is_tensor  # isort: skip
from msjax.amp import build_train_network  # isort: skip
from msjax.common.recompute import recompute  # isort: skip

common.recompute = recompute  # the function, as `from mindspore.common import recompute` gives

from msjax.common.sparse_tensor import (  # isort: skip
    COOTensor,
    CSRTensor,
    RowTensor,
    SparseTensor,
)
from msjax.train.data_sink import data_sink  # isort: skip
from msjax.train.dataset_helper import (  # isort: skip
    DatasetHelper,
    connect_network_with_dataset,
)
from msjax.train.loss_scale_manager import (  # isort: skip
    DynamicLossScaleManager,
    FixedLossScaleManager,
    LossScaleManager,
)

common.RowTensorInner = common.sparse_tensor.RowTensorInner

install_methods(Tensor)
install_methods(Parameter)
Tensor.__getattr__ = _class_getattr("Tensor")
_Primitive._lacks = _class_getattr("ops.Primitive")

__getattr__ = _lazy_getattr(
    __name__,
    {
        "msjax._check": "check",
        "msjax.nn.cell.table": "summary",
        "msjax.common.api": "flops_collection",
        "msjax.common.dump": "set_dump",
        "msjax.common.file_system": "mindio_preload set_mindio_server_info",
        "msjax.profiler": "profiler Profiler",
        "msjax.safeguard": "load_obf_params_into_net obfuscate_ckpt",
        "msjax.train": "ConvertModelUtils ConvertNetUtils SummaryCollector SummaryLandscape"
        " SummaryRecord",
        "msjax.train.serialization": "async_ckpt_thread_status ckpt_to_safetensors export"
        " export_split_mindir get_ckpt_path_with_strategy load load_checkpoint"
        " load_checkpoint_async load_mindir"
        " load_param_into_net load_torch_checkpoint safetensors_to_ckpt save_checkpoint"
        " save_mindir build_searched_strategy load_distributed_checkpoint"
        " load_segmented_checkpoints merge_pipeline_strategys merge_sliced_parameter"
        " parameter_broadcast rank_list_for_transform restore_group_info_list"
        " sync_pipeline_shared_parameters transform_checkpoint_by_rank transform_checkpoints"
        " unified_safetensors",
    },
)

if _os.environ.get("MS_PROFILER_OPTIONS"):  # a profile of the whole program
    from msjax.profiler.envprofiler import EnvProfiler as _EnvProfiler

    _EnvProfiler.init_profiler()
