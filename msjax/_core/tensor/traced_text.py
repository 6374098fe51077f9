"""The text of a Tensor whose value is not known yet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msjax._core.base.state import STATE

TRACED = "<traced>"  # stands in it for the value


class TracedText(str):
    """Text that can be shown and be part of other text, and ends the trace where it is looked at.

    Examples:
        >>> from msjax._core.tensor.traced_text import TRACED, TracedText
        >>> print("x is", TracedText(TRACED))
        x is <traced>
    """

    __slots__ = ()

    def __str__(self) -> str:
        return self

    def __add__(self, other: str) -> TracedText:
        return TracedText(str.__add__(self, other))

    def __radd__(self, other: str) -> TracedText:
        return TracedText(str.__add__(other, self)) if isinstance(other, str) else NotImplemented


def _looking(name: str) -> Callable:
    plain = getattr(str, name)

    def look(self: TracedText, *args: Any, **kwargs: Any) -> Any:
        if STATE.frame is not None:
            raise STATE.frame.break_off("text needs the value of a Tensor")
        return plain(self, *args, **kwargs)

    look.__name__ = name
    return look


_SHOWN = frozenset(  # what only makes text of it, or an object
    {"__add__", "__class__", "__doc__", "__format__", "__getattribute__", "__init__", "__new__"}
) | frozenset({"__repr__", "__str__", "__sizeof__", "__init_subclass__", "__subclasshook__"})
_INHERITED = frozenset({"__delattr__", "__dir__", "__getnewargs__", "__reduce__", "__reduce_ex__"})
for _name in (n for n in dir(str) if callable(getattr(str, n))):
    if _name not in _SHOWN | _INHERITED | {"__setattr__", "__getstate__", "maketrans"}:
        setattr(TracedText, _name, _looking(_name))
