"""Update Primitives against recorded answers of MindSpore."""

import json
import pathlib
import sys

import numpy as np
import pytest

import msjax as ms

GOLDEN = pathlib.Path(__file__).resolve().parent.parent / "golden"
sys.path.insert(0, str(GOLDEN))

import update_cases as cases  # noqa: E402

RECORDED = json.loads((GOLDEN / "updates.json").read_text())
RUNNABLE = [
    pytest.param(case, found, id=f"{case[0]} {i}")
    for i, (case, found) in enumerate(zip(cases.CASES, RECORDED["cases"], strict=True))
    if "error" not in found
]


def close(found, expected):
    np.testing.assert_allclose(found, expected, rtol=2e-5, atol=2e-6)


@pytest.mark.parametrize("case,expected", RUNNABLE)
def test_like_mindspore(case, expected):
    found = cases.run(ms, *case, float)
    for a, b in zip(found["held"], expected["held"], strict=True):
        close(a, b)
    assert len(found["result"]) == len(expected["result"])
    if case[0] == "AdamNoUpdateParam":  # others return what the Parameters hold, or unset memory
        close(found["result"], expected["result"])


@pytest.mark.parametrize("source,expected", RECORDED["errors"].items())
def test_constructor_errors(source, expected):
    assert cases.error_class(ms, source) == expected


def parameters(*values):
    return [ms.Parameter(ms.Tensor(np.array(v, np.float32)), name=f"p{v}") for v in values]


def test_lars_update():
    weight = np.array([[0.5, 0.8, 0.2], [0.6, 0.4, 0.2]], np.float32)
    grad = np.array([[0.4, 0.4, 0.5], [0.2, 0.4, 0.3]], np.float32)
    tensors = [ms.Tensor(x) for x in (weight, grad, (weight**2).sum(), (grad**2).sum())]
    ratio = np.sqrt((weight**2).sum()) / np.sqrt((grad**2).sum())
    close(ms.ops.LARSUpdate(1e-9)(*tensors, 0.0, 1.0).asnumpy(), 0.001 * ratio * grad)
    clipped = ms.ops.LARSUpdate(1e-9, 100.0, True)(*tensors, 0.5, 0.1)
    close(clipped.asnumpy(), grad + 0.5 * weight)


@pytest.mark.parametrize("nesterov,expected", [(False, [1.2, 0.2]), (True, [0.9, 0.2])])
def test_keras_momentum(nesterov, expected):
    var, accum = parameters([1.0], [1.0])
    ms.ops.ApplyKerasMomentum(use_nesterov=nesterov)(var, accum, 0.1, ms.Tensor([3.0]), 0.5)
    step = 0.5 - 0.3
    assert accum.asnumpy() == pytest.approx([step])
    assert var.asnumpy() == pytest.approx([1 + (0.5 * step - 0.3 if nesterov else step)])
    assert [var.asnumpy()[0], accum.asnumpy()[0]] == pytest.approx(
        [expected[0] - 0.1 * nesterov, expected[1]]
    )


def test_fused_weight_scale_momentum():
    var, accum = parameters([1.0], [1.0])
    scalars = [ms.Tensor(x, ms.float32) for x in (0.5, 2.0, 0.1, 0.9)]
    decay, scale, rate, mu = scalars
    ms.ops.FusedWeightScaleApplyMomentum()(decay, scale, var, accum, rate, ms.Tensor([3.0]), mu)
    assert accum.asnumpy() == pytest.approx([0.9 + (0.5 + 3.0) * 2])
    assert var.asnumpy() == pytest.approx([1 - 0.1 * (0.9 + 7)])


@pytest.mark.parametrize(
    "sparse,dense,init",
    [
        ("SparseApplyAdadelta", "ApplyAdadelta", {"epsilon": 1e-3}),
        ("SparseApplyProximalAdagrad", "ApplyProximalAdagrad", {}),
    ],
)
def test_sparse_rows_as_dense(sparse, dense, init):
    """The named rows get the dense update, the others none."""
    rng = np.random.RandomState(0)
    values = [np.abs(rng.randn(3, 2)).astype(np.float32) for _ in range(3)]
    grad = rng.randn(2, 2).astype(np.float32)
    rows = [2, 0]
    if init:
        numbers, more = [0.1, 0.9], [1e-3]
    else:
        values, numbers, more = values[:2], [0.1, 0.5, 0.02], []
    whole = parameters(*values)
    part = parameters(*(v[rows] for v in values))
    getattr(ms.ops, sparse)(**init)(*whole, *numbers, ms.Tensor(grad), ms.Tensor(rows, ms.int32))
    getattr(ms.ops, dense)()(*part, *numbers, *more, ms.Tensor(grad))
    for a, b, old in zip(whole, part, values, strict=True):
        close(a.asnumpy()[rows], b.asnumpy())
        close(a.asnumpy()[1], old[1])


def test_ftrl_shrinkage_zero_is_plain():
    rng = np.random.RandomState(0)
    values = [np.abs(rng.randn(3, 2)).astype(np.float32) for _ in range(3)]
    grad, rows = ms.Tensor(rng.randn(1, 2).astype(np.float32)), ms.Tensor([1], ms.int32)
    results = []
    for make in (
        lambda: ms.ops.SparseApplyFtrl(0.1, 0.1, 0.1, -0.5),
        lambda: ms.ops.SparseApplyFtrlV2(0.1, 0.1, 0.1, 0.0, -0.5),
        lambda: ms.ops.SparseApplyFtrlV2(0.1, 0.1, 0.1, 0.3, -0.5),
    ):
        state = parameters(*values)
        make()(*state, grad, rows)
        results.append([p.asnumpy() for p in state])
    close(results[0], results[1])
    moved = values[2][1] + 2 * 0.3 * values[0][1] + results[0][2][1] - values[2][1]
    close(results[2][2][1], moved)


def test_half_precision_is_kept():
    var, accum = (ms.Parameter(ms.Tensor([1.0], ms.float16), name=n) for n in "ab")
    ms.ops.ApplyMomentum()(var, accum, 0.1, ms.Tensor([2.0], ms.float16), 0.5)
    assert var.dtype == accum.dtype == ms.float16
    assert var.asnumpy() == pytest.approx([0.75], abs=1e-3)


def test_inside_jit():
    var, accum = parameters([1.0], [0.0])
    step = ms.ops.ApplyMomentum()

    @ms.jit
    def run(g):
        return step(var, accum, 0.1, g, 0.5)

    for _ in range(2):
        out = run(ms.Tensor([2.0]))
    assert out.asnumpy() == pytest.approx([1 - 0.2 - 0.3])
    assert accum.asnumpy() == pytest.approx([3.0])


def test_shapes_must_agree():
    var, accum = parameters([1.0], [0.0, 1.0])
    with pytest.raises(ValueError, match="ApplyMomentum"):
        ms.ops.ApplyMomentum()(var, accum, 0.1, ms.Tensor([2.0]), 0.5)
    with pytest.raises(ValueError, match="grad"):
        ms.ops.SparseApplyAdagrad(0.1)(
            var, var.clone(), ms.Tensor([[2.0]]), ms.Tensor([0], ms.int32)
        )
