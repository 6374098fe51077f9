"""Functions of one Tensor: signs, powers, exponentials, logarithms."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.errors import must
from msjax._core.op.publish import Array, op
from msjax.kernels.checks import accept
from msjax.kernels.elementwise import unary
from msjax.kernels.elementwise.arithmetic import truncated_quotient
from msjax.kernels.elementwise.power import pow as power
from msjax.kernels.promotion import WIDE_UNSIGNED, constant, is_integer
from msjax.numpy._inputs import array_function, cast, floating, only_real


def refuse_integers(x: jax.Array) -> None:
    """Refuse the integers that MindSpore has no exponential of."""
    if x.dtype.kind in "iu" and x.dtype != np.int64:
        raise TypeError(must("x", "of a floating or complex dtype", x.dtype))


def _logarithm(x: jax.Array, base: int) -> jax.Array:
    return jnp.log(x) / constant(np.log(base), x.dtype)


@array_function("numpy.negative", label="negative")
def negative(a: Array, dtype: np.dtype | None = None) -> Array:
    """The elements with the opposite sign.

    Args:
        a: Tensor, number or list of numbers.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the shape of `a`.

    Raises:
        TypeError: an input of another kind, or of a dtype that has no such function.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.negative([1., -2.]))
        [-1.  2.]
    """
    if a.dtype == np.bool_:
        raise TypeError(must("a", "of a number dtype", "bool"))
    return cast(-a, dtype)


@op("numpy.positive", label="positive")
def positive(a: Array, dtype: np.dtype | None = None) -> Array:
    """A copy of the elements.

    Args:
        a: Tensor.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the shape of `a`.

    Raises:
        TypeError: `a` is not a Tensor, or of a dtype that has no such function.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.positive(ms.Tensor([1., -2.])))
        [ 1. -2.]
    """
    if a.dtype == np.bool_:
        raise TypeError(must("a", "of a number dtype", "bool"))
    return cast(a, dtype)


@op("numpy.absolute", "numpy.abs", "numpy.fabs", label="absolute")
def absolute(x: Array, dtype: np.dtype | None = None) -> Array:
    """Absolute values, element by element; those of complex elements stay complex.

    Args:
        x: Tensor.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the shape of `x`.

    Raises:
        TypeError: `x` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.absolute(ms.Tensor([1., -2.])))
        [1. 2.]
    """
    return cast(unary.abs(x), dtype)


@array_function("numpy.sqrt")
def sqrt(x: Array, dtype: np.dtype | None = None) -> Array:
    """Square roots, element by element.

    Args:
        x: Tensor, number or list of numbers.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the shape of `x`; float32 for bool and integer inputs.

    Raises:
        TypeError: an input of another kind, or of a dtype that has no such function.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.sqrt([4., 9.]))
        [2. 3.]
    """
    return cast(unary.sqrt(x), dtype)


@array_function("numpy.square")
def square(x: Array, dtype: np.dtype | None = None) -> Array:
    """Squares, element by element.

    Args:
        x: Tensor, number or list of numbers.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the shape of `x`.

    Raises:
        TypeError: an input of another kind, or of a dtype that has no such function.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.square([2, -3]))
        [4 9]
    """
    return cast(x & x if x.dtype == np.bool_ else x * x, dtype)


@array_function("numpy.cbrt")
def cbrt(x: Array, dtype: np.dtype | None = None) -> Array:
    """Cube roots, element by element.

    Args:
        x: Tensor, number or list of numbers.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the shape of `x`; float64 for float64, else float32.

    Raises:
        TypeError: an input of another kind, or of a dtype that has no such function.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.cbrt([8., -27.]))
        [ 2. -3.]
    """
    only_real(x)
    x = x.astype(np.float32) if x.dtype == np.float16 else floating(x)
    return cast(jnp.cbrt(x), dtype)


@array_function("numpy.reciprocal")
def reciprocal(x: Array, dtype: np.dtype | None = None) -> Array:
    """The inverses `1 / x`, element by element; those of integers are rounded towards zero.

    Args:
        x: Tensor, number or list of numbers.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the shape of `x`.

    Raises:
        TypeError: an input of another kind, or of a dtype that has no such function.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.reciprocal([2., 4.]))
        [0.5  0.25]
    """
    x = x.astype(mstype.scalar_dtype(x.dtype, int))
    if x.dtype in WIDE_UNSIGNED:
        raise TypeError(must("x", "signed, uint8 or floating", x.dtype))
    one = jnp.ones_like(x)
    return cast(truncated_quotient(one, x) if is_integer(x) else one / x, dtype)


@array_function("numpy.exp")
def exp(x: Array, dtype: np.dtype | None = None) -> Array:
    """Exponentials, element by element.

    Args:
        x: Tensor, number or list of numbers.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the shape of `x`.

    Raises:
        TypeError: an input of another kind, or of a dtype that has no such function.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.exp([0., 1.]))
        [1.        2.7182817]
    """
    refuse_integers(x)
    return cast(jnp.exp(floating(x)), dtype)


@array_function("numpy.expm1")
def expm1(x: Array, dtype: np.dtype | None = None) -> Array:
    """`exp(x) - 1`, element by element, exact for small `x` too.

    Args:
        x: Tensor, number or list of numbers.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the shape of `x`; float32 for bool and integer inputs.

    Raises:
        TypeError: an input of another kind, or of a dtype that has no such function.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.expm1([0., 1.]))
        [0.        1.7182817]
    """
    return cast(jnp.expm1(floating(x)), dtype)


@array_function("numpy.exp2")
def exp2(x: Array, dtype: np.dtype | None = None) -> Array:
    """Powers of two, element by element.

    Args:
        x: Tensor, number or list of numbers.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the shape and dtype of `x`; int64 for bool.

    Raises:
        TypeError: an input of another kind, or of a dtype that has no such function.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.exp2([2., 3.]))
        [4. 8.]
    """
    x = x.astype(mstype.scalar_dtype(x.dtype, int))
    if x.dtype in WIDE_UNSIGNED:
        raise TypeError(must("x", "signed, uint8 or floating", x.dtype))
    return cast(power(jnp.full_like(x, 2), x), dtype)


@array_function("numpy.log")
def log(x: Array, dtype: np.dtype | None = None) -> Array:
    """Natural logarithms, element by element.

    Args:
        x: Tensor, number or list of numbers.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the shape of `x`; float32 for bool and integer inputs.

    Raises:
        TypeError: an input of another kind, or of a dtype that has no such function.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.log([1., 2.]))
        [0.        0.6931472]
    """
    return cast(jnp.log(floating(x)), dtype)


@array_function("numpy.log1p")
def log1p(x: Array, dtype: np.dtype | None = None) -> Array:
    """`log(1 + x)`, element by element.

    Args:
        x: Tensor, number or list of numbers.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the shape of `x`; float32 for bool and integer inputs.

    Raises:
        TypeError: an input of another kind, or of a dtype that has no such function.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.log1p([0., 1.]))
        [0.        0.6931472]
    """
    return cast(jnp.log1p(floating(x)), dtype)


@op("numpy.log2")
def log2(x: Array, dtype: np.dtype | None = None) -> Array:
    """Logarithms to the base 2, element by element.

    Args:
        x: Tensor.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the shape of `x`; float32 for bool and integer inputs.

    Raises:
        TypeError: `x` is not a Tensor, or of a dtype that has no such function.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.log2(ms.Tensor([1., 4.0])))
        [0. 2.]
    """
    return cast(_logarithm(floating(x), 2), dtype)


@op("numpy.log10")
def log10(x: Array, dtype: np.dtype | None = None) -> Array:
    """Logarithms to the base 10, element by element.

    Args:
        x: Tensor.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the shape of `x`; float32 for bool and integer inputs.

    Raises:
        TypeError: `x` is not a Tensor, or of a dtype that has no such function.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.log10(ms.Tensor([1., 100.0])))
        [0.        1.9999999]
    """
    return cast(_logarithm(floating(x), 10), dtype)


@op("numpy.deg2rad", "numpy.radians", label="deg2rad")
def deg2rad(x: Array, dtype: np.dtype | None = None) -> Array:
    """Degrees in radians, element by element.

    Args:
        x: Tensor.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the shape of `x`; float32 for bool and integer inputs.

    Raises:
        TypeError: `x` is not a Tensor, or of a dtype that has no such function.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.deg2rad(ms.Tensor([0., 180.])))
        [0.        3.1415927]
    """
    x = floating(x)
    return cast(x * constant(np.pi / 180, x.dtype), dtype)


@op("numpy.rad2deg", label="rad2deg")
def rad2deg(x: Array, dtype: np.dtype | None = None) -> Array:
    """Radians in degrees, element by element.

    Args:
        x: Tensor.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the shape of `x`; float32 for bool and integer inputs.

    Raises:
        TypeError: `x` is not a Tensor, or of a dtype that has no such function.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.rad2deg(ms.Tensor([0., np.pi])))
        [  0. 180.]
    """
    x = floating(x)
    return cast(x * constant(180 / np.pi, x.dtype), dtype)


@array_function("numpy.sign")
def sign(x: Array, dtype: np.dtype | None = None) -> Array:
    """The signs -1, 0 and 1, element by element.

    Args:
        x: Tensor, number or list of numbers.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the shape of `x`; float32 for bool and integer inputs.

    Raises:
        TypeError: an input of another kind, or of a dtype that has no such function.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.sign([-2., 0., 3.]))
        [-1.  0.  1.]
    """
    if x.dtype == np.bool_:
        raise TypeError(must("x", "of a number dtype", "bool"))
    return cast(jnp.sign(floating(x)), dtype)


@array_function("numpy.invert", "numpy.bitwise_not")
def invert(x: Array, dtype: np.dtype | None = None) -> Array:
    """The elements with all bits turned over.

    Args:
        x: Tensor, number or list of numbers.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the shape of `x`.

    Raises:
        TypeError: an input of another kind, or not of integers.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.invert([0, 1]))
        [-1 -2]
    """
    accept(x, "iu", "x")
    return cast(~x, dtype)
