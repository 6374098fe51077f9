"""The records' msjax side: what a spelling means."""

from __future__ import annotations

import importlib
from typing import Any

from records._run import Side

import msjax.ops  # noqa: F401 - registers the operations
from msjax._core.base import dtype as mstype
from msjax._core.op.registry import SURFACES
from msjax._core.op.registry import resolve as published
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax._core.transform.grad import GradOperation


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
