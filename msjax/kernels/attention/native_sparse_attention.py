"""Native sparse attention of packed batches: compressed keys, and selected blocks of keys."""

from __future__ import annotations

from collections.abc import Sequence

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import integer
from msjax._core.base.errors import must, unsupported_option
from msjax._core.op.publish import Array, op, primitive
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.attention.shared import (
    check_groups,
    dot_scores,
    eightfold,
    mix,
    shares_of,
    spans,
    wide,
)
from msjax.kernels.checks import accept, same_dtype

_MASKED = -40000.0  # what the kernels add to a masked score


def _check_step(arg: str, value: object, high: int) -> None:
    integer(arg, value)
    if value % 16 or not 16 <= value <= high:
        raise RuntimeError(must(arg, f"a multiple of 16 in [16, {high}]", value))


@primitive("NsaCompress", place="auto_generate")
@op("ops.nsa_compress", label="NsaCompress")
def nsa_compress(
    input: Array,
    weight: Array,
    compress_block_size: int,
    compress_stride: int,
    *,
    actual_seq_len: Sequence[int] | Tensor | None,
):
    """Compress the keys or values of each sequence by weighted sums over sliding windows.

    Args:
        input: Tensor of shape (T, N, D), Float16 or BFloat16; D a multiple of 16, at most 256.
        weight: Tensor of shape (compress_block_size, N) and the same dtype.
        compress_block_size: length of a window, a multiple of 16 up to 128.
        compress_stride: step between windows, a multiple of 16 up to the length.
        actual_seq_len: ends of the sequences, the last one T. Windows stay within a sequence.

    Returns:
        Tensor of shape (windows, N, D), the sequences' windows one after another.

    Raises:
        TypeError: the dtypes or types are not as above.
        RuntimeError: the shapes or numbers are not as above.

    Examples:
        >>> import msjax as ms
        >>> x, weight = ms.ops.ones((48, 1, 16), ms.float16), ms.ops.ones((32, 1), ms.float16)
        >>> ms.ops.nsa_compress(x, weight, 32, 16, actual_seq_len=(48,)).shape
        (2, 1, 16)
    """
    accept(input, "float16 bfloat16", "input")
    same_dtype(input, weight)
    if input.ndim != 3 or weight.ndim != 2:
        raise RuntimeError(
            must("input", "of rank 3, weight of rank 2", f"{input.shape}, {weight.shape}")
        )
    total, heads, width = input.shape
    if width % 16 or width > 256 or not 1 <= heads <= 128:
        text = "of 1 to 128 heads of a multiple of 16, up to 256 features"
        raise RuntimeError(must("input", text, input.shape))
    _check_step("compress_block_size", compress_block_size, 128)
    _check_step("compress_stride", compress_stride, compress_block_size)
    if weight.shape != (compress_block_size, heads):
        text = f"of shape {(compress_block_size, heads)}"
        raise RuntimeError(must("weight", text, weight.shape))
    sequences = spans("actual_seq_len", actual_seq_len, total)
    if actual_seq_len[0] <= 0:
        raise RuntimeError(must("actual_seq_len", "positive", actual_seq_len))
    first = [np.arange(s, e - compress_block_size + 1, compress_stride) for s, e in sequences]
    rows = np.concatenate(first)[:, None] + np.arange(compress_block_size)
    windows = input[rows.astype(np.int32)]
    out = jnp.einsum("wbnd,bn->wnd", windows, weight, preferred_element_type=np.float32)
    return out.astype(input.dtype)


def _check_heads(q: jax.Array, k: jax.Array, v: jax.Array, head_num: object) -> None:
    accept(q, "float16 bfloat16", "query")
    if k.dtype != q.dtype or v.dtype != q.dtype:
        raise RuntimeError(must("key and value", f"of dtype {q.dtype}", (k.dtype, v.dtype)))
    integer("head_num", head_num)
    if q.ndim != 3 or k.ndim != 3 or v.ndim != 3:
        raise RuntimeError(must("query, key, value", "of rank 3", (q.shape, k.shape)))
    if q.shape[1] != head_num:
        raise RuntimeError(must("head_num", f"{q.shape[1]}, the heads of query", head_num))
    if k.shape[:2] != v.shape[:2] or k.shape[2] != q.shape[2] or v.shape[2] > k.shape[2]:
        text = "of the tokens and heads of value and the width of query"
        raise RuntimeError(must("key", text, (q.shape, k.shape, v.shape)))
    check_groups(q.shape[1], k.shape[1])


def _window_counts(keys: int, blocks: int, per_block: int, per_window: int) -> np.ndarray:
    """How often the share of each compressed key counts for each block of keys."""
    counts = np.zeros((keys, blocks), np.float32)
    for m in range(per_block):
        for n in range(per_window):
            key = per_block * np.arange(1, blocks + 1) - m - n
            inside = (key >= 0) & (key < keys)
            np.add.at(counts, (key[inside], np.arange(blocks)[inside]), 1)
    return counts


@op("ops.nsa_compress_attention", label="NsaCompressAttention")
def nsa_compress_attention(
    query: Array,
    key: Array,
    value: Array,
    scale_value: float,
    head_num: int,
    compress_block_size: int,
    compress_stride: int,
    select_block_size: int,
    select_block_count: int,
    *,
    topk_mask: Array | None = None,
    atten_mask: Array | None = None,
    actual_seq_qlen: Sequence[int] | Tensor | None,
    actual_cmp_seq_kvlen: Sequence[int] | Tensor | None,
    actual_sel_seq_kvlen: Sequence[int] | Tensor | None,
):
    """Attention over compressed keys, and the blocks of keys that matter most to each query.

    The score of block j is the sum of the shares of the compressed keys r * (j + 1) - m - n, for
    m < r = select_block_size / compress_stride and n < compress_block_size / compress_stride,
    over the query heads that share a key head.

    Args:
        query: Tensor of shape (T1, N1, D1), Float16 or BFloat16.
        key: compressed keys, Tensor of shape (T2, N2, D1); N2 divides N1.
        value: compressed values, Tensor of shape (T2, N2, D2), D2 <= D1.
        scale_value: the scale, usually 1 / sqrt(D1).
        head_num: N1.
        compress_block_size: length of a window of compressed keys.
        compress_stride: step between windows.
        select_block_size: length of a block, a multiple of the step.
        select_block_count: how many blocks to choose.
        topk_mask: True for blocks to choose in any case, Tensor of shape (S1, blocks).
        atten_mask: True where a score does not count, Tensor of shape (S1, S2).
        actual_seq_qlen: ends of the sequences of queries.
        actual_cmp_seq_kvlen: ends of the sequences of compressed keys.
        actual_sel_seq_kvlen: ends of the sequences of blocks.

    Returns:
        Tuple of the result (T1, N1, D2); the chosen blocks (T1, N2, select_block_count), best
        first, of Int32; and the softmax' maxima and sums (T1, N1, 8), of Float32.

    Raises:
        TypeError: the dtypes or types are not as above.
        ValueError: the sizes do not fit.
        RuntimeError: the shapes do not fit.
        NotImplementedError: a sequence has fewer than `select_block_count` blocks.

    Examples:
        >>> import msjax as ms
        >>> q = ms.ops.zeros((1, 1, 1), ms.float16)
        >>> k, v = ms.ops.zeros((2, 1, 1), ms.float16), ms.Tensor([[[1.]], [[3.]]], ms.float16)
        >>> ends = {"actual_seq_qlen": [1], "actual_cmp_seq_kvlen": [2]}
        >>> ends["actual_sel_seq_kvlen"] = [2]
        >>> out, blocks, _, _ = ms.ops.nsa_compress_attention(q, k, v, 1.0, 1, 1, 1, 1, 2, **ends)
        >>> print(out, blocks.shape)
        [[[2.]]] (1, 1, 2)
    """
    _check_heads(query, key, value, head_num)
    sizes = {
        "compress_block_size": compress_block_size,
        "compress_stride": compress_stride,
        "select_block_size": select_block_size,
        "select_block_count": select_block_count,
    }
    for arg, size in sizes.items():
        integer(arg, size)
        if size < 1:
            raise ValueError(must(arg, "positive", size))
    if compress_block_size % compress_stride or select_block_size % compress_stride:
        text = "a divisor of compress_block_size and select_block_size"
        raise ValueError(must("compress_stride", text, compress_stride))
    if select_block_size < compress_block_size:
        text = f"at least {compress_block_size}"
        raise ValueError(must("select_block_size", text, select_block_size))
    queries = spans("actual_seq_qlen", actual_seq_qlen, query.shape[0])
    keys = spans("actual_cmp_seq_kvlen", actual_cmp_seq_kvlen, key.shape[0])
    blocks = spans("actual_sel_seq_kvlen", actual_sel_seq_kvlen)
    if not len(queries) == len(keys) == len(blocks):
        text = f"of {len(queries)} sequences"
        raise ValueError(must("actual_cmp_seq_kvlen", text, len(keys)))
    masks = ("topk_mask", topk_mask, blocks), ("atten_mask", atten_mask, keys)
    for arg, mask, covered in masks:
        if mask is not None:
            accept(mask, "b uint8", arg)
            longest = max(e - s for s, e in queries), max(e - s for s, e in covered)
            if mask.ndim != 2 or any(n < m for n, m in zip(mask.shape, longest, strict=True)):
                raise RuntimeError(must(arg, f"of at least the shape {longest}", mask.shape))
    ratios = select_block_size // compress_stride, compress_block_size // compress_stride
    results = []
    for (q0, q1), (k0, k1), (b0, b1) in zip(queries, keys, blocks, strict=True):
        count = b1 - b0
        if count < select_block_count:
            raise unsupported_option(
                f"{count} blocks in a sequence", f"have {select_block_count} or more"
            )
        scores = dot_scores(query[q0:q1], key[k0:k1]) * scale_value
        if atten_mask is not None:
            scores = scores + jnp.where(atten_mask[: q1 - q0, : k1 - k0] != 0, _MASKED, 0)
        shares, top, total = shares_of(scores, None)
        weights = shares @ _window_counts(k1 - k0, count, *ratios)
        weights = weights.reshape(key.shape[1], -1, q1 - q0, count).sum(1)
        if topk_mask is not None:
            weights = jnp.where(topk_mask[: q1 - q0, :count] != 0, jnp.inf, weights)
        chosen = jax.lax.top_k(jax.lax.stop_gradient(weights), select_block_count)[1]
        out = mix(shares, value[k0:k1]).astype(query.dtype)
        rows = (jnp.swapaxes(x, 0, 1) for x in (chosen, eightfold(top), eightfold(total)))
        results.append((out, *rows))
    out, chosen, top, total = (jnp.concatenate(x) for x in zip(*results, strict=True))
    return out, chosen.astype(np.int32), top, total


def places_in(sequences: list[tuple[int, int]], length: int) -> tuple[np.ndarray, np.ndarray]:
    """Sequence of each token of a packed batch, and its place there."""
    which, place = np.full(length, -1, np.int32), np.zeros(length, np.int32)
    for i, (start, end) in enumerate(sequences):
        which[start:end], place[start:end] = i, np.arange(end - start)
    return which, place


@op("ops.nsa_select_attention", label="NsaSelectAttention")
def nsa_select_attention(
    query: Array,
    key: Array,
    value: Array,
    topk_indices: Array,
    scale_value: float,
    head_num: int,
    select_block_size: int,
    select_block_count: int,
    *,
    atten_mask: Tensor | None = None,
    actual_seq_qlen: Sequence[int] | Tensor | None,
    actual_seq_kvlen: Sequence[int] | Tensor | None,
):
    """Attention of each query over chosen blocks of the keys of its sequence.

    A block that is named twice counts twice; places past the end of the sequence do not count.

    Args:
        query: Tensor of shape (T1, N1, D1), Float16 or BFloat16.
        key: Tensor of shape (T2, N2, D1); N2 divides N1.
        value: Tensor of shape (T2, N2, D2), D2 <= D1.
        topk_indices: the blocks, Int32 Tensor of shape (T1, N2, select_block_count).
        scale_value: the scale, usually 1 / sqrt(D1).
        head_num: N1.
        select_block_size: length of a block.
        select_block_count: how many blocks each query has.
        atten_mask: must be None.
        actual_seq_qlen: ends of the sequences of queries.
        actual_seq_kvlen: ends of the sequences of keys.

    Returns:
        Tuple of the result (T1, N1, D2), and the softmax' maxima and sums (T1, N1, 8), of Float32.

    Raises:
        TypeError: the types, or the dtypes of `query` or `topk_indices`, are not as above.
        RuntimeError: the other dtypes or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> q, k = ms.ops.zeros((1, 1, 1), ms.float16), ms.ops.zeros((4, 1, 1), ms.float16)
        >>> v = ms.Tensor([1., 3., 8., 9.], ms.float16).reshape(4, 1, 1)
        >>> blocks = ms.Tensor([[[0]]], ms.int32)
        >>> ends = {"actual_seq_qlen": [1], "actual_seq_kvlen": [4]}
        >>> print(ms.ops.nsa_select_attention(q, k, v, blocks, 1.0, 1, 2, 1, **ends)[0])
        [[[2.]]]
    """
    _check_heads(query, key, value, head_num)
    accept(topk_indices, "int32", "topk_indices")
    integer("select_block_size", select_block_size)
    integer("select_block_count", select_block_count)
    if atten_mask is not None:
        raise unsupported_option("atten_mask=...", "leave out blocks by topk_indices")
    total, heads = query.shape[0], key.shape[1]
    if select_block_size < 1 or topk_indices.shape != (total, heads, select_block_count):
        text = f"of shape {(total, heads, select_block_count)}"
        raise RuntimeError(must("topk_indices", text, topk_indices.shape))
    queries = spans("actual_seq_qlen", actual_seq_qlen, total)
    keys = spans("actual_seq_kvlen", actual_seq_kvlen, key.shape[0])
    if len(queries) != len(keys):
        text = f"of {len(queries)} sequences"
        raise RuntimeError(must("actual_seq_kvlen", text, len(keys)))
    which_q, _ = places_in(queries, total)
    which_k, place = places_in(keys, key.shape[0])
    times = block_times(topk_indices, place // select_block_size)
    times = jnp.where(which_q[:, None] == which_k, jnp.swapaxes(times, 0, 1), 0)
    times = jnp.repeat(times, head_num // heads, 0)
    scores = dot_scores(query, key) * scale_value
    shares, top, sums = shares_of(scores, times > 0, times)
    out = mix(shares, value).astype(query.dtype)
    return out, *(jnp.swapaxes(eightfold(x), 0, 1) for x in (top, sums))


def block_times(indices: jax.Array, block: np.ndarray | jax.Array) -> jax.Array:
    """How often rows (..., count) of block numbers name the block of each key: (..., keys).

    Numbers below 0 name nothing.
    """
    most = int(block.shape[-1])  # no key lies in a block beyond its own number
    rows = indices.reshape(-1, indices.shape[-1])
    index = jnp.where(rows < 0, most, rows)
    row = jnp.arange(rows.shape[0])[:, None]
    found = jnp.zeros((rows.shape[0], most), np.float32).at[row, index].add(1, mode="drop")
    return wide(found[:, block]).reshape(*indices.shape[:-1], -1)
