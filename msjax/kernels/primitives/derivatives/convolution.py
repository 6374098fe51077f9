"""Derivatives of convolutions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp

from msjax._core.op.publish import Array, primitive
from msjax.kernels.attributes import FORMATS, stored
from msjax.kernels.conv import conv
from msjax.kernels.image import patches
from msjax.kernels.nn.dense import bias_axis
from msjax.kernels.primitives.arguments import lengths
from msjax.kernels.primitives.derivatives.pullback import adjoint, pullback


def _spatial(value: Any, rank: int) -> Any:
    """The numbers for the spatial dimensions, of one number for each dimension or fewer."""
    return value[-rank:] if isinstance(value, tuple) and len(value) == rank + 2 else value


@primitive(
    "Conv2DBackpropFilter",
    place="unlisted",
    since="out_channel",
    check=conv.checker(2),
)
def conv2d_backprop_filter(
    out_backprop: Array,
    input: Array,
    filter_sizes: Sequence[int],
    out_channel: int,
    kernel_size: int | tuple[int, ...],
    pad_mode: str = "valid",
    pad: int | tuple[int, ...] = 0,
    pad_list: int | Sequence[int] = (0, 0, 0, 0),
    mode: str = 1,
    stride: int | tuple[int, ...] = (1, 1),
    dilation: int | tuple[int, ...] = (1, 1, 1, 1),
    group: int = 1,
    data_format: str = "NCHW",
):
    """Gradient of the weight of Conv2D."""
    if pad_mode.lower() == "pad" and pad == 0:
        pad = pad_list
    rest = _spatial(stride, 2), _spatial(dilation, 2), group, data_format
    setting = out_channel, kernel_size, mode, pad_mode, pad, *rest
    return adjoint(
        lambda w: conv.conv2d_primitive(input, w, *setting), lengths(filter_sizes), out_backprop
    )


@primitive(
    "Conv3DBackpropFilter",
    place="unlisted",
    since="out_channel",
    check=conv.checker(3),
)
def conv3d_backprop_filter(
    x: Array,
    out_backprop: Array,
    filter_size: Sequence[int],
    out_channel: int,
    kernel_size: int | tuple[int, ...],
    mode: str = 1,
    pad_mode: str = "valid",
    pad: int | tuple[int, ...] = 0,
    stride: int | tuple[int, ...] = (1, 1, 1, 1, 1),
    dilation: int | tuple[int, ...] = (1, 1, 1, 1, 1),
    group: int = 1,
    data_format: str = "NCDHW",
):
    """Gradient of the weight of Conv3D."""
    rest = _spatial(stride, 3), _spatial(dilation, 3), group, data_format
    setting = out_channel, kernel_size, mode, pad_mode, pad, *rest
    return adjoint(
        lambda w: conv.conv3d_primitive(x, w, *setting), lengths(filter_size), out_backprop
    )


@primitive(
    "Conv3DBackpropInput",
    place="unlisted",
    since="out_channel",
    check=conv.checker(3),
)
def conv3d_backprop_input(
    weight: Array,
    dout: Array,
    input_size: Sequence[int],
    out_channel: int,
    kernel_size: int | tuple[int, ...],
    mode: str = 1,
    pad_mode: str = "valid",
    pad: int | tuple[int, ...] = 0,
    stride: int | tuple[int, ...] = 1,
    dilation: int | tuple[int, ...] = 1,
    group: int = 1,
    data_format: str = "NCDHW",
):
    """Gradient of the argument of Conv3D."""
    rest = _spatial(stride, 3), _spatial(dilation, 3), group, data_format
    setting = out_channel, kernel_size, mode, pad_mode, pad, *rest
    return adjoint(lambda a: conv.conv3d_primitive(a, weight, *setting), lengths(input_size), dout)


@primitive(
    "Dilation2DBackpropInput", place="unlisted", since="stride", check=patches.check_dilation
)
def dilation2d_backprop_input(
    x: Array,
    filter: Array,
    out_backprop: Array,
    stride: int | tuple[int, ...],
    dilation: int | tuple[int, ...],
    pad_mode: str = "SAME",
    data_format: str = "NCHW",
):
    """Gradient of the argument of Dilation2D."""
    setting = _spatial(stride, 2), _spatial(dilation, 2), pad_mode, data_format
    return pullback(lambda a: patches.dilation2d(a, filter, *setting), out_backprop, x)


@primitive(
    "Dilation2DBackpropFilter", place="unlisted", since="stride", check=patches.check_dilation
)
def dilation2d_backprop_filter(
    x: Array,
    filter: Array,
    out_backprop: Array,
    stride: int | tuple[int, ...],
    dilation: int | tuple[int, ...],
    pad_mode: str = "SAME",
    data_format: str = "NCHW",
):
    """Gradient of the filter of Dilation2D."""
    setting = _spatial(stride, 2), _spatial(dilation, 2), pad_mode, data_format
    return pullback(lambda w: patches.dilation2d(x, w, *setting), out_backprop, filter)


@primitive(
    "BiasAddGrad",
    place="unlisted",
    since="data_format",
    normal=stored(data_format=FORMATS),
)
def bias_add_grad(dout: Array, data_format: str = "NCHW"):
    """Gradient of the bias of BiasAdd: the sum over all other dimensions."""
    channel = bias_axis(dout, data_format)
    axes = tuple(i for i in range(dout.ndim) if i != channel)
    return jnp.sum(dout, axes, dtype=dout.dtype)
