"""Backward walks of graphs that come again and again: one executable, the same gradients."""

from __future__ import annotations

import numpy as np
import pytest

import msjax as ms
from msjax import Parameter, Tensor, nn, ops
from msjax._core.gradient import fused

X = np.array([[1.0, -2.0], [0.5, 3.0]], np.float32)


def parameter(name, values=((1.0, 2.0), (3.0, -1.0))):
    return Parameter(Tensor(np.array(values, np.float32)), name=name)


W, V, UNUSED, COUNT = parameter("w"), parameter("v"), parameter("u"), Parameter(3, name="n")


def walks():
    return {k for k, v in fused._seen.items() if isinstance(v, fused._Walk)}


def shared(x):
    h = ops.relu(ops.matmul(x, W) + x)
    return (ops.matmul(h, W) * h).sum()


def several_outputs(x):
    low, high = ops.split(ops.matmul(x, W) * V, 1, axis=1)
    return low.sum(), (high * x[:, :1]).sum()


def scalars(x):
    return ((x * 2 + 1.5) ** 2 * W * COUNT).mean()


def the_weight_itself(x):
    return W


def unrelated(x):
    return x.sum()


@pytest.mark.parametrize(
    "fn", [shared, several_outputs, scalars, the_weight_itself, unrelated], ids=lambda f: f.__name__
)
def test_gradients_stay_what_they_were(fn):
    gradient = ms.value_and_grad(fn, 0, [W, UNUSED, V, COUNT, W])
    x = Tensor(X)
    for round_ in range(fused._SIGHTS + 3):
        out, (by_input, by_weight) = gradient(x)
        found = [g.asnumpy() for g in (by_input, *by_weight)]
        if round_ == 0:
            first = found
        for a, b in zip(found, first, strict=True):
            assert a.dtype == b.dtype
            np.testing.assert_allclose(a, b, rtol=1e-6)


def test_the_walk_is_compiled_for_graphs_seen_often():
    gradient = ms.value_and_grad(shared, None, [W])
    before = walks()
    for _ in range(fused._SIGHTS + 1):
        gradient(Tensor(X[:1]))
    after = walks()
    assert len(after - before) == 1
    for rows in (3, 4, 5):  # other shapes are other graphs: nothing is compiled for them
        gradient(Tensor(np.ones((rows, 2), np.float32)))
    assert walks() <= after


def test_values_change_where_the_graph_does_not():
    gradient = ms.value_and_grad(lambda x, k: (x * x * k).sum())
    for i in range(fused._SIGHTS + 4):
        value, found = gradient(Tensor(X * i), 0.5 * i)
        np.testing.assert_allclose(found.asnumpy(), X * i * i, rtol=1e-6)


def test_other_paths_through_the_code():
    def branches(x):
        y = ops.tanh(x)
        return (y * W).sum() if float(x.sum()) > 0 else (y * y * W).sum()

    gradient = ms.grad(branches)
    for i in range(2 * fused._SIGHTS + 4):
        x = X if i % 2 else -X
        y = np.tanh(x)
        slope = W.asnumpy() * (1 - y * y)
        expected = slope if i % 2 else slope * 2 * y
        np.testing.assert_allclose(gradient(Tensor(x)).asnumpy(), expected, rtol=1e-4)


def test_hooks_and_large_graphs_are_walked(monkeypatch):
    seen = []

    def hooked(x):
        y = x * 2
        y.register_hook(lambda g: seen.append(1))
        return (y * x).sum()

    for _ in range(fused._SIGHTS + 2):
        ms.grad(hooked)(Tensor(X))
    assert len(seen) == fused._SIGHTS + 2
    monkeypatch.setattr(fused, "_MOST_ELEMENTS", 1)
    net = nn.Dense(2, 3)
    gradient = ms.value_and_grad(lambda x: net(x).sum(), None, net.trainable_params())
    found = [gradient(Tensor(X))[1] for _ in range(fused._SIGHTS + 2)]
    np.testing.assert_array_equal(found[0][0].asnumpy(), found[-1][0].asnumpy())


def penalty(x):
    return (ms.grad(lambda a: ops.tanh(ops.matmul(a, W) * V).sum())(x) ** 2).sum()


def second(x):
    return (ms.grad(lambda a: (a**3 * W).sum())(x) * V).sum()


def inner_by_weight(x):
    of_weight = ms.grad(lambda a: (ops.matmul(a, W) ** 2).sum(), None, [W])
    return (of_weight(x * x)[0] * x).sum()


def two_inputs_that_depend(x):
    y = ops.sin(x)
    gx, gy = ms.grad(lambda a, b: (a * a * b * W).sum(), (0, 1))(x, y)
    return (gx * gy).sum()


def third(x):
    def slope(a):
        return (ms.grad(lambda b: (b**4 * W).sum())(a) * V).sum()

    return (ms.grad(slope)(x) * x).sum()


def with_sensitivities(x):
    pull = ops.GradOperation(sens_param=True)(lambda a: ops.exp(a * V))
    return (pull(x, x * W) * W).sum()


@pytest.mark.parametrize(
    "fn",
    [penalty, second, inner_by_weight, two_inputs_that_depend, third, with_sensitivities],
    ids=lambda f: f.__name__,
)
def test_walks_of_walks(fn):
    gradient = ms.value_and_grad(fn, 0, [W, UNUSED, V])
    before, first = walks(), []
    for i in range(3 * fused._SIGHTS):
        x = Tensor(X * (1 + i % 3 / 4))
        out, (by_input, by_weight) = gradient(x)
        found = [g.asnumpy() for g in (out, by_input, *by_weight)]
        if i < 3:
            first.append(found)
        for a, b in zip(found, first[i % 3], strict=True):
            assert a.dtype == b.dtype
            np.testing.assert_allclose(a, b, rtol=2e-5, atol=1e-6)
    assert len(walks() - before) >= 2  # the inner walk, and that of the whole
    traced = ms.jit(gradient)(Tensor(X))
    for a, b in zip((traced[0], traced[1][0], *traced[1][1]), first[0], strict=True):
        np.testing.assert_allclose(a.asnumpy(), b, rtol=2e-5, atol=1e-6)
