"""Neural network Cells: layers, losses, optimizers and training wrappers."""

from __future__ import annotations

from msjax.nn.cell import Cell
from msjax.nn.layer.container import CellDict, CellList, SequentialCell
