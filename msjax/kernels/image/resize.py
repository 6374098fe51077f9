"""Resizing along spatial axes: nearest, linear, cubic and area sampling."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import positive
from msjax._core.base.errors import Clause, describe, must
from msjax._core.op.primitive import REQUIRED
from msjax._core.op.publish import Array, op, primitive
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.attributes import stored
from msjax.kernels.checks import accept, check_rank
from msjax.kernels.elementwise.cast import wider

_HALF = np.float32(0.5)


def _scale(size: int, out: int, align: bool, kind: Any = np.float32) -> Any:
    """Input steps per output step, as a rule in single precision as the reference kernels do."""
    if align and out > 1:
        return kind(size - 1) / kind(out - 1)
    return kind(size) / kind(out)


def _positions(
    size: int, out: int, align: bool, centers: bool, scale: Any = None, kind: Any = np.float32
) -> np.ndarray:
    """Where each output element lies on the input axis."""
    if scale is None or align:
        step = _scale(size, out, align, kind)
    elif kind is np.float32:
        step = kind(scale)
    else:
        step = 1 / kind(np.float32(1 / scale))  # the factor is kept in single precision
    index = np.arange(out, dtype=kind)
    return (index + _HALF) * step - _HALF if centers else index * step


def nearest_axis(
    x: jax.Array,
    axis: int,
    out: int,
    align: bool = False,
    centers: bool = False,
    scale: Any = None,
) -> jax.Array:
    """Resize one axis by taking the nearest element (the lower one unless told otherwise)."""
    size = x.shape[axis]
    if size == out and scale is None:
        return x
    if out % size == 0 and not align and scale is None:
        # Whole repeats: a broadcast, whose gradient is a plain sum.
        axis %= x.ndim
        shape = (*x.shape[: axis + 1], out // size, *x.shape[axis + 1 :])
        spread = jnp.broadcast_to(jnp.expand_dims(x, axis + 1), shape)
        return spread.reshape(*x.shape[:axis], out, *x.shape[axis + 1 :])
    step = _scale(size, out, align) if scale is None else np.float32(scale)
    index = np.arange(out, dtype=np.float32)
    if centers:
        where = np.floor((index + _HALF) * step)
    elif align:
        where = np.floor(index * step + _HALF)
    else:
        where = np.floor(index * step)
    return jnp.take(x, np.clip(where.astype(np.int32), 0, size - 1), axis)


def linear_axis(
    x: jax.Array,
    axis: int,
    out: int,
    align: bool = False,
    centers: bool = False,
    scale: Any = None,
    exact: bool = False,
) -> jax.Array:
    """Resize one axis by linear interpolation; `exact`: Float64 elements get Float64 weights."""
    size = x.shape[axis]
    if size == out and scale is None:
        return x
    kind = np.float64 if exact and x.dtype == np.float64 else np.float32
    where = np.maximum(_positions(size, out, align, centers, scale, kind), 0)
    low = np.minimum(np.floor(where).astype(np.int32), size - 1)
    high = np.minimum(low + 1, size - 1)
    part = jnp.asarray(_along(where - low, axis, x.ndim), x.dtype)
    first, second = jnp.take(x, low, axis), jnp.take(x, high, axis)
    return first + (second - first) * part


def _along(values: np.ndarray, axis: int, rank: int) -> np.ndarray:
    return values.reshape([-1 if i == axis % rank else 1 for i in range(rank)])


def _weighted(x: jax.Array, axis: int, taps: Sequence[tuple[np.ndarray, np.ndarray]]) -> jax.Array:
    """Sum of the elements at each tap's indices times the tap's weights."""
    total: Any = 0
    for index, weight in taps:
        part = jnp.asarray(_along(np.asarray(weight, np.float32), axis, x.ndim), x.dtype)
        total = total + jnp.take(x, index, axis) * part
    return total


def _cubic_weights(t: np.ndarray, a: float) -> list[np.ndarray]:
    def near(d: np.ndarray) -> np.ndarray:
        return ((a + 2) * d - (a + 3)) * d * d + 1

    def far(d: np.ndarray) -> np.ndarray:
        return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a

    return [far(t + 1), near(t), near(1 - t), far(2 - t)]


def cubic_axis(
    x: jax.Array, axis: int, out: int, align: bool, centers: bool, scale: Any = None
) -> jax.Array:
    """Resize one axis by cubic convolution with a = -0.75; edges repeat."""
    size = x.shape[axis]
    where = _positions(size, out, align, centers, scale)
    base = np.floor(where).astype(np.int32)
    weights = _cubic_weights((where - base).astype(np.float64), -0.75)
    taps = [(np.clip(base + i - 1, 0, size - 1), w) for i, w in enumerate(weights)]
    return _weighted(x, axis, taps)


def table_cubic_axis(x: jax.Array, axis: int, out: int, align: bool, centers: bool) -> jax.Array:
    """Cubic convolution with fractions in 1024ths; with `centers` a = -0.5 and no edge repeats."""
    size = x.shape[axis]
    where = _positions(size, out, align, centers)
    base = np.floor(where).astype(np.int32)
    fraction = np.rint((where - base) * np.float32(1024)) / 1024
    weights = _cubic_weights(fraction, -0.5 if centers else -0.75)
    indices = [base + i - 1 for i in range(4)]
    if centers:
        weights = [
            np.where((i >= 0) & (i < size), w, 0) for i, w in zip(indices, weights, strict=True)
        ]
        total = sum(weights)
        weights = [w / total for w in weights]
    taps = [(np.clip(i, 0, size - 1), w) for i, w in zip(indices, weights, strict=True)]
    return _weighted(x, axis, taps)


def area_axis(x: jax.Array, axis: int, out: int) -> jax.Array:
    """Resize one axis to the means of windows that cover it."""
    size = x.shape[axis]
    if size == out:
        return x
    starts = [i * size // out for i in range(out)]
    ends = [-(-(i + 1) * size // out) for i in range(out)]
    matrix = np.zeros((out, size))
    for i, (start, end) in enumerate(zip(starts, ends, strict=True)):
        matrix[i, start:end] = 1 / (end - start)
    return _times(x, axis, matrix)


def _times(x: jax.Array, axis: int, matrix: np.ndarray) -> jax.Array:
    moved = jnp.moveaxis(x, axis, -1)
    weights = jnp.asarray(matrix, x.dtype)
    result = jnp.matmul(moved, weights.T, precision=jax.lax.Precision.HIGHEST)
    return jnp.moveaxis(result, -1, axis)


def _each(x: jax.Array, axes: Sequence[int], sizes: Sequence[int], resize: Any) -> jax.Array:
    """Resize several axes of a half- or single-precision array, computing in float32."""
    result = wider(x)
    for axis, size in zip(axes, sizes, strict=True):
        result = resize(result, axis, size)
    return result.astype(x.dtype)


def _check_size(size: Any, length: int = 2) -> tuple[int, ...]:
    if not isinstance(size, (tuple, list)):
        raise TypeError(must("size", f"a tuple of {length} ints", describe(size)))
    if len(size) != length:
        raise ValueError(must("size", f"a tuple of {length} ints", size))
    for s in size:
        if isinstance(s, bool) or not isinstance(s, int):
            raise TypeError(must("size", "ints", describe(s)))
        positive("size", s)
    return tuple(size)


def _check_corners(align: bool, centers: bool) -> None:
    if align and centers:
        text = "false when 'align_corners' is true"
        raise ValueError(must("half_pixel_centers", text, centers))


_NEAREST = "f int32 int64 uint8 int8 int16"


def _check_nearest(size: Any, align_corners: Any, half_pixel_centers: Any) -> None:
    if not isinstance(size, (tuple, list)):
        raise TypeError(must("size", "a tuple of ints", describe(size)))


@primitive(
    "ResizeNearestNeighbor",
    check=_check_nearest,
    normal=stored(size=tuple),
    accepts={"size": "tuple[int] list", "align_corners": "bool"},
    size=REQUIRED,
    align_corners=False,
    half_pixel_centers=False,
)
@op(label="ResizeNearestNeighbor")
def resize_nearest_neighbor(
    input_x: Array,
    size: Sequence[int],
    align_corners: bool = False,
    half_pixel_centers: bool = False,
):
    """Resize images by taking the nearest pixel.

    Args:
        input_x: Tensor of shape (N, C, H, W).
        size: the new height and width.
        align_corners: whether the centres of the corner pixels stay in place.
        half_pixel_centers: whether positions are those of pixel centres.

    Returns:
        Tensor of shape (N, C, *size) and the same dtype.

    Raises:
        TypeError: `size` is not a tuple or list.
        ValueError: the rank is not 4.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[[[1., 2.], [3., 4.]]]])
        >>> print(ms.ops.ResizeNearestNeighbor((1, 4))(x))
        [[[[1. 1. 2. 2.]]]]
    """
    accept(input_x, _NEAREST, "input_x")
    check_rank(input_x, 4, "image")
    height, width = _check_size(size)
    for axis, out in ((2, height), (3, width)):
        input_x = nearest_axis(input_x, axis, out, align_corners, half_pixel_centers)
    return input_x


@primitive(
    "ResizeNearestNeighborV2",
    accepts={
        "size": "tuple[int] list Tensor",
        "align_corners": "bool",
        "half_pixel_centers": "bool",
    },
    align_corners=False,
    half_pixel_centers=False,
)
@op(label="ResizeNearestNeighborV2")
def resize_nearest_neighbor_v2(
    image: Array,
    size: Sequence[int] | Tensor,
    align_corners: bool = False,
    half_pixel_centers: bool = False,
):
    """Resize images by taking the nearest pixel, to a size given with the images.

    Args:
        image: Tensor of shape (N, C, H, W).
        size: the new height and width, a tuple or a Tensor.
        align_corners: whether the centres of the corner pixels stay in place.
        half_pixel_centers: whether positions are those of pixel centres; not with `align_corners`.

    Returns:
        Tensor of shape (N, C, *size) and the same dtype.

    Raises:
        ValueError: the rank is not 4, both options are set.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.ResizeNearestNeighborV2()(ms.Tensor([[[[1., 2.]]]]), (1, 4)))
        [[[[1. 1. 2. 2.]]]]
    """
    _check_corners(align_corners, half_pixel_centers)
    accept(image, _NEAREST, "image")
    check_rank(image, 4, "image")
    height, width = _check_size(size)
    for axis, out in ((2, height), (3, width)):
        image = nearest_axis(image, axis, out, align_corners, half_pixel_centers)
    return image


@primitive(
    "ResizeBilinearV2",
    accepts={
        "size": "tuple[int] list Tensor",
        "align_corners": "bool",
        "half_pixel_centers": "bool",
    },
    align_corners=False,
    half_pixel_centers=False,
)
@op(label="ResizeBilinearV2")
def resize_bilinear_v2(
    image: Array,
    size: Sequence[int] | Tensor,
    align_corners: bool = False,
    half_pixel_centers: bool = False,
):
    """Resize images by bilinear interpolation.

    Args:
        image: floating Tensor of shape (N, C, H, W).
        size: the new height and width, a tuple or a Tensor.
        align_corners: whether the centres of the corner pixels stay in place.
        half_pixel_centers: whether positions are those of pixel centres; not with `align_corners`.

    Returns:
        Tensor of shape (N, C, *size) and the same dtype.

    Raises:
        TypeError: `image` is not floating.
        ValueError: the rank is not 4, a size is not positive, both options are set.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[[[1., 2.]]]])
        >>> print(ms.ops.ResizeBilinearV2(align_corners=True)(x, (1, 3)))
        [[[[1.  1.5 2. ]]]]
    """
    _check_corners(align_corners, half_pixel_centers)
    accept(image, "f", "image")
    check_rank(image, 4, "image")
    sizes = _check_size(size)

    def resize(x: jax.Array, axis: int, out: int) -> jax.Array:
        return linear_axis(x, axis, out, align_corners, half_pixel_centers)

    return _each(image, (2, 3), sizes, resize)


@primitive("ResizeBilinear", size=REQUIRED, align_corners=False, half_pixel_centers=False)
@op(label="ResizeBilinear")
def resize_bilinear(
    x: Array, size: Sequence[int], align_corners: bool = False, half_pixel_centers: bool = False
):
    """Resize images by bilinear interpolation to a fixed size; former form of `ResizeBilinearV2`.

    Args:
        x: floating Tensor of shape (N, C, H, W).
        size: the new height and width.
        align_corners: whether the centres of the corner pixels stay in place.
        half_pixel_centers: whether positions are those of pixel centres; not with `align_corners`.

    Returns:
        Tensor of shape (N, C, *size) and the same dtype.

    Raises:
        TypeError: `x` is not floating-point, or `size` not a tuple or list of ints.
        ValueError: `x` is not of rank 4, or both bools are True.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.ResizeBilinear((1, 3), align_corners=True)(ms.Tensor([[[[1., 2.]]]])))
        [[[[1.  1.5 2. ]]]]
    """
    return resize_bilinear_v2(x, size, align_corners, half_pixel_centers)


@primitive(
    "ResizeBicubic",
    accepts={
        "size": "tuple[int] list Tensor",
        "align_corners": "bool",
        "half_pixel_centers": "bool",
    },
    align_corners=False,
    half_pixel_centers=False,
)
@op(label="ResizeBicubic")
def resize_bicubic(
    image: Array,
    size: Sequence[int] | Tensor,
    align_corners: bool = False,
    half_pixel_centers: bool = False,
):
    """Resize images by bicubic interpolation.

    Args:
        image: floating Tensor of shape (N, C, H, W).
        size: the new height and width, a tuple or a Tensor.
        align_corners: whether the centres of the corner pixels stay in place.
        half_pixel_centers: whether positions are those of pixel centres; not with `align_corners`.

    Returns:
        Tensor of shape (N, C, *size) and the same dtype.

    Raises:
        TypeError: `image` is not floating.
        ValueError: the rank is not 4, a size is not positive, both options are set.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.ResizeBicubic()(ms.Tensor([[[[1., 1.]]]]), (1, 3)))
        [[[[1. 1. 1.]]]]
    """
    _check_corners(align_corners, half_pixel_centers)
    accept(image, "f", "image")
    check_rank(image, 4, "image")
    sizes = _check_size(size)

    def resize(x: jax.Array, axis: int, out: int) -> jax.Array:
        return table_cubic_axis(x, axis, out, align_corners, half_pixel_centers)

    return _each(image, (2, 3), sizes, resize)


_TRANSFORMATIONS = {"align_corners": 1, "half_pixel": 2}


def _check_linear_1d(coordinate_transformation_mode: Any) -> None:
    if coordinate_transformation_mode not in ("align_corners", "half_pixel"):
        text = "'align_corners' or 'half_pixel'"
        raise ValueError(
            must(
                "coordinate_transformation_mode",
                text,
                coordinate_transformation_mode,
            )
        )


@primitive(
    "ResizeLinear1D",
    check=_check_linear_1d,
    normal=stored(coordinate_transformation_mode=_TRANSFORMATIONS),
    accepts={"coordinate_transformation_mode": "str"},
    coordinate_transformation_mode="align_corners",
)
@op(label="ResizeLinear1D")
def resize_linear_1d(
    x: Array, size: tuple[Any, ...] | Tensor, coordinate_transformation_mode: str = "align_corners"
):
    """Resize sequences by linear interpolation.

    Args:
        x: floating Tensor of shape (N, C, W).
        size: the new width, a tuple or Tensor of one int.
        coordinate_transformation_mode: "align_corners" or "half_pixel".

    Returns:
        Tensor of shape (N, C, *size) and the same dtype.

    Raises:
        TypeError: another dtype.
        ValueError: another rank, or a size is not positive.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.ResizeLinear1D()(ms.Tensor([[[1., 2.]]]), ms.Tensor([3], ms.int32)))
        [[[1.  1.5 2. ]]]
    """
    accept(x, "f", "x")
    check_rank(x, 3, "x")
    align = coordinate_transformation_mode == "align_corners"

    def resize(y: jax.Array, axis: int, out: int) -> jax.Array:
        return linear_axis(y, axis, out, align, not align, exact=True)

    return _each(x, (2,), _check_size(size, 1), resize)


def _area_matrix(size: int, out: int, align: bool) -> np.ndarray:
    scale = _scale(size, out, align)
    matrix = np.zeros((out, size), np.float32)
    for i in range(out):
        start, end = np.float32(i) * scale, np.float32(i + 1) * scale
        for j in range(int(np.floor(start)), int(np.ceil(end))):
            covered = min(np.float32(j + 1), end) - max(np.float32(j), start)
            matrix[i, min(j, size - 1)] += covered / scale
    return matrix


@primitive(
    "ResizeArea",
    accepts={"size": "Tensor[int32]", "align_corners": "bool"},
    counts="all",
    align_corners=False,
)
@op(label="ResizeArea")
def resize_area(images: Array, size: Tensor, align_corners: bool = False):
    """Resize images to the means of the areas that the new pixels cover.

    Args:
        images: Tensor of shape (N, H, W, C).
        size: the new height and width, a tuple or a Tensor.
        align_corners: whether the centres of the corner pixels stay in place.

    Returns:
        Float32 Tensor of shape (N, *size, C).

    Raises:
        TypeError: another dtype.
        ValueError: another rank, or a size is not positive.

    Examples:
        >>> import msjax as ms
        >>> images = ms.Tensor([1., 3., 5., 7.]).reshape(1, 1, 4, 1)
        >>> print(ms.ops.ResizeArea()(images, ms.Tensor([1, 2], ms.int32)).reshape(2))
        [2. 6.]
    """
    accept(images, "iuf", "images")
    check_rank(images, 4, "images")
    x = images.astype(np.float32)
    for axis, out in zip((1, 2), _check_size(size), strict=True):
        x = _times(x, axis, _area_matrix(x.shape[axis], out, align_corners))
    return x


def _volume_sizes(x: jax.Array, output_size: Any, scales: Any) -> tuple:
    """New sizes and steps of a volume, from exactly one of `output_size` and `scales`."""
    accept(x, "f", "x")
    check_rank(x, 5, "x")
    if (output_size is None) == (scales is None):
        raise ValueError(Clause("give either 'output_size' or 'scales'."))
    if output_size is not None:
        return _check_size(output_size, 3), (None,) * 3
    if len(scales) != 3 or min(scales) <= 0:
        raise ValueError(must("scales", "3 positive floats", scales))
    sizes = tuple(int(np.floor(n * s)) for n, s in zip(x.shape[2:], scales, strict=True))
    return sizes, tuple(1 / s for s in scales)


@primitive(
    "UpsampleNearest3D",
    formerly="output_size scales",
    accepts={"output_size": "tuple list None", "scales": "tuple list[float] Tensor ndarray None"},
)
@op(label="UpsampleNearest3D")
def upsample_nearest_3d(
    x: Array,
    output_size: Sequence[Any] | None = None,
    scales: Sequence[float] | Tensor | None = None,
):
    """Resize volumes by taking the nearest voxel.

    Args:
        x: floating Tensor of shape (N, C, D, H, W).
        output_size: the three new sizes; or
        scales: three factors.

    Returns:
        Tensor of shape (N, C, *sizes) and the same dtype.

    Raises:
        ValueError: the rank is not 5, or both or none of the sizes are given.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.UpsampleNearest3D()(ms.Tensor([[[[[1., 2.]]]]]), (1, 1, 4), None))
        [[[[[1. 1. 2. 2.]]]]]
    """
    sizes, steps = _volume_sizes(x, output_size, scales)
    for axis, size, step in zip((2, 3, 4), sizes, steps, strict=True):
        x = nearest_axis(x, axis, size, scale=step)
    return x


@primitive(
    "UpsampleTrilinear3D",
    formerly="output_size scales",
    accepts={
        "output_size": "tuple list None",
        "scales": "tuple list[float] Tensor ndarray None",
        "align_corners": "bool",
    },
    align_corners=False,
)
@op(label="UpsampleTrilinear3D")
def upsample_trilinear_3d(
    x: Array,
    output_size: Sequence[Any] | None = None,
    scales: Sequence[float] | Tensor | None = None,
    align_corners: bool = False,
):
    """Resize volumes by trilinear interpolation.

    Args:
        x: floating Tensor of shape (N, C, D, H, W).
        output_size: the three new sizes; or
        scales: three factors.
        align_corners: whether the centres of the corner voxels stay in place.

    Returns:
        Tensor of shape (N, C, *sizes) and the same dtype.

    Raises:
        ValueError: the rank is not 5, or both or none of the sizes are given.

    Examples:
        >>> import msjax as ms
        >>> resize = ms.ops.UpsampleTrilinear3D(align_corners=True)
        >>> print(resize(ms.Tensor([[[[[1., 2.]]]]]), (1, 1, 3), None))
        [[[[[1.  1.5 2. ]]]]]
    """
    sizes, steps = _volume_sizes(x, output_size, scales)
    result = wider(x)
    for axis, size, step in zip((2, 3, 4), sizes, steps, strict=True):
        result = linear_axis(result, axis, size, align_corners, not align_corners, step, True)
    return result.astype(x.dtype)
