"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from msjax.nn.transformer._blocks import FeedForward as FeedForward
from msjax.nn.transformer._blocks import MultiHeadAttention as MultiHeadAttention
from msjax.nn.transformer._blocks import TransformerDecoderLayer as TransformerDecoderLayer
from msjax.nn.transformer._blocks import TransformerEncoderLayer as TransformerEncoderLayer
from msjax.nn.transformer.layers import AttentionMask as AttentionMask
from msjax.nn.transformer.layers import FixedSparseAttention as FixedSparseAttention
from msjax.nn.transformer.layers import VocabEmbedding as VocabEmbedding
from msjax.nn.transformer.loss import CrossEntropyLoss as CrossEntropyLoss
from msjax.nn.transformer.op_parallel_config import (
    EmbeddingOpParallelConfig as EmbeddingOpParallelConfig,
)
from msjax.nn.transformer.op_parallel_config import MoEConfig as MoEConfig
from msjax.nn.transformer.op_parallel_config import OpParallelConfig as OpParallelConfig
from msjax.nn.transformer.op_parallel_config import (
    TransformerOpParallelConfig as TransformerOpParallelConfig,
)
from msjax.nn.transformer.op_parallel_config import (
    TransformerRecomputeConfig as TransformerRecomputeConfig,
)
from msjax.nn.transformer.transformer import Transformer as Transformer
from msjax.nn.transformer.transformer import TransformerDecoder as TransformerDecoder
from msjax.nn.transformer.transformer import TransformerEncoder as TransformerEncoder
