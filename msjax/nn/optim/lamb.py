"""The module path of Lamb."""

from __future__ import annotations

from msjax.nn.optim.adam import Lamb

__all__ = ["Lamb"]
