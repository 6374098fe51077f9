"""Questions about shapes in which -1 and -2 stand for what is not known."""

from __future__ import annotations

from collections.abc import Sequence
from types import MethodType
from typing import Any


def is_dim_unknown(shape: Sequence[int]) -> bool:
    """Whether not even the number of dimensions is known: the shape is (-2,).

    Raises:
        ValueError: -2 stands beside other lengths.
    """
    if len(shape) == 1 and shape[0] == -2:
        return True
    if -2 in shape:
        raise ValueError(f"'shape' must have one -2 alone or none, but got ({shape}).")
    return False


def is_shape_unknown(shape: Sequence[int]) -> bool:
    """Whether a length (-1) or the number of dimensions (-2) is not known.

    Raises:
        ValueError: a length is below -2, or -2 stands beside others.
    """
    if any(length < -2 for length in shape):
        raise ValueError(f"'shape' must not have values below -2, but got ({shape}).")
    return is_dim_unknown(shape) or -1 in shape


def get_func(func: Any) -> Any:
    """The function behind a bound method; anything else as it is."""
    return func.__func__ if isinstance(func, MethodType) else func
