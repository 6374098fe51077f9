"""Names of layers and operations in compiled code, which profiles and dumps of XLA show."""

from __future__ import annotations

import threading
from types import TracebackType
from typing import Any

import jax


class _Place(threading.local):
    """The paths of the Cells within the innermost one being traced, by identity."""

    paths: dict[int, str] = {}


_PLACE = _Place()


class LayerScope:
    """Context manager: what is traced inside belongs to a Cell.

    The Cell is called by its path in the Cell that called it ("layers.0.conv"), the outermost one
    by its class.

    Args:
        cell: the Cell.
    """

    __slots__ = ("_before", "_cell", "_scope")

    def __init__(self, cell: Any):
        self._cell = cell

    def __enter__(self) -> None:
        cell, self._before = self._cell, _PLACE.paths
        self._scope = jax.named_scope(self._before.get(id(cell)) or type(cell).__name__)
        self._scope.__enter__()
        _PLACE.paths = {id(inner): path for path, inner in cell.cells_and_names()}

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        _PLACE.paths = self._before
        self._scope.__exit__(kind, error, traceback)
