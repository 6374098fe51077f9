"""The module path of Momentum."""

from __future__ import annotations

from msjax.nn.optim.sgd import Momentum

__all__ = ["Momentum"]
