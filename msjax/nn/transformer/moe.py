"""Mixtures of experts: their settings and checks, under their older path."""

from __future__ import annotations

from msjax._core.base import dtype as mstype
from msjax._core.base.errors import unsupported
from msjax.nn.cell import Cell
from msjax.nn.transformer.op_parallel_config import (
    MoEConfig,
    MoEParallelConfig,
    default_moe_config,
    default_moeparallel_config,
)
from msjax.nn.transformer.op_parallel_config import _check_moe_config as _check_moe_config

__all__ = ["MoE", "MoEConfig", "default_moe_config"]


class MoE(Cell):
    """A mixture of experts, which msjax does not compute.

    Args:
        hidden_size: int, length of the vectors.
        ffn_hidden_size: int, length of those between an expert's two layers.
        dropout_rate: float.
        hidden_act: name of the activation.
        param_init_type: dtype of the parameters.
        moe_config: MoEConfig.
        parallel_config: MoEParallelConfig.

    Raises:
        NotImplementedError: always.
    """

    def __init__(
        self,
        hidden_size: int,
        ffn_hidden_size: int,
        dropout_rate: float,
        hidden_act: str = "gelu",
        param_init_type: mstype.Type = mstype.float32,
        moe_config: MoEConfig = default_moe_config,
        parallel_config: MoEParallelConfig = default_moeparallel_config,
    ):
        raise unsupported(
            "nn.transformer.moe.MoE",
            "route the tokens with ops.top_k and nn.transformer.FeedForward layers",
        )
