"""Gradient functions of functions that are made anew at every step: compiled once, and right."""

from __future__ import annotations

import gc
import logging
import threading
import weakref

import numpy as np
import pytest

import msjax as ms
from msjax import Parameter, Tensor, nn, ops
from msjax._core.compile.entry import Entry

STEPS = 6


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = Parameter(Tensor([1.0, 2.0]), name="w")

    def construct(self, x):
        return ops.tanh(x * self.w)


def batch(i):
    return Tensor(np.array([0.5 + i, 1.0 - i], np.float32))


def by_argument(net, i):
    return ms.value_and_grad(lambda x: net(x).sum(), 0, [net.w])(batch(i))


def by_closure(net, i):
    x = batch(i)
    return ms.value_and_grad(lambda: net(x).sum(), None, [net.w])()


def by_default(net, i):
    def forward(x, scale=1.0 + i // 3):
        return net(x).sum() * scale

    return ms.grad(forward)(batch(i))


def by_number(net, i):
    scale = 1.0 if i < 3 else 3.0
    return ms.grad(lambda x: net(x).sum() * scale)(batch(i))


def by_operation(net, i):
    return ops.GradOperation(get_by_list=True)(lambda x: net(x).sum(), [net.w])(batch(i))


def with_aux(net, i):
    def forward(x):
        out = net(x)
        return out.sum(), out, i > 2

    return ms.value_and_grad(forward, 0, [net.w], has_aux=True)(batch(i))


def of_a_method(net, i):
    construct = net.construct
    return ms.grad(lambda x: construct(x).sum())(batch(i))


def assigning(net, i):
    seen = 0

    def forward(x):
        nonlocal seen
        seen += 1
        return net(x).sum() * seen

    return ms.grad(forward)(batch(i)), seen


def with_inner(net, i):
    def forward(x):
        return (lambda y: net(y).sum() * (i + 1))(x)

    return ms.grad(forward)(batch(i))


def kept_for_later(net, i):
    made = []
    for k in (1.0, 2.0):
        made.append(ms.grad(lambda x, k=k: net(x).sum() * k))
    return [g(batch(i)) for g in (*made, *reversed(made))]


def rebound(net, i):
    k = 1.0

    def first(x):
        return net(x).sum() * k

    gradient = ms.grad(first)
    before = gradient(batch(i))
    k = 5.0
    return before, gradient(batch(i))


STEADY = [by_argument, by_closure, by_operation, of_a_method]
OTHERS = [by_default, by_number, with_aux, assigning, with_inner, kept_for_later, rebound]


def shown(value):
    if isinstance(value, Tensor):
        return str(value.dtype), [round(v, 4) for v in value.asnumpy().ravel().tolist()]
    return [shown(v) for v in value] if isinstance(value, (list, tuple)) else value


@pytest.fixture
def graph_mode():
    ms.set_context(mode=ms.GRAPH_MODE)
    yield
    ms.set_context(mode=ms.PYNATIVE_MODE)


@pytest.fixture
def made(monkeypatch):
    entries = []
    init = Entry.__init__

    def counted(self, *args):
        init(self, *args)
        entries.append(self)

    monkeypatch.setattr(Entry, "__init__", counted)
    return entries


@pytest.mark.runs_eagerly
@pytest.mark.parametrize("step", STEADY + OTHERS, ids=lambda f: f.__name__)
def test_steps_that_make_a_function(step, made, caplog):
    net = Net()
    want = [shown(step(net, i)) for i in range(STEPS)]
    made.clear()
    ms.set_context(mode=ms.GRAPH_MODE)
    try:
        with caplog.at_level(logging.WARNING, "msjax.jit"):
            assert [shown(step(net, i)) for i in range(STEPS)] == want
    finally:
        ms.set_context(mode=ms.PYNATIVE_MODE)
    if step in STEADY:
        assert len(made) == 1
        assert not caplog.records


def test_two_networks_and_other_weights(graph_mode, made):
    one, two = Net(), Net()
    two.w.set_data(Tensor([3.0, 4.0]))

    def pull(net, weights):
        return ms.grad(lambda x: net(x).sum(), None, weights)(batch(0))

    for _ in range(3):
        a, b = pull(one, one.w), pull(two, two.w)
        assert a.asnumpy().tolist() != b.asnumpy().tolist()
        assert pull(one, [two.w])[0].asnumpy().tolist() == [0.0, 0.0]
    assert len(made) == 3


def test_nothing_outlives_the_network(graph_mode):
    def train():
        net = Net()
        ms.grad(lambda x: net(x).sum(), None, [net.w])(batch(0))
        return weakref.ref(net)

    held = train()
    gc.collect()
    assert held() is None


@pytest.mark.runs_eagerly
def test_a_gradient_within_a_function_of_the_same_code(graph_mode):
    net, found = Net(), []

    def pull(scale, inner):
        return ms.grad(lambda x: (net(x) * (inner() if inner else scale)).sum())(batch(0))

    def nested():
        found.append(pull(3.0, None).asnumpy())
        return 2.0

    outer = pull(1.0, nested).asnumpy()
    np.testing.assert_allclose(outer, pull(2.0, None).asnumpy(), rtol=1e-6)
    np.testing.assert_allclose(pull(3.0, None).asnumpy(), outer * 1.5, rtol=1e-6)


def test_threads_do_not_share_variables(graph_mode):
    net, wrong = Net(), []

    def work(scale):
        for _ in range(20):
            got = ms.grad(lambda x: (net(x) * scale).sum())(batch(0)).asnumpy()
            if not np.allclose(got, base * float(scale.asnumpy()), rtol=1e-5):
                wrong.append((scale, got))

    base = ms.grad(lambda x: net(x).sum())(batch(0)).asnumpy()
    threads = [threading.Thread(target=work, args=(Tensor(float(k)),)) for k in (1, 2, 3)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong
