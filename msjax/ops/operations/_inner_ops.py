"""Primitives of MindSpore's inner list that no other path has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import integer, of_type
from msjax._core.base.errors import must
from msjax._core.op.primitive import Primitive
from msjax._core.op.publish import Array, call, op
from msjax.kernels.checks import accept
from msjax.kernels.elementwise.cast import wider

if TYPE_CHECKING:
    from msjax._core.tensor.tensor import Tensor


def _spans(start: jax.Array, size: jax.Array, bins: int, length: int) -> tuple[Any, Any]:
    """Which of `length` places belong to each bin, (N, bins, length), and how many."""
    places = np.arange(bins, dtype=np.float32)
    first = jnp.floor(places * size[:, None] + start[:, None])
    last = jnp.ceil((places + 1) * size[:, None] + start[:, None])
    first, last = jnp.clip(first, 0, length), jnp.clip(last, 0, length)
    index = np.arange(length, dtype=np.float32)
    mask = (index >= first[..., None]) & (index < last[..., None])
    return mask.astype(np.float32), jnp.maximum(last - first, 0)


@op(label="PsROIPooling")
def _ps_roi_pool(features: Array, rois: Array, height, width, scale, out_dim, group):
    accept(features, "float16 float32", "features")
    accept(rois, "float16 float32", "rois")
    if features.ndim != 4 or features.shape[1] != out_dim * group * group:
        text = f"of shape (N, {out_dim * group * group}, H, W)"
        raise ValueError(must("features", text, features.shape))
    if rois.ndim != 2 or rois.shape[1] != 5:
        raise ValueError(must("rois", "of shape (R, 5)", rois.shape))
    box = jax.lax.stop_gradient(wider(rois))
    low = jnp.sign(box[:, 1:3]) * jnp.floor(jnp.abs(box[:, 1:3]) + 0.5) * scale
    high = (jnp.sign(box[:, 3:]) * jnp.floor(jnp.abs(box[:, 3:]) + 0.5) + 1) * scale
    size = jnp.maximum(high - low, np.float32(0.1))
    rows, row_counts = _spans(low[:, 1], size[:, 1] / height, height, features.shape[2])
    columns, column_counts = _spans(low[:, 0], size[:, 0] / width, width, features.shape[3])
    picked = wider(features)[box[:, 0].astype(np.int32)]
    sums = jnp.einsum("rchw,rih,rjw->rcij", picked, rows, columns, precision="highest")
    counts = (row_counts[:, :, None] * column_counts[:, None])[:, None]
    means = jnp.where(counts > 0, sums / jnp.maximum(counts, 1), 0)
    part = (np.arange(height) * group // height)[:, None] * group
    part = part + np.arange(width) * group // width
    channel = (np.arange(out_dim)[:, None, None] * group * group + part).astype(np.int32)
    channel = jnp.broadcast_to(channel, (rois.shape[0], *channel.shape))
    return jnp.take_along_axis(means, channel, 1).astype(features.dtype), channel


_pool = call(_ps_roi_pool)


class PsROIPooling(Primitive):
    """Mean of regions, each bin from a channel of its own.

    Args:
        pooled_height: rows of the result.
        pooled_width: columns of the result.
        num_rois: number of regions.
        spatial_scale: size of the feature map over that of the input image.
        out_dim: channels of the result.
        group_size: bins for which there are channels, along each axis.

    Inputs:
        - **features** (Tensor) - Float16 or Float32 Tensor of shape
          (N, out_dim * group_size**2, H, W).
        - **rois** (Tensor) - (image, x0, y0, x1, y1), of shape (num_rois, 5); it gets no gradient.

    Outputs:
        Tuple of the means (num_rois, out_dim, pooled_height, pooled_width), and of an Int32 Tensor
        of that shape with the channels they come from.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: the shapes do not fit.
    """

    def __init__(
        self,
        pooled_height: int,
        pooled_width: int,
        num_rois: int,
        spatial_scale: float,
        out_dim: int,
        group_size: int,
    ):
        super().__init__("PsROIPooling")
        given = {"pooled_height": pooled_height, "pooled_width": pooled_width}
        given |= {"num_rois": num_rois, "out_dim": out_dim, "group_size": group_size}
        for arg, value in given.items():
            integer(arg, value)
        of_type("spatial_scale", spatial_scale, float)
        for arg, value in (given | {"spatial_scale": spatial_scale}).items():
            self.add_prim_attr(arg, value)

    def __call__(self, features: Tensor, rois: Tensor) -> tuple:
        if rois.shape[:1] != (self.num_rois,):
            raise ValueError(must("rois", f"{self.num_rois} regions", rois.shape))
        setting = (self.pooled_height, self.pooled_width, self.spatial_scale)
        return _pool(features, rois, *setting, self.out_dim, self.group_size)
