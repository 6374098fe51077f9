"""Reading MindRecord files by the values of a field, a page at a time."""

from __future__ import annotations

import json
from typing import Any

from msjax.mindrecord import _layout, config
from msjax.mindrecord.common.exceptions import (
    MRMDefineCategoryError,
    ParamTypeError,
    ParamValueError,
)
from msjax.mindrecord.core.shardutils import check_consumers
from msjax.mindrecord.filereader import check_names, plain_row, readable


class MindPage:
    """Rows of MindRecord files, grouped by the values of an indexed field.

    Args:
        file_name: path of a file, with which all files that were written together are read; or a
            list of paths.
        num_consumer: accepted; rows are read when they are asked for. Default: ``4``.

    Raises:
        ParamValueError: an argument is wrong.
        RuntimeError: a file is missing or no MindRecord file.

    Examples:
        >>> from msjax.mindrecord import FileWriter, MindPage
        >>> writer = FileWriter("pets.mindrecord", overwrite=True)
        >>> writer.add_schema({"kind": {"type": "string"}, "age": {"type": "int32"}})
        >>> writer.write_raw_data([{"kind": k, "age": a} for k, a in (("cat", 3), ("dog", 5))])
        >>> writer.commit()
        >>> pages = MindPage("pets.mindrecord")
        >>> pages.category_field = "kind"
        >>> pages.read_at_page_by_name("dog", 0, 10)
        [{'age': 5, 'kind': 'dog'}]
    """

    def __init__(self, file_name: str | list[str], num_consumer: int = 4):
        check_names(file_name)
        check_consumers(num_consumer)
        self._decrypted = config.Decrypted()
        self._shards = _layout.open_shards(readable(file_name, self._decrypted))
        self._field: str | None = None
        self._groups: dict[str, list[tuple[_layout.ShardReader, int]]] = {}

    @property
    def candidate_fields(self) -> list[str]:
        """The fields of the index."""
        return [name.rpartition("_")[0] for name in self._shards[0].indexed]

    @property
    def category_field(self) -> str | None:
        """The field that rows are grouped by; set it before rows are read.

        Raises:
            ParamTypeError: it is set to something else than a name.
            MRMDefineCategoryError: it is set to a field that is not in the index.
        """
        return self._field

    @category_field.setter
    def category_field(self, category_field: str) -> None:
        if not category_field or not isinstance(category_field, str):
            raise ParamTypeError("category_fields", "str")
        if category_field not in self.candidate_fields:
            raise MRMDefineCategoryError(
                f"Field '{category_field}' is not a candidate category field."
            )
        self._field = category_field
        self._groups = {}
        for shard in self._shards:
            for row, value in enumerate(shard.values(f"{category_field}_0")):
                self._groups.setdefault(value, []).append((shard, row))
        self._groups = {name: self._groups[name] for name in sorted(self._groups)}

    def _chosen(self) -> None:
        if self._field is None:
            raise RuntimeError("Invalid data, field: is invalid; set 'category_field' first.")

    def read_category_info(self) -> str:
        """The values of the field as JSON: "key", and for each value its count, id and name.

        Raises:
            RuntimeError: `category_field` was not set.
        """
        self._chosen()
        categories = [
            {"count": len(rows), "id": number, "name": name}
            for number, (name, rows) in enumerate(self._groups.items())
        ]
        return json.dumps(
            {"categories": categories, "key": f"{self._field}_0"},
            separators=(",", ":"),
            ensure_ascii=False,
        )

    def read_at_page_by_id(self, category_id: int, page: int, num_row: int) -> list[dict]:
        """A page of the rows with one value.

        Args:
            category_id: number of the value in `read_category_info`.
            page: number of the page, from 0.
            num_row: rows on a page.

        Returns:
            list of dicts.

        Raises:
            ParamValueError: an argument is wrong.
            RuntimeError: there is no such value or page.
        """
        _check_number(category_id, "Category id", 0)
        _check_page(page, num_row)
        self._chosen()
        if category_id >= len(self._groups):
            raise RuntimeError(
                f"Invalid data, category_id: {category_id} must be in the range "
                f"[0, {len(self._groups)}]."
            )
        return self._page(list(self._groups.values())[category_id], page, num_row)

    def read_at_page_by_name(self, category_name: str, page: int, num_row: int) -> list[dict]:
        """A page of the rows with one value.

        Args:
            category_name: the value as a text, as in `read_category_info`.
            page: number of the page, from 0.
            num_row: rows on a page.

        Returns:
            list of dicts.

        Raises:
            ParamValueError: an argument is wrong.
            RuntimeError: there is no such value or page.
        """
        if not isinstance(category_name, str):
            raise ParamValueError("Category name should be str.")
        _check_page(page, num_row)
        self._chosen()
        if category_name not in self._groups:
            raise RuntimeError(f"category_name: {category_name} could not found.")
        return self._page(self._groups[category_name], page, num_row)

    def _page(
        self, rows: list[tuple[_layout.ShardReader, int]], page: int, num_row: int
    ) -> list[dict]:
        if page * num_row >= len(rows):
            raise RuntimeError(
                f"Invalid data, page no: {page} or page size: {num_row} is invalid for "
                f"{len(rows)} rows."
            )
        return [plain_row(*row) for row in rows[page * num_row : (page + 1) * num_row]]


def _check_number(value: Any, name: str, low: int) -> None:
    if not isinstance(value, int) or value < low:
        limit = "greater than 0" if low else "greater than or equal to 0"
        raise ParamValueError(f"{name} should be int and {limit}.")


def _check_page(page: Any, num_row: Any) -> None:
    _check_number(page, "Page", 0)
    _check_number(num_row, "num_row", 1)


__all__ = ["MindPage"]
