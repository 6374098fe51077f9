"""Products of matrices, and norms."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import boolean, check_axis, integer
from msjax._core.base.errors import Clause, describe, must, unsupported_option
from msjax._core.op.publish import Array, Arrays, call, op, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import same_dtype
from msjax.kernels.elementwise.unary import safe_sqrt
from msjax.kernels.linalg.matmul import matmul as matrix_product
from msjax.kernels.linalg.matmul import tensor_dot as contracted
from msjax.kernels.reduction.extremum import extreme
from msjax.kernels.reduction.sums import summed as total_of
from msjax.numpy._inputs import array_function, cast, common, converted, named
from msjax.numpy._reductions import axes_of


@op("numpy.matmul")
def matmul(x1: Array, x2: Array, dtype: np.dtype | None = None) -> Array:
    """Products of matrices, or of vectors and matrices, with the axes before broadcast.

    Args:
        x1: Tensor of one dimension or more.
        x2: Tensor of the same dtype, of one dimension or more.
        dtype: dtype of the result; by default that of the inputs.

    Returns:
        Tensor.

    Raises:
        TypeError: an input is not a Tensor, or the dtypes differ.
        ValueError: an input is of rank 0, or the axes before do not broadcast.
        RuntimeError: the inner lengths differ.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.matmul(ms.Tensor([[1., 2.], [3., 4.]]), ms.Tensor([1., 1.])))
        [3. 7.]
    """
    return cast(matrix_product(x1, x2), named(dtype))


def _multiplied(a: jax.Array, b: jax.Array, axis: int) -> jax.Array:
    """The sums of products over the last axis of `a` and an axis of `b`."""
    same_dtype(a, b)
    if not a.ndim or not b.ndim:
        return a * b
    if a.shape[-1] != b.shape[axis]:
        raise ValueError(Clause(f"the shapes {a.shape} and {b.shape} of the inputs do not fit."))
    return jnp.tensordot(a, b, ((-1,), (axis,)))


@op("numpy.dot", amp="half", listed_as="MatMul")
def dot(a: Array, b: Array) -> Array:
    """Sums of products over the last axis of `a` and the last but one (or only) of `b`.

    Args:
        a: Tensor.
        b: Tensor of the same dtype.

    Returns:
        Tensor whose shape is what is left of both; a product if one has rank 0.

    Raises:
        TypeError: an input is not a Tensor, or the dtypes differ.
        ValueError: the lengths of the axes differ.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.dot(ms.Tensor([1., 2.]), ms.Tensor([3., 4.])))
        11.0
    """
    return _multiplied(a, b, -2 if b.ndim > 1 else -1)


@op("numpy.inner", amp="half", listed_as="MatMul")
def inner(a: Array, b: Array) -> Array:
    """Sums of products over the last axes of two Tensors.

    Args:
        a: Tensor.
        b: Tensor of the same dtype.

    Returns:
        Tensor whose shape is what is left of both; a product if one has rank 0.

    Raises:
        TypeError: an input is not a Tensor, or the dtypes differ.
        ValueError: the lengths of the axes differ.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.inner(ms.Tensor([[1., 2.], [3., 4.]]), ms.Tensor([1., 1.])))
        [3. 7.]
    """
    return _multiplied(a, b, -1)


@op("numpy.outer")
def outer(a: Array, b: Array) -> Array:
    """Products of all pairs of elements of two Tensors, which are flattened.

    Args:
        a: Tensor.
        b: Tensor of the same dtype.

    Returns:
        Tensor of two dimensions.

    Raises:
        TypeError: an input is not a Tensor, or the dtypes differ.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> print(np.outer(ms.Tensor([1., 2.]), ms.Tensor([3., 4.])))
        [[3. 4.]
         [6. 8.]]
    """
    same_dtype(a, b)
    return a.reshape(-1, 1) * b.reshape(1, -1)


@op("numpy.tensordot")
def tensordot(a: Array, b: Array, axes: int | Sequence = 2) -> Array:
    """Sums of products over several axes of two Tensors.

    Args:
        a: Tensor.
        b: Tensor of the same dtype.
        axes: number of last axes of `a` and first axes of `b`, or a pair of axes or of lists of
            axes of `a` and of `b`.

    Returns:
        Tensor whose shape is what is left of both.

    Raises:
        TypeError: an argument is of another kind, or the dtypes differ.
        ValueError: an axis is out of range, or the lengths of two differ.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> print(np.tensordot(x, x))
        30.0
    """
    return contracted(a, b, axes)


@array_function("numpy.kron")
def kron(a: Array, b: Array) -> Array:
    """Kronecker product: `b`, times every element of `a`, side by side.

    Args:
        a: Tensor, number or list of numbers.
        b: Tensor, number or list of numbers.

    Returns:
        Tensor in the common dtype.

    Raises:
        TypeError: an input is of another kind.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.kron([1, 10], [5, 6]))
        [ 5  6 50 60]
    """
    rank = max(a.ndim, b.ndim)
    a, b = (x.reshape((1,) * (rank - x.ndim) + x.shape) for x in (a, b))
    shape = [m * n for m, n in zip(a.shape, b.shape, strict=True)]
    a = a.reshape([n for m in a.shape for n in (m, 1)])
    b = b.reshape([n for m in b.shape for n in (1, m)])
    a, b = common(a, b)
    return (a * b).reshape(shape)


@array_function("numpy.cross")
def cross(
    a: Array,
    b: Array,
    axisa: int = -1,
    axisb: int = -1,
    axisc: int = -1,
    axis: int | Sequence[int] | Tensor | None = None,
) -> Array:
    """Cross products of vectors of length 2 or 3.

    Args:
        a: Tensor or list of numbers.
        b: Tensor or list of numbers.
        axisa: the axis of `a` that the vectors lie along.
        axisb: the axis of `b`, likewise.
        axisc: the axis of the result; unused where both vectors have length 2, as only the third
            component is given.
        axis: all three of them, if given.

    Returns:
        Tensor in the common dtype.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: an axis is out of range, the vectors have other lengths, or the shapes do not
            broadcast.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.cross([1, 2, 3], [4, 5, 6]))
        [-3  6 -3]
    """
    axisa, axisb, axisc = (axisa, axisb, axisc) if axis is None else (axis, axis, axis)
    a = jnp.moveaxis(a, check_axis(axisa, a.ndim, "axisa"), 0)
    b = jnp.moveaxis(b, check_axis(axisb, b.ndim, "axisb"), 0)
    if a.shape[0] not in (2, 3) or b.shape[0] not in (2, 3):
        lengths = f"{a.shape[0]} and {b.shape[0]}"
        raise ValueError(must("a", "of vectors of length 2 or 3", f"lengths {lengths}"))
    flat = a.shape[0] == b.shape[0] == 2
    rank = max(a.ndim, b.ndim) - 1
    (a0, a1, *a2), (b0, b1, *b2) = ([*x] for x in (a, b))
    a0, a1, b0, b1 = common(a0, a1, b0, b1)
    third = a0 * b1 - a1 * b0
    if flat:
        return third
    zero = jnp.zeros((), third.dtype)
    a2, b2 = ((x[0] if x else zero).astype(third.dtype) for x in (a2, b2))
    parts = jnp.broadcast_arrays(a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, third)
    return jnp.stack(parts, check_axis(axisc, rank + 1, "axisc"))


@public("numpy.multi_dot")
def multi_dot(arrays: Sequence[Tensor] | Tensor) -> Tensor:
    """Product of two or more matrices; the first and the last may be vectors.

    Args:
        arrays: sequence of Tensors of one dtype, or a Tensor whose rows they are.

    Returns:
        Tensor of rank 2, or less where vectors are among the inputs.

    Raises:
        TypeError: an input is not a Tensor, or the dtypes differ.
        ValueError: there are less than two, or the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> import msjax.numpy as np
        >>> x = ms.Tensor([[1., 2.], [3., 4.]])
        >>> print(np.multi_dot([x, x, ms.Tensor([1., 0.])]))
        [ 7. 15.]
    """
    if isinstance(arrays, Tensor):
        arrays = [arrays[i] for i in range(arrays.shape[0])] if arrays.ndim else []
    return call(_multi_dot)(list(arrays))


@op(label="multi_dot")
def _multi_dot(arrays: Arrays):
    if len(arrays) < 2:
        raise ValueError(must("arrays", "2 Tensors or more", len(arrays)))
    order = _cheapest(tuple(a.shape for a in arrays))

    def product(place: Any) -> jax.Array:
        if isinstance(place, int):
            return arrays[place]
        return dot(product(place[0]), product(place[1]))

    return product(order)


def _cheapest(shapes: tuple) -> Any:
    """The order of products with the fewest multiplications, as nested pairs of places."""
    last = len(shapes) - 1
    sizes = [shapes[0][0] if len(shapes[0]) > 1 else 1]
    sizes += [s[-1] if len(s) > 1 or i < last else 1 for i, s in enumerate(shapes)]
    sizes[1] = shapes[0][-1] if shapes[0] else 1

    @functools.cache
    def best(i: int, j: int) -> tuple[int, Any]:
        if i == j:
            return 0, i
        options = []
        for k in range(i, j):
            (left, a), (right, b) = best(i, k), best(k + 1, j)
            options.append((left + right + sizes[i] * sizes[k + 1] * sizes[j + 1], (a, b)))
        return min(options, key=lambda option: option[0])

    return best(0, last)[1]


@array_function("numpy.matrix_power")
def matrix_power(a: Array, n: int) -> Array:
    """Square matrices, multiplied with themselves.

    Args:
        a: Tensor or nested list of numbers; the last two dimensions are the matrices.
        n: int, how many factors there are; 0 gives the identity.

    Returns:
        Tensor of the shape and dtype of `a`.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: `n` is negative, or the matrices are not square.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.matrix_power([[0, 1], [-1, 0]], 3))
        [[ 0 -1]
         [ 1  0]]
    """
    integer("n", n)
    if a.ndim < 2 or a.shape[-1] != a.shape[-2]:
        raise ValueError(must("a", "square matrices", f"shape {a.shape}"))
    if n < 0:
        raise ValueError(must("n", "0 or more", n))
    if n == 0:
        return jnp.broadcast_to(jnp.eye(a.shape[-1], dtype=a.dtype), a.shape)
    result, power = None, a
    while True:
        if n & 1:
            result = power if result is None else jnp.matmul(result, power)
        n >>= 1
        if not n:
            return result
        power = jnp.matmul(power, power)


@array_function("numpy.norm")
def norm(
    x: Array,
    ord: int | float | str | None = None,
    axis: int | Sequence[int] | Tensor | None = None,
    keepdims: bool = False,
) -> Array:
    """Norms of vectors or matrices.

    Args:
        x: Tensor or list of numbers; all but float32 and float64 count as float32, but for norms
            that are the largest or smallest of something.
        ord: None for the root of the sum of squares. For vectors any number: infinities for the
            largest and smallest magnitude, 0 for the number of elements that are not 0. For
            matrices "fro", the infinities, 1 and -1.
        axis: axis of vectors, or pair of axes of matrices. None for all elements if `ord` is None,
            else for a Tensor that is one vector or matrix.
        keepdims: whether the axes stay, with length 1.

    Returns:
        Tensor without the axes.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: `axis` is out of range, or there is no such norm.
        NotImplementedError: the nuclear norm, or 2 or -2 for matrices; `mindspore.ops.norm` has
            them.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.norm([3., 4.]))
        5.0
        >>> print(np.norm([[1., 2.], [3., 4.]], 1))
        6.0
    """
    boolean("keepdims", keepdims)
    plain, axes = x, axes_of(axis, x.ndim)
    x = x if x.dtype in (np.float32, np.float64) else converted(x, np.float32)
    if ord is None:
        return safe_sqrt(jnp.sum(x * x, axes, keepdims=keepdims))
    axes = tuple(range(x.ndim)) if axes is None else axes
    if len(axes) == 1:
        whole = _keeps(plain) and jnp.issubdtype(plain.dtype, jnp.integer)
        if _keeps(plain) and ord in (math.inf, -math.inf):
            x = plain  # MindSpore takes roots and means in floats, and what lies farthest as it is
        elif whole and isinstance(ord, int) and not isinstance(ord, bool) and ord < 0:
            size = jnp.abs(plain)
            one, zero, lowest = (
                jnp.array(n, plain.dtype) for n in (1, 0, np.iinfo(plain.dtype).min)
            )
            powers = jnp.where(size == one, one, jnp.where(size == zero, lowest, zero))
            total = total_of(powers, axes[0], keepdims, plain.dtype)
            return jnp.power(total.astype(x.dtype), 1 / ord)
        return _vector_norm(x, ord, axes[0], keepdims)
    if len(axes) != 2:
        raise ValueError(must("axis", "one axis or two", axis))
    extreme = _keeps(plain) and not isinstance(ord, str)
    return _matrix_norm(plain if extreme else x, ord, axes, keepdims)


def _keeps(x: jax.Array) -> bool:
    """Whether norms that are extremes are taken in the dtype of the elements."""
    return x.dtype != np.bool_


def _vector_norm(x: jax.Array, ord: Any, axis: int, keepdims: bool) -> jax.Array:
    if isinstance(ord, str) or not isinstance(ord, (int, float)):
        raise ValueError(must("ord", "a number for vectors", describe(ord)))
    size = jnp.abs(x)
    if ord == math.inf:
        return extreme(size, (axis,), keepdims, True)
    if ord == -math.inf:
        return extreme(size, (axis,), keepdims, False)
    if ord == 0:
        return jnp.sum(x != 0, axis, keepdims=keepdims).astype(x.dtype)
    if ord == 1:
        return jnp.sum(size, axis, keepdims=keepdims)
    if ord == 2:
        return safe_sqrt(jnp.sum(x * x, axis, keepdims=keepdims))
    total = jnp.sum(jnp.power(size, ord), axis, keepdims=keepdims)
    return jnp.power(total, 1 / ord)


def _matrix_norm(x: jax.Array, ord: Any, axes: tuple[int, ...], keepdims: bool) -> jax.Array:
    if ord == "fro":
        return safe_sqrt(jnp.sum(x * x, axes, keepdims=keepdims))
    if ord == "nuc" or ord in (2, -2):
        raise unsupported_option(f"ord={ord!r}", "use mindspore.ops.norm")
    if ord not in (1, -1, math.inf, -math.inf):
        raise ValueError(must("ord", "'fro', 1, -1, inf or -inf for matrices", ord))
    rows, columns = axes
    summed, kept = (rows, columns) if abs(ord) == 1 else (columns, rows)
    sums = total_of(jnp.abs(x), summed, True, x.dtype)
    found = extreme(sums, (kept,), True, ord > 0)
    return found if keepdims else jnp.squeeze(found, axes)
