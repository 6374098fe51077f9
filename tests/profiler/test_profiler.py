"""Profiles: recordings, schedules, tables, marks, and what starts them."""

import csv
import glob
import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

import msjax as ms
from msjax import nn, profiler
from msjax._core.base import scopes
from msjax.profiler import _recording, _summary
from msjax.profiler.profiler import analyse
from msjax.profiler.schedule import ProfilerAction


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 4, 3)
        self.fc = nn.SequentialCell(nn.Flatten(), nn.Dense(4 * 64, 5))

    def construct(self, x):
        return self.fc(self.conv1(x))


@pytest.fixture(scope="module")
def step():
    net = Net()
    optimizer = nn.Momentum(net.trainable_params(), 0.01, 0.9)
    gradient = ms.value_and_grad(lambda x: net(x).sum(), None, optimizer.parameters)

    @ms.jit
    def train(x):
        loss, gradients = gradient(x)
        optimizer(gradients)
        return loss

    x = ms.Tensor(np.ones((4, 1, 8, 8), np.float32))
    train(x)
    return lambda: train(x)


@pytest.fixture(autouse=True)
def inside(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_old_profiler(step, tmp_path):
    prof = ms.Profiler(output_path="out", profile_memory=True)
    for _ in range(3):
        step()
    prof.add_metadata("model", "net")
    prof.add_metadata_json("sizes", "[1, 2]")
    prof.analyse()
    (folder,) = glob.glob(str(tmp_path / "out" / "*_ascend_ms"))
    assert prof.output_folder == os.path.realpath(folder)
    results = os.path.join(folder, "ASCEND_PROFILER_OUTPUT")
    with open(os.path.join(results, "op_statistic.csv")) as file:
        counts = {row["Operation"]: int(row["Count"]) for row in csv.DictReader(file)}
    assert counts["Net/conv1/Conv2D"] % 3 == 0 and counts["Net/fc/1/Dense"] % 3 == 0
    assert any(name.startswith("Gradients/Net/") for name in counts) and "Momentum" in counts
    with open(os.path.join(results, "summary.txt")) as file:
        assert file.read().strip() == prof.summary()
    with open(os.path.join(results, "trace_view.json")) as file:
        assert json.load(file)["traceEvents"]
    with open(os.path.join(folder, "profiler_metadata.json")) as file:
        assert json.load(file) == {"model": "net", "sizes": [1, 2]}
    with open(os.path.join(folder, "profiler_info_0.json")) as file:
        assert json.load(file)["profile_memory"] is True
    assert os.path.getsize(os.path.join(folder, "memory.prof"))
    assert glob.glob(os.path.join(folder, "plugins", "profile", "*", "*.xplane.pb"))
    assert _recording.running is None


def counts_of(run):
    with profiler.profile() as prof:
        run()
    return {cost.name: cost.count for cost in _summary.costs(prof.output_folder)}


class Twice(nn.Cell):
    """Two layers of one shape, of which the second runs three times."""

    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Dense(8, 8), nn.Dense(8, 8)
        self.hooked = nn.SequentialCell(nn.Tanh())

    def construct(self, x):
        x = self.first(x)
        for _ in range(3):
            x = self.second(x)
        return self.hooked(ms.ops.relu(x))


def test_eager_operations_are_told_apart_by_their_layers():
    net = Twice()
    x = ms.Tensor(np.ones((4, 8), np.float32))
    net(x)  # no layer needs to be seen before the profile
    found = counts_of(lambda: net(x))
    assert found["Twice/second/Dense"] == 3 * found["Twice/first/Dense"] > 0
    assert {"Twice/ReLU", "Twice/hooked/0/Tanh"} <= set(found)
    assert not any(name.startswith("Gradients") for name in found)
    assert scopes.followed is None


@pytest.mark.parametrize("runs", [1, 12])  # often enough for one executable of the whole walk
@pytest.mark.parametrize("hooked", [False, True])
def test_eager_gradients_are_told_apart_by_their_layers(runs, hooked):
    net = Twice()
    if hooked:
        net.first.register_forward_hook(lambda cell, inputs, output: output * 2)
        net.second.register_backward_hook(lambda cell, gradient, output: None)
    optimizer = nn.SGD(net.trainable_params(), 0.1)
    gradient = ms.value_and_grad(lambda x: net(x).sum(), None, optimizer.parameters)
    x = ms.Tensor(np.ones((4, 8), np.float32))

    def step():
        optimizer(gradient(x)[1])

    for _ in range(runs):
        step()
    found = counts_of(step)
    second = found["Gradients/Twice/second/Dense"]
    assert 0 < found["Gradients/Twice/first/Dense"] < second
    assert found["Twice/second/Dense"] == 3 * found["Twice/first/Dense"]
    assert {"Gradients/Twice/ReLU", "Gradients/Twice/hooked/0/Tanh", "SGD"} <= set(found)


def test_a_layer_that_fails_is_left():
    class Fails(nn.Cell):
        def construct(self, x):
            raise KeyError

    net, x = Net(), ms.Tensor(np.ones((1, 1, 8, 8), np.float32))

    def run():
        with pytest.raises(KeyError):
            Fails()(x)
        net(x)
        ms.ops.relu(x)

    found = counts_of(run)
    assert {"Net/conv1/Conv2D", "ReLU"} <= set(found)


def test_layers_of_several_threads():
    nets = [Twice(), Net()]
    inputs = [ms.Tensor(np.ones((4, 8), np.float32)), ms.Tensor(np.ones((4, 1, 8, 8), np.float32))]

    def run():
        threads = [
            threading.Thread(
                target=lambda net=net, x=x: net(x).asnumpy()
            )  # what runs is waited for
            for net, x in zip(nets, inputs, strict=True)
        ]
        for one in threads:
            one.start()
        for one in threads:
            one.join()

    assert {"Twice/first/Dense", "Net/conv1/Conv2D", "Net/fc/1/Dense"} <= set(counts_of(run))


def test_a_schedule_records_its_active_steps_only(step):
    ready = []
    plan = profiler.schedule(wait=1, warmup=1, active=2, repeat=2, skip_first=1)
    with profiler.profile(schedule=plan, on_trace_ready=lambda p: ready.append(p)) as prof:
        for _ in range(12):
            step()
            prof.step()
    assert len(ready) == 2 and ready[0].output_folder != ready[1].output_folder
    for one in ready:
        found = {cost.name: cost.count for cost in _summary.costs(one.output_folder)}
        assert found["Net/conv1/Conv2D"] % 2 == 0 and found["Net/conv1/Conv2D"] % 12
        assert "Net/conv1/Conv2D" in one.summary()


@pytest.mark.parametrize(
    ("given", "actions"),
    [
        ({"wait": 1, "warmup": 1, "active": 2, "repeat": 2, "skip_first": 1}, "00123012300"),
        ({"wait": 0, "active": 1}, "33333"),
        ({"wait": 0, "active": 2, "repeat": 1}, "2300"),
        ({"wait": -1, "active": 0, "repeat": True}, "333"),
    ],
)
def test_schedules(given, actions):
    plan = profiler.schedule(**given)
    assert "".join(str(plan(step).value) for step in range(len(actions))) == actions
    with pytest.raises(ValueError, match="not less than 0"):
        plan(-1)


def test_schedule_text():
    text = "Schedule(wait=0, active=1, warmup=0, repeat=0, skip_first=0)"
    assert repr(profiler.schedule(wait="x", active=1.5)) == text
    assert ProfilerAction.get_by_value(2) is ProfilerAction.RECORD
    assert ProfilerAction.get_by_value(7) is None


def test_marks(step):
    mark = profiler.mstx
    assert mark.range_start("outside") == 0
    config = profiler._ExperimentalConfig(mstx=True, mstx_domain_exclude=["quiet"])
    with profiler.profile(experimental_config=config) as prof:
        first, second = mark.range_start("qz-long"), mark.range_start("qz-short", domain="fine")
        assert mark.range_start("qz-unheard", domain="quiet") == 0
        mark.range_end(first)
        mark.range_end(second)
        mark.range_end(second)  # a warning
        mark.mark("qz-instant")
    with profiler.profile() as without:
        assert mark.range_start("off") == 0
    texts = []
    for one in (prof, without):
        (path,) = _summary.traces(one.output_folder)
        with open(path, "rb") as file:
            texts.append(file.read())
    for name in (b"qz-long", b"qz-short", b"qz-instant"):
        assert name in texts[0] and name not in texts[1]
    assert b"qz-unheard" not in texts[0]


def test_one_profile_at_a_time(step, capfd):
    with profiler.profile() as prof:
        with profiler.profile() as second:
            step()
        assert second.output_folder is None and second.summary() == "Nothing was recorded."
    assert "stop it before another one starts" in capfd.readouterr().err
    assert "Net/conv1/Conv2D" in prof.summary()


def test_wrong_use_is_logged_as_in_mindspore(capfd, tmp_path):
    prof = profiler.profile(start_profile=False, with_stack="yes", activities=3)
    prof.step()
    prof.stop()
    prof.add_metadata("a", 3)
    prof.add_metadata_json("a", "{")
    text = capfd.readouterr().err
    for part in (
        "the type of with_stack should be",
        "activities value is Invalid",
        "step takes no effect",
        "has not started",
        "must be string",
        "must be json format",
    ):
        assert part in text
    analyse(str(tmp_path))
    assert "Expected a *_ascend_ms directory" in capfd.readouterr().err
    with pytest.raises(NotImplementedError, match="step_list"):
        analyse(str(tmp_path), step_list=[1])


def test_an_error_inside_ends_the_recording(step):
    with pytest.raises(KeyError), profiler.profile() as prof:
        step()
        raise KeyError
    assert _recording.running is None and "Net/conv1/Conv2D" in prof.summary()


def test_a_profile_that_nobody_stops(step, tmp_path):
    ms.Profiler(output_path="lost")
    assert _recording.running is None  # as MindSpore's, it stops with its object
    code = "import msjax as ms; p = ms.Profiler(output_path='end'); print(ms.ops.ones(3).sum())"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300
    )
    assert "stopped at the end of the program" in done.stderr and done.stdout == "3.0\n"
    assert len(_summary.traces(str(tmp_path / "end"))) == 1


def test_offline(step):
    with profiler.profile() as prof:
        step()
    results = os.path.join(prof.output_folder, "ASCEND_PROFILER_OUTPUT")
    assert not os.path.exists(results)
    analyse(prof.output_folder)
    assert os.path.exists(os.path.join(results, "summary.txt"))
    os.remove(os.path.join(results, "summary.txt"))
    ms.Profiler.offline_analyse(os.path.dirname(prof.output_folder))
    assert os.path.exists(os.path.join(results, "summary.txt"))


def test_dynamic_monitor(step, tmp_path, capsys):
    monitor = profiler.DynamicProfilerMonitor("cfg", "profiles", poll_interval=1)
    path = tmp_path / "cfg" / "profiler_config.json"
    config = json.loads(path.read_text())
    assert config["start_step"] == -1 and config["activities"] == ["CPU", "NPU"]
    config.update(start_step=2, stop_step=3, analyse_mode=0)
    path.write_text(json.dumps(config))
    args = ms.train.callback._InternalCallbackParam(cur_step_num=0)
    context = ms.RunContext(args)
    for number in range(1, 6):
        args.cur_step_num = number
        monitor.on_train_step_begin(context)
        step()
        monitor.on_train_step_end(context)
    monitor.on_train_end(context)
    (summary,) = glob.glob("profiles/rank0_start2_stop3/*/ASCEND_PROFILER_OUTPUT/summary.txt")
    assert "Net/conv1/Conv2D" in Path(summary).read_text()
    text = capsys.readouterr().out
    assert "start at step 2, will stop at step 3" in text and "stop at step 3" in text


def test_environment_variable(tmp_path):
    options = {"start": True, "output_path": str(tmp_path / "env")}
    code = (
        "import msjax as ms; print(ms.ops.matmul(ms.ops.ones((9, 9)), ms.ops.ones((9, 9)))[0, 0])"
    )
    subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        timeout=300,
        env={**os.environ, "MS_PROFILER_OPTIONS": json.dumps(options)},
    )
    (summary,) = glob.glob(str(tmp_path / "env" / "*" / "ASCEND_PROFILER_OUTPUT" / "summary.txt"))
    assert "MatMul" in Path(summary).read_text()


@pytest.mark.parametrize(
    ("op_name", "expected"),
    [
        ("jit(step)/jvp(Net)/conv1/Conv2D/conv_general_dilated", "Net/conv1/Conv2D"),
        ("jit(step)/transpose(jvp(Net))/conv1/Conv2D/mul", "Gradients/Net/conv1/Conv2D"),
        ("jit(step)/Net/ReLU/jit(_where)/select_n", "Net/ReLU"),
        ("jit(MatMul)/dot_general", "MatMul"),
        ("reduce_sum", "reduce_sum"),
        ("", "copy"),
    ],
)
def test_names(op_name, expected):
    assert _summary.scope(op_name, "copy.21") == expected
