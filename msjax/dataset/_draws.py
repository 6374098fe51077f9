"""Random numbers of the rows of a pipeline: what a row becomes depends on no other row."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

_Outer = tuple[tuple[int, ...], dict[int, np.random.Generator] | None]


class _Row(threading.local):
    """The row that a thread works on: what its numbers are made of, and the streams in use."""

    seeds: tuple[int, ...] = ()
    made: dict[int, np.random.Generator] | None = None


_ROW = _Row()


def begin(seeds: tuple[int, ...], number: int) -> _Outer:
    """Let random transforms draw from streams of their own for the row of a number.

    Returns:
        What `end` takes.
    """
    outer = _ROW.seeds, _ROW.made
    _ROW.seeds, _ROW.made = (*seeds, number), None
    return outer


def end(outer: _Outer) -> None:
    """The row is done."""
    _ROW.seeds, _ROW.made = outer


def of_row(owner: Any) -> np.random.Generator | None:
    """The stream of an owner for the row that this thread works on; None outside of rows.

    Owners have different streams: the n-th one to ask has the n-th.
    """
    seeds = _ROW.seeds
    if not seeds:
        return None
    made = _ROW.made
    if made is None:
        made = _ROW.made = {}
    stream = made.get(id(owner))
    if stream is None:
        stream = made[id(owner)] = np.random.default_rng([*seeds, len(made)])
    return stream
