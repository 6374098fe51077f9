"""Transforms that move, cut and fill."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from msjax.dataset import _checks as checks
from msjax.dataset.vision import _images as images
from msjax.dataset.vision import _pil
from msjax.dataset.vision._images import ImageTensorOperation, OnDevice
from msjax.dataset.vision._modes import Border, Inter

if TYPE_CHECKING:
    from msjax._types import Sizes

__all__ = [
    "HWC2CHW",
    "HorizontalFlip",
    "VerticalFlip",
    "RandomHorizontalFlip",
    "RandomVerticalFlip",
    "Resize",
    "Crop",
    "CenterCrop",
    "ResizedCrop",
    "Pad",
    "RandomCrop",
    "RandomResizedCrop",
    "CutOut",
]

_ON_ASCEND = (Inter.BILINEAR, Inter.CUBIC, Inter.NEAREST)


class HWC2CHW(ImageTensorOperation):
    """Channels first: (height, width, channels) becomes (channels, height, width).

    Returns:
        Array (channels, height, width) in the dtype of the image.

    Raises:
        TypeError: the image has the wrong type.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.arange(12, dtype=np.uint8).reshape(2, 2, 3)
        >>> vision.HWC2CHW()(image).shape
        (3, 2, 2)
    """

    ranks = (2, 3)

    def _apply(self, image):
        if image.dtype == np.float16:
            raise RuntimeError("HWC2CHW: an image of float16 is not supported; make it float32.")
        if image.ndim == 2:
            return image
        planes = np.empty((image.shape[2], *image.shape[:2]), image.dtype)
        for channel in range(len(planes)):  # one copy of all of them takes twice as long
            planes[channel] = image[..., channel]
        return planes


class HorizontalFlip(OnDevice, ImageTensorOperation):
    """The image seen in a mirror.

    Returns:
        Array of the shape and dtype of the image.

    Raises:
        TypeError: the image has the wrong type.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.arange(12, dtype=np.uint8).reshape(2, 2, 3)
        >>> vision.HorizontalFlip()(image)[..., 0].tolist()
        [[3, 0], [9, 6]]
    """

    def _apply(self, image):
        seen = np.flip(image, images.axes(image)[1])
        if image.ndim < 3:
            return np.ascontiguousarray(seen)
        result = np.empty(image.shape, image.dtype)
        for channel in range(image.shape[-1]):  # faster than pixels of a few bytes each
            result[..., channel] = seen[..., channel]
        return result


class VerticalFlip(OnDevice, ImageTensorOperation):
    """The image upside down.

    Returns:
        Array of the shape and dtype of the image.

    Raises:
        TypeError: the image has the wrong type.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.arange(12, dtype=np.uint8).reshape(2, 2, 3)
        >>> vision.VerticalFlip()(image)[..., 0].tolist()
        [[6, 9], [0, 3]]
    """

    def _apply(self, image):
        return np.ascontiguousarray(np.flip(image, images.axes(image)[0]))


class RandomHorizontalFlip(images.Sometimes, HorizontalFlip):
    """The image in a mirror with a probability.

    Args:
        prob: the probability, a number in [0, 1]. Default: ``0.5``.

    Returns:
        The changed image, in the shape and dtype of the given one.

    Raises:
        TypeError: an argument or the image has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> vision.RandomHorizontalFlip(1.0)(np.array([[1, 2, 3]])).tolist()
        [[3, 2, 1]]
    """

    def _execute_py(self, img):
        _pil.only_pil(img)
        return _pil.operations().mirror(img) if self.prob > random.random() else img


class RandomVerticalFlip(images.Sometimes, VerticalFlip):
    """The image upside down with a probability.

    Args:
        prob: the probability, a number in [0, 1]. Default: ``0.5``.

    Returns:
        The changed image, in the shape and dtype of the given one.

    Raises:
        TypeError: an argument or the image has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.arange(12, dtype=np.uint8).reshape(2, 2, 3)
        >>> vision.RandomVerticalFlip(prob=1.0)(image)[..., 0].tolist()
        [[6, 9], [0, 3]]
    """

    ranks = (2, 3)

    def _execute_py(self, img):
        _pil.only_pil(img)
        return _pil.operations().flip(img) if self.prob > random.random() else img


class Resize(OnDevice, ImageTensorOperation):
    """The image in another size, as OpenCV makes it.

    Args:
        size: (height, width), or an int for the shorter edge.
        interpolation: an Inter; PILCUBIC needs Pillow and ANTIALIAS takes an image of Pillow.
            Default: ``Inter.LINEAR``.

    Returns:
        The image in its new size, in the dtype that it came in.

    Raises:
        TypeError: an argument or the image has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> vision.Resize((2, 2))(np.zeros((4, 6, 3), np.uint8)).shape
        (2, 2, 3)
    """

    def __init__(self, size: Sizes, interpolation: Inter = Inter.LINEAR):
        super().__init__()
        images.check_size(size)
        if interpolation is None:
            raise KeyError("The 'interpolation' must not be None.")
        images.check_inter(interpolation)
        images.set_kind(self, interpolation)
        self.size = size
        self.interpolation = interpolation

    def __call__(self, *inputs: Any) -> Any:
        if self.interpolation is Inter.ANTIALIAS:
            _pil.only_pil(*inputs)
        return super().__call__(*inputs)

    def _check_ascend(self) -> None:
        images.check_modes(self.interpolation, _ON_ASCEND)

    def _execute_py(self, img):
        return _pil.resized(img, self.size, self.interpolation)

    def _apply(self, image):
        return images.resize(image, images.target_size(image, self.size), self.interpolation)


class Crop(OnDevice, ImageTensorOperation):
    """A part of the image.

    Args:
        coordinates: (top, left).
        size: (height, width), or an int for both.

    Returns:
        The part, of the height and width in `size`, in the dtype of the image.

    Raises:
        TypeError: an argument or the image has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.arange(12, dtype=np.uint8).reshape(2, 2, 3)
        >>> vision.Crop((0, 1), (2, 1))(image)[..., 0].tolist()
        [[3], [9]]
    """

    ranks = (2, 3)

    def __init__(self, coordinates: Sizes, size: Sizes):
        super().__init__()
        checks.check_type(coordinates, (list, tuple), "coordinates")
        if len(coordinates) != 2:
            raise ValueError(f"The 'coordinates' must be (top, left), but got {coordinates}.")
        for value in coordinates:
            checks.check_int(value, 0, checks.INT32_MAX, "coordinates")
        images.check_size(size)
        self.coordinates = coordinates
        self.size = size

    def _apply(self, image):
        return self._part(image).copy()

    def _part(self, image: np.ndarray) -> np.ndarray:
        return _part(self, image, *self.coordinates, *images.pair(self.size))


def _part(operation, image, top, left, height, width):
    rows, columns = images.shape(image)
    if top + height > rows or left + width > columns:
        raise RuntimeError(
            f"{type(operation).__name__}: the part ends at ({top + height}, {left + width}), but "
            f"the image has ({rows}, {columns})."
        )
    return images.cut(image, top, left, height, width)


class CenterCrop(ImageTensorOperation):
    """The middle of the image, with a black border where the image is smaller.

    Args:
        size: (height, width), or an int for both.

    Returns:
        The part, of the height and width in `size`, in the dtype of the image.

    Raises:
        TypeError: an argument or the image has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.full((4, 4, 3), 60, np.uint8)
        >>> vision.CenterCrop((2, 2))(image).shape
        (2, 2, 3)
    """

    def __init__(self, size: Sizes):
        super().__init__()
        images.check_size(size)
        self.size = size

    def _execute_py(self, img):
        return _pil.middle(img, images.pair(self.size))

    def _apply(self, image):
        return self._part(image).copy()

    def _part(self, image: np.ndarray) -> np.ndarray:
        height, width = images.pair(self.size)
        rows, columns = images.shape(image)
        more = [max(height - rows, 0), max(width - columns, 0)]
        top, left = (-(-size // 2) for size in more)
        border = (left, top, more[1] - left, more[0] - top)
        if any(more):
            image = images.pad_image(image, border, 0, Border.CONSTANT)
        rows, columns = images.shape(image)
        top, left = (rows - height) // 2, (columns - width) // 2
        return images.cut(image, top, left, height, width)


class ResizedCrop(OnDevice, ImageTensorOperation):
    """A part of the image in another size.

    Args:
        top: its first row.
        left: its first column.
        height: its height.
        width: its width.
        size: the new size: (height, width), or an int for both.
        interpolation: an Inter. Default: ``Inter.LINEAR``.

    Returns:
        The part in the height and width of `size`, in the dtype of the image.

    Raises:
        TypeError: an argument or the image has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.full((4, 4, 3), 60, np.uint8)
        >>> vision.ResizedCrop(0, 0, 2, 2, (3, 5))(image).shape
        (3, 5, 3)
    """

    ranks = (2, 3)

    def __init__(
        self,
        top: int,
        left: int,
        height: int,
        width: int,
        size: int | Sequence[int],
        interpolation: Inter = Inter.LINEAR,
    ):
        super().__init__()
        for name, value, low in ("top", top, 0), ("left", left, 0), ("height", height, 1):
            checks.check_int(value, low, checks.INT32_MAX, name)
        checks.check_int(width, 1, checks.INT32_MAX, "width")
        images.check_size(size)
        images.check_inter(interpolation)
        self.part = top, left, height, width
        self.size = size
        self.interpolation = interpolation

    def _check_ascend(self) -> None:
        images.check_modes(self.interpolation, _ON_ASCEND)

    def _apply(self, image):
        part = _part(self, image, *self.part)
        return images.resize(part, images.target_size(part, self.size), self.interpolation)


class Pad(OnDevice, ImageTensorOperation):
    """The image with borders.

    Args:
        padding: the width of all borders; (left and right, top and bottom); or (left, top, right,
            bottom).
        fill_value: the color, an int or three. Default: ``0``.
        padding_mode: a Border. Default: ``Border.CONSTANT``.

    Returns:
        The image with its borders, in the dtype that it came in.

    Raises:
        TypeError: an argument or the image has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.arange(12, dtype=np.uint8).reshape(2, 2, 3)
        >>> vision.Pad(1)(image).shape
        (4, 4, 3)
    """

    ranks = (2, 3)
    channels = (1, 3)

    def __init__(
        self,
        padding: Sizes,
        fill_value: int | tuple[int, ...] = 0,
        padding_mode: Border = Border.CONSTANT,
    ):
        super().__init__()
        self.padding = images.check_padding(padding)
        images.check_fill(fill_value)
        checks.check_type(padding_mode, Border, "padding_mode")
        self.fill_value = fill_value
        self.padding_mode = padding_mode

    def _execute_py(self, img):
        return _pil.padded(img, self.padding, self.fill_value, self.padding_mode.value)

    def _apply(self, image):
        return images.pad_image(image, self.padding, self.fill_value, self.padding_mode)


class RandomCrop(ImageTensorOperation):
    """A part of the image at a random place.

    Args:
        size: (height, width), or an int for both.
        padding: borders that are added first, as in Pad. Default: ``None``.
        pad_if_needed: whether borders are added where the image is smaller. Default: ``False``.
        fill_value: the color of the borders. Default: ``0``.
        padding_mode: a Border. Default: ``Border.CONSTANT``.

    Returns:
        The part, of the height and width in `size`, in the dtype of the image.

    Raises:
        TypeError: an argument or the image has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.full((4, 4, 3), 60, np.uint8)
        >>> vision.RandomCrop((2, 3))(image).shape
        (2, 3, 3)
    """

    def __init__(
        self,
        size: Sizes,
        padding: Sizes | None = None,
        pad_if_needed: bool = False,
        fill_value: int | tuple[int, ...] = 0,
        padding_mode: Border = Border.CONSTANT,
    ):
        super().__init__()
        images.check_size(size)
        self.padding = (0, 0, 0, 0) if padding is None else images.check_padding(padding)
        checks.check_bool(pad_if_needed, "pad_if_needed")
        images.check_fill(fill_value)
        checks.check_type(padding_mode, Border, "padding_mode")
        self.size = size
        self.pad_if_needed = pad_if_needed
        self.fill_value = fill_value
        self.padding_mode = padding_mode

    def _execute_py(self, img):
        height, width = images.pair(self.size)
        fill, mode = self.fill_value, self.padding_mode.value
        _pil.only_pil(img)
        if any(self.padding):
            img = _pil.padded(img, self.padding, fill, mode)
        more = max(width - img.size[0], 0), max(height - img.size[1], 0)
        if self.pad_if_needed and any(more):
            img = _pil.padded(img, more * 2, fill, mode)
        return _pil.random_part(img, (height, width))

    def _bordered(self, image: np.ndarray) -> tuple[np.ndarray, int, int]:
        """The image with its borders, and the widths of those at the left and the top."""
        height, width = images.pair(self.size)

        def pad(borders):
            return images.pad_image(image, borders, self.fill_value, self.padding_mode)

        left, top = self.padding[:2]
        if any(self.padding):
            image = pad(self.padding)
        rows, columns = images.shape(image)
        more = max(width - columns, 0), max(height - rows, 0)
        if self.pad_if_needed and any(more):
            image = pad(more * 2)
            left, top = left + more[0], top + more[1]
        return image, left, top

    def _place(self, image: np.ndarray) -> tuple[int, int]:
        """Where the part begins."""
        height, width = images.pair(self.size)
        rows, columns = images.shape(image)
        if height > rows or width > columns:
            raise RuntimeError(
                f"{type(self).__name__}: the part ({height}, {width}) is larger than the image "
                f"({rows}, {columns})."
            )
        top = int(self._rng.integers(rows - height + 1))
        return top, int(self._rng.integers(columns - width + 1))

    def _apply(self, image):
        return self._part(images.in_bytes(self._bordered(image)[0])).copy()

    def _part(self, image: np.ndarray) -> np.ndarray:
        return images.cut(image, *self._place(image), *images.pair(self.size))


def _check_between(value: Any, name: str) -> None:
    checks.check_type(value, (list, tuple), name)
    if len(value) != 2:
        raise TypeError(f"The '{name}' must be (min, max), but got {value}.")
    checks.check_all(value, (int, float), name)
    if value[0] > value[1]:
        raise ValueError(f"The '{name}' must be (min, max), but got {value}.")
    if value[0] < 0 or value[1] <= 0:
        raise ValueError(f"The '{name}' must be positive, but got {value}.")


class RandomResizedCrop(ImageTensorOperation):
    """A part of random area, shape and place, resized.

    Args:
        size: (height, width), or an int for both.
        scale: the least and the greatest part of the area. Default: ``(0.08, 1.0)``.
        ratio: the least and the greatest ratio of width to height. Default: ``(3/4, 4/3)``.
        interpolation: an Inter. Default: ``Inter.LINEAR``.
        max_attempts: how often a part that fits is looked for, before the middle is taken.
            Default: ``10``.

    Returns:
        The part in the height and width of `size`, in the dtype of the image.

    Raises:
        TypeError: an argument or the image has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.full((4, 4, 3), 60, np.uint8)
        >>> vision.RandomResizedCrop((2, 3))(image).shape
        (2, 3, 3)
    """

    def __init__(
        self,
        size: Sizes,
        scale: Sequence[float] = (0.08, 1.0),
        ratio: Sequence[float] = (3.0 / 4.0, 4.0 / 3.0),
        interpolation: Inter = Inter.LINEAR,
        max_attempts: int = 10,
    ):
        super().__init__()
        images.check_size(size)
        _check_between(scale, "scale")
        _check_between(ratio, "ratio")
        images.check_inter(interpolation)
        checks.check_positive(max_attempts, "max_attempts")
        images.set_kind(self, interpolation)
        self.size = size
        self.scale = scale
        self.ratio = ratio
        self.interpolation = interpolation
        self.max_attempts = max_attempts

    def _place(self, rows: int, columns: int) -> tuple[int, int, int, int]:
        low, high = np.log(self.ratio)
        for _ in range(self.max_attempts):
            area = rows * columns * self._rng.uniform(*self.scale)
            ratio = np.exp(self._rng.uniform(low, high))
            width, height = round(np.sqrt(area * ratio)), round(np.sqrt(area / ratio))
            if 0 < width <= columns and 0 < height <= rows:
                top = int(self._rng.integers(rows - height + 1))
                return top, int(self._rng.integers(columns - width + 1)), height, width
        width, height = columns, rows
        if columns / rows < self.ratio[0]:
            height = round(columns / self.ratio[0])
        elif columns / rows > self.ratio[1]:
            width = round(rows * self.ratio[1])
        return (rows - height) // 2, (columns - width) // 2, height, width

    def __call__(self, *inputs: Any) -> Any:
        if self.interpolation is Inter.ANTIALIAS:
            _pil.only_pil(*inputs)
        return super().__call__(*inputs)

    def _execute_py(self, img):
        return _pil.random_resized_part(
            img,
            images.pair(self.size),
            self.scale,
            self.ratio,
            self.interpolation,
            self.max_attempts,
        )

    def _apply(self, image):
        part = images.cut(image, *self._place(*images.shape(image)))
        return images.resize(part, images.pair(self.size), self.interpolation)


class CutOut(ImageTensorOperation):
    """The image with black squares at random places.

    Args:
        length: the edge of a square.
        num_patches: how many. Default: ``1``.
        is_hwc: whether the channels come last. Default: ``True``.

    Returns:
        Array of the shape and dtype of the image.

    Raises:
        TypeError: an argument or the image has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.full((4, 4, 3), 60, np.uint8)
        >>> int((vision.CutOut(4)(image) == 0).any())
        1
    """

    ranks = (3,)

    def __init__(self, length: int, num_patches: int = 1, is_hwc: bool = True):
        super().__init__()
        checks.check_int(length, 1, images.LIMIT, "length")
        checks.check_int(num_patches, 1, images.LIMIT, "num_patches")
        checks.check_bool(is_hwc, "is_hwc")
        self.length = length
        self.num_patches = num_patches
        self.is_hwc = is_hwc

    def _apply(self, image):
        image = image.copy() if self.is_hwc else np.moveaxis(image, 0, -1).copy()
        rows, columns, _ = image.shape
        if self.length > rows or self.length > columns:
            raise RuntimeError(
                f"CutOut: the square of {self.length} is larger than the image ({rows}, {columns})."
            )
        size = self.length
        for _ in range(self.num_patches):  # which may lie partly or wholly outside
            top, left = (int(self._rng.integers(-size, most + 1)) for most in (rows, columns))
            image[max(top, 0) : max(top + size, 0), max(left, 0) : max(left + size, 0)] = 0
        return image if self.is_hwc else np.ascontiguousarray(np.moveaxis(image, -1, 0))
