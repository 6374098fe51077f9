"""Regions of images: aligned, cropped and resized."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import among, integer
from msjax._core.base.errors import must
from msjax._core.op.primitive import REQUIRED
from msjax._core.op.publish import Array, Finite, op, primitive
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import accept, check_rank, number, of_shape
from msjax.kernels.elementwise.cast import wider
from msjax.kernels.image.boxes import _check_boxes


def _check_roi(
    pooled_height: Any, pooled_width: Any, spatial_scale: Any, sample_num: Any, roi_end_mode: Any
) -> None:
    ints = {"pooled_height": pooled_height, "pooled_width": pooled_width}
    ints |= {"sample_num": sample_num, "roi_end_mode": roi_end_mode}
    for arg, value in ints.items():
        integer(arg, value)
    number("spatial_scale", spatial_scale, float)
    if roi_end_mode not in (0, 1):
        raise ValueError(must("roi_end_mode", "in [0, 1]", roi_end_mode))


def _bilinear_weights(where: jax.Array, size: int) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Lower index, upper index and the upper one's weight, of places moved into the image."""
    inside = jnp.clip(where, 0, size - 1)
    low = jnp.floor(inside).astype(np.int32)
    return low, jnp.ceil(inside).astype(np.int32), inside - low.astype(inside.dtype)


def _roi_spans(
    start: jax.Array, length: jax.Array, bins: int, samples: int, size: int
) -> tuple[jax.Array, ...]:
    """Indices, weights and validity of the samples along one axis, (N, bins * samples)."""
    step = (np.arange(bins * samples, dtype=np.float32) + 0.5) / samples
    where = start[:, None] + step * (length / bins)[:, None]
    valid = (where >= -1) & (where <= size)
    return *_bilinear_weights(where, size), valid


@primitive(
    "ROIAlign",
    check=_check_roi,
    accepts={"rois": "Tensor[float16 float32]"},
    counts="all",
    pooled_height=REQUIRED,
    pooled_width=REQUIRED,
    spatial_scale=REQUIRED,
    sample_num=2,
    roi_end_mode=1,
)
@op(label="ROIAlign")
def roi_align(
    features: Array,
    rois: Array,
    pooled_height: int,
    pooled_width: int,
    spatial_scale: Finite,
    sample_num: int = 2,
    roi_end_mode: int = 1,
):
    """Pool regions of feature maps with bilinear sampling.

    Args:
        features: Float16 or Float32 Tensor of shape (N, C, H, W).
        rois: (image, x0, y0, x1, y1) in units of the input image, Tensor of shape (R, 5); it
            gets no gradient.
        pooled_height: rows of the result.
        pooled_width: columns of the result.
        spatial_scale: size of the feature map over that of the input image.
        sample_num: samples for each bin and axis; 0 or less for one per whole pixel.
        roi_end_mode: 1 if the regions include their last pixel.

    Returns:
        Tensor of shape (R, C, pooled_height, pooled_width). Regions of images that do not exist
        give nan.

    Raises:
        TypeError: an argument is of another type or dtype.
        ValueError: the shapes are not as above.

    Examples:
        >>> import msjax as ms
        >>> x, region = ms.ops.ones((1, 1, 4, 4)), ms.Tensor([[0., 0., 0., 2., 2.]])
        >>> print(ms.ops.ROIAlign(1, 2, 1.0)(x, region))
        [[[[1. 1.]]]]
    """
    accept(features, "float16 float32", "features")
    check_rank(features, 4, "features")
    _check_boxes(rois, "rois", (5,))
    x = wider(features)
    count, _, height, width = x.shape
    regions = jax.lax.stop_gradient(wider(rois))
    image = regions[:, 0].astype(np.int32)
    start = regions[:, 1:3] * spatial_scale
    length = (regions[:, 3:5] + roi_end_mode) * spatial_scale - start
    if roi_end_mode == 0:
        length = jnp.maximum(length, 1)
    known = ((image >= 0) & (image < count))[:, None, None, None]
    image = jnp.clip(image, 0, count - 1)
    if sample_num > 0:
        pooled = _roi_gather(x, image, start, length, pooled_height, pooled_width, sample_num)
    else:
        pooled = _roi_adaptive(x, image, start, length, (pooled_height, pooled_width))
    return jnp.where(known, pooled, jnp.array(np.nan, x.dtype)).astype(features.dtype)


def _roi_gather(
    x: jax.Array,
    image: jax.Array,
    start: jax.Array,
    length: jax.Array,
    rows: int,
    columns: int,
    samples: int,
) -> jax.Array:
    height, width = x.shape[2:]
    y0, y1, ly, y_ok = _roi_spans(start[:, 1], length[:, 1], rows, samples, height)
    x0, x1, lx, x_ok = _roi_spans(start[:, 0], length[:, 0], columns, samples, width)
    channels_last = jnp.moveaxis(x, 1, -1)
    b = image[:, None, None]

    def at(y: jax.Array, z: jax.Array) -> jax.Array:
        return channels_last[b, y[:, :, None], z[:, None, :]]

    ly, lx = ly[:, :, None, None], lx[:, None, :, None]
    upper = at(y0, x0) * (1 - lx) + at(y0, x1) * lx
    lower = at(y1, x0) * (1 - lx) + at(y1, x1) * lx
    value = upper * (1 - ly) + lower * ly
    valid = (y_ok[:, :, None] & x_ok[:, None, :])[..., None]
    value = jnp.where(valid, value, jnp.zeros_like(value))
    value = value.reshape(-1, rows, samples, columns, samples, x.shape[1])
    return jnp.moveaxis(jnp.mean(value, (2, 4)), -1, 1)


def _roi_adaptive(
    x: jax.Array, image: jax.Array, start: jax.Array, length: jax.Array, pooled: tuple[int, int]
) -> jax.Array:
    """As many samples as a bin has whole pixels: each axis' weights are summed up in a loop."""

    def weights(axis: int, bins: int, size: int) -> jax.Array:
        begin, step = start[:, axis], length[:, axis] / bins
        samples = jnp.maximum(jnp.floor(step), 1).astype(np.int32)
        pixel = jnp.arange(size)

        def add(i: Any, total: jax.Array) -> jax.Array:
            part = (i.astype(np.float32) + 0.5) / samples.astype(np.float32)
            places = (np.arange(bins, dtype=np.float32) + part[:, None]).astype(step.dtype)
            where = begin[:, None] + places * step[:, None]
            valid = (where >= -1) & (where <= size) & (i < samples)[:, None]
            low, high, share = (v[..., None] for v in _bilinear_weights(where, size))
            found = jnp.where(pixel == low, 1 - share, 0) + jnp.where(pixel == high, share, 0)
            return total + jnp.where(valid[..., None], found, 0)

        nothing = jnp.zeros((begin.shape[0], bins, size), x.dtype)
        total = jax.lax.fori_loop(0, jnp.max(samples, initial=0), add, nothing)
        return total / samples[:, None, None].astype(total.dtype)

    rows = weights(1, pooled[0], x.shape[2])
    columns = weights(0, pooled[1], x.shape[3])
    highest = jax.lax.Precision.HIGHEST

    def region(of: tuple) -> jax.Array:
        index, y, z = of
        return jnp.einsum("chw,ph,qw->cpq", x[index], y, z, precision=highest)

    return jax.lax.map(region, (image, rows, columns))


_METHODS = ("bilinear", "nearest", "bilinear_v2")


def _check_crop(method: Any, extrapolation_value: Any) -> None:
    among("method", method, _METHODS)
    number("extrapolation_value", extrapolation_value)


def _crop_positions(low: jax.Array, high: jax.Array, size: int, out: int, method: str) -> jax.Array:
    """Where the rows (or columns) of the crops lie, shape (boxes, out)."""
    index = np.arange(out, dtype=np.float32)
    if method == "bilinear_v2":
        first = jnp.trunc(low * size)
        length = jnp.maximum(jnp.trunc(high * size) - first + 1, 1)
        within = (index + 0.5) * (length / out)[:, None] - 0.5
        within = jnp.clip(within, 0, length[:, None] - 1)
        return jnp.clip(first[:, None] + within, 0, size - 1)
    if out == 1:
        return (0.5 * (low + high) * (size - 1))[:, None]
    step = (high - low) * (size - 1) / (out - 1)
    # Each product is rounded for itself: fused with the sum it would move positions by their last
    # bit, which a large image shows in the fourth digit of a pixel. A select keeps them apart.
    first = jnp.where(low == 0, 0, low * (size - 1))[:, None]
    return first + jnp.where(index == 0, 0, index * step[:, None])


@primitive(
    "CropAndResize",
    check=_check_crop,
    accepts={
        "crop_size": "tuple[int] Tensor None",
        "method": "str",
        "extrapolation_value": "float",
    },
    counts="all",
    method="bilinear",
    extrapolation_value=0.0,
)
@op(
    "ops.crop_and_resize",
    label="CropAndResize",
    accepts={
        "crop_size": "tuple[int tuple]",
        "method": "str",
        "extrapolation_value": "float Tensor ndarray",
    },
)
def crop_and_resize(
    image: Array,
    boxes: Array,
    box_indices: Array,
    crop_size: Sequence[Any] | Tensor | None,
    method: str = "bilinear",
    extrapolation_value: Finite = 0.0,
):
    """Cut regions out of images and bring them to one size.

    Args:
        image: Tensor of shape (N, H, W, C).
        boxes: (y0, x0, y1, x1) in fractions of the image's size, Float32 Tensor of shape (R, 4).
        box_indices: the image of each box, Int32 Tensor of shape (R).
        crop_size: height and width of the results.
        method: "bilinear", "nearest" or "bilinear_v2".
        extrapolation_value: the value outside of the image.

    Returns:
        Float32 Tensor of shape (R, *crop_size, C). Boxes of images that do not exist give nan.

    Raises:
        TypeError: a dtype is not as above.
        ValueError: a shape or the method is not as above.

    Examples:
        >>> import msjax as ms
        >>> image = ms.Tensor([[[[0.], [1.]], [[2.], [3.]]]])
        >>> boxes = ms.Tensor([[0., 0., 1., 1.]])
        >>> crop = ms.ops.crop_and_resize(image, boxes, ms.Tensor([0], ms.int32), (1, 1))
        >>> print(crop.reshape(-1))
        [1.5]
    """
    accept(image, "iuf", "image")
    _check_crop(method, extrapolation_value)
    check_rank(image, 4, "image")
    accept(boxes, "float32", "boxes")
    accept(box_indices, "int32", "box_indices")
    _check_boxes(boxes, "boxes")
    of_shape("box_indices", box_indices, boxes.shape[:1])
    if not isinstance(crop_size, tuple) or any(type(n) is not int for n in crop_size):
        raise TypeError(must("crop_size", "a tuple of ints", crop_size))
    if len(crop_size) != 2:
        raise ValueError(must("crop_size", "a tuple of 2 ints", crop_size))
    count, height, width, _ = image.shape
    x = image.astype(np.float32)
    known = (box_indices >= 0) & (box_indices < count)
    b = jnp.clip(box_indices, 0, count - 1)[:, None, None]
    y = _crop_positions(boxes[:, 0], boxes[:, 2], height, crop_size[0], method)
    z = _crop_positions(boxes[:, 1], boxes[:, 3], width, crop_size[1], method)
    valid = ((y >= 0) & (y <= height - 1))[:, :, None] & ((z >= 0) & (z <= width - 1))[:, None]
    if method == "nearest":
        rows, columns = (jnp.floor(v + 0.5).astype(np.int32) for v in (y, z))
        rows, columns = jnp.clip(rows, 0, height - 1), jnp.clip(columns, 0, width - 1)
        value = x[b, rows[:, :, None], columns[:, None]]
    else:
        y0, y1, ly = _bilinear_weights(y, height)
        x0, x1, lx = _bilinear_weights(z, width)
        ly, lx = ly[:, :, None, None], lx[:, None, :, None]
        upper = x[b, y0[:, :, None], x0[:, None]]
        upper = upper + (x[b, y0[:, :, None], x1[:, None]] - upper) * lx
        lower = x[b, y1[:, :, None], x0[:, None]]
        lower = lower + (x[b, y1[:, :, None], x1[:, None]] - lower) * lx
        value = upper + (lower - upper) * ly
    value = jnp.where(valid[..., None], value, jnp.asarray(extrapolation_value).astype(np.float32))
    return jnp.where(known[:, None, None, None], value, jnp.float32(np.nan))


@op(label="CentralCrop", to_float="keep")
def central_crop(image: Array, fraction: Any):
    """The centre of images (C, H, W) or (N, C, H, W)."""
    check_rank(image, (3, 4), "image")
    height, width = image.shape[-2:]
    top, left = (int((n - n * fraction) / 2) for n in (height, width))
    return image[..., top : height - top, left : width - left]
