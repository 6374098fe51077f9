"""When eager code records gradients: nesting, compiling on the way, threads."""

from __future__ import annotations

import threading

import pytest

import msjax as ms
from msjax._core.base.recording import no_grad, paused
from msjax._core.base.state import STATE, _State


@pytest.fixture
def leaf():
    """A Tensor that asks for gradients, which makes all threads record for good."""
    defaults = _State.tape, _State.records, _State.slow
    tensor = ms.Tensor([1.0, 2.0])
    tensor.requires_grad_()
    yield tensor
    _State.tape, _State.records, _State.slow = defaults


def recorded(leaf):
    return (leaf * 2)._node is not None


def failing(x):
    raise ValueError


def test_nothing_is_recorded_until_the_end(leaf):
    assert recorded(leaf)
    with no_grad():
        with no_grad():
            assert not recorded(leaf)
        ms.jit(lambda x: x + 1)(ms.Tensor([1.0]))
        with pytest.raises(ValueError):
            ms.jit(failing)(ms.Tensor([1.0]))
        assert not recorded(leaf)
    assert recorded(leaf)
    assert not {"tape", "frame", "slow"} & vars(STATE).keys()


def test_a_decorated_function_in_two_threads(leaf):
    started, found = threading.Barrier(2), []

    @no_grad()
    def function(first):
        started.wait()
        if first:
            ended.wait()
        found.append(recorded(leaf))

    def run(first):
        function(first)
        ended.set()
        found.append(float(ms.grad(lambda x: x * x)(ms.Tensor(3.0))))

    ended = threading.Event()
    threads = [threading.Thread(target=run, args=(first,)) for first in (True, False)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [False, False, 6.0, 6.0]


def test_a_thread_that_paused_follows_the_others_later():
    defaults = _State.tape, _State.records, _State.slow
    try:
        _State.tape, _State.records, _State.slow = None, None, False
        with paused():
            pass
        tensor = ms.Tensor([1.0])
        threading.Thread(target=tensor.requires_grad_).run()
        assert recorded(tensor)
    finally:
        _State.tape, _State.records, _State.slow = defaults
