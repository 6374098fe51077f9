"""Update rules of the optimizers: pure functions on arrays.

The Primitives of msjax.ops and the optimizers of msjax.nn share them. Scalars are 0-d arrays or
numbers. Every function returns the new contents of what it updates, in the order of its arguments;
float32 scalars make half-precision states compute in float32, and the caller casts back.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp
from jax import lax

from msjax._core.base import dtype as mstype

Scalar = jax.Array | float


def momentum(
    var: jax.Array,
    accum: jax.Array,
    lr: Scalar,
    grad: jax.Array,
    mu: Scalar,
    nesterov: bool = False,
) -> tuple[jax.Array, ...]:
    """Gradient descent with a decaying sum of gradients."""
    accum = accum * mu + grad
    return var - lr * (grad + accum * mu if nesterov else accum), accum


def sgd(
    var: jax.Array,
    grad: jax.Array,
    lr: Scalar,
    accum: jax.Array,
    mu: Scalar,
    stat: jax.Array,
    dampening: float = 0.0,
    weight_decay: float = 0.0,
    nesterov: bool = False,
) -> tuple[jax.Array, ...]:
    """Momentum whose first step (`stat` above 0) takes the gradient undamped; returns stat last."""
    if weight_decay:
        grad = grad + weight_decay * var
    damped = grad if dampening == 0.0 else grad * (1.0 - dampening)
    moving = jnp.where(stat > 0, grad, accum * mu + damped)
    step = grad + moving * mu if nesterov else moving
    used = jnp.asarray(mu > 0)
    return (
        var - lr * jnp.where(used, step, grad),
        jnp.where(used, moving, accum),
        jnp.where(used & (stat > 0), jnp.zeros_like(stat), stat),
    )


def moments(
    m: jax.Array, v: jax.Array, beta1: Scalar, beta2: Scalar, grad: jax.Array
) -> tuple[jax.Array, ...]:
    """Moving averages of the gradient and of its square."""
    return beta1 * m + (1 - beta1) * grad, beta2 * v + (1 - beta2) * (grad * grad)


def adam_rate(lr: Scalar, beta1_power: Scalar, beta2_power: Scalar) -> jax.Array:
    """The learning rate with both bias corrections in it."""
    return lr * jnp.sqrt(1 - beta2_power) / (1 - beta1_power)


def adam_delta(
    m: jax.Array,
    v: jax.Array,
    rate: Scalar,
    beta1: Scalar,
    beta2: Scalar,
    eps: Scalar,
    grad: jax.Array,
    nesterov: bool = False,
) -> tuple[jax.Array, ...]:
    """What Adam subtracts, and the new moments."""
    m, v = moments(m, v, beta1, beta2, grad)
    top = beta1 * m + (1 - beta1) * grad if nesterov else m
    return rate * top / (jnp.sqrt(v) + eps), m, v


def adam(
    var: jax.Array,
    m: jax.Array,
    v: jax.Array,
    rate: Scalar,
    beta1: Scalar,
    beta2: Scalar,
    eps: Scalar,
    grad: jax.Array,
    nesterov: bool = False,
) -> tuple[jax.Array, ...]:
    """Adam, given the corrected learning rate."""
    delta, m, v = adam_delta(m, v, rate, beta1, beta2, eps, grad, nesterov)
    return var - delta, m, v


def amsgrad(
    var: jax.Array,
    m: jax.Array,
    v: jax.Array,
    vhat: jax.Array,
    rate: Scalar,
    beta1: Scalar,
    beta2: Scalar,
    eps: Scalar,
    grad: jax.Array,
) -> tuple[jax.Array, ...]:
    """Adam with the largest second moment so far."""
    m, v = moments(m, v, beta1, beta2, grad)
    vhat = jnp.maximum(vhat, v)
    return var - rate * m / (jnp.sqrt(vhat) + eps), m, v, vhat


def adam_weight_decay(
    var: jax.Array,
    m: jax.Array,
    v: jax.Array,
    lr: Scalar,
    beta1: Scalar,
    beta2: Scalar,
    eps: Scalar,
    decay: Scalar | None,
    grad: jax.Array,
) -> tuple[jax.Array, ...]:
    """Adam with decoupled weight decay and no bias correction; `decay` None for none."""
    m, v = moments(m, v, beta1, beta2, grad)
    update = m / (jnp.sqrt(v) + eps)
    if decay is not None:
        update = update + decay * var
    return var - lr * update, m, v


def lamb(
    var: jax.Array,
    m: jax.Array,
    v: jax.Array,
    lr: Scalar,
    beta1: Scalar,
    beta2: Scalar,
    eps: Scalar,
    decay: Scalar | None,
    corrections: tuple,
    grad: jax.Array,
) -> tuple[jax.Array, ...]:
    """Adam's step scaled to the norm of the weights; `corrections` are 1 - beta ** step."""
    m, v = moments(m, v, beta1, beta2, grad)
    update = (m / corrections[0]) / (jnp.sqrt(v / corrections[1]) + eps)
    if decay is not None:
        update = update + decay * var
    size = jnp.sqrt(jnp.sum(jnp.square(var.astype(update.dtype))))
    step = jnp.sqrt(jnp.sum(jnp.square(update)))
    known = (size > 0) & (step > 0)
    trust = jnp.where(known, size / jnp.where(known, step, 1), 1)
    return var - trust * lr * update, m, v


def lars(
    weight: jax.Array,
    grad: jax.Array,
    weight_square: Scalar,
    grad_square: Scalar,
    decay: Scalar,
    lr: Scalar,
    epsilon: float,
    coefficient: float,
    clip: bool,
) -> jax.Array:
    """The gradient scaled by the ratio of the norms of weight and gradient."""
    size = jnp.sqrt(weight_square)
    trust = coefficient * size / (jnp.sqrt(grad_square) + decay * size + epsilon)
    if clip:
        trust = jnp.clip(trust / lr, 0, 1)
    return trust * (grad + decay * weight)


def adamax(
    var: jax.Array,
    m: jax.Array,
    v: jax.Array,
    beta1_power: Scalar,
    lr: Scalar,
    beta1: Scalar,
    beta2: Scalar,
    eps: Scalar,
    grad: jax.Array,
) -> tuple[jax.Array, ...]:
    """Adam with the infinity norm as second moment."""
    m = beta1 * m + (1 - beta1) * grad
    v = jnp.maximum(beta2 * v, jnp.abs(grad))
    return var - lr / (1 - beta1_power) * m / (v + eps), m, v


def adadelta(
    var: jax.Array,
    accum: jax.Array,
    accum_update: jax.Array,
    lr: Scalar,
    rho: Scalar,
    eps: Scalar,
    grad: jax.Array,
) -> tuple[jax.Array, ...]:
    """Steps in the units of earlier steps."""
    accum = rho * accum + (1 - rho) * grad * grad
    update = jnp.sqrt(accum_update + eps) * lax.rsqrt(accum + eps) * grad
    return var - lr * update, accum, rho * accum_update + (1 - rho) * update * update


def adagrad(
    var: jax.Array, accum: jax.Array, lr: Scalar, grad: jax.Array, update_slots: bool = True
) -> tuple[jax.Array, ...]:
    """Steps divided by the root of the sum of squared gradients."""
    if update_slots:
        accum = accum + grad * grad
    return var - lr * grad / jnp.sqrt(accum), accum


def adagrad_v2(
    var: jax.Array,
    accum: jax.Array,
    lr: Scalar,
    grad: jax.Array,
    epsilon: Scalar,
    update_slots: bool = True,
) -> tuple[jax.Array, ...]:
    """Adagrad with a term that keeps the divisor from 0."""
    if update_slots:
        accum = accum + grad * grad
    return var - lr * grad / (jnp.sqrt(accum) + epsilon), accum


def adagrad_da(
    var: jax.Array,
    total: jax.Array,
    squares: jax.Array,
    grad: jax.Array,
    lr: Scalar,
    l1: Scalar,
    l2: Scalar,
    step: Scalar,
) -> tuple[jax.Array, ...]:
    """Dual averaging: the weights follow from the sums of all gradients."""
    total, squares = total + grad, squares + grad * grad
    shrunk = jnp.sign(total) * jnp.maximum(jnp.abs(total) - l1 * step, 0)
    shrunk = jnp.where(l1 > 0, shrunk, total)
    return -lr * shrunk / (l2 * step * lr + jnp.sqrt(squares)), total, squares


def shrink(prox: jax.Array, lr: Scalar, l1: Scalar, l2: Scalar) -> jax.Array:
    """The proximal operator of l1 and l2 regularization."""
    return jnp.sign(prox) * jnp.maximum(jnp.abs(prox) - lr * l1, 0) / (1 + lr * l2)


def proximal_adagrad(
    var: jax.Array, accum: jax.Array, lr: Scalar, l1: Scalar, l2: Scalar, grad: jax.Array
) -> tuple[jax.Array, ...]:
    """Adagrad with l1 and l2 regularization at the learning rate of the element."""
    accum = accum + grad * grad
    rate = lr / jnp.sqrt(accum)
    return shrink(var - grad * rate, rate, l1, l2), accum


def centered_rmsprop(
    var: jax.Array,
    mean: jax.Array,
    square: jax.Array,
    mom: jax.Array,
    grad: jax.Array,
    lr: Scalar,
    decay: Scalar,
    mu: Scalar,
    eps: Scalar,
) -> tuple[jax.Array, ...]:
    """RMSProp that divides by the standard deviation of the gradients."""
    mean = decay * mean + (1 - decay) * grad
    square = decay * square + (1 - decay) * grad * grad
    mom = mu * mom + lr * grad * lax.rsqrt(square - mean * mean + eps)
    return var - mom, mean, square, mom


def rmsprop(
    var: jax.Array,
    square: jax.Array,
    mom: jax.Array,
    lr: Scalar,
    grad: jax.Array,
    decay: Scalar,
    mu: Scalar,
    eps: Scalar,
) -> tuple[jax.Array, ...]:
    """Steps divided by the root of the mean squared gradient."""
    square = decay * square + (1 - decay) * grad * grad
    mom = mu * mom + lr * grad * lax.rsqrt(square + eps)
    return var - mom, square, mom


def ftrl(
    var: jax.Array,
    accum: jax.Array,
    linear: jax.Array,
    grad: jax.Array,
    lr: Scalar,
    l1: Scalar,
    l2: Scalar,
    power: Scalar,
    shrinkage: float = 0.0,
) -> tuple[jax.Array, ...]:
    """Follow the regularized leader."""
    shifted = grad + 2 * shrinkage * var if shrinkage else grad
    total = accum + grad * grad
    old, new = accum**-power, total**-power
    linear = linear + shifted - (new - old) / lr * var
    solved = (l1 * jnp.sign(linear) - linear) / (new / lr + 2 * l2)
    return jnp.where(jnp.abs(linear) > l1, solved, 0), total, linear


def _root_mean_square(x: jax.Array) -> jax.Array:
    return jnp.sqrt(jnp.mean(jnp.square(x)))


def adafactor(
    eps: jax.Array,
    clip_threshold: Scalar,
    beta1: Scalar,
    beta2t: Scalar,
    weight_decay: Scalar,
    lr: Scalar,
    grad: jax.Array,
    param: jax.Array,
    exp_avg: jax.Array,
    row: jax.Array,
    col: jax.Array,
    full: jax.Array,
    scale_parameter: bool,
    first_moment: bool,
    decays: bool,
) -> tuple[jax.Array, ...]:
    """Adam with second moments of matrices kept as row and column means.

    Returns:
        New param, exp_avg, row, col and full.
    """
    grad, weight = (x.astype(mstype.common_dtype(x.dtype, jnp.float32)) for x in (grad, param))
    if scale_parameter:
        lr = lr * jnp.maximum(eps[1], _root_mean_square(weight))
    square = grad * grad + eps[0]
    if grad.ndim > 1:
        row = row * beta2t + square.mean(-1) * (1 - beta2t)
        col = col * beta2t + square.mean(-2) * (1 - beta2t)
        across = row / row.mean(-1, keepdims=True)
        update = grad * (lax.rsqrt(across)[..., None] * lax.rsqrt(col)[..., None, :])
    else:
        full = full * beta2t + square * (1 - beta2t)
        update = grad * lax.rsqrt(full.astype(grad.dtype))
    update = update / jnp.maximum(_root_mean_square(update) / clip_threshold, 1) * lr
    if first_moment:
        exp_avg = exp_avg * beta1 + update * (1 - beta1)
        update = exp_avg
    if decays:
        weight = weight - weight * weight_decay * lr
    return weight - update, exp_avg, row, col, full


def centralize(grad: jax.Array) -> jax.Array:
    """A gradient without its mean over all dimensions but the first."""
    return grad - jnp.mean(grad, tuple(range(1, grad.ndim)), keepdims=True)
