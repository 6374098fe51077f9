"""Pillow, where it is installed, and what it decodes."""

from __future__ import annotations

import ctypes
import io
import struct
from typing import Any

import numpy as np


def pillow() -> Any:
    """The module PIL.Image."""
    try:
        from PIL import Image
    except ImportError as error:
        raise NotImplementedError(
            "Image files and images of Pillow need Pillow, which is not installed; "
            "`pip install Pillow`."
        ) from error
    return Image


def open_image(data: np.ndarray) -> Any:
    """The image in the bytes of a file as Pillow has it in RGB; ValueError if there is none."""
    image = pillow()
    try:
        opened = image.open(io.BytesIO(data))
        opened.decodermaxblock = max(data.size, 1)  # at once
        opened.load()
        return opened if opened.mode == "RGB" else opened.convert("RGB")
    except image.UnidentifiedImageError as error:
        raise ValueError(
            f"Decode: image decode failed: the {data.size} bytes are no image that Pillow knows."
        ) from error
    except Exception as error:  # formats have errors of their own
        raise ValueError(f"Decode: image decode failed: {error}") from error


def load(data: np.ndarray, torn: bool, grey: bool = False) -> Any:
    """The image in the bytes of a file, as Pillow opens it.

    A JPEG file may lack its end: what lacks is grey. That is at most the last row of its blocks,
    unless the file may be torn.
    """
    opened = _loading(data, grey)
    try:
        opened.load()
        return opened
    except OSError:
        if opened.format != "JPEG":
            raise
        whole = _loading(np.append(data, np.array([0xFF, 0xD9], np.uint8)), grey)
        whole.load()
        if not torn:
            opened.tile = []  # what there is of it
            blocks = 8 * max(layer[2] for layer in opened.layer)
            last = (opened.height - 1) % blocks + 1
            known = opened.height - last - (2 if blocks > 8 else 0)  # neighbours smooth colors
            if known > 0:
                part, parts = np.array(opened)[:known], np.array(whole)[:known]
                if not np.array_equal(part, parts):
                    raise
        return whole


def _loading(data: np.ndarray, grey: bool) -> Any:
    opened = pillow().open(io.BytesIO(data))
    if grey and opened.format == "JPEG":
        opened.draft("L", opened.size)
    if opened.format == "TIFF":  # colors that have been multiplied by their alpha stay that
        opened.tile = [
            (*tile[:3], tuple("RGBA" if arg == "RGBa" else arg for arg in tile[3]))
            for tile in opened.tile
        ]
    opened.decodermaxblock = max(data.size, 1)  # at once
    return opened


def channel_bits(opened: Any, data: np.ndarray) -> int:
    """Bits of a channel in a PNG or TIFF file, which Pillow's mode may not tell."""
    if opened.format == "PNG":
        return int(data[24])
    return max(opened.tag_v2.get(258, (1,))) if opened.format == "TIFF" else 8


def deep(opened: Any, data: np.ndarray) -> np.ndarray | None:
    """The values of a grey image of more than 8 bits, None of any other image."""
    if not opened.mode.startswith(("I", "F")):
        return None
    values = np.array(opened)
    if channel_bits(opened, data) != 16:
        return values
    signed = opened.format == "TIFF" and opened.tag_v2.get(339, (1,)) == (2,)
    return values.astype(np.int16 if signed else np.uint16)


def colors(opened: Any, data: np.ndarray) -> Any:
    """The image in RGB, by the rules of the libraries in MindSpore; it raises ValueError."""
    values = deep(opened, data)
    if values is not None:
        if values.dtype.itemsize != 2:
            raise ValueError(f"grey images of {values.dtype} are not decoded")
        return pillow().fromarray((values.view(np.uint16) >> 8).astype(np.uint8)).convert("RGB")
    if opened.format == "TIFF" and opened.mode not in ("1", "L"):
        if channel_bits(opened, data) > 8:
            raise ValueError("TIFF files with colors of more than 8 bits are not decoded")
        if opened.mode == "CMYK":
            values = 255 - np.array(opened).astype(np.int32)
            return pillow().fromarray((values[..., :3] * values[..., 3:] // 255).astype(np.uint8))
        if opened.mode == "RGBA" and opened.tag_v2.get(338) == (2,):  # as if on black
            values = np.array(opened).astype(np.int32)
            dark = (values[..., :3] * values[..., 3:] + 127) // 255
            return pillow().fromarray(dark.astype(np.uint8))
    return opened if opened.mode == "RGB" else opened.convert("RGB")


def _open(data: np.ndarray) -> Any:
    """The image in RGB that MindSpore's Decode makes; RuntimeError if there is none."""
    try:
        return colors(load(data, torn=False), data)
    except pillow().UnidentifiedImageError as error:
        raise RuntimeError(
            f"Decode: image decode failed: the {data.size} bytes are no image that Pillow knows."
        ) from error
    except Exception as error:  # formats have errors of their own
        raise RuntimeError(f"Decode: image decode failed: {error}") from error


def _pixels(data: np.ndarray) -> Any:
    """The same, without what else Pillow finds out about an ordinary JPEG file."""
    size = _jpeg_size(data)
    if size is not None:
        try:
            return pillow().frombytes("RGB", size, data, "jpeg", "RGB", "")
        except Exception:  # it is not whole, which `_open` tells
            pass
    return _open(data)


_FRAMES = {0xC0, 0xC1, 0xC2}  # of Huffman codes
_LARGE = 1 << 24  # pixels, which Pillow may warn of


def _jpeg_size(data: np.ndarray) -> tuple[int, int] | None:
    """Width and height of a JPEG file of three channels of bytes, None for any other file."""
    if data.dtype != np.uint8 or not data.flags.c_contiguous:
        return None
    file = memoryview(data)
    if file[:3] != b"\xff\xd8\xff":
        return None
    place, end = 2, len(file) - 10
    while place < end and file[place] == 0xFF:
        kind = file[place + 1]
        if kind in _FRAMES:
            height, width = struct.unpack_from(">HH", file, place + 5)
            plain = file[place + 4] == 8 and file[place + 9] == 3
            return (width, height) if plain and 0 < width * height <= _LARGE else None
        if kind != 0xC4 and not 0xDB <= kind <= 0xFE:  # tables, notes of programs, comments
            return None
        place += 2 + int.from_bytes(file[place + 2 : place + 4])
    return None


def decode_image(data: np.ndarray) -> np.ndarray:
    """The same as an array (height, width, 3)."""
    return np.array(_pixels(data))


def decode_words(data: np.ndarray) -> np.ndarray:
    """The same as an array (height, width, 4) that may not be written to.

    That is how Pillow keeps images; what is in the fourth channel has no meaning.
    """
    opened = _pixels(data)
    return _shared(opened) if hasattr(opened, "__arrow_c_array__") else _copied(opened)


def _copied(opened: Any) -> np.ndarray:
    words = np.frombuffer(opened.tobytes("raw", "RGBX"), np.uint8)
    return words.reshape(opened.height, opened.width, 4)


class _Arrow(ctypes.Structure):
    """Arrow's description of an array in memory."""


_Arrow._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(_Arrow))),
]
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]


def _shared(opened: Any) -> np.ndarray:
    """The image's own memory, if it is in one piece."""
    try:
        _, capsule = opened.__arrow_c_array__()
    except ValueError:
        return _copied(opened)
    words = _Arrow.from_address(_pointer(capsule, b"arrow_array")).children[0].contents
    size = opened.height * opened.width * 4
    memory = (ctypes.c_uint8 * size).from_address(words.buffers[1])
    memory.owner = capsule  # which keeps the image
    pixels = np.frombuffer(memory, np.uint8).reshape(opened.height, opened.width, 4)
    pixels.flags.writeable = False
    return pixels
