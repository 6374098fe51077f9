"""The base of hooks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any


class DebugHook(ABC):
    """Base of hooks that look at the values between the operations of `Dataset.map`.

    `dataset.config.set_debug_mode` puts hooks around all operations; a hook may also stand between
    the operations of one map. What `compute` returns is not used.

    Args:
        prev_op_name: name of the operation whose values are looked at. Default: ``None``.

    Examples:
        >>> import msjax.dataset as ds
        >>> from msjax.dataset import debug
        >>> class Show(debug.DebugHook):
        ...     def compute(self, *args):
        ...         print("seen", [float(column) for column in args[0]])
        >>> data = ds.NumpySlicesDataset([1.5], shuffle=False).map([lambda x: x * 2, Show()])
        >>> for row in data:
        ...     pass
        seen [3.0]
    """

    def __init__(self, prev_op_name: str | None = None):
        self.prev_op_name = prev_op_name
        self.is_first_op: bool | None = None

    def __call__(self, *args: Any) -> tuple:
        if self.prev_op_name:
            side = "INPUT" if self.is_first_op else "OUTPUT"
            print(
                f"[Dataset debugger] Print the [{side}] of the operation [{self.prev_op_name}].",
                flush=True,
            )
        self.compute(args)
        return args

    @abstractmethod
    def compute(self, *args: Any) -> None:
        """What the hook does.

        Args:
            *args: one tuple of the columns.
        """

    def set_previous_op_name(self, prev_op_name: str) -> None:
        """Set the name of the operation whose values come next."""
        self.prev_op_name = prev_op_name

    def set_is_first(self, is_first_op: bool) -> None:
        """Set whether the values are what the operation takes, not what it gives."""
        self.is_first_op = is_first_op


def hooked(operation: Any, hooks: list[DebugHook], first: bool) -> Any:
    """An operation that shows hooks what it gives, and what it takes if it is the first."""
    name = getattr(operation, "__name__", type(operation).__name__)

    def show(values: tuple, given: bool) -> None:
        for hook in hooks:
            hook.set_previous_op_name(name)
            hook.set_is_first(given)
            hook(*values)

    def run(*values: Any) -> Any:
        if first:
            show(values, True)
        result = operation(*values)
        show(result if isinstance(result, tuple) else (result,), False)
        return result

    run.__name__ = name
    return run
