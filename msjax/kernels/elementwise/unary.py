"""Functions of one Tensor: exponentials, roots, signs, logits."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import of_types
from msjax._core.op.publish import Array, Value, op, primitive
from msjax.kernels.checks import accept, single
from msjax.kernels.promotion import constant, is_complex


def as_float(x: jax.Array) -> jax.Array:
    """Bool and integer inputs as Float32."""
    return x if jnp.issubdtype(x.dtype, jnp.inexact) else x.astype(np.float32)


@jax.custom_jvp
def magnitude(x: jax.Array) -> jax.Array:
    """Absolute values of real elements, with gradient 0 at 0."""
    return jnp.abs(x)


magnitude.defjvps(lambda g, out, x: g * jnp.sign(x))


def safe_sqrt(x: jax.Array) -> jax.Array:
    """Square root whose derivative at 0 is 0."""
    zero = x == 0
    root = jnp.sqrt(jnp.where(zero, jnp.ones_like(x), x))
    return jnp.where(zero, jnp.zeros_like(x), root)


@primitive("Abs")
@op("ops.abs", "ops.absolute", "Tensor.abs", "Tensor.absolute", label="Abs")
def abs(input: Array):
    """Absolute values. Those of complex elements stay complex, with imaginary part 0.

    Args:
        input: Tensor.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: `input` is not a Tensor.

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
    accept(input, "iufc")
    return -input


@op("ops.positive", "Tensor.positive", label="Positive", to_float="keep")
def positive(input: Array):
    """The elements as they are, in a Tensor of its own; the unary `+`.

    Args:
        input: Tensor.

    Returns:
        Tensor of the same shape, dtype and values.

    Raises:
        TypeError: `input` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.positive(ms.Tensor([1., -2.])))
        [ 1. -2.]
    """
    return input


@primitive("Exp")
@op("ops.exp", "ops.tensor_exp", "Tensor.exp", label="Exp", amp="float32")
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
    accept(input, "fc")
    return jnp.exp(input)


@op("ops.exp2", label="Exp2", amp="float32")
def exp2(input: Array):
    """2 to the power of each element.

    Args:
        input: Tensor of any dtype but the unsigned ones above UInt8.

    Returns:
        Tensor of the same shape and dtype; bool, integer and BFloat16 elements give Float32.

    Raises:
        TypeError: the dtype is none of these.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.exp2(ms.Tensor([0., 3., -1.])).round(decimals=4))
        [1.  8.  0.5]
    """
    accept(input, "bifc uint8")
    input = as_float(input)
    if input.dtype == jnp.bfloat16:
        input = input.astype(np.float32)
    return jnp.power(constant(2, input.dtype), input)


@primitive("Expm1")
@op("ops.expm1", "ops.tensor_expm1", "Tensor.expm1", label="Expm1", amp="float32")
def expm1(input: Array):
    """e to the power of each element, minus 1, exact near 0.

    Args:
        input: Tensor of a floating or complex dtype.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is neither floating nor complex.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.expm1(ms.Tensor([0., 1.], ms.float64)).round(decimals=4))
        [0.     1.7183]
        >>> print(ms.ops.Expm1()(ms.Tensor([0., 1e-12])))
        [0.e+00 1.e-12]
    """
    accept(input, "fc")
    return jnp.expm1(input)


@primitive("Log")
@op("ops.log", "Tensor.log", label="Log", amp="float32")
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
    accept(input, "fc")
    return jnp.log(input)


@primitive("Log1p")
@op("ops.log1p", "Tensor.log1p", label="Log1p", amp="float32")
def log1p(input: Array):
    """Natural logarithms of 1 plus each element, exact near 0.

    Real elements below -1 give NaN.

    Args:
        input: Tensor of a floating or complex dtype.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is neither floating nor complex.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.log1p(ms.Tensor([0., 1., -1.])).round(decimals=4))
        [0.     0.6931   -inf]
        >>> print(ms.ops.Log1p()(ms.Tensor([0., 1e-12])))
        [0.e+00 1.e-12]
    """
    accept(input, "fc")
    return jnp.log1p(input)


@op("ops.log2", "Tensor.log2", label="Log2", amp="float32")
def log2(input: Array):
    """Logarithms to base 2; NaN for negative real elements.

    Args:
        input: Tensor of a floating or complex dtype.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is neither floating nor complex.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.log2(ms.Tensor([1., 8., 0.])).round(decimals=4))
        [  0.   3. -inf]
    """
    accept(input, "fc")
    return jnp.log2(input)


@op("ops.log10", "Tensor.log10", label="Log10", amp="float32")
def log10(input: Array):
    """Logarithms to base 10; NaN for negative real elements.

    Args:
        input: Tensor of a floating or complex dtype.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is neither floating nor complex.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.log10(ms.Tensor([1., 100., 0.])).round(decimals=4))
        [  0.   2. -inf]
    """
    accept(input, "fc")
    return jnp.log(input) * constant(1 / np.log(10), input.dtype)


@primitive("Sqrt")
@op("ops.sqrt", label="Sqrt")
def sqrt(x: Array):
    """Square roots.

    Args:
        x: Tensor; bool and integer elements give Float32.

    Returns:
        Tensor of the same shape.

    Raises:
        TypeError: `x` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.sqrt(ms.Tensor([4., 9.])))
        [2. 3.]
    """
    return jnp.sqrt(as_float(x))


@op("Tensor.sqrt", label="Sqrt")
def sqrt_method(x: Array):
    """Square roots, as `ops.sqrt`; NaN for negative real elements.

    Args:
        x: Tensor.

    Returns:
        Tensor of the same shape and dtype; bool and integer elements give Float32.

    Raises:
        TypeError: `x` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([4., 9.]).sqrt())
        [2. 3.]
    """
    return sqrt(x)


@primitive("Rsqrt")
@op("ops.rsqrt", "Tensor.rsqrt", label="Rsqrt", amp="float32")
def rsqrt(input: Array):
    """Reciprocals of square roots; infinite at 0, NaN for negative real elements.

    Args:
        input: Tensor of a floating or complex dtype.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is neither floating nor complex.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.rsqrt(ms.Tensor([4., 0.25, 0.])))
        [0.5 2.  inf]
        >>> print(ms.ops.Rsqrt()(ms.Tensor([1., 4.])))
        [1.  0.5]
    """
    accept(input, "fc")
    return jax.lax.rsqrt(input)


@primitive("Square")
@op("ops.square", "Tensor.square", label="Square")
def square(input: Array):
    """Squares.

    Args:
        input: Tensor of any dtype but bool.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: `input` is not a Tensor, or is bool.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.square(ms.Tensor([2., -3.])))
        [4. 9.]
    """
    accept(input, "iufc")
    return input * input


@primitive("Reciprocal")
@op("ops.reciprocal", "Tensor.reciprocal", label="Reciprocal", amp="float32")
def reciprocal(input: Array):
    """1 divided by each element.

    Args:
        input: Tensor; bool and integer elements give Float32.

    Returns:
        Tensor of the same shape.

    Raises:
        TypeError: `input` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.reciprocal(ms.Tensor([2., 4.])))
        [0.5  0.25]
    """
    input = as_float(input)
    return constant(1, input.dtype) / input


@primitive("Inv", counts="missing")
@op("ops.inv", "Tensor.inv", label="Inv")
def inv(x: Array):
    """1 divided by each element, in the element's dtype: integers are divided towards zero.

    Args:
        x: Tensor of Int16, Int32, Int64, a floating or a complex dtype.

    Returns:
        Tensor of the same shape and dtype; an integer 0 gives the lowest integer, in
        Int16 0.

    Raises:
        TypeError: the dtype is none of these.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.inv(ms.Tensor([2., 4.])))
        [0.5  0.25]
        >>> print(ms.ops.Inv()(ms.Tensor([2, 1, -1, 0], ms.int16)))
        [ 0  1 -1  0]
    """
    accept(x, "fc int16 int32 int64", "x")
    one = constant(1, x.dtype)
    if jnp.issubdtype(x.dtype, jnp.inexact):
        return one / x
    lowest = 0 if x.dtype == np.int16 else np.iinfo(x.dtype).min
    quotient = jnp.where(jnp.abs(x) == one, x, constant(0, x.dtype))
    return jnp.where(x == 0, constant(lowest, x.dtype), quotient)


@primitive("Sign")
@op("ops.sign", "ops.sgn", "Tensor.sign", "Tensor.sgn", label="Sign")
def sign(input: Array):
    """-1, 0 or 1 by the sign of each element; complex elements are divided by their moduli.

    Args:
        input: Tensor of bool, Int32, Int64, a floating or a complex dtype.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is none of these.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.sign(ms.Tensor([-3., 0., 5.])))
        [-1.  0.  1.]
    """
    accept(input, "bfc int32 int64")
    if input.dtype == np.bool_:
        return input
    return jnp.where(input == 0, constant(0, input.dtype), jnp.sign(input))


@op("ops.deg2rad", "Tensor.deg2rad", label="Deg2Rad")
def deg2rad(x: Array):
    """Degrees to radians.

    Args:
        x: Tensor of Float16, Float32 or Float64, in degrees.

    Returns:
        Tensor of the same shape and dtype, in radians.

    Raises:
        TypeError: the dtype is none of these.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.deg2rad(ms.Tensor([0., 180.])).round(decimals=4))
        [0.     3.1416]
    """
    accept(x, "r", "x")
    return x * constant(np.pi / 180, x.dtype)


@op("ops.rad2deg", "Tensor.rad2deg", label="Rad2Deg")
def rad2deg(x: Array):
    """Radians to degrees.

    Args:
        x: Tensor of Float16, Float32 or Float64, in radians.

    Returns:
        Tensor of the same shape and dtype, in degrees.

    Raises:
        TypeError: the dtype is none of these.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.rad2deg(ms.Tensor([0., 0.5])).round(decimals=3))
        [ 0.    28.648]
    """
    accept(x, "r", "x")
    return x * constant(180 / np.pi, x.dtype)


@primitive("Eps", counts="all")
@op("ops.eps", label="Eps")
def eps(x: Array):
    """The distance from 1 to the next larger number of the dtype, in the shape of the input.

    The values of the input do not matter.

    Args:
        x: Tensor of Float16, Float32 or Float64.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is none of these.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.eps(ms.Tensor([5., 7.])) * 2**23)
        [1. 1.]
        >>> print(ms.ops.Eps()(ms.Tensor([5.], ms.float16)) * 2**10)
        [1.]
    """
    accept(x, "r", "x")
    return jnp.full(x.shape, jnp.finfo(x.dtype).eps, x.dtype)


@primitive(
    "NanToNum",
    accepts={
        "nan": "int float bool None",
        "posinf": "int float bool None",
        "neginf": "int float bool None",
    },
    nan=None,
    posinf=None,
    neginf=None,
)
@op(
    "ops.nan_to_num",
    "Tensor.nan_to_num",
    label="NanToNum",
    accepts={
        "Tensor.nan_to_num.nan": "int float bool Tensor[float] None",
        "Tensor.nan_to_num.posinf": "int float bool Tensor[float] None",
        "Tensor.nan_to_num.neginf": "int float bool Tensor[float] None",
    },
)
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

    Raises:
        TypeError: `input` is not of a floating dtype, or a replacement is not a number.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.nan_to_num(ms.Tensor([1., float("nan"), float("inf")]), 0.5, 9.))
        [1.  0.5 9. ]
    """
    accept(input, "f")
    single(nan=nan, posinf=posinf, neginf=neginf)
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


@op(
    "ops.logit",
    "Tensor.logit",
    label="Logit",
    accepts={"ops.logit.eps": "float Tensor ndarray None", "Tensor.logit.eps": "float None"},
)
def logit(input: Array, eps: float | None = None):
    """`log(x / (1 - x))` of each element.

    Args:
        input: Tensor of a floating dtype.
        eps: elements are first brought into [eps, 1 - eps]; None leaves them.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is not floating, or `eps` is not a float.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.logit(ms.Tensor([0.5])))
        [0.]
    """
    accept(input, "f")
    x = input
    if eps is not None:
        low = jnp.asarray(eps).astype(x.dtype)
        x = jnp.where(x < low, low, x)
        x = jnp.where(x > 1 - low, 1 - low, x)
        x = jnp.where(low < 0, input, x)
    return _log_odds(x)


@primitive("Logit", check=of_types(eps=float), eps=-1.0)
@op(label="Logit")
def logit_class(input: Array, eps: float = -1.0):
    """`log(x / (1 - x))` of each element, as `ops.logit`.

    Args:
        eps: of the constructor, a float: elements are first brought into [eps, 1 - eps]; a negative
            one, as by default, leaves them.
        input: of the call, Tensor of a floating dtype.

    Returns:
        Tensor of the same shape and dtype. Without clamping, 0 and 1 give infinities and elements
        outside [0, 1] NaN.

    Raises:
        TypeError: `eps` is not a float, or the dtype is not floating.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.Logit()(ms.Tensor([0.5, 0.])))
        [  0. -inf]
        >>> print(ms.ops.Logit(0.1)(ms.Tensor([0.5, 0.])).round(decimals=4))
        [ 0.     -2.1972]
    """
    return logit(input, eps)
