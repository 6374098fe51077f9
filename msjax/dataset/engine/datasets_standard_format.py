"""Readers of files in common formats."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from msjax._core.op.older import renamed
from msjax.dataset import _checks as checks
from msjax.dataset import config
from msjax.dataset._numbers import to_number
from msjax.dataset.engine import samplers
from msjax.dataset.engine._dataset import UnionBaseDataset
from msjax.dataset.engine._files import FilesDataset
from msjax.dataset.engine._sources import MappableDataset, Schema
from msjax.dataset.engine.cache_client import DatasetCache
from msjax.dataset.engine.samplers import Shuffle
from msjax.mindrecord import _codec, _layout, _tfrecord
from msjax.mindrecord.config import Decrypted
from msjax.train._protobuf import DecodeError


class CSVDataset(FilesDataset, UnionBaseDataset):
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
        cache: a DatasetCache. Default: ``None``.

    Raises:
        TypeError: an argument is of another type.
        ValueError: a pattern matches no file, or an argument is out of its range.
        RuntimeError: only one of `num_shards` and `shard_id` is given, names of columns are empty
            or not different, or a row does not fit the columns.

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
        cache: DatasetCache | None = None,
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


def _check_file(path: Any) -> None:
    checks.check_type(path, str, "dataset_files")
    checks.check_file(path)


class MindDataset(MappableDataset, UnionBaseDataset):
    """The rows of MindRecord files.

    Args:
        dataset_files: path of a file, with which all files that were written together are read; or
            a list of paths, of which only those are read.
        columns_list: fields to read. Default: ``None``, all, in the order of their names.
        num_parallel_workers: threads. Default: ``None``, none.
        shuffle: whether rows are shuffled, or with ``Shuffle.FILES`` the files, with
            ``Shuffle.INFILE`` the rows of each file. Default: ``None``, yes.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        sampler: a DistributedSampler, PKSampler, RandomSampler, SequentialSampler, SubsetSampler
            or SubsetRandomSampler. Default: ``None``.
        padded_sample: a row of `columns_list` that is added at the end. Default: ``None``.
        num_padded: how often it is added. Default: ``None``.
        num_samples: rows at most. Default: ``None``, all.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: a file does not exist, or an argument is wrong.
        RuntimeError: a file is not a MindRecord file, or arguments do not fit together.

    Examples:
        >>> import msjax.dataset as ds
        >>> from msjax.mindrecord import FileWriter
        >>> writer = FileWriter("rows.mindrecord", overwrite=True)
        >>> writer.add_schema({"x": {"type": "int32"}, "name": {"type": "string"}})
        >>> writer.write_raw_data([{"x": 1, "name": "one"}, {"x": 2, "name": "two"}])
        >>> writer.commit()
        >>> data = ds.MindDataset("rows.mindrecord", ["x", "name"], shuffle=False)
        >>> [(int(x), name.item()) for x, name in data]
        [(1, 'one'), (2, 'two')]
    """

    @renamed("dataset_file=dataset_files")  # 1.7
    def __init__(
        self,
        dataset_files: str | list[str],
        columns_list: list[str] | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        sampler: samplers.BuiltinSampler | None = None,
        padded_sample: dict[str, Any] | None = None,
        num_padded: int | None = None,
        num_samples: int | None = None,
        cache: DatasetCache | None = None,
    ):
        for path in dataset_files if isinstance(dataset_files, list) else [dataset_files]:
            _check_file(path)
        if columns_list is not None:
            checks.check_type(columns_list, list, "columns_list")
            checks.check_all(columns_list, str, "columns_list")
        if padded_sample is not None:
            checks.check_type(padded_sample, dict, "padded_sample")
        if num_padded is not None:
            checks.check_type(num_padded, int, "num_padded")
        _check_padding(columns_list, padded_sample, num_padded)
        if sampler is not None:
            if isinstance(sampler, str):
                checks.check_type(sampler, samplers.BuiltinSampler, "sampler")
            if not isinstance(sampler, _MIND_SAMPLERS):
                raise ValueError("The sampler is not supported yet.")
        self._mode = shuffle if shuffle in (Shuffle.FILES, Shuffle.INFILE) else None
        if num_samples and self._mode is not None:
            raise ValueError(
                "'Shuffle.FILES' or 'Shuffle.INFILE' and 'num_samples' cannot be specified at the "
                "same time."
            )
        if not dataset_files:
            raise RuntimeError("MindDataset: dataset files list is empty, check dataset_files.")
        mixed = False if self._mode is not None or shuffle is Shuffle.FALSE else shuffle
        super().__init__(
            num_parallel_workers, sampler, num_samples, mixed, num_shards, shard_id, cache
        )
        self.dataset_files = dataset_files
        self._decrypted = Decrypted()
        self._shards = _layout.open_shards(
            self._decrypted.path(dataset_files)
            if isinstance(dataset_files, str)
            else [self._decrypted.path(path) for path in dataset_files]
        )
        self._schema = self._shards[0].schema
        self.columns_list = columns_list or list(self._schema)
        for name in self.columns_list:
            if self.columns_list.count(name) > 1:
                raise RuntimeError(
                    f"MindDataset: the names in 'columns_list' must differ, but got {name!r} twice."
                )
            if name not in self._schema:
                raise RuntimeError(
                    f"Invalid data, column name: {name} can not found in schema. Please check the "
                    "'column_list'."
                )
        counts = [len(shard) for shard in self._shards]
        self._ends = np.cumsum(counts)
        self.padded_sample = padded_sample
        self.num_padded = num_padded or 0
        rows = int(self._ends[-1]) + self.num_padded
        if self.num_padded and num_shards and rows % num_shards:
            raise RuntimeError(
                f"Invalid data, the size of dataset and padded samples: {rows} can not be divisible"
                " by the value of 'num_shards'; adjust the value of 'num_padded'."
            )
        self._readers = [_field_reader(name, self._schema[name]) for name in self.columns_list]
        blobs = set(self._shards[0].blob_fields)
        self._places = [name in blobs for name in self.columns_list]

    def __deepcopy__(self, memo: dict) -> MindDataset:
        return self

    def _columns(self):
        return list(self.columns_list)

    def _length(self):
        return int(self._ends[-1]) + self.num_padded

    def _more(self, sampler: Any) -> int:
        """How many rows a sampler draws that draws more than there are, else 0."""
        if not isinstance(sampler, samplers.RandomSampler) or sampler.child_sampler is not None:
            return 0
        wanted = sampler.num_samples or 0
        return wanted if sampler.replacement and wanted > self._length() else 0

    def _chosen(self, sampler, draws):
        more = self._more(sampler)
        if more:
            return draws[0].rng.integers(self._length(), size=more)
        if self._wraps(sampler):
            wanted = np.asarray(sampler._choose(self._length(), draws[0]), np.int64)
            return (wanted.astype(np.uint64) % np.uint64(self._length())).astype(np.int64)
        return super()._chosen(sampler, draws)

    def _wraps(self, sampler: Any) -> bool:
        """Whether any index is a row: its remainder, as an unsigned number of 64 bits."""
        return isinstance(sampler, samplers.SubsetSampler) and sampler.child_sampler is None

    def _size(self):
        if self._wraps(self.sampler):
            return len(self.sampler._choose(self._length(), self.sampler._draws()[0]))
        return self._more(self.sampler) or super()._size()

    def _fetch(self, index):
        if index >= self._ends[-1]:
            return tuple(self._padded())
        shard_number = int(np.searchsorted(self._ends, index, "right"))
        shard = self._shards[shard_number]
        row = index - (int(self._ends[shard_number - 1]) if shard_number else 0)
        raw = {} if all(self._places) else shard.raw(row)
        blobs = shard.blobs(row) if any(self._places) else {}
        try:
            return tuple(
                read((blobs if blob else raw)[name])
                for name, blob, read in zip(
                    self.columns_list, self._places, self._readers, strict=True
                )
            )
        except (KeyError, ValueError) as error:
            raise RuntimeError(f"Invalid file, row {row} of {shard.path}: {error}.") from error

    def _padded(self) -> Iterator[np.ndarray]:
        for name in self.columns_list:
            value, field = (self.padded_sample or {})[name], self._schema[name]
            if field["type"] == "bytes":
                content = value.tobytes() if isinstance(value, np.ndarray) else bytes(value)
                yield _bytes_array(content)
            elif field["type"] == "string":
                yield np.array(value)
            elif "shape" in field:
                yield np.asarray(value, field["type"]).reshape(field["shape"])
            else:
                yield np.array(value, field["type"])

    def _rows(self, run):
        if self._mode is None:
            yield from super()._rows(run)
            return
        rng = run.keep(("files", id(self)), config._generator)
        if self.num_shards:  # all shards mix in the same way
            rng = np.random.default_rng((config.get_seed(), run.epoch))
        parts = [*np.split(np.arange(self._ends[-1]), self._ends[:-1])]
        if self._mode is Shuffle.FILES:
            parts = [parts[place] for place in rng.permutation(len(parts))]
        else:
            parts = [rng.permutation(part) for part in parts]
        order = np.concatenate([*parts, np.arange(self._ends[-1], self._length())])
        sampler = self._own_sampler(run)
        for index in self._chosen(sampler, run.keep(self, sampler._draws)):
            yield self._fetch(int(order[index]))

    def is_shuffled(self) -> bool:
        return self._mode is not None or super().is_shuffled()

    def _classes_in(self, column):
        if column not in self._schema:
            raise RuntimeError(f"PKSampler: there is no column {column!r} in {self.dataset_files}.")
        values = [shard.raw(row).get(column) for shard in self._shards for row in range(len(shard))]
        return np.array(values)

    def __getitem__(self, index: int) -> list[np.ndarray]:
        checks.check_type(index, int, "index")
        if index < 0:
            raise ValueError(f"index cannot be negative, but got {index}.")
        if index >= self._length():
            raise RuntimeError(
                f"Input index is not within the required interval of [0, {self._length() - 1}], "
                f"but got {index}."
            )
        return list(self._fetch(index))


_MIND_SAMPLERS = (
    samplers.SubsetRandomSampler,
    samplers.SubsetSampler,
    samplers.PKSampler,
    samplers.DistributedSampler,
    samplers.RandomSampler,
    samplers.SequentialSampler,
)


def _check_padding(columns: list | None, sample: dict | None, count: int | None) -> None:
    if sample is None:
        if count is not None:
            raise RuntimeError("num_padded is specified but padded_sample is not.")
        return
    if count is None:
        raise RuntimeError("padded_sample is specified and requires num_padded as well.")
    if count < 0:
        raise ValueError(f"num_padded is invalid, num_padded={count}.")
    if columns is None:
        raise RuntimeError("padded_sample is specified and requires columns_list as well.")
    if not set(columns) <= set(sample):
        raise ValueError("padded_sample cannot match columns_list.")


def _bytes_array(content: bytes) -> np.ndarray:
    return np.array([content], f"S{len(content) or 1}")


def _field_reader(name: str, field: dict) -> Callable[[Any], np.ndarray]:
    """The function from what a file holds to the array of a column."""
    if field["type"] == "bytes":
        return _bytes_array
    if field["type"] == "string":
        return np.array
    if "shape" in field:
        return _codec.blob_reader(field)
    dtype = np.dtype(field["type"])
    return lambda value: np.array(value, dtype)


class OBSMindDataset:
    """MindRecord files in a cloud store, which msjax does not read.

    Raises:
        NotImplementedError: always; copy the files and use `MindDataset`.
    """

    def __init__(
        self,
        dataset_files: str | list[str],
        server: str,
        ak: str,
        sk: str,
        sync_obs_path: str,
        columns_list: list[str] | None = None,
        shuffle: bool | Shuffle | None = Shuffle.GLOBAL,
        num_shards: int | None = None,
        shard_id: int | None = None,
        shard_equal_rows: bool = True,
    ):
        raise NotImplementedError(
            "OBSMindDataset is not supported by msjax; copy the files from the store and read them "
            "with MindDataset."
        )


class TFRecordDataset(FilesDataset, UnionBaseDataset):
    """The rows of TFRecord files that hold tf.train.Example, read without TensorFlow.

    Args:
        dataset_files: paths or glob patterns.
        schema: a Schema or the path of one: names, types and shapes of columns. Default: ``None``,
            the features of the first row; ints as int64, floats as float32, bytes as uint8.
        columns_list: features to read. Default: ``None``, all.
        num_samples: rows at most of each shard. Default: ``None``, "numRows" of the schema.
        num_parallel_workers: how many files are read in turn. Default: ``None``, the setting.
        shuffle: whether rows are shuffled, or files only with ``Shuffle.FILES``.
            Default: ``Shuffle.GLOBAL``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        shard_equal_rows: whether shards are equally long; else a shard has every `num_shards`-th
            file. Default: ``False``.
        cache: a DatasetCache. Default: ``None``.
        compression_type: ``""``, ``"GZIP"`` or ``"ZLIB"``. Default: ``None``, not compressed.

    Raises:
        ValueError: a pattern matches no file, or an argument is wrong.
        RuntimeError: a file is damaged or lacks a column.
    """

    def __init__(
        self,
        dataset_files: str | list[str],
        schema: Schema | str | None = None,
        columns_list: list[str] | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = Shuffle.GLOBAL,
        num_shards: int | None = None,
        shard_id: int | None = None,
        shard_equal_rows: bool = False,
        cache: DatasetCache | None = None,
        compression_type: str | None = None,
    ):
        if columns_list is not None:
            checks.check_type(columns_list, list, "columns_list")
            checks.check_all(columns_list, str, "columns_list")
        if shard_equal_rows is not None:
            checks.check_bool(shard_equal_rows, "shard_equal_rows")
        if compression_type not in (None, "", "GZIP", "ZLIB"):
            raise ValueError(
                "Input compression_type can only be either '' (no compression), 'ZLIB', or 'GZIP', "
                f"but got {compression_type!r}."
            )
        if schema is not None and not isinstance(schema, Schema):
            _check_file(schema)
            schema = Schema(schema)
        super().__init__(
            dataset_files, num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache
        )
        self.schema = schema
        self.columns_list = columns_list or []
        self.shard_equal_rows = bool(shard_equal_rows)
        self.compression_type = compression_type or ""
        if schema is not None and not self.num_samples:
            self.num_samples = Schema.get_num_rows(schema)
        files = len(self.dataset_files)
        if num_shards and files < num_shards and (self.compression_type or not shard_equal_rows):
            raise RuntimeError(
                "Invalid file, numbers of tfrecord file should not less than num_shards when "
                f"shard_equal_rows is false, but got numbers of tfrecord file: {files}, "
                f"num_shards: {num_shards}"
            )
        self._described: list[tuple[str, str | None, list[int] | None]] = []

    def _whole_files(self) -> bool:
        return self.num_shards is not None and not self.shard_equal_rows

    def _own_files(self) -> list[str]:
        return self.dataset_files[self.shard_id or 0 :: self.num_shards]

    def _columns_of_rows(self) -> list[tuple[str, str | None, list[int] | None]]:
        """Name, type and shape of each column; None where the file tells."""
        if not self._described:
            if self.schema is not None:
                known = {
                    column["name"]: (column["type"], shape)
                    for column, shape in zip(self.schema._columns, self.schema._shapes, strict=True)
                }
            else:
                first = next(self._examples(self.dataset_files[0]), None)
                if first is None:
                    raise RuntimeError(
                        f"Invalid file, there are no rows in {self.dataset_files[0]}."
                    )
                known = dict.fromkeys(sorted(first), (None, None))
            for name in self.columns_list:
                if name not in known:
                    raise RuntimeError(
                        f"Invalid columns_list, tfrecord file failed to find column name: {name}"
                    )
            self._described = [(name, *known[name]) for name in self.columns_list or known]
        return self._described

    def _columns(self):
        return [name for name, _, _ in self._columns_of_rows()]

    def _examples(self, path: str) -> Iterator[dict[str, _tfrecord.Feature]]:
        for record in _tfrecord.records(path, self.compression_type):
            try:
                yield _tfrecord.parse_example(record)
            except DecodeError as error:
                raise RuntimeError(
                    f"failed to parse example in tfrecord file: {path}: {error}."
                ) from error

    def _count(self, path):
        return sum(1 for _ in _tfrecord.records(path, self.compression_type))

    def _counted(self):
        if self._whole_files():
            for path in self._own_files():
                if path not in self._counts:
                    self._counts[path] = self._count(path)
            return [(path, self._counts[path]) for path in self._own_files()]
        return super()._counted()

    def _shard_rows(self):
        if self._whole_files():
            return sum(count for _, count in self._counted())
        return super()._shard_rows()

    def _parts(self, files):
        if not self._whole_files():
            return super()._parts(files)
        return ((path, 0, count) for path, count in files)

    def _read(self, path):
        columns = self._columns_of_rows()
        for number, features in enumerate(self._examples(path)):
            row = []
            for name, dtype, shape in columns:
                if name not in features:
                    raise RuntimeError(
                        f"Invalid columns_list, column name: {name} does not exist in row {number} "
                        f"of the tfrecord file {path}."
                    )
                try:
                    row.append(_feature_array(*features[name], dtype, shape))
                except ValueError as error:
                    raise RuntimeError(
                        f"The column {name} of row {number} of the tfrecord file {path} does not "
                        f"match the type {dtype} and shape {shape} of the schema: {error}."
                    ) from error
            yield tuple(row)


def _feature_array(
    kind: str, values: Any, dtype: str | None, shape: list[int] | None
) -> np.ndarray:
    """A feature in the type and shape of its column."""
    if kind == "bytes" and dtype == "string":
        array = np.array([value.decode(errors="surrogateescape") for value in values])
    elif kind == "bytes":
        if dtype not in (None, "uint8", "int8"):
            raise ValueError("it holds bytes")
        longest = max(map(len, values), default=0)
        joined = b"".join(value.ljust(longest, b" ") for value in values)
        array = np.frombuffer(joined, dtype or np.uint8).copy()
    else:
        wanted = np.dtype(values.dtype if dtype in (None, "string") else dtype)
        if dtype == "string" or (wanted.kind == "f") != (kind == "float"):
            raise ValueError(f"it holds {values.dtype}")
        array = values.astype(wanted)
    return array if shape is None else array.reshape(shape)
