"""Arithmetic on pairs of Tensors, element by element."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.errors import must
from msjax._core.op.publish import Array, op
from msjax.kernels.checks import accept
from msjax.kernels.elementwise.arithmetic import floor_quotient, ratio, truncated_quotient
from msjax.kernels.elementwise.arithmetic import remainder as rest
from msjax.kernels.elementwise.power import pow as raised
from msjax.kernels.promotion import constant, is_complex
from msjax.numpy._inputs import array_function, broadcast, cast, common, converted, floating
from msjax.numpy._unary import refuse_integers

_SHORT = (np.float16, np.float32)


def _single(x: jax.Array) -> jax.Array:
    return converted(x, np.float32)


def _squared(x: jax.Array) -> jax.Array:
    """Squares; those of short integers in int32."""
    x = x.astype(np.int32) if x.dtype.kind in "biu" and x.dtype.itemsize < 4 else x
    return x * x


def _not_by_zero(remainder: jax.Array, divisor: jax.Array) -> jax.Array:
    """Remainders; those of the division of integers by 0 are 0."""
    if divisor.dtype.kind not in "iu":
        return remainder
    return jnp.where(divisor == 0, jnp.zeros_like(remainder), remainder)


def _divisor(x: jax.Array, y: jax.Array) -> jax.Array:
    """Greatest common divisors of operands of one dtype, by Euclid's method."""
    if x.dtype == np.bool_:
        return x | y
    if x.dtype.kind in "iu":
        return jnp.gcd(x, y)

    def step(pair: tuple) -> tuple:
        a, b = pair
        return jnp.where(b == 0, a, b), jnp.where(b == 0, b, rest(a, jnp.where(b == 0, 1, b)))

    pair = jnp.broadcast_arrays(jnp.abs(x), jnp.abs(y))
    return jax.lax.while_loop(lambda p: jnp.any(p[1] != 0), step, tuple(pair))[0]


@array_function("numpy.add", label="add")
def add(x1: Array, x2: Array, dtype: np.dtype | None = None) -> Array:
    """Sums, element by element.

    Args:
        x1: Tensor, number or list of numbers.
        x2: Tensor, number or list of numbers; the shapes broadcast.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the broadcast shape, in the common dtype.

    Raises:
        TypeError: an input is of another kind.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.add([1., 2.], 3))
        [4. 5.]
    """
    x, y = common(x1, x2)
    return cast(x + y, dtype)


@array_function("numpy.subtract", label="subtract")
def subtract(x1: Array, x2: Array, dtype: np.dtype | None = None) -> Array:
    """Differences, element by element.

    Args:
        x1: Tensor, number or list of numbers.
        x2: Tensor, number or list of numbers; the shapes broadcast.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the broadcast shape, in the common dtype.

    Raises:
        TypeError: an input is of another kind, or both are bool.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.subtract([5., 2.], 3))
        [ 2. -1.]
    """
    x, y = common(x1, x2)
    if x.dtype == np.bool_:
        raise TypeError(must("x1", "of a number dtype", "bool"))
    return cast(x - y, dtype)


@op("numpy.multiply", label="multiply")
def multiply(x1: Array, x2: Array, dtype: np.dtype | None = None) -> Array:
    """Products, element by element.

    Args:
        x1: Tensor.
        x2: Tensor; the shapes broadcast.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the broadcast shape, in the common dtype.

    Raises:
        TypeError: an input is not a Tensor.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.multiply(ms.Tensor([1., 2.]), ms.Tensor([3.])))
        [3. 6.]
    """
    x, y = common(x1, x2)
    return cast(x * y, dtype)


@array_function("numpy.divide", "numpy.true_divide", label="divide")
def divide(x1: Array, x2: Array, dtype: np.dtype | None = None) -> Array:
    """Quotients, element by element.

    Args:
        x1: Tensor, number or list of numbers.
        x2: Tensor, number or list of numbers; the shapes broadcast.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the broadcast shape, in the common dtype; float32 if no input is float16 or
        float32.

    Raises:
        TypeError: an input is of another kind.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.divide([1, 2], 4))
        [0.25 0.5 ]
    """
    broadcast(x1, x2)
    if x1.dtype not in _SHORT and x2.dtype not in _SHORT:
        x1, x2 = _single(x1), _single(x2)
    x, y = common(x1, x2)
    return cast(ratio(x, y), dtype)


@array_function("numpy.floor_divide", label="floor_divide")
def floor_divide(x1: Array, x2: Array, dtype: np.dtype | None = None) -> Array:
    """Quotients rounded down, element by element.

    Args:
        x1: Tensor, number or list of numbers.
        x2: Tensor, number or list of numbers; the shapes broadcast.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the broadcast shape, in the common dtype.

    Raises:
        TypeError: an input is of another kind.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.floor_divide([7, -7], 2))
        [ 3 -4]
    """
    x, y = common(x1, x2)
    return cast(floor_quotient(x, y), dtype)


@array_function("numpy.remainder", "numpy.mod", label="remainder")
def remainder(x1: Array, x2: Array, dtype: np.dtype | None = None) -> Array:
    """Remainders of the division that rounds down: they have the sign of `x2`.

    Args:
        x1: Tensor, number or list of numbers.
        x2: Tensor, number or list of numbers; the shapes broadcast.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the broadcast shape, in the common dtype.

    Raises:
        TypeError: an input is of another kind.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.remainder([7, -7], 3))
        [1 2]
    """
    x, y = common(x1, x2)
    return cast(_not_by_zero(rest(x, y), y), dtype)


@array_function("numpy.fmod", label="fmod")
def fmod(x1: Array, x2: Array, dtype: np.dtype | None = None) -> Array:
    """Remainders of the division that rounds towards zero: they have the sign of `x1`.

    Args:
        x1: Tensor, number or list of numbers.
        x2: Tensor, number or list of numbers; the shapes broadcast.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the broadcast shape, in the common dtype.

    Raises:
        TypeError: an input is of another kind.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.fmod([7, -7], 3))
        [ 1 -1]
    """
    x, y = common(x1, x2)
    if x.dtype == np.bool_:
        return cast(x & ~y, dtype)
    return cast(_not_by_zero(x - truncated_quotient(x, y) * y, y), dtype)


@array_function("numpy.power", label="power")
def power(x1: Array, x2: Array, dtype: np.dtype | None = None) -> Array:
    """`x1` to the power `x2`, element by element.

    Args:
        x1: Tensor, number or list of numbers.
        x2: Tensor, number or list of numbers; the shapes broadcast.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the broadcast shape, in the common dtype.

    Raises:
        TypeError: an input is of another kind.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.power([2., 3.], 2))
        [4. 9.]
    """
    x, y = common(x1, x2)
    return cast(raised(x, y), dtype)


@op("numpy.float_power", label="float_power")
def float_power(x1: Array, x2: Array, dtype: np.dtype | None = None) -> Array:
    """`x1` to the power `x2`, element by element, in float32.

    Args:
        x1: Tensor.
        x2: Tensor; the shapes broadcast.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the broadcast shape, float32.

    Raises:
        TypeError: an input is not a Tensor.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.float_power(ms.Tensor([2, 3]), ms.Tensor([-1])))
        [0.5        0.33333334]
    """
    broadcast(x1, x2)
    return cast(raised(_single(x1), _single(x2)), dtype)


@array_function("numpy.hypot", label="hypot")
def hypot(x1: Array, x2: Array, dtype: np.dtype | None = None) -> Array:
    """Lengths of the hypotenuses of right triangles, element by element.

    Args:
        x1: Tensor, number or list of numbers.
        x2: Tensor, number or list of numbers; the shapes broadcast.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the broadcast shape, in the common dtype; float32 for integers.

    Raises:
        TypeError: an input is of another kind.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.hypot([3., 5.], [4., 12.]))
        [ 5. 13.]
    """
    x, y = common(_squared(x1), _squared(x2))
    return cast(jnp.sqrt(floating(x + y)), dtype)


@array_function("numpy.heaviside", label="heaviside")
def heaviside(x1: Array, x2: Array, dtype: np.dtype | None = None) -> Array:
    """0 where `x1` is negative, `x2` where it is 0, else 1.

    Args:
        x1: Tensor, number or list of numbers.
        x2: Tensor, number or list of numbers; the shapes broadcast.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the broadcast shape, in the common dtype.

    Raises:
        TypeError: an input is of another kind.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.heaviside([-1., 0., 2.], 0.5))
        [0.  0.5 1. ]
    """
    x, y = common(x1, x2)
    zero, one = jnp.zeros_like(y), jnp.ones_like(y)
    step = jnp.where(x < zero, zero, jnp.where(x == zero, y, one))
    return cast(step, dtype)


@array_function("numpy.copysign", label="copysign")
def copysign(x1: Array, x2: Array, dtype: np.dtype | None = None) -> Array:
    """The magnitudes of `x1` with the signs of `x2`, element by element; no sign is a plus.

    Args:
        x1: Tensor, number or list of numbers.
        x2: Tensor, number or list of numbers; the shapes broadcast.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the broadcast shape, in the dtype of `x1`.

    Raises:
        TypeError: an input is of another kind.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.copysign([1., -2.], [-3., 0.]))
        [-1.  2.]
    """
    broadcast(x1, x2)
    for x in (x1, x2):
        if x.dtype.kind in "bc":
            raise TypeError(must("input", "of real numbers", x.dtype))
    size = jnp.abs(x1)
    return cast(jnp.where(x2 < 0, -size, size), dtype)


@array_function("numpy.gcd", label="gcd")
def gcd(x1: Array, x2: Array, dtype: np.dtype | None = None) -> Array:
    """Greatest common divisors, element by element.

    Args:
        x1: Tensor, number or list of numbers.
        x2: Tensor, number or list of numbers; the shapes broadcast.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the broadcast shape, in the common dtype.

    Raises:
        TypeError: an input is of another kind.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.gcd([12, 18], 8))
        [4 2]
    """
    x, y = common(x1, x2)
    return cast(_divisor(x, y), dtype)


@array_function("numpy.lcm", label="lcm")
def lcm(x1: Array, x2: Array, dtype: np.dtype | None = None) -> Array:
    """Least common multiples, element by element.

    Args:
        x1: Tensor, number or list of numbers.
        x2: Tensor, number or list of numbers; the shapes broadcast.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the broadcast shape, in the common dtype.

    Raises:
        TypeError: an input is of another kind.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.lcm([4, 6], 10))
        [20 30]
    """
    x, y = common(x1, x2)
    if x.dtype == np.bool_:
        return cast(x & y, dtype)
    divisor = _divisor(x, y)
    one = jnp.ones_like(divisor)
    times = truncated_quotient(x, jnp.where(divisor == 0, one, divisor))
    return cast(jnp.abs(times * y), dtype)


@array_function("numpy.logaddexp", label="logaddexp")
def logaddexp(x1: Array, x2: Array, dtype: np.dtype | None = None) -> Array:
    """`log(exp(x1) + exp(x2))`, element by element.

    Args:
        x1: Tensor, number or list of numbers.
        x2: Tensor, number or list of numbers; the shapes broadcast.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the broadcast shape, in the common dtype.

    Raises:
        TypeError: an input is of another kind, or of integers.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.logaddexp([0., 1.], 0.))
        [0.6931472 1.3132617]
    """
    for x in (x1, x2):
        refuse_integers(x)
    x, y = common(floating(x1), floating(x2))
    return cast(
        jnp.log(jnp.exp(x) + jnp.exp(y)) if is_complex(x) else jnp.logaddexp(x, y),
        dtype,
    )


@op("numpy.logaddexp2", label="logaddexp2")
def logaddexp2(x1: Array, x2: Array, dtype: np.dtype | None = None) -> Array:
    """`log2(2**x1 + 2**x2)`, element by element.

    Args:
        x1: Tensor.
        x2: Tensor; the shapes broadcast.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the broadcast shape, in the common dtype.

    Raises:
        TypeError: an input is not a Tensor.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.logaddexp2(ms.Tensor([1.]), ms.Tensor([1., 2.])))
        [2.        2.5849626]
    """
    x, y = map(floating, common(x1, x2))
    scale = constant(np.log(2), x.dtype)
    return cast(jnp.logaddexp(x * scale, y * scale) / scale, dtype)


@array_function("numpy.bitwise_and", label="bitwise_and")
def bitwise_and(x1: Array, x2: Array, dtype: np.dtype | None = None) -> Array:
    """Integers of the bits that both of two have, element by element.

    Args:
        x1: Tensor, number or list of numbers.
        x2: Tensor, number or list of numbers; the shapes broadcast.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the broadcast shape, in the common dtype.

    Raises:
        TypeError: an input is of another kind, or not of integers or bool.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.bitwise_and([5, 6], 3))
        [1 2]
    """
    x, y = common(x1, x2)
    accept(x, "biu", "x1")
    return cast(x & y, dtype)


@array_function("numpy.bitwise_or", label="bitwise_or")
def bitwise_or(x1: Array, x2: Array, dtype: np.dtype | None = None) -> Array:
    """Integers of the bits that either of two has, element by element.

    Args:
        x1: Tensor, number or list of numbers.
        x2: Tensor, number or list of numbers; the shapes broadcast.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the broadcast shape, in the common dtype.

    Raises:
        TypeError: an input is of another kind, or not of integers or bool.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.bitwise_or([5, 6], 3))
        [7 7]
    """
    x, y = common(x1, x2)
    accept(x, "biu", "x1")
    return cast(x | y, dtype)


@array_function("numpy.bitwise_xor", label="bitwise_xor")
def bitwise_xor(x1: Array, x2: Array, dtype: np.dtype | None = None) -> Array:
    """Integers of the bits that just one of two has, element by element.

    Args:
        x1: Tensor, number or list of numbers.
        x2: Tensor, number or list of numbers; the shapes broadcast.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the broadcast shape, in the common dtype.

    Raises:
        TypeError: an input is of another kind, or not of integers or bool.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.bitwise_xor([5, 6], 3))
        [6 5]
    """
    x, y = common(x1, x2)
    accept(x, "biu", "x1")
    return cast(x ^ y, dtype)
