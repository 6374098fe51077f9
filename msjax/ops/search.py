"""Places in sorted sequences, and histograms."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core import dtype as mstype
from msjax._core.doubles import exact
from msjax._core.errors import must
from msjax._core.op import Array, Exact, Value, call, op, public
from msjax._core.primitive import REQUIRED, primitive
from msjax.ops._accept import accept
from msjax.ops._attributes import TYPES, stored
from msjax.ops.reduction import check_flag


def _places(label: str, edges: jax.Array, x: jax.Array, right: bool) -> jax.Array:
    """Int32 places of `x` in the sorted last dimension of `edges`."""
    side = "right" if right else "left"
    common = jnp.promote_types(edges.dtype, x.dtype)
    edges, x = edges.astype(common), x.astype(common)
    if edges.ndim == 1:
        return jnp.searchsorted(edges, x, side=side).astype(np.int32)
    if edges.shape[:-1] != x.shape[:-1]:
        raise ValueError(
            f"For '{label}', 'sorted_sequence' must be 1-D or have the leading dimensions of "
            f"'values', but got shapes {edges.shape} and {x.shape}."
        )
    rows = jax.vmap(lambda e, v: jnp.searchsorted(e, v, side=side))
    flat = rows(edges.reshape(-1, edges.shape[-1]), x.reshape(-1, x.shape[-1]))
    return flat.reshape(x.shape).astype(np.int32)


def _check_searchsorted(dtype: Any, right: Any) -> None:
    if dtype not in (mstype.int32, mstype.int64):
        allowed = "mindspore.int32 or mindspore.int64"
        raise TypeError(must("SearchSorted", "dtype", allowed, dtype))
    check_flag("SearchSorted", "right", right)


@primitive(
    "SearchSorted",
    check=_check_searchsorted,
    normal=stored("SearchSorted", dtype=TYPES),
    dtype=mstype.int64,
    right=False,
)
@op(label="SearchSorted")
def search_sorted(
    sorted_sequence: Array,
    values: Array,
    sorter: Array | None = None,
    dtype=mstype.int64,
    right=False,
):
    """Places where values belong in sorted sequences.

    Args:
        dtype: mindspore.int32 or mindspore.int64, the dtype of the result.
        right: whether a value goes behind equal elements; else before them.

    Inputs:
        - **sorted_sequence** (Tensor) - 1-D, or with the leading dimensions of `values`; ascending
          in the last dimension.
        - **values** (Tensor) - what to place.
        - **sorter** (Tensor) - indices that sort `sorted_sequence`, if it is not sorted itself.

    Outputs:
        Tensor of the shape of `values`.

    Raises:
        ValueError: the leading dimensions differ.
    """
    if sorter is not None:
        if sorter.shape != sorted_sequence.shape:
            shape = f"of shape {sorted_sequence.shape}"
            raise ValueError(must("SearchSorted", "sorter", shape, sorter.shape))
        sorted_sequence = jnp.take_along_axis(sorted_sequence, sorter, -1)
    return _places("SearchSorted", sorted_sequence, values, right).astype(dtype)


def _side(label: str, right: Any, side: Any) -> bool:
    check_flag(label, "right", right)
    if side not in (None, "left", "right"):
        raise ValueError(must(label, "side", "one of None, 'left' and 'right'", repr(side)))
    if side == "left" and right:
        raise ValueError(f"For '{label}', 'side' is 'left' although 'right' is True.")
    return right or side == "right"


@op("ops.searchsorted", "mint.searchsorted", label="searchsorted")
def searchsorted(
    sorted_sequence: Array,
    values: Value,
    *,
    out_int32=False,
    right=False,
    side=None,
    sorter: Array | None = None,
):
    """Places where values belong in sorted sequences.

    Args:
        sorted_sequence: Tensor, 1-D or with the leading dimensions of `values`; ascending in the
            last dimension.
        values: Tensor of values to place.
        out_int32: whether the result is Int32; else Int64.
        right: whether a value goes behind equal elements; else before them.
        side: "right" or "left", another way to say it.
        sorter: indices that sort `sorted_sequence`, if it is not sorted itself.

    Returns:
        Tensor of the shape of `values`.

    Raises:
        ValueError: `side` contradicts `right` or is unknown; the leading dimensions differ.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.searchsorted(ms.Tensor([1., 3., 5.]), ms.Tensor([3., 6.])))
        [1 3]
    """
    check_flag("searchsorted", "out_int32", out_int32)
    right = _side("searchsorted", right, side)
    dtype = np.dtype(np.int32 if out_int32 else np.int64)
    return search_sorted(sorted_sequence, jnp.asarray(values), sorter, dtype, right)


@op("Tensor.searchsorted", label="searchsorted")
def _searchsorted_method(x: Array, v: Value, side="left", sorter: Array | None = None):
    """Int32 places where values belong in this sorted Tensor; see `ops.searchsorted`.

    Args:
        v: Tensor or number to place.
        side: "left" or "right" of equal elements.
        sorter: indices that sort the Tensor, if it is not sorted itself.

    Returns:
        Int32 Tensor.
    """
    right = _side("searchsorted", False, side)
    return search_sorted(x, jnp.asarray(v), sorter, np.dtype(np.int32), right)


def _check_boundaries(boundaries: Any) -> None:
    if not isinstance(boundaries, list):
        raise TypeError(must("Bucketize", "boundaries", "list", repr(boundaries)))
    for b in boundaries:
        if isinstance(b, bool) or not isinstance(b, (int, float)):
            raise TypeError(must("Bucketize", "boundaries", "a list of numbers", repr(b)))


@primitive("Bucketize", check=_check_boundaries, boundaries=REQUIRED)
@op(label="Bucketize")
def bucketize_kernel(input: Array, boundaries):
    """Numbers of the buckets that elements fall into.

    Args:
        boundaries: ascending list of floats; an element equal to one is in the bucket behind it.

    Inputs:
        - **input** (Tensor) - real dtype.

    Outputs:
        Int32 Tensor of the shape of `input`.

    Raises:
        TypeError: `boundaries` is no list of numbers.
    """
    return _bucket(input, boundaries, True)


def _bucket(x: jax.Array, boundaries: Any, right: bool) -> jax.Array:
    accept("Bucketize", x, "iuf")
    edges = jnp.asarray(np.asarray(boundaries, np.float32))
    if edges.ndim != 1:
        raise ValueError(must("Bucketize", "boundaries", "one-dimensional", edges.shape))
    return _places("Bucketize", edges, x, right)


@op("ops.bucketize", label="Bucketize")
def bucketize(input: Array, boundaries, *, right=False):
    """Numbers of the buckets that elements fall into.

    Args:
        input: Tensor of a real dtype.
        boundaries: ascending list, tuple or vector.
        right: whether an element equal to a boundary belongs to the bucket behind it.

    Returns:
        Int32 Tensor of the shape of `input`.

    Raises:
        TypeError: `right` is no bool.
        ValueError: `boundaries` has more than one dimension.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.bucketize(ms.Tensor([3, 6, 9]), [1, 3, 5]))
        [1 3 3]
    """
    check_flag("bucketize", "right", right)
    if isinstance(boundaries, (int, float, str)) or boundaries is None:
        raise TypeError(must("bucketize", "boundaries", "list, tuple or Tensor", boundaries))
    return _bucket(input, boundaries, right)


# -- histograms ----------------------------------------------------------------------------------


def _check_histogram(bins: Any, min: Any, max: Any) -> None:
    if isinstance(bins, bool) or not isinstance(bins, int):
        raise TypeError(must("Histogram", "bins", "int", repr(bins)))
    if bins <= 0:
        raise ValueError(must("Histogram", "bins", "greater than 0", bins))
    for name, value in (("min", min), ("max", max)):
        if not isinstance(value, float):
            raise TypeError(must("Histogram", name, "a float", repr(value)))
    if min > max:
        raise ValueError(must("Histogram", "min", f"at most max: {max}", min))


@primitive("Histogram", check=_check_histogram, bins=100, min=0.0, max=0.0)
@op(label="Histogram")
def histogram(x: Array, bins=100, min: Exact = 0.0, max: Exact = 0.0):
    """Counts of elements in bins of equal width.

    Args:
        bins: number of bins.
        min: lower end of the first bin.
        max: upper end of the last bin, which includes it; if equal to `min`, the range is that of
            the elements.

    Inputs:
        - **x** (Tensor) - Float16, Float32 or Int32.

    Outputs:
        Tensor of shape (bins,): Int32 for integers, else Float32.

    Raises:
        TypeError: other dtypes.
        ValueError: `bins` is not positive, or `min` above `max`.
    """
    accept("Histogram", x, "float16 float32 int32", "x")
    return _counts(x, bins, min, max).astype(np.int32 if x.dtype == np.int32 else np.float32)


def _counts(x: jax.Array, bins: int, low: Any, high: Any) -> jax.Array:
    flat = x.reshape(-1)
    flat = flat if flat.dtype in (np.float32, np.float64) else flat.astype(np.float32)
    given = exact(low, flat.dtype), exact(high, flat.dtype)
    first, last = given
    if flat.size:
        lowest, highest = jnp.min(flat), jnp.max(flat)
        spread = jnp.where(lowest == highest, 1, 0).astype(flat.dtype)
        of_elements = given[0] == given[1]
        first = jnp.where(of_elements, lowest - spread, first)
        last = jnp.where(of_elements, highest + spread, last)
    place = jnp.floor((flat - first) * bins / (last - first)).astype(np.int32)
    place = jnp.where(flat == last, bins - 1, place)
    inside = (flat >= first) & (flat <= last)
    place = jnp.where(inside, jnp.clip(place, 0, bins - 1), bins)
    return jnp.zeros((bins + 1,), np.int32).at[place].add(1)[:bins]


def _float_bounds(bins: Any, min: Any, max: Any) -> tuple[float, float]:
    low, high = (float(v) if isinstance(v, int) else v for v in (min, max))
    _check_histogram(bins, low, high)
    return low, high


@public("ops.histc")
def histc(input, bins=100, min=0.0, max=0.0):
    """Counts of elements in bins of equal width.

    Args:
        input: Float16, Float32 or Int32 Tensor.
        bins: number of bins.
        min: lower end of the first bin.
        max: upper end of the last bin, which includes it; if equal to `min`, the range is that of
            the elements. What lies outside is not counted.

    Returns:
        Tensor of shape (bins,): Int32 for integers, else Float32.

    Raises:
        TypeError: other dtypes, or an argument is of a wrong type.
        ValueError: `bins` is not positive, or `min` above `max`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.histc(ms.Tensor([1., 2., 1.]), 4, 0., 3.))
        [0. 2. 1. 0.]
    """
    return call(histogram)(input, bins, *_float_bounds(bins, min, max))


@public("Tensor.histc")
def _histc_method(input, bins=100, min=0, max=0):
    """Counts of elements in bins of equal width; see `ops.histc`."""
    return histc(input, bins, min, max)


@op(label="HistcExt")
def _histogram_ext(x: Array, bins, min: Exact, max: Exact):
    return _counts(x, bins, min, max).astype(x.dtype)


@public("mint.histc")
def histc_ext(input, bins=100, min=0, max=0):
    """Counts of elements in bins of equal width, in the dtype of `input`; see `ops.histc`."""
    return call(_histogram_ext)(input, bins, *_float_bounds(bins, min, max))


def _check_fixed(nbins: Any, dtype: Any) -> None:
    if isinstance(nbins, bool) or not isinstance(nbins, int):
        raise TypeError(must("HistogramFixedWidth", "nbins", "int", repr(nbins)))
    if nbins < 1:
        raise ValueError(must("HistogramFixedWidth", "nbins", "at least 1", nbins))
    if dtype not in ("int32", "int64"):
        allowed = "'int32' or 'int64'"
        raise ValueError(must("HistogramFixedWidth", "dtype", allowed, repr(dtype)))


@primitive(
    "HistogramFixedWidth",
    check=_check_fixed,
    normal=stored("HistogramFixedWidth", dtype={"int32": 3, "int64": 4}),
    nbins=REQUIRED,
    dtype="int32",
)
@op(label="HistogramFixedWidth")
def histogram_fixed_width(x: Array, range: Array, nbins, dtype="int32"):
    """Counts of elements in bins of equal width; what lies outside counts in the outer bins.

    Args:
        nbins: number of bins.
        dtype: "int32" or "int64", the dtype of the result.

    Inputs:
        - **x** (Tensor) - real dtype.
        - **range** (Tensor) - the lower and the upper end, of the same dtype.

    Outputs:
        Tensor of shape (nbins,).

    Raises:
        ValueError: `nbins` is not positive, or `range` has not two elements.
    """
    if range.shape != (2,):
        raise ValueError(must("HistogramFixedWidth", "range", "of shape (2,)", range.shape))
    low, high = range.astype(np.float32)
    scaled = (x.reshape(-1).astype(np.float32) - low) / (high - low) * nbins
    place = jnp.clip(jnp.floor(scaled), 0, nbins - 1).astype(np.int32)
    return jnp.zeros((nbins,), np.dtype(dtype)).at[place].add(1)


@primitive("Bincount")
@op(label="Bincount")
def bincount_kernel(array: Array, size, weights: Array):
    """Sums of weights by number.

    Inputs:
        - **array** (Tensor) - Int32 numbers; those out of range are left out.
        - **size** (Tensor) - Int32: how many numbers there are.
        - **weights** (Tensor) - the shape of `array`, or no elements for weights of 1.

    Outputs:
        Tensor of shape (size,) and the dtype of `weights`.

    Raises:
        ValueError: `size` is negative.
        RuntimeError: the shapes differ.
    """
    accept("Bincount", array, "iu", "array")
    if size < 0:
        raise ValueError(must("Bincount", "size", "at least 0", size))
    if not weights.size:
        weights = jnp.ones(array.shape, weights.dtype)
    if weights.shape != array.shape:
        raise RuntimeError(must("Bincount", "weights", f"of shape {array.shape}", weights.shape))
    return _tally(array.reshape(-1), size, weights.reshape(-1))


def _tally(numbers: jax.Array, size: int, weights: jax.Array) -> jax.Array:
    place = jnp.where((numbers >= 0) & (numbers < size), numbers, size).astype(np.int32)
    return jnp.zeros((size + 1,), weights.dtype).at[place].add(weights)[:size]


def _bincount(label: str, x: Any, weights: Any, minlength: Any) -> tuple[jax.Array, int]:
    if x.ndim != 1:
        raise ValueError(must(label, "input", "one-dimensional", x.shape))
    if isinstance(minlength, bool) or not isinstance(minlength, int):
        raise TypeError(must(label, "minlength", "int", repr(minlength)))
    if minlength < 0:
        raise ValueError(must(label, "minlength", "at least 0", minlength))
    if weights is not None and weights.shape != x.shape:
        raise ValueError(must(label, "weights", f"of shape {x.shape}", weights.shape))
    numbers = np.asarray(x).astype(np.int64)
    return jnp.asarray(numbers.astype(np.int32)), max(int(numbers.max(initial=-1)) + 1, minlength)


@op("ops.bincount", "Tensor.bincount", eager=True, label="bincount")
def bincount(input: Array, weights: Array | None = None, minlength=0):
    """How often each number occurs, or the sums of the weights of its occurrences.

    Args:
        input: vector of numbers; negative ones are left out.
        weights: vector of the same length.
        minlength: least length of the result.

    Returns:
        Float32 vector, one element longer than the largest number.

    Raises:
        TypeError: `minlength` is no int.
        ValueError: `input` is no vector, `weights` of another shape, or `minlength` negative.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.bincount(ms.Tensor([0, 1, 1, 3])))
        [1. 2. 0. 1.]
    """
    numbers, size = _bincount("bincount", input, weights, minlength)
    given = jnp.ones(numbers.shape, np.float32) if weights is None else weights
    return _tally(numbers, size, given.astype(np.float32))


@op("mint.bincount", eager=True, label="BincountExt")
def bincount_ext(input: Array, weights: Array | None = None, minlength=0):
    """How often each number occurs (Int64), or the sums of the weights of its occurrences."""
    accept("BincountExt", input, "iu")
    numbers, size = _bincount("BincountExt", input, weights, minlength)
    given = jnp.ones(numbers.shape, np.int64) if weights is None else weights
    return _tally(numbers, size, given)
