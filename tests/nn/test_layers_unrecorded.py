"""Layers that the CPU build of MindSpore 2.10 cannot run, and compiled batch norm."""

import numpy as np
import pytest

import msjax as ms
from msjax import nn


@pytest.mark.parametrize(
    ("layer", "shape"),
    [
        (nn.InstanceNorm1d, (2, 3, 7)),
        (nn.InstanceNorm2d, (2, 3, 4, 5)),
        (nn.InstanceNorm3d, (2, 3, 2, 3, 4)),
    ],
)
def test_instance_norm(layer, shape):
    x = np.random.default_rng(0).standard_normal(shape).astype(np.float32)
    net = layer(3, eps=1e-3, momentum=0.25, gamma_init=2.0, beta_init=0.5)
    axes = tuple(range(2, len(shape)))
    mean, variance = x.mean(axes, keepdims=True), x.var(axes, keepdims=True)
    want = 2 * (x - mean) / np.sqrt(variance + 1e-3) + 0.5
    np.testing.assert_allclose(net(ms.Tensor(x)).asnumpy(), want, rtol=1e-4, atol=1e-5)
    count = np.prod(shape[2:])
    unbiased = variance.mean(0).reshape(-1) * count / (count - 1)
    np.testing.assert_allclose(
        net.moving_mean.asnumpy(), 0.25 * mean.mean(0).reshape(-1), rtol=1e-4, atol=1e-6
    )
    np.testing.assert_allclose(net.moving_variance.asnumpy(), 0.75 + 0.25 * unbiased, rtol=1e-4)


def test_wrong_rank_is_refused():
    with pytest.raises(ValueError, match="must have 4 dims"):
        nn.InstanceNorm2d(3)(ms.ops.ones((2, 3, 4)))


def test_batch_statistics_are_written_by_compiled_code():
    net = nn.BatchNorm2d(3).set_train()
    x = ms.Tensor(np.random.default_rng(0).standard_normal((4, 3, 2, 5)).astype(np.float32))
    twin = nn.BatchNorm2d(3).set_train()
    compiled = ms.jit(lambda x: net(x))
    for _ in range(2):
        np.testing.assert_allclose(compiled(x).asnumpy(), twin(x).asnumpy(), rtol=1e-5, atol=1e-6)
    assert not (net.moving_mean.asnumpy() == 0).any()
    for got, want in zip(net.get_parameters(), twin.get_parameters(), strict=True):
        np.testing.assert_allclose(got.asnumpy(), want.asnumpy(), rtol=1e-5, atol=1e-7)


def test_layers_of_older_versions():
    x = ms.Tensor(np.arange(4, dtype=np.float32).reshape(1, 1, 2, 2))
    resize = nn.ResizeBilinear()
    want = [[0, 0.5, 1, 1], [1, 1.5, 2, 2], [2, 2.5, 3, 3], [2, 2.5, 3, 3]]
    np.testing.assert_allclose(resize(x, scale_factor=2).asnumpy()[0, 0], want)
    np.testing.assert_allclose(resize(x, size=(4, 4)).asnumpy()[0, 0], want)
    corners = resize(x, (3, 3), align_corners=True).asnumpy()[0, 0]
    np.testing.assert_allclose(corners, [[0, 0.5, 1], [1, 1.5, 2], [2, 2.5, 3]])
    with pytest.raises(ValueError, match="either 'size' or 'scale_factor'"):
        resize(x)
    names = [p.name for p in nn.GlobalBatchNorm(3).get_parameters()]
    assert names == [p.name for p in nn.BatchNorm2d(3).get_parameters()]
