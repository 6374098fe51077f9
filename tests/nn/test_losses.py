"""Losses beyond recorded calls: own subclasses, kernels the wheel lacks, labels out of range."""

import math

import numpy as np
import pytest

import msjax as ms
from msjax import nn, ops
from msjax.nn.loss.loss import _check_is_tensor

X = np.random.RandomState(0).randn(4, 5).astype(np.float32)
Y = np.random.RandomState(1).randn(4, 5).astype(np.float32)


class Absolute(nn.LossBase):
    def __init__(self, reduction="mean"):
        super().__init__(reduction)
        self.abs = ops.Abs()

    def construct(self, base, target):
        return self.get_loss(self.abs(base - target), 2.0)


@pytest.mark.parametrize(("reduction", "reduce"), [("mean", np.mean), ("sum", np.sum)])
def test_own_loss(reduction, reduce):
    got = Absolute(reduction)(ms.Tensor(X), ms.Tensor(Y))
    np.testing.assert_allclose(got.asnumpy(), reduce(2 * np.abs(X - Y)), rtol=1e-6)


def test_get_loss_keeps_the_dtype_and_truncates_integers():
    assert Absolute("none")(ms.Tensor(X, ms.float16), ms.Tensor(Y, ms.float16)).dtype == ms.float16
    assert int(nn.LossBase().get_loss(ms.Tensor([1, 2, 5], ms.int32))) == 2
    assert nn.LossBase().get_axis(ms.Tensor(X)) == (0, 1)


def test_base_class_refuses():
    with pytest.raises(NotImplementedError):
        nn.LossBase()(ms.Tensor(X), ms.Tensor(Y))
    with pytest.raises(ValueError):
        nn.LossBase("bad")


def test_old_base_class_warns(capfd):
    from msjax.nn.loss.loss import _Loss

    assert issubclass(_Loss, nn.LossBase)
    assert _Loss("sum").average is False
    assert "LossBase" in capfd.readouterr().err


@pytest.mark.parametrize(
    "loss",
    [
        lambda x, t: ops.cross_entropy(x, t, reduction="none"),
        lambda x, t: ops.nll_loss(x, t, reduction="none"),
        lambda x, t: ops.multi_margin_loss(x, t.astype(ms.int64), reduction="none"),
    ],
)
def test_labels_that_are_no_classes_give_nan(loss):
    got = loss(ms.Tensor(X), ms.Tensor([1, 9, 0, 2], ms.int32)).asnumpy()
    assert np.isnan(got).tolist() == [False, True, False, False]


def test_probabilities_out_of_range_give_nan():
    got = ops.binary_cross_entropy(ms.Tensor([0.5, -0.1]), ms.Tensor([1.0, 1.0]), None, "none")
    assert np.isnan(got.asnumpy()).tolist() == [False, True]


def test_second_derivative_of_softmax_cross_entropy():
    x, t = ms.Tensor(X), ms.Tensor([1, 0, 4, 2], ms.int32)
    loss = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="sum")
    weight = ms.Tensor(Y)

    def slope(x):
        return (ms.grad(lambda x: loss(x, t))(x) * weight).sum()

    p = np.exp(X) / np.exp(X).sum(1, keepdims=True)
    want = p * (Y - (p * Y).sum(1, keepdims=True))
    np.testing.assert_allclose(ms.grad(slope)(x).asnumpy(), want, atol=1e-6)


REDUCE = {"none": lambda x: x, "mean": np.mean, "sum": np.sum}


@pytest.mark.parametrize("reduction", REDUCE)
def test_soft_margin(reduction):
    signs = np.sign(Y)
    got = nn.SoftMarginLoss(reduction)(ms.Tensor(X), ms.Tensor(signs)).asnumpy()
    np.testing.assert_allclose(got, REDUCE[reduction](np.log1p(np.exp(-signs * X))), rtol=1e-5)


@pytest.mark.parametrize("reduction", REDUCE)
@pytest.mark.parametrize("swap", [False, True])
@pytest.mark.parametrize("p", [1, 2, 3])
def test_triplet_margin(reduction, swap, p):
    z = X[::-1].copy()

    def distance(a, b):
        return (np.abs(a - b + 1e-6) ** p).sum(1) ** (1 / p)

    far = distance(X, z)
    if swap:
        far = np.minimum(far, distance(Y, z))
    want = REDUCE[reduction](np.maximum(distance(X, Y) - far + 1, 0))
    tensors = [ms.Tensor(v) for v in (X, Y, z)]
    got = nn.TripletMarginLoss(p, swap, reduction=reduction)(*tensors)
    np.testing.assert_allclose(got.asnumpy(), want, rtol=1e-5, atol=1e-6)
    margin = ms.Tensor(1.0, ms.float32)
    other = ops.TripletMarginLoss(p, swap, reduction=reduction)(*tensors, margin)
    np.testing.assert_allclose(other.asnumpy(), want, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("reduction", REDUCE)
def test_multilabel_margin(reduction):
    target = np.array([[1, 0, -1, 2, 3], [4, 3, 2, 1, 0], [-1, 1, 2, 3, 4], [2, 2, -1, 0, 1]])
    want, marks = [], []
    for scores, labels in zip(X, target.tolist(), strict=True):
        right = labels[: labels.index(-1)] if -1 in labels else labels
        wrong = [i for i in range(5) if i not in right]
        want.append(sum(max(0, 1 - scores[j] + scores[i]) for j in right for i in wrong) / 5)
        marks.append([int(i in right) for i in range(5)])
    labels = ms.Tensor(target, ms.int32)
    loss, marked = ops.MultilabelMarginLoss(reduction)(ms.Tensor(X), labels)
    np.testing.assert_allclose(loss.asnumpy(), REDUCE[reduction](want), rtol=1e-5)
    assert marked.asnumpy().tolist() == marks
    single = ops.multilabel_margin_loss(ms.Tensor(X[0]), ms.Tensor(target[0], ms.int32))
    np.testing.assert_allclose(float(single), want[0], rtol=1e-5)


def test_slope_of_multilabel_margin():
    scores, labels = ms.Tensor([[0.1, 0.2, 0.4, 0.8]]), ms.Tensor([[3, 0, -1, 1]], ms.int32)
    slope = ms.grad(lambda x: nn.MultilabelMarginLoss()(x, labels))(scores)
    np.testing.assert_allclose(slope.asnumpy(), [[-0.5, 0.5, 0.5, -0.5]], rtol=1e-6)
    both = ms.Tensor([[0.1, 1.5, 0.4, 2.8]])  # the last score is far above the wrong ones
    slope = ms.grad(lambda x: nn.MultilabelMarginLoss("sum")(x, labels))(both)
    np.testing.assert_allclose(slope.asnumpy(), [[-0.5, 0.25, 0.25, 0.0]], rtol=1e-6)


def brute_force_ctc(log_probs, target, blank):
    """-log of the summed probability of all paths that collapse to the target."""
    steps, classes = log_probs.shape
    total = 0.0
    for code in range(classes**steps):
        path = [code // classes**t % classes for t in range(steps)]
        merged = [c for i, c in enumerate(path) if i == 0 or c != path[i - 1]]
        if [c for c in merged if c != blank] == target:
            total += math.exp(sum(log_probs[t, c] for t, c in enumerate(path)))
    return -math.log(total) if total else math.inf


@pytest.mark.parametrize("blank", [0, 2])
@pytest.mark.parametrize("target", [[1], [1, 1], [1, 1, 1], []])
def test_ctc_against_all_paths(blank, target):
    x = np.random.RandomState(3).randn(4, 1, 3).astype(np.float32)
    log_probs = ops.log_softmax(ms.Tensor(x), -1)
    padded = ms.Tensor([target + [0] * (3 - len(target))], ms.int32)
    loss, _ = ops.ctc_loss(log_probs, padded, (4,), (len(target),), blank, "none")
    want = brute_force_ctc(log_probs.asnumpy()[:, 0], target, blank)
    np.testing.assert_allclose(loss.asnumpy(), [want], rtol=1e-5)


def test_ctc_without_any_path():
    log_probs = ops.log_softmax(ms.Tensor(np.zeros((2, 1, 3), np.float32)), -1)
    target = ms.Tensor([[1, 1]], ms.int32)

    def loss(x, zero_infinity):
        return ops.ctc_loss(x, target, (2,), (2,), 0, "sum", zero_infinity)[0]

    assert math.isinf(float(loss(log_probs, False)))
    assert float(loss(log_probs, True)) == 0
    slope = ms.grad(lambda x: loss(x, True))(log_probs)
    assert np.isfinite(slope.asnumpy()).all()


def test_sparse_ctc_leaves_out_sequences_that_are_too_short():
    x = ms.Tensor(np.random.RandomState(0).randn(3, 2, 4).astype(np.float32))
    indices = ms.Tensor([[0, 0], [0, 1], [0, 2], [1, 0]])
    values, lengths = ms.Tensor([0, 1, 2, 0], ms.int32), ms.Tensor([2, 3], ms.int32)
    op = ops.CTCLoss(ignore_longer_outputs_than_inputs=True)
    loss, slope = op(x, indices, values, lengths)
    assert math.isinf(float(loss[0])) and math.isfinite(float(loss[1]))
    assert (slope.asnumpy()[:, 0] == 0).all()
    assert np.abs(slope.asnumpy()[:, 1]).min() > 0


def test_losses_of_a_program_check_their_inputs_as_ours_did():
    for given in (ms.Tensor(1.0), None):
        _check_is_tensor("logits", given, "Loss")
    with pytest.raises(TypeError, match="For 'Loss', the 'logits' must be a Tensor, but got list"):
        _check_is_tensor("logits", [1.0], "Loss")
