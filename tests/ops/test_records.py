"""Every recorded call of tests/records/<family>.py gives the answer of the real MindSpore."""

from __future__ import annotations

from typing import Any

import pytest
from records import Record
from records._msjax import FAMILIES, SIDE, golden, table
from records._run import difference


def answered() -> list[Any]:
    found = []
    for family in FAMILIES:
        answers = golden(family)["answers"]
        for record in table(family):
            if record.id in answers:
                found.append(pytest.param(family, record, id=f"{family}-{record.id}"))
    return found


@pytest.mark.parametrize(("family", "record"), answered())
def test_answer(family: str, record: Record) -> None:
    want = golden(family)["answers"][record.id]
    reason = difference(record, SIDE.outcome(record), want)
    if record.differs:
        assert reason, f"agrees with MindSpore after all; remove differs={record.differs!r}"
    else:
        assert reason is None, reason


@pytest.mark.parametrize("family", FAMILIES)
def test_table_and_answers_belong_together(family: str) -> None:
    known = golden(family)
    recorded = [*known["answers"], *known["gaps"]]
    assert sorted(recorded) == sorted(r.id for r in table(family)), (
        "record the family again: tests/golden/record_ops.py " + family
    )
