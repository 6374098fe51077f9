"""The records' msjax side: what a spelling means, the tables, the recorded answers."""

from __future__ import annotations

import importlib
import json
import pkgutil
from functools import cache
from pathlib import Path
from typing import Any

import records
from records import Record
from records._run import Side

import msjax.ops  # noqa: F401 - registers the operations
from msjax._core import dtype as mstype
from msjax._core.grad import GradOperation
from msjax._core.op import SURFACES
from msjax._core.op import resolve as published
from msjax._core.tensor import Parameter, Tensor

GOLDEN = Path(__file__).parents[1] / "golden"
_TABLES = [m.name for m in pkgutil.iter_modules(records.__path__) if not m.name.startswith("_")]
SWEEPS = [name for name in _TABLES if name.startswith("sweep_")]  # long and generated
FAMILIES = [name for name in _TABLES if name not in SWEEPS]


def find(spelling: str) -> Any:
    """The object behind a public spelling."""
    if spelling in SURFACES:
        return published(spelling)
    found = importlib.import_module("msjax")
    for part in spelling.split("."):
        if not hasattr(found, part):
            importlib.import_module(f"{found.__name__}.{part}")
        found = getattr(found, part)
    return found


SIDE = Side(find, Tensor, Parameter, GradOperation, mstype)


@cache
def golden(family: str) -> dict[str, Any]:
    """The recorded answers of a family."""
    path = GOLDEN / f"ops_{family}.json"
    return json.loads(path.read_text()) if path.exists() else {"answers": {}, "gaps": []}


def table(family: str) -> list[Record]:
    """The calls of a family."""
    return importlib.import_module(f"records.{family}").RECORDS


def accepted(family: str) -> list[Record]:
    """The calls of a family that MindSpore answers with a result."""
    answers = golden(family)["answers"]
    return [r for r in table(family) if "out" in answers.get(r.id, ()) and not r.differs]
