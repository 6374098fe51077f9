"""Attention over keys and values that are kept in blocks."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import of_type
from msjax._core.base.errors import Clause, must, unsupported_option
from msjax._core.op.primitive import REQUIRED, Primitive
from msjax._core.op.publish import Array, Finite, call, op, primitive, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.attention.flash_attention import _attend
from msjax.kernels.attention.shared import check_groups, pages
from msjax.kernels.checks import accept, same_dtype

# -- writing the cache --


@op(label="ReshapeAndCache", write="cache")
def _store(cache: Array, rows: Array, slot_mapping: Array):
    """The cache with rows of tokens at their slots; negative slots are left out."""
    accept(rows, "float16 bfloat16 int8 uint8", "key")
    same_dtype(rows, cache)
    accept(slot_mapping, "int32", "slot_mapping")
    tokens = int(np.prod(rows.shape[:-1]))
    if slot_mapping.shape != (tokens,):
        raise RuntimeError(
            Clause(
                f"the num_tokens of slot mapping and key must be the same, but got "
                f"{slot_mapping.shape} and {tokens}."
            )
        )
    if cache.ndim < 3 or rows.shape[-1] != int(np.prod(cache.shape[2:])):
        text = f"of {rows.shape[-1]} numbers per token"
        raise RuntimeError(must("key_cache", text, cache.shape))
    slots = cache.shape[0] * cache.shape[1]
    flat = cache.reshape(slots, rows.shape[-1])
    # A slot past the end is dropped; a negative one would count from the end.
    slot = jnp.where(slot_mapping < 0, slots, slot_mapping)
    flat = flat.at[slot].set(rows.reshape(tokens, -1), mode="drop")
    return flat.reshape(cache.shape)


@public("auto_generate.reshape_and_cache", label="ReshapeAndCache")
def reshape_and_cache(
    key,
    value: Tensor | None = None,
    key_cache: Tensor | None = None,
    value_cache: Tensor | None = None,
    slot_mapping: Tensor | tuple[Any, ...] | None = None,
):
    """Write the keys and values of new tokens into block-wise caches, in place.

    Slot s is place s % block_size of block s // block_size; a negative slot is not written.

    Args:
        key: Tensor of shape (T, N * D) or (B, S, N * D), of Float16, BFloat16, Int8 or UInt8.
        value: None, or a Tensor likewise.
        key_cache: Tensor of shape (blocks, block_size, N, D) and the same dtype.
        value_cache: None, or a Tensor likewise.
        slot_mapping: slot of each token, Int32 Tensor of shape (T,) or (B * S,).

    Returns:
        `key`.

    Raises:
        TypeError: the dtypes are not as above.
        RuntimeError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> cache = ms.ops.zeros((2, 2, 1, 1), ms.float16)
        >>> key, slots = ms.Tensor([[5], [7]], ms.float16), ms.Tensor([3, 0], ms.int32)
        >>> _ = ms.ops.ReshapeAndCache()(key, key_cache=cache, slot_mapping=slots)
        >>> print(cache.reshape(-1))
        [7. 0. 0. 5.]
    """
    for arg, x in (("key", key), ("key_cache", key_cache), ("slot_mapping", slot_mapping)):
        of_type(arg, x, Tensor)
    if (value is None) != (value_cache is None):
        raise TypeError(must("value_cache", "given as value is", value_cache))
    store = call(_store)
    store(key_cache, key, slot_mapping)
    if value is not None:
        store(value_cache, value, slot_mapping)
    return key


@public("ops.ReshapeAndCache")
class ReshapeAndCache(Primitive):
    """Write the keys and values of new tokens into block-wise caches, in place.

    Slot s is place s % block_size of block s // block_size; a negative slot is not written.

    Inputs:
        - **key** (Tensor) - shape (T, N * D) or (B, S, N * D); Float16, BFloat16, Int8 or UInt8.
        - **value** (Tensor) - likewise, or None.
        - **key_cache** (Tensor) - shape (blocks, block_size, N, D), the same dtype.
        - **value_cache** (Tensor) - likewise, or None.
        - **slot_mapping** (Tensor) - slot of each token, Int32, of shape (T,) or (B * S,).

    Outputs:
        `key`.

    Raises:
        TypeError: the dtypes are not as above.
        RuntimeError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> cache = ms.ops.zeros((2, 2, 1, 1), ms.float16)
        >>> key, slots = ms.Tensor([[5], [7]], ms.float16), ms.Tensor([3, 0], ms.int32)
        >>> _ = ms.ops.ReshapeAndCache()(key, key_cache=cache, slot_mapping=slots)
        >>> print(cache.reshape(-1))
        [7. 0. 0. 5.]
    """

    def __init__(self) -> None:
        super().__init__("ReshapeAndCache")

    def __call__(
        self,
        key: Tensor,
        value: Tensor = None,
        key_cache: Tensor = None,
        value_cache: Tensor = None,
        slot_mapping: Tensor = None,
    ) -> Tensor:
        return reshape_and_cache(key, value, key_cache, value_cache, slot_mapping)


# -- attention --


def _check_modes(
    head_num: Any,
    scale_value: Any,
    kv_head_num: Any,
    kv_cache_quant_mode: Any,
    mask_mode: Any = "MASK_DEFAULT",
    mla_v_dim: Any = 0,
) -> None:
    if kv_cache_quant_mode not in ("DEFAULT", "PERTOKEN"):
        text = "'DEFAULT' or 'PERTOKEN'"
        raise ValueError(must("kv_cache_quant_mode", text, kv_cache_quant_mode))
    if mask_mode not in ("MASK_DEFAULT", "TRAPEZOIDAL"):
        raise ValueError(must("mask_mode", "'MASK_DEFAULT' or 'TRAPEZOIDAL'", mask_mode))
    if mla_v_dim:
        raise unsupported_option(f"mla_v_dim={mla_v_dim}", "pass the values as value_cache")


def _caches(
    query: jax.Array,
    caches: tuple[jax.Array | None, jax.Array | None],
    tables: tuple[jax.Array | None, jax.Array | None],
    heads: tuple[int, int],
    quantised: tuple[Any, Any],
) -> tuple[jax.Array, jax.Array, jax.Array, jax.Array]:
    """Queries (tokens, N, D), and keys, values and lengths of the sequences."""
    for arg, x in zip(("antiquant_scale", "antiquant_offset"), quantised, strict=True):
        if x is not None:
            raise unsupported_option(f"{arg}", "keep the caches in the dtype of query")
    for arg, x in (
        ("value_cache", caches[1]),
        ("block_tables", tables[0]),
        ("context_lens", tables[1]),
    ):
        if x is None:
            raise TypeError(must(arg, "a Tensor", None))
    keys, values = caches
    table, lengths = tables
    accept(keys, "float16 bfloat16", "key_cache")
    same_dtype(query, keys, values)
    accept(table, "i u", "block_tables")
    accept(lengths, "i u", "context_lens")
    if keys.ndim != 4 or values.shape != keys.shape or keys.shape[2] != heads[1]:
        text = f"of shape (blocks, block_size, {heads[1]}, D), as value_cache"
        raise ValueError(must("key_cache", text, f"{keys.shape} and {values.shape}"))
    check_groups(*heads)
    width = heads[0] * keys.shape[3]
    if query.shape[-1] != width and query.shape[-2:] != (heads[0], keys.shape[3]):
        raise ValueError(must("query", f"of {width} features per token", query.shape))
    if table.ndim != 2 or lengths.shape != table.shape[:1]:
        text = "of one row of blocks per length in context_lens"
        raise ValueError(must("block_tables", text, f"{table.shape} and {lengths.shape}"))
    q = query.reshape(-1, heads[0], keys.shape[3])
    return q, pages(keys, table), pages(values, table), lengths.astype(np.int32)


def _shift(arg: str, x: jax.Array, count: int, tokens: int) -> jax.Array:
    """A tensor to add to the scores, as (tokens, 1 or N, 1, keys)."""
    if not jnp.issubdtype(x.dtype, jnp.floating):
        raise TypeError(must(arg, "of floating dtype", x.dtype))
    if x.shape[0] not in (1, tokens) or x.shape[-1] < count:
        raise ValueError(must(arg, f"for {tokens} tokens and {count} keys", x.shape))
    x = x[..., :count]
    return x[:, None, None] if x.ndim == 2 else x


def _over_pages(
    q: jax.Array,
    k: jax.Array,
    v: jax.Array,
    scale: float,
    shift: jax.Array | None,
    limit: jax.Array,
) -> jax.Array:
    """Attention of one query per row over the first `limit` keys of the row."""
    seen = (jnp.arange(k.shape[1], dtype=np.int32) < limit[:, None])[:, None, None]
    out = _attend(q[:, None], k, v, scale, shift, seen)[:, 0]
    return jnp.where((limit > 0)[:, None, None], out, 0).astype(q.dtype)


@primitive(
    "PagedAttention",
    check=_check_modes,
    head_num=REQUIRED,
    scale_value=REQUIRED,
    kv_head_num=REQUIRED,
    kv_cache_quant_mode="DEFAULT",
    mask_mode="MASK_DEFAULT",
    mla_v_dim=0,
)
@op(label="PagedAttention")
def paged_attention(
    query: Array,
    key_cache: Array,
    value_cache: Array | None = None,
    block_tables: Array | None = None,
    context_lens: Array | None = None,
    antiquant_scale: Array | None = None,
    antiquant_offset: Array | None = None,
    attn_mask: Array | None = None,
    q_seq_lens: Array | None = None,
    alibi_mask: Array | None = None,
    head_num: int = 1,
    scale_value: Finite = 1.0,
    kv_head_num: int = 1,
    kv_cache_quant_mode: str = "DEFAULT",
    mask_mode: str = "MASK_DEFAULT",
    mla_v_dim: int = 0,
):
    """Attention of new tokens over keys and values kept in blocks.

    The object is made with `head_num`, `scale_value` and what follows, and called with the rest.

    Args:
        query: new tokens, Tensor of shape (T, N, D), (T, N * D) or (B, 1, N * D), of Float16 or
            BFloat16.
        key_cache: Tensor of shape (blocks, block_size, N2, D) and the same dtype.
        value_cache: Tensor of the shape of `key_cache`.
        block_tables: the blocks of each sequence in order, integer Tensor of shape (B, blocks).
        context_lens: keys of each sequence, integer Tensor of shape (B,).
        antiquant_scale, antiquant_offset: must be None.
        attn_mask: added to the scores, Tensor of shape (T, keys).
        q_seq_lens: new tokens of each sequence, which follow each other in `query`; None for one
            each.
        alibi_mask: added to the scores too, likewise.
        head_num: N.
        scale_value: the scale, usually 1 / sqrt(D).
        kv_head_num: N2, a divisor of N.
        kv_cache_quant_mode: "DEFAULT" or "PERTOKEN"; has a meaning for quantised caches only.
        mask_mode: "TRAPEZOIDAL" hides the keys after each of several new tokens; "MASK_DEFAULT"
            leaves that to `attn_mask`.
        mla_v_dim: must be 0.

    Returns:
        Tensor of the shape and dtype of `query`.

    Raises:
        TypeError: the dtypes are not as above.
        ValueError: the shapes or modes are not as above.
        RuntimeError: N2 does not divide N.

    Examples:
        >>> import msjax as ms
        >>> cache = ms.ops.ones((4, 2, 1, 8), ms.float16)
        >>> attend = ms.ops.PagedAttention(2, 0.5, 1)
        >>> blocks, lengths = ms.Tensor([[3, 0]], ms.int32), ms.Tensor([3], ms.int32)
        >>> attend(ms.ops.ones((1, 16), ms.float16), cache, cache, blocks, lengths).shape
        (1, 16)
    """
    q, k, v, lengths = _caches(
        query,
        (key_cache, value_cache),
        (block_tables, context_lens),
        (head_num, kv_head_num),
        (antiquant_scale, antiquant_offset),
    )
    tokens, count = q.shape[0], k.shape[1]
    if q_seq_lens is None:
        if tokens != lengths.shape[0]:
            raise ValueError(must("query", f"of {lengths.shape[0]} tokens", tokens))
        limit = lengths
    else:
        accept(q_seq_lens, "i u", "q_seq_lens")
        if q_seq_lens.shape != lengths.shape:
            raise ValueError(must("q_seq_lens", "as context_lens", q_seq_lens.shape))
        ends = jnp.cumsum(q_seq_lens.astype(np.int32)).astype(np.int32)
        index = jnp.arange(tokens, dtype=np.int32)
        which = jnp.minimum(jnp.searchsorted(ends, index, side="right"), lengths.shape[0] - 1)
        k, v, limit = k[which], v[which], lengths[which]
        if mask_mode == "TRAPEZOIDAL":
            limit = limit - (ends[which] - 1 - index)
    shift = None
    for arg, x in (("attn_mask", attn_mask), ("alibi_mask", alibi_mask)):
        if x is not None:
            more = _shift(arg, x, count, tokens).astype(np.float32)
            shift = more if shift is None else shift + more
    return _over_pages(q, k, v, scale_value, shift, limit).reshape(query.shape)


@primitive(
    "PagedAttentionMask",
    check=_check_modes,
    head_num=REQUIRED,
    scale_value=REQUIRED,
    kv_head_num=REQUIRED,
    kv_cache_quant_mode="DEFAULT",
)
@op(label="PagedAttentionMask")
def paged_attention_mask(
    query: Array,
    key_cache: Array,
    value_cache: Array,
    block_tables: Array,
    context_lens: Array,
    antiquant_scale: Array | None = None,
    antiquant_offset: Array | None = None,
    alibi_mask: Array | None = None,
    head_num: int = 1,
    scale_value: Finite = 1.0,
    kv_head_num: int = 1,
    kv_cache_quant_mode: str = "DEFAULT",
):
    """`PagedAttention` of one new token per sequence, with a bias for each head.

    Args:
        query: new tokens, Tensor of shape (T, N, D), (T, N * D) or (B, 1, N * D), of Float16 or
            BFloat16.
        key_cache: Tensor of shape (blocks, block_size, N2, D) and the same dtype.
        value_cache: Tensor of the shape of `key_cache`.
        block_tables: the blocks of each sequence in order, integer Tensor of shape (T, blocks).
        context_lens: keys of each sequence, integer Tensor of shape (T,).
        antiquant_scale, antiquant_offset: must be None.
        alibi_mask: added to the scores, Tensor of shape (T, N, 1, keys).
        head_num: N.
        scale_value: the scale, usually 1 / sqrt(D).
        kv_head_num: N2, a divisor of N.
        kv_cache_quant_mode: "DEFAULT" or "PERTOKEN"; has a meaning for quantised caches only.

    Returns:
        Tensor of the shape and dtype of `query`.

    Raises:
        TypeError: the dtypes are not as above.
        ValueError: the shapes or modes are not as above.
        RuntimeError: N2 does not divide N.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.auto_generate import PagedAttentionMask
        >>> q, k = ms.ops.zeros((1, 1, 1), ms.float16), ms.ops.zeros((1, 2, 1, 1), ms.float16)
        >>> v = ms.Tensor([1., 3.], ms.float16).reshape(1, 2, 1, 1)
        >>> blocks, lengths = ms.Tensor([[0]], ms.int32), ms.Tensor([2], ms.int32)
        >>> bias = ms.ops.zeros((1, 1, 1, 2), ms.float16)
        >>> attend = PagedAttentionMask(head_num=1, scale_value=1.0, kv_head_num=1)
        >>> print(attend(q, k, v, blocks, lengths, None, None, bias))
        [[[2.]]]
    """
    q, k, v, lengths = _caches(
        query,
        (key_cache, value_cache),
        (block_tables, context_lens),
        (head_num, kv_head_num),
        (antiquant_scale, antiquant_offset),
    )
    if q.shape[0] != lengths.shape[0]:
        raise ValueError(must("query", f"of {lengths.shape[0]} tokens", q.shape[0]))
    shift = None
    if alibi_mask is not None:
        if alibi_mask.ndim != 4 or alibi_mask.shape[1] not in (1, head_num):
            text = f"of shape (tokens, {head_num}, 1, keys)"
            raise ValueError(must("alibi_mask", text, alibi_mask.shape))
        shift = _shift("alibi_mask", alibi_mask, k.shape[1], q.shape[0])
    return _over_pages(q, k, v, scale_value, shift, lengths).reshape(query.shape)
