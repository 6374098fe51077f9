"""Convolutions."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from msjax import _checkparam as validator
from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.base.dtype import Type
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.common.initializer import HeUniform, Uniform, _calculate_fan_in_and_fan_out, initializer
from msjax.mint.nn import functional as F
from msjax.nn.cell import Cell

if TYPE_CHECKING:
    from msjax._types import Sizes

__all__ = ["Conv1d", "Conv2d", "Conv3d", "ConvTranspose2d"]

_MODES = ("zeros", "reflect", "replicate", "circular")


def _check_channels(in_channels: Any, out_channels: Any, groups: Any) -> None:
    validator.check_non_negative_int(in_channels)
    validator.check_non_negative_int(out_channels)
    validator.check_positive_int(groups)
    if in_channels % groups or out_channels % groups:
        raise ValueError(
            f"The 'in_channels' and 'out_channels' must be divisible by 'groups', but got "
            f"{in_channels}, {out_channels} and {groups}."
        )


def _check_padding(padding: Any, stride: tuple[int, ...]) -> None:
    if not isinstance(padding, str):
        return
    if padding not in ("same", "valid"):
        raise ValueError(f"The 'padding' must be one of 'same' and 'valid', but got {padding}.")
    if padding == "same" and any(step != 1 for step in stride):
        raise ValueError(f"The padding 'same' needs a stride of 1, but got {stride}.")


def _margins(padding: Any, dilation: Any, kernel_size: Any) -> Any:
    """Numbers (before, after) to pad by, those of the last dimension first."""
    if not isinstance(padding, str):
        return tuple(n for n in reversed(padding) for _ in range(2))
    if padding == "valid":
        return [0] * (2 * len(kernel_size))
    totals = [d * (k - 1) for d, k in zip(dilation, kernel_size, strict=True)]
    return [n for total in reversed(totals) for n in (total // 2, total - total // 2)]


class _Conv(Cell):
    """What all convolution layers share: the checks, the weight and the bias.

    Layers of users derive from it too, so the arguments are MindSpore's.
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Sizes,
        stride: Sizes,
        padding: Sizes | str,
        dilation: Sizes,
        transposed: bool,
        output_padding: Sizes,
        groups: int,
        bias: bool,
        padding_mode: str,
        dtype: Type = mstype.float32,
    ):
        super().__init__()
        name = self.cls_name
        self.padding, self.stride, self.transposed = padding, stride, transposed
        self.output_padding, self.padding_mode = output_padding, padding_mode
        self.kernel_size, self.dilation = kernel_size, dilation
        _check_channels(in_channels, out_channels, groups)
        self.in_channels, self.out_channels, self.groups = in_channels, out_channels, groups
        _check_padding(padding, stride)
        if padding_mode not in _MODES:
            raise ValueError(f"The 'padding_mode' must be one of {_MODES}, but got {padding_mode}.")
        for arg in ("kernel_size", "stride", "dilation"):
            for item in getattr(self, arg):
                validator.check_positive_int(item, f"{arg} item", name)
        self._reversed_padding = _margins(padding, dilation, kernel_size)
        if transposed:
            shape = [in_channels, out_channels // groups, *kernel_size]
        else:
            shape = [out_channels, in_channels // groups, *kernel_size]
        values = initializer(HeUniform(math.sqrt(5)), shape, dtype=dtype)
        self.weight = Parameter(values, name="weight")
        self.bias = None
        if validator.check_bool(bias, "bias", name):
            fan_in, _ = _calculate_fan_in_and_fan_out(shape)
            init = Uniform(1 / math.sqrt(fan_in)) if fan_in else "zeros"
            self.bias = Parameter(initializer(init, [out_channels], dtype=dtype), name="bias")

    def construct(self, *inputs: Tensor) -> Tensor:
        """Each layer has its own."""
        raise NotImplementedError

    def _convolved(self, function: Any, input: Tensor) -> Tensor:
        padding = self.padding
        if self.padding_mode != "zeros":
            input = ops.pad(input, self._reversed_padding, self.padding_mode)
            padding = (0,) * len(self.kernel_size)
        windows = (self.stride, padding, self.dilation, self.groups)
        return function(input, self.weight, self.bias, *windows)

    def extend_repr(self) -> str:
        """The settings, for printing."""
        return (
            f"input_channels={self.in_channels}, output_channels={self.out_channels}, "
            f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}, "
            f"dilation={self.dilation}, groups={self.groups}, bias={self.bias is not None}"
        )


class Conv1d(_Conv):
    """One-dimensional convolution.

    Args:
        in_channels: int, channels of the input.
        out_channels: int, channels of the result.
        kernel_size: int, or tuple or list of one int, the windows.
        stride: int, or tuple or list of one int, the distance between windows.
        padding: int, or tuple or list of one int for both sides, "same" or "valid".
        dilation: int, or tuple or list of one int, the distance between the elements of a window.
        groups: int, number of groups of channels that are convolved apart.
        bias: bool, add a bias.
        padding_mode: str, "zeros", "reflect", "replicate" or "circular": what `padding` consists
            of.
        dtype: dtype of the Parameters; None means Float32.

    Inputs:
        - **input** (Tensor) - of shape (N, in_channels, L) or (in_channels, L) and the dtype
          of the Parameters.

    Outputs:
        Tensor of shape (N, out_channels, L') or (out_channels, L').

    Raises:
        TypeError: an argument has a wrong type, or `input` is not a Tensor, or is of another dtype.
        ValueError: an argument is out of range, channels are no multiple of `groups`, or a shape
            does not fit.
        RuntimeError: `input` has another number of dimensions.

    Examples:
        >>> import msjax as ms
        >>> net = ms.mint.nn.Conv1d(2, 3, 4)
        >>> net(ms.ops.ones((1, 2, 9))).shape
        (1, 3, 6)

    References:
        LeCun, Bottou, Bengio, Haffner: Gradient-Based Learning Applied to Document Recognition,
        1998.
    """

    _msj_inner = {"conv1d": lambda c: F.conv1d}

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Sizes,
        stride: Sizes = 1,
        padding: Sizes | str = 0,
        dilation: Sizes = 1,
        groups: int = 1,
        bias: bool = True,
        padding_mode: str = "zeros",
        dtype: Type | None = None,
    ):
        spread = validator.once_sequence
        super().__init__(
            in_channels,
            out_channels,
            spread(kernel_size),
            spread(stride),
            padding if isinstance(padding, str) else spread(padding),
            spread(dilation),
            False,
            spread(0),
            groups,
            bias,
            padding_mode,
            dtype or mstype.float32,
        )

    def construct(self, input: Tensor) -> Tensor:
        """Convolve a batch or a single sample."""
        return self._convolved(F.conv1d, input)


class Conv2d(_Conv):
    """Two-dimensional convolution.

    Args:
        in_channels: int, channels of the input.
        out_channels: int, channels of the result.
        kernel_size: int, or tuple or list of two ints, the windows.
        stride: int, or tuple or list of two ints, the distance between windows.
        padding: int, or tuple or list of two ints for both sides, "same" or "valid".
        dilation: int, or tuple or list of two ints, the distance between the elements of a window.
        groups: int, number of groups of channels that are convolved apart.
        bias: bool, add a bias.
        padding_mode: str, "zeros", "reflect", "replicate" or "circular": what `padding` consists
            of.
        dtype: dtype of the Parameters; None means Float32.

    Inputs:
        - **input** (Tensor) - of shape (N, in_channels, H, W) or (in_channels, H, W) and the dtype
          of the Parameters.

    Outputs:
        Tensor of shape (N, out_channels, H', W') or (out_channels, H', W').

    Raises:
        TypeError: an argument has a wrong type, or `input` is not a Tensor, or is of another dtype.
        ValueError: an argument is out of range, channels are no multiple of `groups`, or a shape
            does not fit.
        RuntimeError: `input` has another number of dimensions.

    Examples:
        >>> import msjax as ms
        >>> net = ms.mint.nn.Conv2d(2, 3, 3, padding="same")
        >>> net(ms.ops.ones((1, 2, 9, 9))).shape
        (1, 3, 9, 9)

    References:
        LeCun, Bottou, Bengio, Haffner: Gradient-Based Learning Applied to Document Recognition,
        1998.
    """

    _msj_inner = {"conv2d": lambda c: F.conv2d}

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Sizes,
        stride: Sizes = 1,
        padding: Sizes | str = 0,
        dilation: Sizes = 1,
        groups: int = 1,
        bias: bool = True,
        padding_mode: str = "zeros",
        dtype: Type | None = None,
    ):
        spread = validator.twice_sequence
        super().__init__(
            in_channels,
            out_channels,
            spread(kernel_size),
            spread(stride),
            padding if isinstance(padding, str) else spread(padding),
            spread(dilation),
            False,
            spread(0),
            groups,
            bias,
            padding_mode,
            dtype or mstype.float32,
        )

    def construct(self, input: Tensor) -> Tensor:
        """Convolve a batch or a single sample."""
        return self._convolved(F.conv2d, input)


class Conv3d(_Conv):
    """Three-dimensional convolution.

    Args:
        in_channels: int, channels of the input.
        out_channels: int, channels of the result.
        kernel_size: int, or tuple or list of three ints, the windows.
        stride: int, or tuple or list of three ints, the distance between windows.
        padding: int, or tuple or list of three ints for both sides, "same" or "valid".
        dilation: int, or tuple or list of three ints, the distance between the elements of a
            window.
        groups: int, number of groups of channels that are convolved apart.
        bias: bool, add a bias.
        padding_mode: str, "zeros", "reflect", "replicate" or "circular": what `padding` consists
            of.
        dtype: dtype of the Parameters; None means Float32.

    Inputs:
        - **input** (Tensor) - of shape (N, in_channels, D, H, W) or (in_channels, D, H, W) and the
          dtype of the Parameters.

    Outputs:
        Tensor of shape (N, out_channels, D', H', W') or (out_channels, D', H', W').

    Raises:
        TypeError: an argument has a wrong type, or `input` is not a Tensor, or is of another dtype.
        ValueError: an argument is out of range, channels are no multiple of `groups`, or a shape
            does not fit.
        RuntimeError: `input` has another number of dimensions.

    Examples:
        >>> import msjax as ms
        >>> net = ms.mint.nn.Conv3d(2, 3, 3, stride=2)
        >>> net(ms.ops.ones((1, 2, 9, 9, 9))).shape
        (1, 3, 4, 4, 4)

    References:
        LeCun, Bottou, Bengio, Haffner: Gradient-Based Learning Applied to Document Recognition,
        1998.
    """

    _msj_inner = {"conv3d": lambda c: F.conv3d}

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Sizes,
        stride: Sizes = 1,
        padding: Sizes | str = 0,
        dilation: Sizes = 1,
        groups: int = 1,
        bias: bool = True,
        padding_mode: str = "zeros",
        dtype: Type | None = None,
    ):
        spread = validator.triple_sequence
        super().__init__(
            in_channels,
            out_channels,
            spread(kernel_size),
            spread(stride),
            padding if isinstance(padding, str) else spread(padding),
            spread(dilation),
            False,
            spread(0),
            groups,
            bias,
            padding_mode,
            dtype or mstype.float32,
        )

    def construct(self, input: Tensor) -> Tensor:
        """Convolve a batch or a single sample."""
        return self._convolved(F.conv3d, input)


def _pair(value: Any, arg: str, owner: str) -> Any:
    """Two numbers from one int or a sequence of one; other sequences as they are."""
    if isinstance(value, int):
        return value, value
    if not isinstance(value, (tuple, list)):
        raise ValueError(f"For '{owner}', the '{arg}' must be int, tuple or list, but got {value}.")
    return (value[0], value[0]) if len(value) == 1 else value


class ConvTranspose2d(_Conv):
    """Transposed two-dimensional convolution.

    Args:
        in_channels: int, channels of the input.
        out_channels: int, channels of the result.
        kernel_size: int or two ints, the windows.
        stride: int or two ints, the distance between windows in the result.
        padding: int or two ints that are cut off on both sides.
        output_padding: int or two ints that the result is longer by.
        groups: int, number of groups of channels that are convolved apart.
        bias: bool, add a bias.
        dilation: int or two ints, the distance between the elements of a window.
        padding_mode: str, "zeros".
        dtype: dtype of the Parameters; None means Float32.

    Inputs:
        - **input** (Tensor) - of shape (N, C, H, W) or (C, H, W) and the dtype of the Parameters.
        - **output_size** (tuple[int]) - the shape of the result or its last two numbers, in place
          of `output_padding`; None by default.

    Outputs:
        Tensor of shape (N, out_channels, H', W') or (out_channels, H', W').

    Raises:
        TypeError: an argument has a wrong type, or `input` is not a Tensor, or is of another dtype.
        ValueError: an argument is out of range, channels are no multiple of `groups`, there can be
            no result of `output_size`, or a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> net = ms.mint.nn.ConvTranspose2d(2, 3, 3, stride=2)
        >>> net(ms.ops.ones((1, 2, 4, 4))).shape
        (1, 3, 9, 9)
        >>> net(ms.ops.ones((1, 2, 4, 4)), (10, 10)).shape
        (1, 3, 10, 10)
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Sizes,
        stride: Sizes = 1,
        padding: Sizes | str = 0,
        output_padding: Sizes = 0,
        groups: int = 1,
        bias: bool = True,
        dilation: Sizes = 1,
        padding_mode: str = "zeros",
        dtype: Type | None = None,
    ):
        owner = "ConvTranspose2d"
        if padding_mode != "zeros":
            raise ValueError(f"For '{owner}', the 'padding_mode' must be 'zeros'.")
        super().__init__(
            in_channels,
            out_channels,
            _pair(kernel_size, "kernel_size", owner),
            _pair(stride, "stride", owner),
            _pair(padding, "padding", owner),
            _pair(dilation, "dilation", owner),
            True,
            _pair(output_padding, "output_padding", owner),
            groups,
            bias,
            padding_mode,
            mstype.float32 if dtype is None else dtype,
        )

    def construct(self, input: Tensor, output_size: Sizes | None = None) -> Tensor:
        """Apply to a batch or a single image."""
        extra = self.output_padding
        if output_size is not None:
            extra = self._extra(input.shape, output_size)
        windows = (self.stride, self.padding, extra, self.groups, self.dilation)
        return F.conv_transpose2d(input, self.weight, self.bias, *windows)

    def _extra(self, shape: tuple[int, ...], output_size: Any) -> tuple[int, ...]:
        """The output padding that gives a result of `output_size`."""
        if len(output_size) not in (2, len(shape)):
            raise ValueError(
                f"For '{self.cls_name}', the 'output_size' must have 2 or {len(shape)} numbers, "
                f"but got {output_size}."
            )
        windows = zip(self.stride, self.padding, self.dilation, self.kernel_size, strict=True)
        least = [
            (length - 1) * stride - 2 * padding + dilation * (kernel - 1) + 1
            for length, (stride, padding, dilation, kernel) in zip(shape[-2:], windows, strict=True)
        ]
        extra = tuple(n - low for n, low in zip(output_size[-2:], least, strict=True))
        if not all(0 <= n < stride for n, stride in zip(extra, self.stride, strict=True)):
            most = [low + stride - 1 for low, stride in zip(least, self.stride, strict=True)]
            raise ValueError(
                f"For '{self.cls_name}', the 'output_size' must be from {least} to {most} for an "
                f"input of shape {shape}, but got {output_size}."
            )
        return extra
