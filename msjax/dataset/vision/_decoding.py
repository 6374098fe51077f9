"""Pillow, where it is installed, and what it decodes."""

from __future__ import annotations

import ctypes
import io
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


def is_pil(image: Any) -> bool:
    """Whether the value is an image of Pillow."""
    return type(image).__module__.partition(".")[0] == "PIL"


def open_image(data: np.ndarray) -> Any:
    """The image in the bytes of a file, in RGB."""
    image = pillow()
    try:
        opened = image.open(io.BytesIO(data))
        opened.decodermaxblock = max(data.size, 1)  # at once
        opened.load()
        return opened if opened.mode == "RGB" else opened.convert("RGB")
    except image.UnidentifiedImageError as error:
        raise RuntimeError(
            f"Decode: image decode failed: the {data.size} bytes are no image that Pillow knows."
        ) from error
    except Exception as error:  # formats have errors of their own
        raise RuntimeError(f"Decode: image decode failed: {error}") from error


def decode_image(data: np.ndarray) -> np.ndarray:
    """The same as an array (height, width, 3)."""
    return np.array(open_image(data))


def decode_words(data: np.ndarray) -> np.ndarray:
    """The same as an array (height, width, 4) that may not be written to.

    That is how Pillow keeps images; what is in the fourth channel has no meaning.
    """
    opened = open_image(data)
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
