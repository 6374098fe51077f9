"""Greedy selection of boxes by score, and overlaps of rotated boxes."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.errors import describe, must
from msjax._core.op import Array, Value, op
from msjax._core.primitive import primitive
from msjax.ops._accept import accept, same_dtype
from msjax.ops._losses import wide


def _kept(overlap: Callable, allowed: jax.Array, threshold: Any, limit: Any) -> jax.Array:
    """Which boxes, ordered by falling score, greedy selection takes.

    Args:
        overlap: gives the overlaps of all boxes with one, by its position.
        allowed: which boxes may be taken at all.
        threshold: a larger overlap with a box that is taken forbids a later one.
        limit: how many boxes may be taken.
    """
    count = allowed.shape[0]
    places = jnp.arange(count)

    def step(i: Any, state: tuple) -> tuple:
        free, taken, total = state
        take = free[i] & (total < limit)
        free = free & ~(take & (overlap(i) > threshold) & (places > i))
        return free, taken.at[i].set(take), total + take.astype(np.int32)

    start = (allowed, jnp.zeros(count, np.bool_), jnp.int32(0))
    return jax.lax.fori_loop(0, count, step, start)[1]


def _corners(boxes: jax.Array) -> jax.Array:
    """Boxes of any two opposite corners as (low, low, high, high)."""
    ends = boxes.reshape(*boxes.shape[:-1], 2, 2)
    return jnp.concatenate([jnp.min(ends, -2), jnp.max(ends, -2)], -1)


def _box_overlap(boxes: jax.Array) -> Callable:
    """Intersections over union of all boxes with one; 0 where a box is empty."""
    low, high = boxes[:, :2], boxes[:, 2:]
    area = jnp.prod(high - low, -1)

    def overlap(i: Any) -> jax.Array:
        size = jnp.maximum(jnp.minimum(high, high[i]) - jnp.maximum(low, low[i]), 0)
        shared = size[:, 0] * size[:, 1]
        whole = area + area[i] - shared
        empty = (area <= 0) | (area[i] <= 0)
        return jnp.where(empty, 0, shared / jnp.where(empty, 1, whole))

    return overlap


@jax.jit
def _select_boxes(boxes: Any, scores: Any, limit: Any, iou: Any, least: Any) -> Any:
    order = jnp.argsort(-scores, stable=True)
    ordered = scores[order]
    return order, _kept(_box_overlap(_corners(boxes)[order]), ordered > least, iou, limit)


@jax.jit
def _select_overlaps(overlaps: Any, scores: Any, limit: Any, most: Any, least: Any) -> Any:
    order = jnp.argsort(-scores, stable=True)
    by_score = overlaps[order][:, order]
    return order, _kept(lambda i: by_score[:, i], scores[order] > least, most, limit)


def _places(order: jax.Array, taken: jax.Array) -> jax.Array:
    return jnp.asarray(np.asarray(order)[np.asarray(taken)].astype(np.int32))


def _scalars(name: str, **values: jax.Array) -> None:
    for arg, value in values.items():
        if jnp.ndim(value):
            raise ValueError(must(name, arg, "0-d", f"shape {jnp.shape(value)}"))


@primitive("NonMaxSuppressionV3")
@op(label="NonMaxSuppressionV3", eager=True)
def non_max_suppression_v3(
    boxes: Array,
    scores: Array,
    max_output_size: Value,
    iou_threshold: Value,
    score_threshold: Value,
):
    """Take boxes by falling score, and leave out those that overlap a better one.

    Inputs:
        - **boxes** (Tensor) - two opposite corners (y0, x0, y1, x1), Float16 or Float32 Tensor of
          shape (N, 4).
        - **scores** (Tensor) - Tensor of shape (N) and the same dtype.
        - **max_output_size** (Tensor, int) - how many boxes to take at most; none if negative.
        - **iou_threshold** (Tensor, float) - the largest intersection over union, in [0, 1].
        - **score_threshold** (Tensor, float) - only boxes with larger scores are taken.

    Outputs:
        Int32 Tensor, the places of the boxes that are taken.

    Raises:
        TypeError: another dtype, or `scores` is of another one than `boxes`.
        ValueError: the shapes are not as above, or `iou_threshold` is out of range.

    Examples:
        >>> import msjax as ms
        >>> boxes = ms.Tensor([[0., 0., 9., 9.], [0., 0., 9., 8.], [20., 0., 29., 9.]])
        >>> print(ms.ops.NonMaxSuppressionV3()(boxes, ms.Tensor([.8, .9, .5]), 3, 0.5, 0.))
        [1 2]
    """
    name = "NonMaxSuppressionV3"
    accept(name, boxes, "float16 float32", "boxes")
    same_dtype(name, boxes, scores)
    if boxes.ndim != 2 or boxes.shape[1] != 4:
        raise ValueError(must(name, "boxes", "of shape (N, 4)", boxes.shape))
    if scores.shape != boxes.shape[:1]:
        raise ValueError(must(name, "scores", f"of shape {boxes.shape[:1]}", scores.shape))
    accept(name, jnp.asarray(max_output_size), "int32 int64", "max_output_size")
    for arg, value in (("iou_threshold", iou_threshold), ("score_threshold", score_threshold)):
        accept(name, jnp.asarray(value), "float16 float32", arg)
    _scalars(
        name,
        max_output_size=max_output_size,
        iou_threshold=iou_threshold,
        score_threshold=score_threshold,
    )
    if not 0 <= float(iou_threshold) <= 1:
        raise ValueError(must(name, "iou_threshold", "in [0, 1]", float(iou_threshold)))
    wanted = (max_output_size, iou_threshold, score_threshold)
    return _places(*_select_boxes(wide(boxes), wide(scores), *wanted))


@primitive("NonMaxSuppressionWithOverlaps")
@op(label="NonMaxSuppressionWithOverlaps", eager=True)
def non_max_suppression_with_overlaps(
    overlaps: Array,
    scores: Array,
    max_output_size: Array,
    overlap_threshold: Array,
    score_threshold: Array,
):
    """Take boxes by falling score, and leave out those that overlap a better one too much.

    Inputs:
        - **overlaps** (Tensor) - Float16, Float32 or Float64 Tensor of shape (N, N), the overlap
          of each box (row) with each other one.
        - **scores** (Tensor) - Tensor of shape (N).
        - **max_output_size** (Tensor) - 0-d Int32 Tensor, how many boxes to take at most.
        - **overlap_threshold** (Tensor) - 0-d Tensor, the largest overlap.
        - **score_threshold** (Tensor) - 0-d Tensor; only boxes with larger scores are taken.

    Outputs:
        Int32 Tensor, the places of the boxes that are taken.

    Raises:
        TypeError: another dtype.
        ValueError: the shapes are not as above, or `max_output_size` is negative.

    Examples:
        >>> import msjax as ms
        >>> select, f32 = ms.ops.NonMaxSuppressionWithOverlaps(), ms.float32
        >>> overlaps, scores = ms.Tensor([[1., .8], [.8, 1.]]), ms.Tensor([.3, .9])
        >>> print(select(overlaps, scores, ms.Tensor(2, ms.int32), ms.Tensor(.5, f32),
        ...              ms.Tensor(0., f32)))
        [1]
    """
    name = "NonMaxSuppressionWithOverlaps"
    floats = {"overlaps": overlaps, "scores": scores, "overlap_threshold": overlap_threshold}
    for arg, value in (floats | {"score_threshold": score_threshold}).items():
        accept(name, value, "float16 float32 float64", arg)
    accept(name, max_output_size, "int32", "max_output_size")
    if overlaps.ndim != 2 or overlaps.shape[0] != overlaps.shape[1]:
        raise ValueError(must(name, "overlaps", "of shape (N, N)", overlaps.shape))
    if scores.shape != overlaps.shape[:1]:
        raise ValueError(must(name, "scores", f"of shape {overlaps.shape[:1]}", scores.shape))
    _scalars(
        name,
        max_output_size=max_output_size,
        overlap_threshold=overlap_threshold,
        score_threshold=score_threshold,
    )
    if int(max_output_size) < 0:
        raise ValueError(must(name, "max_output_size", "non-negative", int(max_output_size)))
    wanted = (max_output_size, overlap_threshold, score_threshold)
    return _places(*_select_overlaps(overlaps, scores, *wanted))


@functools.partial(jax.jit, static_argnames=("total", "clip_boxes"))
def _combined(
    boxes: Any, scores: Any, limit: Any, iou: Any, least: Any, total: int, clip_boxes: bool
) -> Any:
    """Boxes, scores, classes and counts of the `total` best boxes of all classes."""
    batch, count, classes = scores.shape
    boxes = jnp.broadcast_to(jnp.moveaxis(boxes, 2, 1), (batch, classes, count, 4))
    scores = jnp.moveaxis(scores, 2, 1)
    order = jnp.argsort(-scores, -1, stable=True)
    scores = jnp.take_along_axis(scores, order, -1)
    boxes = jnp.take_along_axis(boxes, order[..., None], -2)

    def one_class(own: jax.Array, rank: jax.Array) -> jax.Array:
        return _kept(_box_overlap(_corners(own)), rank > least, iou, limit)

    taken = jax.vmap(jax.vmap(one_class))(boxes, scores).reshape(batch, -1)
    key = jnp.where(taken, scores.reshape(batch, -1), -np.inf)
    best = jnp.argsort(-key, -1, stable=True)[:, :total]
    missing = total - best.shape[1]
    valid = jnp.minimum(jnp.sum(taken, -1, dtype=np.int32), total)
    filled = jnp.arange(total) < valid[:, None]
    best = jnp.pad(best, ((0, 0), (0, missing)))
    found = jnp.take_along_axis(boxes.reshape(batch, -1, 4), best[..., None], 1)
    found = jnp.clip(found, 0, 1) if clip_boxes else found
    ranks = jnp.take_along_axis(scores.reshape(batch, -1), best, 1)
    kinds = (best // count).astype(np.float32)
    zero = np.float32(0)
    return (
        jnp.where(filled[..., None], found, zero),
        jnp.where(filled, ranks, zero),
        jnp.where(filled, kinds, zero),
        valid,
    )


def _check_combined(pad_per_class: Any, clip_boxes: Any) -> None:
    for arg, value in (("pad_per_class", pad_per_class), ("clip_boxes", clip_boxes)):
        if not isinstance(value, bool):
            raise TypeError(must("CombinedNonMaxSuppression", arg, "bool", describe(value)))


@primitive("CombinedNonMaxSuppression", check=_check_combined, pad_per_class=False, clip_boxes=True)
@op(label="CombinedNonMaxSuppression", eager=True)
def combined_non_max_suppression(
    boxes: Array,
    scores: Array,
    max_output_size_per_class: Array,
    max_total_size: Array,
    iou_threshold: Array,
    score_threshold: Array,
    pad_per_class=False,
    clip_boxes=True,
):
    """Suppress overlapping boxes class by class, and keep the best of all classes.

    Args:
        pad_per_class: whether the result has at most `max_output_size_per_class` boxes for each
            class, if that is less than `max_total_size`.
        clip_boxes: whether the boxes are clipped to [0, 1].

    Inputs:
        - **boxes** (Tensor) - opposite corners, Float32 Tensor of shape (B, N, Q, 4), where Q is 1
          or the number of classes.
        - **scores** (Tensor) - Float32 Tensor of shape (B, N, classes).
        - **max_output_size_per_class** (Tensor) - 0-d Int32 Tensor, how many boxes of a class to
          take at most.
        - **max_total_size** (Tensor) - 0-d Int32 Tensor, how many boxes to take at most.
        - **iou_threshold** (Tensor) - 0-d Float32 Tensor in [0, 1], the largest overlap.
        - **score_threshold** (Tensor) - 0-d Float32 Tensor; only larger scores count.

    Outputs:
        Tuple of the boxes (B, M, 4), their scores and classes (B, M), filled up with zeros, and
        an Int32 Tensor (B) of how many there are.

    Raises:
        TypeError: another dtype, or an argument is no bool.
        ValueError: the shapes do not fit, or a number is out of range.
    """
    name = "CombinedNonMaxSuppression"
    _check_combined(pad_per_class, clip_boxes)
    floats = {"boxes": boxes, "scores": scores, "iou_threshold": iou_threshold}
    for arg, value in (floats | {"score_threshold": score_threshold}).items():
        accept(name, value, "float32", arg)
    sizes = {"max_output_size_per_class": max_output_size_per_class}
    sizes["max_total_size"] = max_total_size
    for arg, value in sizes.items():
        accept(name, value, "int32", arg)
    _scalars(name, **sizes, iou_threshold=iou_threshold, score_threshold=score_threshold)
    if boxes.ndim != 4 or boxes.shape[-1] != 4 or boxes.shape[2] not in (1, scores.shape[-1]):
        raise ValueError(must(name, "boxes", "of shape (B, N, 1 or classes, 4)", boxes.shape))
    if scores.ndim != 3 or scores.shape[:2] != boxes.shape[:2]:
        text = f"of shape ({boxes.shape[0]}, {boxes.shape[1]}, classes)"
        raise ValueError(must(name, "scores", text, scores.shape))
    for arg, value in sizes.items():
        if int(value) <= 0:
            raise ValueError(must(name, arg, "greater than 0", int(value)))
    if not 0 <= float(iou_threshold) <= 1:
        raise ValueError(must(name, "iou_threshold", "in [0, 1]", float(iou_threshold)))
    total = int(max_total_size)
    if pad_per_class:
        total = min(total, int(max_output_size_per_class) * scores.shape[-1])
    wanted = (max_output_size_per_class, iou_threshold, score_threshold)
    return _combined(boxes, scores, *wanted, total=total, clip_boxes=clip_boxes)


# -- rotated boxes -------------------------------------------------------------------------------


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
    trans=False,
    mode=0,
    is_cross=True,
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
    name = "RotatedIou"
    for arg, value in (("boxes", boxes), ("query_boxes", query_boxes)):
        if value.dtype.name not in ("float16", "bfloat16", "float32"):
            raise ValueError(must(name, arg, "of Float16, BFloat16 or Float32", value.dtype.name))
        if value.ndim != 3 or value.shape[2] != 5 or value.shape[0] != boxes.shape[0]:
            raise ValueError(must(name, arg, f"of shape ({boxes.shape[0]}, N, 5)", value.shape))
    (a, a_area), (b, b_area) = (_rectangles(wide(v), trans) for v in (boxes, query_boxes))
    if is_cross:
        a, a_area, b, b_area = a[:, :, None], a_area[:, :, None], b[:, None], b_area[:, None]
    elif boxes.shape != query_boxes.shape:
        raise ValueError(must(name, "query_boxes", f"of shape {boxes.shape}", query_boxes.shape))
    a, b = jnp.broadcast_arrays(a, b)
    shared = _shared(a, b, v_threshold, e_threshold)
    whole = jnp.broadcast_to(a_area if mode == 1 else a_area + b_area - shared, shared.shape)
    out = jnp.where(whole > 0, shared / jnp.where(whole > 0, whole, 1), 0)
    return out.astype(boxes.dtype)
