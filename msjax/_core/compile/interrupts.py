"""Executables that give arrays away finish what they began, whatever interrupts the program.

An executable that was given arrays has destroyed them when it returns; until its results are
written back, the boxes hold nothing. An interrupt is raised between two bytecodes, so what must
not come apart runs within one call of a C function, or with the handlers of signals put off.
"""

from __future__ import annotations

import signal
import threading
from collections import deque
from collections.abc import Callable, Sequence
from itertools import chain, islice, repeat
from types import FrameType
from typing import Any

from msjax._core.tensor.tensor import Tensor

_SIGNALS = tuple(
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGALRM", "SIGHUP", "SIGUSR1", "SIGUSR2", "SIGVTALRM")
    if hasattr(signal, name)
)
_set_data = Tensor._data.__set__  # type: ignore[attr-defined]
_set_node = Tensor._node.__set__  # type: ignore[attr-defined]
set_link = Tensor._view.__set__  # type: ignore[attr-defined]


def execute(executable: Callable, groups: Sequence[list], boxes: Sequence[Tensor], at: int) -> Any:
    """The results of an executable; those from place `at` on are written into boxes.

    Both happen while one call of `deque` consumes its iterator, without a bytecode in between.
    """
    results: dict[int, Any] = {}
    calls = map(results.setdefault, (0,), map(executable, *((group,) for group in groups)))
    deque(map(_set_data, boxes, islice(chain.from_iterable(calls), at, None)), 0)
    deque(map(_set_node, boxes, repeat(None)), 0)
    if not boxes:
        next(calls)
    return results[0]


class putting_off:
    """A block in which the main thread's signal handlers wait for its end."""

    def __enter__(self) -> None:
        self.handlers: dict[int, Any] = {}
        self.arrived: list[tuple[int, FrameType | None]] = []
        if threading.current_thread() is threading.main_thread():
            for number in _SIGNALS:
                handler = signal.getsignal(number)
                if callable(handler):
                    self.handlers[number] = handler
                    signal.signal(number, self._note)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.arrived.append((number, frame))

    def __exit__(self, *exc: Any) -> None:
        for number, handler in self.handlers.items():
            signal.signal(number, handler)
        for number, frame in self.arrived:
            self.handlers[number](number, frame)
