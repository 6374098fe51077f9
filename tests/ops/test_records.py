"""Every recorded call of tests/records/<family>.py gives the answer of the real MindSpore."""

from __future__ import annotations

from typing import Any

import pytest
from records import Record
from records._msjax import FAMILIES, SIDE, SWEEPS, golden, table
from records._run import difference


def answered() -> list[Any]:
    """The cases; those that compile something for a surface seen before are left to chance."""
    found, seen = [], set()
    for family in FAMILIES + SWEEPS:
        answers = golden(family)["answers"]
        for record in table(family):
            if record.id not in answers:
                continue
            known = record.op in seen and "e" not in answers[record.id]
            if family in SWEEPS:
                marks = pytest.mark.thin(10)
            else:
                marks = pytest.mark.thin(3) if known else ()
                seen.add(record.op)
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
