"""Helpers for operations that are Python functions instead of kernels."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

import jax
import numpy as np

from msjax._core import context
from msjax._core import dtype as mstype
from msjax._core.errors import must
from msjax._core.op import public
from msjax._core.primitive import Primitive
from msjax._core.tensor import Tensor, box
from msjax._core.x64 import to_device


def as_primitive(name: str, function: Callable, *aliases: str) -> type:
    """Publish a function as a Primitive class without attributes."""

    @functools.wraps(function)
    def call(self: Primitive, *args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    parameters = inspect.signature(function).parameters.values()
    first = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    call.__signature__ = inspect.Signature([first, *parameters])  # type: ignore[attr-defined]

    def setup(self: Primitive) -> None:
        Primitive.__init__(self, name)

    body = {
        "__init__": setup,
        "__call__": call,
        "__doc__": function.__doc__,
        "__module__": "msjax.ops",
    }
    made = type(name, (Primitive,), body)
    return public(*("ops." + n for n in (name, *aliases)))(made)


def np_dtype(name: str, dtype: Any, default: Any = None) -> np.dtype:
    """The NumPy dtype of a dtype argument, which must be a MindSpore dtype or None.

    Raises:
        TypeError: it is something else.
    """
    if dtype is None:
        return np.dtype(default)
    if not isinstance(dtype, mstype.Type):
        raise TypeError(must(name, "dtype", "a mindspore dtype", repr(dtype)))
    return dtype.np


def placed(tensor: Tensor) -> Tensor:
    """A new Tensor moved to the device of the context."""
    device = context.device()
    if device is not None and not isinstance(tensor._data, jax.core.Tracer):
        tensor._data = jax.device_put(tensor._data, device)
    return tensor


def from_host(array: np.ndarray) -> Tensor:
    """A Tensor with the contents of a NumPy array, on the device of the context."""
    return box(to_device(array, context.device()))
