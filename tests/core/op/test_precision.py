"""Casting of float inputs inside Cells; tests/test_amp_dtypes.py has every operation."""

from __future__ import annotations

import numpy as np
import pytest

import msjax as ms
from msjax import nn, ops
from msjax._core.base.state import STATE
from msjax._core.op.precision import floats, lowered, widest

HALF = np.dtype("float16")


def tensor(dtype=ms.float32):
    return ms.ops.ones((2, 3), dtype)


@pytest.fixture
def cast():
    previous = STATE.set_cast(HALF)
    yield
    STATE.set_cast(previous)


def test_float_arguments_are_lowered():
    wide, whole, narrow = tensor(ms.float64), tensor(ms.int32), tensor(ms.float16)
    changed = lowered([wide, whole, 2.0, [narrow, wide], None], HALF)
    assert [t.dtype for t in (changed[0], changed[1], *changed[3])] == [
        *(ms.float16, ms.int32, ms.float16, ms.float16)
    ]
    assert changed[1] is whole and changed[2] == 2.0 and changed[3][0] is narrow
    assert lowered([narrow, whole, (1, narrow)], HALF) is None
    first, second = lowered([wide, wide], HALF, first_alone=True)
    assert (first.dtype, second.dtype) == (ms.float16, ms.float64)


def test_floats_among_arguments():
    given = [tensor(), tensor(ms.int8), [tensor(ms.float16), (tensor(ms.complex64),)], 1.0]
    assert [t.dtype for t in floats(given)] == [ms.float32, ms.float16]
    assert widest(given) == np.float32
    assert widest([tensor(ms.bfloat16), tensor(ms.float16)]) == np.float32
    assert widest([]) == np.float32


CALLS = {
    "computes": (lambda x: ops.exp(x), ms.float16),
    "keeps": (lambda x: ops.zeros_like(x), ms.float32),
    "view": (lambda x: x.reshape(6), ms.float32),
    "integers": (lambda x: ops.argmax(x, 1), ms.int64),
    "goes back": (lambda x: ops.hardtanh(x), ms.float32),
    "cast": (lambda x: x.astype(ms.float64), ms.float64),
}


@pytest.mark.parametrize("name", CALLS)
def test_dtypes_inside(name, cast):
    function, dtype = CALLS[name]
    assert function(tensor()).dtype == dtype


def test_statistics_of_batch_norm_stay(cast):
    stay = tensor()[0]
    out = ops.BatchNorm(is_training=True)(tensor(), stay, stay, stay, stay)
    assert out[0].dtype == ms.float16 and out[1].dtype == ms.float32


def test_a_cell_casts_inside_and_not_outside():
    net = nn.Dense(3, 3)
    net.to_float(ms.float16)
    assert net(tensor()).dtype == ms.float16 and net.weight.dtype == ms.float32
    assert ops.exp(tensor()).dtype == ms.float32 and STATE.cast is None
