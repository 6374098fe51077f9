"""Layers followed by batch norm and an activation."""

from __future__ import annotations

from typing import Any

from msjax import _checkparam as validator
from msjax._core.op.primitive import Primitive
from msjax._core.tensor.tensor import Tensor
from msjax.common._init_base import InitialValue
from msjax.nn.cell import Cell
from msjax.nn.layer.activation import LeakyReLU
from msjax.nn.layer.activation.named import activation_of
from msjax.nn.layer.basic import Dense
from msjax.nn.layer.conv import Conv2d
from msjax.nn.layer.normalization import BatchNorm1d, BatchNorm2d

__all__ = ["Conv2dBnAct", "DenseBnAct"]


class _BnAct(Cell):
    """What both layers share: the part behind the first layer."""

    def _finish(
        self, batch_norm: Any, channels: int, settings: tuple, activation: Any, alpha: float
    ) -> None:
        has_bn, momentum, eps, after_fake = settings
        name = self.cls_name
        self.has_bn = validator.check_bool(has_bn, "has_bn", name)
        self.has_act = activation is not None
        self.after_fake = validator.check_bool(after_fake, "after_fake", name)
        if has_bn:
            self.batchnorm = batch_norm(channels, eps, momentum)
        if activation == "leakyrelu":
            self.activation = LeakyReLU(alpha)
            return
        self.activation = activation_of(name, activation)

    def _rest(self, x: Tensor) -> Tensor:
        if self.has_bn:
            x = self.batchnorm(x)
        return self.activation(x) if self.has_act else x


class Conv2dBnAct(_BnAct):
    """Two-dimensional convolution, batch norm if asked for, and an activation.

    Args:
        in_channels: int, channels of the input.
        out_channels: int, channels of the result.
        kernel_size: int or tuple of two ints.
        stride: int or tuple of two ints.
        pad_mode: str, "same", "valid" or "pad".
        padding: int or tuple of four ints, with `pad_mode` "pad".
        dilation: int or tuple of two ints.
        group: int, number of groups of channels.
        has_bias: bool, add a bias.
        weight_init: Tensor, str, Initializer or number of the weight.
        bias_init: Tensor, str, Initializer or number of the bias.
        has_bn: bool, apply batch norm.
        momentum: float, momentum of the batch norm.
        eps: float that the batch norm adds to the variance.
        activation: name of an activation, Cell or Primitive, or None.
        alpha: float, slope of the activation "leakyrelu".
        after_fake: bool, accepted for compatibility.

    Inputs:
        - **x** (Tensor) - Float32 of shape (N, in_channels, H, W).

    Outputs:
        Float32 Tensor of shape (N, out_channels, H', W').

    Raises:
        KeyError: there is no activation of that name.
        TypeError: an argument has a wrong type, or `x` is of another dtype.
        ValueError: an argument is out of range, or `x` has another rank.
        RuntimeError: `x` has another number of channels.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.Conv2dBnAct(1, 4, 3, has_bn=True, activation="relu")
        >>> net(ms.ops.ones((1, 1, 4, 4))).shape
        (1, 4, 4, 4)
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
        weight_init: InitialValue = "normal",
        bias_init: InitialValue = "zeros",
        has_bn: bool = False,
        momentum: float = 0.997,
        eps: float = 1e-5,
        activation: str | Cell | Primitive | None = None,
        alpha: float = 0.2,
        after_fake: bool = True,
    ):
        super().__init__()
        self.conv = Conv2d(
            in_channels,
            out_channels,
            kernel_size,
            stride,
            pad_mode,
            padding,
            dilation,
            group,
            has_bias,
            weight_init,
            bias_init,
        )
        settings = (has_bn, momentum, eps, after_fake)
        self._finish(BatchNorm2d, out_channels, settings, activation, alpha)

    def construct(self, x: Tensor) -> Tensor:
        """Apply to (N, C, H, W)."""
        return self._rest(self.conv(x))


class DenseBnAct(_BnAct):
    """Dense layer, batch norm if asked for, and an activation.

    Args:
        in_channels: int, length of the input's last dimension.
        out_channels: int, length of the result's last dimension.
        weight_init: Tensor, str, Initializer or number of the weight.
        bias_init: Tensor, str, Initializer or number of the bias.
        has_bias: bool, add a bias.
        has_bn: bool, apply batch norm.
        momentum: float, momentum of the batch norm.
        eps: float that the batch norm adds to the variance.
        activation: name of an activation, Cell or Primitive, or None.
        alpha: float, slope of the activation "leakyrelu".
        after_fake: bool, accepted for compatibility.

    Inputs:
        - **x** (Tensor) - Float32 of shape (N, in_channels).

    Outputs:
        Float32 Tensor of shape (N, out_channels).

    Raises:
        KeyError: there is no activation of that name.
        TypeError: an argument has a wrong type, or `x` is of another dtype.
        ValueError: an argument is out of range, or `x` has another shape.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.DenseBnAct(3, 2, has_bn=True, activation="relu")
        >>> net(ms.ops.ones((4, 3))).shape
        (4, 2)
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        weight_init: InitialValue = "normal",
        bias_init: InitialValue = "zeros",
        has_bias: bool = True,
        has_bn: bool = False,
        momentum: float = 0.9,
        eps: float = 1e-5,
        activation: str | Cell | Primitive | None = None,
        alpha: float = 0.2,
        after_fake: bool = True,
    ):
        super().__init__()
        self.dense = Dense(in_channels, out_channels, weight_init, bias_init, has_bias)
        settings = (has_bn, momentum, eps, after_fake)
        self._finish(BatchNorm1d, out_channels, settings, activation, alpha)

    def construct(self, x: Tensor) -> Tensor:
        """Apply to (N, C)."""
        return self._rest(self.dense(x))
