"""What the converters share."""

from __future__ import annotations

import io
import itertools
import pickle
from collections.abc import Iterable
from typing import Any

import numpy as np

from msjax.mindrecord.filewriter import FileWriter

BATCH = 256
LARGE_PAGE = 1 << 26


def write_rows(writer: FileWriter, rows: Iterable[dict], parallel_writer: bool = False) -> None:
    """Write rows some at a time, and finish the file."""
    rows = iter(rows)
    while some := list(itertools.islice(rows, BATCH)):
        writer.write_raw_data(some, parallel_writer)
    writer.commit()


def jpeg(image: np.ndarray) -> bytes:
    """An image as a JPEG file; needs Pillow."""
    try:
        from PIL import Image
    except ImportError:
        raise ImportError("Converting images to JPEG needs Pillow; `pip install Pillow`.") from None
    stream = io.BytesIO()
    Image.fromarray(image.squeeze()).save(stream, "JPEG", quality=95)
    return stream.getvalue()


class _Arrays(pickle.Unpickler):
    """Reads pickles of arrays and lists and nothing else, which could run code."""

    def find_class(self, module: str, name: str) -> Any:
        """The classes that pickles of arrays name."""
        if name == "_reconstruct" and module in ("numpy.core.multiarray", "numpy._core.multiarray"):
            from numpy._core import multiarray

            return multiarray._reconstruct
        if module == "numpy" and name in ("ndarray", "dtype"):
            return getattr(np, name)
        raise pickle.UnpicklingError(f"global '{module}.{name}' is forbidden")


def load_pickle(path: str, name: str) -> dict[bytes, Any]:
    """The dict in a file of a CIFAR dataset."""
    with open(path, "rb") as stream:
        try:
            content = _Arrays(stream, encoding="bytes").load()
        except Exception as error:
            raise RuntimeError(f"Not a valid {name} Dataset: {path}: {error}.") from error
    if not isinstance(content, dict) or b"data" not in content:
        raise RuntimeError(f"Not a valid {name} Dataset: {path} holds no dict with data.")
    return content


def images(content: dict[bytes, Any]) -> np.ndarray:
    """The images of a file of a CIFAR dataset, (count, 32, 32, 3)."""
    return np.asarray(content[b"data"], np.uint8).reshape(-1, 3, 32, 32).transpose(0, 2, 3, 1)


def check_partitions(partition_number: Any) -> int:
    """Refuse a number of files that is not an int."""
    if not isinstance(partition_number, int):
        raise ValueError("The parameter partition_number must be int")
    return partition_number


def check_fields(fields: Any) -> None:
    """Refuse fields of an index that are not a list."""
    if fields and not isinstance(fields, list):
        raise ValueError("The parameter fields should be None or list")
