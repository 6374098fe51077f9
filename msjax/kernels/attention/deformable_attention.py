"""Attention over sampled points of feature maps of several sizes."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.errors import must
from msjax._core.op.publish import Array, op
from msjax.kernels.attention.shared import wide

_NAME = "MultiScaleDeformableAttn"


def _accept(x: jax.Array, kinds: tuple[str, ...], arg: str) -> None:
    if x.dtype.name not in kinds:
        raise RuntimeError(must(arg, f"of dtype {' or '.join(kinds)}", x.dtype))


@op("ops.multi_scale_deformable_attn_function", label=_NAME)
def multi_scale_deformable_attn_function(
    value: Array, shape: Array, offset: Array, locations: Array, weight: Array
):
    """Sum of features sampled from maps of several sizes, weighted for each query and head.

    Features between the centres of the elements of a map are interpolated linearly; outside the
    map they are zero.

    Args:
        value: features of all maps one after another, Float32 or Float16 Tensor of shape
            (B, keys, heads, D); D a multiple of 8.
        shape: height and width of each map, Int32 or Int64 Tensor of shape (L, 2).
        offset: the first key of each map, Int32 or Int64 Tensor of shape (L,).
        locations: x and y of the points as parts of the map's width and height, Tensor of shape
            (B, queries, heads, L, P, 2).
        weight: Tensor of shape (B, queries, heads, L, P).

    Returns:
        Tensor of shape (B, queries, heads * D) and the dtype of `value`.

    Raises:
        RuntimeError: the dtypes or shapes are not as above.

    Examples:
        >>> import msjax as ms
        >>> value, shape = ms.ops.ones((1, 6, 2, 8)), ms.Tensor([[2, 3]])
        >>> points, weight = ms.ops.zeros((1, 4, 2, 1, 1, 2)), ms.ops.ones((1, 4, 2, 1, 1))
        >>> attend = ms.ops.multi_scale_deformable_attn_function
        >>> attend(value, shape, ms.Tensor([0]), points, weight).shape
        (1, 4, 16)
    """
    for arg, x in (("value", value), ("locations", locations), ("weight", weight)):
        _accept(x, ("float32", "float16"), arg)
    for arg, x in (("shape", shape), ("offset", offset)):
        _accept(x, ("int32", "int64"), arg)
    if value.ndim != 4 or value.shape[-1] % 8:
        raise RuntimeError(must("value", "of rank 4, D a multiple of 8", value.shape))
    batch, keys, heads, width = value.shape
    levels = shape.shape[0]
    queries = locations.shape[1] if locations.ndim == 6 else None
    fits = (
        shape.shape == (levels, 2)
        and offset.shape == (levels,)
        and locations.ndim == 6
        and locations.shape == (batch, queries, heads, levels, locations.shape[4], 2)
        and weight.shape == locations.shape[:-1]
    )
    if not fits:
        shapes = [x.shape for x in (shape, offset, locations, weight)]
        raise RuntimeError(must("shape and the others", f"for {value.shape}", shapes))
    sizes = shape.astype(np.int32)[:, None, :]  # (L, 1, 2): height, width
    points = wide(locations) * sizes[..., ::-1] - 0.5
    corner = jnp.floor(jax.lax.stop_gradient(points))
    part = points - corner
    x, y = (corner[..., i].astype(np.int32) for i in (0, 1))
    features = jnp.swapaxes(wide(value), 1, 2)  # (B, heads, keys, D)
    first = offset.astype(np.int32)[:, None]
    total = jnp.zeros((batch, heads, queries, width), features.dtype)
    for right in (0, 1):
        for below in (0, 1):
            column, row = x + right, y + below
            inside = (column >= 0) & (column < sizes[..., 1]) & (row >= 0) & (row < sizes[..., 0])
            index = jnp.where(inside, first + row * sizes[..., 1] + column, keys)
            share = (part if right else 1 - part)[..., 0] * (part if below else 1 - part)[..., 1]
            share = jnp.where(inside, share * wide(weight), 0)
            # (B, queries, heads, L, P) to (B, heads, queries, L * P)
            index, share = (
                jnp.swapaxes(z, 1, 2).reshape(batch, heads, queries, -1) for z in (index, share)
            )
            found = jnp.take_along_axis(
                features[:, :, None], index.reshape(batch, heads, 1, -1)[..., None], 3, mode="clip"
            ).reshape(*index.shape, width)
            total += jnp.einsum("bhqp,bhqpd->bhqd", share, found)
    return jnp.swapaxes(total, 1, 2).reshape(batch, queries, -1).astype(value.dtype)
