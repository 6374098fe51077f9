"""Operations that choose or order rows, or join datasets."""

from __future__ import annotations

import copy
import threading
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np

from msjax.dataset import _checks as checks
from msjax.dataset import config
from msjax.dataset.engine import samplers
from msjax.dataset.engine._batching import (
    BatchDataset,
    PaddedBatchDataset,
    mapped_columns,
    user_error,
)
from msjax.dataset.engine._dataset import Dataset, UnionBaseDataset
from msjax.dataset.engine.iterators import Run, ordered
from msjax.dataset.engine.samplers import BuiltinSampler


def _in_order(child: Dataset) -> Dataset:
    """The dataset without the sampler added last: shards of shuffled rows would overlap."""
    if not hasattr(child, "use_sampler"):
        return child
    twin = copy.copy(child)
    if isinstance(twin, ConcatDataset):
        twin.children = [_in_order(part) for part in twin.children]
    else:
        twin.use_sampler(samplers.SequentialSampler())
    return twin


class FilterDataset(UnionBaseDataset):
    """The rows that a function accepts; see `Dataset.filter`."""

    def __init__(
        self,
        input_dataset: Dataset,
        predicate: Callable[..., Any],
        input_columns: str | Sequence[str] | None = None,
        num_parallel_workers: int | None = None,
    ):
        if not callable(predicate):
            raise TypeError(f"The 'predicate' must be a function, but got {predicate!r}.")
        super().__init__(input_dataset, num_parallel_workers)
        if input_columns is not None:
            checks.check_columns(input_columns, "input_columns")
        self.predicate = predicate
        self.input_columns = checks.to_list(input_columns)

    def _alone(self):
        return False

    def _columns(self):
        names = super()._columns()
        return mapped_columns(names, self.input_columns, [])

    def _rows(self, run):
        names = self._columns()
        places = [names.index(name) for name in self.input_columns or names]

        def one(row):
            try:
                return row, bool(self.predicate(*(row[place] for place in places)))
            except Exception as error:
                raise user_error("filter operation", self.predicate, error) from error

        for row, accepted in ordered(one, self.children[0]._rows(run), run.workers(self)):
            if accepted:
                yield row

    def _size(self):
        return self._counted()


class RepeatDataset(UnionBaseDataset):
    """The rows several times; see `Dataset.repeat`."""

    def __init__(self, input_dataset: Dataset, count: int):
        if count is not None:
            checks.check_type(count, int, "count")
            if count == 0 or not -1 <= count <= checks.INT32_MAX:
                raise ValueError(f"The 'count' must be -1 or positive, but got {count}.")
        super().__init__(input_dataset)
        self.count = -1 if count is None else count

    def _rows(self, run):
        left = self.count
        while left:
            empty = True
            for row in self.children[0]._rows(run):
                empty = False
                yield row
            if empty and left < 0:
                return
            left -= left > 0

    def _size(self):
        return super()._size() * max(self.count, 1)

    def get_repeat_count(self) -> int:
        return super().get_repeat_count() if self.count == 1 else self.count


class SkipDataset(UnionBaseDataset):
    """All but the first rows; see `Dataset.skip`."""

    def __init__(self, input_dataset: Dataset, count: int):
        checks.check_int(count, 0, checks.INT32_MAX, "count")
        super().__init__(input_dataset)
        self.count = count

    def _rows(self, run):
        yield from islice(self.children[0]._rows(run), self.count, None)

    def _size(self):
        return max(super()._size() - self.count, 0)


class TakeDataset(UnionBaseDataset):
    """The first rows; see `Dataset.take`."""

    def __init__(self, input_dataset: Dataset, count: int):
        checks.check_type(count, int, "count")
        if count == 0 or not -1 <= count <= checks.INT32_MAX:
            raise ValueError(f"The 'count' must be -1 or positive, but got {count}.")
        super().__init__(input_dataset)
        self.count = count

    def _rows(self, run):
        yield from islice(self.children[0]._rows(run), None if self.count < 0 else self.count)

    def _size(self):
        rows = super()._size()
        return rows if self.count < 0 else min(rows, self.count)


class ShuffleDataset(UnionBaseDataset):
    """Mixed rows; see `Dataset.shuffle`."""

    def __init__(self, input_dataset: Dataset, buffer_size: int):
        checks.check_int(buffer_size, 2, checks.INT32_MAX, "buffer_size")
        if input_dataset.is_sync():
            raise RuntimeError("Rows that wait for a condition cannot be shuffled.")
        super().__init__(input_dataset)
        self.buffer_size = buffer_size
        self.reshuffle_each_epoch = True
        self._seed: int | None = None  # fixes the order

    def _rows(self, run):
        rng = config._generator(self._seed) if self._seed is not None else run.rng(self)
        buffer: list = []
        for row in self.children[0]._rows(run):
            if len(buffer) < self.buffer_size:
                buffer.append(row)
                continue
            place = int(rng.integers(len(buffer)))
            row, buffer[place] = buffer[place], row
            yield row
        if not buffer:
            raise RuntimeError("There are no rows to shuffle.")
        for place in rng.permutation(len(buffer)):
            yield buffer[place]

    def is_shuffled(self) -> bool:
        return True


class ZipDataset(UnionBaseDataset):
    """The columns of several datasets side by side; see `zip`."""

    def __init__(self, datasets: Dataset | tuple[Dataset, ...]):
        checks.check_type(datasets, tuple, "datasets")
        if len(datasets) <= 1:
            raise ValueError("For 'zip', there must be two datasets or more.")
        checks.check_all(datasets, Dataset, "datasets")
        super().__init__(list(datasets))
        self.datasets = datasets

    def _columns(self):
        names = [name for child in self.children for name in child._columns()]
        if len(set(names)) != len(names):
            raise RuntimeError(f"Zipped datasets must have different columns, but got {names}.")
        return names

    def _rows(self, run):
        for rows in zip(*(child._rows(run) for child in self.children), strict=False):
            yield tuple(value for row in rows for value in row)

    def _size(self):
        return min(child.get_dataset_size() for child in self.children)

    def is_sync(self) -> bool:
        return any(child.is_sync() for child in self.children)


def _kind(value: Any) -> str:
    """The type of a column; that of strings without their length."""
    dtype = getattr(value, "dtype", None)
    return "object" if dtype is None else dtype.kind if dtype.kind in "SU" else dtype.name


class ConcatDataset(UnionBaseDataset):
    """The rows of several datasets one after the other; see `Dataset.concat`."""

    def __init__(self, datasets: Dataset | tuple[Dataset, ...]):
        checks.check_all(datasets, Dataset, "datasets")
        super().__init__(list(datasets))
        self.datasets = datasets
        for number, child in enumerate(self.children):
            if not child.get_dataset_size():
                raise ValueError(f"There are no rows in dataset number {number}.")
        self._sampler: Any = None

    def _columns(self):
        names = self.children[0]._columns()
        for child in self.children[1:]:
            if sorted(child._columns()) != sorted(names):
                raise RuntimeError(
                    f"Concatenated datasets must have the same columns, but got {names} and "
                    f"{child._columns()}."
                )
        return names

    def use_sampler(self, sampler: BuiltinSampler) -> None:
        """Choose among all rows.

        Args:
            sampler: a RandomSampler, or a DistributedSampler without shuffling, which shares rows
                out; the datasets are no batches then and have no `num_samples`.

        Raises:
            TypeError: the sampler is of another kind, or batches are to be shared out.
            ValueError: it has a number of samples, replaces, shuffles, or has no shards.
        """
        if not isinstance(sampler, samplers.DistributedSampler | samplers.RandomSampler):
            raise TypeError("The sampler must be a DistributedSampler or RandomSampler.")
        if sampler.get_num_samples() is not None:
            raise ValueError("The 'num_samples' of the sampler must be None.")
        if isinstance(sampler, samplers.RandomSampler):
            if sampler.replacement:
                raise ValueError("The 'replacement' of the RandomSampler must be False.")
        elif sampler.is_shuffled():
            raise ValueError("The 'shuffle' of the DistributedSampler must be False.")
        elif sampler.num_shards <= 0:
            raise ValueError("The 'num_shards' of the DistributedSampler must be positive.")
        else:
            for child in self.children:
                own = getattr(child, "sampler", None)
                if own is not None and own.get_num_samples() is not None:
                    raise ValueError(
                        "The 'num_samples' of datasets that are shared out must be None."
                    )
                if isinstance(child, BatchDataset | PaddedBatchDataset):
                    raise TypeError("Batches cannot be shared out; batch the concatenated rows.")
            self.children = [_in_order(child) for child in self.children]
        self._sampler = sampler
        self.dataset_size = None

    def _all(self, run: Run) -> Iterator[tuple]:
        names, kinds = self._columns(), None
        for child in self.children:
            order = [child._columns().index(name) for name in names]
            for number, row in enumerate(child._rows(run)):
                row = tuple(row[place] for place in order)
                if not number:
                    new = [(_kind(value), np.ndim(value)) for value in row]
                    kinds = kinds or new
                    if new != kinds:
                        raise RuntimeError(
                            f"Concatenated datasets must have the same types, but got {kinds} "
                            f"and {new}."
                        )
                yield row

    def _rows(self, run):
        if self._sampler is None:
            yield from self._all(run)
        elif isinstance(self._sampler, samplers.RandomSampler):
            rows = list(self._all(run))
            yield from (rows[place] for place in run.rng(self).permutation(len(rows)))
        else:
            shard, shards = self._sampler.shard_id, self._sampler.num_shards
            yield from islice(self._all(run), shard, None, shards)

    def _size(self):
        rows = sum(child.get_dataset_size() for child in self.children)
        if isinstance(self._sampler, samplers.DistributedSampler):
            return len(range(self._sampler.shard_id, rows, self._sampler.num_shards))
        return rows


class RenameDataset(UnionBaseDataset):
    """Columns with other names; see `Dataset.rename`."""

    def __init__(
        self,
        input_dataset: Dataset,
        input_columns: str | Sequence[str] | None,
        output_columns: str | Sequence[str] | None,
    ):
        checks.check_columns(input_columns, "input_columns")
        checks.check_columns(output_columns, "output_columns")
        super().__init__(input_dataset)
        self.input_columns = checks.to_list(input_columns)
        self.output_columns = checks.to_list(output_columns)
        if len(self.input_columns) != len(self.output_columns):
            raise ValueError("There must be as many 'output_columns' as 'input_columns'.")

    def _columns(self):
        names = super()._columns()
        mapped_columns(names, self.input_columns, self.output_columns)
        renamed = dict(zip(self.input_columns, self.output_columns, strict=True))
        names = [renamed.get(name, name) for name in names]
        if len(set(names)) != len(names):
            raise RuntimeError(f"Renamed columns must differ, but got {names}.")
        return names

    def _rows(self, run):
        return self.children[0]._rows(run)


class ProjectDataset(UnionBaseDataset):
    """Some of the columns; see `Dataset.project`."""

    def __init__(self, input_dataset: Dataset, columns: Sequence[str] | None):
        checks.check_columns(columns, "columns")
        super().__init__(input_dataset)
        self.columns = checks.to_list(columns)

    def _columns(self):
        mapped_columns(super()._columns(), self.columns, [])
        return list(self.columns)

    def _rows(self, run):
        names = super()._columns()
        places = [names.index(name) for name in self._columns()]
        for row in self.children[0]._rows(run):
            yield tuple(row[place] for place in places)


class SyncWaitDataset(UnionBaseDataset):
    """Rows that wait for `sync_update`; see `Dataset.sync_wait`."""

    def __init__(
        self,
        input_dataset: Dataset,
        condition_name: str,
        num_batch: int | None,
        callback: Callable[..., Any] | None = None,
    ):
        checks.check_type(condition_name, str, "condition_name")
        checks.check_type(num_batch, int, "num_batch")
        if num_batch <= 0:
            raise ValueError(f"The 'num_batch' must be positive, but got {num_batch}.")
        super().__init__(input_dataset)
        if condition_name in super().get_sync_notifiers():
            raise RuntimeError(f"There already is a condition {condition_name!r}.")
        self._condition_name = condition_name
        self.num_batch = num_batch
        self.callback = callback
        self._free = threading.Condition()
        self._left = num_batch
        self._batch = 1
        self._disabled = False

    def _alone(self):
        return False

    def _batched(self, size: int) -> None:
        """A batch after the wait makes `num_batch` count batches."""
        self._batch = size

    def _update(self, rows: int | None, data: Any) -> None:
        if self.callback is not None:
            self.callback(data)
        with self._free:
            self._left += self.num_batch * self._batch if rows is None else rows
            self._free.notify_all()

    def _restart(self) -> bool:
        self._left = self.num_batch * self._batch
        return True

    def _rows(self, run):
        run.keep(self, self._restart)
        for row in self.children[0]._rows(run):
            with self._free:
                limit = config.get_callback_timeout()
                if not self._free.wait_for(lambda: self._left > 0 or self._disabled, limit):
                    raise RuntimeError(
                        f"sync_wait {self._condition_name!r} waited {limit} s for sync_update."
                    )
                self._left -= 1
            yield row

    def get_sync_notifiers(self) -> dict[str, Callable]:
        return {**super().get_sync_notifiers(), self._condition_name: self._update}

    def disable_sync(self) -> None:
        super().disable_sync()
        with self._free:
            self._disabled = True
            self._free.notify_all()

    def is_sync(self) -> bool:
        return True
