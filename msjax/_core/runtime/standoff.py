"""Processes that wait for each other, so that none of them can go on.

Who waits long for a message, for what others are about to call, or for the value of a Tensor that
others have to add to, writes into the store of the job what has to come, and takes it back before
it goes on. Where such waits make a circle nobody in it can do what another one waits for. Whether
it has been done is in the store too, so a circle that is found there twice is no guess; only
whether a value waits for others, or is still being computed, is told by how idle the process is.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import jax

from msjax._core.base.interop import job_store
from msjax._core.runtime import ledger

_SETTLED = 1  # seconds after which a wait is written down
_STANDS = 2  # seconds for which a circle must have been there
_IDLE = 0.05  # of a processor: what a process uses that only waits
_SHELF = "msjax/waits"


class Need(NamedTuple):
    """What has to come before a process goes on."""

    rank: int  # who has to do something
    what: str  # for messages: what this process does
    key: str = ""  # what will be in the store then, or
    group: str = ""  # the group whose call of a number
    number: int = 0  # that process has to come to


class _Wait(NamedTuple):
    serial: int
    since: float
    used: float  # seconds of processors
    needs: Callable[[], Sequence[Need]]


def _wait(needs: Callable[[], Sequence[Need]]) -> _Wait:
    return _Wait(next(_serials), time.monotonic(), time.process_time(), needs)


_waits: dict[int, _Wait] = {}  # of threads
_calls: dict[int, tuple[tuple, _Wait]] = {}  # of threads that are in a call, and in which
_serials = itertools.count(1)
_shown = 0  # the serial of the wait that others can read
_found: tuple[Any, float] = (None, 0.0)  # the circle that was there at the last look, since when
_remarked = 0  # the serial of the last wait that was told of
_lock = threading.Lock()  # who takes a wait back must not be overtaken by who writes it down


def _enter_child() -> None:
    global _lock, _shown
    _lock, _shown = threading.Lock(), 0
    _waits.clear()
    _calls.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_enter_child)


@contextlib.contextmanager
def waiting(needs: Callable[[], Sequence[Need]]) -> Iterator[None]:
    """Context manager in which this thread waits for other processes.

    Args:
        needs: tells for what, from any thread.
    """
    ledger.begin()
    thread = threading.get_ident()
    wait = _wait(needs)
    outer = _waits.get(thread)
    _waits[thread] = wait
    try:
        yield
    finally:
        if outer is None:
            _waits.pop(thread, None)
        else:
            _waits[thread] = outer
        if _shown == wait.serial:
            _take_back()


def _take_back() -> None:
    global _shown
    with _lock, contextlib.suppress(Exception):  # the store is gone, and with it the job
        _shown = 0
        job_store().key_value_set(f"{_SHELF}/{jax.process_index()}", "", True)


def _see_calls() -> None:
    """Find the threads that are in a call; XLA may return from it only when others have come."""
    found = {}
    for course in ledger.courses():
        thread, call = course.inside, (course.ranks, course.count)
        if thread:
            kept, wait = _calls.get(thread, (None, None))
            if kept != call or wait is None:
                wait = _wait(functools.partial(needs_of, *call, course.calls[-1]))
            found[thread] = call, wait
    _calls.clear()
    _calls.update(found)


def needs_of(ranks: tuple[int, ...], number: int, call: str) -> list[Need]:
    """What a call of a group needs: that all others come to it.

    Args:
        ranks: the group.
        number: of the call.
        call: its description.
    """
    group = ledger.name_of(ranks)
    others = (rank for rank in ranks if rank != jax.process_index())
    return [Need(rank, call, group=group, number=number) for rank in others]


def _stopped() -> _Wait | None:
    """The wait that stops this process; None if a thread may still do something."""
    waits = {thread: wait for thread, (_, wait) in _calls.items()} | _waits
    if any(thread not in waits for thread in _threads_of_the_program()):
        return None
    return waits.get(threading.main_thread().ident or 0)


def _threads_of_the_program() -> list[int | None]:
    """All that run Python code but msjax's own, and XLA's that call back into Python."""
    dummy = threading._DummyThread  # type: ignore[attr-defined]
    threads = (t for t in threading.enumerate() if not isinstance(t, dummy))
    return [t.ident for t in threads if not t.name.startswith("msjax")]


def _write_down(wait: _Wait) -> bool:
    """Tell the others of a wait; whether it still lasts."""
    global _shown
    needs = [list(need) for need in wait.needs()]
    with _lock:
        _shown = wait.serial  # first, so that who ends it meanwhile takes it back
        calls = (call for _, call in _calls.values())
        if all(w.serial != wait.serial for w in (*_waits.values(), *calls)):
            return False
        told = json.dumps([wait.serial, needs])
        job_store().key_value_set(f"{_SHELF}/{jax.process_index()}", told, True)
    return True


def look() -> None:
    """Write down for what this process waits, if that is long, and look for a circle.

    Raises:
        RuntimeError: this process and others wait for each other.
    """
    global _found
    _see_calls()
    wait, now = _stopped(), time.monotonic()
    if wait is not None and now - wait.since > ledger.LONG:
        _remark(wait)
    if wait is None or now - wait.since < _SETTLED or not _is_idle(wait, now):
        if _shown:
            _take_back()
        return
    if not _write_down(wait):
        return
    circle = _circle(jax.process_index())
    found = tuple((rank, serial) for rank, serial, _ in circle)
    if found != _found[0]:
        _found = found, now
    if circle and now - _found[1] >= _STANDS:
        raise RuntimeError(_described(circle))


def _remark(wait: _Wait) -> None:
    """Say once who has been waited for since long; the ledger says so of calls."""
    global _remarked
    if _remarked == wait.serial:
        return
    _remarked = wait.serial
    for need in wait.needs():
        if need.key:
            print(
                f"[msjax] rank {jax.process_index()} has waited {ledger.LONG} s for rank "
                f"{need.rank} in {need.what}.",
                file=sys.stderr,
                flush=True,
            )


def _is_idle(wait: _Wait, now: float) -> bool:
    return time.process_time() - wait.used < _IDLE * (now - wait.since)


def _circle(me: int) -> list[tuple[int, int, Need]]:
    """Who waits for whom, from this process back to it: (rank, serial of its wait, its need)."""
    store = job_store()
    written = {int(k.rpartition("/")[2]): v for k, v in store.key_value_dir_get(_SHELF)}
    waits = {rank: json.loads(text) for rank, text in written.items() if text}
    told = ledger.told_by_all()  # after the waits: what a process has called before it is there
    ways: dict[int, list[tuple[int, int, Need]]] = {me: []}
    for rank in (queue := [me]):  # the nearest first
        serial, needs = waits.get(rank, (0, []))
        for need in (Need(*each) for each in needs):
            if need.rank not in waits or _is_met(need, told):
                continue
            way = [*ways[rank], (rank, serial, need)]
            if need.rank == me:
                return way
            if need.rank not in ways:
                ways[need.rank] = way
                queue.append(need.rank)
    return []


def _is_met(need: Need, told: dict[int, dict]) -> bool:
    if need.group:
        return told.get(need.rank, {}).get(need.group, (0,))[0] >= need.number
    try:
        job_store().key_value_try_get(need.key)
    except Exception:  # the class is the C++ runtime's
        return False
    return True


def _described(circle: list[tuple[int, int, Need]]) -> str:
    links = [f"rank {need.rank} in {need.what}" for _, _, need in circle]
    return (
        f"rank {circle[0][0]} waits for "
        + ", which waits for ".join(links)
        + ("; none of them can go on.")
    )


ledger.LOOKS.append(look)
