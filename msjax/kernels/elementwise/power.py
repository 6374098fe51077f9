"""Powers of two Tensors."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.op.publish import Operand, Value, op, primitive
from msjax.kernels.checks import accept, broadcast
from msjax.kernels.derivative import define_slopes
from msjax.kernels.promotion import constant, is_complex, is_integer, spread


@primitive("Pow")
@op("ops.pow", "ops.pows", "Tensor.pow", label="Pow", amp="float32")
def pow(input: Operand, exponent: Operand):
    """`input` to the power `exponent`, element by element.

    Args:
        input: Tensor or number.
        exponent: Tensor or number whose shape broadcasts with that of `input`.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Raises:
        TypeError: an operand is neither a Tensor nor a number, or the dtypes have no common one.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.pow(ms.Tensor([1., 2., 3.]), 2))
        [1. 4. 9.]
    """
    broadcast(input, exponent)
    if input.dtype == np.bool_:
        return input | ~exponent
    if is_integer(input):
        return _integer_power(*jnp.broadcast_arrays(input, exponent))
    if is_complex(input):
        return jnp.power(input, exponent)
    return _power(*spread(input, exponent))


@jax.custom_jvp
def _power(x: jax.Array, y: jax.Array) -> jax.Array:
    return jnp.power(x, y)


def _by_base(g: jax.Array, out: jax.Array, x: jax.Array, y: jax.Array) -> jax.Array:
    return jax.jvp(lambda v: jnp.power(v, y), (x,), (g,))[1]


def _by_exponent(g: jax.Array, out: jax.Array, x: jax.Array, y: jax.Array) -> jax.Array:
    """`out * log(x)`, and its limit at 0."""
    zero = x == 0
    slope = out * jnp.log(jnp.where(zero, 1, x))
    return g * jnp.where(zero, jnp.where(y < 0, -jnp.inf, jnp.zeros((), x.dtype)), slope)


define_slopes(_power, _by_base, _by_exponent)


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


@op("ops.float_power", label="FloatPower", accepts={"input": "int Tensor"}, to_float="lower")
def float_power(input: Value, exponent: Value):
    """`input` to the power `exponent`, computed in double precision.

    Args:
        input: Tensor or int.
        exponent: Tensor or number whose shape broadcasts with that of `input`.

    Returns:
        Tensor of Float64, Complex128 for complex operands.

    Raises:
        TypeError: `input` is neither a Tensor nor an int, or `exponent` neither a Tensor nor a
            number.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.float_power(ms.Tensor([2, 3]), 2).dtype
        mindspore.float64
    """
    x, y = jnp.asarray(input), jnp.asarray(exponent)
    broadcast(x, y)
    target = np.complex128 if is_complex(x) or is_complex(y) else np.float64
    return jnp.power(x.astype(target), y.astype(target))


@op(label="FloatPowerExt", to_float="lower")
def float_power_ext(input: Value, exponent: Value):
    """Powers of real numbers in double precision; see `mint.float_power`."""
    for x, arg in ((input, "input"), (exponent, "exponent")):
        accept(jnp.asarray(x), "biuf", arg)
    return float_power(input, exponent)


@op("Tensor.float_power", label="FloatPower", to_float="lower")
def float_power_method(input: Value, other: Value):
    """The Tensor to the power `other` in double precision, as `ops.float_power`.

    Args:
        other: Tensor or number whose shape broadcasts with that of the Tensor, the exponent.

    Returns:
        Tensor of the broadcast shape: Float64, Complex128 for complex operands.

    Raises:
        TypeError: `other` is neither a Tensor nor a number.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([2, 3]).float_power(2))
        [4. 9.]
    """
    return float_power(input, other)
