"""Arrays and dtypes out of everything that a Tensor can be made from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.box import Box
from msjax._core.base.cast import compiled_cast
from msjax._core.base.errors import Clause, Speaker, prefixed
from msjax._core.base.state import STATE
from msjax._core.base.x64 import to_device, x64
from msjax._core.runtime import context

_SOURCES = (
    "['TensorPy', 'Tensor', 'ndarray', 'str_', 'list', 'tuple', 'float', 'int', 'bool', 'complex', "
    "'bytes']"
)


def as_type(dtype: Any) -> mstype.Type:
    """The MindSpore type of a dtype argument, or MindSpore's TypeError."""
    if isinstance(dtype, mstype.Type):
        if dtype._np is None:
            raise TypeError(Clause(f"the 'dtype' {dtype!r} cannot be held by a Tensor."))
        return mstype.from_np(dtype.np)
    if isinstance(dtype, type) and dtype in mstype.FROM_PY:
        return mstype.FROM_PY[dtype]
    allowed = ", ".join(repr(t) for t in mstype.number_type + (mstype.bool_,))
    raise TypeError(Clause(f"the 'dtype' should be one of [{allowed}], but got {dtype!r}."))


def convert(array: Any, dtype: np.dtype) -> Any:
    """Cast an array or tracer, keeping 64-bit dtypes."""
    if array.dtype == dtype:
        return array
    with x64():
        return compiled_cast(jax.numpy.asarray(array), dtype)


def data_type(dtype: Any) -> mstype.Type:
    """The type meant by the constructor's dtype; it must say exactly how elements are stored."""
    if isinstance(dtype, mstype.Type) and dtype not in mstype.VAGUE:
        with Speaker("Tensor"):
            return as_type(dtype)
    allowed = ", ".join(repr(t) for t in (*mstype.number_type, mstype.bool_))
    text = f"the 'dtype' should be one of [{allowed}], but got {dtype!r}."
    raise TypeError(prefixed("Tensor", text))


def wrong_source(data: Any) -> TypeError:
    got = type(data).__name__
    text = f"the type of 'input_data' should be one of '{_SOURCES}', but got type '{got}'."
    return TypeError(prefixed("Tensor", text))


def as_array(data: Any, dtype: Any = None) -> Any:
    """The jax.Array (or tracer) meant by a value that a Tensor can be made from."""
    wanted = None if dtype is None or dtype is mstype.string else data_type(dtype).np
    if isinstance(data, Box):
        if STATE.frame is not None:
            STATE.frame.note_read(data)
        array = data._value
        return array if wanted is None else convert(array, wanted)
    if isinstance(data, jax.Array):
        if data.weak_type:
            data = jax.lax.convert_element_type(data, data.dtype)
        return data if wanted is None else convert(data, wanted)
    if isinstance(data, np.ndarray | np.generic):
        values = np.asarray(data)
    elif isinstance(data, bool | int | float | complex):
        values = _from_number(data, wanted)
    elif isinstance(data, list | tuple):
        if holds_tensors(data):
            return _stack(data, wanted)
        values = _from_lists(data, wanted)
    elif isinstance(data, bytes):
        values = np.asarray(data)
    elif hasattr(data, "__dlpack__"):
        return as_array(jax.dlpack.from_dlpack(data), dtype)
    else:
        raise wrong_source(data)
    if values.dtype.kind in "US":
        raise NotImplementedError(
            "Tensors of strings are not supported by msjax; use NumPy arrays."
        )
    if values.dtype not in mstype.FROM_NP or not values.dtype.isnative:
        what = f"data type: {values.dtype.str}"
        if values.dtype.kind in "OV":
            odd = next((v for v in values.flat if not isinstance(v, (int, float))), None)
            what = f"the element type '{type(odd)}' of array is not supported"
        raise TypeError(f"initializing tensor by numpy array failed, {what}.")
    if wanted is not None and wanted != values.dtype:
        values = _converted(values, wanted)
    return to_device(values, context.device())


def _converted(values: np.ndarray, wanted: np.dtype) -> np.ndarray:
    if values.dtype.kind == "c" and wanted.kind != "c":
        values = values.real
    with np.errstate(all="ignore"):
        return values.astype(wanted)


def holds_tensors(data: Any) -> bool:
    if isinstance(data, (list, tuple)):
        return any(holds_tensors(e) for e in data)
    return isinstance(data, (Box, jax.Array))


def _stack(data: Sequence[Any], wanted: np.dtype | None) -> Any:
    """Nested sequences with Tensors among their elements."""
    with x64():
        out = _stacked(data)
        if wanted is None:
            wanted = _LISTED.get(out.dtype, out.dtype)
        return constant(compiled_cast(out, wanted))


def constant(array: Any) -> Any:
    """An array without the derivatives that tracing would follow where eager gradients end."""
    return jax.lax.stop_gradient(array) if isinstance(array, jax.core.Tracer) else array


def _stacked(data: Any) -> Any:
    if isinstance(data, (list, tuple)):
        parts = [_stacked(e) for e in data]
        if len({p.shape for p in parts}) > 1:
            raise TypeError(
                f"For Tensor, the input_data is {data} that contain unsupported element."
            )
        kinds = [p.dtype for p in parts]
        common = kinds[0] if len(set(kinds)) == 1 else np.result_type(*kinds)
        return jax.numpy.stack([p.astype(common) for p in parts])
    return as_array(data)


def _from_number(data: Any, wanted: np.dtype | None) -> np.ndarray:
    """A Python number with MindSpore's dtype for its class, or ready to be converted."""
    if isinstance(data, float) and wanted is None:
        with np.errstate(over="ignore"):
            return np.asarray(data, np.float32)
    values = np.asarray(data)
    if values.dtype.kind == "O":
        raise RuntimeError(f"The integer {data} does not fit 64 bits.")
    return values


def _from_lists(data: Sequence[Any], wanted: np.dtype | None) -> np.ndarray:
    """NumPy array of nested lists with MindSpore's default dtypes."""
    try:
        values = np.array(data)
    except ValueError:
        values = None
    if values is None or values.dtype.kind not in "biufcV":
        raise TypeError(f"For Tensor, the input_data is {data} that contain unsupported element.")
    if wanted is None and values.dtype in _LISTED:
        return _converted(values, _LISTED[values.dtype])
    return values


# dtypes that lists give on the left, what a Tensor of the list has on the right
_LISTED = {
    np.dtype(np.float64): np.dtype(np.float32),
    np.dtype(np.int32): np.dtype(np.int64),
}
