"""OpenCV, where it is installed: it interpolates bytes as `_images.py` does, and faster."""

from __future__ import annotations

import importlib
import platform
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

_PROBES = (((21, 34, 3), (15, 47)), ((64, 33), (128, 20)), ((9, 70, 4), (31, 24)))


@cache
def library(alike: Callable[[np.ndarray, tuple[int, int]], np.ndarray]) -> Any:
    """The module, or None: it is not there, or a build of it gives other bytes than `alike`.

    Args:
        alike: function of an image and the height and width that it is to have.
    """
    if platform.machine() not in ("x86_64", "AMD64"):  # elsewhere kernels of others take its place
        return None
    try:
        found = importlib.import_module("cv2")
        for shape, size in _PROBES:
            image = np.arange(np.prod(shape)).reshape(shape).astype(np.uint8) * np.uint8(7)
            if not np.array_equal(resized(found, image, size), alike(image, size)):
                return None
    except Exception:  # an installation may be broken in many ways
        return None
    return found


def resized(found: Any, image: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """The image of bytes in another size, by linear interpolation."""
    return found.resize(image, size[::-1], interpolation=found.INTER_LINEAR)
