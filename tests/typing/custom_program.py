"""A program with everything its own: data, transforms, metrics, callbacks, a step, checkpoints.

`make lint` checks it, `tests/test_stubs.py` runs it.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

import msjax as ms
import msjax.dataset as ds
from msjax import Model, Tensor, nn, ops, train
from msjax.dataset import transforms, vision
from msjax.dataset.dataloader import DataLoader, Dataset, RandomSampler
from msjax.dataset.transforms.transforms import PyTensorOperation
from msjax.train import Accuracy, Callback, Loss, Metric, Precision, RunContext, TimeMonitor
from msjax.train.metrics import get_metrics


class Blobs(Dataset[tuple[np.ndarray, int]]):
    """Pictures of two kinds, with a random place."""

    def __init__(self, count: int) -> None:
        rng = np.random.default_rng(1)
        self.labels = rng.integers(0, 2, count)
        self.images = rng.random((count, 8, 8, 1)).astype(np.float32)
        self.images[self.labels == 1] += 0.5

    def __getitem__(self, index: int) -> tuple[np.ndarray, int]:
        return self.images[index], int(self.labels[index])

    def __len__(self) -> int:
        return len(self.labels)


class Noise(PyTensorOperation):
    def __init__(self, size: float) -> None:
        super().__init__()
        self.size = size

    def __call__(self, img: np.ndarray) -> np.ndarray:
        return (img + np.random.normal(0, self.size, img.shape)).astype(np.float32)


class Balanced(Metric):
    """The mean of the accuracies of both classes."""

    def __init__(self, classes: int = 2) -> None:
        super().__init__()
        self.classes = classes
        self.clear()

    def clear(self) -> None:
        self.right = np.zeros(self.classes)
        self.count = np.zeros(self.classes)

    def update(self, *inputs: Tensor) -> None:
        guess = inputs[0].asnumpy().argmax(1)
        label = inputs[1].asnumpy()
        for kind in range(self.classes):
            self.right[kind] += ((guess == kind) & (label == kind)).sum()
            self.count[kind] += (label == kind).sum()

    def eval(self) -> float:
        if not self.count.any():
            raise RuntimeError("nothing was gathered")
        return float((self.right / np.maximum(self.count, 1)).mean())


class Report(Callback):
    """Writes what happens to a file, and keeps the best weights."""

    def __init__(self, file: Path, every: int = 1) -> None:
        super().__init__()
        self.file, self.every = file, every
        self.best, self.kept = 0.0, dict[str, np.ndarray]()

    def on_train_begin(self, run_context: RunContext) -> None:
        state = run_context.original_args()
        self.lines = [f"{state.epoch_num} epochs of {state.batch_num}"]

    def on_train_epoch_end(self, run_context: RunContext) -> None:
        state = run_context.original_args()
        if state.cur_epoch_num % self.every == 0:
            outputs = state.net_outputs
            loss = outputs[0] if isinstance(outputs, tuple) else outputs
            self.lines.append(f"{float(loss.asnumpy()):.3f}")

    def on_eval_end(self, run_context: RunContext) -> None:
        state = run_context.original_args()
        found: Mapping[str, Any] = state.get("metrics", {})
        if found.get("balanced", 0.0) >= self.best:
            self.best = found.get("balanced", 0.0)
            self.kept = {p.name: p.asnumpy() for p in state.network.get_parameters()}

    def on_train_end(self, run_context: RunContext) -> None:
        self.file.write_text(json.dumps({"lines": self.lines, "best": self.best}))


class Convolutions(nn.Cell):
    def __init__(self, classes: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(1, 4, 3, pad_mode="same", has_bias=True, weight_init="HeNormal")
        self.norm = nn.BatchNorm2d(4)
        self.pool = nn.MaxPool2d(kernel_size=2, stride=2)
        self.rest = nn.SequentialCell(
            nn.Flatten(),
            nn.Dense(64, 8, activation="relu"),
            nn.Dropout(p=0.1),
            nn.Dense(8, classes),
        )

    def construct(self, x: Tensor) -> Tensor:
        return self.rest(self.pool(ops.relu(self.norm(self.first(x)))))


class Focal(nn.LossBase):
    def __init__(self, gamma: float = 2.0) -> None:
        super().__init__(reduction="mean")
        self.gamma = gamma

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        logs = ops.log_softmax(logits, axis=-1)
        picked = ops.gather_elements(logs, 1, labels.expand_dims(1)).squeeze(1)
        return self.get_loss(-((1 - ops.exp(picked)) ** self.gamma) * picked)


def pipeline(source: Blobs, batch: int, train_mode: bool = True) -> ds.Dataset:
    data = ds.GeneratorDataset(
        source, column_names=["image", "label"], shuffle=train_mode, num_parallel_workers=1
    )
    steps: list[Any] = [vision.HWC2CHW()]
    if train_mode:
        steps.insert(0, Noise(0.01))
    data = data.map(operations=steps, input_columns=["image"])
    data = data.map(transforms.TypeCast(ms.int32), input_columns="label")
    return data.batch(batch, drop_remainder=train_mode)


def loaded(source: Blobs) -> Iterator[tuple[Tensor, Tensor]]:
    """The same rows through a loader."""
    loader = DataLoader(source, batch_size=4, sampler=RandomSampler(source), drop_last=True)
    for images, labels in loader:
        yield images.transpose(0, 3, 1, 2), labels.astype(ms.int32)
    print(len(loader), loader.batch_size)


def by_name() -> list[str]:
    """Metrics by their names, and what they need."""
    found = get_metrics({"accuracy", "loss"})
    single = train.get_metric_fn("F1")
    single.clear()
    made = nn.get_metric_fn("precision", eval_type="classification")
    return [*sorted(found), type(single).__name__, type(made).__name__]


def main() -> None:
    ms.set_seed(4)
    ds.config.set_seed(4)
    np.random.seed(4)
    source = Blobs(16)
    net = Convolutions(2)
    rates = nn.piecewise_constant_lr([4, 8], [0.01, 0.005])
    groups = nn.Adam(
        [
            {"params": [p for p in net.trainable_params() if "norm" in p.name], "lr": 0.001},
            {"params": [p for p in net.trainable_params() if "norm" not in p.name]},
        ],
        learning_rate=rates,
    )
    with tempfile.TemporaryDirectory() as folder:
        report = Report(Path(folder) / "report.json")
        model = Model(
            net,
            loss_fn=Focal(),
            optimizer=groups,
            metrics={
                "balanced": Balanced(),
                "accuracy": Accuracy("classification"),
                "loss": Loss(),
                "precision": Precision(),
            },
        )
        data = pipeline(source, 4)
        model.fit(2, data, pipeline(source, 8, False), callbacks=[report, TimeMonitor(data_size=4)])
        results = model.eval(pipeline(source, 8, False), dataset_sink_mode=False)
        print(sorted(results), json.loads(report.file.read_text())["lines"][0], report.best >= 0)
        print(sum(images.shape[0] for images, _ in loaded(source)), by_name())
        ds.serialize(ds.NumpySlicesDataset([1, 2, 3], ["x"]).batch(2), f"{folder}/pipeline.json")
        again = ds.deserialize(ds.FakeImageDataset(6, (2, 2, 3)).batch(3).to_json())
        print(again.get_dataset_size(), again.output_types())
        path = ops.shape(model.predict(Tensor(np.zeros((1, 1, 8, 8)), ms.float32)))
        ms.save_checkpoint(net, f"{folder}/net.ckpt")
        values = ms.load_checkpoint(f"{folder}/net.ckpt", filter_prefix="rest")
        print(path, len(values), len(ms.load_param_into_net(Convolutions(2), values)[0]))


if __name__ == "__main__":
    main()
