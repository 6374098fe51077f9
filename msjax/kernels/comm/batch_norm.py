"""Batch norm by the statistics of the batches of all processes of a group."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from msjax._core.op.publish import Array, Operand, call, op
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.comm import transfers
from msjax.kernels.elementwise.cast import wider
from msjax.kernels.nn.batch_norm import update_running


def _axes(x: Array, channel: int) -> tuple[int, ...]:
    return tuple(i for i in range(x.ndim) if i != channel)


def _along(statistic: Array, x: Array, channel: int) -> Array:
    return statistic.reshape(tuple(-1 if i == channel else 1 for i in range(x.ndim)))


@op(label="SyncBatchNorm")
def _sums(x: Array, channel: int):
    """Sum of each channel and, at the end, how many elements it is of."""
    sums = wider(x).sum(_axes(x, channel))
    return jnp.append(sums, jnp.asarray(x.size / max(x.shape[channel], 1), sums.dtype))


@op(label="SyncBatchNorm")
def _mean(sums: Array):
    return sums[:-1] / sums[-1]


@op(label="SyncBatchNorm")
def _squares(x: Array, mean: Array, channel: int):
    """Sum of each channel's squared distances from a mean."""
    away = wider(x) - _along(mean, x, channel)
    return (away * away).sum(_axes(x, channel))


@op(label="SyncBatchNorm")
def _variance(squares: Array, sums: Array):
    return squares / sums[-1]


@op(label="SyncBatchNorm", to_float="first", amp="float32")
def _normalized(
    x: Array,
    mean: Array,
    variance: Array,
    scale: Array | None,
    bias: Array | None,
    epsilon: float,
    channel: int,
):
    factor = jax.lax.rsqrt(variance + epsilon)
    factor = factor if scale is None else factor * wider(scale)
    out = (wider(x) - _along(mean, x, channel)) * _along(factor, x, channel)
    return (out if bias is None else out + _along(wider(bias), x, channel)).astype(x.dtype)


@op(label="SyncBatchNorm")
def _running(old: Array, new: Array, momentum: Operand, sums: Array, unbiased: bool):
    count = sums[-1]
    correction = count / jnp.maximum(count - 1, 1) if unbiased else 1
    value = (1 - momentum) * wider(old) + momentum * correction * new
    return jax.lax.stop_gradient(value).astype(old.dtype)


def batch_norm(
    x: Tensor,
    scale: Tensor | None,
    bias: Tensor | None,
    running: tuple[Any, Any],
    epsilon: float,
    momentum: float | Tensor,
    group: str,
    channel: int = 1,
) -> Tensor:
    """Normalize by the statistics of the elements of all processes.

    Args:
        x: this process's batch.
        scale, bias: Tensors of one element a channel, or None.
        running: Tensors of the running mean and variance, which are updated, or None.
        epsilon: float added to the variance.
        momentum: float or Tensor, share of the batch in the new running statistics.
        group: name of the group.
        channel: axis of the channels.
    """
    sums = transfers.all_reduce(call(_sums)(x, channel), "sum", group)
    mean = call(_mean)(sums)
    squares = transfers.all_reduce(call(_squares)(x, mean, channel), "sum", group)
    variance = call(_variance)(squares, sums)
    for holder, new, unbiased in zip(running, (mean, variance), (False, True), strict=True):
        if holder is not None:
            update_running([holder], [call(_running)(holder, new, momentum, sums, unbiased)])
    return call(_normalized)(x, mean, variance, scale, bias, epsilon, channel)
