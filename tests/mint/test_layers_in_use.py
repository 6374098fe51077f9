"""Layers of mint.nn over several steps, in place, with other processes, in whole programs."""

import importlib
import json
import os
import subprocess
import sys

import numpy as np
import pytest
from every_mode import graph_mode
from miniature import dedent, output
from places import ROOT

import msjax as ms
from msjax import Tensor, mint, nn
from msjax.mint.nn import functional as F

RNG = np.random.default_rng(5)


def normal(*shape):
    return Tensor(RNG.standard_normal(shape).astype(np.float32))


# -- state -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("momentum", [0.3, None])
@pytest.mark.parametrize("layer", [mint.nn.BatchNorm1d, mint.nn.SyncBatchNorm])
def test_running_statistics_over_steps(layer, momentum):
    nets = [layer(3, momentum=momentum).set_train() for _ in range(2)]
    compiled = ms.jit(lambda x: nets[1](x))
    mean, variance = np.zeros(3), np.ones(3)
    for step in range(1, 4):
        x = normal(5, 3)
        for run in (nets[0], compiled):
            run(x)
        share = 1 / step if momentum is None else momentum
        array = x.asnumpy().astype(float)
        mean = (1 - share) * mean + share * array.mean(0)
        variance = (1 - share) * variance + share * array.var(0, ddof=1)
        for net in nets:
            np.testing.assert_allclose(net.running_mean.asnumpy(), mean, rtol=1e-5, atol=1e-6)
            np.testing.assert_allclose(net.running_var.asnumpy(), variance, rtol=1e-5)
            assert int(net.num_batches_tracked) == step
    x, net = normal(4, 3), nets[0].set_train(False)
    want = (x.asnumpy() - mean) / np.sqrt(variance + 1e-5)
    np.testing.assert_allclose(net(x).asnumpy(), want, rtol=1e-4, atol=1e-5)
    assert int(net.num_batches_tracked) == 3
    net.weight.set_data(Tensor([2.0, 3.0, 4.0]))
    net.reset_running_stats()
    state = {p.name: p.asnumpy().tolist() for p in net.get_parameters()}
    assert state == {
        "weight": [2, 3, 4],
        "bias": [0] * 3,
        "running_mean": [0] * 3,
        "running_var": [1] * 3,
        "num_batches_tracked": 0,
    }
    net.reset_parameters()
    assert net.weight.asnumpy().tolist() == [1, 1, 1]


def test_batch_statistics_without_running_ones():
    net = mint.nn.BatchNorm2d(2, track_running_stats=False).set_train(False)
    x = normal(3, 2, 4, 4)
    out = net(x).asnumpy()
    np.testing.assert_allclose(out.mean((0, 2, 3)), 0, atol=1e-6)
    np.testing.assert_allclose(out.var((0, 2, 3)), 1, rtol=1e-3)


def test_embedding_gradients():
    ids, factor = Tensor([[0, 3], [1, 3]]), normal(2, 2, 4)
    plain = np.zeros((5, 4), np.float32)
    np.add.at(plain, ids.asnumpy(), factor.asnumpy())
    counts = np.array([1, 1, 1, 2, 1])[:, None]
    without = plain * (np.arange(5) != 3)[:, None]
    for options, want in (
        ({}, plain),
        ({"padding_idx": 3}, without),
        ({"padding_idx": -2}, without),
        ({"scale_grad_by_freq": True}, plain / counts),
    ):
        net = mint.nn.Embedding(5, 4, **options)

        def loss(ids, net=net):
            return (net(ids) * factor).sum()

        for function in (loss, ms.jit(loss)):
            found = ms.grad(function, None, net.weight)(ids)
            np.testing.assert_allclose(found.asnumpy(), want, rtol=1e-5, atol=1e-6)


def test_frozen_embedding_keeps_its_table():
    table = normal(3, 2)
    net = mint.nn.Embedding(3, 2, _weight=table, _freeze=True)
    assert net.trainable_params() == []
    np.testing.assert_array_equal(net(Tensor([2, 0])).asnumpy(), table.asnumpy()[[2, 0]])


def test_checkpoint_holds_the_state(tmp_path):
    def network():
        return nn.SequentialCell(mint.nn.Conv2d(2, 3, 3), mint.nn.BatchNorm2d(3), mint.nn.PReLU(3))

    net, other, path = network().set_train(), network(), str(tmp_path / "net.ckpt")
    net(normal(4, 2, 5, 5))
    ms.save_checkpoint(net, path)
    held = ms.load_checkpoint(path)
    assert list(held) == [
        *("0.weight", "0.bias", "1.weight", "1.bias", "1.running_mean", "1.running_var"),
        *("1.num_batches_tracked", "2.weight"),
    ]
    assert ms.load_param_into_net(other, held) == ([], [])
    x = normal(1, 2, 5, 5)
    want = net.set_train(False)(x).asnumpy()
    np.testing.assert_array_equal(other.set_train(False)(x).asnumpy(), want)


# -- in place --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("layer", "want"),
    [
        (mint.nn.SiLU(inplace=True), [-0.26894143, 6.993623]),
        (mint.nn.ReLU6(inplace=True), [0, 6]),
        (mint.nn.ELU(inplace=True), [-0.63212055, 7]),
        (mint.nn.Hardtanh(inplace=True), [-1, 1]),
        (mint.nn.Threshold(1, 2, inplace=True), [2, 7]),
        (mint.nn.Dropout(1.0, inplace=True).set_train(), [0, 0]),
    ],
    ids=lambda value: getattr(value, "cls_name", ""),
)
def test_writes_into_its_input(layer, want):
    x = Tensor([-1.0, 7.0])
    assert layer(x) is x
    np.testing.assert_allclose(x.asnumpy(), want, rtol=1e-6)

    def through(x):
        y = x * 1
        layer(y)
        return y

    for run in (through, ms.jit(through)):
        np.testing.assert_allclose(run(Tensor([-1.0, 7.0])).asnumpy(), want, rtol=1e-6)


# -- dropout ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("compiled", [False, True])
def test_dropout(compiled):
    elements, channels = mint.nn.Dropout(0.25), mint.nn.Dropout2d(0.25)
    x = ms.ops.ones((50, 40, 2, 2))
    for net in (elements, channels):
        run = ms.jit(lambda x, net=net: net(x)) if compiled else net
        assert (run(x).asnumpy() == 1).all()
        net.set_train()
        run = ms.jit(lambda x, net=net: net(x)) if compiled else net
        first, second = run(x).asnumpy(), run(x).asnumpy()
        assert (first != second).any()
        np.testing.assert_allclose(np.unique(first), [0, 4 / 3], rtol=1e-6)
        assert abs((first == 0).mean() - 0.25) < 0.05
    assert (first == first[:, :, :1, :1]).all()


# -- several processes -----------------------------------------------------------------------------


def test_statistics_of_processes_that_have_not_joined_are_refused():
    program = """
        import json
        import msjax as ms
        net = ms.mint.nn.SyncBatchNorm(2)
        found = [net.world_size, net(ms.ops.ones((3, 2))).shape[0]]
        try:
            net.set_train()(ms.ops.ones((3, 2)))
        except RuntimeError as error:
            found.append("call init()" in str(error))
        print(json.dumps(found))
    """
    result = subprocess.run(
        [sys.executable, "-c", dedent(program)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        env=os.environ | {"RANK_SIZE": "2"},
    )
    assert json.loads(output(result)[-1]) == [2, 3, True]


# -- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("module", "names"),
    [
        ("activation", "ELU GLU LogSigmoid SiLU Sigmoid Tanh Threshold"),
        ("basic", "Flatten"),
        ("conv", "Conv1d Conv2d Conv3d ConvTranspose2d"),
        ("normalization", "BatchNorm1d BatchNorm2d BatchNorm3d GroupNorm LayerNorm SyncBatchNorm"),
        ("padding", "ConstantPad1d ReflectionPad2d ReplicationPad3d ZeroPad3d"),
        ("pooling", "AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveAvgPool3d MaxUnpool2d"),
    ],
)
def test_files_of_layers(module, names):
    file = importlib.import_module(f"msjax.mint.nn.layer.{module}")
    for name in names.split():
        assert getattr(file, name) is getattr(mint.nn, name)


def test_names_of_everything_are_those_of_the_surface():
    scope = {}
    exec("from msjax.mint.nn import *", scope)
    assert len(scope) == 66  # with __builtins__
    assert {"Conv2d", "BCELoss", "Unfold"} < scope.keys()
    assert not {"CrossEntropyLoss", "NLLLoss", "MaxPool2d", "functional"} & scope.keys()


# -- whole programs --------------------------------------------------------------------------------


class Images(nn.Cell):
    """A small convolutional network."""

    def __init__(self, layers=None):
        super().__init__()
        self.conv1 = mint.nn.Conv2d(1, 4, 3, padding="same", bias=False)
        self.norm1 = mint.nn.BatchNorm2d(4)
        self.pool = mint.nn.AvgPool2d(2)
        self.conv2 = mint.nn.Conv2d(4, 6, 3, stride=2, padding=1, groups=2)
        self.norm2 = mint.nn.GroupNorm(3, 6)
        self.act = mint.nn.SiLU()
        self.flat = mint.nn.Flatten()
        self.head = mint.nn.Linear(24, 3)

    def construct(self, x):
        x = self.pool(F.relu(self.norm1(self.conv1(x))))
        return self.head(self.flat(self.act(self.norm2(self.conv2(x)))))


class Twin(nn.Cell):
    """`Images` of layers of nn."""

    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 4, 3)
        self.norm1 = nn.BatchNorm2d(4)
        self.pool = nn.AvgPool2d(2, 2)
        self.conv2 = nn.Conv2d(4, 6, 3, 2, "pad", 1, group=2, has_bias=True)
        self.norm2 = nn.GroupNorm(3, 6)
        self.flat = nn.Flatten()
        self.head = nn.Dense(24, 3)

    def construct(self, x):
        x = self.pool(ms.ops.relu(self.norm1(self.conv1(x))))
        return self.head(self.flat(ms.ops.silu(self.norm2(self.conv2(x)))))


class Attention(nn.Cell):
    """Attention of a sequence to what comes before."""

    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.all, self.out = mint.nn.Linear(width, 3 * width), mint.nn.Linear(width, width)

    def construct(self, x):
        n, length, width = x.shape
        q, k, v = self.all(x).view((n, length, 3, self.heads, -1)).permute((2, 0, 3, 1, 4))
        scores = q @ k.swapaxes(-1, -2) / (width // self.heads) ** 0.5
        ahead = Tensor(np.triu(np.ones((length, length), bool), 1))
        chances = F.softmax(scores.masked_fill(ahead, -1e9), dim=-1)
        return self.out((chances @ v).swapaxes(1, 2).reshape((n, length, width)))


class Text(nn.Cell):
    """A small decoder that predicts the next of 11 tokens."""

    def __init__(self, width=8):
        super().__init__()
        self.tokens, self.places = mint.nn.Embedding(11, width), mint.nn.Embedding(6, width)
        self.norms = nn.CellList([mint.nn.LayerNorm(width) for _ in range(3)])
        self.attention = Attention(width, 2)
        self.wide, self.narrow = mint.nn.Linear(width, 16), mint.nn.Linear(16, width)
        self.act, self.drop = mint.nn.GELU(), mint.nn.Dropout(0.0)
        self.head = mint.nn.Linear(width, 11, bias=False)

    def construct(self, ids):
        x = self.tokens(ids) + self.places(Tensor(np.arange(ids.shape[1])))
        x = x + self.drop(self.attention(self.norms[0](x)))
        x = x + self.drop(self.narrow(self.act(self.wide(self.norms[1](x)))))
        return self.head(self.norms[2](x)).swapaxes(1, 2)


def fill(net):
    """The same small numbers for every network of these shapes."""
    rng = np.random.default_rng(3)
    for p in net.trainable_params():
        p.set_data(Tensor(rng.standard_normal(p.shape).astype(np.float32) * 0.3))
    return net


def trained(net, optimizer, data, compiled=False):
    """Losses of a few steps, and what the Parameters hold afterwards."""
    loss_of = mint.nn.CrossEntropyLoss(label_smoothing=0.1)
    fill(net).set_train()
    opt = optimizer(net.trainable_params())

    def forward(x, target):
        return loss_of(net(x), target)

    gradient = ms.value_and_grad(forward, None, opt.parameters)

    def step(x, target):
        loss, gradients = gradient(x, target)
        opt(gradients)
        return loss

    run = ms.jit(step) if compiled else step
    losses = [float(run(*data)) for _ in range(6)]
    held = {p.name: p.asnumpy() for p in net.get_parameters()}
    return losses, held


IMAGES = normal(8, 1, 8, 8), Tensor(RNG.integers(0, 3, 8))
TOKENS = RNG.integers(0, 11, (4, 7))
TEXT = Tensor(TOKENS[:, :-1]), Tensor(TOKENS[:, 1:])
# The keys' bias has no gradient but rounding errors, which a small eps would make large.
PROGRAMS = {
    "images, SGD": (Images, lambda p: mint.optim.SGD(p, 0.1, momentum=0.9), IMAGES),
    "images, Adam": (Images, lambda p: mint.optim.Adam(p, lr=0.05), IMAGES),
    "text, AdamW": (Text, lambda p: mint.optim.AdamW(p, lr=0.05, eps=1e-3), TEXT),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_program_trains_alike_in_every_mode(name):
    network, optimizer, data = PROGRAMS[name]
    losses, held = trained(network(), optimizer, data)
    assert losses[-1] < 0.9 * losses[0]
    runs = [trained(network(), optimizer, data, compiled=True)]
    with graph_mode():
        runs.append(trained(network(), optimizer, data))
    for other, others in runs:
        np.testing.assert_allclose(other, losses, rtol=1e-4)
        for parameter, values in held.items():
            np.testing.assert_allclose(others[parameter], values, rtol=1e-3, atol=2e-4)


def test_program_trains_as_one_of_nn_layers():
    _, optimizer, data = PROGRAMS["images, SGD"]
    losses, held = trained(Images(), optimizer, data)
    same, others = trained(Twin(), optimizer, data)
    np.testing.assert_allclose(same, losses, rtol=1e-5)
    np.testing.assert_allclose(others["conv2.weight"], held["conv2.weight"], rtol=1e-4, atol=1e-5)
    mean = held["norm1.running_mean"]
    np.testing.assert_allclose(others["norm1.moving_mean"], mean, rtol=1e-4, atol=1e-6)
