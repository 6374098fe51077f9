"""Layers with the argument names of PyTorch, by family."""

from __future__ import annotations

from msjax.mint.nn.layer import activation, normalization, pooling
from msjax.mint.nn.layer.activation import LogSigmoid, SiLU, Threshold
from msjax.mint.nn.layer.normalization import (
    BatchNorm1d,
    BatchNorm2d,
    BatchNorm3d,
    GroupNorm,
    LayerNorm,
    SyncBatchNorm,
)
from msjax.mint.nn.layer.pooling import (
    AdaptiveAvgPool1d,
    AdaptiveAvgPool2d,
    AdaptiveAvgPool3d,
    AdaptiveMaxPool1d,
)

__all__ = [
    "AdaptiveAvgPool1d",
    "AdaptiveAvgPool2d",
    "AdaptiveAvgPool3d",
    "AdaptiveMaxPool1d",
    "BatchNorm1d",
    "BatchNorm2d",
    "BatchNorm3d",
    "GroupNorm",
    "LayerNorm",
    "LogSigmoid",
    "SiLU",
    "SyncBatchNorm",
    "Threshold",
]
