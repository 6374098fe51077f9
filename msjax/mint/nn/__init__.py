"""Layers with the argument names of PyTorch."""

from msjax._missing import module_getattr

__getattr__ = module_getattr(__name__)
