"""Spread, medians and quantiles."""

from __future__ import annotations

import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.errors import check_axes, check_axis, must
from msjax._core.op import Array, Value, call, op, public
from msjax._core.primitive import primitive
from msjax._core.tensor import Tensor
from msjax.ops._accept import accept
from msjax.ops._attributes import as_tuple, stored
from msjax.ops.reduction import check_flag, is_float, wider
from msjax.ops.sort import order

# -- variance ------------------------------------------------------------------------------------


def spread(x: jax.Array, axes: Any, ddof: Any, keepdims: bool) -> tuple[jax.Array, jax.Array]:
    """Variance and mean over `axes`, in the dtype that `x` is accumulated in."""
    x = wider(x)
    count = math.prod(x.shape if axes is None else [x.shape[a] for a in axes])
    mean = jnp.mean(x, axes, keepdims=True)
    squares = jnp.sum(jnp.square(x - mean), axes, keepdims=keepdims)
    free = jnp.full((), count - ddof, x.dtype)
    return squares / free, mean if keepdims else mean.reshape(squares.shape)


def _root(x: jax.Array) -> jax.Array:
    """Square root whose derivative at 0 is 0, not infinite."""
    zero = x == 0
    return jnp.where(zero, jnp.zeros_like(x), jnp.sqrt(jnp.where(zero, jnp.ones_like(x), x)))


def _moments(label: str, x: Any, axis: Any, ddof: Any, keepdims: Any) -> tuple:
    accept(label, x, "f")
    check_flag(label, "keepdims", keepdims)
    if not isinstance(ddof, int):
        raise TypeError(must(label, "ddof", "int or bool", repr(ddof)))
    if axis is not None and axis != () and not x.ndim:
        raise ValueError(must(label, "axis", "None for a 0-d Tensor", axis))
    if isinstance(axis, tuple) and len(set(axis)) < len(axis):
        raise ValueError(must(label, "axis", "free of duplicates", axis))
    return spread(x, check_axes(label, axis, x.ndim), int(ddof), keepdims)


@op("ops.var", label="var")
def var(input: Array, axis=None, ddof=0, keepdims=False):
    """Variance of the elements, over all or some axes.

    Args:
        input: floating-point Tensor.
        axis: axis or axes; all of them if None.
        ddof: what is subtracted from the number of elements in the divisor; True is 1.
        keepdims: whether the reduced axes stay, with length 1.

    Returns:
        Tensor of the dtype of `input`.

    Raises:
        TypeError: the input is not of a floating-point dtype, or an argument is of a wrong type.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.var(ms.Tensor([1., 2., 3.]), ddof=1))
        1.0
    """
    return _moments("var", input, axis, ddof, keepdims)[0].astype(input.dtype)


@op("ops.std", label="std")
def std(input: Array, axis=None, ddof=0, keepdims=False):
    """Standard deviation of the elements, over all or some axes; see `ops.var`."""
    return _root(_moments("std", input, axis, ddof, keepdims)[0]).astype(input.dtype)


@op("ops.var_mean", label="var_mean")
def var_mean(input: Array, axis=None, ddof=0, keepdims=False):
    """Variance and mean of the elements, over all or some axes; see `ops.var`."""
    variance, mean = _moments("var_mean", input, axis, ddof, keepdims)
    return variance.astype(input.dtype), mean.astype(input.dtype)


@op("ops.std_mean", label="std_mean")
def std_mean(input: Array, axis=None, ddof=0, keepdims=False):
    """Standard deviation and mean of the elements, over all or some axes; see `ops.var`."""
    variance, mean = _moments("std_mean", input, axis, ddof, keepdims)
    return _root(variance).astype(input.dtype), mean.astype(input.dtype)


@op("mint.var", label="Var")
def var_ext(input: Array, dim=None, *, correction=1, keepdim=False):
    """Variance of the elements, by default divided by their number less 1; see `ops.var`."""
    accept("Var", input, "float16 bfloat16 float32")
    return var(input, dim, correction, keepdim)


@op("mint.std", label="Std")
def std_ext(input: Array, dim=None, *, correction=1, keepdim=False):
    """Standard deviation, by default with the number of elements less 1; see `ops.std`."""
    accept("Std", input, "float16 bfloat16 float32")
    return std(input, dim, correction, keepdim)


@op("mint.var_mean", label="VarMean")
def var_mean_ext(input: Array, dim=None, *, correction=1, keepdim=False):
    """Variance and mean, by default with the number of elements less 1; see `ops.var_mean`."""
    accept("VarMean", input, "float16 bfloat16 float32")
    return var_mean(input, dim, correction, keepdim)


@op("mint.std_mean", label="StdMean")
def std_mean_ext(input: Array, dim=None, *, correction=1, keepdim=False):
    """Standard deviation and mean, by default with the number of elements less 1."""
    accept("StdMean", input, "float16 bfloat16 float32")
    return std_mean(input, dim, correction, keepdim)


@op(label="var")
def var_method(x: Array, axis=None, ddof=0, keepdims=False):
    """Variance; integers count as Float32."""
    return var(_real(x), axis, ddof, keepdims)


@op(label="std")
def std_method(x: Array, axis=None, ddof=0, keepdims=False):
    """Standard deviation; integers count as Float32."""
    return std(_real(x), axis, ddof, keepdims)


def _real(x: jax.Array) -> jax.Array:
    if x.dtype == np.bool_:
        raise RuntimeError("A bool Tensor has no mean; cast it first.")
    return x if is_float(x) else x.astype(np.float32)


def _spread_method(name: str, kernel: Any, what: str) -> None:
    def method(
        self: Tensor,
        axis: Any = None,
        ddof: int = 0,
        keepdims: bool = False,
        *,
        dim: Any = None,
        correction: int | None = None,
        keepdim: bool = False,
    ) -> Tensor:
        if correction is None:
            correction = ddof
        return call(kernel)(
            self,
            axis if dim is None else dim,
            correction,
            keepdim if keepdims is False else keepdims,
        )

    method.__name__, method.__qualname__ = name, f"Tensor.{name}"
    method.__doc__ = f"""{what} of the elements, over all or some axes; see `ops.{name}`.

    Args:
        axis: axis or axes (also as `dim`); all of them if None.
        ddof: what is subtracted from the number of elements (also as `correction`).
        keepdims: whether the reduced axes stay, with length 1 (also as `keepdim`).

    Returns:
        Tensor; Float32 for integers.
    """
    public(f"Tensor.{name}")(method)


_spread_method("var", var_method, "Variance")
_spread_method("std", std_method, "Standard deviation")


@primitive(
    "ReduceStd",
    normal=stored("ReduceStd", axis=as_tuple),
    axis=[],
    unbiased=True,
    keep_dims=False,
)
@op(label="ReduceStd")
def reduce_std(x: Array, axis=(), unbiased=True, keep_dims=False):
    """Standard deviation and mean, over all or some axes.

    Args:
        axis: axis or axes; all of them if empty.
        unbiased: whether to divide by the number of elements less 1.
        keep_dims: whether the reduced axes stay, with length 1.

    Inputs:
        - **x** (Tensor) - floating-point dtype.

    Outputs:
        Tuple of the standard deviation and the mean.
    """
    check_flag("ReduceStd", "unbiased", unbiased)
    return std_mean(x, axis, int(unbiased), keep_dims)


# -- medians -------------------------------------------------------------------------------------


def _middle(x: jax.Array, axis: int, keepdims: bool, skip_nan: bool) -> tuple:
    """Lower median along `axis` and its index; nan wins unless it is skipped."""
    index = order(x, axis)
    half = (x.shape[axis] - 1) // 2
    if not is_float(x):
        place = jax.lax.slice_in_dim(index, half, half + 1, axis=axis)
    else:
        missing = jnp.sum(jnp.isnan(x), axis, dtype=np.int32, keepdims=True)
        valid = x.shape[axis] - missing
        lower = jnp.maximum((valid - 1) // 2, 0)
        at = lower if skip_nan else jnp.where(missing > 0, valid, half)
        place = jnp.take_along_axis(index, at.astype(np.int32), axis)
    values = jnp.take_along_axis(x, place, axis)
    if not keepdims:
        values, place = jnp.squeeze(values, axis), jnp.squeeze(place, axis)
    return values, place.astype(np.int64)


@primitive("Median", global_median=False, axis=0, keep_dims=False, ignore_nan=False)
@op(label="Median")
def median_kernel(x: Array, global_median=False, axis=0, keep_dims=False, ignore_nan=False):
    """Lower median along an axis, and where it is.

    Args:
        global_median: whether to take the median of all elements.
        axis: the axis.
        keep_dims: whether the axis stays, with length 1.
        ignore_nan: whether to skip nan; else the median of elements with nan is nan.

    Inputs:
        - **x** (Tensor) - Int16, Int32, Int64, Float32 or Float64.

    Outputs:
        Tuple of the medians and of their Int64 indices (0 for the median of all elements).

    Raises:
        TypeError: another dtype, or an argument is of a wrong type.
        ValueError: `axis` is out of range.
    """
    accept("Median", x, "int16 int32 int64 float32 float64", "x")
    flags = {"global_median": global_median, "keep_dims": keep_dims, "ignore_nan": ignore_nan}
    for name, flag in flags.items():
        check_flag("Median", name, flag)
    if global_median or not x.ndim:
        values, _ = _middle(x.reshape(-1), 0, False, ignore_nan)
        return values, jnp.zeros((), np.int64)
    if isinstance(axis, bool) or not isinstance(axis, int):
        raise TypeError(must("Median", "axis", "int", repr(axis)))
    return _middle(x, check_axis("Median", axis, x.ndim), keep_dims, ignore_nan)


@op("ops.median", label="Median")
def median(input: Array, axis=-1, keepdims=False):
    """Lower median along an axis, and where it is.

    Args:
        input: Int16, Int32, Int64, Float32 or Float64 Tensor.
        axis: the axis.
        keepdims: whether the axis stays, with length 1.

    Returns:
        Tuple of the medians and of their Int64 indices.

    Raises:
        TypeError: another dtype, or an argument is of a wrong type.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> values, index = ms.ops.median(ms.Tensor([[3., 1., 2.]]))
        >>> print(values, index)
        [2.] [2]
    """
    return median_kernel(input, False, axis, keepdims)


@public("Tensor.median")
def _median_method(
    self: Tensor,
    axis: int = -1,
    keepdims: bool = False,
    *,
    dim: int | None = None,
    keepdim: bool = False,
) -> tuple[Tensor, Tensor]:
    """Lower median along an axis, and where it is; see `ops.median`.

    `dim` and `keepdim` are other names of `axis` and `keepdims`.
    """
    return call(median)(
        self, axis if dim is None else dim, keepdim if keepdims is False else keepdims
    )


@op("mint.median", label="MedianExt")
def median_ext(input: Array, dim=None, keepdim=False):
    """Lower median of all elements; along a dimension, the pair of medians and indices."""
    if dim is None:
        return _middle(input.reshape(-1), 0, False, False)[0]
    return _middle(input, check_axis("MedianExt", dim, input.ndim, "dim"), keepdim, False)


@op("ops.nanmedian", "Tensor.nanmedian", label="Median")
def nanmedian(input: Array, axis=-1, keepdims=False):
    """Lower median along an axis, and where it is, without regard to nan; see `ops.median`."""
    return median_kernel(input, False, axis, keepdims, True)


# -- quantiles -----------------------------------------------------------------------------------


def _quantile(label: str, x: Any, q: Any, axis: Any, keepdims: Any, skip_nan: bool) -> jax.Array:
    accept(label, x, "float32 float64")
    check_flag(label, "keepdims", keepdims)
    q = jnp.asarray(q).astype(x.dtype)
    if q.ndim > 1:
        raise ValueError(must(label, "q", "a number or a vector", f"shape {q.shape}"))
    if axis is None:
        flat, axis_at, kept = x.reshape(-1), 0, (1,) * x.ndim
    else:
        if isinstance(axis, bool) or not isinstance(axis, int):
            raise TypeError(must(label, "axis", "int or None", repr(axis)))
        flat, axis_at, kept = x, check_axis(label, axis, x.ndim), None
    rows = jnp.moveaxis(flat if flat.ndim else flat.reshape(1), axis_at, -1)
    rows = jnp.sort(rows, -1)
    missing = jnp.sum(jnp.isnan(rows), -1, dtype=np.int32)
    count = rows.shape[-1] - missing if skip_nan else jnp.full_like(missing, rows.shape[-1])
    place = q[..., *(None,) * missing.ndim] * jnp.maximum(count - 1, 0).astype(x.dtype)
    low = jnp.floor(place)
    pick = jnp.take_along_axis
    spread_rows = jnp.broadcast_to(rows, (*q.shape, *rows.shape))
    first = pick(spread_rows, low.astype(np.int32)[..., None], -1)[..., 0]
    last = pick(spread_rows, jnp.ceil(place).astype(np.int32)[..., None], -1)[..., 0]
    out = first + (last - first) * (place - low)
    bad = count == 0 if skip_nan else missing > 0
    out = jnp.where(bad, jnp.full((), np.nan, x.dtype), out)
    if not keepdims:
        return out
    if kept is not None:
        return out.reshape(q.shape + kept)
    return jnp.expand_dims(out, axis_at + q.ndim) if flat.ndim else out


def _check_q(label: str, q: Any) -> None:
    if isinstance(q, Tensor):
        return
    if isinstance(q, bool) or not isinstance(q, (int, float)):
        raise TypeError(must(label, "q", "a float or a Tensor", repr(q)))
    if not 0 <= q <= 1:
        raise ValueError(must(label, "q", "in [0, 1]", q))


@op(label="quantile")
def quantile_kernel(input: Array, q: Value, axis=None, keepdims=False):
    """Quantiles, with nan where an element is nan."""
    return _quantile("quantile", input, q, axis, keepdims, False)


@op(label="nanquantile")
def nanquantile_kernel(input: Array, q: Value, axis=None, keepdims=False):
    """Quantiles of the elements that are not nan."""
    return _quantile("nanquantile", input, q, axis, keepdims, True)


def _publish_quantile(name: str, kernel: Any, regard: str) -> None:
    doc = f"""Quantiles along an axis, interpolated between the two nearest elements.

    Args:
        input: Float32 or Float64 Tensor. Elements that are nan {regard}.
        q: number or vector of numbers in [0, 1].
        axis: the axis; None for all elements.
        keepdims: whether the axis stays, with length 1.

    Returns:
        Tensor; for a vector `q`, its dimension comes first.

    Raises:
        TypeError: another dtype, or an argument is of a wrong type.
        ValueError: `q` or `axis` is out of range.
    """

    def function(input: Tensor, q: Any, axis: int | None = None, keepdims: bool = False) -> Tensor:
        _check_q(name, q)
        return call(kernel)(input, q, axis, keepdims)

    def method(self: Tensor, q: Any, axis: int | None = None, keepdims: bool = False) -> Tensor:
        return function(self, q, axis, keepdims)

    for made, surface in ((function, f"ops.{name}"), (method, f"Tensor.{name}")):
        made.__name__, made.__doc__ = name, doc
        public(surface)(made)


_publish_quantile("quantile", quantile_kernel, "make the result nan")
_publish_quantile("nanquantile", nanquantile_kernel, "are skipped")


def _check_quantile(dim: Any, keep_dims: Any, ignore_nan: Any) -> None:
    if dim is not None and type(dim) is not int:
        raise TypeError(must("Quantile", "dim", "int or None", repr(dim)))
    for arg, value in (("keep_dims", keep_dims), ("ignore_nan", ignore_nan)):
        if value is not None:
            check_flag("Quantile", arg, value)


@primitive(
    "Quantile",
    check=_check_quantile,
    normal=lambda dim, **_: {"dim": 10000 if dim is None else dim},
    dim=None,
    keep_dims=False,
    ignore_nan=False,
)
@op(label="Quantile")
def quantile_primitive(input: Array, q: Value, dim=None, keep_dims=False, ignore_nan=False):
    """Quantiles along a dimension; see `ops.quantile` and `ops.nanquantile`.

    Args:
        dim: the dimension; None for all elements.
        keep_dims: whether it stays, with length 1.
        ignore_nan: whether elements that are nan are skipped; else they make the result nan.
    """
    _check_quantile(dim, keep_dims, ignore_nan)
    return _quantile("Quantile", input, q, dim, bool(keep_dims), bool(ignore_nan))
