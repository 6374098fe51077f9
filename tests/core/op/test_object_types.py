"""The MindSpore type of any Python object."""

from __future__ import annotations

import pytest

import msjax as ms
from msjax import nn, ops
from msjax._core.base.dtype import TensorType


@pytest.mark.parametrize(
    ("thing", "wanted"),
    [
        (lambda: ms.Tensor([1.0]), TensorType(ms.float32)),
        (lambda: ms.int8, ms.type_type),
        (lambda: nn.ReLU, ms.function),
        (lambda: ops.Add(), ms.function),
        (lambda: test_types_of_objects, ms.function),
        (lambda: 1.5, ms.float64),
        (lambda: "a", ms.string),
        (lambda: None, ms.type_none),
        (lambda: [1], ms.list_),
    ],
)
def test_types_of_objects(thing, wanted):
    assert ms.get_py_obj_dtype(thing()) is wanted


def test_classes_stand_for_their_objects():
    assert ms.get_py_obj_dtype(ops.Add) is ms.get_py_obj_dtype(nn.Cell) is ms.function
    assert ms.get_py_obj_dtype(int) is ms.int64 and ms.get_py_obj_dtype(list) is ms.list_


def test_objects_without_a_type():
    with pytest.raises(NotImplementedError, match="cannot be converted to MindSpore type"):
        ms.get_py_obj_dtype(object())
