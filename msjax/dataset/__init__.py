"""Data pipelines: sources, operations, samplers and transforms."""

from msjax.dataset import config  # isort: skip
from msjax.dataset import (
    audio,
    callback,
    core,
    dataloader,
    debug,
    engine,
    text,
    transforms,
    utils,
    vision,
)
from msjax.dataset.engine import *  # noqa: F403
from msjax.dataset.engine import datasets, iterators, samplers
from msjax.dataset.engine.datasets import (
    AudioBaseDataset,
    BatchDataset,
    BatchInfo,
    BucketBatchByLengthDataset,
    ConcatDataset,
    FilterDataset,
    MapDataset,
    MappableDataset,
    PaddedBatchDataset,
    ProjectDataset,
    RenameDataset,
    RepeatDataset,
    ShuffleDataset,
    SkipDataset,
    SourceDataset,
    SyncWaitDataset,
    TakeDataset,
    TextBaseDataset,
    TransferDataset,
    VisionBaseDataset,
    ZipDataset,
)
from msjax.dataset.engine.samplers import IterSampler

__all__ = [
    *engine.__all__,
    "AudioBaseDataset",
    "BatchDataset",
    "BatchInfo",
    "ConcatDataset",
    "IterSampler",
    "MappableDataset",
    "RepeatDataset",
    "SourceDataset",
    "TextBaseDataset",
    "VisionBaseDataset",
    "audio",
    "callback",
    "core",
    "dataloader",
    "datasets",
    "debug",
    "engine",
    "iterators",
    "samplers",
    "text",
    "transforms",
    "utils",
    "vision",
]
