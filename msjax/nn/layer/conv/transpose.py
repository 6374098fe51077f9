"""Transposed convolution layers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msjax import _checkparam as validator
from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.op.publish import call
from msjax._core.op.registry import resolve
from msjax._core.tensor.tensor import Tensor
from msjax.common._init_base import InitialValue
from msjax.kernels.conv import conv_transpose
from msjax.nn.layer.conv.base import (
    _check_groups,
    _check_line,
    _Conv,
    _flat_weight,
    _pair,
    _primitive,
    _triple,
    _volume_windows,
)

_conv1d_transpose, _conv2d_transpose, _conv3d_transpose = (
    call(k)
    for k in (
        conv_transpose.conv1d_transpose_biased,
        conv_transpose.conv2d_transpose_biased,
        conv_transpose.conv3d_transpose_biased,
    )
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


def _transposed(c: Any) -> Any:
    return ops.Conv2DTranspose(
        c.in_channels,
        c.kernel_size,
        mode=1,
        pad_mode=c.pad_mode,
        pad=c.padding if c.pad_mode == "pad" else 0,
        stride=c.stride,
        dilation=c.dilation,
        group=c.group,
    )


def _side(number: int) -> Callable:
    """The padding of one side of four."""
    return lambda c: (c.padding if isinstance(c.padding, tuple) else (c.padding,) * 4)[number]


_TRANSPOSED = {
    "is_valid": lambda c: c.pad_mode == "valid",
    "is_same": lambda c: c.pad_mode == "same",
    "is_pad": lambda c: c.pad_mode == "pad",
    "conv2d_transpose": _transposed,
}


class Conv2dTranspose(_Conv):
    """Transposed two-dimensional convolution.

    Args:
        in_channels: int, channels of the input.
        out_channels: int, channels of the result.
        kernel_size: int or tuple of two ints.
        stride: int or tuple of two ints.
        pad_mode: str, "same", "valid" or "pad".
        padding: int or tuple of four ints (top, bottom, left, right), with `pad_mode` "pad".
        output_padding: int or tuple of two ints: rows and columns of zeros behind the result.
        dilation: int or tuple of two ints.
        group: int, number of groups of channels.
        has_bias: bool, add a bias.
        weight_init: Tensor, str, Initializer or number; None means HeUniform(sqrt(5)).
        bias_init: Tensor, str, Initializer or number; None means Uniform(1 / sqrt(fan in)).
        dtype: dtype of the Parameters.

    Inputs:
        - **x** (Tensor) - of shape (N, in_channels, H, W) and the dtype of the Parameters.

    Outputs:
        Tensor of shape (N, out_channels, H', W').

    Raises:
        TypeError: an argument has a wrong type, or `x` is not a Tensor, or is of another dtype.
        ValueError: an argument is out of range or does not fit another, or `x` has another shape.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.Conv2dTranspose(1, 4, 3, stride=2)
        >>> net(ms.ops.ones((1, 1, 8, 8))).shape
        (1, 4, 16, 16)
    """

    _msj_inner = {
        "bias_add": "BiasAdd",
        "shape": "Shape",
        "padding_top": _side(0),
        "padding_bottom": _side(1),
        "padding_left": _side(2),
        "padding_right": _side(3),
        **_TRANSPOSED,
    }

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: int | tuple[int, ...],
        stride: int | tuple[int, ...] = 1,
        pad_mode: str = "same",
        padding: int | tuple[int, ...] = 0,
        output_padding: int | tuple[int, ...] = 0,
        dilation: int | tuple[int, ...] = 1,
        group: int = 1,
        has_bias: bool = False,
        weight_init: InitialValue | None = None,
        bias_init: InitialValue | None = None,
        dtype: mstype.Type = mstype.float32,
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
        in_channels: int, channels of the input.
        out_channels: int, channels of the result.
        kernel_size: int, above 0.
        stride: int, above 0.
        pad_mode: str, "same", "valid" or "pad".
        padding: int, 0 or more, with `pad_mode` "pad".
        dilation: int, above 0.
        group: int, number of groups of channels.
        has_bias: bool, add a bias.
        weight_init: Tensor, str, Initializer or number; None means HeUniform(sqrt(5)).
        bias_init: Tensor, str, Initializer or number; None means Uniform(1 / sqrt(fan in)).
        dtype: dtype of the Parameters.

    Inputs:
        - **x** (Tensor) - of shape (N, in_channels, L) and the dtype of the Parameters.

    Outputs:
        Tensor of shape (N, out_channels, L').

    Raises:
        TypeError: an argument has a wrong type, or `x` is not a Tensor, or is of another dtype.
        ValueError: an argument is out of range or does not fit another, or `x` has another shape.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.Conv1dTranspose(1, 4, 3, stride=2)
        >>> net(ms.ops.ones((1, 1, 8))).shape
        (1, 4, 16)
    """

    _msj_inner = {
        "bias_add": "BiasAdd",
        "expand_dims": "ExpandDims",
        "shape": "Shape",
        "squeeze": ("Squeeze", 2),
        **_TRANSPOSED,
    }

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
        weight_init: InitialValue | None = None,
        bias_init: InitialValue | None = None,
        dtype: mstype.Type = mstype.float32,
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
        in_channels: int, channels of the input.
        out_channels: int, channels of the result.
        kernel_size: int or tuple of three ints.
        stride: int or tuple of three ints.
        pad_mode: str, "same", "valid" or "pad".
        padding: int or tuple of six ints (front, back, top, bottom, left, right), with "pad".
        dilation: int or tuple of three ints.
        group: int, number of groups of channels.
        output_padding: int or tuple of three ints that the result is longer by, with "pad".
        has_bias: bool, add a bias.
        weight_init: Tensor, str, Initializer or number; None means HeUniform(sqrt(5)).
        bias_init: Tensor, str, Initializer or number; None means Uniform(1 / sqrt(fan in)).
        data_format: str, "NCDHW".
        dtype: dtype of the Parameters.

    Inputs:
        - **x** (Tensor) - of shape (N, in_channels, D, H, W) and the dtype of the Parameters.

    Outputs:
        Tensor of shape (N, out_channels, D', H', W').

    Raises:
        TypeError: an argument has a wrong type, or `x` is not a Tensor, or is of another dtype.
        ValueError: an argument is out of range or does not fit another, or `x` has another shape.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.Conv3dTranspose(1, 4, 3, stride=2)
        >>> net(ms.ops.ones((1, 1, 2, 4, 4))).shape
        (1, 4, 4, 8, 8)
    """

    _msj_inner = {"bias_add": "BiasAdd", "shape": "Shape"}

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: int | tuple[int, ...],
        stride: int | tuple[int, ...] = 1,
        pad_mode: str = "same",
        padding: int | tuple[int, ...] = 0,
        dilation: int | tuple[int, ...] = 1,
        group: int = 1,
        output_padding: int | tuple[int, ...] = 0,
        has_bias: bool = False,
        weight_init: InitialValue | None = None,
        bias_init: InitialValue | None = None,
        data_format: str = "NCDHW",
        dtype: mstype.Type = mstype.float32,
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
