"""Convolutions, and the layers' forms of them with a bias."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp

from msjax._core.errors import describe, must
from msjax._core.op import Array, op
from msjax._core.primitive import Unshown, primitive
from msjax.ops._attributes import convolution, padded, repeated
from msjax.ops._spatial import check_pad_mode, pairs, sizes
from msjax.ops.convolution import add_bias, check_kinds, misfit, run

_FORMATS = {2: ("NCHW", "NHWC"), 3: ("NCDHW",)}


def _positive(name: str, arg: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(must(name, arg, "int", describe(value)))
    if value < 1:
        raise ValueError(must(name, arg, "at least 1", value))
    return value


def _checker(name: str, count: int) -> Any:
    """The check that a convolution class makes when an object of it is constructed."""

    def check(
        kernel_size: Any,
        pad_mode: Any,
        pad: Any,
        stride: Any,
        dilation: Any,
        group: Any,
        data_format: Any = _FORMATS[count][0],
        mode: int = 1,
        **channels: Any,
    ) -> None:
        sizes(name, "kernel_size", kernel_size, count)
        sizes(name, "stride", stride, count)
        dilations = sizes(name, "dilation", dilation, count)
        if name == "Conv3DTranspose" and dilations[0] != 1:
            raise ValueError(must(name, "dilation", "1 in depth", dilations[0]))
        mode_name = check_pad_mode(name, pad_mode, pairs(name, "pad", pad, count))
        if name == "Conv2D" and mode_name != pad_mode:
            raise ValueError(must(name, "pad_mode", "in lower case", repr(pad_mode)))
        extra = channels.get("output_padding", 0)
        if name == "Conv3DTranspose" and mode_name != "pad" and extra not in (0, (0, 0, 0)):
            text = "0 when 'pad_mode' is not 'pad'"
            raise ValueError(must(name, "output_padding", text, f"{extra} and {mode_name!r}"))
        _positive(name, "group", group)
        if mode != 1:
            raise ValueError(must(name, "mode", "1", mode))
        for arg in ("out_channel", "in_channel"):
            if arg in channels:
                _positive(name, arg, channels[arg])
        if data_format not in _FORMATS[count]:
            allowed = " or ".join(_FORMATS[count])
            raise ValueError(must(name, "data_format", allowed, repr(data_format)))

    return check


def _check_weight(name: str, weight: Any, out_channel: int, kernel: tuple[int, ...]) -> None:
    if weight.ndim == len(kernel) + 2 and weight.shape != (
        out_channel,
        weight.shape[1],
        *kernel,
    ):
        raise misfit(name)(
            must(name, "weight", f"of shape ({out_channel}, C, {kernel})", f"shape {weight.shape}")
        )


def _forward(
    name: str, count: int, x: Any, weight: Any, setting: tuple, data_format: str = ""
) -> Any:
    """Convolution with the attributes of a Primitive."""
    out_channel, kernel_size, pad_mode, pad, stride, dilation, group = setting
    last = data_format == "NHWC"
    if last:
        x, weight = jnp.moveaxis(x, -1, 1), jnp.moveaxis(weight, -1, 1)
    check_kinds(name, x, weight, count + 2)
    _check_weight(name, weight, out_channel, sizes(name, "kernel_size", kernel_size, count))
    pads = pairs(name, "pad", pad, count)
    out = run(
        name,
        x,
        weight,
        sizes(name, "stride", stride, count),
        check_pad_mode(name, pad_mode, pads),
        pads,
        sizes(name, "dilation", dilation, count),
        group,
    )
    return jnp.moveaxis(out, 1, -1) if last else out


@primitive(
    "Conv2D",
    since="out_channel",
    check=_checker("Conv2D", 2),
    normal=convolution(
        2, kernel_size=lambda g: Unshown(repeated(2)(g["kernel_size"])), **padded(2)
    ),
)
@op(label="Conv2D")
def conv2d_primitive(
    x: Array,
    weight: Array,
    out_channel,
    kernel_size,
    mode=1,
    pad_mode="valid",
    pad=0,
    stride=1,
    dilation=1,
    group=1,
    data_format="NCHW",
):
    """Two-dimensional convolution.

    Args:
        x: Tensor of shape (N, C, H, W), or (N, H, W, C) for the data format "NHWC".
        weight: Tensor of shape (out_channel, C / group, kernel height, kernel width).

    Returns:
        Tensor of shape (N, out_channel, H', W').

    Raises:
        TypeError: the dtypes differ, or an attribute is of a wrong type.
        ValueError: an attribute or a shape does not fit.
    """
    setting = (out_channel, kernel_size, pad_mode, pad, stride, dilation, group)
    return _forward("Conv2D", 2, x, weight, setting, data_format)


@op(label="Conv2D")
def conv2d_biased(
    x: Array,
    weight: Array,
    bias: Array | None,
    pad_mode,
    pad,
    stride,
    dilation,
    group,
    data_format="NCHW",
):
    """Convolution and bias of a layer in one operation."""
    kernel = weight.shape[1:3] if data_format == "NHWC" else weight.shape[2:]
    setting = (weight.shape[0], kernel, pad_mode, pad, stride, dilation, group)
    out = _forward("Conv2D", 2, x, weight, setting, data_format)
    return add_bias("BiasAdd", out, bias, out.ndim - 1 if data_format == "NHWC" else 1)


@op(label="Conv2D")
def conv1d_biased(
    x: Array, weight: Array, bias: Array | None, pad_mode, pad, stride, dilation, group
):
    """`conv2d_biased` of a one-dimensional layer: the weight has a height of 1."""
    if x.ndim != 3:
        raise ValueError(must("Conv1d", "x", "of 3 dimensions", f"shape {x.shape}"))
    out = conv2d_biased(x[:, :, None], weight, bias, pad_mode, pad, stride, dilation, group)
    return out[:, :, 0]


@primitive(
    "Conv3D",
    since="out_channel",
    check=_checker("Conv3D", 3),
    normal=convolution(3, **padded(3)),
)
@op(label="Conv3D")
def conv3d_primitive(
    x: Array,
    weight: Array,
    out_channel,
    kernel_size,
    mode=1,
    pad_mode="valid",
    pad=0,
    stride=1,
    dilation=1,
    group=1,
    data_format="NCDHW",
):
    """Three-dimensional convolution.

    Args:
        x: Tensor of shape (N, C, D, H, W).
        weight: Tensor of shape (out_channel, C / group, kernel depth, height, width).

    Returns:
        Tensor of shape (N, out_channel, D', H', W').
    """
    setting = (out_channel, kernel_size, pad_mode, pad, stride, dilation, group)
    return _forward("Conv3D", 3, x, weight, setting)


@op(label="Conv3D")
def conv3d_biased(
    x: Array, weight: Array, bias: Array | None, pad_mode, pad, stride, dilation, group
):
    """Convolution and bias of a layer in one operation."""
    setting = (weight.shape[0], weight.shape[2:], pad_mode, pad, stride, dilation, group)
    return add_bias("BiasAdd", _forward("Conv3D", 3, x, weight, setting), bias)


def _functional(
    count: int, x: Any, weight: Any, bias: Any, stride: Any, pad_mode: Any, padding: Any, rest: Any
) -> Any:
    """The functional convolutions: one padding per dimension, for both sides."""
    name = f"conv{count}d"
    dilation, groups = rest
    for arg, value in (("stride", stride), ("dilation", dilation), ("padding", padding)):
        if isinstance(value, tuple) and len(value) not in {1, count}:
            raise ValueError(must(name, arg, f"an int or a tuple of length {count}", value))
    if isinstance(padding, tuple):
        padding = tuple(e for p in padding * (count // len(padding)) for e in (p, p))
    pads = pairs(name, "padding", padding, count)
    _positive(name, "groups", groups)
    if min(x.ndim, weight.ndim) > 1 and (x.shape[1] % groups or weight.shape[0] % groups):
        raise ValueError(
            f"For '{name}', the 'groups' must divide the input's and the output's channels, but "
            f"got {groups}, {x.shape[1]} and {weight.shape[0]}."
        )
    out = run(
        name,
        x,
        weight,
        sizes(name, "stride", stride, count),
        check_pad_mode(name, pad_mode, pads, "padding"),
        pads,
        sizes(name, "dilation", dilation, count),
        groups,
    )
    return add_bias(name, out, bias)


@op("ops.conv1d")
def conv1d(
    input: Array,
    weight: Array,
    bias: Array | None = None,
    stride=1,
    pad_mode="valid",
    padding=0,
    dilation=1,
    groups=1,
):
    """One-dimensional convolution.

    Args:
        input: Tensor of shape (N, C, L).
        weight: Tensor of shape (C', C / groups, kernel length).
        bias: Tensor of shape (C',) or None.
        stride: int or tuple of one int.
        pad_mode: "valid", "same" or "pad".
        padding: int or tuple of one int, with `pad_mode` "pad".
        dilation: int or tuple of one int.
        groups: number of groups of channels.

    Returns:
        Tensor of shape (N, C', L').

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: a shape or an argument does not fit.

    Examples:
        >>> import msjax as ms
        >>> x, w = ms.Tensor([[[1., 2., 3.]]]), ms.Tensor([[[1., 1.]]])
        >>> print(ms.ops.conv1d(x, w))
        [[[3. 5.]]]
    """
    return _functional(1, input, weight, bias, stride, pad_mode, padding, (dilation, groups))


@op("ops.conv2d")
def conv2d(
    input: Array,
    weight: Array,
    bias: Array | None = None,
    stride=1,
    pad_mode="valid",
    padding=0,
    dilation=1,
    groups=1,
):
    """Two-dimensional convolution.

    Args:
        input: Tensor of shape (N, C, H, W).
        weight: Tensor of shape (C', C / groups, kernel height, kernel width).
        bias: Tensor of shape (C',) or None.
        stride: int or tuple of two ints.
        pad_mode: "valid", "same" or "pad".
        padding: int or tuple of two ints, with `pad_mode` "pad".
        dilation: int or tuple of two ints.
        groups: number of groups of channels.

    Returns:
        Tensor of shape (N, C', H', W').

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: a shape or an argument does not fit.

    Examples:
        >>> import msjax as ms
        >>> x, w = ms.ops.ones((1, 1, 2, 2)), ms.ops.ones((1, 1, 2, 2))
        >>> print(ms.ops.conv2d(x, w))
        [[[[4.]]]]
    """
    return _functional(2, input, weight, bias, stride, pad_mode, padding, (dilation, groups))


@op("ops.conv3d")
def conv3d(
    input: Array,
    weight: Array,
    bias: Array | None = None,
    stride=1,
    pad_mode="valid",
    padding=0,
    dilation=1,
    groups=1,
):
    """Three-dimensional convolution.

    Args:
        input: Tensor of shape (N, C, D, H, W).
        weight: Tensor of shape (C', C / groups, kernel depth, height, width).
        bias: Tensor of shape (C',) or None.
        stride: int or tuple of three ints.
        pad_mode: "valid", "same" or "pad".
        padding: int or tuple of three ints, with `pad_mode` "pad".
        dilation: int or tuple of three ints.
        groups: number of groups of channels.

    Returns:
        Tensor of shape (N, C', D', H', W').

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: a shape or an argument does not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.ops.ones((1, 1, 2, 2, 2))
        >>> print(ms.ops.conv3d(x, x))
        [[[[[8.]]]]]
    """
    return _functional(3, input, weight, bias, stride, pad_mode, padding, (dilation, groups))


def _ext(count: int, x: Any, weight: Any, bias: Any, stride: Any, padding: Any, rest: Any) -> Any:
    """The mint convolutions: padding may name a mode, the batch may be missing."""
    mode = padding if isinstance(padding, str) else "pad"
    unbatched = x.ndim == count + 1
    out = _functional(
        count,
        x[None] if unbatched else x,
        weight,
        bias,
        stride,
        mode,
        0 if isinstance(padding, str) else padding,
        rest,
    )
    return out[0] if unbatched else out


@op("mint.nn.functional.conv1d", label="conv1d")
def conv1d_ext(
    input: Array,
    weight: Array,
    bias: Array | None = None,
    stride=1,
    padding=0,
    dilation=1,
    groups=1,
):
    """One-dimensional convolution of (N, C, L) or (C, L); `padding` may name a mode."""
    return _ext(1, input, weight, bias, stride, padding, (dilation, groups))


@op("mint.nn.functional.conv2d", "mint.conv2d", label="conv2d")
def conv2d_ext(
    input: Array,
    weight: Array,
    bias: Array | None = None,
    stride=1,
    padding=0,
    dilation=1,
    groups=1,
):
    """Two-dimensional convolution of (N, C, H, W) or (C, H, W); `padding` may name a mode."""
    return _ext(2, input, weight, bias, stride, padding, (dilation, groups))


@op("mint.nn.functional.conv3d", label="conv3d")
def conv3d_ext(
    input: Array,
    weight: Array,
    bias: Array | None = None,
    stride=1,
    padding=0,
    dilation=1,
    groups=1,
):
    """Three-dimensional convolution of batches or single volumes; `padding` may name a mode."""
    return _ext(3, input, weight, bias, stride, padding, (dilation, groups))


@op("mint.conv_tbc")
def conv_tbc(input: Array, weight: Array, bias: Array, pad=0):
    """One-dimensional convolution of (L, N, C) with a weight (kernel length, C, C')."""
    x, w = jnp.transpose(input, (1, 2, 0)), jnp.transpose(weight, (2, 1, 0))
    return jnp.transpose(conv1d(x, w, bias, 1, "pad", pad), (2, 0, 1))


@primitive(
    "DepthwiseConv2dNative",
    since="channel_multiplier",
    normal=convolution(
        2,
        kernel_size=lambda g: Unshown(repeated(2)(g["kernel_size"])),
        data_format=lambda g: "NCHW",
        **padded(2),
    ),
)
@op(label="DepthwiseConv2dNative")
def depthwise_conv2d(
    x: Array,
    weight: Array,
    channel_multiplier,
    kernel_size,
    mode=3,
    pad_mode="valid",
    pad=0,
    stride=1,
    dilation=1,
    group=1,
):
    """Convolution of each channel by itself.

    Args:
        x: Tensor of shape (N, C, H, W).
        weight: Tensor of shape (channel_multiplier, C, kernel height, kernel width).

    Returns:
        Tensor of shape (N, channel_multiplier * C, H', W').
    """
    name = "DepthwiseConv2dNative"
    channels = x.shape[1]
    if weight.ndim != 4 or weight.shape[1] != channels:
        raise ValueError(must(name, "weight", f"of {channels} channels", f"shape {weight.shape}"))
    own = jnp.swapaxes(weight, 0, 1).reshape(-1, 1, *weight.shape[2:])
    setting = (own.shape[0], kernel_size, pad_mode, pad, stride, dilation, channels)
    return _forward(name, 2, x, own, setting)
