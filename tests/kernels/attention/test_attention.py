"""Fused attention against NumPy in double precision (MindSpore's CPU build lacks these kernels)."""

import numpy as np
import pytest

import msjax as ms

B, N, S, T, D = 2, 4, 5, 7, 8
SCALE = 0.3


def data(*shape, seed=0):
    return np.random.RandomState(seed).randn(*shape).astype(np.float32)


def reference(q, k, v, seen=None, shift=None, keep=None, keep_prob=1.0):
    """Attention of (B, N, S, D) arrays."""
    q, k, v = (x.astype(np.float64) for x in (q, k, v))
    groups = q.shape[1] // k.shape[1]
    k, v = np.repeat(k, groups, 1), np.repeat(v, groups, 1)
    scores = q @ np.swapaxes(k, -1, -2) * SCALE
    if shift is not None:
        scores = scores + shift
    if seen is not None:
        scores = np.where(seen, scores, -np.inf)
    shares = np.exp(scores - scores.max(-1, keepdims=True))
    shares /= shares.sum(-1, keepdims=True)
    if keep is not None:
        shares = np.where(keep, shares / keep_prob, 0)
    return shares @ v


def layout(x, name):
    """(B, N, S, D) in another layout."""
    if name == "BNSD":
        return x
    y = np.swapaxes(x, 1, 2)
    if name == "BSND":
        return y
    y = y.reshape(*y.shape[:2], -1)
    return y if name == "BSH" else np.swapaxes(y, 0, 1)


def qkv(heads=N):
    return data(B, N, S, D), data(B, heads, T, D, seed=1), data(B, heads, T, D, seed=2)


def run(q, k, v, name="BNSD", **kwargs):
    tensors = [ms.Tensor(np.ascontiguousarray(layout(x, name))) for x in (q, k, v)]
    out = ms.ops.flash_attention_score(*tensors, N, scalar_value=SCALE, input_layout=name, **kwargs)
    return out.asnumpy()


@pytest.mark.parametrize("name", ["BNSD", "BSND", "BSH", "SBH"])
@pytest.mark.parametrize("heads", [N, 2, 1])
def test_layouts_and_shared_key_heads(name, heads):
    arrays = qkv(heads)
    np.testing.assert_allclose(run(*arrays, name), layout(reference(*arrays), name), atol=2e-6)


ROW, COLUMN = np.indices((S, T))
MASK = np.random.RandomState(3).rand(B, 1, S, T) > 0.7
SEEN = {
    "mask": ({"attn_mask": MASK}, ~MASK),
    "band": (
        {"attn_mask": MASK, "pre_tokens": 2, "next_tokens": 3},
        ~MASK & (COLUMN - ROW <= 3) & (ROW - COLUMN <= 2),
    ),
    "whole mask": ({"attn_mask": MASK, "pre_tokens": 0, "sparse_mode": 1}, ~MASK),
    "causal from the start": ({"sparse_mode": 2}, COLUMN <= ROW),
    "causal from the end": ({"sparse_mode": 3}, COLUMN <= ROW + T - S),
    "band from the end": (
        {"sparse_mode": 4, "pre_tokens": 2, "next_tokens": 1},
        (COLUMN - ROW - (T - S) <= 1) & (ROW + T - S - COLUMN <= 2),
    ),
    "prefix": (
        {"sparse_mode": 5, "prefix": (4, 6)},
        (COLUMN <= ROW + T - S) | (COLUMN < np.array([4, 6])[:, None, None, None]),
    ),
}


@pytest.mark.parametrize("case", SEEN)
def test_masks(case):
    kwargs, seen = SEEN[case]
    kwargs = {k: ms.Tensor(v) if isinstance(v, np.ndarray) else v for k, v in kwargs.items()}
    arrays = qkv()
    np.testing.assert_allclose(run(*arrays, **kwargs), reference(*arrays, seen), atol=2e-6)


@pytest.mark.parametrize(
    ("dtype", "atol"), [("float16", 3e-3), ("bfloat16", 3e-2), ("float64", 1e-9)]
)
def test_dtypes(dtype, atol):
    q, k, v = (x.astype(np.float64) for x in qkv(2))
    kind = getattr(ms, dtype)
    out = ms.ops.flash_attention_score(
        *(ms.Tensor(x, kind) for x in (q, k, v)),
        N,
        scalar_value=SCALE,
        input_layout="BNSD",
        sparse_mode=3,
    )
    assert out.dtype == kind
    want = reference(q, k, v, COLUMN <= ROW + T - S)
    np.testing.assert_allclose(out.astype(ms.float64).asnumpy(), want, atol=atol)


def test_shift_and_dropout_bits():
    q, k, v = data(B, N, S, D), data(B, N, 8, D, seed=1), data(B, N, 8, D, seed=2)
    shift = data(1, N, S, 8, seed=4)
    keep = np.random.RandomState(5).rand(B, N, S, 8) < 0.8
    bits = np.packbits(keep, axis=-1, bitorder="little")
    got = run(q, k, v, real_shift=ms.Tensor(shift), drop_mask=ms.Tensor(bits), keep_prob=0.8)
    np.testing.assert_allclose(got, reference(q, k, v, None, shift, keep, 0.8), atol=3e-6)


@pytest.mark.parametrize("mode", [0, 2, 3])
def test_packed_sequences(mode):
    lengths_q, lengths_k = [2, 3], [4, 3]
    q, k, v = data(5, N, D), data(7, 2, D, seed=1), data(7, 2, D, seed=2)
    got = ms.ops.flash_attention_score(
        *(ms.Tensor(x) for x in (q, k, v)),
        N,
        scalar_value=SCALE,
        input_layout="TND",
        sparse_mode=mode,
        actual_seq_qlen=tuple(np.cumsum(lengths_q).tolist()),
        actual_seq_kvlen=tuple(np.cumsum(lengths_k).tolist()),
    ).asnumpy()
    at_q = at_k = 0
    for nq, nk in zip(lengths_q, lengths_k, strict=True):
        row, column = np.indices((nq, nk))
        seen = {0: None, 2: column <= row, 3: column <= row + nk - nq}[mode]
        parts = [x.swapaxes(0, 1)[None] for x in (q[at_q : at_q + nq], k[at_k : at_k + nk])]
        want = reference(*parts, v[at_k : at_k + nk].swapaxes(0, 1)[None], seen)[0]
        np.testing.assert_allclose(got[at_q : at_q + nq], want.swapaxes(0, 1), atol=2e-6)
        at_q, at_k = at_q + nq, at_k + nk


def test_prompt_attention_with_lengths():
    q, k, v = qkv(2)
    got = ms.ops.prompt_flash_attention(
        *(ms.Tensor(x) for x in (q, k, v)),
        actual_seq_lengths=(5, 3),
        actual_seq_lengths_kv=(7, 4),
        num_heads=N,
        num_key_value_heads=2,
        scale_value=SCALE,
        input_layout="BNSD",
    ).asnumpy()
    seen = np.arange(T) < np.array([7, 4])[:, None, None, None]
    want = reference(q, k, v, seen)
    want[1, :, 3:] = 0
    np.testing.assert_allclose(got, want, atol=2e-6)


def test_incremental_attention():
    q, k, v = data(B, N, 1, D), data(B, 2, T, D, seed=1), data(B, 2, T, D, seed=2)
    hidden = np.random.RandomState(6).rand(B, T) > 0.6
    got = ms.ops.incre_flash_attention(
        ms.Tensor(layout(q, "BSH")),
        [ms.Tensor(layout(k, "BSH"))],
        [ms.Tensor(layout(v, "BSH"))],
        ms.Tensor(hidden),
        num_heads=N,
        num_key_value_heads=2,
        scale_value=SCALE,
    ).asnumpy()
    want = layout(reference(q, k, v, ~hidden[:, None, None]), "BSH")
    np.testing.assert_allclose(got, want, atol=2e-6)


def test_ring_update_joins_two_halves():
    q, k, v = qkv()
    outs, tops, sums = [], [], []
    for part in (slice(0, 3), slice(3, T)):
        scores = q.astype(np.float64) @ np.swapaxes(k[:, :, part], -1, -2) * SCALE
        top = scores.max(-1, keepdims=True)
        shares = np.exp(scores - top)
        total = shares.sum(-1, keepdims=True)
        outs.append(layout(shares / total @ v[:, :, part], "SBH").astype(np.float32))
        tops.append(np.repeat(top, 8, -1).astype(np.float32))
        sums.append(np.repeat(total, 8, -1).astype(np.float32))
    halves = [ms.Tensor(x) for i in (0, 1) for x in (outs[i], tops[i], sums[i])]
    out, _, _ = ms.ops.ring_attention_update(*halves)
    np.testing.assert_allclose(out.asnumpy(), layout(reference(q, k, v), "SBH"), atol=2e-6)


@pytest.mark.parametrize("mode", [0, 1])
def test_rotary_embedding_turns_pairs(mode):
    x, angles = data(2, 3, 5, 8), data(1, 3, 1, 4, seed=1)
    pairs = np.concatenate([angles, angles], -1) if mode == 0 else np.repeat(angles, 2, -1)
    cos, sin = np.cos(pairs), np.sin(pairs)
    got = ms.ops.rotary_position_embedding(ms.Tensor(x), ms.Tensor(cos), ms.Tensor(sin), mode)
    first, second = (x[..., :4], x[..., 4:]) if mode == 0 else (x[..., ::2], x[..., 1::2])
    turned = (first + 1j * second) * np.exp(1j * angles)
    if mode == 0:
        want = np.concatenate([turned.real, turned.imag], -1)
    else:
        want = np.stack([turned.real, turned.imag], -1).reshape(x.shape)
    np.testing.assert_allclose(got.asnumpy(), want, atol=1e-6)


@pytest.mark.parametrize(
    ("kwargs", "error"),
    [
        ({"input_layout": "XYZ"}, ValueError),
        ({"head_num": 3}, RuntimeError),
        ({"head_num": 0}, RuntimeError),
        ({"sparse_mode": 6}, NotImplementedError),
        ({"sparse_mode": 9}, RuntimeError),
        ({"padding_mask": 1}, NotImplementedError),
        ({"keep_prob": 0.0}, ValueError),
    ],
)
def test_refusals(kwargs, error):
    x = ms.ops.ones((2, 4, 64), ms.float16)
    with pytest.raises(error):
        ms.ops.flash_attention_score(x, x, x, **{"head_num": 4, **kwargs})


def test_mixed_dtypes_are_refused():
    x = ms.ops.ones((2, 4, 64), ms.float16)
    with pytest.raises(TypeError):
        ms.ops.flash_attention_score(x, x.astype(ms.float32), x, 4)


def test_gradient_equals_that_of_plain_operations():
    arrays = qkv()

    def fused(q, k, v):
        return ms.ops.flash_attention_score(
            q, k, v, N, scalar_value=SCALE, input_layout="BNSD", sparse_mode=3
        ).sum()

    def plain(q, k, v):
        scores = ms.ops.matmul(q, k.swapaxes(-1, -2)) * SCALE
        hidden = ms.Tensor(COLUMN > ROW + T - S)
        shares = ms.ops.softmax(ms.ops.masked_fill(scores, hidden, -1e30), -1)
        return ms.ops.matmul(shares, v).sum()

    tensors = [ms.Tensor(x) for x in arrays]
    for a, b in zip(
        ms.grad(fused, (0, 1, 2))(*tensors), ms.grad(plain, (0, 1, 2))(*tensors), strict=True
    ):
        np.testing.assert_allclose(a.asnumpy(), b.asnumpy(), atol=1e-5)
