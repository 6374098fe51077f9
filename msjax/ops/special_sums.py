"""Sums that skip nan, count, or go through exponentials and squares."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core import dtype as mstype
from msjax._core.errors import check_axes, must
from msjax._core.op import Array, call, op, public
from msjax._core.primitive import primitive
from msjax._core.tensor import Tensor
from msjax.ops._accept import accept
from msjax.ops.reduction import (
    check_dtype,
    check_flag,
    is_complex,
    is_float,
    reduced_axes,
    summed,
    wider,
)


@op("ops.nansum", label="nansum")
def nansum(input: Array, axis=None, keepdims=False, *, dtype=None):
    """Sum of the elements that are not nan.

    Args:
        input: Tensor of any real dtype.
        axis: dimension or dimensions; all if None.
        keepdims: whether the summed dimensions stay, with length 1.
        dtype: dtype of the result, also a name or one of NumPy; that of `input` (Int64 for bool) by
            default.

    Returns:
        Tensor without the summed dimensions.

    Raises:
        TypeError: complex input, or `keepdims` is no bool.
        ValueError: `axis` is out of range.
    """
    if isinstance(dtype, (str, type)):
        dtype = np.dtype(dtype)
    check_dtype("nansum", dtype)
    check_flag("nansum", "keepdims", keepdims)
    if (
        is_complex(input)
        or input.dtype == jnp.bfloat16
        or (dtype is not None and dtype.kind == "c")
    ):
        raise TypeError(must("nansum", "input", "real", str(mstype.from_np(input.dtype))))
    x = jnp.where(jnp.isnan(input), jnp.zeros((), input.dtype), input) if is_float(input) else input
    if dtype is None:
        dtype = np.dtype(np.int64) if x.dtype == np.bool_ else x.dtype
    axes = check_axes("nansum", axis, x.ndim)
    return summed(wider(x.astype(dtype)), axes, keepdims).astype(dtype)


@public("Tensor.nansum")
def _nansum_method(
    self: Tensor,
    axis: Any = None,
    keepdims: bool = False,
    *,
    dtype: Any = None,
    dim: Any = None,
    keepdim: bool = False,
) -> Tensor:
    """Sum of the elements that are not nan; see `ops.nansum`."""
    return call(nansum)(
        self, axis if dim is None else dim, keepdim if keepdims is False else keepdims, dtype=dtype
    )


@op("mint.nansum", label="nansum")
def nansum_ext(input: Array, dim=None, keepdim=False, *, dtype=None):
    """Sum of the elements that are not nan; see `ops.nansum`."""
    return nansum(input, dim, keepdim, dtype=dtype)


@op("ops.nanmean", "Tensor.nanmean", label="nanmean")
def nanmean(input: Array, axis=None, keepdims=False, *, dtype=None):
    """Mean of the elements that are not nan.

    Args:
        input: floating-point Tensor.
        axis: dimension or dimensions; all if None.
        keepdims: whether the reduced dimensions stay, with length 1.
        dtype: dtype of the result; that of `input` by default.

    Returns:
        Tensor.

    Raises:
        TypeError: the input is not of a floating-point dtype.
    """
    check_flag("nanmean", "keepdims", keepdims)
    if not is_float(input) or input.dtype == jnp.bfloat16:
        raise TypeError(must("nanmean", "input", "floating-point", mstype.from_np(input.dtype)))
    axes = check_axes("nanmean", axis, input.ndim)
    x = wider(input)
    valid = ~jnp.isnan(x)
    total = jnp.sum(jnp.where(valid, x, jnp.zeros((), x.dtype)), axes, keepdims=keepdims)
    count = jnp.sum(valid, axes, dtype=np.int32, keepdims=keepdims)
    return (total / count.astype(x.dtype)).astype(input.dtype if dtype is None else dtype)


@op("ops.count_nonzero", label="count_nonzero")
def count_nonzero(x: Array, axis=(), keep_dims=False, dtype=mstype.int32):
    """Number of nonzero elements, over all or some axes.

    Args:
        x: Tensor of a number dtype.
        axis: axis or axes; all of them if empty.
        keep_dims: whether the reduced axes stay, with length 1.
        dtype: dtype of the result.

    Returns:
        Tensor.

    Raises:
        TypeError: a bool Tensor, or `axis` is neither int nor ints.
        ValueError: `axis` is out of range.
    """
    accept("count_nonzero", x, "iufc", "x")
    if axis is None:
        raise TypeError(must("count_nonzero", "axis", "int, or tuple or list of int", axis))
    axes = check_axes("count_nonzero", axis, x.ndim)
    check_flag("count_nonzero", "keep_dims", keep_dims)
    dtype = np.dtype(np.int32) if dtype is None else dtype
    return jnp.sum(x != 0, axes, dtype=np.int32, keepdims=keep_dims).astype(dtype)


@public("Tensor.count_nonzero")
def _count_nonzero_method(
    self: Tensor, axis: Any = (), keep_dims: bool = False, dtype: Any = None, *, dim: Any = None
) -> Tensor:
    """Number of nonzero elements; see `ops.count_nonzero`. `dim` is another name of `axis`."""
    return call(count_nonzero)(self, axis if dim is None else dim, keep_dims, dtype)


@op("mint.count_nonzero", label="CountNonZero")
def count_nonzero_ext(input: Array, dim=None):
    """Number of nonzero elements, as Int64, over all or some dimensions."""
    axes = check_axes("CountNonZero", dim, input.ndim, "dim")
    return jnp.sum(input != 0, axes, dtype=np.int64)


def _check_dims(dims: Any) -> None:
    items = dims if isinstance(dims, (list, tuple)) else () if dims is None else (dims,)
    if any(type(d) is not int for d in items):
        raise TypeError(must("CountNonZero", "dims", "int, or tuple or list of int", repr(dims)))


@primitive(
    "CountNonZero",
    check=_check_dims,
    dims=None,
    normal=lambda dims: {"dims": [] if dims is None else dims},
)
@op(label="CountNonZero")
def count_nonzero_primitive(x: Array, dims=None):
    """Number of nonzero elements, as Int64.

    Args:
        dims: dimension or dimensions to count over; all of them by default.

    Inputs:
        - **x** (Tensor) - any dtype.
    """
    _check_dims(dims)
    return count_nonzero_ext(x, dims)


@op("ops.logsumexp", "Tensor.logsumexp", "mint.logsumexp", label="LogSumExp")
def logsumexp(input: Array, dim, keepdim=False):
    """Logarithm of the sum of exponentials, computed without overflow.

    Args:
        input: floating-point Tensor.
        dim: dimension or dimensions; all of them if empty.
        keepdim: whether the reduced dimensions stay, with length 1.

    Returns:
        Tensor of the dtype of `input`.

    Raises:
        TypeError: `input` is not of a floating-point dtype, or `dim` is neither int nor ints.
        ValueError: `dim` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.logsumexp(ms.Tensor([[0., 0.], [1., 1.]]), 1))
        [0.6931472 1.6931472]
    """
    accept("LogSumExp", input, "f")
    check_flag("LogSumExp", "keepdim", keepdim)
    axes = reduced_axes("LogSumExp", dim, input, "dim")
    return jax.nn.logsumexp(wider(input), axes, keepdims=keepdim).astype(input.dtype)


@primitive("SquareSumAll")
@op(label="SquareSumAll")
def square_sum_all(x: Array, y: Array):
    """Sums of the squares of two Tensors.

    Inputs:
        - **x** (Tensor) - Float16 or Float32.
        - **y** (Tensor) - the same shape and dtype.

    Outputs:
        Tuple of two 0-d Tensors.
    """
    accept("SquareSumAll", x, "f", "x")
    if x.shape != y.shape:
        raise ValueError(must("SquareSumAll", "y", f"of shape {x.shape}", y.shape))
    pair = (jnp.sum(jnp.square(wider(a))).astype(a.dtype) for a in (x, y))
    return tuple(pair)
