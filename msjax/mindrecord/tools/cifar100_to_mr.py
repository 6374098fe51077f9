"""CIFAR-100 as MindRecord files."""

from __future__ import annotations

from msjax.mindrecord.common.exceptions import PathNotExistsError
from msjax.mindrecord.tools.cifar10_to_mr import Cifar10ToMR


class Cifar100ToMR(Cifar10ToMR):
    """The pickled version of CIFAR-100 as two MindRecord files of JPEG images; needs Pillow.

    Args:
        source: the folder with the files train and test.
        destination: path of the file of training images; that of test images ends in "_test".

    Raises:
        PathNotExistsError: a file is missing.
    """

    _schema = {
        "id": {"type": "int64"},
        "fine_label": {"type": "int64"},
        "coarse_label": {"type": "int64"},
        "data": {"type": "bytes"},
    }
    _name = "Cifar100"
    _labels = {"fine_label": b"fine_labels", "coarse_label": b"coarse_labels"}

    def _parts(self, files: list[str]) -> tuple[list[str], list[str]]:
        for name in "train", "test":
            if name not in files:
                raise PathNotExistsError(name)
        return ["train"], ["test"]


__all__ = ["Cifar100ToMR"]
