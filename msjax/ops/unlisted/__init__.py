"""Primitives of MindSpore's files of operations that `ops` does not list.

Loaded when one of them is first asked for.
"""

from __future__ import annotations

import importlib
import pkgutil

for _file in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_file.name}")
