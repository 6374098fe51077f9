"""Comparisons and tests of values."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import boolean, of_types
from msjax._core.base.errors import Clause, describe, must
from msjax._core.op.publish import (
    Array,
    Finite,
    Operand,
    Value,
    call,
    op,
    primitive,
    public,
    spelling,
)
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import accept, broadcast, number, of_dtype, of_shape, same_dtype
from msjax.kernels.promotion import constant, is_integer, is_number, promoted


def _same(input: jax.Array, other: jax.Array) -> jax.Array:
    loose = not jnp.issubdtype(other.dtype, jnp.floating)
    input, other = promoted(input, other, loose=loose)
    return input == other


def _one_tensor(input: Any, other: Any) -> tuple[jax.Array, jax.Array]:
    """Two operands as arrays; TypeError where both are numbers."""
    if is_number(input) and is_number(other):
        raise TypeError(must("input", "a Tensor", "a number"))
    return jnp.asarray(input), jnp.asarray(other)


def _whole(value: jax.Array) -> jax.Array:
    """A Tensor as it is, a number in the dtype that holds its value."""
    if not is_number(value):
        return value
    return value.astype(np.float32 if jnp.issubdtype(value.dtype, jnp.floating) else np.int64)


@primitive("Equal")
@op("ops.equal", "ops.eq", "Tensor.equal", label="Equal")
def equal(input: Value, other: Value):
    """Whether two Tensors are equal, element by element.

    Args:
        input: Tensor, or, as in older releases, a number beside a Tensor.
        other: Tensor or number whose shape broadcasts with that of `input`. A number beyond the
            range of the integers in the Tensor equals none of them.

    Returns:
        Tensor of bool of the broadcast shape.

    Raises:
        TypeError: neither operand is a Tensor, or the dtypes have no common one.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.equal(ms.Tensor([1, 2]), 2))
        [False  True]
    """
    input, other = _one_tensor(input, other)
    if is_number(input):
        input, other = other, input
    same = _same(input, other)
    if is_number(other) and is_integer(other) and is_integer(input):
        return same & (other.astype(input.dtype).astype(other.dtype) == other)
    return same


@op("Tensor.eq", "mint.eq", label="Equal")
def eq(input: Array, other: Value):
    """Whether two Tensors are equal, element by element, as `==` compares them.

    Args:
        input: Tensor.
        other: Tensor or number whose shape broadcasts with that of `input`. A number takes the
            dtype of integers in `input`, and wraps around if it is beyond their range.

    Returns:
        Tensor of bool of the broadcast shape.

    Raises:
        TypeError: the dtypes have no common one.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.eq(ms.Tensor([1, 2]), 2), ms.Tensor([44], ms.int8).eq(300))
        [False  True] [ True]
    """
    return _same(input, jnp.asarray(other))


@primitive("NotEqual")
@op(
    "ops.not_equal",
    "ops.ne",
    "Tensor.ne",
    "Tensor.not_equal",
    "mint.not_equal",
    label="NotEqual",
    formerly={"ops.ne": "x=input y=other"},
)
def not_equal(input: Operand, other: Operand):
    """Whether two Tensors differ, element by element.

    Args:
        input: Tensor or number.
        other: Tensor or number whose shape broadcasts with that of `input`.

    Returns:
        Tensor of bool of the broadcast shape.

    Raises:
        TypeError: an operand is neither a Tensor nor a number, or the dtypes have no common one.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.ne(ms.Tensor([1, 2]), 2))
        [ True False]
    """
    broadcast(input, other)
    return input != other


@primitive("Less")
@op(
    "ops.less",
    "ops.lt",
    "Tensor.less",
    "Tensor.lt",
    label="Less",
    formerly={"ops.less": "x=input y=other"},
)
def less(input: Value, other: Value):
    """Whether `input < other`, element by element.

    Args:
        input: Tensor, or, as in older releases, a number beside a Tensor.
        other: Tensor or number whose shape broadcasts with that of `input`. A number is compared by
            its own value, without a cast to a narrower dtype.

    Returns:
        Tensor of bool of the broadcast shape.

    Raises:
        TypeError: an operand is complex, neither is a Tensor, or the dtypes have no common one.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.less(ms.Tensor([1, 2]), 2))
        [ True False]
    """
    input, other = _one_tensor(input, other)
    _check_ordered(input)
    if is_number(input) or is_number(other):
        promoted(input, other)
        input, other = _whole(input), _whole(other)
        common = mstype.promote((input.dtype, other.dtype))
        return input.astype(common) < other.astype(common)
    input, other = promoted(input, other)
    _check_ordered(input)
    return input < other


@primitive("LessEqual")
@op(
    "ops.less_equal",
    "ops.le",
    "ops.tensor_le",
    "Tensor.less_equal",
    "Tensor.le",
    label="LessEqual",
    formerly={"ops.le": "x=input y=other"},
)
def less_equal(input: Operand, other: Operand):
    """Whether `input <= other`, element by element.

    Args:
        input: Tensor or number.
        other: Tensor or number whose shape broadcasts with that of `input`.

    Returns:
        Tensor of bool of the broadcast shape.

    Raises:
        TypeError: an operand is complex, or the dtypes have no common one.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.le(ms.Tensor([1, 2, 3]), 2))
        [ True  True False]
    """
    _check_ordered(input)
    broadcast(input, other)
    return input <= other


@primitive("Greater")
@op(
    "ops.greater",
    "ops.gt",
    "Tensor.greater",
    "Tensor.gt",
    label="Greater",
    formerly={"ops.gt": "x=input y=other"},
)
def greater(input: Operand, other: Operand):
    """Whether `input > other`, element by element.

    Args:
        input: Tensor or number.
        other: Tensor or number whose shape broadcasts with that of `input`.

    Returns:
        Tensor of bool of the broadcast shape.

    Raises:
        TypeError: an operand is complex, or the dtypes have no common one.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.gt(ms.Tensor([1, 2, 3]), 2))
        [False False  True]
    """
    _check_ordered(input)
    broadcast(input, other)
    return input > other


@primitive("GreaterEqual")
@op(
    "ops.greater_equal",
    "mint.greater_equal",
    "ops.ge",
    "ops.tensor_ge",
    "Tensor.greater_equal",
    "Tensor.ge",
    label="GreaterEqual",
    formerly={"ops.ge": "x=input y=other"},
)
def greater_equal(input: Operand, other: Operand):
    """Whether `input >= other`, element by element.

    Args:
        input: Tensor or number.
        other: Tensor or number whose shape broadcasts with that of `input`.

    Returns:
        Tensor of bool of the broadcast shape.

    Raises:
        TypeError: an operand is complex, or the dtypes have no common one.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.ge(ms.Tensor([1, 2, 3]), 2))
        [False  True  True]
    """
    _check_ordered(input)
    broadcast(input, other)
    return input >= other


def _check_ordered(x: Array) -> None:
    accept(x, "biuf")


def _check_equal_shapes(x: Array, y: Array) -> None:
    if x.shape != y.shape:
        raise RuntimeError(
            Clause(
                f"arg 'x1' must have the same shape as 'x2'. But got 'x1' shape: "
                f"{x.shape}, 'x2' shape: {y.shape}."
            )
        )


@primitive("ApproximateEqual", check=of_types(tolerance=float), counts="all", tolerance=1e-5)
@op("ops.approximate_equal", label="ApproximateEqual")
def approximate_equal(x: Operand, y: Operand, tolerance: Finite = 1e-5):
    """Whether `|x - y| < tolerance`, element by element.

    Args:
        x: Tensor of a floating dtype.
        y: Tensor of the shape of `x`.
        tolerance: the bound, a float.

    Returns:
        Tensor of bool.

    Raises:
        TypeError: `tolerance` is not a float, or a dtype is not floating.
        RuntimeError: the shapes differ.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.approximate_equal(ms.Tensor([1., 2.]), ms.Tensor([1.1, 3.]), 0.5))
        [ True False]
    """
    number("tolerance", tolerance, float)
    accept(x, "r", "x")
    _check_equal_shapes(x, y)
    return jnp.abs(x - y) < constant(tolerance, x.dtype)


@op(label="ApproximateEqual")
def _nearly_equal(x: Array, y: Array, tolerance: Finite = 1e-5):
    """Whether `|x - y| < tolerance` in Float32."""
    number("tolerance", tolerance, float)
    broadcast(x, y)
    return jnp.abs(x.astype(np.float32) - y.astype(np.float32)) < constant(tolerance, np.float32)


@public(
    "Tensor.approximate_equal",
    accepts={"tolerance": "float Tensor !ValueError int bool str tuple list ndarray None"},
)
def approximate_equal_method(x: Any, other: Tensor, tolerance: float = 1e-5) -> Tensor:
    """Whether `|self - other| < tolerance` in Float32, element by element.

    Args:
        other: Tensor whose shape broadcasts with that of this one.
        tolerance: the bound, a float.

    Returns:
        Tensor of bool of the broadcast shape.

    Raises:
        ValueError: `other` is not a Tensor, `tolerance` not a float, or the shapes do not
            broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([1., 2.]).approximate_equal(ms.Tensor([1.1, 3.]), 0.5))
        [ True False]
    """
    if not isinstance(other, Tensor):
        raise ValueError(must("other", "a Tensor", describe(other)))
    return call(_nearly_equal)(x, other, tolerance)


@spelling("Tensor.isclose", x2="other")
@primitive(
    "IsClose",
    accepts={"rtol": "int float bool", "atol": "int float bool", "equal_nan": "bool"},
    rtol=1e-5,
    atol=1e-8,
    equal_nan=False,
)
@op(
    "ops.isclose",
    label="IsClose",
    accepts={"rtol": "int float bool", "atol": "int float bool", "equal_nan": "bool"},
    formerly={"ops.isclose": "x1=input x2=other"},
)
def isclose(
    input: Array, other: Array, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False
):
    """Whether `|input - other| <= atol + rtol * |other|`, element by element.

    Args:
        input: Tensor.
        other: Tensor of the same dtype whose shape broadcasts with that of `input`.
        rtol: relative tolerance.
        atol: absolute tolerance.
        equal_nan: whether NaN equals NaN.

    Returns:
        Tensor of bool of the broadcast shape.

    Raises:
        TypeError: the dtypes differ or are not supported.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.isclose(ms.Tensor([1., 2.]), ms.Tensor([1.0000001, 2.1])))
        [ True False]
    """
    accept(input, "bif uint8")
    boolean("equal_nan", equal_nan)
    same_dtype(input, other)
    broadcast(input, other)
    if not jnp.issubdtype(input.dtype, jnp.floating):
        exact = input == other
        input, other = input.astype(np.float64), other.astype(np.float64)
        return exact | (jnp.abs(input - other) <= atol + rtol * jnp.abs(other))
    close = jnp.abs(input - other) <= atol + rtol * jnp.abs(other)
    result = (close & jnp.isfinite(other)) | (input == other)
    return result | (jnp.isnan(input) & jnp.isnan(other)) if equal_nan else result


@public("Tensor.allclose", accepts={"rtol": "int float Tensor", "atol": "int float Tensor"})
def allclose(
    self,
    other: Tensor,
    rtol: complex | np.number = 1e-5,
    atol: complex | np.number = 1e-8,
    equal_nan: bool = False,
) -> bool:
    """Whether all elements of two Tensors are close, `|self - other| <= atol + rtol * |other|`.

    Args:
        other: Tensor of the same dtype whose shape broadcasts with that of this one.
        rtol: relative tolerance, a number.
        atol: absolute tolerance, a number.
        equal_nan: whether NaN equals NaN.

    Returns:
        bool.

    Raises:
        TypeError: `other` is not a Tensor, the dtypes differ or are not supported, or `equal_nan`
            is not a bool.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> x, y = ms.Tensor([1., 2.]), ms.Tensor([1., 2.1])
        >>> x.allclose(y)
        False
        >>> x.allclose(y, rtol=0.1)
        True
    """
    return bool(np.all(call(isclose)(self, other, rtol, atol, equal_nan).asnumpy()))


@primitive("IsNan", counts="all")
@op("ops.isnan", label="IsNan", formerly={"ops.isnan": "x=input"})
def isnan(input: Array):
    """Whether elements are NaN.

    Args:
        input: Tensor of any real dtype but BFloat16.

    Returns:
        Tensor of bool.

    Raises:
        TypeError: `input` is not a Tensor, or is of a complex dtype or of BFloat16.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.isnan(ms.Tensor([1., float("nan")])))
        [False  True]
    """
    accept(input, "biur")
    return jnp.isnan(input)


@op("Tensor.isnan", label="IsNan")
def isnan_method(input: Array):
    """Whether elements are NaN, as `ops.isnan`; a complex one is if either part is.

    Args:
        input: Tensor of any dtype but BFloat16.

    Returns:
        Tensor of bool of the same shape.

    Raises:
        TypeError: the dtype is BFloat16.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([1., float("nan")]).isnan())
        [False  True]
    """
    accept(input, "biurc")
    return jnp.isnan(input)


@op("ops.isnan_ext", label="IsNanExt")
def isnan_ext(tensor: Operand):
    """Whether elements are unequal to themselves, which is true of NaN alone.

    Args:
        tensor: Tensor of any dtype, or a number.

    Returns:
        Tensor of bool of the same shape.

    Raises:
        TypeError: `tensor` is neither.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.isnan_ext(ms.Tensor([1., float("nan")])))
        [False  True]
    """
    return tensor != tensor


@primitive("IsInf")
@op("ops.isinf", "Tensor.isinf", label="IsInf")
def isinf(input: Array):
    """Whether elements are infinite.

    Args:
        input: Tensor of a floating dtype.

    Returns:
        Tensor of bool.

    Raises:
        TypeError: `input` is not a Tensor, or not of a floating dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.isinf(ms.Tensor([1., float("-inf")])))
        [False  True]
    """
    accept(input, "f")
    return jnp.isinf(input)


@primitive("IsFinite")
@op(
    "ops.isfinite",
    "Tensor.isfinite",
    "mint.isfinite",
    label="IsFinite",
    formerly={"ops.isfinite": "x=input"},
)
def isfinite(input: Array):
    """Whether elements are neither infinite nor NaN.

    Args:
        input: Tensor of any real dtype.

    Returns:
        Tensor of bool.

    Raises:
        TypeError: `input` is not a Tensor, or is complex.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.isfinite(ms.Tensor([1., float("nan")])))
        [ True False]
    """
    accept(input, "biuf")
    return jnp.isfinite(input)


@op("ops.isneginf", "Tensor.isneginf", label="IsNegInf")
def isneginf(input: Array):
    """Whether elements are minus infinity.

    Args:
        input: Tensor of a floating dtype.

    Returns:
        Tensor of bool of the same shape.

    Raises:
        TypeError: `input` is not a Tensor of a floating dtype.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., float("-inf"), float("inf")])
        >>> print(ms.ops.isneginf(x))
        [False  True False]
    """
    accept(input, "f")
    return input == -jnp.inf


@op("ops.isposinf", "Tensor.isposinf", label="IsPosInf")
def isposinf(input: Array):
    """Whether elements are plus infinity.

    Args:
        input: Tensor of a floating dtype.

    Returns:
        Tensor of bool of the same shape.

    Raises:
        TypeError: `input` is not a Tensor of a floating dtype.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., float("-inf"), float("inf")])
        >>> print(ms.ops.isposinf(x))
        [False False  True]
    """
    accept(input, "f")
    return input == jnp.inf


@op("ops.isreal", "Tensor.isreal", label="IsReal")
def isreal(input: Array):
    """Whether elements have no imaginary part, or one of 0.

    Args:
        input: Tensor.

    Returns:
        Tensor of bool of the same shape.

    Raises:
        TypeError: `input` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.isreal(ms.Tensor([1 + 0j, 1 + 2j])))
        [ True False]
    """
    if jnp.issubdtype(input.dtype, jnp.complexfloating):
        return jnp.imag(input) == 0
    return jnp.ones(input.shape, np.bool_)


@op("ops.signbit", "Tensor.signbit", label="SignBit")
def signbit(input: Array):
    """Whether elements are less than 0; -0.0 is not.

    Args:
        input: Tensor of any real dtype.

    Returns:
        Tensor of bool of the same shape.

    Raises:
        TypeError: `input` is not a Tensor, or is complex.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.signbit(ms.Tensor([-1., -0., 2.])))
        [ True False False]
    """
    accept(input, "biuf")
    return jnp.zeros_like(input) if input.dtype == np.bool_ else input < 0


@primitive("EqualCount")
@op(label="EqualCount")
def equal_count(x: Array, y: Array):
    """How many elements of two Tensors are equal.

    Args:
        x: Tensor.
        y: Tensor of the shape and dtype of `x`.

    Returns:
        Tensor of shape (1,) and the dtype of `x`.

    Raises:
        TypeError: the dtypes differ.
        ValueError: the shapes differ.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.EqualCount()(ms.Tensor([1, 2, 3]), ms.Tensor([1, 5, 3])))
        [2]
    """
    same_dtype(x, y)
    of_shape("y", y, x.shape)
    return jnp.sum(x == y, dtype=np.int32).astype(x.dtype).reshape(1)


@primitive("CompareAndBitpack", counts="all")
@op(label="CompareAndBitpack")
def compare_and_bitpack(x: Array, threshold: Array):
    """Comparisons `x > threshold`, eight to a byte, the first in the highest bit.

    Of bools the elements themselves are packed, the first into the lowest bit.

    Args:
        x: Tensor of bool, an integer or a floating dtype, whose last length is a multiple of 8.
        threshold: 0-d Tensor of the same dtype.

    Returns:
        Tensor of UInt8 whose last length is an eighth of that of `x`.

    Raises:
        TypeError: `x` is complex, or the dtypes differ.
        ValueError: a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., 2., 3., 4., 5., 6., 7., 8.])
        >>> print(ms.ops.CompareAndBitpack()(x, ms.Tensor(6.)))
        [3]
    """
    accept(x, "bifu", "x")
    of_dtype("threshold", threshold, x.dtype)
    if threshold.ndim:
        raise ValueError(must("threshold", "of rank 0", f"rank {threshold.ndim}"))
    if x.ndim == 0 or x.shape[-1] % 8:
        raise ValueError(must("x", "of a last axis that 8 divides", x.shape))
    if x.dtype == np.bool_:
        return jnp.packbits(x, axis=-1, bitorder="little")
    return jnp.packbits(x > threshold, axis=-1)


@primitive("FloatStatus")
@op(label="FloatStatus")
def float_status(x: Array):
    """Whether a Tensor holds a value that is not finite.

    Args:
        x: Tensor of a floating dtype.

    Returns:
        Tensor of Float32 of shape (1,): 1 if there is a NaN or an infinity, else 0.

    Raises:
        TypeError: the dtype is not floating.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.FloatStatus()(ms.Tensor([1., float("nan")])))
        [1.]
    """
    accept(x, "f", "x")
    return (~jnp.all(jnp.isfinite(x))).astype(np.float32).reshape(1)


@primitive("CheckNumerics", counts="missing")
@op(label="CheckNumerics", eager=True)
def check_numerics(x: Array):
    """The Tensor itself, if all of its values are finite; otherwise an error.

    The values decide, so the operation cannot be compiled: code with it runs eagerly.

    Args:
        x: Tensor of a floating dtype.

    Returns:
        Tensor of the same shape, dtype and values.

    Raises:
        RuntimeError: there is a NaN or an infinity.
        TypeError: the dtype is not floating.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.CheckNumerics()(ms.Tensor([1., 2.])))
        [1. 2.]
    """
    accept(x, "f", "x")
    for test, found in ((jnp.isnan, "NaN"), (jnp.isinf, "Inf")):
        if bool(jnp.any(test(x))):
            raise RuntimeError(Clause(f"the Tensor had {found} values."))
    return x
