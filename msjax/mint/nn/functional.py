"""Functions of networks with the argument names of PyTorch."""

from msjax._missing import published_getattr as _published_getattr

__getattr__ = _published_getattr(__name__)
