"""Shape and creation operations without a (right) CPU kernel in MindSpore: NumPy judges."""

from __future__ import annotations

import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, ops

A = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
X = Tensor(A)


def x(*shape):
    return np.arange(int(np.prod(shape)), dtype=np.float32).reshape(shape)


CASES = {
    "roll": (lambda: ops.roll(X, 5), lambda: np.roll(A, 5)),
    "roll by axes": (lambda: ops.roll(X, (1, -2), (0, 2)), lambda: np.roll(A, (1, -2), (0, 2))),
    "Roll": (lambda: ops.Roll(1, -1)(X), lambda: np.roll(A, 1, -1)),
    "Tensor.roll": (lambda: X.roll(1, 1), lambda: np.roll(A, 1, 1)),
    "repeat": (lambda: X.repeat(2, 1, 3), lambda: np.tile(A, (2, 1, 3))),
    "repeat, tuple": (lambda: X.repeat((2, 1, 1, 3)), lambda: np.tile(A, (2, 1, 1, 3))),
    "repeat, axis": (lambda: X.repeat(2, axis=1), lambda: np.repeat(A, 2, 1)),
    "repeat, axis None": (lambda: X.repeat(2, axis=None), lambda: np.repeat(A, 2)),
    "repeat, counts": (lambda: X.repeat([1, 0], axis=0), lambda: np.repeat(A, [1, 0], 0)),
    "repeat, older order": (lambda: X.repeat(2, 1), lambda: np.repeat(A, 2, 1)),
    "repeat, older order, last axis": (
        lambda: X[0].repeat(2, -1),
        lambda: np.repeat(A[0], 2, -1),
    ),
    "repeat, older order, counts": (
        lambda: X.repeat([1, 0], 0),
        lambda: np.repeat(A, [1, 0], 0),
    ),
    "repeat, older order, all": (lambda: X.repeat(2, None), lambda: np.repeat(A, 2)),
    "repeat, two dimensions": (lambda: X[0].repeat(2, 0), lambda: np.tile(A[0], (2, 0))),
    "repeat_interleave 0": (lambda: ops.repeat_interleave(X, 0, 0), lambda: A[:0]),
    "strided_slice, new axis": (
        lambda: ops.strided_slice(X, (1, 0, 2), (2, 3, 3), (1, 2, 1), new_axis_mask=1),
        lambda: A[None, 0:3:2, 2:3],
    ),
    "strided_slice, ellipsis": (
        lambda: ops.strided_slice(X, (0, 2), (0, 3), (1, 1), ellipsis_mask=1),
        lambda: A[..., 2:3],
    ),
    "circular, longer than the input": (
        lambda: ops.pad(X, (5, 6), mode="circular"),
        lambda: np.pad(A, ((0, 0), (0, 0), (5, 6)), mode="wrap"),
    ),
    "SpaceToBatch": (
        lambda: ops.SpaceToBatch(2, [[0, 0], [0, 0]])(Tensor(x(1, 1, 2, 4))),
        lambda: x(1, 1, 2, 4).reshape(1, 2, 2, 2).transpose(1, 3, 0, 2).reshape(4, 1, 1, 2),
    ),
    "fills": (lambda: ops.fills(X, 2), lambda: np.full_like(A, 2)),
    "Fills": (lambda: ops.Fills()(X, Tensor(2.5)), lambda: np.full_like(A, 2.5)),
    "new_full": (lambda: X.new_full((2,), 7), lambda: np.full(2, 7, np.float32)),
    "new_empty": (
        lambda: ops.zeros_like(X.new_empty((2, 3))),
        lambda: np.zeros((2, 3), np.float32),
    ),
    "ConfusionMatrix": (
        lambda: ops.ConfusionMatrix(3)(Tensor([0, 1, 2]), Tensor([0, 2, 2]), Tensor([1, 2, 3])),
        lambda: np.array([[1, 0, 0], [0, 0, 2], [0, 0, 3]], np.int32),
    ),
    "concat of two dtypes": (
        lambda: ops.concat((Tensor([1.5]), Tensor([2]), Tensor([True]))),
        lambda: np.array([1.5, 2, 1], np.float32),
    ),
    "zeros of no dimension": (lambda: ops.zeros(()), lambda: np.zeros((), np.float32)),
    "reverse_sequence, too long": (
        lambda: ops.reverse_sequence(Tensor(x(2, 3)), Tensor([2, 9]), 1),
        lambda: np.array([[1, 0, 2], [5, 4, 3]], np.float32),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_against_numpy(name):
    call, reference = CASES[name]
    got, want = call(), reference()
    assert got.asnumpy().dtype == want.dtype
    np.testing.assert_array_equal(got.asnumpy(), want)


def test_splits_of_given_lengths():
    for sizes in ([1, -1, 3], [1, 2, 3]):
        parts = ops.SplitV(sizes, 0, 3)(Tensor(x(6, 2)))
        assert [p.shape for p in parts] == [(1, 2), (2, 2), (3, 2)]
        assert parts[2].tolist() == x(6, 2)[3:].tolist()
    with pytest.raises(ValueError):
        ops.SplitV([1, 2], 0, 2)(Tensor(x(6)))


@pytest.mark.parametrize("block", [2, 3])
def test_batches_of_blocks_go_there_and_back(block):
    image = Tensor(x(2, 3, 2 * block, 3 * block))
    pads = [[block, 0], [0, 2 * block]]
    batch = ops.SpaceToBatch(block, pads)(image)
    assert batch.shape == (2 * block * block, 3, 3, 5)
    back = ops.BatchToSpace(block, pads)(batch)
    assert (back == image).all()
    crops = Tensor(pads)
    assert (ops.BatchToSpaceNDV2()(batch, Tensor([block, block]), crops) == image).all()


def test_depth_and_space_are_inverse():
    image = Tensor(x(2, 3, 4, 6))
    assert (ops.DepthToSpace(2)(ops.SpaceToDepth(2)(image)) == image).all()
    assert (ops.pixel_shuffle(ops.pixel_unshuffle(image, 2), 2) == image).all()


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: ops.roll(X, (1, 2), 0), ValueError),
        (lambda: ops.roll(X, 1, 3), ValueError),
        (lambda: ops.roll(X, 1.5), TypeError),
        (lambda: ops.tril(X.astype(ms.complex128)), TypeError),
        (lambda: X.repeat(2), ValueError),
        (lambda: X.repeat(-1, 1, 1), ValueError),
        (lambda: X.repeat(1.5, 1, 1), TypeError),
        (lambda: X.repeat_interleave(2, 0, output_size=3), ValueError),
        (lambda: ops.fills(X, Tensor([1.0, 2.0])), ValueError),
        (lambda: ops.concat((Tensor([1], ms.uint16), Tensor([1]))), TypeError),
    ],
)
def test_refusals(call, error):
    with pytest.raises(error):
        call()


@pytest.mark.parametrize("kind", [ms.uint16, ms.bfloat16, ms.complex128, ms.float64, ms.int8])
def test_all_dtypes_pass(kind):
    value = X.astype(kind)
    for out in (
        ops.concat((value, value)),
        ops.stack((value, value)),
        ops.tile(value, (2, 1, 1)),
        ops.flip(value, (0,)),
        ops.pad(value, (1, 1)),
        ops.triu(value),
        ops.zeros_like(value),
        ops.ones_like(value),
        ops.full_like(value, 3),
        value.repeat_interleave(2, 0),
    ):
        assert out.dtype == kind
