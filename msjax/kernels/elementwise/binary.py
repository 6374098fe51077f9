"""Functions of two numbers that are not arithmetic: extrema, logarithms of sums, divisors."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.op.publish import Array, Operand, Value, op, primitive
from msjax.kernels.checks import accept, broadcast
from msjax.kernels.derivative import define_slopes
from msjax.kernels.elementwise.unary import magnitude
from msjax.kernels.promotion import constant, is_number, product_operands, promoted, spread


@jax.custom_jvp
def times_log(x: jax.Array, y: jax.Array) -> jax.Array:
    """`x * log(y)`, 0 where `x` is 0 and `y` is 0 or NaN."""
    nothing = (x == 0) & ((y == 0) | jnp.isnan(y))
    return x * jnp.log(jnp.where(nothing, constant(1, y.dtype), y))


# As in MindSpore, the derivative by `x` is 0 where `x` is.
define_slopes(
    times_log,
    lambda g, out, x, y: g * jnp.where(x == 0, constant(0, y.dtype), jnp.log(y)),
    lambda g, out, x, y: g * x / y,
)


@primitive("Xlogy")
@op("ops.xlogy", "Tensor.xlogy", label="Xlogy")
def xlogy(input: Value, other: Value):
    """`input * log(other)`, 0 where `input` is 0 and `other` is 0 or NaN.

    Args:
        input: Tensor or number.
        other: Tensor or number whose shape broadcasts with that of `input`.

    Returns:
        Tensor of the broadcast shape and the common dtype; bool operands give Float32, and so do
        integer and half-precision ones beside a number.

    Raises:
        TypeError: an operand is neither a Tensor nor a number, or the dtypes have no common one.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.xlogy(ms.Tensor([0., 2.]), ms.Tensor([0., 1.])))
        [0. 0.]
    """
    mixed = any(is_number(v) or jnp.shape(v) == () for v in (input, other))
    x, y = promoted(input, other)
    if mixed:
        accept(x, "bifc uint8")
    if x.dtype == np.bool_ or (mixed and x.dtype not in (np.float64, np.complex64, np.complex128)):
        # A number as it was given, which the integers beside it need not hold.
        x, y = ((v if is_number(v) else p).astype(np.float32) for v, p in ((input, x), (other, y)))
    if jnp.issubdtype(x.dtype, jnp.inexact):
        return times_log(x, y)
    return times_log(x.astype(np.float32), y.astype(np.float32)).astype(x.dtype)


@primitive("Xdivy", counts="all")
@op("ops.xdivy", tensors=1, label="Xdivy")
def xdivy(x: Operand, y: Operand):
    """`x / y`, 0 where `x` is 0, whatever `y` is.

    Args:
        x: Tensor of Float16, Float32, Float64 or a complex dtype, or a number, the dividend.
        y: Tensor or number whose shape broadcasts with that of `x`, the divisor. One of the two
            must be a Tensor.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Raises:
        TypeError: the common dtype is none of these, or there is not a Tensor.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.xdivy(ms.Tensor([0., 2.]), ms.Tensor([0., 4.])))
        [0.  0.5]
        >>> print(ms.ops.Xdivy()(ms.Tensor([0., 2.]), 8.))
        [0.   0.25]
    """
    accept(x, "rc", "x")
    broadcast(x, y)
    zero = x == 0
    one = constant(1, x.dtype)
    return jnp.where(zero, constant(0, x.dtype), x / jnp.where(zero, one, y))


@op("Tensor.xdivy", label="Xdivy")
def xdivy_method(x: Operand, y: Operand):
    """`self / y`, 0 where the Tensor is 0, as `ops.xdivy`.

    Args:
        y: Tensor or number whose shape broadcasts with that of the Tensor, the divisor.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Raises:
        TypeError: the common dtype is none of Float16, Float32, Float64 and the complex ones.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([0., 2.]).xdivy(ms.Tensor([0., 4.])))
        [0.  0.5]
    """
    return xdivy(x, y)


@op(
    "ops.logaddexp",
    "Tensor.logaddexp",
    tensors=2,
    label="LogAddExp",
    accepts={
        "ops.logaddexp.input": "Tensor[float16 bfloat16 float32 float64]",
        "Tensor.logaddexp.input": "int float bool Tensor[float16 bfloat16 float32 float64]",
        "other": "Tensor[float16 bfloat16 float32 float64]",
    },
    amp="float32",
)
def logaddexp(input: Operand, other: Operand):
    """`log(exp(input) + exp(other))`, without overflow.

    Adds two probabilities, or other positive numbers, of which only the logarithms are known.

    Args:
        input: Tensor of a floating dtype.
        other: Tensor of a floating dtype whose shape broadcasts with that of `input`.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Raises:
        TypeError: an input is not a Tensor, or not of a floating dtype.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.logaddexp(ms.Tensor([1000., 0.]), ms.Tensor([0., -1000.])))
        [1000.    0.]
    """
    accept(input, "f")
    input, other = spread(input, other)
    return jnp.logaddexp(input, other)


@op(
    "ops.logaddexp2",
    "Tensor.logaddexp2",
    "mint.logaddexp2",
    tensors=2,
    label="LogAddExp2",
    accepts={
        "ops.logaddexp2.input": "Tensor[float16 bfloat16 float32 float64]",
        "mint.logaddexp2.input": "Tensor[float16 bfloat16 float32 float64]",
        "Tensor.logaddexp2.input": "int float bool Tensor[float16 bfloat16 float32 float64]",
        "other": "Tensor[float16 bfloat16 float32 float64]",
    },
    amp="float32",
)
def logaddexp2(input: Operand, other: Operand):
    """`log2(2 ** input + 2 ** other)`, without overflow.

    Args:
        input: Tensor of a floating dtype.
        other: Tensor of a floating dtype whose shape broadcasts with that of `input`.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Raises:
        TypeError: an input is not a Tensor, or not of a floating dtype.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.logaddexp2(ms.Tensor([3., 1000.]), ms.Tensor([3., 1000.])))
        [   4. 1001.]
    """
    accept(input, "f")
    input, other = spread(input, other)
    return jnp.logaddexp2(input, other)


@jax.custom_jvp
def _hypotenuse(x: jax.Array, y: jax.Array) -> jax.Array:
    return jnp.hypot(x, y)


def _leg_over(out: jax.Array, leg: jax.Array) -> jax.Array:
    """A leg divided by the hypotenuse, 0 at the origin."""
    return jnp.where(out == 0, 0, leg / jnp.where(out == 0, 1, out))


define_slopes(
    _hypotenuse,
    lambda g, out, x, y: g * _leg_over(out, x),
    lambda g, out, x, y: g * _leg_over(out, y),
)


@primitive("Hypot", counts="all")
@op("ops.hypot", "Tensor.hypot", tensors=1, label="Hypot")
def hypot(input: Operand, other: Operand):
    """Hypotenuses of right triangles, `sqrt(input**2 + other**2)`, without overflow of the squares.

    The gradient at the origin is 0.

    Args:
        input: Tensor of Float32 or Float64, or a number, one leg.
        other: Tensor or number whose shape broadcasts with that of `input`, the other leg. One of
            the two must be a Tensor.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Raises:
        TypeError: the common dtype is neither Float32 nor Float64, or there is not a Tensor.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.hypot(ms.Tensor([3., 5.]), ms.Tensor([4., 12.])).round(decimals=4))
        [ 5. 13.]
        >>> print(ms.ops.Hypot()(ms.Tensor([3.]), 4.))
        [5.]
    """
    accept(input, "float32 float64")
    broadcast(input, other)
    return _hypotenuse(input, other)


@op("ops.copysign", "Tensor.copysign", label="CopySign")
def copysign(x: Array, other: Value):
    """The absolute values of `x` with the signs of `other`; zeros count as positive.

    Args:
        x: Tensor of an integer or floating dtype.
        other: Tensor or number whose shape broadcasts with that of `x`.

    Returns:
        Tensor of the broadcast shape, of the dtype of `x`; integers give Float32.

    Raises:
        TypeError: `x` is not a Tensor, or is bool or complex.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.copysign(ms.Tensor([1., -2.]), ms.Tensor([-1., 3.])))
        [-1.  2.]
        >>> print(ms.ops.copysign(ms.Tensor([1, -2]), -1))
        [-1. -2.]
    """
    accept(x, "iuf", "x")
    other = jnp.asarray(other)
    broadcast(x, other)
    if not jnp.issubdtype(x.dtype, jnp.floating):
        x = x.astype(np.float32)
    size = magnitude(x)
    return jnp.where(other < jnp.zeros_like(other), -size, size)


@primitive("Heaviside", accepts={"values": "Tensor[=input]"}, counts="all")
@op(
    "ops.heaviside",
    "Tensor.heaviside",
    tensors=2,
    label="Heaviside",
    accepts={"values": "Tensor[=input]"},
)
def heaviside(input: Operand, values: Operand):
    """The step function: 0 for negative elements, 1 for positive ones, `values` for zeros.

    Args:
        input: Tensor of an integer dtype, Float16, Float32 or Float64.
        values: Tensor of the same dtype whose shape broadcasts with that of `input`.

    Returns:
        Tensor of the broadcast shape and the same dtype.

    Raises:
        TypeError: `input` is of another dtype, or `values` is not a Tensor of the dtype of `input`.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([-1., 0., 2.])
        >>> print(ms.ops.heaviside(x, ms.Tensor([0.5])))
        [0.  0.5 1. ]
        >>> print(ms.ops.Heaviside()(x, ms.Tensor(1.)))
        [0. 1. 1.]
    """
    accept(input, "iur")
    broadcast(input, values)
    zero, one = constant(0, input.dtype), constant(1, input.dtype)
    return jnp.where(input == zero, values, jnp.where(input < zero, zero, one))


@jax.custom_jvp
def _neighbour(x: jax.Array, towards: jax.Array) -> jax.Array:
    return jnp.nextafter(x, towards)


define_slopes(_neighbour, lambda g, out, x, towards: g, None)


@primitive("NextAfter", accepts={"other": "Tensor[=input]"})
@op(
    "ops.nextafter",
    "Tensor.nextafter",
    tensors=2,
    label="NextAfter",
    accepts={"other": "Tensor[=input]"},
)
def nextafter(input: Operand, other: Operand):
    """The next representable number from each element towards `other`.

    Args:
        input: Tensor of Float32 or Float64.
        other: Tensor of the same dtype whose shape broadcasts with that of `input`.

    Returns:
        Tensor of the broadcast shape and the same dtype; elements equal to `other` stay.

    Raises:
        TypeError: `input` is of another dtype, or `other` is not a Tensor of the dtype of `input`.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> up = ms.ops.nextafter(ms.Tensor([1.]), ms.Tensor([2.]))
        >>> print((up - 1) * 2**23)
        [1.]
        >>> print(ms.ops.NextAfter()(ms.Tensor([1.]), ms.Tensor([1.])))
        [1.]
    """
    accept(input, "float32 float64")
    broadcast(input, other)
    return _neighbour(*jnp.broadcast_arrays(input, other))


@op("ops.ldexp", label="Ldexp", amp="float32")
def ldexp(x: Value, other: Value):
    """`x * 2 ** other`, element by element.

    Args:
        x: Tensor or number.
        other: Tensor or number whose shape broadcasts with that of `x`, the exponent.

    Returns:
        Tensor of the broadcast shape; a floating or complex dtype: integers give Float32.

    Raises:
        TypeError: an argument is neither a Tensor nor a number, or the dtypes have no common one.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.ldexp(ms.Tensor([1., 3.]), ms.Tensor([2, -1])))
        [4.  1.5]
    """
    x, other = jnp.asarray(x), jnp.asarray(other)
    if not jnp.issubdtype(other.dtype, jnp.inexact) or other.weak_type:
        promoted(x, np.float32(0))
        promoted(np.float32(0), other)
        other = other.astype(np.float32)
    power = jnp.power(constant(2, other.dtype), other)
    x, power = product_operands(x, power)
    return x * power


@op("Tensor.ldexp", label="Ldexp", amp="float32")
def ldexp_method(x: Value, other: Value):
    """`self * 2 ** other`, element by element, as `ops.ldexp`.

    Args:
        other: Tensor or number whose shape broadcasts with that of the Tensor, the exponent.

    Returns:
        Tensor of the broadcast shape; a floating or complex dtype: integers give Float32.

    Raises:
        TypeError: `other` is neither a Tensor nor a number, or the dtypes have no common one.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([1, 3]).ldexp(2))
        [ 4. 12.]
    """
    return ldexp(x, other)


@primitive("Gcd")
@op("ops.gcd", "Tensor.gcd", tensors=2, label="Gcd")
def gcd(input: Operand, other: Operand):
    """Greatest common divisors, element by element.

    Args:
        input: Tensor of Int16, Int32 or Int64.
        other: Tensor of one of these whose shape broadcasts with that of `input`.

    Returns:
        Tensor of the broadcast shape and the common dtype, without signs; 0 where both are 0.

    Raises:
        TypeError: an argument is not a Tensor, or the common dtype is none of these.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.gcd(ms.Tensor([12, 18]), ms.Tensor([8, 27])))
        [4 9]
        >>> print(ms.ops.Gcd()(ms.Tensor([-12, 0]), ms.Tensor([8, 0])))
        [4 0]
    """
    broadcast(input, other)
    accept(input, "int16 int32 int64")
    return jnp.gcd(input, other)


@primitive("Lcm", counts="all")
@op("ops.lcm", "Tensor.lcm", tensors=1, label="Lcm")
def lcm(input: Operand, other: Operand):
    """Least common multiples, element by element.

    Args:
        input: Tensor of Int32 or Int64, or an int.
        other: Tensor of one of these, or an int, whose shape broadcasts with that of `input`. One
            of the two must be a Tensor.

    Returns:
        Tensor of the broadcast shape and the common dtype, without signs; 0 where either is 0.

    Raises:
        TypeError: the common dtype is neither Int32 nor Int64, or there is not a Tensor.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.lcm(ms.Tensor([4, 6]), ms.Tensor([6, 0])))
        [12  0]
        >>> print(ms.ops.Lcm()(ms.Tensor([-4, 6]), 10))
        [20 30]
    """
    accept(input, "int32 int64")
    broadcast(input, other)
    divisor = jnp.gcd(input, other)
    safe = jnp.where(divisor == 0, constant(1, divisor.dtype), divisor)
    return jnp.abs(jax.lax.div(jnp.broadcast_to(input, safe.shape), safe) * other)


@primitive("Maximum")
@op("ops.maximum", "Tensor.maximum", label="Maximum", formerly={"ops.maximum": "x=input y=other"})
def maximum(input: Operand, other: Operand):
    """The larger of two Tensors, element by element; NaN where either is NaN.

    Equal elements share the gradient.

    Args:
        input: Tensor or number.
        other: Tensor or number whose shape broadcasts with that of `input`.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Raises:
        TypeError: an operand is neither a Tensor nor a number or is complex, or the dtypes have no
            common one.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.maximum(ms.Tensor([1., 5.]), 3))
        [3. 5.]
    """
    accept(input, "biuf")
    input, other = spread(input, other)
    return jnp.maximum(input, other)


@primitive("Minimum")
@op("ops.minimum", "Tensor.minimum", label="Minimum", formerly={"ops.minimum": "x=input y=other"})
def minimum(input: Operand, other: Operand):
    """The smaller of two Tensors, element by element; NaN where either is NaN.

    Equal elements share the gradient.

    Args:
        input: Tensor or number.
        other: Tensor or number whose shape broadcasts with that of `input`.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Raises:
        TypeError: an operand is neither a Tensor nor a number or is complex, or the dtypes have no
            common one.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.minimum(ms.Tensor([1., 5.]), 3))
        [1. 3.]
    """
    accept(input, "biuf")
    input, other = spread(input, other)
    return jnp.minimum(input, other)


@primitive("Fmax", counts="all")
@op("ops.fmax", "Tensor.fmax", tensors=1, label="Fmax")
def fmax(input: Operand, other: Operand):
    """The larger of two Tensors, element by element; where one is NaN, the other one.

    Args:
        input: Tensor of Int32, Int64, Float16, Float32 or Float64, or a number.
        other: Tensor or number whose shape broadcasts with that of `input`. One of the two must be
            a Tensor.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Raises:
        TypeError: the common dtype is none of these, or there is not a Tensor.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., float("nan")])
        >>> print(ms.ops.fmax(x, ms.Tensor([3., 2.])))
        [3. 2.]
        >>> print(ms.ops.Fmax()(x, 0))
        [1. 0.]
    """
    accept(input, "r int32 int64")
    input, other = spread(input, other)
    return jnp.where((input >= other) | jnp.isnan(other), input, other)


@primitive("Fmin")
@op("ops.fmin", "Tensor.fmin", tensors=1, label="Fmin")
def fmin(input: Operand, other: Operand):
    """The smaller of two Tensors, element by element; where one is NaN, the other one.

    Args:
        input: Tensor of Int32, Int64, Float16, Float32 or Float64, or a number.
        other: Tensor or number whose shape broadcasts with that of `input`. One of the two must be
            a Tensor.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Raises:
        TypeError: the common dtype is none of these, or there is not a Tensor.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., float("nan")])
        >>> print(ms.ops.fmin(x, ms.Tensor([3., 2.])))
        [1. 2.]
        >>> print(ms.ops.Fmin()(x, 0))
        [0. 0.]
    """
    accept(input, "r int32 int64")
    input, other = spread(input, other)
    return jnp.where((input <= other) | jnp.isnan(other), input, other)
