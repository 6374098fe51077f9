"""Histograms, and counts of numbers and of pairs of classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import at_least, integer, of_type, positive, string
from msjax._core.base.doubles import exact
from msjax._core.base.errors import must
from msjax._core.op.primitive import REQUIRED, Primitive
from msjax._core.op.publish import Array, Exact, call, op, primitive, public
from msjax._core.op.static_values import static_value
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.attributes import stored
from msjax.kernels.checks import accept, check_rank
from msjax.kernels.elementwise.arithmetic import divided

if TYPE_CHECKING:
    from msjax._types import Number


def _check_histogram(bins: Any, min: Any, max: Any) -> None:
    integer("bins", bins)
    positive("bins", bins)
    for name, value in (("min", min), ("max", max)):
        of_type(name, value, float)
    if min > max:
        raise ValueError(must("min", f"at most max: {max}", min))


@primitive("Histogram", check=_check_histogram, counts="all", bins=100, min=0.0, max=0.0)
@op(label="Histogram")
def histogram(x: Array, bins: int = 100, min: Exact = 0.0, max: Exact = 0.0):
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

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.Histogram(bins=3, min=0.0, max=3.0)(ms.Tensor([0., 1., 1.5, 3.])))
        [1. 2. 1.]
    """
    accept(x, "float16 float32 int32", "x")
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
    place = jnp.floor(divided((flat - first) * bins, last - first)).astype(np.int32)
    place = jnp.where(flat == last, bins - 1, place)
    inside = (flat >= first) & (flat <= last)
    place = jnp.where(inside, jnp.clip(place, 0, bins - 1), bins)
    return jnp.zeros((bins + 1,), np.int32).at[place].add(1)[:bins]


def _float_bounds(bins: Any, min: Any, max: Any) -> tuple[float, float]:
    low, high = (float(v) if isinstance(v, int) else v for v in (min, max))
    _check_histogram(bins, low, high)
    return low, high


@public("ops.histc", label="Histogram")
def histc(input: Tensor, bins: int = 100, min: float = 0.0, max: float = 0.0) -> Tensor:
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


@public("Tensor.histc", label="Histogram")
def _histc_method(input, bins: int = 100, min: Number = 0, max: Number = 0) -> Tensor:
    """Counts of elements in bins of equal width; see `ops.histc`.

    Args:
        bins: positive int, the number of bins.
        min: number, the lower end of the first bin.
        max: number, the upper end of the last bin, which includes it; if equal to `min`, the range
            is that of the elements.

    Returns:
        Tensor of shape (bins,).

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: `bins` is not positive, or `min` above `max`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([0., 1., 1.5, 3.]).histc(3, 0.0, 3.0))
        [1. 2. 1.]
    """
    return histc(input, bins, min, max)


@op(label="HistcExt")
def _histogram_ext(x: Array, bins, min: Exact, max: Exact):
    return _counts(x, bins, min, max).astype(x.dtype)


@public("mint.histc", label="Histogram")
def histc_ext(
    input: Tensor, bins: int = 100, min: complex | np.number = 0, max: complex | np.number = 0
) -> Tensor:
    """Counts of elements in bins of equal width, in the dtype of the input.

    Args:
        input: Tensor of a real dtype.
        bins: positive int, the number of bins.
        min: number, the lower end of the first bin.
        max: number, the upper end of the last bin, which includes it; if equal to `min`, the range
            is that of the elements.

    Returns:
        Tensor of shape (bins,) and the dtype of `input`.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: `bins` is not positive, or `min` above `max`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.histc(ms.Tensor([0, 1, 1, 3]), bins=3, min=0, max=3))
        [1 2 1]
    """
    bins, min, max = static_value((bins, min, max))
    return call(_histogram_ext)(input, bins, *_float_bounds(bins, min, max))


def _check_fixed(nbins: Any, dtype: Any) -> None:
    integer("nbins", nbins)
    at_least("nbins", nbins, 1)
    if dtype not in ("int32", "int64"):
        allowed = "'int32' or 'int64'"
        raise ValueError(must("dtype", allowed, repr(dtype)))


@primitive(
    "HistogramFixedWidth",
    check=_check_fixed,
    normal=stored(dtype={"int32": 3, "int64": 4}),
    nbins=REQUIRED,
    dtype="int32",
)
@op(label="HistogramFixedWidth")
def histogram_fixed_width(x: Array, range: Array, nbins: int, dtype: np.dtype = "int32"):
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
        ValueError: `nbins` is not positive, or `range` does not have two elements.

    Examples:
        >>> import msjax as ms
        >>> counts = ms.ops.HistogramFixedWidth(2)
        >>> print(counts(ms.Tensor([-1., 1., 3., 9.]), ms.Tensor([0., 4.])))
        [2 2]
    """
    if range.shape != (2,):
        raise ValueError(must("range", "of shape (2,)", range.shape))
    low, high = range.astype(np.float32)
    scaled = (x.reshape(-1).astype(np.float32) - low) / (high - low) * nbins
    place = jnp.clip(jnp.floor(scaled), 0, nbins - 1).astype(np.int32)
    return jnp.zeros((nbins,), np.dtype(dtype)).at[place].add(1)


@primitive(
    "Bincount",
    accepts={
        "array": "Tensor[int32]",
        "size": "Tensor[int32]",
        "weights": "Tensor[int32 int64 float32 float64]",
    },
    counts="all",
)
@op(label="Bincount")
def bincount_kernel(array: Array, size: Tensor, weights: Array):
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

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.operations.math_ops import Bincount
        >>> array, size = ms.Tensor([0, 1, 1], ms.int32), ms.Tensor(3, ms.int32)
        >>> print(Bincount()(array, size, ms.Tensor([1., 2., 3.])))
        [1. 5. 0.]
    """
    accept(array, "iu", "array")
    at_least("size", size, 0)
    if not weights.size:
        weights = jnp.ones(array.shape, weights.dtype)
    if weights.shape != array.shape:
        raise RuntimeError(must("weights", f"of shape {array.shape}", weights.shape))
    return _tally(array.reshape(-1), size, weights.reshape(-1))


def _tally(numbers: jax.Array, size: int, weights: jax.Array) -> jax.Array:
    place = jnp.where((numbers >= 0) & (numbers < size), numbers, size).astype(np.int32)
    return jnp.zeros((size + 1,), weights.dtype).at[place].add(weights)[:size]


def _bincount(x: Any, weights: Any, minlength: Any) -> tuple[jax.Array, int]:
    check_rank(x, 1, "input")
    integer("minlength", minlength)
    at_least("minlength", minlength, 0)
    if weights is not None and weights.shape != x.shape:
        raise ValueError(must("weights", f"of shape {x.shape}", weights.shape))
    numbers = np.asarray(x).astype(np.int64)
    return jnp.asarray(numbers.astype(np.int32)), max(int(numbers.max(initial=-1)) + 1, minlength)


@op("ops.bincount", "Tensor.bincount", eager=True, label="bincount", accepts={"minlength": "int"})
def bincount(input: Array, weights: Array | None = None, minlength: int = 0):
    """How often each number occurs, or the sums of the weights of its occurrences.

    Args:
        input: vector of numbers; negative ones are left out.
        weights: vector of the same length.
        minlength: least length of the result.

    Returns:
        Float32 vector, one element longer than the largest number.

    Raises:
        TypeError: `minlength` is not an int.
        ValueError: `input` is not a vector, `weights` of another shape, or `minlength` negative.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.bincount(ms.Tensor([0, 1, 1, 3])))
        [1. 2. 0. 1.]
    """
    numbers, size = _bincount(input, weights, minlength)
    given = jnp.ones(numbers.shape, np.float32) if weights is None else weights
    return _tally(numbers, size, given.astype(np.float32))


@op("mint.bincount", eager=True, label="BincountExt")
def bincount_ext(input: Array, weights: Array | None = None, minlength: int = 0):
    """How often each number occurs, or the sums of the weights of its occurrences.

    Args:
        input: vector of integers that are not negative.
        weights: Tensor of the shape of `input`; None for weights of 1.
        minlength: int, the least length of the result.

    Returns:
        Vector: Int64, or the dtype of `weights`.

    Raises:
        TypeError: `input` is not of integers, or `minlength` not an int.
        ValueError: `input` is not a vector, the shapes differ, or `minlength` is negative.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.bincount(ms.Tensor([0, 1, 1, 3])))
        [1 2 0 1]
    """
    accept(input, "iu")
    numbers, size = _bincount(input, weights, minlength)
    given = jnp.ones(numbers.shape, np.int64) if weights is None else weights
    return _tally(numbers, size, given)


@op(label="ConfusionMatrix")
def _confusion(labels: Array, predictions: Array, weights: Array | None, classes, dtype):
    for arg, x in (("labels", labels), ("predictions", predictions)):
        accept(x, "iu", arg)
        if x.ndim != 1 or x.shape != labels.shape:
            raise ValueError(must(arg, "1-d and as long as 'labels'", x.shape))
    counts = jnp.ones((), dtype) if weights is None else weights.astype(dtype)
    return jnp.zeros((classes, classes), dtype).at[labels, predictions].add(counts)


_count_pairs = call(_confusion)


@public("ops.ConfusionMatrix")
class ConfusionMatrix(Primitive):
    """How often each class was predicted as each class.

    Args:
        num_classes: int.
        dtype: str, the name of the result's dtype.

    Raises:
        TypeError: `num_classes` is not an int, or `dtype` not a str.

    Examples:
        >>> import msjax as ms
        >>> labels, predicted = ms.Tensor([0, 1, 1]), ms.Tensor([0, 1, 0])
        >>> print(ms.ops.ConfusionMatrix(2)(labels, predicted))
        [[1 0]
         [1 1]]
    """

    def __init__(self, num_classes: int, dtype: str = "int32"):
        super().__init__("ConfusionMatrix")
        string("dtype", dtype)
        count = integer("num_classes", num_classes)
        self._set_init(num_classes=count, dtype=dtype)

    def __call__(
        self, labels: Tensor, predictions: Tensor, weights: Tensor | None = None
    ) -> Tensor:
        return _count_pairs(labels, predictions, weights, self.num_classes, np.dtype(self.dtype))
