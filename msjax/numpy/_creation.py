"""Tensors made from data, from a shape and from another Tensor's shape, and random ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import jax.numpy as jnp

from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.base.errors import describe, must
from msjax._core.op.publish import call, op, public
from msjax._core.tensor.tensor import Tensor
from msjax.numpy._rearrange import broadcast_to
from msjax.numpy._types import (
    as_tensor,
    element_type,
    from_list,
    lengths,
    narrow,
    scalar_type,
    whole,
)

if TYPE_CHECKING:
    from msjax._types import DType, Number

_DATA = (int, float, list, tuple, Tensor)


@public("numpy.array")
def array(
    obj: Tensor | Number | Sequence,
    dtype: mstype.Type | str | type | None = None,
    copy: bool = True,
    ndmin: int = 0,
) -> Tensor:
    """Tensor of the given data.

    Args:
        obj: Tensor, number, or nested list or tuple of numbers and Tensors.
        dtype: element type; by default that of a Tensor, else int32, float32 or bool.
        copy: whether a Tensor is copied, not handed back itself.
        ndmin: the least number of dimensions; lengths of 1 are put in front.

    Returns:
        Tensor. One of a list has no gradient by the Tensors in it; `stack` passes it on.

    Raises:
        TypeError: `obj` or `dtype` is something else.
        ValueError: lists differ in length, or an empty result would need more dimensions.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.array([1, 2, 3], ndmin=2))
        [[1 2 3]]
    """
    made = asarray(obj, dtype)
    if ndmin > made.ndim:
        if made.size == 0:
            raise ValueError(must("obj", "not empty when 'ndmin' is given", made.shape))
        made = made.reshape((1,) * (ndmin - made.ndim) + made.shape)
    return made.copy() if copy and isinstance(obj, Tensor) else made


@public("numpy.asarray")
def asarray(a: Tensor | Number | Sequence, dtype: mstype.Type | str | type | None = None) -> Tensor:
    """Tensor of the given data; a Tensor of the wanted type is handed back itself.

    Args:
        a: Tensor, number, or nested list or tuple of numbers and Tensors.
        dtype: element type; by default that of a Tensor, else int32, float32 or bool.

    Returns:
        Tensor. One of a list has no gradient by the Tensors in it; `stack` passes it on.

    Raises:
        TypeError: `a` or `dtype` is something else.
        ValueError: lists differ in length.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.asarray((1.5, 2)))
        [1.5 2. ]
    """
    target = None if dtype is None else element_type(dtype)
    if isinstance(a, Tensor):
        return a if target in (None, a.dtype) else a.astype(target)
    if isinstance(a, (list, tuple)):
        return ops.stop_gradient(from_list(a, target))
    if not isinstance(a, (bool, int, float)):
        raise TypeError(must("a", "a number, list, tuple or Tensor", describe(a)))
    return Tensor(a, scalar_type(a) if target is None else target)


@public("numpy.asfarray")
def asfarray(
    a: Tensor | Number | Sequence, dtype: mstype.Type | str | type = mstype.float32
) -> Tensor:
    """Tensor of floats of the given data.

    Args:
        a: Tensor, number, or nested list or tuple of numbers and Tensors.
        dtype: element type; float32 in place of one that is not of floats. None leaves the data's.

    Returns:
        Tensor.

    Raises:
        TypeError: `a` or `dtype` is something else.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.asfarray([1, 2]))
        [1. 2.]
    """
    if dtype is None:
        return asarray(a)
    target = element_type(dtype)
    return asarray(a, target if target.np.kind == "f" else mstype.float32)


@public("numpy.copy")
def copy(a: Tensor | Number | Sequence) -> Tensor:
    """Copy of a Tensor, or Tensor of the given data.

    Args:
        a: Tensor, number, or nested list or tuple of numbers and Tensors.

    Returns:
        Tensor.

    Raises:
        TypeError: `a` is something else.

    Examples:
        >>> import msjax.numpy as mnp
        >>> x = mnp.ones(2)
        >>> y = mnp.copy(x)
        >>> x[0] = 5
        >>> print(y)
        [1. 1.]
    """
    return asarray(a).copy()


def _filled(shape: Any, value: Any, dtype: Any) -> Tensor:
    size = lengths(shape)
    return ops.fill(element_type(dtype), size, value)


@public("numpy.ones")
def ones(
    shape: int | Sequence | Tensor, dtype: mstype.Type | str | type = mstype.float32
) -> Tensor:
    """Tensor of ones.

    Args:
        shape: int, or tuple, list or Tensor of ints.
        dtype: element type.

    Returns:
        Tensor.

    Raises:
        TypeError: `shape` or `dtype` is something else.
        ValueError: a length is negative.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.ones((2, 2)))
        [[1. 1.]
         [1. 1.]]
    """
    return _filled(shape, 1, dtype)


@public("numpy.zeros")
def zeros(
    shape: int | Sequence | Tensor, dtype: mstype.Type | str | type = mstype.float32
) -> Tensor:
    """Tensor of zeros.

    Args:
        shape: int, or tuple, list or Tensor of ints.
        dtype: element type.

    Returns:
        Tensor.

    Raises:
        TypeError: `shape` or `dtype` is something else.
        ValueError: a length is negative.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.zeros(3, mnp.int32))
        [0 0 0]
    """
    return _filled(shape, 0, dtype)


@public("numpy.full")
def full(
    shape: int | Sequence | Tensor,
    fill_value: Number | Sequence | Tensor,
    dtype: mstype.Type | str | type | None = None,
) -> Tensor:
    """Tensor full of one value, or of values that broadcast to its shape.

    Args:
        shape: int, or tuple, list or Tensor of ints.
        fill_value: number, or list, tuple or Tensor.
        dtype: element type, by default that of the value. As in MindSpore, only numbers are
            converted to it.

    Returns:
        Tensor.

    Raises:
        TypeError: an argument is something else.
        ValueError: a length is negative, or `fill_value` does not broadcast to `shape`.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.full((2, 2), [1, 2]))
        [[1 2]
         [1 2]]
    """
    size = lengths(shape)
    if not isinstance(fill_value, _DATA):
        expected = "a number, list, tuple or Tensor"
        raise TypeError(must("fill_value", expected, describe(fill_value)))
    number = isinstance(fill_value, (int, float))
    if dtype is not None:
        dtype = element_type(dtype)
    elif number:
        dtype = scalar_type(fill_value)
    elif isinstance(fill_value, Tensor):
        dtype = fill_value.dtype
    if 0 in size:
        return narrow(ops.zeros(size, mstype.float32 if dtype is None else dtype))
    if number:
        return ops.fill(dtype, size, fill_value)
    return call(broadcast_to)(as_tensor(fill_value), size)


@public("numpy.empty")
def empty(
    shape: int | Sequence | Tensor, dtype: mstype.Type | str | type = mstype.float32
) -> Tensor:
    """Tensor whose contents do not matter; they are zeros.

    Args:
        shape: int, or tuple, list or Tensor of ints.
        dtype: element type, a mindspore dtype.

    Returns:
        Tensor.

    Raises:
        TypeError: `shape` or `dtype` is something else.
        ValueError: a length is negative.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.empty((2, 3)).shape)
        (2, 3)
    """
    return ops.zeros(shape, dtype)


def _like(x: Any, dtype: Any, shape: Any) -> tuple[Any, Any]:
    """Shape and element type: what is given, or else those of `x`."""
    if not isinstance(x, _DATA):
        raise TypeError(must("a", "a number, list, tuple or Tensor", describe(x)))
    missing = shape is None or (isinstance(shape, (list, tuple)) and not shape)
    model = asarray(x) if missing or dtype is None else None
    return model.shape if missing else shape, model.dtype if dtype is None else dtype


@public("numpy.empty_like")
def empty_like(
    prototype: Tensor | Number | Sequence,
    dtype: mstype.Type | str | type | None = None,
    shape: int | Sequence[int] | None = None,
) -> Tensor:
    """Tensor in the shape of another one whose contents do not matter; they are zeros.

    Args:
        prototype: Tensor, number, list or tuple.
        dtype: element type, by default that of `prototype`.
        shape: the shape, by default that of `prototype`.

    Returns:
        Tensor.

    Raises:
        TypeError: an argument is something else.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.empty_like([[1, 2]]).shape)
        (1, 2)
    """
    return empty(*_like(prototype, dtype, shape))


@public("numpy.ones_like")
def ones_like(
    a: Tensor | Number | Sequence,
    dtype: mstype.Type | str | type | None = None,
    shape: int | Sequence[int] | None = None,
) -> Tensor:
    """Tensor of ones in the shape of another one.

    Args:
        a: Tensor, number, list or tuple.
        dtype: element type, by default that of `a`.
        shape: the shape, by default that of `a`.

    Returns:
        Tensor.

    Raises:
        TypeError: an argument is something else.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.ones_like([[2.5, 0]]))
        [[1. 1.]]
    """
    return ones(*_like(a, dtype, shape))


@public("numpy.zeros_like")
def zeros_like(
    a: Tensor | Number | Sequence,
    dtype: mstype.Type | str | type | None = None,
    shape: int | Sequence[int] | None = None,
) -> Tensor:
    """Tensor of zeros in the shape of another one.

    Args:
        a: Tensor, number, list or tuple.
        dtype: element type, by default that of `a`.
        shape: the shape, by default that of `a`.

    Returns:
        Tensor.

    Raises:
        TypeError: an argument is something else.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.zeros_like([[2.5, 1]]))
        [[0. 0.]]
    """
    return zeros(*_like(a, dtype, shape))


@public("numpy.full_like")
def full_like(
    a: Tensor | Number | Sequence,
    fill_value: Number | Sequence | Tensor,
    dtype: mstype.Type | str | type | None = None,
    shape: int | Sequence[int] | None = None,
) -> Tensor:
    """Tensor full of one value in the shape of another one.

    Args:
        a: Tensor, number, list or tuple.
        fill_value: number, or list, tuple or Tensor that broadcasts to the shape.
        dtype: element type, by default that of `a`.
        shape: the shape, by default that of `a`.

    Returns:
        Tensor.

    Raises:
        TypeError: an argument is something else.
        ValueError: `fill_value` does not broadcast to the shape.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.full_like([1, 2], 7))
        [7 7]
    """
    size, dtype = _like(a, dtype, shape)
    return full(size, fill_value, dtype)


@op(label="eye")
def _eye(rows, columns, k, dtype):
    return jnp.eye(rows, columns, k, dtype)


@public("numpy.eye")
def eye(
    N: int, M: int | None = None, k: int = 0, dtype: mstype.Type | str | type = mstype.float32
) -> Tensor:
    """Matrix with ones on one diagonal and zeros elsewhere.

    Args:
        N: the number of rows.
        M: the number of columns, by default `N`.
        k: the diagonal: 0 the main one, above 0 one further right, below 0 further down.
        dtype: element type.

    Returns:
        Tensor of shape (N, M).

    Raises:
        TypeError: a number is not an int, or `dtype` is not an element type.
        ValueError: a length is negative.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.eye(2, 3, k=1))
        [[0. 1. 0.]
         [0. 0. 1.]]
    """
    target = element_type(dtype)
    columns = N if M is None else M
    whole(N=N, M=columns, k=k)
    lengths((N, columns))
    return call(_eye)(int(N), int(columns), int(k), target)


@public("numpy.identity")
def identity(n: int, dtype: mstype.Type | str | type = mstype.float32) -> Tensor:
    """Square matrix with ones on the main diagonal and zeros elsewhere.

    Args:
        n: the number of rows and of columns.
        dtype: element type.

    Returns:
        Tensor of shape (n, n).

    Raises:
        TypeError: `n` is not an int, or `dtype` is not an element type.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.identity(2))
        [[1. 0.]
         [0. 1.]]
    """
    return eye(n, dtype=dtype)


# -- random numbers --------------------------------------------------------------------------------


def _sizes(shape: tuple) -> tuple[int, ...]:
    """A shape given as separate ints, or as one int, list or tuple; one number by default."""
    if len(shape) == 1 and isinstance(shape[0], (list, tuple)):
        return tuple(shape[0])
    if not all(isinstance(n, int) for n in shape):
        raise TypeError(must("shape", "ints, or one list or tuple of ints", describe(shape)))
    return shape or (1,)


def _one_of(dtype: Any, kind: str, *names: str) -> Any:
    """The element type as it was given: to `astype`, "int" and "float" mean 64 bits."""
    allowed = [getattr(mstype, n) for n in names]
    known = isinstance(dtype, mstype.Type) and dtype in allowed
    if not known and not (isinstance(dtype, str) and dtype in (kind, *names)):
        expected = f"one of {', '.join(names)}"
        raise ValueError(must("dtype", expected, describe(dtype)))
    return dtype


@public("numpy.rand")
def rand(
    *shape: int | Sequence[int] | Tensor, dtype: mstype.Type | str | type = mstype.float32
) -> Tensor:
    """Random numbers, evenly distributed in [0, 1).

    Args:
        shape: ints, or one list or tuple of ints; one number by default.
        dtype: float16, float32 or float64.

    Returns:
        Tensor.

    Raises:
        TypeError: `shape` is something else.
        ValueError: `dtype` is something else.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.rand(2, 3).shape)
        (2, 3)
    """
    target = _one_of(dtype, "float", "float16", "float32", "float64")
    return ops.UniformReal()(_sizes(shape)).astype(target)


@public("numpy.randn")
def randn(
    *shape: int | Sequence[int] | Tensor, dtype: mstype.Type | str | type = mstype.float32
) -> Tensor:
    """Random numbers of the standard normal distribution.

    Args:
        shape: ints, or one list or tuple of ints; one number by default.
        dtype: float16, float32 or float64.

    Returns:
        Tensor.

    Raises:
        TypeError: `shape` is something else.
        ValueError: `dtype` is something else.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.randn((2, 3)).shape)
        (2, 3)
    """
    target = _one_of(dtype, "float", "float16", "float32", "float64")
    return ops.StandardNormal()(_sizes(shape)).astype(target)


@public("numpy.randint")
def randint(
    minval: int,
    maxval: int | None = None,
    shape: int | Sequence | Tensor | None = None,
    dtype: DType = mstype.int32,
) -> Tensor:
    """Random integers, evenly distributed in [minval, maxval), or in [0, minval).

    Args:
        minval: int, the least number; the end of the range if `maxval` is None.
        maxval: int, the end of the range.
        shape: int, or tuple, list or Tensor of ints; one number by default.
        dtype: int8, int16, int32 or int64.

    Returns:
        Tensor.

    Raises:
        TypeError: a number is not an int.
        ValueError: the range is empty, or `dtype` is something else.

    Examples:
        >>> import msjax.numpy as mnp
        >>> x = mnp.randint(3, 5, (100,))
        >>> print(x.min(), x.max())
        3 4
    """
    low, high = (0, minval) if maxval is None else (minval, maxval)
    whole(minval=low, maxval=high)
    if low >= high:
        raise ValueError(must("maxval", f"above {low}", high))
    target = _one_of(dtype, "int", "int8", "int16", "int32", "int64")
    size = (1,) if shape is None else lengths(shape)
    bounds = [Tensor(n, mstype.int32) for n in (low, high)]
    return ops.UniformInt()(size, *bounds).astype(target)
