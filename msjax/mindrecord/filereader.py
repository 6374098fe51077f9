"""Reading MindRecord files row by row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msjax.mindrecord import _codec, _layout, config
from msjax.mindrecord.common.exceptions import MRMUnsupportedSchemaError, ParamTypeError
from msjax.mindrecord.core.shardutils import check_consumers, check_filename


def check_names(file_name: Any) -> None:
    """Refuse what is neither a path nor a list of paths."""
    for path in file_name if isinstance(file_name, list) else [file_name]:
        check_filename(path)


def readable(files: str | list[str], decrypted: config.Decrypted) -> str | list[str]:
    """The files, decrypted if a key is set."""
    if isinstance(files, str):
        return decrypted.path(files)
    return [decrypted.path(path) for path in files]


def plain_row(shard: _layout.ShardReader, row: int, columns: list[str] | None = None) -> dict:
    """The fields of a row as Python values and arrays: numbers and strings first, then blobs."""
    raw = shard.raw(row)
    result = {
        name: int(value) if isinstance(value, float) and _is_whole(value) else value
        for name, value in raw.items()
        if name in shard.schema and (columns is None or name in columns)
    }
    blobs = shard.blobs(row)
    for name in shard.blob_fields:
        if columns is None or name in columns:
            try:
                result[name] = _codec.blob_reader(shard.schema[name])(blobs[name])
            except ValueError:
                raise MRMUnsupportedSchemaError("Shape in schema is illegal.") from None
    return result


def _is_whole(value: float) -> bool:
    """Whether MindSpore gives the float as an int: it is one of 64 bits."""
    return value.is_integer() and abs(value) < 2**63


class FileReader:
    """A reader of MindRecord files.

    Args:
        file_name: path of a file, with which all files that were written together are read; or a
            list of paths, of which only those are read.
        num_consumer: accepted; rows are read when they are asked for. Default: ``4``.
        columns: fields to read. Default: ``None``, all.
        operator: accepted, without a meaning. Default: ``None``.

    Raises:
        ParamValueError: `file_name` or `num_consumer` is wrong.
        ParamTypeError: `columns` is not a list.
        RuntimeError: a file is missing or no MindRecord file, or has no such field.

    Examples:
        >>> from msjax.mindrecord import FileReader, FileWriter
        >>> writer = FileWriter("squares.mindrecord", overwrite=True)
        >>> writer.add_schema({"x": {"type": "int32"}, "y": {"type": "int64"}})
        >>> writer.write_raw_data([{"x": x, "y": x * x} for x in range(3)])
        >>> writer.commit()
        >>> reader = FileReader("squares.mindrecord", columns=["y"])
        >>> list(reader.get_next())
        [{'y': 0}, {'y': 1}, {'y': 4}]
        >>> reader.close()
    """

    def __init__(
        self,
        file_name: str | list[str],
        num_consumer: int = 4,
        columns: list[str] | None = None,
        operator: object = None,
    ):
        check_names(file_name)
        check_consumers(num_consumer)
        if columns and not isinstance(columns, list):
            raise ParamTypeError("columns", "list")
        self._columns = columns or None
        self._closed = False
        self._unread = self._rows()
        self._decrypted = config.Decrypted()
        self._shards = _layout.open_shards(readable(file_name, self._decrypted))
        for name in self._columns or ():
            if name not in self._shards[0].schema:
                raise RuntimeError(
                    f"Invalid data, column name: {name} can not found in schema. Please check the "
                    "'column_list'."
                )

    def get_next(self) -> Iterator[dict]:
        """The rows that were not read yet, as dicts from fields to values.

        Returns:
            an iterator of dicts, which ends where the reader is closed.

        Raises:
            MRMUnsupportedSchemaError: an array does not have the schema's shape.
        """
        for row in self._unread:  # noqa: UP028  `yield from` would close it with this iterator
            yield row

    def _rows(self) -> Iterator[dict]:
        for shard in self._shards:
            for row in range(len(shard)):
                if self._closed:
                    return
                yield plain_row(shard, row, self._columns)

    def schema(self) -> dict[str, dict]:
        """What the fields are.

        Returns:
            dict, the schema as it was given to `FileWriter.add_schema`.
        """
        return self._shards[0].schema

    def len(self) -> int:
        """The number of rows."""
        return sum(len(shard) for shard in self._shards)

    def close(self) -> None:
        """Let go of the files; there are no more rows then."""
        self._closed = True
        for shard in self._shards:
            shard.close()


__all__ = ["FileReader"]
