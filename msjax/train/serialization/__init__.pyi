"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from typing import Any

from msjax import context as context
from msjax._core.runtime.groups import get_group_size as get_group_size
from msjax._core.runtime.groups import get_rank as get_rank
from msjax._core.tensor.parameter import Parameter as Parameter
from msjax._core.tensor.random import Generator as Generator
from msjax._core.tensor.tensor import Tensor as Tensor
from msjax.common.initializer import initializer as initializer
from msjax.ops import Cast as Cast
from msjax.train.checkpoint_pb2 import Checkpoint as Checkpoint
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
from msjax.train.serialization._net import (
    _load_dismatch_prefix_params as _load_dismatch_prefix_params,
)
from msjax.train.serialization._net import _update_param as _update_param
from msjax.train.serialization._net import load_param_into_net as load_param_into_net
from msjax.train.serialization._processes import (
    get_ckpt_path_with_strategy as get_ckpt_path_with_strategy,
)
from msjax.train.serialization._processes import parameter_broadcast as parameter_broadcast
from msjax.train.serialization._processes import (
    sync_pipeline_shared_parameters as sync_pipeline_shared_parameters,
)
from msjax.train.serialization._read import ParamDictFuture as ParamDictFuture
from msjax.train.serialization._read import _parse_ckpt_proto as _parse_ckpt_proto
from msjax.train.serialization._read import load_checkpoint as load_checkpoint
from msjax.train.serialization._read import load_checkpoint_async as load_checkpoint_async
from msjax.train.serialization._read import tensor_to_np_type as tensor_to_np_type
from msjax.train.serialization._strategy import build_searched_strategy as build_searched_strategy
from msjax.train.serialization._strategy import merge_pipeline_strategys as merge_pipeline_strategys
from msjax.train.serialization._strategy import restore_group_info_list as restore_group_info_list
from msjax.train.serialization._torch import load_torch_checkpoint as load_torch_checkpoint
from msjax.train.serialization._transform import rank_list_for_transform as _rank_list_for_convert
from msjax.train.serialization._transform import rank_list_for_transform as rank_list_for_transform
from msjax.train.serialization._transform import (
    transform_checkpoint_by_rank as _convert_checkpoint_by_rank,
)
from msjax.train.serialization._transform import (
    transform_checkpoint_by_rank as transform_checkpoint_by_rank,
)
from msjax.train.serialization._transform import transform_checkpoints as _convert_checkpoints
from msjax.train.serialization._transform import transform_checkpoints as transform_checkpoints
from msjax.train.serialization._unified import unified_safetensors as unified_safetensors
from msjax.train.serialization._write import _exec_save as _exec_save
from msjax.train.serialization._write import _get_merged_param_data as _get_merged_param_data
from msjax.train.serialization._write import async_ckpt_thread_status as async_ckpt_thread_status
from msjax.train.serialization._write import save_checkpoint as save_checkpoint
from msjax.train.serialization._write import save_graph as __save_graph
from msjax.train.serialization._write import wait_for_saving as __async_save_close

_async_save_close = __async_save_close
_save_graph = __save_graph
convert_checkpoint_by_rank = _convert_checkpoint_by_rank
convert_checkpoints = _convert_checkpoints
rank_list_for_convert = _rank_list_for_convert
tensor_to_ms_type: dict[Any, Any]
