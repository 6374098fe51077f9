"""The bar of a training: what it shows, to whom, and what it costs."""

import importlib
import io
import os
import sys
import time

import numpy as np
import pytest

import msjax as ms
from msjax import nn
from msjax.train import ProgressBar
from msjax.train.callback import _InternalCallbackParam


class Terminal(io.StringIO):
    def isatty(self):
        return True


def model():
    net = nn.Dense(1, 1, weight_init="ones", has_bias=False)
    return ms.Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), 0.0), metrics={"mae"})


def data():
    x = np.ones((8, 1), np.float32)
    return ms.dataset.NumpySlicesDataset((x, 3 * x), shuffle=False).batch(2)


def test_lines(monkeypatch):
    monkeypatch.setattr("shutil.get_terminal_size", lambda *_, **__: os.terminal_size((200, 24)))
    screen = Terminal()
    bar = ProgressBar(interval=1e-9, stream=screen)
    model().fit(3, data(), data(), callbacks=bar, initial_epoch=1)
    lines = [line.split("\r")[1:] for line in screen.getvalue().split("\n")[:-1]]
    assert len(lines) == 2 and len(lines[0]) == 5  # four steps, and the end with metrics
    assert lines[0][0].startswith("epoch 2/3 [=====>..............] 1/4  loss 4  ")
    assert "samples/s" in lines[0][0] and lines[0][0].rstrip().endswith("left")
    assert lines[1][-1].startswith("epoch 3/3 [====================] 4/4  loss 4  mae 2  ")
    assert not lines[1][-1].rstrip().endswith("left") and screen.getvalue().endswith("\n")


def last_lines(screen):
    """What stands on each line at its end, without the figures of time."""
    lines = [line.split("\r")[-1].split("  ") for line in screen.getvalue().split("\n")[:-1]]
    return [parts[0] for parts in lines]


FULL = "[====================]"


@pytest.mark.parametrize("mode", [ms.PYNATIVE_MODE, ms.GRAPH_MODE])
@pytest.mark.parametrize("device", ["CPU", "GPU"])  # a CPU sinks nothing
@pytest.mark.parametrize(
    ("sink_size", "sinks", "steps"),
    [(3, True, 3), (9, True, 9), (-1, True, 4), (4, True, 4), (3, False, 4), (-1, False, 4)],
)
def test_steps_of_an_epoch(sink_size, sinks, steps, device, mode, monkeypatch):
    for module in ("_model_runs", "dataset_helper"):
        context = importlib.import_module(f"msjax.train.{module}")
        told = context.get_context
        monkeypatch.setattr(
            context,
            "get_context",
            lambda name, told=told: device if name == "device_target" else told(name),
        )
    ms.set_context(mode=mode)
    screen = Terminal()
    bar = ProgressBar(stream=screen)
    options = {"dataset_sink_mode": sinks, "sink_size": sink_size}
    model().fit(2, data(), data(), callbacks=bar, valid_dataset_sink_mode=sinks, **options)
    steps = 4 if device == "CPU" else steps
    expected = [f"epoch {number}/2 {FULL} {steps}/{steps}" for number in (1, 2)]
    assert last_lines(screen) == expected
    model().eval(data(), bar, dataset_sink_mode=sinks)
    assert last_lines(screen)[2:] == [f"eval {FULL} 4/4"] and "mae 2" in screen.getvalue()


def test_the_epoch_of_a_resumed_training_is_whole(tmp_path):
    class Killed(ms.Callback):
        def on_train_step_end(self, run_context):
            if run_context.original_args().cur_step_num == 6:
                raise KeyError

    resume = lambda: ms.train.Resume(str(tmp_path / "state"), save_steps=1)  # noqa: E731
    with pytest.raises(KeyError):
        model().train(3, data(), [resume(), Killed()])
    screen = Terminal()
    model().train(3, data(), [resume(), ProgressBar(stream=screen)])
    assert last_lines(screen) == [f"epoch {number}/3 {FULL} 4/4" for number in (2, 3)]


def test_a_class_of_ones_own_keeps_the_line_during_evaluations():
    class Mine(ProgressBar):
        pass

    screen = Terminal()
    model().fit(2, data(), data(), callbacks=Mine(stream=screen))
    assert last_lines(screen) == [f"epoch {number}/2 {FULL} 4/4" for number in (1, 2)]


@pytest.mark.parametrize("fed", [True, False])
def test_samples_are_counted(fed, monkeypatch):
    """Also those of a last batch that is not full, and of calls of several steps."""
    clock = iter(range(1000))
    monkeypatch.setattr("time.perf_counter", lambda: next(clock))
    screen = Terminal()
    bar = ProgressBar(interval=1000, stream=screen)
    rows = np.ones((11, 1), np.float32)
    source = ms.dataset.NumpySlicesDataset((rows,), shuffle=False).batch(4)
    params = _InternalCallbackParam(
        cur_epoch_num=1, epoch_num=1, cur_step_num=0, batch_num=3, train_dataset=source
    )
    context = ms.RunContext(params)
    bar.on_train_begin(context)
    bar.on_train_epoch_begin(context)  # at 0 s
    for size in (4, 4, 3) if fed else (12,):
        params.cur_step_num += 1 if fed else 3
        params.train_dataset_element = (ms.Tensor(rows[:size]),) if fed else ()
        bar.on_train_step_end(context)  # looks at the clock once
    bar.on_train_epoch_end(context)
    assert f"{'3' if fed else '6'} samples/s" in screen.getvalue()  # 11 in 4 s, 12 in 2 s


@pytest.mark.parametrize("terminal", [True, False])
def test_who_looks(terminal, monkeypatch):
    screen = Terminal() if terminal else io.StringIO()
    monkeypatch.setattr("sys.stderr", screen)
    model().train(1, data(), ProgressBar())
    assert bool(screen.getvalue()) is terminal


def test_a_notebook_looks(monkeypatch):
    kind = type("OutStream", (io.StringIO,), {"__module__": "ipykernel.iostream"})
    monkeypatch.setitem(sys.modules, "ipykernel", object())
    monkeypatch.setattr("sys.stderr", kind())
    model().train(1, data(), ProgressBar())
    assert "epoch 1/1" in sys.stderr.getvalue()


def test_an_error_ends_the_line():
    screen = Terminal()

    class Stop(ms.Callback):
        def on_train_step_end(self, run_context):
            raise KeyError

    with pytest.raises(KeyError):
        model().train(1, data(), [ProgressBar(interval=1e-9, stream=screen), Stop()])
    assert screen.getvalue().count("\n") == 1 and screen.getvalue().endswith("\n")


def test_a_narrow_terminal_has_one_line(monkeypatch):
    monkeypatch.setattr("shutil.get_terminal_size", lambda *_, **__: os.terminal_size((30, 24)))
    screen = Terminal()
    model().train(1, data(), ProgressBar(interval=1e-9, stream=screen))
    assert all(len(part) <= 29 for part in screen.getvalue().strip().split("\r"))


def test_steps_between_drawings_cost_nothing_and_wait_for_nothing():
    bar = ProgressBar(interval=1000.0, stream=Terminal())
    params = _InternalCallbackParam(
        cur_epoch_num=1, epoch_num=1, cur_step_num=0, batch_num=100000, net_outputs=object()
    )
    context = ms.RunContext(params)
    bar.on_train_begin(context)
    bar.on_train_epoch_begin(context)
    begin = time.process_time()
    for _ in range(20000):
        bar.on_train_step_end(context)
    assert (time.process_time() - begin) / 20000 < 20e-6


@pytest.mark.parametrize("interval", [0, -1.0])
def test_wrong_interval(interval):
    with pytest.raises(ValueError, match="interval"):
        ProgressBar(interval)


@pytest.mark.parametrize("given", [{"interval": "a"}, {"interval": True}, {"stream": "out.txt"}])
def test_wrong_types(given):
    with pytest.raises(TypeError, match=rf"'ProgressBar'.*'{next(iter(given))}'.*got (str|bool)"):
        ProgressBar(**given)
