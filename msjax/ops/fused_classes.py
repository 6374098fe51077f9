"""Classes of `ops.auto_generate` for operations that `ops` has as functions."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from msjax._core.op import public
from msjax._core.primitive import Primitive
from msjax.ops._generated import generated
from msjax.ops.activation import swiglu
from msjax.ops.attention import rotary_position_embedding
from msjax.ops.flash_attention import (
    incre_flash_attention,
    prompt_flash_attention,
    ring_attention_update,
)
from msjax.ops.flash_inference import fused_infer_attention_score
from msjax.ops.indexed_attention import lightning_indexer, sparse_flash_attention
from msjax.ops.moe import moe_token_permute, moe_token_unpermute
from msjax.ops.native_sparse_attention import nsa_compress
from msjax.ops.norm_rms import add_rms_norm

for _name, _kernel in {
    "AddRmsNorm": add_rms_norm,
    "LightningIndexer": lightning_indexer,
    "MoeTokenPermute": moe_token_permute,
    "MoeTokenUnpermute": moe_token_unpermute,
    "NsaCompress": nsa_compress,
    "RingAttentionUpdate": ring_attention_update,
    "RotaryPositionEmbedding": rotary_position_embedding,
    "SparseFlashAttention": sparse_flash_attention,
    "Swiglu": swiglu,
}.items():
    generated(_name)(_kernel)


class _Settled(Primitive):
    """A function whose settings are given at construction and whose Tensors at the call.

    Derived classes name the function, the settings in order, and the arguments that the function
    calls otherwise.
    """

    function: Callable
    settings: tuple[str, ...]
    renamed: dict[str, str] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        Primitive.__init__(self, type(self).__name__)
        known = inspect.signature(type(self).function).parameters
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        given = {v: k for k, v in self.renamed.items()}
        named = [
            known[name].replace(name=given.get(name, name), kind=kind) for name in self.settings
        ]
        bound = inspect.Signature(named).bind(*args, **kwargs)
        bound.apply_defaults()
        for name, value in bound.arguments.items():
            self.add_prim_attr(name, value)
            self.init_attrs[name] = value
        rest = [
            p.replace(name=given.get(p.name, p.name), kind=kind)
            for p in known.values()
            if p.name not in self.settings
        ]
        self._called = inspect.Signature(self._ordered(rest))

    @staticmethod
    def _ordered(parameters: list) -> list:
        return parameters

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        arguments = self._called.bind(*args, **kwargs).arguments | self.init_attrs
        arguments.pop("name")
        return type(self).function(**{self.renamed.get(k, k): v for k, v in arguments.items()})


@public("auto_generate.PromptFlashAttention")
class PromptFlashAttention(_Settled):
    """`ops.prompt_flash_attention` as an object.

    Args:
        num_heads, scale_value, pre_tokens, next_tokens, input_layout, num_key_value_heads,
            sparse_mode, inner_precise: as there; the call takes the others, in order.
    """

    function = prompt_flash_attention
    settings = (
        "num_heads",
        "scale_value",
        "pre_tokens",
        "next_tokens",
        "input_layout",
        "num_key_value_heads",
        "sparse_mode",
        "inner_precise",
    )


@public("auto_generate.IncreFlashAttention")
class IncreFlashAttention(_Settled):
    """`ops.incre_flash_attention` as an object.

    Args:
        num_heads, input_layout, scale_value, num_key_value_heads, block_size, inner_precise: as
            there; the call takes the others, in order.
    """

    function = incre_flash_attention
    settings = (
        "num_heads",
        "input_layout",
        "scale_value",
        "num_key_value_heads",
        "block_size",
        "inner_precise",
    )


@public("auto_generate.FusedInferAttentionScore")
class FusedInferAttentionScore(_Settled):
    """`ops.fused_infer_attention_score` as an object.

    Args:
        num_heads, scale_value, pre_tokens, next_tokens, input_layout, num_key_value_heads,
            sparse_mode, inner_precise, block_size, antiquant_mode, softmax_lse_flag,
            key_antiquant_mode, value_antiquant_mode: as there, `scale_value` is its `scale`; the
            call takes the others, with `attn_mask` for its `atten_mask`.
    """

    function = fused_infer_attention_score
    settings = (
        "num_heads",
        "scale",
        "pre_tokens",
        "next_tokens",
        "input_layout",
        "num_key_value_heads",
        "sparse_mode",
        "inner_precise",
        "block_size",
        "antiquant_mode",
        "softmax_lse_flag",
        "key_antiquant_mode",
        "value_antiquant_mode",
    )
    renamed = {"scale_value": "scale", "attn_mask": "atten_mask"}

    @staticmethod
    def _ordered(parameters: list) -> list:
        """The class takes the pairs of scales for quantised keys and values after the paddings."""
        late = [p for p in parameters if p.name.startswith(("key_antiquant", "value_antiquant"))]
        others = [p for p in parameters if p not in late]
        place = [p.name for p in others].index("kv_padding_size") + 1
        return others[:place] + late + others[place:]
