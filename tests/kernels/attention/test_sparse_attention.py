"""Sparse and deformable attention against loops in NumPy in double precision."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import msjax as ms
from msjax import ops

RNG = np.random.default_rng(23)
HALF = np.float16
SCALE = 0.4


def data(*shape: int, dtype: Any = HALF) -> np.ndarray:
    return RNG.standard_normal(shape).astype(dtype)


def t(x: Any, dtype: Any = None) -> ms.Tensor:
    return ms.Tensor(np.asarray(x), dtype)


def attend(q: np.ndarray, k: np.ndarray, v: np.ndarray) -> tuple[Any, Any, Any]:
    """One query over some keys: result, maximum, sum."""
    scores = k.astype(np.float64) @ q.astype(np.float64) * SCALE
    parts = np.exp(scores - scores.max())
    return parts @ v.astype(np.float64) / parts.sum(), scores.max(), parts.sum()


def numeric(function: Any, x: np.ndarray, at: tuple[int, ...]) -> float:
    """Derivative of a scalar function of an array by one of its elements."""
    step = np.zeros(x.shape)
    step[at] = 1e-5
    return (function(x + step) - function(x - step)) / 2e-5


def starts(ends: Any) -> list[tuple[int, int]]:
    return list(itertools.pairwise([0, *ends]))


# -- compressed keys --


def compressed(x: Any, w: Any, block: int, stride: int, ends: Any) -> np.ndarray:
    rows = []
    for start, end in starts(ends):
        while start + block <= end:
            window = x[start : start + block].astype(np.float64)
            rows.append((window * w[:, :, None].astype(np.float64)).sum(0))
            start += stride
    return np.stack(rows) if rows else np.zeros((0, *x.shape[1:]))


@pytest.mark.parametrize(("block", "stride"), [(32, 16), (16, 16), (64, 32)])
def test_compress(block: int, stride: int) -> None:
    x, w, ends = data(150, 2, 16), data(block, 2), (70, 80, 150)
    out = ops.nsa_compress(t(x), t(w), block, stride, actual_seq_len=ends)
    assert out.dtype == ms.float16
    np.testing.assert_allclose(out.asnumpy(), compressed(x, w, block, stride, ends), atol=2e-2)


def test_documented_windows() -> None:
    x, w = t(np.ones((256, 8, 128)), ms.float16), t(np.ones((64, 8)), ms.float16)
    out = ops.nsa_compress(x, w, 64, 16, actual_seq_len=(80, 176, 256))
    assert out.shape == (7, 8, 128) and (out == 64).all()


def test_compress_gradient() -> None:
    x, w, ends = data(48, 1, 16), data(32, 1), (48,)
    dy = data(2, 1, 16)

    def loss(x: ms.Tensor, w: ms.Tensor) -> ms.Tensor:
        return (ops.nsa_compress(x, w, 32, 16, actual_seq_len=ends) * t(dy)).sum()

    dx, dw = ms.grad(loss, (0, 1))(t(x), t(w))
    for found, i, at in ((dx, 0, (20, 0, 3)), (dw, 1, (5, 0))):

        def value(changed: np.ndarray, i: int = i) -> float:
            pair = (changed, w) if i == 0 else (x, changed)
            return float((compressed(*pair, 32, 16, ends) * dy).sum())

        slope = numeric(value, (x, w)[i].astype(np.float64), at)
        np.testing.assert_allclose(found.asnumpy()[at], slope, rtol=5e-3, atol=5e-3)


QUERIES, COMPRESSED, BLOCKS = (6, 11), (9, 16), (4, 7)
ADDED = RNG.random((6, 9)) > 0.6
ADDED[:, 0] = False
FORCED = np.zeros((6, 4), bool)
FORCED[:, 2] = True


@pytest.mark.parametrize("masked", [False, True])
def test_compress_attention(masked: bool) -> None:
    q, k, v = data(11, 4, 16), data(16, 2, 16), data(16, 2, 8)
    masks = {"atten_mask": t(ADDED), "topk_mask": t(FORCED)} if masked else {}
    out, chosen, top, total = ops.nsa_compress_attention(
        *(t(x) for x in (q, k, v)),
        SCALE,
        4,
        32,
        16,
        64,
        2,
        actual_seq_qlen=QUERIES,
        actual_cmp_seq_kvlen=list(COMPRESSED),
        actual_sel_seq_kvlen=BLOCKS,
        **masks,
    )
    assert chosen.dtype == ms.int32 and top.shape == total.shape == (11, 4, 8)
    spans = zip(starts(QUERIES), starts(COMPRESSED), starts(BLOCKS), strict=True)
    for (q0, q1), (k0, k1), (b0, b1) in spans:
        for i, group in itertools.product(range(q0, q1), range(2)):
            weights = np.zeros(b1 - b0)
            for head in (2 * group, 2 * group + 1):
                keys = np.arange(k1 - k0)
                if masked:
                    keys = keys[~ADDED[i - q0, : k1 - k0]]
                near, values = k[k0:k1, group][keys], v[k0:k1, group][keys]
                expected, high, whole = attend(q[i, head], near, values)
                np.testing.assert_allclose(out.asnumpy()[i, head], expected, atol=3e-3)
                np.testing.assert_allclose(top.asnumpy()[i, head], high, rtol=1e-4, atol=1e-5)
                np.testing.assert_allclose(total.asnumpy()[i, head], whole, rtol=1e-4)
                scores = near.astype(np.float64) @ q[i, head].astype(np.float64) * SCALE
                share = dict(zip(keys, np.exp(scores - high) / whole, strict=True))
                for j, m, n in itertools.product(range(b1 - b0), range(4), range(2)):
                    weights[j] += share.get(4 * (j + 1) - m - n, 0)
            if masked:
                weights[FORCED[i - q0, : b1 - b0]] = np.inf
            best = np.argsort(-weights, kind="stable")[:2]
            np.testing.assert_array_equal(chosen.asnumpy()[i, group], best)


# -- selected keys --


def selected(q: Any, k: Any, v: Any, picks: Any, size: int) -> Any:
    """Result, maxima, sums of packed queries over the blocks that `picks` names."""
    results = np.zeros((*q.shape[:2], v.shape[2])), np.zeros(q.shape[:2]), np.zeros(q.shape[:2])
    each = q.shape[1] // k.shape[1]
    for (q0, q1), (k0, k1) in zip(starts(PACKED[0]), starts(PACKED[1]), strict=True):
        for i, head in itertools.product(range(q0, q1), range(q.shape[1])):
            rows = [k0 + b * size + j for b in picks[i, head // each] for j in range(size)]
            rows = [r for r in rows if r < k1]
            near, values = k[rows, head // each], v[rows, head // each]
            for result, x in zip(results, attend(q[i, head], near, values), strict=True):
                result[i, head] = x
    return results


PACKED = ((3, 7), (10, 18))
PICKS = np.array([[RNG.integers(0, 2, 3), RNG.integers(0, 2, 3)] for _ in range(7)], np.int32)


def test_select_attention() -> None:
    q, k, v = data(7, 4, 16), data(18, 2, 16), data(18, 2, 8)
    PICKS[2, 0] = [2, 0, 2]  # the last block is short; a block twice
    tensors = [t(x) for x in (q, k, v, PICKS)]
    ends = {"actual_seq_qlen": PACKED[0], "actual_seq_kvlen": PACKED[1]}
    found = ops.nsa_select_attention(*tensors, SCALE, 4, 4, 3, **ends)
    expected = selected(q, k, v, PICKS, 4)
    np.testing.assert_allclose(found[0].asnumpy(), expected[0], atol=3e-3)
    for x, y in zip(found[1:], expected[1:], strict=True):
        np.testing.assert_allclose(x.asnumpy(), np.repeat(y[..., None], 8, -1), rtol=1e-4)

    dy = data(7, 4, 8)

    def loss(*tensors: ms.Tensor) -> ms.Tensor:
        out = ops.nsa_select_attention(*tensors, t(PICKS), SCALE, 4, 4, 3, **ends)[0]
        return (out * t(dy)).sum()

    grads = ms.grad(loss, (0, 1, 2))(*tensors[:3])
    for i, at in ((0, (2, 1, 3)), (1, (8, 0, 5)), (2, (9, 0, 2))):

        def value(changed: np.ndarray, i: int = i) -> float:
            arrays = [q, k, v]
            arrays[i] = changed
            return float((selected(*arrays, PICKS, 4)[0] * dy).sum())

        slope = numeric(value, (q, k, v)[i].astype(np.float64), at)
        np.testing.assert_allclose(grads[i].asnumpy()[at], slope, rtol=2e-2, atol=3e-3)


# -- the indexer --


def index_scores(q: Any, k: Any, w: Any) -> np.ndarray:
    """One query (N, D) over keys (S, D)."""
    products = np.maximum(k.astype(np.float64) @ q.astype(np.float64).T, 0)
    return products @ w.astype(np.float64)


def check_index(found: Any, values: Any, scores: np.ndarray, count: int) -> None:
    """The chosen keys are the best ones, in order, up to rounding."""
    kept = min(count, len(scores))
    assert (found[kept:] == -1).all()
    assert len(set(found[:kept])) == kept
    best = np.sort(scores)[::-1][:kept]
    np.testing.assert_allclose(scores[found[:kept]], best, atol=1e-4)
    if values is not None:
        np.testing.assert_allclose(values[:kept], best, atol=2e-2, rtol=2e-3)
        assert np.isneginf(values[kept:]).all()


@pytest.mark.parametrize("mode", [0, 3])
def test_indexer(mode: int) -> None:
    q, k, w = data(2, 3, 4, 8), data(2, 7, 1, 8), data(2, 3, 4)
    used = np.array([[3, 2], [7, 5]], np.int32)
    found, values = ops.lightning_indexer(
        *(t(x) for x in (q, k, w)),
        actual_seq_lengths_query=t(used[0]),
        actual_seq_lengths_key=t(used[1]),
        sparse_count=6,
        sparse_mode=mode,
        return_value=True,
    )
    assert found.shape == values.shape == (2, 3, 1, 6)
    for b, i in itertools.product(range(2), range(3)):
        limit = used[1, b] if mode == 0 else used[1, b] - used[0, b] + i + 1
        scores = index_scores(q[b, i], k[b, : limit if i < used[0, b] else 0, 0], w[b, i])
        check_index(found.asnumpy()[b, i, 0], values.asnumpy()[b, i, 0], scores, 6)


def test_indexer_packed() -> None:
    q, k, w = data(5, 4, 8), data(11, 1, 8), data(5, 4)
    found, nothing = ops.lightning_indexer(
        *(t(x) for x in (q, k, w)),
        actual_seq_lengths_query=t([2, 5], ms.int32),
        actual_seq_lengths_key=t([4, 11], ms.int32),
        layout_query="TND",
        layout_key="TND",
        sparse_count=5,
    )
    assert found.shape == (5, 1, 5) and nothing.shape == (0,)
    for i in range(5):
        first, limit = (0, 3 + i) if i < 2 else (4, 5 + i - 2)
        scores = index_scores(q[i], k[first : first + limit, 0], w[i])
        check_index(found.asnumpy()[i, 0], None, scores, 5)


TABLE = np.array([[4, 1, 0], [2, 5, 3]], np.int32)


@pytest.mark.parametrize("layout", ["TND", "BSND"])
def test_indexer_over_pages(layout: str) -> None:
    packed = layout == "TND"
    q, w = data(4, 4, 8), data(4, 4)
    k = data(6, 3, 1, 8)
    ends = [1, 4] if packed else [2, 2]
    shape = (4,) if packed else (2, 2)
    found, _ = ops.lightning_indexer(
        t(q.reshape(*shape, 4, 8)),
        t(k),
        t(w.reshape(*shape, 4)),
        actual_seq_lengths_query=t(ends, ms.int32),
        actual_seq_lengths_key=t([7, 8], ms.int32),
        block_table=t(TABLE),
        layout_query=layout,
        layout_key="PA_BSND",
        sparse_count=4,
    )
    owner = [0, 1, 1, 1] if packed else [0, 0, 1, 1]
    limit = [7, 6, 7, 8] if packed else [6, 7, 7, 8]
    for i in range(4):
        keys = np.concatenate([k[block, :, 0] for block in TABLE[owner[i]]])[: limit[i]]
        check_index(found.asnumpy().reshape(4, 4)[i], None, index_scores(q[i], keys, w[i]), 4)


def test_indexer_gradient() -> None:
    q, k, w = data(1, 2, 4, 8), data(1, 5, 1, 8), data(1, 2, 4)

    def loss(*tensors: ms.Tensor) -> ms.Tensor:
        return ops.lightning_indexer(*tensors, sparse_count=3, sparse_mode=0, return_value=True)[
            1
        ].sum()

    grads = ms.grad(loss, (0, 1, 2))(*(t(x) for x in (q, k, w)))
    for i, at in ((0, (0, 1, 2, 3)), (2, (0, 1, 1))):

        def value(changed: np.ndarray, i: int = i) -> float:
            arrays = [q, k, w]
            arrays[i] = changed
            rows = (index_scores(arrays[0][0, j], k[0, :, 0], arrays[2][0, j]) for j in range(2))
            return float(sum(np.sort(row)[-3:].sum() for row in rows))

        slope = numeric(value, (q, k, w)[i].astype(np.float64), at)
        np.testing.assert_allclose(grads[i].asnumpy()[at], slope, rtol=1e-2, atol=5e-3)


# -- attention over chosen keys --


def chosen_expected(parts: Any, picks: Any, limit: int, size: int) -> tuple[Any, Any, Any]:
    """One query head with its position part over the keys of the blocks, below `limit`."""
    q, qr, k, kr, v = parts
    named = picks[: np.argmax(picks < 0)] if (picks < 0).any() else picks
    rows = [b * size + j for b in named for j in range(size) if b * size + j < limit]
    return attend(np.concatenate([q, qr]), np.concatenate([k, kr], -1)[rows], v[rows])


INDICES = np.array(
    [[[1, 0, -1, 2], [2, 0, 1, -1], [0, 1, 2, 3]], [[0, 2, -1, 1], [1, 0, -1, -1], [2, 1, 0, -1]]],
    np.int32,
)


@pytest.mark.parametrize("mode", [0, 3])
@pytest.mark.parametrize("size", [1, 2])
def test_sparse_flash(mode: int, size: int) -> None:
    q, qr = data(2, 3, 4, 8), data(2, 3, 4, 4)
    k, kr, v = data(2, 7, 1, 8), data(2, 7, 1, 4), data(2, 7, 1, 8)
    used = np.array([[3, 3], [7, 6]], np.int32)
    found = ops.sparse_flash_attention(
        *(t(x) for x in (q, k, v, INDICES[:, :, None])),
        SCALE,
        actual_seq_lengths_query=t(used[0]),
        actual_seq_lengths_kv=t(used[1]),
        query_rope=t(qr),
        key_rope=t(kr),
        sparse_block_size=size,
        sparse_mode=mode,
        attention_mode=2,
        return_softmax_lse=True,
    )
    out, top, total = (x.asnumpy() for x in found)
    assert out.dtype == HALF and top.shape == total.shape == (2, 1, 3, 4)
    for b, i, h in itertools.product(range(2), range(3), range(4)):
        limit = used[1, b] if mode == 0 else used[1, b] - 3 + i + 1
        parts = q[b, i, h], qr[b, i, h], k[b, :, 0], kr[b, :, 0], v[b, :, 0]
        expected = chosen_expected(parts, INDICES[b, i], limit, size)
        np.testing.assert_allclose(out[b, i, h], expected[0], atol=3e-3)
        np.testing.assert_allclose(top[b, 0, i, h], expected[1], rtol=1e-4, atol=1e-5)
        np.testing.assert_allclose(total[b, 0, i, h], expected[2], rtol=1e-4)


@pytest.mark.parametrize("paged", [False, True])
def test_sparse_flash_packed(paged: bool) -> None:
    q, qr = data(4, 4, 8), data(4, 4, 4)
    shape = (6, 3) if paged else (15,)
    k, kr, v = data(*shape, 1, 8), data(*shape, 1, 4), data(*shape, 1, 8)
    picks = np.array([[5, 0, 2], [3, 1, -1], [4, 0, 5], [6, 2, -1]], np.int32)
    more = {"block_table": t(TABLE)} if paged else {}
    found = ops.sparse_flash_attention(
        *(t(x) for x in (q, k, v, picks[:, None])),
        SCALE,
        actual_seq_lengths_query=t([1, 4], ms.int32),
        actual_seq_lengths_kv=t([7, 8] if paged else [7, 15], ms.int32),
        query_rope=t(qr),
        key_rope=t(kr),
        layout_query="TND",
        layout_kv="PA_BSND" if paged else "TND",
        attention_mode=2,
        **more,
    )
    out, nothing, _ = found
    assert nothing.shape == (0,)
    for i, h in itertools.product(range(4), range(4)):
        owner, limit = (0, 7) if i == 0 else (1, 5 + i)
        if paged:
            own = [np.concatenate([x[b, :, 0] for b in TABLE[owner]]) for x in (k, kr, v)]
        else:
            own = [x[7 * owner :, 0] for x in (k, kr, v)]
        expected = chosen_expected((q[i, h], qr[i, h], *own), picks[i], limit, 1)[0]
        np.testing.assert_allclose(out.asnumpy()[i, h], expected, atol=3e-3)


# -- deformable attention --

MAPS = np.array([[2, 3], [4, 2]])


def sampled(value: Any, points: Any, weight: Any) -> np.ndarray:
    batch, _, heads, width = value.shape
    queries = points.shape[1]
    out = np.zeros((batch, queries, heads, width))
    spaces = itertools.product(*(range(n) for n in weight.shape))
    for b, i, h, level, p in spaces:
        height, length = MAPS[level]
        first = 6 * level
        x = points[b, i, h, level, p, 0] * length - 0.5
        y = points[b, i, h, level, p, 1] * height - 0.5
        for row, column in itertools.product(range(height), range(length)):
            near = max(0, 1 - abs(x - column)) * max(0, 1 - abs(y - row))
            share = near * weight[b, i, h, level, p]
            out[b, i, h] += share * value[b, first + row * length + column, h]
    return out.reshape(batch, queries, -1)


def test_deformable() -> None:
    value, weight = data(2, 14, 2, 8, dtype=np.float32), data(2, 3, 2, 2, 2, dtype=np.float32)
    points = RNG.random((2, 3, 2, 2, 2, 2)).astype(np.float32) * 1.4 - 0.2
    maps, first = t(MAPS), t([0, 6])
    op = ops.multi_scale_deformable_attn_function
    out = op(t(value), maps, first, t(points), t(weight))
    np.testing.assert_allclose(out.asnumpy(), sampled(value, points, weight), atol=2e-5)
    half = op(
        *(x.half() if x.dtype == ms.float32 else x for x in (t(value), maps, first)),
        t(points),
        t(weight),
    )
    assert half.dtype == ms.float16
    dy = data(2, 3, 16, dtype=np.float32)

    def loss(value: ms.Tensor, points: ms.Tensor, weight: ms.Tensor) -> ms.Tensor:
        return (op(value, maps, first, points, weight) * t(dy)).sum()

    grads = ms.grad(loss, (0, 1, 2))(t(value), t(points), t(weight))
    for i, at in (
        (0, (1, 8, 0, 3)),
        (1, (0, 1, 1, 0, 1, 0)),
        (1, (1, 2, 0, 1, 0, 1)),
        (2, (0, 2, 1, 1, 0)),
    ):

        def total(changed: np.ndarray, i: int = i) -> float:
            arrays = [value, points, weight]
            arrays[i] = changed
            return float((sampled(*arrays) * dy).sum())

        slope = numeric(total, (value, points, weight)[i].astype(np.float64), at)
        np.testing.assert_allclose(grads[i].asnumpy()[at], slope, rtol=1e-3, atol=1e-4)


x = t(np.ones((64, 2, 16)), ms.float16)
w = t(np.ones((32, 2)), ms.float16)
q4 = t(np.ones((1, 2, 4, 8)), ms.float16)
k4 = t(np.ones((1, 6, 1, 8)), ms.float16)
w3 = t(np.ones((1, 2, 4)), ms.float16)
picks = t(np.zeros((1, 2, 1, 3)), ms.int32)


def press(x: Any = x, w: Any = w, block: Any = 32, stride: Any = 16, ends: Any = (64,)) -> Any:
    return ops.nsa_compress(x, w, block, stride, actual_seq_len=ends)


def index(**settings: Any) -> Any:
    return ops.lightning_indexer(q4, k4, w3, **settings)


def flash(**settings: Any) -> Any:
    settings = {"query_rope": q4, "key_rope": k4, "attention_mode": 2, **settings}
    return ops.sparse_flash_attention(q4, k4, k4, picks, 1.0, **settings)


def deform(value: Any = (1, 6, 2, 8), dtype: Any = np.float32) -> Any:
    rest = t(np.ones((1, 4, 2, 1, 3, 2)), ms.float32), t(np.ones((1, 4, 2, 1, 3)), ms.float32)
    return ops.multi_scale_deformable_attn_function(
        t(np.ones(value, dtype)), t([[2, 3]]), t([0]), *rest
    )


def pick(**settings: Any) -> Any:
    settings = {"actual_seq_qlen": [64], "actual_seq_kvlen": [64], **settings}
    ids = t(np.zeros((64, 2, 1)), ms.int32)
    return ops.nsa_select_attention(x, x, x, ids, 1.0, 2, 16, 1, **settings)


def score(count: Any = 2, ends: Any = (4,)) -> Any:
    return ops.nsa_compress_attention(
        x,
        x,
        x,
        1.0,
        2,
        32,
        16,
        64,
        count,
        actual_seq_qlen=[64],
        actual_cmp_seq_kvlen=[64],
        actual_sel_seq_kvlen=ends,
    )


REFUSED = {
    "compress dtype": (lambda: press(x.float(), w.float()), TypeError),
    "compress dtypes": (lambda: press(x, w.astype(ms.bfloat16)), TypeError),
    "compress rank": (lambda: press(x[None]), RuntimeError),
    "compress block": (lambda: press(block=24), RuntimeError),
    "compress stride": (lambda: press(stride=48), RuntimeError),
    "compress stride type": (lambda: press(stride=16.0), TypeError),
    "compress weight": (lambda: press(w=w[:16]), RuntimeError),
    "compress ends": (lambda: press(ends=(63,)), RuntimeError),
    "compress falling ends": (lambda: press(ends=(70, 64)), RuntimeError),
    "compress ends type": (lambda: press(ends=(64.0,)), TypeError),
    "compressed blocks": (lambda: score(5), NotImplementedError),
    "compressed count": (lambda: score(0), ValueError),
    "compressed sequences": (lambda: score(2, (4, 8)), ValueError),
    "select mask": (lambda: pick(atten_mask=x), NotImplementedError),
    "select ends": (lambda: pick(actual_seq_kvlen=[63]), RuntimeError),
    "index count": (lambda: index(sparse_count=4096), ValueError),
    "index mode": (lambda: index(sparse_mode=1), ValueError),
    "index band": (lambda: index(pre_tokens=5), NotImplementedError),
    "index layout": (lambda: index(layout_query="BNSD"), RuntimeError),
    "index pages": (lambda: index(layout_key="PA_BSND"), RuntimeError),
    "index dtypes": (lambda: ops.lightning_indexer(q4, k4, w3.float()), TypeError),
    "flash mode": (lambda: flash(attention_mode=0), NotImplementedError),
    "flash rope": (lambda: flash(query_rope=None), ValueError),
    "flash size": (lambda: flash(sparse_block_size=3), RuntimeError),
    "flash layout": (lambda: flash(layout_kv="TND"), RuntimeError),
    "flash dtype": (lambda: flash(key_rope=k4.float()), TypeError),
    "deform width": (lambda: deform((1, 6, 2, 12)), RuntimeError),
    "deform dtype": (lambda: deform(dtype=np.float64), RuntimeError),
    "deform rank": (lambda: deform((1, 6, 16)), RuntimeError),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(case: str) -> None:
    call, error = REFUSED[case]
    with pytest.raises(error):
        call()
