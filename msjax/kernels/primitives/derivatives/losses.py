"""Derivatives of losses."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

from msjax._core.op.publish import Array, primitive
from msjax.kernels.loss import binary as loss_binary
from msjax.kernels.loss import distance as loss_distance
from msjax.kernels.loss import margin as loss_margin
from msjax.kernels.primitives.derivatives.pullback import pullback


@primitive("KLDivLossGrad", place="unlisted", since="reduction")
def kl_div_loss_grad(grad: Array, x: Array, target: Array, reduction: str = "mean"):
    """Gradient of KLDivLoss for its logits."""
    return pullback(lambda a: loss_distance.kl_div(a, target, reduction), grad, x)


@primitive("BinaryCrossEntropyGrad", place="unlisted", since="reduction")
def binary_cross_entropy_grad(
    input: Array,
    target: Array,
    grad_output: Array,
    weight: Array | None = None,
    reduction: str = "mean",
):
    """Gradient of BinaryCrossEntropy for its probabilities."""
    function = loss_binary.binary_cross_entropy_ext
    return pullback(lambda a: function(a, target, weight, reduction), grad_output, input)


@primitive("NLLLossGrad", place="unlisted", since="reduction")
def nll_loss_grad(
    logits: Array,
    loss_grad: Array,
    labels: Array,
    weight: Array,
    total_weight: Array,
    reduction: str = "mean",
    ignore_index: int = -100,
):
    """Gradient of NLLLoss for its logits, from the sum of the weights that it returned."""
    counted = labels != ignore_index
    share = jnp.where(counted, weight[jnp.where(counted, labels, 0)], 0) * loss_grad
    if reduction == "mean":
        share = share / total_weight
    chosen = labels[:, None] == np.arange(logits.shape[1])
    return jnp.where(chosen, -share[:, None], 0).astype(logits.dtype)


@primitive("SmoothL1LossGrad", place="unlisted", beta=1.0, reduction="none")
def smooth_l1_loss_grad(
    prediction: Array, target: Array, dout: Array, beta: float = 1.0, reduction: str = "none"
):
    """Gradient of SmoothL1Loss for its prediction."""
    function = loss_distance.smooth_l1_loss_primitive
    return pullback(lambda a: function(a, target, beta, reduction), dout, prediction)


@primitive("SoftMarginLossGrad", place="unlisted", since="reduction")
def soft_margin_loss_grad(predict: Array, label: Array, dout: Array, reduction: str = "mean"):
    """Gradient of SoftMarginLoss for its prediction."""
    function = loss_distance.soft_margin_loss
    return pullback(lambda a: function(a, label, reduction), dout, predict)


@primitive("MultiMarginLossGrad", place="unlisted", p=1, margin=1.0, reduction="mean")
def multi_margin_loss_grad(
    y_grad: Array,
    x: Array,
    target: Array,
    weight: Array | None = None,
    p: Any = 1,
    margin: float = 1.0,
    reduction: str = "mean",
):
    """Gradient of MultiMarginLoss for its scores."""
    function = loss_margin.multi_margin_loss_primitive
    return pullback(lambda a: function(a, target, weight, p, margin, reduction), y_grad, x)


@primitive("MultilabelMarginLossGrad", place="unlisted", since="reduction")
def multilabel_margin_loss_grad(
    y_grad: Array, x: Array, target: Array, is_target: Array, reduction: str = "mean"
):
    """Gradient of MultilabelMarginLoss for its scores."""
    function = loss_margin.multilabel_margin_loss_pair
    return pullback(lambda a: function(a, target, reduction)[0], y_grad, x)


@primitive("SigmoidCrossEntropyWithLogitsGrad", place="unlisted")
def sigmoid_cross_entropy_grad(x: Array, y: Array, dout: Array):
    """Gradient of SigmoidCrossEntropyWithLogits for its logits."""
    function = loss_binary.sigmoid_cross_entropy_with_logits
    return pullback(lambda a: function(a, y), dout, x).astype(jnp.result_type(x))
