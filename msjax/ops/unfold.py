"""Sliding blocks: taking images apart and adding them up again."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.errors import describe, must
from msjax._core.op import Array, op
from msjax._core.primitive import primitive
from msjax.ops._accept import accept
from msjax.ops._attributes import repeated
from msjax.ops._pool import _slices
from msjax.ops._spatial import pad_ends, sizes, window_counts

_KINDS = "int8 int16 int32 int64 uint8 f c"


def _settings(name: str, kernel: Any, dilation: Any, padding: Any, stride: Any) -> tuple:
    return (
        sizes(name, "kernel_size", kernel, 2, longer=False),
        sizes(name, "dilation", dilation, 2, longer=False),
        sizes(name, "padding", padding, 2, 0, longer=False),
        sizes(name, "stride", stride, 2, longer=False),
    )


def _loose_settings(name: str, *given: Any) -> tuple:
    """The settings, each of which may also be a sequence of one int."""
    singles = (v[0] if isinstance(v, (tuple, list)) and len(v) == 1 else v for v in given)
    return _settings(name, *singles)


def _blocks(name: str, x: jax.Array, settings: tuple) -> jax.Array:
    """Blocks of (N, C, H, W) as (N, C, elements, blocks)."""
    kernel, dilation, padding, stride = settings
    accept(name, x, _KINDS, "x")
    if x.ndim != 4:
        raise ValueError(must(name, "x", "of 4 dimensions", f"shape {x.shape}"))
    pads = tuple((p, p) for p in padding)
    counts = window_counts(name, x.shape[2:], kernel, stride, pads, dilation)
    return _apart(x, settings, counts)


def _apart(x: jax.Array, settings: tuple, counts: tuple[int, ...]) -> jax.Array:
    kernel, dilation, padding, stride = settings
    x = pad_ends(x, [(p, p) for p in padding])
    parts = []
    for row in _slices(x, 2, kernel[0], stride[0], dilation[0], counts[0]):
        parts += _slices(row, 3, kernel[1], stride[1], dilation[1], counts[1])
    return jnp.stack(parts, 2).reshape(*x.shape[:2], len(parts), -1)


def _together(name: str, x: jax.Array, target: Any, settings: tuple) -> jax.Array:
    """The transpose of `_blocks`: overlapping elements add up."""
    kernel, dilation, padding, stride = settings
    accept(name, x, "f c", "x")
    if not isinstance(target, (tuple, list)) or len(target) != 2:
        raise ValueError(must(name, "output_size", "two lengths", describe(target)))
    target = tuple(int(t) for t in target)
    pads = tuple((p, p) for p in padding)
    counts = window_counts(name, target, kernel, stride, pads, dilation)
    elements, blocks = kernel[0] * kernel[1], counts[0] * counts[1]
    if x.ndim != 4 or x.shape[2:] != (elements, blocks):
        raise ValueError(
            must(name, "x", f"of shape (N, C, {elements}, {blocks})", f"shape {x.shape}")
        )
    zeros = jnp.zeros((*x.shape[:2], *target), x.dtype)

    def take_apart(_: tuple, image: jax.Array) -> jax.Array:
        return _apart(image, settings, counts)

    def add_up(_: tuple, columns: jax.Array) -> jax.Array:
        return jax.vjp(lambda image: take_apart((), image), zeros)[1](columns)[0]

    return jax.custom_derivatives.linear_call(add_up, take_apart, (), x)


@primitive(
    "Im2Col",
    since="ksizes",
    normal=lambda **given: (
        {k: repeated(2)(v) for k, v in given.items()} | {"padding_mode": "CALCULATED"}
    ),
)
@op(label="Im2Col")
def im2col(x: Array, ksizes, strides=1, dilations=1, pads=0):
    """Sliding blocks of images.

    Args:
        x: Tensor of shape (N, C, H, W).

    Returns:
        Tensor of shape (N, C, elements of a block, blocks).
    """
    return _blocks("Im2Col", x, _loose_settings("Im2Col", ksizes, dilations, pads, strides))


@primitive(
    "Col2Im",
    since="kernel_size",
    normal=lambda **given: {k: repeated(2)(v) for k, v in given.items()},
)
@op(label="Col2Im")
def col2im_primitive(x: Array, output_size, kernel_size, dilation=1, padding=0, stride=1):
    """Images from their sliding blocks; overlapping elements add up.

    Args:
        x: Tensor of shape (N, C, elements of a block, blocks).
        output_size: the two lengths of the images, as Tensor or tuple.

    Returns:
        Tensor of shape (N, C, H, W).
    """
    settings = _settings("Col2Im", kernel_size, dilation, padding, stride)
    return _together("Col2Im", x, output_size, settings)


@op("ops.col2im", "Tensor.col2im", label="Col2Im")
def col2im(input_x: Array, output_size, kernel_size, dilation, padding_value, stride):
    """Images from their sliding blocks; overlapping elements add up.

    Args:
        input_x: Tensor of shape (N, C, elements of a block, blocks).
        output_size: the two lengths of the images, as Tensor or tuple.
        kernel_size: int or two ints.
        dilation: int or two ints.
        padding_value: int or two ints, the padding on both sides.
        stride: int or two ints.

    Returns:
        Tensor of shape (N, C, H, W).

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: a shape does not fit.
    """
    settings = _settings("Col2Im", kernel_size, dilation, padding_value, stride)
    return _together("Col2Im", input_x, output_size, settings)


@op("ops.unfold", "Tensor.unfold", "mint.nn.functional.unfold")
def unfold(input: Array, kernel_size, dilation=1, padding=0, stride=1):
    """Sliding blocks of images, one per column.

    Args:
        input: Tensor of shape (N, C, H, W).
        kernel_size: int or two ints.
        dilation: int or two ints.
        padding: int or two ints.
        stride: int or two ints.

    Returns:
        Tensor of shape (N, C * elements of a block, blocks).

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.unfold(ms.ops.ones((1, 2, 3, 3)), 2).shape
        (1, 8, 4)
    """
    settings = _loose_settings("unfold", kernel_size, dilation, padding, stride)
    blocks = _blocks("unfold", input, settings)
    return blocks.reshape(blocks.shape[0], -1, blocks.shape[-1])


@op("ops.fold", "Tensor.fold", "mint.nn.functional.fold")
def fold(input: Array, output_size, kernel_size, dilation=1, padding=0, stride=1):
    """Images from columns of sliding blocks; overlapping elements add up.

    Args:
        input: Tensor of shape (N, C * elements of a block, blocks).
        output_size: the two lengths of the images, as Tensor (as tuple in `mint`).
        kernel_size: int or two ints.
        dilation: int or two ints.
        padding: int or two ints.
        stride: int or two ints.

    Returns:
        Tensor of shape (N, C, H, W).

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.fold(ms.ops.ones((1, 8, 4)), ms.Tensor([3, 3], ms.int32), 2).shape
        (1, 2, 3, 3)
    """
    settings = _settings("fold", kernel_size, dilation, padding, stride)
    elements = int(np.prod(settings[0]))
    if input.ndim != 3 or input.shape[1] % elements:
        raise ValueError(
            must("fold", "input", f"of shape (N, {elements} * C, blocks)", f"shape {input.shape}")
        )
    columns = input.reshape(input.shape[0], -1, elements, input.shape[2])
    return _together("fold", columns, output_size, settings)
