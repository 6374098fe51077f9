"""Ways to train with less computation."""

from __future__ import annotations

from msjax.boost._unsupported import AdaSum, DimReduce, GroupLossScaleManager
from msjax.boost.base import OptimizerProcess, ParameterProcess
from msjax.boost.boost import AutoBoost
from msjax.boost.boost_cell_wrapper import (
    BoostTrainOneStepCell,
    BoostTrainOneStepWithLossScaleCell,
)
from msjax.boost.grad_accumulation import GradientAccumulation
from msjax.boost.grad_freeze import FreezeOpt, GradientFreeze, freeze_cell
from msjax.boost.less_batch_normalization import LessBN

__all__ = [
    "AdaSum",
    "AutoBoost",
    "BoostTrainOneStepCell",
    "BoostTrainOneStepWithLossScaleCell",
    "DimReduce",
    "FreezeOpt",
    "GradientAccumulation",
    "GradientFreeze",
    "GroupLossScaleManager",
    "LessBN",
    "OptimizerProcess",
    "ParameterProcess",
    "freeze_cell",
]
