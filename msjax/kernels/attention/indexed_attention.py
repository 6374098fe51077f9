"""Attention over the keys that an indexer chooses for each query."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import integer
from msjax._core.base.errors import must, unsupported_option
from msjax._core.op.publish import Array, op, primitive
from msjax.kernels.attention.native_sparse_attention import block_times
from msjax.kernels.attention.shared import check_groups, dot_scores, mix, pages, shares_of
from msjax.kernels.checks import accept

_ALL = 2**63 - 1
_QUERIES = "actual_seq_lengths_query"


def _check_layouts(layout_query: object, layout_key: object, arg: str) -> None:
    if layout_query not in ("BSND", "TND"):
        raise RuntimeError(must("layout_query", "'BSND' or 'TND'", layout_query))
    if layout_key not in ("BSND", "TND", "PA_BSND"):
        raise RuntimeError(must(arg, "'BSND', 'TND' or 'PA_BSND'", layout_key))
    if layout_key not in ("PA_BSND", layout_query):
        raise RuntimeError(must(arg, f"'PA_BSND' or {layout_query!r}", layout_key))


def _refuse_band(pre_tokens: object, next_tokens: object) -> None:
    for arg, value in (("pre_tokens", pre_tokens), ("next_tokens", next_tokens)):
        if value != _ALL:
            raise unsupported_option(f"{arg}={value}", "leave it out")


def _sizes(arg: str, x: jax.Array | None, batch: int | None, full: int) -> jax.Array:
    """Lengths of the sequences; all `full` if not given."""
    if x is None:
        return jnp.full(batch, full, np.int32)
    accept(x, "int32 int64", arg)
    if x.ndim != 1 or (batch is not None and x.shape[0] != batch):
        raise RuntimeError(must(arg, f"of shape ({batch},)", x.shape))
    return x.astype(np.int32)


def _placed(
    arg: str, x: jax.Array | None, layout: str, shape: tuple[int, ...], batch: int | None
) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Of each token (rows, or the batch's rows): its sequence, its place, and all the lengths."""
    if layout != "TND":
        sizes = _sizes(arg, x, shape[0], shape[1])
        which = jnp.broadcast_to(jnp.arange(shape[0], dtype=np.int32)[:, None], shape[:2])
        place = jnp.broadcast_to(jnp.arange(shape[1], dtype=np.int32), shape[:2])
        return which.reshape(-1), place.reshape(-1), sizes
    if x is None:
        raise RuntimeError(must(arg, "given with layout TND", None))
    ends = _sizes(arg, x, batch, 0)
    starts = jnp.concatenate([jnp.zeros(1, np.int32), ends])
    token = jnp.arange(shape[0], dtype=np.int32)
    which = jnp.searchsorted(ends, token, side="right").astype(np.int32)
    return which, token - starts[which], jnp.diff(ends, prepend=jnp.int32(0))


def _owners(ends: jax.Array | None, query: jax.Array, batch: int) -> jax.Array:
    """The sequence of each query of a packed batch; those past the end get the last one."""
    return jnp.minimum(_placed(_QUERIES, ends, "TND", query.shape, batch)[0], batch - 1)


def _visible(
    query: jax.Array,
    keys: tuple[int, ...],
    layouts: tuple[str, str],
    lengths: tuple[jax.Array | None, jax.Array | None],
    arg: str,
    mode: int,
) -> tuple[jax.Array, jax.Array]:
    """Which keys each query sees, and the keys' places: (B, S1, S2) and (S2,) or (T2,)."""
    which_q, place_q, size_q = _placed(_QUERIES, lengths[0], layouts[0], query.shape, None)
    batch = size_q.shape[0]
    if layouts[1] == "TND":
        which_k, place_k, size_k = _placed(arg, lengths[1], "TND", keys, batch)
        seen = which_q[:, None] == which_k
    else:
        size_k = _sizes(arg, lengths[1], batch, keys[1])
        place_k = jnp.arange(keys[1], dtype=np.int32)
        seen = jnp.ones((which_q.shape[0], keys[1]), bool)
    last = size_k[jnp.minimum(which_q, batch - 1)]
    if mode == 3:
        ahead = last - size_q[jnp.minimum(which_q, batch - 1)]
        seen &= place_k <= (place_q + ahead)[:, None]
    used = (which_q < batch) & (place_q < size_q[jnp.minimum(which_q, batch - 1)])
    seen &= (place_k < last[:, None]) & used[:, None]
    return seen.reshape(*query.shape[:-2], -1), place_k


def _unpaged(
    layout: str,
    table: jax.Array | None,
    tensors: tuple[jax.Array, ...],
    lengths: jax.Array | None,
    arg: str,
) -> tuple[jax.Array, ...]:
    """Keys and the like as (B, S2, N2, D) or (T2, N2, D)."""
    if layout != "PA_BSND":
        if table is not None:
            raise RuntimeError(must("block_table", "None unless keys are PA_BSND", "Tensor"))
        return tensors
    if table is None or lengths is None:
        raise RuntimeError(must(f"block_table and {arg}", "given with PA_BSND", None))
    accept(table, "int32", "block_table")
    return tuple(pages(x, table) for x in tensors)


@primitive("LightningIndexer", place="auto_generate")
@op("ops.lightning_indexer", label="LightningIndexer")
def lightning_indexer(
    query: Array,
    key: Array,
    weights: Array,
    *,
    actual_seq_lengths_query: Array | None = None,
    actual_seq_lengths_key: Array | None = None,
    block_table: Array | None = None,
    layout_query: str = "BSND",
    layout_key: str = "BSND",
    sparse_count: int = 2048,
    sparse_mode: int = 3,
    pre_tokens: int = _ALL,
    next_tokens: int = _ALL,
    return_value: bool = False,
):
    """The keys with the largest sums over heads of weight * relu(query . key).

    Args:
        query: Tensor of shape (B, S1, N1, D) or (T1, N1, D), Float16 or BFloat16.
        key: Tensor of shape (B, S2, 1, D), (T2, 1, D) or (blocks, block_size, 1, D).
        weights: Tensor of shape (B, S1, N1) or (T1, N1).
        actual_seq_lengths_query: lengths of the sequences, or with layout "TND" their ends.
        actual_seq_lengths_key: likewise for the keys.
        block_table: blocks of each sequence, Int32 Tensor of shape (B, blocks), for "PA_BSND".
        layout_query: "BSND" or "TND".
        layout_key: the same, or "PA_BSND".
        sparse_count: how many keys to choose, at most 2048.
        sparse_mode: 0 all keys; 3 causal from the last query and key.
        pre_tokens, next_tokens: must keep their defaults.
        return_value: whether to return the sums too; not with "PA_BSND".

    Returns:
        Tuple of the keys' places in their sequences, best first and -1 where there are no more, an
        Int32 Tensor of shape (B, S1, 1, sparse_count) or (T1, 1, sparse_count); and their sums, of
        the same shape and the dtype of `query`, -inf where there is none, or an empty Tensor.

    Raises:
        TypeError: the dtypes are not as above.
        ValueError: `sparse_count`, `sparse_mode` or `return_value` is not as above.
        RuntimeError: the layouts or shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> query = ms.ops.ones((1, 1, 1, 1), ms.float16)
        >>> key = ms.Tensor([1., 3., 2.], ms.float16).reshape(1, 3, 1, 1)
        >>> weights = ms.ops.ones((1, 1, 1), ms.float16)
        >>> places, sums = ms.ops.lightning_indexer(
        ...     query, key, weights, sparse_count=2, return_value=True
        ... )
        >>> print(places, sums)
        [[[[1 2]]]] [[[[3. 2.]]]]
    """
    arg = "actual_seq_lengths_key"
    accept(query, "float16 bfloat16", "query")
    if key.dtype != query.dtype or weights.dtype != query.dtype:
        text = f"of dtype {query.dtype}"
        raise TypeError(must("key and weights", text, (key.dtype, weights.dtype)))
    _check_layouts(layout_query, layout_key, "layout_key")
    _refuse_band(pre_tokens, next_tokens)
    integer("sparse_count", sparse_count)
    if not 1 <= sparse_count <= 2048:
        raise ValueError(must("sparse_count", "in [1, 2048]", sparse_count))
    if sparse_mode not in (0, 3):
        raise ValueError(must("sparse_mode", "0 or 3", sparse_mode))
    if return_value and layout_key == "PA_BSND":
        raise ValueError(must("return_value", "False with layout_key PA_BSND", True))
    rank = 4 if layout_query == "BSND" else 3
    if query.ndim != rank or weights.shape != query.shape[:-1]:
        text = f"of rank {rank}, weights without its last dimension"
        raise RuntimeError(must("query", text, f"{query.shape} and {weights.shape}"))
    if key.ndim != (3 if layout_key == "TND" else 4) or key.shape[-2:] != (1, query.shape[-1]):
        text = f"of one head of {query.shape[-1]} features"
        raise RuntimeError(must("key", text, key.shape))
    (key,) = _unpaged(layout_key, block_table, (key,), actual_seq_lengths_key, arg)
    lengths = actual_seq_lengths_query, actual_seq_lengths_key
    layouts = layout_query, "TND" if layout_key == "TND" else "BSND"
    packed_query = layout_query == "TND" and layout_key == "PA_BSND"
    if packed_query:
        which, _, _ = _placed("actual_seq_lengths_query", lengths[0], "TND", query.shape, None)
        each = key[jnp.minimum(which, key.shape[0] - 1)]
        products = jnp.swapaxes(dot_scores(query[:, None], each)[..., 0, :], 0, 1)
    else:
        products = dot_scores(query, key)
    products = jax.nn.relu(products)
    shares = jnp.moveaxis(weights.astype(np.float32), -1, products.ndim - 3)
    scores = (products * shares[..., None]).sum(-3)
    seen, place = _visible(query, key.shape, layouts, lengths, arg, sparse_mode)
    scores = jnp.where(seen, scores, -jnp.inf)
    values, found = jax.lax.top_k(scores, min(sparse_count, scores.shape[-1]))
    indices = jnp.where(jnp.isneginf(values), -1, place[found]).astype(np.int32)
    pad = [(0, 0)] * (indices.ndim - 1) + [(0, sparse_count - indices.shape[-1])]
    indices = jnp.pad(indices, pad, constant_values=-1)[..., None, :]
    if not return_value:
        return indices, jnp.zeros(0, query.dtype)
    values = jnp.pad(values, pad, constant_values=-np.inf)[..., None, :]
    return indices, values.astype(query.dtype)


def _check_sparse(mode: object, attention_mode: object, size: object) -> None:
    if attention_mode != 2:
        raise unsupported_option(f"attention_mode={attention_mode}", "use attention_mode=2")
    if mode not in (0, 3):
        raise ValueError(must("sparse_mode", "0 or 3", mode))
    integer("sparse_block_size", size)
    if not 1 <= size <= 128 or size & (size - 1):
        raise RuntimeError(must("sparse_block_size", "a power of 2 up to 128", size))


@primitive("SparseFlashAttention", place="auto_generate")
@op("ops.sparse_flash_attention", label="SparseFlashAttention")
def sparse_flash_attention(
    query: Array,
    key: Array,
    value: Array,
    sparse_indices: Array,
    scale_value: float,
    *,
    block_table: Array | None = None,
    actual_seq_lengths_query: Array | None = None,
    actual_seq_lengths_kv: Array | None = None,
    query_rope: Array | None = None,
    key_rope: Array | None = None,
    sparse_block_size: int = 1,
    layout_query: str = "BSND",
    layout_kv: str = "BSND",
    sparse_mode: int = 3,
    pre_tokens: int = _ALL,
    next_tokens: int = _ALL,
    attention_mode: int = 0,
    return_softmax_lse: bool = False,
):
    """Attention of each query over chosen blocks of keys, with a second part for positions.

    The scores are scale_value * (query . key + query_rope . key_rope). A block that is named twice
    counts twice. Queries that see no key give zeros.

    Args:
        query: Tensor of shape (B, S1, N1, D) or (T1, N1, D), Float16 or BFloat16.
        key: Tensor of shape (B, S2, N2, D), (T2, N2, D) or (blocks, block_size, N2, D).
        value: Tensor of the shape of `key`.
        sparse_indices: blocks of the sequence, up to the first -1; Int32 Tensor of shape
            (B, S1, N2, count) or (T1, N2, count).
        scale_value: the scale.
        block_table: blocks of each sequence, Int32 Tensor of shape (B, blocks), for "PA_BSND".
        actual_seq_lengths_query: lengths of the sequences, or with layout "TND" their ends.
        actual_seq_lengths_kv: likewise for the keys.
        query_rope: Tensor of the shape of `query` but for its last dimension.
        key_rope: Tensor of the shape of `key` but for its last dimension.
        sparse_block_size: keys per block that `sparse_indices` names, a power of 2.
        layout_query: "BSND" or "TND".
        layout_kv: the same, or "PA_BSND".
        sparse_mode: 0 all chosen keys; 3 causal from the last query and key.
        pre_tokens, next_tokens: must keep their defaults.
        attention_mode: must be 2.
        return_softmax_lse: whether to return the softmax' statistics; not with "PA_BSND".

    Returns:
        Tuple of the result, of the shape of `query`; and the softmax' maxima and sums, Float32
        Tensors of shape (B, N2, S1, N1 / N2) or (N2, T1, N1 / N2), or empty.

    Raises:
        TypeError: the dtypes are not as above.
        ValueError: `sparse_mode` or `return_softmax_lse` is not as above, or a rope part lacks.
        RuntimeError: the layouts, shapes or `sparse_block_size` do not fit.
        NotImplementedError: another `attention_mode`.

    Examples:
        >>> import msjax as ms
        >>> q, k = ms.ops.zeros((1, 1, 1, 1), ms.float16), ms.ops.zeros((1, 3, 1, 1), ms.float16)
        >>> v = ms.Tensor([1., 3., 8.], ms.float16).reshape(1, 3, 1, 1)
        >>> places = ms.Tensor([0, 1], ms.int32).reshape(1, 1, 1, 2)
        >>> extra = {"query_rope": q, "key_rope": k, "attention_mode": 2}
        >>> print(ms.ops.sparse_flash_attention(q, k, v, places, 1.0, **extra)[0])
        [[[[2.]]]]
    """
    arg = "actual_seq_lengths_kv"
    accept(query, "float16 bfloat16", "query")
    _check_layouts(layout_query, layout_kv, "layout_kv")
    _refuse_band(pre_tokens, next_tokens)
    _check_sparse(sparse_mode, attention_mode, sparse_block_size)
    if query_rope is None or key_rope is None:
        text = "given with attention_mode 2"
        raise ValueError(must("query_rope and key_rope", text, None))
    if {x.dtype for x in (key, value, query_rope, key_rope)} != {query.dtype}:
        text = f"of dtype {query.dtype}, as the rope parts"
        raise TypeError(must("key and value", text, (key.dtype, value.dtype)))
    accept(sparse_indices, "int32", "sparse_indices")
    if return_softmax_lse and layout_kv == "PA_BSND":
        raise ValueError(must("return_softmax_lse", "False with layout_kv PA_BSND", True))
    rank = 4 if layout_query == "BSND" else 3
    if query.ndim != rank or key.ndim != (3 if layout_kv == "TND" else 4):
        text = "of the ranks of their layouts"
        raise RuntimeError(must("query and key", text, f"{query.shape} and {key.shape}"))
    heads, key_heads = query.shape[-2], key.shape[-2]
    check_groups(heads, key_heads)
    fits = (
        key.shape == value.shape
        and key.shape[-1] == query.shape[-1]
        and query_rope.shape[:-1] == query.shape[:-1]
        and key_rope.shape == (*key.shape[:-1], query_rope.shape[-1])
        and sparse_indices.shape[:-1] == (*query.shape[:-2], key_heads)
    )
    if not fits:
        shapes = [x.shape for x in (key, value, query_rope, key_rope, sparse_indices)]
        raise RuntimeError(must("key and the others", f"for {query.shape}", shapes))
    tensors = (key, value, key_rope)
    tensors = _unpaged(layout_kv, block_table, tensors, actual_seq_lengths_kv, arg)
    key, value, key_rope = tensors
    lengths = actual_seq_lengths_query, actual_seq_lengths_kv
    layouts = layout_query, "TND" if layout_kv == "TND" else "BSND"
    seen, place = _visible(query, key.shape, layouts, lengths, arg, sparse_mode)
    named = jnp.cumprod((sparse_indices >= 0).astype(np.int32), -1) != 0
    times = block_times(jnp.where(named, sparse_indices, -1), place // sparse_block_size)
    times = jnp.moveaxis(jnp.where(seen[..., None, :], times, 0), -2, -3)
    times = jnp.repeat(times, heads // key_heads, -3)
    q = jnp.concatenate([query, query_rope], -1)
    k = jnp.concatenate([key, key_rope], -1)
    packed_query = layout_query == "TND" and layout_kv == "PA_BSND"
    if packed_query:
        which, _, _ = _placed("actual_seq_lengths_query", lengths[0], "TND", query.shape, None)
        which = jnp.minimum(which, key.shape[0] - 1)
        q, k, value, times = (
            q[:, None],
            k[which],
            value[which],
            jnp.swapaxes(times, 0, 1)[:, :, None],
        )
    shares, top, total = shares_of(dot_scores(q, k) * scale_value, times > 0, times)
    out = mix(shares, value)
    out = (out[:, 0] if packed_query else out).astype(query.dtype)
    if not return_softmax_lse:
        return out, jnp.zeros(0, np.float32), jnp.zeros(0, np.float32)
    statistics = []
    for x in (top, total):
        x = x[..., 0].reshape(*x.shape[:-3], key_heads, heads // key_heads, x.shape[-2])
        statistics.append(jnp.swapaxes(x, -1, -2))
    return out, *statistics
