"""Transforms of images together with their bounding boxes (x, y, width, height)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from msjax.dataset import _checks as checks
from msjax.dataset.transforms.transforms import TensorOperation
from msjax.dataset.vision import _images as images
from msjax.dataset.vision._augment import RandomResize
from msjax.dataset.vision._geometry import (
    HorizontalFlip,
    RandomCrop,
    RandomResizedCrop,
    Resize,
    VerticalFlip,
)
from msjax.dataset.vision._images import ImageTensorOperation
from msjax.dataset.vision._modes import Inter

if TYPE_CHECKING:
    from msjax._types import Sizes

__all__ = [
    "RandomHorizontalFlipWithBBox",
    "RandomVerticalFlipWithBBox",
    "RandomCropWithBBox",
    "RandomResizedCropWithBBox",
    "ResizeWithBBox",
    "RandomResizeWithBBox",
    "BoundingBoxAugment",
]


def checked(name: str, inputs: tuple) -> tuple[np.ndarray, np.ndarray]:
    """The image and a copy of its boxes; an error unless the boxes lie in it."""
    if len(inputs) != 2:
        raise RuntimeError(f"{name}: the inputs must be an image and boxes, got {len(inputs)}.")
    image, boxes = inputs
    if boxes.ndim < 2 or boxes.shape[1] < 4:
        raise RuntimeError(f"{name}: boxes must be (n, 4 or more), but got {boxes.shape}.")
    if boxes.dtype != np.float32:
        raise RuntimeError(f"{name}: boxes must be float32, but got {boxes.dtype}.")
    height, width = image.shape[:2]
    x, y, across, down = boxes[:, :4].T
    outside = (x + across > width) | (y + down > height) | (x <= -1) | (y <= -1)
    if outside.any():
        raise RuntimeError(f"{name}: boxes {boxes.tolist()} are not inside {image.shape}.")
    return image, boxes.copy()


def cropped(boxes: np.ndarray, top: int, left: int, height: int, width: int) -> np.ndarray:
    """The boxes that touch a part of the image, cut to it."""
    x, y = boxes[:, 0], boxes[:, 1]
    right, bottom = x + boxes[:, 2], y + boxes[:, 3]
    touch = (x <= left + width) & (y <= top + height) & (right >= left) & (bottom >= top)
    starts = [np.maximum(x - left, 0), np.maximum(y - top, 0)]
    ends = [np.minimum(right - left, width), np.minimum(bottom - top, height)]
    result = boxes.copy()
    result[:, :4] = np.stack([*starts, ends[0] - starts[0], ends[1] - starts[1]], -1)
    return result[touch]


def scaled(boxes: np.ndarray, old: tuple[int, int], new: tuple[int, int]) -> np.ndarray:
    """The boxes of an image of another size."""
    down, across = (np.float32(b / a) for a, b in zip(old, new, strict=True))
    boxes[:, :4] *= np.array([across, down, across, down], np.float32)
    return boxes


class RandomHorizontalFlipWithBBox(images.Sometimes, HorizontalFlip):
    """The image in a mirror, and its boxes, with a probability.

    Args:
        prob: the probability, a number in [0, 1]. Default: ``0.5``.

    Returns:
        Tuple of the changed image and boxes, in the shapes and dtypes that they came in.

    Raises:
        TypeError: an argument or the image has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image, boxes = np.zeros((4, 5, 3), np.uint8), np.array([[0, 1, 2, 3]], np.float32)
        >>> vision.RandomHorizontalFlipWithBBox(1.0)(image, boxes)[1].tolist()
        [[3.0, 1.0, 2.0, 3.0]]
    """

    ranks = (2, 3)

    def _apply(self, *inputs):
        image, boxes = checked("RandomHorizontalFlipWithBBox", inputs)
        if self._rng.random() >= self.prob:
            return image, boxes
        boxes[:, 0] = image.shape[1] - boxes[:, 0] - boxes[:, 2]
        return HorizontalFlip._apply(self, image), boxes


class RandomVerticalFlipWithBBox(images.Sometimes, VerticalFlip):
    """The image upside down, and its boxes, with a probability.

    Args:
        prob: the probability, a number in [0, 1]. Default: ``0.5``.

    Returns:
        Tuple of the changed image and boxes, in the shapes and dtypes that they came in.

    Raises:
        TypeError: an argument or the image has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image, boxes = np.zeros((4, 5, 3), np.uint8), np.array([[0, 0, 2, 3]], np.float32)
        >>> vision.RandomVerticalFlipWithBBox(1.0)(image, boxes)[1].tolist()
        [[0.0, 1.0, 2.0, 3.0]]
    """

    ranks = (2, 3)

    def _apply(self, *inputs):
        image, boxes = checked("RandomVerticalFlipWithBBox", inputs)
        if self._rng.random() >= self.prob:
            return image, boxes
        boxes[:, 1] = image.shape[0] - boxes[:, 1] - boxes[:, 3]
        return VerticalFlip._apply(self, image), boxes


class RandomCropWithBBox(RandomCrop):
    """A part of the image at a random place, and the boxes in it; see `RandomCrop`.

    Returns:
        Tuple of the part, of the height and width in `size`, and of the boxes, by their places in
        it.

    Raises:
        TypeError: an argument or the image has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image, boxes = np.zeros((4, 5, 3), np.uint8), np.array([[0, 0, 5, 4]], np.float32)
        >>> vision.RandomCropWithBBox(3)(image, boxes)[1].tolist()
        [[0.0, 0.0, 3.0, 3.0]]
    """

    _execute_py = None
    ranks = (2, 3)

    def _apply(self, *inputs):
        image, boxes = checked("RandomCropWithBBox", inputs)
        image, left, top = self._bordered(image)
        boxes[:, :2] += np.array([left, top], np.float32)
        size = images.pair(self.size)
        if images.shape(image) == size:
            return image, boxes
        place = self._place(image)
        return images.cut(image, *place, *size).copy(), cropped(boxes, *place, *size)


class RandomResizedCropWithBBox(RandomResizedCrop):
    """A part of random area, shape and place, resized, and its boxes; see `RandomResizedCrop`.

    Returns:
        Tuple of the part in the height and width of `size`, and of the boxes, by their places in
        it.

    Raises:
        TypeError: an argument or the image has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image, boxes = np.zeros((4, 5, 3), np.uint8), np.array([[0, 0, 5, 4]], np.float32)
        >>> vision.RandomResizedCropWithBBox(8)(image, boxes)[1].tolist()
        [[0.0, 0.0, 8.0, 8.0]]
    """

    _execute_py = None
    ranks = (2, 3)

    def _apply(self, *inputs):
        image, boxes = checked("RandomResizedCropWithBBox", inputs)
        part = self._place(*images.shape(image))
        size = images.pair(self.size)
        boxes = scaled(cropped(boxes, *part), part[2:], size)
        return images.resize(images.cut(image, *part), size, self.interpolation), boxes


class ResizeWithBBox(Resize):
    """The image and its boxes in another size; see `Resize`.

    Returns:
        Tuple of the image in its new size and of the boxes, scaled likewise.

    Raises:
        TypeError: an argument or the image has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image, boxes = np.zeros((4, 6, 3), np.uint8), np.array([[0, 1, 2, 3]], np.float32)
        >>> vision.ResizeWithBBox((8, 3))(image, boxes)[1].tolist()
        [[0.0, 2.0, 1.0, 6.0]]
    """

    _execute_py = None
    ranks = (2, 3)

    def __init__(self, size: Sizes, interpolation: Inter = Inter.LINEAR):
        super().__init__(size, interpolation)

    def _apply(self, *inputs):
        image, boxes = checked(type(self).__name__, inputs)
        result = super()._apply(image)
        return result, scaled(boxes, images.shape(image), images.shape(result))


class RandomResizeWithBBox(RandomResize):
    """The image, with a random interpolation, and its boxes in another size.

    Args:
        size: (height, width), or an int for the shorter edge.

    Returns:
        Tuple of the image in its new size and of the boxes, scaled likewise.

    Raises:
        TypeError: an argument or the image has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image, boxes = np.zeros((4, 6, 3), np.uint8), np.array([[0, 1, 2, 3]], np.float32)
        >>> vision.RandomResizeWithBBox((8, 3))(image, boxes)[1].tolist()
        [[0.0, 2.0, 1.0, 6.0]]
    """

    ranks = (2, 3)

    def _apply(self, *inputs):
        image, boxes = checked("RandomResizeWithBBox", inputs)
        result = super()._apply(image)
        return result, scaled(boxes, images.shape(image), images.shape(result))


class BoundingBoxAugment(ImageTensorOperation):
    """A transform applied to what lies in some of the boxes.

    Args:
        transform: a transform of arrays.
        ratio: the probability for each box. Default: ``0.3``.

    Returns:
        Tuple of the changed image and boxes, in the shapes and dtypes that they came in.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: `ratio` is not in [0, 1].

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image, boxes = np.zeros((2, 3, 3), np.uint8), np.array([[1, 0, 1, 2]], np.float32)
        >>> augment = vision.BoundingBoxAugment(vision.Invert(), 1.0)
        >>> augment(image, boxes)[0][..., 0].tolist()
        [[0, 255, 0], [0, 255, 0]]
    """

    ranks = (2, 3)

    def __init__(self, transform: TensorOperation, ratio: float = 0.3):
        super().__init__()
        checks.check_type(ratio, (int, float), "ratio")
        checks.check_range(ratio, 0.0, 1.0, "ratio")
        checks.check_type(transform, TensorOperation, "transform")
        self.transform = transform
        self.ratio = ratio

    def _inner(self):
        return [self.transform]

    def _apply(self, *inputs):
        image, boxes = checked("BoundingBoxAugment", inputs)
        image = image.copy()
        for box in boxes:
            if self._rng.random() >= self.ratio:
                continue
            left, top, width, height = (int(value) for value in box[:4])
            part = self.transform(images.cut(image, top, left, height, width).copy())
            if images.shape(part) != (height, width):
                part = images.resize(part, (height, width), Inter.LINEAR)
            images.cut(image, top, left, height, width)[...] = part
        return image, boxes
