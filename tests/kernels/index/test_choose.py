"""Tensor.choose."""

from __future__ import annotations

import numpy as np
import pytest

import msjax as ms

CHOICES = [
    ([0, 1, 2], [[1, 2, 3], [4, 5, 6]], "clip", [1, 5, 6]),
    ([0, 1, 2], [[1, 2, 3], [4, 5, 6]], "wrap", [1, 5, 3]),
    ([-1, 0], [[1, 2], [3, 4]], "wrap", [3, 2]),
    ([-1, 0], [[1, 2], [3, 4]], "clip", [1, 2]),
    ([[0, 1], [1, 0]], [[1, 2], [3, 4]], "clip", [[1, 4], [3, 2]]),
    ([0, 1], [[[1], [2]], [[4], [5]]], "clip", [[1, 4], [2, 5]]),
    ([True, False], [1, 2], "clip", [2, 1]),
    ([0, 1], (ms.Tensor([1.0, 2.0]), ms.Tensor([3.0, 4.0])), "clip", [1.0, 4.0]),
    ([0, 1], ms.Tensor([[1.0, 2.0], [3.0, 4.0]]), "clip", [1.0, 4.0]),
]


@pytest.mark.parametrize(("index", "choices", "mode", "expected"), CHOICES)
def test_choose(index, choices, mode, expected):
    out = ms.Tensor(index).choose(choices, mode=mode)
    np.testing.assert_array_equal(out.asnumpy(), expected)
    kind = np.asarray(expected).dtype.kind
    assert out.dtype == (ms.float32 if kind == "f" else ms.int64)


@pytest.mark.parametrize(
    ("error", "index", "choices", "mode"),
    [
        (NotImplementedError, [0], [1], "raise"),
        (ValueError, 1, [1, 2], "clip"),
        (ValueError, [0, 1], [[1, 2, 3], [4, 5, 6]], "clip"),
        (TypeError, [0, 1], [ms.Tensor([1.0]), ms.Tensor([1])], "clip"),
        (TypeError, [0, 1], 3, "clip"),
    ],
)
def test_choose_refuses(error, index, choices, mode):
    with pytest.raises(error):
        ms.Tensor(index).choose(choices, mode=mode)
