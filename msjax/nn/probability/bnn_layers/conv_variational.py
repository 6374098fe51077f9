"""Bayesian convolution layer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msjax._core.tensor.tensor import Tensor
from msjax.nn.cell import Cell
from msjax.nn.layer.conv import Conv2d
from msjax.nn.probability.bnn_layers._variational import Variational
from msjax.nn.probability.bnn_layers.layer_distribution import NormalPrior, normal_post_fn

__all__ = ["ConvReparam"]


class _ConvVariational(Variational, Conv2d):
    """Convolution whose own weight is not used."""

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
        weight_prior_fn: Cell | Callable[..., Any] = NormalPrior,
        weight_posterior_fn: Callable[..., Any] = normal_post_fn,
        bias_prior_fn: Cell | Callable[..., Any] = NormalPrior,
        bias_posterior_fn: Callable[..., Any] = normal_post_fn,
    ):
        super().__init__(
            in_channels,
            out_channels,
            kernel_size,
            stride,
            pad_mode,
            padding,
            dilation,
            group,
            has_bias,
            weight_init="normal",
            bias_init="zeros",
        )
        if pad_mode not in ("valid", "same", "pad"):
            raise ValueError(
                f"For '{self.cls_name}', the 'pad_mode' must be 'valid', 'same' or 'pad', but got "
                f"{pad_mode!r}."
            )
        self.shape = list(self.weight.shape)
        self.weight.requires_grad = False
        if has_bias:
            self.bias.requires_grad = False
        self._set_distributions(
            self.shape,
            (weight_prior_fn, weight_posterior_fn),
            (bias_prior_fn, bias_posterior_fn),
        )

    def construct(self, inputs: Tensor) -> Tensor:
        """Convolve (N, C, H, W) with weights drawn anew; the result is (N, C', H', W')."""
        outputs = self._apply_variational_weight(inputs)
        return self.apply_variational_bias(outputs) if self.has_bias else outputs

    def extend_repr(self) -> str:
        """The settings, for printing."""
        return self._parameters_text(
            "in_channels",
            "out_channels",
            "kernel_size",
            "stride",
            "pad_mode",
            "padding",
            "dilation",
            "group",
        )


class ConvReparam(_ConvVariational):
    """Convolution that draws its weight and bias from trained normal distributions.

    Args:
        in_channels: int, number of channels of the input.
        out_channels: int, number of channels of the result.
        kernel_size: int or tuple of two ints.
        stride: int or tuple of two ints.
        pad_mode: "same", "valid" or "pad".
        padding: int or tuple of four ints (top, bottom, left, right), with `pad_mode` "pad".
        dilation: int or tuple of two ints.
        group: int, number of groups of channels.
        has_bias: bool, add a bias.
        weight_prior_fn: Cell, or function that makes one, as `NormalPrior`.
        weight_posterior_fn: function of name and shape that makes a Cell, as `NormalPosterior`.
        bias_prior_fn: as `weight_prior_fn`.
        bias_posterior_fn: as `weight_posterior_fn`.

    Inputs:
        - **inputs** (Tensor) - Float32 of shape (N, in_channels, H, W).

    Outputs:
        Float32 Tensor of shape (N, out_channels, H', W').

    Raises:
        TypeError: an argument has a wrong type, or a distribution is not normal.
        ValueError: an argument does not fit.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability.bnn_layers import ConvReparam
        >>> net = ConvReparam(1, 2, 3)
        >>> net(ms.ops.ones((1, 1, 8, 8))).shape
        (1, 2, 8, 8)

    References:
        Kingma, Welling: Auto-Encoding Variational Bayes, 2013.
    """

    def _apply_variational_weight(self, inputs: Tensor) -> Tensor:
        return self.conv2d(inputs, self.weight_posterior("sample"))
