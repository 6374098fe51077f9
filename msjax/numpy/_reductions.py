"""Sums, means, extrema and positions over axes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import boolean, check_axes, check_axis
from msjax._core.base.errors import Clause, describe, must
from msjax._core.op.publish import Array, Value, call, op, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import check_dtype, with_elements
from msjax.kernels.elementwise.arithmetic import truncated_quotient
from msjax.kernels.reduction import extremum
from msjax.kernels.reduction.cumulative import cumprod_kernel as products
from msjax.kernels.reduction.statistics import std as root_of_variance
from msjax.kernels.reduction.statistics import var as variance
from msjax.kernels.reduction.sums import averaged, is_float, reduced_to
from msjax.kernels.reduction.sums import sum as total
from msjax.numpy._inputs import array_function, cast, floating, named


def axes_of(axis: Any, rank: int) -> tuple[int, ...] | None:
    """Normalised axes, or None for all.

    Raises:
        TypeError: they are no ints.
        ValueError: one is out of range or occurs twice.
    """
    found = axis if isinstance(axis, tuple) else (axis,)
    for a in found:
        if axis is not None and (isinstance(a, bool) or not isinstance(a, int)):
            raise TypeError(must("axis", "an int, a tuple of ints or None", describe(axis)))
    if isinstance(axis, tuple):
        found = tuple(check_axis(a, rank) for a in axis)
        if len(set(found)) != len(found):
            raise ValueError(must("axis", "free of duplicates", axis))
    return check_axes(axis, rank)


def _no_bools(x: jax.Array) -> None:
    if x.dtype == np.bool_:
        raise RuntimeError(Clause("a bool Tensor has no mean; cast it first."))


@array_function("numpy.sum")
def sum(
    a: Array,
    axis: int | Sequence[int] | None = None,
    dtype: np.dtype | None = None,
    keepdims: bool = False,
    initial: Value = None,
) -> Array:
    """Sums over all or some axes.

    Args:
        a: Tensor or list of numbers.
        axis: axis or axes; all of them if None or empty.
        dtype: dtype of the result; by default int64 for bool and integers, else that of `a`.
        keepdims: whether the axes stay, with length 1.
        initial: a number to start from.

    Returns:
        Tensor without the axes.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.sum([[1., 2.], [3., 4.]], axis=1))
        [3. 7.]
    """
    result = total(a, axis, keepdims, dtype=dtype)
    return result if initial is None else result + jnp.asarray(initial).astype(result.dtype)


@array_function("numpy.mean")
def mean(
    a: Array,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    dtype: np.dtype | None = None,
) -> Array:
    """Means over all or some axes.

    Args:
        a: Tensor or list of numbers; means of integers are integers, rounded towards zero.
        axis: axis or axes; all of them if None or empty.
        keepdims: whether the axes stay, with length 1.
        dtype: dtype of the result; by default that of `a`.

    Returns:
        Tensor without the axes.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: `axis` is out of range or has duplicates.
        RuntimeError: `a` is bool.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.mean([[1., 2.], [3., 4.]], axis=0))
        [2. 3.]
    """
    boolean("keepdims", keepdims)
    _no_bools(a)
    return cast(averaged(a, axes_of(axis, a.ndim), keepdims), named(dtype))


@array_function("numpy.var", amp="float32")
def var(
    x: Array, axis: int | Sequence[int] | None = None, ddof: int = 0, keepdims: bool = False
) -> Array:
    """Variances over all or some axes.

    Args:
        x: Tensor or list of numbers; integers count as float32.
        axis: axis or axes; all of them if None or empty.
        ddof: what is subtracted from the number of elements in the divisor.
        keepdims: whether the axes stay, with length 1.

    Returns:
        Tensor without the axes.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: `axis` is out of range or has duplicates.
        RuntimeError: `x` is bool.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.var([1., 2., 3., 4.]))
        1.25
    """
    _no_bools(x)
    return variance(floating(x), axes_of(axis, x.ndim), ddof, keepdims)


@array_function("numpy.std")
def std(
    x: Array, axis: int | Sequence[int] | None = None, ddof: int = 0, keepdims: bool = False
) -> Array:
    """Standard deviations over all or some axes; the arguments are those of `numpy.var`.

    Args:
        x: Tensor or list of numbers; integers count as float32.
        axis: axis or axes; all of them if None or empty.
        ddof: what is subtracted from the number of elements in the divisor.
        keepdims: whether the axes stay, with length 1.

    Returns:
        Tensor without the axes.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: `axis` is out of range or has duplicates.
        RuntimeError: `x` is bool.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.std([1., 1., 3., 3.]))
        1.0
    """
    _no_bools(x)
    return root_of_variance(floating(x), axes_of(axis, x.ndim), ddof, keepdims)


@op("numpy.ptp")
def ptp(x: Array, axis: int | Sequence[int] | None = None, keepdims: bool = False) -> Array:
    """Distances between the largest and the smallest elements over all or some axes.

    Args:
        x: Tensor.
        axis: axis or axes; all of them if None or empty.
        keepdims: whether the axes stay, with length 1.

    Returns:
        Tensor without the axes, of the dtype of `x`.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: `axis` is out of range or has duplicates.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.ptp(ms.Tensor([[4., 9.], [2., 10.]]), axis=1))
        [5. 8.]
    """
    return extremum.ptp(x, axes_of(axis, x.ndim), keepdims)


def _extremes(kernel: Any, a: Any, axis: Any, keepdims: bool, initial: Any, where: Any):
    with_elements("a", a)
    axes = axes_of(axis, a.ndim)
    return kernel(a, axes, keepdims, initial=initial, where=where)


@op(label="amax")
def _amax(a: Array, axis=None, keepdims=False, initial: Value = None, where: Array = None):
    return _extremes(extremum.amax, a, axis, keepdims, initial, where)


@op(label="amin")
def _amin(a: Array, axis=None, keepdims=False, initial: Value = None, where: Array = None):
    return _extremes(extremum.amin, a, axis, keepdims, initial, where)


@public("numpy.amax", "numpy.max")
def amax(
    a: Tensor,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    initial: complex | np.number | None = None,
    where: Tensor = True,
) -> Array:
    """Largest elements over all or some axes; nan where there is one.

    Args:
        a: Tensor.
        axis: axis or axes; all of them if None or empty.
        keepdims: whether the axes stay, with length 1.
        initial: a number that the results are no less than.
        where: bool Tensor that broadcasts with `a`: which elements take part. It needs `initial`.

    Returns:
        Tensor without the axes, of the dtype of `a`.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: `axis` is out of range or has duplicates, `a` is empty, or `where` is given
            without `initial`.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.amax(ms.Tensor([[0., 1.], [2., 3.]]), axis=0))
        [2. 3.]
    """
    return call(_amax)(a, axis, keepdims, initial, extremum.mask(where))


@public("numpy.amin", "numpy.min")
def amin(
    a: Tensor,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    initial: complex | np.number | None = None,
    where: Tensor = True,
) -> Array:
    """Smallest elements over all or some axes; nan where there is one.

    Args:
        a: Tensor.
        axis: axis or axes; all of them if None or empty.
        keepdims: whether the axes stay, with length 1.
        initial: a number that the results are no more than.
        where: bool Tensor that broadcasts with `a`: which elements take part. It needs `initial`.

    Returns:
        Tensor without the axes, of the dtype of `a`.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: `axis` is out of range or has duplicates, `a` is empty, or `where` is given
            without `initial`.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.amin(ms.Tensor([[0., 1.], [2., 3.]]), axis=1))
        [0. 2.]
    """
    return call(_amin)(a, axis, keepdims, initial, extremum.mask(where))


@op("numpy.average")
def average(
    x: Array,
    axis: int | Sequence[int] | None = None,
    weights: Array | None = None,
    returned: bool = False,
) -> Array:
    """Means with weights over all or some axes.

    Args:
        x: Tensor.
        axis: axis or axes; all of them if None or empty.
        weights: Tensor of the shape of `x`, or of one dimension as long as the one axis; all
            elements weigh the same if None.
        returned: whether the sums of the weights come too.

    Returns:
        Tensor without the axes, or a tuple of it and of the sums of the weights.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: `axis` is out of range, or the shapes do not fit.
        RuntimeError: `x` is bool.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> x = ms.Tensor([[0., 1.], [2., 3.]])
        >>> print(np.average(x, axis=1, weights=ms.Tensor([0.25, 0.75])))
        [0.75 2.75]
    """
    axes = axes_of(axis, x.ndim)
    boolean("returned", returned)
    if weights is None:
        _no_bools(x)
        result = averaged(x, axes, False)
        count = math.prod(x.shape if axes is None else [x.shape[a] for a in axes])
        weight = jnp.full(result.shape, count, result.dtype)
    else:
        weights = _spread_weights(x, weights, axes)
        product = x * weights
        weight = jnp.broadcast_to(weights, product.shape)
        weight = jnp.sum(weight, axes, dtype=weight.dtype)
        result = jnp.sum(product, axes, dtype=product.dtype)
        whole = not is_float(result) and result.dtype.kind != "c"
        result = truncated_quotient(result, weight) if whole else result / weight
    return (result, weight) if returned else result


def _spread_weights(x: jax.Array, weights: jax.Array, axes: tuple[int, ...] | None) -> jax.Array:
    """Weights in the shape of `x`, or one that broadcasts to it."""
    if weights.shape == x.shape:
        return weights
    if axes is None or len(axes) != 1 or weights.ndim != 1 or weights.shape[0] != x.shape[axes[0]]:
        raise ValueError(must("weights", f"of the shape {x.shape} or of one axis", weights.shape))
    return weights.reshape([-1 if a == axes[0] else 1 for a in range(x.ndim)])


@array_function("numpy.argmax")
def argmax(a: Array, axis: int | None = None) -> Array:
    """Positions of the largest elements along an axis.

    Args:
        a: Tensor or list of numbers.
        axis: the axis; None for the position among all elements.

    Returns:
        Tensor of int64. Of equal elements the first counts.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.argmax([[1, 5], [3, 2]], axis=1))
        [1 0]
    """
    return extremum.argmax(a, axis)


@array_function("numpy.argmin")
def argmin(a: Array, axis: int | None = None) -> Array:
    """Positions of the smallest elements along an axis; see `numpy.argmax`.

    Args:
        a: Tensor or list of numbers.
        axis: the axis; None for the position among all elements.

    Returns:
        Tensor of int64. Of equal elements the first counts.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.argmin([[1, 5], [3, 2]], axis=1))
        [0 1]
    """
    return extremum.argmin(a, axis)


@op("numpy.count_nonzero")
def count_nonzero(
    x: Array, axis: int | Sequence[int] | None = None, keepdims: bool = False
) -> Array:
    """Numbers of elements that are not 0, over all or some axes.

    Args:
        x: Tensor of a number dtype.
        axis: axis or axes; all of them if None or empty.
        keepdims: whether the axes stay, with length 1.

    Returns:
        Tensor of int32 without the axes.

    Raises:
        TypeError: an argument is of another kind, or `x` is bool.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.count_nonzero(ms.Tensor([[0, 1], [2, 3]]), axis=0))
        [1 2]
    """
    boolean("keepdims", keepdims)
    if x.dtype == np.bool_:
        raise TypeError(must("x", "of a number dtype", "bool"))
    axes = axes_of(axis, x.ndim)
    return jnp.sum(x != 0, axes, dtype=np.int32, keepdims=keepdims)


@public("numpy.cumprod")
def cumprod(
    a: Tensor | list[Any], axis: int | None = None, dtype: mstype.Type | None = None
) -> Tensor:
    """Running products along an axis.

    Args:
        a: Tensor, or list of numbers.
        axis: the axis; None for the flattened elements.
        dtype: dtype of the result; by default bool and short integers become int32 or uint32.

    Returns:
        Tensor of the shape of `a`, or of one dimension if `axis` is None.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.cumprod([1, 2, 3]))
        [1 2 6]
    """
    if isinstance(a, (bool, int, float, list, tuple)):
        a = Tensor(a)
    return call(_cumprod)(a, axis, dtype)


@op(label="cumprod")
def _cumprod(a: Array, axis, dtype):
    dtype = named(dtype)
    unsigned = a.dtype.kind == "u" and a.dtype.itemsize < 4 and dtype is None
    return running(products, a, axis, np.dtype(np.uint32) if unsigned else dtype)


def running(scan: Any, a: jax.Array, axis: Any, dtype: Any) -> jax.Array:
    """A running total; short integers become int32 and None flattens."""
    dtype = np.dtype(np.bool_) if dtype is bool else dtype
    check_dtype(dtype)
    if a.dtype.kind in "biu" and a.dtype.itemsize < 4:
        a = a.astype(np.int32)
    if axis is None:
        return reduced_to(dtype, a.reshape(-1), lambda x: scan(x, 0))
    if isinstance(axis, bool) or not isinstance(axis, int):
        raise TypeError(must("axis", "an int or None", describe(axis)))
    if not a.ndim:
        raise ValueError(must("axis", "None for a 0-d Tensor", axis))
    place = check_axis(axis, a.ndim)
    return reduced_to(dtype, a, lambda x: scan(x, place))
