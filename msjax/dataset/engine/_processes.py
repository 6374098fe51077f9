"""Worker processes: forked, fed through sockets, arrays in memory that both sides map.

A forked child has the program's objects without pickling them, and none of JAX's threads: it may
compute with NumPy only, which is what sources and transforms do. What is larger than a few
kilobytes goes through an anonymous file in memory, whose pages the receiver maps: arrays are not
copied again, unless many rows are kept, as each mapping holds a file descriptor.
"""

from __future__ import annotations

import contextlib
import errno
import mmap
import multiprocessing
import os
import pickle
import random
import select
import signal
import socket
import struct
import traceback
import warnings
import weakref
import zlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from msjax._core.base.forked import refuse, refuse_jax
from msjax.dataset import _draws, config
from msjax.dataset.engine._handfuls import Done, Handfuls, work
from msjax.log import warning

_HEAD = struct.Struct("<QQ")  # bytes of the pickle; bytes in the file in memory, 0 for none
_INLINE = 1 << 15
_ALIGN = 64
_MAPPED_AT_MOST = 128  # of the 1024 files that a process often may have open
_NO_TENSORS = (
    "Tensors and arrays of JAX cannot be computed with in a worker process, as XLA's threads are "
    "not there; use NumPy, or python_multiprocessing=False."
)
_PARENT_ENDS: weakref.WeakSet = weakref.WeakSet()
_MAPPINGS: weakref.WeakSet = weakref.WeakSet()


def available() -> bool:
    """Whether this process can have workers of its own."""
    return (
        hasattr(os, "fork")
        and hasattr(os, "memfd_create")
        and not multiprocessing.current_process().daemon
    )


def _send(channel: socket.socket, value: Any) -> None:
    buffers: list[memoryview] = []
    data = pickle.dumps(value, 5, buffer_callback=lambda part: buffers.append(part.raw()))
    size = len(data) + sum(part.nbytes for part in buffers)
    if size <= _INLINE:
        data = pickle.dumps(value, 5)
        channel.sendall(_HEAD.pack(len(data), 0) + data)
        return
    places, end = [], -(-len(data) // _ALIGN) * _ALIGN
    for part in buffers:
        places.append((end, part.nbytes))
        end += -(-part.nbytes // _ALIGN) * _ALIGN
    handle = os.memfd_create("msjax-row")
    try:
        os.ftruncate(handle, end)
        with mmap.mmap(handle, end) as pages:
            pages[: len(data)] = data
            for (start, length), part in zip(places, buffers, strict=True):
                pages[start : start + length] = part
        table = pickle.dumps((len(data), places), 5)
        head = _HEAD.pack(len(table), end)
        sent = socket.send_fds(channel, [head], [handle])
        channel.sendall(head[sent:] + table)
    finally:
        os.close(handle)


def _read(channel: socket.socket, size: int) -> bytes:
    parts = []
    while size:
        part = channel.recv(size)
        if not part:
            raise EOFError
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _pages(handle: int, size: int) -> memoryview:
    """What a file in memory holds: its pages, or a copy where many others are mapped."""
    if len(_MAPPINGS) < _MAPPED_AT_MOST:
        pages = mmap.mmap(handle, size)
        _MAPPINGS.add(pages)
        return memoryview(pages)
    copy = memoryview(bytearray(size))
    done = 0
    while done < size:  # a call reads 2 GiB at most
        done += os.preadv(handle, [copy[done:]], done)
    return copy


def _receive(channel: socket.socket) -> Any:
    head, handles, _, _ = socket.recv_fds(channel, _HEAD.size, 1)
    try:
        if not head:
            raise EOFError
        head += _read(channel, _HEAD.size - len(head))
        length, end = _HEAD.unpack(head)
        data = _read(channel, length)
        if not end:
            return pickle.loads(data)
        if not handles:
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
        view = _pages(handles[0], end)
    finally:  # the other end may be killed in the middle
        for handle in handles:
            os.close(handle)
    length, places = pickle.loads(data)
    return pickle.loads(
        view[:length], buffers=[view[start : start + size] for start, size in places]
    )


class _RemoteTraceback(Exception):
    """Where a worker failed; the cause of the error that the program sees."""

    def __init__(self, text: str):
        super().__init__(text)
        self._text = text

    def __str__(self) -> str:
        return f"\n\n{self._text}"


def _failure(error: Exception) -> tuple[Any, str]:
    text = "".join(traceback.format_exception(error))
    with contextlib.suppress(Exception):
        pickle.loads(pickle.dumps(error))
        return error, text
    return RuntimeError(f"{type(error).__name__}: {error}"), text


def _picklable(done: Done) -> Done:
    """The results up to the first one that cannot be sent, which is a failure."""
    for place, result in enumerate(done.results):
        try:
            pickle.dumps(result, 5)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            return Done(done.results[:place], _failure(error), done.seconds)
    return done


def _work(channel: socket.socket, function: Callable, start: Callable[[], Any] | None) -> None:
    for other in list(_PARENT_ENDS):  # or the end of the parent would not be seen
        if other is not channel:
            other.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its workers
    refuse(_NO_TENSORS)
    refuse_jax(_NO_TENSORS)
    try:
        failed = None
        try:
            if start is not None:
                start()
        except Exception as error:
            failed = _failure(error)

        def one(numbered: tuple[int, Any]) -> Any:
            number, item = numbered  # in the pass of the seed
            own = zlib.crc32(f"{seed} {number}".encode())  # longer seeds take ten times as long
            np.random.seed(own)
            random.seed(own)
            outer = _draws.begin((seed,), number)
            try:
                return function(number, item)
            finally:
                _draws.end(outer)

        while True:
            seed, first, items = _receive(channel)
            if failed is None:
                done = work(one, enumerate(items, first), _failure)
            else:
                done = Done([], failed, 0)
            try:
                _send(channel, done)
            except (pickle.PicklingError, AttributeError, TypeError):
                _send(channel, _picklable(done))
            except ConnectionError:
                raise
            except OSError as error:  # of the file in memory
                _send(channel, Done([], _failure(error), done.seconds))
    except (EOFError, ConnectionError):  # the parent wants no more
        pass


class Workers:
    """Processes that call a function of the number of an item and the item.

    `np.random` and `random` start anew for each item, from a seed and the number: what an item
    becomes does not depend on how many workers there are.

    Args:
        function: called in the workers; they have everything that the parent has now.
        count: number of workers.
        seed: non-negative int below 2**64.
        start: called in each worker with its number, first. Default: ``None``.
    """

    def __init__(
        self,
        function: Callable,
        count: int,
        seed: int,
        start: Callable[[int], Any] | None = None,
    ):
        self.begin(seed)
        self._channels: list[socket.socket] = []
        self._processes: list[Any] = []
        try:
            for worker in range(count):
                self._start(function, None if start is None else _Begin(start, worker))
        except OSError:  # no more processes or files
            self.close()
            raise

    def _start(self, function: Callable, begin: Callable[[], Any] | None) -> None:
        """One more process."""
        own, other = socket.socketpair()
        _PARENT_ENDS.add(own)
        with other:
            process = multiprocessing.get_context("fork").Process(
                target=_work, args=(other, function, begin), daemon=True
            )
            with warnings.catch_warnings():  # that threads do not live on in a fork is known
                warnings.simplefilter("ignore")
                process.start()
        self._channels.append(own)
        self._processes.append(process)

    def begin(self, seed: int) -> None:
        """Begin a pass: items are numbered from 0, random numbers are made of another seed."""
        self._seed, self._number = seed, 0

    def submit(self, worker: int, *items: Any) -> None:
        """Give the next items to a worker."""
        try:
            _send(self._channels[worker], (self._seed, self._number, items))
        except ConnectionError:
            self._lost(worker)
        self._number += len(items)

    def result(self, worker: int, timeout: float = 0) -> Any:
        """What a worker made of the next item, where it is given one at a time.

        Args:
            worker: number of the worker.
            timeout: seconds to wait; 0 for no limit. Default: ``0``.

        Raises:
            TimeoutError: the worker took longer.
            RuntimeError: the worker was killed.
        """
        done = self.done(worker, timeout)
        if done.failure is not None:
            raise done.failure
        return done.results[0]

    def done(self, worker: int, timeout: float = 0) -> Done:
        """What a worker made of the next items that it was given at once; as for `result`."""
        channel = self._channels[worker]
        patience = timeout or config.get_multiprocessing_timeout_interval()
        while not select.select([channel], [], [], patience)[0]:
            if timeout:
                raise TimeoutError(f"A worker process gave nothing within {timeout} s.")
            warning(
                "A worker process (%s) of a dataset gave nothing for %s s; workers can use NumPy, "
                "but no Tensors.",
                self._processes[worker].pid,
                patience,
            )
        try:
            done = _receive(channel)
        except (EOFError, ConnectionError):
            self._lost(worker)
        if done.failure is None:
            return done
        error, text = done.failure
        error.__cause__ = _RemoteTraceback(text)
        return done._replace(failure=error)

    def _lost(self, worker: int) -> Any:
        process = self._processes[worker]
        process.join(5)
        raise RuntimeError(
            f"A worker process ({process.pid}) of the dataset was killed; its exit code is "
            f"{process.exitcode}."
        )

    def close(self) -> None:
        """End the processes."""
        for channel in self._channels:
            channel.close()
        for process in self._processes:
            process.join(0.02)
            if process.exitcode is None:
                process.kill()
            process.join()
            process.close()
        self._channels, self._processes = [], []


class _Begin:
    """A function with its argument."""

    def __init__(self, function: Callable[[int], Any], worker: int):
        self._function = function
        self._worker = worker

    def __call__(self) -> Any:
        return self._function(self._worker)


class Idle:
    """Workers between two passes of an iterator, which end with it.

    They stay what they are: what the program changes after the first pass does not reach them.
    """

    def __init__(self) -> None:
        self._pools: dict[Any, Workers] = {}
        weakref.finalize(self, _close_all, self._pools)

    def take(self, key: Any, count: int, seed: int, function: Callable) -> Workers:
        """The workers that `key` put aside, or new ones."""
        pool = self._pools.pop(key, None)
        if pool is None:
            return Workers(function, count, seed)
        pool.begin(seed)
        return pool

    def put(self, key: Any, pool: Workers) -> None:
        """Put workers aside that have nothing left to do."""
        if self._pools.setdefault(key, pool) is not pool:
            pool.close()

    def close(self) -> None:
        """End all."""
        _close_all(self._pools)


def _close_all(pools: dict[Any, Workers]) -> None:
    while pools:
        pools.popitem()[1].close()


def ordered(
    function: Callable[[int, Any], Any],
    items: Iterable,
    count: int,
    seed: int,
    idle: Idle,
    key: Any,
) -> Iterator[Any]:
    """What workers make of items, in the items' order.

    Args:
        function: of the number of an item and the item; the same for all passes of a key.
        items: what it is called with.
        count: number of workers.
        seed: of the random numbers in the workers.
        idle: where the workers come from, and where they go when the pass is over.
        key: whose they are.
    """
    pool, handfuls = idle.take(key, count, seed, function), Handfuls(items)
    pending: deque[int] = deque()
    whole = False
    try:
        for number, handful in enumerate(handfuls):
            worker = number % count
            pool.submit(worker, *handful)
            pending.append(worker)
            if len(pending) >= 2 * count:
                yield from handfuls.results(pool.done(pending.popleft()))
        while pending:
            yield from handfuls.results(pool.done(pending.popleft()))
        whole = True
    finally:
        if whole:
            idle.put(key, pool)
        else:
            pool.close()
