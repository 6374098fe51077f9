"""Four networks, eager and compiled, against the real wheel's records and plain JAX.

Each network's weights come from its Parameters' names, so that both sides start equal.
"""

from __future__ import annotations

import jax
import numpy as np
import pytest
from places import read_golden

import msjax as ms
from msjax._core.compile.lift import Run

ms.install()
import networks  # noqa: E402 - says `import mindspore`
from mindspore import nn  # noqa: E402

GOLDEN = read_golden("networks.json")
pytestmark = pytest.mark.parametrize("name", list(networks.SMALL))


def built(name):
    build, make_loss, make_batch = networks.SMALL[name]
    net = networks.fill_parameters(build())
    net.set_train()
    return net, make_loss(net), [ms.Tensor(a) for a in make_batch()]


def agrees(tensor, recorded, rtol=1e-4):
    flat = tensor.asnumpy().reshape(-1).astype(np.float64)
    assert list(tensor.shape) == recorded["shape"]
    scale = max(recorded["norm"], 1e-6)
    assert abs(np.linalg.norm(flat) - recorded["norm"]) <= rtol * scale
    got = [flat[i] for i in recorded["index"]]
    np.testing.assert_allclose(got, recorded["value"], rtol=rtol, atol=rtol * scale)


def test_parameters(name):
    net, _, _ = built(name)
    found = [[p.name, list(p.shape), p.requires_grad] for p in net.get_parameters()]
    assert found == GOLDEN[name]["parameters"]
    assert [p.name for p in net.trainable_params()] == GOLDEN[name]["trainable"]


@pytest.mark.parametrize("mode", ["eager", "jit", "graph"])
def test_loss_gradients_and_statistics(name, mode):
    net, forward, batch = built(name)
    params = net.trainable_params()
    step = ms.value_and_grad(forward, None, params)
    if mode == "jit":
        step = ms.jit(step)
    if mode == "graph":
        ms.set_context(mode=ms.GRAPH_MODE)
    try:
        loss, grads = step(*batch)
    finally:
        ms.set_context(mode=ms.PYNATIVE_MODE)
    assert float(loss) == pytest.approx(GOLDEN[name]["loss"], rel=1e-4)
    for param, gradient in zip(params, grads, strict=True):
        agrees(gradient, GOLDEN[name]["gradients"][param.name])
    by_name = {p.name: p for p in net.get_parameters()}
    for param_name, recorded in GOLDEN[name]["updated"].items():
        agrees(by_name[param_name], recorded)


@pytest.mark.sweep  # the trainings of test_trainings.py are longer
@pytest.mark.parametrize("compiled", [False, True])
def test_momentum_steps(name, compiled):
    net, forward, batch = built(name)
    optimizer = nn.Momentum(net.trainable_params(), learning_rate=0.01, momentum=0.9)
    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)

    def step(*data):
        loss, grads = grad_fn(*data)
        optimizer(grads)
        return loss

    run = ms.jit(step) if compiled else step
    losses = [float(run(*batch)) for _ in range(3)]
    assert losses == pytest.approx(GOLDEN[name]["losses"], rel=1e-4)


def test_gradients_equal_those_of_jax(name):
    """The node engine against `jax.grad` of the same mathematics, to float32 rounding."""
    net, forward, batch = built(name)
    params = net.trainable_params()
    _, grads = ms.value_and_grad(forward, None, params)(*batch)
    originals = [p._data for p in params]

    def pure(arrays):
        for p, array in zip(params, arrays, strict=True):
            p._data = array
        try:
            result, _ = Run()(lambda: forward(*batch))
            return result[0]
        finally:
            for p, array in zip(params, originals, strict=True):
                p._data = array

    want = jax.grad(pure)(originals)
    for gradient, expected in zip(grads, want, strict=True):
        scale = float(np.abs(expected).max()) or 1.0
        np.testing.assert_allclose(
            gradient.asnumpy(), np.asarray(expected), rtol=2e-5, atol=2e-5 * scale
        )
