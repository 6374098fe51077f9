"""Losses of several labels, of triplets and of densities; the L2 loss."""

from __future__ import annotations

import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import among, boolean, integer, of_type
from msjax._core.base.errors import Clause, describe, must
from msjax._core.op.publish import Array, Finite, Positive, is_python, op, primitive
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import (
    REDUCTIONS,
    accept,
    broadcast,
    check_rank,
    number,
    of_shape,
)
from msjax.kernels.elementwise.cast import wider
from msjax.kernels.elementwise.unary import safe_sqrt
from msjax.kernels.loss.shared import common, half_maximum, positive_part, reduced


@primitive("L2Loss", counts="all")
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
    accept(input_x, "float16 float32 float64")
    return (0.5 * jnp.sum(jnp.square(wider(input_x)))).astype(input_x.dtype)


def _multi_margin(
    x: jax.Array, target: jax.Array, weight: jax.Array | None, p: int, margin: Any, reduction: str
) -> jax.Array:
    accept(x, "f")
    accept(target, "int64", "target")
    if x.ndim != 2 or target.ndim != 1:
        raise ValueError(
            Clause(
                f"the ranks of 'x' and 'target' must be 2 and 1, "
                f"but got {x.ndim} and {target.ndim}."
            )
        )
    if target.shape[0] != x.shape[0]:
        raise ValueError(must("target", f"of shape {x.shape[:1]}", target.shape))
    scores = wider(x)
    classes = scores.shape[1]
    hit = target[:, None] == jax.lax.broadcasted_iota(np.int64, (1, classes), 1)
    right = jnp.sum(jnp.where(hit, scores, 0), 1, keepdims=True)
    short = margin - right + scores
    lost = jnp.where((short > 0) & ~hit, short, jnp.zeros_like(short))
    lost = jnp.square(lost) if p == 2 else lost
    if weight is not None:
        if weight.shape != (classes,):
            raise ValueError(must("weight", f"of shape ({classes},)", weight.shape))
        heavy = jnp.sum(jnp.where(hit, wider(weight), 0), 1, keepdims=True)
        lost = lost * jax.lax.stop_gradient(heavy)
    loss = jnp.sum(lost, 1) / classes
    known = (target >= 0) & (target < classes)
    loss = jnp.where(known, loss, jnp.array(np.nan, loss.dtype))
    return reduced(loss, reduction, x.dtype)


def check_multi_margin(p: Any, margin: Any, reduction: Any) -> None:
    """Refuse bad settings of the multi-class margin loss."""
    if not isinstance(p, (int, float)):
        raise TypeError(must("p", "1 or 2", describe(p)))
    if isinstance(p, bool) or p not in (1, 2):
        raise ValueError(must("p", "1 or 2", p))
    of_type("margin", margin, float)
    among("reduction", reduction, REDUCTIONS)


@op(
    "ops.multi_margin_loss",
    label="multi_margin_loss",
    accepts={"p": "int Tensor[int] ndarray", "weight": "Tensor[=input] None"},
    amp="float32",
)
def multi_margin_loss(
    input: Array,
    target: Array,
    p: int | Tensor = 1,
    margin: int = 1,
    weight: Array | None = None,
    reduction: str = "mean",
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
        Tensor, a scalar or, for reduction "none", of shape (N). A target that is not a class gives
        nan.

    Raises:
        TypeError: `target` is not Int64, `margin` is not an int.
        ValueError: `p` or `reduction` is none of the above, the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.multi_margin_loss(ms.Tensor([[0.1, 0.2, 0.4]]), ms.Tensor([2])))
        0.5
    """
    integer("margin", margin)
    check_multi_margin(p, float(margin), reduction)
    return _multi_margin(input, target, weight, p, margin, reduction)


@primitive(
    "MultiMarginLoss",
    check=check_multi_margin,
    accepts={"weight": "Tensor[=x] None", "p": "int"},
    p=1,
    margin=1.0,
    reduction="mean",
)
@op(label="MultiMarginLoss", amp="float32")
def multi_margin_loss_primitive(
    x: Array,
    target: Array,
    weight: Array | None = None,
    p: int = 1,
    margin: Finite = 1.0,
    reduction: str = "mean",
):
    """Margin of the right class over each other one, as `ops.multi_margin_loss`.

    Args:
        x: scores, floating Tensor of shape (N, C).
        target: class indices, Int64 Tensor of shape (N,); others than 0 to C - 1 give nan.
        weight: a weight for each class, Tensor of shape (C,), or None; it gets no gradient.
        p: power of what a margin lacks, 1 or 2. Given to the constructor, as are those below.
        margin: float, the wanted margin.
        reduction: "mean", "sum" or "none".

    Returns:
        Tensor, a scalar or, for reduction "none", of shape (N,).

    Raises:
        TypeError: a dtype is not as above, or an attribute is of a wrong type.
        ValueError: the shapes do not fit, an attribute is out of range.

    Examples:
        >>> import msjax as ms
        >>> x, y = ms.Tensor([[1., 0.5]]), ms.Tensor([0], ms.int64)
        >>> print(ms.ops.MultiMarginLoss()(x, y, ms.ops.ones(2)))
        0.25
    """
    return _multi_margin(x, target, weight, p, margin, reduction)


@primitive(
    "MultilabelMarginLoss",
    check=lambda reduction: among("reduction", reduction, REDUCTIONS),
    reduction="mean",
)
@op(label="MultilabelMarginLoss", amp="float32")
def multilabel_margin_loss_pair(x: Array, target: Array, reduction: str = "mean"):
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

    Examples:
        >>> import msjax as ms
        >>> x, y = ms.Tensor([[1., 0.5]]), ms.Tensor([[0, -1]], ms.int32)
        >>> loss, right = ms.ops.MultilabelMarginLoss()(x, y)
        >>> print(loss, right)
        0.25 [[1 0]]
    """
    accept(x, "f")
    accept(target, "int32", "target")
    of_shape("target", target, x.shape)
    check_rank(x, (1, 2), "x")
    classes = x.shape[-1]
    valid = jnp.cumprod((target >= 0).astype(np.int32), -1) > 0
    index = jax.lax.broadcasted_iota(np.int32, (1, classes), 1)
    right = jnp.any((target[..., None] == index) & valid[..., None], -2)
    scores = wider(x)
    gap = 1 - scores[..., :, None] + scores[..., None, :]
    pair = right[..., :, None] & ~right[..., None, :]
    # A class listed twice counts twice.
    times = jnp.sum((target[..., None] == index) & valid[..., None], -2).astype(scores.dtype)
    lost = jnp.where(pair & (gap > 0), gap, jnp.zeros_like(gap)) * times[..., :, None]
    loss = jnp.sum(lost, (-2, -1)) / classes
    return reduced(loss, reduction, x.dtype), right.astype(np.int32)


@op("ops.multilabel_margin_loss", label="MultilabelMarginLoss", amp="float32")
def multilabel_margin_loss(input: Array, target: Array, reduction: str = "mean"):
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
    among("reduction", reduction, REDUCTIONS)
    return multilabel_margin_loss_pair(input, target, reduction)[0]


@op("ops.multilabel_soft_margin_loss", label="multilabel_soft_margin_loss", amp="float32")
def multilabel_soft_margin_loss(
    input: Array, target: Array, weight: Array | None = None, reduction: str = "mean"
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
    among("reduction", reduction, REDUCTIONS)
    accept(input, "f")
    (x, y), dtype = common(input, target)
    broadcast(x, y)
    loss = y * jax.nn.softplus(-x) + (1 - y) * jax.nn.softplus(x)
    if weight is not None:
        broadcast(loss, weight)
        loss = loss * wider(weight)
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
    among("reduction", reduction, REDUCTIONS)
    integer("p", p)
    boolean("swap", swap)
    (a, b, c), dtype = common(anchor, positive, negative)
    broadcast(a, b, c)
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
        raise ValueError(must("anchor", "of rank 2 or more", f"rank {a.ndim}"))
    near, far = distance(a, b), distance(a, c)
    if swap:
        far = jnp.minimum(far, distance(b, c))
    return reduced(positive_part(margin + near - far), reduction, dtype)


@op("ops.triplet_margin_loss", label="TripletMarginLoss", amp="float32")
def triplet_margin_loss(
    anchor: Array,
    positive: Array,
    negative: Array,
    margin: Finite = 1.0,
    p: int = 2,
    eps: Finite = 1e-06,
    swap: bool = False,
    reduction: str = "mean",
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
    number("margin", margin)
    return _triplet(anchor, positive, negative, margin, p, eps, swap, reduction)


@primitive(
    "TripletMarginLoss",
    check=lambda p, swap, eps, reduction: among("reduction", reduction, REDUCTIONS),
    p=2,
    swap=False,
    eps=1e-06,
    reduction="mean",
)
@op(label="TripletMarginLoss", amp="float32")
def triplet_margin_loss_primitive(
    x: Array,
    positive: Array,
    negative: Array,
    margin: Array,
    p: int = 2,
    swap: bool = False,
    eps: Finite = 1e-06,
    reduction: str = "mean",
):
    """Triplet loss whose margin is a Tensor, as `ops.triplet_margin_loss`.

    Args:
        x: anchors, Tensor of shape (N, D, ...).
        positive: what should be near, Tensor that broadcasts.
        negative: what should be far, Tensor that broadcasts.
        margin: 0-d Float32 Tensor.
        p: int, the power of the norm. Given to the constructor, as are those below.
        swap: whether the distance of `positive` and `negative` counts if it is less.
        eps: number added to differences.
        reduction: "mean", "sum" or "none".

    Returns:
        Tensor, a scalar or, for reduction "none", of the shape of `x` without dimension 1.

    Raises:
        TypeError: `margin` has another dtype, or an attribute is of a wrong type.
        ValueError: the shapes do not fit, `reduction` is none of the above.

    Examples:
        >>> import msjax as ms
        >>> x, near, far = ms.Tensor([[0., 0.]]), ms.Tensor([[3., 0.]]), ms.Tensor([[1., 0.]])
        >>> print(ms.ops.TripletMarginLoss(p=1, eps=0.0)(x, near, far, ms.Tensor(1.0)))
        3.0
    """
    accept(margin, "float32", "margin")
    if margin.ndim:
        raise ValueError(must("margin", "a 0-d Tensor", margin.shape))
    return _triplet(x, positive, negative, margin, p, eps, swap, reduction)


@op("ops.gaussian_nll_loss", label="gaussian_nll_loss", accepts={"full": "bool"}, amp="float32")
def gaussian_nll_loss(
    x: Array,
    target: Array,
    var: Array,
    full: bool = False,
    eps: Positive = 1e-06,
    reduction: str = "mean",
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
    boolean("full", full)
    if is_python(eps) and (not isinstance(eps, float) or eps <= 0):
        raise ValueError(must("eps", "a positive float", eps))
    among("reduction", reduction, REDUCTIONS)
    (mean, y, variance), dtype = common(x, target, var)
    if not jnp.issubdtype(dtype, jnp.floating):
        mean, y, variance = (a.astype(np.float32) for a in (mean, y, variance))
        dtype = np.dtype(np.float32)
    if variance.shape != mean.shape and variance.shape == mean.shape[:-1]:
        variance = variance[..., None]
    broadcast(mean, y, variance)
    variance = jnp.where(variance > eps, variance, jnp.array(eps, variance.dtype))
    loss = 0.5 * (jnp.log(variance) + jnp.square(mean - y) / variance)
    if full:
        loss = loss + 0.5 * math.log(2 * math.pi)
    return reduced(loss, reduction, dtype)


@op(label="PoissonNLLLoss", amp="float32")
def poisson_nll(
    input: Array, target: Array, log_input: bool, full: bool, eps: Finite, reduction: str
):
    """The loss of `nn.PoissonNLLLoss`."""
    if log_input:
        accept(input, "f")
    (x, y), dtype = common(input, target)
    if jnp.issubdtype(input.dtype, jnp.floating):
        dtype = input.dtype
    elif not jnp.issubdtype(dtype, jnp.inexact):
        x, y, dtype = x.astype(np.float32), y.astype(np.float32), np.dtype(np.float32)
    if full:
        accept(x, "f")
    broadcast(x, y)
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
        accept(array, "bifc uint16 uint32 uint64", arg)
    of_shape("label", label, logits.shape)
    (x, y), dtype = common(logits, label)
    overlap = jnp.sum(x * y)
    total = jnp.sum(x * x) + jnp.sum(y * y)
    return (1 - 2 * overlap / (total + smooth)).astype(dtype)


@op(label="FocalLoss", amp="float32")
def focal(logits: Array, labels: Array, weight: Array | None, gamma: Positive, reduction: str):
    """The loss of `nn.FocalLoss`: cross entropy in which easy examples fade."""
    for x, arg in ((logits, "logits"), (labels, "labels")):
        check_rank(x, (2, 3, 4), arg)
    if labels.dtype not in (np.int32, np.int64, np.float16, np.float32):
        kinds = "of dtype int32, int64, float16 or float32"
        raise TypeError(must("labels", kinds, labels.dtype))
    if logits.ndim != labels.ndim:
        raise ValueError(must("labels", f"of rank {logits.ndim}", f"rank {labels.ndim}"))
    count, classes = logits.shape[:2]
    if labels.shape[0] != count or labels.shape[1] not in (1, classes):
        shape = f"of shape ({count}, 1 or {classes}, ...)"
        raise ValueError(must("labels", shape, labels.shape))
    x = wider(logits).reshape(count, classes, -1)
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
        column = wider(weight).reshape(1, classes, 1)
        scale = jnp.sum(marked * column, 1) if single else column
        factor = factor * scale
    loss = -factor * log_p if single else -factor * log_p * marked
    dtype = logits.dtype if weight is None else common(logits, weight)[1]
    return reduced(jnp.mean(loss, -1), reduction, dtype)


@op(label="MultiClassDiceLoss")
def class_dice(logits: Array, label: Array, weights: Array | None, ignored: int | None):
    """The loss of `nn.MultiClassDiceLoss`."""
    of_shape("label", label, logits.shape)
    if logits.ndim < 2:
        raise ValueError(must("logits", "of rank 2 or more", f"rank {logits.ndim}"))
    classes = logits.shape[1]
    if weights is not None and weights.shape[0] != classes:
        raise ValueError(must("weights", f"of {classes} rows", weights.shape))
    (x, y), dtype = common(logits, label)
    total: Any = 0
    for i in range(classes):
        if i != ignored:
            loss = dice(x[:, i], y[:, i], 1e-5)
            total = total + (loss if weights is None else loss * wider(weights[i]))
    return jnp.asarray(total / classes).astype(dtype)


@op(label="TripletMarginWithDistanceLoss")
def euclidean_distance(x: Array, y: Array):
    """Euclidean distance along axis 1."""
    (x, y), dtype = common(x, y)
    broadcast(x, y)
    return safe_sqrt(jnp.sum(jnp.square(x - y), 1)).astype(dtype)


@op(label="TripletMarginWithDistanceLoss")
def distance_triplet(
    near: Array, far: Array, swapped: Array | None, margin: Finite, reduction: str
):
    """Triplet loss of distances."""
    if swapped is not None:
        far = jnp.minimum(far, swapped)
    return reduced(half_maximum(near - far + margin), reduction, near.dtype)
