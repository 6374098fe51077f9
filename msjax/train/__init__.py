"""Training: loss scales and mixed precision."""

from __future__ import annotations

from msjax.train.amp import build_train_network
from msjax.train.loss_scale_manager import (
    DynamicLossScaleManager,
    FixedLossScaleManager,
    LossScaleManager,
)

__all__ = [
    "DynamicLossScaleManager",
    "FixedLossScaleManager",
    "LossScaleManager",
    "build_train_network",
]
