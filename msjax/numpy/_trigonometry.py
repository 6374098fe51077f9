"""Circular and hyperbolic functions and their inverses."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.op.publish import Array, op
from msjax.numpy._inputs import cast, common, only_real


def _angles(x: jax.Array) -> jax.Array:
    """Elements in the dtype of their sines: NumPy's, but never float64 for integers."""
    only_real(x)
    if x.dtype.kind == "f":
        return x
    return x.astype(np.float16 if x.dtype.itemsize == 1 else np.float32)


@op("numpy.sin")
def sin(x: Array, dtype: np.dtype | None = None) -> Array:
    """Sines, element by element.

    Args:
        x: Tensor.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the shape of `x`. Bool and 8-bit integers give float16, others float32.

    Raises:
        TypeError: `x` is not a Tensor, or is complex or bfloat16.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.sin(ms.Tensor([0., 1.])))
        [0.         0.84147096]
    """
    return cast(jnp.sin(_angles(x)), dtype)


@op("numpy.cos")
def cos(x: Array, dtype: np.dtype | None = None) -> Array:
    """Cosines, element by element.

    Args:
        x: Tensor.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the shape of `x`. Bool and 8-bit integers give float16, others float32.

    Raises:
        TypeError: `x` is not a Tensor, or is complex or bfloat16.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.cos(ms.Tensor([0., 1.])))
        [1.        0.5403023]
    """
    return cast(jnp.cos(_angles(x)), dtype)


@op("numpy.tan")
def tan(x: Array, dtype: np.dtype | None = None) -> Array:
    """Tangents, element by element.

    Args:
        x: Tensor.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the shape of `x`. Bool and 8-bit integers give float16, others float32.

    Raises:
        TypeError: `x` is not a Tensor, or is complex or bfloat16.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.tan(ms.Tensor([0., 1.])))
        [0.        1.5574077]
    """
    return cast(jnp.tan(_angles(x)), dtype)


@op("numpy.arcsin")
def arcsin(x: Array, dtype: np.dtype | None = None) -> Array:
    """Angles of sines, element by element.

    Args:
        x: Tensor.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the shape of `x`. Bool and 8-bit integers give float16, others float32.

    Raises:
        TypeError: `x` is not a Tensor, or is complex or bfloat16.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.arcsin(ms.Tensor([0., 1.])))
        [0.        1.5707964]
    """
    return cast(jnp.arcsin(_angles(x)), dtype)


@op("numpy.arccos")
def arccos(input: Array, dtype: np.dtype | None = None) -> Array:
    """Angles of cosines, element by element.

    Args:
        input: Tensor.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the shape of `input`. Bool and 8-bit integers give float16, others float32.

    Raises:
        TypeError: `input` is not a Tensor, or is complex or bfloat16.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.arccos(ms.Tensor([0., 1.])))
        [1.5707964 0.       ]
    """
    return cast(jnp.arccos(_angles(input)), dtype)


@op("numpy.arctan")
def arctan(x: Array, dtype: np.dtype | None = None) -> Array:
    """Angles of tangents, element by element.

    Args:
        x: Tensor.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the shape of `x`. Bool and 8-bit integers give float16, others float32.

    Raises:
        TypeError: `x` is not a Tensor, or is complex or bfloat16.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.arctan(ms.Tensor([0., 1.])).shape)
        (2,)
    """
    return cast(jnp.arctan(_angles(x)), dtype)


@op("numpy.sinh")
def sinh(x: Array, dtype: np.dtype | None = None) -> Array:
    """Hyperbolic sines, element by element.

    Args:
        x: Tensor.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the shape of `x`. Bool and 8-bit integers give float16, others float32.

    Raises:
        TypeError: `x` is not a Tensor, or is complex or bfloat16.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.sinh(ms.Tensor([0., 1.])))
        [0.        1.1752012]
    """
    return cast(jnp.sinh(_angles(x)), dtype)


@op("numpy.cosh")
def cosh(x: Array, dtype: np.dtype | None = None) -> Array:
    """Hyperbolic cosines, element by element.

    Args:
        x: Tensor.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the shape of `x`. Bool and 8-bit integers give float16, others float32.

    Raises:
        TypeError: `x` is not a Tensor, or is complex or bfloat16.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.cosh(ms.Tensor([0., 1.])))
        [1.        1.5430806]
    """
    return cast(jnp.cosh(_angles(x)), dtype)


@op("numpy.tanh")
def tanh(x: Array, dtype: np.dtype | None = None) -> Array:
    """Hyperbolic tangents, element by element.

    Args:
        x: Tensor.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the shape of `x`. Bool and 8-bit integers give float16, others float32.

    Raises:
        TypeError: `x` is not a Tensor, or is complex or bfloat16.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.tanh(ms.Tensor([0., 1.])))
        [0.        0.7615942]
    """
    return cast(jnp.tanh(_angles(x)), dtype)


@op("numpy.arcsinh")
def arcsinh(x: Array, dtype: np.dtype | None = None) -> Array:
    """Inverse hyperbolic sines, element by element.

    Args:
        x: Tensor.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the shape of `x`. Bool and 8-bit integers give float16, others float32.

    Raises:
        TypeError: `x` is not a Tensor, or is complex or bfloat16.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.arcsinh(ms.Tensor([0., 1.])))
        [0.         0.88137364]
    """
    return cast(jnp.arcsinh(_angles(x)), dtype)


@op("numpy.arccosh")
def arccosh(x: Array, dtype: np.dtype | None = None) -> Array:
    """Inverse hyperbolic cosines, element by element.

    Args:
        x: Tensor.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the shape of `x`. Bool and 8-bit integers give float16, others float32.

    Raises:
        TypeError: `x` is not a Tensor, or is complex or bfloat16.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.arccosh(ms.Tensor([1., 2.])))
        [0.       1.316958]
    """
    return cast(jnp.arccosh(_angles(x)), dtype)


@op("numpy.arctanh")
def arctanh(x: Array, dtype: np.dtype | None = None) -> Array:
    """Inverse hyperbolic tangents, element by element.

    Args:
        x: Tensor.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the shape of `x`. Bool and 8-bit integers give float16, others float32.

    Raises:
        TypeError: `x` is not a Tensor, or is complex or bfloat16.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.arctanh(ms.Tensor([0., 0.5])))
        [0.         0.54930615]
    """
    return cast(jnp.arctanh(_angles(x)), dtype)


@op("numpy.arctan2")
def arctan2(x1: Array, x2: Array, dtype: np.dtype | None = None) -> Array:
    """Angles of the points (x2, x1), element by element, with the right quadrant.

    Args:
        x1: Tensor, the ordinates.
        x2: Tensor whose shape broadcasts with that of `x1`, the abscissas.
        dtype: dtype of the result; by default as the computation gives it.

    Returns:
        Tensor of the broadcast shape.

    Raises:
        TypeError: an input is not a Tensor, or is complex or bfloat16.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.arctan2(ms.Tensor([1., -1.]), ms.Tensor([1., 1.])))
        [ 0.7853982 -0.7853982]
    """
    x, y = _angles(x1), _angles(x2)
    x, y = common(x, y)
    return cast(jnp.arctan2(x, y), dtype)
