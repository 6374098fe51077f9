"""Python numbers in traced code: they compute as Python does, and end the trace for their value."""

from __future__ import annotations

import pytest

import msjax as ms
from msjax import Tensor
from msjax._core.tensor.number import Number


@pytest.mark.parametrize("n", [-3, 2, 5])
def test_numbers_compute_as_python_does(n):
    def f(i):
        first = i + 1, 7 - i, i * 2.5, i // 2, i % 3, i / 4, -i, abs(i)
        return *first, i**3, i > 2, (i == 2) | (i < 0)

    def traced(x):
        return f(Number.made(x))

    got, want = ms.jit(traced, fullgraph=True)(Tensor(n)), f(n)
    assert [type(v) for v in got] == [type(v) for v in want]
    assert list(got) == pytest.approx(list(want), rel=1e-15)


def test_the_value_is_not_known():
    def text(x):
        return x * len(f"{Number.made(x)}")

    with pytest.raises(RuntimeError, match="needs the value of a number"):
        ms.jit(text, fullgraph=True)(Tensor(3))
