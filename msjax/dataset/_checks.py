"""Argument checks that the data pipelines share."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

INT32_MAX = 2147483647
INT64_MAX = 9223372036854775807
UINT32_MAX = 4294967295


def check_type(value: Any, types: Any, name: str) -> None:
    """Refuse a value that is of none of the types; a bool is no int."""
    types = types if isinstance(types, tuple) else (types,)
    wrong_bool = isinstance(value, bool) and bool not in types and int in types
    if wrong_bool or not isinstance(value, types):
        names = ", ".join(t.__name__ for t in types)
        raise TypeError(
            f"The argument '{name}' must be of type {names}, "
            f"but got {value!r} of type {type(value).__name__}."
        )


def check_range(value: Any, low: Any, high: Any, name: str) -> None:
    """Refuse a value outside [low, high]."""
    if value < low or value > high:
        raise ValueError(f"The argument '{name}' must be in [{low}, {high}], but got {value}.")


def check_int(value: Any, low: int, high: int, name: str) -> None:
    """Refuse what is not an int in [low, high]."""
    check_type(value, int, name)
    check_range(value, low, high, name)


def check_positive(value: Any, name: str) -> None:
    """Refuse what is not a positive 32-bit int."""
    check_int(value, 1, INT32_MAX, name)


def check_bool(value: Any, name: str) -> None:
    """Refuse what is not a bool."""
    check_type(value, bool, name)


def check_probability(prob: Any) -> None:
    """Refuse what is not a number in [0, 1]."""
    check_type(prob, (int, float), "prob")
    check_range(prob, 0, 1, "prob")


def check_workers(value: Any) -> None:
    """Refuse a count of workers that is not a positive int."""
    if value is not None:
        check_int(value, 1, INT32_MAX, "num_parallel_workers")


def check_file(path: str) -> None:
    """Refuse the path of what is not a file."""
    if not os.path.isfile(path):
        raise ValueError(f"The file {path} does not exist or permission denied!")


def check_folder(dataset_dir: Any) -> str:
    """Refuse what is not a folder."""
    check_type(dataset_dir, str, "dataset_dir")
    if not os.path.isdir(dataset_dir):
        raise ValueError(f"The folder {dataset_dir} does not exist or is not a directory.")
    return dataset_dir


def check_choice(value: Any, choices: Any, name: str) -> None:
    """Refuse what is none of some strings."""
    check_type(value, str, name)
    if value not in choices:
        raise ValueError(f"The '{name}' must be one of {list(choices)}, but got {value!r}.")


def check_columns(columns: Any, name: str) -> None:
    """Refuse what names no columns: a non-empty string, or a list of different ones."""
    check_type(columns, (list, str), name)
    if not columns:
        raise ValueError(f"The argument '{name}' must not be empty.")
    if isinstance(columns, list):
        for i, column in enumerate(columns):
            check_type(column, str, f"{name}[{i}]")
            if not column:
                raise ValueError(f"The argument '{name}[{i}]' must not be empty.")
        if len(set(columns)) != len(columns):
            raise ValueError(f"The names in '{name}' must differ, but got {columns}.")


def check_samples(value: Any) -> None:
    """Refuse a number of samples that is not a non-negative int."""
    if value is not None:
        check_int(value, 0, INT64_MAX, "num_samples")


def check_shards(num_shards: Any, shard_id: Any) -> None:
    """Refuse shards that do not fit together."""
    for arg, value in (("num_shards", num_shards), ("shard_id", shard_id)):
        if value is not None:
            check_type(value, int, arg)
    if (num_shards is None) != (shard_id is None):
        raise ValueError("'num_shards' and 'shard_id' must be given together.")
    if num_shards is not None:
        check_positive(num_shards, "num_shards")
        check_int(shard_id, 0, INT32_MAX, "shard_id")
        if shard_id >= num_shards:
            raise ValueError(
                f"The argument 'shard_id' must be less than 'num_shards' ({num_shards}), "
                f"but got {shard_id}."
            )


def check_row_size(value: Any) -> None:
    """Refuse a shared memory size: an int, or a list of two."""
    if value is None:
        return
    check_type(value, (int, list), "max_rowsize")
    sizes = value if isinstance(value, list) else [value]
    if isinstance(value, list) and len(value) != 2:
        raise TypeError("The argument 'max_rowsize' must be an int or a list of two ints.")
    for size in sizes:
        check_int(size, -1, INT32_MAX, "max_rowsize")


def check_pad_info(pad_info: Any) -> None:
    """Refuse what does not map columns to (shape, value)."""
    if pad_info is None:
        return
    check_type(pad_info, dict, "pad_info")
    for column, pad in pad_info.items():
        check_type(column, str, "key in pad_info")
        if pad is None:
            continue
        if len(pad) != 2:
            raise ValueError(f"The value of pad_info[{column!r}] must be (shape, pad value).")
        check_type(pad, tuple, f"pad_info[{column!r}]")
        shape, value = pad
        if shape is not None:
            check_type(shape, list, f"shape in pad_info[{column!r}]")
            for size in shape:
                if size is not None:
                    check_positive(size, f"shape in pad_info[{column!r}]")
        if value is not None:
            check_type(value, (int, float, str, bytes), f"value in pad_info[{column!r}]")


def parameters(function: Callable) -> int:
    """How many parameters a function has."""
    return len(inspect.signature(function).parameters)


def is_pil(value: object) -> bool:
    """Whether the value is an image of Pillow."""
    if type(value) is np.ndarray:
        return False
    return any(c.__module__.partition(".")[0] == "PIL" for c in type(value).__mro__)


def is_ours(operation: object) -> bool:
    """Whether its class is one of this package, not of the program."""
    return type(operation).__module__.startswith("msjax.")


def is_iterable(value: Any) -> bool:
    """Whether `iter` takes the value."""
    try:
        iter(value)
    except TypeError:
        return False
    return True


def to_list(value: Any) -> list:
    """None as [], a tuple or list as list, anything else as its only element."""
    if value is None:
        return []
    return list(value) if isinstance(value, list | tuple) else [value]


def check_all(values: Iterable, types: Any, name: str) -> None:
    """Refuse elements that are of none of the types."""
    for i, value in enumerate(values):
        check_type(value, types, f"{name}[{i}]")
