"""Every recorded call of tests/records/<family>.py gives the answer of the real MindSpore."""

from __future__ import annotations

import zlib
from typing import Any

import pytest
from records import Record
from records._msjax import FAMILIES, SIDE, SWEEPS, golden, table
from records._run import difference


def later(name: str) -> Any:
    """Leave all but one in ten calls of a long table to `make test-all`."""
    return () if zlib.crc32(name.encode()) % 10 == 0 else pytest.mark.sweep


def answered() -> list[Any]:
    found = []
    for family in FAMILIES + SWEEPS:
        answers = golden(family)["answers"]
        for record in table(family):
            if record.id in answers:
                marks = later(record.id) if family in SWEEPS else ()
                name = f"{family}-{record.id}"
                found.append(pytest.param(family, record, id=name, marks=marks))
    return found


@pytest.mark.parametrize(("family", "record"), answered())
def test_answer(family: str, record: Record) -> None:
    want = golden(family)["answers"][record.id]
    reason = difference(record, SIDE.outcome(record), want)
    if record.differs:
        assert reason, f"agrees with MindSpore after all; remove differs={record.differs!r}"
    else:
        assert reason is None, reason


@pytest.mark.parametrize("family", FAMILIES + SWEEPS)
def test_table_and_answers_belong_together(family: str) -> None:
    known = golden(family)
    recorded = [*known["answers"], *known["gaps"]]
    assert sorted(recorded) == sorted(r.id for r in table(family)), (
        "record the family again: tests/golden/record_ops.py " + family
    )
