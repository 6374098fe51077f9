"""Normalization by root mean squares or other norms, and of sums."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.errors import check_axes, must
from msjax._core.op import Array, Order, op, settled
from msjax._core.primitive import primitive
from msjax.ops._accept import accept
from msjax.ops.norm import layer_and_moments, widened
from msjax.ops.norms import vector_power_norm


def _rms(name: str, x: Any, gamma: Any, epsilon: Any) -> tuple[Any, Any]:
    accept(name, x, "float16 bfloat16 float32", "x")
    count = gamma.ndim
    if not count or x.shape[x.ndim - count :] != gamma.shape:
        raise ValueError(must(name, "gamma", f"a tail of the shape {x.shape}", gamma.shape))
    wide = x.astype(np.float32)
    axes = tuple(range(x.ndim - count, x.ndim))
    rstd = jax.lax.rsqrt(jnp.square(wide).mean(axes, keepdims=True) + epsilon)
    return (wide * rstd * gamma.astype(np.float32)).astype(x.dtype), rstd


@primitive("RmsNorm", epsilon=1e-6)
@op("ops.rms_norm", label="RmsNorm")
def rms_norm(x: Array, gamma: Array, epsilon: float = 1e-6):
    """Divide by the root mean square of the last dimensions, then scale.

    Args:
        x: Tensor of Float16, BFloat16 or Float32.
        gamma: Tensor whose shape is that of the last dimensions of `x`.
        epsilon: number added to the mean square.

    Returns:
        The result, and the reciprocal of the root mean square (Float32).

    Raises:
        TypeError: another dtype.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.rms_norm(ms.Tensor([3., -3.]), ms.Tensor([1., 1.]))[0])
        [ 0.99999994 -0.99999994]
    """
    return _rms("RmsNorm", x, gamma, epsilon)


@op("ops.add_rms_norm")
def add_rms_norm(x1: Array, x2: Array, gamma: Array, epsilon: float = 1e-6):
    """`ops.rms_norm` of a sum.

    Args:
        x1: Tensor of Float16, BFloat16 or Float32.
        x2: Tensor of the same shape and dtype.
        gamma: Tensor whose shape is that of the last dimensions of `x1`.
        epsilon: number added to the mean square.

    Returns:
        The result, the reciprocal of the root mean square (Float32), and `x1 + x2`.

    Raises:
        TypeError: another dtype.
        ValueError: the shapes do not fit.
    """
    total = x1 + x2
    return *_rms("AddRmsNorm", total, gamma, epsilon), total


@op("ops.add_layer_norm")
def add_layer_norm(
    x1: Array, x2: Array, gamma: Array, beta: Array, epsilon: float = 1e-5, additional_output=False
):
    """Layer norm of a sum: the result, mean, reciprocal of the deviation, and the sum."""
    total = x1 + x2
    axis = total.ndim - gamma.ndim
    out, mean, variance = layer_and_moments(total, gamma, beta, (axis, axis, epsilon))
    return out, mean, jax.lax.rsqrt(variance + epsilon), total


@op("mint.nn.functional.normalize", label="normalize")
def normalize(input: Array, p: Order = 2.0, dim=1, eps: float = 1e-12):
    """Divide by the p-norm along `dim`, which is taken to be at least `eps`."""
    accept("normalize", input, "f")
    x = widened(input)
    if settled(p):
        norm = jnp.linalg.norm(x, p, dim, keepdims=True)
    else:
        norm = vector_power_norm(x, p, check_axes("normalize", dim, x.ndim, "dim"), True)
    return (input / jnp.maximum(norm, eps)).astype(input.dtype)
