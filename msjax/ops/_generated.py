"""Publishing of Primitive classes that `ops.auto_generate` has and `ops` has not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msjax._core.op import KERNELS, _add_surface
from msjax._core.primitive import _ClassSpelling


def generated(
    name: str, check: Callable[..., None] | None = None, **init: Any
) -> Callable[[Callable], Callable]:
    """`primitive` under the name `auto_generate.<name>`."""

    def register(kernel: Callable) -> Callable:
        _add_surface("auto_generate." + name, _ClassSpelling(KERNELS[kernel], (name,), init, check))
        return kernel

    return register
