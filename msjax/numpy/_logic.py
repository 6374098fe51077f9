"""Comparisons, truth and membership."""

from __future__ import annotations

from collections.abc import Sequence

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import boolean
from msjax._core.base.errors import describe, must
from msjax._core.op.publish import Array, Finite, op, public
from msjax.kernels.elementwise.comparison import isclose as close
from msjax.numpy._inputs import array_function, broadcast, cast, common, only_real
from msjax.numpy._reductions import axes_of


def _nonzero(x: jax.Array) -> jax.Array:
    return x if x.dtype == np.bool_ else x != 0


def _floats(x: jax.Array) -> jax.Array:
    """Elements that may be infinite or nan; others as float32."""
    only_real(x)
    return x if x.dtype.kind == "f" else x.astype(np.float32)


@array_function("numpy.equal")
def equal(x1: Array, x2: Array, dtype: np.dtype | None = None) -> Array:
    """Where elements are equal.

    Args:
        x1: Tensor, number or list of numbers.
        x2: Tensor, number or list of numbers; the shapes broadcast.
        dtype: dtype of the result; bool by default.

    Returns:
        Tensor of the broadcast shape.

    Raises:
        TypeError: an input is of another kind.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.equal([1, 2, 3], 2))
        [False  True False]
    """
    x, y = common(x1, x2)
    return cast(x == y, dtype)


@op("numpy.not_equal")
def not_equal(x1: Array, x2: Array, dtype: np.dtype | None = None) -> Array:
    """Where elements differ.

    Args:
        x1: Tensor.
        x2: Tensor; the shapes broadcast.
        dtype: dtype of the result; bool by default.

    Returns:
        Tensor of the broadcast shape.

    Raises:
        TypeError: an input is not a Tensor.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.not_equal(ms.Tensor([1, 2, 3]), ms.Tensor(2)))
        [ True False  True]
    """
    x, y = common(x1, x2)
    return cast(x != y, dtype)


@array_function("numpy.less")
def less(x1: Array, x2: Array, dtype: np.dtype | None = None) -> Array:
    """Where `x1` is less than `x2`.

    Args:
        x1: Tensor, number or list of numbers.
        x2: Tensor, number or list of numbers; the shapes broadcast.
        dtype: dtype of the result; bool by default.

    Returns:
        Tensor of the broadcast shape.

    Raises:
        TypeError: an input is of another kind.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.less([1, 2, 3], 2))
        [ True False False]
    """
    x, y = common(x1, x2)
    return cast(x < y, dtype)


@op("numpy.less_equal")
def less_equal(x1: Array, x2: Array, dtype: np.dtype | None = None) -> Array:
    """Where `x1` is at most `x2`.

    Args:
        x1: Tensor.
        x2: Tensor; the shapes broadcast.
        dtype: dtype of the result; bool by default.

    Returns:
        Tensor of the broadcast shape.

    Raises:
        TypeError: an input is not a Tensor.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.less_equal(ms.Tensor([1, 2, 3]), ms.Tensor(2)))
        [ True  True False]
    """
    x, y = common(x1, x2)
    return cast(x <= y, dtype)


@array_function("numpy.greater")
def greater(x1: Array, x2: Array, dtype: np.dtype | None = None) -> Array:
    """Where `x1` is greater than `x2`.

    Args:
        x1: Tensor, number or list of numbers.
        x2: Tensor, number or list of numbers; the shapes broadcast.
        dtype: dtype of the result; bool by default.

    Returns:
        Tensor of the broadcast shape.

    Raises:
        TypeError: an input is of another kind.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.greater([1, 2, 3], 2))
        [False False  True]
    """
    x, y = common(x1, x2)
    return cast(x > y, dtype)


@array_function("numpy.greater_equal")
def greater_equal(x1: Array, x2: Array, dtype: np.dtype | None = None) -> Array:
    """Where `x1` is at least `x2`.

    Args:
        x1: Tensor, number or list of numbers.
        x2: Tensor, number or list of numbers; the shapes broadcast.
        dtype: dtype of the result; bool by default.

    Returns:
        Tensor of the broadcast shape.

    Raises:
        TypeError: an input is of another kind.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.greater_equal([1, 2, 3], 2))
        [False  True  True]
    """
    x, y = common(x1, x2)
    return cast(x >= y, dtype)


@array_function("numpy.logical_and")
def logical_and(x1: Array, x2: Array, dtype: np.dtype | None = None) -> Array:
    """Where both elements are not 0.

    Args:
        x1: Tensor, number or list of numbers.
        x2: Tensor, number or list of numbers; the shapes broadcast.
        dtype: dtype of the result; bool by default.

    Returns:
        Tensor of the broadcast shape.

    Raises:
        TypeError: an input is of another kind.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.logical_and([True, False], [True, True]))
        [ True False]
    """
    broadcast(x1, x2)
    return cast(_nonzero(x1) & _nonzero(x2), dtype)


@array_function("numpy.logical_or")
def logical_or(x1: Array, x2: Array, dtype: np.dtype | None = None) -> Array:
    """Where one of two elements is not 0.

    Args:
        x1: Tensor, number or list of numbers.
        x2: Tensor, number or list of numbers; the shapes broadcast.
        dtype: dtype of the result; bool by default.

    Returns:
        Tensor of the broadcast shape.

    Raises:
        TypeError: an input is of another kind.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.logical_or([True, False], [True, True]))
        [ True  True]
    """
    broadcast(x1, x2)
    return cast(_nonzero(x1) | _nonzero(x2), dtype)


@op("numpy.logical_xor")
def logical_xor(x1: Array, x2: Array, dtype: np.dtype | None = None) -> Array:
    """Where just one of two elements is not 0.

    Args:
        x1: Tensor.
        x2: Tensor; the shapes broadcast.
        dtype: dtype of the result; bool by default.

    Returns:
        Tensor of the broadcast shape.

    Raises:
        TypeError: an input is not a Tensor.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.logical_xor(ms.Tensor([True, False]), ms.Tensor([True, True])))
        [False  True]
    """
    broadcast(x1, x2)
    return cast(_nonzero(x1) ^ _nonzero(x2), dtype)


@array_function("numpy.logical_not")
def logical_not(a: Array, dtype: np.dtype | None = None) -> Array:
    """Where elements are 0.

    Args:
        a: Tensor, number or list of numbers.
        dtype: dtype of the result; bool by default.

    Returns:
        Tensor of the shape of `a`.

    Raises:
        TypeError: `a` is of another kind.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.logical_not([1, 0]))
        [False  True]
    """
    return cast(~_nonzero(a), dtype)


@array_function("numpy.isnan")
def isnan(x: Array, dtype: np.dtype | None = None) -> Array:
    """Where elements are nan.

    Args:
        x: Tensor, number or list of numbers.
        dtype: dtype of the result; bool by default.

    Returns:
        Tensor of the shape of `x`.

    Raises:
        TypeError: `x` is of another kind, complex or bfloat16.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.isnan([1., float("inf"), float("nan")]))
        [False False  True]
    """
    return cast(jnp.isnan(_floats(x)), dtype)


@array_function("numpy.isinf")
def isinf(x: Array, dtype: np.dtype | None = None) -> Array:
    """Where elements are infinite.

    Args:
        x: Tensor, number or list of numbers.
        dtype: dtype of the result; bool by default.

    Returns:
        Tensor of the shape of `x`.

    Raises:
        TypeError: `x` is of another kind, complex or bfloat16.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.isinf([1., float("inf"), float("nan")]))
        [False  True False]
    """
    return cast(jnp.isinf(_floats(x)), dtype)


@array_function("numpy.isfinite")
def isfinite(x: Array, dtype: np.dtype | None = None) -> Array:
    """Where elements are neither infinite nor nan.

    Args:
        x: Tensor, number or list of numbers.
        dtype: dtype of the result; bool by default.

    Returns:
        Tensor of the shape of `x`.

    Raises:
        TypeError: `x` is of another kind, complex or bfloat16.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.isfinite([1., float("inf"), float("nan")]))
        [ True False False]
    """
    return cast(jnp.isfinite(_floats(x)), dtype)


@op("numpy.isneginf")
def isneginf(x: Array) -> Array:
    """Where elements are minus infinity.

    Args:
        x: Tensor.

    Returns:
        Tensor of the shape of `x`.

    Raises:
        TypeError: `x` is not a Tensor, complex or bfloat16.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.isneginf(ms.Tensor([1., float("inf"), -float("inf")])))
        [False False  True]
    """
    return jnp.isneginf(_floats(x))


@op("numpy.isposinf")
def isposinf(x: Array) -> Array:
    """Where elements are plus infinity.

    Args:
        x: Tensor.

    Returns:
        Tensor of the shape of `x`.

    Raises:
        TypeError: `x` is not a Tensor, complex or bfloat16.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.isposinf(ms.Tensor([1., float("inf"), -float("inf")])))
        [False  True False]
    """
    return jnp.isposinf(_floats(x))


@array_function("numpy.signbit")
def signbit(x: Array, dtype: np.dtype | None = None) -> Array:
    """Where elements are less than 0.

    Args:
        x: Tensor, number or list of numbers.
        dtype: None or bool.

    Returns:
        Tensor of the shape of `x`.

    Raises:
        TypeError: `x` is of another kind, complex or bfloat16.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.signbit([-2, 0, 3]))
        [ True False False]
    """
    only_real(x)
    if dtype is not None and dtype != np.bool_:
        raise TypeError(must("dtype", "bool", dtype))
    return jnp.zeros(x.shape, np.bool_) if x.dtype == np.bool_ else x < 0


@public("numpy.isscalar")
def isscalar(element: object) -> bool:
    """Whether an object is a real number, a bool or a string, of Python or of NumPy.

    Args:
        element: anything.

    Returns:
        bool; False for Tensors and arrays, also of rank 0.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.isscalar(3.1), np.isscalar([3.1]))
        True False
    """
    return isinstance(element, (int, float, str, bytes, np.bool_, np.integer, np.floating))


@array_function("numpy.isclose")
def isclose(
    a: Array, b: Array, rtol: Finite = 1e-05, atol: Finite = 1e-08, equal_nan: bool = False
) -> Array:
    """Where elements differ by no more than `atol + rtol * abs(b)`.

    Args:
        a: Tensor or list of numbers.
        b: Tensor or list of numbers of the same dtype; the shapes broadcast.
        rtol: the relative difference that is close.
        atol: the absolute difference that is close.
        equal_nan: whether nan is close to nan.

    Returns:
        Tensor of bool, of the broadcast shape.

    Raises:
        TypeError: an argument is of another kind, or the dtypes differ.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.isclose([0., 1.], [0., 1.1]))
        [ True False]
    """
    return close(a, b, rtol, atol, equal_nan)


@array_function("numpy.isin")
def isin(element: Array, test_elements: Array, invert: bool = False) -> Array:
    """Where elements are among others.

    Args:
        element: Tensor, number or list of numbers.
        test_elements: Tensor, number or list of numbers to look among.
        invert: whether to say where elements are not among them.

    Returns:
        Tensor of bool, of the shape of `element`.

    Raises:
        TypeError: an input is of another kind.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.isin([[0, 2], [4, 6]], [1, 2, 4, 8]))
        [[False  True]
         [ True False]]
    """
    x, y = element[..., None], test_elements.reshape(-1)
    x, y = common(x, y) if y.size else (x, y.astype(x.dtype))
    found = jnp.any(x == y, -1)
    return ~found if invert else found


@array_function("numpy.in1d")
def in1d(ar1: Array, ar2: Array, invert: bool = False) -> Array:
    """Where the elements of one Tensor, flattened, are among those of another.

    Args:
        ar1: Tensor, number or list of numbers.
        ar2: Tensor, number or list of numbers to look among.
        invert: whether to say where elements are not among them.

    Returns:
        Tensor of bool of one dimension.

    Raises:
        TypeError: an input is of another kind.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.in1d([0, 1, 2, 5, 0], [0, 2]))
        [ True False  True False  True]
    """
    return isin(ar1.reshape(-1), ar2, invert)


@array_function("numpy.array_equal")
def array_equal(a1: Array, a2: Array, equal_nan: bool = False) -> Array:
    """Whether two Tensors have one shape and equal elements.

    Args:
        a1: Tensor, number or list of numbers.
        a2: Tensor, number or list of numbers.
        equal_nan: whether nan equals nan.

    Returns:
        Tensor of bool, of rank 0.

    Raises:
        TypeError: an argument is of another kind.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.array_equal([0, 1, 2], [0, 1, 2]))
        True
    """
    boolean("equal_nan", equal_nan)
    if a1.shape != a2.shape:
        return jnp.zeros((), np.bool_)
    x, y = common(a1, a2)
    same = x == y
    if equal_nan:
        same |= (x != x) & (y != y)
    return jnp.all(same)


@array_function("numpy.array_equiv")
def array_equiv(a1: Array, a2: Array) -> Array:
    """Whether two Tensors have shapes that broadcast and equal elements.

    Args:
        a1: Tensor, number or list of numbers.
        a2: Tensor, number or list of numbers.

    Returns:
        Tensor of bool, of rank 0.

    Raises:
        TypeError: an argument is of another kind.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.array_equiv([1, 2], [[1, 2], [1, 2]]))
        True
    """
    try:
        x, y = common(a1, a2)
    except ValueError:
        return jnp.zeros((), np.bool_)
    return jnp.all(x == y)


@array_function("numpy.sometrue")
def sometrue(a: Array, axis: int | Sequence[int] | None = None, keepdims: bool = False) -> Array:
    """Whether some elements along axes are not 0.

    Args:
        a: Tensor or list of numbers.
        axis: axis or axes; all of them if None or empty.
        keepdims: whether the axes stay, with length 1.

    Returns:
        Tensor of bool without the axes.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: `axis` is out of range or has duplicates.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.sometrue([[0, 1], [0, 0]], axis=1))
        [ True False]
    """
    if not isinstance(keepdims, int):
        raise TypeError(must("keepdims", "a bool or int", describe(keepdims)))
    return jnp.any(_nonzero(a), axes_of(axis, a.ndim), keepdims=bool(keepdims))
