"""What is recorded for eager gradients, and when."""

from __future__ import annotations

import contextlib
import weakref
from typing import TYPE_CHECKING, Any

from msjax._core.state import STATE, _State

if TYPE_CHECKING:
    from msjax._core.autograd import Node, Ref


class Tape:
    """The extent of one outermost gradient computation, and its nodes that have parents.

    `mixed` tells that lasting leaves took part, whose nodes are elsewhere. `whole` holds the
    references of integer arrays, which there are when one of them is differentiated by.
    """

    __slots__ = ("alive", "mixed", "nodes", "whole")

    def __init__(self) -> None:
        self.alive, self.mixed = True, False
        self.whole: set[Ref] = set()
        self.nodes: list[weakref.ref[Node]] = []

    def newest_first(self) -> list[Node]:
        """The nodes that something still refers to."""
        return [node for entry in reversed(self.nodes) if (node := entry()) is not None]

    def close(self) -> None:
        """End the computation: drop what the nodes hold."""
        self.alive = False
        for entry in self.nodes:
            node = entry()
            if node is not None:
                node.arrays = node.parents = ()
                node.saved = None
        self.nodes.clear()
        self.whole.clear()


ENDLESS = Tape()  # of lasting leaves; its nodes live as long as their results


class recording:
    """Context manager of a gradient computation: `with recording(): ...`."""

    __slots__ = ("_own", "_previous")

    def __enter__(self) -> None:
        tape = STATE.tape
        self._own = None
        if tape is None or tape is ENDLESS:
            tape = self._own = Tape()
        self._previous = STATE.enter(tape, STATE.frame)

    def __exit__(self, *exc: Any) -> None:
        STATE.leave(self._previous)
        if self._own is not None:
            self._own.close()


class paused:
    """Context manager inside which nothing is recorded."""

    __slots__ = ("_previous",)

    def __enter__(self) -> None:
        self._previous = STATE.enter(None, STATE.frame)

    def __exit__(self, *exc: Any) -> None:
        STATE.leave(self._previous)


class no_grad(contextlib.ContextDecorator):
    """Context manager and decorator inside which eager code records no gradients.

    Raises:
        TypeError: it is entered in compiled code.
    """

    def __init__(self) -> None:
        self._previous: list[tuple] = []

    def _recreate_cm(self) -> no_grad:
        return no_grad()  # each call of a decorated function has its own, as threads may share it

    def __enter__(self) -> None:
        if STATE.frame is not None:
            raise TypeError("'_no_grad' is for eager code; compiled code has ops.stop_gradient.")
        self._previous.append((STATE.unrecorded, STATE.enter(None, None)))
        STATE.unrecorded = True

    def __exit__(self, *exc: Any) -> None:
        STATE.unrecorded, previous = self._previous.pop()
        STATE.leave(previous)


class endless:
    """Context manager inside which nodes live as long as somebody holds them."""

    __slots__ = ("_previous",)

    def __enter__(self) -> None:
        self._previous = STATE.enter(ENDLESS, STATE.frame)

    def __exit__(self, *exc: Any) -> None:
        STATE.leave(self._previous)


def record_for_good() -> None:
    """From now on every thread records what depends on leaves that asked for gradients."""
    _State.tape, _State.slow = ENDLESS, True


def is_recording() -> bool:
    """Whether a gradient computation is under way."""
    return STATE.tape is not None and STATE.tape is not ENDLESS
