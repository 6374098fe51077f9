"""Helpers of image transforms that users' code imports."""

import numpy as np

from msjax.dataset._checks import is_pil
from msjax.dataset.core.py_util_helpers import is_numpy

__all__ = ["hwc_to_chw", "is_numpy", "is_pil"]


def hwc_to_chw(img: np.ndarray) -> np.ndarray:
    """Put the channels of an image first.

    Args:
        img: array of shape (H, W, C), or (H, W), which stays as it is.

    Raises:
        TypeError: `img` is not an array, or of another rank.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset.vision.py_transforms_util import hwc_to_chw
        >>> hwc_to_chw(np.zeros((4, 5, 3))).shape
        (3, 4, 5)
    """
    if not is_numpy(img):
        raise TypeError(f"img should be NumPy array. Got {type(img)}.")
    if img.ndim not in (2, 3):
        raise TypeError(f"img dimension should be 2 or 3. Got {img.ndim}.")
    return img if img.ndim == 2 else img.transpose(2, 0, 1).copy()
