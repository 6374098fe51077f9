"""Transforms of images that a map does together, where that gives the same and is faster.

Pillow keeps images as pixels of four bytes, of which the last one has no meaning. What only moves
pixels, or interpolates between them, works on these: a pixel is one word. Values are changed and
put into planes for each channel in one step, by a table for the 256 values of a byte.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from msjax.dataset._joined import Joined
from msjax.dataset.vision import _images as images
from msjax.dataset.vision._color import Decode, Normalize, RandomCropDecodeResize, Rescale, ToTensor
from msjax.dataset.vision._decoding import decode_words
from msjax.dataset.vision._geometry import (
    HWC2CHW,
    CenterCrop,
    Crop,
    HorizontalFlip,
    RandomCrop,
    RandomHorizontalFlip,
    RandomResizedCrop,
    RandomVerticalFlip,
    Resize,
    VerticalFlip,
)
from msjax.dataset.vision._modes import Inter


def joined(operations: list) -> list:
    """The operations of a map, some of them in a Joined."""
    steps: list = []
    wide = False  # whether images have four channels here
    place = 0
    while place < len(operations):
        operation = operations[place]
        kind = _kind(operation)
        rest = operations[place + 1 :]
        if _reads(operation) and rest and (_moves(rest[0]) or _valued(rest, True)):
            wide = True
            steps.append(Joined([operation], _READING[kind](operation)))
            place += 1
        elif kind is Resize and _moves(operation) and rest and _kind(rest[0]) is CenterCrop:
            steps.append(Joined(operations[place : place + 2], _resized_middle(operation, rest[0])))
            place += 2
        elif wide and _moves(operation):
            steps.append(Joined([operation], _MOVING[kind](operation)))
            place += 1
        else:
            parts = _valued(operations[place:], wide)
            if parts:
                steps.append(Joined([_narrow, *parts] if wide else parts, _planes(parts, wide)))
            elif wide:
                steps.append(Joined([_narrow], _narrow))
            else:
                steps.append(operation)
            place += len(parts) if parts else 0 if wide else 1
            wide = False
    if wide:
        steps.append(Joined([_narrow], _narrow))
    return steps


def _kind(operation: Any) -> type:
    """The class of a transform, for one under a path of older releases the class of today."""
    return type(operation).__dict__.get("_stands_for", type(operation))


def _reads(operation: Any) -> bool:
    if _kind(operation) is Decode:
        return not operation.to_pil
    return _kind(operation) is RandomCropDecodeResize and _keeps_channels(operation)


def _keeps_channels(operation: Any) -> bool:
    return operation.interpolation in (Inter.LINEAR, Inter.NEAREST)


def _moves(operation: Any) -> bool:
    """Whether it does with four channels what it does with three."""
    kind = _kind(operation)
    if kind in (Resize, RandomResizedCrop):
        return _keeps_channels(operation)
    if kind is RandomCrop:
        return not any(operation.padding) and not operation.pad_if_needed
    return kind in _MOVING


def _decoding(operation: Decode) -> Callable:
    return lambda data: decode_words(operation._encoded(data))


_READING: dict[type, Callable] = {
    Decode: _decoding,
    RandomCropDecodeResize: lambda op: (
        lambda data: RandomResizedCrop._apply(op, decode_words(op._input(data)))
    ),
}

_MOVING: dict[type, Callable] = {
    HorizontalFlip: lambda op: lambda image: image[:, ::-1],
    VerticalFlip: lambda op: lambda image: image[::-1],
    RandomHorizontalFlip: lambda op: lambda image: image[:, ::-1] if op._happens() else image,
    RandomVerticalFlip: lambda op: lambda image: image[::-1] if op._happens() else image,
    Crop: lambda op: op._part,
    CenterCrop: lambda op: op._part,
    RandomCrop: lambda op: op._part,
    Resize: lambda op: op._apply,
    RandomResizedCrop: lambda op: op._apply,
}


def _resized_middle(resize: Resize, crop: CenterCrop) -> Callable:
    """What is cut away need not be computed."""
    height, width = images.pair(crop.size)

    def call(image):
        if not isinstance(image, np.ndarray) or image.ndim not in (2, 3) or not image.size:
            return None
        rows, columns = images.target_size(image, resize.size)
        if height > rows or width > columns:
            return None
        part = (rows - height) // 2, (columns - width) // 2, height, width
        return images.resize(image, (rows, columns), resize.interpolation, part)

    return call


def _narrow(image: np.ndarray) -> np.ndarray:
    """An image of three channels of one with four."""
    result = np.empty((*image.shape[:2], 3), np.uint8)
    for channel in range(3):  # faster than pixels of a few bytes each
        result[..., channel] = image[..., channel]
    return result


def _valued(operations: list, wide: bool) -> list:
    """The operations at the beginning that change values and then put channels first."""
    for place, operation in enumerate(operations):
        if _kind(operation) in (HWC2CHW, ToTensor):
            alone = _kind(operation) is HWC2CHW and not place
            return [] if alone and not wide else operations[: place + 1]
        if _kind(operation) is not Rescale and not (
            _kind(operation) is Normalize and operation.is_hwc
        ):
            break
    return []


def _planes(parts: list, wide: bool) -> Callable:
    """The parts for images (height, width, channels) of bytes."""
    tables: dict[int, np.ndarray | None] = {}
    normalized = len(parts) == 2 and [*map(_kind, parts)] == [Normalize, HWC2CHW]
    if normalized:
        columns = [np.asarray(v, np.float32) for v in (parts[0].mean, parts[0].std)]
        mean, std = (column[:, None, None] for column in columns)

    def table(channels: int) -> np.ndarray | None:
        """(channels, values) of what the parts make of values."""
        values: Any = np.arange(256, dtype=np.uint8)[:, None, None].repeat(channels, 2)
        try:
            for part in parts:
                values = part(values)
        except RuntimeError:  # which the parts then raise for the image
            return None
        return np.ascontiguousarray(values[..., 0])

    def call(image):
        if not isinstance(image, np.ndarray) or image.dtype != np.uint8 or image.ndim != 3:
            return None
        if not image.size:
            return None
        channels = 3 if wide else image.shape[2]
        if channels not in tables:
            tables[channels] = table(channels)
        rows = tables[channels]
        if rows is None:
            return None
        result = np.empty((channels, *image.shape[:2]), rows.dtype)
        if normalized:  # faster than a table, which has the same in it
            np.copyto(result, image[..., :channels].transpose(2, 0, 1))
            result -= mean
            result /= std
            return result
        for channel, plane in enumerate(result):
            rows[channel].take(image[..., channel], out=plane, mode="clip")
        return result

    return call
