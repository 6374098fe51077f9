"""Pillow, where it is installed, and what it decodes."""

from __future__ import annotations

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
        return image.open(io.BytesIO(data.tobytes())).convert("RGB")
    except OSError as error:
        raise RuntimeError(f"Decode: image decode failed: {error}") from error


def decode_image(data: np.ndarray) -> np.ndarray:
    """The same as an array (height, width, 3)."""
    try:
        opened = pillow().open(io.BytesIO(data.tobytes()))
        return np.array(opened if opened.mode == "RGB" else opened.convert("RGB"))
    except OSError as error:
        raise RuntimeError(f"Decode: image decode failed: {error}") from error
