"""The boost package does what MindSpore's does."""

import json

import boost_cases as cases
import numpy as np
import pytest
from places import read_golden

import msjax as ms
from msjax import boost, nn

GOLDEN = read_golden("boost.json")


def test_every_case_is_recorded():
    assert list(GOLDEN) == list(cases.CASES)


def same(got, want):
    if isinstance(want, dict):
        assert list(got) == list(want)
        got, want = list(got.values()), list(want.values())
    if isinstance(want, list):
        assert isinstance(got, list) and len(got) == len(want), (got, want)
        for g, w in zip(got, want, strict=True):
            same(g, w)
    elif isinstance(want, float):
        assert got == pytest.approx(want, rel=1e-4, abs=2e-6)
    else:
        assert got == want


@pytest.mark.runs_eagerly  # a step that picks the network of its turn asks for its number
@pytest.mark.parametrize("key", GOLDEN)
def test_recorded(key):
    same(json.loads(json.dumps(cases.outcome(ms, key))), GOLDEN[key])


@pytest.fixture
def new_settings():
    boost.AutoBoost._instance = None
    yield
    boost.AutoBoost._instance = None


def batch():
    return ms.Tensor([[1.0, -2.0]]), ms.Tensor([[0.5]])


def dense():
    return nn.Dense(2, 1, weight_init="ones", has_bias=False)


def test_compiled_accumulation():
    net = dense()
    cell = boost.GradientAccumulation(2, nn.SGD(net.trainable_params(), 0.5))
    step = ms.jit(lambda loss, grads: cell(loss, grads))
    seen = []
    for i in range(4):
        step(ms.Tensor(0.0), (ms.Tensor([[1.0 + i, 0.0]]),))
        seen.append(net.weight.asnumpy().tolist()[0])
    assert seen == [[1, 1], [0.25, 1], [0.25, 1], [-1.5, 1]]


@pytest.mark.parametrize("scaled", [False, True])
@pytest.mark.parametrize("compiled", [False, True])
def test_accumulated_steps(new_settings, scaled, compiled):
    boost.AutoBoost(
        "O0",
        {
            "boost": {"mode": "manual", "grad_accumulation": True},
            "grad_accumulation": {"grad_accumulation_step": 2},
        },
    )
    net, reference = dense(), dense()
    loss, optimizer = nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params(), 0.1)
    if scaled:
        manager = nn.DynamicLossScaleUpdateCell(1024, 2, 100)
        cell = boost.BoostTrainOneStepWithLossScaleCell(loss, optimizer, manager)
    else:
        cell = boost.BoostTrainOneStepCell(loss, optimizer)
    step = ms.jit(lambda *x: cell(*x)) if compiled else cell
    one = nn.TrainOneStepCell(
        nn.WithLossCell(reference, nn.MSELoss()), nn.SGD(reference.trainable_params(), 0.1)
    )
    x, y = batch()
    for i in range(4):
        out = step(x, y)
        if i % 2:
            one(x, y)
        np.testing.assert_allclose(net.weight.asnumpy(), reference.weight.asnumpy(), rtol=1e-5)
    assert not scaled or not bool(out[1])
    if scaled:
        *_, overflow, scale = step(ms.Tensor([[np.inf, 0.0]]), y)
        assert bool(overflow) and float(scale) == 1024 and float(cell.scale_sense) == 512
        assert int(cell.accumulation_step) == 0
        np.testing.assert_allclose(net.weight.asnumpy(), reference.weight.asnumpy(), rtol=1e-5)


def test_model(new_settings):
    net = nn.SequentialCell(*(nn.Dense(2, 2) for _ in range(3)), nn.Dense(2, 1))
    settings = {"boost": {"mode": "auto"}, "grad_freeze": {"param_groups": 2, "total_steps": 10}}
    optimizer = nn.SGD(net.trainable_params(), 0.1)
    options = {"metrics": {"mse"}, "boost_level": "O1", "boost_config_dict": settings}
    model = ms.Model(net, nn.MSELoss(), optimizer, **options)
    assert type(model.train_network) is boost.BoostTrainOneStepCell
    assert type(model.train_network.optimizer) is boost.FreezeOpt
    rng = np.random.default_rng(0)
    rows = [(x, x.sum(keepdims=True)) for x in rng.random((6, 2)).astype(np.float32)]
    data = ms.dataset.GeneratorDataset(rows, ["x", "y"], shuffle=False).batch(2)
    before = model.eval(data)["mse"]
    model.train(3, data)
    assert model.eval(data)["mse"] < before


@pytest.mark.parametrize("level", ["O1", "O3", None])
def test_a_model_without_an_optimizer_is_not_boosted(level, caplog):
    net, x = dense(), ms.Tensor(np.ones((1, 2), np.float32))
    model = ms.Model(net, nn.MSELoss(), metrics={"mse"}, boost_level=level)
    np.testing.assert_array_equal(model.predict(x).asnumpy(), net(x).asnumpy())
    if level != "O1":
        with pytest.raises(ValueError, match="'boost_level' should be in"):
            ms.Model(net, nn.MSELoss(), nn.SGD(net.trainable_params()), boost_level=level)


def test_built_steps(new_settings):
    net = dense()
    optimizer, loss = nn.SGD(net.trainable_params(), 0.1), nn.MSELoss()
    build = ms.amp.build_train_network
    assert type(build(net, optimizer, loss, boost_level="O1")) is boost.BoostTrainOneStepCell
    manager = ms.DynamicLossScaleManager()
    step = build(net, optimizer, loss, boost_level="O2", loss_scale_manager=manager)
    assert type(step) is boost.BoostTrainOneStepWithLossScaleCell
    frozen = boost.FreezeOpt(optimizer)
    with pytest.raises(TypeError):
        build(net, frozen, loss)
    assert build(net, frozen, loss, boost_level="O1").freeze


def test_what_is_left_out(new_settings):
    net = dense()
    optimizer = nn.SGD(net.trainable_params(), 0.1)
    makers = [
        lambda: boost.AdaSum(0, 8, 2, ()),
        lambda: boost.DimReduce(*[None] * 11),
        lambda: boost.GroupLossScaleManager(2.0, []),
        lambda: boost.AutoBoost("O0", {"boost": {"mode": "enable_all"}}).network_auto_process_train(
            net, optimizer
        ),
        lambda: boost.BoostTrainOneStepWithLossScaleCell(net, optimizer, ms.Tensor(2.0)),
    ]
    for make in makers:
        with pytest.raises(NotImplementedError, match="boost|AutoBoost"):
            make()
