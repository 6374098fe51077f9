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
from msjax.train.serialization._net import _update_param, load_param_into_net
from msjax.train.serialization._read import (
    ParamDictFuture,
    load_checkpoint,
    load_checkpoint_async,
    tensor_to_ms_type,
    tensor_to_np_type,
)
from msjax.train.serialization._write import (
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
    "_get_merged_param_data",
    "_save_graph",
    "_update_param",
    "async_ckpt_thread_status",
    "ckpt_to_safetensors",
    "context",
    "get_group_size",
    "get_rank",
    "initializer",
    "load_checkpoint",
    "load_checkpoint_async",
    "load_param_into_net",
    "safetensors_to_ckpt",
    "save_checkpoint",
    "tensor_to_ms_type",
    "tensor_to_np_type",
]
