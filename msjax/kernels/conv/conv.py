"""Convolutions, and the layers' forms of them with a bias."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax.numpy as jnp

from msjax._core.base.checks import at_least, integer
from msjax._core.base.errors import Clause, must
from msjax._core.op.older import Find, bind_older
from msjax._core.op.primitive import Unshown
from msjax._core.op.publish import Array, op, primitive
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.attributes import convolution, padded, repeated
from msjax.kernels.checks import check_pad_mode, check_rank, pairs, sizes
from msjax.kernels.conv.rules import add_bias, check_kinds, run
from msjax.kernels.nn.dense import biased_channels

_FORMATS = {2: ("NCHW", "NHWC"), 3: ("NCDHW",)}


def _positive(arg: str, value: Any) -> int:
    integer(arg, value)
    at_least(arg, value, 1)
    return value


def checker(count: int, lower: bool = False, flat: bool = False) -> Any:
    """The check that a convolution class makes when an object of it is constructed.

    Args:
        count: the number of spatial dimensions.
        lower: refuse a 'pad_mode' with capitals.
        flat: refuse what a transposed convolution of volumes cannot do: dilation in depth, and
            output padding for another 'pad_mode' than "pad".
    """

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
        sizes("kernel_size", kernel_size, count)
        sizes("stride", stride, count)
        dilations = sizes("dilation", dilation, count)
        if flat and dilations[0] != 1:
            raise ValueError(must("dilation", "1 in depth", dilations[0]))
        mode_name = check_pad_mode(pad_mode, pairs("pad", pad, count))
        if lower and mode_name != pad_mode:
            raise ValueError(must("pad_mode", "in lower case", repr(pad_mode)))
        extra = channels.get("output_padding", 0)
        if flat and mode_name != "pad" and extra not in (0, (0, 0, 0)):
            text = "0 when 'pad_mode' is not 'pad'"
            raise ValueError(must("output_padding", text, f"{extra} and {mode_name!r}"))
        _positive("group", group)
        if mode != 1:
            raise ValueError(must("mode", "1", mode))
        for arg in ("out_channel", "in_channel"):
            if arg in channels:
                _positive(arg, channels[arg])
        if data_format not in _FORMATS[count]:
            allowed = " or ".join(_FORMATS[count])
            raise ValueError(must("data_format", allowed, repr(data_format)))

    return check


def _forward(
    count: int,
    x: Any,
    weight: Any,
    setting: tuple,
    data_format: str = "",
    misfit: type[Exception] = ValueError,
) -> Any:
    """Convolution with the attributes of a Primitive; `misfit` is raised for a wrong weight."""
    out_channel, kernel_size, pad_mode, pad, stride, dilation, group = setting
    last = data_format == "NHWC"
    if last:
        x, weight = jnp.moveaxis(x, -1, 1), jnp.moveaxis(weight, -1, 1)
    check_kinds(x, weight, count + 2)
    kernel = sizes("kernel_size", kernel_size, count)
    if weight.ndim == count + 2 and weight.shape != (out_channel, weight.shape[1], *kernel):
        text = f"of shape ({out_channel}, C, {kernel})"
        raise misfit(must("weight", text, f"shape {weight.shape}"))
    pads = pairs("pad", pad, count)
    out = run(
        x,
        weight,
        sizes("stride", stride, count),
        check_pad_mode(pad_mode, pads),
        pads,
        sizes("dilation", dilation, count),
        group,
        misfit,
    )
    return jnp.moveaxis(out, 1, -1) if last else out


@primitive(
    "Conv2D",
    since="out_channel",
    check=checker(2, lower=True),
    normal=convolution(
        2, kernel_size=lambda g: Unshown(repeated(2)(g["kernel_size"])), **padded(2)
    ),
    accepts={
        "kernel_size": "int tuple",
        "pad": "int tuple[int tuple]",
        "stride": "int tuple",
        "dilation": "int tuple",
    },
    counts="missing",
)
@op(label="Conv2D", amp="half", sized_by="weight")
def conv2d_primitive(
    x: Array,
    weight: Array,
    out_channel: int,
    kernel_size: int | tuple[int, ...],
    mode: int = 1,
    pad_mode: str = "valid",
    pad: int | tuple[int | tuple[int, ...], ...] = 0,
    stride: int | tuple[int, ...] = 1,
    dilation: int | tuple[int, ...] = 1,
    group: int = 1,
    data_format: str = "NCHW",
):
    """Two-dimensional convolution: sums of products of a window of `x` with a weight.

    Args:
        x: Tensor of shape (N, C, H, W), or (N, H, W, C) for the data format "NHWC".
        weight: Tensor of the dtype of `x` and of shape (out_channel, C / group, kernel height,
            kernel
            width); the channels come last for "NHWC".
        out_channel: number of channels of the result. Given to the constructor, as are those below.
        kernel_size: int or tuple of two ints.
        mode: must be 1.
        pad_mode: "valid", "same", or "pad" to pad by `pad`.
        pad: int or tuple of four ints (top, bottom, left, right).
        stride: int or tuple of two ints.
        dilation: int or tuple of two ints, the steps between the elements of a window.
        group: number of groups of channels that are convolved apart.
        data_format: "NCHW" or "NHWC".

    Returns:
        Tensor of shape (N, out_channel, H', W') or (N, H', W', out_channel).

    Raises:
        TypeError: the dtypes differ, or an attribute is of a wrong type.
        ValueError: an attribute or a shape does not fit.
        RuntimeError: the weight does not fit the attributes.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[[[1., 2., 3.], [4., 5., 6.]]]])
        >>> print(ms.ops.Conv2D(out_channel=1, kernel_size=2)(x, ms.ops.ones((1, 1, 2, 2))))
        [[[[12. 16.]]]]
    """
    setting = (out_channel, kernel_size, pad_mode, pad, stride, dilation, group)
    return _forward(2, x, weight, setting, data_format, RuntimeError)


@op(label="Conv2D", amp=biased_channels, listed_as="Conv2D", sized_by="weight")
def conv2d_biased(
    x: Array,
    weight: Array,
    bias: Array | None,
    pad_mode: str,
    pad: int | tuple[int, ...],
    stride: int | tuple[int, ...],
    dilation: int | tuple[int, ...],
    group: int,
    data_format: str = "NCHW",
):
    """Convolution and bias of a layer in one operation."""
    kernel = weight.shape[1:3] if data_format == "NHWC" else weight.shape[2:]
    setting = (weight.shape[0], kernel, pad_mode, pad, stride, dilation, group)
    out = _forward(2, x, weight, setting, data_format, RuntimeError)
    return add_bias(out, bias, out.ndim - 1 if data_format == "NHWC" else 1)


@op(label="Conv2D", amp=biased_channels, listed_as="Conv2D", sized_by="weight")
def conv1d_biased(
    x: Array,
    weight: Array,
    bias: Array | None,
    pad_mode: str,
    pad: int | tuple[int, ...],
    stride: int | tuple[int, ...],
    dilation: int | tuple[int, ...],
    group: int,
):
    """`conv2d_biased` of a one-dimensional layer: the weight has a height of 1."""
    check_rank(x, 3, "x")
    out = conv2d_biased(x[:, :, None], weight, bias, pad_mode, pad, stride, dilation, group)
    return out[:, :, 0]


@primitive(
    "Conv3D",
    since="out_channel",
    check=checker(3),
    normal=convolution(3, **padded(3)),
    accepts={
        "kernel_size": "int tuple",
        "mode": "int",
        "pad": "int tuple",
        "stride": "int tuple",
        "dilation": "int tuple",
    },
    counts="missing",
)
@op(label="Conv3D", amp="half", sized_by="weight")
def conv3d_primitive(
    x: Array,
    weight: Array,
    out_channel: int,
    kernel_size: int | tuple[int, ...],
    mode: int = 1,
    pad_mode: str = "valid",
    pad: int | tuple[int, ...] = 0,
    stride: int | tuple[int, ...] = 1,
    dilation: int | tuple[int, ...] = 1,
    group: int = 1,
    data_format: str = "NCDHW",
):
    """Three-dimensional convolution: sums of products of a window of `x` with a weight.

    Args:
        x: Tensor of shape (N, C, D, H, W).
        weight: Tensor of the dtype of `x` and of shape (out_channel, C / group, kernel depth,
            height,
            width).
        out_channel: number of channels of the result. Given to the constructor, as are those below.
        kernel_size: int or tuple of three ints.
        mode: must be 1.
        pad_mode: "valid", "same", or "pad" to pad by `pad`.
        pad: int or tuple of six ints, for the two sides of each dimension.
        stride: int or tuple of three ints.
        dilation: int or tuple of three ints, the steps between the elements of a window.
        group: number of groups of channels that are convolved apart.
        data_format: "NCDHW".

    Returns:
        Tensor of shape (N, out_channel, D', H', W').

    Raises:
        TypeError: the dtypes differ, or an attribute is of a wrong type.
        ValueError: an attribute or a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[[[[1., 2., 3.], [4., 5., 6.]]]]])
        >>> print(ms.ops.Conv3D(1, (1, 2, 2))(x, ms.ops.ones((1, 1, 1, 2, 2))))
        [[[[[12. 16.]]]]]
    """
    setting = (out_channel, kernel_size, pad_mode, pad, stride, dilation, group)
    return _forward(3, x, weight, setting)


@op(label="Conv3D", amp=biased_channels, listed_as="Conv3D", sized_by="weight")
def conv3d_biased(
    x: Array,
    weight: Array,
    bias: Array | None,
    pad_mode: str,
    pad: int | tuple[int, ...],
    stride: int | tuple[int, ...],
    dilation: int | tuple[int, ...],
    group: int,
):
    """Convolution and bias of a layer in one operation."""
    setting = (weight.shape[0], weight.shape[2:], pad_mode, pad, stride, dilation, group)
    return add_bias(_forward(3, x, weight, setting), bias)


def _functional(
    count: int, x: Any, weight: Any, bias: Any, stride: Any, pad_mode: Any, padding: Any, rest: Any
) -> Any:
    """The functional convolutions: one padding per dimension, for both sides."""
    dilation, groups = rest
    for arg, value in (("stride", stride), ("dilation", dilation), ("padding", padding)):
        if isinstance(value, (tuple, list)) and len(value) not in {1, count}:
            raise ValueError(must(arg, f"an int or a tuple of length {count}", value))
    if isinstance(padding, tuple):
        padding = tuple(e for p in padding * (count // len(padding)) for e in (p, p))
    pads = pairs("padding", padding, count)
    _positive("groups", groups)
    if min(x.ndim, weight.ndim) > 1 and (x.shape[1] % groups or weight.shape[0] % groups):
        raise ValueError(
            Clause(
                f"the 'groups' must divide the input's and the output's channels, but "
                f"got {groups}, {x.shape[1]} and {weight.shape[0]}."
            )
        )
    out = run(
        x,
        weight,
        sizes("stride", stride, count),
        check_pad_mode(pad_mode, pads, "padding"),
        pads,
        sizes("dilation", dilation, count),
        groups,
        ValueError if count == 3 else RuntimeError,
    )
    return add_bias(out, bias)


@op(
    "ops.conv1d",
    accepts={
        "stride": "int tuple list Tensor !ValueError float bool str ndarray None",
        "padding": "int tuple list",
        "dilation": "int tuple list Tensor !ValueError float bool str ndarray None",
        "groups": "int Tensor !ValueError float",
    },
    amp=biased_channels,
    listed_as="Conv2D",
    sized_by="weight",
)
def conv1d(
    input: Array,
    weight: Array,
    bias: Array | None = None,
    stride: int | Sequence[int] | Tensor = 1,
    pad_mode: str = "valid",
    padding: int | Sequence[int] = 0,
    dilation: int | Sequence[int] | Tensor = 1,
    groups: int | Tensor = 1,
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
        RuntimeError: the channels of the inputs do not fit each other.

    Examples:
        >>> import msjax as ms
        >>> x, w = ms.Tensor([[[1., 2., 3.]]]), ms.Tensor([[[1., 1.]]])
        >>> print(ms.ops.conv1d(x, w))
        [[[3. 5.]]]
    """
    return _functional(1, input, weight, bias, stride, pad_mode, padding, (dilation, groups))


def _older_convolution(today: Callable, args: tuple, kwargs: dict[str, Any], resolve: Find) -> Any:
    """To 1.9: the padding stood before the stride, and there was no bias."""
    if len(args) < 3 or not isinstance(args[2], str):
        return today(*args, **kwargs)
    names = ("input", "weight", "pad_mode", "padding", "stride", "dilation", "groups")
    return today(**bind_older(today.__name__, names, args, kwargs))


@op(
    "ops.conv2d",
    accepts={
        "padding": "int tuple[int tuple] list",
        "dilation": "int tuple list",
        "groups": "int Tensor !ValueError float",
    },
    amp=biased_channels,
    listed_as="Conv2D",
    formerly={"ops.conv2d": ("inputs=input group=groups", _older_convolution)},
    sized_by="weight",
)
def conv2d(
    input: Array,
    weight: Array,
    bias: Array | None = None,
    stride: int | tuple[int, ...] = 1,
    pad_mode: str = "valid",
    padding: int | Sequence[int | tuple[int, ...]] = 0,
    dilation: int | tuple[int, ...] = 1,
    groups: int | Tensor = 1,
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
        RuntimeError: the channels of the inputs do not fit each other.

    Examples:
        >>> import msjax as ms
        >>> x, w = ms.ops.ones((1, 1, 2, 2)), ms.ops.ones((1, 1, 2, 2))
        >>> print(ms.ops.conv2d(x, w))
        [[[[4.]]]]
    """
    return _functional(2, input, weight, bias, stride, pad_mode, padding, (dilation, groups))


@op(
    "ops.conv3d",
    accepts={
        "stride": "int tuple list Tensor[int] ndarray",
        "dilation": "int tuple list Tensor[int] ndarray",
        "groups": "int Tensor",
    },
    amp=biased_channels,
    listed_as="Conv3D",
    formerly={"ops.conv3d": ("inputs=input group=groups", _older_convolution)},
    sized_by="weight",
)
def conv3d(
    input: Array,
    weight: Array,
    bias: Array | None = None,
    stride: int | tuple[int, ...] | Tensor = 1,
    pad_mode: str = "valid",
    padding: int | tuple[int, ...] = 0,
    dilation: int | tuple[int, ...] | Tensor = 1,
    groups: int | Tensor = 1,
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
    error = RuntimeError if mode == "pad" and count < 3 else ValueError
    check_rank(x, (count + 1, count + 2), "input", error)
    groups = rest[1]
    if isinstance(groups, int) and weight.ndim == count + 2:
        channels = groups * weight.shape[1]
        if x.shape[-count - 1] != channels:
            raise ValueError(must("input", f"of {channels} channels", f"shape {x.shape}"))
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


@op("mint.nn.functional.conv1d", label="conv1d", amp="half", listed_as="Conv2D", sized_by="weight")
def conv1d_ext(
    input: Array,
    weight: Array,
    bias: Array | None = None,
    stride: int | tuple[int, ...] = 1,
    padding: int | tuple[int, ...] | str = 0,
    dilation: int | tuple[int, ...] = 1,
    groups: int = 1,
):
    """One-dimensional convolution of a batch or of a single sequence.

    Args:
        input: Tensor of shape (N, C, L) or (C, L).
        weight: Tensor of the dtype of `input` and of shape (C', C / groups, kernel length).
        bias: Tensor of shape (C',), or None.
        stride: int or tuple of one int.
        padding: int or tuple of one int for both sides, "valid" or "same".
        dilation: int or tuple of one int, the steps between the elements of a window.
        groups: number of groups of channels that are convolved apart.

    Returns:
        Tensor of shape (N, C', L') or (C', L').

    Raises:
        TypeError: the dtypes differ, or an argument is of a wrong type.
        ValueError: an argument or a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> x, weight = ms.Tensor([[1., 2., 3.]]), ms.ops.ones((1, 1, 2))
        >>> print(ms.mint.nn.functional.conv1d(x, weight))
        [[3. 5.]]
    """
    return _ext(1, input, weight, bias, stride, padding, (dilation, groups))


@op(
    "mint.nn.functional.conv2d",
    "mint.conv2d",
    label="conv2d",
    amp="half",
    listed_as="Conv2D",
    sized_by="weight",
)
def conv2d_ext(
    input: Array,
    weight: Array,
    bias: Array | None = None,
    stride: int | tuple[int, ...] = 1,
    padding: int | tuple[int, ...] | str = 0,
    dilation: int | tuple[int, ...] = 1,
    groups: int = 1,
):
    """Two-dimensional convolution of a batch or of a single image.

    Args:
        input: Tensor of shape (N, C, H, W) or (C, H, W).
        weight: Tensor of the dtype of `input` and of shape (C', C / groups, kernel height, width).
        bias: Tensor of shape (C',), or None.
        stride: int or tuple of two ints.
        padding: int or tuple of two ints for both sides, "valid" or "same".
        dilation: int or tuple of two ints, the steps between the elements of a window.
        groups: number of groups of channels that are convolved apart.

    Returns:
        Tensor of shape (N, C', H', W') or (C', H', W').

    Raises:
        TypeError: the dtypes differ, or an argument is of a wrong type.
        ValueError: an argument or a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> x, weight = ms.Tensor([[[1., 2., 3.], [4., 5., 6.]]]), ms.ops.ones((1, 1, 2, 2))
        >>> print(ms.mint.nn.functional.conv2d(x, weight))
        [[[12. 16.]]]
    """
    return _ext(2, input, weight, bias, stride, padding, (dilation, groups))


@op("mint.nn.functional.conv3d", label="conv3d", amp="half", listed_as="Conv3D", sized_by="weight")
def conv3d_ext(
    input: Array,
    weight: Array,
    bias: Array | None = None,
    stride: int | tuple[int, ...] = 1,
    padding: int | tuple[int, ...] | str = 0,
    dilation: int | tuple[int, ...] = 1,
    groups: int = 1,
):
    """Three-dimensional convolution of a batch or of a single volume.

    Args:
        input: Tensor of shape (N, C, D, H, W) or (C, D, H, W).
        weight: Tensor of the dtype of `input` and of shape (C', C / groups, kernel depth, height,
            width).
        bias: Tensor of shape (C',), or None.
        stride: int or tuple of three ints.
        padding: int or tuple of three ints for both sides, "valid" or "same".
        dilation: int or tuple of three ints, the steps between the elements of a window.
        groups: number of groups of channels that are convolved apart.

    Returns:
        Tensor of shape (N, C', D', H', W') or (C', D', H', W').

    Raises:
        TypeError: the dtypes differ, or an argument is of a wrong type.
        ValueError: an argument or a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> x, weight = ms.Tensor([[[[1., 2., 3.], [4., 5., 6.]]]]), ms.ops.ones((1, 1, 1, 2, 2))
        >>> print(ms.mint.nn.functional.conv3d(x, weight))
        [[[[12. 16.]]]]
    """
    return _ext(3, input, weight, bias, stride, padding, (dilation, groups))


@op("mint.conv_tbc", sized_by="weight")
def conv_tbc(input: Array, weight: Array, bias: Array, pad: int = 0):
    """One-dimensional convolution of sequences whose first dimension is time.

    Args:
        input: Tensor of shape (L, N, C).
        weight: Tensor of shape (kernel length, C, C').
        bias: Tensor of shape (C',).
        pad: int, the zeros on both sides.

    Returns:
        Tensor of shape (L', N, C').

    Raises:
        ValueError: an argument or a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., 2., 3.]).reshape(3, 1, 1)
        >>> out = ms.mint.conv_tbc(x, ms.ops.ones((2, 1, 1)), ms.ops.zeros(1))
        >>> print(out.shape, out.reshape(2))
        (2, 1, 1) [3. 5.]
    """
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
@op(label="DepthwiseConv2dNative", sized_by="weight")
def depthwise_conv2d(
    x: Array,
    weight: Array,
    channel_multiplier: int,
    kernel_size: int | tuple[int, ...],
    mode: int = 3,
    pad_mode: str = "valid",
    pad: int | tuple[int, ...] = 0,
    stride: int | tuple[int, ...] = 1,
    dilation: int | tuple[int, ...] = 1,
    group: int = 1,
):
    """Convolution of each channel by itself.

    Args:
        x: Tensor of shape (N, C, H, W).
        weight: Tensor of shape (channel_multiplier, C, kernel height, kernel width).
        channel_multiplier: results for each channel. Given to the constructor, as are those below.
        kernel_size: int or tuple of two ints.
        mode: has no effect.
        pad_mode: "valid", "same", or "pad" to pad by `pad`.
        pad: int or tuple of four ints (top, bottom, left, right).
        stride: int or tuple of two ints.
        dilation: int or tuple of two ints, the steps between the elements of a window.
        group: has no effect.

    Returns:
        Tensor of shape (N, channel_multiplier * C, H', W').

    Raises:
        TypeError: the dtypes differ, or an attribute is of a wrong type.
        ValueError: an attribute or a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> x, weight = ms.Tensor([[[[1., 2.]], [[3., 4.]]]]), ms.ops.ones((1, 2, 1, 2))
        >>> print(ms.ops.operations.DepthwiseConv2dNative(1, (1, 2))(x, weight))
        [[[[3.]]
        <BLANKLINE>
          [[7.]]]]
    """
    check_kinds(x, weight, 4)
    channels = x.shape[1]
    if weight.shape[1] != channels:
        raise ValueError(must("weight", f"of {channels} channels", f"shape {weight.shape}"))
    own = jnp.swapaxes(weight, 0, 1).reshape(-1, 1, *weight.shape[2:])
    setting = (own.shape[0], kernel_size, pad_mode, pad, stride, dilation, channels)
    return _forward(2, x, own, setting)
