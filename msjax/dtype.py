"""Element types."""

from msjax._core.dtype import *
from msjax._core.dtype import _null
from msjax._core.dtype import dtype_to_nptype as _dtype_to_nptype
from msjax._core.dtype import dtype_to_pytype as _dtype_to_pytype
from msjax._core.dtype import get_py_obj_dtype as _get_py_obj_dtype
from msjax._core.dtype import pytype_to_dtype as _pytype_to_dtype
