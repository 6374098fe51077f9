"""What FlopsUtilizationCollector counts (the figures are MindSpore's), prints and writes."""

import re

import numpy as np
import pytest

import msjax as ms
from msjax import nn
from msjax.train import FlopsUtilizationCollector, Model


@pytest.fixture
def graph_mode():
    ms.set_context(mode=ms.GRAPH_MODE)
    yield
    ms.set_context(mode=ms.PYNATIVE_MODE)


def dense():
    return nn.Dense(10, 5), (10,)


def layers():
    return nn.SequentialCell(nn.Dense(10, 20), nn.ReLU(), nn.Dense(20, 5)), (10,)


def convolution():
    return nn.SequentialCell(nn.Conv2d(3, 4, 3), nn.Flatten(), nn.Dense(256, 5)), (3, 8, 8)


def train(make, *args, **kwargs):
    net, shape = make()
    x, y = np.ones((64, *shape), np.float32), np.zeros(64, np.int32)
    data = ms.dataset.NumpySlicesDataset((x, y), shuffle=False).batch(32)
    loss = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
    model = Model(net, loss, nn.Momentum(net.trainable_params(), 0.01, 0.9), metrics={"loss"})
    collector = FlopsUtilizationCollector(2, *args, **kwargs)
    model.train(2, data, collector, dataset_sink_mode=False)
    return model, data


@pytest.mark.parametrize(
    ("make", "flops"), [(dense, "6400.0"), (layers, "44800.0"), (convolution, "1130496.0")]
)
def test_counts(make, flops, graph_mode, capsys):
    train(make, 1e6, full_flops=False)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"Shard model flops is {flops}, Shard hardware flops is {flops}."
    pattern = r"Train per step time: +[\d.]+ ms mfu:[\d.]+\.\d\d% hfu:[\d.]+\.\d\d%"
    assert len(lines) == 3 and all(re.fullmatch(pattern, line) for line in lines[1:])


def test_shares_are_of_a_step_that_is_over(graph_mode, capsys):
    train(dense, 1e6)
    first, *steps = capsys.readouterr().out.splitlines()
    assert first.startswith("Full model flops is 6400.0, Full hardware flops is 6400.0, Shard ")
    for line in steps:
        time, share = map(float, re.search(r"([\d.]+) ms mfu:([\d.]+)%", line).groups())
        assert share == pytest.approx(100 * 6400 / 1e6 / (time / 1000), rel=0.02, abs=0.01)


def test_an_evaluation(graph_mode, capsys):
    model, data = train(dense, 1e6)
    capsys.readouterr()
    collector = FlopsUtilizationCollector(5, 1e6, full_flops=False)
    model.eval(data, callbacks=collector, dataset_sink_mode=False)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Shard model flops is 3200.0, Shard hardware flops is 3200.0."
    assert [line.split(" time")[0] for line in lines[1:]] == ["Eval per step"] * 2


def test_files(graph_mode, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("MA_LOG_DIR", str(tmp_path))
    train(dense, enable_ma_collector=True)
    assert not capsys.readouterr().out
    lines = (tmp_path / "flops_rank_0.txt").read_text().splitlines()
    kinds = [line.rsplit(" ", 1)[0] for line in lines]
    assert kinds == [
        'flops{type="model_flops", rank_id="0"} 6400.0',
        'flops{type="hardware_flops", rank_id="0"} 6400.0',
    ]
    times = (tmp_path / "time_step_rank_0.txt").read_text().splitlines()
    assert len(times) == 4 and times[0].startswith(
        'time_monitor{type="per_step_time", rank_id="0"}'
    )


def test_wrong_use():
    with pytest.raises(ValueError, match="only support graph mode"):
        train(dense)
    train(dense, enable_ma_collector=True)  # says so in the log alone
    for args in ((0,), (2, 1, "yes"), (2, 1, True, 1)):
        with pytest.raises((TypeError, ValueError)):
            FlopsUtilizationCollector(*args)
