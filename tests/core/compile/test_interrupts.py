"""Interrupts at random instants: compiled code changes everything it writes, or nothing."""

from __future__ import annotations

import signal
import time

import numpy as np
import pytest

import msjax as ms
from msjax import nn, ops

# An interrupt may also come while the garbage collector runs its callbacks, which drop exceptions.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


class Interrupt(BaseException):
    pass


@pytest.fixture
def interrupted():
    """Runs a call that is interrupted after some seconds; True if it was."""

    def stop(number, frame):
        raise Interrupt

    def run(call, seconds):
        try:
            try:
                signal.setitimer(signal.ITIMER_REAL, seconds)
                call()
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
        except Interrupt:
            return True
        return False

    previous = signal.signal(signal.SIGALRM, stop)
    yield run
    signal.signal(signal.SIGALRM, previous)


class Counters(nn.Cell):
    """Parameters that all count the calls, with some work in between."""

    def __init__(self, keeps_attribute=False):
        super().__init__()
        self.counts = ms.ParameterTuple(
            [ms.Parameter(ms.Tensor(np.zeros(n, np.float32)), name=f"c{n}") for n in (1, 7, 500)]
        )
        self.keeps_attribute, self.last = keeps_attribute, None

    def construct(self, x):
        for count in self.counts:
            ops.assign_add(count, ops.ones_like(count) + 0 * ops.sum(x))
        if self.keeps_attribute:
            self.last = x * 2
        return ops.matmul(x, x)


def values(net):
    return {float(v) for p in net.counts for v in p.asnumpy()}


@pytest.mark.parametrize("keeps_attribute", [False, True])
def test_all_or_nothing(interrupted, keeps_attribute):
    net = Counters(keeps_attribute)
    run, x = ms.jit(net), ops.ones((150, 150))
    for _ in range(3):
        run(x)
    start = time.perf_counter()
    for _ in range(20):
        run(x)
    once = (time.perf_counter() - start) / 20
    rng, hits = np.random.default_rng(0), 0
    for _ in range(500):
        hits += interrupted(lambda: [run(x) for _ in range(4)], rng.uniform(1e-6, 4 * once))
        assert len(values(net)) == 1
    assert hits > 30  # the test meets what it is about, on a busy machine too


def test_first_calls(interrupted):
    rng, hits = np.random.default_rng(1), 0
    x = ops.ones((20, 20))
    ms.jit(Counters())(x)
    start = time.perf_counter()
    ms.jit(Counters())(x)
    once = time.perf_counter() - start
    for _ in range(15):
        net = Counters()
        run = ms.jit(net)
        hits += interrupted(lambda run=run: [run(x), run(x)], rng.uniform(0.05, 1) * once)
        assert len(values(net)) == 1
        run(x)
        assert len(values(net)) == 1
    assert hits > 3


def test_training_step(interrupted):
    net = nn.SequentialCell(nn.Dense(30, 40), nn.ReLU(), nn.Dense(40, 3))
    optimizer, loss = nn.Adam(net.trainable_params()), nn.CrossEntropyLoss()
    gradient = ms.value_and_grad(lambda x, y: loss(net(x), y), None, optimizer.parameters)

    @ms.jit
    def step(x, y):
        value, grads = gradient(x, y)
        optimizer(grads)
        return value

    x, y = ops.ones((8, 30)), ms.Tensor([0, 1, 2, 0, 1, 2, 0, 1], ms.int32)
    for _ in range(3):
        step(x, y)
    rng = np.random.default_rng(2)
    for _ in range(300):
        interrupted(lambda: [step(x, y) for _ in range(3)], rng.uniform(1e-6, 2e-3))
        assert all(np.isfinite(p.asnumpy()).all() for p in optimizer.get_parameters())
    assert np.isfinite(step(x, y).asnumpy())


def test_handlers_are_as_before(interrupted):
    before = signal.getsignal(signal.SIGALRM)
    net = Counters()
    ms.jit(net)(ops.ones((3, 3)))
    assert signal.getsignal(signal.SIGALRM) is before
