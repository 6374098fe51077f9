"""Doubles in three Float32 parts, and what kernels read of them."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from msjax._core.base.doubles import exact, parts
from msjax._core.base.x64 import x64

NUMBERS = [0.0, 1.0, -0.1, 1 / 3, 2**53 - 1.0, 1e-19 / 3, -(1e37) / 3, 0.5 + 2**-53]


@pytest.mark.parametrize("number", NUMBERS)
def test_parts_add_up_to_the_number(number):
    found = parts(number)
    assert found.dtype == np.float32 and found.shape == (3,)
    assert sum(map(float, found)) == number
    assert found[0] == np.float32(number)


@pytest.mark.parametrize("number", NUMBERS)
def test_kernels_read_the_number_back(number):
    with x64():
        wide, narrow = (exact(jnp.asarray(parts(number)), np.dtype(t)) for t in ("f8", "f4"))
    assert wide.dtype == np.float64 and float(wide) == number
    assert narrow.dtype == np.float32 and narrow == np.float32(number)
    assert wide.shape == narrow.shape == ()


@pytest.mark.parametrize("number", NUMBERS)
def test_python_numbers_and_single_arrays_pass(number):
    with x64():
        assert float(exact(number, np.dtype("float64"))) == number
        half = exact(jax.device_put(np.float32(number)), np.dtype("float16"))
    with np.errstate(over="ignore"):
        assert half.dtype == np.float16 and half == np.float32(number).astype(np.float16)
