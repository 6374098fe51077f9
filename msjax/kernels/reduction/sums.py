"""Sums, means, products, counts and logical reductions over axes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.cast import cast_array
from msjax._core.base.checks import boolean, check_axes, one_of
from msjax._core.base.errors import Clause, must
from msjax._core.op.publish import Array, call, op, primitive, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import accept, check_dtype, of_shape
from msjax.kernels.elementwise.cast import HALVES, wider

if TYPE_CHECKING:
    from msjax._types import DType

_WIDENED = frozenset(np.dtype(t) for t in ("bool", "int8", "int16", "int32", "uint8"))


def is_float(x: Any) -> bool:
    """Whether the elements are real floating-point numbers."""
    return jnp.issubdtype(x.dtype, jnp.floating)


def is_complex(x: Any) -> bool:
    """Whether the elements are complex numbers."""
    return jnp.issubdtype(x.dtype, jnp.complexfloating)


def summed(x: jax.Array, axes: Any, keepdims: bool, dtype: np.dtype | None = None) -> jax.Array:
    """Sum in `dtype` (default that of `x`); bools are or-ed."""
    dtype = x.dtype if dtype is None else np.dtype(dtype)
    if dtype == np.bool_:
        return jnp.any(x, axes, keepdims=keepdims)
    return jnp.sum(x, axes, dtype=dtype, keepdims=keepdims)


def reduced_to(dtype: np.dtype | None, x: jax.Array, reduce: Callable) -> jax.Array:
    """`reduce` of the elements, in another dtype.

    They are converted before where that loses nothing, and the results after it elsewhere.
    """
    if dtype is None or dtype == x.dtype:
        return reduce(x)
    if np.can_cast(x.dtype, dtype):
        return reduce(x.astype(dtype))
    return cast_array(reduce(x), dtype)


def reduced_axes(axis: Any, x: jax.Array, arg: str = "axis") -> tuple[int, ...] | None:
    """Normalised axes of a Primitive's call, which takes no None."""
    if axis is None:
        raise TypeError(must(arg, "int, tuple or list of int, or Tensor", "None"))
    return check_axes(axis, x.ndim, arg)


# -- sum -----------------------------------------------------------------------------------------


@op("ops.sum", "mint.sum", label="SumExt", accepts={"keepdim": "bool"}, amp="float32")
def sum(
    input: Array,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: np.dtype | None = None,
):
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
        TypeError: `dim` is not an int or ints, or `keepdim` not a bool.
        ValueError: `dim` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.sum(ms.Tensor([[1., 2.], [3., 4.]]), 1))
        [3. 7.]
    """
    axes = check_axes(dim, input.ndim, "dim")
    boolean("keepdim", keepdim)
    check_dtype(dtype)
    if dtype is None:
        dtype = np.dtype(np.int64) if input.dtype in _WIDENED else input.dtype
    x = wider(input) if dtype.kind not in "iu" else input
    if dtype.kind in "iub" and not jnp.issubdtype(input.dtype, jnp.integer):
        x = cast_array(x, dtype)
    return summed(x, axes, keepdim, np.float32 if dtype.name in HALVES else dtype).astype(dtype)


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

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> print(x.sum(0, True), x.sum(axis=1, initial=10))
        [[4. 6.]] [13. 17.]
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
        self,
        one_of(None, axis=axis, dim=dim),
        one_of(False, keepdims=keepdims, keepdim=keepdim),
        dtype=dtype,
    )
    if initial is None:
        return total
    if not isinstance(initial, (int, float)):
        raise TypeError(must("initial", "a number", repr(initial)))
    return (total + initial).astype(total.dtype) if total.dtype == mstype.bool_ else total + initial


_sum_by_axis.__qualname__ = _sum_method.__qualname__ = "Tensor.sum"  # Python names it in errors


@primitive(
    "ReduceSum",
    accepts={"keep_dims": "bool", "skip_mode": "bool"},
    keep_dims=False,
    skip_mode=False,
)
@op(label="ReduceSum")
def reduce_sum_kernel(
    x: Array,
    axis: int | Sequence[int] | Tensor = (),
    keep_dims: bool = False,
    skip_mode: bool = False,
):
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
    boolean("keep_dims", keep_dims)
    axes = reduced_axes(axis, x)
    if skip_mode and axes is None:
        return x
    return summed(wider(x), axes, keep_dims).astype(x.dtype)


@op("ops.reduce_sum", label="ReduceSum")
def reduce_sum(x: Array, axis: int | Sequence[int] = ()):
    """Sum over axes, in the dtype of the input; the function of `ops.ReduceSum`.

    Args:
        x: Tensor of any number dtype; bools are or-ed.
        axis: int, or tuple or list of int; all axes if empty.

    Returns:
        Tensor of the dtype of `x`, without the axes.

    Raises:
        TypeError: `axis` is neither int nor ints.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.reduce_sum(ms.Tensor([[1, 2], [3, 4]]), 1))
        [3 7]
    """
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


@primitive("ReduceMean", accepts={"keep_dims": "bool"}, keep_dims=False)
@op(label="ReduceMean")
def reduce_mean_kernel(x: Array, axis: int | Sequence[int] | Tensor = (), keep_dims: bool = False):
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
    boolean("keep_dims", keep_dims)
    axes = reduced_axes(axis, x)
    if x.dtype == np.bool_:
        raise RuntimeError(Clause("a bool Tensor has no mean; cast it first."))
    return averaged(x, axes, keep_dims)


@op("ops.reduce_mean", label="ReduceMean")
def reduce_mean(x: Array, axis: int | Sequence[int] = ()):
    """Mean over axes, in the dtype of the input; the function of `ops.ReduceMean`.

    Args:
        x: Tensor of a number dtype; means of integers are truncated.
        axis: int, or tuple or list of int; all axes if empty.

    Returns:
        Tensor of the dtype of `x`, without the axes.

    Raises:
        TypeError: `axis` is neither int nor ints.
        ValueError: `axis` is out of range.
        RuntimeError: a bool Tensor.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.reduce_mean(ms.Tensor([[1., 2.], [3., 4.]]), 0))
        [2. 3.]
    """
    return reduce_mean_kernel(x, axis)


@op("ops.mean", label="ReduceMean")
def mean(x: Array, axis: int | Sequence[int] | None = None, keep_dims: bool = False):
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


@op("mint.mean", label="MeanExt", accepts={"keepdim": "bool"})
def mean_ext(
    input: Array,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: np.dtype | None = None,
):
    """Mean of the elements, over all or some dimensions.

    Args:
        input: Tensor of a number dtype; means of integers are truncated.
        dim: int, or tuple or list of int; all dimensions if None.
        keepdim: whether the reduced dimensions stay, with length 1.
        dtype: dtype that the elements are converted to first.

    Returns:
        Tensor of `dtype`, by default that of `input`.

    Raises:
        TypeError: `dim` is neither int nor ints, or `dtype` not a dtype.
        ValueError: `dim` is out of range.
        RuntimeError: a bool Tensor, without `dtype`.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1, 2], [3, 5]])
        >>> print(ms.mint.mean(x, 1, dtype=ms.float32))
        [1.5 4. ]
    """
    check_dtype(dtype)
    return mean(input if dtype is None else cast_array(input, dtype), dim, keepdim)


@public("Tensor.mean")
def _mean_method(
    self: Tensor,
    axis: int | Sequence[int] | None = None,
    keep_dims: bool = False,
    *,
    dim: int | Sequence[int] | Tensor | None = None,
    keepdim: bool = False,
    dtype: DType | None = None,
) -> Tensor:
    """Mean of the elements, over all or some axes; see `ops.mean`.

    Args:
        axis: axis or axes (also as `dim`); all if None.
        keep_dims: whether the reduced axes stay, with length 1 (also as `keepdim`).
        dtype: dtype that the elements are converted to first.

    Returns:
        Tensor.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> print(x.mean(), x.mean(0), x.mean(dim=1, keepdim=True).shape)
        2.5 [2. 3.] (2, 1)
    """
    axis, keep_dims = (
        one_of(None, axis=axis, dim=dim),
        one_of(False, keep_dims=keep_dims, keepdim=keepdim),
    )
    if dtype is None:
        return call(mean)(self, axis, keep_dims)
    return call(mean_ext)(self, axis, keep_dims, dtype=dtype)


# -- product -------------------------------------------------------------------------------------


def multiplied(x: jax.Array, axes: Any, keepdims: bool) -> jax.Array:
    """Product in the dtype of `x`; bools are and-ed."""
    if x.dtype == np.bool_:
        return jnp.all(x, axes, keepdims=keepdims)
    return jnp.prod(wider(x), axes, dtype=wider(x).dtype, keepdims=keepdims).astype(x.dtype)


@op("ops.prod", label="ProdExt", accepts={"keep_dims": "bool"}, amp="float32")
def prod(
    input: Array,
    axis: int | Sequence[int] | None = None,
    keep_dims: bool = False,
    dtype: np.dtype | None = None,
):
    """Product of the elements, over all or some axes.

    Args:
        input: Tensor of any number dtype.
        axis: axis or axes; all of them if None.
        keep_dims: whether the reduced axes stay, with length 1.
        dtype: dtype of the result. By default bool, Int8, Int16, Int32 and UInt8 give Int64 where
            `axis` is one int or None, and all dtypes are kept otherwise.

    Returns:
        Tensor.

    Raises:
        TypeError: `axis` is neither int nor ints.
        ValueError: `axis` is out of range, or None together with `keep_dims`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.prod(ms.Tensor([[1., 2.], [3., 4.]]), 1))
        [ 2. 12.]
    """
    check_dtype(dtype)
    boolean("keep_dims", keep_dims)
    axes = check_axes(axis, input.ndim)
    if axis is None and keep_dims:
        raise ValueError(Clause("'keep_dims' must be False when 'axis' is None."))
    if dtype is None:
        widened = input.dtype in _WIDENED and not isinstance(axis, (tuple, list))
        dtype = np.dtype(np.int64) if widened else input.dtype
    return multiplied(cast_array(input, dtype), axes, keep_dims)


@op("mint.prod", label="ProdExt", accepts={"keepdim": "bool"}, amp="float32")
def prod_ext(
    input: Array, dim: int | None = None, keepdim: bool = False, *, dtype: np.dtype | None = None
):
    """Product of the elements, over all or one dimension.

    Args:
        input: Tensor of any number dtype.
        dim: int; all dimensions if None.
        keepdim: whether the dimension stays, with length 1.
        dtype: dtype of the result. By default bool, Int8, Int16, Int32 and UInt8 give Int64, and
            other dtypes are kept.

    Returns:
        Tensor.

    Raises:
        TypeError: `dim` is not an int, or `keepdim` not a bool.
        ValueError: `dim` is out of range, or None together with `keepdim`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.prod(ms.Tensor([[1., 2.], [3., 4.]]), 0, keepdim=True))
        [[3. 8.]]
    """
    if isinstance(dim, tuple):
        raise TypeError(must("dim", "int or None", dim))
    return prod(input, dim, keepdim, dtype)


@public("Tensor.prod")
def _prod_method(
    self: Tensor,
    axis: int | Sequence[int] | None = None,
    keep_dims: bool = False,
    dtype: DType | None = None,
    *,
    dim: int | Sequence[int] | Tensor | None = None,
    keepdim: bool = False,
) -> Tensor:
    """Product of the elements, over all or some axes; see `ops.prod`.

    Args:
        axis: axis or axes (also as `dim`); all of them if None.
        keep_dims: whether the reduced axes stay, with length 1 (also as `keepdim`).
        dtype: dtype of the result; Int64 for bool and narrow integers by default.

    Returns:
        Tensor.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> print(x.prod(), x.prod(dim=1))
        24.0 [ 2. 12.]
    """
    return call(prod)(
        self,
        one_of(None, axis=axis, dim=dim),
        one_of(False, keep_dims=keep_dims, keepdim=keepdim),
        dtype,
    )


@primitive(
    "ReduceProd",
    accepts={"axis": "int tuple[int] list Tensor", "keep_dims": "bool"},
    keep_dims=False,
)
@op(label="ReduceProd", amp="float32")
def reduce_prod(x: Array, axis: int | Sequence[int] | Tensor = (), keep_dims: bool = False):
    """Product over axes, in the dtype of the input.

    Args:
        keep_dims: whether the reduced axes stay, with length 1.

    Inputs:
        - **x** (Tensor) - number dtype; bools are and-ed.
        - **axis** (int, tuple, list, Tensor) - the axes; all if empty, as by default.

    Outputs:
        Tensor of the dtype of `x`.

    Raises:
        TypeError: `x` is not a Tensor, or `keep_dims` not a bool.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.ReduceProd()(ms.Tensor([[1., 2.], [3., 4.]]), 0))
        [3. 8.]
    """
    boolean("keep_dims", keep_dims)
    return multiplied(x, reduced_axes(axis, x), keep_dims)


# -- logical -------------------------------------------------------------------------------------


@primitive("ReduceAll", keep_dims=False)
@op("ops.all", label="ReduceAll", accepts={"keep_dims": "bool"})
def all(input: Array, axis: int | Sequence[int] | None = None, keep_dims: bool = False):
    """Whether all elements are nonzero, over all or some axes.

    Args:
        input: Tensor.
        axis: axis or axes; all of them if None or empty.
        keep_dims: whether the reduced axes stay, with length 1.

    Returns:
        Bool Tensor.

    Raises:
        TypeError: `axis` is neither int nor ints, or `keep_dims` not a bool.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.all(ms.Tensor([[True, False], [True, True]]), 1))
        [False  True]
    """
    boolean("keep_dims", keep_dims)
    axes = check_axes(axis, input.ndim)
    return jnp.all(input.astype(np.bool_), axes, keepdims=keep_dims)


@op("ops.any", label="ReduceAny")
def any(input: Array, axis: int | Sequence[int] | None = None, keep_dims: bool = False):
    """Whether any element is nonzero, over all or some axes.

    Args:
        input: Tensor.
        axis: axis or axes; all of them if None or empty.
        keep_dims: whether the reduced axes stay, with length 1.

    Returns:
        Bool Tensor; of UInt8 for one of UInt8.

    Raises:
        TypeError: `axis` is neither int nor ints, or `keep_dims` not a bool.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.any(ms.Tensor([[False, False], [True, False]]), 1))
        [False  True]
    """
    boolean("keep_dims", keep_dims)
    axes = check_axes(axis, input.ndim)
    found = jnp.any(input.astype(np.bool_), axes, keepdims=keep_dims)
    return found.astype(np.uint8) if input.dtype == np.uint8 else found


@primitive("ReduceAny", accepts={"axis": "int tuple[int] list Tensor"}, keep_dims=False)
@op(label="ReduceAny")
def reduce_any(x: Array, axis: int | Sequence[int] | Tensor = (), keep_dims: bool = False):
    """Whether any element is nonzero, over all or some axes.

    Args:
        keep_dims: whether the reduced axes stay, with length 1.

    Inputs:
        - **x** (Tensor) - any dtype.
        - **axis** (int, tuple, list, Tensor) - the axes; all if empty, as by default.

    Outputs:
        Bool Tensor.

    Raises:
        TypeError: `axis` is neither int nor ints, or `keep_dims` not a bool.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.ReduceAny()(ms.Tensor([[False, False], [True, False]]), 1))
        [False  True]
    """
    return any(x, axis, keep_dims)


@public("Tensor.all")
def _all_method(
    self: Tensor,
    axis: int | Sequence[int] | None = None,
    keep_dims: bool = False,
    *,
    dim: int | Sequence[int] | Tensor | None = None,
    keepdim: bool = False,
) -> Tensor:
    """Whether all elements are nonzero, over all or some axes; see `ops.all`.

    Args:
        axis: axis or axes (also as `dim`); all of them if None.
        keep_dims: whether the reduced axes stay, with length 1 (also as `keepdim`).

    Returns:
        Bool Tensor.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[True, False], [True, True]])
        >>> print(x.all(), x.all(dim=1))
        False [False  True]
    """
    return call(all)(
        self, one_of(None, axis=axis, dim=dim), one_of(False, keep_dims=keep_dims, keepdim=keepdim)
    )


@public("Tensor.any")
def _any_method(
    self: Tensor,
    axis: int | Sequence[int] | None = None,
    keep_dims: bool = False,
    *,
    dim: int | Sequence[int] | Tensor | None = None,
    keepdim: bool = False,
) -> Tensor:
    """Whether any element is nonzero, over all or some axes; see `ops.any`.

    Args:
        axis: axis or axes (also as `dim`); all of them if None.
        keep_dims: whether the reduced axes stay, with length 1 (also as `keepdim`).

    Returns:
        Bool Tensor; one of UInt8 for a Tensor of UInt8.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[False, False], [True, False]])
        >>> print(x.any(), x.any(dim=1))
        True [False  True]
    """
    return call(any)(
        self, one_of(None, axis=axis, dim=dim), one_of(False, keep_dims=keep_dims, keepdim=keepdim)
    )


@op("mint.all", label="ReduceAll", accepts={"keepdim": "bool"})
def all_ext(input: Array, dim: int | Sequence[int] | None = None, keepdim: bool = False):
    """Whether all elements are nonzero, over all or some dimensions; see `ops.all`.

    Args:
        input: Tensor.
        dim: dimension or dimensions; all of them if None.
        keepdim: whether the reduced dimensions stay, with length 1.

    Returns:
        Bool Tensor.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: `dim` is out of range.
        RuntimeError: a dimension is named twice.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.all(ms.Tensor([[1, 0], [2, 3]]), dim=1))
        [False  True]
    """
    return all(input, dim, keepdim)


@op("mint.any", label="ReduceAny", accepts={"dim": "int Tensor[int] None", "keepdim": "bool"})
def any_ext(input: Array, dim: int | Tensor | None = None, keepdim: bool = False):
    """Whether any element is nonzero, over all dimensions or one; see `ops.any`.

    Args:
        input: Tensor.
        dim: int; all dimensions if None.
        keepdim: whether the dimension stays, with length 1.

    Returns:
        Bool Tensor; one of UInt8 for a Tensor of UInt8.

    Raises:
        TypeError: `dim` is not an int, or `keepdim` not a bool.
        ValueError: `dim` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.any(ms.Tensor([[1, 0], [0, 0]]), dim=1))
        [ True False]
    """
    if isinstance(dim, tuple):
        raise TypeError(must("dim", "int or None", dim))
    return any(input, dim, keepdim)


# -- sums that skip nan, count, or go through exponentials and squares ---------------------------


@op("ops.nansum", label="nansum")
def nansum(
    input: Array,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    *,
    dtype: np.dtype | None = None,
):
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
        TypeError: complex input, or `keepdims` is not a bool.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.nansum(ms.Tensor([[1., float("nan")], [3., 4.]]), 1))
        [1. 7.]
    """
    if isinstance(dtype, (str, type)):
        dtype = np.dtype(dtype)
    check_dtype(dtype)
    boolean("keepdims", keepdims)
    if (
        is_complex(input)
        or input.dtype == jnp.bfloat16
        or (dtype is not None and dtype.kind == "c")
    ):
        raise TypeError(must("input", "real", str(mstype.from_np(input.dtype))))
    x = jnp.where(jnp.isnan(input), jnp.zeros((), input.dtype), input) if is_float(input) else input
    if dtype is None:
        dtype = np.dtype(np.int64) if x.dtype == np.bool_ else x.dtype
    axes = check_axes(axis, x.ndim)
    return reduced_to(dtype, x, lambda x: summed(wider(x), axes, keepdims).astype(x.dtype))


@public("Tensor.nansum", accepts={"keepdims": "bool", "dtype": "dtype None"})
def _nansum_method(
    self: Tensor,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    *,
    dtype: DType | None = None,
    dim: int | Sequence[int] | Tensor | None = None,
    keepdim: bool = False,
) -> Tensor:
    """Sum of the elements that are not nan, over all or some axes; see `ops.nansum`.

    Args:
        axis: axis or axes (also as `dim`); all of them if None.
        keepdims: whether the summed axes stay, with length 1 (also as `keepdim`).
        dtype: dtype of the result; that of the Tensor (Int64 for bool) by default.

    Returns:
        Tensor.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., float("nan")], [3., 4.]])
        >>> print(x.nansum(), x.nansum(dim=0))
        8.0 [4. 4.]
    """
    return call(nansum)(
        self,
        one_of(None, axis=axis, dim=dim),
        one_of(False, keepdims=keepdims, keepdim=keepdim),
        dtype=dtype,
    )


@op("mint.nansum", label="nansum")
def nansum_ext(
    input: Array,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: np.dtype | None = None,
):
    """Sum of the elements that are not nan, over all or some dimensions; see `ops.nansum`.

    Args:
        input: Tensor of any real dtype.
        dim: dimension or dimensions; all of them if None.
        keepdim: whether the summed dimensions stay, with length 1.
        dtype: dtype of the result; that of `input` (Int64 for bool) by default.

    Returns:
        Tensor.

    Raises:
        TypeError: `input` is complex, or `dim` not made of ints.
        ValueError: `dim` is out of range.
        RuntimeError: a dimension is named twice.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.nansum(ms.Tensor([[1., float("nan")], [3., 4.]]), 0, keepdim=True))
        [[4. 4.]]
    """
    return nansum(input, dim, keepdim, dtype=dtype)


@op("ops.nanmean", "Tensor.nanmean", label="nanmean", accepts={"keepdims": "bool"})
def nanmean(
    input: Array,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    *,
    dtype: np.dtype | None = None,
):
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

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.nanmean(ms.Tensor([[1., float("nan")], [3., 4.]]), 1))
        [1.  3.5]
    """
    boolean("keepdims", keepdims)
    if not is_float(input) or input.dtype == jnp.bfloat16:
        raise TypeError(must("input", "floating-point", mstype.from_np(input.dtype)))
    axes = check_axes(axis, input.ndim)
    x = wider(input)
    valid = ~jnp.isnan(x)
    total = jnp.sum(jnp.where(valid, x, jnp.zeros((), x.dtype)), axes, keepdims=keepdims)
    count = jnp.sum(valid, axes, dtype=np.int32, keepdims=keepdims)
    return cast_array(total / count.astype(x.dtype), input.dtype if dtype is None else dtype)


@op("ops.count_nonzero", label="count_nonzero", accepts={"keep_dims": "bool", "dtype": "dtype"})
def count_nonzero(
    x: Array,
    axis: int | Sequence[int] = (),
    keep_dims: bool = False,
    dtype: np.dtype = mstype.int32,
):
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

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.count_nonzero(ms.Tensor([[0, 2, 0], [1, 0, 3]]), 1))
        [1 2]
    """
    accept(x, "iufc", "x")
    if axis is None:
        raise TypeError(must("axis", "int, or tuple or list of int", axis))
    axes = check_axes(axis, x.ndim)
    boolean("keep_dims", keep_dims)
    dtype = np.dtype(np.int32) if dtype is None else dtype
    return jnp.sum(x != 0, axes, dtype=np.int32, keepdims=keep_dims).astype(dtype)


@public("Tensor.count_nonzero")
def _count_nonzero_method(
    self: Tensor,
    axis: int | Sequence[int] = (),
    keep_dims: bool = False,
    dtype: DType | None = None,
    *,
    dim: int | Sequence[int] | Tensor | None = None,
) -> Tensor:
    """Number of nonzero elements, over all or some axes; see `ops.count_nonzero`.

    Args:
        axis: axis or axes (also as `dim`); all of them if empty.
        keep_dims: whether the reduced axes stay, with length 1.
        dtype: dtype of the result; Int32 if None.

    Returns:
        Tensor.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([[0, 2, 0], [1, 0, 3]]).count_nonzero(dim=0))
        [1 1 1]
    """
    return call(count_nonzero)(
        self, one_of((), axis=axis, dim=() if dim is None else dim), keep_dims, dtype
    )


@op("mint.count_nonzero", label="CountNonZero")
def count_nonzero_ext(input: Array, dim: int | Sequence[int] | None = None):
    """Number of nonzero elements, over all or some dimensions.

    Args:
        input: Tensor of any dtype.
        dim: dimension or dimensions; all of them if None.

    Returns:
        Int64 Tensor.

    Raises:
        TypeError: `dim` is neither int nor ints.
        ValueError: `dim` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.count_nonzero(ms.Tensor([[0, 2, 0], [1, 0, 3]]), 1))
        [1 2]
    """
    axes = check_axes(dim, input.ndim, "dim")
    return jnp.sum(input != 0, axes, dtype=np.int64)


def _check_dims(dims: Any) -> None:
    items = dims if isinstance(dims, (list, tuple)) else () if dims is None else (dims,)
    if {type(d) for d in items} - {int}:  # `any` is a kernel here
        raise TypeError(must("dims", "int, or tuple or list of int", repr(dims)))


@primitive(
    "CountNonZero",
    check=_check_dims,
    dims=None,
    normal=lambda dims: {"dims": [] if dims is None else dims},
)
@op(label="CountNonZero")
def count_nonzero_primitive(x: Array, dims: int | Sequence[int] | None = None):
    """Number of nonzero elements, as Int64.

    Args:
        dims: dimension or dimensions to count over; all of them by default.

    Inputs:
        - **x** (Tensor) - any dtype.

    Outputs:
        Int64 Tensor.

    Raises:
        TypeError: `dims` is neither int nor ints.
        ValueError: `dims` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.CountNonZero(dims=1)(ms.Tensor([[0, 2, 0], [1, 0, 3]])))
        [1 2]
    """
    _check_dims(dims)
    return count_nonzero_ext(x, dims)


@op(
    "ops.logsumexp",
    "Tensor.logsumexp",
    "mint.logsumexp",
    label="LogSumExp",
    accepts={
        "ops.logsumexp.dim": "int tuple[int] list Tensor",
        "ops.logsumexp.keepdim": "bool",
        "Tensor.logsumexp.keepdim": "bool",
        "mint.logsumexp.input": "Tensor[bool int float16 bfloat16 float32]",
    },
    amp="float32",
    formerly={"ops.logsumexp": "x=input axis=dim keep_dims=keepdim"},
)
def logsumexp(input: Array, dim: int | Sequence[int] | Tensor, keepdim: bool = False):
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
    accept(input, "f")
    boolean("keepdim", keepdim)
    axes = reduced_axes(dim, input, "dim")
    return jax.nn.logsumexp(wider(input), axes, keepdims=keepdim).astype(input.dtype)


@op(label="ReduceLogSumExp", amp="float32")
def log_sum_exp(x: Array, axis: Any, keep_dims: bool):
    """Logarithm of the sum of exponentials."""
    accept(x, "f", "x")
    axes = check_axes(axis, x.ndim)
    return jax.nn.logsumexp(x, axes, keepdims=keep_dims)


@primitive("SquareSumAll", accepts={"y": "Tensor[=x]"}, counts="all")
@op(label="SquareSumAll")
def square_sum_all(x: Array, y: Array):
    """Sums of the squares of two Tensors.

    Inputs:
        - **x** (Tensor) - floating-point dtype.
        - **y** (Tensor) - the same shape and dtype.

    Outputs:
        Tuple of two 0-d Tensors.

    Raises:
        TypeError: another dtype.
        ValueError: the shapes differ.

    Examples:
        >>> import msjax as ms
        >>> a, b = ms.ops.SquareSumAll()(ms.Tensor([1., 2.]), ms.Tensor([3., 4.]))
        >>> print(a, b)
        5.0 25.0
    """
    accept(x, "f", "x")
    of_shape("y", y, x.shape)
    pair = (jnp.sum(jnp.square(wider(a))).astype(a.dtype) for a in (x, y))
    return tuple(pair)
