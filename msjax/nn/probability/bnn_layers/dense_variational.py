"""Bayesian dense layers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msjax import _checkparam as validator
from msjax import ops
from msjax._core.op.registry import resolve
from msjax._core.tensor.tensor import Tensor
from msjax.nn.cell import Cell
from msjax.nn.layer.activation import get_activation
from msjax.nn.probability.bnn_layers._variational import Variational
from msjax.nn.probability.bnn_layers.layer_distribution import NormalPrior, normal_post_fn
from msjax.nn.probability.distribution.normal import Normal

__all__ = ["DenseLocalReparam", "DenseReparam"]


class _DenseVariational(Variational):
    """What both dense layers share."""

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        activation: str | Cell | None = None,
        has_bias: bool = True,
        weight_prior_fn: Cell | Callable[..., Any] = NormalPrior,
        weight_posterior_fn: Callable[..., Any] = normal_post_fn,
        bias_prior_fn: Cell | Callable[..., Any] = NormalPrior,
        bias_posterior_fn: Callable[..., Any] = normal_post_fn,
    ):
        super().__init__()
        self.in_channels = validator.check_positive_int(in_channels)
        self.out_channels = validator.check_positive_int(out_channels)
        self.has_bias = validator.check_bool(has_bias)
        self._set_distributions(
            [out_channels, in_channels],
            (weight_prior_fn, weight_posterior_fn),
            (bias_prior_fn, bias_posterior_fn),
        )
        if activation and not isinstance(activation, (str, Cell)):
            raise ValueError("The type of `activation` is wrong.")
        self.activation = get_activation(activation) if isinstance(activation, str) else activation
        self.activation_flag = bool(activation)
        self.matmul = resolve("ops.MatMul")(transpose_b=True)
        self.bias_add = resolve("ops.BiasAdd")()
        self._add_cells()

    def _add_cells(self) -> None:
        """Make the Cells that one of the layers alone has."""

    def construct(self, x: Tensor) -> Tensor:
        """Map (N, in_channels) to (N, out_channels) with weights drawn anew."""
        outputs = self._apply_variational_weight(x)
        if self.has_bias:
            outputs = self.apply_variational_bias(outputs)
        return self.activation(outputs) if self.activation_flag else outputs

    def extend_repr(self) -> str:
        """The settings, for printing."""
        text = self._parameters_text("in_channels", "out_channels")
        return f"{text}, activation={self.activation}" if self.activation_flag else text


class DenseReparam(_DenseVariational):
    """Dense layer that draws its weight and bias from trained normal distributions.

    Args:
        in_channels: int, length of the input's last dimension.
        out_channels: int, length of the result's last dimension.
        activation: str or Cell, applied to the result.
        has_bias: bool, add a bias.
        weight_prior_fn: Cell, or function that makes one, as `NormalPrior`.
        weight_posterior_fn: function of name and shape that makes a Cell, as `NormalPosterior`.
        bias_prior_fn: as `weight_prior_fn`.
        bias_posterior_fn: as `weight_posterior_fn`.

    Inputs:
        - **x** (Tensor) - Float32 of shape (N, in_channels).

    Outputs:
        Float32 Tensor of shape (N, out_channels).

    Raises:
        TypeError: an argument has a wrong type, or a distribution is not normal.
        ValueError: a length is not positive, or `activation` is neither str nor Cell.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability.bnn_layers import DenseReparam
        >>> net = DenseReparam(3, 4, activation="relu")
        >>> net(ms.ops.ones((2, 3))).shape, net.compute_kl_loss().shape
        ((2, 4), ())

    References:
        Kingma, Welling: Auto-Encoding Variational Bayes, 2013.
    """

    def _apply_variational_weight(self, inputs: Tensor) -> Tensor:
        return self.matmul(inputs, self.weight_posterior("sample"))


class DenseLocalReparam(_DenseVariational):
    """Dense layer that draws its outputs, from the distribution that random weights give them.

    Samples have less variance than those of `DenseReparam`, whose arguments it has.

    Args:
        in_channels: int, length of the input's last dimension.
        out_channels: int, length of the result's last dimension.
        activation: str or Cell, applied to the result.
        has_bias: bool, add a bias.
        weight_prior_fn: Cell, or function that makes one, as `NormalPrior`.
        weight_posterior_fn: function of name and shape that makes a Cell, as `NormalPosterior`.
        bias_prior_fn: as `weight_prior_fn`.
        bias_posterior_fn: as `weight_posterior_fn`.

    Inputs:
        - **x** (Tensor) - Float32 of shape (N, in_channels).

    Outputs:
        Float32 Tensor of shape (N, out_channels).

    Raises:
        TypeError: an argument has a wrong type, or a distribution is not normal.
        ValueError: a length is not positive, or `activation` is neither str nor Cell.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability.bnn_layers import DenseLocalReparam
        >>> DenseLocalReparam(3, 4)(ms.ops.ones((2, 3))).shape
        (2, 4)

    References:
        Kingma, Salimans, Welling: Variational Dropout and the Local Reparameterization Trick, 2015.
    """

    def _add_cells(self) -> None:
        self.normal = Normal()

    def _apply_variational_weight(self, inputs: Tensor) -> Tensor:
        mean = self.matmul(inputs, self.weight_posterior("mean"))
        var = self.matmul(ops.square(inputs), ops.square(self.weight_posterior("sd")))
        return self.normal("sample", mean=mean, sd=ops.sqrt(var))
