"""Transformers of older releases: encoders and decoders of several layers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msjax import nn
from msjax._core.base import dtype as mstype
from msjax._core.tensor.tensor import Tensor
from msjax.nn.cell import Cell
from msjax.nn.transformer._blocks import (
    FeedForward,
    MultiHeadAttention,
    TransformerDecoderLayer,
    TransformerEncoderLayer,
)
from msjax.nn.transformer.layers import AttentionMask, VocabEmbedding, checked, one_of_types
from msjax.nn.transformer.op_parallel_config import (
    EmbeddingOpParallelConfig,
    OpParallelConfig,
    TransformerOpParallelConfig,
    TransformerRecomputeConfig,
    default_moe_config,
    default_transformer_config,
)

if TYPE_CHECKING:
    from msjax.nn.transformer.op_parallel_config import MoEConfig

__all__ = [
    "AttentionMask",
    "EmbeddingOpParallelConfig",
    "FeedForward",
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

_config = one_of_types(TransformerOpParallelConfig)


def _get_lambda_func(total_layer: int | None = None) -> Callable:
    """What sets the pipeline stage, fusion and recomputation of each layer by default.

    Args:
        total_layer: int, number of all layers, if the stack has only some of them.
    """

    def configure(
        network: Cell, layer_id: int, offset: int, parallel_config: Any, layers: int
    ) -> None:
        layers, stages = total_layer or layers, parallel_config.pipeline_stage
        if layers < stages:
            raise ValueError(f"layers {layers} must be larger than pipeline stage {stages}")
        network.pipeline_stage = min((layer_id + offset) // max(layers // stages, 1), stages - 1)
        distance = max(layers // parallel_config.gradient_aggregation_group, 1)
        network.set_comm_fusion((layer_id + offset) // distance + 1)
        recompute = parallel_config.recompute
        if recompute is True:
            network.recompute()
        elif recompute and recompute.recompute:
            network.recompute(
                parallel_optimizer_comm_recompute=recompute.parallel_optimizer_comm_recompute,
                mp_comm_recompute=recompute.mp_comm_recompute,
                recompute_slice_activation=recompute.recompute_slice_activation,
            )

    return configure


def _blocks(kind: type, number: int, lambda_func: Any, offset: int, settings: dict) -> Cell:
    """The layers of a stack, configured."""
    config = settings["parallel_config"]
    settings = {**settings, "parallel_config": config.dp_mp_config}
    configure, blocks = lambda_func or _get_lambda_func(), nn.CellList()
    for i in range(number):
        block = kind(**settings)
        configure(block, layer_id=i, layers=number, offset=offset, parallel_config=config)
        blocks.append(block)
    return blocks


def _layer_settings(given: dict, *others: str) -> dict:
    left = {"self", "__class__", "num_layers", "lambda_func", "offset", *others}
    return {name: value for name, value in given.items() if name not in left}


class TransformerEncoder(Cell):
    """Several encoder layers.

    Args:
        batch_size: int, number of sequences; None for any, without saved keys and values.
        num_layers: int, number of layers.
        hidden_size: int, length of the vectors.
        ffn_hidden_size: int, length between the feed-forward layers.
        seq_length: int, length of the sequences.
        num_heads: int, number of heads.
        attention_dropout_rate: float, dropout of the weights of attention.
        hidden_dropout_rate: float, dropout of the outputs.
        hidden_act: str, name of the activation, or class of a Cell.
        post_layernorm_residual: bool, whether residuals start behind the norms.
        layernorm_compute_type: dtype of the norms.
        softmax_compute_type: dtype of the softmax.
        param_init_type: dtype of the Parameters.
        lambda_func: called with (network, layer_id, offset, parallel_config, layers) for each
            layer, to configure it; None for the default.
        offset: int, number of layers before this stack.
        use_past: bool, whether keys and values are saved, see MultiHeadAttention.
        moe_config: MoEConfig; one expert.
        parallel_config: TransformerOpParallelConfig.

    Inputs:
        - **hidden_states** (Tensor) - Float16 or Float32 of shape (batch, seq_length, hidden) or
          (batch * seq_length, hidden).
        - **attention_mask** (Tensor) - of shape (batch, seq_length, seq_length), 1 where attention
          is allowed.
        - **init_reset** (Tensor) - with saved keys, Bool of shape (1,), False to clear them; else
          True.
        - **batch_valid_length** (Tensor) - with saved keys, the lengths of the sequences, Int32 of
          shape (batch,); else None.

    Outputs:
        Tuple of the last output, of the shape of `hidden_states`, and a tuple with keys and values
        of every layer.

    Raises:
        NotImplementedError: `moe_config` has more than one expert.
        TypeError: an argument or an input has a wrong type or dtype.
        ValueError: an argument is out of range, or an input has another shape.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.transformer import TransformerEncoder
        >>> net = TransformerEncoder(1, 2, 4, 8, 3, 2)
        >>> out, present = net(ms.ops.ones((1, 3, 4)), ms.ops.ones((1, 3, 3)))
        >>> out.shape, len(present)
        ((1, 3, 4), 2)

    References:
        Vaswani et al.: Attention Is All You Need, 2017.
    """

    @checked(parallel_config=_config)
    def __init__(
        self,
        batch_size: int | None,
        num_layers: int,
        hidden_size: int,
        ffn_hidden_size: int,
        seq_length: int,
        num_heads: int,
        attention_dropout_rate: float = 0.1,
        hidden_dropout_rate: float = 0.1,
        hidden_act: str | type[Cell] = "gelu",
        post_layernorm_residual: bool = False,
        layernorm_compute_type: mstype.Type = mstype.float32,
        softmax_compute_type: mstype.Type = mstype.float32,
        param_init_type: mstype.Type = mstype.float32,
        lambda_func: Callable | None = None,
        offset: int = 0,
        use_past: bool = False,
        moe_config: MoEConfig = default_moe_config,
        parallel_config: TransformerOpParallelConfig = default_transformer_config,
    ):
        settings = _layer_settings(locals())
        super().__init__()
        self.use_moe, self.num_layers = False, num_layers
        self.blocks = _blocks(TransformerEncoderLayer, num_layers, lambda_func, offset, settings)

    def construct(
        self,
        hidden_states: Tensor,
        attention_mask: Tensor,
        init_reset: bool = True,
        batch_valid_length: Tensor | None = None,
    ) -> tuple:
        """The last output, and keys and values of every layer."""
        present: tuple = ()
        for block in self.blocks:
            hidden_states, new = block(
                hidden_states, attention_mask, init_reset, batch_valid_length
            )
            present += (new,)
        return hidden_states, present


class TransformerDecoder(Cell):
    """Several decoder layers.

    Args:
        num_layers: int, number of layers.
        batch_size: int, number of sequences; None for any, without saved keys and values.
        hidden_size: int, length of the vectors.
        ffn_hidden_size: int, length between the feed-forward layers.
        src_seq_length: int, length of the encoder's sequences.
        tgt_seq_length: int, length of the decoder's sequences.
        num_heads: int, number of heads.
        attention_dropout_rate: float, dropout of the weights of attention.
        hidden_dropout_rate: float, dropout of the outputs.
        post_layernorm_residual: bool, whether residuals start behind the norms.
        layernorm_compute_type: dtype of the norms.
        softmax_compute_type: dtype of the softmax.
        param_init_type: dtype of the Parameters.
        hidden_act: str, name of the activation, or class of a Cell.
        lambda_func: as in TransformerEncoder.
        use_past: bool, False: a decoder layer saves no keys and values.
        offset: int, number of layers before this stack.
        moe_config: MoEConfig; one expert.
        parallel_config: TransformerOpParallelConfig.

    Inputs:
        - **hidden_states** (Tensor) - Float16 or Float32 of shape (batch, tgt, hidden) or (batch *
          tgt, hidden).
        - **attention_mask** (Tensor) - of shape (batch, tgt, tgt), 1 where attention is allowed.
        - **encoder_output** (Tensor) - of shape (batch, src, hidden) or (batch * src, hidden); None
          for no attention to it.
        - **memory_mask** (Tensor) - of shape (batch, tgt, src), 1 where attention is allowed; None
          without `encoder_output`.
        - **init_reset** (bool) - True.
        - **batch_valid_length** (Tensor) - None.

    Outputs:
        Tuple of the last output, of the shape of `hidden_states`, and a tuple with keys and values
        of every layer.

    Raises:
        NotImplementedError: `moe_config` has more than one expert.
        TypeError: an argument or an input has a wrong type or dtype.
        ValueError: an argument is out of range, or an input has another shape.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.transformer import TransformerDecoder
        >>> net, ones = TransformerDecoder(1, 1, 4, 8, 3, 2, 2), ms.ops.ones
        >>> args = ones((1, 2, 4)), ones((1, 2, 2)), ones((1, 3, 4)), ones((1, 2, 3))
        >>> out, present = net(*args)
        >>> out.shape, len(present)
        ((1, 2, 4), 1)

    References:
        Vaswani et al.: Attention Is All You Need, 2017.
    """

    @checked(parallel_config=_config)
    def __init__(
        self,
        num_layers: int,
        batch_size: int | None,
        hidden_size: int,
        ffn_hidden_size: int,
        src_seq_length: int,
        tgt_seq_length: int,
        num_heads: int,
        attention_dropout_rate: float = 0.1,
        hidden_dropout_rate: float = 0.1,
        post_layernorm_residual: bool = False,
        layernorm_compute_type: mstype.Type = mstype.float32,
        softmax_compute_type: mstype.Type = mstype.float32,
        param_init_type: mstype.Type = mstype.float32,
        hidden_act: str | type[Cell] = "gelu",
        lambda_func: Callable | None = None,
        use_past: bool = False,
        offset: int = 0,
        moe_config: MoEConfig = default_moe_config,
        parallel_config: TransformerOpParallelConfig = default_transformer_config,
    ):
        settings = _layer_settings(locals())
        super().__init__()
        self.use_moe, self.num_layers = False, num_layers
        self.blocks = _blocks(TransformerDecoderLayer, num_layers, lambda_func, offset, settings)

    def construct(
        self,
        hidden_states: Tensor,
        attention_mask: Tensor,
        encoder_output: Tensor | None = None,
        memory_mask: Tensor | None = None,
        init_reset: bool = True,
        batch_valid_length: Tensor | None = None,
    ) -> tuple:
        """The last output, and keys and values of every layer."""
        present: tuple = ()
        for block in self.blocks:
            hidden_states, new = block(
                hidden_states,
                attention_mask,
                encoder_output,
                memory_mask,
                init_reset,
                batch_valid_length,
            )
            present += (new,)
        return hidden_states, present


class Transformer(Cell):
    """An encoder, and a decoder that attends to it.

    Args:
        hidden_size: int, length of the vectors.
        batch_size: int, number of sequences; None for any, without saved keys and values.
        ffn_hidden_size: int, length between the feed-forward layers.
        src_seq_length: int, length of the encoder's sequences.
        tgt_seq_length: int, length of the decoder's sequences.
        encoder_layers: int, number of encoder layers.
        decoder_layers: int, number of decoder layers, perhaps 0.
        num_heads: int, number of heads.
        attention_dropout_rate: float, dropout of the weights of attention.
        hidden_dropout_rate: float, dropout of the outputs.
        hidden_act: str, name of the activation, or class of a Cell.
        post_layernorm_residual: bool, whether residuals start behind the norms.
        layernorm_compute_type: dtype of the norms.
        softmax_compute_type: dtype of the softmax.
        param_init_type: dtype of the Parameters.
        lambda_func: as in TransformerEncoder.
        use_past: bool, whether keys and values are saved; without decoder only.
        moe_config: MoEConfig; one expert.
        parallel_config: TransformerOpParallelConfig.

    Inputs:
        - **encoder_inputs** (Tensor) - Float16 or Float32 of shape (batch, src, hidden) or (batch *
          src, hidden).
        - **encoder_masks** (Tensor) - of shape (batch, src, src), 1 where attention is allowed.
        - **decoder_inputs** (Tensor) - of shape (batch, tgt, hidden) or (batch * tgt, hidden); None
          without decoder.
        - **decoder_masks** (Tensor) - of shape (batch, tgt, tgt), 1 where attention is allowed;
          None without decoder.
        - **memory_mask** (Tensor) - of shape (batch, tgt, src), 1 where attention is allowed; None
          without decoder.
        - **init_reset** (Tensor) - with saved keys, Bool of shape (1,), False to clear them; else
          True.
        - **batch_valid_length** (Tensor) - with saved keys, the lengths of the sequences, Int32 of
          shape (batch,); else None.

    Outputs:
        Tuple of the output, and keys and values of the encoder's and of the decoder's layers; None
        for the latter without decoder.

    Raises:
        NotImplementedError: `moe_config` has more than one expert.
        TypeError: an argument or an input has a wrong type or dtype.
        ValueError: an argument is out of range, or an input has another shape.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.transformer import Transformer
        >>> net = Transformer(4, 1, 8, 3, 2, encoder_layers=1, decoder_layers=1)
        >>> ones = ms.ops.ones
        >>> out, _, _ = net(ones((1, 3, 4)), ones((1, 3, 3)), ones((1, 2, 4)), ones((1, 2, 2)),
        ...                 ones((1, 2, 3)))
        >>> out.shape
        (1, 2, 4)

    References:
        Vaswani et al.: Attention Is All You Need, 2017.
    """

    @checked(parallel_config=_config)
    def __init__(
        self,
        hidden_size: int,
        batch_size: int | None,
        ffn_hidden_size: int,
        src_seq_length: int,
        tgt_seq_length: int,
        encoder_layers: int = 3,
        decoder_layers: int = 3,
        num_heads: int = 2,
        attention_dropout_rate: float = 0.1,
        hidden_dropout_rate: float = 0.1,
        hidden_act: str | type[Cell] = "gelu",
        post_layernorm_residual: bool = False,
        layernorm_compute_type: mstype.Type = mstype.float32,
        softmax_compute_type: mstype.Type = mstype.float32,
        param_init_type: mstype.Type = mstype.float32,
        lambda_func: Callable | None = None,
        use_past: bool = False,
        moe_config: MoEConfig = default_moe_config,
        parallel_config: TransformerOpParallelConfig = default_transformer_config,
    ):
        settings = _layer_settings(
            locals(), "src_seq_length", "tgt_seq_length", "encoder_layers", "decoder_layers"
        )
        super().__init__()
        if decoder_layers > 0 and use_past:
            raise ValueError(
                f"The {self.cls_name} with encoder and decoder does not support use_past=True."
            )
        self.batch_size, self.hidden_size = batch_size, hidden_size
        self.src_seq_length, self.tgt_seq_length = src_seq_length, tgt_seq_length
        self.use_past, self.use_moe = use_past, False
        settings["lambda_func"] = lambda_func or _get_lambda_func(encoder_layers + decoder_layers)
        self.encoder = TransformerEncoder(
            num_layers=encoder_layers, seq_length=src_seq_length, **settings
        )
        self.decoder = None
        if decoder_layers > 0:
            self.decoder = TransformerDecoder(
                num_layers=decoder_layers,
                src_seq_length=src_seq_length,
                tgt_seq_length=tgt_seq_length,
                offset=encoder_layers,
                **settings,
            )

    def construct(
        self,
        encoder_inputs: Tensor,
        encoder_masks: Tensor,
        decoder_inputs: Tensor | None = None,
        decoder_masks: Tensor | None = None,
        memory_mask: Tensor | None = None,
        init_reset: bool = True,
        batch_valid_length: Tensor | None = None,
    ) -> tuple:
        """The output, and keys and values of the encoder's and of the decoder's layers."""
        out, encoder_present = self.encoder(
            encoder_inputs, encoder_masks, init_reset, batch_valid_length
        )
        decoder_present = None
        if self.decoder is not None:
            out, decoder_present = self.decoder(
                decoder_inputs, decoder_masks, out, memory_mask, init_reset, batch_valid_length
            )
        return out, encoder_present, decoder_present
