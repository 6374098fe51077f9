"""Running sums, products and extrema along an axis; differences of neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.cast import cast_array
from msjax._core.base.checks import booleans, check_axis, integer, one_of
from msjax._core.base.errors import must
from msjax._core.base.x64 import is_wide
from msjax._core.op.primitive import REQUIRED
from msjax._core.op.publish import Array, call, op, primitive, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import accept, check_dtype, with_dimensions, with_elements
from msjax.kernels.elementwise.cast import wider
from msjax.kernels.promotion import WIDE_UNSIGNED
from msjax.kernels.reduction.sums import reduced_to

if TYPE_CHECKING:
    from msjax._types import DType

_NARROW = frozenset(np.dtype(t) for t in ("bool", "int8", "int16", "uint8"))


def _axis(axis: Any, x: jax.Array, arg: str = "axis") -> int:
    integer(arg, axis)
    with_dimensions("input", x)
    return check_axis(axis, x.ndim, arg)


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


@primitive(
    "CumSum", accepts={"exclusive": "bool", "reverse": "bool"}, exclusive=False, reverse=False
)
@op(label="CumSum", amp="float32")
def cumsum_kernel(
    input: Array, axis: int | Sequence[int] | Tensor, exclusive: bool = False, reverse: bool = False
):
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
        TypeError: a bool Tensor, or `axis` is not an int.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.CumSum(exclusive=True)(ms.Tensor([1., 2., 3.]), 0))
        [0. 1. 3.]
    """
    accept(input, "iufc")
    booleans(exclusive=exclusive, reverse=reverse)
    axis = _axis(axis, input)
    return _running(input, axis, exclusive, reverse, jax.lax.cumsum, 0)


@op("ops.cumsum", label="CumSum", amp="float32")
def cumsum(x: Array, axis: int, dtype: np.dtype | None = None):
    """Running sums along an axis.

    Args:
        x: Tensor of a number dtype.
        axis: the axis.
        dtype: dtype that the elements are converted to first.

    Returns:
        Tensor of the same shape.

    Raises:
        TypeError: a bool Tensor, or `axis` is not an int.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.cumsum(ms.Tensor([1., 2., 3.]), 0))
        [1. 3. 6.]
    """
    check_dtype(dtype)
    return cumsum_kernel(x if dtype is None else cast_array(x, dtype), axis)


@op(label="CumSum", amp="float32")
def cumsum_method(x: Array, axis: Any = None, dtype: Any = None):
    """Running sums along an axis; those of the flattened Tensor if it is None."""
    check_dtype(dtype)
    if dtype == x.dtype:  # MindSpore converts the sums to another dtype only
        dtype = None
    if x.dtype in _NARROW:
        x = x.astype(np.int32)
    if axis is None:
        x, axis = x.reshape(-1), 0
    return reduced_to(dtype, x, lambda x: cumsum_kernel(x, axis))


@public("Tensor.cumsum")
def _cumsum_method(
    self: Tensor, axis: int | None = None, dtype: DType | None = None, *, dim: int | None = None
) -> Tensor:
    """Running sums along an axis.

    Args:
        axis: the axis (also as `dim`); None for the flattened Tensor.
        dtype: dtype of the result; Int32 for narrower integers and bool, also if it is their own.

    Returns:
        Tensor.

    Raises:
        TypeError: `axis` is not an int.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> print(x.cumsum(1))
        [[1. 3.]
         [3. 7.]]
        >>> print(x.cumsum())
        [ 1.  3.  6. 10.]
    """
    return call(cumsum_method)(self, one_of(None, axis=axis, dim=dim), dtype)


@op("mint.cumsum", label="CumsumExt", amp="float32")
def cumsum_ext(input: Array, dim: int, dtype: np.dtype | None = None):
    """Running sums along a dimension.

    Args:
        input: Tensor.
        dim: int, the dimension.
        dtype: dtype that the elements are converted to first; Int64 for bool by default.

    Returns:
        Tensor of the same shape.

    Raises:
        TypeError: `dim` is not an int.
        ValueError: `dim` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.cumsum(ms.Tensor([1., 2., 3.]), 0))
        [1. 3. 6.]
    """
    check_dtype(dtype)
    if dtype is None and input.dtype == np.bool_:
        dtype = np.dtype(np.int64)
    return cumsum(input, dim, dtype)


@primitive(
    "CumProd", accepts={"exclusive": "bool", "reverse": "bool"}, exclusive=False, reverse=False
)
@op(label="CumProd", amp="float32")
def cumprod_kernel(
    x: Array, axis: int | Sequence[int] | Tensor, exclusive: bool = False, reverse: bool = False
):
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
        TypeError: a bool Tensor, or `axis` is not an int.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.CumProd(reverse=True)(ms.Tensor([1., 2., 3.]), 0))
        [6. 6. 3.]
    """
    accept(x, "iufc", "x")
    booleans(exclusive=exclusive, reverse=reverse)
    axis = _axis(axis, x)
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


@op(
    "ops.cumprod",
    "Tensor.cumprod",
    "mint.cumprod",
    label="CumProd",
    accepts={"ops.cumprod.input": "Tensor !ValueError int float bool"},
    amp="float32",
)
def cumprod(input: Array, dim: int, dtype: np.dtype | None = None):
    """Running products along a dimension.

    Args:
        input: Tensor.
        dim: the dimension.
        dtype: dtype that the elements are converted to first; integers and bool give Int64.

    Returns:
        Tensor of the same shape.

    Raises:
        TypeError: `dim` is not an int.
        ValueError: `dim` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.cumprod(ms.Tensor([1., 2., 3.]), 0))
        [1. 2. 6.]
    """
    check_dtype(dtype)
    if dtype is None and not jnp.issubdtype(input.dtype, jnp.inexact):
        dtype = np.dtype(np.int64)
    return cumprod_kernel(input if dtype is None else cast_array(input, dtype), dim)


# -- logarithms of sums --------------------------------------------------------------------------


@op("ops.logcumsumexp", "Tensor.logcumsumexp", label="CumulativeLogsumexp", accepts={"axis": "int"})
def logcumsumexp(input: Array, axis: int):
    """Logarithms of the running sums of exponentials, computed without overflow.

    Args:
        input: floating-point Tensor.
        axis: the axis.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the input is not of a floating-point dtype, or `axis` is not an int.
        RuntimeError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[0., float("-inf")], [1., 1.]])
        >>> print(ms.ops.logcumsumexp(x, 0)[:, 1])
        [-inf   1.]
    """
    if isinstance(axis, tuple):
        raise TypeError(must("axis", "int", axis))
    return cumulative_logsumexp(input, axis)


@primitive(
    "CumulativeLogsumexp",
    accepts={"axis": "Tensor[int16 int32 int64]", "exclusive": "bool", "reverse": "bool"},
    counts="all",
    exclusive=False,
    reverse=False,
)
@op(label="CumulativeLogsumexp")
def cumulative_logsumexp(x: Array, axis: Tensor, exclusive: bool = False, reverse: bool = False):
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

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([float("-inf"), 0., float("-inf")])
        >>> print(ms.ops.CumulativeLogsumexp()(x, ms.Tensor(0)))
        [-inf   0.   0.]
    """
    accept(x, "r", "x")
    with_dimensions("x", x)
    booleans(exclusive=exclusive, reverse=reverse)
    if isinstance(axis, tuple):
        raise ValueError(must("axis", "a 0-d Tensor", axis))
    integer("axis", axis)
    rank = x.ndim
    if not -rank <= axis < rank:
        raise RuntimeError(must("axis", f"in [{-rank}, {rank})", axis))
    lowest = float(jnp.finfo(x.dtype).min)
    return _running(x, axis % rank, exclusive, reverse, jax.lax.cumlogsumexp, lowest)


# -- extrema -------------------------------------------------------------------------------------


def _running_extreme(x: jax.Array, axis: Any, largest: bool, arg: str) -> tuple:
    accept(x, "iuf")
    axis = _axis(axis, x, arg)

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
def cummax(input: Array, axis: int):
    """Running maxima along an axis, and where they are.

    Args:
        input: Tensor of integers or floating-point numbers.
        axis: the axis.

    Returns:
        Tuple of the values and of their Int64 indices; of equal elements the last counts.

    Raises:
        TypeError: another dtype, or `axis` is not an int.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> values, index = ms.ops.cummax(ms.Tensor([1., 3., 2.]), 0)
        >>> print(values, index)
        [1. 3. 3.] [0 1 1]
    """
    values, index = _running_extreme(input, axis, True, "axis")
    return values, index.astype(np.int64)


@op("ops.cummin", "Tensor.cummin", label="Cummin", accepts={"Tensor.cummin.axis": "int"})
def cummin(input: Array, axis: int):
    """Running minima along an axis, and where they are.

    Args:
        input: Tensor of integers or floating-point numbers.
        axis: the axis.

    Returns:
        Tuple of the values and of their Int32 indices; of equal elements the last counts.

    Raises:
        TypeError: another dtype, or `axis` is not an int.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> values, index = ms.ops.cummin(ms.Tensor([3., 1., 2.]), 0)
        >>> print(values, index)
        [3. 1. 1.] [0 1 1]
    """
    return _running_extreme(input, axis, False, "axis")


@primitive("Cummax", axis=REQUIRED)
@op(label="Cummax")
def cummax_kernel(input: Array, axis: int):
    """Running maxima along an axis, and where they are.

    Args:
        axis: int, the axis.

    Inputs:
        - **input** (Tensor) - integers or floating-point numbers.

    Outputs:
        Tuple of the values and of their Int64 indices; of equal elements the last counts.

    Raises:
        TypeError: another dtype, or `axis` is not an int.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> values, index = ms.ops.Cummax(axis=0)(ms.Tensor([1., 3., 2.]))
        >>> print(values, index)
        [1. 3. 3.] [0 1 1]
    """
    return cummax(input, axis)


@primitive("Cummin", axis=REQUIRED)
@op(label="Cummin")
def cummin_kernel(input: Array, axis: int):
    """Running minima along an axis, and where they are.

    Args:
        axis: int, the axis.

    Inputs:
        - **input** (Tensor) - integers or floating-point numbers.

    Outputs:
        Tuple of the values and of their Int32 indices; of equal elements the last counts.

    Raises:
        TypeError: another dtype, or `axis` is not an int.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> values, index = ms.ops.Cummin(axis=0)(ms.Tensor([3., 1., 2.]))
        >>> print(values, index)
        [3. 1. 1.] [0 1 1]
    """
    return cummin(input, axis)


@op("mint.cummax", label="Cummax")
def cummax_ext(input: Array, dim: int):
    """Running maxima along a dimension, and where they are; see `ops.cummax`.

    Args:
        input: Tensor of integers or floating-point numbers.
        dim: int, the dimension.

    Returns:
        Tuple of the values and of their Int64 indices; of equal elements the last counts.

    Raises:
        TypeError: `input` is not of numbers, or `dim` not an int.
        ValueError: `dim` is out of range.

    Examples:
        >>> import msjax as ms
        >>> values, index = ms.mint.cummax(ms.Tensor([1., 3., 2.]), dim=0)
        >>> print(values, index)
        [1. 3. 3.] [0 1 1]
    """
    return cummax(input, dim)


@op("mint.cummin", label="CumminExt")
def cummin_ext(input: Array, dim: int):
    """Running minima along a dimension, and where they are; the indices are Int64 here.

    Args:
        input: Tensor of integers or floating-point numbers.
        dim: int, the dimension.

    Returns:
        Tuple of the values and of their Int64 indices; of equal elements the last counts.

    Raises:
        TypeError: another dtype, or `dim` is not an int.
        ValueError: `dim` is out of range.

    Examples:
        >>> import msjax as ms
        >>> values, index = ms.mint.cummin(ms.Tensor([3., 1., 2.]), dim=0)
        >>> print(values, index)
        [3. 1. 1.] [0 1 1]
    """
    values, index = _running_extreme(input, dim, False, "dim")
    return values, index.astype(np.int64)


# -- integrals -----------------------------------------------------------------------------------


@op("ops.trapz", label="trapz", accepts={"dx": "float", "dim": "int"}, amp="float32")
def trapz(y: Array, x: Array | None = None, *, dx: float = 1.0, dim: int = -1):
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
        TypeError: `dim` is not an int.
        ValueError: `dim` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.trapz(ms.Tensor([1., 2., 4.])))
        4.5
        >>> print(ms.ops.trapz(ms.Tensor([1., 2., 4.]), ms.Tensor([0., 2., 3.])))
        6.0
    """
    dim = _axis(dim, y, "dim")
    kept = y.dtype == np.float16 and x is None or y.dtype.kind == "c"
    result = y.dtype if kept else np.dtype(np.float32)
    dtype = y.dtype if y.dtype == np.float64 or y.dtype.kind == "c" else np.dtype(np.float32)
    y = jnp.moveaxis(y.astype(dtype), dim, -1)
    middle = (y[..., 1:] + y[..., :-1]) / 2
    if x is None:
        total = jnp.sum(middle, -1, dtype=dtype) * jnp.asarray(dx).astype(dtype)
        return total.astype(result)
    if x.dtype.kind == "c":
        raise TypeError(must("x", "real", str(mstype.from_np(x.dtype))))
    x = x.astype(dtype)
    x = jnp.moveaxis(x, dim, -1) if x.ndim == y.ndim else x
    return jnp.sum(middle * (x[..., 1:] - x[..., :-1]), -1, dtype=dtype).astype(result)


@op("ops.diff", "Tensor.diff", label="diff", accepts={"n": "int"})
def diff(
    x: Array, n: int = 1, axis: int = -1, prepend: Array | None = None, append: Array | None = None
):
    """Differences of neighbours along an axis; of bools, whether they differ.

    Args:
        x: Tensor of rank 1 or more.
        n: int, how often; only 1.
        axis: int, the axis.
        prepend: Tensor to put in front first.
        append: Tensor to put behind first.

    Returns:
        Tensor of the same dtype, shorter by one along the axis.

    Raises:
        TypeError: `n` is not an int, or the dtype is uint16, uint32 or uint64.
        RuntimeError: `n` is not 1.
        IndexError: there is no such axis.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.diff(ms.Tensor([1, 3, 6])))
        [2 3]
    """
    if x.ndim < 1:
        raise TypeError(must("x", "of rank 1 or more", "rank 0"))
    with_elements("x", x)
    integer("n", n)
    integer("axis", axis)
    if n != 1:
        raise RuntimeError(must("n", "1", n))
    if x.dtype in WIDE_UNSIGNED:
        raise TypeError(must("x", "of another dtype", x.dtype))
    return _differences(x, n, axis, prepend, append)


def _differences(x: Any, n: int, axis: int, prepend: Any, append: Any) -> Any:
    try:
        axis = check_axis(axis, x.ndim)
    except ValueError as error:
        raise IndexError(*error.args) from None
    parts = [part for part in (prepend, x, append) if part is not None]
    return jnp.diff(jnp.concatenate(parts, axis) if len(parts) > 1 else x, n, axis)


@op("mint.diff", label="diff", accepts={"n": "int bool Tensor[int]", "dim": "int Tensor[int]"})
def mint_diff(
    input: Array,
    n: int | Tensor = 1,
    dim: int | Tensor = -1,
    prepend: Array | None = None,
    append: Array | None = None,
):
    """Differences of neighbours along a dimension, again and again; of bools, whether they differ.

    Args:
        input: Tensor of rank 1 or more.
        n: int, how often; 0 or less leaves the elements as they are.
        dim: int, the dimension.
        prepend: Tensor to put in front first.
        append: Tensor to put behind first.

    Returns:
        Tensor of the same dtype, shorter by `n` along the dimension.

    Raises:
        TypeError: `n` or `dim` is not an int, or the dtype is Int16, Float64 or complex.
        IndexError: there is no such dimension.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.diff(ms.Tensor([1, 3, 6, 10]), 2))
        [1 1]
    """
    accept(input, "b int8 int32 int64 u float16 bfloat16 float32")
    n, dim = int(n), int(dim)
    if not -input.ndim <= dim < input.ndim:
        raise IndexError(must("dim", f"in [-{input.ndim}, {input.ndim})", dim))
    return _differences(input, n, dim, prepend, append) if n > 0 else input
