"""What loss kernels share: reductions, accumulation in float32, common dtypes."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import among, string
from msjax._core.base.errors import must
from msjax.kernels.checks import REDUCTIONS
from msjax.kernels.elementwise.cast import wider


def common(*arrays: jax.Array) -> tuple[list[jax.Array], np.dtype]:
    """The arrays in their common dtype, widened for computing, and that dtype."""
    target = mstype.promote([a.dtype for a in arrays])
    return [wider(jax.lax.convert_element_type(a, target)) for a in arrays], target


def in_any_case(reduction: Any) -> str:
    """The name of a reduction that may be written in capitals.

    Raises:
        TypeError: it is not a str.
        ValueError: there is no such reduction.
    """
    string("reduction", reduction)
    if reduction.lower() not in REDUCTIONS:
        among("reduction", reduction, REDUCTIONS)
    return reduction.lower()


def reduced(loss: jax.Array, reduction: str, dtype: Any = None) -> jax.Array:
    """The loss after "none", "mean" or "sum", in `dtype`."""
    if reduction == "mean":
        loss = jnp.mean(loss)
    elif reduction == "sum":
        loss = jnp.sum(loss)
    return loss if dtype is None or loss.dtype == dtype else loss.astype(dtype)


def absolute(x: jax.Array) -> jax.Array:
    """|x| whose derivative at 0 is 0."""
    return x * jax.lax.stop_gradient(jnp.sign(x))


def positive_part(x: jax.Array) -> jax.Array:
    """max(x, 0) whose slope at 0 is 1 and which takes nan for 0."""
    return jnp.where(x >= 0, x, jnp.zeros_like(x))


def half_maximum(x: jax.Array) -> jax.Array:
    """max(x, 0) whose slope at 0 is one half."""
    return jnp.maximum(x, jnp.zeros_like(x))


def fit(x: jax.Array, shape: tuple, name: str) -> jax.Array:
    """`x` broadcast to `shape`, or ValueError."""
    try:
        return jnp.broadcast_to(x, shape)
    except ValueError:
        text = f"of a shape that broadcasts to {shape}"
        raise ValueError(must(name, text, x.shape)) from None
