"""Whether the processes of a job call the same collectives.

XLA does not look: a sum here and a maximum there gives wrong numbers, and a collective that one of
them never calls is waited for without end. So each process numbers what it calls together with
others and now and then writes into the store of the job how far it is; a thread compares. That
costs a call nothing but a line in a list; a difference ends the processes within a second.
"""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import itertools
import json
import math
import os
import sys
import threading
import time
import zlib
from collections import deque
from collections.abc import Callable
from typing import Any

import jax

from msjax._core.base.interop import job_store
from msjax._core.runtime import launch

_PERIOD = 0.25  # seconds between two looks into the store
_CROWD = 16  # processes from which on these are rarer
_TURNS = 8  # looks until it matters again who is late
_KEPT = 1 << 16  # checksums of a group's calls
_SHOWN = 16  # calls that messages can name
LONG = 60  # seconds after which a process says for whom it waits
_SHELF = "msjax/ledger"


class Course:
    """What this process has called in one group: checksums of all calls up to each.

    As a context manager, of the last call as long as it runs.

    Attributes:
        ranks: the group.
        count: the number of calls.
        inside: the thread that is in the last call, or 0.
    """

    def __init__(self, ranks: tuple[int, ...]):
        self.ranks, self.count, self.sum, self.inside = ranks, 0, 0, 0
        self.shown = 0  # the count that the others can read
        self.sums: deque[int] = deque(maxlen=_KEPT)
        self.calls: deque[str] = deque(maxlen=_SHOWN)

    def note(self, call: str) -> None:
        self.sum = zlib.crc32(call.encode(), self.sum)
        self.calls.append(call)
        self.sums.append(self.sum)
        self.count += 1

    def __enter__(self) -> None:
        self.inside = threading.get_ident()

    def __exit__(self, *_: object) -> None:
        self.inside = 0

    def told(self) -> list:
        return [self.count, self.sum, list(self.calls)]

    def differs(self, count: int, checksum: int) -> bool:
        """Whether another process has called something else among its first `count`."""
        back = self.count - count
        return 0 <= back < len(self.sums) and self.sums[-1 - back] != checksum


LOOKS: list[Callable[[], None]] = []  # called at each look; raise RuntimeError for a difference
_courses: dict[tuple[int, ...], Course] = {}
_late: dict[tuple[tuple[int, ...], int], tuple[int, float]] = {}  # calls of who is behind, and when
_ended = threading.Event()
_begun = False  # whether a thread compares


def _enter_child() -> None:
    """Let a process that was forked from one of the job be none; it may join another."""
    global _ended
    _ended = threading.Event()  # a lock of the old one may be held for good
    if _begun:
        _ended.set()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_enter_child)


def note(ranks: tuple[int, ...], call: str) -> Course:
    """Write down that this process calls something together with those ranks, in this order.

    Returns:
        A context manager in which it does that.
    """
    course = _courses.get(ranks)
    if course is None:
        begin()
        course = _courses[ranks] = Course(ranks)
    course.note(call)
    return course


def courses() -> list[Course]:
    """What this process has called, group by group."""
    return list(_courses.values())


def name_of(ranks: tuple[int, ...]) -> str:
    """What a group is called in the store of the job."""
    return hashlib.sha1(repr(ranks).encode()).hexdigest()[:16]


def _tell() -> None:
    courses = [(ranks, course) for ranks, course in list(_courses.items()) if course.count]
    if all(course.shown == course.count for _, course in courses):
        return
    told = [course.told() for _, course in courses]
    named = {name_of(ranks): row for (ranks, _), row in zip(courses, told, strict=True)}
    job_store().key_value_set(f"{_SHELF}/{jax.process_index()}", json.dumps(named), True)
    for (_, course), row in zip(courses, told, strict=True):
        course.shown = row[0]


def told_by_all() -> dict[int, dict]:
    """What all processes have written, by their ranks."""
    found = job_store().key_value_dir_get(_SHELF)
    return {int(key.rpartition("/")[2]): json.loads(text) for key, text in found}


def calls_in(ranks: tuple[int, ...]) -> int:
    """How many calls this process has made in a group."""
    course = _courses.get(ranks)
    return 0 if course is None else course.count


def absent(rank: int, ranks: tuple[int, ...]) -> str | None:
    """Why the process of a rank will not call what this one calls next; None if it may."""
    if _has_left(rank):
        return f"rank {rank} has ended already"
    own = calls_in(ranks)
    others, _, calls = told_by_all().get(rank, {}).get(name_of(ranks), (0, 0, []))
    if others <= own:
        return None
    back = others - own
    return f"rank {rank} calls {calls[-back]}" if back <= len(calls) else f"rank {rank} is ahead"


def _has_left(rank: int) -> bool:
    return launch.member is not None and rank in launch.member.left


def difference() -> str | None:
    """How the calls of another process differ from those of this one; None if they do not."""
    me = jax.process_index()
    left = {rank for rank in range(jax.process_count()) if _has_left(rank)}
    told = told_by_all()  # after `left`: who leaves tells all first
    for ranks, course in list(_courses.items()):
        for rank in ranks:
            if rank == me:
                continue
            count, checksum, calls = told.get(rank, {}).get(name_of(ranks), (0, 0, []))
            if course.differs(count, checksum):
                return _described(course, me, rank, count, calls)
            if rank in left and count < course.count:
                return f"rank {rank} has ended, and rank {me} waits for it in {course.calls[-1]}"
    return None


def delay(now: float) -> str | None:
    """Who has been waited for since long, which is told once; None for nobody.

    Args:
        now: the time in seconds.
    """
    me, told, found = jax.process_index(), told_by_all(), None
    for ranks, course in list(_courses.items()):
        for rank in ranks:
            count, _, _ = told.get(rank, {}).get(name_of(ranks), (0, 0, []))
            reached, since = _late.get((ranks, rank), (-1, now))
            if rank == me or count >= course.count:
                _late.pop((ranks, rank), None)
            elif count != reached:
                _late[ranks, rank] = count, now
            elif now - since >= LONG:
                _late[ranks, rank] = count, math.inf
                back = course.count - count
                call = course.calls[-back] if back <= len(course.calls) else "a collective"
                found = f"rank {me} has waited {LONG} s for rank {rank} in {call}"
    return found


def _described(course: Course, me: int, rank: int, count: int, calls: list[str]) -> str:
    own = dict(enumerate(course.calls, 1 + course.count - len(course.calls)))
    for number, other in enumerate(calls, 1 + count - len(calls)):
        if number in own and own[number] != other:
            return f"rank {me} calls {own[number]} where rank {rank} calls {other}"
    return f"rank {me} and rank {rank} have called different collectives"


def _compare() -> None:
    _tell()
    text = difference()
    if text is not None:
        launch.give_up(
            f"{text}; all processes of a group must call its collectives in the same order"
        )
    for look in LOOKS:
        try:
            look()
        except RuntimeError as error:
            launch.give_up(str(error).rstrip("."))


def _remark() -> None:
    text = delay(time.monotonic())
    if text is not None:
        print(f"[msjax] {text}, which has not come there yet.", file=sys.stderr, flush=True)


def period() -> float:
    """Seconds from one look into the store of the job to the next."""
    return _PERIOD * max(1, jax.process_count() / _CROWD)


def _watch() -> None:
    for turn in itertools.count():
        if _ended.wait(period()):
            return
        try:
            _compare()
            if turn % _TURNS == 0:
                _remark()
        except Exception:  # the store is gone, and with it the job
            return


def begin() -> None:
    """Compare from now on."""
    global _begun
    if not _begun:
        _begun = True
        _begin()


def _begin() -> None:
    watch: Any = threading.Thread(target=_watch, name="msjax-ledger", daemon=True)

    def end() -> None:
        """Compare once more: processes that end would not be asked again."""
        if _ended.is_set():
            return
        _ended.set()
        watch.join(10)
        if launch.place() is not None:
            with contextlib.suppress(Exception):  # as above
                _compare()

    watch.start()
    atexit.register(end)
