"""Sums, means, products and logical reductions over axes."""

from __future__ import annotations

import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.errors import check_axes, must
from msjax._core.op import Array, call, op, public
from msjax._core.primitive import primitive
from msjax._core.tensor import Tensor

_WIDENED = frozenset(np.dtype(t) for t in ("bool", "int8", "int16", "int32", "uint8"))
_HALVES = ("float16", "bfloat16")


def is_float(x: Any) -> bool:
    """Whether the elements are real floating-point numbers."""
    return jnp.issubdtype(x.dtype, jnp.floating)


def is_complex(x: Any) -> bool:
    """Whether the elements are complex numbers."""
    return jnp.issubdtype(x.dtype, jnp.complexfloating)


def wider(x: jax.Array) -> jax.Array:
    """The array in the dtype that its elements are accumulated in: float32 for half types."""
    return x.astype(np.float32) if x.dtype.name in _HALVES else x


def summed(x: jax.Array, axes: Any, keepdims: bool, dtype: np.dtype | None = None) -> jax.Array:
    """Sum in `dtype` (default that of `x`); bools are or-ed."""
    dtype = x.dtype if dtype is None else np.dtype(dtype)
    if dtype == np.bool_:
        return jnp.any(x, axes, keepdims=keepdims)
    return jnp.sum(x, axes, dtype=dtype, keepdims=keepdims)


def reduced_axes(label: str, axis: Any, x: jax.Array, arg: str = "axis") -> tuple[int, ...] | None:
    """Normalised axes of a Primitive's call, which takes no None."""
    if axis is None:
        raise TypeError(must(label, arg, "int, tuple or list of int, or Tensor", "None"))
    return check_axes(label, axis, x.ndim, arg)


def check_flag(label: str, arg: str, value: Any) -> None:
    """Raise TypeError unless `value` is a bool."""
    if not isinstance(value, bool):
        raise TypeError(must(label, arg, "bool", f"{value!r} of type {type(value).__name__}"))


def check_dtype(label: str, dtype: Any) -> None:
    """Raise TypeError unless `dtype` is a dtype or None."""
    if dtype is not None and not isinstance(dtype, np.dtype):
        raise TypeError(must(label, "dtype", "a mindspore dtype or None", repr(dtype)))


# -- sum -----------------------------------------------------------------------------------------


@op("ops.sum", "mint.sum", label="SumExt")
def sum(input: Array, dim=None, keepdim=False, *, dtype=None):
    """Sum of the elements, over all or some dimensions.

    Args:
        input: Tensor of any number dtype.
        dim: dimension or dimensions to sum over; all of them if None or empty.
        keepdim: whether the summed dimensions stay, with length 1.
        dtype: dtype of the result. By default bool, Int8, Int16, Int32 and UInt8 give Int64, and
            other dtypes are kept.

    Returns:
        Tensor without the summed dimensions.

    Raises:
        TypeError: `dim` is not an int or ints, or `keepdim` no bool.
        ValueError: `dim` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.sum(ms.Tensor([[1., 2.], [3., 4.]]), 1))
        [3. 7.]
    """
    axes = check_axes("SumExt", dim, input.ndim, "dim")
    check_flag("SumExt", "keepdim", keepdim)
    check_dtype("SumExt", dtype)
    if dtype is None:
        dtype = np.dtype(np.int64) if input.dtype in _WIDENED else input.dtype
    x = wider(input) if dtype.kind not in "iu" else input
    if dtype.kind in "iub" and not jnp.issubdtype(input.dtype, jnp.integer):
        x = x.astype(dtype)
    return summed(x, axes, keepdim, np.float32 if dtype.name in _HALVES else dtype).astype(dtype)


@public("Tensor.sum")
def _sum_method(self: Tensor, *args: Any, **named: Any) -> Tensor:
    """Sum of the elements: `sum(dim, keepdim, *, dtype)`, or with NumPy's names; see `ops.sum`.

    Args:
        args: dimension or dimensions, then a bool that is `keepdim`, or `dtype`, `keepdims` and
            `initial`.
        named: `dim` (or `axis`), `keepdim` (or `keepdims`), `dtype`, and `initial`, a number to
            start from.

    Returns:
        Tensor without the summed dimensions.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: `axis` is out of range.
    """
    if len(args) == 2 and isinstance(args[1], bool):
        return call(sum)(self, *args, **named)
    return _sum_by_axis(self, *args, **named)


def _sum_by_axis(
    self: Tensor,
    axis: Any = None,
    dtype: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    *,
    dim: Any = None,
    keepdim: bool = False,
) -> Tensor:
    total = call(sum)(
        self, axis if dim is None else dim, keepdim if keepdims is False else keepdims, dtype=dtype
    )
    if initial is None:
        return total
    if isinstance(initial, bool) or not isinstance(initial, (int, float)):
        raise TypeError(must("sum", "initial", "a number", repr(initial)))
    return total + initial


@primitive("ReduceSum", keep_dims=False, skip_mode=False)
@op(label="ReduceSum")
def reduce_sum_kernel(x: Array, axis=(), keep_dims=False, skip_mode=False):
    """Sum over axes, in the dtype of the input.

    Args:
        keep_dims: whether the summed axes stay, with length 1.
        skip_mode: whether an empty `axis` leaves the input as it is; else it means all axes.

    Inputs:
        - **x** (Tensor) - any number dtype; bools are or-ed.
        - **axis** (int, tuple, list, Tensor) - the axes; all if empty, as by default.

    Outputs:
        Tensor of the dtype of `x`.

    Raises:
        TypeError: `axis` is neither int nor ints.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.ReduceSum(keep_dims=True)(ms.Tensor([[1., 2.], [3., 4.]]), 0))
        [[4. 6.]]
    """
    check_flag("ReduceSum", "keep_dims", keep_dims)
    axes = reduced_axes("ReduceSum", axis, x)
    if skip_mode and axes is None:
        return x
    return summed(wider(x), axes, keep_dims).astype(x.dtype)


@op("ops.reduce_sum", label="ReduceSum")
def reduce_sum(x: Array, axis=()):
    """Sum over axes, in the dtype of the input; see `ops.ReduceSum`."""
    return reduce_sum_kernel(x, axis)


# -- mean ----------------------------------------------------------------------------------------


def averaged(x: jax.Array, axes: Any, keepdims: bool) -> jax.Array:
    """Mean in the dtype of `x`; integer quotients are truncated."""
    count = math.prod(x.shape if axes is None else [x.shape[a] for a in axes])
    if is_float(x) or is_complex(x):
        total = jnp.sum(wider(x), axes, keepdims=keepdims)
        return (total / count if count else total * np.nan).astype(x.dtype)
    wide = np.dtype(np.uint64 if x.dtype.kind == "u" else np.int64)
    total = jnp.sum(x, axes, dtype=wide, keepdims=keepdims)
    return jax.lax.div(total, jnp.full(total.shape, max(count, 1), wide)).astype(x.dtype)


@primitive("ReduceMean", keep_dims=False)
@op(label="ReduceMean")
def reduce_mean_kernel(x: Array, axis=(), keep_dims=False):
    """Mean over axes, in the dtype of the input.

    Args:
        keep_dims: whether the reduced axes stay, with length 1.

    Inputs:
        - **x** (Tensor) - number dtype; means of integers are truncated.
        - **axis** (int, tuple, list, Tensor) - the axes; all if empty, as by default.

    Outputs:
        Tensor of the dtype of `x`.

    Raises:
        TypeError: `axis` is neither int nor ints.
        ValueError: `axis` is out of range.
        RuntimeError: a bool Tensor.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.ReduceMean()(ms.Tensor([[1., 2.], [3., 4.]]), 0))
        [2. 3.]
    """
    check_flag("ReduceMean", "keep_dims", keep_dims)
    axes = reduced_axes("ReduceMean", axis, x)
    if x.dtype == np.bool_:
        raise RuntimeError("For 'ReduceMean', a bool Tensor has no mean; cast it first.")
    return averaged(x, axes, keep_dims)


@op("ops.reduce_mean", label="ReduceMean")
def reduce_mean(x: Array, axis=()):
    """Mean over axes, in the dtype of the input; see `ops.ReduceMean`."""
    return reduce_mean_kernel(x, axis)


@op("ops.mean", label="ReduceMean")
def mean(x: Array, axis=None, keep_dims=False):
    """Mean of the elements, over all or some axes.

    Args:
        x: Tensor; means of integers are truncated.
        axis: axis or axes; all of them if None or empty.
        keep_dims: whether the reduced axes stay, with length 1.

    Returns:
        Tensor of the dtype of `x`.

    Raises:
        TypeError: `axis` is neither int nor ints.
        ValueError: `axis` is out of range.
        RuntimeError: a bool Tensor.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.mean(ms.Tensor([[1., 2.], [3., 4.]]), 1))
        [1.5 3.5]
    """
    return reduce_mean_kernel(x, () if axis is None else axis, keep_dims)


@op("mint.mean", label="MeanExt")
def mean_ext(input: Array, dim=None, keepdim=False, *, dtype=None):
    """Mean of the elements, over all or some dimensions.

    Args:
        input: Tensor.
        dim: dimension or dimensions; all of them if None.
        keepdim: whether the reduced dimensions stay, with length 1.
        dtype: dtype that the elements are converted to first.

    Returns:
        Tensor.
    """
    check_dtype("MeanExt", dtype)
    return mean(input if dtype is None else input.astype(dtype), dim, keepdim)


@public("Tensor.mean")
def _mean_method(
    self: Tensor,
    axis: Any = None,
    keep_dims: bool = False,
    *,
    dim: Any = None,
    keepdim: bool = False,
    dtype: Any = None,
) -> Tensor:
    """Mean of the elements, over all or some axes; see `ops.mean`.

    Args:
        axis: axis or axes (also as `dim`); all if None.
        keep_dims: whether the reduced axes stay, with length 1 (also as `keepdim`).
        dtype: dtype that the elements are converted to first.

    Returns:
        Tensor.
    """
    axis, keep_dims = axis if dim is None else dim, keepdim if keep_dims is False else keep_dims
    if dtype is None:
        return call(mean)(self, axis, keep_dims)
    return call(mean_ext)(self, axis, keep_dims, dtype=dtype)


# -- product -------------------------------------------------------------------------------------


def multiplied(x: jax.Array, axes: Any, keepdims: bool) -> jax.Array:
    """Product in the dtype of `x`; bools are and-ed."""
    if x.dtype == np.bool_:
        return jnp.all(x, axes, keepdims=keepdims)
    return jnp.prod(wider(x), axes, dtype=wider(x).dtype, keepdims=keepdims).astype(x.dtype)


@op("ops.prod", label="ProdExt")
def prod(input: Array, axis=None, keep_dims=False, dtype=None):
    """Product of the elements, over all or some axes.

    Args:
        input: Tensor of any number dtype.
        axis: axis or axes; all of them if None.
        keep_dims: whether the reduced axes stay, with length 1.
        dtype: dtype of the result. By default bool, Int8, Int16, Int32 and UInt8 give Int64, and
            other dtypes are kept.

    Returns:
        Tensor.

    Raises:
        TypeError: `axis` is neither int nor ints.
        ValueError: `axis` is out of range, or None together with `keep_dims`.
    """
    check_dtype("ProdExt", dtype)
    check_flag("ProdExt", "keep_dims", keep_dims)
    axes = check_axes("ProdExt", axis, input.ndim)
    if axis is None and keep_dims:
        raise ValueError("For 'ProdExt', 'keep_dims' must be False when 'axis' is None.")
    if dtype is None:
        dtype = np.dtype(np.int64) if input.dtype in _WIDENED else input.dtype
    return multiplied(input.astype(dtype), axes, keep_dims)


@op("mint.prod", label="ProdExt")
def prod_ext(input: Array, dim=None, keepdim=False, *, dtype=None):
    """Product of the elements, over all or some dimensions; see `ops.prod`."""
    if isinstance(dim, tuple):
        raise TypeError(must("ProdExt", "dim", "int or None", dim))
    return prod(input, dim, keepdim, dtype)


@public("Tensor.prod")
def _prod_method(
    self: Tensor,
    axis: Any = None,
    keep_dims: bool = False,
    dtype: Any = None,
    *,
    dim: Any = None,
    keepdim: bool = False,
) -> Tensor:
    """Product of the elements; see `ops.prod`. `dim` and `keepdim` are other names."""
    return call(prod)(
        self, axis if dim is None else dim, keepdim if keep_dims is False else keep_dims, dtype
    )


@primitive("ReduceProd", keep_dims=False)
@op(label="ReduceProd")
def reduce_prod(x: Array, axis=(), keep_dims=False):
    """Product over axes, in the dtype of the input.

    Args:
        keep_dims: whether the reduced axes stay, with length 1.

    Inputs:
        - **x** (Tensor) - number dtype; bools are and-ed.
        - **axis** (int, tuple, list, Tensor) - the axes; all if empty, as by default.

    Outputs:
        Tensor of the dtype of `x`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.ReduceProd()(ms.Tensor([[1., 2.], [3., 4.]]), 0))
        [3. 8.]
    """
    check_flag("ReduceProd", "keep_dims", keep_dims)
    return multiplied(x, reduced_axes("ReduceProd", axis, x), keep_dims)


# -- logical -------------------------------------------------------------------------------------


@primitive("ReduceAll", keep_dims=False)
@op("ops.all", label="ReduceAll")
def all(input: Array, axis=None, keep_dims=False):
    """Whether all elements are nonzero, over all or some axes.

    Args:
        input: Tensor.
        axis: axis or axes; all of them if None or empty.
        keep_dims: whether the reduced axes stay, with length 1.

    Returns:
        Bool Tensor.

    Raises:
        TypeError: `axis` is neither int nor ints, or `keep_dims` no bool.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.all(ms.Tensor([[True, False], [True, True]]), 1))
        [False  True]
    """
    check_flag("ReduceAll", "keep_dims", keep_dims)
    axes = check_axes("ReduceAll", axis, input.ndim)
    return jnp.all(input.astype(np.bool_), axes, keepdims=keep_dims)


@op("ops.any", label="ReduceAny")
def any(input: Array, axis=None, keep_dims=False):
    """Whether any element is nonzero, over all or some axes.

    Args:
        input: Tensor.
        axis: axis or axes; all of them if None or empty.
        keep_dims: whether the reduced axes stay, with length 1.

    Returns:
        Bool Tensor.

    Raises:
        TypeError: `axis` is neither int nor ints, or `keep_dims` no bool.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.any(ms.Tensor([[False, False], [True, False]]), 1))
        [False  True]
    """
    check_flag("ReduceAny", "keep_dims", keep_dims)
    axes = check_axes("ReduceAny", axis, input.ndim)
    return jnp.any(input.astype(np.bool_), axes, keepdims=keep_dims)


@primitive("ReduceAny", keep_dims=False)
@op(label="ReduceAny")
def reduce_any(x: Array, axis=(), keep_dims=False):
    """Whether any element is nonzero, over all or some axes; see `ops.any`."""
    return any(x, axis, keep_dims)


@public("Tensor.all")
def _all_method(
    self: Tensor,
    axis: Any = None,
    keep_dims: bool = False,
    *,
    dim: Any = None,
    keepdim: bool = False,
) -> Tensor:
    """Whether all elements are nonzero; see `ops.all`. `dim` and `keepdim` are other names."""
    return call(all)(
        self, axis if dim is None else dim, keepdim if keep_dims is False else keep_dims
    )


@public("Tensor.any")
def _any_method(
    self: Tensor,
    axis: Any = None,
    keep_dims: bool = False,
    *,
    dim: Any = None,
    keepdim: bool = False,
) -> Tensor:
    """Whether any element is nonzero; see `ops.any`. `dim` and `keepdim` are other names."""
    return call(any)(
        self, axis if dim is None else dim, keepdim if keep_dims is False else keep_dims
    )


@op("mint.all", label="ReduceAll")
def all_ext(input: Array, dim=None, keepdim=False):
    """Whether all elements are nonzero; see `ops.all`."""
    return all(input, dim, keepdim)


@op("mint.any", label="ReduceAny")
def any_ext(input: Array, dim=None, keepdim=False):
    """Whether any element is nonzero; see `ops.any`."""
    if isinstance(dim, tuple):
        raise TypeError(must("ReduceAny", "dim", "int or None", dim))
    return any(input, dim, keepdim)
