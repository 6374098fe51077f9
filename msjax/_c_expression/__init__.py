"""Names of MindSpore's compiled core that programs import (the path `mindspore._c_expression`)."""

from msjax._c_expression import security, typing
from msjax._core.parameter import ParamInfo
from msjax._core.tensor import Tensor
from msjax._missing import module_getattr

__all__ = ["ParamInfo", "Tensor", "TensorPy", "security", "typing"]

TensorPy = Tensor

__getattr__ = module_getattr(__name__)
