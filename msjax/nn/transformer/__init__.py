"""Transformers as in MindSpore 1.5 to 1.9, for code that was written for those releases."""

from __future__ import annotations

from msjax.nn.transformer.layers import FixedSparseAttention
from msjax.nn.transformer.loss import CrossEntropyLoss
from msjax.nn.transformer.moe import MoEConfig
from msjax.nn.transformer.op_parallel_config import OpParallelConfig
from msjax.nn.transformer.transformer import (
    AttentionMask,
    EmbeddingOpParallelConfig,
    FeedForward,
    MultiHeadAttention,
    Transformer,
    TransformerDecoder,
    TransformerDecoderLayer,
    TransformerEncoder,
    TransformerEncoderLayer,
    TransformerOpParallelConfig,
    TransformerRecomputeConfig,
    VocabEmbedding,
)

__all__ = [
    "AttentionMask",
    "CrossEntropyLoss",
    "EmbeddingOpParallelConfig",
    "FeedForward",
    "FixedSparseAttention",
    "MoEConfig",
    "MultiHeadAttention",
    "OpParallelConfig",
    "Transformer",
    "TransformerDecoder",
    "TransformerDecoderLayer",
    "TransformerEncoder",
    "TransformerEncoderLayer",
    "TransformerOpParallelConfig",
    "TransformerRecomputeConfig",
    "VocabEmbedding",
]
