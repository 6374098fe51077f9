"""Running sums, products and extrema along an axis."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core import dtype as mstype
from msjax._core.errors import check_axis, must
from msjax._core.op import Array, call, op, public
from msjax._core.primitive import REQUIRED, primitive
from msjax._core.tensor import Tensor
from msjax._core.x64 import is_wide
from msjax.ops._accept import accept
from msjax.ops.reduction import check_dtype, check_flag, wider

_NARROW = frozenset(np.dtype(t) for t in ("bool", "int8", "int16", "uint8"))
_WIDENED = _NARROW | {np.dtype(np.int32)}


def _axis(label: str, axis: Any, x: jax.Array, arg: str = "axis") -> int:
    if isinstance(axis, bool) or not isinstance(axis, int):
        raise TypeError(must(label, arg, "int", repr(axis)))
    if not x.ndim:
        raise ValueError(must(label, "input", "of at least one dimension", "a 0-d Tensor"))
    return check_axis(label, axis, x.ndim, arg)


def _shifted(x: jax.Array, axis: int, reverse: bool, start: Any) -> jax.Array:
    """The running values before each element: moved by one, with `start` first."""
    edge = jnp.full((*x.shape[:axis], 1, *x.shape[axis + 1 :]), start, x.dtype)
    if reverse:
        kept = jax.lax.slice_in_dim(x, 1, None, axis=axis)
        return jnp.concatenate([kept, edge], axis)
    kept = jax.lax.slice_in_dim(x, 0, x.shape[axis] - 1, axis=axis)
    return jnp.concatenate([edge, kept], axis)


def _running(x, axis, exclusive, reverse, scan, start):
    out = scan(wider(x), axis, reverse=reverse).astype(x.dtype)
    return _shifted(out, axis, reverse, start) if exclusive else out


# -- sums and products ---------------------------------------------------------------------------


def _check_directions(exclusive: Any, reverse: Any) -> None:
    check_flag("cumulative", "exclusive", exclusive)
    check_flag("cumulative", "reverse", reverse)


@primitive("CumSum", exclusive=False, reverse=False)
@op(label="CumSum")
def cumsum_kernel(input: Array, axis, exclusive=False, reverse=False):
    """Running sums along an axis.

    Args:
        exclusive: whether a sum leaves out its own element.
        reverse: whether to run from the end.

    Inputs:
        - **input** (Tensor) - number dtype.
        - **axis** (int) - the axis.

    Outputs:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: a bool Tensor, or `axis` is no int.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.CumSum(exclusive=True)(ms.Tensor([1., 2., 3.]), 0))
        [0. 1. 3.]
    """
    accept("CumSum", input, "iufc")
    _check_directions(exclusive, reverse)
    axis = _axis("CumSum", axis, input)
    return _running(input, axis, exclusive, reverse, jax.lax.cumsum, 0)


@op("ops.cumsum", label="CumSum")
def cumsum(x: Array, axis, dtype=None):
    """Running sums along an axis.

    Args:
        x: Tensor of a number dtype.
        axis: the axis.
        dtype: dtype that the elements are converted to first.

    Returns:
        Tensor of the same shape.

    Raises:
        TypeError: a bool Tensor, or `axis` is no int.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.cumsum(ms.Tensor([1., 2., 3.]), 0))
        [1. 3. 6.]
    """
    check_dtype("CumSum", dtype)
    return cumsum_kernel(x if dtype is None else x.astype(dtype), axis)


@op(label="CumSum")
def cumsum_method(x: Array, axis=None, dtype=None):
    """Running sums along an axis; those of the flattened Tensor if it is None."""
    check_dtype("CumSum", dtype)
    if dtype is None and x.dtype in _NARROW:
        dtype = np.dtype(np.int32)
    if axis is None:
        x, axis = x.reshape(-1), 0
    return cumsum(x, axis, dtype)


@public("Tensor.cumsum")
def _cumsum_method(
    self: Tensor, axis: int | None = None, dtype: Any = None, *, dim: int | None = None
) -> Tensor:
    """Running sums along an axis.

    Args:
        axis: the axis (also as `dim`); None for the flattened Tensor.
        dtype: dtype that the elements are converted to first; Int32 for narrower integers and bool.

    Returns:
        Tensor.

    Raises:
        TypeError: `axis` is no int.
        ValueError: `axis` is out of range.
    """
    return call(cumsum_method)(self, axis if dim is None else dim, dtype)


@op("mint.cumsum", label="CumsumExt")
def cumsum_ext(input: Array, dim, dtype=None):
    """Running sums along a dimension; integers narrower than Int64 and bool give Int64."""
    check_dtype("CumsumExt", dtype)
    if dtype is None and input.dtype in _WIDENED:
        dtype = np.dtype(np.int64)
    return cumsum(input, dim, dtype)


@primitive("CumProd", exclusive=False, reverse=False)
@op(label="CumProd")
def cumprod_kernel(x: Array, axis, exclusive=False, reverse=False):
    """Running products along an axis.

    Args:
        exclusive: whether a product leaves out its own element.
        reverse: whether to run from the end.

    Inputs:
        - **x** (Tensor) - number dtype.
        - **axis** (int) - the axis.

    Outputs:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: a bool Tensor, or `axis` is no int.
        ValueError: `axis` is out of range.
    """
    accept("CumProd", x, "iufc", "x")
    _check_directions(exclusive, reverse)
    axis = _axis("CumProd", axis, x)
    return _running(x, axis, exclusive, reverse, _products, 1)


def _products(x: jax.Array, axis: int, reverse: bool) -> jax.Array:
    """Running products; those of 64-bit elements by doubling, as JAX derives only narrower ones."""
    if not is_wide(x.dtype):
        return jax.lax.cumprod(x, axis, reverse=reverse)
    x = jnp.flip(x, axis) if reverse else x
    length, step = x.shape[axis], 1
    while step < length:
        ones = jnp.ones_like(jax.lax.slice_in_dim(x, 0, step, axis=axis))
        before = jax.lax.slice_in_dim(x, 0, length - step, axis=axis)
        x = x * jnp.concatenate([ones, before], axis)
        step *= 2
    return jnp.flip(x, axis) if reverse else x


@op("ops.cumprod", "Tensor.cumprod", "mint.cumprod", label="CumProd")
def cumprod(input: Array, dim, dtype=None):
    """Running products along a dimension.

    Args:
        input: Tensor.
        dim: the dimension.
        dtype: dtype that the elements are converted to first; integers and bool give Int64.

    Returns:
        Tensor of the same shape.

    Raises:
        TypeError: `dim` is no int.
        ValueError: `dim` is out of range.
    """
    check_dtype("CumProd", dtype)
    if dtype is None and not jnp.issubdtype(input.dtype, jnp.inexact):
        dtype = np.dtype(np.int64)
    return cumprod_kernel(input if dtype is None else input.astype(dtype), dim)


# -- logarithms of sums --------------------------------------------------------------------------


@op("ops.logcumsumexp", "Tensor.logcumsumexp", label="CumulativeLogsumexp")
def logcumsumexp(input: Array, axis):
    """Logarithms of the running sums of exponentials, computed without overflow.

    Args:
        input: floating-point Tensor.
        axis: the axis.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the input is not of a floating-point dtype, or `axis` is no int.
        RuntimeError: `axis` is out of range.
    """
    if isinstance(axis, tuple):
        raise TypeError(must("logcumsumexp", "axis", "int", axis))
    return cumulative_logsumexp(input, axis)


@primitive("CumulativeLogsumexp", exclusive=False, reverse=False)
@op(label="CumulativeLogsumexp")
def cumulative_logsumexp(x: Array, axis, exclusive=False, reverse=False):
    """Logarithms of the running sums of exponentials, computed without overflow.

    Args:
        exclusive: whether a sum leaves out its own element; the first is then the lowest number.
        reverse: whether to run from the end.

    Inputs:
        - **x** (Tensor) - floating-point dtype.
        - **axis** (Tensor) - the axis, a 0-d Tensor of an integer, or an int.

    Outputs:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the input is not of a floating-point dtype.
        ValueError: `axis` has more than one dimension.
        RuntimeError: `axis` is out of range.
    """
    accept("CumulativeLogsumexp", x, "r", "x")
    if not x.ndim:
        raise ValueError(
            must("CumulativeLogsumexp", "x", "of at least one dimension", "a 0-d Tensor")
        )
    _check_directions(exclusive, reverse)
    if isinstance(axis, tuple):
        raise ValueError(must("CumulativeLogsumexp", "axis", "a 0-d Tensor", axis))
    if isinstance(axis, bool) or not isinstance(axis, int):
        raise TypeError(must("CumulativeLogsumexp", "axis", "an int", repr(axis)))
    rank = x.ndim
    if not -rank <= axis < rank:
        raise RuntimeError(must("CumulativeLogsumexp", "axis", f"in [{-rank}, {rank})", axis))
    lowest = float(jnp.finfo(x.dtype).min)
    return _running(x, axis % rank, exclusive, reverse, jax.lax.cumlogsumexp, lowest)


# -- extrema -------------------------------------------------------------------------------------


def _running_extreme(label: str, x: jax.Array, axis: Any, largest: bool, arg: str) -> tuple:
    accept(label, x, "iuf")
    axis = _axis(label, axis, x, arg)

    def later(a: Any, b: Any) -> Any:
        (u, i), (v, j) = a, b
        taken = v >= u if largest else v <= u
        if jnp.issubdtype(x.dtype, jnp.floating):
            taken = (taken & ~jnp.isnan(u)) | jnp.isnan(v)
        return jnp.where(taken, v, u), jnp.where(taken, j, i)

    places = jax.lax.broadcasted_iota(np.int32, x.shape, axis)
    keys = jax.lax.stop_gradient(x)
    _, index = jax.lax.associative_scan(later, (keys, places), axis=axis)
    return jnp.take_along_axis(x, index, axis), index


@op("ops.cummax", "Tensor.cummax", label="Cummax")
def cummax(input: Array, axis):
    """Running maxima along an axis, and where they are.

    Args:
        input: Tensor of integers or floating-point numbers.
        axis: the axis.

    Returns:
        Tuple of the values and of their Int64 indices; of equal elements the last counts.

    Raises:
        TypeError: another dtype, or `axis` is no int.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> values, index = ms.ops.cummax(ms.Tensor([1., 3., 2.]), 0)
        >>> print(values, index)
        [1. 3. 3.] [0 1 1]
    """
    values, index = _running_extreme("Cummax", input, axis, True, "axis")
    return values, index.astype(np.int64)


@op("ops.cummin", "Tensor.cummin", label="Cummin")
def cummin(input: Array, axis):
    """Running minima along an axis, and where they are.

    Args:
        input: Tensor of integers or floating-point numbers.
        axis: the axis.

    Returns:
        Tuple of the values and of their Int32 indices; of equal elements the last counts.

    Raises:
        TypeError: another dtype, or `axis` is no int.
        ValueError: `axis` is out of range.
    """
    return _running_extreme("Cummin", input, axis, False, "axis")


@primitive("Cummax", axis=REQUIRED)
@op(label="Cummax")
def cummax_kernel(input: Array, axis):
    """Running maxima along an axis, and their Int64 indices; see `ops.cummax`."""
    return cummax(input, axis)


@primitive("Cummin", axis=REQUIRED)
@op(label="Cummin")
def cummin_kernel(input: Array, axis):
    """Running minima along an axis, and their Int32 indices; see `ops.cummin`."""
    return cummin(input, axis)


@op("mint.cummax", label="Cummax")
def cummax_ext(input: Array, dim):
    """Running maxima along a dimension, and their Int64 indices; see `ops.cummax`."""
    return cummax(input, dim)


@op("mint.cummin", label="CumminExt")
def cummin_ext(input: Array, dim):
    """Running minima along a dimension, and their Int64 indices; see `ops.cummin`."""
    values, index = _running_extreme("CumminExt", input, dim, False, "dim")
    return values, index.astype(np.int64)


# -- integrals -----------------------------------------------------------------------------------


@op("ops.trapz", label="trapz")
def trapz(y: Array, x: Array | None = None, *, dx: float = 1.0, dim=-1):
    """Integral along a dimension by the trapezoidal rule.

    Args:
        y: Tensor of the integrand's values.
        x: Tensor of the places, of the shape of `y` or of the length of the dimension; None for
            places `dx` apart.
        dx: distance of the places.
        dim: the dimension.

    Returns:
        Tensor without the dimension: Float32, also for Float64; without `x` Float16 stays.

    Raises:
        TypeError: `dim` is no int.
        ValueError: `dim` is out of range.
    """
    dim = _axis("trapz", dim, y, "dim")
    kept = y.dtype == np.float16 and x is None or y.dtype.kind == "c"
    result = y.dtype if kept else np.dtype(np.float32)
    dtype = y.dtype if y.dtype == np.float64 or y.dtype.kind == "c" else np.dtype(np.float32)
    y = jnp.moveaxis(y.astype(dtype), dim, -1)
    middle = (y[..., 1:] + y[..., :-1]) / 2
    if x is None:
        total = jnp.sum(middle, -1, dtype=dtype) * jnp.asarray(dx).astype(dtype)
        return total.astype(result)
    if x.dtype.kind == "c":
        raise TypeError(must("trapz", "x", "real", str(mstype.from_np(x.dtype))))
    x = x.astype(dtype)
    x = jnp.moveaxis(x, dim, -1) if x.ndim == y.ndim else x
    return jnp.sum(middle * (x[..., 1:] - x[..., :-1]), -1, dtype=dtype).astype(result)
