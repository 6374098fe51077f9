"""Attention with saved keys and values and the layers around it, as in older releases.

Products are computed in float16 by default, as in those releases.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from msjax import nn, ops
from msjax._core.base import dtype as mstype
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.nn.cell import Cell
from msjax.nn.transformer.layers import (
    FLOATS,
    _check_past_none_input_none,
    _LayerNorm,
    _Linear,
    check_divides,
    check_dtype,
    check_rank,
    check_shape,
    checked,
    one_of_types,
)
from msjax.nn.transformer.op_parallel_config import (
    MoEParallelConfig,
    OpParallelConfig,
    check_experts,
    default_dpmp_config,
    default_moe_config,
)

if TYPE_CHECKING:
    from msjax.nn.transformer.op_parallel_config import MoEConfig

_layer_config = one_of_types(OpParallelConfig, MoEParallelConfig)


def _check_past(owner: str, use_past: bool, name: str, value: Any, default: Any) -> None:
    tensor, left_out = isinstance(value, Tensor), value is default
    _check_past_none_input_none(use_past, name, owner, default, tensor, left_out)


class FeedForward(Cell):
    """Two dense layers with an activation between them, then dropout.

    Args:
        hidden_size: int, length of the last axis of input and output.
        ffn_hidden_size: int, length between the layers.
        dropout_rate: float, probability to drop an element, below 1.
        hidden_act: str, name of the activation, or class of a Cell.
        expert_num: int, number of experts, each with its own weights; the input then is of shape
            (batch, experts, tokens, hidden_size).
        expert_group_size: int, tokens of each group of devices, or None.
        param_init_type: dtype of the weights.
        parallel_config: OpParallelConfig.

    Inputs:
        - **x** (Tensor) - Float16 or Float32 of shape (batch, tokens, hidden_size) or (tokens,
          hidden_size).

    Outputs:
        Float16 Tensor of the shape of `x`.

    Raises:
        TypeError: an argument or an input has a wrong type or dtype.
        ValueError: an argument is out of range, or an input has another shape.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.transformer import FeedForward
        >>> FeedForward(4, 8, 0.1)(ms.ops.ones((2, 3, 4))).shape
        (2, 3, 4)
    """

    @checked(parallel_config=_layer_config)
    def __init__(
        self,
        hidden_size: int,
        ffn_hidden_size: int,
        dropout_rate: float,
        hidden_act: str | type[Cell] = "gelu",
        expert_num: int = 1,
        expert_group_size: int | None = None,
        param_init_type: mstype.Type = mstype.float32,
        parallel_config: Any = default_dpmp_config,
    ):
        super().__init__()
        check_divides(
            "FeedForward",
            parallel_config,
            ffn_hidden_size=ffn_hidden_size,
            hidden_size=hidden_size,
        )
        parts = parallel_config.expert_parallel if expert_num > 1 else 1
        common = {
            "transpose_b": False,
            "expert_num": expert_num,
            "outer_batch": int(parallel_config.data_parallel / parts) if expert_num > 1 else 1,
            "expert_group_size": expert_group_size,
            "param_init_type": param_init_type,
        }
        self.mapping = _Linear(hidden_size, ffn_hidden_size, activation=hidden_act, **common)
        self.projection = _Linear(ffn_hidden_size, hidden_size, **common)
        self.dropout = nn.Dropout(p=dropout_rate)

    def construct(self, x: Tensor) -> Tensor:
        """The output of the second layer, after dropout."""
        if not self.mapping.expert_flag:
            check_rank(self.cls_name, "x", x, 2, 3)
        check_dtype(self.cls_name, "x", x, *FLOATS)
        return self.dropout(self.projection(self.mapping(x.astype(mstype.float16))))


class MultiHeadAttention(Cell):
    """Attention of several heads, with saved keys and values on demand.

    Args:
        batch_size: int, number of sequences; None for any, without saved keys and values.
        src_seq_length: int, length of the queries.
        tgt_seq_length: int, length of keys and values.
        hidden_size: int, length of the vectors, a multiple of `num_heads`.
        num_heads: int, number of heads.
        hidden_dropout_rate: float, dropout of the output.
        attention_dropout_rate: float, dropout of the weights of attention.
        compute_dtype: dtype of the products.
        softmax_compute_type: dtype of the softmax.
        param_init_type: dtype of the Parameters.
        use_past: bool, whether keys and values are saved: first call the layer with
            `add_flags_recursive(is_first_iteration=True)` and whole sequences, then with False and
            one token at a time.
        parallel_config: OpParallelConfig.

    Inputs:
        - **query_tensor** (Tensor) - of shape (batch, src, hidden) or (batch * src, hidden); with
          saved keys one token, (batch, 1, hidden).
        - **key_tensor** (Tensor) - of shape (batch, tgt, hidden) or (batch * tgt, hidden), or one
          token.
        - **value_tensor** (Tensor) - of the shape of `key_tensor`.
        - **attention_mask** (Tensor) - of shape (batch, src, tgt), 1 where attention is allowed.
        - **key_past** (Tensor) - the saved keys, Float16 of shape (batch, heads, size, tgt); None
          without.
        - **value_past** (Tensor) - the saved values, Float16 of shape (batch, heads, tgt, size);
          None without.
        - **batch_valid_length** (Tensor) - the lengths of the sequences, Int32 of shape (batch,);
          None without saved keys.

    Outputs:
        Tuple of the output, of the shape and dtype of the query, and the tuple of keys and values.

    Raises:
        TypeError: an argument or an input has a wrong type or dtype.
        ValueError: an argument is out of range, or an input has another shape.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.transformer import MultiHeadAttention
        >>> net = MultiHeadAttention(1, 3, 3, 4, 2)
        >>> x, mask = ms.ops.ones((1, 3, 4)), ms.ops.ones((1, 3, 3))
        >>> out, (keys, values) = net(x, x, x, mask)
        >>> out.shape, keys.shape, values.shape
        ((1, 3, 4), (1, 2, 2, 3), (1, 2, 3, 2))

    References:
        Vaswani et al.: Attention Is All You Need, 2017.
    """

    @checked(parallel_config=one_of_types(OpParallelConfig))
    def __init__(
        self,
        batch_size: int | None,
        src_seq_length: int,
        tgt_seq_length: int,
        hidden_size: int,
        num_heads: int,
        hidden_dropout_rate: float = 0.1,
        attention_dropout_rate: float = 0.1,
        compute_dtype: mstype.Type = mstype.float16,
        softmax_compute_type: mstype.Type = mstype.float32,
        param_init_type: mstype.Type = mstype.float32,
        use_past: bool = False,
        parallel_config: OpParallelConfig = default_dpmp_config,
    ):
        super().__init__()
        if hidden_size % num_heads != 0:
            raise ValueError(
                "For 'MultiHeadAttention', the class variable 'hidden_size' must be a multiple of "
                f"'num_heads', but got the hidden_size is {hidden_size} and the num_heads is "
                f"{num_heads}."
            )
        if use_past and batch_size is None:
            raise ValueError(
                "For 'MultiHeadAttention', the 'batch_size' must be a positive int where keys and "
                "values are saved ('use_past'), but got None."
            )
        check_divides("MultiHeadAttention", parallel_config, num_heads=num_heads)
        self.batch_size, self.hidden_size = batch_size, hidden_size
        self.src_seq_length, self.tgt_seq_length = src_seq_length, tgt_seq_length
        self.n_head, self.size_per_head = num_heads, hidden_size // num_heads
        self.use_past, self.is_first_iteration = use_past, True
        self.dtype, self.softmax_dtype = compute_dtype, softmax_compute_type
        common = {"compute_dtype": compute_dtype, "param_init_type": param_init_type}
        self.projection = _Linear(hidden_size, hidden_size, transpose_b=False, **common)
        self.dropout = nn.Dropout(p=hidden_dropout_rate)
        self.prob_dropout = nn.Dropout(p=attention_dropout_rate)
        self.dense1 = _Linear(hidden_size, hidden_size, **common)
        self.dense2 = _Linear(hidden_size, hidden_size, **common)
        self.dense3 = _Linear(hidden_size, hidden_size, **common)

    def construct(
        self,
        query_tensor: Tensor,
        key_tensor: Tensor,
        value_tensor: Tensor,
        attention_mask: Tensor,
        key_past: Tensor | None = None,
        value_past: Tensor | None = None,
        batch_valid_length: Tensor | None = None,
    ) -> tuple:
        """The output, and keys and values."""
        self._check_inputs(
            query_tensor, key_tensor, value_tensor, attention_mask, key_past, value_past,
            batch_valid_length,
        )  # fmt: skip
        batch, shape, given = attention_mask.shape[0], query_tensor.shape, query_tensor.dtype
        query = self._heads(self.dense1, query_tensor, batch)
        key = self._heads(self.dense2, key_tensor, batch).swapaxes(2, 3)
        value = self._heads(self.dense3, value_tensor, batch)
        present = key, value
        if self.use_past:
            places = ops.arange(self.src_seq_length).astype(mstype.int32).reshape((1, 1, -1))
            if self.is_first_iteration:  # keep nothing of the padding
                valid = (places < batch_valid_length.reshape((-1, 1, 1))).astype(self.dtype)
                present = key * ops.expand_dims(valid, 2), value * ops.expand_dims(valid, 3)
            else:
                here = (places == self._length(key_past)).astype(self.dtype)
                key = key_past + key * ops.expand_dims(here, 2)
                value = value_past + value * ops.expand_dims(here, 3)
                present = key, value
                attention_mask = (places < self._length(key)).astype(mstype.int32)
        out = self._attend(query, key, value, ops.expand_dims(attention_mask, 1))
        out = self.dropout(self.projection(out))
        return out.reshape(shape).astype(given), present

    def _heads(self, dense: Cell, x: Tensor, batch: int) -> Tensor:
        x = dense(x.reshape((-1, x.shape[-1])).astype(self.dtype))
        return x.reshape((batch, -1, self.n_head, self.size_per_head)).transpose(0, 2, 1, 3)

    def _length(self, keys: Tensor) -> Tensor:
        """How many tokens are saved, of shape (batch, 1, 1): where the first number is not 0."""
        return (keys[:, 0, 0, :] != 0).astype(mstype.int32).sum(-1).reshape((-1, 1, 1))

    def _attend(self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor) -> Tensor:
        factor = Tensor(math.sqrt(math.sqrt(self.size_per_head)), query.dtype)
        score = ops.matmul(query / factor, key / factor)
        dtype = score.dtype
        score = score.astype(self.softmax_dtype)
        score = score + (1.0 - mask.astype(self.softmax_dtype)) * -10000.0
        weights = self.prob_dropout(ops.softmax(score, -1).astype(dtype))
        out = ops.matmul(weights, value).transpose(0, 2, 1, 3)
        return out.reshape((-1, self.hidden_size))

    def _check_inputs(self, query, key, value, mask, key_past, value_past, valid_length) -> None:
        owner, hidden = self.cls_name, self.hidden_size
        batch = self.batch_size or mask.shape[0]
        whole = not self.use_past or self.is_first_iteration
        src, tgt = (self.src_seq_length, self.tgt_seq_length) if whole else (1, 1)
        for name, tensor, length in (
            ("query_tensor", query, src),
            ("key_tensor", key, tgt),
            ("value_tensor", value, tgt),
        ):
            check_shape(owner, name, tensor, (batch, length, hidden), (batch * length, hidden))
            check_dtype(owner, name, tensor, *FLOATS)
        check_shape(owner, "attention_mask", mask, (batch, src, self.tgt_seq_length))
        check_dtype(owner, "attention_mask", mask, *FLOATS)
        for name, tensor, past, dtype in (
            ("key_past", key_past, (self.size_per_head, self.tgt_seq_length), mstype.float16),
            ("value_past", value_past, (self.tgt_seq_length, self.size_per_head), mstype.float16),
            ("batch_valid_length", valid_length, None, mstype.int32),
        ):
            _check_past(owner, self.use_past, name, tensor, None)
            if self.use_past:
                shape = (batch, self.n_head, *past) if past else (batch,)
                check_shape(owner, name, tensor, shape)
                check_dtype(owner, name, tensor, dtype)


class _Layer(Cell):
    """What encoder and decoder layers share: norms, the saved state, the feed-forward end."""

    def __init__(self, length: int, settings: dict):
        super().__init__()
        owner, config = type(self).__name__, settings["parallel_config"]
        hidden, heads = settings["hidden_size"], settings["num_heads"]
        check_divides(
            owner,
            config,
            num_heads=heads,
            hidden_size=hidden,
            ffn_hidden_size=settings["ffn_hidden_size"],
        )
        check_experts(owner, settings["moe_config"])
        self.use_moe, self.use_past = False, settings["use_past"]
        self.batch_size, self.hidden_size, self._length = settings["batch_size"], hidden, length
        self._settings, self.is_first_iteration = settings, True
        self.layernorm1 = self._norm()
        self.layernorm2 = self._norm()
        self.attention = self._attention(length, length)
        self.post_layernorm_residual = settings["post_layernorm_residual"]
        self.dtype = mstype.float16

    def _finish(self) -> None:
        """Add what comes last among the Parameters."""
        settings = self._settings
        self.output = FeedForward(
            hidden_size=self.hidden_size,
            dropout_rate=settings["hidden_dropout_rate"],
            ffn_hidden_size=settings["ffn_hidden_size"],
            param_init_type=settings["param_init_type"],
            hidden_act=settings["hidden_act"],
            parallel_config=settings["parallel_config"],
        )
        self.key_past = self.value_past = None
        if self.use_past:
            heads, size = self.attention.n_head, self.attention.size_per_head
            for name, shape in (
                ("key_past", (size, self._length)),
                ("value_past", (self._length, size)),
            ):
                zeros = Tensor(np.zeros((self.batch_size, heads, *shape)), self.dtype)
                self.__dict__.pop(name)
                setattr(self, name, Parameter(zeros, name=name))
        del self._settings

    def _norm(self) -> Cell:
        return _LayerNorm((self.hidden_size,)).to_float(self._settings["layernorm_compute_type"])

    def _attention(self, src: int, tgt: int) -> MultiHeadAttention:
        names = (
            "batch_size hidden_size num_heads hidden_dropout_rate attention_dropout_rate "
            "softmax_compute_type param_init_type use_past parallel_config"
        ).split()
        common = {name: self._settings[name] for name in names}
        return MultiHeadAttention(src_seq_length=src, tgt_seq_length=tgt, **common)

    def _start(self, x: Tensor, mask: Tensor, init_reset: Any, valid_length: Any) -> tuple:
        """Self attention: the sum with the input, and keys and values."""
        if self.use_past:  # True keeps the state, False clears it
            keep = init_reset.astype(self.dtype)
            self.key_past.set_data(self.key_past * keep)
            self.value_past.set_data(self.value_past * keep)
        normed = self.layernorm1(x).astype(self.dtype)
        out, present = self.attention(
            normed, normed, normed, mask, self.key_past, self.value_past, valid_length
        )
        return (normed if self.post_layernorm_residual else x) + out, present

    def _end(self, x: Tensor, present: tuple, shape: tuple) -> tuple:
        """The feed-forward part; saves keys and values."""
        normed = self.layernorm2(x).astype(self.dtype)
        out = self.output(normed)
        if self.use_past:
            self.key_past.set_data(present[0])
            self.value_past.set_data(present[1])
        return ((normed if self.post_layernorm_residual else x) + out).reshape(shape), present

    def _check_state(self, init_reset: Any, valid_length: Any) -> None:
        owner = self.cls_name
        _check_past(owner, self.use_past, "init_reset", init_reset, True)
        _check_past(owner, self.use_past, "batch_valid_length", valid_length, None)
        if self.use_past:
            check_shape(owner, "init_reset", init_reset, (1,))
            check_dtype(owner, "init_reset", init_reset, mstype.bool_)
            check_shape(owner, "batch_valid_length", valid_length, (self.batch_size,))
            check_dtype(owner, "batch_valid_length", valid_length, mstype.int32)

    def _check_tokens(self, name: str, x: Tensor, mask_name: str, mask: Tensor) -> None:
        owner, hidden, length = self.cls_name, self.hidden_size, self._length
        batch = self.batch_size or mask.shape[0]
        if not self.use_past or self.is_first_iteration:
            check_shape(owner, name, x, (batch, length, hidden), (batch * length, hidden))
            check_shape(owner, mask_name, mask, (batch, length, length))
        else:
            check_shape(owner, name, x, (batch, 1, hidden))
            check_shape(owner, mask_name, mask, (batch, 1, length))
        check_dtype(owner, name, x, *FLOATS)
        check_dtype(owner, mask_name, mask, *FLOATS)


class TransformerEncoderLayer(_Layer):
    """Self attention and feed-forward layers, each with a norm and a residual.

    Args:
        batch_size: int, number of sequences; None for any, without saved keys and values.
        hidden_size: int, length of the vectors.
        ffn_hidden_size: int, length between the feed-forward layers.
        num_heads: int, number of heads.
        seq_length: int, length of the sequences.
        attention_dropout_rate: float, dropout of the weights of attention.
        hidden_dropout_rate: float, dropout of the outputs.
        post_layernorm_residual: bool, whether residuals start behind the norms.
        layernorm_compute_type: dtype of the norms.
        softmax_compute_type: dtype of the softmax.
        param_init_type: dtype of the Parameters.
        hidden_act: str, name of the activation, or class of a Cell.
        use_past: bool, whether keys and values are saved, see MultiHeadAttention.
        moe_config: MoEConfig; one expert.
        parallel_config: OpParallelConfig.

    Inputs:
        - **x** (Tensor) - Float16 or Float32 of shape (batch, seq_length, hidden) or (batch *
          seq_length, hidden).
        - **input_mask** (Tensor) - of shape (batch, seq_length, seq_length), 1 where attention is
          allowed.
        - **init_reset** (Tensor) - with saved keys, Bool of shape (1,), False to clear them; else
          True.
        - **batch_valid_length** (Tensor) - with saved keys, the lengths of the sequences, Int32 of
          shape (batch,); else None.

    Outputs:
        Tuple of the output, of the shape of `x`, and the tuple of keys and values.

    Raises:
        NotImplementedError: `moe_config` has more than one expert.
        TypeError: an argument or an input has a wrong type or dtype.
        ValueError: an argument is out of range, or an input has another shape.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.transformer import TransformerEncoderLayer
        >>> net = TransformerEncoderLayer(1, 4, 8, 2, 3)
        >>> out, present = net(ms.ops.ones((1, 3, 4)), ms.ops.ones((1, 3, 3)))
        >>> out.shape
        (1, 3, 4)

    References:
        Vaswani et al.: Attention Is All You Need, 2017.
    """

    @checked(parallel_config=_layer_config)
    def __init__(
        self,
        batch_size: int | None,
        hidden_size: int,
        ffn_hidden_size: int,
        num_heads: int,
        seq_length: int,
        attention_dropout_rate: float = 0.1,
        hidden_dropout_rate: float = 0.1,
        post_layernorm_residual: bool = False,
        layernorm_compute_type: mstype.Type = mstype.float32,
        softmax_compute_type: mstype.Type = mstype.float32,
        param_init_type: mstype.Type = mstype.float32,
        hidden_act: str | type[Cell] = "gelu",
        use_past: bool = False,
        moe_config: MoEConfig = default_moe_config,
        parallel_config: OpParallelConfig | MoEParallelConfig = default_dpmp_config,
    ):
        settings = {k: v for k, v in locals().items() if k not in ("self", "__class__")}
        super().__init__(seq_length, settings)
        self.seq_length = seq_length
        self._finish()

    def construct(
        self,
        x: Tensor,
        input_mask: Tensor,
        init_reset: bool = True,
        batch_valid_length: Tensor | None = None,
    ) -> tuple:
        """The output, and keys and values."""
        self._check_tokens("x", x, "input_mask", input_mask)
        self._check_state(init_reset, batch_valid_length)
        flat = x.reshape((-1, x.shape[-1]))
        out, present = self._start(flat, input_mask, init_reset, batch_valid_length)
        return self._end(out, present, x.shape)


class TransformerDecoderLayer(_Layer):
    """Self attention, attention to an encoder's output and feed-forward layers.

    Args:
        hidden_size: int, length of the vectors.
        ffn_hidden_size: int, length between the feed-forward layers.
        num_heads: int, number of heads.
        batch_size: int, number of sequences; None for any, without saved keys and values.
        src_seq_length: int, length of the encoder's sequences.
        tgt_seq_length: int, length of the decoder's sequences.
        attention_dropout_rate: float, dropout of the weights of attention.
        hidden_dropout_rate: float, dropout of the outputs.
        post_layernorm_residual: bool, whether residuals start behind the norms.
        use_past: bool, False: a decoder layer saves no keys and values.
        layernorm_compute_type: dtype of the norms.
        softmax_compute_type: dtype of the softmax.
        param_init_type: dtype of the Parameters.
        hidden_act: str, name of the activation, or class of a Cell.
        moe_config: MoEConfig; one expert.
        parallel_config: OpParallelConfig.

    Inputs:
        - **hidden_stats** (Tensor) - Float16 or Float32 of shape (batch, tgt, hidden) or (batch *
          tgt, hidden).
        - **decoder_mask** (Tensor) - of shape (batch, tgt, tgt), 1 where attention is allowed.
        - **encoder_output** (Tensor) - of shape (batch, src, hidden) or (batch * src, hidden); None
          for no attention to it.
        - **memory_mask** (Tensor) - of shape (batch, tgt, src), 1 where attention is allowed; None
          without `encoder_output`.
        - **init_reset** (bool) - True.
        - **batch_valid_length** (Tensor) - None.

    Outputs:
        Tuple of the output, of the shape of `hidden_stats`, and the tuple of keys and values of
        both attentions.

    Raises:
        NotImplementedError: `moe_config` has more than one expert.
        TypeError: an argument or an input has a wrong type or dtype.
        ValueError: an argument is out of range, or an input has another shape.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.transformer import TransformerDecoderLayer
        >>> net, ones = TransformerDecoderLayer(4, 8, 2, 1, 3, 2), ms.ops.ones
        >>> args = ones((1, 2, 4)), ones((1, 2, 2)), ones((1, 3, 4)), ones((1, 2, 3))
        >>> out, present = net(*args)
        >>> out.shape, len(present)
        ((1, 2, 4), 4)

    References:
        Vaswani et al.: Attention Is All You Need, 2017.
    """

    @checked(parallel_config=_layer_config)
    def __init__(
        self,
        hidden_size: int,
        ffn_hidden_size: int,
        num_heads: int,
        batch_size: int | None,
        src_seq_length: int,
        tgt_seq_length: int,
        attention_dropout_rate: float = 0.1,
        hidden_dropout_rate: float = 0.1,
        post_layernorm_residual: bool = False,
        use_past: bool = False,
        layernorm_compute_type: mstype.Type = mstype.float32,
        softmax_compute_type: mstype.Type = mstype.float32,
        param_init_type: mstype.Type = mstype.float32,
        hidden_act: str | type[Cell] = "gelu",
        moe_config: MoEConfig = default_moe_config,
        parallel_config: OpParallelConfig | MoEParallelConfig = default_dpmp_config,
    ):
        settings = {k: v for k, v in locals().items() if k not in ("self", "__class__")}
        super().__init__(tgt_seq_length, settings)
        if use_past:
            raise ValueError(f"The {self.cls_name} does not support use_past=True.")
        self.src_seq_length, self.tgt_seq_length = src_seq_length, tgt_seq_length
        self.softmax_compute_type = softmax_compute_type
        self.cross_attention = self._attention(tgt_seq_length, src_seq_length)
        self.cross_attention_layernorm = self._norm()
        self._finish()

    def construct(
        self,
        hidden_stats: Tensor,
        decoder_mask: Tensor,
        encoder_output: Tensor | None = None,
        memory_mask: Tensor | None = None,
        init_reset: bool = True,
        batch_valid_length: Tensor | None = None,
    ) -> tuple:
        """The output, and keys and values of both attentions."""
        self._check_tokens("hidden_states", hidden_stats, "attention_mask", decoder_mask)
        self._check_state(init_reset, batch_valid_length)
        owner, src = self.cls_name, self.src_seq_length
        batch = self.batch_size or decoder_mask.shape[0]
        flat = hidden_stats.reshape((-1, hidden_stats.shape[-1]))
        x, present = self._start(flat, decoder_mask, init_reset, batch_valid_length)
        if memory_mask is not None:
            check_shape(owner, "memory_mask", memory_mask, (batch, self.tgt_seq_length, src))
            check_dtype(owner, "memory_mask", memory_mask, *FLOATS)
        if encoder_output is not None:
            shapes = (batch, src, self.hidden_size), (batch * src, self.hidden_size)
            check_shape(owner, "encoder_output", encoder_output, *shapes)
            check_dtype(owner, "encoder_output", encoder_output, *FLOATS)
            normed = self.cross_attention_layernorm(x).astype(self.dtype)
            memory = encoder_output.astype(self.dtype)
            out, more = self.cross_attention(normed, memory, memory, memory_mask)
            x = (normed if self.post_layernorm_residual else x) + out
            present = present + more
        return self._end(x, present, hidden_stats.shape)
