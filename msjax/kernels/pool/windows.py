"""Windows, sums and maxima over them, for the kernels of pooling.

On the CPU, XLA's own gradient of a windowed maximum is slow. There the windows are reduced one
dimension after the other over strided slices, whose gradients are concatenations. The first of
equal maxima is taken, in the order of memory, as the last dimension comes first.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax.kernels.checks import Pads
from msjax.kernels.conv.spatial import on_cpu, pad_ends, span
from msjax.kernels.elementwise.cast import wider

_LONGEST = 32  # windows up to this length are unrolled


def window_slices(
    x: jax.Array, axis: int, kernel: int, stride: int, dilation: int, count: int
) -> list[jax.Array]:
    """For each place in the window the elements there, of all windows along one axis."""
    offsets = range(0, kernel * dilation, dilation)
    if stride == 1:
        return [jax.lax.slice_in_dim(x, i, i + count, 1, axis) for i in offsets]
    rows = max(offsets[-1] // stride + count, -(-x.shape[axis] // stride))
    shape = x.shape
    x = pad_ends(x, [(0, rows * stride - shape[axis])] + [(0, 0)] * (x.ndim - axis - 1))
    x = x.reshape(*shape[:axis], rows, stride, *shape[axis + 1 :])
    planes = [
        p.reshape(*shape[:axis], rows, *shape[axis + 1 :])
        for p in jax.lax.split(x, [1] * stride, axis + 1)
    ]
    return [
        jax.lax.slice_in_dim(planes[i % stride], i // stride, i // stride + count, 1, axis)
        for i in offsets
    ]


def _over_windows(
    step: Callable,
    x: jax.Array,
    kernel: Sequence[int],
    stride: Sequence[int],
    dilation: Sequence[int],
    counts: Sequence[int],
) -> jax.Array:
    first = x.ndim - len(kernel)
    for i in reversed(range(len(kernel))):
        if kernel[i] > 1 or stride[i] > 1 or counts[i] != x.shape[first + i]:
            parts = window_slices(x, first + i, kernel[i], stride[i], dilation[i], counts[i])
            x = functools.reduce(step, parts)
    return x


def lowest(dtype: np.dtype) -> Any:
    """The smallest value of a dtype."""
    return -np.inf if jnp.issubdtype(dtype, jnp.floating) else jnp.iinfo(dtype).min


def _larger(best: jax.Array, x: jax.Array) -> jax.Array:
    return jnp.where((x > best) | (x != x), x, best)


def fit_windows(
    lengths: Sequence[int],
    kernel: Sequence[int],
    stride: Sequence[int],
    pads: Pads,
    dilation: Sequence[int],
    counts: Sequence[int],
) -> Pads:
    """Padding at the end that makes the windows reach exactly as far as `counts` says."""
    rows = zip(lengths, kernel, stride, pads, dilation, counts, strict=True)
    return tuple((a, (c - 1) * s + span(k, d) - n - a) for n, k, s, (a, _), d, c in rows)


def max_windows(
    x: jax.Array,
    kernel: Sequence[int],
    stride: Sequence[int],
    pads: Pads,
    dilation: Sequence[int],
    counts: Sequence[int],
) -> jax.Array:
    """Maximum of each window over the last dimensions; padding never wins."""
    first = x.ndim - len(kernel)
    pads = fit_windows(x.shape[first:], kernel, stride, pads, dilation, counts)
    spread = max(dilation) > 1  # XLA has no gradient for these, nor any for float64
    if spread or (max(kernel) <= _LONGEST and (on_cpu() or x.dtype == np.float64)):
        x = pad_ends(x, pads, lowest(x.dtype))
        return _over_windows(_larger, x, kernel, stride, dilation, counts)
    ones = (1,) * first
    pads = tuple((a, b) for a, b in pads)
    if any(b < 0 for _, b in pads):
        x = pad_ends(x, [(0, min(b, 0)) for _, b in pads], 0)
        pads = tuple((a, max(b, 0)) for a, b in pads)
    init = np.array(lowest(x.dtype), x.dtype)
    return jax.lax.reduce_window(
        x,
        init,
        jax.lax.max,
        ones + tuple(kernel),
        ones + tuple(stride),
        ((0, 0),) * first + pads,
    )


def sum_windows(
    x: jax.Array,
    kernel: Sequence[int],
    stride: Sequence[int],
    pads: Pads,
    counts: Sequence[int],
) -> jax.Array:
    """Sum of each window over the last dimensions."""
    first, ones = x.ndim - len(kernel), (1,) * len(kernel)
    pads = fit_windows(x.shape[first:], kernel, stride, pads, ones, counts)
    x = pad_ends(x, pads, 0)
    if tuple(kernel) == x.shape[first:]:
        return x.sum(tuple(range(first, x.ndim)), keepdims=True)
    if on_cpu() and max(kernel) <= _LONGEST and max(stride) > 1:
        return _over_windows(jnp.add, x, kernel, stride, ones, counts)
    return jax.lax.reduce_window(
        x,
        np.zeros((), x.dtype),
        jax.lax.add,
        (1,) * first + tuple(kernel),
        (1,) * first + tuple(stride),
        "VALID",
    )


def argmax_windows(
    x: jax.Array,
    kernel: Sequence[int],
    stride: Sequence[int],
    pads: Pads,
    dilation: Sequence[int],
    counts: Sequence[int],
) -> tuple[jax.Array, jax.Array]:
    """Maxima, and their places as int32 indices into the flattened last dimensions of `x`."""
    first = x.ndim - len(kernel)
    lengths = x.shape[first:]
    pads = fit_windows(lengths, kernel, stride, pads, dilation, counts)
    places = jnp.arange(np.prod(lengths), dtype=np.int32).reshape(lengths)
    best, where = pad_ends(x, pads, lowest(x.dtype)), pad_ends(places, pads, -1)

    def step(a: tuple, b: tuple) -> tuple:
        wins = ((b[0] > a[0]) | (b[0] != b[0]) | (a[1] < 0)) & (b[1] >= 0)
        return jnp.where(wins, b[0], a[0]), jnp.where(wins, b[1], a[1])

    where = jnp.broadcast_to(where, best.shape)
    for i in reversed(range(len(kernel))):
        setting = (first + i, kernel[i], stride[i], dilation[i], counts[i])
        parts = zip(window_slices(best, *setting), window_slices(where, *setting), strict=True)
        best, where = functools.reduce(step, parts)
    return best, where


def mean_windows(
    x: jax.Array,
    kernel: Sequence[int],
    stride: Sequence[int],
    pads: Pads,
    counts: Sequence[int],
    count_include_pad: bool = True,
    divisor: int = 0,
) -> jax.Array:
    """Mean of each window; half-precision inputs are accumulated in float32.

    `divisor` other than 0 replaces the number of elements. Elements beyond the right padding,
    which ceil mode reaches, never count.
    """
    dtype = x.dtype
    total = sum_windows(wider(x), kernel, stride, pads, counts)
    if divisor:
        return (total / divisor).astype(dtype)
    return (total / _element_counts(x, kernel, stride, pads, counts, count_include_pad)).astype(
        dtype
    )


def _element_counts(
    x: jax.Array,
    kernel: Sequence[int],
    stride: Sequence[int],
    pads: Pads,
    counts: Sequence[int],
    count_include_pad: bool,
) -> Any:
    """Number of elements that count in each window: one number, or an array to broadcast."""
    first = x.ndim - len(kernel)
    per_axis = []
    for n, k, s, (a, b), c in zip(x.shape[first:], kernel, stride, pads, counts, strict=True):
        begin = np.arange(c) * s - a
        end = np.minimum(begin + k, n + b)
        if not count_include_pad:
            begin, end = np.maximum(begin, 0), np.minimum(end, n)
        per_axis.append(end - begin)
    grid = functools.reduce(np.multiply.outer, per_axis)
    if (grid == grid.flat[0]).all():
        return float(grid.flat[0])
    wide = np.float32 if x.dtype.itemsize < 4 else x.dtype
    return jnp.asarray(grid, wide)
