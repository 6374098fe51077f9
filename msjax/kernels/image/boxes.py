"""Boxes: overlaps, also of rotated ones, and coding."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import of_type
from msjax._core.base.errors import must
from msjax._core.op.primitive import REQUIRED
from msjax._core.op.publish import Array, Positive, op, primitive
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import accept, number, of_dtype, of_shape
from msjax.kernels.elementwise.cast import wider


def _check_boxes(x: jax.Array, arg: str, width: tuple[int, ...] = (4,)) -> None:
    if x.ndim != 2 or x.shape[1] not in width:
        text = f"of shape (N, {' or '.join(map(str, width))})"
        raise ValueError(must(arg, text, x.shape))


def _overlaps(a: jax.Array, b: jax.Array) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Intersections (b by a) and areas of boxes that include their last pixel."""
    low = jnp.maximum(a[None, :, :2], b[:, None, :2])
    high = jnp.minimum(a[None, :, 2:4], b[:, None, 2:4])
    size = jnp.maximum(high - low + 1, 0)
    areas = [(x[:, 2] - x[:, 0] + 1) * (x[:, 3] - x[:, 1] + 1) for x in (a, b)]
    return size[..., 0] * size[..., 1], areas[0], areas[1]


def _check_mode(mode: Any) -> None:
    if mode not in ("iou", "iof"):
        raise KeyError(must("mode", "'iou' or 'iof'", mode))


@primitive("IOU", check=_check_mode, counts="all", mode="iou")
@op("ops.iou", label="IOU")
def iou(anchor_boxes: Array, gt_boxes: Array, mode: str = "iou"):
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
    accept(anchor_boxes, "f", "anchor_boxes")
    of_dtype("gt_boxes", gt_boxes, anchor_boxes.dtype)
    _check_boxes(anchor_boxes, "anchor_boxes")
    _check_boxes(gt_boxes, "gt_boxes")
    shared, anchors, truths = _overlaps(wider(anchor_boxes), wider(gt_boxes))
    whole = truths[:, None] if mode == "iof" else anchors[None] + truths[:, None] - shared
    return (shared / whole).astype(anchor_boxes.dtype)


def _check_coding(**pairs: Any) -> None:
    for arg, value in pairs.items():
        of_type(arg, value, tuple)
        if len(value) != 4:
            raise ValueError(must(arg, "of 4 floats", value))


def _centers(boxes: jax.Array) -> tuple[jax.Array, jax.Array]:
    return (boxes[:, :2] + boxes[:, 2:]) * 0.5, boxes[:, 2:] - boxes[:, :2] + 1


def _pair(first: jax.Array, second: jax.Array, names: tuple[str, str]) -> None:
    accept(first, "float16 float32", names[0])
    of_dtype(names[1], second, first.dtype)
    _check_boxes(first, names[0])
    _check_boxes(second, names[1])
    if first.shape[0] != second.shape[0]:
        raise ValueError(must(names[1], f"of {first.shape[0]} boxes", second.shape[0]))


@primitive(
    "BoundingBoxEncode",
    check=lambda means, stds: _check_coding(means=means, stds=stds),
    accepts={"means": "tuple[float] Tensor ndarray", "stds": "tuple[float] Tensor ndarray"},
    counts="all",
    means=(0.0, 0.0, 0.0, 0.0),
    stds=(1.0, 1.0, 1.0, 1.0),
)
@op(
    "ops.bounding_box_encode",
    label="BoundingBoxEncode",
    accepts={"means": "tuple[float] Tensor ndarray", "stds": "tuple[float] Tensor ndarray"},
)
def bounding_box_encode(
    anchor_box: Array,
    groundtruth_box: Array,
    means: tuple[float, ...] | Tensor = (0.0, 0.0, 0.0, 0.0),
    stds: tuple[float, ...] | Tensor = (1.0, 1.0, 1.0, 1.0),
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
        TypeError: `means` or `stds` is not a tuple, the dtypes differ.
        ValueError: the lengths or shapes are not as above.

    Examples:
        >>> import msjax as ms
        >>> anchors, boxes = ms.Tensor([[0., 0., 3., 3.]]), ms.Tensor([[2., 0., 5., 3.]])
        >>> print(ms.ops.bounding_box_encode(anchors, boxes))
        [[0.5 0.  0.  0. ]]
    """
    _check_coding(means=means, stds=stds)
    _pair(anchor_box, groundtruth_box, ("anchor_box", "groundtruth_box"))
    p, p_size = _centers(wider(anchor_box))
    g, g_size = _centers(wider(groundtruth_box))
    deltas = jnp.concatenate([(g - p) / p_size, jnp.log(g_size / p_size)], 1)
    mean, std = np.array(means, np.float32), np.array(stds, np.float32)
    return ((deltas - mean) / std).astype(anchor_box.dtype)


def _check_decode(max_shape: Any, means: Any, stds: Any, wh_ratio_clip: Any) -> None:
    of_type("max_shape", max_shape, tuple)
    if len(max_shape) != 2:
        raise ValueError(must("max_shape", "of 2 ints", max_shape))
    _check_coding(means=means, stds=stds)
    number("wh_ratio_clip", wh_ratio_clip, float)


@primitive(
    "BoundingBoxDecode",
    check=_check_decode,
    accepts={"means": "tuple[float] Tensor ndarray", "stds": "tuple[float] Tensor ndarray"},
    counts="all",
    max_shape=REQUIRED,
    means=(0.0, 0.0, 0.0, 0.0),
    stds=(1.0, 1.0, 1.0, 1.0),
    wh_ratio_clip=0.016,
)
@op(
    "ops.bounding_box_decode",
    label="BoundingBoxDecode",
    accepts={
        "max_shape": "tuple None",
        "means": "tuple[float] Tensor ndarray",
        "stds": "tuple[float] Tensor ndarray",
        "wh_ratio_clip": "float",
    },
)
def bounding_box_decode(
    anchor_box: Array,
    deltas: Array,
    max_shape: Sequence[int],
    means: tuple[float, ...] | Tensor = (0.0, 0.0, 0.0, 0.0),
    stds: tuple[float, ...] | Tensor = (1.0, 1.0, 1.0, 1.0),
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

    Examples:
        >>> import msjax as ms
        >>> anchors, deltas = ms.Tensor([[0., 0., 3., 3.]]), ms.Tensor([[0.5, 0., 0., 0.]])
        >>> print(ms.ops.bounding_box_decode(anchors, deltas, (10, 10)))
        [[2. 0. 5. 3.]]
    """
    _check_decode(max_shape, means, stds, wh_ratio_clip)
    _pair(anchor_box, deltas, ("anchor_box", "deltas"))
    mean, std = np.array(means, np.float32), np.array(stds, np.float32)
    moves = wider(deltas) * std + mean
    bound = jnp.abs(jnp.log(jnp.asarray(wh_ratio_clip).astype(np.float32)))
    p, p_size = _centers(wider(anchor_box))
    size = p_size * jnp.exp(jnp.clip(moves[:, 2:], -bound, bound))
    center = p + p_size * moves[:, :2]
    limit = np.array([max_shape[1], max_shape[0]] * 2, np.float32)
    corners = jnp.concatenate([center - size * 0.5 + 0.5, center + size * 0.5 - 0.5], 1)
    return jnp.clip(corners, 0, limit).astype(anchor_box.dtype)


@primitive("CheckValid", counts="all")
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

    Examples:
        >>> import msjax as ms
        >>> boxes = ms.Tensor([[0., 0., 3., 3.], [0., 0., 9., 3.]])
        >>> print(ms.ops.check_valid(boxes, ms.Tensor([4., 4., 1.])))
        [ True False]
    """
    for x, arg in ((bboxes, "bboxes"), (img_metas, "img_metas")):
        accept(x, "float16 float32 int16 uint8", arg)
    _check_boxes(bboxes, "bboxes")
    if img_metas.shape != (3,):
        raise ValueError(must("img_metas", "of shape (3,)", img_metas.shape))
    boxes, metas = bboxes.astype(np.float32), img_metas.astype(np.float32)
    height, width = metas[0] * metas[2], metas[1] * metas[2]
    x0, y0, x1, y1 = boxes.T
    return (x0 >= 0) & (y0 >= 0) & (x1 <= width - 1) & (y1 <= height - 1)


def _rectangles(boxes: jax.Array, trans: bool) -> tuple[jax.Array, jax.Array]:
    """Corners (..., 4, 2) in order, and areas."""
    if trans:
        center, size = (boxes[..., :2] + boxes[..., 2:4]) / 2, boxes[..., 2:4] - boxes[..., :2]
    else:
        center, size = boxes[..., :2], boxes[..., 2:4]
    angle = boxes[..., 4] * float(np.pi / 180)
    cosine, sine = jnp.cos(angle)[..., None], jnp.sin(angle)[..., None]
    offsets = jnp.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], np.float32)
    x, y = (offsets[:, i] * size[..., i, None] for i in range(2))
    turned = jnp.stack([x * cosine - y * sine, x * sine + y * cosine], -1)
    return center[..., None, :] + turned, size[..., 0] * size[..., 1]


def _cross(a: jax.Array, b: jax.Array) -> jax.Array:
    return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]


def _inside(points: jax.Array, corners: jax.Array, slack: Any) -> jax.Array:
    """Which points (..., P, 2) lie in the rectangles (..., 4, 2), but for `slack`."""
    edges = jnp.roll(corners, -1, -2) - corners
    sides = _cross(edges[..., None, :, :], points[..., :, None, :] - corners[..., None, :, :])
    length = jnp.sqrt(jnp.sum(edges * edges, -1))[..., None, :]
    return jnp.all(sides >= -slack * length, -1)


def _shared(a: jax.Array, b: jax.Array, v_slack: Any, e_slack: Any) -> jax.Array:
    """Area of the intersection of rectangles with corners (..., 4, 2)."""
    first, second = (jnp.roll(c, -1, -2) - c for c in (a, b))
    apart = b[..., None, :, :] - a[..., :, None, :]
    turn = _cross(first[..., :, None, :], second[..., None, :, :])
    skew = turn != 0
    turn = jnp.where(skew, turn, 1)
    s = _cross(apart, second[..., None, :, :]) / turn
    t = _cross(apart, first[..., :, None, :]) / turn
    meet = skew & (s >= -e_slack) & (s <= 1 + e_slack) & (t >= -e_slack) & (t <= 1 + e_slack)
    crossings = a[..., :, None, :] + s[..., None] * first[..., :, None, :]
    flat = crossings.reshape(*crossings.shape[:-3], 16, 2)
    points = jnp.concatenate([a, b, flat], -2)
    valid = jnp.concatenate(
        [_inside(a, b, v_slack), _inside(b, a, v_slack), meet.reshape(*meet.shape[:-2], 16)], -1
    )
    count = jnp.sum(valid, -1, keepdims=True)
    points = jnp.where(valid[..., None], points, 0)
    center = jnp.sum(points, -2) / jnp.maximum(count, 1)
    around = jnp.where(valid[..., None], points - center[..., None, :], 0)
    angle = jnp.where(valid, jnp.arctan2(around[..., 1], around[..., 0]), np.inf)
    order = jnp.argsort(angle, -1)
    ring = jnp.take_along_axis(around, order[..., None], -2)
    last = jnp.arange(24) < count
    ring = jnp.where(last[..., None], ring, ring[..., :1, :])
    area = jnp.abs(jnp.sum(_cross(ring, jnp.roll(ring, -1, -2)), -1)) / 2
    return jnp.where(count[..., 0] > 2, area, 0)


@op("ops.rotated_iou", label="RotatedIou")
def rotated_iou(
    boxes: Array,
    query_boxes: Array,
    trans: bool = False,
    mode: int = 0,
    is_cross: bool = True,
    v_threshold: float = 0.0,
    e_threshold: float = 0.0,
):
    """Intersection over union of rotated rectangles.

    Args:
        boxes: Float16, BFloat16 or Float32 Tensor of shape (B, N, 5): (x, y, width, height, angle)
            with the center and the angle in degrees.
        query_boxes: Tensor of shape (B, K, 5).
        trans: whether the rectangles are (x0, y0, x1, y1, angle) instead: corners before they are
            turned around their center.
        mode: 1 to divide by the area of `boxes` instead of the union.
        is_cross: whether all pairs are compared; else those of the same place.
        v_threshold: distance by which a corner may lie outside and still counts as inside.
        e_threshold: part of an edge's length by which edges may miss each other and still cross.

    Returns:
        Tensor of shape (B, N, K), or (B, N) if not `is_cross`, of the dtype of `boxes`.

    Raises:
        ValueError: another dtype, or a shape is not as above.

    Examples:
        >>> import msjax as ms
        >>> a = ms.Tensor([[[0., 0., 2., 2., 0.]]])
        >>> b = ms.Tensor([[[0., 0., 2., 2., 90.], [1., 0., 2., 2., 0.]]])
        >>> print(ms.ops.rotated_iou(a, b).round(decimals=3))
        [[[1.    0.333]]]
    """
    for arg, value in (("boxes", boxes), ("query_boxes", query_boxes)):
        if value.dtype.name not in ("float16", "bfloat16", "float32"):
            raise ValueError(must(arg, "of Float16, BFloat16 or Float32", value.dtype.name))
        if value.ndim != 3 or value.shape[2] != 5 or value.shape[0] != boxes.shape[0]:
            raise ValueError(must(arg, f"of shape ({boxes.shape[0]}, N, 5)", value.shape))
    (a, a_area), (b, b_area) = (_rectangles(wider(v), trans) for v in (boxes, query_boxes))
    if is_cross:
        a, a_area, b, b_area = a[:, :, None], a_area[:, :, None], b[:, None], b_area[:, None]
    else:
        of_shape("query_boxes", query_boxes, boxes.shape)
    a, b = jnp.broadcast_arrays(a, b)
    shared = _shared(a, b, v_threshold, e_threshold)
    whole = jnp.broadcast_to(a_area if mode == 1 else a_area + b_area - shared, shared.shape)
    out = jnp.where(whole > 0, shared / jnp.where(whole > 0, whole, 1), 0)
    return out.astype(boxes.dtype)
