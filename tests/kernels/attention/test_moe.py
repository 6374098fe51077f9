"""Routing of tokens to experts against loops in NumPy (MindSpore's CPU build lacks the kernels)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import msjax as ms
from msjax import ops
from msjax._core.op.registry import resolve

RNG = np.random.default_rng(5)
X = RNG.standard_normal((5, 3)).astype(np.float32)
EXPERTS = np.array([[2, 0], [1, 2], [2, 2], [0, 2], [2, 1]], np.int32)
PROBS = RNG.random((5, 2)).astype(np.float32)


def t(x: Any, dtype: Any = None) -> ms.Tensor:
    return ms.Tensor(np.asarray(x), dtype)


def generated(name: str) -> Any:
    return resolve("auto_generate." + name)


def by_expert(experts: np.ndarray) -> list[tuple[int, int]]:
    """(expert, copy) of each copy, in the order of experts."""
    return sorted((int(e), i) for i, e in enumerate(experts.ravel()))


def test_permute() -> None:
    order = [copy for _, copy in by_expert(EXPERTS)]
    copies, places = ops.moe_token_permute(t(X), t(EXPERTS))
    np.testing.assert_array_equal(copies.asnumpy(), X[[c // 2 for c in order]])
    np.testing.assert_array_equal(places.asnumpy(), [order.index(i) for i in range(10)])
    assert places.dtype == ms.int32
    few, same = ops.moe_token_permute(t(X), t(EXPERTS.astype(np.int64)), 4)
    np.testing.assert_array_equal(few.asnumpy(), copies.asnumpy()[:4])
    np.testing.assert_array_equal(same.asnumpy(), places.asnumpy())
    whole, _ = ops.moe_token_permute(t(X), t(EXPERTS), 0)
    assert whole.shape == (10, 3)


def test_documented_permutation() -> None:
    tokens = t([[1] * 3, [7] * 3, [2] * 3, [1] * 3, [2] * 3, [3] * 3], ms.bfloat16)
    copies, places = ops.moe_token_permute(tokens, t([5, 0, 3, 1, 2, 4], ms.int32))
    assert copies.dtype == ms.bfloat16
    np.testing.assert_array_equal(copies.float().asnumpy()[:, 0], [7, 1, 2, 2, 3, 1])
    np.testing.assert_array_equal(places.asnumpy(), [5, 0, 3, 1, 2, 4])


def test_unpermute() -> None:
    copies, places = ops.moe_token_permute(t(X), t(EXPERTS))
    back = ops.moe_token_unpermute(copies, places)
    np.testing.assert_array_equal(back.asnumpy(), np.repeat(X, 2, 0))
    merged = ops.moe_token_unpermute(copies, places, t(PROBS)).asnumpy()
    np.testing.assert_allclose(merged, X * PROBS.sum(1, keepdims=True), rtol=1e-6)
    # Copies that were not kept count as zero.
    kept = ops.moe_token_unpermute(copies[:4], places, t(PROBS)).asnumpy()
    expected = np.zeros((5, 3))
    for copy, place in enumerate(places.asnumpy()):
        if place < 4:
            expected[copy // 2] += PROBS.ravel()[copy] * copies.asnumpy()[place]
    np.testing.assert_allclose(kept, expected, rtol=1e-6)


def test_permutation_gradients() -> None:
    weights = RNG.standard_normal((5, 3)).astype(np.float32)

    def loss(x: ms.Tensor, probs: ms.Tensor) -> ms.Tensor:
        copies, places = ops.moe_token_permute(x, t(EXPERTS))
        return (ops.moe_token_unpermute(copies * copies, places, probs) * t(weights)).sum()

    dx, dp = ms.grad(loss, (0, 1))(t(X), t(PROBS))
    np.testing.assert_allclose(dx.asnumpy(), 2 * X * weights * PROBS.sum(1)[:, None], rtol=1e-5)
    np.testing.assert_allclose(
        dp.asnumpy(), np.repeat((X**2 * weights).sum(1)[:, None], 2, 1), rtol=2e-5, atol=1e-6
    )


def test_documented_routing_with_capacity() -> None:
    x = t([[0.1, 0.2, 0.3], [0.2, 0.7, 0.8], [0.3, 0.3, 0.5]], ms.float16)
    experts = t([[0, 1, 1], [2, 1, 1], [0, 0, 0]], ms.int32)
    copies, places = ops.moe_init_routing_v2(x, experts, 3, 2, 3, 1, 0, False)
    rows = x.asnumpy()
    expected = [[rows[0], rows[2]], [rows[0], rows[0]], [rows[1], 0 * rows[0]]]
    np.testing.assert_array_equal(copies.asnumpy(), expected)
    np.testing.assert_array_equal(places.asnumpy(), [0, 2, 3, 4, -1, -1, 1, -1, -1])


@pytest.mark.parametrize("active", [0, 7])
@pytest.mark.parametrize("flag", [0, 1, 2])
def test_routing_without_capacity(active: int, flag: int) -> None:
    out = ops.moe_init_routing_v2(t(X), t(EXPERTS), active, 0, 3, 0, flag, False)
    order = [copy for _, copy in by_expert(EXPERTS)]
    np.testing.assert_array_equal(out[0].asnumpy(), X[[c // 2 for c in order]][: active or None])
    np.testing.assert_array_equal(out[1].asnumpy(), [order.index(i) for i in range(10)])
    counts = [int((EXPERTS == e).sum()) for e in range(3)]
    assert len(out) == (3 if flag else 2)
    if flag:
        expected = np.cumsum(counts) if flag == 1 else counts
        np.testing.assert_array_equal(out[2].asnumpy(), expected)


def test_routing_counts_before_drop() -> None:
    out = ops.moe_init_routing_v2(t(X), t(EXPERTS), 0, 2, 3, 1, 0, True)
    np.testing.assert_array_equal(out[2].asnumpy(), [2, 2, 6])
    grad = ms.grad(lambda x: ops.moe_init_routing_v2(x, t(EXPERTS), 0, 2, 3, 1, 0, False)[0].sum())
    used = np.zeros(5)
    taken = dict.fromkeys(range(3), 0)
    for expert, copy in by_expert(EXPERTS):
        if taken[expert] < 2:
            taken[expert] += 1
            used[copy // 2] += 1
    np.testing.assert_array_equal(grad(t(X)).asnumpy(), np.repeat(used[:, None], 3, 1))


def test_first_routing() -> None:
    rows = np.arange(10).reshape(2, 5).T.astype(np.int32)  # as the gate numbers them
    out = generated("MoeInitRouting")()(t(X), t(rows), t(EXPERTS), 4)
    order = [copy for _, copy in by_expert(EXPERTS)]
    source = rows.ravel()[order]
    np.testing.assert_array_equal(out[0].asnumpy(), X[source[:8] % 5])
    np.testing.assert_array_equal(out[1].asnumpy()[source], np.arange(10))
    np.testing.assert_array_equal(out[2].asnumpy(), EXPERTS.ravel()[order])


def test_expert_tokens() -> None:
    op = generated("MoeComputeExpertTokens")()
    np.testing.assert_array_equal(op(t([0, 0, 1, 2, 2], ms.int32), 4).asnumpy(), [2, 3, 5, 5])


def test_documented_finalize() -> None:
    half = ms.float16
    values = [[v] * 4 for v in (0.1, 0.2, 0.3)]
    out = generated("MoeFinalizeRouting")()(
        t(values * 2, half),
        t([[1.0] * 4, *values[1:]], half),
        None,
        t([*values, [0.4] * 4], half),
        t([[0.7, 0.3], [0.8, 0.2], [0.8, 0.2]], half),
        t([2, 3, 1, 0, 5, 4], ms.int32),
        t([[0, 1], [0, 2], [1, 3]], ms.int32),
    )
    np.testing.assert_allclose(out.asnumpy()[:, 0], [1.37, 0.48, 0.74], atol=1e-3)


def test_finalize() -> None:
    expanded = RNG.standard_normal((10, 3)).astype(np.float32)
    x1, x2, bias = (RNG.standard_normal(s).astype(np.float32) for s in ((5, 3), (5, 3), (3, 3)))
    places = RNG.permutation(10).astype(np.int32)
    expected = x1.astype(np.float64) + x2
    for i in range(5):
        for k in range(2):
            expected[i] += PROBS[i, k] * (expanded[places[i + k * 5]] + bias[EXPERTS[i, k]])
    tensors = [t(a) for a in (expanded, x1, x2, bias, PROBS, places, EXPERTS)]
    out = generated("moe_finalize_routing")(*tensors)
    np.testing.assert_allclose(out.asnumpy(), expected, rtol=1e-5, atol=1e-6)


def test_gate() -> None:
    x = np.array([[0.1, 0.2, 0.1, 0.1], [0.3, 0.3, 0.1, 0.3]], np.float32)
    shares, experts, rows = generated("MoeGatingTopKSoftmax")()(t(x), None, 2)
    expected = np.exp(x) / np.exp(x).sum(1, keepdims=True)
    np.testing.assert_array_equal(experts.asnumpy(), [[1, 0], [0, 1]])
    np.testing.assert_allclose(
        shares.asnumpy(), np.take_along_axis(expected, experts.asnumpy(), 1), rtol=1e-6
    )
    np.testing.assert_array_equal(rows.asnumpy(), [[0, 2], [1, 3]])
    _, experts, _ = generated("MoeGatingTopKSoftmax")()(t(x), t([False, True]), 2)
    np.testing.assert_array_equal(experts.asnumpy(), [[1, 0], [4, 4]])


def test_group_topk_writes_its_input() -> None:
    scores = RNG.standard_normal((3, 12)).astype(np.float16)
    expected = scores.reshape(3, 4, 3).copy()
    for row in expected:
        sums = [np.sort(g.astype(np.float64))[-2:].sum() for g in row]
        for group in np.argsort(-np.array(sums), kind="stable")[2:]:
            row[group] = 0
    token = t(scores)
    out = ops.GroupTopk()(token, t(np.arange(12), ms.int32), 4, 2, 2)
    np.testing.assert_array_equal(token.asnumpy(), expected.reshape(3, 12))
    assert out is token


@pytest.mark.parametrize("norm", [True, False])
def test_fused_choice(norm: bool) -> None:
    x, bias = (RNG.standard_normal(s).astype(np.float32) for s in ((3, 12), (12,)))
    shares, experts = generated("FusedAddTopKDiv")()(t(x), t(bias), 4, 2, 2, 3, 0, norm, 1.5)
    plain = 1 / (1 + np.exp(-x.astype(np.float64)))
    for i, scores in enumerate(plain + bias):
        sums = [np.sort(g)[-2:].sum() for g in scores.reshape(4, 3)]
        left = np.zeros(12)
        for group in np.argsort(sums)[2:]:
            left[3 * group : 3 * group + 3] = scores[3 * group : 3 * group + 3]
        best = np.argsort(-left, kind="stable")[:3]
        np.testing.assert_array_equal(experts.asnumpy()[i], best)
        expected = 1.5 * plain[i, best] / (plain[i, best].sum() if norm else 1)
        np.testing.assert_allclose(shares.asnumpy()[i], expected, rtol=1e-5)


ids = t([5, 0, 3, 1, 2, 4], ms.int32)
tokens = t(np.ones((6, 3)), ms.float16)
idx = t(np.arange(16), ms.int32)
REFUSED = {
    "permute padded": (lambda: ops.moe_token_permute(tokens, ids, padded_mode=True), ValueError),
    "permute rank": (lambda: ops.moe_token_permute(tokens[None], ids), ValueError),
    "permute index rank": (
        lambda: ops.moe_token_permute(tokens, t(np.zeros((6, 1, 1)), ms.int32)),
        ValueError,
    ),
    "permute index dtype": (lambda: ops.moe_token_permute(tokens, ids.half()), TypeError),
    "permute wide": (
        lambda: ops.moe_token_permute(tokens, t(np.zeros((6, 513)), ms.int32)),
        ValueError,
    ),
    "permute count": (lambda: ops.moe_token_permute(tokens, ids, -1), ValueError),
    "permute rows": (lambda: ops.moe_token_permute(tokens, ids[:5]), RuntimeError),
    "permute list": (lambda: ops.moe_token_permute([1], ids), TypeError),
    "unpermute padded": (
        lambda: ops.moe_token_unpermute(tokens, ids, padded_mode=True),
        ValueError,
    ),
    "unpermute shape": (
        lambda: ops.moe_token_unpermute(tokens, ids, restore_shape=(6, 3)),
        NotImplementedError,
    ),
    "unpermute dtype": (lambda: ops.moe_token_unpermute(tokens, ids.long()), TypeError),
    "routing rank": (
        lambda: ops.moe_init_routing_v2(tokens[None], ids[:, None], 0, 1, 3, 0, 0, False),
        RuntimeError,
    ),
    "routing rows": (
        lambda: ops.moe_init_routing_v2(tokens, ids[:5, None], 0, 1, 3, 0, 0, False),
        RuntimeError,
    ),
    "routing active": (
        lambda: ops.moe_init_routing_v2(tokens, ids[:, None], -1, 1, 3, 0, 0, False),
        ValueError,
    ),
    "routing dtype": (
        lambda: ops.moe_init_routing_v2(tokens, ids[:, None].long(), 0, 1, 3, 0, 0, False),
        TypeError,
    ),
    "routing capacity": (
        lambda: ops.moe_init_routing_v2(tokens, ids[:, None], 0, 7, 6, 1, 0, False),
        ValueError,
    ),
    "tokens rank": (
        lambda: generated("MoeComputeExpertTokens")()(ids[None], 3),
        ValueError,
    ),
    "tokens dtype": (
        lambda: generated("MoeComputeExpertTokens")()(ids.long(), 3),
        TypeError,
    ),
    "finalize without": (
        lambda: generated("moe_finalize_routing")(tokens, tokens),
        RuntimeError,
    ),
    "gate rank": (lambda: generated("MoeGatingTopKSoftmax")()(tokens[0], None, 1), RuntimeError),
    "gate k": (lambda: generated("MoeGatingTopKSoftmax")()(tokens, None, 9), ValueError),
    "group rank": (lambda: ops.GroupTopk()(tokens[0], idx, 3, 1), ValueError),
    "group dtype": (lambda: ops.GroupTopk()(tokens.float(), idx, 3, 1), TypeError),
    "choice mapped": (
        lambda: generated("fused_add_topk_div")(
            tokens, tokens[0], 3, 1, 1, 1, enable_expert_mapping=True
        ),
        NotImplementedError,
    ),
    "choice groups": (
        lambda: generated("fused_add_topk_div")(tokens, tokens[0], 2, 1, 1, 1),
        ValueError,
    ),
    "group number": (lambda: ops.GroupTopk()(tokens, idx, 2, 1), ValueError),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(case: str) -> None:
    call, error = REFUSED[case]
    with pytest.raises(error):
        call()


def test_distribution_in_one_process() -> None:
    tokens, experts, shares = t(X, ms.float16), t(EXPERTS), t(PROBS)
    copies, none, places, totals, counts, _, scales = ops.moe_distribute_dispatch(
        tokens, experts, 1, 0, 4, expert_scales=shares
    )
    order = [copy for _, copy in by_expert(EXPERTS)]
    np.testing.assert_array_equal(copies.asnumpy(), X.astype(np.float16)[[c // 2 for c in order]])
    np.testing.assert_array_equal(scales.asnumpy(), PROBS.ravel()[order])
    flat = EXPERTS.ravel().tolist()
    np.testing.assert_array_equal(places.asnumpy(), [flat[:i].count(e) for i, e in enumerate(flat)])
    np.testing.assert_array_equal(counts.asnumpy(), [2, 2, 6, 0])
    np.testing.assert_array_equal(totals.asnumpy(), [2, 4, 10, 10])
    assert (totals.dtype, counts.dtype, none.shape) == (ms.int64, ms.int32, (0,))
    back = ops.moe_distribute_combine(copies, experts, places, counts, shares, 1, 0, 4)
    want = X.astype(np.float16) * PROBS.sum(1, keepdims=True)
    np.testing.assert_allclose(back.asnumpy(), want, rtol=2e-3, atol=1e-3)


def test_distribution_of_quantised_tokens() -> None:
    factors = RNG.random((3, 3)).astype(np.float32) + 0.5
    copies, steps, *_, totals, _, _, shares = ops.moe_distribute_dispatch(
        t(X, ms.float16), t(EXPERTS), 1, 0, 3, None, t(factors), quant_mode=2,
        expert_token_nums_type=1,
    )  # fmt: skip
    pairs = by_expert(EXPERTS)
    want = X.astype(np.float16)[[c // 2 for _, c in pairs]] * factors[[e for e, _ in pairs]]
    np.testing.assert_allclose(steps.asnumpy(), np.abs(want).max(1) / 127, rtol=1e-6)
    got = copies.asnumpy() * steps.asnumpy()[:, None]
    assert copies.dtype == ms.int8 and np.abs(got - want).max() <= steps.asnumpy().max() / 2 + 1e-6
    np.testing.assert_array_equal(totals.asnumpy(), [2, 2, 6])
    assert shares.shape == (0,)


@pytest.mark.parametrize(
    "given, error, said",
    [
        ({"ep_world_size": 8}, NotImplementedError, "moe_token_permute"),
        ({"ep_world_size": 1.0}, TypeError, "ep_world_size"),
        ({"ep_rank_id": 1}, ValueError, "ep_rank_id"),
        ({"moe_expert_num": 0}, ValueError, "moe_expert_num"),
        ({"quant_mode": 1}, ValueError, "quant_mode"),
        ({"shared_expert_num": 1}, NotImplementedError, "shared_expert_num"),
        ({"x": t(X)}, TypeError, "'x'"),
        ({"x": t(X[:2], ms.float16)}, ValueError, "'x'"),
        ({"expert_ids": t(EXPERTS.astype(np.int64))}, TypeError, "expert_ids"),
        ({"x_active_mask": t(EXPERTS)}, NotImplementedError, "x_active_mask"),
    ],
)
def test_refused_distributions(given: dict, error: type, said: str) -> None:
    usual = {"x": t(X, ms.float16), "expert_ids": t(EXPERTS), "ep_world_size": 1}
    usual |= {"ep_rank_id": 0, "moe_expert_num": 3}
    with pytest.raises(error, match=said):
        ops.moe_distribute_dispatch(**usual | given)
