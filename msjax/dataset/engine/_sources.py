"""What sources share: schemas and random access through samplers."""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Callable, Iterator, Sequence
from itertools import count, repeat
from typing import Any

import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.dtype import Type
from msjax.dataset import _checks as checks
from msjax.dataset import _draws
from msjax.dataset._given import Given
from msjax.dataset.engine import samplers
from msjax.dataset.engine._dataset import Dataset
from msjax.dataset.engine.cache_client import DatasetCache
from msjax.dataset.engine.iterators import ordered
from msjax.dataset.engine.samplers import SamplerLike

TYPES = (
    "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 string"
).split()


class Schema:
    """Names, types and shapes of columns.

    Args:
        schema_file: path of a JSON file with "columns". Default: ``None``, no columns.

    Raises:
        TypeError: `schema_file` is not a str.
        ValueError: there is no such file.
        RuntimeError: the file does not describe columns.

    Examples:
        >>> import msjax as ms
        >>> import msjax.dataset as ds
        >>> schema = ds.Schema()
        >>> schema.add_column("label", ms.int32, [1])
    """

    def __init__(self, schema_file: str | None = None):
        self.schema_file = schema_file or ""
        self._columns: list[dict] = []
        self._shapes: list[list[int] | None] = []  # None where no shape was given
        self._facts: dict[str, Any] = {}  # what a file says beside the columns
        if schema_file is not None:
            checks.check_type(schema_file, str, "schema_file")
            if not os.path.isfile(schema_file):
                raise ValueError(f"The file {schema_file} does not exist or cannot be read.")
            with open(schema_file, encoding="utf-8") as stream:
                self.from_json(json.load(stream))

    def add_column(self, name: str, de_type: Type | str, shape: list[int] | None = None) -> None:
        """Add a column.

        Args:
            name: its name.
            de_type: its type, of MindSpore or as a string.
            shape: its shape. Default: ``None``, not known.

        Raises:
            TypeError: an argument is of a wrong type, the name is empty, or the type unknown.
        """
        checks.check_type(name, str, "name")
        if not name:
            raise TypeError("The argument 'name' must not be empty.")
        if isinstance(de_type, mstype.Type):
            de_type = str(de_type).lower()
        if de_type not in TYPES:
            raise TypeError(f"The argument 'de_type' must be a type of columns, got {de_type!r}.")
        column = {"name": name, "rank": 1, "type": de_type}
        if shape is not None:
            checks.check_type(shape, list, "shape")
            checks.check_all(shape, int, "shape")
            column = {"name": name, "rank": len(shape), "shape": list(shape), "type": de_type}
        self._columns.append(column)
        self._shapes.append(shape)

    def parse_columns(self, columns: dict[str, dict[str, Any]] | list[dict[str, Any]]) -> None:
        """Set the columns: dicts with name, type and shape in a list, or in a dict by name.

        Raises:
            RuntimeError: a column has no name or no type.
        """
        if isinstance(columns, dict):
            columns = [{"name": name, **columns[name]} for name in sorted(columns)]
        if not isinstance(columns, list):
            raise RuntimeError(f"The columns must be a dict or list, but got {columns!r}.")
        parsed, shapes = [], []
        for column in columns:
            for key in "name", "type":
                if key not in column:
                    raise RuntimeError(f"A column's {key} is missing in {column}.")
            shapes.append(column.get("shape"))
            shape = list(column.get("shape", []))
            kind = column["type"]
            parsed.append(
                {"name": column["name"], "rank": len(shape), "shape": shape, "type": kind}
            )
        self._columns, self._shapes = parsed, shapes

    def from_json(self, json_obj: dict) -> None:
        """Take the columns of a dict with "columns".

        Raises:
            RuntimeError: the dict has no "columns", or one of them has no name or no type.
        """
        if not isinstance(json_obj, dict) or "columns" not in json_obj:
            raise RuntimeError('A schema must have "columns".')
        self._columns = []
        self.parse_columns(json_obj["columns"])
        self._facts = {key: json_obj[key] for key in ("datasetType", "numRows") if key in json_obj}

    @staticmethod
    def get_num_rows(schema: Schema | str) -> int:
        """The number of rows that a schema, or the file of one, tells; 0 if none."""
        schema = schema if isinstance(schema, Schema) else Schema(schema)
        return int(schema._facts.get("numRows", 0))

    def to_json(self) -> str:
        """The columns as JSON."""
        return json.dumps({"columns": self._columns or None, **self._facts}, indent=2)

    def __str__(self):
        return self.to_json()

    def _names(self) -> list[str]:
        return [column["name"] for column in self._columns]

    def _types(self) -> list[np.dtype]:
        names = (column["type"] for column in self._columns)
        return [np.dtype("U" if name == "string" else name) for name in names]


class SourceDataset(Given, Dataset):
    """Base of the datasets without input."""

    def __init__(
        self,
        num_parallel_workers: int | None = None,
        num_samples: int | None = None,
        shuffle: bool = True,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ):
        super().__init__(None, num_parallel_workers, cache)
        checks.check_samples(num_samples)
        checks.check_shards(num_shards, shard_id)
        self.num_samples = num_samples or 0
        self.num_shards = num_shards
        self.shard_id = shard_id
        self.shuffle_flag = samplers.Shuffle.FALSE if shuffle is False else samplers.Shuffle.GLOBAL


class MappableDataset(SourceDataset):
    """Base of the sources with random access: `_length` rows, `_fetch` gives one."""

    def __init__(
        self,
        num_parallel_workers: int | None = None,
        sampler: SamplerLike | None = None,
        num_samples: int | None = None,
        shuffle: bool | samplers.Shuffle | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ):
        if not self._any_index:  # a GeneratorDataset has checks of its own
            samplers.check_together(sampler, num_samples, shuffle, num_shards, shard_id)
        super().__init__(num_parallel_workers, num_samples, shuffle, num_shards, shard_id, cache)
        if shuffle is not None and not isinstance(shuffle, samplers.Shuffle):
            checks.check_bool(shuffle, "shuffle")
        self.sampler = samplers.select_sampler(num_samples, sampler, shuffle, num_shards, shard_id)

    _any_index = False  # whether it is the source that refuses an index

    def _length(self) -> int:
        raise NotImplementedError(f"{type(self).__name__} must define _length.")

    def _fetch(self, index: int) -> tuple:
        raise NotImplementedError(f"{type(self).__name__} must define _fetch.")

    def _classes(self) -> np.ndarray | None:
        """The class of each row, if the source knows them."""
        return None

    def _classes_in(self, column: str) -> np.ndarray | None:
        """The class of each row by a column, of which most sources have one only."""
        return self._classes()

    def _own_sampler(self, run: Any) -> samplers.BuiltinSampler:
        """The sampler for an iteration; users' samplers keep no state from others."""
        return run.keep(("sampler", id(self)), lambda: self._prepared(self.sampler))

    def _prepared(self, sampler: Any) -> Any:
        node = sampler
        while node is not None:
            if isinstance(node, samplers.PKSampler):
                node._labels = self._classes_in(node.class_column)
            node = node.child_sampler
        if isinstance(sampler, samplers.Sampler):
            try:
                return copy.deepcopy(sampler)
            except TypeError:
                return sampler
        return sampler

    def _alone(self):
        node = self.sampler
        while node is not None and not isinstance(node, samplers.Sampler):
            node = node.child_sampler
        return node is None

    def _rows(self, run):
        yield from self._by_workers(run, *self._fetching(run, self._own_sampler(run), self._cached))

    def _tasks(self, run):
        if type(self)._rows is not MappableDataset._rows or self.num_parallel_workers is not None:
            return None
        return self._fetching(run, self._own_sampler(run), self._cached)

    def _chosen(self, sampler: Any, draws: list) -> np.ndarray:
        """The indices that a sampler chooses for an epoch."""
        places = sampler._indices(self._length(), draws)
        if isinstance(sampler, samplers.Sampler) and any(sampler._get_batch_sizes()):
            raise RuntimeError("A sampler must give integers, but gave a list of them.")
        return places if self._any_index else samplers.in_range(places, self._length())

    def _fetching(self, run: Any, sampler: Any, fetch: Callable[[int], tuple]) -> tuple:
        """A function, and the items that it makes the sampler's rows of by `fetch`."""
        seeds = run.seeds(self)
        indices = self._chosen(sampler, run.keep(self, sampler._draws))

        def one(item: tuple[tuple, int, int]) -> tuple:
            seeds, number, index = item
            outer = _draws.begin(seeds, number)
            try:
                return fetch(int(index))
            finally:
                _draws.end(outer)

        return one, zip(repeat(seeds), count(), indices, strict=False)

    def _by_workers(self, run: Any, one: Callable, items: Any) -> Iterator[tuple]:
        """The rows, by the workers of the source."""
        forks = run.forks(self) if self._in_processes() else None
        return ordered(one, items, run.workers(self), forks)

    def _cached(self, index: int) -> tuple:
        """A row, kept in the cache if there is one."""
        if self.cache is None:
            return self._fetch(index)
        return self.cache.kept((self._serial, index), lambda: self._fetch(index))

    def _in_processes(self) -> bool:
        """Whether workers are processes."""
        return False

    def _size(self):
        return self._prepared(self.sampler)._count(self._length())

    def add_sampler(self, new_sampler: samplers.BuiltinSampler) -> None:
        """Choose, with another sampler, among the rows that the present one gives."""
        new_sampler.add_child(self.sampler)
        self.sampler = new_sampler
        self._forget()

    def use_sampler(self, new_sampler: samplers.BuiltinSampler) -> None:
        """Put another sampler in the place of the one that was added last."""
        if not isinstance(new_sampler, samplers.BuiltinSampler):
            raise TypeError(f"The 'new_sampler' must be a sampler, but got {new_sampler!r}.")
        self.sampler = self.sampler.child_sampler
        self.add_sampler(new_sampler)

    def _forget(self) -> None:
        self.dataset_size = None
        self._first = self._estimate = self._order = None

    def is_shuffled(self) -> bool:
        return self.sampler is not None and self.sampler.is_shuffled()

    def is_sharded(self) -> bool:
        return self.sampler is not None and self.sampler.is_sharded()

    def split(
        self, sizes: Sequence[int] | Sequence[float], randomize: bool = True
    ) -> tuple[Dataset, ...]:
        sizes = self._split_sizes(sizes, randomize)
        if self.is_sharded():
            raise RuntimeError("A sharded dataset cannot be split; shard the parts.")
        base = self.sampler
        if isinstance(base, samplers.RandomSampler):
            base = base._fixed()  # else the parts would have common rows
        mixed = samplers.RandomSampler()._fixed() if randomize else None
        start, parts = 0, []
        for size in sizes:
            part = copy.copy(self)
            part._forget()
            part.sampler = copy.copy(base)
            if mixed is not None:
                part.add_sampler(copy.copy(mixed))
            part.add_sampler(samplers.SequentialSampler(start, size))
            part.add_sampler(samplers.SequentialSampler())  # which `use_sampler` replaces
            parts.append(part)
            start += size
        return tuple(parts)
