"""Python's `sum` of a Tensor in compiled code, as MindSpore's compiler has it."""

from __future__ import annotations

import builtins

import numpy as np
import pytest

import msjax as ms
from msjax import Parameter, Tensor, nn


def total(x):
    return sum(x)


def total_from(x, start):
    return sum(x, start)


ROWS = np.array([[1, 2], [3, 4]])


@pytest.mark.parametrize(
    ("dtype", "expected"),
    [
        *((d, ms.int64) for d in (ms.int8, ms.int16, ms.int32, ms.int64, ms.uint8, ms.bool_)),
        *((d, d) for d in (ms.float16, ms.float32, ms.float64, ms.complex64)),
    ],
)
def test_dtypes(dtype, expected):
    x = Tensor(ROWS, dtype)
    found = ms.jit(total)(x)
    assert found.dtype == expected
    assert np.array_equal(found.asnumpy(), x.asnumpy().sum(0))


def test_eager_code_adds_up_rows():
    assert total(Tensor(ROWS, ms.int8)).dtype == ms.int8


@pytest.mark.parametrize(
    ("start", "expected", "dtype"),
    [
        (1.5, [5.5, 7.5], ms.float32),
        (2**40, [2**40 + 4, 2**40 + 6], ms.int64),
        (True, [5, 7], ms.int64),
        (Tensor([1, 1], ms.int8), [5, 7], ms.int64),
    ],
)
def test_starts(start, expected, dtype):
    found = ms.jit(total_from)(Tensor(ROWS, ms.int8), start)
    assert found.dtype == dtype and found.asnumpy().tolist() == expected


def test_without_rows():
    found = ms.jit(total)(Tensor(np.ones((0, 3)), ms.float32))
    assert found.asnumpy().tolist() == [0, 0, 0]
    with pytest.raises(TypeError):
        ms.jit(total)(Tensor(1))


def test_in_graph_mode_gradients_and_vmap():
    class Total(nn.Cell):
        def construct(self, x):
            return sum(x)

    x = Tensor(ROWS, ms.int8)
    ms.set_context(mode=ms.GRAPH_MODE)
    try:
        assert Total()(x).dtype == ms.int64
    finally:
        ms.set_context(mode=ms.PYNATIVE_MODE)
    assert ms.vmap(total)(x).dtype == ms.int64
    value, slope = ms.jit(ms.value_and_grad(total))(x)
    assert (value.dtype, slope.dtype) == (ms.int64, ms.int8)
    assert slope.asnumpy().tolist() == [[1, 1], [1, 1]]
    assert ms.jit(total)(Parameter(x)).dtype == ms.int64


def test_other_sums_are_pythons():
    run = ms.jit(lambda x: (sum([x, x]), sum(a for a in x), sum(x.shape), sum((1, 2), start=3)))
    pair, rows, lengths, numbers = run(Tensor(ROWS, ms.int8))
    assert pair.dtype == rows.dtype == ms.int8 and (lengths, numbers) == (4, 6)


def test_pythons_own_is_back():
    python = builtins.sum
    with pytest.raises(ZeroDivisionError):
        ms.jit(lambda x: sum(x) / (1 // 0))(Tensor(ROWS))
    assert builtins.sum is python
