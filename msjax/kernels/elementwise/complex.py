"""Complex numbers: their parts, and making them of parts."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.errors import Clause, must
from msjax._core.op.publish import Array, op, primitive
from msjax.kernels.checks import accept, of_shape
from msjax.kernels.promotion import is_complex


def _linear_real(x: jax.Array) -> jax.Array:
    """Real parts, with a transpose that works in double precision too.

    JAX transposes its own `real` and `imag` with a float32 zero while 64-bit dtypes are only
    allowed, not the default; complex128 gradients fail there. A complex-to-real Fourier transform
    of length 1 is the real part as well, and its transpose is exact.
    """
    if x.dtype == np.complex128:
        return jax.lax.fft(x[..., None], "IRFFT", (1,))[..., 0]
    return jax.lax.real(x)


@jax.custom_jvp
def real_part(x: jax.Array) -> jax.Array:
    """Real parts of a complex array."""
    return jax.lax.real(x)


@real_part.defjvp
def _real_jvp(primals: Any, tangents: Any) -> tuple:
    return real_part(*primals), _linear_real(*tangents)


@jax.custom_jvp
def imaginary_part(x: jax.Array) -> jax.Array:
    """Imaginary parts of a complex array."""
    return jax.lax.imag(x)


@imaginary_part.defjvp
def _imag_jvp(primals: Any, tangents: Any) -> tuple:
    (tangent,) = tangents
    return imaginary_part(*primals), _linear_real(tangent * jnp.asarray(-1j, tangent.dtype))


@primitive("ComplexAbs")
@op(label="ComplexAbs")
def complex_abs(x: Array):
    """Moduli of complex elements, as real numbers.

    Args:
        x: Tensor of a complex dtype.

    Returns:
        Tensor of the same shape: Float32 for Complex64, Float64 for Complex128.

    Raises:
        TypeError: the dtype is not complex.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.ComplexAbs()(ms.Tensor([3 + 4j, -2j])))
        [5. 2.]
    """
    accept(x, "c", "x")
    return jnp.abs(x)


@primitive("Real")
@op("ops.real", "Tensor.real", "mint.real", label="Real")
def real(input: Array):
    """Real parts of complex elements; real ones stay as they are.

    Args:
        input: Tensor.

    Returns:
        Tensor of the same shape: Float32 for Complex64, Float64 for Complex128, otherwise the dtype
        of `input`.

    Raises:
        TypeError: `input` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.real(ms.Tensor([3 + 4j, -2j])))
        [ 3. -0.]
        >>> print(ms.ops.Real()(ms.Tensor([1, 2])))
        [1 2]
    """
    return real_part(input) if is_complex(input) else input


@primitive("Imag", counts="all")
@op("ops.imag", "Tensor.imag", "mint.imag", label="Imag")
def imag(input: Array):
    """Imaginary parts of complex elements; zeros for real ones.

    Args:
        input: Tensor of any dtype but BFloat16.

    Returns:
        Tensor of the same shape: Float32 for Complex64, Float64 for Complex128, otherwise the dtype
        of `input`.

    Raises:
        TypeError: `input` is not a Tensor, or is of BFloat16.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.imag(ms.Tensor([3 + 4j, -2j])))
        [ 4. -2.]
        >>> print(ms.ops.Imag()(ms.Tensor([1, 2])))
        [0 0]
    """
    accept(input, "biurc")
    return imaginary_part(input) if is_complex(input) else jnp.zeros_like(input)


@primitive("Conj")
@op("ops.conj", "Tensor.conj", label="Conj")
def conj(input: Array):
    """Complex conjugates: the signs of the imaginary parts turned; real elements stay.

    Args:
        input: Tensor of any dtype but bool.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: `input` is not a Tensor, or is bool.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.conj(ms.Tensor([3 + 4j])))
        [3.-4.j]
        >>> print(ms.ops.Conj()(ms.Tensor([1., 2.])))
        [1. 2.]
    """
    accept(input, "iufc")
    return jnp.conj(input)


@primitive("Angle")
@op("ops.angle", "Tensor.angle", label="Angle")
def angle(input: Array):
    """Arguments of complex elements: their angles from the positive real axis, in (-pi, pi].

    Args:
        input: Tensor of a complex dtype.

    Returns:
        Tensor of the same shape, in radians: Float32 for Complex64, Float64 for Complex128.

    Raises:
        TypeError: the dtype is not complex.

    Examples:
        >>> import msjax as ms
        >>> z = ms.Tensor([1 + 0j, 1j])
        >>> print(ms.ops.angle(z).round(decimals=4))
        [0.     1.5708]
        >>> print(ms.ops.Angle()(z).round(decimals=4))
        [0.     1.5708]
    """
    accept(input, "c")
    return jnp.arctan2(imaginary_part(input), real_part(input))


@primitive("Complex")
@op(label="Complex")
def make_complex(real: Array, imag: Array):
    """Complex numbers from real and imaginary parts.

    Args:
        real: Tensor of Float32 or Float64.
        imag: Tensor of the same dtype.

    Returns:
        Tensor of Complex64 or Complex128.

    Raises:
        TypeError: a dtype is none of these, or the dtypes differ.
        RuntimeError: the shapes differ.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.Complex()(ms.Tensor([1.]), ms.Tensor([2.])))
        [1.+2.j]
    """
    if real.shape != imag.shape:
        raise RuntimeError(must("imag", f"of shape {real.shape}", imag.shape))
    return _join(real, imag, "real", "imag")


def _join(x: jax.Array, y: jax.Array, first: str, second: str) -> jax.Array:
    accept(x, "float32 float64", first)
    accept(y, "float32 float64", second)
    if x.dtype != y.dtype:
        raise TypeError(Clause(f"the dtypes of '{first}' and '{second}' must be the same."))
    return jax.lax.complex(*jnp.broadcast_arrays(x, y))


@primitive("Polar")
@op("ops.polar", label="Polar")
def polar(abs: Array, angle: Array):
    """Complex numbers from moduli and arguments, `abs * (cos(angle) + i sin(angle))`.

    Args:
        abs: Tensor of Float32 or Float64.
        angle: Tensor of the same dtype and shape, in radians.

    Returns:
        Tensor of the same shape: Complex64 for Float32, Complex128 for Float64.

    Raises:
        TypeError: a dtype is none of these, or the dtypes differ.
        ValueError: the shapes differ.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.polar(ms.Tensor([1., 2.]), ms.Tensor([0., 0.])))
        [1.+0.j 2.+0.j]
        >>> z = ms.ops.Polar()(ms.Tensor([2.]), ms.Tensor([0.5]))
        >>> print(ms.ops.angle(z))
        [0.5]
    """
    of_shape("angle", angle, abs.shape)
    _join(abs, angle, "abs", "angle")
    return jax.lax.complex(abs * jnp.cos(angle), abs * jnp.sin(angle))


@op("ops.view_as_real", label="view_as_real")
def view_as_real(input: Array):
    """Real and imaginary parts, along a new last axis of length 2.

    Args:
        input: Tensor of a complex dtype.

    Returns:
        Tensor of Float32 or Float64.

    Raises:
        TypeError: the dtype is not complex.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.view_as_real(ms.ops.polar(ms.Tensor([2.]), ms.Tensor([0.]))))
        [[2. 0.]]
    """
    if not is_complex(input):
        raise TypeError(must("input", "a complex Tensor", input.dtype))
    return jnp.stack([real_part(input), imaginary_part(input)], -1)
