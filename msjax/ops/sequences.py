"""Arithmetic and geometric sequences."""

from __future__ import annotations

import math
from typing import Any

import jax.numpy as jnp
import numpy as np

from msjax._core import dtype as mstype
from msjax._core.errors import describe, must
from msjax._core.op import Array, Value, call, op, public
from msjax._core.primitive import Primitive, primitive
from msjax._core.tensor import Tensor
from msjax.ops._accept import accept, is_number
from msjax.ops._wrap import np_dtype, placed
from msjax.ops.shape import integer


@op(label="Range")
def _sequence(start: Value, step: Value, count, dtype, result):
    base = dtype if dtype == np.int64 else np.dtype(np.float32)
    places = jnp.arange(count, dtype=base)
    out = jnp.asarray(start).astype(base) + places * jnp.asarray(step).astype(base)
    return out.astype(result)


_range = call(_sequence)


def _number(name: str, arg: str, value: Any) -> int | float:
    if isinstance(value, Tensor):
        if value.size != 1 or (value.ndim and name == "arange"):
            raise ValueError(must(name, arg, "a number", f"a Tensor of shape {value.shape}"))
        value = value.item()
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(must(name, arg, "int, float or a Tensor", describe(value)))
    return value


def _progression(start: Any, end: Any, step: Any, result: Any = None) -> Tensor:
    """Numbers from `start` by `step` to before `end`: int64, or float32 if one of them is float."""
    whole = all(isinstance(v, int) for v in (start, end, step))
    dtype = np.dtype(np.int64 if whole else np.float32)
    if not whole:
        start, end, step = (float(np.float32(v)) for v in (start, end, step))
    if step == 0:
        raise ValueError("For 'Range', the step cannot be equal to zero.")
    if (end - start) * step < 0:
        side = "positive" if step > 0 else "negative"
        raise ValueError(f"For 'Range', the step cannot be {side} from {start} to {end}.")
    count = len(range(start, end, step)) if whole else math.ceil((end - start) / step)
    return placed(_range(start, step, count, dtype, dtype if result is None else result))


@public("ops.arange")
def arange(start: Any = 0, end: Any = None, step: Any = 1, *, dtype: Any = None) -> Tensor:
    """Numbers from `start` by `step` to before `end`.

    Args:
        start: int, float or 0-d Tensor; with `end` None, the sequence runs from 0 to `start`.
        end: int, float or 0-d Tensor.
        step: int, float or 0-d Tensor.
        dtype: element type; by default int64, or float32 if an argument is a float.

    Returns:
        1-d Tensor.

    Raises:
        TypeError: an argument is no number, or `dtype` no dtype.
        ValueError: a Tensor has dimensions, `step` is zero or leads away from `end`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.arange(1, 6, 2))
        [1 3 5]
    """
    if end is None:
        start, end = 0, start
    given = [_number("arange", a, v) for a, v in (("start", start), ("end", end), ("step", step))]
    return _progression(*given, None if dtype is None else np_dtype("arange", dtype))


@public("ops.range")
def range_(start: Any, end: Any, step: Any, maxlen: int = 1000000) -> Tensor:
    """Numbers from `start` by `step` to before `end`, all three ints or all three floats.

    Args:
        start: number or Tensor of one element.
        end: number or Tensor of one element.
        step: number or Tensor of one element.
        maxlen: int, kept for compatibility: memory is taken as needed.

    Returns:
        1-d Tensor of int64 or float32.

    Raises:
        TypeError: the arguments are of different types.
        ValueError: a Tensor has several elements, `step` is zero or leads away from `end`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.range(0, 6, 4))
        [0 4]
    """
    if integer("Range", "maxlen", maxlen) < 1:
        raise ValueError(must("Range", "maxlen", "positive", maxlen))
    given = [_number("Range", a, v) for a, v in (("start", start), ("end", end), ("step", step))]
    if len({isinstance(v, float) for v in given}) > 1:
        raise TypeError(must("Range", "start, end and step", "of one type", given))
    return _progression(*given)


range_.__name__ = range_.__qualname__ = "range"


@public("ops.tensor_range")
def tensor_range(start: Any, end: Any, step: Any) -> Tensor:
    """Numbers from `start` by `step` to before `end`; see `ops.range`."""
    return range_(start, end, step)


@public("ops.Range")
class Range(Primitive):
    """Numbers from `start` by `step` to before `end`; see `ops.range`."""

    def __init__(self, maxlen: int = 1000000):
        super().__init__("Range")
        if integer("Range", "maxlen", maxlen) < 1:
            raise ValueError(must("Range", "maxlen", "positive", maxlen))
        self._set_init(maxlen=maxlen)

    def __call__(self, start: Any, end: Any, step: Any) -> Tensor:
        return range_(start, end, step, self.maxlen)


def _linspace(name: str, start: Any, end: Any, count: Any) -> Any:
    for arg, x in (("start", start), ("end", end)):
        if x.ndim:
            raise ValueError(must(name, arg, "0-dimensional", f"{x.ndim} dimensions"))
        accept(name, x, "float32 float64", arg)
    if start.dtype != end.dtype:
        raise TypeError(must(name, "end", f"of the dtype of 'start', {start.dtype}", end.dtype))
    if isinstance(count, tuple) and len(count) == 1:
        count = count[0]
    if integer(name, "steps", count) < 1:
        raise ValueError(must(name, "steps", "greater than 0", count))
    step = (end - start) / np.array(max(count - 1, 1), start.dtype)
    line = start + jnp.arange(count, dtype=start.dtype) * step
    return line.at[-1].set(end) if count > 1 else line


@op("ops.linspace", label="LinSpace")
def linspace(start: Value, end: Value, steps):
    """`steps` numbers from `start` to `end`, both included, at equal distances.

    Args:
        start: number, or 0-d Tensor of float32 or float64.
        end: number, or 0-d Tensor of float32 or float64.
        steps: int, how many.

    Returns:
        1-d Tensor.

    Raises:
        TypeError: an argument is of another type.
        ValueError: `steps` is not positive, or `start` or `end` has a dimension.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.linspace(0, 1, 5))
        [0.   0.25 0.5  0.75 1.  ]
    """
    ends = []
    for x in (start, end):
        number = is_number(x)
        ends.append(jnp.asarray(x).astype(np.float32) if number else jnp.asarray(x))
    return _linspace("LinSpace", *ends, steps)


@primitive("LinSpace")
@op(label="LinSpace")
def _linspace_primitive(start: Array, stop: Array, num):
    """`num` numbers from `start` to `stop`, both included, at equal distances."""
    return _linspace("LinSpace", start, stop, num)


def _floating(x: Any) -> bool:
    return jnp.issubdtype(x.dtype, jnp.floating)


def _check_logspace(steps: Any, base: Any, dtype: Any) -> None:
    if integer("LogSpace", "steps", steps) < 0:
        raise ValueError(must("LogSpace", "steps", "int and >= 0", steps))
    integer("LogSpace", "base", base)
    allowed = (mstype.float16, mstype.float32, mstype.float64)
    if dtype not in allowed and dtype not in [t.np for t in allowed]:
        raise TypeError(must("LogSpace", "dtype", "float16, float32 or float64", repr(dtype)))


@primitive("LogSpace", check=_check_logspace, steps=10, base=10, dtype=mstype.float32)
@op(label="LogSpace")
def _logspace(start: Array, end: Array, steps, base, dtype):
    """`base` to the power of `steps` exponents from `start` to `end`."""
    _check_logspace(steps, base, dtype)
    accept("LogSpace", start, "float16 float32 float64", "start")
    if start.dtype != end.dtype:
        raise TypeError(must("LogSpace", "end", "of the dtype of 'start'", end.dtype))
    for arg, x in (("start", start), ("end", end)):
        if x.ndim:
            raise ValueError(must("LogSpace", arg, "0-dimensional", f"{x.ndim} dimensions"))
    wide = np.dtype(np.float64 if np.float64 in (start.dtype, dtype) else np.float32)
    low, high = start.astype(wide), end.astype(wide)
    step = (high - low) / np.array(max(steps - 1, 1), wide)
    powers = low + jnp.arange(steps, dtype=wide) * step
    return jnp.power(np.array(base, wide), powers).astype(dtype)


@op("ops.logspace", label="LogSpace")
def logspace(start: Value, end: Value, steps, base=10, *, dtype=mstype.float32):
    """Powers of `base` whose exponents run from `start` to `end` at equal distances.

    Args:
        start: float or 0-d floating Tensor, the first exponent.
        end: float or 0-d floating Tensor, the last exponent.
        steps: int, how many.
        base: int.
        dtype: float16, float32 or float64.

    Returns:
        1-d Tensor.

    Raises:
        TypeError: `start` or `end` is not floating, or another argument is of another type.
        ValueError: `steps` is negative.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.logspace(ms.Tensor(0.), ms.Tensor(2.), 3))
        [  1.  10. 100.]
    """
    ends = [jnp.asarray(x) for x in (start, end)]
    ends = [x.astype(np.float32) if is_number(x) and _floating(x) else x for x in ends]
    return _logspace(*ends, steps, base, dtype)
