"""Largest and smallest elements and where they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import boolean, check_axes, check_axis, one_of
from msjax._core.base.errors import Clause, must
from msjax._core.op.older import Find, Older, bind_older, taking
from msjax._core.op.publish import Array, Value, call, op, primitive, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.attributes import TYPES, stored
from msjax.kernels.checks import accept, with_elements
from msjax.kernels.reduction.sums import is_float, reduced_axes

if TYPE_CHECKING:
    from msjax._core.base.dtype import Type
    from msjax._types import Number


def extreme(x: jax.Array, axes: Any, keepdims: bool, largest: bool) -> jax.Array:
    """Largest or smallest elements over `axes` (None: all); equal ones share the gradient."""
    axes = tuple(range(x.ndim)) if axes is None else axes
    if x.dtype == np.bool_:
        return (jnp.any if largest else jnp.all)(x, axes, keepdims=keepdims)
    if not x.ndim:
        return x
    if 0 in (x.shape[a] for a in axes):
        raise ValueError(Clause("an axis of length 0 has no maximum and no minimum."))
    out = (jax.lax.reduce_max if largest else jax.lax.reduce_min)(x, axes)
    return jnp.expand_dims(out, axes) if keepdims else out


def position(x: jax.Array, axis: int, keepdims: bool, largest: bool, dtype: Any) -> jax.Array:
    """Index of the first largest or smallest element along `axis`; nan counts as both."""
    if not x.ndim:
        return jnp.zeros((), dtype)
    x = jax.lax.stop_gradient(x)
    best = extreme(x, (axis,), True, largest)
    found = x == best
    if is_float(x):
        found |= jnp.isnan(x)
    places = jax.lax.broadcasted_iota(np.int32, x.shape, axis)
    first = jnp.where(found, places, jnp.int32(x.shape[axis]))
    return extreme(first, (axis,), keepdims, False).astype(dtype)


def with_position(
    x: jax.Array, axis: int, keepdims: bool, largest: bool, dtype: Any = np.int64
) -> tuple[jax.Array, jax.Array]:
    """Largest or smallest elements and their indices; the gradient goes to the indexed elements."""
    if not x.ndim:
        return x, jnp.zeros((), dtype)
    index = position(x, axis, True, largest, np.int32)
    values = jnp.take_along_axis(x, index, axis)
    if not keepdims:
        values, index = jnp.squeeze(values, axis), jnp.squeeze(index, axis)
    return values, index.astype(dtype)


def _bound(x: jax.Array, where: Any, initial: Any, largest: bool) -> jax.Array:
    """The elements with `initial` in place of those that `where` leaves out."""
    if where is not None:
        if initial is None:
            raise ValueError(must("initial", "given with 'where'", initial))
        if where.dtype != np.bool_:
            raise TypeError(must("where", "a bool Tensor", mstype.from_np(where.dtype)))
        x = jnp.where(where, x, jnp.asarray(initial).astype(x.dtype))
    if initial is not None:
        start = jnp.asarray(initial).astype(x.dtype)
        x = jnp.maximum(x, start) if largest else jnp.minimum(x, start)
    return x


def _int_axis(axis: Any, rank: int, arg: str = "axis") -> int:
    if isinstance(axis, bool) or not isinstance(axis, int):
        raise TypeError(must(arg, "int", f"{axis!r} of type {type(axis).__name__}"))
    return check_axis(axis, rank, arg)


# -- values with indices -------------------------------------------------------------------------


def _max_or_min(x, axis, keepdims, initial, where, largest):
    accept(x, "biuf")
    boolean("keepdims", keepdims)
    with_elements("input", x)
    x = _bound(x, where, initial, largest)
    if axis is None:
        return extreme(x, None, False, largest), jnp.zeros((), np.int64)
    return with_position(x, _int_axis(axis, x.ndim), keepdims, largest)


@op(label="max")
def max(
    input: Array,
    axis: int | None = None,
    keepdims: bool = False,
    *,
    initial: Value = None,
    where: Array = None,
) -> tuple[Array, Array]:
    """Largest elements along an axis, and their indices.

    Args:
        input: Tensor of a real dtype.
        axis: the axis; None for the largest of all elements.
        keepdims: whether the axis, unless None, stays with length 1.
        initial: a number that the results are no less than.
        where: bool Tensor, array, list or bool: which elements take part; needs `initial`.

    Returns:
        Tuple of the values and of their Int64 indices (0 when `axis` is None).

    Raises:
        TypeError: `axis` is not an int, or `keepdims` not a bool.
        ValueError: `axis` is out of range, or `where` is given without `initial`.

    Examples:
        >>> import msjax as ms
        >>> values, index = ms.ops.max(ms.Tensor([[1., 5.], [3., 2.]]), axis=1)
        >>> print(values, index)
        [5. 3.] [1 0]
    """
    return _max_or_min(input, axis, keepdims, initial, where, True)


@op(label="min")
def min(
    input: Array,
    axis: int | None = None,
    keepdims: bool = False,
    *,
    initial: Value = None,
    where: Array = None,
) -> tuple[Array, Array]:
    """Smallest elements along an axis, and their indices; the arguments are those of `ops.max`.

    Args:
        input: Tensor of a real dtype or of bools.
        axis: int, the axis; None for the whole Tensor, with index 0.
        keepdims: bool, whether the axis stays, with length 1.
        initial: number that no value is greater than.
        where: bool Tensor, array, list or bool: which elements take part; needs `initial`.

    Returns:
        Pair of Tensors: the values in the dtype of `input`, and their indices, Int64.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: `axis` is out of range, or `where` is given without `initial`.

    Examples:
        >>> import msjax as ms
        >>> values, index = ms.ops.min(ms.Tensor([[1., 5.], [3., 2.]]), axis=1)
        >>> print(values, index)
        [1. 2.] [0 1]
    """
    return _max_or_min(input, axis, keepdims, initial, where, False)


@primitive(
    "ArgMaxWithValue",
    accepts={"axis": "int Tensor[int]", "keep_dims": "bool"},
    axis=0,
    keep_dims=False,
)
@op(label="ArgMaxWithValue")
def arg_max_with_value(input: Array, axis: int | Tensor = 0, keep_dims: bool = False):
    """Indices of the largest elements along an axis, and the elements.

    Args:
        axis: the axis.
        keep_dims: whether the axis stays, with length 1.

    Inputs:
        - **input** (Tensor) - real dtype.

    Outputs:
        Tuple of the Int64 indices and of the values.

    Raises:
        TypeError: `axis` is not an int, or `keep_dims` not a bool.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> index, values = ms.ops.ArgMaxWithValue(axis=1)(ms.Tensor([[1., 5.], [3., 2.]]))
        >>> print(index, values)
        [1 0] [5. 3.]
    """
    values, index = _max_or_min(input, axis, keep_dims, None, None, True)
    return index, values


@primitive(
    "ArgMinWithValue",
    accepts={"axis": "int Tensor[int]", "keep_dims": "bool"},
    axis=0,
    keep_dims=False,
)
@op(label="ArgMinWithValue")
def arg_min_with_value(input: Array, axis: int | Tensor = 0, keep_dims: bool = False):
    """Indices of the smallest elements along an axis, and the elements.

    Args:
        axis: the axis.
        keep_dims: whether the axis stays, with length 1.

    Inputs:
        - **input** (Tensor) - real dtype.

    Outputs:
        Tuple of the Int64 indices and of the values.

    Raises:
        TypeError: `axis` is not an int, or `keep_dims` not a bool.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> index, values = ms.ops.ArgMinWithValue(axis=1)(ms.Tensor([[1., 5.], [3., 2.]]))
        >>> print(index, values)
        [0 1] [1. 2.]
    """
    values, index = _max_or_min(input, axis, keep_dims, None, None, False)
    return index, values


@op("Tensor.argmax_with_value", label="ArgMaxWithValue", accepts={"axis": "int None"})
def argmax_with_value(input: Array, axis: int | None = 0, keep_dims: bool = False):
    """Largest elements along an axis, and their indices.

    Args:
        axis: the axis; None for all elements.
        keep_dims: whether the axis stays, with length 1.

    Returns:
        Tuple of the values and of their Int64 indices.

    Raises:
        TypeError: `axis` is not an int, or `keep_dims` not a bool.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> values, index = ms.Tensor([[1., 5.], [3., 2.]]).argmax_with_value(axis=1)
        >>> print(values, index)
        [5. 3.] [1 0]
    """
    return _max_or_min(input, axis, keep_dims, None, None, True)


@op("Tensor.argmin_with_value", label="ArgMinWithValue", accepts={"axis": "int None"})
def argmin_with_value(input: Array, axis: int | None = 0, keep_dims: bool = False):
    """Smallest elements along an axis, and their indices.

    Args:
        axis: the axis; None for all elements.
        keep_dims: whether the axis stays, with length 1.

    Returns:
        Tuple of the values and of their Int64 indices.

    Raises:
        TypeError: `axis` is not an int, or `keep_dims` not a bool.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> values, index = ms.Tensor([[1., 5.], [3., 2.]]).argmin_with_value(axis=1)
        >>> print(values, index)
        [1. 2.] [0 1]
    """
    return _max_or_min(input, axis, keep_dims, None, None, False)


# -- values alone --------------------------------------------------------------------------------


@op(label="amax")
def amax(
    input: Array,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    *,
    initial: Value = None,
    where: Array = None,
) -> Array:
    """Largest elements over all or some axes; equal ones share the gradient.

    Args:
        input: Tensor of a real dtype.
        axis: axis or axes; all of them if None or empty.
        keepdims: whether the reduced axes stay, with length 1.
        initial: a number that the results are no less than.
        where: bool Tensor, array, list or bool: which elements take part; needs `initial`.

    Returns:
        Tensor of the dtype of `input`.

    Raises:
        TypeError: `axis` is neither int nor ints, or `keepdims` not a bool.
        ValueError: `axis` is out of range, or `where` is given without `initial`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.amax(ms.Tensor([[1., 5.], [3., 2.]]), 1))
        [5. 3.]
    """
    accept(input, "biuf")
    boolean("keepdims", keepdims)
    axes = check_axes(axis, input.ndim)
    return extreme(_bound(input, where, initial, True), axes, keepdims, True)


@op(label="amin")
def amin(
    input: Array,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    *,
    initial: Value = None,
    where: Array = None,
) -> Array:
    """Smallest elements over all or some axes; equal ones share the gradient.

    Args:
        input: Tensor of a real dtype.
        axis: axis or axes; all of them if None or empty.
        keepdims: whether the reduced axes stay, with length 1.
        initial: a number that the results are no greater than.
        where: bool Tensor, array, list or bool: which elements take part; needs `initial`.

    Returns:
        Tensor of the dtype of `input`.

    Raises:
        TypeError: `axis` is neither int nor ints, or `keepdims` not a bool.
        ValueError: `axis` is out of range, or `where` is given without `initial`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.amin(ms.Tensor([[1., 5.], [3., 2.]]), 1))
        [1. 2.]
    """
    accept(input, "biuf")
    boolean("keepdims", keepdims)
    axes = check_axes(axis, input.ndim)
    return extreme(_bound(input, where, initial, False), axes, keepdims, False)


@op("mint.amax", label="amax", accepts={"dim": "int tuple list Tensor[int]", "keepdim": "bool"})
def amax_ext(input: Array, dim: int | Sequence[int] | Tensor = (), keepdim: bool = False):
    """Largest elements over all or some dimensions; equal ones share the gradient.

    Args:
        input: Tensor of a real dtype.
        dim: dimension or dimensions; all of them if empty.
        keepdim: whether the reduced dimensions stay, with length 1.

    Returns:
        Tensor of the dtype of `input`.

    Raises:
        TypeError: `dim` is neither int nor ints, or `keepdim` not a bool.
        ValueError: `dim` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.amax(ms.Tensor([[1., 5.], [3., 2.]]), dim=0))
        [3. 5.]
    """
    return amax(input, dim, keepdim)


@op("mint.amin", label="amin", accepts={"dim": "int tuple list Tensor[int]", "keepdim": "bool"})
def amin_ext(input: Array, dim: int | Sequence[int] | Tensor = (), keepdim: bool = False):
    """Smallest elements over all or some dimensions; equal ones share the gradient.

    Args:
        input: Tensor of a real dtype.
        dim: dimension or dimensions; all of them if empty.
        keepdim: whether the reduced dimensions stay, with length 1.

    Returns:
        Tensor of the dtype of `input`.

    Raises:
        TypeError: `dim` is neither int nor ints, or `keepdim` not a bool.
        ValueError: `dim` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.amin(ms.Tensor([[1., 5.], [3., 2.]]), dim=0))
        [1. 2.]
    """
    return amin(input, dim, keepdim)


def mask(where: Any) -> Any:
    """`where` as a bool Tensor, or None if all elements take part."""
    if where is True:
        return None
    if isinstance(where, (bool, int, float, list, tuple, np.ndarray)):
        return Tensor(np.asarray(where).astype(bool))
    return where


def _publish(kernel: Callable, *surfaces: str, formerly: Older, **accepts: str) -> None:
    run = call(kernel)

    def function(
        input: Tensor,
        axis: int | Sequence[int] | None = None,
        keepdims: bool = False,
        *,
        initial: Number | None = None,
        where: Tensor | list | bool | None = None,
    ) -> Any:
        return run(input, axis, keepdims, initial=initial, where=mask(where))

    told = kernel.__annotations__
    function.__annotations__ |= {"axis": told["axis"], "return": told["return"]}
    function.__name__ = function.__qualname__ = kernel.__name__
    function.__doc__ = kernel.__doc__
    before = dict.fromkeys(surfaces, formerly)
    public(*surfaces, accepts=accepts, formerly=before)(function)


def _older_extremum(label: str, primitive: str) -> Callable[..., Any]:
    @taking("x axis keep_dims")
    def extremum(today: Callable, args: tuple, kwargs: dict[str, Any], resolve: Find) -> Any:
        """1.8 to 1.10: the index and the value along an axis, by default the first."""
        if not kwargs.keys() & {"keep_dims", "x"}:
            return today(*args, **kwargs)
        bound = bind_older(label, ("x", "axis", "keep_dims"), args, kwargs, "x")
        x = bound.pop("x")
        return resolve(primitive)(**bound)(x)

    return extremum


_publish(
    max,
    "ops.max",
    formerly=_older_extremum("max", "ops.ArgMaxWithValue"),
)
_publish(
    min,
    "ops.min",
    formerly=_older_extremum("min", "ops.ArgMinWithValue"),
    where="int float bool tuple list Tensor ndarray None",
)
_publish(amax, "ops.amax", "Tensor.amax", formerly="x=input keep_dims=keepdims")
_publish(amin, "ops.amin", "Tensor.amin", formerly="x=input keep_dims=keepdims")


def _reduced(x: jax.Array, axis: Any, keep_dims: bool, largest: bool) -> jax.Array:
    accept(x, "biuf", "x")
    boolean("keep_dims", keep_dims)
    return extreme(x, reduced_axes(axis, x), keep_dims, largest)


@primitive("ReduceMax", keep_dims=False)
@op(label="ReduceMax")
def reduce_max_kernel(x: Array, axis: int | Sequence[int] | Tensor = (), keep_dims: bool = False):
    """Largest elements over axes.

    Args:
        keep_dims: whether the reduced axes stay, with length 1.

    Inputs:
        - **x** (Tensor) - real dtype.
        - **axis** (int, tuple, list, Tensor) - the axes; all if empty, as by default.

    Outputs:
        Tensor of the dtype of `x`.

    Raises:
        TypeError: `x` is not a Tensor.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.ReduceMax()(ms.Tensor([[1., 5.], [3., 2.]]), 0))
        [3. 5.]
    """
    return _reduced(x, axis, keep_dims, True)


@primitive("ReduceMin", accepts={"keep_dims": "bool"}, keep_dims=False)
@op(label="ReduceMin")
def reduce_min_kernel(x: Array, axis: int | Sequence[int] | Tensor = (), keep_dims: bool = False):
    """Smallest elements over axes.

    Args:
        keep_dims: whether the reduced axes stay, with length 1.

    Inputs:
        - **x** (Tensor) - real dtype.
        - **axis** (int, tuple, list, Tensor) - the axes; all if empty, as by default.

    Outputs:
        Tensor of the dtype of `x`.

    Raises:
        TypeError: another dtype, or `axis` is neither int nor ints.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.ReduceMin(keep_dims=True)(ms.Tensor([[1., 5.], [3., 2.]]), 0))
        [[1. 2.]]
    """
    return _reduced(x, axis, keep_dims, False)


@op("ops.reduce_max", label="ReduceMax")
def reduce_max(x: Array, axis: int | Sequence[int] = ()):
    """Largest elements over axes; the function of `ops.ReduceMax`.

    Args:
        x: Tensor of a real dtype.
        axis: int, or tuple or list of int; all axes if empty.

    Returns:
        Tensor of the dtype of `x`, without the axes.

    Raises:
        TypeError: another dtype, or `axis` is neither int nor ints.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.reduce_max(ms.Tensor([[1., 5.], [3., 2.]]), 1))
        [5. 3.]
    """
    return reduce_max_kernel(x, axis)


@op("ops.reduce_min", label="ReduceMin")
def reduce_min(x: Array, axis: int | Sequence[int] = ()):
    """Smallest elements over axes; the function of `ops.ReduceMin`.

    Args:
        x: Tensor of a real dtype.
        axis: int, or tuple or list of int; all axes if empty.

    Returns:
        Tensor of the dtype of `x`, without the axes.

    Raises:
        TypeError: another dtype, or `axis` is neither int nor ints.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.reduce_min(ms.Tensor([[1., 5.], [3., 2.]]), 1))
        [1. 2.]
    """
    return reduce_min_kernel(x, axis)


@op("ops.aminmax", "Tensor.aminmax", label="aminmax")
def aminmax(input: Array, *, axis: int | None = 0, keepdims: bool = False):
    """Smallest and largest elements along an axis.

    Args:
        input: Tensor of a real dtype.
        axis: the axis; None for all elements.
        keepdims: whether the axis stays, with length 1.

    Returns:
        Tuple of the minima and the maxima.

    Raises:
        TypeError: another dtype, `axis` is not an int, or `keepdims` not a bool.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> low, high = ms.ops.aminmax(ms.Tensor([[1., 5.], [3., 2.]]), axis=1)
        >>> print(low, high)
        [1. 2.] [5. 3.]
    """
    if axis is None:
        boolean("keepdims", keepdims)
        return tuple(extreme(input, None, keepdims, largest) for largest in (False, True))
    low, _ = _max_or_min(input, axis, keepdims, None, None, False)
    high, _ = _max_or_min(input, axis, keepdims, None, None, True)
    return low, high


@op("Tensor.ptp", label="ptp", accepts={"axis": "int bool tuple None", "keepdims": "bool"})
def ptp(x: Array, axis: int | tuple[int, ...] | None = None, keepdims: bool = False):
    """Distance between the largest and the smallest element, over all or some axes.

    Args:
        axis: axis or axes; all of them if None.
        keepdims: whether the reduced axes stay, with length 1.

    Returns:
        Tensor.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([[1., 5.], [3., 2.]]).ptp(axis=1))
        [4. 1.]
    """
    boolean("keepdims", keepdims)
    axes = check_axes(axis, x.ndim)
    return extreme(x, axes, keepdims, True) - extreme(x, axes, keepdims, False)


# -- indices alone -------------------------------------------------------------------------------


def _index(x, axis, keepdims, largest, dtype, arg="axis"):
    accept(x, "biuf")
    boolean("keepdims", keepdims)
    if not x.size:
        raise RuntimeError(must("input", "a Tensor with elements", f"shape {x.shape}"))
    if axis is None:
        return position(x.reshape(-1), 0, False, largest, dtype)
    return position(x, _int_axis(axis, x.ndim, arg), keepdims, largest, dtype)


def _index_dtype(output_type: Any) -> np.dtype:
    if output_type not in (np.dtype(np.int32), np.dtype(np.int64)):
        raise ValueError(must("output_type", "mindspore.int32 or mindspore.int64", output_type))
    return output_type


@taking("x axis output_type")
def _older_argmax(today: Callable, args: tuple, kwargs: dict[str, Any], resolve: Find) -> Any:
    """1.8 to 1.10: along the last axis by default, in the dtype asked for."""
    if "output_type" not in kwargs:
        return today(*args, **kwargs)
    bound = bind_older("argmax", ("input", "dim", "output_type"), args, kwargs)  # renamed by now
    if "input" not in bound:
        raise TypeError("argmax() missing 1 required positional argument: 'x'")
    return resolve("ops.Argmax")(bound.get("dim", -1), bound["output_type"])(bound["input"])


@op(
    "ops.argmax",
    "mint.argmax",
    label="Argmax",
    accepts={"ops.argmax.keepdim": "bool"},
    formerly={"ops.argmax": ("x=input axis=dim keepdims=keepdim", _older_argmax)},
)
def argmax(input: Array, dim: int | None = None, keepdim: bool = False):
    """Index of the largest element along a dimension.

    Args:
        input: Tensor of a real dtype.
        dim: the dimension; None for the index into the flattened Tensor.
        keepdim: whether the dimension, unless None, stays with length 1.

    Returns:
        Int64 Tensor. Of equal elements the first counts.

    Raises:
        TypeError: `dim` is not an int, or `keepdim` not a bool.
        ValueError: `dim` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.argmax(ms.Tensor([[1., 5.], [3., 2.]]), 1))
        [1 0]
    """
    return _index(input, dim, keepdim, True, np.int64, "dim")


@op("ops.argmin", label="Argmin")
def argmin(input: Array, axis: int | None = None, keepdims: bool = False):
    """Index of the smallest element along an axis.

    Args:
        input: Tensor of a real dtype.
        axis: the axis; None for the index into the flattened Tensor.
        keepdims: whether the axis, unless None, stays with length 1.

    Returns:
        Int32 Tensor, Int64 for a 0-d `input`. Of equal elements the first counts.

    Raises:
        TypeError: `axis` is not an int.
        ValueError: `axis` is out of range.
        RuntimeError: `input` has no elements.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.argmin(ms.Tensor([[1., 5.], [3., 2.]]), 1))
        [0 1]
    """
    dtype = np.int32 if input.ndim else np.int64
    return _index(input, axis, bool(keepdims), False, dtype)


@op("mint.argmin", label="ArgMinExt")
def argmin_ext(input: Array, dim: int | None = None, keepdim: bool = False):
    """Index of the smallest element along a dimension.

    Args:
        input: Tensor of a real dtype.
        dim: int, the dimension; None for the index into the flattened Tensor.
        keepdim: whether the dimension, unless None, stays with length 1.

    Returns:
        Int64 Tensor. Of equal elements the first counts.

    Raises:
        TypeError: `dim` is not an int, or `keepdim` not a bool.
        ValueError: `dim` is out of range.
        RuntimeError: `input` has no elements.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.argmin(ms.Tensor([[1., 5.], [3., 2.]]), dim=1))
        [0 1]
    """
    return _index(input, dim, keepdim, False, np.int64, "dim")


@public("Tensor.argmax")
def _argmax_method(
    self: Tensor,
    axis: int | None = None,
    keepdims: bool = False,
    *,
    dim: int | None = None,
    keepdim: bool = False,
) -> Tensor:
    """Index of the largest element along an axis; see `ops.argmax`.

    Args:
        axis: int, the axis (also as `dim`); None for the index into the flattened Tensor.
        keepdims: whether the axis, unless None, stays with length 1 (also as `keepdim`).

    Returns:
        Int64 Tensor.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1., 5.], [3., 2.]])
        >>> print(x.argmax(), x.argmax(dim=1))
        1 [1 0]
    """
    return call(argmax)(
        self, one_of(None, axis=axis, dim=dim), one_of(False, keepdims=keepdims, keepdim=keepdim)
    )


@public("Tensor.argmin")
def _argmin_method(
    self: Tensor,
    axis: int | None = None,
    keepdims: bool = False,
    *,
    dim: int | None = None,
    keepdim: bool = False,
) -> Tensor:
    """Index of the smallest element along an axis; see `ops.argmin`.

    Args:
        axis: int, the axis (also as `dim`); None for the index into the flattened Tensor.
        keepdims: whether the axis, unless None, stays with length 1 (also as `keepdim`).

    Returns:
        Int32 Tensor, Int64 for a 0-d Tensor.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[4., 5.], [3., 2.]])
        >>> print(x.argmin(), x.argmin(dim=0))
        3 [1 1]
    """
    return call(argmin)(
        self, one_of(None, axis=axis, dim=dim), one_of(False, keepdims=keepdims, keepdim=keepdim)
    )


@primitive(
    "Argmax",
    normal=stored(output_type=TYPES),
    accepts={"axis": "int Tensor[int]", "output_type": "dtype"},
    axis=-1,
    output_type=mstype.int32,
)
@op(label="Argmax")
def argmax_kernel(input_x: Array, axis: int | Tensor = -1, output_type: Type = mstype.int32):
    """Index of the largest element along an axis.

    Args:
        axis: the axis.
        output_type: mindspore.int32 or mindspore.int64, the dtype of the indices.

    Inputs:
        - **input_x** (Tensor) - real dtype.

    Outputs:
        Tensor of indices. Of equal elements the first counts.

    Raises:
        TypeError: `axis` is not an int, or `output_type` another dtype.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.Argmax()(ms.Tensor([[1., 5.], [3., 2.]])))
        [1 0]
    """
    return _index(input_x, axis, False, True, _index_dtype(output_type))


@primitive(
    "Argmin",
    normal=stored(output_type=TYPES),
    accepts={"axis": "int Tensor[int]", "output_type": "dtype"},
    axis=-1,
    output_type=mstype.int32,
)
@op(label="Argmin")
def argmin_kernel(x: Array, axis: int | Tensor = -1, output_type: Type = mstype.int32):
    """Index of the smallest element along an axis.

    Args:
        axis: the axis.
        output_type: mindspore.int32 or mindspore.int64, the dtype of the indices.

    Inputs:
        - **x** (Tensor) - real dtype.

    Outputs:
        Tensor of indices. Of equal elements the first counts.

    Raises:
        TypeError: `axis` is not an int, or `output_type` not a dtype.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.Argmin(axis=0)(ms.Tensor([[1., 5.], [3., 2.]])))
        [0 1]
    """
    return _index(x, axis, False, False, _index_dtype(output_type))
