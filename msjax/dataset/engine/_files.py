"""What the readers of lists of files share."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np

from msjax.dataset import _checks as checks
from msjax.dataset import config
from msjax.dataset.engine import samplers
from msjax.dataset.engine._sources import SourceDataset
from msjax.dataset.engine.cache_client import DatasetCache


def find_files(patterns: str | list[str]) -> list[str]:
    """The files that glob patterns match, in order; ValueError for one that matches none."""
    found, missing = [], []
    for pattern in checks.to_list(patterns):
        matches = [path for path in glob.glob(pattern, recursive=True) if os.path.isfile(path)]
        found += matches
        if not matches:
            missing.append(pattern)
    if missing:
        raise ValueError(f"There are no files that match {missing}.")
    return sorted(found)


def contents(path: str) -> np.ndarray:
    """The bytes of a file, by fewer calls of the system than `numpy.fromfile` makes."""
    with open(path, "rb", buffering=0) as stream:
        found = np.empty(os.fstat(stream.fileno()).st_size, np.uint8)
        read = stream.readinto(found)
    return found if read == found.size else np.fromfile(path, np.uint8)  # more than one call reads


class FilesDataset(SourceDataset):
    """Base of the readers of files that are read from their beginning: `_read` gives a file's rows.

    The rows of several files are mixed as by MindSpore's workers: each worker has every n-th file,
    and they give a row in turn.
    """

    def __init__(
        self,
        dataset_files: str | list[str],
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | samplers.Shuffle | None = samplers.Shuffle.GLOBAL,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ):
        checks.check_type(dataset_files, (str, list), "dataset_files")
        if not dataset_files:
            raise ValueError("The argument 'dataset_files' must not be empty.")
        for file in checks.to_list(dataset_files):
            checks.check_type(file, str, "dataset_files")
        samplers.check_together(None, num_samples, shuffle, num_shards, shard_id)
        if shuffle is not None and not isinstance(shuffle, bool | samplers.Shuffle):
            raise TypeError(f"The 'shuffle' must be a bool or Shuffle, but got {shuffle!r}.")
        super().__init__(num_parallel_workers, num_samples, shuffle, num_shards, shard_id, cache)
        if isinstance(shuffle, samplers.Shuffle):
            self.shuffle_flag = shuffle
        self.dataset_files = find_files(dataset_files)
        self._counts: dict[str, int] = {}

    def _read(self, path: str) -> Iterator[tuple]:
        """The rows of a file."""
        raise NotImplementedError(f"{type(self).__name__} must define _read.")

    def _count(self, path: str) -> int:
        """How many rows a file has."""
        return sum(1 for _ in self._read(path))

    def _counted(self) -> list[tuple[str, int]]:
        for path in self.dataset_files:
            if path not in self._counts:
                self._counts[path] = self._count(path)
        return [(path, self._counts[path]) for path in self.dataset_files]

    def _shard_rows(self) -> int:
        return -(-sum(count for _, count in self._counted()) // (self.num_shards or 1))

    def _size(self):
        rows = self._shard_rows()
        return min(rows, self.num_samples) if self.num_samples else rows

    def is_shuffled(self) -> bool:
        return self.shuffle_flag is not samplers.Shuffle.FALSE

    def is_sharded(self) -> bool:
        return self.num_shards is not None

    def _parts(self, files: list[tuple[str, int]]) -> Iterator[tuple[str, int, int]]:
        """The parts of files that are the own shard: path, first row and end.

        The shards are equally long, and the last one goes on with the first rows.
        """
        rows = self._shard_rows()
        begin = (self.shard_id or 0) * rows
        end = begin + rows
        start = 0
        while start < end:
            for path, count in files:
                low, high = max(begin - start, 0), min(end - start, count)
                if low < high:
                    yield path, low, high
                start += count

    def _rows(self, run):
        files = self._counted()
        rows = self._size()
        if not rows:
            raise RuntimeError(
                f"There is no data of {type(self).__name__} in {self.dataset_files[:5]}."
            )
        rng = run.rng(self)
        if self.is_shuffled():
            files = [files[place] for place in rng.permutation(len(files))]
        workers: list[list] = [[] for _ in range(self._workers())]
        for number, part in enumerate(self._parts(files)):
            workers[number % len(workers)].append(part)
        mixed = islice(_in_turn([self._part_rows(parts) for parts in workers]), rows)
        if self.shuffle_flag is samplers.Shuffle.GLOBAL:
            everything = list(mixed)
            mixed = (everything[place] for place in rng.permutation(len(everything)))
        yield from mixed

    def _workers(self) -> int:
        return self.num_parallel_workers or config.get_num_parallel_workers()

    def _part_rows(self, parts: list[tuple[str, int, int]]) -> Iterator[tuple]:
        for path, low, high in parts:
            if self.cache is None:
                yield from islice(self._read(path), low, high)
                continue
            rows = None
            for number in range(low, high):

                def read(path: str = path, number: int = number) -> tuple:
                    nonlocal rows
                    rows = rows or iter(enumerate(self._read(path)))
                    return next(row for place, row in rows if place == number)

                yield self.cache.kept((self._serial, path, number), read)


def _in_turn(sources: list[Iterator[Any]]) -> Iterator[Any]:
    """One row of each source after the other."""
    end = object()
    while sources:
        left = []
        for source in sources:
            row = next(source, end)
            if row is not end:
                left.append(source)
                yield row
        sources = left
