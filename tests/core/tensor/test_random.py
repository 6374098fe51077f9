"""Generators and seeds."""

from __future__ import annotations

import numpy as np
import pytest

import msjax as ms
from msjax import Generator, Tensor, ops


def draw():
    return ops.rand(4).tolist()


def test_set_seed_reproduces_and_streams_move_on():
    ms.set_seed(3)
    first, second = draw(), draw()
    ms.set_seed(3)
    assert (draw(), draw()) == (first, second)
    assert first != second
    assert ms.get_seed() == 3


def test_set_seed_seeds_numpy():
    ms.set_seed(5)
    a = np.random.rand()
    ms.set_seed(5)
    assert np.random.rand() == a


@pytest.mark.parametrize("bad,error", [(-1, ValueError), (1.5, TypeError), (True, TypeError)])
def test_bad_seeds(bad, error):
    with pytest.raises(error):
        ms.set_seed(bad)


def test_state_goes_back():
    ms.manual_seed(7)
    draw()
    state = ms.get_rng_state()
    assert state.dtype == ms.uint8 and state.shape == (16,)
    later = draw()
    ms.set_rng_state(state)
    assert draw() == later
    assert ms.initial_seed() == 7


def test_generators_are_independent():
    a, b = Generator(), Generator()
    assert a.initial_seed() == 0
    assert not a.get_state().asnumpy().any()
    a.manual_seed(1)
    b.manual_seed(1)
    assert a.get_state().tolist() == b.get_state().tolist()
    assert a.initial_seed() == 1
    a.seed()
    assert a.initial_seed() != 1


def test_bad_states():
    with pytest.raises(TypeError):
        Generator().set_state(Tensor([1, 2]))
    with pytest.raises(TypeError):
        Generator().manual_seed(1.5)


def test_failed_call_leaves_the_stream():
    ms.set_seed(2)
    want = draw()
    ms.set_seed(2)
    with pytest.raises((TypeError, ValueError)):
        ops.rand("a")
    assert draw() == want


def test_threads_draw_different_numbers():
    import threading

    drawn, workers = [], []
    for _ in range(4):
        worker = threading.Thread(
            target=lambda: drawn.extend(float(ms.ops.rand(1)) for _ in range(50))
        )
        workers.append(worker)
        worker.start()
    for worker in workers:
        worker.join()
    assert len(set(drawn)) == 200


def test_the_default_generator_is_a_generator():
    assert isinstance(ms.default_generator, Generator)
    assert ms.manual_seed(9) is ms.default_generator
    first = draw()
    ms.default_generator.manual_seed(9)
    assert draw() == first


def test_steps_of_a_generator():
    g = Generator()
    g.manual_seed(5)
    steps = [tuple(int(w) for w in g._step(Tensor(n))) for n in (3, 1, 1)]
    assert steps == [(5, 0), (5, 3), (5, 4)]
    state = g.get_state()
    g._step(2)
    g.set_state(state)
    seed, offset = g._step(1)
    assert (int(seed), int(offset), seed.dtype, offset.dtype) == (5, 5, ms.int64, ms.int64)
    fresh = Generator()
    assert [int(w) for w in fresh._step(1)] == [0, 0]


def test_seeds_that_do_not_fit_are_refused():
    ms.set_seed(2**32 - 1)
    for seed in (2**32, -1):
        with pytest.raises(ValueError):
            ms.set_seed(seed)


def test_the_text_of_a_generator_is_that_of_mindspore():
    assert repr(ms.Generator()).startswith("<mindspore.common.generator.Generator object at 0x")
