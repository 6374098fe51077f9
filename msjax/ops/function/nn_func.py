"""Pieces of attention that programs import from here; other names are those of `ops`."""

from __future__ import annotations

from collections.abc import Sequence

from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.tensor.tensor import Tensor


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
    """ValueError if a mask of padding has not one dimension less than the query."""
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
