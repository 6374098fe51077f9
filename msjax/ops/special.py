"""Special functions, and combinations such as interpolation and fused multiply-add."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import jax
import jax.numpy as jnp
import numpy as np
from jax._src.lax import special as jax_special

from msjax._core.errors import must
from msjax._core.op import Array, Operand, Value, op
from msjax._core.primitive import REQUIRED, primitive
from msjax.ops._accept import (
    accept,
    broadcast,
    constant,
    in_single,
    is_number,
    product_operands,
    promoted,
    same_dtype,
)
from msjax.ops.unary import magnitude


@jax.custom_jvp
def hurwitz(s: jax.Array, q: jax.Array) -> jax.Array:
    """Hurwitz zeta function, differentiable by `q`."""
    return jax.lax.zeta(s, q)


hurwitz.defjvps(None, lambda g, out, s, q: -g * s * hurwitz(s + 1, q))


def _traced(implementation: Callable, *arrays: jax.Array) -> jax.Array:
    """JAX's own formulas, entered while tracing.

    Its primitives for these functions expand after tracing, where Float64 constants are narrowed.
    """
    arrays = jnp.broadcast_arrays(*arrays)
    dtype = arrays[0].dtype
    with jax.enable_x64(True) if dtype == np.float64 else contextlib.nullcontext():
        return implementation(*arrays, dtype=dtype)


@jax.custom_jvp
def igamma_lower(a: jax.Array, x: jax.Array) -> jax.Array:
    """Regularised lower incomplete gamma function."""
    return _traced(jax_special.igamma_impl, a, x)


@jax.custom_jvp
def igamma_upper(a: jax.Array, x: jax.Array) -> jax.Array:
    """Regularised upper incomplete gamma function."""
    return _traced(jax_special.igammac_impl, a, x)


def _gamma_slope(a: jax.Array, x: jax.Array) -> jax.Array:
    """Derivative of the lower function by its parameter."""
    return _traced(jax_special.igamma_grad_a_impl, a, x)


def _gamma_density(a: jax.Array, x: jax.Array) -> jax.Array:
    """Derivative of the lower function by the bound of the integral."""
    return jnp.exp((a - 1) * jnp.log(x) - x - jax.lax.lgamma(a))


igamma_lower.defjvps(
    lambda g, out, a, x: g * _gamma_slope(a, x), lambda g, out, a, x: g * _gamma_density(a, x)
)
igamma_upper.defjvps(
    lambda g, out, a, x: -g * _gamma_slope(a, x), lambda g, out, a, x: -g * _gamma_density(a, x)
)


@jax.custom_jvp
def _beta_share(a: jax.Array, b: jax.Array, x: jax.Array) -> jax.Array:
    """Regularised incomplete beta function, differentiable by `x`."""
    return _traced(jax_special.regularized_incomplete_beta_impl, a, b, x)


def _beta_density(a: jax.Array, b: jax.Array, x: jax.Array) -> jax.Array:
    scale = jax.lax.lgamma(a + b) - jax.lax.lgamma(a) - jax.lax.lgamma(b)
    return jnp.exp(scale + (a - 1) * jnp.log(x) + (b - 1) * jnp.log1p(-x))


_beta_share.defjvps(None, None, lambda g, out, a, b, x: g * _beta_density(a, b, x))


def _incomplete(function: Callable, a: jax.Array, x: jax.Array) -> jax.Array:
    a, x = jnp.broadcast_arrays(a, x)
    valid = a > 0
    return jnp.where(valid, function(jnp.where(valid, a, 1), x), constant(np.nan, a.dtype))


@primitive("Erf")
@op("ops.erf", "Tensor.erf", label="Erf")
def erf(input: Array):
    """Gauss error function.

    Args:
        input: Tensor of a floating dtype.

    Returns:
        Tensor of the same shape and dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.erf(ms.Tensor([0., 9.])))
        [0. 1.]
    """
    accept("Erf", input, "f")
    return jax.lax.erf(input)


@primitive("Erfc")
@op("ops.erfc", "Tensor.erfc", label="Erfc")
def erfc(input: Array):
    """Complementary error function, `1 - erf(x)`.

    Args:
        input: Tensor of a floating dtype.

    Returns:
        Tensor of the same shape and dtype.
    """
    accept("Erfc", input, "f")
    return jax.lax.erfc(input)


@primitive("Erfinv")
@op("ops.erfinv", "Tensor.erfinv", label="Erfinv")
def erfinv(input: Array):
    """Inverse of the error function on [-1, 1].

    Args:
        input: Tensor of a floating dtype.

    Returns:
        Tensor of the same shape and dtype.
    """
    accept("Erfinv", input, "f")
    return jax.lax.erf_inv(input)


@jax.custom_jvp
def _digamma(x: jax.Array) -> jax.Array:
    """The digamma function, with its limits from the right at 0.0 and from the left at -0.0."""
    zero = x == 0
    limit = -jnp.copysign(constant(np.inf, x.dtype), x)
    return jnp.where(zero, limit, jax.lax.digamma(jnp.where(zero, constant(1, x.dtype), x)))


@_digamma.defjvp
def _digamma_slope(primals: tuple, tangents: tuple) -> tuple:
    (x,), (g,) = primals, tangents
    zero = x == 0
    safe = jnp.where(zero, constant(1, x.dtype), x)
    slope = jax.jvp(jax.lax.digamma, (safe,), (jnp.ones_like(x),))[1]
    return _digamma(x), g * jnp.where(zero, constant(np.inf, x.dtype), slope)


_log_gamma = jax.custom_jvp(jax.lax.lgamma)
_log_gamma.defjvps(lambda g, out, x: g * in_single(_digamma, x))


@primitive("Lgamma")
@op("ops.lgamma", "Tensor.lgamma", label="Lgamma")
def lgamma(input: Array):
    """Logarithm of the absolute value of the gamma function.

    Args:
        input: Tensor of a floating dtype, or Int32 (gives Float32).

    Returns:
        Tensor of the same shape.
    """
    accept("Lgamma", input, "r int32")
    return _log_gamma(input.astype(np.float32) if input.dtype == np.int32 else input)


@primitive("Digamma")
@op("ops.digamma", "Tensor.digamma", label="Digamma")
def digamma(input: Array):
    """Derivative of the logarithm of the gamma function.

    Args:
        input: Tensor of a floating dtype.

    Returns:
        Tensor of the same shape and dtype.
    """
    accept("Digamma", input, "r")
    return in_single(_digamma, input)


@primitive("Polygamma")
@op("ops.polygamma", label="Polygamma")
def polygamma(n: Array, input: Array):
    """The n-th derivative of the digamma function.

    Args:
        n: 0-d Tensor of Int32 or Int64.
        input: Tensor of a floating dtype.

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: a dtype is none of these.
        ValueError: `n` has dimensions.
    """
    accept("Polygamma", n, "int32 int64", "n")
    accept("Polygamma", input, "r")
    if n.ndim:
        raise ValueError(must("Polygamma", "n", "a 0-dim Tensor", f"rank {n.ndim}"))

    def compute(x: jax.Array) -> jax.Array:
        order = jnp.broadcast_to(n, x.shape).astype(x.dtype)
        sign = jnp.where(n % 2 == 0, -1, 1).astype(x.dtype)
        size = jnp.exp(jax.lax.lgamma(order + 1))
        above = jnp.where(n == 0, constant(2, x.dtype), order + 1)
        return jnp.where(n == 0, jax.lax.digamma(x), sign * size * hurwitz(above, x))

    return in_single(compute, input)


@primitive("Mvlgamma", p=REQUIRED)
@op("ops.mvlgamma", "Tensor.mvlgamma", label="Mvlgamma")
def mvlgamma(input: Array, p):
    """Logarithm of the multivariate gamma function of dimension `p`.

    Args:
        input: Tensor of Float32 or Float64 with elements above `(p - 1) / 2`; NaN elsewhere.
        p: a positive int.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: `p` is no int, or the dtype is none of these.
        ValueError: `p` is not positive.
    """
    if isinstance(p, bool) or not isinstance(p, int):
        raise TypeError(must("Mvlgamma", "p", "int", type(p).__name__))
    if p <= 0:
        raise ValueError(must("Mvlgamma", "p", "> 0", p))
    accept("Mvlgamma", input, "float32 float64")
    shifts = jnp.arange(p, dtype=input.dtype) / 2
    total = jnp.sum(jax.lax.lgamma(input[..., None] - shifts), -1)
    total = total + constant(p * (p - 1) / 4 * np.log(np.pi), input.dtype)
    return jnp.where(input > (p - 1) / 2, total, jnp.nan)


@primitive("Igamma")
@op("ops.igamma", "Tensor.igamma", tensors=2, label="Igamma")
def igamma(input: Operand, other: Operand):
    """Regularised lower incomplete gamma function.

    Args:
        input: Tensor of Float32 or Float64, the parameter.
        other: Tensor of the same dtype, the bound of the integral.

    Returns:
        Tensor of the broadcast shape.
    """
    accept("Igamma", input, "float32 float64")
    broadcast("Igamma", input, other)
    return _incomplete(igamma_lower, input, other)


@primitive("Igammac")
@op("ops.igammac", "Tensor.igammac", tensors=2, label="Igammac")
def igammac(input: Operand, other: Operand):
    """Regularised upper incomplete gamma function.

    Args:
        input: Tensor of Float32 or Float64, the parameter.
        other: Tensor of the same dtype, the bound of the integral.

    Returns:
        Tensor of the broadcast shape.
    """
    accept("Igammac", input, "float32 float64")
    broadcast("Igammac", input, other)
    return _incomplete(igamma_upper, input, other)


@primitive("Betainc")
@op(label="Betainc")
def betainc(a: Array, b: Array, x: Array):
    """Regularised incomplete beta function; it is differentiated by `x` only.

    Args:
        a: Tensor of Float32 or Float64.
        b: Tensor of the same dtype and shape.
        x: Tensor of the same dtype and shape, in [0, 1].

    Returns:
        Tensor of the same shape and dtype.
    """
    accept("Betainc", a, "float32 float64", "a")
    same_dtype("Betainc", a, b, x)
    if not a.shape == b.shape == x.shape:
        raise ValueError(
            f"For 'Betainc', the shapes must be equal, but got {a.shape}, {b.shape}, {x.shape}."
        )
    return _beta_share(a, b, x)


@primitive("Zeta")
@op("ops.zeta", tensors=2, label="Zeta")
def zeta(input: Operand, other: Operand):
    """Hurwitz zeta function; it is differentiated by `other` only.

    Args:
        input: Tensor of Float32 or Float64.
        other: Tensor of the same shape and dtype.

    Returns:
        Tensor of that shape.

    Raises:
        TypeError: an input is no Tensor, or of another dtype.
        ValueError: the shapes differ.
    """
    accept("Zeta", input, "float32 float64")
    if input.shape != other.shape:
        raise ValueError(must("Zeta", "q", f"of shape {input.shape}", other.shape))
    return hurwitz(input, other)


@jax.custom_jvp
def _times_log(x: jax.Array, y: jax.Array) -> jax.Array:
    nothing = (x == 0) & ((y == 0) | jnp.isnan(y))
    return x * jnp.log(jnp.where(nothing, constant(1, y.dtype), y))


# As in MindSpore, the derivative by `x` is 0 where `x` is.
_times_log.defjvps(
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

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.xlogy(ms.Tensor([0., 2.]), ms.Tensor([0., 1.])))
        [0. 0.]
    """
    mixed = any(is_number(v) or jnp.shape(v) == () for v in (input, other))
    x, y = promoted("Xlogy", input, other)
    if mixed:
        accept("Xlogy", x, "bifc uint8")
    if x.dtype == np.bool_ or (mixed and x.dtype not in (np.float64, np.complex64, np.complex128)):
        x, y = x.astype(np.float32), y.astype(np.float32)
    if jnp.issubdtype(x.dtype, jnp.inexact):
        return _times_log(x, y)
    return _times_log(x.astype(np.float32), y.astype(np.float32)).astype(x.dtype)


@primitive("Xdivy")
@op("ops.xdivy", tensors=1, label="Xdivy")
def xdivy(x: Operand, y: Operand):
    """`x / y`, 0 where `x` is 0.

    Args:
        x: Tensor of a floating or complex dtype, or a number.
        y: Tensor or number whose shape broadcasts with that of `x`.

    Returns:
        Tensor of the broadcast shape and the common dtype.
    """
    accept("Xdivy", x, "rc", "x")
    broadcast("Xdivy", x, y)
    zero = x == 0
    one = constant(1, x.dtype)
    return jnp.where(zero, constant(0, x.dtype), x / jnp.where(zero, one, y))


@op("Tensor.xdivy", label="Xdivy")
def xdivy_method(x: Operand, y: Operand):
    """`self / y`, 0 where the Tensor is 0, as `ops.xdivy`."""
    return xdivy(x, y)


@op("ops.logaddexp", "Tensor.logaddexp", tensors=2, label="LogAddExp")
def logaddexp(input: Operand, other: Operand):
    """`log(exp(input) + exp(other))`, without overflow.

    Args:
        input: Tensor of a floating dtype.
        other: Tensor of a floating dtype whose shape broadcasts with that of `input`.

    Returns:
        Tensor of the broadcast shape and the common dtype.
    """
    accept("LogAddExp", input, "f")
    broadcast("LogAddExp", input, other)
    return jnp.logaddexp(input, other)


@op("ops.logaddexp2", "Tensor.logaddexp2", tensors=2, label="LogAddExp2")
def logaddexp2(input: Operand, other: Operand):
    """`log2(2 ** input + 2 ** other)`, without overflow.

    Args:
        input: Tensor of a floating dtype.
        other: Tensor of a floating dtype whose shape broadcasts with that of `input`.

    Returns:
        Tensor of the broadcast shape and the common dtype.
    """
    accept("LogAddExp2", input, "f")
    broadcast("LogAddExp2", input, other)
    return jnp.logaddexp2(input, other)


@jax.custom_jvp
def _hypotenuse(x: jax.Array, y: jax.Array) -> jax.Array:
    return jnp.hypot(x, y)


def _leg_over(out: jax.Array, leg: jax.Array) -> jax.Array:
    """A leg divided by the hypotenuse, 0 at the origin."""
    return jnp.where(out == 0, 0, leg / jnp.where(out == 0, 1, out))


_hypotenuse.defjvps(
    lambda g, out, x, y: g * _leg_over(out, x), lambda g, out, x, y: g * _leg_over(out, y)
)


@primitive("Hypot")
@op("ops.hypot", "Tensor.hypot", tensors=1, label="Hypot")
def hypot(input: Operand, other: Operand):
    """Hypotenuses of right triangles, `sqrt(input**2 + other**2)`.

    Args:
        input: Tensor of Float32 or Float64, or a number.
        other: Tensor or number whose shape broadcasts with that of `input`.

    Returns:
        Tensor of the broadcast shape.
    """
    accept("Hypot", input, "float32 float64")
    broadcast("Hypot", input, other)
    return _hypotenuse(input, other)


@op("ops.copysign", "Tensor.copysign", label="CopySign")
def copysign(x: Array, other: Value):
    """The absolute values of `x` with the signs of `other`; zeros count as positive.

    Args:
        x: Tensor of an integer (gives Float32) or floating dtype.
        other: Tensor or number whose shape broadcasts with that of `x`.

    Returns:
        Tensor of the broadcast shape.

    Raises:
        TypeError: `x` is bool or complex.
    """
    accept("CopySign", x, "iuf", "x")
    other = jnp.asarray(other)
    broadcast("CopySign", x, other)
    if not jnp.issubdtype(x.dtype, jnp.floating):
        x = x.astype(np.float32)
    size = magnitude(x)
    return jnp.where(other < 0, -size, size)


@primitive("Heaviside")
@op("ops.heaviside", "Tensor.heaviside", tensors=2, label="Heaviside")
def heaviside(input: Operand, values: Operand):
    """0 for negative elements, 1 for positive ones, `values` for zeros.

    Args:
        input: Tensor of a real dtype but bool.
        values: Tensor of the same dtype whose shape broadcasts with that of `input`.

    Returns:
        Tensor of the broadcast shape and the common dtype.
    """
    accept("Heaviside", input, "iur")
    broadcast("Heaviside", input, values)
    zero, one = constant(0, input.dtype), constant(1, input.dtype)
    return jnp.where(input == zero, values, jnp.where(input < zero, zero, one))


@jax.custom_jvp
def _neighbour(x: jax.Array, towards: jax.Array) -> jax.Array:
    return jnp.nextafter(x, towards)


_neighbour.defjvps(lambda g, out, x, towards: g, None)


@primitive("NextAfter")
@op("ops.nextafter", "Tensor.nextafter", tensors=2, label="NextAfter")
def nextafter(input: Operand, other: Operand):
    """The next representable number from each element towards `other`.

    Args:
        input: Tensor of Float32 or Float64.
        other: Tensor of the same dtype whose shape broadcasts with that of `input`.

    Returns:
        Tensor of the broadcast shape.
    """
    accept("NextAfter", input, "float32 float64")
    broadcast("NextAfter", input, other)
    return _neighbour(*jnp.broadcast_arrays(input, other))


@op("ops.ldexp", label="Ldexp")
def ldexp(x: Value, other: Value):
    """`x * 2 ** other`.

    Args:
        x: Tensor or number.
        other: Tensor or number whose shape broadcasts with that of `x`.

    Returns:
        Tensor of the broadcast shape; a floating or complex dtype.
    """
    x, other = jnp.asarray(x), jnp.asarray(other)
    if not jnp.issubdtype(other.dtype, jnp.inexact) or other.weak_type:
        promoted("Ldexp", x, np.float32(0))
        promoted("Ldexp", np.float32(0), other)
        other = other.astype(np.float32)
    power = jnp.power(constant(2, other.dtype), other)
    x, power = product_operands("Ldexp", x, power)
    return x * power


@op("Tensor.ldexp", label="Ldexp")
def ldexp_method(x: Value, other: Value):
    """`self * 2 ** other`, as `ops.ldexp`."""
    return ldexp(x, other)


@primitive("Gcd")
@op("ops.gcd", "Tensor.gcd", tensors=2, label="Gcd")
def gcd(input: Operand, other: Operand):
    """Greatest common divisors.

    Args:
        input: Tensor of Int16, Int32 or Int64.
        other: Tensor of one of these whose shape broadcasts with that of `input`.

    Returns:
        Tensor of the broadcast shape and the common dtype.
    """
    broadcast("Gcd", input, other)
    accept("Gcd", input, "int16 int32 int64")
    return jnp.gcd(input, other)


@primitive("Lcm")
@op("ops.lcm", "Tensor.lcm", tensors=1, label="Lcm")
def lcm(input: Operand, other: Operand):
    """Least common multiples.

    Args:
        input: Tensor of Int32 or Int64.
        other: Tensor of one of these whose shape broadcasts with that of `input`.

    Returns:
        Tensor of the broadcast shape and the common dtype.
    """
    accept("Lcm", input, "int32 int64")
    broadcast("Lcm", input, other)
    divisor = jnp.gcd(input, other)
    safe = jnp.where(divisor == 0, constant(1, divisor.dtype), divisor)
    return jnp.abs(jax.lax.div(jnp.broadcast_to(input, safe.shape), safe) * other)
