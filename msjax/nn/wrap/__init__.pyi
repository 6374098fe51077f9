"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from msjax.nn.layer.timedistributed import TimeDistributed as TimeDistributed
from msjax.nn.wrap import cell_wrapper as cell_wrapper
from msjax.nn.wrap import grad_reducer as grad_reducer
from msjax.nn.wrap import loss_scale as loss_scale
from msjax.nn.wrap._parts import GradAccumulationCell as GradAccumulationCell
from msjax.nn.wrap._parts import MicroBatchInterleaved as MicroBatchInterleaved
from msjax.nn.wrap._parts import PipelineCell as PipelineCell
from msjax.nn.wrap.cell_wrapper import ForwardValueAndGrad as ForwardValueAndGrad
from msjax.nn.wrap.cell_wrapper import GetNextSingleOp as GetNextSingleOp
from msjax.nn.wrap.cell_wrapper import ParameterUpdate as ParameterUpdate
from msjax.nn.wrap.cell_wrapper import TrainOneStepCell as TrainOneStepCell
from msjax.nn.wrap.cell_wrapper import VirtualDatasetCellTriple as VirtualDatasetCellTriple
from msjax.nn.wrap.cell_wrapper import WithEvalCell as WithEvalCell
from msjax.nn.wrap.cell_wrapper import WithGradCell as WithGradCell
from msjax.nn.wrap.cell_wrapper import WithLossCell as WithLossCell
from msjax.nn.wrap.grad_reducer import DistributedGradReducer as DistributedGradReducer
from msjax.nn.wrap.grad_reducer import PipelineGradReducer as PipelineGradReducer
from msjax.nn.wrap.loss_scale import DynamicLossScaleUpdateCell as DynamicLossScaleUpdateCell
from msjax.nn.wrap.loss_scale import FixedLossScaleUpdateCell as FixedLossScaleUpdateCell
from msjax.nn.wrap.loss_scale import TrainOneStepWithLossScaleCell as TrainOneStepWithLossScaleCell
