"""Classes of `ops.auto_generate` for operations that `ops` has as functions."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from msjax._core.op.primitive import Primitive
from msjax._core.op.publish import public
from msjax.kernels.attention.flash_attention import (
    incre_flash_attention,
    prompt_flash_attention,
)
from msjax.kernels.attention.flash_inference import fused_infer_attention_score


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

    Inputs:
        - the other arguments of the function, in order: **query**, **key**, **value** (Tensor), ...

    Outputs:
        What the function returns.

    Raises:
        TypeError, ValueError, NotImplementedError: at a call, those of the function.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.auto_generate import PromptFlashAttention
        >>> attend = PromptFlashAttention(num_heads=1)
        >>> q, k = ms.ops.ones((1, 2, 16), ms.float16), ms.ops.zeros((1, 2, 16), ms.float16)
        >>> v = ms.ops.stack([k[0, 0] + 1, k[0, 0] + 3])[None]
        >>> out = attend(q, k, v)
        >>> print(out.shape, out.asnumpy().max())
        (1, 2, 16) 2.0
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

    Inputs:
        - the other arguments of the function, in order: **query**, **key**, **value** (Tensor), ...

    Outputs:
        What the function returns.

    Raises:
        TypeError, ValueError, NotImplementedError: at a call, those of the function.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.auto_generate import IncreFlashAttention
        >>> attend = IncreFlashAttention(num_heads=1)
        >>> q, k = ms.ops.ones((1, 1, 16), ms.float16), ms.ops.zeros((1, 2, 16), ms.float16)
        >>> v = ms.ops.stack([k[0, 0] + 1, k[0, 0] + 3])[None]
        >>> out = attend(q, k, v)
        >>> print(out.shape, out.asnumpy().max())
        (1, 1, 16) 2.0
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

    Inputs:
        - the other arguments of the function, in order: **query**, **key**, **value** (Tensor), ...

    Outputs:
        What the function returns.

    Raises:
        TypeError, ValueError, NotImplementedError: at a call, those of the function.

    Examples:
        >>> import msjax as ms
        >>> from msjax.ops.auto_generate import FusedInferAttentionScore
        >>> attend = FusedInferAttentionScore(num_heads=1)
        >>> q, k = ms.ops.ones((1, 2, 16), ms.float16), ms.ops.zeros((1, 2, 16), ms.float16)
        >>> v = ms.ops.stack([k[0, 0] + 1, k[0, 0] + 3])[None]
        >>> out, _ = attend(q, k, v)
        >>> print(out.shape, out.asnumpy().max())
        (1, 2, 16) 2.0
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
