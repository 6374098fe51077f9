"""Sampling images and volumes at arbitrary places; grids of affine maps."""

from __future__ import annotations

import itertools
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.errors import describe, must
from msjax._core.op import Array, op
from msjax._core.primitive import primitive
from msjax.ops._accept import accept
from msjax.ops._attributes import stored
from msjax.ops._losses import wide

_MODES = {"bilinear": 0, "nearest": 1}  # with the numbers that MindSpore stores
_PADDINGS = {"zeros": 0, "border": 1, "reflection": 2}


def _check_size(theta: jax.Array, size: Any) -> tuple[int, ...]:
    name = "AffineGrid"
    if not isinstance(size, tuple) or not all(isinstance(n, int) for n in size):
        raise TypeError(must(name, "output_size", "a tuple of ints", describe(size)))
    if len(size) not in (4, 5):
        raise ValueError(must(name, "output_size", "of 4 or 5 ints", size))
    spatial = len(size) - 2
    if theta.shape != (size[0], spatial, spatial + 1):
        shape = f"of shape {(size[0], spatial, spatial + 1)}"
        raise ValueError(must(name, "theta", shape, theta.shape))
    return size


def _affine_grid(theta: jax.Array, size: Any, align_corners: bool) -> jax.Array:
    accept("AffineGrid", theta, "float16 float32 float64 bfloat16", "theta")
    size = _check_size(theta, size)
    matrix = wide(theta)
    axes = []
    for n in size[2:]:
        places = (np.arange(n) * 2 + 1) / n - 1
        if align_corners:
            places = np.linspace(-1, 1, n) if n > 1 else np.zeros(n)
        axes.append(places.astype(matrix.dtype))
    mesh = np.meshgrid(*axes, indexing="ij")[::-1]
    points = np.stack([*mesh, np.ones_like(mesh[0])], -1).reshape(-1, len(axes) + 1)
    precision = jax.lax.Precision.HIGHEST
    grid = jnp.einsum("pj,nij->npi", points, matrix, precision=precision)
    return grid.reshape(size[0], *size[2:], len(axes)).astype(theta.dtype)


@op("ops.affine_grid", label="AffineGrid")
def affine_grid(theta: Array, size, align_corners=False):
    """Places that affine maps send a regular grid to, for `grid_sample`.

    Args:
        theta: the maps, floating Tensor of shape (N, 2, 3) or (N, 3, 4).
        size: size of the images to sample, (N, C, H, W) or (N, C, D, H, W).
        align_corners: whether -1 and 1 are the centres of the corner pixels instead of their edges.

    Returns:
        Tensor of shape (N, H, W, 2) or (N, D, H, W, 3).

    Raises:
        TypeError: `size` is not a tuple of ints.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> theta = ms.Tensor([[[1., 0., 0.], [0., 1., 0.]]])
        >>> print(ms.ops.affine_grid(theta, (1, 1, 1, 2)))
        [[[[-0.5  0. ]
           [ 0.5  0. ]]]]
    """
    return _affine_grid(theta, size, align_corners)


def _check_affine(align_corners: Any) -> None:
    if not isinstance(align_corners, bool):
        raise TypeError(must("AffineGrid", "align_corners", "bool", describe(align_corners)))


@primitive("AffineGrid", check=_check_affine, align_corners=False)
@op(label="AffineGrid")
def affine_grid_primitive(theta: Array, output_size, align_corners=False):
    """Places that affine maps send a regular grid to, as `ops.affine_grid`."""
    return _affine_grid(theta, output_size, align_corners)


def _reflect(x: jax.Array, low: float, high: float) -> jax.Array:
    """Fold coordinates into [low, high] by reflections."""
    span = high - low
    if span <= 0:
        return jnp.zeros_like(x)
    distance = jnp.abs(x - low)
    turns = jnp.floor(distance / span)
    rest = distance - turns * span
    return jnp.where(turns % 2 == 0, rest + low, span - rest + low)


def _clip(x: jax.Array, size: int) -> jax.Array:
    """Clip to the pixels; clipped coordinates, also those just at an edge, have no slope."""
    return jnp.where(x <= 0, 0, jnp.where(x >= size - 1, size - 1, x)).astype(x.dtype)


def _source(x: jax.Array, size: int, padding: str, align: bool) -> jax.Array:
    """Pixel coordinates of places in [-1, 1]."""
    where = (x + 1) / 2 * (size - 1) if align else ((x + 1) * size - 1) / 2
    if padding == "border":
        return _clip(where, size)
    if padding == "reflection":
        low, high = (0.0, size - 1.0) if align else (-0.5, size - 0.5)
        return _clip(_reflect(where, low, high), size)
    return where


def _sample(
    name: str, x: jax.Array, grid: jax.Array, mode: Any, padding: Any, align_corners: Any
) -> jax.Array:
    _check_modes(name, mode, padding, align_corners)
    accept(name, x, "f", "input")
    spatial = x.ndim - 2
    if spatial not in (2, 3) or grid.ndim != x.ndim:
        raise ValueError(must(name, "grid", f"of rank {x.ndim}", f"rank {grid.ndim}"))
    if grid.dtype != x.dtype:
        raise TypeError(must(name, "grid", f"of dtype {x.dtype}", grid.dtype))
    if grid.shape[0] != x.shape[0] or grid.shape[-1] != spatial:
        raise ValueError(must(name, "grid", f"of shape ({x.shape[0]}, ..., {spatial})", grid.shape))
    align = bool(align_corners)
    sizes = x.shape[2:]
    if 0 in sizes:  # nothing to see
        return jnp.zeros((*x.shape[:2], *grid.shape[1:-1]), x.dtype)
    image, places = jnp.moveaxis(wide(x), 1, -1), wide(grid)
    # The last grid coordinate belongs to the first spatial axis.
    where = [_source(places[..., spatial - 1 - i], n, padding, align) for i, n in enumerate(sizes)]
    batch = jnp.arange(x.shape[0]).reshape(-1, *([1] * spatial))

    def at(index: list[jax.Array]) -> jax.Array:
        """Pixels at integer coordinates, zeros outside."""
        inside = jnp.ones(index[0].shape, np.bool_)
        for i, n in zip(index, sizes, strict=True):
            inside &= (i >= 0) & (i < n)
        clipped = [jnp.clip(i, 0, n - 1) for i, n in zip(index, sizes, strict=True)]
        return jnp.where(inside[..., None], image[(batch, *clipped)], 0)

    if mode == "nearest":
        result = at([jnp.rint(w).astype(np.int32) for w in where])
    else:
        low = [jnp.floor(w) for w in where]
        parts = [w - jax.lax.stop_gradient(f) for w, f in zip(where, low, strict=True)]
        base = [f.astype(np.int32) for f in low]
        result: Any = 0
        for corner in itertools.product((0, 1), repeat=spatial):
            weight: Any = 1
            for c, part in zip(corner, parts, strict=True):
                weight = weight * (part if c else 1 - part)
            result = (
                result + at([b + c for b, c in zip(base, corner, strict=True)]) * weight[..., None]
            )
    return jnp.moveaxis(result, -1, 1).astype(x.dtype)


def _check_modes(name: str, mode: Any, padding: Any, align_corners: Any) -> None:
    for arg, value in (("mode", mode), ("padding_mode", padding)):
        if not isinstance(value, str):
            raise TypeError(must(name, arg, "str", describe(value)))
    if mode not in _MODES:
        raise ValueError(must(name, "mode", f"in {list(_MODES)}", mode))
    if padding not in _PADDINGS:
        raise ValueError(must(name, "padding_mode", f"in {list(_PADDINGS)}", padding))
    if align_corners is not None and not isinstance(align_corners, bool):
        raise TypeError(must(name, "align_corners", "bool", describe(align_corners)))


@op("ops.grid_sample", "mint.nn.functional.grid_sample", label="grid_sample")
def grid_sample(
    input: Array, grid: Array, mode="bilinear", padding_mode="zeros", align_corners=None
):
    """Values of images or volumes at the places of a grid.

    Args:
        input: floating Tensor of shape (N, C, H, W) or (N, C, D, H, W).
        grid: places (x, y) or (x, y, z) in [-1, 1], Tensor of shape (N, H', W', 2) or
            (N, D', H', W', 3) and the same dtype.
        mode: "bilinear" or "nearest".
        padding_mode: what lies outside: "zeros", the nearest pixel ("border") or its "reflection".
        align_corners: whether -1 and 1 are the centres of the corner pixels instead of their edges.

    Returns:
        Tensor of shape (N, C, H', W') or (N, C, D', H', W').

    Raises:
        TypeError: the dtypes differ.
        ValueError: a shape or a mode is not as above.

    Examples:
        >>> import msjax as ms
        >>> x, grid = ms.Tensor([[[[1., 2.], [3., 4.]]]]), ms.Tensor([[[[0., 0.]]]])
        >>> print(ms.ops.grid_sample(x, grid))
        [[[[2.5]]]]
    """
    return _sample("grid_sample", input, grid, mode, padding_mode, align_corners)


def _check_sampler(name: str) -> Any:
    def check(interpolation_mode: Any, padding_mode: Any, align_corners: Any) -> None:
        _check_modes(name, interpolation_mode, padding_mode, align_corners)

    return check


@primitive(
    "GridSampler2D",
    check=_check_sampler("GridSampler2D"),
    normal=stored("GridSampler2D", interpolation_mode=_MODES, padding_mode=_PADDINGS),
    interpolation_mode="bilinear",
    padding_mode="zeros",
    align_corners=False,
)
@op(label="GridSampler2D")
def grid_sampler_2d(
    input_x: Array,
    grid: Array,
    interpolation_mode="bilinear",
    padding_mode="zeros",
    align_corners=False,
):
    """Values of images at the places of a grid, as `ops.grid_sample`."""
    if input_x.ndim != 4:
        raise ValueError(must("GridSampler2D", "input_x", "of rank 4", f"rank {input_x.ndim}"))
    return _sample("GridSampler2D", input_x, grid, interpolation_mode, padding_mode, align_corners)


@primitive(
    "GridSampler3D",
    check=_check_sampler("GridSampler3D"),
    normal=stored("GridSampler3D", interpolation_mode=_MODES, padding_mode=_PADDINGS),
    interpolation_mode="bilinear",
    padding_mode="zeros",
    align_corners=False,
)
@op(label="GridSampler3D")
def grid_sampler_3d(
    input_x: Array,
    grid: Array,
    interpolation_mode="bilinear",
    padding_mode="zeros",
    align_corners=False,
):
    """Values of volumes at the places of a grid, as `ops.grid_sample`."""
    if input_x.ndim != 5:
        raise ValueError(must("GridSampler3D", "input_x", "of rank 5", f"rank {input_x.ndim}"))
    return _sample("GridSampler3D", input_x, grid, interpolation_mode, padding_mode, align_corners)


def _channels(name: str, images: jax.Array) -> list[jax.Array]:
    accept(name, images, "float16 float32 float64", "x")
    if images.ndim != 4 or images.shape[-1] != 3:
        raise ValueError(must(name, "x", "of shape (N, H, W, 3)", images.shape))
    return [wide(images)[..., i] for i in range(3)]


@primitive("RGBToHSV")
@op(label="RGBToHSV")
def rgb_to_hsv(images: Array):
    """Hue, saturation and value, all in [0, 1], of red, green and blue.

    Args:
        images: floating Tensor of shape (N, H, W, 3).

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        ValueError: the shape is not as above.
    """
    r, g, b = _channels("RGBToHSV", images)
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


@primitive("HSVToRGB")
@op(label="HSVToRGB")
def hsv_to_rgb(x: Array):
    """Red, green and blue of hue, saturation and value, all in [0, 1].

    Args:
        x: floating Tensor of shape (N, H, W, 3).

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        ValueError: the shape is not as above.
    """
    h, s, v = _channels("HSVToRGB", x)
    colours = [
        v * (1 - s * jnp.clip(1 - (jnp.abs((h * 6 + turn) % 6 - 3) - 1), 0, 1))
        for turn in (0.0, 4.0, 2.0)
    ]
    return jnp.stack(colours, -1).astype(x.dtype)
