"""Comparison of images: the kernels of `nn.SSIM` and its neighbours."""

from __future__ import annotations

from collections.abc import Sequence

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.errors import must
from msjax._core.op.publish import Array, Finite, op
from msjax.kernels.checks import check_rank, of_dtype, of_shape


def _check_pair(first: jax.Array, second: jax.Array) -> tuple[jax.Array, jax.Array]:
    for x, arg in ((first, "img1"), (second, "img2")):
        check_rank(x, 4, arg)
    of_dtype("img2", second, first.dtype)
    of_shape("img2", second, first.shape)
    return first.astype(np.float32), second.astype(np.float32)


def _blur(x: jax.Array, window: jax.Array) -> jax.Array:
    """Valid convolution of each channel with one window."""
    n, c, h, w = x.shape
    y = jax.lax.conv_general_dilated(
        x.reshape(n * c, 1, h, w),
        window,
        (1, 1),
        "VALID",
        dimension_numbers=("NCHW", "OIHW", "NCHW"),
        precision=jax.lax.Precision.HIGHEST,
    )
    return y.reshape(n, c, *y.shape[2:])


def _similarities(
    x: jax.Array, y: jax.Array, window: jax.Array, max_val: float, k1: float, k2: float
) -> tuple[jax.Array, jax.Array]:
    """Structural similarity and its contrast part, shape (N, C)."""
    c1, c2 = (k1 * max_val) ** 2, (k2 * max_val) ** 2
    mean_x, mean_y = _blur(x, window), _blur(y, window)
    product, squares = mean_x * mean_y, mean_x * mean_x + mean_y * mean_y
    covariance = _blur(x * y, window) - product
    variances = _blur(x * x + y * y, window) - squares
    contrast = (2 * covariance + c2) / (variances + c2)
    luminance = (2 * product + c1) / (squares + c1)
    return jnp.mean(luminance * contrast, (2, 3)), jnp.mean(contrast, (2, 3))


def _check_window(x: jax.Array, window: jax.Array) -> None:
    if min(x.shape[2:]) < window.shape[-1]:
        text = f"at least {window.shape[-1]} pixels high and wide"
        raise ValueError(must("img1", text, x.shape))


@op(label="SSIM")
def ssim(img1: Array, img2: Array, window: Array, max_val: Finite, k1: Finite, k2: Finite):
    """Structural similarity of each pair of images, shape (N,)."""
    x, y = _check_pair(img1, img2)
    _check_window(x, window)
    return jnp.mean(_similarities(x, y, window, max_val, k1, k2)[0], -1).astype(img1.dtype)


@op(label="MSSSIM")
def ms_ssim(
    img1: Array,
    img2: Array,
    window: Array,
    max_val: Finite,
    k1: Finite,
    k2: Finite,
    power_factors: Sequence[float],
):
    """Structural similarity over several scales of each pair of images, shape (N,)."""
    x, y = _check_pair(img1, img2)
    scores = []
    for level in range(len(power_factors)):
        if level:
            x, y = _halve(x), _halve(y)
        _check_window(x, window)
        similarity, contrast = _similarities(x, y, window, max_val, k1, k2)
        scores.append(similarity if level == len(power_factors) - 1 else contrast)
    powers = np.array(power_factors, np.float32)[:, None, None]
    stacked = jnp.stack(scores)
    positive = stacked > 0
    # The slope of a power at 0 is infinite or NaN: scores that are cut off get none.
    cut = np.where(powers == 0, np.float32(1), np.float32(0))
    parts = jnp.where(positive, jnp.where(positive, stacked, 1) ** powers, cut)
    return jnp.mean(jnp.prod(parts, 0), -1).astype(img1.dtype)


def _halve(x: jax.Array) -> jax.Array:
    """Means of 2 x 2 blocks; incomplete blocks at the edges average what they have."""
    pads = [(0, 0), (0, 0), (0, x.shape[2] % 2), (0, x.shape[3] % 2)]

    def total(v: jax.Array) -> jax.Array:
        v = jnp.pad(v, pads)
        n, c, h, w = v.shape
        return jnp.sum(v.reshape(n, c, h // 2, 2, w // 2, 2), (3, 5))

    return total(x) / total(jnp.ones((1, 1, *x.shape[2:]), x.dtype))


@op(label="PSNR")
def psnr(img1: Array, img2: Array, max_val: Finite):
    """Peak signal to noise ratio in decibels of each pair of images, shape (N,)."""
    x, y = _check_pair(img1, img2)
    error = jnp.mean(jnp.square(x - y), (1, 2, 3))
    return 10 * jnp.log10(max_val**2 / error)
