"""Publishing of Primitive classes that `ops` has not, only the files that define them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msjax._core.op import KERNELS, _add_surface, op
from msjax._core.primitive import _ClassSpelling


def generated(
    name: str, check: Callable[..., None] | None = None, **init: Any
) -> Callable[[Callable], Callable]:
    """`primitive` under the name `auto_generate.<name>`."""

    def register(kernel: Callable) -> Callable:
        _add_surface("auto_generate." + name, _ClassSpelling(KERNELS[kernel], (name,), init, check))
        return kernel

    return register


def unlisted(
    *names: str,
    since: str | None = None,
    check: Callable[..., None] | None = None,
    eager: bool = False,
    write: str | None = None,
    **init: Any,
) -> Callable[[Callable], Callable]:
    """Make a function a kernel and publish it as the Primitive classes `unlisted.<name>`.

    They are the names of `ops.operations._grad_ops` and its neighbours. The packages that hold
    them, `ops.derivatives` and `ops.unlisted`, are loaded when one is first asked for.
    """

    def register(kernel: Callable) -> Callable:
        op(label=names[0], eager=eager, write=write)(kernel)
        for name in names:
            spelling = _ClassSpelling(KERNELS[kernel], (name,), init, check, None, since)
            _add_surface("unlisted." + name, spelling)
        return kernel

    return register
