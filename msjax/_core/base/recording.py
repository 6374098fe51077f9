"""When operations are recorded for eager gradients."""

from __future__ import annotations

import contextlib
from typing import Any

from msjax._core.base.state import STATE, _State
from msjax._core.base.tape import ENDLESS, Tape


class recording:
    """Context manager of a gradient computation: `with recording(): ...`."""

    __slots__ = ("_own", "_previous", "_tape")

    def __enter__(self) -> None:
        tape = STATE.tape
        self._own = None
        if tape is None or tape is ENDLESS:
            tape = self._own = Tape()
        self._tape = tape
        tape.depth += 1
        self._previous = STATE.enter(tape, STATE.frame)

    def __exit__(self, *exc: Any) -> None:
        self._tape.depth -= 1
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
    """Context manager and decorator inside which operations pass no gradients on."""

    def __init__(self) -> None:
        self._previous: list[bool] = []

    def _recreate_cm(self) -> no_grad:
        return no_grad()  # each call of a decorated function has its own, as threads may share it

    def __enter__(self) -> None:
        self._previous.append(is_enabled())
        enable(False)

    def __exit__(self, *exc: Any) -> None:
        enable(self._previous.pop())


def is_enabled() -> bool:
    """Whether gradients can be computed, that is, not inside `no_grad`."""
    return not (STATE.unrecorded if STATE.frame is None else STATE.stops)


def enable(flag: bool) -> None:
    """Let operations pass gradients on from now, or not."""
    if STATE.frame is not None:
        STATE.stops = not flag
    elif STATE.unrecorded and flag:
        tape = None if STATE.aside is None else STATE.aside[0]
        if tape is None or tape.alive:
            STATE.leave(STATE.aside)
        STATE.unrecorded, STATE.aside = False, None
    elif not (STATE.unrecorded or flag):
        STATE.aside = STATE.enter(None, None)
        STATE.unrecorded = True


class endless:
    """Context manager inside which nodes live as long as somebody holds them."""

    __slots__ = ("_previous",)

    def __enter__(self) -> None:
        self._previous = STATE.enter(ENDLESS, STATE.frame)

    def __exit__(self, *exc: Any) -> None:
        STATE.leave(self._previous)


def record_for_good() -> None:
    """From now on every thread records what depends on leaves that asked for gradients."""
    _State.tape, _State.records, _State.slow = ENDLESS, ENDLESS, True


def is_recording() -> bool:
    """Whether a gradient computation is under way."""
    return STATE.tape is not None and STATE.tape is not ENDLESS
