"""The records of summary files, written without protobuf.

An event is a protobuf message; a file is a list of records (`train/_records.py`) with one each.
"""

from __future__ import annotations

import struct
import time
import zlib
from collections.abc import Iterable
from typing import Any

import numpy as np

from msjax.train._protobuf import bytes_field, double_field, float_field, int_field

_DTYPES = ("bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64").split()
_COLUMNS = 8
_MOST_BINS, _IN_A_BIN = 90, 10


def version_event() -> bytes:
    """The first event of a file."""
    return double_field(1, time.time()) + bytes_field(3, b"MindSpore.Event:1")


def summary_event(step: int, values: Iterable[tuple[str, str, np.ndarray]]) -> bytes:
    """The event with the values (kind, name, contents) of a step."""
    summary = b""
    for kind, name, contents in values:
        encoded = _ENCODERS[kind](contents)
        summary += bytes_field(1, bytes_field(1, name.encode()) + encoded)
    return double_field(1, time.time()) + int_field(2, step) + bytes_field(5, summary)


def _scalar(contents: np.ndarray) -> bytes:
    return float_field(3, contents.item())


def _tensor(contents: np.ndarray) -> bytes:
    if contents.dtype.name not in _DTYPES:
        raise TypeError(
            f"Transform numpy type failed in Summary, expect numpy type is one of {_DTYPES}."
        )
    dims = b"".join(int_field(1, n) for n in contents.shape)
    data = bytes_field(3, contents.astype("<f4").tobytes())
    return bytes_field(8, dims + int_field(2, _DTYPES.index(contents.dtype.name) + 1) + data)


def _bins(count: int) -> int:
    if count <= 10:
        return 2 if count <= 5 else 3
    return min(count // _IN_A_BIN + 1, _MOST_BINS) if count <= 880 else _MOST_BINS


def _histogram(contents: np.ndarray) -> bytes:
    inexact = contents.dtype.kind == "f"
    valid = contents[np.isfinite(contents)] if inexact else contents.ravel()
    bad = [np.isnan, np.isposinf, np.isneginf]
    counts = [int(test(contents).sum()) if inexact else 0 for test in bad]
    tail = b"".join(int_field(i + 2, count) for i, count in enumerate(counts))
    buckets = b""
    if valid.size:
        tail += (
            double_field(5, float(valid.max()))
            + double_field(6, float(valid.min()))
            + double_field(7, valid.sum(dtype=np.float64))
        )
        found, edges = _counted(valid)
        for count, left, right in zip(found, edges, edges[1:], strict=False):
            bucket = double_field(1, left) + double_field(2, right - left) + int_field(3, count)
            buckets += bytes_field(1, bucket)
    return bytes_field(9, buckets + tail + int_field(8, contents.size))


def _counted(valid: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """How many values are in each bin, and the edges of the bins."""
    low, high = float(valid.min()), float(valid.max())
    if not low < high:
        low, high = low - 0.5, high + 0.5
    dtype = valid.dtype if valid.dtype.kind == "f" else None
    return np.histogram(valid, bins=np.linspace(low, high, _bins(valid.size) + 1, dtype=dtype))


def _image(contents: np.ndarray) -> bytes:
    canvas = _canvas(np.repeat(contents, 3, 1) if contents.shape[1] == 1 else contents)
    low, high = canvas.min(), canvas.max()
    shift, scale = 0.0, 255.0
    if high > 1 or low < 0:
        shift = low
        scale = 255 / (high - low + 1) if high != low else 1.0
    pixels = ((canvas.astype(np.float32) - shift) * scale).astype(np.uint8)
    height, width, channels = pixels.shape
    sizes = int_field(1, height) + int_field(2, width) + int_field(3, channels)
    return bytes_field(4, sizes + bytes_field(4, _png(pixels)))


def _canvas(images: np.ndarray) -> np.ndarray:
    """Images side by side, as rows, columns, channels."""
    count, channels, height, width = images.shape
    columns = min(count, _COLUMNS)
    rows = -(-count // columns)
    canvas = np.zeros((rows * columns, channels, height, width))
    canvas[:count] = images
    grid = canvas.reshape(rows, columns, channels, height, width)
    return grid.transpose(0, 3, 1, 4, 2).reshape(rows * height, columns * width, channels)


def _png(pixels: np.ndarray) -> bytes:
    height, width, _ = pixels.shape
    lines = np.concatenate([np.zeros((height, 1), np.uint8), pixels.reshape(height, -1)], 1)

    def chunk(name: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        )

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(lines.tobytes())), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts)


_ENCODERS: dict[str, Any] = {
    "scalar": _scalar,
    "tensor": _tensor,
    "histogram": _histogram,
    "image": _image,
}


# -- TensorBoard's, of which the framing, the image and the rest of an event are the same --------


def tensorboard_version_event() -> bytes:
    """The first event of a file for TensorBoard."""
    return double_field(1, time.time()) + bytes_field(3, b"brain.Event:2")


def tensorboard_graph_event(graph: bytes) -> bytes:
    """The event with a graph, a GraphDef message."""
    return double_field(1, time.time()) + bytes_field(4, graph)


def tensorboard_event(step: int, values: Iterable[tuple[str, str, np.ndarray]]) -> bytes:
    """The event with the scalars, histograms and images of a step."""
    summary = b""
    for kind, name, contents in values:
        if kind in _TENSORBOARD:
            tag = bytes_field(1, name.encode())
            summary += bytes_field(1, tag + _TENSORBOARD[kind](contents))
    return double_field(1, time.time()) + int_field(2, step) + bytes_field(5, summary)


def _tensorboard_scalar(contents: np.ndarray) -> bytes:
    return float_field(2, contents.item())


def _tensorboard_histogram(contents: np.ndarray) -> bytes:
    valid = contents.ravel()
    if contents.dtype.kind == "f":
        valid = valid[np.isfinite(valid)]
    if not valid.size:
        return bytes_field(5, double_field(3, 0))
    found, edges = _counted(valid)
    wide = valid.astype(np.float64)
    numbers = (wide.min(), wide.max(), wide.size, wide.sum(), (wide**2).sum())
    parts = b"".join(double_field(i + 1, number) for i, number in enumerate(numbers))
    limits, counts = edges[1:].astype("<f8").tobytes(), found.astype("<f8").tobytes()
    return bytes_field(5, parts + bytes_field(6, limits) + bytes_field(7, counts))


_TENSORBOARD: dict[str, Any] = {
    "scalar": _tensorboard_scalar,
    "image": _image,
    "histogram": _tensorboard_histogram,
}
