"""Convolution layers."""

from __future__ import annotations

from msjax import _checkparam as validator
from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.op.publish import call
from msjax._core.op.registry import resolve
from msjax._core.tensor.tensor import Tensor
from msjax.common._init_base import InitialValue
from msjax.kernels.conv import conv
from msjax.nn.layer.conv.base import (
    _check_fractions,
    _check_groups,
    _check_line,
    _Conv,
    _flat_weight,
    _pair,
    _primitive,
    _volume_windows,
)

_conv1d, _conv2d, _conv3d = (
    call(k) for k in (conv.conv1d_biased, conv.conv2d_biased, conv.conv3d_biased)
)


class Conv2d(_Conv):
    """Two-dimensional convolution.

    Args:
        in_channels: int, channels of the input.
        out_channels: int, channels of the result.
        kernel_size: int or tuple of two ints.
        stride: int or tuple of two ints.
        pad_mode: str, "same", "valid" or "pad".
        padding: int or tuple of four ints (top, bottom, left, right), with `pad_mode` "pad".
        dilation: int or tuple of two ints.
        group: int, number of groups of channels.
        has_bias: bool, add a bias.
        weight_init: Tensor, str, Initializer or number; None means HeUniform(sqrt(5)).
        bias_init: Tensor, str, Initializer or number; None means Uniform(1 / sqrt(fan in)).
        data_format: str, "NCHW" or "NHWC".
        dtype: dtype of the Parameters.

    Inputs:
        - **x** (Tensor) - of shape (N, in_channels, H, W), or (N, H, W, in_channels) with "NHWC",
          and the dtype of the Parameters.

    Outputs:
        Tensor of shape (N, out_channels, H', W'), or (N, H', W', out_channels) with "NHWC".

    Raises:
        TypeError: an argument has a wrong type, or `x` is not a Tensor, or is of another dtype.
        ValueError: an argument is out of range or does not fit another, or `x` does not have 4
            dimensions.
        RuntimeError: `x` has another number of channels.

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
        kernel_size: int | tuple[int, ...],
        stride: int | tuple[int, ...] = 1,
        pad_mode: str = "same",
        padding: int | tuple[int, ...] = 0,
        dilation: int | tuple[int, ...] = 1,
        group: int = 1,
        has_bias: bool = False,
        weight_init: InitialValue | None = None,
        bias_init: InitialValue | None = None,
        data_format: str = "NCHW",
        dtype: mstype.Type = mstype.float32,
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
        ValueError: an argument is out of range or does not fit another, or `x` does not have 3
            dimensions.
        RuntimeError: `x` has another number of channels.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.Conv1d(1, 4, 3)
        >>> net(ms.ops.ones((1, 1, 8))).shape
        (1, 4, 8)
    """

    _msj_inner = {"expand_dims": "ExpandDims", "shape": "Shape", "squeeze": ("Squeeze", 2)}

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
        in_channels: int, channels of the input.
        out_channels: int, channels of the result.
        kernel_size: int or tuple of three ints.
        stride: int or tuple of three ints.
        pad_mode: str, "same", "valid" or "pad".
        padding: int or tuple of six ints (front, back, top, bottom, left, right), with "pad".
        dilation: int or tuple of three ints.
        group: int, number of groups of channels.
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
        >>> net = ms.nn.Conv3d(1, 4, 3)
        >>> net(ms.ops.ones((1, 1, 4, 8, 8))).shape
        (1, 4, 4, 8, 8)
    """

    _msj_inner = {
        "shape": "Shape",
        "concat": ("Concat", 1),
        "split_0": lambda c: ops.Split(0, c.group),
        "split_1": lambda c: ops.Split(1, c.group),
    }

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
        has_bias: bool = False,
        weight_init: InitialValue | None = None,
        bias_init: InitialValue | None = None,
        data_format: str = "NCDHW",
        dtype: mstype.Type = mstype.float32,
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
