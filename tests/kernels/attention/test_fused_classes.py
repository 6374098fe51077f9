"""The fused operations as objects, and products fused with collectives."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest

import msjax as ms
from msjax import ops
from msjax._core.op.registry import resolve

RNG = np.random.default_rng(7)
WORLD = "hccl_world_group"


def t(x: Any, dtype: Any = None) -> ms.Tensor:
    return ms.Tensor(np.asarray(x), dtype)


def generated(name: str) -> Any:
    return resolve("auto_generate." + name)


Q, K, V = (RNG.standard_normal((2, 4, n, 8)).astype(np.float32) for n in (5, 16, 16))
SHIFT = RNG.standard_normal((1, 4, 5, 16)).astype(np.float32)
KEPT = RNG.random((2, 4, 5, 16)) < 0.8


def test_flash_attention_score() -> None:
    bits = np.packbits(KEPT, -1, bitorder="little")
    attend = generated("FlashAttentionScore")(4, 0.8, 0.5, input_layout="BNSD", sparse_mode=3)
    top, total, reserved, out = attend(*(t(x) for x in (Q, K, V, SHIFT, bits)))
    row, column = np.indices((5, 16))
    scores = (Q.astype(np.float64) @ np.swapaxes(K, -1, -2) + SHIFT) * 0.5
    scores = np.where(column - row <= 11, scores, -np.inf)
    high = scores.max(-1, keepdims=True)
    parts = np.exp(scores - high)
    whole = parts.sum(-1, keepdims=True)
    expected = np.where(KEPT, parts / whole / 0.8, 0) @ V
    np.testing.assert_allclose(out.asnumpy(), expected, atol=2e-6)
    np.testing.assert_allclose(top.asnumpy(), np.repeat(high, 8, -1), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(total.asnumpy(), np.repeat(whole, 8, -1), rtol=1e-5)
    assert reserved.shape == (0,)


def test_flash_attention_score_packed() -> None:
    q, k = Q[0].swapaxes(0, 1), K[0].swapaxes(0, 1)
    tensors = [t(np.ascontiguousarray(x)) for x in (q, k, k)]
    attend = generated("FlashAttentionScore")(4, input_layout="TND", sparse_mode=2)
    ends = {"actual_seq_qlen": (2, 5), "actual_seq_kvlen": [7, 16]}
    given = ops.flash_attention_score(*tensors, 4, input_layout="TND", sparse_mode=2, **ends)
    found = attend(*tensors, **ends)
    np.testing.assert_allclose(found[3].asnumpy(), given.asnumpy(), atol=2e-6)
    assert found[0].shape == (5, 4, 8)


@pytest.mark.parametrize(
    ("name", "function", "settings", "queries"),
    [
        ("PromptFlashAttention", "prompt_flash_attention", {"sparse_mode": 3}, Q),
        ("IncreFlashAttention", "incre_flash_attention", {}, Q[:, :, :1]),
        ("FusedInferAttentionScore", "fused_infer_attention_score", {"sparse_mode": 3}, Q),
    ],
)
def test_settled_classes(name: str, function: str, settings: dict, queries: np.ndarray) -> None:
    settings = {"num_heads": 4, "input_layout": "BNSD", **settings}
    tensors = [t(x) for x in (np.ascontiguousarray(queries), K, V)]
    scale = {"scale" if name.startswith("Fused") else "scale_value": 0.3}
    expected = getattr(ops, function)(*tensors, **settings, **scale)
    attend = generated(name)(scale_value=0.3, **settings)
    assert attend.name == name and attend.scale_value == 0.3
    found = attend(*tensors)
    for x, y in zip(*(r if isinstance(r, tuple) else (r,) for r in (found, expected)), strict=True):
        np.testing.assert_array_equal(x.asnumpy(), y.asnumpy())
    with pytest.raises(NotImplementedError):
        attend(*tensors, quant_scale2=tensors[0])


SIGNATURES = {
    "AddRmsNorm": "x1, x2, gamma, epsilon=1e-06",
    "DynamicQuantExt": "x, smooth_scales=None",
    "LightningIndexer": "query, key, weights, actual_seq_lengths_query=None, "
    "actual_seq_lengths_key=None, block_table=None, layout_query='BSND', layout_key='BSND', "
    "sparse_count=2048, sparse_mode=3, pre_tokens=9223372036854775807, "
    "next_tokens=9223372036854775807, return_value=False",
    "MoeGatingTopKSoftmax": "x, finished=None, k=1",
    "MoeTokenPermute": "tokens, indices, num_out_tokens=None, padded_mode=False",
    "MoeTokenUnpermute": "permuted_tokens, sorted_indices, probs=None, padded_mode=False, "
    "restore_shape=None",
    "QuantV2": "x, scale, offset, sqrt_mode=False, rounding_mode='ROUND', dst_type=mindspore.int8",
    "RotaryPositionEmbedding": "x, cos, sin, mode=0",
    "Swiglu": "input, dim=-1",
}


@pytest.mark.parametrize("name", SIGNATURES)
def test_call_signatures(name: str) -> None:
    parameters = list(inspect.signature(generated(name).__call__).parameters.values())[1:]
    text = ", ".join(str(p.replace(annotation=p.empty)) for p in parameters)
    assert text == SIGNATURES[name]


def test_classes_run_the_functions() -> None:
    x = t(RNG.standard_normal((2, 8)), ms.float32)
    np.testing.assert_array_equal(generated("Swiglu")()(x).asnumpy(), ops.swiglu(x).asnumpy())
    found = generated("AddRmsNorm")()(x, x, ops.ones(8))
    for a, b in zip(found, ops.add_rms_norm(x, x, ops.ones(8)), strict=True):
        np.testing.assert_array_equal(a.asnumpy(), b.asnumpy())


# -- products with collectives, in a group of one --

A, B = (RNG.standard_normal(s).astype(np.float16) for s in ((4, 6), (6, 3)))


def test_products_alone() -> None:
    expected = A.astype(np.float64) @ B.astype(np.float64)
    out, joint = ops.all_gather_matmul(t(A), t(B), WORLD, 1)
    np.testing.assert_allclose(out.asnumpy(), expected, rtol=3e-3, atol=3e-3)
    np.testing.assert_array_equal(joint.asnumpy(), A)
    turned = t(np.ascontiguousarray(B.T))
    out, joint = ops.all_gather_matmul(t(A), turned, WORLD, 1, trans_x2=True, gather_output=False)
    np.testing.assert_allclose(out.asnumpy(), expected, rtol=3e-3, atol=3e-3)
    assert joint.shape == (0,)
    out = ops.matmul_reduce_scatter(t(A), t(B), WORLD, 1)
    np.testing.assert_allclose(out.asnumpy(), expected, rtol=3e-3, atol=3e-3)


a, b = t(A), t(B)
REFUSED = {
    "keep_prob": (lambda: generated("FlashAttentionScore")(4, 1.5), ValueError),
    "layout": (lambda: generated("FlashAttentionScore")(4, input_layout="X"), ValueError),
    "size": (lambda: ops.all_gather_matmul(a, b, WORLD, 2), RuntimeError),
    "bias": (lambda: ops.all_gather_matmul(a, b, WORLD, 1, bias=a), RuntimeError),
    "dtype": (lambda: ops.all_gather_matmul(a.float(), b.float(), WORLD, 1), RuntimeError),
    "rank": (lambda: ops.all_gather_matmul(a[None], b, WORLD, 1), RuntimeError),
    "rows": (lambda: ops.matmul_reduce_scatter(a, b[:5], WORLD, 1), RuntimeError),
    "reduction": (
        lambda: ops.matmul_reduce_scatter(a, b, WORLD, 1, reduce_op="max"),
        ValueError,
    ),
    "turned": (lambda: ops.matmul_reduce_scatter(a, b, WORLD, 1, trans_input=True), RuntimeError),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(case: str) -> None:
    call, error = REFUSED[case]
    with pytest.raises(error):
        call()
