"""Rotary embedding, paged and fused attention against NumPy in double precision."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import msjax as ms
from msjax import ops
from msjax._core.op.registry import resolve

RNG = np.random.default_rng(11)
B, N, S, T, D = 2, 4, 5, 7, 8
SCALE = 0.3


def data(*shape: int, dtype: Any = np.float32) -> np.ndarray:
    return RNG.standard_normal(shape).astype(dtype)


def t(x: Any, dtype: Any = None) -> ms.Tensor:
    return ms.Tensor(np.asarray(x), dtype)


def reference(q: Any, k: Any, v: Any, seen: Any = True, shift: Any = 0.0, before: Any = 0.0) -> Any:
    """Result, maxima, sums of (B, N, S, D) arrays; rows that see nothing give zeros."""
    q, k, v = (x.astype(np.float64) for x in (q, k, v))
    k, v = (np.repeat(x, q.shape[1] // x.shape[1], 1) for x in (k, v))
    scores = (q @ np.swapaxes(k, -1, -2) + before) * SCALE + shift
    scores = np.where(seen, scores, -np.inf)
    top = scores.max(-1, keepdims=True)
    parts = np.exp(scores - np.where(np.isfinite(top), top, 0))
    total = parts.sum(-1, keepdims=True)
    return parts / np.where(total == 0, 1, total) @ v, top, total


def numeric(function: Any, x: np.ndarray, at: tuple[int, ...]) -> float:
    """Derivative of a scalar function of an array by one of its elements."""
    step = np.zeros(x.shape)
    step[at] = 1e-5
    return (function(x + step) - function(x - step)) / 2e-5


ROW, COLUMN = np.indices((S, T))

# -- rotary embedding --


def rotated(x: np.ndarray, angle: np.ndarray, interleaved: bool) -> np.ndarray:
    """Pairs of features as complex numbers, turned."""
    x = x.astype(np.float64)
    if interleaved:
        z = (x[..., ::2] + 1j * x[..., 1::2]) * np.exp(1j * angle)
        return np.stack([z.real, z.imag], -1).reshape(x.shape)
    half = x.shape[-1] // 2
    z = (x[..., :half] + 1j * x[..., half:]) * np.exp(1j * angle)
    return np.concatenate([z.real, z.imag], -1)


def tables(rows: int, interleaved: bool) -> tuple[np.ndarray, ms.Tensor, ms.Tensor]:
    angle = np.outer(np.arange(rows) + 1.0, [1.0, 0.5, 0.25, 0.1])
    wide = np.repeat(angle, 2, -1) if interleaved else np.concatenate([angle, angle], -1)
    return angle, t(np.cos(wide), ms.float32), t(np.sin(wide), ms.float32)


@pytest.mark.parametrize("cos_format", [0, 1, 2, 3])
def test_rotary_rows_per_token(cos_format: int) -> None:
    angle, cos, sin = tables(6, cos_format % 2 == 1)
    query, key = data(6, 2, D), data(6, 1, D)
    out = ops.ApplyRotaryPosEmb(cos_format)(
        t(query.reshape(6, -1)), t(key.reshape(6, -1)), cos, sin, t([4, 2], ms.int32)
    )
    for x, y in zip((query, key), out, strict=True):
        expected = rotated(x, angle[:, None], cos_format % 2 == 1).reshape(6, -1)
        np.testing.assert_allclose(y.asnumpy(), expected, atol=2e-6)


def test_rotary_table() -> None:
    angle, cos, sin = tables(9, False)
    x = data(6, D)
    rotate = ops.ApplyRotaryPosEmb()
    packed, _ = rotate(t(x), t(x), cos, sin, t([4, 2], ms.int32))
    expected = rotated(x, angle[[0, 1, 2, 3, 0, 1]], False)
    np.testing.assert_allclose(packed.asnumpy(), expected, atol=2e-6)
    x = data(2, 3, D)
    batch, _ = rotate(t(x), t(x), cos, sin, t([3, 2], ms.int32))
    np.testing.assert_allclose(batch.asnumpy(), rotated(x, angle[:3], False), atol=2e-6)
    x = data(2, 1, D)
    new, _ = rotate(t(x), t(x), cos, sin, t([7, 3], ms.int32))
    np.testing.assert_allclose(new.asnumpy(), rotated(x, angle[[7, 3], None], False), atol=2e-6)


def test_rotary_gradient() -> None:
    angle, cos, sin = tables(6, False)
    x, weight = data(6, D), data(6, D)

    def loss(x: ms.Tensor) -> ms.Tensor:
        return (ops.ApplyRotaryPosEmb(2)(x, x, cos, sin, t([6], ms.int32))[0] * t(weight)).sum()

    expected = rotated(weight, -angle, False)  # the inverse rotation
    np.testing.assert_allclose(ms.grad(loss)(t(x)).asnumpy(), expected, atol=2e-6)


# -- paged attention --

BLOCK = 3
TABLE = np.array([[4, 1, 0], [2, 5, 3]], np.int32)
LENGTHS = np.array([7, 5], np.int32)


def caches(heads: int) -> tuple[np.ndarray, np.ndarray]:
    return data(6, BLOCK, heads, D, dtype=np.float16), data(6, BLOCK, heads, D, dtype=np.float16)


def unpaged(cache: np.ndarray) -> np.ndarray:
    """(B, heads, keys, D)."""
    rows = [np.concatenate([cache[block] for block in blocks]) for blocks in TABLE]
    return np.swapaxes(np.stack(rows), 1, 2)


def paged_expected(q: np.ndarray, k: Any, v: Any, owner: Any, limit: Any, shift: Any) -> np.ndarray:
    """Of queries (tokens, N, D)."""
    k, v = unpaged(k)[owner], unpaged(v)[owner]
    seen = np.arange(9) < np.asarray(limit)[:, None, None, None]
    return reference(q[:, :, None], k, v, seen, shift)[0][:, :, 0]


@pytest.mark.parametrize("heads", [4, 2, 1])
def test_paged(heads: int) -> None:
    q, (k, v) = data(2, N, D, dtype=np.float16), caches(heads)
    attend = ops.PagedAttention(N, SCALE, heads)
    expected = paged_expected(q, k, v, [0, 1], LENGTHS, 0.0)
    for shape in ((2, N, D), (2, N * D), (2, 1, N * D)):
        out = attend(t(q.reshape(shape)), t(k), t(v), t(TABLE), t(LENGTHS))
        assert out.shape == shape and out.dtype == ms.float16
        np.testing.assert_allclose(out.asnumpy().reshape(2, N, D), expected, atol=3e-3)


def test_paged_with_masks() -> None:
    q, (k, v) = data(2, N, D, dtype=np.float16), caches(2)
    mask, bias = (data(2, 9, dtype=np.float16) for _ in range(2))
    attend = ops.PagedAttention(N, SCALE, 2)
    tensors = [t(x) for x in (q, k, v, TABLE, LENGTHS)]
    out = attend(*tensors, attn_mask=t(mask), alibi_mask=t(bias)).asnumpy()
    shift = (mask.astype(np.float64) + bias)[:, None, None]
    expected = paged_expected(q, k, v, [0, 1], LENGTHS, shift)
    np.testing.assert_allclose(out, expected, atol=4e-3)
    each = data(2, N, 1, 9, dtype=np.float16)
    out = ops.PagedAttentionMask(N, SCALE, 2)(*tensors, alibi_mask=t(each)).asnumpy()
    expected = paged_expected(q, k, v, [0, 1], LENGTHS, each.astype(np.float64))
    np.testing.assert_allclose(out, expected, atol=4e-3)


@pytest.mark.parametrize("mode", ["MASK_DEFAULT", "TRAPEZOIDAL"])
def test_paged_with_several_new_tokens(mode: str) -> None:
    q, (k, v) = data(5, N, D, dtype=np.float16), caches(2)
    attend = ops.PagedAttention(N, SCALE, 2, mask_mode=mode)
    tensors = [t(x) for x in (q, k, v, TABLE, LENGTHS)]
    out = attend(*tensors, q_seq_lens=t([3, 2], ms.int32)).asnumpy()
    limit = [5, 6, 7, 4, 5] if mode == "TRAPEZOIDAL" else [7, 7, 7, 5, 5]
    expected = paged_expected(q, k, v, [0, 0, 0, 1, 1], limit, 0.0)
    np.testing.assert_allclose(out, expected, atol=3e-3)


def test_reshape_and_cache() -> None:
    k, v = caches(2)
    new_k, new_v = (data(4, 2 * D, dtype=np.float16) for _ in range(2))
    slots = np.array([7, -1, 0, 17], np.int32)
    tensors = [t(x) for x in (new_k, new_v, k, v, slots)]
    out = ops.ReshapeAndCache()(*tensors)
    assert out is tensors[0]
    for new, old, cache in ((new_k, k, tensors[2]), (new_v, v, tensors[3])):
        expected = old.copy()
        for row, slot in zip(new, slots, strict=True):
            if slot >= 0:
                expected[slot // BLOCK, slot % BLOCK] = row.reshape(2, D)
        np.testing.assert_array_equal(cache.asnumpy(), expected)
    only = t(k)
    resolve("auto_generate.reshape_and_cache")(
        t(new_k.reshape(2, 2, -1)), key_cache=only, slot_mapping=t(slots)
    )
    np.testing.assert_array_equal(only.asnumpy(), tensors[2].asnumpy())


# -- fused attention for inference --


def infer(q: Any, k: Any, v: Any, **settings: Any) -> Any:
    tensors = [t(x) for x in (q, k, v)]
    settings = {"num_heads": N, "scale": SCALE, "input_layout": "BNSD", **settings}
    return [x.asnumpy() for x in ops.fused_infer_attention_score(*tensors, **settings)]


def prompt(heads: int = N) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    return data(B, N, S, D), data(B, heads, T, D), data(B, heads, T, D)


@pytest.mark.parametrize("heads", [N, 2, 1])
def test_prompt_layouts(heads: int) -> None:
    arrays = prompt(heads)
    expected, top, total = reference(*arrays)
    out, lse = infer(*arrays, softmax_lse_flag=True)
    np.testing.assert_allclose(out, expected, atol=2e-6)
    np.testing.assert_allclose(lse, top + np.log(total), atol=2e-6)
    out, nothing = infer(*arrays, input_layout="BNSD_BSND")
    np.testing.assert_allclose(out, np.swapaxes(expected, 1, 2), atol=2e-6)
    np.testing.assert_array_equal(nothing, [0])
    swapped = [np.ascontiguousarray(np.swapaxes(x, 1, 2)) for x in arrays]
    out, _ = infer(*swapped, input_layout="BSND")
    np.testing.assert_allclose(out, np.swapaxes(expected, 1, 2), atol=2e-6)
    flat = [x.reshape(*x.shape[:2], -1) for x in swapped]
    out, _ = infer(*flat, input_layout="BSH", num_key_value_heads=heads)
    np.testing.assert_allclose(out, np.swapaxes(expected, 1, 2).reshape(B, S, -1), atol=2e-6)


MASK = RNG.random((B, 1, S, T)) > 0.7
Q_USED, K_USED = np.array([4, 5]), np.array([7, 6])
ENDS = (K_USED - Q_USED)[:, None, None, None]
VALID = np.arange(T) < K_USED[:, None, None, None]
MODES = {
    "lengths": ({}, VALID),
    "mask": ({"atten_mask": MASK, "sparse_mode": 1}, VALID & ~MASK),
    "mask in a band": (
        {"atten_mask": MASK, "pre_tokens": 1, "next_tokens": 2},
        VALID & ~MASK & (COLUMN - ROW <= 2) & (ROW - COLUMN <= 1),
    ),
    "causal": ({"sparse_mode": 2}, VALID & (COLUMN <= ROW)),
    "causal from the end": ({"sparse_mode": 3}, VALID & (COLUMN - ROW <= ENDS)),
    "band from the end": (
        {"sparse_mode": 4, "pre_tokens": 2, "next_tokens": 1},
        VALID & (COLUMN - ROW - ENDS <= 1) & (ROW + ENDS - COLUMN <= 2),
    ),
}


@pytest.mark.parametrize("case", MODES)
def test_prompt_modes(case: str) -> None:
    settings, seen = MODES[case]
    settings = {k: t(v) if isinstance(v, np.ndarray) else v for k, v in settings.items()}
    arrays = prompt(2)
    lengths = {"actual_seq_lengths": Q_USED.tolist(), "actual_seq_lengths_kv": K_USED.tolist()}
    out, _ = infer(*arrays, **settings, **lengths)
    expected = reference(*arrays, seen)[0]
    expected[0, :, 4] = 0
    np.testing.assert_allclose(out, expected, atol=2e-6)


def test_prompt_shift() -> None:
    arrays, shift = prompt(), data(1, N, S, T)
    out, _ = infer(*arrays, pse_shift=t(shift))
    np.testing.assert_allclose(out, reference(*arrays, shift=shift)[0], atol=2e-6)


def test_prompt_gradient() -> None:
    arrays, weight = prompt(2), data(B, N, S, D)

    def loss(*tensors: ms.Tensor) -> ms.Tensor:
        settings = {"num_heads": N, "scale": SCALE, "input_layout": "BNSD", "sparse_mode": 3}
        return (ops.fused_infer_attention_score(*tensors, **settings)[0] * t(weight)).sum()

    grads = ms.grad(loss, (0, 1, 2))(*(t(x) for x in arrays))
    seen = COLUMN - ROW <= T - S
    for i, at in ((0, (1, 2, 3, 4)), (1, (0, 1, 2, 3)), (2, (1, 0, 6, 7))):

        def expected(x: np.ndarray, i: int = i) -> float:
            changed = [*arrays[:i], x, *arrays[i + 1 :]]
            return float((reference(*changed, seen)[0] * weight).sum())

        slope = numeric(expected, arrays[i].astype(np.float64), at)
        np.testing.assert_allclose(grads[i].asnumpy()[at], slope, rtol=1e-4, atol=1e-5)


def test_new_token() -> None:
    q, k, v = data(B, N, 1, D), data(B, 2, T, D), data(B, 2, T, D)
    mask = RNG.random((B, T)) > 0.7
    lengths = {"actual_seq_lengths_kv": K_USED.tolist()}
    out, _ = infer(q, k, v, atten_mask=t(mask), **lengths)
    seen = VALID & ~mask[:, None, None]
    np.testing.assert_allclose(out, reference(q, k, v, seen)[0], atol=2e-6)
    out, _ = infer(q, k, v, sparse_mode=2, actual_seq_lengths=[0, 0])  # not looked at
    np.testing.assert_allclose(out, reference(q, k, v)[0], atol=2e-6)


@pytest.mark.parametrize("flat", [True, False])
def test_new_token_over_pages(flat: bool) -> None:
    q, (k, v) = data(B, N, 1, D, dtype=np.float16), caches(2)
    given = [x.reshape(6, BLOCK, -1) if flat else np.swapaxes(x, 1, 2) for x in (k, v)]
    settings = {"block_table": t(TABLE), "block_size": BLOCK, "num_key_value_heads": 2}
    out, _ = infer(q, *map(np.ascontiguousarray, given), actual_seq_lengths_kv=[7, 5], **settings)
    seen = np.arange(9) < LENGTHS[:, None, None, None]
    expected = reference(q, unpaged(k), unpaged(v), seen)[0]
    np.testing.assert_allclose(out, expected, atol=3e-3)


# -- fused attention for training --


def speed(q: Any, k: Any, v: Any, layout: str = "BNSD", **settings: Any) -> Any:
    tensors = [t(x) for x in (q, k, v)]
    return ops.speed_fusion_attention(*tensors, N, layout, scale=SCALE, **settings)


@pytest.mark.parametrize("pse_type", [0, 1])
def test_training_statistics(pse_type: int) -> None:
    arrays, pse = prompt(2), data(B, N, S, T)
    out = speed(*arrays, pse=t(pse), pse_type=pse_type, sparse_mode=3)
    given = {"shift": pse} if pse_type == 0 else {"before": pse}
    expected, top, total = reference(*arrays, COLUMN - ROW <= T - S, **given)
    np.testing.assert_allclose(out[0].asnumpy(), expected, atol=2e-6)
    np.testing.assert_allclose(out[1].asnumpy(), np.repeat(top, 8, -1), atol=2e-6)
    np.testing.assert_allclose(out[2].asnumpy(), np.repeat(total, 8, -1), rtol=1e-5)
    assert [int(x) for x in out[4:]] == [0, 0, 0]


def test_training_packed() -> None:
    q, k, v = data(5, N, D), data(7, 2, D), data(7, 2, D)
    out = speed(q, k, v, "TND", actual_seq_qlen=[2, 5], actual_seq_kvlen=[3, 7], sparse_mode=3)
    for rows, columns in ((slice(0, 2), slice(0, 3)), (slice(2, 5), slice(3, 7))):
        parts = [np.swapaxes(x, 0, 1)[None] for x in (q[rows], k[columns], v[columns])]
        row, column = np.indices((parts[0].shape[2], parts[1].shape[2]))
        expected, top, total = reference(*parts, column - row <= 1)
        np.testing.assert_allclose(
            out[0].asnumpy()[rows], np.swapaxes(expected[0], 0, 1), atol=2e-6
        )
        for given, found in ((top, out[1]), (total, out[2])):
            wide = np.repeat(np.swapaxes(given[0], 0, 1), 8, -1)
            np.testing.assert_allclose(found.asnumpy()[rows], wide, rtol=1e-5, atol=1e-6)


def test_training_dropout() -> None:
    q, k = np.zeros((1, N, 50, D)), np.zeros((1, N, 40, D))
    v = np.zeros((1, N, 40, D))
    v[..., 0] = 1
    ms.set_seed(3)
    out = speed(*(x.astype(np.float32) for x in (q, k, v)), keep_prob=0.25)
    kept = out[0].asnumpy()[..., 0] * 40 * 0.25
    np.testing.assert_allclose(kept, np.round(kept), atol=1e-4)
    assert abs(kept.mean() - 10) < 0.5 and kept.std() > 1
    assert int(out[6]) == N * 50 * 40
    again = speed(*(x.astype(np.float32) for x in (q, k, v)), keep_prob=0.25)
    assert (again[0].asnumpy() != out[0].asnumpy()).any()


def test_training_gradient() -> None:
    arrays, weight, pse = prompt(2), data(B, N, S, D), data(B, N, S, T)

    def loss(q: ms.Tensor, k: ms.Tensor, v: ms.Tensor, bias: ms.Tensor) -> ms.Tensor:
        out = ops.speed_fusion_attention(q, k, v, N, "BNSD", scale=SCALE, pse=bias)[0]
        return (out * t(weight)).sum()

    grads = ms.grad(loss, (0, 1, 2, 3))(*(t(x) for x in (*arrays, pse)))
    for i, at in ((0, (1, 2, 3, 4)), (1, (0, 1, 2, 3)), (2, (1, 0, 6, 7)), (3, (1, 3, 2, 5))):

        def expected(x: np.ndarray, i: int = i) -> float:
            all_four = [*arrays, pse]
            all_four[i] = x
            return float((reference(*all_four[:3], before=all_four[3])[0] * weight).sum())

        start = (*arrays, pse)[i].astype(np.float64)
        slope = numeric(expected, start, at)
        np.testing.assert_allclose(grads[i].asnumpy()[at], slope, rtol=1e-4, atol=1e-5)


x4 = t(np.ones((1, 2, 4, 16)), ms.float16)
cache = t(np.ones((4, 2, 2, 8)), ms.float16)
blocks, length = t([[0, 1]], ms.int32), t([3], ms.int32)
one = t(np.ones((1, 16)), ms.float16)
row = t(np.ones((2, 8)), ms.float16)
paged = ops.PagedAttention(2, 1.0, 2)


def fia(**settings: Any) -> Any:
    settings = {"num_heads": 2, "input_layout": "BNSD", **settings}
    return ops.fused_infer_attention_score(x4, x4, x4, **settings)


def sfa(layout: Any = "BNSD", heads: Any = 2, **settings: Any) -> Any:
    return ops.speed_fusion_attention(x4, x4, x4, heads, layout, **settings)


REFUSED = {
    "rotary dtypes": (
        lambda: ops.ApplyRotaryPosEmb(2)(row, row.float(), row, row, length),
        TypeError,
    ),
    "rotary dtype": (
        lambda: ops.ApplyRotaryPosEmb(2)(*[row.astype(ms.float64)] * 4, length),
        TypeError,
    ),
    "rotary format": (lambda: ops.ApplyRotaryPosEmb(4)(row, row, row, row, length), ValueError),
    "rotary rows": (
        lambda: ops.ApplyRotaryPosEmb(2)(row, row, row[:1], row[:1], t([1, 1], ms.int32)),
        ValueError,
    ),
    "paged quantisation mode": (lambda: ops.PagedAttention(2, 1.0, 2, "X"), ValueError),
    "paged mask mode": (lambda: ops.PagedAttention(2, 1.0, 2, mask_mode="X"), ValueError),
    "paged mla": (lambda: ops.PagedAttention(2, 1.0, 2, mla_v_dim=4), NotImplementedError),
    "paged dtype": (
        lambda: paged(one.float(), cache.float(), cache.float(), blocks, length),
        TypeError,
    ),
    "paged dtypes": (lambda: paged(one.float(), cache, cache, blocks, length), TypeError),
    "paged scale": (
        lambda: paged(one, cache, cache, blocks, length, antiquant_scale=one),
        NotImplementedError,
    ),
    "paged tokens": (
        lambda: paged(row.reshape(1, 16), cache, cache, blocks, t([1, 1])),
        ValueError,
    ),
    "cache tokens": (
        lambda: ops.ReshapeAndCache()(one, one, cache, cache, t([1, 2], ms.int32)),
        RuntimeError,
    ),
    "cache dtype": (
        lambda: ops.ReshapeAndCache()(one.float(), None, cache.float(), None, t([1], ms.int32)),
        TypeError,
    ),
    "infer layout": (lambda: fia(input_layout="X"), ValueError),
    "infer mode": (lambda: fia(sparse_mode=9), ValueError),
    "infer prefix mode": (lambda: fia(sparse_mode=5), NotImplementedError),
    "infer heads": (lambda: fia(num_heads=3), RuntimeError),
    "infer quantised": (lambda: fia(quant_scale2=one), NotImplementedError),
    "infer padding": (lambda: fia(kv_padding_size=one), NotImplementedError),
    "infer blocks": (lambda: fia(block_table=blocks, block_size=2), NotImplementedError),
    "training layout": (lambda: sfa("X"), ValueError),
    "training keep": (lambda: sfa(keep_prob=1.5), ValueError),
    "training mode": (lambda: sfa(sparse_mode=9), ValueError),
    "training global mode": (lambda: sfa(sparse_mode=6), NotImplementedError),
    "training pse_type": (lambda: sfa(pse_type=9), ValueError),
    "training alibi": (lambda: sfa(pse_type=2), NotImplementedError),
    "training start": (lambda: sfa(q_start_idx=[0]), NotImplementedError),
    "training heads": (lambda: sfa(heads=3), ValueError),
    "training scale": (lambda: sfa(scale=1), TypeError),
    "training mask dtype": (lambda: sfa(atten_mask=x4), TypeError),
    "training padding": (lambda: sfa(padding_mask=x4), NotImplementedError),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(case: str) -> None:
    call, error = REFUSED[case]
    with pytest.raises(error):
        call()
