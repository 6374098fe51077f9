"""Operations: functions and Primitive classes, made from the registry when first asked for."""

from __future__ import annotations

import importlib
from typing import Any

from msjax._core.op.registry import published as _published
from msjax._core.op.registry import resolve as _resolve
from msjax._missing import module_getattr as _module_getattr
from msjax._missing import shown as _shown
from msjax.kernels import load as _load

_load()
for _name in ("communication", "composite", "op_info_register", "signature"):
    importlib.import_module(f"{__name__}.{_name}")

_NAMES = frozenset(_published("ops"))
_missing = _module_getattr(__name__)


def __getattr__(name: str) -> Any:
    if name not in _NAMES:
        return _missing(name)
    found = globals()[name] = _resolve("ops." + name)
    return found


def __dir__() -> list[str]:
    return _shown(globals(), _NAMES)


# A module of the same name as an operation must not hide it.
for _name in _NAMES & globals().keys():
    globals()[_name] = _resolve("ops." + _name)
