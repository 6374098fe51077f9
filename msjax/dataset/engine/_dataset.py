"""The base of all datasets: a tree of nodes that make rows when they are iterated over."""

from __future__ import annotations

import copy
import itertools
import json
import types
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from msjax._missing import class_getattr
from msjax.dataset import _checks as checks
from msjax.dataset import config
from msjax.dataset.engine.cache_client import DatasetCache
from msjax.dataset.engine.iterators import DictIterator, Run, TupleIterator
from msjax.log import warning

if TYPE_CHECKING:
    from msjax.dataset.text import SentencePieceModel, SentencePieceVocab, Vocab

_serials = itertools.count()
# What methods need of the classes that derive from Dataset: their package enters them, and what
# describes a pipeline.
MADE = types.SimpleNamespace()


class Dataset:
    """A pipeline of operations on rows of named columns.

    Sources are made by their constructors, operations by methods; nothing runs before the rows are
    asked for. Iterating gives lists of Tensors. Operations that were given several workers
    (`num_parallel_workers`) use as many threads, or processes where they are asked for, and their
    pipeline runs ahead of its iterator. Without being asked, threads share the work of transforms
    of images, and two batches are made ahead where no function of the program takes part. Order
    and values, also of random transforms, do not depend on any of that.

    Examples:
        >>> import msjax.dataset as ds
        >>> data = ds.NumpySlicesDataset({"x": [1, 2, 3]}, shuffle=False)
        >>> data = data.map(lambda x: x * 10, "x").batch(2)
        >>> [row["x"].tolist() for row in data.create_dict_iterator(num_epochs=1)]
        [[10, 20], [30]]
    """

    def __init__(
        self,
        children: Dataset | Sequence[Dataset] | None = None,
        num_parallel_workers: int | None = None,
        cache: DatasetCache | None = None,
    ):
        if cache is not None:
            checks.check_type(cache, DatasetCache, "cache")
        checks.check_workers(num_parallel_workers)
        self.children = checks.to_list(children)
        self.num_parallel_workers = num_parallel_workers
        self.cache: DatasetCache | None = cache
        self.dataset_size: int | None = None
        self._first: Any = None
        self._estimate: list | None = None
        self._global_step: int | None = None
        self._input_indexs: Any = ()
        self._serial = next(_serials)  # what caches know its rows by

    if not TYPE_CHECKING:  # for a checker, it would make every name one of Dataset's
        __getattr__ = class_getattr("dataset.Dataset")

    @property
    def input_indexs(self) -> Any:
        """Which inputs of the network the columns are, as somebody set it; msjax goes by order.

        Returns:
            What was set for the dataset, else for one below it, else ().
        """
        if self._input_indexs != ():
            return self._input_indexs
        return next((child.input_indexs for child in self.children if child.input_indexs != ()), ())

    @input_indexs.setter
    def input_indexs(self, value: Any) -> Any:
        self._input_indexs = value

    # what a node defines

    def _columns(self) -> list[str]:
        """The names of the columns; RuntimeError if the pipeline cannot have them."""
        return self.children[0]._columns()

    def _rows(self, run: Run) -> Iterator[tuple]:
        """The rows of one pass."""
        raise NotImplementedError(f"{type(self).__name__} has no rows.")

    def _size(self) -> int:
        """How many rows a pass has."""
        return self.children[0].get_dataset_size()

    def _counted(self) -> int:
        """The same by counting."""
        return sum(1 for _ in self._rows(Run(parallel=False)))

    def _alone(self) -> bool:
        """Whether it calls no function of the program, apart from what is below it."""
        return True

    def _tasks(self, run: Run) -> tuple[Callable, Iterable] | None:
        """A function and what it makes the rows of a pass of, if threads may call it."""
        return None

    def _batched(self, size: int) -> None:
        """A batch of the size follows."""

    # operations

    def batch(
        self,
        batch_size: int | Callable[..., int],
        drop_remainder: bool = False,
        num_parallel_workers: int | None = None,
        **kwargs: Any,
    ) -> Dataset:
        """Stack rows into batches.

        Args:
            batch_size: an int, or a function of a BatchInfo that gives one.
            drop_remainder: whether a last, short batch is left out. Default: ``False``.
            num_parallel_workers: workers for `per_batch_map`. Default: ``None``, none.
            per_batch_map: function of the columns' lists of arrays and a BatchInfo, which gives a
                tuple of lists of arrays. Default: ``None``.
            input_columns: the columns that it takes. Default: ``None``, all.
            output_columns: names for what it gives. Default: ``None``, those of its input.
            python_multiprocessing: whether workers are processes, which cannot use Tensors, or
                threads. Default: ``False``.
            max_rowsize: accepted; shared memory is as large as a row needs.

        Raises:
            TypeError: an argument is of a wrong type.
            ValueError: an argument does not fit.
            NotImplementedError: both `per_batch_map` and `pad_info` of older releases are given.

        Examples:
            >>> import msjax.dataset as ds
            >>> data = ds.NumpySlicesDataset([1, 2, 3], shuffle=False).batch(2)
            >>> [row[0].tolist() for row in data]
            [[1, 2], [3]]
        """
        order = kwargs.pop("column_order", None)  # 1.10
        pad_info = kwargs.pop("pad_info", None)  # 1.10
        settings = batch_size, drop_remainder, num_parallel_workers
        if pad_info is None:
            made: Dataset = MADE.BatchDataset(self, *settings, **kwargs)
        elif kwargs.pop("per_batch_map", None) is None:
            made = self.padded_batch(*settings, pad_info=pad_info, **kwargs)
        else:
            raise NotImplementedError(
                "batch() takes either 'per_batch_map' or 'pad_info'; map the rows, then call "
                "padded_batch()."
            )
        return made.project(order) if order else made

    def padded_batch(
        self,
        batch_size: int | Callable[..., int],
        drop_remainder: bool = False,
        num_parallel_workers: int | None = None,
        pad_info: dict | None = None,
    ) -> Dataset:
        """Pad rows to a common shape and stack them into batches.

        Args:
            batch_size: an int, or a function of a BatchInfo that gives one.
            drop_remainder: whether a last, short batch is left out. Default: ``False``.
            num_parallel_workers: accepted; padding runs in the pipeline's own thread.
            pad_info: for each column (shape, value): the shape as a list, None in it or for it
                stands for the longest in the batch; the value None for 0. {} pads all columns.

        Returns:
            The dataset of the batches.

        Raises:
            TypeError: an argument is of a wrong type.
            ValueError: `batch_size` is not positive, or `pad_info` is malformed.

        Examples:
            >>> import msjax.dataset as ds
            >>> rows = lambda: (([1] * n,) for n in (1, 2))
            >>> data = ds.GeneratorDataset(rows, ["x"], shuffle=False)
            >>> data = data.padded_batch(2, pad_info={"x": ([3], -1)})
            >>> [row[0].tolist() for row in data]
            [[[1, -1, -1], [1, 1, -1]]]
        """
        return MADE.PaddedBatchDataset(
            self, batch_size, drop_remainder, num_parallel_workers, pad_info
        )

    def bucket_batch_by_length(
        self,
        column_names: list[str],
        bucket_boundaries: list[int],
        bucket_batch_sizes: list[int],
        element_length_function: Callable[..., int] | None = None,
        pad_info: dict | None = None,
        pad_to_bucket_boundary: bool = False,
        drop_remainder: bool = False,
    ) -> Dataset:
        """Batch rows of similar length together, padded.

        Args:
            column_names: columns that the length is taken from.
            bucket_boundaries: increasing positive ints; a row falls into the first bucket whose
                boundary is greater than its length, or into a last one.
            bucket_batch_sizes: one batch size for each bucket, one more than boundaries.
            element_length_function: gives the length from these columns. Default: ``None``, the
                first dimension of the only column.
            pad_info: as in `padded_batch`. Default: ``None``.
            pad_to_bucket_boundary: whether None in the shapes of `pad_info` stands for the
                boundary minus 1. Default: ``False``.
            drop_remainder: whether short batches are left out. Default: ``False``.

        Returns:
            The dataset of the batches.

        Raises:
            TypeError: an argument is of a wrong type.
            ValueError: the boundaries do not increase, there are not as many sizes as buckets, or
                there are several `column_names` and no `element_length_function`.

        Examples:
            >>> import msjax.dataset as ds
            >>> rows = lambda: (([n] * n,) for n in (1, 3, 2, 4))
            >>> data = ds.GeneratorDataset(rows, ["x"], shuffle=False)
            >>> data = data.bucket_batch_by_length(["x"], [3], [2, 2], pad_info={})
            >>> [row[0].tolist() for row in data]
            [[[1, 0], [2, 2]], [[3, 3, 3, 0], [4, 4, 4, 4]]]
        """
        return MADE.BucketBatchByLengthDataset(
            self,
            column_names,
            bucket_boundaries,
            bucket_batch_sizes,
            element_length_function,
            pad_info,
            pad_to_bucket_boundary,
            drop_remainder,
        )

    def map(
        self,
        operations: Callable[..., Any] | list[Any],
        input_columns: str | Sequence[str] | None = None,
        output_columns: str | Sequence[str] | None = None,
        num_parallel_workers: int | None = None,
        **kwargs: Any,
    ) -> Dataset:
        """Apply functions or transforms to columns.

        Args:
            operations: a function or a list of them, applied one after the other.
            input_columns: the columns that the first one takes. Default: ``None``, as many of the
                first columns as it takes.
            output_columns: names for what the last one gives. Default: ``None``, those of the
                input. If their number differs from that of the input, they come first.
            num_parallel_workers: workers. Default: ``None``, none, or those of `dataset.config`
                where the operations are transforms of images that take long.
            python_multiprocessing: whether workers are processes, which cannot use Tensors, or
                threads. Default: ``False``.
            max_rowsize: accepted; shared memory is as large as a row needs.
            cache: DatasetCache that keeps what the operations give for equal input. Default:
                ``None``.
            callbacks: DSCallback or a list of them. Default: ``None``.
            offload: accepted; operations run on the host.

        Returns:
            The dataset of the new rows.

        Raises:
            TypeError: an argument is of a wrong type.
            ValueError: an operation cannot be called, or names of columns do not fit.

        Examples:
            >>> import msjax.dataset as ds
            >>> data = ds.NumpySlicesDataset({"x": [1, 2]}, shuffle=False)
            >>> data = data.map(lambda x: (x, x + 1), "x", ["x", "y"])
            >>> [[int(v) for v in row] for row in data]
            [[1, 2], [2, 3]]
        """
        order = kwargs.pop("column_order", None)  # 1.10
        made = MADE.MapDataset(
            self, operations, input_columns, output_columns, num_parallel_workers, **kwargs
        )
        return made.project(order) if order else made

    def filter(
        self,
        predicate: Callable[..., Any],
        input_columns: str | Sequence[str] | None = None,
        num_parallel_workers: int | None = None,
    ) -> Dataset:
        """Keep the rows for which a function is true.

        Args:
            predicate: takes the arrays of the columns, gives a bool.
            input_columns: the columns that it takes. Default: ``None``, all.
            num_parallel_workers: accepted; the function runs in the pipeline's own thread.

        Returns:
            The dataset of these rows.

        Raises:
            TypeError: `predicate` cannot be called, or `input_columns` does not name columns.
            ValueError: `input_columns` is empty or names a column twice.

        Examples:
            >>> import msjax.dataset as ds
            >>> data = ds.NumpySlicesDataset({"x": [1, 2, 3]}, shuffle=False)
            >>> [int(row[0]) for row in data.filter(lambda x: x % 2 == 1, "x")]
            [1, 3]
        """
        return MADE.FilterDataset(self, predicate, input_columns, num_parallel_workers)

    def shuffle(self, buffer_size: int) -> Dataset:
        """Mix rows: each is drawn at random from a buffer, which is then filled up.

        Args:
            buffer_size: int, the number of rows in the buffer, at least 2. One of the size of the
                dataset makes all orders equally likely.

        Returns:
            The dataset of the same rows, in another order in each epoch.

        Raises:
            TypeError: `buffer_size` is not an int.
            ValueError: `buffer_size` is below 2.
            RuntimeError: there is a `sync_wait` before.

        Examples:
            >>> import msjax.dataset as ds
            >>> data = ds.NumpySlicesDataset([1, 2, 3], shuffle=False).shuffle(3)
            >>> sorted(int(row[0]) for row in data)
            [1, 2, 3]
        """
        return MADE.ShuffleDataset(self, buffer_size)

    def repeat(self, count: int | None = None) -> Dataset:
        """Give the rows several times.

        Args:
            count: int, how many times; -1 for endlessly. Default: ``None``, endlessly.

        Returns:
            The longer dataset.

        Raises:
            TypeError: `count` is not an int.
            ValueError: `count` is 0 or below -1.

        Examples:
            >>> import msjax.dataset as ds
            >>> data = ds.NumpySlicesDataset([1, 2], shuffle=False).repeat(2)
            >>> [int(row[0]) for row in data]
            [1, 2, 1, 2]
        """
        return MADE.RepeatDataset(self, count)

    def skip(self, count: int) -> Dataset:
        """Leave out the first rows.

        Args:
            count: int, how many.

        Returns:
            The dataset of the other rows.

        Raises:
            TypeError: `count` is not an int.
            ValueError: `count` is negative.

        Examples:
            >>> import msjax.dataset as ds
            >>> data = ds.NumpySlicesDataset([1, 2, 3], shuffle=False).skip(2)
            >>> [int(row[0]) for row in data]
            [3]
        """
        return MADE.SkipDataset(self, count)

    def take(self, count: int = -1) -> Dataset:
        """Keep the first rows.

        Args:
            count: int, how many at most. Default: ``-1``, all.

        Returns:
            The dataset of these rows.

        Raises:
            TypeError: `count` is not an int.
            ValueError: `count` is 0 or below -1.

        Examples:
            >>> import msjax.dataset as ds
            >>> data = ds.NumpySlicesDataset([1, 2, 3], shuffle=False).take(2)
            >>> [int(row[0]) for row in data]
            [1, 2]
        """
        return MADE.TakeDataset(self, count)

    def zip(self, datasets: Dataset | tuple[Dataset, ...]) -> Dataset:
        """Put the columns of datasets side by side; the shortest one ends the rows.

        Args:
            datasets: another dataset, or a tuple of others. All names of columns differ.

        Returns:
            The dataset of the joined rows.

        Raises:
            TypeError: `datasets` is neither, or holds something else.
            ValueError: the tuple is empty.
            RuntimeError: a name is there twice; raised when the columns are asked for.

        Examples:
            >>> import msjax.dataset as ds
            >>> x = ds.NumpySlicesDataset({"x": [1, 2]}, shuffle=False)
            >>> y = ds.NumpySlicesDataset({"y": [3, 4, 5]}, shuffle=False)
            >>> [[int(v) for v in row] for row in x.zip(y)]
            [[1, 3], [2, 4]]
        """
        checks.check_type(datasets, (tuple, Dataset), "datasets")
        others = datasets if isinstance(datasets, tuple) else (datasets,)
        return MADE.ZipDataset((self, *others))

    def concat(self, datasets: Dataset | list[Dataset]) -> Dataset:
        """Give the rows of this dataset, then those of others; `+` does the same.

        Args:
            datasets: another dataset, or a list of others, with the same columns.

        Returns:
            The dataset of all rows.

        Raises:
            TypeError: `datasets` is neither, or holds something else.
            ValueError: one of the datasets has no rows.

        Examples:
            >>> import msjax.dataset as ds
            >>> x = ds.NumpySlicesDataset([1, 2], shuffle=False)
            >>> [int(row[0]) for row in x.concat(x)]
            [1, 2, 1, 2]
        """
        checks.check_type(datasets, (list, Dataset), "datasets")
        others = datasets if isinstance(datasets, list) else [datasets]
        checks.check_all(others, Dataset, "datasets")
        return MADE.ConcatDataset([self, *others])

    def __add__(self, datasets: Dataset) -> Dataset:
        return self.concat(datasets)

    def rename(
        self,
        input_columns: str | Sequence[str],
        output_columns: str | Sequence[str],
    ) -> Dataset:
        """Give columns other names.

        Args:
            input_columns: the columns, a name or a list of names.
            output_columns: their new names, as many.

        Returns:
            The dataset with these columns.

        Raises:
            TypeError: an argument is neither a str nor a list of them.
            ValueError: there are not as many new names, a name is empty or stands twice.

        Examples:
            >>> import msjax.dataset as ds
            >>> ds.NumpySlicesDataset({"x": [1, 2]}).rename("x", "y").get_col_names()
            ['y']
        """
        return MADE.RenameDataset(self, input_columns, output_columns)

    def project(self, columns: str | Sequence[str]) -> Dataset:
        """Keep some columns, in the given order.

        Args:
            columns: a name or a list of names.

        Returns:
            The dataset with these columns.

        Raises:
            TypeError: `columns` is neither a str nor a list of them.
            ValueError: `columns` is empty or names a column twice.

        Examples:
            >>> import msjax.dataset as ds
            >>> data = ds.NumpySlicesDataset({"x": [1, 2], "y": [3, 4], "z": [5, 6]})
            >>> data.project(["z", "x"]).get_col_names()
            ['z', 'x']
        """
        return MADE.ProjectDataset(self, columns)

    def flat_map(self, func: Callable[..., Dataset]) -> Dataset:
        """Make a dataset of each row, and put them one after the other.

        Args:
            func: takes the arrays of a row, gives a dataset. It is called for all rows at once,
                before the first one is asked for.

        Returns:
            The dataset of all their rows.

        Raises:
            TypeError: `func` cannot be called or gives something else, or there are no rows.

        Examples:
            >>> import msjax.dataset as ds
            >>> data = ds.NumpySlicesDataset([[1, 2], [3, 4]], shuffle=False)
            >>> data = data.flat_map(lambda x: ds.NumpySlicesDataset(x, shuffle=False))
            >>> [int(row[0]) for row in data]
            [1, 2, 3, 4]
        """
        if not callable(func):
            raise TypeError(f"The argument 'func' must be a function, but got {func!r}.")
        made = [func(*row) for row in self.create_tuple_iterator(num_epochs=1, output_numpy=True)]
        checks.check_all(made, Dataset, "results of func")
        if not made:
            raise TypeError("For 'flat_map', the dataset has no rows.")
        return made[0] if len(made) == 1 else made[0].concat(made[1:])

    def apply(self, apply_func: Callable[[Dataset], Dataset]) -> Dataset:
        """The dataset that a function makes of this one.

        Args:
            apply_func: takes this dataset, gives another.

        Returns:
            What it gives.

        Raises:
            TypeError: `apply_func` cannot be called, or gives no dataset.

        Examples:
            >>> import msjax.dataset as ds
            >>> data = ds.NumpySlicesDataset([1, 2, 3], shuffle=False)
            >>> [row[0].tolist() for row in data.apply(lambda data: data.skip(1).batch(2))]
            [[2, 3]]
        """
        if not callable(apply_func):
            raise TypeError(f"The argument 'apply_func' must be a function, got {apply_func!r}.")
        dataset = apply_func(self)
        if not isinstance(dataset, Dataset):
            raise TypeError(f"The 'apply_func' must give a dataset, but gave {dataset!r}.")
        return dataset

    def split(
        self, sizes: Sequence[int] | Sequence[float], randomize: bool = True
    ) -> tuple[Dataset, ...]:
        """Cut the dataset into parts.

        Args:
            sizes: ints that add up to the number of rows, or fractions that add up to 1.
            randomize: whether the rows are mixed first, once for all parts. Default: ``True``.

        Returns:
            tuple of datasets without common rows.

        Raises:
            TypeError: `sizes` is not a list, or `randomize` not a bool.
            ValueError: `sizes` are neither positive ints nor fractions that add up to 1.
            RuntimeError: they do not add up to the number of rows, a part would be empty, or the
                dataset is sharded.

        Examples:
            >>> import msjax.dataset as ds
            >>> data = ds.NumpySlicesDataset([1, 2, 3, 4], shuffle=False)
            >>> first, second = data.split([0.75, 0.25], randomize=False)
            >>> [int(row[0]) for row in first], [int(row[0]) for row in second]
            ([1, 2, 3], [4])
        """
        sizes = self._split_sizes(sizes, randomize)
        if self.is_sharded():
            raise RuntimeError("A sharded dataset cannot be split; shard the parts.")
        if self.is_shuffled():
            warning("The dataset is shuffled before it is split: the parts may have common rows.")
        seed, start, parts = _seed(), 0, []
        for size in sizes:
            part = copy.copy(self)
            if randomize:
                part = part.shuffle(10000)
                part._seed = seed
            if start:
                part = part.skip(start)
            parts.append(part.take(size))
            start += size
        return tuple(parts)

    def _split_sizes(self, sizes: Any, randomize: Any) -> list[int]:
        checks.check_type(sizes, list, "sizes")
        checks.check_bool(randomize, "randomize")
        ints = all(isinstance(size, int) for size in sizes)
        if not sizes or not (ints or all(isinstance(size, float) for size in sizes)):
            raise ValueError(f"The 'sizes' must be ints or floats, but got {sizes}.")
        if any(size <= 0 or (not ints and size > 1) for size in sizes):
            raise ValueError(f"The 'sizes' must be positive ints or in (0, 1], but got {sizes}.")
        if not ints and abs(sum(sizes) - 1) >= 1e-5:
            raise ValueError(f"The fractions in 'sizes' must add up to 1, but got {sizes}.")
        rows = self.get_dataset_size()
        if rows <= 0:
            raise RuntimeError("The dataset has no rows to split.")
        counts = sizes if ints else [round(size * rows) for size in sizes]
        if 0 in counts:
            raise RuntimeError(f"A fraction in {sizes} is too small for {rows} rows.")
        if not ints:
            rest = rows - sum(counts)
            place = next((i for i, n in enumerate(counts) if rest > 0 or n + rest > 0), None)
            if place is not None:
                counts[place] += rest
        if sum(counts) != rows:
            raise RuntimeError(f"The 'sizes' {sizes} add up to {sum(counts)}, not to {rows} rows.")
        return counts

    def sync_wait(
        self,
        condition_name: str,
        num_batch: int = 1,
        callback: Callable[..., Any] | None = None,
    ) -> Dataset:
        """Give `num_batch` rows, then wait for `sync_update` before more.

        Args:
            condition_name: name of the condition.
            num_batch: rows, or batches if a `batch` follows, between two updates. Default: ``1``.
            callback: called by `sync_update` with its `data`. Default: ``None``.

        Returns:
            The dataset of the same rows.

        Raises:
            TypeError: `condition_name` is not a str, or `num_batch` not an int.
            ValueError: `num_batch` is not positive.
            RuntimeError: there is such a condition already.

        Examples:
            >>> import msjax.dataset as ds
            >>> data = ds.NumpySlicesDataset([1, 2, 3], shuffle=False).sync_wait("step")
            >>> for row in data:
            ...     print(int(row[0]))
            ...     data.sync_update("step")
            1
            2
            3
        """
        return MADE.SyncWaitDataset(self, condition_name, num_batch, callback)

    # iteration

    def create_tuple_iterator(
        self,
        columns: Sequence[str] | None = None,
        num_epochs: int = -1,
        output_numpy: bool = False,
        do_copy: bool = False,
    ) -> TupleIterator:
        """An iterator that gives rows as lists.

        Args:
            columns: the columns, in their order. Default: ``None``, all.
            num_epochs: how often it can be run through. Default: ``-1``, any number.
            output_numpy: whether it gives arrays in place of Tensors. Default: ``False``.
            do_copy: accepted; Tensors never share memory with the pipeline.

        Returns:
            The iterator. A `for` ends with an epoch; the next one goes on with the next epoch.

        Raises:
            TypeError: an argument is of a wrong type.
            ValueError: `num_epochs` is below -1, or `columns` names none.
            RuntimeError: there is no such column, or `num_epochs` is 0.

        Examples:
            >>> import msjax.dataset as ds
            >>> data = ds.NumpySlicesDataset({"x": [1, 2], "y": [3, 4]}, shuffle=False)
            >>> for x, y in data.create_tuple_iterator(num_epochs=1, output_numpy=True):
            ...     print(x, y)
            1 3
            2 4
        """
        if columns is not None:
            checks.check_columns(columns, "columns")
        _check_iterator(num_epochs, output_numpy, do_copy)
        return TupleIterator(self, columns, num_epochs, bool(output_numpy), do_copy)

    def create_dict_iterator(
        self, num_epochs: int = -1, output_numpy: bool = False, do_copy: bool = False
    ) -> DictIterator:
        """An iterator that gives rows as dicts from names of columns.

        Args:
            num_epochs: how often it can be run through. Default: ``-1``, any number.
            output_numpy: whether it gives arrays in place of Tensors. Default: ``False``.
            do_copy: accepted; Tensors never share memory with the pipeline.

        Returns:
            The iterator. A `for` ends with an epoch; the next one goes on with the next epoch.

        Raises:
            TypeError: an argument is of a wrong type.
            ValueError: `num_epochs` is below -1.
            RuntimeError: `num_epochs` is 0.

        Examples:
            >>> import msjax.dataset as ds
            >>> data = ds.NumpySlicesDataset({"x": [1, 2], "y": [3, 4]}, shuffle=False)
            >>> for row in data.create_dict_iterator(num_epochs=1, output_numpy=True):
            ...     print(row["x"] + row["y"])
            4
            6
        """
        _check_iterator(num_epochs, output_numpy, do_copy)
        return DictIterator(self, num_epochs, bool(output_numpy), do_copy)

    def __iter__(self) -> TupleIterator:
        return self.create_tuple_iterator(num_epochs=1)

    def __len__(self) -> int:
        return self.get_dataset_size()

    # what is known about the rows

    def get_dataset_size(self) -> int:
        """How many rows an epoch has; a source of unknown length is run through.

        Examples:
            >>> import msjax.dataset as ds
            >>> ds.NumpySlicesDataset([1, 2, 3]).batch(2).get_dataset_size()
            2
        """
        if self.dataset_size is None:
            self.dataset_size = self._size()
        return self.dataset_size

    def get_col_names(self) -> list[str]:
        """The names of the columns.

        Examples:
            >>> import msjax.dataset as ds
            >>> ds.NumpySlicesDataset({"x": [1, 2], "y": [3, 4]}).get_col_names()
            ['x', 'y']
        """
        return self._columns()

    def _first_row(self) -> tuple:
        if self._first is None:
            rows = TupleIterator(self, None, 1, True)
            rows._run.parallel = False
            self._first = tuple(next(rows, ()))
            rows.stop()
        return self._first

    def output_shapes(self, estimate: bool = False) -> list[list[int]]:
        """Shapes of the columns, those of the first row.

        Args:
            estimate: whether all rows are looked at; None then stands for what varies.

        Returns:
            List of lists of ints, one for each column.

        Raises:
            TypeError: `estimate` is not a bool.
            RuntimeError: with `estimate`, rows of a column have different ranks.

        Examples:
            >>> import msjax.dataset as ds
            >>> data = ds.NumpySlicesDataset([[1, 2], [3, 4], [5, 6]]).batch(2)
            >>> data.output_shapes()
            [[2, 2]]
            >>> data.output_shapes(estimate=True)
            [[None, 2]]
        """
        checks.check_bool(estimate, "estimate")
        if not estimate:
            return list(map(_shape, self._first_row()))
        if self._estimate is None:
            shapes = None
            for row in TupleIterator(self, None, 1, True):
                new = list(map(_shape, row))
                shapes = new if shapes is None else list(map(_common, shapes, new))
            self._estimate = shapes or []
        return self._estimate

    def output_types(self) -> list[np.dtype]:
        """NumPy dtypes of the columns; strings without their length.

        Examples:
            >>> import msjax.dataset as ds
            >>> ds.NumpySlicesDataset(([1, 2], ["a", "b"])).output_types()
            [dtype('int64'), dtype('<U')]
        """
        types = [np.asarray(value).dtype for value in self._first_row()]
        return [np.dtype(t.kind) if t.kind in "SU" else t for t in types]

    def get_batch_size(self) -> int:
        """The number of rows that a row was batched from; 1 without `batch`.

        Examples:
            >>> import msjax.dataset as ds
            >>> ds.NumpySlicesDataset([1, 2, 3]).batch(2).get_batch_size()
            2
        """
        return self.children[-1].get_batch_size() if self.children else 1

    def get_repeat_count(self) -> int:
        """How often the rows are repeated; 1 without `repeat`.

        Examples:
            >>> import msjax.dataset as ds
            >>> ds.NumpySlicesDataset([1, 2, 3]).repeat(4).get_repeat_count()
            4
        """
        return self.children[-1].get_repeat_count() if self.children else 1

    def num_classes(self) -> int | None:
        """The number of classes, if the source knows them."""
        return self.children[0].num_classes() if self.children else None

    def get_class_indexing(self) -> dict[str, Any]:
        """Names of the classes to their numbers, if the source knows them."""
        return self.children[0].get_class_indexing() if self.children else {}

    def is_shuffled(self) -> bool:
        """Whether the order of the rows is random."""
        return any(child.is_shuffled() for child in self.children)

    def is_sharded(self) -> bool:
        """Whether the rows are a shard."""
        return any(child.is_sharded() for child in self.children)

    def reset(self) -> None:
        """Start over: iterators always do."""

    def get_sync_notifiers(self) -> dict[str, Callable]:
        """The conditions that `sync_wait` waits for."""
        return self.children[0].get_sync_notifiers() if self.children else {}

    def disable_sync(self) -> None:
        """Let all `sync_wait` go on."""
        for child in self.children:
            child.disable_sync()

    def is_sync(self) -> bool:
        """Whether the pipeline waits for conditions."""
        return any(child.is_sync() for child in self.children)

    def sync_update(
        self, condition_name: str, num_batch: int | None = None, data: object = None
    ) -> None:
        """Let a `sync_wait` go on.

        Args:
            condition_name: its name.
            num_batch: how many rows or batches more. Default: ``None``, those of `sync_wait`.
            data: given to its callback. Default: ``None``.

        Raises:
            TypeError: `condition_name` is not a string.
            RuntimeError: there is no such condition, or `num_batch` is not a positive int.
        """
        checks.check_type(condition_name, str, "condition_name")
        if num_batch is not None and not (isinstance(num_batch, int) and num_batch > 0):
            self.disable_sync()
            raise RuntimeError(f"The 'num_batch' must be a positive int, but got {num_batch}.")
        notifiers = self.get_sync_notifiers()
        if condition_name not in notifiers:
            self.disable_sync()
            raise RuntimeError(f"There is no condition {condition_name!r}.")
        rows = None if num_batch is None else num_batch * self.get_batch_size()
        notifiers[condition_name](rows, data)

    def save(self, file_name: str, num_files: int = 1, file_type: str = "mindrecord") -> None:
        """Write the rows of an epoch into MindRecord files, which MindDataset reads.

        Integers of less than 32 bits and bools become int32, float16 becomes float32. Names of
        columns are written with ``_`` for ``-``, ``.`` and other marks.

        Args:
            file_name: path of the file, or what the paths of several begin with.
            num_files: number of files. Default: ``1``.
            file_type: must be "mindrecord". Default: ``"mindrecord"``.

        Raises:
            RuntimeError: a file is there already, a column cannot be saved, or two have one name.

        Examples:
            >>> import msjax.dataset as ds
            >>> ds.NumpySlicesDataset({"x": [1, 2]}, shuffle=False).save("saved.mindrecord")
            >>> [int(row["x"]) for row in ds.MindDataset("saved.mindrecord", shuffle=False)
            ...     .create_dict_iterator(num_epochs=1)]
            [1, 2]
        """
        from msjax.dataset.engine import _saving

        _saving.save(self, file_name, num_files, file_type)

    def to_json(self, filename: str = "") -> dict[str, Any]:
        """The pipeline as a dict of plain values; see `dataset.serialize`.

        Args:
            filename: path of a file of JSON that is written. Default: ``""``, none.

        Returns:
            dict.

        Raises:
            RuntimeError: the file cannot be written.

        Examples:
            >>> import msjax.dataset as ds
            >>> ds.FakeImageDataset(4).skip(1).to_json()["op_type"]
            'Skip'
        """
        found = MADE.describe(self)
        text = json.dumps(found, sort_keys=True)
        if filename:
            try:
                with open(filename, "w", encoding="utf-8") as stream:
                    stream.write(text)
            except OSError as error:
                raise RuntimeError(f"The file {filename} cannot be written: {error}") from error
        return json.loads(text)

    def device_que(
        self,
        send_epoch_end: bool = True,
        create_data_info_queue: bool = False,
        queue_name: str = "",
    ) -> Dataset:
        """The dataset as a queue that `ops.GetNext` takes elements of by its `queue_name`.

        Args:
            send_epoch_end: accepted; elements go on with the next epoch. Default: ``True``.
            create_data_info_queue: whether `get_data_info` may be asked. Default: ``False``.
            queue_name: the name. Default: ``""``, a new one.

        Returns:
            TransferDataset.

        Examples:
            >>> import msjax.dataset as ds
            >>> from msjax import ops
            >>> import msjax as ms
            >>> queue = ds.NumpySlicesDataset([1, 2], shuffle=False).device_que()
            >>> queue.send()
            >>> take = ops.GetNext([ms.int64], [[]], 1, queue.queue_name)
            >>> [int(take()[0]) for _ in range(3)]
            [1, 2, 1]
        """
        return MADE.TransferDataset(self, send_epoch_end, create_data_info_queue, queue_name)

    def set_init_step(self, init_step: int) -> None:
        """Keep the step that a training starts at."""
        self._global_step = init_step

    def get_init_step(self) -> int:
        """The step that a training starts at."""
        if self._global_step is not None:
            return self._global_step
        return self.children[0].get_init_step() if len(self.children) == 1 else 0


class VisionBaseDataset(Dataset):
    """Base of datasets of images."""


class TextBaseDataset(Dataset):
    """Base of datasets of text."""

    def build_vocab(
        self,
        columns: str | list[str],
        freq_range: tuple[int | None, int | None] | None = None,
        top_k: int | None = None,
        special_tokens: list[str] | None = None,
        special_first: bool = True,
    ) -> Vocab:
        """The words of the dataset: `text.Vocab.from_dataset`, as older releases called it.

        Args:
            columns: the columns to take words from.
            freq_range: least and largest number of times that a word occurs.
            top_k: how many of the most frequent words are taken.
            special_tokens: words to add.
            special_first: whether these are the first words, or the last.

        Returns:
            Vocab.

        Raises:
            TypeError: an argument has the wrong type.
            ValueError: an argument has a value that it must not have.

        Examples:
            >>> import msjax.dataset as ds
            >>> data = ds.NumpySlicesDataset(["so", "it", "so"], ["word"])
            >>> data.build_vocab("word").tokens_to_ids(["so", "it"])
            [0, 1]
        """
        from msjax.dataset.text import Vocab

        return Vocab.from_dataset(self, columns, freq_range, top_k, special_tokens, special_first)

    def build_sentencepiece_vocab(
        self,
        columns: list[str],
        vocab_size: int,
        character_coverage: float,
        model_type: SentencePieceModel,
        params: dict[str, str],
    ) -> SentencePieceVocab:
        """A model of the dataset's text: `text.SentencePieceVocab.from_dataset`, as older releases
        called it.

        Args:
            columns: the columns to take text from.
            vocab_size: number of pieces.
            character_coverage: part of the characters that the model knows.
            model_type: kind of model.
            params: further options of the trainer.

        Returns:
            SentencePieceVocab.

        Raises:
            TypeError: an argument has the wrong type.
            ValueError: an argument has a value that it must not have.

        Examples:
            >>> import msjax.dataset as ds
            >>> from msjax.dataset.text import SentencePieceModel
            >>> data = ds.NumpySlicesDataset(["a b", "b c"] * 40, ["line"])
            >>> kind = SentencePieceModel.WORD
            >>> vocab = data.build_sentencepiece_vocab(["line"], 6, 0.9995, kind, {})
        """
        from msjax.dataset.text import SentencePieceVocab

        return SentencePieceVocab.from_dataset(
            self, columns, vocab_size, character_coverage, model_type, params
        )


class AudioBaseDataset(Dataset):
    """Base of datasets of sound."""


class UnionBaseDataset(VisionBaseDataset, TextBaseDataset, AudioBaseDataset):
    """Base of operations and of sources that may hold anything."""


def _seed() -> int:
    return int(config._generator().integers(1 << 62))


def _shape(value: Any) -> list[int]:
    """The shape of a column's value; a dict counts as an empty row."""
    return [0] if isinstance(value, dict) else list(np.shape(value))


def _common(one: list, other: list) -> list:
    if len(one) != len(other):
        raise RuntimeError(
            "Inconsistent shapes, expect same rank for each data row, last shape: "
            f"{one}, current shape: {other}."
        )
    return [a if a == b else None for a, b in zip(one, other, strict=True)]


def _check_iterator(num_epochs: Any, output_numpy: Any, do_copy: Any) -> None:
    if output_numpy is not None:
        checks.check_bool(output_numpy, "output_numpy")
    checks.check_bool(do_copy, "do_copy")
    if num_epochs is not None:
        checks.check_int(num_epochs, -1, checks.INT32_MAX, "num_epochs")
