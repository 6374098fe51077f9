"""Attention without a stored score matrix, as a layer of MindSpore 2.2."""

from __future__ import annotations

import math

from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.tensor.tensor import Tensor
from msjax.nn.cell import Cell

__all__ = ["FlashAttention"]


class FlashAttention(Cell):
    """Scaled dot-product attention of several heads.

    Args:
        head_dim: int, length of the vectors.
        head_num: int, number of heads.
        dropout_rate: float, probability that a weight is dropped; the layer drops in evaluation
            too.
        prev_block_num: int, how many keys back a query sees, with a mask.
        next_block_num: int, how many keys ahead a query sees, with a mask.
        tiling_stgy_name: str, a choice of MindSpore's Ascend kernel; the results do not depend on
            it.
        dp: int, devices to share the batch; the results do not depend on it.
        mp: int, devices to share the heads, likewise.
        high_precision: bool, a choice of MindSpore's kernel; the sums are in Float32 always.
        have_attention_mask_batch: bool, the mask has a batch dimension of the batch's length, else
            of 1.
        alibi: bool, take position biases.

    Inputs:
        - **query** (Tensor) - of shape (batch, heads, queries, head_dim) and a floating dtype.
        - **key** (Tensor) - of shape (batch, heads, keys, head_dim).
        - **value** (Tensor) - of the shape of `key`.
        - **attn_mask** (Tensor) - of shape (batch or 1, queries, keys), not 0 where a key does not
          count; or None.
        - **alibi_mask** (Tensor) - with `alibi`, of shape (batch, heads, 1, keys) to add to the
          scores; or None.

    Outputs:
        Tensor of the shape and dtype of `query`.

    Raises:
        ValueError: `head_dim` is 0; lengths are no multiples of 16 or do not fit.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.layer.flash_attention import FlashAttention
        >>> x = ms.ops.ones((1, 2, 16, 4), ms.float16)
        >>> FlashAttention(4, 2)(x, x, x, ms.ops.zeros((1, 16, 16), ms.float16)).shape
        (1, 2, 16, 4)

    References:
        Dao, Fu, Ermon, Rudra, Re: FlashAttention: Fast and Memory-Efficient Exact Attention with
        IO-Awareness, 2022.
    """

    def __init__(
        self,
        head_dim: int,
        head_num: int,
        dropout_rate: float = 0.0,
        prev_block_num: int = 65536,
        next_block_num: int = 65536,
        tiling_stgy_name: str = "sparse",
        dp: int = 1,
        mp: int = 1,
        high_precision: bool = False,
        have_attention_mask_batch: bool = True,
        alibi: bool = False,
    ):
        super().__init__()
        if head_dim == 0:
            raise ValueError("For 'FlashAttention', the 'head_dim' must not be 0.")
        self.head_dim, self.head_num, self.dropout_rate = head_dim, head_num, dropout_rate
        self.prev_block_num, self.next_block_num = prev_block_num, next_block_num
        self.dp, self.mp = dp, mp
        self.tiling_stgy_name, self.high_precision = tiling_stgy_name, high_precision
        self.have_attention_mask_batch, self.alibi = have_attention_mask_batch, alibi
        self.drop_gen_mask = ops.DropoutGenMask()

    def construct(
        self,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        attn_mask: Tensor | None = None,
        alibi_mask: Tensor | None = None,
    ) -> Tensor:
        """The attended values."""
        batch, heads, length, _ = query.shape
        keys = key.shape[2]
        if not heads == key.shape[1] == value.shape[1]:
            raise ValueError(
                "For 'FlashAttention', 'query', 'key' and 'value' must have as many heads, but got "
                f"{heads}, {key.shape[1]} and {value.shape[1]}."
            )
        if length % 16 or keys % 16 or keys != value.shape[2]:
            raise ValueError(
                "For 'FlashAttention', the lengths must be multiples of 16, those of 'key' and "
                f"'value' equal, but got {length}, {keys} and {value.shape[2]}."
            )
        scores = (batch, heads, length, keys)
        shift = mask = drop_mask = None
        if self.alibi and alibi_mask is not None:
            shift = ops.broadcast_to(alibi_mask.astype(query.dtype), scores)
        if attn_mask is not None:
            rows = batch if self.have_attention_mask_batch else 1
            mask = ops.broadcast_to(attn_mask, (rows, length, keys)) != 0
            mask = ops.broadcast_to(mask.expand_dims(1), (batch, 1, length, keys))
        if self.dropout_rate > 1e-5:
            bits = self.drop_gen_mask(scores, Tensor(1 - self.dropout_rate, mstype.float32))
            drop_mask = bits.reshape(batch, heads, length, keys // 8)
        return ops.flash_attention_score(
            query,
            key,
            value,
            self.head_num,
            real_shift=shift,
            drop_mask=drop_mask,
            attn_mask=mask,
            keep_prob=1 - self.dropout_rate,
            scalar_value=1 / math.sqrt(self.head_dim),
            pre_tokens=self.prev_block_num,
            next_tokens=self.next_block_num,
            input_layout="BNSD",
        )
