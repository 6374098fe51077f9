"""Layers of the transformer module of older releases under another of their paths."""

from __future__ import annotations

from msjax.nn.transformer.layers import _Dropout, _LayerNorm, _Linear

__all__ = ["_Dropout", "_LayerNorm", "_Linear"]
