"""From samples to batches of Tensors."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, MutableMapping, MutableSequence, Sequence
from typing import Any

import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.tensor.tensor import Tensor


def _like(form: Any, parts: dict | list) -> Any:
    """The parts in a container like another one; in a dict or list where that cannot be made."""
    try:
        if isinstance(form, MutableMapping):
            made = copy.copy(form)
            made.update(parts)
            return made
        if isinstance(form, MutableSequence):
            made = copy.copy(form)
            for place, part in enumerate(parts):
                made[place] = part
            return made
        return type(form)(parts)
    except TypeError:
        return parts


def _each(data: Any, function: Callable[[Any], Any]) -> Any:
    """A container with the function of each of its parts; anything else as it is."""
    if isinstance(data, Mapping):
        return _like(data, {key: function(data[key]) for key in data})
    if isinstance(data, tuple):
        parts = [function(part) for part in data]
        return type(data)(*parts) if hasattr(data, "_fields") else parts
    if isinstance(data, Sequence) and not isinstance(data, str | bytes):
        return _like(data, [function(part) for part in data])
    return data


def default_convert(data: Any) -> Any:
    """Numbers and arrays of NumPy as Tensors, also within containers; anything else as it is.

    Args:
        data: what to convert. Tuples become lists.

    Returns:
        The same with Tensors.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset.dataloader import default_convert
        >>> default_convert({"x": np.arange(3), "name": "n"})
        {'x': Tensor(shape=[3], dtype=Int64, value= [0, 1, 2]), 'name': 'n'}
    """
    if isinstance(data, Tensor):
        return data
    if isinstance(data, np.number | np.bool_):
        return Tensor(data)
    if isinstance(data, np.ndarray):
        return data if data.dtype.kind in "SUO" else Tensor(data)
    return _each(data, default_convert)


class Stacked:
    """An array that is to become a Tensor, in the process that has the devices."""

    def __init__(self, array: np.ndarray, dtype: Any = None):
        self.array = array
        self.dtype = dtype


def stacked(batch: list) -> Any:
    """A batch of samples with a `Stacked` wherever `default_collate` makes a Tensor."""
    first = batch[0]
    if isinstance(first, Tensor):
        return Stacked(np.stack([value.asnumpy() for value in batch]))
    if isinstance(first, np.ndarray):
        if first.dtype.kind in "SUO":
            raise TypeError(
                f"NumPy arrays with dtype {first.dtype} are not supported for collation."
            )
        return Stacked(np.stack(batch))
    if isinstance(first, float) and not isinstance(first, np.generic):
        return Stacked(np.array(batch, np.float64), mstype.float64)
    if isinstance(first, int | np.number | np.bool_):
        return Stacked(np.array(batch))
    if isinstance(first, str | bytes):
        return batch
    if isinstance(first, Mapping):
        return _like(first, {key: stacked([row[key] for row in batch]) for key in first})
    if isinstance(first, tuple) and hasattr(first, "_fields"):
        return type(first)(*(stacked(list(part)) for part in zip(*batch, strict=True)))
    if isinstance(first, Sequence):
        if len({len(row) for row in batch}) > 1:
            raise RuntimeError("Each element in list of batch must be of equal size.")
        parts = [stacked(list(part)) for part in zip(*batch, strict=True)]
        return parts if isinstance(first, tuple) else _like(first, parts)
    raise TypeError(
        "The batch must be made of Tensors, arrays, numbers, strings, dicts or lists, but got "
        f"{type(first).__name__}."
    )


def finished(data: Any) -> Any:
    """A batch with Tensors in place of what `stacked` marked."""
    if isinstance(data, Stacked):
        return Tensor(data.array, data.dtype)
    return _each(data, finished) if not isinstance(data, Tensor) else data


def default_collate(batch: list) -> Any:
    """One batch of samples that are alike: Tensors with one more dimension, in the samples' form.

    Args:
        batch: list of samples: Tensors, arrays, numbers, strings, or dicts, tuples or lists.

    Returns:
        The batch; numbers and arrays become Tensors, strings stay a list, tuples become lists.

    Raises:
        TypeError: a sample holds something else.
        RuntimeError: lists have different lengths.

    Examples:
        >>> from msjax.dataset.dataloader import default_collate
        >>> default_collate([{"x": 0, "name": "a"}, {"x": 1, "name": "b"}])
        {'x': Tensor(shape=[2], dtype=Int64, value= [0, 1]), 'name': ['a', 'b']}
    """
    return finished(stacked(batch))
