"""Convolutions, integrals, derivatives and interpolation of sampled functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import check_axis
from msjax._core.base.errors import describe, must, unsupported_option
from msjax._core.op.publish import Array, Value, call, op, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.linalg.spectral import cross_correlation
from msjax.numpy._inputs import array_function, common, converted, floating
from msjax.numpy._reductions import axes_of

_MODES = ("full", "same", "valid")


def _vectors(a: jax.Array, v: jax.Array, mode: Any) -> None:
    if mode not in _MODES:
        raise ValueError(must("mode", "'full', 'same' or 'valid'", repr(mode)))
    for name, x in (("a", a), ("v", v)):
        if x.ndim != 1 or not x.size:
            raise ValueError(must(name, "of rank 1 and not empty", f"shape {x.shape}"))


@array_function("numpy.convolve")
def convolve(a: Array, v: Array, mode: str = "full") -> Array:
    """Convolution of two vectors.

    Args:
        a: Tensor of one dimension, number or list of numbers.
        v: Tensor of one dimension, number or list of numbers.
        mode: "full" for every overlap, "same" for as many as the longer has elements, "valid" for
            the complete overlaps.

    Returns:
        Tensor of one dimension in the common dtype.

    Raises:
        TypeError: an input is of another kind.
        ValueError: an input is empty or of higher rank, or there is no such mode.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.convolve([1., 2., 3.], [0., 1., 0.5], mode="valid"))
        [2.5]
    """
    a, v = (x.reshape(1) if not x.ndim else x for x in (a, v))
    _vectors(a, v, mode)
    a, v = _as_one(a, v)
    if a.dtype.kind not in "biu":
        return jnp.convolve(a, v, mode)
    if a.dtype == np.bool_:
        return _whole_convolution(a.astype(np.int32), v.astype(np.int32), mode) != 0
    return _whole_convolution(a, v, mode)


def _whole_convolution(a: jax.Array, v: jax.Array, mode: str) -> jax.Array:
    """Convolution of integers, which JAX would compute in floats."""
    a, v = (v, a) if v.size > a.size else (a, v)
    total = a.size + v.size - 1
    padded = jnp.pad(a, (v.size - 1, v.size - 1))
    places = np.arange(total, dtype=np.int32)[:, None] + np.arange(v.size, dtype=np.int32)
    full = jnp.sum(padded[places] * v[::-1], 1, dtype=a.dtype)
    length = {"full": total, "same": a.size, "valid": a.size - v.size + 1}[mode]
    start = (total - length) // 2
    return full[start : start + length]


def _as_one(a: jax.Array, v: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Two vectors of any lengths in their common dtype."""
    zero_a, zero_v = common(jnp.zeros((), a.dtype), jnp.zeros((), v.dtype))
    return a.astype(zero_a.dtype), v.astype(zero_v.dtype)


@public("numpy.correlate")
def correlate(a: Tensor | list[Any], v: Tensor | list[Any], mode: str = "valid") -> Tensor:
    """Cross-correlation of two vectors.

    Args:
        a: Tensor of one dimension, or list of numbers.
        v: Tensor of one dimension and the same dtype, or list of numbers.
        mode: "valid" for the complete overlaps, "same" for as many as the longer has elements,
            "full" for every overlap; in any letter case.

    Returns:
        Tensor of one dimension; float64 for int64, float32 for shorter integers.

    Raises:
        TypeError: an input is of another kind, its dtype is bool, unsigned or bfloat16, the dtypes
            differ, or `mode` is not a str.
        ValueError: an input is empty or of higher rank, or there is no such mode.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.correlate([1., 2., 3.], [0., 1., 0.5]))
        [3.5]
    """
    for name, x in (("a", a), ("v", v)):
        if not isinstance(x, (Tensor, list, tuple)):
            raise TypeError(must(name, "a Tensor or list", describe(x)))
    return call(_correlate)(_of_numbers(a), _of_numbers(v), mode)


def _of_numbers(x: Any) -> Any:
    """Bools of a list count as ints, those of a Tensor do not."""
    if isinstance(x, (list, tuple)) and all(isinstance(e, bool) for e in x):
        return list(map(int, x))
    return x


@array_function(label="correlate")
def _correlate(a: Array, v: Array, mode):
    return cross_correlation(a, v, mode, "mode")


@array_function("numpy.trapz", amp="float32")
def trapz(y: Array, x: Array | None = None, dx: Value = 1.0, axis: int = -1) -> Array:
    """Integrals along an axis by the trapezoidal rule.

    Args:
        y: Tensor or list of numbers; all but float16 count as float32.
        x: Tensor or list of numbers, the places; None for places `dx` apart.
        dx: the distance between places.
        axis: the axis.

    Returns:
        Tensor without the axis.

    Raises:
        TypeError: an argument is of another kind.
        ValueError: `axis` is out of range, or the shapes do not fit.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.trapz([1., 2., 3.], dx=2.))
        8.0
    """
    y = y if y.dtype == np.float16 else converted(y, np.float32)
    axis = check_axis(axis, y.ndim)
    left = jax.lax.slice_in_dim(y, 0, max(y.shape[axis] - 1, 0), axis=axis)
    right = jax.lax.slice_in_dim(y, min(y.shape[axis], 1), None, axis=axis)
    if x is None:
        step = jnp.asarray(dx).astype(y.dtype)
    elif x.ndim == 1:
        step = jnp.diff(floating(x)).reshape([-1 if i == axis else 1 for i in range(y.ndim)])
    else:
        step = jnp.diff(floating(x), axis=axis)
    return jnp.sum((left + right) / 2 * step.astype(y.dtype), axis)


@public("numpy.gradient")
def gradient(
    f: Tensor | list[Any],
    *varargs: float,
    axis: int | Sequence[int] | None = None,
    edge_order: int = 1,
) -> Any:
    """Differences of neighbours: central ones inside, one-sided ones at the ends.

    Args:
        f: Tensor or list of numbers; integers and float16 count as float32.
        varargs: the distance between neighbours, a number for all axes or one for each.
        axis: axis or axes; all of them if None.
        edge_order: 1.

    Returns:
        Tensor of the shape of `f` for one axis, a list of Tensors for several.

    Raises:
        TypeError: there are more distances than axes, or an argument is of another kind.
        ValueError: `axis` is out of range, or there are fewer than two elements along it.
        NotImplementedError: `edge_order` is not 1, or a distance is not a number.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.gradient([1., 2., 4., 7.]))
        [1.  1.5 2.5 3. ]
    """
    if edge_order != 1:
        raise unsupported_option(f"edge_order={edge_order}", "only edge_order=1 is")
    for distance in varargs:
        if not isinstance(distance, (int, float)):
            raise unsupported_option("uneven spacing", "pass one number per axis")
    if isinstance(f, (list, tuple)):
        f = Tensor(np.asarray(f, np.float32))
    elif not isinstance(f, Tensor):
        raise TypeError(must("f", "a Tensor or a list of numbers", describe(f)))
    axes = axes_of(axis, f.ndim)
    axes = tuple(range(f.ndim)) if axes is None else axes
    if len(varargs) not in (0, 1, len(axes)):
        expected = f"none, one or {len(axes)}"
        raise TypeError(must("varargs", expected, len(varargs)))
    steps = varargs if len(varargs) == len(axes) else (varargs or (1,)) * len(axes)
    found = [call(_slope)(f, float(h), a) for h, a in zip(steps, axes, strict=True)]
    return found[0] if len(found) == 1 else found


@op(label="gradient")
def _slope(f: Array, distance: float, axis):
    f = f.astype(np.float32) if f.dtype == np.float16 else floating(f)
    length = f.shape[axis]
    if length < 2:
        raise ValueError(must("f", "of two elements or more along the axis", length))

    def part(start: int, stop: int) -> jax.Array:
        return jax.lax.slice_in_dim(f, start, stop, axis=axis)

    step = jnp.asarray(distance).astype(f.dtype)
    inner = (part(2, length) - part(0, length - 2)) / (2 * step)
    first, last = (part(1, 2) - part(0, 1)) / step, (part(-1, length) - part(-2, -1)) / step
    return jnp.concatenate([first, inner, last], axis)


@array_function("numpy.interp")
def interp(x: Array, xp: Array, fp: Array, left: Value = None, right: Value = None) -> Array:
    """Values between known ones, along straight lines.

    Args:
        x: Tensor, number or list of numbers, the places.
        xp: Tensor or list of numbers of one dimension, the known places, in rising order.
        fp: Tensor or list of numbers, the values there.
        left: the value before the known places; the first of `fp` by default.
        right: the value behind the known places; the last of `fp` by default.

    Returns:
        Tensor of the shape of `x`; float64 if an input is, else float32.

    Raises:
        TypeError: an input is of another kind.
        ValueError: `xp` and `fp` are not of one dimension and of one length.

    Examples:
        >>> import msjax.numpy as np
        >>> print(np.interp([0., 1.5, 2.5], [1., 2., 3.], [3., 2., 0.]))
        [3.  2.5 1. ]
    """
    if xp.ndim != 1 or fp.ndim != 1 or xp.shape != fp.shape or not xp.size:
        shapes = f"shapes {xp.shape} and {fp.shape}"
        raise ValueError(must("xp", "as long as 'fp', of one dimension", shapes))
    double = np.float64 in (x.dtype, xp.dtype, fp.dtype)
    x, xp, fp = (converted(e, np.float64 if double else np.float32) for e in (x, xp, fp))
    place = jnp.clip(jnp.searchsorted(xp, x, side="right"), 1, max(xp.size - 1, 1))
    below, above = place - 1, jnp.minimum(place, xp.size - 1)
    run = xp[above] - xp[below]
    safe = jnp.where(run == 0, jnp.ones_like(run), run)
    share = jnp.where(run == 0, jnp.zeros_like(run), (x - xp[below]) / safe)
    found = fp[below] + share * (fp[above] - fp[below])
    before = fp[0] if left is None else jnp.asarray(left).astype(fp.dtype)
    behind = fp[-1] if right is None else jnp.asarray(right).astype(fp.dtype)
    return jnp.where(x < xp[0], before, jnp.where(x > xp[-1], behind, found))
