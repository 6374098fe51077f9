"""Colours of images: hue and saturation."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.errors import must
from msjax._core.op import Array, op
from msjax._core.primitive import primitive
from msjax.ops._accept import accept


def _check_image(name: str, image: jax.Array, amount: jax.Array, arg: str) -> jax.Array:
    """The image in float32."""
    accept(name, image, "float16 float32 float64", "image")
    accept(name, amount, "float32", arg)
    if image.ndim < 3:
        raise ValueError(must(name, "image", "of rank 3 or more", f"rank {image.ndim}"))
    if image.shape[-1] != 3:
        raise ValueError(must(name, "image", "of 3 channels", f"shape {image.shape}"))
    if amount.ndim:
        raise ValueError(must(name, arg, "0-d", f"shape {amount.shape}"))
    return image.astype(np.float32)


def _hue(rgb: jax.Array) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Hue in [0, 6), largest and smallest channel."""
    red, green, blue = (rgb[..., i] for i in range(3))
    high, low = jnp.max(rgb, -1), jnp.min(rgb, -1)
    flat = high == low
    spread = jnp.where(flat, jnp.ones_like(high), high - low)
    hue = jnp.where(
        red == high,
        (green - blue) / spread,
        jnp.where(green == high, (blue - red) / spread + 2, (red - green) / spread + 4),
    )
    hue = jnp.where(hue < 0, hue + 6, hue)
    return jnp.where(flat, jnp.zeros_like(hue), hue), high, low


def _colour(hue: jax.Array, high: jax.Array, low: jax.Array) -> jax.Array:
    """RGB of a hue in [0, 6) between the smallest and the largest channel."""
    ramps = []
    for shift in (0, 4, 2):  # red, green, blue
        turned = (hue + shift) % 6
        ramps.append(jnp.clip(jnp.abs(turned - 3) - 1, 0, 1))
    return low[..., None] + jnp.stack(ramps, -1) * (high - low)[..., None]


@primitive("AdjustHue")
@op(label="AdjustHue")
def adjust_hue(image: Array, delta: Array):
    """Turn the hue of RGB images.

    Inputs:
        - **image** (Tensor) - Float16, Float32 or Float64 Tensor of shape (..., 3), computed in
          Float32.
        - **delta** (Tensor) - 0-d Float32 Tensor, by which part of the colour circle to turn.

    Outputs:
        Tensor of the shape and dtype of `image`.

    Raises:
        TypeError: another dtype.
        ValueError: the shapes are not as above.

    Examples:
        >>> import msjax as ms
        >>> red = ms.Tensor([[[1., 0., 0.]]])
        >>> print(ms.ops.AdjustHue()(red, ms.Tensor(0.5, ms.float32)))
        [[[0. 1. 1.]]]
    """
    rgb = _check_image("AdjustHue", image, delta, "delta")
    hue, high, low = _hue(rgb)
    return _colour((hue + delta * 6) % 6, high, low).astype(image.dtype)


@primitive("AdjustSaturation")
@op(label="AdjustSaturation")
def adjust_saturation(image: Array, scale: Array):
    """Scale the saturation of RGB images.

    Inputs:
        - **image** (Tensor) - Float16, Float32 or Float64 Tensor of shape (..., 3), computed in
          Float32.
        - **scale** (Tensor) - 0-d Float32 Tensor; the saturation is cut to [0, 1] afterwards.

    Outputs:
        Tensor of the shape and dtype of `image`.

    Raises:
        TypeError: another dtype.
        ValueError: the shapes are not as above.

    Examples:
        >>> import msjax as ms
        >>> pink = ms.Tensor([[[1., 0.5, 0.5]]])
        >>> print(ms.ops.AdjustSaturation()(pink, ms.Tensor(2., ms.float32)))
        [[[1. 0. 0.]]]
    """
    rgb = _check_image("AdjustSaturation", image, scale, "scale")
    hue, high, low = _hue(rgb)
    lit = high > 0
    saturation = jnp.where(lit, (high - low) / jnp.where(lit, high, jnp.ones_like(high)), 0)
    saturation = jnp.clip(saturation * scale, 0, 1)
    return _colour(hue, high, high * (1 - saturation)).astype(image.dtype)
