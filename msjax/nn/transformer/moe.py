"""The settings of mixtures of experts under their older path."""

from __future__ import annotations

from msjax.nn.transformer.op_parallel_config import MoEConfig, default_moe_config

__all__ = ["MoEConfig", "default_moe_config"]
