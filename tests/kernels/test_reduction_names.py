"""Losses whose Primitives know reductions by number take their names in capitals, too."""

from __future__ import annotations

import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, nn, ops

X = Tensor([[0.2, 0.3], [0.5, 0.1]])
Y = Tensor([[0.1, 0.9], [0.5, 0.7]])
ONES = Tensor(np.ones((2, 2), np.float32))
TAKES_CAPITALS = {
    "smooth_l1_loss": lambda how: ops.smooth_l1_loss(X, Y, reduction=how),
    "binary_cross_entropy": lambda how: ops.binary_cross_entropy(X, Y, reduction=how),
    "with_logits": lambda how: ops.binary_cross_entropy_with_logits(X, Y, ONES, ONES, how),
    "nn.BCEWithLogitsLoss": lambda how: nn.BCEWithLogitsLoss(how)(X, Y),
    "BCEWithLogitsLoss": lambda how: ops.BCEWithLogitsLoss(how)(X, Y, ONES, ONES),
    "SmoothL1Loss": lambda how: ops.SmoothL1Loss(1.0, how)(X, Y),
    "NLLLoss": lambda how: ops.NLLLoss(how)(X, ms.Tensor([1, 0], ms.int32), Tensor([1.0, 2.0])),
}


@pytest.mark.parametrize("loss", TAKES_CAPITALS.values(), ids=TAKES_CAPITALS)
@pytest.mark.parametrize("name", ["NONE", "Mean", "SUM"])
def test_names_in_capitals(loss, name) -> None:
    for found, want in zip(_all(loss(name)), _all(loss(name.lower())), strict=True):
        np.testing.assert_array_equal(found.asnumpy(), want.asnumpy())


@pytest.mark.parametrize("loss", TAKES_CAPITALS.values(), ids=TAKES_CAPITALS)
def test_other_names(loss) -> None:
    with pytest.raises(ValueError, match="'?reduction'? must be in"):
        loss("average")


@pytest.mark.parametrize("name", ["NONE", "average"])
def test_losses_that_know_small_letters_only(name: str) -> None:
    for make in (nn.SmoothL1Loss, nn.BCELoss, nn.MSELoss, ops.KLDivLoss, ops.TripletMarginLoss):
        with pytest.raises(ValueError, match="reduction"):
            make(reduction=name)


def _all(result) -> tuple:
    return result if isinstance(result, tuple) else (result,)
