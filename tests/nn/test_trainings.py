"""Ten networks trained for twenty steps, eager and compiled, against the real wheel's losses."""

from __future__ import annotations

import numpy as np
import pytest
from places import read_golden

import msjax as ms

ms.install()
import trainings  # noqa: E402 - says `import mindspore`

GOLDEN = read_golden("trainings.json")
# Both sides round differently; the wheel's RMSProp also takes a reciprocal root of 11 bits.
TOLERANCE = 5e-4
HALF_TOLERANCE = 0.05


def eager(step):
    return step


def compiled(step):
    return ms.jit(step, fullgraph=True)


LONG_EAGER = {"resnet", "unet", "mobilenet", "densenet", "gpt", "bert"}  # by `make test-all`
RUNS = [
    pytest.param(name, wrap, marks=pytest.mark.sweep)
    if wrap is eager and name in LONG_EAGER
    else (name, wrap)
    for name in trainings.TRAININGS
    for wrap in (eager, compiled)
]


@pytest.mark.parametrize(("name", "wrap"), RUNS)
def test_float32(name, wrap):
    training = trainings.TRAININGS[name]()
    recorded = GOLDEN[name]
    assert [p.name for p in training.net.get_parameters()] == recorded["parameters"]
    state = [[p.name for p in o.get_parameters()] for o in training.optimizers]
    assert state == recorded["state"]
    np.testing.assert_allclose(training.run(wrap), recorded["losses"], rtol=TOLERANCE)


@pytest.mark.sweep
def test_mixed_precision_with_overflows():
    """The first scales are too large: those steps are left out, as the wheel does."""
    training = trainings.gpt()
    training.step = trainings.mixed(training)
    curve, recorded = np.array(training.run()), np.array(GOLDEN["mixed"]["gpt"])
    np.testing.assert_array_equal(curve[:, 1:], recorded[:, 1:])
    assert 0 in curve[:, 1] and 1 in curve[:, 1]
    np.testing.assert_allclose(curve[:, 0], recorded[:, 0], rtol=HALF_TOLERANCE)
    assert curve[-1, 0] < 0.6 * curve[0, 0]


@pytest.mark.parametrize("name", ["resnet", "vit"])
def test_compiled_mixed_precision(name):
    """`build_train_network` with a dynamic scale, which the wheel refuses on the CPU."""
    training = trainings.TRAININGS[name]()
    manager = ms.amp.DynamicLossScaleManager(2.0**16, 2, 5)
    net = ms.amp.build_train_network(
        training.net, training.optimizers[0], training.loss, "O2", loss_scale_manager=manager
    )

    def step(x, y):
        loss, overflow, scale = net(x, y)[:3]
        return loss, overflow, scale

    training.step = step
    seen = np.array(training.run(compiled))
    recorded = np.array(GOLDEN["mixed"][name])
    np.testing.assert_array_equal(seen[:, 1], 1 - recorded[:, 1])
    np.testing.assert_allclose(seen[:, 0], recorded[:, 0], rtol=HALF_TOLERANCE)
    assert seen[-1, 0] < 0.5 * seen[0, 0] and seen[-1, 2] > seen[0, 2]
