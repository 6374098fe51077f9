"""The module path of LazyAdam."""

from __future__ import annotations

from msjax.nn.optim.adam import LazyAdam

__all__ = ["LazyAdam"]
