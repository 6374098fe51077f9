"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from msjax.nn.transformer.op_parallel_config import (
    TransformerOpParallelConfig as TransformerOpParallelConfig,
)
from msjax.nn.wrap._parts import GradAccumulationCell
from msjax.nn.wrap._parts import MicroBatchInterleaved as MicroBatchInterleaved
from msjax.nn.wrap._parts import PipelineCell as PipelineCell
from msjax.nn.wrap._parts import PipelineCell as _PipelineCell
from msjax.nn.wrap.grad_reducer import PipelineGradReducer as PipelineGradReducer
from msjax.parallel.nn import layers as layers
from msjax.parallel.nn import transformer as transformer

class GradAccumulation(GradAccumulationCell):
    """A network that runs on `micro_size` parts of the batch; see `nn.GradAccumulationCell`."""

class Pipeline(_PipelineCell):
    """A network cut into pipeline stages; see `nn.PipelineCell`."""
