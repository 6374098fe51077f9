"""The gamma function and its relatives: error functions, beta and zeta functions."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import jax
import jax.numpy as jnp
import numpy as np
from jax._src.lax import special as jax_special

from msjax._core.base.checks import integer
from msjax._core.base.errors import Clause, describe, must
from msjax._core.op.primitive import REQUIRED
from msjax._core.op.publish import Array, Operand, call, op, primitive, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import accept, broadcast, of_shape, same_dtype
from msjax.kernels.derivative import define_slopes
from msjax.kernels.elementwise.cast import wider
from msjax.kernels.promotion import constant, in_single


@jax.custom_jvp
def hurwitz(s: jax.Array, q: jax.Array) -> jax.Array:
    """Hurwitz zeta function, differentiable by `q`."""
    return jax.lax.zeta(s, q)


define_slopes(hurwitz, None, lambda g, out, s, q: -g * s * hurwitz(s + 1, q))


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


define_slopes(
    igamma_lower,
    lambda g, out, a, x: g * _gamma_slope(a, x),
    lambda g, out, a, x: g * _gamma_density(a, x),
)
define_slopes(
    igamma_upper,
    lambda g, out, a, x: -g * _gamma_slope(a, x),
    lambda g, out, a, x: -g * _gamma_density(a, x),
)


@jax.custom_jvp
def _beta_share(a: jax.Array, b: jax.Array, x: jax.Array) -> jax.Array:
    """Regularised incomplete beta function, differentiable by `x`."""
    return _traced(jax_special.regularized_incomplete_beta_impl, a, b, x)


def _beta_density(a: jax.Array, b: jax.Array, x: jax.Array) -> jax.Array:
    scale = jax.lax.lgamma(a + b) - jax.lax.lgamma(a) - jax.lax.lgamma(b)
    return jnp.exp(scale + (a - 1) * jnp.log(x) + (b - 1) * jnp.log1p(-x))


define_slopes(_beta_share, None, None, lambda g, out, a, b, x: g * _beta_density(a, b, x))


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

    Raises:
        TypeError: the dtype is not floating.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.erf(ms.Tensor([0., 9.])))
        [0. 1.]
    """
    accept(input, "f")
    return jax.lax.erf(input)


@primitive("Erfc")
@op("ops.erfc", "Tensor.erfc", label="Erfc")
def erfc(input: Array):
    """Complementary error function, `1 - erf(x)`, exact where it is small.

    Args:
        input: Tensor of a floating dtype.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is not floating.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.erfc(ms.Tensor([0., 1.])).round(decimals=4))
        [1.     0.1573]
        >>> print(ms.ops.Erfc()(ms.Tensor([0.])))
        [1.]
    """
    accept(input, "f")
    return jax.lax.erfc(input)


@primitive("Erfinv")
@op("ops.erfinv", "Tensor.erfinv", label="Erfinv", amp="float32")
def erfinv(input: Array):
    """Inverse of the error function: infinite at -1 and 1, NaN beyond.

    Args:
        input: Tensor of a floating dtype.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is not floating.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.erfinv(ms.Tensor([0., 0.5], ms.float64)).round(decimals=4))
        [0.     0.4769]
        >>> print(ms.ops.Erfinv()(ms.Tensor([0., 1.])))
        [ 0. inf]
    """
    accept(input, "f")
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


@primitive("Lgamma", counts="all")
@op("ops.lgamma", "Tensor.lgamma", label="Lgamma")
def lgamma(input: Array):
    """Logarithm of the absolute value of the gamma function; infinite at 0, -1, -2 and so on.

    Args:
        input: Tensor of Float16, Float32 or Float64, or of Int32.

    Returns:
        Tensor of the same shape and dtype; Int32 gives Float32.

    Raises:
        TypeError: the dtype is none of these.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.lgamma(ms.Tensor([5., -1.], ms.float64)).round(decimals=4))
        [3.1781    inf]
        >>> print(ms.ops.Lgamma()(ms.Tensor([5], ms.int32)).exp().round())
        [24.]
    """
    accept(input, "r int32")
    return _log_gamma(input.astype(np.float32) if input.dtype == np.int32 else input)


@op(label="LGamma", amp="float32")
def log_gamma(x: Array):
    """Logarithm of the absolute gamma function; infinity where `x` is not finite."""
    accept(x, "float16 float32", "x")
    return jnp.where(jnp.isfinite(x), jax.lax.lgamma(wider(x)), np.inf).astype(x.dtype)


@primitive("Digamma", counts="all")
@op("ops.digamma", "Tensor.digamma", label="Digamma")
def digamma(input: Array):
    """Derivative of the logarithm of the gamma function.

    Args:
        input: Tensor of Float16, Float32 or Float64.

    Returns:
        Tensor of the same shape and dtype: minus infinity at 0, NaN at -1, -2 and so on.

    Raises:
        TypeError: the dtype is none of these.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.digamma(ms.Tensor([1., 2.], ms.float64)).round(decimals=4))
        [-0.5772  0.4228]
        >>> print(ms.ops.Digamma()(ms.Tensor([0.])))
        [-inf]
    """
    accept(input, "r")
    return in_single(_digamma, input)


@op(label="DiGamma", amp="float32")
def digamma_float(x: Array):
    """Derivative of the logarithm of the gamma function; minus infinity at 0."""
    accept(x, "float16 float32", "x")
    is_zero = x == 0
    value = jax.lax.digamma(jnp.where(is_zero, 1, wider(x)))
    return jnp.where(is_zero, -np.inf, value).astype(x.dtype)


@primitive("Polygamma", counts="missing")
@op("ops.polygamma", label="Polygamma")
def polygamma(n: Array, input: Array):
    """The n-th derivative of the digamma function.

    Args:
        n: 0-d Tensor of Int32 or Int64, not negative; 0 stands for the digamma function itself.
        input: Tensor of Float16, Float32 or Float64.

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: an argument is not a Tensor, or a dtype is none of these.
        ValueError: `n` has dimensions.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., 2.], ms.float64)
        >>> print(ms.ops.polygamma(ms.Tensor(1), x).round(decimals=4))
        [1.6449 0.6449]
        >>> print(ms.ops.Polygamma()(ms.Tensor(0), x).round(decimals=4))
        [-0.5772  0.4228]
    """
    accept(n, "int32 int64", "n")
    accept(input, "r")
    if n.ndim:
        raise ValueError(must("n", "a 0-dim Tensor", f"rank {n.ndim}"))

    def compute(x: jax.Array) -> jax.Array:
        order = jnp.broadcast_to(n, x.shape).astype(x.dtype)
        sign = jnp.where(n % 2 == 0, -1, 1).astype(x.dtype)
        size = jnp.exp(jax.lax.lgamma(order + 1))
        above = jnp.where(n == 0, constant(2, x.dtype), order + 1)
        return jnp.where(n == 0, jax.lax.digamma(x), sign * size * hurwitz(above, x))

    return in_single(compute, input)


@primitive("Mvlgamma", accepts={"p": "int"}, counts="all", p=REQUIRED)
@op("ops.mvlgamma", "Tensor.mvlgamma", label="Mvlgamma")
def mvlgamma(input: Array, p: int):
    """Logarithm of the multivariate gamma function of dimension `p`.

    Args:
        input: Tensor of Float32 or Float64.
        p: the dimension, a positive int. The Primitive takes it in its constructor.

    Returns:
        Tensor of the same shape and dtype; NaN for elements up to `(p - 1) / 2`.

    Raises:
        TypeError: `p` is not an int, or the dtype is none of these.
        ValueError: `p` is not positive.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([3., 4.], ms.float64)
        >>> print(ms.ops.mvlgamma(x, 2).round(decimals=4))
        [1.5502 3.5651]
        >>> print(ms.ops.Mvlgamma(2)(x).round(decimals=4))
        [1.5502 3.5651]
    """
    integer("p", p)
    if p <= 0:
        raise ValueError(must("p", "> 0", p))
    accept(input, "float32 float64")
    shifts = jnp.arange(p, dtype=input.dtype) / 2
    total = jnp.sum(jax.lax.lgamma(input[..., None] - shifts), -1)
    total = total + constant(p * (p - 1) / 4 * np.log(np.pi), input.dtype)
    return jnp.where(input > (p - 1) / 2, total, jnp.nan)


@primitive("Igamma", accepts={"other": "Tensor[=input]"}, counts="missing")
@op("ops.igamma", "Tensor.igamma", tensors=2, label="Igamma", accepts={"other": "Tensor[=input]"})
def igamma(input: Operand, other: Operand):
    """Regularised lower incomplete gamma function: its part up to `other`, from 0 to 1.

    Args:
        input: Tensor of Float32 or Float64, the parameter of the gamma function.
        other: Tensor of the same dtype whose shape broadcasts with that of `input`, the bound of
            the integral.

    Returns:
        Tensor of the broadcast shape and the same dtype; NaN where `input` is not positive.

    Raises:
        TypeError: `input` is of another dtype, or `other` is not a Tensor of the dtype of `input`.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> a, x = ms.Tensor([1., 2.], ms.float64), ms.Tensor([1., 2.], ms.float64)
        >>> print(ms.ops.igamma(a, x).round(decimals=4))
        [0.6321 0.594 ]
        >>> print(ms.ops.Igamma()(a, x).round(decimals=4))
        [0.6321 0.594 ]
    """
    accept(input, "float32 float64")
    broadcast(input, other)
    return _incomplete(igamma_lower, input, other)


@primitive("Igammac", accepts={"other": "Tensor[=input]"}, counts="missing")
@op(
    "ops.igammac", "Tensor.igammac", tensors=2, label="Igammac", accepts={"other": "Tensor[=input]"}
)
def igammac(input: Operand, other: Operand):
    """Regularised upper incomplete gamma function: its part beyond `other`, `1 - igamma`.

    Args:
        input: Tensor of Float32 or Float64, the parameter of the gamma function.
        other: Tensor of the same dtype whose shape broadcasts with that of `input`, the bound of
            the integral.

    Returns:
        Tensor of the broadcast shape and the same dtype; NaN where `input` is not positive.

    Raises:
        TypeError: `input` is of another dtype, or `other` is not a Tensor of the dtype of `input`.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> a, x = ms.Tensor([1., 2.], ms.float64), ms.Tensor([1., 2.], ms.float64)
        >>> print(ms.ops.igammac(a, x).round(decimals=4))
        [0.3679 0.406 ]
        >>> print(ms.ops.Igammac()(a, x).round(decimals=4))
        [0.3679 0.406 ]
    """
    accept(input, "float32 float64")
    broadcast(input, other)
    return _incomplete(igamma_upper, input, other)


@op(label="IGamma")
def lower_incomplete_gamma(a: Array, x: Array):
    """Regularized lower incomplete gamma function."""
    accept(a, "float32", "a")
    same_dtype(a, x)
    a, x = jnp.broadcast_arrays(a, x)
    value = jnp.where((a == 0) & (x > 0), jnp.where(x > 1, 1, np.nan), igamma_lower(a, x))
    return jnp.where((x == 0) & (a >= 0), 0, value)


@primitive("Betainc")
@op(label="Betainc")
def betainc(a: Array, b: Array, x: Array):
    """Regularised incomplete beta function: the part up to `x`, from 0 to 1.

    It is differentiated by `x` only.

    Args:
        a: Tensor of Float32 or Float64, the first parameter.
        b: Tensor of the same dtype and shape, the second parameter.
        x: Tensor of the same dtype and shape, in [0, 1], the bound of the integral.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype of `a` is none of these, or the dtypes differ.
        ValueError: the shapes differ.

    Examples:
        >>> import msjax as ms
        >>> a, x = ms.Tensor([1., 2.]), ms.Tensor([0.25, 0.5])
        >>> print(ms.ops.Betainc()(a, a, x).round(decimals=4))
        [0.25 0.5 ]
    """
    accept(a, "float32 float64", "a")
    same_dtype(a, b, x)
    if not a.shape == b.shape == x.shape:
        raise ValueError(
            Clause(f"the shapes must be equal, but got {a.shape}, {b.shape}, {x.shape}.")
        )
    return _beta_share(a, b, x)


@op(label="LBeta")
def log_beta(x: Array, y: Array):
    """Logarithm of the beta function."""
    accept(x, "float16 float32", "x")
    same_dtype(x, y)
    return jax.scipy.special.betaln(wider(x), wider(y)).astype(x.dtype)


@primitive("Zeta", accepts={"other": "Tensor[=input]"}, counts="all")
@op(label="Zeta")
def _zeta(input: Array, other: Array):
    """Hurwitz zeta function of Tensors of one shape and dtype: `ops.zeta`.

    Args:
        input: Tensor of Float32 or Float64, the exponent.
        other: Tensor of the same shape and dtype, the offset.

    Returns:
        Tensor of that shape and dtype.

    Raises:
        TypeError: an input is not a Tensor, or is of another dtype.
        ValueError: the shapes differ.

    Examples:
        >>> import msjax as ms
        >>> s, q = ms.Tensor([2., 4.], ms.float64), ms.Tensor([1., 1.], ms.float64)
        >>> print(ms.ops.Zeta()(s, q).round(decimals=4))
        [1.6449 1.0823]
    """
    accept(input, "float32 float64")
    same_dtype(input, other)
    of_shape("q", other, input.shape)
    return hurwitz(input, other)


@public("ops.zeta", label="Zeta")
def zeta(input: Tensor | float, other: Tensor | float) -> Tensor:
    """Hurwitz zeta function, the sum of `1 / (other + k) ** input` over `k = 0, 1, 2, ...`.

    It is differentiated by `other` only.

    Args:
        input: Tensor of Float32 or Float64, or number, the exponent.
        other: Tensor of the same dtype, or number, the offset; 1 gives Riemann's zeta function.

    Returns:
        Tensor of that dtype, of the shape of the larger one, to which the other is broadcast.

    Raises:
        TypeError: both are numbers, or an argument has the wrong type or dtype.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> s, q = ms.Tensor([2., 4.], ms.float64), ms.Tensor([1., 1.], ms.float64)
        >>> print(ms.ops.zeta(s, q).round(decimals=4))
        [1.6449 1.0823]
        >>> print(ms.ops.zeta(s, 1).round(decimals=4))
        [1.6449 1.0823]
    """
    if isinstance(other, Tensor) and isinstance(input, (int, float)):
        input = Tensor(input, other.dtype)
    if isinstance(input, Tensor) and isinstance(other, (int, float)):
        other = Tensor(other, input.dtype)
    for arg, value in (("input", input), ("other", other)):
        if not isinstance(value, Tensor):
            raise TypeError(must(arg, "a Tensor, or a number beside one", describe(value)))
    if input.size < other.size:
        input = input.broadcast_to(other.shape)
    elif other.size < input.size:
        other = other.broadcast_to(input.shape)
    return call(_zeta)(input, other)
