"""A program that trains with Model: callbacks, metrics, mixed precision and checkpoints.

`make lint` checks it, `tests/test_stubs.py` runs it.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

import msjax as ms
import msjax.dataset as ds
from msjax import Model, Parameter, Tensor, nn, ops, train
from msjax.train import (
    CheckpointConfig,
    EarlyStopping,
    LambdaCallback,
    LearningRateScheduler,
    LossMonitor,
    ModelCheckpoint,
    ReduceLROnPlateau,
    RunContext,
)
from msjax.train.callback import Callback, History
from msjax.train.metrics import Metric, rearrange_inputs


class Worst(Metric):
    """A metric of the program's own: the largest error."""

    def __init__(self) -> None:
        super().__init__()
        self.worst = 0.0

    def clear(self) -> None:
        self.worst = 0.0

    @rearrange_inputs
    def update(self, *inputs: Any) -> None:
        off = self._convert_data(inputs[0]) - self._convert_data(inputs[1])
        self.worst = max(self.worst, float(np.abs(off).max()))

    def eval(self) -> float:
        return self.worst


class Watching(Callback):
    """Reads what a run says of itself, and ends it."""

    def __init__(self, last: int) -> None:
        super().__init__()
        self.last, self.losses = last, list[float]()

    def __enter__(self) -> Watching:
        return self

    def on_train_step_end(self, run_context: RunContext) -> None:
        state = run_context.original_args()
        self.losses.append(float(state.net_outputs.asnumpy()))
        if state.cur_step_num >= self.last:
            run_context.request_stop()

    def on_eval_end(self, run_context: RunContext) -> None:
        print("evaluated", run_context.get_stop_requested())


class Step(nn.TrainOneStepCell):
    """A training step that clips."""

    def __init__(self, network: nn.Cell, optimizer: nn.Optimizer, limit: float) -> None:
        super().__init__(network, optimizer, sens=1.0)
        self.limit = limit

    def construct(self, *inputs: Tensor) -> Tensor:
        loss = self.network(*inputs)
        grads = self.grad(self.network, self.weights)(*inputs, ops.ones_like(loss))
        return ops.depend(loss, self.optimizer(ops.clip_by_value(grads, -self.limit, self.limit)))


def data(rows: int = 8) -> ds.Dataset:
    x = np.linspace(0, 1, rows * 2, dtype=np.float32).reshape(rows, 2)
    pairs = (x, x.sum(1, keepdims=True))
    return ds.NumpySlicesDataset(pairs, ["data", "label"], shuffle=False).batch(4)


def network() -> nn.SequentialCell:
    return nn.SequentialCell(nn.Dense(2, 4), nn.ReLU(), nn.Dense(4, 1))


def schedule(rate: float, step: int) -> float:
    return rate * 0.9 if step % 2 else rate


def fitted(folder: str) -> Model:
    """A training with evaluations and what ships of callbacks."""
    net = network()
    optimizer = nn.Adam(net.trainable_params(), learning_rate=0.05, weight_decay=0.01)
    metrics: Mapping[str, Metric] = {"mae": train.MAE(), "worst": Worst()}
    model = Model(net, nn.MSELoss(), optimizer, metrics=dict(metrics))
    config = CheckpointConfig(save_checkpoint_steps=2, keep_checkpoint_max=2)
    history = History()
    model.fit(
        3,
        data(),
        data(4),
        valid_frequency=1,
        callbacks=[
            LossMonitor(),
            EarlyStopping(monitor="mae", patience=2),
            ReduceLROnPlateau(monitor="mae", factor=0.5),
            LearningRateScheduler(schedule),
            ModelCheckpoint("net", folder, config),
            LambdaCallback(on_train_end=lambda context: print(context.original_args().epoch_num)),
            history,
        ],
    )
    print(sorted(model.eval(data(4))), model.predict(Tensor([[0.5, 0.5]])).shape)
    print(len(history.history), len(list(net.get_parameters())))
    return model


def by_steps() -> None:
    """Training steps that are written out, with loss scales."""
    net = network()
    optimizer = nn.Momentum(net.trainable_params(), nn.cosine_decay_lr(0.0, 0.1, 8, 2, 4), 0.9)
    with_loss = nn.WithLossCell(net, nn.L1Loss())
    step = Step(with_loss, optimizer, 1.0).set_train()
    scaled = nn.TrainOneStepWithLossScaleCell(with_loss, optimizer, Tensor(1024.0, ms.float32))
    for x, y in data().create_tuple_iterator():
        loss = step(x, y)
        scaled_loss, overflow, scale = scaled(x, y)
        print(loss.shape, scaled_loss.shape, bool(overflow), float(scale))
    watching = Watching(3)
    manager = train.FixedLossScaleManager(128.0)
    mixed = Model(
        network(),
        nn.SmoothL1Loss(),
        nn.SGD([{"params": net.trainable_params()}], 0.1),
        amp_level="O2",
        loss_scale_manager=manager,
    )
    print(manager.get_loss_scale(), type(mixed).__name__, watching.losses)
    Model(net, nn.L1Loss(), optimizer).train(2, data(), watching, dataset_sink_mode=False)
    print(len(watching.losses))


def wanted(name: str) -> bool:
    return "weight" in name


def checkpoints(folder: str, net: nn.Cell) -> list[str]:
    """Files of Parameters, written from Cells, lists and dicts."""
    path = str(Path(folder) / "all.ckpt")
    ms.save_checkpoint(net, path, append_dict={"epoch": 3})
    ms.save_checkpoint([{"name": p.name, "data": p} for p in net.get_parameters()], path)
    ms.save_checkpoint(net.trainable_params(), path, choice_func=lambda name: "bias" not in name)
    values: dict[str, Parameter] = ms.load_checkpoint(path, choice_func=wanted)
    missing, _ = ms.load_param_into_net(net, values, strict_load=False)
    return missing


def main() -> None:
    ms.set_seed(2)
    with tempfile.TemporaryDirectory() as folder:
        model = fitted(folder)
        by_steps()
        print(checkpoints(folder, model.train_network))


if __name__ == "__main__":
    main()
