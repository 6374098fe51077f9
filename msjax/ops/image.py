"""Boxes and regions of images: overlaps, suppression, coding, cropping, alignment; colours."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.errors import describe, must
from msjax._core.op import Array, Finite, Positive, op, settled
from msjax._core.primitive import REQUIRED, primitive
from msjax.ops._accept import accept
from msjax.ops._losses import wide


def _check_boxes(name: str, x: jax.Array, arg: str, width: tuple[int, ...] = (4,)) -> None:
    if x.ndim != 2 or x.shape[1] not in width:
        text = f"of shape (N, {' or '.join(map(str, width))})"
        raise ValueError(must(name, arg, text, x.shape))


def _overlaps(a: jax.Array, b: jax.Array) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Intersections (b by a) and areas of boxes that include their last pixel."""
    low = jnp.maximum(a[None, :, :2], b[:, None, :2])
    high = jnp.minimum(a[None, :, 2:4], b[:, None, 2:4])
    size = jnp.maximum(high - low + 1, 0)
    areas = [(x[:, 2] - x[:, 0] + 1) * (x[:, 3] - x[:, 1] + 1) for x in (a, b)]
    return size[..., 0] * size[..., 1], areas[0], areas[1]


def _check_mode(mode: Any) -> None:
    if mode not in ("iou", "iof"):
        raise KeyError(must("IOU", "mode", "'iou' or 'iof'", mode))


@primitive("IOU", check=_check_mode, mode="iou")
@op("ops.iou", label="IOU")
def iou(anchor_boxes: Array, gt_boxes: Array, mode="iou"):
    """Intersection over union of each pair of boxes.

    Args:
        anchor_boxes: corners (x0, y0, x1, y1), floating Tensor of shape (N, 4).
        gt_boxes: Tensor of shape (M, 4) and the same dtype.
        mode: "iou", or "iof" to divide by the area of the ground truth box instead of the union.

    Returns:
        Tensor of shape (M, N) and the same dtype.

    Raises:
        KeyError: `mode` is none of the above.
        TypeError: the dtypes differ.
        ValueError: the shapes are not as above.

    Examples:
        >>> import msjax as ms
        >>> a, b = ms.Tensor([[0., 0., 9., 9.]]), ms.Tensor([[0., 0., 4., 9.]])
        >>> print(ms.ops.iou(a, b))
        [[0.5]]
    """
    _check_mode(mode)
    accept("IOU", anchor_boxes, "f", "anchor_boxes")
    if gt_boxes.dtype != anchor_boxes.dtype:
        raise TypeError(must("IOU", "gt_boxes", f"of dtype {anchor_boxes.dtype}", gt_boxes.dtype))
    _check_boxes("IOU", anchor_boxes, "anchor_boxes")
    _check_boxes("IOU", gt_boxes, "gt_boxes")
    shared, anchors, truths = _overlaps(wide(anchor_boxes), wide(gt_boxes))
    whole = truths[:, None] if mode == "iof" else anchors[None] + truths[:, None] - shared
    return (shared / whole).astype(anchor_boxes.dtype)


def _check_threshold(iou_threshold: Any) -> None:
    if settled(iou_threshold) and not isinstance(iou_threshold, float):
        raise TypeError(must("NMSWithMask", "iou_threshold", "float", describe(iou_threshold)))


@primitive("NMSWithMask", check=_check_threshold, iou_threshold=0.5)
@op(label="NMSWithMask")
def nms_with_mask(bboxes: Array, iou_threshold: Finite = 0.5):
    """Suppress boxes that overlap better ones.

    Args:
        bboxes: corners and score (x0, y0, x1, y1, score), Float16 or Float32 Tensor of shape
            (N, 5).
        iou_threshold: boxes whose intersection over union with a better one is larger are dropped.

    Returns:
        Tuple of the boxes by falling score, their Int32 positions 0, 1, ..., and a Bool Tensor of
        which are kept.

    Raises:
        TypeError: `iou_threshold` is not a float.
        ValueError: the shape is not as above.

    Examples:
        >>> import msjax as ms
        >>> boxes = ms.Tensor([[0., 0., 9., 9., .8], [0., 0., 9., 8., .9], [20., 0., 29., 9., .5]])
        >>> _, _, kept = ms.ops.NMSWithMask(0.5)(boxes)
        >>> print(kept)
        [ True False  True]
    """
    accept("NMSWithMask", bboxes, "float16 float32", "bboxes")
    _check_boxes("NMSWithMask", bboxes, "bboxes", (5, 8))
    count = bboxes.shape[0]
    order = jnp.argsort(-bboxes[:, 4], stable=True)
    boxes = bboxes[order]
    corners = wide(boxes[:, :4])
    low = jnp.maximum(corners[None, :, :2], corners[:, None, :2])
    size = jnp.maximum(jnp.minimum(corners[None, :, 2:], corners[:, None, 2:]) - low, 0)
    shared = size[..., 0] * size[..., 1]
    area = (corners[:, 2] - corners[:, 0]) * (corners[:, 3] - corners[:, 1])
    beats = shared / (area[None] + area[:, None] - shared) > iou_threshold
    later = jnp.arange(count)

    def step(i: Any, kept: jax.Array) -> jax.Array:
        return kept & ~(beats[i] & (later > i) & kept[i])

    kept = jax.lax.fori_loop(0, count, step, jnp.ones(count, np.bool_))
    return boxes, jnp.arange(count, dtype=np.int32), kept


def _check_coding(name: str, **pairs: Any) -> None:
    for arg, value in pairs.items():
        if not isinstance(value, tuple):
            raise TypeError(must(name, arg, "tuple", describe(value)))
        if len(value) != 4:
            raise ValueError(must(name, arg, "of 4 floats", value))


def _centers(boxes: jax.Array) -> tuple[jax.Array, jax.Array]:
    return (boxes[:, :2] + boxes[:, 2:]) * 0.5, boxes[:, 2:] - boxes[:, :2] + 1


def _pair(name: str, first: jax.Array, second: jax.Array, names: tuple[str, str]) -> None:
    accept(name, first, "float16 float32", names[0])
    if second.dtype != first.dtype:
        raise TypeError(must(name, names[1], f"of dtype {first.dtype}", second.dtype))
    _check_boxes(name, first, names[0])
    _check_boxes(name, second, names[1])
    if first.shape[0] != second.shape[0]:
        raise ValueError(must(name, names[1], f"of {first.shape[0]} boxes", second.shape[0]))


@primitive(
    "BoundingBoxEncode",
    check=lambda means, stds: _check_coding("BoundingBoxEncode", means=means, stds=stds),
    means=(0.0, 0.0, 0.0, 0.0),
    stds=(1.0, 1.0, 1.0, 1.0),
)
@op("ops.bounding_box_encode", label="BoundingBoxEncode")
def bounding_box_encode(
    anchor_box: Array,
    groundtruth_box: Array,
    means=(0.0, 0.0, 0.0, 0.0),
    stds=(1.0, 1.0, 1.0, 1.0),
):
    """Shifts and log scales that take anchors to ground truth boxes.

    Args:
        anchor_box: corners (x0, y0, x1, y1), Float16 or Float32 Tensor of shape (N, 4).
        groundtruth_box: Tensor of the same shape and dtype.
        means: subtracted from the results.
        stds: by which they are then divided.

    Returns:
        (dx, dy, dw, dh), Tensor of shape (N, 4).

    Raises:
        TypeError: `means` or `stds` is no tuple, the dtypes differ.
        ValueError: the lengths or shapes are not as above.
    """
    _check_coding("BoundingBoxEncode", means=means, stds=stds)
    _pair("BoundingBoxEncode", anchor_box, groundtruth_box, ("anchor_box", "groundtruth_box"))
    p, p_size = _centers(wide(anchor_box))
    g, g_size = _centers(wide(groundtruth_box))
    deltas = jnp.concatenate([(g - p) / p_size, jnp.log(g_size / p_size)], 1)
    mean, std = np.array(means, np.float32), np.array(stds, np.float32)
    return ((deltas - mean) / std).astype(anchor_box.dtype)


def _check_decode(max_shape: Any, means: Any, stds: Any, wh_ratio_clip: Any) -> None:
    name = "BoundingBoxDecode"
    if not isinstance(max_shape, tuple):
        raise TypeError(must(name, "max_shape", "tuple", describe(max_shape)))
    if len(max_shape) != 2:
        raise ValueError(must(name, "max_shape", "of 2 ints", max_shape))
    _check_coding(name, means=means, stds=stds)
    if settled(wh_ratio_clip) and not isinstance(wh_ratio_clip, float):
        raise TypeError(must(name, "wh_ratio_clip", "float", describe(wh_ratio_clip)))


@primitive(
    "BoundingBoxDecode",
    check=_check_decode,
    max_shape=REQUIRED,
    means=(0.0, 0.0, 0.0, 0.0),
    stds=(1.0, 1.0, 1.0, 1.0),
    wh_ratio_clip=0.016,
)
@op("ops.bounding_box_decode", label="BoundingBoxDecode")
def bounding_box_decode(
    anchor_box: Array,
    deltas: Array,
    max_shape,
    means=(0.0, 0.0, 0.0, 0.0),
    stds=(1.0, 1.0, 1.0, 1.0),
    wh_ratio_clip: Positive = 0.016,
):
    """Boxes that shifts and log scales make of anchors; the inverse of `BoundingBoxEncode`.

    Args:
        anchor_box: corners (x0, y0, x1, y1), Float16 or Float32 Tensor of shape (N, 4).
        deltas: Tensor of the same shape and dtype.
        max_shape: height and width that the boxes are clipped to.
        means: added to the deltas after
        stds: which they are multiplied by.
        wh_ratio_clip: log scales are clipped to the logarithm of this and of its inverse.

    Returns:
        Corners, Tensor of shape (N, 4).

    Raises:
        TypeError: an argument is of another type.
        ValueError: the lengths or shapes are not as above.
    """
    _check_decode(max_shape, means, stds, wh_ratio_clip)
    _pair("BoundingBoxDecode", anchor_box, deltas, ("anchor_box", "deltas"))
    mean, std = np.array(means, np.float32), np.array(stds, np.float32)
    moves = wide(deltas) * std + mean
    bound = jnp.abs(jnp.log(jnp.asarray(wh_ratio_clip).astype(np.float32)))
    p, p_size = _centers(wide(anchor_box))
    size = p_size * jnp.exp(jnp.clip(moves[:, 2:], -bound, bound))
    center = p + p_size * moves[:, :2]
    limit = np.array([max_shape[1], max_shape[0]] * 2, np.float32)
    corners = jnp.concatenate([center - size * 0.5 + 0.5, center + size * 0.5 - 0.5], 1)
    return jnp.clip(corners, 0, limit).astype(anchor_box.dtype)


@primitive("CheckValid")
@op("ops.check_valid", label="CheckValid")
def check_valid(bboxes: Array, img_metas: Array):
    """Which boxes lie inside an image.

    Args:
        bboxes: corners (x0, y0, x1, y1), Tensor of shape (N, 4).
        img_metas: (height, width, ratio), Tensor of the same dtype; the image is `ratio` times
            larger.

    Returns:
        Bool Tensor of shape (N).

    Raises:
        TypeError: the dtype is not Float16, Float32, Int16 or UInt8, or the dtypes differ.
        ValueError: the shapes are not as above.
    """
    name = "CheckValid"
    for x, arg in ((bboxes, "bboxes"), (img_metas, "img_metas")):
        accept(name, x, "float16 float32 int16 uint8", arg)
    _check_boxes(name, bboxes, "bboxes")
    if img_metas.shape != (3,):
        raise ValueError(must(name, "img_metas", "of shape (3,)", img_metas.shape))
    boxes, metas = bboxes.astype(np.float32), img_metas.astype(np.float32)
    height, width = metas[0] * metas[2], metas[1] * metas[2]
    x0, y0, x1, y1 = boxes.T
    return (x0 >= 0) & (y0 >= 0) & (x1 <= width - 1) & (y1 <= height - 1)


def _check_roi(
    pooled_height: Any, pooled_width: Any, spatial_scale: Any, sample_num: Any, roi_end_mode: Any
) -> None:
    ints = {"pooled_height": pooled_height, "pooled_width": pooled_width}
    ints |= {"sample_num": sample_num, "roi_end_mode": roi_end_mode}
    for arg, value in ints.items():
        if isinstance(value, bool) or not isinstance(value, int):
            raise TypeError(must("ROIAlign", arg, "int", describe(value)))
    if settled(spatial_scale) and not isinstance(spatial_scale, float):
        raise TypeError(must("ROIAlign", "spatial_scale", "float", describe(spatial_scale)))
    if roi_end_mode not in (0, 1):
        raise ValueError(must("ROIAlign", "roi_end_mode", "in [0, 1]", roi_end_mode))


def _bilinear_weights(where: jax.Array, size: int) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Lower index, upper index and the upper one's weight, of places moved into the image."""
    inside = jnp.clip(where, 0, size - 1)
    low = jnp.floor(inside).astype(np.int32)
    return low, jnp.ceil(inside).astype(np.int32), inside - low


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
    pooled_height,
    pooled_width,
    spatial_scale: Finite,
    sample_num=2,
    roi_end_mode=1,
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
    """
    name = "ROIAlign"
    accept(name, features, "float16 float32", "features")
    if features.ndim != 4:
        raise ValueError(must(name, "features", "of rank 4", f"rank {features.ndim}"))
    _check_boxes(name, rois, "rois", (5,))
    x = wide(features)
    count, _, height, width = x.shape
    regions = jax.lax.stop_gradient(wide(rois))
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
            part = (i + 0.5) / samples
            where = begin[:, None] + (np.arange(bins) + part[:, None]) * step[:, None]
            valid = (where >= -1) & (where <= size) & (i < samples)[:, None]
            low, high, share = (v[..., None] for v in _bilinear_weights(where, size))
            found = (pixel == low) * (1 - share) + (pixel == high) * share
            return total + jnp.where(valid[..., None], found, 0)

        nothing = jnp.zeros((begin.shape[0], bins, size), x.dtype)
        total = jax.lax.fori_loop(0, jnp.max(samples, initial=0), add, nothing)
        return total / samples[:, None, None]

    rows = weights(1, pooled[0], x.shape[2])
    columns = weights(0, pooled[1], x.shape[3])
    highest = jax.lax.Precision.HIGHEST

    def region(of: tuple) -> jax.Array:
        index, y, z = of
        return jnp.einsum("chw,ph,qw->cpq", x[index], y, z, precision=highest)

    return jax.lax.map(region, (image, rows, columns))


_METHODS = ("bilinear", "nearest", "bilinear_v2")


def _check_crop(method: Any, extrapolation_value: Any) -> None:
    if method not in _METHODS:
        raise ValueError(must("CropAndResize", "method", f"in {list(_METHODS)}", method))
    if settled(extrapolation_value) and (
        isinstance(extrapolation_value, bool) or not isinstance(extrapolation_value, (int, float))
    ):
        text = describe(extrapolation_value)
        raise TypeError(must("CropAndResize", "extrapolation_value", "float", text))


def _crop_positions(low: jax.Array, high: jax.Array, size: int, out: int, method: str) -> jax.Array:
    """Where the rows (or columns) of the crops lie, shape (boxes, out)."""
    index = np.arange(out, dtype=np.float32)
    if method == "bilinear_v2":
        first = jnp.trunc(low * size)
        length = jnp.trunc(high * size) - first + 1
        where = first[:, None] + (index + 0.5) * (length / out)[:, None] - 0.5
        return jnp.clip(where, 0, size - 1)
    if out == 1:
        return (0.5 * (low + high) * (size - 1))[:, None]
    step = (high - low) * (size - 1) / (out - 1)
    # Each product is rounded for itself: fused with the sum it would move positions by their last
    # bit, which a large image shows in the fourth digit of a pixel. A select keeps them apart.
    first = jnp.where(low == 0, 0, low * (size - 1))[:, None]
    return first + jnp.where(index == 0, 0, index * step[:, None])


@primitive("CropAndResize", check=_check_crop, method="bilinear", extrapolation_value=0.0)
@op("ops.crop_and_resize", label="CropAndResize")
def crop_and_resize(
    image: Array,
    boxes: Array,
    box_indices: Array,
    crop_size,
    method="bilinear",
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
    accept("CropAndResize", image, "iuf", "image")
    name = "CropAndResize"
    _check_crop(method, extrapolation_value)
    if image.ndim != 4:
        raise ValueError(must(name, "image", "of rank 4", f"rank {image.ndim}"))
    accept(name, boxes, "float32", "boxes")
    accept(name, box_indices, "int32", "box_indices")
    _check_boxes(name, boxes, "boxes")
    if box_indices.shape != boxes.shape[:1]:
        raise ValueError(
            must(name, "box_indices", f"of shape {boxes.shape[:1]}", box_indices.shape)
        )
    if not isinstance(crop_size, tuple) or any(type(n) is not int for n in crop_size):
        raise TypeError(must(name, "crop_size", "a tuple of ints", crop_size))
    if len(crop_size) != 2:
        raise ValueError(must(name, "crop_size", "a tuple of 2 ints", crop_size))
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
