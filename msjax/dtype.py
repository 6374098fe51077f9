"""Element types."""

from msjax._core.base.dtype import *
from msjax._core.base.dtype import _null
from msjax._core.base.dtype import dtype_to_nptype as _dtype_to_nptype
from msjax._core.base.dtype import dtype_to_pytype as _dtype_to_pytype
from msjax._core.base.dtype import pytype_to_dtype as _pytype_to_dtype
from msjax._core.base.dtype import type_size_in_bytes as type_size_in_bytes
from msjax._core.op.object_types import get_py_obj_dtype

_get_py_obj_dtype = get_py_obj_dtype
