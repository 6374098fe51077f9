"""Every recorded call of tests/records gives the answer of the real MindSpore."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jax
import pytest
from records import Record
from records._msjax import SIDE
from records._run import difference
from records._tables import SWEEPS, TABLES, answers, table


@pytest.fixture(autouse=True)
def strict_promotion() -> Iterator[None]:
    """JAX promotes no dtypes on its own: kernels state what they do."""
    with jax.numpy_dtype_promotion("strict"):
        yield


def answered() -> list[Any]:
    """The cases; those that compile something for a surface seen before are left to chance."""
    found, seen = [], set()
    for name in TABLES + SWEEPS:
        recorded = answers(name)["answers"]
        for record in table(name):
            if record.id not in recorded:
                continue
            known = record.op in seen and "e" not in recorded[record.id]
            if name in SWEEPS:
                marks = pytest.mark.thin(10)
            else:
                marks = pytest.mark.thin(3) if known else pytest.mark.first
                seen.add(record.op)
            found.append(pytest.param(name, record, id=f"{name}-{record.id}", marks=marks))
    return found


@pytest.mark.parametrize(("name", "record"), answered())
def test_answer(name: str, record: Record) -> None:
    want = answers(name)["answers"][record.id]
    reason = difference(record, SIDE.outcome(record), want)
    if record.differs:
        assert reason, f"agrees with MindSpore after all; remove differs={record.differs!r}"
    else:
        assert reason is None, reason


@pytest.mark.parametrize("name", TABLES + SWEEPS)
def test_table_and_answers_belong_together(name: str) -> None:
    known = answers(name)
    recorded = [*known["answers"], *known["gaps"]]
    assert sorted(recorded) == sorted(r.id for r in table(name)), (
        "record the table again: tests/golden/record_ops.py " + name
    )
