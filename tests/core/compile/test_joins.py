"""Many Cells with a condition each: paths are joined at the Cells, so that code grows linearly."""

from __future__ import annotations

import threading

import jax
import numpy as np
import pytest

import msjax as ms
from msjax import Parameter, Tensor, nn, ops


class Layer(nn.Cell):
    """A layer with a condition, which also writes a Parameter and draws random numbers."""

    def __init__(self, i):
        super().__init__()
        self.w = Parameter(Tensor(np.full(3, 0.3 + 0.1 * (i % 3), np.float32)), name="w")
        self.count = Parameter(Tensor(0, ms.int32), name="count", requires_grad=False)
        self.last = Tensor(np.zeros(3, np.float32))

    def construct(self, x):
        if (x * self.w).sum() > 0:
            ops.assign_add(self.count, Tensor(1, ms.int32))
            self.last = x
            return x - self.w
        return x * 0.5 + ops.rand(3)


class Stack(nn.Cell):
    def __init__(self, depth):
        super().__init__()
        self.layers = nn.CellList([Layer(i) for i in range(depth)])

    def construct(self, x):
        for layer in self.layers:
            x = layer(x)
        return x.sum()


X = Tensor(np.array([0.5, -1.0, 2.0], np.float32))


def play(depth, make):
    net = Stack(depth)
    ms.set_seed(9)
    run = make(net)
    found = [run(X * v) for v in (1.0, -1.0, 0.3)]
    found = [np.asarray(r.asnumpy()) for r in found]
    found += [p.asnumpy() for p in net.get_parameters()]
    return [*found, *(c.last.asnumpy() for c in net.layers), ops.rand(1).asnumpy()]


def agree(got, want):
    for g, w in zip(got, want, strict=True):
        np.testing.assert_allclose(g, w, rtol=1e-5, atol=1e-6)
        assert g.dtype == w.dtype


@pytest.mark.parametrize("depth", [7, pytest.param(24, marks=pytest.mark.sweep)])
def test_values_and_effects_of_many_conditions(depth):
    agree(play(depth, ms.jit), play(depth, lambda net: net))


def test_an_idle_thread_changes_nothing():
    idle = threading.Event()
    thread = threading.Thread(target=idle.wait)
    thread.start()
    try:
        agree(play(7, ms.jit), play(7, lambda net: net))
        agree(play(1, ms.jit), play(1, lambda net: net))
    finally:
        idle.set()
        thread.join()


@pytest.mark.sweep
@pytest.mark.parametrize("outside", [False, True])
def test_gradients_of_eight_conditions(outside):
    def gradients(compiled):
        net = Stack(8)
        ms.set_seed(2)
        run = ms.jit(net) if compiled and outside else net
        pull = ms.value_and_grad(run, 0, net.trainable_params())
        pull = ms.jit(pull) if compiled and not outside else pull
        value, (by_x, by_w) = pull(X)
        return [value.asnumpy(), by_x.asnumpy(), *(g.asnumpy() for g in by_w)]

    agree(gradients(True), gradients(False))


def size(depth):
    """Equations of the compiled function, those in branches included."""
    net = ms.jit(Stack(depth))
    net(X)
    ((entry,),) = net._cache.values()
    given = [X._value, *(b._value for b in entry.inputs)]
    with jax.numpy_dtype_promotion("standard"):
        closed = jax.make_jaxpr(entry.node_exec.flat)(*given)
    return str(closed).count(" = ")


def test_code_grows_linearly():
    small, large = size(6), size(12)
    assert large < 2.5 * small
