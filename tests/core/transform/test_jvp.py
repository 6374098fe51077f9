"""Directional derivatives."""

from __future__ import annotations

import numpy as np
import pytest

import msjax as ms
from msjax import Tensor
from tests.every_mode import agree, arrays

X, Y = np.array([1.0, 2.0], np.float32), np.array([3.0, 4.0], np.float32)


def test_jvp():
    agree(
        arrays(ms.jvp(lambda a, b: a * b, (Tensor(X), Tensor(Y)), (Tensor(X), Tensor(Y)))),
        (X * Y, 2 * X * Y),
    )
    agree(arrays(ms.jvp(lambda a: a * a, Tensor(X), Tensor(X))), (X * X, 2 * X * X))
    out = ms.jvp(lambda a: (a, a * 2), Tensor(X), Tensor(X))
    agree(arrays(out), ((X, 2 * X), (X, 2 * X)))
    aux = ms.jvp(lambda a: (a * a, a), Tensor(X), Tensor(X), has_aux=True)
    agree(arrays(aux), (X * X, 2 * X * X, X))
    with pytest.raises(ValueError, match="invalid length"):
        ms.jvp(lambda a, b: a, (Tensor(X), Tensor(Y)), (Tensor(X),))
    with pytest.raises(TypeError, match="'has_aux' should be bool"):
        ms.jvp(lambda a: (a, a), Tensor(X), Tensor(X), has_aux=1)  # type: ignore[arg-type]
