"""Multi-head attention and the Transformer's layers."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from msjax._core.base import dtype as mstype
from msjax._core.base.errors import describe, must, prefixed
from msjax._core.op.publish import call
from msjax._core.op.registry import resolve
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.common.initializer import initializer
from msjax.kernels.attention import multi_head
from msjax.nn.cell import Cell
from msjax.nn.layer.basic import Dense, Dropout
from msjax.nn.layer.container import CellList
from msjax.nn.layer.normalization import LayerNorm

__all__ = [
    "MultiheadAttention",
    "Transformer",
    "TransformerDecoder",
    "TransformerDecoderLayer",
    "TransformerEncoder",
    "TransformerEncoderLayer",
]

_attend = call(multi_head.multi_head_attention)
_attend_dropping = call(multi_head.multi_head_attention_dropout)


class MultiheadAttention(Cell):
    """Attention of several heads over queries, keys and values, with projections in and out.

    Args:
        embed_dim: int, features of the query and the output.
        num_heads: int, how many heads; must divide `embed_dim`.
        dropout: float, probability of dropping an attention weight in training.
        has_bias: bool, whether the projections have biases.
        add_bias_kv: bool, whether to append a learned key and value.
        add_zero_attn: bool, whether to append a key and a value of zeros.
        kdim: int, features of the key; None means `embed_dim`.
        vdim: int, features of the value; None means `embed_dim`.
        batch_first: bool, whether the batch axis comes first.
        dtype: dtype of the Parameters.

    Inputs:
        - **query** (Tensor) - of shape (L, N, embed_dim), or (L, embed_dim) without batch.
        - **key** (Tensor) - of shape (S, N, kdim).
        - **value** (Tensor) - of shape (S, N, vdim).
        - **key_padding_mask** (Tensor) - of shape (N, S): Bool, True where a key does not count, or
          floating, added to the scores.
        - **need_weights** (bool) - whether to return the attention weights.
        - **attn_mask** (Tensor) - of shape (L, S) or (N * num_heads, L, S), Bool or floating
          likewise.
        - **average_attn_weights** (bool) - whether to average the attention weights over the heads.

    Outputs:
        Tuple of the output, shaped as the query, and, with `need_weights`, the attention weights of
        shape (N, L, S) or (N, num_heads, L, S).

    Raises:
        TypeError: an argument has a wrong type, or an input's dtype is not that of the
            Parameters.
        ValueError: `num_heads` does not divide `embed_dim`, or a shape or a mask does not fit.
        ZeroDivisionError: `num_heads` is 0.

    Examples:
        >>> import msjax as ms
        >>> attention = ms.nn.MultiheadAttention(8, 2)
        >>> x = ms.ops.ones((5, 3, 8))
        >>> out, weights = attention(x, x, x)
        >>> out.shape, weights.shape
        ((5, 3, 8), (3, 5, 5))

    References:
        Vaswani et al.: Attention Is All You Need, 2017.
    """

    def __init__(
        self,
        embed_dim: int,
        num_heads: int,
        dropout: float = 0.0,
        has_bias: bool = True,
        add_bias_kv: bool = False,
        add_zero_attn: bool = False,
        kdim: int | None = None,
        vdim: int | None = None,
        batch_first: bool = False,
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__()
        dtype = mstype.float32 if dtype is None else dtype
        self.embed_dim = embed_dim
        self.kdim = embed_dim if kdim is None else kdim
        self.vdim = embed_dim if vdim is None else vdim
        self._qkv_same_embed_dim = self.kdim == embed_dim and self.vdim == embed_dim
        self.num_heads = num_heads
        self.dropout = dropout
        self.batch_first = batch_first
        for arg, value in (("embed_dim", embed_dim), ("num_heads", num_heads)):
            if not isinstance(value, (int, float)):
                raise TypeError(prefixed("MultiheadAttention", must(arg, "int", describe(value))))
        if num_heads == 0:
            raise ZeroDivisionError(
                prefixed("MultiheadAttention", must("num_heads", "at least 1", 0))
            )
        self.head_dim = embed_dim // num_heads
        if self.head_dim * num_heads != embed_dim:
            raise ValueError(
                prefixed(
                    "MultiheadAttention", must("embed_dim", f"a multiple of {num_heads}", embed_dim)
                )
            )
        if self._qkv_same_embed_dim:
            self.in_proj_weight = _weight("in_proj_weight", (3 * embed_dim, embed_dim), dtype)
            self.q_proj_weight = self.k_proj_weight = self.v_proj_weight = None
        else:
            self.q_proj_weight = _weight("q_proj_weight", (embed_dim, embed_dim), dtype)
            self.k_proj_weight = _weight("k_proj_weight", (embed_dim, self.kdim), dtype)
            self.v_proj_weight = _weight("v_proj_weight", (embed_dim, self.vdim), dtype)
            self.in_proj_weight = None
        self.in_proj_bias = None
        if has_bias:
            zeros = initializer("zeros", (3 * embed_dim,), dtype)
            self.in_proj_bias = Parameter(zeros, "in_proj_bias")
        self.out_proj = Dense(embed_dim, embed_dim, has_bias=has_bias, dtype=dtype)
        self.bias_k = self.bias_v = None
        if add_bias_kv:
            shape = (1, 1, embed_dim)
            self.bias_k = Parameter(initializer("xavier_normal", shape, dtype), "bias_k")
            self.bias_v = Parameter(initializer("xavier_normal", shape, dtype), "bias_v")
        self.add_zero_attn = add_zero_attn
        self.dtype = dtype

    def construct(
        self,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        key_padding_mask: Tensor | None = None,
        need_weights: bool = True,
        attn_mask: Tensor | None = None,
        average_attn_weights: bool = True,
    ) -> tuple[Tensor, Tensor | None]:
        """The attended values, and the attention weights or None."""
        inputs = (query,) if query is key and key is value else (query, key, value)
        weights = (self.in_proj_weight,)
        if not self._qkv_same_embed_dim:
            weights = (self.q_proj_weight, self.k_proj_weight, self.v_proj_weight)
        extra = () if self.bias_k is None else (self.bias_k, self.bias_v)
        out = self.out_proj
        given = (
            *(inputs, weights, self.in_proj_bias, extra),
            *(out.weight, out.bias if out.has_bias else None, key_padding_mask, attn_mask),
            *(self.num_heads, self.batch_first, bool(self.add_zero_attn)),
            *(bool(need_weights), bool(average_attn_weights)),
        )
        if self.training and self.dropout > 0:
            return _attend_dropping(*given, self.dropout)
        return _attend(*given)


def _weight(name: str, shape: tuple[int, int], dtype: Any) -> Parameter:
    return Parameter(initializer("xavier_uniform", shape, dtype), name)


def _activation(owner: str, activation: Any) -> Any:
    """The function behind "relu", "gelu", ops.relu or ops.gelu."""
    known = {name: resolve("ops." + name) for name in ("relu", "gelu")}
    if isinstance(activation, str):
        if activation not in known:
            raise ValueError(
                prefixed(owner, must("activation", "'relu' or 'gelu'", repr(activation)))
            )
        return known[activation]
    if any(activation is function for function in known.values()):
        return activation
    raise ValueError(
        prefixed(owner, must("activation", "ops.relu or ops.gelu", describe(activation)))
    )


class _TransformerLayer(Cell):
    """What encoder and decoder layers share: their settings."""

    def _settings(self, given: dict[str, Any]) -> None:
        self._given = {k: v for k, v in given.items() if k not in ("self", "__class__")}
        self.d_model = given["d_model"]
        self.nhead = given["nhead"]
        self.dim_feedforward = given["dim_feedforward"]
        self.dropout_num = given["dropout"]
        self.layernorm_eps = given["layer_norm_eps"]
        self.batch_first = given["batch_first"]
        self.norm_first = given["norm_first"]
        self.dtype = given["dtype"]
        self.activation1 = given["activation"]
        self.activation = _activation(type(self).__name__, given["activation"])

    def _norm(self) -> LayerNorm:
        return LayerNorm((self.d_model,), epsilon=self.layernorm_eps, dtype=self.dtype)

    def _attention(self) -> MultiheadAttention:
        return MultiheadAttention(
            self.d_model,
            self.nhead,
            dropout=self.dropout_num,
            batch_first=self.batch_first,
            dtype=self.dtype,
        )

    def _attend(self, cell: Cell, x: Tensor, memory: Tensor, mask: Any, padding: Any) -> Tensor:
        return cell(
            x, memory, memory, attn_mask=mask, key_padding_mask=padding, need_weights=False
        )[0]

    def _feed_forward(self, x: Tensor) -> Tensor:
        return self.dense2(self.dropout(self.activation(self.dense1(x))))


class TransformerEncoderLayer(_TransformerLayer):
    """Self-attention and a feed-forward network, each with a residual connection and a norm.

    Args:
        d_model: int, features of the input.
        nhead: int, how many heads.
        dim_feedforward: int, features inside the feed-forward network.
        dropout: float, probability of dropping an element in training.
        activation: "relu", "gelu", `ops.relu` or `ops.gelu`.
        layer_norm_eps: float, the norms' epsilon.
        batch_first: bool, whether the batch axis comes first.
        norm_first: bool, whether the norms come before attention and network instead of after.
        dtype: dtype of the Parameters.

    Inputs:
        - **src** (Tensor) - of shape (S, N, d_model), or (N, S, d_model) with `batch_first`.
        - **src_mask** (Tensor) - mask of the scores, of shape (S, S) or (N * nhead, S, S), or None.
        - **src_key_padding_mask** (Tensor) - mask of the keys, of shape (N, S), or None.

    Outputs:
        Tensor of the shape of `src`.

    Raises:
        AssertionError: `src_key_padding_mask` is neither Bool nor of a floating dtype.
        TypeError: an argument has a wrong type, or an input's dtype is not that of the
            Parameters.
        ValueError: `activation` is none of the above, or a shape or a mask does not fit.

    Examples:
        >>> import msjax as ms
        >>> layer = ms.nn.TransformerEncoderLayer(8, 2, 16)
        >>> layer(ms.ops.ones((5, 3, 8))).shape
        (5, 3, 8)

    References:
        Vaswani et al.: Attention Is All You Need, 2017.
    """

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: str | Callable[..., Any] = "relu",
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__()
        self._settings(locals())
        self.self_attn = self._attention()
        self.dense1 = Dense(d_model, dim_feedforward, dtype=dtype)
        self.dropout = Dropout(p=dropout)
        self.dense2 = Dense(dim_feedforward, d_model, dtype=dtype)
        self.norm1 = self._norm()
        self.norm2 = self._norm()
        self.dropout1 = Dropout(p=dropout)
        self.dropout2 = Dropout(p=dropout)

    def construct(
        self,
        src: Tensor,
        src_mask: Tensor | None = None,
        src_key_padding_mask: Tensor | None = None,
    ) -> Tensor:
        """The encoded Tensor, of the shape of `src`."""
        _check_padding(src_key_padding_mask)
        x = src
        if self.norm_first:
            x = x + self._sa_block(self.norm1(x), src_mask, src_key_padding_mask)
            return x + self._ff_block(self.norm2(x))
        x = self.norm1(x + self._sa_block(x, src_mask, src_key_padding_mask))
        return self.norm2(x + self._ff_block(x))

    def _sa_block(self, x: Tensor, mask: Any, padding: Any) -> Tensor:
        return self.dropout1(self._attend(self.self_attn, x, x, mask, padding))

    def _ff_block(self, x: Tensor) -> Tensor:
        return self.dropout2(self._feed_forward(x))


class TransformerDecoderLayer(_TransformerLayer):
    """Self-attention, attention to a memory and a feed-forward network.

    Args:
        d_model: int, features of the input.
        nhead: int, how many heads.
        dim_feedforward: int, features inside the feed-forward network.
        dropout: float, probability of dropping an element in training.
        activation: "relu", "gelu", `ops.relu` or `ops.gelu`.
        layer_norm_eps: float, the norms' epsilon.
        batch_first: bool, whether the batch axis comes first.
        norm_first: bool, whether the norms come before attention and network instead of after.
        dtype: dtype of the Parameters.

    Inputs:
        - **tgt** (Tensor) - of shape (T, N, d_model), or (N, T, d_model) with `batch_first`.
        - **memory** (Tensor) - the encoder's output, of shape (S, N, d_model).
        - **tgt_mask** (Tensor) - mask of the scores within `tgt`, or None.
        - **memory_mask** (Tensor) - mask of the scores between `tgt` and `memory`, or None.
        - **tgt_key_padding_mask** (Tensor) - mask of the elements of `tgt`, of shape (N, T), or
          None.
        - **memory_key_padding_mask** (Tensor) - mask of the elements of `memory`, of shape (N, S),
          or None.

    Outputs:
        Tensor of the shape of `tgt`.

    Raises:
        TypeError: an argument has a wrong type, or an input's dtype is not that of the
            Parameters.
        ValueError: `activation` is none of the above, or a shape or a mask does not fit.

    Examples:
        >>> import msjax as ms
        >>> layer = ms.nn.TransformerDecoderLayer(8, 2, 16)
        >>> layer(ms.ops.ones((4, 3, 8)), ms.ops.ones((5, 3, 8))).shape
        (4, 3, 8)

    References:
        Vaswani et al.: Attention Is All You Need, 2017.
    """

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: str | Callable[..., Any] = "relu",
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__()
        self._settings(locals())
        self.self_attn = self._attention()
        self.multihead_attn = self._attention()
        self.dense1 = Dense(d_model, dim_feedforward, dtype=dtype)
        self.dropout = Dropout(p=dropout)
        self.dense2 = Dense(dim_feedforward, d_model, dtype=dtype)
        self.norm1 = self._norm()
        self.norm2 = self._norm()
        self.norm3 = self._norm()
        self.dropout1 = Dropout(p=dropout)
        self.dropout2 = Dropout(p=dropout)
        self.dropout3 = Dropout(p=dropout)

    def construct(
        self,
        tgt: Tensor,
        memory: Tensor,
        tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None,
        memory_key_padding_mask: Tensor | None = None,
    ) -> Tensor:
        """The decoded Tensor, of the shape of `tgt`."""
        own = (tgt_mask, tgt_key_padding_mask)
        other = (memory_mask, memory_key_padding_mask)
        x = tgt
        if self.norm_first:
            x = x + self._sa_block(self.norm1(x), *own)
            x = x + self._mha_block(self.norm2(x), memory, *other)
            return x + self._ff_block(self.norm3(x))
        x = self.norm1(x + self._sa_block(x, *own))
        x = self.norm2(x + self._mha_block(x, memory, *other))
        return self.norm3(x + self._ff_block(x))

    def _sa_block(self, x: Tensor, mask: Any, padding: Any) -> Tensor:
        return self.dropout1(self._attend(self.self_attn, x, x, mask, padding))

    def _mha_block(self, x: Tensor, memory: Tensor, mask: Any, padding: Any) -> Tensor:
        return self.dropout2(self._attend(self.multihead_attn, x, memory, mask, padding))

    def _ff_block(self, x: Tensor) -> Tensor:
        return self.dropout3(self._feed_forward(x))


def _check_padding(mask: Tensor | None) -> None:
    if mask is not None and mask.dtype != mstype.bool_ and not mask.is_floating_point():
        raise AssertionError(
            prefixed(
                "TransformerEncoderLayer", must("key_padding_mask", "bool or floating", mask.dtype)
            )
        )


def _copies(layer: Cell, count: int) -> CellList:
    """Layers with the settings of `layer`, all with the same newly drawn Parameters."""
    if type(layer) in (TransformerEncoderLayer, TransformerDecoderLayer):
        layer = type(layer)(**layer._given)
    return CellList([copy.deepcopy(layer) for _ in range(count)])


class TransformerEncoder(Cell):
    """A stack of encoder layers.

    The layers take the settings of `encoder_layer` and newly drawn Parameters, the same in each.

    Args:
        encoder_layer: TransformerEncoderLayer whose settings the layers take.
        num_layers: int, how many layers.
        norm: Cell applied to the output, or None.

    Inputs:
        - **src** (Tensor) - of shape (S, N, d_model), or (N, S, d_model) with `batch_first`.
        - **src_mask** (Tensor) - mask of the scores, of shape (S, S) or (N * nhead, S, S), or None.
        - **src_key_padding_mask** (Tensor) - mask of the keys, of shape (N, S), or None.

    Outputs:
        Tensor of the shape of `src`.

    Raises:
        AssertionError: `src_key_padding_mask` is neither Bool nor of a floating dtype.
        TypeError: `encoder_layer` is not a Cell.
        ValueError: a shape or a mask does not fit.

    Examples:
        >>> import msjax as ms
        >>> encoder = ms.nn.TransformerEncoder(ms.nn.TransformerEncoderLayer(8, 2, 16), 2)
        >>> encoder(ms.ops.ones((5, 3, 8))).shape
        (5, 3, 8)
    """

    def __init__(
        self, encoder_layer: TransformerEncoderLayer, num_layers: int, norm: Cell | None = None
    ):
        super().__init__()
        self.layers = _copies(encoder_layer, num_layers)
        self.num_layers = num_layers
        self.norm = norm

    def construct(
        self,
        src: Tensor,
        src_mask: Tensor | None = None,
        src_key_padding_mask: Tensor | None = None,
    ) -> Tensor:
        """The Tensor that the last layer gives."""
        _check_padding(src_key_padding_mask)
        output = src
        for layer in self.layers:
            output = layer(output, src_mask=src_mask, src_key_padding_mask=src_key_padding_mask)
        return output if self.norm is None else self.norm(output)


class TransformerDecoder(Cell):
    """A stack of decoder layers.

    The layers take the settings of `decoder_layer` and newly drawn Parameters, the same in each.

    Args:
        decoder_layer: TransformerDecoderLayer whose settings the layers take.
        num_layers: int, how many layers.
        norm: Cell applied to the output, or None.

    Inputs:
        - **tgt** (Tensor) - of shape (T, N, d_model), or (N, T, d_model) with `batch_first`.
        - **memory** (Tensor) - the encoder's output, of shape (S, N, d_model).
        - **tgt_mask** (Tensor) - mask of the scores within `tgt`, or None.
        - **memory_mask** (Tensor) - mask of the scores between `tgt` and `memory`, or None.
        - **tgt_key_padding_mask** (Tensor) - mask of the elements of `tgt`, of shape (N, T), or
          None.
        - **memory_key_padding_mask** (Tensor) - mask of the elements of `memory`, of shape (N, S),
          or None.

    Outputs:
        Tensor of the shape of `tgt`.

    Raises:
        TypeError: `decoder_layer` is not a Cell.
        ValueError: a shape or a mask does not fit.

    Examples:
        >>> import msjax as ms
        >>> decoder = ms.nn.TransformerDecoder(ms.nn.TransformerDecoderLayer(8, 2, 16), 2)
        >>> decoder(ms.ops.ones((4, 3, 8)), ms.ops.ones((5, 3, 8))).shape
        (4, 3, 8)
    """

    def __init__(
        self, decoder_layer: TransformerDecoderLayer, num_layers: int, norm: Cell | None = None
    ):
        super().__init__()
        self.layers = _copies(decoder_layer, num_layers)
        self.num_layers = num_layers
        self.norm = norm

    def construct(
        self,
        tgt: Tensor,
        memory: Tensor,
        tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None,
        memory_key_padding_mask: Tensor | None = None,
    ) -> Tensor:
        """The Tensor that the last layer gives."""
        output = tgt
        for layer in self.layers:
            output = layer(
                output,
                memory,
                tgt_mask=tgt_mask,
                memory_mask=memory_mask,
                tgt_key_padding_mask=tgt_key_padding_mask,
                memory_key_padding_mask=memory_key_padding_mask,
            )
        return output if self.norm is None else self.norm(output)


class Transformer(Cell):
    """An encoder and a decoder.

    Args:
        d_model: int, features of the inputs.
        nhead: int, how many heads.
        num_encoder_layers: int, how many encoder layers.
        num_decoder_layers: int, how many decoder layers.
        dim_feedforward: int, features inside the feed-forward networks.
        dropout: float, probability of dropping an element in training.
        activation: "relu", "gelu", `ops.relu` or `ops.gelu`.
        custom_encoder: a Cell in place of the encoder.
        custom_decoder: a Cell in place of the decoder.
        layer_norm_eps: float, the norms' epsilon.
        batch_first: bool, whether the batch axis comes first.
        norm_first: bool, whether the norms come before attention and network instead of after.
        dtype: dtype of the Parameters.

    Inputs:
        - **src** (Tensor) - of shape (S, N, d_model), or (S, d_model) without batch.
        - **tgt** (Tensor) - of shape (T, N, d_model), or (T, d_model) without batch.
        - **src_mask** (Tensor) - mask of the scores within `src`, or None.
        - **tgt_mask** (Tensor) - mask of the scores within `tgt`, or None.
        - **memory_mask** (Tensor) - mask of the scores between `tgt` and the encoded `src`, or
          None.
        - **src_key_padding_mask** (Tensor) - mask of the elements of `src`, of shape (N, S), or
          None.
        - **tgt_key_padding_mask** (Tensor) - mask of the elements of `tgt`, of shape (N, T), or
          None.
        - **memory_key_padding_mask** (Tensor) - mask of the elements of the encoded `src`, of shape
          (N, S), or None.

    Outputs:
        Tensor of the shape of `tgt`.

    Raises:
        TypeError: an argument has a wrong type, or an input's dtype is not that of the
            Parameters.
        ValueError: the batch sizes or features do not fit, or `activation` is none of the above.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.Transformer(8, 2, 1, 1, 16)
        >>> net(ms.ops.ones((5, 3, 8)), ms.ops.ones((4, 3, 8))).shape
        (4, 3, 8)

    References:
        Vaswani et al.: Attention Is All You Need, 2017.
    """

    def __init__(
        self,
        d_model: int = 512,
        nhead: int = 8,
        num_encoder_layers: int = 6,
        num_decoder_layers: int = 6,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: str | Callable[..., Any] = "relu",
        custom_encoder: Cell | None = None,
        custom_decoder: Cell | None = None,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__()
        settings = (d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps)
        settings += (batch_first, norm_first, dtype)

        def norm() -> LayerNorm:
            return LayerNorm((d_model,), epsilon=layer_norm_eps, dtype=dtype)

        if custom_encoder is not None:
            self.encoder = custom_encoder
        else:
            layer = TransformerEncoderLayer(*settings)
            self.encoder = TransformerEncoder(layer, num_encoder_layers, norm())
        if custom_decoder is not None:
            self.decoder = custom_decoder
        else:
            layer = TransformerDecoderLayer(*settings)
            self.decoder = TransformerDecoder(layer, num_decoder_layers, norm())
        for p in self.get_parameters():
            if p.ndim > 1:
                p.set_data(initializer("xavier_uniform", p.shape, p.dtype))
        self.d_model = d_model
        self.nhead = nhead
        self.batch_first = batch_first

    def construct(
        self,
        src: Tensor,
        tgt: Tensor,
        src_mask: Tensor | None = None,
        tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        src_key_padding_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None,
        memory_key_padding_mask: Tensor | None = None,
    ) -> Tensor:
        """The decoded Tensor, of the shape of `tgt`."""
        if src.ndim == 3:
            axis = 0 if self.batch_first else 1
            if src.shape[axis] != tgt.shape[axis]:
                raise ValueError("The number of batch size for 'src' and 'tgt' must be equal.")
        if src.shape[-1] != self.d_model or tgt.shape[-1] != self.d_model:
            raise ValueError("The number of features for 'src' and 'tgt' must be 'd_model'.")
        memory = self.encoder(src, src_mask=src_mask, src_key_padding_mask=src_key_padding_mask)
        return self.decoder(
            tgt,
            memory,
            tgt_mask=tgt_mask,
            memory_mask=memory_mask,
            tgt_key_padding_mask=tgt_key_padding_mask,
            memory_key_padding_mask=memory_key_padding_mask,
        )
