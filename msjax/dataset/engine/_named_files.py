"""What the readers share whose folder has one file for each usage."""

from __future__ import annotations

import os
from collections.abc import Iterator

import numpy as np

from msjax.dataset import _checks as checks
from msjax.dataset.engine._files import FilesDataset
from msjax.dataset.engine.cache_client import DatasetCache
from msjax.dataset.engine.samplers import Shuffle


class NamedFilesDataset(FilesDataset):
    """Base of the readers of texts whose folder has files of known names.

    Args:
        dataset_dir: the folder.
        usage: the part to read; with "all", or None, all parts. Default: ``None``.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: how many files are read in turn. Default: ``None``, the setting.
        shuffle: whether rows are shuffled, or files only with ``Shuffle.FILES``.
            Default: ``Shuffle.GLOBAL``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the folder or a file in it is missing, or an argument is out of its range.
    """

    _parts_of: dict[str, tuple[str, ...]] = {"train": ("train.csv",), "test": ("test.csv",)}
    _all_of: tuple[str, ...] | None = None  # the usages in "all", if not every one
    _sorted = True  # whether the files are read in the order of their names
    _named: tuple[str, ...] = ("text",)

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = Shuffle.GLOBAL,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ):
        checks.check_folder(dataset_dir)
        if usage is not None:
            checks.check_choice(usage, (*self._parts_of, "all"), "usage")
        self.dataset_dir = dataset_dir
        self.usage = usage or "all"
        wanted = [self.usage] if self.usage != "all" else self._all_of or list(self._parts_of)
        files = [name for usage in wanted for name in self._parts_of[usage]]
        paths = [os.path.join(dataset_dir, name) for name in files]
        if self._sorted:
            paths.sort()
        for path in paths:
            if not os.path.isfile(path):
                raise ValueError(f"The file {path} of {type(self).__name__} does not exist.")
        super().__init__(
            paths, num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache
        )
        self.dataset_files = paths

    def _columns(self):
        return list(self._named)


def lines_of(path: str) -> Iterator[str]:
    """The lines of a text file without their ends."""
    with open(path, encoding="utf-8", newline="\n") as stream:
        try:
            for line in stream:
                yield line.removesuffix("\n")
        except UnicodeDecodeError as error:
            raise RuntimeError(f"The file {path} is not text in UTF-8: {error}.") from error


def wrong_line(path: str, number: int, what: str) -> RuntimeError:
    """The error of a line that does not have what it must have."""
    return RuntimeError(f"Invalid file, line {number} of {path} must have {what}.")


def texts(*values: str) -> tuple[np.ndarray, ...]:
    """Strings as a row."""
    return tuple(map(np.array, values))
