"""Functions of one Tensor: exponentials, roots, rounding, signs, complex parts."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.errors import describe, must
from msjax._core.op import Array, Value, op
from msjax._core.primitive import primitive
from msjax.ops._accept import accept, constant, is_complex


def _float_of(x: jax.Array) -> jax.Array:
    """Bool and integer inputs as Float32."""
    return x if jnp.issubdtype(x.dtype, jnp.inexact) else x.astype(np.float32)


@jax.custom_jvp
def magnitude(x: jax.Array) -> jax.Array:
    """Absolute values of real elements, with gradient 0 at 0."""
    return jnp.abs(x)


magnitude.defjvps(lambda g, out, x: g * jnp.sign(x))


@primitive("Abs")
@op("ops.abs", "ops.absolute", "Tensor.abs", "Tensor.absolute", label="Abs")
def abs(input: Array):
    """Absolute values. Those of complex elements stay complex, with imaginary part 0.

    Args:
        input: Tensor.

    Returns:
        Tensor of the same shape and dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.abs(ms.Tensor([-1., 2.])))
        [1. 2.]
    """
    if is_complex(input):
        size = jnp.abs(input)
        return jax.lax.complex(size, jnp.zeros_like(size))
    return magnitude(input)


@primitive("Neg")
@op("ops.neg", "ops.negative", "Tensor.neg", "Tensor.negative", label="Neg")
def neg(input: Array):
    """Negated elements; unsigned ones wrap.

    Args:
        input: Tensor of any dtype but bool.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: `input` is bool.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.neg(ms.Tensor([1., -2.])))
        [-1.  2.]
    """
    accept("Neg", input, "iufc")
    return -input


@op("ops.positive", "Tensor.positive", label="Positive")
def positive(input: Array):
    """The Tensor itself.

    Args:
        input: Tensor.

    Returns:
        Tensor with the same values.
    """
    return input


@primitive("Exp")
@op("ops.exp", "ops.tensor_exp", "Tensor.exp", label="Exp")
def exp(input: Array):
    """e to the power of each element.

    Args:
        input: Tensor of a floating or complex dtype.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: `input` is bool or integer.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.exp(ms.Tensor([0., 1.])))
        [1.        2.7182817]
    """
    accept("Exp", input, "fc")
    return jnp.exp(input)


@op("ops.exp2", label="Exp2")
def exp2(input: Array):
    """2 to the power of each element.

    Args:
        input: Tensor; bool and integer elements give Float32.

    Returns:
        Tensor of the same shape.
    """
    accept("Exp2", input, "bifc uint8")
    input = _float_of(input)
    if input.dtype == jnp.bfloat16:
        input = input.astype(np.float32)
    return jnp.power(constant(2, input.dtype), input)


@primitive("Expm1")
@op("ops.expm1", "ops.tensor_expm1", "Tensor.expm1", label="Expm1")
def expm1(input: Array):
    """e to the power of each element, minus 1, exact near 0.

    Args:
        input: Tensor of a floating or complex dtype.

    Returns:
        Tensor of the same shape and dtype.
    """
    accept("Expm1", input, "fc")
    return jnp.expm1(input)


@primitive("Log")
@op("ops.log", "Tensor.log", label="Log")
def log(input: Array):
    """Natural logarithms.

    Args:
        input: Tensor of a floating or complex dtype.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: `input` is bool or integer.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.log(ms.Tensor([1., 2.])))
        [0.         0.6931472]
    """
    accept("Log", input, "fc")
    return jnp.log(input)


@primitive("Log1p")
@op("ops.log1p", "Tensor.log1p", label="Log1p")
def log1p(input: Array):
    """Natural logarithms of 1 plus each element, exact near 0.

    Args:
        input: Tensor of a floating or complex dtype.

    Returns:
        Tensor of the same shape and dtype.
    """
    accept("Log1p", input, "fc")
    return jnp.log1p(input)


@op("ops.log2", "Tensor.log2", label="Log2")
def log2(input: Array):
    """Logarithms to base 2.

    Args:
        input: Tensor of a floating or complex dtype.

    Returns:
        Tensor of the same shape and dtype.
    """
    accept("Log2", input, "fc")
    return jnp.log2(input)


@op("ops.log10", "Tensor.log10", label="Log10")
def log10(input: Array):
    """Logarithms to base 10.

    Args:
        input: Tensor of a floating or complex dtype.

    Returns:
        Tensor of the same shape and dtype.
    """
    accept("Log10", input, "fc")
    return jnp.log(input) * constant(1 / np.log(10), input.dtype)


@primitive("Sqrt")
@op("ops.sqrt", label="Sqrt")
def sqrt(x: Array):
    """Square roots.

    Args:
        x: Tensor; bool and integer elements give Float32.

    Returns:
        Tensor of the same shape.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.sqrt(ms.Tensor([4., 9.])))
        [2. 3.]
    """
    return jnp.sqrt(_float_of(x))


@op("Tensor.sqrt", label="Sqrt")
def sqrt_method(x: Array):
    """Square roots, as `ops.sqrt`."""
    return sqrt(x)


@primitive("Rsqrt")
@op("ops.rsqrt", "Tensor.rsqrt", label="Rsqrt")
def rsqrt(input: Array):
    """Reciprocals of square roots.

    Args:
        input: Tensor of a floating or complex dtype.

    Returns:
        Tensor of the same shape and dtype.
    """
    accept("Rsqrt", input, "fc")
    return jax.lax.rsqrt(input)


@primitive("Square")
@op("ops.square", "Tensor.square", label="Square")
def square(input: Array):
    """Squares.

    Args:
        input: Tensor of any dtype but bool.

    Returns:
        Tensor of the same shape and dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.square(ms.Tensor([2., -3.])))
        [4. 9.]
    """
    accept("Square", input, "iufc")
    return input * input


@primitive("Reciprocal")
@op("ops.reciprocal", "Tensor.reciprocal", label="Reciprocal")
def reciprocal(input: Array):
    """1 divided by each element.

    Args:
        input: Tensor; bool and integer elements give Float32.

    Returns:
        Tensor of the same shape.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.reciprocal(ms.Tensor([2., 4.])))
        [0.5  0.25]
    """
    input = _float_of(input)
    return constant(1, input.dtype) / input


@primitive("Inv")
@op("ops.inv", "Tensor.inv", label="Inv")
def inv(x: Array):
    """1 divided by each element, in the element's dtype: integers are divided towards zero.

    Args:
        x: Tensor of Int16, Int32, Int64, a floating or a complex dtype.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is none of these.
    """
    accept("Inv", x, "fc int16 int32 int64", "x")
    one = constant(1, x.dtype)
    if jnp.issubdtype(x.dtype, jnp.inexact):
        return one / x
    highest = constant(np.iinfo(x.dtype).max, x.dtype)
    quotient = jnp.where(jnp.abs(x) == one, x, constant(0, x.dtype))
    return jnp.where(x == 0, highest, quotient)


@primitive("Sign")
@op("ops.sign", "ops.sgn", "Tensor.sign", "Tensor.sgn", label="Sign")
def sign(input: Array):
    """-1, 0 or 1 by the sign of each element; complex elements are divided by their moduli.

    Args:
        input: Tensor of bool, Int32, Int64, a floating or a complex dtype.

    Returns:
        Tensor of the same shape and dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.sign(ms.Tensor([-3., 0., 5.])))
        [-1.  0.  1.]
    """
    accept("Sign", input, "bfc int32 int64")
    if input.dtype == np.bool_:
        return input
    return jnp.where(input == 0, constant(0, input.dtype), jnp.sign(input))


@op("ops.deg2rad", "Tensor.deg2rad", label="Deg2Rad")
def deg2rad(x: Array):
    """Degrees to radians.

    Args:
        x: Tensor of a floating dtype.

    Returns:
        Tensor of the same shape and dtype.
    """
    accept("Deg2Rad", x, "r", "x")
    return x * constant(np.pi / 180, x.dtype)


@op("ops.rad2deg", "Tensor.rad2deg", label="Rad2Deg")
def rad2deg(x: Array):
    """Radians to degrees.

    Args:
        x: Tensor of a floating dtype.

    Returns:
        Tensor of the same shape and dtype.
    """
    accept("Rad2Deg", x, "r", "x")
    return x * constant(180 / np.pi, x.dtype)


@primitive("Eps")
@op("ops.eps", label="Eps")
def eps(x: Array):
    """The distance from 1 to the next larger number of the dtype, in the shape of the input.

    Args:
        x: Tensor of a floating dtype.

    Returns:
        Tensor of the same shape and dtype.
    """
    accept("Eps", x, "r", "x")
    return jnp.full(x.shape, jnp.finfo(x.dtype).eps, x.dtype)


@primitive("NanToNum", nan=None, posinf=None, neginf=None)
@op("ops.nan_to_num", "Tensor.nan_to_num", label="NanToNum")
def nan_to_num(
    input: Array, nan: float | None = None, posinf: float | None = None, neginf: float | None = None
):
    """NaN and infinities replaced by numbers.

    Args:
        input: Tensor of a floating dtype.
        nan: replaces NaN; None: 0.
        posinf: replaces infinity; None: the largest number of the dtype.
        neginf: replaces minus infinity; None: the smallest number of the dtype.

    Returns:
        Tensor of the same shape and dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.nan_to_num(ms.Tensor([1., float("nan"), float("inf")]), 0.5, 9.))
        [1.  0.5 9. ]
    """
    accept("NanToNum", input, "f")
    info = jnp.finfo(input.dtype)
    low, high = float(info.min), float(info.max)

    def value(x: Value, default: float) -> jax.Array:
        return jnp.asarray(default if x is None else x).astype(input.dtype)

    out = jnp.where(jnp.isnan(input), value(nan, 0.0), input)
    out = jnp.where(out == jnp.inf, value(posinf, high), out)
    return jnp.where(out == -jnp.inf, value(neginf, low), out)


@jax.custom_jvp
def _log_odds(x: jax.Array) -> jax.Array:
    return jnp.log(x / (1 - x))


@_log_odds.defjvp
def _log_odds_slope(primals: tuple, tangents: tuple) -> tuple:
    (x,), (g,) = primals, tangents
    slope = jnp.where((x >= 0) & (x <= 1), 1 / (x * (1 - x)), jnp.nan)
    return _log_odds(x), g * slope


@op("ops.logit", "Tensor.logit", label="Logit")
def logit(input: Array, eps: float | None = None):
    """`log(x / (1 - x))` of each element.

    Args:
        input: Tensor of a floating dtype.
        eps: elements are first brought into [eps, 1 - eps]; None leaves them.

    Returns:
        Tensor of the same shape and dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.logit(ms.Tensor([0.5])))
        [0.]
    """
    accept("Logit", input, "f")
    x = input
    if eps is not None:
        low = jnp.asarray(eps).astype(x.dtype)
        x = jnp.where(x < low, low, x)
        x = jnp.where(x > 1 - low, 1 - low, x)
        x = jnp.where(low < 0, input, x)
    return _log_odds(x)


def _check_eps(eps: Any) -> None:
    if not isinstance(eps, float):
        raise TypeError(must("Logit", "eps", "float", describe(eps)))


@primitive("Logit", check=_check_eps, eps=-1.0)
@op(label="Logit")
def logit_class(input: Array, eps: float = -1.0):
    """`log(x / (1 - x))` of each element, as `ops.logit`; a negative `eps` clamps nothing."""
    return logit(input, eps)
