"""How arguments of NumPy's interface become Tensors and element types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.base.checks import of_type
from msjax._core.base.errors import Clause, describe, must
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.host import from_host
from msjax.numpy.dtypes import dtype_map, dtype_tuple, promotion_rule

_NARROW = {mstype.int64: mstype.int32, mstype.float64: mstype.float32}


def element_type(dtype: Any) -> mstype.Type:
    """The type named by a mindspore dtype, a string or a Python or NumPy class.

    Raises:
        TypeError: it is not a real number's or bool's type.
    """
    found = dtype
    if isinstance(dtype, str):
        found = dtype_map.get(dtype.lower())
    elif isinstance(dtype, type):
        found = {int: mstype.int32, float: mstype.float32}.get(dtype)
        found = mstype.pytype_to_dtype(dtype) if found is None else found
    if found not in dtype_tuple:
        raise TypeError(must("dtype", "a type of bools, integers or floats", describe(dtype)))
    return found


def scalar_type(*numbers: Any) -> mstype.Type:
    """The type of results made from Python numbers, None among them left out."""
    given = [n for n in numbers if n is not None]
    if all(isinstance(n, bool) for n in given):
        return mstype.bool_
    return mstype.int32 if all(isinstance(n, int) for n in given) else mstype.float32


def common_type(a: mstype.Type, b: mstype.Type) -> mstype.Type:
    """What two element types promote to.

    Raises:
        TypeError: one of them is not a real number's or bool's type.
    """
    if a == b:
        return a
    found = promotion_rule.get((a, b)) or promotion_rule.get((b, a))
    if found is None:
        raise TypeError(Clause(f"the element types {a} and {b} have no common type."))
    return found


def alike(tensors: Sequence[Tensor]) -> list[Tensor]:
    """The Tensors in their common element type."""
    target = tensors[0].dtype
    for t in tensors[1:]:
        target = common_type(target, t.dtype)
    return [t if t.dtype == target else t.astype(target) for t in tensors]


def only_tensors(*values: Any) -> None:
    """Raise TypeError unless all values are Tensors."""
    for value in values:
        of_type("input", value, Tensor)


def whole(**numbers: Any) -> None:
    """Raise TypeError unless all numbers are ints."""
    for arg, value in numbers.items():
        if not isinstance(value, int):
            raise TypeError(must(arg, "an int", describe(value)))


def has_tensor(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return any(map(has_tensor, value))
    return isinstance(value, Tensor)


def _joined(value: Any) -> Tensor:
    """A list with Tensors in it as one Tensor, for compiled code and gradients too."""
    if not isinstance(value, (list, tuple)):
        return value if isinstance(value, Tensor) else narrow(Tensor(value))
    parts = [_joined(v) for v in value]
    if len({p.shape for p in parts}) > 1:
        raise ValueError(must("input", "of the same length everywhere", describe(value)))
    return ops.stack(alike(parts))


def narrow(tensor: Tensor) -> Tensor:
    """64-bit numbers as 32-bit ones."""
    target = _NARROW.get(tensor.dtype)
    return tensor if target is None else tensor.astype(target)


def from_list(value: Sequence[Any], dtype: mstype.Type | None = None) -> Tensor:
    """A nested list of numbers and Tensors as a Tensor, of 32-bit numbers unless `dtype` is given.

    Raises:
        ValueError: its parts are not of the same length.
    """
    if has_tensor(value):
        found = _joined(value)
        return narrow(found) if dtype is None else found.astype(dtype)
    try:
        array = np.asarray(value)
    except ValueError:
        array = np.asarray(None)
    if array.dtype == object:
        raise ValueError(must("input", "of the same length everywhere", describe(value)))
    if array.dtype.kind == "c":
        raise NotImplementedError(must("input", "made of real numbers", describe(value)))
    if array.dtype.kind not in "biuf":
        raise TypeError(must("input", "made of numbers", describe(value)))
    if dtype is None:
        dtype = mstype.from_np(array.dtype)
        dtype = _NARROW.get(dtype, dtype)
    return from_host(array.astype(dtype.np))


def as_tensor(value: Any) -> Tensor:
    """A Tensor as it is; a number, list or tuple as a Tensor of 32-bit numbers.

    Raises:
        TypeError: it is something else.
    """
    if isinstance(value, Tensor):
        return value
    if isinstance(value, (bool, int, float)):
        return narrow(Tensor(value))
    if isinstance(value, (list, tuple)):
        return from_list(value)
    expected = "a number, list, tuple or Tensor"
    raise TypeError(must("input", expected, describe(value)))


def lengths(shape: Any) -> tuple[int, ...]:
    """A shape given as an int, or as a tuple, list or Tensor of ints.

    Raises:
        TypeError: it is something else.
        ValueError: a length is negative.
    """
    if isinstance(shape, Tensor):
        shape = shape.tolist()
    if isinstance(shape, int):
        shape = (shape,)
    fine = isinstance(shape, (tuple, list)) and all(isinstance(n, int) for n in shape)
    if not fine or any(isinstance(n, bool) for n in shape):
        expected = "an int or a tuple, list or Tensor of ints"
        raise TypeError(must("shape", expected, describe(shape)))
    if any(n < 0 for n in shape):
        raise ValueError(must("shape", "free of negative numbers", shape))
    return tuple(shape)
