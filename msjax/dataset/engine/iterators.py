"""Iterators over data pipelines."""

from __future__ import annotations

import atexit
import queue
import threading
import time
import weakref
from collections import abc, deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count, islice
from typing import Any, Generic, NamedTuple, Self, TypeVar

import numpy as np

from msjax._core.base.x64 import to_device
from msjax._core.runtime import devices
from msjax._core.tensor.tensor import Tensor
from msjax.dataset import config
from msjax.dataset.engine import _processes
from msjax.dataset.engine._handfuls import Handfuls, work


class Run:
    """One iteration over a pipeline: its epoch and what its operations keep between epochs."""

    def __init__(self, parallel: bool = True) -> None:
        self.epoch = 0
        self.parallel = parallel and not config.get_debug_mode()
        self.at_end: list[abc.Callable] = []  # called when the epoch is over
        self.idle = _processes.Idle()
        self._kept: dict[Any, Any] = {}
        self._places = count()

    def keep(self, node: Any, make: abc.Callable[[], Any]) -> Any:
        """What `make` gave at the first call for the node."""
        key = node if isinstance(node, tuple) else id(node)
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]

    def rng(self, node: Any) -> np.random.Generator:
        """The node's random numbers."""
        return self.keep(node, config._generator)

    def seeds(self, node: Any) -> tuple[int, int]:
        """What random numbers of the node's rows are made of: others for each pass and node."""
        place = self.keep(("place", id(node)), lambda: next(self._places))
        return int(self.keep(("seeds", id(node)), config._generator).integers(1 << 62)), place

    def forks(self, node: Any) -> Forks:
        """What the node's worker processes need."""
        return Forks(self.seeds(node)[0], self.idle, id(node))

    def workers(self, node: Any) -> int:
        """How many threads or processes the node was given, 1 if none."""
        return (node.num_parallel_workers or 1) if self._may_wait(node) else 1

    def shares(self, node: Any) -> int:
        """How many threads may share rows of a node that was given none."""
        return config.get_num_parallel_workers() if self._may_wait(node) else 1

    def _may_wait(self, node: Any) -> bool:
        """Whether rows may wait for those behind them: not where these wait for what they cause."""
        return self.parallel and not any(child.is_sync() for child in node.children)


class Forks(NamedTuple):
    """What worker processes of a node need.

    Args:
        seed: of the random numbers of a pass.
        idle: where they are between passes.
        key: whose they are.
    """

    seed: int
    idle: _processes.Idle
    key: Any


def ordered(
    function: abc.Callable, items: abc.Iterable, workers: int, forks: Forks | None = None
) -> abc.Iterator:
    """`map` by several threads, or processes if there are Forks; results in order, some ahead.

    With Forks the function is that of the first pass for all of them.
    """
    if workers < 2:
        yield from map(function, items)
        return
    if forks is not None and _processes.available():
        yield from _processes.ordered(lambda number, item: function(item), items, workers, *forks)
        return
    handfuls = Handfuls(items)
    with ThreadPoolExecutor(workers, "msjax-dataset") as pool:
        pending: deque = deque()
        try:
            for handful in handfuls:
                here, most = handfuls.cheap, 0
                if not here:
                    pending.append(pool.submit(work, function, handful))
                    # enough for threads that wait for the lock
                    most = max(_WAITING * workers // len(handful), 2 * workers)
                while len(pending) > most:
                    yield from handfuls.results(pending.popleft().result())
                if here:
                    yield from handfuls.results(work(function, handful))
            while pending:
                yield from handfuls.results(pending.popleft().result())
        finally:
            for future in pending:
                future.cancel()


_WAITING = 8  # items under way for each thread
_TRIED = 4  # items that are done first, to see what they cost
_WORTH = 3e-4  # seconds of work in an item that pay for handing it to a thread


def weighed(function: abc.Callable, items: abc.Iterable, workers: int) -> abc.Iterator:
    """`map`, by several threads if the first items take long; results in order."""
    items = iter(items)
    least = _WORTH
    if workers > 1:
        for item in islice(items, _TRIED):
            start = time.thread_time()
            result = function(item)
            least = min(least, time.thread_time() - start)
            yield result
    yield from ordered(function, items, workers if least >= _WORTH else 1)


_END = object()


def ahead(rows: abc.Generator, depth: int) -> abc.Iterator:
    """The rows, made by a thread that runs up to `depth` of them ahead."""
    line: queue.Queue = queue.Queue(depth)
    stop = threading.Event()

    def put(item: Any) -> bool:
        while not stop.is_set():
            try:
                line.put(item, timeout=0.1)
                return True
            except queue.Full:
                continue
        return False

    def work() -> None:
        try:
            for row in rows:
                if not put((row, None)):
                    return
            put((_END, None))
        except BaseException as error:
            put((_END, error))
        finally:
            rows.close()

    thread = threading.Thread(target=work, name="msjax-dataset", daemon=True)
    thread.start()
    try:
        while True:
            row, error = line.get()
            if error is not None:
                raise error
            if row is _END:
                return
            yield row
    finally:
        stop.set()
        thread.join()


def parallel(dataset: Any) -> bool:
    """Whether a part of the pipeline was given several workers."""
    return (dataset.num_parallel_workers or 1) > 1 or any(map(parallel, dataset.children))


def read_ahead(dataset: Any) -> int:
    """How many rows a thread makes before they are asked for, 0 if none does.

    Where several workers were asked for, as many as the setting says. Else a few batches, if no
    function of the program takes part: these are called by the program's own thread.
    """
    if parallel(dataset):
        return config.get_prefetch_size()
    threads = config.get_num_parallel_workers() > 1
    return _BATCHES_AHEAD if threads and dataset.get_batch_size() > 1 and _closed(dataset) else 0


_BATCHES_AHEAD = 2


def _closed(dataset: Any) -> bool:
    return dataset._alone() and all(map(_closed, dataset.children))


def to_array(value: Any, name: str = "value") -> Any:
    """A value as an array of its own; a dict travels as it is, until an iterator gives it."""
    if isinstance(value, Tensor):
        return np.array(value.asnumpy())
    if isinstance(value, dict):
        return value
    array = np.array(value)
    if array.dtype.kind not in "biufSU" or array.dtype == np.longdouble:
        kind = "objects" if array.dtype == object else array.dtype
        raise TypeError(
            f"The {name} must be made of numbers, bools, strings or bytes, "
            f"but got {type(value).__name__} that gives an array of {kind}."
        )
    if array.dtype.kind == "U" or (array.dtype.kind == "S" and array.ndim):
        return _as_wide_as_needed(array)
    return array  # bytes by themselves may end in zeros


def _as_wide_as_needed(array: np.ndarray) -> np.ndarray:
    """Strings in no more space than the longest of them takes."""
    width = max(map(len, array.ravel().tolist()), default=0)
    dtype = np.dtype(f"{array.dtype.kind}{max(width, 1)}")
    return array if array.dtype == dtype else array.astype(dtype)


def opened(value: Any) -> Any:
    """What an iterator gives of a value: the numbers and strings in a dict as arrays."""
    return _python(value) if isinstance(value, dict) else value


def _python(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _python(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(map(_python, value))
    if isinstance(value, int | float | str | bytes | np.generic | Tensor):
        return to_array(value)
    return value


def to_tensor(value: Any) -> Any:
    """An array as a Tensor; strings stay arrays, Python containers keep their form."""
    return _tensors(opened(value))


def _tensors(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _tensors(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(map(_tensors, value))
    if isinstance(value, np.ndarray) and value.dtype.kind not in "SU":
        return Tensor(value)
    return value


def _divided(row: tuple, together: devices.Devices) -> tuple:
    """A row of batches, as Tensors whose parts several devices have; what is not cut stays."""
    numbers = [isinstance(value, np.ndarray) and value.dtype.kind in "biufc" for value in row]
    shapes = [value.shape for value, number in zip(row, numbers, strict=True) if number]
    places = iter(together.inputs(shapes))

    def put(value: Any) -> Any:
        place = next(places)
        return value if place is None else Tensor(to_device(value, place))

    return tuple(put(v) if number else v for v, number in zip(row, numbers, strict=True))


_LIVE: weakref.WeakSet = weakref.WeakSet()  # iterators with a thread


@atexit.register
def _stop_all() -> None:
    """End the threads before the interpreter takes their modules away."""
    for iterator in list(_LIVE):
        iterator.stop()


Row = TypeVar("Row")  # what an iterator gives for a row of the pipeline


class Iterator(Generic[Row]):
    """Base of the iterators; the end of an epoch ends a `for`, the next `for` goes on after it.

    The rows of the pipeline are made when they are asked for, or ahead of that by a thread; see
    `read_ahead`.
    """

    def __init__(
        self,
        dataset: Any,
        num_epochs: int = -1,
        output_numpy: bool = False,
        do_copy: bool = False,
    ):
        if num_epochs == 0:
            raise RuntimeError("The argument 'num_epochs' must be -1 or positive, but got 0.")
        self._dataset = dataset
        names = dataset._columns()
        shown = [place for place, name in enumerate(names) if not name.startswith("_meta-")]
        self._names = [names[place] for place in shown]
        self._shown = None if len(shown) == len(names) else shown
        self._left = -1 if num_epochs is None else num_epochs
        self._numpy = output_numpy
        self._run = Run()
        self._rows: Any = None
        self._stopped = False

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Row:
        if self._stopped:
            raise RuntimeError("The iterator was stopped.")
        if self._rows is None:
            if self._left == 0:
                raise RuntimeError(
                    "There is no data beyond the number of epochs that the iterator was made for; "
                    "raise 'num_epochs', or make a new iterator."
                )
            self._rows = self._dataset._rows(self._run)
            depth = read_ahead(self._dataset) if self._run.parallel else 0
            if depth:
                self._rows = ahead(self._rows, depth)
                _LIVE.add(self)
        try:
            row = next(self._rows)
        except StopIteration:
            self._rows = None
            ends, self._run.at_end = self._run.at_end, []
            for end in ends:
                end()
            self._run.epoch += 1
            self._left -= self._left > 0
            if not self._left:
                self._run.idle.close()
            raise
        except Exception as error:
            self._rows = None
            if isinstance(error, RuntimeError):
                raise
            raise RuntimeError(
                f"Exception thrown from dataset pipeline. {type(error).__name__}: {error}"
            ) from error
        if self._shown is not None:
            row = tuple(row[place] for place in self._shown)
        if self._numpy:
            return self._give(tuple(map(opened, row)))
        together = devices.shared()
        if together is not None and self._dataset.get_batch_size() > 1:
            row = _divided(row, together)
        return self._give(tuple(map(to_tensor, row)))

    def _give(self, row: tuple) -> Row:
        raise NotImplementedError

    def get_col_names(self) -> list[str]:
        """The names of the columns."""
        return self._names

    def stop(self) -> None:
        """End the iteration and its threads."""
        if self._rows is not None:
            self._rows.close()
        self._rows = None
        self._run.idle.close()
        self._stopped = True

    release = stop

    def __deepcopy__(self, memo: dict) -> Self:
        return self


class DictIterator(Iterator[dict[str, Any]]):
    """Rows as dicts."""

    def _give(self, row: tuple) -> dict[str, Any]:
        return dict(zip(self._names, row, strict=True))


class TupleIterator(Iterator[list[Any]]):
    """Rows as lists."""

    def __init__(
        self,
        dataset: Any,
        columns: Sequence[str] | None = None,
        num_epochs: int = -1,
        output_numpy: bool = False,
        do_copy: bool = False,
    ):
        if columns is not None:
            dataset = dataset.project(columns)
        super().__init__(dataset, num_epochs, output_numpy, do_copy)

    def _give(self, row: tuple) -> list[Any]:
        return list(row)
