"""Fused attention that draws its own dropout mask and returns the softmax' statistics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import among, integer, of_type, share, string
from msjax._core.base.errors import must, unsupported, unsupported_option
from msjax._core.op.primitive import REQUIRED
from msjax._core.op.publish import Array, Finite, Key, call, op, primitive, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.attention.flash_attention import (
    _FAR,
    _as_tensor,
    _from_bsnd,
    _inputs,
    _packed_visible,
    _refuse,
    _visible,
)
from msjax.kernels.attention.shared import dot_scores, eightfold, mix, shares_of
from msjax.kernels.checks import accept, of_dtype

_NAME = "SpeedFusionAttention"
_LAYOUTS = ("BSH", "BNSD", "SBH", "BSND", "TND")


def _statistic(x: jax.Array, layout: str) -> jax.Array:
    """(B, N, S, 1) as (B, N, S, 8), or (T, N, 8) of a packed batch."""
    x = eightfold(x)
    return jnp.swapaxes(x[0], 0, 1) if layout == "TND" else x


def _position_shift(
    pse: jax.Array | None, query: jax.Array, shape: tuple[int, ...]
) -> jax.Array | None:
    if pse is None:
        return None
    of_dtype("pse", pse, query.dtype)
    if pse.ndim != 4 or pse.shape[0] not in (1, shape[0]) or pse.shape[1] != shape[1]:
        raise ValueError(must("pse", f"of shape {shape}", pse.shape))
    if pse.shape[2:] != shape[2:]:
        raise unsupported_option("a compressed pse", f"pass all {shape[2]} rows")
    return pse


def _attention(
    tensors: tuple[jax.Array, jax.Array, jax.Array],
    extra: tuple[jax.Array | None, ...],
    heads: int,
    layout: str,
    settings: tuple,
    key: jax.Array | None,
    drop_mask: jax.Array | None = None,
) -> tuple:
    """As `speed_fusion_attention` returns; dropout by a drawn mask, or by a given one."""
    query = tensors[0]
    pse, mask, prefix, query_ends, key_ends = extra
    scale, keep_prob, pre_tokens, next_tokens, mode, pse_type = settings
    q, k, v = _inputs(tensors, layout, heads, 0, _LAYOUTS)
    shape = (q.shape[0], heads, q.shape[1], k.shape[1])
    if mask is not None:
        accept(mask, "b uint8", "atten_mask")
    if layout == "TND":
        if query_ends is None or key_ends is None:
            text = "given with layout TND"
            raise ValueError(must("actual_seq_qlen and actual_seq_kvlen", text, None))
        seen = _packed_visible(query_ends, key_ends, shape[2:], mode)
    else:
        if query_ends is not None or key_ends is not None:
            text = "None unless the layout is TND"
            raise ValueError(must("actual_seq_qlen and actual_seq_kvlen", text, "others"))
        seen = _visible(shape, mask, mode, pre_tokens, next_tokens, prefix)
    scores = dot_scores(q, k)
    shift = _position_shift(pse, query, shape)
    if shift is not None and pse_type == 1:
        scores = (scores + shift) * scale
    else:
        scores = scores * scale if shift is None else scores * scale + shift
    shares, top, total = shares_of(scores, seen)
    words, count = jnp.zeros(2, np.uint32), 0
    if key is not None:
        kept = jax.random.bernoulli(key, keep_prob, shape)
        shares = jnp.where(kept, shares / keep_prob, 0)
        words, count = jax.random.key_data(key).ravel()[-2:], int(np.prod(shape))
    elif drop_mask is not None:
        accept(drop_mask, "uint8", "drop_mask")
        if drop_mask.shape != (*shape[:3], shape[3] // 8) or shape[3] % 8:
            raise ValueError(must("drop_mask", f"of the bits of {shape}", drop_mask.shape))
        bits = jnp.right_shift(drop_mask[..., None], np.arange(8, dtype=np.uint8)) & 1
        shares = jnp.where(bits.reshape(shape) != 0, shares / keep_prob, 0)
    out = _from_bsnd(mix(shares, v).astype(query.dtype), layout)
    seed, offset = (w.astype(np.int64) for w in words)
    statistics = _statistic(top, layout), _statistic(total, layout)
    reserved = jnp.zeros(0, query.dtype)
    return out, *statistics, reserved, seed, offset, jnp.asarray(count, np.int64)


@op(label=_NAME)
def _plain(
    query: Array,
    key: Array,
    value: Array,
    pse: Array | None,
    atten_mask: Array | None,
    prefix: Array | None,
    query_ends: Array | None,
    key_ends: Array | None,
    heads,
    layout,
    scale: Finite,
    keep_prob,
    pre_tokens,
    next_tokens,
    mode,
    pse_type,
):
    extra = (pse, atten_mask, prefix, query_ends, key_ends)
    settings = (scale, keep_prob, pre_tokens, next_tokens, mode, pse_type)
    return _attention((query, key, value), extra, heads, layout, settings, None)


@op(label=_NAME)
def _dropping(
    query: Array,
    key: Array,
    value: Array,
    pse: Array | None,
    atten_mask: Array | None,
    prefix: Array | None,
    query_ends: Array | None,
    key_ends: Array | None,
    heads,
    layout,
    scale: Finite,
    keep_prob,
    pre_tokens,
    next_tokens,
    mode,
    pse_type,
    generator: Key = None,
):
    extra = (pse, atten_mask, prefix, query_ends, key_ends)
    settings = (scale, keep_prob, pre_tokens, next_tokens, mode, pse_type)
    return _attention((query, key, value), extra, heads, layout, settings, generator)


def _check_score(
    head_num: Any,
    keep_prob: Any,
    scale_value: Any,
    pre_tokens: Any,
    next_tokens: Any,
    inner_precise: Any,
    input_layout: Any,
    sparse_mode: Any,
) -> None:
    if input_layout not in _LAYOUTS:
        raise ValueError(must("input_layout", _LAYOUTS, input_layout))
    share("keep_prob", keep_prob)


@primitive(
    "FlashAttentionScore",
    place="auto_generate",
    check=_check_score,
    head_num=REQUIRED,
    keep_prob=1.0,
    scale_value=1.0,
    pre_tokens=_FAR,
    next_tokens=_FAR,
    inner_precise=0,
    input_layout="BSH",
    sparse_mode=0,
)
@op(label="FlashAttentionScore")
def flash_attention_score(
    query: Array,
    key: Array,
    value: Array,
    real_shift: Array | None = None,
    drop_mask: Array | None = None,
    padding_mask: Tensor | None = None,
    attn_mask: Array | None = None,
    prefix: Sequence[int] | Tensor | None = None,
    actual_seq_qlen: Sequence[int] | Tensor | None = None,
    actual_seq_kvlen: Sequence[int] | Tensor | None = None,
    head_num: int = 1,
    keep_prob: int | float = 1.0,
    scale_value: Finite = 1.0,
    pre_tokens: int = _FAR,
    next_tokens: int = _FAR,
    inner_precise: int = 0,
    input_layout: str = "BSH",
    sparse_mode: int = 0,
):
    """Attention for training, Dropout(Softmax(Mask(scale * (Q K^T + shift)))) V, with statistics.

    The object is made with `head_num` and what follows, and called with the rest.

    Args:
        query: floating Tensor in the layout below, with N1 heads.
        key: Tensor of the same dtype with N2 heads; N2 divides N1.
        value: Tensor of the shape of `key`.
        real_shift: added to the products, Tensor of shape (B or 1, N1, S1, S2).
        drop_mask: bits of the scores to keep, lowest first, UInt8 Tensor of shape
            (B, N1, S1, S2 / 8).
        padding_mask: must be None.
        attn_mask: non-zero where a score does not count, Bool or UInt8 Tensor of shape (S1, S2) or
            (B, 1 or N1, S1, S2); not looked at with `sparse_mode` 2, 3 and 4.
        prefix: keys that all queries of a sequence see, with `sparse_mode` 5.
        actual_seq_qlen: ends of the sequences in a packed batch, with layout "TND".
        actual_seq_kvlen: ends of the keys' sequences.
        head_num: N1.
        keep_prob: probability that `drop_mask` was drawn with.
        scale_value: the scale, usually 1 / sqrt(D).
        pre_tokens: how many keys back a query sees, with `sparse_mode` 0 and a mask, or 4.
        next_tokens: how many keys ahead a query sees, likewise.
        inner_precise: has no effect here either.
        input_layout: "BSH", "BNSD", "SBH", "BSND" or "TND".
        sparse_mode: as for `ops.flash_attention_score`.

    Returns:
        Tuple of the softmax' maxima and sums, Float32 Tensors of shape (B, N1, S1, 8) or
        (T1, N1, 8); an empty Tensor; and the result, of the shape and dtype of `query`.

    Raises:
        TypeError: the dtypes differ.
        ValueError: an argument is out of its range, a shape does not fit.
        RuntimeError: the heads or the mask do not fit.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.auto_generate import FlashAttentionScore
        >>> q = ms.ops.zeros((1, 2, 2), ms.float16)
        >>> v = ms.Tensor([[[1., 2.], [3., 4.]]], ms.float16)
        >>> maxima, sums, _, out = FlashAttentionScore(head_num=1)(q, q, v)
        >>> print(out, sums[0, 0, 0, 0])
        [[[2. 3.]
          [2. 3.]]] 2.0
    """
    _refuse(padding_mask=padding_mask)
    lengths = prefix, actual_seq_qlen, actual_seq_kvlen
    ends = (None if x is None else jnp.asarray(x, np.int64) for x in lengths)
    settings = (scale_value, keep_prob, pre_tokens, next_tokens, sparse_mode, 1)
    extra = (real_shift, attn_mask, *ends)
    tensors = (query, key, value)
    out = _attention(tensors, extra, head_num, input_layout, settings, None, drop_mask)
    return *out[1:4], out[0]


def _check(
    tensors: tuple, head_num: Any, layout: Any, scale: Any, keep_prob: Any, mode: Any, pse_type: Any
) -> None:
    for arg, value in (("head_num", head_num), ("sparse_mode", mode), ("pse_type", pse_type)):
        integer(arg, value)
    for arg, value in (("scale", scale), ("keep_prob", keep_prob)):
        of_type(arg, value, float)
    string("input_layout", layout)
    among("input_layout", layout, _LAYOUTS)
    share("keep_prob", keep_prob)
    if not 0 <= mode <= 6:
        raise ValueError(must("sparse_mode", "in [0, 6]", mode))
    if not 0 <= pse_type <= 3:
        raise ValueError(must("pse_type", "in [0, 3]", pse_type))
    axis = {"BNSD": 1, "BSND": 2, "TND": 1}.get(layout)
    shape = tensors[0].shape
    if axis is not None and axis < len(shape) and shape[axis] != head_num:
        raise ValueError(must("head_num", f"{shape[axis]}, the heads of query", head_num))


@public("ops.speed_fusion_attention")
def speed_fusion_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    head_num: int,
    input_layout: str,
    *,
    pse: Tensor | None = None,
    padding_mask: Tensor | None = None,
    atten_mask: Tensor | tuple[Any, ...] | None = None,
    scale: float = 1.0,
    keep_prob: float = 1.0,
    pre_tokens: int = _FAR,
    next_tokens: int = _FAR,
    inner_precise: int = 0,
    prefix: Sequence[int] | Tensor | None = None,
    actual_seq_qlen: Sequence[int] | Tensor | None = None,
    actual_seq_kvlen: Sequence[int] | Tensor | None = None,
    sparse_mode: int = 0,
    gen_mask_parallel: bool = True,
    sync: bool = False,
    pse_type: int = 1,
    q_start_idx: Sequence[int] | Tensor | None = None,
    kv_start_idx: Sequence[int] | Tensor | None = None,
) -> tuple[Tensor, ...]:
    """Attention for training: Dropout(Softmax(Mask(scale * (Q K^T + pse)))) V.

    Args:
        query: floating Tensor in the layout below, with N1 heads.
        key: Tensor of the same dtype with N2 heads; N2 divides N1.
        value: Tensor of the shape of `key`.
        head_num: N1.
        input_layout: "BSH", "BNSD", "SBH", "BSND" or "TND".
        pse: added to the scores, Tensor of shape (B or 1, N1, S1, S2).
        padding_mask: must be None.
        atten_mask: non-zero where a score does not count, Bool or UInt8 Tensor of shape (S1, S2) or
            (B, 1 or N1, S1, S2); not looked at with `sparse_mode` 2, 3 and 4.
        scale: the scale, usually 1 / sqrt(D).
        keep_prob: probability that dropout keeps a share.
        pre_tokens: how many keys back a query sees, with `sparse_mode` 0 and a mask, or 4.
        next_tokens: how many keys ahead a query sees, likewise.
        inner_precise: has no effect here either.
        prefix: keys that all queries of a sequence see, with `sparse_mode` 5.
        actual_seq_qlen: ends of the sequences in a packed batch, with layout "TND".
        actual_seq_kvlen: ends of the keys' sequences.
        sparse_mode: as for `flash_attention_score`.
        gen_mask_parallel, sync: how MindSpore schedules the drawing of the mask; no effect here.
        pse_type: 1 adds `pse` before scaling, 0 after; 2 and 3 are not supported.
        q_start_idx, kv_start_idx: belong to `pse_type` 2 and 3; must be None.

    Returns:
        Tuple of the result, of the shape and dtype of `query`; the softmax' maxima and sums,
        Float32 Tensors of shape (B, N1, S1, 8) or (T1, N1, 8); an empty Tensor; the two words of
        the random key and how many numbers were drawn, 0 without dropout: Int64 Tensors.

    Raises:
        TypeError: the dtypes differ, or an argument has another type.
        ValueError: an argument is out of its range.
        RuntimeError: the heads or the mask do not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.ops.ones((2, 4, 64), ms.float16)
        >>> ms.ops.speed_fusion_attention(x, x, x, 4, "BSH")[0].shape
        (2, 4, 64)
    """
    tensors = (query, key, value)
    _check(tensors, head_num, input_layout, scale, keep_prob, sparse_mode, pse_type)
    settings = {"padding_mask": padding_mask}
    settings |= {"q_start_idx": q_start_idx, "kv_start_idx": kv_start_idx}
    _refuse(**settings)
    if pse_type > 1:
        raise unsupported(
            f"speed_fusion_attention(pse_type={pse_type})", "pass the bias as pse with pse_type 0"
        )
    extra = (pse, atten_mask, *map(_as_tensor, (prefix, actual_seq_qlen, actual_seq_kvlen)))
    rest = (scale, keep_prob, pre_tokens, next_tokens, sparse_mode, pse_type)
    if keep_prob == 1:
        return call(_plain)(*tensors, *extra, head_num, input_layout, *rest)
    return call(_dropping)(*tensors, *extra, head_num, input_layout, *rest, None)
