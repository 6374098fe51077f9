"""The record of executed operations."""

from __future__ import annotations

import numpy as np
import pytest

import msjax as ms
from msjax._core.base.executable import Exec
from msjax._core.base.nodes import Node, alias, attach, leaves_behind, live, watch
from msjax._core.base.recording import recording
from msjax._core.base.state import STATE
from msjax._core.base.tape import ENDLESS

ADD = Exec("add", lambda a, b: (a + b, a > b, a.astype("int32")))


def outs():
    return [np.ones(1, np.float32), np.ones(1, bool), np.ones(1, np.int32)]


@pytest.fixture
def tape():
    with recording():
        yield STATE.tape


def test_nodes_are_numbered_and_known_to_their_tape(tape):
    leaf = Node(None, (), (), 1)
    node = Node(ADD, [1, 2], [(leaf, 0), None], 3)
    assert leaf.seq < node.seq and leaf.tape is node.tape is tape
    assert tape.newest_first() == [node]  # leaves are not listed


def test_references_die_with_their_tape():
    with recording():
        ref = alias(None)
        assert live(ref) is ref and live(None) is None
    assert live(ref) is None
    with recording():
        assert alias(ref)[0].parents == ()


def test_an_alias_stands_before_what_it_is_made_of(tape):
    first = alias(None)
    second = alias(first)
    assert second[0].parents == (first,) and second[0].exe is None and second[1] == 0


def test_bools_and_integers_have_no_gradients(tape):
    leaf = alias(None)
    refs = attach(ADD, [1, 2], [leaf, None], outs())
    node = refs[0][0]
    assert refs == [(node, 0), None, None] and node.parents == [leaf, None]


def test_integers_that_are_differentiated_by_have(tape):
    leaf = watch(ms.Tensor([1, 2]))
    assert leaf in tape.whole
    refs = attach(ADD, [1, 2], [leaf, None], outs())
    node = refs[0][0]
    assert refs == [(node, 0), None, (node, 2)] and (node, 2) in tape.whole


def test_integers_are_not_watched_for_good():
    assert watch(ms.Tensor([1.0]))[0].tape is ENDLESS
    assert watch(ms.Tensor([1])) is None


def test_hooks_are_added_and_removed(tape):
    node, seen = Node(None, (), (), 2), []
    removers = [node.add_hook(1, seen.append) for _ in range(2)]
    assert node.hooks == {1: [seen.append, seen.append]}
    for remove in (*removers, removers[0]):
        remove()
    assert node.hooks == {1: []}


def test_tensors_that_asked_for_gradients_are_found_behind_a_result():
    x, y = (ms.Tensor([v]).requires_grad_() for v in (1.0, 2.0))
    found = leaves_behind([((x * y) + x)._node])
    assert {id(t) for t, _ in found} == {id(x), id(y)}
    assert all(ref == t._node for t, ref in found)
