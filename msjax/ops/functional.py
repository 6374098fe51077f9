"""Functions of `ops`, and operations as objects, under the path of MindSpore's own file."""

from __future__ import annotations

from typing import Any

from msjax._missing import module_all as _module_all
from msjax._missing import module_getattr as _module_getattr

_missing = _module_getattr(__name__)


def __getattr__(name: str) -> Any:
    return _module_all(__name__) if name == "__all__" else _missing(name)
