"""Helpers for operations that are Python functions instead of kernels."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable
from typing import Any

import jax
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.errors import must
from msjax._core.base.x64 import to_device
from msjax._core.op.gateway import KERNELS
from msjax._core.op.primitive import REQUIRED
from msjax._core.op.publish import Spelling, function_class, public
from msjax._core.runtime import context
from msjax._core.tensor.tensor import Tensor, box


def as_primitive(name: str, function: Callable, *aliases: str) -> type:
    """Publish a function as a Primitive class without attributes."""
    made = function_class(name, function)
    return public(*("ops." + n for n in (name, *aliases)))(made)


def renaming(surface: str, kernel: Callable, **older: str) -> None:
    """Publish a kernel as a Tensor method whose arguments have further names.

    Args:
        surface: the dotted public name.
        kernel: the kernel.
        older: an argument's name by its further one, as `other="tensor2"`.
    """
    public(surface)(_Renaming(surface, kernel, older))


class _Renaming:
    """A published name whose method is made when it is first asked for."""

    def __init__(self, surface: str, kernel: Callable, older: dict[str, str]):
        self.surface, self.kernel, self.older = surface, kernel, older

    def make(self) -> Callable:
        """The method."""
        method, older = Spelling(KERNELS[self.kernel], self.surface).make(), self.older
        label = method.__name__

        def renamed(self: Tensor, *args: Any, **kwargs: Any) -> Any:
            for name in older.keys() & kwargs.keys():
                if older[name] in kwargs:
                    raise TypeError(f"{label}() got both '{name}' and '{older[name]}'.")
                kwargs[older[name]] = kwargs.pop(name)
            return method(self, *args, **kwargs)

        shown = list(inspect.signature(method).parameters.values())
        first = min(i for i, p in enumerate(shown) if p.name in older.values())
        for i, p in enumerate(shown[first:], first):
            shown[i] = p.replace(default=REQUIRED) if p.default is p.empty else p
        extra = [p.replace(name=n, kind=p.KEYWORD_ONLY, default=REQUIRED) for n in older]
        functools.update_wrapper(renamed, method)
        renamed.__signature__ = inspect.Signature(shown + extra)  # type: ignore[attr-defined]
        return renamed


_MISBOUND = re.compile(r"\(\) (missing|takes|got an unexpected|got multiple|got some)")


def overloads(surface: str, *valid: str) -> Callable[[Callable], Callable]:
    """Publish a function with several signatures, which it tells if none is met.

    Args:
        surface: the dotted public name.
        valid: the signatures, as "dim=<int>, index=<Tensor>".
    """

    name = surface.rsplit(".", 1)[-1]
    bound = 1 if surface.startswith("Tensor.") else 0

    def wrap(function: Callable) -> Callable:
        @functools.wraps(function)
        def called(*args: Any, **kwargs: Any) -> Any:
            try:
                return function(*args, **kwargs)
            except TypeError as error:
                if not _MISBOUND.search(str(error)):
                    raise
                given = [_kind_of(a) for a in args[bound:]]
                given += [f"{k}={_kind_of(v)}" for k, v in kwargs.items()]
                lines = " ".join(f'"{surface}({signature})"' for signature in valid)
                raise TypeError(
                    f'Failed calling {name} with "{name}({", ".join(given)})". The valid calling '
                    f"should be: {lines}"
                ) from None

        return public(surface)(called)

    return wrap


def _kind_of(value: Any) -> str:
    kind = type(value).__name__
    return {"str": "string", "NoneType": "None", "Parameter": "Tensor"}.get(kind, kind)


def np_dtype(dtype: Any, default: Any = None) -> np.dtype:
    """The NumPy dtype of a dtype argument, which must be a MindSpore dtype or None.

    Raises:
        TypeError: it is something else.
    """
    if dtype is None:
        return np.dtype(default)
    if not isinstance(dtype, mstype.Type):
        raise TypeError(must("dtype", "a mindspore dtype", repr(dtype)))
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
