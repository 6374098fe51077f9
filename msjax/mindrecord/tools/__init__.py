"""Converters of other formats into MindRecord files."""

from msjax.mindrecord.tools.cifar10_to_mr import Cifar10ToMR
from msjax.mindrecord.tools.cifar100_to_mr import Cifar100ToMR
from msjax.mindrecord.tools.csv_to_mr import CsvToMR
from msjax.mindrecord.tools.imagenet_to_mr import ImageNetToMR
from msjax.mindrecord.tools.mnist_to_mr import MnistToMR
from msjax.mindrecord.tools.tfrecord_to_mr import TFRecordToMR

__all__ = [
    "Cifar10ToMR",
    "Cifar100ToMR",
    "CsvToMR",
    "ImageNetToMR",
    "MnistToMR",
    "TFRecordToMR",
]
