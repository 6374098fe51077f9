"""Recomputation. The numbers are those of MindSpore 2.10."""

from __future__ import annotations

import jax
import numpy as np
import pytest

import msjax as ms
from msjax import nn
from msjax._core.op.publish import Array, Key, call, op


@op()
def noise(x: Array, *, key: Key) -> Array:
    return x * jax.random.uniform(key, x.shape)


def tensor(*values):
    return ms.Tensor(np.array(values, np.float32))


def close(value, *expected):
    np.testing.assert_allclose(value.asnumpy(), np.array(expected, np.float32), rtol=1e-6)


def modes(function):
    """The function eager and compiled."""
    return [function, ms.jit(function)]


class Counting(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = ms.Parameter(tensor(3, 4), name="w")
        type(self).calls = []  # not an attribute, whose changes compiled code would have to see

    def construct(self, x):
        self.calls.append(1)
        return x * x * self.w


@pytest.mark.parametrize("compiled", [False, True])
def test_recompute_gives_the_same_gradients(compiled):
    net = Counting()
    net.recompute()

    def grads(x):
        return ms.grad(net, 0, net.trainable_params())(x)

    gx, (gw,) = modes(grads)[compiled](tensor(1, 2))
    close(gx, 6, 16)
    close(gw, 1, 4)
    if not compiled:
        assert len(net.calls) == 2
    assert net.get_scope() == "recompute_" and net.get_flags() == {"output_recompute": False}


def test_options_of_recompute_are_bools():
    with pytest.raises(TypeError, match="output_recompute"):
        ms.nn.ReLU().recompute(output_recompute=1)


def test_recompute_second_derivative():
    net = Counting()
    net.recompute()
    close(ms.grad(lambda x: ms.grad(net)(x))(tensor(1, 2)), 6, 8)


def test_recompute_of_code_that_uses_other_tensors():
    other = tensor(5, 6)

    class Closure(nn.Cell):
        def construct(self, x):
            return x * self.outside

    net = Closure()
    net.recompute()

    def f(y):
        net.outside = y
        return net(tensor(1, 2)).sum()

    close(ms.grad(f)(other), 1, 2)


def test_recompute_repeats_random_numbers():
    class Noise(nn.Cell):
        def construct(self, x):
            return call(noise)(x)

    net = Noise()
    net.recompute()
    value, slope = ms.value_and_grad(lambda x: net(x).sum())(tensor(1, 1, 1))
    np.testing.assert_allclose(value.asnumpy(), slope.asnumpy().sum(), rtol=1e-6)


def test_recompute_takes_cells_and_functions():
    net = nn.Dense(2, 1, weight_init="ones")
    slope = ms.grad(lambda x: ms.recompute(net, x).sum())(tensor(1, 2).reshape(1, 2))
    close(slope, [1, 1])
    with pytest.raises(TypeError, match="inherited from Cell"):
        ms.recompute(lambda x: x, tensor(1))
    close(ms.grad(lambda x: ms.recompute(lambda y: y * y, x, use_reentrant=False))(tensor(3)), 6)
