"""The classes of dtypes, for `isinstance`, and the dtypes under the names of the compiled core."""

from __future__ import annotations

from msjax._core.base import dtype as _dtype
from msjax._core.base.dtype import (
    BFloat,
    Bool,
    Complex,
    Float,
    Int,
    List,
    Number,
    String,
    TensorType,
    Tuple,
    Type,
    TypeNone,
    UInt,
)

__all__ = [
    "BFloat",
    "Bool",
    "Complex",
    "Float",
    "Int",
    "List",
    "Number",
    "String",
    "TensorType",
    "Tuple",
    "Type",
    "TypeNone",
    "UInt",
]

kBool, kNumber, kInt, kUInt, kFloat = (
    _dtype.bool_,
    _dtype.number,
    _dtype.int_,
    _dtype.uint,
    _dtype.float_,
)
kInt8, kInt16, kInt32, kInt64 = _dtype.int8, _dtype.int16, _dtype.int32, _dtype.int64
kUInt8, kUInt16, kUInt32, kUInt64 = _dtype.uint8, _dtype.uint16, _dtype.uint32, _dtype.uint64
kFloat16, kFloat32, kFloat64 = _dtype.float16, _dtype.float32, _dtype.float64
kBFloat16, kComplex64, kComplex128 = _dtype.bfloat16, _dtype.complex64, _dtype.complex128
kTypeNone, kTensorType = _dtype.type_none, _dtype.tensor_type

_GENERIC = {
    str(kind): kind
    for kind in (
        *(_dtype.number, _dtype.int_, _dtype.uint, _dtype.float_, _dtype.tensor_type),
        *(_dtype.string, _dtype.list_, _dtype.tuple_, _dtype.type_none),
    )
}


def str_to_type(name: str) -> Type:
    """The dtype that prints as `name`: "Float32", "Number", "Tensor"."""
    found = _GENERIC.get(name) or next((t for t in _dtype.FROM_NP.values() if str(t) == name), None)
    if found is None:
        raise RuntimeError(f"Unsupported type name: {name}!")
    return found


def _issubclass_(type_: object, base: object) -> bool:
    """Whether a dtype is `base`, or one of the kind that `base` (`number`, `int_`, ...) names."""
    if not (isinstance(type_, Type) and isinstance(base, Type)):
        return False
    return type_ == base or (str(base) in _GENERIC and isinstance(type_, type(base)))
