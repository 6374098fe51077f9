"""CIFAR-10 as MindRecord files."""

from __future__ import annotations

import os

from msjax.mindrecord.common.exceptions import PathNotExistsError
from msjax.mindrecord.core.shardutils import SUCCESS, MSRStatus, check_filename
from msjax.mindrecord.filewriter import FileWriter
from msjax.mindrecord.tools import _conversion


class Cifar10ToMR:
    """The pickled version of CIFAR-10 as two MindRecord files of JPEG images; needs Pillow.

    Args:
        source: the folder with data_batch_1 and so on, and test_batch.
        destination: path of the file of training images; that of test images ends in "_test".

    Raises:
        PathNotExistsError: a file is missing.

    Examples:
        >>> import os, pickle
        >>> import numpy as np
        >>> from msjax.mindrecord import Cifar10ToMR, FileReader
        >>> os.makedirs("cifar10")
        >>> for name in "data_batch_1", "test_batch":
        ...     with open(f"cifar10/{name}", "wb") as file:
        ...         pickle.dump({b"data": np.zeros((2, 3072), np.uint8), b"labels": [6, 9]}, file)
        >>> Cifar10ToMR("cifar10", "cifar10.mindrecord").transform()
        >>> [row["label"] for row in FileReader("cifar10.mindrecord_test").get_next()]
        [6, 9]
    """

    _schema = {"id": {"type": "int64"}, "label": {"type": "int64"}, "data": {"type": "bytes"}}
    _name = "Cifar10"
    _labels = {"label": b"labels"}

    def __init__(self, source: str, destination: str):
        check_filename(source)
        self.source = source
        files = sorted(os.listdir(source))
        self._train, self._test = self._parts(files)
        check_filename(destination)
        self.destination = destination

    def _parts(self, files: list[str]) -> tuple[list[str], list[str]]:
        parts = []
        for start, wanted in ("data_batch_", "data_batch_*"), ("test_batch", "test_batch"):
            parts.append([name for name in files if name.startswith(start)])
            if not parts[-1]:
                raise PathNotExistsError(wanted)
        return parts[0], parts[1]

    def run(self, fields: list[str] | None = None) -> MSRStatus:
        """Write the files, as `transform` does, and return SUCCESS."""
        self.transform(fields)
        return SUCCESS

    def transform(self, fields: list[str] | None = None) -> None:
        """Write the files.

        Args:
            fields: fields of the index. Default: ``None``, all numbers.

        Raises:
            ValueError: `fields` is not a list.
            RuntimeError: a file is none of the dataset.
        """
        _conversion.check_fields(fields)
        for files, suffix, name in (self._train, "", "train"), (self._test, "_test", "test"):
            writer = FileWriter(self.destination + suffix, 1)
            writer.add_schema(self._schema, f"img_{name}")
            if fields:
                writer.add_index(fields)
            rows: list[dict] = []
            for file in files:
                content = _conversion.load_pickle(os.path.join(self.source, file), self._name)
                for place, image in enumerate(_conversion.images(content)):
                    labels = {key: int(content[k][place]) for key, k in self._labels.items()}
                    rows.append({"id": len(rows), "data": _conversion.jpeg(image), **labels})
            writer.write_raw_data(rows)
            writer.commit()


__all__ = ["Cifar10ToMR"]
