"""Sources made of Python objects."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable, Iterable, Sequence
from types import GeneratorType
from typing import TYPE_CHECKING, Any

import numpy as np

from msjax._core.tensor.tensor import Tensor
from msjax.dataset import _checks as checks
from msjax.dataset.engine import samplers
from msjax.dataset.engine._batching import made_columns, stack, user_error
from msjax.dataset.engine._dataset import UnionBaseDataset
from msjax.dataset.engine._sources import MappableDataset, Schema
from msjax.dataset.engine.iterators import to_array
from msjax.dataset.engine.samplers import BuiltinSampler, SamplerLike
from msjax.dataset.transforms.transforms import to_dtype

if TYPE_CHECKING:
    from msjax.dataset.engine._dataset import Dataset


class _Again:
    """A generator that can be run through more than once."""

    def __init__(self, generator: GeneratorType):
        self._rest: Any = generator

    def __iter__(self):
        rows, self._rest = itertools.tee(self._rest)
        return rows


def _row(value: Any) -> tuple:
    """What a source gave as arrays."""
    if isinstance(value, int | float | str | bytes | np.ndarray | np.generic | Tensor | dict):
        return (to_array(value, "row"),)
    return tuple(to_array(item, f"item {i} of the row") for i, item in enumerate(value, 1))


class GeneratorDataset(MappableDataset, UnionBaseDataset):
    """Rows that Python code makes.

    Args:
        source: an object with `__getitem__` and `__len__`, an iterable, or a function that gives
            an iterator. A row is a tuple of values for the columns, or one value.
        column_names: name or list of names of the columns. Default: ``None``, those of `schema`.
        column_types: types that the columns must have. Default: ``None``, any.
        schema: a Schema or the path of one, in place of names and types. Default: ``None``.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: workers that call `__getitem__`. Default: ``1``.
        shuffle: whether a source with `__getitem__` is shuffled. Default: ``None``, yes.
        sampler: a sampler or iterable of indices, for a source with `__getitem__`.
            Default: ``None``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        python_multiprocessing: whether several workers are processes or threads. Processes cannot
            use Tensors, and what they change in `source` does not reach the program.
            Default: ``True``.
        max_rowsize: accepted; shared memory is as large as a row needs.
        batch_sampler: iterable of lists of indices, one for each batch. Default: ``None``.
        collate_fn: function of the columns' lists of arrays of a batch. Default: ``None``.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument does not fit, or neither names nor a schema are given.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset as ds
        >>> def squares():
        ...     for i in range(3):
        ...         yield np.array(i), np.array(i * i)
        >>> data = ds.GeneratorDataset(squares, ["number", "square"])
        >>> [int(row["square"]) for row in data.create_dict_iterator(num_epochs=1)]
        [0, 1, 4]
    """

    def __init__(
        self,
        source: Any,
        column_names: str | list[str] | None = None,
        column_types: list | None = None,
        schema: Schema | str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int = 1,
        shuffle: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        python_multiprocessing: bool = True,
        max_rowsize: int | None = None,
        batch_sampler: BuiltinSampler | Iterable[Sequence[int]] | None = None,
        collate_fn: Callable | None = None,
    ):
        if not callable(source) and not checks.is_iterable(source):
            raise TypeError(
                "The 'source' must be a function, an iterable or have __getitem__, "
                f"but got {type(source).__name__}."
            )
        if column_names is not None:
            checks.check_columns(column_names, "column_names")
        elif schema is None:
            raise ValueError("Either 'column_names' or 'schema' must be given.")
        if schema is not None and not isinstance(schema, Schema | str):
            raise ValueError(f"The 'schema' must be a Schema or a path, but got {schema!r}.")
        if max_rowsize is not None:
            checks.check_int(max_rowsize, -1, checks.INT32_MAX, "max_rowsize")
        if column_types is not None:
            checks.check_type(column_types, list, "column_types")
        checks.check_bool(python_multiprocessing, "python_multiprocessing")
        checks.check_samples(num_samples)
        if shuffle is not None:
            checks.check_bool(shuffle, "shuffle")
        checks.check_shards(num_shards, shard_id)
        if isinstance(sampler, samplers.PKSampler):
            raise ValueError("A GeneratorDataset has no classes for a PKSampler.")
        if sampler is not None and not isinstance(sampler, samplers.BuiltinSampler):
            if not checks.is_iterable(sampler):
                raise TypeError(f"The 'sampler' must be a sampler or iterable, got {sampler!r}.")
        others = (num_samples, shuffle, num_shards, shard_id, sampler)
        _check_batch_sampler(batch_sampler, collate_fn, others)
        if not hasattr(source, "__getitem__"):
            given = {"sampler": sampler, "batch_sampler": batch_sampler, "num_shards": num_shards}
            for name, value in given.items():
                if value is not None:
                    raise ValueError(f"The '{name}' needs a source with __getitem__.")
        super().__init__(num_parallel_workers, sampler, num_samples, shuffle, num_shards, shard_id)
        source = list(source) if isinstance(source, zip) else source
        self.source = _Again(source) if isinstance(source, GeneratorType) else source
        self.schema = Schema(schema) if isinstance(schema, str) else schema
        self.column_names = checks.to_list(column_names)
        self.column_types = [
            None if t is None else to_dtype(t, "column_types") for t in column_types or []
        ]
        if self.schema is not None and not self.column_names:
            self.column_names, self.column_types = self.schema._names(), self.schema._types()
        self.source_len = len(self.source) if hasattr(self.source, "__len__") else -1
        self.python_multiprocessing = python_multiprocessing
        self.max_rowsize = -1 if max_rowsize is None else max_rowsize
        self.has_batch_sampler = batch_sampler is not None
        self.collate_fn = collate_fn
        if self.has_batch_sampler:
            builtin = isinstance(batch_sampler, samplers.BuiltinSampler)
            self.sampler = batch_sampler if builtin else samplers.IterSampler(batch_sampler)

    def __deepcopy__(self, memo: dict):
        return copy.copy(self)

    _any_index = True

    def _chosen(self, sampler, draws):
        if self.has_batch_sampler:
            return sampler._indices(self._length(), draws)
        return super()._chosen(sampler, draws)

    def _in_processes(self):
        return self.python_multiprocessing

    def _random_access(self) -> bool:
        return hasattr(self.source, "__getitem__")

    def _columns(self):
        if self.source_len == 0:
            raise RuntimeError("The 'source' of a GeneratorDataset must have rows, but has none.")
        return list(self.column_names)

    def _length(self):
        if self.source_len == -1:
            raise RuntimeError("A 'source' with __getitem__ must have __len__, too.")
        return self.source_len

    def _values(self) -> Iterable:
        """The rows of a source without random access."""
        rows = iter(self.source) if hasattr(self.source, "__iter__") else iter(self.source())
        return itertools.islice(rows, self.num_samples or None)

    def _checked(self, value: Any) -> tuple:
        row = _row(value)
        names = self.column_names
        if self.column_types and len(self.column_types) < len(names):
            raise RuntimeError(
                f"There are {len(self.column_types)} types for {len(names)} columns."
            )
        if len(row) != len(names):
            raise RuntimeError(
                "The 'source' of a GeneratorDataset must give as many values as there are names "
                f"in 'column_names', {len(names)}, but gave {len(row)}."
            )
        for name, column, dtype in zip(names, row, self.column_types, strict=False):
            if dtype is not None and column.dtype != dtype and dtype.kind != "U":
                raise RuntimeError(
                    f"The column {name!r} must be {dtype}, but the source gave {column.dtype}."
                )
        return row

    def _fetch(self, index):
        try:
            return self._checked(self.source[np.int64(index)])
        except RuntimeError:
            raise
        except Exception as error:
            raise user_error("source", self.source, error) from error

    def _alone(self):
        return False

    def _rows(self, run):
        self._columns()
        if not self._random_access():
            rows = iter(self._values())
            while True:
                try:
                    row = self._checked(next(rows))
                except StopIteration:
                    return
                except RuntimeError:
                    raise
                except Exception as error:
                    raise user_error("source", self.source, error) from error
                yield row
        elif self.has_batch_sampler:
            yield from self._batches(run)
        else:
            yield from super()._rows(run)

    def _batches(self, run):
        sampler = self._own_sampler(run)
        if not isinstance(sampler, samplers.Sampler):
            raise RuntimeError("The 'batch_sampler' must be a user's sampler or an iterable.")
        rows = self._by_workers(run, *self._fetching(run, sampler, self._fetch))
        sizes = sampler._get_batch_sizes()
        if 0 in sizes:
            raise RuntimeError("The 'batch_sampler' must give lists of indices, but gave an int.")
        for size in sizes:
            group = list(itertools.islice(rows, size))
            columns = [list(column) for column in zip(*group, strict=True)]
            if self.collate_fn is not None:
                columns = self._collated(columns)
            yield tuple(map(stack, columns, self.column_names))

    def _collated(self, columns: list) -> list:
        try:
            result = self.collate_fn(*columns)
        except Exception as error:
            raise user_error("collate_fn", self.collate_fn, error) from error
        result = result if isinstance(result, tuple) else (result,)
        if len(result) != len(columns):
            raise RuntimeError(
                f"The 'collate_fn' must give {len(columns)} columns, but gave {len(result)}."
            )
        return made_columns(result, self.column_names, None)

    def _size(self):
        if self.source_len == 0:
            self._columns()
        if self.has_batch_sampler:
            return self.sampler.get_num_samples()
        if self._random_access():
            return super()._size()
        if self.source_len >= 0:
            return min(self.source_len, self.num_samples or self.source_len)
        return self._counted()

    def get_batch_size(self) -> int:
        return -1 if self.has_batch_sampler else 1

    def __getitem__(self, index: int | np.number) -> Any:
        checks.check_type(index, (int, np.number), "index")
        if not self._random_access():
            raise RuntimeError("The 'source' has no __getitem__.")
        if self.has_batch_sampler:
            raise RuntimeError("A dataset with 'batch_sampler' has no random access.")
        order = getattr(self, "_order", None)
        if order is None:
            order = self._chosen(self.sampler, self.sampler._draws())
            self._order = order
        if not -len(order) <= index < len(order):
            raise RuntimeError(f"The index {index} is not one of {len(order)} rows.")
        return self.source[int(order[index])]

    def split(
        self, sizes: Sequence[int] | Sequence[float], randomize: bool = True
    ) -> tuple[Dataset, ...]:
        if self._random_access() and not self.has_batch_sampler:
            return super().split(sizes, randomize)
        return super(MappableDataset, self).split(sizes, randomize)


def _check_batch_sampler(batch_sampler: Any, collate_fn: Any, others: tuple) -> None:
    if batch_sampler is not None:
        if any(value is not None for value in others):
            raise ValueError(
                "The 'batch_sampler' excludes 'num_samples', 'shuffle', 'num_shards', 'shard_id' "
                "and 'sampler'."
            )
        if not isinstance(batch_sampler, samplers.BuiltinSampler | Iterable):
            raise TypeError(f"The 'batch_sampler' must be iterable, but got {batch_sampler!r}.")
    if collate_fn is not None:
        if batch_sampler is None:
            raise ValueError("The 'collate_fn' needs a 'batch_sampler'.")
        if not callable(collate_fn):
            raise TypeError(f"The 'collate_fn' must be a function, but got {collate_fn!r}.")


class _Slices:
    """Random access to the rows of columns."""

    def __init__(self, data: tuple):
        self.data = data

    def __getitem__(self, index):
        return tuple(column[index] for column in self.data)

    def __len__(self):
        return len(self.data[0])


def _array_of(column: Any) -> Any:
    """The array in a column of a pandas frame; other columns as they are."""
    values = getattr(column, "values", None)
    return column if values is None or callable(values) else values


class NumpySlicesDataset(GeneratorDataset):
    """The rows of arrays or lists.

    Args:
        data: a list or array, one column; a tuple of them, or a dict, one for each column.
        column_names: name or list of names. Default: ``None``, the keys of the dict, else
            ``column_0`` and so on.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``1``.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        sampler: a sampler or iterable of indices. Default: ``None``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: there is no data, the columns have different lengths, or there are not as many
            names as columns.

    Examples:
        >>> import msjax.dataset as ds
        >>> data = ds.NumpySlicesDataset({"a": [1, 2], "b": [3, 4]}, shuffle=False)
        >>> [[int(v) for v in row] for row in data]
        [[1, 3], [2, 4]]
    """

    def __init__(
        self,
        data: list | tuple | dict | np.ndarray,
        column_names: str | list[str] | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int = 1,
        shuffle: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
    ):
        checks.check_type(data, (list, tuple, dict, np.ndarray), "data")
        if len(data) == 0:
            raise ValueError("The 'data' must not be empty.")
        if isinstance(data, dict):
            names = list(data)
            columns = tuple(list(_array_of(v)) for v in data.values())
        else:
            columns = data if isinstance(data, tuple) else (data,)
            checks.check_type(columns[0], (list, np.ndarray), "data")
            names = [f"column_{i}" for i in range(len(columns))]
        if column_names is not None:
            checks.check_columns(column_names, "column_names")
            names = checks.to_list(column_names)
            if len(names) != len(columns):
                raise ValueError(f"There are {len(names)} names for {len(columns)} columns.")
        if len({len(column) for column in columns}) != 1:
            raise ValueError("The columns of 'data' must have the same length.")
        super().__init__(
            _Slices(columns),
            names,
            num_samples=num_samples,
            num_parallel_workers=num_parallel_workers,
            shuffle=shuffle,
            sampler=sampler,
            num_shards=num_shards,
            shard_id=shard_id,
            python_multiprocessing=False,
        )


class PaddedDataset(GeneratorDataset):
    """Filling rows.

    Args:
        padded_samples: list of dicts from column names to arrays.

    Raises:
        TypeError: the samples are not a list of dicts.
        ValueError: there are none.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset as ds
        >>> data = ds.PaddedDataset([{"x": np.array([1])}, {"x": np.array([2])}])
        >>> [row["x"].tolist() for row in data.create_dict_iterator(num_epochs=1)]
        [[1], [2]]
    """

    def __init__(self, padded_samples: list):
        if not padded_samples:
            raise ValueError("The 'padded_samples' must not be empty.")
        checks.check_type(padded_samples, list, "padded_samples")
        checks.check_type(padded_samples[0], dict, "padded_samples[0]")
        names = list(padded_samples[0])
        rows = [tuple(sample[name] for name in names) for sample in padded_samples]
        super().__init__(rows, names, shuffle=False)
        self.padded_samples = padded_samples
