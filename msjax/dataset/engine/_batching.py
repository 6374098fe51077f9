"""Operations that make one row of several."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np

from msjax._core.tensor.tensor import Tensor
from msjax.dataset import _checks as checks
from msjax.dataset._numbers import filler
from msjax.dataset.engine._dataset import Dataset, UnionBaseDataset
from msjax.dataset.engine.iterators import Run, ordered, to_array


class BatchInfo:
    """What functions of a batch are told: the number of the batch and that of the epoch."""

    def __init__(self, epoch: int, batch: int):
        self._epoch = epoch
        self._batch = batch

    def get_epoch_num(self) -> int:
        """The epoch, from 0."""
        return self._epoch

    def get_batch_num(self) -> int:
        """The batch in the epoch, from 0."""
        return self._batch


def stack(column: Any, name: str) -> Any:
    """One array of several of the same dtype and shape, or a dict of arrays of several dicts."""
    if isinstance(column, dict):  # a function has made it of a batch
        return column
    first = column[0]
    if isinstance(first, dict):
        values = _by_key(column, name)
        return {key: _as_array(several, key, name) for key, several in values.items()}
    for other in column[1:]:
        if other.shape != first.shape:
            raise RuntimeError(
                f"Cannot batch arrays with different shapes in column {name!r}: the first one has "
                f"shape {list(first.shape)}, another one has {list(other.shape)}. Use "
                "padded_batch, or a map that makes them alike."
            )
        if other.dtype != first.dtype and {first.dtype.kind, other.dtype.kind} not in (
            {"U"},
            {"S"},
        ):
            raise RuntimeError(
                f"Cannot batch arrays with different types in column {name!r}: "
                f"{first.dtype} and {other.dtype}."
            )
    return np.stack(column)


def _by_key(rows: list, name: str) -> dict[Any, list]:
    """The values of dicts that have the same keys."""
    first = rows[0]
    for row in rows:
        if not isinstance(row, dict) or row.keys() != first.keys():
            found = list(row) if isinstance(row, dict) else type(row).__name__
            raise RuntimeError(
                f"The dicts of column {name!r} must have the same keys, but one has {list(first)}, "
                f"another {found}."
            )
    return {key: [row[key] for row in rows] for key in first}


def _as_array(values: list, key: Any, name: str) -> np.ndarray:
    try:
        array = np.array([v.asnumpy() if isinstance(v, Tensor) else v for v in values])
    except ValueError as error:
        raise RuntimeError(
            f"Cannot batch {key!r} of the dicts in column {name!r}: {error}"
        ) from error
    if array.dtype.kind not in "biufcSU":
        raise RuntimeError(
            f"Cannot batch {key!r} of the dicts in column {name!r}: it is made of neither "
            "numbers nor strings. Give 'per_batch_map'."
        )
    return array


def made_columns(columns: Sequence[Any], names: Sequence[str], rows: int | None) -> list:
    """What a function of a batch gave for columns: lists of arrays, or dicts that are a batch.

    Args:
        columns: of each column an array, or a list of rows, or a dict; dicts in lists are joined.
        names: of the columns.
        rows: how many a list must have, None for any number.
    """
    lists = {name: c for name, c in zip(names, columns, strict=True) if isinstance(c, list | tuple)}
    if lists and any(isinstance(column, dict) for column in columns):
        raise RuntimeError(
            f"A dict is a whole batch, but the columns {list(lists)} are lists of rows."
        )
    made: list = []
    for name, given in zip(names, columns, strict=True):
        if isinstance(given, dict):
            made.append(given)
            continue
        column = [to_array(row) for row in given]
        # an array is the batch, whatever its length
        if rows is not None and not isinstance(given, np.ndarray) and len(column) != rows:
            raise RuntimeError(
                f"Column {name!r} must have {rows} rows, but the 'per_batch_map' gave "
                f"{len(column)}; an array may have another number."
            )
        joined = column and isinstance(column[0], dict)
        made.append(_by_key(column, name) if joined else column)
    return made


def pad(array: np.ndarray, shape: list[int], value: Any) -> np.ndarray:
    """The array cut and filled up to a shape."""
    if array.ndim != len(shape):
        raise RuntimeError(f"Cannot pad an array of shape {list(array.shape)} to {shape}.")
    text = array.dtype.kind in "SU"
    if text != isinstance(value, str | bytes):
        raise RuntimeError(f"Cannot pad an array of {array.dtype} with {value!r}.")
    if array.shape == tuple(shape):
        return array
    dtype = np.result_type(array.dtype, np.asarray(value)) if text else array.dtype
    padded = np.full(shape, filler(value, dtype), dtype)
    inside = tuple(slice(min(a, b)) for a, b in zip(array.shape, shape, strict=True))
    padded[inside] = array[inside]
    return padded


def check_batch_size(batch_size: Any) -> None:
    """Refuse what is neither a positive int nor a function of one argument."""
    if callable(batch_size):
        if checks.parameters(batch_size) != 1:
            raise ValueError("The function 'batch_size' must take one argument, a BatchInfo.")
    elif not isinstance(batch_size, int):
        raise TypeError(f"The 'batch_size' must be an int or a function, but got {batch_size!r}.")
    else:
        checks.check_range(int(batch_size), 1, checks.INT32_MAX, "batch_size")


def mark(dataset: Dataset, size: int) -> None:
    """Tell the nodes below a batch how large it is: waits count batches then."""
    dataset._batched(size)
    for child in dataset.children:
        mark(child, size)


class _Batches(UnionBaseDataset):
    """Rows in groups."""

    def __init__(
        self,
        input_dataset: Dataset,
        batch_size: int | Callable[..., int],
        drop_remainder: bool,
        num_parallel_workers: int | None,
    ):
        checks.check_bool(drop_remainder, "drop_remainder")
        super().__init__(input_dataset, num_parallel_workers)
        self.batch_size = 1 if callable(batch_size) else batch_size
        self.batch_size_func: Callable | None = batch_size if callable(batch_size) else None
        self.drop_remainder = drop_remainder
        mark(input_dataset, self.batch_size)

    def _alone(self):
        return self.batch_size_func is None

    def _groups(self, run: Run) -> Iterator[tuple[list[tuple], BatchInfo]]:
        rows = self.children[0]._rows(run)
        number = 0
        while True:
            info = BatchInfo(run.epoch, number)
            size = self.batch_size
            if self.batch_size_func is not None:
                size = self.batch_size_func(info)
                if not isinstance(size, int | np.integer) or size <= 0:
                    raise RuntimeError(f"The batch size must be a positive int, but got {size!r}.")
            group = list(islice(rows, size))
            if not group or (self.drop_remainder and len(group) < size):
                return
            yield group, info
            number += 1

    def _size(self):
        if self.batch_size_func is not None:
            return self._counted()
        rows = self.children[0].get_dataset_size()
        return rows // self.batch_size if self.drop_remainder else -(-rows // self.batch_size)

    def get_batch_size(self) -> int:
        return -1 if self.batch_size_func is not None else self.batch_size


class BatchDataset(_Batches):
    """Rows stacked into batches; see `Dataset.batch`."""

    def __init__(
        self,
        input_dataset: Dataset,
        batch_size: int | Callable[..., int],
        drop_remainder: bool = False,
        num_parallel_workers: int | None = None,
        per_batch_map: Callable[..., Any] | None = None,
        input_columns: str | Sequence[str] | None = None,
        output_columns: str | Sequence[str] | None = None,
        python_multiprocessing: bool = False,
        max_rowsize: int | Sequence[int] | None = None,
    ):
        check_batch_size(batch_size)
        super().__init__(input_dataset, batch_size, drop_remainder, num_parallel_workers)
        checks.check_row_size(max_rowsize)
        checks.check_bool(python_multiprocessing, "python_multiprocessing")
        if per_batch_map is not None and not callable(per_batch_map):
            raise ValueError(f"The 'per_batch_map' must be a function, but got {per_batch_map!r}.")
        if input_columns is not None:
            if per_batch_map is None:
                raise ValueError("The 'input_columns' are those of a 'per_batch_map'.")
            checks.check_columns(input_columns, "input_columns")
            input_columns = checks.to_list(input_columns)
            if len(input_columns) != checks.parameters(per_batch_map) - 1:
                raise ValueError(
                    f"The 'per_batch_map' must take {len(input_columns)} columns and a BatchInfo."
                )
        if output_columns is not None:
            checks.check_columns(output_columns, "output_columns")
        self.per_batch_map = per_batch_map
        self.input_columns = checks.to_list(input_columns)
        self.output_columns = checks.to_list(output_columns)
        self.python_multiprocessing = python_multiprocessing
        self.max_rowsize = max_rowsize

    def _alone(self):
        return super()._alone() and self.per_batch_map is None

    def _columns(self):
        names = super()._columns()
        if self.per_batch_map is None:
            return names
        inputs = self.input_columns or names
        for name in self.output_columns:
            if name in names and name not in inputs:
                raise RuntimeError(
                    f"The 'output_columns' of 'per_batch_map' must be new, but there is a column "
                    f"{name!r} in {names}."
                )
        return mapped_columns(names, inputs, self.output_columns)

    def _rows(self, run):
        self._columns()
        names = self.children[0]._columns()

        def one(item):
            group, info = item
            columns = list(zip(names, map(list, zip(*group, strict=True)), strict=True))
            if self.per_batch_map is not None:
                columns = self._mapped(dict(columns), info)
            return tuple(stack(column, name) for name, column in columns)

        processes = self.python_multiprocessing and self.per_batch_map is not None
        forks = run.forks(self) if processes else None
        yield from ordered(one, self._groups(run), run.workers(self), forks)

    def _mapped(self, columns: dict[str, list], info: BatchInfo) -> list[tuple[str, list]]:
        inputs = self.input_columns or list(columns)
        try:
            result = self.per_batch_map(*(columns[name] for name in inputs), info)
        except Exception as error:
            raise user_error("batch operation", self.per_batch_map, error) from error
        outputs = self.output_columns or inputs
        if not isinstance(result, tuple):
            if len(outputs) != 1:
                raise RuntimeError(
                    f"The 'per_batch_map' must give a tuple of {len(outputs)} columns, "
                    f"but gave a {type(result).__name__}."
                )
            result = (result,)
        if len(result) != len(outputs):
            raise RuntimeError(
                f"The 'per_batch_map' must give {len(outputs)} columns, but gave {len(result)}."
            )
        rows = len(next(iter(columns.values())))
        return placed(columns, inputs, outputs, made_columns(result, outputs, rows))


class PaddedBatchDataset(_Batches):
    """Rows padded and stacked into batches; see `Dataset.padded_batch`."""

    def __init__(
        self,
        input_dataset: Dataset,
        batch_size: int | Callable[..., int],
        drop_remainder: bool = False,
        num_parallel_workers: int | None = None,
        pad_info: dict | None = None,
    ):
        check_batch_size(batch_size)
        super().__init__(input_dataset, batch_size, drop_remainder, num_parallel_workers)
        checks.check_pad_info(pad_info)
        self.pad = pad_info is not None
        self.pad_info = pad_info or {}

    def _rows(self, run):
        names = self._columns()
        check_padded(self.pad_info, names)
        for group, _ in self._groups(run):
            yield padded(group, names, self.pad_info if self.pad else None)


def check_padded(pad_info: dict, names: list[str]) -> None:
    """Refuse columns that do not exist."""
    for name in pad_info:
        if name not in names:
            raise RuntimeError(f"There is no column {name!r} to pad, only {names}.")


def padded(group: list, names: list, pad_info: dict | None, boundary: int | None = None) -> tuple:
    """Rows as a batch: columns in `pad_info` are padded, all if it is {}, none if it is None."""
    out = []
    for name, column in zip(names, map(list, zip(*group, strict=True)), strict=True):
        first = column[0]
        named = bool(pad_info) and name in pad_info
        if named and isinstance(first, dict):
            raise RuntimeError(f"Column {name!r} holds dicts, which are not padded.")
        if named or (pad_info == {} and not isinstance(first, dict)):
            wanted, value = pad_info.get(name) or (None, None)
            if wanted is None:  # as the longest, whatever the boundary
                wanted = [None] * first.ndim
            elif boundary is not None:
                wanted = [boundary if size is None else size for size in wanted]
            if len(wanted) != first.ndim or any(row.ndim != first.ndim for row in column):
                raise RuntimeError(
                    f"Column {name!r} has rank {first.ndim}, but is to be padded to {wanted}."
                )
            if value is None:
                value = {"U": "", "S": b""}.get(first.dtype.kind, 0)
            longest = [max(sizes) for sizes in zip(*(row.shape for row in column), strict=True)]
            shape = [a if b is None else b for a, b in zip(longest, wanted, strict=True)]
            column = [pad(row, shape, value) for row in column]
        out.append(stack(column, name))
    return tuple(out)


class BucketBatchByLengthDataset(UnionBaseDataset):
    """Rows of similar length in batches; see `Dataset.bucket_batch_by_length`."""

    def __init__(
        self,
        input_dataset: Dataset,
        column_names: list[str],
        bucket_boundaries: list[int],
        bucket_batch_sizes: list[int],
        element_length_function: Callable[..., int] | None = None,
        pad_info: dict | None = None,
        pad_to_bucket_boundary: bool = False,
        drop_remainder: bool = False,
    ):
        for name, value in (
            ("column_names", column_names),
            ("bucket_boundaries", bucket_boundaries),
            ("bucket_batch_sizes", bucket_batch_sizes),
        ):
            checks.check_type(value, list, name)
        checks.check_bool(pad_to_bucket_boundary, "pad_to_bucket_boundary")
        checks.check_bool(drop_remainder, "drop_remainder")
        checks.check_columns(column_names, "column_names")
        if element_length_function is None and len(column_names) != 1:
            raise ValueError("Without 'element_length_function', one column gives the length.")
        if element_length_function is not None and not callable(element_length_function):
            raise TypeError("The 'element_length_function' must be a function.")
        if not bucket_boundaries:
            raise ValueError("The 'bucket_boundaries' must not be empty.")
        checks.check_all(bucket_boundaries, int, "bucket_boundaries")
        checks.check_all(bucket_batch_sizes, int, "bucket_batch_sizes")
        if min(bucket_boundaries) <= 0 or sorted(set(bucket_boundaries)) != bucket_boundaries:
            raise ValueError(
                f"The 'bucket_boundaries' must be positive and grow, but got {bucket_boundaries}."
            )
        if len(bucket_batch_sizes) != len(bucket_boundaries) + 1 or min(bucket_batch_sizes) <= 0:
            raise ValueError(
                f"The 'bucket_batch_sizes' must be {len(bucket_boundaries) + 1} positive ints, "
                f"but got {bucket_batch_sizes}."
            )
        checks.check_pad_info(pad_info)
        super().__init__(input_dataset)
        self.column_names = column_names
        self.bucket_boundaries = bucket_boundaries
        self.bucket_batch_sizes = bucket_batch_sizes
        self.element_length_function = element_length_function
        self.pad_info = pad_info or {}
        self.pad_to_bucket_boundary = pad_to_bucket_boundary
        self.drop_remainder = drop_remainder

    def _columns(self):
        names = super()._columns()
        check_padded(self.pad_info, names)
        check_padded(dict.fromkeys(self.column_names), names)
        return names

    def _alone(self):
        return self.element_length_function is None

    def _length(self, values: list) -> int:
        if self.element_length_function is None:
            return values[0].shape[0]
        try:
            length = np.asarray(self.element_length_function(*values)).item()
            if isinstance(length, float):
                raise TypeError(f"a length must be an int, but got {length}.")
            checks.check_range(int(length), 0, checks.INT32_MAX, "length")
            return int(length)
        except Exception as error:
            raise user_error("bucket batch", self.element_length_function, error) from error

    def _rows(self, run):
        names = self._columns()
        places = [names.index(name) for name in self.column_names]
        buckets: list[list] = [[] for _ in self.bucket_batch_sizes]
        shapes = (entry[0] for entry in self.pad_info.values() if entry is not None)
        open_sizes = any(shape is not None and None in shape for shape in shapes)

        def batch(bucket):
            boundary = None
            if self.pad_to_bucket_boundary and open_sizes:
                if bucket == len(self.bucket_boundaries):
                    raise RuntimeError(
                        "A row of the last bucket has no boundary to be padded to; its length "
                        f"must be less than {self.bucket_boundaries[-1]}."
                    )
                boundary = self.bucket_boundaries[bucket] - 1
            return padded(buckets[bucket], names, self.pad_info, boundary)

        for row in self.children[0]._rows(run):
            length = self._length([row[place] for place in places])
            bucket = int(np.searchsorted(self.bucket_boundaries, length, "right"))
            buckets[bucket].append(row)
            if len(buckets[bucket]) == self.bucket_batch_sizes[bucket]:
                yield batch(bucket)
                buckets[bucket] = []
        if not self.drop_remainder:
            for bucket, rows in enumerate(buckets):
                if rows:
                    yield batch(bucket)

    def _size(self):
        return self._counted()


def user_error(where: str, function: Any, error: Exception) -> RuntimeError:
    """The error for one in a user's function."""
    name = getattr(function, "__name__", type(function).__name__)
    return RuntimeError(
        f"Exception thrown from user defined Python function in dataset. {where}: [{name}] "
        f"failed. {type(error).__name__}: {error}"
    )


def mapped_columns(names: list, inputs: list, outputs: list) -> list[str]:
    """Names after a function took some columns and gave others; each name is there once."""
    for name in inputs:
        if name not in names:
            raise RuntimeError(f"Invalid column, there is no {name!r} in {names}.")
    outputs = outputs or inputs
    if len(outputs) == len(inputs):
        renamed = dict(zip(inputs, outputs, strict=True))
        places = [name for name in names if name in renamed or name not in outputs]
        return [renamed.get(name, name) for name in places]
    return [*outputs, *(name for name in names if name not in inputs and name not in outputs)]


def placed(columns: dict, inputs: list, outputs: list, made: list) -> list[tuple[str, Any]]:
    """Columns after a function took some and gave others: in place, or first if more or fewer."""
    if len(outputs) == len(inputs):
        new = dict(zip(inputs, zip(outputs, made, strict=True), strict=True))
        return [new.get(name, (name, column)) for name, column in columns.items()]
    rest = [(name, column) for name, column in columns.items() if name not in inputs]
    return [*zip(outputs, made, strict=True), *rest]
