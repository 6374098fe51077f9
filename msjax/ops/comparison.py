"""Comparisons and tests of values."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np

from msjax._core import dtype as mstype
from msjax._core.errors import describe, must
from msjax._core.op import Array, Finite, Operand, Value, call, op, public, settled
from msjax._core.primitive import primitive
from msjax._core.tensor import Tensor
from msjax.ops._accept import accept, broadcast, constant, is_number, promoted, same_dtype
from msjax.ops._wrap import renaming


@primitive("Equal")
@op("ops.equal", "ops.eq", "Tensor.eq", "Tensor.equal", label="Equal")
def equal(input: Array, other: Value):
    """Whether two Tensors are equal, element by element.

    Args:
        input: Tensor.
        other: Tensor or number whose shape broadcasts with that of `input`.

    Returns:
        Tensor of bool of the broadcast shape.

    Raises:
        TypeError: the dtypes have no common one.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.equal(ms.Tensor([1, 2]), 2))
        [False  True]
    """
    loose = not jnp.issubdtype(jnp.asarray(other).dtype, jnp.floating)
    input, other = promoted("Equal", input, other, loose=loose)
    return input == other


@primitive("NotEqual")
@op("ops.not_equal", "ops.ne", "Tensor.ne", "Tensor.not_equal", label="NotEqual")
def not_equal(input: Operand, other: Operand):
    """Whether two Tensors differ, element by element.

    Args:
        input: Tensor or number.
        other: Tensor or number whose shape broadcasts with that of `input`.

    Returns:
        Tensor of bool of the broadcast shape.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.ne(ms.Tensor([1, 2]), 2))
        [ True False]
    """
    broadcast("NotEqual", input, other)
    return input != other


@primitive("Less")
@op("ops.less", "ops.lt", "Tensor.less", "Tensor.lt", label="Less")
def less(input: Array, other: Value):
    """Whether `input < other`, element by element.

    Args:
        input: Tensor.
        other: Tensor or number whose shape broadcasts with that of `input`. A number is compared by
            its own value, without a cast to a narrower dtype.

    Returns:
        Tensor of bool of the broadcast shape.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.less(ms.Tensor([1, 2]), 2))
        [ True False]
    """
    _check_ordered("Less", input)
    if is_number(other):
        promoted("Less", input, other)
        kind = np.float32 if jnp.issubdtype(other.dtype, jnp.floating) else np.int64
        other = other.astype(kind)
        common = mstype.promote("Less", (input.dtype, other.dtype))
        return input.astype(common) < other.astype(common)
    input, other = promoted("Less", input, other)
    _check_ordered("Less", input)
    return input < other


@primitive("LessEqual")
@op(
    "ops.less_equal",
    "ops.le",
    "ops.tensor_le",
    "Tensor.less_equal",
    "Tensor.le",
    label="LessEqual",
)
def less_equal(input: Operand, other: Operand):
    """Whether `input <= other`, element by element.

    Args:
        input: Tensor or number.
        other: Tensor or number whose shape broadcasts with that of `input`.

    Returns:
        Tensor of bool of the broadcast shape.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.le(ms.Tensor([1, 2, 3]), 2))
        [ True  True False]
    """
    _check_ordered("LessEqual", input)
    broadcast("LessEqual", input, other)
    return input <= other


@primitive("Greater")
@op(
    "ops.greater",
    "ops.gt",
    "Tensor.greater",
    "Tensor.gt",
    label="Greater",
)
def greater(input: Operand, other: Operand):
    """Whether `input > other`, element by element.

    Args:
        input: Tensor or number.
        other: Tensor or number whose shape broadcasts with that of `input`.

    Returns:
        Tensor of bool of the broadcast shape.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.gt(ms.Tensor([1, 2, 3]), 2))
        [False False  True]
    """
    _check_ordered("Greater", input)
    broadcast("Greater", input, other)
    return input > other


@primitive("GreaterEqual")
@op(
    "ops.greater_equal",
    "ops.ge",
    "ops.tensor_ge",
    "Tensor.greater_equal",
    "Tensor.ge",
    label="GreaterEqual",
)
def greater_equal(input: Operand, other: Operand):
    """Whether `input >= other`, element by element.

    Args:
        input: Tensor or number.
        other: Tensor or number whose shape broadcasts with that of `input`.

    Returns:
        Tensor of bool of the broadcast shape.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.ge(ms.Tensor([1, 2, 3]), 2))
        [False  True  True]
    """
    _check_ordered("GreaterEqual", input)
    broadcast("GreaterEqual", input, other)
    return input >= other


def _check_ordered(name: str, x: Array) -> None:
    accept(name, x, "biuf")


def _check_equal_shapes(name: str, x: Array, y: Array) -> None:
    if x.shape != y.shape:
        raise RuntimeError(
            f"For '{name}', arg 'x1' must have the same shape as 'x2'. But got 'x1' shape: "
            f"{x.shape}, 'x2' shape: {y.shape}."
        )


def _check_tolerance(tolerance: float = 1e-5) -> None:
    if settled(tolerance) and not isinstance(tolerance, float):
        got = type(tolerance).__name__
        raise TypeError(must("ApproximateEqual", "tolerance", "float", got))


@primitive("ApproximateEqual", check=_check_tolerance, tolerance=1e-5)
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
    _check_tolerance(tolerance)
    accept("ApproximateEqual", x, "r", "x")
    _check_equal_shapes("ApproximateEqual", x, y)
    return jnp.abs(x - y) < constant(tolerance, x.dtype)


@op(label="ApproximateEqual")
def _nearly_equal(x: Array, y: Array, tolerance: Finite = 1e-5):
    """Whether `|x - y| < tolerance` in Float32."""
    _check_tolerance(tolerance)
    broadcast("Sub", x, y)
    return jnp.abs(x.astype(np.float32) - y.astype(np.float32)) < constant(tolerance, np.float32)


@public("Tensor.approximate_equal")
def approximate_equal_method(x, other, tolerance=1e-5):
    """Whether `|self - other| < tolerance` in Float32, element by element.

    Args:
        other: Tensor whose shape broadcasts.
        tolerance: the bound, a float.

    Returns:
        Tensor of bool.

    Raises:
        TypeError: `tolerance` is not a float.
        ValueError: `other` is no Tensor, or the shapes do not broadcast.
    """
    if not isinstance(other, Tensor):
        raise ValueError(must("approximate_equal", "other", "a Tensor", describe(other)))
    return call(_nearly_equal)(x, other, tolerance)


@primitive("IsClose", rtol=1e-5, atol=1e-8, equal_nan=False)
@op("ops.isclose", label="IsClose")
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

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.isclose(ms.Tensor([1., 2.]), ms.Tensor([1.0000001, 2.1])))
        [ True False]
    """
    accept("IsClose", input, "bif uint8")
    if not isinstance(equal_nan, bool):
        raise TypeError(must("IsClose", "equal_nan", "bool", describe(equal_nan)))
    same_dtype("IsClose", input, other)
    broadcast("IsClose", input, other)
    if not jnp.issubdtype(input.dtype, jnp.floating):
        exact = input == other
        input, other = input.astype(np.float64), other.astype(np.float64)
        return exact | (jnp.abs(input - other) <= atol + rtol * jnp.abs(other))
    close = jnp.abs(input - other) <= atol + rtol * jnp.abs(other)
    result = (close & jnp.isfinite(other)) | (input == other)
    return result | (jnp.isnan(input) & jnp.isnan(other)) if equal_nan else result


renaming("Tensor.isclose", isclose, x2="other")


@public("Tensor.allclose")
def allclose(self, other, rtol=1e-5, atol=1e-8, equal_nan=False):
    """Whether all elements of two Tensors are close, as a Python bool.

    Args:
        other: Tensor of the same dtype.
        rtol: relative tolerance.
        atol: absolute tolerance.
        equal_nan: whether NaN equals NaN.

    Returns:
        bool.
    """
    return bool(np.all(call(isclose)(self, other, rtol, atol, equal_nan).asnumpy()))


@primitive("IsNan")
@op("ops.isnan", label="IsNan")
def isnan(input: Array):
    """Whether elements are NaN.

    Args:
        input: Tensor of any real dtype.

    Returns:
        Tensor of bool.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.isnan(ms.Tensor([1., float("nan")])))
        [False  True]
    """
    accept("IsNan", input, "biur")
    return jnp.isnan(input)


@op("Tensor.isnan", label="IsNan")
def isnan_method(input: Array):
    """Whether elements are NaN, as `ops.isnan`; a complex one is if either part is."""
    accept("IsNan", input, "biurc")
    return jnp.isnan(input)


@op("ops.isnan_ext", label="IsNanExt")
def isnan_ext(tensor: Array):
    """Whether elements are unequal to themselves, for any dtype."""
    return tensor != tensor


@primitive("IsInf")
@op("ops.isinf", "Tensor.isinf", label="IsInf")
def isinf(input: Array):
    """Whether elements are infinite.

    Args:
        input: Tensor of a floating dtype.

    Returns:
        Tensor of bool.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.isinf(ms.Tensor([1., float("-inf")])))
        [False  True]
    """
    accept("IsInf", input, "f")
    return jnp.isinf(input)


@primitive("IsFinite")
@op("ops.isfinite", "Tensor.isfinite", label="IsFinite")
def isfinite(input: Array):
    """Whether elements are neither infinite nor NaN.

    Args:
        input: Tensor of any real dtype.

    Returns:
        Tensor of bool.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.isfinite(ms.Tensor([1., float("nan")])))
        [ True False]
    """
    accept("IsFinite", input, "biuf")
    return jnp.isfinite(input)


@op("ops.isneginf", "Tensor.isneginf", label="IsNegInf")
def isneginf(input: Array):
    """Whether elements are minus infinity.

    Args:
        input: Tensor of a floating dtype.

    Returns:
        Tensor of bool.
    """
    accept("IsNegInf", input, "f")
    return input == -jnp.inf


@op("ops.isposinf", "Tensor.isposinf", label="IsPosInf")
def isposinf(input: Array):
    """Whether elements are plus infinity.

    Args:
        input: Tensor of a floating dtype.

    Returns:
        Tensor of bool.
    """
    accept("IsPosInf", input, "f")
    return input == jnp.inf


@op("ops.isreal", "Tensor.isreal", label="IsReal")
def isreal(input: Array):
    """Whether elements have no imaginary part.

    Args:
        input: Tensor.

    Returns:
        Tensor of bool.
    """
    if jnp.issubdtype(input.dtype, jnp.complexfloating):
        return jnp.imag(input) == 0
    return jnp.ones(input.shape, np.bool_)


@op("ops.signbit", "Tensor.signbit", label="SignBit")
def signbit(input: Array):
    """Whether elements are less than 0 (-0.0 is not).

    Args:
        input: Tensor of any real dtype.

    Returns:
        Tensor of bool.
    """
    accept("SignBit", input, "biuf")
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
    """
    same_dtype("EqualCount", x, y)
    if x.shape != y.shape:
        raise ValueError(must("EqualCount", "y", f"of shape {x.shape}", y.shape))
    return jnp.sum(x == y, dtype=np.int32).astype(x.dtype).reshape(1)


@primitive("FloatStatus")
@op(label="FloatStatus")
def float_status(x: Array):
    """Whether a Tensor holds a value that is not finite.

    Args:
        x: Tensor of a floating dtype.

    Returns:
        Tensor of Float32 of shape (1,): 1 if there is a NaN or an infinity, else 0.
    """
    accept("FloatStatus", x, "f", "x")
    return (~jnp.all(jnp.isfinite(x))).astype(np.float32).reshape(1)


@primitive("CheckNumerics")
@op(label="CheckNumerics", eager=True)
def check_numerics(x: Array):
    """The Tensor itself, if all of its values are finite.

    Args:
        x: Tensor of a floating dtype.

    Returns:
        Tensor.

    Raises:
        RuntimeError: there is a NaN or an infinity.
    """
    accept("CheckNumerics", x, "f", "x")
    for test, found in ((jnp.isnan, "NaN"), (jnp.isinf, "Inf")):
        if bool(jnp.any(test(x))):
            raise RuntimeError(f"For 'CheckNumerics', the Tensor had {found} values.")
    return x
