"""MNIST as MindRecord files."""

from __future__ import annotations

import gzip
import os
import zlib

import numpy as np

from msjax.mindrecord.core.shardutils import SUCCESS, MSRStatus, check_filename
from msjax.mindrecord.filewriter import FileWriter
from msjax.mindrecord.tools import _conversion


class MnistToMR:
    """The compressed files of MNIST as MindRecord files, whose images are JPEG (needs Pillow).

    Args:
        source: the folder with train-images-idx3-ubyte.gz, train-labels-idx1-ubyte.gz and the same
            of t10k.
        destination: what the paths begin with; they go on with "_train.mindrecord" and
            "_test.mindrecord".
        partition_number: number of files of each. Default: ``1``.

    Raises:
        ValueError: `partition_number` is not an int.
    """

    def __init__(self, source: str, destination: str, partition_number: int = 1):
        check_filename(source)
        check_filename(destination)
        self.source = source
        self.partition_number = _conversion.check_partitions(partition_number)
        self._writers = {
            part: FileWriter(f"{destination}_{name}.mindrecord", self.partition_number)
            for part, name in (("train", "train"), ("t10k", "test"))
        }

    def _content(self, name: str, head: int) -> np.ndarray:
        path = os.path.join(self.source, name)
        try:
            with gzip.open(path, "rb") as stream:
                return np.frombuffer(stream.read(), np.uint8, offset=head)
        except (EOFError, zlib.error, ValueError, gzip.BadGzipFile) as error:
            raise RuntimeError(f"The file {path} is not a file of MNIST: {error}.") from error

    def run(self) -> MSRStatus:
        """Write the files, as `transform` does, and return SUCCESS."""
        self.transform()
        return SUCCESS

    def transform(self) -> None:
        """Write the files.

        Raises:
            FileNotFoundError: a file of the dataset is missing.
            RuntimeError: a file is none of the dataset.
        """
        for part, writer in self._writers.items():
            images = self._content(f"{part}-images-idx3-ubyte.gz", 16)
            labels = self._content(f"{part}-labels-idx1-ubyte.gz", 8)
            if images.size != labels.size * 784:
                raise RuntimeError(
                    f"There are {images.size / 784} images for {labels.size} labels."
                )
            writer.set_page_size(_conversion.LARGE_PAGE)
            writer.add_schema(
                {"label": {"type": "int64"}, "data": {"type": "bytes"}}, "mnist_schema"
            )
            writer.add_index(["label"])
            _conversion.write_rows(
                writer,
                (
                    {"label": int(label), "data": _conversion.jpeg(image)}
                    for image, label in zip(images.reshape(-1, 28, 28), labels, strict=True)
                ),
            )


__all__ = ["MnistToMR"]
