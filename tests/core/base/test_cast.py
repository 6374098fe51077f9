"""Arrays as other element types."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
import pytest

from msjax._core.base.cast import as_bits, cast_array
from msjax._core.base.x64 import x64


@pytest.mark.parametrize(
    ("values", "dtype", "wanted"),
    [
        ([1.9, -1.9, 300.0], np.int8, [1, -1, 44]),
        ([np.nan, 3e9, -3e9], np.int32, [-(2**31)] * 3),
        ([-1.0, 5e9], np.uint32, [2**32 - 1, 705032704]),
        ([1.0, 0.0], np.bool_, [True, False]),
    ],
)
def test_conversion_is_that_of_c_code_on_x86(values, dtype, wanted):
    with x64():
        assert cast_array(jnp.array(values, np.float32), dtype).tolist() == wanted


def test_the_imaginary_part_is_dropped():
    assert cast_array(jnp.array([1 + 2j], np.complex64), np.float32).tolist() == [1.0]


@pytest.mark.parametrize("dtype", [np.int16, np.uint8, np.int32, np.float16])
def test_bits_are_numpys_view(dtype):
    x = np.array([[1.0, -2.0], [0.5, 3.0]], np.float32)
    assert np.asarray(as_bits(jnp.array(x), dtype)).tobytes() == x.view(dtype).tobytes()
    assert as_bits(jnp.array(x), dtype).shape == x.view(dtype).shape


def test_wider_elements_need_whole_numbers_of_them():
    with x64():
        assert as_bits(jnp.array([1, 0, 2, 0], np.int32), np.int64).tolist() == [1, 2]
        with pytest.raises(ValueError):
            as_bits(jnp.array([1, 0, 2], np.int32), np.int64)
