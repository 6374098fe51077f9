"""MindSpore's dtype objects and the one promotion rule."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Self

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
from jax import dtypes

from msjax._core.base.errors import Clause, describe
from msjax._core.base.interop import ExtendedDType

# What star imports give: MindSpore's names. The others serve msjax's own files.
__all__ = [
    "Bool",
    "Float",
    "Int",
    "QuantDtype",
    "TensorType",
    "Type",
    "all_types",
    "bfloat16",
    "bool_",
    "byte",
    "cdouble",
    "cfloat",
    "complex128",
    "complex64",
    "complex_type",
    "double",
    "dtype_to_nptype",
    "dtype_to_pytype",
    "env_type",
    "float16",
    "float32",
    "float64",
    "float8_e4m3fn",
    "float8_e5m2",
    "float_",
    "float_type",
    "function",
    "half",
    "hifloat8",
    "int16",
    "int32",
    "int64",
    "int8",
    "int_",
    "int_type",
    "intc",
    "intp",
    "list_",
    "long",
    "number",
    "number_type",
    "pytype_to_dtype",
    "qint4x2",
    "short",
    "signed_type",
    "single",
    "string",
    "symbolic_key",
    "tensor_type",
    "tuple_",
    "type_none",
    "type_type",
    "ubyte",
    "uint",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
    "uint_type",
    "uintc",
    "uintp",
    "ushort",
]


class Type(ExtendedDType):
    """A MindSpore type: `str` is its C++ name, `repr` its Python path, `np` its NumPy dtype.

    Programs name one by its kind and number of bits, `Int(64)`, or by the kind alone, `Number()`.

    Examples:
        >>> import msjax as ms
        >>> isinstance(ms.float32, ms.Type), str(ms.float32), ms.float32 == ms.float32
        (True, 'Float32', True)
    """

    __slots__ = ("_np", "_path", "_title")
    _rules: Any  # what JAX asks of dtypes that it does not define; from the module of Tensors

    def __new__(cls, *described: Any) -> Self:
        if len(described) > 1:
            return super().__new__(cls)
        bits = "".join(map(str, described))
        found = _TITLES.get(cls.__name__ + bits)
        if type(found) is not cls:
            raise RuntimeError(f"There is no {cls.__name__} of {bits or 'any number of'} bits.")
        return found

    def __init__(self, *described: Any):
        if len(described) > 1:
            self._title, self._path, *array = described
            self._np = np.dtype(array[0]) if array else None

    @property
    def np(self) -> np.dtype:
        """The NumPy dtype that holds elements of this type."""
        if self._np is None:
            if self is uint:
                raise RuntimeError("Not support the type: uint")
            raise TypeError(f"{self!r} has no array representation in JAX.")
        return self._np

    @property
    def type(self) -> type:
        """JAX's mark of dtypes that it does not define."""
        return dtypes.extended

    def __str__(self) -> str:
        return self._title

    def __repr__(self) -> str:
        return f"mindspore.{self._path}"

    def __reduce__(self):
        return _by_path, (self._path,)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict) -> Self:
        return self


class Number(Type):
    """Any numeric element type.

    Examples:
        >>> import msjax as ms
        >>> ms.float16.itemsize, ms.float16.is_floating_point, ms.uint8.is_signed
        (2, True, False)
        >>> ms.complex64.to_real(), ms.float64.to_complex()
        (mindspore.float32, mindspore.complex128)
    """

    __slots__ = ()

    @property
    def itemsize(self) -> int:
        """Bytes of one element; 1 for types that leave the number of bits open."""
        return 1 if self._np is None or self in VAGUE else self._np.itemsize

    @property
    def is_complex(self) -> bool:
        """Whether elements are complex numbers."""
        return isinstance(self, Complex)

    @property
    def is_floating_point(self) -> bool:
        """Whether elements are floating point numbers."""
        return isinstance(self, (Float, BFloat))

    @property
    def is_signed(self) -> bool:
        """Whether elements may be negative."""
        return isinstance(self, (Int, Float, BFloat, Complex))

    def to_real(self) -> Type:
        """The type of the real part of an element.

        Raises:
            TypeError: the type leaves the number of bits open.
        """
        if self._np is None or self in VAGUE:
            raise TypeError(f"Cannot convert type {self._path} to real type.")
        return _REAL.get(self, self)

    def to_complex(self) -> Type:
        """The complex type whose real part has this type.

        Raises:
            TypeError: there is none.
        """
        found = self if self in complex_type else _COMPLEX.get(self)
        if found is None:
            raise TypeError(f"Cannot convert type {self._path} to complex type.")
        return found


class Bool(Number):
    __slots__ = ()


class Int(Number):
    __slots__ = ()


class UInt(Number):
    __slots__ = ()


class Float(Number):
    __slots__ = ()


class BFloat(Number):
    __slots__ = ()


class Complex(Number):
    __slots__ = ()


class String(Type):
    __slots__ = ()


class TypeNone(Type):
    __slots__ = ()


class _Sequence(Type):
    """The type of tuples or lists, of any elements or of certain ones; equal ones are one object.

    Args:
        elements: the types of the elements; none means any.
    """

    __slots__ = ("_elements",)
    _known: ClassVar[dict[Any, _Sequence]] = {}

    def __new__(cls, elements: Sequence[Type] | None = None) -> Self:
        key = cls, None if elements is None else tuple(elements)
        if key not in cls._known:
            cls._known[key] = object.__new__(cls)
        return cls._known[key]

    def __init__(self, elements: Sequence[Type] | None = None):
        name = type(self).__name__
        inside = "" if elements is None else f"[{','.join(map(str, elements))}]"
        super().__init__(name + inside, f"{name.lower()}_")
        self._elements = None if elements is None else tuple(elements)

    def __reduce__(self):
        return type(self), (self._elements,)


class Tuple(_Sequence):
    __slots__ = ()


class List(_Sequence):
    __slots__ = ()


class TensorType(Type):
    """The type of Tensors, of any dtype or of one; equal ones are one object.

    Args:
        element: the dtype; none means any.

    Examples:
        >>> import msjax as ms
        >>> print(ms.TensorType(ms.float32))
        Tensor[Float32]
    """

    __slots__ = ("_element",)
    _made: ClassVar[dict[Any, TensorType]] = {}

    def __new__(cls, element: Type | None = None) -> TensorType:
        if element not in cls._made:
            cls._made[element] = object.__new__(cls)
        return cls._made[element]

    def __init__(self, element: Type | None = None):
        inside = "" if element is None else f"[{element}]"
        path = "tensor" if element is None else f"tensor[{element._path}]"
        super().__init__("Tensor" + inside, path)
        self._element = element

    def element_type(self) -> Type | None:
        """The dtype of the Tensors, None for any."""
        return self._element

    def __reduce__(self):
        return TensorType, (self._element,)


class QuantDtype(enum.Enum):
    """Names of the quantised integer formats (kept for code that refers to them)."""

    INT1 = 0
    INT2 = 1
    INT3 = 2
    INT4 = 3
    INT5 = 4
    INT6 = 5
    INT7 = 6
    INT8 = 7
    INT9 = 8
    INT10 = 9
    INT11 = 10
    INT12 = 11
    INT13 = 12
    INT14 = 13
    INT15 = 14
    INT16 = 15
    UINT1 = 100
    UINT2 = 101
    UINT3 = 102
    UINT4 = 103
    UINT5 = 104
    UINT6 = 105
    UINT7 = 106
    UINT8 = 107
    UINT9 = 108
    UINT10 = 109
    UINT11 = 110
    UINT12 = 111
    UINT13 = 112
    UINT14 = 113
    UINT15 = 114
    UINT16 = 115

    def __str__(self) -> str:
        return self.name


bool_ = Bool("Bool", "bool", np.bool_)
int8 = byte = Int("Int8", "int8", np.int8)
int16 = short = Int("Int16", "int16", np.int16)
int32 = intc = Int("Int32", "int32", np.int32)
int64 = intp = long = Int("Int64", "int64", np.int64)
uint8 = ubyte = UInt("UInt8", "uint8", np.uint8)
uint16 = ushort = UInt("UInt16", "uint16", np.uint16)
uint32 = uintc = UInt("UInt32", "uint32", np.uint32)
uint64 = uintp = UInt("UInt64", "uint64", np.uint64)
float16 = half = Float("Float16", "float16", np.float16)
float32 = single = Float("Float32", "float32", np.float32)
float64 = double = Float("Float64", "float64", np.float64)
bfloat16 = BFloat("BFloat16", "bfloat16", ml_dtypes.bfloat16)
float8_e4m3fn = Float("Float8E4M3FN", "float8_e4m3fn", ml_dtypes.float8_e4m3fn)
float8_e5m2 = Float("Float8E5M2", "float8_e5m2", ml_dtypes.float8_e5m2)
hifloat8 = Float("HiFloat8", "hifloat8")
qint4x2 = Int("Int4", "int4")
complex64 = cfloat = Complex("Complex64", "complex64", np.complex64)
complex128 = cdouble = Complex("Complex128", "complex128", np.complex128)
int_ = Int("Int", "int", np.int32)
uint = UInt("UInt", "uint")
float_ = Float("Float", "float", np.float32)
string = String("String", "string_")
list_ = List()
tuple_ = Tuple()
number = Number("Number", "number")
tensor_type = TensorType()
type_none = TypeNone("None", "type_none")
function = Type("Func", "function")
symbolic_key = Type("SymbolicKey", "symbolic_key")
env_type = Type("EnvType", "env_type")
type_type = Type("TypeType", "type_type")
_null = Type("Null", "Null")

VAGUE = frozenset((int_, uint, float_))  # families: they leave the number of bits open

int_type = (int8, int16, int32, int64)
uint_type = (uint8, uint16, uint32, uint64)
float_type = (float16, float32, float64, bfloat16)
signed_type = int_type + float_type
complex_type = (complex64, complex128)
_REAL: dict[Any, Type] = {complex64: float32, complex128: float64}
_COMPLEX: dict[Any, Type] = {float32: complex64, bfloat16: complex64, float64: complex128}
number_type = int_type + uint_type + float_type + complex_type
all_types = (bool_, *number_type)
float8_types = (float8_e4m3fn, float8_e5m2)
ARRAY_TYPES = (*all_types, *float8_types)

FROM_NP: dict[np.dtype, Type] = {t.np: t for t in ARRAY_TYPES}
FROM_PY: dict[type, Type] = {bool: bool_, int: int64, float: float32, complex: complex64}
_SPECIAL = (tensor_type, type_none, function, symbolic_key, env_type, type_type, _null)
PATHS = {
    t._path: t
    for t in (*ARRAY_TYPES, hifloat8, qint4x2, int_, uint, float_, string, list_, tuple_, number)
} | {t._path: t for t in _SPECIAL}

_TITLES = {str(t): t for t in PATHS.values()} | {"TypeNone": type_none}


def _by_path(path: str) -> Type:
    return PATHS[path]


def from_np(np_dtype: Any) -> Type:
    """The MindSpore type of a NumPy (or JAX) dtype."""
    try:
        return FROM_NP[np_dtype]
    except (KeyError, TypeError):
        try:
            return FROM_NP[np.dtype(np_dtype)]
        except (KeyError, TypeError):
            raise TypeError(f"The numpy dtype {np_dtype} has no MindSpore counterpart.") from None


def as_np(dtype: Any) -> np.dtype:
    """The NumPy dtype meant by a MindSpore type, a Python type or a NumPy dtype."""
    if isinstance(dtype, Type):
        return dtype.np
    if dtype in FROM_PY:
        return FROM_PY[dtype].np
    return from_np(dtype).np


def dtype_to_nptype(type_: Type) -> type[Any]:
    """NumPy scalar type of a MindSpore dtype.

    Args:
        type_: a MindSpore dtype.

    Returns:
        The NumPy scalar class, e.g. `numpy.float32`.

    Raises:
        KeyError: `type_` is no dtype, or does not say how elements are stored.

    Examples:
        >>> import msjax as ms
        >>> ms.dtype_to_nptype(ms.int8)
        <class 'numpy.int8'>
    """
    if not isinstance(type_, Type) or type_._np is None or type_ in VAGUE:
        hash(type_)  # what has none is a TypeError
        raise KeyError(type_)
    return type_.np.type


def dtype_to_pytype(type_: Type) -> type:
    """Python class that corresponds to a MindSpore dtype (`float` for all floating types, and so
    on).

    Args:
        type_: a MindSpore dtype.

    Returns:
        One of bool, int, float, complex, list, tuple, str.

    Raises:
        KeyError: `type_` is not a dtype that Python has a type for.

    Examples:
        >>> import msjax as ms
        >>> ms.dtype_to_pytype(ms.float16)
        <class 'float'>
    """
    special = {string: str, list_: list, tuple_: tuple, type_none: type(None)}
    if type_ in special:
        return special[type_]
    if type_ is uint:
        raise KeyError(type_)
    for cls, py in ((Bool, bool), ((Int, UInt), int), ((Float, BFloat), float), (Complex, complex)):
        if isinstance(type_, cls):
            return py
    raise KeyError(type_)


def pytype_to_dtype(obj: Type | type | np.dtype) -> Type:
    """MindSpore dtype of a Python type, a NumPy dtype or a MindSpore dtype.

    Args:
        obj: `bool`, `int`, `float`, a NumPy scalar class, or a dtype.

    Returns:
        The MindSpore dtype.

    Raises:
        NotImplementedError: the type has no MindSpore counterpart.

    Examples:
        >>> import msjax as ms
        >>> print(ms.pytype_to_dtype(float), ms.pytype_to_dtype(bool))
        Float64 Bool
    """
    if isinstance(obj, Type):
        return obj
    if not isinstance(obj, type | np.dtype):
        raise TypeError(
            "For 'pytype_to_dtype', the argument 'obj' must be a python type object, such as int, "
            f"float, str, etc, but got {describe(obj)}."
        )
    if obj in _TYPE_OF_CLASS:
        return _TYPE_OF_CLASS[obj]
    try:
        return from_np(obj)
    except TypeError:
        raise NotImplementedError(
            f"The python type {obj} cannot be converted to MindSpore type."
        ) from None


_TYPE_OF_CLASS = {
    bool: bool_,
    int: int64,
    float: float64,
    complex: complex128,
    str: string,
    np.str_: string,
    list: list_,
    tuple: tuple_,
    type(None): type_none,
}


_INEXACT = frozenset(t.np for t in (*float_type, *complex_type, *float8_types))


def type_size_in_bytes(dtype: Type) -> int:
    """Bytes of one element of a dtype.

    Args:
        dtype: mindspore.dtype.

    Returns:
        int: 0 for types that are not numbers, 1 for those that leave the number of bits open.

    Raises:
        TypeError: `dtype` is not a mindspore.dtype.

    Examples:
        >>> import msjax as ms
        >>> ms.dtype.type_size_in_bytes(ms.float16)
        2
    """
    if not isinstance(dtype, Type):
        raise TypeError(
            "For 'type_size_in_bytes', the 'dtype' must be a mindspore.dtype, "
            f"but got {type(dtype).__name__}."
        )
    return dtype.itemsize if isinstance(dtype, Number) else 0


def is_inexact(dtype: np.dtype) -> bool:
    """Whether elements are floating or complex, so that gradients exist."""
    return dtype in _INEXACT


_LONELY = frozenset(t.np for t in (uint16, uint32, uint64))


def scalar_dtype(base: np.dtype | None, kind: type) -> np.dtype:
    """dtype of `tensor op python_scalar`, the tensor having dtype `base` (None: scalars only)."""
    if base is None:
        return FROM_PY[kind].np
    if kind is bool:
        return base
    if kind is int:
        return np.dtype(np.int64) if base == np.bool_ else base
    return base if is_inexact(base) else np.dtype(np.float32)


def common_dtype(a: np.dtype, b: np.dtype) -> np.dtype:
    """The dtype that two promote to on JAX's lattice; to be called under `x64()`.

    Promotion is said here alone: kernels hold under JAX's strict promotion, which promotes nothing.
    """
    with jax.numpy_dtype_promotion("standard"):
        return np.dtype(jnp.promote_types(a, b))


def promote(
    dtypes: Iterable[np.dtype], scalars: Iterable[type] = (), loose: bool = False
) -> np.dtype:
    """Common dtype of tensors of `dtypes` and Python scalars of the given classes.

    Tensors promote as on JAX's lattice with 64-bit types, except that the wider unsigned integers
    pair only with themselves and bool; a scalar then only lifts the category. `loose` lets unsigned
    tensors meet Python numbers. To be called under `x64()`.

    Raises:
        TypeError: the types have no common one.
    """
    base: np.dtype | None = None
    for d in dtypes:
        if base is None or d == base:
            base = d
            continue
        if (d in _LONELY or base in _LONELY) and np.bool_ not in (d, base):
            raise _no_common_type(from_np(base), from_np(d))
        base = common_dtype(base, d)
    for kind in scalars:
        if kind is complex or (base in _LONELY and kind is not bool and not loose):
            raise _no_common_type(f"Tensor[{from_np(base)}]" if base else "Tensor", kind.__name__)
    order = (bool, int, float)
    kinds = sorted(set(scalars), key=order.index)
    return scalar_dtype(base, kinds[-1]) if kinds else base


def _no_common_type(a: Any, b: Any) -> TypeError:
    return TypeError(Clause(f"type implicit conversion between {a} and {b} is not supported."))
