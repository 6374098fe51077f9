"""Operations that MindSpore has no derivative of refuse in their own name, and only when asked."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, ops

RNG = np.random.default_rng(2)
FEW = Tensor([1.0, 2.0, 1.0, 3.0])
TALL = Tensor(RNG.standard_normal((3, 2)).astype(np.float32))
FRAMES = Tensor(RNG.standard_normal((2, 2, 3)).astype(np.float32))
BOXES = Tensor(RNG.random((1, 3, 1, 4)).astype(np.float32))
SCORES = Tensor(RNG.random((1, 3, 2)).astype(np.float32))


def ints(values: Any) -> Tensor:
    return Tensor(np.array(values, np.int64))


def distance(x: Tensor) -> Tensor:
    places, shape = ints([[0, 0], [0, 1], [1, 0], [1, 1]]), ints([2, 2])
    return ops.EditDistance()(places, x, shape, places, x + 1, shape)


def suppressed(bound: Tensor) -> Tensor:
    sizes = Tensor(2, ms.int32), Tensor(2, ms.int32)
    return ops.CombinedNonMaxSuppression()(BOXES, SCORES, *sizes, bound, Tensor(0.1))[0]


CASES = {
    "Unique": (lambda x: ops.unique(x)[0], FEW),
    "UniqueConsecutive": (ops.unique_consecutive, FEW),
    "unique": (lambda x: x.unique(), FEW),
    "ListDiff": (lambda x: ops.ListDiff()(x, FEW[:1])[0], FEW),
    "CTCGreedyDecoder": (
        lambda x: ops.ctc_greedy_decoder(x, Tensor([2, 2], ms.int32))[3],
        FRAMES,
    ),
    "EditDistance": (distance, FEW),
    "CombinedNonMaxSuppression": (suppressed, Tensor(0.5)),
    "Geqrf": (lambda x: ops.geqrf(x)[0], TALL),
    "Orgqr": (lambda x: ops.orgqr(x, FEW[:2]), TALL),
    "Ormqr": (lambda x: ops.ormqr(x, FEW[:2], TALL), TALL),
}


@pytest.mark.parametrize("name", CASES)
def test_refused(name: str) -> None:
    function, x = CASES[name]
    function(x)
    with pytest.raises(RuntimeError, match=f"For '{name}', there is no derivative"):
        ms.grad(function)(x)


def test_uses_that_no_gradient_passes() -> None:
    def loss(x: Tensor) -> tuple:
        return (x * x).sum(), ops.geqrf(x)[1], ops.unique(x.reshape(-1))[1]

    slope, (tau, index) = ms.grad(loss, has_aux=True)(TALL)
    np.testing.assert_allclose(slope.asnumpy(), 2 * TALL.asnumpy(), rtol=1e-6)
    assert (tau.shape, index.shape) == ((2,), (6,))
    places = ms.grad(lambda x: (x * x[ops.unique(x)[1]]).sum())(FEW)
    assert places.shape == (4,)


def test_compiled() -> None:
    with pytest.raises(RuntimeError, match="For 'Orgqr', there is no derivative"):
        ms.jit(ms.grad(lambda x: ops.orgqr(x, FEW[:2]).sum()))(TALL)
