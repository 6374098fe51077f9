import ml_dtypes
import numpy as np
import pytest
from places import read_golden

from msjax._core.base import format as texts

GOLDEN = read_golden("format.json")


def values_of(case):
    """Build the case's array; its values repeat until they fill the shape."""
    dtype = {"bfloat16": ml_dtypes.bfloat16}.get(case["dtype"], case["dtype"])
    if case["dtype"].startswith("complex"):
        pairs = np.array([[float(v) for v in pair] for pair in case["values"]])
        flat = np.empty(len(pairs), np.complex128)
        flat.real, flat.imag = pairs.T
    elif case["dtype"].startswith(("float", "bfloat")):
        flat = np.array([float(v) for v in case["values"]])
    else:
        flat = np.array(case["values"], dtype)
    with np.errstate(over="ignore"):
        flat = flat.astype(np.float32) if case["dtype"] == "bfloat16" else flat
        flat = flat.astype(dtype)
    return np.array(np.resize(flat, case["shape"])).reshape(case["shape"])


def table(section):
    return pytest.mark.parametrize("case", GOLDEN[section], ids=label)


def label(case):
    return "-".join(str(case[k]) for k in ("name", "dtype", "type", "shape") if k in case)


@table("tensor")
def test_tensor(case):
    array = values_of(case)
    assert texts.tensor_str(array, case["type"]) == case["str"]
    assert texts.tensor_repr(array, case["type"]) == case["repr"]


@table("from_numpy")
def test_tensor_on_numpy_memory(case):
    array = values_of(case)
    assert texts.tensor_str(array, case["type"]) == case["str"]
    assert texts.tensor_repr(array, case["type"], numpy_backed=True) == case["repr"]


@table("part")
def test_part_of_sparse_tensor(case):
    assert texts.tensor_part(values_of(case), case["type"]) == case["part"]


@table("uninitialized")
def test_uninitialized(case):
    assert texts.uninitialized_str(tuple(case["shape"]), case["type"]) == case["str"]


@table("parameter")
def test_parameter(case):
    shape, rest = tuple(case["shape"]), (case["type"], case["requires_grad"])
    text = texts.parameter_str(case["name"], shape, *rest)
    assert text == case["text"]
    assert f"({text},)" == case["in_tuple"]
    assert texts.parameter_str(case["name"], np.zeros(shape), *rest) == text


@table("text")
def test_strings(case):
    array = np.array(case["values"])
    assert texts.tensor_str(array, case["type"]) == case["str"]
    assert texts.tensor_repr(array, case["type"]) == case["repr"]


def test_bfloat16_held_as_float32_and_negative_nan():
    array = np.array([-np.nan, -1.0], np.float32)
    assert texts.tensor_repr(array, "BFloat16").endswith("value= [-nan,   -1])")
    assert texts.tensor_str(array, "BFloat16") == "[-nan -1.000000]"


def test_numpy_print_options_reach_str_only():
    array = np.array([1.23456, 2.0], np.float32)
    plain = texts.tensor_repr(array, "Float32")
    with np.printoptions(precision=2):
        assert texts.tensor_str(array, "Float32") == "[1.23 2.  ]"
        assert texts.tensor_str(np.float32(1.23456).reshape(()), "Float32") == "1.23456"
        assert texts.tensor_repr(array, "Float32") == plain
