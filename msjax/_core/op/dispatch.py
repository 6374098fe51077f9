"""Code of the user's that stands between a call of an operation and its execution."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any, Protocol

from msjax._core.base.state import STATE


class Operation(Protocol):
    """What a mode needs of an operation."""

    label: str

    def apply(self, values: Sequence[Any]) -> Any:
        """Run on a complete, ordered list of argument values."""


class OpFunc:
    """An operation as a `MsDispatchMode` sees it: its `name`, and a call that passes it on to the
    mode outside of that one, or runs it."""

    __slots__ = ("_entry", "_outer", "name")

    def __init__(self, entry: Operation, outer: tuple):
        self._entry, self._outer, self.name = entry, outer, entry.label

    def __call__(self, *args: Any) -> Any:
        return _ask(self._entry, args, self._outer)


class MsDispatchMode(contextlib.ContextDecorator):
    """Context manager and decorator under which every operation goes through `__ms_dispatch__`.

    Derive from it and override that method. Of nested modes the innermost is asked, and what it
    calls with `func(*args)` goes to the next; other operations inside the method run directly.
    Compiled code asks while it is traced.

    Examples:
        >>> import msjax as ms
        >>> class Log(ms.MsDispatchMode):
        ...     def __ms_dispatch__(self, func, args, kwargs=None):
        ...         print(func.name)
        ...         return func(*args)
        >>> with Log():
        ...     x = ms.ops.relu(ms.Tensor([1., -1.]))
        ReLU
    """

    def __enter__(self) -> MsDispatchMode:
        STATE.set_modes((*STATE.modes, self))
        return self

    def __exit__(self, *error: Any) -> bool:
        STATE.set_modes(STATE.modes[:-1])
        return False

    def __ms_dispatch__(self, func: OpFunc, args: tuple, kwargs: dict | None = None) -> Any:
        """Run an operation; by default just that.

        Args:
            func: the operation, with its `name`; `func(*args)` passes it on or runs it.
            args: all its arguments in order.
            kwargs: always None.

        Returns:
            what the caller of the operation gets.
        """
        return func(*args)


def dispatched(entry: Operation, values: Sequence[Any]) -> Any:
    """The result of an operation according to the modes, from the innermost one outwards."""
    modes = STATE.set_modes(())
    try:
        return _ask(entry, values, modes)
    finally:
        STATE.set_modes(modes)


def _ask(entry: Operation, values: Sequence[Any], modes: tuple) -> Any:
    if not modes:
        return entry.apply(values)
    return modes[-1].__ms_dispatch__(OpFunc(entry, modes[:-1]), tuple(values), None)
