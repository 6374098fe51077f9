"""Names of layers and operations in compiled code."""

import re

import jax
import numpy as np
import pytest

import msjax as ms
from msjax import nn, ops
from msjax._core.base import scopes


class Inner(nn.Cell):
    def __init__(self):
        super().__init__()
        self.layers = nn.SequentialCell(nn.Dense(2, 3), nn.ReLU())
        self.pair = nn.CellList([nn.Tanh(), nn.Dense(3, 2)])

    def construct(self, x):
        return self.pair[1](self.pair[0](self.layers(x)))


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.body = Inner()

    def construct(self, x):
        return ops.relu(self.body(x))


def names(function, *args):
    """The scopes in the module of a compiled function, each once."""
    text = jax.jit(function).lower(*args).compile().as_text()
    return set(re.findall(r'op_name="jit\([^)]*\)/([^"]*)/', text))


def traced(net, x):
    """What `jit` compiles for it, as a function of an array."""
    compiled = ms.jit(net)
    compiled(x)
    (entry,) = next(iter(compiled._cache.values()))
    boxes = [b._data for b in entry.donated], entry.kept_arrays()
    return names(lambda a: entry.fn(*boxes, [a]), x._data)


def test_layers_and_operations_are_named():
    found = traced(Net(), ms.Tensor(np.ones((4, 2), np.float32)))
    assert any(name.endswith("Net/body/layers/0/Dense") for name in found)
    assert any(name.endswith("Net/body/pair.0/Tanh") for name in found)
    assert any(name.endswith("Net/body/pair.1/Dense") for name in found)
    assert any(name.endswith("Net/ReLU") for name in found)
    assert scopes._PLACE.paths == {}


def test_graph_mode_and_gradients_have_the_same_names():
    net, x = Net(), ms.Tensor(np.ones((4, 2), np.float32))

    def loss(x):
        return net(x).sum()

    found = traced(ms.grad(loss), x)
    assert any("transpose(jvp(Net))/body/pair.1/Dense" in name for name in found)


def test_an_error_leaves_no_scope_behind():
    class Wrong(Net):
        def construct(self, x):
            return self.body(x) + ops.ones((7, 7))

    with pytest.raises(ValueError):
        ms.jit(Wrong())(ms.Tensor(np.ones((4, 2), np.float32)))
    assert scopes._PLACE.paths == {}


def test_names_compile_nothing_anew():
    """Two Cells of one kind at other places share the executables of operations."""
    net, x = Net(), ms.Tensor(np.ones((4, 2), np.float32))
    net(x)
    before = ops.relu(x).asnumpy()
    compiled = ms.jit(net)
    first = compiled(x).asnumpy()
    second = compiled(x).asnumpy()
    assert (first == second).all() and len(compiled._cache) == 1
    assert (ops.relu(x).asnumpy() == before).all()
