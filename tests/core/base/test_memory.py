"""Memory that XLA takes over: where it is, and that nobody writes to it afterwards."""

from __future__ import annotations

import io

import jax
import ml_dtypes
import numpy as np
import pytest

from msjax._core.base.interop import windows
from msjax._core.base.memory import aligned, fill, own_copy
from msjax._core.base.x64 import adopt


@pytest.mark.parametrize("lead", [0, 1, 63, 64, 70])
@pytest.mark.parametrize("shape", [(), (0,), (3, 5), (100_000,)])
@pytest.mark.parametrize("kind", [np.uint8, np.float64, ml_dtypes.bfloat16, np.bool_])
def test_addresses(shape, kind, lead):
    array = aligned(shape, np.dtype(np.uint8 if lead else kind), lead)
    assert not array.size or (array.ctypes.data + lead) % 64 == 0
    assert array.shape == shape and array.flags.writeable and array.flags.c_contiguous


@pytest.mark.parametrize("shape", [(3, 4), (300, 400)])
def test_copies(shape):
    given = np.arange(np.prod(shape), dtype=np.float32).reshape(shape).T
    copy = own_copy(given)
    np.testing.assert_array_equal(copy, given)
    assert not np.shares_memory(copy, given) and copy.flags.c_contiguous


@pytest.mark.parametrize("size", [0, 7, 8])
def test_a_file_that_is_too_short(size):
    array = np.zeros(2, np.int32)
    assert fill(array, io.BytesIO(bytes([1, 0, 0, 0] * 2)[:size])) is (size == 8)
    assert array[0] == (1 if size else 0)


def test_short_reads_go_on():
    class Slow(io.RawIOBase):
        left = bytes(range(10))

        def readable(self):
            return True

        def readinto(self, buffer):
            buffer[:1], self.left = self.left[:1], self.left[1:]
            return 1

    array = np.zeros(10, np.uint8)
    assert fill(array, Slow()) and array.tolist() == list(range(10))


def test_what_was_taken_over_is_never_written_to():
    memory = aligned((1000,), np.dtype(np.float32))
    memory[:] = 1
    taken = adopt(memory)
    on_cpu = jax.devices()[0].platform == "cpu"
    assert not on_cpu or taken.unsafe_buffer_pointer() == memory.ctypes.data
    twice = jax.jit(lambda x: x * 2, donate_argnums=0)
    doubled = twice(twice(taken))
    assert (np.asarray(doubled) == 4).all() and (memory == 1).all() and taken.is_deleted()


def test_windows_share_the_memory_of_an_array_that_is_gone():
    numbers = np.arange(5000.0)
    whole, shapes = adopt(numbers), [(16, 64), (), (0, 2), (3000,), (7, 25)]
    parts = windows(whole, shapes)
    begins = [0, 1024, 1025, 1025, 4025]
    for part, shape, begin in zip(parts, shapes, begins, strict=True):
        assert part.shape == shape and part.dtype == np.float64
        expected = numbers[begin : begin + part.size].reshape(shape)
        np.testing.assert_array_equal(np.asarray(part), expected)
    if jax.devices()[0].platform == "cpu":
        assert parts[0].unsafe_buffer_pointer() == whole.unsafe_buffer_pointer()
    del whole
    twice = jax.jit(lambda x: x * 2, donate_argnums=0)
    with jax.enable_x64(True):
        doubled = twice(windows(parts[3], [(3000,)])[0])
    assert (np.asarray(doubled) == 2 * numbers[1025:4025]).all()
    np.testing.assert_array_equal(np.asarray(parts[3]), numbers[1025:4025])
