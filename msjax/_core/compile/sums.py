"""Python's `sum` in code that is traced: of a Tensor it is the Tensor's own sum, as in MindSpore.

So integers and bools become Int64, and a Tensor without rows gives zeros.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from msjax._core.base.state import STATE
from msjax._core.tensor.tensor import Tensor

_python_sum = builtins.sum


def _sum(values: Any, /, start: Any = 0) -> Any:
    if isinstance(values, Tensor) and values.ndim and STATE.compiled():
        return values.sum(0) + start
    return _python_sum(values, start)


@contextmanager
def summing() -> Iterator[None]:
    """A block in which `sum` of a Tensor is that of compiled code."""
    if builtins.sum is not _python_sum:  # the program's own, or that of a trace around this one
        yield
        return
    builtins.sum = _sum
    try:
        yield
    finally:
        builtins.sum = _python_sum
