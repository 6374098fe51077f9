"""Normalization layers."""

from __future__ import annotations

from msjax.nn.layer.normalization.batch import (
    BatchNorm1d,
    BatchNorm2d,
    BatchNorm3d,
    GlobalBatchNorm,
    SyncBatchNorm,
    _BatchNorm,
)
from msjax.nn.layer.normalization.sample import (
    GroupNorm,
    InstanceNorm1d,
    InstanceNorm2d,
    InstanceNorm3d,
    LayerNorm,
    LayerNormExt,
    _InstanceNorm,
)

__all__ = [
    "BatchNorm1d",
    "BatchNorm2d",
    "BatchNorm3d",
    "GroupNorm",
    "InstanceNorm1d",
    "InstanceNorm2d",
    "InstanceNorm3d",
    "LayerNorm",
    "LayerNormExt",
    "SyncBatchNorm",
]
