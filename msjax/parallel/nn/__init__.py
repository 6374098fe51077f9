"""Cells for training in parts and stages; the transformer module of older releases."""

from __future__ import annotations

from typing import Any

from msjax._missing import module_getattr as _module_getattr
from msjax.nn.wrap.cell_wrapper import GradAccumulationCell, MicroBatchInterleaved, PipelineCell
from msjax.nn.wrap.grad_reducer import PipelineGradReducer

__all__ = [
    "GradAccumulation",
    "MicroBatchInterleaved",
    "Pipeline",
    "PipelineCell",
    "PipelineGradReducer",
]


class GradAccumulation(GradAccumulationCell):
    """A network that runs on `micro_size` parts of the batch; see `nn.GradAccumulationCell`."""


class Pipeline(PipelineCell):
    """A network cut into pipeline stages; see `nn.PipelineCell`."""


_missing = _module_getattr(__name__)


def __getattr__(name: str) -> Any:
    from msjax.nn import transformer

    return getattr(transformer, name) if name in transformer.__all__ else _missing(name)
