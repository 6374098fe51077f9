"""Where a transform runs: MindSpore tells C++ from Python, msjax does not."""

from enum import IntEnum


class Implementation(IntEnum):
    """Kinds of transforms."""

    C = 0
    PY = 1
