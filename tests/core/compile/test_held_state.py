"""Random generators, buffers, caches and other objects of Python's own in compiled code."""

import array
import collections
import functools
import io
import queue
import random

import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, ops
from msjax._core.compile.held_state import HeldState


def numpy_numbers():
    np.random.seed(3)
    return None, lambda x: x * np.random.rand(), lambda: np.random.get_state()[2]


def python_numbers():
    random.seed(3)
    return None, lambda x: x * random.random(), lambda: random.getstate()[1][-1]


def bound_names():
    random.seed(3)
    draw = random.uniform
    return None, lambda x: x * draw(1, 2), lambda: random.getstate()[1][-1]


def generator():
    held = np.random.default_rng(0)
    return held, lambda x: x * held.random(), lambda: str(held.bit_generator.state)


def bound_generator():
    held = np.random.default_rng(0)
    draw = held.random
    return held, lambda x: x * draw(), lambda: str(held.bit_generator.state)


def bound_list():
    held = []
    add = functools.partial(held.append, 1)

    def act(x):
        add()
        return x * 2

    return held, act, lambda: len(held)


def older_generator():
    held = np.random.RandomState(0)
    return held, lambda x: x * held.rand(), lambda: held.get_state()[2]


def pythons_generator():
    held = random.Random(0)
    return held, lambda x: x * held.random(), lambda: held.getstate()[1][-1]


def text_buffer():
    held = io.StringIO()

    def act(x):
        held.write("a")
        return x * len(held.getvalue())

    return held, act, held.getvalue


def byte_buffer():
    held = io.BytesIO(b"abc")

    def act(x):
        held.read(1)
        return x * held.tell()

    return held, act, held.tell


def ordered():
    held = collections.OrderedDict(a=1, b=2, c=3)

    def act(x):
        held.move_to_end(next(iter(held)))
        return x * held["a"]

    return held, act, lambda: list(held)


def numbers():
    held = array.array("d", [1.0, 2.0])

    def act(x):
        held.append(held[-1] + 1)
        return x * held[-1]

    return held, act, lambda: list(held)


def bytes_seen():
    held = memoryview(bytearray(b"abc"))

    def act(x):
        held[0] = held[0] + 1
        return x * held[0]

    return held, act, lambda: bytes(held)


def waiting():
    held = queue.Queue()

    def act(x):
        held.put(1)
        return x * held.qsize()

    return held, act, held.qsize


def objects():
    held = np.array([1, None], dtype=object)

    def act(x):
        held[0] = held[0] + 1
        return x * held[0]

    return held, act, held.tolist


def masked():
    held = np.ma.array([1.0, 2.0, 3.0], mask=[0, 0, 0])

    def act(x):
        held[int(held.mask.sum()) % 3] = np.ma.masked
        return x * int(held.mask.sum())

    return held, act, lambda: held.mask.tolist()


def counted_dict():
    class Counting(dict):
        writes = 0

        def __setitem__(self, key, value):
            self.writes += 1
            super().__setitem__(key, value)

    held = Counting()

    def act(x):
        held["a"] = 1
        return x * held.writes

    return held, act, lambda: held.writes


def tag():
    held = Tensor(3.0)

    def act(x):
        held.tag = getattr(held, "tag", 0) + 1
        return x * held.tag

    return held, act, lambda: getattr(held, "tag", 0)


KINDS = [
    numpy_numbers,
    python_numbers,
    bound_names,
    generator,
    bound_generator,
    bound_list,
    older_generator,
    pythons_generator,
    text_buffer,
    byte_buffer,
    ordered,
    numbers,
    bytes_seen,
    waiting,
    objects,
    masked,
    counted_dict,
    tag,
]


def always(act):
    return act


def on_a_path(act):
    return lambda x: act(x) if x.sum() > 0 else x - 1


def in_a_loop(act):
    def f(x):
        while x.sum() < 8:
            x = abs(act(x)) + 4
        return x

    return f


@pytest.mark.runs_eagerly
@pytest.mark.thin(4)
@pytest.mark.parametrize("use", [on_a_path, always, in_a_loop])
@pytest.mark.parametrize("make", KINDS)
def test_what_code_changes_is_what_eager_code_leaves(make, use):
    def results(compiled):
        _, act, look = make()
        f = use(act)
        call = ms.jit(f) if compiled else f
        found = []
        for value in (-1.0, 1.0, 2.0, -2.0, 1.0):
            found.append((call(Tensor([value])).asnumpy().tolist(), look()))
        return found

    assert results(True) == results(False)


@pytest.mark.parametrize("make", KINDS)
def test_what_code_leaves_alone_does_not_matter(make):
    held, _, look = make()

    def f(x):
        return x * 2 if x.sum() > 0 and held is not x else x - 1

    before = look()
    call = ms.jit(f, fullgraph=True)
    assert [call(Tensor([v])).asnumpy().tolist() for v in (1.0, -1.0)] == [[2.0], [-2.0]]
    assert look() == before


@pytest.mark.runs_eagerly
def test_code_that_seeds_at_each_call():
    def f(x):
        np.random.seed(0)
        return x * np.random.rand()

    def results(call):
        np.random.seed(5)
        return [(call(Tensor(1.0)).item(), np.random.rand()) for _ in range(4)]

    assert results(ms.jit(f)) == results(f)


def test_other_code_keeps_its_random_numbers():
    def f(x):
        return x * 2 if x.sum() > 0 else x

    np.random.seed(3)
    want = np.random.rand()
    np.random.seed(3)
    ms.jit(f)(Tensor([1.0]))
    assert np.random.rand() == want


def test_cached_functions():
    @functools.lru_cache
    def table(n):
        return ops.ones((n,)) * 2

    def f(x):
        return (x * table(2)).sum()

    call = ms.jit(f)
    assert [call(Tensor(v)).item() for v in (1.0, 2.0, 3.0)] == [4.0, 8.0, 12.0]
    assert table(2).asnumpy().tolist() == [2.0, 2.0]
    assert table.cache_info().misses == 1


@pytest.mark.runs_eagerly
def test_attributes_of_arguments_and_results():
    def read(x):
        return x * x.scale

    call = ms.jit(read)
    for scale in (2, 3, 2):
        x = Tensor([1.0])
        x.scale = scale
        assert call(x).item() == scale

    def give(x):
        x.tag = 5
        y = x * 2
        y.tag = 6
        return y

    x = Tensor([1.0])
    y = ms.jit(give)(x)
    assert (x.tag, y.tag) == (5, 6)


@pytest.mark.runs_eagerly
def test_what_is_bound_to_the_function_that_is_compiled():
    def act(held, x):
        held.append(1)
        return x * len(held)

    call = ms.jit(functools.partial(act, []))
    assert [call(Tensor(1.0)).item() for _ in range(3)] == [1.0, 2.0, 3.0]


def test_attributes_that_tensors_get_between_calls():
    held = Tensor(3.0)

    def f(x):
        return x * held.scale if hasattr(held, "scale") else x

    call, found = ms.jit(f, fullgraph=True), []
    for change in (None, "other", "scale", None, "-scale", "scale"):
        if change and change[0] == "-":
            delattr(held, change[1:])
        elif change:
            setattr(held, change, 5)
        found.append(call(Tensor(1.0)).item())
    assert found == [1.0, 1.0, 5.0, 5.0, 1.0, 5.0]


def test_states_are_given_back():
    buffer = io.StringIO("abc")
    buffer.seek(2)
    held = HeldState(buffer)
    buffer.write("xyz")
    assert held.changed()
    held.restore()
    assert (buffer.getvalue(), buffer.tell(), held.changed()) == ("abc", 2, False)
    view = memoryview(bytearray(b"a"))
    view.release()
    assert not HeldState(view).changed()
    assert not HeldState.fits(random.SystemRandom())
    assert not HeldState.fits([1])
