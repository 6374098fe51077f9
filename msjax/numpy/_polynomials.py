"""Covariances, and polynomials as vectors of coefficients, the highest power first."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import boolean, integer
from msjax._core.base.errors import describe, must
from msjax._core.op.precision import run_in_full
from msjax._core.op.publish import Array, call, op, public
from msjax._core.tensor.tensor import Tensor
from msjax.numpy._inputs import array_function, as_array, cast, common, floating, named
from msjax.numpy._signal import convolve


def _variables(m: jax.Array, y: Any, rowvar: Any, dtype: Any) -> jax.Array:
    """Observations, one variable a row, in float32 or the dtype that is asked for."""
    boolean("rowvar", rowvar)
    rows = []
    for name, x in (("m", m), ("y", y)):
        if x is None:
            continue
        if x.ndim > 2:
            raise ValueError(must(name, "of two dimensions or less", f"shape {x.shape}"))
        x = cast(x, np.dtype(np.float32) if dtype is None else dtype)
        x = x.reshape(1, -1) if x.ndim < 2 else x
        rows.append(x if rowvar or x.shape[0] == 1 else x.T)
    if len({x.shape[1] for x in rows}) > 1:
        raise ValueError(must("y", f"of {rows[0].shape[1]} observations", rows[1].shape[1]))
    return jnp.concatenate(rows)


def _weighing(name: str, weights: jax.Array, count: int) -> jax.Array:
    if weights.ndim > 1 or weights.size != count:
        expected = f"of {count} elements in one dimension"
        raise ValueError(must(name, expected, f"shape {weights.shape}"))
    return weights.reshape(-1)


def _covariance(x: jax.Array, ddof: int, fweights: Any, aweights: Any) -> jax.Array:
    weights = None
    if fweights is not None:
        weights = _weighing("fweights", fweights, x.shape[1]).astype(x.dtype)
    if aweights is not None:
        other = _weighing("aweights", aweights, x.shape[1]).astype(x.dtype)
        weights = other if weights is None else weights * other
    if weights is None:
        apart = x - jnp.mean(x, 1, keepdims=True)
        free, right = jnp.full((), x.shape[1] - ddof, x.dtype), apart
    else:
        total = jnp.sum(weights)
        apart = x - jnp.sum(x * weights, 1, keepdims=True) / total
        lost = total if aweights is None else jnp.sum(weights * other)
        free, right = total - jnp.full((), ddof, x.dtype) * (lost / total), apart * weights
    product = jnp.matmul(apart, right.T) / jnp.maximum(free, 0)
    return product[0, 0] if product.shape == (1, 1) else product


@array_function("numpy.cov", to_float="lower", amp=run_in_full, listed_as="MatMul")
def cov(
    m: Array,
    y: Array | None = None,
    rowvar: bool = True,
    bias: bool = False,
    ddof: int | None = None,
    fweights: Array | None = None,
    aweights: Array | None = None,
    dtype: np.dtype | None = None,
) -> Array:
    """Covariance matrix of variables.

    Args:
        m: Tensor or list of numbers of up to two dimensions, the observations.
        y: more variables, in the same form.
        rowvar: whether rows rather than columns are variables.
        bias: whether to divide by the number of observations rather than one less.
        ddof: what is subtracted from the number of observations instead.
        fweights: Tensor or list of ints, how often each observation occurs.
        aweights: Tensor or list of numbers, how much each observation weighs.
        dtype: dtype of the computation and the result, float32 by default.

    Returns:
        Tensor of two dimensions, or of rank 0 for one variable.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: the shape of an argument does not fit.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.cov([[0., 1., 2.], [2., 1., 0.]]))
        [[ 1. -1.]
         [-1.  1.]]
    """
    boolean("bias", bias)
    if ddof is None:
        ddof = 0 if bias else 1
    elif isinstance(ddof, bool) or not isinstance(ddof, int):
        raise TypeError(must("ddof", "an int or None", describe(ddof)))
    if fweights is not None and fweights.dtype.kind not in "iu":
        raise TypeError(must("fweights", "of integers", fweights.dtype))
    dtype = named(dtype)
    x = _variables(m, y, rowvar, dtype)
    return cast(_covariance(x, ddof, fweights, aweights), dtype)


@array_function("numpy.corrcoef")
def corrcoef(
    x: Array, y: Array | None = None, rowvar: bool = True, dtype: np.dtype | None = None
) -> Array:
    """Matrix of the correlation coefficients of variables.

    Args:
        x: Tensor or list of numbers of up to two dimensions, the observations.
        y: more variables, in the same form.
        rowvar: whether rows rather than columns are variables.
        dtype: dtype of the computation and the result, float32 by default.

    Returns:
        Tensor of two dimensions, or of rank 0 for one variable.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: the shape of an argument does not fit.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.corrcoef([[0., 1., 2.], [4., 2., 0.]]))
        [[ 1. -1.]
         [-1.  1.]]
    """
    dtype = named(dtype)
    c = _covariance(_variables(x, y, rowvar, dtype), 1, None, None)
    if not c.ndim:
        return cast(c / c, dtype)
    size = jnp.sqrt(jnp.diagonal(c))
    found = c / size[:, None] / size
    if dtype is not None and dtype.kind in "iu":
        found = found * (1 + 2.0**-20)  # what is cut off must not hang on the last bit
    return cast(jnp.clip(found, -1, 1), dtype)


# -- polynomials ---------------------------------------------------------------------------------


def _coefficients(*arrays: jax.Array) -> list[jax.Array]:
    for a in arrays:
        if a.ndim > 1:
            raise ValueError(must("input", "of one dimension or less", f"shape {a.shape}"))
    return [a.reshape(-1) for a in arrays]


def _aligned(a1: jax.Array, a2: jax.Array) -> list[jax.Array]:
    """Coefficients of one length, filled with zeros in front, in one dtype."""
    found = _coefficients(a1, a2)
    length = max(a.size for a in found)
    return common(*(jnp.pad(a, (length - a.size, 0)) for a in found))


@array_function("numpy.polyadd")
def polyadd(a1: Array, a2: Array) -> Array:
    """Sum of two polynomials.

    Args:
        a1: Tensor, number or list of numbers, the coefficients.
        a2: Tensor, number or list of numbers, the coefficients.

    Returns:
        Tensor of the coefficients.

    Raises:
        TypeError: an input is of another kind.
        ValueError: an input is of more than one dimension.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.polyadd([1, 2], [9, 5, 4]))
        [9 6 6]
    """
    x, y = _aligned(a1, a2)
    return x + y


@array_function("numpy.polysub")
def polysub(a1: Array, a2: Array) -> Array:
    """Difference of two polynomials.

    Args:
        a1: Tensor, number or list of numbers, the coefficients.
        a2: Tensor, number or list of numbers, the coefficients of what is subtracted.

    Returns:
        Tensor of the coefficients.

    Raises:
        TypeError: an input is of another kind.
        ValueError: an input is of more than one dimension.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.polysub([2, 10, -2], [3, 10, -4]))
        [-1  0  2]
    """
    x, y = _aligned(a1, a2)
    return x - y


@array_function("numpy.polymul")
def polymul(a1: Array, a2: Array) -> Array:
    """Product of two polynomials.

    Args:
        a1: Tensor, number or list of numbers, the coefficients.
        a2: Tensor, number or list of numbers, the coefficients.

    Returns:
        Tensor of the coefficients.

    Raises:
        TypeError: an input is of another kind.
        ValueError: an input is of more than one dimension.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.polymul([3, 1, 2], [1, 1]))
        [3 4 3 2]
    """
    return convolve(*_coefficients(a1, a2))


@public("numpy.polyval")
def polyval(p: Tensor | list[Any], x: Tensor | complex | np.number | list[Any]) -> Tensor:
    """Values of a polynomial.

    Args:
        p: Tensor or list of numbers, the coefficients; those in lists count as float32.
        x: Tensor, number or list of numbers, where to evaluate; likewise.

    Returns:
        Tensor of the shape of `x`; float64 if an input is, else float32.

    Raises:
        TypeError: an input is of another kind.
        ValueError: `p` is of more than one dimension.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.polyval([3., 0., 1.], [5., 1.]))
        [76.  4.]
    """
    given = [("p", p), ("x", x)]
    p, x = (v if isinstance(v, Tensor) else _as_floats(n, v) for n, v in given)
    return call(_polyval)(p, x)


def _as_floats(name: str, value: Any) -> Tensor:
    return Tensor(as_array(name, value).astype(np.float32))


@op(label="polyval")
def _polyval(p: Array, x: Array):
    (p,) = _coefficients(p)
    dtype = mstype.promote([p.dtype, x.dtype, np.dtype(np.float32)])
    p, x = p.astype(dtype), x.astype(dtype)
    value = jnp.zeros(x.shape, dtype)
    for i in range(p.size):
        value = value * x + p[i]
    return value


def _order(m: Any) -> None:
    integer("m", m)
    if m < 0:
        raise ValueError(must("m", "0 or more", m))


@array_function("numpy.polyder")
def polyder(p: Array, m: int = 1) -> Array:
    """Derivative of a polynomial.

    Args:
        p: Tensor, number or list of numbers, the coefficients.
        m: the order of the derivative.

    Returns:
        Tensor of the coefficients, empty if none is left.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: `p` is of more than one dimension, or `m` negative.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.polyder([1, 1, 1, 1]))
        [3 2 1]
    """
    (p,) = _coefficients(p)
    _order(m)
    if m >= p.size > 0 and m:
        return jnp.zeros(0, np.float32)
    if m and p.dtype == np.bool_:
        p = p.astype(np.int32)
    for _ in range(m):
        p = p[:-1] * jnp.arange(p.size - 1, 0, -1, dtype=np.int32).astype(p.dtype)
    return p


@array_function("numpy.polyint")
def polyint(p: Array, m: int = 1, k: Array | None = None) -> Array:
    """Integral of a polynomial.

    Args:
        p: Tensor, number or list of numbers, the coefficients; integers count as float32.
        m: how often to integrate.
        k: Tensor, number or list of numbers, the constants of integration; 0 by default. One
            serves for all.

    Returns:
        Tensor of the coefficients.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: `p` is of more than one dimension, `m` negative, or `k` of another length.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.polyint([6., 2., 1.]))
        [2. 1. 1. 0.]
    """
    (p,) = _coefficients(p)
    _order(m)
    p = floating(p) if m else p
    constants = jnp.zeros(m, p.dtype) if k is None else k.astype(p.dtype).reshape(-1)
    if constants.size not in (1, m):
        raise ValueError(must("k", f"of 1 or {m} elements", constants.size))
    constants = jnp.broadcast_to(constants, m) if m else constants
    for i in range(m):
        powers = jnp.arange(p.size, 0, -1, dtype=np.int32).astype(p.dtype)
        p = jnp.concatenate([p / powers, constants[i : i + 1]])
    return p
