"""Diagonals and triangles of matrices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp

from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.base.checks import integer
from msjax._core.base.errors import describe, must
from msjax._core.op.publish import Array, call, op, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import check_rank
from msjax.numpy._creation import asarray
from msjax.numpy._types import whole

if TYPE_CHECKING:
    from msjax._types import DType


@public("numpy.tri")
def tri(N: int, M: int | None = None, k: int = 0, dtype: DType = mstype.float32) -> Tensor:
    """Matrix with ones up to a diagonal and zeros above it.

    Args:
        N: the number of rows.
        M: the number of columns, by default `N`.
        k: the diagonal: 0 the main one, above 0 one further right, below 0 further down.
        dtype: element type, a mindspore dtype.

    Returns:
        Tensor of shape (N, M).

    Raises:
        TypeError: a number is not an int, or `dtype` is not a mindspore dtype.
        ValueError: a length is negative.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.tri(2, 3, 1))
        [[1. 1. 0.]
         [1. 1. 1.]]
    """
    return _cut(ops.ones((N, N if M is None else M), dtype), k, False)


@op(label="tril")
def _triangle(m: Array, k, upper):
    if m.ndim == 1:
        m = jnp.broadcast_to(m, (m.size, m.size))
    return jnp.triu(m, k) if upper else jnp.tril(m, k)


def _cut(m: Any, k: Any, upper: bool) -> Tensor:
    """The triangle of a matrix, or of one whose rows are all the vector `m`."""
    m = asarray(m)
    if m.ndim < 1:
        raise ValueError(must("m", "of one dimension or more", f"shape {m.shape}"))
    integer("k", k)
    return call(_triangle)(m, k, upper)


@public("numpy.tril")
def tril(m: Tensor | Sequence, k: int = 0) -> Tensor:
    """The lower triangles of matrices; other elements become zero.

    Args:
        m: Tensor, list or tuple of shape (..., M, N), or (N,) for N equal rows.
        k: the diagonal where the triangle ends: 0 the main one, above 0 one further right.

    Returns:
        Tensor in the dtype of `m`.

    Raises:
        TypeError: an argument is something else.
        ValueError: `m` has no dimension.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.tril([[1, 2], [3, 4]]))
        [[1 0]
         [3 4]]
    """
    return _cut(m, k, False)


@public("numpy.triu")
def triu(m: Tensor | Sequence, k: int = 0) -> Tensor:
    """The upper triangles of matrices; other elements become zero.

    Args:
        m: Tensor, list or tuple of shape (..., M, N), or (N,) for N equal rows.
        k: the diagonal where the triangle starts: 0 the main one, above 0 one further right.

    Returns:
        Tensor in the dtype of `m`.

    Raises:
        TypeError: an argument is something else.
        ValueError: `m` has no dimension.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.triu([[1, 2], [3, 4]]))
        [[1 2]
         [0 4]]
    """
    return _cut(m, k, True)


def _tensor(a: Any) -> None:
    if not isinstance(a, Tensor):
        raise AttributeError(must("a", "a Tensor", describe(a)))


@public("numpy.diagonal")
def diagonal(a: Tensor, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Tensor:
    """Diagonals of the matrices that two dimensions span.

    Args:
        a: Tensor of two dimensions or more.
        offset: the diagonal: 0 the main one, above 0 one further right, below 0 further down.
        axis1: the dimension of the rows.
        axis2: the dimension of the columns.

    Returns:
        Tensor whose last dimension runs along the diagonal.

    Raises:
        AttributeError: `a` is not a Tensor.
        ValueError: an axis is out of range, or the axes are equal.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.diagonal(mnp.arange(4).reshape(2, 2)))
        [0 3]
    """
    _tensor(a)
    return a.diagonal(offset=offset, axis1=axis1, axis2=axis2)


@public("numpy.trace")
def trace(
    a: Tensor, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: DType | None = None
) -> Tensor:
    """Sums along diagonals of the matrices that two dimensions span.

    Args:
        a: Tensor of two dimensions or more.
        offset: the diagonal: 0 the main one, above 0 one further right, below 0 further down.
        axis1: the dimension of the rows.
        axis2: the dimension of the columns.
        dtype: element type of the result, a mindspore dtype; by default int64 for integers.

    Returns:
        Tensor.

    Raises:
        AttributeError: `a` is not a Tensor.
        RuntimeError: `a` has fewer than two dimensions.
        ValueError: an axis is out of range, or the axes are equal.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.trace(mnp.eye(3)))
        3.0
    """
    _tensor(a)
    if a.ndim < 2:
        raise RuntimeError(must("a", "of two dimensions or more", f"shape {a.shape}"))
    return a.trace(offset=offset, axis1=axis1, axis2=axis2, dtype=dtype)


@op("numpy.diag")
def diag(v: Array, k: int = 0) -> Array:
    """Matrix with a vector on one diagonal, or a diagonal of a matrix.

    Args:
        v: Tensor of one or two dimensions.
        k: the diagonal: 0 the main one, above 0 one further right, below 0 further down.

    Returns:
        Tensor in the dtype of `v`.

    Raises:
        TypeError: `v` is not a Tensor.
        ValueError: `v` has another number of dimensions.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.diag(mnp.arange(1, 3)))
        [[1 0]
         [0 2]]
    """
    check_rank(v, (1, 2), "v")
    return jnp.diagonal(v, k) if v.ndim == 2 else _matrix(v, k)


def _matrix(v: jax.Array, k: Any) -> jax.Array:
    whole(k=k)
    return jnp.diagflat(v, k)


@op("numpy.diagflat")
def diagflat(v: Array, k: int = 0) -> Array:
    """Matrix with the elements of a Tensor on one diagonal and zeros elsewhere.

    Args:
        v: Tensor, which is flattened.
        k: the diagonal: 0 the main one, above 0 one further right, below 0 further down.

    Returns:
        Tensor of two dimensions in the dtype of `v`.

    Raises:
        TypeError: an argument is something else.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.diagflat(mnp.arange(1, 3), 1))
        [[0 1 0]
         [0 0 2]
         [0 0 0]]
    """
    return _matrix(v, k)
