"""Attributes of Primitives after construction against those of MindSpore's."""

import sys

import pytest
from places import GOLDEN, read_golden

import msjax as ms
from msjax import ops
from msjax._core.op.registry import published

sys.path.insert(0, str(GOLDEN))
from primitive_cases import described

RECORDED = read_golden("primitives.json")
HERE = set(published("ops"))
ABSENT = {"MapCacheIdx", "PyExecute"}

UNREGISTERED = "MindSpore does not note the constructor's arguments"
DIFFERS = {
    "BatchToSpaceND": UNREGISTERED,
    "Dropout2D": UNREGISTERED,
    "Dropout3D": UNREGISTERED,
    "FastGelu": "the text has the name of the class",
    "GatherV2": "another name of Gather, whose argument MindSpore shows",
    "Gelu": "the text has the name of the class",
    "InplaceUpdate": "the text shows the tuple that the attribute is",
    "L2Normalize": "init_attrs holds the argument as given",
    "LRN": UNREGISTERED,
    "Log": "base, scale and shift of another framework's operation",
    "LpNorm": UNREGISTERED,
    "MatrixPower": UNREGISTERED,
    "MatrixSolve": UNREGISTERED,
    "MaxPoolWithArgmax": UNREGISTERED,
    "Pack": "the text has the name of the class",
    "SparseApplyAdagradV2": "MindSpore exchanges the two flags",
    "SparseGatherV2": "the text has the name of the class",
    "TensorScatterElements": "the argument is called `reduction` throughout",
    "Unpack": UNREGISTERED,
}
OTHER = {"GatherV2", "Log", "SparseApplyAdagradV2"}  # their attributes are not the same


def constructed(text):
    try:
        return described(eval(f"ops.{text}", {"ms": ms, "ops": ops}))
    except Exception as error:
        return type(error).__name__


def of_class(name):
    return {k: v for k, v in RECORDED.items() if k.partition("(")[0] == name}


@pytest.mark.parametrize("name", sorted({k.partition("(")[0] for k in RECORDED} - ABSENT - OTHER))
def test_attributes(name):
    for text, expected in of_class(name).items():
        found = constructed(text)
        if name in DIFFERS:
            assert found[1] == expected[1], text
        else:
            assert found == expected, text


def test_exceptions():
    assert not ABSENT & HERE
    equal = [n for n in DIFFERS if all(constructed(k) == v for k, v in of_class(n).items())]
    assert not equal


def test_changed_attribute():
    """Setting an attribute that is stored in another form has its effect."""
    softmax = ops.Softmax(0)
    assert softmax.axis == (0,)
    x = ms.Tensor([[0.0, 0.0], [0.0, 0.0]])
    assert softmax(x).shape == (2, 2)
    squeeze = ops.Squeeze(0)
    y = ms.ops.ones((1, 1, 2))
    assert squeeze(y).shape == (1, 2)
    squeeze.axis = (0, 1)
    assert squeeze(y).shape == (2,)
    squeeze.add_prim_attr("axis", 1)
    assert squeeze(y).shape == (1, 2)


def test_calls_get_what_was_given():
    x = ms.ops.ones((1, 1, 4, 4))
    pool = ops.MaxPool(2, 2, "same")
    assert (pool.kernel_size, pool.strides, pool.pad_mode) == ((1, 1, 2, 2), (1, 1, 2, 2), "SAME")
    assert pool(x).shape == (1, 1, 2, 2)
    conv = ops.Conv2D(1, 3, pad_mode="pad", pad=1, stride=2)
    assert conv(x, ms.ops.ones((1, 1, 3, 3))).shape == (1, 1, 2, 2)
    assert conv.init_attrs["stride"] == 2 and conv.stride == (1, 1, 2, 2)
    assert ops.Argmax(1, ms.int64)(x).dtype == ms.int64
    assert ops.NLLLoss("sum").reduction == 0
