"""Fused attention in MindSpore's layouts, for training and inference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import among, share
from msjax._core.base.errors import must, unsupported_option
from msjax._core.op.publish import Array, call, op, primitive, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import accept, of_dtype

_FAR = 2147483647


def _to_bsnd(x: jax.Array, layout: str, heads: int) -> jax.Array:
    """Any layout as (B, S, N, D)."""
    rank = {"BSH": 3, "SBH": 3, "TND": 3, "BNSD": 4, "BSND": 4}[layout]
    if x.ndim != rank:
        raise ValueError(must("query, key, value", f"of rank {rank}", f"rank {x.ndim}"))
    if layout in ("BSH", "SBH"):
        if x.shape[2] % heads:
            raise RuntimeError(must("heads", f"a divisor of {x.shape[2]}", heads))
        x = x.reshape(*x.shape[:2], heads, x.shape[2] // heads)
        return jnp.swapaxes(x, 0, 1) if layout == "SBH" else x
    if layout == "TND":
        return x[None]
    return jnp.swapaxes(x, 1, 2) if layout == "BNSD" else x


def _from_bsnd(x: jax.Array, layout: str) -> jax.Array:
    b, s, n, d = x.shape
    if layout in ("BSH", "SBH"):
        x = x.reshape(b, s, n * d)
        return jnp.swapaxes(x, 0, 1) if layout == "SBH" else x
    if layout == "TND":
        return x[0]
    return jnp.swapaxes(x, 1, 2) if layout == "BNSD" else x


def _inputs(
    tensors: tuple, layout: Any, heads: int, key_heads: int, layouts: tuple
) -> list[jax.Array]:
    among("input_layout", layout, layouts)
    if heads <= 0:
        raise RuntimeError(must("heads", "greater than 0", heads))
    query = tensors[0]
    accept(query, "f", "query")
    for x, arg in zip(tensors[1:], ("key", "value"), strict=True):
        if x.dtype != query.dtype:
            raise TypeError(must(arg, f"of dtype {query.dtype}, as query", x.dtype))
    q = _to_bsnd(query, layout, heads)
    if layout in ("BSH", "SBH") and not key_heads:
        width = q.shape[-1]
        if tensors[1].shape[2] % width:
            raise RuntimeError(must("key", f"of heads of {width} features", tensors[1].shape))
        key_heads = tensors[1].shape[2] // width
    k, v = (_to_bsnd(x, layout, key_heads or heads) for x in tensors[1:])
    if k.shape[-1] != q.shape[-1] or v.shape[:3] != k.shape[:3]:
        raise RuntimeError(must("key and value", "of the heads' width", k.shape))
    if heads % k.shape[2]:
        raise RuntimeError(must("heads", f"a multiple of {k.shape[2]}", heads))
    return [q, k, v]


def _full_mask(mask: jax.Array, shape: tuple[int, int, int, int]) -> jax.Array:
    """Which scores are masked out, of rank 4."""
    accept(mask, "b int8 uint8 float16", "attn_mask")
    hidden = mask != 0
    if hidden.ndim in (2, 3):
        hidden = hidden[None, None] if hidden.ndim == 2 else hidden[:, None]
    if hidden.ndim != 4 or any(h not in (1, n) for h, n in zip(hidden.shape, shape, strict=True)):
        raise RuntimeError(must("attn_mask", f"of a shape for {shape}", mask.shape))
    return hidden


def _visible(
    shape: tuple[int, int, int, int],
    mask: jax.Array | None,
    mode: int,
    pre_tokens: int,
    next_tokens: int,
    prefix: jax.Array | None,
) -> jax.Array | None:
    """Which keys each query sees, broadcasting with (B, N, S1, S2); None for all."""
    _, _, s1, s2 = shape
    row = jax.lax.broadcasted_iota(np.int32, (s1, s2), 0)
    ahead = jax.lax.broadcasted_iota(np.int32, (s1, s2), 1) - row
    if mode in (0, 1):
        if mask is None:
            return None
        seen = ~_full_mask(mask, shape)
        if mode == 0:
            seen &= (ahead <= next_tokens) & (-ahead <= pre_tokens)
        return seen
    if mode == 2:
        return (ahead <= 0)[None, None]
    shift = s2 - s1
    if mode == 3:
        return (ahead <= shift)[None, None]
    if mode == 4:
        return ((ahead - shift <= next_tokens) & (shift - ahead <= pre_tokens))[None, None]
    if mode == 5:
        if mask is not None:
            return ~_full_mask(mask, shape)
        if prefix is None:
            raise RuntimeError(must("prefix", "given with sparse_mode 5", None))
        column = ahead + row
        return ((ahead <= shift) | (column < prefix[:, None, None]))[:, None]
    if mode in (6, 7, 8):
        raise unsupported_option(f"sparse_mode={mode}", "use 0 with a full attn_mask")
    raise RuntimeError(must("sparse_mode", "in [0, 8]", mode))


def _segments(ends: jax.Array, length: int) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Of each token in a packed batch: its sequence, place in it, and the sequence's length."""
    ends = ends.astype(np.int32)
    token = jnp.arange(length, dtype=np.int32)
    which = jnp.searchsorted(ends, token, side="right").astype(np.int32)
    starts = jnp.concatenate([jnp.zeros(1, np.int32), ends])
    sizes = jnp.diff(starts, append=starts[-1:])
    return which, token - starts[which], sizes[which]


def _packed_visible(
    queries: jax.Array, keys: jax.Array, sizes: tuple[int, int], mode: int
) -> jax.Array:
    which_q, place_q, size_q = _segments(queries, sizes[0])
    which_k, place_k, size_k = _segments(keys, sizes[1])
    seen = which_q[:, None] == which_k[None]
    ahead = place_k[None] - place_q[:, None]
    if mode == 2:
        seen &= ahead <= 0
    elif mode == 3:
        seen &= ahead <= size_k[None] - size_q[:, None]
    elif mode != 0:
        raise RuntimeError(must("sparse_mode", "0, 2 or 3 with layout TND", mode))
    return seen[None, None]


def _attend(
    q: jax.Array,
    k: jax.Array,
    v: jax.Array,
    scale: float,
    shift: jax.Array | None,
    seen: jax.Array | None,
    keep: jax.Array | None = None,
    keep_prob: float = 1.0,
) -> jax.Array:
    """Attention of (B, S, N, D) tensors; key heads are shared by groups of query heads."""
    # JAX's own attention takes no dropout mask, and on CPU neither float16 nor float64.
    if keep is None and q.dtype not in (np.float16, np.float64):
        bias = None if shift is None else shift.astype(q.dtype)
        return jax.nn.dot_product_attention(q, k, v, bias=bias, mask=seen, scale=scale)
    groups = q.shape[2] // k.shape[2]
    k, v = jnp.repeat(k, groups, 2), jnp.repeat(v, groups, 2)
    kind = np.float32 if q.dtype.itemsize == 2 else q.dtype
    scores = jnp.einsum("bsnd,btnd->bnst", q, k, preferred_element_type=kind) * scale
    if shift is not None:
        scores = scores + shift
    if seen is not None:
        scores = jnp.where(seen, scores, -1e30)
    shares = jax.nn.softmax(scores, -1)
    if keep is not None:
        shares = jnp.where(keep, shares / keep_prob, 0)
    return jnp.einsum("bnst,btnd->bsnd", shares.astype(q.dtype), v)


@op(label="FlashAttentionScore")
def _flash(
    query: Array,
    key: Array,
    value: Array,
    real_shift: Array | None,
    drop_mask: Array | None,
    attn_mask: Array | None,
    prefix: Array | None,
    query_ends: Array | None,
    key_ends: Array | None,
    heads,
    keep_prob,
    scale,
    pre_tokens,
    next_tokens,
    layout,
    mode,
):
    layouts = ("BSH", "BNSD", "SBH", "BSND", "TND")
    q, k, v = _inputs((query, key, value), layout, heads, 0, layouts)
    shape = (q.shape[0], heads, q.shape[1], k.shape[1])
    share("keep_prob", keep_prob)
    if real_shift is not None:
        of_dtype("real_shift", real_shift, query.dtype)
    if layout == "TND":
        if query_ends is None or key_ends is None:
            text = "given with layout TND"
            raise ValueError(must("actual_seq_qlen and actual_seq_kvlen", text, None))
        if real_shift is not None or drop_mask is not None:
            raise unsupported_option("layout TND with real_shift or drop_mask", "use BSND")
        seen = _packed_visible(query_ends, key_ends, shape[2:], mode)
    else:
        seen = _visible(shape, attn_mask, mode, pre_tokens, next_tokens, prefix)
    if real_shift is not None and real_shift.shape[2] != shape[2]:
        raise unsupported_option("a compressed real_shift", f"pass all {shape[2]} rows")
    keep = None
    if drop_mask is not None:
        accept(drop_mask, "uint8", "drop_mask")
        bits = jnp.right_shift(drop_mask[..., None], np.arange(8, dtype=np.uint8)) & 1
        keep = (bits != 0).reshape(shape)
    out = _attend(q, k, v, scale, real_shift, seen, keep, keep_prob)
    return _from_bsnd(out, layout)


def _as_tensor(value: Any) -> Any:
    return value if value is None or isinstance(value, Tensor) else Tensor(value, mstype.int64)


def _refuse(**settings: Any) -> None:
    given = [arg for arg, value in settings.items() if value is not None]
    if given:
        raise unsupported_option(f"{given[0]}=...", "leave it out")


@public("ops.flash_attention_score")
def flash_attention_score(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    head_num: int,
    real_shift: Tensor | None = None,
    drop_mask: Tensor | None = None,
    padding_mask: Tensor | None = None,
    attn_mask: Tensor | tuple[Any, ...] | None = None,
    prefix: Sequence[int] | Tensor | None = None,
    actual_seq_qlen: Sequence[int] | Tensor | None = None,
    actual_seq_kvlen: Sequence[int] | Tensor | None = None,
    keep_prob: float = 1.0,
    scalar_value: float = 1.0,
    pre_tokens: int = _FAR,
    next_tokens: int = _FAR,
    inner_precise: int = 0,
    input_layout: str = "BSH",
    sparse_mode: int = 0,
) -> Tensor:
    """Attention for training: Dropout(Softmax(Mask(scale * Q K^T + shift))) V.

    Args:
        query: floating Tensor in the layout below, with N1 heads.
        key: Tensor of the same dtype with N2 heads; N2 divides N1.
        value: Tensor of the shape of `key`.
        head_num: N1.
        real_shift: added to the scores, Tensor of shape (B or 1, N1, S1, S2).
        drop_mask: bits of the scores to keep, lowest first, UInt8 Tensor of shape
            (B, N1, S1, S2 / 8).
        padding_mask: must be None.
        attn_mask: non-zero where a score does not count, Bool or UInt8 Tensor of shape (S1, S2) or
            (B, 1 or N1, S1, S2); not looked at with `sparse_mode` 2, 3 and 4.
        prefix: keys that all queries of a sequence see, with `sparse_mode` 5.
        actual_seq_qlen: ends of the sequences in a packed batch, with layout "TND".
        actual_seq_kvlen: ends of the keys' sequences.
        keep_prob: probability that `drop_mask` was drawn with.
        scalar_value: the scale, usually 1 / sqrt(D).
        pre_tokens: how many keys back a query sees, with `sparse_mode` 0 and a mask, or 4.
        next_tokens: how many keys ahead a query sees, likewise.
        inner_precise: has no effect here either.
        input_layout: "BSH", "BNSD", "SBH", "BSND" or "TND".
        sparse_mode: 0 mask within the band, 1 mask, 2 causal from the first query and key, 3 causal
            from the last ones, 4 band from the last ones, 5 prefix.

    Returns:
        Tensor of the shape and dtype of `query`.

    Raises:
        TypeError: the dtypes differ.
        ValueError: `input_layout` is none of the above, a rank does not fit.
        RuntimeError: the heads or the mask do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.ops.ones((2, 4, 64), ms.float16)
        >>> ms.ops.flash_attention_score(x, x, x, 4).shape
        (2, 4, 64)
    """
    _refuse(padding_mask=padding_mask)
    ends = _as_tensor(prefix), _as_tensor(actual_seq_qlen), _as_tensor(actual_seq_kvlen)
    settings = (head_num, keep_prob, scalar_value, pre_tokens, next_tokens)
    tensors = (query, key, value, real_shift, drop_mask, attn_mask, *ends)
    return call(_flash)(*tensors, *settings, input_layout, sparse_mode)


@op(label="PromptFlashAttention")
def _infer(
    query: Array,
    key: Array,
    value: Array,
    attn_mask: Array | None,
    query_lengths: Array | None,
    key_lengths: Array | None,
    shift: Array | None,
    heads,
    key_heads,
    scale,
    pre_tokens,
    next_tokens,
    layout,
    mode,
):
    layouts = ("BSH", "BNSD", "BSND")
    q, k, v = _inputs((query, key, value), layout, heads, key_heads, layouts)
    shape = (q.shape[0], heads, q.shape[1], k.shape[1])
    seen = _visible(shape, attn_mask, mode, pre_tokens, next_tokens, None)
    if key_lengths is not None:
        valid = jnp.arange(shape[3]) < jnp.broadcast_to(key_lengths, shape[:1])[:, None]
        valid = valid[:, None, None]
        seen = valid if seen is None else seen & valid
    out = _attend(q, k, v, scale, shift, seen)
    if query_lengths is not None:
        used = jnp.arange(shape[2]) < jnp.broadcast_to(query_lengths, shape[:1])[:, None]
        out = jnp.where(used[:, :, None, None], out, 0).astype(out.dtype)
    return _from_bsnd(out, layout)


@public("ops.prompt_flash_attention")
def prompt_flash_attention(
    query: Tensor | tuple[Any, ...],
    key: Tensor,
    value: Tensor,
    attn_mask: Tensor | tuple[Any, ...] | None = None,
    actual_seq_lengths: Sequence[int] | Tensor | None = None,
    actual_seq_lengths_kv: Sequence[int] | Tensor | None = None,
    pse_shift: Tensor | None = None,
    deq_scale1: Tensor | None = None,
    quant_scale1: Tensor | None = None,
    deq_scale2: Tensor | None = None,
    quant_scale2: Tensor | None = None,
    quant_offset2: Tensor | None = None,
    num_heads: int = 1,
    scale_value: float = 1.0,
    pre_tokens: int = _FAR,
    next_tokens: int = 0,
    input_layout: str = "BSH",
    num_key_value_heads: int = 0,
    sparse_mode: int = 0,
    inner_precise: int = 1,
) -> Tensor:
    """Attention for inference over a whole prompt.

    Args:
        query: floating Tensor of shape (B, S1, H) or (B, N, S1, D).
        key: Tensor of shape (B, S2, H2) or (B, N2, S2, D) and the same dtype.
        value: Tensor of the shape of `key`.
        attn_mask: non-zero where a score does not count, Tensor of shape (S1, S2), (B, S1, S2) or
            (B, 1, S1, S2); not looked at with `sparse_mode` 2, 3 and 4.
        actual_seq_lengths: queries of each sequence; the others give zeros.
        actual_seq_lengths_kv: keys of each sequence.
        pse_shift: added to the scores, Tensor of shape (B or 1, N, S1, S2).
        deq_scale1, quant_scale1, deq_scale2, quant_scale2, quant_offset2: must be None.
        num_heads: N.
        scale_value: the scale, usually 1 / sqrt(D).
        pre_tokens: how many keys back a query sees, with `sparse_mode` 0 and a mask, or 4.
        next_tokens: how many keys ahead a query sees, likewise.
        input_layout: "BSH", "BNSD" or "BSND".
        num_key_value_heads: N2; 0 for N.
        sparse_mode: as for `flash_attention_score`, 0 to 4.
        inner_precise: has no effect here.

    Returns:
        Tensor of the shape and dtype of `query`.

    Raises:
        NotImplementedError: one of the arguments that must be None is given.

    Examples:
        >>> import msjax as ms
        >>> q = ms.ops.zeros((1, 2, 2), ms.float16)
        >>> v = ms.Tensor([[[1., 2.], [3., 4.]]], ms.float16)
        >>> print(ms.ops.prompt_flash_attention(q, q, v, num_heads=1))
        [[[2. 3.]
          [2. 3.]]]
    """
    _refuse(
        deq_scale1=deq_scale1,
        quant_scale1=quant_scale1,
        deq_scale2=deq_scale2,
        quant_scale2=quant_scale2,
        quant_offset2=quant_offset2,
    )
    lengths = _as_tensor(actual_seq_lengths), _as_tensor(actual_seq_lengths_kv)
    settings = (num_heads, num_key_value_heads or num_heads, scale_value, pre_tokens, next_tokens)
    tensors = (query, key, value, attn_mask, *lengths, pse_shift)
    return call(_infer)(*tensors, *settings, input_layout, sparse_mode)


@public("ops.incre_flash_attention")
def incre_flash_attention(
    query: Tensor | tuple[Any, ...],
    key: Tensor | Sequence[Any],
    value: Tensor | list[Any],
    attn_mask: Tensor | tuple[Any, ...] | None = None,
    actual_seq_lengths: Sequence[int] | Tensor | None = None,
    pse_shift: Tensor | None = None,
    dequant_scale1: Tensor | None = None,
    quant_scale1: Tensor | None = None,
    dequant_scale2: Tensor | None = None,
    quant_scale2: Tensor | None = None,
    quant_offset2: Tensor | None = None,
    antiquant_scale: Tensor | None = None,
    antiquant_offset: Tensor | None = None,
    block_table: Tensor | None = None,
    num_heads: int = 1,
    input_layout: str = "BSH",
    scale_value: float = 1.0,
    num_key_value_heads: int = 0,
    block_size: int = 0,
    inner_precise: int = 1,
    kv_padding_size: Tensor | None = None,
) -> Tensor:
    """Attention for inference of one new token over the keys so far.

    Args:
        query: floating Tensor of shape (B, 1, H) or (B, N, 1, D).
        key: a Tensor, or a list of one, of shape (B, S, H2) or (B, N2, S, D).
        value: a Tensor, or a list of one, of the shape of `key`.
        attn_mask: non-zero where a key does not count, Tensor of shape (B, S), (B, 1, S) or
            (B, 1, 1, S).
        actual_seq_lengths: keys of each sequence.
        pse_shift: added to the scores, Tensor of shape (B or 1, N, 1, S).
        dequant_scale1, quant_scale1, dequant_scale2, quant_scale2, quant_offset2, antiquant_scale,
            antiquant_offset, block_table, kv_padding_size: must be None.
        num_heads: N.
        input_layout: "BSH", "BNSD" or "BSND".
        scale_value: the scale, usually 1 / sqrt(D).
        num_key_value_heads: N2; 0 for N.
        block_size: only has a meaning with `block_table`.
        inner_precise: has no effect here.

    Returns:
        Tensor of the shape and dtype of `query`.

    Raises:
        NotImplementedError: one of the arguments that must be None is given.

    Examples:
        >>> import msjax as ms
        >>> q, k = ms.ops.zeros((1, 1, 2), ms.float16), ms.ops.zeros((1, 2, 2), ms.float16)
        >>> v = ms.Tensor([[[1., 2.], [3., 4.]]], ms.float16)
        >>> print(ms.ops.incre_flash_attention(q, k, v, num_heads=1))
        [[[2. 3.]]]
    """
    _refuse(
        dequant_scale1=dequant_scale1,
        quant_scale1=quant_scale1,
        dequant_scale2=dequant_scale2,
        quant_scale2=quant_scale2,
        quant_offset2=quant_offset2,
        antiquant_scale=antiquant_scale,
        antiquant_offset=antiquant_offset,
        block_table=block_table,
        kv_padding_size=kv_padding_size,
    )
    key, value = (x[0] if isinstance(x, (tuple, list)) else x for x in (key, value))
    if attn_mask is not None:
        attn_mask = attn_mask.reshape(attn_mask.shape[0], 1, 1, attn_mask.shape[-1])
    settings = (num_heads, num_key_value_heads or num_heads, scale_value, _FAR, _FAR)
    tensors = (query, key, value, attn_mask, None, _as_tensor(actual_seq_lengths), pse_shift)
    return call(_infer)(*tensors, *settings, input_layout, 1)


@primitive("RingAttentionUpdate", place="auto_generate")
@op("ops.ring_attention_update", label="RingAttentionUpdate")
def ring_attention_update(
    prev_attn_out: Array,
    prev_softmax_max: Array,
    prev_softmax_sum: Array,
    cur_attn_out: Array,
    cur_softmax_max: Array,
    cur_softmax_sum: Array,
    actual_seq_qlen: Array | None = None,
    layout: str = "SBH",
):
    """Join the attention outputs of two sets of keys.

    Args:
        prev_attn_out: output over the first keys, Tensor of shape (S, B, N * D) or (T, N, D).
        prev_softmax_max: its softmax' maxima, Float32 Tensor of shape (B, N, S, 8) or (T, N, 8).
        prev_softmax_sum: its softmax' sums, likewise.
        cur_attn_out: output over the other keys.
        cur_softmax_max: its softmax' maxima.
        cur_softmax_sum: its softmax' sums.
        actual_seq_qlen: ends of the sequences, with layout "TND".
        layout: "SBH" or "TND".

    Returns:
        Tuple of the joint output, maxima and sums.

    Raises:
        ValueError: `layout` is none of the above.

    Examples:
        >>> import msjax as ms
        >>> first, second = ms.Tensor([[[1., 3.]]]), ms.Tensor([[[3., 5.]]])
        >>> high, total = ms.ops.zeros((1, 1, 1, 8)), ms.ops.ones((1, 1, 1, 8))
        >>> out, top, whole = ms.ops.ring_attention_update(first, high, total, second, high, total)
        >>> print(out, whole[0, 0, 0, 0])
        [[[2. 4.]]] 2.0
    """
    if layout not in ("SBH", "TND"):
        raise ValueError(must("layout", "'SBH' or 'TND'", layout))
    top = jnp.maximum(prev_softmax_max, cur_softmax_max)
    parts = [
        total * jnp.exp(high - top)
        for high, total in (
            (prev_softmax_max, prev_softmax_sum),
            (cur_softmax_max, cur_softmax_sum),
        )
    ]
    whole = parts[0] + parts[1]
    out: Any = 0
    for part, x in zip(parts, (prev_attn_out, cur_attn_out), strict=True):
        share = (part / whole)[..., :1]
        if layout == "SBH":
            s, b, width = x.shape
            heads = share.shape[1]
            share = jnp.transpose(share, (2, 0, 1, 3))
            out = out + (x.reshape(s, b, heads, width // heads) * share).reshape(x.shape)
        else:
            out = out + x * share
    return out.astype(prev_attn_out.dtype), top, whole
