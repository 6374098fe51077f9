"""Losses of several labels, of triplets and of densities; the L2 loss."""

from __future__ import annotations

import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.errors import describe, must
from msjax._core.op import Array, Finite, Positive, op, settled
from msjax._core.primitive import primitive
from msjax.ops._accept import accept, broadcast
from msjax.ops._losses import (
    check_number,
    check_reduction,
    common,
    half_maximum,
    positive_part,
    reduced,
    safe_sqrt,
    same_shape,
    wide,
)


@primitive("L2Loss")
@op(label="L2Loss")
def l2_loss(input_x: Array):
    """Half the sum of the squares of a floating Tensor, as a scalar.

    Args:
        input_x: Float16, Float32 or Float64 Tensor.

    Returns:
        Tensor, a scalar of the same dtype.

    Raises:
        TypeError: `input_x` is not floating.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.L2Loss()(ms.Tensor([1., 2.])))
        2.5
    """
    accept("L2Loss", input_x, "float16 float32 float64")
    return (0.5 * jnp.sum(jnp.square(wide(input_x)))).astype(input_x.dtype)


def _multi_margin(
    x: jax.Array, target: jax.Array, weight: jax.Array | None, p: int, margin: Any, reduction: str
) -> jax.Array:
    name = "MultiMarginLoss"
    accept(name, x, "f")
    accept(name, target, "int64", "target")
    if x.ndim != 2 or target.ndim != 1:
        raise ValueError(
            f"For '{name}', the ranks of 'x' and 'target' must be 2 and 1, "
            f"but got {x.ndim} and {target.ndim}."
        )
    if target.shape[0] != x.shape[0]:
        raise ValueError(must(name, "target", f"of shape {x.shape[:1]}", target.shape))
    scores = wide(x)
    classes = scores.shape[1]
    hit = target[:, None] == jax.lax.broadcasted_iota(np.int64, (1, classes), 1)
    right = jnp.sum(jnp.where(hit, scores, 0), 1, keepdims=True)
    short = margin - right + scores
    lost = jnp.where((short > 0) & ~hit, short, jnp.zeros_like(short))
    lost = jnp.square(lost) if p == 2 else lost
    if weight is not None:
        if weight.shape != (classes,):
            raise ValueError(must(name, "weight", f"of shape ({classes},)", weight.shape))
        heavy = jnp.sum(jnp.where(hit, wide(weight), 0), 1, keepdims=True)
        lost = lost * jax.lax.stop_gradient(heavy)
    loss = jnp.sum(lost, 1) / classes
    known = (target >= 0) & (target < classes)
    loss = jnp.where(known, loss, jnp.array(np.nan, loss.dtype))
    return reduced(loss, reduction, x.dtype)


def check_multi_margin(p: Any, margin: Any, reduction: Any) -> None:
    """Refuse bad settings of the multi-class margin loss."""
    name = "MultiMarginLoss"
    if not isinstance(p, (int, float)):
        raise TypeError(must(name, "p", "1 or 2", describe(p)))
    if isinstance(p, bool) or p not in (1, 2):
        raise ValueError(must(name, "p", "1 or 2", p))
    if not isinstance(margin, float):
        raise TypeError(must(name, "margin", "float", describe(margin)))
    check_reduction(name, reduction)


@op("ops.multi_margin_loss", label="multi_margin_loss")
def multi_margin_loss(
    input: Array, target: Array, p=1, margin=1, weight: Array | None = None, reduction="mean"
):
    """Margin of the right class over each other one: sum of max(0, margin - x[y] + x[i])^p / C.

    Args:
        input: scores, floating Tensor of shape (N, C).
        target: class indices, Int64 Tensor of shape (N).
        p: the power, 1 or 2.
        margin: an int.
        weight: a weight for each class, Tensor of shape (C,); it gets no gradient.
        reduction: "mean", "sum" or "none".

    Returns:
        Tensor, a scalar or, for reduction "none", of shape (N). A target that is no class gives
        nan.

    Raises:
        TypeError: `target` is not Int64, `margin` is not an int.
        ValueError: `p` or `reduction` is none of the above, the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.multi_margin_loss(ms.Tensor([[0.1, 0.2, 0.4]]), ms.Tensor([2])))
        0.5
    """
    if isinstance(margin, bool) or not isinstance(margin, int):
        raise TypeError(must("multi_margin_loss", "margin", "int", describe(margin)))
    check_multi_margin(p, float(margin), reduction)
    return _multi_margin(input, target, weight, p, margin, reduction)


@primitive("MultiMarginLoss", check=check_multi_margin, p=1, margin=1.0, reduction="mean")
@op(label="MultiMarginLoss")
def multi_margin_loss_primitive(
    x: Array,
    target: Array,
    weight: Array | None = None,
    p=1,
    margin: Finite = 1.0,
    reduction="mean",
):
    """Margin of the right class over each other one, as `ops.multi_margin_loss`."""
    return _multi_margin(x, target, weight, p, margin, reduction)


@primitive(
    "MultilabelMarginLoss",
    check=lambda reduction: check_reduction("MultilabelMarginLoss", reduction),
    reduction="mean",
)
@op(label="MultilabelMarginLoss")
def multilabel_margin_loss_pair(x: Array, target: Array, reduction="mean"):
    """Margin of each right class over each wrong one, and which classes are right.

    Args:
        x: scores, floating Tensor of shape (N, C) or (C,).
        target: Int32 Tensor of the same shape; the class indices before the first -1 are right.
        reduction: "mean", "sum" or "none".

    Returns:
        Tuple of the loss (a scalar or of shape (N)) and an Int32 Tensor of the shape of `target`.

    Raises:
        TypeError: `x` is not floating, `target` is not Int32.
        ValueError: the shapes differ or the rank is not 1 or 2.
    """
    name = "MultilabelMarginLoss"
    accept(name, x, "f")
    accept(name, target, "int32", "target")
    same_shape(name, x, target, ("x", "target"))
    if x.ndim not in (1, 2):
        raise ValueError(must(name, "x", "of rank 1 or 2", f"rank {x.ndim}"))
    classes = x.shape[-1]
    valid = jnp.cumprod((target >= 0).astype(np.int32), -1) > 0
    index = jax.lax.broadcasted_iota(np.int32, (1, classes), 1)
    right = jnp.any((target[..., None] == index) & valid[..., None], -2)
    scores = wide(x)
    gap = 1 - scores[..., :, None] + scores[..., None, :]
    pair = right[..., :, None] & ~right[..., None, :]
    # A class listed twice counts twice.
    times = jnp.sum((target[..., None] == index) & valid[..., None], -2).astype(scores.dtype)
    lost = jnp.where(pair & (gap > 0), gap, jnp.zeros_like(gap)) * times[..., :, None]
    loss = jnp.sum(lost, (-2, -1)) / classes
    return reduced(loss, reduction, x.dtype), right.astype(np.int32)


@op("ops.multilabel_margin_loss", label="MultilabelMarginLoss")
def multilabel_margin_loss(input: Array, target: Array, reduction="mean"):
    """Margin of each right class over each wrong one: sum of max(0, 1 - x[y] + x[i]) / C.

    Args:
        input: scores, floating Tensor of shape (N, C) or (C,).
        target: Int32 Tensor of the same shape; the class indices before the first -1 are right.
        reduction: "mean", "sum" or "none".

    Returns:
        Tensor, a scalar or, for reduction "none", of shape (N).

    Raises:
        TypeError: `input` is not floating, `target` is not Int32.
        ValueError: the shapes differ, `reduction` is none of the above.

    Examples:
        >>> import msjax as ms
        >>> x, y = ms.Tensor([[0.1, 0.2, 0.4]]), ms.Tensor([[2, -1, 0]], ms.int32)
        >>> print(ms.ops.multilabel_margin_loss(x, y))
        0.5
    """
    check_reduction("MultilabelMarginLoss", reduction)
    return multilabel_margin_loss_pair(input, target, reduction)[0]


@op("ops.multilabel_soft_margin_loss", label="multilabel_soft_margin_loss")
def multilabel_soft_margin_loss(
    input: Array, target: Array, weight: Array | None = None, reduction="mean"
):
    """Binary cross entropy of the logits of each class, averaged over the classes (last axis).

    Args:
        input: logits, Tensor of shape (N, C).
        target: 0 or 1, Tensor of the same shape.
        weight: a weight for each class, Tensor of shape (C,).
        reduction: "mean", "sum" or "none".

    Returns:
        Tensor, a scalar or, for reduction "none", of shape (N).

    Raises:
        ValueError: the shapes do not fit, `reduction` is none of the above.

    Examples:
        >>> import msjax as ms
        >>> x, y = ms.Tensor([[0., 0.]]), ms.Tensor([[1., 0.]])
        >>> print(ms.ops.multilabel_soft_margin_loss(x, y))
        0.6931472
    """
    name = "multilabel_soft_margin_loss"
    check_reduction(name, reduction)
    accept(name, input, "f")
    (x, y), dtype = common(name, input, target)
    broadcast(name, x, y)
    loss = y * jax.nn.softplus(-x) + (1 - y) * jax.nn.softplus(x)
    if weight is not None:
        broadcast(name, loss, weight)
        loss = loss * wide(weight)
    return reduced(jnp.mean(loss, -1), reduction, dtype)


def _triplet(
    anchor: jax.Array,
    positive: jax.Array,
    negative: jax.Array,
    margin: Any,
    p: int,
    eps: float,
    swap: bool,
    reduction: str,
) -> jax.Array:
    name = "TripletMarginLoss"
    check_reduction(name, reduction)
    if isinstance(p, bool) or not isinstance(p, int):
        raise TypeError(must(name, "p", "int", describe(p)))
    if not isinstance(swap, bool):
        raise TypeError(must(name, "swap", "bool", describe(swap)))
    (a, b, c), dtype = common(name, anchor, positive, negative)
    broadcast(name, a, b, c)
    if not jnp.issubdtype(a.dtype, jnp.floating):
        a, b, c = (x.astype(np.float32) for x in (a, b, c))
        dtype = np.dtype(np.float32)

    def distance(x: jax.Array, y: jax.Array) -> jax.Array:
        delta = jnp.abs(x - y + eps)
        if p == 2:
            return safe_sqrt(jnp.sum(jnp.square(delta), 1))
        if p == 1:
            return jnp.sum(delta, 1)
        total = jnp.sum(delta**p, 1)
        zero = total == 0
        root = jnp.where(zero, jnp.ones_like(total), total) ** (1 / p)
        return jnp.where(zero, jnp.zeros_like(total), root)

    if a.ndim < 2:
        raise ValueError(must(name, "anchor", "of rank 2 or more", f"rank {a.ndim}"))
    near, far = distance(a, b), distance(a, c)
    if swap:
        far = jnp.minimum(far, distance(b, c))
    return reduced(positive_part(margin + near - far), reduction, dtype)


@op("ops.triplet_margin_loss", label="TripletMarginLoss")
def triplet_margin_loss(
    anchor: Array,
    positive: Array,
    negative: Array,
    margin: Finite = 1.0,
    p=2,
    eps: Finite = 1e-06,
    swap=False,
    reduction="mean",
):
    """How much the positive example is not nearer to the anchor than the negative one.

    Args:
        anchor: Tensor of shape (N, D, ...); distances are taken along axis 1.
        positive: Tensor whose shape broadcasts.
        negative: Tensor whose shape broadcasts.
        margin: by how much the distances should differ.
        p: the norm's degree, an int.
        eps: added to differences, for stability.
        swap: whether the distance from `positive` to `negative` counts if smaller.
        reduction: "mean", "sum" or "none".

    Returns:
        Tensor, a scalar or, for reduction "none", of shape (N, ...).

    Raises:
        TypeError: `p` is not an int, `margin` is not a float or `swap` is not a bool.
        ValueError: the shapes do not broadcast, `reduction` is none of the above.

    Examples:
        >>> import msjax as ms
        >>> a, b, c = ms.Tensor([[0., 0.]]), ms.Tensor([[3., 4.]]), ms.Tensor([[6., 8.]])
        >>> print(f"{float(ms.ops.triplet_margin_loss(a, b, c, margin=6.0)):.4f}")
        1.0000
    """
    check_number("TripletMarginLoss", "margin", margin)
    return _triplet(anchor, positive, negative, margin, p, eps, swap, reduction)


@primitive("TripletMarginLoss", p=2, swap=False, eps=1e-06, reduction="mean")
@op(label="TripletMarginLoss")
def triplet_margin_loss_primitive(
    x: Array,
    positive: Array,
    negative: Array,
    margin: Array,
    p=2,
    swap=False,
    eps: Finite = 1e-06,
    reduction="mean",
):
    """Triplet loss whose margin is a 0-d Float32 Tensor, as `ops.triplet_margin_loss`."""
    accept("TripletMarginLoss", margin, "float32", "margin")
    if margin.ndim:
        raise ValueError(must("TripletMarginLoss", "margin", "a 0-d Tensor", margin.shape))
    return _triplet(x, positive, negative, margin, p, eps, swap, reduction)


@op("ops.gaussian_nll_loss", label="gaussian_nll_loss")
def gaussian_nll_loss(
    x: Array, target: Array, var: Array, full=False, eps: Positive = 1e-06, reduction="mean"
):
    """Negative log likelihood of targets under normal distributions.

    Args:
        x: the means, Tensor.
        target: Tensor whose shape broadcasts.
        var: the variances, Tensor of the shape of `x`, of that shape without its last axis, or that
            broadcasts.
        full: whether to add the constant term.
        eps: lower bound for the variances.
        reduction: "mean", "sum" or "none".

    Returns:
        Tensor, a scalar or of the broadcast shape.

    Raises:
        ValueError: `eps` is not a positive float, the shapes or `reduction` do not fit.

    Examples:
        >>> import msjax as ms
        >>> x, y, var = ms.Tensor([1., 2.]), ms.Tensor([1., 4.]), ms.Tensor([1., 1.])
        >>> print(ms.ops.gaussian_nll_loss(x, y, var))
        1.0
    """
    name = "gaussian_nll_loss"
    if not isinstance(full, bool):
        raise TypeError(must(name, "full", "bool", describe(full)))
    if settled(eps) and (not isinstance(eps, float) or eps <= 0):
        raise ValueError(must(name, "eps", "a positive float", eps))
    check_reduction(name, reduction)
    (mean, y, variance), dtype = common(name, x, target, var)
    if not jnp.issubdtype(dtype, jnp.floating):
        mean, y, variance = (a.astype(np.float32) for a in (mean, y, variance))
        dtype = np.dtype(np.float32)
    if variance.shape != mean.shape and variance.shape == mean.shape[:-1]:
        variance = variance[..., None]
    broadcast(name, mean, y, variance)
    variance = jnp.where(variance > eps, variance, jnp.array(eps, variance.dtype))
    loss = 0.5 * (jnp.log(variance) + jnp.square(mean - y) / variance)
    if full:
        loss = loss + 0.5 * math.log(2 * math.pi)
    return reduced(loss, reduction, dtype)


@op(label="PoissonNLLLoss")
def poisson_nll(input: Array, target: Array, log_input, full, eps: Finite, reduction):
    """The loss of `nn.PoissonNLLLoss`."""
    if log_input:
        accept("PoissonNLLLoss", input, "f")
    (x, y), dtype = common("PoissonNLLLoss", input, target)
    if jnp.issubdtype(input.dtype, jnp.floating):
        dtype = input.dtype
    elif not jnp.issubdtype(dtype, jnp.floating):
        x, y, dtype = x.astype(np.float32), y.astype(np.float32), np.dtype(np.float32)
    broadcast("PoissonNLLLoss", x, y)
    loss = jnp.exp(x) - y * x if log_input else x - y * jnp.log(x + eps)
    if full:
        big = y > 1
        safe = jnp.where(big, y, jnp.ones_like(y))
        stirling = safe * jnp.log(safe) - safe + 0.5 * jnp.log(2 * math.pi * safe)
        loss = loss + jnp.where(big, stirling, jnp.zeros_like(safe))
    return reduced(loss, reduction, dtype)


@op(label="DiceLoss")
def dice(logits: Array, label: Array, smooth: Finite):
    """The loss of `nn.DiceLoss`: 1 minus twice the overlap over the sum of the squares."""
    for array, arg in ((logits, "logits"), (label, "label")):
        accept("DiceLoss", array, "bifc uint16 uint32 uint64", arg)
    same_shape("DiceLoss", logits, label, ("logits", "label"))
    (x, y), dtype = common("DiceLoss", logits, label)
    overlap = jnp.sum(x * y)
    total = jnp.sum(x * x) + jnp.sum(y * y)
    return (1 - 2 * overlap / (total + smooth)).astype(dtype)


@op(label="FocalLoss")
def focal(logits: Array, labels: Array, weight: Array | None, gamma: Positive, reduction):
    """The loss of `nn.FocalLoss`: cross entropy in which easy examples fade."""
    name = "FocalLoss"
    for x, arg in ((logits, "logits"), (labels, "labels")):
        if x.ndim not in (2, 3, 4):
            raise ValueError(must(name, arg, "of rank 2, 3 or 4", f"rank {x.ndim}"))
    if labels.dtype not in (np.int32, np.int64, np.float16, np.float32):
        kinds = "of dtype int32, int64, float16 or float32"
        raise TypeError(must(name, "labels", kinds, labels.dtype))
    if logits.ndim != labels.ndim:
        raise ValueError(must(name, "labels", f"of rank {logits.ndim}", f"rank {labels.ndim}"))
    count, classes = logits.shape[:2]
    if labels.shape[0] != count or labels.shape[1] not in (1, classes):
        shape = f"of shape ({count}, 1 or {classes}, ...)"
        raise ValueError(must(name, "labels", shape, labels.shape))
    x = wide(logits).reshape(count, classes, -1)
    log_p = jax.nn.log_softmax(x, 1)
    p = jnp.exp(log_p)
    if labels.shape[1] == 1:
        index = labels.reshape(count, 1, -1).astype(np.int32)
        hit = index == jax.lax.broadcasted_iota(np.int32, (1, classes, 1), 1)
        marked = hit.astype(x.dtype)
    else:
        marked = labels.reshape(count, classes, -1).astype(x.dtype)
    single = labels.shape[1] == 1
    if single:
        log_p, p = jnp.sum(marked * log_p, 1), jnp.sum(marked * p, 1)
    factor = (1 - p) ** gamma
    if weight is not None:
        column = wide(weight).reshape(1, classes, 1)
        scale = jnp.sum(marked * column, 1) if single else column
        factor = factor * scale
    loss = -factor * log_p if single else -factor * log_p * marked
    dtype = logits.dtype if weight is None else common(name, logits, weight)[1]
    return reduced(jnp.mean(loss, -1), reduction, dtype)


@op(label="MultiClassDiceLoss")
def class_dice(logits: Array, label: Array, weights: Array | None, ignored):
    """The loss of `nn.MultiClassDiceLoss`."""
    name = "MultiClassDiceLoss"
    same_shape(name, logits, label, ("logits", "label"))
    if logits.ndim < 2:
        raise ValueError(must(name, "logits", "of rank 2 or more", f"rank {logits.ndim}"))
    classes = logits.shape[1]
    if weights is not None and weights.shape[0] != classes:
        raise ValueError(must(name, "weights", f"of {classes} rows", weights.shape))
    (x, y), dtype = common(name, logits, label)
    total: Any = 0
    for i in range(classes):
        if i != ignored:
            loss = dice(x[:, i], y[:, i], 1e-5)
            total = total + (loss if weights is None else loss * wide(weights[i]))
    return jnp.asarray(total / classes).astype(dtype)


@op(label="TripletMarginWithDistanceLoss")
def euclidean_distance(x: Array, y: Array):
    """Euclidean distance along axis 1."""
    (x, y), dtype = common("TripletMarginWithDistanceLoss", x, y)
    broadcast("TripletMarginWithDistanceLoss", x, y)
    return safe_sqrt(jnp.sum(jnp.square(x - y), 1)).astype(dtype)


@op(label="TripletMarginWithDistanceLoss")
def distance_triplet(near: Array, far: Array, swapped: Array | None, margin: Finite, reduction):
    """Triplet loss of distances."""
    if swapped is not None:
        far = jnp.minimum(far, swapped)
    return reduced(half_maximum(near - far + margin), reduction, near.dtype)
