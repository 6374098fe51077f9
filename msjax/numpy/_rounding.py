"""Functions of one Tensor: rounding."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import integer
from msjax._core.base.errors import must
from msjax._core.op.publish import Array, call, op, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import accept
from msjax.kernels.promotion import constant
from msjax.numpy._inputs import array_function, cast, converted, floating, only_real


def _single(x: jax.Array, function: Any) -> jax.Array:
    """`function` of the elements in float16 if they are, else in float32."""
    return function(x if x.dtype == np.float16 else converted(x, np.float32))


@array_function("numpy.rint")
def rint(x: Array, dtype: np.dtype | None = None) -> Array:
    """The nearest integers, element by element; halves go to even ones.

    Args:
        x: Tensor, number or list of numbers.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the shape of `x`.

    Raises:
        TypeError: an input of another kind, or not float16, float32 or float64.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.rint([1.5, 2.5, -0.6]))
        [ 2.  2. -1.]
    """
    accept(x, "r", "x")
    return cast(jnp.round(x), dtype)


@array_function("numpy.trunc")
def trunc(x: Array, dtype: np.dtype | None = None) -> Array:
    """The integers towards zero, element by element.

    Args:
        x: Tensor, number or list of numbers.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the shape of `x`; float16 for float16, else float32.

    Raises:
        TypeError: an input of another kind, or of a dtype that has no such function.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.trunc([1.7, -1.7]))
        [ 1. -1.]
    """
    return cast(_single(x, jnp.trunc), dtype)


@array_function("numpy.ceil")
def ceil(x: Array, dtype: np.dtype | None = None) -> Array:
    """The integers from there up, element by element.

    Args:
        x: Tensor, number or list of numbers.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the shape of `x`, float32.

    Raises:
        TypeError: an input of another kind, or of a dtype that has no such function.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.ceil([1.2, -1.2]))
        [ 2. -1.]
    """
    return cast(jnp.ceil(converted(x, np.float32)), dtype)


@array_function("numpy.floor")
def floor(x: Array, dtype: np.dtype | None = None) -> Array:
    """The integers from there down, element by element.

    Args:
        x: Tensor, number or list of numbers.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the shape of `x`; float32 for bool and integer inputs.

    Raises:
        TypeError: an input of another kind, or of a dtype that has no such function.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.floor([1.2, -1.2]))
        [ 1. -2.]
    """
    only_real(x)
    return cast(jnp.floor(floating(x)), dtype)


@op("numpy.fix")
def fix(x: Array) -> Array:
    """The integers towards zero, element by element.

    Args:
        x: Tensor.

    Returns:
        Tensor of the shape of `x`; float16 for float16, else float32.

    Raises:
        TypeError: `x` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.fix(ms.Tensor([1.7, -1.7])))
        [ 1. -1.]
    """
    return _single(x, jnp.trunc)


@public("numpy.around")
def around(a: Tensor | complex | np.number | list[Any], decimals: int = 0) -> Array:
    """Elements rounded to so many decimals; halves go to even digits.

    Args:
        a: Tensor, number or list of numbers.
        decimals: number of decimals, not negative.

    Returns:
        Tensor of the shape of `a`.

    Raises:
        TypeError: `a` is of another kind, or `decimals` is not an int.
        ValueError: `decimals` is negative.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.around([1.25, 2.375], 1))
        [1.2 2.4]
    """
    if isinstance(a, (bool, int, float, list, tuple)):
        a = Tensor(a)
    return call(_around)(a, decimals)


@op(label="around")
def _around(a: Array, decimals):
    integer("decimals", decimals)
    if decimals < 0:
        raise ValueError(must("decimals", "0 or more", decimals))
    if a.dtype.kind in "biu":
        return a
    scale = constant(10**decimals, a.dtype)
    return jnp.round(a * scale) / scale
