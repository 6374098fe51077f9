"""What the convolution layers share: checks, weight and bias."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from msjax import _checkparam as validator
from msjax._core.base import dtype as mstype
from msjax._core.base.dtype import Type
from msjax._core.op.registry import resolve
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.common._init_base import InitialValue
from msjax.common.initializer import HeUniform, Uniform, _calculate_fan_in_and_fan_out, initializer
from msjax.nn.cell import Cell


def _check_input_3d(input_shape: tuple, op_name: str) -> None:
    """Refuse a shape that is not 3-d; layers of published models call it."""
    if len(input_shape) != 3:
        raise ValueError(
            f"For '{op_name}', the dimension of input should be 3d, but got shape {input_shape}."
        )


def _pair(owner: str, arg: str, value: Any) -> tuple[int, int]:
    """Two numbers from one int or a tuple of two."""
    if isinstance(value, int):
        return value, value
    if isinstance(value, tuple) and len(value) == 2:
        return value
    raise TypeError(
        f"For '{owner}', the '{arg}' must be an int or a tuple of two ints, but got {value!r}."
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


def _check_fractions(owner: str, group: int, in_channels: Any, out_channels: Any) -> None:
    """Channels that are not whole multiples of the groups are refused before their types are."""
    if isinstance(in_channels, (int, float)) and isinstance(out_channels, (int, float)):
        _check_groups(owner, group, in_channels, out_channels)


def _check_groups(owner: str, group: Any, in_channels: Any, out_channels: Any) -> None:
    for arg, value in (
        ("in_channels", in_channels),
        ("out_channels", out_channels),
        ("group", group),
    ):
        if not isinstance(value, (int, float)):
            raise TypeError(f"For '{owner}', the '{arg}' must be int, but got {value!r}.")
    if group == 0:
        raise ZeroDivisionError(f"For '{owner}', the 'group' must be at least 1, but got 0.")
    if in_channels % group or out_channels % group:
        raise ValueError(
            f"For '{owner}', the 'in_channels' and 'out_channels' must be divisible by 'group', "
            f"but got {in_channels}, {out_channels} and {group}."
        )


class _Conv(Cell):
    """What all convolution layers share: the checks, the weight and the bias.

    Layers of users derive from it too, so the arguments are MindSpore's.
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: tuple[int, ...],
        stride: tuple[int, ...],
        pad_mode: str,
        padding: int | tuple[int, ...],
        dilation: tuple[int, ...],
        group: int,
        has_bias: bool,
        weight_init: InitialValue | None,
        bias_init: InitialValue | None,
        data_format: str = "NCHW",
        transposed: bool = False,
        dtype: Type = mstype.float32,
    ):
        super().__init__()
        name = self.cls_name
        self.in_channels = validator.check_positive_int(in_channels, "in_channels", name)
        self.out_channels = validator.check_positive_int(out_channels, "out_channels", name)
        self.kernel_size, self.stride, self.dilation = kernel_size, stride, dilation
        self.pad_mode = pad_mode
        formats = ["NCHW", "NHWC", "NCDHW"]
        self.data_format = validator.check_string(data_format, formats, "format", name)
        self.padding = _checked_padding(name, padding)
        self.group = validator.check_positive_int(group, "group", name)
        for arg in ("kernel_size", "stride", "dilation"):
            for item in getattr(self, arg):
                validator.check_positive_int(item, f"{arg} item", name)
        _check_groups(name, group, in_channels, out_channels)
        if transposed:
            shape = [in_channels, out_channels // group, *self.kernel_size]
        elif data_format == "NHWC":
            shape = [out_channels, *self.kernel_size, in_channels // group]
        else:
            shape = [out_channels, in_channels // group, *self.kernel_size]
        self.weight_init, self.bias_init = weight_init, bias_init
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


def _volume_windows(
    name: str, kernel_size: Any, stride: Any, pad_mode: str, padding: Any, dilation: Any
) -> tuple[tuple, tuple, str, Any, tuple]:
    kernel, strides = _triple("kernel_size", kernel_size, name), _triple("stride", stride, name)
    dilations = _triple("dilation", dilation, name)
    validator.check_value_type("padding", padding, (int, tuple), name)
    if isinstance(padding, tuple):
        validator.check_equal_int(len(padding), 6, "padding size", name)
    return kernel, strides, pad_mode, padding, dilations
