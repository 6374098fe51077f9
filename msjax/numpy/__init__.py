"""NumPy's interface on Tensors: functions with NumPy's argument names that run in compiled code."""

from __future__ import annotations

import importlib
import pkgutil

from msjax._missing import published_getattr as _published_getattr
from msjax.numpy._grids import mgrid, ogrid
from msjax.numpy.dtypes import (
    NINF,
    PINF,
    bool_,
    float16,
    float32,
    float64,
    float_,
    inf,
    int8,
    int16,
    int32,
    int64,
    int_,
    nan,
    numeric_types,
    pi,
    uint,
    uint8,
    uint16,
    uint32,
    uint64,
)

for _file in pkgutil.iter_modules(__path__):
    if _file.name.startswith("_"):  # the files with definitions; the others hand out names
        importlib.import_module(f"{__name__}.{_file.name}")

__getattr__ = _published_getattr(__name__)

for _file in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_file.name}")
