"""Complex numbers: their parts, and making them of parts."""

from __future__ import annotations

import jax
import jax.numpy as jnp

from msjax._core.errors import must
from msjax._core.op import Array, op
from msjax._core.primitive import primitive
from msjax.ops import _complex
from msjax.ops._accept import accept, is_complex


@primitive("ComplexAbs")
@op(label="ComplexAbs")
def complex_abs(x: Array):
    """Moduli of complex elements.

    Args:
        x: Tensor of a complex dtype.

    Returns:
        Tensor of the real dtype of the same precision.
    """
    accept("ComplexAbs", x, "c", "x")
    return jnp.abs(x)


@primitive("Real")
@op("ops.real", "Tensor.real", label="Real")
def real(input: Array):
    """Real parts.

    Args:
        input: Tensor.

    Returns:
        Tensor of the same shape, of the real dtype of the same precision.
    """
    return _complex.real(input) if is_complex(input) else input


@primitive("Imag")
@op("ops.imag", "Tensor.imag", label="Imag")
def imag(input: Array):
    """Imaginary parts; zeros for real elements.

    Args:
        input: Tensor.

    Returns:
        Tensor of the same shape, of the real dtype of the same precision.
    """
    accept("Imag", input, "biurc")
    return _complex.imag(input) if is_complex(input) else jnp.zeros_like(input)


@primitive("Conj")
@op("ops.conj", "Tensor.conj", label="Conj")
def conj(input: Array):
    """Complex conjugates.

    Args:
        input: Tensor of any dtype but bool.

    Returns:
        Tensor of the same shape and dtype.
    """
    accept("Conj", input, "iufc")
    return jnp.conj(input)


@primitive("Angle")
@op("ops.angle", "Tensor.angle", label="Angle")
def angle(input: Array):
    """Arguments of complex elements, in radians.

    Args:
        input: Tensor of a complex dtype.

    Returns:
        Tensor of the same shape, of the real dtype of the same precision.

    Raises:
        TypeError: the dtype is not complex.
    """
    accept("Angle", input, "c")
    return jnp.arctan2(_complex.imag(input), _complex.real(input))


@primitive("Complex")
@op(label="Complex")
def make_complex(real: Array, imag: Array):
    """Complex numbers from real and imaginary parts.

    Args:
        real: Tensor of Float32 or Float64.
        imag: Tensor of the same dtype.

    Returns:
        Tensor of Complex64 or Complex128.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.Complex()(ms.Tensor([1.]), ms.Tensor([2.])))
        [1.+2.j]
    """
    if real.shape != imag.shape:
        raise RuntimeError(must("Complex", "imag", f"of shape {real.shape}", imag.shape))
    return _join("Complex", real, imag, "real", "imag")


def _join(name: str, x: jax.Array, y: jax.Array, first: str, second: str) -> jax.Array:
    accept(name, x, "float32 float64", first)
    accept(name, y, "float32 float64", second)
    if x.dtype != y.dtype:
        raise TypeError(f"For '{name}', the dtypes of '{first}' and '{second}' must be the same.")
    return jax.lax.complex(*jnp.broadcast_arrays(x, y))


@primitive("Polar")
@op("ops.polar", label="Polar")
def polar(abs: Array, angle: Array):
    """Complex numbers from moduli and arguments.

    Args:
        abs: Tensor of Float32 or Float64.
        angle: Tensor of the same dtype and shape, in radians.

    Returns:
        Tensor of Complex64 or Complex128.

    Raises:
        TypeError: the dtypes are not as above.
        ValueError: the shapes differ.
    """
    if abs.shape != angle.shape:
        raise ValueError(must("Polar", "angle", f"of shape {abs.shape}", angle.shape))
    _join("Polar", abs, angle, "abs", "angle")
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
        raise TypeError("For view_as_real, the dtype of input Tensor must be complex.")
    return jnp.stack([_complex.real(input), _complex.imag(input)], -1)
