"""Losses of regression, of margins and of distributions."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import among
from msjax._core.base.errors import Clause, must
from msjax._core.op.publish import (
    Array,
    Finite,
    Fraction,
    Positive,
    Value,
    is_python,
    op,
    primitive,
)
from msjax.kernels.attributes import REDUCTIONS, stored
from msjax.kernels.checks import (
    accept,
    broadcast,
    number,
    of_dtype,
    of_shape,
)
from msjax.kernels.elementwise.cast import wider
from msjax.kernels.loss.shared import (
    absolute,
    common,
    half_maximum,
    in_any_case,
    positive_part,
    reduced,
)


def _is_float(x: jax.Array) -> bool:
    return jnp.issubdtype(x.dtype, jnp.floating)


def _difference(x: jax.Array, y: jax.Array) -> tuple[jax.Array, np.dtype]:
    (x, y), dtype = common(x, y)
    broadcast(x, y)
    return x - y, dtype


@op("ops.mse_loss", label="mse_loss")
def mse_loss(input: Array, target: Array, reduction: str = "mean"):
    """Mean squared error.

    Args:
        input: Tensor.
        target: Tensor whose shape broadcasts with that of `input`.
        reduction: "mean", "sum" or "none".

    Returns:
        Tensor, a scalar or of the broadcast shape, of the common dtype; Float32 for integers.

    Raises:
        ValueError: the shapes do not broadcast, `reduction` is none of the above.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.mse_loss(ms.Tensor([1., 2.]), ms.Tensor([1., 4.])))
        2.0
    """
    among("reduction", reduction, REDUCTIONS)
    delta, dtype = _difference(input, target)
    if not _is_float(delta):
        delta, dtype = delta.astype(np.float32), np.dtype(np.float32)
    return reduced(jnp.square(delta), reduction, dtype)


@op(
    "ops.mse_loss_ext",
    "mint.nn.functional.mse_loss",
    label="mse_loss",
    accepts={"reduction": "str"},
    amp="float32",
)
def mse_loss_ext(input: Array, target: Array, reduction: str = "mean"):
    """Mean squared error, as `ops.mse_loss`.

    Args:
        input: Tensor.
        target: Tensor whose shape broadcasts with that of `input`.
        reduction: "mean", "sum" or "none".

    Returns:
        Tensor, a scalar or, for reduction "none", of the broadcast shape.

    Raises:
        TypeError: `reduction` is not a string.
        ValueError: the shapes do not fit, `reduction` is none of the above.
        RuntimeError: the dtypes differ.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.functional.mse_loss(ms.Tensor([1., 2.]), ms.Tensor([1., 4.])))
        2.0
    """
    if input.dtype != target.dtype:
        raise RuntimeError(must("target", f"of dtype {input.dtype}", target.dtype))
    return mse_loss(input, target, reduction)


@op(
    "ops.l1_loss",
    "mint.nn.functional.l1_loss",
    label="l1_loss",
    accepts={"mint.nn.functional.l1_loss.reduction": "str"},
)
def l1_loss(input: Array, target: Array, reduction: str = "mean"):
    """Mean absolute error.

    Args:
        input: Tensor.
        target: Tensor whose shape broadcasts with that of `input`.
        reduction: "mean", "sum" or "none".

    Returns:
        Tensor, a scalar or of the broadcast shape, of the common dtype.

    Raises:
        ValueError: the shapes do not broadcast, `reduction` is none of the above.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.l1_loss(ms.Tensor([1., 2.]), ms.Tensor([1., 4.]), "sum"))
        2.0
    """
    among("reduction", reduction, REDUCTIONS)
    delta, dtype = _difference(input, target)
    loss = absolute(delta)
    if reduction == "mean" and not jnp.issubdtype(loss.dtype, jnp.inexact):
        loss = loss.astype(np.float32)
    return reduced(loss, reduction, dtype)


@op(label="LossBase")
def weighted(x: Array, weights: Value, reduction: str):
    """What `nn.LossBase.get_loss` makes of an element-wise loss."""
    weights = jnp.asarray(weights)
    broadcast(x, weights)
    loss = x.astype(np.float32) * weights.astype(np.float32)
    return reduced(loss, reduction, x.dtype)


@op(label="LossBase")
def weighted_loss(kind: str, reduction: str, logits: Array, labels: Array):
    """The square ("square") or absolute ("abs") error as `nn.LossBase.get_loss` reduces it."""
    delta, dtype = _difference(logits, labels)
    if jnp.issubdtype(dtype, jnp.complexfloating):
        loss = jnp.square(delta) if kind == "square" else jnp.abs(delta)
        return reduced(loss.astype(dtype), reduction, dtype)
    loss = jnp.square(delta) if kind == "square" else absolute(delta)
    return reduced(loss.astype(np.float32), reduction, dtype)


@op(label="RMSELoss")
def rmse(logits: Array, label: Array):
    """Root of the mean squared error."""
    for x, arg in ((logits, "logits"), (label, "label")):
        accept(x, "bifc", arg)
    error = weighted_loss("square", "mean", logits, label)
    dtype = error.dtype if _is_float(error) else np.dtype(np.float32)
    return jnp.sqrt(error.astype(dtype))


def _smooth_l1(prediction: jax.Array, target: jax.Array, beta: Any, reduction: Any) -> jax.Array:
    reduction = in_any_case(reduction)
    beta = float(beta) if isinstance(beta, bool) else beta
    number("beta", beta)
    if is_python(beta) and beta < 0:
        raise RuntimeError(must("beta", "non-negative", beta))
    for x, arg in ((prediction, "prediction"), (target, "target")):
        accept(x, "f", arg)
    of_shape("target", target, prediction.shape)
    delta, dtype = _difference(prediction, target)
    size = absolute(delta)
    if is_python(beta) and beta == 0:
        return reduced(size, reduction, dtype)
    loss = jnp.where(size < beta, jnp.square(delta) * (0.5 / beta), size - 0.5 * beta)
    return reduced(loss, reduction, dtype)


@op("ops.smooth_l1_loss", label="SmoothL1Loss", amp="float32")
def smooth_l1_loss(input: Array, target: Array, beta: Positive = 1.0, reduction: str = "none"):
    """Squared error near the target, absolute error beyond `beta`.

    Args:
        input: floating Tensor.
        target: floating Tensor of the same shape.
        beta: where the parabola ends; 0 gives the absolute error.
        reduction: "none", "mean" or "sum".

    Returns:
        Tensor, a scalar or, for reduction "none", of the shape of `input`.

    Raises:
        TypeError: a Tensor is not floating.
        ValueError: the shapes differ, `reduction` is none of the above.
        RuntimeError: `beta` is negative.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.smooth_l1_loss(ms.Tensor([1., 4.]), ms.Tensor([1.5, 2.])))
        [0.125 1.5  ]
    """
    return _smooth_l1(input, target, beta, reduction)


@op("mint.nn.functional.smooth_l1_loss", label="SmoothL1Loss", amp="float32")
def smooth_l1_loss_ext(input: Array, target: Array, reduction: str = "mean", beta: Positive = 1.0):
    """Smooth L1 loss, as `ops.smooth_l1_loss`: quadratic below `beta`, linear from there on.

    Args:
        input: Tensor of a floating dtype.
        target: floating Tensor of the same shape.
        reduction: "mean", "sum" or "none".
        beta: number of at least 0; 0 gives the absolute error.

    Returns:
        Tensor, a scalar or, for reduction "none", of the shape of `input`.

    Raises:
        TypeError: another dtype, or `beta` is not a number.
        ValueError: the shapes differ, `reduction` is none of the above.
        RuntimeError: `beta` is negative.

    Examples:
        >>> import msjax as ms
        >>> x, y = ms.Tensor([1., 4.]), ms.Tensor([1., 2.])
        >>> print(ms.mint.nn.functional.smooth_l1_loss(x, y, reduction="none"))
        [0.  1.5]
    """
    return _smooth_l1(input, target, beta, reduction)


@primitive(
    "SmoothL1Loss",
    accepts={"beta": "int float bool"},
    beta=1.0,
    reduction="none",
    normal=stored(reduction=REDUCTIONS),
)
@op(label="SmoothL1Loss", amp="float32")
def smooth_l1_loss_primitive(
    prediction: Array, target: Array, beta: Positive = 1.0, reduction: str = "none"
):
    """Smooth L1 loss, as `ops.smooth_l1_loss`: quadratic below `beta`, linear from there on.

    Args:
        prediction: Tensor of a floating dtype.
        target: floating Tensor of the same shape.
        beta: number above 0. Given to the constructor, as is the one below.
        reduction: "mean", "sum" or "none".

    Returns:
        Tensor, a scalar or, for reduction "none", of the shape of `prediction`.

    Raises:
        TypeError: another dtype, or `beta` is not a number.
        ValueError: the shapes differ, `reduction` is none of the above.
        RuntimeError: `beta` is not above 0.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.SmoothL1Loss()(ms.Tensor([1., 4.]), ms.Tensor([1., 2.])))
        [0.  1.5]
    """
    if is_python(beta) and isinstance(beta, (int, float)) and beta == 0:
        raise RuntimeError(must("beta", "greater than 0", beta))
    return _smooth_l1(prediction, target, beta, reduction)


@op("ops.huber_loss", label="huber_loss", accepts={"delta": "int float"})
def huber_loss(input: Array, target: Array, reduction: str = "mean", delta: Positive = 1.0):
    """Half the squared error near the target, linear with slope `delta` beyond `delta`.

    Args:
        input: Tensor.
        target: Tensor whose shape broadcasts with that of `input`.
        reduction: "mean", "sum" or "none".
        delta: where the parabola ends, positive.

    Returns:
        Tensor, a scalar or of the broadcast shape.

    Raises:
        ValueError: the shapes do not broadcast, `delta` is not positive.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.huber_loss(ms.Tensor([1., 4.]), ms.Tensor([1.5, 2.]), "none"))
        [0.125 1.5  ]
    """
    among("reduction", reduction, REDUCTIONS)
    number("delta", delta)
    if is_python(delta) and not delta > 0:
        raise ValueError(must("delta", "greater than 0", delta))
    error, dtype = _difference(input, target)
    if not _is_float(error):
        error, dtype = error.astype(np.float32), np.dtype(np.float32)
    size = absolute(error)
    loss = jnp.where(size < delta, 0.5 * jnp.square(error), delta * (size - 0.5 * delta))
    return reduced(loss, reduction, dtype)


@primitive(
    "SoftMarginLoss",
    reduction="mean",
    normal=stored(reduction=REDUCTIONS),
)
@op(
    "ops.soft_margin_loss",
    "mint.nn.functional.soft_margin_loss",
    label="SoftMarginLoss",
    amp="float32",
)
def soft_margin_loss(input: Array, target: Array, reduction: str = "mean"):
    """log(1 + exp(-target * input)), the loss of two classes -1 and 1.

    Args:
        input: floating Tensor.
        target: Tensor of the same shape.
        reduction: "mean", "sum" or "none".

    Returns:
        Tensor, a scalar or, for reduction "none", of the shape of `input`.

    Raises:
        TypeError: a Tensor is not floating.
        ValueError: the shapes differ, `reduction` is none of the above.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.soft_margin_loss(ms.Tensor([0., 0.]), ms.Tensor([1., -1.])))
        0.6931472
    """
    reduction = in_any_case(reduction)
    for x, arg in ((input, "input"), (target, "target")):
        accept(x, "f", arg)
    of_shape("target", target, input.shape)
    (x, y), dtype = common(input, target)
    return reduced(jax.nn.softplus(-x * y), reduction, dtype)


_DIVERGENCE = ("none", "mean", "batchmean", "sum")


def _kl(x: jax.Array, loss: jax.Array, reduction: str, dtype: Any) -> jax.Array:
    if reduction == "batchmean":
        if x.ndim == 0:
            raise IndexError(Clause("reduction 'batchmean' needs at least one axis."))
        return (jnp.sum(loss) / x.shape[0]).astype(dtype)
    return reduced(loss, reduction, dtype)


@primitive(
    "KLDivLoss",
    check=lambda reduction: among("reduction", reduction, _DIVERGENCE),
    counts="all",
    reduction="mean",
)
@op("ops.kl_div", label="KLDivLoss", amp="float32")
def kl_div(logits: Array, labels: Array, reduction: str = "mean"):
    """Kullback-Leibler divergence labels * (log(labels) - logits).

    Args:
        logits: log probabilities, floating Tensor.
        labels: probabilities, Tensor of the same shape and dtype; it gets no gradient.
        reduction: "mean", "batchmean" (sum over the first dimension's size), "sum" or "none".

    Returns:
        Tensor, a scalar or, for reduction "none", of the shape of `logits`.

    Raises:
        TypeError: the dtypes differ or are not floating.
        ValueError: the shapes differ, `reduction` is none of the above.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.kl_div(ms.Tensor([-1., -2.]), ms.Tensor([0.5, 0.5]), "sum"))
        0.8068528
    """
    among("reduction", reduction, _DIVERGENCE)
    accept(logits, "f", "logits")
    of_shape("labels", labels, logits.shape)
    of_dtype("labels", labels, logits.dtype)
    x, y = wider(logits), jax.lax.stop_gradient(wider(labels))
    positive = y > 0
    log_y = jnp.log(jnp.where(positive, y, jnp.ones_like(y)))
    loss = jnp.where(positive, y * (log_y - x), jnp.zeros_like(x))
    return _kl(x, loss, reduction, logits.dtype)


@op(
    "mint.nn.functional.kl_div",
    label="kl_div",
    accepts={"input": "Tensor[float16 bfloat16 float32]", "reduction": "str"},
    amp="float32",
)
def kl_div_ext(input: Array, target: Array, reduction: str = "mean", log_target: bool = False):
    """Kullback-Leibler divergence of log probabilities from probabilities.

    Args:
        input: log probabilities, Tensor of Float16, BFloat16 or Float32.
        target: Tensor of one of these dtypes whose shape broadcasts with that of `input`.
        reduction: "mean", "batchmean", "sum" or "none".
        log_target: whether `target` holds log probabilities.

    Returns:
        Tensor, a scalar or of the broadcast shape.

    Raises:
        TypeError: another dtype, or `reduction` is not a string.
        ValueError: the shapes do not fit, `reduction` is none of the above.

    Examples:
        >>> import msjax as ms
        >>> x, y = ms.Tensor([-1., -2.]), ms.Tensor([1., 0.])
        >>> print(ms.mint.nn.functional.kl_div(x, y, reduction="none"))
        [1. 0.]
    """
    among("reduction", reduction, _DIVERGENCE)
    for name, value in (("input", input), ("target", target)):
        accept(value, "float16 bfloat16 float32", name)
    (x, y), dtype = common(input, target)
    broadcast(x, y)
    if log_target:
        loss = jnp.exp(y) * (y - x)
    else:
        positive = y > 0
        log_y = jnp.log(jnp.where(positive, y, jnp.ones_like(y)))
        loss = jnp.where(positive, y * log_y, jnp.zeros_like(y)) - y * x
    return _kl(x, loss, reduction, dtype)


def _by_cosine(cosine: jax.Array, target: jax.Array, margin: Any) -> jax.Array:
    """What pairs lose that should be alike (target 1) or not (-1); nothing at other targets."""
    zero = jnp.zeros_like(cosine)
    far = positive_part(cosine - margin)
    return jnp.where(target == 1, 1 - cosine, zero) + jnp.where(target == -1, far, zero)


@op(
    "ops.cosine_embedding_loss", label="cosine_embedding_loss", accepts={"margin": "int float bool"}
)
def cosine_embedding_loss(
    input1: Array, input2: Array, target: Array, margin: Fraction = 0.0, reduction: str = "mean"
):
    """1 - cosine for pairs with target 1, cosine above `margin` for pairs with target -1.

    Args:
        input1: Tensor of shape (N, C, ...); the cosine is taken along axis 1.
        input2: Tensor of the same shape.
        target: 1 or -1 for each pair, Tensor of shape (N, ...) or one that broadcasts to it.
        margin: a float in [-1, 1].
        reduction: "mean", "sum" or "none".

    Returns:
        Tensor, a scalar or, for reduction "none", of the shape of `target`.

    Raises:
        TypeError: the dtypes of `input1` and `input2` differ.
        ValueError: the shapes do not fit, `margin` is out of range.

    Examples:
        >>> import msjax as ms
        >>> x, y = ms.Tensor([[1., 0.], [1., 0.]]), ms.Tensor([[0., 1.], [3., 0.]])
        >>> print(ms.ops.cosine_embedding_loss(x, y, ms.Tensor([1, -1]), 0.5, "none"))
        [1.  0.5]
    """
    among("reduction", reduction, REDUCTIONS)
    number("margin", margin)
    if is_python(margin) and not -1 <= margin <= 1:
        raise ValueError(must("margin", "in [-1, 1]", margin))
    of_shape("input2", input2, input1.shape)
    of_dtype("input2", input2, input1.dtype)
    if input1.ndim < 2:
        raise ValueError(must("input1", "of rank 2 or more", f"rank {input1.ndim}"))
    (x, y), dtype = common(input1, input2)
    if not _is_float(x):
        x, y, dtype = x.astype(np.float32), y.astype(np.float32), np.dtype(np.float32)
    norms = jnp.sqrt(jnp.sum(x * x, 1) * jnp.sum(y * y, 1))
    cosine = jnp.sum(x * y, 1) / norms
    broadcast(cosine, target)
    return reduced(_by_cosine(cosine, target, margin), reduction, dtype)


@op("mint.nn.functional.cosine_embedding_loss", label="cosine_embedding_loss")
def cosine_embedding_loss_ext(
    input1: Array, input2: Array, target: Array, margin: Finite = 0.0, reduction: str = "mean"
):
    """Cosine embedding loss of pairs of vectors along the last axis.

    Args:
        input1: Tensor of shape (N, C) or (C,).
        input2: Tensor of the same shape.
        target: 1 or -1 for each pair, Tensor of shape (N,) or ().
        margin: a number, usually in [0, 0.5].
        reduction: "mean", "sum" or "none".

    Returns:
        Tensor, a scalar or, for reduction "none", of the shape of `target`.

    Raises:
        ValueError: the shapes do not fit, `reduction` is none of the above.

    Examples:
        >>> import msjax as ms
        >>> x, y, sign = ms.Tensor([[1., 0.]]), ms.Tensor([[0., 1.]]), ms.Tensor([1.])
        >>> print(ms.mint.nn.functional.cosine_embedding_loss(x, y, sign))
        1.0
    """
    among("reduction", reduction, REDUCTIONS)
    (x, y), dtype = common(input1, input2)
    broadcast(x, y)
    if not _is_float(x):
        x, y, dtype = x.astype(np.float32), y.astype(np.float32), np.dtype(np.float32)
    epsilon = 1e-12
    norms = jnp.sqrt((jnp.sum(x * x, -1) + epsilon) * (jnp.sum(y * y, -1) + epsilon))
    cosine = jnp.sum(x * y, -1) / norms
    return reduced(_by_cosine(cosine, target, margin), reduction, dtype)


@op("ops.hinge_embedding_loss", label="HingeEmbeddingLoss", accepts={"margin": "int float bool"})
def hinge_embedding_loss(
    inputs: Array, targets: Array, margin: Finite = 1.0, reduction: str = "mean"
):
    """The input where the target is 1, max(0, margin - input) where it is -1.

    Args:
        inputs: Tensor, a distance.
        targets: 1 or -1, Tensor whose shape broadcasts.
        margin: a number.
        reduction: "mean", "sum" or "none".

    Returns:
        Tensor, a scalar or of the broadcast shape.

    Raises:
        ValueError: the shapes do not broadcast, `reduction` is none of the above.

    Examples:
        >>> import msjax as ms
        >>> x, y = ms.Tensor([0.2, 0.3]), ms.Tensor([1., -1.])
        >>> print(ms.ops.hinge_embedding_loss(x, y, reduction="none"))
        [0.2 0.7]
    """
    among("reduction", reduction, REDUCTIONS)
    number("margin", margin)
    for x, arg in ((inputs, "inputs"), (targets, "targets")):
        accept(x, "f", arg)
    (x, y), _ = common(inputs, targets)
    broadcast(x, y)
    zero = jnp.zeros((), x.dtype)
    near = jnp.where(y > 0, x, zero)
    loss = near + jnp.where(y < 0, half_maximum(margin - x), zero)
    return reduced(loss, reduction, inputs.dtype)


@op("ops.margin_ranking_loss", label="margin_ranking_loss", accepts={"margin": "float"})
def margin_ranking_loss(
    input1: Array, input2: Array, target: Array, margin: Finite = 0.0, reduction: str = "mean"
):
    """max(0, margin - target * (input1 - input2)).

    Args:
        input1: Tensor.
        input2: Tensor whose shape broadcasts.
        target: 1 or -1, Tensor of the dtype of `input1`.
        margin: a float.
        reduction: "mean", "sum" or "none".

    Returns:
        Tensor, a scalar or of the broadcast shape.

    Raises:
        TypeError: `margin` is not a float, or the dtypes differ.
        ValueError: the shapes do not broadcast, `reduction` is none of the above.

    Examples:
        >>> import msjax as ms
        >>> x, y, target = ms.Tensor([1., 2.]), ms.Tensor([3., 1.]), ms.Tensor([1., 1.])
        >>> print(ms.ops.margin_ranking_loss(x, y, target))
        1.0
    """
    number("margin", margin, float)
    among("reduction", reduction, REDUCTIONS)
    for x, arg in ((input2, "input2"), (target, "target")):
        if x.dtype != input1.dtype:
            raise TypeError(must(arg, f"of dtype {input1.dtype}, as input1", x.dtype))
    broadcast(input1, input2, target)
    x, y, sign = wider(input1), wider(input2), wider(target)
    dtype = input1.dtype if _is_float(x) else np.dtype(np.float32)
    wanted = sign * (x - y)
    wanted = wanted if _is_float(x) else wanted.astype(np.float32)
    return reduced(positive_part(margin - wanted), reduction, dtype)
