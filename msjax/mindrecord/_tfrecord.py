"""TFRecord files, whose records are messages of the type tf.train.Example."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from io import BytesIO
from typing import BinaryIO

import numpy as np

from msjax.train import _records
from msjax.train._protobuf import DecodeError, fields, unpack_varints

Feature = tuple[str, list[bytes] | np.ndarray]  # "bytes", "float" or "int64", and the values


def _opened(path: str, compression: str) -> BinaryIO:
    if compression == "GZIP":
        return gzip.open(path, "rb")  # type: ignore[return-value]
    if compression == "ZLIB":
        with open(path, "rb") as stream:
            return BytesIO(zlib.decompress(stream.read()))
    return open(path, "rb")


def records(path: str, compression: str = "") -> Iterator[bytes]:
    """The records of a file; RuntimeError if it is damaged or no TFRecord file."""
    try:
        with _opened(path, compression) as stream:
            yield from _records.unframed(stream, path)
    except (OSError, EOFError, zlib.error) as error:
        raise RuntimeError(f"Invalid TFRecord file: {path}: {error}.") from error


def _feature(data: memoryview) -> Feature:
    for kind, content in fields(data):
        if isinstance(content, int):
            continue
        if kind == 1:
            return "bytes", [bytes(value) for key, value in fields(content) if key == 1]  # type: ignore[arg-type]
        if kind == 2:  # packed, or a field for each
            parts = b"".join(value for key, value in fields(content, fixed=True) if key == 1)  # type: ignore[misc]
            return "float", np.frombuffer(parts, "<f4").astype(np.float32)
        if kind == 3:
            numbers: list[np.ndarray] = []
            for key, value in fields(content):
                if key == 1:
                    single = isinstance(value, int)
                    numbers.append(
                        np.array([value], np.uint64) if single else unpack_varints(value)
                    )
            joined = np.concatenate(numbers) if numbers else np.zeros(0, np.uint64)
            return "int64", joined.view(np.int64)
    return "bytes", []


def parse_example(record: bytes) -> dict[str, Feature]:
    """The features of a record by their names.

    Raises:
        DecodeError: the record is no tf.train.Example.
    """
    features: dict[str, Feature] = {}
    for number, content in fields(memoryview(record)):
        if number != 1 or isinstance(content, int):
            continue
        for _, entry in fields(content):
            if isinstance(entry, int):
                continue
            pair = dict(fields(entry))
            name, feature = pair.get(1, b""), pair.get(2, memoryview(b""))
            if isinstance(name, int) or isinstance(feature, int):
                raise DecodeError("a feature is a number")
            features[bytes(name).decode()] = _feature(feature)
    return features
