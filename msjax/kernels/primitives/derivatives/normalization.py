"""Derivatives of normalization."""

from __future__ import annotations

import math
from typing import Any

import jax
import jax.numpy as jnp

from msjax._core.op.publish import Array, primitive
from msjax.kernels.elementwise.cast import wider
from msjax.kernels.nn.normalization import lrn
from msjax.kernels.primitives.derivatives.pullback import pullback


def _batch_norm_grad(dout: Any, x: Any, scale: Any, mean: Any, variance: Any, setting: Any) -> Any:
    """Gradients in the widened dtype; `mean` and `variance` are those of the batch in training."""
    training, epsilon, data_format = setting
    channel = x.ndim - 1 if data_format == "NHWC" else 1
    shape = tuple(-1 if i == channel else 1 for i in range(x.ndim))
    axes = tuple(i for i in range(x.ndim) if i != channel)
    factor = jax.lax.rsqrt(variance + epsilon).reshape(shape)
    standard = (x - mean.reshape(shape)) * factor
    d_bias, d_scale = dout.sum(axes), (dout * standard).sum(axes)
    dx = dout
    if training:
        count = math.prod(x.shape[i] for i in axes)
        dx = dout - (d_bias.reshape(shape) + standard * d_scale.reshape(shape)) / count
    return dx * factor * scale.reshape(shape), d_scale, d_bias


@primitive("BatchNormGrad", place="unlisted", is_training=False, epsilon=1e-5, data_format="NCHW")
def batch_norm_grad(
    dout: Array,
    x: Array,
    scale: Array,
    saved_mean: Array,
    saved_variance: Array,
    reserve: Array,
    is_training: bool = False,
    epsilon: float = 1e-5,
    data_format: str = "NCHW",
):
    """Gradients of BatchNorm for its argument, its scale and its bias."""
    given = [wider(a) for a in (dout, x, scale, saved_mean, saved_variance)]
    dx, d_scale, d_bias = _batch_norm_grad(*given, (is_training, epsilon, data_format))
    return dx.astype(x.dtype), d_scale.astype(scale.dtype), d_bias.astype(scale.dtype)


@primitive(
    "BatchNormGradGrad", place="unlisted", is_training=False, epsilon=1e-5, data_format="NCHW"
)
def batch_norm_grad_grad(
    x: Array,
    dy: Array,
    scale: Array,
    saved_mean: Array,
    saved_variance: Array,
    dout_dx: Array,
    dout_dscale: Array,
    dout_dbias: Array,
    is_training: bool = False,
    epsilon: float = 1e-5,
    data_format: str = "NCHW",
):
    """Gradients of BatchNormGrad for its argument, the gradient given to it, and the scale."""

    def back(x: Any, dy: Any, scale: Any) -> Any:
        mean, variance = wider(saved_mean), wider(saved_variance)
        if is_training:  # both belong to the batch and follow it
            channel = x.ndim - 1 if data_format == "NHWC" else 1
            axes = tuple(i for i in range(x.ndim) if i != channel)
            mean, variance = x.mean(axes), x.var(axes)
        return _batch_norm_grad(dy, x, scale, mean, variance, (is_training, epsilon, data_format))

    given = [wider(a) for a in (x, dy, scale)]
    grads = pullback(back, tuple(wider(a) for a in (dout_dx, dout_dscale, dout_dbias)), *given)
    return tuple(g.astype(a.dtype) for g, a in zip(grads, (x, dy, scale), strict=True))


def _layer_norm_grad(x: Any, dy: Any, variance: Any, mean: Any, gamma: Any, setting: Any) -> Any:
    first, params = (a % x.ndim for a in setting)
    axes, rows = tuple(range(first, x.ndim)), tuple(range(params))
    count = math.prod(x.shape[first:])
    factor = jax.lax.rsqrt(variance + 1e-12)
    standard = (x - mean) * factor
    scaled = dy * gamma
    along = (scaled * standard).sum(axes, keepdims=True) / count
    shift = along * standard.sum(axes, keepdims=True) / count  # zero, if the mean is that of x
    dx = (scaled - scaled.mean(axes, keepdims=True) - standard * along + shift) * factor
    shape = gamma.shape
    return dx, (dy * standard).sum(rows).reshape(shape), dy.sum(rows).reshape(shape)


@primitive("LayerNormGrad", place="unlisted", since="begin_norm_axis")
def layer_norm_grad(
    x: Array,
    dy: Array,
    variance: Array,
    mean: Array,
    gamma: Array,
    begin_norm_axis: int = 1,
    begin_params_axis: int = 1,
):
    """Gradients of LayerNorm for its argument, its scale and its bias, from its moments."""
    given = [wider(a) for a in (x, dy, variance, mean, gamma)]
    dx, dg, db = _layer_norm_grad(*given, (begin_norm_axis, begin_params_axis))
    return dx.astype(x.dtype), dg.astype(gamma.dtype), db.astype(gamma.dtype)


@primitive("LayerNormGradGrad", place="unlisted", since="begin_norm_axis")
def layer_norm_grad_grad(
    x: Array,
    dy: Array,
    variance: Array,
    mean: Array,
    gamma: Array,
    d_dx: Array,
    d_dg: Array,
    d_db: Array,
    begin_norm_axis: int = 1,
    begin_params_axis: int = 1,
):
    """Gradients of LayerNormGrad for its argument, the gradient given to it, and the scale."""
    setting = begin_norm_axis, begin_params_axis
    axes = tuple(range(begin_norm_axis % x.ndim, x.ndim))

    def back(x: Any, dy: Any, gamma: Any) -> Any:
        moments = x.var(axes, keepdims=True), x.mean(axes, keepdims=True)
        return _layer_norm_grad(x, dy, *moments, gamma, setting)

    given = [wider(a) for a in (x, dy, gamma)]
    grads = pullback(back, tuple(wider(a) for a in (d_dx, d_dg, d_db)), *given)
    return tuple(g.astype(a.dtype) for g, a in zip(grads, (x, dy, gamma), strict=True))


@primitive("InstanceNormGrad", place="unlisted", epsilon=0.0, momentum=0.1)
def instance_norm_grad(
    dy: Array,
    x: Array,
    gamma: Array,
    save_mean: Array,
    save_variance: Array,
    epsilon: float = 0.0,
    momentum: float = 0.1,
):
    """Gradients of InstanceNorm for its argument, its scale and its bias."""
    wide_x, wide_dy = wider(x), wider(dy)
    axes = tuple(range(2, x.ndim))
    shape = (1, -1, *(1,) * len(axes))

    def forward(x: Any, gamma: Any, beta: Any) -> Any:
        mean, variance = x.mean(axes, keepdims=True), x.var(axes, keepdims=True)
        standard = (x - mean) * jax.lax.rsqrt(variance + epsilon)
        return standard * gamma.reshape(shape) + beta.reshape(shape)

    dx, dg, db = pullback(forward, wide_dy, wide_x, wider(gamma), jnp.zeros_like(wider(gamma)))
    return dx.astype(x.dtype), dg, db


@primitive("L2NormalizeGrad", place="unlisted", axis=0, epsilon=1e-4)
def l2_normalize_grad(x: Array, out: Array, dout: Array, axis: int = 0, epsilon: float = 1e-4):
    """Gradient of L2Normalize, from its argument and its result."""
    wide_x, y, grad = wider(x), wider(out), wider(dout)
    square = jnp.maximum((wide_x * wide_x).sum(axis, keepdims=True), epsilon)
    inner = (y * grad).sum(axis, keepdims=True)
    return ((grad - y * inner) * jax.lax.rsqrt(square)).astype(x.dtype)


@primitive("LRNGrad", place="unlisted", depth_radius=5, bias=1.0, alpha=1.0, beta=0.5)
def lrn_grad(
    grads: Array,
    x: Array,
    y: Array,
    depth_radius: int = 5,
    bias: float = 1.0,
    alpha: float = 1.0,
    beta: float = 0.5,
):
    """Gradient of LRN."""
    return pullback(lambda a: lrn(a, depth_radius, bias, alpha, beta), grads, x)


@primitive("RmsNormGrad", place="unlisted")
def rms_norm_grad(dy: Array, x: Array, rstd: Array, gamma: Array):
    """Gradients of RmsNorm for its argument and its scale, from the reciprocal root it returned."""
    wide_dy, wide_x, wide_gamma = wider(dy), wider(x), wider(gamma)
    axes = tuple(range(x.ndim - gamma.ndim, x.ndim))
    standard = wide_x * rstd
    scaled = wide_dy * wide_gamma
    dx = (scaled - standard * (scaled * standard).mean(axes, keepdims=True)) * rstd
    rows = tuple(range(x.ndim - gamma.ndim))
    return dx.astype(x.dtype), (wide_dy * standard).sum(rows)


@primitive("InstanceNormV2Grad", place="unlisted", is_training=True, epsilon=1e-5)
def instance_norm_v2_grad(
    dy: Array,
    x: Array,
    gamma: Array,
    mean: Array,
    variance: Array,
    save_mean: Array,
    save_variance: Array,
    is_training: bool = True,
    epsilon: float = 1e-5,
):
    """Gradients of InstanceNormV2 for its argument, its scale and its bias, from its results."""
    wide_dy, wide_x, axes = wider(dy), wider(x), (2, 3)
    middle, factor = mean, jax.lax.rsqrt(variance + epsilon)
    if is_training:
        middle, factor = save_mean, save_variance
    standard = (wide_x - middle) * factor
    d_bias = wide_dy.sum(axes, keepdims=True)
    d_scale = (wide_dy * standard).sum(axes, keepdims=True)
    dx = wide_dy
    if is_training:
        dx = dx - (d_bias + standard * d_scale) / (x.shape[2] * x.shape[3])
    return (dx * factor * gamma).astype(x.dtype), d_scale, d_bias
