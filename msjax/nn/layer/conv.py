"""Convolution layers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from msjax import _checkparam as validator
from msjax._core import dtype as mstype
from msjax._core.op import call, resolve
from msjax._core.parameter import Parameter
from msjax._core.tensor import Tensor
from msjax.common.initializer import (
    HeUniform,
    Uniform,
    _calculate_fan_in_and_fan_out,
    initializer,
)
from msjax.nn.cell import Cell
from msjax.ops import conv, conv_transpose

__all__ = ["Conv1d", "Conv1dTranspose", "Conv2d", "Conv2dTranspose", "Conv3d", "Conv3dTranspose"]

_conv1d, _conv2d, _conv3d = (
    call(k) for k in (conv.conv1d_biased, conv.conv2d_biased, conv.conv3d_biased)
)
_conv1d_transpose, _conv2d_transpose, _conv3d_transpose = (
    call(k)
    for k in (
        conv_transpose.conv1d_transpose_biased,
        conv_transpose.conv2d_transpose_biased,
        conv_transpose.conv3d_transpose_biased,
    )
)


def _pair(value: Any) -> tuple[int, int]:
    """Two numbers from one int or a tuple of two."""
    if isinstance(value, int):
        return value, value
    if isinstance(value, tuple) and len(value) == 2:
        return value
    raise TypeError(
        "When expanding an int number to tuple, input type must be an integer or a tuple of two "
        f"integers, but got {value!r}."
    )


def _triple(arg: str, value: Any, owner: str, minimum: int = 1) -> tuple[int, int, int]:
    """Three numbers from one int or a tuple of three."""
    validator.check_value_type(arg, value, (int, tuple), owner)
    items = (value,) * 3 if isinstance(value, int) else value
    if len(items) != 3 or not all(isinstance(e, int) and e >= minimum for e in items):
        raise ValueError(
            f"For '{owner}', the '{arg}' must be an int or a tuple of three ints, at least "
            f"{minimum}, but got {value}."
        )
    return items


def _check_groups(group: Any, in_channels: Any, out_channels: Any) -> None:
    if in_channels % group or out_channels % group:
        raise ValueError(
            "The argument 'group' should be divisible by 'in_channels' and 'out_channels', but got "
            f"group:{group}, in_channels:{in_channels}, out_channels:{out_channels}."
        )


class _Conv(Cell):
    """What all convolution layers share: the checks, the weight and the bias."""

    def __init__(
        self,
        channels: tuple[int, int],
        windows: tuple[tuple, tuple, str, Any, tuple],
        group: int,
        has_bias: bool,
        inits: tuple[Any, Any],
        data_format: str,
        dtype: Any,
        transposed: bool = False,
    ):
        super().__init__()
        name = self.cls_name
        in_channels, out_channels = channels
        self.in_channels = validator.check_positive_int(in_channels, "in_channels", name)
        self.out_channels = validator.check_positive_int(out_channels, "out_channels", name)
        self.kernel_size, self.stride, self.pad_mode, padding, self.dilation = windows
        formats = ["NCHW", "NHWC", "NCDHW"]
        self.data_format = validator.check_string(data_format, formats, "format", name)
        self.padding = _checked_padding(name, padding)
        self.group = validator.check_positive_int(group)
        for arg in ("kernel_size", "stride", "dilation"):
            for item in getattr(self, arg):
                validator.check_positive_int(item, f"{arg} item", name)
        _check_groups(group, in_channels, out_channels)
        if transposed:
            shape = [in_channels, out_channels // group, *self.kernel_size]
        elif data_format == "NHWC":
            shape = [out_channels, *self.kernel_size, in_channels // group]
        else:
            shape = [out_channels, in_channels // group, *self.kernel_size]
        self.weight_init, self.bias_init = inits
        if self.weight_init is None:
            self.weight_init = HeUniform(math.sqrt(5))
        self.weight = Parameter(initializer(self.weight_init, shape, dtype=dtype), name="weight")
        self.has_bias = validator.check_bool(has_bias, "has_bias", name)
        self.bias = None
        if has_bias:
            if self.bias_init is None:
                fan_in, _ = _calculate_fan_in_and_fan_out(shape)
                self.bias_init = Uniform(1 / math.sqrt(fan_in)) if fan_in else "zeros"
            values = initializer(self.bias_init, [out_channels], dtype=dtype)
            self.bias = Parameter(values, name="bias")

    def extend_repr(self) -> str:
        """The settings, for printing."""
        return (
            f"input_channels={self.in_channels}, output_channels={self.out_channels}, "
            f"kernel_size={self.kernel_size}, stride={self.stride}, pad_mode={self.pad_mode}, "
            f"padding={self.padding}, dilation={self.dilation}, group={self.group}, "
            f"has_bias={self.has_bias}, weight_init={self.weight_init}, "
            f"bias_init={self.bias_init}, format={self.data_format}"
        )


def _checked_padding(name: str, padding: Any) -> Any:
    if isinstance(padding, int):
        return validator.check_non_negative_int(padding, "padding", name)
    if not isinstance(padding, tuple):
        raise TypeError(
            f"For '{name}', the type of 'padding' must be int or tuple(int), "
            f"but got {type(padding).__name__}."
        )
    for item in padding:
        validator.check_non_negative_int(item, "padding item", name)
    return padding


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
        windows = (_pair(kernel_size), _pair(stride), pad_mode, padding, _pair(dilation))
        validator.check_positive_int(group, "group", type(self).__name__)
        super().__init__(
            (in_channels, out_channels),
            windows,
            group,
            has_bias,
            (weight_init, bias_init),
            data_format,
            dtype,
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


def _primitive(name: str, layer: _Conv, **more: Any) -> Any:
    """The Primitive that a layer stands for; making it checks the settings."""
    return resolve("ops." + name)(
        out_channel=layer.out_channels,
        kernel_size=layer.kernel_size,
        mode=1,
        pad_mode=layer.pad_mode,
        pad=layer.padding,
        stride=layer.stride,
        dilation=layer.dilation,
        group=layer.group,
        data_format=layer.data_format,
        **more,
    )


def _check_line(name: str, kernel_size: Any, stride: Any, padding: Any, dilation: Any) -> None:
    """The arguments of a one-dimensional layer are plain ints."""
    given = {"kernel_size": kernel_size, "stride": stride, "padding": padding, "dilation": dilation}
    for arg, value in given.items():
        validator.check_value_type(arg, value, [int], name)
    for arg in ("kernel_size", "stride", "dilation"):
        validator.check_positive_int(given[arg], arg, name)
    validator.check_non_negative_int(padding, "padding", name)


def _flat_weight(name: str, weight_init: Any) -> Any:
    """A Tensor as initial weight gets a height of 1."""
    if not isinstance(weight_init, Tensor):
        return weight_init
    if weight_init.ndim != 3:
        raise ValueError(
            f"For '{name}', a Tensor 'weight_init' must be 3-d, but got shape {weight_init.shape}."
        )
    return Tensor(np.expand_dims(weight_init.asnumpy(), 2), weight_init.dtype)


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
        super().__init__(
            (in_channels, out_channels),
            ((1, kernel_size), (1, stride), pad_mode, padding, (1, dilation)),
            group,
            has_bias,
            (_flat_weight(name, weight_init), bias_init),
            "NCHW",
            dtype,
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
        _check_groups(group, in_channels, out_channels)
        super().__init__(
            (in_channels, out_channels),
            windows,
            group,
            has_bias,
            (weight_init, bias_init),
            data_format,
            dtype,
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


def _volume_windows(
    name: str, kernel_size: Any, stride: Any, pad_mode: str, padding: Any, dilation: Any
) -> tuple[tuple, tuple, str, Any, tuple]:
    kernel, strides = _triple("kernel_size", kernel_size, name), _triple("stride", stride, name)
    dilations = _triple("dilation", dilation, name)
    validator.check_value_type("padding", padding, (int, tuple), name)
    if isinstance(padding, tuple):
        validator.check_equal_int(len(padding), 6, "padding size", name)
    return kernel, strides, pad_mode, padding, dilations


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
        windows = (_pair(kernel_size), _pair(stride), pad_mode, padding, _pair(dilation))
        validator.check_value_type("padding", padding, (int, tuple), name)
        if isinstance(padding, tuple):
            validator.check_equal_int(len(padding), 4, "padding size", name)
        validator.check_value_type("output_padding", output_padding, (int, tuple), name)
        if isinstance(output_padding, tuple):
            validator.check_equal_int(len(output_padding), 2, "output_padding size", name)
        super().__init__(
            (in_channels, out_channels),
            windows,
            group,
            has_bias,
            (weight_init, bias_init),
            "NCHW",
            dtype,
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
            (in_channels, out_channels),
            ((1, kernel_size), (1, stride), pad_mode, padding, (1, dilation)),
            group,
            has_bias,
            (_flat_weight(name, weight_init), bias_init),
            "NCHW",
            dtype,
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
        _check_groups(group, in_channels, out_channels)
        extra = _triple("output_padding", output_padding, name, 0)
        super().__init__(
            (in_channels, out_channels),
            windows,
            group,
            has_bias,
            (weight_init, bias_init),
            data_format,
            dtype,
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
