"""Reductions that skip nan, and running sums."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import boolean, check_axis, integer
from msjax._core.base.errors import must
from msjax._core.op.publish import Array, op
from msjax.kernels.elementwise.arithmetic import truncated_quotient
from msjax.kernels.elementwise.cast import wider
from msjax.kernels.elementwise.unary import safe_sqrt
from msjax.kernels.reduction.cumulative import cumsum_kernel as sums
from msjax.kernels.reduction.extremum import extreme
from msjax.kernels.reduction.sums import reduced_to, summed
from msjax.numpy._inputs import array_function, cast, common, converted, floating, named
from msjax.numpy._reductions import axes_of, running


def _missing(x: jax.Array) -> jax.Array:
    """Where elements are nan; as in MindSpore not asked of complex numbers."""
    if jnp.issubdtype(x.dtype, jnp.complexfloating):
        raise TypeError(must("a", "a Tensor of real numbers", x.dtype))
    return jnp.isnan(x) if jnp.issubdtype(x.dtype, jnp.inexact) else jnp.zeros(x.shape, np.bool_)


def _zeroed(x: jax.Array) -> jax.Array:
    return jnp.where(_missing(x), jnp.zeros_like(x), x)


def _moments(a: jax.Array, axis) -> tuple[jax.Array, jax.Array, tuple]:
    """What means and variances start from: the elements in float32 or float64, how many there
    are, and the axes."""
    axes = axes_of(axis, a.ndim)
    x = a if a.dtype == np.float64 else converted(a, np.float32)
    count = jnp.sum(~_missing(x), axes, dtype=x.dtype, keepdims=True)
    return x, count, axes


def _sums(a: jax.Array, axes, dtype: np.dtype | None, keepdims: bool) -> jax.Array:
    x = _zeroed(a)
    return reduced_to(dtype, x, lambda x: summed(wider(x), axes, keepdims).astype(x.dtype))


def _kept(keepdims: Any) -> bool:
    """Whether axes stay: MindSpore's functions that skip nan take numbers for bools."""
    return bool(keepdims) if isinstance(keepdims, int) else boolean("keepdims", keepdims)


def _shaped(x: jax.Array, axes, keepdims: Any) -> jax.Array:
    return x if _kept(keepdims) else jnp.squeeze(x, range(x.ndim) if axes is None else axes)


def _squares(a: jax.Array, axis, ddof, keepdims) -> jax.Array:
    x, count, axes = _moments(a, axis)
    center = jnp.sum(_zeroed(x), axes, keepdims=True) / count
    apart = jnp.where(_missing(x), jnp.zeros_like(x), x - center)
    total = jnp.sum(apart * apart, axes, keepdims=True)
    return _shaped(total / (count - jnp.full((), ddof, x.dtype)), axes, keepdims)


def _extremes(a: jax.Array, axis, keepdims, largest: bool) -> jax.Array:
    keepdims, axes = _kept(keepdims), axes_of(axis, a.ndim)
    gone = _missing(a)
    if not jnp.issubdtype(a.dtype, jnp.floating):
        return extreme(a, axes, keepdims, largest)
    end = jnp.full((), -math.inf if largest else math.inf, a.dtype)
    found = extreme(jnp.where(gone, end, a), axes, keepdims, largest)
    return jnp.where(jnp.all(gone, axes, keepdims=keepdims), jnp.full((), math.nan, a.dtype), found)


@array_function("numpy.nansum")
def nansum(
    a: Array,
    axis: int | Sequence[int] | None = None,
    dtype: np.dtype | None = None,
    keepdims: bool = False,
) -> Array:
    """Sums of the elements that are not nan.

    Args:
        a: Tensor or list of numbers.
        axis: axis or axes; all of them if None or empty.
        dtype: dtype of the result; by default that of `a`.
        keepdims: whether the axes stay, with length 1.

    Returns:
        Tensor without the axes.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: `axis` is out of range or has duplicates.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.nansum([[1., float("nan")], [3., 5.]], axis=1))
        [1. 8.]
    """
    return _sums(a, axes_of(axis, a.ndim), named(dtype), _kept(keepdims))


@array_function("numpy.nanmean")
def nanmean(
    a: Array,
    axis: int | Sequence[int] | None = None,
    dtype: np.dtype | None = None,
    keepdims: bool = False,
) -> Array:
    """Means of the elements that are not nan; nan where there is none.

    Args:
        a: Tensor or list of numbers.
        axis: axis or axes; all of them if None or empty.
        dtype: dtype that the sums are taken in, float32 by default, so that an integer one cuts off
            their fractions. The result has the dtype that it and that of `a` promote to; of two
            integers it is rounded towards zero.
        keepdims: whether the axes stay, with length 1.

    Returns:
        Tensor without the axes.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: `axis` is out of range or has duplicates.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.nanmean([[1., float("nan")], [3., 5.]], axis=1))
        [1. 4.]
    """
    axes, kept = axes_of(axis, a.ndim), _kept(keepdims)
    total = _sums(a, axes, np.dtype(np.float32) if dtype is None else named(dtype), kept)
    if a.dtype == total.dtype == np.bool_:
        raise TypeError(must("dtype", "of numbers for elements of bool", total.dtype))
    count = jnp.sum(~_missing(a), axes, dtype=np.int32, keepdims=kept)
    total, count = common(total, count if a.dtype == np.bool_ else count.astype(a.dtype))
    return truncated_quotient(total, count) if total.dtype.kind in "iu" else total / count


@array_function("numpy.nanvar")
def nanvar(
    a: Array,
    axis: int | Sequence[int] | None = None,
    dtype: np.dtype | None = None,
    ddof: int = 0,
    keepdims: bool = False,
) -> Array:
    """Variances of the elements that are not nan; nan where there is none.

    Args:
        a: Tensor or list of numbers.
        axis: axis or axes; all of them if None or empty.
        dtype: dtype of the result; by default float32.
        ddof: what is subtracted from the number of elements in the divisor.
        keepdims: whether the axes stay, with length 1.

    Returns:
        Tensor without the axes.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: `axis` is out of range or has duplicates.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.nanvar([[1., float("nan")], [3., 5.]], axis=1))
        [0. 1.]
    """
    found = _squares(a, axis, ddof, keepdims)
    return cast(found, np.dtype(np.float32) if dtype is None else named(dtype))


@array_function("numpy.nanstd")
def nanstd(
    a: Array,
    axis: int | Sequence[int] | None = None,
    dtype: np.dtype | None = None,
    ddof: int = 0,
    keepdims: bool = False,
) -> Array:
    """Standard deviations of the elements that are not nan; nan where there is none.

    Args:
        a: Tensor or list of numbers.
        axis: axis or axes; all of them if None or empty.
        dtype: dtype of the result; by default float32.
        ddof: what is subtracted from the number of elements in the divisor.
        keepdims: whether the axes stay, with length 1.

    Returns:
        Tensor without the axes.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: `axis` is out of range or has duplicates.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.nanstd([[1., float("nan")], [3., 5.]], axis=1))
        [0. 1.]
    """
    found = _squares(a, axis, ddof, keepdims)
    return cast(safe_sqrt(found), np.dtype(np.float32) if dtype is None else named(dtype))


@array_function("numpy.nanmax")
def nanmax(
    a: Array,
    axis: int | Sequence[int] | None = None,
    dtype: np.dtype | None = None,
    keepdims: bool = False,
) -> Array:
    """Largest elements that are not nan; nan where there is none.

    Args:
        a: Tensor or list of numbers.
        axis: axis or axes; all of them if None or empty.
        dtype: dtype of the result; by default that of `a`.
        keepdims: whether the axes stay, with length 1.

    Returns:
        Tensor without the axes.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: `axis` is out of range or has duplicates.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.nanmax([[1., float("nan")], [3., 5.]], axis=1))
        [1. 5.]
    """
    return cast(_extremes(a, axis, keepdims, True), named(dtype))


@array_function("numpy.nanmin")
def nanmin(
    a: Array,
    axis: int | Sequence[int] | None = None,
    dtype: np.dtype | None = None,
    keepdims: bool = False,
) -> Array:
    """Smallest elements that are not nan; nan where there is none.

    Args:
        a: Tensor or list of numbers.
        axis: axis or axes; all of them if None or empty.
        dtype: dtype of the result; by default that of `a`.
        keepdims: whether the axes stay, with length 1.

    Returns:
        Tensor without the axes.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: `axis` is out of range or has duplicates.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.nanmin([[1., float("nan")], [3., 5.]], axis=1))
        [1. 3.]
    """
    return cast(_extremes(a, axis, keepdims, False), named(dtype))


@op("numpy.cumsum")
def cumsum(a: Array, axis: int | None = None, dtype: np.dtype | None = None) -> Array:
    """Running sums along an axis.

    Args:
        a: Tensor.
        axis: the axis; None for the flattened elements.
        dtype: dtype of the result; bool and short integers become int32 by default, and also if it
            is their own, as in MindSpore.

    Returns:
        Tensor of the shape of `a`, or of one dimension if `axis` is None.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.cumsum(ms.Tensor([1., 2., 3.])))
        [1. 3. 6.]
    """
    return running(sums, a, axis, None if dtype == a.dtype else dtype)


@op("numpy.nancumsum")
def nancumsum(a: Array, axis: int | None = None, dtype: np.dtype | None = None) -> Array:
    """Running sums along an axis, as if nan were 0.

    Args:
        a: Tensor.
        axis: the axis; None for the flattened elements.
        dtype: dtype of the result; bool and short integers become int32 by default, and also if it
            is their own, as in MindSpore.

    Returns:
        Tensor of the shape of `a`, or of one dimension if `axis` is None.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.nancumsum(ms.Tensor([1., float("nan"), 3.])))
        [1. 1. 4.]
    """
    return running(sums, _zeroed(a), axis, None if dtype == a.dtype else dtype)


@array_function("numpy.unwrap")
def unwrap(p: Array, discont: float = math.pi, axis: int = -1) -> Array:
    """Angles without jumps: steps larger than `discont` are made shorter by full turns.

    Args:
        p: Tensor or list of numbers, the angles; integers count as float32.
        discont: the longest step that stays; no less than pi has an effect.
        axis: the axis along which the steps are.

    Returns:
        Tensor of the shape of `p`.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.unwrap([0., 1., 7.]))
        [0.       1.       0.716815]
    """
    p = floating(p)
    integer("axis", axis)
    axis = check_axis(axis, p.ndim)
    turn, half = (jnp.full((), v, p.dtype) for v in (2 * math.pi, math.pi))
    step = jnp.diff(p, axis=axis)
    short = jnp.mod(step + half, turn) - half
    short = jnp.where((short == -half) & (step > 0), half, short)
    change = jnp.where(jnp.abs(step) < discont, jnp.zeros_like(step), short - step)
    first = jax.lax.slice_in_dim(p, 0, 1, axis=axis)
    rest = jax.lax.slice_in_dim(p, 1, None, axis=axis) + jnp.cumsum(change, axis)
    return jnp.concatenate([first, rest.astype(p.dtype)], axis)
