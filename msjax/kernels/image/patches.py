"""Patches of images and volumes, glimpses, grayscale dilation, differences of neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import boolean, of_type, string
from msjax._core.base.errors import describe, must
from msjax._core.op.primitive import REQUIRED
from msjax._core.op.publish import Array, Key, call, op, primitive, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.attributes import PAD_MODES, stored, upper, window
from msjax.kernels.checks import accept, check_rank, same_dtype
from msjax.kernels.conv.spatial import pad_ends, same_pads, span
from msjax.kernels.create.random import Seeded
from msjax.kernels.pool.windows import lowest, window_slices

_PADDINGS = ("VALID", "SAME", "valid", "same")


def _pair(arg: str, value: Any) -> tuple[int, ...]:
    """Rows and columns of two ints or of four in the order of the dimensions."""
    if not isinstance(value, (tuple, list)) or any(type(v) is not int for v in value):
        raise TypeError(must(arg, "tuple or list of int", describe(value)))
    items = tuple(value[2:]) if len(value) == 4 else tuple(value)
    if len(items) != 2 or min(items) < 1:
        raise ValueError(must(arg, "2 or 4 positive ints", value))
    return items


def _last_two(value: Any) -> tuple[int, ...]:
    return tuple(value[-2:])


def _check_padding(arg: str, value: Any) -> None:
    if value not in _PADDINGS:
        raise ValueError(must(arg, "'VALID' or 'SAME'", repr(value)))


def _check_patches(ksizes: Any, strides: Any, rates: Any, padding: Any) -> None:
    for arg, value in (("ksizes", ksizes), ("strides", strides), ("rates", rates)):
        _pair(arg, value)
    _check_padding("padding", padding)


@primitive(
    "ExtractImagePatches",
    check=_check_patches,
    normal=stored(
        ksizes=_last_two,
        strides=_last_two,
        rates=_last_two,
        padding=PAD_MODES,
    ),
    ksizes=REQUIRED,
    strides=REQUIRED,
    rates=REQUIRED,
    padding="VALID",
)
@op(label="ExtractImagePatches")
def extract_image_patches(
    input_x: Array,
    ksizes: int | tuple[int, ...],
    strides: int | tuple[int, ...],
    rates: Sequence[int],
    padding: str = "VALID",
):
    """Patches of images, their elements along the channels.

    Args:
        ksizes: (rows, columns) or (1, 1, rows, columns), the patches' size.
        strides: the distance between patches, in the same form.
        rates: the distance between elements of a patch, in the same form.
        padding: "VALID", or "SAME" for zeros around the image.

    Inputs:
        - **input_x** (Tensor) - of shape (N, C, H, W).

    Outputs:
        Tensor of shape (N, rows * columns * C, H', W'): rows, columns, then channels.

    Raises:
        TypeError: a size is not a tuple of ints.
        ValueError: an argument is out of range, or no patch fits.

    Examples:
        >>> import msjax as ms
        >>> patches = ms.ops.ExtractImagePatches((2, 2), (1, 1), (1, 1))
        >>> print(patches(ms.ops.ones((1, 1, 3, 3))).shape)
        (1, 4, 2, 2)
    """
    _check_patches(ksizes, strides, rates, padding)
    sizes = [_pair("ksizes", v) for v in (ksizes, strides, rates)]
    return extract_patches(input_x, *sizes, padding.lower())


@op(label="ExtractImagePatches")
def extract_patches(
    x: Array,
    ksizes: int | tuple[int, ...],
    strides: int | tuple[int, ...],
    rates: Sequence[int],
    padding: int | tuple[int, ...],
):
    """Patches of (N, C, H, W), their elements along the channels: rows, columns, then channels."""
    check_rank(x, 4, "x")
    lengths = x.shape[2:]
    pads = ((0, 0), (0, 0))
    if padding == "same":
        pads = same_pads(lengths, ksizes, strides, rates)
    x = pad_ends(x, pads)
    rows = zip(x.shape[2:], ksizes, strides, rates, strict=True)
    counts = [(n - span(k, d)) // s + 1 for n, k, s, d in rows]
    if min(counts) < 1:
        raise ValueError(must("ksizes", f"at most {lengths}", ksizes))
    parts = []
    for row in window_slices(x, 2, ksizes[0], strides[0], rates[0], counts[0]):
        parts += window_slices(row, 3, ksizes[1], strides[1], rates[1], counts[1])
    return jnp.concatenate(parts, 1)


def _triple(arg: str, value: Any) -> tuple[int, ...]:
    of_type(arg, value, int, tuple, list)
    items = (value,) * 3 if isinstance(value, int) else tuple(value)
    if len(items) == 5 and items[:2] == (1, 1):
        items = items[2:]
    if len(items) != 3 or not all(type(v) is int and v > 0 for v in items):
        raise ValueError(must(arg, "a positive int, 3 such, or (1, 1, ...)", value))
    return items


def _check_volumes(kernel_size: Any, strides: Any, padding: Any) -> None:
    _triple("kernel_size", kernel_size)
    _triple("strides", strides)
    string("padding", padding)
    if padding.upper() not in ("VALID", "SAME"):
        raise ValueError(must("padding", "'VALID' or 'SAME'", repr(padding)))


@primitive(
    "ExtractVolumePatches",
    check=_check_volumes,
    normal=stored(kernel_size=window(3), strides=window(3)),
    counts="all",
    kernel_size=REQUIRED,
    strides=REQUIRED,
    padding=REQUIRED,
)
@op(label="ExtractVolumePatches")
def extract_volume_patches(
    input_x: Array, kernel_size: int | tuple[int, ...], strides: int | tuple[int, ...], padding: str
):
    """Patches of volumes, their elements along the channels.

    Args:
        kernel_size: int, three ints or (1, 1, depth, rows, columns), the patches' size.
        strides: the distance between patches, in the same form.
        padding: "valid", or "same" for zeros around the volume.

    Inputs:
        - **input_x** (Tensor) - number dtype, of shape (N, C, D, H, W).

    Outputs:
        Tensor of shape (N, depth * rows * columns * C, D', H', W'): depth, rows, columns, then
        channels.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument is out of range, or no patch fits.

    Examples:
        >>> import msjax as ms
        >>> patches = ms.ops.ExtractVolumePatches(2, 1, "valid")
        >>> print(patches(ms.ops.ones((1, 1, 3, 3, 3))).shape)
        (1, 8, 2, 2, 2)
    """
    _check_volumes(kernel_size, strides, padding)
    accept(input_x, "iuf", "input_x")
    check_rank(input_x, 5, "input_x")
    kernel, steps = _triple("kernel_size", kernel_size), _triple("strides", strides)
    lengths, ones = input_x.shape[2:], (1, 1, 1)
    if padding.upper() == "SAME":
        input_x = pad_ends(input_x, same_pads(lengths, kernel, steps, ones))
    parts = [input_x]
    for axis, (k, s) in enumerate(zip(kernel, steps, strict=True), 2):
        count = (input_x.shape[axis] - k) // s + 1
        if count < 1:
            raise ValueError(must("kernel_size", f"at most {lengths}", kernel_size))
        parts = [piece for part in parts for piece in window_slices(part, axis, k, s, 1, count)]
    stacked = jnp.stack(parts, 1)
    return stacked.reshape(stacked.shape[0], -1, *stacked.shape[3:])


@op(label="ExtractGlimpse")
def _glimpse(x: Array, offsets: Array, size, centered, normalized, noise, generator: Key = None):
    accept(x, "float32", "x")
    accept(offsets, "float32", "offsets")
    check_rank(x, 4, "x", RuntimeError)
    if offsets.shape != (x.shape[0], 2):
        raise ValueError(must("offsets", f"of shape ({x.shape[0]}, 2)", offsets.shape))
    if len(size) != 2 or min(size) <= 0:
        raise ValueError(must("size", "two positive ints", size))
    height, width = x.shape[1:3]
    lengths, window = np.array([height, width], np.float32), np.array(size, np.float32)
    where = offsets
    if normalized:
        where = where * lengths
    if centered:
        where = where / 2 + lengths / 2
    start = jnp.trunc(where - window / 2).astype(np.int32)
    rows = start[:, :1] + np.arange(size[0], dtype=np.int32)
    columns = start[:, 1:] + np.arange(size[1], dtype=np.int32)
    images = np.arange(x.shape[0])[:, None, None]
    taken = x[
        images,
        jnp.clip(rows, 0, height - 1)[:, :, None],
        jnp.clip(columns, 0, width - 1)[:, None, :],
    ]
    inside = ((rows >= 0) & (rows < height))[:, :, None]
    inside = inside & ((columns >= 0) & (columns < width))[:, None, :]
    if noise == "zero":
        fill = jnp.zeros_like(taken)
    elif noise == "gaussian":
        fill = jax.random.normal(generator, taken.shape, np.float32)
    else:
        fill = jax.random.uniform(generator, taken.shape, np.float32)
    return jnp.where(inside[..., None], taken, fill)


_take_glimpse = call(_glimpse)


@public("ops.ExtractGlimpse", accepts={"size": "Tensor[int32]"}, counts="all")
class ExtractGlimpse(Seeded):
    """Rectangles of images; what lies outside of an image is filled with noise.

    Args:
        centered: whether offsets start from the image's center, else from its upper left corner.
        normalized: whether offsets are in units of the image's size, else of pixels; of half of
            these, if centered.
        uniform_noise: whether the noise is uniform in [0, 1); it is then "uniform".
        noise: "uniform", "gaussian" or "zero".

    Inputs:
        - **x** (Tensor) - Float32 Tensor of shape (N, H, W, C).
        - **size** (Tensor) - Int32 Tensor of the rectangle's height and width.
        - **offsets** (Tensor) - Float32 Tensor (y, x) of the rectangle's center, of shape (N, 2).

    Outputs:
        Tensor of shape (N, height, width, C).

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument is out of range, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> glimpse = ms.ops.ExtractGlimpse(uniform_noise=False, noise="zero")
        >>> x, size = ms.ops.ones((1, 3, 3, 1)), ms.Tensor([1, 2], ms.int32)
        >>> print(glimpse(x, size, ms.Tensor([[0., 1.]])).reshape(-1))
        [1. 0.]
    """

    seed_names = ()

    def __init__(
        self,
        centered: bool = True,
        normalized: bool = True,
        uniform_noise: bool = True,
        noise: str = "uniform",
    ):
        name = "ExtractGlimpse"
        flags = {"centered": centered, "normalized": normalized, "uniform_noise": uniform_noise}
        for arg, value in flags.items():
            boolean(arg, value)
        string("noise", noise)
        if noise not in ("uniform", "gaussian", "zero"):
            raise ValueError(must("noise", "'uniform', 'gaussian' or 'zero'", repr(noise)))
        if uniform_noise and noise != "uniform":
            raise ValueError(must("noise", "'uniform' with 'uniform_noise'", repr(noise)))
        super().__init__(name, 0, 0, **flags, noise=noise)

    def __call__(self, x: Tensor, size: Tensor, offsets: Tensor) -> Tensor:
        return _take_glimpse(x, offsets, size, self.centered, self.normalized, self.noise, None)


def _window_sizes(arg: str, value: Any) -> tuple[int, int]:
    of_type(arg, value, int, tuple)
    items = (value, value) if isinstance(value, int) else value
    if len(items) == 4 and items[:2] == (1, 1):
        items = items[2:]
    if len(items) != 2 or not all(type(v) is int and v > 0 for v in items):
        raise ValueError(must(arg, "a positive int, 2 such, or (1, 1, ...)", value))
    if arg == "stride" and max(items) > 255:
        raise ValueError(must(arg, "in [1, 255]", value))
    return items


def check_dilation(stride: Any, dilation: Any, pad_mode: Any, data_format: Any) -> None:
    """Raise unless a dilation of images takes these settings."""
    if data_format != "NCHW":
        raise ValueError(must("data_format", "'NCHW'", repr(data_format)))
    _check_padding("pad_mode", pad_mode)
    _window_sizes("stride", stride)
    _window_sizes("dilation", dilation)


@primitive(
    "Dilation2D",
    check=check_dilation,
    normal=stored(stride=window(2), dilation=window(2), pad_mode=upper),
    stride=REQUIRED,
    dilation=REQUIRED,
    pad_mode="SAME",
    data_format="NCHW",
)
@op(label="Dilation2D")
def dilation2d(
    x: Array,
    filter: Array,
    stride: int | tuple[int, ...],
    dilation: int | tuple[int, ...],
    pad_mode: str = "SAME",
    data_format: str = "NCHW",
):
    """Grayscale dilation: the largest sum of element and filter in each window.

    Args:
        stride: int, two ints or (1, 1, rows, columns), the distance between windows; up to 255.
        dilation: the distance between elements of a window, in the same form.
        pad_mode: "SAME" or "VALID". What lies outside of the image never wins.
        data_format: "NCHW".

    Inputs:
        - **x** (Tensor) - real number dtype, of shape (N, C, H, W).
        - **filter** (Tensor) - of shape (C, rows, columns) and the same dtype.

    Outputs:
        Tensor of shape (N, C, H', W').

    Raises:
        TypeError: another dtype, or an argument is of a wrong type.
        ValueError: an argument is out of range, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x, window = ms.Tensor([[[[1., 5.], [2., 3.]]]]), ms.ops.zeros((1, 2, 2))
        >>> print(ms.ops.Dilation2D(1, 1, "VALID")(x, window))
        [[[[5.]]]]
    """
    check_dilation(stride, dilation, pad_mode, data_format)
    accept(x, "iuf", "x")
    same_dtype(x, filter)
    if x.ndim != 4 or filter.ndim != 3 or filter.shape[0] != x.shape[1]:
        raise ValueError(must("filter", "(C, rows, columns) for (N, C, H, W)", filter.shape))
    steps, rates = _window_sizes("stride", stride), _window_sizes("dilation", dilation)
    kernel = filter.shape[1:]
    if pad_mode.upper() == "SAME":
        x = pad_ends(x, same_pads(x.shape[2:], kernel, steps, rates), lowest(x.dtype))
    rows = zip(x.shape[2:], kernel, steps, rates, strict=True)
    counts = [(n - span(k, d)) // s + 1 for n, k, s, d in rows]
    if min(counts) < 1:
        raise ValueError(must("filter", f"to fit into {x.shape[2:]}", filter.shape))
    best = None
    for i, row in enumerate(window_slices(x, 2, kernel[0], steps[0], rates[0], counts[0])):
        places = window_slices(row, 3, kernel[1], steps[1], rates[1], counts[1])
        for j, part in enumerate(places):
            weight = filter[:, i, j][:, None, None]
            total = part + weight
            if jnp.issubdtype(x.dtype, jnp.integer):  # padding plus a negative weight would wrap
                total = jnp.where(part == lowest(x.dtype), part, total)
            best = total if best is None else jnp.where(total > best, total, best)
    return best


@op(label="ImageGradients")
def image_gradients(images: Array):
    """Differences of neighbours along both axes, zeros at the last row and column."""
    check_rank(images, 4, "images")
    down = jnp.diff(images, axis=2)
    right = jnp.diff(images, axis=3)
    return (
        jnp.pad(down, ((0, 0), (0, 0), (0, 1), (0, 0))),
        jnp.pad(right, ((0, 0), (0, 0), (0, 0), (0, 1))),
    )
