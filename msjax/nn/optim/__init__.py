"""Optimizers."""

from __future__ import annotations

from msjax.nn.optim.ada_grad import Adagrad
from msjax.nn.optim.adadelta import Adadelta
from msjax.nn.optim.adafactor import AdaFactor
from msjax.nn.optim.adam import Adam, AdamOffload, AdamWeightDecay
from msjax.nn.optim.adamax import AdaMax
from msjax.nn.optim.adasum import AdaSumByDeltaWeightWrapCell, AdaSumByGradWrapCell
from msjax.nn.optim.asgd import ASGD
from msjax.nn.optim.ftrl import FTRL
from msjax.nn.optim.lamb import Lamb
from msjax.nn.optim.lars import LARS
from msjax.nn.optim.lazyadam import LazyAdam
from msjax.nn.optim.momentum import Momentum
from msjax.nn.optim.optimizer import Optimizer
from msjax.nn.optim.proximal_ada_grad import ProximalAdagrad
from msjax.nn.optim.rmsprop import RMSProp
from msjax.nn.optim.rprop import Rprop
from msjax.nn.optim.sgd import SGD
from msjax.nn.optim.tft_wrapper import OptTFTWrapper
from msjax.nn.optim.thor import thor

__all__ = [
    "Optimizer",
    "Momentum",
    "LARS",
    "Adam",
    "AdamWeightDecay",
    "LazyAdam",
    "AdamOffload",
    "Lamb",
    "SGD",
    "ASGD",
    "Rprop",
    "FTRL",
    "RMSProp",
    "ProximalAdagrad",
    "Adagrad",
    "thor",
    "AdaFactor",
    "AdaSumByDeltaWeightWrapCell",
    "AdaSumByGradWrapCell",
    "AdaMax",
    "Adadelta",
    "OptTFTWrapper",
]
