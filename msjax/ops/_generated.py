"""Publishing of Primitive classes that `ops` has not, only the files that define them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from msjax._checkparam import check_value_type
from msjax._core.op import KERNELS, _add_surface, op
from msjax._core.primitive import _ClassSpelling


def lengths(value: Any) -> tuple[int, ...]:
    """A shape given as a tuple, a list or an array whose numbers are known."""
    return tuple(int(n) for n in np.asarray(value))


def of_types(name: str, **kinds: type) -> Callable[..., None]:
    """The `check` of a Primitive some of whose constructor arguments must be of one type."""

    def check(**given: Any) -> None:
        for argument, kind in kinds.items():
            check_value_type(argument, given[argument], [kind], name)

    return check


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
    normal: Callable[..., dict[str, Any]] | None = None,
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
            spelling = _ClassSpelling(KERNELS[kernel], (name,), init, check, normal, since)
            _add_surface("unlisted." + name, spelling)
        return kernel

    return register
