"""Statements that are traced on their own; `test_control_flow` has programs."""

from __future__ import annotations

import numpy as np
import pytest

import msjax as ms
from msjax import Parameter, Tensor, nn, ops
from msjax._core.compile.blocks import run_block
from msjax._core.compile.variables import RETURNED


def t(*values):
    return Tensor(np.array(values, np.float32))


def test_statements_outside_traces_are_python_statements():
    seen = []
    assert run_block(lambda: seen.append(1), ()) == 0 and seen == [1]
    assert run_block(lambda: RETURNED, ()) == RETURNED


class Net(nn.Cell):
    """Eight conditions one after the other, with effects of every kind."""

    def __init__(self):
        super().__init__()
        self.p = Parameter(t(0.5, 1.0), name="p")
        self.last, self.count, self.kept = t(0.0, 0.0), 0, None

    def construct(self, x):
        found, table, total = [x, x], {"n": 0}, None
        for k in range(8):
            if x.sum() > k:
                self.p += x * 0.1
                found[0] = found[0] + k
                table["n"] += 1
                total = x if total is None else total + x
            else:
                self.last = self.last + x
                self.count += 1
                self.kept = x
            assert x.sum() < 100, "large"
            x = x - 0.25 if x.max() > 1 else x + ops.rand(2) * 0.125
        return x, found, table, 0 if total is None else total


def played(make):
    net, found = Net(), []
    ms.set_seed(4)
    run = make(net)
    for v in (2.0, -1.0, 0.5, 60.0):
        try:
            found.append(run(t(v, 1.0)))
        except AssertionError as error:
            found.append(str(error))
    found += [net.p.value(), net.last, net.count, net.kept, ops.rand(1)]
    return [ms.ops.stack(v).tolist() if isinstance(v, list) else str(v) for v in found]


@pytest.mark.runs_eagerly
def test_effects_of_many_conditions():
    assert played(ms.jit) == played(lambda net: net)


def test_gradients_through_many_conditions():
    def f(x):
        for k in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6):
            if x.sum() > k:
                x = x * x + k
            elif x.max() > k:
                x = x * 2
        return (x * t(1.0, 3.0)).sum()

    for x in (t(0.2, 0.1), t(-0.5, 0.4), t(1.0, 1.5)):
        want = ms.grad(f)(x).tolist()
        np.testing.assert_allclose(ms.jit(ms.grad(f), fullgraph=True)(x).asnumpy(), want, 1e-5)
        np.testing.assert_allclose(ms.grad(ms.jit(f, fullgraph=True))(x).asnumpy(), want, 1e-5)


def test_a_statement_that_raises_runs_eagerly_when_it_is_met():
    def f(x):
        for k in range(7):
            if x.sum() > 10 + k:
                raise KeyError(k)
            x = x * 1.5 if x.sum() > 1 else x + 1
        return x

    compiled = ms.jit(f, fullgraph=True)
    assert compiled(t(0.0, -9.0)).tolist() == f(t(0.0, -9.0)).tolist()
    for run in (f, compiled):
        with pytest.raises(KeyError, match="3"):
            run(t(3.0, 2.0))


@pytest.mark.runs_eagerly
def test_a_list_with_two_names():
    def f(x):
        a = [x, x * 2]
        b = a
        for k in range(6):
            if x.sum() > k:
                a = [a[0] + 1, a[1]]
            else:
                a[1] = a[1] - 1
        a[0] = x * 5
        return a, b

    for x in (t(0.5, -2.0), t(1.0, 2.0)):
        got, want = ms.jit(f)(x), f(x)
        assert [[v.tolist() for v in part] for part in got] == [
            [v.tolist() for v in part] for part in want
        ]


@pytest.mark.runs_eagerly
def test_a_number_of_one_path_promotes_as_one():
    def f(x, h):
        found = []
        for i in range(6):
            y = 0.5 if x[i] > 1 else x[i]
            found.append(y * h)
        return found

    x = Tensor(np.array([2, 0, 2, 0.25, 2, 0.5], np.float16))
    want = f(x, Tensor([1, 2]))
    got = ms.jit(f)(x, Tensor([1, 2]))
    assert [(v.dtype, v.tolist()) for v in got] == [(v.dtype, v.tolist()) for v in want]
