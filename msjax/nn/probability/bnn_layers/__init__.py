"""Layers of Bayesian neural networks."""

from msjax.nn.probability.bnn_layers.bnn_cell_wrapper import WithBNNLossCell
from msjax.nn.probability.bnn_layers.conv_variational import ConvReparam
from msjax.nn.probability.bnn_layers.dense_variational import DenseLocalReparam, DenseReparam
from msjax.nn.probability.bnn_layers.layer_distribution import NormalPosterior, NormalPrior

__all__ = [
    "ConvReparam",
    "DenseLocalReparam",
    "DenseReparam",
    "NormalPosterior",
    "NormalPrior",
    "WithBNNLossCell",
]
