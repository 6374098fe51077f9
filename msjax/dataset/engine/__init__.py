"""Datasets, samplers and iterators, under MindSpore's path."""

from msjax.dataset import config
from msjax.dataset.callback import DSCallback, WaitedDSCallback
from msjax.dataset.engine.datasets import Dataset, Schema, Shuffle, zip
from msjax.dataset.engine.datasets_standard_format import CSVDataset
from msjax.dataset.engine.datasets_text import TextFileDataset
from msjax.dataset.engine.datasets_user_defined import (
    GeneratorDataset,
    NumpySlicesDataset,
    PaddedDataset,
)
from msjax.dataset.engine.datasets_vision import (
    Cifar10Dataset,
    Cifar100Dataset,
    FashionMnistDataset,
    ImageFolderDataset,
    KMnistDataset,
    MnistDataset,
)
from msjax.dataset.engine.samplers import (
    DistributedSampler,
    PKSampler,
    RandomSampler,
    Sampler,
    SequentialSampler,
    SubsetRandomSampler,
    SubsetSampler,
    WeightedRandomSampler,
)

__all__ = [
    "CSVDataset",
    "Cifar10Dataset",
    "Cifar100Dataset",
    "DSCallback",
    "Dataset",
    "DistributedSampler",
    "FashionMnistDataset",
    "GeneratorDataset",
    "ImageFolderDataset",
    "KMnistDataset",
    "MnistDataset",
    "NumpySlicesDataset",
    "PKSampler",
    "PaddedDataset",
    "RandomSampler",
    "Sampler",
    "Schema",
    "SequentialSampler",
    "Shuffle",
    "SubsetRandomSampler",
    "SubsetSampler",
    "TextFileDataset",
    "WaitedDSCallback",
    "WeightedRandomSampler",
    "config",
    "zip",
]
