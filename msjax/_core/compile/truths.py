"""`and`, `or` and `not` in the tests of rewritten loops, as one number instead of forks.

What follows an `and` or `or` must not run where Python would not run it. Comparisons of plain
numbers do nothing else and cannot raise, so that these are computed in any case.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np

from msjax._core.base.state import STATE
from msjax._core.base.x64 import x64
from msjax._core.compile.blocks import joined_test
from msjax._core.compile.variables import BROKEN, FINISHED, Ended, flag, is_unknown
from msjax._core.tensor.number import Number
from msjax._core.tensor.tensor import Tensor, box


def negated(value: Any) -> Any:
    """`not value`, a traced number where only compiled code knows it."""
    if not _traced() or not is_unknown(value):
        return not value
    return Number(box(jnp.logical_not(flag(value)._read())))


def linked(
    wanted: bool, first: Any, then: Callable, parts: Callable | None, simple: bool = True
) -> Any:
    """`first and then()`, or `first or then()`, of which only the truth matters.

    Args:
        wanted: the truth of the first value by which the second one matters: True for `and`.
        first: the first value.
        then: gives the second one.
        parts: gives what that compares, if it is one comparison and nothing else.
        simple: whether the second one asks no conditions itself.
    """
    if not _traced() or not is_unknown(first):
        if bool(first) is not wanted:
            return not wanted
        return then() if simple or not _traced() else joined_test(then)
    unite = jnp.logical_and if wanted else jnp.logical_or
    if parts is not None and _compares_numbers(parts):
        second = then()
        if not is_unknown(second):
            return first if bool(second) is wanted else not wanted
    else:
        with x64():
            goes_on = flag(first)._read() == wanted
            ended = jnp.where(goes_on, np.int64(FINISHED), np.int64(BROKEN))
        second = joined_test(then, Ended(Number(box(ended)), (FINISHED, BROKEN)))
        if wanted:
            return second
    return Number(box(unite(flag(first)._read(), flag(second)._read())))


def _traced() -> bool:
    return STATE.frame is not None and STATE.frame.oracle_in_force() is not None


def _compares_numbers(parts: Callable) -> bool:
    try:
        return all(map(_is_number, parts()))
    except (AttributeError, NameError):  # as the comparison raises, if it is made
        return False


def _is_number(value: Any) -> bool:
    if isinstance(value, Tensor):
        return type(value) is Tensor and value.size == 1
    return type(value) in (Number, bool, float) or (
        type(value) is int and -(2**63) <= value < 2**63
    )
