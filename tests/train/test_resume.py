"""Trainings that are cut off and go on: the losses are those of one that was not."""

import os
import random
import signal
import subprocess
import sys

import numpy as np
import pytest

import msjax as ms
from msjax import nn, ops
from msjax.train import EarlyStopping, ReduceLROnPlateau, Resume

EPOCHS, STEPS = 4, 5


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first = nn.Dense(3, 8)
        self.drop = nn.Dropout(p=0.4)
        self.noise = ops.StandardNormal(seed=3)
        self.last = nn.Dense(8, 1)
        self.register_buffer("count", ms.Tensor(np.zeros(1, np.float32)))

    def construct(self, x):
        self.count.add_(1)
        x = self.drop(self.first(x))
        return self.last(x) + 0.1 * self.noise(x.shape)[:, :1] + 0.01 * self.count


def data():
    rng = np.random.RandomState(0)
    x = rng.randn(4 * STEPS, 3).astype(np.float32)
    source = ms.dataset.NumpySlicesDataset((x, x.sum(1, keepdims=True)), shuffle=True)
    jitter = lambda x: x + np.float32(0.1 * np.random.rand() + 0.1 * random.random())  # noqa: E731
    return source.map(jitter, "column_0").batch(4)


class Curve(ms.Callback):
    """Notes losses; stops the process, or raises, after some steps."""

    def __init__(self, stop_after=None, path=None):
        super().__init__()
        self.losses, self.stop_after, self.path = {}, stop_after, path

    def on_train_step_end(self, run_context):
        params = run_context.original_args()
        output = params.net_outputs
        loss = output[0] if isinstance(output, tuple) else output
        self.losses[params.cur_epoch_num, params.cur_step_num] = float(loss.asnumpy())
        if self.path:
            with open(self.path, "a") as file:
                print(params.cur_step_num, float(loss.asnumpy()).hex(), file=file)
        if params.cur_step_num == self.stop_after:
            if self.path:
                os.kill(os.getpid(), signal.SIGKILL)
            raise KeyboardInterrupt


def train(kind, callbacks, sink_size=-1):
    ms.set_seed(1)
    np.random.seed(2)
    random.seed(3)
    net = Net()
    loss = nn.MSELoss()
    optimizer = nn.Adam(net.trainable_params(), 0.05)
    options = {}
    if kind == "scaled":
        manager = ms.amp.DynamicLossScaleManager(2**8, scale_window=3)
        options = {"loss_scale_manager": manager}
    model = ms.Model(net, loss, optimizer, **options)
    sinks = kind == "sink"
    epochs = EPOCHS if sink_size == -1 else EPOCHS * STEPS // sink_size
    model.train(epochs, data(), callbacks, dataset_sink_mode=sinks, sink_size=sink_size)


@pytest.fixture
def mode(request):
    before = ms.get_context("mode"), ms.get_context("device_target")
    kind = request.param
    ms.set_context(mode=ms.PYNATIVE_MODE if kind == "eager" else ms.GRAPH_MODE)
    if kind == "sink":
        ms.set_context(device_target="Ascend")  # on a CPU nothing sinks
    yield kind
    ms.set_context(mode=before[0], device_target=before[1])
    ms.set_seed(0)


@pytest.mark.parametrize(
    ("mode", "save_steps", "stop_after"),
    [
        ("eager", 0, 12),
        ("compiled", 3, 9),
        pytest.param("eager", 3, 9, marks=pytest.mark.sweep),
        pytest.param("compiled", 0, 12, marks=pytest.mark.sweep),
        pytest.param("scaled", 3, 9, marks=pytest.mark.sweep),
    ],
    indirect=["mode"],
)
def test_losses_are_the_same(mode, save_steps, stop_after, tmp_path):
    whole = Curve()
    train(mode, [whole])
    cut, rest = Curve(stop_after), Curve()
    with pytest.raises(KeyboardInterrupt):
        train(mode, [Resume(str(tmp_path), save_steps), cut])
    train(mode, [rest, Resume(str(tmp_path), save_steps)])
    assert len(whole.losses) == EPOCHS * STEPS
    first = min(step for _, step in rest.losses)
    assert first == {(0, 12): 11, (3, 9): 9}[save_steps, stop_after]
    for losses in (cut.losses, rest.losses):
        assert losses.items() <= whole.losses.items()
    assert {**cut.losses, **rest.losses} == whole.losses
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("mode", ["sink"], indirect=True)
@pytest.mark.parametrize("sink_size", [-1, pytest.param(2, marks=pytest.mark.sweep)])
def test_sinking(mode, sink_size, tmp_path):
    whole, cut, rest = Curve(), Curve(10), Curve()
    train(mode, [whole], sink_size)
    with pytest.raises(KeyboardInterrupt):
        train(mode, [Resume(str(tmp_path)), cut], sink_size)
    train(mode, [Resume(str(tmp_path)), rest], sink_size)
    assert min(step for _, step in rest.losses) == 10
    assert {**cut.losses, **rest.losses} == whole.losses


@pytest.mark.parametrize("mode", ["eager"], indirect=True)
def test_sink_size_where_nothing_sinks(mode, tmp_path):
    """Epochs have the steps of the dataset, however few `batch_num` announces."""
    whole, cut, rest = Curve(), Curve(3), Curve()
    train("sink", [whole], sink_size=2)
    with pytest.raises(KeyboardInterrupt):
        train("sink", [Resume(str(tmp_path), 1), cut], sink_size=2)
    train("sink", [Resume(str(tmp_path), 1), rest], sink_size=2)
    assert min(rest.losses) == (1, 4)
    assert {**cut.losses, **rest.losses} == whole.losses


@pytest.mark.parametrize("mode", ["eager"], indirect=True)
def test_again_and_again(mode, tmp_path):
    """Cut off at several places, and once where nothing new was saved."""
    whole = Curve()
    train(mode, [whole])
    found = {}
    for stop in (2, 2, 9, 13, None):
        curve = Curve(stop)
        try:
            train(mode, [Resume(str(tmp_path), 1), curve])
        except KeyboardInterrupt:
            pass
        found.update(curve.losses)
    assert found == whole.losses


@pytest.mark.sweep
def test_killed_process(tmp_path):
    """A process that is killed, and one that continues."""
    code = (
        "import sys, pathlib; sys.path.insert(0, sys.argv[1])\n"
        "import msjax as ms, test_resume as t\n"
        "ms.set_context(mode=ms.GRAPH_MODE)\n"
        "stop = int(sys.argv[3]) or None\n"
        "curve = t.Curve(stop, sys.argv[2] + '/c')\n"
        "t.train('compiled', [ms.train.Resume(sys.argv[2], 2), curve])\n"
    )
    curves = []
    for name, stops in (("whole", [0]), ("cut", [9, 0])):
        folder = tmp_path / name
        folder.mkdir()
        for stop in stops:
            command = [sys.executable, "-c", code, os.path.dirname(__file__), folder, str(stop)]
            done = subprocess.run(command, timeout=300, check=False)
            assert done.returncode == (-signal.SIGKILL if stop else 0)
        curves.append(dict(line.split() for line in (folder / "c").read_text().splitlines()))
    assert curves[0] == curves[1] and len(curves[0]) == EPOCHS * STEPS


def test_callbacks_that_count(tmp_path):
    def run(stop_after):
        watching = [EarlyStopping("loss", patience=9), ReduceLROnPlateau("loss", patience=2)]
        try:
            train("eager", [Resume(str(tmp_path)), *watching, Curve(stop_after)])
        except KeyboardInterrupt:
            pass
        return [(c.wait, c.best if np.isscalar(c.best) else float(c.best)) for c in watching]

    expected = run(None)
    run(13)
    assert run(None) == expected


def test_another_training_is_refused(tmp_path):
    with pytest.raises(KeyboardInterrupt):
        train("eager", [Resume(str(tmp_path), 2), Curve(4)])
    path = tmp_path / "resume.ckpt"
    content = path.read_bytes()
    with pytest.raises(ValueError, match="is of another training, which differs in .*callbacks"):
        train("eager", [Resume(str(tmp_path)), EarlyStopping("loss")])
    net = nn.Dense(3, 1)
    model = ms.Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), 0.1))
    with pytest.raises(ValueError, match="is of another training"):
        model.train(1, data(), Resume(str(tmp_path)))
    assert path.read_bytes() == content
    path.chmod(0o600)
    path.write_bytes(content[:-40])
    with pytest.raises(ValueError, match="crc"):
        train("eager", [Resume(str(tmp_path))])


def test_wrong_use(tmp_path):
    with pytest.raises(ValueError):
        Resume(str(tmp_path), -1)
    with pytest.raises(TypeError):
        Resume(3)
    with pytest.raises(NotImplementedError, match="restore_best_weights"):
        stop = EarlyStopping("loss", restore_best_weights=True)
        train("eager", [Resume(str(tmp_path)), stop])
