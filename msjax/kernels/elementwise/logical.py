"""Logical and bitwise operations."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.errors import Clause, must
from msjax._core.op.publish import Array, Operand, Value, op, primitive, spelling
from msjax.kernels.checks import accept, broadcast, same_dtype
from msjax.kernels.promotion import constant, is_number, promoted


def _truths(x: Value, y: Value) -> tuple[jax.Array, jax.Array]:
    """Both operands as bools; numbers other than bool are refused."""
    if is_number(x) or is_number(y):
        raise TypeError(Clause("a number must be a bool, but got an int or a float."))
    x, y = promoted(x, y)
    return x.astype(np.bool_), y.astype(np.bool_)


@spelling("Tensor.logical_and", y="other")
@op("ops.logical_and", label="LogicalAnd")
def logical_and(input: Value, other: Value):
    """Logical and of two Tensors, element by element; numbers other than 0 are true.

    Args:
        input: Tensor or bool.
        other: Tensor or bool whose shape broadcasts with that of `input`.

    Returns:
        Tensor of bool of the broadcast shape.

    Raises:
        TypeError: an operand is an int or a float, or the dtypes have no common one.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.logical_and(ms.Tensor([True, False]), True))
        [ True False]
    """
    x, y = _truths(input, other)
    return x & y


@primitive("LogicalAnd")
@op(label="LogicalAnd")
def _logical_and_primitive(x: Value, y: Value):
    """Logical and of two Tensors, as `ops.logical_and`.

    Args:
        x: Tensor or bool; elements other than 0 are true.
        y: Tensor or bool whose shape broadcasts with that of `x`.

    Returns:
        Tensor of bool of the broadcast shape.

    Raises:
        TypeError: an operand is an int or a float, or the dtypes have no common one.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.LogicalAnd()(ms.Tensor([True, False]), ms.Tensor([True, True])))
        [ True False]
    """
    return logical_and(x, y)


@spelling("Tensor.logical_or", y="other")
@op("ops.logical_or", label="LogicalOr")
def logical_or(input: Value, other: Value):
    """Logical or of two Tensors, element by element; numbers other than 0 are true.

    Args:
        input: Tensor or bool.
        other: Tensor or bool whose shape broadcasts with that of `input`.

    Returns:
        Tensor of bool of the broadcast shape.

    Raises:
        TypeError: an operand is an int or a float, or the dtypes have no common one.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.logical_or(ms.Tensor([True, False]), ms.Tensor([False, False])))
        [ True False]
    """
    x, y = _truths(input, other)
    return x | y


@primitive("LogicalOr")
@op(label="LogicalOr")
def _logical_or_primitive(x: Value, y: Value):
    """Logical or of two Tensors, as `ops.logical_or`.

    Args:
        x: Tensor or bool; elements other than 0 are true.
        y: Tensor or bool whose shape broadcasts with that of `x`.

    Returns:
        Tensor of bool of the broadcast shape.

    Raises:
        TypeError: an operand is an int or a float, or the dtypes have no common one.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.LogicalOr()(ms.Tensor([True, False]), ms.Tensor([False, False])))
        [ True False]
    """
    return logical_or(x, y)


@primitive("LogicalXor")
@op("ops.logical_xor", "Tensor.logical_xor", label="LogicalXor")
def logical_xor(input: Value, other: Value):
    """Exclusive or of two Tensors, element by element; numbers other than 0 are true.

    Args:
        input: Tensor or bool.
        other: Tensor or bool whose shape broadcasts with that of `input`.

    Returns:
        Tensor of bool of the broadcast shape.

    Raises:
        TypeError: an operand is an int or a float, or the dtypes have no common one.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.logical_xor(ms.Tensor([True, False]), True))
        [False  True]
    """
    x, y = _truths(input, other)
    return x ^ y


@primitive("LogicalNot")
@op("ops.logical_not", "Tensor.logical_not", label="LogicalNot")
def logical_not(input: Array):
    """Whether elements are 0 or False.

    Args:
        input: Tensor.

    Returns:
        Tensor of bool.

    Raises:
        TypeError: `input` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.logical_not(ms.Tensor([True, False])))
        [False  True]
    """
    return ~input if input.dtype == np.bool_ else input == constant(0, input.dtype)


@primitive("BitwiseAnd", counts="all")
@op("ops.bitwise_and", "Tensor.bitwise_and", tensors=1, label="BitwiseAnd")
def bitwise_and(input: Operand, other: Operand):
    """Bitwise and of two Tensors.

    Args:
        input: Tensor of bool or an integer dtype, or a number.
        other: Tensor or number whose shape broadcasts with that of `input`.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Raises:
        TypeError: an operand is neither bool nor integer.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.bitwise_and(ms.Tensor([12, 10]), 6))
        [4 2]
    """
    accept(input, "biu")
    broadcast(input, other)
    return input & other


@primitive("BitwiseOr", counts="all")
@op("ops.bitwise_or", "Tensor.bitwise_or", tensors=1, label="BitwiseOr")
def bitwise_or(input: Operand, other: Operand):
    """Bitwise or of two Tensors.

    Args:
        input: Tensor of bool or an integer dtype, or a number.
        other: Tensor or number whose shape broadcasts with that of `input`.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Raises:
        TypeError: an operand is neither bool nor integer.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.bitwise_or(ms.Tensor([12, 10]), 1))
        [13 11]
    """
    accept(input, "biu")
    broadcast(input, other)
    return input | other


@primitive("BitwiseXor", counts="all")
@op("ops.bitwise_xor", "Tensor.bitwise_xor", tensors=1, label="BitwiseXor")
def bitwise_xor(input: Operand, other: Operand):
    """Bitwise exclusive or of two Tensors.

    Args:
        input: Tensor of bool or an integer dtype, or a number.
        other: Tensor or number whose shape broadcasts with that of `input`.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Raises:
        TypeError: an operand is neither bool nor integer.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.bitwise_xor(ms.Tensor([12, 10]), 6))
        [10 12]
    """
    accept(input, "biu")
    broadcast(input, other)
    return input ^ other


@primitive("Invert", counts="all")
@op("ops.invert", "Tensor.invert", label="Invert")
def invert(x: Array):
    """Every bit flipped.

    Args:
        x: Tensor of an integer dtype.

    Returns:
        Tensor of the same dtype.

    Raises:
        TypeError: `x` is not a Tensor of an integer dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.invert(ms.Tensor([7, 0])))
        [-8 -1]
    """
    accept(x, "iu", "x")
    return ~x


@op("Tensor.bitwise_not", label="BitwiseNot")
def bitwise_not(x: Array):
    """Every bit flipped, as `ops.invert`; of bools the logical not.

    Args:
        x: Tensor of bool or an integer dtype.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is none of these.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([7, 0]).bitwise_not())
        [-8 -1]
        >>> print(ms.Tensor([True, False]).bitwise_not())
        [False  True]
    """
    accept(x, "biu")
    return ~x


def _shift_operands(x: Value, n: Value) -> tuple[jax.Array, jax.Array, np.dtype]:
    """Operands in the machine's register width, which also bounds the shift."""
    x, n = jnp.asarray(x), jnp.asarray(n)
    for value, arg in ((x, "input"), (n, "other")):
        if value.weak_type and not jnp.issubdtype(value.dtype, jnp.integer):
            raise TypeError(must(arg, "an integer or a Tensor", str(value.dtype)))
    tensors = [a for a in (x, n) if not a.weak_type and (a.ndim or a.dtype != np.bool_)]
    for a in tensors:
        accept(a, "iu")
    same_dtype(*tensors)
    x, n = promoted(x, n, loose=True)
    dtype = x.dtype
    signed = jnp.issubdtype(dtype, jnp.signedinteger)
    wide = np.dtype(f"{'' if signed else 'u'}int{64 if dtype.itemsize == 8 else 32}")
    x, n = jnp.broadcast_arrays(x.astype(wide), n.astype(wide))
    return x, n & constant(8 * wide.itemsize - 1, wide), dtype


@op("ops.bitwise_left_shift", "Tensor.bitwise_left_shift", label="LeftShift")
def bitwise_left_shift(input: Value, other: Value):
    """`input` times 2 to the power `other`, by shifting bits.

    Args:
        input: Tensor of an integer dtype, or an int.
        other: Tensor of the same dtype, or an int: how many bits, modulo 32 (64 for 64-bit dtypes).

    Returns:
        Tensor of the dtype.

    Raises:
        TypeError: an operand is not an integer, or the dtypes of two Tensors differ.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.bitwise_left_shift(ms.Tensor([1, 3]), 2))
        [ 4 12]
    """
    x, n, dtype = _shift_operands(input, other)
    return jax.lax.shift_left(x, n).astype(dtype)


@primitive("LeftShift")
@op(label="LeftShift")
def _left_shift_primitive(x1: Value, x2: Value):
    """Bits shifted to the left, as `ops.bitwise_left_shift`.

    Args:
        x1: Tensor of an integer dtype, or an int.
        x2: Tensor of the same dtype, or an int: how many bits, modulo 32 (64 for 64-bit dtypes).

    Returns:
        Tensor of the broadcast shape and the dtype.

    Raises:
        TypeError: an operand is not an integer, or the dtypes of two Tensors differ.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.LeftShift()(ms.Tensor([1, 3]), ms.Tensor([2, 3])))
        [ 4 24]
    """
    return bitwise_left_shift(x1, x2)


@op("ops.bitwise_right_shift", "Tensor.bitwise_right_shift", label="RightShift")
def bitwise_right_shift(input: Value, other: Value):
    """`input` divided by 2 to the power `other` and rounded down, by shifting bits.

    Args:
        input: Tensor of an integer dtype, or an int.
        other: Tensor of the same dtype, or an int: how many bits, modulo 32 (64 for 64-bit dtypes).

    Returns:
        Tensor of the dtype.

    Raises:
        TypeError: an operand is not an integer, or the dtypes of two Tensors differ.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.bitwise_right_shift(ms.Tensor([4, -12]), 2))
        [ 1 -3]
    """
    x, n, dtype = _shift_operands(input, other)
    if jnp.issubdtype(x.dtype, jnp.signedinteger):
        return jax.lax.shift_right_arithmetic(x, n).astype(dtype)
    return jax.lax.shift_right_logical(x, n).astype(dtype)


@primitive("RightShift")
@op(label="RightShift")
def _right_shift_primitive(input_x: Value, input_y: Value):
    """Bits shifted to the right, as `ops.bitwise_right_shift`.

    Args:
        input_x: Tensor of an integer dtype, or an int.
        input_y: Tensor of the same dtype, or an int: how many bits, modulo 32 (64 for 64-bit
            dtypes).

    Returns:
        Tensor of the broadcast shape and the dtype.

    Raises:
        TypeError: an operand is not an integer, or the dtypes of two Tensors differ.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.RightShift()(ms.Tensor([4, -12]), ms.Tensor([2, 2])))
        [ 1 -3]
    """
    return bitwise_right_shift(input_x, input_y)


@primitive("PopulationCount", counts="all")
@op("ops.population_count", label="PopulationCount")
def population_count(input_x: Array):
    """How many bits of each element are 1.

    Args:
        input_x: Tensor of an integer dtype.

    Returns:
        Tensor of UInt8.

    Raises:
        TypeError: `input_x` is not a Tensor of an integer dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.population_count(ms.Tensor([0, 1, 3], ms.int16)))
        [0 1 2]
    """
    accept(input_x, "iu", "input_x")
    return jax.lax.population_count(input_x).astype(np.uint8)
