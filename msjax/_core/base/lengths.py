"""Lengths of dimensions: ints, and expressions of unknown ones while a program is exported."""

from __future__ import annotations

from typing import Any

import jax.export
from jax._src import core as _jax_core

is_unknown = jax.export.is_symbolic_dim


def is_length(value: Any) -> bool:
    """Whether a value is an int (and no bool), or an unknown length."""
    if isinstance(value, int):
        return not isinstance(value, bool)
    return is_unknown(value)


def longest(a: Any, b: Any) -> Any:
    """The greater of two lengths."""
    return _jax_core.max_dim(a, b) if is_unknown(a) or is_unknown(b) else max(a, b)


def shortest(a: Any, b: Any) -> Any:
    """The lesser of two lengths."""
    return _jax_core.min_dim(a, b) if is_unknown(a) or is_unknown(b) else min(a, b)


def slice_of(start: Any, stop: Any, step: int, size: Any) -> tuple[Any, Any]:
    """Where a slice with a positive step begins, and how many elements it has.

    An unknown end of a slice of a known length is taken to lie within it: where it does not, the
    program does not compile.
    """

    def within(value: Any, default: Any) -> Any:
        if value is None:
            return default
        if isinstance(value, int) and value < 0:
            return longest(value + size, 0)
        return value if is_unknown(value) else shortest(value, size)

    start, stop = within(start, 0), within(stop, size)
    length = longest(stop - start, 0) if isinstance(stop - start, int) else stop - start
    return start, length if step == 1 else -(-length // step)
