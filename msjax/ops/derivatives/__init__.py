"""Primitives that are derivatives of others: the names of `ops.operations._grad_ops`.

Loaded when one of them is first asked for. Most are the way back of the operation's own kernel.
"""

from __future__ import annotations

import importlib
import pkgutil

for _file in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_file.name}")
