"""Paths joined: what they share runs once, and what differs between two traces is found."""

from __future__ import annotations

import random

import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, ops
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
