"""What image transforms share: arguments, axes, resizing."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Self

import numpy as np

from msjax.dataset import _checks as checks
from msjax.dataset._checks import is_pil
from msjax.dataset.transforms.py_transforms_util import Implementation
from msjax.dataset.transforms.transforms import TensorOperation
from msjax.dataset.vision import _opencv
from msjax.dataset.vision._decoding import pillow
from msjax.dataset.vision._modes import Inter

LIMIT = 16777216


class ImageTensorOperation(TensorOperation):
    """Base of transforms of images: arrays (..., height, width, channels) or (height, width)."""

    _lets_others_run = True
    # An image of Pillow goes to `_execute_py` where there is one, else it is taken as an array.
    ranks: tuple[int, ...] = (2, 3, 4, 5, 6)
    channels: tuple[int, ...] = ()  # how many an image that has an axis of them may have

    def __call__(self, *images: Any) -> Any:
        for image in images:
            if not isinstance(image, np.ndarray) and not is_pil(image):
                raise TypeError(f"The input must be a NumPy or PIL image, got {type(image)}.")
        in_pillow = getattr(self, "_execute_py", None)
        if in_pillow and len(images) == 1 and is_pil(images[0]):
            return in_pillow(images[0])
        return super().__call__(*(np.asarray(image) for image in images))

    def _input(self, value: np.ndarray) -> np.ndarray:
        if value.ndim not in self.ranks:
            raise RuntimeError(
                f"{type(self).__name__}: the rank of the image must be in {self.ranks}, "
                f"but its shape is {value.shape}."
            )
        if not value.size:
            raise RuntimeError(f"{type(self).__name__}: the image is empty: {value.shape}.")
        if self.channels and value.ndim > 2 and value.shape[-1] not in self.channels:
            raise RuntimeError(
                f"{type(self).__name__}: the number of channels must be in {self.channels}, "
                f"but the shape of the image is {value.shape}."
            )
        return value


class OnDevice:
    """Mixin: transforms that MindSpore can also run on Ascend; here they run on the host always."""

    device_target = "CPU"

    def device(self, device_target: str = "CPU") -> Self:
        """Say which device the transform is for.

        Args:
            device_target: "CPU", or "Ascend", whose limits are checked; the values are the same.
                Default: ``"CPU"``.

        Returns:
            The transform itself.

        Raises:
            TypeError: `device_target` is not a str.
            ValueError: `device_target` is neither of these.
            RuntimeError: the transform has options that Ascend does not know.

        Examples:
            >>> import numpy as np
            >>> from msjax.dataset import vision
            >>> vision.Resize(2).device("Ascend")(np.zeros((4, 4, 3), np.uint8)).shape
            (2, 2, 3)
        """
        checks.check_type(device_target, str, "device_target")
        if device_target not in ("CPU", "Ascend"):
            raise ValueError(
                f"The 'device_target' must be 'CPU' or 'Ascend', but got {device_target!r}."
            )
        if device_target == "Ascend":
            self._check_ascend()
        self.device_target = device_target
        return self

    def _check_ascend(self) -> None:
        """Refuse options that Ascend does not know."""


def check_modes(inter: Inter, known: Sequence[Inter]) -> None:
    """Refuse a way to interpolate that Ascend does not know."""
    if inter not in known:
        names = ", ".join(mode.name for mode in known)
        raise RuntimeError(f"The interpolation must be {names} on Ascend, but got {inter.name}.")


def axes(image: np.ndarray) -> tuple[int, int]:
    """The axes of height and width."""
    return (0, 1) if image.ndim == 2 else (image.ndim - 3, image.ndim - 2)


def shape(image: np.ndarray) -> tuple[int, int]:
    """Height and width."""
    rows, columns = axes(image)
    return image.shape[rows], image.shape[columns]


def in_bytes(image: np.ndarray) -> np.ndarray:
    """An image of bool as bytes of 0 and 1, others as they are."""
    return image.view(np.uint8) if image.dtype == np.bool_ else image


def cut(image: np.ndarray, top: int, left: int, height: int, width: int) -> np.ndarray:
    """A part of an image."""
    parts = [slice(None)] * image.ndim
    rows, columns = axes(image)
    parts[rows], parts[columns] = slice(top, top + height), slice(left, left + width)
    return image[tuple(parts)]


def check_array(image: Any) -> None:
    """Refuse an image that is not a NumPy array."""
    if not isinstance(image, np.ndarray):
        raise TypeError(f"The input must be a NumPy image, but got {type(image)}.")


def check_size(size: Any, name: str = "size") -> None:
    """Refuse what is neither a positive int nor a pair of them."""
    checks.check_type(size, (int, list, tuple), name)
    if isinstance(size, int):
        checks.check_int(size, 1, LIMIT, name)
        return
    if len(size) != 2:
        raise TypeError(f"The '{name}' must be an int or a pair (height, width), but got {size}.")
    for one in size:
        checks.check_int(one, 1, LIMIT, name)


def pair(size: Any) -> tuple[int, int]:
    """A size as height and width."""
    return (size, size) if isinstance(size, int) else tuple(size)


class Sometimes:
    """Mixin: the transform behind it, with a probability."""

    _rng: np.random.Generator

    def __init__(self, prob: float = 0.5):
        super().__init__()
        checks.check_probability(prob)
        self.prob = prob

    def _happens(self) -> bool:
        return self._rng.random() < self.prob

    def _apply(self, image):
        return super()._apply(image) if self._happens() else image.copy()


def check_degrees(degrees: Any) -> None:
    """Refuse what is no (min, max) of numbers from 0 on."""
    checks.check_type(degrees, (list, tuple), "degrees")
    checks.check_all(degrees, (int, float), "degrees")
    if len(degrees) != 2 or not 0 <= degrees[0] <= degrees[1]:
        raise ValueError(f"The 'degrees' must be (min, max) from 0 on, but got {degrees}.")


def check_channels(values: Any, low: float, high: float, name: str, above: bool = False) -> None:
    """Refuse what is not a list of numbers in [low, high], or (low, high]."""
    checks.check_type(values, (list, tuple), name)
    for i, value in enumerate(values):
        checks.check_type(value, (int, float), f"{name}[{i}]")
        checks.check_range(value, low, high, f"{name}[{i}]")
        if above and value == low:
            raise ValueError(f"The argument '{name}[{i}]' must be greater than {low}.")


def check_inter(interpolation: Any, name: str = "interpolation") -> None:
    """Refuse what is not an Inter."""
    checks.check_type(interpolation, Inter, name)


def set_kind(operation: TensorOperation, interpolation: Any) -> None:
    """Note what an interpolation takes: ANTIALIAS images of Pillow, AREA and PILCUBIC arrays."""
    if interpolation is Inter.ANTIALIAS:
        operation.implementation = Implementation.PY
    operation._takes_arrays = interpolation in (Inter.AREA, Inter.PILCUBIC)


def rounded(values: np.ndarray, dtype: Any) -> np.ndarray:
    """Values rounded and limited to an integer type; as they are in a float type."""
    dtype = np.dtype(dtype)
    if dtype.kind == "f":
        return values.astype(dtype)
    bounds = np.iinfo(dtype)
    return np.clip(np.rint(values), bounds.min, bounds.max).astype(dtype)


def weighted(first: Any, share: Any, second: Any, other: Any, dtype: Any) -> np.ndarray:
    """Two images times numbers, added as OpenCV does it: one rounding for product and sum."""
    kind = np.float64 if dtype == np.float64 else np.float32
    total = np.asarray(second).astype(kind) * kind(other)
    total = (np.asarray(first).astype(np.float64) * float(kind(share)) + total).astype(kind)
    return rounded(total, dtype)


def resize(
    image: np.ndarray,
    size: tuple[int, int],
    inter: Inter,
    part: tuple[int, int, int, int] | None = None,
) -> np.ndarray:
    """An image of another size, as OpenCV makes it, or (top, left, height, width) of that."""
    height, width = shape(image)
    half = (height, width) == (2 * size[0], 2 * size[1])
    same = (height, width) == tuple(size)
    if inter is Inter.LINEAR and image.dtype == np.uint8 and image.ndim < 4 and not (half or same):
        return _bilinear(image, size, part or (0, 0, *size))
    if part is not None:
        return cut(resize(image, size, inter), *part).copy()
    if image.dtype == np.bool_ and inter is not Inter.NEAREST:
        return resize(in_bytes(image), size, inter).astype(np.bool_)
    if same:
        return image.copy()
    if image.dtype not in (np.uint8, np.int16, np.uint16, np.float32, np.float64):
        if inter is not Inter.NEAREST:
            raise RuntimeError(f"Resize: an image of {image.dtype} cannot be interpolated.")
    if inter is Inter.NEAREST:
        rows, columns = axes(image)
        image = np.take(image, _nearest(height, size[0]), rows)
        return np.take(image, _nearest(width, size[1]), columns)
    if inter in (Inter.ANTIALIAS, Inter.PILCUBIC):
        return _by_pillow(image, size, inter)
    shrink = size[0] <= height and size[1] <= width
    if (inter is Inter.AREA and shrink) or (inter is Inter.LINEAR and half):
        if image.dtype.kind in "iu" and not (height % size[0] or width % size[1]):
            return _means(image, size)
        return _in_floats_of(image, _area(height, size[0]), _area(width, size[1]))
    taps = {Inter.LINEAR: _linear, Inter.AREA: _sharp, Inter.CUBIC: _cubic}[inter]
    rows, columns = axes(image)
    if image.dtype != np.uint8:
        down, across = taps(height, size[0]), taps(width, size[1])
        result = _in_floats_of(image, down, across)
        if inter is not Inter.CUBIC or image.dtype == np.float64:
            return result
        return np.where(_blocks(result), _in_floats_of(image, down[::-1], across), result)
    wide = np.int64 if inter is Inter.CUBIC else np.int32  # which holds the largest sum
    across = _weighted(image.astype(wide), _fixed(taps(width, size[1])), 0, columns)
    across = np.moveaxis(across, rows, 0)
    if inter is Inter.CUBIC:
        fixed = _fixed(taps(height, size[0]))
        total = (_weighted(across, fixed, 0) + (1 << 21)) >> 22
        total = np.where(_blocks(total), np.rint(_in_floats(across, fixed)), total)
    else:
        total = (_weighted(across >> 4, _fixed(taps(height, size[0])), 16) + 2) >> 2
    return np.moveaxis(np.clip(total, 0, 255).astype(np.uint8), 0, rows)


_STRIP = 1 << 19  # elements at once: few calls, and what they use stays in the processor's cache
_KEPT = 1 << 22  # bytes of the largest arrays that threads keep


class _Scratch(threading.local):
    """Memory for what is between two steps: fresh pages cost as much as what is done in them."""

    def __init__(self) -> None:
        self._arrays: dict[tuple, np.ndarray] = {}

    def array(self, name: str, rows: int, columns: int, dtype: Any) -> np.ndarray:
        """An array of any contents; the next one of the name takes its place."""
        count = rows * columns
        kept = self._arrays.get((name, dtype))
        if kept is None or len(kept) < count:
            kept = np.empty(count, dtype)
            if kept.nbytes <= _KEPT:
                self._arrays[name, dtype] = kept
        return kept[:count].reshape(rows, columns)


_SCRATCH = _Scratch()


def _bilinear(image: np.ndarray, size: tuple, part: tuple) -> np.ndarray:
    """A part of the image in another size: OpenCV's sums of bytes."""
    library = _opencv.library(_whole) if _channels(image) in (1, 3, 4) else None
    if library is None:
        return _in_strips(image, size, part)
    whole = _opencv.resized(library, image, size).reshape(*size, *image.shape[2:])
    return whole if part[2:] == tuple(size) else cut(whole, *part)


def _channels(image: np.ndarray) -> int:
    return image.shape[2] if image.ndim == 3 else 1


def _whole(image: np.ndarray, size: tuple) -> np.ndarray:
    return _in_strips(image, size, (0, 0, *size))


def _in_strips(image: np.ndarray, size: tuple, part: tuple) -> np.ndarray:
    """The same by NumPy, rows of pixels at a time.

    The steps are few and long: between two of them a thread may have to wait for another one.
    """
    channels = _channels(image)
    top, left, tall, wide = part
    chosen, shares = _down(image.shape[0], size[0], top, tall)
    places, weights, sixteenths = _across(image.shape[1], size[1], left, wide, channels)
    first, last = int(chosen.min(initial=image.shape[0])), int(chosen.max(initial=0)) + 1
    lines = image[first:last]
    if channels != 4:
        lines = np.ascontiguousarray(lines).reshape(last - first, -1)
    else:  # one word for a pixel
        lines = lines if lines.strides[2] == 1 else np.ascontiguousarray(lines)
        lines = lines.view(np.uint32)[..., 0]
    scratch = _SCRATCH.array
    count = wide * channels
    # (a * (2048 - w) + b * w) >> 4 in 16 bits: the shares of two neighbours add up to 2048
    across = scratch("across", last - first, count, np.int16)  # 255 * 2048 / 16 at most
    most = _even(max(_STRIP // count, 16), len(lines), tall)
    taken = scratch("taken", most, len(places), lines.dtype)
    pairs = scratch("pairs", most, 2 * count, np.int16)
    for start in range(0, len(lines), most):
        strip = lines[start : start + most]
        rows = len(strip)
        total, both = across[start : start + most], pairs[:rows]
        strip.take(places, 1, mode="clip", out=taken[:rows])
        both[...] = taken[:rows].view(np.uint8)
        west, east = both[:, :count], both[:, count:]
        np.subtract(east, west, out=total)
        total *= sixteenths
        total >>= 4
        both *= weights
        total += west
        total += east
    result = np.empty((tall, wide, *image.shape[2:]), np.uint8)
    written = result.reshape(tall, count)
    chosen = chosen - first
    values = scratch("values", 2 * most, count, np.int16)
    products = scratch("products", 2 * most, count, np.int32)
    for start in range(0, tall, most):
        strip = slice(start, min(start + most, tall))
        rows = strip.stop - start
        both, wide_ones = values[: 2 * rows], products[: 2 * rows]
        across.take(chosen[:, strip].ravel(), 0, mode="clip", out=both)
        wide_ones[...] = both
        wide_ones *= shares[:, strip].reshape(-1, 1)
        np.right_shift(wide_ones, 16, out=both, casting="unsafe")  # at most 1020
        total = both[:rows]
        total += both[rows:]
        total += 2
        total >>= 2
        written[strip] = total
    return result


def _even(most: int, *lengths: int) -> int:
    """The largest strips of at most so many rows that divide the lengths into nearly equal ones."""
    return max(-(-length // max(-(-length // most), 1)) for length in lengths)


@lru_cache(256)
def _down(old: int, new: int, start: int, count: int) -> tuple[np.ndarray, np.ndarray]:
    """For rows of the result the two rows of the image, and how much of each of them."""
    taps = _cut_taps(old, new, start, count)
    return np.stack([place for place, _ in taps]), np.stack([weight for _, weight in taps])


@lru_cache(256)
def _across(old: int, new: int, start: int, count: int, channels: int) -> tuple[np.ndarray, ...]:
    """For columns the same, all first places before all second ones; shares in units of 1/128.

    What units of 1/128 leave of the second share follows, in units of 1/2048. Four channels are one
    place, others one each.
    """
    (west, _), (east, share) = _cut_taps(old, new, start, count)
    if channels != 4:
        west, east = ((at[:, None] * channels + np.arange(channels)).ravel() for at in (west, east))
    share = share.repeat(channels).astype(np.int16)
    shares = np.concatenate([128 - (share >> 4), share >> 4])
    return np.concatenate([west, east]), shares, share & 15


def _cut_taps(old: int, new: int, start: int, count: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """Places and weights in units of 1/2048 of some of the new places."""
    chosen = slice(start, start + count)
    return [
        (np.clip(place[chosen], 0, old - 1), weight[chosen].astype(np.int32))
        for place, weight in _fixed(_linear(old, new))
    ]


def _weighted(image: np.ndarray, taps: list, shift: int, axis: int = 0) -> np.ndarray:
    """Sums along an axis with weights, each product shifted, as OpenCV does with bytes."""
    lengths = [1] * image.ndim
    lengths[axis] = -1
    total = np.zeros(1, image.dtype)
    for place, weight in taps:
        chosen = np.take(image, np.clip(place, 0, image.shape[axis] - 1), axis)
        total = total + ((chosen * weight.astype(image.dtype).reshape(lengths)) >> shift)
    return total


def _blocks(image: np.ndarray) -> np.ndarray:
    """Of a row, the values that OpenCV computes eight at once, in floats and from the last tap."""
    line = image.shape[1:] if image.ndim == 2 else image.shape[-2:]
    count = int(np.prod(line))
    return (np.arange(count) < count // 8 * 8).reshape(line)


def _in_floats(rows: np.ndarray, taps: list) -> np.ndarray:
    """Sums of rows with weights, from the last one on, in 32-bit floats."""
    total = np.zeros(1, np.float32)
    for place, weight in reversed(taps):
        chosen = rows[np.clip(place, 0, len(rows) - 1)].astype(np.float32)
        share = weight.astype(np.float32) * np.float32(2**-22)
        total = chosen * share.reshape(-1, *[1] * (rows.ndim - 1)) + total
    return total


def _fixed(taps: list) -> list:
    """The taps with weights in units of 1/2048."""
    return [(place, np.rint(weight * 2048).astype(np.int64)) for place, weight in taps]


def _nearest(old: int, new: int) -> np.ndarray:
    return np.minimum(np.floor(np.arange(new) * (old / new)).astype(np.int64), old - 1)


def _places(old: int, new: int) -> tuple[np.ndarray, np.ndarray]:
    """For each new place the old one to the left of it and the distance."""
    where = ((np.arange(new) + 0.5) * (old / new) - 0.5).astype(np.float32)
    left = np.floor(where)
    return left.astype(np.int64), (where - left).astype(np.float64)


def _linear(old: int, new: int) -> list:
    left, part = _places(old, new)
    return [(left, 1 - part), (left + 1, part)]


def _sharp(old: int, new: int) -> list:
    """OpenCV's AREA where it enlarges: linear with steeper steps."""
    scale = old / new
    left = np.floor(np.arange(new) * scale).astype(np.int64)
    part = (np.arange(1, new + 1) - (left + 1) / scale).astype(np.float32).astype(np.float64)
    part = np.where(part <= 0, 0, part - np.floor(part))
    return [(left, 1 - part), (left + 1, part)]


def _cubic(old: int, new: int) -> list:
    left, part = _places(old, new)
    sharp, x = np.float32(-0.75), part.astype(np.float32)
    one, back = x + np.float32(1), np.float32(1) - x

    def near(x):
        return ((sharp + 2) * x - (sharp + 3)) * x * x + 1

    far = ((sharp * one - 5 * sharp) * one + 8 * sharp) * one - 4 * sharp
    weights = [far, near(x), near(back)]
    weights.append(np.float32(1) - weights[0] - weights[1] - weights[2])
    return [(left + shift, weight) for shift, weight in enumerate(weights, -1)]


def _area(old: int, new: int) -> list:
    """Taps of the old places that a new one covers, as OpenCV finds them."""
    scale = old / new
    start = np.arange(new) * scale
    end = start + scale
    width = np.minimum(scale, old - start)
    last = np.minimum(np.floor(end).astype(np.int64), old - 1)
    first = np.minimum(np.ceil(start).astype(np.int64), last)
    parts = [(first - 1, np.where(first - start > 1e-3, (first - start) / width, 0))]
    for step in range(int((last - first).max(initial=0))):
        parts.append((first + step, np.where(first + step < last, 1 / width, 0)))
    rest = np.minimum(np.minimum(end - last, 1), width) / width
    parts.append((last, np.where(end - last > 1e-3, rest, 0)))
    return parts


def _means(image: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """The means of blocks of whole numbers, rounded as OpenCV does."""
    rows, columns = axes(image)
    down, across = image.shape[rows] // size[0], image.shape[columns] // size[1]
    blocks = (*image.shape[:rows], size[0], down, size[1], across, *image.shape[columns + 1 :])
    sums = image.reshape(blocks).sum((rows + 1, rows + 3), np.int32)
    channels = 1 if image.ndim == 2 else image.shape[-1]
    if down == across == 2 and channels in (1, 3, 4):  # halves become more, elsewhere even
        return ((sums + 2) >> 2).astype(image.dtype)
    return rounded(sums.astype(np.float32) * np.float32(1 / (down * across)), image.dtype)


def _in_floats_of(image: np.ndarray, down: list, across: list) -> np.ndarray:
    """Sums along both axes with weights of 32 bits, in floats and one after the other."""
    kind = np.float64 if image.dtype == np.float64 else np.float32
    total = image.astype(kind)
    for taps, axis in zip((across, down), reversed(axes(image)), strict=True):
        lengths = [1] * image.ndim
        lengths[axis] = -1
        values, total = total, np.zeros(1, kind)
        for place, weight in taps:
            chosen = np.take(values, np.clip(place, 0, values.shape[axis] - 1), axis)
            total = total + chosen * weight.astype(np.float32).astype(kind).reshape(lengths)
    return rounded(total, image.dtype)


def _by_pillow(image: np.ndarray, size: tuple[int, int], inter: Inter) -> np.ndarray:
    library = pillow()
    kind = {
        Inter.ANTIALIAS: library.Resampling.LANCZOS,
        Inter.PILCUBIC: library.Resampling.BICUBIC,
    }[inter]
    if image.dtype != np.uint8 or image.ndim > 3:
        raise RuntimeError(f"Resize: {inter.name} takes an image of uint8, not {image.dtype}.")
    return np.array(library.fromarray(image).resize(size[::-1], kind))


def target_size(image: np.ndarray, size: Any) -> tuple[int, int]:
    """The size, or with an int the one whose shorter edge it is."""
    if not isinstance(size, int):
        return tuple(size)
    height, width = shape(image)
    if height < width:
        return size, int(size * width / height)
    return int(size * height / width), size


MODES = {"constant": "constant", "edge": "edge", "reflect": "reflect", "symmetric": "symmetric"}


def pad_image(image: np.ndarray, padding: tuple, fill: Any, mode: Any) -> np.ndarray:
    """An image with left, top, right and bottom borders; one of bool becomes bytes."""
    image = in_bytes(image)
    left, top, right, bottom = padding
    rows, columns = axes(image)
    widths = [(0, 0)] * image.ndim
    widths[rows], widths[columns] = (top, bottom), (left, right)
    if mode != "constant":
        return np.pad(image, widths, mode=MODES[mode.value])
    padded = np.pad(image, widths)
    colors = (fill,) * 3 if isinstance(fill, int) else tuple(fill)
    inside = [slice(None)] * image.ndim
    inside[rows] = slice(top, top + image.shape[rows])
    inside[columns] = slice(left, left + image.shape[columns])
    channels = image.shape[-1] if image.ndim > 2 else 1
    if channels > 4:  # more than a color of OpenCV has
        if any(colors):
            raise RuntimeError(f"An image of {channels} channels cannot have borders of {fill}.")
        return padded
    color = np.asarray((*colors, *colors)[:channels], image.dtype)
    filled = np.broadcast_to(color if image.ndim > 2 else color[0], padded.shape).copy()
    filled[tuple(inside)] = image
    return filled


def check_padding(padding: Any) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of an int, a pair (left and right, top and bottom) or four."""
    checks.check_type(padding, (int, list, tuple), "padding")
    values = (padding,) * 4 if isinstance(padding, int) else tuple(padding)
    if len(values) not in (2, 4):
        raise ValueError(f"The 'padding' must be an int, or 2 or 4 of them, but got {padding}.")
    for value in values:
        checks.check_int(value, 0, checks.INT32_MAX, "padding")
    return values * 2 if len(values) == 2 else values


def check_fill(fill_value: Any) -> None:
    """Refuse what is not a color: an int or a tuple of three in [0, 255]."""
    checks.check_type(fill_value, (int, tuple), "fill_value")
    values = fill_value if isinstance(fill_value, tuple) else (fill_value,)
    if isinstance(fill_value, tuple) and len(values) != 3:
        raise TypeError(f"The 'fill_value' must be an int or three, but got {fill_value}.")
    for value in values:
        checks.check_int(value, 0, 255, "fill_value")
