"""Pieces of attention that programs import from here; other names are those of `ops`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.base.errors import unsupported
from msjax._core.op.publish import call
from msjax._core.op.registry import resolve
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.attention import multi_head

if TYPE_CHECKING:
    from msjax._core.base.dtype import Type

_attend = call(multi_head.multi_head_attention)
_attend_dropping = call(multi_head.multi_head_attention_dropout)

conv_transpose2d = resolve("mint.nn.functional.conv_transpose2d")


def linear(x: Tensor, w: Tensor, b: Tensor | None) -> Tensor:
    """`x` times the transpose of `w`, plus `b` if it is given."""
    out = ops.matmul(x, w.swapaxes(-1, -2))
    return out if b is None else out + b


def _in_projection(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    b_q: Tensor | None = None,
    b_k: Tensor | None = None,
    b_v: Tensor | None = None,
) -> tuple[Tensor, Tensor, Tensor]:
    """Project query, key and value to the features of the query.

    Raises:
        ValueError: a weight or a bias has another shape.
    """
    width = q.shape[-1]
    named = (("query", q, w_q, b_q), ("key", k, w_k, b_k), ("value", v, w_v, b_v))
    for name, x, w, _ in named:
        if w.shape != (expected := (width, x.shape[-1])):
            raise ValueError(f"Expecting {name} weights shape of {expected}, but got {w.shape}")
    for name, _, _, b in named:
        if b is not None and b.shape != (width,):
            raise ValueError(f"Expecting {name} bias shape of {(width,)}, but got {b.shape}")
    return tuple(linear(x, w, b) for _, x, w, b in named)


def _in_projection_packed(
    q: Tensor, k: Tensor, v: Tensor, w: Tensor, b: Tensor | None, k_is_v: bool, q_is_k: bool
) -> tuple[Tensor, ...]:
    """Project with one weight that holds those of query, key and value, (3 E, E)."""
    if k_is_v and q_is_k:
        return linear(q, w, b).tensor_split(3, axis=-1)
    w_q, w_k, w_v = w.tensor_split(3)
    b_q, b_k, b_v = (None,) * 3 if b is None else b.tensor_split(3)
    return linear(q, w_q, b_q), linear(k, w_k, b_k), linear(v, w_v, b_v)


def _inner_pad(x: Tensor, padding: Sequence[int], value: float | None = None) -> Tensor:
    """`ops.pad` for Tensors of booleans too."""
    kind = x.dtype
    if kind == mstype.bool_:
        x = x.astype(mstype.int32)
    return ops.pad(x, padding, value=value).astype(kind)


def _check_qkv_shape(query_ndim: int, key_ndim: int, value_ndim: int) -> bool:
    """Whether the inputs of attention are batched, by their numbers of dimensions.

    Raises:
        ValueError: they differ, or are neither 2 nor 3.
    """
    if query_ndim not in (2, 3):
        raise ValueError(
            "The `query` should be unbatched 2D or batched 3D tensor, "
            f"but got `query` with {query_ndim}D."
        )
    if not key_ndim == value_ndim == query_ndim:
        raise ValueError(
            f"For {'batched' if query_ndim == 3 else 'unbatched'} `query`, the `key` and `value` "
            f"must be {query_ndim}D tensor, but got `key` with {key_ndim}D and `value` with "
            f"{value_ndim}D."
        )
    return query_ndim == 3


def _check_kpm_shape(query_ndim: int, kmp_ndim: int) -> None:
    """ValueError if a mask of padding does not have one dimension less than the query."""
    if query_ndim in (2, 3) and kmp_ndim != query_ndim - 1:
        raise ValueError(
            f"For {'batched' if query_ndim == 3 else 'unbatched'} `query`, the `key_padding_mask` "
            f"must be `None` or {query_ndim - 1}D, but got `key_padding_mask` with {kmp_ndim}D."
        )


def _check_attn_mask_shape(
    query_ndim: int,
    query_shape: Sequence[int],
    key_shape: Sequence[int],
    attn_mask_ndim: int,
    attn_mask_shape: Sequence[int],
    num_heads: int,
) -> None:
    """ValueError if a mask of attention does not fit the query and the key."""
    if query_ndim not in (2, 3):
        return
    if attn_mask_ndim not in (2, 3):
        raise ValueError(
            f"For {'batched' if query_ndim == 3 else 'unbatched'} `query`, the `attn_mask` must be "
            f"`None`, 2-D or 3-D, but got `attn_mask` with {attn_mask_ndim}D."
        )
    expected = (num_heads, query_shape[0], key_shape[0])
    if query_ndim == 2 and attn_mask_ndim == 3 and tuple(attn_mask_shape) != expected:
        raise ValueError(
            f"The shape of `attn_mask` must to be {expected}, but got {attn_mask_shape}."
        )


def _inner_dropout(x: Tensor, p: float, training: bool) -> Tensor:
    """Set elements to 0 with probability `p` while training."""
    return ops.dropout(x, p) if training and 0 < p <= 1 else x


def _interploate_ext_make_tuple(input: Tensor, value: Any) -> Any:
    """A number for each spatial dimension of the input; tuples and lists stay as they are."""
    return value if isinstance(value, (list, tuple)) else (value,) * (input.ndim - 2)


def _interpolate_ext_scale_factor_convert_size(
    input: Tensor, scale_factor: Sequence[float]
) -> tuple[int, ...]:
    """The spatial sizes that scaling the input gives."""
    return tuple(
        math.floor(size * factor)
        for size, factor in zip(input.shape[2:], scale_factor, strict=False)
    )


def multi_head_attention_forward(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    embed_dim_to_check: int,
    num_heads: int,
    in_proj_weight: Tensor | None,
    in_proj_bias: Tensor | None,
    bias_k: Tensor | None,
    bias_v: Tensor | None,
    add_zero_attn: bool,
    dropout_p: float,
    out_proj_weight: Tensor,
    out_proj_bias: Tensor | None,
    training: bool = True,
    key_padding_mask: Tensor | None = None,
    attn_mask: Tensor | None = None,
    use_separate_proj_weight: bool = False,
    q_proj_weight: Tensor | None = None,
    k_proj_weight: Tensor | None = None,
    v_proj_weight: Tensor | None = None,
    static_k: Tensor | None = None,
    static_v: Tensor | None = None,
    average_attn_weights: bool = True,
    is_causal: bool = False,
    k_is_v: bool = False,
    q_is_k: bool = False,
    dtype: Type = mstype.float32,
) -> tuple[Tensor, Tensor]:
    """What `nn.MultiheadAttention` computes, of given weights.

    Args:
        query, key, value: Tensors of shapes (L, N, E), (S, N, Ek) and (S, N, Ev), or without N.
        embed_dim_to_check: int, E.
        num_heads: int, the number of heads.
        in_proj_weight: Tensor (3 E, E); with `use_separate_proj_weight` the three others serve.
        in_proj_bias: Tensor (3 E,), or None.
        bias_k, bias_v: Tensors (1, 1, E) to append to keys and values, or None.
        add_zero_attn: bool, append zeros to keys and values.
        dropout_p: float, probability of dropping a weight of attention while `training`.
        out_proj_weight, out_proj_bias: Tensors (E, E) and (E,) of the last projection.
        key_padding_mask: Tensor (N, S), True for keys to leave out, or None.
        attn_mask: Tensor (L, S) or (N num_heads, L, S), bool or to be added, or None.
        q_proj_weight, k_proj_weight, v_proj_weight: Tensors (E, E), (E, Ek), (E, Ev).
        static_k, static_v: must be None.
        average_attn_weights: bool, average the weights over the heads.
        is_causal: must be False; give `attn_mask`.
        k_is_v, q_is_k: bool, whether these are the same Tensor.
        dtype: kept for compatibility.

    Returns:
        Tensor of shape (L, N, E), and the weights (N, L, S) or (N, num_heads, L, S).

    Raises:
        ValueError: shapes do not fit, or weights are missing.
        NotImplementedError: `static_k`, `static_v` or `is_causal` is given.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.function.nn_func import multi_head_attention_forward
        >>> x, w = ms.ops.ones((2, 1, 4)), ms.ops.ones((12, 4))
        >>> out, weights = multi_head_attention_forward(
        ...     x, x, x, 4, 2, w, None, None, None, False, 0.0, ms.ops.ones((4, 4)), None)
        >>> print(out.shape, weights)
        (2, 1, 4) [[[0.5 0.5]
          [0.5 0.5]]]
    """
    if static_k is not None or static_v is not None or is_causal:
        raise unsupported(
            "multi_head_attention_forward with static_k, static_v or is_causal",
            "give the mask as attn_mask",
        )
    if query.shape[-1] != embed_dim_to_check:
        raise ValueError(
            f"The `embed_dim` should be {embed_dim_to_check}, but got {query.shape[-1]}."
        )
    if embed_dim_to_check % num_heads:
        raise ValueError(
            f"The `embed_dim` {embed_dim_to_check} can not be divisible by `num_heads` {num_heads}."
        )
    if use_separate_proj_weight:
        weights = {"q": q_proj_weight, "k": k_proj_weight, "v": v_proj_weight}
        flag = "True"
    else:
        weights, flag = {"in": in_proj_weight}, "False"
    for name, weight in weights.items():
        if weight is None:
            raise ValueError(
                f"`use_separate_proj_weight` is ``{flag}`` but `{name}_proj_weight` got ``None``."
            )
    if (bias_k is None) != (bias_v is None):
        raise ValueError("The bias_k and bias_v should be ``None`` at the same time.")
    if attn_mask is not None and attn_mask.dtype == mstype.uint8:
        attn_mask = attn_mask.astype(mstype.bool_)
    given = (
        [query] if k_is_v and q_is_k else [query, key, value],
        list(weights.values()),
        in_proj_bias,
        [] if bias_k is None else [bias_k, bias_v],
        out_proj_weight,
        out_proj_bias,
        key_padding_mask,
        attn_mask,
        num_heads,
        False,
        add_zero_attn,
        True,
        average_attn_weights,
    )
    if training and dropout_p > 0:
        return _attend_dropping(*given, dropout_p)
    return _attend(*given)
