"""Calls that MindSpore refuses are refused here, with its class and words that name an argument."""

import numpy as np
import pytest
from places import GOLDEN, read_golden

import msjax as ms
from msjax import Parameter, Tensor, ops

RECORDED = read_golden("refusals.json")


def counting(*shape: int) -> Tensor:
    """A Float32 Tensor of 1, 2, 3 and so on."""
    return Tensor(np.arange(1, 1 + int(np.prod(shape)), dtype=np.float32).reshape(shape))


NAMES = {
    "ms": ms,
    "np": np,
    "ops": ops,
    "T": Tensor,
    "x": counting,
    "p": lambda *args: Parameter(Tensor(*args), name="p"),
}


@pytest.mark.parametrize("call", RECORDED)
def test_class(call: str) -> None:
    with pytest.raises(Exception) as caught:
        eval(call, NAMES)
    assert caught.type.__name__ == RECORDED[call]
    assert caught.match("'|^Failed calling")


def test_cases_are_recorded() -> None:
    assert (GOLDEN / "refusal_cases.txt").read_text().splitlines() == list(RECORDED)


ACCEPTED = {
    "ops.unique(T(np.array([[1, 2], [2, 1]])))[1]": [[0, 1], [1, 0]],
    "ops.inplace_update(x(3, 2), x(2, 2), (0, -1))": [[1, 2], [3, 4], [3, 4]],
    "ops.assign_add(p(1.0, ms.float16), 1.5)": 2.5,
    "ops.cross(x(2, 3), T(np.ones((2, 3)), ms.float16))": [[-1, 2, -1], [-1, 2, -1]],
    "ops.grid_sample(ops.ones((1, 1, 2, 0)), x(1, 1, 1, 2))": [[[[0]]]],
    "x(2, 2).scatter_(1, T([[0], [0]]), value=7)": [[7, 2], [7, 4]],
    "ops.dropout(x(2), np.float32(0))": [1, 2],
    "ops.cross_entropy(0 * x(1, 4), T([1], ms.int32), label_smoothing=1.1) > 1": True,
}


@pytest.mark.parametrize("call", ACCEPTED)
def test_neighbours_are_accepted(call: str) -> None:
    found = eval(call, NAMES)
    assert found.asnumpy().tolist() == ACCEPTED[call]


WORDS = {
    "ms.mint.where(foo=1)": r'^Failed calling where with "where\(foo=int\)"\.',
    "x(2, 2).scatter(1, 2)": r'^Failed calling scatter with "scatter\(int, int\)"\.',
    "ops.addr(x(2, 2), x(2), T(np.ones(2), ms.float16))": "'vec2' must be the same as 'vec1'",
    "ops.BatchNorm()(x(2, 2), x(2), x(2), x(2), x(0))": "'variance'",
    "ops.NLLLoss()(x(3, 2), T([0, 1, 1], ms.int32), x(0))": "'weight'",
    "ops.MatrixSetDiagV3()(T(1.0), x(4, 3), T([-1, 2], ms.int32))": "'x' must be of two dimensions",
}


@pytest.mark.parametrize("call", WORDS)
def test_words(call: str) -> None:
    with pytest.raises((TypeError, ValueError, RuntimeError), match=WORDS[call]):
        eval(call, NAMES)


@pytest.mark.parametrize(
    "name",
    [
        "coo_tensor_get_indices",
        "csr_tensor_get_indptr",
        "csr_tensor_get_dense_shape",
        "row_tensor_get_values",
        "stop_gradient_",
    ],
)
def test_what_reads_or_changes_objects_refuses_others(name):
    with pytest.raises(TypeError, match=f"For '{name}'"):
        getattr(ms.ops, name)({})


def test_slices_have_three_parts():
    assert ms.ops.SliceGetItem(slice(1, 2), "stop") == 2
    with pytest.raises(TypeError, match="For 'SliceGetItem'"):
        ms.ops.SliceGetItem(ms.Tensor([1]), "bad")


@pytest.mark.parametrize(
    ("spelling", "call"),
    [
        ("mean", lambda: counting(2).mean(0, other=1)),
        ("argmax", lambda: counting(2).argmax(0, other=1)),
        ("all", lambda: counting(2).all(0, other=1)),
        ("ZerosLike.__call__", lambda: ops.ZerosLike()()),
        ("Shape.__call__", lambda: ops.Shape()(counting(2), 1)),
    ],
)
def test_errors_of_python_name_what_was_called(spelling, call):
    with pytest.raises(TypeError, match=rf"^{spelling}\(\) "):
        call()


@pytest.mark.parametrize("layer", ["BatchNorm1d", "BatchNorm2d", "BatchNorm3d"])
@pytest.mark.parametrize("value", [None, "a", 1, [1.0]])
def test_batch_norm_refuses_what_has_no_shape(layer, value):
    with pytest.raises(TypeError, match=r"'x' must be a Tensor"):
        getattr(ms.nn, layer)(2)(value)
