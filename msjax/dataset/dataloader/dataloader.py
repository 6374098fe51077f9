"""The loader."""

from __future__ import annotations

import enum
import itertools
import multiprocessing
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.context import BaseContext
from typing import Any, Generic, TypeVar

import numpy as np

from msjax.dataset.dataloader import _utils
from msjax.dataset.dataloader.dataset import IterableDataset, _Indexed
from msjax.dataset.dataloader.sampler import (
    BatchSampler,
    RandomSampler,
    Sampler,
    SequentialSampler,
)
from msjax.dataset.engine import _processes

_T_co = TypeVar("_T_co", covariant=True)


class WorkerInfo:
    """What a worker process knows of itself: id, num_workers, seed and dataset."""

    def __init__(self, id: int, num_workers: int, seed: int, dataset: Any):
        self.__dict__.update(id=id, num_workers=num_workers, seed=seed, dataset=dataset)

    def __setattr__(self, key: str, value: Any) -> None:
        raise RuntimeError("The attributes of WorkerInfo cannot be changed.")

    def __repr__(self) -> str:
        return (
            f"WorkerInfo: {{id: {self.id}, num_workers: {self.num_workers}, "  # type: ignore[attr-defined]
            f"seed: {self.seed}, dataset: {self.dataset}}}"  # type: ignore[attr-defined]
        )


_info: WorkerInfo | None = None


def get_worker_info() -> WorkerInfo | None:
    """What a worker process of a DataLoader knows of itself.

    Returns:
        an object with `id`, `num_workers`, `seed` and `dataset`; None in the main process.

    Examples:
        >>> from msjax.dataset.dataloader import get_worker_info
        >>> get_worker_info() is None
        True
    """
    return _info


class _Mark(enum.Enum):
    """What a worker is told, or tells, in place of indices and samples."""

    START = 1
    END = 2


_START, _END = _Mark


class _Fetcher:
    """Called in a worker, or here if there is none: from indices to what a batch is made of."""

    def __init__(self, loader: DataLoader):
        self.dataset: Any = loader.dataset
        self._batched = loader.index_sampler is loader.batch_sampler or loader.iterable
        self._single = loader.batch_size is None and loader.batch_sampler is None
        self._count = loader.batch_size
        self._drop = loader.drop_last
        self._own = loader.collate_fn is not None
        self._iterable = loader.iterable
        self._samples: Iterator | None = None

    def __call__(self, number: int, indices: Any) -> Any:
        if self._iterable:
            if self._samples is None or indices is _START:
                self._samples = iter(self.dataset)
            if indices is _START:
                return None
            samples = list(itertools.islice(self._samples, self._count or 1))
            if not samples or (self._drop and len(samples) < (self._count or 1)):
                return _END
        else:
            samples = [self.dataset[index] for index in ([indices] if self._single else indices)]
        if self._single:
            return samples[0]
        return samples if self._own else _utils.stacked(samples)


class DataLoader(Generic[_T_co]):
    """Batches of the samples of a dataset.

    Samples are fetched in worker processes if there are any; Tensors are made in this process,
    where `collate_fn` runs too. Workers can use NumPy, but no Tensors.

    Args:
        dataset: a Dataset, or an IterableDataset, or any object with `__getitem__`.
        batch_size: samples in a batch; None for single samples. Default: ``1``.
        shuffle: whether the order is random. Default: ``None``, no.
        sampler: iterable of indices. Default: ``None``.
        batch_sampler: iterable of lists of indices. Default: ``None``.
        num_workers: worker processes; 0 for none. Default: ``0``.
        collate_fn: function from a list of samples, or from a sample if `batch_size` is None, to
            what the loader gives. Default: ``None``, `default_collate` or `default_convert`.
        pin_memory: accepted; Tensors are copied to the device at once. Default: ``False``.
        drop_last: whether a shorter last batch is left out. Default: ``False``.
        timeout: seconds to wait for a worker; 0 for no limit. Default: ``0.0``.
        worker_init_fn: called in each worker with its number, first. Default: ``None``.
        multiprocessing_context: "fork" or its context, which is what is used. Default: ``None``.
        generator: numpy.random.Generator of the order. Default: ``None``.
        prefetch_factor: batches that a worker is ahead. Default: ``None``, 2.
        persistent_workers: whether the workers stay for the next pass. Default: ``False``.
        in_order: accepted; batches come in order. Default: ``True``.

    Raises:
        TypeError, ValueError: an argument is wrong, or does not go with another.
        NotImplementedError: `dataset` has no `__getitem__`, or processes are to be spawned.

    Examples:
        >>> from msjax.dataset.dataloader import DataLoader
        >>> [batch.tolist() for batch in DataLoader([1, 2, 3], batch_size=2)]
        [[1, 2], [3]]
    """

    def __init__(
        self,
        dataset: _Indexed[_T_co],
        batch_size: int | None = 1,
        shuffle: bool | None = None,
        sampler: Sampler | Iterable | None = None,
        batch_sampler: Sampler[list] | Iterable[list] | None = None,
        num_workers: int = 0,
        collate_fn: Callable | None = None,
        pin_memory: bool = False,
        drop_last: bool = False,
        timeout: float = 0.0,
        worker_init_fn: Callable[[int], None] | None = None,
        multiprocessing_context: str | BaseContext | None = None,
        generator: np.random.Generator | None = None,
        *,
        prefetch_factor: int | None = None,
        persistent_workers: bool = False,
        in_order: bool = True,
    ):
        self.iterable = isinstance(dataset, IterableDataset)
        if self.iterable:
            _exclude("when dataset is iterable style", locals(), "shuffle sampler batch_sampler")
        elif not hasattr(dataset, "__getitem__"):
            raise NotImplementedError(
                f"{type(dataset).__name__} should implement __getitem__ method if it is map style."
            )
        _check("batch_size", batch_size, (int, type(None)), positive=True)
        _check("shuffle", shuffle, (bool, type(None)))
        if sampler is not None and shuffle:
            raise ValueError("sampler cannot be specified with shuffle.")
        if batch_sampler is not None:
            if batch_size != 1:
                raise ValueError("batch_size cannot be specified with batch_sampler.")
            _exclude("with batch_sampler", locals(), "shuffle sampler drop_last")
        _check("num_workers", num_workers, (int,))
        for name, value in (
            ("pin_memory", pin_memory),
            ("drop_last", drop_last),
            ("persistent_workers", persistent_workers),
            ("in_order", in_order),
        ):
            _check(name, value, (bool,))
        _check("timeout", timeout, (int, float))
        _check("generator", generator, (np.random.Generator, type(None)))
        _check("prefetch_factor", prefetch_factor, (int, type(None)), positive=True)
        if num_workers <= 0:
            for name, value in (
                ("multiprocessing_context", multiprocessing_context),
                ("prefetch_factor", prefetch_factor),
                ("persistent_workers", persistent_workers or None),
            ):
                if value is not None:
                    raise ValueError(
                        f"{name} must only be specified when num_workers is greater than 0, "
                        f"but got: {num_workers}."
                    )
        _check_context(multiprocessing_context)
        self.dataset = dataset
        self.batch_size = None if batch_sampler is not None else batch_size
        self.shuffle = shuffle
        self.num_workers = num_workers
        self.collate_fn = collate_fn
        self.pin_memory = pin_memory
        self.drop_last = drop_last
        self.timeout = timeout
        self.worker_init_fn = worker_init_fn
        self.generator = generator
        self.prefetch_factor = prefetch_factor or 2
        self.persistent_workers = persistent_workers
        self.in_order = in_order
        if sampler is None and not self.iterable:
            sampler = (
                RandomSampler(dataset, generator=generator)
                if shuffle
                else SequentialSampler(dataset)
            )
        self.sampler: Any = sampler
        if batch_sampler is None and batch_size is not None and not self.iterable:
            batch_sampler = BatchSampler(self.sampler, batch_size, drop_last)
        self.batch_sampler: Any = batch_sampler
        self.index_sampler: Any = self.sampler if batch_sampler is None else batch_sampler
        self._pool: _processes.Workers | None = None

    def __len__(self) -> int:
        if not self.iterable:
            return len(self.index_sampler)
        rows = len(self.dataset)  # type: ignore[arg-type]
        if self.batch_size is None:
            return rows
        return rows // self.batch_size if self.drop_last else -(-rows // self.batch_size)

    def __iter__(self) -> Iterator[Any]:
        indices = itertools.repeat(None) if self.iterable else iter(self.index_sampler)
        if self.num_workers and _processes.available():
            return self._by_workers(indices)
        return self._here(indices)

    def _finished(self, value: Any) -> Any:
        if self.collate_fn is not None:
            return self.collate_fn(value)
        if self.batch_size is None and self.batch_sampler is None:
            return _utils.default_convert(value)
        return _utils.finished(value)

    def _here(self, indices: Iterator) -> Iterator[Any]:
        fetch = _Fetcher(self)
        for number, index in enumerate(indices):
            value = fetch(number, index)
            if value is _END:
                return
            yield self._finished(value)

    def _workers(self) -> _processes.Workers:
        rng = self.generator or np.random
        seed = int(rng.integers(1 << 62) if self.generator else rng.randint(1 << 62))  # type: ignore[union-attr]
        count = self.num_workers

        def start(worker: int) -> None:
            global _info
            _info = WorkerInfo(worker, count, seed + worker, self.dataset)
            if self.worker_init_fn is not None:
                self.worker_init_fn(worker)

        return _processes.Workers(_Fetcher(self), count, seed, start)

    def _by_workers(self, indices: Iterator) -> Iterator[Any]:
        pool = self._pool or self._workers()
        self._pool = None  # a second pass before this one ends has workers of its own
        whole = False
        try:
            if self.iterable and self.persistent_workers:
                for worker in range(self.num_workers):
                    pool.submit(worker, _START)
                    pool.result(worker, self.timeout)
            yield from self._results(pool, indices)
            whole = True
        finally:
            if whole and self.persistent_workers and self._pool is None:
                self._pool = pool
            else:
                pool.close()

    def _results(self, pool: _processes.Workers, indices: Iterator) -> Iterator[Any]:
        pending: deque[int] = deque()
        free = deque(list(range(self.num_workers)) * self.prefetch_factor)
        ended: set[int] = set()
        while True:
            while free:
                worker = free.popleft()
                if worker in ended:
                    continue
                index = next(indices, _END)
                if index is _END:
                    free.clear()
                    break
                pool.submit(worker, index)
                pending.append(worker)
            if not pending:
                return
            worker = pending.popleft()
            value = pool.result(worker, self.timeout)
            free.append(worker)
            if value is _END:
                ended.add(worker)
                continue
            yield self._finished(value)

    def __del__(self) -> None:
        pool = getattr(self, "_pool", None)
        if pool is not None:
            pool.close()


def _check(name: str, value: Any, types: tuple, positive: bool = False) -> None:
    if not isinstance(value, types) or (isinstance(value, bool) and bool not in types):
        names = " or ".join(kind.__name__ for kind in types)
        raise TypeError(f"{name} must be {names}, but got: {type(value).__name__}.")
    if isinstance(value, int | float) and not isinstance(value, bool):
        if positive and value <= 0:
            raise ValueError(f"{name} must be positive, but got: {value}.")
        if value < 0:
            raise ValueError(f"{name} must be non-negative, but got: {value}.")


def _exclude(where: str, values: dict[str, Any], names: str) -> None:
    for name in names.split():
        if values[name] is not None and values[name] is not False:
            raise ValueError(f"{name} cannot be specified {where}.")


def _check_context(context: Any) -> None:
    if context is None:
        return
    if isinstance(context, multiprocessing.context.BaseContext):
        context = context.get_start_method()
    elif not isinstance(context, str) or context not in multiprocessing.get_all_start_methods():
        raise TypeError(
            "multiprocessing_context must be the name of a start method or a context, but got: "
            f"{context}."
        )
    if context != "fork":
        raise NotImplementedError(
            f"Workers of a DataLoader are forked by msjax, not started by {context!r}; leave "
            "'multiprocessing_context' out."
        )
