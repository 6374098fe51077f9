"""Transforms of images of Pillow, and noise and mixtures that are drawn by NumPy."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np

from msjax.dataset import _checks as checks
from msjax.dataset.transforms.transforms import PyTensorOperation
from msjax.dataset.vision import _images as images
from msjax.dataset.vision import _pil
from msjax.dataset.vision._decoding import pillow
from msjax.dataset.vision._images import ImageTensorOperation

if TYPE_CHECKING:
    from msjax._types import Sizes

__all__ = ["FiveCrop", "TenCrop", "Grayscale", "RandomGrayscale", "RandomLighting", "MixUp"]

FLOAT_MAX = float(np.finfo(np.float32).max)


class FiveCrop(PyTensorOperation):
    """The parts of an image of Pillow at its corners and in its middle.

    Args:
        size: (height, width) of a part, or an int for both.

    Returns:
        Tuple of five images of Pillow: top left, top right, bottom left, bottom right, middle.

    Raises:
        TypeError: `size` has the wrong type, or the image is not one of Pillow's.
        ValueError: `size` is not positive, or larger than the image.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = vision.ToPIL()(np.arange(9, dtype=np.uint8).reshape(3, 3))
        >>> [int(np.array(part)[0, 0]) for part in vision.FiveCrop(1)(image)]
        [0, 2, 6, 8, 4]
    """

    def __init__(self, size: Sizes):
        super().__init__()
        images.check_size(size)
        self.size = size

    def _execute_py(self, img):
        return _pil.corners(img, images.pair(self.size))


class TenCrop(PyTensorOperation):
    """FiveCrop of an image and of its mirror image.

    Args:
        size: (height, width) of a part, or an int for both.
        use_vertical_flip: whether the second is upside down instead. Default: ``False``.

    Returns:
        Tuple of ten images of Pillow: five parts as of FiveCrop, and those of the flipped image.

    Raises:
        TypeError: an argument has the wrong type, or the image is not one of Pillow's.
        ValueError: `size` is not positive, or larger than the image.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = vision.ToPIL()(np.arange(9, dtype=np.uint8).reshape(3, 3))
        >>> [int(np.array(part)[0, 0]) for part in vision.TenCrop(1)(image)]
        [0, 2, 6, 8, 4, 2, 0, 8, 6, 4]
    """

    def __init__(self, size: Sizes, use_vertical_flip: bool = False):
        super().__init__()
        images.check_size(size)
        if use_vertical_flip is not None:
            checks.check_bool(use_vertical_flip, "use_vertical_flip")
        self.size = images.pair(size)
        self.use_vertical_flip = use_vertical_flip

    def _execute_py(self, img):
        parts = _pil.corners(img, self.size)
        library = _pil.operations()
        other = library.flip(img) if self.use_vertical_flip else library.mirror(img)
        return parts + _pil.corners(other, self.size)


class Grayscale(PyTensorOperation):
    """The brightness of an image of Pillow.

    Args:
        num_output_channels: 1, or 3 for three equal channels. Default: ``1``.

    Returns:
        Image of Pillow with one channel, or three that are equal.

    Raises:
        TypeError: `num_output_channels` is not an int, or the image is not one of Pillow's.
        ValueError: `num_output_channels` is neither 1 nor 3.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = vision.ToPIL()(np.full((1, 1, 3), 7, np.uint8))
        >>> np.array(vision.Grayscale()(image)).tolist()
        [[7]]
    """

    def __init__(self, num_output_channels: int = 1):
        super().__init__()
        checks.check_type(num_output_channels, int, "num_output_channels")
        if num_output_channels not in (1, 3):
            raise ValueError(
                f"The 'num_output_channels' must be 1 or 3, but got {num_output_channels}."
            )
        self.num_output_channels = num_output_channels

    def _execute_py(self, img):
        return _pil.gray(img, self.num_output_channels)


class RandomGrayscale(PyTensorOperation):
    """The brightness of an image of Pillow, with a probability; as many channels as it has.

    Args:
        prob: the probability. Default: ``0.1``.

    Returns:
        Image of Pillow with as many channels as the given one.

    Raises:
        TypeError: `prob` is not a number, or the image is not one of Pillow's.
        ValueError: `prob` is not in [0, 1].

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = vision.ToPIL()(np.full((1, 1, 3), 7, np.uint8))
        >>> np.array(vision.RandomGrayscale(1.0)(image)).tolist()
        [[[7, 7, 7]]]
    """

    def __init__(self, prob: float = 0.1):
        super().__init__()
        checks.check_probability(prob)
        self.prob = prob

    def _execute_py(self, img):
        channels = 1 if _pil.only_pil(img).mode == "L" else 3
        return _pil.gray(img, channels) if self.prob > random.random() else img


# Principal directions of the colors of ImageNet times their strength.
_COLORS = np.array(
    [
        [55.46 * -0.5675, 4.794 * 0.7192, 1.148 * 0.4009],
        [55.46 * -0.5808, 4.794 * -0.0045, 1.148 * -0.814],
        [55.46 * -0.5836, 4.794 * -0.6948, 1.148 * 0.4203],
    ]
)


class RandomLighting(ImageTensorOperation):
    """A random color, distributed like those of ImageNet, added to an image in bytes.

    Args:
        alpha: the standard deviation of its strength, at least 0. Default: ``0.05``.

    Returns:
        The changed image, in the shape and dtype of the given one.

    Raises:
        TypeError: `alpha` is not a number.
        ValueError: `alpha` is negative.
        RuntimeError: the image is not (height, width, 3) in bytes.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> vision.RandomLighting(0.0)(np.full((1, 1, 3), 7, np.uint8)).tolist()
        [[[7, 7, 7]]]
    """

    ranks = (3,)

    def __init__(self, alpha: float = 0.05):
        super().__init__()
        checks.check_type(alpha, (int, float), "alpha")
        checks.check_range(alpha, 0, FLOAT_MAX, "alpha")
        self.alpha = alpha

    def _execute_py(self, img):
        if _pil.only_pil(img).mode != "RGB":
            img = img.convert("RGB")
        change = _COLORS @ np.array([np.random.normal(0.0, self.alpha) for _ in range(3)])
        changed = np.clip(np.asarray(img) + change, 0, 255).astype(np.uint8)
        return pillow().fromarray(changed)

    def _apply(self, image):
        if image.shape[-1] != 3 or image.dtype != np.uint8:
            raise RuntimeError(
                f"RandomLighting: the image must be (height, width, 3) of uint8, but got "
                f"{image.shape} of {image.dtype}."
            )
        change = (_COLORS @ self._rng.normal(0.0, self.alpha, 3)).astype(np.float32)
        return images.rounded(image + change, np.uint8)


class MixUp(PyTensorOperation):
    """Images of a batch and their one-hot labels mixed with others.

    Args:
        batch_size: how many images a batch has.
        alpha: both parameters of the beta distribution of the shares, positive.
        is_single: whether the others are the next of the same batch; else they are those of the
            batch before, mixed. Default: ``True``.

    Returns:
        Tuple of the mixed images and labels, in the shapes that they came in.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: `batch_size` or `alpha` is not positive.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image, label = np.ones((2, 3, 3, 1)), np.eye(2)
        >>> mixed, labels = vision.MixUp(2, 0.5)(image, label)
        >>> mixed.shape, bool(np.isclose(labels.sum(), 2))
        ((2, 3, 3, 1), True)
    """

    def __init__(self, batch_size: int, alpha: float, is_single: bool = True):
        super().__init__()
        checks.check_bool(is_single, "is_single")
        checks.check_type(batch_size, int, "batch_size")
        checks.check_type(alpha, (int, float), "alpha")
        checks.check_int(batch_size, 1, images.LIMIT, "batch_size")
        if alpha <= 0:
            raise ValueError(f"The 'alpha' must be positive, but got {alpha}.")
        self.batch_size = batch_size
        self.alpha = alpha
        self.is_single = is_single
        self._last: tuple | None = None

    def __call__(self, image: np.ndarray, label: np.ndarray) -> tuple:
        shares = np.random.beta(self.alpha, self.alpha, self.batch_size)
        if self.is_single:
            order = [*range(1, self.batch_size), 0]
            others = image[order, ...], label[order, ...]
        elif self._last is None:
            shares, others = np.ones(self.batch_size), (0, 0)
        else:
            others = self._last
        wide, narrow = shares.reshape(-1, 1, 1, 1), shares.reshape(-1, 1)
        mixed = wide * image + (1 - wide) * others[0]
        labels = narrow * label + (1 - narrow) * others[1]
        self._last = mixed, labels
        return mixed, labels
