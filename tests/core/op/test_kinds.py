"""Which Python floats become arrays of the compiled function, by the kind of their argument."""

from __future__ import annotations

import inspect

import jax
import numpy as np
import pytest

from msjax import Tensor
from msjax._core.op.gateway import Op
from msjax._core.op.kinds import STATIC, Finite, FloatKind, kind_of

ARRAYS = {
    "Finite": [0.0, -3.5, 1e300],
    "Positive": [1e-300, 2.0],
    "Fraction": [0.25, 0.999],
    "Order": [0.5, 1.5, 3.0],
    "Exact": [0.0, -2.5, 1e-19],
    "Power": [-2.5, 0.5, 3.0],
}
STATICS = {
    "Finite": [float("inf"), float("nan"), 1, "x", None],
    "Positive": [0.0, -1.0, float("inf")],
    "Fraction": [0.0, 1.0],
    "Order": [1.0, 2.0, 0.0],
    "Exact": [1e-30, 1e39, float("nan")],
    "Power": [0.0, 1.0, -1.0, 2.0, -2.0],
}


def made(annotation: str) -> tuple[Op, list]:
    """An operation of one such argument, and what its kernel saw when it was compiled."""
    seen = []

    def kernel(x, value):
        seen.append(value)
        return x

    kernel.__annotations__ = {"x": "Array", "value": annotation}
    return Op(kernel, "probe", None, False, False, False), seen


@pytest.mark.parametrize("kind", ARRAYS)
def test_floats_that_share_one_executable(kind):
    entry, seen = made(kind)
    for value in ARRAYS[kind]:
        entry.apply((Tensor([1.0]), value))
    assert len(entry.cache) == 1
    assert len(seen) == 1
    assert isinstance(seen[0], jax.Array)
    assert seen[0].shape == ((3,) if kind in ("Exact", "Power") else ())


@pytest.mark.parametrize("kind", STATICS)
def test_values_that_arrive_as_they_are(kind):
    entry, seen = made(kind)
    for value in STATICS[kind]:
        entry.apply((Tensor([1.0]), value))
        assert seen[-1] is value or (np.isnan(value) and np.isnan(seen[-1]))
    assert len(entry.cache) == len(STATICS[kind])


def test_a_parameter_of_no_known_kind_is_static():
    def kernel(a, b: int, c: tuple, d: Finite | None):
        pass

    kinds = [kind_of(p) for p in inspect.signature(kernel).parameters.values()]
    assert kinds[:3] == [STATIC] * 3
    assert isinstance(kinds[3], FloatKind)
