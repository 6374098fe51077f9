"""Evenly spaced numbers and window functions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.base.checks import boolean, check_axis
from msjax._core.base.errors import describe, must
from msjax._core.op.publish import Array, call, op, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.host import from_host
from msjax.numpy._creation import ones
from msjax.numpy._types import as_tensor, element_type, has_tensor, scalar_type, whole

if TYPE_CHECKING:
    from msjax._types import DType, Number


def counted(count: int, dtype: Any = np.float32) -> np.ndarray:
    """The numbers 0, 1, ..., count - 1.

    Raises:
        ValueError: there are none: MindSpore has no empty Tensors here.
    """
    if count <= 0:
        raise ValueError(must("number of elements", "positive", count))
    return np.arange(count, dtype=dtype)


@public("numpy.arange")
def arange(
    start: Number,
    stop: Number | None = None,
    step: Number | None = None,
    dtype: DType | None = None,
) -> Tensor:
    """Evenly spaced numbers of a half-open range, computed in float32.

    Args:
        start: number, the first one; the end of a range from 0 if it is alone or only `step`
            is given.
        stop: number, the end of the range, which is not in it.
        step: number, the distance, 1 by default.
        dtype: element type, by default int32 if all numbers are ints, else float32.

    Returns:
        Tensor of one dimension.

    Raises:
        TypeError: an argument is something else.
        ValueError: the range is empty.
        ZeroDivisionError: `step` is 0.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.arange(5), mnp.arange(1, 2, 0.25))
        [0 1 2 3 4] [1.   1.25 1.5  1.75]
    """
    start, stop = (
        float(n.item()) if isinstance(n, np.ndarray) and n.size == 1 else n for n in (start, stop)
    )
    target = scalar_type(start, stop, step) if dtype is None else dtype
    start, stop, step = (n.item() if isinstance(n, Tensor) else n for n in (start, stop, step))
    for arg, value in (("start", start), ("stop", stop), ("step", step)):
        optional = value is None and arg != "start"
        if not optional and not isinstance(value, (int, float, np.number)):
            raise TypeError(must(arg, "a number", describe(value)))
    if step == 0:
        raise ZeroDivisionError(must("step", "other than 0", step))
    if stop is None:
        start, stop = None, start
    length = stop if start is None else stop - start
    count = math.ceil(length if step is None else (length + 0.0) / step)
    found = counted(count)
    if step is not None:
        found = found * np.float32(step)
    if start is not None:
        found = found + np.float32(start)
    if target == mstype.int32:
        return from_host(found.astype(np.int32))
    return from_host(found).astype(target)


def _line(xp: Any, start: Any, stop: Any, num: int, endpoint: bool, axis: int) -> tuple[Any, Any]:
    """`num` numbers from start to stop along a new axis, and their distance; `xp` computes them.

    XLA would multiply with the rounded reciprocal of a constant, and join multiplication and
    addition; a value printed would differ in its last digit.
    """
    rounded = np.asarray if xp is np else jax.lax.optimization_barrier
    first = xp.expand_dims(start, axis)
    if xp is jnp:
        common = mstype.common_dtype(start.dtype, stop.dtype)
        start, stop = start.astype(common), stop.astype(common)
    if num == 1:
        return first, xp.full(start.shape, math.nan, np.float32) if endpoint else stop - start
    delta = stop - start
    if delta.dtype.kind != "f":
        delta = delta.astype(np.float32)
    if xp is jnp:
        first = first.astype(delta.dtype)
    delta = delta / rounded(xp.asarray(num - endpoint, delta.dtype))
    shape = [1] * first.ndim
    shape[axis] = num
    counts = xp.arange(num, dtype=np.float32).reshape(shape).astype(delta.dtype)
    out = first + rounded(counts * xp.expand_dims(delta, axis))
    if endpoint:
        last = np.arange(num).reshape(shape) == num - 1
        out = xp.where(last, xp.expand_dims(stop, axis).astype(out.dtype), out)
    return out, delta


@op(label="linspace")
def _line_of_tensors(start: Array, stop: Array, num, endpoint, axis):
    return _line(jnp, *jnp.broadcast_arrays(start, stop), num, endpoint, axis)


def _spaced(start: Any, stop: Any, num: Any, endpoint: Any, axis: Any) -> tuple[Tensor, Tensor]:
    """The numbers of `linspace` and their distance, before the conversion to the wanted type."""
    ends = []
    for arg, value in (("start", start), ("stop", stop)):
        if not isinstance(value, (int, float, list, tuple, Tensor)):
            expected = "a number, list, tuple or Tensor"
            raise TypeError(must(arg, expected, describe(value)))
        made = as_tensor(value)
        ends.append(made if isinstance(value, Tensor) else made.astype(mstype.float32))
    whole(num=num, axis=axis)
    boolean("endpoint", endpoint)
    try:
        shape = np.broadcast_shapes(ends[0].shape, ends[1].shape)
    except ValueError:
        shapes = f"{ends[0].shape} and {ends[1].shape}"
        raise ValueError(must("start' and 'stop", "of shapes that broadcast", shapes)) from None
    axis = check_axis(axis, len(shape) + 1)
    if num < 1:
        raise ValueError(must("num", "positive", num))
    options = num, endpoint, axis
    if has_tensor([start, stop]):
        return call(_line_of_tensors)(*ends, *options)
    arrays = np.broadcast_arrays(*(np.asarray(value, np.float32) for value in (start, stop)))
    out, delta = _line(np, *arrays, *options)
    return from_host(out), from_host(np.asarray(delta))


def _wanted(dtype: Any) -> mstype.Type:
    return mstype.float32 if dtype is None else element_type(dtype)


@public("numpy.linspace")
def linspace(
    start: Number | Sequence | Tensor,
    stop: Number | Sequence | Tensor,
    num: int = 50,
    endpoint: bool = True,
    retstep: bool = False,
    dtype: DType | None = None,
    axis: int = 0,
) -> Any:
    """Numbers at equal distances between two ends.

    Args:
        start: number, list, tuple or Tensor, the first number.
        stop: number, list, tuple or Tensor that broadcasts with `start`, the other end.
        num: the number of numbers.
        endpoint: whether `stop` is the last one; else it is the one after the last.
        retstep: whether the distance is returned too.
        dtype: element type, float32 by default.
        axis: where in the result the new dimension is.

    Returns:
        Tensor, or the Tensor and the distance if `retstep`.

    Raises:
        TypeError: an argument is something else.
        ValueError: `num` is not positive, `axis` is out of range, or the ends do not broadcast.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.linspace(0, 1, 5))
        [0.   0.25 0.5  0.75 1.  ]
    """
    target = _wanted(dtype)
    boolean("retstep", retstep)
    out, step = _spaced(start, stop, num, endpoint, axis)
    out = out.astype(target)
    return (out, step) if retstep else out


@public("numpy.logspace")
def logspace(
    start: Number | Sequence | Tensor,
    stop: Number | Sequence | Tensor,
    num: int = 50,
    endpoint: bool = True,
    base: float = 10.0,
    dtype: DType | None = None,
    axis: int = 0,
) -> Tensor:
    """Powers of a base at equal distances of the exponents.

    Args:
        start: number, list, tuple or Tensor, the first exponent.
        stop: number, list, tuple or Tensor that broadcasts with `start`, the other end.
        num: the number of numbers.
        endpoint: whether `stop` is the last exponent.
        base: number, the base.
        dtype: element type, float32 by default.
        axis: where in the result the new dimension is.

    Returns:
        Tensor.

    Raises:
        TypeError: an argument is something else.
        ValueError: `num` is not positive, `axis` is out of range, or the ends do not broadcast.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.logspace(0, 3, 4, base=2))
        [1. 2. 4. 8.]
    """
    target = _wanted(dtype)
    if not isinstance(base, (int, float)):
        raise TypeError(must("base", "a number", describe(base)))
    exponents, _ = _spaced(start, stop, num, endpoint, axis)
    return ops.pow(base, exponents.astype(mstype.float32)).astype(target)


@public("numpy.geomspace")
def geomspace(
    start: Number | Sequence | Tensor,
    stop: Number | Sequence | Tensor,
    num: int = 50,
    endpoint: bool = True,
    dtype: DType | None = None,
    axis: int = 0,
) -> Tensor:
    """Numbers at equal ratios between two ends.

    Args:
        start: number, list, tuple or Tensor, the first number.
        stop: number, list, tuple or Tensor that broadcasts with `start`, the other end.
        num: the number of numbers.
        endpoint: whether `stop` is the last one; else it is the one after the last.
        dtype: element type, float32 by default.
        axis: where in the result the new dimension is.

    Returns:
        Tensor.

    Raises:
        TypeError: an argument is something else.
        ValueError: `num` is not positive, `axis` is out of range, or the ends do not broadcast.
        ZeroDivisionError: `num` is 1 and `endpoint`.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.geomspace(1, 16, 5))
        [ 1.  2.  4.  8. 16.]
    """
    target = _wanted(dtype)
    ends = [as_tensor(value) for value in (start, stop)]
    whole(num=num, axis=axis)
    axis = check_axis(axis, max(end.ndim for end in ends) + 1)
    root = num - 1 if endpoint else num
    if root == 0:
        raise ZeroDivisionError(must("num", "other than 0, or 1 with an end", num))
    ratio = (ends[1] / ends[0]) ** (1.0 / root)
    zero = ops.zeros(ratio.shape, mstype.float32)
    exponents, _ = _spaced(zero, zero + root, num, endpoint, axis)
    powers = ratio.expand_dims(axis) ** exponents.astype(target)
    first = ops.broadcast_to(ends[0], ratio.shape).expand_dims(axis)
    return (powers * first).astype(target)


# -- windows ---------------------------------------------------------------------------------------


def _window(size: Any, formula: Any) -> Tensor:
    """`formula` of 0 ... size - 1 and of the last of them, in float32."""
    if not isinstance(size, int) or isinstance(size, bool):
        raise TypeError(must("M", "an int", describe(size)))
    if size <= 1:
        return ones(max(0, int(size)))
    return from_host(formula(np.arange(size, dtype=np.float32), size - 1).astype(np.float32))


def _cosine(angle: float, n: np.ndarray) -> np.ndarray:
    return np.cos(np.float32(angle) * n)


@public("numpy.bartlett")
def bartlett(M: int) -> Tensor:
    """Triangular window that is 0 at its ends.

    Args:
        M: the number of points; none if it is not positive.

    Returns:
        float32 Tensor of shape (M,).

    Raises:
        TypeError: `M` is not an int.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.bartlett(5))
        [0.  0.5 1.  0.5 0. ]
    """
    return _window(M, lambda n, last: 1 - np.abs(2 * n - last) / np.float32(last))


@public("numpy.blackman")
def blackman(M: int) -> Tensor:
    """Blackman's window: a sum of three cosines.

    Args:
        M: the number of points; none if it is not positive.

    Returns:
        float32 Tensor of shape (M,).

    Raises:
        TypeError: `M` is not an int.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.blackman(3).round(decimals=2))
        [-0.  1. -0.]
    """

    def formula(n: np.ndarray, last: int) -> np.ndarray:
        around = 2 * n - last
        once, twice = (_cosine(k * math.pi / last, around) for k in (1, 2))
        return np.float32(0.42) + np.float32(0.5) * once + np.float32(0.08) * twice

    return _window(M, formula)


@public("numpy.hamming")
def hamming(M: int) -> Tensor:
    """Hamming's window: 0.54 - 0.46 cos(2 pi n / (M - 1)).

    Args:
        M: the number of points; none if it is not positive.

    Returns:
        float32 Tensor of shape (M,).

    Raises:
        TypeError: `M` is not an int.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.hamming(3).round(decimals=2))
        [0.08 1.   0.08]
    """

    def formula(n: np.ndarray, last: int) -> np.ndarray:
        return np.float32(0.54) - np.float32(0.46) * _cosine(2 * math.pi / last, n)

    return _window(M, formula)


@public("numpy.hanning")
def hanning(M: int) -> Tensor:
    """Hann's window: 0.5 - 0.5 cos(2 pi n / (M - 1)).

    Args:
        M: the number of points; none if it is not positive.

    Returns:
        float32 Tensor of shape (M,).

    Raises:
        TypeError: `M` is not an int.

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.hanning(3))
        [0. 1. 0.]
    """

    def formula(n: np.ndarray, last: int) -> np.ndarray:
        return np.float32(0.5) - np.float32(0.5) * _cosine(2 * math.pi / last, n)

    return _window(M, formula)
