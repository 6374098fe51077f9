"""Update Primitives against recorded answers of MindSpore."""

import sys

import numpy as np
import pytest
from places import GOLDEN, read_golden

import msjax as ms

sys.path.insert(0, str(GOLDEN))

import update_cases as cases

RECORDED = read_golden("updates.json")
# What MindSpore's CPU kernels leave out of the documented meaning; tested below.
DEVIATIONS = {
    ("ApplyAdagrad", "update_slots"),  # ignored
    ("ApplyMomentum", "use_nesterov"),  # ignored
    ("ApplyMomentum", "gradient_scale"),  # ignored
    ("FusedSparseAdam", "use_nesterov"),  # rows without gradient stand still
}
RUNNABLE = [
    pytest.param(case, found, id=f"{case[0]} {i}")
    for i, (case, found) in enumerate(zip(cases.CASES, RECORDED["cases"], strict=True))
    if "error" not in found and (case[0], "".join(case[1])) not in DEVIATIONS
]


def close(found, expected):
    np.testing.assert_allclose(found, expected, rtol=2e-5, atol=5e-6)


def expected_right(name, held):
    """The elements that MindSpore's CPU kernels compute by the documented formula."""
    if name == "ApplyAdagradDA":  # negative sums are shrunk away from zero
        return np.array(held[1]) > 0
    if name == "ApplyFtrl":  # the same outside of its vectors of eight
        return np.array(held[2]) > 0
    if name == "ApplyRMSProp":  # vectors of eight add epsilon outside the root
        return np.arange(12) >= 8
    return slice(None)


@pytest.mark.parametrize("case,expected", RUNNABLE)
def test_like_mindspore(case, expected):
    found = cases.run(ms, *case, float)
    right = expected_right(case[0], expected["held"])
    for a, b in zip(found["held"], expected["held"], strict=True):
        close(np.array(a)[right], np.array(b)[right])
    assert len(found["result"]) == len(expected["result"])
    if case[0] == "AdamNoUpdateParam":  # others return what the Parameters hold, or unset memory
        close(found["result"], expected["result"])


@pytest.mark.parametrize("source,expected", list(RECORDED["errors"].items()))
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


def test_momentum_options():
    var, accum = parameters([1.0], [1.0])
    step = ms.ops.ApplyMomentum(use_nesterov=True, gradient_scale=2.0)
    step(var, accum, 0.1, ms.Tensor([3.0]), 0.5)
    assert accum.asnumpy() == pytest.approx([0.5 + 6])
    assert var.asnumpy() == pytest.approx([1 - 0.1 * (6 + 0.5 * 6.5)])


def test_adagrad_without_slots():
    var, accum = parameters([1.0], [4.0])
    ms.ops.ApplyAdagrad(update_slots=False)(var, accum, 0.1, ms.Tensor([3.0]))
    assert [var.asnumpy()[0], accum.asnumpy()[0]] == pytest.approx([1 - 0.3 / 2, 4])


def test_dual_averaging_of_negative_sums():
    var, total, squares = parameters([1.0], [-1.0], [4.0])
    ms.ops.ApplyAdagradDA()(var, total, squares, ms.Tensor([-1.0]), 0.1, 0.2, 0.5, 2)
    shrunk = -(2 - 0.2 * 2)
    assert var.asnumpy() == pytest.approx([-0.1 * shrunk / (0.5 * 2 * 0.1 + 5**0.5)])


def test_ftrl_and_rmsprop_formulas():
    rng = np.random.RandomState(0)
    var, grad = rng.randn(9).astype(np.float32), rng.randn(9).astype(np.float32)
    accum, linear = (rng.rand(9) + 0.1).astype(np.float32), rng.randn(9).astype(np.float32)
    held = parameters(var, accum, linear)
    ms.ops.ApplyFtrl()(*held, ms.Tensor(grad), 0.1, 0.5, 0.02, -0.5)
    total = accum + grad**2
    sums = linear + grad - (np.sqrt(total) - np.sqrt(accum)) / 0.1 * var
    solved = (0.5 * np.sign(sums) - sums) / (np.sqrt(total) / 0.1 + 0.04)
    for a, b in zip(held, (np.where(abs(sums) > 0.5, solved, 0), total, sums), strict=True):
        close(a.asnumpy(), b)
    held = parameters(var, accum, linear)
    ms.ops.ApplyRMSProp()(*held, 0.1, ms.Tensor(grad), 0.9, 0.5, 0.01)
    square = 0.9 * accum + 0.1 * grad**2
    step = 0.5 * linear + 0.1 * grad / np.sqrt(square + 0.01)
    for a, b in zip(held, (var - step, square, step), strict=True):
        close(a.asnumpy(), b)


def test_sparse_adam_nesterov_moves_every_row():
    values = [np.ones((2, 1)), np.ones((2, 1)), np.ones((2, 1))]
    sparse, dense = parameters(*values), parameters(*values)
    settings = 0.9, 0.99, 0.1, 0.9, 0.99, 1e-3
    rows = ms.Tensor([1], ms.int32)
    ms.ops.FusedSparseAdam(use_nesterov=True)(*sparse, *settings, ms.Tensor([[2.0]]), rows)
    ms.ops.Adam(use_nesterov=True)(*dense, *settings, ms.Tensor([[0.0], [2.0]]))
    for a, b in zip(sparse, dense, strict=True):
        close(a.asnumpy(), b.asnumpy())
    assert sparse[0].asnumpy()[0] < 1


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


def test_sgd_takes_only_a_positive_state_as_used():
    values = ([2, -0.5, 1.7, 4], [1, -1, 0.5, 2], 0.01, [0.1, 0.3, -0.2, -0.1], 0.1)
    stat = ms.Tensor(np.array([1.5, -0.3, 0.2, 0], np.float32))
    ms.ops.SGD()(*(ms.Tensor(np.array(v, np.float32)) for v in values), stat)
    np.testing.assert_allclose(stat.asnumpy(), [0, -0.3, 0, 0], rtol=1e-6)


def test_dual_averaging_shrinks_only_by_a_positive_l1():
    """MindSpore 2.10 gives these for both classes."""
    values = [[1, 2]], [[0.1, -0.1]], [[0.2, 0.1]]
    given = ms.Tensor([[0.5, 0.4]]), 0.5, -1.0, 0.1
    for call in (
        lambda *p: ms.ops.ApplyAdagradDA()(*p, *given, 2),
        lambda *p: ms.ops.operations.nn_ops.SparseApplyAdagradDA()(
            *p, given[0], ms.Tensor([0]), *given[1:], 2
        ),
    ):
        held = parameters(*values)
        call(*held)
        np.testing.assert_allclose(held[0].asnumpy(), [[-0.3892, -0.2459]], atol=1e-4)
