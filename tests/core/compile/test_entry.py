"""One executable of a compiled function: what it overwrites, which calls are its own, gradients."""

from __future__ import annotations

import gc
import weakref

import jax
import numpy as np
import pytest
from every_mode import in_graph_mode

import msjax as ms
from msjax import Parameter, Tensor, nn, ops
from msjax._core.compile.entry import Entry
from msjax._core.compile.jit import Compiled


def t(*values):
    return Tensor(np.array(values, np.float32))


@pytest.fixture
def made(monkeypatch):
    """The entries that are made."""
    found, init = [], Entry.__init__

    def noted(self, *args):
        init(self, *args)
        found.append(self)

    monkeypatch.setattr(Entry, "__init__", noted)
    return found


def test_what_is_read_and_written_is_overwritten(made):
    read, written = Parameter(t(2.0), name="r"), Parameter(t(1.0), name="w")

    @ms.jit
    def step(x):
        ops.assign_add(written, read * x)

    step(t(3.0))
    (entry,) = made
    assert entry.donated == [written] and entry.kept_arrays() == [read._data]
    assert written.tolist() == [7.0]


def test_what_takes_another_dtype_is_not_overwritten(made):
    held = nn.Cell()
    held.state = t(1.5)

    @ms.jit
    def step(x):
        held.state = (held.state + x).astype(ms.float16)
        return x

    step(t(1.0))
    assert made[0].donated == [] and held.state.dtype == ms.float16


HELD = Tensor(5.0)


@pytest.mark.parametrize(
    "compares",
    [
        lambda a, b: a * 2 if a is b else a * 3,
        lambda a, b: a * 2 if a is not b else a * 3,
        lambda a, b: a * 2 if id(a) == id(b) else a * 3,
        lambda a, b: a * 2 if any(v is b for v in [a, HELD]) else a * HELD,
        lambda a, b: a * 2 if HELD is b else a * HELD,
    ],
)
@pytest.mark.parametrize("mode", [ms.jit, in_graph_mode])
@pytest.mark.runs_eagerly
def test_one_tensor_given_twice_is_one_object(compares, mode):
    x, y, call = t(1.0), t(2.0), mode(compares)
    for given in ((x, y), (x, x), (y, x), (y, y), (x, HELD), (HELD, HELD), (x, y)):
        assert call(*given).item() == compares(*given).item()


class Holds(nn.Cell):
    def __init__(self):
        super().__init__()
        self.one = self.other = t(1.0, 2.0)
        self.several = [t(3.0), t(4.0)]

    def construct(self, x):
        if x is self.one:
            x = x * 10
        if any(x is v for v in self.several) or x is HELD:
            x = x * 7
        return x + 1 if self.one is self.other else x


def held(net, name):
    value = getattr(net, name)
    return value[-1] if isinstance(value, list) else value


@pytest.mark.parametrize("mode", [lambda net: ms.jit(lambda x: net(x)), in_graph_mode])
@pytest.mark.runs_eagerly
def test_an_argument_may_be_what_the_code_holds(mode):
    nets = Holds(), Holds()
    call = mode(nets[0])
    x = t(1.0, 2.0)
    for given in (x, "one", "several", HELD, t(3.0), x):
        pair = [held(net, given) if isinstance(given, str) else given for net in nets]
        assert call(pair[0]).tolist() == nets[1].construct(pair[1]).tolist()
    for change in (lambda net: net.one + 0, lambda net: net.one):  # they part and are one again
        for net in nets:
            net.other = change(net)
        assert call(x).tolist() == nets[1].construct(x).tolist()


def test_what_compares_no_objects_is_run_compiled(made):
    compiled = ms.jit(lambda a, b=None, c=int: a * 2 if b is None or c is int else a)
    x = t(1.0)
    compiled(x), compiled(x, x)
    assert len(made) == 2 and not any(entry.parts_arguments for entry in made)


def test_arguments_that_share_memory_overlap(made):
    held, x = Parameter(t(1.0, 2.0), name="p"), t(3.0, 4.0)
    ms.jit(lambda x, y: x * held + y)(x, t(0.0, 0.0))
    ms.jit(lambda x, y: x.add_(1) * held + y)(x, t(0.0, 0.0))
    for entry in made:
        assert not entry.overlap([x, t(3.0, 4.0), None])
        assert entry.overlap([held[1]])
    reads, writes = made
    assert not reads.overlap([x, x]) and not reads.overlap([x[0], x])
    assert writes.overlap([x, x]) and writes.overlap([x[0], x])


@pytest.mark.parametrize("mode", [ms.jit, in_graph_mode])
def test_a_step_takes_one_tensor_as_input_and_label(mode, monkeypatch):
    """As autoencoders are trained: what the step writes is its own."""
    nets = [nn.Dense(2, 2, weight_init="ones", bias_init="zeros") for _ in range(2)]
    losses = []
    for net, compiled in zip(nets, (False, True), strict=True):
        optimizer = nn.SGD(net.trainable_params(), 0.1)
        step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), optimizer)

        call = mode(lambda x, y, step=step: step(x, y)) if compiled else step
        x = Tensor([[1.0, 2.0]])
        if compiled:
            monkeypatch.setattr(Compiled, "_run_eagerly", None)
        losses.append([call(x, x).item() for _ in range(3)] + [call(x, x[:]).item()])
    np.testing.assert_allclose(*losses, rtol=1e-6)


def test_an_entry_is_valid_as_long_as_its_constants_are_what_they_were(made):
    net = nn.Cell()
    net.rate, net.tensors = 2.0, [1.0]
    run = ms.jit(lambda x: x * net.rate + net.tensors[0])
    run(t(1.0))
    (entry,) = made
    assert entry.valid()
    net.tensors.append(5.0)
    assert not entry.valid()
    net.tensors.pop()
    net.rate = 3.0
    assert not entry.valid() and "rate" in entry.difference


def test_donation_spares_arrays_that_others_hold():
    p = Parameter(t(1.0, 1.0), name="p")
    raw = p._data
    other = Tensor(raw)
    host = p.asnumpy()

    @ms.jit
    def step():
        ops.assign_add(p, t(1.0, 1.0))

    for _ in range(3):
        step()
    assert p.tolist() == [4.0, 4.0]
    assert np.asarray(raw).tolist() == other.tolist() == host.tolist() == [1.0, 1.0]


def test_argument_written_in_place():
    x = t(1.0, 2.0)

    @ms.jit
    def f(a):
        a[0] = 5.0
        return a + 1

    assert f(x).tolist() == [6.0, 3.0]
    assert x.tolist() == [5.0, 2.0]


def test_unwritten_arguments_stay_the_same_array():
    x = t(1.0, 2.0)
    data = x._data
    ms.jit(lambda a: a * 2)(x)
    assert x._data is data


def test_a_recorded_call_runs_its_forward_code_once():
    ran, w = [], Parameter(t(2.0, 3.0), name="w")

    @ms.jit
    def forward(x):
        jax.debug.callback(lambda: ran.append(1))
        return (ops.tanh(x * w) ** 2).sum(), x.argmax()

    def plain(x):
        return (ops.tanh(x * w) ** 2).sum()

    x = t(0.5, -1.0)
    (_, place), grad = ms.value_and_grad(forward, 0, None, has_aux=True)(x)
    jax.effects_barrier()
    assert len(ran) == 1
    assert place.dtype == ms.int64 and int(place) == 0
    np.testing.assert_allclose(grad.asnumpy(), ms.grad(plain)(x).asnumpy(), rtol=1e-6)
    second = ms.grad(lambda x: ms.grad(lambda y: forward(y)[0])(x).sum())(x)
    expected = ms.grad(lambda x: ms.grad(plain)(x).sum())(x)
    np.testing.assert_allclose(second.asnumpy(), expected.asnumpy(), rtol=1e-5)


class Keeps(nn.Cell):
    def __init__(self, held):
        super().__init__()
        self.state, self.other, self.held = t(1.0), t(2.0), held

    def construct(self, x):
        self.state = self.state + x
        if x > 0:
            return self.state * self.held[0] + self.other
        return self.state


def test_tensors_that_the_program_lets_go_are_freed():
    held = [t(3.0)]
    net = Keeps(held)
    call, x = ms.jit(net), t(1.0)[0]
    for _ in range(2):
        call(x)
    kept = [weakref.ref(v) for v in (net.state, net.other, held[0])]
    arrays = [weakref.ref(v()._data) for v in kept]
    net.state, net.other, held[0] = t(5.0), t(6.0), t(7.0)
    assert call(x).tolist() == [6 * 7 + 6]
    gc.collect()
    assert [r() for r in kept + arrays] == [None] * 6


def test_an_argument_that_is_what_a_replaced_tensor_was_replaced_by():
    w = Parameter(t(1.0, 2.0), name="w")
    net = Keeps([t(3.0)])

    @ms.jit
    def step(x):
        x[0] = x[0] + 1
        ops.assign_add(w, x)
        return net.other + x

    step(t(1.0, 2.0))
    net.other = t(5.0)
    step(t(1.0, 2.0))
    net.other = x = t(3.0, 4.0)
    assert step(x).tolist() == [8.0, 8.0] and x.tolist() == [4.0, 4.0]


class Steps(nn.Cell):
    """Counts in an integer weight, which trained code may use."""

    def __init__(self, kind):
        super().__init__()
        self.kind = kind
        self.w = Parameter(t(1.0, 2.0), name="w")
        self.step = Parameter(Tensor(0, ms.int32), name="step")

    def construct(self, x):
        self.step += 1
        if self.kind == "place":
            x = x[self.step % 2]
        if self.kind == "condition" and self.step > 2:
            x = x * 2
        if self.kind == "choice":
            x = ops.where(self.step * 2 > 4, x, x * 3)
        if self.kind == "factor":
            x = x * self.step
        return (self.w * x).sum()


IN_USE = pytest.param("factor", marks=pytest.mark.runs_eagerly)


@pytest.mark.parametrize("kind", ["count", "place", "condition", "choice", IN_USE])
def test_integer_weights_beside_trained_ones(kind):
    """They leave code compiled where nothing depends on them but by places and conditions."""

    def play(compiled):
        net = Steps(kind)
        forward = ms.jit(net) if compiled else net
        pull = ms.value_and_grad(forward, None, net.trainable_params())
        found = []
        for _ in range(4):
            loss, slopes = pull(t(3.0, 4.0))
            found.append((loss.tolist(), [(s.dtype, s.tolist()) for s in slopes], int(net.step)))
        return found

    assert play(True) == play(False)


class Twins(nn.Cell):
    def __init__(self):
        super().__init__()
        self.a = self.b = t(0.0)
        self.pair, self.held = (self.a, self.a), Holder()
        self.held.tensor = self.a

    def of_attributes(self, x):
        self.a = self.a + x
        return self.b * 1

    def of_a_pair(self, x):
        first, second = self.pair
        self.pair = (first + x, second)
        return second * 1

    def of_an_object(self, x):
        self.held.tensor = self.held.tensor + x
        return self.a * 1

    def of_a_global(self, x):
        self.a = self.a + x
        return SHARED * 1

    def on_one_way(self, x):
        if x.sum() > 0:
            self.a = x
        return self.b * 1


class Holder:
    pass


SHARED = None


@pytest.mark.parametrize("method", [n for n in vars(Twins) if n.startswith(("of_", "on_"))])
def test_one_tensor_at_two_places_that_part_later(method, made):
    global SHARED
    found = []
    for compile_ in (lambda f: f, ms.jit):
        cell = Twins()
        SHARED = cell.a
        call = compile_(getattr(cell, method))
        found.append([call(t(value)).tolist() for value in (1.0, -1.0, -2.0, 3.0)])
    assert found[0] == found[1] and len(made) <= 2


def test_two_tensors_that_become_one_and_are_written_in_place():
    class Parts(nn.Cell):
        def __init__(self):
            super().__init__()
            self.a, self.b = t(1.0), t(2.0)

        @ms.jit
        def construct(self, x):
            self.a[0] = x[0]
            return self.b * 1

    cell = Parts()
    assert cell(t(5.0)).tolist() == [2.0]
    cell.b = cell.a
    assert cell(t(6.0)).tolist() == [6.0]
    cell.b = t(7.0)
    assert cell(t(8.0)).tolist() == [7.0]
