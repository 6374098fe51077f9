"""The MindSpore type of any Python object."""

from __future__ import annotations

from types import FunctionType

from msjax._core.base.dtype import TensorType, Type, function, pytype_to_dtype, type_type
from msjax._core.base.network import Network
from msjax._core.op.primitive import Primitive
from msjax._core.tensor.tensor import Tensor


def get_py_obj_dtype(obj: object) -> Type:
    """MindSpore type of a Python object.

    Args:
        obj: a Tensor, function, Cell, Primitive, dtype, number, string, list, tuple or None.

    Returns:
        A MindSpore type; for Tensors `TensorType(dtype)`, for anything to call `function`.

    Raises:
        NotImplementedError: the object is of another type.

    Examples:
        >>> import msjax as ms
        >>> ms.get_py_obj_dtype(ms.Tensor([1.]))
        mindspore.tensor[float32]
        >>> ms.get_py_obj_dtype(1)
        mindspore.int64
    """
    if isinstance(obj, Tensor):
        return TensorType(obj.dtype)
    if isinstance(obj, Type):
        return type_type
    if isinstance(obj, (FunctionType, Primitive, Network)):
        return function
    if isinstance(obj, type):
        return function if issubclass(obj, (Primitive, Network)) else pytype_to_dtype(obj)
    return pytype_to_dtype(type(obj))
