"""Where tests find their files, and what was recorded with MindSpore."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parent
GOLDEN = TESTS / "golden"


def read_golden(name: str) -> Any:
    """The contents of tests/golden/<name>."""
    return json.loads((GOLDEN / name).read_text())
