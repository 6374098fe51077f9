"""Padding."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.errors import describe, must, unsupported_option
from msjax._core.op.publish import Array, call, op, public
from msjax._core.tensor.tensor import Tensor
from msjax.numpy._along import apply_along_axis
from msjax.numpy._types import as_tensor

if TYPE_CHECKING:
    from msjax._types import Number

_REPEATED = ("edge", "wrap", "symmetric", "reflect")
_STATISTICS = {"maximum": jnp.max, "minimum": jnp.min, "mean": jnp.mean}
_MODES = ("constant", "empty", "linear_ramp", "median", *_REPEATED, *_STATISTICS)


def _pairs(name: str, value: Any, rank: int) -> tuple:
    """A value for the start and one for the end of each dimension, of what broadcasts to them."""
    if isinstance(value, Tensor):
        value = value.tolist()
    if isinstance(value, float) or not isinstance(value, (int, list, tuple)):
        raise TypeError(must(name, "an int, list, tuple or Tensor", describe(value)))
    found = np.asarray(value)
    if found.shape not in ((), (1,), (2,), (1, 2), (rank, 2)):
        raise ValueError(must(name, f"of a shape that fits {(rank, 2)}", found.shape))
    return tuple(map(tuple, np.broadcast_to(found, (rank, 2)).tolist()))


def _ramp(edge: jax.Array, end: Any, count: int, axis: int, after: bool) -> jax.Array:
    """`count` numbers from the slice `edge`, which is left out, to `end`, or from `end` to it."""
    shape = [1] * edge.ndim
    shape[axis] = count
    exact = np.float64 if edge.dtype == np.float64 else np.float32
    inner = edge.astype(exact)
    start, stop = (inner, end) if after else (end, inner)
    # A barrier: by a constant XLA would multiply with the rounded reciprocal.
    parts = jax.lax.optimization_barrier(jnp.asarray(count, exact))
    steps = np.arange(count).reshape(shape) + after
    out = start + steps.astype(exact) * ((stop - start) / parts)
    return jnp.where(steps == (count if after else 0), end, out).astype(edge.dtype)


def _statistic(x: jax.Array, mode: str, axis: int) -> jax.Array:
    if mode == "mean" and x.dtype.kind in "iu":  # towards zero, as a C cast does
        mean = jnp.mean(x.astype(np.float32), axis, keepdims=True)
        return jnp.trunc(mean).astype(x.dtype)
    return _STATISTICS[mode](x, axis=axis, keepdims=True).astype(x.dtype)


@op(label="pad")
def _padded(arr: Array, widths, mode, lengths, values, ends, reflect_type):
    for axis, (before, after) in enumerate(widths):
        size = arr.shape[axis]
        if not before and not after:
            continue
        if mode in _REPEATED:
            if reflect_type == "odd" and mode in ("symmetric", "reflect"):
                width = [(0, 0)] * arr.ndim
                width[axis] = (before, after)
                arr = jnp.pad(arr, width, mode, reflect_type="odd")
            else:
                arr = arr.take(np.pad(np.arange(size), (before, after), mode), axis)
            continue
        first, last = (jax.lax.slice_in_dim(arr, i, i + 1, axis=axis) for i in (0, size - 1))
        if mode == "linear_ramp":
            start = _ramp(first, ends[axis][0], before, axis, False)
            end = _ramp(last, ends[axis][1], after, axis, True)
        else:
            if mode == "constant":
                both = [np.asarray(v).astype(arr.dtype) for v in values[axis]]
            else:
                low, high = (min(n, size) for n in lengths[axis])
                parts = (0, low), (size - high, size)
                slices = [jax.lax.slice_in_dim(arr, *p, axis=axis) for p in parts]
                both = [_statistic(s, mode, axis) for s in slices]
            shape = list(arr.shape)
            shape[axis] = before
            start = jnp.broadcast_to(both[0], shape)
            shape[axis] = after
            end = jnp.broadcast_to(both[1], shape)
        arr = jnp.concatenate([start, arr, end], axis)
    return arr


@public("numpy.pad")
def pad(
    arr: Tensor | Sequence,
    pad_width: int | Sequence,
    mode: str | Callable[..., Any] = "constant",
    stat_length: int | Sequence | None = None,
    constant_values: Number | Sequence = 0,
    end_values: Number | Sequence = 0,
    reflect_type: str = "even",
    **kwargs: Any,
) -> Tensor:
    """Tensor with further elements before and after each dimension.

    Args:
        arr: Tensor, list or tuple.
        pad_width: the number of elements: one int, a pair for the start and end of all
            dimensions, or a pair for each dimension. Negative numbers count as 0.
        mode: "constant", "empty" (zeros), "edge", "wrap", "symmetric", "reflect", "linear_ramp"
            (down to `end_values`), "maximum", "minimum", "mean" (of the elements nearest to the
            edge), or a function of a vector with room for the padding, its widths, the axis and
            the remaining keyword arguments, that returns the vector.
        stat_length: how many elements statistics see, in one of the forms of `pad_width`; all by
            default.
        constant_values: the values of "constant", in one of those forms.
        end_values: the ends of "linear_ramp", in one of those forms.
        reflect_type: "even", or "odd" for reflections through the edge value.
        kwargs: keyword arguments for a function as `mode`.

    Returns:
        Tensor in the dtype of `arr`.

    Raises:
        TypeError: an argument is something else.
        ValueError: `mode` is unknown, or a form does not fit the dimensions.
        NotImplementedError: `mode` is "median".

    Examples:
        >>> import msjax.numpy as mnp
        >>> print(mnp.pad([1, 2, 3], (1, 2), mode="edge"))
        [1 1 2 3 3 3]
    """
    x = as_tensor(arr)
    if x.ndim == 0:
        return x
    widths = tuple((max(a, 0), max(b, 0)) for a, b in _pairs("pad_width", pad_width, x.ndim))
    if not callable(mode) and mode not in _MODES:
        raise ValueError(must("mode", f"a function or one of {_MODES}", describe(mode)))
    if mode == "median":
        raise unsupported_option("mode='median'", "use another mode")
    constant = mode == "constant"
    values = _pairs("constant_values", constant_values if constant else 0, x.ndim)
    ends = _pairs("end_values", end_values if mode == "linear_ramp" else 0, x.ndim)
    lengths: Any = tuple((n, n) for n in x.shape)
    if mode in _STATISTICS and stat_length is not None:
        lengths = _pairs("stat_length", stat_length, x.ndim)
        if any(n < 1 for pair in lengths for n in pair):
            raise ValueError(must("stat_length", "positive", lengths))
    known = "constant" if callable(mode) or mode == "empty" else mode
    out = call(_padded)(x, widths, known, lengths, values, ends, reflect_type)
    if callable(mode):
        for axis, width in enumerate(widths):
            out = apply_along_axis(mode, axis, out, width, axis, kwargs)
    return out
