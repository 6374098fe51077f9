"""Cells around networks: losses, gradients, training steps."""

from __future__ import annotations

from msjax.nn.wrap.cell_wrapper import (
    ForwardValueAndGrad,
    GetNextSingleOp,
    GradAccumulationCell,
    MicroBatchInterleaved,
    ParameterUpdate,
    PipelineCell,
    TrainOneStepCell,
    VirtualDatasetCellTriple,
    WithEvalCell,
    WithGradCell,
    WithLossCell,
)
from msjax.nn.wrap.grad_reducer import DistributedGradReducer, PipelineGradReducer
from msjax.nn.wrap.loss_scale import (
    DynamicLossScaleUpdateCell,
    FixedLossScaleUpdateCell,
    TrainOneStepWithLossScaleCell,
)

__all__ = [
    "DistributedGradReducer",
    "DynamicLossScaleUpdateCell",
    "FixedLossScaleUpdateCell",
    "ForwardValueAndGrad",
    "GetNextSingleOp",
    "GradAccumulationCell",
    "MicroBatchInterleaved",
    "ParameterUpdate",
    "PipelineCell",
    "PipelineGradReducer",
    "TrainOneStepCell",
    "TrainOneStepWithLossScaleCell",
    "VirtualDatasetCellTriple",
    "WithEvalCell",
    "WithGradCell",
    "WithLossCell",
]
