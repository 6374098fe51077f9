"""An ordinary program of a user: it runs, and a type checker finds nothing in it.

`make lint` checks it, `tests/test_stubs.py` runs it.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import msjax as ms
import msjax.dataset as ds
import msjax.numpy as mnp
from msjax import Model, Parameter, Tensor, context, mint, nn, ops
from msjax.common import dtype as mstype
from msjax.common.initializer import Normal, Zero, initializer
from msjax.dataset import transforms, vision
from msjax.mint.nn import functional as mF
from msjax.ops import composite as C
from msjax.ops import functional as F
from msjax.ops import operations as P
from msjax.train import LossMonitor, TimeMonitor
from msjax.train.callback import Callback

# -- Tensors ---------------------------------------------------------------------------------------


def arithmetic(x: Tensor, y: Tensor) -> Tensor:
    """Operators with Tensors and numbers on either side."""
    z = x + y - 1
    z = 2 * z / 3 + 1.5
    z = -(z**2) % 7 // 1
    z += x
    z *= 0.5
    mask = (z > 0) & (x <= y) | ~(x == y)
    z = ops.where(mask, z, ops.zeros_like(z))
    return z @ y.T + (1 - z).abs().sqrt()


def methods(x: Tensor) -> list[float]:
    """Methods with positional and keyword arguments."""
    rows, columns = x.shape
    total: float = float(x.sum().asnumpy())
    means = x.mean(axis=0).reshape(1, columns).astype(ms.float32)
    stretched = x.expand_dims(0).squeeze(0).transpose(1, 0).view(rows, columns)
    stretched = stretched.swapaxes(0, 1).permute(1, 0).flatten().reshape((rows, columns))
    best = x.argmax(axis=1)
    largest = x.max(axis=1, keepdims=True)
    pieces = x.split(1, axis=0)
    first, *_ = pieces
    x[0] = 1.0
    x[:, 1] = x[:, 0] * 2
    part = x[..., None, 0:1]
    flags = ops.logical_and(x > 0, x < 2).any()
    numbers: list[float] = x.sum(0, keepdims=True).tolist()
    print(means, stretched.shape, best.dtype, largest, first.ndim, part.size, bool(flags))
    print(x.to(ms.float16).dtype, x.clip(0, 1).std(), x.norm(), x.item() if x.size == 1 else total)
    return numbers


def functions(x: Tensor) -> Tensor:
    """Functions of the several packages of operations."""
    values, places = ops.topk(x, 1)
    joined = ops.concat((x, x), axis=0) + ops.stack([x[0], x[1], x[0], x[1]])
    joined = ops.softmax(joined, axis=-1) + ops.cast(places.sum(), ms.float32)
    hot = ops.one_hot(Tensor([0, 1]), 3, Tensor(1.0), Tensor(0.0))
    grid = mnp.arange(6).reshape(2, 3).astype(mnp.float32) + mnp.ones((2, 3))
    grid = mnp.where(grid > 2, grid, mnp.sum(grid, axis=0)) + mnp.mean(grid, axis=(0, 1))
    other = mint.matmul(grid, grid.T) + mint.sum(grid, dim=0, keepdim=True).mean()
    other = mF.relu(other) + F.tanh(mint.max(other)) + P.ReduceSum(keep_dims=False)(hot, 0).sum()
    dropped = ops.dropout(joined, p=0.1, training=True)
    return joined.sum() + other.sum() + values.sum() + dropped.sum() * 0 + ops.relu(x).mean()


# -- networks --------------------------------------------------------------------------------------


class Block(nn.Cell):
    """A convolution, a norm and an activation."""

    def __init__(self, channels: int, width: int = 4) -> None:
        super().__init__()
        self.conv = nn.Conv2d(channels, width, 3, pad_mode="same", has_bias=True)
        self.norm = nn.BatchNorm2d(num_features=width)
        self.act = nn.ReLU()

    def construct(self, x: Tensor) -> Tensor:
        return self.act(self.norm(self.conv(x)))


class Net(nn.Cell):
    """A small network with layers, a Parameter of its own and Primitives."""

    def __init__(self, classes: int = 3) -> None:
        super().__init__(auto_prefix=True)
        self.blocks = nn.SequentialCell([Block(1), Block(4)])
        self.pool = nn.MaxPool2d(kernel_size=2, stride=2)
        self.flatten = nn.Flatten()
        self.drop = nn.Dropout(p=0.1)
        self.head = nn.Dense(4 * 4 * 4, classes, weight_init=Normal(0.02), activation="relu")
        self.scale = Parameter(initializer(Zero(), (classes,), mstype.float32), name="scale")
        self.table = nn.CellList([nn.Dense(classes, classes) for _ in range(2)])
        self.reduce = P.ReduceMean(keep_dims=False)
        self.add = ops.Add()

    def construct(self, x: Tensor, shift: float = 0.0) -> Tensor:
        x = self.flatten(self.pool(self.blocks(x)))
        x = self.head(self.drop(x)) * ops.exp(self.scale) + shift
        for layer in self.table:
            x = self.add(x, layer(x))
        return x - self.reduce(x, 1).expand_dims(1)


# -- gradients and compilation ---------------------------------------------------------------------


def square(x: Tensor) -> Tensor:
    return (x * x).sum()


@ms.jit
def compiled(x: Tensor, power: int = 2) -> Tensor:
    return ops.pow(x, power)


@ms.jit(jit_level="O0")
def compiled_with_options(x: Tensor) -> Tensor:
    return x + 1


def gradients(x: Tensor) -> None:
    by_input = ms.grad(square)(x)
    value, slope = ms.value_and_grad(square, grad_position=0)(x)
    print(by_input.shape, float(value), slope.sum(), compiled(x, power=3).sum())
    everything = C.GradOperation(get_all=True)(square)(x)
    batched = ms.vmap(square, in_axes=0)(x)
    value, tangent = ms.jvp(square, x, ops.ones_like(x))
    print(len(everything), batched.shape, tangent, compiled_with_options(x).mean())


def train_by_hand(net: Net, data: ds.Dataset) -> float:
    loss_fn = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
    schedule = nn.cosine_decay_lr(0.0, 0.01, 4, 2, 2)
    optimizer = nn.Adam(
        params=filter(lambda p: p.requires_grad, net.get_parameters()),
        learning_rate=schedule,
        weight_decay=1e-4,
    )

    def forward(images: Tensor, labels: Tensor) -> tuple[Tensor, Tensor]:
        logits = net(images)
        return loss_fn(logits, labels), logits

    step = ms.value_and_grad(forward, None, optimizer.parameters, has_aux=True)
    net.set_train()
    last = 0.0
    for images, labels in data.create_tuple_iterator():
        (loss, _), grads = step(images, labels)
        optimizer(ops.clip_by_global_norm(grads, 1.0))
        last = float(loss.asnumpy())
    weights = ms.grad(lambda x, y: forward(x, y)[0], None, net.trainable_params())
    net.set_train(False)
    print(optimizer.get_lr(), [w.name for w in optimizer.parameters][:2], callable(weights))
    return last


# -- data and training -----------------------------------------------------------------------------


def samples() -> Iterator[tuple[np.ndarray, np.ndarray]]:
    rng = np.random.default_rng(0)
    for i in range(12):
        yield rng.normal(size=(8, 8, 1)).astype(np.float32), np.array(i % 3, np.int32)


def pipeline() -> ds.Dataset:
    data = ds.GeneratorDataset(lambda: samples(), column_names=["image", "label"], shuffle=False)
    data = data.map(operations=[vision.HWC2CHW()], input_columns="image")
    data = data.map(transforms.TypeCast(ms.int32), input_columns=["label"])
    data = data.shuffle(buffer_size=4).batch(batch_size=4, drop_remainder=True).repeat(1)
    print(data.get_dataset_size(), data.get_col_names())
    return data


class Counting(Callback):
    """Counts the steps of a training."""

    def __init__(self) -> None:
        super().__init__()
        self.steps = 0

    def on_train_step_end(self, run_context: ms.RunContext) -> None:
        self.steps = run_context.original_args().cur_step_num


def main() -> None:
    ms.set_seed(1)
    ms.set_context(mode=ms.PYNATIVE_MODE, device_target="CPU")
    print(context.get_context("mode"))
    x = Tensor(np.arange(4).reshape(2, 2) / 4, ms.float32)
    print(arithmetic(x, x.T + 1), methods(x.copy()), functions(x))
    gradients(x)

    net = Net()
    print(train_by_hand(net, pipeline()))
    loss = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
    trained = filter(lambda p: p.requires_grad, net.get_parameters())
    optimizer = nn.Momentum(params=trained, learning_rate=0.1, momentum=0.9)
    model = Model(net, loss_fn=loss, optimizer=optimizer, metrics={"accuracy", "loss"})
    counting = Counting()
    model.train(2, pipeline(), callbacks=[LossMonitor(3), TimeMonitor(), counting])
    result = model.eval(pipeline(), dataset_sink_mode=False)
    print(counting.steps, result["accuracy"])

    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "net.ckpt")
        ms.save_checkpoint(net, path)
        parameters = ms.load_checkpoint(path)
        missing, unexpected = ms.load_param_into_net(Net(), parameters)
        print(len(parameters), missing, unexpected)
    for name, parameter in net.parameters_and_names():
        parameter.requires_grad = "head" in name
    print(model.predict(Tensor(np.zeros((1, 1, 8, 8)), ms.float32)).shape)


if __name__ == "__main__":
    main()
