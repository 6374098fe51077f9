"""Tensors put together and taken apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.base.checks import check_axis
from msjax._core.base.errors import describe, must
from msjax._core.op.publish import public
from msjax._core.tensor.tensor import Tensor
from msjax.numpy._rearrange import axes_of
from msjax.numpy._types import alike, only_tensors, whole

_NO_AXIS = 32  # axes from this number on mean that the Tensors are flattened


@public("numpy.concatenate")
def concatenate(arrays: Sequence[Tensor] | Tensor, axis: int | None = 0) -> Tensor:
    """Tensors joined along an existing dimension.

    Args:
        arrays: tuple or list of Tensors, or a Tensor, whose first dimension counts them.
        axis: int, the dimension; None for flattened Tensors.

    Returns:
        Tensor in the common dtype.

    Raises:
        TypeError: an argument is something else.
        ValueError: the shapes do not fit, or `axis` is out of range.
        IndexError: there are no Tensors.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.concatenate((mnp.ones(2), mnp.zeros(1))))
        [1. 1. 0.]
    """
    if axis is not None:
        whole(axis=axis)
    flat = axis is None or axis >= _NO_AXIS
    if isinstance(arrays, Tensor):
        if flat:
            return arrays.ravel()
        if not 0 <= axis < arrays.ndim - 1:
            error = IndexError if axis == arrays.ndim - 1 else ValueError
            raise error(must("axis", f"in [0, {arrays.ndim - 1})", axis))
        shape = arrays.shape[1:]
        merged = (*shape[:axis], arrays.shape[0] * shape[axis], *shape[axis + 1 :])
        return ops.movedim(arrays, 0, axis).reshape(merged)
    if not isinstance(arrays, (tuple, list)):
        raise TypeError(must("arrays", "Tensors", describe(arrays)))
    only_tensors(*arrays)
    if not arrays:
        raise IndexError(must("arrays", "not empty", "none"))
    if flat:
        return ops.concat(alike([x.ravel() for x in arrays]), -1)
    check_axis(axis, arrays[0].ndim)
    return arrays[0] if len(arrays) == 1 else ops.concat(alike(arrays), axis)


@public("numpy.append")
def append(arr: Tensor, values: Tensor, axis: int | None = None) -> Tensor:
    """One Tensor joined to the end of another one.

    Args:
        arr: Tensor.
        values: Tensor of as many dimensions.
        axis: int, the dimension to join along; by default both are flattened.

    Returns:
        Tensor in the common dtype.

    Raises:
        TypeError: an argument is something else.
        ValueError: the shapes do not fit, or `axis` is out of range.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.append(mnp.arange(2), mnp.array([[5, 6]])))
        [0 1 5 6]
    """
    only_tensors(arr, values)
    if axis is None:
        return concatenate((arr.ravel(), values.ravel()))
    axes_of(axis, arr.ndim)
    if arr.ndim != values.ndim:
        got = f"{arr.ndim} and {values.ndim} dimensions"
        raise ValueError(must("arr' and 'values", "of the same rank", got))
    return concatenate((arr, values), axis)


@public("numpy.stack")
def stack(arrays: Sequence[Tensor] | Tensor, axis: int = 0) -> Tensor:
    """Tensors of one shape joined along a new dimension.

    Args:
        arrays: tuple or list of Tensors, or a Tensor, whose first dimension counts them.
        axis: int, where in the result the new dimension is; counted modulo its rank.

    Returns:
        Tensor in the common dtype; float32 if it is empty.

    Raises:
        ValueError: `arrays` is something else, or the shapes differ.
        IndexError: there are no Tensors.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.stack((mnp.ones(2), mnp.zeros(2)), 1))
        [[1. 0.]
         [1. 0.]]
    """
    if isinstance(arrays, Tensor):
        shape = arrays.shape
    elif isinstance(arrays, (list, tuple)):
        only_tensors(*arrays)
        if not arrays:
            raise IndexError(must("arrays", "not empty", "none"))
        shape = (len(arrays), *arrays[0].shape)
    else:
        raise ValueError(must("arrays", "a Tensor, tuple or list", describe(arrays)))
    whole(axis=axis)
    if not shape:
        raise ValueError(must("arrays", "of one dimension or more", "a number"))
    axis = axis % len(shape)
    if 0 in shape:
        return ops.zeros((*shape[1 : axis + 1], shape[0], *shape[axis + 1 :]), mstype.float32)
    if isinstance(arrays, Tensor):
        return ops.movedim(arrays, 0, axis)
    return concatenate([ops.expand_dims(x, axis) for x in arrays], axis)


def _joined(tup: Any, grow: Any, axis: int) -> Tensor:
    if isinstance(tup, Tensor):
        return tup
    if not isinstance(tup, (list, tuple)):
        raise TypeError(must("tup", "a Tensor, or a tuple or list of them", describe(tup)))
    if not tup:
        raise ValueError(must("tup", "not empty", "none"))
    only_tensors(*tup)
    grown = [x.reshape(grow(x.shape)) for x in tup]
    return ops.concat(grown, min(axis, grown[0].ndim - 1))


@public("numpy.column_stack")
def column_stack(tup: Sequence[Tensor]) -> Tensor:
    """Tensors side by side, those of one dimension as columns.

    Args:
        tup: tuple or list of Tensors; a Tensor is handed back.

    Returns:
        Tensor of two dimensions or more.

    Raises:
        TypeError: `tup` is something else.
        ValueError: there are no Tensors, or the shapes do not fit.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.column_stack((mnp.ones(2), mnp.zeros(2))))
        [[1. 0.]
         [1. 0.]]
    """
    return _joined(tup, lambda s: s if len(s) > 1 else (*(s or (1,)), 1), 1)


@public("numpy.vstack")
def vstack(tup: Sequence[Tensor]) -> Tensor:
    """Tensors on top of each other, those of one dimension as rows.

    Args:
        tup: tuple or list of Tensors; a Tensor is handed back.

    Returns:
        Tensor of two dimensions or more.

    Raises:
        TypeError: `tup` is something else.
        ValueError: there are no Tensors, or the shapes do not fit.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.vstack((mnp.ones(2), mnp.zeros(2))))
        [[1. 1.]
         [0. 0.]]
    """
    return _joined(tup, lambda s: s if len(s) > 1 else (1, *(s or (1,))), 0)


@public("numpy.hstack")
def hstack(tup: Sequence[Tensor]) -> Tensor:
    """Tensors side by side: along the second dimension, or along the only one.

    Args:
        tup: tuple or list of Tensors; a Tensor is handed back.

    Returns:
        Tensor.

    Raises:
        TypeError: `tup` is something else.
        ValueError: there are no Tensors, or the shapes do not fit.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.hstack((mnp.ones(2), mnp.zeros(1))))
        [1. 1. 0.]
    """
    return _joined(tup, lambda s: s or (1,), 1)


@public("numpy.dstack")
def dstack(tup: Sequence[Tensor]) -> Tensor:
    """Tensors joined along the third dimension; (N,) becomes (1, N, 1), and (M, N) (M, N, 1).

    Args:
        tup: tuple or list of Tensors; a Tensor is handed back.

    Returns:
        Tensor of three dimensions or more.

    Raises:
        TypeError: `tup` is something else.
        ValueError: there are no Tensors, or the shapes do not fit.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.dstack((mnp.ones(2), mnp.zeros(2))))
        [[[1. 0.]
          [1. 0.]]]
    """

    def grow(shape: tuple) -> tuple:
        shape = shape if len(shape) > 1 else (1, *(shape or (1,)))
        return (*shape, 1) if len(shape) == 2 else shape

    return _joined(tup, grow, 2)


# -- apart -----------------------------------------------------------------------------------------


def _cut(x: Any, where: Any, axis: Any, equal: bool) -> Any:
    """Parts of one size (nearly, unless they must be `equal`), or parts between indices."""
    only_tensors(x)
    whole(axis=axis)
    if x.ndim == 0:
        raise ValueError(must("x", "of one dimension or more", "a number"))
    axis = check_axis(axis, x.ndim)
    size = x.shape[axis]
    if isinstance(where, int):
        if not 0 < where <= size:
            raise ValueError(must("indices_or_sections", f"in [1, {size}]", where))
        if size % where and equal:
            raise ValueError(must("indices_or_sections", f"a divisor of {size}", where))
        return tuple(ops.tensor_split(x, where, axis))
    if not isinstance(where, (list, tuple)):
        expected = "an int or a tuple or list of ints"
        raise TypeError(must("indices_or_sections", expected, describe(where)))
    for index in where:
        if not isinstance(index, int):
            raise TypeError(must("indices_or_sections", "made of ints", describe(index)))
    ends = [i + size if i < 0 else i for i in where]
    if any(b <= a for a, b in zip([0, *ends], [*ends, size], strict=True)):
        raise ValueError(must("indices_or_sections", f"rising in (0, {size})", where))
    return list(ops.tensor_split(x, tuple(ends), axis))


@public("numpy.split")
def split(x: Tensor, indices_or_sections: int | Sequence[int], axis: int = 0) -> tuple[Tensor, ...]:
    """The parts of a Tensor along one dimension.

    Args:
        x: Tensor.
        indices_or_sections: int, the number of equal parts; or tuple or list of ints, where the
            parts after the first start.
        axis: int, the dimension.

    Returns:
        tuple of Tensors, or a list if indices are given.

    Raises:
        TypeError: an argument is something else.
        ValueError: a part would be empty, the parts are not equal, or `axis` is out of range.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(*mnp.split(mnp.arange(6), 3))
        [0 1] [2 3] [4 5]
    """
    return _cut(x, indices_or_sections, axis, True)


@public("numpy.array_split")
def array_split(
    x: Tensor, indices_or_sections: int | Sequence[int], axis: int = 0
) -> tuple[Tensor, ...]:
    """The parts of a Tensor along one dimension, as equal as can be.

    Args:
        x: Tensor.
        indices_or_sections: int, the number of parts, the first of which may be one longer; or
            tuple or list of ints, where the parts after the first start.
        axis: int, the dimension.

    Returns:
        tuple of Tensors, or a list if indices are given.

    Raises:
        TypeError: an argument is something else.
        ValueError: a part would be empty, or `axis` is out of range.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(*mnp.array_split(mnp.arange(5), 2))
        [0 1 2] [3 4]
    """
    return _cut(x, indices_or_sections, axis, False)


@public("numpy.vsplit")
def vsplit(x: Tensor, indices_or_sections: int | Sequence[int]) -> tuple[Tensor, ...]:
    """The parts of a Tensor along the first dimension: see `split`.

    Args:
        x: Tensor.
        indices_or_sections: int, or tuple or list of ints.

    Returns:
        tuple of Tensors, or a list if indices are given.

    Raises:
        TypeError: an argument is something else.
        ValueError: a part would be empty, or the parts are not equal.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(*mnp.vsplit(mnp.arange(4).reshape(2, 2), 2))
        [[0 1]] [[2 3]]
    """
    return split(x, indices_or_sections, 0)


@public("numpy.hsplit")
def hsplit(x: Tensor, indices_or_sections: int | Sequence[int]) -> tuple[Tensor, ...]:
    """The parts of a Tensor along the second dimension: see `split`.

    Args:
        x: Tensor of two dimensions or more.
        indices_or_sections: int, or tuple or list of ints.

    Returns:
        tuple of Tensors, or a list if indices are given.

    Raises:
        TypeError: an argument is something else.
        ValueError: a part would be empty, or the parts are not equal.

    Examples:
        >>> import msjax.numpy as mnp
        >>> mnp.hsplit(mnp.ones((2, 4)), 2)[0].shape
        (2, 2)
    """
    return split(x, indices_or_sections, 1)


@public("numpy.dsplit")
def dsplit(x: Tensor, indices_or_sections: int | Sequence[int]) -> tuple[Tensor, ...]:
    """The parts of a Tensor along the third dimension: see `split`.

    Args:
        x: Tensor of three dimensions or more.
        indices_or_sections: int, or tuple or list of ints.

    Returns:
        tuple of Tensors, or a list if indices are given.

    Raises:
        TypeError: an argument is something else.
        ValueError: a part would be empty, or the parts are not equal.

    Examples:
        >>> import msjax.numpy as mnp
        >>> mnp.dsplit(mnp.ones((1, 2, 4)), 2)[0].shape
        (1, 2, 2)
    """
    return split(x, indices_or_sections, 2)
