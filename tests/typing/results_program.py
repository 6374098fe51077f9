"""What comes back: tuples of operations, rows of datasets, results of networks and of training.

`make lint` checks it, `tests/test_stubs.py` runs it. `assert_type` is an error where the stubs say
another type.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any, assert_type

import numpy as np

import msjax as ms
import msjax.dataset as ds
import msjax.numpy as mnp
from msjax import Model, Parameter, Tensor, mint, nn, ops
from msjax.dataset import transforms
from msjax.train import Callback, LossMonitor, RunContext

# -- Tensors ---------------------------------------------------------------------------------------


def operators(x: Tensor) -> Tensor:
    """Tensors beside numbers, tuples and lists."""
    y = assert_type(x + (1, 2, 3), Tensor) - [1, 2, 3]
    y = (1, 2, 3) - y
    y = assert_type(y // (1, 2, 3), Tensor)
    y[0] = (1.0, 2.0, 3.0)
    y[[0, 1], 1:] *= 2
    y[y > 4] = 0
    return assert_type(-y, Tensor) + abs(y)


def members(x: Tensor) -> int:
    """Attributes and methods whose results are no Tensors, or several."""
    values, places = x.sort()
    assert_type(x.max(), Tensor)
    largest, where = assert_type(x.max(1), tuple[Tensor, Tensor])
    assert_type(x.max(axis=1), Tensor)
    assert_type(x.max(axis=1, return_indices=True), tuple[Tensor, Tensor])
    assert_type(x.min(dim=0, keepdim=True), tuple[Tensor, Tensor])
    u, s, v = x.svd()
    assert_type(x.svd(compute_uv=False), Tensor)
    assert_type(x.type(), str)
    assert_type(x.type(ms.float16), Tensor)
    assert_type(x.stride(), list[int])
    assert_type(x.stride(0), int)
    assert_type(x.unique(), Tensor)
    distinct, inverse = x.unique(return_inverse=True)
    _, counts = x.unique_consecutive(return_counts=True)
    x.requires_grad_().register_hook(lambda gradient: gradient).remove()
    assert_type(x.init_finished, bool)
    shown = [*values.shape, *places.shape, *largest.shape, *where.shape, *u.shape, *s.shape]
    return len(shown) + v.ndim + distinct.size + inverse.size + counts.size


def functions(x: Tensor) -> list[Tensor]:
    """Functions that give tuples, some of them under a flag."""
    values, places = ops.TopK(sorted=True)(x, 2)
    ordered, order = ops.Sort(axis=-1)(x)
    out, mean, variance = ops.LayerNorm()(x, ops.ones(3), ops.zeros(3))
    first, *others = ops.Unstack(axis=0)(x)
    images = x.reshape(1, 1, 2, 3)
    assert_type(ops.max_pool2d(images, 2), Tensor)
    pooled, flat = ops.max_pool2d(images, 2, return_indices=True)
    assert_type(ops.adaptive_max_pool2d(images, 1), Tensor)
    assert_type(ops.clip_by_norm(x, 1.0), Tensor)
    clipped = ops.clip_by_norm([x, x], 1.0)
    limited = ops.clip_by_value([x, x], 0, 1)
    assert_type(ops.Shape()(x), tuple[int, ...])
    assert_type(ops.Rank()(x), int)
    assert_type(ops.OnesLike()(x), Tensor)
    assert_type(ops.Eye()(2, 2, ms.float32), Tensor)
    assert_type(mint.max(x), Tensor)
    assert_type(mint.unique(x, return_counts=True), tuple[Tensor, Tensor])
    found = [values, places, ordered, order, out, mean, variance, first, pooled, flat]
    return [*found, *others, *clipped, *limited]


def of_numpy(x: Tensor) -> float:
    """Functions with NumPy's arguments."""
    assert_type(mnp.sum(3.0), Tensor)
    assert_type(mnp.average(x), Tensor)
    mean, weights = mnp.average(x, returned=True)
    assert_type(mnp.linspace(0, 1, 5), Tensor)
    points, step = mnp.linspace(0, 1, 5, retstep=True)
    assert_type(mnp.split(x, 3, 1), tuple[Tensor, ...])
    assert_type(mnp.split(x, [1, 2], 1), list[Tensor])
    assert_type(mnp.intersect1d([1, 2], [2, 3]), Tensor)
    common, left, right = mnp.intersect1d([1, 2], [2, 3], return_indices=True)
    assert_type(mnp.unique(x, return_inverse=True), tuple[Tensor, Tensor])
    sizes = mean.size + weights.size + points.size + common.size + left.size + right.size
    return sizes + float(step)


# -- networks --------------------------------------------------------------------------------------


class Encoder(nn.Cell):
    """A network that gives two Tensors."""

    def __init__(self, width: int = 4) -> None:
        super().__init__()
        self.cell = nn.LSTM(3, width, batch_first=True)
        self.heads = nn.CellList([nn.Dense(width, 2) for _ in range(2)])
        self.scale = Parameter(Tensor([1.0, 2.0]), name="scale")

    def construct(self, x: Tensor) -> tuple[Tensor, Tensor]:
        out, (state, _) = self.cell(x)
        for head in self.heads:
            out = out + head(state[0]).sum()
        return out, self.heads[0](state[-1]) * self.scale


def networks(x: Tensor) -> list[str]:
    """Results of Cells, their Parameters and their parts."""
    net = Encoder()
    out, head = net(x)
    print(out.shape, head.asnumpy().mean().round(2) is not None, net(x)[1].shape)
    for name, cell in net.cells_and_names():
        if isinstance(cell, nn.Dense):
            cell.weight.set_data(ops.zeros_like(cell.weight))
            cell.weight.name = f"{name}.w"
            print(cell.weight.dtype, cell.in_channels)
    net.scale.requires_grad = False
    handle = net.register_forward_hook(lambda cell, inputs, output: None)
    handle.remove()
    gradient = ms.grad(lambda v: net(v)[1].sum())(x)
    assert_type(net.set_train(False), Encoder)
    return [p.name for p in net.trainable_params()] + [str(gradient.shape)]


# -- datasets and training -------------------------------------------------------------------------


class Numbers:
    """A source that is read by index."""

    def __len__(self) -> int:
        return 4

    def __getitem__(self, index: int) -> tuple[np.ndarray, int]:
        return np.full(2, index, np.float32), index


def rows() -> ds.Dataset:
    data = ds.GeneratorDataset(Numbers(), ["data", "label"], shuffle=False)
    return data.map(transforms.TypeCast(ms.float32), "label").batch(2)


def datasets() -> float:
    """Rows as lists and dicts, of Tensors and arrays."""
    data, total = rows(), 0.0
    for row in data.create_dict_iterator(num_epochs=1):
        assert_type(row, dict[str, Any])
        total += float(row["data"].sum()) + row["label"].shape[0]
    for arrays in data.create_dict_iterator(num_epochs=1, output_numpy=True):
        total += arrays["data"].mean() + sum(array.size for array in arrays.values())
    for x, y in data:
        total += x.size + y.size
    for step, (x, y) in enumerate(data.create_tuple_iterator()):
        total += step * float(x.max()) + len(y)
    iterator = data.create_tuple_iterator(output_numpy=True)
    assert_type(next(iterator), list[Any])
    shapes = assert_type(data.output_shapes(), list[list[int]])
    names = {kind.name for kind in data.output_types()} | set(data.get_col_names())
    first, second = data.split([0.5, 0.5], randomize=False)
    return total + shapes[0][0] + len(names) + len(first) + second.get_dataset_size()


class Watch(Callback):
    """Looks at what a training shows of itself."""

    def __init__(self) -> None:
        super().__init__()
        self.losses: list[float] = []

    def on_train_step_end(self, run_context: RunContext) -> None:
        shown = run_context.original_args()
        loss = shown.net_outputs
        loss = loss[0] if isinstance(loss, (tuple, list)) else loss
        self.losses.append(float(loss.asnumpy()))
        if shown.cur_step_num % shown.batch_num == 0 and shown.get("cur_epoch_num", 0) > 1:
            run_context.request_stop()


def training() -> tuple[int, int]:
    """Model with callbacks; a checkpoint whose values get other names."""
    net = nn.Dense(2, 1)
    model = Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), 0.01), metrics={"mse", "loss"})
    watch = Watch()
    model.train(3, rows(), callbacks=[watch, LossMonitor(10)], dataset_sink_mode=False)
    scores = model.eval(rows())
    print(sorted(scores), scores["mse"] >= 0, model.predict(Tensor([[1.0, 2.0]])).shape)
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "net.ckpt")
        ms.save_checkpoint(net, path, append_dict={"epoch": 3})
        values = ms.load_checkpoint(path)
    epoch = values.pop("epoch")
    for name in list(values):
        values[name.replace("weight", "kernel")] = values.pop(name)
    print({name: value.shape for name, value in values.items()}, int(epoch.asnumpy()))
    missing, _ = ms.load_param_into_net(net, values)
    return len(watch.losses), len(missing)


def main() -> None:
    ms.set_seed(3)
    x = Tensor([[1.0, 5.0, 3.0], [4.0, 2.0, 6.0]])
    print(operators(x).shape, members(x.copy()), len(functions(x)), of_numpy(x))
    print(networks(ops.ones((1, 2, 3))), datasets())
    print("trained", training())


if __name__ == "__main__":
    main()
