"""ops.interpolate and its relatives."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
import numpy as np

from msjax._core.base.checks import among, integer, of_type, positive, string
from msjax._core.base.errors import Clause, describe, must
from msjax._core.op.older import Find, bind_older, taking
from msjax._core.op.publish import Array, op
from msjax.kernels.checks import accept
from msjax.kernels.elementwise.cast import wider
from msjax.kernels.image.resize import (
    area_axis,
    cubic_axis,
    linear_axis,
    nearest_axis,
    table_cubic_axis,
)

_RANKS = {
    "nearest": (3, 4, 5),
    "linear": (3,),
    "bilinear": (4,),
    "bicubic": (4,),
    "area": (3, 4, 5),
    "nearest-exact": (3, 4),
    "trilinear": (5,),
}
_ALIGNABLE = ("linear", "bilinear", "bicubic", "trilinear")
# Where MindSpore takes a scale factor as it stands; elsewhere it has to be recomputed from sizes.
_SCALABLE = {("area", 3), ("area", 4), ("area", 5), ("nearest", 5), ("trilinear", 5)}
_WITH_BYTES = "uint8 float16 bfloat16 float32 float64"


def _factors(scale: Any, spatial: int) -> tuple[float, ...]:
    scales = tuple(scale) if isinstance(scale, (tuple, list)) else (scale,) * spatial
    if len(scales) != spatial:
        raise ValueError(must("scale_factor", f"of {spatial} floats", scale))
    for s in scales:
        of_type("scale_factor", s, float)
        if not s > 0:
            raise ValueError(must("scale_factor", "greater than 0", s))
    return scales


def _sizes(size: Any, spatial: int) -> tuple[int, ...]:
    sizes = tuple(size) if isinstance(size, (tuple, list)) else (size,) * spatial
    if len(sizes) != spatial:
        raise ValueError(must("size", f"of {spatial} ints", size))
    for s in sizes:
        integer("size", s)
        positive("size", s)
    return sizes


def _interpolate(
    x: jax.Array,
    size: Any,
    scale_factor: Any,
    mode: Any,
    align_corners: Any,
    recompute: Any,
    any_scale: bool,
) -> jax.Array:
    string("mode", mode)
    among("mode", mode, _RANKS)
    if x.ndim not in _RANKS[mode]:
        raise ValueError(must("input", f"of rank {_RANKS[mode]} for mode '{mode}'", x.ndim))
    if align_corners is not None and not isinstance(align_corners, bool):
        raise TypeError(must("align_corners", "bool", describe(align_corners)))
    if align_corners is not None and mode not in _ALIGNABLE:
        raise ValueError(Clause(f"'align_corners' has no meaning with mode '{mode}'."))
    if size is not None and scale_factor is not None:
        raise ValueError(Clause("'size' and 'scale_factor' exclude each other."))
    if size is None and scale_factor is None:
        raise ValueError(Clause("'size' or 'scale_factor' must be given."))
    if recompute and size is not None:
        text = Clause("'recompute_scale_factor' needs 'scale_factor', not 'size'.")
        raise ValueError(text)
    accept(x, _WITH_BYTES if any_scale and mode == "nearest" else "f")
    spatial = x.ndim - 2
    steps: tuple = (None,) * spatial
    if size is not None:
        sizes = _sizes(size, spatial)
    else:
        factors = _factors(scale_factor, spatial)
        sizes = tuple(
            int(np.floor(np.float32(n) * np.float32(s)))
            for n, s in zip(x.shape[2:], factors, strict=True)
        )
        if not recompute:
            if not any_scale and (mode, x.ndim) not in _SCALABLE:
                raise ValueError(
                    Clause(
                        f"'scale_factor' with mode '{mode}' and rank {x.ndim} needs "
                        "'recompute_scale_factor=True'."
                    )
                )
            steps = tuple(1 / s for s in factors)
    align = bool(align_corners)
    result = wider(x)
    for axis, out, step in zip(range(2, x.ndim), sizes, steps, strict=True):
        if mode == "area":
            result = area_axis(result, axis, out)
        elif mode == "nearest":
            result = nearest_axis(result, axis, out, scale=step)
        elif mode == "nearest-exact":
            result = nearest_axis(result, axis, out, centers=True, scale=step)
        elif mode == "bicubic" and not any_scale:
            result = table_cubic_axis(result, axis, out, align, not align)
        elif mode == "bicubic":
            result = cubic_axis(result, axis, out, align, not align, step)
        else:
            result = linear_axis(result, axis, out, align, not align, step, mode != "bilinear")
    return result.astype(x.dtype)


@taking("x roi scales sizes coordinate_transformation_mode mode")
def _older_interpolate(today: Callable, args: tuple, kwargs: dict[str, Any], resolve: Find) -> Any:
    """1.6 to 2.0.0-alpha: sizes or a scale for each axis, one word for where positions lie."""
    own = {"x", "roi", "scales", "sizes", "coordinate_transformation_mode"}
    positional = len(args) > 3 and not isinstance(args[3], str)
    if not (own & kwargs.keys() or positional):
        return today(*args, **kwargs)
    if "input" in kwargs:
        kwargs["x"] = kwargs.pop("input")
    names = ("x", "roi", "scales", "sizes", "coordinate_transformation_mode", "mode")
    bound = bind_older("interpolate", names, args, kwargs, "x")
    x, scales, sizes = bound["x"], bound.get("scales"), bound.get("sizes")
    if bound.get("roi") is not None:
        raise NotImplementedError("interpolate() had no use for 'roi' in any release.")
    if (scales is None) == (sizes is None):
        raise ValueError(must("scales", "given if and only if 'sizes' is not", (scales, sizes)))
    mode, where = bound.get("mode", "linear"), bound.get(names[4], "align_corners")
    ranks = {"linear": 3, "bilinear": 4}
    if mode not in ranks:
        raise ValueError(must("mode", f"one of {list(ranks)} beside these arguments", mode))
    if where not in ("align_corners", "half_pixel", "asymmetric"):
        raise ValueError(must(names[4], "align_corners, half_pixel or asymmetric", where))
    if x.ndim != ranks[mode]:
        raise ValueError(must("x", f"of rank {ranks[mode]} for the mode {mode}", x.shape))
    if scales is not None:
        if len(scales) != x.ndim or tuple(scales[:2]) != (1, 1) or min(scales) <= 0:
            raise ValueError(must("scales", "positive, one an axis, 1 for the first two", scales))
        sizes = tuple(int(s * n) for s, n in zip(scales[2:], x.shape[2:], strict=True))
    elif len(sizes) != x.ndim - 2:
        raise ValueError(must("sizes", f"of length {x.ndim - 2} for the mode {mode}", sizes))
    if mode == "linear":
        return resolve("ops.ResizeLinear1D")(where)(x, tuple(sizes))
    resize = resolve("ops.ResizeBilinearV2")(where == "align_corners", where == "half_pixel")
    return resize(x, tuple(sizes))


@op(
    "ops.interpolate",
    "ops.upsample",
    label="interpolate",
    accepts={
        "ops.upsample.size": "int tuple[int] list None",
        "ops.upsample.scale_factor": "int float bool str tuple[int float] list Tensor ndarray None",
        "ops.upsample.mode": "str Tensor ndarray !ValueError int float bool tuple list None",
        "ops.upsample.align_corners": "bool None",
        "ops.upsample.recompute_scale_factor": "bool None",
    },
    formerly={"ops.interpolate": _older_interpolate},
)
def interpolate(
    input: Array,
    size: int | Sequence[int] | None = None,
    scale_factor: int | float | Sequence[float] | None = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
):
    """Resize the spatial axes (all but the first two).

    Args:
        input: floating Tensor of rank 3, 4 or 5.
        size: the new sizes, an int or a tuple; or
        scale_factor: a float or a tuple of floats, one for each spatial axis.
        mode: "nearest", "nearest-exact" (rank 3 and 4), "linear" (3), "bilinear" (4),
            "bicubic" (4), "trilinear" (5) or "area".
        align_corners: whether the centres of the corner elements stay in place, for the linear
            and cubic modes.
        recompute_scale_factor: whether positions follow the rounded sizes instead of
            `scale_factor`; must be True with `scale_factor`, except for "area" and for rank 5.

    Returns:
        Tensor of the new sizes and the same dtype.

    Raises:
        TypeError: an argument is of another type.
        ValueError: the mode does not fit the rank or the other options, a size is not positive.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[[1., 2., 3.]]])
        >>> print(ms.ops.interpolate(x, size=6))
        [[[1. 1. 2. 2. 3. 3.]]]
    """
    return _interpolate(
        input,
        size,
        scale_factor,
        mode,
        align_corners,
        recompute_scale_factor,
        any_scale=False,
    )


@op(
    "mint.nn.functional.interpolate",
    label="interpolate",
    accepts={
        "scale_factor": "float tuple list None",
        "mode": "str Tensor ndarray !ValueError int float bool tuple None",
    },
)
def interpolate_ext(
    input: Array,
    size: int | Sequence[int] | None = None,
    scale_factor: int | float | Sequence[Any] | None = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
):
    """Resize the spatial axes, as `ops.interpolate`, with any scale factor in any mode.

    Args:
        input: Tensor of shape (N, C, ...) with one to three spatial axes.
        size: int, or an int for each spatial axis; None with `scale_factor`.
        scale_factor: float, or a float for each spatial axis; None with `size`.
        mode: how values between the elements are found, as for `ops.interpolate`.
        align_corners: whether the centres of the corner elements stay in place.
        recompute_scale_factor: whether the factors are computed again from the rounded sizes.

    Returns:
        Tensor of shape (N, C, *sizes) and the dtype of `input`.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument does not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.functional.interpolate(ms.Tensor([[[1., 2.]]]), size=4))
        [[[1. 1. 2. 2.]]]
    """
    return _interpolate(
        input,
        size,
        _as_floats(scale_factor),
        mode,
        align_corners,
        recompute_scale_factor,
        any_scale=True,
    )


@op(
    "mint.nn.functional.upsample",
    label="upsample",
    accepts={
        "size": "int tuple[int] list None",
        "mode": "str Tensor ndarray !ValueError int float bool tuple None",
    },
)
def upsample_ext(
    input: Array,
    size: int | Sequence[int] | None = None,
    scale_factor: int | float | None = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
):
    """Resize the spatial axes, as `mint.nn.functional.interpolate`.

    Args:
        input: Tensor of shape (N, C, ...) with one to three spatial axes.
        size: int, or an int for each spatial axis; None with `scale_factor`.
        scale_factor: float, or a float for each spatial axis; None with `size`.
        mode: how values between the elements are found, as for `ops.interpolate`.
        align_corners: whether the centres of the corner elements stay in place.

    Returns:
        Tensor of shape (N, C, *sizes) and the dtype of `input`.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument does not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nn.functional.upsample(ms.Tensor([[[1., 2.]]]), scale_factor=2.0))
        [[[1. 1. 2. 2.]]]
    """
    return interpolate_ext(input, size, scale_factor, mode, align_corners)


def _as_floats(scale: Any) -> Any:
    if isinstance(scale, (tuple, list)):
        return tuple(float(s) for s in scale)
    return scale if scale is None else float(scale)


@op(label="Upsample2D")
def upsample2d(
    input: Array,
    size: Sequence[int] | None = None,
    scale_factor: Sequence[float] | None = None,
    mode: str = "nearest",
):
    """Resize images by "nearest" or "bilinear", which leaves the corners in place.

    Args:
        input: Tensor of shape (N, C, H, W); UInt8 is for "nearest" only.
        size: tuple or list of two ints, or None.
        scale_factor: tuple or list of two floats, or None.
        mode: "nearest" or "bilinear".

    Raises:
        TypeError: `size` or `scale_factor` is not a tuple or list.
        ValueError: `input` is not of 4 dimensions, or an argument does not fit.
    """
    for name, value in (("size", size), ("scale_factor", scale_factor)):
        if value is not None:
            of_type(name, value, tuple, list)
    if input.ndim != 4:
        raise ValueError(must("input", "of 4 dimensions", input.ndim))
    align = True if mode == "bilinear" else None
    return _interpolate(input, size, scale_factor, mode, align, None, True)
