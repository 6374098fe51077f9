"""Boxes and arrays in code that is compiled as a whole."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from msjax._core.base.state import STATE
from msjax._core.compile.jit import Compiled
from msjax._core.tensor.tensor import Tensor


def read(tensor: Tensor) -> Any:
    """The array in a Tensor, as an input of the code being compiled."""
    if STATE.frame is not None:
        STATE.frame.note_read(tensor)
    return tensor._value


def scalar(tensor: Tensor) -> Any:
    """The only element of a Tensor as 0-d array."""
    array = read(tensor)
    return array.reshape(()) if array.ndim else array


def write(tensor: Tensor, array: Any) -> None:
    """Give a Tensor new contents of its own dtype."""
    dtype = tensor._aval.dtype
    tensor._assign(array if array.dtype == dtype else array.astype(dtype))


def compiled(method: Callable) -> Compiled:
    """A Cell's method as one compiled call, compiled anew when the Cell's attributes change."""

    @functools.wraps(method)
    def noted(self: Any, *args: Any) -> Any:
        if STATE.frame is not None:
            STATE.frame.note_cell(self)
        return method(self, *args)

    found = Compiled(noted)
    found.spreads = False  # an eager step is each process's own
    found.joins = True
    return found
