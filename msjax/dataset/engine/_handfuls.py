"""Items that a worker is given at once, where handing over one by one costs more than the work."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

_WORK = 1e-2  # seconds of work in a handful
_PATIENCE = 2e-3  # seconds that a handful waits for its next item
_MOST = 32  # items in one
_LITTLE = 1e-4  # seconds of work in an item that do not pay for another thread


class Done(NamedTuple):
    """What a worker made of a handful.

    Args:
        results: of the items, up to the first one that failed.
        failure: what came of that one, None if there is none.
        seconds: that the items took.
    """

    results: list
    failure: Any
    seconds: float


def work(
    function: Callable, items: Iterable, failed: Callable[[Exception], Any] | None = None
) -> Done:
    """Call a function with each item.

    Args:
        function: what is called.
        items: with what.
        failed: what an exception becomes in the result. Default: ``None``, itself.
    """
    start, results, failure = time.perf_counter(), [], None
    try:
        for item in items:
            results.append(function(item))
    except Exception as error:
        failure = error if failed is None else failed(error)
    return Done(results, failure, time.perf_counter() - start)


class Handfuls:
    """Neighbouring items in lists, as long as pays after what earlier ones cost.

    A list ends, too, when its items were long in coming: nobody waits for items that another
    worker, or the program, makes slowly.

    Args:
        items: what is to be divided.
    """

    def __init__(self, items: Iterable):
        self._items = items
        self.size = 1
        self.cheap = True  # whether an item is done in less time than threads need to take turns

    def __iter__(self) -> Iterator[list]:
        handful: list = []
        start = time.perf_counter()
        for item in self._items:
            handful.append(item)
            if len(handful) >= self.size or time.perf_counter() - start > _PATIENCE:
                yield handful
                handful, start = [], time.perf_counter()
        if handful:
            yield handful

    def results(self, done: Done) -> Iterator[Any]:
        """The results of one, and its failure after them; its cost decides on the next ones."""
        self.learn(done)
        yield from done.results
        if done.failure is not None:
            raise done.failure

    def learn(self, done: Done) -> None:
        """Choose the size of the next ones by what one cost."""
        if done.results:
            each = done.seconds / len(done.results)
            self.cheap = each < _LITTLE
            self.size = max(1, min(int(_WORK / max(each, 1e-9)), 2 * self.size, _MOST))
