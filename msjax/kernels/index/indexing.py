"""Reading and writing parts of a Tensor with `x[...]`.

An index is parsed into a spec (what to compile: which dimensions are picked, sliced, gathered) and
its dynamic part (positions), so that an integer, the start of a slice or the values of an index
Tensor may change without recompiling. Integers, slices, None and `...` give views, as in MindSpore;
index Tensors, lists and masks give copies.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from msjax._core.base.executable import Exec
from msjax._core.base.recent import Recent
from msjax._core.base.resident import resident
from msjax._core.base.state import STATE
from msjax._core.base.x64 import to_device
from msjax._core.op.gateway import Op
from msjax._core.op.publish import public
from msjax._core.op.static_values import big_int
from msjax._core.tensor.construct import as_array
from msjax._core.tensor.links import View
from msjax._core.tensor.tensor import Tensor, box, eager_box
from msjax.kernels.index.parsing import (
    FULL,
    GATHER,
    INT32,
    NEW,
    PICK,
    Plan,
    bound,
    on_host,
    parse,
    plain_bool,
    position,
)
from msjax.kernels.shape.joining import stacked

if TYPE_CHECKING:
    from msjax._types import Index, Number

_READ = Op(lambda x: x, "getitem", None, True, False, False)
_COPY = Op(lambda x: x, "getitem", None, False, False, False)
_WRITE = Op(lambda x: x, "setitem", "x", False, False, False)


def _geometry(spec: tuple, x: Any, rest: Sequence[Any]) -> tuple[list, list, list, list]:
    """Lower bounds, sizes and steps of the block of `x` that is touched, and the index into it."""
    gathers = GATHER in spec
    source = iter(rest)
    lows, sizes, steps, index = [], [], [], []
    for code in spec:
        if code == NEW:
            index.append(None)
            continue
        low, size, step, entry = 0, x.shape[len(lows)], 1, slice(None)
        if code == GATHER or (code == PICK and gathers):
            entry = next(source)
        elif code == PICK:
            low, size, entry = next(source), 1, 0
        elif code != FULL:
            length, step = code
            low, size = next(source), (length - 1) * abs(step) + 1 if length else 0
        lows.append(low)
        sizes.append(size)
        steps.append(step)
        index.append(entry)
    return lows, sizes, steps, index


def _cut(x: Any, lows: list, sizes: list) -> Any:
    if list(x.shape) == sizes:
        return x
    if all(type(low) is int for low in lows):
        return lax.slice(x, lows, [a + n for a, n in zip(lows, sizes, strict=True)])
    return lax.dynamic_slice(x, _same_type(lows), sizes)


def _same_type(lows: list) -> list:
    return [jnp.asarray(low, np.int32) if type(low) is int else low for low in lows]


def _stride(steps: list) -> tuple[slice, ...]:
    return tuple(slice(None, None, step) for step in steps)


def _basic_shape(index: list, block_shape: Sequence[int]) -> list[int]:
    lengths = iter(block_shape)
    shape = []
    for entry in index:
        if entry is None:
            shape.append(1)
        elif type(entry) is int:
            next(lengths)
        else:
            shape.append(next(lengths))
    return shape


def _reader(spec: tuple) -> Callable:
    def read(x: Any, *rest: Any) -> tuple:
        lows, sizes, steps, index = _geometry(spec, x, rest)
        block = _cut(x, lows, sizes)
        if any(step != 1 for step in steps):
            block = block[_stride(steps)]
        if GATHER in spec:
            return (block.at[tuple(index)].get(mode="fill", fill_value=0),)
        return (block.reshape(_basic_shape(index, block.shape)),)

    return read


def _writer(spec: tuple, strict: bool = True) -> Callable:
    def write(x: Any, value: Any, *rest: Any) -> tuple:
        lows, sizes, steps, index = _geometry(spec, x, rest)
        strided = any(step != 1 for step in steps)
        block = _cut(x, lows, sizes)
        part = block[_stride(steps)] if strided else block
        value = _cast(value, x.dtype)
        if GATHER in spec:
            index = tuple(index)
            shape = jax.eval_shape(lambda a: a[index], part).shape
            if 0 in shape:
                return (x,)
            part = part.at[index].set(_fit(value, shape, strict), mode="drop")
        else:
            shape = _basic_shape(index, part.shape)
            if 0 in shape:
                return (x,)
            part = _fit(value, shape, strict).reshape(part.shape)
        if strided:
            part = block.at[_stride(steps)].set(part)
        if list(x.shape) == sizes:
            return (part,)
        return (lax.dynamic_update_slice(x, part, _same_type(lows)),)

    return write


def _cast(value: Any, dtype: np.dtype) -> Any:
    value = jnp.asarray(value)
    if value.dtype == dtype:
        return lax.convert_element_type(value, dtype)
    if value.dtype.kind == "c" and dtype.kind != "c":
        value = value.real
    return value.astype(dtype)


def _fit(value: Any, shape: Sequence[int], strict: bool) -> Any:
    """Broadcast the assigned value to the shape of what it replaces."""
    if value.ndim > len(shape):
        if strict or value.shape != (1,):
            raise ValueError(
                f"A value of shape {value.shape} cannot be assigned to a part of shape "
                f"{tuple(shape)}."
            )
        return value.reshape(())
    try:
        return jnp.broadcast_to(value, shape)
    except ValueError:
        raise ValueError(
            f"A value of shape {value.shape} cannot be broadcast to a part of shape {tuple(shape)}."
        ) from None


def _masked_writer(x: Any, mask: Any, value: Any) -> tuple:
    mask = mask.reshape(mask.shape + (1,) * (x.ndim - mask.ndim))
    return (jnp.where(mask, _cast(value, x.dtype).reshape(()), x),)


_MASK = "mask"
_READERS, _WRITERS = Recent(), Recent()  # an executable for each choice of lengths and steps


def _exec(table: dict, key: tuple, name: str, flat: Callable) -> Exec:
    exe = table[key] = Exec(name, flat, identity=lambda: key)
    exe.trees[1] = None
    return exe


def _read_exec(spec: tuple) -> Exec:
    exe = _READERS.get(spec) or _READERS.again(spec)
    if exe is None:
        exe = _exec(_READERS, spec, "getitem", _reader(spec))
        exe.bwd["write", 0] = _write_exec(spec, True)
    return exe


def _write_exec(spec: tuple, strict: bool) -> Exec:
    exe = _WRITERS.get((spec, strict)) or _WRITERS.again((spec, strict))
    return exe or _exec(_WRITERS, (spec, strict), "setitem", _writer(spec, strict))


def _run(op: Op, exe: Exec, arrays: list, boxes: list, x: Tensor) -> Tensor:
    """Index while recording, tracing or linking; as in MindSpore, no `MsDispatchMode` is asked."""
    if STATE.frame is None:
        resident(arrays)
    if not STATE.modes:
        return op._run_slow(exe, arrays, boxes, (x,), None)
    modes = STATE.set_modes(())
    try:
        return op._run_slow(exe, arrays, boxes, (x,), None)
    finally:
        STATE.set_modes(modes)


# -- Tensor methods ------------------------------------------------------------------------------


def _show(x: Tensor, spec: tuple, starts: list) -> Tensor:
    """The view of `x` that a spec without gathers names."""
    exe = _READERS.get(spec) or _read_exec(spec)
    data = x._data if x._view is None else x._value
    arrays = [data, *starts]
    if STATE.slow:
        return _run(_READ, exe, arrays, [x] + [None] * len(starts), x)
    resident(arrays)
    result = eager_box(exe.fn(*arrays)[0])
    result._view = View(x, exe, starts, 0, data)
    return result


@public("Tensor.__getitem__", label="")
def getitem(self: Tensor, index: Index) -> Tensor:
    """Part of a Tensor.

    Integers, slices, None, True and `...` give a view: writing to it changes the Tensor and the
    other way round. Slices with a negative step, index Tensors, lists and masks (bool Tensors or
    lists of bool) give a copy.

    Args:
        index: int, slice, `...`, None, True, Tensor of int or bool, list, or a tuple of those.

    Returns:
        Tensor.

    Raises:
        IndexError: a position is out of bounds, there are too many indices, or an index is of an
            unsupported type.
        RuntimeError: an index Tensor holds a value out of bounds.
        ValueError: a mask does not match the Tensor's shape.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([[1, 2, 3], [4, 5, 6]])
        >>> print(x[1, ::2])
        [4 6]
        >>> x[0][1] = 9
        >>> print(x[x > 4])
        [9 5 6]
    """
    shape = self._aval.shape
    kind = type(index)
    if kind is int:
        if not shape:
            raise TypeError("A Tensor of rank 0 cannot be indexed by an integer.")
        spec = (
            _FIRST[len(shape)] if len(shape) < len(_FIRST) else (PICK, *[FULL] * (len(shape) - 1))
        )
        return _show(self, spec, [position(index, shape[0])])
    if index is Ellipsis or (kind is tuple and not index):
        return self
    if not shape and (kind is slice or kind is list or isinstance(index, Tensor)):
        _parse_scalar(index)
    if kind is list and not index:
        raise IndexError("When a Tensor is indexed by a list, the list must not be empty.")
    if isinstance(index, Tensor) and plain_bool(index) is False:
        return getitem(getitem(self, None), slice(0, 0))
    plan = parse(index, tuple(shape))
    spec = tuple(plan.spec)
    if plan.shared:
        return _show(self, spec, plan.arrays)
    data = self._value
    if plan.masked and STATE.tape is None and on_host(data):
        try:
            values = np.asarray(data)[_numpy_index(plan)]
        except IndexError as error:
            raise ValueError(f"The parts of the index do not broadcast: {error}") from None
        return box(to_device(values, data.device))
    exe = _read_exec(spec)
    arrays = [data, *plan.arrays]
    if STATE.slow:
        return _run(_COPY, exe, arrays, [self, *plan.boxes], self)
    resident(arrays)
    return box(exe.fn(*arrays)[0])


_FIRST = [None, *((PICK, *[FULL] * rank) for rank in range(8))]


def _parse_scalar(index: Any) -> None:
    """The errors of a slice, list or Tensor as the index of a Tensor of rank 0."""
    if isinstance(index, slice):
        if bound(index.step) == 0:
            raise ValueError("The step of a slice must not be zero.")
        bound(index.start)
        bound(index.stop)
    raise ValueError("A Tensor of rank 0 can only be indexed by None, True and '...'.")


def _numpy_index(plan: Plan) -> tuple:
    """The index of a plan in NumPy's terms."""
    source, index = iter(plan.arrays), []
    for code in plan.spec:
        if code == NEW:
            index.append(None)
        elif code == FULL:
            index.append(slice(None))
        elif code in (PICK, GATHER):
            entry = next(source)
            index.append(entry if type(entry) is int else np.asarray(entry))
        else:
            (length, step), low = code, next(source)
            places = low + abs(step) * np.arange(length)
            index.append(slice(low, low + length * step, step))
            if step < 0:
                end = low - 1 if low else None
                index[-1] = slice(int(places[-1]), end, step)
    return tuple(index)


@public("Tensor.__setitem__", label="")
def setitem(self: Tensor, index: Index, value: Tensor | Number | Sequence) -> None:
    """Replace part of a Tensor; the value is converted to its dtype and broadcast to the part.

    Args:
        index: as for reading; False and the empty list change nothing.
        value: Tensor, bool, int, float, or nested list or tuple of those.

    Raises:
        IndexError: a position is out of bounds, or index or value is of an unsupported type.
        TypeError: the value is None or a NumPy array.
        ValueError: the value does not broadcast to the part, or an index Tensor is out of bounds.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1, 2, 3, 4])
        >>> x[1:3] = 0
        >>> x[x > 3] = 7.9
        >>> print(x)
        [1 0 0 7]
    """
    shape = tuple(self._aval.shape)
    if not shape and type(index) in (int, slice):
        raise TypeError("A Tensor of rank 0 cannot be indexed by an integer or a slice.")
    if index is False or (type(index) is tuple and any(plain_bool(i) is False for i in index)):
        return
    array, owner, strict = _assigned(self, value)
    strict = strict and bool(shape)
    mask = _where_mask(index, shape, array)
    data = self._value
    if mask is not None:
        exe = _WRITERS.get(_MASK) or _WRITERS.again(_MASK)
        exe = exe or _exec(_WRITERS, _MASK, "setitem", _masked_writer)
        arrays, boxes = [data, mask._value, array], [self, mask, owner]
    else:
        plan = parse(index, shape, reading=False)
        spec = tuple(plan.spec)
        if type(array) is float and plan.gathers and data.dtype == np.float64:
            array = to_device(np.asarray(array, np.float64))
        exe = _write_exec(spec, strict)
        arrays, boxes = [data, array, *plan.arrays], [self, owner, *plan.boxes]
    if STATE.slow:
        _run(_WRITE, exe, arrays, boxes, self)
    else:
        resident(arrays)
        self._assign(exe.fn(*arrays)[0])


def _assigned(x: Tensor, value: Any) -> tuple[Any, Tensor | None, bool]:
    """The assigned value as an array or number, its Tensor, and whether its rank must fit."""
    if isinstance(value, Tensor):
        return value._value, value, False
    kind = type(value)
    if kind is bool or kind is float:
        return value, None, True
    if isinstance(value, int):
        value = int(value)
        return value if value in INT32 else big_int(value), None, True
    if isinstance(value, float):
        return float(value), None, True
    if isinstance(value, (list, tuple)):
        if any(isinstance(v, Tensor) for v in value):
            value = stacked(value, x.dtype)
            return value._value, value, True
        return _listed(value, x._aval.dtype), None, True
    if isinstance(value, jax.Array):
        return value, None, False
    text = f"A Tensor's part is replaced by numbers, Tensors, lists or tuples, but got {value!r}."
    raise (TypeError if value is None or isinstance(value, np.ndarray) else IndexError)(text)


def _listed(value: Sequence[Any], dtype: np.dtype) -> Any:
    if _holds_tensor(value):
        return as_array(value)
    try:
        array = np.array(value)
    except ValueError:
        raise ValueError("The lists of an assigned value must have equal lengths.") from None
    if array.dtype.kind not in "biufc":
        raise TypeError(f"An assigned list must hold numbers, but got {value}.")
    with np.errstate(all="ignore"):
        array = (array.real if array.dtype.kind == "c" and dtype.kind != "c" else array).astype(
            dtype
        )
    return to_device(array)


def _holds_tensor(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return any(_holds_tensor(e) for e in value)
    return isinstance(value, (Tensor, jax.Array))


def _where_mask(index: Any, shape: tuple[int, ...], value: Any) -> Tensor | None:
    """The mask of `x[mask] = single value`, which needs no positions; else None."""
    if not isinstance(index, Tensor) or index._aval.dtype != np.bool_ or np.size(value) != 1:
        return None
    own = tuple(index._aval.shape)
    if len(own) > len(shape):
        raise ValueError(f"A mask of shape {own} does not match the shape {shape}.")
    if any(a != b and a != 1 for a, b in zip(own, shape, strict=False)):
        raise ValueError(f"A mask of shape {own} does not match the shape {shape}.")
    return index
