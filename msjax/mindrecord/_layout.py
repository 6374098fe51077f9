"""The layout of a MindRecord file: a header, then pages of one size, and an index beside the file.

The header is JSON after its length in eight bytes. Pages hold blobs or rows of numbers and strings;
each entry is preceded by its length. The rows whose blobs are in one page are a group, whose other
parts are together in one page too. The index is an SQLite database that says where each row is, and
what the indexed fields hold.
"""

from __future__ import annotations

import contextlib
import json
import mmap
import os
import re
import struct
from typing import TYPE_CHECKING, Any

import numpy as np

from msjax.mindrecord import _codec

if TYPE_CHECKING:  # not every Python is built with SQLite: who has no such files needs none
    import sqlite3

MIN_HEADER_SIZE, MAX_HEADER_SIZE = 1 << 14, 1 << 27
MIN_PAGE_SIZE, MAX_PAGE_SIZE = 1 << 15, 1 << 28
DEFAULT_HEADER_SIZE, DEFAULT_PAGE_SIZE = 1 << 24, 1 << 25
SQL_TYPES = {
    "int32": "INTEGER",
    "int64": "INTEGER",
    "float32": "REAL",
    "float64": "REAL",
    "string": "TEXT",
}
_PLACES = (
    "ROW_ID",
    "PAGE_ID_RAW",
    "PAGE_OFFSET_RAW",
    "PAGE_OFFSET_RAW_END",
    "ROW_GROUP_ID",
    "PAGE_ID_BLOB",
    "PAGE_OFFSET_BLOB",
    "PAGE_OFFSET_BLOB_END",
)


def is_blob(field: dict) -> bool:
    """Whether a field of a schema is kept as a blob."""
    return field["type"] == "bytes" or "shape" in field


def read_header(path: str) -> dict:
    """The header of a file; RuntimeError if it has none."""
    with open(path, "rb") as stream:
        head = stream.read(8)
        (size,) = struct.unpack("<Q", head) if len(head) == 8 else (0,)
        if size > MAX_HEADER_SIZE:
            raise RuntimeError(
                f"Invalid file, the size of mindrecord file header is larger than the upper limit: "
                f"{path} is not a MindRecord file; use 'FileWriter' to write one."
            )
        content = stream.read(size)
    try:
        header = json.loads(content)
        schema = header["schema"][0]
        sizes = header["page_size"], header["header_size"]
        if len(content) != size or not all(isinstance(value, int) for value in sizes):
            raise ValueError
        schema["blob_fields"], schema["schema"], header["shard_addresses"]
    except (ValueError, KeyError, IndexError, TypeError):
        raise RuntimeError(
            f"Invalid file, failed to read header content of file: {path}; it is not a MindRecord "
            "file, or it was cut off or never committed."
        ) from None
    return header


def _dumps(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def header_bytes(header: dict) -> bytes:
    """The header in the file's form; RuntimeError if it is too long for its place."""
    content = _dumps(header).encode()
    if len(content) + 8 > header["header_size"]:
        raise RuntimeError(
            f"The header has {len(content) + 8} bytes, but its place {header['header_size']}; use "
            "'set_header_size' or 'set_page_size' with a larger size."
        )
    return struct.pack("<Q", len(content)) + content


# -- writing -------------------------------------------------------------------------------------


class ShardFile:
    """One file that rows are added to."""

    def __init__(self, path: str, header: dict, append: bool = False):
        self.path = path
        self.header = header
        self._pages: list[dict] = header["page"]
        self._indexed: list[tuple] = []  # values of indexed fields of new rows
        self._places: list[tuple] = []
        self.rows = max((page["end_row_id"] for page in self._pages), default=0)
        self._stream = open(path, "r+b" if append else "w+b")
        self._table = not append

    def _last(self, kind: str) -> dict | None:
        return next((page for page in reversed(self._pages) if page["page_type"] == kind), None)

    def _new_page(self, kind: str, group: int) -> dict:
        last = self._last(kind)
        number = 0 if last is None else last["page_type_id"] + 1
        if kind == "RAW_DATA" and last is not None:
            number = last["page_id"] + 1
        first = self.rows if kind == "BLOB_DATA" else 0
        page = {
            "end_row_id": first,
            "page_id": len(self._pages),
            "page_size": 0,
            "page_type": kind,
            "page_type_id": number,
            "row_group_ids": [{"id": group, "offset": 0}],
            "shard_id": self.header["shard_id"],
            "start_row_id": first,
        }
        self._pages.append(page)
        return page

    def _start(self, page: dict) -> int:
        return self.header["header_size"] + page["page_id"] * self.header["page_size"]

    def _put(self, page: dict, data: bytes) -> None:
        self._stream.seek(self._start(page) + page["page_size"])
        self._stream.write(data)
        page["page_size"] += len(data)

    def _moved(self, page: dict) -> dict:
        """A new page with the last group of a page that has no room for more of it."""
        group = page["row_group_ids"].pop()
        self._stream.seek(self._start(page) + group["offset"])
        data = self._stream.read(page["page_size"] - group["offset"])
        page["page_size"] = group["offset"]
        fresh = self._new_page("RAW_DATA", group["id"])
        self._put(fresh, data)
        self._places = [
            (row, fresh["page_id"], start - group["offset"], end - group["offset"], number, *rest)
            if number == group["id"]
            else (row, raw, start, end, number, *rest)
            for row, raw, start, end, number, *rest in self._places
        ]
        return fresh

    def add(self, raw: list[bytes], blobs: list[bytes], indexed: list[tuple]) -> None:
        """Write rows: their two parts and the values of their indexed fields."""
        limit = self.header["page_size"]
        blob_page, raw_page = self._last("BLOB_DATA"), self._last("RAW_DATA")
        taken = 0  # by the group's numbers and strings
        if blob_page is not None and raw_page is not None:
            taken = raw_page["page_size"] - raw_page["row_group_ids"][-1]["offset"]
        groups: list[tuple[int, list, list]] = []
        for kind, parts in ("blob", blobs), ("raw", raw):
            longest = 8 + max(map(len, parts))
            if longest > limit:
                raise RuntimeError(
                    f"Invalid data, Page size: {limit} is too small to save a {kind} row of "
                    f"{longest} bytes; use 'set_page_size' with a larger size."
                )
        for part, blob in zip(raw, blobs, strict=True):
            part, blob = (struct.pack("<Q", len(data)) + data for data in (part, blob))
            full = blob_page is None or blob_page["page_size"] + len(blob) > limit
            if full or taken + len(part) > limit:
                number = 0 if blob_page is None else blob_page["page_type_id"] + 1
                blob_page, taken = self._new_page("BLOB_DATA", 0), 0
                groups.append((number, [], []))
            elif not groups:
                groups.append((blob_page["page_type_id"], [], []))
            start = blob_page["page_size"]
            self._put(blob_page, blob)
            taken += len(part)
            self.rows += 1
            blob_page["end_row_id"] = self.rows
            groups[-1][1].append(part)
            groups[-1][2].append((blob_page["page_id"], start, start + len(blob)))
        row = self.rows - len(raw)
        for group, parts, places in groups:
            size = sum(map(len, parts))
            if raw_page is None:
                raw_page = self._new_page("RAW_DATA", group)
            elif raw_page["row_group_ids"][-1]["id"] == group:
                if raw_page["page_size"] + size > limit:
                    raw_page = self._moved(raw_page)
            elif raw_page["page_size"] + size > limit:
                raw_page = self._new_page("RAW_DATA", group)
            else:
                raw_page["row_group_ids"].append({"id": group, "offset": raw_page["page_size"]})
            start = raw_page["page_size"]
            for part, place in zip(parts, places, strict=True):
                self._places.append(
                    (row, raw_page["page_id"], start, start + len(part), group, *place)
                )
                start += len(part)
                row += 1
            self._put(raw_page, b"".join(parts))
        self._indexed += indexed

    def begin(self) -> None:
        """Take up the index of the file, to which rows are added."""
        with contextlib.closing(_open_index(self.path)) as base:
            names = _indexed_columns(base)
            columns = ",".join([*_PLACES, *(f'"{name}"' for name in names)])
            for row in base.execute(f"SELECT {columns} FROM INDEXES ORDER BY ROW_ID"):
                self._places.append(row[: len(_PLACES)])
                self._indexed.append(row[len(_PLACES) :])

    def commit(self) -> None:
        """Write the header and the index, and close the file."""
        with self._stream as stream:
            stream.seek(0)
            stream.write(header_bytes(self.header).ljust(self.header["header_size"], b"\0"))
        self._write_index()
        for path in (self.path, self.path + ".db"):
            os.chmod(path, 0o600)

    def close(self) -> None:
        """Close the file without finishing it."""
        try:  # also while Python ends, when modules may be gone
            self._stream.close()
        except OSError:  # of what it still had to write
            pass

    def _write_index(self) -> None:
        import sqlite3

        schema = self.header["schema"][0]["schema"]
        fields = [entry["index_field"] for entry in self.header["index_fields"] or ()]
        columns = [f"{name} INT NOT NULL" for name in _PLACES]
        for number, field in enumerate(fields):
            columns += (f"INC_{number} INT", f"{field}_0 {SQL_TYPES[schema[field]['type']]}")
        keys = ",".join(["ROW_ID", *(f"INC_{number}" for number in range(len(fields)))])
        path = self.path + ".db"
        if os.path.exists(path):
            os.remove(path)
        with contextlib.closing(sqlite3.connect(path)) as base, base:
            base.execute(f"CREATE TABLE INDEXES({','.join(columns)}, PRIMARY KEY({keys}))")
            marks = ",".join("?" * len(columns))
            base.executemany(
                f"INSERT INTO INDEXES VALUES({marks})",
                (
                    (*places, *(part for value in values for part in (0, value)))
                    for places, values in zip(self._places, self._indexed, strict=True)
                ),
            )
            base.execute("CREATE TABLE SHARD_NAME(NAME TEXT NOT NULL)")
            base.execute("INSERT INTO SHARD_NAME VALUES(?)", (os.path.basename(self.path),))


# -- reading -------------------------------------------------------------------------------------


def _open_index(path: str) -> sqlite3.Connection:
    """The index of a file, after a look whether it belongs to it."""
    import sqlite3

    index = path + ".db"
    if not os.path.exists(index):
        raise RuntimeError(f"The input: {index} is not exists.")
    base = sqlite3.connect(f"file:{os.path.abspath(index)}?mode=ro", uri=True)
    try:
        names = [name for (name,) in base.execute("SELECT NAME FROM SHARD_NAME")]
        base.execute("SELECT ROW_ID FROM INDEXES LIMIT 1")
    except sqlite3.DatabaseError as error:
        base.close()
        raise RuntimeError(
            f"Invalid file, {index} is not an index of a MindRecord file: {error}."
        ) from None
    if names != [os.path.basename(path)]:
        base.close()
        raise RuntimeError(
            f"Invalid file, mindrecord meta file: {index} and mindrecord file: {path} can not "
            f"match: the index is that of {names}. The files must not be renamed."
        )
    return base


def _indexed_columns(base: sqlite3.Connection) -> list[str]:
    """The columns of the index that hold values of fields."""
    names = [row[1] for row in base.execute("PRAGMA table_info(INDEXES)")]
    return [name for name in names[len(_PLACES) :] if not re.fullmatch(r"INC_\d+", name)]


class ShardReader:
    """One file that rows are read from."""

    def __init__(self, path: str):
        self.path = path
        self.header = read_header(path)
        schema = self.header["schema"][0]
        self.schema: dict[str, dict] = schema["schema"]
        self.blob_fields: list[str] = schema["blob_fields"]
        with contextlib.closing(_open_index(path)) as base:
            self.indexed = _indexed_columns(base)
            rows = base.execute(
                "SELECT PAGE_ID_RAW, PAGE_OFFSET_RAW, PAGE_OFFSET_RAW_END, PAGE_ID_BLOB, "
                "PAGE_OFFSET_BLOB, PAGE_OFFSET_BLOB_END FROM INDEXES ORDER BY ROW_ID"
            ).fetchall()
        places = np.array(rows, np.int64).reshape(-1, 6)
        starts = self.header["header_size"] + places[:, [0, 3]] * self.header["page_size"]
        self._starts = starts + places[:, [1, 4]] + 8
        self._ends = starts + places[:, [2, 5]]
        size = os.path.getsize(path)
        if len(places) and (self._ends.max() > size or (self._ends < self._starts).any()):
            raise RuntimeError(
                f"Invalid file, the mindrecord file {path} was cut off: it has {size} bytes, and "
                f"its index tells of {self._ends.max()}."
            )
        self._file: mmap.mmap | None = None

    def __len__(self) -> int:
        return len(self._starts)

    def _content(self) -> mmap.mmap:
        if self._file is None:
            with open(self.path, "rb") as stream:
                self._file = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
        return self._file

    def raw(self, row: int) -> dict[str, Any]:
        """The numbers and strings of a row."""
        data = self._content()[self._starts[row, 0] : self._ends[row, 0]]
        try:
            return _codec.unpack_row(data)
        except ValueError as error:
            raise RuntimeError(f"Invalid file, row {row} of {self.path}: {error}.") from error

    def blobs(self, row: int) -> dict[str, bytes]:
        """The bytes of a row's blob fields."""
        data = self._content()[self._starts[row, 1] : self._ends[row, 1]]
        try:
            return _codec.blob_pieces(data, self.blob_fields)
        except ValueError as error:
            raise RuntimeError(f"Invalid file, row {row} of {self.path}: {error}.") from error

    def values(self, column: str) -> list[str]:
        """What a column of the index holds, row by row, as SQLite writes it."""
        query = f'SELECT CAST("{column}" AS TEXT) FROM INDEXES ORDER BY ROW_ID'
        with contextlib.closing(_open_index(self.path)) as base:
            return [value for (value,) in base.execute(query)]

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()
            self._file = None


def open_shards(files: str | list[str]) -> list[ShardReader]:
    """The files of a list, or all files that were written together with one."""
    if isinstance(files, str):
        folder = os.path.dirname(files)
        names = read_header(files)["shard_addresses"]
        files = [os.path.join(folder, os.path.basename(name)) for name in names]
        missing = [path for path in files if not os.path.exists(path)]
        if missing:
            raise RuntimeError(f"Invalid file, the files {missing}, written together, are missing.")
    shards = [ShardReader(path) for path in files]
    for shard in shards[1:]:
        if shard.header["schema"] != shards[0].header["schema"]:
            raise RuntimeError(
                f"Invalid file, the metadata of mindrecord file: {shard.path} is different from "
                f"others: {shards[0].path}."
            )
    return shards
