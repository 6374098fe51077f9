"""Readers of text."""

from __future__ import annotations

import numpy as np

from msjax.dataset.engine._files import FilesDataset
from msjax.dataset.engine.samplers import Shuffle


class TextFileDataset(FilesDataset):
    """The lines of text files that are not empty: column text.

    Args:
        dataset_files (Union[str, list[str]]): paths or glob patterns.
        num_samples (int): rows at most. Default: ``None``, all.
        num_parallel_workers (int): how many files are read in turn. Default: ``None``, the setting.
        shuffle (Union[bool, Shuffle]): whether rows are shuffled, or files only with
            ``Shuffle.FILES``.
            Default: ``Shuffle.GLOBAL``.
        num_shards (int): number of shards. Default: ``None``.
        shard_id (int): the own shard. Default: ``None``.
        cache: not supported.

    Raises:
        TypeError: If an argument is of another type.
        ValueError: If a pattern matches no file, or an argument is out of its range.
        RuntimeError: If only one of `num_shards` and `shard_id` is given.

    Examples:
        >>> import msjax.dataset as ds
        >>> with open("lines.txt", "w") as file:
        ...     _ = file.write("a b\\n\\nc\\n")
        >>> data = ds.TextFileDataset("lines.txt", shuffle=False)
        >>> [row["text"].item() for row in data.create_dict_iterator(1, output_numpy=True)]
        ['a b', 'c']
    """

    def __init__(
        self,
        dataset_files: str | list[str],
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = Shuffle.GLOBAL,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: None = None,
    ):
        super().__init__(
            dataset_files, num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache
        )

    def _columns(self):
        return ["text"]

    def _read(self, path):
        with open(path, encoding="utf-8", newline="\n") as stream:
            for line in stream:
                line = line.removesuffix("\n")
                if line:
                    yield (np.array(line),)
