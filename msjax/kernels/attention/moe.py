"""Mixtures of experts: choosing experts, sorting tokens by expert, and putting them back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import boolean, integer
from msjax._core.base.errors import must, unsupported_option
from msjax._core.op.publish import Array, op, primitive
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import accept, check_rank, of_shape, same_dtype

_FLOAT = "float16 bfloat16 float32"


def _check_int(arg: str, value: Any, low: int = 0, high: int | None = None) -> None:
    integer(arg, value)
    if value < low or (high is not None and value > high):
        text = f"at least {low}" if high is None else f"in [{low}, {high}]"
        raise ValueError(must(arg, text, value))


def _sorted_places(experts: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Which entry comes at each place of the stable order by expert, and the place of each."""
    order = jnp.argsort(experts, stable=True).astype(np.int32)
    count = jnp.arange(experts.size, dtype=np.int32)
    return order, jnp.zeros(experts.size, np.int32).at[order].set(count)


# -- permutation --


@primitive("MoeTokenPermute", place="auto_generate")
@op("ops.moe_token_permute", label="MoeTokenPermute")
def moe_token_permute(
    tokens: Array, indices: Array, num_out_tokens: int | None = None, padded_mode: bool = False
):
    """Repeat each token for its experts, and sort the copies by expert.

    Args:
        tokens: Tensor of shape (T, H) of Float16, BFloat16 or Float32.
        indices: experts of each token, Int32 or Int64 Tensor of shape (T, K) or (T,), K <= 512.
        num_out_tokens: how many of the sorted copies to keep; None or 0 for all.
        padded_mode: must be False.

    Returns:
        Tuple of the copies, shape (num_out_tokens or T * K, H), and of the place where each copy
        went, an Int32 Tensor of shape (T * K,).

    Raises:
        TypeError: the dtypes or types are not as above.
        ValueError: the ranks, K, `num_out_tokens` or `padded_mode` are not as above.
        RuntimeError: `tokens` and `indices` have different numbers of tokens.

    Examples:
        >>> import msjax as ms
        >>> tokens = ms.Tensor([[1.], [2.], [3.]])
        >>> copies, places = ms.ops.moe_token_permute(tokens, ms.Tensor([2, 0, 1], ms.int32))
        >>> print(copies.reshape(-1), places)
        [2. 3. 1.] [2 0 1]
    """
    accept(tokens, _FLOAT, "tokens")
    accept(indices, "int32 int64", "indices")
    boolean("padded_mode", padded_mode)
    if padded_mode:
        raise ValueError(must("padded_mode", "False", True))
    check_rank(tokens, 2, "tokens")
    check_rank(indices, (1, 2), "indices")
    if indices.ndim == 2 and not 1 <= indices.shape[1] <= 512:
        raise ValueError(must("indices", "of 1 to 512 columns", indices.shape[1]))
    if indices.shape[0] != tokens.shape[0]:
        raise RuntimeError(must("indices", f"of {tokens.shape[0]} rows", indices.shape[0]))
    if num_out_tokens is not None:
        _check_int("num_out_tokens", num_out_tokens)
    order, places = _sorted_places(indices.reshape(-1))
    kept = order[: num_out_tokens or None]
    return tokens[kept // (indices.size // max(tokens.shape[0], 1))], places


def _unpermute(permuted: jax.Array, places: jax.Array, probs: jax.Array | None) -> Any:
    accept(permuted, _FLOAT, "permuted_tokens")
    accept(places, "int32", "sorted_indices")
    if permuted.ndim != 2 or places.ndim != 1:
        text = "of rank 2, and sorted_indices of rank 1"
        raise ValueError(must("permuted_tokens", text, f"{permuted.shape}, {places.shape}"))
    found = jnp.take(permuted, places, axis=0, mode="fill", fill_value=0)
    if probs is None:
        return found
    accept(probs, _FLOAT, "probs")
    if probs.ndim != 2 or probs.size != places.size:
        raise ValueError(must("probs", f"of rank 2 and {places.size} numbers", probs.shape))
    groups = found.reshape(*probs.shape, -1).astype(np.float32)
    return (groups * probs[..., None].astype(np.float32)).sum(1).astype(permuted.dtype)


@primitive("MoeTokenUnpermute", place="auto_generate")
@op("ops.moe_token_unpermute", label="MoeTokenUnpermute")
def moe_token_unpermute(
    permuted_tokens: Array,
    sorted_indices: Array,
    probs: Array | None = None,
    padded_mode: bool = False,
    restore_shape: Sequence[int] | Tensor | None = None,
):
    """Undo `moe_token_permute`, and add up the copies of each token by their shares.

    Args:
        permuted_tokens: the sorted copies, Tensor of shape (C, H) of Float16, BFloat16 or Float32.
        sorted_indices: the place of each copy, Int32 Tensor of shape (T * K,); places past C give
            zeros.
        probs: share of each copy, Tensor of shape (T, K); None leaves the copies as they are.
        padded_mode: must be False.
        restore_shape: has a meaning with `padded_mode` only; must be None.

    Returns:
        Tensor of shape (T, H), or without `probs` (T * K, H), and the dtype of `permuted_tokens`.

    Raises:
        TypeError: the dtypes are not as above.
        ValueError: the shapes or `padded_mode` are not as above.

    Examples:
        >>> import msjax as ms
        >>> copies, places = ms.Tensor([[1.], [2.]]), ms.Tensor([1, 0], ms.int32)
        >>> print(ms.ops.moe_token_unpermute(copies, places, ms.Tensor([[0.5, 0.25]])))
        [[1.25]]
    """
    if padded_mode:
        raise ValueError(must("padded_mode", "False", padded_mode))
    if restore_shape is not None:
        raise unsupported_option("restore_shape=...", "reshape the result")
    return _unpermute(permuted_tokens, sorted_indices, probs)


# -- routing --


@op("ops.moe_init_routing_v2", label="MoeInitRoutingV2")
def moe_init_routing_v2(
    x: Array,
    expert_idx: Array,
    active_num: int,
    expert_capacity: int,
    expert_num: int,
    drop_pad_mode: int,
    expert_tokens_count_or_cumsum_flag: int,
    expert_tokens_before_capacity_flag: bool,
):
    """Repeat each token for its experts and sort the copies by expert, or give each expert a
    fixed number of places.

    Args:
        x: tokens, Tensor of shape (T, H) of Float16, BFloat16 or Float32.
        expert_idx: experts of each token, Int32 Tensor of shape (T, K).
        active_num: with `drop_pad_mode` 0, how many of the sorted copies to keep; 0 for all.
        expert_capacity: with `drop_pad_mode` 1, the number of places per expert, at most T.
        expert_num: number of experts.
        drop_pad_mode: 1 for a fixed number of places; later copies are dropped, free places zero.
        expert_tokens_count_or_cumsum_flag: with `drop_pad_mode` 0, also return the copies of each
            expert: 1 accumulated, 2 counted.
        expert_tokens_before_capacity_flag: with `drop_pad_mode` 1, also return the copies of each
            expert before any was dropped.

    Returns:
        Tuple of the copies, shape (active_num or T * K, H) or (expert_num, expert_capacity, H); the
        place of each copy, or -1, an Int32 Tensor of shape (T * K,); and the numbers asked for, an
        Int32 Tensor of shape (expert_num,).

    Raises:
        TypeError: the dtypes or types are not as above.
        ValueError: a number is out of its range.
        RuntimeError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> x, experts = ms.Tensor([[1.], [2.], [3.]]), ms.Tensor([[1], [0], [1]], ms.int32)
        >>> copies, places = ms.ops.moe_init_routing_v2(x, experts, 0, 1, 2, 1, 0, False)
        >>> print(copies.reshape(-1), places)
        [2. 1.] [ 1  0 -1]
    """
    accept(x, _FLOAT, "x")
    accept(expert_idx, "int32", "expert_idx")
    if x.ndim != 2 or expert_idx.ndim != 2:
        shapes = f"{x.shape} and {expert_idx.shape}"
        raise RuntimeError(must("x", "of rank 2, as expert_idx", shapes))
    if x.shape[0] != expert_idx.shape[0]:
        raise RuntimeError(must("expert_idx", f"of {x.shape[0]} rows", expert_idx.shape[0]))
    flag = expert_tokens_count_or_cumsum_flag
    _check_int("drop_pad_mode", drop_pad_mode, 0, 1)
    _check_int("expert_tokens_count_or_cumsum_flag", flag, 0, 2)
    _check_int("active_num", active_num)
    counted = drop_pad_mode == 1 or flag > 0
    _check_int("expert_num", expert_num, 1 if counted else 0)
    if drop_pad_mode:
        _check_int("expert_capacity", expert_capacity, 1, x.shape[0])
    else:
        _check_int("expert_capacity", expert_capacity)
    each = expert_idx.shape[1]
    experts = expert_idx.reshape(-1)
    order, places = _sorted_places(experts)
    counts = jnp.zeros(expert_num, np.int32).at[experts].add(1, mode="drop")
    if not drop_pad_mode:
        kept = order[: active_num or None]
        results = (x[kept // each], places)
        if flag:
            results += (jnp.cumsum(counts).astype(np.int32) if flag == 1 else counts,)
        return results
    starts = jnp.cumsum(counts) - counts
    rank = places - starts[experts].astype(np.int32)
    slots = expert_num * expert_capacity
    fits = rank < expert_capacity
    slot = jnp.where(fits, experts * expert_capacity + rank, slots).astype(np.int32)
    source = jnp.arange(experts.size, dtype=np.int32) // each
    expanded = jnp.zeros((slots, x.shape[1]), x.dtype).at[slot].set(x[source], mode="drop")
    results = (
        expanded.reshape(expert_num, expert_capacity, -1),
        jnp.where(fits, slot, -1),
    )
    return (*results, counts) if expert_tokens_before_capacity_flag else results


@primitive("MoeInitRouting", place="auto_generate")
@op("auto_generate.moe_init_routing", label="MoeInitRouting")
def moe_init_routing(x: Array, row_idx: Array, expert_idx: Array, active_num: int):
    """Repeat each token for its experts and sort the copies by expert.

    Args:
        x: tokens, Tensor of shape (T, H) of Float16, BFloat16 or Float32.
        row_idx: number of each copy, of which the remainder by T names the token; Int32 Tensor of
            shape (T, K).
        expert_idx: experts of each token, Int32 Tensor of shape (T, K).
        active_num: how many tokens count at most.

    Returns:
        Tuple of the copies, shape (min(T, active_num) * K, H); the place of each numbered copy, and
        the sorted experts, Int32 Tensors of shape (T * K,).

    Raises:
        TypeError: the dtypes are not as above.
        RuntimeError: the shapes do not fit.
        ValueError: `active_num` is negative.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1.], [2.]])
        >>> rows, experts = ms.Tensor([[0], [1]], ms.int32), ms.Tensor([[1], [0]], ms.int32)
        >>> copies, places, ordered = ms.ops.auto_generate.moe_init_routing(x, rows, experts, 2)
        >>> print(copies.reshape(2), places, ordered)
        [2. 1.] [1 0] [0 1]
    """
    accept(x, _FLOAT, "x")
    accept(row_idx, "int32", "row_idx")
    accept(expert_idx, "int32", "expert_idx")
    _check_int("active_num", active_num)
    if x.ndim != 2 or expert_idx.ndim != 2 or expert_idx.shape[0] != x.shape[0]:
        shapes = f"{x.shape} and {expert_idx.shape}"
        raise RuntimeError(must("x", "of rank 2 and the rows of expert_idx", shapes))
    if row_idx.shape != expert_idx.shape:
        raise RuntimeError(must("row_idx", f"of shape {expert_idx.shape}", row_idx.shape))
    rows, each = expert_idx.shape
    order, _ = _sorted_places(expert_idx.reshape(-1))
    source = row_idx.reshape(-1)[order]
    count = jnp.arange(order.size, dtype=np.int32)
    places = jnp.zeros(order.size, np.int32).at[source].set(count)
    kept = source[: min(rows, active_num) * each]
    return x[kept % max(rows, 1)], places, expert_idx.reshape(-1)[order]


@primitive("MoeComputeExpertTokens", place="auto_generate")
@op("auto_generate.moe_compute_expert_tokens", label="MoeComputeExpertTokens")
def moe_compute_expert_tokens(sorted_experts: Array, num_expert: int):
    """How many of the sorted copies belong to each expert or an earlier one.

    Args:
        sorted_experts: Int32 Tensor of rank 1 that does not decrease.
        num_expert: number of experts.

    Returns:
        Int32 Tensor of shape (num_expert,).

    Raises:
        TypeError: another dtype.
        ValueError: another rank, or `num_expert` is not positive.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.auto_generate.moe_compute_expert_tokens(ms.Tensor([0, 0, 2], ms.int32), 3))
        [2 2 3]
    """
    accept(sorted_experts, "int32", "sorted_experts")
    check_rank(sorted_experts, 1, "sorted_experts")
    _check_int("num_expert", num_expert, 1)
    each = jnp.arange(num_expert, dtype=np.int32)
    return jnp.searchsorted(sorted_experts, each, side="right").astype(np.int32)


@primitive("MoeFinalizeRouting", place="auto_generate")
@op("auto_generate.moe_finalize_routing", label="MoeFinalizeRouting")
def moe_finalize_routing(
    expanded_x: Array,
    x1: Array,
    x2: Array | None = None,
    bias: Array | None = None,
    scales: Array | None = None,
    expanded_row_idx: Array | None = None,
    expanded_expert_idx: Array | None = None,
):
    """Add up the experts' results of each token by their shares.

    Args:
        expanded_x: the results, Tensor of shape (K * T, H) of Float16, BFloat16 or Float32.
        x1: added to the sum, Tensor of shape (T, H).
        x2: added too, or None.
        bias: added to each result, by expert; Tensor of shape (E, H).
        scales: share of each result, Tensor of shape (T, K).
        expanded_row_idx: the place of each result, place i + k * T for copy k of token i; Int32
            Tensor of shape (K * T,).
        expanded_expert_idx: expert of each copy, Int32 Tensor of shape (T, K).

    Returns:
        Tensor of the shape of `x1`.

    Raises:
        TypeError: the dtypes are not as above.
        RuntimeError: the shapes do not fit, or one of the last four is None.

    Examples:
        >>> import msjax as ms
        >>> results, x1, bias = ms.Tensor([[2.], [1.]]), ms.ops.zeros((2, 1)), ms.ops.zeros((2, 1))
        >>> shares, places = ms.Tensor([[0.5], [1.]]), ms.Tensor([1, 0], ms.int32)
        >>> experts = ms.Tensor([[1], [0]], ms.int32)
        >>> from msjax.ops.auto_generate import moe_finalize_routing
        >>> print(moe_finalize_routing(results, x1, None, bias, shares, places, experts))
        [[0.5]
         [2. ]]
    """
    accept(expanded_x, _FLOAT, "expanded_x")
    tables = {"bias": bias, "scales": scales, "expanded_expert_idx": expanded_expert_idx}
    for arg, value in tables.items():
        if value is None or value.ndim != 2:
            got = None if value is None else value.shape
            raise RuntimeError(must(arg, "a Tensor of rank 2", got))
    if expanded_row_idx is None:
        raise RuntimeError(must("expanded_row_idx", "a Tensor of rank 1", None))
    same_dtype(expanded_x, x1, bias, scales)
    accept(expanded_row_idx, "int32", "expanded_row_idx")
    accept(expanded_expert_idx, "int32", "expanded_expert_idx")
    rows, each = scales.shape
    fits = {
        "x1": x1.shape == (rows, expanded_x.shape[-1]),
        "x2": x2 is None or x2.shape == x1.shape,
        "expanded_x": expanded_x.shape[0] == rows * each,
        "bias": bias.shape[1] == expanded_x.shape[-1],
        "expanded_row_idx": expanded_row_idx.shape == (rows * each,),
        "expanded_expert_idx": expanded_expert_idx.shape == scales.shape,
    }
    for arg, fit in fits.items():
        if not fit:
            raise RuntimeError(must(arg, f"for {rows} tokens and {each} experts", "another"))
    places = expanded_row_idx.reshape(each, rows).T
    parts = expanded_x[places].astype(np.float32) + bias[expanded_expert_idx]
    total = (scales[..., None].astype(np.float32) * parts).sum(1) + x1
    return (total if x2 is None else total + x2).astype(expanded_x.dtype)


# -- choice of experts --


@primitive("MoeGatingTopKSoftmax", place="auto_generate")
@op(label="MoeGatingTopKSoftmax")
def moe_gating_top_k_softmax(x: Array, finished: Array | None = None, k: int = 1):
    """The largest `k` of the softmax over experts.

    Args:
        x: Tensor of shape (..., E), of rank 2 or 3 and Float16, BFloat16 or Float32.
        finished: None, or a Bool Tensor of shape (...): rows that are finished get the expert E.
        k: how many experts to choose.

    Returns:
        Tuple of the shares, of the dtype of `x`; the experts; and the number of each choice, all
        first choices before the second: Int32 Tensors. All of shape (..., k).

    Raises:
        TypeError: the dtypes are not as above.
        RuntimeError: another rank.
        ValueError: `k` or the shape of `finished` is not as above.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[0., 200., 0.]])
        >>> shares, experts, numbers = ms.ops.auto_generate.MoeGatingTopKSoftmax()(x, None, 1)
        >>> print(shares, experts, numbers)
        [[1.]] [[1]] [[0]]
    """
    accept(x, _FLOAT, "x")
    check_rank(x, (2, 3), "x", RuntimeError)
    _check_int("k", k, 0, x.shape[-1])
    shares, experts = jax.lax.top_k(jax.nn.softmax(x.astype(np.float32), -1), k)
    experts = experts.astype(np.int32)
    if finished is not None:
        accept(finished, "b", "finished")
        of_shape("finished", finished, x.shape[:-1])
        experts = jnp.where(finished[..., None], np.int32(x.shape[-1]), experts)
    rows = int(np.prod(x.shape[:-1]))
    numbers = jnp.arange(rows, dtype=np.int32)[:, None] + jnp.arange(k, dtype=np.int32) * rows
    return shares.astype(x.dtype), experts, numbers.reshape(experts.shape)


def _best_groups(scores: jax.Array, group_num: int, k: int, k_inner: int) -> jax.Array:
    """The scores with all but the best groups set to zero."""
    rows = scores.shape[0]
    groups = scores.reshape(rows, group_num, -1)
    best = jax.lax.top_k(groups.astype(np.float32), k_inner)[0].sum(-1)
    chosen = jax.lax.top_k(best, k)[1]
    kept = jnp.zeros((rows, group_num), bool).at[jnp.arange(rows)[:, None], chosen].set(True)
    return jnp.where(kept[..., None], groups, 0).astype(scores.dtype).reshape(scores.shape)


@primitive("GroupTopk")
@op("auto_generate.group_topk", label="GroupTopk", write="token")
def group_topk(token: Array, idx_arr: Array, group_num: int, k: int, k_inner: int = 1):
    """Set to zero, in place, the scores of all but the best `k` groups of experts.

    A group counts by the sum of its `k_inner` largest scores; of equal groups the earlier is
    better.

    Args:
        token: scores, Float16 or BFloat16 Tensor of shape (T, E); it receives the result.
        idx_arr: the numbers 0, 1, 2, ..., Int32 Tensor of rank 1 with at least E elements.
        group_num: number of groups, a divisor of E.
        k: how many groups to keep.
        k_inner: how many scores of a group count.

    Returns:
        `token`.

    Raises:
        TypeError: the dtypes or types are not as above.
        ValueError: the shapes or numbers are not as above.

    Examples:
        >>> import msjax as ms
        >>> scores = ms.Tensor([[1, 2, 5, 4]], ms.float16)
        >>> _ = ms.ops.GroupTopk()(scores, ms.ops.arange(4).astype(ms.int32), 2, 1)
        >>> print(scores)
        [[0. 0. 5. 4.]]
    """
    accept(token, "float16 bfloat16", "token")
    accept(idx_arr, "int32", "idx_arr")
    check_rank(token, 2, "token")
    rows, experts = token.shape
    if idx_arr.ndim != 1 or idx_arr.size < experts:
        raise ValueError(must("idx_arr", f"of at least {experts} elements", idx_arr.shape))
    _check_int("group_num", group_num, 1)
    if experts % group_num:
        raise ValueError(must("group_num", f"a divisor of {experts}", group_num))
    _check_int("k", k, 1, group_num)
    _check_int("k_inner", k_inner, 1, experts // group_num)
    return _best_groups(token, group_num, k, k_inner)


@primitive("FusedAddTopKDiv", place="auto_generate")
@op("auto_generate.fused_add_topk_div", label="FusedAddTopKDiv")
def fused_add_topk_div(
    x: Array,
    add_num: Array,
    group_num: int,
    group_topk: int,
    n: int,
    k: int,
    activate_type: int = 0,
    is_norm: bool = True,
    scale: float = 2.5,
    mapping_num: Any = None,
    mapping_table: Tensor | None = None,
    enable_expert_mapping: bool = False,
):
    """Choose experts by their sigmoid scores plus a bias, within the best groups.

    Args:
        x: Tensor of shape (T, E) of Float16, BFloat16 or Float32.
        add_num: bias of each expert, Tensor of shape (E,) and the same dtype.
        group_num: number of groups, a divisor of E.
        group_topk: how many groups to keep.
        n: how many scores of a group count.
        k: how many experts to choose.
        activate_type: must be 0, the sigmoid.
        is_norm: whether to divide the shares by their sum.
        scale: factor of the shares.
        mapping_num, mapping_table: must be None.
        enable_expert_mapping: must be False.

    Returns:
        Tuple of the shares, the scores without bias of the chosen experts, a Float32 Tensor of
        shape (T, k); and the experts, best first, an Int32 Tensor likewise.

    Raises:
        TypeError: the dtypes are not as above.
        ValueError: the shapes or numbers are not as above.

    Examples:
        >>> import msjax as ms
        >>> x, bias = ms.ops.zeros((1, 4)), ms.Tensor([0., 1., 3., 2.])
        >>> choose = ms.ops.auto_generate.fused_add_topk_div
        >>> shares, experts = choose(x, bias, 2, 1, 1, 2, scale=1.0)
        >>> print(shares, experts)
        [[0.5 0.5]] [[2 3]]
    """
    accept(x, _FLOAT, "x")
    same_dtype(x, add_num)
    if x.ndim != 2 or add_num.shape != x.shape[1:]:
        shapes = f"{x.shape} and {add_num.shape}"
        raise ValueError(must("x", "of rank 2, add_num of its columns", shapes))
    if activate_type != 0:
        raise unsupported_option(f"activate_type={activate_type}", "use 0")
    mapping = enable_expert_mapping or mapping_num is not None or mapping_table is not None
    if mapping:
        raise unsupported_option("mapped experts", "look up the experts in the table")
    experts = x.shape[1]
    _check_int("group_num", group_num, 1)
    if experts % group_num:
        raise ValueError(must("group_num", f"a divisor of {experts}", group_num))
    _check_int("group_topk", group_topk, 1, group_num)
    _check_int("n", n, 1, experts // group_num)
    _check_int("k", k, 1, experts)
    scores = jax.nn.sigmoid(x.astype(np.float32))
    ranked = _best_groups(scores + add_num.astype(np.float32), group_num, group_topk, n)
    chosen = jax.lax.top_k(jax.lax.stop_gradient(ranked), k)[1]
    shares = jnp.take_along_axis(scores, chosen, 1)
    if is_norm:
        shares = shares / shares.sum(1, keepdims=True)
    return shares * scale, chosen.astype(np.int32)
