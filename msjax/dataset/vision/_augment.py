"""Transforms for augmentation: of histograms, at random, of batches."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from msjax.dataset import _checks as checks
from msjax.dataset.transforms.transforms import (
    CompoundOperation,
    PyTensorOperation,
    chain,
    check_operations,
)
from msjax.dataset.vision import _images as images
from msjax.dataset.vision import _pil
from msjax.dataset.vision._color import Invert, Posterize, Solarize, saturated
from msjax.dataset.vision._geometry import Resize
from msjax.dataset.vision._images import ImageTensorOperation, OnDevice
from msjax.dataset.vision._modes import Border, ImageBatchFormat, Inter, SliceMode

if TYPE_CHECKING:
    from msjax._types import Sizes

__all__ = [
    "Equalize",
    "AutoContrast",
    "RandomEqualize",
    "RandomAutoContrast",
    "RandomInvert",
    "RandomSolarize",
    "RandomPosterize",
    "RandomResize",
    "RandomColor",
    "AdjustGamma",
    "Erase",
    "PadToSize",
    "SlicePatches",
    "LinearTransformation",
    "RandomErasing",
    "MixUpBatch",
    "CutMixBatch",
    "RandomSelectSubpolicy",
    "UniformAugment",
]


def by_channel(image: np.ndarray, make: Any) -> np.ndarray:
    """The image with its bytes looked up in tables that `make` gives for their histograms."""
    if image.dtype != np.uint8:
        raise RuntimeError(f"The image must be uint8, but got {image.dtype}.")
    planes = image[..., None] if image.ndim == 2 else image
    counts = [np.bincount(plane.ravel(), minlength=256) for plane in np.moveaxis(planes, -1, 0)]
    tables = [np.clip(make(count), 0, 255).astype(np.uint8) for count in counts]
    mapped = [table[planes[..., i]] for i, table in enumerate(tables)]
    return np.stack(mapped, -1).reshape(image.shape)


class Equalize(OnDevice, ImageTensorOperation):
    """Values spread so that each occurs about as often.

    Returns:
        The changed image, in the shape and dtype of the given one.

    Raises:
        TypeError: the image has the wrong type.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.arange(12, dtype=np.uint8).reshape(2, 2, 3)
        >>> vision.Equalize()(image)[..., 0].tolist()
        [[0, 85], [170, 255]]
    """

    ranks = (2, 3)
    channels = (1, 3)

    def _execute_py(self, img):
        return _pil.operations().equalize(_pil.only_pil(img))

    @staticmethod
    def _table(count):
        total = count.cumsum()
        first = count[count > 0][0]
        if first == total[-1]:
            return np.arange(256)
        scale = np.float32(255) / np.float32(total[-1] - first)
        return np.rint((total - first).astype(np.float32) * scale)

    def _apply(self, image):
        return by_channel(image, self._table)


class AutoContrast(OnDevice, ImageTensorOperation):
    """Values stretched to all of [0, 255].

    Args:
        cutoff: percentage of the darkest and lightest pixels to leave out. Default: ``0.0``.
        ignore: an int or list of values to leave out. Default: ``None``.

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
        >>> vision.AutoContrast()(image)[..., 0].tolist()
        [[0, 85], [170, 255]]
    """

    ranks = (2, 3)
    channels = (1, 3)

    def __init__(self, cutoff: float = 0.0, ignore: Sizes | None = None):
        super().__init__()
        checks.check_type(cutoff, (int, float), "cutoff")
        if not 0 <= cutoff < 50:
            raise ValueError(f"The argument 'cutoff' must be in [0, 50), but got {cutoff}.")
        if ignore is not None:
            checks.check_type(ignore, (int, list, tuple), "ignore")
        self.cutoff = cutoff
        self.ignore = checks.to_list(ignore)
        for value in self.ignore:
            checks.check_int(value, 0, 255, "ignore")

    def _execute_py(self, img):
        ignore = self.ignore or None
        return _pil.operations().autocontrast(_pil.only_pil(img), self.cutoff, ignore)

    def _table(self, count):
        count = count.copy()
        count[self.ignore] = 0
        cut = int(count.sum()) * int(self.cutoff) // 100
        for order in np.arange(256), np.arange(255, -1, -1):
            before = np.concatenate([[0], count[order].cumsum()[:-1]])
            count[order] -= np.clip(cut - before, 0, count[order])
        used = np.flatnonzero(count)
        if used.size < 2:
            return np.arange(256)
        scale = np.float32(255) / np.float32(used[-1] - used[0])
        return np.trunc(np.arange(256, dtype=np.float32) * scale - np.float32(used[0]) * scale)

    def _apply(self, image):
        return by_channel(image, self._table)


class RandomEqualize(images.Sometimes, Equalize):
    """Equalize with a probability.

    Args:
        prob: the probability, a number in [0, 1]. Default: ``0.5``.

    Returns:
        Array of the shape and dtype of the image.

    Raises:
        TypeError: an argument or the image has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.arange(12, dtype=np.uint8).reshape(2, 2, 3)
        >>> vision.RandomEqualize(prob=1.0)(image)[..., 0].tolist()
        [[0, 85], [170, 255]]
    """

    _execute_py = None


class RandomAutoContrast(images.Sometimes, AutoContrast):
    """AutoContrast with a probability.

    Args:
        cutoff: percent of the darkest and of the brightest pixels to leave out, in [0, 50).
            Default: ``0.0``.
        ignore: value, or values, of pixels to leave out, ints in [0, 255]. Default: ``None``.
        prob: the probability, a number in [0, 1]. Default: ``0.5``.

    Returns:
        Array of the shape and dtype of the image.

    Raises:
        TypeError: an argument or the image has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.arange(12, dtype=np.uint8).reshape(2, 2, 3)
        >>> vision.RandomAutoContrast(prob=1.0)(image)[..., 0].tolist()
        [[0, 85], [170, 255]]
    """

    _execute_py = None

    channels = (3,)

    def __init__(self, cutoff: float = 0.0, ignore: Sizes | None = None, prob: float = 0.5):
        AutoContrast.__init__(self, cutoff, ignore)
        checks.check_probability(prob)
        self.prob = prob


class RandomInvert(images.Sometimes, Invert):
    """Invert with a probability.

    Args:
        prob: the probability, a number in [0, 1]. Default: ``0.5``.

    Returns:
        Array of the shape and dtype of the image.

    Raises:
        TypeError: an argument or the image has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.arange(12, dtype=np.uint8).reshape(2, 2, 3)
        >>> vision.RandomInvert(prob=1.0)(image)[..., 0].tolist()
        [[255, 252], [249, 246]]
    """

    _execute_py = None


class RandomSolarize(Solarize):
    """Solarize between two random values of a range.

    Args:
        threshold: tuple of two numbers in [0, 255], the lower one first. Default: ``(0, 255)``.

    Returns:
        Array of the shape and dtype of the image.

    Raises:
        TypeError: an argument or the image has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.arange(12, dtype=np.uint8).reshape(2, 2, 3)
        >>> vision.RandomSolarize((3, 3))(image)[..., 0].tolist()
        [[0, 252], [249, 246]]
    """

    def __init__(self, threshold: tuple = (0, 255)):
        checks.check_type(threshold, tuple, "threshold")
        super().__init__(threshold)
        self.span = self.threshold

    def _apply(self, image):
        low, high = self.span
        drawn = sorted(self._rng.integers(int(low), int(high) + 1, 2).tolist())
        return self._solarized(image, *drawn)


class RandomPosterize(Posterize):
    """Posterize with a random number of bits.

    Args:
        bits: an int in [1, 8], or the least and the largest of them. Default: ``(8, 8)``.

    Returns:
        Array of the shape and dtype of the image.

    Raises:
        TypeError: an argument or the image has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.arange(12, dtype=np.uint8).reshape(2, 2, 3)
        >>> vision.RandomPosterize(6)(image)[..., 0].tolist()
        [[0, 0], [4, 8]]
    """

    def __init__(self, bits: Sizes = (8, 8)):
        checks.check_type(bits, (int, list, tuple), "bits")
        span = (bits, bits) if isinstance(bits, int) else tuple(bits)
        if len(span) != 2:
            raise TypeError(f"The 'bits' must be an int or (min, max), but got {bits}.")
        for value in span:
            checks.check_int(value, 1, 8, "bits")
        if span[0] > span[1]:
            raise ValueError(f"The 'bits' must be (min, max), but got {bits}.")
        super().__init__(span[0])
        self.span = span

    def _apply(self, image):
        return self._posterized(image, int(self._rng.integers(self.span[0], self.span[1] + 1)))


class RandomResize(Resize):
    """Resize with a random interpolation.

    Args:
        size: the shorter side, an int; or (height, width).

    Returns:
        The image in its new size, in the dtype that it came in.

    Raises:
        TypeError: an argument or the image has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.arange(12, dtype=np.uint8).reshape(2, 2, 3)
        >>> vision.RandomResize((4, 6))(image).shape
        (4, 6, 3)
    """

    _execute_py = None

    def __init__(self, size: Sizes):
        super().__init__(size)

    def _apply(self, image):
        kinds = (Inter.NEAREST, Inter.LINEAR, Inter.CUBIC, Inter.AREA)
        kind = kinds[self._rng.integers(len(kinds))]
        return images.resize(image, images.target_size(image, self.size), kind)


class RandomColor(ImageTensorOperation):
    """Saturation times a random factor.

    Args:
        degrees: the range of the factor, two numbers, the lower one first. Default: ``(0.1, 1.9)``.

    Returns:
        The changed image, in the shape and dtype of the given one.

    Raises:
        TypeError: an argument or the image has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.full((4, 4, 3), 60, np.uint8)
        >>> vision.RandomColor((0.5, 1.5))(image)[0, 0].tolist()
        [60, 60, 60]
    """

    ranks = (3,)
    channels = (3,)

    def __init__(self, degrees: Sequence[float] = (0.1, 1.9)):
        super().__init__()
        images.check_degrees(degrees)
        self.degrees = degrees

    def _execute_py(self, img):
        low, high = self.degrees
        return _pil.enhanced(img, "Color", (high - low) * random.random() + low)

    def _apply(self, image):
        return saturated(image, float(self._rng.uniform(*self.degrees)))


class AdjustGamma(ImageTensorOperation):
    """Values to the power of `gamma`, times `gain`, where 255 or 1.0 is the brightest.

    Args:
        gamma: a number, 0 or more.
        gain: a number, 0 or more. Default: ``1``.

    Returns:
        The changed image, in the shape and dtype of the given one.

    Raises:
        TypeError: an argument or the image has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.full((4, 4, 3), 60, np.uint8)
        >>> vision.AdjustGamma(2.0)(image)[0, 0].tolist()
        [14, 14, 14]
    """

    channels = (1, 3)

    def __init__(self, gamma: float, gain: float = 1):
        super().__init__()
        for name, value in ("gamma", gamma), ("gain", gain):
            checks.check_type(value, (int, float), name)
            checks.check_range(value, 0, float(np.finfo(np.float32).max), name)
        self.gamma = gamma
        self.gain = gain

    def _execute_py(self, img):
        return _pil.brightened(img, self.gamma, self.gain)

    def _apply(self, image):
        if image.dtype.kind == "f":
            image = image.astype(np.float32)
            return np.clip((image * self.gain) ** self.gamma, 0, 1).astype(np.float32)
        table = 255.999 * (np.arange(256) / 255) ** self.gamma * self.gain
        table = np.clip(table, 0, 255).astype(np.uint8)
        if image.dtype.itemsize == 1:  # MindSpore takes an int8 as the byte that it is stored in
            return table[image.view(np.uint8)].view(image.dtype)
        return table[np.clip(image, 0, 255)].astype(image.dtype)


class Erase(OnDevice, ImageTensorOperation):
    """The image with a part of one color.

    Args:
        top: its first row.
        left: its first column.
        height: its height.
        width: its width.
        value: the color, a number or three. Default: ``0``.
        inplace: whether the input is changed. Default: ``False``.

    Returns:
        Array of the shape and dtype of the image.

    Raises:
        TypeError: an argument or the image has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.arange(12, dtype=np.uint8).reshape(2, 2, 3)
        >>> vision.Erase(0, 0, 1, 2, 9)(image)[..., 0].tolist()
        [[9, 9], [6, 9]]
    """

    ranks = (3,)
    channels = (3,)

    def __init__(
        self,
        top: int,
        left: int,
        height: int,
        width: int,
        value: float | tuple[float, ...] = 0.0,
        inplace: bool = False,
    ):
        super().__init__()
        for name, number, low in ("top", top, 0), ("left", left, 0), ("height", height, 1):
            checks.check_int(number, low, checks.INT32_MAX, name)
        checks.check_int(width, 1, checks.INT32_MAX, "width")
        checks.check_type(value, (int, float, tuple), "value")
        for one in value if isinstance(value, tuple) else (value,):
            checks.check_range(one, 0, 255, "value")
        checks.check_bool(inplace, "inplace")
        self.part = top, left, height, width
        self.value = value
        self.inplace = inplace

    def _apply(self, image):
        image = image if self.inplace else image.copy()
        top, left, height, width = self.part
        if top + height > images.shape(image)[0] or left + width > images.shape(image)[1]:
            raise RuntimeError(f"Erase: the part {self.part} is not inside {image.shape}.")
        images.cut(image, *self.part)[...] = np.asarray(self.value, image.dtype)
        return image


class PadToSize(ImageTensorOperation):
    """The image with borders that make it a given size.

    Args:
        size: (height, width), or an int for both.
        offset: (top, left), or an int for both. Default: ``None``, the image in the middle.
        fill_value: the color, an int or three. Default: ``0``.
        padding_mode: a Border. Default: ``Border.CONSTANT``.

    Returns:
        The image in the height and width of `size`, in the dtype that it came in.

    Raises:
        TypeError: an argument or the image has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.arange(12, dtype=np.uint8).reshape(2, 2, 3)
        >>> vision.PadToSize((4, 5))(image).shape
        (4, 5, 3)
    """

    ranks = (2, 3)
    channels = (1, 3)

    def __init__(
        self,
        size: int | Sequence[int],
        offset: int | Sequence[int] | None = None,
        fill_value: int | tuple[int, ...] = 0,
        padding_mode: Border = Border.CONSTANT,
    ):
        super().__init__()
        images.check_size(size)
        if offset is not None:
            checks.check_type(offset, (int, list, tuple), "offset")
            for value in checks.to_list(offset):
                checks.check_int(value, 0, checks.INT32_MAX, "offset")
        images.check_fill(fill_value)
        checks.check_type(padding_mode, Border, "padding_mode")
        self.size = size
        self.offset = offset
        self.fill_value = fill_value
        self.padding_mode = padding_mode

    def _apply(self, image):
        height, width = images.pair(self.size)
        rows, columns = images.shape(image)
        middle = (height - rows) // 2, (width - columns) // 2
        top, left = middle if self.offset in (None, [], ()) else images.pair(self.offset)
        borders = left, top, width - columns - left, height - rows - top
        if min(borders) < 0:
            raise RuntimeError(
                f"PadToSize: an image ({rows}, {columns}) at ({top}, {left}) does not fit into "
                f"({height}, {width})."
            )
        return images.pad_image(image, borders, self.fill_value, self.padding_mode)


class SlicePatches(ImageTensorOperation):
    """The image cut into patches, row by row.

    Args:
        num_height: patches in a column. Default: ``1``.
        num_width: patches in a row. Default: ``1``.
        slice_mode: whether the image is filled up or cut to be divided. Default:
            ``SliceMode.PAD``.
        fill_value: the color to fill with. Default: ``0``.

    Returns:
        Tuple of the patches, all of one shape, in the dtype of the image.

    Raises:
        TypeError: an argument or the image has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.full((4, 4, 3), 60, np.uint8)
        >>> [patch.shape for patch in vision.SlicePatches(2, 2)(image)]
        [(2, 2, 3), (2, 2, 3), (2, 2, 3), (2, 2, 3)]
    """

    ranks = (2, 3)

    def __init__(
        self,
        num_height: int = 1,
        num_width: int = 1,
        slice_mode: SliceMode = SliceMode.PAD,
        fill_value: int | tuple[int, ...] = 0,
    ):
        super().__init__()
        checks.check_positive(num_height, "num_height")
        checks.check_positive(num_width, "num_width")
        checks.check_type(slice_mode, SliceMode, "slice_mode")
        checks.check_int(fill_value, 0, 255, "fill_value")
        self.num_height = num_height
        self.num_width = num_width
        self.slice_mode = slice_mode
        self.fill_value = fill_value

    def _apply(self, image):
        rows, columns = images.shape(image)
        down, across = self.num_height, self.num_width
        if down > rows or across > columns:
            raise RuntimeError(f"SlicePatches: {down} x {across} patches of {rows} x {columns}.")
        if down == across == 1:
            return image.copy()
        image = images.in_bytes(image)
        if self.slice_mode is SliceMode.PAD:
            borders = 0, 0, -columns % across, -rows % down
            image = images.pad_image(image, borders, self.fill_value, Border.CONSTANT)
            rows, columns = images.shape(image)
        height, width = rows // down, columns // across
        patches = tuple(
            images.cut(image, i * height, j * width, height, width).copy()
            for i in range(down)
            for j in range(across)
        )
        return patches


class LinearTransformation(PyTensorOperation):
    """The flattened image minus a vector, times a matrix.

    Args:
        transformation_matrix: array of shape (D, D).
        mean_vector: array of shape (D,).

    Returns:
        Array of the shape of the image, in the dtype of the product.

    Raises:
        TypeError: an argument or the image is not an array.
        ValueError: the shapes do not fit.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.ones((2, 1, 1), np.float32)
        >>> vision.LinearTransformation(2 * np.eye(2), np.zeros(2))(image).ravel().tolist()
        [2.0, 2.0]
    """

    def __init__(self, transformation_matrix: np.ndarray, mean_vector: np.ndarray):
        super().__init__()
        checks.check_type(transformation_matrix, np.ndarray, "transformation_matrix")
        checks.check_type(mean_vector, np.ndarray, "mean_vector")
        form = transformation_matrix.shape
        if len(form) != 2 or form[0] != form[1] or mean_vector.shape != form[:1]:
            raise ValueError(
                f"The matrix must be square and fit the vector, but the shapes are {form} and "
                f"{mean_vector.shape}."
            )
        self.transformation_matrix = transformation_matrix
        self.mean_vector = mean_vector

    def _execute_py(self, img):
        images.check_array(img)
        if img.size != self.mean_vector.size:
            raise ValueError(
                f"The matrix {self.transformation_matrix.shape} does not fit {img.shape}."
            )
        flat = (img.reshape(1, -1) - self.mean_vector) @ self.transformation_matrix
        return flat.reshape(img.shape)


class RandomErasing(PyTensorOperation):
    """The image (channels, height, width) with a part of one color, at random.

    Args:
        prob: the probability. Default: ``0.5``.
        scale: the least and the greatest part of the area. Default: ``(0.02, 0.33)``.
        ratio: the least and the greatest ratio of height to width. Default: ``(0.3, 3.3)``.
        value: the color, a number or three, or "random". Default: ``0``.
        inplace: whether the input is changed. Default: ``False``.
        max_attempts: how often a part that fits is looked for. Default: ``10``.

    Returns:
        Array of the shape and dtype of the image.

    Raises:
        TypeError: an argument or the image has the wrong type.
        ValueError: an argument is out of range, or the image has a wrong shape.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.ones((3, 8, 8), np.float32)
        >>> vision.RandomErasing(prob=1.0)(image).shape
        (3, 8, 8)
    """

    def __init__(
        self,
        prob: float = 0.5,
        scale: Sequence[float] = (0.02, 0.33),
        ratio: Sequence[float] = (0.3, 3.3),
        value: int | str | tuple[int, ...] = 0,
        inplace: bool = False,
        max_attempts: int = 10,
    ):
        super().__init__()
        checks.check_probability(prob)
        for name, span in ("scale", scale), ("ratio", ratio):
            checks.check_type(span, (list, tuple), name)
            if len(span) != 2 or not 0 <= span[0] <= span[1]:
                raise ValueError(f"The '{name}' must be (min, max) from 0 on, but got {span}.")
        checks.check_type(value, (int, float, list, tuple, str), "value")
        if isinstance(value, str) and value != "random":
            raise ValueError(f"The 'value' must be a color or 'random', but got {value!r}.")
        checks.check_bool(inplace, "inplace")
        checks.check_positive(max_attempts, "max_attempts")
        self.prob = prob
        self.scale = scale
        self.ratio = ratio
        self.value = value
        self.inplace = inplace
        self.max_attempts = max_attempts

    def _execute_py(self, img):
        images.check_array(img)
        rng = np.random
        img = img if self.inplace else img.copy()
        rows, columns = img.shape[-2:]
        if rng.random() >= self.prob:
            return img
        for _ in range(self.max_attempts):
            area = rows * columns * rng.uniform(*self.scale)
            ratio = np.exp(rng.uniform(*np.log(self.ratio)))
            height, width = round(np.sqrt(area * ratio)), round(np.sqrt(area / ratio))
            if height < rows and width < columns:
                top = rng.randint(rows - height + 1)
                left = rng.randint(columns - width + 1)
                part = img[..., top : top + height, left : left + width]
                if isinstance(self.value, str):
                    part[...] = rng.standard_normal(part.shape)
                else:
                    part[...] = np.reshape(self.value, (-1, 1, 1))
                break
        return img


class MixUpBatch(ImageTensorOperation):
    """Images of a batch and their one-hot labels mixed with others of the batch.

    Args:
        alpha: both parameters of the beta distribution of the share. Default: ``1.0``.

    Returns:
        Tuple of the images, in their shape and dtype, and of the Float32 shares of the labels.

    Raises:
        TypeError: an argument or the images have the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the images have a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> images, labels = np.zeros((2, 3, 4, 4), np.uint8), np.eye(2, dtype=np.int32)
        >>> [part.shape for part in vision.MixUpBatch()(images, labels)]
        [(2, 3, 4, 4), (2, 2)]
    """

    def __init__(self, alpha: float = 1.0):
        super().__init__()
        checks.check_type(alpha, (int, float), "alpha")
        if alpha <= 0:
            raise ValueError(f"The 'alpha' must be positive, but got {alpha}.")
        self.alpha = alpha

    def _apply(self, *batch):
        pictures, labels = self._checked(batch)
        order = self._rng.permutation(len(pictures))
        share = self._rng.beta(self.alpha, self.alpha)
        mixed = images.weighted(pictures, share, pictures[order], 1 - share, pictures.dtype)
        return mixed, self._shared(labels, order, share)

    def _checked(self, batch):
        name = type(self).__name__
        if len(batch) != 2:
            raise RuntimeError(f"{name}: the inputs must be images and labels, got {len(batch)}.")
        pictures, labels = batch
        if pictures.ndim != 4 or labels.ndim not in (2, 3) or len(pictures) != len(labels):
            raise RuntimeError(
                f"{name}: the inputs must be batches of images and of one-hot labels, but the "
                f"shapes are {pictures.shape} and {labels.shape}."
            )
        if not {1, 3} & {pictures.shape[axis] for axis in self._channels()}:
            raise RuntimeError(
                f"{name}: the images must have 1 or 3 channels, but the shape is {pictures.shape}."
            )
        return pictures, labels

    def _channels(self) -> tuple[int, ...]:
        """The axes that may be that of the channels."""
        return (1, 3)

    @staticmethod
    def _shared(labels, order, share):
        return (share * labels + (1 - share) * labels[order]).astype(np.float32)


class CutMixBatch(MixUpBatch):
    """Parts of the images of a batch replaced by those of others, and labels by shares.

    Args:
        image_batch_format: an ImageBatchFormat.
        alpha: both parameters of the beta distribution of the share. Default: ``1.0``.
        prob: the probability. Default: ``1.0``.

    Returns:
        Tuple of the images, in their shape and dtype, and of the Float32 shares of the labels.

    Raises:
        TypeError: an argument or the images have the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the images have a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> images, labels = np.zeros((2, 3, 4, 4), np.uint8), np.eye(2, dtype=np.int32)
        >>> vision.CutMixBatch(vision.ImageBatchFormat.NCHW)(images, labels)[1].shape
        (2, 2)
    """

    def __init__(self, image_batch_format: ImageBatchFormat, alpha: float = 1.0, prob: float = 1.0):
        super().__init__(alpha)
        checks.check_type(image_batch_format, ImageBatchFormat, "image_batch_format")
        checks.check_probability(prob)
        self.image_batch_format = image_batch_format
        self.prob = prob

    def _channels(self):
        return (1,) if self.image_batch_format is ImageBatchFormat.NCHW else (3,)

    def _apply(self, *batch):
        pictures, labels = self._checked(batch)
        if self._rng.random() >= self.prob:
            return pictures.copy(), labels.astype(np.float32)
        first = self.image_batch_format is ImageBatchFormat.NCHW
        mixed = (np.moveaxis(pictures, 1, -1) if first else pictures).copy()
        rows, columns = mixed.shape[1:3]
        order = self._rng.permutation(len(mixed))
        edge = np.sqrt(1 - self._rng.beta(self.alpha, self.alpha))
        height, width = int(rows * edge), int(columns * edge)
        y, x = int(self._rng.integers(rows)), int(self._rng.integers(columns))
        top, left = max(y - height // 2, 0), max(x - width // 2, 0)
        bottom, right = min(y + height // 2, rows), min(x + width // 2, columns)
        mixed[:, top:bottom, left:right] = mixed[order][:, top:bottom, left:right]
        share = 1 - (bottom - top) * (right - left) / (rows * columns)
        mixed = np.ascontiguousarray(np.moveaxis(mixed, -1, 1)) if first else mixed
        return mixed, self._shared(labels, order, share)


class RandomSelectSubpolicy(CompoundOperation):
    """One of several lists of (transform, probability), at random.

    Args:
        policy: non-empty list of non-empty lists of (transform, probability in [0, 1]).

    Returns:
        What the last transform returns, or the image if none was applied.

    Raises:
        TypeError: `policy` is not a list.
        ValueError: `policy` is empty.
        RuntimeError: a transform fails.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.arange(12, dtype=np.uint8).reshape(2, 2, 3)
        >>> policy = [[(vision.HorizontalFlip(), 1.0)]]
        >>> vision.RandomSelectSubpolicy(policy)(image)[..., 0].tolist()
        [[3, 0], [9, 6]]
    """

    _takes_arrays = True

    def __init__(self, policy: list):
        checks.check_type(policy, list, "policy")
        if not policy or not all(isinstance(one, list) and one for one in policy):
            raise ValueError(f"The 'policy' must be a list of non-empty lists, but got {policy}.")
        for pairs in policy:
            for pair in pairs:
                checks.check_type(pair, tuple, "policy")
                checks.check_probability(pair[1])
        super().__init__([transform for pairs in policy for transform, _ in pairs])
        self.policy = policy

    def _run(self, *values):
        for transform, prob in self.policy[self._rng.integers(len(self.policy))]:
            if self._rng.random() < prob:
                values = chain([transform], values)
        return values


class UniformAugment(CompoundOperation):
    """Some of several transforms, chosen at random, each with a probability of one half.

    Args:
        transforms: a list of transforms.
        num_ops: how many are chosen. Default: ``2``.

    Returns:
        What the last transform returns, or the image if none was applied.

    Raises:
        TypeError: `transforms` is not a list.
        ValueError: `num_ops` is not positive.
        RuntimeError: a transform fails.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.arange(12, dtype=np.uint8).reshape(2, 2, 3)
        >>> vision.UniformAugment([vision.HorizontalFlip(), vision.VerticalFlip()])(image).shape
        (2, 2, 3)
    """

    def __init__(self, transforms: list, num_ops: int = 2):
        check_operations(transforms)
        super().__init__(transforms)
        checks.check_positive(num_ops, "num_ops")
        if num_ops > len(transforms):
            raise ValueError(f"There are only {len(transforms)} transforms, not {num_ops}.")
        self.num_ops = num_ops

    def _run(self, *values):
        for place in self._rng.permutation(len(self.transforms))[: self.num_ops]:
            if self._rng.random() < 0.5:
                values = chain([self.transforms[place]], values)
        return values
