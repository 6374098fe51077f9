"""Multi-head attention."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.errors import must
from msjax._core.op.gateway import Op
from msjax._core.op.precision import FLOAT32, Policy, arguments, cast_to, run_in, widest
from msjax._core.op.publish import Array, Arrays, Key, op
from msjax.kernels.checks import check_rank, of_dtype


def _products(entry: Op, values: Sequence[Any], policy: Policy) -> Any:
    """Under mixed precision: products in half precision; the output's bias decides its dtype."""
    bias = arguments(entry, values)["out_bias"]
    out, *shares = run_in(entry, values, policy.half)
    out = out if bias is None else cast_to(out, widest([out, bias]))
    return (out, *cast_to(shares, FLOAT32))


def _softmax(scores: jax.Array, dtype: Any) -> jax.Array:
    return jax.nn.softmax(scores.astype(_real(dtype)), -1).astype(dtype)


def _real(dtype: Any) -> Any:
    return np.float32 if np.dtype(dtype).itemsize == 2 else dtype


def _additive(mask: jax.Array, arg: str, dtype: Any) -> jax.Array:
    """A mask to add to the scores: bool True becomes -inf."""
    if mask.dtype == np.bool_:
        return jnp.where(mask, jnp.array(-np.inf, dtype), jnp.zeros((), dtype))
    if not jnp.issubdtype(mask.dtype, jnp.floating):
        raise ValueError(must(arg, "of bool or floating dtype", mask.dtype))
    return mask.astype(dtype)


def _linear(x: jax.Array, weight: jax.Array, bias: jax.Array | None) -> jax.Array:
    of_dtype("query", x, weight.dtype)
    y = jax.lax.dot_general(x, weight, (((x.ndim - 1,), (1,)), ((), ())))
    return y if bias is None else y + bias


def _projections(
    inputs: Sequence[jax.Array], weights: Sequence[jax.Array], bias: jax.Array | None
) -> list[jax.Array]:
    """Queries, keys and values, shape (L, N, E)."""
    if len(inputs) == 1 and len(weights) == 1:
        return jnp.split(_linear(inputs[0], weights[0], bias), 3, -1)
    q, k, v = inputs * 3 if len(inputs) == 1 else inputs
    parts = jnp.split(weights[0], 3, 0) if len(weights) == 1 else weights
    biases = [None] * 3 if bias is None else jnp.split(bias, 3)
    return [_linear(x, w, b) for x, w, b in zip((q, k, v), parts, biases, strict=True)]


def _check_multi_head(
    inputs: Sequence[jax.Array], width: int, packed: bool, batch_first: bool
) -> None:
    check_rank(inputs[0], (2, 3), "query")
    for x, arg in zip(inputs[1:], ("key", "value"), strict=False):
        if x.ndim != inputs[0].ndim:
            raise ValueError(must(arg, f"of rank {inputs[0].ndim}", f"rank {x.ndim}"))
    if inputs[0].shape[-1] != width:
        raise ValueError(must("query", f"of {width} features", inputs[0].shape[-1]))
    if len(inputs) == 3 and inputs[1].shape[:-1] != inputs[2].shape[:-1]:
        text = f"of shape {inputs[1].shape[:-1]} and its features"
        raise ValueError(must("value", text, inputs[2].shape))
    if packed and len(inputs) == 3 and inputs[1].shape != inputs[2].shape:
        raise ValueError(must("value", f"of shape {inputs[1].shape}", inputs[2].shape))
    if inputs[0].ndim == 3 and len(inputs) > 1:
        axis = 0 if batch_first else 1
        count = inputs[0].shape[axis]
        if inputs[1].shape[axis] != count:
            raise ValueError(must("key", f"of batch {count}", inputs[1].shape[axis]))


def _masks(
    padding: jax.Array | None,
    mask: jax.Array | None,
    count: int,
    heads: int,
    lengths: tuple[int, int],
    dtype: Any,
) -> jax.Array | None:
    """The sum of both masks, broadcasting with (N, heads, L, S), or None."""
    length, source = lengths
    total = None
    if mask is not None:
        total = _additive(mask, "attn_mask", dtype)
        if mask.ndim == 2 and mask.shape == (length, source):
            total = total[None, None]
        elif mask.ndim == 3 and mask.shape == (count * heads, length, source):
            total = total.reshape(count, heads, length, source)
        else:
            text = f"of shape {(length, source)} or {(count * heads, length, source)}"
            raise ValueError(must("attn_mask", text, mask.shape))
    if padding is not None:
        if padding.shape != (count, source):
            text = f"of shape {(count, source)}"
            raise ValueError(must("key_padding_mask", text, padding.shape))
        more = _additive(padding, "key_padding_mask", dtype)[:, None, None]
        total = more if total is None else total + more
    return total


def _heads(x: jax.Array, heads: int) -> jax.Array:
    """(L, N, E) to (N, heads, L, E / heads)."""
    length, count, width = x.shape
    return jnp.transpose(x.reshape(length, count, heads, width // heads), (1, 2, 0, 3))


def _multi_head(
    inputs: Sequence[jax.Array],
    weights: Sequence[jax.Array],
    in_bias: jax.Array | None,
    extra: Sequence[jax.Array],
    out_weight: jax.Array,
    out_bias: jax.Array | None,
    padding: jax.Array | None,
    mask: jax.Array | None,
    settings: tuple,
    key: jax.Array | None,
) -> tuple:
    heads, batch_first, zero_attention, need_weights, average, dropout = settings
    single = inputs[0].ndim == 2
    _check_multi_head(inputs, out_weight.shape[0], len(weights) == 1, batch_first)
    if single:
        inputs = [x[:, None] for x in inputs]
        if padding is not None and padding.ndim != 1:
            text = "None or of rank 1 without batch"
            raise ValueError(must("key_padding_mask", text, f"rank {padding.ndim}"))
        padding = None if padding is None else padding[None]
    elif batch_first:
        inputs = [jnp.swapaxes(x, 0, 1) for x in inputs]
    q, k, v = _projections(list(inputs), weights, in_bias)
    length, count, width = q.shape
    lengths = (length, k.shape[0])
    total = _masks(padding, mask, count, heads, lengths, q.dtype)
    if extra:
        k, v = (
            jnp.concatenate([x, jnp.broadcast_to(b, (1, count, width))])
            for x, b in zip((k, v), extra, strict=True)
        )
    if zero_attention:
        k, v = (jnp.concatenate([x, jnp.zeros((1, count, width), x.dtype)]) for x in (k, v))
    added = k.shape[0] - lengths[1]
    if total is not None and added:
        total = jnp.pad(total, ((0, 0), (0, 0), (0, 0), (0, added)))
    q, k, v = (_heads(x, heads) for x in (q, k, v))
    scores = jnp.einsum("nhld,nhsd->nhls", q * (1 / math.sqrt(width // heads)), k)
    shares = _softmax(scores if total is None else scores + total, q.dtype)
    if key is not None:
        kept = jax.random.bernoulli(key, 1 - dropout, shares.shape)
        shares = jnp.where(kept, shares / (1 - dropout), 0).astype(q.dtype)
    out = jnp.einsum("nhls,nhsd->lnhd", shares, v).reshape(length, count, width)
    out = _linear(out, out_weight, out_bias)
    if single:
        out = out[:, 0]
    elif batch_first:
        out = jnp.swapaxes(out, 0, 1)
    if not need_weights:
        return (out,)
    shares = jnp.mean(shares, 1) if average else shares
    return out, shares[0] if single else shares


@op(label="MultiheadAttention", amp=_products, listed_as="MultiheadAttention")
def multi_head_attention(
    inputs: Arrays,
    weights: Arrays,
    in_bias: Array | None,
    extra: Arrays,
    out_weight: Array,
    out_bias: Array | None,
    padding: Array | None,
    mask: Array | None,
    heads: int,
    batch_first: bool,
    zero_attention: bool,
    need_weights: bool,
    average: bool,
):
    """The whole of `nn.MultiheadAttention`.

    Args:
        inputs: query, key and value, or one Tensor that is all three.
        weights: the packed weight (3E, E), or those of query, key and value.
        in_bias: the packed bias (3E,).
        extra: a key and a value, shape (1, 1, E), to append; or nothing.
        out_weight: weight (E, E) of the output.
        out_bias: bias (E,) of the output.
        padding: mask of keys, shape (N, S).
        mask: mask of scores, shape (L, S) or (N * heads, L, S).
        heads: how many heads.
        batch_first: whether the batch axis comes first.
        zero_attention: whether to append a key and a value of zeros.
        need_weights: whether to return the attention weights too.
        average: whether to average those over the heads.
    """
    settings = (heads, batch_first, zero_attention, need_weights, average, 0.0)
    return _multi_head(
        inputs, weights, in_bias, extra, out_weight, out_bias, padding, mask, settings, None
    )


@op(label="MultiheadAttention", amp=_products, listed_as="MultiheadAttention")
def multi_head_attention_dropout(
    inputs: Arrays,
    weights: Arrays,
    in_bias: Array | None,
    extra: Arrays,
    out_weight: Array,
    out_bias: Array | None,
    padding: Array | None,
    mask: Array | None,
    heads: int,
    batch_first: bool,
    zero_attention: bool,
    need_weights: bool,
    average: bool,
    dropout: Any,
    key: Key = None,
):
    """As `multi_head_attention`, dropping attention weights at random."""
    settings = (heads, batch_first, zero_attention, need_weights, average, dropout)
    return _multi_head(
        inputs, weights, in_bias, extra, out_weight, out_bias, padding, mask, settings, key
    )
