"""Small helpers of training."""

from __future__ import annotations

import os
from typing import Any

import jax

from msjax._core.dtype import pytype_to_dtype
from msjax.log import critical

__all__: list[str] = []


def _make_directory(path: Any, arg_name: str = "path") -> str:
    """The absolute path of a directory, which is made if it does not exist.

    Raises:
        TypeError: `path` is not a string.
        ValueError: `path` is blank, or may not be written to.
    """
    if not isinstance(path, str):
        raise TypeError(f"The {arg_name} is invalid, the type should be string.")
    if not path.strip():
        raise ValueError(f"The {arg_name} is invalid, it should be non-blank.")
    path = os.path.realpath(path)
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
