"""Classes and decorators of Primitives under the path of MindSpore's own file."""

from __future__ import annotations

from typing import Any

from msjax._missing import module_all, module_getattr
from msjax.graph.markers import _primexpr as _primexpr

_missing = module_getattr(__name__)


def __getattr__(name: str) -> Any:
    return module_all(__name__) if name == "__all__" else _missing(name)
