"""Convolution at learned positions."""

from __future__ import annotations

import functools
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.errors import must
from msjax._core.op.precision import run_in_full
from msjax._core.op.primitive import REQUIRED
from msjax._core.op.publish import Array, op, primitive
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import accept
from msjax.kernels.conv.rules import add_bias, run
from msjax.kernels.conv.spatial import span
from msjax.kernels.nn.dense import biased_channels


def _check(
    strides: Any,
    pads: Any,
    ksize: Any,
    dilations: Any,
    data_format: Any,
    deformable_groups: Any,
    modulated: Any,
) -> None:
    lengths = {"strides": 4, "pads": 4, "ksize": 2, "dilations": 4}
    given = {"strides": strides, "pads": pads, "ksize": ksize, "dilations": dilations}
    for arg, value in given.items():
        good = isinstance(value, (tuple, list)) and all(isinstance(e, int) for e in value)
        if not good:
            raise TypeError(must(arg, "a tuple of ints", value))
        if len(value) != lengths[arg]:
            raise ValueError(must(arg, f"of {lengths[arg]} ints", value))
    if data_format not in ("NCHW", "NHWC"):
        raise ValueError(must("data_format", "NCHW or NHWC", repr(data_format)))
    channel = 1 if data_format == "NCHW" else 3
    for arg in ("strides", "dilations"):
        if given[arg][0] != 1 or given[arg][channel] != 1:
            raise ValueError(must(arg, "1 for the batch and the channels", given[arg]))
    if modulated is not True:
        raise ValueError(must("modulated", "True", modulated))


def _sample(x: jax.Array, rows: jax.Array, columns: jax.Array) -> jax.Array:
    """Bilinear values of (C, H, W) at positions (...); outside is zero."""
    height, width = x.shape[1:]
    top, left = jnp.floor(rows), jnp.floor(columns)
    total: Any = 0
    for i in (0, 1):
        for j in (0, 1):
            r, c = top + i, left + j
            inside = (r >= 0) & (r < height) & (c >= 0) & (c < width)
            weight = (1 - jnp.abs(rows - r)) * (1 - jnp.abs(columns - c))
            at = jnp.clip(r, 0, height - 1).astype(np.int32)
            on = jnp.clip(c, 0, width - 1).astype(np.int32)
            total = total + jnp.where(inside, weight, 0) * x[:, at, on]
    return total


def _offsets(x: jax.Array, offsets: jax.Array, setting: tuple) -> jax.Array:
    strides, pads, kernel, dilations, groups = setting
    accept(x, "float16 float32", "x")
    if x.ndim != 4 or offsets.ndim != 4:
        raise ValueError(must("x", "of 4 dimensions", f"shape {x.shape}"))
    batch, channels = x.shape[:2]
    rows = zip(x.shape[2:], kernel, strides, (pads[:2], pads[2:]), dilations, strict=True)
    out = [(n + a + b - span(k, d)) // s + 1 for n, k, s, (a, b), d in rows]
    elements = kernel[0] * kernel[1]
    if channels % groups:
        raise ValueError(must("deformable_groups", f"a divisor of {channels}", groups))
    expected = (batch, 3 * groups * elements, *out)
    if offsets.shape != expected:
        raise ValueError(must("offsets", f"of shape {expected}", f"shape {offsets.shape}"))
    moves = offsets.astype(np.float32).reshape(batch, 3, groups, *kernel, *out)
    places = []
    for i, (s, (a, _), d) in enumerate(zip(strides, (pads[:2], pads[2:]), dilations, strict=True)):
        inner = np.arange(kernel[i]) * d
        outer = np.arange(out[i]) * s - a
        shape = [1, 1, 1, 1]
        shape[i] = -1
        grid = inner.reshape(shape)
        shape = [1, 1, 1, 1]
        shape[2 + i] = -1
        places.append((grid + outer.reshape(shape)).astype(np.float32))
    columns, lines, mask = moves[:, 0] + places[1], moves[:, 1] + places[0], moves[:, 2]
    wide = x.astype(np.float32).reshape(batch, groups, channels // groups, *x.shape[2:])
    values = jax.vmap(jax.vmap(_sample))(wide, lines, columns) * mask[:, :, None]
    values = values.reshape(batch, channels, *kernel, *out).transpose(0, 1, 4, 2, 5, 3)
    return values.reshape(batch, channels, out[0] * kernel[0], out[1] * kernel[1]).astype(x.dtype)


@primitive(
    "DeformableOffsets",
    accepts={
        "offsets": "Tensor[=x]",
        "strides": "tuple[int bool tuple]",
        "pads": "tuple[int bool tuple]",
        "ksize": "tuple[int bool tuple]",
        "dilations": "tuple[int bool tuple]",
        "deformable_groups": "int",
    },
    counts="missing",
    strides=REQUIRED,
    pads=REQUIRED,
    ksize=REQUIRED,
    dilations=(1, 1, 1, 1),
    data_format="NCHW",
    deformable_groups=1,
    modulated=True,
    check=_check,
    normal=lambda data_format, **_: {"format": data_format},
)
@op(label="DeformableOffsets")
def deformable_offsets(
    x: Array,
    offsets: Array,
    strides: tuple[int | tuple[Any, ...], ...],
    pads: tuple[int | tuple[Any, ...], ...],
    ksize: tuple[int | tuple[Any, ...], ...],
    dilations: tuple[int | tuple[Any, ...], ...] = (1, 1, 1, 1),
    data_format: str = "NCHW",
    deformable_groups: int = 1,
    modulated: bool = True,
):
    """Values at the displaced positions of all windows, window by window.

    Args:
        x: Tensor of shape (N, C, H, W), or (N, H, W, C) for "NHWC", of Float16 or Float32.
        offsets: Tensor of shape (N, 3 * groups * elements, H', W'): displacements to the right and
            down, and factors, each for all groups and elements of a window.
        strides: tuple of four ints, in the order of `data_format`, as all given to the constructor.
        pads: tuple (top, bottom, left, right).
        ksize: tuple of two ints, the window.
        dilations: tuple of four ints, in the order of `data_format`.
        data_format: "NCHW" or "NHWC".
        deformable_groups: number of groups of channels that share displacements.
        modulated: must be True.

    Returns:
        Tensor of the dtype of `x`, of shape (N, C, H' * kernel height, W' * kernel width).

    Raises:
        TypeError: another dtype, or an argument of a wrong type.
        ValueError: a shape or an argument does not fit.

    Examples:
        >>> import msjax as ms
        >>> sample = ms.ops.auto_generate.DeformableOffsets((1, 1, 1, 1), (0, 0, 0, 0), (1, 1))
        >>> offsets = ms.Tensor([0.5, 0., 0., 0., 1., 2.]).reshape(1, 3, 1, 2)
        >>> print(sample(ms.Tensor([[[[1., 3.]]]]), offsets))
        [[[[2. 6.]]]]
    """
    if data_format == "NHWC":
        x, offsets = jnp.moveaxis(x, -1, 1), jnp.moveaxis(offsets, -1, 1)
        setting = (strides[1:3], pads, ksize, dilations[1:3], deformable_groups)
        return jnp.moveaxis(_offsets(x, offsets, setting), 1, -1)
    return _offsets(x, offsets, (strides[2:], pads, ksize, dilations[2:], deformable_groups))


@op(
    "ops.deformable_conv2d",
    accepts={
        "offsets": "Tensor[=x]",
        "kernel_size": "tuple[int bool tuple]",
        "strides": "tuple[int bool tuple]",
        "padding": "tuple[int bool tuple]",
        "dilations": "tuple[int bool tuple]",
        "groups": "int Tensor[int] ndarray",
    },
    amp=functools.partial(biased_channels, run=run_in_full),
    listed_as="Conv2D",
)
def deformable_conv2d(
    x: Array,
    weight: Array,
    offsets: Array,
    kernel_size: tuple[int | tuple[Any, ...], ...],
    strides: tuple[int | tuple[Any, ...], ...],
    padding: tuple[int | tuple[Any, ...], ...],
    bias: Array | None = None,
    dilations: tuple[int | tuple[Any, ...], ...] = (1, 1, 1, 1),
    groups: int | Tensor = 1,
    deformable_groups: int = 1,
    modulated: bool = True,
):
    """Two-dimensional convolution whose windows take their elements at displaced positions.

    Args:
        x: Tensor of shape (N, C, H, W) of Float16 or Float32.
        weight: Tensor of shape (C', C / groups, kernel height, kernel width).
        offsets: Tensor of shape (N, 3 * deformable_groups * elements, H', W'): displacements to the
            right and down, and factors, each for all groups and elements of a window.
        kernel_size: tuple of two ints.
        strides: tuple (1, 1, vertical, horizontal).
        padding: tuple (top, bottom, left, right).
        bias: Tensor of shape (C',) or None.
        dilations: tuple (1, 1, vertical, horizontal).
        groups: number of groups of channels of the convolution.
        deformable_groups: number of groups of channels that share displacements.
        modulated: must be True.

    Returns:
        Tensor of shape (N, C', H', W').

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: a shape or an argument does not fit.

    Examples:
        >>> import msjax as ms
        >>> x, weight = ms.Tensor([[[[1., 3.]]]]), ms.Tensor([[[[10.]]]])
        >>> offsets = ms.Tensor([0.5, 0., 0., 0., 1., 2.]).reshape(1, 3, 1, 2)
        >>> ones = (1, 1, 1, 1)
        >>> print(ms.ops.deformable_conv2d(x, weight, offsets, (1, 1), ones, (0, 0, 0, 0)))
        [[[[20. 60.]]]]
    """
    _check(strides, padding, kernel_size, dilations, "NCHW", deformable_groups, modulated)
    setting = (strides[2:], padding, kernel_size, dilations[2:], deformable_groups)
    values = _offsets(x, offsets, setting)
    kernel = tuple(kernel_size)
    zero = ((0, 0), (0, 0))
    out = run(values, weight, kernel, "valid", zero, (1, 1), groups)
    return add_bias(out, bias)
