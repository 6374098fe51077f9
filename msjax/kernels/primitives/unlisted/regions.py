"""Pooling over regions of images."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import of_types
from msjax._core.base.errors import must
from msjax._core.op.publish import REQUIRED, Array, primitive
from msjax.kernels.checks import accept, of_shape
from msjax.kernels.elementwise.cast import wider


def _spans(start: jax.Array, size: jax.Array, bins: int, length: int) -> tuple[Any, Any]:
    """Which of `length` places belong to each bin, (N, bins, length), and how many."""
    places = np.arange(bins, dtype=np.float32)
    first = jnp.floor(places * size[:, None] + start[:, None])
    last = jnp.ceil((places + 1) * size[:, None] + start[:, None])
    first, last = jnp.clip(first, 0, length), jnp.clip(last, 0, length)
    index = np.arange(length, dtype=np.float32)
    mask = (index >= first[..., None]) & (index < last[..., None])
    return mask.astype(np.float32), jnp.maximum(last - first, 0)


@primitive(
    "PsROIPooling",
    place="unlisted",
    check=of_types(
        pooled_height=int,
        pooled_width=int,
        num_rois=int,
        spatial_scale=float,
        out_dim=int,
        group_size=int,
    ),
    pooled_height=REQUIRED,
    pooled_width=REQUIRED,
    num_rois=REQUIRED,
    spatial_scale=REQUIRED,
    out_dim=REQUIRED,
    group_size=REQUIRED,
)
def ps_roi_pooling(
    features: Array,
    rois: Array,
    pooled_height: Any,
    pooled_width: Any,
    num_rois: Any,
    spatial_scale: Any,
    out_dim: Any,
    group_size: Any,
):
    """Mean of regions, each bin from a channel of its own.

    Args:
        features: Float16 or Float32 Tensor of shape (N, out_dim * group_size**2, H, W).
        rois: (image, x0, y0, x1, y1), of shape (num_rois, 5); it gets no gradient.
        pooled_height: rows of the result.
        pooled_width: columns of the result.
        num_rois: number of regions.
        spatial_scale: size of the feature map over that of the input image.
        out_dim: channels of the result.
        group_size: bins for which there are channels, along each axis.

    Returns:
        Tuple of the means (num_rois, out_dim, pooled_height, pooled_width), and of an Int32 Tensor
        of that shape with the channels they come from.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: the shapes do not fit.
    """
    accept(features, "float16 float32", "features")
    accept(rois, "float16 float32", "rois")
    if features.ndim != 4 or features.shape[1] != out_dim * group_size * group_size:
        text = f"of shape (N, {out_dim * group_size * group_size}, H, W)"
        raise ValueError(must("features", text, features.shape))
    of_shape("rois", rois, (num_rois, 5))
    box = jax.lax.stop_gradient(wider(rois))
    low = jnp.sign(box[:, 1:3]) * jnp.floor(jnp.abs(box[:, 1:3]) + 0.5) * spatial_scale
    high = (jnp.sign(box[:, 3:]) * jnp.floor(jnp.abs(box[:, 3:]) + 0.5) + 1) * spatial_scale
    size = jnp.maximum(high - low, np.float32(0.1))
    rows, row_counts = _spans(
        low[:, 1], size[:, 1] / pooled_height, pooled_height, features.shape[2]
    )
    columns, column_counts = _spans(
        low[:, 0], size[:, 0] / pooled_width, pooled_width, features.shape[3]
    )
    picked = wider(features)[box[:, 0].astype(np.int32)]
    sums = jnp.einsum("rchw,rih,rjw->rcij", picked, rows, columns, precision="highest")
    counts = (row_counts[:, :, None] * column_counts[:, None])[:, None]
    means = jnp.where(counts > 0, sums / jnp.maximum(counts, 1), 0)
    part = (np.arange(pooled_height) * group_size // pooled_height)[:, None] * group_size
    part = part + np.arange(pooled_width) * group_size // pooled_width
    channel = (np.arange(out_dim)[:, None, None] * group_size * group_size + part).astype(np.int32)
    channel = jnp.broadcast_to(channel, (num_rois, *channel.shape))
    return jnp.take_along_axis(means, channel, 1).astype(features.dtype), channel
