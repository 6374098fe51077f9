"""Parsing of `x[index]` into what to compile and what may change from call to call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.lengths import is_unknown, slice_of
from msjax._core.base.state import STATE
from msjax._core.base.x64 import to_device
from msjax._core.runtime.agreement import host_values
from msjax._core.tensor.construct import as_array
from msjax._core.tensor.number import Number
from msjax._core.tensor.tensor import Tensor

# codes of a spec; a slice is the pair (length, step)
FULL, PICK, NEW, GATHER = "full", "pick", "new", "gather"
INT32 = range(-(1 << 31), 1 << 31)
_SIGNED = frozenset(np.dtype(t) for t in ("int8", "int16", "int32", "int64"))


class Plan:
    """A parsed index: the spec, and where each of its dynamic parts comes from."""

    __slots__ = ("arrays", "boxes", "gathers", "masked", "shared", "spec")

    def __init__(self) -> None:
        self.spec: list[Any] = []
        self.arrays: list[Any] = []  # numbers, NumPy arrays and arrays, in the order of the spec
        self.boxes: list[Tensor | None] = []
        self.gathers = self.masked = False
        self.shared = True  # the result shows the Tensor's memory

    def add(self, code: Any, array: Any = None, owner: Tensor | None = None) -> None:
        self.spec.append(code)
        if array is not None:
            self.arrays.append(array)
            self.boxes.append(owner)

    def gather(self, array: Any, owner: Tensor | None = None) -> None:
        self.gathers, self.shared = True, False
        self.add(GATHER, array, owner)


def _wrong_type(value: Any) -> IndexError:
    return IndexError(
        "A Tensor is indexed by integers, slices, '...', None, bool, Tensors, lists and tuples, "
        f"but got {value!r} of type {type(value).__name__}."
    )


def _of_python(value: Any) -> Any:
    """A NumPy integer or bool as Python's, in compiled code.

    That is what MindSpore's compiler makes of them; its eager code refuses them as indices.
    """
    if isinstance(value, (np.integer, np.bool_)) and STATE.compiled():
        return value.item()
    return value


def bound(value: Any) -> int | None:
    """One end (or the step) of a slice as an integer."""
    value = _of_python(value)
    if value is None or type(value) is int or is_unknown(value):
        return value
    if isinstance(value, int):
        return int(value)
    if isinstance(value, Tensor):
        if value.ndim or value._aval.dtype.kind not in "iub":
            raise TypeError("The bounds of a slice must be integers or integer Tensors of rank 0.")
        return int(value)
    raise RuntimeError(
        f"The bounds of a slice must be int, Tensor or None, but got {type(value).__name__}."
    )


def _add_slice(plan: Plan, index: slice, size: int) -> None:
    step = bound(index.step)
    if step == 0:
        raise ValueError("The step of a slice must not be zero.")
    start, stop = bound(index.start), bound(index.stop)
    if any(map(is_unknown, (start, stop, size))):
        _add_unknown_slice(plan, start, stop, 1 if step is None else step, size)
        return
    start, stop, step = slice(start, stop, step).indices(size)
    length = len(range(start, stop, step))
    if step < 0:
        plan.shared = False
    if length == size and step == 1:
        plan.add(FULL)
        return
    if length <= 1:
        step = 1
    if step < 0:
        start += (length - 1) * step
    plan.add((length, step), start if length else 0)


def _add_unknown_slice(plan: Plan, start: Any, stop: Any, step: int, size: Any) -> None:
    """A slice whose length is not known while a program is exported."""
    if step < 0 and (start is not None or stop is not None):
        raise NotImplementedError("Slices of unknown length with a negative step have no bounds.")
    if step < 0:
        length, start = -(-size // -step), size - 1
        start += (length - 1) * step
        plan.shared = False
    else:
        start, length = slice_of(start, stop, step, size)
    if is_unknown(length) and length == size and step == 1:
        plan.add(FULL)
        return
    plan.add((length, step), jnp.asarray(start) if is_unknown(start) else start)


def position(index: int, size: Any) -> Any:
    if is_unknown(size):
        return jnp.asarray(index + size) if index < 0 else index
    if not -size <= index < size:
        raise IndexError(f"index {index} is out of bounds for dimension with size {size}")
    return index + size if index < 0 else index


def _unknown_position(index: Number, size: Any) -> Any:
    """A position that is known when compiled code runs."""
    if is_unknown(size):
        int(index)  # ends the trace
    text = f"an index is out of bounds for dimension with size {size}"
    index.hold(lambda i: (i >= -size) & (i < size), lambda: IndexError(text))
    at = index.tensor._read()
    return jnp.where(at < 0, at + size, at).astype(np.int32)


def _is_mask(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return bool(value) and all(_is_mask(e) for e in value)
    return isinstance(value, bool)


def _add_list(plan: Plan, values: Sequence[Any], shape: Sequence[int], reading: bool) -> int:
    """A list or tuple inside an index: positions or a mask; returns how many dimensions it uses."""
    if _is_mask(values):
        mask = np.array(values)
        for size, wanted in zip(mask.shape, shape, strict=False):
            if size != wanted:
                raise IndexError(f"A mask of length {size} meets a dimension of size {wanted}.")
        _add_mask(plan, mask)
        return mask.ndim
    if any(isinstance(e, Tensor) for e in values):
        array = as_array(values)
        _check_index_dtype(array.dtype)
        plan.gather(array)
        return 1
    try:
        array = np.array(values)
    except ValueError:
        raise ValueError(f"The lists inside an index must have equal lengths: {values}.") from None
    if array.dtype.kind in "US":
        raise ValueError(f"A list of positions must hold integers, but got {values}.")
    if array.dtype.kind == "O":
        raise RuntimeError(f"A list of positions must hold integers, but got {values}.")
    if array.size == 0 and reading:
        raise IndexError("A list or tuple inside an index must not be empty.")
    array = array.astype(np.int64)
    size = shape[0]
    if array.size and not (-size <= array.min() and array.max() < size):
        raise IndexError(f"A position of {values} is out of bounds for a dimension of size {size}.")
    plan.gather(_narrow(array, size))
    return 1


def _narrow(positions: np.ndarray, size: int) -> Any:
    if size - 1 in INT32:
        return positions.astype(np.int32)
    return to_device(positions.astype(np.int64))


def _add_mask(plan: Plan, mask: np.ndarray) -> None:
    plan.masked = True
    for positions, size in zip(np.nonzero(mask), mask.shape, strict=True):
        plan.gather(_narrow(positions, size))


def _check_index_dtype(dtype: np.dtype) -> None:
    if dtype not in _SIGNED and dtype != np.bool_:
        raise IndexError(
            f"An index Tensor must be of a signed integer type or bool, but got {dtype}."
        )


def _add_tensor(plan: Plan, index: Tensor, shape: Sequence[int], reading: bool) -> int:
    aval = index._aval
    _check_index_dtype(aval.dtype)
    if aval.dtype == np.bool_:
        if tuple(aval.shape) != tuple(shape[: len(aval.shape)]):
            raise ValueError(
                f"The shape {tuple(aval.shape)} of a mask does not match the shape of the "
                f"indexed dimensions {tuple(shape)}."
            )
        _add_mask(plan, index._concrete("indexing with a bool Tensor"))
        return len(aval.shape)
    check_values(index, shape[0], reading)
    plan.gather(index._value, index)
    return 1


def on_host(data: Any) -> bool:
    """Whether values can be looked at without waiting for another device."""
    if isinstance(data, jax.core.Tracer) or STATE.frame is not None:
        return False
    return next(iter(data.devices())).platform == "cpu"


def check_values(index: Tensor, size: int, reading: bool) -> None:
    """Refuse positions out of bounds where they can be looked at at once.

    Raises:
        RuntimeError: reads are out of bounds.
        ValueError: writes are.
    """
    if not on_host(index._value):
        return
    values = host_values(index._value)
    if values.size and not (-size <= values.min() and values.max() < size):
        error = RuntimeError if reading else ValueError
        raise error(
            f"An index Tensor must hold values in [{-size}, {size}), "
            f"but got values from {values.min()} to {values.max()}."
        )


def _used(item: Any) -> int:
    """How many dimensions an item of an index uses up."""
    if item is None or item is Ellipsis or isinstance(item, bool):
        return 0
    if isinstance(item, Tensor) and item._aval.dtype == np.bool_:
        return len(item._aval.shape)
    if isinstance(item, (list, tuple)) and _is_mask(item):
        return np.ndim(item)
    return 1


def _items(index: Any) -> tuple[Sequence[Any], bool]:
    """The items of an index, and whether they may give a view."""
    if isinstance(index, list):
        index = [_of_python(e) for e in index]
    if isinstance(index, list) and all(isinstance(e, int) for e in index):
        return (index,), False
    if not isinstance(index, (tuple, list)):
        return (plain_bool(index),), not isinstance(index, Tensor)
    items = [plain_bool(i) for i in index]
    return items, isinstance(index, tuple) and not any(isinstance(i, bool) for i in items)


def plain_bool(item: Any) -> Any:
    """A bool Tensor of rank 0, or an int marked by `mutable`, as the plain Python value.

    So are NumPy's integers and bools, where compiled code knows them as such.
    """
    item = _of_python(item)
    if isinstance(item, Tensor) and not item.ndim and item._aval.dtype == np.bool_:
        return bool(item)
    if type(item) is Number and item.kind is int:
        return item
    return int(item) if isinstance(item, int) and not isinstance(item, bool) else item


def parse(index: Any, shape: tuple[int, ...], reading: bool = True) -> Plan:
    """The plan of `x[index]` for an `x` of the given shape.

    Raises:
        IndexError: out of bounds, too many indices, or an unsupported type.
        TypeError: an item inside a tuple is of an unsupported type.
    """
    items, shared = _items(index)
    nested = isinstance(index, (tuple, list))
    plan = Plan()
    plan.shared = shared
    ellipses = sum(1 for i in items if i is Ellipsis)
    if ellipses > 1:
        raise IndexError("An index can only have a single ellipsis('...'), but got several.")
    used = sum(_used(i) for i in items)
    missing = len(shape) - used
    if missing < 0:
        raise IndexError(f"too many indices for tensor of dimension{len(shape)}: {used}")
    gathers = any(isinstance(i, (Tensor, list, tuple)) for i in items)
    dim, unit = 0, False
    for item in items:
        kind = type(item)
        if kind is int:
            plan.add(PICK, position(item, shape[dim]))
            dim += 1
        elif kind is Number:
            plan.add(PICK, _unknown_position(item, shape[dim]))
            dim += 1
        elif kind is slice:
            _add_slice(plan, item, shape[dim])
            dim += 1
        elif item is None:
            plan.add(NEW)
        elif item is Ellipsis:
            plan.spec.extend([FULL] * missing)
            dim += missing
        elif kind is bool:
            if not item:
                raise IndexError("A bool inside an index must be True.")
            if not gathers and not unit:
                plan.add(NEW)
            unit = True
        elif isinstance(item, Tensor):
            dim += _add_tensor(plan, item, shape[dim:], reading)
        elif isinstance(item, (list, tuple)):
            dim += _add_list(plan, item, shape[dim:], reading)
        elif nested and isinstance(item, (float, np.ndarray)):
            raise TypeError(
                "The items of a tuple index must be integers, slices, '...', None, bool, Tensors, "
                f"lists or tuples, but got {item!r}."
            )
        else:
            raise _wrong_type(item)
    plan.spec.extend([FULL] * (len(shape) - dim))
    return plan
