"""Networks that have just run are differentiated as of before that run.

Training steps written for MindSpore call a network for its loss, and then the gradient function of
the network for the same inputs. MindSpore runs the network once for both. Here it runs again, from
where the first run began: with the random state and the Parameters of then (the statistics of
batch norm, and weights that the network assigns itself), and what it writes into these is dropped.
It is so for networks with `set_grad()`, in training or not, and for all in compiled code, where the
compiler then finds that both runs are the same.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from msjax._core.base.state import STATE
from msjax._core.tensor import random
from msjax._core.tensor.links import Lazy

_MOST = 8  # networks that are called before the first of them is differentiated

# Of a Cell the version of all Cells, its Parameters that are not trained, and those that are.
_PARAMETERS: weakref.WeakKeyDictionary[Any, tuple[int, list, list]] = weakref.WeakKeyDictionary()


class LastCall:
    """What a call depended on, which it does not keep alive, and what it wrote over."""

    __slots__ = ("before", "cell", "seen")

    def __init__(self, cell: Any, args: Sequence[Any], before: list[tuple]):
        self.cell = weakref.ref(cell, self._forget)
        self.seen = [_reference(value) for value in _inputs(cell, args)]
        self.before = before

    def _forget(self, _: Any) -> None:
        self.before = []

    def repeated_by(self, fn: Any, args: Sequence[Any]) -> bool:
        """Whether a run of `fn` would be the same run."""
        if self.cell() is not fn:
            return False
        now = _inputs(fn, args)
        return len(self.seen) == len(now) and all(map(_is_still, self.seen, now))


def _parameters(cell: Any) -> tuple[list, list]:
    """The Parameters of a Cell that are not trained, and those that are."""
    version, untrained, trained = _PARAMETERS.get(cell, (None, [], []))
    if version != STATE.version:
        every = list(cell.get_parameters())
        trained = [p for p in every if p.requires_grad]
        untrained = [p for p in every if not p.requires_grad and type(p._view) is not Lazy]
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
    """Keep what the run of a Cell inside writes over: Parameters and random state."""
    holder = STATE if STATE.frame is None else STATE.frame
    known, (untrained, trained) = holder.calls, _parameters(cell)
    boxes = (*untrained, *trained, *_random_states())
    before = {id(b): (b, b._data, b._node) for b in boxes}
    yield
    for stream in random.streams():
        state = stream._state
        before.setdefault(id(state), (state, random.start_of(stream), None))
    written = [
        (b, data, node)
        for b, data, node in before.values()
        if data is not None and b._data is not data
    ]
    calls = [c for c in known if c in holder.calls]  # those of Cells inside are part of this one
    if written:
        calls = [*calls[1 - _MOST :], LastCall(cell, args, written)]
    holder.calls = tuple(calls)


def _random_states() -> list[Any]:
    return [stream._state for stream in random.streams()]


@contextmanager
def repeating(fn: Any, args: Sequence[Any]) -> Iterator[None]:
    """Let a run of `fn` inside start where a remembered one did, and leave no more than that."""
    holder = STATE if STATE.frame is None else STATE.frame
    same = [call for call in holder.calls if call.repeated_by(fn, args)]
    if not same:
        yield
        return
    holder.calls = tuple(call for call in holder.calls if call not in same)
    now = [(b, b._data, b._node) for b, _, _ in same[-1].before]
    try:
        _put_back(same[-1].before)
        yield
    finally:
        _put_back(now)


def _put_back(contents: list[tuple]) -> None:
    for box, data, node in contents:
        box._data, box._node = data, node
