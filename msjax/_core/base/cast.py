"""Arrays as other element types: converted as MindSpore's kernels for x86 do it, or bit by bit."""

from __future__ import annotations

import functools
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np


def as_leaf(new: Any, leaf: Any) -> Any:
    """The values of `new` with the derivative of `leaf`, where code is traced.

    Args:
        new: array.
        leaf: array of the same shape and dtype.
    """
    traced = isinstance(new, jax.core.Tracer) or isinstance(leaf, jax.core.Tracer)
    return _as_leaf(new, leaf) if traced and jnp.issubdtype(new.dtype, jnp.inexact) else new


@jax.custom_jvp
def _as_leaf(new: Any, leaf: Any) -> Any:
    return new


@_as_leaf.defjvp
def _as_leaf_jvp(primals: tuple, tangents: tuple) -> tuple:
    return _as_leaf(*primals), tangents[1]


def cast_array(x: jax.Array, dtype: np.dtype) -> jax.Array:
    """Convert elements as C code on x86 does: floats truncate; what does not fit wraps."""
    dtype = np.dtype(dtype)
    if jnp.issubdtype(x.dtype, jnp.complexfloating) and not jnp.issubdtype(
        dtype, jnp.complexfloating
    ):
        x = jnp.real(x)
    if not jnp.issubdtype(x.dtype, jnp.floating) or not jnp.issubdtype(dtype, jnp.integer):
        return x.astype(dtype)
    if dtype == np.uint64:
        half = 2.0**63
        high = ~(x < half)
        low = _to_signed(jnp.where(high, x - _number(half, x.dtype), x), np.dtype(np.int64))
        bits = jax.lax.bitcast_convert_type(low, np.uint64)
        return jnp.where(high & ~jnp.isnan(x), bits ^ _number(1 << 63, np.uint64), bits)
    if dtype in (np.int32, np.int64):
        return _to_signed(x, dtype)
    return _to_signed(x, np.dtype(np.int64 if dtype == np.uint32 else np.int32)).astype(dtype)


def _to_signed(x: jax.Array, dtype: np.dtype) -> jax.Array:
    """Truncate to Int32 or Int64; NaN and what does not fit become the smallest value."""
    wide = x if x.dtype in (np.float32, np.float64) else x.astype(np.float32)
    bound = 2.0 ** (8 * dtype.itemsize - 1)
    fits = (wide >= -bound) & (wide < bound)
    lowest = _number(np.iinfo(dtype).min, dtype)
    return jnp.where(fits, jnp.where(fits, wide, 0).astype(dtype), lowest)


def _number(value: float, dtype: np.dtype) -> jax.Array:
    """A 0-d array. NumPy's 64-bit scalars would be narrowed on entering traced code."""
    return jax.lax.full((), value, dtype)


compiled_cast = functools.partial(jax.jit, static_argnums=1, inline=True)(cast_array)


def as_bits(x: jax.Array, dtype: np.dtype) -> jax.Array:
    """The memory of an array as elements of another dtype, side by side in the last dimension.

    Raises:
        ValueError: the last dimension does not hold a whole number of them.
    """
    dtype = np.dtype(dtype)
    if dtype == x.dtype:
        return jax.lax.stop_gradient(x)
    x = _plain_bits(jax.lax.stop_gradient(x))
    plain, pieces = dtype, 1
    if dtype.kind == "b":
        plain = np.dtype(np.uint8)
    elif dtype.kind == "c":
        plain, pieces = np.dtype(f"f{dtype.itemsize // 2}"), 2
    size, wanted = x.dtype.itemsize, plain.itemsize
    if wanted > size or pieces > 1:
        length = x.shape[-1] if x.ndim else 1
        count = max(wanted // size, 1)
        if not x.ndim or length * size % (wanted * pieces):
            raise ValueError(length)
        if count > 1:
            x = x.reshape(*x.shape[:-1], length // count, count)
    elif wanted < size and not x.ndim:
        raise ValueError(1)
    out = jax.lax.bitcast_convert_type(x, plain)
    if wanted < size:
        out = out.reshape(*x.shape[:-1], x.shape[-1] * (size // wanted))
    if dtype.kind == "c":
        return jax.lax.complex(out[..., 0::2], out[..., 1::2])
    return out != 0 if dtype.kind == "b" else out


def _plain_bits(x: jax.Array) -> jax.Array:
    """The same memory as real numbers, which JAX takes apart."""
    if x.dtype == np.bool_:
        return x.astype(np.uint8)
    if not jnp.issubdtype(x.dtype, jnp.complexfloating):
        return x
    parts = jnp.stack([jnp.real(x), jnp.imag(x)], -1)
    return parts.reshape(*x.shape[:-1], -1) if x.ndim else parts
