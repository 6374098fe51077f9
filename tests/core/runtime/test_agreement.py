"""The token that calls of several processes carry; `tests/ranks` has the processes."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from msjax._core.runtime import agreement
from msjax._core.runtime.spread import AXIS


def together(function, *parts):
    """`function` in several processes, each with its part of the arguments."""
    return jax.vmap(function, axis_name=AXIS)(*map(jnp.stack, parts))


def numbers(*values):
    return jnp.array(values, jnp.uint32)


START = jnp.zeros((2, 3), jnp.uint32)


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


def test_calls_that_nobody_looks_at_are_few(monkeypatch):
    monkeypatch.setattr(agreement, "_tokens", {})
    monkeypatch.setattr(agreement, "_open", type(agreement._open)())
    for _ in range(200):
        agreement.keep((0, 1), numbers(1, 0, 0), "a sum")
    assert len(agreement._open) <= agreement._FEW
