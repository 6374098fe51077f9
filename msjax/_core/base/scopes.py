"""Names of layers and operations, which profiles and dumps of XLA show."""

from __future__ import annotations

import contextlib
import threading
from bisect import bisect_right
from collections.abc import Iterator
from types import TracebackType
from typing import Any

import jax

from msjax._core.base import nodes


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


class Layers(threading.local):
    """The layers that a thread runs eagerly while a profile is recorded.

    An operation is compiled once for all layers, so its name cannot say whose it is. What a layer
    does stands within a mark of its path in the trace instead; the profile puts both together.
    """

    def __init__(self) -> None:
        self._path = ""  # of the innermost one
        self._inner: dict[int, str] = {}  # the paths of the Cells within it, by identity
        self._trees: dict[int, tuple[Any, dict[int, str]]] = {}
        self._begins: list[int] = []  # the nodes at which another layer goes on, and which
        self._paths: list[str] = []

    @contextlib.contextmanager
    def running(self, cell: Any) -> Iterator[None]:
        """What runs inside belongs to a Cell, named as by `LayerScope`."""
        before = self._path, self._inner
        name = self._inner.get(id(cell)) or type(cell).__name__
        path = f"{self._path}/{name}" if self._path else name
        known = self._trees.get(id(cell))
        if known is None:
            inner = {id(inner): path for path, inner in cell.cells_and_names()}
            known = self._trees[id(cell)] = cell, inner
        self._go_on(path, known[1])
        try:
            with _mark(path):
                yield
        finally:
            self._go_on(*before)

    def differentiated(self, number: int) -> contextlib.AbstractContextManager:
        """What runs inside passes gradients through a node, made in a layer or in none."""
        found = bisect_right(self._begins, number)
        path = self._paths[found - 1] if found else ""
        return _mark(path) if path else contextlib.nullcontext()

    def _go_on(self, path: str, inner: dict[int, str]) -> None:
        self._path, self._inner = path, inner
        self._begins.append(nodes.count())
        self._paths.append(path)


def _mark(path: str) -> Any:
    return jax.profiler.TraceAnnotation(path, layer=path)


followed: Layers | None = None  # there is one while a profile is recorded


def follow(on: bool) -> None:
    """Begin or end to follow which layers run."""
    global followed
    followed = Layers() if on else None
