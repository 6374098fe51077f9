"""Transforms of values and colors."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from msjax.dataset import _checks as checks
from msjax.dataset._checks import is_pil
from msjax.dataset._numbers import cast
from msjax.dataset.transforms.py_transforms_util import Implementation
from msjax.dataset.transforms.transforms import PyTensorOperation, TypeCast, to_dtype
from msjax.dataset.vision import _images as images
from msjax.dataset.vision import _pil
from msjax.dataset.vision._decoding import decode_image, open_image, pillow
from msjax.dataset.vision._geometry import RandomResizedCrop
from msjax.dataset.vision._images import ImageTensorOperation, OnDevice, rounded, weighted
from msjax.dataset.vision._modes import ConvertMode, Inter

if TYPE_CHECKING:
    from msjax._types import DType, Sizes

__all__ = [
    "Rescale",
    "Normalize",
    "NormalizePad",
    "ToTensor",
    "ToType",
    "ToNumpy",
    "ToPIL",
    "Decode",
    "RandomCropDecodeResize",
    "AdjustBrightness",
    "AdjustContrast",
    "AdjustSaturation",
    "AdjustHue",
    "RandomColorAdjust",
    "Invert",
    "Solarize",
    "Posterize",
    "ConvertColor",
    "RgbToHsv",
    "HsvToRgb",
]


class Rescale(ImageTensorOperation):
    """Values times `rescale` plus `shift`, as float32.

    Args:
        rescale: a number.
        shift: a number.

    Returns:
        Float32 array of the shape of the image.

    Raises:
        TypeError: an argument or the image has the wrong type.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.arange(12, dtype=np.uint8).reshape(2, 2, 3)
        >>> vision.Rescale(0.5, 1.0)(image)[..., 0].tolist()
        [[1.0, 2.5], [4.0, 5.5]]
    """

    def __init__(self, rescale: float, shift: float):
        super().__init__()
        checks.check_type(rescale, (int, float), "rescale")
        checks.check_type(shift, (int, float), "shift")
        self.rescale = rescale
        self.shift = shift

    def _apply(self, image):
        if self.rescale < 0:
            raise RuntimeError(f"Rescale: 'rescale' must not be negative, but got {self.rescale}.")
        scale, shift = (float(np.float32(value)) for value in (self.rescale, self.shift))
        if image.dtype == bool:  # true is 255 in what Pillow's images of one bit share
            image = image.view(np.uint8)
        wide = image.astype(np.float32).astype(np.float64)  # one rounding for product and sum
        return (wide * scale + shift).astype(np.float32)


class Normalize(OnDevice, ImageTensorOperation):
    """Values minus `mean`, divided by `std`, for each channel, as float32.

    Args:
        mean: list of numbers in [0, 255], one for each channel or one for all.
        std: list of numbers in (0, 255].
        is_hwc: whether the channels come last. Default: ``True``.

    Returns:
        Float32 array of the shape of the image.

    Raises:
        TypeError: an argument or the image has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> vision.Normalize([1.0], [2.0])(np.array([[1, 3], [5, 7]], np.uint8)).tolist()
        [[0.0, 1.0], [2.0, 3.0]]
    """

    def __init__(self, mean: Sequence[float], std: Sequence[float], is_hwc: bool = True):
        super().__init__()
        images.check_channels(mean, 0, 255, "mean")
        images.check_channels(std, 0, 255, "std", above=True)
        if len(mean) != len(std):
            raise ValueError(f"There are {len(mean)} values of 'mean', but {len(std)} of 'std'.")
        checks.check_bool(is_hwc, "is_hwc")
        self.mean = mean
        self.std = std
        self.is_hwc = is_hwc

    def _apply(self, image):
        axis = image.ndim - 1 if self.is_hwc else image.ndim - 3
        channels = 1 if image.ndim == 2 else image.shape[axis]
        if len(self.mean) not in (1, channels):
            raise RuntimeError(
                f"{type(self).__name__}: {len(self.mean)} values of mean do not fit an image of "
                f"{channels} channels."
            )
        mean, std = (np.asarray(v, np.float32) for v in (self.mean, self.std))
        values = np.array(image, np.float32, order="C")
        rows = values
        if image.ndim > 2 and self.is_hwc:  # rows of pixels: the longest runs of memory
            width = image.shape[-2]
            mean, std = (np.tile(np.broadcast_to(v, channels), width) for v in (mean, std))
            rows = values.reshape(*image.shape[:-2], width * channels)
        elif image.ndim > 2:
            mean, std = mean[:, None, None], std[:, None, None]
        rows -= mean
        rows /= std
        return values


class NormalizePad(Normalize):
    """Normalized values in an array with one more channel.

    The values come first, one after the other, and zeros behind them: where the channels come
    first, the zeros are a channel. Where they come last, MindSpore puts them in the same order.

    Args:
        mean: list of numbers, one for each channel.
        std: list of numbers.
        dtype: "float32" or "float16". Default: ``"float32"``.
        is_hwc: whether the channels come last. Default: ``True``.

    Returns:
        Array in `dtype` with one more channel than the image.

    Raises:
        TypeError: an argument or the image has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.arange(12, dtype=np.uint8).reshape(2, 2, 3)
        >>> vision.NormalizePad([0.0] * 3, [1.0] * 3)(image).shape
        (2, 2, 4)
    """

    ranks = (2, 3)

    def __init__(
        self,
        mean: Sequence[float],
        std: Sequence[float],
        dtype: str = "float32",
        is_hwc: bool = True,
    ):
        super().__init__(mean, std, is_hwc)
        if dtype not in ("float32", "float16"):
            raise ValueError(f"The 'dtype' must be 'float32' or 'float16', but got {dtype!r}.")
        self.dtype = dtype

    def _apply(self, image):
        values = super()._apply(image).astype(self.dtype)
        image = values[..., None] if values.ndim == 2 else values
        axis = image.ndim - 1 if self.is_hwc else image.ndim - 3
        form = list(image.shape)
        form[axis] += 1
        result = np.zeros(form, self.dtype)
        # MindSpore puts the values one after the other and all zeros behind them
        result.ravel()[: values.size] = values.ravel()
        return result


class ToTensor(ImageTensorOperation):
    """Channels first and values times 1/255.

    Those of an image of Pillow are divided by 255 where it is called outside of a `map`.

    Args:
        output_type: type of the result. Default: ``numpy.float32``.

    Returns:
        Array (channels, height, width) in `output_type`.

    Raises:
        TypeError: an argument or the image has the wrong type.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.full((4, 4, 3), 60, np.uint8)
        >>> vision.ToTensor()(image).shape
        (3, 4, 4)
    """

    ranks = (2, 3)
    _takes_arrays = True

    def __init__(self, output_type: DType = np.float32):
        super().__init__()
        self._dtype = to_dtype(output_type, "output_type")
        self.output_type = output_type

    def _execute_py(self, img):
        return self._planes(np.asarray(img).astype(np.float32) / np.float32(255))

    def _apply(self, image):
        if image.dtype in (np.uint32, np.int64, np.uint64) or image.dtype.kind in "SU":
            raise RuntimeError(f"ToTensor: an image of {image.dtype} is not supported.")
        return self._planes(image.astype(np.float32) * np.float32(1 / 255))

    def _planes(self, values: np.ndarray) -> np.ndarray:
        values = values[None] if values.ndim == 2 else values.transpose(2, 0, 1)
        return np.ascontiguousarray(cast(values, self._dtype))


class ToType(TypeCast):
    """Values in another type; see `transforms.TypeCast`.

    Returns:
        Array of the shape of the input, in `data_type`.

    Raises:
        TypeError: `data_type` is no such type, or the input is not an array.
        RuntimeError: the input is made of strings.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.arange(12, dtype=np.uint8).reshape(2, 2, 3)
        >>> vision.ToType(np.float32)(image).dtype
        dtype('float32')
    """


class ToNumpy(PyTensorOperation):
    """An image of Pillow as an array.

    Returns:
        Array with the elements of the image, of bytes for most images.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.arange(12, dtype=np.uint8).reshape(2, 2, 3)
        >>> vision.ToNumpy()(vision.ToPIL()(image)).shape
        (2, 2, 3)
    """

    def _execute_py(self, img):
        return np.array(img)


class ToPIL(PyTensorOperation):
    """An array (height, width, channels) as an image of Pillow.

    Returns:
        Image of Pillow.

    Raises:
        TypeError: the input is not an array of a dtype that Pillow takes as an image.
        ValueError: it has another number of dimensions, or more than 4 channels.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.arange(12, dtype=np.uint8).reshape(2, 2, 3)
        >>> vision.ToPIL()(image).size
        (2, 2)
    """

    def _execute_py(self, img):
        if is_pil(img):
            return img
        if not isinstance(img, np.ndarray):
            raise TypeError(f"The input must be an array or PIL image, but got {type(img)}.")
        if img.ndim not in (2, 3) or (img.ndim == 3 and img.shape[2] > 4):
            raise ValueError(
                f"The image must be (height, width) or have up to 4 channels, but got {img.shape}."
            )
        return pillow().fromarray(img[..., 0] if img.ndim == 3 and img.shape[2] == 1 else img)


class Decode(OnDevice, ImageTensorOperation):
    """The image in the bytes of a file, in RGB; needs Pillow.

    Args:
        to_pil: whether the result is an image of Pillow. Default: ``False``.

    Returns:
        Array (height, width, 3) of bytes, or with `to_pil` an image of Pillow.

    Raises:
        TypeError: `to_pil` is not a bool, or the input is no 1-D array.
        RuntimeError: the bytes are no image.
        ValueError: the same with `to_pil`, outside of a dataset.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> data = vision.encode_png(np.full((2, 3, 3), 7, np.uint8))
        >>> vision.Decode()(data)[0, 0].tolist()
        [7, 7, 7]
    """

    def __init__(self, to_pil: bool = False):
        super().__init__()
        checks.check_bool(to_pil, "to_pil")
        pillow()
        if to_pil:
            self.implementation = Implementation.PY
        self.to_pil = to_pil

    def __call__(self, *encoded: Any) -> Any:
        image = self._encoded(encoded[0])
        return open_image(image) if self.to_pil else decode_image(image)

    def _check_ascend(self) -> None:
        if self.to_pil:
            raise ValueError("'Decode(to_pil=True)' cannot run on Ascend; leave 'to_pil' False.")

    def _encoded(self, image: Any) -> np.ndarray:
        if isinstance(image, bytes):
            image = np.frombuffer(image, np.uint8)
        if not isinstance(image, np.ndarray) or image.ndim != 1 or image.dtype.kind == "U":
            raise TypeError("The encoded image must be a 1-D array of bytes.")
        return image


class RandomCropDecodeResize(RandomResizedCrop):
    """A random part, as in RandomResizedCrop, of the image in the bytes of a file.

    Args:
        size: the height and width of the result, an int for both or a pair.
        scale: the least and the largest part of the image's area. Default: ``(0.08, 1.0)``.
        ratio: the least and the largest ratio of width to height. Default: ``(3 / 4, 4 / 3)``.
        interpolation: Inter. Default: ``Inter.LINEAR``.
        max_attempts: how often a part is drawn before the middle is taken. Default: ``10``.

    Returns:
        Array of the height and width in `size` and 3 channels, of bytes.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the bytes are no image.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> data = vision.encode_png(np.full((4, 6, 3), 7, np.uint8))
        >>> vision.RandomCropDecodeResize((2, 3))(data).shape
        (2, 3, 3)
    """

    ranks = (1,)

    def __init__(
        self,
        size: Sizes,
        scale: Sequence[float] = (0.08, 1.0),
        ratio: Sequence[float] = (3.0 / 4.0, 4.0 / 3.0),
        interpolation: Inter = Inter.LINEAR,
        max_attempts: int = 10,
    ):
        super().__init__(size, scale, ratio, interpolation, max_attempts)
        pillow()

    def __call__(self, *images: Any) -> Any:
        if any(isinstance(one, np.ndarray) and one.ndim != 1 for one in images):
            raise TypeError("RandomCropDecodeResize: the input must be the bytes of an image.")
        return super().__call__(*images)

    def _apply(self, encoded):
        return super()._apply(decode_image(encoded))


def _check_colors(image: np.ndarray) -> None:
    """Refuse a dtype between whose colors OpenCV does not convert."""
    if image.dtype not in (np.bool_, np.uint8, np.uint16, np.float32):
        raise RuntimeError(
            f"The colors of an image of {image.dtype} cannot be converted; it must be of uint8, "
            "uint16 or float32."
        )


def gray(image: np.ndarray) -> np.ndarray:
    """Brightness of RGB, with OpenCV's fixed-point weights."""
    _check_colors(image)
    if image.dtype == np.uint16:
        red, green, blue = np.moveaxis(image.astype(np.int64), -1, 0)[:3]
        return ((red * 4899 + green * 9617 + blue * 1868 + (1 << 13)) >> 14).astype(np.uint16)
    if image.dtype == np.uint8:
        red, green, blue = np.moveaxis(image.astype(np.int64), -1, 0)[:3]
        return ((red * 9798 + green * 19235 + blue * 3735 + (1 << 14)) >> 15).astype(np.uint8)
    return (image[..., :3] @ np.array([0.299, 0.587, 0.114])).astype(image.dtype)


def brighter(image: np.ndarray, factor: float) -> np.ndarray:
    """Values times a factor."""
    kind = np.float64 if image.dtype in (np.float64, np.int32) else np.float32
    return rounded(image.astype(kind) * kind(np.float32(factor)), image.dtype)


def contrasted(image: np.ndarray, factor: float) -> np.ndarray:
    """Values away from, or near to, the mean brightness."""
    mean = rounded(gray(image).mean(dtype=np.float64), image.dtype)
    factor = float(np.float32(factor))
    return weighted(mean, 1.0 - factor, image, factor, image.dtype)


def saturated(image: np.ndarray, factor: float) -> np.ndarray:
    """Values away from, or near to, their brightness."""
    factor = float(np.float32(factor))
    return weighted(gray(image)[..., None], 1.0 - factor, image, factor, image.dtype)


def to_hsv(image: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Hue in sixths of the circle, saturation and value of RGB values."""
    values = image.astype(np.float64)
    red, green, blue = np.moveaxis(values, -1, 0)
    high, low = values.max(-1), values.min(-1)
    range_ = np.where(high > low, high - low, 1)
    hue = np.where(
        high == red,
        (green - blue) / range_,
        np.where(high == green, 2 + (blue - red) / range_, 4 + (red - green) / range_),
    )
    hue = np.where(high > low, hue % 6, 0)
    return hue, (high - low) / np.where(high > 0, high, 1), high


def from_hsv(hue: np.ndarray, saturation: np.ndarray, value: np.ndarray) -> np.ndarray:
    """RGB values of hue in sixths of the circle, saturation and value."""
    channels = []
    for start in (5, 3, 1):
        place = (start + hue) % 6
        share = np.clip(np.minimum(place, 4 - place), 0, 1)
        channels.append(value - value * saturation * share)
    return np.stack(channels, -1)


def byte_hsv(image: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Hue (256 for the circle), saturation and value of bytes, with OpenCV's tables."""
    steps = np.maximum(np.arange(256.0), 1)
    sixth = np.rint((256 << 12) / (6 * steps)).astype(np.int64)
    whole = np.rint((255 << 12) / steps).astype(np.int64)
    red, green, blue = np.moveaxis(image.astype(np.int64), -1, 0)
    value = image.max(-1).astype(np.int64)
    span = value - image.min(-1)
    around = np.where(
        value == red,
        green - blue,
        np.where(value == green, blue - red + 2 * span, red - green + 4 * span),
    )
    hue = (around * sixth[span] + (1 << 11)) >> 12
    return hue % 256, (span * whole[value] + (1 << 11)) >> 12, value


def turned(image: np.ndarray, factor: float) -> np.ndarray:
    """Hues turned by a part of the circle."""
    if image.dtype != np.uint8:
        raise RuntimeError(f"The hue of an image of {image.dtype} cannot be changed, only uint8.")
    hue, saturation, value = byte_hsv(image)
    hue = (hue + int(factor * 255)) % 256
    result = rounded(from_hsv(hue * (6 / 255), saturation / 255, value), np.uint8)
    # OpenCV cuts fractions off where it computes 32 pixels of a row at once
    blocks = image.shape[1] // 32 * 32
    if blocks:
        result[:, :blocks] = _cut_rgb(hue[:, :blocks], saturation[:, :blocks], value[:, :blocks])
    return result


def _cut_rgb(hue: np.ndarray, saturation: np.ndarray, value: np.ndarray) -> np.ndarray:
    """Bytes of RGB with fractions cut off, in 32-bit floats."""
    part = np.float32(1 / 255)
    hue = hue.astype(np.float32) * np.float32(6 / 255)
    saturation, value = (array.astype(np.float32) * part for array in (saturation, value))
    sector = np.trunc(hue)
    hue = hue - sector
    low = value * (1 - saturation)
    down = value * (1 - saturation * hue)
    up = value * (1 - saturation * (1 - hue))
    orders = [
        (value, up, low),
        (down, value, low),
        (low, value, up),
        (low, down, value),
        (up, low, value),
        (value, low, down),
    ]
    sector = sector.astype(np.int64) % 6
    channels = [np.choose(sector, [order[i] for order in orders]) for i in range(3)]
    return np.clip(np.trunc(np.stack(channels, -1) * np.float32(255)), 0, 255).astype(np.uint8)


class _Adjust(ImageTensorOperation):
    """Base of the transforms of colors by a factor."""

    ranks = (3,)
    channels = (3,)
    bounds = (0.0, float(np.finfo(np.float32).max))
    change: Any = None

    def _factor(self, factor: Any, name: str) -> float:
        checks.check_type(factor, (int, float), name)
        checks.check_range(factor, *self.bounds, name)
        return factor

    def _apply(self, image):
        return type(self).change(image, self.factor)


class AdjustBrightness(OnDevice, _Adjust):
    """Values times `brightness_factor`.

    Args:
        brightness_factor: a number, 0 or more; 1 changes nothing.

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
        >>> vision.AdjustBrightness(2.0)(image)[0, 0].tolist()
        [120, 120, 120]
    """

    ranks = (2, 3)
    channels = (1, 3)
    change = staticmethod(brighter)

    def __init__(self, brightness_factor: float):
        super().__init__()
        self.factor = self._factor(brightness_factor, "brightness_factor")

    def _execute_py(self, img):
        return _pil.enhanced(img, "Brightness", self.factor)


class AdjustContrast(OnDevice, _Adjust):
    """Differences from the mean brightness times `contrast_factor`.

    Args:
        contrast_factor: a number, 0 or more; 1 changes nothing.

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
        >>> vision.AdjustContrast(0.0)(image)[0, 0].tolist()
        [6, 6, 6]
    """

    change = staticmethod(contrasted)

    def __init__(self, contrast_factor: float):
        super().__init__()
        self.factor = self._factor(contrast_factor, "contrast_factor")

    def _execute_py(self, img):
        return _pil.enhanced(img, "Contrast", self.factor)


class AdjustSaturation(OnDevice, _Adjust):
    """Differences from the brightness times `saturation_factor`.

    Args:
        saturation_factor: a number, 0 or more; 1 changes nothing.

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
        >>> vision.AdjustSaturation(0.0)(image)[0, 0].tolist()
        [1, 1, 1]
    """

    change = staticmethod(saturated)

    def __init__(self, saturation_factor: float):
        super().__init__()
        self.factor = self._factor(saturation_factor, "saturation_factor")

    def _execute_py(self, img):
        return _pil.enhanced(img, "Color", self.factor)


class AdjustHue(OnDevice, _Adjust):
    """Hues turned.

    Args:
        hue_factor: a part of the circle, a number in [-0.5, 0.5].

    Returns:
        The changed image, in the shape and dtype of the given one.

    Raises:
        TypeError: an argument or the image has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.array([[[200, 10, 10]]], np.uint8)
        >>> vision.AdjustHue(0.5)(image)[0, 0].tolist()
        [10, 200, 198]
    """

    change = staticmethod(turned)
    bounds = (-0.5, 0.5)

    def __init__(self, hue_factor: float):
        super().__init__()
        self.factor = self._factor(hue_factor, "hue_factor")

    def _execute_py(self, img):
        return _pil.turned(img, self.factor)


class RandomColorAdjust(ImageTensorOperation):
    """Brightness, contrast, saturation and hue changed at random, in random order.

    Args:
        brightness: (min, max) of the factor, or d for (1 - d, 1 + d). Default: ``(1, 1)``.
        contrast: the same. Default: ``(1, 1)``.
        saturation: the same. Default: ``(1, 1)``.
        hue: (min, max) in [-0.5, 0.5], or d for (-d, d). Default: ``(0, 0)``.

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
        >>> vision.RandomColorAdjust(brightness=(2.0, 2.0))(image)[0, 0].tolist()
        [120, 120, 120]
    """

    ranks = (3,)

    def __init__(
        self,
        brightness: float | Sequence[float] = (1, 1),
        contrast: float | Sequence[float] = (1, 1),
        saturation: float | Sequence[float] = (1, 1),
        hue: float | Sequence[float] = (0, 0),
    ):
        super().__init__()
        self.brightness = _span(brightness, "brightness", 1, 0, None)
        self.contrast = _span(contrast, "contrast", 1, 0, None)
        self.saturation = _span(saturation, "saturation", 1, 0, None)
        self.hue = _span(hue, "hue", 0, -0.5, 0.5)

    def _execute_py(self, img):
        _pil.only_pil(img)
        spans = self.brightness, self.contrast, self.saturation
        steps: list = [
            partial(_pil.enhanced, kind=kind, factor=random.uniform(*span))
            for kind, span in zip(("Brightness", "Contrast", "Color"), spans, strict=True)
        ]
        steps.append(partial(_pil.turned, factor=random.uniform(*self.hue)))
        random.shuffle(steps)
        for step in steps:
            img = step(img)
        return img

    def _apply(self, image):
        steps = [
            (brighter, self.brightness, 1),
            (contrasted, self.contrast, 1),
            (saturated, self.saturation, 1),
            (turned, self.hue, 0),
        ]
        for place in self._rng.permutation(4):
            change, span, nothing = steps[place]
            if span != (nothing, nothing):
                image = change(image, float(self._rng.uniform(*span)))
        return image.copy()


def _span(value: Any, name: str, middle: float, low: float, high: float | None) -> tuple:
    checks.check_type(value, (int, float, list, tuple), name)
    if isinstance(value, int | float):
        checks.check_range(value, 0, checks.INT32_MAX if high is None else high, name)
        value = (max(middle - value, low), middle + value)
    if len(value) != 2:
        raise TypeError(f"The '{name}' must be a number or (min, max), but got {value}.")
    checks.check_all(value, (int, float), name)
    if value[0] > value[1] or value[0] < low or (high is not None and value[1] > high):
        raise ValueError(f"The '{name}' must be (min, max) from {low} on, but got {value}.")
    return tuple(value)


def inverted(image: np.ndarray) -> np.ndarray:
    """255 minus the values, limited to their type."""
    if image.dtype == np.float16:
        raise RuntimeError("An image of float16 cannot be inverted; make it float32.")
    return rounded(255 - image.astype(np.float64), image.dtype)


class Invert(OnDevice, ImageTensorOperation):
    """255 minus the values.

    Returns:
        The changed image, in the shape and dtype of the given one.

    Raises:
        TypeError: the image has the wrong type.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.arange(12, dtype=np.uint8).reshape(2, 2, 3)
        >>> vision.Invert()(image)[..., 0].tolist()
        [[255, 252], [249, 246]]
    """

    ranks = (3,)
    channels = (3,)

    def _execute_py(self, img):
        return _pil.operations().invert(_pil.only_pil(img))

    def _apply(self, image):
        return inverted(image)


class Solarize(OnDevice, ImageTensorOperation):
    """255 minus the values in a range.

    Args:
        threshold: (min, max) in [0, 255]; or one number, which is both.

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
        >>> vision.Solarize((3, 6))(image)[..., 0].tolist()
        [[0, 252], [249, 9]]
    """

    ranks = (2, 3)
    channels = (1, 3)

    def __init__(self, threshold: float | Sequence[float]):
        super().__init__()
        checks.check_type(threshold, (int, float, list, tuple), "threshold")
        span = tuple(threshold) if isinstance(threshold, list | tuple) else (threshold,) * 2
        if len(span) != 2:
            raise TypeError(f"The 'threshold' must be a number or (min, max), got {threshold}.")
        for value in span:
            checks.check_type(value, (int, float), "threshold")
            checks.check_range(value, 0, 255, "threshold")
        if span[0] > span[1]:
            raise ValueError(f"The 'threshold' must be (min, max), but got {threshold}.")
        self.threshold = span

    def _apply(self, image):
        return self._solarized(image, *self.threshold)

    def _solarized(self, image: np.ndarray, low: float, high: float) -> np.ndarray:
        inside = image >= low if low == high else (image >= low) & (image <= high)
        return np.where(inside, inverted(image), image)


class Posterize(OnDevice, ImageTensorOperation):
    """Only the first bits of each byte.

    Args:
        bits: an int in [0, 8].

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
        >>> vision.Posterize(6)(image)[..., 0].tolist()
        [[0, 0], [4, 8]]
    """

    ranks = (2, 3)

    def __init__(self, bits: int):
        super().__init__()
        checks.check_int(bits, 0, 8, "bits")
        self.bits = bits

    def _apply(self, image):
        return self._posterized(image, self.bits)

    def _posterized(self, image: np.ndarray, bits: int) -> np.ndarray:
        image = images.in_bytes(image)
        if image.dtype not in (np.uint8, np.int8):
            raise RuntimeError(f"Posterize: the image must be in bytes, but got {image.dtype}.")
        mask = np.uint8(0xFF << (8 - bits) & 0xFF)
        return image.astype(np.uint8) & mask


_ORDERS = {
    ConvertMode.COLOR_BGR2BGRA: (0, 1, 2, None),
    ConvertMode.COLOR_BGRA2BGR: (0, 1, 2),
    ConvertMode.COLOR_BGR2RGBA: (2, 1, 0, None),
    ConvertMode.COLOR_RGBA2BGR: (2, 1, 0),
    ConvertMode.COLOR_BGR2RGB: (2, 1, 0),
    ConvertMode.COLOR_BGRA2RGBA: (2, 1, 0, 3),
}


class ConvertColor(OnDevice, ImageTensorOperation):
    """Another order or number of channels.

    Args:
        convert_mode: ConvertMode.

    Returns:
        Array (height, width, channels), or (height, width) for gray, in the dtype of the image.

    Raises:
        TypeError: an argument or the image has the wrong type.
        RuntimeError: the image has a wrong number of dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.arange(12, dtype=np.uint8).reshape(2, 2, 3)
        >>> vision.ConvertColor(vision.ConvertMode.COLOR_RGB2BGR)(image)[0, 0].tolist()
        [2, 1, 0]
    """

    ranks = (2, 3)

    def __init__(self, convert_mode: ConvertMode):
        super().__init__()
        checks.check_type(convert_mode, ConvertMode, "convert_mode")
        self.convert_mode = convert_mode

    def _apply(self, image):
        mode = self.convert_mode
        single = image.ndim == 2 or image.shape[-1] == 1
        if mode in _ORDERS and single:  # equal amounts of each color
            image = np.stack([image.reshape(image.shape[:2])] * 3, -1)
        elif not mode.name.startswith("COLOR_GRAY") and (single or image.shape[-1] not in (3, 4)):
            raise RuntimeError(
                f"For 'ConvertColor', {mode.name} needs an image of shape (H, W, C) with colours, "
                f"but got shape {image.shape}."
            )
        if mode in _ORDERS:
            most = np.iinfo(image.dtype).max if image.dtype.kind in "ui" else 1
            _check_colors(image)
            full = np.full(image.shape[:2], most, image.dtype)
            alpha = image[..., 3] if image.shape[-1] == 4 else full  # stays if there is one
            order = [3 if i is None else i for i in _ORDERS[mode]]
            return np.stack([alpha if i == 3 else image[..., i] for i in order], -1)
        if mode in (ConvertMode.COLOR_RGB2GRAY, ConvertMode.COLOR_RGBA2GRAY):
            return gray(image)
        if mode in (ConvertMode.COLOR_BGR2GRAY, ConvertMode.COLOR_BGRA2GRAY):
            return gray(image[..., 2::-1])
        plane = image.reshape(image.shape[:2])
        if mode is ConvertMode.COLOR_GRAY2BGRA:
            return np.stack([plane] * 3 + [np.full_like(plane, 255)], -1)
        return np.stack([plane] * 3, -1)


class RgbToHsv(PyTensorOperation):
    """Hue, saturation in [0, 1] and value of an image in red, green and blue.

    Args:
        is_hwc: whether channels come last, or first. Default: ``False``, first.

    Returns:
        Float64 array of the shape of the input.

    Raises:
        TypeError: the image is not an array.
        TypeError: the image has a wrong shape.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.full((2, 2, 3), 0.5, np.float32)
        >>> vision.RgbToHsv(is_hwc=True)(image)[0, 0].tolist()
        [0.0, 0.0, 0.5]
    """

    def __init__(self, is_hwc: bool = False):
        super().__init__()
        checks.check_bool(is_hwc, "is_hwc")
        self.is_hwc = is_hwc

    def _execute_py(self, img):
        image = _colors(img, self.is_hwc)
        hue, saturation, value = to_hsv(image)
        result = np.stack([hue / 6, saturation, value], -1)
        return result if self.is_hwc else np.moveaxis(result, -1, -3)


class HsvToRgb(PyTensorOperation):
    """Red, green and blue of an image in hue, saturation and value.

    Args:
        is_hwc: whether channels come last, or first. Default: ``False``, first.

    Returns:
        Float64 array of the shape of the input.

    Raises:
        TypeError: the image is not an array.
        TypeError: the image has a wrong shape.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = np.full((2, 2, 3), 0.5, np.float32)
        >>> vision.HsvToRgb(is_hwc=True)(image)[0, 0].tolist()
        [0.25, 0.5, 0.5]
    """

    def __init__(self, is_hwc: bool = False):
        super().__init__()
        checks.check_bool(is_hwc, "is_hwc")
        self.is_hwc = is_hwc

    def _execute_py(self, img):
        hue, saturation, value = np.moveaxis(_colors(img, self.is_hwc).astype(np.float64), -1, 0)
        result = from_hsv(hue % 1 * 6, saturation, value)
        return result if self.is_hwc else np.moveaxis(result, -1, -3)


def _colors(image: Any, is_hwc: bool) -> np.ndarray:
    images.check_array(image)
    image = image if is_hwc else np.moveaxis(image, -3, -1)
    if image.ndim not in (3, 4) or image.shape[-1] != 3:
        raise TypeError(f"The image must have 3 channels, but got shape {image.shape}.")
    return image
