"""Transforms that turn, shear and distort."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from msjax.dataset import _checks as checks
from msjax.dataset.transforms.transforms import PyTensorOperation
from msjax.dataset.vision import _images as images
from msjax.dataset.vision import _pil, _warp
from msjax.dataset.vision._images import ImageTensorOperation, OnDevice
from msjax.dataset.vision._modes import Inter

__all__ = [
    "Affine",
    "Rotate",
    "RandomAffine",
    "RandomRotation",
    "Perspective",
    "RandomPerspective",
]

FLOAT_MAX = float(np.finfo(np.float32).max)
_ON_ASCEND = (Inter.BILINEAR, Inter.NEAREST)


def _check_numbers(values: Any, lengths: tuple, name: str, types: Any = (list, tuple)) -> None:
    checks.check_type(values, types, name)
    checks.check_all(values, (int, float), name)
    if len(values) not in lengths:
        raise TypeError(f"The '{name}' must have {lengths} numbers, but got {values}.")


def _check_span(degrees: Any) -> None:
    checks.check_type(degrees, (int, float, list, tuple), "degrees")
    if isinstance(degrees, int | float):
        checks.check_range(degrees, 0, FLOAT_MAX, "degrees")
        return
    _check_numbers(degrees, (2,), "degrees")
    if degrees[0] > degrees[1]:
        raise ValueError(f"The 'degrees' must be (min, max), but got {degrees}.")


def _color(fill_value: Any) -> tuple:
    return (fill_value,) * 3 if isinstance(fill_value, int) else fill_value


def _no_antialias(inter: Inter) -> None:
    if inter in (Inter.ANTIALIAS, Inter.PILCUBIC):
        raise RuntimeError(f"The interpolation {inter.name} is not supported with arrays.")


def _check_kind(name: str, image: np.ndarray, inter: Inter) -> None:
    kinds = (*_warp.TYPES, np.int8, np.int32) if inter is Inter.NEAREST else _warp.TYPES
    if image.dtype.type not in kinds:
        raise RuntimeError(f"{name}: an image of {image.dtype} is not supported.")


def moved(
    image: np.ndarray,
    degrees: float,
    move: Sequence[float],
    scale: float,
    shear: Sequence[float],
    inter: Inter,
    fill: int | tuple[int, ...],
) -> np.ndarray:
    """The image turned, moved by (right, down), scaled and sheared around its middle."""
    if image.dtype == np.bool_:
        bits = images.in_bytes(image)
        return moved(bits, degrees, move, scale, shear, inter, fill).astype(np.bool_)
    _check_kind("Affine", image, inter)
    one = np.float32
    turn, x, y = (one(np.pi * float(one(value)) / 180) for value in (degrees, shear[0], -shear[1]))
    scale = one(scale)
    cos, sin = np.cos(turn + y, dtype=np.float32), np.sin(turn + y, dtype=np.float32)
    a = scale * cos / np.cos(y)
    b = scale * (-cos * np.tan(x) / np.cos(y) - np.sin(turn))
    c = scale * sin / np.cos(y)
    d = scale * (-sin * np.tan(x) / np.cos(y) + np.cos(turn))
    height, width = image.shape[:2]
    middle = one((width - 1) / 2), one((height - 1) / 2)
    right = (1 - a) * middle[0] - b * middle[1] + one(move[0])
    down = (1 - d) * middle[1] - c * middle[0] + one(move[1])
    return _warp.warp_affine(image, [[a, b, right], [c, d, down]], inter, fill)


def turned(
    image: np.ndarray,
    degrees: float,
    inter: Inter,
    expand: bool,
    center: tuple[float, float] | None,
    fill: int | tuple[int, ...],
) -> np.ndarray:
    """The image turned counterclockwise."""
    if image.dtype == np.bool_:
        result = turned(images.in_bytes(image), degrees, inter, expand, center, fill)
        return result if expand else result.astype(np.bool_)
    _check_kind("Rotate", image, inter)
    if image.ndim > 3 and expand:
        raise RuntimeError("Rotate: a batch of images cannot be expanded.")
    if image.ndim > 3:
        parts = image.reshape(-1, *image.shape[-3:])
        result = np.stack([turned(one, degrees, inter, expand, center, fill) for one in parts])
        return result.reshape(*image.shape[:-3], *result.shape[1:])
    height, width = image.shape[:2]
    center = center or ((width - 1) / 2, (height - 1) / 2)
    matrix = _warp.rotation(center, degrees)
    size = None
    if expand:
        rows, columns = _warp.turned_size((height, width), center, degrees)
        matrix[0, 2] += columns / 2 - width / 2
        matrix[1, 2] += rows / 2 - height / 2
        size = int(np.rint(rows)), int(np.rint(columns))
    # the order in which MindSpore hands the color over
    return _warp.warp_affine(image, matrix, inter, fill[::-1], size)


class Affine(OnDevice, ImageTensorOperation):
    """The image turned, moved, scaled and sheared around its middle.

    Args:
        degrees: the angle in [-180, 180], with the clock.
        translate: two parts, in [-1, 1], of width and height to move to the right and down.
        scale: a positive number.
        shear: the angle along x, or two along x and y, in [-180, 180].
        resample: an Inter: NEAREST, LINEAR, CUBIC or AREA. Default: ``Inter.NEAREST``.
        fill_value: the color outside, an int or three. Default: ``0``.

    Returns:
        Array of the shape and dtype of the image.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the image is neither (height, width) nor (height, width, channels).

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> move = vision.Affine(0, (1 / 3, 0), 1.0, 0)
        >>> move(np.array([[1, 2, 3]] * 2, np.uint8)).tolist()
        [[0, 1, 2], [0, 1, 2]]
    """

    ranks = (2, 3)

    def __init__(
        self,
        degrees: float,
        translate: Sequence[float],
        scale: float,
        shear: float | Sequence[float],
        resample: Inter = Inter.NEAREST,
        fill_value: int | tuple[int, ...] = 0,
    ):
        super().__init__()
        checks.check_type(degrees, (int, float), "degrees")
        checks.check_range(degrees, -180, 180, "degrees")
        _check_numbers(translate, (2,), "translate")
        for part in translate:
            checks.check_range(part, -1, 1, "translate")
        checks.check_type(scale, (int, float), "scale")
        if scale <= 0:
            raise ValueError(f"The 'scale' must be positive, but got {scale}.")
        checks.check_type(shear, (int, float, list, tuple), "shear")
        shear = (shear, 0.0) if isinstance(shear, int | float) else shear
        _check_numbers(shear, (2,), "shear")
        for angle in shear:
            checks.check_range(angle, -180, 180, "shear")
        images.check_inter(resample, "resample")
        images.check_fill(fill_value)
        self.degrees = degrees
        self.translate = translate
        self.scale_ = scale
        self.shear = shear
        self.resample = resample
        self.fill_value = _color(fill_value)

    def _check_ascend(self) -> None:
        images.check_modes(self.resample, _ON_ASCEND)

    def _apply(self, image):
        _no_antialias(self.resample)
        height, width = image.shape[:2]
        move = self.translate[0] * width, self.translate[1] * height
        return moved(
            image, self.degrees, move, self.scale_, self.shear, self.resample, self.fill_value
        )


class Rotate(OnDevice, ImageTensorOperation):
    """The image turned counterclockwise.

    Args:
        degrees: the angle.
        resample: an Inter: NEAREST, LINEAR, CUBIC or AREA. Default: ``Inter.NEAREST``.
        expand: whether the result is large enough for all of the image. Default: ``False``.
        center: the point (x, y) that stays. Default: ``None``, the middle.
        fill_value: the color outside, an int or three. Default: ``0``.

    Returns:
        The turned image, of its new size where `expand` is set, in the dtype that it came in.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the image cannot be interpolated.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> vision.Rotate(90)(np.array([[1, 2], [3, 4]], np.uint8)).tolist()
        [[2, 4], [1, 3]]
    """

    def __init__(
        self,
        degrees: float,
        resample: Inter = Inter.NEAREST,
        expand: bool = False,
        center: tuple[float, float] | None = None,
        fill_value: int | tuple[int, ...] = 0,
    ):
        super().__init__()
        checks.check_type(degrees, (int, float), "degrees")
        checks.check_range(degrees, -FLOAT_MAX, FLOAT_MAX, "degrees")
        _check_turn(resample, expand, center, fill_value)
        self.degrees = degrees % 360
        self.resample = resample
        self.expand = expand
        self.center = () if center is None else center
        self.fill_value = _color(fill_value)

    def _check_ascend(self) -> None:
        images.check_modes(self.resample, _ON_ASCEND)

    def _apply(self, image):
        _no_antialias(self.resample)
        return turned(image, self.degrees, self.resample, self.expand, self.center, self.fill_value)


def _check_turn(resample: Any, expand: Any, center: Any, fill_value: Any) -> None:
    images.check_inter(resample, "resample")
    checks.check_bool(expand, "expand")
    if center is not None:
        if not isinstance(center, tuple) or len(center) != 2:
            raise ValueError(f"The 'center' must be (x, y), but got {center}.")
        checks.check_all(center, (int, float), "center")
    images.check_fill(fill_value)


class RandomRotation(ImageTensorOperation):
    """The image turned by a random angle.

    Args:
        degrees: (min, max) of the counterclockwise angle, or d for (-d, d).
        resample: an Inter. Default: ``Inter.NEAREST``.
        expand: whether the result is large enough for all of the image. Default: ``False``.
        center: the point (x, y) that stays. Default: ``None``, the middle.
        fill_value: the color outside, an int or three. Default: ``0``.

    Returns:
        The turned image, of its new size where `expand` is set, in the dtype that it came in.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: an argument is out of range.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> vision.RandomRotation((90, 90))(np.array([[1, 2], [3, 4]], np.uint8)).tolist()
        [[2, 4], [1, 3]]
    """

    ranks = (2, 3)

    def __init__(
        self,
        degrees: float | Sequence[float],
        resample: Inter = Inter.NEAREST,
        expand: bool = False,
        center: tuple[float, float] | None = None,
        fill_value: int | tuple[int, ...] = 0,
    ):
        super().__init__()
        _check_span(degrees)
        _check_turn(resample, expand, center, fill_value)
        if isinstance(degrees, int | float):
            span = [-(degrees % 360), degrees % 360]
        elif degrees[1] - degrees[0] >= 360:
            span = [-180, 180]
        else:
            span = [degrees[0] % 360, degrees[1] % 360]
            span[1] += 360 if span[0] > span[1] else 0
        images.set_kind(self, resample)
        self.degrees = span
        self.resample = resample
        self.expand = expand
        self.center = center
        self.fill_value = _color(fill_value)

    def _execute_py(self, img):
        _pil.only_pil(img)
        return _pil.rotated(
            img,
            random.uniform(*self.degrees),
            self.resample,
            self.expand,
            self.center,
            self.fill_value,
        )

    def __call__(self, *inputs: Any) -> Any:
        if self.resample is Inter.ANTIALIAS:
            _pil.only_pil(*inputs)
        return super().__call__(*inputs)

    def _apply(self, image):
        _no_antialias(self.resample)
        degrees = float(self._rng.uniform(*self.degrees))
        return turned(
            image, degrees, self.resample, self.expand, self.center or (), self.fill_value
        )


class RandomAffine(ImageTensorOperation):
    """The image turned, moved, scaled and sheared at random.

    Args:
        degrees: (min, max) of the angle, or d for (-d, d).
        translate: (min, max) of the part of the width to move to the right by, or these and
            (min, max) of the part of the height; all in [-1, 1]. Default: ``None``.
        scale: (min, max) of the scale. Default: ``None``.
        shear: (min, max) of the angle along x, these and (min, max) along y, or d for (-d, d).
            Default: ``None``.
        resample: an Inter. Default: ``Inter.NEAREST``.
        fill_value: the color outside, an int or three. Default: ``0``.

    Returns:
        The changed image, in the shape and dtype of the given one.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: an argument is out of range.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> vision.RandomAffine(15, (-0.1, 0.1, 0, 0), (0.9, 1.1))(np.zeros((6, 5), np.uint8)).shape
        (6, 5)
    """

    ranks = (2, 3)

    def __init__(
        self,
        degrees: float | Sequence[float],
        translate: Sequence[float] | None = None,
        scale: Sequence[float] | None = None,
        shear: float | Sequence[float] | None = None,
        resample: Inter = Inter.NEAREST,
        fill_value: int | tuple[int, ...] = 0,
    ):
        super().__init__()
        _check_span(degrees)
        if translate is not None:
            _check_numbers(translate, (2, 4), "translate")
            for part in translate:
                checks.check_range(part, -1, 1, "translate")
        if scale is not None:
            _check_numbers(scale, (2,), "scale")
            if not 0 <= scale[0] <= scale[1] or scale[1] == 0:
                raise ValueError(f"The 'scale' must be (min, max) above 0, but got {scale}.")
        if shear is not None:
            shear = self._span(shear)
        images.check_inter(resample, "resample")
        images.check_fill(fill_value)
        images.set_kind(self, resample)
        self.degrees = (-degrees, degrees) if isinstance(degrees, int | float) else degrees
        self.translate = (0.0,) * 4 if translate is None else translate
        self.scale = (1.0, 1.0) if scale is None else scale
        self.shear = (0.0,) * 4 if shear is None else shear
        self.resample = resample
        self.fill_value = _color(fill_value)

    @staticmethod
    def _span(shear: Any) -> tuple:
        checks.check_type(shear, (int, float, list, tuple), "shear")
        if isinstance(shear, int | float):
            if shear <= 0:
                raise ValueError(f"The 'shear' must be positive, but got {shear}.")
            return -shear, shear, 0.0, 0.0
        _check_numbers(shear, (2, 4), "shear")
        if any(shear[i] > shear[i + 1] for i in range(0, len(shear), 2)):
            raise ValueError(f"The 'shear' must be (min, max), but got {shear}.")
        return (*shear, 0.0, 0.0)[:4]

    def _execute_py(self, img):
        _pil.only_pil(img, ValueError)
        degrees = random.uniform(*self.degrees)
        reach = self.translate[0] * img.size[0], self.translate[1] * img.size[1]
        move = [np.round(random.uniform(-most, most)) for most in reach]
        scale = random.uniform(*self.scale)
        shear = random.uniform(*self.shear[:2]), random.uniform(*self.shear[2:])
        return _pil.affine(img, degrees, move, scale, shear, self.resample, self.fill_value)

    def __call__(self, *inputs: Any) -> Any:
        if self.resample is Inter.ANTIALIAS:
            _pil.only_pil(*inputs, error=ValueError)
        return super().__call__(*inputs)

    def _apply(self, image):
        _no_antialias(self.resample)
        height, width = image.shape[:2]
        draw = self._rng.uniform
        degrees = np.fmod(draw(*self.degrees), 360)
        right, down = (*self.translate, 0.0, 0.0)[:2], (*self.translate, 0.0, 0.0)[2:4]
        move = draw(*right) * width, draw(*down) * height
        scale = draw(*self.scale)
        shear = draw(*self.shear[:2]), draw(*self.shear[2:])
        return moved(image, degrees, move, scale, shear, self.resample, self.fill_value)


class Perspective(OnDevice, ImageTensorOperation):
    """The image distorted so that four points come to four others.

    Args:
        start_points: four points (x, y) of ints.
        end_points: where they come to.
        interpolation: an Inter. Default: ``Inter.BILINEAR``.

    Returns:
        The changed image, in the shape and dtype of the given one.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: a number is out of range.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> start = [(0, 0), (2, 0), (2, 2), (0, 2)]
        >>> end = [(1, 0), (3, 0), (3, 2), (1, 2)]
        >>> vision.Perspective(start, end)(np.array([[1, 2, 3]] * 2, np.uint8)).tolist()
        [[0, 1, 2], [0, 1, 2]]
    """

    ranks = (2, 3)

    def __init__(
        self,
        start_points: Sequence[Sequence[int]],
        end_points: Sequence[Sequence[int]],
        interpolation: Inter = Inter.BILINEAR,
    ):
        super().__init__()
        for name, points in ("start_points", start_points), ("end_points", end_points):
            checks.check_all(points, (list, tuple), name)
            if len(points) != 4 or any(len(point) != 2 for point in points):
                raise TypeError(f"The '{name}' must be four points (x, y), but got {points}.")
            for point in points:
                for value in point:
                    checks.check_int(value, -checks.INT32_MAX - 1, checks.INT32_MAX, name)
        images.check_inter(interpolation)
        images.set_kind(self, interpolation)
        self.start_points = start_points
        self.end_points = end_points
        self.interpolation = interpolation

    def __call__(self, *inputs: Any) -> Any:
        if self.interpolation is Inter.ANTIALIAS:
            _pil.only_pil(*inputs)
        return super().__call__(*inputs)

    def _check_ascend(self) -> None:
        images.check_modes(self.interpolation, _ON_ASCEND)

    def _execute_py(self, img):
        return _pil.perspective(img, self.start_points, self.end_points, self.interpolation)

    def _apply(self, image):
        image, inter = images.in_bytes(image), self.interpolation
        _check_kind("Perspective", image, inter)
        matrix = _warp.perspective_matrix(self.start_points, self.end_points)
        return _warp.warp_perspective(image, matrix, inter)


class RandomPerspective(PyTensorOperation):
    """An image of Pillow distorted at random.

    Args:
        distortion_scale: how far the corners move, a float in [0, 1]. Default: ``0.5``.
        prob: the probability, a float in [0, 1]. Default: ``0.5``.
        interpolation: an Inter. Default: ``Inter.BICUBIC``.

    Returns:
        Image of Pillow of the same size.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: an argument is out of range, or the image is not one of Pillow's.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> image = vision.ToPIL()(np.zeros((4, 5, 3), np.uint8))
        >>> vision.RandomPerspective(prob=1.0)(image).size
        (5, 4)
    """

    def __init__(
        self, distortion_scale: float = 0.5, prob: float = 0.5, interpolation: Inter = Inter.BICUBIC
    ):
        super().__init__()
        for name, value in ("distortion_scale", distortion_scale), ("prob", prob):
            checks.check_type(value, float, name)
            checks.check_range(value, 0.0, 1.0, name)
        images.check_inter(interpolation)
        self.distortion_scale = distortion_scale
        self.prob = prob
        self.interpolation = interpolation

    def _execute_py(self, img):
        _pil.only_pil(img, ValueError)
        if self.prob <= random.random():
            return img
        start, end = _pil.random_points(img, self.distortion_scale)
        return _pil.perspective(img, start, end, self.interpolation)
