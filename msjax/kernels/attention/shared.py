"""Pieces of the fused attention operations: packed batches, paged caches, softmax statistics."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.errors import describe, must

Spans = list[tuple[int, int]]


def spans(arg: str, ends: Any, length: int | None = None) -> Spans:
    """Starts and ends of the sequences of a packed batch, from the ends.

    Raises:
        TypeError: `ends` is not a tuple or list of int.
        RuntimeError: the ends decrease or do not reach `length`.
    """
    whole = isinstance(ends, (tuple, list)) and all(
        isinstance(e, int) and not isinstance(e, bool) for e in ends
    )
    if not whole:
        raise TypeError(must(arg, "a tuple or list of int", describe(ends)))
    starts = (0, *ends[:-1])
    if not ends or any(e < s for s, e in zip(starts, ends, strict=True)):
        raise RuntimeError(must(arg, "a sequence that does not decrease", ends))
    if length is not None and ends[-1] != length:
        raise RuntimeError(must(arg, f"a sequence that ends in {length}", ends))
    return list(zip(starts, ends, strict=True))


def pages(cache: jax.Array, table: jax.Array) -> jax.Array:
    """The tokens of each sequence, (B, T, ...), from blocks (blocks, block size, ...).

    Entries of the table that name no block give the tokens of some block: mask them by length.
    """
    found = jnp.take(cache, table, axis=0, mode="clip")
    return found.reshape(table.shape[0], -1, *cache.shape[2:])


def wide(x: jax.Array) -> jax.Array:
    """At least Float32."""
    return x.astype(np.float32) if x.dtype.itemsize < 4 else x


def dot_scores(q: jax.Array, k: jax.Array) -> jax.Array:
    """Products of queries (..., S, N, D) with keys (..., T, K, D): (..., N, S, T), wide."""
    shape = (*q.shape[:-2], k.shape[-2], -1, q.shape[-1])
    grouped = wide(q).reshape(shape)
    out = jnp.einsum("...skgd,...tkd->...kgst", grouped, wide(k))
    return out.reshape(*out.shape[:-4], -1, *out.shape[-2:])


def mix(shares: jax.Array, v: jax.Array) -> jax.Array:
    """Values (..., T, K, D) weighted by shares (..., N, S, T): (..., S, N, D), wide."""
    heads = shares.shape[-3]
    grouped = shares.reshape(*shares.shape[:-3], v.shape[-2], -1, *shares.shape[-2:])
    out = jnp.einsum("...kgst,...tkd->...skgd", grouped, wide(v))
    return out.reshape(*out.shape[:-3], heads, out.shape[-1])


def shares_of(
    scores: jax.Array, seen: jax.Array | None, times: jax.Array | None = None
) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Softmax over the last axis: shares, maxima and sums.

    Keys that are not seen get no share; a row that sees none is all zeros, with a sum of 0.

    Args:
        scores: wide scores.
        seen: which count, broadcasts with `scores`; None for all.
        times: how often each key counts, broadcasts with `scores`.
    """
    if seen is not None:
        scores = jnp.where(seen, scores, -jnp.inf)
    top = jnp.max(scores, -1, keepdims=True)
    safe = jax.lax.stop_gradient(jnp.where(jnp.isfinite(top), top, 0))
    parts = jnp.exp(scores - safe)
    if times is not None:
        parts = parts * times
    total = parts.sum(-1, keepdims=True)
    shares = parts / jnp.where(total == 0, 1, total)
    return shares, top, total


def eightfold(x: jax.Array) -> jax.Array:
    """Statistics (..., 1) repeated to (..., 8), the form in which the kernels keep them."""
    return jnp.broadcast_to(x, (*x.shape[:-1], 8))


def check_groups(heads: int, key_heads: int) -> None:
    """Refuse query heads that key heads do not divide."""
    if not key_heads or heads % key_heads:
        raise RuntimeError(must("key", f"of a divisor of {heads} heads", key_heads))
