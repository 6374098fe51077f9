"""Saving and loading Parameters, in MindSpore's ckpt format and in the safetensors format."""

from __future__ import annotations

from msjax import _checkparam as Validator
from msjax import context as context
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.random import Generator
from msjax._core.tensor.tensor import Tensor
from msjax.common.initializer import initializer
from msjax.communication import get_group_size, get_rank
from msjax.train.checkpoint_pb2 import Checkpoint
from msjax.train.serialization._convert import ckpt_to_safetensors, safetensors_to_ckpt
from msjax.train.serialization._distributed import (
    load_distributed_checkpoint,
    load_segmented_checkpoints,
    merge_sliced_parameter,
)
from msjax.train.serialization._export import (
    export,
    export_split_mindir,
    load,
    load_mindir,
    save_mindir,
)
from msjax.train.serialization._net import (
    _load_dismatch_prefix_params,
    _update_param,
    load_param_into_net,
)
from msjax.train.serialization._processes import (
    get_ckpt_path_with_strategy,
    parameter_broadcast,
    sync_pipeline_shared_parameters,
)
from msjax.train.serialization._read import (
    ParamDictFuture,
    _parse_ckpt_proto,
    load_checkpoint,
    load_checkpoint_async,
    tensor_to_ms_type,
    tensor_to_np_type,
)
from msjax.train.serialization._strategy import (
    build_searched_strategy,
    merge_pipeline_strategys,
    restore_group_info_list,
)
from msjax.train.serialization._torch import load_torch_checkpoint
from msjax.train.serialization._transform import (
    convert_checkpoint_by_rank,
    convert_checkpoints,
    rank_list_for_convert,
    rank_list_for_transform,
    transform_checkpoint_by_rank,
    transform_checkpoints,
)
from msjax.train.serialization._unified import unified_safetensors
from msjax.train.serialization._write import (
    _exec_save,
    _get_merged_param_data,
    async_ckpt_thread_status,
    save_checkpoint,
)
from msjax.train.serialization._write import save_graph as _save_graph
from msjax.train.serialization._write import wait_for_saving as _async_save_close

__all__ = [
    "Checkpoint",
    "Generator",
    "ParamDictFuture",
    "Parameter",
    "Tensor",
    "Validator",
    "_async_save_close",
    "_exec_save",
    "_get_merged_param_data",
    "_load_dismatch_prefix_params",
    "_parse_ckpt_proto",
    "_save_graph",
    "_update_param",
    "async_ckpt_thread_status",
    "build_searched_strategy",
    "ckpt_to_safetensors",
    "context",
    "convert_checkpoint_by_rank",
    "convert_checkpoints",
    "export",
    "export_split_mindir",
    "get_ckpt_path_with_strategy",
    "get_group_size",
    "get_rank",
    "initializer",
    "load",
    "load_checkpoint",
    "load_checkpoint_async",
    "load_distributed_checkpoint",
    "load_mindir",
    "load_param_into_net",
    "load_segmented_checkpoints",
    "load_torch_checkpoint",
    "merge_pipeline_strategys",
    "merge_sliced_parameter",
    "parameter_broadcast",
    "rank_list_for_convert",
    "rank_list_for_transform",
    "restore_group_info_list",
    "safetensors_to_ckpt",
    "save_checkpoint",
    "save_mindir",
    "sync_pipeline_shared_parameters",
    "tensor_to_ms_type",
    "tensor_to_np_type",
    "transform_checkpoint_by_rank",
    "transform_checkpoints",
    "unified_safetensors",
]
