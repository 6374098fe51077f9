"""Paths joined: what they share runs once, and what differs between two traces is found."""

from __future__ import annotations

import random

import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, nn, ops
from msjax._core.compile.merge import same_constant


def t(*values):
    return Tensor(np.array(values, np.float32))


def branches(f):
    """The numbers of equations of the compiled function, and of those inside its branches."""
    ((entry,),) = f._cache.values()
    arrays = [b._value for b in entry.inputs]
    import jax

    jaxpr = jax.make_jaxpr(entry.node_exec.flat)(t(1.0, 2.0)._value, *arrays).jaxpr
    inner = [
        len(branch.jaxpr.eqns)
        for eqn in jaxpr.eqns
        if eqn.primitive.name == "cond"
        for branch in eqn.params["branches"]
    ]
    return [e.primitive.name for e in jaxpr.eqns].count("cond"), inner


def test_what_paths_share_stands_before_the_condition():
    @ms.jit
    def f(x):
        y = ops.sin(ops.cos(ops.tanh(x)))
        if y.sum() > 0:
            return y * 2
        return y

    f(t(1.0, 2.0))
    count, inner = branches(f)
    assert count == 1 and max(inner) <= 3


@pytest.mark.parametrize("parts", [(1, 1), ("a", "a"), (None, None), (0.5, 0.5)])
def test_same_constants(parts):
    assert same_constant(list(parts))


@pytest.mark.parametrize("parts", [(1, True), (0.0, -0.0), (1, 1.0), ("a", "b"), (None, 0)])
def test_other_constants(parts):
    assert not same_constant(list(parts))


@pytest.mark.runs_eagerly
def test_code_that_differs_between_traces_runs_eagerly(caplog):
    source = random.SystemRandom()
    f = ms.jit(lambda x: x * source.random() if (x * source.random()).sum() > 0 else -x)
    f(t(1.0, 2.0))
    assert "something else each time it is traced" in caplog.text


class Kept:
    def __init__(self):
        self.flag, self.last, self.place = False, None, 0


class KeepsAttributes(nn.Cell):
    """Attributes that some ways assign, and that no code reads."""

    def __init__(self):
        super().__init__()
        self.flag, self.last, self.count, self.buffer = False, None, 0, Tensor([0.0])
        self.other, self.held = 0, Kept()

    def construct(self, x):
        if x.sum() > 0:
            self.flag, self.last, self.count, self.buffer = True, x * 2, 7, x * 3
            self.held.flag, self.held.last, self.held.place = True, x * 4, 5
        else:
            self.other = x.sum()
            self.held.place = 3
        return x

    def state(self):
        held = [
            self.flag,
            self.last,
            self.count,
            self.buffer,
            self.other,
            *vars(self.held).values(),
        ]
        return [str(v) for v in held]


class KeepsAttributesInLoops(nn.Cell):
    def __init__(self):
        super().__init__()
        self.count, self.half, self.flag = 0, 0.0, False

    def construct(self, x):
        i = 0
        while x.sum() < 10 and i < 4:
            self.count = 3
            if x.sum() > 2:
                self.flag = True
            self.half = 0.5
            x, i = x + 2, i + 1
        return x

    def state(self):
        return [self.count, self.half, self.flag]


class KeepsAttributesInStatements(nn.Cell):
    def __init__(self):
        super().__init__()
        self.count, self.held = 0, Kept()

    def construct(self, x):
        for i in range(3):
            if x.sum() > i * 3:
                self.count, self.held.place = i, i + 1
        return x + 1 if x.max() > 0 else x

    def state(self):
        return [self.count, self.held.place]


@pytest.mark.parametrize(
    "kind", [KeepsAttributes, KeepsAttributesInLoops, KeepsAttributesInStatements]
)
def test_ways_that_leave_attributes_alone_leave_what_they_hold_now(kind):
    eager, net = kind(), kind()
    compiled = ms.jit(net)
    for value in (1.0, -1.0, 20.0, -2.0, 3.0, -1.0, 20.0):
        for call in (eager, compiled):
            call(t(value))
        assert net.state() == eager.state()
