"""Convolution layers."""

from __future__ import annotations

from typing import Any

from msjax import _checkparam as validator
from msjax._core import dtype as mstype
from msjax._core.op import call, resolve
from msjax._core.tensor import Tensor
from msjax.nn.layer._conv_base import (
    _check_fractions,
    _check_groups,
    _check_line,
    _Conv,
    _flat_weight,
    _pair,
    _primitive,
    _volume_windows,
)
from msjax.nn.layer._conv_transpose import Conv1dTranspose, Conv2dTranspose, Conv3dTranspose
from msjax.ops import conv

__all__ = ["Conv1d", "Conv1dTranspose", "Conv2d", "Conv2dTranspose", "Conv3d", "Conv3dTranspose"]

_conv1d, _conv2d, _conv3d = (
    call(k) for k in (conv.conv1d_biased, conv.conv2d_biased, conv.conv3d_biased)
)


def _check_input_3d(input_shape: tuple, op_name: str) -> None:
    """Refuse a shape that is not 3-d; layers of published models call it."""
    if len(input_shape) != 3:
        raise ValueError(
            f"For '{op_name}', the dimension of input should be 3d, but got shape {input_shape}."
        )


class Conv2d(_Conv):
    """Two-dimensional convolution.

    Args:
        in_channels: channels of the input.
        out_channels: channels of the result.
        kernel_size: int or tuple of two ints.
        stride: int or tuple of two ints.
        pad_mode: "same", "valid" or "pad".
        padding: int or tuple of four ints (top, bottom, left, right), with `pad_mode` "pad".
        dilation: int or tuple of two ints.
        group: number of groups of channels.
        has_bias: add a bias.
        weight_init: initializer; None means HeUniform(sqrt(5)).
        bias_init: initializer; None means Uniform(1 / sqrt(fan in)).
        data_format: "NCHW" or "NHWC".
        dtype: dtype of the Parameters.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument does not fit.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.Conv2d(1, 4, 3)
        >>> net(ms.ops.ones((1, 1, 8, 8))).shape
        (1, 4, 8, 8)
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        pad_mode: str = "same",
        padding: Any = 0,
        dilation: Any = 1,
        group: int = 1,
        has_bias: bool = False,
        weight_init: Any = None,
        bias_init: Any = None,
        data_format: str = "NCHW",
        dtype: Any = mstype.float32,
    ):
        name = type(self).__name__
        kernel, steps = _pair(name, "kernel_size", kernel_size), _pair(name, "stride", stride)
        windows = (kernel, steps, pad_mode, padding, _pair(name, "dilation", dilation))
        validator.check_positive_int(group, "group", name)
        _check_fractions(name, group, in_channels, out_channels)
        super().__init__(
            in_channels,
            out_channels,
            *windows,
            group,
            has_bias,
            weight_init,
            bias_init,
            data_format,
            dtype=dtype,
        )
        self.conv2d = _primitive("Conv2D", self)
        self.bias_add = resolve("ops.BiasAdd")(data_format=self.data_format)

    def construct(self, x: Tensor) -> Tensor:
        """Convolve (N, C, H, W); the result is (N, C', H', W')."""
        return _conv2d(
            x,
            self.weight,
            self.bias,
            self.pad_mode,
            self.padding,
            self.stride,
            self.dilation,
            self.group,
            self.data_format,
        )


class Conv1d(_Conv):
    """One-dimensional convolution.

    Args:
        in_channels: channels of the input.
        out_channels: channels of the result.
        kernel_size: int.
        stride: int.
        pad_mode: "same", "valid" or "pad".
        padding: int, with `pad_mode` "pad".
        dilation: int.
        group: number of groups of channels.
        has_bias: add a bias.
        weight_init: initializer; None means HeUniform(sqrt(5)).
        bias_init: initializer; None means Uniform(1 / sqrt(fan in)).
        dtype: dtype of the Parameters.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument does not fit.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.Conv1d(1, 4, 3)
        >>> net(ms.ops.ones((1, 1, 8))).shape
        (1, 4, 8)
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: int,
        stride: int = 1,
        pad_mode: str = "same",
        padding: int = 0,
        dilation: int = 1,
        group: int = 1,
        has_bias: bool = False,
        weight_init: Any = None,
        bias_init: Any = None,
        dtype: Any = mstype.float32,
    ):
        name = type(self).__name__
        _check_line(name, kernel_size, stride, padding, dilation)
        validator.check_positive_int(group, "group", name)
        _check_fractions(name, group, in_channels, out_channels)
        super().__init__(
            in_channels,
            out_channels,
            (1, kernel_size),
            (1, stride),
            pad_mode,
            padding,
            (1, dilation),
            group,
            has_bias,
            _flat_weight(name, weight_init),
            bias_init,
            dtype=dtype,
        )
        self.padding = (0, 0, padding, padding)
        validator.check_string(pad_mode, ["valid", "same", "pad"], "pad_mode", name)
        self.conv2d = _primitive("Conv2D", self)
        self.bias_add = resolve("ops.BiasAdd")()

    def construct(self, x: Tensor) -> Tensor:
        """Convolve (N, C, L); the result is (N, C', L')."""
        return _conv1d(
            x,
            self.weight,
            self.bias,
            self.pad_mode,
            self.padding,
            self.stride,
            self.dilation,
            self.group,
        )


class Conv3d(_Conv):
    """Three-dimensional convolution.

    Args:
        in_channels: channels of the input.
        out_channels: channels of the result.
        kernel_size: int or tuple of three ints.
        stride: int or tuple of three ints.
        pad_mode: "same", "valid" or "pad".
        padding: int or tuple of six ints (front, back, top, bottom, left, right), with "pad".
        dilation: int or tuple of three ints.
        group: number of groups of channels.
        has_bias: add a bias.
        weight_init: initializer; None means HeUniform(sqrt(5)).
        bias_init: initializer; None means Uniform(1 / sqrt(fan in)).
        data_format: "NCDHW".
        dtype: dtype of the Parameters.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument does not fit.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.Conv3d(1, 4, 3)
        >>> net(ms.ops.ones((1, 1, 4, 8, 8))).shape
        (1, 4, 4, 8, 8)
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        pad_mode: str = "same",
        padding: Any = 0,
        dilation: Any = 1,
        group: int = 1,
        has_bias: bool = False,
        weight_init: Any = None,
        bias_init: Any = None,
        data_format: str = "NCDHW",
        dtype: Any = mstype.float32,
    ):
        windows = _volume_windows(
            type(self).__name__, kernel_size, stride, pad_mode, padding, dilation
        )
        _check_groups(type(self).__name__, group, in_channels, out_channels)
        super().__init__(
            in_channels,
            out_channels,
            *windows,
            group,
            has_bias,
            weight_init,
            bias_init,
            data_format,
            dtype=dtype,
        )
        self.conv3d = _primitive("Conv3D", self)
        self.bias_add = resolve("ops.BiasAdd")(data_format=self.data_format)

    def construct(self, x: Tensor) -> Tensor:
        """Convolve (N, C, D, H, W); the result is (N, C', D', H', W')."""
        return _conv3d(
            x,
            self.weight,
            self.bias,
            self.pad_mode,
            self.padding,
            self.stride,
            self.dilation,
            self.group,
        )


def _deconv_output_length(
    is_valid: bool,
    is_same: bool,
    is_pad: bool,
    input_length: int,
    filter_size: int,
    stride_size: int,
    dilation_size: int,
    padding: int,
) -> int:
    """Length of the result of a transposed convolution along one axis; 0 without a mode."""
    reach = filter_size + (filter_size - 1) * (dilation_size - 1) - stride_size
    if is_valid:
        return input_length * stride_size + max(reach, 0)
    if is_same:
        return input_length * stride_size
    return input_length * stride_size - padding + reach if is_pad else 0
