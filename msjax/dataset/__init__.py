"""Data pipelines: sources, operations, samplers and transforms."""

from msjax.dataset import config  # isort: skip
from msjax.dataset import audio, callback, core, engine, text, transforms, vision
from msjax.dataset.engine import *  # noqa: F403
from msjax.dataset.engine import datasets, iterators, samplers
from msjax.dataset.engine.datasets import (
    BatchDataset,
    BatchInfo,
    ConcatDataset,
    RepeatDataset,
)
from msjax.dataset.engine.samplers import IterSampler

__all__ = [
    *engine.__all__,
    "BatchDataset",
    "BatchInfo",
    "ConcatDataset",
    "IterSampler",
    "RepeatDataset",
    "audio",
    "callback",
    "core",
    "datasets",
    "engine",
    "iterators",
    "samplers",
    "text",
    "transforms",
    "vision",
]
