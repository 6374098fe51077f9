"""AutoParallel on one device; several share its work in tests/devices."""

from __future__ import annotations

import jax
import numpy as np
import pytest

import msjax as ms
from msjax import nn, ops
from msjax._core.runtime import context, devices
from msjax.parallel import Layout
from msjax.parallel.auto_parallel import AutoParallel


def network():
    net = nn.Dense(3, 2, weight_init="ones", bias_init="zeros")
    product = ops.MatMul().shard(((3, 1), (1, 5)))  # fits no shape, and nothing is cut
    return nn.SequentialCell(net), product


@pytest.mark.parametrize("mode", [ms.PYNATIVE_MODE, ms.GRAPH_MODE])
@pytest.mark.parametrize("kind", ["semi_auto", "sharding_propagation", "recursive_programming"])
def test_one_device_does_all(mode, kind):
    net, product = network()
    around = AutoParallel(net, kind)
    x = ms.Tensor(np.arange(6, dtype=np.float32).reshape(2, 3))
    ms.set_context(mode=mode)
    try:
        for _ in range(2):
            assert around(x).asnumpy().tolist() == [[3, 3], [12, 12]]
        both = AutoParallel(lambda a: product(a, a.T))
        assert both(x).asnumpy().tolist() == [[5, 14], [14, 50]]
        slope = ms.grad(lambda a: around(a).sum())(x)
        assert slope.asnumpy().tolist() == [[2] * 3] * 2
    finally:
        ms.set_context(mode=ms.PYNATIVE_MODE)
    assert list(around.parameters_dict()) == list(net.parameters_dict())
    assert ms.get_auto_parallel_context("parallel_mode") == "stand_alone"


def test_settings_are_lent():
    seen = []
    around = AutoParallel(lambda x: (seen.append(settings()), x)[1])
    around.dataset_strategy((Layout((1,), ("a",))("a"),))
    around.hsdp(4, 8, "level3")

    def settings():
        names = "parallel_mode enable_parallel_optimizer optimizer_weight_shard_size"
        return [ms.get_auto_parallel_context(name) for name in names.split()]

    ms.set_auto_parallel_context(parallel_mode="data_parallel")
    try:
        around(ms.Tensor([1.0]))
        assert seen == [["semi_auto_parallel", True, 4]]
        assert settings() == ["data_parallel", False, -1]
        assert not devices.strategic()
        failing = AutoParallel(lambda x: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            failing(ms.Tensor([1.0]))
        assert settings()[0] == "data_parallel"
    finally:
        ms.reset_auto_parallel_context()


def test_stages_need_devices():
    around = AutoParallel(nn.ReLU())
    around.pipeline(2)
    with pytest.raises(ValueError, match="pipeline_stages=2 does not divide the number of devices"):
        around(ms.Tensor([1.0]))


@pytest.mark.parametrize(
    "setting",
    [
        {"strategy_ckpt_save_file": "a.ckpt"},
        {"group_ckpt_save_file": "a.ckpt"},
        {"dump_local_norm": True},
    ],
)
def test_settings_without_effect_say_so_once(setting, caplog):
    (name,) = setting
    context.state.said.discard(f"no effect {name}")
    try:
        for _ in range(2):
            ms.set_auto_parallel_context(**setting)
            ms.reset_auto_parallel_context()
    finally:
        context.state.said.discard(f"no effect {name}")
    assert sum(f"'{name}' has no effect" in r.getMessage() for r in caplog.records) == 1


@pytest.mark.parametrize("setting", [{"gradients_mean": True}, {"loss_repeated_mean": False}])
def test_gradients_of_the_whole_batch_are_told_of_once(setting, caplog, monkeypatch):
    (name,) = setting
    monkeypatch.setattr(context.state, "said", set())
    together = devices._together(tuple(jax.devices()[:1]), 1)
    try:
        for mode in ("data_parallel", "semi_auto_parallel", "auto_parallel"):
            ms.set_auto_parallel_context(**setting, parallel_mode=mode)
            with devices.tracing(None):  # one device does all
                pass
            assert bool(caplog.records) is (mode == "auto_parallel")
            with devices.tracing(together):
                pass
    finally:
        ms.reset_auto_parallel_context()
    assert [f"'{name}' has no effect with" in r.getMessage() for r in caplog.records] == [True]


def test_a_file_of_strategies_to_load_is_no_matter_of_the_network():
    net = AutoParallel(nn.Dense(2, 2), "semi_auto")
    assert net.load_param_strategy_file("strategy.ckpt") is None
    with pytest.raises(TypeError, match="file_path"):
        net.load_param_strategy_file(5)


def test_one_device_gives_what_is_shared_back():
    net = ms.nn.Dense(2, 2)
    assert ms.parallel.shard(net, ((1, 1),)) is net
    assert ms.parallel.shard(abs, ((2, 4),), ((1,),)) is abs
    with pytest.raises(TypeError):
        ms.parallel.shard(net, [(1, 1)])
