"""Many Cells with a condition each: paths are joined at the Cells, so that code grows linearly."""

from __future__ import annotations

import threading

import jax
import numpy as np
import pytest

import msjax as ms
from msjax import Parameter, Tensor, nn, ops
from tests import every_mode
from tests.every_mode import plain


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


class Sum(nn.Cell):
    """Adds up what it is given, as far as that is positive."""

    def __init__(self):
        super().__init__()
        self.total, self.p, self.n = Tensor([0.0, 0.0]), Parameter(Tensor([1.0, 1.0]), name="p"), 0

    def construct(self, x):
        if x.sum() > 0:
            self.total, self.n = self.total + x, self.n + 1
        else:
            self.total = self.total * 0.5
        ops.assign_add(self.p, x * 0.1)
        return self.total * self.p


def in_a_row(x):
    total = Sum()
    return total(total(total(total(x) - 1) * 2) - 3), total.n


def in_rounds(x):
    total = Sum()
    while x.sum() < 9 and total.n < 4:
        x = total(x) + Sum()(x + 1)
    return x, total.total


def on_both_ways(x):
    total = Sum()
    if x.sum() > 3:
        x = total(x)
    else:
        total = nn.SequentialCell(Sum(), total)
    return total(x)


@pytest.mark.parametrize("function", [in_a_row, in_rounds, on_both_ways])
def test_cells_made_in_compiled_code_keep_to_it(function):
    compiled = ms.jit(function, fullgraph=True)
    for values in ([1.0, 2.0], [-1.0, -2.0], [5.0, 5.0], [1.0, 3.0]):
        x = Tensor(values)
        every_mode.agree(plain(compiled(x)), plain(function(x)))
        gradients = [ms.grad(lambda x, f=f: f(x)[0].sum())(x) for f in (function, compiled)]
        every_mode.agree(plain(gradients[1]), plain(gradients[0]))


@pytest.mark.runs_eagerly
def test_cells_made_in_compiled_code_that_leave_it():
    class Holder(nn.Cell):
        def construct(self, x):
            self.held = Sum()
            return self.held(x)

    for compiled in (False, True):
        net = Holder()
        run = ms.jit(net) if compiled else net
        for values, total in (([1.0, 2.0], [1.0, 2.0]), ([-1.0, -2.0], [0.0, 0.0])):
            run(Tensor(values))
            assert net.held.total.tolist() == total and net.held.n == (total[0] > 0)
