"""Functions of one, two or three Tensors that follow other rules in mint than in ops."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.doubles import exact
from msjax._core.base.errors import Clause
from msjax._core.op.publish import Array, Exact, Operand, Value, call, is_python, op, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import accept, broadcast
from msjax.kernels.elementwise import (
    arithmetic,
    binary,
    blend,
    clip,
    comparison,
    logical,
    power,
    trigonometry,
    unary,
)
from msjax.kernels.elementwise.rounding import frac as _frac
from msjax.kernels.elementwise.rounding import round as _round
from msjax.kernels.promotion import is_integer, is_number, promoted

# -- one Tensor ------------------------------------------------------------------------------------


@op("mint.acos", "mint.arccos", label="AcosExt")
def acos(input: Array):
    """Inverse cosines, in radians; NaN for real elements outside [-1, 1].

    Args:
        input: Tensor.

    Returns:
        Tensor of the same shape and dtype; bool and integer elements give Float32.

    Raises:
        TypeError: `input` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.acos(ms.Tensor([1, 0])).round(decimals=4))
        [0.     1.5708]
    """
    return trigonometry.acos(unary.as_float(input))


@op("mint.asin", label="AsinExt")
def asin(input: Array):
    """Inverse sines, in radians; NaN for real elements outside [-1, 1].

    Args:
        input: Tensor.

    Returns:
        Tensor of the same shape and dtype; bool and integer elements give Float32.

    Raises:
        TypeError: `input` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.asin(ms.Tensor([0, 1])).round(decimals=4))
        [0.     1.5708]
    """
    return trigonometry.asin(unary.as_float(input))


@op("mint.arcsin", label="AsinExt")
def arcsin(x: Array):
    """Inverse sines, in radians, as `mint.asin`.

    Args:
        x: Tensor.

    Returns:
        Tensor of the same shape and dtype; bool and integer elements give Float32.

    Raises:
        TypeError: `x` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.arcsin(ms.Tensor([0, 1])).round(decimals=4))
        [0.     1.5708]
    """
    return asin(x)


@op("mint.atan", "mint.arctan", label="AtanExt")
def atan(input: Array):
    """Inverse tangents, in radians.

    Args:
        input: Tensor.

    Returns:
        Tensor of the same shape and dtype; bool and integer elements give Float32.

    Raises:
        TypeError: `input` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.atan(ms.Tensor([0, 1])).round(decimals=4))
        [0.     0.7854]
    """
    return trigonometry.atan(unary.as_float(input))


@op("mint.acosh", "mint.arccosh", label="AcoshExt")
def acosh(input: Array):
    """Inverse hyperbolic cosines; NaN for real elements below 1.

    Args:
        input: Tensor.

    Returns:
        Tensor of the same shape and dtype; bool and integer elements give Float32.

    Raises:
        TypeError: `input` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.acosh(ms.Tensor([1, 3])).round(decimals=4))
        [0.     1.7627]
    """
    return trigonometry.acosh(unary.as_float(input))


@op("mint.asinh", "mint.arcsinh", label="AsinhExt")
def asinh(input: Array):
    """Inverse hyperbolic sines.

    Args:
        input: Tensor.

    Returns:
        Tensor of the same shape and dtype; bool and integer elements give Float32.

    Raises:
        TypeError: `input` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.asinh(ms.Tensor([0, 2])).round(decimals=1))
        [0.  1.4]
    """
    return trigonometry.asinh(unary.as_float(input))


@op("mint.exp2", "mint.special.exp2", label="Exp2")
def exp2(input: Array):
    """2 to the power of each element.

    Args:
        input: Tensor.

    Returns:
        Tensor of the same shape and dtype; bool and integer elements give Float32.

    Raises:
        TypeError: `input` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.exp2(ms.Tensor([0, 3, -1])).round(decimals=4))
        [1.  8.  0.5]
    """
    return unary.exp2(unary.as_float(input)).astype(unary.as_float(input).dtype)


@op("mint.log2", label="Log2", amp="float32")
def log2(input: Array):
    """Logarithms to base 2; NaN for negative real elements.

    Args:
        input: Tensor.

    Returns:
        Tensor of the same shape and dtype; bool and integer elements give Float32.

    Raises:
        TypeError: `input` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.log2(ms.Tensor([1, 8, 0])).round(decimals=4))
        [  0.   3. -inf]
    """
    return unary.log2(unary.as_float(input))


@op("mint.log10", label="Log10", amp="float32")
def log10(input: Array):
    """Logarithms to base 10; NaN for negative real elements.

    Args:
        input: Tensor.

    Returns:
        Tensor of the same shape and dtype; bool and integer elements give Float32.

    Raises:
        TypeError: `input` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.log10(ms.Tensor([1, 100, 0])).round(decimals=4))
        [  0.   2. -inf]
    """
    return unary.log10(unary.as_float(input))


@op("mint.sqrt", label="Sqrt")
def sqrt(input: Array):
    """Square roots; NaN for negative real elements.

    Args:
        input: Tensor; bool and integer elements give Float32.

    Returns:
        Tensor of the same shape.

    Raises:
        TypeError: `input` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.sqrt(ms.Tensor([4, 9])))
        [2. 3.]
    """
    return unary.sqrt(input)


@op("mint.frac", label="Frac")
def frac(input: Array):
    """The part of each element after the point, with its sign.

    Args:
        input: Tensor of any real dtype.

    Returns:
        Tensor of the same shape and dtype; zeros for bools and integers.

    Raises:
        TypeError: `input` is not a Tensor, or is complex.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.frac(ms.Tensor([2.5, -4.25])))
        [ 0.5  -0.25]
    """
    accept(input, "biuf")
    floating = jnp.issubdtype(input.dtype, jnp.floating)
    return _frac(input) if floating else jnp.zeros_like(input)


@op("mint.special.round", label="Round")
def special_round(input: Array):
    """Elements rounded to the nearest integer, halves to the even one.

    Args:
        input: Tensor of Int32, Int64 or a floating dtype.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is none of these.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.special.round(ms.Tensor([0.5, 1.5, -1.2])))
        [ 0.  2. -1.]
    """
    return _round(input)


@op("mint.bitwise_not", label="BitwiseNot")
def bitwise_not(input: Array):
    """Every bit flipped; of bools the logical not.

    Args:
        input: Tensor of bool or an integer dtype.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is none of these.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.bitwise_not(ms.Tensor([7, 0])))
        [-8 -1]
    """
    accept(input, "biu")
    return ~input


@op("mint.isneginf", label="IsNegInf")
def isneginf(input: Array):
    """Whether elements are minus infinity.

    Args:
        input: Tensor of any real dtype.

    Returns:
        Tensor of bool of the same shape.

    Raises:
        TypeError: `input` is not a Tensor, or is complex.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.isneginf(ms.Tensor([1., float("-inf"), float("inf")])))
        [False  True False]
    """
    accept(input, "biuf")
    return comparison.isneginf(unary.as_float(input))


# -- arithmetic ------------------------------------------------------------------------------------


def _scaled(input: Any, other: Any, alpha: Any, base: Any) -> Any:
    """The sum or difference of operands, of which the second one is scaled by `alpha`."""
    x, y = promoted(input, other)
    dtype = mstype.from_np(x.dtype)
    if isinstance(alpha, bool) and x.dtype != np.bool_:
        raise TypeError(
            Clause(f"boolean alpha need boolean input and other, but got {dtype} and {dtype}")
        )
    fraction = not is_python(alpha) or isinstance(alpha, float)
    if fraction and is_integer(x):
        raise TypeError(
            Clause(f"floating alpha need floating input and other, but got {dtype} and {dtype}")
        )
    if is_python(alpha) and alpha == 1:
        return base(x, y)
    if x.dtype == np.bool_:
        return base(x, y & (exact(alpha, np.dtype(np.float32)) != 0))
    return base(x, y * exact(alpha, x.dtype))


_ALPHA = "int float bool scalar"


@op("mint.add", label="AddExt", accepts={"alpha": _ALPHA})
def add(input: Value, other: Value, *, alpha: Exact = 1):
    """`input + alpha * other`.

    Args:
        input: Tensor or number.
        other: Tensor or number whose shape broadcasts with that of `input`.
        alpha: number that scales `other`.

    Returns:
        Tensor of the broadcast shape and the common dtype; of bools the logical or.

    Raises:
        TypeError: an operand is neither a Tensor nor a number, the dtypes have no common one, or
            `alpha` is a float beside integers or a bool beside numbers.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.add(ms.Tensor([1., 2.]), 1, alpha=3))
        [4. 5.]
    """
    return _scaled(input, other, alpha, arithmetic.plus)


@op("mint.sub", label="SubExt", accepts={"alpha": _ALPHA})
def sub(input: Value, other: Value, *, alpha: Exact = 1):
    """`input - alpha * other`.

    Args:
        input: Tensor or number.
        other: Tensor or number whose shape broadcasts with that of `input`.
        alpha: number that scales `other`.

    Returns:
        Tensor of the broadcast shape and the common dtype; of bools the exclusive or.

    Raises:
        TypeError: an operand is neither a Tensor nor a number, the dtypes have no common one, or
            `alpha` is a float beside integers or a bool beside numbers.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.sub(ms.Tensor([4., 5.]), 1, alpha=2))
        [2. 3.]
    """
    return _scaled(input, other, alpha, arithmetic.minus)


def _one_tensor(*operands: Any) -> None:
    if not any(isinstance(v, Tensor) for v in operands):
        raise TypeError(Clause("there must be one Tensor among its inputs."))


_remainder, _float_power = call(arithmetic.remainder), call(power.float_power_ext)


@public("mint.remainder", label="Remainder")
def remainder(input: Tensor | complex | np.number, other: Tensor | complex | np.number) -> Tensor:
    """Remainder of the division that rounds down; its sign is that of `other`.

    Args:
        input: Tensor or number, the dividend.
        other: Tensor or number whose shape broadcasts with that of `input`, the divisor. One of
            the two must be a Tensor.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Raises:
        TypeError: an operand is neither a Tensor nor a number, both are numbers, a Python bool is
            to be divided by a Tensor of bool, or the dtypes have no common one.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.remainder(ms.Tensor([-5., 5.]), 3))
        [1. 2.]
    """
    _one_tensor(input, other)
    if isinstance(input, bool) and other.dtype == mstype.bool_:
        raise TypeError(Clause("a Python bool cannot be divided by a Tensor of bool."))
    return _remainder(input, other)


@op("mint.fmod", label="Fmod", accepts={"input": "Tensor"})
def fmod(input: Value, other: Value):
    """Remainder of the division that rounds towards zero; its sign is that of `input`.

    Args:
        input: Tensor, the dividend.
        other: Tensor or number whose shape broadcasts with that of `input`, the divisor.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Raises:
        TypeError: `input` is not a Tensor, or the dtypes have no common one.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.fmod(ms.Tensor([-5., 5.]), 3))
        [-2.  2.]
    """
    if is_number(other) and input.dtype == np.uint8 and is_integer(jnp.asarray(other)):
        return arithmetic.fmod(input.astype(np.int64), other).astype(input.dtype)
    return arithmetic.fmod(input, other)


@op(label="PowTensorScalar")
def _power_with_number(input: Value, exponent: Value):
    return power.pow(*promoted(input, exponent))


_power, _scalar_power = call(power.pow), call(_power_with_number)


@public("mint.pow", label="Pow")
def pow(input: Tensor | complex | np.number, exponent: Tensor | complex | np.number) -> Tensor:
    """`input` to the power `exponent`, element by element.

    Args:
        input: Tensor or number.
        exponent: Tensor or number whose shape broadcasts with that of `input`.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Raises:
        TypeError: an operand is neither a Tensor nor a number, the dtypes have no common one, or
            one operand is a number and the other one complex, or both are bool.
        ValueError: the shapes do not broadcast.
        RuntimeError: an integer Tensor is to be raised to a negative int.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.pow(ms.Tensor([1., 2., 3.]), 2))
        [1. 4. 9.]
    """
    tensors = [v.dtype.np for v in (input, exponent) if isinstance(v, Tensor)]
    if len(tensors) != 1:
        return _power(input, exponent)
    if tensors[0].kind == "c":
        raise TypeError(Clause("a complex Tensor and a number are not supported."))
    if tensors[0] == np.bool_ and bool in (type(input), type(exponent)):
        raise TypeError(Clause("'input' and 'exponent' cannot be bool at the same time."))
    if tensors[0].kind in "iu" and isinstance(exponent, int) and exponent < 0:
        raise RuntimeError(Clause("Integers to negative integer powers are not allowed."))
    return _scalar_power(input, exponent)


@public("mint.float_power", label="FloatPowerExt")
def float_power(
    input: Tensor | complex | np.number, exponent: Tensor | complex | np.number
) -> Tensor:
    """`input` to the power `exponent` in double precision.

    Args:
        input: Tensor of any real dtype, or a number.
        exponent: Tensor of any real dtype, or a number, whose shape broadcasts with that of
            `input`. One of the two must be a Tensor.

    Returns:
        Tensor of Float64 of the broadcast shape.

    Raises:
        TypeError: an operand is complex, or neither a Tensor nor a number, or both are numbers.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.float_power(ms.Tensor([2, 3]), 2))
        [4. 9.]
    """
    _one_tensor(input, exponent)
    return _float_power(input, exponent)


@op("mint.atan2", "mint.arctan2", label="Atan2Ext")
def atan2(input: Operand, other: Operand):
    """Angles of the points with ordinates `input` and abscissas `other`, in (-pi, pi].

    Args:
        input: Tensor or number.
        other: Tensor or number whose shape broadcasts with that of `input`.

    Returns:
        Tensor of the broadcast shape and the common dtype; bools and integers give Float32.

    Raises:
        TypeError: an operand is complex, or neither a Tensor nor a number.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.atan2(ms.Tensor([0, 1]), ms.Tensor([1, 1])))
        [0.        0.7853982]
    """
    return trigonometry.atan2(unary.as_float(input), unary.as_float(other))


@op(
    "mint.logaddexp",
    tensors=2,
    label="LogAddExp",
    accepts={"input": "Tensor", "other": "Tensor"},
)
def logaddexp(input: Operand, other: Operand):
    """`log(exp(input) + exp(other))`, without overflow.

    Args:
        input: Tensor.
        other: Tensor whose shape broadcasts with that of `input`.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Raises:
        TypeError: an input is not a Tensor, or the common dtype is not Float16, BFloat16 or
            Float32.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.logaddexp(ms.Tensor([1000., 0.]), ms.Tensor([0., -1000.])))
        [1000.    0.]
    """
    accept(input, "float16 bfloat16 float32")
    return binary.logaddexp(input, other)


@op("mint.xlogy", label="Xlogy", accepts={"input": "Tensor"})
def xlogy(input: Value, other: Value):
    """`input * log(other)`, 0 where `input` is 0 and `other` is 0 or NaN.

    Args:
        input: Tensor.
        other: Tensor or number whose shape broadcasts with that of `input`.

    Returns:
        Tensor of the broadcast shape and the common dtype; bools and integers give Float32, and so
        do half-precision elements beside a number.

    Raises:
        TypeError: `input` is not a Tensor, or the dtypes have no common one.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.xlogy(ms.Tensor([0., 2.]), ms.Tensor([0., 1.])))
        [0. 0.]
    """
    y = jnp.asarray(other)
    if is_number(y) or (y.ndim == 0 and y.dtype == np.bool_):
        exact = input.dtype in (np.float64, np.complex64, np.complex128)
        dtype = input.dtype if exact else np.dtype(np.float32)
        return binary.times_log(input.astype(dtype), y.astype(dtype))
    x, y = promoted(input, y)
    return binary.times_log(unary.as_float(x), unary.as_float(y))


# -- bits ------------------------------------------------------------------------------------------


@op("mint.bitwise_and", label="BitwiseAnd", accepts={"input": "Tensor"})
def bitwise_and(input: Operand, other: Operand):
    """The bits that are set in both operands.

    Args:
        input: Tensor of bool or an integer dtype.
        other: Tensor of such a dtype, or int or bool, whose shape broadcasts with that of `input`.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Raises:
        TypeError: `input` is not a Tensor, or the common dtype is neither bool nor integer.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.bitwise_and(ms.Tensor([12, 10]), 6))
        [4 2]
    """
    broadcast(input, other)
    return logical.bitwise_and(input, other)


@op("mint.bitwise_or", label="BitwiseOr", accepts={"input": "Tensor"})
def bitwise_or(input: Operand, other: Operand):
    """The bits that are set in one operand or in both.

    Args:
        input: Tensor of bool or an integer dtype.
        other: Tensor of such a dtype, or int or bool, whose shape broadcasts with that of `input`.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Raises:
        TypeError: `input` is not a Tensor, or the common dtype is neither bool nor integer.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.bitwise_or(ms.Tensor([12, 10]), 1))
        [13 11]
    """
    broadcast(input, other)
    return logical.bitwise_or(input, other)


@op("mint.bitwise_xor", label="BitwiseXor", accepts={"input": "Tensor"})
def bitwise_xor(input: Operand, other: Operand):
    """The bits that are set in one operand but not in the other one.

    Args:
        input: Tensor of bool or an integer dtype.
        other: Tensor of such a dtype, or int or bool, whose shape broadcasts with that of `input`.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Raises:
        TypeError: `input` is not a Tensor, or the common dtype is neither bool nor integer.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.bitwise_xor(ms.Tensor([12, 10]), 6))
        [10 12]
    """
    broadcast(input, other)
    return logical.bitwise_xor(input, other)


# -- comparison ------------------------------------------------------------------------------------


@op(label="EqualExt")
def _all_equal(input: Operand, other: Operand):
    if input.shape != other.shape:
        return jnp.asarray(False)
    return jnp.all(input == other)


_same = call(_all_equal)


@public("mint.equal", label="EqualExt", accepts={"input": "Tensor", "other": "Tensor"})
def equal(input: Tensor, other: Tensor) -> bool:
    """Whether two Tensors have the same shape and the same elements.

    Args:
        input: Tensor.
        other: Tensor.

    Returns:
        bool. NaN equals nothing.

    Raises:
        TypeError: an argument is not a Tensor, or the dtypes have no common one.

    Examples:
        >>> import msjax as ms
        >>> ms.mint.equal(ms.Tensor([1, 2]), ms.Tensor([1., 2.]))
        True
    """
    return bool(_same(input, other).asnumpy())


@public("mint.allclose", label="IsClose", accepts={"input": "Tensor", "other": "Tensor"})
def allclose(
    input: Tensor,
    other: Tensor,
    rtol: complex | np.number = 1e-05,
    atol: complex | np.number = 1e-08,
    equal_nan: bool = False,
) -> bool:
    """Whether all elements of two Tensors are close, `|input - other| <= atol + rtol * |other|`.

    Args:
        input: Tensor.
        other: Tensor of the same dtype whose shape broadcasts with that of `input`.
        rtol: relative tolerance, a number.
        atol: absolute tolerance, a number.
        equal_nan: whether NaN equals NaN.

    Returns:
        bool.

    Raises:
        TypeError: an operand is not a Tensor, the dtypes differ or are not supported, or
            `equal_nan` is not a bool.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> x, y = ms.Tensor([1., 2.]), ms.Tensor([1., 2.1])
        >>> ms.mint.allclose(x, y), ms.mint.allclose(x, y, rtol=0.1)
        (False, True)
    """
    return comparison.allclose(input, other, rtol, atol, equal_nan)


# -- blends ----------------------------------------------------------------------------------------


@op("mint.clamp", "Tensor.clamp", "Tensor.clip", label="Clamp")
def clamp(input: Array, min: Value | None = None, max: Value | None = None):
    """Elements brought into [min, max]; where `min > max`, `max`.

    At the bounds the gradient passes.

    Args:
        input: Tensor of any dtype but bool.
        min: lower bound, Tensor or number; None for none.
        max: upper bound, of the same kind; None for none. Beside a number a Tensor of rank 0 is
            one, too.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Raises:
        TypeError: `input` is not a Tensor or complex, or one bound is a Tensor and the other a
            number.
        ValueError: both bounds are None, or one of the dtypes is bool.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.clamp(ms.Tensor([1., 5., 9.]), 2, 6))
        [2. 5. 6.]
    """
    out = clip.bounded(input, min, max, mixed=True)
    accept(out, "iuf")
    return out


@op("mint.lerp", label="Lerp", accepts={"weight": "float Tensor"})
def lerp(input: Array, end: Array, weight: Value):
    """Linear interpolation, `input + weight * (end - input)`.

    Args:
        input: Tensor of Float16, Float32 or BFloat16.
        end: Tensor of the same dtype.
        weight: float or Tensor.

    Returns:
        Tensor of the broadcast shape and the dtype of `input`.

    Raises:
        TypeError: a dtype is none of these, the dtypes differ, or `weight` is an int.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.mint.lerp(ms.Tensor([1., 2.]), ms.Tensor([3., 4.]), 0.5))
        [2. 3.]
    """
    broadcast(input, end, jnp.asarray(weight))
    return blend.lerp(input, end, weight)


@op("mint.addcdiv", label="AddcdivExt", accepts={"value": "int float bool"})
def addcdiv(input: Array, tensor1: Array, tensor2: Array, *, value: Exact = 1):
    """`input + value * tensor1 / tensor2`.

    Args:
        input: Tensor of a floating or complex dtype.
        tensor1: Tensor, the dividend.
        tensor2: Tensor, the divisor.
        value: number, the factor.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Raises:
        TypeError: the common dtype is bool or an integer one, or `value` is not a number.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., 2.])
        >>> print(ms.mint.addcdiv(x, x, x, value=2))
        [3. 4.]
    """
    x, top, bottom = promoted(input, tensor1, tensor2)
    accept(x, "fc")
    return x + exact(value, x.dtype) * (top / bottom)


@op("mint.addcmul", label="AddcmulExt", accepts={"value": "int float bool"})
def addcmul(input: Array, tensor1: Array, tensor2: Array, *, value: Exact = 1):
    """`input + value * tensor1 * tensor2`.

    Args:
        input: Tensor of numbers.
        tensor1: Tensor, a factor.
        tensor2: Tensor, a factor.
        value: number, a factor.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Raises:
        TypeError: the common dtype is bool, or `value` is a float beside integers or no number.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., 2.])
        >>> print(ms.mint.addcmul(x, x, x, value=2))
        [ 3. 10.]
    """
    x, first, second = promoted(input, tensor1, tensor2)
    accept(x, "iufc")
    if is_integer(x) and not (is_python(value) and isinstance(value, int)):
        raise TypeError(Clause("floating value need floating input, tensor1 and tensor2"))
    return x + exact(value, x.dtype) * (first * second)
