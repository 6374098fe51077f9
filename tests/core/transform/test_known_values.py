"""Values that transformed code may look at: what is not mapped, and all of it in derivatives."""

from __future__ import annotations

import numpy as np
import pytest
from every_mode import check, graph_mode

import msjax as ms
from msjax import nn, ops

pytestmark = pytest.mark.runs_eagerly


def tensor(*values):
    return ms.Tensor(np.array(values, np.float32))


def close(value, expected, **tolerance):
    np.testing.assert_allclose(
        value.asnumpy(), expected, **{"rtol": 1e-5, "atol": 1e-6} | tolerance
    )


X = tensor([1, -2, 0.5], [0.25, 3, -1])
LIMIT, TIMES = tensor(0.5).reshape(()), ms.Tensor(3)
WEIGHT = ms.Parameter(tensor(2, -1, 4), name="weight")


def by_condition(x, limit):
    return ops.sin(x) * limit if limit < 1 else x


def by_loop(x, times):
    i = ms.Tensor(0)
    while i < times:
        x, i = x * x * 0.5, i + 1
    return x


def by_asnumpy(x, limit):
    return x**2 * float(limit.asnumpy().max())


def by_setting(x, times):
    return ops.cumsum(x * x, ms.Tensor(0)) * ops.ones(int(times)).sum()


def by_constant(x, _):
    table = tensor(3, 1, 2)
    return x * x * table if table.max() > table[1] else x


def by_captured(x, _):
    return x * x * WEIGHT if WEIGHT[2] > LIMIT else x


PROGRAMS = [
    (by_condition, LIMIT),
    (by_loop, TIMES),
    (by_asnumpy, LIMIT),
    (by_setting, TIMES),
    (by_constant, LIMIT),
    (by_captured, LIMIT),
]
programs = pytest.mark.parametrize(("f", "other"), PROGRAMS, ids=[f.__name__ for f, _ in PROGRAMS])


@programs
def test_every_mode(f, other):
    check(lambda x: f(x, other), X[0])


@programs
def test_what_vmap_does_not_map(f, other):
    expected = np.stack([f(X[i], other).asnumpy() for i in range(2)])
    mapped = ms.vmap(f, (0, None))
    for function in (mapped, ms.jit(mapped), ms.vmap(ms.jit(f), (0, None))):
        for _ in range(2):
            close(function(X, other), expected)
    with graph_mode():
        close(mapped(X, other), expected)


@programs
def test_gradients_through_vmap(f, other):
    rows = [ms.grad(lambda x: f(x, other).sum())(X[i]).asnumpy() for i in range(2)]
    weight = sum(
        ms.grad(lambda x: f(x, other).sum(), None, [WEIGHT])(X[i])[0].asnumpy() for i in range(2)
    )

    def total(x):
        return ms.vmap(f, (0, None))(x, other).sum()

    for g in (ms.grad(total, 0, [WEIGHT]), ms.jit(lambda x: ms.grad(total, 0, [WEIGHT])(x))):
        by_x, (by_weight,) = g(X)
        close(by_x, np.stack(rows))
        close(by_weight, weight)


@programs
def test_second_derivatives(f, other):
    x = X[0]
    expected = ms.grad(ms.grad(lambda x: f(x, other).sum()))(x)

    def slope(x):
        return ms.jvp(lambda x: f(x, other), x, ops.ones_like(x))[1].sum()

    if f is not by_setting:  # its elements depend on each other
        close(ms.grad(slope)(x), expected.asnumpy())
    jacobian = ms.jacfwd(lambda x: f(x, other))(x)
    close(ms.jacrev(lambda x: f(x, other))(x), jacobian.asnumpy())
    close(ms.grad(lambda x: ms.jacrev(lambda x: f(x, other))(x).sum())(x), expected.asnumpy())


@pytest.mark.parametrize("name", ["jvp", "jacfwd", "jacrev"])
def test_conditions_on_what_is_differentiated(name):
    def f(x):
        return x * 3 if x.sum() > 0 else x * x

    for x, slope in ((tensor(1, 2), [3, 3]), (tensor(-1, -2), [-2, -4])):
        if name == "jvp":
            close(ms.jvp(f, x, tensor(1, 1))[1], slope)
        else:
            close(getattr(ms, name)(f)(x), np.diag(slope))


def test_values_of_what_is_mapped_are_refused():
    with pytest.raises(RuntimeError, match="For 'vmap', the function cannot be transformed"):
        ms.vmap(lambda x: x if float(x.sum()) > 0 else -x)(X)
    with pytest.raises(RuntimeError, match="For 'vmap'"):
        ms.grad(lambda x: ms.vmap(lambda r: r if float(r.sum()) > 0 else -r)(x).sum())(X)


def test_state_and_random_numbers_of_what_runs_eagerly():
    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.runs = ms.Parameter(tensor(0), name="runs", requires_grad=False)
            self.drop = nn.Dropout(p=0.5)

        def construct(self, x, limit):
            ops.assign_add(self.runs, tensor(1))
            return self.drop(x) if limit < 1 else x

    net = Net().set_train()
    ones = ops.ones((4, 50))

    def f(x):
        out = ms.vmap(net, (0, None))(x, LIMIT)
        return out.sum(), out

    (_, out), slope = ms.value_and_grad(f, has_aux=True)(ones)
    close(slope, out.asnumpy())
    close(net.runs, [1])
    rows = out.asnumpy()
    assert (rows[0] != rows[1]).any()
    state = ms.get_rng_state().asnumpy()
    ms.vmap(net, (0, None))(ones, LIMIT)
    assert (ms.get_rng_state().asnumpy() != state).any()
    close(net.runs, [2])


def test_bounds_of_bands_are_mapped():
    x = ops.arange(1.0, 25.0).reshape(2, 3, 4)
    lower, upper = ms.Tensor([0, -1]), ms.Tensor([2, 0])
    f = ops.matrix_band_part
    expected = np.stack([f(x[0], 0, 2).asnumpy(), f(x[1], -1, 0).asnumpy()])
    mapped = ms.vmap(f)
    close(mapped(x, lower, upper), expected)
    close(ms.jit(mapped)(x, lower, upper), expected)
    close(ms.grad(lambda x: mapped(x, lower, upper).sum())(x), expected != 0)
    close(ms.vmap(ops.MatrixBandPart(), (0, None, None))(x, 0, ms.Tensor(1)), f(x, 0, 1).asnumpy())
