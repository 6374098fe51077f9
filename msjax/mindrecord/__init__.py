"""MindRecord files: rows of numbers, strings, bytes and arrays, with an index beside them."""

from msjax.mindrecord.common.exceptions import *  # noqa: F403
from msjax.mindrecord.config import set_dec_mode, set_enc_key, set_enc_mode
from msjax.mindrecord.core.shardutils import FAILED, SUCCESS
from msjax.mindrecord.filereader import FileReader
from msjax.mindrecord.filewriter import FileWriter
from msjax.mindrecord.mindpage import MindPage
from msjax.mindrecord.tools import (
    Cifar10ToMR,
    Cifar100ToMR,
    CsvToMR,
    ImageNetToMR,
    MnistToMR,
    TFRecordToMR,
)

__all__ = [
    "FAILED",
    "SUCCESS",
    "Cifar10ToMR",
    "Cifar100ToMR",
    "CsvToMR",
    "FileReader",
    "FileWriter",
    "ImageNetToMR",
    "MindPage",
    "MnistToMR",
    "TFRecordToMR",
    "set_dec_mode",
    "set_enc_key",
    "set_enc_mode",
]
