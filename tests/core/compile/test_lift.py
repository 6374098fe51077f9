"""Stateful Python as pure functions: what is read goes in, what is written comes out."""

from __future__ import annotations

import functools

import jax
import numpy as np
import pytest

import msjax as ms
from msjax import nn
from msjax._core.base.errors import TraceBreak
from msjax._core.base.state import STATE
from msjax._core.compile.lift import Lifted, Run, reachable
from msjax._core.tensor.structure import take_apart


def lifted(function, *args, seeds=()):
    arrays = []
    structure = take_apart((args, {}), arrays, ms.Tensor._read)
    return Lifted(function, structure, arrays, list(seeds)), arrays


def test_a_run_keeps_effects_to_itself_until_they_are_replayed():
    total, run = ms.Tensor([1.0]), Run()

    def body():
        total.copy_(total + 5)
        return {"twice": total * 2}

    result, effects = run(body)
    assert total.asnumpy() == 1 and STATE.frame is None
    assert [float(a[0]) for a in result] == [12] and [float(a[0]) for a in effects] == [6]
    run.replay(effects)
    assert total.asnumpy() == 6


def test_a_run_may_see_other_contents_of_a_box():
    box, run = ms.Tensor([1.0]), Run()
    result, effects = run(lambda: box * 2, [(box, jax.numpy.asarray([5.0], "float32"))])
    assert float(result[0][0]) == 10 and effects == [] and box.asnumpy() == 1


class Counter(nn.Cell):
    def __init__(self):
        super().__init__()
        self.steps, self.last, self.seen = 0, None, []

    def construct(self, x, fail=False):
        self.steps += 1
        self.last = x * 2
        if fail:
            self.seen.append(1)
            raise KeyError("on purpose")
        return x


def test_attributes_of_cells_are_effects():
    net, run = Counter(), Run()
    result, effects = run(lambda: net(ms.Tensor([3.0])))
    assert (net.steps, net.last) == (0, None)
    assert float(result[0][0]) == 3 and float(effects[0][0]) == 6
    run.replay(effects)
    assert net.steps == 1 and net.last.asnumpy() == 6


def test_a_failed_run_leaves_cells_as_they_were():
    net = Counter()
    with pytest.raises(KeyError, match="on purpose"):
        Run()(lambda: net(ms.Tensor([3.0]), True))
    assert (net.steps, net.last, net.seen) == (0, None, []) and STATE.frame is None


def test_a_break_that_the_code_catches_still_ends_the_run():
    run = Run(captures=True)

    def body():
        try:
            raise run.frame.break_off("a value is needed")
        except TraceBreak:
            return None

    with pytest.raises(TraceBreak, match="a value is needed"):
        run(body)


def test_what_is_read_becomes_an_input():
    scale, unused = ms.Tensor([2.0]), ms.Tensor([1.0])
    made, arrays = lifted(lambda x: x * scale, ms.Tensor([3.0]), seeds=[unused])
    assert made.inputs == [scale]  # found by tracing; what is not read is left out
    assert float(made.fun(*arrays, np.float32([10]))[0][0]) == 30
    assert scale.asnumpy() == 2


def test_what_is_written_comes_out_after_the_result():
    total = ms.Tensor([1.0])

    def add(x):
        total.copy_(total + x)
        return total * 10

    made, arrays = lifted(add, ms.Tensor([3.0]))
    assert made.run.written == [total] and total.asnumpy() == 1
    result, effect = made.fun(*arrays, np.float32([4]))
    assert (float(result[0]), float(effect[0])) == (70, 7)


def test_arguments_that_are_written_are_told():
    def write(x, y):
        y.copy_(x)
        return x + 1

    made, arrays = lifted(write, ms.Tensor([3.0]), ms.Tensor([4.0]))
    assert made.arg_writes == [1]
    assert [float(a[0]) for a in made.fun(*arrays)] == [4, 3]


def test_a_changed_argument_list_breaks_the_trace():
    with pytest.raises(TraceBreak, match="a list or dict among the arguments is changed"):
        lifted(lambda found, x: found.append(x), [], ms.Tensor([3.0]))


GLOBAL = ms.Tensor([1.0])


def uses_global(x):
    return x + GLOBAL


def test_what_code_can_reach():
    net, held, default = Counter(), ms.Tensor([1.0]), ms.Tensor([2.0])
    net.last, net.weight = held, ms.Parameter(ms.Tensor([3.0]), name="w")
    cells = []

    def close(x, more=default):
        return uses_global(net(x)) + more

    found = reachable(functools.partial(close), cells=cells)
    for box in (held, default, net.weight, GLOBAL):
        assert any(box is f for f in found)
    assert cells == [net] and not any(f is ms.Tensor for f in found)
    base = ms.Tensor([[1.0, 2.0]])
    assert any(f is base for f in reachable(base[0]))


@pytest.mark.runs_eagerly
def test_what_breaks_a_trace_does_not_pass_through_jax(monkeypatch):
    passed, make = [], jax.make_jaxpr

    def watched(function):
        def call(*args):
            try:
                return make(function)(*args)
            except Exception as error:
                passed.append(error)
                raise

        return call

    monkeypatch.setattr(jax, "make_jaxpr", watched)
    assert ms.jit(lambda x: float(x.asnumpy()) + 1)(ms.Tensor(2.0)) == 3.0
    assert passed == []


def test_parameters_that_a_program_gave_attributes_are_returned_by_compiled_code():
    class Layer(nn.Cell):
        def __init__(self):
            super().__init__()
            self.bias = ms.Parameter(ms.Tensor([1.0, 2.0]), requires_grad=False)
            self.bias.output_dim = 0

        def construct(self, x):
            return x + self.bias, self.bias

    layer = Layer()
    calls = ms.jit(layer)
    out, bias = calls(ms.Tensor([1.0, 1.0]))
    assert out.tolist() == [2.0, 3.0]
    assert type(bias) is ms.Tensor
    assert bias.tolist() == [1.0, 2.0]
    assert layer.bias.output_dim == 0
