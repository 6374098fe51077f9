"""CSV files as MindRecord files."""

from __future__ import annotations

import csv
import os
from typing import Any

from msjax.mindrecord.core.shardutils import SUCCESS, MSRStatus, check_filename
from msjax.mindrecord.filewriter import FileWriter
from msjax.mindrecord.tools import _conversion

_MISSING = frozenset("#N/A,#NA,-NaN,-nan,<NA>,N/A,NA,NULL,NaN,None,n/a,nan,null".split(",")) | {""}


def _column(values: list[str]) -> tuple[str, list]:
    """The type of a column and its values in it: the first that all fit."""
    if values and all(
        value in ("True", "False", "TRUE", "FALSE", "true", "false") for value in values
    ):
        return "int32", [int(value.lower() == "true") for value in values]
    readers: list[tuple[str, Any]] = [
        ("int64", int),
        ("float64", lambda text: float("nan") if text in _MISSING else float(text)),
    ]
    for kind, read in readers:
        try:
            return kind, [read(value) for value in values]
        except ValueError:
            continue
    return "string", values


class CsvToMR:
    """A CSV file, whose first line has the names of the columns, as MindRecord files.

    Args:
        source: path of the CSV file.
        destination: path of the file, or what the paths of several begin with.
        columns_list: columns to take. Default: ``None``, all.
        partition_number: number of files. Default: ``1``.

    Raises:
        ValueError: an argument is wrong.

    Examples:
        >>> from msjax.mindrecord import CsvToMR, FileReader
        >>> with open("table.csv", "w") as file:
        ...     _ = file.write("name,age\\nAnn,30\\nBob,25\\n")
        >>> CsvToMR("table.csv", "table.mindrecord").transform()
        >>> next(FileReader("table.mindrecord").get_next())
        {'age': 30, 'name': 'Ann'}
    """

    def __init__(
        self,
        source: str,
        destination: str,
        columns_list: list[str] | None = None,
        partition_number: int = 1,
    ):
        for name, value in ("source", source), ("destination", destination):
            if not isinstance(value, str):
                raise ValueError(f"The parameter {name} must be str.")
            check_filename(value)
        if columns_list and not (
            isinstance(columns_list, list) and all(isinstance(name, str) for name in columns_list)
        ):
            raise ValueError("The parameter columns_list must be list of str.")
        self.source = source
        self.destination = destination
        self.columns_list = columns_list
        self.partition_number = _conversion.check_partitions(partition_number)
        self.writer = FileWriter(destination, partition_number)

    def run(self) -> MSRStatus:
        """Write the files, as `transform` does, and return SUCCESS."""
        self.transform()
        return SUCCESS

    def transform(self) -> None:
        """Write the files.

        Raises:
            OSError: there is no CSV file.
            RuntimeError: a column of `columns_list` is missing, or a row has another length.
            ValueError: the name of a column is a number.
        """
        if not os.path.exists(self.source):
            raise OSError(f"Csv file {self.source} do not exist.")
        with open(self.source, encoding="utf-8-sig", newline="") as stream:
            lines = [line for line in csv.reader(stream) if line]
        if not lines:
            raise RuntimeError("Failed to generate schema from csv file.")
        names, rows = lines[0], lines[1:]
        for number, row in enumerate(rows, 2):
            if len(row) != len(names):
                raise RuntimeError(
                    f"Line {number} of {self.source} has {len(row)} fields, not {len(names)}."
                )
        chosen = self.columns_list or names
        schema, columns = {}, {}
        for name in chosen:
            if name not in names:
                raise RuntimeError(
                    f"The parameter columns_list is illegal, column {name} does not exist."
                )
            if name.isdigit():
                raise ValueError(
                    f"The first line of the CSV file names the columns, but {name} is a number."
                )
            place = names.index(name)
            kind, columns[name] = _column([row[place] for row in rows])
            schema[name] = {"type": kind}
        self.writer.set_page_size(_conversion.LARGE_PAGE)
        self.writer.add_schema(schema, "csv_schema")
        self.writer.add_index(list(chosen))
        table = (
            dict(zip(columns, values, strict=True))
            for values in zip(*columns.values(), strict=True)
        )
        _conversion.write_rows(self.writer, table)


__all__ = ["CsvToMR"]
