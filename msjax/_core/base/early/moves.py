"""What NumPy does with the bits that XLA has: moving elements about, and counting with integers."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from jax.lax import GatherScatterMode


def _always(_: Any) -> bool:
    return True


def _reshapes(equation: Any) -> bool:
    return equation.params["dimensions"] is None


def _pads(equation: Any) -> bool:
    return all(min(low, high) >= 0 for low, high, _ in equation.params["padding_config"])


def _selects(equation: Any) -> bool:
    return equation.invars[0].aval.dtype == np.bool_ and len(equation.invars) == 3


def _converts(equation: Any) -> bool:
    before, after = equation.invars[0].aval.dtype, equation.outvars[0].aval.dtype
    if before == after:
        return True
    return before.kind in "iub" and after.kind in "iu"


def _counts(equation: Any) -> bool:
    return equation.outvars[0].aval.dtype.kind in "iu"


def _gathers(equation: Any) -> bool:
    return equation.outvars[0].aval.size <= _LOOKED_UP


_LOOKED_UP = 1 << 16  # elements beyond which XLA's loop is much faster than NumPy's


def _reshape(equation: Any, array: np.ndarray) -> np.ndarray:
    return array.reshape(equation.outvars[0].aval.shape)


def _broadcast(equation: Any, array: np.ndarray, *_: Any) -> np.ndarray:
    shape, places = equation.params["shape"], equation.params["broadcast_dimensions"]
    lengths = [1] * len(shape)
    for place, length in zip(places, array.shape, strict=True):
        lengths[place] = length
    return np.broadcast_to(array.reshape(lengths), shape)


def _slice(equation: Any, array: np.ndarray) -> np.ndarray:
    starts, limits = equation.params["start_indices"], equation.params["limit_indices"]
    steps = equation.params["strides"] or (1,) * array.ndim
    return array[tuple(map(slice, starts, limits, steps))]


def _pad(equation: Any, array: np.ndarray, value: np.ndarray) -> np.ndarray:
    out = np.full(equation.outvars[0].aval.shape, value, array.dtype)
    inside = []
    for (low, _, between), length in zip(
        equation.params["padding_config"], array.shape, strict=True
    ):
        inside.append(slice(low, low + max(length * (between + 1) - between, 0), between + 1))
    out[tuple(inside)] = array
    return out


def _clamped(starts: Sequence[np.ndarray], lengths: Sequence[int], whole: Sequence[int]) -> list:
    return [
        min(max(int(start), 0), size - length)
        for start, length, size in zip(starts, lengths, whole, strict=True)
    ]


def _dynamic_slice(equation: Any, array: np.ndarray, *starts: np.ndarray) -> np.ndarray:
    lengths = equation.params["slice_sizes"]
    begins = _clamped(starts, lengths, array.shape)
    return array[tuple(slice(b, b + n) for b, n in zip(begins, lengths, strict=True))]


def _dynamic_update(
    equation: Any, array: np.ndarray, part: np.ndarray, *starts: np.ndarray
) -> np.ndarray:
    out = np.array(array)
    begins = _clamped(starts, part.shape, array.shape)
    out[tuple(slice(b, b + n) for b, n in zip(begins, part.shape, strict=True))] = part
    return out


def _gather(equation: Any, array: np.ndarray, indices: np.ndarray) -> np.ndarray:
    params, shape = equation.params, equation.outvars[0].aval.shape
    how, lengths = params["dimension_numbers"], params["slice_sizes"]
    indices = indices.astype(np.int64)
    outer = [d for d in range(len(shape)) if d not in how.offset_dims]
    inner = iter(how.offset_dims)
    places, inside = [], np.True_
    for d, size in enumerate(array.shape):
        place = np.int64(0)
        if d in how.start_index_map:
            start = indices[..., how.start_index_map.index(d)]
            last = size - lengths[d]
            spread = [1] * len(shape)
            for at, length in zip(outer, start.shape, strict=True):
                spread[at] = length
            start = start.reshape(spread)
            inside = inside & (start >= 0) & (start <= last)
            place = place + np.clip(start, 0, last)
        if d in how.operand_batching_dims:
            at = how.start_indices_batching_dims[how.operand_batching_dims.index(d)]
            place = place + _along(outer[at], size, len(shape))
        elif d not in how.collapsed_slice_dims:
            place = place + _along(next(inner), lengths[d], len(shape))
        places.append(place)
    found = np.broadcast_to(array[tuple(places)], shape)
    if params["mode"] == GatherScatterMode.FILL_OR_DROP:
        found = np.where(inside, found, _filling(params["fill_value"], array.dtype))
    return found


def _iota(equation: Any) -> np.ndarray:
    shape, axis = equation.outvars[0].aval.shape, equation.params["dimension"]
    return np.broadcast_to(_along(axis, shape[axis], len(shape)), shape)


def _along(axis: int, length: int, rank: int) -> np.ndarray:
    return np.arange(length).reshape([length if d == axis else 1 for d in range(rank)])


def _filling(value: Any, dtype: Any) -> np.ndarray:
    """What is found outside of an array: NaN, the least integer or the greatest without a sign."""
    if value is None and dtype.kind == "i":
        value = np.iinfo(dtype).min
    elif value is None and dtype.kind in "ub":
        value = dtype.kind == "b" or np.iinfo(dtype).max
    return np.asarray(np.nan if value is None else value, dtype)


_INTEGER: dict[str, Callable] = {
    "add": np.add,
    "and": np.bitwise_and,
    "clamp": lambda low, value, high: np.minimum(np.maximum(value, low), high),
    "eq": np.equal,
    "ge": np.greater_equal,
    "gt": np.greater,
    "le": np.less_equal,
    "lt": np.less,
    "max": np.maximum,
    "min": np.minimum,
    "mul": np.multiply,
    "ne": np.not_equal,
    "neg": np.negative,
    "not": np.invert,
    "or": np.bitwise_or,
    "sub": np.subtract,
    "xor": np.bitwise_xor,
}


def _joined(equation: Any, *arrays: np.ndarray) -> np.ndarray:
    return np.concatenate(arrays, equation.params["dimension"])


def _parts(equation: Any, array: np.ndarray) -> list[np.ndarray]:
    ends = np.cumsum(equation.params["sizes"])[:-1]
    return np.split(array, ends, equation.params["axis"])


def _selected(_: Any, which: np.ndarray, no: np.ndarray, yes: np.ndarray) -> np.ndarray:
    return np.where(which, yes, no)


_LOGICAL: dict[str, Callable] = {
    "and": np.logical_and,
    "eq": np.equal,
    "ne": np.not_equal,
    "not": np.logical_not,
    "or": np.logical_or,
    "xor": np.logical_xor,
}


def _of_one(equation: Any) -> bool:
    """Whether no two elements are made one, which leaves them as they are."""
    return equation.invars[0].aval.size == equation.outvars[0].aval.size


# What moves elements: when it does, and how.
_MOVES: dict[str, tuple[Callable, Callable]] = {
    "broadcast_in_dim": (_always, _broadcast),
    "concatenate": (_always, _joined),
    "convert_element_type": (
        _converts,
        lambda e, array: array.astype(e.outvars[0].aval.dtype),
    ),
    "copy": (_always, lambda _, array: array),
    "copy_p": (_always, lambda _, array: array),
    "dynamic_slice": (_always, _dynamic_slice),
    "dynamic_update_slice": (_always, _dynamic_update),
    "gather": (_gathers, _gather),
    "iota": (_counts, _iota),
    "pad": (_pads, _pad),
    "reduce_max": (_of_one, _reshape),
    "reduce_min": (_of_one, _reshape),
    "reduce_sum": (_of_one, _reshape),
    "reshape": (_reshapes, _reshape),
    "rev": (_always, lambda e, array: np.flip(array, e.params["dimensions"])),
    "select_n": (_selects, _selected),
    "slice": (_always, _slice),
    "split": (_always, _parts),
    "squeeze": (_always, _reshape),
    "stop_gradient": (_always, lambda _, array: array),
    "stack": (_always, lambda e, *arrays: np.stack(arrays, e.params["axis"])),
    "tile": (_always, lambda e, array: np.tile(array, e.params["reps"])),
    "transpose": (_always, lambda e, array: np.transpose(array, e.params["permutation"])),
}


def move(equation: Any) -> Callable[..., Any] | None:
    """What an equation of a jaxpr does as a function of NumPy arrays.

    Args:
        equation: with a primitive that is no call.

    Returns:
        None if the equation does more than to move elements, or to compute with integers, as
        indices are.
    """
    name = equation.primitive.name
    if not all(_is_moved(v.aval.dtype) for v in (*equation.invars, *equation.outvars)):
        return None
    if name in _INTEGER and all(v.aval.dtype.kind in "iu" for v in equation.invars):
        return _INTEGER[name]
    if name in _LOGICAL and all(v.aval.dtype == np.bool_ for v in equation.invars):
        return _LOGICAL[name]
    if name in _MOVES and _MOVES[name][0](equation):
        return functools.partial(_MOVES[name][1], equation)
    return None


def _is_moved(dtype: Any) -> bool:
    """Whether elements keep their bits when XLA moves them: bfloat16 loses its smallest numbers."""
    return isinstance(dtype, np.dtype) and dtype.kind in "biufc"
