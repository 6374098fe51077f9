"""Data on its way from a dataset to a network."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator
from typing import Any
from weakref import WeakValueDictionary

_QUEUES: WeakValueDictionary[str, Feed] = WeakValueDictionary()


class Feed:
    """Endless elements of a dataset, one pass after the other.

    Operations find it by its `queue_name` as long as it lives.

    Args:
        dataset: the dataset.
        queue_name: the name. Default: ``""``, a new one.
    """

    def __init__(self, dataset: Any, queue_name: str = ""):
        self._dataset = dataset
        self.queue_name = queue_name or str(uuid.uuid1())
        _QUEUES[self.queue_name] = self
        self._source: Iterator | None = None
        self._passes: list[list[float]] = []

    def next(self) -> tuple:
        """The next element.

        Raises:
            ValueError: the dataset has none.
        """
        start = time.time()
        element = None
        if self._source is not None:
            element = next(self._source, None)
            if element is None:  # the next pass
                element = self._begin(iter(self._source))
        if element is None:
            columns = self._dataset.create_tuple_iterator(num_epochs=-1, do_copy=False)
            element = self._begin(iter(columns))
        if element is None:
            raise ValueError(
                "There is no valid data in dataset, please check dataset file firstly."
            )
        seconds, counted = time.time() - start, self._passes[-1]
        counted[1] += 1
        counted[3] += seconds
        if counted[1] == 1:
            counted[2] = seconds
        return as_inputs(element)

    def _begin(self, source: Iterator) -> Any:
        """The first element of a pass, or None."""
        element = next(source, None)
        if element is not None:
            self._source = source
            self._passes.append([len(self._passes) + 1, 0, 0.0, 0.0])
        return element

    def close(self) -> None:
        """Forget the position: the next element is the first."""
        if self._source is not None:
            self._source = None
            self._passes = []

    def send_info(self) -> list[list[float]]:
        """Of each pass its number, its elements, the seconds for the first and for all."""
        return self._passes


def as_inputs(element: Any) -> tuple:
    """What a dataset gives as the inputs of a network."""
    return tuple(element) if isinstance(element, (tuple, list)) else (element,)


def queue(name: str) -> Feed | None:
    """The feed of this name, if it lives."""
    return _QUEUES.get(name)
