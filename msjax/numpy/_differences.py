"""Differences, common dtypes, positions and the difference of sets."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import boolean, check_axis, integer, of_type
from msjax._core.base.errors import Clause, describe, must, unsupported_option
from msjax._core.op.publish import Array, Value, call, op, public
from msjax._core.tensor.tensor import Tensor
from msjax.numpy._inputs import array_function
from msjax.numpy._types import common_type, element_type, scalar_type
from msjax.numpy.dtypes import dtype_map

if TYPE_CHECKING:
    from msjax._types import DType, Number


@op("numpy.diff")
def diff(
    a: Array, n: int = 1, axis: int = -1, prepend: Value = None, append: Value = None
) -> Array:
    """Differences of neighbours along an axis.

    Args:
        a: Tensor.
        n: int, how often to take differences; less than there are elements. 0 gives `a` alone.
        axis: the axis.
        prepend: Tensor or number that goes before `a` along the axis.
        append: Tensor or number that goes behind `a` along the axis.

    Returns:
        Tensor, by `n` shorter along the axis.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: `axis` is out of range, or `n` is negative or too large.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.diff(ms.Tensor([1, 4, 2, 9])))
        [ 3 -2  7]
    """
    axis = check_axis(axis, a.ndim)
    integer("n", n)
    if n == 0:
        return a
    parts = [_beside(prepend, a, axis), a, _beside(append, a, axis)]
    parts = [p for p in parts if p is not None]
    dtype = mstype.promote([p.dtype for p in parts])
    a = jnp.concatenate([p.astype(dtype) for p in parts], axis)
    if not a.ndim or not 0 <= n < a.shape[axis]:
        length = a.shape[axis] if a.ndim else 1
        raise ValueError(must("n", f"at least 0 and less than {length}", n))
    for _ in range(n):
        before = jax.lax.slice_in_dim(a, 0, a.shape[axis] - 1, axis=axis)
        behind = jax.lax.slice_in_dim(a, 1, None, axis=axis)
        a = before ^ behind if a.dtype == np.bool_ else behind - before
    return a


def _beside(x: Any, a: jax.Array, axis: int) -> jax.Array | None:
    """What to join with `a` along an axis; numbers take its dtype."""
    if x is None:
        return None
    weak = getattr(x, "weak_type", True)
    x = jnp.asarray(x)
    x = x.astype(a.dtype) if weak else x
    x = x.reshape((1,) * (a.ndim - x.ndim) + x.shape)
    shape = [x.shape[i] if i == axis else m for i, m in enumerate(a.shape)]
    return jnp.broadcast_to(x, shape)


@public("numpy.ediff1d")
def ediff1d(
    ary: Tensor,
    to_end: Tensor | complex | np.number | list[Any] | None = None,
    to_begin: Tensor | complex | np.number | list[Any] | None = None,
) -> Tensor:
    """Differences of neighbours of the flattened elements.

    Args:
        ary: Tensor of two elements or more.
        to_end: Tensor, number or list of numbers that goes behind them, in their dtype.
        to_begin: Tensor, number or list of numbers that goes before them, in their dtype.

    Returns:
        Tensor of one dimension.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: `ary` has fewer than two elements.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.ediff1d(ms.Tensor([1, 2, 4, 7, 0]), to_end=99))
        [ 1  2  3 -7 99]
    """
    of_type("ary", ary, Tensor)
    return call(_ediff1d)(ary, to_end, to_begin)


@array_function(label="ediff1d")
def _ediff1d(ary: Array, to_end: Array | None, to_begin: Array | None):
    if ary.size < 2:
        raise ValueError(must("ary", "of two elements or more", f"shape {ary.shape}"))
    parts = [to_begin, diff(ary.reshape(-1)), to_end]
    return jnp.concatenate([p.reshape(-1).astype(ary.dtype) for p in parts if p is not None])


# -- dtypes --------------------------------------------------------------------------------------


@public("numpy.promote_types")
def promote_types(type1: DType, type2: DType) -> mstype.Type:
    """The smallest dtype that both dtypes convert to; a float dtype wins over all integers.

    Args:
        type1: dtype, its name, or bool, int or float.
        type2: dtype, its name, or bool, int or float.

    Returns:
        The dtype.

    Raises:
        TypeError: an argument is not a dtype of NumPy's.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.promote_types(np.float32, np.int64))
        Float32
    """
    return common_type(*(element_type(t) for t in (type1, type2)))


def _named(dtype: Any) -> mstype.Type:
    """The type of a dtype or of its name; NumPy's short names such as "i2" count too."""
    if isinstance(dtype, str) and dtype.lower() not in dtype_map:
        try:
            dtype = mstype.from_np(np.dtype(dtype))
        except TypeError:
            raise TypeError(Clause(f"{dtype!r} is not a data type.")) from None
    return element_type(dtype)


@public("numpy.result_type")
def result_type(*arrays_and_dtypes: Tensor | Number | DType | Sequence) -> mstype.Type:
    """The dtype that the arguments promote to.

    Args:
        arrays_and_dtypes: Tensors, numbers, dtypes and names of dtypes.

    Returns:
        The dtype.

    Raises:
        TypeError: an argument is of another kind.
        IndexError: there is none.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.result_type("int16", ms.Tensor([1., 2.])))
        Float32
    """
    found = None
    for value in arrays_and_dtypes:
        if isinstance(value, Tensor):
            dtype = value.dtype
        elif isinstance(value, (bool, int, float)):
            dtype = scalar_type(value)
        elif isinstance(value, (str, mstype.Type)):
            dtype = _named(value)
        else:
            expected = "Tensors, numbers or data types"
            raise TypeError(must("arrays_and_dtypes", expected, describe(value)))
        found = dtype if found is None else common_type(found, dtype)
    if found is None:
        raise IndexError(Clause("there must be one argument or more."))
    return found


# -- positions and sets --------------------------------------------------------------------------


@array_function("numpy.ravel_multi_index")
def ravel_multi_index(
    multi_index: Array, dims: tuple[int, ...], mode: str = "clip", order: str = "C"
) -> Array:
    """Positions among all elements of positions given axis by axis.

    Args:
        multi_index: Tensor or list of ints; the first dimension runs over the axes.
        dims: tuple of ints, the shape that the positions are in.
        mode: "clip" to bring positions out of range to the ends, "wrap" to count on from the start.
        order: "C" if the last axis runs fastest, "F" if the first does.

    Returns:
        Tensor of float32, without the first dimension.

    Raises:
        TypeError: `multi_index` is not of integers.
        ValueError: its first dimension is not as long as `dims`, or there is no such mode or order.
        NotImplementedError: `mode` is "raise".

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.ravel_multi_index([[3, 6, 6], [4, 5, 1]], (7, 6)))
        [22. 41. 37.]
    """
    dims = dims if isinstance(dims, tuple) else (dims,)
    if mode == "raise":
        raise unsupported_option("mode='raise'", "use 'clip' or 'wrap'")
    if mode not in ("clip", "wrap"):
        raise ValueError(must("mode", "'clip' or 'wrap'", repr(mode)))
    if order not in ("C", "F"):
        raise ValueError(must("order", "'C' or 'F'", repr(order)))
    if multi_index.dtype.kind not in "iu":
        raise TypeError(must("multi_index", "of integers", multi_index.dtype))
    if not multi_index.ndim or multi_index.shape[0] != len(dims):
        expected = f"of {len(dims)} rows, one for each axis"
        raise ValueError(must("multi_index", expected, f"shape {multi_index.shape}"))
    total = jnp.zeros(multi_index.shape[1:], np.int64)
    for axis, size in enumerate(dims):
        place = multi_index[axis].astype(np.int64)
        size_of = jnp.full((), size, np.int64)
        place = place % size_of if mode == "wrap" else jnp.clip(place, 0, size_of - 1)
        step = math.prod(dims[axis + 1 :] if order == "C" else dims[:axis])
        total += place * jnp.full((), step, np.int64)
    return total.astype(np.float32)


@array_function("numpy.setdiff1d", eager=True)
def setdiff1d(ar1: Array, ar2: Array, assume_unique: bool = False) -> Array:
    """The elements of one Tensor that are not in another, sorted and each once.

    Args:
        ar1: Tensor, number or list of numbers.
        ar2: Tensor, number or list of numbers to leave out.
        assume_unique: whether the elements are unique already; then they stay in their order.

    Returns:
        Tensor of one dimension, of the dtype of `ar1`.

    Raises:
        TypeError: an argument is of another kind.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.setdiff1d([1, 2, 3, 2, 4, 1], [3, 4, 5, 6]))
        [1 2]
    """
    boolean("assume_unique", assume_unique)
    x = ar1.reshape(-1)
    values = np.asarray(x)
    if assume_unique:
        places = np.arange(values.size)
    else:
        places = np.unique(values, return_index=True)[1]
    left = ~np.isin(values[places], np.asarray(ar2))
    return x[places[left]]
