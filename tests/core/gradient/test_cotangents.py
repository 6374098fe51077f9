"""What gradients start from."""

from __future__ import annotations

import jax
import numpy as np
import pytest

import msjax as ms
from msjax._core.base.x64 import to_device, x64
from msjax._core.gradient.cotangents import as_tensor, check_sens, cotangents, filled


def tensor(*values, dtype=ms.float32):
    return ms.Tensor(list(values), dtype)


def test_arrays_of_one_value_are_kept_if_small():
    like = to_device(np.zeros((2, 3)))
    found = filled(1, like)
    assert found is filled(1, like) and found is not filled(0, like)
    assert (found.shape, found.dtype, found.sharding) == (like.shape, like.dtype, like.sharding)
    np.testing.assert_array_equal(found, np.ones((2, 3)))
    large = jax.numpy.zeros(1 << 17)
    assert filled(1, large) is not filled(1, large)


def test_no_gradient_is_zeros():
    found = as_tensor(None, tensor(1, 2, dtype=ms.float64))
    assert found.dtype == ms.float64 and found.asnumpy().tolist() == [0, 0]


def test_ones_for_floats_and_nothing_for_the_rest():
    losses = [to_device(np.zeros(2)), to_device(np.zeros(2, np.int64))]
    with x64():
        ones, nothing = cotangents(losses, None)
    assert ones.dtype == np.float64 and ones.tolist() == [1, 1]
    assert nothing.dtype == jax.dtypes.float0 and nothing.shape == (2,)


def test_given_sensitivities():
    losses = [jax.numpy.zeros(2), jax.numpy.zeros((), "complex64")]
    sens = (tensor(2, 3), ms.Tensor(1 + 2j, ms.complex64))
    first, second = cotangents(losses, sens)
    assert first.tolist() == [2, 3]
    assert complex(second) == 1 - 2j  # JAX's cotangents are the conjugates of MindSpore's
    (cast,) = cotangents(losses[:1], tensor(2, 3, dtype=ms.float16), exact=False)
    assert cast.dtype == np.float32 and cast.tolist() == [2, 3]
    assert cotangents([jax.numpy.zeros(())], 3.0)[0] == 3


@pytest.mark.parametrize(
    ("starts", "error", "text"),
    [
        ([], ValueError, "must equal that of the outputs, 1, but got 0"),
        ([tensor(1, 2, 3)], ValueError, r"The shape should be \(2,\), but got \(3,\)"),
        ([tensor(1, 2, dtype=ms.float16)], TypeError, "should be Float32, but got Float16"),
    ],
)
def test_sensitivities_that_do_not_fit(starts, error, text):
    with pytest.raises(error, match=text):
        check_sens([tensor(1, 2)], starts)
