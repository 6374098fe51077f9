"""What compiled functions depend on, and where their inputs are found again."""

from __future__ import annotations

import dataclasses

import jax.numpy as jnp
import numpy as np
import pytest

import msjax as ms
from msjax import nn
from msjax._core.compile.cache_key import (
    containers_in,
    fingerprint,
    follow,
    identify,
    source_of,
    structure_of,
)


@dataclasses.dataclass
class Record:
    value: object


def key_of(value):
    arrays, boxes, key = [], [], []
    identify(value, arrays, boxes, key)
    hash(tuple(key))
    return key, arrays, boxes


THING = object()
APART = [
    (1, True),
    (1, 1.0),
    (0.0, -0.0),
    (0, False),
    ("1", 1),
    ((1, 2), [1, 2]),
    ([1, [2]], [[1], 2]),
    ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
    ({"a": 1}, {"a": 2}),
    ({1, 2}, {1, 3}),
    ({1, 2}, frozenset((1, 2))),
    (np.float32(1), np.float64(1)),
    (np.ones(2), np.ones(2, np.float32)),
    (np.zeros(2), np.array([0.0, 1.0])),
    (ms.Tensor([1.0]), ms.Tensor([1])),
    (ms.Tensor([1.0]), ms.Tensor([1.0, 2.0])),
    (ms.Tensor([1.0]), jnp.ones(1)),
    (ms.float32, ms.float16),
    (Record(1), Record(2)),
    (object(), object()),
    (bytearray(b"a"), bytearray(b"a")),
]
ALIKE = [
    (float("nan"), float("nan")),
    (ms.Tensor([1.0]), ms.Tensor([2.0])),
    (jnp.ones(2), jnp.zeros(2)),
    ([ms.Tensor([1.0]), {"a": 1}], [ms.Tensor([5.0]), {"a": 1}]),
    (Record(ms.Tensor([1.0])), Record(ms.Tensor([2.0]))),
    ({1, 2}, {2, 1}),
    (np.ones(2), np.ones(2)),
    (THING, THING),
]


@pytest.mark.parametrize(("one", "other"), APART)
def test_arguments_that_need_code_of_their_own(one, other):
    assert key_of(one)[0] != key_of(other)[0]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_arguments_that_share_code(one, other):
    assert key_of(one)[0] == key_of(other)[0]


def test_arrays_are_collected_in_order_with_their_boxes():
    one, bare, weight = ms.Tensor([1.0]), jnp.ones(2), ms.Parameter(ms.Tensor([3.0]), name="w")
    key, arrays, boxes = key_of([one, (bare, weight)])
    assert arrays == [one._value, bare] and boxes == [one, None]
    assert any(part is weight for part in key)  # a Parameter is itself, not its contents


def test_structure_has_places_for_arrays():
    weight, thing = ms.Parameter(ms.Tensor([3.0]), name="w"), object()
    apart = structure_of({"a": [ms.Tensor([1.0]), weight, thing], "b": (jnp.ones(1), 2)})
    boxed, kept, same = apart["a"]
    assert not boxed.raw and kept is weight and same is thing
    assert apart["b"][0].raw and apart["b"][1] == 2


def test_containers_are_found_at_every_depth():
    inner, table = [1], {"b": 2}
    outer = [inner, (table,)]
    found = containers_in({"a": outer, "c": "text"})
    assert [id(c) for c in found[1:]] == [id(outer), id(inner), id(table)]
    assert containers_in((1, 2)) == containers_in("text") == []


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.scale = ms.Tensor([2.0])
        self.held = {"a": [ms.Tensor([1.0]), (ms.Tensor([3.0]),)]}
        self.weight = ms.Parameter(ms.Tensor([4.0]), name="w")


def test_tensors_of_a_cell_are_found_again_after_replacement():
    net = Net()
    cells = [(net, None)]
    deep = source_of(net.held["a"][1][0], cells)
    plain = source_of(net.scale, cells)
    net.scale, net.held = ms.Tensor([7.0]), {"a": [0, (ms.Tensor([8.0]),)]}
    assert follow(plain) is net.scale
    assert follow(deep) is net.held["a"][1][0]
    assert source_of(ms.Tensor([1.0]), cells) is None
    assert source_of(net.weight, cells) is None


CHANGES = {
    "attribute": lambda net: setattr(net, "number", 2),
    "number in a list": lambda net: net.numbers.append(3),
    "sign of zero": lambda net: setattr(net, "zero", -0.0),
    "shape": lambda net: setattr(net, "scale", ms.Tensor([1.0, 2.0])),
    "training": lambda net: net.set_train(),
    "gradient": lambda net: setattr(net.weight, "requires_grad", False),
    "hook": lambda net: net.register_forward_hook(lambda *a: None),
    "cast": lambda net: net.to_float(ms.float16),
}
KEPT = {
    "values": lambda net: setattr(net, "scale", ms.Tensor([9.0])),
    "weights": lambda net: net.weight.set_data(ms.Tensor([9.0])),
    "same number": lambda net: setattr(net, "number", 1),
}


def seen(change):
    net = Net()
    net.number, net.numbers, net.zero = 1, [1, 2], 0.0
    before = fingerprint(net)
    assert before == fingerprint(net)
    change(net)
    return before, fingerprint(net)


@pytest.mark.parametrize("name", CHANGES)
def test_a_cell_is_another_after_a_change(name):
    before, after = seen(CHANGES[name])
    assert before != after


@pytest.mark.parametrize("name", KEPT)
def test_a_cell_is_the_same_with_other_contents(name):
    before, after = seen(KEPT[name])
    assert before == after
