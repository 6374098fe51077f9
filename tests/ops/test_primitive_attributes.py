"""Attributes of Primitives after construction against those of MindSpore's."""

import json
import pathlib
import sys

import pytest

import msjax as ms
from msjax._core.op import published

GOLDEN = pathlib.Path(__file__).resolve().parents[1] / "golden"
sys.path.insert(0, str(GOLDEN))
from primitive_cases import described  # noqa: E402

RECORDED = json.loads((GOLDEN / "primitives.json").read_text())
HERE = set(published("ops"))


def constructed(text):
    try:
        return described(eval(f"ops.{text}", {"ms": ms, "ops": ms.ops}))
    except Exception as error:
        return type(error).__name__
