"""Readers of files in common formats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from msjax.dataset import _checks as checks
from msjax.dataset._numbers import to_number
from msjax.dataset.engine._files import FilesDataset
from msjax.dataset.engine.samplers import Shuffle


class CSVDataset(FilesDataset):
    """The rows of CSV files.

    Args:
        dataset_files (Union[str, list[str]]): paths or glob patterns.
        field_delim (str): the character between fields. Default: ``','``.
        column_defaults (list): for each column a value of its type: int (int32), float (float32)
            or str.
            Default: ``None``, all str.
        column_names (list[str]): names of the columns. Default: ``None``, those in the first line.
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
        RuntimeError: If only one of `num_shards` and `shard_id` is given, names of columns are
            empty or not different, or a row does not fit the columns.

    Examples:
        >>> import msjax.dataset as ds
        >>> with open("rows.csv", "w") as file:
        ...     _ = file.write('a,b\\n1,"x, y"\\n')
        >>> data = ds.CSVDataset("rows.csv", column_defaults=[0, ""], shuffle=False)
        >>> [(row["a"].item(), row["b"].item()) for row in data.create_dict_iterator(1, True)]
        [(1, 'x, y')]
    """

    def __init__(
        self,
        dataset_files: str | list[str],
        field_delim: str | None = ",",
        column_defaults: list | None = None,
        column_names: list[str] | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = Shuffle.GLOBAL,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: None = None,
    ):
        checks.check_type(dataset_files, (str, list), "dataset_files")
        if field_delim is not None:
            checks.check_type(field_delim, str, "field_delim")
            if len(field_delim) != 1 or field_delim in '"\r\n':
                raise ValueError(f"The 'field_delim' must be one character, got {field_delim!r}.")
        if column_defaults is not None:
            checks.check_type(column_defaults, list, "column_defaults")
            for value in column_defaults:
                checks.check_type(value, (str, int, float, bool), "column_defaults")
        if column_names is not None:
            checks.check_type(column_names, list, "column_names")
            checks.check_all(column_names, str, "column_names")
        super().__init__(
            dataset_files, num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache
        )
        self.field_delim = field_delim or ","
        self.column_defaults = column_defaults or []
        self.column_names = column_names or []

    def _columns(self):
        names = self.column_names
        if not names:
            heads = [self._head(path) for path in self.dataset_files]
            names = heads[0]
            if any(head != names for head in heads):
                raise RuntimeError(f"The CSV files have different columns: {heads[:5]}.")
        if not all(self.column_names) or len(set(names)) != len(names):
            raise RuntimeError(f"The names of columns must be different, but got {names}.")
        if len(self.column_defaults) > len(names):
            raise RuntimeError(
                f"There are {len(self.column_defaults)} 'column_defaults' for {len(names)} columns."
            )
        return list(names)

    def _head(self, path: str) -> list[str]:
        with open(path, encoding="utf-8", newline="\n") as stream:
            line = stream.readline().rstrip("\r\n")
        return line.split(self.field_delim)

    def _content(self, path: str) -> str:
        with open(path, encoding="utf-8", newline="") as stream:
            if not self.column_names:
                stream.readline()
            return stream.read()

    def _count(self, path):
        return sum(1 for _ in _records(self._content(path), self.field_delim, path, False))

    def _read(self, path):
        names = self._columns()
        defaults = [*self.column_defaults, *[""] * len(names)]
        for number, fields in enumerate(
            _records(self._content(path), self.field_delim, path, True), 1
        ):
            if len(fields) != len(names):
                raise RuntimeError(
                    f"In row {number} of {path} are {len(fields)} fields for {len(names)} columns."
                )
            try:
                yield tuple(map(_value, fields, defaults))
            except ValueError as error:
                raise RuntimeError(f"In row {number} of {path}: {error}.") from error


def _value(field: str, default: Any) -> np.ndarray:
    """A field in the type of the default."""
    if isinstance(default, str):
        return np.array(field)
    dtype = np.dtype(np.float32 if isinstance(default, float) else np.int32)
    return np.array(to_number(field, dtype), dtype)


def _records(content: str, delimiter: str, path: str, dropping: bool) -> Iterator[list[str]]:
    """The rows of a CSV file as lists of fields.

    As in MindSpore, a last row of one field that no line end follows is counted, but has no data
    (`dropping`).
    """
    fields: list[str] = []
    field = ""
    state = "start"  # of a row, then field, plain, quoted, or closed by a quote
    for character in content:
        if state == "quoted":
            if character == '"':
                state = "closed"
            else:
                field += character
        elif character == '"' and state == "closed":
            field += character
            state = "quoted"
        elif character == '"':
            if state == "plain":
                raise RuntimeError(f"In {path}: a quote stands in a field without quotes.")
            state = "quoted"
        elif character == delimiter:
            fields.append(field)
            field, state = "", "field"
        elif character in "\r\n":
            if state != "start":
                yield [*fields, field]
            fields, field, state = [], "", "start"
        elif state == "closed":
            raise RuntimeError(f"In {path}: a character follows the quote that ends a field.")
        else:
            field += character
            state = "plain"
    if state == "quoted":
        raise RuntimeError(f"In {path}: a quote has no end.")
    if state != "start" and (fields or not dropping):
        yield [*fields, field]
