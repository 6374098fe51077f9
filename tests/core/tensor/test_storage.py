"""The memory behind Tensors as bytes."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

import msjax as ms


def test_storage():
    x = ms.Tensor(np.arange(6, dtype=np.float32))
    part, other = x[2:4], ms.Tensor(np.ones(6, np.float32))
    storage = part.untyped_storage()
    assert storage.size() == len(storage) == storage.nbytes() == 24
    assert storage.element_size() == 1
    assert (storage.dtype, storage.device, storage.is_shared()) == (ms.float32, "CPU", False)
    storage.copy_(other.storage())
    np.testing.assert_array_equal(x.asnumpy(), np.ones(6))
    np.testing.assert_array_equal(part.asnumpy(), np.ones(2))
    bits = ms.Tensor([0, 0], ms.int32)
    bits.storage().copy_(ms.Tensor([1.0, 2.0]).storage())
    assert bits.tolist() == [0x3F800000, 0x40000000]


def test_the_address_is_that_of_the_owner():
    x = ms.Tensor([[1.0, 2.0], [3.0, 4.0]])
    storage = x[1].storage()
    assert storage.data_ptr() == x.storage().data_ptr() != ms.Tensor([1.0]).storage().data_ptr()
    address = storage.data_ptr()
    assert np.ctypeslib.as_array((ctypes.c_float * 4).from_address(address)).tolist() == [
        1,
        2,
        3,
        4,
    ]


def test_sizes_stay():
    storage = ms.Tensor([1.0]).storage()
    assert storage.resize_(4) is storage
    with pytest.raises(NotImplementedError, match="make a new Tensor of the wanted size"):
        storage.resize_(8)
    with pytest.raises(RuntimeError, match="self was 4 bytes but src was 8 bytes"):
        storage.copy_(ms.Tensor([1]).storage())
    with pytest.raises(TypeError, match="must be an UntypedStorage, but got Tensor"):
        storage.copy_(ms.Tensor([1.0]))


def test_the_type_is_public():
    assert type(ms.Tensor([1.0]).untyped_storage()) is ms.UntypedStorage
