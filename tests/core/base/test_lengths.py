"""Lengths of dimensions that may be unknown."""

from __future__ import annotations

import itertools

import jax.export
import pytest

from msjax._core.base.lengths import is_length, is_unknown, longest, shortest, slice_of

(N,) = jax.export.symbolic_shape("n,")


@pytest.mark.parametrize(
    ("value", "length", "unknown"),
    [(3, True, False), (True, False, False), (2.0, False, False), (N, True, True), (None, 0, 0)],
)
def test_what_is_a_length(value, length, unknown):
    assert (is_length(value), is_unknown(value)) == (length, unknown)


def test_extremes():
    assert (longest(2, 3), shortest(2, 3)) == (3, 2)
    assert (longest(N, 1), shortest(N, 1)) == (N, 1)  # no length is less than 1
    assert str(shortest(N, 4)) == str(jax.export.symbolic_shape("min(n, 4),")[0])


def test_slices_of_known_lengths():
    ends = (None, 0, 1, 3, 5, 9, -1, -4, -9)
    for start, stop, step in itertools.product(ends, ends, (1, 2, 3)):
        first, length = slice_of(start, stop, step, 5)
        wanted = range(5)[start:stop:step]
        assert length == len(wanted) and (not wanted or first == wanted[0])


@pytest.mark.parametrize(
    ("start", "stop", "step", "wanted"),
    [
        (None, None, 1, (0, N)),
        (1, None, 1, (1, N - 1)),
        (-1, None, 1, (N - 1, 1)),
        (None, -1, 1, (0, N - 1)),
        (None, None, 2, (0, -(-N // 2))),
        (None, N, 1, (0, N)),
    ],
)
def test_slices_of_unknown_lengths(start, stop, step, wanted):
    assert slice_of(start, stop, step, N) == wanted
    assert slice_of(None, N, 1, 8) == (0, N)
