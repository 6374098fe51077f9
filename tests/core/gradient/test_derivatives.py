"""Derivatives of recorded operations: one executable for each set of arguments and outputs."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
import pytest

from msjax._core.base.executable import Exec
from msjax._core.base.nodes import Node
from msjax._core.base.x64 import to_device, x64
from msjax._core.gradient.derivatives import backward_exec, conjugate, pull_saved, run_saving


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
