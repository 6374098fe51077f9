"""Coordinates: grids, index Tensors and powers of a vector."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.base.checks import boolean, of_type
from msjax._core.base.errors import describe, must, prefixed
from msjax._core.op.publish import Array, Arrays, call, op, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import check_rank
from msjax.kernels.host import from_host
from msjax.numpy._creation import asarray
from msjax.numpy._sequences import arange, counted, linspace
from msjax.numpy._types import from_list, only_tensors, whole

if TYPE_CHECKING:
    from msjax._types import DType


@op(label="meshgrid", to_float="keep")
def _grid(xi: Arrays, sparse, indexing):
    return jnp.meshgrid(*(x.reshape(-1) for x in xi), sparse=sparse, indexing=indexing)


@public("numpy.meshgrid")
def meshgrid(*xi: Tensor, sparse: bool = False, indexing: str = "xy") -> list[Tensor]:
    """Coordinates of the points of a grid, one Tensor for each axis.

    Args:
        xi: Tensors, the coordinates along each axis; they are flattened.
        sparse: whether the results have length 1 along all axes but their own.
        indexing: "xy", the second axis first, or "ij".

    Returns:
        list of Tensors. If a Tensor is empty: one Tensor of the lengths of all, as in MindSpore.

    Raises:
        TypeError: an argument is something else.

    Examples:
        >>> import msjax.numpy as mnp
        >>> x, y = mnp.meshgrid(mnp.arange(2), mnp.arange(3))
        >>> print(y)
        [[0 0]
         [1 1]
         [2 2]]
    """
    only_tensors(*xi)
    boolean("sparse", sparse)
    if indexing not in ("xy", "ij"):
        raise TypeError(must("indexing", "'xy' or 'ij'", describe(indexing)))
    sizes = [x.size for x in xi]
    if 0 in sizes:
        return ops.ones(tuple(sizes))
    return list(call(_grid)(list(xi), sparse, indexing)) if xi else []


class NdGrid:
    """Makes grids from slices: `mgrid[0:2, 0:1:5j]`; an imaginary step is a number of points."""

    def __init__(self, sparse: bool = False):
        self.sparse = sparse

    def __getitem__(self, keys: Any) -> Any:
        keys = (keys,) if isinstance(keys, slice) else keys
        axes = []
        for key in keys:
            if not isinstance(key.start, int) or not isinstance(key.stop, int):
                text = must("start' and 'stop", "ints", describe(key))
                raise TypeError(prefixed("mgrid", text))
            if isinstance(key.step, complex):
                axes.append(linspace(key.start, key.stop, int(abs(key.step))))
            else:
                axes.append(arange(key.start, key.stop, key.step or 1))
        grids = meshgrid(*axes, sparse=self.sparse, indexing="ij")
        if len(grids) == 1:
            return grids[0]
        return grids if self.sparse else _stacked(grids)


def _stacked(grids: list[Tensor]) -> Tensor:
    """The coordinates in one Tensor, of floats if any axis is."""
    whole = all(g.dtype == mstype.int32 for g in grids)
    return ops.stack([g if whole else g.astype(mstype.float32) for g in grids])


mgrid, ogrid = NdGrid(), NdGrid(sparse=True)


@public("numpy.indices")
def indices(
    dimensions: Sequence[int], dtype: DType = mstype.int32, sparse: bool = False
) -> list[Tensor]:
    """Index of each element along each dimension of a shape.

    Args:
        dimensions: tuple or list of ints, the shape.
        dtype: element type.
        sparse: whether the results have length 1 along all axes but their own.

    Returns:
        list of Tensors.

    Raises:
        TypeError: `dimensions` is not a tuple or list.
        ValueError: a length is not positive.

    Examples:
        >>> import msjax.numpy as mnp
        >>> rows, columns = mnp.indices((2, 2))
        >>> print(columns)
        [[0 1]
         [0 1]]
    """
    of_type("dimensions", dimensions, tuple, list)
    axes = [arange(length, dtype=dtype) for length in dimensions]
    return meshgrid(*axes, sparse=sparse, indexing="ij")


@public("numpy.ix_")
def ix_(*args: Tensor) -> tuple[Tensor, ...]:
    """Index Tensors whose cross product selects a block: `x[ix_(rows, columns)]`.

    Args:
        args: Tensors of one dimension.

    Returns:
        tuple of Tensors, the i-th with all its elements along dimension i.

    Raises:
        TypeError: an argument is not a Tensor.
        ValueError: an argument does not have one dimension.

    Examples:
        >>> import msjax.numpy as mnp
        >>> rows, columns = mnp.ix_(mnp.arange(2), mnp.arange(3))
        >>> print(rows.shape, columns.shape)
        (2, 1) (1, 3)
    """
    only_tensors(*args)
    found = []
    for i, x in enumerate(args):
        check_rank(x, 1, "args")
        found.append(x.reshape((1,) * i + (-1,) + (1,) * (len(args) - i - 1)))
    return tuple(found)


@public("numpy.diag_indices")
def diag_indices(n: int, ndim: int = 2) -> tuple[Tensor, ...]:
    """Indices of the main diagonal of a Tensor all of whose dimensions have one length.

    Args:
        n: the length.
        ndim: the number of dimensions.

    Returns:
        tuple of `ndim` Tensors of shape (n,).

    Raises:
        TypeError: an argument is not an int.
        ValueError: `n` is not positive.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.diag_indices(3)[0])
        [0 1 2]
    """
    whole(n=n, ndim=ndim)
    return (arange(start=0, stop=n),) * ndim


def _triangle(n: Any, k: Any, m: Any, compare: Callable) -> tuple[Tensor, Tensor]:
    """Indices of the elements of an n x m matrix whose column and row meet a condition."""
    for arg, value in (("n", n), ("k", k), ("m", n if m is None else m)):
        if not isinstance(value, (int, float)):
            raise TypeError(must(arg, "a number", describe(value)))
    rows, columns = (max(0, math.ceil(length)) for length in (n, n if m is None else m))
    found = np.nonzero(compare(np.arange(columns), np.arange(rows)[:, None] + k))
    # MindSpore makes these from lists, and an empty list is one of floats.
    dtype = np.int32 if found[0].size else np.float32
    first, second = (from_host(f.astype(dtype)) for f in found)
    return first, second


def _matrix_shape(arr: Any) -> tuple[int, int]:
    shape = asarray(arr).shape
    if len(shape) != 2:
        raise ValueError(must("arr", "of two dimensions", f"shape {shape}"))
    return shape


@public("numpy.triu_indices")
def triu_indices(n: int, k: int = 0, m: int | None = None) -> tuple[Tensor, Tensor]:
    """Row and column indices of the upper triangle of a matrix.

    Args:
        n: the number of rows.
        k: the diagonal where the triangle starts.
        m: the number of columns, by default `n`.

    Returns:
        tuple of two int32 Tensors.

    Raises:
        TypeError: an argument is not a number.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(*mnp.triu_indices(2))
        [0 0 1] [0 1 1]
    """
    return _triangle(n, k, m, np.greater_equal)


@public("numpy.tril_indices")
def tril_indices(n: int, k: int = 0, m: int | None = None) -> tuple[Tensor, Tensor]:
    """Row and column indices of the lower triangle of a matrix.

    Args:
        n: the number of rows.
        k: the diagonal where the triangle ends.
        m: the number of columns, by default `n`.

    Returns:
        tuple of two int32 Tensors.

    Raises:
        TypeError: an argument is not a number.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(*mnp.tril_indices(2))
        [0 1 1] [0 0 1]
    """
    return _triangle(n, k, m, np.less_equal)


@public("numpy.triu_indices_from")
def triu_indices_from(arr: Tensor | Sequence, k: int = 0) -> tuple[Tensor, Tensor]:
    """Row and column indices of the upper triangle of the given matrix.

    Args:
        arr: Tensor, list or tuple of two dimensions.
        k: the diagonal where the triangle starts.

    Returns:
        tuple of two int32 Tensors.

    Raises:
        TypeError: an argument is something else.
        ValueError: `arr` does not have two dimensions.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(*mnp.triu_indices_from(mnp.ones((2, 3)), 1))
        [0 0 1] [1 2 2]
    """
    rows, columns = _matrix_shape(arr)
    return triu_indices(rows, k, columns)


@public("numpy.tril_indices_from")
def tril_indices_from(arr: Tensor | Sequence, k: int = 0) -> tuple[Tensor, Tensor]:
    """Row and column indices of the lower triangle of the given matrix.

    Args:
        arr: Tensor, list or tuple of two dimensions.
        k: the diagonal where the triangle ends.

    Returns:
        tuple of two int32 Tensors.

    Raises:
        TypeError: an argument is something else.
        ValueError: `arr` does not have two dimensions.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(*mnp.tril_indices_from(mnp.ones((2, 3))))
        [0 1 1] [0 0 1]
    """
    rows, columns = _matrix_shape(arr)
    return tril_indices(rows, k, columns)


@op(label="vander", amp="float32")
def _powers(x: Array, count, increasing):
    exponents = jnp.arange(count, dtype=np.int32)[:: 1 if increasing else -1]
    if x.dtype.kind in "iub":
        return jnp.power(x[:, None], exponents.astype(x.dtype))
    with jax.numpy_dtype_promotion("standard"):  # what `lax.pow` itself mixes
        return jax.lax.pow(*jnp.broadcast_arrays(x[:, None], exponents))


@public("numpy.vander")
def vander(x: Tensor | Sequence, N: int | None = None, increasing: bool = False) -> Tensor:
    """Matrix whose columns are powers of a vector.

    Args:
        x: Tensor, list or tuple of one dimension.
        N: the number of columns, by default the length of `x`.
        increasing: whether the powers grow from left to right.

    Returns:
        Tensor of shape (len(x), N), in the dtype of `x`.

    Raises:
        TypeError: an argument is something else, or `x` is of bools.
        ValueError: `x` does not have one dimension, or `N` is negative.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.vander([1, 2, 3]))
        [[1 1 1]
         [4 2 1]
         [9 3 1]]
    """
    if isinstance(x, (list, tuple)):
        x = from_list(x)
    if not isinstance(x, Tensor):
        raise TypeError(must("x", "a list, tuple or Tensor", describe(x)))
    check_rank(x, 1, "x")
    count = N or x.size
    if not isinstance(count, int):
        raise TypeError(must("N", "an int", describe(N)))
    boolean("increasing", increasing)
    if x.dtype == mstype.bool_:
        raise TypeError(must("x", "made of numbers", "bools"))
    counted(count)
    return call(_powers)(x, int(count), increasing)
