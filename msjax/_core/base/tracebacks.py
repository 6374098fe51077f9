"""What is printed of an error that nobody caught: the program's own frames, and where it happened.

Exceptions themselves stay as they are; only what `sys.excepthook` and IPython show is shortened.
`MSJAX_TRACEBACK=full` shows everything.
"""

from __future__ import annotations

import inspect
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any

from msjax._core.base.box import Box
from msjax._core.base.errors import meant
from msjax._core.base.functions import SOURCE
from msjax._core.base.network import Network

_INTERNAL = frozenset(("msjax", "mindspore", "jax", "jaxlib"))
_BETWEEN = frozenset(("contextlib", "functools"))  # theirs where they stand among internal frames
_UNEXPECTED = re.compile(r"([\w.]+)\(\) got an unexpected keyword argument '(\w+)'$")


_installed: list[Any] = []


def install() -> None:
    """Shorten what the interpreter, or the running IPython, prints; an import alone does not."""
    if _installed:
        return
    previous = sys.excepthook

    def excepthook(kind: type, error: BaseException, trace: TracebackType | None) -> None:
        with shortened(error, trace) as shown:
            previous(kind, error, shown)

    _installed.append(excepthook)
    sys.excepthook = excepthook
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if shell is not None and not shell.custom_exceptions:
        shell.set_custom_exc((Exception, KeyboardInterrupt), _show_in_ipython)


def _show_in_ipython(
    shell: Any, kind: type, error: BaseException, trace: Any, tb_offset: int | None = None
) -> None:
    with shortened(error, trace) as shown:
        shell.showtraceback((kind, error, shown), tb_offset=tb_offset)


@contextmanager
def shortened(error: BaseException, trace: TracebackType | None) -> Iterator[TracebackType | None]:
    """The error as it is to be printed, and its traceback; afterwards it is as before."""
    frames = list(_frames(trace))
    kept = _kept(frames)
    told = _explanation(error, frames) if kept and isinstance(error, Exception) else []
    same = len(kept) == len(frames) and not told
    if same or not kept or os.environ.get("MSJAX_TRACEBACK", "") == "full":
        yield trace
        return
    before = error.__traceback__, error.__cause__, error.__context__, error.__suppress_context__
    notes = getattr(error, "__notes__", None)
    shown: TracebackType | None = None
    for tb in reversed(kept):
        shown = TracebackType(shown, tb.tb_frame, tb.tb_lasti, tb.tb_lineno)
    try:
        error.__traceback__ = shown
        if frames[-1] is not kept[-1]:  # raised by msjax: what it caught inside explains nothing
            error.__cause__ = error.__context__ = None
        error.__notes__ = [*_others(notes), *told]  # type: ignore[attr-defined]
        yield shown
    finally:
        error.__traceback__, error.__cause__, error.__context__, error.__suppress_context__ = before
        if notes is None:
            del error.__notes__
        else:
            error.__notes__ = notes


def _frames(trace: TracebackType | None) -> Iterator[TracebackType]:
    while trace is not None:
        yield trace
        trace = trace.tb_next


def _package(trace: TracebackType) -> str:
    if trace.tb_frame.f_code.co_filename == SOURCE:
        return "msjax"
    return (trace.tb_frame.f_globals.get("__name__") or "").partition(".")[0]


def _kept(frames: list[TracebackType]) -> list[TracebackType]:
    """The frames of the program."""
    kept, inside = [], False
    for trace in frames:
        package = _package(trace)
        inside = package in _INTERNAL or (inside and package in _BETWEEN)
        if not inside:
            kept.append(trace)
    return kept


def _others(notes: list[str] | None) -> list[str]:
    """Notes without the one that JAX adds about frames of its own."""
    return [note for note in notes or () if "JAX_TRACEBACK_FILTERING" not in note]


def _explanation(error: Exception, frames: list[TracebackType]) -> list[str]:
    """Where it happened: the operation with its inputs, and the Cell."""
    places = [trace.tb_frame for trace in frames if _package(trace) in _INTERNAL]
    parts = []
    for frame in places:
        values, entry = frame.f_locals.get("values"), frame.f_locals.get("self")
        if frame.f_code.co_name == "apply" and values is not None and hasattr(entry, "label"):
            given = ", ".join(text for v in values if (text := _described(v)))
            parts = [f"in {entry.label}({given})"]
    cells = [frame.f_locals.get("self") for frame in places if frame.f_code.co_name == "_call"]
    cells = [cell for cell in cells if isinstance(cell, Network)]
    if cells:
        parts.append(_path(cells[0], cells[-1]))
    found = [" ".join(parts)] if parts else []
    misspelt = _UNEXPECTED.search(str(error)) if isinstance(error, TypeError) else None
    if misspelt is not None:
        hint = meant(misspelt[2], _parameters(misspelt[1])).removeprefix(". ")
        found += [hint] if hint else []
    return found


def _described(value: Any) -> str:
    if isinstance(value, Box):
        shape = getattr(value._data, "shape", "?")
        return f"{getattr(value._data, 'dtype', '?')}{list(shape)}"
    if isinstance(value, (list, tuple)) and any(isinstance(v, Box) for v in value):
        return f"[{', '.join(map(_described, value))}]"
    return "" if value is None else f"{value!r:.40}"


def _path(root: Network, cell: Network) -> str:
    names = [name for name, found in root.cells_and_names() if found is cell]
    if not names or not names[0]:
        return f"of {type(cell).__name__}"
    return f"of {type(cell).__name__} '{names[0]}' in {type(root).__name__}"


def _parameters(qualname: str) -> list[str]:
    """The names of arguments of what is public under a name."""
    package, found = sys.modules.get("msjax"), []
    name = qualname.removesuffix(".__init__").rpartition(".")[2]
    for place in ("ops", "nn", "mint", "Tensor", "", "train"):
        holder = getattr(package, place, None) if place else package
        target: Callable | None = getattr(holder, name, None)
        try:
            found += list(inspect.signature(target).parameters)  # type: ignore[arg-type]
        except (TypeError, ValueError):
            continue
    return found
