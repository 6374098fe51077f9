"""Greedy selection of boxes by score."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import boolean, fraction, of_types, positive
from msjax._core.base.errors import must
from msjax._core.op.publish import Array, Finite, Value, op, primitive
from msjax.kernels.checks import accept, of_shape, same_dtype
from msjax.kernels.elementwise.cast import wider
from msjax.kernels.image.boxes import _check_boxes


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


def _scalars(**values: jax.Array) -> None:
    for arg, value in values.items():
        if jnp.ndim(value):
            raise ValueError(must(arg, "0-d", f"shape {jnp.shape(value)}"))


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
    accept(boxes, "float16 float32", "boxes")
    same_dtype(boxes, scores)
    if boxes.ndim != 2 or boxes.shape[1] != 4:
        raise ValueError(must("boxes", "of shape (N, 4)", boxes.shape))
    of_shape("scores", scores, boxes.shape[:1])
    accept(jnp.asarray(max_output_size), "int32 int64", "max_output_size")
    for arg, value in (("iou_threshold", iou_threshold), ("score_threshold", score_threshold)):
        accept(jnp.asarray(value), "float16 float32", arg)
    _scalars(
        max_output_size=max_output_size,
        iou_threshold=iou_threshold,
        score_threshold=score_threshold,
    )
    fraction("iou_threshold", float(iou_threshold))
    wanted = (max_output_size, iou_threshold, score_threshold)
    return _places(*_select_boxes(wider(boxes), wider(scores), *wanted))


@primitive(
    "NonMaxSuppressionWithOverlaps",
    accepts={
        "scores": "Tensor[=overlaps]",
        "overlap_threshold": "Tensor[=overlaps]",
        "score_threshold": "Tensor[=overlaps]",
    },
    counts="all",
)
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
    floats = {"overlaps": overlaps, "scores": scores, "overlap_threshold": overlap_threshold}
    for arg, value in (floats | {"score_threshold": score_threshold}).items():
        accept(value, "float16 float32 float64", arg)
    accept(max_output_size, "int32", "max_output_size")
    if overlaps.ndim != 2 or overlaps.shape[0] != overlaps.shape[1]:
        raise ValueError(must("overlaps", "of shape (N, N)", overlaps.shape))
    of_shape("scores", scores, overlaps.shape[:1])
    _scalars(
        max_output_size=max_output_size,
        overlap_threshold=overlap_threshold,
        score_threshold=score_threshold,
    )
    if int(max_output_size) < 0:
        raise ValueError(must("max_output_size", "non-negative", int(max_output_size)))
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
        boolean(arg, value)


@primitive(
    "CombinedNonMaxSuppression",
    check=_check_combined,
    accepts={
        "boxes": "Tensor !ValueError int float bool str tuple list ndarray None",
        "scores": "Tensor !ValueError int float bool str tuple list ndarray None",
    },
    counts="missing",
    pad_per_class=False,
    clip_boxes=True,
)
@op(label="CombinedNonMaxSuppression", eager=True)
def combined_non_max_suppression(
    boxes: Array,
    scores: Array,
    max_output_size_per_class: Array,
    max_total_size: Array,
    iou_threshold: Array,
    score_threshold: Array,
    pad_per_class: bool = False,
    clip_boxes: bool = True,
):
    """Suppress overlapping boxes class by class, and keep the best of all classes.

    Args:
        boxes: opposite corners, Float32 Tensor of shape (B, N, Q, 4), where Q is 1 or the number of
            classes.
        scores: Float32 Tensor of shape (B, N, classes).
        max_output_size_per_class: 0-d Int32 Tensor, how many boxes of a class to take at most.
        max_total_size: 0-d Int32 Tensor, how many boxes to take at most.
        iou_threshold: 0-d Float32 Tensor in [0, 1], the largest overlap.
        score_threshold: 0-d Float32 Tensor; only larger scores count.
        pad_per_class: whether the result has at most `max_output_size_per_class` boxes for each
            class, if that is less than `max_total_size`; given to the constructor.
        clip_boxes: whether the boxes are clipped to [0, 1]; given to the constructor.

    Returns:
        Tuple of the boxes (B, M, 4), their scores and classes (B, M), filled up with zeros, and
        an Int32 Tensor (B,) of how many there are.

    Raises:
        TypeError: another dtype, or an argument is not a bool.
        ValueError: the shapes do not fit, or a number is out of range.

    Examples:
        >>> import msjax as ms
        >>> boxes = ms.Tensor([[0., 0., 1., 1.], [0., 0., 1., 0.75]]).reshape(1, 2, 1, 4)
        >>> scores, one = ms.Tensor([[[0.25], [0.5]]]), ms.Tensor(1, ms.int32)
        >>> limits = one, one, ms.Tensor(0.5), ms.Tensor(0.0)
        >>> out = ms.ops.CombinedNonMaxSuppression()(boxes, scores, *limits)
        >>> print(out[0], out[1], out[2], out[3])
        [[[0.   0.   1.   0.75]]] [[0.5]] [[0.]] [1]
    """
    _check_combined(pad_per_class, clip_boxes)
    floats = {"boxes": boxes, "scores": scores, "iou_threshold": iou_threshold}
    for arg, value in (floats | {"score_threshold": score_threshold}).items():
        accept(value, "float32", arg)
    sizes = {"max_output_size_per_class": max_output_size_per_class}
    sizes["max_total_size"] = max_total_size
    for arg, value in sizes.items():
        accept(value, "int32", arg)
    _scalars(**sizes, iou_threshold=iou_threshold, score_threshold=score_threshold)
    if boxes.ndim != 4 or boxes.shape[-1] != 4 or boxes.shape[2] not in (1, scores.shape[-1]):
        raise ValueError(must("boxes", "of shape (B, N, 1 or classes, 4)", boxes.shape))
    if scores.ndim != 3 or scores.shape[:2] != boxes.shape[:2]:
        text = f"of shape ({boxes.shape[0]}, {boxes.shape[1]}, classes)"
        raise ValueError(must("scores", text, scores.shape))
    for arg, value in sizes.items():
        positive(arg, int(value))
    fraction("iou_threshold", float(iou_threshold))
    total = int(max_total_size)
    if pad_per_class:
        total = min(total, int(max_output_size_per_class) * scores.shape[-1])
    wanted = (max_output_size_per_class, iou_threshold, score_threshold)
    return _combined(boxes, scores, *wanted, total=total, clip_boxes=clip_boxes)


@primitive("NMSWithMask", check=of_types(iou_threshold=float), counts="all", iou_threshold=0.5)
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
    accept(bboxes, "float16 float32", "bboxes")
    _check_boxes(bboxes, "bboxes", (5, 8))
    count = bboxes.shape[0]
    order = jnp.argsort(-bboxes[:, 4], stable=True)
    boxes = bboxes[order]
    corners = wider(boxes[:, :4])
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
