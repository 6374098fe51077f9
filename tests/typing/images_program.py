"""Images and mint: transforms, layers of mint.nn, optimizers of mint and of experimental.

`make lint` checks it, `tests/test_stubs.py` runs it.
"""

from __future__ import annotations

import itertools
import os
import tempfile
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Literal

import numpy as np

import msjax as ms
from msjax import Parameter, Tensor, context, dataset, mint
from msjax import dtype as mstype
from msjax.dataset import transforms
from msjax.dataset.transforms import Compose
from msjax.dataset.vision import (
    HWC2CHW,
    CenterCrop,
    Decode,
    Inter,
    MixUp,
    Normalize,
    RandomErasing,
    RandomHorizontalFlip,
    RandomResizedCrop,
    RandomRotation,
    Rescale,
    Resize,
    ToTensor,
)
from msjax.experimental import optim as experimental
from msjax.mint import nn, optim
from msjax.mint.nn import functional as F

Normed = Literal["batch", "group", "layer"]


def norm_of(kind: Normed, channels: int) -> ms.nn.Cell:
    made: dict[str, Callable[[], ms.nn.Cell]] = {
        "batch": lambda: nn.BatchNorm2d(channels, momentum=0.05),
        "group": lambda: nn.GroupNorm(2, channels),
        "layer": lambda: nn.Identity(),
    }
    return made[kind]()


class Squeeze(ms.nn.Cell):
    """Weights of channels."""

    def __init__(self, channels: int, ratio: int = 2) -> None:
        super().__init__()
        self.pool = nn.AdaptiveAvgPool2d((1, 1))
        self.body = ms.nn.SequentialCell(
            nn.Linear(channels, channels // ratio),
            nn.ReLU(),
            nn.Linear(channels // ratio, channels),
            nn.Sigmoid(),
        )

    def construct(self, x: Tensor) -> Tensor:
        weights = self.body(mint.flatten(self.pool(x), start_dim=1))
        return x * weights[:, :, None, None]


class Block(ms.nn.Cell):
    def __init__(self, channels: int, kind: Normed = "batch", drop: float = 0.1) -> None:
        super().__init__()
        self.conv = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.norm = norm_of(kind, channels)
        self.squeeze = Squeeze(channels)
        self.drop = nn.Dropout2d(drop) if drop else nn.Identity()
        self.gamma = Parameter(mint.full((channels, 1, 1), 0.1), name="gamma")

    def construct(self, x: Tensor) -> Tensor:
        out = F.gelu(self.norm(self.conv(x)), approximate="tanh")
        return x + self.gamma * self.drop(self.squeeze(out))


class Classifier(ms.nn.Cell):
    def __init__(self, classes: int = 4, channels: int = 8, kinds: tuple[Normed, ...] = ()) -> None:
        super().__init__()
        self.stem = nn.Conv2d(3, channels, 4, stride=4, padding="valid")
        self.blocks = ms.nn.SequentialCell(
            OrderedDict((f"block{i}", Block(channels, kind)) for i, kind in enumerate(kinds))
        )
        self.pool = nn.MaxPool2d(2, stride=2)
        self.head = nn.Linear(channels, classes)
        for cell in self.cells_and_names():
            if isinstance(cell[1], nn.Linear):
                cell[1].weight.set_data(mint.normal(0.0, 0.02, cell[1].weight.shape))

    def features(self, x: Tensor) -> Tensor:
        x = self.blocks(self.stem(x))
        return self.pool(x).mean((-2, -1))

    def construct(self, x: Tensor) -> Tensor:
        return self.head(F.layer_norm(self.features(x), (self.head.weight.shape[1],)))


def transform(train: bool) -> list[Any]:
    """What happens to an image, in training and after."""
    if not train:
        return [Resize(20, Inter.BICUBIC), CenterCrop((16, 16)), Rescale(1 / 255.0, 0.0), HWC2CHW()]
    return [
        RandomResizedCrop(16, scale=(0.6, 1.0), ratio=(0.75, 1.333)),
        RandomHorizontalFlip(prob=0.5),
        transforms.RandomApply([RandomRotation((-10, 10), resample=Inter.BILINEAR)], prob=0.3),
        ToTensor(),
        Normalize((0.5, 0.5, 0.5), (0.25, 0.25, 0.25), is_hwc=False),
        RandomErasing(prob=0.2, value="random"),
    ]


def loader(images: np.ndarray, labels: np.ndarray, train: bool) -> dataset.Dataset:
    data = dataset.NumpySlicesDataset(
        {"image": images, "label": labels}, shuffle=train, num_samples=len(images)
    )
    data = data.map(operations=transform(train), input_columns=["image"])
    data = data.map(transforms.TypeCast(mstype.int32), input_columns=["label"])
    return data.batch(4, drop_remainder=train).repeat(1)


def mixed(images: np.ndarray, labels: np.ndarray) -> tuple[Tensor, Tensor]:
    """Images mixed with others of their batch."""
    one_hot = np.eye(4, dtype=np.float32)[labels]
    image, label = MixUp(batch_size=len(images), alpha=0.2)(images.astype(np.float32), one_hot)
    return Tensor(image, ms.float32).transpose(0, 3, 1, 2) / 255.0, Tensor.from_numpy(label)


def optimizers(params: list[Parameter]) -> dict[str, Any]:
    return {
        "adam": optim.Adam(params, lr=1e-3, betas=(0.9, 0.99), eps=1e-8, weight_decay=0.0),
        "adamw": optim.AdamW(
            [{"params": params[:2], "lr": 1e-2}, {"params": params[2:]}], lr=1e-3, amsgrad=True
        ),
        "sgd": optim.SGD(params, lr=1e-2, momentum=0.9, nesterov=True),
    }


def trained(net: Classifier, rows: dataset.Dataset, name: str) -> float:
    optimizer = optimizers(list(net.trainable_params()))[name]
    loss_fn = nn.CrossEntropyLoss(weight=mint.ones(4), label_smoothing=0.05)

    def forward(image: Tensor, label: Tensor) -> tuple[Tensor, Tensor]:
        logits = net(image)
        return loss_fn(logits, label), logits

    step_fn = ms.value_and_grad(forward, None, optimizer.parameters, has_aux=True)
    total, right = 0.0, 0
    started = time.perf_counter()
    for image, label in rows.create_tuple_iterator(num_epochs=1, output_numpy=False):
        (loss, logits), grads = step_fn(image, label)
        optimizer(grads)
        total += loss.item()
        right += int((mint.argmax(logits, dim=1) == label).sum())
    assert time.perf_counter() > started
    return total + right * 0


def evaluated(net: Classifier, rows: dataset.Dataset) -> tuple[float, np.ndarray]:
    net.set_train(False)
    hits: list[Tensor] = []
    table = np.zeros((4, 4), np.int64)
    for row in rows.create_dict_iterator():
        probabilities = F.softmax(net(row["image"]), dim=-1)
        values, places = mint.topk(probabilities, k=2, dim=1, largest=True, sorted=True)
        hits.append(mint.any(places == row["label"].unsqueeze(1), dim=1).float() * values[:, 0])
        np.add.at(table, (row["label"].asnumpy(), places[:, 0].asnumpy()), 1)
    return mint.mean(mint.cat(hits)).item(), table


def scheduled(net: ms.nn.Cell) -> list[float]:
    """Rates of an experimental optimizer under a schedule."""
    optimizer = experimental.AdamW(net.trainable_params(), lr=0.1, weight_decay=1e-2)
    schedule = experimental.lr_scheduler.StepLR(optimizer, step_size=2, gamma=0.5)
    rates = []
    for _ in range(3):
        optimizer(tuple(mint.zeros_like(p) for p in optimizer.parameters))
        schedule.step()
        rates.append(round(float(schedule.get_last_lr()[0]), 4))
    return rates


def main() -> None:
    context.set_context(mode=ms.PYNATIVE_MODE)
    ms.manual_seed(5)
    rng = np.random.default_rng(5)
    images = rng.integers(0, 256, (8, 24, 24, 3), dtype=np.uint8)
    labels = np.arange(8, dtype=np.int64) % 4
    net = Classifier(kinds=("batch", "group"))
    print(
        [
            trained(net, loader(images, labels, True), name) > 0
            for name in optimizers([*net.trainable_params()])
        ]
    )
    score, table = evaluated(net, loader(images, labels, False))
    print(0 <= score <= 1, int(table.sum()), scheduled(net))
    image, label = mixed(images[:4], labels[:4])
    soft = F.cross_entropy(
        net(mint.nn.functional.interpolate(image, (16, 16), mode="bilinear")), label
    )
    resized = Compose([Resize((8, 8)), HWC2CHW()])(images[0])
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "net.safetensors")
        ms.save_checkpoint(net, path, format="safetensors")
        loaded = ms.load_checkpoint(path, format="safetensors")
    names = sorted(itertools.islice(loaded, 2))
    print(soft.ndim, resized[0].shape, len(names), Decode.__name__)


if __name__ == "__main__":
    main()
