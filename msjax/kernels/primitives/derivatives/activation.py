"""Derivatives of activations and of functions of one number."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from msjax._core.base.checks import of_type, of_types, share
from msjax._core.op.publish import Array, primitive
from msjax.kernels.elementwise import unary
from msjax.kernels.elementwise.cast import wider
from msjax.kernels.nn import activation, rectifier
from msjax.kernels.primitives.derivatives.pullback import adjoint, conj, matched, pullback

_SELU_SCALE, _SELU_ALPHA = 1.0507009873554805, 1.6732632423543772


@primitive("ReluGrad", place="unlisted")
def relu_grad(y_backprop: Array, x: Array):
    """Gradient of ReLU, from its argument or its result."""
    matched(y_backprop, x)
    return jnp.where(x > 0, y_backprop, 0).astype(y_backprop.dtype)


@primitive("ReLU6Grad", place="unlisted")
def relu6_grad(y_backprop: Array, x: Array):
    """Gradient of ReLU6."""
    matched(y_backprop, x)
    return jnp.where((x > 0) & (x < 6), y_backprop, 0).astype(y_backprop.dtype)


@primitive("EluGrad", place="unlisted")
def elu_grad(dout: Array, out: Array):
    """Gradient of Elu, from its result."""
    matched(dout, out)
    return jnp.where(out > 0, dout, dout * (out + 1))


@primitive("SeluGrad", place="unlisted")
def selu_grad(gradient: Array, result: Array):
    """Gradient of SeLU, from its result."""
    matched(gradient, result)
    below = wider(result) + _SELU_SCALE * _SELU_ALPHA
    return (wider(gradient) * jnp.where(result > 0, _SELU_SCALE, below)).astype(gradient.dtype)


@primitive("SiLUGrad", place="unlisted")
def silu_grad(dout: Array, x: Array):
    """Gradient of SiLU."""
    matched(dout, x)
    return pullback(jax.nn.silu, wider(dout), wider(x)).astype(x.dtype)


@primitive("GeLUGrad", place="unlisted")
def gelu_grad(dy: Array, x: Array, y: Array):
    """Gradient of the GeLU with a tanh; the result `y` is not needed."""
    matched(dy, x)
    return pullback(activation.gelu_tanh, dy, x)


@primitive("FastGeLUGrad", place="unlisted")
def fast_gelu_grad(dy: Array, x: Array):
    """Gradient of FastGeLU."""
    return pullback(activation.fast_gelu, dy, x)


@primitive("HSwishGrad", place="unlisted")
def hswish_grad(y_grad: Array, x: Array):
    """Gradient of HSwish."""
    matched(y_grad, x)
    return pullback(rectifier.hardswish, y_grad, x)


@primitive("HSigmoidGrad", place="unlisted")
def hsigmoid_grad(grads: Array, input_x: Array):
    """Gradient of HSigmoid."""
    matched(grads, input_x)
    return pullback(rectifier.hardsigmoid, grads, input_x)


@primitive("HShrinkGrad", place="unlisted", lambd=0.5)
def hshrink_grad(gradients: Array, features: Array, lambd: float = 0.5):
    """Gradient of HShrink."""
    matched(gradients, features)
    return jnp.where(jnp.abs(features) > lambd, gradients, 0).astype(gradients.dtype)


@primitive("SoftShrinkGrad", place="unlisted", lambd=0.5)
def soft_shrink_grad(input_grad: Array, input_x: Array, lambd: float = 0.5):
    """Gradient of SoftShrink."""
    matched(input_grad, input_x)
    return jnp.where(jnp.abs(input_x) > lambd, input_grad, 0).astype(input_grad.dtype)


@primitive("SoftplusGrad", place="unlisted")
def softplus_grad(gradients: Array, features: Array):
    """Gradient of Softplus."""
    matched(gradients, features)
    out = wider(gradients) * jax.nn.sigmoid(wider(features))
    return out.astype(gradients.dtype)


@primitive("LogitGrad", place="unlisted", eps=-1.0)
def logit_grad(grad: Array, input: Array, eps: float = -1.0):
    """Gradient of Logit."""
    matched(grad, input)
    return pullback(lambda x: unary.logit_class(x, eps), grad, input)


@primitive("GluGrad", place="unlisted", since="axis")
def glu_grad(grads: Array, x: Array, axis: Any):
    """Gradient of GLU."""
    return pullback(lambda a: activation.glu_floating(a, axis), grads, x)


@primitive("PReLUGrad", place="unlisted")
def prelu_grad(dy: Array, x: Array, weight: Array):
    """Gradients of PReLU for its argument and its weight."""
    return pullback(rectifier.prelu, dy, x, weight)


@primitive("SoftmaxBackward", place="unlisted")
def softmax_backward(dout: Array, out: Array, dim: int = -1):
    """Gradient of Softmax over a dimension, from its result."""
    wide_dout, wide_out = wider(dout), wider(out)
    inner = (wide_dout * wide_out).sum(dim, keepdims=True)
    return (wide_out * (wide_dout - inner)).astype(dout.dtype)


@primitive("SoftmaxGrad", place="unlisted")
def softmax_grad(y: Array, dy: Array):
    """Gradient of Softmax over the last dimension, from its result."""
    return softmax_backward(dy, y)


@primitive("LogSoftmaxGrad", place="unlisted", since="axis")
def log_softmax_grad(logits: Array, grad: Array, axis: int = -1):
    """Gradient of LogSoftmax, from its result."""
    wide_grad = wider(grad)
    total = wide_grad.sum(axis, keepdims=True)
    return (wide_grad - jnp.exp(wider(logits)) * total).astype(grad.dtype)


@primitive("TanhGrad", place="unlisted")
def tanh_grad(y: Array, dy: Array):
    """Gradient of Tanh, from its result."""
    matched(y, dy)
    return dy * (1 - y * y)  # of complex numbers too, without the conjugate


@primitive("SigmoidGrad", place="unlisted")
def sigmoid_grad(y: Array, dy: Array):
    """Gradient of Sigmoid, from its result."""
    matched(y, dy)
    return dy * conj(y * (1 - y))


@primitive("SqrtGrad", place="unlisted")
def sqrt_grad(dy: Array, y: Array):
    """Gradient `y` of Sqrt, divided by twice the result `dy`: the arguments are named crosswise."""
    matched(dy, y)
    return y / conj(2 * dy)


@primitive("RsqrtGrad", place="unlisted")
def rsqrt_grad(y_backprop: Array, x: Array):
    """Gradient `x` of Rsqrt for the result `y_backprop`: the arguments are named crosswise."""
    matched(y_backprop, x)
    return x * conj(-0.5 * y_backprop * y_backprop * y_backprop)


def _reciprocal_back(y: jax.Array, dy: jax.Array) -> jax.Array:
    matched(y, dy)
    return -dy * conj(y * y)


@primitive("ReciprocalGrad", place="unlisted")
def reciprocal_grad(y: Array, dy: Array):
    """Gradient of Reciprocal, from its result."""
    return _reciprocal_back(y, dy)


@primitive("InvGrad", place="unlisted")
def inv_grad(x: Array, grad: Array):
    """Gradient of Inv, from its result."""
    return _reciprocal_back(x, grad)


@primitive("AbsGrad", place="unlisted")
def abs_grad(x: Array, dout: Array):
    """Gradient of Abs."""
    matched(x, dout)
    return dout * jnp.sign(x)


@primitive("ACosGrad", place="unlisted")
def acos_grad(x: Array, dout: Array):
    """Gradient of ACos."""
    matched(x, dout)
    return -dout * conj(jax.lax.rsqrt(1 - x * x))


@primitive("AsinGrad", place="unlisted")
def asin_grad(x: Array, dout: Array):
    """Gradient of Asin."""
    matched(x, dout)
    return dout * conj(jax.lax.rsqrt(1 - x * x))


@primitive("AtanGrad", place="unlisted")
def atan_grad(x: Array, dout: Array):
    """Gradient of Atan."""
    matched(x, dout)
    return dout / conj(1 + x * x)


@primitive("AcoshGrad", place="unlisted")
def acosh_grad(out: Array, dout: Array):
    """Gradient of Acosh, from its result."""
    matched(out, dout)
    return dout / conj(jnp.sinh(out))


@primitive("AsinhGrad", place="unlisted")
def asinh_grad(out: Array, dout: Array):
    """Gradient of Asinh, from its result."""
    matched(out, dout)
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


_two_flags = of_types(grad_x=bool, grad_y=bool)


@primitive("MaximumGrad", place="unlisted", since="grad_x", check=_two_flags)
def maximum_grad(x: Array, y: Array, grads: Array, grad_x: bool = True, grad_y: bool = True):
    """Gradients of the arguments of Maximum, both for all `grad_x` and `grad_y`."""
    return _chosen(jnp.sign(x - y), x, y, grads)


@primitive("MinimumGrad", place="unlisted", since="grad_x", check=_two_flags)
def minimum_grad(x1: Array, x2: Array, grads: Array, grad_x: bool = True, grad_y: bool = True):
    """Gradients of the arguments of Minimum, both for all `grad_x` and `grad_y`."""
    return _chosen(jnp.sign(x2 - x1), x1, x2, grads)


@primitive("MaximumGradGrad", place="unlisted", since="grad_x", check=_two_flags)
def maximum_grad_grad(
    x: Array, y: Array, dx: Array, dy: Array, grad_x: bool = True, grad_y: bool = True
):
    """Gradients of the arguments of MaximumGrad, all for all `grad_x` and `grad_y`."""
    return jnp.zeros_like(x), jnp.zeros_like(y), jnp.where(x >= y, dx, dy)


@primitive("MinimumGradGrad", place="unlisted")
def minimum_grad_grad(x1: Array, x2: Array, grad_y1: Array, grad_y2: Array):
    """Gradients of the arguments of MinimumGrad."""
    return jnp.zeros_like(x1), jnp.zeros_like(x2), jnp.where(x1 <= x2, grad_y1, grad_y2)


def _check_keep_prob(keep_prob: Any) -> None:
    of_type("keep_prob", keep_prob, float)
    share("keep_prob", keep_prob)


@primitive("DropoutGrad", place="unlisted", keep_prob=0.5, check=_check_keep_prob)
def dropout_grad(dy: Array, mask: Array, keep_prob: float = 0.5):
    """Gradient of Dropout, from its mask."""
    matched(dy, mask)
    return (wider(dy) * wider(mask) / keep_prob).astype(dy.dtype)
