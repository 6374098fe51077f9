"""Update rules of the optimizers: pure functions on arrays.

The Primitives of msjax.ops and the optimizers of msjax.nn share them. Scalars are 0-d arrays or
numbers. Every function returns the new contents of what it updates, in the order of its arguments;
float32 scalars make half-precision states compute in float32, and the caller casts back.
"""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
from jax import lax

from msjax._core.base import dtype as mstype


def momentum(var: Any, accum: Any, lr: Any, grad: Any, mu: Any, nesterov: bool = False) -> tuple:
    """Gradient descent with a decaying sum of gradients."""
    accum = accum * mu + grad
    return var - lr * (grad + accum * mu if nesterov else accum), accum


def sgd(
    var: Any,
    grad: Any,
    lr: Any,
    accum: Any,
    mu: Any,
    stat: Any,
    dampening: float = 0.0,
    weight_decay: float = 0.0,
    nesterov: bool = False,
) -> tuple:
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
        jnp.where(used, jnp.zeros_like(stat), stat),
    )


def moments(m: Any, v: Any, beta1: Any, beta2: Any, grad: Any) -> tuple:
    """Moving averages of the gradient and of its square."""
    return beta1 * m + (1 - beta1) * grad, beta2 * v + (1 - beta2) * (grad * grad)


def adam_rate(lr: Any, beta1_power: Any, beta2_power: Any) -> Any:
    """The learning rate with both bias corrections in it."""
    return lr * jnp.sqrt(1 - beta2_power) / (1 - beta1_power)


def adam_delta(
    m: Any, v: Any, rate: Any, beta1: Any, beta2: Any, eps: Any, grad: Any, nesterov: bool = False
) -> tuple:
    """What Adam subtracts, and the new moments."""
    m, v = moments(m, v, beta1, beta2, grad)
    top = beta1 * m + (1 - beta1) * grad if nesterov else m
    return rate * top / (jnp.sqrt(v) + eps), m, v


def adam(
    var: Any,
    m: Any,
    v: Any,
    rate: Any,
    beta1: Any,
    beta2: Any,
    eps: Any,
    grad: Any,
    nesterov: bool = False,
) -> tuple:
    """Adam, given the corrected learning rate."""
    delta, m, v = adam_delta(m, v, rate, beta1, beta2, eps, grad, nesterov)
    return var - delta, m, v


def amsgrad(
    var: Any, m: Any, v: Any, vhat: Any, rate: Any, beta1: Any, beta2: Any, eps: Any, grad: Any
) -> tuple:
    """Adam with the largest second moment so far."""
    m, v = moments(m, v, beta1, beta2, grad)
    vhat = jnp.maximum(vhat, v)
    return var - rate * m / (jnp.sqrt(vhat) + eps), m, v, vhat


def adam_weight_decay(
    var: Any, m: Any, v: Any, lr: Any, beta1: Any, beta2: Any, eps: Any, decay: Any, grad: Any
) -> tuple:
    """Adam with decoupled weight decay and no bias correction; `decay` None for none."""
    m, v = moments(m, v, beta1, beta2, grad)
    update = m / (jnp.sqrt(v) + eps)
    if decay is not None:
        update = update + decay * var
    return var - lr * update, m, v


def lamb(
    var: Any,
    m: Any,
    v: Any,
    lr: Any,
    beta1: Any,
    beta2: Any,
    eps: Any,
    decay: Any,
    corrections: tuple,
    grad: Any,
) -> tuple:
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
    weight: Any,
    grad: Any,
    weight_square: Any,
    grad_square: Any,
    decay: Any,
    lr: Any,
    epsilon: float,
    coefficient: float,
    clip: bool,
) -> Any:
    """The gradient scaled by the ratio of the norms of weight and gradient."""
    size = jnp.sqrt(weight_square)
    trust = coefficient * size / (jnp.sqrt(grad_square) + decay * size + epsilon)
    if clip:
        trust = jnp.clip(trust / lr, 0, 1)
    return trust * (grad + decay * weight)


def adamax(
    var: Any, m: Any, v: Any, beta1_power: Any, lr: Any, beta1: Any, beta2: Any, eps: Any, grad: Any
) -> tuple:
    """Adam with the infinity norm as second moment."""
    m = beta1 * m + (1 - beta1) * grad
    v = jnp.maximum(beta2 * v, jnp.abs(grad))
    return var - lr / (1 - beta1_power) * m / (v + eps), m, v


def adadelta(
    var: Any, accum: Any, accum_update: Any, lr: Any, rho: Any, eps: Any, grad: Any
) -> tuple:
    """Steps in the units of earlier steps."""
    accum = rho * accum + (1 - rho) * grad * grad
    update = jnp.sqrt(accum_update + eps) * lax.rsqrt(accum + eps) * grad
    return var - lr * update, accum, rho * accum_update + (1 - rho) * update * update


def adagrad(var: Any, accum: Any, lr: Any, grad: Any, update_slots: bool = True) -> tuple:
    """Steps divided by the root of the sum of squared gradients."""
    if update_slots:
        accum = accum + grad * grad
    return var - lr * grad / jnp.sqrt(accum), accum


def adagrad_v2(
    var: Any, accum: Any, lr: Any, grad: Any, epsilon: Any, update_slots: bool = True
) -> tuple:
    """Adagrad with a term that keeps the divisor from 0."""
    if update_slots:
        accum = accum + grad * grad
    return var - lr * grad / (jnp.sqrt(accum) + epsilon), accum


def adagrad_da(
    var: Any, total: Any, squares: Any, grad: Any, lr: Any, l1: Any, l2: Any, step: Any
) -> tuple:
    """Dual averaging: the weights follow from the sums of all gradients."""
    total, squares = total + grad, squares + grad * grad
    shrunk = jnp.sign(total) * jnp.maximum(jnp.abs(total) - l1 * step, 0)
    return -lr * shrunk / (l2 * step * lr + jnp.sqrt(squares)), total, squares


def shrink(prox: Any, lr: Any, l1: Any, l2: Any) -> Any:
    """The proximal operator of l1 and l2 regularization."""
    return jnp.sign(prox) * jnp.maximum(jnp.abs(prox) - lr * l1, 0) / (1 + lr * l2)


def proximal_adagrad(var: Any, accum: Any, lr: Any, l1: Any, l2: Any, grad: Any) -> tuple:
    """Adagrad with l1 and l2 regularization at the learning rate of the element."""
    accum = accum + grad * grad
    rate = lr / jnp.sqrt(accum)
    return shrink(var - grad * rate, rate, l1, l2), accum


def centered_rmsprop(
    var: Any,
    mean: Any,
    square: Any,
    mom: Any,
    grad: Any,
    lr: Any,
    decay: Any,
    mu: Any,
    eps: Any,
) -> tuple:
    """RMSProp that divides by the standard deviation of the gradients."""
    mean = decay * mean + (1 - decay) * grad
    square = decay * square + (1 - decay) * grad * grad
    mom = mu * mom + lr * grad * lax.rsqrt(square - mean * mean + eps)
    return var - mom, mean, square, mom


def rmsprop(
    var: Any, square: Any, mom: Any, lr: Any, grad: Any, decay: Any, mu: Any, eps: Any
) -> tuple:
    """Steps divided by the root of the mean squared gradient."""
    square = decay * square + (1 - decay) * grad * grad
    mom = mu * mom + lr * grad * lax.rsqrt(square + eps)
    return var - mom, square, mom


def ftrl(
    var: Any,
    accum: Any,
    linear: Any,
    grad: Any,
    lr: Any,
    l1: Any,
    l2: Any,
    power: Any,
    shrinkage: float = 0.0,
) -> tuple:
    """Follow the regularized leader."""
    shifted = grad + 2 * shrinkage * var if shrinkage else grad
    total = accum + grad * grad
    old, new = accum**-power, total**-power
    linear = linear + shifted - (new - old) / lr * var
    solved = (l1 * jnp.sign(linear) - linear) / (new / lr + 2 * l2)
    return jnp.where(jnp.abs(linear) > l1, solved, 0), total, linear


def _root_mean_square(x: Any) -> Any:
    return jnp.sqrt(jnp.mean(jnp.square(x)))


def adafactor(
    eps: Any,
    clip_threshold: Any,
    beta1: Any,
    beta2t: Any,
    weight_decay: Any,
    lr: Any,
    grad: Any,
    param: Any,
    exp_avg: Any,
    row: Any,
    col: Any,
    full: Any,
    scale_parameter: bool,
    first_moment: bool,
    decays: bool,
) -> tuple:
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


def centralize(grad: Any) -> Any:
    """A gradient without its mean over all dimensions but the first."""
    return grad - jnp.mean(grad, tuple(range(1, grad.ndim)), keepdims=True)
