"""Sending tokens to the processes that hold their experts, where one process holds them all."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import integer
from msjax._core.base.errors import must, unsupported_option
from msjax._core.op.publish import Array, op
from msjax.kernels.checks import accept


def _check(
    expert_ids: jax.Array,
    ep_world_size: Any,
    ep_rank_id: Any,
    moe_expert_num: Any,
    tp_world_size: Any,
    **zeros: Any,
) -> None:
    """Refuse what both operations refuse; `zeros` are the arguments that can only be 0."""
    accept(expert_ids, "int32", "expert_ids")
    if expert_ids.ndim != 2:
        raise ValueError(must("expert_ids", "of shape (BS, K)", expert_ids.shape))
    sizes = {
        "ep_world_size": ep_world_size,
        "ep_rank_id": ep_rank_id,
        "moe_expert_num": moe_expert_num,
    }
    for arg, value in sizes.items():
        integer(arg, value)
    if ep_world_size != 1:
        raise unsupported_option(
            f"a group of {ep_world_size} processes",
            "let one program use all devices: route with moe_token_permute and shard the arrays",
        )
    for arg, low, high in (("ep_rank_id", 0, 1), ("moe_expert_num", 1, 257)):
        if not low <= sizes[arg] < high:
            raise ValueError(must(arg, f"in [{low}, {high})", sizes[arg]))
    for arg, value in {"tp_world_size": tp_world_size, **zeros}.items():
        allowed = (None, 0, 1) if arg == "tp_world_size" else (None, 0)
        if value not in allowed:
            raise unsupported_option(f"{arg}={value!r}", f"leave {arg} at 0")


def _absent(**given: Any) -> None:
    for arg, value in given.items():
        if value is not None:
            raise unsupported_option(f"'{arg}'", "MindSpore reserves it: give None")


def _routes(expert_ids: jax.Array, experts: int) -> tuple[jax.Array, jax.Array, jax.Array]:
    """For each copy of a token its place among those of its expert; copies by expert; counts."""
    flat = expert_ids.reshape(-1)
    order = jnp.argsort(flat, stable=True)
    counts = jnp.bincount(flat, length=experts).astype(np.int32)
    starts = jnp.cumsum(counts) - counts
    rank = jnp.zeros(flat.shape, np.int32).at[order].set(jnp.arange(flat.size, dtype=np.int32))
    return rank - starts[flat].astype(np.int32), order, counts


@op("ops.moe_distribute_dispatch", label="MoeDistributeDispatch")
def moe_distribute_dispatch(
    x: Array,
    expert_ids: Array,
    ep_world_size: int,
    ep_rank_id: int,
    moe_expert_num: int,
    expert_scales: Array | None = None,
    scales: Array | None = None,
    x_active_mask: Array | None = None,
    group_ep: str | None = None,
    group_tp: str | None = None,
    tp_world_size: int = 0,
    tp_rank_id: int = 0,
    expert_shard_type: int = 0,
    shared_expert_num: int = 0,
    shared_expert_rank_num: int = 0,
    quant_mode: int = 0,
    global_bs: int = 0,
    expert_token_nums_type: int = 0,
):
    """Copy each token to its experts, ordered by expert; all experts belong to this process.

    Args:
        x: tokens, Tensor of shape (BS, H) of Float16 or BFloat16.
        expert_ids: experts of each token, Int32 Tensor of shape (BS, K).
        ep_world_size: number of processes, 1.
        ep_rank_id: rank of this one, 0.
        moe_expert_num: number of experts E, at most 256.
        expert_scales: share of each expert, Float32 Tensor of shape (BS, K).
        scales: factors of each expert before quantisation, Float32 Tensor of shape (E, H).
        x_active_mask: None.
        group_ep, group_tp: names of groups; without meaning here.
        tp_world_size, tp_rank_id, expert_shard_type, shared_expert_num, shared_expert_rank_num: 0.
        quant_mode: 0, or 2 for Int8 copies with a scale for each.
        global_bs: 0 or BS.
        expert_token_nums_type: 0 for running totals of copies by expert, 1 for their numbers.

    Returns:
        Tuple of the copies (BS * K, H); their scales of quantisation (BS * K,); the place of each
        copy among those of its expert (BS * K,); the Int64 numbers of copies by expert (E,); the
        same in Int32; an empty Tensor; and the share of each copy (BS * K,).

    Raises:
        TypeError: a dtype is not as above.
        ValueError: a shape or number is not as above.
        NotImplementedError: there are several processes, or a reserved argument is given.

    Examples:
        >>> import msjax as ms
        >>> x, experts = ms.Tensor([[1.], [2.]], ms.float16), ms.Tensor([[1], [0]], ms.int32)
        >>> copies, *rest = ms.ops.moe_distribute_dispatch(x, experts, 1, 0, 2)
        >>> print(copies.reshape(2), rest[2])
        [2. 1.] [1 2]
    """
    _absent(x_active_mask=x_active_mask)
    _check(
        expert_ids,
        ep_world_size,
        ep_rank_id,
        moe_expert_num,
        tp_world_size,
        tp_rank_id=tp_rank_id,
        expert_shard_type=expert_shard_type,
        shared_expert_num=shared_expert_num,
        shared_expert_rank_num=shared_expert_rank_num,
    )
    accept(x, "float16 bfloat16", "x")
    rows, each = expert_ids.shape
    if x.ndim != 2 or x.shape[0] != rows:
        raise ValueError(must("x", f"of shape ({rows}, H)", x.shape))
    for arg, value, allowed in (
        ("quant_mode", quant_mode, (0, 2)),
        ("global_bs", global_bs, (0, rows)),
        ("expert_token_nums_type", expert_token_nums_type, (0, 1)),
    ):
        if value not in allowed:
            raise ValueError(must(arg, f"one of {allowed}", value))
    places, order, counts = _routes(expert_ids, moe_expert_num)
    copies = x[order // each]
    dynamic = jnp.zeros((0,), np.float32)
    if quant_mode == 2:
        wide = copies.astype(np.float32)
        if scales is not None:
            accept(scales, "float32", "scales")
            if scales.shape != (moe_expert_num, x.shape[1]):
                wanted = f"of shape ({moe_expert_num}, {x.shape[1]})"
                raise ValueError(must("scales", wanted, scales.shape))
            wide = wide * scales[expert_ids.reshape(-1)[order]]
        dynamic = jnp.abs(wide).max(-1) / 127
        steps = jnp.where(dynamic == 0, 1, dynamic)[:, None]
        copies = jnp.clip(jnp.round(wide / steps), -128, 127).astype(np.int8)
    shares = jnp.zeros((0,), np.float32)
    if expert_scales is not None:
        accept(expert_scales, "float32", "expert_scales")
        if expert_scales.shape != expert_ids.shape:
            wanted = f"of shape {expert_ids.shape}"
            raise ValueError(must("expert_scales", wanted, expert_scales.shape))
        shares = expert_scales.reshape(-1)[order]
    totals = counts if expert_token_nums_type else jnp.cumsum(counts)
    none = jnp.zeros((0,), np.int32)
    return copies, dynamic, places, totals.astype(np.int64), counts, none, shares


@op("ops.moe_distribute_combine", label="MoeDistributeCombine")
def moe_distribute_combine(
    expand_x: Array,
    expert_ids: Array,
    expand_idx: Array,
    ep_send_counts: Array,
    expert_scales: Array,
    ep_world_size: int,
    ep_rank_id: int,
    moe_expert_num: int,
    tp_send_counts: Array | None = None,
    x_active_mask: Array | None = None,
    activate_scale: Array | None = None,
    weight_scale: Array | None = None,
    group_list: Array | None = None,
    expand_scales: Array | None = None,
    group_ep: str | None = None,
    group_tp: str | None = None,
    tp_world_size: int = 0,
    tp_rank_id: int = 0,
    expert_shard_type: int = 0,
    shared_expert_num: int = 0,
    shared_export_rank_num: int = 0,
    global_bs: int = 0,
    out_dtype: int = 0,
    common_quant_mode: int = 0,
    group_list_type: int = 0,
):
    """Add up the experts' results of each token by their shares; undoes the dispatch.

    Args:
        expand_x: results ordered by expert, as `moe_distribute_dispatch` orders its copies; Tensor
            of shape (BS * K, H) of Float16 or BFloat16.
        expert_ids: experts of each token, Int32 Tensor of shape (BS, K).
        expand_idx: the third result of `moe_distribute_dispatch`.
        ep_send_counts: its fifth result.
        expert_scales: share of each expert, Float32 Tensor of shape (BS, K).
        ep_world_size: number of processes, 1.
        ep_rank_id: rank of this one, 0.
        moe_expert_num: number of experts.
        tp_send_counts, expand_scales: results of the dispatch that are not needed here.
        x_active_mask, activate_scale, weight_scale, group_list: None.
        group_ep, group_tp, global_bs: without meaning here.
        tp_world_size, tp_rank_id, expert_shard_type, shared_expert_num, shared_export_rank_num,
            out_dtype, common_quant_mode, group_list_type: 0.

    Returns:
        Tensor of shape (BS, H), of the dtype of `expand_x`.

    Raises:
        TypeError: a dtype is not as above.
        ValueError: a shape or number is not as above.
        NotImplementedError: there are several processes, or a reserved argument is given.

    Examples:
        >>> import msjax as ms
        >>> x, experts = ms.Tensor([[1.], [2.]], ms.float16), ms.Tensor([[1], [0]], ms.int32)
        >>> copies, _, places, _, counts, *_ = ms.ops.moe_distribute_dispatch(x, experts, 1, 0, 2)
        >>> shares = ms.Tensor([[0.5], [1.]])
        >>> print(ms.ops.moe_distribute_combine(copies, experts, places, counts, shares, 1, 0, 2))
        [[0.5]
         [2. ]]
    """
    _absent(
        x_active_mask=x_active_mask,
        activate_scale=activate_scale,
        weight_scale=weight_scale,
        group_list=group_list,
    )
    _check(
        expert_ids,
        ep_world_size,
        ep_rank_id,
        moe_expert_num,
        tp_world_size,
        tp_rank_id=tp_rank_id,
        expert_shard_type=expert_shard_type,
        shared_expert_num=shared_expert_num,
        shared_export_rank_num=shared_export_rank_num,
        out_dtype=out_dtype,
        common_quant_mode=common_quant_mode,
        group_list_type=group_list_type,
    )
    accept(expand_x, "float16 bfloat16", "expand_x")
    accept(expand_idx, "int32", "expand_idx")
    accept(ep_send_counts, "int32", "ep_send_counts")
    accept(expert_scales, "float32", "expert_scales")
    size = expert_ids.size
    fits = {
        "expand_x": (expand_x, expand_x.ndim == 2 and expand_x.shape[0] >= size),
        "expand_idx": (expand_idx, expand_idx.shape == (size,)),
        "ep_send_counts": (ep_send_counts, ep_send_counts.shape == (moe_expert_num,)),
        "expert_scales": (expert_scales, expert_scales.shape == expert_ids.shape),
    }
    for arg, (value, fit) in fits.items():
        if not fit:
            rows, each = expert_ids.shape
            raise ValueError(must(arg, f"for {rows} tokens and {each} experts", value.shape))
    starts = jnp.cumsum(ep_send_counts) - ep_send_counts
    places = starts[expert_ids] + expand_idx.reshape(expert_ids.shape)
    parts = expand_x[places].astype(np.float32) * expert_scales[..., None]
    return parts.sum(1).astype(expand_x.dtype)
