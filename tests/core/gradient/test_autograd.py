"""The walk over recorded operations."""

from __future__ import annotations

import jax.numpy as jnp
import pytest

import msjax as ms
from msjax._core.base.nodes import Gradient, watch
from msjax._core.base.recording import recording
from msjax._core.base.state import STATE
from msjax._core.gradient.autograd import backward
from msjax._core.tensor.tensor import box


@pytest.fixture(autouse=True)
def recorded():
    with recording():
        yield


def leaf(*values):
    tensor = ms.Tensor(list(values), ms.float32)
    tensor._node = watch(tensor)
    return tensor


def start(tensor, value=1.0):
    return tensor._node, Gradient(jnp.full(tensor.shape, value, "float32"))


def walked(roots, targets, **options):
    found = backward(roots, [t if t is None else t._node for t in targets], **options)
    return [None if g is None else g.array.tolist() for g in found]


def test_contributions_are_added():
    x, y = leaf(2.0), leaf(3.0)
    product = x * y
    assert walked([start(product + x)], [x, y]) == [[4], [2]]
    assert walked([start(product, 5.0), start(x * 7)], [x, y]) == [[22], [10]]


def test_what_nothing_depends_on_has_no_gradient():
    x, y = leaf(2.0), leaf(3.0)
    assert walked([start(x * 2)], [y, None, x]) == [None, None, [2]]


def test_intermediate_results_are_targets_too():
    x = leaf(3.0)
    middle = x * x
    assert walked([start(middle * middle)], [middle, x]) == [[18], [108]]


def test_blocked_references_pass_nothing_on():
    x = leaf(3.0)
    middle = x * x
    out = middle * 2 + x
    assert walked([start(out)], [x, middle], blocked={middle._node}) == [[1], [2]]


def test_the_tape_saves_the_search():
    x = leaf(2.0, 3.0)
    out = (x * x).sum()
    assert walked([start(out)], [x], tape=STATE.tape) == [[4, 6]]
    assert walked([start(out)], [x]) == [[4, 6]]


def test_gradients_of_gradients():
    x = leaf(2.0)
    (first,) = backward([start(x * x * x)], [x._node], create_graph=True)
    again = box(first.array, first.ref)
    assert again.asnumpy() == 12 and walked([start(again)], [x]) == [[12]]


def test_hooks_see_and_change_what_arrives():
    x, seen = leaf(3.0), []

    def hook(gradient):
        seen.append(gradient.asnumpy().tolist())
        return gradient * 10

    middle = x * x
    middle._node[0].add_hook(middle._node[1], hook)
    assert walked([start(middle + middle)], [x]) == [[120]] and seen == [[2]]
    middle._node[0].add_hook(middle._node[1], lambda gradient: 3)
    with pytest.raises(TypeError, match="must return a Tensor or None, but got int"):
        walked([start(middle)], [x])
