"""Devices of one process where there is one; several of them are in tests/devices."""

from __future__ import annotations

import jax
import numpy as np
import pytest

import msjax as ms
from msjax._core.base.x64 import to_device
from msjax._core.runtime import devices, launch


@pytest.fixture
def one():
    """An arrangement of the only device."""
    return devices.Devices(jax.devices()[:1])


def test_whole_batches_after_a_strategy_of_tuples_was_reset():
    ms.set_auto_parallel_context(
        parallel_mode="semi_auto_parallel", dataset_strategy=((2, 1), (4,))
    )
    ms.reset_auto_parallel_context()
    try:
        for whole in (False, True):
            ms.set_auto_parallel_context(parallel_mode="semi_auto_parallel", full_batch=whole)
            assert devices.sharing().whole is whole
            assert devices.sharing().inputs is None
    finally:
        ms.reset_auto_parallel_context()
        ms.set_auto_parallel_context(dataset_strategy="data_parallel")


def test_one_device_shares_with_none():
    ms.set_auto_parallel_context(parallel_mode="data_parallel")
    try:
        assert devices.shared() is None
    finally:
        ms.reset_auto_parallel_context()


@pytest.mark.parametrize("mode", ["data_parallel", "hybrid_parallel"])
def test_modes_that_share(mode, monkeypatch):
    monkeypatch.setattr(devices.context, "local_devices", lambda: [*jax.devices()[:1], "other"])
    monkeypatch.setattr(devices, "_together", lambda found, stages: found)
    assert devices.shared() is None
    try:
        ms.set_auto_parallel_context(parallel_mode=mode)
        assert devices.shared() == (jax.devices()[0], "other")
        monkeypatch.setattr(launch, "several", lambda: True)
        assert devices.shared() is None  # a process of several has one device
        monkeypatch.setattr(launch, "several", lambda: False)
        ms.set_auto_parallel_context(parallel_mode="stand_alone")
        assert devices.shared() is None
        ms.set_auto_parallel_context(parallel_mode=mode)
    finally:
        ms.reset_auto_parallel_context()
    assert devices.shared() is None


def test_what_can_be_divided(one):
    one.count = 4
    found = [one.divide(shape) for shape in [(8, 3), (4,), (6, 4), (0, 4), ()]]
    assert found == [True, True, False, False, False]


@pytest.mark.parametrize("dtype", [np.float32, np.int64, np.float64, np.bool_])
def test_arguments_are_placed_with_their_values(one, dtype):
    values = np.arange(4).astype(dtype)
    array, number = to_device(values), to_device(dtype(1))
    placed, whole = one.batch([array, number])
    assert placed.sharding == one.cut and whole.sharding == one.everywhere
    assert placed.dtype == dtype and (np.asarray(placed) == values).all()
    assert one.batch([placed])[0] is placed
    assert devices.on_one(array) is array
    assert (np.asarray(devices.on_one(whole)) == 1).all()


def test_settled_arrays_share_no_memory_with_what_they_were(one):
    array = to_device(np.ones(4, np.float32))
    box = ms.Tensor(array)
    assert one.sharding_of(box) == one.everywhere
    one.settle([box])
    assert box._data.sharding == one.everywhere
    before = box._data
    one.settle([box])
    assert box._data is before
    before.delete()
    assert np.asarray(array).tolist() == [1, 1, 1, 1]
