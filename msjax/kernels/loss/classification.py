"""Losses of classification: cross entropies and likelihoods."""

from __future__ import annotations

import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import among, fraction, integer
from msjax._core.base.errors import must
from msjax._core.op.publish import Array, Fraction, is_python, op, primitive
from msjax.kernels.attributes import REDUCTIONS, stored
from msjax.kernels.checks import accept, check_rank, number, of_dtype, of_shape
from msjax.kernels.elementwise.cast import wider
from msjax.kernels.loss.shared import common, fit, in_any_case, reduced


def _log_softmax(logits: jax.Array, axis: int) -> jax.Array:
    shifted = logits - jax.lax.stop_gradient(jnp.max(logits, axis, keepdims=True))
    return shifted - jnp.log(jnp.sum(jnp.exp(shifted), axis, keepdims=True))


def _is_label(labels: jax.Array, classes: int, axis: int, rank: int) -> jax.Array:
    """Where the class index along `axis` of an array of `rank` is the label."""
    shape = [1] * rank
    shape[axis] = classes
    index = jax.lax.broadcasted_iota(labels.dtype, shape, axis)
    return jnp.expand_dims(labels, axis) == index


def _picked(x: jax.Array, hit: jax.Array, axis: int) -> jax.Array:
    """The elements of `x` at the labels; a masked sum fuses where a gather would not."""
    return jnp.sum(jnp.where(hit, x, jnp.zeros((), x.dtype)), axis)


def _known(labels: jax.Array, classes: int, loss: jax.Array) -> jax.Array:
    """nan for labels that are not classes."""
    return jnp.where((labels >= 0) & (labels < classes), loss, jnp.array(np.nan, loss.dtype))


def nll(
    log_probs: jax.Array,
    target: jax.Array,
    weight: jax.Array | None,
    ignore_index: int,
    reduction: str,
    label_smoothing: float,
    axis: int,
) -> jax.Array:
    """Negative log likelihood of class labels, in the accumulation dtype."""
    classes = log_probs.shape[axis]
    spread = log_probs.shape[:axis] + log_probs.shape[axis + 1 :]
    shape = spread
    if target.shape != spread:
        if target.size != int(np.prod(spread)) or target.shape[: len(spread)] != spread:
            raise ValueError(must("target", f"of shape {spread}", target.shape))
        target = target.reshape(spread)
    ignored = target == ignore_index
    label = jnp.where(target < 0, target + classes, target)
    label = jnp.where(ignored, jnp.zeros_like(label), label)
    hit = _is_label(label, classes, axis, log_probs.ndim)
    loss = _known(label, classes, -_picked(log_probs, hit, axis))
    smooth: Any = 0.0
    smoothed = not is_python(label_smoothing) or label_smoothing > 0
    if weight is not None:
        if weight.shape != (classes,):
            raise ValueError(must("weight", f"of shape ({classes},)", weight.shape))
        column = weight.reshape([-1 if i == axis else 1 for i in range(log_probs.ndim)])
        counted = _picked(jnp.broadcast_to(column, log_probs.shape), hit, axis)
        loss = loss * counted
        if smoothed:
            smooth = -jnp.sum(log_probs * column, axis)
    else:
        counted = jnp.ones(spread, loss.dtype)
        if smoothed:
            smooth = -jnp.sum(log_probs, axis)
    zero = jnp.zeros((), loss.dtype)
    if smoothed:
        loss = (1 - label_smoothing) * loss + label_smoothing / classes * smooth
    loss = jnp.where(ignored, zero, loss)
    if reduction == "mean":
        return jnp.sum(loss) / jnp.sum(jnp.where(ignored, jnp.zeros_like(counted), counted))
    return reduced(loss.reshape(shape), reduction)


def _class_axis(rank: int) -> int:
    return 0 if rank == 1 else 1


def _check_nll(ignore_index: Any, label_smoothing: Any) -> None:
    integer("ignore_index", ignore_index)
    number("label_smoothing", label_smoothing)


def _nll_loss(
    inputs: jax.Array,
    target: jax.Array,
    weight: jax.Array | None,
    ignore_index: int,
    reduction: str,
    label_smoothing: float,
) -> jax.Array:
    accept(inputs, "iuf", "inputs")
    accept(target, "int32 int64", "target")
    dtype = inputs.dtype if jnp.issubdtype(inputs.dtype, jnp.floating) else np.dtype(np.float32)
    if weight is not None:
        (inputs, weight), dtype = common(inputs.astype(dtype), weight)
    else:
        inputs = wider(inputs.astype(dtype))
    axis = _class_axis(inputs.ndim)
    loss = nll(inputs, target, weight, ignore_index, reduction, label_smoothing, axis)
    return loss.astype(dtype)


@op("ops.nll_loss", label="nll_loss", amp="float32")
def nll_loss(
    inputs: Array,
    target: Array,
    weight: Array | None = None,
    ignore_index: int = -100,
    reduction: str = "mean",
    label_smoothing: Fraction = 0.0,
):
    """Negative log likelihood loss.

    Args:
        inputs: log probabilities, Tensor of shape (N, C), (N, C, d1, ...) or (C,).
        target: class indices, Int32 or Int64 Tensor of shape (N), (N, d1, ...) or ().
        weight: a weight for each class, Tensor of shape (C,).
        ignore_index: targets of this value do not count.
        reduction: "mean" (weighted), "sum" or "none".
        label_smoothing: the part of the probability that is spread evenly over the classes.

    Returns:
        Tensor, a scalar or, for reduction "none", of the shape of `target`. A target that is no
        class gives nan.

    Raises:
        TypeError: `target` is not Int32 or Int64, `ignore_index` is not an int.
        ValueError: the shapes do not fit, `reduction` is none of the above.

    Examples:
        >>> import msjax as ms
        >>> logp = ms.ops.log_softmax(ms.Tensor([[1., 2.], [3., 4.]]))
        >>> print(f"{float(ms.ops.nll_loss(logp, ms.Tensor([1, 0]))):.4f}")
        0.8133
    """
    _check_nll(ignore_index, label_smoothing)
    among("reduction", reduction, REDUCTIONS)
    return _nll_loss(inputs, target, weight, ignore_index, reduction, label_smoothing)


@op("mint.nn.functional.nll_loss", label="nll_loss", amp="float32")
def nll_loss_ext(
    input: Array,
    target: Array,
    weight: Array | None = None,
    ignore_index: int = -100,
    reduction: str = "mean",
):
    """Negative log likelihood loss, as `ops.nll_loss` without label smoothing.

    Args:
        input: log probabilities, Tensor of shape (N, C), (C,) or (N, C, ...).
        target: class indices, Int32 or Int64 Tensor of shape (N,), () or (N, ...).
        weight: a weight for each class, Tensor of shape (C,), or None.
        ignore_index: the class index that does not count.
        reduction: "mean", "sum" or "none".

    Returns:
        Tensor, a scalar or, for reduction "none", of the shape of `target`.

    Raises:
        TypeError: a dtype is not as above.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x, y = ms.Tensor([[-1., -2.], [-3., -4.]]), ms.Tensor([0, 1], ms.int32)
        >>> print(ms.mint.nn.functional.nll_loss(x, y))
        2.5
    """
    loss = nll_loss(input, target, weight, ignore_index, reduction)
    return loss.astype(input.dtype) if jnp.issubdtype(input.dtype, jnp.floating) else loss


@op(
    "ops.cross_entropy",
    label="cross_entropy",
    accepts={"ops.cross_entropy.ignore_index": "int", "ops.cross_entropy.label_smoothing": "float"},
    amp="float32",
)
def cross_entropy(
    input: Array,
    target: Array,
    weight: Array | None = None,
    ignore_index: int = -100,
    reduction: str = "mean",
    label_smoothing: Fraction = 0.0,
):
    """Cross entropy between logits and class indices or class probabilities.

    Args:
        input: logits, Tensor of shape (N, C), (N, C, d1, ...) or (C,).
        target: Int32 or Int64 class indices of shape (N), (N, d1, ...) or (); or probabilities, a
            floating Tensor of the shape of `input`.
        weight: a weight for each class, Tensor of shape (C,).
        ignore_index: class indices of this value do not count.
        reduction: "mean" (weighted for class indices), "sum" or "none".
        label_smoothing: the part of the probability that is spread evenly over the classes.

    Returns:
        Tensor, a scalar or, for reduction "none", of the shape of the class indices. An index that
        is no class gives nan.

    Raises:
        TypeError: `input` is not floating, `ignore_index` is not an int.
        ValueError: the shapes do not fit, `reduction` is none of the above, or `label_smoothing` is
            negative or not finite.

    Examples:
        >>> import msjax as ms
        >>> logits = ms.Tensor([[1., 2., 3.], [1., 0., 0.]])
        >>> print(f"{float(ms.ops.cross_entropy(logits, ms.Tensor([2, 0]))):.4f}")
        0.4795
    """
    accept(input, "float16 float32 float64 bfloat16")
    _check_nll(ignore_index, label_smoothing)
    if is_python(label_smoothing) and not 0 <= label_smoothing < math.inf:
        raise ValueError(must("label_smoothing", "finite and not negative", label_smoothing))
    among("reduction", reduction, REDUCTIONS)
    axis = _class_axis(input.ndim)
    if jnp.issubdtype(target.dtype, jnp.integer):
        log_probs = _log_softmax(wider(input), axis)
        loss = _nll_loss(log_probs, target, weight, ignore_index, reduction, label_smoothing)
        return loss.astype(common(input, *([] if weight is None else [weight]))[1])
    of_shape("target", target, input.shape)
    given = [input, target] if weight is None else [input, target, weight]
    (logits, target, *rest), dtype = common(*given)
    classes = logits.shape[axis]
    log_probs = _log_softmax(logits, axis)
    if not is_python(label_smoothing) or label_smoothing > 0:
        target = target * (1 - label_smoothing) + label_smoothing / classes
    if rest:
        column = rest[0].reshape([-1 if i == axis else 1 for i in range(logits.ndim)])
        log_probs = log_probs * fit(column, logits.shape, "weight")
    loss = -jnp.sum(log_probs * target, axis)
    if reduction == "mean":
        return (jnp.sum(loss) / max(loss.size, 1)).astype(dtype)
    return reduced(loss, reduction, dtype)


@op("mint.nn.functional.cross_entropy", label="cross_entropy", amp="float32")
def cross_entropy_ext(
    input: Array,
    target: Array,
    weight: Array | None = None,
    ignore_index: int = -100,
    reduction: str = "mean",
    label_smoothing: Fraction = 0.0,
):
    """Cross entropy between logits and class indices or class probabilities.

    Args:
        input: logits, Tensor of shape (N, C), (N, C, d1, ...) or (C,).
        target: Int32 or Int64 class indices of shape (N), (N, d1, ...) or (); or probabilities, a
            floating Tensor of the shape of `input`.
        weight: a weight for each class, Tensor of shape (C,).
        ignore_index: class indices of this value do not count.
        reduction: "mean" (weighted for class indices), "sum" or "none".
        label_smoothing: the part of the probability that is spread evenly over the classes.

    Returns:
        Tensor, a scalar or, for reduction "none", of the shape of the class indices. For class
        indices without smoothing it is of the dtype of `input`, whatever that of `weight`.

    Raises:
        TypeError: `input` is not floating, `ignore_index` is not an int.
        ValueError: the shapes do not fit, `reduction` is none of the above, or `label_smoothing` is
            outside [0, 1].

    Examples:
        >>> import msjax as ms
        >>> logits = ms.Tensor([[1., 2., 3.], [1., 0., 0.]])
        >>> loss = ms.mint.nn.functional.cross_entropy(logits, ms.Tensor([2, 0]))
        >>> print(f"{float(loss):.4f}")
        0.4795
    """
    plain = is_python(label_smoothing)
    if plain and isinstance(label_smoothing, (int, float)):
        fraction("label_smoothing", label_smoothing)
    loss = cross_entropy(input, target, weight, ignore_index, reduction, label_smoothing)
    if plain and label_smoothing == 0 and jnp.issubdtype(target.dtype, jnp.integer):
        return loss.astype(input.dtype)
    return loss


@op(label="CrossEntropyLoss", amp="float32")
def cross_entropy_loss(
    logits: Array,
    labels: Array,
    weight: Array | None,
    ignore_index: int,
    reduction: str,
    label_smoothing: Fraction,
):
    """The loss of `nn.CrossEntropyLoss`, whose checks of dtypes are stricter."""
    accept(logits, "float16 float32", "logits")
    if labels.ndim == logits.ndim:
        accept(labels, "float16 float32", "labels")
    elif labels.ndim == logits.ndim - 1:
        accept(labels, "int32", "labels")
    else:
        text = f"of rank {logits.ndim} or {logits.ndim - 1}"
        raise ValueError(must("labels", text, f"rank {labels.ndim}"))
    return cross_entropy(logits, labels, weight, ignore_index, reduction, label_smoothing)


@primitive("NLLLoss", reduction="mean", ignore_index=-100, normal=stored(reduction=REDUCTIONS))
@op(label="NLLLoss", amp="float32")
def nll_loss_primitive(
    logits: Array, labels: Array, weight: Array, reduction: str = "mean", ignore_index: int = -100
):
    """Negative log likelihood loss with the total weight.

    Args:
        logits: log probabilities, Float16 or Float32 Tensor of shape (N, C).
        labels: class indices, Int32 or Int64 Tensor of shape (N).
        weight: a weight for each class, Tensor of shape (C,); it gets no gradient.
        reduction: "mean", "sum" or "none".
        ignore_index: labels of this value do not count.

    Returns:
        Tuple of the loss and the sum of the weights that counted.

    Raises:
        TypeError: `labels` is not Int32 or Int64.
        ValueError: `reduction` is none of the above.
        RuntimeError: `logits` is not of rank 2.

    Examples:
        >>> import msjax as ms
        >>> loss, total = ms.ops.NLLLoss()(
        ...     ms.Tensor([[-1., -2.]]), ms.Tensor([1]), ms.Tensor([1., 3.]))
        >>> print(loss, total)
        2.0 3.0
    """
    reduction = in_any_case(reduction)
    integer("ignore_index", ignore_index)
    accept(labels, "int32 int64", "labels")
    check_rank(logits, 2, "logits", RuntimeError)
    checked = ("labels", labels, logits.shape[:1]), ("weight", weight, logits.shape[1:])
    for arg, given, shape in checked:
        if given.shape != shape:
            raise RuntimeError(must(arg, f"of shape {shape}", f"shape {given.shape}"))
    weights = jax.lax.stop_gradient(wider(weight))
    axis = _class_axis(logits.ndim)
    classes = logits.shape[axis]
    counts = labels != ignore_index
    hit = _is_label(jnp.where(counts, labels, 0), classes, axis, logits.ndim)
    used = jnp.where(counts, jnp.sum(jnp.where(hit, weights, 0), axis), 0).astype(weights.dtype)
    summing = "none" if reduction == "none" else "sum"
    loss = nll(wider(logits), labels, weights, ignore_index, summing, 0.0, axis)
    loss = jnp.sum(loss) / jnp.sum(used) if reduction == "mean" else loss
    return loss.astype(logits.dtype), jnp.sum(used).astype(logits.dtype)


@jax.custom_jvp
def _soft_entropy(logits: jax.Array, labels: jax.Array) -> jax.Array:
    return -jnp.sum(labels * _log_softmax(logits, -1), -1)


@_soft_entropy.defjvp
def _soft_entropy_jvp(primals: tuple, tangents: tuple) -> tuple:
    # The derivative takes the labels of a row to sum to one, whatever they are.
    logits, labels = primals
    slope = jax.nn.softmax(logits, -1) - labels
    return _soft_entropy(logits, labels), jnp.sum(slope * tangents[0], -1)


def _check_dense(logits: jax.Array, labels: jax.Array) -> None:
    accept(logits, "float16 float32 bfloat16", "logits")
    of_dtype("labels", labels, logits.dtype)
    check_rank(logits, 2, "logits")
    of_shape("labels", labels, logits.shape)


@primitive("SoftmaxCrossEntropyWithLogits", counts="missing")
@op(label="SoftmaxCrossEntropyWithLogits")
def softmax_cross_entropy_with_logits(logits: Array, labels: Array):
    """Cross entropy of each row of logits with a row of probabilities, and its gradient.

    Args:
        logits: Float16 or Float32 Tensor of shape (N, C).
        labels: Tensor of the same shape and dtype; it gets no gradient.

    Returns:
        Tuple of the losses, shape (N), and of softmax(logits) - labels, shape (N, C), which passes
        no gradient on.

    Raises:
        TypeError: the dtypes differ or are not floating.
        ValueError: the shapes differ or the rank is not 2.

    Examples:
        >>> import msjax as ms
        >>> op = ms.ops.SoftmaxCrossEntropyWithLogits()
        >>> loss, grad = op(ms.Tensor([[0., 0.]]), ms.Tensor([[1., 0.]]))
        >>> print(loss, grad)
        [0.6931472] [[-0.5  0.5]]
    """
    _check_dense(logits, labels)
    x, y = wider(logits), jax.lax.stop_gradient(wider(labels))
    slope = jax.lax.stop_gradient(jax.nn.softmax(x, -1) - y)
    return _soft_entropy(x, y).astype(logits.dtype), slope.astype(logits.dtype)


@op(label="SoftmaxCrossEntropyWithLogits")
def softmax_cross_entropy_loss(
    logits: Array, labels: Array, sparse: bool = False, reduction: str = "none"
):
    """The loss of `nn.SoftmaxCrossEntropyWithLogits` in one operation."""
    if not sparse:
        _check_dense(logits, labels)
        y = jax.lax.stop_gradient(wider(labels))
        return reduced(_soft_entropy(wider(logits), y), reduction, logits.dtype)
    if reduction == "mean":
        return sparse_softmax_cross_entropy_with_logits(logits, labels)
    accept(logits, "float16 float32 bfloat16", "logits")
    accept(labels, "int32 int64", "labels")
    check_rank(logits, 2, "logits")
    of_shape("labels", labels, logits.shape[:1])
    # A label outside the classes stands for a row of zeros.
    hit = _is_label(labels, logits.shape[-1], 1, 2).astype(np.float32)
    return reduced(_soft_entropy(wider(logits), hit), reduction, logits.dtype)


@primitive(
    "SparseSoftmaxCrossEntropyWithLogits",
    accepts={"is_grad": "bool"},
    counts="all",
    is_grad=False,
    normal=lambda is_grad: {"sens": 1.0},
)
@op(label="SparseSoftmaxCrossEntropyWithLogits")
def sparse_softmax_cross_entropy_with_logits(logits: Array, labels: Array, is_grad: bool = False):
    """Mean cross entropy of logits with class indices, or its gradient.

    Args:
        logits: Float16 or Float32 Tensor of shape (N, ..., C).
        labels: class indices, Int32 or Int64 Tensor of shape (N, ...).
        is_grad: whether to return the gradient of the loss with respect to the logits instead.

    Returns:
        Tensor, a scalar or of the shape of `logits`. A label that is not a class gives nan.

    Raises:
        TypeError: `logits` or `labels` is of another dtype.
        ValueError: the shape of `labels` is not that of `logits` without its last axis.

    Examples:
        >>> import msjax as ms
        >>> op = ms.ops.SparseSoftmaxCrossEntropyWithLogits()
        >>> print(op(ms.Tensor([[0., 0.]]), ms.Tensor([1], ms.int32)))
        0.6931472
    """
    accept(logits, "float16 float32 bfloat16", "logits")
    accept(labels, "int32 int64", "labels")
    of_shape("labels", labels, logits.shape[:-1])
    axis, classes = logits.ndim - 1, logits.shape[-1]
    hit = _is_label(labels, classes, axis, logits.ndim)
    if is_grad:
        slope = jax.nn.softmax(wider(logits), -1) - hit.astype(np.float32)
        return (slope / max(labels.size, 1)).astype(logits.dtype)
    loss = _known(labels, classes, -_picked(_log_softmax(wider(logits), -1), hit, axis))
    return reduced(loss, "mean", logits.dtype)
