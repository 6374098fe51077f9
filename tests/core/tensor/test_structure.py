"""Nested values with Tensors in them, taken apart and put together again."""

from __future__ import annotations

import collections
import dataclasses

import jax.numpy as jnp
import numpy as np
import pytest

import msjax as ms
from msjax._core.tensor import structure
from msjax._core.tensor.structure import (
    Composite,
    count_leaves,
    map_tensors,
    put_together,
    refilled,
    take_apart,
    tensors_in,
    with_sequences,
)

Point = collections.namedtuple("Point", "x y")


@dataclasses.dataclass
class Record:
    left: object
    right: object = None


class Pair(Composite):
    """Two Tensors and a word."""

    def __init__(self, first, second, word):
        self.first, self.second, self.word = first, second, word

    def _parts(self):
        return self.first, self.second, self.word

    @classmethod
    def _of(cls, *parts):
        return cls(*parts)


def one(number):
    return ms.Tensor([float(number)])


def numbers(value):
    return [t.asnumpy().tolist()[0] for t in tensors_in(value)]


VALUES = [
    lambda: one(1),
    lambda: [one(1), (one(2), "text", 3)],
    lambda: {"b": one(1), "a": [one(2)]},
    lambda: Point(one(1), {"z": one(2)}),
    lambda: Record(one(1), [one(2), None]),
    lambda: Pair(one(1), one(2), "word"),
    lambda: collections.OrderedDict(b=one(1), a=one(2)),
    lambda: [],
]


@pytest.mark.parametrize("make", VALUES)
def test_there_and_back(make):
    value, leaves = make(), []
    apart = take_apart(value, leaves, ms.Tensor._read)
    assert count_leaves(apart) == len(leaves) == len(tensors_in(value))
    back = put_together(apart, iter([leaf + 10 for leaf in leaves]))
    assert type(back) is type(value)
    assert numbers(back) == [n + 10 for n in numbers(value)] == [11, 12][: len(leaves)]
    assert numbers(value) == [1, 2][: len(leaves)]


def test_order_of_dicts_is_kept_and_other_values_stay_themselves():
    thing = object()
    value = {"b": one(1), "a": thing, 3: np.ones(2)}
    back = map_tensors(lambda t: t * 2, value)
    assert list(back) == ["b", "a", 3]
    assert back["a"] is thing and back[3] is value[3]
    assert back["b"].asnumpy() == 2


def test_bare_arrays_come_back_bare():
    leaves = []
    apart = take_apart([jnp.ones(2), one(1)], leaves, ms.Tensor._read)
    bare, boxed = put_together(apart, iter(leaves))
    assert not isinstance(bare, ms.Tensor) and bare.shape == (2,)
    assert type(boxed) is ms.Tensor


def test_records_are_copied_not_changed():
    record = Record(one(1), "x")
    twin = map_tensors(lambda t: t + 1, record)
    assert twin is not record and twin.right == "x"
    assert (numbers(record), numbers(twin)) == ([1], [2])
    assert structure.is_record(record) and not structure.is_record(Record)


def test_containers_of_other_kinds_are_refilled():
    table = collections.defaultdict(list, a=1)
    twin = refilled(table, {"b": 2})
    assert type(twin) is collections.defaultdict and twin == {"b": 2} and twin["new"] == []
    assert table == {"a": 1}
    assert refilled(Point(1, 2), [3, 4]) == Point(3, 4)

    class Many(list):
        pass

    twin = refilled(Many([1]), [2, 3])
    assert type(twin) is Many and twin == [2, 3]

    class Result(collections.OrderedDict):  # as language models return: entries are attributes
        def __setitem__(self, key, value):
            super().__setitem__(key, value)
            self.__dict__[key] = value

        def update(self, *args, **kwargs):
            raise TypeError

    twin = refilled(Result(logits=1), {"logits": 2})
    assert type(twin) is Result and twin == {"logits": 2} and twin.logits == 2

    @dataclasses.dataclass
    class Needing(Result):
        logits: object
        states: object = None

        def __post_init__(self):
            self["logits"] = self.logits

    twin = refilled(Needing(1, states=3), {"logits": 2})
    assert type(twin) is Needing and dict(twin) == {"logits": 2}
    assert twin.logits == 2 and twin.states == 3
    result = ms.jit(lambda x: Needing(x * 2))(ms.Tensor([1.0]))
    assert type(result) is Needing and result.logits is result["logits"] == ms.Tensor([2.0])


@pytest.mark.parametrize(
    ("make", "wanted"),
    [
        (lambda: {"a": 1}.keys(), ("a",)),
        (lambda: {"a": 1}.values(), (1,)),
        (lambda: {"a": 1}.items(), [("a", 1)]),
        (lambda: range(3), (0, 1, 2)),
        (lambda: zip([1], [2], strict=True), ((1, 2),)),
        (lambda: map(str, (1, 2)), ("1", "2")),
        (lambda: map(max, [1, 2], [3, 4]), [3, 4]),
        (lambda: map(str, range(2)), ("0", "1")),
        (lambda: filter(None, (0, 1)), [1]),
        (lambda: (i * i for i in range(3)), [0, 1, 4]),
        (lambda: iter([1, 2]), [1, 2]),
        (lambda: iter((1, 2)), (1, 2)),
        (lambda: reversed((1, 2)), (2, 1)),
        (lambda: [range(2), {"a": enumerate("b")}], [(0, 1), {"a": ((0, "b"),)}]),
        (lambda: "text", "text"),
    ],
)
def test_iterators_become_sequences(make, wanted):
    assert with_sequences(make()) == wanted


def test_compiled_code_returns_parameter_tuples_as_tuples():
    net = ms.nn.Dense(2, 1)
    weights = ms.ParameterTuple(net.get_parameters())
    alone, (_, beside) = ms.jit(lambda: (weights, [1, weights]))()
    assert type(alone) is type(beside) is tuple
    assert all(type(w) is ms.Tensor for w in alone + beside)
    assert ms.jit(lambda x: x.sum() + weights[0].sum())(net.weight) == 2 * net.weight.sum()


def test_a_generator_stays_one():
    def count():
        while True:
            yield 1

    assert next(with_sequences(count())) == 1


def test_compiled_code_returns_the_list_of_a_generator_expression():
    x = ms.Tensor([1.0, 2.0])
    double = ms.jit(lambda x: [(y * 2 for y in (x, x + 1)), 1])
    for _ in range(2):
        found, one = double(x)
        assert type(found) is list and one == 1
        assert [t.tolist() for t in found] == [[2, 4], [4, 6]]
