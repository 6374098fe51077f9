"""Transposed convolutions, and the layers' forms of them with a bias."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from msjax._core.errors import must
from msjax._core.op import Array, op
from msjax._core.primitive import primitive
from msjax.ops._attributes import convolution, padded, repeated, window
from msjax.ops._spatial import check_pad_mode, pad_ends, pairs, same_pads, sizes
from msjax.ops.conv import _checker
from msjax.ops.convolution import add_bias, check_operands, transposed, transposed_length

_STORED_2D = convolution(2, pad_mode=lambda g: g["pad_mode"].upper(), **padded(2))


@primitive(
    "Conv2DBackpropInput",
    since="out_channel",
    normal=_STORED_2D,
    check=_checker("Conv2DBackpropInput", 2),
)
@primitive(
    "Conv2DTranspose",
    since="out_channel",
    normal=_STORED_2D,
    check=_checker("Conv2DTranspose", 2),
)
@op(label="Conv2DTranspose")
def conv2d_transpose(
    dout: Array,
    weight: Array,
    input_size,
    out_channel,
    kernel_size,
    pad_mode="valid",
    pad=0,
    pad_list=None,
    mode=1,
    stride=1,
    dilation=1,
    group=1,
    data_format="NCHW",
):
    """Transposed two-dimensional convolution: the gradient of Conv2D's input.

    Args:
        dout: Tensor of shape (N, K, H', W').
        weight: Tensor of shape (K, C / group, kernel height, kernel width).
        input_size: the result's shape (N, C, H, W).

    Returns:
        Tensor of shape `input_size`.

    Raises:
        ValueError: a shape or an attribute does not fit.
    """
    name = "Conv2DTranspose"
    if dout.ndim != 4:
        raise RuntimeError(must(name, "dout", "of 4 dimensions", f"shape {dout.shape}"))
    kernel = sizes(name, "kernel_size", kernel_size, 2)
    strides = sizes(name, "stride", stride, 2)
    dilations = sizes(name, "dilation", dilation, 2)
    pads = pairs(name, "pad", pad, 2)
    padding = check_pad_mode(name, pad_mode, pads)
    last = data_format == "NHWC"
    if last:
        dout, weight = jnp.moveaxis(dout, -1, 1), jnp.moveaxis(weight, -1, 1)
        input_size = (input_size[0], input_size[3], *input_size[1:3])
    if weight.ndim == 4:
        kernel = weight.shape[2:]  # the attributes may say something else
        channels = weight.shape[1] * group
        if input_size[1] != channels:
            raise ValueError(must(name, "input_size", f"of {channels} channels", input_size))
    lengths = tuple(input_size[2:])
    if padding == "same":
        pads = same_pads(lengths, kernel, strides, dilations)
    out = _transpose(name, dout, weight, lengths, strides, pads, dilations, group)
    return jnp.moveaxis(out, 1, -1) if last else out


def _transpose(
    name: str,
    dout: Any,
    weight: Any,
    lengths: Any,
    stride: Any,
    pads: Any,
    dilation: Any,
    group: int,
) -> Any:
    swapped = weight.ndim == dout.ndim and dout.shape[1] == weight.shape[0]
    if not swapped or weight.shape[0] % group:
        raise ValueError(
            f"For '{name}', the channels of the input must be dimension 0 of 'weight' and a "
            f"multiple of 'group', but got shapes {dout.shape} and {weight.shape}, and {group}."
        )
    check_operands(name, dout, jnp.swapaxes(weight, 0, 1)[:, : weight.shape[0]], 1, dout.ndim)
    for n, m, k, s, (a, b), d in zip(
        lengths, dout.shape[2:], weight.shape[2:], stride, pads, dilation, strict=True
    ):
        if (n + a + b - (k - 1) * d - 1) // s + 1 != m:
            raise ValueError(
                f"For '{name}', a convolution of length {n} does not have the input's length {m}."
            )
    return transposed(dout, weight, lengths, stride, pads, dilation, group)


def _output_lengths(
    mode: str, x: Any, weight: Any, stride: Any, dilation: Any, pads: Any
) -> tuple[int, ...]:
    rows = zip(x.shape[2:], weight.shape[2:], stride, dilation, pads, strict=True)
    return tuple(transposed_length(mode, n, k, s, d, a + b) for n, k, s, d, (a, b) in rows)


def _grow(name: str, out: Any, mode: str, extra: Any, limits: Any) -> Any:
    """Zeros behind the result of a transposed layer."""
    if any(extra) and mode != "pad":
        raise ValueError(
            f"For '{name}', the 'pad_mode' must be 'pad' when 'output_padding' is not zero."
        )
    if any(not 0 <= e < limit for e, limit in zip(extra, limits, strict=True)):
        raise ValueError(
            must(name, "output_padding", "less than the stride or the dilation", extra)
        )
    return pad_ends(out, [(0, e) for e in extra])


@op(label="Pad")
def grown(out: Array, pad_mode, output_padding, stride, dilation):
    """Zeros behind the result of `conv2d_transpose_biased` without output padding."""
    limits = [max(s, d) for s, d in zip(stride, dilation, strict=True)]
    extra = sizes("Conv2DTranspose", "output_padding", output_padding, 2, 0)
    return _grow("Conv2DTranspose", out, pad_mode, extra, limits)


@op(label="Conv2DTranspose")
def conv2d_transpose_biased(
    x: Array,
    weight: Array,
    bias: Array | None,
    pad_mode,
    pad,
    output_padding,
    stride,
    dilation,
    group,
):
    """Transposed convolution and bias of a layer in one operation."""
    name = "Conv2DTranspose"
    pads = pairs(name, "pad", pad, 2)
    if x.ndim != 4:
        raise ValueError(must(name, "x", "of 4 dimensions", f"shape {x.shape}"))
    lengths = _output_lengths(pad_mode, x, weight, stride, dilation, pads)
    if pad_mode == "same":
        pads = same_pads(lengths, weight.shape[2:], stride, dilation)
    out = _transpose(name, x, weight, lengths, stride, pads, dilation, group)
    return grown(add_bias("BiasAdd", out, bias), pad_mode, output_padding, stride, dilation)


@op(label="Conv2DTranspose")
def conv1d_transpose_biased(
    x: Array, weight: Array, bias: Array | None, pad_mode, pad, stride, dilation, group
):
    """`conv2d_transpose_biased` of a one-dimensional layer: the weight has a height of 1."""
    if x.ndim != 3:
        raise ValueError(must("Conv1dTranspose", "x", "of 3 dimensions", f"shape {x.shape}"))
    out = conv2d_transpose_biased(
        x[:, :, None], weight, bias, pad_mode, pad, 0, stride, dilation, group
    )
    return out[:, :, 0]


def _transpose3d(x: Any, weight: Any, setting: tuple) -> Any:
    pad_mode, pad, stride, dilation, group, output_padding = setting
    name = "Conv3DTranspose"
    pads = pairs(name, "pad", pad, 3)
    mode = check_pad_mode(name, pad_mode, pads)
    extra = sizes(name, "output_padding", output_padding, 3, 0)
    if any(extra) and mode != "pad":
        raise ValueError(
            f"For '{name}', the 'output_padding' must be zero when 'pad_mode' is not 'pad', but "
            f"got {output_padding} and {pad_mode!r}."
        )
    strides, dilations = sizes(name, "stride", stride, 3), sizes(name, "dilation", dilation, 3)
    lengths = _output_lengths(mode, x, weight, strides, dilations, pads)
    if mode == "same":
        pads = same_pads(lengths, weight.shape[2:], strides, dilations)
    lengths = tuple(n + e for n, e in zip(lengths, extra, strict=True))
    return _transpose(name, x, weight, lengths, strides, pads, dilations, group)


@primitive(
    "Conv3DTranspose",
    since="in_channel",
    normal=convolution(
        3,
        pad_list=lambda g: repeated(6)(g["pad"]),
        output_padding=lambda g: window(3, (0, 0))(g["output_padding"]),
    ),
    check=_checker("Conv3DTranspose", 3),
)
@op(label="Conv3DTranspose")
def conv3d_transpose_primitive(
    dout: Array,
    weight: Array,
    in_channel,
    out_channel,
    kernel_size,
    mode=1,
    pad_mode="valid",
    pad=0,
    stride=1,
    dilation=1,
    group=1,
    output_padding=0,
    data_format="NCDHW",
):
    """Transposed three-dimensional convolution.

    Args:
        dout: Tensor of shape (N, in_channel, D, H, W).
        weight: Tensor of shape (in_channel, out_channel / group, kernel depth, height, width).

    Returns:
        Tensor of shape (N, out_channel, D', H', W').
    """
    return _transpose3d(dout, weight, (pad_mode, pad, stride, dilation, group, output_padding))


@op("ops.conv3d_transpose")
def conv3d_transpose(
    inputs: Array,
    weight: Array,
    pad_mode="valid",
    padding=0,
    stride=1,
    dilation=1,
    group=1,
    output_padding=0,
):
    """Transposed three-dimensional convolution of (N, C, D, H, W) with (C, C' / group, ...)."""
    for name, value in (("inputs", inputs), ("weight", weight)):
        if value.ndim != 5:
            raise ValueError(must("conv3d_transpose", name, "of rank 5", f"shape {value.shape}"))
    setting = (pad_mode, padding, stride, dilation, group, output_padding)
    return _transpose3d(inputs, weight, setting)


@op(label="Conv3DTranspose")
def conv3d_transpose_biased(
    x: Array,
    weight: Array,
    bias: Array | None,
    pad_mode,
    pad,
    output_padding,
    stride,
    dilation,
    group,
):
    """Transposed convolution and bias of a layer in one operation."""
    out = _transpose3d(x, weight, (pad_mode, pad, stride, dilation, group, output_padding))
    return add_bias("BiasAdd", out, bias)


@op("mint.nn.functional.conv_transpose2d")
def conv_transpose2d(
    input: Array,
    weight: Array,
    bias: Array | None = None,
    stride=1,
    padding=0,
    output_padding=0,
    groups=1,
    dilation=1,
):
    """Transposed two-dimensional convolution.

    Args:
        input: Tensor of shape (N, C, H, W) or (C, H, W).
        weight: Tensor of shape (C, C' / groups, kernel height, kernel width).
        bias: Tensor of shape (C',) or None.
        stride: int or two ints.
        padding: int or two ints that are cut off on both sides.
        output_padding: int or two ints that the result is longer by.
        groups: number of groups of channels.
        dilation: int or two ints.

    Returns:
        Tensor of shape (N, C', H', W').

    Raises:
        ValueError: a shape or an argument does not fit.
    """
    name = "conv_transpose2d"
    if input.ndim not in (3, 4):
        raise RuntimeError(must(name, "input", "of 3 or 4 dimensions", f"shape {input.shape}"))
    if weight.ndim != 4:
        raise ValueError(must(name, "weight", "of 4 dimensions", f"shape {weight.shape}"))
    x = input[None] if input.ndim == 3 else input
    strides, dilations = sizes(name, "stride", stride, 2), sizes(name, "dilation", dilation, 2)
    pads = tuple((p, p) for p in sizes(name, "padding", padding, 2, 0))
    extra = sizes(name, "output_padding", output_padding, 2, 0)
    lengths = _output_lengths("pad", x, weight, strides, dilations, pads)
    lengths = tuple(n + e for n, e in zip(lengths, extra, strict=True))
    out = _transpose(name, x, weight, lengths, strides, pads, dilations, groups)
    out = add_bias(name, out, bias)
    return out[0] if input.ndim == 3 else out
