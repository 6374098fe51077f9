"""Parallel training: settings and their private readers, layouts."""

from msjax._missing import lazy_getattr as _lazy_getattr

from ._layout import Layout
from .algo_parameter_config import get_algo_parameters, reset_algo_parameters, set_algo_parameters
from .shard import shard

__all__ = [
    "Layout",
    "build_searched_strategy",
    "convert_checkpoint_by_rank",
    "convert_checkpoints",
    "get_algo_parameters",
    "load_distributed_checkpoint",
    "load_segmented_checkpoints",
    "merge_pipeline_strategys",
    "merge_sliced_parameter",
    "parameter_broadcast",
    "rank_list_for_convert",
    "rank_list_for_transform",
    "reset_algo_parameters",
    "restore_group_info_list",
    "set_algo_parameters",
    "shard",
    "sync_pipeline_shared_parameters",
    "transform_checkpoint_by_rank",
    "transform_checkpoints",
    "unified_safetensors",
]

# Work on checkpoints, which is done where these are.
__getattr__ = _lazy_getattr(
    __name__,
    {
        "msjax.train.serialization": "build_searched_strategy convert_checkpoint_by_rank"
        " convert_checkpoints rank_list_for_convert sync_pipeline_shared_parameters"
        " load_distributed_checkpoint"
        " load_segmented_checkpoints merge_pipeline_strategys merge_sliced_parameter"
        " parameter_broadcast rank_list_for_transform restore_group_info_list"
        " transform_checkpoint_by_rank transform_checkpoints unified_safetensors",
    },
)
