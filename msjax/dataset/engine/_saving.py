"""The rows of a pipeline as MindRecord files."""

from __future__ import annotations

import os
import string
from typing import Any

import numpy as np

from msjax.dataset import _checks as checks
from msjax.mindrecord import FileWriter

_TYPES = {
    **dict.fromkeys(("bool", "int8", "int16", "int32", "uint8", "uint16"), "int32"),
    **dict.fromkeys(("int64", "uint32", "uint64"), "int64"),
    **dict.fromkeys(("float16", "float32"), "float32"),
    "float64": "float64",
}
_AT_ONCE = 1000
_MARKS = str.maketrans(dict.fromkeys(string.punctuation, "_"))


def _field(name: str, value: np.ndarray) -> dict[str, Any]:
    """The schema of a column, by its first row."""
    kind = value.dtype.kind
    if kind in "SU":
        if value.size != 1 or (kind == "U" and value.ndim):
            raise RuntimeError(
                f"Invalid data, mindrecord can not support multi-dimensional strings, but column "
                f"{name!r} has shape {list(value.shape)}."
            )
        return {"type": "string" if kind == "U" else "bytes"}
    if value.dtype.name not in _TYPES:
        raise RuntimeError(f"Column {name!r} of {value.dtype} cannot be saved in MindRecord files.")
    field: dict[str, Any] = {"type": _TYPES[value.dtype.name]}
    if value.ndim:
        field["shape"] = [-1, *value.shape[1:]]
    return field


def _plain(value: np.ndarray, field: dict[str, Any]) -> Any:
    if field["type"] == "bytes":
        return value.tobytes()
    if "shape" in field:
        return value.astype(field["type"])
    return value.astype(field["type"]).item() if field["type"] != "string" else value.item()


def save(dataset: Any, file_name: Any, num_files: Any, file_type: Any) -> None:
    """Write the rows of a pipeline."""
    checks.check_type(file_name, str, "file_name")
    checks.check_type(num_files, int, "num_files")
    checks.check_type(file_type, str, "file_type")
    if file_type != "mindrecord":
        raise ValueError(f"{file_type} dataset format is not supported.")
    if not 0 < num_files <= 1000:
        raise ValueError(f"The 'num_files' must be in [1, 1000], but got {num_files}.")
    writer = FileWriter(file_name, num_files)
    try:
        _write(dataset, writer)
    except BaseException:
        if writer._shards:  # else they are another's, and there was nothing to write
            for shard in writer._shards:
                shard.close()
            for path in writer._paths:
                for file in path, path + ".db":
                    if os.path.exists(file):
                        os.remove(file)
        raise


def _write(dataset: Any, writer: FileWriter) -> None:
    """Write the rows of a pipeline by a writer."""
    fields: dict[str, dict] = {}
    places: dict[str, str] = {}
    rows: list[dict] = []
    for row in dataset.create_dict_iterator(num_epochs=1, output_numpy=True):
        if not fields:
            fields = {name: _field(name, value) for name, value in row.items()}
            places = {name: name.translate(_MARKS) for name in fields}
            if len(set(places.values())) < len(places):
                raise RuntimeError(f"Some of the columns {list(places)} have one name in the file.")
            schema = {place: fields[name] for name, place in places.items()}
            writer.add_schema(schema, "description")
        try:
            rows.append({places[name]: _plain(row[name], fields[name]) for name in fields})
        except ValueError as error:
            raise RuntimeError(f"A row does not fit the first one: {error}.") from error
        if len(rows) == _AT_ONCE:
            writer.write_raw_data(rows)
            rows = []
    if not fields:
        raise RuntimeError("There are no rows to save.")
    if rows:
        writer.write_raw_data(rows)
    writer.commit()
