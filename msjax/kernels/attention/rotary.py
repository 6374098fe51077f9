"""Rotary position embedding of queries and keys together."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.errors import must
from msjax._core.op.publish import Array, op, primitive
from msjax.kernels.checks import accept, check_rank, of_dtype, same_dtype

_NAME = "ApplyRotaryPosEmb"


def _rows(shape: tuple[int, ...], table: int, positions: jax.Array, per_token: bool) -> jax.Array:
    """The row of the table for each token, shape (B, S) or (T,)."""
    tokens = int(np.prod(shape))
    index = jnp.arange(tokens, dtype=np.int32).reshape(shape)
    if table == tokens:
        return index
    positions = positions.astype(np.int32)
    if tokens == positions.shape[0]:
        if per_token:
            raise ValueError(must("cos", f"of {tokens} rows, one per token", table))
        return positions.reshape(shape)
    if len(shape) == 2:
        if table < shape[1]:
            raise ValueError(must("cos", f"of at least {shape[1]} rows", table))
        return jnp.broadcast_to(jnp.arange(shape[1], dtype=np.int32), shape)
    ends = jnp.cumsum(positions)
    which = jnp.searchsorted(ends, index, side="right")
    starts = jnp.concatenate([jnp.zeros(1, np.int32), ends.astype(np.int32)])
    return index - starts[which]


def _rotate(x: jax.Array, cos: jax.Array, sin: jax.Array, interleaved: bool) -> jax.Array:
    width = cos.shape[-1]
    if x.shape[-1] % width:
        raise ValueError(must("query, key", f"of heads of {width} features", x.shape))
    heads = x.astype(np.float32).reshape(*x.shape[:-1], -1, width)
    if interleaved:
        pairs = heads.reshape(*heads.shape[:-1], -1, 2)
        turned = jnp.stack([-pairs[..., 1], pairs[..., 0]], -1).reshape(heads.shape)
    else:
        first, second = jnp.split(heads, 2, -1)
        turned = jnp.concatenate([-second, first], -1)
    cos, sin = (t.astype(np.float32)[..., None, :] for t in (cos, sin))
    return (heads * cos + turned * sin).reshape(x.shape).astype(x.dtype)


@primitive("ApplyRotaryPosEmb", cos_format=0)
@op("auto_generate.apply_rotary_pos_emb_", label=_NAME)
def apply_rotary_pos_emb(
    query: Array, key: Array, cos: Array, sin: Array, position_ids: Array, cos_format: int = 0
):
    """Rotate the pairs of features of each head of queries and keys by angles.

    A table with as many rows as there are tokens has a row for each token. Of a longer table, a
    token takes the row of its place in its sequence; if there is one token per sequence,
    `position_ids` names the rows.

    Args:
        query: Tensor of shape (B, S, H) or (T, H), of Float16, BFloat16 or Float32.
        key: Tensor of the same shape but for the number of heads, and the same dtype.
        cos: cosines, Tensor of shape (rows, D) and the same dtype; D divides H.
        sin: sines, Tensor of the shape of `cos`.
        position_ids: length of each sequence, or with one token per sequence its place; integer
            Tensor of shape (B,).
        cos_format: 0 and 2 pair feature i with i + D / 2; 1 and 3 pair feature 2i with 2i + 1.
            2 and 3 do not look up rows by `position_ids`.

    Returns:
        Tuple of the rotated query and key.

    Raises:
        TypeError: the dtypes differ, or are none of the above.
        ValueError: the shapes or `cos_format` are not as above.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.]])
        >>> rotate = ms.ops.ApplyRotaryPosEmb(2)
        >>> zero, one = ms.Tensor([[0., 0.]]), ms.Tensor([[1., 1.]])
        >>> print(rotate(x, x, zero, one, ms.Tensor([0], ms.int32))[0])
        [[-2.  1.]]
    """
    accept(query, "float16 bfloat16 float32", "query")
    same_dtype(query, key, cos, sin)
    accept(position_ids, "i u", "position_ids")
    if cos_format not in (0, 1, 2, 3):
        raise ValueError(must("cos_format", "in [0, 3]", cos_format))
    if query.ndim not in (2, 3) or query.shape[:-1] != key.shape[:-1]:
        text = "of shape (B, S, H) or (T, H), as key"
        raise ValueError(must("query", text, f"{query.shape} and {key.shape}"))
    if cos.ndim != 2 or cos.shape != sin.shape or cos.shape[1] % 2:
        text = "of shape (rows, D), D even, as sin"
        raise ValueError(must("cos", text, f"{cos.shape} and {sin.shape}"))
    check_rank(position_ids, 1, "position_ids")
    rows = _rows(query.shape[:-1], cos.shape[0], position_ids, cos_format >= 2)
    cos, sin = cos[rows], sin[rows]
    return tuple(_rotate(x, cos, sin, cos_format % 2 == 1) for x in (query, key))


@primitive("RotaryPositionEmbedding", place="auto_generate")
@op("ops.rotary_position_embedding", label="RotaryPositionEmbedding")
def rotary_position_embedding(x: Array, cos: Array, sin: Array, mode: int = 0):
    """Rotate pairs of features by angles: x * cos + rotated(x) * sin.

    Args:
        x: floating Tensor of rank 4.
        cos: cosines, Tensor of rank 4 and the same dtype that broadcasts.
        sin: sines, Tensor of the shape of `cos`.
        mode: 0 pairs feature i with i + D / 2; 1 pairs feature 2i with 2i + 1.

    Returns:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: the dtypes differ.
        ValueError: the shapes or `mode` are not as above.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[[[1., 2.]]]])
        >>> zero, one = ms.ops.zeros((1, 1, 1, 2)), ms.ops.ones((1, 1, 1, 2))
        >>> print(ms.ops.rotary_position_embedding(x, zero, one))
        [[[[-2.  1.]]]]
    """
    accept(x, "float16 float32 bfloat16", "x")
    for y, arg in ((cos, "cos"), (sin, "sin")):
        of_dtype(arg, y, x.dtype)
        if y.ndim != 4 or x.ndim != 4:
            raise ValueError(must(arg, "of rank 4, as x", f"rank {y.ndim}"))
    if mode not in (0, 1):
        raise ValueError(must("mode", "0 or 1", mode))
    if x.shape[-1] % 2:
        raise ValueError(must("x", "of an even number of features", x.shape[-1]))
    wide = x.astype(np.float32)
    if mode == 0:
        first, second = jnp.split(wide, 2, -1)
        rotated = jnp.concatenate([-second, first], -1)
    else:
        pairs = wide.reshape(*x.shape[:-1], -1, 2)
        rotated = jnp.stack([-pairs[..., 1], pairs[..., 0]], -1).reshape(x.shape)
    return (wide * cos + rotated * sin).astype(x.dtype)
