"""Iterators that compiled code can reach."""

import collections
import csv
import functools
import io
import itertools
import threading
import types

import pytest

import msjax as ms
from msjax import Tensor, nn
from msjax._core.base.errors import TraceBreak
from msjax._core.compile.stand_ins import StandIn, keeps_stand_in, standing_in


class Reader(nn.Cell):
    """A Cell that keeps an iterator, as loops over batches do."""

    def __init__(self):
        super().__init__()
        self.batches, self.scale = iter(range(10)), 2

    def __next__(self):
        return next(self.batches)

    def construct(self, x):
        return x * self.scale if x.sum() > 0 else x


def test_an_iterator_that_is_not_asked():
    turns = itertools.count()

    def f(x, ask=False):
        if ask:
            return x * next(turns)
        return x + 1 if turns is not None else x

    call = ms.jit(f, fullgraph=True)
    assert [call(Tensor(v)).item() for v in (1.0, 2.0)] == [2.0, 3.0]
    assert next(turns) == 0
    reader = Reader()
    call = ms.jit(reader, fullgraph=True)
    assert [call(Tensor([v])).item() for v in (1.0, -2.0)] == [2.0, -2.0]
    assert next(reader) == 0


def holders():
    turns = iter(range(1, 99))
    held = [iter(range(1, 99)), {"a": (i for i in range(1, 99))}]
    fixed = (iter(range(1, 99)),)
    yield lambda x: x * next(turns)
    yield lambda x: x * next(held[0])
    yield lambda x: x * next(held[1]["a"])
    yield lambda x: x * next(fixed[0])
    yield lambda x: x * sum(i for i, _ in zip(turns, range(2), strict=False))
    yield lambda x: x * next(turns) if x.sum() > 0 else x
    queued = iter(collections.deque(range(1, 99)))
    yield lambda x: x * next(queued)
    lines = csv.reader(io.StringIO("1\n2\n3\n4\n"))
    yield lambda x: x * float(next(lines)[0])
    following = itertools.count(1).__next__
    yield lambda x: x * following()
    yield functools.partial(lambda held, x: x * next(held), itertools.count(1))

    def by_default(x, turns=itertools.count(1)):  # noqa: B008 - one for all calls
        return x * next(turns)

    yield by_default


@pytest.mark.runs_eagerly
@pytest.mark.parametrize("number", range(11))
def test_an_iterator_that_is_asked(number):
    def results(compiled):
        f = list(holders())[number]
        call = ms.jit(f) if compiled else f
        return [call(Tensor([v])).asnumpy().tolist() for v in (1.0, -1.0, 2.0)]

    assert results(True) == results(False)


@pytest.mark.parametrize("asks", [isinstance, lambda it, kind: it.__class__ is kind])
def test_the_class_of_an_iterator(asks):
    made = (i for i in range(3))

    def f(x):
        return x * 2 if asks(made, types.GeneratorType) else x

    assert ms.jit(f, fullgraph=True)(Tensor(1.0)).item() == 2
    assert next(made) == 0


@pytest.mark.runs_eagerly
def test_the_type_of_an_iterator():
    made = iter([1, 2])

    def f(x):
        return x * 2 if type(made).__name__ == "list_iterator" else x

    assert ms.jit(f)(Tensor(1.0)).item() == 2


@pytest.mark.runs_eagerly
def test_an_iterator_among_the_arguments():
    call = ms.jit(lambda x, held: x * next(held[0]))
    turns = itertools.count(1)
    assert [call(Tensor(1.0), [turns]).item() for _ in range(3)] == [1.0, 2.0, 3.0]
    for _ in range(3):
        call(Tensor(1.0), [itertools.count()])
    assert len(call._cache) == 1
    add = ms.jit(lambda parts: sum(p * 2 for p in parts))
    assert [add(Tensor(v) for v in (1.0, 2.0)).item() for _ in range(2)] == [6.0, 6.0]


def test_an_iterator_that_is_removed():
    held = types.SimpleNamespace(turns=iter("ab"))

    def f(x):
        if hasattr(held, "turns"):
            del held.turns
            return x
        return x + 1

    call = ms.jit(f)
    assert [call(Tensor(1.0)).item() for _ in range(3)] == [1.0, 2.0, 2.0]


@pytest.mark.runs_eagerly
def test_an_iterator_that_is_returned():
    turns = iter(range(3))
    _, found = ms.jit(lambda x: (x * 2, turns))(Tensor(1.0))
    assert found is turns


def test_places_are_as_before():
    turns, held = iter("ab"), {}
    held["a"], held["b"] = turns, [turns]
    with standing_in([(held, "a"), (held, "b")]) as found:
        assert type(held["a"]) is StandIn
        assert held["b"][0] is held["a"]
        assert keeps_stand_in((1, held)) and not keeps_stand_in((1, {"a": [2]}))
        got = []
        thread = threading.Thread(target=lambda: got.append(next(held["a"])))
        thread.start()
        thread.join()
        assert got == ["a"]
    assert len(found) == 1
    assert held["a"] is turns and held["b"][0] is turns
    with pytest.raises(TraceBreak, match="'a' from outside may be asked"):
        with standing_in([({"a": (turns,)}, "a")]):
            pass


def test_places_that_code_moves_or_removes():
    turns = iter("ab")
    held, moved, gone = {"a": turns, "b": 1}, [turns], [turns]
    variables = {"moved": moved, "gone": gone, "all": held}
    with standing_in((variables, name) for name in variables):
        del held["a"]
        moved.insert(0, 5)
        gone.clear()
    assert (held, moved, gone) == ({"b": 1}, [5, turns], [])

    held["a"], moved[:] = turns, [turns]

    def f(x):
        moved.insert(0, held.pop("a", None) and 5)
        return x * 2

    x = Tensor([1.0])
    assert ms.jvp(f, x, x)[1].item() == 2  # which is traced, and follows no paths
    assert (held, moved) == ({"b": 1}, [5, turns])
