"""Calls of the records with one argument spoiled: wrong type, rank, axis, option or dtype."""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import records
from records import Record, Spec, dt

GOLDEN = Path(__file__).parent / "golden"
LEFT_OUT = ("_", "sweep", "remaining")  # the last has Python values, which Python itself refuses
FAMILIES = [
    m.name for m in pkgutil.iter_modules(records.__path__) if not m.name.startswith(LEFT_OUT)
]
SPELLINGS = 10  # of each family, at most


def cases(family: str) -> list[Record]:
    """The spoiled calls of a family, no two with the same id."""
    found: dict[str, Record] = {}
    answers = json.loads((GOLDEN / f"ops_{family}.json").read_text())["answers"]
    bases: dict[str, Record] = {}
    for record in importlib.import_module(f"records.{family}").RECORDS:
        if "out" in answers.get(record.id, ()) and not record.differs:
            bases.setdefault(record.op, record)
    step = -(-len(bases) // SPELLINGS)
    for base in list(bases.values())[::step]:
        base = replace(base, grad=False, random=True)
        for kind, spoiled in _spoiled(base):
            spoiled = replace(spoiled, tag=kind)
            found.setdefault(spoiled.id, spoiled)
    return list(found.values())


def _spoiled(record: Record) -> Iterator[tuple[str, Record]]:
    method = record.op.startswith("Tensor.")
    named = list(record.kwargs.items())
    arguments = [*enumerate(record.args), *named]
    tensors = [(k, v) for k, v in arguments if isinstance(v, Spec)]
    for key, _ in tensors[method : method + 1]:
        yield "type", _with(record, key, "bad")
    for key, value in tensors[:1]:
        yield "0-d", _with(record, key, Spec("unit", (), value.dtype))
        yield "7-d", _with(record, key, Spec("unit", (1,) * 7, value.dtype))
    numbers = [(k, v) for k, v in arguments if isinstance(v, int) and not isinstance(v, bool)]
    for key, _ in numbers[:2]:
        yield "range", _with(record, key, 99)
        yield "text", _with(record, key, "bad")
    for key, value in arguments:
        if isinstance(value, str):
            yield "option", _with(record, key, "bad")
        elif isinstance(value, (bool, float)):
            yield "option", _with(record, key, [1, "bad"])
        elif isinstance(value, (tuple, list)) and value and isinstance(value[0], int):
            yield "length", _with(record, key, type(value)([*value, 1, 1]))
            yield "range", _with(record, key, type(value)([*value[:-1], 99]))
        elif isinstance(value, dt):
            yield "option", _with(record, key, "bad")
    if any(v.dtype is None for _, v in tensors):
        yield "dtype", replace(record, dtype="c64")
        yield "dtype", replace(record, dtype="bool")


def _with(record: Record, key: Any, value: Any) -> Record:
    if isinstance(key, int):
        return replace(record, args=(*record.args[:key], value, *record.args[key + 1 :]))
    return replace(record, kwargs=record.kwargs | {key: value})
