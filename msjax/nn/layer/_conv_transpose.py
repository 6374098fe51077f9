"""Transposed convolution layers."""

from __future__ import annotations

from typing import Any

from msjax import _checkparam as validator
from msjax._core import dtype as mstype
from msjax._core.op import call, resolve
from msjax._core.tensor import Tensor
from msjax.nn.layer._conv_base import (
    _check_groups,
    _check_line,
    _Conv,
    _flat_weight,
    _pair,
    _primitive,
    _triple,
    _volume_windows,
)
from msjax.ops import conv_transpose

_conv1d_transpose, _conv2d_transpose, _conv3d_transpose = (
    call(k)
    for k in (
        conv_transpose.conv1d_transpose_biased,
        conv_transpose.conv2d_transpose_biased,
        conv_transpose.conv3d_transpose_biased,
    )
)


class Conv2dTranspose(_Conv):
    """Transposed two-dimensional convolution.

    Args:
        in_channels: channels of the input.
        out_channels: channels of the result.
        kernel_size: int or tuple of two ints.
        stride: int or tuple of two ints.
        pad_mode: "same", "valid" or "pad".
        padding: int or tuple of four ints (top, bottom, left, right), with `pad_mode` "pad".
        output_padding: int or tuple of two ints: rows and columns of zeros behind the result.
        dilation: int or tuple of two ints.
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
        >>> net = ms.nn.Conv2dTranspose(1, 4, 3, stride=2)
        >>> net(ms.ops.ones((1, 1, 8, 8))).shape
        (1, 4, 16, 16)
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        pad_mode: str = "same",
        padding: Any = 0,
        output_padding: Any = 0,
        dilation: Any = 1,
        group: int = 1,
        has_bias: bool = False,
        weight_init: Any = None,
        bias_init: Any = None,
        dtype: Any = mstype.float32,
    ):
        name = type(self).__name__
        kernel, steps = _pair(name, "kernel_size", kernel_size), _pair(name, "stride", stride)
        windows = (kernel, steps, pad_mode, padding, _pair(name, "dilation", dilation))
        validator.check_value_type("padding", padding, (int, tuple), name)
        if isinstance(padding, tuple):
            validator.check_equal_int(len(padding), 4, "padding size", name)
        validator.check_value_type("output_padding", output_padding, (int, tuple), name)
        if isinstance(output_padding, tuple):
            validator.check_equal_int(len(output_padding), 2, "output_padding size", name)
        super().__init__(
            in_channels,
            out_channels,
            *windows,
            group,
            has_bias,
            weight_init,
            bias_init,
            "NCHW",
            dtype=dtype,
            transposed=True,
        )
        validator.check_string(pad_mode, ["valid", "same", "pad"], "pad_mode", name)
        self.output_padding = output_padding
        _check_transposed(self, "Conv2DTranspose")

    def construct(self, x: Tensor) -> Tensor:
        """Apply to (N, C, H, W); the result is (N, C', H', W')."""
        return _conv2d_transpose(
            x,
            self.weight,
            self.bias,
            self.pad_mode,
            self.padding,
            self.output_padding,
            self.stride,
            self.dilation,
            self.group,
        )


def _check_transposed(layer: _Conv, name: str) -> None:
    resolve("ops." + name)(
        out_channel=layer.in_channels,
        kernel_size=layer.kernel_size,
        pad_mode=layer.pad_mode,
        pad=layer.padding,
        stride=layer.stride,
        dilation=layer.dilation,
        group=layer.group,
    )


class Conv1dTranspose(_Conv):
    """Transposed one-dimensional convolution.

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
        >>> net = ms.nn.Conv1dTranspose(1, 4, 3, stride=2)
        >>> net(ms.ops.ones((1, 1, 8))).shape
        (1, 4, 16)
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
            transposed=True,
        )
        self.padding = (0, 0, padding, padding)
        validator.check_string(pad_mode, ["valid", "same", "pad"], "pad_mode", name)
        _check_transposed(self, "Conv2DBackpropInput")

    def construct(self, x: Tensor) -> Tensor:
        """Apply to (N, C, L); the result is (N, C', L')."""
        return _conv1d_transpose(
            x,
            self.weight,
            self.bias,
            self.pad_mode,
            self.padding,
            self.stride,
            self.dilation,
            self.group,
        )


class Conv3dTranspose(_Conv):
    """Transposed three-dimensional convolution.

    Args:
        in_channels: channels of the input.
        out_channels: channels of the result.
        kernel_size: int or tuple of three ints.
        stride: int or tuple of three ints.
        pad_mode: "same", "valid" or "pad".
        padding: int or tuple of six ints (front, back, top, bottom, left, right), with "pad".
        dilation: int or tuple of three ints.
        group: number of groups of channels.
        output_padding: int or tuple of three ints that the result is longer by, with "pad".
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
        >>> net = ms.nn.Conv3dTranspose(1, 4, 3, stride=2)
        >>> net(ms.ops.ones((1, 1, 2, 4, 4))).shape
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
        output_padding: Any = 0,
        has_bias: bool = False,
        weight_init: Any = None,
        bias_init: Any = None,
        data_format: str = "NCDHW",
        dtype: Any = mstype.float32,
    ):
        name = type(self).__name__
        windows = _volume_windows(name, kernel_size, stride, pad_mode, padding, dilation)
        _check_groups(name, group, in_channels, out_channels)
        extra = _triple("output_padding", output_padding, name, 0)
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
            transposed=True,
        )
        self.output_padding = extra
        self.conv3d_transpose = _primitive(
            "Conv3DTranspose", self, in_channel=in_channels, output_padding=extra
        )

    def construct(self, x: Tensor) -> Tensor:
        """Apply to (N, C, D, H, W); the result is (N, C', D', H', W')."""
        return _conv3d_transpose(
            x,
            self.weight,
            self.bias,
            self.pad_mode,
            self.padding,
            self.output_padding,
            self.stride,
            self.dilation,
            self.group,
        )
