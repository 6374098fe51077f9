"""Functions of `ops`, and operations as objects, under the path of MindSpore's own file."""

from __future__ import annotations

from msjax._missing import module_getattr as _module_getattr

__getattr__ = _module_getattr(__name__)
