"""Custom derivatives. The numbers and error classes are those of MindSpore 2.10."""

from __future__ import annotations

import jax
import numpy as np
import pytest

import msjax as ms
from msjax import nn
from tests import every_mode

ONES = ms.Tensor(np.ones((3, 2), np.float32))


def tensor(*values):
    return ms.Tensor(np.array(values, np.float32))


def close(value, *expected):
    np.testing.assert_allclose(value.asnumpy(), np.array(expected, np.float32), rtol=1e-6)


class Scale(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = ms.Parameter(tensor(3, 4), name="w")

    def construct(self, x, y=2.0):
        return x * self.w * y


def modes(function):
    """The function eager and compiled."""
    return [function, ms.jit(function)]


class Custom(nn.Cell):
    def __init__(self, rule):
        super().__init__()
        self.w = ms.Parameter(tensor(3, 4), name="w")
        self.rule = rule

    def construct(self, x, y):
        return x * self.w + y

    def bprop(self, x, y, out, dout):
        return self.rule(x, y, out, dout)


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (lambda x, y, o, d: (d * 10, d * 20), ((10, 10), (20, 20))),
        (lambda x, y, o, d: (d * 10, x), ((10, 10), (1, 2))),
        (lambda x, y, o, d: ((d * 10, o), (d * 30,)), ((10, 10), (8, 14))),
        (lambda x, y, o, d: (d * 10, d, d), ((10, 10), (1, 1))),
        (lambda x, y, o, d: (None, d), ((0, 0), (1, 1))),
        (lambda x, y, o, d: (ONES, ms.Tensor([1, 1])), ((3, 3), (1, 1))),
    ],
)
def test_bprop(rule, expected, compiled):
    net = Custom(rule)

    def grads(x, y):
        return ms.grad(net, (0, 1), net.trainable_params())(x, y)

    (gx, gy), (gw,) = modes(grads)[compiled](tensor(1, 2), tensor(5, 6))
    close(gx, *expected[0])
    close(gy, *expected[1])
    close(gw, 0, 0)
    close(net(tensor(1, 2), tensor(5, 6)), 8, 14)


@pytest.mark.parametrize(
    ("rule", "error"),
    [
        (lambda *_: None, TypeError),
        (lambda x, y, o, d: (d,), RuntimeError),
        (lambda x, y, o, d: d, RuntimeError),
        (lambda x, y, o, d: (1, d), RuntimeError),
        (lambda x, y, o, d: (ms.Tensor(np.ones((3, 3), np.float32)), d), RuntimeError),
    ],
)
def test_bad_bprop(rule, error):
    with pytest.raises(error):
        ms.grad(Custom(rule), (0, 1))(tensor(1, 2), tensor(5, 6))


@pytest.mark.runs_eagerly  # the error shows what was returned
@pytest.mark.parametrize("rule", [lambda gradient: [gradient * 3], lambda gradient: gradient * 3])
def test_bprop_that_returns_no_tuple(rule):
    """PyNative takes it, as MindSpore's; compiled code refuses it, GRAPH_MODE too."""

    class Net(nn.Cell):
        def construct(self, x):
            return x * 2

        def bprop(self, x, out, dout):
            return rule(dout)

    slope = ms.grad(lambda x: Net()(x))
    close(slope(tensor(1, 2)), 3, 3)
    text = r"output should be a tuple, but got .* from 'Net\.bprop'"
    with pytest.raises(TypeError, match=text):
        ms.jit(slope)(tensor(1, 2))
    with every_mode.graph_mode(), pytest.raises(TypeError, match=text):
        slope(tensor(1, 2))


class Several(nn.Cell):
    def construct(self, x, n=2.0, flag=True):
        return x * n, x + n

    def bprop(self, x, n, flag, out, dout):
        assert isinstance(n, float) and isinstance(flag, bool)
        return dout[0] * 5 + dout[1] * n, 0.0, 0


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda x: Several()(x), 7),
        (lambda x: Several()(x, 3.0)[1], 3),
        (lambda x: Several()(x, flag=False)[1], 2),
    ],
)
def test_bprop_with_numbers_and_two_outputs(call, expected, compiled):
    close(modes(lambda x: ms.grad(call)(x))[compiled](tensor(1, 2)), expected, expected)


class OfTuple(nn.Cell):
    def construct(self, pair):
        return pair[0] * pair[1]

    def bprop(self, pair, out, dout):
        return ((dout * 5, dout * pair[1]),)


def test_bprop_of_a_tuple():
    ga, gb = ms.grad(lambda a, b: OfTuple()((a, b)), (0, 1))(tensor(1), tensor(3))
    close(ga, 5)
    close(gb, 3)


class Cube(nn.Cell):
    def construct(self, x):
        return x * x

    def bprop(self, x, out, dout):
        return (x * x * x * dout,)


@pytest.mark.parametrize("compiled", [False, True])
def test_bprop_is_differentiated_too(compiled):
    net = Cube()
    close(modes(lambda x: ms.grad(net)(x))[compiled](tensor(2)), 8)
    close(modes(lambda x: ms.grad(ms.grad(net))(x))[compiled](tensor(2)), 12)


def test_bprop_under_bare_jax():
    net = Cube()
    slope = jax.grad(lambda x: net(ms.Tensor(x)).sum().__jax_array__())(np.float32(2))
    assert float(slope) == 8


def test_forward_hooks_are_refused_with_bprop():
    net = Cube()
    handle = net.register_forward_hook(lambda c, i, o: o * 2)
    close(net(tensor(2)), 4)
    handle.remove()


class Given(nn.Cell):
    """A Cell whose `bprop` returns what a test gives."""

    def __init__(self, given, used=None):
        super().__init__()
        self.given = given
        self.seen = []
        if used is not None:
            self.used_bprop_inputs = used

    def construct(self, x, y):
        return x * y, 3, None

    def bprop(self, *args):
        self.seen.append(args)
        return self.given


@pytest.mark.parametrize(
    "given, error, text",
    [
        ((tensor(1, 1),), TypeError, "which is: 2, but got:1"),
        ((tensor(1, 1), tensor(1)), ValueError, r"the same shape as the 1th .*\(2,\), but got: \("),
        ((tensor(1, 1), tensor(1, 1).half()), TypeError, "the same dtype as the 1th argument"),
        ((tensor(1, 1), 2), TypeError, "1th return value"),
        ((tensor(1, 1), tensor(2, 2)), None, ""),
    ],
)
def test_check_bprop(given, error, text):
    gradient = ms.grad(lambda x, y: Given(given)(x, y)[0], (0, 1))
    ms.set_context(check_bprop=True)
    try:
        if error is None:
            close(gradient(tensor(1, 2), tensor(3, 4))[1], 2, 2)
        else:
            with pytest.raises(error, match=text):
                gradient(tensor(1, 2), tensor(3, 4))
    finally:
        ms.set_context(check_bprop=False)


def test_gradients_given_to_bprop_are_those_of_tensors():
    net = Given((tensor(1, 1), None))
    ms.grad(lambda x, y: net(x, y)[0] * 5)(tensor(1, 2), tensor(3, 4))
    ((_, _, out, dout),) = net.seen
    assert out[1:] == (3, None)
    close(dout, 5, 5)


def test_used_bprop_inputs():
    net = Given((tensor(1, 1), None), used=[1])
    ms.grad(lambda x, y: net(x, y)[0])(tensor(1, 2), tensor(3, 4))
    ((x, y, out, dout),) = net.seen
    assert x is None and out is None
    close(y, 3, 4)
    close(dout, 1, 1)
    with pytest.raises(RuntimeError, match="tuple or list"):
        ms.grad(lambda x: Given((x, x), used=3)(x, x)[0])(tensor(1))


def test_bprop_with_gradients_of_its_weights():
    class Own(Scale):
        def __init__(self):
            super().__init__()
            self.internal_params = [self.w]

        def bprop(self, x, y, out, dout):
            return (dout, None), {self.w: x * dout * 10}

    net = Own()
    for wrap in (lambda f: f, ms.jit):
        by_input, by_weight = wrap(ms.grad(net, 0, [net.w]))(tensor(5, 6), 2.0)
        close(by_input, 1, 1)
        close(by_weight[0], 50, 60)


def test_a_class_may_be_given_its_bprop_before_instances_are_made():
    class Square(nn.Cell):
        def construct(self, x):
            return x * x

    before = Square()
    Square.bprop = lambda self, x, out, dout: (x * 100,)
    after = Square()
    assert (before.has_bprop, after.has_bprop) == (False, True)
    for gradient in modes(lambda x: ms.grad(after)(x) + ms.grad(before)(x)):
        close(gradient(tensor(1, 2)), 102, 204)
