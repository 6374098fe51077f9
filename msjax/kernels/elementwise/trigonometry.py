"""Circular and hyperbolic functions and their inverses."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.op.publish import Array, Operand, op, primitive
from msjax.kernels.checks import accept
from msjax.kernels.promotion import in_single, is_complex, spread


@primitive("Sin")
@op("ops.sin", "Tensor.sin", label="Sin")
def sin(input: Array):
    """Sines.

    Args:
        input: Tensor of a floating or complex dtype, in radians.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is neither floating nor complex.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.sin(ms.Tensor([0., 0.5])))
        [0.         0.47942555]
    """
    accept(input, "fc")
    return jnp.sin(input)


@primitive("Cos")
@op("ops.cos", "Tensor.cos", label="Cos")
def cos(input: Array):
    """Cosines.

    Args:
        input: Tensor of a floating or complex dtype, in radians.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is neither floating nor complex.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.cos(ms.Tensor([0.])))
        [1.]
    """
    accept(input, "fc")
    return jnp.cos(input)


@primitive("Tan")
@op("ops.tan", "Tensor.tan", label="Tan", amp="float32")
def tan(input: Array):
    """Tangents.

    Args:
        input: Tensor of a floating or complex dtype, in radians.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is neither floating nor complex.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.tan(ms.Tensor([0., 0.5])).round(decimals=4))
        [0.     0.5463]
        >>> print(ms.ops.Tan()(ms.Tensor([0.])))
        [0.]
    """
    accept(input, "fc")
    return in_single(jnp.tan, input)


@primitive("Asin")
@op("ops.asin", "Tensor.asin", "Tensor.arcsin", label="Asin", amp="float32")
def asin(input: Array):
    """Inverse sines, in radians; NaN for real elements outside [-1, 1].

    Args:
        input: Tensor of a floating or complex dtype.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is neither floating nor complex.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.asin(ms.Tensor([0., 1.])).round(decimals=4))
        [0.     1.5708]
        >>> print(ms.ops.Asin()(ms.Tensor([0.])))
        [0.]
    """
    accept(input, "fc")
    return jnp.arcsin(input)


@op("ops.arcsin", label="Asin", amp="float32")
def arcsin(x: Array):
    """Inverse sines, in radians, as `ops.asin`.

    Args:
        x: Tensor of a floating or complex dtype.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is neither floating nor complex.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.arcsin(ms.Tensor([0., 1.])).round(decimals=4))
        [0.     1.5708]
    """
    return asin(x)


@primitive("ACos")
@op("ops.acos", "ops.arccos", "Tensor.acos", "Tensor.arccos", label="ACos", amp="float32")
def acos(input: Array):
    """Inverse cosines, in radians; NaN for real elements outside [-1, 1].

    Args:
        input: Tensor of a floating or complex dtype.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is neither floating nor complex.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.acos(ms.Tensor([1., 0.])).round(decimals=4))
        [0.     1.5708]
        >>> print(ms.ops.ACos()(ms.Tensor([1.])))
        [0.]
    """
    accept(input, "fc")
    return jnp.arccos(input)


@primitive("Atan")
@op("ops.atan", "ops.arctan", "Tensor.atan", "Tensor.arctan", label="Atan")
def atan(input: Array):
    """Inverse tangents, in radians.

    Args:
        input: Tensor of a floating or complex dtype.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is neither floating nor complex.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.atan(ms.Tensor([0., 1.])).round(decimals=4))
        [0.     0.7854]
        >>> print(ms.ops.Atan()(ms.Tensor([0.])))
        [0.]
    """
    accept(input, "fc")
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

    Raises:
        TypeError: the common dtype is not floating.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.atan2(ms.Tensor([0., 1.]), ms.Tensor([1., 0.])))
        [0.        1.5707964]
    """
    accept(input, "f")
    input, other = spread(input, other)
    return jnp.arctan2(input, other)


@primitive("Sinh")
@op("ops.sinh", "Tensor.sinh", label="Sinh", amp="float32")
def sinh(input: Array):
    """Hyperbolic sines, `(exp(x) - exp(-x)) / 2`.

    Args:
        input: Tensor of a floating or complex dtype.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is neither floating nor complex.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.sinh(ms.Tensor([0., 1.])).round(decimals=4))
        [0.     1.1752]
        >>> print(ms.ops.Sinh()(ms.Tensor([0.])))
        [0.]
    """
    accept(input, "fc")
    return jnp.sinh(input)


@primitive("Cosh")
@op("ops.cosh", "Tensor.cosh", label="Cosh", amp="float32")
def cosh(input: Array):
    """Hyperbolic cosines, `(exp(x) + exp(-x)) / 2`.

    Args:
        input: Tensor of a floating or complex dtype.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is neither floating nor complex.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.cosh(ms.Tensor([0., 1.])).round(decimals=4))
        [1.     1.5431]
        >>> print(ms.ops.Cosh()(ms.Tensor([0.])))
        [1.]
    """
    accept(input, "fc")
    return jnp.cosh(input)


@primitive("Tanh")
@op("ops.tanh", "Tensor.tanh", label="Tanh")
def tanh(input: Array):
    """Hyperbolic tangents.

    Args:
        input: Tensor of a floating or complex dtype.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is neither floating nor complex.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.tanh(ms.Tensor([0.])))
        [0.]
    """
    accept(input, "fc")
    return jnp.tanh(input)


@primitive("Asinh")
@op(
    "ops.asinh",
    "ops.arcsinh",
    "Tensor.asinh",
    "Tensor.arcsinh",
    label="Asinh",
    formerly={"ops.asinh": "x=input"},
)
def asinh(input: Array):
    """Inverse hyperbolic sines.

    Args:
        input: Tensor of a floating or complex dtype.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is neither floating nor complex.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.asinh(ms.Tensor([0., 1.])).round(decimals=4))
        [0.     0.8814]
        >>> print(ms.ops.Asinh()(ms.Tensor([0.])))
        [0.]
    """
    accept(input, "fc")
    return in_single(jnp.arcsinh, input)


@jax.custom_jvp
def _acosh(x: jax.Array) -> jax.Array:
    return jnp.arccosh(x)


# By its result the derivative is NaN where the function is.
_acosh.defjvps(lambda g, out, x: g / jnp.sinh(out))


@primitive("Acosh")
@op("ops.acosh", "ops.arccosh", "Tensor.acosh", "Tensor.arccosh", label="Acosh")
def acosh(input: Array):
    """Inverse hyperbolic cosines; NaN for real elements below 1.

    Args:
        input: Tensor of a floating or complex dtype.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is neither floating nor complex.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.acosh(ms.Tensor([1., 3.])).round(decimals=4))
        [0.     1.7627]
        >>> print(ms.ops.Acosh()(ms.Tensor([1.])))
        [0.]
    """
    accept(input, "fc")
    return jnp.arccosh(input) if is_complex(input) else _acosh(input)


@primitive("Atanh")
@op(
    "ops.atanh",
    "ops.arctanh",
    "Tensor.atanh",
    "Tensor.arctanh",
    label="Atanh",
    formerly={"ops.atanh": "x=input"},
)
def atanh(input: Array):
    """Inverse hyperbolic tangents; infinite at 1 and -1, NaN for real elements beyond.

    Args:
        input: Tensor of a floating or complex dtype.

    Returns:
        Tensor of the same shape and dtype.

    Raises:
        TypeError: the dtype is neither floating nor complex.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.atanh(ms.Tensor([0., 0.5])).round(decimals=4))
        [0.     0.5493]
        >>> print(ms.ops.Atanh()(ms.Tensor([0., 1.])))
        [ 0. inf]
    """
    accept(input, "fc")
    return jnp.arctanh(input)


@primitive("Sinc")
@op("ops.sinc", "Tensor.sinc", label="Sinc")
def sinc(input: Array):
    """`sin(pi x) / (pi x)` of each element, 1 at 0.

    Args:
        input: Tensor.

    Returns:
        Tensor of the same shape and dtype; bool and integer elements give Float32.

    Raises:
        TypeError: `input` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.sinc(ms.Tensor([0., 0.5, 1.5], ms.float64)).round(decimals=4))
        [ 1.      0.6366 -0.2122]
        >>> print(ms.ops.Sinc()(ms.Tensor([0])))
        [1.]
    """
    if not jnp.issubdtype(input.dtype, jnp.inexact):
        input = input.astype(np.float32)
    return jnp.sinc(input)
