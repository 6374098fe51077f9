"""Circular and hyperbolic functions and their inverses."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.op import Array, Operand, op
from msjax._core.primitive import primitive
from msjax.ops._accept import accept, broadcast, is_complex


@primitive("Sin")
@op("ops.sin", "Tensor.sin", label="Sin")
def sin(input: Array):
    """Sines.

    Args:
        input: Tensor of a floating or complex dtype, in radians.

    Returns:
        Tensor of the same shape and dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.sin(ms.Tensor([0., 0.5])))
        [0.         0.47942555]
    """
    accept("Sin", input, "fc")
    return jnp.sin(input)


@primitive("Cos")
@op("ops.cos", "Tensor.cos", label="Cos")
def cos(input: Array):
    """Cosines.

    Args:
        input: Tensor of a floating or complex dtype, in radians.

    Returns:
        Tensor of the same shape and dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.cos(ms.Tensor([0.])))
        [1.]
    """
    accept("Cos", input, "fc")
    return jnp.cos(input)


@primitive("Tan")
@op("ops.tan", "Tensor.tan", label="Tan")
def tan(input: Array):
    """Tangents.

    Args:
        input: Tensor of a floating or complex dtype, in radians.

    Returns:
        Tensor of the same shape and dtype.
    """
    accept("Tan", input, "fc")
    return jnp.tan(input)


@primitive("Asin")
@op("ops.asin", "Tensor.asin", "Tensor.arcsin", label="Asin")
def asin(input: Array):
    """Inverse sines, in radians.

    Args:
        input: Tensor of a floating or complex dtype.

    Returns:
        Tensor of the same shape and dtype.
    """
    accept("Asin", input, "fc")
    return jnp.arcsin(input)


@op("ops.arcsin", label="Asin")
def arcsin(x: Array):
    """Inverse sines, as `ops.asin`."""
    return asin(x)


@primitive("ACos")
@op("ops.acos", "ops.arccos", "Tensor.acos", "Tensor.arccos", label="ACos")
def acos(input: Array):
    """Inverse cosines, in radians.

    Args:
        input: Tensor of a floating or complex dtype.

    Returns:
        Tensor of the same shape and dtype.
    """
    accept("ACos", input, "fc")
    return jnp.arccos(input)


@primitive("Atan")
@op("ops.atan", "ops.arctan", "Tensor.atan", "Tensor.arctan", label="Atan")
def atan(input: Array):
    """Inverse tangents, in radians.

    Args:
        input: Tensor of a floating or complex dtype.

    Returns:
        Tensor of the same shape and dtype.
    """
    accept("Atan", input, "fc")
    return jnp.arctan(input)


@primitive("Atan2")
@op("ops.atan2", "ops.arctan2", "Tensor.atan2", "Tensor.arctan2", label="Atan2")
def atan2(input: Operand, other: Operand):
    """Angles of the points with ordinates `input` and abscissas `other`, in (-pi, pi].

    Args:
        input: Tensor or number.
        other: Tensor or number whose shape broadcasts with that of `input`.

    Returns:
        Tensor of the broadcast shape and the common dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.atan2(ms.Tensor([0., 1.]), ms.Tensor([1., 0.])))
        [0.        1.5707964]
    """
    accept("Atan2", input, "f")
    broadcast("Atan2", input, other)
    return jnp.arctan2(input, other)


@primitive("Sinh")
@op("ops.sinh", "Tensor.sinh", label="Sinh")
def sinh(input: Array):
    """Hyperbolic sines.

    Args:
        input: Tensor of a floating or complex dtype.

    Returns:
        Tensor of the same shape and dtype.
    """
    accept("Sinh", input, "fc")
    return jnp.sinh(input)


@primitive("Cosh")
@op("ops.cosh", "Tensor.cosh", label="Cosh")
def cosh(input: Array):
    """Hyperbolic cosines.

    Args:
        input: Tensor of a floating or complex dtype.

    Returns:
        Tensor of the same shape and dtype.
    """
    accept("Cosh", input, "fc")
    return jnp.cosh(input)


@primitive("Tanh")
@op("ops.tanh", "Tensor.tanh", label="Tanh")
def tanh(input: Array):
    """Hyperbolic tangents.

    Args:
        input: Tensor of a floating or complex dtype.

    Returns:
        Tensor of the same shape and dtype.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.tanh(ms.Tensor([0.])))
        [0.]
    """
    accept("Tanh", input, "fc")
    return jnp.tanh(input)


@primitive("Asinh")
@op("ops.asinh", "ops.arcsinh", "Tensor.asinh", "Tensor.arcsinh", label="Asinh")
def asinh(input: Array):
    """Inverse hyperbolic sines.

    Args:
        input: Tensor of a floating or complex dtype.

    Returns:
        Tensor of the same shape and dtype.
    """
    accept("Asinh", input, "fc")
    return jnp.arcsinh(input)


@jax.custom_jvp
def _acosh(x: jax.Array) -> jax.Array:
    return jnp.arccosh(x)


# By its result the derivative is NaN where the function is.
_acosh.defjvps(lambda g, out, x: g / jnp.sinh(out))


@primitive("Acosh")
@op("ops.acosh", "ops.arccosh", "Tensor.acosh", "Tensor.arccosh", label="Acosh")
def acosh(input: Array):
    """Inverse hyperbolic cosines.

    Args:
        input: Tensor of a floating or complex dtype.

    Returns:
        Tensor of the same shape and dtype.
    """
    accept("Acosh", input, "fc")
    return jnp.arccosh(input) if is_complex(input) else _acosh(input)


@primitive("Atanh")
@op("ops.atanh", "ops.arctanh", "Tensor.atanh", "Tensor.arctanh", label="Atanh")
def atanh(input: Array):
    """Inverse hyperbolic tangents.

    Args:
        input: Tensor of a floating or complex dtype.

    Returns:
        Tensor of the same shape and dtype.
    """
    accept("Atanh", input, "fc")
    return jnp.arctanh(input)


@primitive("Sinc")
@op("ops.sinc", "Tensor.sinc", label="Sinc")
def sinc(input: Array):
    """`sin(pi x) / (pi x)` of each element, 1 at 0.

    Args:
        input: Tensor; bool and integer elements give Float32.

    Returns:
        Tensor of the same shape.
    """
    if not jnp.issubdtype(input.dtype, jnp.inexact):
        input = input.astype(np.float32)
    return jnp.sinc(input)
