"""Sliding blocks: taking images apart and adding them up again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.errors import describe, must
from msjax._core.op.publish import Array, op, primitive
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.attributes import repeated
from msjax.kernels.checks import accept, check_rank, sizes
from msjax.kernels.conv.spatial import pad_ends, window_counts
from msjax.kernels.pool.windows import window_slices

_KINDS = "int8 int16 int32 int64 uint8 f c"


def _settings(kernel: Any, dilation: Any, padding: Any, stride: Any) -> tuple:
    return (
        sizes("kernel_size", kernel, 2, longer=False),
        sizes("dilation", dilation, 2, longer=False),
        sizes("padding", padding, 2, 0, longer=False),
        sizes("stride", stride, 2, longer=False),
    )


def _loose_settings(*given: Any) -> tuple:
    """The settings, each of which may also be a sequence of one int."""
    singles = (v[0] if isinstance(v, (tuple, list)) and len(v) == 1 else v for v in given)
    return _settings(*singles)


def _blocks(x: jax.Array, settings: tuple) -> jax.Array:
    """Blocks of (N, C, H, W) as (N, C, elements, blocks)."""
    kernel, dilation, padding, stride = settings
    accept(x, _KINDS, "x")
    check_rank(x, 4, "x")
    pads = tuple((p, p) for p in padding)
    counts = window_counts(x.shape[2:], kernel, stride, pads, dilation)
    return _apart(x, settings, counts)


def _apart(x: jax.Array, settings: tuple, counts: tuple[int, ...]) -> jax.Array:
    kernel, dilation, padding, stride = settings
    x = pad_ends(x, [(p, p) for p in padding])
    parts = []
    for row in window_slices(x, 2, kernel[0], stride[0], dilation[0], counts[0]):
        parts += window_slices(row, 3, kernel[1], stride[1], dilation[1], counts[1])
    return jnp.stack(parts, 2).reshape(*x.shape[:2], len(parts), -1)


def _together(x: jax.Array, target: Any, settings: tuple) -> jax.Array:
    """The transpose of `_blocks`: overlapping elements add up."""
    kernel, dilation, padding, stride = settings
    accept(x, "f c", "x")
    if not isinstance(target, (tuple, list)) or len(target) != 2:
        raise ValueError(must("output_size", "two lengths", describe(target)))
    target = tuple(int(t) for t in target)
    pads = tuple((p, p) for p in padding)
    counts = window_counts(target, kernel, stride, pads, dilation)
    elements, blocks = kernel[0] * kernel[1], counts[0] * counts[1]
    if x.ndim != 4 or x.shape[2:] != (elements, blocks):
        raise ValueError(must("x", f"of shape (N, C, {elements}, {blocks})", f"shape {x.shape}"))
    zeros = jnp.zeros((*x.shape[:2], *target), x.dtype)

    return jax.vjp(lambda image: _apart(image, settings, counts), zeros)[1](x)[0]


@primitive(
    "Im2Col",
    since="ksizes",
    normal=lambda **given: (
        {k: repeated(2)(v) for k, v in given.items()} | {"padding_mode": "CALCULATED"}
    ),
    accepts={
        "ksizes": "int tuple list[int]",
        "strides": "int tuple list",
        "dilations": "int tuple list",
        "pads": "int tuple list",
    },
    counts="all",
)
@op(label="Im2Col")
def im2col(
    x: Array,
    ksizes: int | Sequence[int],
    strides: int | Sequence[int] = 1,
    dilations: int | Sequence[int] = 1,
    pads: int | Sequence[int] = 0,
):
    """Sliding blocks of images, side by side.

    Args:
        x: Tensor of shape (N, C, H, W).
        ksizes: int or two ints, the block. Given to the constructor, as are those below.
        strides: int or two ints.
        dilations: int or two ints, the steps between the elements of a block.
        pads: int or two ints, the zeros on both sides.

    Returns:
        Tensor of the dtype of `x`, of shape (N, C, elements of a block, blocks).

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument or a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.Im2Col(ksizes=(1, 2))(ms.Tensor([[[[1., 2., 3.]]]])))
        [[[[1. 2.]
           [2. 3.]]]]
    """
    return _blocks(x, _loose_settings(ksizes, dilations, pads, strides))


@primitive(
    "Col2Im",
    since="kernel_size",
    normal=lambda **given: {k: repeated(2)(v) for k, v in given.items()},
    accepts={
        "output_size": "Tensor[int32 int64]",
        "kernel_size": "int tuple list[int list]",
        "dilation": "int tuple list",
        "padding": "int tuple list",
        "stride": "int tuple list",
    },
    counts="all",
)
@op(label="Col2Im")
def col2im_primitive(
    x: Array,
    output_size: Tensor,
    kernel_size: int | Sequence[int],
    dilation: int | Sequence[int] = 1,
    padding: int | Sequence[int] = 0,
    stride: int | Sequence[int] = 1,
):
    """Images from their sliding blocks; overlapping elements add up.

    Args:
        x: Tensor of a floating or complex dtype, of shape (N, C, elements of a block, blocks).
        output_size: the two lengths of the images, as Tensor or tuple.
        kernel_size: int or two ints, the block. Given to the constructor, as are those below.
        dilation: int or two ints, the steps between the elements of a block.
        padding: int or two ints, the padding on both sides, which is cut off.
        stride: int or two ints.

    Returns:
        Tensor of shape (N, C, H, W).

    Raises:
        TypeError: another dtype, or an argument is of a wrong type.
        ValueError: a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> x, size = ms.Tensor([[[[1., 2.], [2., 3.]]]]), ms.Tensor([1, 3], ms.int32)
        >>> print(ms.ops.Col2Im(kernel_size=(1, 2))(x, size))
        [[[[1. 4. 3.]]]]
    """
    settings = _settings(kernel_size, dilation, padding, stride)
    return _together(x, output_size, settings)


@op(
    "ops.col2im",
    "Tensor.col2im",
    label="Col2Im",
    accepts={
        "output_size": "Tensor[int32 int64]",
        "kernel_size": "int tuple list[int list]",
        "dilation": "int tuple list[int list]",
        "padding_value": "int tuple list[int list]",
        "stride": "int tuple list[int list]",
    },
)
def col2im(
    input_x: Array,
    output_size: Tensor,
    kernel_size: int | Sequence[int],
    dilation: int | Sequence[int],
    padding_value: int | Sequence[int],
    stride: int | Sequence[int],
):
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

    Examples:
        >>> import msjax as ms
        >>> x, size = ms.Tensor([[[[1., 2.], [2., 3.]]]]), ms.Tensor([1, 3], ms.int32)
        >>> print(ms.ops.col2im(x, size, (1, 2), 1, 0, 1))
        [[[[1. 4. 3.]]]]
    """
    settings = _settings(kernel_size, dilation, padding_value, stride)
    return _together(input_x, output_size, settings)


@op(
    "ops.unfold",
    "Tensor.unfold",
    "mint.nn.functional.unfold",
    accepts={
        "ops.unfold.kernel_size": "int tuple[int] list",
        "Tensor.unfold.kernel_size": "int tuple list[int]",
        "Tensor.unfold.dilation": "int tuple list",
        "ops.unfold.padding": "int tuple[int] list",
        "Tensor.unfold.padding": "int tuple list",
        "ops.unfold.stride": "int tuple[int] list",
        "Tensor.unfold.stride": "int tuple list",
    },
)
def unfold(
    input: Array,
    kernel_size: int | tuple[int, ...],
    dilation: int | tuple[int, ...] = 1,
    padding: int | tuple[int, ...] = 0,
    stride: int | tuple[int, ...] = 1,
):
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
    settings = _loose_settings(kernel_size, dilation, padding, stride)
    blocks = _blocks(input, settings)
    return blocks.reshape(blocks.shape[0], -1, blocks.shape[-1])


@op(
    "ops.fold",
    "Tensor.fold",
    "mint.nn.functional.fold",
    accepts={
        "ops.fold.output_size": "Tensor[int32 int64]",
        "Tensor.fold.output_size": "Tensor[int32 int64]",
        "ops.fold.kernel_size": "int tuple list",
        "Tensor.fold.kernel_size": "int tuple[int tuple] list",
    },
)
def fold(
    input: Array,
    output_size: Sequence[int] | Tensor,
    kernel_size: int | tuple[int, ...],
    dilation: int | tuple[int, ...] = 1,
    padding: int | tuple[int, ...] = 0,
    stride: int | tuple[int, ...] = 1,
):
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
    settings = _settings(kernel_size, dilation, padding, stride)
    elements = int(np.prod(settings[0]))
    if input.ndim != 3 or input.shape[1] % elements:
        raise ValueError(
            must("input", f"of shape (N, {elements} * C, blocks)", f"shape {input.shape}")
        )
    columns = input.reshape(input.shape[0], -1, elements, input.shape[2])
    return _together(columns, output_size, settings)
