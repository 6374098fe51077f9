"""Gradients divided by a loss scale, one by one."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np

from msjax._core.op.publish import Array, Arrays, call, op
from msjax._core.tensor.tensor import Tensor


@op(label="grad_scale")
def _unscale(scale: Array, grad: Array):
    return grad * (1 / jnp.reshape(scale, ())).astype(grad.dtype)


@op(label="grad_scale")
def _unscale_all(scale: Array, gradients: Arrays):
    factor = 1 / jnp.reshape(scale, ())
    return [g * factor.astype(g.dtype) for g in gradients]


@op(label="overflow")
def _overflow(gradients: Arrays):
    flags = [jnp.all(jnp.isfinite(g)) for g in gradients]
    return ~jnp.stack(flags).all()


@op(label="FloatStatus")
def _status(grad: Array):
    return (~jnp.all(jnp.isfinite(grad))).astype(np.float32).reshape(1)


def unscaled(scale: Tensor, grad: Tensor) -> Tensor:
    """A gradient divided by the loss scale."""
    return call(_unscale)(scale, grad)


def unscaled_all(scale: Tensor, gradients: tuple) -> tuple:
    """All gradients divided by the loss scale, in one operation."""
    return tuple(call(_unscale_all)(scale, gradients))


def overflowed(gradients: tuple) -> Tensor:
    """Whether a gradient has an element that is not finite: 0-d bool Tensor."""
    return call(_overflow)(gradients)


def status(grad: Tensor) -> Tensor:
    """1 if a gradient has an element that is not finite, else 0: float32 of shape (1,)."""
    return call(_status)(grad)


def accumulated(scale: Tensor, grad: Tensor, accu_grad: Tensor) -> Tensor:
    """The accumulated gradient divided by the loss scale; accumulation starts again from zero."""
    new = unscaled(scale, accu_grad)
    accu_grad._assign(jnp.zeros_like(accu_grad._read()))
    return new


def shard_accumulated(scale: Tensor, grad: Tensor, accu_grad: Tensor) -> Tensor:
    """The gradient divided by the loss scale; accumulation starts again from zero."""
    new = unscaled(scale, grad)
    accu_grad._assign(jnp.zeros_like(accu_grad._read()))
    return new
