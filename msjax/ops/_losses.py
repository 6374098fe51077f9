"""What loss kernels share: reductions, accumulation in float32, common dtypes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core import dtype as mstype
from msjax._core.errors import describe, must
from msjax._core.op import settled

REDUCTIONS = ("none", "mean", "sum")


def check_reduction(op: str, reduction: Any, allowed: Sequence[str] = REDUCTIONS) -> None:
    """Raise ValueError unless `reduction` is one of `allowed`."""
    if reduction not in allowed:
        raise ValueError(
            f"For '{op}', the 'reduction' must be in {list(allowed)}, but got {reduction}."
        )


def check_named(op: str, reduction: Any, allowed: Sequence[str] = REDUCTIONS) -> None:
    """`check_reduction` that raises TypeError for what is no str."""
    if not isinstance(reduction, str):
        raise TypeError(must(op, "reduction", "str", describe(reduction)))
    check_reduction(op, reduction, allowed)


def check_number(op: str, arg: str, value: Any) -> None:
    """Raise TypeError unless `value` is a float or an int."""
    if settled(value) and (isinstance(value, bool) or not isinstance(value, (int, float))):
        raise TypeError(must(op, arg, "float", describe(value)))


def half(x: jax.Array) -> bool:
    """Whether `x` is of a 16-bit floating dtype."""
    return jnp.issubdtype(x.dtype, jnp.floating) and x.dtype.itemsize == 2


def wide(x: jax.Array) -> jax.Array:
    """`x`, in float32 if it is of a 16-bit floating dtype."""
    return x.astype(np.float32) if half(x) else x


def common(op: str, *arrays: jax.Array) -> tuple[list[jax.Array], np.dtype]:
    """The arrays in their common dtype, widened for computing, and that dtype."""
    target = mstype.promote(op, [a.dtype for a in arrays])
    return [wide(jax.lax.convert_element_type(a, target)) for a in arrays], target


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


def same_shape(op: str, x: jax.Array, y: jax.Array, names: tuple[str, str]) -> None:
    """Raise ValueError unless two arrays have one shape."""
    if x.shape != y.shape:
        raise ValueError(
            f"For '{op}', the shapes of '{names[0]}' and '{names[1]}' must be equal, "
            f"but got {x.shape} and {y.shape}."
        )


def safe_sqrt(x: jax.Array) -> jax.Array:
    """Square root whose derivative at 0 is 0."""
    zero = x == 0
    root = jnp.sqrt(jnp.where(zero, jnp.ones_like(x), x))
    return jnp.where(zero, jnp.zeros_like(x), root)


def fit(op: str, x: jax.Array, shape: tuple, name: str) -> jax.Array:
    """`x` broadcast to `shape`, or ValueError."""
    try:
        return jnp.broadcast_to(x, shape)
    except ValueError:
        text = f"of a shape that broadcasts to {shape}"
        raise ValueError(must(op, name, text, x.shape)) from None
