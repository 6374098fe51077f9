"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from msjax._core.base.dtype import Int as Int
from msjax._core.base.dtype import QuantDtype as QuantDtype
from msjax._core.base.dtype import TensorType as TensorType
from msjax._core.base.dtype import Type as Type
from msjax._core.base.dtype import _null as _null
from msjax._core.base.dtype import bfloat16 as bfloat16
from msjax._core.base.dtype import bool_ as bool_
from msjax._core.base.dtype import complex64 as _cfloat
from msjax._core.base.dtype import complex64 as complex64
from msjax._core.base.dtype import complex128 as _cdouble
from msjax._core.base.dtype import complex128 as complex128
from msjax._core.base.dtype import dtype_to_nptype as dtype_to_nptype
from msjax._core.base.dtype import dtype_to_pytype as dtype_to_pytype
from msjax._core.base.dtype import float8_e4m3fn as float8_e4m3fn
from msjax._core.base.dtype import float8_e5m2 as float8_e5m2
from msjax._core.base.dtype import float16 as _half
from msjax._core.base.dtype import float16 as float16
from msjax._core.base.dtype import float32 as _single
from msjax._core.base.dtype import float32 as float32
from msjax._core.base.dtype import float64 as _double
from msjax._core.base.dtype import float64 as float64
from msjax._core.base.dtype import float_ as float_
from msjax._core.base.dtype import hifloat8 as hifloat8
from msjax._core.base.dtype import int8 as _byte
from msjax._core.base.dtype import int8 as int8
from msjax._core.base.dtype import int16 as _short
from msjax._core.base.dtype import int16 as int16
from msjax._core.base.dtype import int32 as _intc
from msjax._core.base.dtype import int32 as int32
from msjax._core.base.dtype import int64 as _intp
from msjax._core.base.dtype import int64 as _long
from msjax._core.base.dtype import int64 as int64
from msjax._core.base.dtype import int_ as int_
from msjax._core.base.dtype import list_ as list_
from msjax._core.base.dtype import number as number
from msjax._core.base.dtype import pytype_to_dtype as pytype_to_dtype
from msjax._core.base.dtype import qint4x2 as qint4x2
from msjax._core.base.dtype import string as string
from msjax._core.base.dtype import tensor_type as tensor_type
from msjax._core.base.dtype import tuple_ as tuple_
from msjax._core.base.dtype import type_none as type_none
from msjax._core.base.dtype import uint as uint
from msjax._core.base.dtype import uint8 as _ubyte
from msjax._core.base.dtype import uint8 as uint8
from msjax._core.base.dtype import uint16 as _ushort
from msjax._core.base.dtype import uint16 as uint16
from msjax._core.base.dtype import uint32 as _uintc
from msjax._core.base.dtype import uint32 as uint32
from msjax._core.base.dtype import uint64 as _uintp
from msjax._core.base.dtype import uint64 as uint64
from msjax._core.op.object_types import get_py_obj_dtype as get_py_obj_dtype

byte = _byte
cdouble = _cdouble
cfloat = _cfloat
double = _double
half = _half
intc = _intc
intp = _intp
long = _long
short = _short
single = _single
ubyte = _ubyte
uintc = _uintc
uintp = _uintp
ushort = _ushort
