"""Optimizers with groups of Parameters, and schedulers of their learning rates."""

from __future__ import annotations

from msjax.experimental.optim import lr_scheduler
from msjax.experimental.optim.adam import Adam, Adamax, NAdam, RAdam
from msjax.experimental.optim.adamw import AdamW
from msjax.experimental.optim.optimizer import Optimizer
from msjax.experimental.optim.sgd import ASGD, SGD, Adadelta, Adagrad, RMSprop, Rprop

__all__ = [
    "Optimizer",
    "AdamW",
    "SGD",
    "Adam",
    "NAdam",
    "Rprop",
    "Adadelta",
    "Adagrad",
    "Adamax",
    "RMSprop",
    "RAdam",
    "ASGD",
    "lr_scheduler",
]
