"""Loaders of datasets that are plain Python objects: batches of Tensors, by worker processes."""

from msjax.dataset.dataloader._utils import default_collate, default_convert
from msjax.dataset.dataloader.dataloader import DataLoader, get_worker_info
from msjax.dataset.dataloader.dataset import Dataset, IterableDataset, TensorDataset
from msjax.dataset.dataloader.distributed import DistributedSampler
from msjax.dataset.dataloader.sampler import (
    BatchSampler,
    RandomSampler,
    Sampler,
    SequentialSampler,
)

__all__ = [
    "BatchSampler",
    "DataLoader",
    "Dataset",
    "DistributedSampler",
    "IterableDataset",
    "RandomSampler",
    "Sampler",
    "SequentialSampler",
    "TensorDataset",
    "default_collate",
    "default_convert",
    "get_worker_info",
]
