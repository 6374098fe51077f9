"""The benchmark models as MindSpore code: what a user writes, at the sizes of raw_jax.py.

The networks are those of tests/networks.py. The file imports `mindspore` only, so it also runs
under MindSpore itself; run.py calls ``msjax.install()`` before importing it.
"""

import dataclasses
import pathlib
import sys
import typing

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests"))

import mindspore as ms
import networks
from mindspore import nn


class Recurrent(nn.Cell):
    """Stacked LSTM layers and a classifier on the last output."""

    def __init__(self, features=64, hidden=128, layers=2, num_class=10):
        super().__init__()
        self.rnn = nn.LSTM(features, hidden, layers, batch_first=True)
        self.head = nn.Dense(hidden, num_class)

    def construct(self, x):
        out, _ = self.rnn(x)
        return self.head(out[:, -1])


@dataclasses.dataclass(frozen=True)
class Model:
    """A network, its loss, its optimizer and a batch."""

    build: typing.Callable
    make_loss: typing.Callable
    make_optimizer: typing.Callable
    make_batch: typing.Callable

    def net(self):
        """The network in training mode with its deterministic start weights."""
        return networks.fill_parameters(self.build()).set_train()

    def batch(self):
        """The batch as Tensors."""
        return [ms.Tensor(array) for array in self.make_batch()]

    def value_and_grad(self, net):
        """Eager (x, y) -> (loss, gradients of the trainable parameters)."""
        return ms.value_and_grad(self.make_loss(net), None, net.trainable_params())

    def make_step(self, net, compiled=True):
        """A fresh training step: (x, y) -> loss, updating the network's parameters."""
        optimizer = self.make_optimizer(net.trainable_params())
        grad_fn = ms.value_and_grad(self.make_loss(net), None, optimizer.parameters)

        def train_step(x, y):
            loss, grads = grad_fn(x, y)
            optimizer(grads)
            return loss

        return ms.jit(train_step) if compiled else train_step


MODELS = {
    "mlp": Model(
        lambda: networks.MLP(width=64, depth=8),
        networks.classification_loss,
        lambda params: nn.Adam(params, learning_rate=1e-3),
        lambda: networks.image_batch((32, 64), 64),
    ),
    "lenet": Model(
        networks.LeNet5,
        networks.classification_loss,
        lambda params: nn.Momentum(params, learning_rate=0.01, momentum=0.9),
        lambda: networks.image_batch((32, 1, 32, 32), 10),
    ),
    "resnet": Model(
        lambda: networks.ResNet(width=64),
        networks.classification_loss,
        lambda params: nn.Momentum(params, learning_rate=1e-3, momentum=0.9),
        lambda: networks.image_batch((16, 3, 32, 32), 10),
    ),
    "gpt": Model(
        lambda: networks.GPT(vocab=1000, dim=256, layers=4, heads=8, length=128),
        networks.language_loss,
        lambda params: nn.AdamWeightDecay(params, learning_rate=1e-3, weight_decay=0.01),
        lambda: networks.token_batch(8, 128, 1000),
    ),
    "lstm": Model(
        Recurrent,
        networks.classification_loss,
        lambda params: nn.Adam(params, learning_rate=1e-3),
        lambda: networks.image_batch((16, 64, 64), 10),
    ),
}


OPTIMIZERS = {
    "adam": lambda params: nn.Adam(params, learning_rate=1e-3),
    "momentum": lambda params: nn.Momentum(params, learning_rate=0.01, momentum=0.9),
}


def weights(net):
    """All parameters of `net` as a dict of NumPy arrays."""
    return {p.name: p.asnumpy().copy() for p in net.get_parameters()}


def three_losses(name, compiled=True):
    """The losses of the first three training steps, as Python floats."""
    model = MODELS[name]
    step, batch = model.make_step(model.net(), compiled), model.batch()
    return [float(step(*batch).asnumpy()) for _ in range(3)]
