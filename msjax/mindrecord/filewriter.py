"""Writing MindRecord files."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator
from types import NoneType
from typing import Any

import numpy as np

from msjax import log
from msjax.mindrecord import _codec, _layout, config
from msjax.mindrecord.common.exceptions import (
    MRMAddSchemaError,
    MRMBuildSchemaError,
    MRMDefineIndexError,
    MRMGetMetaError,
    MRMInvalidSchemaError,
    ParamTypeError,
    ParamValueError,
)
from msjax.mindrecord.core.shardutils import MAX_SHARD_COUNT, MIN_SHARD_COUNT, check_filename

_TYPES = (*_codec.NUMBERS, "string", "bytes")
_FITTING = {
    "int": ("int32", "int64"),
    "float": ("float32", "float64"),
    "str": ("string",),
    "bytes": ("bytes",),
    "ndarray": _codec.NUMBERS,
    **{name: (name,) for name in _codec.NUMBERS},
}


class FileWriter:
    """A writer of rows into MindRecord files.

    Args:
        file_name: path of the file, or what the paths of several files begin with.
        shard_num: number of files, 1 to 1000. Default: ``1``.
        overwrite: whether files that are there already are replaced. Default: ``False``.

    Raises:
        ParamValueError: an argument is wrong.

    Examples:
        >>> from msjax.mindrecord import FileReader, FileWriter
        >>> writer = FileWriter("digits.mindrecord", overwrite=True)
        >>> writer.add_schema({"label": {"type": "int32"}, "data": {"type": "bytes"}}, "digits")
        >>> writer.add_index(["label"])
        >>> writer.write_raw_data([{"label": 7, "data": b"seven"}, {"label": 1, "data": b"one"}])
        >>> writer.commit()
        >>> reader = FileReader("digits.mindrecord")
        >>> [row["data"] for row in reader.get_next()]
        [b'seven', b'one']
        >>> reader.close()
    """

    def __init__(self, file_name: str, shard_num: int = 1, overwrite: bool = False):
        check_filename(file_name)
        if shard_num is None:
            raise ParamValueError("Parameter shard_num is None.")
        if not isinstance(shard_num, int):
            raise ParamValueError("Parameter shard_num's type is not int.")
        if not MIN_SHARD_COUNT <= shard_num <= MAX_SHARD_COUNT:
            raise ParamValueError(
                f"Parameter shard_num's value: {shard_num} should between {MIN_SHARD_COUNT} and "
                f"{MAX_SHARD_COUNT}."
            )
        if not isinstance(overwrite, bool):
            raise ParamValueError("Parameter overwrite's type is not bool.")
        if shard_num > 1 and config.encrypting():
            raise RuntimeError("Several encrypted files cannot be written at once.")
        digits = len(str(shard_num - 1))
        self._paths = [file_name]
        if shard_num > 1:
            self._paths = [f"{file_name}{number:0{digits}}" for number in range(shard_num)]
        self._overwrite = overwrite
        self._header_size = _layout.DEFAULT_HEADER_SIZE
        self._page_size = _layout.DEFAULT_PAGE_SIZE
        self._schema: dict[str, dict] | None = None
        self._description = ""
        self._index: list[str] = []
        self._shards: list[_layout.ShardFile] = []
        self._committed = False
        self._append = False
        self._parallel: bool | None = None
        self._turn = 0
        self._saved = 0
        self._failure = ""

    @classmethod
    def open_for_append(cls, file_name: str) -> FileWriter:
        """A writer that adds rows to a file.

        Args:
            file_name: path of the file.

        Returns:
            FileWriter.

        Raises:
            RuntimeError: there is no such MindRecord file.

        Examples:
            >>> from msjax.mindrecord import FileReader, FileWriter
            >>> writer = FileWriter("log.mindrecord", overwrite=True)
            >>> writer.add_schema({"step": {"type": "int64"}})
            >>> writer.write_raw_data([{"step": 0}])
            >>> writer.commit()
            >>> writer = FileWriter.open_for_append("log.mindrecord")
            >>> writer.write_raw_data([{"step": 1}])
            >>> writer.commit()
            >>> FileReader("log.mindrecord").len()
            2
        """
        check_filename(file_name)
        readable = config.Decrypted().path(file_name)
        if readable != file_name:
            raise NotImplementedError(
                "Rows cannot be added to an encrypted MindRecord file; write a new one."
            )
        _layout.ShardReader(file_name).close()
        header = _layout.read_header(file_name)
        writer = cls(file_name)
        writer._append = True
        writer._header_size, writer._page_size = header["header_size"], header["page_size"]
        schema = header["schema"][0]
        writer._schema, writer._description = schema["schema"], schema["desc"]
        writer._index = [entry["index_field"] for entry in header["index_fields"] or ()]
        writer._saved = header.get("compression_size", 0)
        shard = _layout.ShardFile(file_name, header, append=True)
        shard.begin()
        writer._shards = [shard]
        return writer

    def add_schema(self, content: dict[str, dict], desc: str | None = None) -> None:
        """Say what the fields of a row are.

        Args:
            content: for each field a dict with "type", one of int32, int64, float32, float64,
                string and bytes, and for arrays of numbers "shape", a list that may hold one -1.
            desc: a description. Default: ``None``.

        Raises:
            MRMInvalidSchemaError: `content` is not a schema.
            MRMAddSchemaError: there is a schema already.
            MRMBuildSchemaError: a shape has more than one -1, or another number below 1.
            TypeError: `desc` is not a str.
        """
        _check_schema(content)
        if not isinstance(desc, (str, bytes, NoneType)):
            got = type(desc).__name__
            raise TypeError(f"For 'add_schema', the 'desc' must be str, but got {got}.")
        if self._schema is not None:
            log.error("The schema is added repeatedly.")
            raise MRMAddSchemaError
        self._schema = {name: dict(sorted(content[name].items())) for name in sorted(content)}
        self._description = desc or ""

    def add_index(self, index_fields: list[str]) -> None:
        """Choose the fields that rows can be found by; without it, all numbers and strings.

        Args:
            index_fields: names of fields that hold one number or string.

        Raises:
            ParamTypeError: `index_fields` is not a list of names.
            MRMGetMetaError: there is not a schema yet.
            MRMDefineIndexError: a field holds bytes or an array.
            RuntimeError: a field is not in the schema, or is added twice.
        """
        if not index_fields or not isinstance(index_fields, list):
            raise ParamTypeError("index_fields", "list")
        if self._schema is None:
            log.critical("Failed to get meta info.")
            raise MRMGetMetaError
        for field in index_fields:
            if not isinstance(field, str):
                raise ParamTypeError("index field", "str")
            if field in self._schema and _layout.is_blob(self._schema[field]):
                raise MRMDefineIndexError(
                    f"Failed to set field {field} since it's not primitive type."
                )
        for field in index_fields:
            if field not in self._schema:
                raise RuntimeError(
                    f"Invalid input, 'index_fields': {field} can not found in schema: "
                    f"{list(self._schema)}. Please use 'add_index' function to add proper "
                    "'index_fields'."
                )
            if field in self._index:
                raise RuntimeError(
                    f"The 'index_fields': {field} is added repeatedly. Please remove the "
                    "redundant 'add_index' function."
                )
            self._index.append(field)

    def set_header_size(self, header_size: int) -> None:
        """Set the place that is kept for the header, 16 KB to 128 MB; by default 16 MB.

        Args:
            header_size: bytes, a multiple of 4.

        Raises:
            RuntimeError: the size is not possible.
        """
        self._header_size = _checked_size(
            header_size, "header", _layout.MIN_HEADER_SIZE, _layout.MAX_HEADER_SIZE
        )

    def set_page_size(self, page_size: int) -> None:
        """Set the size of pages, 32 KB to 256 MB; by default 32 MB. A row must fit into a page.

        Args:
            page_size: bytes, a multiple of 4.

        Raises:
            RuntimeError: the size is not possible.
        """
        self._page_size = _checked_size(
            page_size, "page", _layout.MIN_PAGE_SIZE, _layout.MAX_PAGE_SIZE
        )

    def write_raw_data(self, raw_data: list[dict], parallel_writer: bool = False) -> None:
        """Write rows. Those that do not fit the schema are taken out of the list, with a warning.

        Args:
            raw_data: rows as dicts.
            parallel_writer: whether the rows of a call go to one file, of the next call to the
                next one; else each call's rows are shared out. Default: ``False``.

        Raises:
            ParamTypeError: `raw_data` is not a list of dicts.
            TypeError: `parallel_writer` is not a bool.
            RuntimeError: there is not a schema, no row fits it, a file is there already, the files
                are committed, a row is larger than a page, or the disk is full.
        """
        if not isinstance(parallel_writer, bool):
            raise TypeError("The parameter `parallel_writer` must be bool.")
        if self._parallel is None:
            self._parallel = parallel_writer
        if self._parallel != parallel_writer:
            raise RuntimeError("The parameter `parallel_writer` must be consistent during use.")
        if self._committed:
            raise RuntimeError(
                "Not allowed to call `write_raw_data` on flushed MindRecord files; write before "
                "`commit`, or begin again with `open_for_append`."
            )
        with self._writing():
            self._open()
        if not isinstance(raw_data, list):
            raise ParamTypeError("raw_data", "list")
        for row in raw_data:
            if not isinstance(row, dict):
                raise ParamTypeError("raw_data item", "dict")
        _drop_misfits(raw_data, self._schema or {})
        if not raw_data:
            raise RuntimeError(
                "There is no valid data which can be written by 'write_raw_data' to mindrecord "
                "file; the warnings above tell what is wrong with each row."
            )
        with self._writing():
            self._share_out(raw_data)

    def _share_out(self, raw_data: list[dict]) -> None:
        """Write rows into the files whose turn it is."""
        if self._parallel:
            self._write(self._shards[self._turn], raw_data)
            self._turn = (self._turn + 1) % len(self._shards)
            return
        share, rest = divmod(len(raw_data), len(self._shards))
        shortest = sorted(range(len(self._shards)), key=lambda place: self._shards[place].rows)
        longer, start = set(shortest[:rest]), 0
        for place, shard in enumerate(self._shards):
            count = share + (place in longer)
            if count:
                self._write(shard, raw_data[start : start + count])
            start += count

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        """Errors of the disk name the files, which are given up."""
        if self._failure:
            raise RuntimeError(self._failure)
        try:
            yield
        except Exception as error:
            if not isinstance(error, OSError) and type(error).__module__ != "sqlite3":
                raise
            for shard in self._shards:
                shard.close()
            self._failure = f"The MindRecord file {self._paths[0]} cannot be written: {error}."
            raise RuntimeError(self._failure) from error

    def _write(self, shard: _layout.ShardFile, rows: list[dict]) -> None:
        schema = self._schema or {}
        blobs = [name for name, field in schema.items() if _layout.is_blob(field)]
        plain = [name for name in schema if name not in blobs]
        raws, packed, indexed = [], [], []
        for row in rows:
            values = {
                name: row[name].item() if isinstance(row[name], np.generic) else row[name]
                for name in plain
            }
            raws.append(_codec.pack_row(values or {"id": 0}))
            blob, saved = _codec.pack_blob({name: row[name] for name in blobs}, schema)
            self._saved += saved
            packed.append(blob)
            indexed.append(tuple(values[name] for name in self._index))
        shard.add(raws, packed, indexed)

    def _open(self) -> None:
        """Make the files."""
        if self._shards:
            return
        if self._schema is None:
            raise RuntimeError(
                "Invalid data, schema is not found in header, please use 'add_schema' to add a "
                "schema for new mindrecord files."
            )
        for path in self._paths:
            if os.path.dirname(path) and not os.path.isdir(os.path.dirname(path)):
                raise RuntimeError(f"Invalid file, the folder of {path} does not exist.")
            if os.path.exists(path) and not self._overwrite:
                raise RuntimeError(
                    f"Invalid file, mindrecord files already exist. Please check file path: "
                    f"{os.path.abspath(path)}. If they are not needed, set 'overwrite' to True."
                )
            for old in path, path + ".db":
                if os.path.exists(old):
                    log.warning("Succeed to remove the old mindrecord file, path: %s", old)
                    os.remove(old)
        blobs = [name for name, field in self._schema.items() if _layout.is_blob(field)]
        if not self._index:
            self._index = [name for name in self._schema if name not in blobs]
        fields = [{"index_field": name, "schema_id": 0} for name in self._index] or None
        description = {"blob_fields": blobs, "desc": self._description, "schema": self._schema}
        self._shards = [
            _layout.ShardFile(
                path,
                {
                    "header_size": self._header_size,
                    "index_fields": fields,
                    "page": [],
                    "page_size": self._page_size,
                    "compression_size": 0,
                    "schema": [description],
                    "shard_addresses": [os.path.basename(path) for path in self._paths],
                    "shard_id": number,
                    "statistics": None,
                    "version": "3.0",
                },
            )
            for number, path in enumerate(self._paths)
        ]

    def commit(self) -> None:
        """Finish the files and write their indexes.

        Raises:
            RuntimeError: there is not a schema, the header has no room for so many pages, or the
                disk is full.
        """
        with self._writing():
            self._open()
            if self._committed:
                return
            for shard in self._shards:
                shard.header["compression_size"] = self._saved
                shard.commit()
            for path in self._paths:
                for file in path, path + ".db":
                    config.encrypt(file)
        self._committed = True

    def __del__(self) -> None:
        for shard in getattr(self, "_shards", ()):
            shard.close()


def _checked_size(size: Any, name: str, low: int, high: int) -> int:
    if not isinstance(size, int) or isinstance(size, bool):
        raise TypeError(f"The size of the {name} must be an int, but got {size!r}.")
    if not low <= size <= high:
        raise RuntimeError(
            f"Invalid data, {name} size: {size} should be in range [{low} bytes, {high} bytes]."
        )
    if size % 4:
        raise RuntimeError(f"Invalid data, {name} size {size} should be divided by four.")
    return size


def _check_schema(content: Any) -> None:
    if not content:
        raise MRMInvalidSchemaError("Schema content is empty.")
    if not isinstance(content, dict):
        raise MRMInvalidSchemaError("Schema content should be dict.")
    for name, field in content.items():
        if not re.fullmatch(r"[0-9a-zA-Z_]+", name):
            raise MRMInvalidSchemaError(
                f"Field '{name}' should be composed of '0-9' or 'a-z' or 'A-Z' or '_'."
            )
        if not field or not isinstance(field, dict):
            raise MRMInvalidSchemaError(f"Field '{field}' should be dict.")
        if set(field) not in ({"type"}, {"type", "shape"}):
            raise MRMInvalidSchemaError(f"Field '{field}' contains illegal attributes.")
        allowed = _codec.NUMBERS if "shape" in field else _TYPES
        for key, fits in (
            ("type", field["type"] in allowed),
            (
                "shape",
                isinstance(field.get("shape", []), list),
            ),
        ):
            if not fits:
                raise MRMInvalidSchemaError(
                    f"Field '{name}' contain illegal attribute '{field[key]}'."
                )
        shape = field.get("shape", [])
        known = [n for n in shape if isinstance(n, (int, float)) and n != -1]
        if shape.count(-1) > 1 or any(n <= 0 or n is True for n in known):
            log.error(f"The shape {shape} of field '{name}' has a length below 1.")
            raise MRMBuildSchemaError


def _misfit(row: dict, name: str, field: dict) -> str:
    """What is wrong with a field of a row, or an empty text."""
    if name not in row:
        return f"there is not field: '{name}' in the raw data."
    value = row[name]
    kind = type(value).__name__
    if kind not in _FITTING:
        return f"data type: '{kind}' for field: '{name}' is not matched."
    if field["type"] not in _FITTING[kind]:
        return f"data type: '{field['type']}' for field: '{name}' is not matched."
    if kind != "ndarray":
        if "shape" in field:
            return f"data type: '{kind}' for field: '{name}' is not an array."
        return ""
    if "shape" not in field:
        return f"data shape for field: '{name}' is not specified."
    if str(value.dtype) != field["type"]:
        return f"data type: '{value.dtype}' for field: '{name}' is not matched."
    try:
        np.reshape(value, field["shape"])
    except ValueError:
        return f"data shape: '{value.shape}' for field: '{name}' is not matched."
    return ""


def _drop_misfits(rows: list[dict], schema: dict[str, dict]) -> None:
    """Take the rows that do not fit out of the list."""
    for place in reversed(range(len(rows))):
        for name, field in schema.items():
            wrong = _misfit(rows[place], name, field)
            if wrong:
                log.warning(f"for schema, {place} th data is wrong, {wrong}")
                del rows[place]
                break


__all__ = ["FileWriter"]
