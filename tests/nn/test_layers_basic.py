"""Small layers against MindSpore's: Parameters, printing, results, gradients, refusals."""

import layers_basic_cases as cases
import numpy as np
import pytest
from places import read_golden

import msjax as ms
from msjax import nn

GOLDEN = read_golden("layers_basic.json")
# LogSoftmax of float64 is computed to about 1e-5 by MindSpore.
TOLERANCE = {"Float16": 4e-3, "Float32": 2e-5, "Float64": 1e-5}
# MindSpore's gradients that do not fit its results: wrong for negative inputs of SeLU.
WRONG_GRADIENTS = ("nn.SeLU()",)


def compare(got, want, factor=1):
    assert [part[:2] for part in got] == [part[:2] for part in want]
    for (_, dtype, numbers), (_, _, wanted) in zip(got, want, strict=True):
        tolerance = factor * TOLERANCE.get(dtype, 0)
        np.testing.assert_allclose(numbers, wanted, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("text", GOLDEN["layers"])
def test_constructor(text):
    got, want = cases.describe(ms, text), GOLDEN["layers"][text]
    got.pop("text", None)
    assert got == {k: v for k, v in want.items() if k != "text"}


@pytest.mark.thin(2)
@pytest.mark.parametrize("name", GOLDEN["calls"])
def test_call(name):
    text, number = name.rsplit(" #", 1)
    got, want = cases.outcome(ms, text, int(number)), GOLDEN["calls"][name]
    assert got.get("error") == want.get("error")
    if "error" in want:
        return
    compare(got["out"], want["out"])
    assert ("train" in got) == ("train" in want)
    if "train" in want:
        compare(got["train"], want["train"], 5)
    if isinstance(want.get("grad"), list) and text not in WRONG_GRADIENTS:
        for mine, theirs in zip(got["grad"], want["grad"], strict=True):
            # Formulas with branches that overflow make MindSpore's gradient NaN.
            known = [i for i, v in enumerate(theirs[2]) if v == v]
            assert mine[:2] == theirs[:2]
            compare(*([[*p[:2], [p[2][i] for i in known]]] for p in (mine, theirs)), 10)


def ones(*shape):
    return ms.ops.ones(shape)


@pytest.mark.parametrize(
    ("net", "shape"),
    [
        (nn.Dropout(p=0.25), (200, 300)),
        (nn.Dropout(0.75), (200, 300)),
        (nn.Dropout1d(0.25), (100, 200, 2)),
        (nn.Dropout2d(0.25), (100, 200, 2, 2)),
        (nn.Dropout3d(0.25), (100, 200, 1, 2, 2)),
    ],
    ids=lambda v: type(v).__name__ if isinstance(v, nn.Cell) else None,
)
def test_dropout_in_training(net, shape):
    net.set_train()
    out = net(ones(*shape)).asnumpy()
    kept = out != 0
    np.testing.assert_allclose(out[kept], 4 / 3, rtol=1e-6)
    assert abs(kept.mean() - 0.75) < 0.02
    channels = kept.reshape(*shape[:2], -1)
    assert (channels.all(-1) | ~channels.any(-1)).all()
    assert not (net(ones(*shape)).asnumpy() == out).all()
    grad = ms.grad(lambda x: (net(x) * 3).sum())(ones(*shape)).asnumpy()
    np.testing.assert_allclose(np.unique(grad), [0, 4], rtol=1e-6)
    net.set_train(False)
    assert (net(ones(*shape)).asnumpy() == 1).all()


@pytest.mark.parametrize("net", [nn.Dropout(p=0.5), nn.Dropout2d(0.5), nn.Dropout3d(0.5)])
def test_dropout_refuses(net):
    net.set_train()
    with pytest.raises((TypeError, ValueError)):
        net(ms.Tensor([1, 2]))


def test_dropping_all_channels():
    net = nn.Dropout2d(p=1.0).set_train()
    assert (net(ones(2, 2, 1, 1)).asnumpy() == 0).all()


def test_random_slopes():
    x = ms.Tensor(-np.ones((40, 50), np.float32))
    out = nn.RReLU(0.25, 0.5)(x).asnumpy()
    assert out.min() >= -0.5 and out.max() <= -0.25
    assert out.std() == pytest.approx(0.25 / 12**0.5, rel=0.1)


def test_roll_equals_numpy():
    x = np.arange(24.0, dtype=np.float32).reshape(2, 3, 4)
    for shift, axis in ((1, 0), (-2, 2), ((1, 2), (0, -1)), ([3], [1])):
        assert (nn.Roll(shift, axis)(ms.Tensor(x)).asnumpy() == np.roll(x, shift, axis)).all()
    with pytest.raises(ValueError, match="must be in"):
        nn.Roll(1, 3)(ms.Tensor(x))


def test_patches_hold_rows_then_columns_then_channels():
    x = np.arange(2 * 4 * 5, dtype=np.float32).reshape(1, 2, 4, 5)
    net = nn.Unfold([1, 2, 3, 1], [1, 2, 1, 1], [1, 1, 1, 1])
    out = net(ms.Tensor(x)).asnumpy()
    assert out.shape == (1, 12, 2, 3)
    for i in range(2):
        for j in range(3):
            patch = x[0, :, 2 * i : 2 * i + 2, j : j + 3].transpose(1, 2, 0)
            assert (out[0, :, i, j] == patch.ravel()).all()
    same = nn.Unfold([1, 3, 3, 1], [1, 1, 1, 1], [1, 1, 1, 1], "same")(ms.Tensor(x)).asnumpy()
    assert same.shape == (1, 18, 4, 5)
    assert (same[:, 8:10] == x).all()


def test_matrix_diagonals():
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    matrices = nn.MatrixDiag()(ms.Tensor(x))
    assert (matrices.asnumpy() == x[:, :, None] * np.eye(3)).all()
    assert (nn.MatrixDiagPart()(matrices).asnumpy() == x).all()
    wide = ones(2, 3, 4)
    replaced = nn.MatrixSetDiag()(wide, ms.Tensor(x)).asnumpy()
    assert (replaced == np.where(np.eye(3, 4), np.pad(x, ((0, 0), (0, 1)))[:, None, :], 1)).all()


def test_matrices_by_cholesky():
    a = np.array([[[4.0, 1], [1, 3]], [[2, 0.5], [0.5, 1]]], np.float32)
    np.testing.assert_allclose(nn.MatDet()(ms.Tensor(a)).asnumpy(), np.linalg.det(a), rtol=1e-5)
    np.testing.assert_allclose(
        nn.MatInverse()(ms.Tensor(a)).asnumpy(), np.linalg.inv(a), rtol=1e-5, atol=1e-6
    )
    for net in (nn.MatDet(), nn.MatInverse()):
        with pytest.raises(TypeError):
            net(ms.Tensor(a).astype(ms.int32))


def test_embedding_ext_renormalizes_and_skips_padding():
    table = ms.Tensor([[3.0, 4.0], [1.0, 0.0], [0.0, 2.0]])
    ids = ms.Tensor([0, 1, 2])
    net = nn.EmbeddingExt(3, 2, max_norm=1.0, _weight=table)
    np.testing.assert_allclose(net(ids).asnumpy(), [[0.6, 0.8], [1, 0], [0, 1]], rtol=1e-5)
    net = nn.EmbeddingExt(3, 2, padding_idx=-1)
    assert (net.weight.asnumpy()[2] == 0).all()
    (grad,) = ms.grad(lambda: net(ids).sum(), None, net.trainable_params())()
    assert (grad.asnumpy() == [[1, 1], [1, 1], [0, 0]]).all()
    assert not nn.EmbeddingExt(3, 2, _freeze=True).weight.requires_grad


def test_negative_padding_cuts():
    """MindSpore's own results change from call to call."""
    x = np.arange(1.0, 7, dtype=np.float32).reshape(1, 2, 3)
    cut = nn.ConstantPad1d((1, -2), 0.5)(ms.Tensor(x)).asnumpy()
    assert (cut == [[[0.5, 1], [0.5, 4]]]).all()
    cut = nn.ZeroPad2d((1, -1, 0, 1))(ms.Tensor(x)).asnumpy()
    assert (cut == [[[0, 1, 2], [0, 4, 5], [0, 0, 0]]]).all()
    cut = nn.ReplicationPad1d((1, -1))(ms.Tensor(x)).asnumpy()
    assert (cut == [[[1, 1, 2], [4, 4, 5]]]).all()


def test_clipping_along_axes():
    """As documented: MindSpore's CPU kernel mixes up the norms along one axis."""
    x = cases.floats(3, 4).astype(np.float32)
    for axis, limit in ((0, 1.0), (1, [[0.5], [1.0], [30.0]]), ((1,), 1.0)):
        norm = np.sqrt((x * x).sum(axis, keepdims=True))
        out = nn.ClipByNorm(axis)(ms.Tensor(x), ms.Tensor(limit, ms.float32)).asnumpy()
        np.testing.assert_allclose(out, x * limit / np.maximum(norm, limit), rtol=1e-5)


def test_lookup_gradient_is_that_of_embedding():
    table, ids = ms.Tensor(cases.floats(4, 2).astype(np.float32)), ms.Tensor([[0, 2], [2, 3]])
    grads = []
    for net in (nn.Embedding(4, 2, embedding_table=table), nn.EmbeddingLookup(4, 2, table)):
        factors = ms.ops.arange(8).reshape(2, 2, 2).astype(ms.float32)
        weights = net.trainable_params()
        grads.append(ms.grad(lambda n=net, f=factors: (n(ids) * f).sum(), None, weights)()[0])
    assert (grads[0].asnumpy() == grads[1].asnumpy()).all()
    assert (grads[0].asnumpy() == [[0, 1], [0, 0], [6, 8], [6, 7]]).all()


def test_activation_names():
    for name, kind in (("relu", nn.ReLU), ("gelu", nn.GELU), ("hswish", nn.HSwish)):
        assert type(nn.get_activation(name)) is kind
    assert nn.get_activation(None) is None
