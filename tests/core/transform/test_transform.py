"""What holds for all transformations of functions."""

from __future__ import annotations

import numpy as np
import pytest

import msjax as ms
from msjax import Tensor
from tests.every_mode import agree, arrays

X, Y = np.array([1.0, 2.0], np.float32), np.array([3.0, 4.0], np.float32)


def square_times(a, b):
    return a * a * b


class TestWhatIsNoTensor:
    """Numbers have no direction: MindSpore refuses them, and a forgotten Tensor shows."""

    @pytest.mark.parametrize("bad", [3.0, True, None, "text", X])
    def test_inputs(self, bad):
        x = Tensor(X)
        calls = [
            lambda: ms.jvp(square_times, (x, bad), (x, x)),
            lambda: ms.jvp(square_times, (x, x), (x, bad)),
            lambda: ms.jvp(lambda pair: pair[0] * pair[1], ([x, bad],), ([x, x],)),
            lambda: ms.vjp(square_times, x, bad),
            lambda: ms.vjp(square_times, x, x)[1](bad),
            lambda: ms.jacfwd(square_times, (0, 1))(x, bad),
            lambda: ms.jacrev(square_times, 1)(x, bad),
        ]
        for call in calls:
            with pytest.raises(TypeError, match="must be a Tensor, or a tuple or list of Tensors"):
                call()
            with pytest.raises(TypeError, match="must be a Tensor, or a tuple or list of Tensors"):
                ms.jit(call)()

    def test_numbers_beside_what_is_differentiated(self):
        agree(arrays(ms.jacfwd(square_times)(Tensor(X), 3.0)), np.diag(6 * X))
        agree(arrays(ms.jacrev(square_times)(Tensor(X), 3.0)), np.diag(6 * X))

    def test_structures_of_tensors(self):
        def total(parts):
            return parts["a"] * parts["b"][0]

        parts = {"a": Tensor(X), "b": [Tensor(Y)]}
        agree(arrays(ms.jvp(total, (parts,), (parts,))[1]), 2 * X * Y)
        (found,) = ms.vjp(total, parts)[1](Tensor(X))
        agree(arrays(found["a"]), X * Y)
