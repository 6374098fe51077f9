"""MindSpore's dtype objects, and the rule by which they promote.

tests/kernels/test_promotion.py has the promotion of operators for every pair of dtypes.
"""

from __future__ import annotations

import pickle

import ml_dtypes
import numpy as np
import pytest

import msjax as ms
from msjax._core.base import dtype as mstype
from msjax._core.base.x64 import x64


@pytest.mark.parametrize("kind", [*mstype.all_types, *mstype.float8_types])
def test_numpy_and_back(kind):
    assert mstype.from_np(kind.np) is kind
    assert mstype.as_np(kind) == kind.np == mstype.as_np(kind.np.type)
    assert mstype.dtype_to_nptype(kind) is kind.np.type
    assert pickle.loads(pickle.dumps(kind)) is kind


@pytest.mark.parametrize(
    ("kind", "title", "path", "python"),
    [
        (ms.bool_, "Bool", "mindspore.bool", bool),
        (ms.uint16, "UInt16", "mindspore.uint16", int),
        (ms.int64, "Int64", "mindspore.int64", int),
        (ms.bfloat16, "BFloat16", "mindspore.bfloat16", float),
        (ms.complex128, "Complex128", "mindspore.complex128", complex),
        (ms.string, "String", "mindspore.string_", str),
    ],
)
def test_names(kind, title, path, python):
    assert (str(kind), repr(kind)) == (title, path)
    assert ms.dtype_to_pytype(kind) is python


def test_python_classes_and_numpy_dtypes():
    for given, wanted in (
        (bool, ms.bool_),
        (int, ms.int64),
        (float, ms.float64),
        (complex, ms.complex128),
        (np.float16, ms.float16),
        (np.dtype("uint8"), ms.uint8),
        (ml_dtypes.bfloat16, ms.bfloat16),
        (ms.int8, ms.int8),
    ):
        assert ms.pytype_to_dtype(given) is wanted
    assert mstype.as_np(float) == np.float32  # what a Tensor of it holds
    with pytest.raises(NotImplementedError, match="cannot be converted"):
        ms.pytype_to_dtype(set)
    with pytest.raises(TypeError, match="must be a python type object"):
        ms.pytype_to_dtype("int8")


@pytest.mark.parametrize("kind", [ms.hifloat8, ms.qint4x2, ms.string, ms.tensor_type])
def test_types_without_arrays(kind):
    with pytest.raises(TypeError, match="no array representation"):
        _ = kind.np
    with pytest.raises(KeyError):
        mstype.dtype_to_nptype(kind)


@pytest.mark.parametrize(("given", "error"), [(None, KeyError), ("bad", KeyError), ([], TypeError)])
def test_what_is_no_dtype_has_no_type_of_numpy(given, error):
    with pytest.raises(error):
        mstype.dtype_to_nptype(given)


def test_types_of_tensors_are_kept_once():
    assert mstype.TensorType(ms.int8) is mstype.TensorType(ms.int8)
    assert mstype.TensorType(ms.int8).element_type() is ms.int8
    assert str(mstype.TensorType(ms.int8)) == "Tensor[Int8]"
    assert pickle.loads(pickle.dumps(ms.tensor_type)) is ms.tensor_type is mstype.TensorType()


@pytest.mark.parametrize(
    ("kind", "told", "real", "made_complex"),
    [  # is_complex, is_floating_point, is_signed, itemsize
        ("bool_", (False, False, False, 1), "bool_", None),
        ("int16", (False, False, True, 2), "int16", None),
        ("uint64", (False, False, False, 8), "uint64", None),
        ("float16", (False, True, True, 2), "float16", None),
        ("bfloat16", (False, True, True, 2), "bfloat16", "complex64"),
        ("float32", (False, True, True, 4), "float32", "complex64"),
        ("float64", (False, True, True, 8), "float64", "complex128"),
        ("complex64", (True, False, True, 8), "float32", "complex64"),
        ("complex128", (True, False, True, 16), "float64", "complex128"),
        ("int_", (False, False, True, 1), None, None),
        ("float_", (False, True, True, 1), None, None),
        ("number", (False, False, False, 1), None, None),
    ],
)
def test_what_a_type_says_of_its_elements(kind, told, real, made_complex):
    dtype = getattr(ms.dtype, kind)
    assert (dtype.is_complex, dtype.is_floating_point, dtype.is_signed, dtype.itemsize) == told
    for convert, wanted in ((dtype.to_real, real), (dtype.to_complex, made_complex)):
        if wanted is None:
            with pytest.raises(TypeError, match="Cannot convert type "):
                convert()
        else:
            assert convert() is getattr(ms.dtype, wanted)


def test_inexact_are_floats_and_complex():
    kinds = (*mstype.all_types, *mstype.float8_types)
    assert {kind for kind in kinds if mstype.is_inexact(kind.np)} == {
        *mstype.float_type,
        *mstype.complex_type,
        *mstype.float8_types,
    }


@pytest.mark.parametrize(
    ("tensors", "scalars", "wanted"),
    [
        ("int8 uint8", [], "int16"),
        ("float16 bfloat16", [], "float32"),
        ("int64 float16", [], "float16"),
        ("bool uint64", [], "uint64"),
        ("complex64 float64", [], "complex128"),
        ("int32", [float], "float32"),
        ("float16", [float], "float16"),
        ("bool", [int], "int64"),
        ("bool", [bool], "bool"),
        ("int8", [bool, int], "int8"),
        ("", [int], "int64"),
        ("", [bool, float], "float32"),
    ],
)
def test_promotion(tensors, scalars, wanted):
    with x64():
        assert mstype.promote(map(np.dtype, tensors.split()), scalars) == np.dtype(wanted)


def test_no_common_dtype():
    def common(tensors, scalars, loose=False):
        with x64():
            return mstype.promote(map(np.dtype, tensors), scalars, loose)

    with pytest.raises(TypeError, match="^type implicit conversion between UInt16 and"):
        common(["uint16", "int32"], [])
    with pytest.raises(TypeError, match=r"between Tensor\[UInt32\] and int is not supported"):
        common(["uint32"], [int])
    with pytest.raises(TypeError, match="complex"):
        common(["float32"], [complex])
    assert common(["uint32"], [int], loose=True) == np.uint32


def test_dtype_of_a_number_beside_a_tensor():
    assert mstype.scalar_dtype(None, bool) == np.bool_
    assert mstype.scalar_dtype(np.dtype("bool"), int) == np.int64
    assert mstype.scalar_dtype(np.dtype("int16"), float) == np.float32
    assert mstype.scalar_dtype(np.dtype("float64"), float) == np.float64


@pytest.mark.parametrize(
    "made, kind",
    [
        (lambda t: t.Int(64), ms.int64),
        (lambda t: t.UInt(8), ms.uint8),
        (lambda t: t.Float(32), ms.float32),
        (lambda t: t.BFloat(16), ms.bfloat16),
        (lambda t: t.Complex(64), ms.complex64),
        (lambda t: t.Bool(), ms.bool_),
        (lambda t: t.Number(), ms.number),
        (lambda t: t.Int(), ms.int_),
        (lambda t: t.Tuple(), ms.tuple_),
        (lambda t: t.List(), ms.list_),
        (lambda t: t.String(), ms.string),
        (lambda t: t.TypeNone(), ms.type_none),
        (lambda t: t.TensorType(), ms.tensor_type),
    ],
)
def test_a_kind_and_its_bits_name_a_dtype(made, kind):
    from msjax._c_expression import typing

    assert made(typing) is kind and isinstance(kind, type(made(typing)))
    assert pickle.loads(pickle.dumps(kind)) is kind


def test_kinds_that_are_not_there():
    from msjax._c_expression import typing

    for made in (lambda: typing.Int(7), lambda: typing.Float(8), lambda: typing.Number(32)):
        with pytest.raises(RuntimeError, match="There is no"):
            made()


def test_types_of_tuples_and_lists():
    from msjax._c_expression import typing

    pair = typing.Tuple((ms.int64, ms.float32))
    assert str(pair) == "Tuple[Int64,Float32]" and repr(pair) == "mindspore.tuple_"
    assert pair is typing.Tuple([ms.int64, ms.float32]) and pair != ms.tuple_
    assert str(typing.List((ms.int8,))) == "List[Int8]" and pickle.loads(pickle.dumps(pair)) is pair
    assert str(ms.type_none) == "None" and str(ms.tuple_) == "Tuple"


def test_sizes_of_types():
    sizes = {"float32": 4, "bool_": 1, "bfloat16": 2, "complex128": 16, "int_": 1, "number": 1}
    for name, size in {**sizes, "string": 0, "type_none": 0, "tuple_": 0, "tensor_type": 0}.items():
        assert ms.dtype.type_size_in_bytes(getattr(mstype, name)) == size, name
    with pytest.raises(TypeError, match="the 'dtype' must be a mindspore.dtype, but got str"):
        ms.dtype.type_size_in_bytes("float32")
