"""Fused attention for inference over a prompt or one new token."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import among, of_type
from msjax._core.base.errors import must, unsupported_option
from msjax._core.op.publish import Array, call, op, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.attention.flash_attention import (
    _FAR,
    _as_tensor,
    _attend,
    _from_bsnd,
    _inputs,
    _refuse,
)
from msjax.kernels.attention.shared import dot_scores, pages
from msjax.kernels.checks import accept

_NAME = "FusedInferAttentionScore"
_LAYOUTS = ("BSH", "BNSD", "BSND", "BNSD_BSND")


def _lengths(arg: str, x: jax.Array | None, batch: int, most: int) -> jax.Array:
    """One length per sequence; all of it if None."""
    if x is None:
        return jnp.full(batch, most, np.int32)
    if x.ndim != 1 or x.shape[0] not in (1, batch):
        raise ValueError(must(arg, f"of {batch} lengths", x.shape))
    return jnp.broadcast_to(x.astype(np.int32), (batch,))


def _hidden(mask: jax.Array, shape: tuple[int, int, int, int]) -> jax.Array:
    """Where scores do not count, of rank 4."""
    accept(mask, "b int8 uint8", "atten_mask")
    hidden = mask != 0
    if shape[2] == 1:
        hidden = hidden.reshape(hidden.shape[0], 1, 1, hidden.shape[-1])
    elif hidden.ndim in (2, 3):
        hidden = hidden[None, None] if hidden.ndim == 2 else hidden[:, None]
    if hidden.ndim != 4 or any(h not in (1, n) for h, n in zip(hidden.shape, shape, strict=True)):
        raise RuntimeError(must("atten_mask", f"of a shape for {shape}", mask.shape))
    return hidden


def _seen(
    shape: tuple[int, int, int, int],
    lengths: tuple[jax.Array, jax.Array],
    mask: jax.Array | None,
    mode: int,
    pre_tokens: int,
    next_tokens: int,
) -> jax.Array:
    """Which keys each query sees, broadcasts with (B, N, S1, S2)."""
    _, _, s1, s2 = shape
    query_lengths, key_lengths = (x[:, None, None, None] for x in lengths)
    row = jax.lax.broadcasted_iota(np.int32, (1, 1, s1, s2), 2)
    column = jax.lax.broadcasted_iota(np.int32, (1, 1, s1, s2), 3)
    seen = column < key_lengths
    ahead = column - row
    if mode in (0, 1):
        if mask is not None:
            seen &= ~_hidden(mask, shape)
            if mode == 0 and s1 > 1:
                seen &= (ahead <= next_tokens) & (-ahead <= pre_tokens)
        return seen
    if mode == 2:
        return seen & (ahead <= 0)
    ahead = ahead - (key_lengths - query_lengths)
    if mode == 3:
        return seen & (ahead <= 0)
    return seen & (ahead <= next_tokens) & (-ahead <= pre_tokens)


def _paged(cache: jax.Array, table: jax.Array, heads: int, block_size: int) -> jax.Array:
    """Keys or values as (B, S, N, D), from blocks (block_size, H) or (N, block_size, D)."""
    if cache.ndim == 4:
        cache = jnp.swapaxes(cache, 1, 2)
    elif cache.ndim == 3 and cache.shape[2] % heads == 0:
        cache = cache.reshape(*cache.shape[:2], heads, -1)
    if cache.ndim != 4 or cache.shape[1:3] != (block_size, heads):
        text = f"of blocks of {block_size} tokens and {heads} heads"
        raise RuntimeError(must("key, value", text, cache.shape))
    return pages(cache, table)


@op(label=_NAME)
def _attention(
    query: Array,
    key: Array,
    value: Array,
    pse_shift: Array | None,
    atten_mask: Array | None,
    query_lengths: Array | None,
    key_lengths: Array | None,
    block_table: Array | None,
    heads,
    key_heads,
    scale,
    pre_tokens,
    next_tokens,
    layout,
    mode,
    block_size,
    with_lse,
):
    from_layout = "BNSD" if layout == "BNSD_BSND" else layout
    if block_table is None:
        q, k, v = _inputs((query, key, value), from_layout, heads, key_heads, _LAYOUTS)
    else:
        accept(block_table, "int32", "block_table")
        if key_lengths is None or block_size <= 0:
            text = "given with block_table"
            raise ValueError(must("actual_seq_lengths_kv and block_size", text, "less"))
        q = _inputs((query,) * 3, from_layout, heads, heads, _LAYOUTS)[0]
        k, v = (_paged(x, block_table, key_heads, block_size) for x in (key, value))
        if {key.dtype, value.dtype} != {query.dtype} or k.shape[3] != q.shape[3]:
            raise TypeError(must("key and value", "as query", (key.dtype, key.shape)))
    batch, s1, s2 = q.shape[0], q.shape[1], k.shape[1]
    shape = (batch, heads, s1, s2)
    if s1 == 1:
        mode, query_lengths = 0, None
    used = _lengths("actual_seq_lengths", query_lengths, batch, s1)
    lengths = used, _lengths("actual_seq_lengths_kv", key_lengths, batch, s2)
    seen = _seen(shape, lengths, atten_mask, mode, pre_tokens, next_tokens)
    if pse_shift is not None:
        fits = pse_shift.ndim == 4 and pse_shift.shape[0] in (1, batch)
        if not fits or pse_shift.shape[1] != heads or pse_shift.shape[2] < s1:
            raise ValueError(must("pse_shift", f"of shape {shape}", pse_shift.shape))
        if pse_shift.dtype != query.dtype:
            raise TypeError(must("pse_shift", f"of {query.dtype}", pse_shift.dtype))
        pse_shift = pse_shift[:, :, :s1, :s2]
    out = _attend(q, k, v, scale, pse_shift, seen)
    live = seen.any(-1).swapaxes(1, 2) & (jnp.arange(s1) < used[:, None])[:, :, None]
    out = jnp.where(live[..., None], out, 0).astype(query.dtype)
    out = _from_bsnd(out, "BSND" if layout == "BNSD_BSND" else layout)
    if not with_lse:
        return out, jnp.zeros(1, np.float32)
    scores = dot_scores(q, k) * scale
    if pse_shift is not None:
        scores = scores + pse_shift
    scores = jnp.where(seen, scores, -jnp.inf)
    return out, jax.nn.logsumexp(scores, -1, keepdims=True).astype(np.float32)


def _one(x: Any) -> Any:
    if isinstance(x, (tuple, list)):
        if len(x) != 1:
            raise unsupported_option(f"key and value in {len(x)} Tensors", "stack them")
        return x[0]
    return x


@public("ops.fused_infer_attention_score")
def fused_infer_attention_score(
    query: Tensor | tuple[Any, ...],
    key: Tensor | list[Any],
    value: Tensor | list[Any],
    *,
    pse_shift: Tensor | None = None,
    atten_mask: Tensor | tuple[Any, ...] | None = None,
    actual_seq_lengths: Sequence[int] | Tensor | None = None,
    actual_seq_lengths_kv: Sequence[int] | Tensor | None = None,
    dequant_scale1: Tensor | None = None,
    quant_scale1: Tensor | None = None,
    dequant_scale2: Tensor | None = None,
    quant_scale2: Tensor | None = None,
    quant_offset2: Tensor | None = None,
    antiquant_scale: Tensor | None = None,
    antiquant_offset: Tensor | None = None,
    key_antiquant_scale: Tensor | None = None,
    key_antiquant_offset: Tensor | None = None,
    value_antiquant_scale: Tensor | None = None,
    value_antiquant_offset: Tensor | None = None,
    block_table: Tensor | None = None,
    query_padding_size: Tensor | None = None,
    kv_padding_size: Tensor | None = None,
    key_shared_prefix: Tensor | None = None,
    value_shared_prefix: Tensor | None = None,
    actual_shared_prefix_len: Sequence[int] | Tensor | None = None,
    num_heads: int = 1,
    scale: float = 1.0,
    pre_tokens: int = _FAR,
    next_tokens: int = _FAR,
    input_layout: str = "BSH",
    num_key_value_heads: int = 0,
    sparse_mode: int = 0,
    inner_precise: int = 1,
    block_size: int = 0,
    antiquant_mode: int = 0,
    key_antiquant_mode: int = 0,
    value_antiquant_mode: int = 0,
    softmax_lse_flag: bool = False,
) -> tuple[Tensor, Tensor]:
    """Attention for inference, over a whole prompt or for one new token per sequence.

    With a single query per sequence, `sparse_mode`, `pre_tokens`, `next_tokens` and
    `actual_seq_lengths` are not looked at. Queries that see no key give zeros.

    Args:
        query: floating Tensor of shape (B, S1, H), (B, N, S1, D) or (B, S1, N, D).
        key: a Tensor, or a list of one, of the same dtype with N2 heads; with `block_table` of
            shape (blocks, block_size, H2) or (blocks, N2, block_size, D).
        value: a Tensor, or a list of one, of the shape of `key`.
        pse_shift: added to the scores, Tensor of shape (B or 1, N, S1, S2) and the same dtype.
        atten_mask: non-zero where a score does not count, Bool, Int8 or UInt8 Tensor of shape
            (S1, S2), (B or 1, S1, S2) or (B or 1, 1, S1, S2), for a single query (B, S2),
            (B, 1, S2) or (B, 1, 1, S2); not looked at with `sparse_mode` 2, 3 and 4.
        actual_seq_lengths: queries of each sequence; the others give zeros.
        actual_seq_lengths_kv: keys of each sequence.
        dequant_scale1, quant_scale1, dequant_scale2, quant_scale2, quant_offset2, antiquant_scale,
            antiquant_offset, key_antiquant_scale, key_antiquant_offset, value_antiquant_scale,
            value_antiquant_offset: must be None; give tensors that are not quantised.
        block_table: blocks of each sequence, Int32 Tensor of shape (B, blocks), for a single query.
        query_padding_size, kv_padding_size: must be None; shift the sequences to the left.
        key_shared_prefix, value_shared_prefix, actual_shared_prefix_len: must be None.
        num_heads: N.
        scale: the scale, usually 1 / sqrt(D).
        pre_tokens: how many keys back a query sees, with `sparse_mode` 0 and a mask, or 4.
        next_tokens: how many keys ahead a query sees, likewise.
        input_layout: "BSH", "BNSD", "BSND", or "BNSD_BSND" for a result in another layout.
        num_key_value_heads: N2; 0 for the heads that `key` has, N in layout "BSH".
        sparse_mode: 0 mask within the band, 1 mask, 2 causal from the first query and key, 3 causal
            from the last ones of each sequence, 4 band from the last ones.
        inner_precise: 0 to 3; has no effect here.
        block_size: tokens per block, with `block_table`.
        antiquant_mode, key_antiquant_mode, value_antiquant_mode: must be 0.
        softmax_lse_flag: whether to compute the second result.

    Returns:
        Tuple of the result, of the shape and dtype of `query`, and the logarithms of the sums of
        the exponentials of the scores, a Float32 Tensor of shape (B, N, S1, 1), or one 0.

    Raises:
        TypeError: the dtypes are not as above.
        ValueError: an argument is out of its range.
        RuntimeError: the heads or the mask do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.ops.ones((1, 2, 4, 16), ms.float16)
        >>> out = ms.ops.fused_infer_attention_score(x, x, x, num_heads=2, input_layout="BNSD")
        >>> out[0].shape
        (1, 2, 4, 16)
    """
    _refuse(
        dequant_scale1=dequant_scale1,
        quant_scale1=quant_scale1,
        dequant_scale2=dequant_scale2,
        quant_scale2=quant_scale2,
        quant_offset2=quant_offset2,
        antiquant_scale=antiquant_scale,
        antiquant_offset=antiquant_offset,
        key_antiquant_scale=key_antiquant_scale,
        key_antiquant_offset=key_antiquant_offset,
        value_antiquant_scale=value_antiquant_scale,
        value_antiquant_offset=value_antiquant_offset,
        query_padding_size=query_padding_size,
        kv_padding_size=kv_padding_size,
        key_shared_prefix=key_shared_prefix,
        value_shared_prefix=value_shared_prefix,
        actual_shared_prefix_len=actual_shared_prefix_len,
        antiquant_mode=antiquant_mode or None,
        key_antiquant_mode=key_antiquant_mode or None,
        value_antiquant_mode=value_antiquant_mode or None,
    )
    among("input_layout", input_layout, _LAYOUTS)
    if sparse_mode in (5, 6, 7, 8):
        raise unsupported_option(f"sparse_mode={sparse_mode}", "use 0 with a full atten_mask")
    if sparse_mode not in (0, 1, 2, 3, 4):
        raise ValueError(must("sparse_mode", "in [0, 4]", sparse_mode))
    if inner_precise not in (0, 1, 2, 3):
        raise ValueError(must("inner_precise", "in [0, 3]", inner_precise))
    key, value = _one(key), _one(value)
    for arg, tensor in (("query", query), ("key", key), ("value", value)):
        of_type(arg, tensor, Tensor)
    places = {"BNSD": 1, "BNSD_BSND": 1, "BSND": 2}
    if not num_key_value_heads:
        place = places.get(input_layout)
        known = place is not None and block_table is None
        num_key_value_heads = key.shape[place] if known and key.ndim == 4 else num_heads
    lengths = _as_tensor(actual_seq_lengths), _as_tensor(actual_seq_lengths_kv)
    axis = 2 if input_layout.startswith("BNSD") else 1
    single = query.shape[axis] == 1 if query.ndim > axis else False
    if block_table is not None and not single:
        raise unsupported_option("block_table and several queries", "gather the blocks")
    tensors = (query, key, value, pse_shift, atten_mask, *lengths, block_table)
    settings = (num_heads, num_key_value_heads, scale, pre_tokens, next_tokens, input_layout)
    return call(_attention)(*tensors, *settings, sparse_mode, block_size, softmax_lse_flag)
