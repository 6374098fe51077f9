"""Every recorded call of tests/records/<family>.py gives the answer of the real MindSpore."""

from __future__ import annotations

import importlib
import json
import pkgutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import records
from records import Record
from records._run import Side, difference

import msjax
import msjax.ops
from msjax._core import dtype as mstype
from msjax._core.grad import GradOperation
from msjax._core.op import SURFACES
from msjax._core.op import resolve as published
from msjax._core.tensor import Parameter, Tensor

GOLDEN = Path(__file__).parents[1] / "golden"
FAMILIES = [m.name for m in pkgutil.iter_modules(records.__path__) if not m.name.startswith("_")]


def find(spelling: str) -> Any:
    """The object behind a public spelling."""
    if spelling in SURFACES:
        return published(spelling)
    first, *rest = spelling.split(".")
    if not rest:
        return getattr(msjax, first)
    found = importlib.import_module(f"msjax.{first}")
    for part in rest:
        found = getattr(found, part)
    return found


SIDE = Side(find, Tensor, Parameter, GradOperation, mstype)


@cache
def golden(family: str) -> dict[str, Any]:
    path = GOLDEN / f"ops_{family}.json"
    return json.loads(path.read_text()) if path.exists() else {"answers": {}, "gaps": []}


def table(family: str) -> list[Record]:
    return importlib.import_module(f"records.{family}").RECORDS


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
