"""Elements picked by conditions, positions and values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import jax.numpy as jnp
import numpy as np

from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.base.checks import boolean
from msjax._core.base.errors import describe, must, unsupported_option
from msjax._core.op.publish import Array, call, op, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import INDICES, accept
from msjax.kernels.index.gather import gather_elements
from msjax.kernels.sorting.unique import unique_kernel
from msjax.numpy._rearrange import axes_of
from msjax.numpy._types import alike, as_tensor, common_type, only_tensors

if TYPE_CHECKING:
    from msjax._types import Number


@public("numpy.where")
def where(
    condition: Tensor | Number | Sequence,
    x: Tensor | Number | Sequence | None = None,
    y: Tensor | Number | Sequence | None = None,
) -> Tensor:
    """Elements of one Tensor where a condition holds, of another one elsewhere.

    Args:
        condition: Tensor, number, list or tuple; what is not zero holds.
        x: Tensor, number, list or tuple.
        y: Tensor, number, list or tuple; all three broadcast.

    Returns:
        Tensor in the common dtype of `x` and `y`.

    Raises:
        TypeError: an argument is something else, or is missing.
        ValueError: the shapes do not broadcast.

    Examples:
        >>> import msjax.numpy as mnp
        >>> x = mnp.arange(4)
        >>> print(mnp.where(x < 2, x, 10 * x))
        [ 0  1 20 30]
    """
    condition, x, y = (as_tensor(value) for value in (condition, x, y))
    x, y = alike([x, y])
    return ops.where(condition.astype(mstype.bool_), x, y)


@op("numpy.take_along_axis")
def take_along_axis(arr: Array, indices: Array, axis: int | None) -> Array:
    """Elements picked along one dimension by positions of their own for each vector.

    Args:
        arr: Tensor.
        indices: int32 or int64 Tensor of as many dimensions, which broadcasts with `arr` along the
            others.
        axis: int, the dimension; None for the flattened `arr`.

    Returns:
        Tensor.

    Raises:
        TypeError: an argument is something else.
        ValueError: the numbers of dimensions differ, or `axis` is out of range.

    Examples:
        >>> import msjax.numpy as mnp
        >>> x = mnp.array([[3, 4], [5, 6]])
        >>> print(mnp.take_along_axis(x, mnp.array([[1], [0]]), 1))
        [[4]
         [5]]
    """
    if axis is None:
        arr, axis = arr.reshape(-1), 0
    if arr.ndim != indices.ndim:
        got = f"{arr.ndim} and {indices.ndim} dimensions"
        raise ValueError(must("arr' and 'indices", "of the same rank", got))
    (axis,) = axes_of(axis, arr.ndim)
    accept(indices, INDICES, "indices")
    others = [list(s.shape) for s in (arr, indices)]
    for shape in others:
        shape[axis] = 1
    try:
        shape = list(np.broadcast_shapes(*others))
    except ValueError:
        got = f"{arr.shape} and {indices.shape}"
        raise ValueError(must("indices", "of a fitting shape", got)) from None
    wide = [
        jnp.broadcast_to(s, (*shape[:axis], s.shape[axis], *shape[axis + 1 :]))
        for s in (arr, indices)
    ]
    return gather_elements(wide[0], axis, wide[1])


@public("numpy.take")
def take(a: Tensor, indices: Tensor, axis: int | None = None, mode: str = "clip") -> Tensor:
    """Elements, or slices along one dimension, at positions.

    Args:
        a: Tensor.
        indices: int32 or int64 Tensor.
        axis: int, the dimension; by default the Tensor is flattened.
        mode: "clip" moves positions that are out of range to the edge, "wrap" counts around.

    Returns:
        Tensor; the shape of `indices` stands in the place of the axis.

    Raises:
        TypeError: an argument is something else.
        ValueError: `axis` is out of range, or `mode` is unknown.
        NotImplementedError: `mode` is "raise".

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.take(mnp.array([4, 5, 6]), mnp.array([[2, 0]])))
        [[6 4]]
    """
    only_tensors(a, indices)
    return a.take(indices, axis, mode)


@public("numpy.repeat")
def repeat(
    a: Tensor | Number | Sequence, repeats: int | Sequence | Tensor, axis: int | None = None
) -> Tensor:
    """Each element, or each slice along one dimension, several times in a row.

    Args:
        a: Tensor, number, list or tuple.
        repeats: int, or tuple, list or Tensor of ints, how often; one number for each slice.
        axis: int, the dimension; by default the Tensor is flattened.

    Returns:
        Tensor.

    Raises:
        TypeError: an argument is something else.
        ValueError: `axis` is out of range.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.repeat(mnp.array([1, 2]), 2))
        [1 1 2 2]
    """
    return as_tensor(a).repeat_interleave(repeats, axis)


@op(label="choose")
def _chosen(a: Array, choices: Array, mode):
    count = choices.shape[0]
    shape = np.broadcast_shapes(a.shape, choices.shape[1:])
    places = a % count if mode == "wrap" else jnp.clip(a, 0, count - 1)
    inner = choices.reshape(count, *(1,) * (len(shape) - choices.ndim + 1), *choices.shape[1:])
    wide = jnp.broadcast_to(inner, (count, *shape))
    return jnp.take_along_axis(wide, jnp.broadcast_to(places, shape)[None], 0)[0]


@public("numpy.choose")
def choose(a: Tensor | Sequence, choices: Tensor | Sequence, mode: str = "clip") -> Tensor:
    """For each element, the element of one of several choices at the same place.

    Args:
        a: Tensor of ints, list or tuple: which choice.
        choices: tuple or list of Tensors, numbers or lists that broadcast with `a`; or a Tensor,
            whose first dimension counts them.
        mode: "clip" moves numbers that are out of range to the edge, "wrap" counts around.

    Returns:
        Tensor.

    Raises:
        TypeError: an argument is something else.
        ValueError: `a` is not made of ints, the shapes do not broadcast, or `mode` is unknown.
        NotImplementedError: `mode` is "raise".

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.choose([1, 0], [[1, 2], [30, 40]]))
        [30  2]
    """
    a = as_tensor(a)
    if a.dtype not in mstype.int_type:
        raise ValueError(must("a", "made of signed integers", a.dtype))
    if isinstance(choices, (tuple, list)):
        if not choices:
            raise ValueError(must("choices", "not empty", "none"))
        parts = [as_tensor(choice) for choice in choices]
        try:
            shape = np.broadcast_shapes(a.shape, *(p.shape for p in parts))
        except ValueError:
            got = " and ".join(str(p.shape) for p in (a, *parts))
            raise ValueError(must("choices", "of shapes that broadcast", got)) from None
        choices = ops.stack([ops.broadcast_to(p, shape) for p in alike(parts)])
    else:
        choices = as_tensor(choices)
    if a.ndim == 0 or choices.ndim == 0:
        raise ValueError(must("a' and 'choices", "no numbers", "a number"))
    if mode == "raise":
        raise unsupported_option("mode='raise'", "use 'clip'")
    if mode not in ("wrap", "clip"):
        raise ValueError(must("mode", "'raise', 'wrap' or 'clip'", describe(mode)))
    return call(_chosen)(a, choices, mode)


@public("numpy.unique")
def unique(x: Tensor, return_inverse: bool = False) -> Any:
    """The distinct elements, in the order of their first occurrence.

    Args:
        x: Tensor, which is flattened.
        return_inverse: whether the index of each element among them is returned too.

    Returns:
        Tensor, or the Tensor and one of indices if `return_inverse`.

    Raises:
        TypeError: `x` is not a Tensor of numbers.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.unique(mnp.array([3, 1, 3])))
        [3 1]
    """
    only_tensors(x)
    found = call(unique_kernel)(x.ravel() if x.ndim > 1 else x)
    return found if return_inverse else found[0]


@public("numpy.argwhere")
def argwhere(a: Tensor | Number | Sequence) -> Tensor:
    """Indices of the elements that are not zero.

    Args:
        a: Tensor, number, list or tuple.

    Returns:
        int64 Tensor of shape (number of elements found, number of dimensions).

    Raises:
        TypeError: `a` is something else.
        RuntimeError: `a` has no dimension.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.argwhere(mnp.array([0, 5, 6])))
        [[1]
         [2]]
    """
    a = as_tensor(a)
    if a.ndim == 0:
        raise RuntimeError(must("a", "of one dimension or more", "a number"))
    return ops.argwhere(a)


@op(label="intersect1d", eager=True)
def _common(ar1: Array, ar2: Array, assume_unique):
    """The elements that both have, sorted, and where they stand first."""
    if not assume_unique:
        accept(ar1, "iuf", "ar1")
    values, first, second = np.intersect1d(
        np.asarray(ar1), np.asarray(ar2), assume_unique, return_indices=True
    )
    places = (jnp.asarray(found, np.int32) for found in (first, second))
    return jnp.asarray(values, ar1.dtype), *places


@public("numpy.intersect1d")
def intersect1d(
    ar1: Tensor | Number | Sequence,
    ar2: Tensor | Number | Sequence,
    assume_unique: bool = False,
    return_indices: bool = False,
) -> Any:
    """The distinct elements that two Tensors have in common, sorted.

    Args:
        ar1: Tensor, number, list or tuple, which is flattened.
        ar2: Tensor, number, list or tuple, which is flattened.
        assume_unique: whether the elements of each are known to be distinct.
        return_indices: whether their indices in both Tensors are returned too.

    Returns:
        Tensor, or three Tensors if `return_indices`.

    Raises:
        TypeError: an argument is something else.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.intersect1d([4, 1, 3], [3, 5, 1]))
        [1 3]
    """
    for name, value in (("assume_unique", assume_unique), ("return_indices", return_indices)):
        boolean(name, value)
    pair = alike([as_tensor(a).ravel() for a in (ar1, ar2)])
    found = call(_common)(*pair, assume_unique)
    return found if return_indices else found[0]


@op(label="unravel_index")
def _coordinates(indices: Array, shape, order, dtype):
    total = int(np.prod(shape, dtype=np.int64))
    rest = jnp.clip(indices.astype(dtype), -total, total - 1) % total
    found = []
    for length in shape if order == "F" else shape[::-1]:
        found.append(rest % length)
        rest = rest // length
    return tuple(found if order == "F" else found[::-1])


@public("numpy.unravel_index")
def unravel_index(
    indices: Tensor | int | Sequence, shape: int | tuple[int, ...], order: str = "C"
) -> tuple[Tensor, ...]:
    """Coordinates of flat positions in an array of a given shape.

    Args:
        indices: Tensor, int, list or tuple; negative numbers count from the end, numbers out of
            range are moved to the edge.
        shape: int, or tuple of ints.
        order: "C", the last dimension varies fastest, or "F", the first.

    Returns:
        tuple of Tensors, one for each dimension; a Tensor of shape (1,) for a number and one
        dimension.

    Raises:
        TypeError: an argument is something else.
        ValueError: `order` is unknown.

    Examples:
        >>> import msjax.numpy as mnp
        >>> rows, columns = mnp.unravel_index([3, 5], (2, 3))
        >>> print(rows, columns)
        [1 1] [0 2]
    """
    indices = as_tensor(indices)
    if order not in ("C", "F"):
        raise ValueError(must("order", "'C' or 'F'", describe(order)))
    shape = (shape,) if isinstance(shape, int) else shape
    if not isinstance(shape, (tuple, list)) or not all(isinstance(n, int) for n in shape):
        expected = "an int or a tuple of ints"
        raise TypeError(must("shape", expected, describe(shape)))
    dtype = common_type(indices.dtype, mstype.int32)
    found = call(_coordinates)(indices, tuple(shape), order, dtype)
    return found[0].reshape((1,)) if indices.ndim == 0 and len(shape) == 1 else found
