"""Layers with the argument names of PyTorch."""

from msjax._missing import module_getattr as _module_getattr

__getattr__ = _module_getattr(__name__)
