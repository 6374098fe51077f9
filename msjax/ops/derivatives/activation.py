"""Derivatives of activations and of functions of one number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp

from msjax._checkparam import check_value_type
from msjax._core.errors import must
from msjax._core.op import Array
from msjax.ops import activation, rectifier, unary
from msjax.ops._losses import wide
from msjax.ops.derivatives._publish import (
    adjoint,
    conj,
    derivative,
    matched,
    of_types,
    pullback,
)

_SELU_SCALE, _SELU_ALPHA = 1.0507009873554805, 1.6732632423543772


@derivative("ReluGrad")
def relu_grad(y_backprop: Array, x: Array):
    """Gradient of ReLU, from its argument or its result."""
    matched(y_backprop, x, "ReluGrad")
    return jnp.where(x > 0, y_backprop, 0).astype(y_backprop.dtype)


@derivative("ReLU6Grad")
def relu6_grad(y_backprop: Array, x: Array):
    """Gradient of ReLU6."""
    matched(y_backprop, x, "ReLU6Grad")
    return jnp.where((x > 0) & (x < 6), y_backprop, 0).astype(y_backprop.dtype)


@derivative("EluGrad")
def elu_grad(dout: Array, out: Array):
    """Gradient of Elu, from its result."""
    matched(dout, out, "EluGrad")
    return jnp.where(out > 0, dout, dout * (out + 1))


@derivative("SeluGrad")
def selu_grad(gradient: Array, result: Array):
    """Gradient of SeLU, from its result."""
    matched(gradient, result, "SeluGrad")
    below = wide(result) + _SELU_SCALE * _SELU_ALPHA
    return (wide(gradient) * jnp.where(result > 0, _SELU_SCALE, below)).astype(gradient.dtype)


@derivative("SiLUGrad")
def silu_grad(dout: Array, x: Array):
    """Gradient of SiLU."""
    matched(dout, x, "SiLUGrad")
    return pullback(jax.nn.silu, wide(dout), wide(x)).astype(x.dtype)


@derivative("GeLUGrad")
def gelu_grad(dy: Array, x: Array, y: Array):
    """Gradient of the GeLU with a tanh; the result `y` is not needed."""
    matched(dy, x, "GeLUGrad")
    return pullback(activation.gelu_tanh, dy, x)


@derivative("FastGeLUGrad")
def fast_gelu_grad(dy: Array, x: Array):
    """Gradient of FastGeLU."""
    return pullback(activation.fast_gelu, dy, x)


@derivative("HSwishGrad")
def hswish_grad(y_grad: Array, x: Array):
    """Gradient of HSwish."""
    matched(y_grad, x, "HSwishGrad")
    return pullback(rectifier.hardswish, y_grad, x)


@derivative("HSigmoidGrad")
def hsigmoid_grad(grads: Array, input_x: Array):
    """Gradient of HSigmoid."""
    matched(grads, input_x, "HSigmoidGrad")
    return pullback(rectifier.hardsigmoid, grads, input_x)


@derivative("HShrinkGrad", lambd=0.5)
def hshrink_grad(gradients: Array, features: Array, lambd: float = 0.5):
    """Gradient of HShrink."""
    matched(gradients, features, "HShrinkGrad")
    return jnp.where(jnp.abs(features) > lambd, gradients, 0).astype(gradients.dtype)


@derivative("SoftShrinkGrad", lambd=0.5)
def soft_shrink_grad(input_grad: Array, input_x: Array, lambd: float = 0.5):
    """Gradient of SoftShrink."""
    matched(input_grad, input_x, "SoftShrinkGrad")
    return jnp.where(jnp.abs(input_x) > lambd, input_grad, 0).astype(input_grad.dtype)


@derivative("SoftplusGrad")
def softplus_grad(gradients: Array, features: Array):
    """Gradient of Softplus."""
    matched(gradients, features, "SoftplusGrad")
    out = wide(gradients) * jax.nn.sigmoid(wide(features))
    return out.astype(gradients.dtype)


@derivative("LogitGrad", eps=-1.0)
def logit_grad(grad: Array, input: Array, eps: float = -1.0):
    """Gradient of Logit."""
    matched(grad, input, "LogitGrad")
    return pullback(lambda x: unary.logit_class(x, eps), grad, input)


@derivative("GluGrad", since="axis")
def glu_grad(grads: Array, x: Array, axis):
    """Gradient of GLU."""
    return pullback(lambda a: activation.glu_floating(a, axis), grads, x)


@derivative("PReLUGrad")
def prelu_grad(dy: Array, x: Array, weight: Array):
    """Gradients of PReLU for its argument and its weight."""
    return pullback(rectifier.prelu, dy, x, weight)


@derivative("SoftmaxBackward")
def softmax_backward(dout: Array, out: Array, dim=-1):
    """Gradient of Softmax over a dimension, from its result."""
    wide_dout, wide_out = wide(dout), wide(out)
    inner = (wide_dout * wide_out).sum(dim, keepdims=True)
    return (wide_out * (wide_dout - inner)).astype(dout.dtype)


@derivative("SoftmaxGrad")
def softmax_grad(y: Array, dy: Array):
    """Gradient of Softmax over the last dimension, from its result."""
    return softmax_backward(dy, y)


@derivative("LogSoftmaxGrad", since="axis")
def log_softmax_grad(logits: Array, grad: Array, axis=-1):
    """Gradient of LogSoftmax, from its result."""
    wide_grad = wide(grad)
    total = wide_grad.sum(axis, keepdims=True)
    return (wide_grad - jnp.exp(wide(logits)) * total).astype(grad.dtype)


@derivative("TanhGrad")
def tanh_grad(y: Array, dy: Array):
    """Gradient of Tanh, from its result."""
    matched(y, dy, "TanhGrad")
    return dy * (1 - y * y)  # of complex numbers too, without the conjugate


@derivative("SigmoidGrad")
def sigmoid_grad(y: Array, dy: Array):
    """Gradient of Sigmoid, from its result."""
    matched(y, dy, "SigmoidGrad")
    return dy * conj(y * (1 - y))


@derivative("SqrtGrad")
def sqrt_grad(dy: Array, y: Array):
    """Gradient `y` of Sqrt, divided by twice the result `dy`: the arguments are named crosswise."""
    matched(dy, y, "SqrtGrad")
    return y / conj(2 * dy)


@derivative("RsqrtGrad")
def rsqrt_grad(y_backprop: Array, x: Array):
    """Gradient `x` of Rsqrt for the result `y_backprop`: the arguments are named crosswise."""
    matched(y_backprop, x, "RsqrtGrad")
    return x * conj(-0.5 * y_backprop * y_backprop * y_backprop)


def _reciprocal_back(name: str, y: jax.Array, dy: jax.Array) -> jax.Array:
    matched(y, dy, name)
    return -dy * conj(y * y)


@derivative("ReciprocalGrad")
def reciprocal_grad(y: Array, dy: Array):
    """Gradient of Reciprocal, from its result."""
    return _reciprocal_back("ReciprocalGrad", y, dy)


@derivative("InvGrad")
def inv_grad(x: Array, grad: Array):
    """Gradient of Inv, from its result."""
    return _reciprocal_back("InvGrad", x, grad)


@derivative("AbsGrad")
def abs_grad(x: Array, dout: Array):
    """Gradient of Abs."""
    matched(x, dout, "AbsGrad")
    return dout * jnp.sign(x)


@derivative("ACosGrad")
def acos_grad(x: Array, dout: Array):
    """Gradient of ACos."""
    matched(x, dout, "ACosGrad")
    return -dout * conj(jax.lax.rsqrt(1 - x * x))


@derivative("AsinGrad")
def asin_grad(x: Array, dout: Array):
    """Gradient of Asin."""
    matched(x, dout, "AsinGrad")
    return dout * conj(jax.lax.rsqrt(1 - x * x))


@derivative("AtanGrad")
def atan_grad(x: Array, dout: Array):
    """Gradient of Atan."""
    matched(x, dout, "AtanGrad")
    return dout / conj(1 + x * x)


@derivative("AcoshGrad")
def acosh_grad(out: Array, dout: Array):
    """Gradient of Acosh, from its result."""
    matched(out, dout, "AcoshGrad")
    return dout / conj(jnp.sinh(out))


@derivative("AsinhGrad")
def asinh_grad(out: Array, dout: Array):
    """Gradient of Asinh, from its result."""
    matched(out, dout, "AsinhGrad")
    return dout / conj(jnp.cosh(out))


def _chosen(sign: jax.Array, x: jax.Array, y: jax.Array, grads: jax.Array) -> tuple:
    """Gradients of the arguments: all to the first for `sign` 1, half to each for 0."""
    half = jax.lax.div(grads, jnp.full_like(grads, 2))
    first = jnp.where(sign > 0, grads, jnp.where(sign == 0, half, 0))
    second = jnp.where(sign < 0, grads, jnp.where(sign == 0, half, 0))
    return tuple(
        adjoint(lambda b: jnp.broadcast_to(b, grads.shape), a.shape, part)
        for a, part in zip((x, y), (first, second), strict=True)
    )


def _two_flags(name: str) -> Callable[..., None]:
    return of_types(name, grad_x=bool, grad_y=bool)


@derivative("MaximumGrad", since="grad_x", check=_two_flags("MaximumGrad"))
def maximum_grad(x: Array, y: Array, grads: Array, grad_x=True, grad_y=True):
    """Gradients of the arguments of Maximum, both for all `grad_x` and `grad_y`."""
    return _chosen(jnp.sign(x - y), x, y, grads)


@derivative("MinimumGrad", since="grad_x", check=_two_flags("MinimumGrad"))
def minimum_grad(x1: Array, x2: Array, grads: Array, grad_x=True, grad_y=True):
    """Gradients of the arguments of Minimum, both for all `grad_x` and `grad_y`."""
    return _chosen(jnp.sign(x2 - x1), x1, x2, grads)


@derivative("MaximumGradGrad", since="grad_x", check=_two_flags("MaximumGradGrad"))
def maximum_grad_grad(x: Array, y: Array, dx: Array, dy: Array, grad_x=True, grad_y=True):
    """Gradients of the arguments of MaximumGrad, all for all `grad_x` and `grad_y`."""
    return jnp.zeros_like(x), jnp.zeros_like(y), jnp.where(x >= y, dx, dy)


@derivative("MinimumGradGrad")
def minimum_grad_grad(x1: Array, x2: Array, grad_y1: Array, grad_y2: Array):
    """Gradients of the arguments of MinimumGrad."""
    return jnp.zeros_like(x1), jnp.zeros_like(x2), jnp.where(x1 <= x2, grad_y1, grad_y2)


def _check_keep_prob(keep_prob: Any) -> None:
    check_value_type("keep_prob", keep_prob, [float], "DropoutGrad")
    if not 0 < keep_prob <= 1:
        raise ValueError(must("DropoutGrad", "keep_prob", "in (0, 1]", keep_prob))


@derivative("DropoutGrad", keep_prob=0.5, check=_check_keep_prob)
def dropout_grad(dy: Array, mask: Array, keep_prob: float = 0.5):
    """Gradient of Dropout, from its mask."""
    matched(dy, mask, "DropoutGrad")
    return (wide(dy) * wide(mask) / keep_prob).astype(dy.dtype)
