"""Arithmetic of two or more Tensors: sums, products, quotients, remainders, powers, extrema."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.op import Array, Arrays, Operand, Value, call, op, public
from msjax._core.primitive import primitive
from msjax.ops._accept import (
    WIDE_UNSIGNED,
    accept,
    broadcast,
    product_operands,
    same_dtype,
    saturated_quotient,
)


def _is_int(x: jax.Array) -> bool:
    return jnp.issubdtype(x.dtype, jnp.integer)


def _is_complex(x: jax.Array) -> bool:
    return jnp.issubdtype(x.dtype, jnp.complexfloating)


@op(label="AddExt")
def plus(input: Operand, other: Operand):
    """`input + other`; on bool Tensors the logical or."""
    broadcast("AddExt", input, other)
    return input + other


@primitive("Add", "TensorAdd")
@op("ops.add", "ops.tensor_add", label="Add")
def add(input: Operand, other: Operand):
    """Sum of two Tensors, element by element.

    Args:
        input: Tensor or number.
        other: Tensor or number whose shape broadcasts with that of `input`.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Raises:
        TypeError: both are bool, or the dtypes have no common one.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.add(ms.Tensor([1., 2.]), 3))
        [4. 5.]
    """
    accept("Add", input, "iufc")
    broadcast("Add", input, other)
    return input + other


@op(label="SubExt")
def minus(input: Operand, other: Operand):
    """`input - other`; on bool Tensors the exclusive or."""
    broadcast("SubExt", input, other)
    return input ^ other if input.dtype == np.bool_ else input - other


@primitive("Sub")
@op("ops.sub", "ops.tensor_sub", label="Sub")
def sub(input: Operand, other: Operand):
    """Difference of two Tensors, element by element.

    Args:
        input: Tensor or number.
        other: Tensor or number whose shape broadcasts with that of `input`.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Raises:
        TypeError: both are bool, or the dtypes have no common one.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.sub(ms.Tensor([1, 2]), ms.Tensor([4, 4])))
        [-3 -2]
    """
    accept("Sub", input, "iufc")
    broadcast("Sub", input, other)
    return input - other


@primitive("Mul")
@op("ops.mul", "ops.multiply", "ops.tensor_mul", "Tensor.mul", label="Mul")
def mul(input: Value, other: Value):
    """Product of two Tensors, element by element.

    A 0-d Tensor lifts the dtype of the other operand only if it is of a higher category (bool, integer,
    floating, complex).

    Args:
        input: Tensor or number.
        other: Tensor or number whose shape broadcasts with that of `input`.

    Returns:
        Tensor of the broadcast shape.

    Raises:
        TypeError: the dtypes have no common one.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.mul(ms.Tensor([1., 2.]), ms.Tensor([3., 4.])))
        [3. 8.]
    """
    input, other = product_operands("Mul", input, other)
    return input * other


@op("Tensor.multiply", label="Mul")
def multiply_method(input: Value, value: Value):
    """Product of two Tensors, as `ops.mul`."""
    return mul(input, value)


@op("ops.tensor_muls", label="Muls")
def muls(input: Array, other: float):
    """Product of a Tensor and a number."""
    return mul(input, other)


def true_quotient(input: Any, other: Any) -> jax.Array:
    """`input / other`, float32 for bool and integer operands."""
    x, y = product_operands("Div", input, other)
    if x.dtype == np.bool_ or _is_int(x):
        x, y = x.astype(np.float32), y.astype(np.float32)
    return x / y


@op(
    "ops.div",
    "ops.divide",
    "Tensor.div",
    "Tensor.divide",
    label="Div",
)
def div(input: Value, other: Value, *, rounding_mode=None):
    """Quotient of two Tensors, element by element.

    Args:
        input: Tensor or number, the dividend.
        other: Tensor or number whose shape broadcasts with that of `input`, the divisor.
        rounding_mode: None for the true quotient, "floor" to round it down, "trunc" to round it towards 0.

    Returns:
        Tensor of the broadcast shape; bool and integer operands give Float32 unless rounded.

    Raises:
        TypeError: the dtypes have no common one.
        ValueError: the shapes do not broadcast, or `rounding_mode` is none of the above.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.div(ms.Tensor([7, -7]), 2))
        [ 3.5 -3.5]
        >>> print(ms.ops.div(ms.Tensor([7, -7]), 2, rounding_mode="floor"))
        [ 3 -4]
    """
    if rounding_mode is None:
        return true_quotient(input, other)
    x, y = product_operands("Div", input, other)
    if rounding_mode == "floor":
        return floor_quotient(x, y)
    if rounding_mode == "trunc":
        return truncated_quotient(x, y)
    raise ValueError("For ops.div, rounding_mode value should be None, 'floor' or 'trunc'.")


@primitive("Div")
@op("Tensor.true_divide", label="Div")
def true_div(input: Value, other: Value):
    """True quotient of two Tensors, element by element; bool and integer operands give Float32.

    Args:
        input: Tensor or number, the dividend.
        other: Tensor or number, the divisor.

    Returns:
        Tensor of the broadcast shape.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.Div()(ms.Tensor([1., 2.]), ms.Tensor([2., 8.])))
        [0.5  0.25]
    """
    return true_quotient(input, other)


@op("ops.true_divide", label="Div")
def true_divide(dividend: Value, divisor: Value):
    """True quotient of two Tensors, element by element; bool and integer operands give Float32.

    Args:
        dividend: Tensor or number.
        divisor: Tensor or number whose shape broadcasts with that of `dividend`.

    Returns:
        Tensor of the broadcast shape.
    """
    return true_quotient(dividend, divisor)


@primitive("RealDiv")
@op("ops.tensor_div", label="RealDiv")
def real_div(x: Operand, y: Operand):
    """Quotient of two Tensors in their common dtype: integers are divided towards zero.

    Args:
        x: Tensor or number, the dividend.
        y: Tensor or number, the divisor.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Raises:
        TypeError: both are bool, or the dtypes have no common one.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.RealDiv()(ms.Tensor([1., 2.]), ms.Tensor([2., 8.])))
        [0.5  0.25]
    """
    accept("RealDiv", x, "iufc", "x")
    broadcast("RealDiv", x, y)
    return truncated_quotient(x, y) if _is_int(x) else x / y


def floor_quotient(x: jax.Array, y: jax.Array) -> jax.Array:
    """`x // y` of operands of one dtype."""
    if x.dtype == np.bool_:
        return jnp.broadcast_to(x, jnp.broadcast_shapes(x.shape, y.shape))
    if _is_complex(x):
        q = x / y
        return jax.lax.complex(jnp.floor(q.real), jnp.zeros_like(q.imag))
    if not _is_int(x):
        return jnp.floor(x / y)
    x, y = jnp.broadcast_arrays(x, y)
    safe = jnp.where(y == 0, np.array(1, y.dtype), y)
    q = jax.lax.div(x, safe)
    if jnp.issubdtype(x.dtype, jnp.signedinteger):
        inexact = jax.lax.rem(x, safe) != 0
        q = jnp.where(inexact & ((x < 0) != (y < 0)), q - np.array(1, q.dtype), q)
    return jnp.where(y == 0, saturated_quotient(x), q)


def truncated_quotient(x: jax.Array, y: jax.Array) -> jax.Array:
    """The quotient of operands of one dtype, rounded towards zero."""
    if x.dtype == np.bool_:
        return floor_quotient(x, y)
    if not _is_int(x):
        return jnp.trunc(x / y)
    x, y = jnp.broadcast_arrays(x, y)
    safe = jnp.where(y == 0, np.array(1, y.dtype), y)
    return jnp.where(y == 0, saturated_quotient(x), jax.lax.div(x, safe))


@primitive("FloorDiv")
@op(
    "ops.floor_divide",
    "ops.floordiv",
    "ops.tensor_floordiv",
    "Tensor.floor_divide",
    label="FloorDiv",
)
def floor_divide(input: Operand, other: Operand):
    """Quotient of two Tensors, rounded down, in their common dtype.

    Args:
        input: Tensor or number, the dividend.
        other: Tensor or number whose shape broadcasts with that of `input`, the divisor.

    Returns:
        Tensor of the broadcast shape. An integer divided by 0 gives the largest or smallest value of its dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.floor_divide(ms.Tensor([7, -7]), 2))
        [ 3 -4]
    """
    broadcast("FloorDiv", input, other)
    return floor_quotient(input, other)


@op("ops.floor_div", label="FloorDiv")
def floor_div(x: Operand, y: Operand):
    """Quotient of two Tensors, rounded down, as `ops.floor_divide`."""
    return floor_divide(x, y)


@primitive("TruncateDiv")
@op("ops.truncate_div", label="TruncateDiv")
def truncate_div(x: Operand, y: Operand):
    """Quotient of two Tensors, rounded towards zero, in their common dtype.

    Args:
        x: Tensor or number, the dividend.
        y: Tensor or number, the divisor.

    Returns:
        Tensor of the broadcast shape.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.truncate_div(ms.Tensor([7, -7]), 2))
        [ 3 -3]
    """
    accept("TruncateDiv", x, "iuf", "x")
    broadcast("TruncateDiv", x, y)
    return truncated_quotient(x, y)


@op("ops.remainder", "Tensor.remainder", label="Remainder")
def remainder(input: Operand, other: Operand):
    """Remainder of the division that rounds down; its sign is that of `other`.

    Args:
        input: Tensor or number, the dividend.
        other: Tensor or number whose shape broadcasts with that of `input`, the divisor.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.remainder(ms.Tensor([-5., 5.]), 3))
        [1. 2.]
    """
    broadcast("Remainder", input, other)
    if input.dtype == np.bool_:
        return input & ~other
    return input - floor_quotient(input, other) * other


@primitive("FloorMod")
@op("ops.floor_mod", "ops.floormod", "ops.tensor_mod", label="FloorMod")
def floor_mod(x: Operand, y: Operand):
    """Remainder of the division that rounds down, as the `%` operator.

    Args:
        x: Tensor or number, the dividend.
        y: Tensor or number, the divisor.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Raises:
        TypeError: the dtype is complex or a wide unsigned one.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.floor_mod(ms.Tensor([-5, 5]), 3))
        [1 2]
    """
    if x.dtype in WIDE_UNSIGNED or _is_complex(x):
        accept("FloorMod", x, "bif uint8", "x")
    broadcast("FloorMod", x, y)
    result = remainder(x, y)
    if not _is_int(x):
        return result
    by_zero = np.array(np.iinfo(x.dtype).min if x.dtype.itemsize >= 4 else 0, x.dtype)
    return jnp.where(y == 0, by_zero, result)


@op("ops.fmod", "Tensor.fmod", label="Fmod")
def fmod(input: Value, other: Value):
    """Remainder of the division that rounds towards zero; its sign is that of `input`.

    Args:
        input: Tensor or number, the dividend.
        other: Tensor or number whose shape broadcasts with that of `input`, the divisor.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.fmod(ms.Tensor([-5., 5.]), 3))
        [-2.  2.]
    """
    input, other = product_operands("Fmod", input, other)
    if input.dtype == np.bool_:
        return input & ~other
    return input - truncated_quotient(input, other) * other


@primitive("Mod", "TruncateMod")
@op("ops.truncate_mod", label="Mod")
def truncate_mod(x: Operand, y: Operand):
    """Remainder of the division that rounds towards zero, as in C.

    Args:
        x: Tensor or number, the dividend.
        y: Tensor or number, the divisor.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.Mod()(ms.Tensor([-7., 7.]), 3))
        [-1.  1.]
    """
    accept("Mod", x, "iuf", "x")
    broadcast("Mod", x, y)
    x, y = jnp.broadcast_arrays(x, y)
    if not _is_int(x):
        return jax.lax.rem(x, y)
    return jnp.where(y == 0, x, jax.lax.rem(x, jnp.where(y == 0, np.array(1, y.dtype), y)))


@primitive("DivNoNan")
@op(label="DivNoNan")
def div_no_nan(x1: Operand, x2: Operand):
    """Quotient of two Tensors that is 0 where the divisor is 0.

    Args:
        x1: Tensor or number, the dividend.
        x2: Tensor or number, the divisor.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.DivNoNan()(ms.Tensor([1., 2.]), ms.Tensor([0., 4.])))
        [0.  0.5]
    """
    accept("DivNoNan", x1, "fc int8 int32 int64 uint8", "x1")
    broadcast("DivNoNan", x1, x2)
    safe = jnp.where(x2 == 0, np.array(1, x2.dtype), x2)
    quotient = truncated_quotient(x1, safe) if _is_int(x1) else x1 / safe
    return jnp.where(x2 == 0, np.array(0, x1.dtype), quotient)


@primitive("MulNoNan")
@op(label="MulNoNan")
def mul_no_nan(x: Operand, y: Operand):
    """Product of two Tensors that is 0 where `y` is 0, whatever `x` is.

    Args:
        x: Tensor or number.
        y: Tensor or number.

    Returns:
        Tensor of the broadcast shape and the common dtype.
    """
    accept("MulNoNan", x, "iufc", "x")
    broadcast("MulNoNan", x, y)
    zero = y == 0
    x = jnp.broadcast_to(x, jnp.broadcast_shapes(x.shape, y.shape))
    return jnp.where(zero, np.array(0, x.dtype), jnp.where(zero, np.array(0, x.dtype), x) * y)


@primitive("Pow")
@op(
    "ops.pow",
    "ops.pows",
    "ops.tensor_pow",
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
    if _is_int(input):
        return _integer_power(*jnp.broadcast_arrays(input, exponent))
    return jnp.power(input, exponent)


def _integer_power(x: jax.Array, y: jax.Array) -> jax.Array:
    """Power of integers; what does not fit 32 or 64 bits becomes the smallest value."""
    one = np.array(1, x.dtype)
    size = jnp.abs(y) if jnp.issubdtype(y.dtype, jnp.signedinteger) else y
    bits = 8 * x.dtype.itemsize

    def step(i: Any, carry: tuple) -> tuple:
        result, base = carry
        bit = jax.lax.shift_right_logical(size, jnp.full_like(size, 0) + i.astype(size.dtype)) & one
        return jnp.where(bit != 0, result * base, result), base * base

    result, _ = jax.lax.fori_loop(0, bits, step, (jnp.ones_like(x), x))
    if x.dtype.itemsize >= 4:
        low = np.array(np.iinfo(x.dtype).min, x.dtype)
        bound = 2.0 ** (bits - 1 if low < 0 else bits)
        real = jnp.abs(jnp.power(x.astype(np.float64), size.astype(np.float64)))
        result = jnp.where(real >= bound, low, result)
    if not jnp.issubdtype(y.dtype, jnp.signedinteger):
        return result
    low = np.array(np.iinfo(x.dtype).min if x.dtype.itemsize >= 4 else 0, x.dtype)
    inverse = jnp.where(x == 0, low, jnp.where(jnp.abs(x) == 1, result, np.array(0, x.dtype)))
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
    target = np.complex128 if _is_complex(x) or _is_complex(y) else np.float64
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
@op("ops.fmax", "Tensor.fmax", label="Fmax")
def fmax(input: Operand, other: Operand):
    """The larger of two Tensors, element by element; where one is NaN, the other one.

    Args:
        input: Tensor of Int32, Int64 or a floating type, or a number.
        other: Tensor or number whose shape broadcasts with that of `input`.

    Returns:
        Tensor of the broadcast shape and the common dtype.
    """
    accept("Fmax", input, "f int32 int64")
    broadcast("Fmax", input, other)
    return jnp.where((input >= other) | jnp.isnan(other), input, other)


@primitive("Fmin")
@op("ops.fmin", "Tensor.fmin", label="Fmin")
def fmin(input: Operand, other: Operand):
    """The smaller of two Tensors, element by element; where one is NaN, the other one.

    Args:
        input: Tensor of Int32, Int64 or a floating type, or a number.
        other: Tensor or number whose shape broadcasts with that of `input`.

    Returns:
        Tensor of the broadcast shape and the common dtype.
    """
    accept("Fmin", input, "f int32 int64")
    broadcast("Fmin", input, other)
    return jnp.where((input <= other) | jnp.isnan(other), input, other)


@primitive("SquaredDifference")
@op(label="SquaredDifference")
def squared_difference(x: Operand, y: Operand):
    """`(x - y) ** 2`, element by element; `|x - y| ** 2` for complex operands.

    Args:
        x: Tensor of Int32, Int64, a floating or a complex type, or a number.
        y: Tensor or number whose shape broadcasts with that of `x`.

    Returns:
        Tensor of the broadcast shape and the common dtype.
    """
    accept("SquaredDifference", x, "fc int32 int64", "x")
    broadcast("SquaredDifference", x, y)
    d = x - y
    return d * jnp.conj(d) if _is_complex(d) else d * d


@primitive("SquareSumAll")
@op(label="SquareSumAll")
def square_sum_all(x: Array, y: Array):
    """Sums of the squares of two Tensors of one shape.

    Args:
        x: Tensor of Float16 or Float32.
        y: Tensor of the shape and dtype of `x`.

    Returns:
        Tuple of two 0-d Tensors.
    """
    accept("SquareSumAll", x, "float16 float32", "x")
    same_dtype("SquareSumAll", x, y)
    if x.shape != y.shape:
        raise ValueError(
            f"For 'SquareSumAll', the shapes must be equal, but got {x.shape}, {y.shape}."
        )
    return tuple(
        jnp.sum(jnp.square(a.astype(np.float32))).astype(x.dtype) for a in (x, y)
    )


@primitive("AddN")
@op(label="AddN")
def add_n(x: Arrays):
    """Sum of a sequence of Tensors of one shape and dtype.

    Args:
        x: tuple or list of Tensors.

    Returns:
        Tensor of their shape and dtype; bool Tensors give Float32.

    Raises:
        ValueError: `x` is empty, or the shapes differ.
        TypeError: the dtypes differ.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.AddN()([ms.Tensor([1., 2.]), ms.Tensor([3., 4.])]))
        [4. 6.]
    """
    if not x:
        raise ValueError("For 'AddN', the number of inputs must be at least 1, but got 0.")
    same_dtype("AddN", *x)
    for i, a in enumerate(x):
        if a.shape != x[0].shape:
            raise ValueError(
                f"For 'AddN', input shape must be same, but got shape of input[{i}]: {a.shape}, "
                f"shape of input[0]: {x[0].shape}."
            )
    if x[0].dtype == np.bool_:
        x = [a.astype(np.float32) for a in x]
    total = x[0]
    for a in x[1:]:
        total = total + a
    return total


@public("ops.addn")
def addn(x):
    """Sum of a sequence of Tensors of one shape and dtype, or of a Tensor's rows.

    Args:
        x: tuple or list of Tensors, or a Tensor.

    Returns:
        Tensor of their shape and dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.addn([ms.Tensor([1., 2.]), ms.Tensor([3., 4.])]))
        [4. 6.]
    """
    return call(add_n)(list(x) if not isinstance(x, (tuple, list)) else x)


@primitive("AccumulateNV2")
@op("ops.accumulate_n", label="AccumulateNV2")
def accumulate_n(x: Arrays):
    """Sum of a sequence of Tensors of one shape and dtype.

    Args:
        x: tuple or list of Tensors.

    Returns:
        Tensor of their shape and dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.accumulate_n([ms.Tensor([1., 2.]), ms.Tensor([3., 4.])]))
        [4. 6.]
    """
    return add_n(x)


@op(label="Identity")
def identity_kernel(x: Array):
    """The Tensor itself, as a new point of the computation."""
    return x
