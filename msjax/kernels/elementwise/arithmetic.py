"""Arithmetic of two or more Tensors: sums, products, quotients and remainders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.errors import Clause, must
from msjax._core.op.gateway import Op
from msjax._core.op.precision import FLOAT32, Policy, run_in
from msjax._core.op.publish import Array, Arrays, Operand, Value, call, op, primitive, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import accept, broadcast, same_dtype
from msjax.kernels.promotion import (
    WIDE_UNSIGNED,
    constant,
    is_complex,
    is_integer,
    is_number,
    product_operands,
    promoted,
    saturated_quotient,
    spread,
)


def _quotient(entry: Op, values: Sequence[Any], policy: Policy) -> Any:
    """`number / tensor` takes a reciprocal, in float32; other quotients keep the dtype."""
    reciprocal = not isinstance(values[0], Tensor)
    return run_in(entry, values, FLOAT32) if reciprocal else entry.apply(values)


@op(label="AddExt", compiled_as="Add")
def plus(input: Operand, other: Operand):
    """`input + other`; on bool Tensors the logical or."""
    input, other = spread(input, other)
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
    input, other = spread(input, other)
    accept(input, "iufc")
    return input + other


@op(label="SubExt", compiled_as="Sub")
def minus(input: Operand, other: Operand):
    """`input - other`; on bool Tensors the exclusive or."""
    input, other = spread(input, other)
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
    input, other = spread(input, other)
    accept(input, "iufc")
    return input - other


@primitive("Mul")
@op("ops.mul", "ops.multiply", "ops.tensor_mul", label="Mul")
def mul(input: Value, other: Value):
    """Product of two Tensors, element by element.

    A 0-d Tensor lifts the dtype of the other operand only if it is of a higher category (bool,
    integer, floating, complex). A number is a 0-d Tensor of Int64 or Float32, also where it meets
    another one.

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
    input, other = product_operands(input, other, equal=True)
    return input * other


@op("Tensor.mul", "mint.mul", label="Mul")
def times(input: Value, other: Value):
    """Product of two Tensors, element by element: `ops.mul`, but for numbers that come second.

    These, as 0-d Tensors, lift the dtype of the other operand only if they are of a higher category
    (bool, integer, floating, complex).

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
        >>> print(ms.mint.mul(ms.Tensor([1., 2.]), ms.Tensor([3., 4.])))
        [3. 8.]
    """
    input, other = product_operands(input, other, equal=is_number(input))
    return input * other


@op("Tensor.multiply", label="Mul")
def multiply_method(input: Value, value: Value):
    """Product of the Tensor and another one, element by element, as `ops.mul`.

    Args:
        value: Tensor or number whose shape broadcasts with that of the Tensor.

    Returns:
        Tensor of the broadcast shape.

    Raises:
        TypeError: `value` is neither a Tensor nor a number, or the dtypes have no common one.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([1., 2.]).multiply(3))
        [3. 6.]
    """
    return mul(input, value)


@op("ops.tensor_muls", label="Muls")
def muls(input: Array, other: float):
    """Product of a Tensor and a number.

    Args:
        input: Tensor.
        other: number.

    Returns:
        Tensor of the shape of `input`. Its dtype is that of `input` too, unless the number is of a
        higher category: an integer Tensor times a float gives Float32.

    Raises:
        TypeError: `input` is not a Tensor, or `other` not a number.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.tensor_muls(ms.Tensor([1., 2.]), 2.5))
        [2.5 5. ]
    """
    return times(input, other)


def true_quotient(input: Any, other: Any, equal: bool = False) -> jax.Array:
    """`input / other`, float32 for bool and integer operands; `equal` as for the operands."""
    given = jnp.asarray(input), jnp.asarray(other)
    if sum(a.weak_type for a in given) == 1 and all(is_integer(a) for a in given):
        broadcast(*given)
        return given[0].astype(np.float32) / given[1].astype(np.float32)
    x, y = product_operands(*given, loose=True, equal=equal)
    if x.dtype != np.bool_ and not is_integer(x):
        return ratio(x, y)
    alike = given[0].dtype == given[1].dtype and not any(a.weak_type for a in given)
    if alike and x.dtype.itemsize > 2:  # Float32 cannot hold the operands
        return (x.astype(np.float64) / y.astype(np.float64)).astype(np.float32)
    return x.astype(np.float32) / y.astype(np.float32)


def _rounded_quotient(x: Any, y: Any, rounding_mode: str | None, equal: bool) -> jax.Array:
    """`x / y`, rounded as `ops.div` says; `equal` as for `product_operands`."""
    if rounding_mode is None:
        return true_quotient(x, y, equal)
    x, y = product_operands(x, y, loose=True, equal=equal)
    if rounding_mode == "floor":
        return floor_quotient(x, y)
    if rounding_mode == "trunc":
        if x.dtype == np.bool_:
            return x | ~y
        quotient = truncated_quotient(x, y)
        if not is_integer(x):
            return quotient
        by_zero = constant(np.iinfo(x.dtype).min if x.dtype.itemsize >= 4 else 0, x.dtype)
        return jnp.where(y == 0, by_zero, quotient)
    raise ValueError(must("rounding_mode", "None, 'floor' or 'trunc'", repr(rounding_mode)))


@op("ops.div", "ops.divide", label="Div")
def div(input: Value, other: Value, *, rounding_mode: str | None = None):
    """Quotient of two Tensors, element by element.

    A number is a 0-d Tensor of Int64 or Float32, also where it meets another one.

    Args:
        input: Tensor or number, the dividend.
        other: Tensor or number whose shape broadcasts with that of `input`, the divisor.
        rounding_mode: None for the true quotient, "floor" to round down, "trunc" towards 0.

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
    return _rounded_quotient(input, other, rounding_mode, True)


@op(
    "Tensor.div",
    "Tensor.divide",
    "mint.div",
    label="Div",
    accepts={
        "Tensor.div.rounding_mode": "str None",
        "Tensor.divide.rounding_mode": "str None",
        "mint.div.rounding_mode": "str None",
    },
)
def over(input: Value, other: Value, *, rounding_mode: str | None = None):
    """Quotient of two Tensors, element by element: `ops.div`, but for numbers that come second.

    These lift the dtype of a 0-d Tensor only if they are of a higher category.

    Args:
        input: Tensor or number, the dividend.
        other: Tensor or number whose shape broadcasts with that of `input`, the divisor.
        rounding_mode: None for the true quotient, "floor" to round down, "trunc" towards 0.

    Returns:
        Tensor of the broadcast shape; bool and integer operands give Float32 unless rounded.

    Raises:
        TypeError: the dtypes have no common one.
        ValueError: the shapes do not broadcast, or `rounding_mode` is none of the above.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([7, -7]).div(2))
        [ 3.5 -3.5]
    """
    return _rounded_quotient(input, other, rounding_mode, is_number(input))


@op(label="Div", amp=_quotient)
def quotient(input: Value, other: Value):
    """`input / other` of the operators."""
    return true_quotient(input, other)


@primitive("Div")
@op("Tensor.true_divide", label="Div", amp=_quotient)
def true_div(input: Value, other: Value):
    """True quotient of two Tensors, element by element; bool and integer operands give Float32.

    Args:
        input: Tensor or number, the dividend.
        other: Tensor or number, the divisor.

    Returns:
        Tensor of the broadcast shape.

    Raises:
        TypeError: an operand is neither a Tensor nor a number, or the dtypes have no common one.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.Div()(ms.Tensor([1., 2.]), ms.Tensor([2., 8.])))
        [0.5  0.25]
    """
    return true_quotient(input, other, equal=True)


@op("ops.true_divide", label="Div")
def true_divide(dividend: Value, divisor: Value):
    """True quotient of two Tensors, element by element; bool and integer operands give Float32.

    Args:
        dividend: Tensor or number.
        divisor: Tensor or number whose shape broadcasts with that of `dividend`.

    Returns:
        Tensor of the broadcast shape.

    Raises:
        TypeError: an operand is neither a Tensor nor a number, or the dtypes have no common one.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.true_divide(ms.Tensor([7, 1]), 2))
        [3.5 0.5]
    """
    return true_quotient(dividend, divisor, equal=True)


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
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.RealDiv()(ms.Tensor([1., 2.]), ms.Tensor([2., 8.])))
        [0.5  0.25]
    """
    accept(x, "iufc", "x")
    broadcast(x, y)
    return truncated_quotient(x, y) if is_integer(x) else ratio(x, y)


def ratio(x: jax.Array, y: jax.Array) -> jax.Array:
    """`x / y` of floats or complex numbers of one dtype.

    XLA multiplies by the reciprocal of what is broadcast. In float16 that is as coarse as the
    result, and a third of the quotients were off by their last bit.
    """
    if x.dtype == np.float16:
        return (x.astype(np.float32) / y.astype(np.float32)).astype(np.float16)
    return x / y


def _widened(x: jax.Array) -> jax.Array:
    """Floats in a precision whose quotient rounds down to the right integer."""
    return x.astype(np.float32 if x.dtype.itemsize == 2 else np.float64)


def divided(x: jax.Array, y: jax.Array) -> jax.Array:
    """`x / y` of floats, of which the last bit is right: to who rounds it may be a whole unit.

    XLA multiplies by the reciprocal of what all elements are divided by, unless it does not see so.
    """
    return x / jnp.where(x == x, y, x)


def floor_quotient(x: jax.Array, y: jax.Array) -> jax.Array:
    """`x // y` of operands of one dtype."""
    if x.dtype == np.bool_:
        return jnp.broadcast_to(x, jnp.broadcast_shapes(x.shape, y.shape))
    if is_complex(x):
        q = x / y
        return jax.lax.complex(jnp.floor(q.real), jnp.zeros_like(q.imag))
    if not is_integer(x):
        a, b = _widened(x), _widened(y)
        exact = jnp.floor(divided(a, jnp.where(b == 0, 1, b)))
        return jnp.where(b == 0, jax.lax.stop_gradient(a) * jnp.inf, exact).astype(x.dtype)
    x, y = jnp.broadcast_arrays(x, y)
    safe = jnp.where(y == 0, constant(1, y.dtype), y)
    q = jax.lax.div(x, safe)
    if jnp.issubdtype(x.dtype, jnp.signedinteger):
        inexact = jax.lax.rem(x, safe) != 0
        q = jnp.where(inexact & ((x < 0) != (y < 0)), q - constant(1, q.dtype), q)
    return jnp.where(y == 0, saturated_quotient(x), q)


def truncated_quotient(x: jax.Array, y: jax.Array) -> jax.Array:
    """The quotient of operands of one dtype, rounded towards zero."""
    if x.dtype == np.bool_:
        return floor_quotient(x, y)
    if not is_integer(x):
        return jnp.trunc(divided(x, y))
    x, y = jnp.broadcast_arrays(x, y)
    safe = jnp.where(y == 0, constant(1, y.dtype), y)
    return jnp.where(y == 0, saturated_quotient(x), jax.lax.div(x, safe))


@primitive("FloorDiv")
@op(
    "ops.floor_divide",
    "ops.floordiv",
    "Tensor.floor_divide",
    "mint.floor_divide",
    label="FloorDiv",
)
def floor_divide(input: Operand, other: Operand):
    """Quotient of two Tensors, rounded down, in their common dtype.

    Args:
        input: Tensor or number, the dividend.
        other: Tensor or number whose shape broadcasts with that of `input`, the divisor.

    Returns:
        Tensor of the broadcast shape. An integer divided by 0 gives the bound of its dtype.

    Raises:
        TypeError: an operand is neither a Tensor nor a number, or the dtypes have no common one.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.floor_divide(ms.Tensor([7, -7]), 2))
        [ 3 -4]
    """
    broadcast(input, other)
    return floor_quotient(input, other)


@op("ops.floor_div", label="FloorDiv")
def floor_div(x: Operand, y: Operand):
    """Quotient of two Tensors, rounded down, as `ops.floor_divide`.

    Args:
        x: Tensor or number, the dividend.
        y: Tensor or number whose shape broadcasts with that of `x`, the divisor.

    Returns:
        Tensor of the broadcast shape and the common dtype. An integer divided by 0 gives the bound
        of its dtype.

    Raises:
        TypeError: an operand is neither a Tensor nor a number, or the dtypes have no common one.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.floor_div(ms.Tensor([7, -7]), 2))
        [ 3 -4]
    """
    return floor_divide(x, y)


@primitive("TruncateDiv", counts="all")
@op("ops.truncate_div", tensors=1, label="TruncateDiv")
def truncate_div(x: Operand, y: Operand):
    """Quotient of two Tensors, rounded towards zero, in their common dtype.

    Args:
        x: Tensor or number, the dividend.
        y: Tensor or number, the divisor.

    Returns:
        Tensor of the broadcast shape.

    Raises:
        TypeError: the common dtype is bool or complex, or there is not a Tensor.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.truncate_div(ms.Tensor([7, -7]), 2))
        [ 3 -3]
    """
    accept(x, "iuf", "x")
    broadcast(x, y)
    return truncated_quotient(x, y)


@op("ops.remainder", label="Remainder")
def remainder(input: Value, other: Value):
    """Remainder of the division that rounds down; its sign is that of `other`.

    Args:
        input: Tensor or number, the dividend.
        other: Tensor or number whose shape broadcasts with that of `input`, the divisor.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Raises:
        TypeError: an operand is neither a Tensor nor a number, or the dtypes have no common one.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.remainder(ms.Tensor([-5., 5.]), 3))
        [1. 2.]
    """
    if jnp.asarray(input).dtype in WIDE_UNSIGNED and jnp.asarray(other).dtype == np.bool_:
        product_operands(input, other)
    input, other = promoted(input, other)
    if input.dtype == np.bool_:
        return input & ~other
    if jnp.issubdtype(input.dtype, jnp.inexact) and not is_complex(input):
        x, y = _widened(input), _widened(other)
        return (x - floor_quotient(x, y) * y).astype(input.dtype)
    return input - floor_quotient(input, other) * other


@primitive("FloorMod")
@op("ops.floor_mod", "ops.floormod", label="FloorMod")
def floor_mod(x: Operand, y: Operand):
    """Remainder of the division that rounds down, as the `%` operator.

    Args:
        x: Tensor or number, the dividend.
        y: Tensor or number, the divisor.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Raises:
        TypeError: the common dtype is complex, UInt16, UInt32 or UInt64.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.floor_mod(ms.Tensor([-5, 5]), 3))
        [1 2]
    """
    if x.dtype in WIDE_UNSIGNED or is_complex(x):
        accept(x, "bif uint8", "x")
    broadcast(x, y)
    result = remainder(x, y)
    if not is_integer(x):
        return result
    by_zero = constant(np.iinfo(x.dtype).min if x.dtype.itemsize >= 4 else 0, x.dtype)
    return jnp.where(y == 0, by_zero, result)


@op("ops.fmod", "Tensor.fmod", label="Fmod")
def fmod(input: Value, other: Value):
    """Remainder of the division that rounds towards zero; its sign is that of `input`.

    Args:
        input: Tensor or number, the dividend.
        other: Tensor or number whose shape broadcasts with that of `input`, the divisor.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Raises:
        TypeError: neither is a Tensor, or the dtypes have no common one.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.fmod(ms.Tensor([-5., 5.]), 3))
        [-2.  2.]
    """
    if is_number(input) and is_number(other):
        raise TypeError(Clause("there must be one Tensor among its inputs."))
    x, y = product_operands(input, other)
    if jnp.ndim(input) == 0 and not is_number(input) and not is_number(other):
        x, y = promoted(input, other)
    input, other = x, y
    if input.dtype == np.bool_:
        return input & ~other
    return input - truncated_quotient(input, other) * other


@primitive("Mod", counts="all")
@op(tensors=1, label="Mod")
def mod(x: Operand, y: Operand):
    """Remainder of the division that rounds towards zero, as in C.

    Args:
        x: Tensor or number, the dividend.
        y: Tensor or number, the divisor.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Raises:
        TypeError: the common dtype is bool or complex, or there is not a Tensor.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.Mod()(ms.Tensor([-7., 7.]), 3))
        [-1.  1.]
    """
    accept(x, "iuf", "x")
    broadcast(x, y)
    x, y = jnp.broadcast_arrays(x, y)
    if not is_integer(x):
        return jax.lax.rem(x, y)
    return jnp.where(y == 0, x, jax.lax.rem(x, jnp.where(y == 0, constant(1, y.dtype), y)))


@primitive("TruncateMod", counts="all")
@op("ops.truncate_mod", tensors=1, label="TruncateMod")
def truncate_mod(x: Operand, y: Operand):
    """Remainder of the division that rounds towards zero, as in C; its sign is that of `x`.

    Args:
        x: Tensor of Int8, Int32, UInt8, Float16, Float32 or Float64, or a number, the dividend.
        y: Tensor or number whose shape broadcasts with that of `x`, the divisor. One of the two
            must be a Tensor.

    Returns:
        Tensor of the broadcast shape and the common dtype. An integer divided by 0 leaves the
        dividend.

    Raises:
        TypeError: the common dtype is none of these, or there is not a Tensor.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.truncate_mod(ms.Tensor([-7., 7.]), 3))
        [-1.  1.]
        >>> print(ms.ops.TruncateMod()(ms.Tensor([-7, 7], ms.int32), -3))
        [-1  1]
    """
    accept(x, "r int8 int32 uint8", "x")
    return mod(x, y)


@primitive("DivNoNan", counts="all")
@op(tensors=1, label="DivNoNan")
def div_no_nan(x1: Operand, x2: Operand):
    """Quotient of two Tensors that is 0 where the divisor is 0.

    Args:
        x1: Tensor or number, the dividend.
        x2: Tensor or number, the divisor.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Raises:
        TypeError: the common dtype is bool, Int16, BFloat16, UInt16, UInt32 or UInt64, or there is
            not a Tensor.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.DivNoNan()(ms.Tensor([1., 2.]), ms.Tensor([0., 4.])))
        [0.  0.5]
    """
    accept(x1, "rc int8 int32 int64 uint8", "x1")
    broadcast(x1, x2)
    safe = jnp.where(x2 == 0, constant(1, x2.dtype), x2)
    quotient = truncated_quotient(x1, safe) if is_integer(x1) else ratio(x1, safe)
    return jnp.where(x2 == 0, constant(0, x1.dtype), quotient)


@primitive("MulNoNan", counts="all")
@op(tensors=1, label="MulNoNan")
def mul_no_nan(x: Operand, y: Operand):
    """Product of two Tensors that is 0 where `y` is 0, even if `x` is infinite or NaN there.

    Args:
        x: Tensor of any dtype but bool, or a number.
        y: Tensor or number whose shape broadcasts with that of `x`. One of the two must be a
            Tensor.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Raises:
        TypeError: the common dtype is bool, or there is not a Tensor.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([float("inf"), 2.])
        >>> print(ms.ops.MulNoNan()(x, ms.Tensor([0., 3.])))
        [0. 6.]
    """
    accept(x, "iufc", "x")
    broadcast(x, y)
    zero = y == 0
    x = jnp.broadcast_to(x, jnp.broadcast_shapes(x.shape, y.shape))
    return jnp.where(zero, constant(0, x.dtype), jnp.where(zero, constant(0, x.dtype), x) * y)


@primitive("SquaredDifference", counts="all")
@op(tensors=1, label="SquaredDifference")
def squared_difference(x: Operand, y: Operand):
    """`(x - y) ** 2`, element by element; `|x - y| ** 2` for complex operands.

    Args:
        x: Tensor of Int32, Int64, Float16, Float32, Float64 or a complex dtype, or a number.
        y: Tensor or number whose shape broadcasts with that of `x`. One of the two must be a
            Tensor.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Raises:
        TypeError: the common dtype is none of these, or there is not a Tensor.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.SquaredDifference()(ms.Tensor([1., 5.]), ms.Tensor([3., 2.])))
        [4. 9.]
    """
    accept(x, "rc int32 int64", "x")
    broadcast(x, y)
    d = x - y
    return d * jnp.conj(d) if is_complex(d) else d * d


@primitive("AddN")
@op(label="AddN", amp="widest")
def add_n(x: Arrays):
    """Sum of a sequence of Tensors of one shape and dtype.

    Args:
        x: tuple or list of Tensors.

    Returns:
        Tensor of their shape and dtype; bool ones are or-ed.

    Raises:
        ValueError: `x` is empty, or the shapes differ.
        TypeError: the dtypes differ.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.AddN()([ms.Tensor([1., 2.]), ms.Tensor([3., 4.])]))
        [4. 6.]
    """
    if not x:
        raise ValueError(Clause("the number of inputs must be at least 1, but got 0."))
    same_dtype(*x)
    for i, a in enumerate(x):
        if a.shape != x[0].shape:
            raise ValueError(
                Clause(
                    f"input shape must be same, but got shape of input[{i}]: {a.shape}, "
                    f"shape of input[0]: {x[0].shape}."
                )
            )
    total = x[0]
    for a in x[1:]:
        total = total + a
    return total


@public("ops.addn")
def addn(x: Sequence[Tensor] | Tensor) -> Tensor:
    """Sum of a sequence of Tensors of one shape and dtype, or of a Tensor's rows.

    Args:
        x: tuple or list of Tensors, or a Tensor.

    Returns:
        Tensor of their shape and dtype.

    Raises:
        ValueError: `x` is empty, or the shapes differ.
        TypeError: an element is not a Tensor, or the dtypes differ.

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

    Raises:
        ValueError: `x` is empty, or the shapes differ.
        TypeError: `x` is not a tuple or list of Tensors, or the dtypes differ.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.accumulate_n([ms.Tensor([1., 2.]), ms.Tensor([3., 4.])]))
        [4. 6.]
    """
    return add_n(x)


@op("Parameter.value", label="Identity")
def identity_kernel(input_x: Array):
    """The Tensor itself, as a new point of the computation.

    As a method of a Parameter it gives the present contents as a Tensor, which later writes to the
    Parameter do not change.

    Args:
        input_x: Tensor.

    Returns:
        Tensor of the same shape, dtype and values.

    Raises:
        TypeError: `input_x` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.Identity()(ms.Tensor([1., 2.])))
        [1. 2.]
        >>> weight = ms.Parameter(ms.Tensor([3.]))
        >>> before = weight.value()
        >>> weight.set_data(ms.Tensor([4.])).value()
        Tensor(shape=[1], dtype=Float32, value= [ 4.00000000e+00])
        >>> print(before)
        [3.]
    """
    return input_x
