"""Shapes, orders of dimensions and of elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import jax.numpy as jnp
import numpy as np

from msjax import ops
from msjax._core.base.checks import check_axis
from msjax._core.base.errors import describe, must
from msjax._core.op.publish import Array, call, op, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.shape.repetition import tile as tile_kernel
from msjax.numpy._types import as_tensor, only_tensors, whole

if TYPE_CHECKING:
    from msjax._types import Number


def axes_of(axes: Any, rank: int) -> tuple[int, ...]:
    """All axes for None, else one or several of them, none twice.

    Raises:
        TypeError: an axis is not an int.
        ValueError: an axis is out of range or named twice.
    """
    if axes is None:
        return tuple(range(rank))
    axes = axes if isinstance(axes, (tuple, list)) else (axes,)
    for axis in axes:
        if not isinstance(axis, int):
            raise TypeError(must("axis", "an int or a tuple of ints", describe(axis)))
    found = tuple(check_axis(axis, rank) for axis in axes)
    if len(set(found)) < len(found):
        raise ValueError(must("axis", "free of duplicates", axes))
    return found


@public("numpy.transpose")
def transpose(a: Tensor, axes: Sequence[int] | None = None) -> Tensor:
    """The dimensions in another order.

    Args:
        a: Tensor.
        axes: tuple or list of ints, the new order; reversed by default.

    Returns:
        Tensor.

    Raises:
        TypeError: an argument is something else.
        ValueError: `axes` is not an order of all dimensions.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.transpose(mnp.ones((2, 3, 4)), (1, 0, 2)).shape)
        (3, 2, 4)
    """
    only_tensors(a)
    return a.transpose(axes)


@public("numpy.expand_dims")
def expand_dims(a: Tensor, axis: int | Sequence[int]) -> Tensor:
    """The Tensor with further dimensions of length 1.

    Args:
        a: Tensor.
        axis: int, or tuple or list of ints, where the result has them.

    Returns:
        Tensor.

    Raises:
        TypeError: an argument is something else.
        ValueError: an axis is out of range or named twice.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.expand_dims(mnp.ones(3), (0, 2)).shape)
        (1, 3, 1)
    """
    only_tensors(a)
    if not isinstance(axis, (int, tuple, list)):
        raise TypeError(must("axis", "an int, tuple or list", describe(axis)))
    if isinstance(axis, int):
        return ops.expand_dims(a, axis)
    for one in sorted(axes_of(axis, a.ndim + len(axis))):
        a = ops.expand_dims(a, one)
    return a


@public("numpy.squeeze")
def squeeze(a: Tensor, axis: int | Sequence[int] | None = None) -> Tensor:
    """The Tensor without dimensions of length 1.

    Args:
        a: Tensor.
        axis: int, or tuple or list of ints, the dimensions to leave out; all by default.

    Returns:
        Tensor.

    Raises:
        TypeError: an argument is something else.
        ValueError: a dimension has another length, or is out of range.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.squeeze(mnp.ones((1, 3, 1)), 0).shape)
        (3, 1)
    """
    only_tensors(a)
    return a.squeeze(axis)


@public("numpy.rollaxis")
def rollaxis(x: Tensor, axis: int, start: int = 0) -> Tensor:
    """One dimension moved in front of another one.

    Args:
        x: Tensor.
        axis: int, the dimension.
        start: int, the dimension that it comes before; the number of dimensions for the end.

    Returns:
        Tensor.

    Raises:
        TypeError: an argument is something else.
        ValueError: `axis` or `start` is out of range.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.rollaxis(mnp.ones((2, 3, 4)), 2).shape)
        (4, 2, 3)
    """
    only_tensors(x)
    whole(axis=axis, start=start)
    axis = check_axis(axis, x.ndim)
    if not -x.ndim <= start <= x.ndim:
        raise ValueError(must("start", f"in [{-x.ndim}, {x.ndim}]", start))
    start += x.ndim if start < 0 else 0
    target = start - 1 if start > axis else start
    return x if target == axis else ops.movedim(x, axis, target)


@public("numpy.swapaxes")
def swapaxes(x: Tensor, axis1: int, axis2: int) -> Tensor:
    """Two dimensions swapped.

    Args:
        x: Tensor.
        axis1: int, the one.
        axis2: int, the other.

    Returns:
        Tensor.

    Raises:
        TypeError: an argument is something else.
        ValueError: an axis is out of range.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.swapaxes(mnp.ones((2, 3, 4)), 0, 2).shape)
        (4, 3, 2)
    """
    only_tensors(x)
    return x.swapaxes(axis1, axis2)


@public("numpy.reshape")
def reshape(x: Tensor, new_shape: int | Sequence[int]) -> Tensor:
    """The elements in another shape.

    Args:
        x: Tensor.
        new_shape: int, or tuple or list of ints; one may be -1, for what is left.

    Returns:
        Tensor.

    Raises:
        TypeError: an argument is something else.
        ValueError: the shape has another number of elements.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.reshape(mnp.arange(4), (2, -1)))
        [[0 1]
         [2 3]]
    """
    only_tensors(x)
    return x.reshape(new_shape)


@public("numpy.ravel")
def ravel(x: Tensor) -> Tensor:
    """The elements in one dimension.

    Args:
        x: Tensor.

    Returns:
        Tensor.

    Raises:
        TypeError: `x` is not a Tensor.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.ravel(mnp.array([[1, 2], [3, 4]])))
        [1 2 3 4]
    """
    only_tensors(x)
    return x.ravel()


@public("numpy.moveaxis")
def moveaxis(a: Tensor, source: int | Sequence[int], destination: int | Sequence[int]) -> Tensor:
    """Dimensions moved to other places; the others keep their order.

    Args:
        a: Tensor.
        source: int, or tuple or list of ints, the dimensions.
        destination: int, or tuple or list of ints, as many places.

    Returns:
        Tensor.

    Raises:
        TypeError: an argument is something else.
        ValueError: an axis is out of range or named twice, or the counts differ.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.moveaxis(mnp.ones((2, 3, 4)), 0, -1).shape)
        (3, 4, 2)
    """
    only_tensors(a)
    axes = [axes_of(value, a.ndim) for value in (source, destination)]
    return ops.movedim(a, *axes)


def _atleast(rank: int, arys: tuple) -> Any:
    only_tensors(*arys)
    found = []
    for x in arys:
        shape = x.shape
        if len(shape) < rank:
            if rank == 3 and shape:
                shape = (1, *shape, 1)[len(shape) - 1 :]
            else:
                shape = (1,) * (rank - len(shape)) + shape
            x = x.reshape(shape)
        found.append(x)
    return found[0] if len(found) == 1 else found


@public("numpy.atleast_1d")
def atleast_1d(*arys: Tensor) -> Any:
    """Tensors with one dimension or more.

    Args:
        arys: Tensors.

    Returns:
        Tensor, or list of Tensors if several are given.

    Raises:
        TypeError: an argument is not a Tensor.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.atleast_1d(mnp.array(3)))
        [3]
    """
    return _atleast(1, arys)


@public("numpy.atleast_2d")
def atleast_2d(*arys: Tensor) -> Any:
    """Tensors with two dimensions or more; lengths of 1 are put in front.

    Args:
        arys: Tensors.

    Returns:
        Tensor, or list of Tensors if several are given.

    Raises:
        TypeError: an argument is not a Tensor.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.atleast_2d(mnp.ones(3)).shape)
        (1, 3)
    """
    return _atleast(2, arys)


@public("numpy.atleast_3d")
def atleast_3d(*arys: Tensor) -> Any:
    """Tensors with three dimensions or more: (N,) becomes (1, N, 1), and (M, N) becomes (M, N, 1).

    Args:
        arys: Tensors.

    Returns:
        Tensor, or list of Tensors if several are given.

    Raises:
        TypeError: an argument is not a Tensor.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.atleast_3d(mnp.ones((2, 3))).shape)
        (2, 3, 1)
    """
    return _atleast(3, arys)


@op("numpy.tile")
def tile(a: Array, reps: int | Sequence[int]) -> Array:
    """The Tensor repeated as a whole along its dimensions.

    Args:
        a: Tensor.
        reps: int, or tuple or list of ints, how often along the last dimensions.

    Returns:
        Tensor.

    Raises:
        TypeError: an argument is something else.
        ValueError: a number is negative.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.tile(mnp.array([1, 2]), (2, 2)))
        [[1 2 1 2]
         [1 2 1 2]]
    """
    return tile_kernel(a, (reps,) if isinstance(reps, int) else reps)


@op("numpy.broadcast_to")
def broadcast_to(array: Array, shape: Sequence[int]) -> Array:
    """The Tensor repeated where its lengths are 1, to a given shape.

    Args:
        array: Tensor.
        shape: tuple or list of ints.

    Returns:
        Tensor.

    Raises:
        TypeError: an argument is something else.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.broadcast_to(mnp.array([1, 2]), (2, 2)))
        [[1 2]
         [1 2]]
    """
    if not isinstance(shape, tuple):
        raise TypeError(must("shape", "a tuple of ints", describe(shape)))
    last = shape[len(shape) - array.ndim :] if len(shape) >= array.ndim else None
    if last is None or any(n not in (1, m) for n, m in zip(array.shape, last, strict=True)):
        raise ValueError(must("shape", f"one that {array.shape} fits", shape))
    return jnp.broadcast_to(array, shape)


@public("numpy.broadcast_arrays")
def broadcast_arrays(*args: Tensor) -> list[Tensor]:
    """Tensors repeated to their common shape.

    Args:
        args: Tensors.

    Returns:
        list of Tensors.

    Raises:
        TypeError: an argument is not a Tensor.
        ValueError: there is no common shape.

    Examples:
        >>> import msjax.numpy as mnp
        >>> x, y = mnp.broadcast_arrays(mnp.ones((2, 1)), mnp.ones(3))
        >>> print(x.shape, y.shape)
        (2, 3) (2, 3)
    """
    only_tensors(*args)
    try:
        shape = np.broadcast_shapes(*(x.shape for x in args))
    except ValueError:
        got = " and ".join(str(x.shape) for x in args)
        raise ValueError(must("args", "of shapes that fit", got)) from None
    return [call(broadcast_to)(x, shape) for x in args]


@op("numpy.roll")
def roll(a: Array, shift: int | Sequence[int], axis: int | Sequence[int] | None = None) -> Array:
    """The elements moved along axes; those that leave at the end come in at the start.

    Args:
        a: Tensor.
        shift: int, or tuple or list of ints, by how many places.
        axis: int, or tuple or list of ints, along which axes; by default along the flattened
            Tensor, whose shape is restored.

    Returns:
        Tensor.

    Raises:
        TypeError: an argument is something else.
        ValueError: an axis is out of range, or the counts differ.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.roll(mnp.arange(5), 2))
        [3 4 0 1 2]
    """
    given = shift, 0 if axis is None else axis
    shifts, axes = (v if isinstance(v, tuple) else (v,) for v in given)
    for value in (*shifts, *axes):
        if not isinstance(value, int):
            expected = "an int or a tuple of ints"
            raise TypeError(must("shift' and 'axis", expected, describe(value)))
    if len(shifts) != len(axes) and 1 not in (len(shifts), len(axes)):
        got = f"{len(shifts)} and {len(axes)} numbers"
        raise ValueError(must("shift' and 'axis", "of the same length", got))
    flat = a.reshape(-1) if axis is None else a
    axes = tuple(check_axis(one, flat.ndim) for one in axes)
    count = max(len(shifts), len(axes))
    shifts, axes = (v * count if len(v) == 1 else v for v in (shifts, axes))
    return jnp.roll(flat, shifts, axes).reshape(a.shape)


@op("numpy.flip")
def flip(m: Array, axis: int | Sequence[int] | None = None) -> Array:
    """The elements in reverse order along axes.

    Args:
        m: Tensor.
        axis: int, or tuple or list of ints; all axes by default.

    Returns:
        Tensor.

    Raises:
        TypeError: an argument is something else.
        ValueError: an axis is out of range or named twice.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.flip(mnp.arange(3)))
        [2 1 0]
    """
    return jnp.flip(m, axes_of(axis, m.ndim))


@op("numpy.flipud")
def flipud(m: Array) -> Array:
    """The rows in reverse order.

    Args:
        m: Tensor of one dimension or more.

    Returns:
        Tensor.

    Raises:
        TypeError: `m` is not a Tensor.
        ValueError: `m` has no dimension.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.flipud(mnp.array([[1, 2], [3, 4]])))
        [[3 4]
         [1 2]]
    """
    return flip(m, 0)


@op("numpy.fliplr")
def fliplr(m: Array) -> Array:
    """The columns in reverse order.

    Args:
        m: Tensor of two dimensions or more.

    Returns:
        Tensor.

    Raises:
        TypeError: `m` is not a Tensor.
        ValueError: `m` has fewer than two dimensions.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.fliplr(mnp.array([[1, 2], [3, 4]])))
        [[2 1]
         [4 3]]
    """
    return flip(m, 1)


@op("numpy.rot90")
def rot90(a: Array, k: int = 1, axes: Sequence[int] = (0, 1)) -> Array:
    """The Tensor turned by quarter turns in the plane of two axes.

    Args:
        a: Tensor of two dimensions or more.
        k: int, the number of turns, from the first axis towards the second.
        axes: tuple or list of two ints.

    Returns:
        Tensor.

    Raises:
        TypeError: an argument is something else.
        ValueError: there are not two axes, they are equal, or one is out of range.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.rot90(mnp.array([[1, 2], [3, 4]])))
        [[2 4]
         [1 3]]
    """
    whole(k=k)
    if not isinstance(axes, tuple):
        raise TypeError(must("axes", "a tuple or list of ints", describe(axes)))
    if len(axes) != 2:
        raise ValueError(must("axes", "of length 2", len(axes)))
    return jnp.rot90(a, k, axes_of(axes, a.ndim))


@public("numpy.size")
def size(a: Tensor | Number | Sequence, axis: int | None = None) -> int:
    """The number of elements, or the length of one dimension.

    Args:
        a: Tensor, number, list or tuple.
        axis: int, the dimension.

    Returns:
        int.

    Raises:
        TypeError: an argument is something else.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax.numpy as mnp
        >>> mnp.size(mnp.ones((2, 3)))
        6
    """
    a = as_tensor(a)
    if axis is None:
        return a.size
    whole(axis=axis)
    return a.shape[check_axis(axis, a.ndim)]


@public("numpy.array_str")
def array_str(a: Tensor) -> str:
    """The values as text.

    Args:
        a: Tensor.

    Returns:
        str.

    Raises:
        TypeError: `a` is not a Tensor.

    Examples:
        >>> import msjax.numpy as mnp
        >>> mnp.array_str(mnp.arange(3))
        '[0 1 2]'
    """
    only_tensors(a)
    return str(a)
