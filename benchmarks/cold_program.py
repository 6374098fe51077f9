"""A program for cold.py: the first eager steps of one case, in a process of their own.

It imports `mindspore` only: ``python -m msjax benchmarks/cold_program.py NAME`` runs it on msjax,
``python benchmarks/cold_program.py NAME`` on MindSpore. It prints one line of JSON: seconds of CPU
time and on the clock, both without imports, and a number that depends on all results.
"""

import json
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests"))

import mindspore as ms
import networks
import numpy as np
from mindspore import nn, ops


def conv_bn(inputs, outputs, kernel, stride=1, relu=True):
    """Convolution without bias, batch norm and perhaps ReLU."""
    layers = [
        nn.Conv2d(inputs, outputs, kernel, stride, "pad", kernel // 2),
        nn.BatchNorm2d(outputs),
    ]
    return nn.SequentialCell(layers + [nn.ReLU()] * relu)


class Bottleneck(nn.Cell):
    """A residual block of ResNet-50."""

    def __init__(self, inputs, width, stride):
        super().__init__()
        self.body = nn.SequentialCell(
            conv_bn(inputs, width, 1),
            conv_bn(width, width, 3, stride),
            conv_bn(width, 4 * width, 1, relu=False),
        )
        same = inputs == 4 * width and stride == 1
        self.shortcut = None if same else conv_bn(inputs, 4 * width, 1, stride, relu=False)
        self.relu = nn.ReLU()

    def construct(self, x):
        short = x if self.shortcut is None else self.shortcut(x)
        return self.relu(self.body(x) + short)


RESNET50 = ((64, 3, 1), (128, 4, 2), (256, 6, 2), (512, 3, 2))  # width, blocks, first stride


def resnet(groups=RESNET50, classes=1000):
    """ResNet-50 (He et al., 2015), or one of other groups of blocks."""
    layers, inputs = [conv_bn(3, 64, 7, 2), nn.MaxPool2d(3, 2, pad_mode="same")], 64
    for width, count, stride in groups:
        for i in range(count):
            layers.append(Bottleneck(inputs, width, stride if i == 0 else 1))
            inputs = 4 * width
    return nn.SequentialCell([*layers, Means(), nn.Dense(inputs, classes)])


class Means(nn.Cell):
    """Means over the pixels."""

    def construct(self, x):
        return x.mean((2, 3))


class Growing(nn.Cell):
    """A layer of DenseNet: its input, with 32 channels more."""

    def __init__(self, inputs):
        super().__init__()
        self.body = nn.SequentialCell(
            nn.BatchNorm2d(inputs),
            nn.ReLU(),
            conv_bn(inputs, 128, 1),
            nn.Conv2d(128, 32, 3, 1, "pad", 1),
        )

    def construct(self, x):
        return ops.concat((x, self.body(x)), 1)


def densenet121():
    """DenseNet-121 (Huang et al., 2016)."""
    layers, channels = [conv_bn(3, 64, 7, 2), nn.MaxPool2d(3, 2, pad_mode="same")], 64
    for i, count in enumerate((6, 12, 24, 16)):
        for _ in range(count):
            layers.append(Growing(channels))
            channels += 32
        if i < 3:
            layers += [nn.BatchNorm2d(channels), nn.ReLU()]
            layers += [nn.Conv2d(channels, channels // 2, 1), nn.AvgPool2d(2, 2)]
            channels //= 2
    return nn.SequentialCell([*layers, nn.BatchNorm2d(channels), Means(), nn.Dense(channels, 1000)])


def train(net, loss, batch, steps=1):
    """Training steps with Adam; the last loss."""
    networks.fill_parameters(net).set_train()
    optimizer = nn.Adam(net.trainable_params(), 1e-3)
    step = ms.value_and_grad(loss(net), None, optimizer.parameters)
    x, y = (ms.Tensor(a) for a in batch)
    for _ in range(steps):
        value, grads = step(x, y)
        optimizer(grads)
    return float(value.asnumpy())


UNARY = """
    abs sin cos tan asin acos atan sinh cosh tanh asinh atanh exp expm1 log log1p log2 sqrt rsqrt
    square reciprocal sigmoid relu relu6 gelu silu softplus softsign mish selu celu elu hardswish
    hardsigmoid hardtanh erf erfc erfinv floor ceil round trunc sign neg sum mean max min prod
    cumsum logsumexp softmax log_softmax sort flip
""".split()
BINARY = "add sub mul div maximum minimum pow atan2 hypot fmod xlogy matmul".split()


def operations():
    """67 operations and their gradients."""
    rng = np.random.default_rng(0)
    x, y = (ms.Tensor(rng.uniform(0.1, 0.9, (16, 16)).astype(np.float32)) for _ in range(2))
    dims = {
        "logsumexp": (1,),
        "softmax": (1,),
        "log_softmax": (1,),
        "cumsum": (1,),
        "flip": ((0,),),
    }

    def of(name, *args):
        out = getattr(ops, name)(*args, *dims.get(name, ()))
        return out[0] if isinstance(out, tuple) else out

    total = 0.0
    for names, args in ((UNARY, (x,)), (BINARY, (x, y))):
        for name in names:
            total += float(of(name, *args).sum().asnumpy())
            grad = ms.grad(lambda *a, name=name: of(name, *a).sum())(*args)
            total += float(np.nan_to_num(grad.asnumpy()).sum())
    return total


class Attending(nn.Cell):
    """A layer of a transformer for sequences of any length."""

    def __init__(self, vocab=100, dim=64):
        super().__init__()
        self.token = nn.Embedding(vocab, dim)
        self.norm = nn.LayerNorm((dim,))
        self.q, self.k, self.v = (nn.Dense(dim, dim) for _ in range(3))
        self.wide, self.narrow = nn.Dense(dim, 4 * dim), nn.Dense(4 * dim, dim)

    def construct(self, ids):
        x = self.token(ids)
        y = self.norm(x)
        scores = ops.matmul(self.q(y), self.k(y).swapaxes(-2, -1)) * 0.125
        x = x + ops.matmul(ops.softmax(scores, -1), self.v(y))
        return x + self.narrow(ops.gelu(self.wide(self.norm(x)), approximate="tanh"))


def lengths():
    """A transformer layer on 100 lengths of a sequence, forward."""
    net = networks.fill_parameters(Attending())
    ids = np.arange(128)[None] % 100
    outs = [net(ms.Tensor(ids[:, :n].astype(np.int32))) for n in range(1, 101)]
    return float(sum(float(out.abs().sum().asnumpy()) for out in outs))


CASES = {
    "lenet": lambda: train(
        networks.LeNet5(),
        networks.classification_loss,
        networks.image_batch((32, 1, 32, 32), 10),
        2,
    ),
    "gpt": lambda: train(
        networks.GPT(vocab=1000, dim=256, layers=4, heads=8, length=128),
        networks.language_loss,
        networks.token_batch(2, 128, 1000),
        2,
    ),
    "operations": operations,
    "lengths": lengths,
    "resnet50": lambda: train(
        resnet(), networks.classification_loss, networks.image_batch((2, 3, 224, 224), 1000)
    ),
    "densenet121": lambda: train(
        densenet121(), networks.classification_loss, networks.image_batch((2, 3, 224, 224), 1000)
    ),
}

if __name__ == "__main__":
    (ms.Tensor(np.ones(1, np.float32)) + 1).asnumpy()  # devices are started
    cpu, clock = time.process_time(), time.perf_counter()
    value = CASES[sys.argv[1]]()
    cpu, clock = time.process_time() - cpu, time.perf_counter() - clock
    print(json.dumps({"cpu": cpu, "clock": clock, "value": value}))
