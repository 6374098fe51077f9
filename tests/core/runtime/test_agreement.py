"""The token that calls of several processes carry; `tests/ranks` has the processes."""

from __future__ import annotations

import os

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import msjax as ms
from msjax import ops
from msjax._core.runtime import agreement
from msjax._core.runtime.spread import AXIS


def together(function, *parts):
    """`function` in several processes, each with its part of the arguments."""
    return jax.vmap(function, axis_name=AXIS)(*map(jnp.stack, parts))


def numbers(*values):
    return jnp.array(values, jnp.uint32)


START = jnp.zeros((2, 3), jnp.uint32)
SHARED = np.zeros(2, np.float32)


def test_equal_calls_agree():
    token = together(agreement.after, START, numbers(7, 7))
    token = together(agreement.after, token, numbers(9, 9))
    assert token[:, 1].tolist() == [0, 0] and token[0, 0] == token[1, 0]


@pytest.mark.parametrize("calls", [(7, 8), (8, 7), (0, 2**32 - 1)])
def test_all_know_of_a_difference_and_of_what_they_called_then(calls):
    token = together(agreement.after, START, numbers(5, 5))
    token = together(agreement.after, token, numbers(*calls))
    for later in (3, 4):
        token = together(agreement.after, token, numbers(later, later))
        assert token[:, 1].tolist() == [1, 1]
        assert token[:, 2].tolist() == list(calls)


def test_one_of_three_differs():
    token = together(agreement.after, jnp.zeros((3, 3), jnp.uint32), numbers(5, 6, 5))
    assert token[:, 1].tolist() == [1, 1, 1]


def test_many_processes_agree_without_data():
    count = agreement._CROWD + 1
    start = jnp.zeros((count, 3), jnp.uint32)
    assert agreement.room(count) == 0 < agreement.room(count - 1)
    token = together(agreement.after, start, numbers(*[5] * count))
    assert token[:, 1].tolist() == [0] * count
    token = together(agreement.after, token, numbers(*[5] * (count - 1), 6))
    assert token[:, 1].tolist() == [1] * count


def test_data_travels_with_the_proof():
    given = jnp.arange(8, dtype=jnp.uint8).reshape(2, 4)
    token, found = together(agreement.after_exchange, START, numbers(5, 5), given)
    assert found.tolist() == [given.tolist()] * 2 and token[:, 1].tolist() == [0, 0]
    token, _ = together(agreement.after_exchange, token, numbers(5, 6), given)
    assert token[:, 1].tolist() == [1, 1]
    _, found = together(agreement.after_exchange, token, numbers(7, 7), given)
    assert not found.any()  # nothing crosses any more


def test_the_order_of_calls_counts():
    token = together(agreement.after, START, numbers(5, 6))
    token = together(agreement.after, token.at[:, 1].set(0), numbers(6, 5))
    assert token[:, 1].tolist() == [1, 1]


def test_a_loop_ends_everywhere_once_it_ends_somewhere():
    ask = lambda token, more: agreement.after_turns(token, jnp.uint32(3), more)  # noqa: E731
    token, more = together(ask, START, jnp.array([True, True]))
    assert more.tolist() == [True, True]
    token, more = together(ask, token, jnp.array([True, False]))
    assert more.tolist() == [False, False] and token[:, 1].tolist() == [1, 1]


def test_a_branch_is_taken_by_all():
    _, index = together(agreement.after_choice, START, jnp.array([2, 2]))
    assert index.tolist() == [2, 2]
    _, index = together(agreement.after_choice, START, jnp.array([2, 1]))
    assert index.tolist() == [0, 0]


def test_what_follows_a_difference_is_left_out():
    step = lambda token, x: agreement.if_agreed(token, lambda x: x + 1, x)  # noqa: E731
    values = jnp.ones((2, 4))
    assert together(step, START, values).tolist() == [[2.0] * 4] * 2
    differing = together(agreement.after, START, numbers(1, 2))
    assert together(step, differing, values).tolist() == [[0.0] * 4] * 2


@pytest.mark.parametrize(
    "number, said",
    [
        (agreement.number_of("a sum"), "calls a sum"),
        (agreement._TURN + 7, "goes on with the loop around collectives in a sum after 3 turns"),
        (agreement._TURN + 6, "leaves the loop around collectives in a sum after 3 turns"),
        (agreement._BRANCH + 1, "takes branch 1 of a choice between collectives in a sum"),
    ],
)
def test_nobody_sees_values_after_a_difference(number, said, monkeypatch):
    monkeypatch.setattr(agreement, "_told", agreement._described)
    monkeypatch.setattr(agreement, "_tokens", {})
    monkeypatch.setattr(agreement, "_open", type(agreement._open)())
    agreement.keep((0, 1), numbers(1, 0, 0), "another")
    np.testing.assert_array_equal(agreement.host_values(numbers(4)), [4])
    assert not agreement._open
    agreement.keep((0, 1), numbers(1, 0, 0), "another")
    agreement.keep((0, 1), numbers(1, 1, number), "a sum")
    agreement.keep((0, 1), numbers(1, 1, number), "more")
    for _ in range(2):
        with pytest.raises(RuntimeError, match=said):
            agreement.host_values(numbers(4))


@pytest.fixture
def differing(monkeypatch):
    """Processes that have called different collectives."""
    monkeypatch.setattr(agreement, "_told", agreement._described)
    monkeypatch.setattr(agreement, "_tokens", {})
    monkeypatch.setattr(agreement, "_open", type(agreement._open)())
    agreement.keep((0, 1), numbers(1, 1, agreement.number_of("a sum")), "a sum")


@pytest.mark.parametrize(
    "read",
    [
        np.from_dlpack,
        ms.Tensor.to_dlpack,
        lambda x: x.offload(os.devnull),
        ops.nonzero,
        ops.unique,
        lambda x: ms.Tensor.from_numpy(SHARED).copy_(x),
    ],
    ids=["dlpack", "capsule", "file", "shape by values", "shape by sorting", "shared memory"],
)
def test_every_way_to_values_is_closed_after_a_difference(read, differing):
    with pytest.raises(RuntimeError, match="calls a sum"):
        read(ms.Tensor([1.0, 2.0]))


def test_a_look_within_a_look_does_not_wait(monkeypatch):
    """As where a signal arrives whose handler saves a checkpoint."""
    monkeypatch.setattr(agreement, "_tokens", {})
    monkeypatch.setattr(agreement, "_open", type(agreement._open)())

    class Token:
        asked = 0

        def is_ready(self):
            self.asked += 1
            if self.asked == 1:
                assert agreement._lock.acquire(blocking=False)  # or it would wait for itself
                agreement._lock.release()
                agreement.look()
            return True

        def addressable_data(self, index):
            return numbers(1, 0, 0)

    agreement.keep((0, 1), Token(), "a sum")
    agreement.keep((0, 1), numbers(1, 0, 0), "a sum")
    agreement.look()
    assert not agreement._open


def test_calls_that_nobody_looks_at_are_few(monkeypatch):
    monkeypatch.setattr(agreement, "_tokens", {})
    monkeypatch.setattr(agreement, "_open", type(agreement._open)())
    for _ in range(200):
        agreement.keep((0, 1), numbers(1, 0, 0), "a sum")
    assert len(agreement._open) <= agreement._FEW
