"""Primitives of MindSpore's files of operations that `ops` does not list.

Loaded when one of them is first asked for.
"""

from __future__ import annotations

from msjax.kernels.primitives.unlisted import (
    compressed,
    numeric,
    regions,
    sequences,
    sparse,
    updates,
)
