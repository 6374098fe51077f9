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


class Draws(nn.Cell):
    """Counts its runs, and gives a sum that tells which elements were kept."""

    def __init__(self):
        super().__init__()
        self.keep = nn.Dropout(p=0.5)
        self.weight = ms.Parameter(ops.ones(12), name="weight")
        self.runs = ms.Parameter(Tensor(0.0), name="runs", requires_grad=False)

    def construct(self, x):
        self.runs += 1
        return (self.weight * self.keep(x)).sum()


class Gradient(nn.Cell):
    def __init__(self, net):
        super().__init__(auto_prefix=False)
        self.net, self.weights = net, ms.ParameterTuple(net.trainable_params())
        self.grad = ops.GradOperation(get_by_list=True)

    def construct(self, x):
        return self.grad(self.net, self.weights)(x)[0].sum()


class Several(nn.Cell):
    """Networks and gradients in an order: small letters are calls, capital ones gradients."""

    def __init__(self, order, looks=False):
        super().__init__(auto_prefix=False)
        self.order, self.looks = order, looks
        self.nets = nn.CellList([Draws().set_grad(), Draws().set_grad()])
        self.gradients = nn.CellList([Gradient(net) for net in self.nets])

    def construct(self, x, y):
        found = []
        for letter in self.order:
            i = "ab".index(letter.lower())
            run = (self.nets if letter.islower() else self.gradients)[i]
            run = run.construct if self.looks and letter.isupper() else run
            found.append(run(y if i else x))
        if self.looks:
            float(found[0].asnumpy())
        return found


FALLBACK = pytest.param("fallback", marks=pytest.mark.runs_eagerly)


@pytest.mark.parametrize("how", ["eager", "jit", "graph", FALLBACK])
@pytest.mark.parametrize(
    ("order", "runs"),
    [("aA", (1, 0)), ("abAB", (1, 1)), ("abBA", (1, 1)), ("aAbB", (1, 1)), ("aaA", (2, 0))],
)
def test_several_networks_run_once_with_the_same_random_numbers(how, order, runs):
    ms.set_context(mode=ms.GRAPH_MODE if how in ("graph", "fallback") else ms.PYNATIVE_MODE)
    try:
        step = Several(order, looks=how == "fallback").set_train()
        call = ms.jit(step) if how == "jit" else step
        x, y = (Tensor(a * 2.0 ** np.arange(12), ms.float32) for a in (1, 3))
        for n in (1, 2):
            found = dict(zip(order, call(x, y), strict=True))  # of equal calls the last one
            for letter in set(order.lower()):
                assert found[letter].asnumpy() == found[letter.upper()].asnumpy()
            assert tuple(int(net.runs.asnumpy()) for net in step.nets) == (n * runs[0], n * runs[1])
    finally:
        ms.set_context(mode=ms.PYNATIVE_MODE)


@pytest.mark.parametrize("trains", [True, False])
@pytest.mark.parametrize("marked", [True, False])
def test_a_marked_network_runs_once_in_training_or_not(marked, trains):
    class Masks(nn.Cell):
        def __init__(self):
            super().__init__()
            self.runs = ms.Parameter(Tensor(0.0), name="runs", requires_grad=False)

        def construct(self, x):
            self.runs += 1
            return ops.dropout(x, 0.5, training=True) * self.runs

    net, x = Masks().set_train(trains).set_grad(marked), ops.ones(64)
    y = net(x)
    gradient = ms.grad(net)(x)
    assert (gradient.asnumpy() == y.asnumpy()).all() == marked
    assert net.runs.asnumpy() == (1 if marked else 2)


@pytest.mark.parametrize(
    ("call", "gradient", "runs"),
    [
        (lambda net, x: net(x, k=2.0), lambda net, x: ms.grad(net)(x, 2.0), 1),
        (lambda net, x: net(x, k=2.0), lambda net, x: ms.grad(net)(x, 3.0), 2),
        (lambda net, x: net(x, k=2.0), lambda net, x: ms.grad(net)(x, k=2.0), 2),
        (lambda net, x: net(x, 2.0), lambda net, x: ms.grad(net)(x, k=2.0), 2),
    ],
)
def test_gradients_by_keyword_are_runs_of_their_own(call, gradient, runs):
    class Scaled(nn.Cell):
        def __init__(self):
            super().__init__()
            self.runs = ms.Parameter(Tensor(0.0), name="runs", requires_grad=False)

        def construct(self, x, k=1.0):
            self.runs += 1
            return x * k * self.runs

    net, x = Scaled().set_grad(), Tensor([3.0])
    call(net, x)
    gradient(net, x)
    assert net.runs.asnumpy() == runs


def test_what_was_written_in_between_stays():
    step = Several("a").set_train()
    net, x = step.nets[0], Tensor(2.0 ** np.arange(12), ms.float32)
    loss = net(x)
    net.runs.set_data(Tensor(5.0))
    ms.set_seed(3)
    gradient = step.gradients[0](x)
    drawn = ops.rand(2).asnumpy()
    assert gradient.asnumpy() == loss.asnumpy()
    assert net.runs.asnumpy() == 5
    ms.set_seed(3)
    assert (ops.rand(2).asnumpy() == drawn).all()


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


class Assigns(nn.Cell):
    """Writes a weight itself, which is trained or not."""

    def __init__(self, trained):
        super().__init__()
        self.w = ms.Parameter(Tensor(1.0), name="w", requires_grad=trained)
        self.v = ms.Parameter(Tensor(2.0), name="v")

    def construct(self, x):
        self.w = self.w + x
        return self.w * x * self.v


class CalledThenPulled(nn.Cell):
    def __init__(self, net, shift):
        super().__init__(auto_prefix=False)
        self.net, self.shift = net, shift

    def construct(self, x):
        out = self.net(x)
        seen = self.net.w * 1
        by_x = ms.grad(self.net)(x + self.shift if self.shift else x)
        return out, seen, by_x, self.net.w * 1


@pytest.mark.parametrize("trained", [True, False])
@pytest.mark.parametrize("shift", [0, 1])
def test_a_network_in_compiled_code_assigns_its_weights_once(trained, shift):
    """Also where it is not being trained; another argument is another run."""
    ms.set_context(mode=ms.GRAPH_MODE)
    try:
        step = CalledThenPulled(Assigns(trained), shift)
        found = [[float(v) for v in step(Tensor(x, ms.float32))] for x in (3, 5)]
    finally:
        ms.set_context(mode=ms.PYNATIVE_MODE)
    once = [[24, 4, 8, 4], [90, 9, 18, 9]]
    assert found == ([[24, 4, 16, 8], [130, 13, 38, 19]] if shift else once)


@pytest.mark.parametrize("trained", [True, False])
def test_weights_that_are_assigned_have_gradients_of_the_same_run(trained):
    def construct(x):
        out = net(x)
        return out, ms.grad(net, None, weights)(x)

    net = Assigns(trained)
    weights = net.trainable_params()
    out, slopes = ms.jit(construct)(Tensor(3.0))
    assert (float(out), float(net.w)) == (24, 4)
    assert [float(s) for s in slopes] == ([6, 12] if trained else [12])
