"""Numbers beside Tensors whose dtype cannot hold them."""

from __future__ import annotations

import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, ops


@pytest.mark.parametrize("wrap", [lambda f: f, ms.jit])
def test_xlogy_takes_numbers_as_they_are(wrap):
    x = np.array([1, 2, 3], np.int8)
    found = wrap(lambda a: ops.xlogy(a, 200))(Tensor(x))
    assert found.dtype == ms.float32
    np.testing.assert_allclose(found.asnumpy(), x * np.log(200), rtol=1e-6)
    found = wrap(lambda a: ops.xlogy(300, a))(Tensor(x))
    np.testing.assert_allclose(found.asnumpy(), 300 * np.log(x.astype(np.float32)), rtol=1e-6)
