"""Transforms of sharpness."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from msjax.dataset import _checks as checks
from msjax.dataset.vision import _images as images
from msjax.dataset.vision import _pil, _warp
from msjax.dataset.vision._images import ImageTensorOperation, OnDevice

if TYPE_CHECKING:
    from msjax._types import Sizes

__all__ = ["AdjustSharpness", "RandomAdjustSharpness", "RandomSharpness", "GaussianBlur"]

FLOAT_MAX = float(np.finfo(np.float32).max)


class AdjustSharpness(OnDevice, ImageTensorOperation):
    """Differences from a smoothed image times a factor.

    Args:
        sharpness_factor: 0 gives the smoothed image, 1 the same. At least 0.

    Returns:
        Array of the shape and dtype of the image.

    Raises:
        TypeError: `sharpness_factor` is not a number.
        ValueError: `sharpness_factor` is negative.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.array([[0, 0, 0], [0, 13, 0], [0, 0, 0]], np.uint8)
        >>> vision.AdjustSharpness(0)(image).tolist()
        [[0, 0, 0], [0, 5, 0], [0, 0, 0]]
    """

    ranks = (2, 3)

    def __init__(self, sharpness_factor: float):
        super().__init__()
        checks.check_type(sharpness_factor, (int, float), "sharpness_factor")
        checks.check_range(sharpness_factor, 0, FLOAT_MAX, "sharpness_factor")
        self.sharpness_factor = sharpness_factor

    def _apply(self, image):
        return _warp.sharpened(image, self.sharpness_factor)


class RandomAdjustSharpness(ImageTensorOperation):
    """AdjustSharpness with a probability.

    Args:
        degree: the factor, at least 0.
        prob: the probability. Default: ``0.5``.

    Returns:
        Array of the shape and dtype of the image.

    Raises:
        TypeError: an argument or the image has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> vision.RandomAdjustSharpness(2.0, 1.0)(np.full((2, 2), 7, np.uint8)).tolist()
        [[7, 7], [7, 7]]
    """

    ranks = (2, 3)

    def __init__(self, degree: float, prob: float = 0.5):
        super().__init__()
        checks.check_type(degree, (int, float), "degree")
        checks.check_range(degree, 0, FLOAT_MAX, "degree")
        checks.check_probability(prob)
        self.degree = degree
        self.prob = prob

    def _apply(self, image):
        if self._rng.random() >= self.prob:
            return image.copy()
        return _warp.sharpened(image, self.degree)


class RandomSharpness(ImageTensorOperation):
    """Sharpness changed by a random factor.

    Args:
        degrees: (min, max) of the factor, from 0 on. Default: ``(0.1, 1.9)``.

    Returns:
        The changed image, in the shape and dtype of the given one.

    Raises:
        TypeError: an argument or the image has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> vision.RandomSharpness((0.5, 1.5))(np.full((2, 2), 7, np.uint8)).tolist()
        [[7, 7], [7, 7]]
    """

    ranks = (2, 3)

    def __init__(self, degrees: Sequence[float] = (0.1, 1.9)):
        super().__init__()
        images.check_degrees(degrees)
        self.degrees = degrees

    def _execute_py(self, img):
        _pil.only_pil(img)
        low, high = self.degrees
        return _pil.enhanced(img, "Sharpness", (high - low) * random.random() + low)

    def _apply(self, image):
        return _warp.sharpened(image, float(self._rng.uniform(*self.degrees)))


class GaussianBlur(OnDevice, ImageTensorOperation):
    """The image weighted by a bell.

    Args:
        kernel_size: the width and height of the bell, odd, or an int for both.
        sigma: its standard deviations along width and height, or one for both; 0 for one that fits
            the size (the width, where there is one for both). Default: ``None``, 0.

    Returns:
        Array of the shape and dtype of the image.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: an argument is out of range or a size is even.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> vision.GaussianBlur(3)(np.array([[0, 16, 0]] * 3, np.uint8)).tolist()
        [[8, 8, 8], [8, 8, 8], [8, 8, 8]]
    """

    ranks = (2, 3)

    def __init__(self, kernel_size: Sizes, sigma: float | Sequence[float] | None = None):
        super().__init__()
        checks.check_type(kernel_size, (int, list, tuple), "kernel_size")
        sizes = (kernel_size,) * 2 if isinstance(kernel_size, int) else tuple(kernel_size)
        if len(sizes) != 2:
            raise TypeError(f"The 'kernel_size' must be an int or two, but got {kernel_size}.")
        for size in sizes:
            checks.check_int(size, 1, images.LIMIT, "kernel_size")
            if size % 2 == 0:
                raise ValueError(f"The 'kernel_size' must be odd, but got {kernel_size}.")
        sigma = 0 if sigma is None else sigma
        checks.check_type(sigma, (int, float, list, tuple), "sigma")
        sigmas = (sigma,) * 2 if isinstance(sigma, int | float) else tuple(sigma)
        if len(sigmas) != 2:
            raise TypeError(f"The 'sigma' must be a number or two, but got {sigma}.")
        for value in sigmas:
            checks.check_type(value, (int, float), "sigma")
            checks.check_range(value, 0, FLOAT_MAX, "sigma")
        if isinstance(sigma, int | float) and sigma == 0:
            sigmas = (0.15 * sizes[0] + 0.35,) * 2
        self.kernel_size = sizes
        self.sigma = sigmas

    def _check_ascend(self) -> None:
        if not {1, 3, 5}.issuperset(self.kernel_size):
            raise RuntimeError(
                f"The 'kernel_size' must be 1, 3 or 5 on Ascend, but got {self.kernel_size}."
            )

    def _apply(self, image):
        sigmas = tuple(float(np.float32(value)) for value in self.sigma)
        return _warp.blurred(image, self.kernel_size, sigmas)
