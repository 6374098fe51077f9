"""A training step that calls a network and then its gradient: statistics are updated once.

Facts are those of MindSpore 2.10, where both modes were asked.
"""

import gc
import weakref

import jax
import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, nn, ops
from msjax._core.base.recording import no_grad

X = Tensor(np.random.RandomState(0).randn(2, 3, 4, 4).astype(np.float32))
OTHER = Tensor(np.random.RandomState(1).randn(2, 3, 4, 4).astype(np.float32))


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.bn = nn.BatchNorm2d(3, momentum=0.9)

    def construct(self, x):
        return self.bn(x).sum()


class Step(nn.Cell):
    def __init__(self, net, kind, marked, other=False):
        super().__init__(auto_prefix=False)
        self.net, self.kind, self.x = net, kind, OTHER if other else None
        self.weights = ms.ParameterTuple(net.trainable_params())
        if marked:
            net.set_grad()
        self.grad = ops.GradOperation(get_by_list=True, sens_param=kind == "sens")

    def construct(self, x):
        loss = self.net(x)
        x = x if self.x is None else self.x
        if self.kind == "sens":
            grads = self.grad(self.net, self.weights)(x, ops.ones_like(loss))
        elif self.kind == "value":
            grads = ops.value_and_grad(self.net, None, self.weights)(x)[1]
        else:
            grads = self.grad(self.net, self.weights)(x)
        return ops.depend(loss, grads[0])


def updates(run):
    """How often a run of a new network updates the statistics."""
    net = Net()
    net.set_train()
    run(net)
    once, mean = Net(), X.asnumpy().mean((0, 2, 3))
    once.set_train()
    once(X)
    first = once.bn.moving_mean.asnumpy()
    assert np.allclose(first, 0.1 * mean, atol=1e-6)
    found = (net.bn.moving_mean.asnumpy() / mean).mean()
    return round(float(np.log(1 - found) / np.log(0.9)), 2)


@pytest.mark.parametrize("mode", [ms.PYNATIVE_MODE, ms.GRAPH_MODE])
@pytest.mark.parametrize("kind", ["plain", "sens", "value"])
@pytest.mark.parametrize("marked", [True, False])
def test_one_update_for_each_step(mode, kind, marked):
    ms.set_context(mode=mode)
    try:

        def run(net):
            step = Step(net, kind, marked).set_train()
            step(X)
            step(X)

        assert updates(run) == (2 if marked or mode == ms.GRAPH_MODE else 4)
    finally:
        ms.set_context(mode=ms.PYNATIVE_MODE)


@pytest.mark.parametrize("mode", [ms.PYNATIVE_MODE, ms.GRAPH_MODE])
def test_other_inputs_are_another_run(mode):
    ms.set_context(mode=mode)
    try:
        net = Net()
        Step(net, "plain", True, other=True).set_train()(X)
        means = [t.asnumpy().mean((0, 2, 3)) for t in (X, OTHER)]
        expected = 0.1 * 0.9 * means[0] + 0.1 * means[1]
        assert np.allclose(net.bn.moving_mean.asnumpy(), expected, atol=1e-6)
    finally:
        ms.set_context(mode=ms.PYNATIVE_MODE)


def test_each_gradient_alone_is_a_run():
    def run(net):
        net.set_grad()
        gradient = ms.grad(net, None, net.trainable_params())
        for _ in range(3):
            gradient(X)

    assert updates(run) == 3


def test_changed_weights_are_another_run():
    def run(net):
        net.set_grad()
        net(X)
        net.bn.gamma.set_data(net.bn.gamma + 1)
        ms.grad(net, None, net.trainable_params())(X)

    assert updates(run) == 2


def test_another_list_or_a_vanished_argument_is_another_run():
    class Two(nn.Cell):
        def __init__(self):
            super().__init__()
            self.net = Net()

        def construct(self, x, mask):
            return self.net(x[0]) if mask is None else self.net(x[0]) * mask

    net = Two().set_train()
    net.set_grad()
    weights = net.trainable_params()

    def mean(change):
        net.net.bn.moving_mean.set_data(ops.zeros(3))
        given = [X]
        net(given, Tensor(2.0) if change == "mask" else None)
        if change == "list":
            given[0] = OTHER
        ms.grad(net, None, weights)(given, None)
        return net.net.bn.moving_mean.asnumpy()

    first, second = (0.1 * t.asnumpy().mean((0, 2, 3)) for t in (X, OTHER))
    assert np.allclose(mean(None), first, atol=1e-6)
    assert np.allclose(mean("mask"), 1.9 * first, atol=1e-6)
    assert np.allclose(mean("list"), 0.9 * first + second, atol=1e-6)


def test_a_refused_gradient_takes_nothing_back():
    def run(net):
        net.set_grad()
        net(X)
        with no_grad(), pytest.raises(RuntimeError):
            ms.grad(net, None, net.trainable_params())(X)

    assert updates(run) == 1


def tracers():
    gc.collect()
    return sum(isinstance(o, jax.core.Tracer) for o in gc.get_objects())


def test_nothing_is_kept_alive():
    net = Net().set_train()
    net.set_grad()
    net(X)
    kept = weakref.ref(net.bn.moving_mean)
    net = None
    gc.collect()
    assert kept() is None
    before = tracers()
    compiled = ms.jit(Net().set_train())
    compiled(X)
    assert tracers() == before
