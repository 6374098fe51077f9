"""The module path of AdaMax."""

from __future__ import annotations

from msjax.nn.optim.adam import AdaMax

__all__ = ["AdaMax"]
