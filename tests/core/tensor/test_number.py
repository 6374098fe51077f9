"""Python numbers in traced code: they compute as Python does, and end the trace for their value."""

from __future__ import annotations

import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, mint, ops
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


MEETINGS = {  # operators and functions, whose kernels promote in different ways
    "*": lambda a, k: a * k,
    "reflected *": lambda a, k: k * a,
    "/": lambda a, k: a / k,
    "reflected /": lambda a, k: k / a,
    "+": lambda a, k: a + k,
    "mint.add": mint.add,
    "mint.sub": mint.sub,
    "mint.mul": mint.mul,
    "ops.mul": ops.mul,
    "ops.maximum": ops.maximum,
    "ops.where": lambda a, k: ops.where(a > 0, a, k),
}


@pytest.mark.parametrize("shape", [(), (2,)])
@pytest.mark.parametrize("meet", MEETINGS.values(), ids=MEETINGS)
def test_numbers_promote_beside_tensors_as_python_numbers_do(meet, shape):
    tensors = [Tensor(np.full(shape, 3, d)) for d in ("int32", "uint8", "float16", "float64")]

    def all_of(*given):
        return [meet(a, k) for k in given for a in tensors]

    def traced(*given):
        return all_of(*map(Number, given))

    numbers = 7, 0.1, 2**40
    given = [Tensor(np.asarray(k)) for k in numbers]
    got, want = ms.jit(traced, fullgraph=True)(*given), all_of(*numbers)
    assert [(v.dtype, v.shape) for v in got] == [(v.dtype, v.shape) for v in want]
    for a, b in zip(got, want, strict=True):
        np.testing.assert_array_equal(a.asnumpy(), b.asnumpy())


def test_large_integers_take_the_dtype_of_the_tensor_beside_them():
    for shape in ((), (2,)):
        one = Tensor(np.full(shape, 3, np.int32))
        for found, value in ((one * 2**40, 0), (mint.add(one, 2**40), 3), (one + 2**40, 3)):
            assert found.dtype == ms.int32
            assert (found.asnumpy() == value).all()
        assert ((one / 2**40).asnumpy() == np.float32(3 / 2**40)).all()


def test_the_value_is_not_known():
    def text(x):
        return x * len(f"{Number.made(x)}")

    with pytest.raises(RuntimeError, match="needs the value of a number"):
        ms.jit(text, fullgraph=True)(Tensor(3))


@pytest.mark.runs_eagerly
def test_code_that_compares_the_types_of_numbers():
    def f(x):
        n, half = 1, 0.5
        while x.sum() < 5:
            n, half, x = n + 1, half * 2, x + 1
        return type(n) is int, type(half) == float, type(n) in (int, float)  # noqa: E721

    assert ms.jit(f)(Tensor([1.0])) == (True, True, True)


def test_sums_beyond_64_bits():
    def f(x):
        n = 0
        while x.sum() < 5:
            n, x = n + 2**61, x + 1
        return n

    call = ms.jit(f)
    for value in (3.0, -5.0):
        assert call(Tensor([value])) == f(Tensor([value]))
