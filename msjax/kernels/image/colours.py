"""Colours of images: hue and saturation, RGB and HSV."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.errors import must
from msjax._core.op.publish import Array, op, primitive
from msjax.kernels.checks import accept
from msjax.kernels.elementwise.cast import wider


def _check_image(image: jax.Array, amount: jax.Array, arg: str) -> jax.Array:
    """The image in float32."""
    accept(image, "float16 float32 float64", "image")
    accept(amount, "float32", arg)
    if image.ndim < 3:
        raise ValueError(must("image", "of rank 3 or more", f"rank {image.ndim}"))
    if image.shape[-1] != 3:
        raise ValueError(must("image", "of 3 channels", f"shape {image.shape}"))
    if amount.ndim:
        raise ValueError(must(arg, "0-d", f"shape {amount.shape}"))
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


@primitive("AdjustHue", counts="all")
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
    rgb = _check_image(image, delta, "delta")
    hue, high, low = _hue(rgb)
    return _colour((hue + delta * 6) % 6, high, low).astype(image.dtype)


@primitive("AdjustSaturation", counts="all")
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
    rgb = _check_image(image, scale, "scale")
    hue, high, low = _hue(rgb)
    lit = high > 0
    saturation = jnp.where(lit, (high - low) / jnp.where(lit, high, jnp.ones_like(high)), 0)
    saturation = jnp.clip(saturation * scale, 0, 1)
    return _colour(hue, high, high * (1 - saturation)).astype(image.dtype)


def _channels(images: jax.Array) -> list[jax.Array]:
    accept(images, "float16 float32 float64", "x")
    if images.ndim != 4 or images.shape[-1] != 3:
        raise ValueError(must("x", "of shape (N, H, W, 3)", images.shape))
    return [wider(images)[..., i] for i in range(3)]


@primitive("RGBToHSV", counts="all")
@op(label="RGBToHSV")
def rgb_to_hsv(images: Array):
    """Hue, saturation and value, all in [0, 1], of red, green and blue.

    Args:
        images: floating Tensor of shape (N, H, W, 3).

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        ValueError: the shape is not as above.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.auto_generate.RGBToHSV()(ms.Tensor([[[[0., 0.5, 0.5]]]])))
        [[[[0.5 1.  0.5]]]]
    """
    r, g, b = _channels(images)
    value = jnp.maximum(jnp.maximum(r, g), b)
    spread = value - jnp.minimum(jnp.minimum(r, g), b)
    flat = spread == 0
    safe = jnp.where(flat, jnp.ones_like(spread), spread)
    saturation = jnp.where(value > 0, spread / jnp.where(value > 0, value, 1), 0)
    sector = jnp.where(
        r == value, (g - b) / safe, jnp.where(g == value, (b - r) / safe + 2, (r - g) / safe + 4)
    )
    hue = jnp.where(flat, 0, sector / 6)
    hue = jnp.where(hue < 0, hue + 1, hue)
    return jnp.stack([hue, saturation, value], -1).astype(images.dtype)


@primitive("HSVToRGB", counts="all")
@op(label="HSVToRGB")
def hsv_to_rgb(x: Array):
    """Red, green and blue of hue, saturation and value, all in [0, 1].

    Args:
        x: floating Tensor of shape (N, H, W, 3).

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        ValueError: the shape is not as above.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.HSVToRGB()(ms.Tensor([[[[0.5, 1., 0.5]]]])))
        [[[[0.  0.5 0.5]]]]
    """
    h, s, v = _channels(x)
    colours = [
        v * (1 - s * jnp.clip(1 - (jnp.abs((h * 6 + turn) % 6 - 3) - 1), 0, 1))
        for turn in (0.0, 4.0, 2.0)
    ]
    return jnp.stack(colours, -1).astype(x.dtype)
