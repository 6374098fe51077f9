"""Arithmetic and geometric sequences."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import among, integer, positive
from msjax._core.base.dtype import Type
from msjax._core.base.errors import Clause, describe, must
from msjax._core.base.lengths import is_length, is_unknown
from msjax._core.base.x64 import to_device
from msjax._core.op.primitive import REQUIRED, Primitive
from msjax._core.op.publish import Array, Value, call, op, primitive, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import INDEX_TYPES, accept, same_dtype
from msjax.kernels.host import np_dtype, placed
from msjax.kernels.promotion import constant, is_number

if TYPE_CHECKING:
    from msjax._types import Number


@op(label="Range")
def _sequence(start: Value, step: Value, count, dtype, result):
    base = dtype if dtype == np.int64 else np.dtype(np.float32)
    places = jnp.arange(count, dtype=base)
    out = jnp.asarray(start).astype(base) + places * jnp.asarray(step).astype(base)
    return out.astype(result)


_range = call(_sequence)


def _number(arg: str, value: Any, ranks: tuple[int, ...]) -> int | float:
    """A number, which a Tensor of one element and one of the ranks may hold."""
    if isinstance(value, Tensor):
        if value.size != 1 or value.ndim not in ranks:
            raise ValueError(must(arg, "a number", f"a Tensor of shape {value.shape}"))
        value = value.item()
    if isinstance(value, np.generic):
        value = value.item()
    if not is_length(value) and not isinstance(value, float):
        raise TypeError(must(arg, "int, float or a Tensor", describe(value)))
    return value


def _progression(start: Any, end: Any, step: Any, result: Any = None) -> Tensor:
    """Numbers from `start` by `step` to before `end`: int64, or float32 if one of them is float."""
    whole = all(map(is_length, (start, end, step)))
    dtype = np.dtype(np.int64 if whole else np.float32)
    if not whole:
        start, end, step = (float(np.float32(v)) for v in (start, end, step))
    if any(map(is_unknown, (start, end, step))):
        count = -(-(end - start) // step)
        return placed(_range(start, step, count, dtype, dtype if result is None else result))
    if step == 0:
        raise ValueError(Clause("the step cannot be equal to zero."))
    if (end - start) * step < 0:
        side = "positive" if step > 0 else "negative"
        raise ValueError(Clause(f"the step cannot be {side} from {start} to {end}."))
    count = len(range(start, end, step)) if whole else math.ceil((end - start) / step)
    return placed(_range(start, step, count, dtype, dtype if result is None else result))


@public("ops.arange", formerly={"ops.arange": "stop=end"})
def arange(
    start: Number | Tensor = 0,
    end: Number | Tensor | None = None,
    step: Number | Tensor = 1,
    *,
    dtype: Type | None = None,
) -> Tensor:
    """Numbers from `start` by `step` to before `end`.

    Args:
        start: int, float or 0-d Tensor; with `end` None, the sequence runs from 0 to `start`.
        end: int, float or 0-d Tensor.
        step: int, float or 0-d Tensor.
        dtype: element type; by default int64, or float32 if an argument is a float.

    Returns:
        1-d Tensor.

    Raises:
        TypeError: an argument is not a number, or `dtype` not a dtype.
        ValueError: a Tensor has dimensions, `step` is zero or leads away from `end`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.arange(1, 6, 2))
        [1 3 5]
    """
    if end is None:
        start, end = 0, start
    given = [_number(a, v, (0,)) for a, v in (("start", start), ("end", end), ("step", step))]
    return _progression(*given, None if dtype is None else np_dtype(dtype))


@public("ops.range", label="Range")
def range_(
    start: Number | Tensor, end: Number | Tensor, step: Number | Tensor, maxlen: int = 1000000
) -> Tensor:
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
    if integer("maxlen", maxlen) < 1:
        raise ValueError(must("maxlen", "positive", maxlen))
    given = [_number(a, v, range(9)) for a, v in (("start", start), ("end", end), ("step", step))]
    if len({isinstance(v, float) for v in given}) > 1:
        raise TypeError(must("start, end and step", "of one type", given))
    return _progression(*given)


range_.__name__ = range_.__qualname__ = "range"


@public("ops.tensor_range")
def tensor_range(start: Number | Tensor, end: Number | Tensor, step: Number | Tensor) -> Tensor:
    """Numbers from `start` by `step` to before `end`; see `ops.range`.

    Args:
        start: number or Tensor of one element.
        end: number or Tensor of one element, which is not reached.
        step: number or Tensor of one element.

    Returns:
        1-d Tensor of int64 or float32.

    Raises:
        TypeError: the arguments are of different types.
        ValueError: a Tensor has several elements, `step` is zero or leads away from `end`.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.tensor_range(0, 6, 4))
        [0 4]
    """
    return range_(start, end, step)


@public("ops.Range")
class Range(Primitive):
    """Numbers from `start` by `step` to before `end`; see `ops.range`.

    Args:
        maxlen: int, kept for compatibility: memory is taken as needed.

    Inputs:
        - **start** (number, Tensor) - the first number.
        - **end** (number, Tensor) - the bound, which is not reached.
        - **step** (number, Tensor) - the distance.

    Outputs:
        1-d Tensor of int64 or float32.

    Raises:
        TypeError: the inputs are of different types, or `maxlen` is not an int.
        ValueError: a Tensor has several elements, `step` is zero or leads away from `end`, or
            `maxlen` is not positive.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.Range()(0, 6, 4))
        [0 4]
    """

    def __init__(self, maxlen: int = 1000000):
        super().__init__("Range")
        if integer("maxlen", maxlen) < 1:
            raise ValueError(must("maxlen", "positive", maxlen))
        self._set_init(maxlen=maxlen)

    def __call__(
        self, start: Number | Tensor, end: Number | Tensor, step: Number | Tensor
    ) -> Tensor:
        return range_(start, end, step, self.maxlen)


def _linspace(start: Any, end: Any, count: Any) -> Any:
    for arg, x in (("start", start), ("end", end)):
        if x.ndim:
            raise ValueError(must(arg, "0-dimensional", f"{x.ndim} dimensions"))
        accept(x, "float32 float64", arg)
    if start.dtype != end.dtype:
        raise TypeError(must("end", f"of the dtype of 'start', {start.dtype}", end.dtype))
    if isinstance(count, tuple) and len(count) == 1:
        count = count[0]
    positive("steps", integer("steps", count))
    step = (end - start) / constant(max(count - 1, 1), start.dtype)
    line = start + jnp.arange(count, dtype=start.dtype) * step
    return line.at[-1].set(end) if count > 1 else line


@op(
    "ops.linspace",
    label="LinSpace",
    accepts={
        "start": "int float bool Tensor !ValueError tuple list",
        "end": "int float bool Tensor !ValueError tuple list",
        "steps": "int Tensor[int]",
    },
    formerly={"ops.linspace": "stop=end num=steps"},
)
def linspace(start: Value, end: Value, steps: int | Tensor):
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
        number = is_number(x) or jnp.asarray(x).dtype == np.bool_
        ends.append(jnp.asarray(x).astype(np.float32) if number else jnp.asarray(x))
    return _linspace(*ends, steps)


@primitive("LinSpace", accepts={"num": "int Tensor[int]"})
@op(label="LinSpace")
def _linspace_primitive(start: Array, stop: Array, num: int | Tensor):
    """`num` numbers from `start` to `stop`, both included, at equal distances.

    Inputs:
        - **start** (Tensor) - 0-d Tensor of float32 or float64.
        - **stop** (Tensor) - 0-d Tensor of the same dtype.
        - **num** (int) - how many.

    Outputs:
        1-d Tensor of the same dtype.

    Raises:
        TypeError: the dtypes differ or are others.
        ValueError: `num` is not positive, or `start` or `stop` has a dimension.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.LinSpace()(ms.Tensor(0.), ms.Tensor(1.), 5))
        [0.   0.25 0.5  0.75 1.  ]
    """
    return _linspace(start, stop, num)


def _floating(x: Any) -> bool:
    return jnp.issubdtype(x.dtype, jnp.floating)


def _check_logspace(steps: Any, base: Any, dtype: Any) -> None:
    if integer("steps", steps) < 0:
        raise ValueError(must("steps", "int and >= 0", steps))
    integer("base", base)
    allowed = (mstype.float16, mstype.float32, mstype.float64)
    if dtype not in allowed and dtype not in [t.np for t in allowed]:
        raise TypeError(must("dtype", "float16, float32 or float64", repr(dtype)))


@primitive(
    "LogSpace",
    check=_check_logspace,
    accepts={"dtype": "dtype"},
    counts="missing",
    steps=10,
    base=10,
    dtype=mstype.float32,
)
@op(label="LogSpace")
def _logspace(start: Array, end: Array, steps: int, base: int, dtype: np.dtype):
    """`base` to the power of `steps` exponents from `start` to `end`.

    Args:
        steps: int, how many.
        base: int.
        dtype: float16, float32 or float64.

    Inputs:
        - **start** (Tensor) - 0-d floating Tensor, the first exponent.
        - **end** (Tensor) - 0-d Tensor of the same dtype, the last exponent.

    Outputs:
        1-d Tensor of `dtype`.

    Raises:
        TypeError: an argument is of another type.
        ValueError: `steps` is negative, or `start` or `end` has a dimension.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.LogSpace(steps=3)(ms.Tensor(0.), ms.Tensor(2.)))
        [  1.  10. 100.]
    """
    _check_logspace(steps, base, dtype)
    accept(start, "float16 float32 float64", "start")
    if start.dtype != end.dtype:
        raise TypeError(must("end", "of the dtype of 'start'", end.dtype))
    for arg, x in (("start", start), ("end", end)):
        if x.ndim:
            raise ValueError(must(arg, "0-dimensional", f"{x.ndim} dimensions"))
    wide = np.dtype(np.float64 if np.float64 in (start.dtype, dtype) else np.float32)
    low, high = start.astype(wide), end.astype(wide)
    step = (high - low) / constant(max(steps - 1, 1), wide)
    powers = low + jnp.arange(steps, dtype=wide) * step
    return jnp.power(constant(base, wide), powers).astype(dtype)


@op("ops.logspace", label="LogSpace", accepts={"dtype": "dtype"})
def logspace(
    start: Value, end: Value, steps: int, base: int = 10, *, dtype: np.dtype = mstype.float32
):
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


@op("ops.vander", label="vander", accepts={"N": "int bool None"}, amp="float32")
def vander(x: Array, N: int | None = None):
    """Matrix of falling powers of a vector's elements.

    Args:
        x: vector.
        N: number of columns; by default that of elements.

    Returns:
        Tensor of shape (len(x), N); the last column is 1.

    Raises:
        TypeError: `N` is not an int.
        ValueError: `x` is not a vector, or `N` is not positive.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.vander(ms.Tensor([1., 2., 3.])))
        [[1. 1. 1.]
         [4. 2. 1.]
         [9. 3. 1.]]
    """
    if x.ndim != 1:
        raise ValueError(must("x", "1-D", f"{x.ndim} dimensions"))
    count = x.shape[0] if N is None else N
    if isinstance(count, bool) or not isinstance(count, int):
        raise TypeError(must("N", "int", repr(N)))
    positive("N", count)
    x = x.astype(np.int64) if x.dtype == np.bool_ else x
    ones = jnp.ones((x.shape[0], 1), x.dtype)
    steps = jnp.broadcast_to(x[:, None], (x.shape[0], count - 1))
    powers = jax.lax.cumprod(jnp.concatenate([ones, steps], 1), 1)
    return powers[:, ::-1]


@primitive(
    "RaggedRange",
    check=lambda Tsplits: among("Tsplits", Tsplits, INDEX_TYPES, TypeError),
    accepts={
        "starts": "Tensor !ValueError int float bool str tuple list ndarray None",
        "limits": "Tensor !ValueError int float bool str tuple list ndarray None",
        "deltas": "Tensor !ValueError int float bool str tuple list ndarray None",
    },
    counts="all",
    Tsplits=REQUIRED,
)
@op(eager=True, label="RaggedRange")
def _ragged_range(starts: Array, limits: Array, deltas: Array, Tsplits: Type):
    """Ranges behind each other, and where each begins.

    Args:
        starts: Tensor of one or no dimension, the first number of each range.
        limits: Tensor, where each range ends, which it does not reach.
        deltas: Tensor, the steps.

    Returns:
        Tensor of `Tsplits` with the places where ranges begin and end, and Tensor of numbers.

    Examples:
        >>> import msjax as ms
        >>> op = ms.ops.RaggedRange(ms.int64)
        >>> splits, numbers = op(ms.Tensor([0, 5]), ms.Tensor([2, 8]), ms.Tensor([1, 1]))
        >>> print(splits, numbers)
        [0 2 5] [0 1 5 6 7]
    """
    same_dtype(starts, limits, deltas)
    given = [np.atleast_1d(np.asarray(a)) for a in (starts, limits, deltas)]
    if (given[2] == 0).any():
        raise ValueError(must("deltas", "free of zeros", given[2].tolist()))
    rows = [np.arange(a, b, d) for a, b, d in zip(*np.broadcast_arrays(*given), strict=True)]
    splits = np.cumsum([0, *map(len, rows)])
    numbers = np.concatenate(rows) if rows else np.zeros((0,))
    return to_device(splits.astype(Tsplits)), to_device(numbers.astype(starts.dtype))
