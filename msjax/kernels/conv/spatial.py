"""Arguments of operations that move a window over the spatial dimensions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.errors import Clause
from msjax.kernels.checks import Pads


def on_cpu() -> bool:
    """Whether kernels are being traced for the CPU."""
    return jax.default_backend() == "cpu"


def span(kernel: int, dilation: int) -> int:
    """Length of a dilated window."""
    return (kernel - 1) * dilation + 1


def same_pads(
    lengths: Sequence[int], kernel: Sequence[int], stride: Sequence[int], dilation: Sequence[int]
) -> Pads:
    """Padding for an output of length ceil(length / stride), the odd element at the end."""
    pads = []
    for n, k, s, d in zip(lengths, kernel, stride, dilation, strict=True):
        total = max((-(-n // s) - 1) * s + span(k, d) - n, 0)
        pads.append((total // 2, total - total // 2))
    return tuple(pads)


def resolve_pads(
    mode: str,
    pads: Pads,
    lengths: Sequence[int],
    kernel: Sequence[int],
    stride: Sequence[int],
    dilation: Sequence[int],
) -> Pads:
    """The padding that a mode means for given lengths."""
    if mode == "same":
        return same_pads(lengths, kernel, stride, dilation)
    return pads if mode == "pad" else ((0, 0),) * len(lengths)


def window_counts(
    lengths: Sequence[int],
    kernel: Sequence[int],
    stride: Sequence[int],
    pads: Pads,
    dilation: Sequence[int],
    ceil_mode: bool = False,
) -> tuple[int, ...]:
    """Number of windows along each dimension.

    With `ceil_mode` the last window may reach over the end, if it starts before the right padding.

    Raises:
        ValueError: a window does not fit.
    """
    counts = []
    for n, k, s, (low, high), d in zip(lengths, kernel, stride, pads, dilation, strict=True):
        room = n + low + high - span(k, d)
        count = (-(-room // s) if ceil_mode else room // s) + 1
        if ceil_mode and (count - 1) * s >= n + low:
            count -= 1
        if count < 1:
            raise ValueError(
                Clause(
                    f"the window of length {span(k, d)} must fit the padded input, but got "
                    f"length {n} and padding {(low, high)}."
                )
            )
        counts.append(count)
    return tuple(counts)


def pad_ends(x: jax.Array, pads: Sequence[tuple[int, int]], value: Any = 0) -> jax.Array:
    """Pad the last dimensions with `value`; negative padding cuts off."""
    first = x.ndim - len(pads)
    if not any(a or b for a, b in pads):
        return x
    if x.dtype != np.float64:
        config = [(0, 0, 0)] * first + [(a, b, 0) for a, b in pads]
        return jax.lax.pad(x, jax.lax.convert_element_type(value, x.dtype), config)
    for axis, (low, high) in enumerate(pads, first):  # lax.pad has no gradient in float64
        x = jax.lax.slice_in_dim(x, max(-low, 0), x.shape[axis] - max(-high, 0), 1, axis)
        ends = [(*x.shape[:axis], max(n, 0), *x.shape[axis + 1 :]) for n in (low, high)]
        before, after = (jnp.full(shape, value, x.dtype) for shape in ends)
        x = jax.lax.concatenate([before, x, after], axis)
    return x
