"""Helpers of the data pipeline that users' code imports."""

from typing import Any

import numpy as np

__all__ = ["is_numpy"]


def is_numpy(img: Any) -> bool:
    """Whether the value is a NumPy array."""
    return isinstance(img, np.ndarray)
