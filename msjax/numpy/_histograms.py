"""Places in sorted values, and counts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import boolean
from msjax._core.base.errors import describe, must, unsupported_option
from msjax._core.op.publish import Array, Arrays, call, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import check_rank
from msjax.numpy._inputs import array_function, as_array


def _searched(a: jax.Array, v: jax.Array, side: str) -> jax.Array:
    """Places of `v` in sorted `a`, in the dtype that both promote to."""
    dtype = mstype.common_dtype(a.dtype, v.dtype)
    return jnp.searchsorted(a.astype(dtype), v.astype(dtype), side=side).astype(np.int32)


@array_function("numpy.searchsorted")
def searchsorted(a: Array, v: Array, side: str = "left", sorter: Array | None = None) -> Array:
    """Places where elements would keep a vector sorted.

    Args:
        a: Tensor of one dimension or list of numbers, in rising order unless `sorter` is given.
        v: Tensor, number or list of numbers, the elements to place.
        side: "left" for the first of several places, "right" for the last.
        sorter: Tensor of the positions of the elements of `a` in rising order.

    Returns:
        Tensor of int32, of the shape of `v`.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: `a` is not of one dimension, or `side` is another.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.searchsorted([1, 2, 3, 4, 5], [0, 3, 9]))
        [0 2 5]
    """
    if side not in ("left", "right"):
        raise ValueError(must("side", "'left' or 'right'", repr(side)))
    check_rank(a, 1, "a")
    return _searched(a if sorter is None else a[sorter], v, side)


@array_function("numpy.digitize")
def digitize(x: Array, bins: Array, right: bool = False) -> Array:
    """Numbers of the bins that elements are in.

    Args:
        x: Tensor, number or list of numbers.
        bins: Tensor of one dimension or list of numbers, the bounds in rising or falling order.
        right: whether a bin has its right bound rather than its left one.

    Returns:
        Tensor of int32, of the shape of `x`; 0 for elements before the bins.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: `bins` is not of one dimension.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.digitize([1.2, 10., 12.4], [0, 5, 10, 15]))
        [1 3 3]
    """
    check_rank(bins, 1, "bins")
    if not bins.size:
        return jnp.zeros(x.shape, np.int32)
    rising = _searched(bins, x, "left" if right else "right")
    falling = np.int32(bins.size) - _searched(bins[::-1], x, "left" if right else "right")
    return jnp.where(bins[0] <= bins[-1], rising, falling)


@public("numpy.bincount")
def bincount(
    x: Tensor | list[int],
    weights: Tensor | list[Any] | None = None,
    minlength: int = 0,
    length: int | None = None,
) -> Tensor:
    """How often every integer from 0 up occurs.

    Args:
        x: Tensor of integers of one dimension, or list of ints; negative ones count as 0.
        weights: Tensor or list of numbers as long as `x`, what elements count; 1 by default.
        minlength: the least length of the result.
        length: the length of the result, needed in compiled code. By default one more than the
            largest element, if that is more than `minlength`.

    Returns:
        Tensor of float32 of one dimension.

    Raises:
        TypeError: `x` is of another kind, or not of signed integers.
        ValueError: `x` is not of one dimension, or `weights` has another shape.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.bincount([0, 1, 1, 3]))
        [1. 2. 0. 1.]
    """
    if length is None:
        return call(_counted)(x, weights, minlength)
    return call(_counts)(x, weights, length)


@array_function(label="bincount")
def _counts(x: Array, weights: Array | None, length):
    check_rank(x, 1, "x")
    if x.dtype.kind != "i":
        raise TypeError(must("x", "of signed integers", x.dtype))
    if weights is None:
        weights = jnp.ones(x.shape, np.float32)
    elif weights.shape != x.shape:
        raise ValueError(must("weights", f"of shape {x.shape}", weights.shape))
    counts = jnp.zeros(length, np.float32)
    return counts.at[jnp.maximum(x, 0)].add(weights.astype(np.float32), mode="drop")


@array_function(label="bincount", eager=True)
def _counted(x: Array, weights: Array | None, minlength):
    largest = int(np.asarray(x).max()) + 1 if x.size and x.dtype.kind == "i" else 0
    return _counts(x, weights, max(largest, minlength))


# -- histograms ----------------------------------------------------------------------------------


def _limits(range: Any) -> tuple[float, float] | None:
    if range is None:
        return None
    low, high = range
    if low > high:
        raise ValueError(must("range", "a pair whose second is the larger", range))
    return (low - 0.5, high + 0.5) if low == high else (low, high)


def _edges(x: jax.Array, bins: Any, range: Any) -> jax.Array:
    """The bounds of bins: as given, or so many of one width."""
    if isinstance(bins, str):
        raise unsupported_option(f"bins={bins!r}", "pass a number of bins")
    if isinstance(bins, (jax.Array, np.ndarray)):
        check_rank(bins, 1, "bins")
        return jnp.asarray(bins)
    if isinstance(bins, (tuple, list)):
        return jnp.asarray(as_array("bins", bins))
    if isinstance(bins, bool) or not isinstance(bins, int):
        raise TypeError(must("bins", "an int or a sequence of bounds", describe(bins)))
    if bins < 0:
        raise ValueError(must("bins", "0 or more", bins))
    limits = _limits(range)
    x = x.astype(np.float32).reshape(-1)
    if limits is not None:
        low, high = (jnp.full((), v, np.float32) for v in limits)
    elif not x.size:
        low, high = jnp.zeros((), np.float32), jnp.ones((), np.float32)
    else:
        low, high = jnp.min(x), jnp.max(x)
        half = jnp.where(low == high, jnp.full((), 0.5, np.float32), jnp.zeros((), np.float32))
        low, high = low - half, high + half
    return jnp.linspace(low, high, bins + 1, dtype=np.float32) if bins else low[None]


def _places(x: jax.Array, edges: jax.Array) -> jax.Array:
    """The bins of elements; those outside get a place that no bin has. The last bound is in."""
    count = max(edges.size - 1, 0)
    if not count:
        return jnp.zeros(x.shape, np.int32)
    x, edges = x.astype(np.float32), edges.astype(np.float32)
    place = _searched(edges, x, "right") - 1
    place = jnp.where(x == edges[-1], np.int32(count - 1), place)
    return jnp.where((place < 0) | (place >= count), np.int32(count), place)


def _density(counts: jax.Array, edges: Any) -> jax.Array:
    for axis, e in enumerate(edges):
        width = jnp.diff(e.astype(np.float32))
        counts = counts / width.reshape([-1 if i == axis else 1 for i in range(counts.ndim)])
    return counts


def _weights(weights: Any, count: int) -> jax.Array:
    if weights is None:
        return jnp.ones(count, np.float32)
    if weights.size != count:
        raise ValueError(must("weights", f"of {count} elements", f"shape {weights.shape}"))
    return weights.astype(np.float32).reshape(-1)


@public("numpy.histogram")
def histogram(
    a: Tensor | list[Any],
    bins: int | Tensor | list[Any] = 10,
    range: Sequence[complex | np.number] | None = None,
    weights: Tensor | list[Any] | None = None,
    density: bool = False,
) -> tuple[Tensor, Tensor]:
    """How many elements are in each of several bins.

    Args:
        a: Tensor, or list of numbers; it is flattened.
        bins: int, the number of bins of one width; or Tensor or list of their bounds.
        range: pair of numbers, the lowest and the highest bound; by default those of the data.
        weights: Tensor or list of numbers of the size of `a`, what elements count; 1 by default.
        density: whether to divide by the sum of all counts and by the widths of the bins.

    Returns:
        Tuple of the counts, a Tensor of float32, and the bounds.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: `bins` is negative, `range` is not in order, or `weights` has another size.
        NotImplementedError: `bins` is a string.

    Examples:
        >>> import msjax.numpy as np
        >>> counts, bounds = np.histogram([1, 2, 1], bins=[0, 1, 2, 3])
        >>> print(counts, bounds)
        [0. 2. 1.] [0 1 2 3]
    """
    given, bins = (bins, None) if isinstance(bins, Tensor) else (None, bins)
    return call(_histogram)(a, weights, given, bins, range, density)


@array_function(label="histogram")
def _histogram(a: Array, weights: Array | None, given: Array | None, bins, range, density):
    boolean("density", density)
    x = a.reshape(-1)
    edges = _edges(x, bins if given is None else given, range)
    counts = jnp.zeros(max(edges.size - 1, 0), np.float32)
    weight = _weights(weights, x.size)
    counts = counts.at[_places(x, edges)].add(weight, mode="drop")
    if density:
        counts = _density(counts / jnp.sum(counts), [edges])
    return counts, edges


@public("numpy.histogramdd")
def histogramdd(
    sample: Tensor | list[Tensor] | list[Any],
    bins: int | Sequence = 10,
    range: Sequence[Any] | None = None,
    weights: Tensor | list[Any] | None = None,
    density: bool = False,
) -> tuple[Tensor, list[Tensor]]:
    """How many points are in each of several boxes.

    Args:
        sample: Tensor of shape (N, D), the points; or list of D Tensors or lists of N coordinates.
        bins: int, the number of bins along every dimension; or sequence of D ints or bounds.
        range: sequence of D pairs, the lowest and the highest bounds, or None.
        weights: Tensor or list of N numbers, what points count; 1 by default.
        density: whether to divide by the sum of all counts and by the sizes of the boxes.

    Returns:
        Tuple of the counts, a Tensor of float32 of D dimensions, and a list of the bounds.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: the shape of an argument does not fit, or a pair is not in order.

    Examples:
        >>> import msjax.numpy as np
        >>> counts, bounds = np.histogramdd([[1, 2, 3], [1, 2, 2]], bins=2)
        >>> print(counts)
        [[1. 0.]
         [0. 2.]]
    """
    counts, *edges = _histograms(_columns(sample), bins, range, weights, density)
    return counts, edges


def _columns(sample: Any) -> list:
    if isinstance(sample, (list, tuple)):
        return [_as_tensor("sample", column) for column in sample]
    if not isinstance(sample, Tensor):
        expected = "a Tensor or a sequence of Tensors"
        raise TypeError(must("sample", expected, describe(sample)))
    check_rank(sample, 2, "sample")
    return [sample[:, i] for i in range(sample.shape[1])]


def _as_tensor(name: str, value: Any) -> Tensor:
    return value if isinstance(value, Tensor) else Tensor(as_array(name, value))


def _histograms(columns: list, bins: Any, range: Any, weights: Any, density: Any) -> Any:
    """The counts and the bounds of every dimension, in one list."""
    count = len(columns)
    if not isinstance(bins, (list, tuple, Tensor)):
        bins = [bins] * count
    if len(bins) != count:
        raise ValueError(must("bins", f"of length {count}", len(bins)))
    if range is not None and len(range) != count:
        raise ValueError(must("range", f"of length {count}", len(range)))
    given = [b for b in bins if isinstance(b, Tensor)]
    plain = [None if isinstance(b, Tensor) else b for b in bins]
    return call(_histogram_of)(columns, given, weights, plain, range, density)


@array_function(label="histogramdd")
def _histogram_of(columns: Arrays, given: Arrays, weights: Array | None, bins, range, density):
    boolean("density", density)
    columns = [c.reshape(-1) for c in columns]
    lengths = {c.size for c in columns}
    if len(lengths) > 1:
        raise ValueError(must("sample", "of equal lengths", sorted(lengths)))
    limits = (None,) * len(columns) if range is None else range
    source = iter(given)
    edges, places = [], []
    for column, some, pair in zip(columns, bins, limits, strict=True):
        edges.append(_edges(column, next(source) if some is None else some, pair))
        places.append(_places(column, edges[-1]))
    shape = [max(e.size - 1, 0) for e in edges]
    counts = jnp.zeros(shape, np.float32)
    weight = _weights(weights, math.prod(columns[0].shape))
    counts = counts.at[tuple(places)].add(weight, mode="drop")
    if density:
        counts = _density(counts / jnp.sum(counts), edges)
    return [counts, *edges]


@public("numpy.histogram2d")
def histogram2d(
    x: Tensor | list[Any],
    y: Tensor | list[Any],
    bins: int | Sequence | Tensor = 10,
    range: Sequence[Sequence[float]] | None = None,
    weights: Tensor | list[Any] | None = None,
    density: bool = False,
) -> tuple[Tensor, Tensor, Tensor]:
    """How many points of the plane are in each of several boxes.

    Args:
        x: Tensor or list of N numbers.
        y: Tensor or list of N numbers.
        bins: int, the number of bins along both dimensions; or pair of ints or of bounds.
        range: two pairs, the lowest and the highest bounds, or None.
        weights: Tensor or list of N numbers, what points count; 1 by default.
        density: whether to divide by the sum of all counts and by the sizes of the boxes.

    Returns:
        Tuple of the counts, a Tensor of float32 of two dimensions, and the bounds along `x` and
        along `y`.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: the shape of an argument does not fit, or a pair is not in order.

    Examples:
        >>> import msjax.numpy as np
        >>> counts, _, _ = np.histogram2d([1, 2, 3], [1, 2, 2], bins=2)
        >>> print(counts)
        [[1. 0.]
         [0. 2.]]
    """
    columns = [_as_tensor("x", x), _as_tensor("y", y)]
    return tuple(_histograms(columns, bins, range, weights, density))
