"""A function of those arrays it is derived by."""

from __future__ import annotations

import numpy as np

import msjax as ms
from msjax import ops
from msjax._core.base.x64 import x64
from msjax._core.transform.places import Derived
from msjax._core.transform.transform import arrays_in


def test_places_of_floats_and_of_integers():
    inputs = ms.Tensor([1.5]), ms.Tensor([2], ms.int32), ms.Tensor(np.zeros(0, np.int32))
    arrays, structure = arrays_in(inputs)
    derived = Derived(lambda *given: given, structure, arrays, has_aux=False)
    assert (derived.inexact, derived.whole) == ([0], [1])
    with x64():
        at = derived.at([0, 1])
    assert [a.dtype.kind for a in at] == ["f", "f"] and at[1].tolist() == [2]


def test_what_a_function_writes_is_written_once():
    count = ms.Parameter(ms.Tensor([0.0]), name="count")

    def function(x, n):
        ops.assign_add(count, ops.ones(1))
        return x * n

    x, n = ms.Tensor([3.0]), ms.Tensor([2], ms.int32)
    out, slope = ms.jvp(function, (x, n), (ops.ones_like(x), ops.ones_like(n)))
    assert (out.asnumpy(), slope.asnumpy(), count.asnumpy()) == (6, 5, 1)
    slopes = ms.jacrev(function, (0, 1))(x, n)
    assert [s.asnumpy().item() for s in slopes] == [2, 3] and count.asnumpy() == 2
