"""Transposed convolutions, and the layers' forms of them with a bias."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp

from msjax._core.base.errors import Clause, must
from msjax._core.op.gateway import Op
from msjax._core.op.precision import Policy, arguments, run_in, widest
from msjax._core.op.publish import Array, call, op, primitive
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.attributes import convolution, padded, repeated, window
from msjax.kernels.checks import check_pad_mode, check_rank, pairs, sizes
from msjax.kernels.conv.conv import checker
from msjax.kernels.conv.rules import add_bias, check_operands, transposed, transposed_length
from msjax.kernels.conv.spatial import pad_ends, same_pads
from msjax.kernels.nn.dense import biased_channels

_STORED_2D = convolution(2, pad_mode=lambda g: g["pad_mode"].upper(), **padded(2))


@primitive(
    "Conv2DBackpropInput",
    since="out_channel",
    normal=_STORED_2D,
    check=checker(2),
    accepts={
        "input_size": "tuple[int] list Tensor",
        "kernel_size": "int tuple",
        "pad": "int tuple",
        "pad_list": "tuple list None",
        "mode": "int",
        "stride": "int tuple",
    },
    counts="missing",
)
@primitive(
    "Conv2DTranspose",
    since="out_channel",
    normal=_STORED_2D,
    check=checker(2),
    accepts={
        "input_size": "tuple[int] list Tensor",
        "kernel_size": "int tuple",
        "pad": "int tuple",
        "pad_list": "tuple list None",
        "mode": "int",
        "stride": "int tuple",
    },
    counts="missing",
)
@op(label="Conv2DTranspose", amp="half", sized_by="weight")
def conv2d_transpose(
    dout: Array,
    weight: Array,
    input_size: Sequence[int] | Tensor,
    out_channel: int,
    kernel_size: int | tuple[int, ...],
    pad_mode: str = "valid",
    pad: int | tuple[int, ...] = 0,
    pad_list: Sequence[Any] | None = None,
    mode: int = 1,
    stride: int | tuple[int, ...] = 1,
    dilation: int | tuple[int, ...] = 1,
    group: int = 1,
    data_format: str = "NCHW",
):
    """Transposed two-dimensional convolution: the gradient of Conv2D's input.

    Args:
        dout: Tensor of shape (N, K, H', W').
        weight: Tensor of shape (K, C / group, kernel height, kernel width).
        input_size: the result's shape (N, C, H, W).
        out_channel: number of channels of `dout`. Given to the constructor, as are those below.
        kernel_size: int or tuple of two ints; that of `weight` counts.
        pad_mode: "valid", "same", or "pad" to pad by `pad`, as of the convolution.
        pad: int or tuple of four ints (top, bottom, left, right).
        pad_list: has no effect.
        mode: must be 1.
        stride: int or tuple of two ints.
        dilation: int or tuple of two ints.
        group: number of groups of channels.
        data_format: "NCHW" or "NHWC".

    Returns:
        Tensor of shape `input_size`.

    Raises:
        TypeError: an attribute is of a wrong type.
        ValueError: a shape or an attribute does not fit.
        RuntimeError: `dout` is not of rank 4.

    Examples:
        >>> import msjax as ms
        >>> net = ms.ops.Conv2DTranspose(out_channel=1, kernel_size=(1, 2), stride=2)
        >>> print(net(ms.Tensor([[[[1., 2.]]]]), ms.ops.ones((1, 1, 1, 2)), (1, 1, 1, 4)))
        [[[[1. 1. 2. 2.]]]]
    """
    check_rank(dout, 4, "dout", RuntimeError)
    kernel = sizes("kernel_size", kernel_size, 2)
    strides = sizes("stride", stride, 2)
    dilations = sizes("dilation", dilation, 2)
    pads = pairs("pad", pad, 2)
    padding = check_pad_mode(pad_mode, pads)
    last = data_format == "NHWC"
    if last:
        dout, weight = jnp.moveaxis(dout, -1, 1), jnp.moveaxis(weight, -1, 1)
        input_size = (input_size[0], input_size[3], *input_size[1:3])
    if weight.ndim == 4:
        kernel = weight.shape[2:]  # the attributes may say something else
        channels = weight.shape[1] * group
        if input_size[1] != channels:
            raise ValueError(must("input_size", f"of {channels} channels", input_size))
    lengths = tuple(input_size[2:])
    if padding == "same":
        pads = same_pads(lengths, kernel, strides, dilations)
    out = _transpose(dout, weight, lengths, strides, pads, dilations, group)
    return jnp.moveaxis(out, 1, -1) if last else out


def _transpose(
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
            Clause(
                f"the channels of the input must be dimension 0 of 'weight' and a "
                f"multiple of 'group', but got shapes {dout.shape} and {weight.shape}, and {group}."
            )
        )
    check_operands(dout, jnp.swapaxes(weight, 0, 1)[:, : weight.shape[0]], 1, dout.ndim)
    for n, m, k, s, (a, b), d in zip(
        lengths, dout.shape[2:], weight.shape[2:], stride, pads, dilation, strict=True
    ):
        if (n + a + b - (k - 1) * d - 1) // s + 1 != m:
            raise ValueError(
                Clause(f"a convolution of length {n} does not have the input's length {m}.")
            )
    return transposed(dout, weight, lengths, stride, pads, dilation, group)


def _output_lengths(
    mode: str, x: Any, weight: Any, stride: Any, dilation: Any, pads: Any
) -> tuple[int, ...]:
    rows = zip(x.shape[2:], weight.shape[2:], stride, dilation, pads, strict=True)
    return tuple(transposed_length(mode, n, k, s, d, a + b) for n, k, s, d, (a, b) in rows)


def _grow(out: Any, mode: str, extra: Any, limits: Any) -> Any:
    """Zeros behind the result of a transposed layer."""
    if any(extra) and mode != "pad":
        raise ValueError(Clause("the 'pad_mode' must be 'pad' when 'output_padding' is not zero."))
    if any(not 0 <= e < limit for e, limit in zip(extra, limits, strict=True)):
        raise ValueError(must("output_padding", "less than the stride or the dilation", extra))
    return pad_ends(out, [(0, e) for e in extra])


@op(label="Pad")
def grown(
    out: Array,
    pad_mode: str,
    output_padding: int | tuple[int, ...],
    stride: int | tuple[int, ...],
    dilation: int | tuple[int, ...],
):
    """Zeros behind the result of `conv2d_transpose_biased` without output padding."""
    limits = [max(s, d) for s, d in zip(stride, dilation, strict=True)]
    extra = sizes("output_padding", output_padding, 2, 0)
    return _grow(out, pad_mode, extra, limits)


def _grown_after_bias(entry: Op, values: Sequence[Any], policy: Policy) -> Any:
    """`biased_channels`; the output padding has no bias."""
    given = arguments(entry, values)
    if given["bias"] is None or not given["output_padding"]:
        return biased_channels(entry, values, policy)
    out = biased_channels(entry, list((given | {"output_padding": 0}).values()), policy)
    growth = [given[name] for name in ("pad_mode", "output_padding", "stride", "dilation")]
    return call(grown)(out, *growth)


@op(label="Conv2DTranspose", amp=_grown_after_bias, listed_as="Conv2DTranspose", sized_by="weight")
def conv2d_transpose_biased(
    x: Array,
    weight: Array,
    bias: Array | None,
    pad_mode: str,
    pad: int | tuple[int, ...],
    output_padding: int | tuple[int, ...],
    stride: int | tuple[int, ...],
    dilation: int | tuple[int, ...],
    group: int,
):
    """Transposed convolution and bias of a layer in one operation."""
    pads = pairs("pad", pad, 2)
    check_rank(x, 4, "x")
    lengths = _output_lengths(pad_mode, x, weight, stride, dilation, pads)
    if pad_mode == "same":
        pads = same_pads(lengths, weight.shape[2:], stride, dilation)
    out = _transpose(x, weight, lengths, stride, pads, dilation, group)
    return grown(add_bias(out, bias), pad_mode, output_padding, stride, dilation)


def _when_listed(entry: Op, values: Sequence[Any], policy: Policy) -> Any:
    """Half precision if a list names the primitive; level "auto" does not know it."""
    if policy.listed is None:
        return run_in(entry, values, widest(values))
    return biased_channels(entry, values, policy)


@op(label="Conv2DTranspose", amp=_when_listed, listed_as="Conv2DTranspose", sized_by="weight")
def conv1d_transpose_biased(
    x: Array,
    weight: Array,
    bias: Array | None,
    pad_mode: str,
    pad: int | tuple[int, ...],
    stride: int | tuple[int, ...],
    dilation: int | tuple[int, ...],
    group: int,
):
    """`conv2d_transpose_biased` of a one-dimensional layer: the weight has a height of 1."""
    check_rank(x, 3, "x")
    out = conv2d_transpose_biased(
        x[:, :, None], weight, bias, pad_mode, pad, 0, stride, dilation, group
    )
    return out[:, :, 0]


def _transpose3d(x: Any, weight: Any, setting: tuple) -> Any:
    pad_mode, pad, stride, dilation, group, output_padding = setting
    pads = pairs("pad", pad, 3)
    mode = check_pad_mode(pad_mode, pads)
    extra = sizes("output_padding", output_padding, 3, 0)
    if any(extra) and mode != "pad":
        raise ValueError(
            Clause(
                f"the 'output_padding' must be zero when 'pad_mode' is not 'pad', but "
                f"got {output_padding} and {pad_mode!r}."
            )
        )
    strides, dilations = sizes("stride", stride, 3), sizes("dilation", dilation, 3)
    lengths = _output_lengths(mode, x, weight, strides, dilations, pads)
    if mode == "same":
        pads = same_pads(lengths, weight.shape[2:], strides, dilations)
    lengths = tuple(n + e for n, e in zip(lengths, extra, strict=True))
    return _transpose(x, weight, lengths, strides, pads, dilations, group)


@primitive(
    "Conv3DTranspose",
    since="in_channel",
    normal=convolution(
        3,
        pad_list=lambda g: repeated(6)(g["pad"]),
        output_padding=lambda g: window(3, (0, 0))(g["output_padding"]),
    ),
    check=checker(3, flat=True),
    accepts={"kernel_size": "int tuple", "mode": "int", "pad": "int tuple", "stride": "int tuple"},
    counts="missing",
)
@op(label="Conv3DTranspose", amp="half", sized_by="weight")
def conv3d_transpose_primitive(
    dout: Array,
    weight: Array,
    in_channel: int,
    out_channel: int,
    kernel_size: int | tuple[int, ...],
    mode: int = 1,
    pad_mode: str = "valid",
    pad: int | tuple[int, ...] = 0,
    stride: int | tuple[int, ...] = 1,
    dilation: int | tuple[int, ...] = 1,
    group: int = 1,
    output_padding: int | tuple[int, ...] = 0,
    data_format: str = "NCDHW",
):
    """Transposed three-dimensional convolution: the gradient of Conv3D's input.

    Args:
        dout: Tensor of shape (N, in_channel, D, H, W).
        weight: Tensor of shape (in_channel, out_channel / group, kernel depth, height, width).
        in_channel: channels of `dout`. Given to the constructor, as are those below.
        out_channel: channels of the result.
        kernel_size: int or tuple of three ints.
        mode: must be 1.
        pad_mode: "valid", "same", or "pad" to cut off `pad`.
        pad: int or tuple of six ints, for the two sides of each dimension.
        stride: int or tuple of three ints.
        dilation: int or tuple of three ints; 1 in depth.
        group: number of groups of channels.
        output_padding: int or three ints that the result is longer by; only for "pad".
        data_format: "NCDHW".

    Returns:
        Tensor of shape (N, out_channel, D', H', W').

    Raises:
        TypeError: an attribute is of a wrong type.
        ValueError: a shape or an attribute does not fit.

    Examples:
        >>> import msjax as ms
        >>> net = ms.ops.Conv3DTranspose(1, 1, (1, 1, 2), stride=(1, 1, 2))
        >>> print(net(ms.Tensor([[[[[1., 2.]]]]]), ms.ops.ones((1, 1, 1, 1, 2))))
        [[[[[1. 1. 2. 2.]]]]]
    """
    return _transpose3d(dout, weight, (pad_mode, pad, stride, dilation, group, output_padding))


@op(
    "ops.conv3d_transpose",
    accepts={
        "padding": "int tuple Tensor[int] ndarray",
        "stride": "int tuple",
        "output_padding": "int tuple",
    },
    amp="half",
    listed_as="Conv3DTranspose",
    sized_by="weight",
)
def conv3d_transpose(
    inputs: Array,
    weight: Array,
    pad_mode: str = "valid",
    padding: int | tuple[int, ...] | Tensor = 0,
    stride: int | tuple[int, ...] = 1,
    dilation: int | tuple[int, ...] = 1,
    group: int = 1,
    output_padding: int | tuple[int, ...] = 0,
):
    """Transposed three-dimensional convolution: spread each element over a window.

    Args:
        inputs: Tensor of shape (N, C, D, H, W).
        weight: Tensor of shape (C, C' / group, kernel depth, height, width).
        pad_mode: "valid", "same", or "pad" to cut off `padding`.
        padding: int or tuple of six ints, for the two sides of each dimension.
        stride: int or tuple of three ints.
        dilation: int or tuple of three ints.
        group: number of groups of channels.
        output_padding: int or three ints that the result is longer by; only for "pad".

    Returns:
        Tensor of shape (N, C', D', H', W').

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: a shape or an argument does not fit.

    Examples:
        >>> import msjax as ms
        >>> x, weight = ms.Tensor([[[[[1., 2.]]]]]), ms.ops.ones((1, 1, 1, 1, 2))
        >>> print(ms.ops.conv3d_transpose(x, weight, stride=(1, 1, 2)))
        [[[[[1. 1. 2. 2.]]]]]
    """
    for name, value in (("inputs", inputs), ("weight", weight)):
        check_rank(value, 5, name)
    setting = (pad_mode, padding, stride, dilation, group, output_padding)
    return _transpose3d(inputs, weight, setting)


@op(label="Conv3DTranspose", amp=biased_channels, listed_as="Conv3DTranspose", sized_by="weight")
def conv3d_transpose_biased(
    x: Array,
    weight: Array,
    bias: Array | None,
    pad_mode: str,
    pad: int | tuple[int, ...],
    output_padding: int | tuple[int, ...],
    stride: int | tuple[int, ...],
    dilation: int | tuple[int, ...],
    group: int,
):
    """Transposed convolution and bias of a layer in one operation."""
    out = _transpose3d(x, weight, (pad_mode, pad, stride, dilation, group, output_padding))
    return add_bias(out, bias)


@op("mint.nn.functional.conv_transpose2d", amp="half", sized_by="weight")
def conv_transpose2d(
    input: Array,
    weight: Array,
    bias: Array | None = None,
    stride: int | tuple[int, ...] = 1,
    padding: int | tuple[int, ...] = 0,
    output_padding: int | tuple[int, ...] = 0,
    groups: int = 1,
    dilation: int | tuple[int, ...] = 1,
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

    Examples:
        >>> import msjax as ms
        >>> x, weight = ms.Tensor([[[1., 2.]]]), ms.ops.ones((1, 1, 1, 2))
        >>> print(ms.mint.nn.functional.conv_transpose2d(x, weight, stride=2))
        [[[1. 1. 2. 2.]]]
    """
    check_rank(input, (3, 4), "input", RuntimeError)
    check_rank(weight, 4, "weight")
    x = input[None] if input.ndim == 3 else input
    strides, dilations = sizes("stride", stride, 2), sizes("dilation", dilation, 2)
    pads = tuple((p, p) for p in sizes("padding", padding, 2, 0))
    extra = sizes("output_padding", output_padding, 2, 0)
    lengths = _output_lengths("pad", x, weight, strides, dilations, pads)
    lengths = tuple(n + e for n, e in zip(lengths, extra, strict=True))
    out = _transpose(x, weight, lengths, strides, pads, dilations, groups)
    out = add_bias(out, bias)
    return out[0] if input.ndim == 3 else out
