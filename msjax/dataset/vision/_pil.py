"""What transforms do with images of Pillow; numbers at random are those of Python's `random`."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import numpy as np

from msjax.dataset._checks import is_pil
from msjax.dataset.vision._decoding import pillow
from msjax.dataset.vision._modes import Inter


def only_pil(image: Any, error: type = TypeError) -> Any:
    """The image; an error unless it is one of Pillow's."""
    if not is_pil(image):
        pillow()
        raise error(
            f"The input must be a PIL image, but got {type(image)}; ToPIL() makes one of an array."
        )
    return image


def resampling(inter: Inter) -> Any:
    """Pillow's constant for an interpolation."""
    name = {
        Inter.NEAREST: "NEAREST",
        Inter.ANTIALIAS: "LANCZOS",
        Inter.LINEAR: "BILINEAR",
        Inter.CUBIC: "BICUBIC",
    }.get(inter)
    if name is None:
        raise TypeError(f"The interpolation {inter.name} is not supported with PIL images.")
    return getattr(pillow().Resampling, name)


def operations() -> Any:
    """The module PIL.ImageOps."""
    pillow()
    return import_module("PIL.ImageOps")


def enhanced(image: Any, kind: str, factor: float) -> Any:
    """The image with more or less of its brightness, contrast, color or sharpness."""
    only_pil(image)
    return getattr(import_module("PIL.ImageEnhance"), kind)(image).enhance(factor)


def turned(image: Any, factor: float) -> Any:
    """Hues turned by a part of the circle."""
    if only_pil(image).mode in ("L", "1", "I", "F"):
        return image
    hue, saturation, value = image.convert("HSV").split()
    shifted = (np.array(hue, np.int64) + int(factor * 255)) % 256
    hue = pillow().fromarray(shifted.astype(np.uint8))
    return pillow().merge("HSV", (hue, saturation, value)).convert(image.mode)


def gray(image: Any, channels: int) -> Any:
    """Brightness as one channel or three equal ones."""
    plane = only_pil(image).convert("L")
    return plane if channels == 1 else pillow().merge("RGB", (plane,) * 3)


def corners(image: Any, size: tuple[int, int]) -> tuple:
    """The parts at the four corners and in the middle."""
    width, height = only_pil(image).size
    down, across = size
    if down > height or across > width:
        raise ValueError(f"The part {size} is larger than the image ({height}, {width}).")
    top, left = round((height - down) / 2), round((width - across) / 2)
    places = (0, 0), (width - across, 0), (0, height - down), (width - across, height - down)
    return tuple(image.crop((x, y, x + across, y + down)) for x, y in (*places, (left, top)))


def middle(image: Any, size: tuple[int, int]) -> Any:
    """The middle of the image, black where the image is smaller."""
    width, height = only_pil(image).size
    down, across = size
    top, left = round((height - down) / 2), round((width - across) / 2)
    return image.crop((left, top, left + across, top + down))


def resized(image: Any, size: Any, inter: Inter) -> Any:
    """The image in another size; an int is that of the shorter edge."""
    kind = resampling(inter)
    width, height = only_pil(image).size
    if not isinstance(size, int):
        return image.resize(tuple(size)[::-1], kind)
    if min(width, height) == size:
        return image
    if width < height:
        return image.resize((size, int(size / (width / height))), kind)
    return image.resize((int(size * (width / height)), size), kind)


def padded(image: Any, borders: tuple, fill: Any, mode: str) -> Any:
    """The image with left, top, right and bottom borders."""
    library = pillow()
    left, top, right, bottom = borders
    palette = only_pil(image).getpalette() if image.mode == "P" else None
    if mode == "constant":
        result = operations().expand(image, border=borders, fill=_color(image, fill))
    else:
        array = np.asarray(image)
        widths = ((top, bottom), (left, right), (0, 0))[: array.ndim]
        result = library.fromarray(np.pad(array, widths, mode))
    if palette is not None:
        result.putpalette(palette)
    return result


def _color(image: Any, fill: int | tuple[int, ...]) -> int | tuple[int, ...]:
    """A color for an image of one band or of several: Pillow takes an int for red alone."""
    colors = (fill,) * 3 if isinstance(fill, int) else fill
    return colors[0] if len(image.getbands()) == 1 and image.mode != "P" else colors


def random_part(image: Any, size: tuple[int, int]) -> Any:
    """A part of the image at a random place."""
    width, height = only_pil(image).size
    down, across = size
    if down > height or across > width:
        raise ValueError(f"The part {size} is larger than the image ({height}, {width}).")
    if (down, across) == (height, width):
        return image.crop((0, 0, width, height))
    top = random.randint(0, height - down)
    left = random.randint(0, width - across)
    return image.crop((left, top, left + across, top + down))


def random_resized_part(
    image: Any,
    size: tuple[int, int],
    scale: Sequence[float],
    ratio: Sequence[float],
    inter: Inter,
    attempts: int,
) -> Any:
    """A part of random area, shape and place, resized."""
    width, height = only_pil(image).size
    for _ in range(attempts):
        area = random.uniform(*scale) * width * height
        form = math.exp(random.uniform(math.log(ratio[0]), math.log(ratio[1])))
        across = round(math.sqrt(area * form))
        down = round(across / form)
        if 0 < across <= width and 0 < down <= height:
            top = random.randint(0, height - down)
            left = random.randint(0, width - across)
            break
    else:
        across, down = width, height
        if width / height < ratio[0]:
            down = round(width / ratio[0])
        elif width / height > ratio[1]:
            across = round(height * ratio[1])
        top, left = round((height - down) / 2), round((width - across) / 2)
    part = image.crop((left, top, left + across, top + down))
    return resized(part, size, inter)


def rotated(
    image: Any,
    degrees: float,
    inter: Inter,
    expand: bool,
    center: tuple[float, float] | None,
    fill: int | tuple[int, ...],
) -> Any:
    """The image turned counterclockwise."""
    degrees = degrees % 360.0
    if inter is Inter.ANTIALIAS and (degrees not in (0, 90, 180, 270) or center):
        raise ValueError("ANTIALIAS needs multiples of 90 degrees and no center.")
    kind = resampling(inter)
    return only_pil(image).rotate(degrees, kind, expand, center, fillcolor=fill)


def affine(
    image: Any,
    degrees: float,
    move: Sequence[float],
    scale: float,
    shear: Sequence[float],
    inter: Inter,
    fill: int | tuple[int, ...],
) -> Any:
    """The image turned, moved, scaled and sheared around its middle."""
    width, height = only_pil(image, ValueError).size
    x, y = width * 0.5 + 0.5, height * 0.5 + 0.5
    turn = math.radians(degrees)
    first, second = (turn + math.radians(value) for value in shear)
    size = math.cos(first) * math.cos(second) + math.sin(first) * math.sin(second)
    size = 1.0 / scale / size
    a, b = math.cos(first) * size, math.sin(first) * size
    c, d = -math.sin(second) * size, math.cos(second) * size
    right, down = -x - move[0], -y - move[1]
    matrix = (a, b, a * right + b * down + x, c, d, c * right + d * down + y)
    kind = resampling(inter)
    method = pillow().Transform.AFFINE
    color = _color(image, fill) if fill not in (0, (0, 0, 0)) else None  # no alpha either
    return image.transform(image.size, method, matrix, kind, fillcolor=color)


def perspective(image: Any, start: Any, end: Any, inter: Inter) -> Any:
    """The image with four points moved to four others."""
    only_pil(image)
    rows, right = [], []
    for (x, y), (u, v) in zip(end, start, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y])
        right += [u, v]
    matrix = np.linalg.lstsq(np.array(rows, float), np.array(right, float), rcond=None)[0]
    kind = resampling(inter)
    return image.transform(image.size, pillow().Transform.PERSPECTIVE, matrix.tolist(), kind)


def random_points(image: Any, distortion: float) -> tuple[list, list]:
    """The corners of the image and places near to them, at random."""
    width, height = image.size
    across, down = int(width / 2 * distortion), int(height / 2 * distortion)

    def near(low: tuple[int, int], high: tuple[int, int]) -> tuple[int, int]:
        return random.randint(*low), random.randint(*high)

    left, right = (0, across), (width - across - 1, width - 1)
    top, bottom = (0, down), (height - down - 1, height - 1)
    start = [(0, 0), (width - 1, 0), (width - 1, height - 1), (0, height - 1)]
    return start, [near(left, top), near(right, top), near(right, bottom), near(left, bottom)]


def brightened(image: Any, gamma: float, gain: float) -> Any:
    """Values to the power of gamma, times gain."""
    bands = len(only_pil(image).split())
    table = [int((255 + 1 - 0.001) * gain * pow(x / 255.0, gamma)) for x in range(256)]
    return image.point(table * bands) if bands in (1, 3) else image
