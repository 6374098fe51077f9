"""Layers."""

from __future__ import annotations

from msjax.nn.layer.container import CellDict, CellList, SequentialCell
