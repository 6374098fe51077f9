"""Sampling images and volumes at arbitrary places; grids of affine maps."""

from __future__ import annotations

import itertools
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import among, of_types, string
from msjax._core.base.errors import describe, must
from msjax._core.op.publish import Array, op, primitive
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.attributes import stored
from msjax.kernels.checks import accept, check_rank, of_dtype
from msjax.kernels.elementwise.cast import wider

_MODES = {"bilinear": 0, "nearest": 1}  # with the numbers that MindSpore stores
_PADDINGS = {"zeros": 0, "border": 1, "reflection": 2}


def _check_size(theta: jax.Array, size: Any) -> tuple[int, ...]:
    if not isinstance(size, tuple) or not all(isinstance(n, int) for n in size):
        raise TypeError(must("output_size", "a tuple of ints", describe(size)))
    if len(size) not in (4, 5):
        raise ValueError(must("output_size", "of 4 or 5 ints", size))
    spatial = len(size) - 2
    if theta.shape != (size[0], spatial, spatial + 1):
        shape = f"of shape {(size[0], spatial, spatial + 1)}"
        raise ValueError(must("theta", shape, theta.shape))
    return size


def _affine_grid(theta: jax.Array, size: Any, align_corners: bool) -> jax.Array:
    accept(theta, "float16 float32 float64 bfloat16", "theta")
    size = _check_size(theta, size)
    matrix = wider(theta)
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


@op(
    "ops.affine_grid",
    label="AffineGrid",
    accepts={
        "theta": "Tensor[float16 float32]",
        "size": "tuple[int] Tensor",
        "align_corners": "bool",
    },
)
def affine_grid(theta: Array, size: tuple[int, ...] | Tensor, align_corners: bool = False):
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


@primitive(
    "AffineGrid",
    check=of_types(align_corners=bool),
    accepts={"theta": "Tensor[float16 float32]", "output_size": "tuple[int] Tensor"},
    counts="all",
    align_corners=False,
)
@op(label="AffineGrid")
def affine_grid_primitive(
    theta: Array, output_size: tuple[int, ...] | Tensor, align_corners: bool = False
):
    """Places that affine maps send a regular grid to, as `ops.affine_grid`.

    Args:
        theta: the maps, Float16 or Float32 Tensor of shape (N, 2, 3) or (N, 3, 4).
        output_size: size of the images to sample, (N, C, H, W) or (N, C, D, H, W).
        align_corners: whether -1 and 1 are the centres of the corner pixels instead of their edges;
            given to the constructor.

    Returns:
        Tensor of shape (N, H, W, 2) or (N, D, H, W, 3).

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> theta = ms.Tensor([[[1., 0., 0.], [0., 1., 0.]]])
        >>> print(ms.ops.AffineGrid()(theta, (1, 1, 1, 2)))
        [[[[-0.5  0. ]
           [ 0.5  0. ]]]]
    """
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
    x: jax.Array, grid: jax.Array, mode: Any, padding: Any, align_corners: Any
) -> jax.Array:
    _check_modes(mode, padding, align_corners)
    accept(x, "f", "input")
    spatial = x.ndim - 2
    if spatial not in (2, 3) or grid.ndim != x.ndim:
        raise ValueError(must("grid", f"of rank {x.ndim}", f"rank {grid.ndim}"))
    of_dtype("grid", grid, x.dtype)
    if grid.shape[0] != x.shape[0] or grid.shape[-1] != spatial:
        raise ValueError(must("grid", f"of shape ({x.shape[0]}, ..., {spatial})", grid.shape))
    align = bool(align_corners)
    sizes = x.shape[2:]
    if 0 in sizes:  # nothing to see
        return jnp.zeros((*x.shape[:2], *grid.shape[1:-1]), x.dtype)
    image, places = jnp.moveaxis(wider(x), 1, -1), wider(grid)
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


def _check_modes(mode: Any, padding: Any, align_corners: Any) -> None:
    for arg, value in (("mode", mode), ("padding_mode", padding)):
        string(arg, value)
    among("mode", mode, _MODES)
    among("padding_mode", padding, _PADDINGS)
    if align_corners is not None and not isinstance(align_corners, bool):
        raise TypeError(must("align_corners", "bool", describe(align_corners)))


@op(
    "ops.grid_sample",
    "mint.nn.functional.grid_sample",
    label="grid_sample",
    accepts={"ops.grid_sample.align_corners": "bool None"},
    amp="widest",
    formerly={"ops.grid_sample": "input_x=input interpolation_mode=mode"},
)
def grid_sample(
    input: Array,
    grid: Array,
    mode: str = "bilinear",
    padding_mode: str = "zeros",
    align_corners: bool | None = None,
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
    return _sample(input, grid, mode, padding_mode, align_corners)


def _check_sampler() -> Any:
    def check(interpolation_mode: Any, padding_mode: Any, align_corners: Any) -> None:
        _check_modes(interpolation_mode, padding_mode, align_corners)

    return check


@primitive(
    "GridSampler2D",
    check=_check_sampler(),
    normal=stored(interpolation_mode=_MODES, padding_mode=_PADDINGS),
    accepts={"align_corners": "bool"},
    interpolation_mode="bilinear",
    padding_mode="zeros",
    align_corners=False,
)
@op(label="GridSampler2D", amp="widest")
def grid_sampler_2d(
    input_x: Array,
    grid: Array,
    interpolation_mode: str = "bilinear",
    padding_mode: str = "zeros",
    align_corners: bool = False,
):
    """Values of images at the places of a grid, as `ops.grid_sample`.

    Args:
        input_x: floating Tensor of shape (N, C, H, W).
        grid: places (x, y) in [-1, 1], Tensor of shape (N, H', W', 2) and the same dtype.
        interpolation_mode: "bilinear" or "nearest". Given to the constructor, as are those below.
        padding_mode: what lies outside: "zeros", the nearest pixel ("border") or its "reflection".
        align_corners: whether -1 and 1 are the centres of the corner pixels instead of their edges.

    Returns:
        Tensor of shape (N, C, H', W').

    Raises:
        TypeError: the dtypes differ.
        ValueError: a shape or a mode is not as above.

    Examples:
        >>> import msjax as ms
        >>> x, grid = ms.Tensor([[[[1., 2.], [3., 4.]]]]), ms.Tensor([[[[0., 0.]]]])
        >>> print(ms.ops.auto_generate.GridSampler2D()(x, grid))
        [[[[2.5]]]]
    """
    check_rank(input_x, 4, "input_x")
    return _sample(input_x, grid, interpolation_mode, padding_mode, align_corners)


@primitive(
    "GridSampler3D",
    check=_check_sampler(),
    normal=stored(interpolation_mode=_MODES, padding_mode=_PADDINGS),
    accepts={"align_corners": "bool"},
    interpolation_mode="bilinear",
    padding_mode="zeros",
    align_corners=False,
)
@op(label="GridSampler3D", amp="widest")
def grid_sampler_3d(
    input_x: Array,
    grid: Array,
    interpolation_mode: str = "bilinear",
    padding_mode: str = "zeros",
    align_corners: bool = False,
):
    """Values of volumes at the places of a grid, as `ops.grid_sample`.

    Args:
        input_x: floating Tensor of shape (N, C, D, H, W).
        grid: places (x, y, z) in [-1, 1], Tensor of shape (N, D', H', W', 3) and the same dtype.
        interpolation_mode: "bilinear" or "nearest". Given to the constructor, as are those below.
        padding_mode: what lies outside: "zeros", the nearest voxel ("border") or its "reflection".
        align_corners: whether -1 and 1 are the centres of the corner voxels instead of their edges.

    Returns:
        Tensor of shape (N, C, D', H', W').

    Raises:
        TypeError: the dtypes differ.
        ValueError: a shape or a mode is not as above.

    Examples:
        >>> import msjax as ms
        >>> x, grid = ms.Tensor([[[[[1., 2.], [3., 4.]]]]]), ms.ops.zeros((1, 1, 1, 1, 3))
        >>> print(ms.ops.auto_generate.GridSampler3D()(x, grid))
        [[[[[2.5]]]]]
    """
    check_rank(input_x, 5, "input_x")
    return _sample(input_x, grid, interpolation_mode, padding_mode, align_corners)
