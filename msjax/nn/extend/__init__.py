"""Layers of MindSpore 2.3's extended API under their path of that release."""

from __future__ import annotations

from msjax.nn.layer.basic import Linear
from msjax.nn.layer.embedding import EmbeddingExt as Embedding
from msjax.nn.layer.normalization import LayerNormExt as LayerNorm
from msjax.nn.layer.pooling import MaxPool2dExt as MaxPool2d

__all__ = ["Embedding", "LayerNorm", "Linear", "MaxPool2d"]
