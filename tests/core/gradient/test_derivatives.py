"""Derivatives of recorded operations: one executable for each set of arguments and outputs."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
import pytest

import msjax as ms
from msjax import mint, ops
from msjax._core.base.executable import Exec
from msjax._core.base.nodes import Node
from msjax._core.base.x64 import to_device, x64
from msjax._core.gradient import autograd
from msjax._core.gradient.derivatives import (
    backward_exec,
    conjugate,
    is_sum,
    pull_saved,
    run_saving,
)


def array(*values, dtype="float32"):
    return to_device(np.array(values, dtype))


@pytest.fixture
def exe():
    return Exec("both", lambda a, b: (a * b, a + 3 * b, a > b))


X, Y = array(2.0, 3.0), array(5.0, 7.0)


@pytest.mark.parametrize(
    ("mask", "given", "cts", "wanted"),
    [
        ((0,), (0,), [[1, 1]], [[5, 7]]),
        ((1,), (0,), [[1, 10]], [[2, 30]]),
        ((0, 1), (1,), [[1, 2]], [[1, 2], [3, 6]]),
        ((0, 1), (0, 1), [[1, 1], [1, 1]], [[6, 8], [5, 6]]),
        ((1,), (2,), [[1, 1]], [[0, 0]]),
    ],
)
def test_gradients_by_some_arguments_of_some_outputs(exe, mask, given, cts, wanted):
    found = backward_exec(exe, mask, given)
    assert found is backward_exec(exe, mask, given) and found.fn.__name__ == "grad_both"
    gradients = found.fn(X, Y, *(array(*ct) for ct in cts))
    assert [g.tolist() for g in gradients] == wanted


def test_small_cotangents_are_spread(exe):
    (gradient,) = backward_exec(exe, (0,), (0,)).fn(X, Y, jnp.asarray(2.0))
    assert gradient.tolist() == [10, 14]


def test_gradients_by_integers_are_cut(exe):
    halves = Exec("half", lambda a: (a / 2,))
    given = array(2, 3, dtype="int64"), array(1.0, 3.0)
    (gradient,) = backward_exec(halves, (0,), (0,)).fn(*given)
    assert gradient.dtype == np.int64 and gradient.tolist() == [0, 1]


def test_a_forward_run_keeps_what_the_way_back_needs(exe):
    node = Node(exe, [X, Y], [None, None], 3)
    outs, node.saved = run_saving(exe, node.arrays, (0, 1))
    assert [o.tolist() for o in outs] == [[10, 21], [17, 24], [False, False]]
    gradients = pull_saved(node, (0,), [array(1, 1)])
    assert [g.tolist() for g in gradients] == [[5, 7], [2, 3]]


def test_complex_gradients_are_conjugates_of_those_of_jax():
    square = Exec("square", lambda z: (z * z,))
    z = array(1 + 2j, dtype="complex64")
    (gradient,) = backward_exec(square, (0,), (0,)).fn(z, array(1, dtype="complex64"))
    assert gradient.tolist() == [2 - 4j]
    with x64():
        assert conjugate(z).tolist() == [1 - 2j] and conjugate(X) is X


# -- sums, whose gradient is that of both inputs --


SUMS = {
    "+": lambda x, y: x + y,
    "add": ops.add,
    "mint": mint.add,
    "primitive": lambda x, y: ops.Add()(x, y),
    "addn": lambda x, y: ops.addn((x, y)),
}
OTHERS = {
    "sub": lambda x, y: x - y,
    "alpha": lambda x, y: mint.add(x, y, alpha=2),
    "rows": lambda x, y: x + y[0],
    "dtypes": lambda x, y: x + y.astype(ms.float32 if x.dtype == ms.float16 else ms.float16),
}


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "complex64"])
@pytest.mark.parametrize("name", [*SUMS, *OTHERS])
def test_sums_pass_their_gradient_on(name, dtype, monkeypatch):
    function, found = (SUMS | OTHERS)[name], []
    x, y = (ms.Tensor(np.arange(6).reshape(2, 3) + k, getattr(ms, dtype)) for k in (1, 2))
    weight = ms.Tensor(np.arange(6).reshape(2, 3) - 2, getattr(ms, dtype))
    whole = ms.grad(lambda a, b: (function(a, b) * weight).sum(), (0, 1))

    def noted(*args):
        found.append(is_sum(*args))
        return found[-1]

    monkeypatch.setattr(autograd, "is_sum", noted)
    got = whole(x, y)
    monkeypatch.setattr(autograd, "is_sum", lambda *_: False)
    want = whole(x, y)
    assert any(found) == (name in SUMS)
    for g, w in zip(got, want, strict=True):
        assert g.dtype == w.dtype
        np.testing.assert_array_equal(g.asnumpy(), w.asnumpy())


def test_a_program_s_own_code_is_not_run_again_to_find_sums():
    runs = []

    def both(x, y):
        runs.append(x.shape)
        return x + y

    plus = ms.from_jax(both)
    x = ms.Tensor([1.0, 2.0])
    ms.grad(lambda a, b: plus(a, b).sum(), (0, 1))(x, x)
    once = len(runs)
    ms.grad(lambda a, b: plus(a, b).sum(), (0, 1))(x, x)
    assert len(runs) == 2 * once


def test_gradients_that_a_sum_passed_on_are_apart():
    x, y = ms.Tensor([1.0, 2.0]), ms.Tensor([3.0, 4.0])
    first, second = ms.grad(lambda a, b: (a + b).sum(), (0, 1))(x, y)
    first += 1
    assert first.asnumpy().tolist() == [2, 2]
    assert second.asnumpy().tolist() == [1, 1]


def test_sums_inside_higher_gradients():
    x = ms.Tensor([1.0, 2.0])
    twice = ms.grad(lambda a: ms.grad(lambda b: ((b + b * b) ** 2).sum())(a).sum())
    np.testing.assert_allclose(twice(x).asnumpy(), 2 + 12 * x.asnumpy() + 12 * x.asnumpy() ** 2)
