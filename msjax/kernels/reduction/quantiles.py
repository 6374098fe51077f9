"""Medians and quantiles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import boolean, check_axis, fraction, integer, one_of
from msjax._core.base.errors import must
from msjax._core.op.older import Find, bind_older, taking
from msjax._core.op.publish import Array, Value, call, op, primitive, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import accept, with_elements
from msjax.kernels.reduction.sums import is_float
from msjax.kernels.sorting.sort import order

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


@primitive(
    "Median",
    accepts={"global_median": "bool", "axis": "int", "keep_dims": "bool"},
    counts="all",
    global_median=False,
    axis=0,
    keep_dims=False,
    ignore_nan=False,
)
@op(label="Median")
def median_kernel(
    x: Array,
    global_median: bool = False,
    axis: int = 0,
    keep_dims: bool = False,
    ignore_nan: bool = False,
):
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

    Examples:
        >>> import msjax as ms
        >>> values, index = ms.ops.Median(axis=1)(ms.Tensor([[3., 1., 2.]]))
        >>> print(values, index)
        [2.] [2]
    """
    accept(x, "int16 int32 int64 float32 float64", "x")
    flags = {"global_median": global_median, "keep_dims": keep_dims, "ignore_nan": ignore_nan}
    for name, flag in flags.items():
        boolean(name, flag)
    if global_median or not x.ndim:
        values, _ = _middle(x.reshape(-1), 0, False, ignore_nan)
        return values, jnp.zeros((), np.int64)
    integer("axis", axis)
    return _middle(x, check_axis(axis, x.ndim), keep_dims, ignore_nan)


@taking("x global_median axis keep_dims")
def _older_median(today: Callable, args: tuple, kwargs: dict[str, Any], resolve: Find) -> Any:
    """1.10: along the first axis by default, or of all elements."""
    if not kwargs.keys() & {"global_median", "keep_dims", "x"}:
        return today(*args, **kwargs)
    bound = bind_older("median", ("x", "global_median", "axis", "keep_dims"), args, kwargs, "x")
    x = bound.pop("x")
    return resolve("ops.Median")(**bound)(x)


@op("ops.median", label="Median", formerly={"ops.median": _older_median})
def median(input: Array, axis: int = -1, keepdims: bool = False):
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


@public("Tensor.median", formerly={"Tensor.median": _older_median})
def _median_method(
    self: Tensor,
    axis: int = -1,
    keepdims: bool = False,
    *,
    dim: int | None = None,
    keepdim: bool = False,
) -> tuple[Tensor, Tensor]:
    """Lower median along an axis, and where it is; see `ops.median`.

    Args:
        axis: int, the axis (also as `dim`).
        keepdims: whether the axis stays, with length 1 (also as `keepdim`).

    Returns:
        Tuple of the medians and of their Int64 indices.

    Examples:
        >>> import msjax as ms
        >>> values, index = ms.Tensor([[3., 1., 2.]]).median(dim=1)
        >>> print(values, index)
        [2.] [2]
    """
    return call(median)(
        self,
        one_of(-1, axis=axis, dim=-1 if dim is None else dim),
        one_of(False, keepdims=keepdims, keepdim=keepdim),
    )


@op(
    "mint.median",
    label="MedianExt",
    accepts={"dim": "int Tensor[int] None", "keepdim": "bool"},
)
def median_ext(input: Array, dim: int | Tensor | None = None, keepdim: bool = False):
    """Lower median of all elements, or along a dimension, where its indices are returned as well.

    Args:
        input: Tensor of a real dtype.
        dim: int, the dimension; None for the median of all elements.
        keepdim: whether the dimension stays, with length 1.

    Returns:
        0-d Tensor without `dim`; else the tuple of the medians and of their Int64 indices.

    Raises:
        TypeError: `dim` is not an int, or `keepdim` not a bool.
        ValueError: `dim` is out of range, or given for a Tensor without elements.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[3., 1., 2.]])
        >>> print(ms.mint.median(x))
        2.0
        >>> values, index = ms.mint.median(x, 1)
        >>> print(values, index)
        [2.] [2]
    """
    if dim is None:
        return _middle(input.reshape(-1), 0, False, False)[0]
    axis = check_axis(dim, input.ndim, "dim")
    with_elements("input", input)
    return _middle(input, axis, keepdim, False)


@op("ops.nanmedian", "Tensor.nanmedian", label="Median")
def nanmedian(input: Array, axis: int = -1, keepdims: bool = False):
    """Lower median along an axis of the elements that are not nan, and where it is.

    Args:
        input: Int16, Int32, Int64, Float32 or Float64 Tensor.
        axis: the axis.
        keepdims: whether the axis stays, with length 1.

    Returns:
        Tuple of the medians and of their Int64 indices; nan where there is no other element.

    Raises:
        TypeError: another dtype, or an argument is of a wrong type.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> values, index = ms.ops.nanmedian(ms.Tensor([3., float("nan"), 2., 5.]))
        >>> print(values, index)
        3.0 0
    """
    return median_kernel(input, False, axis, keepdims, True)


# -- quantiles -----------------------------------------------------------------------------------


def _quantile(x: Any, q: Any, axis: Any, keepdims: Any, skip_nan: bool) -> jax.Array:
    accept(x, "float32 float64")
    boolean("keepdims", keepdims)
    q = jnp.asarray(q).astype(x.dtype)
    if q.ndim > 1:
        raise ValueError(must("q", "a number or a vector", f"shape {q.shape}"))
    if axis is None:
        flat, axis_at, kept = x.reshape(-1), 0, (1,) * x.ndim
    else:
        if isinstance(axis, bool) or not isinstance(axis, int):
            raise TypeError(must("axis", "int or None", repr(axis)))
        flat, axis_at, kept = x, check_axis(axis, x.ndim), None
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


def _check_q(q: Any) -> None:
    if isinstance(q, Tensor):
        return
    if isinstance(q, bool) or not isinstance(q, (int, float)):
        raise TypeError(must("q", "a float or a Tensor", repr(q)))
    fraction("q", q)


@op(label="quantile")
def quantile_kernel(input: Array, q: Value, axis: int | None = None, keepdims: bool = False):
    """Quantiles, with nan where an element is nan."""
    return _quantile(input, q, axis, keepdims, False)


@op(label="nanquantile")
def nanquantile_kernel(input: Array, q: Value, axis: int | None = None, keepdims: bool = False):
    """Quantiles of the elements that are not nan."""
    return _quantile(input, q, axis, keepdims, True)


def _publish_quantile(name: str, kernel: Any, regard: str, last: str) -> None:
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

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.{name}(ms.Tensor([1., 3., {last}]), 0.5))
        2.0
    """

    def function(
        input: Tensor, q: float | Tensor, axis: int | None = None, keepdims: bool = False
    ) -> Tensor:
        _check_q(q)
        return call(kernel)(input, q, axis, keepdims)

    def method(
        self: Tensor, q: float | Tensor, axis: int | None = None, keepdims: bool = False
    ) -> Tensor:
        return function(self, q, axis, keepdims)

    for made, surface in ((function, f"ops.{name}"), (method, f"Tensor.{name}")):
        made.__name__, made.__doc__ = name, doc
        public(surface)(made)


_publish_quantile("quantile", quantile_kernel, "make the result nan", "2.")
_publish_quantile("nanquantile", nanquantile_kernel, "are skipped", "float('nan')")


def _check_quantile(dim: Any, keep_dims: Any, ignore_nan: Any) -> None:
    if dim is not None and type(dim) is not int:
        raise TypeError(must("dim", "int or None", repr(dim)))
    for arg, value in (("keep_dims", keep_dims), ("ignore_nan", ignore_nan)):
        if value is not None:
            boolean(arg, value)


@primitive(
    "Quantile",
    check=_check_quantile,
    normal=lambda dim, **_: {"dim": 10000 if dim is None else dim},
    dim=None,
    keep_dims=False,
    ignore_nan=False,
)
@op(label="Quantile")
def quantile_primitive(
    input: Array,
    q: Value,
    dim: int | None = None,
    keep_dims: bool = False,
    ignore_nan: bool = False,
):
    """Quantiles along a dimension; see `ops.quantile` and `ops.nanquantile`.

    Args:
        dim: the dimension; None for all elements.
        keep_dims: whether it stays, with length 1.
        ignore_nan: whether elements that are nan are skipped; else they make the result nan.

    Inputs:
        - **input** (Tensor) - Float32 or Float64.
        - **q** (float, Tensor) - number or vector of numbers in [0, 1].

    Outputs:
        Tensor; for a vector `q`, its dimension comes first.

    Raises:
        TypeError: another dtype, or an argument is of a wrong type.
        ValueError: `dim` is out of range, or `q` has more than one dimension.

    Examples:
        >>> import msjax as ms
        >>> quantile = ms.ops.operations.Quantile(dim=0)
        >>> print(quantile(ms.Tensor([1., 2., 3.]), ms.Tensor([0.25, 0.5])))
        [1.5 2. ]
    """
    _check_quantile(dim, keep_dims, ignore_nan)
    return _quantile(input, q, dim, bool(keep_dims), bool(ignore_nan))
