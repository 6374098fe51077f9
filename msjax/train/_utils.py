"""Small helpers of training."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import jax

from msjax._core.base.dtype import pytype_to_dtype
from msjax.log import critical

__all__: list[str] = []


def _make_directory(path: Any, arg_name: str = "path") -> str:
    """The absolute path of a directory, which is made if it does not exist.

    Raises:
        TypeError: `path` is not a string.
        ValueError: `path` is blank.
        NotADirectoryError: `path` is a file.
    """
    if not isinstance(path, str):
        raise TypeError(f"The {arg_name} is invalid, the type should be string.")
    if not path.strip():
        raise ValueError(f"The {arg_name} is invalid, it should be non-blank.")
    path = os.path.realpath(path)
    if os.path.exists(path) and not os.path.isdir(path):
        raise NotADirectoryError(f"The path({path}) is a file path, it should be a directory path.")
    try:
        os.makedirs(path, mode=0o700, exist_ok=True)
    except PermissionError as e:
        critical(f"No write permission on the directory '{path}', error = {e}")
        raise ValueError(f"No write permission on the directory '{path}'.") from e
    return path


def _get_types_and_shapes(dataset: Any) -> tuple[list, list]:
    """The dtypes and shapes of a dataset's columns."""
    return [pytype_to_dtype(kind) for kind in dataset.output_types()], dataset.output_shapes()


def shared_value(value: float) -> float:
    """The mean of a number over the processes that train together."""
    if jax.process_count() == 1:
        return value
    from jax.experimental.multihost_utils import process_allgather

    return process_allgather(value).mean(axis=0)


def check_value_type(arg_name: str, arg_value: Any, valid_types: Any) -> None:
    """TypeError if a value is of none of the given classes; a bool is no int here."""
    kinds = tuple(valid_types) if isinstance(valid_types, Iterable) else (valid_types,)
    if not isinstance(arg_value, kinds) or (isinstance(arg_value, bool) and bool not in kinds):
        raise TypeError(
            f"For `{arg_name}` the type should be a valid type of {[k.__name__ for k in kinds]}, "
            f"but got {type(arg_value).__name__}."
        )
