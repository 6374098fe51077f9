"""Networks that have just run are differentiated as of before that run.

Training steps written for MindSpore call a network for its loss, and then the gradient function of
the network for the same inputs. MindSpore runs the network once for both. Here it runs again, so
what the first run wrote into Parameters (the statistics of batch norm) is taken back first. It is
so for networks with `set_grad()`, and for all in compiled code, where the compiler then finds that
both runs are the same.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from msjax._core.base.state import STATE

# Of a Cell the version of all Cells, its Parameters that are not trained, and those that are.
_PARAMETERS: weakref.WeakKeyDictionary[Any, tuple[int, list, list]] = weakref.WeakKeyDictionary()


class LastCall:
    """What a call depended on, which it does not keep alive, and what it wrote."""

    __slots__ = ("cell", "seen", "written")

    def __init__(self, cell: Any, args: Sequence[Any], written: list[tuple]):
        self.cell = weakref.ref(cell, self._forget)
        self.seen = [_reference(value) for value in _inputs(cell, args)]
        self.written = written

    def _forget(self, _: Any) -> None:
        self.written = []

    def repeated_by(self, fn: Any, args: Sequence[Any]) -> bool:
        """Whether a run of `fn` now would be the same run."""
        if self.cell() is not fn:
            return False
        now = _inputs(fn, args)
        return (
            len(self.seen) == len(now)
            and all(map(_is_still, self.seen, now))
            and all(box._data is new for box, _, _, new in self.written)
        )


def _parameters(cell: Any) -> tuple[list, list]:
    """The Parameters of a Cell that are not trained, and those that are."""
    version, untrained, trained = _PARAMETERS.get(cell, (None, [], []))
    if version != STATE.version:
        every = list(cell.get_parameters())
        trained = [p for p in every if p.requires_grad]
        untrained = [p for p in every if not p.requires_grad and p._view is None]
        _PARAMETERS[cell] = STATE.version, untrained, trained
    return untrained, trained


def _inputs(cell: Any, args: Sequence[Any]) -> list[Any]:
    """The arguments of a call, what they hold, and the contents of the weights."""
    flat: list[Any] = []
    for value in args:
        _flatten(value, flat)
    return flat + [p._data for p in _parameters(cell)[1]]


def _flatten(value: Any, flat: list[Any]) -> None:
    if isinstance(value, (list, tuple)):
        flat.append(len(value))
        for part in value:
            _flatten(part, flat)
    elif isinstance(value, dict):
        _flatten(list(value.items()), flat)
    else:
        flat.append(value)
        flat.append(getattr(value, "_data", None))


def _reference(value: Any) -> Any:
    """What `_is_still` compares with: small values as they are, weak references to the others."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    try:
        return weakref.ref(value)
    except TypeError:
        return object()  # it cannot be told, so it counts as changed


def _is_still(seen: Any, value: Any) -> bool:
    if isinstance(seen, weakref.ref):
        return value is not None and seen() is value
    return type(seen) is type(value) and seen == value


@contextmanager
def remembering(cell: Any, args: Sequence[Any]) -> Iterator[None]:
    """Keep what the run of a Cell inside writes into Parameters that are not trained."""
    boxes = _parameters(cell)[0]
    before = [(b._data, b._node) for b in boxes]
    yield
    written = [
        (b, data, node, b._data)
        for b, (data, node) in zip(boxes, before, strict=True)
        if data is not None and b._data is not data
    ]
    if written:
        holder = STATE if STATE.frame is None else STATE.frame
        holder.last_call = LastCall(cell, args, written)


def take_back(fn: Any, args: Sequence[Any]) -> None:
    """Undo what the last run wrote if `fn` is about to do the same run again."""
    holder = STATE if STATE.frame is None else STATE.frame
    last, holder.last_call = holder.last_call, None
    if last is not None and last.repeated_by(fn, args):
        for box, data, node, _ in last.written:
            box._data, box._node = data, node
