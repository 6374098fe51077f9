"""64-bit dtypes beside JAX code that keeps its 32-bit defaults."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from msjax._core.base.x64 import is_wide, to_device, x64


@pytest.mark.parametrize("kind", ["int64", "uint64", "float64", "complex128"])
def test_asked_for_dtypes_are_kept_inside_only(kind):
    with x64():
        assert jnp.zeros(2, kind).dtype == np.dtype(kind)
        assert jnp.arange(3).dtype == np.int32 and jnp.ones(2).dtype == np.float32
    assert not jax.config.jax_enable_x64
    with pytest.warns(UserWarning, match="will be truncated"):
        assert jnp.zeros(2, kind).dtype.itemsize == np.dtype(kind).itemsize // 2


def test_wide_dtypes():
    kinds = "bool int8 int32 int64 uint32 uint64 float16 float32 float64 complex64 complex128"
    found = [kind for kind in kinds.split() if is_wide(np.dtype(kind))]
    assert found == ["int64", "uint64", "float64", "complex128"]


@pytest.mark.parametrize("kind", ["int64", "uint64", "float64", "complex128", "float32", "bool"])
def test_arrays_go_to_the_device_as_they_are(kind):
    given = np.array([[0, 1], [1, 0]], kind)
    found = to_device(given.T)
    given[0, 1] = 0  # what is on the device is a copy
    assert found.dtype == np.dtype(kind)
    np.testing.assert_array_equal(found, np.array([[0, 1], [1, 0]], kind))
    assert to_device(given, jax.devices()[0]).devices() == {jax.devices()[0]}


def test_numbers_that_need_64_bits():
    assert int(to_device(np.int64(2**53 + 1))) == 2**53 + 1
    assert float(to_device(np.float64(1 / 3))) == 1 / 3
