"""Covariance layers, the optimizer that uses them, sampled softmax, Jvp and Vjp."""

import legacy_cases as cases
import numpy as np
import pytest
from places import read_golden

import msjax as ms
from msjax import nn

GOLDEN = read_golden("legacy.json")


def close(got, want):
    assert got[:2] == want[:2]
    np.testing.assert_allclose(got[2], want[2], rtol=2e-5, atol=1e-6)


def test_every_case_is_recorded():
    assert list(GOLDEN) == cases.KEYS


@pytest.mark.parametrize("key", GOLDEN)
def test_recorded(key):
    got, want = cases.outcome(ms, key), GOLDEN[key]
    assert list(got) == list(want)
    for part in ("error", "parameters", "repr"):
        assert got.get(part) == want.get(part)
    if "out" in want:
        close(got["out"], want["out"])
    for part in ("grads", "state"):
        for mine, theirs in zip(got.get(part, []), want.get(part, []), strict=True):
            close(mine, theirs)


def test_convolution_gathers():
    net = nn.Conv2dThor(2, 3, 3, has_bias=True)
    x = ms.Tensor(cases.draw(2, 2, 4, 5))
    plain = nn.Conv2d(2, 3, 3, has_bias=True, weight_init=net.weight, bias_init=net.bias)
    np.testing.assert_allclose(net(x).asnumpy(), plain(x).asnumpy(), rtol=1e-5, atol=1e-6)
    ms.grad(lambda x: (net(x) ** 2).sum())(x)
    padded = np.pad(x.asnumpy(), ((0, 0), (0, 0), (1, 1), (1, 1)))
    views = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), (2, 3))
    rows = views.transpose(0, 1, 4, 5, 2, 3).reshape(2, 18, 20).mean(0)
    np.testing.assert_allclose(net.matrix_a_cov.asnumpy(), rows @ rows.T / 20, rtol=1e-4, atol=1e-6)
    mean = (2 * net(x).asnumpy()).mean(0).reshape(3, -1)
    np.testing.assert_allclose(net.matrix_g_cov.asnumpy(), mean @ mean.T / 20, rtol=1e-4, atol=1e-6)
    assert float(net.a_normalizer[0]) == float(net.g_normalizer[0]) == 20


def test_lookup_gathers_like_embedding():
    table, ids = ms.Tensor(cases.draw(5, 3)), ms.Tensor([[0, 2], [2, 3]], ms.int32)
    nets = [
        nn.EmbeddingThor(5, 3, embedding_table=table),
        *(nn.EmbeddingLookupThor(5, 3, table, target=t) for t in ("DEVICE", "CPU")),
    ]
    slopes = [
        ms.grad(lambda n=net: (n(ids) ** 2).sum(), None, net.trainable_params())()[0].asnumpy()
        for net in nets
    ]
    for net, slope in zip(nets, slopes, strict=True):
        np.testing.assert_array_equal(net(ids).asnumpy(), table.asnumpy()[ids.asnumpy()])
        np.testing.assert_allclose(slope, slopes[0], rtol=1e-6)
    assert nets[0].matrix_a.asnumpy().tolist() == [1, 0, 2, 1, 0]
    for part in ("matrix_a", "matrix_g"):
        want, device, host = (getattr(net, part).asnumpy() for net in nets)
        assert np.abs(want).max() > 0 and not host.any()
        rows = 2 if part == "matrix_g" else 1  # the lookup divides by the rows of `ids`
        np.testing.assert_allclose(device, want * rows, rtol=1e-5, atol=1e-7)


def test_thor_lists_the_covariances():
    net = nn.SequentialCell(nn.Conv2d(1, 2, 3), nn.Flatten(), nn.Dense(8, 3))
    rates = ms.Tensor([0.1, 0.1])
    names = [p.name for p in nn.thor(net, rates, rates, 0.9).get_parameters()]
    start = names.index("moments.2.bias") + 1
    assert names[start : start + 7] == [
        "0.matrix_a_cov",
        "2.matrix_a",
        "0.matrix_g_cov",
        "2.matrix_g",
        "0.a_normalizer",
        "0.g_normalizer",
        "cov_step",
    ]


def test_thor_step():
    """A step with known covariances against NumPy, one layer wider than a block."""
    net = nn.SequentialCell(nn.DenseThor(130, 2, has_bias=False), nn.LayerNorm((2,)))
    damping, rate = ms.Tensor([0.3, 0.2]), ms.Tensor([0.1, 0.1])
    optimizer = nn.thor(net, rate, damping, 0.5, weight_decay=0.01, batch_size=4)
    dense, norm = net[0], net[1]
    x = cases.draw(200, 130)
    a, g = x.T @ x / 200, np.array([[0.5, 0.1], [0.1, 0.4]], np.float32)
    dense.matrix_a.set_data(ms.Tensor(a))
    dense.matrix_g.set_data(ms.Tensor(g))
    before = [p.asnumpy() for p in net.trainable_params()]
    grads = [cases.draw(*w.shape, seed=i) for i, w in enumerate(before)]
    optimizer(tuple(map(ms.Tensor, grads)))
    root = np.sqrt(0.3)
    damped = a + root * np.eye(130)
    inverse = np.zeros_like(damped)
    for part in (slice(0, 128), slice(128, 130)):
        inverse[part, part] = np.linalg.inv(damped[part, part])
    first = np.linalg.inv(g * 16 + root * np.eye(2)) @ grads[0] @ inverse
    steps = [first] + [v / (v**2 / 4 + root) for v in grads[1:]]
    for param, old, step in zip(net.trainable_params(), before, steps, strict=True):
        want = old - 0.1 * (step + 0.01 * old)
        np.testing.assert_allclose(param.asnumpy(), want, rtol=1e-4, atol=1e-5)
    assert optimizer.matrix_a[0].shape == (1, 2, 128, 128)
    assert int(optimizer.cov_step[0]) == int(optimizer.global_step[0]) == 1
    saved = optimizer.matrix_a[0].asnumpy()
    optimizer.thor = False
    dense.matrix_a.set_data(ms.Tensor(a * 2))
    optimizer(tuple(map(ms.Tensor, grads)))
    np.testing.assert_array_equal(optimizer.matrix_a[0].asnumpy(), saved)
    assert norm.gamma.asnumpy().shape == (2,)


def test_thor_trains():
    ms.set_seed(1)
    net = nn.SequentialCell(nn.Embedding(6, 4), nn.Flatten(), nn.Dense(8, 3))
    names = [p.name for p in net.trainable_params()]
    steps = 12
    rate, damping = ms.Tensor([0.3] * steps), ms.Tensor([0.3] * steps)
    optimizer = nn.thor(net, rate, damping, 0.9, batch_size=4, enable_clip_grad=True)
    assert [type(c).__name__ for c in net] == ["EmbeddingThor", "Flatten", "DenseThor"]
    assert [p.name for p in net.trainable_params()] == names
    step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), optimizer)
    x, y = ms.Tensor([[0, 1], [2, 3], [4, 5], [1, 2]], ms.int32), ms.Tensor(cases.draw(4, 3) ** 2)
    losses = [float(step(x, y)) for _ in range(steps)]
    assert losses[-1] < 0.7 * losses[0]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((0.1, ms.Tensor([0.1]), 0.9), TypeError),
        ((ms.Tensor([0.1]), ms.Tensor([0.1]), -0.9), ValueError),
        ((ms.Tensor([0.1]), ms.Tensor([0.1]), 1), TypeError),
    ],
)
def test_thor_refuses(arguments, error):
    with pytest.raises(error):
        nn.thor(nn.Dense(2, 2), *arguments)


def test_thor_refuses_a_frequency_of_one():
    one = ms.Tensor([0.1])
    with pytest.raises(ValueError, match="frequency"):
        nn.thor(nn.Dense(2, 2), one, one, 0.9, frequency=1)


def test_drawn_softmax():
    loss = nn.SampledSoftmaxLoss(3, 7, seed=1)
    table = ms.Tensor(cases.draw(7, 4)), ms.Tensor(cases.draw(7))
    out = loss(*table, ms.Tensor([[0], [6]], ms.int32), ms.Tensor(cases.draw(2, 4)))
    assert out.shape == (2,) and bool((out > 0).all())
    with pytest.raises(TypeError):
        loss(*table, ms.Tensor([[0.0], [6.0]]), ms.Tensor(cases.draw(2, 4)))


@pytest.mark.parametrize("reduction", ["none", "mean", "sum"])
def test_broadcast_l1(reduction):
    x, y = cases.draw(3), cases.draw(2, 3, seed=1)
    want = np.abs(x - y)
    want = want if reduction == "none" else getattr(np, reduction)(want)
    got = nn.L1LossExt(reduction)(ms.Tensor(x), ms.Tensor(y))
    np.testing.assert_allclose(got.asnumpy(), want, rtol=1e-6)


class Two(nn.Cell):
    def construct(self, x, y):
        return x**3 + y, x * y


def test_jvp_and_vjp():
    x, y, v = ms.Tensor([[1.0, 2.0]]), ms.Tensor([[3.0, 4.0]]), ms.Tensor([[1.0, 0.5]])
    out, slope = nn.Jvp(lambda x: x**3)(x, v)
    assert out.asnumpy().tolist() == [[1, 8]] and slope.asnumpy().tolist() == [[3, 6]]
    outs, slopes = nn.Jvp(Two())(x, y, (v, v))
    assert outs[1].asnumpy().tolist() == [[3, 8]]
    assert [s.asnumpy().tolist() for s in slopes] == [[[4, 6.5]], [[4, 3]]]
    out, grad = nn.Vjp(lambda x: x**3)(x, v)
    assert grad.asnumpy().tolist() == [[3, 6]]
    _, grads = nn.Vjp(Two())(x, y, (v, v))
    assert [g.asnumpy().tolist() for g in grads] == [[[6, 8]], [[2, 1.5]]]


@pytest.mark.parametrize(
    ("make", "given"),
    [
        (lambda: nn.Jvp(nn.ReLU()), lambda x: (x, (x,))),
        (lambda: nn.Jvp(nn.ReLU()), lambda x: (x, [x])),
        (lambda: nn.Jvp(nn.ReLU()), lambda x: (x, x, x)),
        (lambda: nn.Jvp(Two()), lambda x: (x, x, x)),
        (lambda: nn.Jvp(Two()), lambda x: (x, x, [x, x])),
        (lambda: nn.Jvp(Two()), lambda x: ((x, x), (x, x))),
        (lambda: nn.Vjp(nn.ReLU()), lambda x: (x, (x,))),
        (lambda: nn.Vjp(Two()), lambda x: (x, x, x)),
        (lambda: nn.Vjp(Two()), lambda x: (x, x, [x, x])),
    ],
)
def test_directions_of_another_structure(make, given):
    with pytest.raises(TypeError):
        make()(*given(ms.Tensor([1.0, 2.0])))


def test_direction_of_one_tuple():
    x = ms.Tensor([1.0, 2.0])
    _, slope = nn.Jvp(lambda pair: pair[0] * pair[1])((x, x + 1), (x, x))
    assert slope.asnumpy().tolist() == [3, 10]


def test_parameters_from_a_checkpoint():
    with nn.no_init_parameters():
        assert not ms.Parameter.init_param
        net = nn.Dense(2, 3)
    assert ms.Parameter.init_param
    assert net(ms.ops.ones((1, 2))).shape == (1, 3)


def test_parallel_names():
    from msjax.nn.transformer.layers import _LayerNorm
    from msjax.parallel import nn as parts
    from msjax.parallel.nn.layers import _LayerNorm as same
    from msjax.parallel.nn.transformer import VocabEmbedding

    assert same is _LayerNorm and parts.VocabEmbedding is VocabEmbedding
    out = parts.Pipeline(nn.ReLU(), 2)(ms.Tensor([1.0, 2.0]))
    assert out.asnumpy().tolist() == [3]
    assert parts.GradAccumulation(nn.ReLU(), 1)(ms.Tensor([1.0])).asnumpy().tolist() == [1]


def test_looked_up_vectors_are_scaled_in_the_table():
    table = ms.Tensor([[3.0, 4.0], [3.0, 4.0], [0.3, 0.4]])
    net = nn.EmbeddingExt(3, 2, max_norm=1.0, _weight=table)
    ids = ms.Tensor([0, 2, 0])
    grad = ms.grad(lambda x: net(x).sum(), None, net.trainable_params())(ids)
    want = np.array([[0.6, 0.8], [3.0, 4.0], [0.3, 0.4]])
    np.testing.assert_allclose(net.weight.asnumpy(), want, rtol=1e-6)
    gradients = grad[0].asnumpy() if isinstance(grad, tuple) else grad.asnumpy()
    assert gradients.tolist() == [[2, 2], [0, 0], [1, 1]]


def test_printing_of_what_has_no_values_yet():
    assert repr(ms.Tensor(shape=[3, None], dtype=ms.float32)) == (
        "Tensor(shape=[3, -1], dtype=Float32, value=\n)"
    )
    text = repr(ms.common.initializer.HeUniform())
    assert text.startswith("<mindspore.common.initializer.HeUniform object at 0x")


def test_a_state_dict_with_buffers_is_saved(tmp_path):
    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.register_buffer("shift", ms.Tensor([4, 5]))
            self.scale = ms.Parameter(ms.Tensor([1, 2]))

    path = str(tmp_path / "net.ckpt")
    ms.save_checkpoint(Net().state_dict(), path)
    loaded = ms.load_checkpoint(path)
    assert {k: v.asnumpy().tolist() for k, v in loaded.items()} == {
        "shift": [4, 5],
        "scale": [1, 2],
    }


def test_array_of_tensors():
    array = nn.reinforcement.TensorArray(ms.float32, (2,))
    assert array.write(2, ms.Tensor([1.0, 2.0])) and int(array.size()) == 3
    assert array.stack().asnumpy().tolist() == [[0, 0], [0, 0], [1, 2]]
    assert array.read(ms.Tensor(2)).asnumpy().tolist() == [1, 2]
    assert array.clear() and array.stack().shape == (0, 2)
    fixed = nn.reinforcement.TensorArray(ms.int64, (), dynamic_size=False, size=2, name="fixed")
    fixed.write(0, 5)
    assert fixed.stack().asnumpy().tolist() == [5, 0] and fixed.read(0).dtype == ms.int64
    for wrong in (lambda: fixed.write(2, 1), lambda: fixed.write(-1, 1), lambda: fixed.read(1)):
        with pytest.raises(ValueError, match="index"):
            wrong()
    with pytest.raises(ValueError, match="shape"):
        array.write(0, 1)
    assert fixed.close()
    with pytest.raises(RuntimeError, match="closed"):
        fixed.size()
    for arguments in ((ms.string, ()), (ms.int32, (), True, 0.5)):
        with pytest.raises(TypeError):
            nn.reinforcement.TensorArray(*arguments)
    with pytest.raises(ValueError):
        nn.reinforcement.TensorArray(ms.int32, (), True, -1)


def test_flash_attention_layer():
    from msjax.nn.layer.flash_attention import FlashAttention

    query, key, value = (ms.Tensor(cases.draw(2, 2, n, 4, seed=n)) for n in (16, 32, 32))
    mask = np.triu(np.ones((1, 16, 32), np.float32), 3)
    shift = cases.draw(2, 2, 1, 32, seed=1)
    net = FlashAttention(4, 2, have_attention_mask_batch=False, alibi=True)
    got = net(query, key, value, ms.Tensor(mask), ms.Tensor(shift)).asnumpy()
    scores = query.asnumpy() @ key.asnumpy().swapaxes(-1, -2) / 2 + shift
    weights = np.exp(np.where(mask[:, None] != 0, -np.inf, scores))
    weights /= weights.sum(-1, keepdims=True)
    np.testing.assert_allclose(got, weights @ value.asnumpy(), rtol=1e-4, atol=1e-5)
    dropped = FlashAttention(4, 2, 0.5)(query, key, value).asnumpy()
    assert dropped.shape == got.shape and np.isfinite(dropped).all()
    for wrong in ((query, key, query), (query[:, :, 1:], key, value), (query[:, :1], key, value)):
        with pytest.raises(ValueError, match="FlashAttention"):
            net(*wrong)
    with pytest.raises(ValueError, match="head_dim"):
        FlashAttention(0, 2)
