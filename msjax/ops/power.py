"""Powers and extrema of two Tensors."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.op import Operand, Value, op
from msjax._core.primitive import primitive
from msjax.ops._accept import accept, broadcast, constant, is_complex, is_integer


@primitive("Pow")
@op(
    "ops.pow",
    "ops.pows",
    "Tensor.pow",
    label="Pow",
)
def pow(input: Operand, exponent: Operand):
    """`input` to the power `exponent`, element by element.

    Args:
        input: Tensor or number.
        exponent: Tensor or number whose shape broadcasts with that of `input`.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.pow(ms.Tensor([1., 2., 3.]), 2))
        [1. 4. 9.]
    """
    broadcast("Pow", input, exponent)
    if input.dtype == np.bool_:
        return input | ~exponent
    if is_integer(input):
        return _integer_power(*jnp.broadcast_arrays(input, exponent))
    return jnp.power(input, exponent) if is_complex(input) else _power(input, exponent)


@jax.custom_jvp
def _power(x: jax.Array, y: jax.Array) -> jax.Array:
    return jnp.power(x, y)


def _by_exponent(g: jax.Array, out: jax.Array, x: jax.Array, y: jax.Array) -> jax.Array:
    """`out * log(x)`, and its limit at 0."""
    zero = x == 0
    slope = out * jnp.log(jnp.where(zero, 1, x))
    return g * jnp.where(zero, jnp.where(y < 0, -jnp.inf, jnp.zeros((), x.dtype)), slope)


_power.defjvps(
    lambda g, out, x, y: jax.jvp(lambda v: jnp.power(v, y), (x,), (jnp.broadcast_to(g, x.shape),))[
        1
    ],
    _by_exponent,
)


def _integer_power(x: jax.Array, y: jax.Array) -> jax.Array:
    """Power of integers by repeated squaring."""
    one = constant(1, x.dtype)
    size = jnp.abs(y) if jnp.issubdtype(y.dtype, jnp.signedinteger) else y
    bits = 8 * x.dtype.itemsize

    def step(i: Any, carry: tuple) -> tuple:
        result, base = carry
        bit = jax.lax.shift_right_logical(size, jnp.full_like(size, 0) + i.astype(size.dtype)) & one
        return jnp.where(bit != 0, result * base, result), base * base

    result, _ = jax.lax.fori_loop(0, bits, step, (jnp.ones_like(x), x))
    # Beyond the register that holds it, a power becomes the register's smallest value.
    lowest, signed = np.iinfo(x.dtype).min, jnp.issubdtype(y.dtype, jnp.signedinteger)
    outside = constant(lowest if x.dtype.itemsize >= 4 else 0, x.dtype)
    bound = 2.0 ** (max(bits, 32) - (1 if signed or bits < 32 else 0))
    real = jnp.abs(jnp.power(x.astype(np.float64), size.astype(np.float64)))
    result = jnp.where(real >= bound, outside, result)
    if not signed:
        return result
    inverse = jnp.where(x == 0, outside, jnp.where(jnp.abs(x) == 1, result, 0))
    return jnp.where(y < 0, inverse, result)


@op("ops.float_power", label="FloatPower")
def float_power(input: Value, exponent: Value):
    """`input` to the power `exponent`, computed in double precision.

    Args:
        input: Tensor or number.
        exponent: Tensor or number whose shape broadcasts with that of `input`.

    Returns:
        Tensor of Float64, Complex128 for complex operands.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.float_power(ms.Tensor([2, 3]), 2).dtype
        mindspore.float64
    """
    x, y = jnp.asarray(input), jnp.asarray(exponent)
    broadcast("FloatPower", x, y)
    target = np.complex128 if is_complex(x) or is_complex(y) else np.float64
    return jnp.power(x.astype(target), y.astype(target))


@op("ops.float_power_ext", label="FloatPowerExt")
def float_power_ext(input: Value, exponent: Value):
    """`input` to the power `exponent` in Float64, as `ops.float_power` for real operands."""
    for x, arg in ((input, "input"), (exponent, "exponent")):
        accept("FloatPowerExt", jnp.asarray(x), "biuf", arg)
    return float_power(input, exponent)


@op("Tensor.float_power", label="FloatPower")
def float_power_method(input: Value, other: Value):
    """The Tensor to the power `other`, computed in double precision."""
    return float_power(input, other)


@primitive("Maximum")
@op("ops.maximum", "Tensor.maximum", label="Maximum")
def maximum(input: Operand, other: Operand):
    """The larger of two Tensors, element by element; NaN where either is NaN.

    Equal elements share the gradient.

    Args:
        input: Tensor or number.
        other: Tensor or number whose shape broadcasts with that of `input`.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.maximum(ms.Tensor([1., 5.]), 3))
        [3. 5.]
    """
    accept("Maximum", input, "biuf")
    broadcast("Maximum", input, other)
    return jnp.maximum(input, other)


@primitive("Minimum")
@op("ops.minimum", "Tensor.minimum", label="Minimum")
def minimum(input: Operand, other: Operand):
    """The smaller of two Tensors, element by element; NaN where either is NaN.

    Equal elements share the gradient.

    Args:
        input: Tensor or number.
        other: Tensor or number whose shape broadcasts with that of `input`.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.minimum(ms.Tensor([1., 5.]), 3))
        [1. 3.]
    """
    accept("Minimum", input, "biuf")
    broadcast("Minimum", input, other)
    return jnp.minimum(input, other)


@primitive("Fmax")
@op("ops.fmax", "Tensor.fmax", tensors=1, label="Fmax")
def fmax(input: Operand, other: Operand):
    """The larger of two Tensors, element by element; where one is NaN, the other one.

    Args:
        input: Tensor of Int32, Int64 or a floating type, or a number.
        other: Tensor or number whose shape broadcasts with that of `input`.

    Returns:
        Tensor of the broadcast shape and the common dtype.
    """
    accept("Fmax", input, "r int32 int64")
    broadcast("Fmax", input, other)
    return jnp.where((input >= other) | jnp.isnan(other), input, other)


@primitive("Fmin")
@op("ops.fmin", "Tensor.fmin", tensors=1, label="Fmin")
def fmin(input: Operand, other: Operand):
    """The smaller of two Tensors, element by element; where one is NaN, the other one.

    Args:
        input: Tensor of Int32, Int64 or a floating type, or a number.
        other: Tensor or number whose shape broadcasts with that of `input`.

    Returns:
        Tensor of the broadcast shape and the common dtype.
    """
    accept("Fmin", input, "r int32 int64")
    broadcast("Fmin", input, other)
    return jnp.where((input <= other) | jnp.isnan(other), input, other)
