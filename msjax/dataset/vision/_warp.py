"""Images moved by a matrix or weighted by a small kernel, in OpenCV's arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from msjax.dataset.vision._images import in_bytes, rounded, weighted
from msjax.dataset.vision._modes import Inter

TYPES = (np.uint8, np.uint16, np.int16, np.float32, np.float64)
STEPS = 32  # places between two pixels that are told apart
ONE = 1 << 15  # the sum of weights in fixed point


def to_int(values: Any) -> np.ndarray:
    """Rounded half to even and limited to 32 bits."""
    return np.clip(np.rint(values), -(2**31), 2**31 - 1).astype(np.int64)


def _short(values: np.ndarray) -> np.ndarray:
    return np.clip(values, -32768, 32767)


def rotation(center: tuple, degrees: float) -> np.ndarray:
    """The matrix of a counterclockwise rotation."""
    angle = degrees * np.pi / 180
    cos, sin = np.cos(angle), np.sin(angle)
    x, y = (float(np.float32(value)) for value in center)
    return np.array([[cos, sin, (1 - cos) * x - sin * y], [-sin, cos, sin * x + (1 - cos) * y]])


def _inverse(matrix: np.ndarray) -> np.ndarray:
    (a, b, right), (c, d, down) = np.asarray(matrix, np.float64)
    size = a * d - b * c
    size = 1 / size if size else 0.0
    a, b, c, d = d * size, -b * size, -c * size, a * size
    return np.array([[a, b, -a * right - b * down], [c, d, -c * right - d * down]])


def warp_affine(
    image: np.ndarray,
    matrix: Sequence[Sequence[float]],
    inter: Inter,
    fill: int | tuple[int, ...],
    size: tuple[int, int] | None = None,
) -> np.ndarray:
    """The image moved by a matrix (2, 3); size is (height, width) of the result."""
    height, width = size or image.shape[:2]
    (a, b, right), (c, d, down) = _inverse(matrix)
    scale = 1024
    nearest = inter is Inter.NEAREST
    x, y = np.arange(width), np.arange(height)[:, None]
    half = scale // 2 if nearest else scale // STEPS // 2
    across = to_int(a * x * scale) + to_int((b * y + right) * scale) + half
    along = to_int(c * x * scale) + to_int((d * y + down) * scale) + half
    if nearest:
        return _picked(image, across >> 10, along >> 10, fill)
    return _mixed(image, across >> 5, along >> 5, inter, fill)


def perspective_matrix(start: Any, end: Any) -> np.ndarray:
    """The matrix (3, 3) that moves four points to four others."""
    rows, right = [], []
    for (x, y), (u, v) in zip(start, end, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -x * u, -y * u])
        rows.append([0, 0, 0, x, y, 1, -x * v, -y * v])
        right += [u, v]
    return np.append(_solved(rows, right), 1.0).reshape(3, 3)


def _solved(rows: list, right: list) -> np.ndarray:
    """What solves linear equations; zeros where a pivot is as good as zero."""
    table = np.column_stack([rows, right]).astype(np.float64)
    count = len(table)
    for i in range(count):
        best = i + np.abs(table[i:, i]).argmax()
        table[[i, best]] = table[[best, i]]
        if abs(table[i, i]) < 100 * np.finfo(np.float64).eps:
            return np.zeros(count)
        table[i + 1 :] -= table[i + 1 :, i : i + 1] / table[i, i] * table[i]
    solved = np.zeros(count)
    for i in reversed(range(count)):
        solved[i] = (table[i, -1] - table[i, i + 1 : -1] @ solved[i + 1 :]) / table[i, i]
    return solved


def _adjugate(matrix: np.ndarray) -> np.ndarray:
    """The inverse by Cramer's rule; zeros where there is none."""
    (a, b, c), (d, e, f), (g, h, i) = matrix.tolist()
    size = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    if not size:
        return np.zeros((3, 3))
    rows = [
        [e * i - f * h, c * h - b * i, b * f - c * e],
        [f * g - d * i, a * i - c * g, c * d - a * f],
        [d * h - e * g, b * g - a * h, a * e - b * d],
    ]
    return np.array(rows) * (1 / size)


def warp_perspective(image: np.ndarray, matrix: np.ndarray, inter: Inter) -> np.ndarray:
    """The image moved by a matrix (3, 3)."""
    height, width = image.shape[:2]
    matrix = _adjugate(matrix)
    x, y = np.arange(width), np.arange(height)[:, None]
    nearest = inter is Inter.NEAREST
    across, along, depth = (row[0] * x + (row[1] * y + row[2]) for row in matrix)
    with np.errstate(divide="ignore"):
        share = np.where(depth != 0, (1 if nearest else STEPS) / depth, 0.0)
    across, along = to_int(across * share), to_int(along * share)
    return (_picked if nearest else _mixed)(
        image, across, along, *(() if nearest else (inter,)), (0, 0, 0)
    )


def _planes(image: np.ndarray, fill: tuple) -> tuple[np.ndarray, np.ndarray]:
    planes = image[..., None] if image.ndim == 2 else image
    color = np.zeros(planes.shape[-1])
    color[: len(fill)] = fill[: planes.shape[-1]]
    return planes, color


def _taken(planes, color, across, along):
    """Pixels at places, the color outside."""
    height, width = planes.shape[:2]
    inside = (across >= 0) & (across < width) & (along >= 0) & (along < height)
    pixels = planes[np.where(inside, along, 0), np.where(inside, across, 0)]
    return np.where(inside[..., None], pixels, color.astype(planes.dtype))


def _picked(image, across, along, fill):
    planes, color = _planes(image, fill)
    result = _taken(planes, color, _short(across), _short(along))
    return result.reshape(*across.shape, *image.shape[2:])


@cache
def _weights(inter: Inter, fixed: bool) -> np.ndarray:
    """Weights of the taps (rows, columns) for each place between pixels (down, across)."""
    part = np.arange(STEPS, dtype=np.float32) / np.float32(STEPS)
    if inter is not Inter.CUBIC:
        line = np.stack([1 - part, part], -1)
    else:
        sharp = np.float32(-0.75)
        far = part + 1
        first = ((sharp * far - 5 * sharp) * far + 8 * sharp) * far - 4 * sharp
        second = ((sharp + 2) * part - (sharp + 3)) * part * part + 1
        rest = 1 - part
        third = ((sharp + 2) * rest - (sharp + 3)) * rest * rest + 1
        line = np.stack([first, second, third, 1 - first - second - third], -1)
    table = line[:, None, :, None] * line[None, :, None, :]
    if not fixed:
        return table
    table = np.clip(np.rint(table * np.float32(ONE)), -32768, 32767).astype(np.int64)
    half = table.shape[-1] // 2
    # what is missing to the sum goes to the largest of the last inner taps, or off the smallest
    for entry in table.reshape(-1, *table.shape[2:]):
        surplus = entry.sum() - ONE
        inner = entry[half : half + 2, half : half + 2]
        if surplus:
            place = inner.argmax() if surplus < 0 else inner.argmin()
            inner[np.unravel_index(place, inner.shape)] -= surplus
    return table


def _mixed(image, across, along, inter, fill):
    planes, color = _planes(image, fill)
    fixed = image.dtype == np.uint8
    table = _weights(Inter.CUBIC if inter is Inter.CUBIC else Inter.LINEAR, fixed)
    taps = table.shape[-1]
    weights = table[along & (STEPS - 1), across & (STEPS - 1)]
    left, top = (_short(place >> 5) - (taps // 2 - 1) for place in (across, along))
    kind = np.int64 if fixed else np.float64 if image.dtype == np.float64 else np.float32
    total = np.zeros((*across.shape, planes.shape[-1]), kind)
    for i in range(taps):
        for j in range(taps):
            pixels = _taken(planes, color, left + j, top + i).astype(kind)
            total += pixels * weights[..., i, j, None].astype(kind)
    if fixed:
        total = (total + ONE // 2) >> 15
    if image.dtype.kind != "f":
        bounds = np.iinfo(image.dtype)
        total = np.clip(np.rint(total), bounds.min, bounds.max)
    return total.astype(image.dtype).reshape(*across.shape, *image.shape[2:])


def turned_size(size: tuple[int, int], center: tuple, degrees: float) -> tuple[float, float]:
    """Height and width around a turned image."""
    angle = degrees * np.pi / 180
    half = np.float32(0.5)
    b, a = np.float32(np.cos(angle)) * half, np.float32(np.sin(angle)) * half
    height, width = (np.float32(value) for value in size)
    x, y = (np.float32(value) for value in center)
    first = x - a * height - b * width, y + b * height - a * width
    second = x + a * height - b * width, y - b * height - a * width
    xs = [first[0], second[0], 2 * x - first[0], 2 * x - second[0]]
    ys = [first[1], second[1], 2 * y - first[1], 2 * y - second[1]]
    return float(max(ys) - min(ys)), float(max(xs) - min(xs))


def smoothed(image: np.ndarray) -> np.ndarray:
    """The image mixed with its neighbours, its edge as it is."""
    if image.dtype.type not in TYPES:
        raise RuntimeError(f"Sharpness: an image of {image.dtype} is not supported.")
    kind = np.float64 if image.dtype == np.float64 else np.float32
    weights = np.full((3, 3), 1 / 13, np.float32)
    weights[1, 1] = np.float32(5 / 13)
    height, width = image.shape[:2]
    result = image.copy()
    if height < 3 or width < 3:
        return result
    total = np.zeros((height - 2, width - 2, *image.shape[2:]), kind)
    for i in range(3):
        for j in range(3):
            part = image[i : i + height - 2, j : j + width - 2]
            total += part.astype(kind) * kind(weights[i, j])
    result[1:-1, 1:-1] = rounded(total, image.dtype)
    return result


def sharpened(image: np.ndarray, factor: float) -> np.ndarray:
    """Differences from the smoothed image times a factor."""
    soft = smoothed(image)
    factor = float(np.float32(factor))
    return weighted(image, factor, soft, 1.0 - factor, image.dtype)


def _bell(size: int, sigma: float) -> np.ndarray:
    sigma = sigma if sigma > 0 else 0.15 * size + 0.35
    places = np.arange(size) - (size - 1) / 2
    weights = np.exp(-(places**2) / (2 * sigma**2))
    return weights / weights.sum()


def _in_units(weights: np.ndarray, bits: int) -> np.ndarray:
    """Weights as whole numbers that sum up to 2**bits; each rounding error goes to the next."""
    result = np.zeros(len(weights), np.int64)
    error, half = 0.0, len(weights) // 2
    for i in range(half):
        exact = weights[i] * (1 << bits) + error
        result[i] = result[-1 - i] = np.rint(exact)
        error = exact - result[i]
    result[half] = (1 << bits) - result.sum()
    return result


def blurred(image: np.ndarray, size: tuple[int, int], sigma: tuple[float, float]) -> np.ndarray:
    """The image weighted by bells of (width, height)."""
    image = in_bytes(image)
    if size == (1, 1):
        return image.copy()
    if image.dtype.type not in TYPES:
        raise RuntimeError(f"GaussianBlur: an image of {image.dtype} is not supported.")
    size = tuple(1 if image.shape[1 - i] == 1 else size[i] for i in range(2))
    bits = {np.dtype(np.uint8): 8, np.dtype(np.uint16): 16}.get(image.dtype)
    total = image.astype(np.int64 if bits else np.float64)
    for axis, place in (1, 0), (0, 1):
        weights = _bell(size[place], sigma[place])
        if bits:
            weights = _in_units(weights, bits)
        elif image.dtype != np.float64:
            weights = weights.astype(np.float32)
        edge = [(0, 0)] * image.ndim
        edge[axis] = (len(weights) // 2,) * 2
        wide = np.moveaxis(np.pad(total, edge, "reflect"), axis, 0)
        count = image.shape[axis]
        lines = sum(wide[i : i + count] * weight for i, weight in enumerate(weights))
        total = np.moveaxis(lines, 0, axis)
        if image.dtype in (np.int16, np.float32):
            total = total.astype(np.float32).astype(np.float64)
    if bits:
        return ((total + (1 << (2 * bits - 1))) >> (2 * bits)).astype(image.dtype)
    return rounded(total, image.dtype)
