"""Cells that give directional derivatives and pulled-back gradients."""

from __future__ import annotations

from msjax.nn.grad.cell_grad import Jvp, Vjp

__all__ = ["Jvp", "Vjp"]
