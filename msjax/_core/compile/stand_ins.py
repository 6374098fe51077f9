"""Iterators from outside: what stands in their places while code is traced.

An iterator does not tell how far it is, so that compiled code cannot ask one. Code that could, and
does not, is compiled.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterable, Iterator
from typing import Any

from msjax._core.base.errors import TraceBreak
from msjax._core.base.functions import of_user
from msjax._core.base.state import STATE

_MOST_PARTS, _DEPTH = 64, 4  # of containers that are looked through


class StandIn:
    """In the place of an iterator: ends the trace in which it is asked."""

    __slots__ = ("__weakref__", "_iterator", "_name")

    def __init__(self, name: str, iterator: Any):
        self._name, self._iterator = name, iterator

    def _asked(self) -> Any:
        if STATE.frame is None:  # another thread
            return self._iterator
        raise STATE.frame.break_off(f"the iterator '{self._name}' from outside is asked")

    def __iter__(self) -> Any:
        return iter(self._asked())

    def __next__(self) -> Any:
        return next(self._asked())

    @property
    def __class__(self) -> type:  # which `isinstance` asks
        return type(self._iterator)

    def __reduce__(self) -> Any:  # which `copy` asks
        return self._asked().__reduce__()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._asked(), name)


def is_iterator(value: Any) -> bool:
    """Whether a value is an iterator of Python's own or NumPy's, and no file."""
    kind = type(value)
    return (
        issubclass(kind, Iterator)
        and not issubclass(kind, io.IOBase)
        and kind.__module__.partition(".")[0] != "msjax"
        and not of_user(kind.__module__)
    )


def _places(held: Any, key: Any, value: Any, depth: int = _DEPTH) -> Iterable[tuple[Any, Any, Any]]:
    """The places of iterators in a value: what holds each, its key there, and itself."""
    if is_iterator(value):
        yield held, key, value
    elif type(value) in (list, tuple, dict) and len(value) <= _MOST_PARTS and depth:
        for k, part in list(value.items() if type(value) is dict else enumerate(value)):
            yield from _places(value, k, part, depth - 1)


def holds_iterator(value: Any) -> bool:
    """Whether a value is an iterator, or lists, dicts and tuples in it hold one."""
    return any(True for _ in _places(None, None, value))


@contextlib.contextmanager
def standing_in(
    sources: Iterable[tuple[Any, str]], asks_types: bool = False
) -> Iterator[list[StandIn]]:
    """A block in which others stand in the places of iterators.

    Args:
        sources: places with their names: dicts, or variables of closures.
        asks_types: whether code calls `type`, which shows a stand-in for what it is.

    Raises:
        TraceBreak: an iterator is where nothing else can stand.
    """
    found: list[tuple[Any, Any, Any, StandIn]] = []
    met: dict[int, StandIn] = {}
    try:
        for source, name in sources:
            for held, key, value in _places(source, name, source[name]):
                stand_in = met.setdefault(id(value), StandIn(name, value))
                text = f"the iterator '{name}' from outside may be asked"
                if asks_types:
                    raise TraceBreak(text)
                try:
                    held[key] = stand_in
                except TypeError:  # a tuple, or the names of a class
                    raise TraceBreak(text) from None
                found.append((held, key, value, stand_in))
        yield list(met.values())
    finally:
        for held, key, value, stand_in in found:
            for place in (key, *_others(held)):  # code may have moved it, or taken it out
                with contextlib.suppress(LookupError, ValueError):
                    if held[place] is stand_in:
                        held[place] = value
                        break


def _others(held: Any) -> Iterable[Any]:
    """The keys of a list or dict."""
    return range(len(held)) if isinstance(held, list) else [*held] if type(held) is dict else ()


def keeps_stand_in(value: Any) -> bool:
    """Whether lists, dicts and tuples hold one."""
    if isinstance(value, dict):
        return any(map(keeps_stand_in, value.values()))
    if isinstance(value, (list, tuple)):
        return any(map(keeps_stand_in, value))
    return type(value) is StandIn
